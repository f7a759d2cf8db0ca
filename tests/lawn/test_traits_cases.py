"""Traits beside other chapters: real frenzies and weapons on locked checks, what special points may pay, what is shown
of a trait on the card, the sheet, the check and in the eight steps after a session."""

from __future__ import annotations

import pytest

from gmconsole.core.model import Text
from gmconsole.core.session import Accepted
from gmconsole.language.driver import Driver, Request
from gmconsole.rulesets.lawn import RULESET, checks, pools, sheet_pages
from gmconsole.rulesets.lawn.abilities import UseAbility
from gmconsole.rulesets.lawn.actions import Help
from gmconsole.rulesets.lawn.addiction import ServeAddiction
from gmconsole.rulesets.lawn.announcing import SwitchModifier
from gmconsole.rulesets.lawn.checks import CallCheck
from gmconsole.rulesets.lawn.exchange import Exchange
from gmconsole.rulesets.lawn.frenzy import ChangeFrenzy
from gmconsole.rulesets.lawn.hampering import Hamper
from gmconsole.rulesets.lawn.injuries import ChangeState
from gmconsole.rulesets.lawn.life import ChangeSanity
from gmconsole.rulesets.lawn.links import LinkSpecialties, SetLifeGoal
from gmconsole.rulesets.lawn.neutral import PassTime
from gmconsole.rulesets.lawn.passions import SetPassion
from gmconsole.rulesets.lawn.plans import EndPlan, MakePlan, UseStep
from gmconsole.rulesets.lawn.purchases import Buy
from gmconsole.rulesets.lawn.session_end import EndSession, SessionStep
from gmconsole.rulesets.lawn.sessions import StartSession
from gmconsole.rulesets.lawn.state import Check, LawnState, Load
from gmconsole.rulesets.lawn.teamwork import Assist
from gmconsole.rulesets.lawn.traits_growth import NameSpecialty, RestorePotential, TradePotential
from gmconsole.rulesets.lawn.traits_luck import SetLuckyNumber
from gmconsole.rulesets.lawn.traits_second import RaiseDifficulty
from gmconsole.rulesets.lawn.traits_third import KeepTokens
from gmconsole.text import Words

from .arms import strike
from .conftest import Table
from .special import steps, write
from .traited import answer, asked, gifted, options, own, potential, roll, sheet


def pool(table: Table, who: str, kind: str) -> int:
    return pools.dice_of(table.state, Check(id="", who=who, type=kind))[0]


def told(text: Text | tuple[Text, ...]) -> str:
    """A text in English words."""
    return Words("en", RULESET).say(text)


def logged(done: Accepted, table: Table) -> list[str]:
    """What the log says of an entry."""
    return [told(m) for e in done.entry.events if (m := RULESET.say(e, table.state)) is not None]


def card(table: Table, who: str) -> list[str]:
    """What the card of somebody shows."""
    return [told(span.text) for line in RULESET.view(table.state, "gm").cards[who].lines for span in line]


def page(table: Table, who: str, section: str) -> list[tuple[str, str]]:
    """The lines of a section of somebody's sheet."""
    found = next(s for s in sheet_pages.pages(table.state, who) if s.id == section)
    return [(told(line.label), told(line.text)) for line in found.lines]


def at_step(table: Table, step: int, players: int = 0) -> None:
    """A session is over, and its end has come to that step."""
    table.do(StartSession(players=players))
    table.do(EndSession())
    while table.state.campaign.step < step:
        table.do(SessionStep(force=True))


# Locks ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trait", "kind", "frenzy", "usual"),
    [
        pytest.param("resolute", "MND", "anxiety", 3, marks=pytest.mark.rule("LP-TRT-002")),
        pytest.param("bright", "WIS", "amnesia", 4, marks=pytest.mark.rule("LP-TRT-003")),
        pytest.param("bright", "WIS", "paranoia", 7, marks=pytest.mark.rule("LP-TRT-003")),
        pytest.param("precise", "OPR", "cognitive_impairment", 4, marks=pytest.mark.rule("LP-TRT-004")),
        pytest.param("charming", "INF", "hysteria", 4, marks=pytest.mark.rule("LP-TRT-007")),
    ],
)
def test_a_frenzy_takes_and_gives_nothing_to_a_locked_check(
    table: Table, trait: str, kind: str, frenzy: str, usual: int
) -> None:
    who, other = gifted(table, trait, attributes={kind: 1}), table.pc("anna", attributes={kind: 1})
    for someone in (who, other):
        table.do(ChangeFrenzy(who=someone, frenzy=frenzy))
    assert (pool(table, who, kind), pool(table, other, kind)) == (7, usual)


@pytest.mark.rule("LP-TRT-004")
@pytest.mark.parametrize(("trait", "dice"), [("precise", 7), ("bold", 10)])
def test_a_burst_gives_no_dice_to_a_locked_check(table: Table, trait: str, dice: int) -> None:
    gifted(table, trait, attributes={"OPR": 3}, load={"pistol": Load(now=3, full=3)})
    table.npc("thug")
    table.all_bands("medium")
    strike(table, "pistol", target="thug", dice=[2, 2, 5, 5, 6, 6, 6, 6, 6, 6][:dice], mode="burst")
    assert table.state.entities[table.ids["mike"]].load["pistol"].now == 2


@pytest.mark.rule("LP-TRT-101")
def test_a_frenzy_costs_the_tough_their_dice_all_the_same(table: Table) -> None:
    who = gifted(table, "tough")
    table.do(ChangeFrenzy(who=who, frenzy="amnesia"))
    table.do(ChangeFrenzy(who=who, frenzy="insomnia"))
    assert pool(table, who, "WIS") == 3
    table.do(ChangeSanity(who=(who,), by=-1))
    table.do(PassTime(minutes=360, sleep=True))
    assert table.state.entities[who].sanity == 2, "an insomniac gains nothing by sleep"


# Points that are not like others -------------------------------------------------------------------------------------


@pytest.mark.rule("LP-TRT-105")
def test_reliable_points_pay_for_nothing_but_dice(table: Table) -> None:
    who = gifted(table, "reliable")
    potential(table, who, 2)
    assert (sheet(table, who).potential, sheet(table, who).reliable) == (2, 3)
    rope = Buy(who=who, things=("rope",), price=3, worth="worthy")
    assert table.refused(rope).code == "not-enough-points"
    at_step(table, 8, players=4)
    potential(table, who, 4)
    assert sheet(table, who).reliable == 4
    assert table.refused(Exchange(who=who)).code == "not-enough-points"
    potential(table, who, 5)
    table.do(Exchange(who=who), [3, 3, 3])
    assert (sheet(table, who).potential, sheet(table, who).reliable) == (0, 4)


@pytest.mark.rule("LP-TRT-106")
def test_points_of_determination_are_money_like_others(table: Table) -> None:
    who = gifted(table, "determined")
    potential(table, who, 2)
    table.do(Buy(who=who, things=("rope",), price=2, worth="worthy"))
    assert sheet(table, who).potential == 0


@pytest.mark.rule("LP-TRT-128c")
def test_an_addiction_takes_no_potential_that_is_not_there(table: Table) -> None:
    who = gifted(table, "enterprising")
    at_step(table, 9, players=4)
    table.do(ChangeFrenzy(who=who, frenzy="addiction"))
    potential(table, who, 1)
    (task,) = table.tasks("addiction")
    assert "3 potential" not in told(task.what)
    assert table.refused(ServeAddiction(who=who, potential=True)).code == "not-enough-points"
    potential(table, who, 3)
    (task,) = table.tasks("addiction")
    assert "3 potential" in told(task.what)
    table.do(ServeAddiction(who=who, potential=True))
    assert sheet(table, who).potential == 0


# What is shown -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-TRT-101")
def test_the_card_of_the_tough_names_no_dice_that_are_not_lost(table: Table) -> None:
    who, other = gifted(table, "tough"), table.pc("anna")
    table.do(ChangeState(who=(who, other), add=("severe_wound",)))
    assert "Severe Wound, untended (-2)" in card(table, other)
    assert {"Severe Wound, untended", "cannot act"} <= set(card(table, who))


@pytest.mark.rule("LP-TRT-205")
@pytest.mark.parametrize(
    ("trait", "shown"),
    [
        ("lucky", "lucky number 4"),
        ("steady", "X of Steady 2"),
        ("adventurous", "adventure dice 18"),
        ("persistent", "checks with potential 0"),
        ("decorous", "degree face 1"),
        ("confident", "stored: 1 2 3"),
    ],
)
def test_what_a_trait_keeps_stands_on_card_and_sheet(table: Table, trait: str, shown: str) -> None:
    who = gifted(table, trait, specialty="grace" if trait == "decorous" else "")
    assert shown in card(table, who)
    assert shown in [" ".join(filter(None, line)) for line in page(table, who, "trait")]


@pytest.mark.rule("LP-TRT-126")
def test_links_stand_on_the_sheet_with_their_reasons(table: Table) -> None:
    who = gifted(table, "ambitious")
    own(table, who, art=False)
    table.do(SetLifeGoal(who=who, goal="Rebuild the manor"))
    table.do(LinkSpecialties(who=who, a="Rebuild the manor", b="art", why="it is to be painted"))
    assert page(table, who, "trait")[1:] == [
        ("links from the goal", "2"),
        ("life goal", "Rebuild the manor"),
        ("links of specialties", "Rebuild the manor-Art: it is to be painted"),
    ]


@pytest.mark.rule("LP-TRT-127b", "LP-TRT-127c", "LP-TRT-127d")
def test_a_plan_stands_on_sheet_and_card_until_it_is_over(table: Table) -> None:
    who = gifted(table, "reserved")
    done = table.do(MakePlan(who=who, text="rob the bank", steps=("distract", "open", "leave")))
    assert f"{who}: plan: rob the bank, first step: distract" in " ".join(logged(done, table))
    roll(table, who, [2, 2, 5, 5, 6])
    done = table.do(UseStep(who=who, step=2, agreed=True), [2, 2])
    assert logged(done, table)[0] == f"{who}: second step used (Reserved)"
    assert page(table, who, "trait")[1:] == [
        ("plan", "rob the bank"),
        ("first step", "distract"),
        ("second step", "open, used up"),
        ("third step", "leave"),
    ]
    assert "plan 2/3" in card(table, who)
    done = table.do(EndPlan(who=who))
    assert logged(done, table)[0] == f"{who}: plan: over (Reserved)"
    assert "plan 2/3" not in card(table, who)


# What is said --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-TRT-130d")
def test_a_raised_difficulty_is_told(table: Table) -> None:
    who = gifted(table, "decorous", specialty="grace")
    table.do(UseAbility(who=who, ability="other_degree", number=5))
    table.do(CallCheck(who=(who,), kind="WIS", difficulty=3, required=1))
    assert logged(table.do(RaiseDifficulty(who=who)), table) == [f"{who} WIS: D3>D6"]


@pytest.mark.rule("LP-TRT-102c", "LP-SPC-030")
def test_what_others_do_about_a_check_is_told(table: Table) -> None:
    who, other, foe = table.pc("anna"), gifted(table, "composed"), table.npc("cowboy")
    own(table, foe, bluffing=False)
    table.all_bands("near")
    table.do(CallCheck(who=(who,), kind="WIS", difficulty=6))
    done = table.do(UseAbility(who=other, ability="steady_hand", on=who))
    assert f"{who} WIS: Calm +2" in logged(done, table)
    done = table.do(Hamper(who=foe, specialty="bluffing", whom=who))
    assert f"{foe} hampers {who}: WIS is rolled again, the lower counts" in logged(done, table)


@pytest.mark.rule("LP-TRT-132")
def test_what_a_leader_frees_is_told(table: Table) -> None:
    leader, other, foe = gifted(table, "leader", "anna"), gifted(table, "tenacious"), table.npc("cowboy")
    own(table, foe, art=False)
    table.all_bands("near")
    for who in (leader, other, foe):
        roll(table, who, [2, 2, 5, 5, 6])
    table.do(Assist(who=leader, whom=other, how="orders", agreed=True), [2, 2])
    done = table.do(table.tasks("question:leader")[0].command or EndSession())
    assert logged(done, table)[1:] == [f"{other} WIS: an ability may be used for nothing"], "no foe's"
    done = table.do(UseAbility(who=other, ability="nudge", position=1, by=1))
    assert f"{other} WIS: that ability stays ready" in logged(done, table)


@pytest.mark.rule("LP-TRT-131c")
def test_tokens_that_are_kept_are_said_to_be_locked(table: Table) -> None:
    who = gifted(table, "single_minded")
    table.pc("anna")
    table.do(StartSession())
    write(table, who, tokens={"DSC": 2, "FLX": 1})
    table.do(EndSession())
    done = table.do(KeepTokens(who=who, where="DSC"))
    (line,) = logged(done, table)
    assert "locked on DSC 0>1, locked on FLX 0>1" in line


@pytest.mark.rule("LP-TRT-114")
def test_the_throw_for_a_revelation_is_told(table: Table) -> None:
    who = gifted(table, "revelation")
    done = table.do(table.tasks("question:revelation")[0].command or EndSession(), [31])
    assert f"{who} frenzy table D36 [31] Psychosis, rolled again" in logged(done, table)
    done = table.do(table.tasks("question:revelation")[0].command or EndSession(), [17])
    assert f"{who} frenzy table D36 [17] Nyctophobia" in logged(done, table)


@pytest.mark.rule("LP-TRT-111b")
def test_whoever_was_woken_is_asked_nothing_any_more(table: Table) -> None:
    who, other = gifted(table, "fanatical"), table.pc("anna")
    done = table.do(PassTime(minutes=120, sleep=True))
    assert all(line.strip() != who for line in logged(done, table)), "a state that only grew older says nothing"
    assert asked(table, "come_round") == 1
    table.do(Help(who=other, whom=who, does="wake"))
    assert asked(table, "come_round") == 0


# After a session -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-SES-010", "LP-TRT-116b", "LP-TRT-117b")
def test_names_and_numbers_change_after_step_6(table: Table) -> None:
    romantic, lucky = gifted(table, "romantic", "anna"), gifted(table, "lucky")
    write(table, romantic, skill_slots={"swimming": "minor", "sculpture": "minor"})
    table.do(NameSpecialty(who=romantic, skill="swimming"))
    at_step(table, 5)
    rename, renumber = NameSpecialty(who=romantic, skill="sculpture"), SetLuckyNumber(who=lucky, number=6)
    for command in (rename, renumber):
        assert table.refused(command).code == "step-not-reached"
    table.do(SessionStep(force=True))
    for command in (rename, renumber):
        table.do(command)
    assert list(sheet(table, romantic).specialties) == ["sculpture"]


@pytest.mark.rule("LP-SES-010", "LP-TRT-106b", "LP-TRT-108b")
def test_determined_and_adroit_wait_for_step_8(table: Table) -> None:
    determined, adroit = gifted(table, "determined", "anna"), gifted(table, "adroit")
    table.do(StartSession(players=4))
    table.do(EndSession())
    potential(table, adroit, 6)
    for command in (RestorePotential(who=determined), TradePotential(who=adroit)):
        assert table.refused(command).code == "step-not-reached"
    while table.state.campaign.step < 8:
        assert not table.tasks("trade") and not table.tasks("restore")
        table.do(SessionStep(force=True))
    (restore,) = table.tasks("restore")
    (trade,) = table.tasks("trade")
    assert told(trade.what) == f"{adroit}: 3 potential for 1 XP, without a roll?"
    assert (restore.command, trade.command) == (RestorePotential(who=determined), TradePotential(who=adroit))
    before = sheet(table, adroit).xp
    for left in (4, 1):
        table.do(trade.command or EndSession())
        assert sheet(table, adroit).potential == left
    assert (sheet(table, adroit).xp - before, table.tasks("trade")) == (2, []), "not offered with 2 or less"


@pytest.mark.rule("LP-TRT-105b", "LP-TRT-128b", "LP-SES-006")
def test_step_5_says_what_everybody_gets(table: Table) -> None:
    reliable, debtor = gifted(table, "reliable", "anna"), gifted(table, "enterprising")
    potential(table, debtor, -5)
    at_step(table, 5, players=3)
    (task,) = table.tasks("session_step")
    assert [told(line) for line in task.detail] == [
        f"{reliable}: potential +1, reliable points +1",
        f"{debtor}: potential +4",
    ]
    table.do(SessionStep())
    assert (sheet(table, reliable).potential, sheet(table, reliable).reliable) == (1, 4)
    assert sheet(table, debtor).potential == -1


@pytest.mark.rule("LP-POT-023")
def test_a_check_left_on_the_table_is_closed_with_the_session(table: Table) -> None:
    who = gifted(table, "introspective")
    table.do(StartSession())
    roll(table, who, [2, 2, 5, 5, 6])
    table.do(EndSession())
    assert checks.rolled(table.state, who) is None
    answer(table, "introspective", "yes")
    assert sheet(table, who).potential == 1


def choices(table: Table) -> list[tuple[str, str]]:
    """What traits leave to choose now, with the beginning of the line."""
    return [(told(task.what), task.form) for task in table.tasks("trait_choice")]


@pytest.mark.rule("LP-SES-010", "LP-TRT-126", "LP-TRT-126c")
def test_the_goal_and_links_of_the_ambitious_are_asked_for(table: Table) -> None:
    who = gifted(table, "ambitious")
    at_step(table, 7)
    assert choices(table) == [(f"{who}: which life goal?", f"lifegoal {who}")]
    table.do(SetLifeGoal(who=who, goal="fame"))
    assert choices(table) == []
    own(table, who, art=False, travel=False)
    assert choices(table) == [(f"{who} may link specialties until the session begins: 3", f"link {who}")]
    steps(table, 9)
    table.do(StartSession())
    assert choices(table) == [], "not while a session is running"
    table.do(EndSession())
    steps(table, 6)
    assert choices(table) == []
    steps(table, 7)
    assert choices(table) == [(f"{who} may link specialties until the session begins: 2", f"link {who}")]
    for b in ("art", "travel"):
        table.do(LinkSpecialties(who=who, a="fame", b=b, why="it leads there"))
    assert choices(table) == []


@pytest.mark.rule("LP-SES-010", "LP-TRT-116b", "LP-TRT-117b")
def test_names_and_numbers_are_offered_after_step_6(table: Table) -> None:
    romantic, lucky = gifted(table, "romantic", "anna"), gifted(table, "lucky")
    at_step(table, 6)
    assert choices(table) == []
    steps(table, 7)
    number = (f"{lucky}: lucky number 4, or another one?", f"lucky {lucky}")
    assert choices(table) == [number], "no minor skill to name anything after"
    write(table, romantic, skill_slots={"swimming": "minor"})
    unnamed = (f"{romantic}: a specialty named after which minor skill?", f"nameskill {romantic}")
    assert choices(table) == [unnamed, number]
    table.do(NameSpecialty(who=romantic, skill="swimming"))
    assert choices(table) == [number]
    write(table, romantic, skill_slots={"swimming": "minor", "sculpture": "minor"})
    steps(table, 9)
    renamed = f"{romantic}: specialty Swimming, or named after another minor skill?"
    assert choices(table) == [(renamed, f"nameskill {romantic}"), number]


@pytest.mark.rule("LP-TRT-122b", "LP-TRT-123b", "LP-TRT-210")
@pytest.mark.parametrize(
    ("trait", "dice", "points", "offered"),
    [
        ("confident", [5, 6, 2, 2, 1], 1, True),
        ("confident", [5, 6, 2, 2, 1], 0, False),
        ("confident", [4, 4, 5, 6, 6], 1, False),
        ("arrogant", [4, 4, 5, 6, 6], 1, True),
        ("bold", [5, 6, 2, 2, 1], 1, False),
    ],
)
def test_storing_is_offered_where_it_may_be_done(
    table: Table, trait: str, dice: list[int], points: int, offered: bool
) -> None:
    who = gifted(table, trait)
    potential(table, who, points)
    roll(table, who, dice)
    assert [o.form for o in options(table, who) if o.kind == "store"] == [f"store {who}"] * offered


@pytest.mark.rule("LP-SPC-011")
@pytest.mark.parametrize("word", ["热衷", "passion", "Passion"])
def test_the_passion_is_switched_by_its_name_in_either_language(table: Table, word: str) -> None:
    who = table.pc("jessica")
    own(table, who, art=False)
    table.do(SetPassion(who=who, specialties=("art",)))
    table.do(CallCheck(who=(who,), kind="INF", purpose="violin", difficulty=6))
    driver: Driver[LawnState] = Driver(table.session, "zh")
    line = f"条件 jessica {word}"
    request = driver.parse(line)
    assert isinstance(request, Request) and request.command == SwitchModifier(who=who, name="passion")
    assert driver.line(request.command) == "条件 jessica 热衷"
    driver.run(line)
    check = next(iter(table.state.checks.values()))
    assert pools.dice_of(table.state, check)[0] == 7

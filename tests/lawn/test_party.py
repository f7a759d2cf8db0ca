"""Party files: sheets for a text editor, and a party carried from one encounter to the next."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from gmconsole import parties, scenarios
from gmconsole.content import ContentError, Fault, parse
from gmconsole.core.commands import Remove, SetField, SetOption
from gmconsole.core.messages import english
from gmconsole.rulesets.lawn import RULESET, creation, creation_steps, injuries, items, sheets
from gmconsole.rulesets.lawn.character import Campaign, Frenzy, Remark, Specialty
from gmconsole.rulesets.lawn.checks import RollCheck
from gmconsole.rulesets.lawn.state import LawnState, Person
from gmconsole.store import toml
from gmconsole.text import Words

from .conftest import Table
from .making import EVEN, Maker

BAD = Path(__file__).parent.parent / "data" / "bad_party.toml"
HEAD = '[party]\nid = "x"\nruleset = "lawn"\n'
COMPLETE = """
[[character]]
id = "ann"
name = "Ann"
attributes = { PHY = 1, MND = 1, WIS = 1, OPR = 1, FLX = 1, DSC = 1, INF = 2 }
potential = 8
trait = "keen"
specialties = ["art", "deft_hands", "reading_people"]
xp = 4
skills = { any = ["lockpicking"], minor = ["swimming"] }
items = ["1", "2", "3", "4", "5", "6", "7", "8"]
"""


def faults(text: str) -> list[Fault]:
    """What is wrong with a party file of that text below its head."""
    try:
        scenarios.party_from(parse("p.toml", (HEAD + text).encode()))
    except ContentError as wrong:
        return list(wrong.faults)
    return []


def found(text: str) -> list[tuple[str, str, str]]:
    """Field, what is wrong and what was found, of every fault."""
    return [(f.field, f.message.id, str(f.found)) for f in faults(text)]


def read(text: str, lang: str = "en") -> LawnState:
    """The state with the party of that text alone."""
    state = scenarios.party_state(scenarios.party_from(parse("p.toml", (HEAD + text).encode())), lang)
    assert isinstance(state, LawnState)
    return state


def one(text: str) -> Person:
    """The only character of a party."""
    return next(iter(read(text).entities.values()))


def again(state: LawnState, **how: Any) -> LawnState:
    """The party of a state, written, read, and alone in a state of its own."""
    carried = scenarios.party_state(parties.of_state(RULESET, state, **how))
    assert isinstance(carried, LawnState)
    return carried


# Reading -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-CHR-001", "LP-CHR-006", "LP-CHR-008")
def test_a_sheet_from_a_text_editor() -> None:
    person = one(COMPLETE)
    assert not creation_steps.missing(read(COMPLETE), person.id)
    sheet = sheets.sheet_of(person)
    assert (person.presence, sheet.creation.open) == ("in", False)
    assert person.attributes == EVEN
    assert (person.sanity, person.sanity_max, sheet.potential, sheet.xp) == (3, 3, 8, 4)
    assert person.skills == ("lockpicking", "swimming")
    assert sheet.skill_slots == {"lockpicking": "any", "swimming": "minor"}
    assert sheet.specialties == {
        "art": Specialty(price=2),
        "deft_hands": Specialty(),
        "reading_people": Specialty(),
    }
    assert len(sheet.belongings) == 8


@pytest.mark.parametrize(
    "left_out",
    ["attributes", "potential", "trait", "specialties", "skills", "items"],
)
def test_what_is_left_out_is_still_to_be_made(left_out: str) -> None:
    lines = [line for line in COMPLETE.splitlines() if not line.startswith(left_out)]
    text = "\n".join(line for line in lines if left_out != "specialties" or not line.startswith("xp"))
    person = one(text)
    assert sheets.sheet_of(person).creation.open
    assert person.presence == "outside"
    assert creation_steps.missing(read(text), person.id) == (left_out,)


def test_names_of_terms_may_be_written_in_either_language() -> None:
    text = COMPLETE.replace('"keen"', '"敏锐"').replace('"art"', '"艺术"').replace('"lockpicking"', '"开锁"')
    assert one(text) == one(COMPLETE)
    passion = 'passions = ["艺术"]'
    assert sheets.sheet_of(one(COMPLETE.replace("xp = 4", passion))).passions == ("art",)
    french = COMPLETE.replace('"swimming"', '"Language: French"')
    assert one(french).skills == ("lockpicking", "language:french")


def test_xp_that_is_left_is_counted_where_the_file_does_not_say_it() -> None:
    assert sheets.sheet_of(one(COMPLETE.replace("xp = 4", ""))).xp == 4
    assert sheets.sheet_of(one(COMPLETE.replace("xp = 4", 'language = "English"'))).xp == 5


def test_a_trait_brings_along_what_the_file_does_not_say() -> None:
    wealthy = sheets.sheet_of(one(COMPLETE.replace('"keen"', '"wealthy"')))
    assert wealthy.cash == 10
    assert found(COMPLETE.replace('"keen"', '"wealthy"\ncash = 14')) == [], "4 of 12 potential turned into cash"
    assert wealthy.specialties["upper_class"].granted == "wealthy"
    late = one(
        COMPLETE.replace('"keen"', '"late_bloomer"')
        .replace("PHY = 1, MND = 1,", "PHY = -2, MND = -2,")
        .replace("potential = 8", "potential = 20\ncreation = { lost = { PHY = 3, MND = 3 } }")
    )
    assert (late.sanity, late.sanity_max, injuries.has(late, "frailty")) == (6, 2, True)


@pytest.mark.rule("LP-CHR-008", "LP-ATT-009", "LP-ATT-010")
@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("INF = 2", "INF = 3", ("character 1.attributes", "too many attribute points", "9")),
        ("INF = 2", "INF = -1", ("character 1.attributes.INF", "not allowed here", "-1")),
        ("PHY = 1, MND = 1, WIS = 1", "FLX = 4", ("p.toml", "", "")),
        ('"8"]', '"8", "9"]', ("character 1.items", "too many items", "9")),
        ('"keen"', '["keen", "robust"]', ("character 1.trait", "not allowed here", '["keen", "robust"]')),
        ('"keen"', '"kean"', ("character 1.trait", "not allowed here", '"kean"')),
        ("potential = 8", "potential = 13", ("character 1.potential", "too much potential", "13")),
        ("potential = 8", "potential = -1", ("character 1.potential", "not allowed here", "-1")),
        ("xp = 4", "xp = 5", ("character 1.specialties", "too much XP spent", "13")),
        ("xp = 4", "sanity = 5", ("character 1.sanity", "not allowed here", "5/3")),
        ("xp = 4", 'type = "child"', ("character 1.type", "not allowed here", '"child"')),
        ("xp = 4", 'tipe = "child"', ("character 1.tipe", "unknown key", '"tipe"')),
        ("xp = 4", 'xp = "4"', ("character 1.xp", "not allowed here", '"4"')),
        ('"lockpicking"', '"lockpicking", "riding"', ("character 1.skills.any", "too many skills", "2")),
        ('"swimming"', '"climbing"', ("character 1.skills.minor", "not allowed here", "climbing")),
        ('"swimming"', '"sport"', ("character 1.skills.minor 1", "not allowed here", '"sport"')),
        ('"swimming"', '"swiming"', ("character 1.skills.minor 1", "not allowed here", '"swiming"')),
        ('"art"', '"arts"', ("character 1.specialties 1", "not allowed here", '"arts"')),
        ("xp = 4", 'passions = ["listening"]', ("character 1.passions 1", "not allowed here", '"listening"')),
        ("xp = 4", 'frenzies = ["sleepwalk"]', ("character 1.frenzies 1", "not allowed here", '"sleepwalk"')),
        (
            "xp = 4",
            'frenzies = ["panic", "insomnia", "amnesia"]',
            ("character 1.frenzies 3", "not allowed here", '"amnesia"'),
        ),
        ("xp = 4", 'passions = ["art", "deft_hands"]', ("character 1.passions", "too many passions", "2")),
        ("xp = 4", 'passions = ["arts"]', ("character 1.passions 1", "not allowed here", '"arts"')),
        ('"reading_people"', '"premonition"', ("character 1.specialties 3", "not allowed here", '"premonition"')),
        ("xp = 4", "cash = 5", ("character 1.cash", "too much potential", "5")),
        ("xp = 4", "reliable = 1", ("character 1.reliable", "too much potential", "1")),
        ('"8"]', '"7"]', ("character 1.items 8", "not allowed here", '"7"')),
        ('"8"]', '" "]', ("character 1.items 8", "not allowed here", '""')),
        ('"8"]', "8]", ("character 1.items 8", "not allowed here", "8")),
        (
            '"8"]',
            '{ name = "8", modifiers = { PHY = 99 } }]',
            ("character 1.items 8.modifiers.PHY", "not allowed here", "99"),
        ),
        ("xp = 4", 'states = ["lite_wound"]', ("character 1.states 1", "not allowed here", '"lite_wound"')),
        ("xp = 4", "overrides = { luck = 2 }", ("character 1.overrides.luck", "not allowed here", '"luck"')),
        ("xp = 4", "creation = { converted = 3 }", ("character 1.creation.converted", "not allowed here", "3")),
    ],
)
def test_one_clear_line_for_each_fault(old: str, new: str, expected: tuple[str, str, str]) -> None:
    text = COMPLETE.replace(old, new)
    if expected[0] == "p.toml":
        assert [f.message.id for f in faults(text)] == ["written twice"]
        return
    assert expected in found(text)
    assert len(faults(text)) == 1


PLAYED = """
[[character]]
id = "ann"
name = "Ann"
played = true
attributes = { PHY = 1 }
trait = "confident"
specialties = ["art", { id = "travel", expended = true, cooling = 1 }]
"""


@pytest.mark.parametrize(
    ("line", "field", "what", "allowed"),
    [
        ("tokens = { FLEX = 2 }", "tokens.FLEX", '"FLEX"', "FLX"),
        ("tokens = { PHY = -1 }", "tokens.PHY", "-1", "a whole number from 1 to 999"),
        ("tokens = { PHY = 2 }\nlocked = { PHY = 5 }", "locked.PHY", "5", "a whole number from 1 to 2"),
        ("used = { emergance = 1 }", "used.emergance", '"emergance"', "emergence"),
        ("used = { exchange_ends = 3 }", "used.exchange_ends", "3", "a whole number from 1 to 2"),
        ("counters = { luckynumber = 3 }", "counters.luckynumber", '"luckynumber"', "lucky_number"),
        ("counters = { lucky_number = 5000 }", "counters.lucky_number", "5000", "a whole number from -99 to 999"),
        ("stored = [4, 4, 4, 4]", "stored", "4", "at most 3"),
        ("stored = [-3]", "stored 1", "-3", "a whole number from 0 to 99"),
        ('borrowed = "kean"', "borrowed", '"kean"', "keen"),
        ('borrowed = "tough"', "borrowed", '"tough"', "a trait of the first table"),
        ('links = [{ a = "art", b = "travels" }]', "links 1.b", '"travels"', "travel (or art)"),
        ('links = [{ a = "art", b = "art" }]', "links 1.b", '"art"', "another specialty"),
        ('passions = ["art", "art"]', "passions 2", '"art"', "each specialty once"),
        ('spent = ["teamwork", "teamwork"]', "spent 2", '"teamwork"', "each of them once"),
        ('spent = ["pistl"]', "spent 1", '"pistl"', "pistol"),
        ('kept = [{ what = "knit" }]', "kept 1.what", '"knit"', "knot (or images, recording, animal)"),
        ('history = [{ session = -1, text = "a" }]', "history 1.session", "-1", "a whole number from 0 to 2147483647"),
        (
            'states = ["light_wound", "burn"]',
            "states 2",
            '"burn"',
            "at most 1 minor states; one more makes them Severe Wound",
        ),
        (
            'states = ["light_wound", "illness"]',
            "states 2",
            '"illness"',
            "at most 1 minor states; one more makes them Severe Illness",
        ),
        ('states = ["dead"]', "states 1", '"dead"', "a state of somebody who lives"),
        ("sanity = true", "sanity", "true", "a whole number from 0 to 99"),
        ("xp = -1", "xp", "-1", "a whole number from 0 to 999"),
        ('trait_nam = "x"', "trait_nam", '"trait_nam"', "trait_name"),
    ],
)
def test_a_sheet_that_has_played_holds_what_play_leads_to(line: str, field: str, what: str, allowed: str) -> None:
    (fault,) = faults(PLAYED + line + "\n")
    words = Words("en", RULESET)
    assert fault.allowed is not None
    assert (fault.field, str(fault.found), words.say(fault.allowed)) == (f"character 1.{field}", what, allowed)
    assert fault.line == len((HEAD + PLAYED + line).splitlines())


@pytest.mark.rule("LP-INJ-005", "LP-TRT-101b", "LP-AID-022")
@pytest.mark.parametrize(
    ("trait", "states"),
    [
        ("tough", '"light_wound", "burn"'),
        ("confident", '"severe_wound", "burn"'),
        ("confident", '"light_wound", "burn:tended"'),
    ],
)
def test_states_that_play_leads_to(trait: str, states: str) -> None:
    """Two minor ones for the tough; a tended one is what treatment leaves of a severe one."""
    assert found(PLAYED.replace('"confident"', f'"{trait}"') + f"states = [{states}]\n") == []


@pytest.mark.rule("LP-SPC-003")
@pytest.mark.parametrize("price", [0, 1, 5])
def test_there_are_two_prices(price: int) -> None:
    (fault,) = faults(COMPLETE.replace('"art"', f'{{ id = "K", price = {price} }}').replace("xp = 4", ""))
    assert (fault.field, str(fault.found)) == ("character 1.specialties 1.price", str(price))
    assert fault.allowed is not None and english(fault.allowed) == "2 or 3"


def test_a_ready_specialty_has_no_cooling() -> None:
    assert found(PLAYED) == []
    ready = PLAYED.replace("expended = true, ", "")
    assert found(ready) == [("character 1.specialties 2.cooling", "not allowed here", "1")]


def test_a_sheet_that_was_made_before_keeps_the_books_figures() -> None:
    campaign = "[campaign]\ncreation = { xp = 15 }\n"
    assert sheets.sheet_of(one(campaign + PLAYED)).overrides == {}
    assert sheets.sheet_of(one(campaign + COMPLETE.replace("xp = 4", ""))).overrides == {"xp": 15}


@pytest.mark.rule("LP-ATT-013", "LP-POT-004")
def test_points_given_up_for_attributes_are_a_source() -> None:
    more = COMPLETE.replace("INF = 2", "INF = 3").replace("potential = 8", "potential = 6")
    assert found(more) == [("character 1.attributes", "too many attribute points", "9")]
    assert found(more.replace("xp = 4", "creation = { converted = 1 }")) == []
    assert found(more.replace("xp = 4", "creation = { rolled = [1, 6], converted = 1, accepted = true }")) == []
    lies = more.replace("xp = 4", "creation = { rolled = [3, 6], converted = 1 }")
    assert [f for f, _, _ in found(lies)] == ["character 1.creation.converted"]
    rolled = more.replace("xp = 4", "creation = { rolled = [1, 5], rerolls = 1, converted = 1, accepted = true }")
    assert [f for f, _, _ in found(rolled)] == ["character 1.potential"]


@pytest.mark.rule("LP-SPC-002")
def test_more_potential_for_one_xp_less() -> None:
    choice = 'creation = { xp = "more_potential" }'
    text = COMPLETE.replace("potential = 8", "potential = 16").replace("xp = 4", choice)
    assert found(text) == []
    assert sheets.sheet_of(one(text)).xp == 3
    assert [f for f, _, _ in found(text.replace("= 16", "= 17"))] == ["character 1.potential"]


def test_specialties_and_skills_of_no_table_say_so() -> None:
    text = COMPLETE.replace('"art"', '{ id = "Clockwork", price = 2 }').replace(
        'minor = ["swimming"]', 'minor = ["Glassblowing"], agreed = ["Glassblowing"]'
    )
    person = one(text)
    assert "Clockwork" in sheets.sheet_of(person).specialties
    assert person.skills == ("lockpicking", "Glassblowing")
    assert not sheets.sheet_of(person).creation.open


@pytest.mark.rule("LP-CHR-002")
def test_the_campaigns_own_figures_hold_for_new_sheets() -> None:
    text = "[campaign]\ncreation = { xp = 15 }\n" + COMPLETE.replace("xp = 4", "xp = 7")
    sheet = sheets.sheet_of(one(text.replace("xp = 7", "")))
    assert (sheet.xp, sheet.overrides) == (7, {"xp": 15})
    assert found(text) == []
    assert [f for f, _, _ in found("[campaign]\ncreation = { xpp = 15 }\n")] == ["campaign.creation.xpp"]
    assert [f for f, _, _ in found("[campaign]\ncreation = { xp = 1000 }\n")] == ["campaign.creation.xp"]


@pytest.mark.rule("LP-FRZ-026", "LP-FRZ-030b")
def test_frenzy_states_of_a_file_begin_with_all_that_they_bring(table: Table) -> None:
    person = one(COMPLETE.replace("xp = 4", 'frenzies = ["焦虑症", "your_best_friend"]'))
    sheet = sheets.sheet_of(person)
    assert sheet.frenzies[0] == Frenzy(id="anxiety", figures={"loss": 3})
    assert sheet.specialties["specialty_best_friend"] == Specialty(granted="your_best_friend")
    assert sheet.xp == 4, "nothing is paid for it"
    row = '{ id = "anxiety", cause = "the barn fire", figures = { loss = 2 } }'
    assert sheets.sheet_of(one(COMPLETE.replace("xp = 4", f"frenzies = [{row}]"))).frenzies[0].figures == {"loss": 2}
    who = table.pc("Mike", attributes={"MND": 2})
    tx = table.writing()
    sheets.change(tx, who, frenzies=(Frenzy(id="anxiety"),))
    table.session.replace_state(tx.state)
    table.do(RollCheck(who=who, kind="MND", difficulty=6), [1, 2, 3, 6])
    assert sheets.sheet_of(table.who("Mike")).frenzies[0].figures == {"loss": 2}, "three at first"


@pytest.mark.rule("LP-FRZ-025b", "LP-FRZ-110", "LP-TRT-124")
@pytest.mark.parametrize(
    ("old", "new", "asked"),
    [
        ("xp = 4", 'frenzies = ["dependency"]', ["frenzy_item"]),
        ("xp = 4", 'frenzies = ["ptsd"]', ["frenzy_cause"]),
        ("xp = 4", 'frenzies = [{ id = "ptsd", cause = "the barn fire" }]', []),
        ('"keen"', '"candid"', ["trait_specialty"]),
        ('"reading_people"]', '"reading_people", { id = "agility", granted = "candid" }]\ntrait = "candid"', []),
    ],
)
def test_what_a_file_does_not_say_is_asked_for(old: str, new: str, asked: list[str]) -> None:
    text = COMPLETE.replace('trait = "keen"\n', "") if "trait =" in new else COMPLETE
    assert [q.kind for q in read(text.replace(old, new)).questions.values()] == asked


@pytest.mark.rule("LP-SPC-010")
def test_no_file_makes_a_passion_of_what_can_be_none() -> None:
    owns = COMPLETE.replace('"reading_people"]', '"reading_people", { id = "premonition", granted = "revelation" }]')
    assert found(owns.replace("xp = 4", 'passions = ["art"]')) == []
    refused = found(owns.replace("xp = 4", 'passions = ["premonition"]'))
    assert refused == [("character 1.passions 1", "not allowed here", '"premonition"')]


@pytest.mark.rule("LP-CHR-012", "LP-CHR-013", "LP-CHR-011")
def test_labels_need_their_switch() -> None:
    text = COMPLETE.replace("xp = 4", 'type = "child"')
    assert found("[options]\nchildren = true\n" + text) == []
    back = COMPLETE.replace("xp = 4", 'returning = true\ngames = ["Old house"]')
    assert found(back) == []
    assert [f for f, _, _ in found("[options]\nreturning = false\n" + back)] == ["character 1.returning"]


def test_people_are_told_apart() -> None:
    twice = COMPLETE + COMPLETE
    assert [(f, m) for f, m, _ in found(twice)] == [("character 2.id", "id given twice")]
    other = COMPLETE + COMPLETE.replace('"ann"', '"bo"')
    assert [(f, m) for f, m, _ in found(other)] == [("character 2.name", "name of two people")]


def test_all_faults_of_a_file_are_named_in_one_run() -> None:
    lines = [f.line_text() for f in scenarios.check_file(BAD)]
    expected = BAD.with_suffix(".txt").read_text(encoding="utf-8").splitlines()
    assert [line.partition(".toml:")[2] for line in lines] == expected


@pytest.mark.parametrize("name", ["blank", "jessica_and_mike"])
def test_the_parties_that_come_with_the_program(name: str) -> None:
    for lang in ("en", "zh"):
        state = scenarios.party_state(scenarios.load_party(name), lang)
        assert isinstance(state, LawnState)
        for person in state.entities.values():
            assert (person.presence == "outside") == (name == "blank")
    assert set(scenarios.names("party")) >= {"blank", "jessica_and_mike"}


def test_jessica_and_mike_are_the_characters_of_the_book() -> None:
    state = scenarios.party_state(scenarios.load_party("jessica_and_mike"), "en")
    jessica, mike = (sheets.sheet_of(p) for p in state.entities.values())  # type: ignore[arg-type]
    assert {"reading_people", "deft_hands", "art", "listening", "premonition"} <= set(jessica.specialties)
    assert jessica.passions == ("reading_people",)
    assert (jessica.trait, [f.id for f in jessica.frenzies]) == ("revelation", ["sleepwalking"])
    assert jessica.belongings[0].name == "Make-up Kit"
    assert mike.relations == {"jessica": "childhood friends"}
    assert set(state.entities["pc-002"].weapons) == {"pistol", "long_knife"}  # type: ignore[attr-defined]
    assert [
        p.name for p in scenarios.party_state(scenarios.load_party("jessica_and_mike"), "zh").entities.values()
    ] == [
        "杰西卡·赫本",
        "迈克·托马斯",
    ]


def test_the_blank_party_shows_every_key_it_names() -> None:
    path = scenarios.find("blank", "party")
    text = path.read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.startswith("# ") and " = " in line]
    shown = {line[2:].partition(" =")[0] for line in lines}
    assert {"attributes", "potential", "trait", "specialties", "passions", "skills", "items", "creation"} <= shown


# Writing -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-CHR-001")
def test_everything_about_a_character_is_carried_along(table: Table) -> None:
    maker = Maker(table)
    maker.about("occupation", "scholar")
    maker.about("dominant", "both")
    maker.all_but()
    table.do(creation.Finish(who=maker.who))
    other = table.pc("Mike", attributes={"PHY": 2}, sanity=1, sanity_max=3)
    table.do(creation.Relate(a=maker.who, b=other, text="old friends"))
    table.do(items.TakeOut(who=maker.who, item="Make-up Kit", part="mirror"))
    table.do(SetOption(option="swimming_is_common", value=True))
    table.do(SetField(who=(other,), field="potential", value=5))
    tx = table.writing()
    injuries.gain(tx, other, "light_wound", tended=True)
    injuries.gain(tx, other, "injured_hand", side="left")
    sheets.change(
        tx,
        other,
        frenzies=(Frenzy(id="sleepwalking", permanent=True, cause="a ghost"),),
        specialties={"art": Specialty(price=2, expended=True, cooling=1), "Clockwork": Specialty(price=2)},
        passions=("art",),
        counters={"lucky_number": 7},
        words={"plan": "leave"},
        used={"emergence": 1},
        tokens={"PHY": 2},
        history=(Remark(1, "met a ghost"),),
        returning=True,
        games=("The old house",),
    )
    sheets.change_campaign(tx, players=2, session=3, everyday={"lighter": True}, language="French")
    sheets.change_campaign(tx, once=(f"exchange {other}",))
    state = again(tx.state)
    assert state.campaign == replace(tx.state.campaign, once=("exchange pc-002",))
    assert state.options == tx.state.options
    for before, after in zip(tx.state.entities.values(), state.entities.values(), strict=True):
        assert replace(after, key="", shown_as="") == replace(before, key="", shown_as="")


def test_the_order_of_people_does_not_mix_them_up(table: Table) -> None:
    table.npc("Cowboy")
    table.pc("Otto")
    mike = table.pc("Mike")
    table.do(Remove(who=table.ids["Otto"]))
    tx = table.writing()
    sheets.change_campaign(tx, once=(f"exchange {mike}", "reward pc-009"))
    state = again(tx.state)
    assert [p.name for p in state.entities.values()] == ["Mike"]
    assert state.campaign.once == ("exchange pc-001", "reward pc-009")


def test_two_of_a_name_or_with_a_tag_for_a_name_can_be_read_again(table: Table) -> None:
    for name in ("Mike", "Mike", "2", "A"):
        table.pc(name)
    state = again(table.state)
    assert [(p.name, p.key) for p in state.entities.values()] == [
        ("Mike", "mike"),
        ("Mike 2", "mike_2"),
        ("2", "pc_2"),
        ("A", "pc_a"),
    ]


def test_a_character_in_the_middle_of_creation_is_carried_along(table: Table) -> None:
    maker = Maker(table)
    maker.even()
    maker.roll(2, 5)
    maker.xp("more_potential")
    state = again(table.state)
    person = next(iter(state.entities.values()))
    assert replace(person, shown_as="") == replace(maker.person, shown_as="")
    assert creation_steps.missing(state, person.id) == tuple(maker.missing)


@pytest.mark.rule("LP-CHR-011")
def test_whoever_has_played_a_game_returns_unchanged(table: Table) -> None:
    who = table.pc("Jessica", sanity=2, sanity_max=3)
    table.do(SetField(who=(who,), field="potential", value=3))
    state = again(table.state, over=True)
    sheet = sheets.sheet_of(state.entities["pc-001"])
    assert (sheet.returning, sheet.games) == (True, ("test",))
    twice = sheets.sheet_of(again(state, over=True).entities["pc-001"])
    assert twice.games == ("test", "test")
    plain = replace(state.entities["pc-001"], sheet=replace(sheet, returning=False, games=()), key="")
    assert replace(plain, shown_as="") == replace(table.who("Jessica"), shown_as="")
    here = sheets.sheet_of(again(table.state).entities["pc-001"])
    assert (here.returning, here.games) == (False, ())


def test_the_dead_stay_behind_and_nobody_is_no_party(table: Table) -> None:
    who = table.pc("Jessica")
    tx = table.writing()
    injuries.gain(tx, who, "dead")
    with pytest.raises(ContentError) as wrong:
        parties.text_of(RULESET, tx.state)
    assert wrong.value.faults[0].message.id == "no player character to take along"


def test_names_that_are_no_words(table: Table) -> None:
    for name in ("Old Joe", "old joe", "杰西卡", "…"):
        table.pc(name)
    written = toml.loads(parties.text_of(RULESET, table.state))
    rows: Any = written["character"]
    assert [row["id"] for row in rows] == ["old_joe", "old_joe_2", "杰西卡", "pc_004"]


def test_a_file_without_a_campaign_has_none(table: Table) -> None:
    table.pc("Jessica")
    assert set(toml.loads(parties.text_of(RULESET, table.state))) == {"party", "character"}
    assert again(table.state).campaign == Campaign()


def test_a_passion_without_specialties_is_told_what_is_needed() -> None:
    text = COMPLETE.replace("specialties =", "specialities =").replace("xp = 4", 'passions = ["art"]')
    allowed = [english(f.allowed) for f in faults(text) if f.field.startswith("character 1.passions") and f.allowed]
    assert allowed == ["a specialty that the character has"]

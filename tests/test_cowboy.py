"""The worked crisis of the book, "Cowboy in the wood": the main line in both languages, and its branches.

The shot and the rope are entered as checks with the GM's corrections; the attack chapter makes them real attacks.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gmconsole.core.session import Accepted
from gmconsole.rulesets.lawn import distance, injuries, ladders
from gmconsole.rulesets.lawn.checks import CheckSettled
from gmconsole.rulesets.lawn.initiative import DifficultySet
from gmconsole.rulesets.lawn.slots import Pass

from .helpers import Fight, labels, script

START = {("cowboy", "jessica"): "medium", ("cowboy", "mike"): "medium", ("jessica", "mike"): "near"}
BODY = {("body", "jessica"): "medium", ("body", "mike"): "medium", ("body", "cowboy"): "medium"}
CHASED = {("cowboy", "jessica"): "touch", ("cowboy", "mike"): "medium", ("jessica", "mike"): "medium"}


def bands_are(fight: Fight, expected: dict[tuple[str, str], str]) -> None:
    assert {pair: fight.band(*pair) for pair in expected} == expected


def ready(lines: int, *, but: dict[int, str] | None = None) -> Fight:
    """The fight after so many lines of the main line, some of them replaced (by their number)."""
    fight = Fight()
    for number, line in enumerate(script("cowboy")[:lines], start=1):
        fight.run((but or {}).get(number, line))
    return fight


def line(start: str) -> int:
    """The number of the first line of the main line that starts like this."""
    return next(n for n, text in enumerate(script("cowboy"), start=1) if text.startswith(start))


LINES = {
    "initiative": line("initiative jessica") - 1,
    "neutral": line("hazard") - 1,
    "movement": line("declare") - 1,
    "speed": line("speed"),
    "action": line("order") - 1,
    "jessica": line("observe") - 1,
    "mike": line("act mike") - 1,
}


# The main line ----------------------------------------------------------------------------------------------------


def before_anything(fight: Fight) -> None:
    assert fight.state.mode == "calm"
    assert fight.who("jessica").sanity == fight.who("jessica").sanity_max == 3
    assert (fight.who("mike").sanity, fight.who("mike").sanity_max) == (1, 3)
    assert fight.load("mike", "pistol") == (3, 3)
    cowboy = fight.who("cowboy")
    assert (cowboy.life, cowboy.life_max, cowboy.speed) == (3, 3, "sprint")
    assert fight.who("body").hidden
    assert fight.state.environment == ("dark",)
    assert not fight.lit()
    bands_are(fight, {**START, **BODY})


def started(fight: Fight) -> None:
    """LP-CRI-001, -011, -019, -025: round 1 opens, no band is missing."""
    assert (fight.state.mode, fight.state.round, fight.state.phase) == ("crisis", 1, "initiative")
    assert fight.owed() == ["difficulty", "initiative jessica", "initiative mike"]
    bands_are(fight, START)


def difficulty_said(fight: Fight) -> None:
    assert fight.state.crisis.difficulty == 9
    entry = fight.encounter.session.history.entries[-1]
    assert [(e.base, e.friends, e.after) for e in entry.events if isinstance(e, DifficultySet)] == [(9, 0, 9)]
    assert [t.dice for t in fight.encounter.ruleset.agenda(fight.state)] == [(8, 9), (6, 9)]
    assert fight.owed() == ["initiative jessica", "initiative mike"]


def initiative_taken(fight: Fight) -> None:
    """LP-INI-005, -007, -008: both before the Cowboy, who rolls nothing; their own order is still open."""
    assert {fight.key(w): (r.outcome, r.degree) for w, r in fight.state.crisis.initiative.items()} == {
        "jessica": ("success", 0),
        "mike": ("success", 0),
    }
    assert fight.groups() == {"before": ["jessica", "mike"], "hostile": ["cowboy"], "friendly": [], "after": []}
    assert fight.owed() == []


def neutral_entered(fight: Fight) -> None:
    assert (fight.state.round, fight.state.phase) == (1, "neutral")
    assert fight.owed() == []


def hazard_named(fight: Fight) -> None:
    assert fight.owed() == ["check jessica", "check mike"]
    assert [t.dice for t in fight.encounter.ruleset.agenda(fight.state)] == [(5, 6), (5, 6)]


def tripped(fight: Fight) -> None:
    """LP-NEU-002, -029: the failure brings Jessica down at once; two ones do not help her."""
    assert fight.states("jessica") == ["prone"]
    assert fight.owed() == ["check mike"]


def not_tripped(fight: Fight) -> None:
    assert (fight.states("jessica"), fight.states("mike"), fight.states("cowboy")) == (["prone"], [], [])
    assert fight.owed() == []
    bands_are(fight, START)


def movement_entered(fight: Fight) -> None:
    assert fight.state.phase == "movement"
    assert fight.owed() == ["declare cowboy", "declare jessica", "declare mike"]


def declared(fight: Fight) -> None:
    """LP-MOV-015, -019: no check for Sprint against Crawl, one for Sprint against Sprint."""
    assert fight.owed() == ["speed mike"]
    bands_are(fight, START)


def moved(fight: Fight) -> None:
    """LP-MOV-014, -033, -054, -057: both pairs change together; the shared place is proposed."""
    bands_are(fight, {**CHASED, ("jessica", "mike"): "near"})
    assert fight.owed() == ["question:share_place jessica"]


def placed(fight: Fight) -> None:
    """LP-MOV-062, LP-CRI-028: Jessica is where the Cowboy is; nobody has used an action."""
    bands_are(fight, {**CHASED, **BODY})
    assert fight.owed() == []
    assert fight.slots() == {}
    assert fight.states("jessica") == ["prone"]


def action_entered(fight: Fight) -> None:
    assert fight.state.phase == "action"
    assert fight.owed("order") == ["order jessica"]
    assert fight.turn() == ""


def ordered(fight: Fight) -> None:
    """LP-INI-009, LP-CRI-029."""
    assert fight.order() == ["jessica", "mike", "cowboy"]
    assert fight.turn() == "jessica"


def observed(fight: Fight) -> None:
    """LP-ACT-008: no check, no action; in the dark one sees everything at Touch (Q-D03)."""
    assert fight.who("jessica").observed == 1
    assert fight.sight("jessica", "cowboy") == "full"
    assert (fight.turn(), fight.slots()) == ("jessica", {})
    fight.refused(observe[fight.encounter.driver.lang], "observed-already")


observe = {"en": "observe jessica", "zh": "观察 杰西卡"}


def lamp_lit(fight: Fight) -> None:
    """LP-ACT-004, -006, -020: the action is spent; bands and posture stay."""
    assert fight.slots() == {"jessica": "acted"}
    assert fight.turn() == "mike"
    assert fight.states("jessica") == ["prone"]
    bands_are(fight, CHASED)


def lamp_burns(fight: Fight) -> None:
    """LP-CRI-032: the lamp lights everything within Medium of Jessica."""
    (light,) = fight.state.lights.values()
    assert (light.source, light.carrier, light.covers) == ("oil_lamp", fight.id("jessica"), ())
    assert (distance.LIGHTS["oil_lamp"].limit, distance.LIGHTS["oil_lamp"].shape) == ("medium", "sphere")
    assert fight.lit() == {"jessica", "mike", "cowboy", "body"}
    assert fight.sight("mike", "cowboy") == "full"
    assert distance.outline_penalty(fight.state, fight.id("mike"), fight.id("cowboy")) == 0


def unshaken(fight: Fight) -> None:
    """LP-ACT-018, LP-CRI-033: a check out of turn costs no slot; a success costs no sanity."""
    assert fight.who("jessica").sanity == 3
    assert fight.who("mike").sanity == 1
    assert fight.turn() == "mike"
    assert fight.slots() == {"jessica": "acted"}


def shot(fight: Fight) -> None:
    assert fight.slots() == {"jessica": "acted", "mike": "acted"}
    assert fight.turn() == "cowboy"
    (settled,) = [e for e in fight.encounter.session.history.entries[-1].events if isinstance(e, CheckSettled)]
    assert (settled.outcome, settled.degree, settled.passed) == ("critical_success", 1, True)
    assert "question:critical mike" in fight.all_tasks(), "a critical asks for a special event"


def burst_spent(fight: Fight) -> None:
    assert fight.load("mike", "pistol") == (2, 3)


def hit(fight: Fight) -> None:
    assert (fight.who("cowboy").life, fight.who("cowboy").life_max) == (2, 3)


def down(fight: Fight) -> None:
    """LP-CRI-035, LP-ACT-011: alive, and his slot is lost."""
    assert fight.states("cowboy") == ["down"]
    assert injuries.status(fight.who("cowboy")) == "cannot_act"
    assert not injuries.is_dead(fight.who("cowboy"))
    assert fight.owed() == ["slot cowboy"]
    task = next(t for t in fight.encounter.ruleset.agenda(fight.state) if t.kind == "slot")
    assert task.command == Pass(who=fight.id("cowboy"))


def ended(fight: Fight) -> None:
    """LP-CRI-008, -036: rounds are over, in round 1, after the second slot; what ran is handed to the GM."""
    assert (fight.state.mode, fight.state.phase, fight.state.phases) == ("calm", "", ())
    assert fight.state.round == 1
    assert fight.who("jessica").observed == 0
    assert fight.states("cowboy") == ["down"], "open to the GM"
    assert (fight.who("jessica").sanity, fight.states("jessica")) == (3, ["prone"])
    assert (fight.who("mike").sanity, fight.states("mike"), fight.load("mike", "pistol")) == (1, [], (2, 3))
    assert fight.who("cowboy").life == 2


AFTER: list[tuple[str, Callable[[Fight], None]]] = [
    ("start", started),
    ("difficulty", difficulty_said),
    ("initiative jessica", lambda f: None),
    ("initiative mike", initiative_taken),
    ("next", neutral_entered),
    ("hazard", hazard_named),
    ("check jessica = 1 1 3 5 5", tripped),
    ("check mike    = 2 3 4 6 6", not_tripped),
    ("next", movement_entered),
    ("declare cowboy", lambda f: None),
    ("declare jessica", lambda f: None),
    ("declare mike", declared),
    ("speed mike", moved),
    ("accept", placed),
    ("next", action_entered),
    ("order", ordered),
    ("observe", observed),
    ("act jessica", lamp_lit),
    ("light jessica", lamp_burns),
    ("check jessica MND", lambda f: None),
    ("check mike    MND", unshaken),
    ("act mike", shot),
    ("load mike", burst_spent),
    ("life cowboy", hit),
    ("state cowboy", down),
    ("end crisis", ended),
]


@pytest.mark.rule(
    "LP-CRI-025",
    "LP-CRI-026",
    "LP-CRI-027",
    "LP-CRI-028",
    "LP-CRI-029",
    "LP-CRI-030",
    "LP-CRI-032",
    "LP-CRI-033",
    "LP-CRI-034",
    "LP-CRI-035",
)
@pytest.mark.parametrize(("lang", "name"), [("en", "cowboy"), ("zh", "cowboy_zh")])
def test_the_main_line_line_by_line(lang: str, name: str) -> None:
    fight = Fight(lang=lang)
    before_anything(fight)
    lines = script(name)
    assert len(lines) == len(AFTER)
    assert all(text.startswith(start) for text, (start, _) in zip(script("cowboy"), AFTER, strict=True))
    for text, (_, holds) in zip(lines, AFTER, strict=True):
        fight.run(text)
        holds(fight)


def test_both_languages_make_the_same_fight() -> None:
    """The same commands but for what the GM wrote in words, and so the same states but for names."""
    one, other = Fight(), Fight(lang="zh")
    one.run(*script("cowboy"))
    other.run(*script("cowboy_zh"))
    assert one.state.crisis == other.state.crisis
    assert one.state.bands == other.state.bands
    assert [e.dice for e in one.encounter.session.history.entries] == [
        e.dice for e in other.encounter.session.history.entries
    ]
    for key in ("jessica", "mike", "cowboy", "body"):
        a, b = one.who(key), other.who(key)
        assert (a.sanity, a.life, a.states, a.load, a.presence) == (b.sanity, b.life, b.states, b.load, b.presence)


@pytest.mark.parametrize(("lang", "name"), [("en", "cowboy"), ("zh", "cowboy_zh")])
def test_what_the_log_says_how_to_do_again_does_it_again(lang: str, name: str) -> None:
    """The undo list as lines, with the dice of each entry, plays the same fight in either language."""
    fight, again = Fight(lang=lang), Fight(lang=lang)
    fight.run(*script(name))
    entries = fight.encounter.session.history.entries
    for index, entry in enumerate(entries):
        assert again.state == fight.encounter.session.history.state(index)
        assert entry.command is not None
        faces = " ".join(str(face) for roll in entry.dice for face in roll.faces)
        again.run(again.encounter.driver.line(entry.command) + (f" = {faces}" if faces else ""))
    assert again.state == fight.state
    assert len(labels(fight.encounter)) == len(entries)


@pytest.mark.rule("LP-CRI-036")
def test_free_actions_afterwards() -> None:
    """Outside a crisis nobody needs a slot: Mike helps Jessica up, the lamp goes out, the two leave."""
    fight = Fight()
    fight.run(*script("cowboy"))
    fight.run('act mike "help Jessica up"', "state jessica -prone")
    assert fight.states("jessica") == []
    fight.run("light jessica out")
    assert fight.lit() == set()
    assert fight.state.lights == {}
    jessica, mike, cowboy = (fight.who(k) for k in ("jessica", "mike", "cowboy"))
    assert (jessica.sanity, jessica.sanity_max, jessica.states, jessica.observed) == (3, 3, (), 0)
    assert (mike.sanity, mike.sanity_max, mike.states) == (1, 3, ())
    assert fight.load("mike", "pistol") == (2, 3)
    assert (cowboy.life, cowboy.life_max, [s.id for s in cowboy.states]) == (2, 3, ["down"])
    assert fight.owed() == []
    record = fight.who("cowboy")
    fight.run("state cowboy -down", "start crisis fight")
    assert (fight.id("cowboy"), fight.who("cowboy").life, fight.groups()["hostile"]) == (record.id, 2, ["cowboy"])


@pytest.mark.rule("LP-CRI-031")
def test_rolling_aside_instead_eases_dodging() -> None:
    fight = ready(LINES["jessica"])
    fight.run('defend jessica "roll aside"')
    (question,) = fight.encounter.ruleset.agenda(fight.state)[:1]
    assert fight.encounter.words().say(question.what) == "How much easier is dodging for Jessica this round? (D-3)"
    fight.run("accept", "pass mike", "act cowboy rope FLX=dodge D9 against jessica")
    assert [c.difficulty for c in fight.state.checks.values()] == [6]
    fight = ready(LINES["mike"])
    fight.run("pass mike", "act cowboy rope FLX=dodge D9 against jessica")
    assert [c.difficulty for c in fight.state.checks.values()] == [9], "she lit the lamp instead"


@pytest.mark.rule("LP-CRI-032")
def test_a_lamp_that_does_not_light_costs_the_action_as_well() -> None:
    fight = ready(LINES["jessica"])
    assert fight.rolled('act jessica "light the lamp" OPR D6 = 4 5 5 2 2') == "failure/0"
    assert fight.slots() == {"jessica": "acted"}
    assert fight.lit() == set()


def test_talking_costs_nothing() -> None:
    """LP-ACT-009: in Jessica's slot; only what changes the state would be in the way."""
    fight = ready(LINES["jessica"])
    before = fight.state
    fight.run('talk mike "roll aside?"', 'talk jessica "with this leg?"')
    assert fight.state == before


def test_the_prompt_says_what_comes_next() -> None:
    """The console names before what the main line is about to say."""
    fight = Fight()
    asked = []
    for text in script("cowboy"):
        asked.append(fight.prompt())
        fight.run(text)
    assert asked[LINES["initiative"] - 1] == "Initiative difficulty of this round?"
    assert asked[LINES["neutral"] + 1] == "Jessica rolls FLX=balance D6"
    assert asked[LINES["speed"] - 1] == "Mike against Cowboy: speed check D6"


# Branches ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-CRI-028")
def test_b1_mikes_speed_check_fails() -> None:
    fight = ready(LINES["speed"] - 1)
    assert fight.rolled("speed mike cowboy D6 = 2 2 5 5 6") == "failure/0"
    bands_are(fight, {("cowboy", "mike"): "near", ("cowboy", "jessica"): "touch"})


@pytest.mark.rule("LP-CRI-028")
@pytest.mark.parametrize("content_with", ["far", "medium"])
def test_b2_mikes_speed_check_has_degree(content_with: str) -> None:
    fight = ready(LINES["speed"] - 1)
    assert fight.rolled("speed mike cowboy D6 = 1 4 2 6 3") == "success/1"
    assert fight.band("cowboy", "mike") == "far"
    if content_with == "medium":
        fight.run("less mike cowboy medium")
    assert fight.band("cowboy", "mike") == content_with
    assert fight.owed() == ["question:share_place jessica"]
    fight.run("accept")
    bands_are(fight, {("cowboy", "jessica"): "touch", ("jessica", "mike"): content_with})


def test_b3_jessica_stays_on_her_feet() -> None:
    fight = ready(LINES["speed"] - 1, but={LINES["neutral"] + 2: "check jessica = 2 3 4 6 6"})
    assert fight.states("jessica") == []
    assert fight.owed() == ["speed jessica", "speed mike"]
    assert fight.rolled("speed jessica cowboy D6 = 2 2 5 5 6") == "failure/0"
    bands_are(fight, START)
    fight.run("speed mike cowboy D6 = 3 5 4 6 3")
    bands_are(fight, {("cowboy", "jessica"): "near", ("cowboy", "mike"): "medium"})


def test_b4_the_crisis_has_already_begun() -> None:
    fight = Fight()
    fight.run("option already_begun on")
    fight.run(*script("cowboy")[: LINES["movement"]])
    assert fight.state.phase == "action", "there is no movement phase in round 1"
    assert "movement" in fight.state.skipped
    bands_are(fight, START)
    fight.run(*script("cowboy")[LINES["action"] : LINES["mike"]])
    assert fight.lit() == {"jessica", "mike", "cowboy", "body"}
    assert fight.band("cowboy", "jessica") == "medium"
    fight.run(script("cowboy")[LINES["mike"]], "pass cowboy", "next", "difficulty D9")
    assert (fight.state.round, fight.state.phase) == (2, "initiative")
    fight.run("initiative jessica = 4 7 5 9 6 2 2 8", "initiative mike = 2 9 3 6 4 6", "next")
    fight.run("phase movement")
    assert (fight.state.round, fight.state.phase) == (2, "movement")
    assert fight.owed() == ["declare cowboy", "declare jessica", "declare mike"]


def b5() -> Fight:
    """Jessica fails initiative; up to the action phase."""
    fight = ready(LINES["action"], but={LINES["initiative"] + 1: "initiative jessica = 2 2 4 4 6 6 8 8"})
    bands_are(fight, CHASED)
    return fight


def test_b5_jessica_fails_initiative() -> None:
    fight = ready(LINES["initiative"])
    assert fight.rolled("initiative jessica = 2 2 4 4 6 6 8 8") == "failure/0"
    fight = b5()
    assert fight.groups() == {"before": ["mike"], "hostile": ["cowboy"], "friendly": [], "after": ["jessica"]}
    assert fight.order() == ["mike", "cowboy", "jessica"]
    assert (fight.turn(), fight.owed("order")) == ("mike", [])
    assert fight.sight("mike", "cowboy") == "outline"
    assert distance.outline_penalty(fight.state, fight.id("mike"), fight.id("cowboy")) == 3
    assert fight.rolled('act mike "fire the revolver" OPR=hit D12 +2 "burst" = 4 5 6 9 9 2 2') == "success/0"


def test_b6_the_rope_stuns_jessica_before_her_slot() -> None:
    fight = b5()
    fight.run("pass mike")
    fight.run('act cowboy "throw the rope" FLX=dodge D9 against jessica')
    assert fight.owed()[0] == "check jessica"
    assert fight.rolled("check jessica = 2 2 5 7 9") == "failure/0"
    fight.run("state jessica +stunned")
    assert (fight.turn(), injuries.status(fight.who("jessica"))) == ("jessica", "cannot_act")
    fight.refused("act jessica", "cannot-act")
    fight.run("next")
    assert fight.slots() == {"mike": "passed", "cowboy": "acted", "jessica": "skipped"}
    fight.run("next")
    assert (fight.state.round, fight.state.phase, "stunned" in fight.states("jessica")) == (2, "initiative", True)
    fight.run("difficulty D9", "initiative jessica = 2 3 4 6 6 8 8 9", "initiative mike = 2 9 3 6 4 6", "next")
    assert (fight.state.round, fight.state.phase) == (2, "neutral")
    assert fight.states("jessica") == ["prone"]


def test_b7_the_rope_stuns_mike_after_his_slot() -> None:
    fight = ready(LINES["mike"])
    assert fight.rolled('act mike "fire the revolver" OPR=hit D9 +2 "burst" = 4 5 6 9 9 2 2') == "success/0"
    fight.run("load mike pistol -1", "life cowboy -1")
    assert fight.turn() == "cowboy"
    fight.run('act cowboy "throw the rope" FLX=dodge D9 against mike')
    assert fight.rolled("check mike = 3 3 6 6 9") == "failure/0"
    fight.run("state mike +stunned", "next", "difficulty D9")
    fight.run("initiative jessica = 4 7 5 9 6 2 2 8", "initiative mike = 2 9 3 6 4 6", "next")
    assert (fight.state.round, fight.state.phase, fight.states("mike")) == (2, "neutral", ["stunned"])
    fight.run("next")
    assert fight.state.phase == "movement"
    assert fight.owed() == ["declare cowboy", "declare jessica"], "the stunned are static"
    fight.refused("declare mike retreat cowboy", "cannot-move")
    fight.run("stay", "next", "order jessica mike", "pass jessica", "pass mike", "pass cowboy")
    assert fight.slots() == {"jessica": "passed", "mike": "skipped", "cowboy": "passed"}
    fight.run("next", "difficulty D9")
    fight.run("initiative jessica = 4 7 5 9 6 2 2 8", "initiative mike = 2 9 3 6 4 6")
    assert (fight.state.round, fight.states("mike")) == (3, ["stunned"])
    fight.run("next")
    assert (fight.state.round, fight.state.phase, fight.states("mike")) == (3, "neutral", [])


@pytest.mark.rule("LP-CRI-033")
@pytest.mark.parametrize("brink", [False, True])
def test_b8_the_sight_is_too_much_for_mike(brink: bool) -> None:
    fight = ready(LINES["mike"] - 1)
    assert fight.rolled("check mike MND D9 = 2 2 5 7 9") == "failure/0"
    fight.run("sanity mike -1")
    assert (fight.who("mike").sanity, fight.states("mike")) == (0, [])
    assert fight.owed()[0] == "question:faint mike"
    (question,) = fight.state.questions.values()
    if brink:
        fight.run(f"answer {question.id} on_the_brink")
        assert fight.states("mike") == ["on_the_brink"]
        assert (fight.turn(), fight.owed()) == ("mike", ["slot mike", "slot cowboy"])
        return
    fight.run("accept")
    assert fight.order() == ["jessica", "mike", "cowboy"]
    assert fight.turn() == "mike"
    fight.refused("act mike", "cannot-act")
    fight.run("next")
    assert fight.slots() == {"jessica": "acted", "mike": "skipped"}
    assert fight.turn() == "cowboy"


def test_b11_jessica_goes_second() -> None:
    fight = ready(LINES["action"])
    fight.run("order mike jessica")
    assert fight.order() == ["mike", "jessica", "cowboy"]
    assert fight.turn() == "mike"
    assert fight.sight("mike", "cowboy") == "outline"
    assert distance.outline_penalty(fight.state, fight.id("mike"), fight.id("cowboy")) == 3
    fight.refused('act jessica "light the lamp" OPR D6', "not-your-turn")
    fight.run(
        'act mike "fire" OPR=hit D12 = 4 5 6 9 9',
        'act jessica "light the lamp" OPR D6 = 4 5 6 2 2',
        "light jessica oil_lamp",
    )
    assert fight.sight("mike", "cowboy") == "full", "too late for Mike"
    assert fight.slots() == {"mike": "acted", "jessica": "acted"}


def test_b12_crawling_away_is_no_action() -> None:
    fight = ready(LINES["jessica"])
    fight.run('act jessica "light the lamp" OPR D6 = 4 5 6 2 2')
    fight.refused("declare jessica retreat cowboy by crawl", "not-in-movement")
    fight.refused("less jessica cowboy near", "not-in-movement")
    bands_are(fight, CHASED)
    assert fight.slots() == {"jessica": "acted"}


def b13() -> Fight:
    """Round 2, movement resolved: the Cowboy is kept down, both flee."""
    fight = ready(len(script("cowboy")) - 1)
    fight.run("next")
    assert fight.slots() == {"jessica": "acted", "mike": "acted", "cowboy": "skipped"}
    fight.run("next", "difficulty D9")
    fight.run("initiative jessica = 4 7 5 9 6 2 2 8", "initiative mike = 2 9 3 6 4 6", "next")
    assert fight.states("cowboy") == [], "his slot of round 1 is counted (LP-NEU-006, -007)"
    fight.run("state cowboy +down", "next")
    assert (fight.state.round, fight.state.phase) == (2, "movement")
    assert fight.owed() == ["declare jessica", "declare mike"], "the Cowboy is static"
    fight.run("declare jessica retreat cowboy", "declare mike retreat cowboy by sprint")
    return fight


def test_b13_the_cowboy_is_kept_down_for_another_round() -> None:
    fight = b13()
    assert fight.owed() == [], "nobody rolls against somebody static"
    bands_are(fight, {("cowboy", "mike"): "far", ("cowboy", "jessica"): "near", ("jessica", "mike"): "medium"})
    assert fight.states("jessica") == ["prone"], "with somebody hostile at Touch she could not get up"
    assert ladders.fits("near", "medium", "far")
    assert {q.kind for q in fight.state.questions.values()} <= {"critical"}, "no triple is in question"


def test_b14_both_flee_again() -> None:
    fight = b13()
    fight.run("next", "order jessica mike", "pass jessica", "pass mike")
    fight.run("next")
    fight.run("next", "difficulty D9")
    fight.run("initiative jessica = 4 7 5 9 6 2 2 8", "initiative mike = 2 9 3 6 4 6", "next")
    fight.run("state cowboy +down", "next")
    assert (fight.state.round, fight.state.phase) == (3, "movement")
    fight.run("declare jessica retreat cowboy", "declare mike retreat cowboy by sprint")
    assert fight.band("cowboy", "mike") == "extreme"
    assert fight.who("mike").presence == "left"
    assert fight.who("jessica").presence == "in"
    assert fight.band("cowboy", "jessica") == "medium", "she gets up and walks at most"
    assert fight.states("jessica") == []
    while fight.owed():
        fight.run("next")
    fight.run("next")
    assert fight.state.phase == "action"
    assert fight.order() == ["jessica", "cowboy"], "Mike has no slot any more"
    fight.refused("act mike", "no-slot")


def test_every_line_of_the_main_line_is_one_undo_step() -> None:
    fight = Fight()
    done = [fight.run(text) for text in script("cowboy")]
    assert all(isinstance(d, Accepted) for d in done)
    assert fight.encounter.session.can_undo == len(done)

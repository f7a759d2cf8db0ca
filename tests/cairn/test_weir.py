"""The weir at Holm, the acceptance fight: every die in its order, every state between, and eight ways it may turn."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gmconsole.core.codec import Codec, plain
from gmconsole.encounter import Encounter
from gmconsole.rulesets.cairn import RULESET, conditions, scars
from gmconsole.rulesets.cairn.state import Fight

from ..helpers import parts
from .table import Play

SCRIPT = parts("weir")
MARKS = list(SCRIPT)
FEED = (
    "d20:14 d20:7 d20:9 d8:4 d8:8 d4:4 d20:6 d20:10",
    "d12:2 d12:3 d6:5 d6:4",
    "d8:2 d8:6 d4:3 d6:5 d20:7 d20:8 d20:12",
    "d8:7 d6:5 d20:7",
    "d12:9 d20:5",
    "d8:5 d20:9",
    "d20:5 d8:8 d8:3 d20:16",
    "d6:4",
)
START = {
    "bryn": "HP 6/6 STR 13/13",
    "oda": "HP 4/4 STR 11/11 slots 7/10",
    "tam": "HP 3/3 STR 9/9",
    "pack": "HP 5/5 STR 8/8",
    "vesk": "HP 6/6 STR 12/12",
    "m1": "HP 3/3 STR 9/9",
    "m2": "HP 3/3 STR 9/9",
    "m3": "HP 3/3 STR 9/9",
}
STATES: dict[str, dict[str, str]] = {
    "round 1, PCs": {},
    "S1": {
        "oda": "HP 4/4 STR 11/11 Fatigue 1 slots 8/10",
        "pack": "HP 1/5 STR 8/8",
        "vesk": "HP 5/6 STR 12/12",
        "m3": "HP 0/3 STR 5/9 dead",
    },
    "S2": {"bryn": "HP 3/6 STR 13/13", "oda": "HP 2/4 STR 11/11 Fatigue 1 slots 8/10"},
    "S3": {"pack": "HP 0/5 STR 6/8 routed", "m1": "HP 0/3 STR 7/9 dead"},
    "S4": {"bryn": "HP 0/6 STR 13/13 deprived", "tam": "HP 0/3 STR 5/9 critical"},
    "S5": {"tam": "HP 0/3 STR 5/9 stable", "m2": "HP 0/3 STR 4/9 dead"},
    "S6": {"oda": "HP 0/4 STR 9/11 Fatigue 1 slots 8/10"},
    "S7": {
        "oda": "HP 0/4 STR 9/11 Fatigue 1 slots 8/10 retreated",
        "tam": "HP 0/3 STR 5/9 stable retreated",
        "vesk": "HP 0/6 STR 12/12 fleeing",
    },
    "S8": {"vesk": "HP 0/6 STR 12/12 fled"},
    "rested": {"oda": "HP 4/4 STR 9/11 Fatigue 1 slots 8/10", "tam": "HP 3/3 STR 5/9"},
    "winded no more": {"bryn": "HP 0/10 STR 13/13"},
    "full": {"bryn": "HP 10/10 STR 13/13"},
    "slept": {"oda": "HP 4/4 STR 9/11 slots 7/10"},
    "a week later": {"oda": "HP 4/4 STR 11/11 slots 7/10", "tam": "HP 3/3 STR 9/9"},
}


def at(mark: str, path: Path | None = None) -> Play:
    """The fight played up to that mark."""
    play = Play("weir", path)
    for name in MARKS[: MARKS.index(mark) + 1]:
        play.run(*SCRIPT[name])
    return play


def expected(mark: str) -> dict[str, str]:
    """Everybody at that mark."""
    lines = dict(START)
    for name in MARKS[: MARKS.index(mark) + 1]:
        lines |= STATES[name]
    return lines


# The main line -------------------------------------------------------------------------------------------------------


def test_the_set_up() -> None:
    play = Play("weir")
    assert {key: play.line(key) for key in START} == START
    vesk, pack = play.who("vesk"), play.who("pack")
    assert vesk.armour == 3, "plate and shield come to 4, which counts as 3"
    assert pack.detachment and pack.group == "pack" and vesk.group == "band"
    assert play.state.fight.groups["band"].leader == vesk.id


def test_all_31_dice_in_order_and_every_state_between() -> None:
    play = Play("weir")
    for mark, lines in SCRIPT.items():
        play.run(*lines)
        assert {key: play.line(key) for key in START} == expected(mark), mark
    assert play.faces() == " ".join(FEED).split()
    assert len(play.faces()) == 31
    assert play.said.count("the fight is over: opponents fled") == 1


@pytest.mark.parametrize(
    ("mark", "clock", "where"),
    [("S2", 10, "pcs"), ("S4", 20, "pcs"), ("S6", 30, "pcs"), ("S8", 40, "")],
)
def test_the_clock(mark: str, clock: int, where: str) -> None:
    play = at(mark)
    assert (play.state.clock, play.state.phase) == (clock, where)


def test_only_the_saves_of_the_book_are_asked() -> None:
    play = Play("weir")
    play.run('start waive tam because "hidden on the ridge"')
    assert play.owed() == ["save:entry bryn", "save:entry oda"]
    play.run(*SCRIPT["round 1, PCs"][1:], "save bryn = d20:14", "save oda = d20:7")
    assert play.owed() == ["declare oda", "declare tam"], "Bryn has no turn in this round"


def test_the_checkpoint_resumes(tmp_path: Path) -> None:
    play = at("S3")
    state = Codec(RULESET).state(plain(play.state))
    assert state == play.state
    assert (state.round, state.phase, play.owed()) == (2, "pcs", [])
    band = state.fight.groups["band"]
    assert (band.first, band.half) == (True, True)
    assert play.who("oda").fatigue == 1


def test_after_the_fight_everything_can_be_taken_back_to_its_beginning() -> None:
    play = at("a week later")
    end = play.state
    steps = play.encounter.session.can_undo
    play.run(f"undo {steps}")
    assert {key: play.line(key) for key in START} == START
    assert play.state.fight.kind == "" and play.state.clock == 0
    play.run(f"redo {steps}")
    assert play.state == end


def test_a_blow_a_scar_a_death_and_a_rout_are_taken_back_together() -> None:
    """T14: what chained is undone in one piece, step by step."""
    play = at("S2")
    before = play.state
    play.run(*SCRIPT["S3"], *SCRIPT["S4"])
    assert play.line("bryn") == "HP 0/6 STR 13/13 deprived" and play.who("bryn").scars
    play.run(f"undo {len(SCRIPT['S3']) + len(SCRIPT['S4'])}")
    assert play.state == before


# What each step catches: a wrong build would come to something else --------------------------------------------------


def test_saves_against_critical_damage_are_against_the_new_strength() -> None:
    play = at("S1")
    assert "M3: STR save (critical damage) d20 6 against 5: failed" in named(play)
    play = at("S4")
    assert "Tam: STR save (critical damage) d20 7 against 5: failed" in named(play)
    assert "Pack: STR save (critical damage) d20 7 against 6: failed" in named(play)
    play = at("S6")
    assert "M2: STR save (critical damage) d20 5 against 4: failed" in named(play)
    assert "Oda: STR save (critical damage) d20 9 against 9: passed" in named(play)


def named(play: Play) -> list[str]:
    """What was said, with names in place of ids."""
    people = {c.id: c.name for c in play.state.entities.values()}
    return [re.sub(r"\b(?:n?pc)-\d+\b", lambda found: people[found[0]], text) for text in play.said]


def test_a_blast_on_a_detachment_asks_for_its_own_die() -> None:
    play = at("round 1, PCs")
    play.run(*SCRIPT["S1"][:6])
    play.refused("damage = d4:4 d8:8 d4:4", "dice-wrong-size")
    play.refused("damage = d8:4 d8:8 d6:4", "dice-wrong-size")


def test_armour_is_capped_and_taken_off_once_from_the_highest_die() -> None:
    assert at("S1").line("vesk") == "HP 5/6 STR 12/12", "4 armour would have stopped the arrow"
    assert at("S2").line("bryn") == "HP 3/6 STR 13/13", "11 or three times armour would show otherwise"
    assert at("S7").line("vesk") == "HP 0/6 STR 12/12 fleeing"


def test_the_leader_speaks_for_the_band() -> None:
    assert "Vesk: WIL save (morale) d20 10 against 12: passed" in named(at("S1")), "7 would have fled"


def test_a_pair_counts_its_higher_die_and_one_die_when_enhanced() -> None:
    play = at("S3")
    assert play.line("m1") == "HP 0/3 STR 7/9 dead"
    play = at("S4")
    play.run('attack bryn m2 enhanced "over the rail"', "move oda 40 near tam", "aid oda tam")
    play.refused("damage = d12:9 d12:3", "dice-too-many")


def test_the_scar_is_that_of_this_attack_alone() -> None:
    play = at("S4")
    (scar,) = play.who("bryn").scars.values()
    assert (scar.entry, scar.lost, scar.step) == (3, 3, "rest")
    assert conditions.can_act(play.who("bryn")) and scars.waiting(play.who("bryn"))


def test_no_third_group_save_and_no_lone_check_without_a_drop() -> None:
    play = at("S5")
    assert play.owed() == []
    assert sum("WIL save (morale)" in text for text in play.said) == 2


def test_the_dice_of_the_scar_are_added_and_the_deprived_not_healed() -> None:
    assert at("rested").line("bryn") == "HP 0/6 STR 13/13 deprived"
    assert at("winded no more").line("bryn") == "HP 0/10 STR 13/13"


# Variants ------------------------------------------------------------------------------------------------------------


def test_variant_1_the_band_flees_and_the_pack_bites_on() -> None:
    play = at("round 1, PCs")
    play.run(*SCRIPT["S1"][:-1], "save vesk = d20:13")
    assert [play.line(k).split()[-1] for k in ("vesk", "m1", "m2")] == ["fleeing"] * 3
    play.run("next", "attack pack bryn oda", "declare", "damage = d12:2 d12:3", "next")
    assert play.line("bryn") == "HP 6/6 STR 13/13"
    assert play.line("oda") == "HP 2/4 STR 11/11 Fatigue 1 slots 8/10"
    assert [play.line(k).split()[-1] for k in ("vesk", "m1", "m2")] == ["fled"] * 3
    assert [c.key for c in play.state.entities.values() if c.side == "opponents" and conditions.can_act(c)] == ["pack"]
    assert play.state.mode == "fight" and play.state.round == 2


def test_variant_2_the_pack_holds_and_bites_both() -> None:
    play = at("S2")
    lines = SCRIPT["S3"]
    play.run(*lines[: lines.index("save pack = d20:7")], "save pack = d20:6", "save m1 = d20:8", "next")
    assert play.line("pack") == "HP 0/5 STR 6/8" and play.who("pack").detachment
    play.run("save vesk = d20:12", "next", "attack pack bryn oda", "hold vesk m2", "damage = d12:1 d12:1")
    assert play.faces()[-2:] == ["d12:1", "d12:1"]


def test_variant_3_past_zero_there_is_no_scar() -> None:
    play = at("S3")
    play.run("next", "move vesk 40 near tam", "attack vesk tam", "attack m2 bryn", "damage = d8:7 d6:6")
    assert sorted(play.owed()) == ["save:strength bryn", "save:strength tam"]
    play.run("save bryn = d20:12", "save tam = d20:7")
    assert play.line("bryn") == "HP 0/6 STR 12/13" and not play.who("bryn").scars


def test_variant_4_two_fall_at_once_and_one_save_covers_both_triggers() -> None:
    play = at("round 1, PCs")
    play.run("save bryn = d20:14", "save oda = d20:7")
    play.run('cast oda "Ember Breath" on pack m2 m3', "attack tam vesk", "next", "save oda = d20:9")
    play.run("damage = d8:4 d8:7 d8:8 d4:4", "save m2 = d20:7", "next", "save m3 = d20:6", "next")
    assert play.owed() == ["save:morale vesk"]
    play.run("save vesk = d20:10")
    band = play.state.fight.groups["band"]
    assert (band.first, band.half) == (True, True) and play.owed() == []
    play.run("next", "hold pack vesk m1", "next")
    play.run("attack bryn m1", "hold oda tam", "damage = d8:2 d8:6", "save m1 = d20:8", "next")
    assert play.owed() == [], "the third loss brings no save"


def test_variant_5_without_bandages_tam_dies_when_the_hour_is_over() -> None:
    play = at("S4")
    assert play.who("tam").death_at == 3620
    play.run("end")
    play.run(f"time {3619 - play.state.clock} seconds")
    assert play.line("tam") == "HP 0/3 STR 5/9 critical"
    play.refused("time 1 seconds", "would-die")
    play.run("time 1 seconds anyway")
    assert play.line("tam") == "HP 0/3 STR 5/9 dead" and play.state.clock == 3620


def test_variant_6_a_failed_retreat_leaves_them_there_and_bryns_blow_counts() -> None:
    play = at("S6")
    lines = SCRIPT["S7"]
    play.run(
        *lines[: lines.index("save oda = d20:5")], "save oda = d20:13", *lines[lines.index("save oda = d20:5") + 1 :]
    )
    assert play.line("oda") == "HP 0/4 STR 9/11 Fatigue 1 slots 8/10"
    assert play.line("tam") == "HP 0/3 STR 5/9 stable"
    play.run(*SCRIPT["S8"])
    assert play.state.mode == "calm" and play.state.clock == 40
    assert play.state.fight.result == "opponents_fled"


def test_variant_7_vesk_stands_and_strikes_at_zero() -> None:
    play = at("S6")
    play.run(*SCRIPT["S7"][:-1], "save vesk = d20:12", "next", "attack vesk bryn", "damage = d8:6")
    assert play.owed() == ["save:strength bryn"]
    play.run("save bryn = d20:9")
    assert play.line("bryn") == "HP 0/6 STR 9/13 deprived"
    assert len(play.who("bryn").scars) == 1, "no second scar: HP was 0 before"


def test_variant_8_a_second_die_stays_in_the_pool() -> None:
    play = at("S6")
    play.run("attack bryn vesk", "attack oda vesk", "damage = d8:8 d8:3 d6:4")
    assert play.line("vesk") == "HP 0/6 STR 12/12"
    assert all(play.line(k) == expected("S6")[k] for k in ("m1", "m2", "m3", "pack"))


def test_nothing_of_the_fight_is_left_behind() -> None:
    play = at("S8")
    fight = play.state.fight
    assert fight == Fight(kind="fight", groups=fight.groups, result="opponents_fled")
    assert {key: (g.first, g.half) for key, g in fight.groups.items()} == {"band": (True, True), "pack": (True, True)}


def test_after_a_kill_the_fight_opens_at_the_same_prompt(tmp_path: Path) -> None:
    path = tmp_path / "weir.toml"
    play = at("S6", path)
    play.encounter.close()
    again = Encounter.open(path)
    assert again.state == play.state
    assert [t.what for t in RULESET.agenda(again.state)] == [t.what for t in RULESET.agenda(play.state)]
    assert again.session.can_undo == play.encounter.session.can_undo
    again.close()

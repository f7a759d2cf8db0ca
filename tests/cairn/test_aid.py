"""Bandages and other aid: what it does, to whom, and what it costs in a fight (CA-REC-003, CA-CRT-007)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from gmconsole.core.commands import SetField, with_entity
from gmconsole.language.driver import Driver
from gmconsole.rulesets.cairn import RULESET, conditions, death, turns, vitals
from gmconsole.rulesets.cairn.actions import Withdraw
from gmconsole.rulesets.cairn.acts import Declared
from gmconsole.rulesets.cairn.aid import Aid
from gmconsole.rulesets.cairn.attacks import RollDamage, Strike
from gmconsole.rulesets.cairn.death import Hour
from gmconsole.rulesets.cairn.inventory import Give
from gmconsole.text import Words

from .conftest import Table
from .harming import bare, blow, turn, wait


def down(table: Table) -> tuple[str, str]:
    """Tam critical at HP 0/3, STR 5/9, Oda beside him with the PCs' turn before her. Their ids."""
    tam, oda = table.pc("Tam", hp=3, STR=9), table.pc("Oda", hp=4, dice=(6,))
    table.foe("Vesk", hp=6, STR=12, dice=(8,))
    table.start()
    blow(table, "Vesk", "Tam", 7)
    table.save("Tam", 7)
    turn(table, "pcs")
    return tam, oda


@pytest.mark.rule("CA-REC-003", "CA-CRT-007")
def test_bandages_make_the_critical_stable(table: Table) -> None:
    tam, oda = down(table)
    assert (table.hp("Tam"), table.score("Tam"), table.who("Tam").condition) == ((0, 3), (5, 9), "critical")
    position = table.session.position
    table.do(Aid(who=oda, whom=tam))
    assert (table.hp("Tam"), table.score("Tam"), table.who("Tam").condition) == ((0, 3), (5, 9), "stable")
    assert table.who("Tam").death_at == -1
    assert (table.session.position, table.session.history.entries[-1].dice) == (position, ())
    assert not conditions.can_act(table.who("Tam"))
    table.refused(Strike(who=oda, targets=(table.ids["Vesk"],)), "dice-are-rolled")


@pytest.mark.rule("CA-REC-003")
def test_it_takes_the_helpers_action(table: Table) -> None:
    tam, oda = down(table)
    table.do(Strike(who=oda, targets=(table.ids["Vesk"],)))
    table.refused(Aid(who=oda, whom=tam), "already-acted")
    table.do(RollDamage(), 2)
    table.refused(Aid(who=oda, whom=tam), "dice-are-rolled")
    assert table.who("Tam").condition == "critical"


@pytest.mark.rule("CA-REC-003", "CA-CRT-007")
def test_aid_is_booked_when_all_have_declared(table: Table) -> None:
    """Until then the helper's act is only declared; a second pair of hands brings nothing and spends nothing."""
    tam, oda = down(table)
    bryn = table.pc("Bryn")
    table.do(Withdraw(who=bryn))  # who comes in the middle of the turn sits it out, unless told otherwise
    table.do(Give(who=oda, item="bandages", kind="bandages", uses=3))
    table.do(Give(who=bryn, item="bandages", kind="bandages", uses=3))
    table.do(Aid(who=oda, whom=tam))
    assert table.who("Tam").condition == "critical"
    table.do(Aid(who=bryn, whom=tam))
    assert table.who("Tam").condition == "stable"
    assert [i.uses for name in ("Oda", "Bryn") for i in table.who(name).items.values()] == [2, 3]


@pytest.mark.rule("CA-REC-003")
def test_the_patients_own_bandages_are_used_where_the_helper_has_none(table: Table) -> None:
    tam, oda = down(table)
    table.do(Give(who=tam, item="bandages", kind="bandages", uses=3))
    done = table.do(Aid(who=oda, whom=tam))
    assert [i.uses for i in table.who("Tam").items.values()] == [2]
    words = Words("en", RULESET, lambda who: table.state.entities[who].name)
    told = [words.say(m) for m in RULESET.tell(table.state, done.entry.events, "gm")]
    assert "Oda tends Tam, with bandages out of Tam's own pack" in told
    table.session.undo()
    table.do(Aid(who=oda, whom=tam, item="band"))
    assert [i.uses for i in table.who("Tam").items.values()] == [2], "the same where they are named"


@pytest.mark.rule("CA-REC-003")
def test_the_helpers_bandages_come_before_the_patients(table: Table) -> None:
    tam, oda = down(table)
    for who in (tam, oda):
        table.do(Give(who=who, item="bandages", kind="bandages", uses=3))
    table.do(Aid(who=oda, whom=tam))
    assert [i.uses for name in ("Tam", "Oda") for i in table.who(name).items.values()] == [3, 2]


@pytest.mark.rule("CA-REC-003")
def test_only_within_reach(table: Table) -> None:
    tam, oda = down(table)
    table.band("Oda", "Tam", "far")
    table.refused(Aid(who=oda, whom=tam), "too-far-to-aid")
    table.band("Oda", "Tam", "near")
    table.do(Aid(who=oda, whom=tam))
    assert table.who("Tam").condition == "stable"


@pytest.mark.rule("CA-CRT-007")
def test_the_stable_stay_alive_and_down(table: Table) -> None:
    """With 59 min 10 s left aid stops the clock; two hours later nothing has happened."""
    tam, oda = down(table)
    table.do(turns.End())
    table.session.replace_state(bare(table.state, lambda tx: turns.pass_seconds(tx, 40)))
    assert death.clocks(table.state) == ((tam, 59 * 60 + 10),)
    table.do(Aid(who=oda, whom=tam))
    wait(table, 120)
    assert (table.who("Tam").condition, death.clocks(table.state)) == ("stable", ())


@pytest.mark.rule("CA-CRT-007")
@pytest.mark.parametrize(("face", "condition"), [(4, "critical"), (3, "stable")])
def test_a_blow_may_undo_it(table: Table, face: int, condition: str) -> None:
    tam, oda = down(table)
    table.do(Aid(who=oda, whom=tam))
    blow(table, "Vesk", "Tam", 2)
    assert (table.hp("Tam"), table.score("Tam")) == ((0, 3), (3, 9))
    now = table.state.clock
    table.save("Tam", face)
    assert table.who("Tam").condition == condition
    assert table.who("Tam").death_at == (now + 10 + 3600 if condition == "critical" else -1)


@pytest.mark.rule("CA-CRT-007")
def test_who_needs_none_and_who_can_give_none(table: Table) -> None:
    tam, oda = down(table)
    vesk = table.ids["Vesk"]
    table.refused(Aid(who=oda, whom=vesk), "needs-no-aid")
    table.refused(Aid(who=oda, whom=oda), "aid-oneself")
    table.refused(Aid(who=tam, whom=tam), "aid-oneself")
    table.refused(Aid(who=oda, whom="pc-009"), "unknown-person")
    table.refused(Aid(who="pc-009", whom=tam), "unknown-person")
    table.refused(Aid(who=vesk, whom=tam), "not-their-turn")
    table.refused(Aid(who=oda, whom=tam, item="rope"), "no-such-item")
    table.do(SetField(who=(tam,), field="condition", value="dead"))
    table.refused(Aid(who=oda, whom=tam), "beyond-aid")


@pytest.mark.rule("CA-REC-003")
def test_bandages_that_are_counted_lose_a_use(table: Table) -> None:
    tam, oda = down(table)
    table.do(turns.End())
    table.do(Give(who=oda, item="bandages", kind="bandages", uses=2))
    (item,) = table.who("Oda").items
    table.do(Aid(who=oda, whom=tam, item="bandages"))
    assert table.who("Oda").items[item].uses == 1
    table.refused(Aid(who=oda, whom=tam), "needs-no-aid")


@pytest.mark.rule("CA-REC-003")
def test_anything_will_do_that_the_warden_accepts(table: Table) -> None:
    tam, oda = down(table)
    table.do(turns.End())
    table.do(Give(who=oda, item="torn shirt"))
    done = table.do(Aid(who=oda, whom=tam, item="torn"))
    assert table.who("Tam").condition == "stable"
    assert [i.name for i in table.who("Oda").items.values()] == ["torn shirt"]
    assert not any(isinstance(e, Declared) for e in done.entry.events)


@pytest.mark.rule("CA-REC-003")
def test_used_up_bandages_are_no_help(table: Table) -> None:
    """Where nothing is named, bandages with uses left are taken; an empty one is refused where it is named."""
    tam, oda = down(table)
    table.do(turns.End())
    table.do(Give(who=oda, item="bandages", kind="bandages", uses=3))
    (item,) = table.who("Oda").items.values()
    empty = replace(table.who("Oda"), items={item.id: replace(item, uses=0)})
    table.session.replace_state(with_entity(table.state, empty))
    table.refused(Aid(who=oda, whom=tam, item="bandages"), "no-uses")
    table.do(Aid(who=oda, whom=tam))
    assert table.who("Tam").condition == "stable"


@pytest.mark.rule("CA-REC-003")
def test_a_retreat_does_not_keep_anybody_from_helping_afterwards(table: Table) -> None:
    tam, oda = down(table)
    table.session.replace_state(bare(table.state, lambda tx: vitals.set_away(tx, oda, "retreated")))
    table.do(turns.End())
    assert not conditions.is_present(table.who("Oda"))
    table.do(Aid(who=oda, whom=tam))
    assert table.who("Tam").condition == "stable"


@pytest.mark.rule("CA-REC-003", "CA-CRT-007", "CA-CRT-008")
def test_after_the_fight_aid_is_offered_for_those_who_bleed(table: Table) -> None:
    tam, oda = down(table)
    bryn = table.pc("Bryn")
    assert not table.tasks("aid"), "in a fight it is an action, and theirs to choose"
    table.do(turns.End())
    table.do(Give(who=bryn, item="bandages", kind="bandages", uses=3))
    (task,) = table.tasks("aid")
    assert (task.command, task.blocking) == (Aid(who=bryn, whom=tam), False), "who carries bandages comes first"
    left = table.who("Tam").death_at - table.state.clock
    assert [(m.fields["minutes"], m.fields["seconds"]) for m in task.detail] == [(left // 60, left % 60)]
    for who in (bryn, oda):
        table.do(SetField(who=(who,), field="presence", value="outside"))
    assert not table.tasks("aid"), "nobody is there to give it"
    table.session.undo(2)
    table.do(SetField(who=(oda,), field="condition", value="critical"))
    table.do(Hour(who=oda, minutes=10))
    assert [t.command for t in table.tasks("aid")] == [Aid(who=bryn, whom=oda), Aid(who=bryn, whom=tam)]
    for _ in range(2):
        Driver(table.session).run("next")
    assert [table.who(name).condition for name in ("Tam", "Oda")] == ["stable", "stable"]
    assert not table.tasks("aid")


def test_lines_in_both_languages(table: Table) -> None:
    tam, oda = down(table)
    table.do(Give(who=oda, item="clean bandages", kind="bandages"))
    for lang in ("en", "zh"):
        driver = Driver(table.session, lang)
        for command in (Aid(who=oda, whom=tam), Aid(who=oda, whom=tam, item="clean bandages")):
            request = driver.parse(driver.line(command))
            assert getattr(request, "command", request) == command
    Driver(table.session, "zh").run("救助 Oda Tam 用 “clean bandages”")
    assert table.who("Tam").condition == "stable"

"""The Session on a toy rulebook: commits, refusals, undo, redo, redraw, and what a journal sees."""

from __future__ import annotations

import pytest

from gmconsole.core.codec import Codec
from gmconsole.core.commands import (
    Hide,
    Note,
    Remove,
    Rename,
    Reveal,
    RollDice,
    SetBand,
    SetClock,
    SetField,
    SetOption,
)
from gmconsole.core.dice import DicePosition, TypedDice
from gmconsole.core.history import RECENT
from gmconsole.core.model import Command, Rejected
from gmconsole.core.people import MOST_ON_STAGE, letter_tag, next_id
from gmconsole.core.rounds import Phase
from gmconsole.core.ruleset import Ruleset
from gmconsole.core.scenario import Header, Scenario
from gmconsole.core.session import Accepted, Moved, Record, Session

from .toy import Begin, Sit, Throw, Toy, ToyState

TOY = Toy()


def new() -> Session[ToyState]:
    session = Session(TOY, TOY.new_state("table"), 11)
    do(session, Sit(name="Ann"))
    do(session, Sit(name="Bo"))
    return session


def do(session: Session[ToyState], command: Command, faces: list[int] | None = None) -> Accepted:
    done = session.execute(command, TypedDice(faces) if faces is not None else None)
    assert isinstance(done, Accepted), done
    return done


def code(session: Session[ToyState], command: Command, faces: list[int] | None = None) -> str:
    before = (session.state, session.position, session.index, session.next_seq)
    done = session.execute(command, TypedDice(faces) if faces is not None else None)
    assert isinstance(done, Rejected), done
    assert (session.state, session.position, session.index, session.next_seq) == before
    return done.code


def test_a_refusal_after_a_roll_changes_and_draws_nothing() -> None:
    session = new()
    assert code(session, Throw(who="g-001", dice=13)) == "unlucky"
    assert code(session, Throw(who="nobody")) == "unknown-person"
    assert code(session, Throw(who="g-001", dice=2), [1]) == "dice-too-few"
    assert code(session, Throw(who="g-001", dice=2), [1, 2, 3]) == "dice-too-many"
    assert code(session, Throw(who="g-001", dice=2), [1, 9]) == "dice-impossible"


def test_an_exception_leaves_everything_as_it_was() -> None:
    session = new()
    before = (session.state, session.position, session.index, session.next_seq)
    with pytest.raises(RuntimeError):
        session.execute(Throw(who="g-001", dice=99))
    assert (session.state, session.position, session.index, session.next_seq) == before


def test_a_journal_that_cannot_write_leaves_everything_as_it_was() -> None:
    session = new()
    do(session, Throw(who="g-001"))
    before = (session.state, session.position, session.index, session.next_seq)

    def full(record: Record, state: ToyState | None) -> None:
        raise OSError("disk full")

    session.journal = full
    for action in (lambda: session.execute(Throw(who="g-001")), session.undo, session.redraw):
        with pytest.raises(OSError, match="disk full"):
            action()
        assert (session.state, session.position, session.index, session.next_seq) == before


def test_undo_and_the_same_command_repeat_the_dice() -> None:
    session = new()
    first = do(session, Throw(who="g-001", dice=5))
    session.undo()
    assert do(session, Throw(who="g-001", dice=5)).entry.dice == first.entry.dice


def test_redraw_draws_fresh_dice_every_time_and_undo_goes_before_it() -> None:
    session = new()
    start = session.state
    seen = [do(session, Throw(who="g-001", dice=8)).entry.dice]
    for _ in range(4):
        done = session.redraw()
        assert isinstance(done, Accepted)
        seen.append(done.entry.dice)
    assert len({d[0].faces for d in seen}) == 5
    assert session.index == 3
    session.undo()
    assert session.state == start
    assert session.position == DicePosition()
    assert isinstance(session.redraw(), Rejected)


def test_after_a_redraw_the_old_dice_do_not_come_back() -> None:
    session = new()
    old = do(session, Throw(who="g-001", dice=8)).entry.dice
    session.redraw()
    assert do(session, Throw(who="g-002", dice=8)).entry.dice != old


def test_redo_until_a_new_command() -> None:
    session = new()
    for face in (1, 2, 3):
        do(session, Throw(who="g-001"), [face])
    session.undo(2)
    assert session.can_redo == 2
    session.redo()
    assert session.state.entities["g-001"].coins == 3
    do(session, Throw(who="g-002"), [6])
    assert session.can_redo == 0
    assert isinstance(session.redo(), Rejected)
    assert session.state.entities["g-001"].coins == 3


def test_undo_past_the_start_is_refused() -> None:
    session = new()
    assert isinstance(session.undo(3), Rejected)
    assert isinstance(session.undo(0), Rejected)
    assert isinstance(session.undo(2), Moved)
    assert isinstance(session.undo(), Rejected)


def test_jump_to_any_entry_and_back() -> None:
    session = new()
    entries = [do(session, Throw(who="g-001"), [1]).entry.seq for _ in range(5)]
    session.jump(entries[1])
    assert session.state.entities["g-001"].coins == 2
    session.jump(entries[4])
    assert session.state.entities["g-001"].coins == 5
    session.jump(0)
    assert session.state == TOY.new_state("table")
    assert isinstance(session.jump(10_000), Rejected)


def test_old_states_are_folded_again_when_asked_for() -> None:
    session = new()
    for _ in range(RECENT * 2 + 30):
        do(session, Throw(who="g-001"), [1])
    session.undo(RECENT * 2)
    assert session.state.entities["g-001"].coins == 30
    session.redo(RECENT + 7)
    assert session.state.entities["g-001"].coins == RECENT + 37


def test_replaying_the_journal_gives_the_same_session() -> None:
    session = new()
    base = session.state
    records: list[Record] = []
    other = Session(TOY, base, 11, base_seq=session.next_seq - 1)
    session.journal = lambda record, state: records.append(record)
    do(session, Throw(who="g-001", dice=4))
    do(session, Throw(who="g-002", dice=2))
    session.undo()
    session.redraw()
    do(session, Note(text="a line"))
    session.undo(2)
    session.redo()
    codec = Codec(TOY)
    for record in records:
        other.apply(*codec.from_record(codec.record(record)))
    assert other.state == session.state
    assert other.position == session.position
    assert other.next_seq == session.next_seq
    assert other.next_stream == session.next_stream
    assert other.can_redo == session.can_redo == 1


def test_a_record_that_does_not_follow_is_an_error() -> None:
    session = new()
    with pytest.raises(ValueError, match="not in the history"):
        session.apply(Moved(seq=9, to=77))


def test_corrections_respect_type_and_bounds() -> None:
    session = new()
    do(session, SetField(who=("g-001", "g-002"), field="coins", value=0 + 5, because="a gift"))
    assert [g.coins for g in session.state.entities.values()] == [5, 5]
    do(session, SetField(who=("g-001",), field="coins", value=0))
    assert session.state.entities["g-001"].coins == 0
    do(session, SetField(who=("g-001",), field="purse", value=3))
    assert session.state.entities["g-001"].purses == {"left": 3}
    assert code(session, SetField(who=("g-001",), field="coins", value=100)) == "out-of-bounds"
    assert code(session, SetField(who=("g-001",), field="coins", value=True)) == "out-of-bounds"
    assert code(session, SetField(who=("g-001",), field="coins", value="5")) == "out-of-bounds"
    assert code(session, SetField(who=("g-001",), field="side", value="moon")) == "not-a-choice"
    assert code(session, SetField(who=("g-001",), field="hidden", value=True)) == "field-not-for"
    assert code(session, SetField(who=("g-001",), field="height", value=1)) == "unknown-field"
    assert code(session, SetField(who=("g-001", "nobody"), field="coins", value=9)) == "unknown-person"


def test_kernel_verbs_of_people_and_place() -> None:
    session = new()
    do(session, Rename(who="g-001", name="Anna"))
    do(session, SetBand(a="g-001", b=("g-002",), band="here"))
    assert session.state.bands == {"g-001": {"g-002": "here"}, "g-002": {"g-001": "here"}}
    assert code(session, SetBand(a="g-001", b=("g-001",), band="here")) == "band-with-itself"
    assert code(session, SetBand(a="g-001", b=("g-002",), band="nowhere")) == "unknown-band"
    assert code(session, SetBand(a="g-001", b=("g-002",), band="here")) == "no-change"
    assert code(session, Rename(who="g-001", name=" ")) == "empty-name"
    do(session, Hide(who="g-002"))
    do(session, Reveal(who="g-002"))
    assert session.state.entities["g-002"].shown_as == "2"
    do(session, SetClock(name="dawn", size=4, by=1))
    do(session, SetClock(name="dawn", by=9))
    assert session.state.clocks["dawn"].filled == 4
    do(session, SetClock(name="dawn", drop=True))
    assert not session.state.clocks
    assert code(session, SetClock(name="dawn", by=1)) == "clock-needs-size"
    do(session, SetOption(option="loaded", value=True))
    assert code(session, SetOption(option="loaded", value=1)) == "not-a-choice"
    do(session, RollDice(count=3, sides=8, reason="luck"), [1, 8, 4])
    assert code(session, RollDice(count=0, sides=8)) == "dice-out-of-bounds"
    do(session, Remove(who="g-002"))
    assert session.state.person("g-002") is None
    assert code(session, Rename(who="g-002", name="x")) == "unknown-person"
    do(session, Sit(name="Cy"))
    assert "g-003" in session.state.entities


def test_phases_block_on_what_is_owed_and_unused_ones_are_passed_over() -> None:
    session = new()
    assert code(session, Phase()) == "no-rounds"
    do(session, Begin())
    assert (session.state.round, session.state.phase) == (1, "throw")
    assert code(session, Phase()) == "still-owed"
    do(session, Throw(who="g-001"), [2])
    do(session, Throw(who="g-002"), [3])
    do(session, Phase())
    assert session.state.phase == "pay"
    assert session.state.skipped == ("rest",)
    do(session, Phase())
    assert (session.state.round, session.state.phase, session.state.skipped) == (2, "throw", ())
    do(session, Phase(force=True))
    assert session.state.skipped == ("throw", "rest")
    assert code(session, Phase(to="rest")) == "phase-not-in-use"
    assert code(session, Phase(to="moon")) == "unknown-phase"


def test_tags_after_z_have_two_letters() -> None:
    assert [letter_tag(i) for i in (0, 25, 26, 27, 51, 52, 701, 702)] == ["a", "z", "aa", "ab", "az", "ba", "zz", "aaa"]


def test_ids_are_counted_and_the_stage_has_an_end() -> None:
    session = Session(TOY, TOY.new_state("Crowd"), seed=1)
    for number in range(MOST_ON_STAGE):
        assert isinstance(session.execute(Sit(name=f"G{number}")), Accepted)
    assert session.execute(Sit(name="One more")) == Rejected("too-many-people", {"most": MOST_ON_STAGE})
    session.execute(Remove(who="g-007"))
    assert next_id(session.state, "g") == "g-121", "no id is given twice"
    session.execute(Sit(name="One more"))
    last = session.state.entities["g-121"]
    assert (last.tag, last.shown_as, last.name) == ("121", "121", "One more")


def test_duplicate_decisions_are_refused_when_the_book_is_built() -> None:
    class Twice(Toy):
        def __init__(self) -> None:
            super().__init__()
            from gmconsole.core.ruleset import _merge

            _merge(self.decisions, {Sit: lambda c, tx: None}, "again")

    with pytest.raises(ValueError, match="second time"):
        Twice()


def test_a_book_that_leaves_out_what_the_kernel_asks_is_refused_when_it_is_built() -> None:
    class Half(Ruleset[ToyState]):
        id = "half"

    with pytest.raises(TypeError, match="abstract"):
        Half()  # type: ignore[abstract]


def test_a_book_without_scenarios_says_so() -> None:
    header = Header(id="any", ruleset="toy", title="Night")
    state, problems = TOY.build_scenario(Scenario(header=header), "en")
    assert state == TOY.new_state("Night")
    assert [p.message.id for p in problems] == ["this rulebook reads no scenarios"]

"""Speed of a big Cairn fight, four PCs against thirty foes: each figure beside a bare fold measured in the same run.

Run it from the project's root: ``python -m tests.benchmarks.bench_cairn``. It prints one line per figure and judges
nothing; the aims are in brackets.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Sequence

from gmconsole.core.model import Command, Event, Rejected
from gmconsole.core.rounds import Phase
from gmconsole.core.session import Accepted, Session
from gmconsole.encounter import Encounter
from gmconsole.rulesets.cairn import RULESET, attacks, turns
from gmconsole.rulesets.cairn.actions import Foes, Hold
from gmconsole.rulesets.cairn.attacks import RollDamage, Strike
from gmconsole.rulesets.cairn.people import Add
from gmconsole.rulesets.cairn.state import Attack, CairnState

from .timing import microseconds

PCS, FOES = 4, 30


def crowd(pcs: int = PCS, foes: int = FOES) -> Session[CairnState]:
    """A fight between that many, the PCs' turn of round 1, nobody owing a first-round save."""
    session: Session[CairnState] = Session(RULESET, RULESET.new_state("bench"), 1)
    for i in range(pcs):
        sword = (Attack(name="sword", dice=(8,)),)
        session.execute(Add(kind="pc", name=f"Hero {i + 1}", hp=400, armour=2, attacks=sword))
    for i in range(foes):
        claws = (Attack(name="claws", dice=(6, 6)),)
        session.execute(Add(kind="monster", name=f"Ghoul {i + 1}", hp=4, armour=1, attacks=claws, group=f"g{i % 3}"))
    party = tuple(c.id for c in session.state.entities.values() if c.side == "pcs")
    session.execute(turns.Start(waived=party))
    return session


def pass_on(session: Session[CairnState]) -> None:
    """Nobody of the side at hand does anything, and the other side is next."""
    waiting = tuple(c.id for c in turns.undeclared(session.state))
    if waiting:
        session.execute(Hold(who=waiting))
    session.execute(Phase())


def against_fold(session: Session[CairnState], label: str, command: Command, times: int = 40) -> None:
    """One command with its decision against the bare fold of what it brings about; it is taken back each time."""
    timed = []
    events: tuple[Event, ...] = ()
    for _ in range(times):
        start = time.perf_counter()
        done = session.execute(command)
        timed.append((time.perf_counter() - start) * 1e6)
        assert isinstance(done, Accepted), done
        events = done.entry.events
        session.undo()
    state = session.state
    fold = microseconds(lambda: RULESET.fold(state, events), times)
    spent = statistics.median(timed)
    ratio = f"bare fold {fold / 1e3:.2f} ms: ratio {spent / fold:.1f}"
    print(f"{label}: {spent / 1e3:.2f} ms [<= 20], {len(events)} events, {ratio}")


def looked_at(session: Session[CairnState], label: str) -> None:
    """What every key press computes anew: the agenda and the Board."""
    agenda = microseconds(lambda: RULESET.agenda(session.state), 20)
    board = microseconds(lambda: RULESET.view(session.state, "gm"), 20)
    players = microseconds(lambda: RULESET.view(session.state, "players"), 20)
    print(
        f"{label}: agenda {agenda / 1e3:.2f} ms, Board {board / 1e3:.2f} ms [<= 10], "
        f"players' Board {players / 1e3:.2f} ms: ratio {players / board:.2f}"
    )


def a_turn() -> None:
    """The opponents' turn: proposals for all, all their dice, and what they bring."""
    session = crowd()
    pass_on(session)
    looked_at(session, f"{FOES} foes have to declare")
    against_fold(session, "declare for all of them", Foes())
    session.execute(Foes())
    looked_at(session, "all dice are owed")
    target = next(iter(session.state.entities))
    odds = microseconds(lambda: attacks.chances(session.state, target), 40)
    print(f"exact odds of {FOES} pairs of dice on one PC: {odds / 1e3:.2f} ms [<= 5]")
    against_fold(session, "all their dice, settled", RollDamage())
    session.execute(RollDamage())
    session.execute(Phase())
    heroes = [c.id for c in session.state.entities.values() if c.side == "pcs"]
    ghouls = [c.id for c in session.state.entities.values() if c.side == "opponents"]
    for hero, ghoul in zip(heroes, ghouls, strict=False):
        session.execute(Strike(who=hero, targets=(ghoul,)))
    against_fold(session, f"the PCs' dice on {len(heroes)} foes, settled", RollDamage())


def one_more(counts: Sequence[int] = (15, 30, 60)) -> None:
    """How declaring for all grows with the number of foes."""
    spent = []
    for foes in counts:
        session = crowd(foes=foes)
        pass_on(session)
        timed = []
        for _ in range(10):
            start = time.perf_counter()
            session.execute(Foes())
            timed.append((time.perf_counter() - start) * 1e3)
            session.undo()
        spent.append(min(timed))
    said = ", ".join(f"{n} foes {ms:.2f} ms" for n, ms in zip(counts, spent, strict=True))
    print(f"declare for all: {said}; twice as many cost {spent[-1] / spent[-2]:.1f} times as much [<= 4]")


def by_enter_alone(rounds: int = 12) -> None:
    """That fight by Enter alone, opponents declared for one by one: one key press with its Board."""
    encounter = Encounter(crowd())
    keys: list[float] = []
    while encounter.state.mode == "fight" and encounter.state.round <= rounds and len(keys) < 200 * rounds:
        start = time.perf_counter()
        done = encounter.run("next")
        encounter.board()
        keys.append((time.perf_counter() - start) * 1e3)
        if isinstance(done, Rejected):
            head = next(t for t in RULESET.agenda(encounter.state) if t.blocking)
            said = encounter.run(f"hold {head.who}" if head.kind == "declare" else f"tell {head.who} hand")
            assert not isinstance(said, Rejected), (head, said)
    keys.sort()
    print(
        f"by Enter alone, {encounter.state.round} rounds, {len(keys)} keys with their Boards: "
        f"median {statistics.median(keys):.1f} ms, p95 {keys[int(len(keys) * 0.95)]:.1f} ms, worst {keys[-1]:.1f} ms "
        f"[<= 50]"
    )


def main() -> None:
    """Print every figure."""
    gc.collect()
    a_turn()
    one_more()
    by_enter_alone()


if __name__ == "__main__":
    main()

"""Speed and memory of the core with its journal: ratios against a baseline measured in the same run.

Run it from the project's root: ``python -m tests.benchmarks.bench_session``. It prints one line per figure and judges
nothing; the aims are in brackets.
"""

from __future__ import annotations

import gc
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from gmconsole.core import bands
from gmconsole.core.commands import BandsChanged
from gmconsole.core.model import Rejected
from gmconsole.core.session import Accepted, Session
from gmconsole.encounter import Encounter
from gmconsole.rulesets.lawn import RULESET
from gmconsole.rulesets.lawn.crisis import Start
from gmconsole.rulesets.lawn.life import ChangeLife
from gmconsole.rulesets.lawn.movement import Declare
from gmconsole.rulesets.lawn.people import Add
from gmconsole.rulesets.lawn.state import LawnState

from .timing import microseconds

PCS, NPCS = 3, 37


def crowd(seed: int = 1, pcs: int = PCS, npcs: int = NPCS) -> Session[LawnState]:
    """A crisis with that many people, every band known, before its movement phase."""
    session: Session[LawnState] = Session(RULESET, RULESET.new_state("bench"), seed)
    for i in range(pcs):
        session.execute(Add(kind="pc", name=f"Hero {i + 1}"))
    for i in range(npcs):
        session.execute(Add(kind="npc", name=f"Thug {i + 1}"))
    ids = tuple(session.state.entities)
    changes = tuple(bands.change({}, a, b, "medium") for i, a in enumerate(ids) for b in ids[i + 1 :])
    state = RULESET.evolve(session.state, BandsChanged(changes=changes))
    session = Session(RULESET, state, seed)
    session.execute(Start(preset="chase"))
    return session


def bare_fold(session: Session[LawnState], command: object) -> float:
    """The time to fold alone what the command brought about."""
    done = session.execute(command)  # type: ignore[arg-type]
    assert isinstance(done, Accepted), done
    events = done.entry.events
    session.undo()
    state = session.state
    return microseconds(lambda: RULESET.fold(state, events), 200)


def core_figures() -> None:
    """declare, life, one whole movement resolution with 40 people, undo."""
    session = crowd()
    heroes = [p.id for p in session.state.entities.values() if p.kind == "pc"]
    thugs = [p.id for p in session.state.entities.values() if p.kind == "npc"]
    for label, command in (
        ("declare", Declare(who=thugs[0], approach=tuple(heroes))),
        ("life", ChangeLife(who=(thugs[1],), by=-1)),
    ):
        base = bare_fold(session, command)

        timed = []
        for _ in range(200):
            start = time.perf_counter()
            session.execute(command)
            timed.append((time.perf_counter() - start) * 1e6)
            session.undo()
        print(f"execute {label}: {statistics.median(timed):.0f} us, bare fold {base:.0f} us [aim 200]")
    for thug in thugs:
        session.execute(Declare(who=thug, approach=tuple(heroes), by="sprint"))
    for hero in heroes[:-1]:
        session.execute(Declare(who=hero, retreat=tuple(thugs), by="walk"))
    last = Declare(who=heroes[-1], retreat=tuple(thugs), by="walk")
    base = bare_fold(session, last)
    timed = []
    for _ in range(20):
        start = time.perf_counter()
        done = session.execute(last)
        timed.append((time.perf_counter() - start) * 1e6)
        assert isinstance(done, Accepted)
        session.undo()
    print(
        f"whole movement resolution, {PCS} x {NPCS} chase pairs: {statistics.median(timed):.0f} us, "
        f"bare fold {base:.0f} us"
    )
    timed = []
    for _ in range(200):
        session.execute(ChangeLife(who=(thugs[1],), by=-1))
        start = time.perf_counter()
        session.undo()
        timed.append((time.perf_counter() - start) * 1e6)
    print(f"undo: {statistics.median(timed):.0f} us [aim 50]")


def action_cost(entries: int, samples: int = 400) -> tuple[float, float]:
    """(action, bare append + fdatasync of the same bytes) in microseconds, with that many entries behind it."""
    with tempfile.TemporaryDirectory() as folder:
        session = crowd(pcs=2, npcs=4)
        encounter = Encounter.begin(session.state, Path(folder, "bench.toml"), seed=1)
        store = encounter.store
        assert store is not None
        foe = next(p.id for p in session.state.entities.values() if p.kind == "npc")
        lines = (f"life {foe} -1", f"life {foe} +1")
        for i in range(entries):
            encounter.run(lines[i % 2])
        store.wait(60)
        store.source = None
        time.sleep(0.2)
        acted, bare = [], []
        size = 0
        with open(Path(folder, "bare"), "ab", buffering=0) as file:  # noqa: PTH123
            for i in range(samples):
                start = time.perf_counter()
                encounter.run(lines[(entries + i) % 2])
                store.wait(60)
                acted.append((time.perf_counter() - start) * 1e6)
                if not size:
                    journals = sorted(Path(folder, "bench.toml.d").glob("J-*.toml"))
                    size = len(journals[-1].read_bytes().split(b"[[entry]]")[-1]) + 9
                block = b"x" * size
                start = time.perf_counter()
                file.write(block)
                os.fdatasync(file.fileno())
                bare.append((time.perf_counter() - start) * 1e6)
        encounter.close()
        return statistics.median(acted), statistics.median(bare)


def memory(entries: int) -> int:
    """Peak memory of a process that plays that many actions, in KB.

    Read from VmHWM: what ``getrusage`` gives a child starts from its parent's peak.
    """
    code = (
        "import sys, tempfile\n"
        "from pathlib import Path\n"
        "from tests.benchmarks.bench_session import crowd\n"
        "from gmconsole.encounter import Encounter\n"
        "session = crowd(pcs=2, npcs=4)\n"
        "foe = next(p.id for p in session.state.entities.values() if p.kind == 'npc')\n"
        "with tempfile.TemporaryDirectory() as folder:\n"
        "    e = Encounter.begin(session.state, Path(folder, 'm.toml'), seed=1)\n"
        "    for i in range(int(sys.argv[1])):\n"
        "        e.run(f'life {foe} ' + ('-1' if i % 2 == 0 else '+1'))\n"
        "    e.store.wait(60)\n"
        "    e.close()\n"
        "print(next(l.split()[1] for l in open('/proc/self/status') if l.startswith('VmHWM')))\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(entries)], capture_output=True, text=True, check=True)
    return int(done.stdout)


def long_fight(rounds: int = 100) -> None:
    """60 people for a hundred rounds of a chase by Enter alone: one key press with its board (T25)."""
    encounter = Encounter(crowd(pcs=10, npcs=50))
    keys = []
    while encounter.state.round <= rounds and len(keys) < 400 * rounds:
        start = time.perf_counter()
        done = encounter.run("next")
        encounter.board()
        keys.append((time.perf_counter() - start) * 1e3)
        if isinstance(done, Rejected):
            done = encounter.run("skip")
            if isinstance(done, Rejected):
                encounter.run("phase force")
    keys.sort()
    print(
        f"60 people, {encounter.state.round - 1} rounds, {len(keys)} keys with their boards: "
        f"median {statistics.median(keys):.1f} ms, p95 {keys[int(len(keys) * 0.95)]:.1f} ms, "
        f"worst {keys[-1]:.1f} ms [<= 50]"
    )


def main() -> None:
    """Print every figure."""
    gc.collect()
    core_figures()
    long_fight()
    few, bare_few = action_cost(10)
    many, bare_many = action_cost(10_000)
    print(f"action with its sync: {few:.0f} us at 10 entries, {many:.0f} us at 10,000: ratio {many / few:.2f} [<= 1.5]")
    print(f"against bare append + fdatasync: {few / bare_few:.2f} at 10, {many / bare_many:.2f} at 10,000 [<= 3]")
    small, large = memory(10), memory(10_000)
    print(
        f"peak memory: {small // 1024} MB at 10 entries, {large // 1024} MB at 10,000: "
        f"{(large - small) // 1024} MB more [<= 60]"
    )


if __name__ == "__main__":
    main()

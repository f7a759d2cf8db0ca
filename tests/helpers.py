"""A table for whole fights: an encounter driven by lines, with short words to look at what they made of it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from gmconsole.core import bands
from gmconsole.core.model import Rejected
from gmconsole.core.session import Accepted, Moved
from gmconsole.encounter import Encounter
from gmconsole.language.driver import Done
from gmconsole.rulesets.lawn import RULESET, actions, distance, initiative
from gmconsole.rulesets.lawn.checks import CheckRolled, CheckSettled
from gmconsole.rulesets.lawn.state import LawnState, Person
from gmconsole.scenarios import load_scenario, start_state

SCRIPTS = Path(__file__).parent / "scripts"
ROOT = Path(__file__).resolve().parent.parent
WORKER = """
import sys, time
from pathlib import Path
from tests.helpers import begin
encounter = begin(sys.argv[2], Path(sys.argv[1]))
for line in sys.stdin.read().splitlines():
    encounter.run(line)
    print(encounter.session.index, flush=True)
print("played", flush=True)
time.sleep(60)
"""
"""What is killed: a process that plays the lines it is given, with a real save."""


def script(name: str) -> list[str]:
    """The lines of a script that do something, comments and empty lines left out."""
    lines = (SCRIPTS / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.strip() and not line.lstrip().startswith("#")]


def parts(name: str) -> dict[str, list[str]]:
    """The lines of a script between its marks (``## S1``): what leads to each state, by its name."""
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    for row in (SCRIPTS / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if row.startswith("## "):
            found[row[3:].strip()] = lines
            lines = []
        elif (line := row.partition("  #")[0].strip()) and not line.startswith("#"):
            lines.append(line)
    assert not lines
    return found


def golden(path: Path, text: str) -> None:
    """The text is that of the file; ``UPDATE_GOLDENS=1`` writes it anew, and the difference is what to review."""
    if os.environ.get("UPDATE_GOLDENS"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def begin(scenario: str, path: Path | None = None, *, lang: str = "en", seed: int = 1) -> Encounter:
    """A scenario as it begins; without a name an empty table of Lawn Parlour."""
    state = start_state(load_scenario(scenario), lang) if scenario else RULESET.new_state("The old mill")
    return Encounter.begin(state, path, seed=seed, lang=lang)


def killed(path: Path, lines: list[str], scenario: str = "cowboy") -> None:
    """A worker plays the lines with a real save and is killed right after the last one, nothing closed."""
    worker = subprocess.Popen(
        [sys.executable, "-c", WORKER, str(path), scenario],
        cwd=ROOT,
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert worker.stdin is not None and worker.stdout is not None
    worker.stdin.write("\n".join(lines))
    worker.stdin.close()
    said = []
    for text in worker.stdout:
        said.append(text.strip())
        if said[-1] == "played":
            break
    os.kill(worker.pid, signal.SIGKILL)
    worker.stdout.close()
    assert worker.wait() == -signal.SIGKILL
    assert said == [*(str(n) for n in range(1, len(lines) + 1)), "played"]


class Fight:
    """An encounter and what a test asks about it; people go by the words their scenario calls them."""

    def __init__(self, scenario: str = "cowboy", *, lang: str = "en", path: Path | None = None, seed: int = 1) -> None:
        self.encounter = begin(scenario, path, lang=lang, seed=seed)

    # Playing ---------------------------------------------------------------------------------------------------------

    def run(self, *lines: str) -> Done | None:
        """Carry lines out, each of which must be accepted; what came of the last one."""
        done: Done | None = None
        for line in lines:
            done = self.encounter.run(line)
            assert isinstance(done, Accepted | Moved), (line, done)
        return done

    def refused(self, line: str, code: str) -> Rejected:
        """The refusal of a line, which changes nothing and must have that code."""
        before = self.encounter.session.state, self.encounter.session.position, self.encounter.session.index
        done = self.encounter.run(line)
        assert isinstance(done, Rejected), (line, done)
        assert done.code == code, (line, done)
        assert before == (self.encounter.session.state, self.encounter.session.position, self.encounter.session.index)
        return done

    def rolled(self, line: str) -> str:
        """Carry a line with a check out; how it came out, such as ``success/0``."""
        done = self.run(line)
        assert isinstance(done, Accepted)
        found = [e for e in done.entry.events if isinstance(e, CheckRolled)]
        assert len(found) == 1, found
        return f"{found[0].outcome}/{found[0].degree}"

    def settled(self, line: str) -> CheckSettled:
        """Carry a line out; the one check it settles."""
        done = self.run(line)
        assert isinstance(done, Accepted)
        found = [e for e in done.entry.events if isinstance(e, CheckSettled)]
        assert len(found) == 1, found
        return found[0]

    # Looking ---------------------------------------------------------------------------------------------------------

    @property
    def state(self) -> LawnState:
        state: LawnState = self.encounter.state
        return state

    def id(self, key: str) -> str:
        return next(e.id for e in self.state.entities.values() if e.key == key)

    def who(self, key: str) -> Person:
        return self.state.entities[self.id(key)]

    def key(self, who: str) -> str:
        return self.state.entities[who].key

    def band(self, a: str, b: str) -> str | None:
        """The band of a pair; it must be the same from both ends."""
        found = bands.between(self.state.bands, self.id(a), self.id(b))
        assert found == bands.between(self.state.bands, self.id(b), self.id(a))
        return found

    def states(self, key: str) -> list[str]:
        return [s.id for s in self.who(key).states]

    def load(self, key: str, weapon: str) -> tuple[int, int]:
        held = self.who(key).load[weapon]
        return held.now, held.full

    def order(self) -> list[str]:
        return [self.key(who) for who in initiative.order(self.state)]

    def groups(self) -> dict[str, list[str]]:
        return {name: [self.key(w) for w in ids] for name, ids in initiative.groups(self.state).items()}

    def turn(self) -> str:
        now = actions.turn(self.state)
        return self.key(now) if now else ""

    def slots(self) -> dict[str, str]:
        return {self.key(who): how for who, how in self.state.crisis.slots.items()}

    def lit(self) -> set[str]:
        return {self.key(who) for who in distance.lit(self.state)}

    def sight(self, viewer: str, target: str) -> str:
        return distance.sight(self.state, self.id(viewer), self.id(target))

    def owed(self, kind: str = "") -> list[str]:
        """What blocks now: ``kind who``, in order."""
        found = [t for t in self.encounter.ruleset.agenda(self.state) if t.blocking and t.kind.startswith(kind)]
        return [f"{t.kind} {self.key(t.who) if t.who else ''}".strip() for t in found]

    def all_tasks(self) -> list[str]:
        """Everything in the agenda, blocking or not, as ``kind who``."""
        found = self.encounter.ruleset.agenda(self.state)
        return [f"{t.kind} {self.key(t.who) if t.who else ''}".strip() for t in found]

    def prompt(self) -> str:
        """What the console asks for now, as it is shown."""
        task = next((t for t in self.encounter.ruleset.agenda(self.state) if t.blocking), None)
        return self.encounter.words().say(task.what) if task is not None else ""


def labels(encounter: Encounter) -> list[str]:
    """The undo list: each entry before the cursor as the line that makes it."""
    session = encounter.session
    return [encounter.driver.line(e.command) for e in session.history.entries[: session.index] if e.command is not None]


def prompt(encounter: Encounter) -> list[str]:
    """The agenda as it is shown."""
    return [encounter.words().say(t.what) for t in encounter.ruleset.agenda(encounter.state)]


def twin(lines: list[str], scenario: str = "cowboy") -> Encounter:
    """The same fight, played without a file."""
    fight = Fight(scenario)
    fight.run(*lines)
    return fight.encounter


def alike(one: Encounter, other: Encounter) -> None:
    """Everything that a GM has before them, and everything behind it, is equal."""
    assert one.state == other.state
    assert one.session.position == other.session.position
    assert (one.session.can_undo, one.session.can_redo) == (other.session.can_undo, other.session.can_redo)
    assert labels(one) == labels(other)
    assert prompt(one) == prompt(other)
    assert one.session.history.entries == other.session.history.entries
    for audience in ("gm", "players"):
        assert one.board(audience) == other.board(audience)


def every_moment(encounter: Encounter) -> list[tuple[object, object]]:
    """State and dice position of every moment, from the end back to the start and forward again; they must agree."""
    session = encounter.session
    if session.can_redo:
        session.redo(session.can_redo)
    back = [(session.state, session.position)]
    while session.can_undo:
        assert isinstance(session.undo(), Moved)
        back.append((session.state, session.position))
    forward = [(session.state, session.position)]
    while session.can_redo:
        assert isinstance(session.redo(), Moved)
        forward.append((session.state, session.position))
    assert forward == back[::-1]
    return forward

"""What a GM waits for at the screen, measured at the other end of a terminal: start to first paint, and key to paint.

Each figure stands beside that of a bare Textual app measured in the same run. The crowd is 8 player characters and 30
others with a save on disk, so that decision, journal and drawing are all in the time between key and paint.
"""

from __future__ import annotations

import os
import pty
import re
import select
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from fcntl import ioctl
from pathlib import Path
from signal import SIGTERM
from struct import pack
from termios import TIOCSWINSZ

STARTS = 9
KEYS = 60
SIZE = (36, 120)
COMPILED = str(Path(tempfile.gettempdir(), f"gmconsole-bench-{os.getuid()}"))
"""Where compiled modules go: an installed program has them, and so must both sides here."""
CONTROL = re.compile(rb"\x1b\[[0-9;?<>=]*[a-zA-Z]|\x1b[PX^_].*?\x1b\\|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)")


class Terminal:
    """A child process behind a pseudo-terminal; what it writes is read as text without control sequences."""

    def __init__(self, kind: str, folder: str = "") -> None:
        self.began = time.perf_counter()
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ.update(
                TERM="xterm-256color",
                COLORTERM="truecolor",
                PYTHONPATH=os.pathsep.join(sys.path),
                PYTHONPYCACHEPREFIX=COMPILED,
            )
            os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
            os.execv(sys.executable, [sys.executable, __file__, "--child", kind, folder])
        ioctl(self.fd, TIOCSWINSZ, pack("HHHH", *SIZE, 0, 0))
        self.raw = b""

    def wait(self, *texts: str, seconds: float = 20.0) -> float:
        """The moment at which one of the texts has appeared since the last ``send``. Raises TimeoutError."""
        wanted = [text.encode() for text in texts]
        end = time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0:
            if select.select([self.fd], [], [], left)[0]:
                self.raw += os.read(self.fd, 1 << 16)
                now = time.perf_counter()
                plain = CONTROL.sub(b"", self.raw)
                if any(text in plain for text in wanted):
                    return now
        raise TimeoutError(f"{texts} did not appear in {CONTROL.sub(b'', self.raw)[-2000:]!r}")

    def quiet(self, seconds: float = 0.12) -> None:
        """Read on until nothing more comes."""
        while select.select([self.fd], [], [], seconds)[0]:
            os.read(self.fd, 1 << 16)

    def key(self, key: str, *texts: str) -> float:
        """Milliseconds from a key to one of the texts on the screen."""
        self.quiet()
        self.raw = b""
        began = time.perf_counter()
        os.write(self.fd, key.encode())
        return (self.wait(*texts) - began) * 1000

    def close(self) -> None:
        os.kill(self.pid, SIGTERM)
        end = time.perf_counter() + 5
        while time.perf_counter() < end and not os.waitpid(self.pid, os.WNOHANG)[0]:
            # A terminal whose other end is gone cannot be read any more.
            with suppress(OSError):
                self.quiet(0.02)
        os.close(self.fd)


# The children ---------------------------------------------------------------------------------------------------------


def bare() -> None:
    """A Textual app with one line that a key changes."""
    from textual.app import App, ComposeResult
    from textual.binding import Binding
    from textual.widgets import Static

    class Bare(App[None]):
        ENABLE_COMMAND_PALETTE = False
        BINDINGS = [Binding("a", "step", priority=True)]  # noqa: RUF012
        count = 0

        def compose(self) -> ComposeResult:
            yield Static("step 0 of many")

        def action_step(self) -> None:
            self.count += 1
            self.query_one(Static).update(f"step {self.count} of many", layout=False)

    Bare().run()


def crowd(folder: Path) -> None:
    """The console on a crisis with 38 people, in the movement phase, one declaration open."""
    from gmconsole.core.model import Rejected
    from gmconsole.encounter import Encounter
    from gmconsole.scenarios import load_scenario, start_state
    from gmconsole.tui.app import run

    path = folder / "crowd.toml"
    if path.exists():
        sys.exit(run(Encounter.open(path), saves=folder, lang="en"))
    encounter = Encounter.begin(start_state(load_scenario("cowboy"), "en"), path, seed=1)

    def play(line: str) -> None:
        done = encounter.run(line)
        assert not isinstance(done, Rejected) or done.code == "no-change", (line, done)

    play("remove body")
    for n in range(6):
        play(f"add pc Hero{n}")
    for n in range(29):
        play(f"add npc Thug{n} hostile life 9")
    people = [e.id for e in encounter.state.entities.values() if e.presence == "in"]
    for i, who in enumerate(people):
        if i:
            play(f"band {who} {' '.join(people[:i])} medium")
    play("start crisis chase")
    play("phase movement force")
    play("stay " + " ".join(w for w in people if w != "npc-001"))
    encounter.close()


def start() -> None:
    """The console as ``gmconsole cowboy`` opens it, with a save."""
    from gmconsole.cli import main

    sys.exit(main(["cowboy"]))


# The figures ----------------------------------------------------------------------------------------------------------


def first_paint(kind: str, text: str, whole: str) -> tuple[float, float]:
    """Milliseconds until the first thing is painted, and until the whole is."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["GMCONSOLE_SAVES"] = folder
        terminal = Terminal(kind, folder)
        try:
            first = terminal.wait(text)
            return (first - terminal.began) * 1000, (terminal.wait(whole) - terminal.began) * 1000
        finally:
            terminal.close()


def p95(times: Sequence[float]) -> float:
    return sorted(times)[int(len(times) * 0.95)]


def report(name: str, mine: Sequence[float], bare_times: Sequence[float], aim: float) -> None:
    """One line: both medians, their ratio, and the 95th percentile."""
    ours, theirs = statistics.median(mine), statistics.median(bare_times)
    print(
        f"{name}: {ours:.1f} ms, bare app {theirs:.1f} ms, ratio {ours / theirs:.2f} (aim {aim}), "
        f"p95 {p95(mine):.1f} ms (bare {p95(bare_times):.1f})"
    )


def bench_start_to_first_paint() -> None:
    times: dict[str, list[float]] = {"bare": [], "start": []}
    boards: list[float] = []
    for turn in range(STARTS + 1):
        bare_took, _ = first_paint("bare", "step 0 of many", "step 0 of many")
        took, board = first_paint("start", " gmconsole", "Cowboy in the wood")
        if turn:  # the first one compiles
            times["bare"].append(bare_took)
            times["start"].append(took)
            boards.append(board)
    report("start to first paint", times["start"], times["bare"], 1.4)
    print(f"start to the whole board: {statistics.median(boards):.1f} ms")


def bench_key_to_paint() -> None:
    plain = Terminal("bare")
    plain.wait("step 0 of many")
    with tempfile.TemporaryDirectory() as folder:
        crowd(Path(folder))
        terminal = Terminal("crowd", folder)
        terminal.wait("Thug0")
        terminal.quiet(1.0)
        os.write(terminal.fd, b"5\x1b[B")
        terminal.quiet(0.5)
        bare_keys, lines, moves = [], [], []
        for n in range(KEYS):  # in turn, so that whatever else the machine does slows both
            bare_keys.append(plain.key("a", f"step {n + 1} of many"))
            lines.append(terminal.key("-" if n % 2 == 0 else "+", "2/3 ", "3/3 "))
        report("key to paint, one number changes", lines, bare_keys, 3)
        bare_keys.clear()
        for n in range(KEYS):
            bare_keys.append(plain.key("a", f"step {KEYS + n + 1} of many"))
            moves.append(terminal.key("\r", "answer q-"))
            terminal.key("u", "declare cowboy")
        report("key to paint, one moves past everyone", moves, bare_keys, 7)
        terminal.close()
        plain.close()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        {"bare": bare, "start": start, "crowd": lambda: crowd(Path(sys.argv[3]))}[sys.argv[2]]()
    else:
        bench_start_to_first_paint()
        bench_key_to_paint()

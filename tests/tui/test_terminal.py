"""The program behind a real terminal: bytes in, bytes out, and the signals that end it."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import sys
import time
from contextlib import suppress
from fcntl import ioctl
from pathlib import Path
from struct import pack
from termios import TIOCSWINSZ

import pytest

from gmconsole.encounter import Encounter

from ..helpers import Fight, script

ROOT = Path(__file__).resolve().parents[2]
CONTROL = re.compile(r"\x1b\[[0-9;?<>=]*[a-zA-Z]|\x1b[PX^_].*?\x1b\\|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)")


class Terminal:
    """``gmconsole`` in a terminal of a given size."""

    def __init__(self, saves: Path, *arguments: str, size: tuple[int, int] = (80, 24), lang: str = "en") -> None:
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ.update(
                TERM="xterm-256color", GMCONSOLE_SAVES=str(saves), GMCONSOLE_LANG=lang, PYTHONPATH=str(ROOT)
            )
            os.execv(sys.executable, [sys.executable, "-m", "gmconsole", *arguments])
        ioctl(self.fd, TIOCSWINSZ, pack("HHHH", size[1], size[0], 0, 0))
        self.raw = b""

    def wait(self, text: str, seconds: float = 30) -> None:
        """Read until the text has been painted since the last key."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if select.select([self.fd], [], [], 0.05)[0]:
                try:
                    self.raw += os.read(self.fd, 1 << 16)
                except OSError:
                    break
            if text in self.text():
                return
        raise AssertionError(f"{text!r} was not painted: {self.text()[-3000:]}")

    def text(self) -> str:
        """What was written since the last key, without control sequences."""
        return CONTROL.sub("", self.raw.decode("utf-8", "replace"))

    def keys(self, keys: str, shown: str) -> None:
        """Type, and wait for what must be painted then."""
        self.raw = b""
        os.write(self.fd, keys.encode())
        self.wait(shown)

    def end(self, how: int | None = None, seconds: float = 30) -> int:
        """Send a signal (or nothing) and wait for the end; the exit code."""
        if how is not None:
            os.kill(self.pid, how)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if select.select([self.fd], [], [], 0.05)[0]:
                with suppress(OSError):
                    os.read(self.fd, 1 << 16)
            done, status = os.waitpid(self.pid, os.WNOHANG)
            if done:
                os.close(self.fd)
                return os.waitstatus_to_exitcode(status)
        os.kill(self.pid, signal.SIGKILL)
        raise AssertionError("it does not end")


def test_the_main_line_typed_in_one_terminal_and_gone_on_with_in_another(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "cowboy", size=(120, 36))
    terminal.wait("start crisis")
    lines = script("cowboy")
    for line in lines[:13]:
        terminal.keys(f":{line.split('#')[0].strip()}\r", "Enter ")
    # The footer may be painted before all that was typed is read: the prompt of the last line is what to wait for.
    terminal.wait("answer q-")
    assert terminal.end(signal.SIGTERM) == 128 + signal.SIGTERM
    terminal = Terminal(tmp_path, size=(80, 24))
    terminal.wait("answer q-")
    terminal.keys("A", "nothing owed")
    for line in lines[14:-1]:
        terminal.keys(f":{line.split('#')[0].strip()}\r", "Enter ")
    terminal.keys(f":{lines[-1]}\r", "Outside a crisis")
    os.write(terminal.fd, b"q")
    assert terminal.end() == 0
    fight = Fight()
    fight.run(*lines)
    assert Encounter.look(tmp_path / "cowboy.toml").state == fight.state


@pytest.mark.parametrize("how", [signal.SIGHUP, signal.SIGKILL])
def test_what_was_done_is_there_however_it_ends(how: int, tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "cowboy", lang="zh")
    terminal.wait("开始")
    terminal.keys("\r", "难度")
    terminal.keys("：难度 Ｄ８\r", ": 先攻 杰西卡")
    terminal.end(how)
    assert Encounter.look(tmp_path / "cowboy.toml").state.crisis.difficulty == 8


def test_an_unknown_name_is_said_without_a_screen(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "nosuch")
    terminal.wait("nosuch")
    assert b"\x1b[?1049h" not in terminal.raw
    assert terminal.end() == 2

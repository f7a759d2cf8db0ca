"""Where a key stands in a TOML file. Parsers give no positions, so this runs when a fault has to be shown.

The scanner is tolerant: it expects a file that parses, and on anything else stops and answers with what it saw so far.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator

Path = tuple[str | int, ...]

DEPTH = 50
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_BASIC = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
_LITERAL = re.compile(r"'([^'\n]*)'")
_MULTI_BASIC = re.compile(r'"""(?:[^\\]|\\.)*?"""{1,3}', re.DOTALL)
_MULTI_LITERAL = re.compile(r"'''.*?'''{1,3}", re.DOTALL)
_SCALAR = re.compile(r"[^,\]}\n#]*")
_SPACE = re.compile(r"[ \t]*")
_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_REST = re.compile(r"[^\n]*\n?")
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))")
_SHORT = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "e": "\x1b"}


class _StopError(Exception):
    """The text is not what the scanner expects."""


class Lines:
    """Line numbers (from 1) by path; a path is the keys and list positions from the top of the file."""

    def __init__(self, text: str) -> None:
        self.found: dict[Path, int] = {}
        self.twice: list[tuple[Path, int, int]] = []
        self._text = text
        self._at = 0
        self._line = 1
        self._counted = 0
        self._lists: dict[Path, int] = {}
        self._tables: set[Path] = set()
        with contextlib.suppress(_StopError):
            self._document()

    def line(self, path: Path) -> int:
        """The line of the path, or of the nearest place above it that is written down; 1 for the whole file."""
        while path and path not in self.found:
            path = path[:-1]
        return self.found.get(path, 1)

    # Scanning ------------------------------------------------------------------------------------------------------

    def _document(self) -> None:
        here: Path = ()
        while True:
            self._skip(_BLANK)
            if self._at >= len(self._text):
                return
            if self._text.startswith("[[", self._at):
                here = self._list_header()
            elif self._text[self._at] == "[":
                here = self._table_header()
            else:
                self._pair(here, 0)
            self._skip(_REST)

    def _list_header(self) -> Path:
        line = self._here()
        self._at += 2
        path = self._inside(tuple(self._key()))
        self._expect("]]")
        index = self._lists.get(path, -1) + 1
        self._lists[path] = index
        self.found.setdefault(path, line)
        self.found[(*path, index)] = line
        return (*path, index)

    def _table_header(self) -> Path:
        line = self._here()
        self._at += 1
        path = self._inside(tuple(self._key()))
        self._expect("]")
        if path in self._tables:
            self.twice.append((path, self.found[path], line))
        self._tables.add(path)
        self._mark(path, line)
        return path

    def _inside(self, keys: tuple[str, ...]) -> Path:
        """The path a header means: below a list it goes into the last element."""
        path: Path = ()
        for i, key in enumerate(keys):
            path = (*path, key)
            if i + 1 < len(keys) and path in self._lists:
                path = (*path, self._lists[path])
        return path

    def _pair(self, here: Path, depth: int) -> None:
        line = self._here()
        path: Path = (*here, *self._key())
        self._expect("=")
        if path in self.found:
            self.twice.append((path, self.found[path], line))
        self._mark(path, line)
        self._value(path, depth)

    def _mark(self, path: Path, line: int) -> None:
        for end in range(1, len(path) + 1):
            self.found.setdefault(path[:end], line)

    def _value(self, path: Path, depth: int) -> None:
        if depth > DEPTH:
            raise _StopError
        self._skip(_SPACE)
        text, at = self._text, self._at
        if text.startswith(('"""', "'''"), at):
            found = (_MULTI_BASIC if text[at] == '"' else _MULTI_LITERAL).match(text, at)
            if found is None:
                raise _StopError
            self._at = found.end()
        elif text.startswith("{", at):
            self._at += 1
            for _ in self._items("}"):
                self._pair(path, depth + 1)
        elif text.startswith("[", at):
            self._at += 1
            for index in self._items("]"):
                self.found[(*path, index)] = self._here()
                self._value((*path, index), depth + 1)
        elif text.startswith(('"', "'"), at):
            self._string()
        else:
            self._skip(_SCALAR)

    def _items(self, close: str) -> Iterator[int]:
        """Positions inside brackets, up to and over the closing one."""
        index = 0
        while True:
            self._skip(_BLANK)
            if self._text.startswith(close, self._at):
                self._at += 1
                return
            yield index
            index += 1
            self._skip(_BLANK)
            if self._text.startswith(",", self._at):
                self._at += 1
            elif not self._text.startswith(close, self._at):
                raise _StopError

    def _key(self) -> list[str]:
        parts = [self._part()]
        while self._text.startswith(".", self._at):
            self._at += 1
            parts.append(self._part())
        return parts

    def _part(self) -> str:
        self._skip(_SPACE)
        if self._text.startswith(('"', "'"), self._at):
            part = self._string()
        else:
            bare = _BARE.match(self._text, self._at)
            if bare is None:
                raise _StopError
            self._at = bare.end()
            part = bare.group()
        self._skip(_SPACE)
        return part

    def _string(self) -> str:
        basic = self._text[self._at] == '"'
        found = (_BASIC if basic else _LITERAL).match(self._text, self._at)
        if found is None:
            raise _StopError
        self._at = found.end()
        return _ESCAPE.sub(_unescaped, found.group(1)) if basic else found.group(1)

    def _expect(self, mark: str) -> None:
        self._skip(_SPACE)
        if not self._text.startswith(mark, self._at):
            raise _StopError
        self._at += len(mark)

    def _skip(self, pattern: re.Pattern[str]) -> None:
        found = pattern.match(self._text, self._at)
        if found is not None:
            self._at = found.end()

    def _here(self) -> int:
        self._line += self._text.count("\n", self._counted, self._at)
        self._counted = self._at
        return self._line


def _unescaped(found: re.Match[str]) -> str:
    code = found.group(1) or found.group(2)
    if code is None:
        return _SHORT.get(found.group(3), found.group(3))
    return chr(int(code, 16)) if int(code, 16) < 0x110000 else "\ufffd"

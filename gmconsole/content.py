"""Content tables: TOML files read into typed rows, and the faults of a file, all of them in one run.

What values become is in ``conversion``; line numbers are looked up only when there is something to report.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from .conversion import convert, field_name, shown, unusable, wrong
from .core.messages import N_, english
from .core.model import Field, Msg
from .core.ruleset import Ruleset
from .core.scenario import Path as Place
from .core.scenario import Problem
from .lines import Lines

try:
    import tomli as toml
except ImportError:
    import tomllib as toml  # type: ignore[no-redef]

T = TypeVar("T")

LIMIT = 16 * 1024 * 1024
NOT_USED = Msg("the file was not used")
DECLARED: dict[str, dict[str, type]] = {}
"""Which rows each content file holds, by path under the content root; filled by ``table``, read by ``check``."""
SOUND: dict[type, Callable[[list[tuple[int, Any]], list[Problem]], None]] = {}
"""What else has to be right about all rows of a type: adds to the problems what no type of a field can tell."""

WIDE = dict(zip("“”＂‘’，、＝：［］【】｛｝（）。．＃\u3000", '"""\'\',,==[][]{}[]..# ', strict=True))
"""What a Chinese keyboard types where TOML wants a plain sign."""
REASONS = {
    "Invalid value": N_("no value where one should be; texts stand in quotation marks"),
    "Invalid statement": N_("neither a key nor a heading in brackets"),
    "Unclosed array": N_("a list without its ], or two of its parts without a comma between them"),
    "Unclosed inline table": N_("a table without its }, or two of its parts without a comma between them"),
    "Unterminated string": N_("a text without its closing quotation mark"),
    "Illegal character '\\n'": N_("a text without its closing quotation mark"),
    "Expected '=' after a key in a key/value pair": N_("no = behind the key"),
    "Expected newline or end of document after a statement": N_("something more behind the value"),
    "Invalid initial character for a key part": N_("no key where one should be"),
    "Cannot overwrite a value": N_("something that was said before"),
}
"""The parser's reasons in our own words; any other is given as it is."""
_BARE = re.compile(r"[\w-]+")
_POSITION = re.compile(r"\(at line (\d+), column (\d+)\)")


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """One thing wrong with a file: where (line from 1), what was found, what is allowed, and what was done about it."""

    file: str
    line: int
    field: str
    message: Msg
    found: str | Msg = ""
    allowed: Msg | None = None
    done: Msg = NOT_USED
    severity: str = "error"

    def sentence(self) -> Msg:
        """What is wrong, what was found, what is allowed and what was done, as one sentence without the place."""
        fields: dict[str, Field] = {"message": self.message, "found": self.found, "done": self.done}
        if self.allowed is None:
            return Msg("{message}, found {found}; {done}" if self.found else "{message}; {done}", fields)
        fields["allowed"] = self.allowed
        return Msg(
            "{message}, found {found}, allowed: {allowed}; {done}"
            if self.found
            else "{message}, allowed: {allowed}; {done}",
            fields,
        )

    def line_text(self, say: Callable[[Msg], str] = english) -> str:
        """The fault as one line: file, line, field and the sentence, in plain English or as ``say`` words it."""
        field = f"{self.field}: " if self.field else ""
        return f"{self.file}:{self.line}: {field}{say(self.sentence())}"

    def facts(self) -> dict[str, str | int]:
        """The fault as one flat JSON object, in plain English."""
        found = english(self.found) if isinstance(self.found, Msg) else self.found
        return {
            "file": self.file,
            "line": self.line,
            "field": self.field,
            "found": found,
            "allowed": "" if self.allowed is None else english(self.allowed),
            "message": english(self.message),
            "severity": self.severity,
        }


class ContentError(Exception):
    """A file that cannot be used, with everything that is wrong with it."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(fault.line_text() for fault in self.faults))


class Document:
    """A TOML file in memory: its data, what to call it, and where things stand in it."""

    def __init__(self, file: str, text: str, data: dict[str, Any], notes: tuple[Fault, ...] = ()) -> None:
        self.file = file
        self.data = data
        self.notes = notes
        self._text = text
        self._lines: Lines | None = None

    def line(self, place: Place) -> int:
        """The line of that place, or of the nearest place above it."""
        if self._lines is None:
            self._lines = Lines(self._text)
        return self._lines.line(place)

    def fault(self, problem: Problem) -> Fault:
        """The problem with the file and line it belongs to."""
        return Fault(
            file=self.file,
            line=self.line(problem.path),
            field=field_name(problem.path),
            message=problem.message,
            found=problem.found,
            allowed=problem.allowed,
            done=problem.done or NOT_USED,
            severity=problem.severity,
        )

    def faults(self, problems: Iterable[Problem]) -> tuple[Fault, ...]:
        """The problems as faults, in the order of the file."""
        return tuple(sorted((self.fault(p) for p in problems), key=lambda f: f.line))


# Reading -----------------------------------------------------------------------------------------------------------


def root() -> Path:
    """The content folder: the one inside an installed package, or the checkout's own."""
    package = Path(__file__).resolve().parent
    installed = package / "_content"
    if installed.is_dir():
        return installed
    checkout = package.parent
    if (checkout / "pyproject.toml").is_file() and (checkout / "saves").is_dir():
        return checkout / "content"
    raise FileNotFoundError(f"no content folder beside {package}")


def folder(ruleset: Ruleset[Any]) -> Path:
    """Where a book's content tables and translations lie: the folder it names, or the program's under its id."""
    return ruleset.folder or root() / ruleset.id


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of a TOML file. Raises ContentError."""
    return read_document(path).data


def read_document(path: Path) -> Document:
    """A TOML file of at most 16 MB, with its lines at hand. Raises ContentError for what is not one."""
    return parse(str(path), _bytes(path))


def parse(file: str, raw: bytes) -> Document:
    """The document in those bytes; ``file`` is what faults call it. Raises ContentError."""
    notes: tuple[Fault, ...] = ()
    if raw.startswith(b"\xef\xbb\xbf"):
        raw = raw[3:]
        notes = (
            Fault(
                file=file,
                line=1,
                field="",
                message=Msg("a byte order mark stands before the text"),
                done=Msg("it was passed over"),
                severity="note",
            ),
        )
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as wrong:
        guess = "UTF-16" if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else f"byte {raw[wrong.start]:#04x}"
        raise ContentError(
            [
                Fault(
                    file=file,
                    line=raw.count(b"\n", 0, wrong.start) + 1,
                    field="",
                    message=Msg("not readable as text"),
                    found=guess,
                    allowed=Msg("UTF-8"),
                )
            ]
        ) from None
    text = text.replace("\r\n", "\n")
    try:
        data = toml.loads(text)
    except RecursionError:
        raise ContentError([Fault(file=file, line=1, field="", message=Msg("nested too deeply"))]) from None
    except ValueError as wrong:
        raise ContentError(_unparsed(file, text, str(wrong))) from None
    return Document(file, text, data, notes)


def _bytes(path: Path) -> bytes:
    def refuse(message: Msg, found: str | Msg = "", allowed: Msg | None = None) -> ContentError:
        return ContentError([Fault(file=str(path), line=1, field="", message=message, found=found, allowed=allowed)])

    try:
        number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except (OSError, ValueError) as wrong:
        raise refuse(Msg("cannot be opened"), getattr(wrong, "strerror", None) or str(wrong)) from None
    about = os.fstat(number)
    if not stat.S_ISREG(about.st_mode):
        os.close(number)
        raise refuse(Msg("not a regular file"))
    with os.fdopen(number, "rb") as file:
        raw = b"" if about.st_size > LIMIT else file.read(LIMIT + 1)
    if max(about.st_size, len(raw)) > LIMIT:
        raise refuse(
            Msg("too large"),
            Msg("{size} bytes", {"size": about.st_size}),
            Msg("at most {limit} bytes", {"limit": LIMIT}),
        )
    return raw


def _unparsed(file: str, text: str, reason: str) -> list[Fault]:
    """Why the text is not TOML; a key written twice is named with both lines, which the parser cannot."""
    twice = Lines(text).twice
    if twice:
        return [
            Fault(
                file=file,
                line=second,
                field=field_name(path),
                message=Msg("written twice"),
                found=Msg("the first on line {line}", {"line": first}),
            )
            for path, first, second in twice
        ]
    if text.lstrip().startswith("{"):
        return [Fault(file=file, line=1, field="", message=Msg("this looks like JSON"), allowed=Msg("TOML"))]
    where = _POSITION.search(reason)
    line = int(where.group(1)) if where else text.rstrip().count("\n") + 1
    plain = _POSITION.sub("", reason).strip()
    said: str | Msg = Msg(REASONS[plain]) if plain in REASONS else plain
    if where is None:
        return [Fault(file=file, line=line, field="", message=Msg("not valid TOML"), found=said)]
    column = int(where.group(2))
    typed = _mistyped(text, line, column, quoted=plain.startswith("Illegal"))
    if typed is not None:
        message, found, allowed = typed
        return [Fault(file=file, line=line, field="", message=message, found=found, allowed=allowed)]
    at = Msg("{reason}, column {column}", {"reason": said, "column": column})
    return [Fault(file=file, line=line, field="", message=Msg("not valid TOML"), found=at)]


def _mistyped(text: str, line: int, column: int, *, quoted: bool) -> tuple[Msg, str, Msg] | None:
    """A full-width sign where the parser stopped, or else a key in letters that need quotation marks.

    A text left open (``quoted``) was most likely closed with a full-width mark further to the left.
    """
    written = text.split("\n")[line - 1] if line <= text.count("\n") + 1 else ""
    sign = written[column - 1 : column]
    if quoted:
        sign = next((c for c in reversed(written) if WIDE.get(c) in ("'", '"')), "")
    if sign in WIDE:
        plain = WIDE[sign] if WIDE[sign].strip() else Msg("an ordinary space")
        return Msg("a full-width sign"), sign, Msg("{word}", {"word": plain})
    word = _BARE.match(written, max(column - 1, 0))
    if word is not None and not word.group().isascii() and not quoted and written[: column - 1].strip() == "":
        return Msg("a key in letters other than a to z"), word.group(), Msg("{word}", {"word": f'"{word.group()}"'})
    return None


# Tables ------------------------------------------------------------------------------------------------------------


def table(path: str | Path, key: str, type_: type[T]) -> dict[str, T]:
    """The rows of every ``[[key]]`` of a content file by their ``id``, in the file's order. Raises ContentError.

    A relative path leads from the program's content folder; a book with a folder of its own gives the whole path.
    """
    known = Path(path).resolve() if Path(path).is_absolute() else Path(path)
    DECLARED.setdefault(known.as_posix(), {})[key] = type_
    document = read_document(root() / path)
    problems: list[Problem] = []
    found = rows(document.data, key, type_, problems)
    if problems:
        raise ContentError(document.faults(problems))
    return {value.id: value for _, value in found}


def rows(data: Mapping[str, Any], key: str, type_: type[T], problems: list[Problem]) -> list[tuple[int, Any]]:
    """The rows of one list that could be read, with their positions; what is wrong is added to problems.

    A row with a wrong field is read with that field's default, so that its id is still known to the rest of the file.
    """
    found: list[tuple[int, Any]] = []
    written = data.get(key, [])
    if not isinstance(written, list):
        problems.append(wrong((key,), written, Msg("rows that begin with [[{key}]]", {"key": key})))
        return found
    first: dict[str, int] = {}
    for i, raw in enumerate(written):
        row_id = raw.get("id") if isinstance(raw, dict) else None
        if isinstance(row_id, str) and first.setdefault(row_id, i) != i:
            problems.append(
                Problem(
                    path=(key, i, "id"),
                    message=Msg("id given twice"),
                    found=shown(row_id),
                    allowed=Msg("an id of its own"),
                )
            )
        value = convert(raw, type_, (key, i), problems)
        if not unusable(value):
            found.append((i, value))
    if type_ in SOUND:
        SOUND[type_](found, problems)
    return found

"""One line to tokens: quotes for text with spaces, ``#`` starts a comment, ``= faces`` at the end feeds dice.

Full-width forms, which an input method sends, mean the same as the narrow ones.
"""

from __future__ import annotations

import re
import unicodedata

import msgspec

from ..core.model import Rejected

QUOTES = {'"': '"', "“": "”", "”": "”", "「": "」", "＂": "＂"}
DICE = re.compile(r"(?:d(\d{1,7}):)?(\d{1,7})", re.IGNORECASE)


class Token(msgspec.Struct, frozen=True):
    """A word of the line; one that begins with a quotation mark is ``quoted``: never a keyword or of a free shape."""

    text: str
    quoted: bool = False


class Line(msgspec.Struct, frozen=True):
    """A line taken apart: its words, and the typed faces as (sides or 0, face), None where no ``=`` stands."""

    words: tuple[Token, ...]
    faces: tuple[tuple[int, int], ...] | None = None


def fold_width(text: str) -> str:
    """Full-width letters, digits and signs as narrow ones; everything else as it was."""
    return "".join(unicodedata.normalize("NFKC", c) if "！" <= c <= "～" or c == "\u3000" else c for c in text)


def split(text: str) -> Line | Rejected:
    """The line's words and faces; ``unclosed-quote`` or ``not-a-face`` where it cannot be read."""
    words: list[Token] = []
    current: list[str] = []
    started = quoted = False
    closing = ""
    escaped = False
    for char in text:
        if closing:
            if escaped:
                current.append(char)
                escaped = False
            elif char == "\\":
                escaped = True
            elif char == closing:
                closing = ""
            else:
                current.append(char)
            continue
        if char in QUOTES:
            closing, quoted, started = QUOTES[char], quoted or not started, True
            continue
        narrow = fold_width(char)
        if narrow == "#" and not started:
            break
        if narrow.isspace():
            if started:
                words.append(Token("".join(current), quoted))
            current, started, quoted = [], False, False
            continue
        current.append(narrow)
        started = True
    if closing:
        return Rejected("unclosed-quote")
    if started:
        words.append(Token("".join(current), quoted))
    return _faces(words)


def _faces(words: list[Token]) -> Line | Rejected:
    for i, word in enumerate(words):
        if word.quoted or not word.text.startswith("="):
            continue
        typed = [word.text[1:], *(w.text for w in words[i + 1 :])]
        faces: list[tuple[int, int]] = []
        for text in (part for t in typed for part in t.replace(",", " ").replace("，", " ").split()):
            found = DICE.fullmatch(text.strip("[]"))
            if not found:
                return Rejected("not-a-face", {"word": text})
            faces.append((int(found[1] or 0), int(found[2])))
        return Line(tuple(words[:i]), tuple(faces))
    return Line(tuple(words))


def quote(text: str) -> str:
    """The text as a word that ``split`` gives back unchanged."""
    plain = text and not re.search(r"[\s\"“”「」＂#=\\]", text) and fold_width(text) == text
    return text if plain and text[0] not in "+-−?*" else always_quoted(text)


def always_quoted(text: str) -> str:
    """The text in quotation marks, as ``split`` gives it back."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'

"""Texts from outside, made safe and short at the door: names and notes from files, chat and other tools.

Nothing that moves the cursor, colours the terminal or turns the reading direction gets in; what is cut or replaced
stays visible as U+FFFD or an ellipsis.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right

from rich.cells import cell_len

NAME_CELLS = 80
NOTE_CELLS = 2000
MARKS = 2
INVISIBLE = 8

_SPACES = re.compile("[\t\n\r\u2028\u2029]+")
_HAN = "\u2e80-\u303f\u3400-\u9fff\uff00-\uffef"
_BETWEEN_HAN = re.compile(f"(?<=[{_HAN}”])[\\t\\n\\r\u2028\u2029]+(?=[{_HAN}“])")
_UNSAFE = re.compile("[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f\ud800-\udfff]")
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"


def clean_text(text: str, cells: int = NAME_CELLS) -> str:
    """The text on one line of at most that many terminal cells, in composed form (NFC).

    Control characters, lone surrogates and bidirectional controls become U+FFFD, line breaks and tabs one space (none
    between Chinese characters, which are written without); a base character keeps at most two combining marks. A text
    in which nothing can be seen becomes empty.
    """
    text = _UNSAFE.sub("\ufffd", _SPACES.sub(" ", _BETWEEN_HAN.sub("", text)))
    text = _few_marks(unicodedata.normalize("NFC", text[: cells * 100]))
    text = _fitted(unicodedata.normalize("NFC", text).strip(), cells).strip()
    return text if any(_visible(c) for c in text) else ""


def same_name(text: str) -> str:
    """What two names share that a reader would take for the same one: NFKC, casefolded, nothing invisible."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return " ".join("".join(c for c in folded if _visible(c) or c == " ").split())


def _visible(char: str) -> bool:
    return char not in _BLANK and unicodedata.category(char) not in ("Cf", "Cc", "Mn", "Me", "Zs", "Zl", "Zp")


def _few_marks(text: str) -> str:
    kept: list[str] = []
    marks = invisible = 0
    for char in text:
        category = unicodedata.category(char)
        if category in ("Mn", "Me"):
            marks += 1
            if marks > MARKS:
                continue
        elif category == "Cf":
            invisible += 1
            if invisible > INVISIBLE:
                continue
        else:
            marks = invisible = 0
        kept.append(char)
    return "".join(kept)


def _fitted(text: str, cells: int) -> str:
    if cell_len(text) <= cells:
        return text
    end = bisect_right(range(len(text) + 1), cells - 1, key=lambda n: cell_len(text[:n])) - 1
    while end and cell_len(text[:end].rstrip()) > cells - 1:
        end -= 1
    return text[:end].rstrip() + "…"

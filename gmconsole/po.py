"""Message catalogues as they are written: what a source checkout reads where no compiled catalogue is at hand.

The build compiles them (``hatch_build.py``), and gettext reads what it made. A checkout that was never built, or whose
catalogue was edited since, must speak Chinese too, and without Babel, which only building and testing need; so the few
lines that read the source form are here.
"""

from __future__ import annotations

import gettext
import re
from pathlib import Path

_ESCAPE = re.compile(r"\\(.)")
_SHORT = {"n": "\n", "t": "\t", "r": "\r"}


class Catalogue(gettext.NullTranslations):
    """The translations of one ``.po`` file."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._found = entries(path.read_text(encoding="utf-8"))

    def gettext(self, message: str) -> str:
        """The translation, or the message itself."""
        return self._found.get(message, message)


def entries(text: str) -> dict[str, str]:
    """Message id to translation, of every entry that has one; no plurals and no contexts, which nothing here uses."""
    found: dict[str, str] = {}
    entry = {"msgid": "", "msgstr": ""}
    part = ""
    for line in [*text.split("\n"), "msgid"]:
        word, _, rest = line.strip().partition(" ")
        if word == "msgid":
            if entry["msgid"] and entry["msgstr"]:
                found[entry["msgid"]] = entry["msgstr"]
            entry = {"msgid": "", "msgstr": ""}
        if word in entry:
            part = word
        elif line.startswith('"') and part:
            rest = line.strip()
        else:
            part = ""
            continue
        entry[part] += _ESCAPE.sub(lambda m: _SHORT.get(m[1], m[1]), rest[1:-1])
    return found


def catalogue(domain: str, folder: Path, lang: str) -> gettext.NullTranslations:
    """The catalogue of a domain under its ``locale`` folder: compiled, or else as written, or else empty."""
    base = folder / lang / "LC_MESSAGES"
    source, compiled = base / f"{domain}.po", base / f"{domain}.mo"
    if source.is_file() and (not compiled.is_file() or compiled.stat().st_mtime < source.stat().st_mtime):
        return Catalogue(source)
    return gettext.translation(domain, folder, [lang], fallback=True)

"""Where encounters are kept, and which file a word on the command line means."""

from __future__ import annotations

import os
import re
from pathlib import Path

from .store import SaveHead, list_saves

RESERVED = {"con", "prn", "aux", "nul", *(f"com{i}" for i in range(1, 10)), *(f"lpt{i}" for i in range(1, 10))}


def folder() -> Path:
    """The saves folder: ``GMCONSOLE_SAVES``, a source checkout's ``saves``, or the platform's data folder."""
    chosen = os.environ.get("GMCONSOLE_SAVES")
    if chosen:
        return Path(chosen)
    checkout = Path(__file__).resolve().parent.parent
    if (checkout / "pyproject.toml").is_file() and (checkout / "saves").is_dir():
        return checkout / "saves"
    from platformdirs import user_data_path

    return user_data_path("gmconsole", appauthor=False) / "saves"


def slug(name: str) -> str:
    """The name as a file name of ``a-z``, ``0-9`` and ``-``, at most 64 long; ``encounter`` where nothing is left."""
    word = re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")[:64].strip("-")
    return f"{word}-1" if word in RESERVED else word or "encounter"


def new_path(where: Path, name: str) -> Path:
    """A path for a new save: the name, or with ``-2``, ``-3`` … where it is taken. Never an existing encounter."""
    word = slug(name)
    for number in range(1, 10_000):
        path = where / (f"{word}.toml" if number == 1 else f"{word}-{number}.toml")
        if not path.exists() and not path.with_name(path.name + ".d").exists():
            return path
    raise FileExistsError(f"no free name for {word} in {where}")


def find(where: Path, word: str) -> Path | None:
    """The save a word means: a path that exists, or a save of that name in the folder; None where there is none.

    A folder of that name stands in nobody's way.
    """
    path = Path(word)
    if path.exists() and not path.is_dir():
        return path
    named = where / f"{word}.toml"
    if path.name == word and named.exists():
        return named
    return None


def is_unfinished(head: SaveHead) -> bool:
    """Whether a crisis is still running in that save."""
    return not head.problem and head.save.get("mode", "calm") != "calm"


def heads(where: Path) -> list[SaveHead]:
    """The saves of the folder, the last written first."""
    found = list_saves(where) if where.is_dir() else []
    return sorted(found, key=lambda h: (-_written(h.path), h.path.name))


def _written(path: Path) -> float:
    """When the save was last written to: its snapshot or the newest segment of its journal."""
    times = [p.stat().st_mtime for p in (path, *path.with_name(path.name + ".d").glob("J-*.toml")) if p.exists()]
    return max(times, default=0.0)


def written(head: SaveHead) -> str:
    """That moment as ISO text in local time, for display only."""
    from datetime import datetime

    return datetime.fromtimestamp(_written(head.path)).astimezone().isoformat(timespec="seconds")

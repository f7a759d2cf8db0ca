"""Looking at saves without opening them: no lock, nothing written."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from gmconsole.core.model import Msg
from gmconsole.store.errors import StoreError
from gmconsole.store.files import Files
from gmconsole.store.recover import Recovered, number, recover
from gmconsole.store.snapshot import HEAD, read_head


class SaveHead(msgspec.Struct, frozen=True):
    """One line of the list of saves: its path and its `[save]` table, without `chain`.

    `problem` is empty, or why there is no table: `unreadable`, or `missing` (only the folder beside it is left). Either
    may still open from its backups.
    """

    path: Path
    save: Mapping[str, object] = {}
    problem: str = ""


def list_saves(folder: Path, files: Files | None = None) -> list[SaveHead]:
    """The saves of a folder by name. Reads the first few KB of each; a seal is not checked."""
    files = files or Files()
    names = [name for name in files.names(folder) if not name.startswith(".")]
    found = {name for name in names if name.endswith(".toml")}
    for name in names:
        if name.endswith(".toml.d") and any(map(number, files.names(folder / name))):
            found.add(name.removesuffix(".d"))
    return [_head(files, folder / name) for name in sorted(found)]


def read_save(path: Path, files: Files | None = None) -> Recovered:
    """What opening the save would load. Raises StoreError as `recover.recover`; newer schemas where they allow it."""
    files = files or Files()
    real = files.resolve(path)
    for _ in range(3):
        try:
            return recover(files, real, looking=True).recovered
        except FileNotFoundError:
            # Its owner retired a segment between our look at the folder and at the file.
            continue
        except OSError as problem:
            raise StoreError("io", path, reason=problem.strerror or str(problem)) from problem
    raise StoreError("io", path, reason=Msg("it keeps changing"))


def _head(files: Files, path: Path) -> SaveHead:
    try:
        head = read_head(files.read(files.resolve(path), HEAD))
    except FileNotFoundError:
        return SaveHead(path, problem="missing")
    except (OSError, StoreError):
        return SaveHead(path, problem="unreadable")
    if head is None:
        return SaveHead(path, problem="unreadable")
    head.pop("chain", None)
    return SaveHead(path, head)

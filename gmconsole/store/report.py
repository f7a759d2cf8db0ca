"""What recovery found, as codes and parameters, and as sentences for the command line and the screen."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from gmconsole.core.messages import N_, english
from gmconsole.core.model import Field, Msg
from gmconsole.store.block import value_text

SENTENCES: Mapping[str, str] = {
    "torn": N_("the last action was not written to its end and was dropped (it was never called saved)"),
    "damaged": N_(
        "{file} is damaged: loaded up to the fault; what stands behind it is set aside (intact actions: {behind})"
    ),
    "foreign": N_("{file} belongs to another save and was set aside"),
    "stranded": N_("{file} follows on nothing that is left (actions: {entries}); it was set aside"),
    "missing": N_("the save file was gone; it was restored from {source}"),
    "unsealed": N_("the save file was cut short ({reason}); it was set aside and restored from {source}"),
    "bad": N_("the save file could not be read ({reason}); it was set aside and restored from {source}"),
    "older": N_("the save file was older than its backups; it was kept as a backup and the newest state was loaded"),
    "edited": N_("the save file was edited by hand; the edit was accepted and the edited file kept as a backup"),
    "reformatted": N_("the save file was written anew by another program, with the same content"),
    "edited_backup": N_("no untouched copy was left; the edited backup {source} was loaded"),
    "handmade": N_("a save file without a journal beside it: taken as it is"),
    "bad_backup": N_("the backup {file} could not be read and was set aside"),
    "migrated": N_("the save was brought from schema {before} to schema {after}; the original is kept"),
}


class Finding(msgspec.Struct, frozen=True):
    """One thing recovery found: a key of SENTENCES and its parameters."""

    code: str
    params: Mapping[str, Field] = {}

    @property
    def sentence(self) -> Msg:
        """The finding as a sentence."""
        return Msg(SENTENCES[self.code], self.params)


class Change(msgspec.Struct, frozen=True):
    """One value of a document that differs. `path` is dotted; the values are TOML text, empty where there was none."""

    path: str
    before: str
    after: str


class Report(msgspec.Struct, frozen=True):
    """All findings of one recovery, in order; none after a clean exit.

    `changes` is what a hand edit changed, None where no untouched copy of the same moment is left to compare with.
    """

    findings: tuple[Finding, ...] = ()
    changes: tuple[Change, ...] | None = ()

    @property
    def codes(self) -> tuple[str, ...]:
        return tuple(finding.code for finding in self.findings)

    def sentences(self) -> list[Msg]:
        """One sentence for each finding, then one for each change of a hand edit."""
        said = [finding.sentence for finding in self.findings]
        if self.changes is None:
            said.append(Msg("  what was changed is not known: no untouched copy of that moment is left"))
            return said
        nothing = Msg("(nothing)")
        return said + [
            Msg(
                "  {path}: {before} -> {after}",
                {"path": it.path, "before": it.before or nothing, "after": it.after or nothing},
            )
            for it in self.changes
        ]

    def lines(self) -> list[str]:
        """The same as lines of plain English."""
        return [english(sentence) for sentence in self.sentences()]


def changes(before: object, after: object, path: str = "") -> tuple[Change, ...]:
    """Every value that differs between two plain documents, deepest level, in the order of `before`, then new ones."""
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        found: list[Change] = []
        for key in [*before, *(key for key in after if key not in before)]:
            where = f"{path}.{key}" if path else str(key)
            if key not in after:
                found.append(Change(where, value_text(before[key]), ""))
            elif key not in before:
                found.append(Change(where, "", value_text(after[key])))
            else:
                found += changes(before[key], after[key], where)
        return tuple(found)
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        pairs = enumerate(zip(before, after, strict=True), 1)
        return tuple(change for n, (one, other) in pairs for change in changes(one, other, f"{path}[{n}]"))
    first, second = value_text(before), value_text(after)
    return () if first == second else (Change(path, first, second),)

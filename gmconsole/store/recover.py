"""Recovery: from whatever lies on the disk to the furthest state that can be proved. Writes nothing.

Every sealed snapshot, the save file or a backup, is a candidate; the journal entries that follow its point are applied
and the candidate that reaches furthest wins, the save file when equal. A save file edited by hand wins when nothing
stands behind it in the journal; otherwise the choice is the GM's and opening is refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import msgspec

from gmconsole.core.model import Msg
from gmconsole.store import journal, migrate
from gmconsole.store.block import Record
from gmconsole.store.errors import StoreError
from gmconsole.store.files import Files
from gmconsole.store.journal import Entry, Point, Segment
from gmconsole.store.report import Change, Finding, Report, changes
from gmconsole.store.snapshot import SCHEMA, Content, Snapshot, classify, parse

NEWER = Msg("a newer version of the program")
_NUMBERED = re.compile(r"([BJ])-(\d{8,})(?:-(\d+))?\.toml")


class Recovered(msgspec.Struct, frozen=True):
    """A save as it was found: the document, the journal records after it in order, and what was noticed."""

    document: dict[str, object]
    records: list[Record]
    report: Report


class Backup(msgspec.Struct, frozen=True):
    """A kept earlier snapshot."""

    name: str
    snapshot: Snapshot


class Plan(msgspec.Struct, frozen=True):
    """What to load, and what opening for writing has to put in order first.

    `main`: `keep` the save file, `copy` the winner over it, or `seal` the document anew. `put`: where the save file
    found goes before, `backup`, `damaged` or nowhere. `aside`: names in the folder for `damaged-…`; `drop`:
    names that hold nothing. `safe`: a second sealed snapshot leads to the same end.
    """

    winner: Snapshot
    content: Content
    records: list[Record]
    entries: list[Entry]
    report: Report
    main: str
    put: str
    aside: tuple[str, ...]
    drop: tuple[str, ...]
    backups: tuple[Backup, ...]
    segments: tuple[Segment, ...]
    safe: bool

    @property
    def recovered(self) -> Recovered:
        return Recovered(self.content.document, self.records, self.report)


def folder_of(path: Path) -> Path:
    """The folder beside a save that holds its lock, journal and backups."""
    return path.with_name(path.name + ".d")


def number(name: str) -> tuple[str, int, int] | None:
    """Kind (`J` or `B`), sequence number and counter of a file of the folder; None for any other file."""
    found = _NUMBERED.fullmatch(name)
    return (found[1], int(found[2]), int(found[3] or 0)) if found else None


def next_name(kind: str, seq: int, taken: Sequence[str]) -> str:
    """A free name for a new file of a kind, sorted behind all of the same sequence number."""
    counts = [found[2] for name in taken if (found := number(name)) and found[:2] == (kind, seq)]
    return f"{kind}-{seq:08}{f'-{max(counts) + 1}' if counts else ''}.toml"


def recover(files: Files, path: Path, *, looking: bool = False) -> Plan:
    """Find the furthest provable state of the save at a resolved path; `looking`: it will not be written.

    Raises StoreError: `missing`, `empty`, `unreadable`, `unusable_edit`, `edited_pending`, `newer_schema`, `too_new`,
    `not_regular`, `too_large`.
    """
    main = _read(files, path)
    if main is not None:
        _check_schema(path, main, looking)
    backups, segments = _folder(files, folder_of(path))
    if main is not None and main.condition == "edited":
        known = {it.snapshot.save_id for it in backups if it.snapshot.condition == "sealed"}
        known |= {it.save_id for it in segments if it.condition not in ("bad", "started")}
        if known and main.save_id not in known:
            main = msgspec.structs.replace(main, condition="bad", reason=Msg("its save_id was changed"))
    candidates = _candidates(main, backups)
    reached = {id(it): journal.follow(it.point, segments) for it in candidates}
    candidates.sort(key=lambda it: -_end(it, reached[id(it)]))
    choice = _Choice(path, main, backups, segments, candidates)
    winner, content, verdict = choice.decide()
    _check_schema(path, winner, looking)
    entries = reached[id(winner)] if winner.condition == "sealed" else []
    tail = entries[-1].point if entries else winner.point
    findings, aside, drop = _tidy(path, winner, segments, backups, tail)
    safe = any(it is not winner and _end(it, reached[id(it)]) == tail.seq for it in candidates)
    main_action, put = verdict.main, verdict.put
    document, records = content.document, journal.records(entries)
    schema = winner.head.get("schema")
    if type(schema) is int and 0 < schema < SCHEMA:
        document, records = migrate.migrate(document, records, schema)
        content = Content(document, {})
        findings.append(Finding("migrated", {"before": schema, "after": SCHEMA}))
        main_action, put = "seal", put or ("backup" if winner is main else "")
    return Plan(
        winner=winner,
        content=content,
        records=records,
        entries=entries,
        report=Report((*verdict.findings, *findings), verdict.changes),
        main=main_action,
        put=put,
        aside=tuple(aside),
        drop=tuple(drop),
        backups=backups,
        segments=segments,
        safe=safe and main_action != "seal",
    )


class _Verdict(msgspec.Struct, frozen=True):
    main: str
    put: str = ""
    findings: tuple[Finding, ...] = ()
    changes: tuple[Change, ...] | None = ()


class _Choice(msgspec.Struct):
    """The candidates of one recovery, furthest first, and the rules that choose among them."""

    path: Path
    main: Snapshot | None
    backups: tuple[Backup, ...]
    segments: tuple[Segment, ...]
    candidates: list[Snapshot]

    def decide(self) -> tuple[Snapshot, Content, _Verdict]:
        main = self.main
        if main is not None and main.condition == "edited":
            edited = self._edited(main)
            if edited is not None:
                return edited
        for candidate in self.candidates:
            try:
                content = parse(candidate)
            except (ValueError, TypeError):
                continue
            return candidate, content, self._sealed(candidate)
        return self._last_resort()

    def _edited(self, main: Snapshot) -> tuple[Snapshot, Content, _Verdict] | None:
        """Accept a hand edit, refuse it, or see that only the layout changed (None: load the sealed copy)."""
        content = self._parse_edit(main)
        copies = [it for it in self.candidates if it.point.seq == main.point.seq]
        copies.sort(key=lambda it: it.mark != main.mark)
        difference = changes(parse(copies[0]).document, content.document) if copies else None
        if difference == ():
            return None
        ends = [segment.end for segment in self.segments if segment.save_id == main.save_id]
        pending = max(ends, default=0) - main.point.seq
        if pending > 0:
            raise StoreError("edited_pending", self.path, pending=pending, folder=str(folder_of(self.path)))
        return main, content, _Verdict("seal", "backup", (Finding("edited"),), difference)

    def _sealed(self, winner: Snapshot) -> _Verdict:
        main = self.main
        if winner is main:
            return _Verdict("keep")
        source = next(it.name for it in self.backups if it.snapshot is winner)
        if main is None:
            return _Verdict("copy", "", (Finding("missing", {"source": source}),))
        if main.condition == "sealed":
            return _Verdict("copy", "backup", (Finding("older"),))
        if main.condition == "edited":
            return _Verdict("copy", "backup", (Finding("reformatted"),))
        return _Verdict("copy", "damaged", (Finding(main.condition, {"reason": main.reason, "source": source}),))

    def _last_resort(self) -> tuple[Snapshot, Content, _Verdict]:
        """No sealed snapshot at all: a file made by hand, else an edited backup, else an error."""
        main = self.main
        kept = any(segment.condition not in ("started", "whole") or segment.entries for segment in self.segments)
        if main is not None and main.condition == "unsealed" and not kept:
            return main, self._parse_edit(main), _Verdict("seal", "backup", (Finding("handmade"),))
        for backup in reversed(self.backups):
            if backup.snapshot.condition == "edited":
                content = self._parse_edit(backup.snapshot)
                found = Finding("edited_backup", {"source": backup.name})
                return backup.snapshot, content, _Verdict("seal", "damaged" if main else "", (found,))
        if main is None:
            raise StoreError("missing", self.path)
        if not main.data.strip():
            raise StoreError("empty", self.path)
        raise StoreError("unreadable", self.path, reason=main.reason)

    def _parse_edit(self, snapshot: Snapshot) -> Content:
        try:
            return parse(snapshot)
        except (ValueError, TypeError) as problem:
            raise StoreError("unusable_edit", self.path, reason=str(problem)) from None


def _read(files: Files, path: Path) -> Snapshot | None:
    try:
        return classify(files.read(path))
    except FileNotFoundError:
        return None


def _folder(files: Files, folder: Path) -> tuple[tuple[Backup, ...], tuple[Segment, ...]]:
    """The backups and the segments, each oldest first."""
    backups: list[Backup] = []
    segments: list[Segment] = []
    for key, name in sorted((key, name) for name in files.names(folder) if (key := number(name))):
        found = files.stat(folder / name)
        if found is None or found.kind != "file":
            continue
        data = files.read(folder / name)
        if key[0] == "J":
            segments.append(journal.scan(name, data))
        else:
            backups.append(Backup(name, classify(data)))
    return tuple(backups), tuple(segments)


def _candidates(main: Snapshot | None, backups: Sequence[Backup]) -> list[Snapshot]:
    """The sealed snapshots of this save, the save file first, then the newest backup."""
    known = main if main is not None and main.condition in ("sealed", "edited") else None
    found = [main] if main is not None and main.condition == "sealed" else []
    found += [
        it.snapshot
        for it in reversed(backups)
        if it.snapshot.condition == "sealed" and (known is None or it.snapshot.save_id == known.save_id)
    ]
    return found


def _end(candidate: Snapshot, entries: Sequence[Entry]) -> int:
    return entries[-1].point.seq if entries else candidate.point.seq


def _check_schema(path: Path, snapshot: Snapshot, looking: bool) -> None:
    schema, reader = snapshot.head.get("schema"), snapshot.head.get("min_reader")
    if type(schema) is not int or schema <= SCHEMA:
        return
    writer = snapshot.head.get("written_by")
    by = Msg("a newer version of the program, {writer}", {"writer": writer}) if isinstance(writer, str) else NEWER
    if type(reader) is not int or reader > SCHEMA:
        raise StoreError("too_new", path, schema=schema, by=by)
    if not looking:
        raise StoreError("newer_schema", path, schema=schema, ours=SCHEMA, by=by)


def _tidy(
    path: Path, winner: Snapshot, segments: Sequence[Segment], backups: Sequence[Backup], tail: Point
) -> tuple[list[Finding], list[str], list[str]]:
    """What is to be said about the folder, which of its files are to be set aside, and which hold nothing."""
    findings: list[Finding] = []
    aside: list[str] = []
    drop: list[str] = []
    for segment in segments:
        if segment.condition == "started" or (segment.condition == "whole" and not segment.entries):
            drop.append(segment.name)
        elif segment.condition in ("bad", "damaged"):
            findings.append(Finding("damaged", {"file": segment.name, "behind": segment.behind}))
            aside.append(segment.name)
        elif segment.save_id != winner.save_id and winner.save_id:
            findings.append(Finding("foreign", {"file": segment.name}))
            aside.append(segment.name)
        elif segment.format > journal.FORMAT:
            raise StoreError("too_new", path, schema=segment.format, by=NEWER)
        elif segment.end > tail.seq:
            lost = sum(entry.point.seq > tail.seq for entry in segment.entries)
            findings.append(Finding("stranded", {"file": segment.name, "entries": lost}))
            aside.append(segment.name)
        elif segment.condition == "torn" and segment is segments[-1]:
            findings.append(Finding("torn", {"file": segment.name}))
    for backup in backups:
        if backup.snapshot.condition == "bad":
            findings.append(Finding("bad_backup", {"file": backup.name}))
            aside.append(backup.name)
    return findings, aside, drop

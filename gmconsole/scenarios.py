"""Scenario and party files: what a GM writes by hand, read, cleaned and checked so that one run names every fault.

What is the same for every book is checked here (keys, ids, names, bands, options, environment); the rows' own figures
and the start state are the ruleset's. A file with a fault is not used at all: nothing is created from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import msgspec

from .clean import NAME_CELLS, NOTE_CELLS, clean_text, same_name
from .content import DECLARED, ContentError, Document, Fault, read_document, root, rows
from .conversion import convert, known_keys, nearest, shown, unknown, unusable, wrong
from .core import registry
from .core.model import Msg, Name, Scalar, State
from .core.people import MOST_ON_STAGE
from .core.ruleset import Ruleset
from .core.scenario import BandRow, EntityRow, Header, Problem, Scenario
from .core.scenario import Path as Place

FIXED = ("scenario", "band", "options", "environment")
FIXED_IN_PARTIES = ("party", "options")
FOLDERS = {"scenario": "scenarios", "party": "parties"}
"""Where the files of either kind that come with the program lie, in the content folder."""
_SHORT_TEXTS = ("name", "title")


def find(path_or_name: str | Path, sort: str = "scenario", beside: Path | None = None) -> Path:
    """The file meant: a path that exists, or else the shipped scenario or party of that name. Raises ContentError.

    Every door asks among the saves before it comes here. A party named by a scenario is looked for ``beside`` it first.
    """
    path = Path(path_or_name)
    shipped = root() / FOLDERS[sort] / f"{path_or_name}.toml"
    if beside is not None:
        for near in (beside / path, beside / f"{path_or_name}.toml"):
            if near.is_file():
                return near
    if path.suffix == ".toml" or path.is_file():
        return path
    if path.name == str(path_or_name) and shipped.is_file():
        return shipped
    raise ContentError(
        [
            Fault(
                file=str(path_or_name),
                line=1,
                field="",
                message=Msg("no such save or scenario") if sort == "scenario" else Msg("no such save or party"),
                allowed=nearest(str(path_or_name), names(sort)),
            )
        ]
    )


def names(sort: str = "scenario") -> tuple[str, ...]:
    """The names of the scenarios, or parties, that come with the program."""
    return tuple(sorted(p.stem for p in (root() / FOLDERS[sort]).glob("*.toml")))


def load_scenario(path_or_name: str | Path, party: Scenario | None = None) -> Scenario:
    """A scenario without faults, ready to be started. Raises ContentError with every fault of the file.

    A ``party`` plays it in place of the player characters that the file has.
    """
    path = find(path_or_name)
    scenario = _sound(_read(read_document(path), "scenario", path.parent))
    if party is None:
        return scenario
    if party.header.ruleset != scenario.header.ruleset:
        wanted = Fault(
            file=str(path),
            line=1,
            field="",
            message=Msg("the party is of another rulebook"),
            found=party.header.ruleset,
            allowed=Msg("{words}", {"words": scenario.header.ruleset}),
        )
        raise ContentError([wanted])
    return msgspec.structs.replace(scenario, party=party, guest=True)


def load_party(path_or_name: str | Path, beside: Path | None = None) -> Scenario:
    """A party without faults. Raises ContentError with every fault of the file."""
    path = find(path_or_name, "party", beside)
    return _sound(_read(read_document(path), "party", path.parent))


def party_from(document: Document) -> Scenario:
    """The party in a document. Raises ContentError with every fault."""
    return _sound(_read(document, "party", None))


def _sound(read: tuple[Scenario | None, tuple[Fault, ...]]) -> Scenario:
    scenario, faults = read
    if scenario is None or any(f.severity == "error" for f in faults):
        raise ContentError(faults)
    return scenario


def start_state(scenario: Scenario, lang: str = "en") -> State:
    """The state an encounter begins with, with names in that language (``zh`` or ``en``)."""
    state: State = _book(scenario).build_scenario(scenario, lang)[0]
    return state


def party_state(party: Scenario, lang: str = "en") -> State:
    """The state of an encounter with that party alone in it."""
    state: State = _book(party).build_party(party, lang)[0]
    return state


def _book(scenario: Scenario) -> Ruleset[Any]:
    ruleset = registry.get(scenario.header.ruleset)
    if ruleset is None:
        raise LookupError(scenario.header.ruleset)
    return ruleset


def kind(data: Mapping[str, Any]) -> str:
    """What a TOML file is by its header: ``scenario``, ``party``, ``save``, or ``content``."""
    return next((sort for sort in (*FOLDERS, "save") if sort in data), "content")


def check_file(path: Path) -> list[Fault]:
    """Everything wrong with a scenario, party or content file, in the order of its lines; saves are the store's."""
    try:
        document = read_document(path)
        sort = kind(document.data)
        if sort in FOLDERS:
            return list(_read(document, sort, path.parent)[1])
        return [*document.notes, *_check_content(document, path)]
    except ContentError as wrong_file:
        return list(wrong_file.faults)


def _check_content(document: Document, path: Path) -> tuple[Fault, ...]:
    for ruleset in registry.names():
        try:
            registry.get(ruleset)
        except ContentError as broken:
            mine = tuple(f for f in broken.faults if Path(f.file).resolve() == path.resolve())
            if mine:
                return mine
    problems: list[Problem] = []
    place = path.resolve().as_posix()
    declared = next((types for known, types in DECLARED.items() if place == known or place.endswith("/" + known)), None)
    if declared is None:
        problems.append(
            Problem(
                path=(),
                message=Msg("neither a scenario nor a party nor a content table"),
                found=", ".join(shown(k) for k in list(document.data)[:6]) or Msg("nothing"),
                allowed=Msg("[scenario] or [party] at the top, or the path of a content table"),
            )
        )
    else:
        known_keys(document.data, tuple(declared), problems)
        for key, type_ in declared.items():
            rows(document.data, key, type_, problems)
    return document.faults(problems)


# One file ------------------------------------------------------------------------------------------------------------


def _read(document: Document, sort: str, beside: Path | None) -> tuple[Scenario | None, tuple[Fault, ...]]:
    """The scenario or party of a document, as far as it can be read, with all its faults."""
    problems: list[Problem] = []
    if not document.data:
        table = Msg("a [scenario] table") if sort == "scenario" else Msg("a [party] table")
        nothing = Problem(path=(), message=Msg("the file is empty"), allowed=table)
        return None, (*document.notes, *document.faults([nothing]))
    data = {key: _cleaned(value, (key,), problems) for key, value in document.data.items()}
    header = convert(data.get(sort, {}), Header, (sort,), problems)
    written = data[sort].get("ruleset") if isinstance(data.get(sort), dict) else None
    wanted = written if isinstance(written, str) else ""
    ruleset = registry.get(wanted) if wanted else None
    if ruleset is None and wanted:
        problems.append(
            Problem(
                path=(sort, "ruleset"),
                message=Msg("no such rulebook"),
                found=shown(wanted),
                allowed=nearest(wanted, registry.names()),
            )
        )
    book = ruleset or _likely(wanted, data, sort)
    if book is None:
        return None, (*document.notes, *document.faults(problems))
    if unusable(header):
        header = Header(id="unnamed", ruleset=book.id)
    scenario = _with_rows(data, header, book, sort, problems, _party(header, sort, beside, problems))
    build = book.build_scenario if sort == "scenario" else book.build_party
    problems.extend(build(scenario, "en")[1])
    return scenario if ruleset is not None else None, (*document.notes, *document.faults(problems))


def _party(header: Header, sort: str, beside: Path | None, problems: list[Problem]) -> Scenario | None:
    """The party that a scenario names; where it cannot be used, that is said once, at its name."""
    if not header.party or sort != "scenario":
        if header.party:
            problems.append(unknown((sort, "party"), "party", ("id", "ruleset", "title", "note")))
        return None
    try:
        party = load_party(header.party, beside)
    except ContentError as broken:
        first = broken.faults[0]
        found = Msg(
            "{file}, line {line}: {sentence}", {"file": first.file, "line": first.line, "sentence": first.sentence()}
        )
        problems.append(Problem(path=(sort, "party"), message=Msg("that party cannot be used"), found=found))
        return None
    if party.header.ruleset != header.ruleset:
        problems.append(
            Problem(
                path=(sort, "party"),
                message=Msg("the party is of another rulebook"),
                found=party.header.ruleset,
                allowed=Msg("{words}", {"words": header.ruleset}),
            )
        )
        return None
    return party


def _likely(wanted: str, data: Mapping[str, Any], sort: str) -> Ruleset[Any] | None:
    """The book a file without a known one is probably for: one spelled nearly so, or the one whose rows fit best.

    It is read by that book so that its other faults are named too; it is not used.
    """
    names = get_close_matches(wanted, registry.names(), 1) if wanted else registry.names()
    books = [book for name in names if (book := registry.get(name)) is not None]
    if not wanted:
        books = [book for book in books if data.keys() <= {*_fixed(book, sort), *_types(book, sort)}]
    faults = [_faults_with(book, data, sort) for book in books]
    best = [book for book, count in zip(books, faults, strict=True) if count == min(faults)]
    return best[0] if len(best) == 1 else None


def _faults_with(book: Ruleset[Any], data: Mapping[str, Any], sort: str) -> int:
    """How much would be wrong with a file if it were for that book; a key that it does not know tells the most."""
    problems: list[Problem] = []
    _with_rows(data, Header(id="unnamed", ruleset=book.id), book, sort, problems, None)
    return sum(2 if p.message.id == "unknown key" else 1 for p in problems)


def _fixed(book: Ruleset[Any], sort: str) -> tuple[str, ...]:
    return FIXED if sort == "scenario" else (*FIXED_IN_PARTIES, *book.party_tables())


def _types(book: Ruleset[Any], sort: str) -> Mapping[str, type[msgspec.Struct]]:
    return book.scenario_types() if sort == "scenario" else book.party_types()


def _with_rows(
    data: Mapping[str, Any],
    header: Header,
    book: Ruleset[Any],
    sort: str,
    problems: list[Problem],
    party: Scenario | None,
) -> Scenario:
    types = _types(book, sort)
    known_keys(data, (*_fixed(book, sort), *types), problems)
    found = {key: tuple(rows(data, key, type_, problems)) for key, type_ in types.items()}
    entities = [((key, i), row) for key, list_ in found.items() for i, row in list_ if isinstance(row, EntityRow)]
    _check_people(entities, problems)
    options = _options(data.get("options", {}), book.option_values(), problems)
    if sort == "party":
        single = {
            key: convert(data[key], type_, (key,), problems)
            for key, type_ in book.party_tables().items()
            if key in data
        }
        single = {key: value for key, value in single.items() if not unusable(value)}
        return Scenario(header=header, rows=found, options=options, tables=single)
    members = [row for list_ in party.rows.values() for _, row in list_ if isinstance(row, EntityRow)] if party else []
    spoken = {**_spoken([((), row) for row in members]), **_spoken(entities)}
    raw_ids = {raw["id"] for key in types for raw in _tables(data.get(key)) if isinstance(raw.get("id"), str)}
    return Scenario(
        header=header,
        rows=found,
        bands=tuple(_bands(data, spoken, raw_ids, book.band_names(), problems)),
        options=options,
        environment=_environment(data.get("environment", {}), book.environment_names(), problems),
        party=party,
    )


def _tables(value: Any) -> list[dict[str, Any]]:
    return [v for v in value if isinstance(v, dict)] if isinstance(value, list) else []


def _cleaned(value: Any, place: Place, problems: list[Problem]) -> Any:
    """The value with every text in it made safe; what was replaced or cut is noted."""
    if isinstance(value, dict):
        return {key: _cleaned(v, (*place, key), problems) for key, v in value.items()}
    if isinstance(value, list):
        return [_cleaned(v, (*place, i), problems) for i, v in enumerate(value)]
    if not isinstance(value, str):
        return value
    cells = NAME_CELLS if any(part in _SHORT_TEXTS for part in place) else NOTE_CELLS
    text = clean_text(value, cells)
    if text.endswith("…") and not value.rstrip().endswith("…"):
        problems.append(
            Problem(
                path=place,
                message=Msg("too long"),
                found=shown(value),
                severity="note",
                allowed=Msg("at most {cells} cells", {"cells": cells}),
                done=Msg("it was cut"),
            )
        )
    elif text.count("\ufffd") != value.count("\ufffd"):
        problems.append(
            Problem(
                path=place,
                message=Msg("holds control characters"),
                found=shown(value),
                severity="note",
                done=Msg("what cannot be shown was replaced"),
            )
        )
    return text


def _all_names(row: EntityRow) -> tuple[str, ...]:
    names = (row.name,) if isinstance(row.name, str) else (row.name.zh, row.name.en)
    return tuple(dict.fromkeys(n for n in names if n))


def _check_people(entities: Sequence[tuple[tuple[str, int], EntityRow]], problems: list[Problem]) -> None:
    """Ids must differ across all lists, and nobody may bear a name that another is called by."""
    ids: dict[str, tuple[str, int]] = {}
    called: dict[str, str] = {}
    for place, row in entities:
        if ids.setdefault(row.id, place)[0] != place[0]:
            problems.append(
                Problem(
                    path=(*place, "id"),
                    message=Msg("id given twice"),
                    found=shown(row.id),
                    allowed=Msg("an id of its own"),
                )
            )
        for name in _all_names(row):
            owner = called.setdefault(same_name(name), row.id)
            if owner != row.id:
                problems.append(
                    Problem(
                        path=(*place, "name"),
                        message=Msg("name of two people"),
                        found=shown(name),
                        allowed=Msg("a name that {other} does not bear", {"other": owner}),
                    )
                )
    if len(entities) > MOST_ON_STAGE:
        place, _ = entities[MOST_ON_STAGE]
        problems.append(
            Problem(
                path=place,
                message=Msg("too many people"),
                found=str(len(entities)),
                allowed=Msg("at most {most}", {"most": MOST_ON_STAGE}),
            )
        )


def _spoken(entities: Sequence[tuple[Place, EntityRow]]) -> dict[str, str]:
    """Ids by what people may be called in the file: their id, or their name in either language."""
    spoken = {same_name(name): row.id for _, row in reversed(entities) for name in _all_names(row)}
    return {**spoken, **{same_name(row.id): row.id for _, row in entities}}


def _bands(
    data: Mapping[str, Any],
    spoken: Mapping[str, str],
    raw_ids: set[str],
    words: Mapping[str, Name],
    problems: list[Problem],
) -> Iterator[tuple[int, BandRow]]:
    said: dict[tuple[str, str], tuple[str, int]] = {}
    by_word = _by_word(words)
    for i, row in rows(data, "band", BandRow, problems):
        place = ("band", i)
        pair = tuple(spoken.get(same_name(who), who if who in raw_ids else "") for who in row.between)
        for k, who in enumerate(row.between):
            if not pair[k]:
                problems.append(
                    Problem(
                        path=(*place, "between", k),
                        message=Msg("names nobody"),
                        found=shown(who),
                        allowed=nearest(who, sorted(set(spoken.values()))),
                    )
                )
        band = by_word.get(same_name(row.band))
        if band is None:
            problems.append(wrong((*place, "band"), row.band, nearest(row.band, tuple(words))))
        if band is None or not all(pair):
            continue
        if pair[0] == pair[1]:
            problems.append(
                Problem(
                    path=(*place, "between"),
                    message=Msg("a band with oneself"),
                    found=shown(list(row.between)),
                    allowed=Msg("two different ones"),
                )
            )
            continue
        before, first = said.setdefault((min(pair), max(pair)), (band, i))
        if before != band:
            problems.append(
                Problem(
                    path=place,
                    message=Msg("given twice, differently"),
                    found=band,
                    allowed=Msg("{band}, as in band {first}", {"band": before, "first": first + 1}),
                )
            )
        elif first == i:
            yield i, BandRow(between=(pair[0], pair[1]), band=band)


def _by_word(names: Mapping[str, Name]) -> dict[str, str]:
    """Ids of a vocabulary by the words they may be written with: the id, or its name in either language."""
    by_name = {same_name(word): key for key, name in names.items() for word in (name.zh, name.en)}
    return {**by_name, **{same_name(key): key for key in names}}


def _options(value: Any, allowed: Mapping[str, tuple[Scalar, ...]], problems: list[Problem]) -> dict[str, Scalar]:
    if not isinstance(value, dict):
        problems.append(wrong(("options",), value, Msg("a table [options]")))
        return {}
    known_keys(value, tuple(allowed), problems, ("options",))
    chosen: dict[str, Scalar] = {}
    for option, choice in value.items():
        if any(choice == v and type(choice) is type(v) for v in allowed.get(option, ())):
            chosen[option] = choice
        elif option in allowed:
            problems.append(
                wrong(
                    ("options", option),
                    choice,
                    Msg("one of {words}", {"words": ", ".join(shown(v) for v in allowed[option])}),
                )
            )
    return chosen


class _Place(msgspec.Struct, frozen=True, kw_only=True):
    """``[environment]``: what the place is like, in the book's words."""

    conditions: tuple[str, ...] = ()


def _environment(value: Any, names: Mapping[str, Name], problems: list[Problem]) -> tuple[str, ...]:
    place = convert(value, _Place, ("environment",), problems)
    if unusable(place):
        return ()
    by_word = _by_word(names)
    found: list[str] = []
    for i, word in enumerate(place.conditions):
        known = by_word.get(same_name(word))
        if known is None:
            problems.append(wrong(("environment", "conditions", i), word, nearest(word, tuple(names))))
        else:
            found.append(known)
    return tuple(dict.fromkeys(found))

"""People and things: ids and tags that are never given twice, and how many fit on stage, the same for every rulebook.

Who somebody is (figures, kinds, sides) is the book's, and so is the command that brings somebody in; its fold ends in
``came``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeVar

from msgspec.structs import replace

from .model import Entity, Name, Rejected, State

S = TypeVar("S", bound=State)

MOST_ON_STAGE = 120
PRESENCES: Mapping[str, Name] = {
    "in": Name("在场", "in"),
    "outside": Name("场外", "outside"),
    "left": Name("已退出", "left"),
    "removed": Name("已移除", "removed"),
}
NUMBERED = re.compile(r" \d+$")
"""What ``free_name`` puts behind a name that is taken."""
LETTERS = "tag"
"""The counter of the letters given out as tags."""


def next_id(state: State, prefix: str) -> str:
    """An id that was never given: prefix and a number one above the counter's (which the fold of its event raises)."""
    return f"{prefix}-{state.counters.get(prefix, 0) + 1:03d}"


def counted(state: State, prefix: str) -> Mapping[str, int]:
    """The counters with one more of that prefix given out."""
    return {**state.counters, prefix: state.counters.get(prefix, 0) + 1}


def next_tag(state: State, prefix: str = "") -> str:
    """The tag of a newcomer: the number of the id it gets with that prefix, or without one the next letter."""
    return str(state.counters.get(prefix, 0) + 1) if prefix else letter_tag(state.counters.get(LETTERS, 0))


def letter_tag(index: int) -> str:
    """``a`` … ``z``, then ``aa``, ``ab`` …, counted from 0."""
    tag = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        tag = chr(ord("a") + rest) + tag
    return tag


def no_room(state: State) -> Rejected | None:
    """The refusal (``too-many-people``) where nobody else fits on stage; whoever was removed takes no room."""
    if sum(e.presence != "removed" for e in state.entities.values()) < MOST_ON_STAGE:
        return None
    return Rejected("too-many-people", {"most": MOST_ON_STAGE})


def came(state: S, entity: Entity, prefix: str) -> S:
    """The state with a newcomer in it whose id was counted with that prefix, and its letter where its tag is one."""
    counters = counted(state, prefix)
    if not entity.tag.isdigit():
        counters = {**counters, LETTERS: counters.get(LETTERS, 0) + 1}
    return replace(state, entities={**state.entities, entity.id: entity}, counters=counters)


def is_chinese(state: State) -> bool:
    """Whether people on stage have Chinese names; what comes out of the book's tables is called in their language."""
    return any(in_chinese(e.name) for e in state.entities.values())


def in_chinese(text: str) -> bool:
    """Whether a Chinese character stands in the text."""
    return any("\u4e00" <= letter <= "\u9fff" for letter in text)


def free_name(state: State, name: Name, key: str) -> tuple[str, str]:
    """A name for a thing of the book in the language of the names on stage, and a key (or none), both still free."""
    word = name.zh if is_chinese(state) else name.en
    taken = {w for e in state.entities.values() if e.presence != "removed" for w in (e.name, e.key)}
    for number in range(1, len(state.entities) + 2):
        words = (word, key) if number == 1 else (f"{word} {number}", f"{key}-{number}" if key else "")
        if not taken & set(filter(None, words)):
            return words
    return word, ""


def public_names(state: State) -> Mapping[str, str]:
    """What players call namesakes whose numbers would betray somebody they have not seen (``free_name``), by id.

    Those count by themselves, in the order in which players saw them; a number once given stays, unless the name of
    somebody removed was given again.
    """
    groups: dict[str, list[Entity]] = {}
    for entity in state.entities.values():
        groups.setdefault(NUMBERED.sub("", entity.name), []).append(entity)
    names: dict[str, str] = {}
    for word, group in groups.items():
        seen = sorted((e for e in group if e.shown_as), key=lambda e: (len(e.shown_as), e.shown_as))
        # As long as they were seen in the order in which they came, nobody is missing from their numbers.
        if seen != group[: len(seen)]:
            names |= {e.id: word if n == 1 else f"{word} {n}" for n, e in enumerate(seen, start=1)}
    return names


def public_tags(state: State) -> Mapping[str, str]:
    """The tags of the players' own count for everybody they can see now and could not before, by id.

    Their counts have no gaps: neither somebody hidden nor somebody who has not come in yet takes a number.
    """
    given = [e.shown_as for e in state.entities.values() if e.shown_as]
    numbers, letters = sum(map(str.isdigit, given)), sum(map(str.isalpha, given))
    tags = {}
    for entity in state.entities.values():
        if entity.hidden or entity.shown_as or not entity.on_stage:
            continue
        if entity.tag.isdigit():
            numbers += 1
            tags[entity.id] = str(numbers)
        else:
            tags[entity.id] = letter_tag(letters)
            letters += 1
    return tags

"""What skills at the table say: their events for the log, their refusals by code, the words of what they keep."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...core.messages import N_
from ...core.model import Event, Field, Msg, Name, Text, Who
from ...core.views import Span
from . import cards, mastery, sheet_words, skill_kept, skills
from .character import Kept
from .skill_table import USES
from .state import LawnState, Person
from .terms import TERMS as LAWN_TERMS

REJECTIONS = {
    "check-needs-skill": N_("{who} cannot do that without a skill ({use}: {skills}); add the word anyway to allow it"),
    "has-its-verb": N_("{use} has a verb of its own: {verb}"),
    "needs-an-animal": N_("Which animal does {who} train? Name it behind the word on"),
    "no-check-needed": N_("{who} needs no check for that ({skill}: {use}); add the word anyway for one all the same"),
    "nothing-kept": N_("{who} has nothing of that kind: {what}"),
    "nothing-to-keep": N_("What does {who} keep? Say it behind the word saying ({use})"),
    "reading-how-long": N_("How many minutes of text does {who} read? Say them behind the word value"),
}

KEPT_NAMES: Mapping[str, Name] = {
    skill_kept.IMAGES: Name("画面", "images"),
    skill_kept.RECORDING: Name("录音", "recording"),
    skill_kept.KNOT: Name("绳结", "knot"),
    skill_kept.ANIMAL: Name("动物", "animal"),
}
TERMS: Mapping[str, Mapping[str, Name]] = {"kept": KEPT_NAMES}
LAWN_TERMS["kept"] = KEPT_NAMES

PART_NAMES: Mapping[str, Name] = {
    "use": Name("用途", "use"),
    "value": Name("数值", "value"),
    "what": Name("种类", "kind"),
}


def used(e: mastery.SkillUsed, state: LawnState) -> Msg:
    """What somebody did by a skill without a check."""
    fields: dict[str, Field] = {"who": Who(e.who), "skill": skills.title(e.skill)}
    row = USES.get(e.use)
    if row is None:
        return Msg("{who} uses the tools of {skill}: no check" if e.tools else "{who}, {skill}: no check", fields)
    fields["use"] = row.name
    if row.keeps == skill_kept.READING:
        fields |= {"minutes": e.value, "taken": skill_kept.reading_minutes(e.value), "note": row.note or ""}
        return Msg("{who} reads {minutes} minutes of text in {taken} minutes: {note}", fields)
    if e.text:
        return Msg("{who}, {skill}: {use}, no check: {text}", {**fields, "text": e.text})
    if e.target:
        return Msg("{who}, {skill}: {use} on {whom}, no check", {**fields, "whom": Who(e.target)})
    return Msg("{who}, {skill}: {use}, no check", fields)


def title(item: Kept) -> Msg:
    """Something kept, as a text that names nobody."""
    fields: dict[str, Field] = {"what": Msg("kept:" + item.what), "text": item.text, "value": item.value}
    if item.what == skill_kept.ANIMAL:
        known_by_word = item.text and not item.who
        return Msg("{what} {text}: obeys" if known_by_word else "{what}: obeys", fields)
    if item.what == skill_kept.KNOT:
        return Msg("{what} {text}: physique {value}" if item.text else "{what}: physique {value}", fields)
    return Msg("{what}: {text}", fields)


def _changed(before: tuple[Kept, ...], after: tuple[Kept, ...]) -> tuple[Text, ...]:
    """What is new, what took another's place, and what is gone."""
    said: list[Text] = []
    for item in after:
        if item in before:
            continue
        binds = item.what == skill_kept.KNOT and item.who
        if item.what == skill_kept.ANIMAL or binds:
            said.append(Msg("{thing} ({whom})", {"thing": title(item), "whom": Who(item.who)}))
        else:
            said.append(title(item))
    gone = tuple(title(old) for old in before if old not in after)
    if gone:
        said.append(Msg("no longer {things}", {"things": gone}))
    return tuple(said)


def spans(person: Person) -> tuple[Span, ...]:
    """What somebody has kept, on the card."""
    return tuple(Span(title(item), "quiet") for item in skill_kept.kept(person, *skill_kept.WHATS))


sheet_words.SAID["kept"] = _changed
cards.CARD.append(spans)

SAY: Mapping[type[Event], Callable[[Any, LawnState], Msg | None]] = {mastery.SkillUsed: used}

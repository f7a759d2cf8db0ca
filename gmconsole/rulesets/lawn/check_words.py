"""What negotiated checks say: their events for the log, their refusals by code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...core.messages import N_
from ...core.model import Event, Field, Msg, Who
from . import alterations, checks, leading, options, teamwork
from .state import LawnState
from .terms import OUTCOME_NAMES, term

REJECTIONS = {
    "check-final": N_("The check of {who} is final"),
    "comes-first": N_("First comes: {what}"),
    "help-undescribed": N_("How does {who} help? Say it in a few words"),
    "locked": N_("{who}: {trait} keeps {type} at seven dice; only potential adds any"),
    "no-check-to-help": N_("{who} has no check that could be helped"),
    "no-companion": N_("{who} cannot help {other} with Teamwork"),
    "no-more-dice": N_("The check of {who} takes no more dice"),
    "no-such-condition": N_("{name} is not one of {allowed}; give it dice or a step to add it"),
    "not-offered": N_("{kind} is not one of {allowed}"),
    "not-stored": N_("{who} has not stored {faces}"),
    "npc-against-pc": N_("{who} never rolls against {other}. Instead: {instead}"),
    "spent-already": N_("{who} has used that up until the session ends"),
    "store-full": N_("{who} can store no more faces ({most}): say which one to give up"),
    "switched-off": N_("Switched off: {option}"),
    "type-chosen": N_("The type of the check of {who} is settled: {check}"),
}


def _changed(e: checks.CheckChanged, state: LawnState) -> Msg | None:
    fields: dict[str, Field] = {"who": Who(e.after.who), "check": checks.title(e.after)}
    if (said := _noted(e, fields)) is not None:
        return said
    if e.after.status == "rolled":
        came, before = checks.result(e.after), checks.result(e.before)
        fields |= {"outcome": OUTCOME_NAMES[came.outcome], "degree": came.degree}
        return Msg("{who} {check}: now {outcome}, degree {degree}", fields) if came != before else None
    if e.after.type != e.before.type:
        return Msg("{who} chooses {check}", fields)
    if e.after.manner != e.before.manner:
        return Msg("{who} {check}: active" if e.after.manner == "active" else "{who} {check}: passive", fields)
    new = next((c for c in e.after.conditions if c not in e.before.conditions), None)
    if new is not None:
        fields["name"] = term(new.name)
        return Msg("{who} {check}: {name} counts" if new.on else "{who} {check}: {name} does not count", fields)
    if e.before.difficulty and e.after.difficulty != e.before.difficulty:
        fields |= {"before": e.before.difficulty, "after": e.after.difficulty}
        return Msg("{who} {check}: D{before}>D{after}", fields)
    more = next((m for m in e.after.modifiers if m not in e.before.modifiers), None)
    if more is not None:
        return Msg("{who} {check}: {name} {dice}", {**fields, "name": term(more.why), "dice": f"{more.dice:+d}"})
    return None


def _noted(e: checks.CheckChanged, fields: Mapping[str, Field]) -> Msg | None:
    """What others did about a check without touching it: hampered, freed by a leader, a free use taken."""
    hampers = next((who for who in e.after.hampered if who not in e.before.hampered), "")
    if hampers:
        text = "{other} hampers {who}: {check} is rolled again, the lower counts"
        return Msg(text, {**fields, "other": Who(hampers)})
    free = e.after.noted.count(leading.LED) - e.before.noted.count(leading.LED)
    if free > 0:
        return Msg("{who} {check}: an ability may be used for nothing", fields)
    return Msg("{who} {check}: that ability stays ready", fields) if free < 0 else None


def _store(e: alterations.StoreChanged, state: LawnState) -> Msg:
    return Msg(
        "{who} has stored: {faces}" if e.after else "{who} has no stored faces left",
        {"who": Who(e.who), "faces": " ".join(map(str, e.after))},
    )


SAY: Mapping[type[Event], Callable[[Any, LawnState], Msg | None]] = {
    checks.CheckChanged: _changed,
    alterations.StoreChanged: _store,
    teamwork.Assisted: lambda e, s: Msg(
        "{who} helps {whom}: {how}", {"who": Who(e.who), "whom": Who(e.whom), "how": e.how}
    ),
    options.AnnouncedLate: lambda e, s: Msg(
        "{option} is an optional rule, meant to be announced before the game", {"option": Msg("option:" + e.option)}
    ),
}

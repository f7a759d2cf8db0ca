"""Sentences of the kernel: its events for the log, its refusals by code. English ids, worded by ``gmconsole.text``."""

from __future__ import annotations

from typing import Any

from . import commands as c
from . import rounds
from .model import Field, Msg, Name, Scalar, Who


def N_(text: str) -> str:  # noqa: N802 - gettext's own name for "a message, to be translated later"
    """Marks a message id where it is not yet inside a Msg."""
    return text


def english(msg: Msg) -> str:
    """The sentence in plain English, for error texts and JSON; ids of people and terms stay as they are."""
    return msg.id.format(**{key: _english(value) for key, value in msg.fields.items()})


def _english(value: Field) -> str:
    if isinstance(value, Msg):
        return english(value)
    if isinstance(value, Name):
        return value.en
    if isinstance(value, Who):
        return value.id
    return ", ".join(_english(v) for v in value) if isinstance(value, tuple) else str(value)


REJECTIONS = {
    "one-person-wanted": N_("One person is wanted here; {word} means {found}"),
    "unknown-person": N_("Nobody is called {who}"),
    "ambiguous-person": N_("{word} could be {candidates}"),
    "unknown-word": N_("{word} is not one of {allowed}"),
    "ambiguous-word": N_("{word} could be {candidates}"),
    "unknown-verb": N_("No verb {word}; nearest: {near}"),
    "unexpected-word": N_("{word} fits nowhere here. Form: {form}"),
    "missing-part": N_("{part} is missing. Form: {form}"),
    "not-a-number": N_("{word} is not a whole number ({part})"),
    "not-a-pair": N_("{word} is not written as X=Y ({part})"),
    "not-a-face": N_("{word} is not a face of a die"),
    "unclosed-quote": N_("A quotation mark is not closed"),
    "no-verb": N_("The line has faces but no verb"),
    "empty-name": N_("A name cannot be empty"),
    "too-many-people": N_("At most {most} people and things fit on stage"),
    "band-with-itself": N_("Nobody has a distance to themselves"),
    "unknown-band": N_("{band} is not one of {allowed}"),
    "unknown-field": N_("{field} cannot be set; these can: {allowed}"),
    "field-not-for": N_("{field} is not a value of this kind ({kind})"),
    "out-of-bounds": N_("{field} goes from {low} to {high}, not {value}"),
    "not-a-switch": N_("{field} is on or off, not {value}"),
    "not-a-choice": N_("{field}: {value} is not one of {allowed}"),
    "unknown-clock": N_("There is no clock {name}"),
    "clock-needs-size": N_("A new clock needs a number of segments: clock {name} 4"),
    "unknown-option": N_("No option {option}; there are {allowed}"),
    "unknown-environment": N_("{word} is not one of {allowed}"),
    "dice-out-of-bounds": N_("1 to 100 dice with 2 to 1000 sides, not {count}d{sides}"),
    "dice-too-few": N_("Faces needed: {needed}, typed: {given}"),
    "dice-too-many": N_("Faces needed: {needed}, typed: {given}"),
    "dice-later": N_('No dice yet: leave the faces out here, they go with "{verb} = faces". First comes: {what}'),
    "dice-after-word": N_('No dice yet: leave the faces out, or add the word "{word}". First comes: {what}'),
    "dice-wrong-size": N_("A D{sides} is read here, not a D{given}"),
    "dice-impossible": N_("A D{sides} cannot show {face}"),
    "no-rounds": N_("No rounds are running"),
    "unknown-phase": N_("{phase} is not one of {allowed}"),
    "phase-not-in-use": N_("The phase {phase} is not in use"),
    "still-owed": N_("Force moves on all the same; still owed ({count}): {owed}"),
    "nothing-to-undo": N_("Steps that can be taken back: {steps}"),
    "nothing-to-redo": N_("Steps that can be repeated: {steps}"),
    "nothing-to-redraw": N_("The last step drew no dice"),
    "no-such-entry": N_("There is no entry {seq}"),
    "no-change": N_("That changes nothing"),
    "not-in-this-book": N_("This rulebook has no such command"),
    "nothing-proposed": N_("Nothing is proposed"),
    "nothing-owed": N_("Nothing is owed that could be passed over"),
    "no-such-question": N_("There is no question {question}"),
    "not-an-answer": N_("{value} is no answer to this; these are: {allowed}"),
    "no-answer": N_("Only you can say; one of {allowed}"),
    "needs-answer": N_("Only you can say: {what} (: {form})"),
}


def _entity(e: c.EntityChanged, state: Any) -> Msg | None:
    who: dict[str, Field] = {"who": Who(e.who), "before": str(e.before), "after": str(e.after)}
    if e.field == "name":
        return Msg("{before} is now called {after}", who)
    if e.field == "presence":
        return {
            "removed": Msg("{who} was taken out of the encounter", who),
            "left": Msg("{who} left the crisis", who),
            "in": Msg("{who} came in", who),
            "outside": Msg("{who} waits outside", who),
        }.get(str(e.after))
    if e.field == "hidden":
        return Msg("{who} is hidden from the players", who) if e.after else Msg("{who} was revealed", who)
    if e.field == "note":
        return Msg("note on {who}: {after}", who)
    return None


def _bands(e: c.BandsChanged, state: Any) -> Msg | None:
    parts = []
    for x in e.changes:
        named = {"before": x.before, "after": x.after, "back": x.back}
        fields: dict[str, Field] = {
            "a": Who(x.a),
            "b": Who(x.b),
            **{k: Msg("band:" + band) for k, band in named.items() if band},
        }
        if x.before == x.after:
            parts.append(Msg("{a}-{b} stays at {after}", fields))
        elif x.back:
            parts.append(Msg("{a}-{b} {before}>{after}, back {back}", fields))
        else:
            parts.append(Msg("{a}-{b} {before}>{after}" if x.before else "{a}-{b} {after}", fields))
    return Msg("correction: {parts}" if e.correction else "{parts}", {"parts": tuple(parts)})


def _value(value: Scalar, term: str) -> Field:
    """A stored value as a text: a switch by its words, a word by the term it is."""
    if isinstance(value, bool):
        return Msg("on") if value else Msg("off")
    if value == "":
        return Msg("none")
    return Msg(f"{term}:{value}") if isinstance(value, str) and term else value


def _field(e: c.FieldSet, state: Any) -> Msg:
    fields: dict[str, Field] = {
        "who": Who(e.who),
        "field": Msg("field:" + e.field),
        "before": _value(e.before, e.term),
        "after": _value(e.after, e.term),
        "because": e.because,
    }
    if e.because:
        return Msg("correction: {who} {field} {before}>{after}, because {because}", fields)
    return Msg("correction: {who} {field} {before}>{after}", fields)


def _clock(e: c.ClockSet, state: Any) -> Msg:
    if e.after is None:
        return Msg("clock {name} dropped", {"name": e.name})
    return Msg("clock {name}: {filled}/{size}", {"name": e.name, "filled": e.after.filled, "size": e.after.size})


def _rolled(e: c.DiceRolled, state: Any) -> Msg:
    fields: dict[str, Field] = {
        "n": len(e.faces),
        "sides": e.sides,
        "faces": " ".join(map(str, e.faces)),
        "sum": sum(e.faces),
        "reason": e.reason,
    }
    return Msg("{reason}: {n}D{sides} [{faces}] = {sum}" if e.reason else "{n}D{sides} [{faces}] = {sum}", fields)


def _skipped(e: rounds.PhaseSkipped, state: Any) -> Msg:
    if not e.phase:
        return Msg("the first round begins with {count} still owed", {"count": len(e.owed)})
    fields: dict[str, Field] = {"phase": Msg("phase:" + e.phase), "count": len(e.owed)}
    if e.owed:
        return Msg("{phase}: left with {count} still owed", fields)
    return Msg("{phase}: not in this round", fields)


SAY = {
    c.EntityChanged: _entity,
    c.Noted: lambda e, s: Msg("note: {text}", {"text": e.text}),
    c.BandsChanged: _bands,
    c.FieldSet: _field,
    c.ClockSet: _clock,
    c.OptionSet: lambda e, s: Msg(
        "option {option}: {after}", {"option": Msg("option:" + e.option), "after": c.switched(e.after)}
    ),
    c.EnvironmentSet: lambda e, s: Msg(
        "environment: {now}" if e.after else "environment: nothing special",
        {"now": tuple(Msg("environment:" + w) for w in e.after)},
    ),
    c.DiceRolled: _rolled,
    rounds.RoundStarted: lambda e, s: Msg("round {after}", {"after": e.after}),
    rounds.PhaseEntered: lambda e, s: Msg("{phase}", {"phase": Msg("phase:" + e.after)}),
    rounds.PhaseSkipped: _skipped,
}

"""Somebody's card on the Board: figures, states, what is at hand, and what the chapters add; what players see of it.

The shown part of LP-INJ and LP-TRT-101: a state names the dice that it costs whoever has it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from ...core.model import Msg, Scalar, Text
from ...core.views import Card, Span
from . import injuries, weapons_words, words
from .state import Injury, LawnState, Person
from .terms import term

CARD: list[Callable[[Person], tuple[Span, ...]]] = []
"""Chapters with something to show on somebody's card add a function here."""

FACTS: list[Callable[[Person], Mapping[str, Scalar | tuple[str, ...] | Mapping[str, Scalar]]]] = []
"""The same for a JSON reader: figures by name."""

URGENT = {"danger": 0, "warn": 1, "calm": 2, "": 2}
"""The order of what a card says besides, by style; the quiet comes last."""

_CARDS: dict[str, tuple[Person, object, object, Card]] = {}
"""The last card drawn of each id, with the values it was drawn from: most people do not change with a key."""


def card(state: LawnState, p: Person) -> Card:
    """Somebody's card as the GM sees it."""
    known = _CARDS.get(p.id)
    if known is not None and known[0] is p and known[1] is state.lights and known[2] is state.care:
        return known[3]
    drawn = _draw_card(state, p)
    _CARDS[p.id] = (p, state.lights, state.care, drawn)
    return drawn


def _draw_card(state: LawnState, p: Person) -> Card:
    status = "left" if p.presence == "left" else "outside" if p.presence == "outside" else injuries.status(p)
    first: list[Span] = []
    if p.kind == "pc":
        low = p.sanity * 2 <= p.sanity_max
        first.append(
            Span(
                Msg("sanity {now}/{max}", {"now": p.sanity, "max": p.sanity_max}),
                "danger" if not p.sanity else "warn" if low else "",
            )
        )
    elif p.has_life:
        style = "danger" if not p.life else "warn" if p.life < p.life_max else ""
        first.append(Span(Msg("life {now}/{max}", {"now": p.life, "max": p.life_max}), style))
    if p.kind != "object" and not injuries.is_dead(p):
        first.append(Span(Msg("speed:" + p.speed), "quiet"))
    first.extend(
        Span(
            Msg("{weapon} {now}/{full}", {"weapon": term(weapon), "now": load.now, "full": load.full}),
            "warn" if not load.now else "",
        )
        for weapon, load in p.load.items()
    )
    first.extend(Span(item) for item in weapons_words.items(w for w in p.weapons if w not in p.load))
    if p.structure:
        first.append(Span(Msg("field:structure"), "quiet"))
    if p.armour:
        first.append(Span(Msg("armour {value}", {"value": p.armour})))
    first.extend(Span(Msg("light:" + light.source), "calm") for light in state.lights.values() if light.carrier == p.id)
    second: list[Span] = [state_span(p, injury) for injury in p.states]
    care = state.care.get(p.id)
    if care is not None and care.present:
        second.append(Span(Msg("in care, day {day} of 7", {"day": care.minutes // (24 * 60) + 1}), "calm"))
    if p.fate and not injuries.has(p, p.fate):
        second.append(Span(term(p.fate), "danger"))
    told = status == p.fate or injuries.has(p, status)
    if status in ("cannot_act", "unconscious", "dead", "left") and not told:
        second.append(Span(Msg("status:" + status), "danger" if status != "left" else "quiet"))
    if p.spent:
        second.append(Span(Msg("used up: {items}", {"items": weapons_words.items(p.spent)}), "quiet"))
    if p.stored:
        second.append(Span(Msg("stored: {faces}", {"faces": " ".join(map(str, p.stored))}), "quiet"))
    second.extend(span for hook in CARD for span in hook(p))
    if p.note:
        second.append(Span(p.note, "quiet"))
    # A narrow card is cut at its end: what hurts comes first.
    second.sort(key=lambda span: URGENT.get(span.style, len(URGENT)))
    facts: dict[str, Scalar | tuple[str, ...] | Mapping[str, Scalar]] = {
        "states": tuple(s.id for s in p.states),
        "load": {k: v.now for k, v in p.load.items()},
    }
    if p.weapons:
        facts["weapons"] = p.weapons
    if p.kind == "pc":
        facts |= {"sanity": p.sanity, "sanity_max": p.sanity_max}
    if p.has_life:
        facts |= {"life": p.life, "life_max": p.life_max}
    for hook in FACTS:
        facts |= hook(p)
    return Card(
        id=p.id,
        tag=p.tag,
        name=p.name,
        kind=p.kind,
        side=p.side,
        hidden=p.hidden,
        status=status,
        standing="" if status == "able" else Msg("status:" + status),
        pane="party" if p.kind == "pc" else "others",
        present=p.presence == "in",
        facts=facts,
        lines=tuple(tuple(line) for line in (first, second) if line),
    )


def state_span(person: Person, injury: Injury) -> Span:
    """A state with the dice it costs that person on every check."""
    row = injuries.definition(injury.id)
    name = words.injury_name(injury)
    text: Text = name
    if row.kind in ("minor", "severe", "special") and row.first_aid == "tend":
        text = Msg("{state}, tended" if injury.tended else "{state}, untended", {"state": name})
    form = injuries.form(injury)
    dice = form.dice.get("all", 0)
    if dice and not injuries.unhindered(person):
        text = Msg("{state} ({dice})", {"state": text, "dice": f"{dice:+d}"})
    style = {"severe": "danger", "minor": "warn", "transient": "warn"}.get(row.kind, "")
    return Span(text, style)


def public_card(state: LawnState, card: Card) -> Card:
    """Everything of a player character; of all others the states."""
    if card.kind == "pc":
        return msgspec.structs.replace(card, lines=(tuple(span for line in card.lines for span in line),))
    person = state.entities[card.id]
    return msgspec.structs.replace(
        card,
        lines=(tuple(state_span(person, injury) for injury in person.states),),
        facts={k: v for k, v in card.facts.items() if k == "states"},
    )

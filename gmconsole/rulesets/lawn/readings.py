"""What the words of a line make: the command, and back from the command to the values that write it."""

from __future__ import annotations

from typing import Any

from ...core.model import Command, Name, Rejected
from ...language.grammar import Ctx, Values
from ...language.names import exact_term, find_term
from . import (
    actions,
    checks,
    crisis,
    distance,
    hazards,
    injuries,
    movement,
    opposed,
    people,
    shortcuts,
)
from .state import Load, Modifier
from .terms import TYPE_NAMES


def hazard_id(word: str, ctx: Ctx) -> str:
    known = getattr(ctx.state, "hazards", {})
    named = {h.id: Name(h.name, h.name) for h in known.values()}
    return word if word in known else exact_term(named, word) or word


def check_parts(values: Values) -> dict[str, Any]:
    kind, purpose = values.get("check", ("", ""))
    return {
        "kind": kind,
        "purpose": purpose,
        "difficulty": values.get("difficulty", 0),
        "modifiers": tuple(Modifier(dice, why) for dice, why in values.get("modifiers", ())),
    }


def of_modifiers(c: Any) -> tuple[tuple[int, str], ...]:
    return tuple((m.dice, m.why) for m in c.modifiers)


def of_check(c: Any) -> Values:
    return {"check": (c.kind, c.purpose) if c.kind else (), "difficulty": c.difficulty, "modifiers": of_modifiers(c)}


def initiative(v: Values, ctx: Ctx) -> Command:
    parts = check_parts(v)
    return checks.RollCheck(
        who=v["who"],
        kind="initiative",
        difficulty=parts["difficulty"],
        modifiers=parts["modifiers"],
        hold=v.get("hold", False),
    )


def plain_initiative(c: checks.RollCheck) -> bool:
    plain = checks.RollCheck(who=c.who, kind="initiative", difficulty=c.difficulty, modifiers=c.modifiers, hold=c.hold)
    return c == plain


def act(v: Values, ctx: Ctx) -> Command:
    return actions.Act(
        who=v["who"],
        text=v.get("text", ""),
        against=v.get("against", ()),
        hand=v.get("hand", ""),
        anyway=v.get("anyway", False),
        **check_parts(v),
    )


def observe(v: Values, ctx: Ctx) -> Command:
    parts = check_parts(v)
    return actions.Observe(
        who=v["who"],
        kind=parts["kind"],
        purpose=parts["purpose"],
        difficulty=parts["difficulty"],
        target=v.get("target", ""),
        anyway=v.get("anyway", False),
    )


def hazard(v: Values, ctx: Ctx) -> Command:
    parts = check_parts(v)
    known = hazard_id(v["name"], ctx)
    if known in getattr(ctx.state, "hazards", {}) and "check" not in v:
        return hazards.ChangeHazard(
            hazard=known,
            on=v.get("on"),
            fail=v.get("fail"),
            difficulty=v.get("difficulty"),
            every=True if v.get("every") else None,
        )
    return hazards.AddHazard(
        name=v["name"],
        kind=parts["kind"] or "FLX",
        purpose=parts["purpose"],
        difficulty=parts["difficulty"] or 6,
        on=v.get("on", ()),
        fail=v.get("fail", ""),
        every=v.get("every", False),
        due=v.get("due", 0),
    )


def rehazard(v: Values, ctx: Ctx) -> Command:
    every = True if v.get("every") else False if v.get("once") else None
    return hazards.ChangeHazard(
        hazard=hazard_id(v["hazard"], ctx),
        difficulty=v.get("difficulty"),
        every=every,
        on=() if v.get("nobody") else v.get("on"),
        fail=v.get("fail"),
    )


def of_rehazard(c: hazards.ChangeHazard) -> Values:
    return {
        "hazard": c.hazard,
        "difficulty": c.difficulty,
        "on": c.on,
        "nobody": c.on == (),
        "fail": c.fail,
        "every": c.every is True,
        "once": c.every is False,
    }


def break_free(v: Values, ctx: Ctx) -> Command:
    parts = check_parts(v)
    return actions.BreakFree(
        who=v["who"],
        kind=parts["kind"],
        difficulty=parts["difficulty"],
        modifiers=parts["modifiers"],
        anyway=v.get("anyway", False),
    )


def start(v: Values, ctx: Ctx) -> Command:
    return crisis.Start(preset=v.get("preset", ""), phases=v.get("phases", ()), calm=v.get("what") == "rounds")


def state(v: Values, ctx: Ctx) -> Command | Rejected:
    changes = v.get("changes", ())
    return injuries.ChangeState(
        who=v["who"],
        add=tuple(text for sign, text in changes if sign == "+"),
        remove=tuple(text for sign, text in changes if sign == "-"),
    )


def of_state(c: injuries.ChangeState) -> Values:
    return {"who": c.who, "changes": (*(("-", t) for t in c.remove), *(("+", t) for t in c.add))}


def light(v: Values, ctx: Ctx) -> Command:
    if v["source"] == "out":
        return distance.PutOutLight(who=v["who"])
    return distance.LightUp(who=v["who"], source=v["source"], covers=v.get("covers", ()))


def ride(v: Values, ctx: Ctx) -> Command:
    word = v.get("vehicle", "")
    found = [e.id for e in ctx.state.entities.values() if word and word in (e.id, e.key, e.name)]
    return shortcuts.Ride(who=v["who"], vehicle=found[0] if len(found) == 1 else word, drives=v.get("drives", False))


def oppose(v: Values, ctx: Ctx) -> Command:
    parts = check_parts(v)
    return opposed.CallOpposed(a=v["a"], b=v["b"], must=v.get("must", False), kind_b=v.get("kind_b", ""), **parts)


def speed(v: Values, ctx: Ctx) -> Command:
    parts = check_parts(v)
    return movement.SpeedCheck(
        who=v["who"],
        against=v.get("against", ()),
        kind=parts["kind"],
        difficulty=parts["difficulty"],
        modifiers=parts["modifiers"],
        result=v.get("result", ""),
        hold=v.get("hold", False),
    )


def of_speed(c: movement.SpeedCheck) -> Values:
    return {
        "who": c.who,
        "against": c.against,
        **of_check_kind(c.kind, ""),
        "difficulty": c.difficulty,
        "modifiers": tuple((m.dice, m.why) for m in c.modifiers),
        "result": c.result,
        "hold": c.hold,
    }


def of_check_kind(kind: str, purpose: str) -> Values:
    return {"check": (kind, purpose) if kind else ()}


def shortcut(v: Values, ctx: Ctx) -> Command | Rejected:
    danger, danger_difficulty = "", 0
    for word in v.get("danger", ()):
        if word[:1] in "dD" and word[1:].isdecimal() and len(word) < 6:
            danger_difficulty = int(word[1:])
            continue
        term = find_term(TYPE_NAMES, word)
        if isinstance(term, Rejected):
            return term
        danger = term
    return shortcuts.Shortcut(
        who=v["who"],
        gain=v.get("gain", ""),
        kind=v.get("check", ("DSC", ""))[0],
        difficulty=v.get("difficulty", 0),
        danger=danger,
        danger_difficulty=danger_difficulty,
    )


def of_shortcut(c: shortcuts.Shortcut) -> Values:
    danger = (*((c.danger,) if c.danger else ()), *((f"D{c.danger_difficulty}",) if c.danger_difficulty else ()))
    return {
        "who": c.who,
        "gain": c.gain,
        "check": (c.kind, "") if c.kind != "DSC" else (),
        "difficulty": c.difficulty,
        "danger": danger,
    }


def add(v: Values, ctx: Ctx) -> Command:
    fields = ("side", "life", "sanity", "sanity_max", "speed", "attributes", "near", "key")
    figures = {k: v[k] for k in fields if k in v}
    load = {
        weapon: Load(now=held[0], full=held[1]) if isinstance(held, tuple) else Load(now=held, full=held)
        for weapon, held in v.get("load", {}).items()
    }
    return people.Add(
        kind=v["kind"],
        name=v["name"],
        hidden=v.get("hidden", False),
        outside=v.get("outside", False),
        important=v.get("important", False),
        structure=v.get("structure", False),
        load=load,
        **figures,
    )


def of_add(c: people.Add) -> Values:
    return {**{f: getattr(c, f) for f in c.__struct_fields__}, "load": {k: (x.now, x.full) for k, x in c.load.items()}}

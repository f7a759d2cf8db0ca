"""Short words for tests of focus tokens, potential and emergence: sheets at the table, rolls held open."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from gmconsole.core.commands import SetOption
from gmconsole.core.messages import english
from gmconsole.core.session import Session
from gmconsole.rulesets.lawn import RULESET, alterations, checks, negotiation, sheets
from gmconsole.rulesets.lawn.character import Frenzy, Sheet, Specialty
from gmconsole.rulesets.lawn.checks import RollCheck
from gmconsole.rulesets.lawn.negotiation import Option
from gmconsole.rulesets.lawn.state import Check, Modifier

from .conftest import Table

ART = {"art": Specialty(price=2), "deft_hands": Specialty(price=3)}
"""Two specialties; a check tagged with their names is related to both."""
RELATED = ("Art", "Deft Hands")


def sheet(table: Table, name: str) -> Sheet:
    """The sheet of somebody."""
    return sheets.sheet_of(table.who(name))


def writes(table: Table, name: str, **fields: object) -> None:
    """Begin again at this point with fields of somebody's sheet written."""
    person = table.who(name)
    changed = replace(person, sheet=replace(sheets.sheet_of(person), **fields))
    state = replace(table.state, entities={**table.state.entities, person.id: changed})
    table.session = Session(RULESET, state, seed=7)


def frenzied(table: Table, name: str, *ids: str) -> None:
    """Somebody with these frenzy states."""
    writes(table, name, frenzies=tuple(Frenzy(id=word) for word in ids))


def switch(table: Table, option: str, value: object) -> None:
    """Turn a switch of the campaign."""
    table.do(SetOption(option=option, value=value))  # type: ignore[arg-type]


def roll(
    table: Table,
    name: str,
    kind: str,
    faces: Sequence[int],
    difficulty: int = 6,
    *,
    special: str = "",
    required: int = 0,
    hold: bool = True,
    tags: tuple[str, ...] = RELATED,
) -> None:
    """A check with these faces: as many dice as are given, whatever the pool would be; it stays open."""
    pool = checks.dice_of(table.state, Check(id="", who=table.ids[name], type=kind, difficulty=difficulty))[0]
    extra = (Modifier(len(faces) - pool, "gm"),) if len(faces) != pool else ()
    table.do(
        RollCheck(
            who=table.ids[name],
            kind=kind,
            difficulty=difficulty,
            modifiers=extra,
            special=special,
            required=required,
            hold=hold,
            tags=tags,
        ),
        faces,
    )


def on_table(table: Table, name: str) -> Check:
    """The check that somebody has open."""
    check = checks.rolled(table.state, table.ids[name])
    assert check is not None
    return check


def stands(table: Table, name: str) -> tuple[str, int]:
    """Outcome and degree of the check that somebody has open."""
    came = checks.result(on_table(table, name))
    return came.outcome, came.degree


def faces(table: Table, name: str) -> list[int]:
    """The dice of the check that somebody has open."""
    return list(checks.faces(on_table(table, name)))


def offered(table: Table, name: str, kind: str) -> list[Option]:
    """What may be done about somebody's check, of that kind."""
    return [o for o in negotiation.options(table.state, on_table(table, name)) if o.kind == kind]


def said(table: Table) -> list[str]:
    """What the last step said."""
    done = table.session.history.entries[-1]
    return [english(m) for e in done.events if (m := RULESET.say(e, table.state)) is not None]


def card(table: Table, name: str) -> str:
    """The words on somebody's card."""
    shown = RULESET.view(table.state, "gm").cards[table.ids[name]]
    texts = (span.text for line in shown.lines for span in line)
    return " ".join(text if isinstance(text, str) else english(text) for text in texts)  # type: ignore[arg-type]


def sizes(table: Table, name: str) -> list[int]:
    """The sides of the dice of the check that somebody has open."""
    return [die.sides for die in on_table(table, name).dice]


def rate(table: Table, name: str, kind: str = "potential") -> int:
    """What a point appends to the check that somebody has open."""
    return alterations.rate(table.state, on_table(table, name), kind)

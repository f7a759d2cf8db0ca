"""Characters with a trait at a table: giving one, rolling a check that stays open, and what it comes to."""

from __future__ import annotations

from collections.abc import Sequence

from gmconsole.core.commands import SetField
from gmconsole.core.dice import TypedDice
from gmconsole.core.ruleset import Tx
from gmconsole.rulesets.lawn import RULESET, checks, negotiation, questions, sheets, specialties, traits
from gmconsole.rulesets.lawn.character import Sheet, Specialty
from gmconsole.rulesets.lawn.checks import RollCheck
from gmconsole.rulesets.lawn.negotiation import Option
from gmconsole.rulesets.lawn.questions import Answer
from gmconsole.rulesets.lawn.state import Check, LawnState, Modifier

from .conftest import Table


def gifted(table: Table, trait: str, name: str = "mike", specialty: str = "", **figures: object) -> str:
    """A new player character with that trait; the id."""
    who = table.pc(name, **figures)
    table.do(traits.TakeTrait(who=who, trait=trait, specialty=specialty))
    return who


def potential(table: Table, who: str, points: int) -> None:
    """Write somebody's potential down."""
    if sheet(table, who).potential != points:
        table.do(SetField(who=(who,), field="potential", value=points))


def sheet(table: Table, who: str) -> Sheet:
    """Somebody's sheet."""
    return sheets.sheet_of(table.state.entities[who])


def roll(
    table: Table,
    who: str,
    faces: Sequence[int],
    difficulty: int = 6,
    *,
    kind: str = "WIS",
    purpose: str = "",
    required: int = 0,
    special: str = "",
    manner: str = "",
) -> Check:
    """A new check with as many dice as there are faces, and these on the table; it stays open."""
    extra = (Modifier(len(faces) - 5, "gm"),) if len(faces) != 5 else ()
    table.do(
        RollCheck(
            who=who,
            kind=kind,
            purpose=purpose,
            difficulty=difficulty,
            modifiers=extra,
            required=required,
            special=special,
            manner=manner,
            hold=True,
        ),
        faces,
    )
    return on_table(table, who)


def on_table(table: Table, who: str) -> Check:
    """The check of somebody that was rolled last and is open."""
    found = checks.rolled(table.state, who)
    assert found is not None
    return found


def faces(table: Table, who: str) -> list[int]:
    """The faces on the table."""
    return list(checks.faces(on_table(table, who)))


def came(table: Table, who: str) -> str:
    """What the check on the table comes to, as ``success/1``."""
    result = checks.result(on_table(table, who))
    return f"{result.outcome}/{result.degree}"


def settle(table: Table, who: str) -> None:
    """Close the check on the table."""
    table.do(checks.SettleCheck(who=who))


def answer(table: Table, kind: str, value: str, dice: Sequence[int] | None = None) -> None:
    """Answer the first open question of that kind."""
    question = questions.open_questions(table.state, kind)[0]
    table.do(Answer(question=question.id, value=value), dice)


def asked(table: Table, kind: str) -> int:
    """How many questions of that kind are open."""
    return len(questions.open_questions(table.state, kind))


def options(table: Table, who: str) -> tuple[Option, ...]:
    """What may be done about the check on the table."""
    return negotiation.options(table.state, on_table(table, who))


def labels(table: Table, who: str) -> set[str]:
    """The commands that are offered for the check on the table, by their type."""
    return {type(option.command).__name__ for option in options(table, who)}


def writing(table: Table) -> Tx[LawnState]:
    """A transaction at the table."""
    return Tx(RULESET, table.state, TypedDice(()))


def own(table: Table, who: str, **held: bool) -> None:
    """Give somebody specialties, ready or expended (True), as a correction by the GM."""
    for key, expended in held.items():
        if key not in sheet(table, who).specialties:
            table.do(specialties.SetSpecialty(who=who, specialty=key))
        if expended:
            table.do(specialties.SetSpecialty(who=who, specialty=key, spent=True))


def expended(table: Table, who: str) -> set[str]:
    """The specialties of somebody that are expended."""
    return {key for key, held in sheet(table, who).specialties.items() if isinstance(held, Specialty) and held.expended}

"""Jumping, vaulting, climbing, falling (chapter "Distance").

Covers LP-DST-031 to -039 and Q-D08 to Q-D10. Lengths and heights are bands; one in between counts as Medium. Skills
shift the band first; the check that then remains is asked one step easier (Q-D10). Announcing a feat takes no slot.
"""

from __future__ import annotations

from ...core.commands import unknown
from ...core.messages import N_
from ...core.model import Command, Event, Question, Rejected, Who, terms_of
from ...core.ruleset import Tx as CoreTx
from . import checks, crisis, distance, injuries, outcomes, questions, skills
from .distance import BAND_TABLE, in_reach
from .outcomes import Result
from .state import BANDS, Check, LawnState, Modifier, Person
from .tables import STATES

Tx = CoreTx[LawnState]

LONGEST_JUMP = "medium"
HIGHEST_VAULT = "touch"
HIGHEST_GRAB = "medium"
HARMLESS = "touch"
BY_CHECK = "near"
DEADLY = "far"
HURT = "light_wound"
FOOT = "injured_foot"
NO_SIGNS = "spared"
QUESTIONS = ("fall_hurt", "fall_dead", "slipped", "landing")

questions.WORDING["fall_hurt"] = N_("{who} is hurt in the fall: which state?")
questions.WORDING["fall_dead"] = N_("{who} falls from as high as {ref}: dead?")
questions.WORDING["slipped"] = N_("{who} does not make it: a fall from {ref}?")
questions.WORDING["landing"] = N_("{who} falls without a roll: which state?")


class Jump(Command, frozen=True, tag="lawn.jump"):
    """A long jump over a gap of that length (LP-DST-031); ``below`` is the fall that a failure means.

    Here and below a difficulty of 0 is still to be said, otherwise the check is rolled at once.
    Refused: ``too-far-to-jump``.
    """

    who: str
    length: str
    difficulty: int = 0
    modifiers: tuple[Modifier, ...] = ()
    below: str = ""


class Vault(Command, frozen=True, tag="lawn.vault"):
    """Get over an obstacle of that height in passing (LP-DST-032, -033). Refused: ``climb-instead``."""

    who: str
    height: str
    difficulty: int = 0
    modifiers: tuple[Modifier, ...] = ()
    run_up: bool = False


class Grab(Command, frozen=True, tag="lawn.grab"):
    """Leap and catch hold of something that high up (LP-DST-034, Q-D09). Refused: ``too-high-to-grab``."""

    who: str
    height: str
    difficulty: int = 0
    modifiers: tuple[Modifier, ...] = ()


class Climb(Command, frozen=True, tag="lawn.climb"):
    """Climb that high, by the check the GM names; a failure may mean a fall from there (LP-DST-033)."""

    who: str
    height: str
    kind: str = "PHY"
    difficulty: int = 0
    modifiers: tuple[Modifier, ...] = ()


class Fall(Command, frozen=True, tag="lawn.fall"):
    """Somebody drops from that height (LP-DST-035 to -039); ``upright`` is the degree it takes to stay standing."""

    who: str
    height: str
    difficulty: int = 0
    modifiers: tuple[Modifier, ...] = ()
    upright: int = 0


class Fell(Event, frozen=True, tag="lawn.fell"):
    """Somebody fell from a height, and the height it counts as."""

    who: str
    height: str
    counts_as: str


# Reading -------------------------------------------------------------------------------------------------------------


def fall_height(person: Person, height: str) -> str:
    """The height that a fall counts as for that person: Safe Landing takes a band off (LP-DST-037, -038)."""
    return distance.shifted(height, -skills.shift(person, "fall"))


def vault_height(person: Person, height: str, *, run_up: bool) -> str:
    """The height that an obstacle counts as: Running Vault takes a band off, with a run-up (LP-DST-032)."""
    return distance.shifted(height, -skills.shift(person, "vault") if run_up else 0)


def hurts() -> tuple[str, ...]:
    """The states a fall may leave: every minor one, the Light Wound first, or an Injured Foot (Q-D08)."""
    minor = (row.id for row in STATES.values() if row.kind == "minor")
    return tuple(dict.fromkeys((HURT, FOOT, *minor)))


# Falling -------------------------------------------------------------------------------------------------------------


def fall(
    tx: Tx, who: str, height: str, *, difficulty: int = 0, modifiers: tuple[Modifier, ...] = (), upright: int = 0
) -> str:
    """Let somebody drop from that height and return the id of the landing check, empty where none is asked.

    Up to Touch nothing happens unless the GM names a difficulty; from Near a check decides; from Medium on the GM is
    asked for the state, from Far on whether it kills. Those who do not roll are the GM's to decide.
    """
    person = tx.state.entities[who]
    counts_as = fall_height(person, height)
    tx.emit(Fell(who=who, height=height, counts_as=counts_as))
    if in_reach(counts_as, HARMLESS):
        if in_reach(height, HARMLESS) and difficulty:
            return _landing(tx, person, counts_as, difficulty, modifiers, upright)
        return ""
    if in_reach(counts_as, BY_CHECK):
        return _landing(tx, person, counts_as, difficulty, modifiers, upright)
    _crash(tx, who, counts_as)
    return ""


def _landing(
    tx: Tx, person: Person, height: str, difficulty: int, modifiers: tuple[Modifier, ...], upright: int
) -> str:
    if person.has_life or injuries.is_unconscious(person):
        questions.ask(
            tx, "landing", who=person.id, value=NO_SIGNS if person.has_life else HURT, choices=(NO_SIGNS, *hurts())
        )
        return ""
    return _open(tx, person, "FLX", "landing", difficulty, modifiers, required=upright, ref=height)


def _crash(tx: Tx, who: str, height: str) -> None:
    if in_reach(DEADLY, height):
        questions.ask(tx, "fall_dead", who=who, value="dead", choices=("dead", "refuse"), ref=height)
    else:
        questions.ask(tx, "fall_hurt", who=who, value=HURT, choices=hurts())


def _open(
    tx: Tx,
    person: Person,
    kind: str,
    purpose: str,
    difficulty: int,
    modifiers: tuple[Modifier, ...],
    *,
    required: int = 0,
    ref: str = "",
) -> str:
    """Announce a feat's check; that it is a step easier for the skilled is a switch of it (``skill_uses``, Q-D10)."""
    return checks.open_check(
        tx,
        person.id,
        kind,
        purpose=purpose,
        difficulty=difficulty,
        modifiers=modifiers,
        required=required,
        serves="feat",
        ref=ref,
    )


def _settled(tx: Tx, check: Check, result: Result) -> None:
    """What a feat's failure means; a landing without the degree for it ends prone, but unhurt (LP-DST-036)."""
    made_it = outcomes.is_success(result.outcome)
    if check.purpose == "landing":
        if not made_it:
            questions.ask(tx, "fall_hurt", who=check.who, value=HURT, choices=hurts())
        elif result.degree < check.required and not injuries.has(tx.state.entities[check.who], "prone"):
            injuries.gain(tx, check.who, "prone", cause="fall")
    elif not made_it and check.ref:
        questions.ask(tx, "slipped", who=check.who, value="fall", choices=("fall", "refuse"), ref=check.ref)


def _hurt(tx: Tx, question: Question, value: str) -> Rejected | None:
    if tx.state.person(question.who) is not None and value != NO_SIGNS:
        injuries.gain(tx, question.who, value, cause="fall")
    return None


def _dead(tx: Tx, question: Question, value: str) -> Rejected | None:
    if tx.state.person(question.who) is None:
        return None
    if value == "dead":
        injuries.kill(tx, question.who, "fall")
    else:
        questions.ask(tx, "fall_hurt", who=question.who, value=HURT, choices=hurts())
    return None


def _slipped(tx: Tx, question: Question, value: str) -> Rejected | None:
    if value == "fall" and tx.state.person(question.who) is not None:
        fall(tx, question.who, question.ref)
    return None


def _with_the_dead(tx: Tx, who: str) -> None:
    if injuries.is_dead(tx.state.entities[who]):
        for question in list(tx.state.questions.values()):
            if question.who == who and question.kind in QUESTIONS:
                questions.withdraw(tx, question.id)


checks.SETTLERS["feat"] = _settled
crisis.OUTLIVES.update(QUESTIONS)
injuries.FALLEN.append(_with_the_dead)
questions.ANSWERS.update({"fall_hurt": _hurt, "landing": _hurt, "fall_dead": _dead, "slipped": _slipped})


# Decisions -----------------------------------------------------------------------------------------------------------


def _feat(
    tx: Tx,
    who: str,
    bands: tuple[str, ...],
    kind: str,
    difficulty: int,
    modifiers: tuple[Modifier, ...],
    upright: int = 0,
) -> Person | Rejected:
    """Who tries it, or the refusal for figures that cannot be."""
    refused = checks.bad_check(kind, difficulty, upright, modifiers)
    for band in bands:
        if band not in BANDS:
            return Rejected("unknown-band", {"band": band, "allowed": terms_of("band", BANDS)})
    person = tx.state.person(who)
    if not isinstance(person, Person):
        return unknown(who)
    if person.kind == "object":
        return Rejected("not-for-objects", {"who": Who(who)})
    return refused or person


def _try(
    tx: Tx, person: Person, kind: str, purpose: str, difficulty: int, modifiers: tuple[Modifier, ...], ref: str = ""
) -> Rejected | None:
    refused = checks.may_roll(tx.state, person.id, purpose)
    if refused is None and not injuries.can_act(person):
        refused = Rejected("cannot-act", {"who": Who(person.id)})
    if refused is not None:
        return refused
    opened = _open(tx, person, kind, purpose, difficulty, modifiers, ref=ref)
    return checks.roll(tx, opened) if difficulty and opened in tx.state.checks else None


def _jump(c: Jump, tx: Tx) -> Rejected | None:
    person = _feat(tx, c.who, (c.length, *((c.below,) if c.below else ())), "FLX", c.difficulty, c.modifiers)
    if isinstance(person, Rejected):
        return person
    if not in_reach(c.length, LONGEST_JUMP):
        return Rejected("too-far-to-jump", {"who": Who(c.who), "band": BAND_TABLE[LONGEST_JUMP].name})
    return _try(tx, person, "FLX", "jump", c.difficulty, c.modifiers, ref=c.below)


def _vault(c: Vault, tx: Tx) -> Rejected | None:
    person = _feat(tx, c.who, (c.height,), "FLX", c.difficulty, c.modifiers)
    if isinstance(person, Rejected):
        return person
    if not in_reach(vault_height(person, c.height, run_up=c.run_up), HIGHEST_VAULT):
        return Rejected("climb-instead", {"who": Who(c.who), "band": BAND_TABLE[c.height].name})
    return _try(tx, person, "FLX", "vault", c.difficulty, c.modifiers)


def _grab(c: Grab, tx: Tx) -> Rejected | None:
    person = _feat(tx, c.who, (c.height,), "FLX", c.difficulty, c.modifiers)
    if isinstance(person, Rejected):
        return person
    if not in_reach(c.height, HIGHEST_GRAB):
        return Rejected("too-high-to-grab", {"who": Who(c.who), "band": BAND_TABLE[HIGHEST_GRAB].name})
    return _try(tx, person, "FLX", "grab", c.difficulty, c.modifiers)


def _climb(c: Climb, tx: Tx) -> Rejected | None:
    person = _feat(tx, c.who, (c.height,), c.kind, c.difficulty, c.modifiers)
    if isinstance(person, Rejected):
        return person
    return _try(tx, person, c.kind, "climb", c.difficulty, c.modifiers, ref=c.height)


def _fall(c: Fall, tx: Tx) -> Rejected | None:
    person = _feat(tx, c.who, (c.height,), "FLX", c.difficulty, c.modifiers, c.upright)
    if isinstance(person, Rejected):
        return person
    if injuries.is_dead(person):
        return Rejected("cannot-roll", {"who": Who(c.who)})
    opened = fall(tx, c.who, c.height, difficulty=c.difficulty, modifiers=c.modifiers, upright=c.upright)
    return checks.roll(tx, opened) if c.difficulty and opened in tx.state.checks else None


# Folds ---------------------------------------------------------------------------------------------------------------


def _fell(state: LawnState, e: Fell) -> LawnState:
    return state


DECIDE = {Jump: _jump, Vault: _vault, Grab: _grab, Climb: _climb, Fall: _fall}
EVOLVE = {Fell: _fell}

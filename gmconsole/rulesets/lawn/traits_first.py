"""What single traits of table 2 do in play, from Tough to Introspective (chapter "Traits").

Covers LP-TRT-101 to -107, -111 and -112 as far as they are more than figures, and the operations of their abilities.
What traits do between sessions is in ``traits_growth``. Chapters that come upon a moment a trait has a say in (waking,
sleep, sanity lost) call the hooks of ``traits``.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from ...core.commands import unknown
from ...core.messages import N_
from ...core.model import Command, Field, Msg, Question, Rejected, Who
from ...core.ruleset import Tx as CoreTx
from . import (
    abilities,
    alterations,
    injuries,
    kinds,
    life,
    neutral,
    outcomes,
    pools,
    questions,
    sanity,
    settling,
    sheets,
    traits,
)
from .abilities import Operation, Use, UseAbility
from .alterations import Plan
from .neutral import PassTime
from .outcomes import Result
from .state import Check, Injury, LawnState, Modifier, Person

Tx = CoreTx[LawnState]

TOUGH_MINORS = 3
NIGHTS = "nights_awake"
RELIABLE_DICE = 3
DETERMINED_DICE = 5
LAST_POINTS = 3
TRANCE = "trance"
GAIN_DIE = 5
GAIN = 3
GIVEN_UP_GAIN = 5
FAILURE_DICE = (2, 6)
TRIVIAL = "trivial"


# 01 Tough ------------------------------------------------------------------------------------------------------------


class SkipNight(Command, frozen=True, tag="lawn.skip-night"):
    """Somebody goes a night without sleep: sleep-deprived, the tough from the second in a row on (LP-TRT-101c)."""

    who: tuple[str, ...]


def _tough(person: Person) -> bool:
    return traits.has(person, "tough")


def _skip_night(c: SkipNight, tx: Tx) -> Rejected | None:
    for who in c.who:
        person = tx.state.person(who)
        if not isinstance(person, Person):
            return unknown(who)
        if person.kind == "object" or injuries.is_dead(person):
            return Rejected("cannot-act", {"who": Who(who)})
    for who in c.who:
        person = tx.state.entities[who]
        if _tough(person) and not traits.counter(person, NIGHTS):
            sheets.set_counter(tx, who, NIGHTS, 1, "tough")
        else:
            injuries.gain(tx, who, "sleep_deprived", cause="sleep")
    return None


def _slept(tx: Tx, who: str, sanity: int) -> None:
    if traits.counter(tx.state.entities[who], NIGHTS):
        sheets.set_counter(tx, who, NIGHTS, None, "tough")


injuries.UNHINDERED.append(_tough)
injuries.WORSEN.append(lambda person: TOUGH_MINORS if _tough(person) else 0)
neutral.SLEEP.append(lambda person, minutes: minutes // 2 if _tough(person) else minutes)
traits.WOKEN.append(_slept)


# 02 Composed ---------------------------------------------------------------------------------------------------------


def _rested(tx: Tx, who: str, sanity: int) -> None:
    """Waking with full sanity gives a point of potential; having just become full does not (LP-TRT-102b)."""
    person = tx.state.entities[who]
    if traits.has(person, "composed") and sanity >= person.sanity_max:
        sheets.gain_potential(tx, who, 1, "composed")


traits.WOKEN.append(_rested)


# 03 Spirited ---------------------------------------------------------------------------------------------------------


def _passes(state: LawnState, person: Person, kind: str, purpose: str, modifiers: tuple[Modifier, ...]) -> bool:
    """Initiative always, speed where the pool would not fail by itself (LP-TRT-103, -103b, Q-CHK-03)."""
    if not traits.has(person, "spirited"):
        return False
    if kind == "initiative":
        return True
    probe = Check(id="", who=person.id, type=kind, purpose=purpose, modifiers=modifiers)
    return purpose == "speed" and pools.pool_size(pools.pool_lines(state, probe)) >= outcomes.FEWEST_DICE


def _reroll_face(state: LawnState, use: Use) -> Plan | Rejected:
    """All dice that show one number thrown again, each in its place (LP-TRT-103c, Q-TRT-05)."""
    assert use.check is not None
    places = [i for i, die in enumerate(use.check.dice, start=1) if die.face == use.said.number and die.sides]
    if not places:
        return Rejected("no-such-face", {"who": Who(use.check.who), "face": use.said.number})
    return alterations.again(use.check, places)


def _faces_to_reroll(state: LawnState, use: Use) -> Iterable[tuple[UseAbility, Msg]]:
    assert use.check is not None
    for face in sorted({die.face for die in use.check.dice if die.sides}):
        fields: dict[str, Field] = {
            "who": Who(use.who),
            "ability": abilities.ability_name(use.ability),
            "face": face,
        }
        yield replace(use.said, number=face), Msg("{who}: {ability}, every {face} again", fields)


pools.PASSES.append(_passes)
abilities.OPERATIONS["reroll_face"] = Operation(plan=_reroll_face, uses=_faces_to_reroll)


# 04 Cautious ---------------------------------------------------------------------------------------------------------


def _careful(state: LawnState, person: Person) -> int:
    return int(traits.has(person, "cautious"))


def _swap_ends(state: LawnState, use: Use) -> Plan | Rejected:
    """The first die and the last change places (LP-TRT-104b)."""
    assert use.check is not None
    return alterations.swapped(use.check, 1, len(use.check.dice))


abilities.EXTRA.append(_careful)
pools.HELPING.append(lambda state, who: _careful(state, state.entities[who]))
abilities.OPERATIONS["swap_ends"] = Operation(plan=_swap_ends)


# 05 Reliable, 06 Determined, 07 Hardworking --------------------------------------------------------------------------


def _rate(state: LawnState, person: Person, check: Check, kind: str, dice: int) -> int:
    """What a point appends: 3 dice a reliable one, 5 each of the last three of the determined, for the hardworking one
    die more (LP-TRT-105, -106, -107)."""
    if kind == "reliable":
        return RELIABLE_DICE
    if kind != "potential":
        return dice
    if traits.has(person, "determined") and 0 < sheets.sheet_of(person).potential <= LAST_POINTS:
        dice = DETERMINED_DICE
    return dice + int(traits.has(person, "hardworking"))


alterations.RATES.append(_rate)


# 11 Fanatical --------------------------------------------------------------------------------------------------------


class GiveUpSanity(Command, frozen=True, tag="lawn.give-up-sanity"):
    """A fanatic gives sanity up for 5 points of potential each (LP-TRT-111d)."""

    who: str
    points: int = 1


def _fanatical(person: Person) -> bool:
    return traits.has(person, "fanatical")


def _lost_sanity(tx: Tx, who: str, points: int, cause: str) -> None:
    """Every point lost gives potential: a throw of its own each, a flat sum where it was given up (LP-TRT-111c)."""
    if not _fanatical(tx.state.entities[who]):
        return
    if cause == traits.GIVEN_UP:
        sheets.gain_potential(tx, who, GIVEN_UP_GAIN * points, "fanatical")
        return
    for _ in range(points):
        questions.ask(tx, "fanatical", who=who, value="roll", choices=("roll",))


def _devotion(tx: Tx, question: Question, value: str) -> Rejected | None:
    face = tx.roll(1, GAIN_DIE)[0]
    sheets.gain_potential(tx, question.who, GAIN + face, "fanatical")
    return None


def _give_up(c: GiveUpSanity, tx: Tx) -> Rejected | None:
    person = sheets.character(tx.state, c.who)
    if isinstance(person, Rejected):
        return person
    if not _fanatical(person):
        return Rejected("needs-trait", {"who": Who(c.who), "trait": Msg("trait:fanatical")})
    if not 1 <= c.points <= person.sanity:
        return alterations.out_of_bounds("points", 1, person.sanity, c.points)
    life.change_sanity(tx, c.who, -c.points, traits.GIVEN_UP)
    return None


def _falls_asleep(tx: Tx, person: Person) -> None:
    if _fanatical(person) and not injuries.has(person, TRANCE):
        injuries.gain(tx, person.id, TRANCE, cause="sleep")


def _comes_to(tx: Tx, who: str, state: Injury, passed: PassTime) -> None:
    """A trance that began earlier and is over by itself is sleep all the same (LP-TRT-111b)."""
    counted = passed.minutes >= sanity.PROPER_SLEEP and (passed.sleep or passed.minutes >= sanity.WAKING_BY_ITSELF)
    if state.id == TRANCE and not counted:
        sanity.wake(tx, who)


neutral.OVER.append(_comes_to)
injuries.INSTEAD.append(lambda person, state: TRANCE if state == "unconscious" and _fanatical(person) else "")
neutral.ASLEEP.append(_falls_asleep)
traits.SANITY_LOST.append(_lost_sanity)
questions.WORDING["fanatical"] = N_("{who} has lost sanity: 3 and a D5 of potential")
questions.DICE["fanatical"] = (1, GAIN_DIE)
questions.ANSWERS["fanatical"] = _devotion


# 12 Introspective ----------------------------------------------------------------------------------------------------


def _failed(tx: Tx, check: Check, came: Result) -> None:
    """A failure gives potential once it is closed, where the GM says that it had consequences (LP-TRT-112 to -112d)."""
    person = tx.state.person(check.who)
    if not isinstance(person, Person) or not traits.has(person, "introspective"):
        return
    if TRIVIAL in check.tags or not kinds.feeds_gains(check.tags, came.outcome):
        return
    kind = "introspective_critical" if came.outcome == "critical_failure" else "introspective"
    questions.ask(tx, kind, who=check.who, value="yes", choices=("yes", "no"), blocking=False)


def _learned(tx: Tx, question: Question, value: str) -> Rejected | None:
    if value == "yes":
        points = sum(tx.roll(*FAILURE_DICE)) if question.kind == "introspective_critical" else 1
        sheets.gain_potential(tx, question.who, points, "introspective")
    return None


settling.SETTLED.append(_failed)
questions.WORDING["introspective"] = N_("{who} has failed: did it have consequences (1 potential)?")
questions.WORDING["introspective_critical"] = N_(
    "{who} has failed critically: did it have consequences (2D6 potential)?"
)
questions.DICE["introspective_critical"] = FAILURE_DICE
questions.ANSWERS["introspective"] = _learned
questions.ANSWERS["introspective_critical"] = _learned

DECIDE = {SkipNight: _skip_night, GiveUpSanity: _give_up}

"""What a look from here to there costs: the surcharges that distance and the dark suggest (chapter "Distance").

Covers LP-DST-014, -016, -018 and Q-D04, Q-D05, Q-D10, and what LP-ATK-008 reads. Who sees whom is in ``distance``; here
are the suggestions when a check or an attack on somebody is announced. The GM has the last word on every one of them.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from ...core import bands
from ...core.messages import N_
from ...core.model import Msg, Question, Rejected, Text, Who
from ...core.ruleset import Tx as CoreTx
from . import checks, distance, outcomes, people, questions, skills, slots
from .distance import OUTLINE_PENALTY, Sight
from .state import Check, LawnState, Person

Tx = CoreTx[LawnState]

SURCHARGES = ("0", "3", "6", "9")
BY_EAR = ("hearing",)
"""Purposes of searches that eyes have no part in."""

KINDS = ("distance_surcharge", "very_faint", "outline", "night_vision")

checks.PROPOSALS.update(KINDS)
questions.WORDING["distance_surcharge"] = N_("How much harder is {other} to make out for {who}, so far off?")
questions.WORDING["very_faint"] = N_("{who} hears {other} very faintly: how much harder?")
questions.WORDING["outline"] = N_("{who} sees only the outline of {other}: how much harder?")
questions.WORDING["night_vision"] = N_("{who} sees in the dark: easier to look at {other}?")


class Look(NamedTuple):
    """How an attacker sees the target, and the faces suggested on top of the difficulty to hit.

    ``sight`` is ``full``, ``outline`` or ``none``; at ``none`` the target cannot be aimed at unless the GM says so.
    """

    sight: Sight
    faces: int


def attack_penalty(state: LawnState, attacker: str, target: str) -> Look:
    """What aiming at that target costs (LP-ATK-008, Q-D04): nothing in full sight or in a light."""
    sight = distance.sight(state, attacker, target)
    return Look(sight, OUTLINE_PENALTY if sight == "outline" else 0)


def far_off(state: LawnState, who: str, target: str, purpose: str = "") -> str:
    """The band at which distance makes a search harder, as the searcher's eyes or ears count it; empty up to Near."""
    band = bands.between(state.bands, who, target) if purpose in BY_EAR else distance.seen_band(state, who, target)
    return band if band is not None and not distance.in_reach(band, "near") else ""


def needs_night_vision(state: LawnState, who: str, target: str) -> bool:
    """Whether the searcher has the skill of seeing in the dark, and the dark is what hinders the look (Q-D10)."""
    by_skill = any(skills.SKILLS[s].dark for s in state.entities[who].skills if s in skills.SKILLS)
    return by_skill and any(e.light_helps for e in distance.hindrances(state, target))


def suggest(tx: Tx, check_id: str, target: str) -> None:
    """Propose what the look at that target costs an announced check whose difficulty is known.

    A search (DSC) may be harder for the distance, unless the searcher is a Lookout (LP-DST-018), and easier for those
    with Night Vision; a hit check is harder against an outline.
    """
    check = tx.state.checks.get(check_id)
    if check is None or not check.difficulty or check.status != "owed" or target in ("", check.who):
        return
    who = check.who
    if check.type == "DSC":
        far = far_off(tx.state, who, target, check.purpose)
        if far and not skills.no_surcharge(tx.state.entities[who]):
            faint = check.purpose in BY_EAR and distance.hearing(tx.state, who, target) == "very_faint"
            _ask(tx, "very_faint" if faint else "distance_surcharge", check, target, SURCHARGES[0], SURCHARGES)
        if check.purpose not in BY_EAR and needs_night_vision(tx.state, who, target):
            step = str(-outcomes.DIFFICULTY_STEP)
            _ask(tx, "night_vision", check, target, step, (step, "0"))
    elif check.purpose == "hit":
        faces = attack_penalty(tx.state, who, target).faces
        if faces:
            _ask(tx, "outline", check, target, str(faces), SURCHARGES)


def _ask(tx: Tx, kind: str, check: Check, target: str, value: str, choices: tuple[str, ...]) -> None:
    questions.ask(tx, kind, who=check.who, other=target, value=value, choices=choices, ref=check.id)


def _answered(tx: Tx, question: Question, value: str) -> Rejected | None:
    check = tx.state.checks.get(question.ref)
    if check is not None and check.status == "owed" and value != "0":
        steps = int(value) // outcomes.DIFFICULTY_STEP
        harder = min(outcomes.step_difficulty(check.difficulty, steps), checks.LARGEST_DIFFICULTY)
        if harder != check.difficulty:
            tx.emit(checks.CheckChanged(before=check, after=replace(check, difficulty=harder)))
    return None


for _kind in KINDS:
    questions.ANSWERS[_kind] = _answered


def remind(state: LawnState, person: Person) -> tuple[Msg, ...]:
    """Whom somebody whose slot has come sees only as an outline, and whom not at all."""
    seen: dict[str, list[Text]] = {}
    for other in people.characters(state):
        if other.id != person.id:
            seen.setdefault(distance.sight(state, person.id, other.id), []).append(Who(other.id))
    lines = (
        Msg("an outline only: {who}", {"who": tuple(seen.get("outline", ()))}),
        Msg("out of sight: {who}", {"who": tuple(seen.get("none", ()))}),
    )
    return tuple(line for line in lines if line.fields["who"])


checks.TARGETED.append(suggest)
slots.REMINDERS.append(remind)

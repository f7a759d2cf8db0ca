"""The book's events and refusals as sentences: English message ids with named fields."""

from __future__ import annotations

from collections.abc import Iterable

from ...core.messages import N_
from ...core.model import Field, Msg, Text, Who
from . import actions, checks, crisis, hazards, initiative, injuries, life, neutral, opposed, outcomes, people, sanity
from . import questions as q
from .state import Injury, LawnState, PoolLine
from .terms import OUTCOME_NAMES, check_name, term

REJECTIONS = {
    "already-in-rounds": N_("A crisis is running already"),
    "already-loaded": N_("{weapon} is full"),
    "band-unknown": N_("How far is {who} from {other}? Nobody has said"),
    "cannot-act": N_("{who} cannot act"),
    "cannot-roll": N_("{who} cannot roll"),
    "cannot-see": N_("{who} cannot see"),
    "check-not-ready": N_("The check of {who} has no {missing} yet"),
    "critical-failure-stands": N_("{who} has a critical failure: it cannot be rerolled or mended with potential"),
    "initiative-already": N_("{who} has an initiative check in this round already"),
    "light-all-around": N_("{light} lights all around; it is not aimed"),
    "light-one-target": N_("{light} marks one target only"),
    "named-twice": N_("Each person once, please"),
    "needs-breaching": N_("{who} is a structure: only breaching harms it"),
    "needs-override": N_("{who} is at {band}: out of reach without a tool"),
    "needs-side": N_("{state}: which side, {allowed}?"),
    "no-attack": N_("{other} is not acting now, so {who} has nothing to answer"),
    "no-check-owed": N_("{who} owes no check"),
    "no-first-aid": N_("{state} is no matter for first aid"),
    "no-initiative": N_("{who} is no player character and never rolls initiative"),
    "no-life-points": N_("{who} has no life points"),
    "no-light": N_("{who} carries no burning light"),
    "no-open-check": N_("{who} has no check on the table. Undo and roll again with hold to keep one there"),
    "no-phase-left": N_("At least one phase has to be in use"),
    "no-sanity": N_("{who} has no sanity"),
    "no-slot": N_("{who} has no slot"),
    "no-such-check": N_("There is no check {check}"),
    "no-such-hazard": N_("There is no hazard {hazard}"),
    "no-such-pending": N_("Nothing pending is called {pending}"),
    "no-such-weapon": N_("There is no weapon {weapon} here"),
    "no-tie-to-break": N_("There is no tie to break"),
    "no-usable-hand": N_("{who} has no hand to use"),
    "not-directed": N_("The distance between {who} and {other} is the same both ways"),
    "not-exposed": N_("{who} is not exposed to it"),
    "not-for-objects": N_("{who} is an object"),
    "not-one-group": N_("{who} are not all in one group of the order"),
    "not-opposed": N_("{who} and {other} make no opposed check: the player character rolls alone"),
    "not-prone": N_("{who} is not prone"),
    "not-restrained": N_("{who} is not restrained"),
    "not-your-turn": N_("It is the turn of {now}, not of {who}"),
    "nothing-to-help": N_("There is nothing about {who} that this would help"),
    "npc-needs-no-roll": N_("{who} rolls nothing here: name the player characters it is against"),
    "objects-do-not-roll": N_("{who} is an object and does not roll"),
    "observed-already": N_("{who} has looked closer in this round already"),
    "only-at-touch": N_("{who} has to be at Touch of {other}"),
    "only-for-npcs": N_("{who} is no non-player character"),
    "only-in-action": N_("{who} can do that in the action phase only"),
    "only-outside-rounds": N_("Only outside rounds"),
    "order-first": N_("First the order among the players has to be settled"),
    "out-of-reach": N_("{who} is at {band}, out of reach"),
    "outside-the-area": N_("{who} and {other} cannot be at Extreme inside a crisis"),
    "reacted-already": N_("{who} has answered this attack of {other} already"),
    "resolve-first": N_("First the action at hand has to be resolved ({count}): {owed}"),
    "slot-over": N_("{who} has had the slot of this round"),
    "slot-spent": N_("The slot of {who} is spent already: {why}"),
    "state-not-there": N_("{state} is not there"),
    "still-has-life": N_("{who} still has life"),
    "unknown-check-type": N_("{kind} is not one of {allowed}"),
    "unknown-state": N_("There is no such state"),
    "waits-for-the-other-side": N_("{who} waits for the other side's roll"),
    "wakes-next-round": N_("{who} can be woken from the next round on"),
}


def injury_name(injury: Injury) -> Text:
    """A state with its side or attribute where it has one."""
    extra = injury.side or injury.attribute
    if not extra:
        return term(injury.id)
    return Msg("{state} ({extra})", {"state": term(injury.id), "extra": Msg("mark:" + extra)})


def pool_text(lines: Iterable[PoolLine]) -> tuple[Text, ...]:
    """The lines of a pool, each as «reason +n»."""
    return tuple(Msg("{why} {dice}", {"why": term(line.why), "dice": f"{line.dice:+d}"}) for line in lines)


def _rolled(e: checks.CheckRolled, state: LawnState) -> Msg:
    faces = tuple(d.face for d in e.dice)
    fields: dict[str, Field] = {
        "who": Who(e.who),
        "check": check_name(e.kind, e.purpose),
        "n": len(faces),
        "sides": e.difficulty,
        "faces": " ".join(map(str, faces)),
        "outcome": OUTCOME_NAMES[e.outcome],
        "degree": e.degree,
        "raw": OUTCOME_NAMES[outcomes.evaluate(faces, e.reading)],
    }
    if e.special == "legendary":
        return Msg("{who} legendary {check} {n}D{sides} [{faces}] {outcome}, degree {degree}", fields)
    if e.special:
        return Msg("{who} reversal {check} {n}D{sides} [{faces}] {raw}, so {outcome}, degree {degree}", fields)
    return Msg("{who} {check} {n}D{sides} [{faces}] {outcome}, degree {degree}", fields)


def _dice(e: checks.DiceChanged, state: LawnState) -> Msg:
    return Msg(
        "{who} now [{faces}] {outcome}, degree {degree}",
        {
            "who": Who(e.who),
            "faces": " ".join(str(d.face) for d in e.after),
            "outcome": OUTCOME_NAMES[e.outcome],
            "degree": e.degree,
        },
    )


def _settled(e: checks.CheckSettled, state: LawnState) -> Msg | None:
    fields: dict[str, Field] = {
        "who": Who(e.who),
        "check": check_name(e.kind, e.purpose),
        "degree": e.degree,
        "reached": term(e.reached),
        "outcome": OUTCOME_NAMES[e.outcome],
    }
    if not e.rolled:
        passed = e.outcome == "success"
        return Msg(
            "{who} {check}: passed without a roll, degree {degree}"
            if passed
            else "{who} {check}: failed without a roll",
            fields,
        )
    if e.represents:
        fields["others"] = tuple(Who(w) for w in e.represents)
        return Msg("{who} {check} for {others} as well: {outcome}, degree {degree}", fields)
    if e.reached:
        return Msg("{who} {check}: {reached}", fields)
    if e.outcome in ("success", "critical_success") and not e.passed:
        return Msg("{who} {check}: the degree is not enough", fields)
    return None


def _opened(e: checks.CheckOpened, state: LawnState) -> Msg | None:
    return None if e.check.serves and e.check.emergence is None else checks.what(e.check)


def _opposed(e: opposed.OpposedChanged, state: LawnState) -> Msg:
    fields: dict[str, Field] = {"a": Who(e.after.a), "b": Who(e.after.b), "rounds": e.after.rounds}
    texts = {
        "a": N_("opposed check: {a} wins against {b}"),
        "b": N_("opposed check: {b} wins against {a}"),
        "tie": N_("opposed check of {a} and {b}: no result"),
    }
    return Msg(texts.get(e.after.verdict, N_("opposed check of {a} and {b}: five more dice each")), fields)


def _injuries(e: injuries.InjuriesChanged, state: LawnState) -> Msg | None:
    parts: list[Text] = []
    texts = {
        "gained": N_("gains {state}"),
        "kept": N_("has {state} already"),
        "worsened": N_("worsens to {state}"),
        "merged": N_("{state} on both sides"),
        "unconscious": N_("falls unconscious"),
        "died": N_("dies"),
        "lost": N_("no longer {state}"),
        "tended": N_("{state} is tended"),
        "restored": N_("breathes again"),
        "drawn": N_("{state} weakens {by}"),
        "treated": N_("{state} is treated"),
        "ended": N_("{state} is over"),
    }
    for step in e.steps:
        parts.append(Msg(texts.get(step.what, "{state}"), {"state": term(step.state), "by": term(step.by)}))
    return Msg("{who} {parts}", {"who": Who(e.who), "parts": tuple(parts)}) if parts else None


def _life(e: life.LifeChanged, state: LawnState) -> Msg:
    fields: dict[str, Field] = {
        "who": Who(e.who),
        "before": e.before,
        "after": e.after,
        "max": e.after_max,
        "note": term(e.note),
    }
    return Msg("{who} life {before}>{after}/{max} ({note})" if e.note else "{who} life {before}>{after}/{max}", fields)


def _sanity(e: life.SanityChanged, state: LawnState) -> Msg:
    return Msg("{who} sanity {before}>{after}", {"who": Who(e.who), "before": e.before, "after": e.after})


def _load(e: life.LoadChanged, state: LawnState) -> Msg:
    return Msg(
        "{who} {weapon} {now}/{full}",
        {"who": Who(e.who), "weapon": term(e.weapon), "now": e.after.now, "full": e.after.full},
    )


def _slot(e: actions.SlotTaken, state: LawnState) -> Msg:
    fields: dict[str, Field] = {"who": Who(e.who), "text": term(e.text)}
    if e.how == "acted":
        return Msg("{who} acts: {text}" if e.text else "{who} acts", fields)
    return Msg("{who} passes" if e.how == "passed" else "{who} cannot act, slot lost", fields)


def _hazard(e: hazards.HazardSet, state: LawnState) -> Msg:
    hazard = e.after or e.before
    assert hazard is not None
    if e.after is None:
        return Msg("hazard over: {name}", {"name": hazard.name})
    on: tuple[Text, ...] = tuple(Who(w) for w in hazard.on)
    return Msg("hazard {name}: {on}" if on else "hazard {name}", {"name": hazard.name, "on": on})


def _difficulty(e: initiative.DifficultySet, state: LawnState) -> Msg:
    fields: dict[str, Field] = {"base": e.base, "after": e.after, "friends": e.friends}
    if e.base != e.after:
        return Msg("initiative D{after} (D{base}, friends: {friends})", fields)
    return Msg("initiative D{after}", fields)


def _answered(e: q.Answered, state: LawnState) -> Msg | None:
    if not e.value:
        return None
    return Msg("{question} {value}", {"question": q.wording(e.question), "value": term(e.value)})


def _started(e: crisis.CrisisStarted, state: LawnState) -> Msg:
    return Msg(
        "crisis ({preset})" if e.mode == "crisis" else "rounds without danger", {"preset": Msg("preset:" + e.preset)}
    )


def _added(e: people.Added, state: LawnState) -> Msg:
    return Msg("{who} is here" if e.person.presence == "in" else "{who} waits outside", {"who": Who(e.person.id)})


def _said(e: actions.Said, state: LawnState) -> Msg:
    return Msg("{who}: {text}" if e.text else "{who} looks closer", {"who": Who(e.who), "text": e.text})


def _time(e: neutral.TimePassed, state: LawnState) -> Msg:
    days, left = divmod(e.minutes, 24 * 60)
    if not left:
        return Msg("time passes, in days: {days}", {"days": days})
    short = sanity.too_short(state, e.minutes) if e.sleep else ()
    if short:
        # A night typed as "8" is eight minutes: say at once that nobody woke from sleep.
        fields: dict[str, Field] = {"minutes": e.minutes, "who": tuple(Who(w) for w in short)}
        return Msg("time passes: {minutes} min, no sleep that gives sanity back to {who}", fields)
    return Msg("time passes: {minutes} min", {"minutes": e.minutes})


SAY = {
    people.Added: _added,
    q.Answered: _answered,
    checks.CheckOpened: _opened,
    checks.CheckRolled: _rolled,
    checks.DiceChanged: _dice,
    checks.CheckSettled: _settled,
    checks.CheckDropped: lambda e, s: Msg("taken back: {what}", {"what": checks.what(e.check)}),
    opposed.OpposedChanged: _opposed,
    crisis.CrisisStarted: _started,
    crisis.CrisisEnded: lambda e, s: Msg("the crisis ends in round {round}", {"round": e.round}),
    crisis.PhasesChanged: lambda e, s: Msg(
        "phases in use: {phases}", {"phases": tuple(Msg("phase:" + p) for p in e.after)}
    ),
    crisis.GoalSet: lambda e, s: Msg("way out: {text}", {"text": e.after}),
    initiative.DifficultySet: _difficulty,
    initiative.OrderSet: lambda e, s: Msg("order: {who}", {"who": tuple(Who(w) for w in e.after)}),
    initiative.SlotMoved: lambda e, s: Msg("{who} acts after {after}", {"who": Who(e.who), "after": Who(e.after)}),
    injuries.InjuriesChanged: _injuries,
    life.LifeChanged: _life,
    life.SanityChanged: _sanity,
    life.LoadChanged: _load,
    life.FateSet: lambda e, s: Msg("{who}: {fate}", {"who": Who(e.who), "fate": term(e.after)}),
    life.ImportantSet: lambda e, s: Msg(
        "{who} is an important character" if e.after else "{who} has life points", {"who": Who(e.who)}
    ),
    actions.SlotTaken: _slot,
    actions.Observed: lambda e, s: Msg("{who} looks closer", {"who": Who(e.who)}),
    actions.Said: _said,
    actions.DefenceSet: lambda e, s: Msg(
        "{who}: dodging is easier by {faces} this round", {"who": Who(e.who), "faces": e.after}
    ),
    actions.Reacted: lambda e, s: Msg(
        "{who} answers {against}: {text}" if e.text else "{who} answers {against}",
        {"who": Who(e.who), "against": Who(e.against), "text": e.text},
    ),
    hazards.HazardSet: _hazard,
    neutral.Reminded: lambda e, s: Msg("reminder: {text}", {"text": e.pending.text}),
    neutral.TimePassed: _time,
}

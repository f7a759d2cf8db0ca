"""What a blow does once nothing stands in its way: mercy, parts of the body, harm (chapter "Attacks").

Covers LP-ATK-005, -006, -015, -022, -051 to -055, -070, -074, -075, -079, -080, -084, LP-INJ-002, -070 and LP-LIF-007.
Life points go at once; which state a player character gets, and what mercy makes of the damage, the GM is asked.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...core.messages import N_
from ...core.model import Event, Question, Rejected
from ...core.ruleset import Tx as CoreTx
from . import blows, effects, forms, injuries, life, questions, structures
from .forms import Form
from .injuries import apply_gain
from .life import DAMAGE_STATE
from .state import Attack, Injury, LawnState
from .tables import STATES
from .weapon_table import PLAIN

Tx = CoreTx[LawnState]

STUNNED = "stunned"
UNCONSCIOUS = "unconscious"
HARM = "harm"
GENTLE = "gentle"
REFUSE = "refuse"
COSTS = {STUNNED: 1, UNCONSCIOUS: 2}
"""What a conversion uses up of the damage (Q-K14)."""

GRAZES_TO_BLEED = 2
MINORS = tuple(row.id for row in STATES.values() if row.kind == "minor")
TRANSIENTS = ("dazed", STUNNED, "in_shock")

questions.WORDING["attack_mercy"] = N_("{other} holds back: what becomes of the damage to {who} ({ref})?")
questions.WORDING["attack_harm"] = N_("{who} is hurt by {ref}: which state?")
questions.WORDING["attack_deadly"] = N_("{who} would die of {ref}: which state all the same?")
questions.WORDING["graze"] = N_("{who} keeps being grazed: inflict Bleeding?")


class Grazed(Event, frozen=True, tag="lawn.grazed"):
    """A blow only grazed somebody; the count is of this fight."""

    who: str
    before: int
    after: int


# Damage --------------------------------------------------------------------------------------------------------------


def base_points(attack: Attack, form: Form) -> int:
    """The damage before armour and degrees: the weapon's, and what a vital point adds (LP-ATK-005, -055)."""
    if not form.points or special(attack):
        return 0
    return form.points + (attack.extra if attack.vital and not attack.double else 0)


def special(attack: Attack) -> bool:
    """Whether what it is loaded with takes the place of the damage (LP-ATK-028)."""
    return attack.ammunition not in ("", PLAIN)


def far_more(state: LawnState, who: str) -> bool:
    """Whether extra degree, extra damage is in force against that one (LP-ATK-048)."""
    return state.options.get("extra_degree", True) is True and structures.is_large(state.entities[who])


def weapon_effects(tx: Tx, attack: Attack, when: str, degree: int = 0) -> None:
    """What the weapon itself brings at that moment; one's own body brings nothing."""
    if forms.of(tx.state, attack).weapon is not None:
        effects.hit(
            tx,
            attack.who,
            attack.weapon,
            attack.target,
            when=when,
            degree=degree,
            ammunition=attack.ammunition if special(attack) else "",
        )


def deal(tx: Tx, attack: Attack, degree: int) -> None:
    """Let the blow of an attacker who rolled do its damage, with the degree of the deciding check."""
    form = forms.of(tx.state, attack)
    points = base_points(attack, form)
    if not points:
        return blows.over(tx, attack, "done")
    points = structures.total(
        tx.state, tx.state.entities[attack.target], points, degree, carries=form.kind != forms.BRAWL
    )
    return give(tx, attack, points) if points else blows.over(tx, attack, "armour")


def suffer(tx: Tx, attack: Attack) -> None:
    """Let a player character suffer a blow that dodge and toughness did not stop."""
    points = base_points(attack, forms.of(tx.state, attack))
    return give(tx, attack, points) if points else blows.over(tx, attack, "done")


def give(tx: Tx, attack: Attack, points: int) -> None:
    """Give out that much damage: to the part aimed at, by mercy, or as it is."""
    if attack.part:
        part = forms.part_of(attack.part)
        if not isinstance(part, Rejected):
            injuries.gain(tx, attack.target, part[0].state, side=part[1], cause=attack.weapon)
            return blows.over(tx, attack, "done")
    if attack.mercy:
        points = min(points, attack.cap or points)
        offered = conversions(tx.state, attack, points)
        if offered:
            return blows.ask(
                tx,
                attack,
                "attack_mercy",
                who=attack.target,
                other=attack.who,
                value=offered[0],
                choices=offered,
                ref=str(points),
                points=points,
            )
    return inflict(tx, attack, points)


# Mercy ---------------------------------------------------------------------------------------------------------------


def offered(state: LawnState, attack: Attack) -> bool:
    """Whether the attacker may hold back: a player character whose damage is not automatic (LP-ATK-051)."""
    form = forms.of(state, attack)
    return form.check and form.kind in (forms.BRAWL, forms.COLD) and state.entities[attack.who].kind == "pc"


def conversions(state: LawnState, attack: Attack, points: int) -> tuple[str, ...]:
    """What the damage may be turned into, the proposal first; nothing where mercy has no say (LP-ATK-052, -053)."""
    turned = (UNCONSCIOUS, STUNNED) if points >= COSTS[UNCONSCIOUS] else (STUNNED,)
    if not far_more(state, attack.target):
        return (*turned, HARM)
    target = state.entities[attack.target]
    if not target.has_life or points < target.life:
        return ()
    return (*reversed(turned), *(p.state for p in forms.PARTS.values()), HARM)


def _mercy(tx: Tx, question: Question, value: str) -> Rejected | None:
    attack = tx.state.attacks.get(question.key)
    if attack is None:
        return None
    if value == HARM:
        inflict(tx, attack, attack.points)
        return None
    injuries.gain(tx, attack.target, value, cause=attack.weapon)
    rest = attack.points - COSTS.get(value, attack.points)
    if rest > 0 and not far_more(tx.state, attack.target):
        inflict(tx, attack, rest)
    else:
        blows.over(tx, attack, "done")
    return None


questions.ANSWERS["attack_mercy"] = _mercy


# Harm ----------------------------------------------------------------------------------------------------------------


def inflict(tx: Tx, attack: Attack, points: int) -> None:
    """Take the life points, or ask the GM for the state that stands for the damage (LP-ATK-005, -006)."""
    target = tx.state.entities[attack.target]
    if target.has_life:
        life.damage(tx, attack.target, points, attack.weapon)
        return blows.over(tx, attack, "done")
    form = forms.of(tx.state, attack)
    usual = form.weapon.wound if form.weapon is not None else DAMAGE_STATE
    first = (usual, "dazed") if form.kind == forms.BRAWL else (usual,)
    choices = (*first, *MINORS, *TRANSIENTS)
    kind = "attack_harm"
    if kills(tx.state, attack.target, usual, points):
        kind = "attack_deadly"
        choices = (*choices, GENTLE)
    return blows.ask(
        tx,
        attack,
        kind,
        who=attack.target,
        value=usual,
        choices=tuple(dict.fromkeys((*choices, REFUSE))),
        ref=attack.weapon,
        points=points,
    )


def kills(state: LawnState, who: str, minor: str, points: int) -> bool:
    """Whether so many minor states one after another would be the end (the warning of Q-J02)."""
    states = state.entities[who].states
    for _ in range(points):
        states, steps = apply_gain(states, Injury(id=minor), limit=injuries.limit(state.entities[who]))
        if any(s.what == "died" for s in steps):
            return True
        if state.options.get("gentle_damage") is True and any(s.what == "worsened" for s in steps):
            return False
    return False


def _harm(tx: Tx, question: Question, value: str) -> Rejected | None:
    attack = tx.state.attacks.get(question.key)
    if attack is None:
        return None
    who = attack.target
    if value == GENTLE:
        for _ in range(attack.points):
            steps = injuries.gain(tx, who, question.value, cause=attack.weapon)
            if any(s.what in ("worsened", "died") for s in steps):
                break
    elif value in MINORS:
        life.damage(tx, who, attack.points, attack.weapon, state=value)
    elif value != REFUSE:
        injuries.gain(tx, who, value, cause=attack.weapon)
    now = blows.current(tx, attack)
    if now is not None:
        blows.over(tx, now, "unharmed" if value == REFUSE else "done")
    return None


questions.ANSWERS["attack_harm"] = _harm
questions.ANSWERS["attack_deadly"] = _harm


def graze(tx: Tx, attack: Attack) -> None:
    """A blade that toughness stopped leaves a graze that is not written down, until the GM has had enough of them."""
    before = tx.state.crisis.grazes.get(attack.target, 0)
    tx.emit(Grazed(who=attack.target, before=before, after=before + 1))
    if before + 1 >= GRAZES_TO_BLEED:
        questions.ask(tx, "graze", who=attack.target, value="no", choices=("no", "yes"))
    blows.over(tx, attack, "grazed")


def _bleed(tx: Tx, question: Question, value: str) -> Rejected | None:
    if value == "yes":
        injuries.gain(tx, question.who, "bleeding", cause="graze")
    return None


questions.ANSWERS["graze"] = _bleed


def _grazed(state: LawnState, e: Grazed) -> LawnState:
    return replace(state, crisis=replace(state.crisis, grazes={**state.crisis.grazes, e.who: e.after}))


EVOLVE = {Grazed: _grazed}

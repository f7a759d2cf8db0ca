"""Being attacked: dodge, toughness, player character against player character (chapter "Attacks").

Covers LP-ATK-003, -004, -014, -021, -022, -027, -066, -078, -084 and -088. A non-player character's attack is settled
by the rolls of the player character it is aimed at; two player characters oppose each other twice.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...core.messages import N_
from ...core.model import Question, Rejected
from ...core.ruleset import Tx as CoreTx
from . import blows, checks, forms, initiative, mercy, opposed, questions, restraint, settling, zones
from . import weapons as w
from .injuries import dice_lines
from .outcomes import Result
from .pools import BASE_DICE
from .state import Attack, Check, LawnState, Opposed, Person

Tx = CoreTx[LawnState]

INJURED = "injured"
CHECK = "check"

questions.WORDING["attack_treatment"] = N_(
    "{who} against {ref}: injured at once, or an extremely hard toughness check?"
)


def may_dodge(state: LawnState, who: str) -> bool:
    """Whether that one defends by rolling: player characters who are conscious (LP-ATK-004, LP-INJ-049)."""
    return state.entities[who].kind == "pc" and checks.may_roll(state, who) is None


def spend(tx: Tx, attack: Attack) -> None:
    """Use up what the attack costs; a thrown cold weapon then lies at the target's place (LP-ATK-019, -072)."""
    form = forms.of(tx.state, attack)
    if form.weapon is None:
        return
    carried = attack.weapon in tx.state.entities[attack.who].weapons
    w.spend(tx, attack.who, attack.weapon, attack.mode)
    if carried and form.kind == forms.COLD and attack.mode == forms.THROW:
        zones.leave(tx, attack.who, attack.weapon, attack.target)


# A non-player character attacks --------------------------------------------------------------------------------------


def dodge(tx: Tx, attack: Attack) -> None:
    """Ask the target for the dodge, or let the blow through where there is none."""
    if attack.sure or not may_dodge(tx.state, attack.target):
        spend(tx, attack)
        return struck(tx, attack)
    difficulty = attack.difficulty or blows.proposed(tx.state, attack, attack.target, "dodge")
    opened = blows.announce(
        tx, attack, attack.target, "FLX", "dodge", difficulty=difficulty, modifiers=attack.modifiers
    )
    return initiative.suggest_intent(tx, opened, attack.who, targeted=True)


def dodged(tx: Tx, attack: Attack, result: Result) -> None:
    """The dodge is rolled: past it, or struck."""
    spend(tx, attack)
    if not checks.succeeded(result):
        return struck(tx, attack)
    if result.degree == 0:
        mercy.weapon_effects(tx, attack, "grazed")
    return finish(tx, attack, "dodged")


def struck(tx: Tx, attack: Attack) -> None:
    """The blow has reached the target: on to toughness, or to what it does (LP-ATK-003, -021, -027)."""
    form = forms.of(tx.state, attack)
    if form.kind == forms.HOLD:
        restraint.take_hold(tx, attack.who, attack.target)
        return finish(tx, attack, "held")
    mercy.weapon_effects(tx, attack, "undodged")
    now = blows.current(tx, attack)
    if now is None:
        return None
    if mercy.special(attack) or not (form.points or form.check):
        return blows.over(tx, now, "done")
    if form.toughness == "fails" or checks.may_roll(tx.state, attack.target) is not None:
        return through(tx, now)
    if form.toughness == "choice":
        return _treatment(tx, now, form.edged)
    return toughness(tx, now)


def _treatment(tx: Tx, attack: Attack, edged: bool) -> None:
    """Blades injure at once, blunt and improvised things leave an extremely hard check (Q-K04); the GM has the word."""
    blows.ask(
        tx,
        attack,
        "attack_treatment",
        who=attack.target,
        other=attack.who,
        value=INJURED if edged else CHECK,
        choices=(INJURED, CHECK),
        ref=attack.weapon,
    )


def toughness(tx: Tx, attack: Attack) -> None:
    """Ask the target for PHY=toughness."""
    blows.announce(
        tx,
        attack,
        attack.target,
        "PHY",
        "toughness",
        difficulty=blows.proposed(tx.state, attack, attack.target, "toughness"),
    )


def stood(tx: Tx, attack: Attack, result: Result) -> None:
    """Toughness is rolled: unharmed (a graze, against a blade), or hurt."""
    if not checks.succeeded(result):
        return through(tx, attack)
    return _held_off(tx, attack)


def _held_off(tx: Tx, attack: Attack) -> None:
    if forms.of(tx.state, attack).kind == forms.COLD:
        return mercy.graze(tx, attack)
    return blows.over(tx, attack, "unharmed")


def through(tx: Tx, attack: Attack) -> None:
    """Nothing stops the blow any more."""
    mercy.weapon_effects(tx, attack, "damaged")
    now = blows.current(tx, attack)
    return mercy.suffer(tx, now) if now is not None else None


def finish(tx: Tx, attack: Attack, how: str) -> None:
    """End the attack unless what it brought has ended it already."""
    now = blows.current(tx, attack)
    if now is not None:
        blows.over(tx, now, how)


def _treated(tx: Tx, question: Question, value: str) -> Rejected | None:
    attack = tx.state.attacks.get(question.key)
    if attack is None:
        return None
    rolled = tx.state.entities[attack.who].kind == "pc"
    if value == CHECK:
        if rolled:
            oppose_damage(tx, attack)
        else:
            toughness(tx, attack)
    elif rolled:
        damage(tx, attack)
    else:
        through(tx, attack)
    return None


questions.ANSWERS["attack_treatment"] = _treated


# A player character attacks ------------------------------------------------------------------------------------------


def damage(tx: Tx, attack: Attack) -> None:
    """Ask the attacker for PHY=damage (LP-ATK-013, -017, -020)."""
    form = forms.of(tx.state, attack)
    blows.announce(
        tx,
        attack,
        attack.who,
        "PHY",
        "damage",
        hand=form.hand,
        difficulty=blows.proposed(tx.state, attack, attack.who, "damage"),
    )


def damaged(tx: Tx, attack: Attack, result: Result) -> None:
    """The damage check is rolled (LP-ATK-002)."""
    if not checks.succeeded(result):
        return blows.over(tx, attack, "unharmed")
    mercy.weapon_effects(tx, attack, "damaged", result.degree)
    now = blows.current(tx, attack)
    return mercy.deal(tx, now, result.degree) if now is not None else None


# Player character against player character ---------------------------------------------------------------------------


def _side(
    state: LawnState, attack: Attack, who: str, kind: str, purpose: str, *, difficulty: int = 0, hand: str = ""
) -> Check:
    return Check(
        id="",
        who=who,
        type=kind,
        purpose=purpose,
        hand=hand,
        difficulty=difficulty or blows.proposed(state, attack, who, purpose),
    )


def oppose_hit(tx: Tx, attack: Attack) -> None:
    """Hit against dodge, at the same difficulty unless another was said or the book has one (LP-ATK-066)."""
    form = forms.of(tx.state, attack)
    difficulty = attack.difficulty or blows.proposed(tx.state, attack, attack.who, "hit")
    own = Check(
        id="",
        who=attack.who,
        type=form.hit,
        purpose="hit",
        hand=form.hand,
        modifiers=attack.modifiers,
        difficulty=difficulty,
    )
    other = _side(tx.state, attack, attack.target, "FLX", "dodge")
    blows.oppose(tx, attack, own, other if other.difficulty else replace(other, difficulty=difficulty))


def oppose_damage(tx: Tx, attack: Attack) -> None:
    """Damage against toughness (LP-ATK-066)."""
    form = forms.of(tx.state, attack)
    blows.oppose(
        tx,
        attack,
        _side(tx.state, attack, attack.who, "PHY", "damage", hand=form.hand),
        _side(tx.state, attack, attack.target, "PHY", "toughness"),
    )


def oppose_hold(tx: Tx, attack: Attack) -> None:
    """PHY against breaking free, by whichever of FLX and PHY has the larger pool (LP-ATK-058)."""
    better = max(("FLX", "PHY"), key=lambda kind: _pool(tx.state.entities[attack.target], kind))
    blows.oppose(
        tx,
        attack,
        _side(tx.state, attack, attack.who, "PHY", "restrain"),
        _side(tx.state, attack, attack.target, better, "break_free"),
    )


def _pool(person: Person, kind: str) -> int:
    return BASE_DICE + person.attributes.get(kind, 0) + sum(line.dice for line in dice_lines(person, kind))


def connected(tx: Tx, attack: Attack) -> None:
    """A player character's blow has reached another: on to damage against toughness, or to what it does."""
    form = forms.of(tx.state, attack)
    if form.kind == forms.HOLD:
        return oppose_hold(tx, attack)
    mercy.weapon_effects(tx, attack, "undodged")
    now = blows.current(tx, attack)
    if now is None:
        return None
    if mercy.special(now):
        return blows.over(tx, now, "done")
    if not form.check:
        return mercy.deal(tx, now, now.hit.degree if now.hit is not None else 0)
    if form.toughness == "fails" or not may_dodge(tx.state, now.target):
        return damage(tx, now)
    if form.toughness == "choice":
        return _treatment(tx, now, form.edged)
    return oppose_damage(tx, now)


def _compared(tx: Tx, check: Check, result: Result) -> None:
    """One side of an opposed check has settled: keep its difficulty, and the attacker's result."""
    attack = blows.of_check(tx.state, check)
    if attack is None:
        return
    blows.keep(tx, attack, check)
    if check.who == attack.who:
        blows.move(tx, attack, hit=result)


def _hit_or_dodged(tx: Tx, pair: Opposed) -> None:
    attack = blows.waits_for(tx.state, pair.id)
    if attack is None:
        return
    spend(tx, attack)
    if pair.verdict == "a":
        connected(tx, attack)
    else:
        finish(tx, attack, "dodged" if pair.verdict == "b" else "nothing")


def _hurt_or_not(tx: Tx, pair: Opposed) -> None:
    attack = blows.waits_for(tx.state, pair.id)
    if attack is None:
        return
    if pair.verdict == "a":
        mercy.weapon_effects(tx, attack, "damaged", attack.hit.degree if attack.hit is not None else 0)
        now = blows.current(tx, attack)
        if now is not None:
            mercy.deal(tx, now, now.hit.degree if now.hit is not None else 0)
    elif pair.verdict == "b":
        _held_off(tx, attack)
    else:
        blows.over(tx, attack, "nothing")


def _held_or_free(tx: Tx, pair: Opposed) -> None:
    attack = blows.waits_for(tx.state, pair.id)
    if attack is None:
        return
    if pair.verdict == "a":
        restraint.take_hold(tx, attack.who, attack.target)
    finish(tx, attack, "held" if pair.verdict == "a" else "unharmed" if pair.verdict == "b" else "nothing")


opposed.RESOLVED["hit"] = _hit_or_dodged
opposed.RESOLVED["damage"] = _hurt_or_not
opposed.RESOLVED["restrain"] = _held_or_free
settling.SETTLERS["opposed"] = _compared

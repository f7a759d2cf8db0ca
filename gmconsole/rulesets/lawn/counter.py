"""Striking back: taking the blow in place of a dodge, and answering it (chapter "Attacks", counter).

Covers LP-ATK-057, -089 and LP-ACT-015 (Q-K17). A counter is a reaction and costs no slot: the blow counts as a hit, its
harm is settled first, and only somebody who can still act strikes back.
"""

from __future__ import annotations

from ...core.commands import unknown
from ...core.model import Command, Event, Msg, Rejected, Who
from ...core.people import next_id
from ...core.phases import Task
from ...core.ruleset import Tx as CoreTx
from . import attack_defence as defence
from . import attack_flow as flow
from . import blows, checks, forms, injuries
from .asides import Reacted
from .state import Attack, LawnState

Tx = CoreTx[LawnState]

HANDS = "hands"
NO_ANSWER = ("off", "changed", "safety")


class Counter(Command, frozen=True, tag="lawn.counter"):
    """Take the blow in place of dodging and strike back with something (LP-ATK-057).

    ``unfit`` is the GM's word that the situation allows none: it is not offered again for this blow.
    """

    who: str
    weapon: str = HANDS
    mode: str = ""
    unfit: bool = False


class CounterLost(Event, frozen=True, tag="lawn.counter-lost"):
    """Nobody strikes back: the blow has left them unable to, or out of reach."""

    who: str
    against: str


def incoming(state: LawnState, who: str) -> Attack | None:
    """The blow that this one could answer: aimed at them, the dodge due and not rolled yet."""
    for attack in state.attacks.values():
        if attack.target == who and attack.open and attack.waits and blows.untouched(state, attack):
            dodging = attack.stage == "dodge" or (attack.stage == "hit" and attack.waits in state.opposed)
            if dodging:
                return attack
    return None


def in_play(state: LawnState) -> bool:
    """Whether counters are in play at this table (an advanced rule)."""
    return state.options.get("counter", True) is True


def offered(state: LawnState, who: str) -> Attack | None:
    """The blow that a counter is offered against now, or None (LP-ACT-015)."""
    able = in_play(state) and injuries.can_act(state.entities[who])
    return incoming(state, who) if able else None


def tasks(state: LawnState) -> tuple[Task, ...]:
    """A reminder for whoever may strike back in place of dodging."""
    out = []
    for attack in state.attacks.values():
        if offered(state, attack.target) is attack:
            out.append(
                Task(
                    kind="counter",
                    who=attack.target,
                    blocking=False,
                    form=f"counter {attack.target}",
                    what=Msg(
                        "{who} may take the blow of {other} and strike back instead of dodging",
                        {"who": Who(attack.target), "other": Who(attack.who)},
                    ),
                    skip=Counter(who=attack.target, unfit=True),
                )
            )
    return tuple(out)


def _reply(state: LawnState, attack: Attack, weapon: str, mode: str) -> Attack:
    return Attack(
        id=next_id(state, "attack"), who=attack.target, target=attack.who, weapon=weapon, mode=mode, counters=True
    )


def _refused(state: LawnState, reply: Attack) -> Rejected | None:
    return forms.no_form(state, reply) or forms.no_target(state, reply, blind=True)


def _counter(c: Counter, tx: Tx) -> Rejected | None:
    state = tx.state
    if state.person(c.who) is None:
        return unknown(c.who)
    if not in_play(state):
        return Rejected("not-in-play", {"rule": Msg("option:counter")})
    attack = incoming(state, c.who)
    if attack is None:
        return Rejected("no-blow-to-answer", {"who": Who(c.who)})
    if c.unfit:
        blows.move(tx, attack, open=False)
        return None
    if not injuries.can_act(state.entities[c.who]):
        return Rejected("cannot-act", {"who": Who(c.who)})
    refused = _refused(state, _reply(state, attack, c.weapon, c.mode))
    if refused is not None:
        return refused
    if state.mode == "crisis":
        tx.emit(Reacted(who=c.who, against=attack.who, text=""))
    taken = blows.move(tx, attack, open=False, answer=f"{c.weapon} {c.mode}".strip(), waits="")
    _take_back(tx, attack)
    defence.spend(tx, taken)
    if tx.state.entities[attack.who].kind == "pc":
        defence.connected(tx, taken)
    else:
        defence.struck(tx, taken)
    return None


def _take_back(tx: Tx, attack: Attack) -> None:
    """Take back the dodge that is not rolled now, with the hit check that opposed it."""
    if attack.waits in tx.state.opposed:
        for check in [c for c in tx.state.checks.values() if c.ref == attack.waits][:1]:
            checks.drop(tx, check.id)
    else:
        checks.drop(tx, attack.waits)


def _after(tx: Tx, attack: Attack, how: str) -> None:
    """The harm of the blow is settled: now the answer, if its giver can still act."""
    if not attack.answer or how in NO_ANSWER:
        return
    weapon, _, mode = attack.answer.partition(" ")
    reply = _reply(tx.state, attack, weapon, mode)
    person, other = tx.state.entities[attack.target], tx.state.entities[attack.who]
    able = injuries.can_act(person) and person.on_stage and other.on_stage and not injuries.is_dead(other)
    if not able or _refused(tx.state, reply) is not None:
        tx.emit(CounterLost(who=attack.target, against=attack.who))
        return
    tx.emit(blows.AttackOpened(attack=reply))
    flow.begin(tx, reply, roll=False)


blows.OVER.append(_after)

DECIDE = {Counter: _counter}


def _same(state: LawnState, e: Event) -> LawnState:
    return state


EVOLVE = {CounterLost: _same}

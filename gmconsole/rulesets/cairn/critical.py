"""Critical damage: how damage reaches somebody in a fight, and what a failed STR save brings.

Covers CA-CRT-001 to -007 and -009 to -011, CA-DET-003, CA-SCR-012 and -013. A passed save leaves everything as it is:
the lowered STR stays, and who was down or stable stays so.
"""

from __future__ import annotations

from ...core.model import Question, Rejected
from ...core.ruleset import Tx as CoreTx
from . import conditions, death, detachments, questions, saves, scars, turns, vitals
from .state import CairnState, Call, Combatant

Tx = CoreTx[CairnState]

STRENGTH = "strength"
"""The kind of call of every save against critical damage; ``ref`` is the attacker, ``cost`` the attack's rider."""

FATES = ("dead", "dying", "captured", "fled")
"""What may become of an NPC or monster that fails the save, the default first (CA-CRT-009)."""


def take(tx: Tx, who: str, damage: int, *, by: str = "", rider: str = "", cause: str = "attack") -> None:
    """Book that much damage, armour already off (CA-CRT-001 to -005, -011; CA-SCR-013).

    It comes off HP; a PC left at exactly 0 gets a scar. What is over comes off STR: at STR 0 they are dead at once (a
    detachment is destroyed), else they owe a STR save against the new value. ``by`` is the attacker, ``rider`` what a
    failed save brings besides (CA-CRT-010); ``cause`` is a word for the log, ``attack`` counts for morale.
    """
    c = tx.state.entities[who]
    if damage <= 0 or conditions.is_dead(c):
        return
    lost = min(c.hp, damage)
    vitals.set_hp(tx, who, c.hp - lost, cause=cause)
    if lost and lost == c.hp and c.side == "opponents" and cause == "attack":
        turns.note_dropped(tx, who)
    if damage > lost:
        lower(tx, who, damage - lost, by=by, rider=rider, cause=cause)
    elif lost == c.hp and c.kind == "pc":
        scars.gain(tx, who, lost)


def lower(tx: Tx, who: str, loss: int, *, by: str = "", rider: str = "", cause: str = "attack") -> None:
    """Take that much off STR, and call for the save against critical damage unless STR 0 kills (CA-CRT-002, -011)."""
    c = tx.state.entities[who]
    end = "destroyed" if c.detachment else "dead"
    vitals.set_score(tx, who, "STR", c.score("STR").current - loss, cause=cause, dead=end)
    if conditions.is_dead(tx.state.entities[who]):
        death.fallen(tx, who)
    else:
        saves.call(tx, STRENGTH, who, "STR", ref=by, cost=rider)


# What a save brings ------------------------------------------------------------------------------------------------


def _saved(tx: Tx, call: Call, passed: bool) -> None:
    c = tx.state.entities[call.who]
    doom = conditions.waiting_scar(c, scars.DOOMED, "next_save")
    if doom is not None:
        scars.doom(tx, c.id, doom, passed)
    if passed:
        return
    if doom is not None:
        death.die(tx, c.id, "doomed")
    elif c.kind == "pc":
        fall(tx, c)
    elif c.detachment:
        detachments.broken(tx, c.id)
    elif not questions.open_questions(tx.state, "fate", c.id):
        questions.ask(tx, "fate", who=c.id, value=FATES[0], choices=FATES)
    if call.cost:
        kind = "rider" if call.ref else "rider_alone"
        questions.ask(tx, kind, who=c.id, other=call.ref, value="done", choices=("done",), ref=call.cost)


def fall(tx: Tx, c: Combatant) -> None:
    """A PC is critical, with an hour to live from the end of this round (CA-CRT-006, -007, -008; A26, A28)."""
    vitals.set_condition(tx, c.id, "critical", "critical_damage", death.hour(tx.state, c))
    death.fallen(tx, c.id)


def _fate(tx: Tx, question: Question, value: str) -> Rejected | None:
    who = question.who
    if value == "fled":
        vitals.set_condition(tx, who, "", "critical_damage")
        vitals.set_away(tx, who, "fled")
    else:
        hour = death.hour(tx.state, tx.state.entities[who]) if value == "dying" else -1
        vitals.set_condition(tx, who, value, "critical_damage", hour)
    death.fallen(tx, who)
    return None


saves.FOLLOWS[STRENGTH] = _saved
questions.ANSWERS["fate"] = _fate
questions.WORDING["fate"] = "{who} fails the STR save: what becomes of them?"
questions.WORDING["rider"] = "{who} is struck by {other}: {ref}"
questions.WORDING["rider_alone"] = "{who}: {ref}"

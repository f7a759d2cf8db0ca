"""Casting: declaring a spell, the Warden's save in danger, and the ill effects of a failed one (chapter "Magic").

Covers CA-MAG-004, -006 to -008 (A37, A38). In a fight a spell is the turn's action: its save comes before its Fatigue,
and both before its damage dice.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...core.commands import unknown
from ...core.messages import N_
from ...core.model import Command, Event, Question, Rejected, Who, terms_of
from ...core.questions import Answered
from ...core.ruleset import Tx as CoreTx
from . import (
    acts,
    armour,
    conditions,
    critical,
    death,
    deprivation,
    detachments,
    inventory,
    items,
    magic,
    pools,
    saves,
    turns,
    vitals,
)
from .questions import ANSWERS, ASKS, WORDING, ask, open_questions
from .state import Act, Attack, CairnState, Call, Combatant, Item

Tx = CoreTx[CairnState]

SAVE = "casting"
"""The kind of call of a casting save outside a fight, and of the question whether there is one."""

MISHAP = "mishap"
ILL_EFFECTS = ("fatigue", "book_destroyed", "injury", "death", "nothing")
INJURY_DIE = 6
MOST_FATIGUE = 10
WORDING[SAVE] = N_("{who} casts {ref} in danger or deprived: a WIL save?")
WORDING[MISHAP] = N_("{who} failed the casting save for {ref}: what does it cost?")


class Cast(Command, frozen=True, tag="cairn.cast"):
    """Cast with a spellbook or scroll, or use a relic; in a fight that is the turn's action (CA-MAG-004).

    ``on`` are the targets. A spell that does damage has its dice on the item, or in ``die``; with ``unclear`` a blast
    rolls for how many it reaches. ``effect`` is the Warden's note on what it does, ``empowered`` makes it stronger
    outside danger (CA-MAG-006). ``public`` reminds of who may have seen it; ``danger`` says that there is some outside
    a fight too. ``save`` answers ``yes`` or ``no`` beforehand whether the Warden asks for the WIL save.

    Refused as ``magic.cannot_cast`` and ``turns.may_declare`` say, and: ``no-such-item``, ``cannot-act``,
    ``no-empowering``, ``not-dice``, ``not-a-mark``, ``one-target``, ``not-a-blast``, ``not-a-choice``.
    """

    who: str
    item: str
    on: tuple[str, ...] = ()
    die: str = ""
    blast: bool = False
    unclear: bool = False
    effect: str = ""
    empowered: bool = False
    public: bool = False
    danger: bool = False
    save: str = ""


class Mishap(Command, frozen=True, tag="cairn.mishap"):
    """What a failed casting save costs (CA-MAG-008): ``amount`` more Fatigue, an injury of ``die``, the book, death.

    With ``fizzles`` the spell does not work. Refused: ``no-mishap``, ``not-a-choice``, ``out-of-bounds``, ``not-dice``.
    """

    who: str
    ill: str
    amount: int = 1
    die: str = ""
    fizzles: bool = False


class Casting(Event, frozen=True, tag="cairn.casting"):
    """Somebody casts, or uses a relic; in a fight only where there is more to say than its declaration does."""

    who: str
    item: str
    kind: str
    spell: str
    on: tuple[str, ...] = ()
    effect: str = ""
    empowered: bool = False


class MishapCame(Event, frozen=True, tag="cairn.mishap-came"):
    """A failed casting save took its price; an injury rolled ``face`` on a die of ``sides``."""

    who: str
    ill: str
    fizzles: bool = False
    sides: int = 0
    face: int = 0


# Casting -----------------------------------------------------------------------------------------------------------


def _attack(c: Cast, item: Item) -> Attack | Rejected | None:
    """The attack a spell carries, or None; a die said for this cast goes before the item's."""
    dice = items.read_dice(c.die) if c.die else ()
    if dice is None:
        return Rejected("not-dice", {"word": c.die})
    found = replace(item.attack or Attack(name=item.name), dice=dice) if dice else item.attack
    if found is None:
        return Rejected("not-a-blast", {"attack": item.name}) if c.blast or c.unclear else None
    found = replace(found, name=item.spell or item.name, blast=found.blast or c.blast, item="")
    return Rejected("not-a-blast", {"attack": found.name}) if c.unclear and not found.blast else found


def _bad_targets(c: Cast, state: CairnState, attack: Attack | None) -> Rejected | None:
    for target in c.on:
        on = state.person(target)
        if not isinstance(on, Combatant):
            return unknown(target)
        if attack is not None and not detachments.still_a_mark(on):
            return Rejected("not-a-mark", {"who": Who(target)})
    if attack is not None and not attack.blast and len(c.on) > 1:
        return Rejected("one-target", {"who": Who(c.who), "attack": attack.name})
    return None


def _may_cast(c: Cast, state: CairnState, person: Combatant, item: Item) -> Rejected | None:
    if turns.fighting(state):
        refused = turns.may_declare(state, c.who)
    else:
        refused = None if conditions.is_able(person) else Rejected("cannot-act", {"who": Who(c.who)})
    refused = refused or magic.cannot_cast(state, person, item)
    if refused is not None:
        return refused
    if c.save not in ("", "yes", "no"):
        return Rejected(
            "not-a-choice", {"field": "save", "value": c.save, "allowed": terms_of("answer", ("yes", "no"))}
        )
    if c.empowered and (turns.fighting(state) or c.danger):
        return Rejected("no-empowering", {"who": Who(c.who)})
    return None


def _cast(c: Cast, tx: Tx) -> Rejected | None:
    found = inventory.of(tx.state, c.who, c.item)
    if isinstance(found, Rejected):
        return found
    person, item = found
    attack = _attack(c, item)
    if isinstance(attack, Rejected):
        return attack
    refused = _may_cast(c, tx.state, person, item) or _bad_targets(c, tx.state, attack)
    if refused is not None:
        return refused
    targets = pools.in_order(tx.state, c.on)
    spell = item.spell or item.name
    if turns.fighting(tx.state):
        act = Act(
            who=c.who,
            kind=magic.CAST,
            targets=targets,
            attack=attack if targets else None,
            unclear=c.unclear and bool(targets),
            item=item.id,
            text=spell,
        )
        refused = acts.declare(tx, act)
        if refused is not None:
            return refused
    if not turns.fighting(tx.state) or c.effect:
        cast = Casting(
            who=c.who,
            item=item.name,
            kind=item.kind,
            spell=spell,
            on=targets,
            effect=c.effect,
            empowered=c.empowered,
        )
        tx.emit(cast)
    if item.note:
        tx.emit(magic.NoteRecalled(who=c.who, item=item.name, note=item.note))
    if c.public:
        tx.emit(magic.MagicSeen(who=c.who, item=item.name))
    asked = item.kind in items.READ and magic.in_danger(tx.state, person, c.danger)
    if not turns.fighting(tx.state):
        magic.pay(tx, c.who, item.id)
    if asked and c.save == "yes":
        _call(tx, c.who, item.id, spell)
    elif asked and not c.save:
        ask(tx, SAVE, who=c.who, value="yes", choices=("yes", "no"), ref=spell, key=_key(tx.state, c.who, item.id))
    return None


def _key(state: CairnState, who: str, item_id: str) -> str:
    """What a question about a cast is about: the declared act (empty), or outside a fight the item."""
    return "" if magic.cast_of(state, who) is not None else item_id


# The save ----------------------------------------------------------------------------------------------------------


def _call(tx: Tx, who: str, item_id: str, spell: str) -> None:
    if magic.cast_of(tx.state, who) is not None:
        saves.call(tx, acts.ACT, who, "WIL", ref=who, why=spell)
    else:
        saves.call(tx, SAVE, who, "WIL", ref=item_id, why=spell)


def _asked(tx: Tx, question: Question, value: str) -> Rejected | None:
    gone = not question.key and magic.cast_of(tx.state, question.who) is None
    if value == "yes" and not gone:
        _call(tx, question.who, question.key, question.ref)
    return None


def _act_saved(tx: Tx, act: Act, passed: bool) -> None:
    magic.pay(tx, act.who, act.item)
    if not passed:
        _fail(tx, act.who, act.item, act.text)


def _saved(tx: Tx, call: Call, passed: bool) -> None:
    if not passed:
        _fail(tx, call.who, call.ref, call.why)


def _fail(tx: Tx, who: str, item_id: str, spell: str) -> None:
    """Ask the Warden what a failed casting save costs; a book can only be destroyed while there is one."""
    item = tx.state.entities[who].items.get(item_id)
    there = item is not None and item.kind in items.READ
    choices = tuple(ill for ill in ILL_EFFECTS if there or ill != "book_destroyed")
    ask(tx, MISHAP, who=who, value=ILL_EFFECTS[0], choices=choices, ref=spell, key=item_id)


# Ill effects -------------------------------------------------------------------------------------------------------


def _apply(tx: Tx, question: Question, ill: str, *, amount: int = 1, sides: int = INJURY_DIE, fizzles: bool) -> None:
    who = question.who
    act = magic.cast_of(tx.state, who)
    face = tx.roll(1, sides)[0] if ill == "injury" else 0
    tx.emit(MishapCame(who=who, ill=ill, fizzles=fizzles, sides=sides if face else 0, face=face))
    if fizzles and act is not None:
        acts.update(tx, replace(act, spoiled=True))
    if ill == "fatigue":
        deprivation.add_fatigue(tx, who, amount, "mishap")
    elif ill == "book_destroyed":
        inventory.put(tx, who, tx.state.entities[who].items.get(question.key), None, "destroyed")
    elif ill == "injury":
        _hurt(tx, who, face)
    elif ill == "death":
        death.die(tx, who, "casting")


def _hurt(tx: Tx, who: str, face: int) -> None:
    """In a fight it is damage like any other; outside one STR goes at once, armour does not help (A29)."""
    c = tx.state.entities[who]
    if turns.fighting(tx.state):
        critical.take(tx, who, max(face - armour.effective(c), 0), cause="casting")
        return
    vitals.set_score(tx, who, "STR", c.score("STR").current - face, cause="casting")
    if conditions.is_dead(tx.state.entities[who]):
        death.fallen(tx, who)


def _answered(tx: Tx, question: Question, value: str) -> Rejected | None:
    _apply(tx, question, value, fizzles=False)
    return None


def _mishap(c: Mishap, tx: Tx) -> Rejected | None:
    if tx.state.person(c.who) is None:
        return unknown(c.who)
    found = open_questions(tx.state, MISHAP, c.who)
    if not found:
        return Rejected("no-mishap", {"who": Who(c.who)})
    question = found[0]
    if c.ill not in question.choices:
        return Rejected(
            "not-a-choice", {"field": "ill", "value": c.ill, "allowed": terms_of("answer", question.choices)}
        )
    if not 1 <= c.amount <= MOST_FATIGUE:
        return Rejected("out-of-bounds", {"field": "amount", "low": 1, "high": MOST_FATIGUE, "value": str(c.amount)})
    dice = items.read_dice(c.die) if c.die else (INJURY_DIE,)
    if dice is None or len(dice) != 1:
        return Rejected("not-dice", {"word": c.die})
    tx.emit(Answered(question=question, value=c.ill))
    _apply(tx, question, c.ill, amount=c.amount, sides=dice[0], fizzles=c.fizzles)
    return None


ANSWERS[SAVE] = _asked
ANSWERS[MISHAP] = _answered
ASKS.forms[MISHAP] = lambda q: f"mishap {q.who}"
acts.ASKED.append(SAVE)
acts.SAVED[magic.CAST] = _act_saved
saves.FOLLOWS[SAVE] = _saved


# Folds -------------------------------------------------------------------------------------------------------------


def _same(state: CairnState, e: Event) -> CairnState:
    return state


DECIDE = {Cast: _cast, Mishap: _mishap}
EVOLVE = {Casting: _same, MishapCame: _same}

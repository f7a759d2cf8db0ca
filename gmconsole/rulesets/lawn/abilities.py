"""Expendable abilities of traits: who has which left, what each would make of a check, and its use (chapter "Traits").

Covers LP-TRT-206 to -208, -210 and the common part of every ability of table 2. An ability is a row of the table
(``trait_table.AbilityDef``) that names an operation; an operation is registered here (``OPERATIONS``) and is a plan for
the dice of a check, or a deed of its own. What others expend besides (Teamwork, emergence, specialties, items) is known
here by ``EXPENDABLES``, so that a reset can choose among all of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec
from msgspec.structs import replace

from ...core import bands
from ...core.commands import unknown
from ...core.messages import N_
from ...core.model import Command, Field, Msg, Question, Rejected, Text, Who, terms_of
from ...core.ruleset import Tx as CoreTx
from . import alterations, armoury, checks, injuries, pools, questions, settling, sheets, teamwork, traits
from .alterations import Plan, Throw
from .settling import go_on, mark, result
from .state import Check, LawnState, Modifier, Person
from .terms import term
from .trait_table import ABILITIES, OWNERS, AbilityDef

Tx = CoreTx[LawnState]

NEAR = ("touch", "near")
MOST_TEXT = 200

questions.WORDING["ability_near"] = N_("{who} for {other}, {ref}: are they within Near?")


class UseAbility(Command, frozen=True, tag="lawn.use"):
    """Use an expendable ability of one's trait, on one's own check or, where it reaches so far, on somebody else's.

    ``ability`` is its id; an empty one is the only one ready. ``on`` is whose check, ``check`` which of several.
    ``number``, ``faces``, ``position`` and ``by`` are what the ability asks for (a face, dice, a place, plus or minus),
    ``text`` what has to be said. ``near`` is the GM's word that the other is within Near where no band says so
    (LP-TRT-207), or that things are as the ability wants them; without it the GM is asked.
    """

    who: str
    ability: str = ""
    on: str = ""
    check: str = ""
    number: int = 0
    faces: tuple[int, ...] = ()
    position: int = 0
    by: int = 0
    text: str = ""
    near: bool = False


class Use(msgspec.Struct, frozen=True, kw_only=True):
    """A use being considered: who, which ability, on which check (None outside of checks), and what was said."""

    who: str
    ability: AbilityDef
    check: Check | None = None
    said: UseAbility


class Operation(msgspec.Struct, frozen=True, kw_only=True):
    """What abilities do, by the word of the table.

    ``plan`` gives the dice as they would lie, or a refusal; ``do`` does what is no matter of dice on the table.
    ``adds`` says that dice come to the check: a locked or closed one refuses it. ``uses`` are the uses of an ability
    worth offering for a check, with what each says, the first of them the best; without it there is one, named after
    the ability. ``refuse`` is what else may speak against it, ``asks`` the kind of question in which the GM first says
    that things are as the ability wants them (its answers are ``confirmed``).
    """

    plan: Callable[[LawnState, Use], Plan | Rejected] | None = None
    do: Callable[[Tx, Use], Rejected | None] | None = None
    adds: bool = False
    uses: Callable[[LawnState, Use], Iterable[tuple[UseAbility, Msg]]] | None = None
    refuse: Callable[[LawnState, Use], Rejected | None] | None = None
    asks: str = ""


class Expendable(msgspec.Struct, frozen=True, kw_only=True):
    """Something somebody can expend, by its id: its kind, its name, its uses and how many are gone."""

    id: str
    kind: str
    name: Text
    uses: int = 1
    used: int = 0

    @property
    def left(self) -> int:
        """The uses that are left."""
        return max(0, self.uses - self.used)


OPERATIONS: dict[str, Operation] = {}
"""What abilities do, by the word in ``AbilityDef.does``."""

AMOUNTS: dict[str, Callable[[LawnState, Person, Check], int]] = {}
"""What the number of an ability is counted from, by the word in ``AbilityDef.amount``: (state, owner, check)."""

EXTRA: list[Callable[[LawnState, Person], int]] = []
"""Dice that a check gets besides when that person uses an expendable ability on it (LP-TRT-104)."""

SPARED: list[Callable[[Tx, str, str, str], bool]] = []
"""Whether a use costs nothing just now, by (tx, who, ability, check's id); it takes what allowed it (LP-TRT-132)."""

USED: list[Callable[[Tx, str, str, str], None]] = []
"""Called after each use: (tx, who, id of what was expended, id of the check or an empty word)."""

EXPENDABLES: list[Callable[[LawnState, Person], tuple[Expendable, ...]]] = []
"""What somebody can expend, each with the uses gone; chapters add theirs."""

RESETS: dict[str, Callable[[Tx, str, str, int], None]] = {}
"""How something expended is made ready again, by its kind: (tx, who, id, uses given back, 0 for all)."""


# Reading -------------------------------------------------------------------------------------------------------------


def ready(person: Person, ability: AbilityDef) -> int:
    """The uses of an ability that are left."""
    return max(0, ability.uses - sheets.sheet_of(person).used.get(ability.id, 0))


def extra(state: LawnState, who: str) -> int:
    """The dice more that a check gets when that person expends something on it (LP-TRT-104)."""
    person = state.entities[who]
    return sum(hook(state, person) for hook in EXTRA)


def expendables(state: LawnState, person: Person) -> tuple[Expendable, ...]:
    """Everything the person can expend, with the uses gone."""
    return tuple(row for hook in EXPENDABLES for row in hook(state, person))


def expended(state: LawnState, person: Person) -> tuple[Expendable, ...]:
    """What of it has been used and could be reset."""
    return tuple(row for row in expendables(state, person) if row.used)


def reset(tx: Tx, who: str, item: str, uses: int = 0) -> bool:
    """Make something expended ready again, all of it or so many uses; False where nothing of that id was used."""
    found = next((row for row in expended(tx.state, tx.state.entities[who]) if row.id == item), None)
    if found is None:
        return False
    RESETS[found.kind](tx, who, item, uses)
    return True


def amount(state: LawnState, use: Use) -> int:
    """The number of an ability: what it is counted from, with its fixed part, within its limit; at least 0."""
    row = use.ability
    assert use.check is not None
    count = AMOUNTS[row.amount](state, state.entities[use.who], use.check) if row.amount else 0
    found = max(0, count + row.plus)
    return min(found, row.most) if row.most else found


def within_near(state: LawnState, who: str, other: str) -> bool | None:
    """Whether somebody is oneself or at Touch or Near; None where nobody has said how far apart they are."""
    if who == other:
        return True
    band = bands.between(state.bands, who, other)
    return None if band is None else band in NEAR


# Whether it may be used ----------------------------------------------------------------------------------------------


def refused(state: LawnState, use: Use) -> Rejected | None:
    """What speaks against a use, apart from an unknown distance: no use left, another's check, too far, the wrong
    moment or check, a critical failure, a check that takes no dice (LP-TRT-206 to -208, -210)."""
    row, person = use.ability, state.entities[use.who]
    if not ready(person, row):
        return Rejected("ability-expended", {"who": Who(use.who), "ability": ability_name(row)})
    operation = OPERATIONS[row.does]
    if use.check is not None:
        wrong = _barred(state, use, use.check, operation)
        if wrong is not None:
            return wrong
    elif "outside" not in row.when:
        return Rejected("no-check-to-use-on", {"who": Who(use.who), "ability": ability_name(row)})
    return operation.refuse(state, use) if operation.refuse is not None else None


def _barred(state: LawnState, use: Use, check: Check, operation: Operation) -> Rejected | None:
    row = use.ability
    fields: dict[str, Field] = {"who": Who(use.who), "ability": ability_name(row)}
    if check.who != use.who:
        if not row.near:
            return Rejected("own-checks-only", fields)
        if within_near(state, use.who, check.who) is False:
            band = bands.between(state.bands, use.who, check.who)
            return Rejected("out-of-reach", {"who": Who(check.who), "band": Msg("band:" + str(band))})
        helper = state.entities[use.who]
        if not helper.on_stage or injuries.is_dead(helper) or injuries.is_unconscious(helper):
            return Rejected("cannot-act", {"who": Who(use.who)})
    if ("table" if check.status == "rolled" else "before") not in row.when or check.status == "passed":
        return Rejected("wrong-moment", fields)
    if row.checks and f"{check.type}={check.purpose}" not in row.checks:
        return Rejected("not-for-this-check", fields)
    if check.status == "rolled":
        if not row.critical and result(check).outcome == "critical_failure":
            return Rejected("critical-failure-bars", fields)
        if check.final:
            return Rejected("check-final", {"who": Who(check.who)})
        if operation.adds and check.closed:
            return Rejected("no-more-dice", {"who": Who(check.who)})
    return pools.takes_no_dice(state, check) if operation.adds else None


def ability_name(row: AbilityDef) -> Msg:
    """An ability as a term."""
    return Msg("expendable:" + row.id)


# What it would do ----------------------------------------------------------------------------------------------------


def plan(state: LawnState, use: Use) -> Plan | Rejected | None:
    """The dice of the check after the use, the extra die of a careful user behind them; None where the dice on the
    table are not what it is about."""
    operation = OPERATIONS[use.ability.does]
    if operation.plan is None or use.check is None or use.check.status != "rolled":
        return None
    found = operation.plan(state, use)
    if isinstance(found, Rejected):
        return found
    return alterations.behind(found, _extra_dice(state, use.who, use.check))


def _extra_dice(state: LawnState, who: str, check: Check) -> Plan:
    """The dice on top of a use, where the check takes any."""
    if check.closed or pools.takes_no_dice(state, check) is not None:
        return ()
    return (Throw(check.difficulty, "trait"),) * extra(state, who)


def uses(state: LawnState, person: Person, check: Check) -> Iterable[tuple[Use, Msg]]:
    """The uses that the person could make of abilities on that check now, each with what it says."""
    for row in traits.abilities(person):
        if row.does not in OPERATIONS:
            continue
        bare = UseAbility(who=person.id, ability=row.id, on="" if person.id == check.who else check.who, check=check.id)
        use = Use(who=person.id, ability=row, check=check, said=bare)
        if refused(state, use) is not None:
            continue
        offered = OPERATIONS[row.does].uses
        named = Msg("{who}: {ability}", {"who": Who(person.id), "ability": ability_name(row)})
        for said, label in offered(state, use) if offered is not None else ((bare, named),):
            yield replace(use, said=said), label


# Using it ------------------------------------------------------------------------------------------------------------


def expend(tx: Tx, who: str, ability: str, check: str = "") -> None:
    """Count a use of a trait's ability, unless something spares it just now."""
    if not any(hook(tx, who, ability, check) for hook in SPARED):
        sheets.use_ability(tx, who, ability)


def used(tx: Tx, who: str, item: str, check: str = "") -> None:
    """Tell whoever wants to know that something was expended; other chapters call this for their own."""
    for hook in USED:
        hook(tx, who, item, check)


def _use(c: UseAbility, tx: Tx) -> Rejected | None:
    use = _meant(tx.state, c)
    if isinstance(use, Rejected):
        return use
    wrong = refused(tx.state, use)
    if wrong is not None:
        return wrong
    asks = _unsaid(tx.state, use)
    if use.check is not None and asks and not c.near:
        _ask(tx, asks, use, use.check)
        return None
    return _carry_out(tx, use)


def _carry_out(tx: Tx, use: Use) -> Rejected | None:
    """Use an ability that nothing speaks against."""
    operation = OPERATIONS[use.ability.does]
    found = plan(tx.state, use)
    if isinstance(found, Rejected):
        return found
    check_id = use.check.id if use.check is not None else ""
    if found is not None and use.check is not None:
        expend(tx, use.who, use.ability.id, check_id)
        alterations.carry_out(tx, use.check, found, use.ability.id)
    if operation.do is not None:
        wrong = operation.do(tx, use)
        if wrong is not None:
            return wrong
        if found is None:
            expend(tx, use.who, use.ability.id, check_id)
    used(tx, use.who, use.ability.id, check_id)
    if check_id in tx.state.checks and tx.state.checks[check_id].status == "rolled":
        go_on(tx, tx.state.checks[check_id], hold=True)
    return None


def _meant(state: LawnState, c: UseAbility) -> Use | Rejected:
    """The use that a command stands for, or what is missing of it."""
    person = sheets.character(state, c.who)
    if isinstance(person, Rejected):
        return person
    own = {row.id: row for row in traits.abilities(person)}
    left = [row for row in own.values() if ready(person, row)]
    row = own.get(c.ability) if c.ability else left[0] if len(left) == 1 else None
    if row is None or row.does not in OPERATIONS:
        return Rejected("no-such-ability", {"who": Who(c.who), "allowed": terms_of("expendable", own)})
    if len(c.text) > MOST_TEXT:
        return Rejected("too-long", {"field": "text", "most": MOST_TEXT})
    whom = c.on or c.who
    if state.person(whom) is None:
        return unknown(whom)
    return Use(who=c.who, ability=row, check=_check_of(state, whom, c.check, row), said=c)


def _check_of(state: LawnState, whom: str, check_id: str, row: AbilityDef) -> Check | None:
    """The check meant: the one of that id, else the one on the table, else the first one owed that it may serve; none
    for an ability that is no matter of checks."""
    if row.when == ("outside",):
        return None
    if check_id:
        found = state.checks.get(check_id)
        return found if found is not None and found.who == whom else None
    rolled = alterations.rolled(state, whom)
    owed = checks.owed(state, whom)
    if row.when == ("before",) and owed is not None:
        fitting = (c for c in state.checks.values() if c.who == whom and c.status == "owed")
        return next((c for c in fitting if f"{c.type}={c.purpose}" in row.checks), owed)
    return rolled or (owed if "before" in row.when else None)


def _unsaid(state: LawnState, use: Use) -> str:
    """The kind of question that comes before the use: how far apart the two are, or what the ability wants."""
    if use.check is None or within_near(state, use.who, use.check.who) is not None:
        return OPERATIONS[use.ability.does].asks
    return "ability_near"


def _ask(tx: Tx, kind: str, use: Use, check: Check) -> None:
    """Ask what only the GM can say; the answer carries the use out (LP-TRT-207)."""
    said = use.said
    key = " ".join(map(str, (check.id, use.ability.id, said.number, said.position, said.by, *said.faces)))
    if any(q.key == key for q in questions.open_questions(tx.state, kind, use.who)):
        return
    questions.ask(
        tx,
        kind,
        who=use.who,
        other=check.who,
        value="yes",
        choices=("yes", "no"),
        ref=use.ability.id,
        key=key,
    )


def confirmed(tx: Tx, question: Question, value: str) -> Rejected | None:
    """Carry out the use that a question was about, where it is answered with yes."""
    check_id, ability, *numbers = question.key.split()
    if value != "yes" or check_id not in tx.state.checks:
        return None
    number, position, by, *faces = map(int, numbers)
    return _use(
        UseAbility(
            who=question.who,
            ability=ability,
            on=question.other,
            check=check_id,
            number=number,
            position=position,
            by=by,
            faces=tuple(faces),
            near=True,
        ),
        tx,
    )


questions.ANSWERS["ability_near"] = confirmed
settling.ASKED.add("ability_near")


# Operations that several traits share --------------------------------------------------------------------------------


def _boost(state: LawnState, use: Use) -> Plan | Rejected:
    """So many dice more, thrown at once (LP-CHK-061, Q-CHK-15)."""
    assert use.check is not None
    return alterations.behind(use.check.dice, (Throw(use.check.difficulty, "trait"),) * amount(state, use))


def _boost_before(tx: Tx, use: Use) -> None:
    """Before the roll the same enlarges the pool, this once."""
    if use.check is not None and use.check.status == "owed":
        dice = amount(tx.state, use) + extra(tx.state, use.who)
        mark(tx, use.check.id, modifiers=(*use.check.modifiers, Modifier(dice, use.ability.id, once=True)))


def _boosts(state: LawnState, use: Use) -> Iterable[tuple[UseAbility, Msg]]:
    fields: dict[str, Field] = {
        "who": Who(use.who),
        "ability": ability_name(use.ability),
        "dice": f"+{amount(state, use) + extra(state, use.who)}",
    }
    yield use.said, Msg("{who}: {ability} {dice}", fields)


def _nothing_to_add(state: LawnState, use: Use) -> Rejected | None:
    if use.check is not None and not amount(state, use):
        return Rejected("nothing-to-add", {"who": Who(use.who), "ability": ability_name(use.ability)})
    return None


def _pass(tx: Tx, use: Use) -> None:
    """The check is passed without a roll (LP-CHK-064)."""
    assert use.check is not None
    go_on(tx, mark(tx, use.check.id, status="passed"), hold=False)


OPERATIONS["boost"] = Operation(plan=_boost, do=_boost_before, adds=True, uses=_boosts, refuse=_nothing_to_add)
OPERATIONS["pass"] = Operation(do=_pass)
AMOUNTS["last_face"] = lambda state, person, check: check.dice[-1].face if check.dice else 0
AMOUNTS["lost_sanity"] = lambda state, person, check: max(0, person.sanity_max - person.sanity)
AMOUNTS["appended"] = lambda state, person, check: alterations.appended(check)


# What can be expended ------------------------------------------------------------------------------------------------


def _of_traits(state: LawnState, person: Person) -> tuple[Expendable, ...]:
    return tuple(
        Expendable(id=row.id, kind="trait", name=ability_name(row), uses=row.uses, used=row.uses - ready(person, row))
        for row in traits.abilities(person)
    )


def _teamwork(state: LawnState, person: Person) -> tuple[Expendable, ...]:
    if person.kind != "pc" or not teamwork.has(state, person.id):
        return ()
    gone = teamwork.TEAMWORK in person.spent
    return (Expendable(id=teamwork.TEAMWORK, kind="spent", name=Msg("state:teamwork"), used=int(gone)),)


def _items(state: LawnState, person: Person) -> tuple[Expendable, ...]:
    return tuple(
        Expendable(id=item, kind="spent", name=term(item), used=1) for item in person.spent if item != teamwork.TEAMWORK
    )


def _reset_trait(tx: Tx, who: str, item: str, uses: int) -> None:
    sheets.reset_ability(tx, who, item, uses)


def _reset_spent(tx: Tx, who: str, item: str, uses: int) -> None:
    armoury.one_back(tx, who, item)


def _all_back(tx: Tx, who: str) -> None:
    """Session end: every ability of a trait with all its uses (LP-TRT-206)."""
    person = tx.state.entities[who]
    for row in traits.abilities(person):
        if ready(person, row) < row.uses:
            sheets.reset_ability(tx, who, row.id)


EXPENDABLES.extend((_of_traits, _teamwork, _items))
RESETS["trait"] = _reset_trait
RESETS["spent"] = _reset_spent
armoury.BACK.append(_all_back)
teamwork.HELPED.append(lambda tx, who, check: used(tx, who, teamwork.TEAMWORK, check))
DECIDE = {UseAbility: _use}

__all__ = ["ABILITIES", "DECIDE", "OWNERS", "Expendable", "Operation", "Use", "UseAbility"]

"""The reroll of a specialty: expending one to throw a related check again (chapter "Specialties").

Covers LP-SPC-013 to -020 and -029, and of LP-TRT-110b, -110c, -114c and LP-FRZ-030b what bars or allows a reroll. Only
the base pool is thrown again (``focus.reroll``), and the new dice count even where they are worse. What the table does
not tell, the GM is asked once for each check; a non-player character's specialties are the GM's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from ...core.messages import N_
from ...core.model import Command, Field, Msg, Name, Question, Rejected, Who
from ...core.ruleset import Tx as CoreTx
from . import abilities, alterations, focus, leading, negotiation, passions, pools, questions, settling, traits
from .negotiation import Option
from .settling import mark, result
from .specialties import expend, owned, owner, relation, remember
from .specialty_table import row, title
from .state import Check, LawnState, Person

Tx = CoreTx[LawnState]

MOST_TOKENS = 99
SURE = Name("确定", "sure")
"""The word in the line itself that has even a critical success thrown again."""

questions.WORDING["related"] = N_("{who}: is {ref} related to this check?")
questions.WORDING["expend_critical"] = N_("{who} has a critical success. Reroll it with {ref} all the same?")


class Expend(Command, frozen=True, tag="lawn.expend"):
    """Expend a specialty to throw the base pool of a related check on the table again.

    ``stead`` is the related specialty in whose place it is expended, for those who may do that. ``tokens`` are focus
    tokens spent on this throw. ``sure`` says that even a critical success is thrown again; without it the console asks.
    ``gm`` marks the use of what the GM alone expends. ``check`` is the one meant where several are open.
    """

    who: str
    specialty: str
    stead: str = ""
    tokens: int = 0
    sure: bool = False
    gm: bool = False
    check: str = ""


# Reading -------------------------------------------------------------------------------------------------------------


def may_use(state: LawnState, person: Person) -> Rejected | None:
    """The refusal where somebody's specialties do not count: those of non-player characters are an advanced rule."""
    if person.kind == "pc" or state.options.get("npc_specialties") is not False:
        return None
    return Rejected("switched-off", {"option": Msg("option:npc_specialties")})


def barred(state: LawnState, check: Check, key: str) -> Rejected | None:
    """The refusal of a check for rerolls by that specialty: final, or a critical failure (LP-SPC-015).

    What the GM alone expends goes the other way round: not on a critical success (Q-FRZ-13).
    """
    if not row(key).by_gm:
        return alterations.barred(state, check, "reroll")
    if result(check).outcome == "critical_success":
        return Rejected("not-on-critical-success", {"specialty": title(key), "who": Who(check.who)})
    return alterations.barred(state, check, "expend")


def related(state: LawnState, check: Check) -> tuple[str, ...]:
    """The specialties of whoever rolls that are known to be related to the check, expended or not."""
    own = owned(state.entities[check.who])
    return tuple(key for key in own if not row(key).by_gm and relation(state, check, key))


def allowed(state: LawnState, check: Check, key: str) -> Rejected | None:
    """The refusal (``not-related``) where that specialty is not known to serve the check, in nobody's place either."""
    person = state.entities[check.who]
    if row(key).by_gm or person.kind != "pc":
        return None
    return traits.reroll_with(person, key, related(state, check))


def in_place_of(state: LawnState, check: Check, key: str) -> str:
    """The related specialty that this one would stand in for; empty where it serves by itself."""
    found = related(state, check)
    own = row(key).by_gm or key in found or state.entities[check.who].kind != "pc"
    return "" if own else next(iter(found), "")


def extra(state: LawnState, who: str, check: Check) -> int:
    """Dice on top of the base pool when that person expends something on it (LP-SPC-016, LP-TRT-104)."""
    return 0 if pools.takes_no_dice(state, check) is not None else abilities.extra(state, who)


def ready_on(state: LawnState, check: Check) -> tuple[str, ...]:
    """The ready specialties of whoever rolled that can be expended on the check without asking anybody.

    Of a non-player character those alone that the table or the GM calls related (LP-SPC-029).
    """
    person = state.entities[check.who]
    return tuple(
        key
        for key, held in owned(person).items()
        if not held.expended
        and barred(state, check, key) is None
        and (allowed(state, check, key) is None if person.kind == "pc" else relation(state, check, key) is True)
    )


def reroll(state: LawnState, check: Check, sides: int = 0) -> tuple[Check, alterations.Plan]:
    """The check and the dice that a specialty would have thrown, passion included (LP-SPC-013, -016)."""
    again = replace(passions.with_passion(state, check), stands="")
    return again, alterations.whole(state, again, sides, extra(state, check.who, check))


# Options -------------------------------------------------------------------------------------------------------------


def _options(state: LawnState, check: Check) -> tuple[Option, ...]:
    person = state.entities[check.who]
    if not owned(person) or may_use(state, person) is not None or result(check).outcome == "critical_success":
        return ()
    return (*_known(state, check), *_unknown(state, check))


def _known(state: LawnState, check: Check) -> Iterator[Option]:
    """Every ready specialty that is related, by itself and with focus tokens."""
    found = ready_on(state, check)
    which = "" if alterations.rolled(state, check.who) is check else check.id
    for tokens, faces in focus.reroll_sizes(state, check) if found else ():
        read, plan = reroll(state, check, faces)
        dice, chance = negotiation.planned(read, plan)
        for key in found:
            stead = in_place_of(state, check, key)
            fields: dict[str, Field] = {"specialty": title(key), "other": title(stead), "tokens": tokens}
            text = "{specialty} expended for {other}" if stead else "{specialty} expended"
            label = Msg(text, fields)
            if tokens:
                label = Msg("{what}, focus tokens {tokens}", {"what": label, "tokens": tokens})
            label = leading.spared(check, check.who, label)
            yield Option(
                kind="expend",
                label=label,
                success=chance.passed,
                dice=dice,
                command=Expend(who=check.who, specialty=key, tokens=tokens, gm=row(key).by_gm, check=which),
            )


def _unknown(state: LawnState, check: Check) -> Iterator[Option]:
    """Where the GM has not said of some specialty whether it is related: the beginning of the line."""
    person = state.entities[check.who]
    for key, held in owned(person).items():
        asked = person.kind == "pc" and relation(state, check, key) is None and row(key).direct
        if asked and not held.expended and barred(state, check, key) is None and allowed(state, check, key) is not None:
            dice, chance = negotiation.planned(*reroll(state, check))
            label = Msg("another specialty expended")
            form = f"expend {check.who}"
            yield Option(kind="expend_other", label=label, success=chance.passed, dice=dice, form=form)
            return


negotiation.OFFERS.append(_options)
negotiation.KEYS.update(expend="E", expend_other="E")


# Decisions -----------------------------------------------------------------------------------------------------------


def _expend(c: Expend, tx: Tx) -> Rejected | None:
    person = owner(tx.state, c.who, c.specialty)
    if isinstance(person, Rejected):
        return person
    refused = may_use(tx.state, person)
    if refused is None and owned(person)[c.specialty].expended:
        refused = Rejected("specialty-expended", {"who": Who(c.who), "specialty": title(c.specialty)})
    if refused is None and row(c.specialty).by_gm and not c.gm:
        refused = Rejected("only-the-gm-expends", {"who": Who(c.who), "specialty": title(c.specialty)})
    if refused is None and not 0 <= c.tokens <= MOST_TOKENS:
        refused = alterations.out_of_bounds("tokens", 0, MOST_TOKENS, c.tokens)
    if refused is not None:
        return refused
    check = alterations.open_on_table(tx.state, c.who, c.check)
    if isinstance(check, Rejected):
        return check
    refused = barred(tx.state, check, c.specialty) or _bad_stead(tx.state, check, c)
    if refused is not None:
        return refused
    refused = allowed(tx.state, check, c.specialty)
    if refused is not None:
        about = c.stead or c.specialty
        if not row(about).direct or relation(tx.state, check, about) is not None:
            return refused
        _ask(tx, "related", c, check, about)
        return None
    if result(check).outcome == "critical_success" and not c.sure:
        _ask(tx, "expend_critical", c, check, c.specialty)
        return None
    return _throw(tx, c, check)


def _bad_stead(state: LawnState, check: Check, c: Expend) -> Rejected | None:
    """The refusal of one specialty in place of another: not for everybody, and for one that is owned."""
    person = state.entities[c.who]
    if not c.stead:
        return None
    if not traits.has(person, "free_spirited"):
        return Rejected("needs-trait", {"who": Who(c.who), "trait": Msg("trait:free_spirited")})
    if c.stead == c.specialty or c.stead not in owned(person):
        return Rejected("no-stead", {"who": Who(c.who), "specialty": title(c.stead)})
    return None


def _throw(tx: Tx, c: Expend, check: Check) -> Rejected | None:
    faces = focus.lowered(tx.state, check, c.tokens)
    if isinstance(faces, Rejected):
        return faces
    expend(tx, c.who, c.specialty, check.id)
    mark(tx, check.id, pool=passions.with_passion(tx.state, check).pool)
    more = extra(tx.state, c.who, check)
    refused = focus.reroll(tx, check.id, c.specialty, tokens=c.tokens, extra=more)
    if refused is None:
        abilities.used(tx, c.who, c.specialty, check.id)
    return refused


def _ask(tx: Tx, kind: str, c: Expend, check: Check, about: str) -> None:
    """Ask the GM before a specialty is expended; the answer carries it out."""
    key = "\n".join((check.id, c.specialty, c.stead, str(c.tokens)))
    if not any(q.key == key for q in questions.open_questions(tx.state, kind, c.who)):
        value = "yes" if kind == "related" else "no"
        questions.ask(tx, kind, who=c.who, value=value, choices=("yes", "no"), ref=about, key=key)


def _said(question: Question, *, sure: bool) -> Expend:
    check, specialty, stead, tokens = question.key.split("\n")
    return Expend(who=question.who, specialty=specialty, stead=stead, tokens=int(tokens), sure=sure, check=check)


def _related(tx: Tx, question: Question, value: str) -> Rejected | None:
    """The GM's word is remembered for this check; a specialty that is not related stays ready (LP-SPC-019)."""
    said = _said(question, sure=False)
    check = tx.state.checks.get(said.check)
    if check is None:
        return None
    remember(tx, check, question.ref, related=value == "yes")
    if value == "yes":
        # The check may have come to something since that bars rerolls: the word on it is kept all the same.
        _expend(said, tx)
    return None


def _confirmed(tx: Tx, question: Question, value: str) -> Rejected | None:
    said = _said(question, sure=True)
    return _expend(said, tx) if value == "yes" and said.check in tx.state.checks else None


questions.ANSWERS["related"] = _related
questions.ANSWERS["expend_critical"] = _confirmed
questions.ASKS.at_once["expend_critical"] = SURE
settling.ASKED.update(("related", "expend_critical"))

DECIDE: Mapping[type[Command], Callable[[Any, Tx], Rejected | None]] = {Expend: _expend}

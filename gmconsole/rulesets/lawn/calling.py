"""Checks are announced, rolled, closed and taken back by word (chapter "Checks").

Covers LP-CHK-003, -038, -041, -044 and the switches of special checks: what speaks against an announcement, and what
the commands of ``checks`` do.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...core.commands import unknown
from ...core.model import Msg, Rejected, Who, terms_of
from ...core.ruleset import Tx as CoreTx
from . import alterations, kinds, limbs
from .alterations import open_on_table
from .checks import (
    CLAIMS,
    Announcement,
    CallCheck,
    CheckChanged,
    DropCheck,
    RollCheck,
    SettleCheck,
    about,
    bad_check,
    barred,
    may_roll,
    of_type,
    open_check,
    owed,
    roll,
    what,
)
from .pools import eased
from .settling import KEPT_OPEN, drop, settle, waiting
from .state import ATTRIBUTES, CHECK_TYPES, Check, LawnState

Tx = CoreTx[LawnState]


def _bad_announcement(c: Announcement, state: LawnState, who: str) -> Rejected | None:
    """The refusal for somebody who cannot make this check about that target, or for a kind that is switched off."""
    for option, used in (
        ("further_kinds", c.represents or kinds.NO_COST in c.tags),
        (c.special, c.special in kinds.SPECIALS),
    ):
        if used and state.options.get(option) is False:
            return Rejected("switched-off", {"option": Msg("option:" + option)})
    person = state.entities[who]
    if not limbs.sees(person) and set(limbs.SIGHT) & set(kinds.tags_for(c.purpose, c.tags)):
        return Rejected("cannot-see", {"who": Who(who)})
    if c.special not in ("", *kinds.SPECIALS):
        return Rejected("not-a-choice", {"field": "special", "value": c.special, "allowed": kinds.SPECIALS})
    if c.manner not in ("", *kinds.MANNERS):
        return Rejected("not-a-choice", {"field": "manner", "value": c.manner, "allowed": kinds.MANNERS})
    for other in (*c.represents, *((c.target,) if c.target else ())):
        if state.person(other) is None:
            return unknown(other)
    if who in c.represents:
        return Rejected("named-twice")
    if c.target and not c.words and person.kind == "npc" and state.entities[c.target].kind == "pc":
        instead = what(Check(id="", who=c.target, type="", difficulty=c.difficulty))
        return Rejected("npc-against-pc", {"who": Who(who), "other": Who(c.target), "instead": instead})
    return None


def _announce(c: CallCheck | RollCheck, tx: Tx, who: str, offers: tuple[str, ...] = ()) -> str | Rejected:
    refused = None if c.anyway else barred(tx.state, who, c.kind, c.purpose, c.tags)
    if refused is not None:
        return refused
    claim = CLAIMS.get(c.kind)
    claimed = ("", 0) if claim is None else claim(tx.state, who)
    if isinstance(claimed, Rejected):
        return claimed
    serves, difficulty = claimed
    return open_check(
        tx,
        who,
        "" if offers else c.kind,
        purpose=c.purpose,
        difficulty=c.difficulty or difficulty,
        modifiers=c.modifiers,
        required=c.required,
        graded=c.graded,
        serves=serves,
        hand=c.hand,
        offers=offers,
        special=c.special,
        manner=c.manner,
        tags=c.tags,
        represents=c.represents,
    )


def _call(c: CallCheck, tx: Tx) -> Rejected | None:
    refused = bad_check(c.kind or CHECK_TYPES[0], c.difficulty, c.required, c.modifiers)
    offers = tuple(dict.fromkeys((*((c.kind,) if c.kind else ()), *c.offers))) if c.offers else ()
    for kind in offers:
        refused = refused or bad_check(kind, 0)
        if kind in CLAIMS:
            refused = refused or Rejected(
                "not-a-choice", {"field": "type", "value": Msg("type:" + kind), "allowed": terms_of("type", ATTRIBUTES)}
            )
    if len(set(c.who)) != len(c.who):
        refused = refused or Rejected("named-twice")
    for who in c.who:
        refused = refused or may_roll(tx.state, who, c.purpose, c.hand) or _bad_announcement(c, tx.state, who)
    if refused is not None:
        return refused
    for who in c.who:
        opened = _announce(c, tx, who, offers if len(offers) > 1 else ())
        if isinstance(opened, Rejected):
            return opened
        about(tx, opened, c.target)
    return None


def _roll(c: RollCheck, tx: Tx) -> Rejected | None:
    refused = (
        may_roll(tx.state, c.who, c.purpose, c.hand)
        or bad_check(c.kind or CHECK_TYPES[0], c.difficulty, c.required, c.modifiers)
        or _bad_announcement(c, tx.state, c.who)
    )
    if refused is not None:
        return refused
    check = tx.state.checks.get(c.check) if c.check else owed(tx.state, c.who, c.kind, c.purpose)
    if check is None and c.kind and not c.check:
        opened = _announce(c, tx, c.who)
        if isinstance(opened, Rejected):
            return opened
        waits = tx.state.checks.get(opened)
        if waits is None or waits.status == "passed" or about(tx, opened, c.target):
            return None
        return roll(tx, opened, hold=c.hold)
    if check is None or check.who != c.who or check.status != "owed" or not of_type(check, c.kind):
        return Rejected("no-check-owed", {"who": Who(c.who)})
    said = c.difficulty if check.difficulty else eased(tx.state, c.who, check.type, check.purpose, c.difficulty)
    purpose = c.purpose or check.purpose
    changed = replace(
        check,
        difficulty=said or check.difficulty,
        modifiers=c.modifiers or check.modifiers,
        required=c.required or check.required,
        graded=c.graded or check.graded,
        purpose=purpose,
        hand=c.hand or check.hand,
        type=check.type or c.kind,
        special=c.special or check.special,
        manner=c.manner or check.manner,
        tags=kinds.tags_for(purpose, (*check.tags, *c.tags), check.type or c.kind),
        represents=c.represents or check.represents,
    )
    if changed.type:
        changed = replace(changed, offers=())
    if changed != check:
        tx.emit(CheckChanged(before=check, after=changed))
    return roll(tx, check.id, hold=c.hold)


def _settle(c: SettleCheck, tx: Tx) -> Rejected | None:
    check = open_on_table(tx.state, c.who, c.check)
    if isinstance(check, Rejected):
        return check
    if check.serves in KEPT_OPEN:
        return Rejected("waits-for-the-other-side", {"who": Who(c.who)})
    first = None if c.anyway else waiting(check)
    if first is not None:
        return Rejected("comes-first", {"what": first})
    settle(tx, check.id)
    return None


def _drop(c: DropCheck, tx: Tx) -> Rejected | None:
    if c.check not in tx.state.checks:
        return Rejected("no-such-check", {"check": c.check})
    drop(tx, c.check)
    return None


DECIDE = {CallCheck: _call, RollCheck: _roll, SettleCheck: _settle, DropCheck: _drop, **alterations.DECIDE}

"""Focus tokens: how many a player gets, where they lie, and what they do for a check (sidebar "Focus").

Covers LP-FOC-001 to -020. Tokens lie on the sheet by position, those not placed yet under ``UNPLACED``. They are spent
as somebody rerolls a check with an ability (``reroll``, for the chapters that have such abilities), or on Composure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from ...core.commands import unknown
from ...core.model import Command, Field, Msg, Rejected, Who, terms_of
from ...core.phases import Task
from ...core.ruleset import Tx as CoreTx
from . import alterations, checks, frenzy_effects, injuries, items, kinds, negotiation, outcomes, pools, sheets
from .character import Sheet
from .negotiation import Option
from .settling import HOLDS, KEPT_OPEN, go_on, mark, result, standing
from .sheets import sheet_of
from .state import ATTRIBUTES, Check, LawnState, Person

Tx = CoreTx[LawnState]

POSITIONS = (*ATTRIBUTES, "sanity", "emergence")
"""Where tokens may lie (LP-FOC-006)."""
UNPLACED = "unplaced"
COMPOSED_AT = outcomes.LOWEST_DIFFICULTY
COMPOSURE_TOKENS = 2
SINGLE_TOKENS = 1
MOST_PLACED = 99

KEEPS: list[Callable[[LawnState, Person], bool]] = []
"""Who has paid to keep the tokens that are left at session end (LP-TRT-131c)."""

COMPOSURE: list[Callable[[LawnState, Person, Check], int]] = []
"""How many tokens of its position turn that critical failure into a critical success for somebody, beside the rule for
everybody; 0 where it cannot be done: (state, owner, check)."""


class PlaceTokens(Command, frozen=True, tag="lawn.focus"):
    """Place tokens, so many on each position (LP-FOC-006).

    ``anew`` takes up first what lies there already and is not locked; not while a session is running.
    """

    who: str
    place: Mapping[str, int] = {}
    anew: bool = False


class GrantTokens(Command, frozen=True, tag="lawn.focus-tokens"):
    """Give people the tokens their willpower comes to now: only the difference comes or goes (LP-FOC-001)."""

    who: tuple[str, ...]


class Compose(Command, frozen=True, tag="lawn.composure"):
    """Spend tokens on a critical failure: it counts as a critical success (LP-FOC-015)."""

    who: str
    check: str = ""


# How many ------------------------------------------------------------------------------------------------------------


def in_use(state: LawnState) -> bool:
    """Whether the rule is switched on (LP-FOC-019)."""
    return state.options.get("focus") is not False


def willpower(state: LawnState, person: Person) -> int:
    """Willpower with what always adds or takes dice; a locked one counts as locked (LP-FOC-003, -004, Q-FOC-02, -05).

    What counts under conditions alone (a passion, a phobia, a distance) does not.
    """
    if any(hook(state, person, "MND") for hook in pools.LOCKS):
        return pools.LOCKED_DICE
    states = sum(line.dice for line in injuries.dice_lines(person, "MND"))
    frenzies = frenzy_effects.standing(person, "MND")
    return person.attributes.get("MND", 0) + states + items.dice(person, "MND") + frenzies


def due(state: LawnState, person: Person) -> int:
    """The tokens for a session: willpower, one more in a single-player game, one in all where the option says so
    (LP-FOC-001, -002, -005, -019, -020)."""
    if not in_use(state) or person.kind != "pc":
        return 0
    count = max(0, willpower(state, person))
    if sheets.players(state) != 1:
        return count
    count += SINGLE_TOKENS
    return min(count, SINGLE_TOKENS) if state.options.get("single_focus") is True else count


def loose(sheet: Sheet) -> int:
    """The tokens that are not locked, placed or not."""
    return sum(sheet.tokens.values()) - sum(sheet.locked.values())


def grant(tx: Tx, who: str) -> int:
    """Bring somebody's tokens to what is due and return it; locked ones stay on top (LP-FOC-001, Q-FOC-01, Q-TRT-25).

    Where there are too many, the unplaced ones go first, then all that are not locked are to be placed anew.
    """
    person = tx.state.entities[who]
    sheet = sheet_of(person)
    count, held = due(tx.state, person), loose(sheet)
    free = sheet.tokens.get(UNPLACED, 0) + count - held
    tokens = {**sheet.tokens, UNPLACED: free} if free >= 0 else {**sheet.locked, UNPLACED: count}
    sheets.change(tx, who, tokens=_some(tokens))
    return count


def lose_all(tx: Tx, who: str) -> None:
    """Session end, step 1: every token is gone, the locked ones too, but for whoever keeps them (LP-FOC-018)."""
    if any(keeps(tx.state, tx.state.entities[who]) for keeps in KEEPS):
        return
    sheets.change(tx, who, tokens={}, locked={})


def take(tx: Tx, who: str, where: str, count: int) -> None:
    """Spend tokens of one position; the locked ones last (Q-TRT-25)."""
    sheet = sheet_of(tx.state.entities[who])
    left = sheet.tokens.get(where, 0) - count
    locked = {**sheet.locked, where: min(sheet.locked.get(where, 0), left)}
    sheets.change(tx, who, tokens=_some({**sheet.tokens, where: left}), locked=_some(locked))


def _some(tokens: Mapping[str, int]) -> dict[str, int]:
    return {where: count for where, count in tokens.items() if count > 0}


# On a check ----------------------------------------------------------------------------------------------------------


def position(check: Check) -> str:
    """The position that serves the check (LP-FOC-007); empty while its type is not said."""
    return kinds.TYPES[check.type].focus if check.type else ""


def tokens_for(state: LawnState, check: Check) -> int:
    """How many tokens lie on the position of the check; none where the rule is off."""
    if not in_use(state):
        return 0
    return sheet_of(state.entities[check.who]).tokens.get(position(check), 0)


def lowered(state: LawnState, check: Check, tokens: int) -> int | Rejected:
    """The faces of the dice that a reroll of the check has with so many tokens spent on it (LP-FOC-008 to -013).

    Refused on a check that is still to be rolled, with more tokens than lie there, and where one would change nothing.
    """
    faces = check.first or check.difficulty
    if not tokens:
        return faces
    if not in_use(state):
        return Rejected("switched-off", {"option": Msg("option:focus")})
    if check.status != "rolled":
        return Rejected("no-open-check", {"who": Who(check.who)})
    held = tokens_for(state, check)
    if not 0 < tokens <= held:
        fields: dict[str, Field] = {"who": Who(check.who), "held": held, "tokens": tokens}
        return Rejected("not-enough-tokens", {**fields, "position": _named(position(check))})
    if check.special in ("reversal", "plain_reversal"):
        raised = outcomes.step_difficulty(faces, tokens)
        last = outcomes.step_difficulty(faces, tokens - 1)
        useless = last >= pools.LARGEST_DIFFICULTY
        found = min(raised, pools.LARGEST_DIFFICULTY)
    else:
        found = outcomes.step_difficulty(faces, -tokens)
        useless = outcomes.step_difficulty(faces, 1 - tokens) <= outcomes.LOWEST_DIFFICULTY
    return Rejected("tokens-change-nothing", {"difficulty": found}) if useless else found


def reroll_sizes(state: LawnState, check: Check) -> tuple[tuple[int, int], ...]:
    """What each number of tokens, from none to as many as are of use, makes of a reroll: (tokens, faces)."""
    found = []
    for tokens in range(tokens_for(state, check) + 1):
        faces = lowered(state, check, tokens)
        if isinstance(faces, Rejected):
            break
        found.append((tokens, faces))
    return tuple(found)


def reroll(tx: Tx, check_id: str, why: str, *, tokens: int = 0, extra: int = 0) -> Rejected | None:
    """Throw the base pool of a check anew by a reroll ability, with tokens spent on this one throw (LP-FOC-008, -012).

    Whether the ability may be used is for its chapter to ask. A legendary check still wants the faces it wanted
    (LP-FOC-014). ``extra`` dice come on top.
    """
    check = tx.state.checks[check_id]
    faces = lowered(tx.state, check, tokens)
    if isinstance(faces, Rejected):
        return faces
    if tokens:
        take(tx, check.who, position(check), tokens)
    alterations.reroll_base(tx, check_id, why, difficulty=faces, extra=extra)
    return None


def composure(state: LawnState, check: Check) -> int:
    """The tokens it takes to turn the check's critical failure into a critical success; 0 where that cannot be done
    (LP-FOC-015 to -017, Q-FOC-04)."""
    if check.status != "rolled" or check.final or result(check).outcome != "critical_failure":
        return 0
    person = state.entities[check.who]
    prices = [COMPOSURE_TOKENS] if check.difficulty == COMPOSED_AT else []
    prices.extend(hook(state, person, check) for hook in COMPOSURE)
    held = tokens_for(state, check)
    return min((price for price in prices if 0 < price <= held), default=0)


def _asked(state: LawnState, check: Check) -> int:
    """The tokens that Composure takes where its owner has not left it."""
    return 0 if negotiation.forgone(check, "composure") else composure(state, check)


def _kept(state: LawnState, check: Check) -> bool:
    return _asked(state, check) > 0


def _options(state: LawnState, check: Check) -> tuple[Option, ...]:
    tokens = composure(state, check)
    if not tokens:
        return ()
    label = Msg("Composure, focus tokens {tokens}: a critical success", {"tokens": tokens})
    chance = negotiation.chances_of(replace(check, stands="critical_success"), checks.faces(check)).passed
    return (Option(kind="composure", label=label, success=chance, command=_composing(state, check)),)


def _composing(state: LawnState, check: Check) -> Compose:
    return Compose(who=check.who, check="" if checks.rolled(state, check.who) is check else check.id)


def _proposed(state: LawnState, check: Check) -> Compose | None:
    return _composing(state, check) if _asked(state, check) else None


HOLDS.append(_kept)
negotiation.OFFERS.append(_options)
negotiation.PROPOSES.append(_proposed)


# Tasks ---------------------------------------------------------------------------------------------------------------


def tasks(state: LawnState) -> tuple[Task, ...]:
    """Critical failures that Composure could turn, then tokens that wait to be placed (LP-FOC-015, -006, -019)."""
    if not in_use(state):
        return ()
    out = [_compose_task(state, c, tokens) for c in state.checks.values() if (tokens := _asked(state, c))]
    for person in state.entities.values():
        waiting = sheet_of(person).tokens.get(UNPLACED, 0)
        if waiting and person.presence != "removed":
            out.append(
                Task(
                    kind="focus",
                    who=person.id,
                    blocking=False,
                    what=Msg("{who} has focus tokens to place: {count}", {"who": Who(person.id), "count": waiting}),
                    form=f"focus {person.id} on",
                )
            )
    return tuple(out)


def _compose_task(state: LawnState, check: Check, tokens: int) -> Task:
    fields: dict[str, Field] = {"who": Who(check.who), "check": checks.title(check), "tokens": tokens}
    composing = _composing(state, check)
    return Task(
        kind="composure",
        who=check.who,
        blocking=check.serves not in KEPT_OPEN,
        proposal=True,
        what=Msg("{who} {check}: spend focus tokens ({tokens}) on Composure, a critical success?", fields),
        command=composing,
        refuse=negotiation.Forgo(who=check.who, what="composure", check=composing.check),
        form=f"compose {check.who}",
    )


# Decisions -----------------------------------------------------------------------------------------------------------


def _named(where: str) -> Msg:
    return Msg("position:" + where)


def _place(c: PlaceTokens, tx: Tx) -> Rejected | None:
    person = tx.state.person(c.who)
    if not isinstance(person, Person):
        return unknown(c.who)
    if not in_use(tx.state):
        return Rejected("switched-off", {"option": Msg("option:focus")})
    sheet = sheet_of(person)
    if c.anew and tx.state.campaign.running:
        return Rejected("only-between-sessions")
    for where, count in c.place.items():
        if where not in POSITIONS:
            return Rejected("no-such-position", {"word": where, "allowed": terms_of("position", POSITIONS)})
        if not 1 <= count <= MOST_PLACED:
            return Rejected(
                "out-of-bounds", {"field": _named(where), "low": 1, "high": MOST_PLACED, "value": str(count)}
            )
    lying = {**sheet.locked, UNPLACED: loose(sheet)} if c.anew else dict(sheet.tokens)
    free, placed = lying.get(UNPLACED, 0), sum(c.place.values())
    if placed > free:
        return Rejected("too-few-tokens", {"who": Who(c.who), "held": free, "tokens": placed})
    for where, count in c.place.items():
        lying[where] = lying.get(where, 0) + count
    sheets.change(tx, c.who, tokens=_some({**lying, UNPLACED: free - placed}))
    return None


def _grant(c: GrantTokens, tx: Tx) -> Rejected | None:
    if not in_use(tx.state):
        return Rejected("switched-off", {"option": Msg("option:focus")})
    for who in c.who:
        person = tx.state.person(who)
        if not isinstance(person, Person):
            return unknown(who)
        if person.kind != "pc":
            return Rejected("no-sheet", {"who": Who(who)})
    for who in c.who:
        grant(tx, who)
    return None


def _compose(c: Compose, tx: Tx) -> Rejected | None:
    check = alterations.open_on_table(tx.state, c.who, c.check, "composure")
    if isinstance(check, Rejected):
        return check
    if not in_use(tx.state):
        return Rejected("switched-off", {"option": Msg("option:focus")})
    tokens = composure(tx.state, check)
    if not tokens:
        return Rejected("no-composure", {"who": Who(c.who)})
    take(tx, c.who, position(check), tokens)
    # More dice have nothing to add to an initiative or a speed check: it is over with this.
    go_on(tx, mark(tx, check.id, stands=standing("critical_success")), hold=check.serves not in checks.OWN_TASKS)
    return None


DECIDE = {PlaceTokens: _place, GrantTokens: _grant, Compose: _compose}

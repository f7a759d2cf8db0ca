"""What is done after each session: eight steps in the book's order (sidebar "Order of actions after a session").

Covers LP-SES-001 to -010 and LP-SPC-022, LP-POT-024 as far as they belong to the order. A step is at hand until it is
carried out, for everybody at once; what single characters may do in it is offered beside it. Steps of rules that are
switched off are passed over, and the GM may carry out any step at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from ...core.model import Command, Event, Field, Msg, Name, Rejected, Text, Who
from ...core.phases import Task
from ...core.ruleset import Tx as CoreTx
from . import abilities, acquiring, armoury, cooling, exchange, focus, injuries, interval, sheets, traits, traits_growth
from .negotiation import percent
from .settling import let_go, settle_open
from .sheets import sheet_of
from .specialties import KIND, owned
from .specialty_table import title
from .state import LawnState, Person

Tx = CoreTx[LawnState]

FIRST, LAST, DONE = 1, 8, interval.DONE
STEPS: Mapping[int, Name] = {
    1: Name("失去所有精神集中标示物", "all focus tokens are lost"),
    2: Name("重置耗用（专长以外）", "expended abilities are ready again, specialties aside"),
    3: Name("冷却专长", "specialties cool"),
    4: Name("恢复潜力①", "potential recovery 1"),
    5: Name("恢复潜力②", "potential recovery 2"),
    6: Name("变更热衷专长", "the passion may change"),
    7: Name("重新放置精神集中标示物", "focus tokens are placed anew"),
    8: Name("用潜力交换经验，获取新专长", "potential for experience, and new specialties"),
}
"""The steps in their order (LP-SES-001)."""
SWITCHES: Mapping[int, str] = {1: "focus", 4: "recovery_1", 7: "focus"}
"""The rules without which a step is passed over."""
CHAPTER = "chapter"

OFFERS: dict[int, list[Callable[[LawnState, Person], Iterable[Task]]]] = {step: [] for step in STEPS}
"""What a step offers to somebody besides, as tasks that do not block; traits and other chapters put themselves in."""


class EndSession(Command, frozen=True, tag="lawn.session-end"):
    """The session is over: what is done after it begins; with ``chapter`` rewards are asked for (LP-POT-023, -024).

    Checks that lie on the table are closed with it, so that nothing gained later is spent on them.
    """

    chapter: bool = False


class SessionStep(Command, frozen=True, tag="lawn.session-step"):
    """Carry out a step of session end and go on to the next one; 0 is the step at hand.

    Another one than that, or one with something still owed in it, by the GM's ``force`` alone (LP-SES-001).
    """

    step: int = 0
    force: bool = False


class SessionEnded(Event, frozen=True, tag="lawn.session-ended"):
    """A session is over."""

    session: int
    chapter: bool


class StepTaken(Event, frozen=True, tag="lawn.step-taken"):
    """A step of session end was carried out; ``skipped`` where its rule is switched off."""

    step: int
    skipped: bool = False


# Reading -------------------------------------------------------------------------------------------------------------


def everybody(state: LawnState) -> tuple[Person, ...]:
    """Whoever has a finished sheet and is alive, in listed order."""
    return tuple(
        p
        for p in state.entities.values()
        if p.sheet is not None and p.presence != "removed" and not p.sheet.creation.open and not injuries.is_dead(p)
    )


def party(state: LawnState) -> tuple[Person, ...]:
    """The player characters among them."""
    return tuple(p for p in everybody(state) if p.kind == "pc")


def in_use(state: LawnState, step: int) -> bool:
    """Whether the rule of a step is switched on (LP-SES-001)."""
    return step not in SWITCHES or state.options.get(SWITCHES[step]) is not False


def is_open(state: LawnState) -> bool:
    """Whether session end has begun and is not over."""
    return FIRST <= state.campaign.step <= LAST


# Steps ---------------------------------------------------------------------------------------------------------------


def _lose_tokens(tx: Tx) -> None:
    for person in party(tx.state):
        focus.lose_all(tx, person.id)


def _all_ready(tx: Tx) -> None:
    """Everything expended is ready with all its uses, specialties aside (LP-SES-003)."""
    for person in list(tx.state.entities.values()):
        armoury.all_back(tx, person.id)
        if person.sheet is not None:
            sheets.change(tx, person.id, used={})


def _recover(tx: Tx) -> None:
    for person in party(tx.state):
        exchange.share(tx, person.id)


def _tokens(tx: Tx) -> None:
    for person in party(tx.state):
        focus.grant(tx, person.id)


def _forfeit(tx: Tx) -> None:
    for person in party(tx.state):
        acquiring.forfeit(tx, person.id)


WORK: Mapping[int, Callable[[Tx], None]] = {1: _lose_tokens, 2: _all_ready, 5: _recover, 7: _tokens, 8: _forfeit}
"""What carrying a step out does for everybody; the others are done by what they offer."""


def begin(tx: Tx, step: int) -> None:
    """Come to a step: what traits do in it happens now; a step whose rule is switched off is passed over."""
    sheets.change_campaign(tx, step=step)
    if step > LAST:
        return
    for person in party(tx.state):
        traits.session_step(tx, person.id, step)
    if step == cooling.STEP:
        for person in everybody(tx.state):
            cooling.begin(tx, person.id)
    if not in_use(tx.state, step):
        tx.emit(StepTaken(step=step, skipped=True))
        begin(tx, step + 1)


def owed(state: LawnState, step: int) -> Rejected | None:
    """The refusal while something of that step is still to be rolled."""
    waiting = tuple(Who(p.id) for p in everybody(state) if cooling.waits(state, p)) if step == cooling.STEP else ()
    return Rejected("cooling-owed", {"who": waiting}) if waiting else None


# Tasks ---------------------------------------------------------------------------------------------------------------


def tasks(state: LawnState) -> tuple[Task, ...]:
    """The step at hand, after what it owes and offers to each character."""
    if not is_open(state):
        return ()
    step = state.campaign.step
    rows: list[Task] = []
    for person in everybody(state):
        rows.extend(_own(state, person, step))
        if person.kind == "pc":
            rows.extend(task for offer in OFFERS[step] for task in offer(state, person))
    fields: dict[str, Field] = {"step": step, "name": STEPS[step]}
    rows.append(
        Task(
            kind="session_step",
            who="",
            what=Msg("session end, {step}/8: {name}", fields),
            command=SessionStep(step=step),
            detail=tuple(line for person in party(state) for line in _effects(state, person, step)),
        )
    )
    return tuple(rows)


def _own(state: LawnState, person: Person, step: int) -> Iterator[Task]:
    """What a step owes to one person, then what the rules offer."""
    who = person.id
    if cooling.waits(state, person):
        yield Task(
            kind="cooling",
            who=who,
            what=Msg("{who}: expended specialties cool", {"who": Who(who)}),
            command=cooling.Cool(who=who),
            detail=cooling.forecast(state, person),
        )
    if person.kind != "pc":
        return
    if step == exchange.RECOVERY and exchange.may_recover(state, who) is None:
        fields: dict[str, Field] = {
            "who": Who(who),
            "before": sheet_of(person).potential,
            "after": exchange.recovered(state, person),
        }
        yield Task(
            kind="recovery",
            who=who,
            blocking=False,
            what=Msg("{who}: potential {before}>{after}, for the emergence of the coming session?", fields),
            command=exchange.Recover(who=who),
        )
    elif step == interval.PASSION and owned(person) and traits.passions(person):
        held: dict[str, Field] = {"who": Who(who), "specialties": passions(person)}
        yield Task(
            kind="passion",
            who=who,
            blocking=False,
            what=Msg("{who} may change the passion, {specialties} now", held),
            form=f"passion {who}",
        )
    elif step == interval.PURCHASES:
        yield from _step_8(state, person)


def _step_8(state: LawnState, person: Person) -> Iterator[Task]:
    """Reward, then what goes before an exchange, the exchange, and purchases (LP-SES-009, -010, Q-SES-01)."""
    who = person.id
    if interval.done_once(state, CHAPTER) and not interval.done_once(state, acquiring.REWARD, who):
        yield Task(
            kind="reward",
            who=who,
            what=Msg("{who}: experience for the chapter?", {"who": Who(who)}),
            command=acquiring.Reward(who=(who,)),
            form=f"reward {who} xp",
        )
    yield from traits_growth.restoration(state, who)
    if traits_growth.may_trade(state, who) is None:
        yield Task(
            kind="trade",
            who=who,
            blocking=False,
            what=Msg(
                "{who}: {price} potential for 1 XP, without a roll?",
                {"who": Who(who), "price": traits_growth.TRADE_PRICE},
            ),
            command=traits_growth.TradePotential(who=who),
        )
    if exchange.may_exchange(state, who) is None:
        prices = tuple(
            Msg("{price} potential {chance}", {"price": cost, "chance": percent(chance)})
            for cost, chance in exchange.price_chances(state)
        )
        yield Task(
            kind="exchange",
            who=who,
            blocking=False,
            what=Msg("{who}: 3D3 name the price of 1 XP; exchange?", {"who": Who(who)}),
            command=exchange.Exchange(who=who),
            detail=prices,
        )
    xp = sheet_of(person).xp
    if any(cost <= xp for _, cost in acquiring.shop(state, person)):
        yield Task(
            kind="acquire",
            who=who,
            blocking=False,
            what=Msg("{who} has {xp} XP for specialties", {"who": Who(who), "xp": xp}),
            form=f"acquire {who}",
        )


def passions(person: Person) -> Text | tuple[Text, ...]:
    """What somebody's passions are called."""
    return tuple(map(title, sheet_of(person).passions)) or Msg("none")


def _effects(state: LawnState, person: Person, step: int) -> Iterator[Msg]:
    """What carrying out a step does to somebody, as lines below its task."""
    sheet = sheet_of(person)
    fields: dict[str, Field] = {"who": Who(person.id)}
    if step == 1 and sheet.tokens:
        yield Msg("{who}: focus tokens {count}", {**fields, "count": sum(sheet.tokens.values())})
    elif step == 2:
        things = tuple(row.name for row in abilities.expended(state, person) if row.kind != KIND)
        if things:
            yield Msg("{who}: {things}", {**fields, "things": things})
    elif step == 5:
        shares = exchange.shares(state, person)
        text = "{who}: potential +{points}, reliable points +{reliable}"
        fields |= {"points": shares["potential"], "reliable": shares["reliable"]}
        yield Msg(text if shares["reliable"] else "{who}: potential +{points}", fields)
    elif step == 7:
        yield Msg("{who}: focus tokens {count}", {**fields, "count": focus.due(state, person)})
    elif step == 8 and acquiring.surplus(sheet):
        yield Msg("{who}: {points} XP too many, they will be forfeited", {**fields, "points": acquiring.surplus(sheet)})


# Decisions -----------------------------------------------------------------------------------------------------------


def _end(c: EndSession, tx: Tx) -> Rejected | None:
    campaign = tx.state.campaign
    if not campaign.running and campaign.session:
        return Rejected("no-session")
    session = max(1, campaign.session)
    settle_open(tx)
    let_go(tx)
    once = (f"{CHAPTER} ",) if c.chapter else ()
    sheets.change_campaign(tx, session=session, running=False, once=once)
    tx.emit(SessionEnded(session=session, chapter=c.chapter))
    begin(tx, FIRST)
    return None


def _step(c: SessionStep, tx: Tx) -> Rejected | None:
    campaign = tx.state.campaign
    if campaign.running or not campaign.step:
        return Rejected("session-running" if campaign.running else "no-session-end")
    now = campaign.step
    step = c.step or now
    if step not in STEPS:
        if not c.step:
            return Rejected("session-end-over")
        return Rejected("out-of-bounds", {"field": "step", "low": FIRST, "high": LAST, "value": str(c.step)})
    if step != now and not c.force:
        return Rejected("session-end-over") if now == DONE else Rejected("other-step-first", {"step": step, "now": now})
    refused = None if c.force else owed(tx.state, step)
    if refused is not None:
        return refused
    if step in WORK:
        WORK[step](tx)
    tx.emit(StepTaken(step=step))
    begin(tx, step + 1)
    return None


def _same(state: LawnState, e: Event) -> LawnState:
    return state


DECIDE: Mapping[type[Command], Callable[[Any, Tx], Rejected | None]] = {EndSession: _end, SessionStep: _step}
EVOLVE: Mapping[type[Event], Callable[[LawnState, Any], LawnState]] = {SessionEnded: _same, StepTaken: _same}

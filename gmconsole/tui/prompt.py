"""What a key would send, and what may be typed next: texts and lines made from the Board, no state of their own."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import takewhile
from typing import Any

import msgspec

from ..board import checks
from ..board.cells import Row, Seg, cut, flow, row, width
from ..core.messages import N_
from ..core.model import Command, Rejected
from ..core.phases import answer
from ..core.views import Board, Card, TaskRow
from ..encounter import Encounter
from ..language import complete
from ..language.complete import Choice, Offer
from ..language.driver import Driver, Trial, View
from ..language.grammar import Verb
from ..language.names import call_person
from ..text import Words
from .keys import FROM, KEYS, LAST
from .keys import hints as spread

FACES = 20


class Proposal(msgspec.Struct, frozen=True):
    """What Enter would do: send ``line``, open it for the rest to be typed (``open``), or go on making somebody."""

    line: str
    open: bool = False
    dice: bool = False
    label: str = N_("take")
    make: str = ""


def picked_task(board: Board, picked: str) -> TaskRow | None:
    """The task that the cursor is on, where it is still to be done."""
    kind, _, place = picked.partition(":")
    found = board.tasks[int(place)] if kind == "task" and int(place) < len(board.tasks) else None
    return found if found is not None and not found.done else None


def proposal(encounter: Encounter, board: Board, aside: Collection[str] = (), picked: str = "") -> Proposal:
    """What Enter would do now: about the task ``picked``, else about the head of what is owed.

    ``aside`` are checks on the table that are left open.
    """
    driver = encounter.driver
    place = checks.head(board, aside)
    head = board.tasks[place] if place is not None else None
    task = picked_task(board, picked)
    if task is not None and task is not head:
        if in_making(encounter, task):
            return Proposal("", label=N_("make"), make=task.who)
        if task.command is not None and (line := driver.line(task.command)):
            return Proposal(line, label=N_("take"), dice=task.dice is not None)
        if task.form:
            return Proposal(driver.form(task.form), open=True, label=N_("type"))
    if head is not None and in_making(encounter, head):
        return Proposal("", label=N_("make"), make=head.who)
    if head is not None and not head.blocking and head.command is not None:
        return Proposal(driver.line(head.command), label=N_("settle") if head.closing else N_("take"))
    if head is not None and head.command is not None:
        return Proposal(driver.line(head.command) or word(driver, "next"), dice=head.dice is not None)
    if head is not None:
        return Proposal(driver.form(head.form), open=True, label=N_("type"))
    if board.mode == "calm":
        made = next((t.who for t in board.tasks if in_making(encounter, t)), "")
        if made:
            return Proposal("", label=N_("make"), make=made)
        return Proposal("", open=True, label=N_("type"))
    return Proposal(word(driver, "next"), label=N_("next"))


def in_making(encounter: Encounter, task: TaskRow) -> bool:
    """Whether that task is one of making somebody, which its wizard is better at than a line."""
    asked = not task.done and not task.blocking and bool(task.who)
    return asked and encounter.ruleset.wizard(encounter.state, task.who) is not None


def word(driver: Driver[Any], verb_id: str) -> str:
    """The verb's word in the driver's language."""
    verb = next(v for v in driver.verbs() if v.id == verb_id)
    return verb.name.zh if driver.lang == "zh" else verb.name.en


def task_line(driver: Driver[Any], task: TaskRow) -> str:
    """The line that answers a task, as far as it is known."""
    if task.command is not None:
        return driver.line(task.command) + " "
    return driver.form(task.form)


def verb_line(driver: Driver[Any], board: Board, verb: Verb, picked: str, marked: Collection[str] = ()) -> str:
    """The beginning of a verb's line, with the person picked (or whose turn it is) where it starts with one.

    Those ``marked`` stand there in their place: all of them where a verb takes several, one for each place before.
    """
    said = verb.name.zh if driver.lang == "zh" else verb.name.en
    places = list(takewhile(lambda p: p.kind == "who" and p.keyword is None, verb.params))
    if not places:
        return said + " "
    head = next((t.who for t in board.tasks if not t.done and t.blocking), "")
    named = [w for w in marked if w in board.cards]
    if not named:
        named = [w for w in (picked, board.turn, head) if w in board.cards][:1]
    if not any(p.many for p in places):
        named = named[: len(places)]
    return " ".join([said, *(call_person(driver.session.state, who, driver.lang) for who in named)]) + " "


def number_line(driver: Driver[Any], card: Card, by: int) -> str:
    """The line that moves the person's number by so much: the first of the card's facts that has a verb of its name."""
    for verb in driver.verbs():
        if isinstance(card.facts.get(verb.id), int) and any(p.kind == "signed" for p in verb.params):
            said = verb.name.zh if driver.lang == "zh" else verb.name.en
            return f"{said} {call_person(driver.session.state, card.id, driver.lang)} {by:+d}"
    return ""


class Draft(msgspec.Struct, frozen=True):
    """A line being typed, looked at: what may come next, and what it would do as it stands."""

    text: str
    offer: Offer
    throws: tuple[tuple[int, int], ...] = ()
    typed: int = 0
    refused: Rejected | None = None
    trial: Trial | None = None
    command: Command | None = None
    form: str = ""

    def choices(self) -> list[Choice]:
        """Every word that may be added, faces of dice behind the words."""
        return [*(c for g in self.offer.groups for c in g.choices), *self.faces()]

    def faces(self) -> list[Choice]:
        """The faces of the next die that may be typed."""
        passed = 0
        for number, sides in self.throws:
            if self.typed < passed + number:
                return [Choice(str(n), str(n)) for n in range(1, sides + 1)] if sides <= FACES else []
            passed += number
        return []


def look(driver: Driver[Any], text: str) -> Draft:
    """The draft of a text; nothing is carried out."""
    offer = complete.offer(driver, text)
    request = driver.parse(text)
    if request is None:
        return Draft(text, offer)
    if isinstance(request, Rejected):
        return Draft(text, offer, refused=request)
    if isinstance(request, View):
        return Draft(text, offer, form=request.values.get("form", ""))
    typed = len(request.faces or ())
    command = driver.stands_for(request)
    if command is None or isinstance(command, Rejected):
        return Draft(text, offer, refused=command)
    trial = driver.try_out(command)
    if isinstance(trial, Rejected):
        return Draft(text, offer, refused=trial)
    return Draft(text, offer, throws=trial.throws, typed=typed, trial=trial, command=command)


def add(draft: Draft, choice: Choice) -> str:
    """The text with a choice added; a face goes behind the equals sign."""
    if choice in draft.faces() and choice not in [c for g in draft.offer.groups for c in g.choices]:
        text = draft.text.rstrip()
        return f"{text} {choice.word} " if "=" in text.split(" ") or text.endswith("=") else f"{text} = {choice.word} "
    return complete.add_word(draft.text, draft.offer.partial, choice)


def odds(encounter: Encounter, draft: Draft, words: Words) -> tuple[str, ...]:
    """What the rulebook says of the dice the line would throw."""
    if draft.command is None:
        return ()
    return tuple(
        words.say(said)
        for dice, faces in draft.throws
        for said in encounter.ruleset.forecast(draft.command, dice, faces, encounter.state)
    )


# Rows ----------------------------------------------------------------------------------------------------------------


def composer(draft: Draft, words: Words, cells: int, at: int, odds: tuple[str, ...] = ()) -> list[Row]:
    """The words that may come next, a row or more for each part of the line; ``at`` is the one the cursor is on."""
    rows: list[Row] = []
    number = 0
    titles = [g.title + ("*" if g.needed else "") for g in draft.offer.groups]
    indent = min(max((width(t) for t in titles), default=0), max(cells // 4, 6)) + (1 if any(titles) else 0)
    for group, title in zip(draft.offer.groups, titles, strict=True):
        segs = []
        for choice in group.choices:
            segs.append(_chip(choice, number, number == at))
            number += 1
        rows.extend(flow(Seg(_padded(title, indent), "warn" if group.needed else "quiet"), segs, cells, indent))
    rows.extend(_dice(draft, words, cells, number, at))
    rows.extend(row(Seg(line, "calm")) for line in odds)
    buttons = [
        Seg(words.message("Enter send"), "key", "key:send"),
        Seg(words.message("Esc leave"), "key", "key:leave"),
        Seg(words.message("word back"), "key", "key:back"),
    ]
    rows.extend(flow(Seg(""), buttons, cells, 0))
    return rows


def _padded(title: str, indent: int) -> str:
    text = cut(title, max(indent - 1, 0))
    return text + " " * (indent - width(text))


def _chip(choice: Choice, number: int, here: bool) -> Seg:
    label = f"{choice.tag} {choice.label}" if choice.tag else choice.label
    return Seg(label, "chosen" if here else "key", f"word:{number}")


def _dice(draft: Draft, words: Words, cells: int, number: int, at: int) -> Iterable[Row]:
    if not draft.throws:
        return
    wanted = sum(n for n, _ in draft.throws)
    throw = " + ".join(f"{n}D{sides}" for n, sides in draft.throws)
    text = words.message(
        "{throw}: {typed} of {wanted} faces typed"
        if draft.typed
        else "{throw}: Enter rolls; or the faces on the table:"
    )
    segs = [_chip(choice, number + i, number + i == at) for i, choice in enumerate(draft.faces())]
    lead = text.format(throw=throw, typed=draft.typed, wanted=wanted) + " "
    yield from flow(Seg(lead, "calm"), segs, cells, min(width(lead), cells // 2))


def footer(
    board: Board,
    words: Words,
    cells: int,
    driver: Driver[Any],
    proposed: Proposal,
    *,
    undo: bool,
    redo: bool,
    composing: bool,
) -> Row:
    """What keys do here, in one line; what does not fit is counted."""
    if composing:
        shown = [
            ("Enter", words.message("send"), "send"),
            ("Tab", words.message("choose"), "choose"),
            ("Esc", words.message("leave"), "leave"),
        ]
        return Row(tuple(spread(shown)))
    open_tasks = [t for t in board.tasks if not t.done]
    calm = board.mode == "calm"
    use = {
        "take": True,
        "edit": bool(open_tasks),
        "dice": proposed.dice,
        "hold": any(n.hold is not None for n in board.negotiations),
        **{f"send('{verb}')": answer(open_tasks, verb, calm=calm) is not None for verb in ("accept", "refuse", "skip")},
        "move_on": board.mode != "calm",
        "send('undo')": undo,
        "send('redo')": redo,
    }
    hints = [
        (k.shown, words.message(proposed.label if k.action == "take" else k.label), k.action)
        for k in KEYS
        if use.get(k.action, True)
    ]
    first = [h for h in hints if h[2] in use]
    last = [h for h in hints if h[2] in LAST and cells >= FROM.get(h[2], 0)]
    verbs = [(v.key, words.name(v.name), f"verb:{v.id}") for v in driver.verbs() if v.key]
    rest = [h for h in hints if h[2] not in LAST and h not in first]
    room = cells - sum(_size(h) for h in last) - 4
    segs: list[Seg] = []
    every = [*first, *verbs, *rest]
    taken = 0
    for hint in every:
        if _size(hint) > room:
            break
        room -= _size(hint)
        segs.extend(spread((hint,)))
        taken += 1
    if taken < len(every):
        segs.append(Seg(f" +{len(every) - taken}", "quiet", "key:help"))
    segs.extend(spread(last))
    return Row(tuple(segs))


def task_hints(
    board: Board, words: Words, proposed: Proposal, cells: int, aside: Collection[str] = (), picked: str = ""
) -> list[Row]:
    """What can be done about the task picked, or the one at hand, as buttons below it."""
    place, at_hand = checks.head(board, aside), checks.at_hand(board, aside)
    head = picked_task(board, picked)
    if head is None:
        head = board.tasks[place] if place is not None and board.tasks[place].blocking else None
    if head is None and not proposed.line and not proposed.make:
        return []
    hints = [("Enter", words.message(proposed.label), "take")]
    if head is not None:
        hints.append(("e", words.message("edit"), "edit"))
        if proposed.dice:
            hints.append(("=", words.message("dice"), "dice"))
        if at_hand is not None and at_hand.hold is not None:
            hints.append(("k", words.message("hold"), "hold"))
        if head.refuse is not None:
            hints.append(("R", words.message("refuse"), "send('refuse')"))
        if head.skip is not None:
            hints.append(("s", words.message("skip"), "send('skip')"))
    elif at_hand is not None:
        hints.append(("Esc", words.message("leave open"), "leave"))
    rows: list[list[Seg]] = [[]]
    for hint in hints:
        if rows[-1] and width("".join(s.text for s in rows[-1])) + _size(hint) > cells:
            rows.append([])
        rows[-1].extend(spread((hint,)))
    return [Row(tuple(segs)) for segs in rows]


def _size(hint: tuple[str, str, str]) -> int:
    return width(hint[0]) + width(hint[1]) + 3

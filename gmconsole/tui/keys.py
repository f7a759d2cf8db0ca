"""The keys of the play screen: one table that the bindings, the footer and the help are made from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
from textual.binding import Binding, BindingType

from ..board.cells import Seg, width
from ..core.messages import N_


class Key(msgspec.Struct, frozen=True):
    """A key: how Textual calls it, how it is shown, the action it runs, its word in the footer, and its help."""

    key: str
    shown: str
    action: str
    label: str
    help: str


KEYS: tuple[Key, ...] = (
    Key("enter", "Enter", "take", N_("take"), N_("take the next owed task with its proposed answer, or move on")),
    Key("e", "e", "edit", N_("edit"), N_("open the line Enter would send, or the task picked, for changes")),
    Key("=", "=", "dice", N_("dice"), N_("the same line, ready for the faces read off the table")),
    Key("k", "k", "hold", N_("hold"), N_("roll the check and keep it open; Enter settles it")),
    Key("A", "A", "send('accept')", N_("accept"), N_("accept what is proposed")),
    Key("R", "R", "send('refuse')", N_("refuse"), N_("refuse what is proposed")),
    Key("s", "s", "send('skip')", N_("skip"), N_("pass the owed task over; this is noted")),
    Key("n", "n", "move_on", N_("next"), N_("move on to the next phase; asks where something is owed")),
    Key("u", "u", "send('undo')", N_("undo"), N_("take a step back")),
    Key("U", "U", "send('redo')", N_("redo"), N_("repeat a step")),
    Key("H", "H", "history", N_("history"), N_("all steps as lines; Enter jumps there")),
    Key(
        "+",
        "+",
        "number(1)",
        N_("more"),
        N_("one up on the number of the person picked; one more die for a check on the table"),
    ),
    Key("-", "-", "number(-1)", N_("less"), N_("one down on the number of the person picked")),
    Key("space", "Space", "mark", N_("mark"), N_("mark the person picked; a verb then begins with all who are marked")),
    Key("t", "t", "measure", N_("anchor"), N_("measure distances from the person picked, or the next one")),
    Key("v", "v", "turn_view", N_("view"), N_("distances as matrix, lanes, reach")),
    Key("S", "S", "sheet", N_("sheet"), N_("the whole sheet of the person picked, or whose turn it is")),
    Key("y", "y", "copy('players')", N_("copy"), N_("copy the players' board as text")),
    Key("Y", "Y", "copy('gm')", N_("copy gm"), N_("copy your own board as text")),
    Key("O", "O", "settings", N_("options"), N_("the rules in use, each with what it may stand at")),
    Key("T", "T", "theme", N_("theme"), N_("other colours: dark, light, none")),
    Key("f2", "F2", "send('lang')", N_("language"), N_("中文 / English")),
    Key("tab", "Tab", "pane(1)", N_("pane"), N_("next pane; Shift+Tab the one before, or its number")),
    Key("q", "q", "quit", N_("quit"), N_("save and leave")),
    Key(":", ":", "line", N_("line"), N_("type a line; with nothing typed all verbs are offered")),
    Key("/", "/", "rules", N_("rules"), N_("look a rule up by words or by its id")),
    Key("?", "?", "why", N_("why"), N_("the rules behind what is picked, or what the pane shows; again: this list")),
    Key("f1", "F1", "help", N_("keys"), N_("this list")),
)
LAST = ("line", "rules", "why", "help")
"""The actions that stand at the end of every footer."""
FROM = {"help": 100, "rules": 72}
"""The columns from which these are shown there; ``?`` twice is the help too."""
MOVING: tuple[Binding, ...] = (
    Binding("up", "step(-1)", show=False, priority=True),
    Binding("down", "step(1)", show=False, priority=True),
    Binding("pageup", "page(-1)", show=False, priority=True),
    Binding("pagedown", "page(1)", show=False, priority=True),
)
"""The arrows of a screen with one list, in the order typed with its other keys."""
QUIET: tuple[tuple[str, str], ...] = (
    ("ctrl+p", "line"),
    ("shift+tab", "pane(-1)"),
    ("escape", "leave"),
    ("up", "step(-1)"),
    ("down", "step(1)"),
    ("pageup", "page(-1)"),
    ("pagedown", "page(1)"),
)


def names(key: str) -> str:
    """The key for a binding: a sign together with its full-width twin, which an input method sends."""
    return f"{key},{chr(ord(key) + 0xFEE0)}" if len(key) == 1 else key


def hints(shown: Iterable[tuple[str, str, str]]) -> Iterator[Seg]:
    """Keys with what they do, as pieces of a row; each means its action when it is clicked."""
    for key, text, action in shown:
        yield from (Seg(" "), Seg(key, "key", f"key:{action}"), Seg(f" {text} ", "", f"key:{action}"))


def fitting(shown: Iterable[tuple[str, str, str]], cells: int) -> list[Seg]:
    """As many of the hints, from the first on, as that many cells have room for."""
    made: list[Seg] = []
    for hint in shown:
        more = list(hints((hint,)))
        if sum(width(s.text) for s in (*made, *more)) > cells:
            break
        made += more
    return made


LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ACTIONS = {a.partition("(")[0] for a in (*(k.action for k in KEYS), *(a for _, a in QUIET), "go", "letter")} - {"help"}
"""What keys do while no line is typed; help is there at any time."""


def bindings() -> list[BindingType]:
    """All bindings of the play screen; a letter that is free is left to the rulebook's verbs.

    They have priority, so that keys typed ahead find the line already open.
    """
    made: list[BindingType] = [Binding(names(k.key), k.action, k.label, show=False, priority=True) for k in KEYS]
    made += [Binding(key, action, show=False, priority=True) for key, action in QUIET]
    made += [Binding(names(str(n)), f"go({n})", show=False, priority=True) for n in range(1, 9)]
    taken = {k.key for k in KEYS}
    made += [Binding(names(c), f"letter('{c}')", show=False, priority=True) for c in LETTERS if c not in taken]
    return made

"""Verbs as data: one description of a verb's form reads its line, writes it and completes it.

A form is a list of parameters. Plain ones come in order; ``keyword`` ones follow their word (``approach jessica mike``)
up to the next keyword; ``free`` ones are recognised by their shape wherever they stand (``D9``, ``OPR=hit``,
``+2 "burst"``). What ``write`` writes, ``read`` turns into the same values, whatever people are called.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from ..clean import NAME_CELLS, NOTE_CELLS, clean_text
from ..core.model import Command, Name, Rejected, State
from ..core.ruleset import Ruleset
from . import names
from .parts import parts, shape
from .tokens import Token, always_quoted, quote

Values = dict[str, Any]
Terms = Callable[["Ctx"], Mapping[str, Name]]


class Ctx(msgspec.Struct, frozen=True):
    """What words mean now: the state, its ruleset and the language to write in."""

    state: State
    ruleset: Ruleset[Any]
    lang: str = "en"


class Param(msgspec.Struct, frozen=True, kw_only=True):
    """One parameter of a verb.

    ``field`` receives the value. ``kind`` is ``who``, ``term``, ``marked`` (a term with marks behind colons),
    ``joined`` (several of these with ``+`` or ``/`` between them, or a person; other words stay as they are), ``text``,
    ``number``, ``flag`` (the keyword alone), ``pairs`` (``KEY=VALUE``), or a free shape: ``difficulty``, ``check``,
    ``modifiers``, ``signed``, ``changes``, ``dice``. ``many`` collects a tuple. ``terms`` are the words of a term, of
    the type of a check, or of the values of pairs; ``keys`` those of the keys of pairs (people where there are none).
    ``marks`` are the words behind a colon, or those for the purpose of a check. ``suggest`` names words worth offering
    where anything may be typed (weapons carried, dangers prepared), ``purposes`` those for a check of a type,
    ``values`` those that a text may be, given what the line says besides. ``first`` gives the ids or keys to offer
    before all others, the likeliest first. ``bare`` is the value of a keyword that no word follows. ``fits`` says
    whether a keyword is worth offering, given what the line says besides; a line may say it all the same.
    """

    field: str
    kind: str
    keyword: Name | None = None
    terms: Terms | None = None
    many: bool = False
    optional: bool = False
    keys: Terms | None = None
    marks: Mapping[str, Name] = {}
    suggest: Terms | None = None
    purposes: Callable[[str], Mapping[str, Name]] | None = None
    values: Callable[[Values, Ctx], Mapping[str, Name]] | None = None
    first: Callable[[Values, Ctx], tuple[str, ...]] | None = None
    bare: Any = None
    fits: Callable[[Values, Ctx], bool] | None = None

    @property
    def many_people(self) -> bool:
        """A list of people, which words of a free shape may follow."""
        return self.kind == "who" and self.many


class Verb(msgspec.Struct, frozen=True, kw_only=True):
    """A verb of the language: its word in both languages, its form, and how values and command turn into each other.

    ``values`` gives back the values of a command (its fields where there is none); ``owner`` says whether this verb
    writes it, where several could. ``key`` is the key that opens its line on the screen, where it has one.
    """

    id: str
    name: Name
    command: type[Command] | None
    params: tuple[Param, ...] = ()
    build: Callable[[Values, Ctx], Command | Rejected] | None = None
    values: Callable[[Any], Values] | None = None
    help: Name = Name("", "")
    aliases: tuple[str, ...] = ()
    owner: Callable[[Any], bool] | None = None
    key: str = ""


FREE = ("difficulty", "check", "modifiers", "signed", "changes", "dice")
DIFFICULTY = re.compile(r"[dD](\d{1,4})")
SIGNED = re.compile(r"[+\-−](\d{1,6})")
CHANGE = re.compile(r"([+\-−])(\S.*)")
THROW = re.compile(r"(\d{1,6})[dD](\d{1,7})")
JOINS = re.compile(r"([+/])")
NUMBER = re.compile(r"-?\d{1,9}")


def form(verb: Verb, ctx: Ctx) -> str:
    """The verb's form in one line, such as ``declare WHO [approach WHO…] [by SPEED]``."""
    words = []
    lang, names = ctx.lang, parts(ctx.ruleset)
    for p in verb.params:
        shown = _say(shape(p.field, p.kind, names), lang)
        shown += "…" if (p.many and p.kind not in FREE) or p.kind == "pairs" else ""
        if p.keyword is not None:
            word = _say(p.keyword, lang)
            shown = f"[{shown}]" if p.bare is not None else shown
            shown = word if p.kind == "flag" else f"{word} {shown}"
        words.append(f"[{shown}]" if p.optional or p.kind == "flag" else shown)
    return " ".join([_say(verb.name, lang), *words])


def _say(name: Name, lang: str) -> str:
    return name.zh if lang == "zh" else name.en


# Reading -------------------------------------------------------------------------------------------------------------


def read(verb: Verb, words: Iterable[Token], ctx: Ctx) -> Values | Rejected:
    """The values of a verb's words; refuses a word that fits nowhere and a part that is missing."""
    values, _ = _read(verb, words, ctx, begun=False)
    if isinstance(values, Rejected):
        return values
    for p in verb.params:
        if not p.optional and p.kind != "flag" and p.field not in values:
            return Rejected("missing-part", {"part": p.field, "form": form(verb, ctx)})
    return values


def read_begun(verb: Verb, words: Iterable[Token], ctx: Ctx) -> tuple[Values | Rejected, Param | None]:
    """The values of a line that may still go on, and the keyword parameter that the next word would go to."""
    return _read(verb, words, ctx, begun=True)


def _read(verb: Verb, words: Iterable[Token], ctx: Ctx, *, begun: bool) -> tuple[Values | Rejected, Param | None]:
    values: Values = {}
    loose: list[Token] = []
    current: Param | None = None
    alone: dict[str, Param] = {}
    for token in words:
        keyword = _keyword(verb, token)
        if keyword is not None:
            current = None if keyword.kind == "flag" else keyword
            if keyword.kind == "flag":
                values[keyword.field] = True
            elif keyword.field not in values:
                alone[keyword.field] = keyword
            continue
        if not token.quoted and (current is None or current.kind == "pairs" or current.many_people):
            free = _take_free(verb, token, values, ctx)
            if isinstance(free, Rejected):
                return free, None
            if free:
                continue
        if current is None:
            if not (token.quoted and _label_modifier(verb, token, values)):
                loose.append(token)
            continue
        taken = _take(current, token, ctx)
        if isinstance(taken, Rejected):
            return taken, None
        _put(values, current, taken)
        alone.pop(current.field, None)
        if not current.many and current.kind != "pairs":
            current = None
    for p in alone.values():
        if p.bare is not None:
            values[p.field] = p.bare
        elif not begun:
            return Rejected("missing-part", {"part": p.field, "form": form(verb, ctx)}), None
    plain = [p for p in verb.params if p.keyword is None and p.kind not in FREE]
    placed = _Places(verb, plain, loose, ctx, begun).find()
    if isinstance(placed, Rejected):
        return placed, None
    return {**values, **placed}, current


def _put(values: Values, param: Param, taken: tuple[Any, ...]) -> None:
    if param.kind == "pairs":
        values[param.field] = {**values.get(param.field, {}), taken[0]: taken[1]}
    elif param.many:
        values[param.field] = (*values.get(param.field, ()), *taken)
    else:
        values[param.field] = taken[0]


class _Places:
    """Words without a keyword on their way to the plain parameters, in order; as many as fit go to a ``many`` one."""

    def __init__(self, verb: Verb, params: list[Param], words: list[Token], ctx: Ctx, begun: bool) -> None:
        self.begun = begun
        self.verb = verb
        self.params = params
        self.words = words
        self.ctx = ctx
        self.known: dict[tuple[int, int], tuple[Any, ...] | Rejected] = {}
        self.farthest: tuple[int, int] = (-1, 0)
        self.refused = Rejected("no-verb")

    def find(self) -> Values | Rejected:
        """The values, or the refusal of the first word that no reading can place."""
        found = self.place(0, 0)
        return self.refused if found is None else found

    def place(self, p: int, w: int) -> Values | None:
        """The values of the parameters from p on, read from the words from w on; None where they do not fit."""
        if p == len(self.params):
            if w < len(self.words):
                self.refuse(w, 0, Rejected("unexpected-word", {"word": self.words[w].text, "form": self.form}))
                return None
            return {}
        param = self.params[p]
        taken: list[tuple[Any, ...]] = []
        while w + len(taken) < len(self.words) and (param.many or not taken):
            one = self.take(p, w + len(taken))
            if isinstance(one, Rejected):
                self.refuse(w + len(taken), 1, one)
                break
            taken.append(one)
        for count in range(len(taken), 0, -1):
            rest = self.place(p + 1, w + count)
            if rest is not None:
                value = tuple(v for one in taken[:count] for v in one) if param.many else taken[0][0]
                return {param.field: value, **rest}
        if param.optional or (self.begun and w == len(self.words)):
            return self.place(p + 1, w)
        if w == len(self.words):
            self.refuse(w, 1, Rejected("missing-part", {"part": param.field, "form": self.form}))
        return None

    def take(self, p: int, w: int) -> tuple[Any, ...] | Rejected:
        if (p, w) not in self.known:
            self.known[p, w] = _take(self.params[p], self.words[w], self.ctx)
        return self.known[p, w]

    def refuse(self, w: int, weight: int, refused: Rejected) -> None:
        if (w, weight) >= self.farthest:
            self.farthest, self.refused = (w, weight), refused

    @property
    def form(self) -> str:
        return form(self.verb, self.ctx)


def _keyword(verb: Verb, token: Token) -> Param | None:
    if token.quoted:
        return None
    low = token.text.casefold()
    for p in verb.params:
        if p.keyword is not None and low in (p.keyword.en.casefold(), p.keyword.zh):
            return p
    return None


def _take(param: Param, token: Token, ctx: Ctx) -> tuple[Any, ...] | Rejected:
    text = token.text
    if param.kind == "who":
        if param.many:
            return names.find_people(ctx.state, text)
        return _one(names.find_person(ctx.state, text))
    if param.kind in ("term", "check"):
        return _one(names.find_term(_terms(param, ctx), text))
    if param.kind == "marked":
        return _one(_marked(param, text, ctx))
    if param.kind == "joined":
        return (_joined(param, text, ctx),)
    if param.kind == "number":
        return (int(text),) if NUMBER.fullmatch(text) else _no_number(param, text)
    if param.kind == "difficulty":
        found = DIFFICULTY.fullmatch(text)
        return (int(found[1]),) if found else _no_number(param, text)
    if param.kind == "pairs":
        return _pair(param, text, ctx)
    return (clean_text(text, NAME_CELLS if param.field == "name" else NOTE_CELLS),)


def _one(found: str | Rejected) -> tuple[Any, ...] | Rejected:
    return found if isinstance(found, Rejected) else (found,)


def _no_number(param: Param, text: str) -> Rejected:
    return Rejected("not-a-number", {"word": text, "part": param.field})


def _terms(param: Param, ctx: Ctx) -> Mapping[str, Name]:
    assert param.terms is not None
    return param.terms(ctx)


def _marked(param: Param, text: str, ctx: Ctx) -> str | Rejected:
    word, *marks = text.split(":")
    term = names.find_term(_terms(param, ctx), word)
    return term if isinstance(term, Rejected) else ":".join([term, *(_mark(param, m) for m in marks)])


def _joined(param: Param, text: str, ctx: Ctx) -> str:
    parts = []
    for part in JOINS.split(text):
        word, *marks = part.strip().split(":")
        term = names.find_term(_terms(param, ctx), word)
        parts.append(":".join([word if isinstance(term, Rejected) else term, *(_mark(param, m) for m in marks)]))
    return "".join(parts)


def _mark(param: Param, word: str) -> str:
    return names.exact_term(param.marks, word) or word


def _pair(param: Param, text: str, ctx: Ctx) -> tuple[Any, ...] | Rejected:
    """``KEY=VALUE``: a person or a term, and a term, a number, or two numbers (``2/3``)."""
    word, sign, value = text.rpartition("=")
    if not sign:
        return Rejected("not-a-pair", {"word": text, "part": param.field})
    key = names.find_person(ctx.state, word) if param.keys is None else names.find_term(param.keys(ctx), word)
    if param.keys is not None and not param.keys(ctx):
        key = names.exact_term(param.suggest(ctx) if param.suggest is not None else {}, word) or clean_text(word)
    if isinstance(key, Rejected):
        return key
    if param.terms is not None:
        term = names.find_term(param.terms(ctx), value)
        return term if isinstance(term, Rejected) else (key, term)
    numbers = value.removeprefix("+").split("/")
    if len(numbers) > 2 or not all(NUMBER.fullmatch(n) for n in numbers):
        return _no_number(param, value)
    return (key, tuple(int(n) for n in numbers)) if len(numbers) == 2 else (key, int(numbers[0]))


def _take_free(verb: Verb, token: Token, values: Values, ctx: Ctx) -> bool | Rejected:
    """Put a word of a free shape where it belongs; False where it has none."""
    text = token.text
    sign = -1 if text[:1] in "-−" else 1
    for p in verb.params:
        if p.keyword is not None:
            continue
        if p.kind == "difficulty" and (found := DIFFICULTY.fullmatch(text)):
            values[p.field] = int(found[1])
        elif p.kind == "dice" and (found := THROW.fullmatch(text)):
            values[p.field] = (int(found[1]), int(found[2]))
        elif p.kind == "check" and (check := _check(p, text, ctx)):
            values[p.field] = check
        elif p.kind == "modifiers" and (found := SIGNED.fullmatch(text)):
            values[p.field] = (*values.get(p.field, ()), (sign * int(found[1]), ""))
        elif p.kind == "signed" and (found := SIGNED.fullmatch(text)):
            values[p.field] = sign * int(found[1])
        elif p.kind == "changes" and (found := CHANGE.fullmatch(text)):
            term = _marked(p, found[2], ctx)
            if isinstance(term, Rejected):
                return term
            values[p.field] = (*values.get(p.field, ()), ("-" if sign < 0 else "+", term))
        else:
            continue
        return True
    return False


def _check(param: Param, text: str, ctx: Ctx) -> tuple[str, str] | None:
    kind, _, purpose = text.partition("=")
    # A beginning is not enough here: "m" is a person's tag before it is MND.
    term = names.find_term(_terms(param, ctx), kind) if purpose else names.exact_term(_terms(param, ctx), kind)
    if not isinstance(term, str):
        return None
    purpose = clean_text(purpose)
    # One word may mean this for one type and that for another.
    own = names.exact_term(param.purposes(term), purpose) if param.purposes is not None else None
    return term, own or _mark(param, purpose)


def _label_modifier(verb: Verb, token: Token, values: Values) -> bool:
    for p in verb.params:
        if p.kind == "modifiers" and values.get(p.field) and not values[p.field][-1][1]:
            *before, (dice, _) = values[p.field]
            values[p.field] = (*before, (dice, clean_text(token.text)))
            return True
    return False


# Writing -------------------------------------------------------------------------------------------------------------


def write(verb: Verb, command: Command, ctx: Ctx) -> str:
    """The line that ``read`` turns into this command."""
    values = (
        verb.values(command) if verb.values is not None else {p.field: getattr(command, p.field) for p in verb.params}
    )
    defaults = {f.name: f.default for f in msgspec.structs.fields(command) if f.default is not msgspec.NODEFAULT}
    words = [_say(verb.name, ctx.lang)]

    def told(p: Param) -> bool:
        value = values.get(p.field)
        if value is None or value is False or value in ((), {}):
            return False
        return not p.optional or value != defaults.get(p.field, "" if isinstance(value, str) else 0)

    for n, p in enumerate(verb.params):
        value = values.get(p.field)
        # A loose term is only left out where no other loose term behind it could be taken for it.
        later = value and _loose_term(p) and any(_loose_term(q) and told(q) for q in verb.params[n + 1 :])
        if not told(p) and not later:
            continue
        if p.keyword is not None:
            words.append(_say(p.keyword, ctx.lang))
        if p.bare is not None and value == p.bare:
            continue
        if p.values is not None and p.kind == "text":
            value = names.call_term(p.values(values, ctx), str(value), ctx.lang)
        if p.kind != "flag":
            words.extend(_write_value(verb, p, value, ctx))
    return " ".join(words)


def _loose_term(p: Param) -> bool:
    return p.kind == "term" and p.keyword is None


def _write_value(verb: Verb, p: Param, value: Any, ctx: Ctx) -> list[str]:
    each = value if p.many else (value,)
    if p.kind == "who":
        return [_word(verb, names.person_word(ctx.state, who, ctx.lang), ctx) for who in each]
    if p.kind == "term":
        return [_word(verb, names.call_term(_terms(p, ctx), v, ctx.lang), ctx) for v in each]
    if p.kind == "marked":
        return [_word(verb, _write_marked(p, v, ctx), ctx) for v in each]
    if p.kind == "joined":
        return [
            _word(
                verb,
                names.person_word(ctx.state, v, ctx.lang)
                if v in ctx.state.entities
                else "".join(part if JOINS.fullmatch(part) else _write_marked(p, part, ctx) for part in JOINS.split(v)),
                ctx,
            )
            for v in each
        ]
    if p.kind == "difficulty":
        return [f"D{value}"]
    if p.kind == "dice":
        return [f"{value[0]}d{value[1]}"]
    if p.kind == "check":
        return [_write_check(p, value, ctx)]
    if p.kind == "modifiers":
        return [f"{dice:+d} {always_quoted(why)}" if why else f"{dice:+d}" for dice, why in value]
    if p.kind == "signed":
        return [f"{value:+d}"]
    if p.kind == "changes":
        return [sign + quote(_write_marked(p, text, ctx)) for sign, text in value]
    if p.kind == "pairs":
        return [_write_pair(p, k, v, ctx) for k, v in value.items()]
    if p.kind == "number":
        return [str(v) for v in each]
    return [_word(verb, v, ctx) for v in each]


def _word(verb: Verb, text: str, ctx: Ctx) -> str:
    """The text as a word that is neither a keyword of the verb nor of a free shape."""
    token = Token(text)
    special = text == "?" or _keyword(verb, token) is not None or _take_free(verb, token, {}, ctx) is not False
    return always_quoted(text) if special else quote(text)


def _write_marked(p: Param, text: str, ctx: Ctx) -> str:
    """A term with its marks; what only the suggestions name is called as they call it."""
    term, *marks = text.split(":")
    known = _terms(p, ctx)
    if term not in known and p.suggest is not None:
        known = p.suggest(ctx)
    said = [names.call_term(p.marks, m, ctx.lang) for m in marks]
    return ":".join([names.call_term(known, term, ctx.lang), *said])


def _write_check(p: Param, value: tuple[str, str], ctx: Ctx) -> str:
    kind, purpose = value
    said = quote(names.call_term(_terms(p, ctx), kind, ctx.lang))
    return f"{said}={quote(names.call_term(p.marks, purpose, ctx.lang))}" if purpose else said


def _write_pair(p: Param, key: str, value: Any, ctx: Ctx) -> str:
    word = (
        names.person_word(ctx.state, key, ctx.lang)
        if p.keys is None
        else names.call_term(p.keys(ctx) or (p.suggest(ctx) if p.suggest is not None else {}), key, ctx.lang)
    )
    if p.terms is not None:
        return f"{quote(word)}={quote(names.call_term(p.terms(ctx), value, ctx.lang))}"
    return f"{quote(word)}={value[0]}/{value[1]}" if isinstance(value, tuple) else f"{quote(word)}={value}"

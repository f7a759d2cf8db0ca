"""Verbs as data: one description of a verb's form reads its line, writes it and completes it.

A form is a list of parameters. Plain ones come in order; ``keyword`` ones follow their word (``approach jessica mike``);
``free`` ones are recognised by their shape wherever they stand (``D9``, ``OPR=hit``, ``+2 "burst"``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from ..core.model import Command, Name, Rejected, State
from ..core.ruleset import Ruleset
from . import names
from .tokens import Token, quote

Values = dict[str, Any]
Terms = Callable[["Ctx"], Mapping[str, Name]]


class Ctx(msgspec.Struct, frozen=True):
    """What words mean now: the state, its ruleset and the language to write in."""

    state: State
    ruleset: Ruleset[Any]
    lang: str = "en"


class Param(msgspec.Struct, frozen=True, kw_only=True):
    """One parameter of a verb.

    ``field`` receives the value. ``kind`` is ``who``, ``term``, ``text``, ``number``, ``flag`` (the keyword alone), or a
    free shape: ``difficulty``, ``check``, ``modifiers``, ``signed``, ``changes``, ``dice``. ``many`` collects a tuple.
    ``suggest`` names words worth offering where anything may be typed (weapons carried, dangers prepared).
    """

    field: str
    kind: str
    keyword: Name | None = None
    terms: Terms | None = None
    many: bool = False
    optional: bool = False
    people: str = ""
    suggest: Terms | None = None


class Verb(msgspec.Struct, frozen=True, kw_only=True):
    """A verb of the language: its word in both languages, its form, and how values and command turn into each other.

    ``key`` is the key that opens its line on the screen, where it has one.
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
CHANGE = re.compile(r"([+\-−])(\S+)")
THROW = re.compile(r"(\d{1,6})[dD](\d{1,7})")


def form(verb: Verb, lang: str) -> str:
    """The verb's form in one line, such as ``declare WHO [approach WHO…] [by SPEED]``."""
    shapes = {"difficulty": "D9", "check": "TYPE[=PURPOSE]", "modifiers": '+2 "WHY"', "signed": "±N",
              "changes": "+STATE -STATE", "dice": "7d9", "number": "N", "text": '"TEXT"'}
    words = []
    for p in verb.params:
        shown = "WHO" if p.kind == "who" else shapes.get(p.kind, p.field.upper())
        shown += "…" if p.many and p.kind not in FREE else ""
        if p.keyword is not None:
            word = _say(p.keyword, lang)
            shown = word if p.kind == "flag" else f"{word} {shown}"
        words.append(f"[{shown}]" if p.optional or p.kind == "flag" else shown)
    return " ".join([_say(verb.name, lang), *words])


def _say(name: Name, lang: str) -> str:
    return name.zh if lang == "zh" else name.en


# Reading -------------------------------------------------------------------------------------------------------------


def read(verb: Verb, words: Iterable[Token], ctx: Ctx) -> Values | Rejected:
    """The values of a verb's words; refuses a word that fits nowhere and a part that is missing."""
    values, _ = read_begun(verb, words, ctx)
    if isinstance(values, Rejected):
        return values
    for p in verb.params:
        if not p.optional and p.kind != "flag" and p.field not in values:
            return Rejected("missing-part", {"part": p.field, "form": form(verb, ctx.lang)})
    return values


def read_begun(verb: Verb, words: Iterable[Token], ctx: Ctx) -> tuple[Values | Rejected, Param | None]:
    """The values of a line that may still go on, and the keyword parameter that the next word would go to."""
    values: Values = {}
    plain = [p for p in verb.params if p.keyword is None and p.kind not in FREE]
    place = 0
    current: Param | None = None
    for token in words:
        keyword = _keyword(verb, token)
        if keyword is not None:
            if keyword.kind == "flag":
                values[keyword.field] = True
                current = None
            else:
                current = keyword
            continue
        if not token.quoted and _take_free(verb, token, values, ctx):
            if not isinstance(values.get("!"), Rejected):
                continue
            refused: Rejected = values["!"]
            return refused, None
        if token.quoted and current is None and _label_modifier(verb, token, values):
            continue
        target = current
        if target is None:
            while place < len(plain) and plain[place].field in values and not plain[place].many:
                place += 1
            if place >= len(plain):
                return Rejected("unexpected-word", {"word": token.text, "form": form(verb, ctx.lang)}), None
            target = plain[place]
        taken = _take(target, token, ctx)
        if isinstance(taken, Rejected) and target is not current and target.many and target.field in values:
            place += 1
            if place < len(plain):
                target = plain[place]
                taken = _take(target, token, ctx)
        if isinstance(taken, Rejected) and target is not current and target.optional and target.field not in values:
            later = next((p for p in plain[place + 1 :] if not isinstance(_take(p, token, ctx), Rejected)), None)
            if later is not None:
                place = plain.index(later)
                target, taken = later, _take(later, token, ctx)
        if isinstance(taken, Rejected):
            return taken, None
        if target.many:
            values[target.field] = (*values.get(target.field, ()), *taken)
        else:
            values[target.field] = taken[0]
            if target is current:
                current = None
    return values, current


def _keyword(verb: Verb, token: Token) -> Param | None:
    if token.quoted:
        return None
    low = token.text.casefold()
    for p in verb.params:
        if p.keyword is not None and low in (p.keyword.en.casefold(), p.keyword.zh):
            return p
    return None


def _take(param: Param, token: Token, ctx: Ctx) -> tuple[Any, ...] | Rejected:
    if param.kind == "who":
        if param.many:
            return names.find_people(ctx.state, token.text)
        found = names.find_person(ctx.state, token.text)
        return found if isinstance(found, Rejected) else (found,)
    if param.kind == "term":
        assert param.terms is not None
        term = names.find_term(param.terms(ctx), token.text)
        return term if isinstance(term, Rejected) else (term,)
    if param.kind == "number":
        if not re.fullmatch(r"-?\d{1,9}", token.text):
            return Rejected("not-a-number", {"word": token.text, "part": param.field})
        return (int(token.text),)
    return (token.text,)


def _take_free(verb: Verb, token: Token, values: Values, ctx: Ctx) -> bool:
    text = token.text
    for p in verb.params:
        if p.kind == "difficulty" and (found := DIFFICULTY.fullmatch(text)):
            values[p.field] = int(found[1])
            return True
        if p.kind == "dice" and (found := THROW.fullmatch(text)):
            values[p.field] = (int(found[1]), int(found[2]))
            return True
        if p.kind == "check":
            assert p.terms is not None
            kind, _, purpose = text.partition("=")
            # A beginning is not enough here: "m" is a person's tag before it is MND.
            term = names.find_term(p.terms(ctx), kind) if purpose else names.exact_term(p.terms(ctx), kind)
            if isinstance(term, str):
                values[p.field] = (term, purpose)
                return True
        if p.kind == "modifiers" and (found := SIGNED.fullmatch(text)):
            sign = 1 if text[0] == "+" else -1
            values[p.field] = (*values.get(p.field, ()), (sign * int(found[1]), ""))
            return True
        if p.kind == "signed" and (found := SIGNED.fullmatch(text)):
            values[p.field] = int(found[1]) * (1 if text[0] == "+" else -1)
            return True
        if p.kind == "changes" and (found := CHANGE.fullmatch(text)):
            assert p.terms is not None
            word, _, side = found[2].partition(":")
            term = names.find_term(p.terms(ctx), word)
            if isinstance(term, Rejected):
                values["!"] = term
                return True
            change = "+" if found[1] == "+" else "-"
            values[p.field] = (*values.get(p.field, ()), (change, term, side))
            return True
    return False


def _label_modifier(verb: Verb, token: Token, values: Values) -> bool:
    for p in verb.params:
        if p.kind == "modifiers" and values.get(p.field) and not values[p.field][-1][1]:
            *before, (dice, _) = values[p.field]
            values[p.field] = (*before, (dice, token.text))
            return True
    return False


# Writing -------------------------------------------------------------------------------------------------------------


def write(verb: Verb, command: Command, ctx: Ctx) -> str:
    """The line that ``read`` turns into this command."""
    values = verb.values(command) if verb.values is not None else {p.field: getattr(command, p.field)
                                                                    for p in verb.params}
    words = [_say(verb.name, ctx.lang)]
    for p in verb.params:
        value = values.get(p.field)
        if value in (None, "", (), False) or (p.optional and p.kind in ("number", "difficulty", "signed") and not value):
            continue
        if p.keyword is not None:
            words.append(_say(p.keyword, ctx.lang))
        if p.kind != "flag":
            words.extend(_write_value(p, value, ctx))
    return " ".join(words)


def _write_value(p: Param, value: Any, ctx: Ctx) -> list[str]:
    if p.kind == "who":
        return [names.call_person(ctx.state, who) for who in (value if p.many else (value,))]
    if p.kind == "term":
        assert p.terms is not None
        terms = p.terms(ctx)
        return [names.call_term(terms, v, ctx.lang) for v in (value if p.many else (value,))]
    if p.kind == "difficulty":
        return [f"D{value}"]
    if p.kind == "dice":
        return [f"{value[0]}d{value[1]}"]
    if p.kind == "check":
        return [f"{value[0]}={value[1]}" if value[1] else value[0]]
    if p.kind == "modifiers":
        return [f"{dice:+d} {quote(why)}" if why else f"{dice:+d}" for dice, why in value]
    if p.kind == "signed":
        return [f"{value:+d}"]
    if p.kind == "changes":
        return [f"{sign}{term}:{side}" if side else f"{sign}{term}" for sign, term, side in value]
    if p.kind == "number":
        return [str(v) for v in (value if p.many else (value,))]
    return [quote(v) for v in (value if p.many else (value,))]

"""What may come next in a line: verbs, people, terms, keywords, numbers.

The screen reads this; there each word is also a button.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from ..core.model import Name, Rejected
from . import grammar, names, tokens
from .driver import Driver
from .grammar import Ctx, Param, Values, Verb
from .parts import parts, title_of
from .tokens import Token, quote


class Choice(msgspec.Struct, frozen=True):
    """One word that may come next: what is written, what is shown, and a person's tag where it is a person.

    ``over`` is the end of the line that the word takes the place of.
    """

    word: str
    label: str
    tag: str = ""
    over: str = ""


class Group(msgspec.Struct, frozen=True):
    """The words for one part of the line."""

    title: str
    choices: tuple[Choice, ...]
    needed: bool = False


class Offer(msgspec.Struct, frozen=True):
    """What may come next: the verb so far, its form, the groups, and the beginning of a word they were filtered by."""

    verb: Verb | None = None
    form: str = ""
    groups: tuple[Group, ...] = ()
    partial: str = ""


def offer(driver: Driver[Any], text: str) -> Offer:
    """The words that may follow this text; the last word, if no space follows it, is a beginning."""
    body = tokens.fold_width(text).split(" = ")[0].split(" =")[0]
    line = tokens.split(body)
    if isinstance(line, Rejected):
        return Offer()
    words = list(line.words)
    partial = ""
    if words and body and not body[-1].isspace():
        partial = words.pop().text
    if not words:
        return Offer(groups=_verbs(driver, partial), partial=partial)
    verb = driver.find_verb(words[0].text)
    if isinstance(verb, Rejected):
        return Offer(groups=_verbs(driver, words[0].text), partial=words[0].text)
    return _parts(driver, verb, words[1:], partial)


def _verbs(driver: Driver[Any], partial: str) -> tuple[Group, ...]:
    low = partial.casefold()
    begun, told = [], []
    for verb in driver.verbs():
        word = _say(verb.name, driver.lang)
        if any(w.casefold().startswith(low) for w in (verb.id, verb.name.en, verb.name.zh)):
            begun.append(Choice(word, word))
        elif any(low in w.casefold() for w in (verb.name.zh, verb.help.en, verb.help.zh)):
            # Who does not know the verb names what it does.
            told.append(Choice(word, word))
    found = begun or told
    return (Group("", tuple(found)),) if found else ()


def _parts(driver: Driver[Any], verb: Verb, words: list[Token], partial: str) -> Offer:
    ctx = driver.ctx
    values, current = grammar.read_begun(verb, words, ctx)
    if isinstance(values, Rejected):
        return Offer(verb, grammar.form(verb, driver.ctx), (), partial)
    groups = []
    for param in verb.params:
        group = _group(param, values, current, ctx)
        if param.kind == "check" and "=" in partial and param.field not in values:
            group = Group(group.title, _purposes(param, partial.partition("=")[0], ctx))
        kept = tuple(c for c in group.choices if _begins(c, partial)) if partial else group.choices
        if kept:
            groups.append(Group(group.title, kept, group.needed))
    return Offer(verb, grammar.form(verb, driver.ctx), tuple(groups), partial)


def _begins(choice: Choice, partial: str) -> bool:
    low = partial.casefold()
    last = choice.word.rsplit(" ", 1)[-1]
    return any(w.casefold().startswith(low) for w in (choice.word, last.strip('"'), choice.label, choice.tag) if w)


def _group(param: Param, values: Values, current: Param | None, ctx: Ctx) -> Group:
    title = _say(param.keyword or title_of(param.field, param.kind, parts(ctx.ruleset)), ctx.lang)
    filled = param.field in values
    if filled and param.kind == "check" and param.purposes is not None and not values[param.field][1]:
        kind = values[param.field][0]
        assert param.terms is not None
        over = names.call_term(param.terms(ctx), kind, ctx.lang)
        return Group(title, _purposes(param, over, ctx, over))
    if filled and not param.many and param.kind not in ("modifiers", "changes", "pairs"):
        return Group(title, ())
    if param.fits is not None and param is not current and not param.fits(values, ctx):
        return Group(title, ())
    lead = ""
    if param.keyword is not None and param is not current:
        lead = _say(param.keyword, ctx.lang)
        if param.kind == "flag":
            return Group("", (Choice(lead, lead),))
        lead += " "
    chosen = values.get(param.field, ())
    found = (
        [_term(key, name, ctx) for key, name in param.values(values, ctx).items()]
        if param.values is not None
        else _choices(param, chosen, ctx, param.first(values, ctx) if param.first is not None else (), _named(values))
    )
    choices = tuple(msgspec.structs.replace(c, word=lead + c.word) for c in found)
    if lead and (not choices or param.bare is not None):
        choices = (Choice(lead.strip(), lead.strip()), *choices)
    return Group(title, choices, not param.optional and not filled)


def _purposes(param: Param, word: str, ctx: Ctx, over: str = "") -> tuple[Choice, ...]:
    """What a check of the type that is called so may be for, behind the type; nothing where no type is."""
    kind = names.find_term(param.terms(ctx), word) if param.terms is not None else ""
    if param.purposes is None or not isinstance(kind, str):
        return ()
    found = (_term(purpose, name, ctx) for purpose, name in param.purposes(kind).items())
    return tuple(Choice(f"{word}={p.word}", "=" + p.label, over=over) for p in found)


def _named(values: Values) -> tuple[str, ...]:
    """What the line has named so far, people among it."""
    return tuple(
        word for v in values.values() for word in (v if isinstance(v, tuple) else (v,)) if isinstance(word, str)
    )


def _choices(
    param: Param, chosen: Any, ctx: Ctx, first: tuple[str, ...] = (), named: tuple[str, ...] = ()
) -> Iterable[Choice]:
    """What a parameter may be; those in ``first`` lead, in their own order, and whom the line has named comes last."""
    place = {key: i for i, key in enumerate(first)}
    if param.kind == "who":
        taken = chosen if isinstance(chosen, tuple) else ()
        here = sorted(ctx.state.entities.values(), key=lambda e: (place.get(e.id, len(place)), e.id in named))
        return [
            Choice(names.call_person(ctx.state, e.id, ctx.lang), e.name, e.tag)
            for e in here
            if e.presence != "removed" and e.id not in taken
        ]
    if param.kind in ("term", "marked") and param.terms is not None:
        taken = chosen if isinstance(chosen, tuple) else ()
        listed = sorted(param.terms(ctx).items(), key=lambda term: place.get(term[0], len(place)))
        return [_term(key, name, ctx) for key, name in listed if key not in taken]
    if param.kind == "check" and param.terms is not None:
        return [_term(key, name, ctx) for key, name in param.terms(ctx).items()]
    if param.kind == "changes" and param.terms is not None:
        terms = [_term(key, name, ctx) for key, name in param.terms(ctx).items()]
        return [Choice("+" + c.word, "+" + c.label) for c in terms]
    if param.kind == "pairs" and param.keys is not None and param.terms is None:
        known = [_term(key, name, ctx) for key, name in param.keys(ctx).items() if key not in chosen]
        return [Choice(f"{c.word}=1", f"{c.label}=") for c in known]
    if param.kind == "difficulty":
        return [Choice(key, key) for key in (param.suggest(ctx) if param.suggest is not None else ())]
    if param.kind in ("modifiers", "signed"):
        return [Choice(f"{n:+d}", f"{n:+d}") for n in (1, 2, 3, -1, -2, -3)]
    if param.suggest is not None:
        return [Choice(quote(_say(name, ctx.lang)), _say(name, ctx.lang)) for name in param.suggest(ctx).values()]
    return []


def _term(key: str, name: Name, ctx: Ctx) -> Choice:
    return Choice(quote(name.zh if ctx.lang == "zh" else key), _say(name, ctx.lang))


def _say(name: Name, lang: str) -> str:
    return name.zh if lang == "zh" and name.zh else name.en


def add_word(text: str, partial: str, choice: Choice) -> str:
    """The text with the choice in place of the beginning it was offered for, ready for the next one."""
    kept = text[: len(text) - len(partial)] if partial else text
    if choice.over and kept.rstrip().casefold().endswith(choice.over.casefold()):
        kept = kept.rstrip()[: -len(choice.over)]
    if kept and not kept[-1].isspace():
        kept += " "
    return f"{kept}{choice.word} "


def drop_word(text: str) -> str:
    """The text without its last word."""
    kept = text.rstrip()
    if kept.endswith('"') and kept.count('"') > 1:
        return kept[: kept.rindex('"', 0, -1)]
    cut = kept.rfind(" ")
    return kept[: cut + 1] if cut >= 0 else ""

"""Names to ids and back: people by id, tag, name or beginning of a name; terms of a book in either language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase

from ..core.model import Entity, Msg, Name, Rejected, State, Who
from .tokens import quote

BRACKETS = ("《》", "【】")


def _alive(state: State) -> list[Entity]:
    return [e for e in state.entities.values() if e.presence != "removed"]


def _tagged(found: Iterable[Entity]) -> tuple[Msg, ...]:
    """People with their tags, which tell namesakes apart."""
    return tuple(Msg("{tag} {who}", {"tag": e.tag, "who": Who(e.id)}) for e in found)


def find_person(state: State, word: str) -> str | Rejected:
    """The id of the person meant: by id, tag, key, name (letter case aside) or unique beginning of it, in that order.

    ``unknown-person`` or ``ambiguous-person`` lists who could have been meant, ``one-person-wanted`` whom a
    pattern means.
    """
    people = _alive(state)
    for field in ("id", "tag", "key", "name"):
        found = [e for e in people if word and getattr(e, field) == word]
        if len(found) == 1:
            return found[0].id
        if found:
            return Rejected("ambiguous-person", {"word": word, "candidates": _tagged(found)})
    if "*" in word and not isinstance(many := find_people(state, word), Rejected):
        several = Rejected("one-person-wanted", {"word": word, "found": tuple(map(Who, many))})
        return many[0] if len(many) == 1 else several
    low = word.casefold()
    whole = [e for e in people if low and low in (e.name.casefold(), e.key.casefold())]
    if len(whole) == 1:
        return whole[0].id
    found = [e for e in people if low and (e.name.casefold().startswith(low) or e.key.casefold().startswith(low))]
    if len(found) == 1:
        return found[0].id
    if found:
        return Rejected("ambiguous-person", {"word": word, "candidates": _tagged(found)})
    return Rejected("unknown-person", {"who": word, "candidates": tuple(Who(e.id) for e in people)})


def find_people(state: State, word: str) -> tuple[str, ...] | Rejected:
    """The ids meant by a word that may be a pattern (``thug*``): all on stage who match it, in listed order.

    Those who are out of it for good are only meant where nobody else is (``Entity.in_play``).
    """
    if "*" in word and not any(word in (e.id, e.tag, e.key, e.name) for e in _alive(state)):
        low = word.casefold()
        found = [
            e
            for e in _alive(state)
            if e.on_stage and (fnmatchcase(e.name.casefold(), low) or (e.key and fnmatchcase(e.key.casefold(), low)))
        ]
        meant = [e.id for e in found if e.in_play] or [e.id for e in found]
        return tuple(meant) or Rejected("unknown-person", {"who": word, "candidates": ()})
    one = find_person(state, word)
    return one if isinstance(one, Rejected) else (one,)


def call_person(state: State, who: str, lang: str = "en") -> str:
    """The person's word, in quotation marks where a line needs them."""
    return quote(person_word(state, who, lang))


def person_word(state: State, who: str, lang: str = "en") -> str:
    """The word by which ``find_person`` surely finds this person: key, name, tag, else the id.

    In Chinese a key in Latin letters comes after the name.
    """
    entity = state.entities.get(who)
    if entity is None:
        return who
    name_first = lang == "zh" and entity.key.isascii()
    for word in (*((entity.name, entity.key) if name_first else (entity.key, entity.name)), entity.tag):
        if word and find_person(state, word) == who:
            return word
    return who


def bare(word: str) -> str:
    """A word without the brackets in which a Chinese text sets terms: 《命中》, 【游泳】."""
    return word[1:-1].strip() if len(word) > 2 and word[0] + word[-1] in BRACKETS else word


def exact_term(terms: Mapping[str, Name], word: str) -> str | None:
    """The id of the term that is or is called exactly this (letter case and brackets aside), or None."""
    low = bare(word).casefold()
    return next((key for key, n in terms.items() if low in (key.casefold(), n.en.casefold(), n.zh, *n.also)), None)


def find_term(terms: Mapping[str, Name], word: str) -> str | Rejected:
    """The id of the term meant: its id, its name in either language, or a unique beginning of one of them.

    Brackets around it are left out (``bare``).
    """
    word = bare(word)
    low = word.casefold()
    if low in terms:
        return low
    if word in terms:
        return word
    spelled = {
        key: (name.zh, name.en.casefold(), name.en.casefold().replace(" ", "_"), key.casefold(), *name.also)
        for key, name in terms.items()
    }
    exact = [key for key, forms in spelled.items() if low in forms]
    if len(exact) == 1:
        return exact[0]
    begun = [key for key, forms in spelled.items() if low and any(f.startswith(low) for f in forms)]
    if len(begun) == 1:
        return begun[0]
    if begun or exact:
        return Rejected("ambiguous-word", {"word": word, "candidates": tuple(terms[k] for k in begun or exact)})
    return Rejected("unknown-word", {"word": word, "allowed": tuple(terms.values())})


def call_term(terms: Mapping[str, Name], key: str, lang: str) -> str:
    """The term as a word of that language which ``find_term`` reads back; what is no term stays as it is."""
    name = terms.get(key)
    return key if name is None else name.zh if lang == "zh" else key or name.en


def nearest(word: str, words: Iterable[str]) -> str:
    """The word most like this one, or an empty string."""
    from difflib import get_close_matches

    # Of two characters one in common is much.
    return next(iter(get_close_matches(word, list(words), 1, 0.6 if word.isascii() else 0.5)), "")

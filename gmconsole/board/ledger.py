"""Rules as rows: a list of them, one line each, and a whole rule. Shared by the screen and ``gmconsole rules``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..core.messages import N_
from ..rules import Ledger, Rule
from ..text import Words
from .cells import Row, Seg, fit, row, safe, width, wrap

MODES: Mapping[str, str] = {
    "automate": N_("the console applies it"),
    "prompt": N_("the console reminds or asks"),
    "record": N_("the console keeps it"),
    "reference": N_("for reading"),
}
TIERS: Mapping[str, str] = {"core": N_("core"), "advanced": N_("advanced"), "optional": N_("optional")}


def listed(rules: Iterable[Rule], words: Words, cells: int) -> list[Row]:
    """The rules by id and short line; a click on one means ``rule:<id>``."""
    known = list(rules)
    indent = max((width(r.id) for r in known), default=0) + 2
    out = []
    for rule in known:
        lines = wrap(words.name(rule.short), max(cells - indent, 12))
        target = f"rule:{rule.id}"
        out.append(row(Seg(fit(rule.id, indent), "quiet"), lines[0], target=target))
        out.extend(row(" " * indent, line, target=target) for line in lines[1:])
    return out


def whole(rule: Rule, ledger: Ledger, words: Words, cells: int) -> list[Row]:
    """Everything about one rule: where it stands, its short line, the full statement, and what it is about."""
    tier = words.message(TIERS[rule.tier]) if rule.tier in TIERS else rule.tier
    mode = words.message(MODES[rule.mode]) if rule.mode in MODES else rule.mode
    place = "  ".join((rule.id, words.name(ledger.chapter(rule)), tier))
    out = [row(Seg(line, "quiet")) for line in wrap(place, cells)]
    out.append(row())
    out.extend(row(Seg(line, "title")) for line in wrap(words.name(rule.short), cells))
    out.append(row())
    lead = words.message("In full:")
    out.extend(row(line) for line in wrap(f"{lead} {rule.statement}", cells))
    subjects = [said for said in (_subject(s, words) for s in rule.about) if said]
    if subjects:
        out.append(row())
        text = words.message("About: {subjects}").format(subjects=", ".join(dict.fromkeys(subjects)))
        out.extend(row(Seg(line, "quiet")) for line in wrap(text, cells))
    out.append(row())
    out.extend(row(Seg(line, "quiet")) for line in wrap(mode, cells))
    return out


def _subject(subject: str, words: Words) -> str:
    """What a subject is called; nothing for what has no name of its own."""
    kind, _, key = subject.partition(":")
    said = words.term(kind, key)
    return said if said != key else ""


def answer(ledger: Ledger, asked: str, words: Words, cells: int) -> str:
    """What ``rules`` prints for the words asked: a single rule whole, several as a list, or that there is none."""
    found = ledger.search(asked, words.lang)
    if not found:
        return words.message("No rule has all these words: {words}").format(words=safe(asked)) + "\n"
    made = whole(found[0], ledger, words, cells) if len(found) == 1 else listed(found, words, cells)
    return "".join(safe(line.text.rstrip()) + "\n" for line in made)

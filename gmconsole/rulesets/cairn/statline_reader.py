"""One stat line read piece by piece: figures, attacks with their brackets, and whatever else stands between commas.

Source of the tolerance: lines of published adventures, where figures stand before or after their words, in any order.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from msgspec.structs import replace

from ...clean import clean_text
from ...core.model import Field, Name, Rejected
from .statblocks import (
    BOUNDS,
    DICE,
    EDGE,
    ORDINARY,
    STATS,
    AttackRow,
    StatBlock,
    name_of,
    plain,
    shoots,
    tidy,
    with_notes,
)
from .state import ARMOUR_CAP

LINE = 2000
MOST_ATTACKS = 12

_WORDS = {
    "HP": r"(?:hp|hit ?protection|hit ?points?)(?![A-Za-z])|耐久度?|生命值?",
    "armour": r"armou?r(?![A-Za-z])|护甲值?",
    "STR": r"str(?:ength)?(?![A-Za-z])|力量",
    "DEX": r"dex(?:terity)?(?![A-Za-z])|敏捷",
    "WIL": r"(?:wil|willpower|(?-i:WILL|Will))(?![A-Za-z])|意志",
}
_ANY = "|".join(_WORDS.values())
_FIGURE = r"[-+]?[0-9](?:[0-9./–-]*[0-9])?"
_STAT = re.compile(
    rf"(?:(?P<figure>{_FIGURE}) ?(?P<word>{_ANY})"
    rf"|(?P<first>{_ANY}) ?[:=]? ?(?P<second>{_FIGURE})(?![A-Za-z0-9]))",
    re.IGNORECASE,
)
_STAT_INSIDE = re.compile(rf"(?<![A-Za-z0-9.]){_STAT.pattern}", re.IGNORECASE)
_BLANK = re.compile(rf"(?:(?:[x?~]|no|无) ?)?(?:{_ANY}) ?[:=]? ?[x?~]?", re.IGNORECASE)
_DIE = r"(?:[0-9]{0,4} ?(?:[x×] ?)?d ?[0-9]{1,6}(?: ?[x×] ?[0-9]{1,4})?)"
_DICE = re.compile(rf"{_DIE}(?: ?\+ ?{_DIE})*(?![0-9])", re.IGNORECASE)
_DICE_INSIDE = re.compile(rf"(?<![A-Za-z0-9]){_DICE.pattern}", re.IGNORECASE)
_ONE = re.compile(r"(?P<count>[0-9]*) ?(?:[x×] ?)?d ?(?P<size>[0-9]+)(?: ?[x×] ?(?P<times>[0-9]+))?", re.IGNORECASE)
_ADDED = re.compile(r" ?[-+] ?[0-9]+(?![0-9]* ?d)", re.IGNORECASE)
_JOIN = re.compile(r"(?:(?:and/or|or|and)(?![A-Za-z])|或者?|[和与及&/+])", re.IGNORECASE)
_JOIN_AFTER_COMMA = re.compile(r"(?:(?:or|and)(?![A-Za-z])|或者?)", re.IGNORECASE)
_LABEL = re.compile(r"(?:attacks?|weapons?|攻击|武器) ?:", re.IGNORECASE)
_SKIP = re.compile(r"(?:[\s.:,_]|[-–—](?![0-9]))*")
_BLAST = r"blast(?![A-Za-z])|群攻"
_IGNORES = r"ignor(?:es?|ing) armou?r(?![A-Za-z])|(?:无视|忽略)护甲"
_QUALITY = re.compile(
    rf"(?P<blast>{_BLAST})|(?P<ignores_armour>{_IGNORES})|(?P<ranged>ranged(?![A-Za-z])|远程)"
    r"|(?P<detachment>(?:a )?detachment(?![A-Za-z])|分队|支队)"
    r"|(?P<highest>keep (?:the )?high(?:est|er)|取(?:最高|高者)|kh?1?(?![A-Za-z0-9]))"
    r"|(?P<nothing>damage(?![A-Za-z])|dmg(?![A-Za-z])|伤害)",
    re.IGNORECASE,
)
_MARKS = {
    "blast": re.compile(rf"(?<![A-Za-z])(?:{_BLAST})", re.IGNORECASE),
    "ignores_armour": re.compile(rf"(?<![A-Za-z])(?:{_IGNORES})", re.IGNORECASE),
}
_NO_NAME = re.compile(r"(?<![A-Za-z])saves?(?![A-Za-z])|豁免|(?<![A-Za-z])(?:or|and)$|或$", re.IGNORECASE)
_BOLD = re.compile(r"\s*(\*{2,3}|__)(?=\S)(.+?)\1")
_MARKER = re.compile(r"\s*(?:[-*+•·‣>]|[0-9]{1,2}[.)]|#{1,6})\s+")
_WIDE = str.maketrans(
    {chr(wide): chr(wide - 0xFEE0) for wide in range(0xFF01, 0xFF5F)}
    | {"、": ",", "；": ",", ";": ",", "|": ",", "｜": ",", "。": ".", "−": "-"}
)
_WORDS_BEFORE_DICE = 6
_WORDS_AFTER_DICE = 4


def read_line(text: str, name: str = "") -> StatBlock | Rejected:
    """The stat block of one line, ``name`` being what a heading above it said. Rejects what is no stat line."""
    if len(text) > LINE:
        return Rejected("statline-long", {"most": LINE, "count": len(text)})
    own, rest = _opened(text)
    try:
        return _Line(plain(clean_text(rest, 2 * LINE)), own, name_of(name)).block()
    except _Refused as refused:
        return refused.why


def starts(text: str, strict: bool = False) -> bool:
    """Whether a line of a page is meant as a stat line: figures at its start or after a name, not prose.

    ``strict`` asks for the figures at the very start, or right after a name in bold.
    """
    own, rest = _opened(text)
    flat = plain(rest[:LINE]).translate(_WIDE)
    begin = _end(_SKIP, flat, 0)
    first = _STAT.match(flat, begin) or _STAT_INSIDE.search(flat, begin)
    if first is None:
        return False
    before, after = flat[begin : first.start()].strip(), flat[first.end() :].lstrip()
    kinds = {_stat_of(found) for found in _STAT_INSIDE.finditer(flat)}
    dice = _DICE_INSIDE.search(after) is not None
    if after and after[0] not in ",./(" and not _STAT.match(after) and len(kinds) < 3 and not (dice and "HP" in kinds):
        return False
    if not before:
        return "HP" in kinds or len(kinds) > 1
    if strict or re.search(r"[.!?]", before) or not (first["figure"] or first["second"]).isdigit():
        return False
    named = len(before) <= 60 and len(before.split()) <= (3 if own else 8)
    return named and "HP" in kinds and (len(kinds) > 1 or dice)


def _opened(text: str) -> tuple[str, str]:
    """The name in bold at the start of a line, behind its bullet or heading mark, and the rest of the line."""
    rest = text[_end(_MARKER, text, 0) :]
    bold = _BOLD.match(rest)
    if bold is None or _STAT.match(plain(bold[2]).translate(_WIDE)):
        return "", rest
    return name_of(bold[2]), rest[bold.end() :]


def _end(pattern: re.Pattern[str], text: str, pos: int, end: int | None = None) -> int:
    """Where the pattern ends that begins there; the same place if there is none."""
    found = pattern.match(text, pos) if end is None else pattern.match(text, pos, end)
    return found.end() if found else pos


def _stat_of(found: re.Match[str]) -> str:
    word = found["word"] or found["first"]
    return next(stat for stat, words in _WORDS.items() if re.fullmatch(words, word, re.IGNORECASE))


def _short(text: str) -> str:
    text = tidy(text)
    return text if len(text) <= 60 else text[:59] + "…"


class _Refused(Exception):
    """Leaves the reading of a line with what is wrong with it."""

    def __init__(self, code: str, **params: Field) -> None:
        super().__init__(code)
        self.why = Rejected(code, params)


class _Said(NamedTuple):
    """What stands in a pair of brackets: dice, qualities, and the rest as it is written."""

    dice: tuple[int, ...]
    qualities: frozenset[str]
    notes: tuple[str, ...]


class _Line:
    """One line being read; ``flat`` is its text with narrow punctuation, character by character.

    ``own`` is the name the line itself has in bold, ``above`` the one of a heading, used where the line has none.
    """

    def __init__(self, text: str, own: str, above: str) -> None:
        self.text = text
        self.flat = text.translate(_WIDE)
        self.own = own
        self.above = "" if _STAT.match(above.translate(_WIDE)) else above
        self.figures: dict[str, int] = {}
        self.attacks: list[AttackRow] = []
        self.notes: list[tuple[int, int]] = []
        self.detachment = False
        self._note_open = False

    def block(self) -> StatBlock:
        for start, end in self._segments(self._behind_name()):
            self._segment(start, end)
        if "HP" not in self.figures:
            raise _Refused("statline-no-hp" if self.figures else "statline-none", found=_short(self.text))
        if len(self.attacks) > MOST_ATTACKS:
            raise _Refused("statline-attacks", count=len(self.attacks), most=MOST_ATTACKS)
        printed = self.figures.get("armour", 0)
        block = StatBlock(
            name=self.own or self.above,
            hp=self.figures["HP"],
            armour=min(printed, ARMOUR_CAP),
            armour_printed=printed,
            scores={
                "STR": self.figures.get("STR", ORDINARY),
                "DEX": self.figures.get("DEX", ORDINARY),
                "WIL": self.figures.get("WIL", ORDINARY),
            },
            attacks=tuple(replace(a, ranged=a.ranged or shoots(a.name)) for a in self.attacks),
            detachment=self.detachment,
        )
        return with_notes(block, [self.text[start:end] for start, end in self.notes])

    def _behind_name(self) -> int:
        """Takes the name before the first figure, if there is one; where the rest begins."""
        if _STAT.match(self.flat, _end(_SKIP, self.flat, 0)):
            return 0
        found = next((m for m in _STAT_INSIDE.finditer(self.flat) if _depth(self.flat, m.start()) == 0), None)
        if found is None:
            found = _STAT_INSIDE.search(self.flat)
            if found is None:
                return 0
            self._unwrap(self.flat.rfind("(", 0, found.start()))
        before = self.flat[: found.start()]
        if not _DICE_INSIDE.search(before):
            self.own = name_of(f"{self.own} {self.text[: found.start()]}")
            return found.start()
        comma = before.find(",")
        if self.own or comma < 0 or _DICE_INSIDE.search(before[:comma]):
            return 0
        self.own = name_of(self.text[:comma])
        return comma

    def _unwrap(self, begin: int) -> None:
        """Takes the brackets away that hold the whole line: ``Wolf (6 HP, bite (d8))``."""
        close = _close(self.flat, begin)
        for i in (begin, close):
            self.text = f"{self.text[:i]},{self.text[i + 1 :]}"
            self.flat = f"{self.flat[:i]},{self.flat[i + 1 :]}"

    def _segments(self, start: int) -> list[tuple[int, int]]:
        """The parts between commas that stand outside of brackets."""
        if _depth(self.flat, len(self.flat)) != 0 or any(_depth(self.flat, i + 1) < 0 for i in _places(self.flat, ")")):
            raise _Refused("statline-bracket", found=_short(self.text))
        return _parts(self.flat, start, len(self.flat))

    def _segment(self, start: int, end: int) -> None:
        """What stands from one comma to the next: any number of figures and attacks, then perhaps a note."""
        blank = self.flat[start:end].strip(EDGE)
        if blank and _BLANK.fullmatch(blank):
            return
        attacks, pos = len(self.attacks), start
        while True:
            before, pos = pos, self._skipped(pos, end, inside=pos > start)
            if pos >= end:
                return
            follows = len(self.attacks) > attacks and not any(c.isalnum() for c in self.flat[before:pos])
            figure = _STAT.match(self.flat, pos, end)
            if figure:
                self._figure(figure)
                pos = figure.end()
                continue
            bracket = self.flat.find("(", pos, end)
            until = end if bracket < 0 else bracket
            behind = self._loose(pos, until)
            if behind > pos:
                pos = behind
            elif bracket < 0:
                self._rest(pos, end, follows)
                return
            else:
                close = _close(self.flat, bracket)
                self._bracket(pos, bracket, close, follows)
                pos = close + 1

    def _skipped(self, pos: int, end: int, inside: bool) -> int:
        """Behind spaces, joining words, and the word that announces attacks."""
        before = -1
        while before != pos:
            before = pos
            pos = _end(_SKIP, self.flat, pos, end)
            pos = _end(_LABEL, self.flat, pos, end)
            if inside or self.attacks:
                pos = _end(_JOIN if inside else _JOIN_AFTER_COMMA, self.flat, pos, end)
        return pos

    def _figure(self, found: re.Match[str]) -> None:
        stat, written = _stat_of(found), found["figure"] or found["second"]
        name, (low, high) = STATS[stat], BOUNDS[stat]
        self._note_open = False
        if not written.lstrip("+-").isdigit():
            raise _Refused("statline-not-whole", stat=name, found=_short(written))
        if len(written) > 9 or not low <= int(written) <= high:
            raise _Refused("statline-bounds", stat=name, low=low, high=high, found=written[:20])
        if stat in self.figures:
            raise _Refused("statline-twice", stat=name, first=self.figures[stat], second=int(written))
        self.figures[stat] = int(written)

    def _bracket(self, pos: int, begin: int, close: int, after_attack: bool) -> None:
        """A pair of brackets and what stands before it: an attack where it begins with dice."""
        name = name_of(self.text[pos:begin])
        said = self._said(begin + 1, close, name)
        if said.dice:
            self._attack(name, said)
        elif not name and after_attack:
            self._also(said)
        elif not name and said.qualities == {"detachment"} and not said.notes:
            self.detachment = True
        else:
            self._note(pos, close + 1)

    def _loose(self, pos: int, end: int) -> int:
        """An attack whose dice stand without brackets, ``spear d6`` or ``d12 giant fist``; where it ends."""
        roll = _DICE_INSIDE.search(self.flat[pos:end])
        if roll is None:
            return pos
        begin, behind = pos + roll.start(), _end(_ADDED, self.flat, pos + roll.end(), end)
        name = self.flat[pos:begin].strip(EDGE)
        said = self._said(begin, behind, self.text[pos:begin])
        tail = self.flat[behind:end].strip(EDGE)
        if name and (len(name.split()) > _WORDS_BEFORE_DICE or _NO_NAME.search(name)):
            return pos
        if not tail or _JOIN.match(tail) or _STAT.match(tail) or self._qualities(behind, end) is not None:
            self._attack(self.text[pos:begin], said)
            return behind
        if name or len(tail.split()) > _WORDS_AFTER_DICE or _JOIN.search(tail) or _DICE.search(tail):
            return pos
        self._attack(self.text[behind:end], said)
        return end

    def _rest(self, pos: int, end: int, after_attack: bool) -> None:
        """What stands behind the last bracket, or where there is none: qualities or a note."""
        qualities = self._qualities(pos, end)
        if qualities is None:
            if after_attack:
                self._also(self._said(pos, end, "", dice=False))
            else:
                self._note(pos, end)
        elif qualities == {"detachment"}:
            self.detachment = True
        elif qualities and self.attacks:
            self._also(self._said(pos, end, "", dice=False))
        elif qualities:
            self._note(pos, end)

    def _note(self, start: int, end: int) -> None:
        """What is neither figure nor attack; notes with only commas between them are one."""
        if not any(c.isalnum() for c in self.text[start:end]):
            return
        if self._note_open:
            start, _ = self.notes.pop()
        self.notes.append((start, end))
        self._note_open = True

    def _attack(self, name: str, said: _Said) -> None:
        self._note_open = False
        self.attacks.append(AttackRow(name=name_of(name), dice=said.dice))
        self._also(said)

    def _also(self, said: _Said) -> None:
        """Adds qualities and notes to the last attack."""
        last = self.attacks[-1]
        self.detachment = self.detachment or "detachment" in said.qualities
        self.attacks[-1] = replace(
            last,
            blast=last.blast or "blast" in said.qualities,
            ignores_armour=last.ignores_armour or "ignores_armour" in said.qualities,
            ranged=last.ranged or "ranged" in said.qualities,
            note=", ".join(filter(None, (last.note, *said.notes))),
        )

    # What stands in brackets ----------------------------------------------------------------------------------------

    def _said(self, start: int, end: int, attack: str, dice: bool = True) -> _Said:
        """The dice at the start of a part between commas, the qualities, and every other part as a note."""
        sizes: tuple[int, ...] = ()
        qualities: set[str] = set()
        notes: list[str] = []
        printed = ""
        for begin, stop in _parts(self.flat, start, end):
            whole = self._qualities(begin, stop)
            if whole is not None:
                qualities |= whole
                continue
            leading, pos = self._leading(begin, stop)
            roll = _DICE.match(self.flat, pos, stop) if dice and not sizes else None
            if roll is not None:
                behind = _end(_ADDED, self.flat, roll.end(), stop)
                sizes = self._dice(roll[0], attack)
                changed = behind > roll.end() or (
                    len(sizes) > 1 and "+" not in roll[0] and not re.search("[x×]", roll[0])
                )
                printed = self.text[pos:behind] if changed else ""
                qualities |= leading
                begin, whole = behind, self._qualities(behind, stop)
            if whole is not None:
                qualities |= whole
            else:
                notes.append(name_of(self.text[begin:stop]))
                qualities |= {mark for mark, word in _MARKS.items() if word.search(self.flat, begin, stop)}
        if printed and "highest" not in qualities:
            notes.insert(0, name_of(printed))
        return _Said(sizes, frozenset(qualities - {"highest", "nothing"}), tuple(filter(None, notes)))

    def _qualities(self, start: int, end: int) -> set[str] | None:
        """The qualities that stand there, or None where anything else does."""
        found, pos = self._leading(start, end)
        return found if not self.flat[pos:end].strip(EDGE) else None

    def _leading(self, start: int, end: int) -> tuple[set[str], int]:
        """The qualities at the start, and where the rest begins."""
        found: set[str] = set()
        pos = _end(_SKIP, self.flat, start, end)
        while quality := _QUALITY.match(self.flat, pos, end):
            found.add(str(quality.lastgroup))
            pos = _end(_SKIP, self.flat, quality.end(), end)
        return found, pos

    def _dice(self, written: str, attack: str) -> tuple[int, ...]:
        """The sizes of the dice: ``d8``, ``1d6``, ``d6 + d6``, ``2d6`` (a pair, never a sum, CA-DMG-011)."""
        params: dict[str, Field] = {"attack": name_of(attack) or Name("攻击", "attack"), "found": _short(written)}
        sizes: list[int] = []
        for die in _ONE.finditer(written):
            count, size = int(die["count"] or die["times"] or 1), int(die["size"])
            if size not in DICE:
                raise _Refused("statline-die", **params)
            sizes += [size] * min(count, 3)
        if not 1 <= len(sizes) <= 2:
            raise _Refused("statline-dice", **params)
        return tuple(sizes)


# Brackets ------------------------------------------------------------------------------------------------------------


def _places(text: str, char: str) -> list[int]:
    return [i for i, c in enumerate(text) if c == char]


def _depth(text: str, end: int) -> int:
    """How many brackets are open at that place."""
    return text.count("(", 0, end) - text.count(")", 0, end)


def _close(text: str, begin: int) -> int:
    """The bracket that closes the one at ``begin``."""
    depth = 0
    for i in range(begin, len(text)):
        depth += {"(": 1, ")": -1}.get(text[i], 0)
        if depth == 0:
            return i
    raise _Refused("statline-bracket", found=_short(text))


def _parts(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The places of what stands between commas outside of brackets."""
    parts, depth, begin = [], 0, start
    for i in range(start, end):
        depth += {"(": 1, ")": -1}.get(text[i], 0)
        if text[i] == "," and depth == 0:
            parts.append((begin, i))
            begin = i + 1
    return [*parts, (begin, end)]

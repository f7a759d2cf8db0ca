"""Foes brought in from a stat line or out of the bestiary, one or several at once (CA-DET-001, CA-ARM-003).

Pasting what stands in an adventure is enough: ``foe "4 HP, 1 Armor, 12 STR, spear (d6)"``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ...core.messages import N_
from ...core.model import Command, Name, Rejected
from ...core.people import MOST_ON_STAGE, free_name, in_chinese, is_chinese
from ...core.ruleset import Tx as CoreTx
from . import bestiary, people, statblocks, statlines
from .state import CairnState
from .statlines import StatBlock

Tx = CoreTx[CairnState]

MOST_AT_ONCE = 40
NAMELESS = Name("对手", "Foe")
COUNTED = re.compile(r"(?P<name>.*[^\s(（])(?:\s+x|\s*×|\s*[(（][x×])\s?(?P<count>\d{1,2})[)）]?", re.IGNORECASE)
"""A name that says how many there are: ``Goblin x8``, ``Goblins (×3)``."""


class AddFoes(Command, frozen=True, tag="cairn.foes"):
    """Bring in foes: ``what`` is an id of the bestiary, or text with stat lines in it.

    ``count`` is how many of each come, times what a line says itself (``Goblin x8: 4 HP``), ``name`` what they are
    called. Refused: ``no-monster``, ``out-of-bounds``,
    ``too-many-people``, and what a stat line is refused for, nobody having come in.
    """

    what: str
    count: int = 1
    name: str = ""
    group: str = ""
    side: str = ""
    hidden: bool = False
    outside: bool = False


def blocks(what: str, lang: str = "en") -> tuple[StatBlock, ...] | Rejected:
    """The stat blocks meant: of the bestiary, in that language, where the word is one of its ids or names, else those
    read from the text, where ``//`` stands for a new line with a note."""
    monster = bestiary.find(what)
    if monster is not None:
        return (bestiary.stat_block(monster, lang),)
    found = []
    for _, block in statlines.read_many(what.replace(" // ", "\n- ")):
        if isinstance(block, Rejected):
            # A word without any figure was meant for a monster.
            plain = block.code == "statline-none" and not any(map(str.isdigit, what))
            return Rejected("no-monster", {"word": what}) if plain else block
        found.append(block)
    return tuple(found)


def pasted(text: str) -> tuple[AddFoes | Rejected, ...]:
    """A foe for each stat line of a text, with its notes; empty where there is none (see ``statlines.read_many``)."""
    found = [block for _, block in statlines.read_many(text)]
    if len(found) == 1 and isinstance(found[0], Rejected) and found[0].code in ("statline-none", "statline-no-hp"):
        return ()
    return tuple(b if isinstance(b, Rejected) else AddFoes(what=statblocks.on_one_line(b, _written(b))) for b in found)


def _written(block: StatBlock) -> str:
    """The language a block was written in, as far as its words tell."""
    said = (block.name, *block.notes, *(attack.name for attack in block.attacks))
    return "zh" if any(map(in_chinese, said)) else "en"


def names(what: str, block: StatBlock) -> tuple[Name, int]:
    """What those of that block are called in either language, and how many the block says they are."""
    monster = bestiary.find(what)
    if monster is not None:
        return bestiary.name(monster), 1
    found = COUNTED.fullmatch(block.name)
    name = found["name"] if found else block.name
    return Name(name, name) if name else NAMELESS, int(found["count"]) if found else 1


def newcomer(block: StatBlock, name: str, key: str, c: AddFoes) -> people.Add:
    """The command that brings one of that block in."""
    scores: Mapping[str, int] = {str(k): v for k, v in block.scores.items()}
    return people.Add(
        kind="monster",
        name=name,
        side=c.side,
        hp=block.hp,
        armour=block.armour_printed or block.armour,
        scores=scores,
        attacks=block.attacks,
        detachment=block.detachment,
        group=c.group,
        hidden=c.hidden,
        outside=c.outside,
        note="; ".join(block.notes),
        key=key,
    )


def _add_foes(c: AddFoes, tx: Tx) -> Rejected | None:
    found = blocks(c.what, "zh" if is_chinese(tx.state) else "en")
    if isinstance(found, Rejected):
        return found
    coming = [(block, *names(c.what, block)) for block in found]
    for count in (c.count, *(c.count * many for _, _, many in coming)):
        if not 1 <= count <= MOST_AT_ONCE:
            return Rejected("out-of-bounds", {"field": "count", "low": 1, "high": MOST_AT_ONCE, "value": str(count)})
    here = sum(e.presence != "removed" for e in tx.state.entities.values())
    if here + c.count * sum(many for _, _, many in coming) > MOST_ON_STAGE:
        return Rejected("too-many-people", {"most": MOST_ON_STAGE})
    for block, own, many in coming:
        called = Name(c.name, c.name) if c.name else own
        for _ in range(c.count * many):
            name, _key = free_name(tx.state, called, "")
            command = newcomer(block, name, "", c)
            refused = people.bad_add(tx.state, command)
            if refused is not None:
                return refused
            people.add_person(tx, people.make(tx.state, command), printed=command.armour)
    return None


DECIDE = {AddFoes: _add_foes}

REJECTIONS = {
    **statlines.REJECTIONS,
    "ambiguous-monster": N_("{word} could be {candidates}"),
    "no-monster": N_(
        "{word} is neither a monster of the bestiary nor a stat line; one reads: 4 HP, 1 Armor, 12 STR, spear (d6)"
    ),
}

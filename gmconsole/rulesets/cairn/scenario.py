"""Scenario files of this book: the rows a Warden may write, and the start state they make.

A foe is one line: ``monster = "goblin"`` out of the bestiary, or ``line = "4 HP, 1 Armor, spear (d6)"``; figures given
beside it win.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from ...building import Builder
from ...conversion import nearest
from ...core.model import Msg, Name, Rejected
from ...core.people import counted, next_id
from ...core.ruleset import Ruleset
from ...core.scenario import EntityRow, Path, Problem, Scenario, Word
from . import bestiary, dice_words, items, people, statlines, turns
from .statblocks import StatBlock
from .state import SLOTS, Attack, CairnState, Fight, Group, Item

Attribute: TypeAlias = Literal["STR", "DEX", "WIL"]
Figure: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=99)]
Hp: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=999)]


class ItemRow(msgspec.Struct, frozen=True, kw_only=True):
    """Something carried: an ``id`` of the item table, or a ``name`` with figures; figures given beside an id win."""

    id: str = ""
    name: str | Name = ""
    kind: Literal["", "weapon", "armour", "shield", "spellbook", "scroll", "relic", "bandages", "gear"] = ""
    slots: Annotated[int, msgspec.Meta(ge=0, le=2)] | None = None
    armour: Annotated[int, msgspec.Meta(ge=0, le=3)] | None = None
    hands: Annotated[int, msgspec.Meta(ge=0, le=2)] | None = None
    in_use: bool | None = None
    attack: str = ""
    uses: Figure | None = None
    uses_max: Figure | None = None
    spell: str | Name = ""
    recharge: str | Name = ""
    note: str | Name = ""


class PersonRow(EntityRow, frozen=True, kw_only=True):
    """``[[person]]``: a PC, hireling, NPC or monster.

    ``count`` of a foe come (``goblin``, ``goblin-2`` …). ``hp_max`` left out is ``hp``. ``slots`` are filled by things
    that nobody need name, besides the items.
    """

    kind: Literal["pc", "hireling", "npc", "monster"] = "npc"
    side: Literal["", "pcs", "opponents", "neutral"] = ""
    monster: str = ""
    line: str = ""
    count: Annotated[int, msgspec.Meta(ge=1, le=40)] = 1
    hp: Hp | None = None
    hp_max: Hp | None = None
    armour: Annotated[int, msgspec.Meta(ge=0, le=9)] | None = None
    scores: Mapping[Attribute, Figure] = {}
    attacks: tuple[str | Name, ...] = ()
    items: tuple[str | ItemRow, ...] = ()
    slots: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    capacity: Annotated[int, msgspec.Meta(ge=1, le=99)] = SLOTS
    fatigue: Figure = 0
    detachment: bool = False
    group: str = ""
    stance: Literal["", "hostile", "wary", "curious", "kind", "helpful"] = ""
    marks: tuple[str, ...] = ()
    role: str | Name = ""
    hidden: bool = False
    outside: bool = False
    note: str | Name = ""


class GroupRow(msgspec.Struct, frozen=True, kw_only=True):
    """``[[group]]``: a morale group, what it is called, and whose WIL may count for all (CA-MOR-004)."""

    id: Word
    name: str | Name = ""
    leader: str = ""
    use_leader: bool = True


TYPES: Mapping[str, type[msgspec.Struct]] = {"person": PersonRow, "group": GroupRow}
SUNDRIES = Name("杂物", "sundries")
"""What fills a slot without having been named."""


def build(ruleset: Ruleset[CairnState], scenario: Scenario, lang: str) -> tuple[CairnState, tuple[Problem, ...]]:
    """The state before anything happens, with names in that language, and what is wrong with the rows' figures."""
    builder = _Builder(ruleset, scenario, lang)
    builder.run()
    return builder.tx.state, tuple(builder.problems)


class _Builder(Builder[CairnState]):
    """One scenario on its way into a state. ``more`` maps the first of a row to the others that came with it."""

    def __init__(self, ruleset: Ruleset[CairnState], scenario: Scenario, lang: str) -> None:
        super().__init__(ruleset, scenario, lang)
        self.more: dict[str, tuple[str, ...]] = {}

    def run(self) -> None:
        """Everything in the order of the file's kinds."""
        self.preset(turns.PRESETS)
        for i, row in self.scenario.rows.get("person", ()):
            self.person(("person", i), row)
        self.keep_words_apart(("person",))
        self.groups()
        self.bands()
        self.place()

    def person(self, place: Path, row: PersonRow) -> None:
        """One row: a person, or several of a kind."""
        block = self.block(place, row)
        ways = tuple(filter(None, (self.attack((*place, "attacks", k), w) for k, w in enumerate(row.attacks))))
        hp = row.hp if row.hp is not None else block.hp if block is not None and row.hp_max is None else row.hp_max
        full = row.hp_max if row.hp_max is not None else hp
        if hp is not None and full is not None and hp > full:
            self.refuse((*place, "hp"), hp, Msg("at most hp_max, {full}", {"full": full}))
        scores: dict[str, int] = {}
        for given in (block.scores if block is not None else {}, row.scores):
            scores |= {str(k): v for k, v in given.items()}
        if scores.get("STR") == 0:
            self.refuse((*place, "scores"), dict(row.scores), Msg("STR from 1 on, DEX and WIL"))
        for number in range(1, row.count + 1):
            suffix = f" {number}" if row.count > 1 else ""
            command = people.Add(
                kind=row.kind,
                name=self.called(row, block) + suffix,
                side=row.side,
                hp=hp,
                hp_max=full or 0,
                armour=row.armour if row.armour is not None else block.armour_printed if block is not None else 0,
                scores=scores,
                attacks=ways or (block.attacks if block is not None else ()),
                detachment=row.detachment or (block is not None and block.detachment),
                group=self.group(row.group),
                hidden=row.hidden,
                outside=row.outside,
                note=self.text(row.note) or ("; ".join(block.notes) if block is not None else ""),
                key=row.id if number == 1 else f"{row.id}-{number}",
            )
            self.add(place, row, command)

    def add(self, place: Path, row: PersonRow, command: people.Add) -> None:
        """Put one combatant on stage, with what is carried."""
        carried = self.items(place, row)
        person = people.make(self.tx.state, command, {item.id: item for item in carried})
        role = self.text(row.role)
        person = replace(
            person,
            fatigue=row.fatigue,
            capacity=row.capacity,
            stance=row.stance,
            marks=row.marks,
            about={"role": role} if role else {},
        )
        people.add_person(self.tx, person, printed=command.armour)
        self.ids.setdefault(command.key, person.id)
        first = self.ids.get(row.id, person.id)
        if first != person.id:
            self.more[first] = (*self.more.get(first, ()), person.id)

    def everybody(self, word: str) -> tuple[str, ...]:
        """All of a row that stands for several."""
        first = self.ids.get(word)
        return () if first is None else (first, *self.more.get(first, ()))

    def block(self, place: Path, row: PersonRow) -> StatBlock | None:
        """The stat block that a row names or holds."""
        if row.monster:
            monster = bestiary.find(row.monster)
            if monster is None:
                self.refuse((*place, "monster"), row.monster, nearest(row.monster, tuple(bestiary.monsters())))
                return None
            return bestiary.stat_block(monster, self.lang)
        if not row.line:
            return None
        read = statlines.read(row.line)
        if isinstance(read, Rejected):
            self.refuse(
                (*place, "line"), row.line, Msg("a stat line, as 4 HP, 1 Armor, 12 STR, 8 DEX, 9 WIL, spear (d6)")
            )
            return None
        return read

    def called(self, row: PersonRow, block: StatBlock | None) -> str:
        """The display name: the row's, the monster's, or the word the row is called by."""
        return self.text(row.name) or (block.name if block is not None and block.name else row.id)

    def attack(self, place: Path, text: str | Name) -> Attack | None:
        """One attack as a stat line has it."""
        way = dice_words.attack(self.text(text))
        if isinstance(way, Rejected):
            self.refuse(place, self.text(text), Msg("an attack with its dice, as spear (d6)"))
            return None
        return way

    def items(self, place: Path, row: PersonRow) -> list[Item]:
        """What somebody carries, with ids counted; unnamed things fill ``slots`` slots."""
        made = []
        rows = [given if isinstance(given, ItemRow) else ItemRow(id=given) for given in row.items]
        for k, given in enumerate(rows):
            item = self.item((*place, "items", k), given)
            if item is not None:
                made.append(item)
        made.extend(self.counted(items.of_words(self.text(SUNDRIES), "gear")) for _ in range(row.slots))
        return made

    def item(self, place: Path, given: ItemRow) -> Item | None:
        """One item: out of the table, or by its figures."""
        row = items.ITEMS.get(given.id)
        if given.id and row is None:
            self.refuse(place, given.id, nearest(given.id, tuple(items.ITEMS)))
            return None
        if row is None and not self.text(given.name):
            self.refuse(place, "", Msg("an id of the item table, or a name"))
            return None
        words = items.of_words(self.text(given.name), given.kind or "gear")
        base = words if row is None else items.of_table(row, self.lang == "zh")
        name = self.text(given.name) or base.name
        way = self.attack((*place, "attack"), f"{name} ({given.attack})") if given.attack else base.attack
        chosen = {
            field: getattr(given, field)
            for field in ("slots", "armour", "hands", "in_use", "uses", "uses_max")
            if getattr(given, field) is not None
        }
        if "uses" in chosen and "uses_max" not in chosen:
            chosen["uses_max"] = max(chosen["uses"], base.uses_max)
        texts = {f: self.text(getattr(given, f)) for f in ("spell", "recharge", "note") if getattr(given, f)}
        return self.counted(replace(base, name=name, kind=given.kind or base.kind, attack=way, **chosen, **texts))

    def counted(self, item: Item) -> Item:
        """The item with the next free id."""
        made = replace(item, id=next_id(self.tx.state, "item"))
        self.tx.state = replace(self.tx.state, counters=counted(self.tx.state, "item"))
        return made

    def group(self, word: str) -> str:
        """What a morale group is called: as its row says, else by its word."""
        row = next((row for _, row in self.scenario.rows.get("group", ()) if row.id == word), None)
        return (self.text(row.name) if row is not None else "") or word

    def groups(self) -> None:
        """Morale groups with a leader; everybody else is counted when the fight begins."""
        made: dict[str, Group] = {}
        named = {row.group for _, row in self.scenario.rows.get("person", ()) if row.group}
        for i, row in self.scenario.rows.get("group", ()):
            if row.id not in named:
                self.refuse(("group", i, "id"), row.id, nearest(row.id, tuple(named)))
            leader = next(iter(self.known(("group", i), (row.leader,), "leader")), "") if row.leader else ""
            if leader:
                made[self.group(row.id)] = Group(leader=leader, use_leader=row.use_leader)
        if made:
            self.tx.state = replace(self.tx.state, fight=replace(Fight(), groups=made))

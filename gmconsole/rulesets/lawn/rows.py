"""What rows of scenario and party files share: the people in them, their states, skills, weapons and figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

import msgspec

from ...building import Builder
from ...conversion import nearest
from ...core.model import Msg, Rejected
from ...core.scenario import Path
from . import armoury, injuries, skills, weapons
from .state import Injury, LawnState, Load
from .tables import STATES

Attribute: TypeAlias = Literal["PHY", "MND", "WIS", "OPR", "FLX", "DSC", "INF"]
Figure: TypeAlias = Annotated[int, msgspec.Meta(ge=-9, le=9)]
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=999)]
Sanity: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=99)]
Armour: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=9)]
Hand: TypeAlias = Literal["left", "right", "both"]


class PeopleBuilder(Builder[LawnState]):
    """A file with people in it on its way into a state."""

    def words(self, place: Path, found: tuple[str, ...], known: Mapping[str, object]) -> None:
        """Refuse what is not in a table."""
        for i, word in enumerate(found):
            if word not in known:
                self.refuse((*place, i), word, nearest(word, tuple(known)))

    def skills(self, place: Path, found: tuple[str, ...], agreed: tuple[str, ...] = ()) -> None:
        """Refuse skills that no table holds and nobody agreed on, and one without the name it needs (LP-SKL-012)."""
        for i, word in enumerate(found):
            if skills.known(word) or word in agreed:
                continue
            row = skills.base(word)
            named = Msg("{skill}, a colon and a name", {"skill": row})
            self.refuse((*place, i), word, named if row in skills.SKILLS else nearest(row, tuple(skills.names())))

    def figures(self, place: Path, figures: Mapping[str, Mapping[str, int | bool | str]]) -> None:
        """Refuse figures that no item has, or of what is no weapon (LP-WPN-001)."""
        for item, changed in figures.items():
            if not weapons.known(item):
                self.refuse((*place, item), item, nearest(item, tuple(weapons.WEAPONS)))
                continue
            for figure, value in changed.items():
                if armoury.bad_figure(weapons.WEAPONS[weapons.base(item)], figure, value) is not None:
                    allowed = armoury.FIGURES.get(figure)
                    self.refuse(
                        (*place, item, figure),
                        value,
                        nearest(figure, tuple(armoury.FIGURES))
                        if allowed is None
                        else Msg("{words}", {"words": armoury.span(allowed)}),
                    )

    def load(self, place: Path, given: Mapping[str, int | Load]) -> dict[str, Load]:
        """What is loaded: written as a number, or as what is in it and what fits in."""
        load = {
            weapon: held if isinstance(held, Load) else Load(now=held, full=max(held, _fits_in(weapon)))
            for weapon, held in given.items()
        }
        for weapon, held in load.items():
            if not 0 <= held.now <= held.full <= 999:
                self.refuse((*place, weapon), held.now, Msg("now from 0 to full"))
        return load

    def states(self, place: Path, words: tuple[str | Injury, ...]) -> tuple[Injury, ...]:
        """The states somebody starts with, written like ``prone``, ``light_wound:tended``, ``injured_hand:left``."""
        found: list[Injury] = []
        for i, word in enumerate(words):
            if isinstance(word, Injury):
                if word.id in STATES:
                    found.append(word)
                else:
                    self.refuse((*place, i, "id"), word.id, nearest(word.id, tuple(STATES)))
                continue
            state = injuries.read_state(word)
            if isinstance(state, Rejected):
                name = word.partition(":")[0]
                self.refuse(
                    (*place, i),
                    word,
                    nearest(name, tuple(STATES))
                    if name not in STATES
                    else Msg("{word}, with left, right or tended after a colon where it has them", {"word": name}),
                )
            elif STATES[state.id].sided and not state.side:
                self.refuse((*place, i), word, Msg("{word}:left or {word}:right", {"word": state.id}))
            else:
                found.append(Injury(id=state.id, tended=state.tended, side=state.side, attribute=state.attribute))
        return tuple(found)


def _fits_in(weapon: str) -> int:
    row = weapons.WEAPONS.get(weapon)
    return 0 if row is None else row.load

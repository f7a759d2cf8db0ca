"""The sheet of somebody as the screen shows it: the state of things first, then the pages of the sheet.

Covers LP-CHR-009 as far as it is shown: what changed in play stands there at once.
"""

from __future__ import annotations

from ...core.model import Msg, Name
from ...core.views import Card, Section, SheetLine
from . import sheet_pages, sheets
from .sheets import sheet_of
from .state import ATTRIBUTES, LawnState, Person
from .terms import TYPE_NAMES

AT_HAND = Name("当前", "At hand")
CHECKS = Name("检定", "Checks")


def sections(state: LawnState, person: Person, card: Card) -> tuple[Section, ...]:
    """What the card shows, line by line; then the pages of a sheet that holds anything, else the attributes."""
    shown = tuple(SheetLine("", span.text, span.style) for line in card.lines for span in line)
    first = Section(AT_HAND, shown)
    if person.sheet is not None and sheet_of(person) != sheets.BLANK:
        return (first, *map(_page, sheet_pages.pages(state, person.id)))
    told = tuple(
        SheetLine(TYPE_NAMES[a], Msg("{value}", {"value": f"{person.attributes[a]:+d}"}))
        for a in ATTRIBUTES
        if person.attributes.get(a)
    )
    return tuple(section for section in (first, Section(CHECKS, told)) if section.lines)


def _page(page: sheet_pages.Section) -> Section:
    return Section(page.name, tuple(SheetLine(line.label, line.text) for line in page.lines))

"""Where the cursor goes among the picks of a wizard's step, once something has been taken or taken back."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ..core.model import Command, Msg, Text
from ..core.views import Pick, Step


def filled(pick: Pick, text: str) -> Command:
    """The command of a pick with the text it asks for."""
    assert pick.command is not None
    return msgspec.structs.replace(pick.command, **{pick.typed: pick.lead + text})


def first(picks: Sequence[Pick]) -> int | None:
    """The place of the first that is still to be taken; what has one answer and has it is passed over."""
    chosen = {_heading(p) for p in picks if p.taken and p.back is None and not p.typed}
    return next((i for i, p in enumerate(picks) if _takes(p) and _heading(p) not in chosen), None)


def usable(picks: Sequence[Pick]) -> int | None:
    """The place of the first that can be taken or changed at all."""
    return next((i for i, p in enumerate(picks) if p.command or p.back or p.form), None)


def after(before: Sequence[Pick], taken: Pick | None, step: Step) -> int | None:
    """Where to go on in a step whose picks were ``before``; None where it has nothing more to take.

    What has come to be chosen leads: it would go unseen. Then the pick just taken where it can be taken again, then
    the one behind it.
    """
    picks = step.picks
    if step.asks:
        return 0
    known = {p.form for p in before if p.form}
    new = next((i for i, p in enumerate(picks) if p.form and p.form not in known), None)
    if new is not None:
        return new
    place, more = _behind(before, taken, step)
    if place is not None and not more:
        elsewhere = taken is not None and taken.taken and _heading(picks[place]) != _heading(taken)
        if elsewhere or not _takes(picks[place]):
            place = first(picks)
    return place if more or step.status == "open" else None


def _behind(before: Sequence[Pick], taken: Pick | None, step: Step) -> tuple[int | None, bool]:
    """Where the pick just taken is now, or else the one that came behind it; whether it can be taken again."""
    start = next((i for i, p in enumerate(before) if p is taken), len(before))
    for old in before[start:]:
        place = next((i for i, p in enumerate(step.picks) if _same(p, old)), None)
        if place is not None:
            found = step.picks[place]
            return place, old is taken and found.command is not None and not step.full
    return None, False


def _same(one: Pick, other: Pick) -> bool:
    """Whether two picks are of the same thing under the same heading, whatever figures that has."""
    return one.what == other.what and _heading(one) == _heading(other)


def _heading(pick: Pick) -> Text:
    """The heading a pick stands under, without its figures."""
    return pick.group.id if isinstance(pick.group, Msg) else pick.group


def _takes(pick: Pick) -> bool:
    """Whether something can be taken with it that has not been."""
    return not pick.taken and bool(pick.command or pick.form)

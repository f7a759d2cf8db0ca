"""The switches of a campaign: rules that are not core, and rulings that may be decided otherwise."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from .model import Name, Scalar

Tier: TypeAlias = Literal["advanced", "optional", "ruling"]


class Switch(NamedTuple):
    """One switch: its allowed values with the ledger's default first, its name, and what it switches.

    ``advanced`` rules are on by default, ``optional`` ones off; a ``ruling`` chooses between readings of a rule.
    """

    values: tuple[Scalar, ...]
    name: Name
    tier: Tier = "ruling"


def advanced(zh: str, en: str) -> Switch:
    """The switch of an advanced rule: on unless the GM turns it off."""
    return Switch((True, False), Name(zh, en), "advanced")


def optional(zh: str, en: str) -> Switch:
    """The switch of an optional rule: off unless the GM announced it."""
    return Switch((False, True), Name(zh, en), "optional")

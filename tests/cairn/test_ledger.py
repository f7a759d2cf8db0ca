"""The ledger of Cairn's rules: whole, well formed, and short enough to be read at the table."""

from __future__ import annotations

import re
import tomllib
from collections import Counter

import pytest

from gmconsole.content import root

RULES = tomllib.loads((root() / "cairn" / "rules.toml").read_text(encoding="utf-8"))
CHAPTERS = {
    "ATT": ("attributes", 3),
    "SAV": ("saves", 6),
    "REC": ("recovery", 5),
    "DEP": ("deprivation", 9),
    "ARM": ("armour", 5),
    "REA": ("reactions", 2),
    "MOR": ("morale", 9),
    "HIR": ("hirelings", 3),
    "FAT": ("fate", 2),
    "RND": ("rounds", 11),
    "ACT": ("actions", 5),
    "DMG": ("damage", 15),
    "CRT": ("critical", 15),
    "SCR": ("scars", 17),
    "DET": ("detachments", 8),
    "RET": ("retreat", 5),
    "MAG": ("magic", 12),
}


def test_it_counts_132_rules_of_which_121_are_proved() -> None:
    rules = RULES["rule"]
    assert len({r["id"] for r in rules}) == len(rules) == 132
    assert Counter(r["mode"] in ("automate", "prompt") for r in rules) == {True: 121, False: 11}


@pytest.mark.parametrize("prefix", list(CHAPTERS))
def test_a_chapter_is_whole_and_numbered_through(prefix: str) -> None:
    chapter, count = CHAPTERS[prefix]
    mine = [r for r in RULES["rule"] if r["id"].startswith(f"CA-{prefix}-")]
    assert {r["chapter"] for r in mine} == {chapter}
    assert sorted(r["id"] for r in mine) == [f"CA-{prefix}-{n:03}" for n in range(1, count + 1)]


def test_every_rule_says_what_it_is_in_full_and_in_short() -> None:
    for rule in RULES["rule"]:
        assert set(rule) - {"about"} == {"id", "chapter", "tier", "mode", "since", "statement", "short"}
        assert rule["tier"] in {"core", "optional"}
        assert rule["mode"] in {"automate", "prompt", "record", "reference"}
        assert rule["since"] == 1
        assert len(rule["statement"]) > 20
        assert len(rule["short"]["en"]) <= 90
        assert len(rule["short"]["zh"]) <= 40
        assert not re.search(r"[a-z]{3,}|[,;:!?(]", rule["short"]["zh"]), rule["id"]

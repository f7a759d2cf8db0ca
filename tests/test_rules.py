"""The shipped ledger itself: well formed, and honest about what is shipped."""

from __future__ import annotations

import tomllib
from pathlib import Path

LEDGER = Path(__file__).resolve().parent.parent / "content" / "lawn" / "rules.toml"
MODES = {"automate", "prompt", "record", "reference"}
WHOLE_CHAPTERS = ("CRI", "INI", "NEU", "MOV", "ACT", "LIF")


def test_every_rule_is_complete_and_unique() -> None:
    data = tomllib.loads(LEDGER.read_text(encoding="utf-8"))
    ids = [rule["id"] for rule in data["rule"]]
    assert len(ids) == len(set(ids)) == 920
    for rule in data["rule"]:
        assert rule["mode"] in MODES
        assert rule["tier"] in {"core", "advanced", "optional"}
        assert rule["statement"] and rule["chapter"] and rule["since"] >= 1


def test_the_crisis_chapter_is_shipped_whole() -> None:
    data = tomllib.loads(LEDGER.read_text(encoding="utf-8"))
    due = {r["id"] for r in data["rule"] if r["since"] <= data["shipped"]}
    for chapter in WHOLE_CHAPTERS:
        assert all(r["id"] in due for r in data["rule"] if r["id"].startswith(f"LP-{chapter}-"))

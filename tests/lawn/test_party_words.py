"""Sheets as people write them: with the book's brackets, by either language's names, nearly right."""

from __future__ import annotations

import pytest

from gmconsole.core.model import Msg
from gmconsole.rulesets.lawn import RULESET
from gmconsole.text import Words

from .test_party import faults


def read(rows: str) -> list[str]:
    """What is wrong with a character of these rows, each as one line without the file."""
    found = faults(f'[[character]]\nid = "ann"\nname = "Ann"\n{rows}')
    return [fault.line_text().partition(": ")[2].removesuffix("; the file was not used") for fault in found]


def test_words_may_stand_in_the_books_brackets() -> None:
    rows = """trait = "【幸运】"
specialties = ["《聆听》", "Art", "《Deft Hands》"]
skills = { any = ["【夜视】"], minor = ["【学术】：历史"] }
"""
    assert read(rows) == []
    assert read(rows.replace("【学术】：历史", "学术：历史")) == []


@pytest.mark.parametrize(
    ("row", "found", "allowed"),
    [
        ('trait = "lucki"', '"lucki"', "lucky"),
        ('trait = "【幸运儿】"', '"【幸运儿】"', "幸运"),
        ('specialties = ["Hiting"]', '"Hiting"', "hitting"),
        ('specialties = ["命中率"]', '"命中率"', "命中"),
        ('specialties = ["《读心术》"]', '"《读心术》"', '{ id = "读心术", price = 2 } for one agreed with the GM'),
    ],
)
def test_the_nearest_word_of_either_language_is_named(row: str, found: str, allowed: str) -> None:
    (said,) = read(row + "\n")
    assert said.endswith(f"not allowed here, found {found}, allowed: {allowed}")


def test_an_own_specialty_as_it_is_told_to_be_written_is_taken() -> None:
    assert read('specialties = [{ id = "读心术", price = 2 }]\n') == []
    said = Msg("{row} for one agreed with the GM", {"row": "x"})
    assert Words("zh", RULESET).say(said) == "x（与主持人商定的自拟专长）"

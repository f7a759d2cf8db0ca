"""The book's words: each refusal is worded in one chapter only, every answer has a name."""

from __future__ import annotations

import importlib
import pkgutil
from collections import Counter
from random import Random

import gmconsole.rulesets.lawn as lawn
from gmconsole.core import messages
from gmconsole.language import kernel
from gmconsole.language.grammar import Ctx
from gmconsole.rulesets.lawn import RULESET, purchases

from . import play


def test_no_refusal_is_worded_twice() -> None:
    modules = [importlib.import_module(f"{lawn.__name__}.{m.name}") for m in pkgutil.iter_modules(lawn.__path__)]
    tables = {id(t): t for t in (vars(m).get("REJECTIONS") for m in modules) if t is not None}
    counts = Counter(code for table in (messages.REJECTIONS, *tables.values()) for code in table)
    assert [code for code, times in counts.items() if times > 1] == []
    assert set(RULESET.rejections()) == {code for table in tables.values() for code in table}


def test_every_answer_that_is_asked_for_has_a_word() -> None:
    """Numbers, people and words of the table's own aside: they are said as they are."""
    kinds = set()
    for seed in range(30):
        table = play.table(seed)
        rng = Random(seed)
        for _ in range(40):
            table.execute(play.command(rng.randrange(1 << 32), table.state))
            for question in table.state.questions.values():
                kinds.add(question.kind)
                named = kernel.choice_names(Ctx(table.state, RULESET, "zh"), question)
                for choice in question.choices:
                    assert choice in named or choice.isdigit() or table.state.person(choice), (question.kind, choice)
    assert len(kinds) > 20
    assert set(purchases.WORTHS) <= set(RULESET.terms()["answer"])

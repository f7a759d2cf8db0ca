"""The book's refusals: each code is worded in one chapter only."""

from __future__ import annotations

import importlib
import pkgutil
from collections import Counter

import gmconsole.rulesets.lawn as lawn
from gmconsole.core import messages
from gmconsole.rulesets.lawn import RULESET


def test_no_refusal_is_worded_twice() -> None:
    modules = [importlib.import_module(f"{lawn.__name__}.{m.name}") for m in pkgutil.iter_modules(lawn.__path__)]
    tables = {id(t): t for t in (vars(m).get("REJECTIONS") for m in modules) if t is not None}
    counts = Counter(code for table in (messages.REJECTIONS, *tables.values()) for code in table)
    assert [code for code, times in counts.items() if times > 1] == []
    assert set(RULESET.rejections()) == {code for table in tables.values() for code in table}

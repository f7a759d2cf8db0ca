"""Steps from one schema to the next, on plain dicts.

A step takes the document and the journal records behind it and returns both one schema further; it never looks at a
rules engine. Schema 1 is the first, so the table is empty.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from gmconsole.store.block import Record
from gmconsole.store.snapshot import SCHEMA

Migrated: TypeAlias = tuple[dict[str, object], list[Record]]
Step: TypeAlias = Callable[[dict[str, object], list[Record]], Migrated]

STEPS: Mapping[int, Step] = {}


def migrate(document: dict[str, object], records: list[Record], schema: int) -> Migrated:
    """The document and the records in the current schema, `save.schema` written anew."""
    for step in range(schema, SCHEMA):
        document, records = STEPS[step](document, records)
        save = document["save"]
        assert isinstance(save, dict)
        document = {**document, "save": {**save, "schema": step + 1}}
    return document, records

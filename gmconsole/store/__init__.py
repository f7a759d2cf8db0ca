"""The save file: a readable TOML snapshot and a sealed journal that together lose nothing they called saved.

The layer works on plain dicts (strings, integers, booleans, lists, dicts) and knows no rules.
"""

from gmconsole.store.block import Record
from gmconsole.store.errors import StoreError
from gmconsole.store.files import Clock, Files
from gmconsole.store.look import SaveHead, list_saves, read_save
from gmconsole.store.recover import Recovered
from gmconsole.store.report import Change, Finding, Report
from gmconsole.store.snapshot import SCHEMA, Document
from gmconsole.store.store import Status, Store

__all__ = [
    "SCHEMA",
    "Change",
    "Clock",
    "Document",
    "Files",
    "Finding",
    "Record",
    "Recovered",
    "Report",
    "SaveHead",
    "Status",
    "Store",
    "StoreError",
    "list_saves",
    "read_save",
]

"""Every message id in the program, read from its source, and the catalogues that translate them.

``python -m tests.messages`` says what the catalogues lack; with ``--update`` it writes them anew: translations are
kept, new ids stand empty, ids that nothing uses any more are dropped.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

HERE = Path(__file__).resolve().parent.parent
PROGRAM = "gmconsole"
MARKERS = ("N_", "_")
WORDED = ("message",)
TABLES = ("WORDING",)
HEADER = "# Chinese words of {domain}.\n# Written by `python -m tests.messages --update`; translations are kept."


class Found(NamedTuple):
    """A message id and where it stands."""

    id: str
    file: str
    line: int


class Source(NamedTuple):
    """What one file holds: message ids, and the places whose id cannot be told from the source."""

    found: tuple[Found, ...]
    unknown: tuple[Found, ...]


class _Reader(ast.NodeVisitor):
    """Collects the ids of one file; a name is followed to what the function or the module assigns to it."""

    def __init__(self, file: str, tree: ast.Module) -> None:
        self.file = file
        self.found: list[Found] = []
        self.unknown: list[Found] = []
        self._scopes: list[dict[str, list[ast.expr]]] = [_assigned(tree)]
        self.visit(tree)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._scopes.append(_assigned(node))
        self.generic_visit(node)
        self._scopes.pop()

    def visit_Call(self, node: ast.Call) -> None:
        name = (
            node.func.id
            if isinstance(node.func, ast.Name)
            else node.func.attr
            if isinstance(node.func, ast.Attribute)
            else ""
        )
        if node.args and (name in ("Msg", *MARKERS) or (name in WORDED and isinstance(node.func, ast.Attribute))):
            self._take(node.args[0])
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        for target in node.targets:
            if isinstance(target, ast.Subscript) and _last_name(target.value) in TABLES:
                self._take(node.value)
        self.generic_visit(node)

    def _take(self, value: ast.expr, seen: tuple[str, ...] = ()) -> None:
        """The ids an expression may come to."""
        match value:
            case ast.Constant(value=str(text)):
                self.found.append(Found(text, self.file, value.lineno))
            case ast.IfExp(body=body, orelse=other):
                self._take(body, seen)
                self._take(other, seen)
            case ast.BoolOp(values=values) | ast.Dict(values=values):
                for one in values:
                    self._take(one, seen)
            case ast.Subscript(value=table):
                self._take(table, seen)
            case ast.Call(func=ast.Name(id=marker)) if marker in MARKERS:
                pass  # taken where it is visited itself
            case ast.Call(func=ast.Attribute(value=table, attr="get"), args=[_, *default]):
                for one in (table, *default):
                    self._take(one, seen)
            case ast.BinOp(left=ast.Constant(value=str(kind)), op=ast.Add()) if kind.endswith(":"):
                pass
            case ast.JoinedStr(values=[*parts]) if any(isinstance(p, ast.Constant) and p.value == ":" for p in parts):
                pass
            case ast.Name(id=name) if name not in seen and (given := self._given(name)):
                for one in given:
                    self._take(one, (*seen, name))
            case _:
                self.unknown.append(Found(ast.unparse(value), self.file, value.lineno))

    def _given(self, name: str) -> list[ast.expr]:
        return next((scope[name] for scope in reversed(self._scopes) if name in scope), [])


def _last_name(value: ast.expr) -> str:
    return value.id if isinstance(value, ast.Name) else value.attr if isinstance(value, ast.Attribute) else ""


def _assigned(scope: ast.AST) -> dict[str, list[ast.expr]]:
    """What a function (or, outside all functions, the module) assigns to its names."""
    out: dict[str, list[ast.expr]] = {}
    for node in _own_nodes(scope):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    out.setdefault(target.id, []).append(node.value)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            out.setdefault(node.target.id, []).append(node.value)
    return out


def _own_nodes(scope: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(scope):
        yield child
        if not isinstance(child, ast.FunctionDef | ast.ClassDef | ast.Lambda):
            yield from _own_nodes(child)


def read(file: str, text: str) -> Source:
    """The message ids in a Python file."""
    reader = _Reader(file, ast.parse(text))
    term = re.compile(r"[a-z_]+:\S+")
    return Source(tuple(f for f in reader.found if not term.fullmatch(f.id)), tuple(reader.unknown))


def sources() -> dict[str, Source]:
    """Every file of the program by its path."""
    files = sorted((HERE / "gmconsole").rglob("*.py"))
    named = {path.relative_to(HERE).as_posix(): path for path in files if "_content" not in path.parts}
    return {name: read(name, path.read_text(encoding="utf-8")) for name, path in named.items()}


def domain_of(file: str) -> str:
    """The catalogue a file's messages belong to: its ruleset's, or the program's."""
    parts = file.split("/")
    return parts[2] if parts[1] == "rulesets" and len(parts) > 3 else PROGRAM


def messages() -> dict[str, dict[str, list[Found]]]:
    """Domain to id to the places that use it; an id used by the program and a ruleset is the program's."""
    out: dict[str, dict[str, list[Found]]] = {PROGRAM: {}}
    for file, source in sources().items():
        for found in source.found:
            out.setdefault(domain_of(file), {}).setdefault(found.id, []).append(found)
    for domain in [d for d in out if d != PROGRAM]:
        for shared in [i for i in out[domain] if i in out[PROGRAM]]:
            out[PROGRAM][shared] += out[domain].pop(shared)
    return out


def path_of(domain: str) -> Path:
    """Where the Chinese catalogue of a domain lies."""
    base = HERE / "content" if domain == PROGRAM else HERE / "content" / domain
    return base / "locale" / "zh" / "LC_MESSAGES" / f"{domain}.po"


def catalogue(domain: str) -> Catalog:
    """The catalogue as it is on disk; an empty one where there is none."""
    path = path_of(domain)
    if not path.exists():
        return Catalog(locale="zh", domain=domain)
    with path.open("rb") as file:
        return read_po(file, locale="zh", domain=domain)


def update(domain: str, ids: dict[str, list[Found]], translations: dict[str, str] | None = None) -> Catalog:
    """The catalogue with exactly these ids, written to its file; translations known so far are kept."""
    old = catalogue(domain)
    stamp = old.creation_date
    new = Catalog(
        locale="zh",
        domain=domain,
        project=PROGRAM,
        version="0",
        charset="utf-8",
        fuzzy=False,
        header_comment=HEADER.format(domain=domain),
        creation_date=stamp,
        revision_date=stamp,
        last_translator=PROGRAM,
        language_team="zh",
        msgid_bugs_address="-",
    )
    known = translations or {}
    for text, places in ids.items():
        before = old.get(text)
        given = known.get(text) or (str(before.string) if before is not None and before.string else "")
        new.add(text, given, locations=[(file, 0) for file in dict.fromkeys(p.file for p in places)])
    path_of(domain).parent.mkdir(parents=True, exist_ok=True)
    with path_of(domain).open("wb") as file:
        write_po(file, new, width=0, include_lineno=False)
    return new


def fields(text: str) -> list[str]:
    """The named fields of a message, sorted."""
    return sorted(set(re.findall(r"\{(\w*)[^{}]*\}", text)))


def main() -> int:
    """Say what is missing; with ``--update`` write the catalogues."""
    parser = argparse.ArgumentParser(prog="python -m tests.messages")
    parser.add_argument("--update", action="store_true", help="write the catalogues anew")
    options = parser.parse_args()
    missing = 0
    for domain, ids in sorted(messages().items()):
        found = update(domain, ids) if options.update else catalogue(domain)
        for text, places in ids.items():
            entry = found.get(text)
            if entry is None or not entry.string:
                missing += 1
                print(f"{places[0].file}:{places[0].line}: {text}")
    print(f"{missing} without a translation")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())

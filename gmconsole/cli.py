"""The command line: ``gmconsole`` opens the console, its subcommands work without a screen.

Exit codes: 0 done, 2 bad input or a refused line (nothing half-applied), 1 a fault of the program.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import __version__, saves

if TYPE_CHECKING:
    from .encounter import Encounter
    from .text import Words

BAD_INPUT = 2


class Fatal(Exception):
    """Bad input: one or more clear lines for standard error, exit code 2."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program with these arguments and return the exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        # A name may hold what this terminal's encoding lacks; that must not end the program.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    parser = _parser()
    if (arguments and arguments[0] not in COMMANDS and not arguments[0].startswith("-")) or not arguments or arguments[0] in ("--lang", "--saves"):
        arguments.insert(0, "open")
    options = parser.parse_args(arguments)
    try:
        code: int = COMMANDS[options.command](options)
        return code
    except Fatal as problem:
        print(problem, file=sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="gmconsole", description="A game-master console: rounds, distance bands, exact odds, saves that last.",
        epilog="gmconsole NAME opens a save, or starts the shipped scenario of that name.")
    parser.add_argument("--version", action="version", version=f"gmconsole {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--lang", choices=("en", "zh"), help="language (default: the environment's)")
    shared.add_argument("--saves", type=Path, help="the folder with the saves")

    opened = commands.add_parser("open", parents=[shared], help="open the console (also: gmconsole [NAME])")
    opened.add_argument("name", nargs="?", help="a save or a scenario: a file, or a bare name")

    play = commands.add_parser("play", parents=[shared], help="run a script of lines without a screen")
    play.add_argument("name", help="a save or a scenario")
    play.add_argument("--script", required=True, help="the file with the lines, - for standard input")
    play.add_argument("--to", type=Path, help="write the encounter to this new save")
    play.add_argument("--json", action="store_true", help="print the board as JSON")
    play.add_argument("--players", action="store_true", help="print what the players may know")
    play.add_argument("--seed", type=int, help="seed of the dice (default: chance)")

    board = commands.add_parser("board", parents=[shared], help="print the board of a save")
    board.add_argument("name", help="a save")
    board.add_argument("--players", action="store_true", help="only what the players may know")
    board.add_argument("--json", action="store_true", help="as JSON")

    listed = commands.add_parser("list", parents=[shared], help="list the saves")
    listed.add_argument("--json", action="store_true", help="one JSON object a line")

    check = commands.add_parser("check", parents=[shared], help="check saves, scenarios and content files")
    check.add_argument("files", nargs="+", metavar="FILE")
    check.add_argument("--json", action="store_true", help="one JSON object per finding")

    odds = commands.add_parser("odds", parents=[shared], help="exact odds of a roll")
    odds.add_argument("dice", nargs="?", type=int)
    odds.add_argument("faces", nargs="?", type=int)
    odds.add_argument("--table", action="store_true", help="every pair of 3 to 20 dice and 3 to 20 faces")
    odds.add_argument("--json", action="store_true", help="exact fractions as JSON")
    odds.add_argument("--ruleset", help="whose odds (default: the first that has any)")
    return parser


def _lang(options: argparse.Namespace) -> str:
    from .text import system_language

    return options.lang or system_language()


def _folder(options: argparse.Namespace) -> Path:
    return options.saves or saves.folder()


# Opening a name ------------------------------------------------------------------------------------------------------


def _is_save(path: Path) -> bool:
    """Whether a file is a save rather than a scenario or content; a damaged file counts as a save."""
    from . import scenarios
    from .content import ContentError, read_toml

    if path.with_name(path.name + ".d").is_dir():
        return True
    try:
        return scenarios.kind(read_toml(path)) == "save"
    except ContentError as faults:
        raise Fatal("\n".join(f.line_text() for f in faults.faults)) from faults


def _start(name: str, lang: str) -> tuple[Any, str]:
    """The start state of a scenario and the name its save gets."""
    from . import scenarios
    from .content import ContentError

    try:
        scenario = scenarios.load_scenario(name)
        return scenarios.start_state(scenario, lang), scenario.header.id
    except ContentError as faults:
        raise Fatal("\n".join(f.line_text() for f in faults.faults)) from faults


def _load(name: str, options: argparse.Namespace) -> Encounter:
    """An encounter to look at: a save as it is, or a scenario's start; nothing is written."""
    from .encounter import Encounter, LoadError
    from .store import StoreError

    path = saves.find(_folder(options), name)
    try:
        if path is not None and _is_save(path):
            return Encounter.look(path, _lang(options))
        state, _ = _start(str(path or name), _lang(options))
        return Encounter.begin(state, seed=getattr(options, "seed", None), lang=_lang(options))
    except (StoreError, LoadError) as problem:
        raise Fatal(f"{path}: {problem}") from problem


def open_console(options: argparse.Namespace) -> int:
    """Open the screen: the named encounter, else the last unfinished one, else the start screen."""
    from .encounter import Encounter, LoadError
    from .store import StoreError

    where, lang = _folder(options), _lang(options)
    name = options.name
    if name is None:
        running = next((h for h in saves.heads(where) if saves.is_unfinished(h)), None)
        path = running.path if running is not None else None
    else:
        path = saves.find(where, name)
    encounter: Encounter | None = None
    try:
        if path is not None and _is_save(path):
            encounter = Encounter.open(path, lang)
        elif name is not None:
            state, word = _start(str(path or name), lang)
            where.mkdir(parents=True, exist_ok=True)
            encounter = Encounter.begin(state, saves.new_path(where, word), lang=lang)
    except (StoreError, LoadError) as problem:
        raise Fatal(f"{path or name}: {problem}") from problem
    except OSError as problem:
        raise Fatal(f"{where}: {problem.strerror or problem}") from problem
    from .tui.app import run

    return run(encounter, saves=where, lang=lang)


# Without a screen ----------------------------------------------------------------------------------------------------


def play(options: argparse.Namespace) -> int:
    """Run the lines of a script; stop at the first refused one with its number and reason."""
    encounter = _load(options.name, options)
    try:
        text = sys.stdin.read() if options.script == "-" else Path(options.script).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as problem:
        raise Fatal(f"{options.script}: {problem}") from problem
    if options.to is not None and (options.to.exists() or options.to.with_name(options.to.name + ".d").exists()):
        raise Fatal(f"{options.to}: exists already; nothing was written")
    printed = False
    for number, line in enumerate(text.splitlines(), start=1):
        printed = _play_line(encounter, line, f"{options.script}:{number}", options) or printed
    if options.to is not None:
        _write(encounter, options.to)
    if not printed:
        _print_board(encounter, options)
    return 0


def _play_line(encounter: Encounter, line: str, place: str, options: argparse.Namespace) -> bool:
    """Carry one line out; True where it printed a board."""
    from .core.model import Rejected
    from .language.driver import View

    done = encounter.run(line)
    if isinstance(done, Rejected):
        raise Fatal(f"{place}: {line.strip()}: {encounter.words().refusal(done)}")
    if not isinstance(done, View):
        return False
    if done.verb == "lang" and done.values.get("lang") in ("en", "zh"):
        encounter.driver.lang = done.values["lang"]
    elif done.verb == "board":
        _print_board(encounter, options)
        return True
    elif done.verb == "help":
        print(done.values["form"])
    return False


def _write(encounter: Encounter, path: Path) -> None:
    from .store import Store, StoreError

    try:
        Store.create(path, encounter.document()).close()
    except (StoreError, OSError) as problem:
        raise Fatal(f"{path}: {problem}") from problem


def _print_board(encounter: Encounter, options: argparse.Namespace) -> None:
    from .board import json as board_json
    from .board import rows

    board = encounter.board("players" if options.players else "gm")
    words: Words = encounter.words()
    if options.json:
        print(json.dumps(board_json.as_json(board, words, encounter.driver.line), ensure_ascii=False))
    else:
        import shutil

        width = shutil.get_terminal_size((100, 24)).columns if sys.stdout.isatty() else 100
        print(rows.as_text(board, words, max(40, min(width, 160))), end="")


def show_board(options: argparse.Namespace) -> int:
    """Print the board of a save."""
    _print_board(_load(options.name, options), options)
    return 0


def show_list(options: argparse.Namespace) -> int:
    """Print the saves, the last written first."""
    for head in saves.heads(_folder(options)):
        row = {
            "save": head.path.stem, "title": str(head.save.get("title", "")),
            "ruleset": str(head.save.get("ruleset", "")), "round": head.save.get("round", 0),
            "phase": str(head.save.get("phase", "")), "modified": saves.written(head),
            "unfinished": saves.is_unfinished(head),
        }
        if options.json:
            print(json.dumps({**row, **({"problem": head.problem} if head.problem else {})}, ensure_ascii=False))
        elif head.problem:
            print(f"{row['save']:<24} {head.problem}; gmconsole {row['save']} tries its backups")
        else:
            where = f"round {row['round']} {row['phase']}" if row["unfinished"] else "no crisis running"
            print(f"{row['save']:<24} {row['title']}  {row['ruleset']}, {where}, {row['modified']}")
    return 0


def check(options: argparse.Namespace) -> int:
    """Check files; print every finding with file and line, and return 2 where one is an error."""
    from . import scenarios
    from .content import ContentError

    bad = False
    for name in options.files:
        path = Path(name)
        found = path if path.exists() else saves.find(_folder(options), name)
        try:
            faults = [*_check_save(found)] if found is not None and _is_save_quietly(found) \
                else scenarios.check_file(found or scenarios.find(name))
        except ContentError as problem:
            faults = list(problem.faults)
        bad = bad or any(f.severity == "error" for f in faults)
        for fault in faults:
            print(json.dumps(fault.facts(), ensure_ascii=False) if options.json else fault.line_text())
        if not faults and not options.json:
            print(f"{found or name}: no faults")
    return BAD_INPUT if bad else 0


def _is_save_quietly(path: Path) -> bool:
    try:
        return _is_save(path)
    except Fatal:
        return False


def _check_save(path: Path) -> list[Any]:
    from .content import Fault
    from .core.model import Msg
    from .encounter import Encounter, LoadError
    from .store import StoreError

    try:
        report = Encounter.look(path).report
    except (StoreError, LoadError) as problem:
        return [Fault(file=str(path), line=1, field="", message=Msg("{problem}", {"problem": str(problem)}))]
    lines = report.lines() if report is not None else ()
    return [Fault(file=str(path), line=1, field="", message=Msg("{line}", {"line": line}), severity="note")
            for line in lines]


def odds(options: argparse.Namespace) -> int:
    """Print exact odds: of one roll, or of the whole table."""
    from .core import registry

    names = (options.ruleset,) if options.ruleset else registry.names()
    books = [book for name in names if (book := registry.get(name)) is not None and book.odds(3, 3)]
    if not books:
        raise Fatal(f"no odds: ruleset {options.ruleset or ''} has none or is not installed".replace("  ", " "))
    book = books[0]
    if options.table:
        pairs = [(dice, faces) for faces in range(3, 21) for dice in range(3, 21)]
    elif options.dice is None or options.faces is None:
        raise Fatal("odds: DICE FACES, or --table")
    elif not (0 <= options.dice <= 100 and 1 <= options.faces <= 100):
        raise Fatal(f"odds: 0 to 100 dice and 1 to 100 faces, not {options.dice} and {options.faces}")
    else:
        pairs = [(options.dice, options.faces)]
    for dice, faces in pairs:
        found = book.odds(dice, faces)
        if options.json:
            print(json.dumps(found))
        else:
            print(_odds_line(found))
    return 0


def _odds_line(found: dict[str, Any]) -> str:
    from fractions import Fraction

    def percent(text: str) -> str:
        return f"{float(Fraction(text)) * 100:5.1f} %"

    parts = [f"{found['dice']:>3}D{found['faces']:<3}"]
    parts += [f"{key.replace('_', ' ')} {percent(found[key])}"
              for key in ("success", "critical_success", "failure", "critical_failure")]
    return "  ".join(parts)


COMMANDS = {
    "open": open_console,
    "play": play,
    "board": show_board,
    "list": show_list,
    "check": check,
    "odds": odds,
}

if __name__ == "__main__":
    sys.exit(main())

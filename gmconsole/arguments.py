"""What may stand on the command line, and how its words are read; what they do is ``cli``'s."""

from __future__ import annotations

import argparse
from collections.abc import Collection
from pathlib import Path

from . import __version__

SHARED = ("--lang", "--saves")
NEW = "--new"


def parse(words: list[str], commands: Collection[str]) -> argparse.Namespace:
    """The options those words mean, ``command`` among them; words it cannot read end the program (exit code 2)."""
    return _parser().parse_args(_with_command(words, commands))


def _with_command(arguments: list[str], commands: Collection[str]) -> list[str]:
    """The arguments with the command in front: the one that follows shared options, or ``open`` where none is given."""
    at = 0
    while at < len(arguments) and arguments[at].partition("=")[0] in (*SHARED, NEW):
        at += 1 if "=" in arguments[at] or arguments[at] == NEW else 2
    word = arguments[at] if at < len(arguments) else ""
    if NEW in arguments[:at]:
        return ["open", *arguments]
    if word in commands:
        return [word, *arguments[:at], *arguments[at + 1 :]]
    return arguments if word.startswith("-") else ["open", *arguments]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="gmconsole",
        description="A game-master console: rounds, distance bands, exact odds, saves that last.",
        epilog="gmconsole NAME opens a save, or starts the shipped scenario or party of that name; --new starts it "
        "afresh where there is such a save already, --party PARTY says who plays it.",
    )
    parser.add_argument("--version", action="version", version=f"gmconsole {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--lang", choices=("en", "zh"), help="language (default: the environment's)")
    shared.add_argument("--saves", type=Path, help="the folder with the saves")

    opened = commands.add_parser("open", parents=[shared], help="open the console (also: gmconsole [NAME])")
    opened.add_argument("name", nargs="?", help="a save or a scenario: a file, or a bare name")
    opened.add_argument(NEW, action="store_true", help="start the scenario afresh, even where a save has its name")
    opened.add_argument("--party", help="who plays the scenario: a party file, or a save to take the party from")

    play = commands.add_parser("play", parents=[shared], help="run a script of lines without a screen")
    play.add_argument("name", help="a save or a scenario")
    play.add_argument("--script", required=True, help="the file with the lines, - for standard input")
    play.add_argument("--to", type=_new_save, help="write the encounter to this new save (.toml is added)")
    play.add_argument("--json", action="store_true", help="print the board as JSON")
    play.add_argument("--players", action="store_true", help="print what the players may know")
    play.add_argument("--party", help="who plays the scenario: a party file, or a save to take the party from")
    play.add_argument("--seed", type=_seed, help="seed of the dice, from 0 (default: chance)")

    board = commands.add_parser("board", parents=[shared], help="print the board of a save")
    board.add_argument("name", help="a save")
    board.add_argument("--players", action="store_true", help="only what the players may know")
    board.add_argument("--json", action="store_true", help="as JSON")

    listed = commands.add_parser("list", parents=[shared], help="list the saves")
    listed.add_argument("--json", action="store_true", help="one JSON object a line")

    party = commands.add_parser("party", parents=[shared], help="write the party of a save to a file, or copy a party")
    party.add_argument("name", help="a save or a party; the party named blank is one to fill in")
    party.add_argument("--to", type=_new_save, help="the file to write (.toml is added); else it is printed")
    party.add_argument("--over", action="store_true", help="the game is over: everybody is marked as returning")

    check = commands.add_parser("check", parents=[shared], help="check saves, scenarios, parties and content files")
    check.add_argument("files", nargs="+", metavar="FILE")
    check.add_argument("--json", action="store_true", help="one JSON object per finding")

    odds = commands.add_parser("odds", parents=[shared], help="exact odds of a roll")
    odds.add_argument("dice", nargs="?", type=int)
    odds.add_argument("faces", nargs="?", type=int)
    odds.add_argument("--table", action="store_true", help="every pair of 3 to 20 dice and 3 to 20 faces")
    odds.add_argument("--json", action="store_true", help="exact fractions as JSON")
    odds.add_argument("--ruleset", help="whose odds (default: the first that has any)")

    rules = commands.add_parser("rules", parents=[shared], help="look rules of a rulebook up")
    rules.add_argument("book", help="the id of a rulebook; a word that is none is answered with those installed")
    rules.add_argument("words", nargs="*", help="what must stand in a rule: an id, or words in either language")
    rules.add_argument("--json", action="store_true", help="one JSON object a rule")
    return parser


def _seed(text: str) -> int:
    """A seed as a save can hold it. Raises ArgumentTypeError."""
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise argparse.ArgumentTypeError(f"a whole number from 0 of at most 18 digits, not {text!r}")
    return int(text)


def _new_save(text: str) -> Path:
    """The file of a new save, which always ends in ``.toml``. Raises ArgumentTypeError."""
    path = Path(text)
    if path.name in ("", ".."):
        raise argparse.ArgumentTypeError(f"the name of a file, not {text!r}")
    return path if path.suffix == ".toml" else path.with_name(path.name + ".toml")

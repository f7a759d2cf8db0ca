"""The command line: ``gmconsole`` opens the console, its subcommands work without a screen.

Exit codes: 0 done, 2 bad input or a refused line (nothing half-applied), 1 a fault of the program, 130 interrupted.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import arguments, saves
from .core.model import Field, Msg, Name, Rejected

if TYPE_CHECKING:
    from .content import ContentError, Fault
    from .encounter import Encounter
    from .loading import LoadError
    from .store import SaveHead, StoreError
    from .text import Words

BAD_INPUT = 2
INTERRUPTED = 130


class Fatal(Exception):
    """Bad input: one or more clear lines for standard error, exit code 2."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program with these arguments and return the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        # A name may hold what this terminal's encoding lacks; that must not end the program.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    options = arguments.parse(words, COMMANDS)
    try:
        code: int = COMMANDS[options.command](options)
        return code
    except Fatal as problem:
        print(problem, file=sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED


def _lang(options: argparse.Namespace) -> str:
    from .text import system_language

    return options.lang or system_language()


def _words(options: argparse.Namespace) -> Words:
    """The chosen language, for whatever book a text may come from."""
    from .text import Words

    return Words(_lang(options))


def _fatal(options: argparse.Namespace, place: object, sentence: Msg) -> Fatal:
    """Bad input at a place, put into the chosen language."""
    return Fatal(f"{place}: {_words(options).say(sentence)}")


def _faulty(options: argparse.Namespace, problem: ContentError) -> Fatal:
    """A file with faults, one line each."""
    say = _words(options).say
    return Fatal("\n".join(fault.line_text(say) for fault in problem.faults))


def _unopened(options: argparse.Namespace, place: object, problem: StoreError | LoadError) -> Fatal:
    """A save that does not open; the store's own line begins with the path."""
    from .loading import LoadError

    say = _words(options).say
    if not isinstance(problem, LoadError):
        return Fatal(say(problem.sentence))
    faults = _placed(Path(str(place)), problem)
    return Fatal("\n".join(f.line_text(say) for f in faults) if faults else f"{place}: {say(problem.sentence)}")


def _placed(path: Path, problem: LoadError) -> tuple[Fault, ...]:
    """What is wrong inside a save, with its lines; empty where the places are not known."""
    from .content import ContentError, read_document

    try:
        return read_document(path).faults(problem.problems) if problem.problems else ()
    except ContentError:
        return ()


def _folder(options: argparse.Namespace) -> Path:
    return options.saves or saves.folder()


# Opening a name ------------------------------------------------------------------------------------------------------


def _start(name: str, options: argparse.Namespace) -> tuple[Any, str]:
    """The start state that a word means and the name its save gets."""
    from . import opening

    return opening.start(name, getattr(options, "party", None), _folder(options), _lang(options))


def _only_afresh(path: Path, options: argparse.Namespace) -> None:
    """Refuse another party for an encounter that has begun."""
    if getattr(options, "party", None) is not None:
        raise _fatal(options, path, Msg("this encounter has its own party; another one plays a scenario begun afresh"))


def _load(name: str, options: argparse.Namespace) -> Encounter:
    """An encounter to look at: a save as it is, or a scenario's start; nothing is written."""
    from .content import ContentError
    from .encounter import Encounter
    from .loading import LoadError
    from .opening import is_save
    from .store import StoreError

    path = saves.find(_folder(options), name)
    try:
        if path is not None and is_save(path):
            _only_afresh(path, options)
            return Encounter.look(path, _lang(options))
        state, _ = _start(str(path or name), options)
        return Encounter.begin(state, seed=getattr(options, "seed", None), lang=_lang(options))
    except ContentError as problem:
        raise _faulty(options, problem) from problem
    except (StoreError, LoadError) as problem:
        raise _unopened(options, path or name, problem) from problem


def open_console(options: argparse.Namespace) -> int:
    """Open the screen: the named encounter, else the last unfinished one, else the start screen."""
    from .tui.app import run

    where, lang = _folder(options), _lang(options)
    name = options.name
    if options.new and name is None:
        raise _fatal(options, arguments.NEW, Msg("which scenario?"))
    if name is None:
        running = next((h for h in saves.heads(where) if saves.is_unfinished(h)), None)
        if running is None:
            return run(None, saves=where, lang=lang)
    elif options.new or saves.find(where, name) is None:
        _must_be_scenario(name, options)
    # The screen is up before the book is read and the save opened.
    return run(lambda: _open(options), saves=where, lang=lang)


def _must_be_scenario(name: str, options: argparse.Namespace) -> None:
    from .content import ContentError
    from .opening import is_party

    try:
        is_party(name)
    except ContentError as problem:
        raise _faulty(options, problem) from problem


def _open(options: argparse.Namespace) -> Encounter:
    """The encounter the words on the command line mean, held open; a scenario begins a new one."""
    from .content import ContentError
    from .encounter import Encounter
    from .loading import LoadError
    from .opening import is_save
    from .store import StoreError

    where, lang = _folder(options), _lang(options)
    name = options.name
    if name is None:
        path: Path | None = next(h.path for h in saves.heads(where) if saves.is_unfinished(h))
    else:
        path = None if options.new else saves.find(where, name)
    try:
        if path is not None and is_save(path):
            _only_afresh(path, options)
            return Encounter.open(path, lang)
        state, word = _start(str(path or name), options)
        where.mkdir(parents=True, exist_ok=True)
        return Encounter.begin(state, saves.new_path(where, word), lang=lang)
    except ContentError as problem:
        raise _faulty(options, problem) from problem
    except (StoreError, LoadError) as problem:
        raise _unopened(options, path or name, problem) from problem
    except OSError as problem:
        raise Fatal(f"{where}: {problem.strerror or problem}") from problem


# Without a screen ----------------------------------------------------------------------------------------------------


def play(options: argparse.Namespace) -> int:
    """Run the lines of a script; stop at the first refused one with its number and reason."""
    encounter = _load(options.name, options)
    try:
        text = sys.stdin.read() if options.script == "-" else Path(options.script).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as problem:
        said = getattr(problem, "strerror", None) or str(problem)
        raise Fatal(f"{options.script}: {said}") from problem
    if options.to is not None and (options.to.exists() or options.to.with_name(options.to.name + ".d").exists()):
        raise _fatal(options, options.to, Msg("exists already; nothing was written"))
    printed = False
    for number, line in enumerate(text.splitlines(), start=1):
        printed = _play_line(encounter, line, f"{options.script}:{number}", options) or printed
    if options.to is not None:
        _write(encounter, options)
    if not printed:
        _print_board(encounter, options)
    return 0


def _play_line(encounter: Encounter, line: str, place: str, options: argparse.Namespace) -> bool:
    """Carry one line out; True where it printed a board."""
    from . import printing
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
    elif done.verb == "sheet" and not options.players:
        printing.sheet(encounter, done.values.get("who", ""))
    elif done.verb == "rules":
        printing.rules(encounter.ruleset, done.values.get("words", ""), encounter.words())
    return False


def _write(encounter: Encounter, options: argparse.Namespace) -> None:
    from .store import Store, StoreError

    try:
        Store.create(options.to, encounter.document()).close()
    except StoreError as problem:
        raise _unopened(options, options.to, problem) from problem
    except OSError as problem:
        raise Fatal(f"{options.to}: {problem.strerror or problem}") from problem


def _print_board(encounter: Encounter, options: argparse.Namespace) -> None:
    from . import printing

    printing.board(encounter, players=options.players, as_json=options.json)


def show_board(options: argparse.Namespace) -> int:
    """Print the board of a save."""
    _print_board(_load(options.name, options), options)
    return 0


def show_list(options: argparse.Namespace) -> int:
    """Print the saves, the last written first."""
    words = _words(options)
    for head in saves.heads(_folder(options)):
        row = {
            "save": head.path.stem,
            "title": str(head.save.get("title", "")),
            "ruleset": str(head.save.get("ruleset", "")),
            "round": head.save.get("round", 0),
            "phase": str(head.save.get("phase", "")),
            "modified": saves.written(head),
            "unfinished": saves.is_unfinished(head),
        }
        if options.json:
            print(json.dumps({**row, **({"problem": head.problem} if head.problem else {})}, ensure_ascii=False))
        else:
            print(f"{head.path.stem:<24} {words.say(_head_line(head))}")
    return 0


def _head_line(head: SaveHead) -> Msg:
    """A save in the list: title, rulebook, where it stands, when it was written; or that its file is no good."""
    if head.problem:
        trouble = Msg("the save file is gone" if head.problem == "missing" else "the save file cannot be read")
        return Msg("{trouble}; gmconsole {save} tries its backups", {"trouble": trouble, "save": head.path.stem})
    book, phase = _terms(str(head.save.get("ruleset", "")), str(head.save.get("phase", "")))
    fields: dict[str, Field] = {
        "title": str(head.save.get("title", "")),
        "ruleset": book,
        "phase": phase,
        "round": str(head.save.get("round", 0)),
        "written": saves.written(head),
    }
    if saves.is_unfinished(head):
        return Msg("{title}  {ruleset}, round {round} {phase}, {written}", fields)
    return Msg("{title}  {ruleset}, no crisis running, {written}", fields)


def _terms(ruleset: str, phase: str) -> tuple[Name | str, Name | str]:
    """The names of a rulebook and of one of its phases, as far as they are known here."""
    from .core import registry

    book = registry.get(ruleset)
    return (book.name, book.phase_names().get(phase, phase)) if book is not None else (ruleset, phase)


def check(options: argparse.Namespace) -> int:
    """Check files; print every finding with file and line, and return 2 where one is an error."""
    from . import scenarios
    from .content import ContentError
    from .opening import prepared

    bad = False
    words = _words(options)
    for name in options.files:
        path = Path(name)
        found = path if path.exists() else saves.find(_folder(options), name)
        try:
            faults = (
                [*_check_save(found)]
                if found is not None and _is_save_quietly(found)
                else scenarios.check_file(found or prepared(name))
            )
        except ContentError as problem:
            faults = list(problem.faults)
        bad = bad or any(f.severity == "error" for f in faults)
        for fault in faults:
            print(json.dumps(fault.facts(), ensure_ascii=False) if options.json else fault.line_text(words.say))
        if not faults and not options.json:
            print(f"{found or name}: {words.message('no faults')}")
    return BAD_INPUT if bad else 0


def show_party(options: argparse.Namespace) -> int:
    """Write the party of a save as a party file, or copy one; print it where no file is named."""
    from .content import ContentError
    from .loading import LoadError
    from .opening import party_text
    from .store import StoreError

    if options.to is not None and options.to.exists():
        raise _fatal(options, options.to, Msg("exists already; nothing was written"))
    try:
        text = party_text(options.name, _folder(options), _lang(options), over=options.over)
        if options.to is None:
            print(text, end="")
        else:
            options.to.write_text(text, encoding="utf-8", newline="\n")
    except ContentError as problem:
        raise _faulty(options, problem) from problem
    except (StoreError, LoadError) as problem:
        raise _unopened(options, options.name, problem) from problem
    except OSError as problem:
        raise Fatal(f"{options.to or options.name}: {problem.strerror or problem}") from problem
    return 0


def _is_save_quietly(path: Path) -> bool:
    from .content import ContentError
    from .opening import is_save

    try:
        return is_save(path)
    except ContentError:
        return False


def _check_save(path: Path) -> list[Fault]:
    from .content import Fault
    from .encounter import Encounter
    from .loading import LoadError
    from .store import StoreError

    try:
        report = Encounter.look(path).report
    except (StoreError, LoadError) as problem:
        faults = _placed(path, problem) if isinstance(problem, LoadError) else ()
        return list(faults) or [Fault(file=str(path), line=1, field="", message=problem.sentence)]
    said = report.sentences() if report is not None else ()
    return [
        Fault(file=str(path), line=1, field="", message=sentence, done=Msg("the save opens"), severity="note")
        for sentence in said
    ]


def odds(options: argparse.Namespace) -> int:
    """Print exact odds: of one roll, or of the whole table."""
    from .core import registry
    from .text import Words

    names = (options.ruleset,) if options.ruleset else registry.names()
    books = [book for name in names if (book := registry.get(name)) is not None and book.odds(3, 3)]
    if not books:
        if not options.ruleset:
            raise _fatal(options, "odds", Msg("no ruleset with odds is installed"))
        raise _fatal(
            options, "odds", Msg("the ruleset {ruleset} has none or is not installed", {"ruleset": options.ruleset})
        )
    book = books[0]
    words = Words(_lang(options), book)
    if options.table:
        pairs = [(dice, faces) for faces in range(3, 21) for dice in range(3, 21)]
    elif options.dice is None or options.faces is None:
        raise _fatal(options, "odds", Msg("DICE FACES are needed, or --table"))
    elif not (0 <= options.dice <= 100 and 1 <= options.faces <= 100):
        raise _fatal(
            options,
            "odds",
            Msg(
                "0 to 100 dice and 1 to 100 faces, not {dice} and {faces}",
                {"dice": options.dice, "faces": options.faces},
            ),
        )
    else:
        pairs = [(options.dice, options.faces)]
    for dice, faces in pairs:
        found = book.odds(dice, faces)
        if options.json:
            print(json.dumps(found))
        else:
            print(_odds_line(found, words))
    return 0


def rules(options: argparse.Namespace) -> int:
    """Print the rules of a book in which all the words stand: a single one whole."""
    from . import printing
    from .content import ContentError
    from .conversion import nearest
    from .core import registry
    from .text import Words

    try:
        book = registry.get(options.book)
        if book is None:
            known = nearest(options.book, registry.names())
            raise _fatal(options, options.book, Msg("no such rulebook; there is: {books}", {"books": known}))
        words = Words(_lang(options), book)
        printing.rules(book, " ".join(options.words), words, as_json=options.json)
    except ContentError as problem:
        raise _faulty(options, problem) from problem
    return 0


def _odds_line(found: dict[str, Any], words: Words) -> str:
    """Dice, faces and the chance of every outcome that the book's odds name (see ``Ruleset.odds``)."""
    from fractions import Fraction

    def percent(text: str) -> str:
        return f"{float(Fraction(text)) * 100:5.1f} %"

    outcomes = [key for key in words.terms("outcome") if key in found]
    return "  ".join(
        [
            f"{found['dice']:>3}D{found['faces']:<3}",
            *(f"{words.term('outcome', key)} {percent(found[key])}" for key in outcomes),
        ]
    )


COMMANDS = {
    "open": open_console,
    "play": play,
    "board": show_board,
    "list": show_list,
    "party": show_party,
    "check": check,
    "odds": odds,
    "rules": rules,
}

if __name__ == "__main__":
    sys.exit(main())

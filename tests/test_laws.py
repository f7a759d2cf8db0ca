"""The laws: what holds in every book for every sequence of commands, legal or not, against every state play reaches.

The profile is fixed, so a run repeats. Laws of one book alone lie in its own folder.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gmconsole
from gmconsole.core import messages, registry
from gmconsole.core.codec import Codec, plain
from gmconsole.core.commands import RollDice
from gmconsole.core.dice import ScriptedDice, TypedDice
from gmconsole.core.history import Entry
from gmconsole.core.integrity import problems
from gmconsole.core.model import Command, Event, Rejected, Roll
from gmconsole.core.ruleset import Ruleset
from gmconsole.core.secrets import named
from gmconsole.core.session import Accepted, Session
from gmconsole.encounter import Encounter
from gmconsole.language.driver import Driver, Request, line_of
from gmconsole.language.grammar import Ctx
from gmconsole.language.names import call_term, find_term
from gmconsole.store import block, toml
from gmconsole.text import Words

from . import arbitrary
from .cairn import play as cairn
from .lawn import play as lawn
from .laws import STEP, Game, How, after, keeps_secrets, played, plays

GAMES = {"lawn": lawn, "cairn": cairn}
every_book = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def sentences(game: Game) -> dict[str, str]:
    """Every refusal there can be, by its code."""
    return {**messages.REJECTIONS, **game.RULESET.rejections()}


def codec_of(game: Game) -> Codec[Any]:
    """What writes and reads that book's saves."""
    return Codec(game.RULESET)


def fields_of(game: Game, rejected: Rejected) -> set[str]:
    """The fields that the sentence of a refusal has."""
    return set(re.findall(r"{(\w+)}", sentences(game)[rejected.code]))


# Law 1 ---------------------------------------------------------------------------------------------------------------


@every_book
@settings(max_examples=120)
@given(plays(30))
def test_law_1_a_save_gives_the_state_back(game: Game, how: How) -> None:
    codec = codec_of(game)
    for session, _, done in played(game, how, nasty=True):
        if isinstance(done, Accepted):
            assert codec.state(plain(session.state)) == session.state
            record = codec.record(done.entry)
            assert codec.from_record(record) == (done.entry, None)
    session = after(game, how, nasty=True)
    document = toml.loads(
        toml.dumps({"state": plain(session.state), "history": [codec.record(e) for e in session.history.entries]})
    )
    assert codec.state(document["state"]) == session.state
    assert tuple(codec.from_record(r)[0] for r in document["history"]) == tuple(session.history.entries)
    assert problems(game.RULESET, session.state) == ()


@every_book
@settings(max_examples=60)
@given(STEP)
def test_law_1_every_field_of_a_state_is_given_back(game: Game, seed: int) -> None:
    """Whatever the types allow, whether play reaches it or not."""
    state = arbitrary.struct(game.RULESET.state_type, Random(seed), longest=seed % 4 == 0)
    document = toml.loads(toml.dumps({"state": plain(state)}))
    assert codec_of(game).state(document["state"]) == state


@every_book
@settings(max_examples=12)
@given(STEP)
def test_law_1_every_command_and_event_is_given_back_by_the_journal(game: Game, seed: int) -> None:
    """Every type, at its shortest and its longest, in any order in one file."""
    rng, codec = Random(seed), codec_of(game)
    entries = []
    for kind in (*game.RULESET.decisions, *game.RULESET.folds):
        longest = arbitrary.struct(kind, rng, longest=True)
        for made in (arbitrary.shortest(kind, rng), longest, arbitrary.struct(kind, rng)):
            command = made if isinstance(made, Command) else None
            events = (made,) if isinstance(made, Event) else ()
            entries.append(
                Entry(seq=1, parent=0, command=command, events=events, dice=(Roll(6, (1, 6)),), stream=2, drawn=3)
            )
    rng.shuffle(entries)
    text = b"".join(b"[[entry]]\n" + block.body(codec.record(e)) + block.seal(1, 2, "0" * 16) for e in entries)
    read = toml.tables(toml.loads(text.decode())["entry"])
    assert [codec.from_record(record)[0] for record in read] == entries


# Laws 2 and 3 --------------------------------------------------------------------------------------------------------


def moment(session: Session[Any]) -> tuple[object, ...]:
    """All of a moment but its place in the numbering: every field of the state, and the dice position."""
    return session.state, session.position, session.can_undo


@every_book
@settings(max_examples=120)
@given(plays(40))
def test_law_2_undo_and_redo_give_every_moment_back(game: Game, how: How) -> None:
    session = game.table(how[0])
    start = session.can_undo
    moments = [moment(session)]
    for step in how[1]:
        if isinstance(session.execute(game.command(step, session.state)), Accepted):
            moments.append(moment(session))
    for expected in reversed(moments[:-1]):
        session.undo()
        assert moment(session) == expected
    assert session.can_undo == start
    for expected in moments[1:]:
        session.redo()
        assert moment(session) == expected
    assert isinstance(session.redo(), Rejected)
    if len(moments) > 1:
        session.undo(len(moments) - 1)
        assert moment(session) == moments[0]
        session.redo(len(moments) - 1)
        assert moment(session) == moments[-1]


@every_book
@settings(max_examples=120)
@given(plays(40))
def test_law_3_recorded_commands_and_dice_give_the_state_back(game: Game, how: How) -> None:
    session = after(game, how)
    again: Session[Any] = Session(game.RULESET, session.history.base, seed=0)
    for entry in session.history.entries:
        assert entry.command is not None
        faces = [face for roll in entry.dice for face in roll.faces]
        done = again.execute(entry.command, ScriptedDice(faces))
        assert isinstance(done, Accepted), (entry.command, done)
        assert (done.entry.events, done.entry.dice) == (entry.events, entry.dice)
    assert again.state == session.state
    folded = session.history.base
    for entry in session.history.entries:
        folded = game.RULESET.fold(folded, entry.events)
    assert folded == session.state


# Law 4 ---------------------------------------------------------------------------------------------------------------


@every_book
@settings(max_examples=350)
@given(plays(60))
def test_law_4_every_command_is_accepted_or_rejected(game: Game, how: How) -> None:
    seed, steps = how
    session = game.table(seed)
    english = Words("en", game.RULESET)
    for step in steps:
        before = (session.state, session.position, session.index, session.next_seq, len(session.history))
        command = game.command(step, session.state)
        done = session.execute(command)
        if isinstance(done, Rejected):
            now = (session.state, session.position, session.index, session.next_seq, len(session.history))
            assert now[0] is before[0]
            assert now[1:] == before[1:]
            assert done.code in sentences(game), done.code
        else:
            assert done.entry.events
            for audience in ("gm", "players"):
                for message in game.RULESET.tell(session.state, done.entry.events, audience):
                    assert "{" not in english.say(message)
                    assert "" not in named(message), "a sentence about nobody is kept from the players"
            drawn = sum(len(r.faces) for r in done.entry.dice)
            assert (session.position != before[1]) == (drawn > 0)


@every_book
def test_play_reaches_every_command_and_event(game: Game) -> None:
    """The laws are about something: no type of command is never accepted, no type of event never comes."""
    assert {kind.__name__ for kind in game.RULESET.decisions.keys() - set(game.MADE)} == set(), "without a maker"
    left: set[type[Command] | type[Event]] = {*game.RULESET.decisions, *game.RULESET.folds}
    for seed in range(3000):
        rng = Random(seed)
        session = game.table(seed)
        for _ in range(60):
            done = session.execute(game.command(rng.randrange(2**32), session.state))
            if isinstance(done, Accepted):
                left -= {type(done.entry.command), *map(type, done.entry.events)}
        if {kind.__name__ for kind in left} <= set(game.RARE):
            return
    assert {kind.__name__ for kind in left} == set(game.RARE), "never reached"


@every_book
def test_play_says_everything_that_a_command_can_hold(game: Game) -> None:
    """No field of a command stays at its default in all of random play."""
    kinds = [kind for kind in game.MADE if kind.__name__ not in game.RARE]
    left = {(kind, field.name) for kind in kinds for field in msgspec.structs.fields(kind) if not field.required}
    for seed in range(300):
        state = after(game, (seed % 20, [seed * 977 + n * 131 for n in range(20)])).state
        for kind in {kind for kind, _ in left}:
            made = game.of_type(kind, seed, state)
            left -= {(kind, f.name) for f in msgspec.structs.fields(kind) if getattr(made, f.name) != _default(f)}
        if not left:
            return
    assert {f"{kind.__name__}.{name}" for kind, name in left} == set()


def _default(field: msgspec.structs.FieldInfo) -> object:
    return field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()


@every_book
@settings(max_examples=120)
@given(plays(50))
def test_what_the_console_proposes_is_never_refused(game: Game, how: How) -> None:
    session = game.table(how[0])
    for number, step in enumerate(how[1]):
        session.execute(game.command(step, session.state))
        for task in game.RULESET.agenda(session.state) if number % 3 == 0 else ():
            for command in (task.command, task.refuse, task.skip):
                if command is not None:
                    done = session.execute(command)
                    assert isinstance(done, Accepted), (task, command, done)
                    session.undo()


# Law 6 ---------------------------------------------------------------------------------------------------------------


@every_book
@settings(max_examples=120)
@given(plays(40))
def test_law_6_nothing_secret_reaches_the_players(game: Game, how: How) -> None:
    encounter = Encounter(game.table(how[0]))
    secret = {who for who, p in encounter.state.entities.items() if game.SECRET in p.name}
    keeps_secrets(game, encounter)
    for number, step in enumerate(how[1]):
        command = game.command(step, encounter.state)
        encounter.session.execute(command)
        people = encounter.state.entities
        if any(not p.hidden and (who in secret or game.SECRET in p.name) for who, p in people.items()):
            return  # revealed, under whatever name: it is no secret any more
        if number % 4 == 0:
            keeps_secrets(game, encounter)
    keeps_secrets(game, encounter)


# The language: what is written is read -------------------------------------------------------------------------------


@every_book
def test_every_command_has_a_verb_and_random_play_makes_it(game: Game) -> None:
    verbs = Driver(game.table(0)).verbs()
    written = {v.command for v in verbs if v.command is not None}
    assert set(game.RULESET.decisions) == written
    assert set(game.MADE) == set(game.RULESET.decisions)


@pytest.mark.parametrize("book", [registry.get(i) for i in registry.names()], ids=registry.names())
def test_every_event_folds(book: Ruleset[Any]) -> None:
    def below(kind: type[Event]) -> Iterator[type[Event]]:
        for sub in kind.__subclasses__():
            yield sub
            yield from below(sub)

    of_book = ("gmconsole.core.", f"gmconsole.rulesets.{book.id}.")
    known = {k for k in below(Event) if k.__module__.startswith(of_book)}
    assert known == set(book.folds)


@every_book
def test_no_two_verbs_share_a_word_and_no_form_shares_a_keyword(game: Game) -> None:
    verbs = Driver(game.table(0)).verbs()
    spoken = [w for v in verbs for w in {v.id, v.name.en, v.name.zh, *v.aliases}]
    assert sorted(spoken) == sorted(set(spoken))
    for verb in verbs:
        keywords = [w for p in verb.params if p.keyword is not None for w in {p.keyword.en, p.keyword.zh}]
        assert sorted(keywords) == sorted(set(keywords)), verb.id
    keys = [v.key for v in verbs if v.key]
    assert sorted(keys) == sorted(set(keys))


@every_book
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_term_is_read_as_it_is_written(game: Game, lang: str) -> None:
    state = game.table(0).state
    ctx = Ctx(state, game.RULESET, lang)
    for verb in Driver(game.table(0)).verbs():
        for param in verb.params:
            for terms in filter(None, (param.terms, param.keys)):
                for key in terms(ctx):
                    assert find_term(terms(ctx), call_term(terms(ctx), key, lang)) == key, (verb.id, key)


@every_book
@settings(max_examples=40)
@given(plays(12), st.lists(STEP, min_size=1, max_size=2))
def test_every_command_is_read_as_it_is_written(game: Game, how: How, steps: list[int]) -> None:
    session = after(game, how, nasty=True)
    for lang in ("en", "zh"):
        driver = Driver(session, lang)
        for step in steps:
            for kind in game.MADE:
                command = game.of_type(kind, step, session.state)
                line = line_of(driver.verbs(), command, driver.ctx)
                request = driver.parse(line)
                assert isinstance(request, Request), (command, line, request)
                assert request.command == command, line
                assert request.faces is None


@every_book
@settings(max_examples=40)
@given(plays(40))
def test_every_step_of_play_has_a_line_that_does_the_same(game: Game, how: How) -> None:
    """The undo list as lines: each one means the command it stands for, before and after it was carried out."""
    session = game.table(how[0], nasty=True)
    for step in how[1]:
        command = game.command(step, session.state, wild=False)
        ctx = Ctx(session.state, game.RULESET, "zh" if step % 2 else "en")
        driver = Driver(session, ctx.lang)
        if isinstance(session.execute(command), Accepted):
            session.undo()
            line = line_of(driver.verbs(), command, ctx)
            request = driver.parse(line)
            assert isinstance(request, Request), (line, request)
            assert request.command == command, line
            session.redo()


WORD = st.sampled_from(
    [
        *dict.fromkeys(w for g in GAMES.values() for v in Driver(g.table(0)).verbs() for w in (v.name.en, v.name.zh)),
        *dict.fromkeys(w for g in GAMES.values() for w in (*g.NAMES, *g.WORDS)),
        "on",
        "by",
        "对",
        "=",
        "=3",
        "D9",
        "+2",
        "-1",
        "7d9",
        "OPR=hit",
        "“",
        '"',
        "#",
        "?",
        "a",
        "1",
        "near",
        "medium",
        "prone",
        "+prone",
        "-stunned",
        "²",
        "--5",
        "٣",
        "b=near",
        "=",
        "jessica",
        "*",
        "\\",
        "：",
        "Ｄ６",
        "d20:14",
        "99999999999",
        "",
    ]
)
LINE = st.one_of(st.text(), st.lists(WORD, max_size=8).map(" ".join), st.tuples(WORD, st.text()).map(" ".join))


@every_book
@settings(max_examples=1500)
@given(LINE, st.integers(0, 7), st.sampled_from(["en", "zh"]))
def test_every_line_means_something_or_is_refused(game: Game, line: str, seed: int, lang: str) -> None:
    session = table(game, seed)
    encounter = Encounter(session, lang=lang)
    found = encounter.driver.parse(line)
    if isinstance(found, Rejected):
        assert fields_of(game, found) <= set(found.params), found
        assert encounter.words().refusal(found) not in ("", found.code)
    elif isinstance(found, Request) and found.command is not None:
        before = session.state
        done = session.execute(found.command)
        if isinstance(done, Accepted):
            session.undo()
        assert session.state == before


@cache
def table(game: Game, seed: int) -> Session[Any]:
    """A table at which something has been played already."""
    return after(game, (seed, [seed * 977 + n * 131 for n in range(15)]))


# Refusals ------------------------------------------------------------------------------------------------------------


@every_book
def test_every_refusal_in_the_code_has_a_sentence(game: Game) -> None:
    """Every ``Rejected("code"`` in the core, the language and the book."""
    folder = Path(gmconsole.__file__).parent
    found: set[str] = set()
    for part in ("core", "language", f"rulesets/{game.RULESET.id}"):
        for path in (folder / part).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            found |= set(re.findall(r"""(?:Rejected|DiceMismatch)\(\s*"([a-z-]+)\"""", text))
    assert len(found) > 80
    assert found <= sentences(game).keys(), found - sentences(game).keys()


@every_book
@settings(max_examples=60)
@given(plays(40))
def test_every_refusal_fills_its_sentence(game: Game, how: How) -> None:
    """No field of the sentence is left open, and no raw code is shown."""
    said = {lang: Words(lang, game.RULESET) for lang in ("en", "zh")}
    for _, command, done in played(game, how):
        if isinstance(done, Rejected):
            assert fields_of(game, done) <= set(done.params), (done, command)
            assert all(done.code not in words_.refusal(done) for words_ in said.values())


@every_book
def test_dice_are_checked_before_anything_happens(game: Game) -> None:
    session = game.table(1)
    before = session.state
    for faces, code in (
        ([1], "dice-too-few"),
        ([1, 2, 3], "dice-too-many"),
        ([1, 9], "dice-impossible"),
        ([(8, 1), (6, 2)], "dice-wrong-size"),
    ):
        done = session.execute(RollDice(count=2, sides=6), TypedDice(faces))
        assert isinstance(done, Rejected)
        assert done.code == code
        assert session.state is before

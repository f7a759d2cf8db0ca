"""The laws: what holds for every sequence of commands, legal or not, against every state that play reaches.

Each play is a table (a number) and a list of steps (numbers); see ``play``. The profile is fixed, so a run repeats.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gmconsole
from gmconsole.board import json as board_json
from gmconsole.board import rows
from gmconsole.core import messages, registry
from gmconsole.core.codec import Codec, plain
from gmconsole.core.commands import FieldSet, RollDice
from gmconsole.core.dice import ScriptedDice, TypedDice
from gmconsole.core.history import Entry
from gmconsole.core.model import Command, Event, Rejected, Roll
from gmconsole.core.ruleset import Ruleset
from gmconsole.core.session import Accepted, Session
from gmconsole.core.views import Board
from gmconsole.encounter import Encounter
from gmconsole.language.driver import Driver, Request, line_of
from gmconsole.language.grammar import Ctx
from gmconsole.language.names import call_term, find_term
from gmconsole.rulesets.lawn import RULESET, actions, crisis, injuries, questions, slots
from gmconsole.rulesets.lawn.distance import BandDirected
from gmconsole.rulesets.lawn.life import LifeChanged
from gmconsole.rulesets.lawn.state import LawnState
from gmconsole.store import block, toml
from gmconsole.text import Words

from . import arbitrary, maker, play

CODEC: Codec[LawnState] = Codec(RULESET)
SENTENCES = {**messages.REJECTIONS, **RULESET.rejections()}
STEP = st.integers(0, 2**32 - 1)
TABLE = st.integers(0, 2**16 - 1)


def plays(longest: int) -> Any:
    """A table and the steps taken at it."""
    steps = st.one_of(st.lists(STEP, max_size=longest), st.lists(STEP, min_size=longest // 2, max_size=longest))
    return st.tuples(TABLE, steps)


def played(how: tuple[int, list[int]], *, nasty: bool = False) -> Iterator[tuple[Session[LawnState], Command, object]]:
    """The session after each step, with the command and what came of it."""
    seed, steps = how
    session = play.table(seed, nasty=nasty)
    for step in steps:
        command = play.command(step, session.state)
        yield session, command, session.execute(command)


def fields_of(rejected: Rejected) -> set[str]:
    """The fields that the sentence of a refusal has."""
    return set(re.findall(r"{(\w+)}", SENTENCES[rejected.code]))


def after(how: tuple[int, list[int]], *, nasty: bool = False) -> Session[LawnState]:
    """The session after all the steps."""
    session = play.table(how[0], nasty=nasty)
    for step in how[1]:
        session.execute(play.command(step, session.state))
    return session


# Law 1 ---------------------------------------------------------------------------------------------------------------


@settings(max_examples=120)
@given(plays(30))
def test_law_1_a_save_gives_the_state_back(how: tuple[int, list[int]]) -> None:
    for session, _, done in played(how, nasty=True):
        if isinstance(done, Accepted):
            assert CODEC.state(plain(session.state)) == session.state
            record = CODEC.record(done.entry)
            assert CODEC.from_record(record) == (done.entry, None)
    session = after(how, nasty=True)
    document = toml.loads(
        toml.dumps({"state": plain(session.state), "history": [CODEC.record(e) for e in session.history.entries]})
    )
    assert CODEC.state(document["state"]) == session.state
    assert tuple(CODEC.from_record(r)[0] for r in document["history"]) == tuple(session.history.entries)


@settings(max_examples=60)
@given(STEP)
def test_law_1_every_field_of_a_state_is_given_back(seed: int) -> None:
    """Whatever the types allow, whether play reaches it or not."""
    state = arbitrary.struct(LawnState, Random(seed), longest=seed % 4 == 0)
    document = toml.loads(toml.dumps({"state": plain(state)}))
    assert CODEC.state(document["state"]) == state


@settings(max_examples=12)
@given(STEP)
def test_law_1_every_command_and_event_is_given_back_by_the_journal(seed: int) -> None:
    """Every type, at its shortest and its longest, in any order in one file."""
    rng = Random(seed)
    entries = []
    for kind in (*RULESET.decisions, *RULESET.folds):
        longest = arbitrary.struct(kind, rng, longest=True)
        for made in (arbitrary.shortest(kind, rng), longest, arbitrary.struct(kind, rng)):
            command = made if isinstance(made, Command) else None
            events = (made,) if isinstance(made, Event) else ()
            entries.append(
                Entry(seq=1, parent=0, command=command, events=events, dice=(Roll(6, (1, 6)),), stream=2, drawn=3)
            )
    rng.shuffle(entries)
    text = b"".join(b"[[entry]]\n" + block.body(CODEC.record(e)) + block.seal(1, 2, "0" * 16) for e in entries)
    read = toml.tables(toml.loads(text.decode())["entry"])
    assert [CODEC.from_record(record)[0] for record in read] == entries


# Laws 2 and 3 --------------------------------------------------------------------------------------------------------


def moment(session: Session[LawnState]) -> tuple[object, ...]:
    """All of a moment but its place in the numbering: every field of the state, and the dice position."""
    return session.state, session.position, session.can_undo


@settings(max_examples=120)
@given(plays(40))
def test_law_2_undo_and_redo_give_every_moment_back(how: tuple[int, list[int]]) -> None:
    session = play.table(how[0])
    start = session.can_undo
    moments = [moment(session)]
    for step in how[1]:
        if isinstance(session.execute(play.command(step, session.state)), Accepted):
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


@settings(max_examples=120)
@given(plays(40))
def test_law_3_recorded_commands_and_dice_give_the_state_back(how: tuple[int, list[int]]) -> None:
    session = after(how)
    again: Session[LawnState] = Session(RULESET, session.history.base, seed=0)
    for entry in session.history.entries:
        assert entry.command is not None
        faces = [face for roll in entry.dice for face in roll.faces]
        done = again.execute(entry.command, ScriptedDice(faces))
        assert isinstance(done, Accepted), (entry.command, done)
        assert (done.entry.events, done.entry.dice) == (entry.events, entry.dice)
    assert again.state == session.state
    folded = session.history.base
    for entry in session.history.entries:
        folded = RULESET.fold(folded, entry.events)
    assert folded == session.state


# Law 4 ---------------------------------------------------------------------------------------------------------------


@settings(max_examples=350)
@given(plays(60))
def test_law_4_every_command_is_accepted_or_rejected(how: tuple[int, list[int]]) -> None:
    seed, steps = how
    session = play.table(seed)
    for step in steps:
        before = (session.state, session.position, session.index, session.next_seq, len(session.history))
        command = play.command(step, session.state)
        done = session.execute(command)
        if isinstance(done, Rejected):
            now = (session.state, session.position, session.index, session.next_seq, len(session.history))
            assert now[0] is before[0]
            assert now[1:] == before[1:]
            assert done.code in SENTENCES, done.code
        else:
            assert done.entry.events
            drawn = sum(len(r.faces) for r in done.entry.dice)
            assert (session.position != before[1]) == (drawn > 0)


def test_play_reaches_every_command_and_event() -> None:
    """The laws are about something: no type of command is never accepted, no type of event never comes."""
    assert {kind.__name__ for kind in RULESET.decisions.keys() - set(play.MADE)} == set(), "without a maker"
    left: set[type[Command] | type[Event]] = {*RULESET.decisions, *RULESET.folds}
    for seed in range(3000):
        rng = Random(seed)
        session = play.table(seed)
        for _ in range(60):
            done = session.execute(play.command(rng.randrange(2**32), session.state))
            if isinstance(done, Accepted):
                left -= {type(done.entry.command), *map(type, done.entry.events)}
        if not left:
            return
    assert {kind.__name__ for kind in left} == set(), "never reached"


def test_play_says_everything_that_a_command_can_hold() -> None:
    """No field of a command stays at its default in all of random play."""
    left = {(kind, field.name) for kind in play.MADE for field in msgspec.structs.fields(kind) if not field.required}
    for seed in range(300):
        state = after((seed % 20, [seed * 977 + n * 131 for n in range(20)])).state
        for kind in {kind for kind, _ in left}:
            made = play.of_type(kind, seed, state)
            left -= {(kind, f.name) for f in msgspec.structs.fields(kind) if getattr(made, f.name) != _default(f)}
        if not left:
            return
    assert {f"{kind.__name__}.{name}" for kind, name in left} == set()


def _default(field: msgspec.structs.FieldInfo) -> object:
    return field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()


# Laws 5 and 7 --------------------------------------------------------------------------------------------------------


def bands_hold(state: LawnState, directed: set[frozenset[str]]) -> None:
    for a, row in state.bands.items():
        for b, band in row.items():
            if frozenset((a, b)) not in directed:
                assert state.bands[b][a] == band
    if state.mode != "crisis":
        return
    owed = {t.kind for t in RULESET.agenda(state)}
    leaving = any(q.kind in ("outside", "leaves") for q in state.questions.values())
    for a, b in combinations([p for p in state.entities.values() if p.presence == "in"], 2):
        band = state.bands.get(a.id, {}).get(b.id)
        if not (a.kind == b.kind == "object"):
            assert band is not None or "band" in owed
            assert band != "extreme" or leaving or "band" in owed


def figures_hold(state: LawnState, corrected: set[str]) -> None:
    for p in state.entities.values():
        assert 0 <= p.life <= 999
        assert 0 <= p.sanity <= 99
        if p.id not in corrected:
            assert p.life <= p.life_max
            assert p.sanity <= p.sanity_max
        if p.kind == "pc":
            assert p.life == 0 == p.life_max
        for held in p.load.values():
            assert 0 <= held.now <= held.full


@settings(max_examples=300)
@given(plays(60))
def test_laws_5_and_7_bands_and_figures(how: tuple[int, list[int]]) -> None:
    session = play.table(how[0])
    directed: set[frozenset[str]] = set()
    corrected: set[str] = set()
    bands_hold(session.state, directed)
    for step in how[1]:
        done = session.execute(play.command(step, session.state))
        if not isinstance(done, Accepted):
            continue
        for event in done.entry.events:
            if isinstance(event, BandDirected):
                directed.add(frozenset((event.a, event.b)))
            elif isinstance(event, FieldSet) and event.field.partition("_")[0] in ("life", "sanity"):
                corrected.add(event.who)
            elif isinstance(event, LifeChanged):
                assert event.after <= max(event.after_max, event.before)
        bands_hold(session.state, directed)
        figures_hold(session.state, corrected)


def open_things_hold(state: LawnState) -> None:
    """What is under way hangs together: nothing waits for something that is not there any more."""
    for attack in state.attacks.values():
        assert attack.waits in {*state.checks, *state.opposed, *state.questions}, attack
        assert None not in (state.person(attack.who), state.person(attack.target)), attack
    for check in state.checks.values():
        assert check.serves != "attack" or check.ref in state.attacks, check
        assert check.serves != "opposed" or check.ref in state.opposed, check
    for who, hold in state.restraints.items():
        held, holder = state.entities[who], state.entities[hold.holder]
        assert injuries.has(held, "restrained") and injuries.has(holder, "holding"), (who, hold)
    for person in state.entities.values():
        holds = any(hold.holder == person.id for hold in state.restraints.values())
        assert holds or not injuries.has(person, "holding"), person
    for light in state.lights.values():
        assert state.person(light.carrier) is not None, light
    assert actions.turn(state) == state.crisis.turn


@settings(max_examples=200)
@given(plays(60))
def test_what_is_under_way_hangs_together_and_a_slot_comes_once(how: tuple[int, list[int]]) -> None:
    session = play.table(how[0])
    used: set[str] = set()
    for step in how[1]:
        done = session.execute(play.command(step, session.state))
        if not isinstance(done, Accepted):
            continue
        for event in done.entry.events:
            if isinstance(event, crisis.RoundCleared | crisis.CrisisStarted | crisis.CrisisEnded):
                used = set()
            elif isinstance(event, slots.SlotTaken):
                assert event.who not in used, "a slot comes once a round"
                used.add(event.who)
        open_things_hold(session.state)
        RULESET.tell(session.state, done.entry.events, "players")


@settings(max_examples=120)
@given(plays(50))
def test_what_the_console_proposes_is_never_refused(how: tuple[int, list[int]]) -> None:
    session = play.table(how[0])
    for number, step in enumerate(how[1]):
        session.execute(play.command(step, session.state))
        for task in RULESET.agenda(session.state) if number % 3 == 0 else ():
            for command in (task.command, task.refuse, task.skip):
                if command is not None:
                    done = session.execute(command)
                    assert isinstance(done, Accepted), (task, command, done)
                    session.undo()


# Law 6 ---------------------------------------------------------------------------------------------------------------

INTERNAL = re.compile(r"\b(?:pc|npc|obj|q|check|hazard|light|pending|opposed)-\d{3}\b")


def texts(encounter: Encounter) -> Iterator[str]:
    """All that players may get to see, in both languages."""
    board = encounter.board("players")
    for lang in ("en", "zh"):
        said = encounter.words(lang)
        yield json.dumps(
            board_json.as_json(board, said, lambda command: encounter.driver.line(command)), ensure_ascii=False
        )
        yield rows.as_text(board, said, 2000)
    yield repr(plain(board))


def asked(encounter: Encounter) -> set[str]:
    """The console's questions to the GM as they are worded, in both languages."""
    found = [questions.wording(q) for q in encounter.state.questions.values()]
    return {encounter.words(lang).say(m) for lang in ("en", "zh") for m in found}


def public_tags(board: Board, encounter: Encounter) -> None:
    """Tags are counted without a gap over everybody the players have ever seen."""
    given_out = [e.shown_as for e in encounter.state.entities.values() if e.shown_as]
    digits = sorted(int(t) for t in given_out if t.isdigit())
    letters = sorted((t for t in given_out if t.isalpha()), key=lambda t: (len(t), t))
    assert digits == list(range(1, len(digits) + 1))
    assert letters == [chr(ord("a") + n) for n in range(len(letters))]
    assert set(board.cards) <= set(given_out)
    assert all(card.id == card.tag == who for who, card in board.cards.items())


def keeps_secrets(encounter: Encounter) -> None:
    board = encounter.board("players")
    public_tags(board, encounter)
    for text in texts(encounter):
        assert maker.SECRET not in text, text
        assert not INTERNAL.search(text), text
        for question in asked(encounter):
            assert question not in text, text


@settings(max_examples=120)
@given(plays(40))
def test_law_6_nothing_secret_reaches_the_players(how: tuple[int, list[int]]) -> None:
    encounter = Encounter(play.table(how[0]))
    keeps_secrets(encounter)
    for number, step in enumerate(how[1]):
        command = play.command(step, encounter.state)
        encounter.session.execute(command)
        shown = {p.name for p in encounter.state.entities.values() if not p.hidden}
        if any(maker.SECRET in name for name in shown):
            return  # revealed: it is no secret any more
        if number % 4 == 0:
            keeps_secrets(encounter)
    keeps_secrets(encounter)


def test_law_6_what_is_prepared_stays_with_the_gm() -> None:
    """Dangers that have not come, people who wait outside, notes, clocks, new names of the hidden."""
    encounter = Encounter(Session(RULESET, RULESET.new_state("Wood"), seed=1))
    for line in (
        "add pc Jessica",
        "add npc zqxOgre outside",
        "add npc Wolf",
        "add npc zqxBear hidden",
        "hazard zqxpit FLX D6 fail prone",
        "note zqxplan",
        "note zqxally on wolf",
        "clock zqxdoom 4",
        "rename zqxBear zqxGrizzly",
        "pending fuse zqxbomb",
        "band jessica wolf near",
        "band jessica zqxGrizzly far",
        "band wolf zqxGrizzly far",
        "start crisis",
        "difficulty D6",
        "initiative jessica",
        "next",
        "clock zqxdoom +1",
    ):
        done = encounter.run(line)
        assert isinstance(done, Accepted), (line, done)
        keeps_secrets(encounter)
    assert {c.name: c.tag for c in encounter.board("players").cards.values()} == {"Jessica": "1", "Wolf": "a"}
    encounter.run("rename zqxGrizzly Bear")
    encounter.run("reveal Bear")
    assert {c.name: c.tag for c in encounter.board("players").cards.values()} == {
        "Jessica": "1",
        "Wolf": "a",
        "Bear": "b",
    }
    encounter.run("hazard zqxpit on jessica")
    assert any("zqxpit" in text for text in texts(encounter)), "now it has come"


# The language: what is written is read -------------------------------------------------------------------------------


def test_every_command_has_a_verb_and_random_play_makes_it() -> None:
    verbs = Driver(play.table(0)).verbs()
    written = {v.command for v in verbs if v.command is not None}
    assert set(RULESET.decisions) == written
    assert set(play.MADE) == set(RULESET.decisions)


@pytest.mark.parametrize("book", [registry.get(i) for i in registry.names()], ids=registry.names())
def test_every_event_folds(book: Ruleset[Any]) -> None:
    def below(kind: type[Event]) -> Iterator[type[Event]]:
        for sub in kind.__subclasses__():
            yield sub
            yield from below(sub)

    of_book = ("gmconsole.core.", f"gmconsole.rulesets.{book.id}.")
    known = {k for k in below(Event) if k.__module__.startswith(of_book)}
    assert known == set(book.folds)


def test_no_two_verbs_share_a_word_and_no_form_shares_a_keyword() -> None:
    verbs = Driver(play.table(0)).verbs()
    spoken = [w for v in verbs for w in {v.id, v.name.en, v.name.zh, *v.aliases}]
    assert sorted(spoken) == sorted(set(spoken))
    for verb in verbs:
        keywords = [w for p in verb.params if p.keyword is not None for w in {p.keyword.en, p.keyword.zh}]
        assert sorted(keywords) == sorted(set(keywords)), verb.id


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_term_is_read_as_it_is_written(lang: str) -> None:
    state = play.table(0).state
    ctx = Ctx(state, RULESET, lang)
    for verb in Driver(play.table(0)).verbs():
        for param in verb.params:
            for terms in filter(None, (param.terms, param.keys)):
                for key in terms(ctx):
                    assert find_term(terms(ctx), call_term(terms(ctx), key, lang)) == key, (verb.id, key)


@settings(max_examples=40)
@given(plays(12), st.lists(STEP, min_size=1, max_size=2))
def test_every_command_is_read_as_it_is_written(how: tuple[int, list[int]], steps: list[int]) -> None:
    session = after(how, nasty=True)
    for lang in ("en", "zh"):
        driver = Driver(session, lang)
        for step in steps:
            for kind in play.MADE:
                command = play.of_type(kind, step, session.state)
                line = line_of(driver.verbs(), command, driver.ctx)
                request = driver.parse(line)
                assert isinstance(request, Request), (command, line, request)
                assert request.command == command, line
                assert request.faces is None


@settings(max_examples=40)
@given(plays(40))
def test_every_step_of_play_has_a_line_that_does_the_same(how: tuple[int, list[int]]) -> None:
    """The undo list as lines: each one means the command it stands for, before and after it was carried out."""
    session = play.table(how[0], nasty=True)
    for step in how[1]:
        command = play.command(step, session.state, wild=False)
        ctx = Ctx(session.state, RULESET, "zh" if step % 2 else "en")
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
        *(w for v in Driver(play.table(0)).verbs() for w in (v.name.en, v.name.zh)),
        *maker.NAMES,
        *maker.TEXTS,
        *maker.WORDS,
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


@settings(max_examples=1500)
@given(LINE, st.integers(0, 7), st.sampled_from(["en", "zh"]))
def test_every_line_means_something_or_is_refused(line: str, seed: int, lang: str) -> None:
    session = TABLES[seed]
    encounter = Encounter(session, lang=lang)
    found = encounter.driver.parse(line)
    if isinstance(found, Rejected):
        assert fields_of(found) <= set(found.params), found
        assert encounter.words().refusal(found) not in ("", found.code)
    elif isinstance(found, Request) and found.command is not None:
        before = session.state
        done = session.execute(found.command)
        if isinstance(done, Accepted):
            session.undo()
        assert session.state == before


TABLES = [after((seed, [seed * 977 + n * 131 for n in range(15)])) for seed in range(8)]


# Refusals ------------------------------------------------------------------------------------------------------------


def test_every_refusal_in_the_code_has_a_sentence() -> None:
    """Every ``Rejected("code"`` in the core, the language and the book."""
    folder = Path(gmconsole.__file__).parent
    found: set[str] = set()
    for part in ("core", "language", "rulesets/lawn"):
        for path in (folder / part).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            found |= set(re.findall(r"""(?:Rejected|DiceMismatch)\(\s*"([a-z-]+)\"""", text))
    assert len(found) > 80
    assert found <= SENTENCES.keys(), found - SENTENCES.keys()


@settings(max_examples=60)
@given(plays(40))
def test_every_refusal_fills_its_sentence(how: tuple[int, list[int]]) -> None:
    """No field of the sentence is left open, and no raw code is shown."""
    said = {lang: Words(lang, RULESET) for lang in ("en", "zh")}
    for _, command, done in played(how):
        if isinstance(done, Rejected):
            assert fields_of(done) <= set(done.params), (done, command)
            assert all(done.code not in words_.refusal(done) for words_ in said.values())


def test_dice_are_checked_before_anything_happens() -> None:
    session = play.table(1)
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

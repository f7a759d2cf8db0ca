"""The laws for Cairn: what holds for every sequence of commands, legal or not, against every state play reaches."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gmconsole.board import json as board_json
from gmconsole.board import rows
from gmconsole.core import messages
from gmconsole.core.codec import Codec, plain
from gmconsole.core.dice import ScriptedDice
from gmconsole.core.integrity import problems
from gmconsole.core.model import Command, Event, Rejected
from gmconsole.core.secrets import named
from gmconsole.core.session import Accepted, Session
from gmconsole.encounter import Encounter
from gmconsole.language.driver import Driver, Request, line_of
from gmconsole.language.grammar import Ctx
from gmconsole.language.names import call_term, find_term
from gmconsole.rulesets.cairn import RULESET, armour, conditions, inventory, morale, turns
from gmconsole.rulesets.cairn.state import ATTRIBUTES, OUT, CairnState
from gmconsole.store import toml
from gmconsole.text import Words

from .. import arbitrary
from . import play

CODEC: Codec[CairnState] = Codec(RULESET)
SENTENCES = {**messages.REJECTIONS, **RULESET.rejections()}
STEP = st.integers(0, 2**32 - 1)


def plays(longest: int) -> Any:
    """A table and the steps taken at it."""
    return st.tuples(st.integers(0, 2**16 - 1), st.lists(STEP, min_size=longest // 2, max_size=longest))


def after(how: tuple[int, list[int]], *, nasty: bool = False) -> Session[CairnState]:
    """The session after all the steps."""
    session = play.table(how[0], nasty=nasty)
    for step in how[1]:
        session.execute(play.command(step, session.state))
    return session


@settings(max_examples=60)
@given(plays(40))
def test_law_1_a_save_gives_the_state_back(how: tuple[int, list[int]]) -> None:
    session = after(how, nasty=True)
    entries = [CODEC.record(e) for e in session.history.entries]
    document = toml.loads(toml.dumps({"state": plain(session.state), "history": entries}))
    assert CODEC.state(document["state"]) == session.state
    assert tuple(CODEC.from_record(r)[0] for r in document["history"]) == tuple(session.history.entries)
    assert problems(RULESET, session.state) == ()


@settings(max_examples=30)
@given(STEP)
def test_law_1_every_field_of_a_state_is_given_back(seed: int) -> None:
    state = arbitrary.struct(CairnState, play.Random(seed), longest=seed % 4 == 0)
    assert CODEC.state(toml.loads(toml.dumps({"state": plain(state)}))["state"]) == state


@settings(max_examples=60)
@given(plays(40))
def test_laws_2_and_3_undo_redo_and_replay(how: tuple[int, list[int]]) -> None:
    session = play.table(how[0])
    start = session.can_undo
    moments = [(session.state, session.position)]
    for step in how[1]:
        if isinstance(session.execute(play.command(step, session.state)), Accepted):
            moments.append((session.state, session.position))
    again: Session[CairnState] = Session(RULESET, session.history.base, seed=0)
    for entry in session.history.entries:
        assert entry.command is not None
        faces = [face for roll in entry.dice for face in roll.faces]
        done = again.execute(entry.command, ScriptedDice(faces))
        assert isinstance(done, Accepted) and done.entry.events == entry.events, (entry.command, done)
    assert again.state == session.state
    for expected in reversed(moments[:-1]):
        session.undo()
        assert (session.state, session.position) == expected
    assert session.can_undo == start
    for expected in moments[1:]:
        session.redo()
        assert (session.state, session.position) == expected


@settings(max_examples=150)
@given(plays(60))
def test_law_4_every_command_is_accepted_or_rejected(how: tuple[int, list[int]]) -> None:
    session = play.table(how[0])
    said = {lang: Words(lang, RULESET) for lang in ("en", "zh")}
    for step in how[1]:
        before = (session.state, session.position, session.index)
        command = play.command(step, session.state)
        done = session.execute(command)
        if isinstance(done, Rejected):
            assert session.state is before[0]
            assert (session.position, session.index) == before[1:]
            fields = set(re.findall(r"{(\w+)}", SENTENCES[done.code]))
            assert fields <= set(done.params), (done, command)
            assert all(done.code not in words.refusal(done) for words in said.values())
        else:
            for audience in ("gm", "players"):
                for message in RULESET.tell(session.state, done.entry.events, audience):
                    assert "{" not in said["en"].say(message)
                    assert "" not in named(message), "a sentence about nobody is kept from the players"


def figures_hold(state: CairnState) -> None:
    for c in state.entities.values():
        assert c.hp >= 0
        assert 0 <= armour.effective(c) <= 3
        assert c.condition in ("", *OUT)
        for attribute in ATTRIBUTES:
            assert c.score(attribute).current >= 0
        if c.presence == "removed":
            continue
        assert c.hp <= c.hp_max
        for attribute in ATTRIBUTES:
            assert c.score(attribute).current <= c.score(attribute).maximum
        if not c.score("STR").current:
            assert conditions.is_dead(c), c
        if c.kind != "pc":
            assert not c.scars or c.condition, "only PCs are scarred"
        assert inventory.used(c) <= c.capacity or any(q.who == c.id for q in state.questions.values())


@settings(max_examples=150)
@given(plays(60))
def test_laws_5_and_7_figures_bands_and_morale(how: tuple[int, list[int]]) -> None:
    session = play.table(how[0])
    spent: set[tuple[str, str]] = set()
    for step in how[1]:
        done = session.execute(play.command(step, session.state))
        if not isinstance(done, Accepted):
            continue
        for event in done.entry.events:
            if isinstance(event, turns.FightStarted):
                spent = set()
            elif isinstance(event, morale.Shaken):
                for trigger, fires in (("first", event.first), ("half", event.half)):
                    assert not (fires and (event.group, trigger) in spent), "each trigger once per group and fight"
                    if fires:
                        spent.add((event.group, trigger))
        figures_hold(session.state)
        for a, row in session.state.bands.items():
            assert all(session.state.bands[b][a] == band for b, band in row.items())


@settings(max_examples=80)
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


@settings(max_examples=60)
@given(STEP)
def test_enter_alone_always_gets_on(seed: int) -> None:
    """Nobody is ever stuck: what the console proposes leads to the end of a turn, or asks what only the GM can say."""
    session = play.table(seed)
    driver = Driver(session)
    rng = play.Random(seed)
    for _ in range(60):
        head = next((t for t in RULESET.agenda(session.state) if t.blocking), None)
        if head is not None and head.command is None:
            line = {"declare": "hold", "scar:place": "tell"}.get(head.kind)
            done: object = (
                driver.run(f"{line} {head.who}" + (' "left hand"' if line == "tell" else "")) if line else None
            )
            if not isinstance(done, Accepted):
                choices = next((q.choices for q in session.state.questions.values()), ())
                word = rng.choice(choices) if choices else "1"
                question = next(iter(session.state.questions), "")
                done = driver.run(f"answer {question} {word}")
            assert isinstance(done, Accepted), (head, done)
            continue
        assert isinstance(driver.run("next"), Accepted) or session.state.mode == "calm", head


# Law 6 ---------------------------------------------------------------------------------------------------------------

INTERNAL = re.compile(r"\b(?:pc|npc|q|save|item|scar)-\d{3}\b")


def keeps_secrets(encounter: Encounter) -> None:
    board = encounter.board("players")
    for lang in ("en", "zh"):
        said = encounter.words(lang)
        facts = board_json.as_json(board, said, lambda command: encounter.driver.line(command))
        for text in (json.dumps(facts, ensure_ascii=False), rows.as_text(board, said, 2000)):
            assert play.SECRET not in text, text
            assert not INTERNAL.search(text), text
    assert play.SECRET not in repr(plain(board))


@settings(max_examples=60)
@given(plays(40))
def test_law_6_nothing_secret_reaches_the_players(how: tuple[int, list[int]]) -> None:
    encounter = Encounter(play.table(how[0]))
    secret = {p.id for p in encounter.state.entities.values() if play.SECRET in p.name}
    for number, step in enumerate(how[1]):
        encounter.session.execute(play.command(step, encounter.state))
        if any(not encounter.state.entities[who].hidden for who in secret):
            return  # revealed, under whatever name: it is no secret any more
        if number % 5 == 0:
            keeps_secrets(encounter)
    keeps_secrets(encounter)


SILENT = {"Asked", "TurnCleared", "TurnSettled", "MoraleLookedAt", "ActChanged", "CallDropped", "Struck", "QuarrySet"}
"""Events of bookkeeping, about which another event of the same command says what there is to say."""


# The language --------------------------------------------------------------------------------------------------------


def test_every_command_has_a_verb_and_every_event_a_sentence() -> None:
    verbs = Driver(play.table(0)).verbs()
    assert set(RULESET.decisions) == {v.command for v in verbs if v.command is not None}
    quiet = {kind.__name__ for kind in RULESET.folds if kind not in RULESET.sayings}
    assert quiet <= SILENT, quiet - SILENT


def test_no_two_verbs_share_a_word_and_no_form_shares_a_keyword() -> None:
    verbs = Driver(play.table(0)).verbs()
    spoken = [w for v in verbs for w in {v.id, v.name.en, v.name.zh, *v.aliases}]
    assert sorted(spoken) == sorted(set(spoken))
    for verb in verbs:
        keywords = [w for p in verb.params if p.keyword is not None for w in {p.keyword.en, p.keyword.zh}]
        assert sorted(keywords) == sorted(set(keywords)), verb.id
    keys = [v.key for v in verbs if v.key]
    assert sorted(keys) == sorted(set(keys))


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_term_is_read_as_it_is_written(lang: str) -> None:
    ctx = Ctx(play.table(0).state, RULESET, lang)
    for verb in Driver(play.table(0)).verbs():
        for param in verb.params:
            for terms in filter(None, (param.terms, param.keys)):
                for key in terms(ctx):
                    assert find_term(terms(ctx), call_term(terms(ctx), key, lang)) == key, (verb.id, key)


@settings(max_examples=30)
@given(plays(12), STEP)
def test_every_command_is_read_as_it_is_written(how: tuple[int, list[int]], step: int) -> None:
    session = after(how, nasty=True)
    for lang in ("en", "zh"):
        driver = Driver(session, lang)
        for kind in play.MADE:
            command = play.of_type(kind, step, session.state)
            line = line_of(driver.verbs(), command, driver.ctx)
            request = driver.parse(line)
            assert isinstance(request, Request), (command, line, request)
            assert request.command == command, line


RARE = {"EnvironmentSet", "SetEnvironment", "ScarStands"}
"""This book has no words for what a place is like; a second Doomed takes twelve HP lost twice (see test_scars)."""


def test_play_reaches_every_command_and_event() -> None:
    """The laws are about something: no type of command is never accepted, no type of event never comes."""
    left: set[type[Command] | type[Event]] = {*RULESET.decisions, *RULESET.folds}
    for seed in range(1500):
        rng = play.Random(seed)
        session = play.table(seed)
        for _ in range(60):
            done = session.execute(play.command(rng.randrange(2**32), session.state))
            if isinstance(done, Accepted):
                left -= {type(done.entry.command), *map(type, done.entry.events)}
        if not left:
            return
    assert {kind.__name__ for kind in left} <= RARE, "never reached"


def lines() -> Iterator[str]:
    for verb in Driver(play.table(0)).verbs():
        yield from (verb.name.en, verb.name.zh)


WORD = st.sampled_from(
    [*lines(), *play.NAMES, *play.WORDS, "on", "with", "=", "d20:14", "pack", "1", "a", "“", '"', "*", "?"]
)
LINE = st.one_of(st.text(), st.lists(WORD, max_size=8).map(" ".join))


@settings(max_examples=600)
@given(LINE, st.integers(0, 5), st.sampled_from(["en", "zh"]))
def test_every_line_means_something_or_is_refused(line: str, seed: int, lang: str) -> None:
    session = TABLES[seed]
    encounter = Encounter(session, lang=lang)
    found = encounter.driver.parse(line)
    if isinstance(found, Rejected):
        assert encounter.words().refusal(found) not in ("", found.code)
    elif isinstance(found, Request) and found.command is not None:
        before = session.state
        if isinstance(session.execute(found.command), Accepted):
            session.undo()
        assert session.state == before


TABLES = [after((seed, [seed * 977 + n * 131 for n in range(15)])) for seed in range(6)]

"""Any sequence of attack commands: nothing raises, nothing is left hanging, and every step can be taken back."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from gmconsole.core.commands import Remove, SetBand, SetEnvironment, SetOption
from gmconsole.core.model import Command, Rejected
from gmconsole.core.rounds import Phase
from gmconsole.core.session import Session
from gmconsole.rulesets.lawn import RULESET, forms, injuries, questions, slots
from gmconsole.rulesets.lawn.armoury import Carry
from gmconsole.rulesets.lawn.attacks import BreakOff, Restrain, Strike
from gmconsole.rulesets.lawn.checks import AppendDice, DropCheck, RollCheck
from gmconsole.rulesets.lawn.counter import Counter
from gmconsole.rulesets.lawn.crisis import End, Start
from gmconsole.rulesets.lawn.injuries import ChangeState
from gmconsole.rulesets.lawn.restraint import Release
from gmconsole.rulesets.lawn.state import LawnState, Load
from gmconsole.rulesets.lawn.weapon_table import MODES, WEAPONS

from .conftest import Table

CAST = ("pc-001", "pc-002", "npc-001", "npc-002", "obj-001", "obj-002")
PEOPLE = CAST[:4]
OFTEN = ("hands", "kick", "sword", "pistol", "shotgun", "grenade", "stun_gun", "flare_gun", "blowgun")

who = st.sampled_from((*PEOPLE, "turn", "turn", "turn"))
anybody = st.sampled_from(CAST)
weapon = st.one_of(st.sampled_from(OFTEN), st.sampled_from((*forms.BRAWLS, *WEAPONS, "bazooka", "hold")))
strikes: st.SearchStrategy[Command] = st.builds(
    Strike,
    who=who,
    weapon=weapon,
    target=anybody,
    mode=st.one_of(st.just(""), st.just(""), st.sampled_from(tuple(MODES))),
    difficulty=st.sampled_from((0, 0, 6, 9, 12)),
    part=st.sampled_from(("", "", "hand", "hand:left", "foot", "eye:up", "tail")),
    vital=st.booleans(),
    mercy=st.booleans(),
    cap=st.sampled_from((0, 0, 1)),
    extra=st.sampled_from((1, 2)),
    double=st.sampled_from((0, 0, 2)),
    harder=st.sampled_from((-1, -1, -1, 0, 3, 4)),
    safety=st.sampled_from((False, False, True)),
    sure=st.sampled_from((False, False, False, True)),
    blind=st.booleans(),
    no_counter=st.booleans(),
    fuse=st.sampled_from((False, False, True)),
    hand=st.sampled_from(("", "", "left")),
    ammunition=st.sampled_from(("", "", "dazed", "plain")),
)
plain: st.SearchStrategy[Command] = st.builds(
    Strike,
    who=st.just("turn"),
    weapon=st.sampled_from(OFTEN),
    target=anybody,
    difficulty=st.sampled_from((3, 6)),
    blind=st.just(True),
)
fists: st.SearchStrategy[Command] = st.builds(
    Strike,
    who=st.just("turn"),
    weapon=st.sampled_from(("hands", "headbutt", "sword")),
    target=st.sampled_from(PEOPLE),
    difficulty=st.just(3),
    mercy=st.booleans(),
    vital=st.booleans(),
)
grips: st.SearchStrategy[Command] = st.builds(
    Restrain, who=st.just("turn"), target=st.sampled_from(PEOPLE), difficulty=st.just(3)
)
others: st.SearchStrategy[Command] = st.one_of(
    st.builds(Restrain, who=who, target=anybody, difficulty=st.sampled_from((0, 6))),
    st.builds(Release, who=who),
    st.builds(
        Counter,
        who=st.sampled_from(PEOPLE),
        weapon=st.sampled_from(("hands", "pistol", "nothing")),
        unfit=st.sampled_from((False, False, True)),
    ),
    st.builds(BreakOff, who=who),
    st.builds(AppendDice, who=who),
    st.builds(
        ChangeState,
        who=anybody.map(lambda w: (w,)),
        add=st.sampled_from(("stunned", "prone", "dazed", "restrained", "unconscious", "injured_hand:left")).map(
            lambda s: (s,)
        ),
        remove=st.sampled_from(((), ("stunned",), ("restrained", "holding"))),
    ),
    st.builds(SetBand, a=anybody, b=anybody.map(lambda w: (w,)), band=st.sampled_from(("touch", "near", "medium"))),
    st.builds(SetEnvironment, add=st.sampled_from(((), ("dark",))), remove=st.sampled_from(((), ("dark",)))),
    st.builds(
        SetOption,
        value=st.booleans(),
        option=st.sampled_from(("reading_intent", "extra_degree", "counter", "mercy", "gentle_damage")),
    ),
    st.builds(Remove, who=anybody),
    st.builds(Carry, who=anybody, add=st.sampled_from((("dagger",), ("pistol",)))),
    st.builds(Phase, force=st.booleans()),
    st.builds(End),
    st.builds(Start, phases=st.just(("action",))),
)
# A number is a key at the table: Enter, refuse or skip on one of the first tasks, another answer, a held roll.
keys = st.integers(0, 19)
OFTEN_DONE: tuple[tuple[int, st.SearchStrategy[Command] | st.SearchStrategy[int]], ...] = (
    (8, strikes),
    (18, plain),
    (34, fists),
    (40, grips),
    (52, others),
    (100, keys),
)
step: st.SearchStrategy[Command | int] = st.integers(1, 100).flatmap(
    lambda n: next(found for most, found in OFTEN_DONE if n <= most)
)
steps = st.lists(step, min_size=20, max_size=60)


def brawl(band: str) -> Session[LawnState]:
    """Two player characters, two foes, a lamp and a wall, with guns, in a crisis of actions only, in the dark."""
    table = Table()
    for n, kind in enumerate(("pc", "pc", "npc", "npc")):
        table.add(f"p{n}", kind, load={"pistol": Load(now=2, full=3)}, attributes={"OPR": 1})
    table.add("lamp", "object")
    table.add("wall", "object", structure=True, life=3)
    table.all_bands(band)
    table.do(SetEnvironment(add=("dark",)))
    table.do(Start(phases=("action",)))
    return table.session


def pressed(session: Session[LawnState], key: int) -> Command:
    """What that key sends now."""
    agenda = RULESET.agenda(session.state)
    tasks = sorted((t for t in agenda if t.command or t.skip or t.refuse), key=lambda t: not t.blocking)
    if not tasks:
        checks = [c for c in session.state.checks.values() if c.status == "owed"]
        return RollCheck(who=checks[0].who, check=checks[0].id, difficulty=6) if checks else Phase(force=True)
    countering = next((t.who for t in agenda if t.kind == "counter"), "")
    if countering and key in (8, 9, 10):
        return Counter(who=countering)
    task = tasks[0 if key < 14 else key % len(tasks)]
    found = [c for c in (task.command, task.refuse, task.skip) if c is not None]
    if key == 3:
        return found[-1]
    if key in (4, 5) and task.kind.startswith("question:"):
        question = next(q for q in session.state.questions.values() if q.who == task.who)
        choices = question.choices or ("something",)
        return questions.Answer(question=question.id, value=choices[key % len(choices)])
    if key == 6 and isinstance(task.command, RollCheck):
        return replace(task.command, hold=True)
    owed = [c for c in session.state.checks.values() if c.status == "owed"]
    if key == 7 and owed:
        return DropCheck(check=owed[0].id)
    if task.command is None and owed and not owed[0].difficulty:
        return RollCheck(who=owed[0].who, check=owed[0].id, difficulty=6)
    return found[0]


def lawful(state: LawnState) -> None:
    """Every open attack waits for something that is there; every hold has both its ends."""
    for attack in state.attacks.values():
        assert attack.waits in state.checks or attack.waits in state.opposed or attack.waits in state.questions, attack
    for check in state.checks.values():
        assert check.serves != "attack" or check.ref in state.attacks, check
    for who, hold in state.restraints.items():
        assert injuries.has(state.entities[who], "restrained")
        assert injuries.has(state.entities[hold.holder], "holding")
    assert slots.turn(state) == state.crisis.turn


def play(commands: Sequence[Command | int], band: str = "touch") -> None:
    session = brawl(band)
    start, first = session.state, session.index
    states = [start]
    for one in commands:
        command = pressed(session, one) if isinstance(one, int) else one
        if getattr(command, "who", "") == "turn":
            command = replace(command, who=slots.turn(session.state) or CAST[0])
        before, at = session.state, session.position
        answer = session.execute(command)
        if isinstance(answer, Rejected):
            assert (session.state, session.position) == (before, at)
            continue
        assert RULESET.fold(before, answer.entry.events) == session.state
        lawful(session.state)
        RULESET.tell(session.state, answer.entry.events, "players")
        RULESET.view(session.state, "gm")
        states.append(session.state)
    for state in reversed(states[:-1]):
        session.undo()
        assert session.state == state
    assert (session.state, session.index) == (start, first)


@settings(max_examples=60)
@given(commands=steps, band=st.sampled_from(("touch", "touch", "near")))
@example(
    commands=[Strike(who="pc-001", weapon="hands", target="npc-001", difficulty=3, mercy=True), *[0] * 30], band="touch"
)
@example(commands=[Strike(who="turn", weapon="pistol", target="pc-002", difficulty=6), *[0] * 30], band="near")
@example(commands=[Strike(who="pc-001", weapon="shotgun", target="obj-002", difficulty=3), *[0] * 12], band="touch")
def test_any_sequence_of_attacks(commands: Sequence[Command | int], band: str) -> None:
    play(commands, band)

"""What somebody masters, and what that is good for: to do a thing at all, to make a check for it, an easier check.

Covers LP-SKL-001, -002, -008 to -011, -015, -016 and -018. Which skills there are, and what each is good for, is
content; which of them everybody masters in this game is the campaign's (LP-SKL-010). What skills make of checks that
are announced otherwise is in ``skill_uses``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from ...core.commands import unknown
from ...core.messages import N_
from ...core.model import Command, Event, Field, Msg, Name, Question, Rejected, Text, Who, terms_of
from ...core.ruleset import Tx as CoreTx
from . import checks, questions, sheets, skills
from . import creation_table as made_of
from .alterations import out_of_bounds
from .crisis import OUTLIVES
from .outcomes import Result
from .pools import CONDITIONS
from .settling import mark
from .skill_table import BY_SKILL, USES, SkillUse
from .skills import Grant
from .state import CHECK_TYPES, Check, Condition, LawnState, Person

Tx = CoreTx[LawnState]

DIRECT: Grant = "direct"
CHECK: Grant = "check"
EASIER: Grant = "easier"
GRANTS: tuple[Grant, ...] = (DIRECT, CHECK, EASIER)
ANSWERS = {DIRECT: "grant_direct", CHECK: "grant_check", EASIER: "grant_easier"}
"""What a skill grants, by the word that answers the question for it."""
STEP, LARGE_STEP = -1, -2
"""How much easier a skill makes a check, and one that everybody masters where it was taken all the same (Q-SKL-01)."""
COMMON = {"driving": "driving_is_common", "swimming": "swimming_is_common"}
"""Skills that everybody masters while a switch is on (LP-SKL-015, -016)."""
SERVES = "skill"
MOST_VALUE = 100_000

KEEPERS: dict[str, Callable[[Tx, UseSkill], None]] = {}
"""What lasts of a use that was granted or whose check succeeded, by what its row keeps."""

BAD: dict[str, Callable[[LawnState, UseSkill], Rejected | None]] = {}
"""What else is refused of a use, by what its row keeps."""

questions.WORDING["skill_grant"] = N_("{who}, {ref}: without a check, with one, or with an easier one?")
OUTLIVES.add("skill_grant")


class UseSkill(Command, frozen=True, tag="lawn.use-skill"):
    """Do something that takes a skill: without a check, or announce the check that the skill allows or makes easier.

    ``grant`` says which of these where the skill has several; else the GM is asked (LP-SKL-002). ``kind``, ``purpose``
    and ``difficulty`` are those of the check. ``tools`` asks for its professional tools (LP-SKL-018); ``sure`` is the
    GM's permission for somebody who has not learnt it. ``use`` is what the skill is used for, by its id in the table
    of uses; ``target`` whom it is done to, ``text`` and ``value`` what is kept of it (``skill_kept``).
    """

    who: str
    skill: str
    grant: str = ""
    kind: str = ""
    purpose: str = ""
    difficulty: int = 0
    tools: bool = False
    sure: bool = False
    use: str = ""
    target: str = ""
    text: str = ""
    value: int = 0


class RuleAutomatic(Command, frozen=True, tag="lawn.rule-automatic"):
    """Say that everybody in this game masters a skill, or that nobody does without having learnt it (LP-SKL-010)."""

    skill: str
    no: bool = False


class SkillUsed(Event, frozen=True, tag="lawn.skill-used"):
    """Somebody did something by a skill without a check; ``tools`` says that its professional tools were used.

    ``use``, ``target``, ``text`` and ``value`` are as in ``UseSkill``.
    """

    who: str
    skill: str
    tools: bool = False
    use: str = ""
    target: str = ""
    text: str = ""
    value: int = 0


# Reading -------------------------------------------------------------------------------------------------------------


def automatic(state: LawnState) -> Mapping[str, Text]:
    """The skills that everybody masters here, by id or by the GM's own word (LP-SKL-008, -010, -015, -016)."""
    found: dict[str, Text] = {row.id: row.name for row in skills.AUTOMATIC.values()}
    found.update({k: skills.SKILLS[k].name for k, option in COMMON.items() if state.options.get(option) is True})
    for word, yes in state.campaign.automatic.items():
        if yes:
            found[word] = skills.title(word)
        else:
            found.pop(word, None)
    return found


def tongues(state: LawnState, person: Person) -> tuple[str, ...]:
    """The languages somebody has without having learnt them: the native one, and the common foreign language.

    Nothing is known of whoever's sheet names no native language (LP-SKL-008, Q-SKL-02).
    """
    native = sheets.sheet_of(person).language
    if not native:
        return ()
    common = state.campaign.language or made_of.ENGLISH
    return tuple(dict.fromkeys((f"language:{made_of.language(native)}", f"language:{common}")))


def held(state: LawnState, person: Person) -> tuple[str, ...]:
    """The skills that somebody has, learnt or as languages of their own."""
    return tuple(dict.fromkeys((*person.skills, *tongues(state, person))))


def masters(state: LawnState, person: Person, skill: str) -> bool:
    """Whether somebody can do what takes that skill: has it, or it is one that everybody masters."""
    return skill in held(state, person) or skill in automatic(state)


def grants(skill: str, use: str = "") -> tuple[Grant, ...]:
    """What a skill or one of its uses grants, the first by default; one of no table grants whatever the GM says."""
    if use in USES:
        return USES[use].grants
    row = skills.SKILLS.get(skills.base(skill))
    if row is not None:
        return row.grants
    return (DIRECT,) if skill in skills.AUTOMATIC else GRANTS


def step_of(state: LawnState, skill: str) -> int:
    """The steps by which a skill makes checks easier: two where everybody masters it anyway (LP-SKL-009, Q-SKL-01)."""
    return LARGE_STEP if skill in automatic(state) or skills.base(skill) in automatic(state) else STEP


def uses_tools(state: LawnState, person: Person, skill: str) -> bool:
    """Whether somebody uses the professional tools of that skill without a check (LP-SKL-018)."""
    row = skills.SKILLS.get(skills.base(skill))
    return row is not None and row.tools and masters(state, person, skill)


def _learnt_anyway(state: LawnState, check: Check) -> tuple[Condition, ...]:
    """Whoever took a skill that everybody masters finds its checks much easier (LP-SKL-009)."""
    learnt = check.purpose in skills.AUTOMATIC and check.purpose in state.entities[check.who].skills
    return (Condition(check.purpose, steps=LARGE_STEP),) if learnt else ()


def _no_match(state: LawnState, check: Check) -> tuple[Msg, ...]:
    """Whoever has not taken it is no match for somebody who has, not even with a success (LP-SKL-009)."""
    if check.purpose not in skills.AUTOMATIC or check.purpose in state.entities[check.who].skills:
        return ()
    better = tuple(
        Who(p.id) for p in state.entities.values() if p.presence == "in" and check.purpose in p.skills and not p.hidden
    )
    if not better:
        return ()
    fields: dict[str, Field] = {"who": Who(check.who), "others": better, "skill": skills.title(check.purpose)}
    return (Msg("{skill}: even with a success {who} is no match for {others}", fields),)


CONDITIONS.append(_learnt_anyway)
checks.REMINDERS.append(_no_match)


# Decisions -----------------------------------------------------------------------------------------------------------


def _use(c: UseSkill, tx: Tx) -> Rejected | None:
    person = tx.state.person(c.who)
    if not isinstance(person, Person):
        return unknown(c.who)
    c = replace(c, use=c.use or _lasting(c))
    row = USES.get(c.use)
    if row is not None and row.tools:
        c = replace(c, tools=True)
    refused = checks.may_roll(tx.state, c.who) or _bad_use(c, tx.state, person) or _bad_rest(c, tx.state, row)
    if refused is not None:
        return refused
    if c.tools:
        _done(tx, c)
        return None
    if not masters(tx.state, person, c.skill):
        return _announce(tx, c, CHECK)
    allowed = grants(c.skill, c.use)
    if c.grant or len(allowed) == 1:
        return _grant(tx, c, c.grant or allowed[0])
    words = tuple(ANSWERS[g] for g in allowed)
    key = msgspec.json.encode(c).decode()
    questions.ask(tx, "skill_grant", who=c.who, value=words[0], choices=words, ref=c.use or c.skill, key=key)
    return None


def _lasting(c: UseSkill) -> str:
    """The use that is meant where none is named: the only one of the skill, if something comes of it (LP-SKL-111)."""
    uses = BY_SKILL.get(skills.base(c.skill), ())
    return uses[0].id if len(uses) == 1 and uses[0].keeps and not c.tools else ""


def _bad_rest(c: UseSkill, state: LawnState, row: SkillUse | None) -> Rejected | None:
    """The refusal of a use that the skill does not have, of a target or figure that cannot be."""
    if c.use and (row is None or skills.base(c.skill) not in row.skills):
        allowed = tuple(use.name for use in BY_SKILL.get(skills.base(c.skill), ()))
        return Rejected("not-a-choice", {"field": "use", "value": c.use, "allowed": allowed})
    if row is not None and row.verb:
        return Rejected("has-its-verb", {"use": row.name, "verb": _verb(row.verb)})
    if c.target and state.person(c.target) is None:
        return unknown(c.target)
    if not 0 <= c.value <= MOST_VALUE:
        return out_of_bounds("value", 0, MOST_VALUE, c.value)
    bad = BAD.get(row.keeps) if row is not None else None
    return None if bad is None else bad(state, c)


def _verb(verb: str) -> Name:
    """The word of a verb; found late, as the verbs know of this module."""
    from .verbs import VERBS

    return next(v.name for v in VERBS if v.id == verb)


def _bad_use(c: UseSkill, state: LawnState, person: Person) -> Rejected | None:
    """The refusal where the skill is none, or is lacking and needed, or grants something else (LP-SKL-001, -018)."""
    who, title = Who(c.who), skills.title(c.skill)
    held = masters(state, person, c.skill)
    if not (held or skills.known(c.skill)):
        return Rejected("unknown-word", {"word": c.skill, "allowed": tuple(skills.names().values())})
    if c.kind and c.kind not in CHECK_TYPES:
        return Rejected("unknown-check-type", {"kind": c.kind, "allowed": terms_of("type", CHECK_TYPES)})
    if c.difficulty and (refused := checks.bad_difficulty(c.difficulty)) is not None:
        return refused
    if c.tools:
        return (
            None
            if c.sure or uses_tools(state, person, c.skill)
            else Rejected("tools-need-skill", {"who": who, "skill": title})
        )
    row = skills.SKILLS.get(skills.base(c.skill))
    if not held:
        if c.sure or (not USES[c.use].only if c.use in USES else row is not None and row.grants == (EASIER,)):
            return None
        if row is not None and row.lower:
            lower = Msg("ability:" + row.lower)
            return Rejected("only-the-lower-skill", {"who": who, "skill": title, "lower": lower})
        return Rejected("lacks-skill", {"who": who, "skill": title})
    if c.grant and c.grant not in grants(c.skill, c.use):
        allowed = terms_of("creation", grants(c.skill, c.use))
        return Rejected("not-a-choice", {"field": "grant", "value": Msg("creation:" + c.grant), "allowed": allowed})
    return None


def _grant(tx: Tx, c: UseSkill, grant: str) -> Rejected | None:
    if grant == DIRECT:
        _done(tx, c)
        return None
    return _announce(tx, c, grant)


def _done(tx: Tx, c: UseSkill) -> None:
    """It is done without a check, with what lasts of it."""
    tx.emit(
        SkillUsed(
            who=c.who, skill=c.skill, tools=c.tools, use=c.use, target=c.target, text=c.text.strip(), value=c.value
        )
    )
    _keep(tx, c)


def _keep(tx: Tx, c: UseSkill) -> None:
    keeper = KEEPERS.get(USES[c.use].keeps) if c.use in USES else None
    if keeper is not None:
        keeper(tx, c)


def _announce(tx: Tx, c: UseSkill, grant: str) -> Rejected | None:
    """Announce the check; the step of an easier one is on a switch, which is the GM's to turn (LP-SKL-002)."""
    row = USES.get(c.use)
    own = c.skill.partition(":")[2]
    kept = row is not None and row.keeps
    step = Condition(c.skill, steps=step_of(tx.state, c.skill), on=False)
    both = EASIER in grants(c.skill, c.use) and c.skill in tx.state.entities[c.who].skills
    named = own or (row.purposes[0] if row.purposes else row.id) if row is not None else skills.base(c.skill)
    check_id = checks.open_check(
        tx,
        c.who,
        c.kind or (row.types[0] if row is not None else ""),
        purpose=c.purpose or named,
        difficulty=c.difficulty,
        tags=(row.id,) if row is not None and (own or c.purpose) else (),
        serves=SERVES if kept else "",
        ref=f"{c.use}|{c.target}|{c.value}|{c.text.strip()}" if kept else "",
        conditions=(step,) if both else (),
    )
    check = tx.state.checks.get(check_id)
    if check is not None and check.status == "owed":
        if grant == EASIER:
            others = tuple(k for k in check.conditions if k.name != c.skill)
            mark(tx, check_id, conditions=(*others, replace(step, on=True)))
        checks.about(tx, check_id, c.target)
    return None


def _settled(tx: Tx, check: Check, came: Result) -> None:
    use, _, rest = check.ref.partition("|")
    target, value, text = rest.split("|", 2)
    if checks.succeeded(came):
        _keep(tx, UseSkill(who=check.who, skill=check.purpose, use=use, target=target, value=int(value), text=text))


checks.SETTLERS[SERVES] = _settled


def _granted(tx: Tx, question: Question, value: str) -> Rejected | None:
    person = tx.state.person(question.who)
    grant = next((g for g, word in ANSWERS.items() if word == value), "")
    if not isinstance(person, Person) or not grant:
        return None
    return _grant(tx, msgspec.json.decode(question.key, type=UseSkill), grant)


questions.ANSWERS["skill_grant"] = _granted


def _rule(c: RuleAutomatic, tx: Tx) -> Rejected | None:
    word = c.skill.strip()
    if not word:
        return Rejected("empty-name")
    sheets.change_campaign(tx, automatic={**tx.state.campaign.automatic, word: not c.no})
    return None


def _same(state: LawnState, e: SkillUsed) -> LawnState:
    return state


DECIDE: Mapping[type[Command], Callable[[Any, Tx], Rejected | None]] = {UseSkill: _use, RuleAutomatic: _rule}
EVOLVE: Mapping[type[Event], Callable[[LawnState, Any], LawnState]] = {SkillUsed: _same}
GRANT_NAMES: Mapping[str, Name] = {
    DIRECT: Name("直接允许", "without a check"),
    CHECK: Name("允许检定", "with a check"),
    EASIER: Name("降低难度", "with an easier check"),
}

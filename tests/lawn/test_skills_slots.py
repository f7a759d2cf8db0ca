"""Skills at creation and what everybody masters (chapter "Skills", before the table)."""

from __future__ import annotations

import pytest

from gmconsole.core.commands import SetOption
from gmconsole.core.messages import english
from gmconsole.core.model import Rejected
from gmconsole.rulesets.lawn import (
    RULESET,
    checks,
    creation,
    items,
    learning,
    mastery,
    pools,
    questions,
    skills,
    traits,
)
from gmconsole.rulesets.lawn.announcing import SwitchModifier
from gmconsole.rulesets.lawn.crisis import End, Start
from gmconsole.rulesets.lawn.learning import BuySlot, CommonLanguage, SecondLanguage, TakeSkill
from gmconsole.rulesets.lawn.mastery import RuleAutomatic, SkillUsed, UseSkill
from gmconsole.rulesets.lawn.sheets import sheet_of
from gmconsole.rulesets.lawn.skills import ChangeAbilities
from gmconsole.rulesets.lawn.state import Check
from gmconsole.text import Words

from .conftest import Table
from .making import Maker


def said(refused: Rejected) -> str:
    """A refusal in plain English."""
    return Words("en", RULESET).refusal(refused)


def used(table: Table, **how: object) -> list[SkillUsed]:
    """What is done without a check by that command."""
    done = table.do(UseSkill(**how))  # type: ignore[arg-type]
    return [e for e in done.entry.events if isinstance(e, SkillUsed)]


def owed(table: Table, who: str) -> Check:
    """The check that the person owes."""
    check = checks.owed(table.state, who)
    assert check is not None
    return check


def faces(table: Table, who: str) -> int:
    """The faces with which the person's owed check is rolled now."""
    return pools.faces_of(table.state, owed(table, who))


# The table -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-SKL-017")
def test_the_table_has_42_skills() -> None:
    rows = skills.SKILLS.values()
    assert len(rows) == 42
    assert sum(row.minor for row in rows) == 22
    assert sum(not row.minor for row in rows) == 20
    assert all(row.name.zh and row.name.en and row.grants for row in rows)


@pytest.mark.rule("LP-SKL-011")
def test_marked_skills_have_a_lower_one_that_everybody_masters(table: Table) -> None:
    marked = {row.id: row.lower for row in skills.SKILLS.values() if row.lower}
    assert set(marked) == {"first_aid", "programming", "psychology", "firearms", "cooking", "language"}
    assert set(marked.values()) <= set(skills.AUTOMATIC)
    who = table.pc("Jessica")
    for lower in ("computer_use", "plain_shooting"):
        assert [e.skill for e in used(table, who=who, skill=lower)] == [lower]
    refused = table.refused(UseSkill(who=who, skill="programming"))
    assert refused.code == "only-the-lower-skill"
    assert refused.params["lower"] == skills.title("computer_use")
    assert table.refused(UseSkill(who=who, skill="firearms", grant="direct")).code == "only-the-lower-skill"


# The slots -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-SKL-003")
def test_one_skill_for_each_slot(table: Table) -> None:
    maker = Maker(table)
    refused = maker.no_skill("lockpicking", "minor")
    assert refused.code == "not-minor"
    maker.skill("lockpicking", "any")
    assert "skills" in maker.missing
    assert english(maker.step("skills").text) == "slots still free: creation:minor (1)"
    maker.skill("swimming", "minor")
    assert "skills" not in maker.missing
    assert maker.person.skills == ("lockpicking", "swimming")
    refused = maker.no_skill("climbing", "any")
    assert (refused.code, refused.params["skills"]) == ("slot-full", (skills.title("lockpicking"),))
    assert maker.no_skill("swimming", "any").code == "has-that-skill"
    assert maker.no_skill("riding", "third").code == "not-a-choice"
    table.do(TakeSkill(who=maker.who, skill="lockpicking", drop=True))
    maker.skill("climbing", "any")
    assert maker.sheet.skill_slots == {"swimming": "minor", "climbing": "any"}
    assert table.refused(TakeSkill(who=maker.who, skill="riding", drop=True)).code == "no-such-skill"


@pytest.mark.rule("LP-SKL-004")
def test_a_minor_skill_in_the_slot_for_any_gives_two_xp(table: Table) -> None:
    maker, other = Maker(table), Maker(table, "Mike")
    maker.xp()
    maker.skill("sculpture", "any")
    maker.skill("swimming", "minor")
    assert maker.sheet.xp == 14
    other.xp()
    other.skill("lockpicking", "any")
    assert other.sheet.xp == 12
    table.do(TakeSkill(who=maker.who, skill="sculpture", drop=True))
    assert maker.sheet.xp == 12


def test_xp_that_is_spent_holds_the_slot(table: Table) -> None:
    maker = Maker(table)
    maker.skill("sculpture", "any")
    maker.xp()
    maker.buy("art", "listening", "running", "astronomy", "contests", "food", "plants", price=2)
    refused = table.refused(TakeSkill(who=maker.who, skill="sculpture", drop=True))
    assert refused.code == "already-spent"


@pytest.mark.rule("LP-SKL-005")
def test_skills_are_not_gained_after_creation_unless_the_gm_says_so(table: Table) -> None:
    maker = Maker(table)
    maker.all_but()
    table.do(creation.Finish(who=maker.who))
    xp = maker.sheet.xp
    assert maker.no_skill("riding", "minor").code == "skills-at-creation"
    refused = table.refused(TakeSkill(who=maker.who, skill="swimming", drop=True))
    assert refused.code == "skills-at-creation"
    done = table.do(TakeSkill(who=maker.who, skill="riding", override=True))
    assert "riding" in maker.person.skills
    assert [english(m) for m in RULESET.tell(table.state, done.entry.events, "gm")] == ["pc-001 now has ability:riding"]
    table.do(TakeSkill(who=maker.who, skill="swimming", drop=True, override=True))
    assert "swimming" not in maker.person.skills
    assert maker.sheet.xp == xp


@pytest.mark.rule("LP-SKL-006")
def test_skills_of_no_table_are_the_gms_to_agree_on(table: Table) -> None:
    maker = Maker(table)
    refused = maker.no_skill("Clever", "minor")
    assert refused.code == "skill-of-no-table"
    assert "specialty" in said(refused)
    assert maker.no_skill("Glassblowing", "minor", "ordinary").code == "not-minor"
    maker.skill("Glassblowing", "minor", "minor")
    assert maker.sheet.skill_slots == {"Glassblowing": "minor"}
    maker.skill("Falconry", "any", "ordinary")
    maker.xp()
    assert (maker.sheet.xp, "skills" in maker.missing) == (12, False)
    assert maker.no_skill("Juggling", "minor", "sort of").code == "not-a-choice"
    table.do(TakeSkill(who=maker.who, skill="Glassblowing", drop=True))
    assert (maker.sheet.skill_slots, maker.sheet.creation.agreed) == ({"Falconry": "any"}, ())
    maker.skill("Clockwork", "minor", "minor")
    assert maker.sheet.creation.agreed == ("Clockwork",)
    near = maker.no_skill("lockpiking", "any")
    assert near.params["near"] == "lockpicking"


@pytest.mark.rule("LP-SKL-007")
def test_one_more_minor_slot_for_two_xp(table: Table) -> None:
    maker = Maker(table)
    maker.all_but("specialties", "skills")
    maker.xp()
    table.do(BuySlot(who=maker.who, item="Fishing rod"))
    assert (maker.sheet.xp, maker.sheet.creation.extra_slots) == (10, 1)
    assert len(maker.sheet.belongings) == 9
    maker.skill("lockpicking", "any")
    maker.skill("swimming", "minor")
    assert "skills" in maker.missing
    maker.skill("angling", "minor")
    assert "skills" not in maker.missing
    assert maker.step("items").problems == ()
    refused = table.refused(BuySlot(who=maker.who))
    assert (refused.code, refused.params["most"]) == ("slots-bought", 1)
    table.do(creation.CampaignFigure(figure="extra_slots", value=2))
    table.do(BuySlot(who=maker.who))
    assert maker.sheet.xp == 8
    table.do(BuySlot(who=maker.who, back=True))
    assert maker.sheet.xp == 10
    assert len(maker.sheet.belongings) == 9, "the rod came with the other one"
    table.do(TakeSkill(who=maker.who, skill="angling", drop=True))
    table.do(BuySlot(who=maker.who, back=True))
    assert (maker.sheet.xp, len(maker.sheet.belongings)) == (12, 8), "the rod goes with its slot"
    table.do(BuySlot(who=maker.who))
    table.do(SetOption(option="extra_minor_slot", value=False))
    assert table.refused(BuySlot(who=maker.who)).code == "switched-off"
    other = Maker(table, "Mike")
    table.do(SetOption(option="extra_minor_slot", value=True))
    assert table.refused(BuySlot(who=other.who)).code == "already-spent"
    assert table.refused(BuySlot(who=other.who, back=True)).code == "no-slot-bought"


def test_a_romantic_has_three_more_minor_slots(table: Table) -> None:
    maker = Maker(table)
    maker.trait("romantic")
    for skill in ("swimming", "riding", "sculpture", "dance:waltz"):
        maker.skill(skill, "minor")
    assert maker.no_skill("angling", "minor").code == "slot-full"
    table.do(traits.TakeTrait(who=maker.who, trait="keen", instead=True))
    assert [p.path for p in maker.step("skills").problems] == [("skills", "minor")]


@pytest.mark.rule("LP-SKL-012")
def test_placeholders_need_a_name(table: Table) -> None:
    named = {row.id for row in skills.SKILLS.values() if row.named}
    assert named == {
        "martial_art",
        "sport",
        "special_equipment",
        "musical_instrument",
        "dance",
        "language",
        "academic_field",
    }
    maker = Maker(table)
    assert maker.no_skill("musical_instrument", "minor").code == "skill-needs-name"
    assert maker.no_skill("swimming:butterfly", "minor").code == "skill-has-no-name"
    maker.skill("musical_instrument:violin", "minor")
    assert english(skills.title("musical_instrument:violin")) == "ability:musical_instrument: violin"  # type: ignore[arg-type]
    assert maker.step("skills").problems == ()
    table.do(ChangeAbilities(who=maker.who, add=("language:french",)))
    assert table.refused(ChangeAbilities(who=maker.who, add=("language",))).code == "unknown-word"


# Languages -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-SKL-013")
@pytest.mark.parametrize(
    ("native", "xp"), [("English", 13), ("英语", 13), ("english ", 13), ("French", 12), ("汉语", 12)]
)
def test_native_english_speakers_gain_one_xp(table: Table, native: str, xp: int) -> None:
    maker = Maker(table)
    maker.xp()
    maker.about("language", native)
    assert maker.sheet.xp == xp


@pytest.mark.rule("LP-SKL-013")
def test_the_common_foreign_language_is_the_campaigns(table: Table) -> None:
    """Q-SKL-02: whoever speaks it from birth has no second language, and is compensated."""
    french, english = Maker(table), Maker(table, "Mike")
    for maker, native in ((french, "French"), (english, "English")):
        maker.xp()
        maker.about("language", native)
    assert (french.sheet.xp, english.sheet.xp) == (12, 13)
    table.do(CommonLanguage(language="法语"))
    assert (table.state.campaign.language, french.sheet.xp, english.sheet.xp) == ("french", 13, 12)
    other = Maker(table, "Otto")
    other.xp()
    other.about("language", "French")
    assert other.sheet.xp == 13
    table.do(CommonLanguage(language="English"))
    assert (table.state.campaign.language, french.sheet.xp, english.sheet.xp) == ("", 12, 13)
    english.buy("art", "hitting", "travel", "persuasion", price=3)
    english.buy("riding", price=1)
    refused = table.refused(CommonLanguage(language="french"))
    assert (refused.code, refused.params["held"]) == ("already-spent", 0)
    assert table.refused(CommonLanguage(language=" ")).code == "empty-name"


@pytest.mark.rule("LP-SKL-008", "LP-SKL-013")
def test_everybody_has_their_own_language_and_the_common_one(table: Table) -> None:
    maker, other = Maker(table), Maker(table, "Mike")
    maker.about("language", "French")
    other.about("language", "English")
    for skill in ("language:french", "language:english"):
        assert [e.skill for e in used(table, who=maker.who, skill=skill)] == [skill]
    assert used(table, who=other.who, skill="language:english")
    for maker_, skill in ((maker, "language:latin"), (other, "language:french")):
        assert table.refused(UseSkill(who=maker_.who, skill=skill)).code == "only-the-lower-skill"
    table.do(CommonLanguage(language="german"))
    assert used(table, who=other.who, skill="language:german")
    assert table.refused(UseSkill(who=maker.who, skill="language:english")).code == "only-the-lower-skill"
    nobody = table.pc("Otto")
    assert table.refused(UseSkill(who=nobody, skill="language:german")).code == "only-the-lower-skill"


@pytest.mark.rule("LP-SKL-014")
def test_a_native_english_speaker_may_have_a_european_language(table: Table) -> None:
    maker = Maker(table)
    maker.xp()
    assert table.refused(SecondLanguage(who=maker.who, language="french")).code == "not-native-english"
    maker.about("language", "English")
    refused = table.refused(SecondLanguage(who=maker.who, language="Japanese"))
    assert refused.code == "not-european"
    assert Words("zh", RULESET).refusal(refused).startswith("日语")
    table.do(SecondLanguage(who=maker.who, language="French"))
    assert "language:french" in maker.person.skills
    assert maker.sheet.xp == 12
    table.do(SecondLanguage(who=maker.who, language="德语", both=True))
    assert maker.person.skills == ("language:german",)
    assert maker.sheet.xp == 13
    maker.skill("lockpicking", "any")
    maker.skill("swimming", "minor")
    assert "skills" not in maker.missing
    table.do(SetOption(option="second_language", value=False))
    assert table.refused(SecondLanguage(who=maker.who, language="french")).code == "switched-off"


# What a skill is good for --------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-SKL-001")
def test_what_takes_a_skill_is_not_possible_without_it(table: Table) -> None:
    who = table.pc("Jessica")
    refused = table.refused(UseSkill(who=who, skill="lockpicking"))
    assert refused.code == "lacks-skill"
    assert said(refused) == "pc-001 cannot do that without the skill Lockpicking"
    assert table.refused(UseSkill(who=who, skill="Glassblowing")).code == "unknown-word"
    assert table.refused(UseSkill(who="pc-999", skill="lockpicking")).code == "unknown-person"
    table.do(UseSkill(who=who, skill="lockpicking", kind="OPR", difficulty=9, sure=True))
    assert owed(table, who).difficulty == 9


@pytest.mark.rule("LP-SKL-002")
def test_direct_makes_no_check(table: Table) -> None:
    who = table.pc("Jessica")
    table.do(ChangeAbilities(who=who, add=("diving", "lockpicking", "first_aid")))
    assert [e.skill for e in used(table, who=who, skill="diving")] == ["diving"]
    assert table.state.checks == {}
    refused = table.refused(UseSkill(who=who, skill="lockpicking", grant="direct"))
    assert refused.code == "not-a-choice"


@pytest.mark.rule("LP-SKL-002")
def test_a_skill_allows_a_check(table: Table) -> None:
    who = table.pc("Jessica")
    table.do(ChangeAbilities(who=who, add=("lockpicking",)))
    table.do(UseSkill(who=who, skill="lockpicking", kind="OPR", difficulty=9))
    check = owed(table, who)
    assert (check.type, check.purpose, check.difficulty, faces(table, who)) == ("OPR", "lockpicking", 9, 9)


@pytest.mark.rule("LP-SKL-002")
def test_an_easier_check_is_one_step_lower_and_the_gms_to_confirm(table: Table) -> None:
    who = table.pc("Jessica")
    table.do(ChangeAbilities(who=who, add=("academic_field:archaeology",)))
    table.do(UseSkill(who=who, skill="academic_field:archaeology", grant="easier", kind="WIS", difficulty=9))
    assert faces(table, who) == 6
    table.do(SwitchModifier(who=who, name="academic_field:archaeology", off=True))
    assert faces(table, who) == 9


@pytest.mark.rule("LP-SKL-002")
def test_never_below_three_faces(table: Table) -> None:
    who = table.pc("Jessica")
    table.do(ChangeAbilities(who=who, add=("academic_field:archaeology",)))
    table.do(UseSkill(who=who, skill="academic_field:archaeology", grant="easier", kind="WIS", difficulty=3))
    assert faces(table, who) == 3


@pytest.mark.rule("LP-SKL-002")
@pytest.mark.parametrize(("answer", "rolled"), [("grant_direct", 0), ("grant_check", 9), ("grant_easier", 6)])
def test_where_a_skill_has_several_the_gm_picks(table: Table, answer: str, rolled: int) -> None:
    who = table.pc("Jessica")
    table.do(ChangeAbilities(who=who, add=("acrobatics",)))
    table.do(UseSkill(who=who, skill="acrobatics", kind="FLX", difficulty=9))
    question = questions.open_questions(table.state, "skill_grant")[0]
    assert (question.value, question.ref) == (question.choices[0], "acrobatics")
    assert set(question.choices) == {"grant_direct", "grant_check", "grant_easier"}
    table.do(questions.Answer(question=question.id, value=answer))
    assert (checks.owed(table.state, who) is not None) == bool(rolled)
    if rolled:
        assert faces(table, who) == rolled


@pytest.mark.rule("LP-SKL-002")
def test_the_question_names_the_use_and_outlives_a_crisis(table: Table) -> None:
    who = table.pc("Jessica")
    table.npc("Cowboy")
    table.all_bands("near")
    table.do(ChangeAbilities(who=who, add=("acrobatics",)))
    table.do(Start())
    table.do(UseSkill(who=who, skill="acrobatics", use="somersault", difficulty=9))
    table.do(End())
    assert [q.ref for q in questions.open_questions(table.state, "skill_grant")] == ["somersault"]
    assert table.refused(UseSkill(who=who, skill="acrobatics", difficulty=2)).code == "out-of-bounds"


@pytest.mark.rule("LP-SKL-009")
def test_a_named_skill_that_all_of_its_kind_is_common_is_worth_two_steps(table: Table) -> None:
    who = table.pc("Jessica")
    table.do(ChangeAbilities(who=who, add=("academic_field:archaeology",)))
    table.do(RuleAutomatic(skill="academic_field"))
    table.do(UseSkill(who=who, skill="academic_field:archaeology", grant="easier", kind="WIS", difficulty=12))
    assert faces(table, who) == 6


@pytest.mark.rule("LP-SKL-018")
def test_professional_tools_take_their_skill(table: Table) -> None:
    who = table.pc("Jessica")
    refused = table.refused(UseSkill(who=who, skill="lockpicking", tools=True))
    assert refused.code == "tools-need-skill"
    assert [e.tools for e in used(table, who=who, skill="lockpicking", tools=True, sure=True)] == [True]
    table.do(ChangeAbilities(who=who, add=("climbing", "swimming")))
    assert [e.skill for e in used(table, who=who, skill="climbing", tools=True)] == ["climbing"]
    assert table.refused(UseSkill(who=who, skill="swimming", tools=True)).code == "tools-need-skill"


# What everybody masters ----------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-SKL-008")
def test_everyday_skills_are_everybodys(table: Table) -> None:
    who = table.pc("Jessica")
    assert set(mastery.automatic(table.state)) == {
        "native_language",
        "drawing",
        "singing",
        "cycling",
        "motorcycling",
        "rowing",
        "computer_use",
        "plain_cooking",
        "plain_shooting",
        "simple_first_aid",
        "everyday_psychology",
    }
    for skill in ("cycling", "computer_use"):
        assert used(table, who=who, skill=skill)


@pytest.mark.rule("LP-SKL-009")
def test_an_everyday_skill_taken_all_the_same_makes_its_checks_much_easier(table: Table) -> None:
    maker, other = Maker(table), Maker(table, "Mike")
    maker.skill("singing", "minor")
    for one in (maker, other):
        table.do(checks.CallCheck(who=(one.who,), kind="INF", purpose="singing", difficulty=12))
    assert (faces(table, maker.who), faces(table, other.who)) == (6, 12)


@pytest.mark.rule("LP-SKL-009")
def test_a_success_without_the_skill_is_no_match(table: Table) -> None:
    learnt, plain = table.pc("Jessica"), table.pc("Mike")
    table.do(ChangeAbilities(who=learnt, add=("singing",)))
    for who in (learnt, plain):
        table.do(checks.CallCheck(who=(who,), kind="INF", purpose="singing", difficulty=12))
    notes = {t.who: [english(m) for m in t.detail] for t in table.tasks("check")}
    line = f"ability:singing: even with a success {plain} is no match for {learnt}"
    assert line in notes[plain]
    assert line not in notes[learnt]


@pytest.mark.rule("LP-SKL-010")
def test_the_campaign_keeps_its_list(table: Table) -> None:
    who = table.pc("Jessica")
    assert table.refused(UseSkill(who=who, skill="riding")).code in ("lacks-skill", "only-the-lower-skill")
    table.do(RuleAutomatic(skill="riding"))
    table.do(RuleAutomatic(skill="horse breaking"))
    table.do(RuleAutomatic(skill="computer_use", no=True))
    assert table.state.campaign.automatic == {"riding": True, "horse breaking": True, "computer_use": False}
    known = mastery.automatic(table.state)
    assert ("riding" in known, "horse breaking" in known, "computer_use" in known) == (True, True, False)
    assert used(table, who=who, skill="riding", grant="direct")
    assert table.refused(UseSkill(who=who, skill="computer_use")).code == "lacks-skill"
    assert table.refused(RuleAutomatic(skill=" ")).code == "empty-name"


@pytest.mark.rule("LP-SKL-015", "LP-SKL-016")
@pytest.mark.parametrize("skill", ["driving", "swimming"])
def test_driving_and_swimming_may_be_common_knowledge(table: Table, skill: str) -> None:
    who = table.pc("Jessica")
    assert table.refused(UseSkill(who=who, skill=skill, grant="direct")).code == "lacks-skill"
    table.do(SetOption(option=f"{skill}_is_common", value=True))
    assert used(table, who=who, skill=skill, grant="direct")


@pytest.mark.rule("LP-SKL-015")
def test_whoever_drives_as_a_matter_of_course_has_a_licence(table: Table) -> None:
    licence = "driving licence"
    assert licence not in map(Words("en", RULESET).say, items.everyday(table.state))
    table.do(SetOption(option="driving_is_common", value=True))
    assert licence in map(Words("en", RULESET).say, items.everyday(table.state))


def test_what_cannot_be_learnt_is_refused(table: Table) -> None:
    npc = table.npc("Cowboy")
    assert table.refused(TakeSkill(who=npc, skill="riding", slot="minor")).code == "no-sheet"
    assert table.refused(TakeSkill(who="pc-999", skill="riding", slot="minor")).code == "unknown-person"
    assert learning.SLOTS == ("any", "minor")


@pytest.mark.rule("LP-SKL-003")
def test_a_skill_goes_into_the_only_slot_that_is_free(table: Table) -> None:
    maker = Maker(table)
    refused = maker.no_skill("medicine", "")
    assert refused.code == "which-slot" and len(refused.params["allowed"]) == 2  # type: ignore[arg-type]
    maker.skill("first_aid", "")
    assert sheet_of(maker.person).skill_slots == {"first_aid": "any"}
    maker.skill("medicine", "")
    assert sheet_of(maker.person).skill_slots == {"first_aid": "any", "medicine": "minor"}
    assert maker.no_skill("swimming", "").code == "slot-full"

"""Skills at the table: what is refused without one, what needs no check, what is easier (LP-SKL-101 to -142)."""

from __future__ import annotations

import pytest

from gmconsole.core.commands import SetOption
from gmconsole.core.messages import english
from gmconsole.core.model import Name
from gmconsole.rulesets.lawn import negotiation_board as board
from gmconsole.rulesets.lawn import pools, skill_table, skills
from gmconsole.rulesets.lawn.actions import Act, BreakFree, Observe
from gmconsole.rulesets.lawn.announcing import SwitchModifier
from gmconsole.rulesets.lawn.checks import CallCheck, DropCheck, RollCheck
from gmconsole.rulesets.lawn.mastery import RuleAutomatic, UseSkill
from gmconsole.rulesets.lawn.settling import CheckChanged, CheckSettled
from gmconsole.rulesets.lawn.skill_uses import listing
from gmconsole.rulesets.lawn.verbs import VERBS

from .conftest import Table
from .rounds import give, success
from .skilled import barred, called, cannot, does, learn, owed, switches, two

NEEDS = "check-needs-skill"
NO_CHECK = "no-check-needed"
BEYOND = "lacks-skill"


# The table -----------------------------------------------------------------------------------------------------------


def test_every_skill_has_a_use_for_everything_it_grants() -> None:
    assert len(skills.SKILLS) == 42
    for skill, row in skills.SKILLS.items():
        uses = skill_table.BY_SKILL[skill]
        granted = {grant for use in uses for grant in use.grants if not use.tools}
        assert granted >= set(row.grants) or any(use.tools for use in uses), skill
        assert any(use.tools for use in uses) == row.tools or skill == "first_aid", skill


def test_no_word_means_two_things() -> None:
    assert all(len(uses) == 1 for uses in skill_table.OWN_WORDS.values())
    assert not set(skill_table.OWN_WORDS) & set(skill_table.SHARED_WORDS)
    for use in skill_table.USES.values():
        assert use.name.zh and use.name.en and use.grants and use.types, use.id


def test_what_somebody_can_do_is_listed(table: Table) -> None:
    two(table, "lockpicking", "dance:waltz", "Glassblowing", "singing")
    found = [(skill, use.id) for skill, use in listing(table.who("jessica"))]
    assert found == [
        ("lockpicking", "pick_lock"),
        ("lockpicking", "make_lock"),
        ("lockpicking", "lockpicks"),
        ("dance:waltz", "perform_dance"),
        ("Glassblowing", "Glassblowing"),
    ]


# How a check is refused, proposed and spared -------------------------------------------------------------------------


def test_the_refusal_names_the_skill_and_the_gm_may_override_it(table: Table) -> None:
    two(table, "lockpicking")
    refused = table.refused(CallCheck(who=(table.ids["mike"],), kind="OPR", purpose="pick_lock", difficulty=9))
    assert (refused.code, english(refused.params["skills"][0])) == (NEEDS, "ability:lockpicking")  # type: ignore[index,arg-type]
    assert barred(table, "mike", "OPR=开锁") == barred(table, "mike", "WIS=Pick a Lock") == NEEDS
    assert barred(table, "mike", "OPR", tags=("lockpicking",)) == NEEDS
    assert table.refused(RollCheck(who=table.ids["mike"], kind="OPR", purpose="pick_lock", difficulty=9)).code == NEEDS
    table.do(CallCheck(who=(table.ids["mike"],), kind="OPR", purpose="pick_lock", difficulty=9, anyway=True))
    (task,) = table.tasks("check")
    assert "has not learnt" in " ".join(english(m) for m in task.detail)
    table.do(RollCheck(who=table.ids["mike"]), success(5))


def test_one_without_the_skill_stops_the_call_for_all(table: Table) -> None:
    two(table, "lockpicking")
    both = (table.ids["jessica"], table.ids["mike"])
    assert table.refused(CallCheck(who=both, kind="OPR", purpose="pick_lock")).code == NEEDS
    assert not table.state.checks


def test_actions_and_looks_ask_for_the_skill_as_well(table: Table) -> None:
    two(table, "lockpicking", "lip_reading")
    mike, jessica = table.ids["mike"], table.ids["jessica"]
    act = Act(who=mike, text="the lock", kind="OPR", purpose="pick_lock", difficulty=9)
    look = Observe(who=mike, kind="DSC", purpose="read_lips", difficulty=9)
    assert table.refused(act).code == table.refused(look).code == NEEDS
    table.do(Act(who=mike, text="the lock", kind="OPR", purpose="pick_lock", difficulty=9, anyway=True), success(5))
    table.do(Observe(who=mike, kind="DSC", purpose="read_lips", difficulty=9, anyway=True), success(5))
    table.do(Act(who=jessica, text="the lock", kind="OPR", purpose="pick_lock", difficulty=9), success(5))
    table.do(Observe(who=jessica, kind="DSC", purpose="read_lips", difficulty=9), success(5))


def test_what_other_people_can_do_is_the_gms_to_know(table: Table) -> None:
    table.npc("smith")
    assert called(table, "smith", "OPR=pick_lock") == 9


@pytest.mark.rule("LP-SKL-002")
def test_an_easier_check_is_a_switch_with_its_odds_that_the_gm_turns(table: Table) -> None:
    two(table, "stage_magic")
    jessica = table.ids["jessica"]
    done = table.do(CallCheck(who=(jessica,), kind="OPR", purpose="misdirection", difficulty=9))
    assert [e.after.conditions[0].name for e in done.entry.events if isinstance(e, CheckChanged)] == ["stage_magic"]
    (shown,) = board.shown(table.state)
    (switch,) = shown.switches
    assert (english(switch.name), switch.on, english(switch.what)) == ("ability:stage_magic", True, "difficulty -3")  # type: ignore[arg-type]
    assert shown.chance != switch.chance
    assert pools.dice_of(table.state, owed(table)) == (5, 6)
    table.do(SwitchModifier(who=jessica, name="stage_magic", off=True))
    assert pools.dice_of(table.state, owed(table)) == (5, 9)
    assert board.shown(table.state)[0].chance == switch.chance
    table.do(SwitchModifier(who=jessica, name="stage_magic"))
    table.do(RollCheck(who=jessica), success(5))


@pytest.mark.rule("LP-SKL-002")
def test_at_d3_the_gm_may_spare_the_check(table: Table) -> None:
    two(table, "stage_magic")
    jessica = table.ids["jessica"]
    assert called(table, "jessica", "OPR=misdirection", 6) == 3
    table.do(CallCheck(who=(jessica,), kind="OPR", purpose="misdirection", difficulty=3))
    assert pools.faces_of(table.state, owed(table)) == 3
    (choice,) = (c for c in board.shown(table.state)[0].choices if c.kind == "skill")
    assert choice.command is not None and choice.chance == "100.0 %"
    done = table.do(choice.command)
    assert [e.passed for e in done.entry.events if isinstance(e, CheckSettled)] == [True]
    table.do(CallCheck(who=(jessica,), kind="OPR", purpose="misdirection", difficulty=6))
    assert not [c for c in board.shown(table.state)[0].choices if c.kind == "skill"]


@pytest.mark.rule("LP-SKL-002")
def test_of_several_grants_the_first_is_proposed_and_the_gm_picks(table: Table) -> None:
    two(table, "acrobatics")
    assert switches(table, "jessica", "FLX=somersault") == [("acrobatics", -1, False)]
    table.do(CallCheck(who=(table.ids["jessica"],), kind="FLX", purpose="somersault", difficulty=9))
    assert [c.kind for c in board.shown(table.state)[0].choices] == ["skill"]
    table.do(DropCheck(check=owed(table).id))
    does(table, "jessica", "acrobatics", "somersault", grant="easier", difficulty=9)
    assert pools.faces_of(table.state, owed(table)) == 6
    table.do(DropCheck(check=owed(table).id))
    does(table, "jessica", "acrobatics", "somersault", grant="check", difficulty=9)
    assert pools.faces_of(table.state, owed(table)) == 9
    table.do(DropCheck(check=owed(table).id))
    (used,) = does(table, "jessica", "acrobatics", "somersault", grant="direct")
    assert (used.use, table.state.checks) == ("somersault", {})


def test_two_skills_for_the_same_do_not_add_up(table: Table) -> None:
    two(table, "veterinary_care", "animal_training")
    assert called(table, "jessica", "INF=soothe_animal") == 6


@pytest.mark.rule("LP-SKL-009")
def test_a_skill_that_is_common_here_and_was_taken_all_the_same_is_worth_two_steps(table: Table) -> None:
    two(table, "riding")
    assert called(table, "jessica", "FLX=ride_horse") == 6
    table.do(RuleAutomatic(skill="riding"))
    assert called(table, "jessica", "FLX=ride_horse") == 3
    assert called(table, "mike", "FLX=ride_horse") == 9


def test_a_skill_of_no_table_grants_what_the_gm_says(table: Table) -> None:
    two(table, "Glassblowing")
    assert switches(table, "jessica", "OPR=glassblowing") == [("Glassblowing", -1, False)]
    assert switches(table, "mike", "OPR=glassblowing") == []
    assert [e.skill for e in does(table, "jessica", "Glassblowing", grant="direct")] == ["Glassblowing"]


def test_a_use_belongs_to_its_skill(table: Table) -> None:
    two(table, "lockpicking")
    assert cannot(table, "jessica", "lockpicking", "sculpt") == "not-a-choice"
    assert cannot(table, "jessica", "lockpicking", "pick_lock", target="pc-099") == "unknown-person"
    assert cannot(table, "jessica", "lockpicking", "pick_lock", value=-1) == "out-of-bounds"


def test_the_dead_and_things_use_no_skill(table: Table) -> None:
    two(table, "lockpicking")
    table.add("door", "object", life=1)
    assert cannot(table, "door", "lockpicking", "pick_lock") == "objects-do-not-roll"
    give(table, "jessica", "dead")
    assert cannot(table, "jessica", "lockpicking", "pick_lock") == "cannot-roll"


def test_what_has_a_verb_of_its_own_says_so(table: Table) -> None:
    two(table, "firearms", "psychology")
    assert cannot(table, "jessica", "psychology", "therapy") == "has-its-verb"
    refused = table.refused(UseSkill(who=table.ids["jessica"], skill="firearms", use="shoot"))
    assert refused.params["verb"] == Name("攻击", "attack")
    verbs = {verb.id for verb in VERBS}
    assert {use.verb for use in skill_table.USES.values() if use.verb} <= verbs


# Skill by skill ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LP-SKL-102")
def test_a_martial_art_helps_in_its_own_moves_alone(table: Table) -> None:
    two(table, "martial_art:fencing")
    for check in ("OPR=fencing", "FLX=Fencing", "WIS=fencing", "OPR=martial_art:fencing"):
        assert called(table, "jessica", check) == 6, check
    assert called(table, "jessica", "FLX=martial_moves", tags=("fencing",)) == 6
    assert called(table, "jessica", "FLX=judo") == 9
    assert called(table, "jessica", "FLX=martial_moves", tags=("judo",)) == 9
    assert called(table, "mike", "OPR=fencing") == 9
    (used,) = does(table, "jessica", "martial_art:fencing", "martial_weapons")
    assert used.tools
    assert cannot(table, "jessica", "martial_art:judo", "martial_weapons") == "tools-need-skill"


@pytest.mark.rule("LP-SKL-103")
def test_stage_magic(table: Table) -> None:
    two(table, "stage_magic")
    assert called(table, "jessica", "OPR=conjuring") == 9
    assert called(table, "jessica", "DSC=see_through_trick") == 9
    assert barred(table, "mike", "OPR=conjuring") == barred(table, "mike", "DSC=see_through_trick") == NEEDS
    assert called(table, "jessica", "OPR=cheating_at_games") == called(table, "jessica", "OPR=misdirection") == 6
    assert called(table, "mike", "OPR=cheating_at_games") == 9


@pytest.mark.rule("LP-SKL-109")
def test_voice_mimicry(table: Table) -> None:
    two(table, "voice_mimicry")
    assert called(table, "jessica", "INF=mimic_voice") == 9
    assert switches(table, "jessica", "INF=mimic_voice") == [("voice_mimicry", -1, False)]
    assert barred(table, "mike", "INF=mimic_voice") == NEEDS
    assert does(table, "jessica", "voice_mimicry", "mimicry_tools")[0].tools
    assert cannot(table, "mike", "voice_mimicry", "mimicry_tools") == "tools-need-skill"


@pytest.mark.rule("LP-SKL-112")
def test_lip_reading(table: Table) -> None:
    two(table, "lip_reading")
    table.do(CallCheck(who=(table.ids["jessica"],), kind="DSC", purpose="read_lips", difficulty=9))
    (task,) = table.tasks("check")
    assert "read lips takes lips in view" in [english(m) for m in task.detail]
    assert barred(table, "mike", "DSC=read_lips") == NEEDS


@pytest.mark.rule("LP-SKL-113")
def test_profiling_sketch(table: Table) -> None:
    two(table, "profiling_sketch")
    assert called(table, "jessica", "OPR=reconstruct_picture") == 9
    assert barred(table, "mike", "OPR=reconstruct_picture") == NEEDS


@pytest.mark.rule("LP-SKL-114")
def test_disguise(table: Table) -> None:
    two(table, "disguise")
    assert called(table, "jessica", "OPR=disguise_look") == 9
    assert switches(table, "jessica", "OPR=disguise") == [("disguise", -1, False)]
    assert barred(table, "mike", "OPR=disguise") == NEEDS
    does(table, "jessica", "disguise", "disguise_look", difficulty=9, grant="easier")
    assert (owed(table).type, pools.faces_of(table.state, owed(table))) == ("OPR", 6)


@pytest.mark.rule("LP-SKL-115")
def test_forgery_and_authentication(table: Table) -> None:
    two(table, "forgery_authentication")
    assert called(table, "jessica", "OPR=forge") == called(table, "jessica", "DSC=authenticate") == 9
    assert barred(table, "mike", "OPR=forge") == barred(table, "mike", "DSC=authenticate") == NEEDS
    assert does(table, "jessica", "forgery_authentication", "forgers_tools")[0].tools


@pytest.mark.rule("LP-SKL-116")
def test_an_engineer_and_broken_wiring(table: Table) -> None:
    two(table, "engineer")
    assert called(table, "jessica", "OPR=wiring") == 9
    assert switches(table, "jessica", "OPR=wiring") == [("engineer", -1, False)]
    assert barred(table, "mike", "OPR=wiring") == barred(table, "mike", "OPR=building_work") == NEEDS


@pytest.mark.rule("LP-SKL-117")
def test_lockpicking(table: Table) -> None:
    two(table, "lockpicking")
    assert called(table, "jessica", "OPR=pick_lock") == called(table, "jessica", "OPR=make_lock") == 9
    assert barred(table, "mike", "OPR=pick_lock") == NEEDS
    assert does(table, "jessica", "lockpicking", "lockpicks")[0].tools
    assert cannot(table, "mike", "lockpicking", "lockpicks") == "tools-need-skill"
    assert does(table, "mike", "lockpicking", "lockpicks", sure=True)[0].tools


@pytest.mark.rule("LP-SKL-118")
def test_everybody_uses_computers_and_some_write_programs(table: Table) -> None:
    two(table, "programming")
    assert called(table, "jessica", "WIS=coding") == called(table, "jessica", "WIS=security_systems") == 9
    assert called(table, "mike", "WIS=computer_use") == 9
    assert barred(table, "mike", "WIS=coding") == NEEDS
    assert does(table, "mike", "computer_use")
    assert cannot(table, "mike", "programming", "coding") == "only-the-lower-skill"


@pytest.mark.rule("LP-SKL-119")
def test_a_psychologist_sees_whether_somebody_lies(table: Table) -> None:
    two(table, "psychology")
    assert called(table, "jessica", "DSC=read_people") == called(table, "jessica", "DSC=judge_feelings") == 6
    assert called(table, "mike", "DSC=read_people") == 9, "the lower skill is everybody's"
    assert called(table, "jessica", "WIS=therapy") == 9
    assert barred(table, "mike", "WIS=therapy") == NEEDS


@pytest.mark.rule("LP-SKL-122")
def test_needlework(table: Table) -> None:
    two(table, "needlework")
    assert called(table, "jessica", "OPR=mend_clothes") == 9
    assert [e.use for e in does(table, "jessica", "needlework", "mend_clothes", grant="direct")] == ["mend_clothes"]
    assert barred(table, "mike", "OPR=mend_clothes") == NEEDS


@pytest.mark.rule("LP-SKL-124")
def test_acrobatics(table: Table) -> None:
    two(table, "acrobatics")
    assert called(table, "jessica", "OPR=juggling") == called(table, "jessica", "FLX=walk_on_hands") == 9
    table.do(CallCheck(who=(table.ids["jessica"],), kind="FLX", purpose="walk_on_hands", difficulty=9))
    (task,) = table.tasks("check")
    assert "handstand, walking on hands at speed:walk" in [english(m) for m in task.detail]
    assert barred(table, "mike", "OPR=juggling") == NEEDS


@pytest.mark.rule("LP-SKL-125")
def test_a_sport_helps_in_that_sport_alone(table: Table) -> None:
    two(table, "sport:tennis")
    assert called(table, "jessica", "FLX=tennis") == called(table, "jessica", "WIS=tennis") == 6
    assert called(table, "jessica", "FLX=golf") == called(table, "mike", "FLX=tennis") == 9
    assert does(table, "jessica", "sport:tennis", "sports_gear")[0].tools
    assert [e.use for e in does(table, "jessica", "sport:tennis", "play_sport", grant="direct")] == ["play_sport"]


@pytest.mark.rule("LP-SKL-126", "LP-SKL-127")
@pytest.mark.parametrize(("skill", "gear"), [("diving", "diving_gear"), ("angling", "fishing_gear")])
def test_gear_that_is_used_without_a_check(table: Table, skill: str, gear: str) -> None:
    two(table, skill)
    assert does(table, "jessica", skill, gear)[0].tools
    assert not table.state.checks
    assert barred(table, "jessica", f"OPR={gear}") == NO_CHECK
    assert cannot(table, "mike", skill, gear) == "tools-need-skill"
    assert barred(table, "mike", f"OPR={gear}") == NEEDS


@pytest.mark.rule("LP-SKL-128")
def test_swimming(table: Table) -> None:
    two(table, "swimming")
    assert called(table, "jessica", "FLX=swim") == 9
    assert [e.use for e in does(table, "jessica", "swimming", "swim", grant="direct")] == ["swim"]
    assert barred(table, "mike", "FLX=swim") == NEEDS
    assert called(table, "mike", "FLX=swim", anyway=True) == 9
    table.do(SetOption(option="swimming_is_common", value=True))
    assert called(table, "mike", "FLX=swim") == 9


@pytest.mark.rule("LP-SKL-129")
def test_veterinary_care(table: Table) -> None:
    two(table, "veterinary_care")
    table.npc("dog", life=2)
    dog = table.ids["dog"]
    does(table, "jessica", "veterinary_care", "treat_animal", target=dog, difficulty=9)
    assert (owed(table).type, owed(table).purpose, owed(table).difficulty) == ("OPR", "treat_animal", 9)
    table.do(RollCheck(who=table.ids["jessica"]), success(5))
    assert called(table, "jessica", "WIS=animal_health") == 9
    assert called(table, "jessica", "DSC=soothe_animal") == 6
    assert called(table, "mike", "DSC=soothe_animal") == 9
    assert barred(table, "mike", "OPR=treat_animal") == barred(table, "mike", "WIS=animal_health") == NEEDS


@pytest.mark.rule("LP-SKL-131")
def test_riding(table: Table) -> None:
    two(table, "riding")
    assert called(table, "jessica", "FLX=ride_horse") == 6
    assert called(table, "mike", "FLX=ride_horse") == 9
    assert [e.use for e in does(table, "jessica", "riding", "ride_horse", grant="direct")] == ["ride_horse"]


@pytest.mark.rule("LP-SKL-132")
def test_horticulture(table: Table) -> None:
    two(table, "horticulture")
    assert barred(table, "jessica", "OPR=grow_plants") == NO_CHECK
    assert [e.use for e in does(table, "jessica", "horticulture", "grow_plants")] == ["grow_plants"]
    assert called(table, "mike", "OPR=grow_plants") == 9
    assert called(table, "jessica", "OPR=garden_art") == 9
    assert barred(table, "mike", "OPR=garden_art") == NEEDS
    assert (called(table, "jessica", "WIS=plant_health"), called(table, "mike", "WIS=plant_health")) == (6, 9)


@pytest.mark.rule("LP-SKL-133")
def test_driving(table: Table) -> None:
    two(table, "driving")
    assert called(table, "jessica", "OPR=drive") == called(table, "jessica", "WIS=car_trouble") == 9
    assert [e.use for e in does(table, "jessica", "driving", "drive_car", grant="direct")] == ["drive_car"]
    assert barred(table, "mike", "OPR=drive") == barred(table, "mike", "WIS=car_trouble") == NEEDS
    table.do(SetOption(option="driving_is_common", value=True))
    assert called(table, "mike", "OPR=drive") == 9


@pytest.mark.rule("LP-SKL-134")
def test_special_equipment_by_name_and_motorcycles_for_everybody(table: Table) -> None:
    two(table, "special_equipment:crane")
    for check in ("OPR=crane", "OPR=operate_equipment"):
        assert called(table, "jessica", check) == 9
    assert called(table, "jessica", "WIS=equipment_trouble") == 9
    used = does(table, "jessica", "special_equipment:crane", "operate_equipment", grant="direct")
    assert [(e.skill, e.use) for e in used] == [("special_equipment:crane", "operate_equipment")]
    assert barred(table, "jessica", "OPR=operate_equipment", tags=("excavator",)) == NEEDS
    assert cannot(table, "jessica", "special_equipment:excavator", "operate_equipment") == BEYOND
    assert barred(table, "mike", "OPR=operate_equipment") == NEEDS
    assert called(table, "mike", "OPR=motorcycling") == 9
    assert does(table, "mike", "motorcycling")


@pytest.mark.rule("LP-SKL-136", "LP-SKL-137")
@pytest.mark.parametrize(
    ("skill", "other", "use", "kind"),
    [
        ("musical_instrument:violin", "musical_instrument:cello", "play_instrument", "OPR"),
        ("dance:waltz", "dance:tango", "perform_dance", "FLX"),
    ],
)
def test_playing_and_dancing(table: Table, skill: str, other: str, use: str, kind: str) -> None:
    two(table, skill)
    name = skill.partition(":")[2]
    assert called(table, "jessica", f"{kind}={name}") == called(table, "jessica", f"{kind}={use}") == 9
    does(table, "jessica", skill, use, difficulty=9)
    assert (owed(table).type, owed(table).purpose, owed(table).tags) == (kind, name, (use,))
    assert cannot(table, "jessica", other, use) == cannot(table, "mike", skill, use) == BEYOND
    assert barred(table, "jessica", f"{kind}={use}", tags=(other.partition(":")[2],)) == NEEDS
    assert barred(table, "mike", f"{kind}={use}") == NEEDS


@pytest.mark.rule("LP-SKL-138")
def test_everybody_cooks_plain_meals(table: Table) -> None:
    two(table, "cooking")
    assert called(table, "jessica", "OPR=fine_cooking") == 9
    assert does(table, "jessica", "cooking", "kitchen_tools")[0].tools
    assert called(table, "mike", "OPR=plain_cooking") == 9
    assert does(table, "mike", "plain_cooking")
    assert barred(table, "mike", "OPR=fine_cooking") == NEEDS
    assert cannot(table, "mike", "cooking", "fine_cooking") == "only-the-lower-skill"


@pytest.mark.rule("LP-SKL-139", "LP-SKL-140")
@pytest.mark.parametrize(("skill", "use"), [("calligraphy", "write_calligraphy"), ("sculpture", "sculpt")])
def test_works_of_art(table: Table, skill: str, use: str) -> None:
    two(table, skill)
    assert called(table, "jessica", f"OPR={use}") == called(table, "jessica", f"OPR={skill}") == 9
    assert barred(table, "mike", f"OPR={use}") == NEEDS
    does(table, "jessica", skill, use, difficulty=9)
    assert (owed(table).type, owed(table).purpose) == ("OPR", use)


@pytest.mark.rule("LP-SKL-141")
def test_a_language_needs_no_check(table: Table) -> None:
    two(table, "language:latin")
    assert barred(table, "jessica", "WIS=latin") == barred(table, "jessica", "WIS=拉丁语") == NO_CHECK
    assert [e.skill for e in does(table, "jessica", "language:latin", "use_language")] == ["language:latin"]
    assert not table.state.checks
    assert cannot(table, "mike", "language:latin", "use_language") == "only-the-lower-skill"
    assert cannot(table, "jessica", "language:greek", "use_language") == "only-the-lower-skill"
    assert called(table, "jessica", "WIS=latin", anyway=True) == 9


@pytest.mark.rule("LP-SKL-142")
def test_an_academic_field_helps_in_that_field(table: Table) -> None:
    two(table, "academic_field:archaeology")
    assert called(table, "jessica", "WIS=archaeology") == 6
    assert called(table, "jessica", "WIS=knowledge", tags=("archaeology",)) == 6
    assert called(table, "jessica", "WIS=knowledge") == called(table, "jessica", "WIS=physics") == 9
    assert called(table, "mike", "WIS=archaeology") == 9
    assert does(table, "jessica", "academic_field:archaeology", "scholars_tools")[0].tools


@pytest.mark.rule("LP-SKL-123")
def test_bonds_are_slipped_by_suppleness_with_the_skill_alone(table: Table) -> None:
    two(table, "escape_artistry")
    assert called(table, "jessica", "FLX=escape") == called(table, "jessica", "FLX=slip_bonds") == 9
    assert barred(table, "mike", "FLX=escape") == NEEDS
    assert called(table, "mike", "PHY=escape") == 9
    learn(table, "jessica", "ropework")
    for name in ("jessica", "mike"):
        does(table, "jessica", "ropework", "tie_knot", target=table.ids[name], value=3, difficulty=6)
        table.do(RollCheck(who=table.ids["jessica"]), success(5))
        give(table, name, "restrained")
    mike, jessica = table.ids["mike"], table.ids["jessica"]
    assert table.refused(BreakFree(who=mike, kind="FLX", difficulty=6)).code == NEEDS
    table.do(BreakFree(who=mike, kind="PHY", difficulty=0))
    (task,) = table.tasks("check")
    assert "tied with a knot of physique 3" in [english(m) for m in task.detail]
    table.do(DropCheck(check=owed(table).id))
    table.do(BreakFree(who=mike, kind="FLX", difficulty=0, anyway=True))
    table.do(DropCheck(check=owed(table).id))
    table.do(BreakFree(who=jessica, kind="FLX", difficulty=6), success(5))
    assert table.states("jessica") == []

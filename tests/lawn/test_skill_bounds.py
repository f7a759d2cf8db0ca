"""Every use of every skill, row by row: who may make a check for it, who needs none, whose check is easier.

What is expected stands here by itself, skill by skill as the chapter has it, so that a row of the table that says
something else is noticed.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from gmconsole.rulesets.lawn import pools, skill_kept, skill_table, skills
from gmconsole.rulesets.lawn.announcing import Certain, SwitchModifier
from gmconsole.rulesets.lawn.checks import CallCheck, CheckRolled, DropCheck, RollCheck
from gmconsole.rulesets.lawn.falls import Climb, Fall, Vault
from gmconsole.rulesets.lawn.mastery import UseSkill
from gmconsole.rulesets.lawn.negotiation import early

from .conftest import Table
from .skilled import barred, called, cannot, does, owed, two

NEEDS = "check-needs-skill"
NO_CHECK = "no-check-needed"

D, C, E = "direct", "check", "easier"
NEEDED, FREE = True, False
"""Whether nobody does it without the skill."""

ROWS: tuple[tuple[str, str, str, str, bool, tuple[str, ...]], ...] = (
    ("LP-SKL-101", "first_aid", "WIS", "first_aid_method", FREE, (D,)),
    ("LP-SKL-102", "martial_art:fencing", "WIS", "martial_lore", FREE, (E, D)),
    ("LP-SKL-102", "martial_art:fencing", "OPR", "martial_moves", FREE, (E, D)),
    ("LP-SKL-103", "stage_magic", "DSC", "see_through_trick", NEEDED, (C,)),
    ("LP-SKL-103", "stage_magic", "OPR", "conjuring", NEEDED, (C,)),
    ("LP-SKL-103", "stage_magic", "OPR", "misdirection", FREE, (E,)),
    ("LP-SKL-103", "stage_magic", "OPR", "cheating_at_games", FREE, (E,)),
    ("LP-SKL-108", "climbing", "PHY", "climb_sheer", FREE, (E, C)),
    ("LP-SKL-109", "voice_mimicry", "INF", "mimic_voice", NEEDED, (C, E)),
    ("LP-SKL-110", "eidetic_memory", "WIS", "memorize_images", NEEDED, (D,)),
    ("LP-SKL-110", "eidetic_memory", "WIS", "memorize_recording", NEEDED, (D,)),
    ("LP-SKL-111", "speed_reading", "WIS", "speed_read", NEEDED, (D,)),
    ("LP-SKL-112", "lip_reading", "DSC", "read_lips", NEEDED, (C,)),
    ("LP-SKL-113", "profiling_sketch", "OPR", "reconstruct_picture", NEEDED, (C,)),
    ("LP-SKL-114", "disguise", "OPR", "disguise_look", NEEDED, (C, E)),
    ("LP-SKL-115", "forgery_authentication", "OPR", "forge", NEEDED, (C,)),
    ("LP-SKL-115", "forgery_authentication", "DSC", "authenticate", NEEDED, (C,)),
    ("LP-SKL-116", "engineer", "OPR", "wiring", NEEDED, (C, E)),
    ("LP-SKL-116", "engineer", "OPR", "building_work", NEEDED, (C, E)),
    ("LP-SKL-117", "lockpicking", "OPR", "pick_lock", NEEDED, (C,)),
    ("LP-SKL-117", "lockpicking", "OPR", "make_lock", NEEDED, (C,)),
    ("LP-SKL-118", "programming", "WIS", "coding", NEEDED, (C,)),
    ("LP-SKL-118", "programming", "WIS", "security_systems", NEEDED, (C,)),
    ("LP-SKL-119", "psychology", "DSC", "judge_feelings", FREE, (E, C)),
    ("LP-SKL-120", "firearms", "WIS", "ready_gun", FREE, (D,)),
    ("LP-SKL-121", "ropework", "OPR", "tie_knot", NEEDED, (C,)),
    ("LP-SKL-121", "ropework", "OPR", "rope_art", NEEDED, (C,)),
    ("LP-SKL-122", "needlework", "OPR", "mend_clothes", NEEDED, (C, D)),
    ("LP-SKL-123", "escape_artistry", "FLX", "slip_bonds", NEEDED, (C,)),
    ("LP-SKL-124", "acrobatics", "FLX", "somersault", NEEDED, (C, E, D)),
    ("LP-SKL-124", "acrobatics", "FLX", "walk_on_hands", NEEDED, (C, E, D)),
    ("LP-SKL-124", "acrobatics", "OPR", "juggling", NEEDED, (C, E, D)),
    ("LP-SKL-125", "sport:tennis", "WIS", "sport_lore", FREE, (E, D)),
    ("LP-SKL-125", "sport:tennis", "FLX", "play_sport", FREE, (E, D)),
    ("LP-SKL-128", "swimming", "FLX", "swim", NEEDED, (C, D)),
    ("LP-SKL-129", "veterinary_care", "INF", "soothe_animal", FREE, (E,)),
    ("LP-SKL-129", "veterinary_care", "WIS", "animal_health", NEEDED, (C,)),
    ("LP-SKL-129", "veterinary_care", "OPR", "treat_animal", NEEDED, (C,)),
    ("LP-SKL-130", "animal_training", "INF", "soothe_animal", FREE, (E,)),
    ("LP-SKL-130", "animal_training", "INF", "train_animal", NEEDED, (C,)),
    ("LP-SKL-131", "riding", "FLX", "ride_horse", FREE, (E, D)),
    ("LP-SKL-132", "horticulture", "WIS", "plant_health", FREE, (E,)),
    ("LP-SKL-132", "horticulture", "OPR", "grow_plants", FREE, (D,)),
    ("LP-SKL-132", "horticulture", "OPR", "garden_art", NEEDED, (C,)),
    ("LP-SKL-133", "driving", "OPR", "drive_car", NEEDED, (C, D)),
    ("LP-SKL-133", "driving", "WIS", "car_trouble", NEEDED, (C, D)),
    ("LP-SKL-134", "special_equipment:crane", "OPR", "operate_equipment", NEEDED, (C, D)),
    ("LP-SKL-134", "special_equipment:crane", "WIS", "equipment_trouble", NEEDED, (C, D)),
    ("LP-SKL-135", "medicine", "WIS", "pathology", NEEDED, (C,)),
    ("LP-SKL-136", "musical_instrument:violin", "OPR", "play_instrument", NEEDED, (C,)),
    ("LP-SKL-137", "dance:waltz", "FLX", "perform_dance", NEEDED, (C,)),
    ("LP-SKL-138", "cooking", "OPR", "fine_cooking", NEEDED, (C,)),
    ("LP-SKL-139", "calligraphy", "OPR", "write_calligraphy", NEEDED, (C,)),
    ("LP-SKL-140", "sculpture", "OPR", "sculpt", NEEDED, (C,)),
    ("LP-SKL-141", "language:latin", "WIS", "use_language", NEEDED, (D,)),
    ("LP-SKL-142", "academic_field:archaeology", "WIS", "field_knowledge", FREE, (E,)),
)

TOOLS: tuple[tuple[str, str, str], ...] = (
    ("LP-SKL-101", "first_aid", "first_aid_equipment"),
    ("LP-SKL-102", "martial_art:fencing", "martial_weapons"),
    ("LP-SKL-108", "climbing", "climbing_gear"),
    ("LP-SKL-109", "voice_mimicry", "mimicry_tools"),
    ("LP-SKL-115", "forgery_authentication", "forgers_tools"),
    ("LP-SKL-117", "lockpicking", "lockpicks"),
    ("LP-SKL-125", "sport:tennis", "sports_gear"),
    ("LP-SKL-126", "diving", "diving_gear"),
    ("LP-SKL-127", "angling", "fishing_gear"),
    ("LP-SKL-135", "medicine", "medical_tools"),
    ("LP-SKL-138", "cooking", "kitchen_tools"),
    ("LP-SKL-142", "academic_field:archaeology", "scholars_tools"),
)

ELSEWHERE = {
    "give_first_aid",
    "far_search",
    "see_in_the_dark",
    "run_up_vault",
    "land_safely",
    "shoot",
    "therapy",
    "medical_treatment",
}
"""Uses with a verb and a chapter of their own, where they are proved."""


def spared(table: Table, name: str, check: str, difficulty: int = 9) -> bool:
    """Whether it is offered that no check is needed for somebody."""
    kind, _, purpose = check.partition("=")
    table.do(CallCheck(who=(table.ids[name],), kind=kind, purpose=purpose, difficulty=difficulty))
    found = [o for o in early(table.state, owed(table)) if isinstance(o.command, Certain)]
    table.do(DropCheck(check=owed(table).id))
    return bool(found)


def test_every_use_is_expected_here() -> None:
    assert {row[3] for row in ROWS} | {row[2] for row in TOOLS} | ELSEWHERE == set(skill_table.USES)
    for _, skill, _, use, _, _ in ROWS:
        assert skills.base(skill) in skill_table.USES[use].skills


@pytest.mark.parametrize(
    ("skill", "kind", "use", "needed", "grants"),
    [pytest.param(*row[1:], marks=pytest.mark.rule(row[0]), id=f"{row[1]}-{row[3]}") for row in ROWS],
)
def test_what_a_use_grants(
    table: Table, skill: str, kind: str, use: str, needed: bool, grants: tuple[str, ...]
) -> None:
    two(table, skill)
    check = f"{kind}={use}"
    # Somebody without the skill: refused where nobody does it without, else a check like any other.
    if needed:
        assert barred(table, "mike", check) == NEEDS
    else:
        assert called(table, "mike", check) == 9
        assert not spared(table, "mike", check)
    # Its owner: no check, or one, which is a step easier where the skill grants that first.
    if grants == (D,):
        assert barred(table, "jessica", check) == NO_CHECK
    else:
        assert called(table, "jessica", check) == (6 if grants[0] == E else 9)
        assert spared(table, "jessica", check) == (D in grants)
        table.do(CallCheck(who=(table.ids["jessica"],), kind=kind, purpose=use, difficulty=9))
        steps = [c.steps for c in pools.conditions(table.state, owed(table)) if c.name == skill]
        assert steps == ([-1] if E in grants else []), "the GM may have it where it is not proposed"


@pytest.mark.parametrize(
    ("skill", "use"),
    [pytest.param(*row[1:], marks=pytest.mark.rule(row[0], "LP-SKL-018"), id=row[2]) for row in TOOLS],
)
def test_professional_tools_are_their_owners(table: Table, skill: str, use: str) -> None:
    two(table, skill)
    assert cannot(table, "mike", skill, use) == "tools-need-skill"
    assert barred(table, "mike", f"OPR={use}") == NEEDS
    assert [e.tools for e in does(table, "mike", skill, use, sure=True)] == [True], "the GM may permit it"
    assert [e.tools for e in does(table, "jessica", skill, use)] == [True]
    assert [e.tools for e in does(table, "jessica", skill, tools=True)] == [True]
    assert barred(table, "jessica", f"OPR={use}") == NO_CHECK


@pytest.mark.rule("LP-SKL-018")
def test_no_other_skill_has_professional_tools(table: Table) -> None:
    with_tools = {skills.base(skill) for _, skill, _ in TOOLS}
    assert {key for key, row in skills.SKILLS.items() if row.tools} == with_tools
    two(table, "swimming", "driving", "sculpture")
    for skill in ("swimming", "driving", "sculpture"):
        refused = table.refused(UseSkill(who=table.ids["jessica"], skill=skill, tools=True))
        assert refused.code == "tools-need-skill"


@pytest.mark.rule("LP-SKL-135")
def test_first_aid_equipment_is_the_doctors_as_well(table: Table) -> None:
    two(table, "medicine")
    assert [e.tools for e in does(table, "jessica", "medicine", "first_aid_equipment")] == [True]


@pytest.mark.rule("LP-SKL-105")
def test_the_dark_is_one_band_less(table: Table) -> None:
    two(table, "night_vision")
    assert [skills.shift(table.who(name), "dark") for name in ("jessica", "mike")] == [1, 0]


FEATS = (
    pytest.param("running_vault", Vault(who="", height="near", run_up=True), marks=pytest.mark.rule("LP-SKL-106")),
    pytest.param("safe_landing", Fall(who="", height="medium"), marks=pytest.mark.rule("LP-SKL-107")),
    pytest.param("climbing", Climb(who="", height="near"), marks=pytest.mark.rule("LP-SKL-108")),
)


@pytest.mark.parametrize(("skill", "feat"), FEATS)
def test_a_feat_is_a_step_easier_whenever_its_difficulty_is_said(
    table: Table, skill: str, feat: Vault | Fall | Climb
) -> None:
    """With the announcement, with the roll, and not where the GM turns the switch off."""
    two(table, skill)
    jessica = table.ids["jessica"]
    feat = replace(feat, who=jessica)
    faces: list[int] = []
    for said, rolled in ((9, 0), (0, 9)):
        done = table.do(replace(feat, difficulty=said), [2, 6, 2, 6, 5] if said else None)
        if rolled:
            assert [(c.name, c.steps, c.on) for c in pools.conditions(table.state, owed(table))] == [(skill, -1, True)]
            done = table.do(RollCheck(who=jessica, difficulty=rolled), [2, 6, 2, 6, 5])
        faces.extend(e.difficulty for e in done.entry.events if isinstance(e, CheckRolled))
    assert faces == [6, 6]
    table.do(feat)
    table.do(SwitchModifier(who=jessica, name=skill, off=True))
    done = table.do(RollCheck(who=jessica, difficulty=9), [2, 9, 2, 9, 5])
    assert [e.difficulty for e in done.entry.events if isinstance(e, CheckRolled)] == [9]


@pytest.mark.rule("LP-SKL-106")
def test_a_vault_with_a_run_up_takes_the_skill_however_it_is_called(table: Table) -> None:
    two(table, "running_vault")
    assert barred(table, "mike", "FLX=run_up_vault") == NEEDS
    assert called(table, "jessica", "FLX=run_up_vault") == 9
    assert called(table, "mike", "FLX=vault") == 9, "over what is no higher than Touch"
    mike = Vault(who=table.ids["mike"], height="near", run_up=True, difficulty=9)
    assert table.refused(mike).code == "climb-instead"


@pytest.mark.rule("LP-SKL-111")
@pytest.mark.parametrize(("minutes", "taken"), [(60, 10), (61, 11), (6, 1), (1, 1)])
def test_reading_at_speed_is_all_that_skill_is_for(table: Table, minutes: int, taken: int) -> None:
    two(table, "speed_reading")
    jessica = table.ids["jessica"]
    (event,) = does(table, "jessica", "speed_reading", value=minutes)
    assert (event.use, event.value, skill_kept.reading_minutes(event.value)) == ("speed_read", minutes, taken)
    assert table.refused(UseSkill(who=jessica, skill="speed_reading")).code == "reading-how-long"

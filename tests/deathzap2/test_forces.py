"""Rosters: points of the printed tables, what is listed as wrong and on which line, mustering."""

from __future__ import annotations

import pytest

from tracker.rulesets.deathzap2 import RULESET
from tracker.rulesets.deathzap2.data.profile_types import Profile, Type
from tracker.rulesets.deathzap2.data.rule_tables import list_illegal_unit_reasons
from tracker.rulesets.deathzap2.forces.roster_reader import FORCES, ROSTERS
from tracker.testing.match_in_memory import BLUE, RED, Play
from tracker.vocabulary.events import Scalar
from tracker.vocabulary.subject_ids import FigureId, UnitId

SQUADS = """
[[squads]]
name = "One"
figures = { it = 1 }
[[squads]]
name = "Two"
figures = { it = 2 }
[[squads]]
name = "Three"
figures = { it = 2 }
"""


def roster(profile: str, squads: str = SQUADS, head: str = "") -> str:
    return f'name = "Test"\n{head}\n[profiles.it]\n{profile}\n{squads}'


def figure(words: str, *weapons: str, melee: tuple[str, ...] = ()) -> str:
    """``figure("regular infantry light", "rifle basic")`` as a profile in TOML."""
    quality, kind, shields = words.split()
    guns, teeth = (", ".join(f'"{w}"' for w in some) for some in (weapons, melee))
    return (
        f'type = "{kind}"\nquality = "{quality}"\nshields = "{shields}"\n'
        f"guns = [{guns}]\nmelee = [{teeth}]"
    )


def cost(profile: str, options: dict[str, Scalar] | None = None) -> int:
    found = ROSTERS.read(roster(profile), options)
    assert found.problems == ()
    return int(str(found.profiles["it"]["cost"]))


# ------------------------------------------------------------------------------------------ points


@pytest.mark.rule("DZ-T12", "DZ-FORCE-03")
@pytest.mark.parametrize(
    ("quality", "light", "medium", "heavy"),
    [("basic", 12, 15, 18), ("regular", 15, 18, 21), ("elite", 18, 21, 24)],
)
def test_base_cost(quality: str, light: int, medium: int, heavy: int) -> None:
    found = [
        cost(figure(f"{quality} infantry {shields}")) for shields in ("light", "medium", "heavy")
    ]
    assert found == [light, medium, heavy]


@pytest.mark.rule("DZ-T13", "DZ-FORCE-04", "DZ-G07")
@pytest.mark.parametrize(
    ("kind", "extra"),
    [
        ("infantry", 0),
        ("heavy-infantry", 0),
        ("beast", 1),
        ("big-beast", 3),
        ("light-vehicle", 7),
        ("vehicle", 9),
        ("monster", 9),
    ],
)
def test_type_surcharge_is_paid_once_a_figure(kind: str, extra: int) -> None:
    squads = SQUADS.replace("= 2", "= 1")  # vehicles and monsters stand alone
    text = roster(figure(f"basic {kind} light", melee=("jaws basic", "jaws basic")), squads)
    assert ROSTERS.read(text).points == 3 * (12 + extra + 8 + 8)  # three squads of one


@pytest.mark.rule("DZ-T14", "DZ-FORCE-05")
@pytest.mark.parametrize(
    ("gun", "basic", "upgraded", "advanced"),
    [
        ("rifle", 11, 14, 17),
        ("repeater", 10, 13, 16),
        ("medium repeater", 13, 16, 19),
        ("heavy repeater", 18, 21, 24),
        ("destroyer", 15, 18, 21),
    ],
)
def test_ranged_weapons(gun: str, basic: int, upgraded: int, advanced: int) -> None:
    found = [
        cost(figure("basic infantry light", f"{gun} {grade}")) - 12
        for grade in ("basic", "upgraded", "advanced")
    ]
    assert found == [basic, upgraded, advanced]


@pytest.mark.rule("DZ-T15", "DZ-FORCE-06")
@pytest.mark.parametrize(
    ("weapon", "basic", "upgraded", "advanced"),
    [
        ("basic", 7, 10, 13),
        ("jaws", 8, 11, 14),
        ("big jaws", 10, 13, 16),
        ("monstrous jaws", 14, 17, 20),
        ("Monstrous Jaws and Claws", 14, 17, 20),
    ],
)
def test_melee_weapons(weapon: str, basic: int, upgraded: int, advanced: int) -> None:
    found = [
        cost(figure("basic infantry light", melee=(f"{weapon} {grade}",))) - 12
        for grade in ("basic", "upgraded", "advanced")
    ]
    assert found == [basic, upgraded, advanced]


@pytest.mark.rule("DZ-G41", "DZ-FORCE-06")
def test_the_free_attack_is_free_or_costs_seven_where_nothing_was_bought() -> None:
    bare, armed = (
        figure("basic infantry light"),
        figure("basic infantry light", melee=("jaws basic",)),
    )
    assert (cost(bare), cost(armed)) == (12, 20)
    pay: dict[str, Scalar] = {"basic_melee_cost": "always_pay_7"}
    assert (cost(bare, pay), cost(armed, pay)) == (19, 20)


@pytest.mark.rule("DZ-W05", "DZ-FORCE-07")
def test_worked_case_infantry() -> None:
    text = figure("regular infantry medium", "rifle upgraded")
    assert cost(text) == 32  # 18 + 0 + 14
    assert ROSTERS.read(roster(text)).points == 160  # five figures


@pytest.mark.rule("DZ-W07", "DZ-FORCE-02", "DZ-FORCE-05")
def test_worked_case_vehicle() -> None:
    guns = ("heavy repeater advanced", "destroyer upgraded")
    found = ROSTERS.read(roster(figure("elite vehicle heavy", *guns), SQUADS.replace("= 2", "= 1")))
    assert found.profiles["it"]["cost"] == 75  # 24 + 9 + 24 + 18
    assert found.points == 225


@pytest.mark.rule("DZ-G58", "DZ-FORCE-05", "DZ-FORCE-06")
def test_nothing_limits_vehicles_or_their_weapons() -> None:
    guns, melee = ("rifle basic",) * 5, ("jaws basic", "jaws basic", "big jaws basic")
    vehicles = "".join(f'[[squads]]\nname = "{n}"\nfigures = {{ it = 1 }}\n' for n in range(1, 7))
    found = ROSTERS.read(roster(figure("basic vehicle light", *guns, melee=melee), vehicles))
    assert found.problems == ()
    assert found.profiles["it"]["cost"] == 102  # 12 + 9 + 5 × 11 + 8 + 8 + 10
    assert found.points == 612


@pytest.mark.rule("DZ-W09")
@pytest.mark.parametrize(
    ("words", "guns", "melee", "points"),
    [
        ("basic beast light", (), ("jaws basic",), 21),
        ("elite big-beast medium", (), ("big jaws upgraded",), 37),
        ("regular light-vehicle light", ("medium repeater basic",), (), 35),
        ("basic light-vehicle medium", ("heavy repeater upgraded", "rifle basic"), (), 54),
    ],
)
def test_worked_case_beasts_and_light_vehicles(
    words: str, guns: tuple[str, ...], melee: tuple[str, ...], points: int
) -> None:
    assert cost(figure(words, *guns, melee=melee)) == points


@pytest.mark.rule("DZ-W10")
def test_worked_case_two_weapons_and_heavy_infantry() -> None:
    elite = figure("elite infantry heavy", "repeater advanced", melee=("basic advanced",))
    assert cost(elite) == 53
    assert cost(figure("regular heavy-infantry heavy", "repeater upgraded")) == 34


# ------------------------------------------------------------------------------- against the rules


def said(text: str, options: dict[str, Scalar] | None = None) -> list[tuple[int, str]]:
    """The rules a roster is against, with their lines; nothing else may be wrong with it."""
    found = ROSTERS.read(text, options)
    assert found.usable, found.problems
    return [(problem.line, problem.rule) for problem in found.problems]


TROOPER = figure("basic infantry light")


def squads(count: int, platoon: int = 1) -> str:
    one = f'[[squads]]\nname = "S"\nplatoon = {platoon}\nfigures = {{ it = 2 }}\n'
    return one * count


@pytest.mark.rule("DZ-FORCE-01")
@pytest.mark.parametrize(("count", "warned"), [(2, True), (3, False), (6, False), (7, True)])
def test_a_platoon_has_three_to_six_squads(count: int, warned: bool) -> None:
    assert bool(said(roster(TROOPER, squads(count)))) is warned


def test_one_squad_is_told_in_the_singular() -> None:
    found = ROSTERS.read(roster(TROOPER, squads(1))).problems
    assert "the platoon has 1 squad; a standard force has 3 to 6" in [each.text for each in found]


@pytest.mark.rule("DZ-G59")
def test_each_platoon_has_its_own_squads() -> None:
    assert said(roster(TROOPER, squads(4, 1) + squads(4, 2))) == []
    found = ROSTERS.read(roster(TROOPER, squads(4, 1) + squads(2, 2))).problems
    assert [(p.rule, "platoon 2" in p.text) for p in found] == [("DZ-FORCE-01", True)]


@pytest.mark.rule("DZ-G57")
def test_squads_may_be_of_any_size_and_no_limit_is_set() -> None:
    assert said(roster(TROOPER, SQUADS.replace("= 2", "= 150"))) == []


@pytest.mark.rule("DZ-FORCE-07")
def test_a_limit_that_is_agreed_may_be_reached_but_not_passed() -> None:
    assert said(roster(TROOPER, head="limit = 60")) == []  # 5 × 12
    assert said(roster(TROOPER, head="limit = 59")) == [(2, "DZ-FORCE-07")]


@pytest.mark.rule("DZ-FORCE-07")
def test_forces_of_different_worth_are_told() -> None:
    one, other = (
        ROSTERS.read(roster(TROOPER)),
        ROSTERS.read(roster(figure("basic infantry medium"))),
    )
    assert FORCES.together((one, one)) == ()
    assert FORCES.together((one, other)) == ("the forces differ by 15 points: Test 60, Test 75",)


MIXED = """name = "Mixed"
[profiles.a]
type = "{}"
quality = "basic"
shields = "light"
[profiles.b]
type = "{}"
quality = "elite"
shields = "heavy"
[[squads]]
name = "One"
figures = {{ a = 2, b = 1 }}
[[squads]]
name = "Two"
figures = {{ a = 2 }}
[[squads]]
name = "Three"
figures = {{ a = 2 }}
"""


@pytest.mark.rule("DZ-UNIT-01", "DZ-G08")
@pytest.mark.parametrize(
    ("a", "b", "by_speed", "by_type"),
    [
        ("infantry", "infantry", True, True),
        ("infantry", "heavy infantry", True, True),
        ("beast", "light vehicle", True, False),
        ("beast", "big beast", True, False),
        ("infantry", "beast", False, False),
    ],
)
def test_who_may_form_a_squad(a: str, b: str, by_speed: bool, by_type: bool) -> None:
    warned = [(10, "DZ-UNIT-01")]
    text = MIXED.format(a, b)
    assert said(text) == ([] if by_speed else warned)
    assert said(text, {"grouping": "type_only"}) == ([] if by_type else warned)


@pytest.mark.rule("DZ-UNIT-01", "DZ-G07")
@pytest.mark.parametrize("move", [4, 3])
def test_heavy_infantry_groups_with_infantry_at_any_speed(move: int) -> None:
    types: list[Type] = ["infantry", "heavy-infantry"]
    for grouping in ("type_or_speed", "type_only"):
        options = {"grouping": grouping, "heavy_infantry_move": move}
        assert not any(list_illegal_unit_reasons(types, options.__getitem__))


@pytest.mark.rule("DZ-UNIT-04")
@pytest.mark.parametrize("big", ["vehicle", "monster"])
def test_vehicles_and_monsters_stand_alone(big: str) -> None:
    # All move 4 inches, and still do not group.
    assert said(MIXED.format("infantry", big)) == [(10, "DZ-UNIT-04")]
    assert said(MIXED.format("infantry", big).replace("a = 2, b = 1", "b = 1")) == []


@pytest.mark.rule("DZ-WIN-01")
def test_a_force_of_lone_figures_is_warned() -> None:
    lone = SQUADS.replace("= 2", "= 1")
    assert [rule for _, rule in said(roster(TROOPER, lone))] == ["DZ-WIN-01"]
    assert said(roster(figure("basic light-vehicle light"), lone)) == []


# ------------------------------------------------------------------------------------------ misread


def wrong(text: str) -> list[tuple[int, str]]:
    found = ROSTERS.read(text)
    assert not found.usable
    return [(problem.line, problem.text) for problem in found.problems]


@pytest.mark.rule("DZ-FORCE-02")
def test_everything_misspelt_is_listed_on_its_line() -> None:
    text = """name = "Typos"
colour = "red"

[profiles.rifleman]
type = "infantary"
quality = "regular"
guns = ["riffle basic",
        "medium repeater upgrade",
        "destroyer"]

[profiles.tank]
type = "vehicle"
quality = "elite"
shields = "heavy"
armour = 3

[profiles.hound]
type = "beast"
quality = "basic"
shields = "light"

[[squads]]
name = "Alpha"
figures = { rifleman = 5, ghost = 1 }

[[squads]]
name = "Bravo"
figures = [
    { profile = "hound", count = 2 },
    { profile = "hound", count = 0 },
    { profile = "wolf" },
]

[[squads]]
name = "Empty"
"""
    assert wrong(text) == [
        (2, "'colour' is unknown"),
        (4, "shields is missing: one of light, medium, heavy"),
        (5, "'infantary' is not a valid type; did you mean 'infantry'?"),
        (7, "'riffle' is not a valid gun; did you mean 'rifle'?"),
        (8, "'upgrade' is not a valid grade; did you mean 'upgraded'?"),
        (
            9,
            "'destroyer' has no grade: "
            "write 'destroyer basic' or 'destroyer upgraded' or 'destroyer advanced'",
        ),
        (15, "'armour' is unknown"),
        (24, "there is no profile 'ghost'"),
        (30, "hound in Bravo must be a whole number from 1 to 200"),
        (31, "there is no profile 'wolf'"),
        (34, "Empty has no figures: write figures = { rifleman = 5 }"),
    ]


@pytest.mark.parametrize("count", ["0", "-1", "201", "1.5", "true", '"2"'])
def test_a_count_is_a_sensible_number(count: str) -> None:
    text = roster(TROOPER, SQUADS.replace("it = 1", f"it = {count}"))
    assert [line for line, _ in wrong(text)] == [
        text.splitlines().index("figures = { it = " + count + " }") + 1
    ]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", 1, "this file is empty"),
        ('name = "x"\nsquads = [', 2, "not TOML"),
        ('name = "x"\nname = "y"\n', 2, "not TOML"),
        ("[" * 5000, 1, "not TOML"),
        ('name = "x"\nprofiles = 3\nsquads = 3', 2, "no profiles"),
        ('ruleset = "xenocide"\nname = "x"', 1, "is for 'xenocide'"),
    ],
)
def test_a_file_that_is_no_roster_says_so(text: str, line: int, words: str) -> None:
    assert any(at == line and words in told for at, told in wrong(text))


def test_names_are_made_harmless() -> None:
    text = roster(TROOPER).replace('"Test"', '"[red]\\u001b[31mTest\\n\\u202eline"', 1)
    found = ROSTERS.read(text.replace('"Two"', f'"{"x" * 90}"'))
    assert found.name == "[red][31mTest line"  # brackets are only text; control signs are gone
    assert found.units[1].name == "x" * 60
    assert found.usable
    assert len(found.problems) == 2


def test_a_missing_name_is_told_and_one_is_given() -> None:
    found = ROSTERS.read(roster(TROOPER, SQUADS.replace('name = "Two"\n', "")))
    assert [unit.name for unit in found.units] == ["One", "Squad 2", "Three"]
    assert [(p.line, p.serious) for p in found.problems] == [(13, False)]


# --------------------------------------------------------------------------------------- mustering


def test_a_roster_is_mustered_with_handles_in_squad_order() -> None:
    text = roster(
        figure("regular infantry medium", "rifle basic", "rifle advanced", "destroyer basic"),
        SQUADS.replace("{ it = 1 }", '[{ profile = "it", name = "Vara" }, { profile = "it" }]'),
    )
    found = ROSTERS.read(text)
    forces = RULESET.forces
    assert forces is not None
    play = Play(RULESET)
    play.feed_input(forces.muster(found, BLUE, "b"))
    assert play.match.units(BLUE) == (UnitId("u:b1"), UnitId("u:b2"), UnitId("u:b3"))
    assert play.match.figures(UnitId("u:b1")) == (FigureId("f:b1.1"), FigureId("f:b1.2"))
    assert play.match.figure(FigureId("f:b1.1")).name == "Vara"
    profile = play.match.profile(FigureId("f:b3.2"), Profile)
    assert [(gun.id, gun.kind, gun.grade) for gun in profile.guns] == [
        ("rifle", "rifle", "basic"),
        ("rifle-2", "rifle", "advanced"),
        ("destroyer", "destroyer", "basic"),
    ]
    assert profile.cost == 61  # 18 + 11 + 17 + 15
    force = play.match.force(BLUE)
    assert force is not None
    assert force.points == found.points == 6 * 61


def test_the_sample_forces_are_sound_and_equal_to_a_twentieth() -> None:
    forces = RULESET.forces
    assert forces is not None
    samples = forces.samples()
    assert {sample.file for sample in samples} >= {"iron-third.toml", "red-dusk.toml"}
    assert len(samples) == 4
    rosters = {sample.file: forces.read(sample.text, {}) for sample in samples}
    assert all(roster.problems == () for roster in rosters.values())
    assert [sample.title for sample in samples] == [r.name for r in rosters.values()]
    # By hand: 8 × 18 + 7 × 11 + 13, 9 × (18 + 13), 75; 10 × 24, 11 × 23 + 10, 21 + 9 + 13 + 17.
    assert rosters["iron-third.toml"].points == 234 + 279 + 75
    assert rosters["red-dusk.toml"].points == 240 + 263 + 60
    worth = [roster.points for roster in rosters.values()]
    assert max(worth) <= 1.05 * min(worth)
    assert [len(unit.figures) for unit in rosters["red-dusk.toml"].units] == [10, 11, 1]


def test_a_sample_can_be_played() -> None:
    forces = RULESET.forces
    assert forces is not None
    play = Play(RULESET)
    iron, dusk = forces.samples()[2:4]
    play.feed_input(forces.muster(forces.read(iron.text, {}), RED, "r"))
    play.feed_input(forces.muster(forces.read(dusk.text, {}), BLUE, "b"))
    assert [play.match.unit(unit).name for unit in play.match.units()] == [
        "Alpha",
        "Bravo",
        "Hammer",
        "Claw pack",
        "Dusk rifles",
        "Stalker",
    ]
    for figure_id in play.match.all_figures():
        assert play.match.profile(figure_id, Profile).cost > 0


@pytest.mark.parametrize(
    ("written", "what"),
    [
        ('guns = ["heavy repeater"]', "heavy repeater"),
        ('melee = ["Big Jaws and Claws"]', "Big Jaws and Claws"),
    ],
)
def test_a_weapon_without_its_grade_says_just_that(written: str, what: str) -> None:
    found = wrong(
        f"""name = "Ours"
[profiles.one]
type = "infantry"
quality = "regular"
shields = "light"
{written}
[[squads]]
name = "Ones"
figures = {{ one = 5 }}
"""
    )
    graded = " or ".join(f"'{what} {grade}'" for grade in ("basic", "upgraded", "advanced"))
    assert (6, f"{what!r} has no grade: write {graded}") in found

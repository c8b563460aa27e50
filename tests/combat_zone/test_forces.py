"""Rosters: groups, leaders, Heroes and machines; what is listed as wrong, and on which line."""

from __future__ import annotations

from typing import get_args

import pytest

from tests.combat_zone.table import RED
from tracker.procedures.declared.rosters_and_mustering import Roster, make_force_mustered_fact
from tracker.rulesets.combat_zone import RULESET
from tracker.rulesets.combat_zone.data import (
    profile_types,
    rule_tables,
    state_queries,
    unit_profiles,
)
from tracker.rulesets.combat_zone.data.profile_types import MachineStats, Profile, Weapon
from tracker.rulesets.combat_zone.forces.roster_reader import FORCES, ROSTERS
from tracker.rulesets.combat_zone.phases import action_points_and_interrupts
from tracker.testing.match_in_memory import Play
from tracker.vocabulary.events import Scalar
from tracker.vocabulary.subject_ids import FigureId, UnitId, shorten_figure_handle

HEAD = 'name = "Test"\nruleset = "combat-zone"\n'
GROUP = """
[profiles.ganger]
weapons = ["assault rifle", "dagger"]
armour = "flak jacket"

[[groups]]
name = "Pack"
figures = [
    { name = "Ash", profile = "ganger", rank = "leader" },
    { name = "Birch", profile = "ganger", rank = "sub leader", weapons = ["medium pistol"] },
    { profile = "ganger", count = 3 },
]
"""


def mustered(text: str, options: dict[str, Scalar] | None = None) -> Play:
    """A match with this force on Red's side; the roster must be without fault."""
    roster = ROSTERS.read(text, options)
    assert roster.problems == ()
    play = Play(RULESET)
    play.feed_input(make_force_mustered_fact(roster, RED, "r"))
    return play


def profile(play: Play, figure: str) -> Profile:
    return unit_profiles.get_profile(play.match, FigureId(f"f:{figure}"))


def problems(text: str, options: dict[str, Scalar] | None = None) -> list[tuple[int, str, str]]:
    return [(p.line, p.text, p.rule) for p in ROSTERS.read(HEAD + text, options).problems]


def lines(text: str) -> list[int]:
    return [line for line, _, _ in problems(text)]


@pytest.mark.rule("CZ-FORCE-01", "CZ-FORCE-02", "CZ-FORCE-05", "CZ-FORCE-06", "CZ-FORCE-07")
def test_a_group_with_leader_and_sub_leader() -> None:
    play = mustered(HEAD + GROUP)
    unit = play.match.unit(UnitId("u:r1"))
    assert (unit.name, unit.started) == ("Pack", 5)
    assert [play.match.figure(f).name for f in unit.figures] == ["Ash", "Birch", "", "", ""]
    rifle: tuple[Weapon, ...] = ("assault-rifle", "dagger")
    assert profile(play, "r1.1") == Profile(
        kind="gang-leader", rank="leader", armour="flak-jacket", weapons=rifle
    )
    assert profile(play, "r1.2") == Profile(
        rank="sub-leader", armour="flak-jacket", weapons=("medium-pistol",)
    )
    assert {profile(play, f"r1.{n}") for n in (3, 4, 5)} == {
        Profile(armour="flak-jacket", weapons=rifle)
    }


@pytest.mark.rule("CZ-FORCE-04")
def test_quality_of_a_group_and_of_one_figure() -> None:
    play = mustered(
        HEAD
        + """
[[groups]]
name = "Pack"
quality = "green"
figures = [{ name = "Ash", rank = "leader", quality = "veteran" }, { count = 2 }]
"""
    )
    assert [profile(play, f"r1.{n}").quality for n in (1, 2, 3)] == ["veteran", "green", "green"]
    assert (
        action_points_and_interrupts.count_action_points_allowed(play.match, FigureId("f:r1.2"))
        == 5
    )


@pytest.mark.rule("CZ-G07", "CZ-FORCE-05")
@pytest.mark.parametrize(
    ("rule", "kinds"),
    [
        ("all_leaders", ["gang-leader", "gang-leader", "basic"]),
        ("gangs_only", ["gang-leader", "basic", "basic"]),
        ("per_figure", ["basic", "basic", "basic"]),
    ],
)
def test_which_leaders_are_gang_leaders(rule: Scalar, kinds: list[str]) -> None:
    text = """
[[groups]]
name = "Gang"
gang = true
figures = [{ rank = "leader" }]
[[groups]]
name = "Guards"
figures = [{ rank = "leader" }, { rank = "sub leader" }]
"""
    roster = ROSTERS.read(HEAD + text, {"leader_profile": rule})
    play = Play(RULESET)
    play.feed_input(make_force_mustered_fact(roster, RED, "r"))
    assert [profile(play, f).kind for f in ("r1.1", "r2.1", "r2.2")] == kinds
    named = text.replace('rank = "leader" }]\n[[g', 'rank = "leader", profile = "basic" }]\n[[g')
    play = mustered(HEAD + named, {"leader_profile": rule})
    assert profile(play, "r1.1").kind == "basic"  # what is written counts


@pytest.mark.rule("CZ-FORCE-03", "CZ-G06")
@pytest.mark.parametrize("rule", ["elite", "veteran", "average"])
def test_heroes_and_their_quality(rule: Scalar) -> None:
    text = """
[[heroes]]
name = "Kite"
weapons = ["sword"]
[[heroes]]
name = "Low"
quality = "green"
"""
    play = mustered(HEAD + text, {"hero_quality": rule})
    assert profile(play, "r1.1") == Profile(kind="hero", quality=rule, weapons=("sword",))  # type: ignore[arg-type]
    assert profile(play, "r2.1").quality == "green"
    assert unit_profiles.is_hero_or_machine(play.match, UnitId("u:r1"))
    assert (
        action_points_and_interrupts.count_action_points_allowed(play.match, FigureId("f:r1.1"))
        == 8
    )


@pytest.mark.rule("CZ-G06")
def test_a_hero_without_quality_where_each_must_have_his_own() -> None:
    (problem,) = problems('[[heroes]]\nname = "Kite"\n', {"hero_quality": "per_figure"})
    assert (problem[0], problem[2]) == (3, "CZ-G06")


@pytest.mark.rule("CZ-FORCE-08")
def test_a_machine_is_what_the_players_enter() -> None:
    play = mustered(
        HEAD
        + """
[[machines]]
name = "Mule"
toughness = 12
action_points = 4
modifier = -1
attack = ["d8", "D6"]
wound = ["d4"]
armour = "ablative"
weapons = ["autocannon"]
auto_repair = true
"""
    )
    assert profile(play, "r1.1") == Profile(
        kind="machine",
        armour="ablative",
        weapons=("autocannon",),
        machine=MachineStats(12, 4, -1, (8, 6), (4,), auto_repair=True),
    )
    assert (
        action_points_and_interrupts.count_action_points_allowed(play.match, FigureId("f:r1.1"))
        == 4
    )


@pytest.mark.rule("CZ-FORCE-08")
@pytest.mark.parametrize(
    ("line", "at"),
    [
        ("toughness = 0", 5),
        ("action_points = true", 6),
        ('modifier = "bold"', 7),
        ('attack = ["d20"]', 7),
        ('wound = "d6"', 7),
        ('auto_repair = "yes"', 7),
        ("speed = 3", 7),
    ],
)
def test_what_is_wrong_with_a_machine(line: str, at: int) -> None:
    entries = {"toughness": "toughness = 12", "action_points": "action_points = 5"}
    key = line.split(" ", 1)[0]
    body = [line if key == known else text for known, text in entries.items()]
    body += [] if key in entries else [line]
    text = '[[machines]]\nname = "Mule"\n' + "\n".join(body) + "\n"
    assert [found[0] for found in problems(text)] == [at]


@pytest.mark.rule("CZ-FORCE-09", "CZ-G03")
def test_points_are_free_and_nothing_is_refused() -> None:
    text = (
        'limit = 20\n[[groups]]\nname = "Pack"\nfigures = [{ points = 12, count = 2 }]\n'
        '[[heroes]]\nname = "Kite"\npoints = 30\n'
    )
    roster = ROSTERS.read(HEAD + text)
    assert roster.points == 54
    assert [unit.points for unit in roster.units] == [24, 30]
    (problem,) = roster.problems
    assert "34 over its limit" in problem.text
    assert problem.rule == "CZ-FORCE-09"
    assert roster.usable
    no_points = ROSTERS.read(HEAD + GROUP)
    assert (no_points.points, no_points.problems) == (0, ())
    assert FORCES.together((no_points, roster)) == ()
    other = Roster("Other", "combat-zone", points=50)
    assert "differ by 4 points" in FORCES.together((roster, other))[0]


@pytest.mark.rule("CZ-FORCE-02")
def test_two_leaders_in_a_group_are_told_but_played() -> None:
    text = '[[groups]]\nname = "P"\nfigures = [{ rank = "leader", count = 2 }]\n'
    roster = ROSTERS.read(HEAD + text)
    assert [(p.rule, p.serious) for p in roster.problems] == [("CZ-FORCE-02", False)]
    assert roster.usable


@pytest.mark.rule("CZ-FORCE-02", "CZ-FORCE-01")
def test_a_group_may_do_without_leaders_and_be_of_any_size() -> None:
    for count in (1, 40):
        text = f'[[groups]]\nname = "Pack"\nfigures = [{{ count = {count} }}]\n'
        roster = ROSTERS.read(HEAD + text)
        assert roster.problems == ()
        assert len(roster.units[0].figures) == count


@pytest.mark.rule("CZ-FORCE-06", "CZ-FORCE-07", "CZ-FORCE-04")
@pytest.mark.parametrize(
    ("line", "word"),
    [
        ('weapons = ["assault rife"]', "did you mean 'assault rifle'"),
        ('weapons = "dagger"', "list of weapons"),
        ('armour = "tin"', "not a valid armour"),
        ('quality = "regular"', "not a valid quality"),
        ('profile = "hero"', "not a valid profile"),
        ("colour = 3", "is unknown"),
    ],
)
def test_a_wrong_word_is_named_with_its_line(line: str, word: str) -> None:
    text = f'[profiles.it]\n{line}\n[[groups]]\nname = "P"\nfigures = [{{ count = 1 }}]\n'
    (problem,) = problems(text)
    assert problem[0] == 4
    assert word in problem[1]


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("", [1]),
        ('[[groups]]\nname = "P"\n', [3, 3]),
        ('[[groups]]\nname = "P"\nfigures = [{ profile = "ghost" }]\n', [5]),
        ('[[groups]]\nname = "P"\nfigures = [{ rank = "boss" }]\n', [5]),
        ('[[groups]]\nname = "P"\ngang = 1\nfigures = [{ count = 2 }]\n', [5]),
        ('[[groups]]\nname = "P"\nfigures = [{ count = 0 }, { count = 1 }]\n', [5]),
        ("profiles = 3\n" + '[[heroes]]\nname = "K"\n', [3]),
        ('ruleset = "x"\n', [3]),
    ],
)
def test_faults_have_their_line(text: str, at: list[int]) -> None:
    assert lines(text) == at


def test_a_file_for_another_game_says_so() -> None:
    roster = ROSTERS.read('name = "T"\nruleset = "chess"\n[[heroes]]\nname = "K"\n')
    assert ["chess" in problem.text for problem in roster.problems] == [True]
    assert not roster.usable
    assert not ROSTERS.read("").usable


@pytest.mark.rule("CZ-FORCE-01", "CZ-FORCE-03")
def test_the_forces_of_the_session_on_paper() -> None:
    """Five Jackals and a Hero against five Wardens."""
    samples = {sample.title: sample for sample in RULESET.forces.samples()}  # type: ignore[union-attr]
    play = Play(RULESET)
    for side, letter, title in (("s:r", "r", "Jackals"), ("s:b", "b", "Wardens")):
        roster = ROSTERS.read(samples[title].text)
        assert roster.problems == ()
        play.feed_input(make_force_mustered_fact(roster, side, letter))  # type: ignore[arg-type]
    called = [
        state_queries.format_figure(play.match, figure) for figure in play.match.all_figures()
    ]
    assert called[:6] == [
        "R11 Brakk",
        "R12 Sorrel",
        "R13 Vey",
        "R14 Ditch",
        "R15 Ox",
        "R21 Kestrel",
    ]
    assert called[6:] == ["B11 Halden", "B12 Pike", "B13 Moss", "B14 Fen", "B15 Tarn"]
    assert profile(play, "b1.4").armour == "flak-jacket"


@pytest.mark.parametrize("sample", RULESET.forces.samples(), ids=lambda s: s.file)  # type: ignore[union-attr]
def test_every_sample_is_without_fault(sample: object) -> None:
    roster = ROSTERS.read(sample.text)  # type: ignore[attr-defined]
    assert roster.problems == ()
    assert roster.usable


def test_handles_of_large_groups_keep_their_dot() -> None:
    assert shorten_figure_handle(FigureId("f:r1.9")) == "r19"
    assert shorten_figure_handle(FigureId("f:r1.10")) == "r1.10"
    assert shorten_figure_handle(FigureId("f:r12.3")) == "r12.3"
    assert set(rule_tables.ARMOUR) == {
        "none",
        "primitive",
        "ablative",
        "flak-jacket",
        "combat-suit",
    }
    assert set(rule_tables.WEAPONS) == set(get_args(profile_types.Gun))


def test_unlike_figures_of_one_profile_are_kept_under_names_of_their_own() -> None:
    """Three of one name: plain, a veteran, and one in a combat suit; the fourth is plain again."""
    figures = """
    { profile = "ganger" },
    { profile = "ganger", quality = "veteran" },
    { profile = "ganger", armour = "combat suit" },
    { profile = "ganger" },
]
"""
    roster = ROSTERS.read(HEAD + GROUP.partition('    { name = "Ash"')[0] + figures)
    kept = [figure.profile for unit in roster.units for figure in unit.figures]
    assert kept == ["ganger", "ganger 2", "ganger 3", "ganger"]

"""Units as people write them, read against what a player at the table would understand."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tracker.application.force_building.force_draft import ForceDraft, make_empty_roster_text
from tracker.application.force_building.plain_text_unit_parser import (
    ParsedUnitLine,
    RejectedUnitLine,
    add_valid_unit_lines,
)
from tracker.application.roster_files_and_samples import get_ruleset
from tracker.procedures.installed_rulesets import load_playable_rulesets

ROOT = Path(__file__).parents[2]


def read(ruleset: str, *lines: str, text: str = "") -> tuple[dict[str, Any], list[str]]:
    """The data that lines come to, and why those are not understood that are not."""
    rules = get_ruleset(ruleset)
    draft = ForceDraft(rules, text or make_empty_roster_text(rules))
    found = add_valid_unit_lines(draft, "\n".join(lines))
    assert [one.line for one in found] == [line for line in lines if line.strip()]
    return tomllib.loads(draft.text), [
        one.reason for one in found if isinstance(one, RejectedUnitLine)
    ]


def squads(*lines: str, text: str = "") -> list[tuple[str, dict[str, int]]]:
    data, why = read("deathzap2", *lines, text=text)
    assert not why
    return [(one["name"], one["figures"]) for one in data["squads"]]


@pytest.mark.parametrize(
    ("line", "figures"),
    [
        ("8 riflemen", {"rifleman": 8}),
        ("8x rifleman", {"rifleman": 8}),
        ("Riflemen x8", {"rifleman": 8}),
        ("- 8 Riflemen.", {"rifleman": 8}),
        ("1) 8 riflemen (232 points)", {"rifleman": 8}),
        ("8 riflemen, medium repeater", {"rifleman": 7, "gunner": 1}),
        ("8 riflemen with 2 medium repeaters", {"rifleman": 6, "gunner": 2}),
        ("8 riflemen, gunner", {"rifleman": 7, "gunner": 1}),
        ("8 riflemen with 1 gunner", {"rifleman": 7, "gunner": 1}),
        ("8 riflemen with medium repeaters, 1 rifleman", {"gunner": 8, "rifleman": 1}),
        ("8 riflemen with 2 gunners, 1 hound", {"rifleman": 6, "gunner": 2, "hound": 1}),
        ("8 riflemen, 1 gunner", {"rifleman": 8, "gunner": 1}),
        ("8 riflemen and 2 gunners", {"rifleman": 8, "gunner": 2}),
        ("hound", {"hound": 1}),
        ("ten riflemen and two gunners", {"rifleman": 10, "gunner": 2}),
        (f"{'Long ' * 20}: 8 riflemen", {"rifleman": 8}),
        ("3 gunners with medium repeater", {"gunner": 3}),
        ("8 riflemen with medium repeaters", {"gunner": 8}),
    ],
)
def test_a_line_is_a_unit(line: str, figures: dict[str, int]) -> None:
    """The template has riflemen with a basic rifle, and gunners alike but for a medium repeater."""
    assert squads(line) == [(squads(line)[0][0], figures)]


def test_a_unit_is_named_as_it_says_or_after_its_figures() -> None:
    found = squads("Alpha: 8 riflemen", "5 riflemen", "6 riflemen", "2 hounds")
    assert [name for name, _ in found] == ["Alpha", "Riflemen", "Riflemen 2", "Hounds"]


def test_a_weapon_nobody_bears_yet_makes_a_kind_like_its_fellows() -> None:
    """A heavy repeater in the place of the rifle; all else of the rifleman stays."""
    data, why = read("deathzap2", "6 riflemen, heavy repeater")
    assert not why
    assert data["squads"][0]["figures"] == {"rifleman": 5, "rifleman-heavy-repeater-basic": 1}
    profiles = data["profiles"]
    assert profiles["rifleman-heavy-repeater-basic"] == {
        **profiles["rifleman"],
        "guns": ["heavy repeater basic"],
    }


def test_any_word_is_a_weapon_where_the_rules_have_no_list() -> None:
    """Trial Assault: a word not written down is an ordinary weapon; points are the unit's."""
    data, why = read("trial-assault", "10 troopers with 1 flamer (150 points)")
    assert not why
    (unit,) = data["units"]
    assert unit["points"] == 150
    assert unit["models"] == {"trooper": 9, "trooper-flamer": 1}
    assert data["profiles"]["trooper-flamer"]["weapons"][0] == "flamer"


def test_where_any_word_is_a_kind_of_figure_only_a_number_begins_another() -> None:
    data, why = read("free", "12 goblins with bows", "Gun: 6 riflemen and 1 gunner")
    assert not why
    assert [one["figures"] for one in data["units"]] == [
        {"goblins-with-bows": 12},
        {"riflemen": 6, "gunner": 1},
    ]


def test_where_any_word_is_a_kind_every_word_is_one() -> None:
    data, why = read("free", "orcs, 2 elves, troll", "B:3 elves", "orcs x10", "1 Panzer 4")
    assert not why
    assert [(one["name"], one["figures"]) for one in data["units"]] == [
        ("Orcs", {"orcs": 1, "elves": 2, "troll": 1}),
        ("B", {"elves": 3}),
        ("Orcs 2", {"orcs": 10}),
        ("Panzer 4", {"panzer-4": 1}),
    ]


def test_lines_of_an_army_list_are_units_without_its_headings() -> None:
    data, why = read(
        "free",
        "++ Army Roster (Infantry) [995 pts] ++",
        "* Shock Troops [65 pts]:",
        "1x Sergeant: Laspistol, Chainsword",
        "9x Trooper: 9x Lasgun",
    )
    assert why == ["A heading is not a unit. Write each unit as a number and a noun."] * 2
    assert [(one["name"], one["figures"]) for one in data["units"]] == [
        ("Sergeant (Laspistol, Chainsword)", {"sergeant": 1}),
        ("Trooper (9x Lasgun)", {"trooper": 9}),
    ]


def test_where_any_word_is_a_kind_unclear_units_are_refused() -> None:
    unclear = ("A: 5", "-3 orcs", "A: 5 orcs; B: 5 elves", "5.5 orcs", "0 orcs", "orcs 10")
    _, why = read("free", *unclear, "5 orcs, elves 3")
    assert why == [
        *["Write each unit as a number and a noun, as in 8 riflemen."] * 4,
        "A unit has at least 1 figure, not 0 orcs.",
        "orcs 10 can be read in two ways. Write 10 orcs, or 1 orcs 10 for one figure.",
        "elves 3 can be read in two ways. Write 3 elves, or 1 elves 3 for one figure.",
    ]


def test_what_a_kind_names_comes_along() -> None:
    """A trooper of Xenocide has a grenade and a rifle with a bayonet, which stand on shelves."""
    data, why = read("xenocide", "5 troopers")
    assert not why
    assert {*data["guns"]} == {"rifle", "grenade"}
    assert {*data["blades"]} == {"bayonet"}
    assert {*data["profiles"]} == {"trooper"}


def test_vehicles_heroes_and_machines_are_units_of_one() -> None:
    data, why = read("xenocide", "2 carriers", "Mule: carrier")
    assert not why
    assert [(one["name"], one["profile"]) for one in data["vehicles"]] == [
        ("Carriers", "carrier"), ("Carriers 2", "carrier"), ("Mule", "carrier"),
    ]  # fmt: skip
    data, why = read("combat-zone", "Vara: hero", "2 machines", "3 gangers")
    assert not why
    assert [one["name"] for one in data["heroes"]] == ["Vara"]
    assert [one["name"] for one in data["machines"]] == ["Machine", "Machine 2"]
    assert data["groups"][0]["figures"] == [{"profile": "ganger", "count": 3}]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("3 flubs", "no kind of figure is called 'flubs'"),
        ("5 riflemen with 2 flubs", "no kind of figure and no weapon is called 'flubs'"),
        ("5 riflemen with 2 flubs", "there are rifle basic, rifle upgraded"),
        ("1 rifleman, 2 guners", "is called 'guners'; choose one of: gunner"),
        ("3 riflmen", "is called 'riflmen'; choose one of: rifle, rifleman"),
        ("3 riflemen with mediun repeater", "choose one of: medium repeater"),
        ("5 riflemen, 9 medium repeaters", "The line has 5 riflemen, but 9"),
        ("5 riflemen with repeater cannon", "is called 'repeater cannon'"),
        ("1 breaker, destroyer, heavy repeater", "would replace the destroyer basic of the same"),
        ("8 riflemen, medium repeaters, repeaters", "would replace the medium repeater basic"),
        ("999 riflemen", "at most 200 figures, not 999"),
        (", , ,", "Write each unit as a number and a noun"),
        ("5000 points", "Write each unit as a number and a noun"),
    ],
)
def test_what_is_not_understood_is_told_and_changes_nothing(line: str, why: str) -> None:
    data, told = read("deathzap2", line)
    assert data == {"name": "A new force", "ruleset": "deathzap2"}
    assert len(told) == 1
    assert why in told[0]


def test_lines_that_are_understood_are_taken_while_others_wait() -> None:
    data, told = read("deathzap2", "4 hounds", "3 flubs", "", "5 riflemen")
    assert [one["name"] for one in data["squads"]] == ["Hounds", "Riflemen"]
    assert len(told) == 1


def test_all_lines_together_are_one_edit() -> None:
    rules = load_playable_rulesets()["deathzap2"]
    draft = ForceDraft(rules, make_empty_roster_text(rules))
    found = add_valid_unit_lines(draft, "# a list\n4 hounds\n5 riflemen")
    assert [type(one) for one in found] == [ParsedUnitLine, ParsedUnitLine]
    assert draft.undo()
    assert draft.text == make_empty_roster_text(rules)
    assert not draft.undo()


def test_a_force_s_own_kinds_come_before_those_of_samples() -> None:
    text = """name = "Ours"
ruleset = "deathzap2"
[profiles.rifleman]
type = "infantry"
quality = "elite"
shields = "heavy"
guns = ["rifle advanced"]
"""
    assert squads("4 riflemen", text=text) == [("Riflemen", {"rifleman": 4})]


@pytest.mark.thorough
def test_the_army_of_the_first_steps_is_understood() -> None:
    page = (ROOT / "docs/getting-started.md").read_text(encoding="utf-8")
    told = page.split("## Build your own army")[1].split("`Tab`")[0]
    lines = re.findall(r"^    (.+)$", told, re.MULTILINE)
    assert len(lines) == 3
    assert squads(*lines) == [
        ("Alpha", {"rifleman": 7, "gunner": 1}),
        ("Bravo", {"rifleman": 5, "gunner": 1}),
        ("Hounds", {"hound": 6}),
    ]


def test_who_joins_behind_weapons_is_one_more() -> None:
    """Four troopers with their weapons and a sergeant are five; they were four."""
    data, why = read("xenocide", "Lances: 4 troopers with assault rifles and axes, 1 sergeant")
    assert not why
    assert sum(data["squads"][0]["figures"].values()) == 5


@pytest.mark.parametrize(
    ("line", "arms"),
    [
        ("5 troopers with carbines and axes", (["carbine", "grenade"], ["axe"], None)),
        ("5 troopers with axes", (["rifle", "grenade"], ["axe"], None)),
        ("5 troopers with rifles", (["grenade"], None, "rifle + bayonet")),
    ],
)
def test_a_new_weapon_replaces_its_part_of_a_combined_weapon(
    line: str, arms: tuple[list[str], list[str] | None, str | None]
) -> None:
    data, why = read("xenocide", line)
    assert not why
    (kind,) = data["profiles"].values()
    assert (kind["guns"], kind.get("blades"), kind.get("combi")) == arms

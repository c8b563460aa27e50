"""What is done to a row of a force, held against the file as any reader of TOML sees it."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from tracker.application.errors import Refused
from tracker.application.force_building import force_row_edits
from tracker.application.force_building.force_draft import ForceDraft
from tracker.application.force_building.force_outline import (
    OutlineRow,
    build_outline,
    list_editable_fields,
)
from tracker.procedures.installed_rulesets import load_playable_rulesets

XENOCIDE = """\
name = "Ours"
ruleset = "xenocide"
[guns.light-machine-gun]  # ours
normal = 24
[guns.rifle]
normal = 18
[blades.bayonet]
[profiles.trooper]
movement = 4
armour = 4
melee = 3
strength = 1
morale = 5
guns = ["light machine gun"]
combi = "rifle + bayonet"
[profiles.carrier]
base = 12
propulsion = "tracked"
armour = 11
threshold = 4
strength = 8
passengers = 8
mounts = [{ gun = "light machine gun", capacity = 4, accuracy = 4 }]
[[squads]]
name = "First"
figures = { trooper = 5 }
aboard = "Mule"
[[squads]]
name = "Second"
figures = [{ profile = "trooper", count = 3 }, { profile = "trooper", name = "Vara" }]
[[vehicles]]
name = "Mule"
profile = "carrier"
"""


@pytest.fixture
def draft() -> ForceDraft:
    found = ForceDraft(load_playable_rulesets()["xenocide"], XENOCIDE)
    assert found.roster.usable
    return found


def row(draft: ForceDraft, name: str) -> OutlineRow:
    return next(one for one in build_outline(draft) if one.name == name)


def data(draft: ForceDraft) -> dict[str, Any]:
    return tomllib.loads(draft.text)


def test_a_weapon_is_renamed_wherever_it_is_borne_or_mounted(draft: ForceDraft) -> None:
    force_row_edits.rename_row(draft, row(draft, "light-machine-gun"), "lmg")
    force_row_edits.rename_row(draft, row(draft, "bayonet"), "long-knife")
    found = data(draft)
    assert {*found["guns"]} == {"lmg", "rifle"}
    assert found["profiles"]["trooper"]["guns"] == ["lmg"]
    assert found["profiles"]["trooper"]["combi"] == "rifle + long-knife"
    assert found["profiles"]["carrier"]["mounts"][0]["gun"] == "lmg"
    assert "# ours" in draft.text


def test_a_kind_of_figure_is_renamed_in_both_ways_of_writing_figures(draft: ForceDraft) -> None:
    force_row_edits.rename_row(draft, row(draft, "trooper"), "guard")
    first, second = data(draft)["squads"]
    assert first["figures"] == {"guard": 5}
    assert [one["profile"] for one in second["figures"]] == ["guard", "guard"]
    assert draft.roster.usable


@pytest.mark.parametrize("typed", ["Hounds: 6 gryphons", "6 gryphons"])
def test_figures_that_are_unknown_become_no_vehicle(draft: ForceDraft, typed: str) -> None:
    row = next(row for row in build_outline(draft) if row.name == "Mule")
    with pytest.raises(Refused, match="no kind of figure is called 'gryphons'"):
        force_row_edits.add_typed_row(draft, row, typed)
    force_row_edits.add_typed_row(draft, row, "2nd Ox")
    assert [one["name"] for one in data(draft)["vehicles"]] == ["Mule", "2nd Ox"]


def test_a_new_blade_replaces_the_blade_of_a_combined_weapon_in_any_order() -> None:
    """The rules read ``bayonet + rifle`` like ``rifle + bayonet``."""
    text = XENOCIDE.replace("rifle + bayonet", "bayonet + rifle") + "[blades.axe]\n"
    draft = ForceDraft(load_playable_rulesets()["xenocide"], text)
    squad = row(draft, "Second")
    force_row_edits.add_typed_row(draft, squad, "Third: 2 troopers with axes")
    (made,) = (one for name, one in data(draft)["profiles"].items() if "axe" in name)
    assert (made["guns"], made["blades"]) == (["rifle", "light machine gun"], ["axe"])
    assert draft.roster.usable


def test_a_vehicle_is_renamed_for_those_aboard(draft: ForceDraft) -> None:
    force_row_edits.rename_row(draft, row(draft, "Mule"), "Ox")
    assert data(draft)["squads"][0]["aboard"] == "Ox"
    assert data(draft)["vehicles"][0]["name"] == "Ox"


def test_a_kind_can_be_copied_more_than_once(draft: ForceDraft) -> None:
    for copied in ("trooper-2", "trooper-3"):
        told, path = force_row_edits.duplicate_row(draft, row(draft, "trooper"))
        assert (told, path) == (f"Copied: {copied}.", ("profiles", copied))
        assert data(draft)["profiles"][copied] == data(draft)["profiles"]["trooper"]


def test_a_word_that_is_taken_is_refused(draft: ForceDraft) -> None:
    with pytest.raises(Refused, match="rifle is already taken"):
        force_row_edits.rename_row(draft, row(draft, "light-machine-gun"), "rifle")
    with pytest.raises(Refused, match="Type a name"):
        force_row_edits.rename_row(draft, row(draft, "First"), "  ")


def test_figures_join_a_line_of_their_kind_or_make_one(draft: ForceDraft) -> None:
    force_row_edits.add_figures(draft, row(draft, "First"), "2 troopers")
    assert data(draft)["squads"][0]["figures"] == {"trooper": 7}
    force_row_edits.add_figures(draft, row(draft, "Second"), "trooper")
    assert data(draft)["squads"][1]["figures"][0] == {"profile": "trooper", "count": 4}
    force_row_edits.add_figures(draft, row(draft, "Second"), "sergeant")
    assert data(draft)["squads"][1]["figures"][2] == {"profile": "sergeant", "count": 1}
    assert {"sergeant", "trooper"} <= {*data(draft)["profiles"]}
    assert draft.roster.usable, draft.roster.problems


def test_a_line_of_figures_counts_between_one_and_the_most(draft: ForceDraft) -> None:
    line = row(draft, "5 trooper")
    for _ in range(7):
        force_row_edits.adjust_figure_count(draft, line, -1)
    assert data(draft)["squads"][0]["figures"] == {"trooper": 1}
    force_row_edits.adjust_figure_count(draft, line, 1)
    assert data(draft)["squads"][0]["figures"] == {"trooper": 2}
    with pytest.raises(Refused, match="Select a line with figures first"):
        force_row_edits.adjust_figure_count(draft, row(draft, "First"), 1)


def test_naming_one_of_plain_figures_spells_out_their_line(draft: ForceDraft) -> None:
    line = row(draft, "5 trooper")
    name = next(one for one in list_editable_fields(draft, line) if one.key == "name")
    _, path = force_row_edits.set_or_remove_field(draft, line, name, "Vara")
    assert path == ("squads", 0, "figures", 0)
    assert data(draft)["squads"][0]["figures"] == [
        {"profile": "trooper", "count": 5, "name": "Vara"}
    ]


@pytest.mark.parametrize(("key", "typed"), [("blades", "none"), ("blades", "None"), ("guns", "")])
def test_the_word_for_nothing_leaves_a_value_out(draft: ForceDraft, key: str, typed: str) -> None:
    """The form shows ``none`` where nothing is written; typed there it says the same."""
    trooper = row(draft, "trooper")
    field = next(one for one in list_editable_fields(draft, trooper) if one.key == key)
    force_row_edits.set_or_remove_field(draft, trooper, field, typed)
    assert key not in data(draft)["profiles"]["trooper"]


def test_a_weapon_that_a_sample_has_comes_onto_its_shelf(draft: ForceDraft) -> None:
    """The template has an axe among the blades; ``Axes`` is the axe."""
    trooper = row(draft, "trooper")
    blades = next(one for one in list_editable_fields(draft, trooper) if one.key == "blades")
    force_row_edits.set_or_remove_field(draft, trooper, blades, "Axes, bayonet")
    assert data(draft)["profiles"]["trooper"]["blades"] == ["axe", "bayonet"]
    assert data(draft)["blades"]["axe"] == {"bonus": 1}


def test_units_move_past_one_another_and_stop_at_the_ends(draft: ForceDraft) -> None:
    assert force_row_edits.shift_row(draft, row(draft, "First"), 1) == ("squads", 1)
    assert [one["name"] for one in data(draft)["squads"]] == ["Second", "First"]
    assert force_row_edits.shift_row(draft, row(draft, "First"), 1) == ("squads", 1)
    with pytest.raises(Refused, match="First select a unit"):
        force_row_edits.shift_row(draft, row(draft, "squads"), 1)


def test_the_last_of_a_list_takes_the_list_along(draft: ForceDraft) -> None:
    force_row_edits.delete_row(draft, row(draft, "Mule"))
    assert "vehicles" not in data(draft)
    assert draft.undo()
    assert draft.text == XENOCIDE


def test_each_problem_stands_at_its_row(draft: ForceDraft) -> None:
    """Aboard of what is gone: told at the squad, in the words of ``force check``."""
    force_row_edits.delete_row(draft, row(draft, "Mule"))
    (problem,) = row(draft, "First").problems
    assert problem.text == "there is no vehicle 'Mule' to start aboard"
    assert row(draft, "Second").problems == ()


def test_tab_completes_the_kind_behind_a_number(draft: ForceDraft) -> None:
    squads = row(draft, "squads")
    assert force_row_edits.find_word_start_and_completions(draft, squads, "5 troo") == (
        2,
        ["trooper"],
    )
    start, found = force_row_edits.find_word_start_and_completions(
        draft, squads, "Alpha: 5 trooper, 1 serg"
    )
    assert (start, found) == (len("Alpha: 5 trooper, 1 "), ["sergeant"])
    assert force_row_edits.find_word_start_and_completions(draft, row(draft, "guns"), "rif") == (
        0,
        ["rifle"],
    )

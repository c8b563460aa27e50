"""The sheet of a force, read against arithmetic by hand."""

from __future__ import annotations

from exports.battle_report_content import build_battle_report
from exports.force_sheet_and_cards import (
    build_force_cards,
    build_force_sheet,
    render_force_cards_html,
    render_force_sheet_text,
)
from exports.html_reports import render_battle_report_html
from tests.campaigns.test_harm import ROSTER
from tests.games.test_written_out import Tables
from tracker.application.book import Book
from tracker.application.match_setup import Entrant
from tracker.application.roster_files_and_samples import find_sample_text, get_ruleset
from tracker.ledger.memory_store import MemoryStore
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.procedures.ruleset import Ruleset

ARMS = """
[guns.rifle]
power = 1
normal = 18
long = 36

[guns.rocket]
size = 3
power = 3
saves = 2
area = 2
normal = 24
long = "los"

[blades.axe]
bonus = 1

[profiles.gunner]
cost = 45
movement = 4
armour = 4
missile = 4
melee = 3
defence = 1
strength = 1
morale = 5
brave = true
guns = ["rifle", "rocket"]
blades = ["axe"]

[[squads]]
name = "<b>Ox</b>"
figures = { gunner = 10 }
"""


def xenocide() -> Ruleset:
    return load_playable_rulesets()["xenocide"]


def lines(text: str, place: int) -> list[str]:
    rules = xenocide()
    assert rules.forces is not None
    roster = rules.forces.read(text, rules.map_options_to_defaults())
    assert roster.usable, roster.problems
    return [*build_force_sheet(rules, roster).units[place].lines]


def test_a_unit_has_its_threshold_worth_saves_and_weapons() -> None:
    """Morale 5: 4 attacks; brave one more, ten wounds one more: 6, 7 light, 8 heavy.

    Armour 4 saves Power 0 on 4 … 3 on 1, and 4 or more not at all. A rifle (2) at capacity 2 is
    S 0, the rocket (3) S +1. An axe (1) takes one hand: 1 − 1 + 1 = Power 1.
    """
    assert lines(ROSTER.format(name="Ash").replace("[[squads]]", f"{ARMS}\n[[squads]]", 1), 0) == [
        "attacks for one suppression marker: 6 in the open, 7 in light cover, 8 in heavy cover",
        '10 gunners: 45 VP, move 4", wounds 1, armour 4, aspect 0, missile 4, melee 3 (1),'
        " strength 1, morale 5, capacity 2, brave",
        "  saves on, by Power: 4 (0), 3 (1), 2 (2), 1 (3), no (4), no (5)",
        '  rifle: S 0, 1 die, Power 1, 18"/36"',
        '  rocket: S +1, 1 die, Power 3, X2, 2d3, 24"/LOS',
        "  axe: Power 1",
    ]


def test_a_vehicle_has_its_damage_threshold() -> None:
    """Disabled by 4, destroyed by twice that; markers count also below a save of 1."""
    assert lines(ROSTER.format(name="Ash").replace("armour = 9", "armour = 4"), 1) == [
        '1 carrier: 200 VP, base 12" tracked, armour 4, aspect 0, strength 8,'
        " disabled by 4 damage, destroyed by 8",
        "  saves on, by Power: 4 (0), 3 (1), 2 (2), 1 (3), 0 (4), -1 (5)",
    ]


def test_the_forms_say_the_same_and_escape_what_people_wrote() -> None:
    rules = xenocide()
    assert rules.forces is not None
    text = ROSTER.format(name="Ash").replace("[[squads]]", f"{ARMS}\n[[squads]]", 1)
    roster = rules.forces.read(text, rules.map_options_to_defaults())
    sheet = build_force_sheet(rules, roster)
    page = render_force_cards_html(build_force_cards(rules, roster))
    assert "<b>Ox</b>" not in page
    # 10 × 45, 90 + 4 × 30, 200.
    assert "Xenocide: Firefight · 860 points" in Tables(page).said
    for unit in sheet.units:
        assert all(" ".join(line.split()) in Tables(page).said for line in unit.lines)
    told = " ".join(render_force_sheet_text(sheet).split())
    assert "[ ] Ash Wolf: 1 captain, 4 troopers 210 points Vara (captain)" in told
    assert max(map(len, render_force_sheet_text(sheet).splitlines())) == 74


def test_one_point_is_one_point() -> None:
    rules = get_ruleset("free")
    assert rules.forces is not None
    text = 'name = "Ours"\nruleset = "free"\n[[units]]\nname = "Team"\nfigures = {scout = 1}\n'
    roster = rules.forces.read(f"{text}points = 1\n", {})
    told = render_force_sheet_text(build_force_sheet(rules, roster))
    assert told.count("1 point") == 2
    assert "points" not in told
    page = render_force_cards_html(build_force_cards(rules, roster))
    assert page.count("1 point<") + page.count("1 point ") == 2
    entrants = [Entrant(side, f"{text}points = 1\n") for side in ("Red", "Blue")]
    game = Book(MemoryStore()).begin_match("free", entrants)
    assert "Ours (1 point)" in render_battle_report_html(build_battle_report(game))


def test_other_rules_say_what_their_profiles_say() -> None:
    rules = load_playable_rulesets()["deathzap2"]
    assert rules.forces is not None
    roster = rules.forces.read(find_sample_text("iron-third"), rules.map_options_to_defaults())
    assert build_force_sheet(rules, roster).units[0].lines[0] == (
        "7 riflemen: type infantry, quality regular, shields medium, guns rifle basic, cost 29"
    )


def test_cards_have_a_box_a_figure_and_labels_the_handles_of_a_game() -> None:
    """Five of the Jackals have names and act one by one, as does Kestrel, who is a unit alone."""
    rules = load_playable_rulesets()["combat-zone"]
    assert rules.forces is not None
    roster = rules.forces.read(find_sample_text("jackals"), rules.map_options_to_defaults())
    cards = build_force_cards(rules, roster, ["Green"])
    assert [card.handle for card in cards.cards] == ["G1", "G2"]
    assert [(one.name, one.count) for one in cards.cards[0].tick_boxes] == [
        ("Brakk", 1), ("Sorrel", 1), ("Vey", 1), ("Ditch", 1), ("Ox", 1),
    ]  # fmt: skip
    (green,) = cards.sides
    assert [(one.handle, one.name) for one in green.labels] == [
        ("G1", "Jackals"), ("G11", "Brakk"), ("G12", "Sorrel"), ("G13", "Vey"),
        ("G14", "Ditch"), ("G15", "Ox"), ("G21", "Kestrel"),
    ]  # fmt: skip


def test_figures_without_names_share_a_row_of_boxes_and_units_have_one_label() -> None:
    """Ash Wolf is Vara and four troopers; played as Red or Blue, its labels are R1 and B1."""
    rules = xenocide()
    assert rules.forces is not None
    cards = build_force_cards(
        rules, rules.forces.read(ROSTER.format(name="Ash"), rules.map_options_to_defaults())
    )
    assert [(one.name, one.count) for one in cards.cards[0].tick_boxes] == [
        ("Vara", 1),
        ("trooper", 4),
    ]
    assert [card.handle for card in cards.cards] == ["1", "2"]
    assert [(side.side, [one.handle for one in side.labels]) for side in cards.sides] == [
        ("Red", ["R1", "R2"]),
        ("Blue", ["B1", "B2"]),
    ]
    page = render_force_cards_html(cards)
    assert page.count('<span class="box">') == 6  # Vara, four troopers, the carrier

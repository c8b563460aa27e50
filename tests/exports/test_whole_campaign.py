"""The recorded game in a campaign, written out: who removed whom and the dice of the whole sheet.

Units are worked out in tests/campaigns/test_tally.py and test_mustering.py; the luck is added up
here from the rolls of the hand-worked sheet.
"""

from __future__ import annotations

import csv
import io
import json
from collections import defaultdict
from fractions import Fraction

import pytest

from exports.league_json import render_league_json
from exports.league_report import LeagueReportRequest, build_league_report
from exports.markdown_reports import render_league_markdown
from tests.campaigns.test_mustering import after_one_game
from tests.exports.csv_texts import write_league_csv
from tests.games import sheet
from tracker.application.leagues.league import League

# Unit, enlisted, figures now, experience, stands, kills, lost, nerve, removed by.
UNITS = {
    "w1.1": ("Alpha", 8, 1, 13, "ready", 9, 7, 2, "Claw pack 4; Dusk rifles 3"),
    "w1.2": ("Bravo", 9, 1, 5, "ready", 1, 8, 1, "Stalker 8"),
    "w1.3": ("Hammer", 1, 0, 11, "destroyed", 8, 1, 0, "Claw pack 1"),
    "w2.1": ("Claw pack", 10, 3, 7, "ready", 5, 7, 2, "Hammer 4; Alpha 2; themselves 1"),
    "w2.2": ("Dusk rifles", 11, 0, 4, "destroyed", 3, 11, 1, "Alpha 7; Hammer 4"),
    "w2.3": ("Stalker", 1, 0, 9, "destroyed", 8, 1, 0, "Bravo 1"),
}
# A rifleman: regular, medium 18, rifle 11. Assault: 18, upgraded repeater 13. Three claws:
# regular, light 15, beast 1, jaws 8, each.
LEFT = {"w1.1": 29, "w1.2": 31, "w1.3": 0, "w2.1": 72, "w2.2": 0, "w2.3": 0}
RED = ("Alpha", "Bravo", "Hammer")
STEPS = ("save", "through", "to hit")


@pytest.fixture(scope="module")
def karst() -> League:
    return after_one_game()[1]


def rows(text: str) -> list[list[str]]:
    return [*csv.reader(io.StringIO(text))][1:]


@pytest.mark.thorough
def test_csv_has_the_service_record_of_every_unit(karst: League) -> None:
    wanted: list[list[str]] = []
    for unit, (name, enlisted, now, experience, stands, *did, removed_by) in UNITS.items():
        iron = unit.startswith("w1")
        wanted.append([
            *(("Anna", "Iron Third") if iron else ("Farid", "Red Dusk")),
            unit, name, str(enlisted), str(now), str(experience), "", stands,
            "1", *(("1", "0", "0") if iron else ("0", "0", "1")), *map(str, did), removed_by,
            "0", "", str(LEFT[unit]),
        ])  # fmt: skip
    assert rows(write_league_csv(karst, LeagueReportRequest(("forces",)))) == wanted


def test_a_report_has_the_same_record(karst: League) -> None:
    report = build_league_report(karst, LeagueReportRequest())
    assert [force.about for force in report.forces] == [
        "played by Anna · 588 points · 60 points left · 1 game: 1 won, 0 drawn, 0 lost",
        "played by Farid · 563 points · 72 points left · 1 game: 0 won, 0 drawn, 1 lost",
    ]
    found = [row for force in report.forces if force.table for row in force.table.rows]
    assert found == [
        (name, f"{now} of {enlisted}", "1", "1-0-0" if unit.startswith("w1") else "0-0-1",
         str(kills), str(lost), str(nerve), str(experience), "", removed_by, stands)
        for unit, (name, enlisted, now, experience, stands, kills, lost, nerve, removed_by)
        in UNITS.items()
    ]  # fmt: skip
    lines = render_league_markdown(report).splitlines()
    assert all("| " + " | ".join(row) + " |" in lines for row in found)


def test_json_has_the_same_record(karst: League) -> None:
    whole = json.loads(render_league_json(karst))
    units = {one["unit"]: one for force in whole["forces"] for one in force["units"]}
    for unit, (name, enlisted, now, experience, stands, kills, lost, nerve, by) in UNITS.items():
        one = units[unit]
        assert (one["name"], one["enlisted"], one["figures"]) == (name, enlisted, now)
        assert (one["experience"], one["stands"] or "ready") == (experience, stands)
        assert (one["worth"], one["captives"], one["carries"]) == (LEFT[unit], 0, "")
        (game,) = one["games"]
        assert (game["fixture"], game["on"], game["experience"]) == ("f1", "2025-10-09", experience)
        assert (game["how"], game["kills"]) == ("won" if unit.startswith("w1") else "lost", kills)
        assert (game["lost"], game["nerve"]) == (lost, nerve)
        removed = [f"{who} {count}" for who, count in game["removed_by"].items()]
        assert sorted(removed) == sorted(by.split("; "))
    assert [force["worth"] for force in whole["forces"]] == [60, 72]
    (fixture,) = whole["fixtures"]
    kept = {"kind": "played", "winner": "p1", "vp": [7, 4], "played_on": "2025-10-09"}
    for result in (fixture["result"], fixture["reported"]):
        assert {key: result[key] for key in kept} == kept
    assert (fixture["match"], fixture["by_hand"]) == ("m1", False)


def test_the_luck_is_that_of_the_sheet(karst: League) -> None:
    """All dice of a side, a step, a unit: how many, how many made, how many were expected."""
    sums: dict[tuple[str, str, str], list[Fraction]] = defaultdict(lambda: [Fraction(0)] * 3)
    who = whom = ""
    for roll in sheet.rolls():
        if "▸" in roll.who:
            who, whom = (each.partition(",")[0] for each in roll.who.split(" ▸ "))
        elif roll.who.startswith("explosion"):
            who = whom = "Claw pack"  # the attacker rolls what gets through (DZ-G33)
        unit = whom if roll.step == "save" else who
        unit = unit.replace("picket", "Alpha")  # three of its riflemen
        player = "Anna" if unit in RED else "Farid"
        chance = Fraction(7 - int(roll.need.rstrip("+")), 6)
        for key in ((player, "", ""), (player, "", roll.step), (player, unit, "")):
            each = (Fraction(roll.dice), Fraction(roll.made), roll.dice * chance)
            sums[key] = [a + b for a, b in zip(sums[key], each, strict=True)]
    found = rows(write_league_csv(karst, LeagueReportRequest(("luck",))))
    told = {(row[0], row[1], row[2]): row[3:7] for row in found}
    for key, (dice, made, expected) in sums.items():
        assert told[key] == [str(dice), str(made), *map(to_four, (expected, made - expected))]
    assert len(told) == len(sums) == 2 + 6 + 6
    assert [key for key in told if not key[1]][2:] == [
        (player, "", step) for player in ("Anna", "Farid") for step in STEPS
    ]


def to_four(number: Fraction) -> str:
    return str(round(float(number), 4))

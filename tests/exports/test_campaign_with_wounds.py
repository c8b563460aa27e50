"""A campaign of Xenocide written out after two turns in the wood: what is carried on, by hand.

The game is broken off after its second turn; figures, wounds and VP are those of the sheet
(tests/games/xenocide_wood.md). A game is a point of experience, a win and a kill one more each.
"""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from typing import NamedTuple

import pytest
from msgspec.structs import replace as over

from exports.league_json import render_league_json
from exports.league_report import LeagueReportRequest, build_league_report
from exports.markdown_reports import render_league_markdown
from tests.exports.csv_texts import write_league_csv
from tests.games import xenocide
from tracker.application.demo import demo_games
from tracker.application.leagues.league import League

RULES = 'game = 1\nwin = 1\nkill = 1\nlosses = "permanent"\nwounds = "carried"\ncaptives = "held"\n'


class Unit(NamedTuple):
    name: str
    enlisted: int
    figures: int
    kills: int
    lost: int
    nerve: int  # broken: the Runners by three markers, the Oxen and the Scouts in their melee
    captives: int
    carries: str
    worth: int


HAND = (
    Unit("Hammers", 6, 3, 3, 3, 0, 0, "", 30),  # two Pickets as they struck, one as they left
    Unit("Rifles", 5, 4, 2, 1, 0, 0, "", 55),  # three at 10, and the captain
    Unit("Guns", 3, 3, 2, 0, 0, 0, "", 45),  # two Runners; the others fled
    Unit("Scouts", 5, 2, 2, 3, 1, 1, "", 20),  # one of the Line, the first Ox
    Unit("Pickets", 6, 2, 2, 4, 0, 0, "", 20),  # two Hammers
    Unit("Runners", 4, 0, 1, 4, 1, 0, "", 0),  # a rifleman
    Unit("Line", 6, 4, 2, 2, 0, 0, "", 40),  # one of the Scouts, a Hammer
    Unit("Oxen", 2, 1, 1, 1, 1, 0, "ox 1 wound", 30),  # one of the Scouts
)


@pytest.fixture(scope="module")
def wood() -> League:
    show = xenocide.recorded(xenocide.WOOD)
    two = replace(show, setting=over(show.setting, options={"turn_limit": 2}))
    kept = xenocide.book()
    league = kept.begin_league(
        "The Wood", what="campaign", rules=RULES, players=("Ilka", "Benno"), zone="UTC"
    )
    for one in demo_games.build_demo_entrants(kept, two):
        league.forces.enrol_force(one.player, one.roster, rules=kept.get_ruleset("xenocide"))
    league.forces.add_game_outside_rounds("Ilka", "Benno", title="The wood")
    game = demo_games.begin_demo_game(kept, "The wood", two)
    league.matches.link_match_and_enter_result("f1", game.stream)
    xenocide.played(game, two.lines.partition("turn 3")[0])
    assert game.match.ended is not None
    league.reload()
    return league


@pytest.mark.thorough
def test_each_row_of_the_sheet_is_in_the_json(wood: League) -> None:
    whole = json.loads(render_league_json(wood))
    found = tuple(
        Unit(
            one["name"], one["enlisted"], one["figures"], game["kills"], game["lost"],
            game["nerve"], one["captives"], one["carries"], one["worth"],
        )
        for force in whole["forces"]
        for one in force["units"]
        for game in one["games"]
    )  # fmt: skip
    assert found == HAND
    experience = [one["experience"] for force in whole["forces"] for one in force["units"]]
    assert experience == [1 + (place < 4) + unit.kills for place, unit in enumerate(HAND)]
    assert [force["worth"] for force in whole["forces"]] == [150, 90]
    (fixture,) = whole["fixtures"]
    assert fixture["result"]["vp"] == [130, 70]


def test_csv_and_the_report_say_the_same(wood: League) -> None:
    rows = [*csv.reader(io.StringIO(write_league_csv(wood, LeagueReportRequest(("forces",)))))][1:]
    assert [(row[3], int(row[5]), int(row[-3]), row[-2], int(row[-1])) for row in rows] == [
        (unit.name, unit.figures, unit.captives, unit.carries, unit.worth) for unit in HAND
    ]
    report = build_league_report(wood, LeagueReportRequest())
    assert [force.about for force in report.forces] == [
        "played by Ilka · 220 points · 150 points left · 1 game: 1 won, 0 drawn, 0 lost",
        "played by Benno · 220 points · 90 points left · 1 game: 0 won, 0 drawn, 1 lost",
    ]
    page = render_league_markdown(report)
    for unit in HAND:
        assert f"| {unit.name} | {unit.figures} of {unit.enlisted} |" in page
    told = page.splitlines()
    assert {"- Scouts: 1 captive of Benno since f1", "- Oxen: ox 1 wound"} <= {*told}
    for by in ("Pickets 2; Line 1", "Line 1; Oxen 1; captured 1", "Guns 2; fled 2"):
        assert any(f"| {by} |" in line for line in told)

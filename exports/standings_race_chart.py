"""The race of a season: each player's place after each round, as a picture and as a table."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from exports.report_section_types import TextTable, clean_to_one_line
from tracker.application.leagues.league import League
from tracker.leagues.results.standings_input_types import PlayerId

WIDTH: Final = 640
LEFT, RIGHT, TOP, BOTTOM = 40, 220, 14, 28
"""The chart's margins, with room for places, rounds, and names at the line ends."""
ROW_DISTANCE: Final = 20
"""The distance between two places, in SVG units."""
COLOURED_LINES: Final = 4
"""The number of leading players whose lines are coloured."""


class PlayerRaceLine(Struct, frozen=True):
    """A player's places, chart rows and points after each round. Tied players share a place."""

    name: str
    places: tuple[int, ...]
    rows: tuple[int, ...]
    points: tuple[str, ...]


class StandingsRaceChart(Struct, frozen=True):
    """A chart with a line for each player, in the order after the last round."""

    rounds: tuple[int, ...]
    lines: tuple[PlayerRaceLine, ...]

    @property
    def height(self) -> int:
        return TOP + BOTTOM + ROW_DISTANCE * (len(self.lines) - 1)

    def x(self, round_index: int) -> float:
        """Return the horizontal position of a round, in SVG units."""
        return round(LEFT + round_index / max(len(self.rounds) - 1, 1) * (WIDTH - LEFT - RIGHT), 1)

    def y(self, row: int) -> int:
        return TOP + ROW_DISTANCE * (row - 1)

    def format_polyline_points(self, line: PlayerRaceLine) -> str:
        return " ".join(f"{self.x(index)},{self.y(row)}" for index, row in enumerate(line.rows))

    def choose_css_class(self, final_place_index: int) -> str:
        """Return the CSS class for a final place, such as ``side2``, or "" if it has no colour."""
        return f"side{final_place_index + 1}" if final_place_index < COLOURED_LINES else ""

    @property
    def alt_text(self) -> str:
        descriptions = (f"{line.name} {', '.join(map(str, line.places))}" for line in self.lines)
        return f"Place after each round: {'; '.join(descriptions)}"

    def build_text_table(self) -> TextTable:
        """Build the race as a table, with each player's place and points after each round."""
        rows = tuple(
            (
                line.name,
                *(
                    f"{place} ({points})"
                    for place, points in zip(line.places, line.points, strict=True)
                ),
            )
            for line in self.lines
        )
        headings = ("player", *(f"round {number}" for number in self.rounds))
        return TextTable(headings, rows, frozenset(range(1, len(headings))))


def build_standings_race_chart(
    league: League, season: int, last_round: int | None = None
) -> StandingsRaceChart | None:
    """Build the chart up to a round. Return None if fewer than two rounds have a result."""
    state = league.state
    fixtures = state.list_published_fixtures(season)
    played = {
        fixture.round
        for fixture in fixtures
        if fixture.round and fixture.ended and fixture.away is not None
    }
    rounds = tuple(
        sorted(number for number in played if last_round is None or number <= last_round)
    )
    if len(rounds) < 2:
        return None
    results: dict[PlayerId, list[tuple[int, int, str]]] = {}
    for number in rounds:
        table = league.table.compute_standings(str(number), season)
        for row, standing in enumerate(table.rows, start=1):
            results.setdefault(standing.player, []).append(
                (standing.place, row, standing.points.short)
            )
    order = sorted(results, key=lambda player: results[player][-1][1])
    return StandingsRaceChart(
        rounds,
        tuple(
            PlayerRaceLine(
                clean_to_one_line(state.get_player_name(player)),
                places=tuple(place for place, _, _ in results[player]),
                rows=tuple(row for _, row, _ in results[player]),
                points=tuple(points for _, _, points in results[player]),
            )
            for player in order
        ),
    )

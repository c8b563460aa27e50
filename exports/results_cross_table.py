"""A cross-table of results: all players against each other, or by round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from exports.report_sections import FindPageAddress, TextTable, clean_to_one_line
from tracker.application.leagues.league import League
from tracker.application.leagues.pairing.pairing_table_columns import describe_game_result
from tracker.application.leagues.pairing.round_pairing_draft import ROUND_ROBIN
from tracker.leagues.league_state import Fixture
from tracker.leagues.results.standings import StandingsRow
from tracker.leagues.results.standings_explanations import BYE_WORDS
from tracker.leagues.results.standings_input_types import ExactNumber, PlayerId

Outcome = Literal["won", "drawn", "lost", "bye", "open", "self", ""]
OUTCOME_SIGNS: Final = {"won": "W", "drawn": "D", "lost": "L", "bye": "bye", "open": "·"}
MAX_COLUMNS: Final = 16
"""The maximum number of players with a column each. Larger fields are shown by round."""


class CrossTableCell(Struct, frozen=True):
    """A cell with its text, its outcome, a full description and the game's page."""

    text: str = ""
    outcome: Outcome = ""
    description: str = ""
    link: str = ""


class CrossTableRow(Struct, frozen=True):
    """A player's row, with the place, the points and a cell for each column."""

    place: int
    player: PlayerId
    name: str
    link: str
    points: ExactNumber
    cells: tuple[CrossTableCell, ...]


class ResultsCrossTable(Struct, frozen=True):
    """A grid of results. ``headings`` are the column headings, short and in full."""

    about: str
    headings: tuple[tuple[str, str], ...]
    rows: tuple[CrossTableRow, ...]

    def build_text_table(self) -> TextTable:
        """Build the grid as a table of text."""
        return TextTable(
            ("#", "player", "points", *(short for short, _ in self.headings)),
            tuple(
                (str(row.place), row.name, row.points.short, *(cell.text for cell in row.cells))
                for row in self.rows
            ),
            frozenset({0, 2}),
        )


def build_results_cross_table(
    league: League, season: int, find_page: FindPageAddress, last_round: int | None = None
) -> ResultsCrossTable | None:
    """Build a season's results up to a round. Return None before the first result."""
    state = league.state
    fixtures = state.list_published_fixtures(season)
    games = [
        fixture
        for fixture in fixtures
        if fixture.round and (last_round is None or fixture.round <= last_round)
    ]
    if not any(fixture.ended and fixture.away is not None for fixture in games):
        return None
    table = league.table.compute_standings("" if last_round is None else str(last_round), season)
    builder = _GridBuilder(league, games, table.rows, find_page)
    rounds = state.list_rounds(season)
    across = len(table.rows) <= MAX_COLUMNS and any(
        round_.method == ROUND_ROBIN for round_ in rounds
    )
    return builder.compare_all() if across else builder.list_by_round()


class _GridBuilder:
    def __init__(
        self,
        league: League,
        games: Sequence[Fixture],
        rows: Sequence[StandingsRow],
        find_page: FindPageAddress,
    ) -> None:
        self.state = league.state
        self.games = games
        self.rows = rows
        self.order = [row.player for row in rows]
        self.find_page = find_page

    def compare_all(self) -> ResultsCrossTable:
        """Compare all players with each other, in the order of the standings."""
        heads = [
            (str(n), self._name_player(player)) for n, player in enumerate(self.order, start=1)
        ]
        return ResultsCrossTable(
            about=(
                "Games won, drawn or lost by the player in the row. The columns are in the same"
                " order as the rows."
            ),
            headings=tuple(heads),
            rows=tuple(
                self._build_row(
                    row, [self._build_pair_cell(row.player, opponent) for opponent in self.order]
                )
                for row in self.rows
            ),
        )

    def list_by_round(self) -> ResultsCrossTable:
        """List every player's result in each round, with the opponent's row number."""
        numbers = sorted({fixture.round for fixture in self.games})
        return ResultsCrossTable(
            about="Games won, drawn or lost, with the opponent's row number.",
            headings=tuple((f"R{number}", f"round {number}") for number in numbers),
            rows=tuple(
                self._build_row(
                    row, [self._build_round_cell(row.player, number) for number in numbers]
                )
                for row in self.rows
            ),
        )

    def _build_row(self, row: StandingsRow, cells: Sequence[CrossTableCell]) -> CrossTableRow:
        name, link = self._name_player(row.player), self.find_page(row.player)
        return CrossTableRow(row.place, row.player, name, link, row.points, tuple(cells))

    def _name_player(self, player: PlayerId | None) -> str:
        return clean_to_one_line(self.state.get_player_name(player))

    def _build_pair_cell(self, player: PlayerId, other: PlayerId) -> CrossTableCell:
        if player == other:
            return CrossTableCell(outcome="self")
        fixtures = [fixture for fixture in self.games if {player, other} == set(fixture.players)]
        cells = [
            self._build_cell(player, fixture, _format_score(player, fixture))
            for fixture in fixtures
        ]
        if not cells:
            return CrossTableCell()
        last = cells[-1]
        return CrossTableCell(
            " ".join(cell.text for cell in cells),
            last.outcome,
            "; ".join(cell.description for cell in cells),
            last.link,
        )

    def _build_round_cell(self, player: PlayerId, number: int) -> CrossTableCell:
        fixtures = [
            fixture
            for fixture in self.games
            if fixture.round == number and player in fixture.players
        ]
        if not fixtures:
            return CrossTableCell()
        (fixture, *_) = fixtures
        return self._build_cell(player, fixture, self._find_opponent_row(player, fixture))

    def _find_opponent_row(self, player: PlayerId, fixture: Fixture) -> str:
        other = next((candidate for candidate in fixture.players if candidate != player), None)
        return str(self.order.index(other) + 1) if other in self.order else ""

    def _build_cell(self, player: PlayerId, fixture: Fixture, details: str) -> CrossTableCell:
        """Build a cell such as ``W 10:7``, with a full description."""
        outcome = _get_outcome(player, fixture)
        other = next((candidate for candidate in fixture.players if candidate != player), None)
        result = describe_game_result(self.state, fixture) if fixture.ended else "no result yet"
        if other is None:
            kind = fixture.ended.kind if fixture.ended else fixture.bye
            result = BYE_WORDS.get(kind, kind)
        opponent = self._name_player(other) if other else "no opponent"
        return CrossTableCell(
            text=f"{OUTCOME_SIGNS[outcome]} {details}".strip(),
            outcome=outcome,
            description=f"round {fixture.round}, {opponent}: {result}",
            link=self.find_page(fixture.link.match) if fixture.link else "",
        )


def _get_outcome(player: PlayerId, fixture: Fixture) -> Outcome:
    if fixture.away is None:
        return "bye"
    if fixture.ended is None:
        return "open"
    if fixture.ended.kind == "double loss":
        return "lost"
    if fixture.ended.winner is None:
        return "drawn"
    return "won" if fixture.ended.winner == player else "lost"


def _format_score(player: PlayerId, fixture: Fixture) -> str:
    """Return the victory points with the player's own first, or "" if not entered."""
    if fixture.ended is None or fixture.ended.vp is None:
        return ""
    mine, theirs = fixture.ended.vp if player == fixture.home else fixture.ended.vp[::-1]
    return f"{mine}:{theirs}"

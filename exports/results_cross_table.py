"""A cross-table of results: all players against each other, or by round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from exports.report_sections import FindPage, TextTable, clean_to_one_line
from tracker.application.leagues.league import League
from tracker.application.leagues.pairing.pairing_table_columns import describe_game_result
from tracker.application.leagues.pairing.round_pairing_draft import ROUND_ROBIN
from tracker.leagues.league_state import Fixture
from tracker.leagues.results.standings import StandingsRow
from tracker.leagues.results.standings_explanations import BYE_WORDS
from tracker.leagues.results.standings_input_types import ExactNumber, PlayerId

Went = Literal["won", "drawn", "lost", "bye", "open", "self", ""]
SIGNS: Final = {"won": "W", "drawn": "D", "lost": "L", "bye": "bye", "open": "·"}
MOST_ACROSS: Final = 16
"""The maximum number of players with a column each. Larger fields are shown by round."""


class GridCell(Struct, frozen=True):
    """A cell with its text, its outcome, a full description and the game's page."""

    text: str = ""
    went: Went = ""
    told: str = ""
    link: str = ""


class GridRow(Struct, frozen=True):
    """A player's row, with the place, the points and a cell for each column."""

    place: int
    player: PlayerId
    name: str
    link: str
    points: ExactNumber
    cells: tuple[GridCell, ...]


class ResultGrid(Struct, frozen=True):
    """A grid of results. ``heads`` are the column headings, short and in full."""

    about: str
    heads: tuple[tuple[str, str], ...]
    rows: tuple[GridRow, ...]

    def build_text_table(self) -> TextTable:
        """Build the grid as a table of text."""
        return TextTable(
            ("#", "player", "points", *(short for short, _ in self.heads)),
            tuple(
                (str(row.place), row.name, row.points.short, *(cell.text for cell in row.cells))
                for row in self.rows
            ),
            frozenset({0, 2}),
        )


def build_result_grid(
    league: League, season: int, to: FindPage, upto: int | None = None
) -> ResultGrid | None:
    """Build a season's results up to a round. Return None before the first result."""
    state = league.state
    fixtures = state.list_published_fixtures(season)
    games = [one for one in fixtures if one.round and (upto is None or one.round <= upto)]
    if not any(one.ended and one.away is not None for one in games):
        return None
    table = league.table.compute_standings("" if upto is None else str(upto), season)
    drawn = _Drawn(league, games, table.rows, to)
    rounds = state.list_rounds(season)
    across = len(table.rows) <= MOST_ACROSS and any(one.method == ROUND_ROBIN for one in rounds)
    return drawn.compare_all() if across else drawn.list_by_round()


class _Drawn:
    def __init__(
        self, league: League, games: Sequence[Fixture], rows: Sequence[StandingsRow], to: FindPage
    ) -> None:
        self.state = league.state
        self.games = games
        self.rows = rows
        self.order = [row.player for row in rows]
        self.to = to

    def compare_all(self) -> ResultGrid:
        """Compare all players with each other, in the order of the standings."""
        heads = [(str(n), self._name(one)) for n, one in enumerate(self.order, start=1)]
        return ResultGrid(
            about=(
                "Won, drawn or lost by the player of the row. The columns are in the same "
                "order as the rows."
            ),
            heads=tuple(heads),
            rows=tuple(
                self._row(row, [self._against(row.player, each) for each in self.order])
                for row in self.rows
            ),
        )

    def list_by_round(self) -> ResultGrid:
        """List every player's result in each round, with the opponent's row number."""
        numbers = sorted({one.round for one in self.games})
        return ResultGrid(
            about="Won, drawn or lost, with the row number of the opponent.",
            heads=tuple((f"R{number}", f"round {number}") for number in numbers),
            rows=tuple(
                self._row(row, [self._in_round(row.player, one) for one in numbers])
                for row in self.rows
            ),
        )

    def _row(self, row: StandingsRow, cells: Sequence[GridCell]) -> GridRow:
        name, link = self._name(row.player), self.to(row.player)
        return GridRow(row.place, row.player, name, link, row.points, tuple(cells))

    def _name(self, player: PlayerId | None) -> str:
        return clean_to_one_line(self.state.get_player_name(player))

    def _against(self, player: PlayerId, other: PlayerId) -> GridCell:
        if player == other:
            return GridCell(went="self")
        met = [one for one in self.games if {player, other} == set(one.players)]
        cells = [self._cell(player, one, _score(player, one)) for one in met]
        if not cells:
            return GridCell()
        last = cells[-1]
        return GridCell(
            " ".join(cell.text for cell in cells),
            last.went,
            "; ".join(cell.told for cell in cells),
            last.link,
        )

    def _in_round(self, player: PlayerId, number: int) -> GridCell:
        found = [one for one in self.games if one.round == number and player in one.players]
        if not found:
            return GridCell()
        (one, *_) = found
        return self._cell(player, one, self._row_of(player, one))

    def _row_of(self, player: PlayerId, one: Fixture) -> str:
        other = next((each for each in one.players if each != player), None)
        return str(self.order.index(other) + 1) if other in self.order else ""

    def _cell(self, player: PlayerId, one: Fixture, beside: str) -> GridCell:
        """Build a cell such as ``W 10:7``, with a full description."""
        went = _went(player, one)
        other = next((each for each in one.players if each != player), None)
        result = describe_game_result(self.state, one) if one.ended else "no result yet"
        if other is None:
            kind = one.ended.kind if one.ended else one.bye
            result = BYE_WORDS.get(kind, kind)
        return GridCell(
            text=f"{SIGNS[went]} {beside}".strip(),
            went=went,
            told=f"round {one.round}, {self._name(other) if other else 'no opponent'}: {result}",
            link=self.to(one.link.match) if one.link else "",
        )


def _went(player: PlayerId, one: Fixture) -> Went:
    if one.away is None:
        return "bye"
    if one.ended is None:
        return "open"
    if one.ended.kind == "double loss":
        return "lost"
    if one.ended.winner is None:
        return "drawn"
    return "won" if one.ended.winner == player else "lost"


def _score(player: PlayerId, one: Fixture) -> str:
    """Return the victory points with the player's own first, or "" if not entered."""
    if one.ended is None or one.ended.vp is None:
        return ""
    mine, theirs = one.ended.vp if player == one.home else one.ended.vp[::-1]
    return f"{mine}:{theirs}"

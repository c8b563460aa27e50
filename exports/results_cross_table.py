"""A cross-table of results: all players against each other, or by round."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from exports.report_section_types import FindPageAddress, TextTable, clean_to_one_line
from tracker.application.leagues.league import League
from tracker.application.leagues.pairing.round_columns_and_text import describe_game_result
from tracker.application.leagues.pairing.round_pairing_proposals import ROUND_ROBIN
from tracker.application.leagues.results.linked_match_outcomes import get_player_outcome
from tracker.application.leagues.results.result_descriptions import get_informative_points
from tracker.leagues.league_state import Fixture, LeagueState
from tracker.leagues.results.standings_explanations import BYE_WORDS
from tracker.leagues.results.standings_input_types import ExactNumber, PlayerId

Outcome = Literal["won", "drawn", "lost", "bye", "open", "self", ""]
OUTCOME_SIGNS: Final = {"won": "W", "drawn": "D", "lost": "L", "bye": "bye", "open": "·"}
MAX_COLUMNS: Final = 16
"""The maximum number of player columns. With more players, the columns are rounds."""


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
    """A grid of results. ``headings`` holds each column's short and full heading."""

    about: str
    headings: tuple[tuple[str, str], ...]
    rows: tuple[CrossTableRow, ...]

    def build_text_table(self) -> TextTable:
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
    """Build the cross-table of a season up to a round. Return None before the first result.

    A small round robin has a column for each player; otherwise, there is one for each round.
    """
    state = league.state
    games = [
        fixture
        for fixture in state.list_published_fixtures(season)
        if fixture.round and (last_round is None or fixture.round <= last_round)
    ]
    if not any(fixture.ended and fixture.away is not None for fixture in games):
        return None
    rows = league.table.compute_standings(
        "" if last_round is None else str(last_round), season
    ).rows
    order = [row.player for row in rows]
    by_player = len(order) <= MAX_COLUMNS and any(
        round_.method == ROUND_ROBIN for round_ in state.list_rounds_and_draft(season)
    )
    builder = _CellBuilder(state, games, order, find_page, by_player)
    about = "Games won, drawn or lost, with the opponent's row number."
    columns: list[PlayerId | int] = [*sorted({fixture.round for fixture in games})]
    headings = tuple((f"R{number}", f"round {number}") for number in columns)
    if by_player:
        about = (
            "Games won, drawn or lost by the player in the row. The columns are in the same order"
            " as the rows."
        )
        columns = [*order]
        headings = tuple((str(n), _name_player(state, player)) for n, player in enumerate(order, 1))
    return ResultsCrossTable(
        about,
        headings,
        tuple(
            CrossTableRow(
                row.place,
                row.player,
                _name_player(state, row.player),
                find_page(row.player),
                row.points,
                tuple(builder.build_cell(row.player, column) for column in columns),
            )
            for row in rows
        ),
    )


def _name_player(state: LeagueState, player: PlayerId) -> str:
    return clean_to_one_line(state.get_player_name(player))


class _CellBuilder(Struct, frozen=True):
    """A builder of cross-table cells. If ``by_player`` is true, columns are players, not rounds."""

    state: LeagueState
    games: list[Fixture]
    order: list[PlayerId]
    find_page: FindPageAddress
    by_player: bool

    def build_cell(self, player: PlayerId, column: PlayerId | int) -> CrossTableCell:
        """Build the cell of a player's games against an opponent or in a round, given by
        ``column``.
        """
        if player == column:
            return CrossTableCell(outcome="self")
        cells = [
            self._build_game_cell(player, fixture)
            for fixture in self.games
            if player in fixture.players
            and column == (fixture.get_opponent(player) if self.by_player else fixture.round)
        ]
        if not cells:
            return CrossTableCell()
        return CrossTableCell(
            " ".join(cell.text for cell in cells),
            cells[-1].outcome,
            "; ".join(cell.description for cell in cells),
            cells[-1].link,
        )

    def _build_game_cell(self, player: PlayerId, fixture: Fixture) -> CrossTableCell:
        """Build a cell with the score (``W 10:7``) or with the opponent's row number (``W 3``)."""
        outcome, opponent = _get_outcome(player, fixture), fixture.get_opponent(player)
        result = describe_game_result(self.state, fixture) if fixture.ended else "no result yet"
        if opponent is None:
            kind = fixture.ended.kind if fixture.ended else fixture.bye
            result = BYE_WORDS.get(kind, kind)
        number = str(self.order.index(opponent) + 1) if opponent in self.order else ""
        details = _format_score(player, fixture) if self.by_player else number
        name = _name_player(self.state, opponent) if opponent else "no opponent"
        return CrossTableCell(
            text=f"{OUTCOME_SIGNS[outcome]} {details}".strip(),
            outcome=outcome,
            description=f"round {fixture.round}, {name}: {result}",
            link=self.find_page(fixture.link.match) if fixture.link else "",
        )


def _get_outcome(player: PlayerId, fixture: Fixture) -> Outcome:
    if fixture.away is None:
        return "bye"
    return "open" if fixture.ended is None else get_player_outcome(player, fixture.ended)


def _format_score(player: PlayerId, fixture: Fixture) -> str:
    """Return the victory points with the player's own first, or "" if none have been entered."""
    points = get_informative_points(fixture.ended) if fixture.ended is not None else None
    if points is None:
        return ""
    mine, theirs = points if player == fixture.home else points[::-1]
    return f"{mine}:{theirs}"

"""A chart of a campaign's timeline, with its games by date and its story."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from msgspec import Struct

from exports.report_section_types import clean_to_one_line
from tracker.application.game_dates import parse_stored_date
from tracker.application.leagues.league import League
from tracker.application.leagues.league_dates_and_times import format_day
from tracker.application.leagues.pairing.round_columns_and_text import describe_game_result
from tracker.application.leagues.results.linked_match_outcomes import get_player_outcome
from tracker.leagues.league_state import Fixture
from tracker.leagues.results.standings_input_types import PlayerId
from tracker.vocabulary.count_wording import format_count

WIDTH: Final = 640
LEFT, RIGHT, TOP, BOTTOM = 14, 170, 18, 44
ROW_DISTANCE: Final = 30
"""The distance between the rows of two players, in SVG units."""
MIN_GAME_DISTANCE: Final = 12
"""The minimum distance between consecutive games, in SVG units."""
MIN_LABEL_DISTANCE: Final = 200
"""The minimum distance between two day labels, in SVG units."""

Outcome = Literal["won", "drawn", "lost"]


class TimelineGame(Struct, frozen=True):
    """A game in the chart: its position, both players' rows and results, and a description."""

    x: float
    rows: tuple[int, int]
    outcomes: tuple[Outcome, Outcome]
    description: str


class TimelinePlayer(Struct, frozen=True):
    name: str
    row: int
    record: str


class CampaignTimelineChart(Struct, frozen=True):
    """A campaign's timeline. ``story`` and ``days`` hold the position and text of each label."""

    games: tuple[TimelineGame, ...]
    players: tuple[TimelinePlayer, ...]
    story: tuple[tuple[float, str], ...]
    days: tuple[tuple[float, str], ...]

    @property
    def height(self) -> int:
        return TOP + BOTTOM + ROW_DISTANCE * (len(self.players) - 1)

    def y(self, row: int) -> int:
        return TOP + ROW_DISTANCE * row

    @property
    def day_label_y(self) -> int:
        return self.y(len(self.players) - 1) + 22

    @property
    def alt_text(self) -> str:
        players = ", ".join(f"{player.name} {player.record}" for player in self.players)
        return (
            f"{format_count(len(self.games), 'game')}, {self.days[0][1]} to "
            f"{self.days[-1][1]}: {players}"
        )


def build_campaign_timeline_chart(league: League) -> CampaignTimelineChart | None:
    """Build a campaign's timeline chart. Return None for a league or under two dated results."""
    state = league.state
    games = [
        fixture
        for fixture in state.fixtures.values()
        if fixture.ended is not None and fixture.away is not None and fixture.ended.played_on
    ]
    if state.info.what != "campaign" or len(games) < 2:
        return None
    games.sort(key=lambda fixture: (_get_day_played(fixture), fixture.first_version))
    participants = {player for fixture in games for player in fixture.players}
    order = [player for player in state.players if player in participants]
    rows = {player: row for row, player in enumerate(order)}
    days = [_get_day_played(fixture) for fixture in games]
    positions = _compute_game_positions(days)
    return CampaignTimelineChart(
        games=tuple(
            _build_timeline_game(league, fixture, x, rows)
            for fixture, x in zip(games, positions, strict=True)
        ),
        players=tuple(
            TimelinePlayer(
                clean_to_one_line(state.get_player_name(player)),
                row,
                _describe_record(player, games),
            )
            for player, row in rows.items()
        ),
        story=tuple(
            (
                _compute_day_x(piece.on, days[0], days[-1]),
                f"{format_day(piece.on)}: {clean_to_one_line(piece.text.splitlines()[0])}",
            )
            for piece in state.story
            if days[0] <= piece.on <= days[-1] and piece.text.strip()
        ),
        days=tuple(_label_days(days, positions)),
    )


def _get_day_played(fixture: Fixture) -> str:
    assert fixture.ended is not None
    return fixture.ended.played_on


def _compute_day_x(day: str, first: str, last: str) -> float:
    start, position, end = map(parse_stored_date, (first, day, last))
    share = (position - start) / (end - start) if end > start else 0.0
    return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)


def _compute_game_positions(days: Sequence[str]) -> list[float]:
    """Compute each game's horizontal position from its date, without overlap if there is enough
    room.
    """
    distance = min(MIN_GAME_DISTANCE, (WIDTH - LEFT - RIGHT) / max(1, len(days) - 1))
    positions: list[float] = []
    for day in days:
        minimum = positions[-1] + distance if positions else 0.0
        positions.append(max(minimum, _compute_day_x(day, days[0], days[-1])))
    for n in range(len(positions) - 1, -1, -1):  # move back games that were pushed over the edge
        maximum = WIDTH - RIGHT if n == len(positions) - 1 else positions[n + 1] - distance
        positions[n] = round(min(positions[n], maximum), 1)
    return positions


def _label_days(days: Sequence[str], positions: Sequence[float]) -> Iterator[tuple[float, str]]:
    """Yield labels for the first and the last day, and for other days if there is enough room."""
    last_label = positions[0]
    yield positions[0], format_day(days[0])
    for day, position in zip(days[1:-1], positions[1:-1], strict=True):
        if (
            position - last_label >= MIN_LABEL_DISTANCE
            and positions[-1] - position >= MIN_LABEL_DISTANCE
        ):
            last_label = position
            yield position, format_day(day)
    yield positions[-1], format_day(days[-1])


def _build_timeline_game(
    league: League, fixture: Fixture, x: float, rows: dict[PlayerId, int]
) -> TimelineGame:
    assert fixture.away is not None
    state = league.state
    title = f"{clean_to_one_line(fixture.title)}: " if fixture.title else ""
    names = (
        f"{clean_to_one_line(state.get_player_name(fixture.home))} – "
        f"{clean_to_one_line(state.get_player_name(fixture.away))}"
    )
    day, result = format_day(_get_day_played(fixture)), describe_game_result(state, fixture)
    description = f"{day}, {title}{names}, {result}"
    outcomes = (_get_outcome(fixture.home, fixture), _get_outcome(fixture.away, fixture))
    return TimelineGame(x, (rows[fixture.home], rows[fixture.away]), outcomes, description)


def _get_outcome(player: PlayerId, fixture: Fixture) -> Outcome:
    assert fixture.ended is not None
    return get_player_outcome(player, fixture.ended)


def _describe_record(player: PlayerId, games: Sequence[Fixture]) -> str:
    """Describe a player's results, as in ``3 won, 1 lost``."""
    outcomes = [_get_outcome(player, fixture) for fixture in games if player in fixture.players]
    counts = {outcome: outcomes.count(outcome) for outcome in ("won", "drawn", "lost")}
    return ", ".join(f"{count} {outcome}" for outcome, count in counts.items() if count)

"""The timeline of a campaign as a picture, with its games by date and its story."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal

import pendulum
from msgspec import Struct

from exports.report_sections import clean_to_one_line
from tracker.application.leagues.league import League
from tracker.application.leagues.league_calendar import format_day
from tracker.application.leagues.pairing.pairing_table_columns import describe_game_result
from tracker.application.leagues.results.fixture_match_links import get_player_outcome
from tracker.leagues.league_state import Fixture
from tracker.leagues.results.standings_input_types import PlayerId
from tracker.vocabulary.count_wording import format_count

WIDTH: Final = 640
LEFT, RIGHT, TOP, BOTTOM = 14, 170, 18, 44
APART: Final = 30
"""The distance between the rows of two players, in SVG units."""
NEXT: Final = 12
"""The minimum distance between consecutive games, in SVG units."""
DAY: Final = 200
"""The minimum distance between two day labels, in SVG units."""

How = Literal["won", "drawn", "lost"]


class TimelineGame(Struct, frozen=True):
    """A game at its date: both players' rows, their results and a description."""

    x: float
    rows: tuple[int, int]
    how: tuple[How, How]
    told: str


class TimelinePlayer(Struct, frozen=True):
    name: str
    row: int
    record: str


class CampaignTimeline(Struct, frozen=True):
    """The timeline, with labels for ``days``, and the positions and texts of the ``story``."""

    games: tuple[TimelineGame, ...]
    players: tuple[TimelinePlayer, ...]
    story: tuple[tuple[float, str], ...]
    days: tuple[tuple[float, str], ...]

    @property
    def height(self) -> int:
        return TOP + BOTTOM + APART * (len(self.players) - 1)

    def y(self, row: int) -> int:
        return TOP + APART * row

    @property
    def below(self) -> int:
        """Return the vertical position of the day labels."""
        return self.y(len(self.players) - 1) + 22

    def describe(self) -> str:
        """Describe the picture for people who cannot see it."""
        each = ", ".join(f"{one.name} {one.record}" for one in self.players)
        return (
            f"{format_count(len(self.games), 'game')}, {self.days[0][1]} to "
            f"{self.days[-1][1]}: {each}"
        )


def draw_campaign_timeline(league: League) -> CampaignTimeline | None:
    """Draw a campaign's timeline, or return None until two games have a result."""
    state = league.state
    games = [
        one
        for one in state.fixtures.values()
        if one.ended is not None and one.away is not None and one.ended.played_on
    ]
    if state.info.what != "campaign" or len(games) < 2:
        return None
    games.sort(key=lambda one: (_day(one), one.version))
    met = {player for one in games for player in one.players}
    rows = {player: n for n, player in enumerate(each for each in state.players if each in met)}
    places = _places([_day(one) for one in games])
    first, last = _day(games[0]), _day(games[-1])
    return CampaignTimeline(
        games=tuple(_game(league, one, x, rows) for one, x in zip(games, places, strict=True)),
        players=tuple(
            TimelinePlayer(
                clean_to_one_line(state.get_player_name(player)), row, _record(player, games)
            )
            for player, row in rows.items()
        ),
        story=tuple(
            (
                _along(one.on, first, last),
                f"{format_day(one.on)}: {clean_to_one_line(one.text.splitlines()[0])}",
            )
            for one in state.story
            if first <= one.on <= last and one.text.strip()
        ),
        days=tuple(_days([_day(one) for one in games], places)),
    )


def _day(one: Fixture) -> str:
    assert one.ended is not None
    return one.ended.played_on


def _along(day: str, first: str, last: str) -> float:
    """Compute a day's horizontal position between the first and the last day."""
    span = _number(last) - _number(first)
    share = (_number(day) - _number(first)) / span if span else 0.0
    return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)


def _number(day: str) -> int:
    return pendulum.from_format(day, "YYYY-MM-DD", tz="UTC").toordinal()


def _places(days: Sequence[str]) -> list[float]:
    """Compute the positions of games at their dates, without overlap if there is room."""
    apart = min(NEXT, (WIDTH - LEFT - RIGHT) / max(1, len(days) - 1))
    places: list[float] = []
    for day in days:
        least = places[-1] + apart if places else 0.0
        places.append(max(least, _along(day, days[0], days[-1])))
    for n in range(len(places) - 1, -1, -1):  # move games back that were pushed over the edge
        most = WIDTH - RIGHT if n == len(places) - 1 else places[n + 1] - apart
        places[n] = round(min(places[n], most), 1)
    return places


def _days(days: Sequence[str], places: Sequence[float]) -> Iterator[tuple[float, str]]:
    """Yield labels for the first and the last day, and for others if there is room."""
    written = places[0]
    yield places[0], format_day(days[0])
    for day, place in zip(days[1:-1], places[1:-1], strict=True):
        if place - written >= DAY and places[-1] - place >= DAY:
            written = place
            yield place, format_day(day)
    yield places[-1], format_day(days[-1])


def _game(league: League, one: Fixture, x: float, rows: dict[PlayerId, int]) -> TimelineGame:
    assert one.away is not None
    state = league.state
    title = f"{clean_to_one_line(one.title)}: " if one.title else ""
    names = (
        f"{clean_to_one_line(state.get_player_name(one.home))} – "
        f"{clean_to_one_line(state.get_player_name(one.away))}"
    )
    told = f"{format_day(_day(one))}, {title}{names}, {describe_game_result(state, one)}"
    how = (_how(one.home, one), _how(one.away, one))
    return TimelineGame(x, (rows[one.home], rows[one.away]), how, told)


def _how(player: PlayerId, one: Fixture) -> How:
    assert one.ended is not None
    return get_player_outcome(player, one.ended)


def _record(player: PlayerId, games: Sequence[Fixture]) -> str:
    """Describe a player's results, such as ``3 won, 1 lost``."""
    went = [_how(player, one) for one in games if player in one.players]
    counts = {how: went.count(how) for how in ("won", "drawn", "lost")}
    return ", ".join(f"{count} {how}" for how, count in counts.items() if count)

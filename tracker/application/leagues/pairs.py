"""Who is to meet whom in a round: by the circle, or Swiss."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from tracker.application.errors import Refused
from tracker.application.leagues import drafting
from tracker.leagues.results import Enrolled, PlayerId
from tracker.leagues.round_robin import Meeting, next_round
from tracker.leagues.state import LeagueState
from tracker.leagues.tally import lots_of, players_of, results_of

MOST = 200
"""A round robin of more players would go on for years."""


class Paired(Struct, frozen=True):
    """Two players who are to meet, and why; ``away`` None has the bye."""

    home: PlayerId
    away: PlayerId | None
    why: str


def paired(
    state: LeagueState, number: int, players: Sequence[PlayerId], method: str = ""
) -> tuple[str, list[Paired]]:
    """The method taken, and the pairings of these players. Raises ``Refused``."""
    how = drafting.method(method) if method else drafting.usual(state, number, len(players))
    if how == drafting.SWISS:
        return how, _swiss(state, players)
    return how, _by_circle(state, players)


# ------------------------------------------------------------------------------------- the Swiss


def _swiss(state: LeagueState, players: Sequence[PlayerId]) -> list[Paired]:
    """On like points, not yet met; games still open count as met."""
    from tracker.leagues.spelled import reason
    from tracker.leagues.swiss import CannotDraft, draft

    pending = [
        Meeting(one.home, one.away)
        for one in state.published(state.season.number)
        if one.ended is None
    ]
    names = {one.id: one.name for one in state.players.values()}
    try:
        found = draft(
            _as_drawn(state),
            [one for one in results_of(state) if one.round],
            state.info.scheme,
            players,
            pending=pending,
            lots=lots_of(state),
            tables=(),  # numbered with the pairings that are locked
        )
    except CannotDraft as error:
        raise Refused(str(error)) from error
    return [Paired(one.home, one.away, reason(one, names)) for one in found.pairings]


def _as_drawn(state: LeagueState) -> list[Enrolled]:
    """Everybody in the order of the latest lots; who has joined since stands behind."""
    season = state.season.number
    drawn = [lot.order for lot in state.lots if lot.season == season][-1:]
    place = {player: number for number, player in enumerate(drawn[0] if drawn else ())}
    return sorted(players_of(state), key=lambda one: place.get(one.id, len(place)))


# ------------------------------------------------------------------------------------ the circle


def _by_circle(state: LeagueState, players: Sequence[PlayerId]) -> list[Paired]:
    """The next round of the circle, or where there is none, as few meetings again as can be."""
    if len(players) > MOST:
        raise Refused(f"A round robin is for at most {MOST} players; Swiss pairs more.")
    times = Counter(frozenset(pair) for _, *pair in drafting.met(state))
    fixtures = state.published(state.season.number)
    byes = Counter(one.home for one in fixtures if one.round and one.away is None and not one.asked)
    return [_told(state, one, times) for one in next_round(players, times, byes)]


def _told(state: LeagueState, one: Meeting, times: Counter[frozenset[PlayerId]]) -> Paired:
    """Who met an odd number of times change places."""
    home, away = one.home, one.away
    if away is not None and times[frozenset((home, away))] % 2:
        home, away = away, home
    return Paired(home, away, drafting.why(state, home, away))

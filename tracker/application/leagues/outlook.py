"""Who can still win a season, worked out from the league as it stands, nothing of it written."""

from __future__ import annotations

import random
from collections.abc import Mapping

from tracker.application.errors import Refused
from tracker.application.leagues.drafting import playing, usual_in
from tracker.application.leagues.written import WrittenLeague
from tracker.leagues.outlook.forecast import SeasonOutlook, forecast, usual_top
from tracker.leagues.outlook.to_come import to_come
from tracker.leagues.ratings import Rating
from tracker.leagues.results import PlayerId
from tracker.leagues.tally import AsOf, adjustments_of, fields_of, results_of, tables_of


def outlook(
    league: WrittenLeague, ratings: Mapping[PlayerId, Rating], top: int = 0, division: str = ""
) -> SeasonOutlook:
    """The outlook of the season at hand; ``top`` places are told together, 0: as suits the field.

    In a league with divisions it is that of the one of this name, without one that of those who
    are in none.

    The same book gives the same seasons. Raises ``Refused`` for a campaign, a league where nobody
    is ranked, and more places than there are players.
    """
    state = league.state
    if state.info.what != "league":
        raise Refused("A campaign has no standings to win; the outlook is for leagues.")
    if state.cut is not None:
        raise Refused("The best play on in a bracket, and who wins it wins the season.")
    following = (state.draft.number if state.draft else state.round_number) + 1
    now = AsOf(today=league.days.today)
    table = tables_of(state, now).get(division)
    if table is None or not table.rows:
        raise Refused("Nobody is ranked in this league yet; enrol somebody first.")
    if not 0 <= top <= len(table.rows):
        raise Refused(f"Name 1 to {len(table.rows)} places: so many are ranked.")
    return forecast(
        fields_of(state, now)[division],
        results_of(state, now),
        state.scheme_of(state.season.number),
        adjustments_of(state, now),
        {row.player: row.place for row in table.rows},
        ratings,
        to_come(
            state,
            league.days.today,
            lambda players: usual_in(state, following, division, players),
            lambda present: playing(state, present),
            {row.player for row in table.rows} if state.divided() else None,
        ),
        top=top or usual_top(len(table.rows)),
        draw=random.Random(league.anchor).random,
    )

"""Somebody who comes late, or an organiser who steps in: against who has the bye."""

from __future__ import annotations

from collections.abc import Iterable

from tracker.application.errors import Refused
from tracker.application.finding import find_exactly, make_choice_error
from tracker.application.leagues import round_draft
from tracker.application.leagues.departures import restore_results
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.leagues.league_names import find_player
from tracker.application.leagues.league_writer import LeagueWriter
from tracker.application.leagues.season_end import must_be_open
from tracker.application.text import clean, clean_called
from tracker.leagues import league_events as ev
from tracker.leagues.league_events import AnyLeagueEvent, DivisionMoved
from tracker.leagues.league_fold import apply
from tracker.leagues.league_rows import Competitor, Fixture, Round
from tracker.leagues.league_state import LeagueState
from tracker.leagues.results import PlayerId
from tracker.vocabulary.spelling import name_key


def find_byes(state: LeagueState) -> tuple[Round, list[Fixture]] | None:
    """The round at hand (or the draft) in which somebody has the bye, and those byes."""
    for round_ in (state.round, state.draft):
        fixtures = state.list_fixtures(round_) if round_ is not None else []
        byes = [one for one in fixtures if one.away is None and not one.asked]
        if round_ is not None and byes:
            return round_, byes
    return None


def step_in(
    league: LeagueWriter, typed: str, *, against: str, ranked: bool, why: str
) -> LeagueEntry:
    """Let somebody meet who has the bye, in one line of the book.

    Who is not in the league joins it with that, who had dropped is back; who is in no division is
    in that of his opponent from now on. Raises ``Refused``.
    """
    state = league.state
    must_be_open(state)
    found = find_byes(state)
    if found is None:
        raise Refused(_nobody(state, clean(typed)))
    round_, byes = found
    alone = byes[0]
    if against:
        meant = find_player(state, against)
        theirs = [one for one in byes if one.home == meant]
        if not theirs:
            names = ", ".join(state.name(one.home) for one in byes)
            raise Refused(
                f"{state.name(meant)} has no bye in round {round_.number}; it has {names}."
            )
        alone = theirs[0]
    player, joins = _who(state, round_, typed, ranked=ranked)
    division = state.get_divisions().of(alone.home)
    if division and ranked and not state.get_divisions().of(player):
        joins.append(DivisionMoved(player=player, division=division))
    then = state.fork()
    for version, event in enumerate(joins, start=league.version + 1):
        apply(then, event, version)
    reason = f"by hand, {round_draft.explain_pairing(then, alone.home, player)}"
    wanted = ev.Pairing(next(round_draft.make_fixture_ids(then)), alone.home, player, 0, reason)
    others = [
        one
        for one in round_draft.make_pairings(state.list_fixtures(round_))
        if one.fixture != alone.id and player not in (one.home, one.away)
    ]
    return league.enter(
        *joins,
        ev.RoundChanged(
            round=round_.number,
            pairings=tuple(
                round_draft.sort_pairings(round_draft.seat_pairings(then, [*others, wanted]))
            ),
            change="joined",
            about=(alone.home, player),
            why=clean(why),
        ),
    )


def _nobody(state: LeagueState, name: str) -> str:
    """What to do where nobody has the bye."""
    known = find_exactly(name, _names(state.players.values()), "player") is not None
    if known or not name:
        return "Nobody has the bye; let two meet instead (pair), then who is left over has it."
    return (
        f"Nobody has the bye. Enrol {name} first and let them meet somebody (pair); who is left"
        " over then has it."
    )


def _names(players: Iterable[Competitor]) -> dict[PlayerId, str]:
    return {one.id: one.name for one in players}


def _who(
    state: LeagueState, round_: Round, typed: str, *, ranked: bool
) -> tuple[PlayerId, list[AnyLeagueEvent]]:
    """Who is meant of those who do not play, or somebody new; and what makes him one of them."""
    name = clean_called(typed)
    if not name:
        raise Refused("Say who steps in: a player, or a new name.")
    paired = {
        player for one in state.list_fixtures(round_) if not one.asked for player in one.players
    }
    free = [one for one in state.players.values() if one.id not in paired]
    meant = find_exactly(name, _names(state.players.values()), "player")
    if meant in paired:
        raise Refused(f"{state.name(meant)} is paired in round {round_.number} already.")
    begun = {one.id: one.name for one in free if name_key(one.name).startswith(name_key(name))}
    if meant is None and len(begun) > 1:
        raise make_choice_error(name, begun, "player")
    for player in (meant,) if meant is not None else begun:
        back = ev.PlayerPresence(player=player, presence="returned", round=round_.number)
        if state.players[player].left is None:
            return player, []
        return player, [back, *restore_results(state, player)]
    new = PlayerId(f"p{len(state.players) + 1}")
    return new, [ev.PlayerEnrolled(player=new, name=name, ranked=ranked)]

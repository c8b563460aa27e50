"""Proposes the pairings of a round: pairing systems, players, reasons and tables."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import count

from msgspec.structs import replace

from tracker.application.errors import Refused
from tracker.leagues import league_events as ev
from tracker.leagues.league_events import PairingSystem
from tracker.leagues.league_state import Competitor, Fixture, LeagueState, Round
from tracker.leagues.pairing import player_seeding
from tracker.leagues.pairing.pairing_explanations import NOT_MET
from tracker.leagues.pairing.round_robin import (
    Method,
    RoundRobinPairing,
    compute_meetings_per_pair,
    count_meetings_and_byes,
    pair_round_robin_round,
    suggest_pairing_method,
)
from tracker.leagues.results.results_by_player import StandingsInput
from tracker.leagues.results.scoring_schemes import MAX_RESULTS
from tracker.leagues.results.standings_from_league_state import (
    list_counting_results,
    list_drawn_lots,
    list_season_players_at_cutoff,
)
from tracker.leagues.results.standings_input_types import Bye, EnrolledPlayer, PlayerId
from tracker.vocabulary.count_wording import format_count

ROUND_ROBIN: Method = "round robin"
SWISS: Method = "Swiss"
METHODS = (ROUND_ROBIN, SWISS)
BY_DIVISION = "by division"
"""The pairing system that is stored for a round whose divisions use different systems."""
UNDECIDED = ("", "open", "as suits")
"""The words with which organisers let the program choose a pairing system."""
MET_EVERYBODY = "has met everybody"
"""The reason why a player in a round robin has no opponent."""
PAIRING_SYSTEM_TITLES: dict[PairingSystem, str] = {
    "": "by the number of players",
    "round robin": "round robin: everybody meets everybody",
    "Swiss": "Swiss: players with equal points meet, without rematches",
}
"""The pairing systems and their descriptions."""
SMALL_LEAGUE = 8
"""The maximum number of players for whom a round robin is the default if no rounds are planned."""


def require_valid_round_count(round_count: int) -> int:
    if not 0 <= round_count <= MAX_RESULTS:
        raise Refused(f"A season can have 0 to {MAX_RESULTS} rounds; 0 means undecided.")
    return round_count


def parse_pairing_method(typed: str) -> Method:
    """Parse the name of a pairing system. Raises ``Refused`` if it is unknown."""
    known = {one.casefold(): one for one in METHODS}
    meant = known.get(" ".join(typed.replace("-", " ").split()).casefold())
    if meant is None:
        raise Refused(
            f"There is no pairing system called {typed!r}. Choose one of: {', '.join(METHODS)}."
        )
    return meant


def parse_season_pairing_method(typed: str) -> ev.PairingSystem:
    """Parse the name of a season's pairing system, or return "" if the system is undecided.

    Raises ``Refused`` if the name is unknown.
    """
    return "" if typed.strip().casefold() in UNDECIDED else parse_pairing_method(typed)


def choose_default_pairing_method(
    state: LeagueState, round_number: int, player_count: int
) -> Method:
    """Return the season's pairing system.

    If it is undecided, return the previous round's system, or one that suits the number of players.
    """
    season = state.season
    if season.pairing:
        return season.pairing
    before = state.rounds.get((season.number, round_number - 1))
    for one in METHODS:
        if before is not None and before.method == one:
            return one
    if season.planned:
        return suggest_pairing_method(player_count, season.planned)
    return ROUND_ROBIN if player_count <= SMALL_LEAGUE else SWISS


def choose_players_to_pair(state: LeagueState, present: Sequence[Competitor]) -> list[Competitor]:
    """Return the players to pair.

    A ringer plays only if one player would otherwise be left over.
    """
    return [one for _, field in choose_players_to_pair_by_division(state, present) for one in field]


def choose_players_to_pair_by_division(
    state: LeagueState, present: Sequence[Competitor]
) -> list[tuple[str, list[Competitor]]]:
    """Return the players to pair in each division.

    A ringer without a division can play in any division with an odd number of players.
    """
    divided = state.get_divisions()
    found = divided.group_by_division((one for one in present if one.ranked), lambda one: one.id)
    ringers = [one for one in present if not one.ranked]
    for name, field in found:
        own = [one for one in ringers if divided.get_division(one.id) == name]
        helps = own or [one for one in ringers if not divided.get_division(one.id)]
        if len(field) % 2 and helps:
            field.append(helps[0])
            ringers.remove(helps[0])
    return found


def choose_default_division_method(
    state: LeagueState, round_number: int, division: str, player_count: int
) -> Method:
    for one in state.get_divisions().divisions:
        if one.name == division and one.pairing:
            return one.pairing
    return choose_default_pairing_method(state, round_number, player_count)


def get_default_pairing_method_name(
    state: LeagueState, round_number: int, present: Sequence[Competitor]
) -> str:
    groups = choose_players_to_pair_by_division(state, present)
    methods = {
        choose_default_division_method(state, round_number, name, len(one)) for name, one in groups
    }
    if not methods:
        return choose_default_pairing_method(state, round_number, 0)
    return get_combined_pairing_method_name(methods)


def get_combined_pairing_method_name(methods: Collection[Method]) -> str:
    """Return the pairing system that all divisions share, or "by division" if they differ."""
    return next(iter(methods)) if len(methods) == 1 else BY_DIVISION


def list_earlier_meetings(state: LeagueState) -> list[tuple[int, PlayerId, PlayerId]]:
    """List all meetings in the season's published rounds, each as the round and both players."""
    played = state.list_published_fixtures(state.season.number)
    return [(one.round, one.home, one.away) for one in played if one.round and one.away is not None]


def describe_rounds_beyond_plan(state: LeagueState, round_number: int) -> str:
    """Return ``beyond the 3 planned rounds`` if the given round exceeds the plan, or "" if it does
    not.

    Bracket rounds never exceed the plan.
    """
    planned = 0 if state.top_cut is not None else state.season.planned
    if not 0 < planned < round_number:
        return ""
    return f"beyond the {format_count(planned, 'planned round')}"


def compute_planned_meetings_per_pair(state: LeagueState, division: str) -> int:
    """Return how often two players of a division meet in a round robin of the planned length."""
    divided = state.get_divisions()
    players = state.list_current_season_players()
    field = [one for one in players if one.ranked and divided.get_division(one.id) == division]
    return compute_meetings_per_pair(state.season.planned, len(field))


def find_players_who_met_everybody(round_: Round) -> set[PlayerId]:
    """Return the players who are not paired in a round because they have met everybody."""
    return {one.player for one in round_.absent if one.how == MET_EVERYBODY}


def describe_earlier_meetings_or_byes(
    state: LeagueState, home: PlayerId, away: PlayerId | None
) -> str:
    """Describe two players' earlier meetings, or a player's earlier byes, as a reason for a
    pairing.
    """
    if away is None:
        _, byes = count_meetings_and_byes(state.list_published_fixtures(state.season.number))
        return "had a bye already" if byes[home] else "the first bye"
    rounds = [number for number, *pair in list_earlier_meetings(state) if {home, away} == set(pair)]
    if not rounds:
        return NOT_MET
    return "met in round " + ", ".join(str(number) for number in rounds)


def find_requested_byes(
    absent: Iterable[tuple[Competitor, str]], round_number: int
) -> dict[PlayerId, Bye]:
    """Map each player who asked to be away to the kind of bye that the player gets."""
    return {one.id: one.get_bye_kind(round_number) for one, how in absent if how == "away"}


def list_open_fixture_ids(state: LeagueState) -> tuple[ev.FixtureId, ...]:
    fixtures = state.list_fixtures(state.current_round) if state.current_round else ()
    return tuple(one.id for one in fixtures if one.ended is None)


def list_tables_used_by_player(state: LeagueState) -> dict[PlayerId, list[int]]:
    found: dict[PlayerId, list[int]] = {}
    for one in state.list_published_fixtures(state.season.number):
        for player in one.players:
            if one.table:
                found.setdefault(player, []).append(one.table)
    return found


def assign_tables_and_sort_pairings(
    state: LeagueState, pairings: Sequence[ev.Pairing]
) -> tuple[ev.Pairing, ...]:
    """Assign a table to each pairing without one, and sort the pairings. Byes get no table."""
    from tracker.leagues.pairing.table_number_assignment import assign_table_numbers

    games = [one for one in pairings if one.away is not None]
    fixed = {place: one.table for place, one in enumerate(games) if one.table}
    players, used = [one.players for one in games], list_tables_used_by_player(state)
    tables = assign_table_numbers(players, used, fixed)
    seats = [replace(one, table=table) for one, table in zip(games, tables, strict=True)]
    return tuple(sort_pairings_by_table([*seats, *(one for one in pairings if one.away is None)]))


def sort_pairings_by_table(pairings: Iterable[ev.Pairing]) -> list[ev.Pairing]:
    """Sort pairings by table. Byes come last."""
    return sorted(pairings, key=lambda one: (one.away is None, one.table))


def convert_fixtures_to_pairings(fixtures: Iterable[Fixture]) -> tuple[ev.Pairing, ...]:
    return tuple(
        ev.Pairing(one.id, one.home, one.away, one.table, one.why, one.locked, one.bye)
        for one in fixtures
    )


def generate_fixture_ids(state: LeagueState) -> Iterator[ev.FixtureId]:
    return (f"f{number}" for number in count(state.fixture_count + 1))


MAX_ROUND_ROBIN_PLAYERS = 200


class ProposedPairing(RoundRobinPairing, frozen=True):
    """A proposed pairing, with its reason in words."""

    why: str


def propose_pairings(
    state: LeagueState,
    players: Sequence[PlayerId],
    method: Method,
    order: ev.Order,
    lots: Sequence[PlayerId],
    previous_pairings: Collection[frozenset[PlayerId]],
    meetings_per_pair: int | None,
) -> list[ProposedPairing]:
    """Propose the pairings of the next round.

    ``order`` is the order of players in a first round, and ``lots`` contains the lots drawn for it.
    ``previous_pairings`` contains the pairings and byes of the earlier draft. In a round robin, two
    players meet at most ``meetings_per_pair`` times (None for no limit), so some players can remain
    unpaired. Raises ``Refused`` for a round robin with too many players.
    """
    if method == SWISS:
        return _propose_swiss_pairings(state, players, order, lots, previous_pairings)
    if len(players) > MAX_ROUND_ROBIN_PLAYERS:
        raise Refused(
            f"A round robin can have at most {MAX_ROUND_ROBIN_PLAYERS} players. Choose Swiss for"
            " more."
        )
    ordered = player_seeding.sort_players_for_round(state, players, order, lots)
    met, byes = count_meetings_and_byes(state.list_published_fixtures(state.season.number))
    proposals = []
    for one in pair_round_robin_round(ordered, met, byes, previous_pairings, meetings_per_pair):
        home, away = one.home, one.away
        if away is not None and met[one.group] % 2:  # home and away alternate
            home, away = away, home
        why = describe_earlier_meetings_or_byes(state, home, away)
        proposals.append(ProposedPairing(home, away, why))
    return proposals


def _propose_swiss_pairings(
    state: LeagueState,
    players: Sequence[PlayerId],
    order: ev.Order,
    lots: Sequence[PlayerId],
    previous_pairings: Collection[frozenset[PlayerId]],
) -> list[ProposedPairing]:
    """Propose pairings by points. Unfinished games count as meetings."""
    from tracker.leagues.pairing.pairing_explanations import explain_pairing
    from tracker.leagues.pairing.swiss_pairing import draft_swiss_round

    fixtures = state.list_published_fixtures(state.season.number)
    pending = [RoundRobinPairing(one.home, one.away) for one in fixtures if one.ended is None]
    names = {one.id: one.name for one in state.players.values()}
    given = StandingsInput(
        _sort_all_players_for_tie_breaks(state, players, order, lots),
        [one for one in list_counting_results(state) if one.round],
        state.info.scheme,
        lots=list_drawn_lots(state) if state.current_round is not None else (),
    )
    drafted = draft_swiss_round(
        given, players, unfinished_pairings=pending, previous_pairings=previous_pairings
    )
    return [ProposedPairing(one.home, one.away, explain_pairing(one, names)) for one in drafted]


def _sort_all_players_for_tie_breaks(
    state: LeagueState, players: Sequence[PlayerId], order: ev.Order, drawn: Sequence[PlayerId]
) -> list[EnrolledPlayer]:
    """Sort all players in the order that breaks ties.

    In a seeded first round, players of the upper and the lower half alternate.
    """
    known = {one.id: one for one in list_season_players_at_cutoff(state)}
    lots = any(lot.season == state.season.number for lot in state.lots)
    default: ev.Order = "lots" if lots else ""
    ordered = player_seeding.sort_players_for_round(state, known, order or default, drawn)
    if order in player_seeding.SEEDED:
        present = set(players)
        seeded = player_seeding.interleave_seed_halves([one for one in ordered if one in present])
        ordered = [*seeded, *(one for one in ordered if one not in present)]
    return [known[one] for one in ordered]

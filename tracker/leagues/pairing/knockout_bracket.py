"""The bracket of a top cut: pairings by seed, winners and final places."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from tracker.leagues.league_events import FixtureId
from tracker.leagues.league_state import Fixture, LeagueState
from tracker.leagues.results.standings import RankSeparation, Standings, StandingsRow
from tracker.leagues.results.standings_input_types import ExactNumber, PlayerId

THIRD = "third place"


class BracketGame(Struct, frozen=True):
    """A bracket game. A player who is not known yet is None, and so is the opponent in a ``bye``.

    ``fixture`` is empty until the game has been drafted. If ``open`` is true, the game has ended
    without a winner.
    """

    home: PlayerId | None
    away: PlayerId | None
    bye: bool = False
    fixture: FixtureId = ""
    winner: PlayerId | None = None
    open: bool = False

    @property
    def is_walkover(self) -> bool:
        """Whether the winner advances without a game because the opponent has dropped out."""
        return self.winner is not None and not self.bye and not self.fixture

    @property
    def loser(self) -> PlayerId | None:
        if self.winner is None or self.bye:
            return None
        return self.away if self.winner == self.home else self.home


class BracketRound(Struct, frozen=True):
    """A round of a bracket, with its games from top to bottom."""

    name: str
    games: tuple[BracketGame, ...]


class Bracket(Struct, frozen=True):
    """A bracket. ``seeds`` is best first, and ``third`` is the game for third place, or None."""

    seeds: tuple[PlayerId, ...]
    rounds: tuple[BracketRound, ...]
    third: BracketGame | None = None

    @property
    def champion(self) -> PlayerId | None:
        return self.rounds[-1].games[0].winner

    def get_seed(self, player: PlayerId) -> int:
        """Return a player's seed, counted from 1."""
        return self.seeds.index(player) + 1

    @property
    def rounds_in_playing_order(self) -> list[BracketRound]:
        """The rounds in the order of play, with the game for third place before the final."""
        third = [BracketRound(THIRD, (self.third,))] if self.third else []
        return [*self.rounds[:-1], *third, self.rounds[-1]]

    @property
    def games(self) -> list[BracketGame]:
        return [game for round_ in self.rounds_in_playing_order for game in round_.games]

    @property
    def players_in_final_order(self) -> tuple[PlayerId, ...]:
        """All players in the final order of the bracket: by the round reached, then by seed."""
        out: dict[PlayerId, int] = {}
        for number, round_ in enumerate(self.rounds):
            out |= {one.loser: number for one in round_.games if one.loser is not None}
        third = self.third.winner if self.third else None
        last = len(self.rounds)
        ranks = {one: (-out.get(one, last), one != third) for one in self.seeds}
        return tuple(sorted(self.seeds, key=ranks.__getitem__))


FindOutcome = Callable[[PlayerId, PlayerId], tuple[FixtureId, PlayerId | None, bool]]
"""A function that returns the game of two players, its winner, and whether it has ended."""


def list_seeds_in_bracket_order(bracket_size: int) -> list[int]:
    """List the seeds from top to bottom, as in 1–8, 4–5, 2–7, 3–6. The size is a power of two."""
    order = [1]
    while len(order) < bracket_size:
        whole = 2 * len(order) + 1
        order = [seed for each in order for seed in (each, whole - each)]
    return order


def build_bracket(
    seeds: Sequence[PlayerId], find_outcome: FindOutcome, *, has_third_place_game: bool = False
) -> Bracket:
    """Build a bracket for two or more players. The best seeds get byes if places stay empty."""
    size = max(2, 1 << (len(seeds) - 1).bit_length())
    order = list_seeds_in_bracket_order(size)
    slots = [seeds[seed - 1] if seed <= len(seeds) else None for seed in order]
    games = [_make_game(home, away, find_outcome, first=True) for home, away in _pair_slots(slots)]
    rounds = [BracketRound(_name_round(size), tuple(games))]
    losers: list[PlayerId | None] = []
    while len(games) > 1:
        losers = [game.loser for game in games]
        pairs = _pair_slots([game.winner for game in games])
        games = [_make_game(home, away, find_outcome) for home, away in pairs]
        rounds.append(BracketRound(_name_round(2 * len(games)), tuple(games)))
    beside = None
    # With three players, one has a bye in the semi-finals, and the loser of the other semi-final is
    # third.
    if has_third_place_game and len(seeds) > 3:
        beside = _make_game(losers[0], losers[1], find_outcome)
    return Bracket(tuple(seeds), tuple(rounds), beside)


def _pair_slots(slots: Sequence[PlayerId | None]) -> list[tuple[PlayerId | None, PlayerId | None]]:
    return list(zip(slots[::2], slots[1::2], strict=True))


def _make_game(
    home: PlayerId | None, away: PlayerId | None, outcome: FindOutcome, *, first: bool = False
) -> BracketGame:
    if first and away is None:
        return BracketGame(home, None, bye=True, winner=home)
    if home is None or away is None:
        return BracketGame(home, away)
    fixture, winner, ended = outcome(home, away)
    return BracketGame(home, away, False, fixture, winner, ended and winner is None)


def _name_round(player_count: int) -> str:
    return {2: "final", 4: "semi-finals", 8: "quarter-finals"}.get(
        player_count, f"round of {player_count}"
    )


def build_season_bracket(
    state: LeagueState,
    season: int,
    does_count: Callable[[Fixture], bool] = lambda _: True,
    last_round: int | None = None,
) -> Bracket | None:
    """Build a season's bracket, or return None before a top cut.

    Only the results of games that ``does_count`` accepts are used. If a player drops out before a
    game is published, the opponent advances by a walkover. If both drop out, the better seed
    advances. If ``last_round`` is given, only those who dropped out by that round are treated as
    dropped.
    """
    cut = state.cuts.get(season)
    if cut is None:
        return None
    games = {  # two players meet at most once in a bracket
        frozenset(one.players): one
        for one in state.fixtures.values()
        if one.season == season and one.round > cut.after and one.away is not None
    }
    upto = state.get_last_published_round_number(season) if last_round is None else last_round
    gone = {player for player, left in cut.left if left <= upto}

    def outcome(home: PlayerId, away: PlayerId) -> tuple[FixtureId, PlayerId | None, bool]:
        game = games.get(frozenset((home, away)))
        if (game is None or not state.is_published(game)) and not gone.isdisjoint((home, away)):
            stay = [one for one in (home, away) if one not in gone]
            return "", min(stay or (home, away), key=cut.players.index), False
        if game is None:
            return "", None, False
        if game.ended is None or not does_count(game):
            return game.id, None, False
        return game.id, game.ended.winner or state.bracket_decisions.get(game.id), True

    return build_bracket(cut.players, outcome, has_third_place_game=cut.third)


def list_games_leaving_bracket(before: LeagueState, after: LeagueState) -> list[Fixture]:
    """List the published games that leave the bracket when a result or walkover changes.

    Games that left it earlier are omitted.
    """
    outside = _list_games_outside_bracket(after)
    known = {one.id for one in _list_games_outside_bracket(before)} if outside else set[FixtureId]()
    return [one for one in outside if one.id not in known]


def _list_games_outside_bracket(state: LeagueState) -> list[Fixture]:
    """List the published games after the current season's cut that do not belong to its bracket."""
    number, cut = state.season.number, state.top_cut
    found = build_season_bracket(state, number)
    if cut is None or found is None:
        return []
    inside = {game.fixture for game in found.games}
    published = state.list_published_fixtures(number)
    return [one for one in published if one.round > cut.after and one.away and one.id not in inside]


def move_bracket_players_to_top(
    table: Standings, bracket: Bracket, places_before: Mapping[PlayerId, int]
) -> Standings:
    """Move the bracket's players to the top, in bracket order. Points do not change.

    ``places_before`` contains the places before the last round, or is empty.
    """
    rows = {row.player: row for row in table.rows}
    first = [player for player in dict.fromkeys(bracket.players_in_final_order) if player in rows]
    order = [*first, *(row.player for row in table.rows if row.player not in first)]
    level = tuple(group for group in table.level if not set(group) & set(first))
    shared = {player for group in level for player in group[1:]}
    placed: list[StandingsRow] = []
    for place, player in enumerate(order, 1):
        row = rows[player]
        same = player in shared
        now = placed[-1].place if same else place
        why = row.separated
        if 1 < place <= len(first) + 1:
            why = RankSeparation("bracket", ExactNumber(place - 1), ExactNumber(place))
        elif place == 1:
            why = None
        moved = places_before[player] - now if player in places_before else None
        placed.append(replace(row, place=now, moved=moved, separated=why))
    return replace(table, rows=tuple(placed), level=level)

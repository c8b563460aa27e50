"""The top cut: a bracket of the best players, its rounds, and decisions after drawn games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tracker.application.errors import NothingToChange, Refused
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.leagues.league_name_lookup import (
    describe_fixture,
    describe_fixture_at_sentence_start,
    find_player,
)
from tracker.application.leagues.league_writer import LeagueCommands
from tracker.application.leagues.pairing import round_pairing_proposals
from tracker.application.leagues.results.result_descriptions import describe_games_without_result
from tracker.application.leagues.seasons import closed_season_checks
from tracker.application.leagues.seasons.division_commands import resolve_division_name
from tracker.application.name_lookup import find_id_by_whole_or_partial_name
from tracker.application.text_cleaning import clean_text
from tracker.leagues import league_events as ev
from tracker.leagues.league_state import LeagueState, Round
from tracker.leagues.pairing.knockout_bracket import Bracket, build_season_bracket
from tracker.leagues.results.standings_from_league_state import (
    StandingsCutoff,
    compute_standings_by_division,
)
from tracker.leagues.results.standings_input_types import PlayerId

BRACKET = "bracket"
"""The pairing system that is stored for a round of a bracket."""
MAX_CUT = 64


class TopCutCommands(LeagueCommands):
    """The commands for the top cut. They accept ids and names of players, and ids or tables of
    games.
    """

    def get_bracket(self, season: int | None = None) -> Bracket:
        """Return the bracket of a season. Raises ``Refused`` if it has none."""
        state = self._league.state
        number = state.season.number if season is None else season
        found = build_season_bracket(state, number)
        if found is None:
            best = 2 ** (max(2, min(8, len(state.players))).bit_length() - 1)
            raise Refused(
                f"Season {number} has no bracket. Put the best players in a bracket first.",
                f"league cut {self._league.stream} {best}",
            )
        return found

    def make_top_cut(
        self,
        player_count: int = 0,
        *,
        players: Sequence[str] = (),
        has_third_place_game: bool = False,
        why: str = "",
        division: str = "",
    ) -> LeagueEntry:
        """Begin a bracket with ``players`` (best first), or with the best ``player_count`` players.

        The best players are taken from ``division``, by default the highest division. The next
        draft is the first round of the bracket.
        """
        state = self._league.state
        self.require_bracket_can_begin()
        named = [find_player(state, one) for one in players]
        seeds = named or self._list_best_players(player_count, division)
        if len(set(seeds)) < len(seeds):
            raise Refused("A player is named twice. Name each player once, best first.")
        if not 2 <= len(seeds) <= MAX_CUT:
            raise Refused(f"A bracket has 2 to {MAX_CUT} players; 4, 8 and 16 need no byes.")
        made = ev.CutMade(players=tuple(seeds), third=has_third_place_game, why=clean_text(why))
        return self._league.write_entry(made)

    def describe_unpublished_rounds(self) -> str:
        """Say how many planned rounds have been published, or return "" if all of them have."""
        published, planned = (
            self._league.state.round_number,
            self._league.state.planned_rounds_unless_in_bracket,
        )
        if published >= planned:
            return ""
        verb = "is" if published == 1 else "are"
        return f"{published} of {planned} planned rounds {verb} published."

    def describe_missing_rounds_and_results(self) -> str:
        """Describe planned rounds and results that are still missing, or return "" if there are
        none.
        """
        state = self._league.state
        open_games = describe_games_without_result(state, state.season.number)
        return f"{self.describe_unpublished_rounds()} {open_games}".strip()

    def describe_undecided_bracket_rounds(self, season: int | None = None) -> str:
        """Return a sentence that names the bracket's undecided rounds, or "" if there are none."""
        state = self._league.state
        found = build_season_bracket(state, state.season.number if season is None else season)
        undecided = [
            round_.name
            for round_ in (found.rounds_in_playing_order if found else ())
            if any(game.winner is None for game in round_.games)
        ]
        return f"Undecided in the bracket: {', '.join(undecided)}." if undecided else ""

    def require_bracket_can_begin(self) -> None:
        """Raise ``Refused`` if no bracket can begin now."""
        state = self._league.state
        closed_season_checks.require_open_season(state)
        if state.info.what != "league":
            raise Refused("Only leagues have a top cut; this is a campaign.")
        if state.draft is not None:
            raise Refused(
                f"Publish or cancel the draft of round {state.draft.number} before the top cut."
            )
        if not state.round_number:
            raise Refused("Nobody has played yet. The top cut needs at least one round.")
        if state.top_cut is not None and state.round_number > state.top_cut.after:
            raise Refused("The bracket has begun. To choose other players, undo its rounds first.")

    def _list_best_players(self, best: int, division: str) -> list[PlayerId]:
        state = self._league.state
        name = resolve_division_name(state.get_divisions(), division)
        now = StandingsCutoff(today=self._league.calendar.today)
        table = compute_standings_by_division(state, now).get(name)
        cut = state.top_cut
        rows = [row.player for row in table.rows if not row.dropped] if table else []
        if cut is not None:
            raise Refused(
                f"The bracket already has {len(cut.players)} players. Undo the cut first."
            )
        if len(rows) < 2:
            where = f"Division {name}" if name else "The league"
            count = "one player" if rows else "no player"
            raise Refused(f"{where} has {count}; a bracket needs at least two.")
        if not 2 <= best <= len(rows):
            raise Refused(f"Choose how many players advance: 2 to {len(rows)}.")
        return rows[:best]

    def decide_drawn_bracket_game(
        self, typed_fixture: str, player: str, *, why: str = ""
    ) -> LeagueEntry:
        """Decide which player advances from a drawn game of the bracket.

        Raises ``Refused`` if the game is not in the bracket, has no result, or has a winner.
        """
        state = self._league.state
        closed_season_checks.require_open_season(state)
        fixture = self.find_fixture(typed_fixture)
        games = {game.fixture: game for game in self.get_bracket().games}
        if fixture.id not in games:
            raise Refused(f"{fixture.id} is not a bracket game, so nobody advances from it.")
        called = describe_fixture(state, fixture)
        names = {one: state.get_player_name(one) for one in fixture.players}
        who = find_id_by_whole_or_partial_name(player, names, "player")
        if who is None:
            raise Refused(
                f"{player!r} is not a player in {called}. Type {' or '.join(names.values())}."
            )
        if fixture.ended is None:
            raise Refused(
                f"{describe_fixture_at_sentence_start(state, fixture)} has no result yet. Enter the"
                " result first, even if the game was a draw."
            )
        if fixture.ended.winner is not None:
            raise Refused(
                f"{state.get_player_name(fixture.ended.winner)} won this game and advances, so"
                " there is nothing to decide."
            )
        if games[fixture.id].winner == who:
            raise NothingToChange(
                f"{state.get_player_name(who)} already advances. Nothing was changed."
            )
        decided = ev.CutDecided(fixture=fixture.id, player=who, why=clean_text(why))
        return self._league.write_entry(decided)


def get_bracket_winner_name(state: LeagueState) -> str:
    """Return the name of the bracket's winner, or "" while games are left to play."""
    found = build_season_bracket(state, state.season.number)
    if found is None or found.champion is None or _list_games_to_play(state, found):
        return ""
    return state.get_player_name(found.champion)


class BracketStage(NamedTuple):
    """The next round of a bracket, with a name such as ``semi-finals`` and its number
    of players.
    """

    name: str
    player_count: int


def find_next_bracket_stage(state: LeagueState) -> BracketStage | None:
    found = build_season_bracket(state, state.season.number)
    if found is None:
        return None
    games = _list_games_to_play(state, found)
    names = " and ".join(dict.fromkeys(name for name, *_ in games))
    return BracketStage(names or BRACKET, 2 * len(games))


def draft_bracket_round(state: LeagueState, stream: str) -> ev.RoundDrafted:
    """Return the event that drafts the next bracket round of the league ``stream``.

    Raises ``Refused`` while a game is undecided.
    """
    found = build_season_bracket(state, state.season.number)
    assert found is not None
    number = state.round_number + 1
    _require_decided_bracket_games(state, found, stream)
    kept = {}
    if state.draft is not None:
        kept = {frozenset(one.players): one for one in state.list_fixtures(state.draft)}
    names = round_pairing_proposals.generate_fixture_ids(state)
    pairings = []
    for name, home, away in _list_games_to_play(state, found):
        was = kept.get(frozenset((home, away)))
        why = f"{name}, {found.get_seed(home)} v {found.get_seed(away)}"
        fixture = was.id if was else next(names)
        pairings.append(ev.Pairing(fixture, home, away, was.table if was else 0, why))
    tables = round_pairing_proposals.assign_tables_and_sort_pairings(state, pairings)
    return ev.RoundDrafted(round=number, pairings=tables, method=BRACKET)


def _list_games_to_play(
    state: LeagueState, bracket: Bracket
) -> list[tuple[str, PlayerId, PlayerId]]:
    """List the bracket games that can be played now, each as its round's name and both players."""
    return [
        (round_.name, game.home, game.away)
        for round_ in bracket.rounds_in_playing_order
        for game in round_.games
        if game.home is not None and game.away is not None and not game.is_walkover
        if not game.fixture or not state.is_published(state.fixtures[game.fixture])
    ]


def _require_decided_bracket_games(state: LeagueState, bracket: Bracket, stream: str) -> None:
    for game in bracket.games:
        if game.winner is not None or not game.fixture:
            continue
        fixture = state.fixtures[game.fixture]
        if not state.is_published(fixture):
            continue
        if game.open:
            called = describe_fixture(state, fixture)
            raise Refused(
                f"Nobody won {called}. Name the player who advances.",
                f"league decide {stream} {fixture.id} PLAYER",
            )
        title = describe_fixture_at_sentence_start(state, fixture)
        raise Refused(
            f"{title} has no result yet. Enter the result first.",
            f"league result {stream} {fixture.id} RESULT",
        )


def list_bracket_redraft_reasons(state: LeagueState, draft: Round) -> list[str]:
    found = build_season_bracket(state, state.season.number)
    now = {frozenset(pair) for _, *pair in _list_games_to_play(state, found)} if found else set()
    if now == {frozenset(one.players) for one in state.list_fixtures(draft)}:
        return []
    return ["The bracket has changed since the draft."]


def require_no_bracket_round(state: LeagueState) -> None:
    """Raise ``Refused`` if the draft or the current round is a bracket round.

    The pairings of a bracket round follow from earlier results.
    """
    round_ = state.draft or state.current_round
    if round_ is not None and round_.method == BRACKET:
        raise Refused(
            f"Round {round_.number} is a bracket round, in which winners meet winners. To choose"
            " the pairings yourself, undo the cut."
        )

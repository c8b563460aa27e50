"""Commands for the enrolment and attendance of players, including latecomers."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Iterable, Sequence

from msgspec.structs import replace

from tracker.application.errors import NothingToChange, Refused
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.leagues.league_name_lookup import (
    PlayerOrName,
    clean_new_player_names,
    find_player,
)
from tracker.application.leagues.league_writer import LeagueWriter
from tracker.application.leagues.pairing import round_pairing_draft
from tracker.application.leagues.people import player_departures, sign_up_list_review
from tracker.application.leagues.people.player_departures import (
    PlayerDeparture,
    make_result_restoring_events,
)
from tracker.application.leagues.people.sign_up_list_review import SignUp
from tracker.application.leagues.seasons.season_closing import require_open_season
from tracker.application.name_lookup import find_id_by_exact_name, make_ambiguity_error
from tracker.application.text_cleaning import clean_name, clean_text
from tracker.leagues import league_events as ev
from tracker.leagues.league_fold import apply_league_event
from tracker.leagues.league_state import Competitor, Fixture, LeagueState, Round
from tracker.leagues.results.standings_input_types import Bye, PlayerId
from tracker.vocabulary.name_normalisation import make_name_key


class LeaguePlayerCommands:
    """Commands for players, who are given by id, name, or the beginning of their name."""

    def __init__(self, league: LeagueWriter) -> None:
        self._league = league

    def find_player(self, typed_player: PlayerOrName) -> Competitor:
        """Return a player. Raises ``Refused`` with the available names."""
        state = self._league.state
        return state.players[find_player(state, typed_player)]

    def enrol_players(self, *names: str, ranked: bool = True) -> LeagueEntry:
        """Enrol one or more players. If ``ranked`` is false, they play without being ranked."""
        state = self._league.state
        taken = {make_name_key(player.name) for player in state.players.values()}
        joined: list[ev.PlayerEnrolled] = []
        for name in clean_new_player_names(names):
            if make_name_key(name) in taken:
                raise Refused(
                    f"{name} is already enrolled. Choose another name for the second player."
                )
            player = PlayerId(f"p{len(state.players) + len(joined) + 1}")
            joined.append(ev.PlayerEnrolled(player=player, name=name, ranked=ranked))
        if not joined:
            raise Refused("Name the players to enrol.")
        return self._league.write_entry(*joined)

    def review_sign_up_list(
        self,
        text: str,
        *,
        lines_are_names: bool = False,
        left_out: Collection[int] = (),
        name_columns: Sequence[int] = (),
    ) -> list[SignUp]:
        """Review each line of a sign-up list with ``sign_up_list_review.review_sign_ups``."""
        return sign_up_list_review.review_sign_ups(
            self._league.state,
            text,
            lines_are_names=lines_are_names,
            left_out=left_out,
            name_columns=name_columns,
        )

    def enrol_sign_ups(self, rows: Iterable[SignUp]) -> LeagueEntry:
        """Enrol a list's new players with their details."""
        return sign_up_list_review.enrol_sign_ups(self._league, rows)

    def change_player(
        self,
        typed_player: PlayerOrName,
        *,
        name: str | None = None,
        ranked: bool | None = None,
        why: str = "",
    ) -> LeagueEntry:
        """Rename a player, or set whether the player is ranked."""
        player = self.find_player(typed_player)
        new_name = None if name is None else clean_name(name)
        if new_name == "":
            raise Refused("Type the player's name.")
        for other in self._league.state.players.values():
            is_same_name = new_name is not None and make_name_key(other.name) == make_name_key(
                new_name
            )
            if is_same_name and other.id != player.id:
                raise Refused(f"Another player is already called {other.name}.")
        if new_name in (None, player.name) and ranked in (None, player.ranked):
            raise NothingToChange(
                f"{player.name} already has this name and ranking. Nothing was changed."
            )
        return self._league.write_entry(
            ev.PlayerChanged(player=player.id, name=new_name, ranked=ranked, why=clean_text(why))
        )

    def set_presence(
        self,
        typed_player: PlayerOrName,
        presence: ev.Presence,
        *,
        why: str = "",
        round_number: int | None = None,
        bye: Bye = "zero bye",
        award_open_game: bool = False,
        annul: bool = False,
    ) -> LeagueEntry:
        """Set a player's presence in the next round, or in round ``round_number``.

        ``away`` is a request for that round only, with half a bye or none. ``leaving`` means that
        the player plays the current round and then drops out, ``dropped`` means dropping out now,
        and ``ringer`` means playing without being ranked. A dropped player who comes late or plays
        as a ringer is back in the league. If ``award_open_game`` is true, the opponent wins the
        dropping player's open game in the current round. If ``annul`` is true, all results of the
        season are annulled.
        """
        player = self.find_player(typed_player)
        number = self.next_round_number if round_number is None else round_number
        if presence == "leaving" and round_number is None:
            number = max(1, number - 1)
        if presence in ("dropped", "leaving") and player.left_after is not None:
            raise NothingToChange(f"{player.name} has already dropped out. Nothing was changed.")
        if presence == "returned" and player.left_after is None:
            raise Refused(f"{player.name} is in the league and has not dropped out.")
        if presence == "away" and player.left_after is not None:
            raise Refused(f"{player.name} has dropped out. Choose an active player.")
        if bye == "bye":
            raise Refused(
                f"For a requested absence, {player.name} can get a half bye or no bye. Give a"
                " full bye in the round itself."
            )
        event = ev.PlayerPresence(
            player=player.id, presence=presence, round=number, why=clean_text(why), bye=bye
        )
        state = self._league.state
        before, after = list[ev.AnyLeagueEvent](), list[ev.AnyLeagueEvent]()
        if award_open_game:
            before.append(
                player_departures.make_open_game_award_event(
                    state, player.id, self._league.calendar.today
                )
            )
        if annul:
            after.append(player_departures.make_annulment_event(state, player.id, why=why))
        if presence in ("late", "ringer", "returned") and player.left_after is not None:
            after += player_departures.make_result_restoring_events(state, player.id)
            if presence != "returned":
                before.append(replace(event, presence="returned", why="", bye="zero bye"))
        return self._league.write_entry(*before, event, *after)

    def mark_away(
        self, typed_player: PlayerOrName, why: str = "", bye: Bye = "zero bye"
    ) -> LeagueEntry:
        """Mark a player as away by request in the next round, with the given kind of bye."""
        return self.set_presence(typed_player, "away", why=why, bye=bye)

    def drop_player(
        self,
        typed_player: PlayerOrName,
        why: str = "",
        *,
        after_round: bool = False,
        award_open_game: bool = False,
        annul: bool = False,
    ) -> LeagueEntry:
        """Drop a player now or after the current round. Results count unless they are annulled."""
        presence: ev.Presence = "leaving" if after_round else "dropped"
        return self.set_presence(
            typed_player, presence, why=why, award_open_game=award_open_game, annul=annul
        )

    def assess_departure(self, typed_player: PlayerOrName) -> PlayerDeparture:
        """Find what must be decided when a player drops out: an open game, results to annul."""
        return player_departures.assess_departure(
            self._league.state, self.find_player(typed_player).id
        )

    def annul_results(
        self, typed_player: PlayerOrName, *, annulled: bool = True, why: str = ""
    ) -> LeagueEntry:
        """Annul a player's results of the season, or count them again. They remain visible."""
        player = self.find_player(typed_player)
        if annulled and player.left_after is None:
            raise Refused(f"{player.name} is still in the league. Drop the player first.")
        return self._league.write_entry(
            player_departures.make_annulment_event(
                self._league.state, player.id, annulled=annulled, why=why
            )
        )

    def reinstate_player(self, typed_player: PlayerOrName) -> LeagueEntry:
        """Mark a dropped or absent player as present again."""
        has_left = self.find_player(typed_player).left_after is not None
        return self.set_presence(typed_player, "returned" if has_left else "present")

    @property
    def next_round_number(self) -> int:
        """The number of the round for which players check in, which is the next to be published."""
        return self._league.state.round_number + 1

    def list_present_players(self, round_number: int | None = None) -> list[Competitor]:
        """List the players to be paired in a round, in the order of enrolment."""
        if round_number is None:
            round_number = self.next_round_number
        return [
            player
            for player in self._league.state.players.values()
            if not player.get_absence_reason(round_number)
        ]

    def list_absent_players(self, round_number: int | None = None) -> list[tuple[Competitor, str]]:
        """List the players who cannot be paired, each with "away", "dropped" or "not yet here"."""
        if round_number is None:
            round_number = self.next_round_number
        everybody = self._league.state.players.values()
        return [
            (player, player.get_absence_reason(round_number))
            for player in everybody
            if player.get_absence_reason(round_number)
        ]


def find_round_with_byes(state: LeagueState) -> tuple[Round, list[Fixture]] | None:
    """Return the current round (or else the draft) with its byes, or None if there are no byes."""
    for round_ in (state.round, state.draft):
        fixtures = state.list_fixtures(round_) if round_ is not None else []
        byes = [
            fixture for fixture in fixtures if fixture.away is None and not fixture.is_requested_bye
        ]
        if round_ is not None and byes:
            return round_, byes
    return None


def pair_latecomer(
    league: LeagueWriter, typed_player: str, *, against: str, ranked: bool, why: str
) -> LeagueEntry:
    """Pair a latecomer with the player who has the bye, in one entry.

    An unknown player is enrolled, a dropped player is brought back, and a player without a division
    joins the opponent's division. Raises ``Refused``.
    """
    state = league.state
    require_open_season(state)
    found = find_round_with_byes(state)
    if found is None:
        raise _make_no_bye_error(league, clean_text(typed_player))
    round_, byes = found
    bye = byes[0]
    if against:
        opponent = find_player(state, against)
        opponent_byes = [fixture for fixture in byes if fixture.home == opponent]
        if not opponent_byes:
            names = ", ".join(state.get_player_name(fixture.home) for fixture in byes)
            raise Refused(
                f"{state.get_player_name(opponent)} has no bye in round {round_.number}; "
                f"{names} has it."
            )
        bye = opponent_byes[0]
    player, joins = _find_latecomer(state, round_, typed_player, ranked=ranked)
    division = state.get_divisions().get_division(bye.home)
    if division and ranked and not state.get_divisions().get_division(player):
        joins.append(ev.DivisionMoved(player=player, division=division))
    new_state = state.fork_state()
    for version, event in enumerate(joins, start=league.version + 1):
        apply_league_event(new_state, event, version)
    reason = (
        f"by hand, {round_pairing_draft.describe_earlier_meetings(new_state, bye.home, player)}"
    )
    pairing = ev.Pairing(
        next(round_pairing_draft.generate_fixture_ids(new_state)), bye.home, player, 0, reason
    )
    others = [
        other
        for other in round_pairing_draft.convert_fixtures_to_pairings(state.list_fixtures(round_))
        if other.fixture != bye.id and player not in (other.home, other.away)
    ]
    return league.write_entry(
        *joins,
        ev.RoundChanged(
            round=round_.number,
            pairings=tuple(
                round_pairing_draft.sort_pairings(
                    round_pairing_draft.assign_pairing_tables(new_state, [*others, pairing])
                )
            ),
            change="joined",
            about=(bye.home, player),
            why=clean_text(why),
        ),
    )


def _make_no_bye_error(league: LeagueWriter, name: str) -> Refused:
    player = find_id_by_exact_name(name, _map_names(league.state.players.values()), "player")
    if player or not name:
        return Refused(
            "Nobody has the bye. Pair two players instead. The player left over gets the bye.",
            f"league pair {league.stream} {player or 'PLAYER'} OPPONENT",
        )
    return Refused(
        f"Nobody has the bye. Enrol {name} first, then pair {name} with another player. The"
        " player left over gets the bye.",
        f"league enroll {league.stream} {shlex.quote(name)}",
    )


def _map_names(players: Iterable[Competitor]) -> dict[PlayerId, str]:
    return {one.id: one.name for one in players}


def _find_latecomer(
    state: LeagueState, round_: Round, typed: str, *, ranked: bool
) -> tuple[PlayerId, list[ev.AnyLeagueEvent]]:
    """Return an unpaired or new player, with the events that make the player available."""
    name = clean_name(typed)
    if not name:
        raise Refused("Name the stand-in: a player, or a new name.")
    paired_players = {
        player
        for one in state.list_fixtures(round_)
        if not one.is_requested_bye
        for player in one.players
    }
    unpaired = [one for one in state.players.values() if one.id not in paired_players]
    found = find_id_by_exact_name(name, _map_names(state.players.values()), "player")
    if found in paired_players:
        raise Refused(f"{state.get_player_name(found)} is already paired in round {round_.number}.")
    candidates = {
        one.id: one.name
        for one in unpaired
        if make_name_key(one.name).startswith(make_name_key(name))
    }
    if found is None and len(candidates) > 1:
        raise make_ambiguity_error(name, candidates, "player")
    for player in (found,) if found is not None else candidates:
        return_event = ev.PlayerPresence(player=player, presence="returned", round=round_.number)
        if state.players[player].left_after is None:
            return player, []
        return player, [return_event, *make_result_restoring_events(state, player)]
    new_player = PlayerId(f"p{len(state.players) + 1}")
    return new_player, [ev.PlayerEnrolled(player=new_player, name=name, ranked=ranked)]

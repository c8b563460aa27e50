"""Commands for the enrolment and attendance of players."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from tracker.application.errors import NothingToChange, Refused
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.leagues.league_name_lookup import (
    PlayerOrName,
    clean_new_player_names,
    find_player,
)
from tracker.application.leagues.league_writer import LeagueCommands
from tracker.application.leagues.people import departure_awards_and_annulments
from tracker.application.leagues.people.departure_awards_and_annulments import PlayerDeparture
from tracker.application.leagues.people.sign_up_list_review import SignUp
from tracker.application.text_cleaning import clean_name, clean_text
from tracker.leagues import league_events as ev
from tracker.leagues.league_event_fold import apply_presence
from tracker.leagues.league_state import Competitor
from tracker.leagues.pairing.knockout_bracket import list_games_leaving_bracket
from tracker.leagues.results.standings_input_types import Bye, PlayerId
from tracker.vocabulary.name_normalisation import make_name_key


class LeaguePlayerCommands(LeagueCommands):
    """The commands for players. They accept a player's id, name, or part of a name."""

    def find_player(self, typed_player: PlayerOrName) -> Competitor:
        """Return the player with the given id, name or part of a name.

        Raises ``Refused`` if there is none.
        """
        state = self._league.state
        return state.players[find_player(state, typed_player)]

    def enrol_players(self, *names: str, ranked: bool = True) -> LeagueEntry:
        """Enrol one or more players, who are ranked unless ``ranked`` is false."""
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

    def enrol_sign_ups(self, rows: Iterable[SignUp]) -> LeagueEntry:
        """Enrol the new players of a reviewed sign-up list, with their details.

        Raises ``Refused`` if nobody is new.
        """
        rows = list(rows)
        if all(row.verdict in ("heading", "no name") for row in rows):
            raise NothingToChange("There are no names on this list. Nothing was changed.")
        joining = [row for row in rows if row.verdict == "joins"]
        if not joining:
            raise NothingToChange("Nobody on this list is new. Nothing was changed.")
        first = len(self._league.state.players) + 1
        enrolled = [
            ev.PlayerEnrolled(player=PlayerId(f"p{number}"), name=row.name, about=row.beside)
            for number, row in enumerate(joining, start=first)
        ]
        return self._league.write_entry(*enrolled)

    def change_player_name_or_ranking(
        self,
        typed_player: PlayerOrName,
        *,
        name: str | None = None,
        ranked: bool | None = None,
        why: str = "",
    ) -> LeagueEntry:
        player = self.find_player(typed_player)
        new_name = None if name is None else clean_name(name)
        if new_name == "":
            raise Refused("Type the player's name.")
        key = make_name_key(new_name or "")
        for other in self._league.state.players.values():
            if make_name_key(other.name) == key and other.id != player.id:
                raise Refused(
                    f"Another player is already called {other.name}. Choose another name."
                )
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
        bye: Bye = "zero bye",
        award_open_game: bool = False,
        annul_results: bool = False,
    ) -> LeagueEntry:
        """Set a player's presence in the next round.

        ``away`` is a request to miss only that round, with a half bye or no points. ``leaving``
        means that the player plays the current round and then drops out. ``dropped`` means that the
        player drops out now. ``ringer`` means that the player is not ranked. ``present`` undoes the
        latest attendance: a player who became a ringer is ranked again, but a player who was
        enrolled as a ringer is not. A dropped player who comes late or plays as a ringer returns to
        the league. If ``award_open_game`` is true, the opponent wins the dropping player's open
        game in the current round. If ``annul_results`` is true, all of the player's results in the
        season are annulled.
        """
        player = self.find_player(typed_player)
        number = self.next_round_number
        if presence == "leaving":
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
            today = self._league.calendar.today
            before.append(
                departure_awards_and_annulments.make_open_game_award_event(state, player.id, today)
            )
        if annul_results:
            after.append(
                departure_awards_and_annulments.make_annulment_event(state, player.id, why=why)
            )
        if presence in ("late", "ringer", "returned") and player.left_after is not None:
            self._require_walkover_is_not_needed(player)
            after += departure_awards_and_annulments.make_result_restoring_events(state, player.id)
            if presence != "returned":
                before.append(replace(event, presence="returned", why="", bye="zero bye"))
        if presence == "present" and player.presence == "ringer" and not player.ranked:
            after.append(ev.PlayerChanged(player=player.id, ranked=True))
        if not before and not after and apply_presence(player, event) == player:
            status = "a ringer" if presence == "ringer" else presence
            raise NothingToChange(
                f"{player.name} is already marked as {status}. Nothing was changed."
            )
        return self._league.write_entry(*before, event, *after)

    def _require_walkover_is_not_needed(self, player: Competitor) -> None:
        """Raise ``Refused`` if a published bracket round needs the player's walkover."""
        state, before = self._league.state.fork_state(), self._league.state
        if state.top_cut is None or player.id not in state.top_cut.players:
            return
        left = tuple(one for one in state.top_cut.left if one[0] != player.id)
        state.cuts[state.season.number] = replace(state.top_cut, left=left)
        leaving = list_games_leaving_bracket(before, state)
        if leaving:
            raise Refused(
                f"{player.name}'s opponent advanced by a walkover, and round {leaving[0].round} is"
                f" already published. To let {player.name} play, cancel that round first."
            )

    def mark_away(
        self, typed_player: PlayerOrName, why: str = "", bye: Bye = "zero bye"
    ) -> LeagueEntry:
        return self.set_presence(typed_player, "away", why=why, bye=bye)

    def drop_player(
        self,
        typed_player: PlayerOrName,
        why: str = "",
        *,
        after_round: bool = False,
        award_open_game: bool = False,
        annul_results: bool = False,
    ) -> LeagueEntry:
        """Drop a player, now or after the current round. Results count unless they are annulled."""
        presence: ev.Presence = "leaving" if after_round else "dropped"
        return self.set_presence(
            typed_player,
            presence,
            why=why,
            award_open_game=award_open_game,
            annul_results=annul_results,
        )

    def assess_departure(self, typed_player: PlayerOrName) -> PlayerDeparture:
        player = self.find_player(typed_player)
        return departure_awards_and_annulments.assess_departure(self._league.state, player.id)

    def set_results_annulled(
        self, typed_player: PlayerOrName, *, annulled: bool = True, why: str = ""
    ) -> LeagueEntry:
        """Annul a player's results in the season, or count them again. Annulled results stay
        visible.
        """
        player = self.find_player(typed_player)
        if annulled and player.left_after is None:
            raise Refused(f"{player.name} is still in the league. Drop the player first.")
        annulment = departure_awards_and_annulments.make_annulment_event(
            self._league.state, player.id, annulled=annulled, why=why
        )
        return self._league.write_entry(annulment)

    def reinstate_or_mark_present(self, typed_player: PlayerOrName) -> LeagueEntry:
        """Return a dropped player to the league, or mark an absent player as present."""
        has_left = self.find_player(typed_player).left_after is not None
        return self.set_presence(typed_player, "returned" if has_left else "present")

    @property
    def next_round_number(self) -> int:
        """The number of the next round to publish, for which players check in."""
        return self._league.state.round_number + 1

    def list_present_players(self, round_number: int | None = None) -> list[Competitor]:
        """List the players who can be paired in a round, in the order of enrolment."""
        if round_number is None:
            round_number = self.next_round_number
        players = self._league.state.players.values()
        return [one for one in players if not one.get_absence_reason(round_number)]

    def list_absent_players(self, round_number: int | None = None) -> list[tuple[Competitor, str]]:
        """List the players who cannot be paired in a round.

        Each comes with a reason: "away", "dropped" or "not yet here".
        """
        if round_number is None:
            round_number = self.next_round_number
        everybody = self._league.state.players.values()
        return [(one, why) for one in everybody if (why := one.get_absence_reason(round_number))]

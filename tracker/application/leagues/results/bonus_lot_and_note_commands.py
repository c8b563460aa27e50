"""Commands for points outside games, lots between tied players, notes and story entries."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.application.errors import Refused
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.leagues.league_name_lookup import build_names_by_id, find_player
from tracker.application.leagues.league_writer import LeagueCommands
from tracker.application.leagues.pairing.round_drafting_and_publishing import add_newcomers_to_lots
from tracker.application.leagues.seasons.closed_season_checks import require_open_season
from tracker.application.name_lookup import find_id_by_whole_name_or_id
from tracker.application.text_cleaning import clean_text
from tracker.leagues import league_events as ev
from tracker.leagues import organiser_toml_reader

MAX_STORY_LENGTH = 10_000


class PointsAndNotesCommands(LeagueCommands):
    def award_bonus_or_penalty(
        self, typed_player: str, points: str, *, column: str = "bonus", why: str = "", on: str = ""
    ) -> LeagueEntry:
        """Award bonus points (``2``, ``1/2``) or a penalty (``-1``) to a player. A reason is
        required.
        """
        state, days = self._league.state, self._league.calendar
        require_open_season(state)
        amount = organiser_toml_reader.parse_points(points)
        if amount is None:
            raise Refused(f"{points!r} is not a number of points. Write 2, 1/2 or -1.")
        if not amount:
            raise Refused("Zero points would change nothing. Type another number.")
        if not clean_text(why):
            raise Refused("Type the reason for the points. The standings show the reason.")
        named, scheme = clean_text(column) or "bonus", state.info.scheme
        if named in (scheme.penalty if amount > 0 else scheme.bonus):
            what, other = ("penalty", -amount) if amount > 0 else ("bonus", -amount)
            raise Refused(f"{named} is a {what} in this scheme. Write {other}.")
        given = ev.PointsGiven(
            player=find_player(state, typed_player),
            points=(amount.numerator, amount.denominator),
            column=named,
            why=clean_text(why),
            round=state.round_number,
            on=self._league.require_plausible_season_day(days.parse_day_not_in_future(on)),
        )
        return self._league.write_entry(given)

    def draw_or_enter_lots(self, drawn_order: Sequence[str] = ()) -> LeagueEntry:
        """Draw lots for all players, or enter lots that were drawn at the table, best first.

        Lots between the same players are drawn only once. Newcomers are inserted at random.
        """
        state = self._league.state
        require_open_season(state)
        drawn = [lot.order for lot in state.lots if lot.season == state.season.number]
        if not state.players:
            raise Refused("There are no players to draw lots for. Enrol players first.")
        if drawn_order:
            players = [find_player(state, one) for one in drawn_order]
            if len(players) < 2 or len(set(players)) < len(players):
                raise Refused("Name at least two players, each once, in the order drawn.")
        else:
            players = add_newcomers_to_lots(state, drawn[-1] if drawn else (), self._league.dice)
        for before in drawn:
            if set(players) <= set(before):
                names = ", ".join(state.get_player_name(player) for player in before)
                raise Refused(
                    f"Lots have already been drawn: {names}. Undo the lots to draw again."
                )
        how: ev.Drawn = "typed" if drawn_order else "app"
        lots = ev.LotsDrawn(order=tuple(players), how=how, round=state.round_number)
        return self._league.write_entry(lots)

    def add_note(self, text: str, *, about: str = "", on: str = "") -> LeagueEntry:
        """Add a note or story entry with a date. ``about`` names a player, force, unit or game."""
        said = text.strip()[:MAX_STORY_LENGTH]
        if not said:
            raise Refused("Type the note.")
        subject, day = self._find_id_of_note_subject(about), self._league.calendar.parse_day(on)
        return self._league.write_entry(ev.StoryTold(text=said, about=subject, on=day))

    def _find_id_of_note_subject(self, typed: str) -> str:
        state = self._league.state
        if not typed:
            return ""
        names, fixtures = build_names_by_id(state), {one: one for one in state.fixtures}
        found = find_id_by_whole_name_or_id(typed, names, "player, force or unit", fixtures)
        if found is None:
            raise Refused(f"{typed!r} is not a player, force, unit or pairing. No note was added.")
        return found

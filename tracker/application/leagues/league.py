"""An open league or campaign, with its state and the commands that change it.

Each command by the organiser writes one entry, which is stored before its effect is shown. The
commands are grouped:

    league.people    enrolment, names, attendance, absences, departures, returns
    league.rounds    drafts, swaps, locks, table numbers, publication, manual pairing
    league.seasons   beginning and closing; all settings in one entry, with a preview
    league.results   results entered, corrected, withdrawn or signed, and arranged games
    league.reports   results that players report, confirm or dispute themselves
    league.points    bonus and penalty points, lots, notes
    league.matches   links to games in the same ledger, whose results are entered automatically
    league.forces    campaign forces, games of a campaign, what units carry over
    league.missions  missions, terrain and house rules of a round
    league.divisions the divisions and their players, promotion and relegation
    league.top_cut   the bracket of the best players, and decisions after its drawn games
    league.table     standings as of any round or day, with their arithmetic (read-only)

Every command returns its ``LeagueEntry``. If nothing was changed, it raises ``Refused`` with one
sentence. If somebody else wrote at the same time, it loads their entries and raises
``ConcurrentChange``.
"""

from __future__ import annotations

from functools import cached_property

from tracker.application.errors import NothingToChange, Refused
from tracker.application.leagues.campaign.campaign_force_and_game_commands import (
    CampaignForceCommands,
)
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.leagues.league_writer import LeagueWriter
from tracker.application.leagues.pairing.round_drafting_and_publishing import (
    LeagueRoundCommands,
    is_draft_changed_manually,
)
from tracker.application.leagues.pairing.round_mission_commands import RoundMissionCommands
from tracker.application.leagues.pairing.top_cut_bracket import TopCutCommands
from tracker.application.leagues.people.player_enrolment_and_status import LeaguePlayerCommands
from tracker.application.leagues.results.bonus_lot_and_note_commands import PointsAndNotesCommands
from tracker.application.leagues.results.fixture_match_links import MatchLinkCommands
from tracker.application.leagues.results.fixture_result_commands import LeagueResultCommands
from tracker.application.leagues.results.results_reported_by_players import PlayerReportCommands
from tracker.application.leagues.seasons.division_commands import DivisionCommands
from tracker.application.leagues.seasons.season_commands import LeagueSeasonCommands
from tracker.application.leagues.seasons.standings_queries import StandingsQueries
from tracker.leagues.league_events import LeagueOpened, PutAside, ResultEntered, RoundDrafted
from tracker.vocabulary.events import RewindWhy, Rewound, Version


class League(LeagueWriter):
    """An open league or campaign. Its commands and queries are grouped by subject."""

    people = cached_property(LeaguePlayerCommands)
    rounds = cached_property(LeagueRoundCommands)
    seasons = cached_property(LeagueSeasonCommands)
    results = cached_property(LeagueResultCommands)
    reports = cached_property(PlayerReportCommands)
    points = cached_property(PointsAndNotesCommands)
    matches = cached_property(MatchLinkCommands)
    forces = cached_property(CampaignForceCommands)
    missions = cached_property(RoundMissionCommands)
    divisions = cached_property(DivisionCommands)
    top_cut = cached_property(TopCutCommands)
    table = cached_property(StandingsQueries)

    @property
    def last_typed_entry(self) -> LeagueEntry | None:
        """The last entry by a person, which ``undo`` undoes by default, or None if
        there is none.
        """
        for entry in self.history.iterate_path_entries_backwards():
            if isinstance(entry.input_event, LeagueOpened):
                return None
            if not entry.is_automatic:
                return entry
        return None

    @property
    def last_entry_or_redraft_cause(self) -> LeagueEntry | None:
        """The last entry by a person, or None if there is none.

        If that entry is an automatic redraft, the result that caused it is given instead.
        """
        entry = self.last_typed_entry
        if entry is None or not isinstance(entry.input_event, RoundDrafted):
            return entry
        previous = self.history.find_entry(self.history.find_version_before(entry))
        results = [event for event in previous.events if isinstance(event, ResultEntered)]
        if not results:
            return entry
        state = self.history.get_state_at(self.history.find_version_before(previous))
        awaited = state.draft.waited_for if state.draft is not None else ()
        waits = any(result.fixture in awaited for result in results)
        return previous if waits and not is_draft_changed_manually(state) else entry

    def undo(self, entry: LeagueEntry | None = None) -> LeagueEntry:
        """Undo an entry and all later ones, by default only the last entry by a person.

        Results of linked games are entered again.
        """
        entry = entry or self.last_typed_entry
        if entry is None:
            raise Refused("There is nothing left to undo: this is the start of the league.")
        return self._rewind(self.history.find_version_before(entry), "undo")

    def redo(self) -> LeagueEntry:
        if not self.history.tree.redo:
            raise Refused("Nothing to redo. Redo works only until the next entry or note.")
        return self._rewind(self.history.tree.redo[-1], "redo")

    def return_to_line(self, line_number: int) -> LeagueEntry:
        """Return to the state after a given line, which can be on an undone branch."""
        version = self.history.find_version_of_line(line_number)
        if version is None:
            last = self.history.last_line_number
            raise Refused(f"There is no line {line_number}; the last line is {last}.")
        entry = self.history.find_entry(version)
        if isinstance(entry.input_event, Rewound):
            raise Refused(f"Line {line_number} is an undo. Choose a line that is not an undo.")
        tree = self.history.tree
        if entry.end == tree.head:
            what = self.state.info.what
            raise NothingToChange(f"The {what} is already at that line. Nothing was undone.")
        is_undo = tree.is_on_path_to(entry.end, tree.head)
        return self._rewind(entry.end, "undo" if is_undo else "return")

    def set_archived(self, *, archived: bool = True) -> LeagueEntry:
        if self.state.aside == archived:
            raise NothingToChange(f"{self.title} is {'already' if archived else 'not'} archived.")
        return self.write_entry(PutAside(aside=archived))

    def _rewind(self, to: Version, why: RewindWhy) -> LeagueEntry:
        entry = self.write_entry(Rewound(to=to, why=why))
        self.matches.write_pending_match_results()
        return entry

"""One open league or campaign: where it stands, and everything written to its book.

Each thing the organiser says becomes one entry, durable before anybody is told. What can be said
lies in rooms of its own:

    league.people    enrol, rename, who is here, away, dropped, back
    league.rounds    draft, swap, lock, table numbers, publish, pair by hand, seasons
    league.seasons   all that holds for a season (scheme, ties), changed in one line, tried before
    league.results   enter, correct, withdraw, sign, arrange for later
    league.reports   what players say themselves: reported, confirmed, said otherwise
    league.points    bonus and penalty, lots, notes
    league.matches   games kept in the same ledger: link, unlink; their results come by themselves
    league.forces    forces that last, games of a campaign, what units carry on
    league.missions  what a round is about: mission, terrain, house rules
    league.cut       the best play on in a bracket; who goes on from a drawn game
    league.table     standings as of any round or day, every number opened (reads only)

Every verb returns the ``Entry`` it wrote, raises ``Refused`` with one sentence when nothing was
changed, and ``ConcurrentChange`` when somebody else wrote meanwhile (it has been read again).
"""

from __future__ import annotations

from functools import cached_property

from tracker.application.errors import NothingToChange, Refused
from tracker.application.leagues.campaign.campaign_force_changes import CampaignForceCommands
from tracker.application.leagues.league_history import LeagueEntry, LeagueWriter
from tracker.application.leagues.pairing.round_drafting_and_publishing import LeagueRoundCommands
from tracker.application.leagues.pairing.round_missions import RoundMissionCommands
from tracker.application.leagues.pairing.top_cut_bracket import TopCutCommands
from tracker.application.leagues.people.enrolment_and_attendance import LeaguePlayerCommands
from tracker.application.leagues.results.fixture_match_links import MatchLinkCommands
from tracker.application.leagues.results.fixture_result_entry import LeagueResultCommands
from tracker.application.leagues.results.player_result_reports import PlayerReportCommands
from tracker.application.leagues.results.points_lots_and_notes import PointsAndNotesCommands
from tracker.application.leagues.seasons.division_changes import DivisionCommands
from tracker.application.leagues.seasons.season_settings import LeagueSeasonCommands
from tracker.application.leagues.seasons.standings_queries import StandingsQueries
from tracker.leagues.league_events import LeagueOpened
from tracker.vocabulary.events import RewindWhy, Rewound, Version


class League(LeagueWriter):
    """An open league, with everything that can be done to it."""

    # --------------------------------------------------------------------------------- verbs

    @cached_property
    def people(self) -> LeaguePlayerCommands:
        return LeaguePlayerCommands(self)

    @cached_property
    def rounds(self) -> LeagueRoundCommands:
        return LeagueRoundCommands(self, self.people)

    @cached_property
    def seasons(self) -> LeagueSeasonCommands:
        return LeagueSeasonCommands(self)

    @cached_property
    def results(self) -> LeagueResultCommands:
        return LeagueResultCommands(self)

    @cached_property
    def reports(self) -> PlayerReportCommands:
        return PlayerReportCommands(self, self.results)

    @cached_property
    def points(self) -> PointsAndNotesCommands:
        return PointsAndNotesCommands(self)

    @cached_property
    def matches(self) -> MatchLinkCommands:
        return MatchLinkCommands(self)

    @cached_property
    def forces(self) -> CampaignForceCommands:
        return CampaignForceCommands(self, self.results)

    @cached_property
    def missions(self) -> RoundMissionCommands:
        return RoundMissionCommands(self)

    @cached_property
    def divisions(self) -> DivisionCommands:
        return DivisionCommands(self)

    @cached_property
    def top_cut(self) -> TopCutCommands:
        return TopCutCommands(self)

    @cached_property
    def table(self) -> StandingsQueries:
        return StandingsQueries(self)

    # --------------------------------------------------------------------------- taking back

    @property
    def last_typed_entry(self) -> LeagueEntry | None:
        """The last entry somebody made, which ``undo`` undoes, or None at the start of the
        league.
        """
        for entry in self.story.iterate_backwards():
            if isinstance(entry.typed_event, LeagueOpened):
                return None
            if not entry.is_automatic:
                return entry
        return None

    def undo(self) -> LeagueEntry:
        """Undo the last entry somebody made; results of linked games stay."""
        entry = self.last_typed_entry
        if entry is None:
            raise Refused("There is nothing left to undo: this is where the league begins.")
        return self._take_back(self.story.find_version_before(entry), "undo")

    def redo(self) -> LeagueEntry:
        """Redo what was undone last."""
        if not self.story.tree.redo:
            raise Refused("Nothing to redo. Redo works only until the next entry or note.")
        return self._take_back(self.story.tree.redo[-1], "redo")

    def undo_to(self, number: int) -> LeagueEntry:
        """Go back (or to an undone branch) so that line ``number`` is the last."""
        version = self.story.find_version(number)
        if version is None:
            raise Refused(f"There is no line {number}; the last line is {self.story.last_number}.")
        entry = self.story.find_entry(version)
        if isinstance(entry.typed_event, Rewound):
            raise Refused(f"Line {number} is an undo. Choose a line where something happened.")
        tree = self.story.tree
        if entry.end == tree.head:
            raise NothingToChange("The league is already at that line. Nothing was undone.")
        return self._take_back(
            entry.end, "undo" if tree.is_ancestor(entry.end, tree.head) else "return"
        )

    def _take_back(self, to: Version, why: RewindWhy) -> LeagueEntry:
        entry = self.write_entry(Rewound(to=to, why=why))
        self.matches.write_pending_reports()
        return entry

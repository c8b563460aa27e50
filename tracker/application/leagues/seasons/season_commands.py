"""Commands for seasons and settings: scoring, tie-breaks, rounds, and the league's title."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from tracker.application.errors import NothingToChange, Refused
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.leagues.league_writer import LeagueCommands
from tracker.application.leagues.pairing import round_pairing_proposals
from tracker.application.leagues.seasons import division_commands, scoring_scheme_lookup
from tracker.application.leagues.seasons.closed_season_checks import require_open_season
from tracker.application.text_cleaning import clean_name, clean_text
from tracker.leagues import league_events as ev
from tracker.leagues.league_event_fold import apply_league_event
from tracker.leagues.results.scoring_schemes import MAX_RESULTS, BestResults, ScoringScheme
from tracker.leagues.results.standings import Standings
from tracker.leagues.results.standings_from_league_state import (
    StandingsCutoff,
    compute_league_standings,
)

Step = Literal["goes on", "closed", "next"]


class SeasonPlan(Struct, frozen=True):
    """New settings for a season. A value that is None or empty keeps the current setting.

    ``title`` is the league's title, which cannot be empty, and ``name`` is that of the next season.
    The step "next" begins a season called ``name``. Players in ``stay`` are then not promoted or
    relegated. If ``rounds`` is 0, the number of rounds is undecided. ``best`` is the number of best
    results that are scored, or 0 for all.
    """

    step: Step = "goes on"
    name: str = ""
    title: str | None = None
    scheme: str = ""
    tie_breaks: Sequence[str] = ()
    best: int | None = None
    rounds: int | None = None
    pairing: ev.PairingSystem | None = None
    why: str = ""
    stay: Sequence[str] = ()


class LeagueSeasonCommands(LeagueCommands):
    def begin_season(
        self, name: str = "", *, round_count: int = 0, staying_players: Sequence[str] = ()
    ) -> LeagueEntry:
        """Begin the next season. Points start at zero, but forces are kept.

        If there are divisions, players are promoted and relegated, except ``staying_players``.
        """
        season = self._league.state.season
        if not season.closed:
            raise Refused(
                f"Season {season.number} is not closed. Close the season first.",
                f"league season {self._league.stream} --close",
            )
        plan = SeasonPlan(step="next", name=name, rounds=round_count, stay=staying_players)
        return self.save_season_plan(plan)

    def close_season(self) -> LeagueEntry:
        """Close the current season, so that its standings are final.

        Games that have not been played stay without a result.
        """
        require_open_season(self._league.state)
        return self.save_season_plan(SeasonPlan(step="closed"))

    def save_season_plan(self, plan: SeasonPlan) -> LeagueEntry:
        """Write the new settings. Raises ``Refused`` if nothing changes, or if a value
        is invalid.
        """
        events = self.build_plan_events(plan)
        if not events:
            what = self._league.state.info.what
            raise NothingToChange(f"The {what} already has these settings. Nothing was changed.")
        return self._league.write_entry(*events)

    def compute_current_and_planned_standings(
        self, plan: SeasonPlan
    ) -> tuple[Standings, Standings]:
        """Return the current standings, and the standings under the new settings.

        Raises ``Refused`` if a setting is invalid.
        """
        state = self._league.state
        events = self.build_plan_events(plan, allow_missing_reason=True)
        then = state.fork_state()
        for number, event in enumerate(events, start=self._league.version + 1):
            apply_league_event(then, event, number)
        now = StandingsCutoff(today=self._league.calendar.today)
        return compute_league_standings(state, now), compute_league_standings(then, now)

    def build_plan_events(
        self, plan: SeasonPlan, *, allow_missing_reason: bool = False
    ) -> list[ev.AnyLeagueEvent]:
        """Build the events that change the settings.

        With ``allow_missing_reason``, no reason is required.
        """
        return [
            *self._list_title_events(plan),
            *self._list_season_events(plan),
            *self._list_scheme_events(plan, unsaid=allow_missing_reason),
            *self._list_plan_events(plan),
        ]

    def _list_title_events(self, plan: SeasonPlan) -> Iterator[ev.TitleChanged]:
        title = self._league.title if plan.title is None else clean_name(plan.title)
        if not title:
            raise Refused(f"Type the {self._league.state.info.what}'s new title.")
        if title != self._league.title:
            yield ev.TitleChanged(title=title, why=clean_text(plan.why))

    def _list_season_events(self, plan: SeasonPlan) -> Iterator[ev.AnyLeagueEvent]:
        season, today = self._league.state.season, self._league.calendar.today
        if plan.step == "closed" and season.closed:
            raise Refused(f"Season {season.number} is already closed. Begin the next season.")
        if plan.step != "goes on" and not season.closed:
            yield ev.SeasonClosed(season=season.number, on=today, cuts_by="opponent")
        if plan.step == "next":
            rounds = season.planned
            if plan.rounds is not None:
                rounds = round_pairing_proposals.require_valid_round_count(plan.rounds)
            number, name = season.number + 1, clean_text(plan.name)
            yield ev.SeasonBegan(season=number, name=name, rounds=rounds, on=today)
            yield from division_commands.make_promotion_events(self._league.state, today, plan.stay)

    def _list_scheme_events(self, plan: SeasonPlan, *, unsaid: bool) -> Iterator[ev.AnyLeagueEvent]:
        was, wanted = self._league.state.info.scheme, self.build_planned_scheme(plan)
        if wanted == was:
            return
        state = self._league.state
        running = plan.step == "goes on" and not state.season.closed and state.round_number
        why = clean_text(plan.why)
        if running and not why and not unsaid:
            raise Refused(
                "Give a reason for a change in mid-season; the standings show the reason."
            )
        if replace(wanted, tie_breaks=was.tie_breaks, best=was.best) == was:
            yield ev.OrderChanged(tie_breaks=wanted.tie_breaks, best=wanted.best, why=why)
        else:
            yield ev.SchemeChanged(scheme=wanted, why=why)

    def build_planned_scheme(self, plan: SeasonPlan) -> ScoringScheme:
        """Return the planned scoring scheme with its tie-breaks. Raises ``Refused`` if it is
        invalid.
        """
        was = self._league.state.info.scheme
        chosen = scoring_scheme_lookup.resolve_scoring_scheme(plan.scheme) if plan.scheme else was
        order = scoring_scheme_lookup.parse_tie_breaks(plan.tie_breaks, chosen)
        ordered = replace(chosen, tie_breaks=order) if order else chosen
        if plan.best is None:
            return ordered
        if not 0 <= plan.best <= MAX_RESULTS:
            raise Refused(
                f"Choose how many of the best results count: 1 to {MAX_RESULTS}, or 0 for all."
            )
        return replace(ordered, best=BestResults(plan.best) if plan.best else None)

    def _list_plan_events(self, plan: SeasonPlan) -> Iterator[ev.AnyLeagueEvent]:
        state = self._league.state
        season, rounds = state.season, plan.rounds
        if rounds is not None:
            round_pairing_proposals.require_valid_round_count(rounds)
        if plan.step == "next":
            rounds = None  # set when the season begins
        elif season.closed and (rounds, plan.pairing) != (None, None):
            raise Refused(f"Season {season.number} is closed. Begin the next season.")
        elif rounds == season.planned:
            rounds = None
        elif rounds and rounds < state.round_number:
            raise Refused(
                f"Round {state.round_number} has already been published. Plan at least that many"
                " rounds, or 0 for undecided."
            )
        way = None if plan.pairing == season.pairing else plan.pairing
        if (rounds, way) != (None, None):
            yield ev.PlanChanged(rounds=rounds, pairing=way, why=clean_text(plan.why))

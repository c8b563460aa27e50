"""Sets and describes the mission of a round: its objective, terrain and house rules."""

from __future__ import annotations

from tracker.application.errors import NothingToChange, Refused
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.leagues.league_writer import LeagueCommands
from tracker.application.leagues.pairing import round_pairing_proposals
from tracker.application.leagues.seasons import closed_season_checks
from tracker.application.text_cleaning import clean_text
from tracker.leagues.league_events import MissionSet
from tracker.leagues.league_state import LeagueState
from tracker.leagues.results.scoring_schemes import MAX_RESULTS

MAX_TEXT_LENGTH = 300


class RoundMissionCommands(LeagueCommands):
    """Commands for the missions of rounds, including rounds that have not been drafted yet."""

    def set_mission(
        self, mission: str, *, terrain: str = "", rules: str = "", round_number: int | None = None
    ) -> LeagueEntry:
        """Set the mission of a round. If all texts are empty, the mission is removed.

        The default is the draft, otherwise the current round, otherwise round 1. Raises ``Refused``
        in a campaign and in a closed season.
        """
        state = self._league.state
        self.require_changeable_missions()
        round_ = state.draft or state.current_round
        at = round_number if round_number is not None else round_.number if round_ else 1
        if not 1 <= at <= MAX_RESULTS:
            raise Refused(f"Rounds are numbered 1 to {MAX_RESULTS}. Choose one of these numbers.")
        said = MissionSet(
            round=at,
            mission=clean_text(mission, MAX_TEXT_LENGTH),
            terrain=clean_text(terrain, MAX_TEXT_LENGTH),
            rules=clean_text(rules, MAX_TEXT_LENGTH),
        )
        before = state.missions.get((state.season.number, at))
        if said == (before or MissionSet(round=at)):
            now = "already has this mission" if before else "has no mission"
            raise NothingToChange(f"Round {at} {now}. Nothing was changed.")
        return self._league.write_entry(said)

    def require_changeable_missions(self) -> None:
        """Raise ``Refused`` in a closed season, and in a campaign."""
        state = self._league.state
        closed_season_checks.require_open_season(state)
        if state.info.what != "league":
            raise Refused(
                "A campaign has no rounds. Put the mission in the game's title (--title)."
            )


def describe_round_mission(state: LeagueState, season: int, round_number: int) -> str:
    """Describe a round's mission, as in ``Take and hold · terrain: ruins · rules: no dusk``, or
    return "" if it has none.
    """
    known = state.missions.get((season, round_number))
    return describe_mission(known) if known is not None else ""


def describe_mission(mission: MissionSet) -> str:
    parts = [mission.mission]
    parts.append(f"terrain: {mission.terrain}" if mission.terrain else "")
    parts.append(f"rules: {mission.rules}" if mission.rules else "")
    return " · ".join(filter(None, parts))


def describe_mission_set(state_before: LeagueState, event: MissionSet) -> str:
    said = describe_mission(event)
    if not said:
        return f"round {event.round}: mission removed"
    beyond = round_pairing_proposals.describe_rounds_beyond_plan(state_before, event.round)
    return f"round {event.round}{f' ({beyond})' if beyond else ''}: {said}"

"""Every kind of event that the book of a league or campaign may hold."""

from __future__ import annotations

from tracker.leagues import cut_events as cut
from tracker.leagues import league_events as ev
from tracker.leagues.division_events import DivisionMoved, DivisionsSet
from tracker.leagues.mission_events import MissionSet
from tracker.leagues.told_events import ResultTold
from tracker.vocabulary.events import Rewound

AnyLeagueEvent = (
    ev.LeagueOpened
    | ev.PlayerEnrolled
    | ev.PlayerChanged
    | ev.PlayerPresence
    | ev.ResultsAnnulled
    | ev.ForceEnrolled
    | ev.UnitsJoined
    | ev.UnitChanged
    | ev.SeasonBegan
    | ev.SeasonClosed
    | ev.PlanChanged
    | ev.RoundDrafted
    | ev.RoundChanged
    | ev.RoundPublished
    | ev.RoundCancelled
    | ev.FixtureAdded
    | ev.FixtureArranged
    | ev.ResultEntered
    | ev.ResultCorrected
    | ev.ResultWithdrawn
    | ev.ResultSigned
    | ev.MatchLinked
    | ev.MatchUnlinked
    | ev.ResultReported
    | ev.ReportTakenBack
    | ev.PointsGiven
    | ev.SchemeChanged
    | ev.OrderChanged
    | ev.RulesChanged
    | ev.LotsDrawn
    | ev.StoryTold
    | ev.PutAside
    | cut.CutMade
    | cut.CutDecided
    | MissionSet
    | DivisionsSet
    | DivisionMoved
    | ResultTold
    | Rewound
)

BY_ITSELF = (ev.ResultReported, ev.ReportTakenBack)
"""What the book writes by itself: taking back steps over these, and writes them again."""

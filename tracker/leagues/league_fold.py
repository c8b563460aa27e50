"""Applies a league's events to its state, with one function for each kind of event."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from tracker.leagues import league_events as ev
from tracker.leagues.campaign.campaign_units import (
    CampaignForce,
    CampaignUnit,
    CareerStep,
    RosterEntryRef,
)
from tracker.leagues.league_divisions import LeagueDivisions
from tracker.leagues.league_events import (
    AnyLeagueEvent,
    CutDecided,
    CutMade,
    DivisionMoved,
    DivisionsSet,
    MissionSet,
    ResultTold,
)
from tracker.leagues.league_state import (
    AwardedPoints,
    Competitor,
    DrawnLots,
    Fixture,
    GameArrangement,
    GameLink,
    LeagueState,
    ResultCorrection,
    Round,
    RoundMission,
    SchemeChange,
    Season,
    StoryEntry,
    TopCut,
    is_same_result,
)
from tracker.vocabulary.events import Event, Version


def _opened(state: LeagueState, event: ev.LeagueOpened, _: Version) -> None:
    state.info = event
    state.seasons[1] = Season(
        1, planned=event.rounds, began_on=event.opened_on, pairing=event.pairing
    )


def _enrolled(state: LeagueState, event: ev.PlayerEnrolled, _: Version) -> None:
    first = state.round_number + 1
    state.players[event.player] = Competitor(
        event.player, event.name, event.ranked, first, about=event.about
    )


def _player_changed(state: LeagueState, event: ev.PlayerChanged, _: Version) -> None:
    known = state.players[event.player]
    state.players[event.player] = replace(
        known,
        name=known.name if event.name is None else event.name,
        ranked=known.ranked if event.ranked is None else event.ranked,
    )


def _presence(state: LeagueState, event: ev.PlayerPresence, _: Version) -> None:
    known = state.players[event.player]
    here = tuple(one for one in known.away if one != event.round)
    late = tuple(one for one in known.late if one != event.round)
    match event.presence:
        case "away":
            asked = tuple(one for one in known.byes if one[0] != event.round)
            paid = () if event.bye == "zero bye" else ((event.round, event.bye),)
            known = replace(known, away=(*here, event.round), late=late, byes=(*asked, *paid))
        case "dropped":
            known = replace(known, left=event.round - 1)
        case "leaving":
            known = replace(known, left=event.round)
        case "late":
            known = replace(known, away=here, late=(*late, event.round))
        case "ringer":
            known = replace(known, away=here, ranked=False)
        case "returned":
            known = replace(known, away=here, late=late, left=None)
        case "present":
            known = replace(known, away=here, late=late)
    state.players[event.player] = replace(known, said=event.presence, why=event.why)
    cut = state.top_cut
    if cut is not None and event.player in cut.players:
        others = tuple(one for one in cut.left if one[0] != event.player)
        gone = () if known.left is None else ((event.player, known.left),)
        state.cuts[state.season.number] = replace(cut, left=(*others, *gone))


def _annulled(state: LeagueState, event: ev.ResultsAnnulled, _: Version) -> None:
    season = state.season
    others = tuple(one for one in season.annulled if one != event.player)
    now = (*others, event.player) if event.annulled else others
    state.seasons[season.number] = replace(season, annulled=now)


def _force_enrolled(state: LeagueState, event: ev.ForceEnrolled, _: Version) -> None:
    units = tuple(unit.id for unit in event.units)
    state.forces[event.force] = CampaignForce(
        event.force, event.player, event.name, event.ruleset, event.roster, event.points, units
    )
    _enlist(state, event.force, event.units, event.roster)


def _units_joined(state: LeagueState, event: ev.UnitsJoined, _: Version) -> None:
    known = state.forces[event.force]
    joined = tuple(unit.id for unit in event.units)
    if known.points:
        more = sum(unit.points or 0 for unit in event.units)
        unpriced = tuple(unit.id for unit in event.units if unit.points is None)
        known = replace(known, points=known.points + more, unpriced=(*known.unpriced, *unpriced))
    state.forces[event.force] = replace(known, units=(*known.units, *joined))
    _enlist(state, event.force, event.units, event.roster)


def _enlist(
    state: LeagueState, force: ev.ForceId, units: Iterable[ev.EnlistedUnit], roster: str
) -> None:
    for place, unit in enumerate(units):
        outfit = RosterEntryRef(roster, place) if roster else None
        if unit.like:
            model = state.units[unit.like].outfit
            outfit = None if model is None else replace(model, like=True)
        state.units[unit.id] = CampaignUnit(
            unit.id,
            force,
            unit.name,
            unit.figures,
            unit.named,
            outfit=outfit,
            points=unit.points or 0,
        )


def _unit_changed(state: LeagueState, event: ev.UnitChanged, version: Version) -> None:
    known = state.units[event.unit]
    step = CareerStep(
        event.experience,
        event.figures,
        event.kills,
        event.lost,
        event.standing,
        event.why,
        event.origin,
        event.rule,
        event.fixture,
        event.faces,
        version,
        event.rolled,
        event.names,
        event.captives,
        event.taken,
        event.harm,
    )
    name = known.name if event.name is None else event.name
    state.units[event.unit] = replace(known, name=name, steps=(*known.steps, step))


def remove_carry_over_of_game(state: LeagueState, fixture: ev.FixtureId) -> None:
    """Remove everything that units carried over from a game."""
    for unit, known in state.units.items():
        state.units[unit] = known.without_game(fixture)


def _season_began(state: LeagueState, event: ev.SeasonBegan, _: Version) -> None:
    way = state.season.pairing
    state.seasons[event.season] = Season(
        event.season, event.name, event.rounds, event.on, pairing=way
    )
    for player, known in state.players.items():
        left = 0 if known.get_absence_reason(_NEVER) == "dropped" else None
        state.players[player] = replace(known, from_round=1, away=(), late=(), byes=(), left=left)


_NEVER = 1_000_000_000


def _season_closed(state: LeagueState, event: ev.SeasonClosed, version: Version) -> None:
    known, after = state.seasons[event.season], state.round_number + 1
    scheme = state.info.scheme
    stood = state.list_active_players()
    state.seasons[event.season] = replace(
        known,
        closed=True,
        closed_on=event.on,
        scheme=scheme if event.cuts_by == "opponent" else scheme.with_old_tie_break_cuts(),
        stood=tuple(one.id for one in stood),
        dropped=tuple(one.id for one in stood if one.get_absence_reason(after) == "dropped"),
        unranked=tuple(one.id for one in stood if not one.ranked),
        closed_at=version,
    )


def _plan_changed(state: LeagueState, event: ev.PlanChanged, _: Version) -> None:
    known = state.season
    state.seasons[known.number] = replace(
        known,
        planned=known.planned if event.rounds is None else event.rounds,
        pairing=known.pairing if event.pairing is None else event.pairing,
    )


def _drafted(state: LeagueState, event: ev.RoundDrafted, version: Version) -> None:
    season = state.season.number
    _pair(state, season, event.round, event.pairings)
    state.rounds[season, event.round] = Round(
        season=season,
        number=event.round,
        fixtures=tuple(one.fixture for one in event.pairings),
        absent=event.absent,
        method=event.method,
        waited_for=event.open,
        drafted_at=version,
        order=event.order,
        drawn=event.drawn,
    )


def _round_changed(state: LeagueState, event: ev.RoundChanged, _: Version) -> None:
    season = state.season.number
    known = state.rounds[season, event.round]
    _pair(state, season, event.round, event.pairings)
    fixtures = tuple(one.fixture for one in event.pairings)
    state.rounds[season, event.round] = replace(known, fixtures=fixtures)
    if known.published:
        _byes(state, state.rounds[season, event.round])


def _pair(state: LeagueState, season: int, number: int, pairings: tuple[ev.Pairing, ...]) -> None:
    """Replace a round's pairings. A fixture that stays keeps its data."""
    was = state.rounds.get((season, number))
    kept = {one.fixture for one in pairings}
    for old in was.fixtures if was else ():
        if old not in kept:
            gone = state.fixtures.pop(old)
            if gone.link is not None:
                state.matches.pop(gone.link.match, None)
    for one in pairings:
        known = state.fixtures.get(one.fixture)
        if known is None:
            known = Fixture(one.fixture, season, number, one.home, one.away)
        state.fixtures[one.fixture] = replace(
            known,
            home=one.home,
            away=one.away,
            table=one.table,
            why=one.why,
            locked=one.locked,
            bye=one.bye,
        )
        state.made = max(state.made, _number(one.fixture))


def _number(fixture: ev.FixtureId) -> int:
    return int(fixture[1:])


def _published(state: LeagueState, event: ev.RoundPublished, _: Version) -> None:
    key = state.season.number, event.round
    state.rounds[key] = replace(state.rounds[key], published=True, on=event.on, ends=event.ends)
    _byes(state, state.rounds[key])


def _cancelled(state: LeagueState, event: ev.RoundCancelled, _: Version) -> None:
    season = state.season.number
    _pair(state, season, event.round, ())
    del state.rounds[season, event.round]


def _byes(state: LeagueState, round_: Round) -> None:
    """Give byes their results when their round is published."""
    for one in state.list_fixtures(round_):
        if one.away is None and one.ended is None:
            ended = ev.FixtureResult(kind=one.bye, played_on=round_.on)
            state.fixtures[one.id] = replace(one, ended=ended)


def _fixture_added(state: LeagueState, event: ev.FixtureAdded, _: Version) -> None:
    state.fixtures[event.fixture] = Fixture(
        id=event.fixture,
        season=state.season.number,
        round=0,
        home=event.home,
        away=event.away,
        title=event.title,
        on=event.on,
        forces=event.forces,
    )
    state.made = max(state.made, _number(event.fixture))


def _arranged(state: LeagueState, event: ev.FixtureArranged, _: Version) -> None:
    agreed = GameArrangement(event.on, event.time, event.where) if event.on else None
    known = state.fixtures[event.fixture]
    state.fixtures[event.fixture] = replace(known, arranged=agreed)


def _change(state: LeagueState, fixture: ev.FixtureId, **changes: Any) -> None:
    state.fixtures[fixture] = replace(state.fixtures[fixture], **changes)


def _result(
    state: LeagueState, fixture: ev.FixtureId, ended: ev.FixtureResult | None, **more: Any
) -> None:
    """Set or remove a fixture's result, and remove its signatures and differing reports."""
    told = tuple(each for each in state.fixtures[fixture].told if is_same_result(each[1], ended))
    _change(state, fixture, ended=ended, signed=(), told=told, **more)


def _entered(state: LeagueState, event: ev.ResultEntered, version: Version) -> None:
    _result(state, event.fixture, event.ended, by_hand=True, version=version)


def _corrected(state: LeagueState, event: ev.ResultCorrected, version: Version) -> None:
    known = state.fixtures[event.fixture]
    _result(
        state,
        event.fixture,
        event.ended,
        by_hand=True,
        version=version,
        corrections=_with_correction(known, event.why, version),
    )


def _withdrawn(state: LeagueState, event: ev.ResultWithdrawn, version: Version) -> None:
    known = state.fixtures[event.fixture]
    _result(
        state,
        event.fixture,
        known.reported if known.by_hand else None,
        by_hand=False,
        version=version,
        corrections=_with_correction(known, event.why, version),
    )
    remove_carry_over_of_game(state, event.fixture)


def _with_correction(known: Fixture, why: str, version: Version) -> tuple[ResultCorrection, ...]:
    if known.ended is None:
        return known.corrections
    return (*known.corrections, ResultCorrection(known.ended, why, version))


def _signed(state: LeagueState, event: ev.ResultSigned, _: Version) -> None:
    known = state.fixtures[event.fixture]
    if event.player not in known.signed:
        _change(state, event.fixture, signed=(*known.signed, event.player))


def _result_told(state: LeagueState, event: ResultTold, _: Version) -> None:
    others = (each for each in state.fixtures[event.fixture].told if each[0] != event.player)
    _change(state, event.fixture, told=(*others, (event.player, event.ended)))


def _linked(state: LeagueState, event: ev.MatchLinked, _: Version) -> None:
    _change(state, event.fixture, link=GameLink(event.match, event.sides, event.units))
    state.matches[event.match] = event.fixture


def _unlinked(state: LeagueState, event: ev.MatchUnlinked, version: Version) -> None:
    _taken_back(state, ev.ReportTakenBack(fixture=event.fixture, match=event.match), version)
    _change(state, event.fixture, link=None)
    state.matches.pop(event.match, None)


def _reported(state: LeagueState, event: ev.ResultReported, version: Version) -> None:
    known = state.fixtures[event.fixture]
    _change(state, event.fixture, reported=event.ended, reported_at=event.version)
    if not known.by_hand:
        _result(state, event.fixture, event.ended, version=version)


def _taken_back(state: LeagueState, event: ev.ReportTakenBack, version: Version) -> None:
    known = state.fixtures[event.fixture]
    _change(state, event.fixture, reported=None, reported_at=0)
    if not known.by_hand and known.reported is not None:
        _result(state, event.fixture, None, version=version)
    remove_carry_over_of_game(state, event.fixture)


def _points_given(state: LeagueState, event: ev.PointsGiven, version: Version) -> None:
    state.given.append(
        AwardedPoints(
            event.player,
            event.points,
            event.column,
            event.why,
            state.season.number,
            event.round,
            event.on,
            version,
        )
    )


def _note_change(state: LeagueState, what: str, why: str, version: Version) -> None:
    season = state.season
    if season.closed:  # it is for the next season, which has no round yet
        state.changes.append(SchemeChange(what, why, version, season.number + 1, 0))
    else:
        state.changes.append(SchemeChange(what, why, version, season.number, state.round_number))


def _scheme_changed(state: LeagueState, event: ev.SchemeChanged, version: Version) -> None:
    state.info = replace(state.info, scheme=event.scheme)
    _note_change(state, "scheme", event.why, version)


def _order_changed(state: LeagueState, event: ev.OrderChanged, version: Version) -> None:
    scheme = replace(state.info.scheme, tie_breaks=event.tie_breaks, best=event.best)
    state.info = replace(state.info, scheme=scheme)
    _note_change(state, "tie-breaks", event.why, version)


def _rules_changed(state: LeagueState, event: ev.RulesChanged, version: Version) -> None:
    state.info = replace(state.info, rules=event.rules)
    _note_change(state, "rules", event.why, version)


def _lots_drawn(state: LeagueState, event: ev.LotsDrawn, version: Version) -> None:
    state.lots.append(DrawnLots(event.order, event.how, state.season.number, event.round, version))


def _story_told(state: LeagueState, event: ev.StoryTold, version: Version) -> None:
    state.story.append(StoryEntry(event.text, event.about, event.on, version))


def _put_aside(state: LeagueState, event: ev.PutAside, _: Version) -> None:
    state.aside = event.aside


def _made(state: LeagueState, event: CutMade, _: Version) -> None:
    season = state.season.number
    state.cuts[season] = TopCut(event.players, event.third, state.round_number)


def _decided(state: LeagueState, event: CutDecided, _: Version) -> None:
    state.decided[event.fixture] = event.player


def _mission_set(state: LeagueState, event: MissionSet, _: Version) -> None:
    said = RoundMission(event.mission, event.terrain, event.rules)
    key = state.season.number, event.round
    if said == RoundMission():
        state.missions.pop(key, None)
    else:
        state.missions[key] = said


def _divisions_set(state: LeagueState, event: DivisionsSet, _: Version) -> None:
    names = {one.name for one in event.divisions}
    was = state.get_divisions().in_
    kept = {player: name for player, name in was.items() if name in names}
    state.divisions[state.season.number] = LeagueDivisions(
        event.divisions, event.up, event.down, kept
    )


def _moved(state: LeagueState, event: DivisionMoved, _: Version) -> None:
    known = state.get_divisions()
    others = {player: name for player, name in known.in_.items() if player != event.player}
    now = {**others, event.player: event.division} if event.division else others
    state.divisions[state.season.number] = replace(known, in_=now)


_CHANGES: dict[type[Event], Callable[[LeagueState, Any, Version], None]] = {
    ev.LeagueOpened: _opened,
    ev.PlayerEnrolled: _enrolled,
    ev.PlayerChanged: _player_changed,
    ev.PlayerPresence: _presence,
    ev.ResultsAnnulled: _annulled,
    ev.ForceEnrolled: _force_enrolled,
    ev.UnitsJoined: _units_joined,
    ev.UnitChanged: _unit_changed,
    ev.SeasonBegan: _season_began,
    ev.SeasonClosed: _season_closed,
    ev.PlanChanged: _plan_changed,
    ev.RoundDrafted: _drafted,
    ev.RoundChanged: _round_changed,
    ev.RoundPublished: _published,
    ev.RoundCancelled: _cancelled,
    ev.FixtureAdded: _fixture_added,
    ev.FixtureArranged: _arranged,
    ev.ResultEntered: _entered,
    ev.ResultCorrected: _corrected,
    ev.ResultWithdrawn: _withdrawn,
    ev.ResultSigned: _signed,
    ResultTold: _result_told,
    ev.MatchLinked: _linked,
    ev.MatchUnlinked: _unlinked,
    ev.ResultReported: _reported,
    ev.ReportTakenBack: _taken_back,
    ev.PointsGiven: _points_given,
    ev.SchemeChanged: _scheme_changed,
    ev.OrderChanged: _order_changed,
    ev.RulesChanged: _rules_changed,
    ev.LotsDrawn: _lots_drawn,
    ev.StoryTold: _story_told,
    ev.PutAside: _put_aside,
    CutMade: _made,
    CutDecided: _decided,
    MissionSet: _mission_set,
    DivisionsSet: _divisions_set,
    DivisionMoved: _moved,
}


def apply_league_event(state: LeagueState, event: AnyLeagueEvent, version: Version) -> None:
    """Apply one event to ``state``. ``Rewound`` does not change the state."""
    change = _CHANGES.get(type(event))
    if change is not None:
        change(state, event, version)

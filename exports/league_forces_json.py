"""Forces that last and their units' service records, in the shapes of JSON."""

from __future__ import annotations

from collections.abc import Iterator

from exports.shapes.whole_league import ForceShape, LastingUnitShape, ServiceShape, StepShape
from tracker.application.campaigns.records import Records, UnitGame, UnitRecord
from tracker.application.leagues.league import League
from tracker.leagues.lasting import Step


def forces(league: League) -> Iterator[ForceShape]:
    """Every force that was enrolled, with its units."""
    records = Records(league)
    for one in league.state.forces.values():
        yield ForceShape(
            force=one.id,
            player=one.player,
            name=one.name,
            ruleset=one.ruleset,
            cost=one.points,
            roster=one.roster,
            units=[_unit(league, records.unit(each)) for each in one.units],
        )


def _unit(league: League, record: UnitRecord) -> LastingUnitShape:
    unit = record.unit
    return LastingUnitShape(
        unit=unit.id,
        name=unit.name,
        enlisted=unit.enlisted,
        figures=unit.figures,
        experience=unit.experience,
        rank=record.rank,
        stands=unit.standing,
        games=[_game(one) for one in record.games],
        steps=[_step(league, one) for one in unit.steps],
    )


def _game(one: UnitGame) -> ServiceShape:
    return ServiceShape(
        fixture=one.fixture,
        on=one.on,
        how=one.how,
        kills=one.kills,
        lost=one.lost,
        nerve=one.nerve,
        experience=one.experience,
        removed_by=one.removed_by,
    )


def _step(league: League, step: Step) -> StepShape:
    return StepShape(
        line=league.story.number_of(step.version),
        fixture=step.fixture or None,
        experience=step.experience,
        figures=step.figures,
        kills=step.kills,
        lost=step.lost,
        stands=step.standing,
        by_hand=step.origin == "hand",
        why=step.why,
        rule=step.rule,
        dice=[*step.faces],
        figures_named=[*step.names],
    )

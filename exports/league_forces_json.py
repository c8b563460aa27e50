"""Forces that last and their units' service records, in the shapes of JSON."""

from __future__ import annotations

from collections.abc import Iterator

from exports.shapes.shape import shaped
from exports.shapes.whole_league import ForceShape, LastingUnitShape, ServiceShape, StepShape
from tracker.application.campaigns.records import Records, UnitGame, UnitRecord
from tracker.application.leagues.league import League
from tracker.leagues.lasting import CareerStep


def forces(league: League) -> Iterator[ForceShape]:
    """Every force that was enrolled, with its units."""
    records = Records(league)
    for one in league.state.forces.values():
        yield shaped(
            ForceShape,
            one,
            force=one.id,
            cost=one.points,
            units=[_unit(league, records.unit(each)) for each in one.units],
        )


def _unit(league: League, record: UnitRecord) -> LastingUnitShape:
    unit = record.unit
    return shaped(
        LastingUnitShape,
        unit,
        unit=unit.id,
        rank=record.rank,
        stands=unit.standing,
        games=[_game(one) for one in record.games],
        steps=[_step(league, one) for one in unit.steps],
    )


def _game(one: UnitGame) -> ServiceShape:
    return shaped(ServiceShape, one)


def _step(league: League, step: CareerStep) -> StepShape:
    return shaped(
        StepShape,
        step,
        line=league.story.number_of(step.version),
        fixture=step.fixture or None,
        stands=step.standing,
        by_hand=step.origin == "hand",
        dice=[*step.faces],
        figures_named=[*step.names],
    )

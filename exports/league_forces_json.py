"""Forces that last and their units' service records, in the shapes of JSON."""

from __future__ import annotations

from collections.abc import Iterator

from exports.shapes.shape import copy_shape
from exports.shapes.whole_league import ForceShape, LastingUnitShape, ServiceShape, StepShape
from tracker.application.campaigns import force_points
from tracker.application.campaigns.service_records import Records, UnitGame, UnitRecord
from tracker.application.leagues import harm
from tracker.application.leagues.league import League
from tracker.leagues.lasting import CareerStep


def list_force_shapes(league: League) -> Iterator[ForceShape]:
    """Every force that was enrolled, with its units."""
    records = Records(league)
    for one in league.state.forces.values():
        left = force_points.price_left(league.state, one, league.rules(one.ruleset))
        yield copy_shape(
            ForceShape,
            one,
            force=one.id,
            cost=one.points,
            worth=force_points.sum_points(left),
            units=[_unit(league, records.unit(each), left[each]) for each in one.units],
        )


def _unit(league: League, record: UnitRecord, points: int | None) -> LastingUnitShape:
    unit = record.unit
    return copy_shape(
        LastingUnitShape,
        unit,
        unit=unit.id,
        rank=record.rank,
        stands=unit.standing,
        carries=harm.describe_harm(unit.harm),
        worth=points,
        games=[_game(one) for one in record.games],
        steps=[_step(league, one) for one in unit.steps],
    )


def _game(one: UnitGame) -> ServiceShape:
    return copy_shape(ServiceShape, one)


def _step(league: League, step: CareerStep) -> StepShape:
    return copy_shape(
        StepShape,
        step,
        line=league.story.number_of(step.version),
        fixture=step.fixture or None,
        stands=step.standing,
        by_hand=step.origin == "hand",
        dice=[*step.faces],
        figures_named=[*step.names],
        captives_named=[*step.taken],
        carries=None if step.harm is None else harm.describe_harm(step.harm),
    )

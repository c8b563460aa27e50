"""A game as JSON, in the shape that docs/export-json.md describes and keeps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from exports.course import course
from exports.csv import when
from exports.log_numbers import LogNumbers
from exports.shapes.game import EndedShape, LogLineShape
from exports.shapes.shape import quiet, shaped
from exports.shapes.whole_match import (
    FORMAT,
    VERSION,
    EventShape,
    GameLuckShape,
    LuckyShape,
    MatchShape,
    SideShape,
    TurnShape,
    UnitShape,
)
from tracker.application.chances.luck import Luck as GameLuck
from tracker.application.chances.luck import PoolLuck, luck_of
from tracker.application.log.reader import log_of
from tracker.application.log.wording import Names
from tracker.application.match.game import Game
from tracker.application.match.score import points_in
from tracker.projection.state import State
from tracker.vocabulary import codec
from tracker.vocabulary.names import SideId, handle


def to_json(game: Game) -> str:
    """The game in JSON, with a line break at the end."""
    encoded = msgspec.json.encode(shape(game), order="deterministic")
    return quiet(msgspec.json.format(encoded, indent=1).decode()) + "\n"


def shape(game: Game) -> MatchShape:
    """The game in the shape that is written."""
    info, story = game.state.info, game.story
    luck, log = luck_of(story), log_of(story)
    numbers = LogNumbers(game, log, typed=False)
    return shaped(
        MatchShape,
        info,
        format=FORMAT,
        version=VERSION,
        match=game.stream,
        options=dict(info.options),
        sides=[*_sides(game.state, points_in(game.state, game.ruleset))],
        ended=_ended(game.state),
        turns=[
            TurnShape(
                turn=after.turn,
                left={handle(unit): n for unit, n in after.left.items()},
                points={handle(side): n for side, n in after.points.items()},
            )
            for after in course(game, luck.attacks, log).after
        ],
        log=[
            shaped(LogLineShape, line, line=line.number, losses=losses, combats=combats)
            for line, losses, combats in zip(
                log, numbers.losses(log), numbers.combats(log), strict=True
            )
        ],
        rolls=[*numbers.rolls.values()],
        luck=_luck(luck),
        events=[*_events(game)],
    )


def _sides(state: State, points: Mapping[SideId, int]) -> Iterator[SideShape]:
    names = Names(state)
    for side in state.info.sides:
        force = state.forces.get(side.id)
        yield SideShape(
            side=handle(side.id),
            name=side.name,
            player=side.player,
            force=force.name if force else "",
            cost=force.points if force else 0,
            points=points[side.id],
            units=[
                UnitShape(
                    unit=handle(unit),
                    name=names.unit_name(unit),
                    started=value.started,
                    left=len(value.figures),
                )
                for unit, value in state.units.items()
                if value.side == side.id
            ],
        )


def _ended(state: State) -> EndedShape | None:
    ended = state.now.ended
    if ended is None:
        return None
    winner = None if ended.winner is None else handle(ended.winner)
    return EndedShape(how=ended.how, winner=winner, why=ended.why)


def _luck(luck: GameLuck) -> GameLuckShape:
    return shaped(
        GameLuckShape,
        luck,
        sides=[*map(_lucky, luck.sides)],
        kinds=[*map(_lucky, luck.kinds)],
        units=[*map(_lucky, luck.units)],
    )


def _lucky(row: PoolLuck) -> LuckyShape:
    tally = row.tally
    return LuckyShape(
        side=None if row.side is None else handle(row.side),
        unit=row.unit,
        what=row.what,
        rolls=tally.rolls,
        dice=tally.dice,
        successes=tally.made,
        expected=round(tally.expected, 6),
        at_most=round(tally.at_most, 6),
        at_least=round(tally.at_least, 6),
        worse=round(tally.worse, 6),
    )


def _events(game: Game) -> Iterator[EventShape]:
    story = game.story
    counting = {line.version for line in story.path}
    for line in story.lines:
        kind = codec.kind_of(line.event)
        yield shaped(
            EventShape,
            line,
            line=story.number_of(line.entry),
            counts=line.version in counting,
            kind=kind,
            schema=codec.SCHEMAS[kind],
            at=when(line.at),
            body=msgspec.Raw(codec.encode(line.event)),
        )

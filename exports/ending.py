"""The end of a game in facts: the score and how it came, the dice, who did most, the time."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from exports.game_course import CourseMoment, describe_attack_result, format_share, trace_course
from tracker.application.campaigns.tally_counter import count_tally
from tracker.application.chances.luck import AttackLuck, PoolLuck, compute_luck
from tracker.application.log.log_reader import log_of
from tracker.application.log.time_kept import SideClock
from tracker.application.log.wording import Names
from tracker.application.match.game import Game
from tracker.application.match.score import count_points
from tracker.projection.state import State
from tracker.vocabulary.counts import count_of
from tracker.vocabulary.names import UnitId

MINUTE = 60_000_000
ATTACKS = 2
"""So many of the luckiest attacks are told, and as many of the unluckiest."""
RARE = 0.2
"""An attack counts as lucky where no more than this share of such attacks does better."""


class SideEnding(Struct, frozen=True):
    """A side at the end: figures ``left`` of those it ever had, ``minutes`` of the clock.

    ``turns`` are its points and figures after each turn that was played.
    """

    name: str
    force: str
    player: str
    points: int
    left: int
    came: int
    minutes: int
    turns: tuple[tuple[int, int], ...]
    luck: str


class Ending(Struct, frozen=True):
    """What stands on the page of the end; empty texts and rows where there is nothing to tell.

    ``won`` is the name of the side that did; ``best`` says who did most.
    """

    won: str
    why: str
    scored: bool
    sides: tuple[SideEnding, ...]
    moments: tuple[CourseMoment, ...]
    lucky: tuple[str, ...]
    unlucky: tuple[str, ...]
    best: str
    minutes: int


def find_ending(game: Game) -> Ending:
    """The end of a game that is over; of one that goes on, how it stands."""
    state, story = game.state, game.story
    luck = compute_luck(story)
    run = trace_course(game, luck.attacks, log_of(story))
    ended = state.now.ended
    names = Names(state)
    time = SideClock().read(story)
    by_side = {row.side: row for row in luck.sides}
    points = count_points(state, game.ruleset)
    sides = []
    for side in state.info.sides:
        force = state.forces.get(side.id)
        units = [unit for unit, value in state.units.items() if value.side == side.id]
        turns = tuple(
            (after.points.get(side.id, 0), sum(after.left.get(unit, 0) for unit in units))
            for after in run.after
        )
        sides.append(
            SideEnding(
                name=side.name,
                force=force.name if force and force.name else side.name,
                player=side.player,
                points=points[side.id],
                left=sum(len(state.units[unit].figures) for unit in units),
                came=sum(state.units[unit].started for unit in units),
                minutes=time.of(side.id) // MINUTE,
                turns=turns,
                luck=_luck(by_side.get(side.id)),
            )
        )
    lucky, unlucky = _extremes(luck.attacks)
    return Ending(
        won=names.side(ended.winner) if ended is not None and ended.winner else "",
        why=ended.why if ended is not None else "",
        scored=bool(state.objectives) or any(points.values()),
        sides=tuple(sides),
        moments=run.moments,
        lucky=lucky,
        unlucky=unlucky,
        best=_best(game, state),
        minutes=sum(one.minutes for one in sides),
    )


def _luck(row: PoolLuck | None) -> str:
    """``+3.2 of 84 dice``: successes over what was to be expected."""
    if row is None or not row.tally.dice:
        return ""
    over = row.tally.made - row.tally.expected
    return f"{over:+.1f} of {count_of(row.tally.dice, 'die', 'dice')}"


def _extremes(attacks: tuple[AttackLuck, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The attacks that few such attacks do better than, and those that few do worse than."""
    told = [one for one in sorted(attacks, key=lambda one: -one.worse) if _is_far(one)]
    lucky = dict.fromkeys(_attack(one) for one in told if one.worse >= 1 - RARE)
    unlucky = dict.fromkeys(_attack(one) for one in reversed(told) if one.worse <= RARE)
    return tuple(lucky)[:ATTACKS], tuple(unlucky)[:ATTACKS]


def _is_far(one: AttackLuck) -> bool:
    return one.result != one.expected


def _attack(one: AttackLuck) -> str:
    dice = count_of(one.dice, "die", "dice")
    return f"{one.who} ▸ {describe_attack_result(one)}, {dice} ({format_share(one.worse)} do worse)"


def _best(game: Game, state: State) -> str:
    """The unit that removed most, its own losses beside it; nobody where none removed any."""
    tally = count_tally(game.story.path, state)
    removed: Counter[UnitId] = Counter()
    for one in tally.list_kills():
        if one.by is not None:
            removed[one.by] += one.figures
    came = [one for one in tally.units if removed[one.unit]]
    if not came:
        return ""
    best = min(came, key=lambda one: (-removed[one.unit], one.mustered - one.left))
    lost = best.mustered - best.left
    own = f"{lost} of its own lost" if lost > 0 else "none of its own lost"
    side = Names(state).side(best.side)
    return f"{best.name} ({side}): {removed[best.unit]} removed, {own}"

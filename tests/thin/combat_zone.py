"""A small part of Combat Zone: a move that opportunity fire interrupts (CZ-OPP-02 to -04)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from tracker.procedures.declared.marker_and_link_kinds import MarkerKind
from tracker.procedures.match_view import Match
from tracker.procedures.requests import Asking, Interrupt, Score, ask, continue_with, roll_check
from tracker.procedures.ruleset import Action, Interruptible, Ruleset
from tracker.vocabulary.events import AnyFact, FiguresRemoved, MarkerCleared, MarkerSet, Moved
from tracker.vocabulary.subject_ids import FigureId, SideId

SPENT, WATCH, PANIC = "spent", "watch", "panic"
STEP = 500  # centimetres a point, in hundredths


class Profile(Struct, frozen=True):
    points: int
    toughness: int
    damage: int  # six-sided dice a hit


class Move(Interruptible, frozen=True):
    figure: FigureId
    points: int


class Watch(Struct, frozen=True):
    figure: FigureId


class Fire(Struct, frozen=True):
    figure: FigureId
    target: FigureId
    shots: int
    hit: int = 0
    wound: int = 0


def spent(match: Match, figure: FigureId) -> int:
    return int(match.mark(figure, SPENT) or 0)


def left(match: Match, figure: FigureId) -> int:
    """Count the action points left. A panicked figure has 3 in all."""
    points = 3 if match.has(figure, PANIC) else match.profile(figure, Profile).points
    return max(points - spent(match, figure), 0)


def spend(match: Match, figure: FigureId, points: int) -> None:
    total = spent(match, figure) + points
    match.record(MarkerSet(subjects=(figure,), marker=SPENT, value=total, until="turn"))


def watch(match: Match, _: SideId | None, params: Watch) -> None:
    spend(match, params.figure, 5)
    match.record(MarkerSet(subjects=(params.figure,), marker=WATCH))


def move(match: Match, _: SideId | None, params: Move) -> Asking[None]:
    spend(match, params.figure, params.points)
    yield from ()
    return continue_with(moving, match, params)


def moving(match: Match, params: Move) -> Asking[None]:
    """Let enemies on opportunity fire interrupt one after another, then move."""
    enemy = match.other(match.side_of(params.figure))
    watching = tuple(f for f in match.marked(WATCH) if match.side_of(f) == enemy)
    window = Interrupt(
        what="opportunity fire",
        by=watching if goes_on(match, params.figure) else (),
        actions=("fire",),
        side=enemy,
        target=params.figure,
    )
    if (yield from ask(window)):
        return continue_with(moving, match, params)
    if goes_on(match, params.figure):
        unit = match.figure(params.figure).unit
        moved = Moved(unit=unit, figures=(params.figure,), length=STEP * params.points)
        match.record(moved)
    return None


def goes_on(match: Match, figure: FigureId) -> bool:
    """Whether a figure can go on: it has not fallen, nor panicked with over 3 points spent."""
    if match.figure(figure).gone:
        return False
    return not match.has(figure, PANIC) or spent(match, figure) <= 3


def fire(match: Match, _: SideId | None, params: Fire) -> Asking[None]:
    """Roll a die for each shot. It needs 6 less ``hit``, but a 1 misses and a 6 hits."""
    match.record(MarkerCleared(subjects=(params.figure,), marker=WATCH))
    need = min(max(6 - params.hit, 2), 6)
    hits = yield from roll_check("to hit", params.shots, need, subject=params.figure)
    if hits:
        match.record(MarkerCleared(subjects=(params.target,), marker=WATCH))
    return continue_with(wounds, match, params, hits)


def wounds(match: Match, params: Fire, hits: int) -> Asking[None]:
    """Roll the wounds of hits one by one, until the target falls."""
    if not hits or match.figure(params.target).gone:
        return None
    dice = (6,) * match.profile(params.figure, Profile).damage
    score = yield from ask(
        Score(what="wound", dice=dice, bonus=params.wound, subject=params.figure)
    )
    toughness = match.profile(params.target, Profile).toughness
    if score >= toughness:
        match.record(FiguresRemoved(figures=(params.target,), by=params.figure))
    elif score > toughness - 4:
        match.record(MarkerSet(subjects=(params.target,), marker=PANIC))
    return continue_with(wounds, match, params, hits - 1)


def consequences(match: Match) -> Iterator[AnyFact]:
    """Take figures that panic or fall off opportunity fire."""
    for figure in match.marked(WATCH):
        if match.has(figure, PANIC) or match.figure(FigureId(figure)).gone:
            yield MarkerCleared(subjects=(figure,), marker=WATCH)


ACTIONS = (
    Action("move", "moves", Move, move),
    Action("watch", "watches", Watch, watch),
    Action("fire", "fires", Fire, fire, breaks_in=True),
)
RULESET = Ruleset(
    id="thin-combat-zone",
    version="1",
    title="Combat Zone, a thin path",
    markers=tuple(MarkerKind(m, m, on="figure") for m in (SPENT, WATCH, PANIC)),
    actions={action.id: action for action in ACTIONS},
    consequences=consequences,
)

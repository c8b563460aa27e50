"""Victory points: printed objectives, players' own objectives, and awarded points.

>>> find_side_in_lead(match)
>>> match.record(PointsScored(side="s:r", points=2, why="heads"))
>>> find_side_in_lead(match)
's:r'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from msgspec import Struct

from tracker.procedures.declared.actorless_line_forms import (
    WordForm,
    make_number_argument,
    make_remaining_text_argument,
    make_side_argument,
    make_text_argument,
)
from tracker.procedures.declared.player_actions import Action, Objection
from tracker.procedures.match_view import Match, UnknownName
from tracker.procedures.pieces.match_endings import find_points_leader
from tracker.vocabulary.events import Json, ObjectiveSet, PointsScored
from tracker.vocabulary.renamed_names import keep_old_names
from tracker.vocabulary.subject_ids import SideId

OWN: Final = "own"
OFF: Final = "off"
"""The key in the data of an objective that players have taken out of play."""
MAX_POINTS: Final = 99


class ObjectiveInPlay(Struct, frozen=True):
    """An objective in play. If ``side`` is None, all sides play for it.

    ``counters`` are the positions of its counters.
    """

    id: str
    kind: str
    label: str
    side: SideId | None
    points: int = 0
    counters: tuple[str, ...] = ()

    def list_sides(self, match: Match) -> tuple[SideId, ...]:
        return match.sides if self.side is None else (self.side,)


def list_objectives_in_play(match: Match) -> tuple[ObjectiveInPlay, ...]:
    """List all objectives in play, in a fixed order."""
    found = []
    for name, one in match.objectives():
        data = dict(one.data)
        if data.get(OFF):
            continue
        points, counters = data.get("points", 0), data.get("counters", ())
        found.append(
            ObjectiveInPlay(name, data.get("kind", ""), one.label, one.side, points, counters)
        )
    return tuple(found)


def list_objective_sides(match: Match, kind: str) -> tuple[SideId, ...]:
    """List the sides that play for an objective of this kind."""
    owners = {
        objective.side for objective in list_objectives_in_play(match) if objective.kind == kind
    }
    return tuple(one for one in match.sides if None in owners or one in owners)


def place_objective_counters(match: Match, kind: str, positions: tuple[str, ...]) -> None:
    for one in list_objectives_in_play(match):
        if one.kind == kind:
            data: dict[str, Json] = {"kind": kind, "counters": positions}
            match.record(ObjectiveSet(objective=one.id, label=one.label, side=one.side, data=data))


def find_side_in_lead(match: Match) -> SideId | None:
    """Return the side with the most points, or None for a tie."""
    return find_points_leader({side: match.points(side) for side in match.sides})


class OwnObjective(Struct, frozen=True):
    """The parameters of an objective that players add: its ``label`` and its ``points``."""

    label: str
    points: int = 1


class Award(Struct, frozen=True):
    """The parameters of an award of points to a side. Negative points are subtracted."""

    points: int
    why: str


def _record_own_objective(match: Match, side: SideId | None, params: OwnObjective) -> None:
    """Record a player's own objective. The players award its points themselves later."""
    number = sum(name.startswith(f"{OWN}-") for name, _ in match.objectives()) + 1
    data: dict[str, Json] = {"kind": OWN, "points": params.points}
    match.record(
        ObjectiveSet(objective=f"{OWN}-{number}", label=params.label, side=side, data=data)
    )


def _require_label_and_points(
    _: Match, __: SideId | None, params: OwnObjective
) -> Iterator[Objection]:
    if not params.label.strip() or not params.points:
        raise UnknownName(
            'an objective needs a name and points, as in `objective "hold the mill" 2`'
        )
    return iter(())


def _record_award(match: Match, side: SideId | None, params: Award) -> None:
    assert side is not None
    match.record(PointsScored(side=side, points=params.points, why=params.why))


OBJECTIVE: Final = Action(
    id="objective",
    word="own objective",
    params=OwnObjective,
    stage=_record_own_objective,
    objections=_require_label_and_points,
    form=WordForm(
        "objective",
        (make_text_argument("label"), make_number_argument("points"), make_side_argument()),
        'name the objective, as in `objective "hold the mill" 2`',
    ),
)


def make_award_action(
    objections: Callable[[Match, SideId | None, Award], Iterable[Objection]],
) -> Action[Award]:
    """Make the action that awards points for a reason, as in ``vp red 2 the mill``."""
    return Action(
        id="award",
        word="scores",
        params=Award,
        stage=_record_award,
        objections=objections,
        form=WordForm(
            "vp",
            (
                make_side_argument(),
                make_number_argument("points", low=-MAX_POINTS),
                make_remaining_text_argument("why"),
            ),
            when=lambda reader: len(reader.arguments) > 2,
        ),
    )


keep_old_names(__name__)

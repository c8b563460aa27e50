"""Units that came late or were forgotten: read from a roster, and put on a side as one entry."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.application.correcting.manual_adjustments import enter
from tracker.application.entrants import read_usable_roster
from tracker.application.errors import Refused, make_sentence
from tracker.application.match.game import Game
from tracker.application.match.match_entries import Entry
from tracker.procedures.declared.forces import Roster
from tracker.procedures.pieces.known import check_names
from tracker.procedures.pieces.naming import find_side
from tracker.procedures.view import UnknownName
from tracker.vocabulary.events import FiguresJoined, Json, MusteredFigure
from tracker.vocabulary.names import SideId, handle, make_figure_id, make_unit_id
from tracker.vocabulary.spelling import compose

Profiles = dict[str, dict[str, Json]]


def join(game: Game, side: str, text: str, source: str, reason: str = "") -> list[Entry]:
    """Every unit of a roster comes to a side. Raises ``Refused`` with the line that is wrong."""
    try:
        whose = find_side(game.match, side)
        roster = read_usable_roster(game.ruleset, compose(text), source, game.state.info.options)
        facts = tuple(_joining(game, whose, roster))
        check_names(game.match, facts)
    except UnknownName as error:
        raise Refused(make_sentence(str(error))) from error
    return enter(game, facts, reason)


def _joining(game: Game, side: SideId, roster: Roster) -> Iterator[FiguresJoined]:
    """With handles behind those of the side, and the profiles of each that the side has not; the
    first brings the points of them all.
    """
    force = game.match.force(side)
    known = {} if force is None else force.profiles
    profiles = dict(known)
    names = {wish: _as_known(wish, body, profiles) for wish, body in roster.profiles.items()}
    fresh = {name: body for name, body in profiles.items() if name not in known}
    first = int(handle(game.match.new_unit(side)).removeprefix(handle(side)))
    for number, unit in enumerate(roster.units, first):
        called = f"{handle(side)}{number}"
        used = {names[figure.profile] for figure in unit.figures}
        yield FiguresJoined(
            unit=make_unit_id(called),
            side=side,
            name=unit.name,
            figures=tuple(
                MusteredFigure(make_figure_id(called, n), names[figure.profile], figure.name)
                for n, figure in enumerate(unit.figures, 1)
            ),
            profiles={name: fresh[name] for name in sorted(used & fresh.keys())},
            points=roster.points if number == first else 0,
        )


def _as_known(wish: str, body: dict[str, Json], profiles: Profiles) -> str:
    """The name under which a profile is known from now on: of another body, a name of its own."""
    name, number = wish, 1
    while profiles.setdefault(name, body) != body:
        name = f"further {wish}{f' {number}' * (number > 1)}"
        number += 1
    return name

"""Who is meant: sides, units and figures by handle or by name, as people write them in a line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from tracker.procedures.view import Match, UnknownName
from tracker.vocabulary.names import FigureId, SideId, UnitId, handle
from tracker.vocabulary.nearest import nearest

Id = TypeVar("Id", bound=str)


def unit_named(match: Match, name: str, side: SideId | None = None) -> UnitId:
    """The unit with this handle or name. Raises ``UnknownName`` with the nearest there is."""
    units = match.all_units(side)
    handles = {handle(unit): unit for unit in units}
    found = handles.get(name.lower())
    if found is not None:
        return found
    called = [(match.unit(unit).name, unit) for unit in match.units(side)]
    return _by_name(match, name, called, "unit")


def figure_named(match: Match, name: str) -> FigureId:
    """The figure with this handle (``r1.3``, or ``r13`` where figures act) or name of its own."""
    figures = match.all_figures()
    for figure in figures:
        if name.lower() in (handle(figure), match.handle(figure)):
            return figure
    called = [(match.figure(f).name, f) for f in figures if match.figure(f).name]
    return _by_name(match, name, called or [(match.handle(f), f) for f in figures], "figure")


def side_named(match: Match, name: str) -> SideId:
    """The side with this letter or name."""
    for side in match.sides:
        if name.lower() == handle(side):
            return side
    return _by_name(match, name, [(match.side_name(s), s) for s in match.sides], "side")


def each_side(
    match: Match, tell: Callable[[SideId], object], sides: Sequence[SideId] | None = None
) -> str:
    """``Red 3 · Blue 0``: what is told of each side, or of these."""
    told = match.sides if sides is None else sides
    return " · ".join(f"{match.side_name(side)} {tell(side)}" for side in told)


def units_of(match: Match, units: Iterable[UnitId], what: str) -> SideId:
    """The one side these units are of. Raises ``UnknownName`` where there are two."""
    sides = {match.side_of(unit) for unit in units}
    if len(sides) > 1:
        message = f"{what}: name units of one side"
        raise UnknownName(message)
    return sides.pop()


def one_of(text: str, values: Mapping[str, Id] | Sequence[str], what: str) -> str:
    """The value that a word means, by the nearest of those there are. Raises ``UnknownName``."""
    word = text.lower()
    if word in values:
        return values[word] if isinstance(values, Mapping) else word
    message = f"no {what} is called {text}; {_nearest(word, tuple(values))}"
    raise UnknownName(message)


def _by_name(match: Match, name: str, called: Sequence[tuple[str, Id]], what: str) -> Id:
    wanted = " ".join(name.lower().split())
    exact = [found for word, found in called if word.lower() == wanted]
    close = exact or [found for word, found in called if wanted and word.lower().startswith(wanted)]
    if len(close) == 1:
        return close[0]
    if close:
        several = ", ".join(match.handle(found) for found in close)
        message = f"{name} is the name of several: {several}; say which"
        raise UnknownName(message)
    words = {word.lower(): f"{match.handle(found)} {word}".strip() for word, found in called}
    near = nearest(wanted, words)
    hint = f"; the nearest is {words[near]}" if near else ""
    message = f"no {what} is called {name}{hint}"
    raise UnknownName(message)


def _nearest(word: str, values: tuple[str, ...]) -> str:
    near = nearest(word, values)
    return f"did you mean {near}?" if near else f"there are {', '.join(values)}"

"""Finds sides, units and figures by the handles or names in a line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from tracker.input_parsing.line_syntax_tree import needs_no_quotes
from tracker.procedures.match_view import Match, UnknownName
from tracker.vocabulary.closest_word import find_closest_word
from tracker.vocabulary.count_wording import format_alternatives
from tracker.vocabulary.events import Json
from tracker.vocabulary.name_normalisation import make_name_key, normalise_to_nfc
from tracker.vocabulary.subject_ids import FigureId, SideId, Subject, UnitId, format_handle

Id = TypeVar("Id", bound=str)


def find_unit(match: Match, name: str) -> UnitId:
    """Find the unit with this name or handle. Raises ``UnknownName`` with the nearest name.

    A unit that has left the table is found only by its whole name, if no other unit fits.
    """
    units = match.all_units()
    found = find_subject_by_handle_unless_name(
        match, name, {format_handle(unit): unit for unit in units}
    )
    if found is not None:
        return found
    called = [(match.unit(unit).name, unit) for unit in match.units()]
    wanted = make_name_key(name)
    if not any(make_name_key(word).startswith(wanted) for word, _ in called):
        gone = [unit for unit in units if make_name_key(match.unit(unit).name) == wanted]
        called = [(match.unit(unit).name, unit) for unit in gone] or called
        sides = [side for side in match.sides if make_name_key(match.side_name(side)) == wanted]
        if sides and not gone:
            points = f"vp {format_side_in_line(match, sides[0])} 2"
            message = f"{name} is a side, not a unit; for points, type a line such as `{points}`"
            raise UnknownName(message)
    return _find_by_name(match, name, called, "unit")


def suggest_quoting_unit_name(match: Match, name: str) -> str:
    """If several words form a unit's name, suggest quoting them. Otherwise, return ""."""
    try:
        unit = find_unit(match, name)
    except UnknownName:
        return ""
    return f'write "{match.unit(unit).name}" in quotes, or {match.handle(unit)}'


def find_figure(match: Match, name: str) -> FigureId:
    """Find the figure with this name or handle (``r1.3``; ``r13`` if figures act individually)."""
    figures = match.all_figures()
    called = [(match.figure(f).name, f) for f in figures if match.figure(f).name]
    handles = {word: f for f in figures for word in (format_handle(f), match.handle(f))}
    found = find_subject_by_handle_unless_name(match, name, handles)
    if found is not None:
        return found
    return _find_by_name(match, name, called or [(match.handle(f), f) for f in figures], "figure")


def find_side(match: Match, name: str) -> SideId:
    """Find a side by its letter, its name or its player's name, or raise ``UnknownName``.

    A player's name must be complete. If it is also the name of a side, that side is found.
    """
    called = [(match.side_name(side), side) for side in match.sides]
    found = find_subject_by_handle_unless_name(
        match, name, {format_handle(side): side for side in match.sides}
    )
    if found is not None:
        return found
    try:
        return _find_by_name(match, name, called, "side")
    except UnknownName:
        players = {side: make_name_key(match.player_name(side)) for side in match.sides}
        played = [side for side, player in players.items() if player == make_name_key(name)]
        if len(played) == 1 and name.strip():
            return played[0]
        raise


def format_side_in_line(match: Match, side: SideId) -> str:
    """Format a side for a line: its name, or its letter if the name is not a unique word."""
    names = [match.side_name(one).lower() for one in match.sides]
    name = match.side_name(side).lower()
    plain = len(name) > 1 and names.count(name) == 1 and needs_no_quotes(name)
    return name if plain else format_handle(side)


def get_force_profiles(match: Match, side: SideId) -> dict[str, dict[str, Json]]:
    """Return the profiles of a side's force by name, or {} before the muster."""
    force = match.force(side)
    return {} if force is None else force.profiles


def list_all_members(match: Match, unit: UnitId) -> tuple[FigureId, ...]:
    every = match.all_figures(match.side_of(unit))
    return tuple(figure for figure in every if match.figure(figure).unit == unit)


def list_lost_members(match: Match, unit: UnitId) -> tuple[FigureId, ...]:
    every = list_all_members(match, unit)
    return tuple(figure for figure in every if match.figure(figure).gone is not None)


def find_common_side(match: Match, subjects: Iterable[Subject]) -> SideId | None:
    """Return the only side to which these subjects belong, or None if there is not exactly one."""
    sides = {match.side_of(subject) for subject in subjects}
    return sides.pop() if len(sides) == 1 else None


def describe_each_side(
    match: Match, describe: Callable[[SideId], object], sides: Sequence[SideId] | None = None
) -> str:
    """Describe a value for each side (or for ``sides`` only), such as ``Red 3 · Blue 0``."""
    told = match.sides if sides is None else sides
    return " · ".join(f"{match.side_name(side)} {describe(side)}" for side in told)


def find_side_of_units(match: Match, units: Iterable[UnitId], error_text: str) -> SideId:
    """Return the side to which these units belong. Raises ``UnknownName`` for two sides."""
    sides = {match.side_of(unit) for unit in units}
    if len(sides) > 1:
        raise UnknownName(f"{error_text}: name units of one side only")
    return sides.pop()


def look_up_word(text: str, values_by_word: Mapping[str, Id] | Sequence[str], noun: str) -> str:
    """Return the value of a word, or the word itself if ``values_by_word`` only lists words.

    Raises ``UnknownName`` for an unknown word, with the nearest known word if there is one.
    """
    word = text.lower()
    if word in values_by_word:
        return values_by_word[word] if isinstance(values_by_word, Mapping) else word
    near = find_closest_word(word, values_by_word)
    hint = f"did you mean {near}?" if near else f"choose one of: {', '.join(values_by_word)}"
    raise UnknownName(f"no {noun} is called {text}; {hint}")


def find_subject_by_handle_unless_name(
    match: Match, name: str, subjects_by_handle: Mapping[str, Id]
) -> Id | None:
    """Return the subject with this handle, or None if there is none.

    Return None as well if the handle is the name of another subject. Keys produce handles in lower
    case, so a handle in lower case always means its subject.
    """
    found = subjects_by_handle.get(name.lower())
    if found is None or name == name.lower():
        return found
    units = ((match.unit(one).name, one) for one in match.all_units())
    figures = ((match.figure(one).name, one) for one in match.all_figures())
    sides = ((match.side_name(one), one) for one in match.sides)
    others = (word for word, one in (*units, *figures, *sides) if one != found)
    return None if normalise_to_nfc(name) in map(normalise_to_nfc, others) else found


def _find_by_name(
    match: Match, name: str, names_and_subjects: Sequence[tuple[str, Id]], what: str
) -> Id:
    wanted = make_name_key(name)
    exact = [found for word, found in names_and_subjects if make_name_key(word) == wanted]
    close = exact or [
        found
        for word, found in names_and_subjects
        if wanted and make_name_key(word).startswith(wanted)
    ]
    if len(close) == 1:
        return close[0]
    if close:
        several = format_alternatives([match.handle(found) for found in close])
        raise UnknownName(f"{name} could mean more than one {what}: type {several}")
    words = {
        make_name_key(word): f"{match.handle(found)} {word}".strip()
        for word, found in names_and_subjects
    }
    near = find_closest_word(wanted, words)
    hint = (
        f"; the nearest is {words[near]}"
        if near
        else _suggest_handle_or_name(match, names_and_subjects)
    )
    if what == "side" and not near:
        ways = (f"{match.handle(found)} ({word})" for word, found in names_and_subjects)
        hint = f"; type {' or '.join(ways)}"
    raise UnknownName(f"no {what} is called {name}{hint}")


def _suggest_handle_or_name(match: Match, names_and_subjects: Sequence[tuple[str, Id]]) -> str:
    for word, found in names_and_subjects[:1]:
        either = " or ".join(dict.fromkeys((match.handle(found), word)))
        return f"; type a handle or a name, such as {either}"
    return ""

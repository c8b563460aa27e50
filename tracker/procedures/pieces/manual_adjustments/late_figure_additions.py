"""Figures that players add: reinforcements, and figures that were forgotten or miscounted.

``fix r1 add rifleman 2`` adds figures to a unit. ``fix red add "Late squad" rifleman 5 gunner``
adds a unit to a side. The profiles must exist in the force.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from msgspec.structs import replace

from tracker.procedures.declared.line_reader import is_reading_stored_lines, parse_whole_number
from tracker.procedures.declared.rosters_and_mustering import MAX_FIGURES
from tracker.procedures.match_view import Match, UnknownName
from tracker.procedures.pieces.manual_adjustments.adjustable_property import (
    AdjustableProperty,
    AdjustmentRow,
    format_fix_part,
    make_choice_row,
)
from tracker.procedures.pieces.subject_lookup import (
    format_side_in_line,
    get_force_profiles,
    list_all_members,
)
from tracker.vocabulary.closest_word import find_closest_word
from tracker.vocabulary.count_wording import is_same_noun
from tracker.vocabulary.events import AnyFact, FiguresJoined, Json, MusteredFigure
from tracker.vocabulary.subject_ids import (
    FigureId,
    SideId,
    Subject,
    UnitId,
    format_handle,
    is_unit,
    make_figure_id,
)
from tracker.vocabulary.typed_numbers import is_whole_number

ADD: Final = "add"
MAX_LISTED: Final = 6
"""The number of additional figures that a form offers. A line can add more."""
MAX_WORDS: Final = 20
"""The maximum number of words after ``add``."""

StandsAlone = Callable[[Mapping[str, Json]], bool]
"""A function that returns whether a figure with this profile always forms a unit of its own."""


def _list_unit_addition_rows(
    alone: StandsAlone, match: Match, subject: Subject
) -> Iterator[AdjustmentRow]:
    unit = UnitId(subject)
    side = match.side_of(unit)
    there, known = list_all_members(match, unit), get_force_profiles(match, side)
    if any(alone(known.get(match.figure(figure).profile, {})) for figure in there):
        return
    joined = (figure for figure in there if match.figure(figure).joined)
    profiles = [name for name, each in known.items() if not alone(each)]
    yield from _make_addition_rows(match, unit, profiles, "added", joined)


def _list_new_unit_rows(
    alone: StandsAlone, match: Match, subject: Subject
) -> Iterator[AdjustmentRow]:
    side = SideId(subject)
    joined = (figure for figure in match.all_figures(side) if _is_in_added_unit(match, figure))
    known = get_force_profiles(match, side)
    lone = [name for name, each in known.items() if alone(each)]
    yield from _make_addition_rows(match, side, known, "new unit", joined, lone)


def _is_in_added_unit(match: Match, figure: FigureId) -> bool:
    first = make_figure_id(format_handle(figure).partition(".")[0], 1)
    return match.figure(figure).joined and match.figure(first).joined


def _make_addition_rows(
    match: Match,
    subject: Subject,
    profiles: Iterable[str],
    word: str,
    joined: Iterator[FigureId],
    single_profiles: Collection[str] = (),
) -> Iterator[AdjustmentRow]:
    count = Counter(match.figure(figure).profile for figure in joined)
    for profile in profiles:
        there = count[profile]
        more = range(1, 2 if profile in single_profiles else MAX_LISTED + 1)
        ways = {str(there): ""}
        ways |= {
            str(there + n): format_fix_part(match, subject, ADD, profile, str(n)) for n in more
        }
        row = make_choice_row(subject, f"{word}: {profile}", str(there), ways, counts=True)
        yield replace(row, needs_other_changes=True)


def _make_unit_addition_facts(
    alone: StandsAlone, match: Match, subject: Subject, _: str, more: tuple[str, ...]
) -> tuple[AnyFact, ...]:
    unit = UnitId(subject)
    value = match.unit(unit)
    name, profiles = _parse_name_and_profiles(match, value.side, subject, more)
    there = [match.figure(figure).profile for figure in list_all_members(match, unit)]
    _reject_mixed_unit(alone, match, value.side, [*there, *profiles])
    if name and len(profiles) > 1:
        raise UnknownName(
            f"a figure with a name joins alone, so add {name} and the others in separate lines"
        )
    return (_make_joined_fact(match, value.side, unit, value.name, profiles, name),)


def _make_new_unit_facts(
    alone: StandsAlone, match: Match, subject: Subject, _: str, more: tuple[str, ...]
) -> tuple[AnyFact, ...]:
    side = SideId(subject)
    name, profiles = _parse_name_and_profiles(match, side, subject, more)
    _reject_mixed_unit(alone, match, side, profiles)
    own = name if match.by_figure and len(profiles) == 1 else ""
    name = name or profiles[0].capitalize()
    return (_make_joined_fact(match, side, match.new_unit(side), name, profiles, own),)


def _parse_name_and_profiles(
    match: Match, side: SideId, subject: Subject, words: Sequence[str]
) -> tuple[str, list[str]]:
    """Parse the optional name and each figure's profile, or raise ``UnknownName``."""
    names = {name.lower(): name for name in get_force_profiles(match, side)}
    if not names:
        message = f"{match.side_name(side)} has no profiles: add a roster to the side first"
        raise UnknownName(message)
    called = ""
    rest = [word.lower() for word in words]
    if _begins_with_name(names, rest):
        called, rest = words[0], rest[1:]
    if not rest:
        such = format_fix_part(match, subject, ADD, next(iter(names.values())), "2")
        raise UnknownName(f"name the profile of the new figures, as in `{such}`")
    found: list[str] = []
    while rest:
        word = rest.pop(0)
        many = rest.pop(0) if rest and is_whole_number(rest[0].removeprefix("+")) else "1"
        profile = _find_profile(names, word)
        if not profile:
            raise UnknownName(_explain_unknown_profile(match, side, subject, called, word, many))
        found += [profile] * (parse_whole_number(many, profile, low=1, high=MAX_FIGURES) or 1)
    return called, found


def _begins_with_name(names: Mapping[str, str], words: Sequence[str]) -> bool:
    if len(words) < 2 or words[0] in names:
        return False
    number = words[0].isdecimal()
    if words[1] in names:
        return not number or is_reading_stored_lines()
    return not (number or words[1].isdecimal() or _find_profile(names, words[0]))


def _find_profile(names: Mapping[str, str], word: str) -> str:
    alike = [key for key in names if is_same_noun(key, word)]
    return names.get(word) or (names[alike[0]] if len(alike) == 1 else "")


def _explain_unknown_profile(
    match: Match, side: SideId, subject: Subject, called: str, word: str, count_text: str
) -> str:
    profiles = get_force_profiles(match, side)
    names = {name.lower(): name for name in profiles}
    of_unit = list_all_members(match, UnitId(subject)) if is_unit(subject) else ()
    usual = match.figure(of_unit[0]).profile if of_unit else next(iter(profiles))
    near = names.get(find_closest_word(word, names), usual)
    number, named = word if word.isdecimal() else count_text, [called] if called else []
    such = format_fix_part(match, subject, ADD, *named, near, number)
    if word.isdecimal():
        return f"a profile must be before {word}, as in `{such}`"
    new = "FILE" if any(profiles.values()) else f'"{count_text} {word}"'
    join = f"warledger match join M {format_side_in_line(match, side)} {new}"
    known = ", ".join(profiles)
    return f"the force has only {known}, as in `{such}`; to add {word}, run: {join}"


def _reject_mixed_unit(
    alone: StandsAlone, match: Match, side: SideId, profiles: Sequence[str]
) -> None:
    """Raise ``UnknownName`` unless all these figures can share a unit."""
    known = get_force_profiles(match, side)
    lone = next((name for name in profiles if alone(known.get(name, {}))), None)
    if lone is not None and len(profiles) > 1:
        message = f"{lone} must be a separate unit: {format_fix_part(match, side, ADD, lone)}"
        raise UnknownName(message)


def _make_joined_fact(
    match: Match, side: SideId, unit: UnitId, name: str, profiles: Sequence[str], own: str
) -> FiguresJoined:
    """Return the fact that figures join a unit, with numbers that it has never used before."""
    called = format_handle(unit)
    taken = (format_handle(figure).partition(".") for figure in match.all_figures(side))
    last = max((int(number) for owner, _, number in taken if owner == called), default=0)
    known = get_force_profiles(match, side)
    worth = (known[profile].get("cost") for profile in profiles)
    return FiguresJoined(
        unit=unit,
        side=side,
        name=name,
        figures=tuple(
            MusteredFigure(make_figure_id(called, n), profile, own)
            for n, profile in enumerate(profiles, last + 1)
        ),
        points=sum(cost for cost in worth if isinstance(cost, int)),
    )


def make_figure_addition_adjustments(stands_alone: StandsAlone) -> tuple[AdjustableProperty, ...]:
    """Make the properties for added figures, which are the same in all rulesets.

    The property of sides comes first, because the name of a side never means a unit.
    """
    return (
        AdjustableProperty(
            "side",
            (ADD,),
            partial(_make_new_unit_facts, stands_alone),
            partial(_list_new_unit_rows, stands_alone),
            most_words=MAX_WORDS,
        ),
        AdjustableProperty(
            "unit",
            (ADD,),
            partial(_make_unit_addition_facts, stands_alone),
            partial(_list_unit_addition_rows, stands_alone),
            most_words=MAX_WORDS,
            applies_when_gone=True,
        ),
    )

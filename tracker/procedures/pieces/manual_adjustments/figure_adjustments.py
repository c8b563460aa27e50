"""Manual adjustments of figures: their number, losses, gear, profiles and units."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from tracker.procedures.declared.line_reader import is_reading_stored_lines
from tracker.procedures.declared.line_reader import parse_whole_number as read_number
from tracker.procedures.declared.marker_and_link_kinds import MarkerKind
from tracker.procedures.declared.marker_values import YES
from tracker.procedures.match_view import Match, UnknownName, group_equal_figures
from tracker.procedures.pieces.delayed_effects import classify_as_killed, list_unmarked_figures
from tracker.procedures.pieces.line_subject_fields import explain_missing_unit
from tracker.procedures.pieces.manual_adjustments.adjustable_property import (
    AdjustableProperty,
    AdjustmentRow,
    format_fix_part,
    make_choice_row,
    make_number_row,
)
from tracker.procedures.pieces.manual_adjustments.marker_adjustments import make_marker_adjustment
from tracker.procedures.pieces.subject_lookup import (
    find_unit,
    get_force_profiles,
    list_all_members,
    list_lost_members,
    look_up_word,
)
from tracker.projection.match_state import PROFILE
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.events import (
    AnyFact,
    FiguresRemoved,
    FiguresReturned,
    GearChanged,
    MarkerSet,
    RemovedHow,
    UnitFormed,
    Wounded,
)
from tracker.vocabulary.subject_ids import FigureId, Subject, UnitId, format_handle
from tracker.vocabulary.typed_numbers import is_whole_number

MAX_FIGURES: Final = 200
BACK: Final = "back"
GUN, WORKS, LOST = "gun", "works", "lost"

Words = tuple[str, ...]
FigureWorth = Callable[[Match, FigureId], tuple[Any, ...]]
ListGear = Callable[[Match, FigureId], Iterable[tuple[str, str]]]
GetStat = Callable[[Match, FigureId], str]
FindRemovalKind = Callable[[Match, FigureId], RemovedHow]


def make_figure_count_adjustment(
    get_worth: FigureWorth = lambda *_: (), classify_removal: FindRemovalKind = classify_as_killed
) -> AdjustableProperty:
    """Make the property for the number of figures in a unit, as in ``figures -2``.

    The least valuable figures are removed first and returned last. ``classify_removal`` returns how
    a figure leaves the table (by default, killed).
    """

    def list_rows(match: Match, unit: Subject) -> Iterator[AdjustmentRow]:
        count = len(match.figures(UnitId(unit)))
        most = count + len(list_lost_members(match, UnitId(unit)))

        def format_change(n: int) -> str:
            return format_fix_part(match, unit, "figures", f"{n - count:+d}")

        yield make_number_row(unit, "figures", count, most, format_change, "figs")

    def make_facts(match: Match, subject: Subject, word: str, more: Words) -> tuple[AnyFact, ...]:
        """Return the facts for a new number of figures.

        The most valuable figures are removed last and returned first.
        """
        unit = UnitId(subject)
        change = parse_number_as_difference(match, subject, word, more, len(match.figures(unit)))
        if change < 0:
            fallen = choose_least_valuable_figures(
                match, match.figures(unit), -change, unit, get_worth
            )
            return _make_removal_facts(match, fallen, classify_removal)
        lost = list_lost_members(match, unit)
        if change > len(lost):
            returning = format_fix_part(match, unit, "figures")
            raise UnknownName(explain_too_few_lost(match, unit, change - len(lost), returning))
        back = sorted(lost, key=lambda figure: get_worth(match, figure), reverse=True)
        return (FiguresReturned(figures=tuple(back[:change])),) if change else ()

    return AdjustableProperty("unit", ("figures",), make_facts, list_rows, applies_when_gone=True)


def explain_too_few_lost(match: Match, unit: UnitId, new_count: int, return_line: str) -> str:
    """Explain that fewer figures were lost, and suggest a line that adds ``new_count`` new figures.

    ``return_line`` is the line that returns lost figures, up to their number.
    """
    members = list_all_members(match, unit)
    if not members:
        return explain_missing_unit(match, unit)
    lost = len(list_lost_members(match, unit))
    add = format_fix_part(match, unit, "add", match.figure(members[0]).profile, str(new_count))
    who, added = match.tag(unit), format_count(new_count, "new one")
    if not lost:
        return f"{who} has lost no figures. To add {added}, type `{add}`"
    figures, them = format_count(lost, "figure"), "it" if lost == 1 else "them"
    line = f"{return_line} +{lost} | {add}"
    return f"{who} has lost only {figures}. To return {them} and add {added}, type `{line}`"


def _make_removal_facts(
    match: Match, figures: Iterable[FigureId], how: FindRemovalKind
) -> tuple[FiguresRemoved, ...]:
    together = group_equal_figures(figures, lambda figure: how(match, figure))
    return tuple(FiguresRemoved(figures=those, how=word) for word, those in together)


def make_figure_removal_adjustment(
    classify_removal: FindRemovalKind = classify_as_killed,
) -> AdjustableProperty:
    """Make the property that removes or returns a single figure: ``fix r1.4 figures -1``."""

    def make_facts(match: Match, subject: Subject, word: str, more: Words) -> tuple[AnyFact, ...]:
        figure = FigureId(subject)
        gone = match.figure(figure).gone is not None
        change = parse_number_as_difference(match, subject, word, more, int(not gone))
        if change not in (1 if gone else -1, 0):
            message = f"{match.handle(figure)} is {'already gone' if gone else 'only one figure'}"
            raise UnknownName(message)
        if not change:
            return ()
        return (
            (FiguresReturned(figures=(figure,)),)
            if gone
            else _make_removal_facts(match, (figure,), classify_removal)
        )

    return AdjustableProperty("figure", ("figures",), make_facts, applies_when_gone=True)


def make_wounds_adjustment(
    get_total_wounds: Callable[[Match, FigureId], int],
) -> AdjustableProperty:
    def list_rows(match: Match, figure: Subject) -> Iterator[AdjustmentRow]:
        most = get_total_wounds(match, FigureId(figure)) - 1
        if most > 0:
            value = match.figure(FigureId(figure)).wounds
            yield make_number_row(
                figure,
                "wounds",
                value,
                most,
                lambda n: format_fix_part(match, figure, "wounds", f"{n}"),
            )

    def make_facts(match: Match, subject: Subject, word: str, more: Words) -> tuple[AnyFact, ...]:
        figure = FigureId(subject)
        if match.figure(figure).gone is not None and not is_reading_stored_lines():
            raise UnknownName(f"{match.handle(figure)} has left the table: return the figure first")
        most = max(get_total_wounds(match, figure) - 1, 0)
        if not most and more and more[0] != "0" and not match.by_figure:
            unit = match.handle(match.figure(figure).unit)
            message = (
                f"a figure with 1 wound falls when it is wounded: type `fix {unit} figures -1`"
            )
            raise UnknownName(message)
        what = f"{word} that {match.handle(figure)} carries"
        n = read_number(more[0] if more else "", what, low=0, high=most) or 0
        same = n == match.figure(figure).wounds
        return () if same else (Wounded(subjects=(figure,), wounds=n),)

    return AdjustableProperty("figure", ("wounds",), make_facts, list_rows)


def make_presence_adjustment(removal_words: Mapping[RemovedHow, str]) -> AdjustableProperty:
    hows = {word: how for how, word in removal_words.items()}

    def list_rows(match: Match, figure: Subject) -> Iterator[AdjustmentRow]:
        gone = match.figure(FigureId(figure)).gone
        lines = {YES: format_fix_part(match, figure, BACK)}
        lines |= {word: format_fix_part(match, figure, word) for word in hows}
        value = YES if gone is None else removal_words.get(gone, gone)
        yield make_choice_row(figure, "on the table", value, lines, "on table")

    def make_facts(match: Match, subject: Subject, word: str, _: Words) -> tuple[AnyFact, ...]:
        figure = FigureId(subject)
        if word != BACK:
            same = match.figure(figure).gone == hows[word]
            return () if same else (FiguresRemoved(figures=(figure,), how=hows[word]),)
        if match.figure(figure).gone is None:
            raise UnknownName(f"{match.handle(figure)} is already on the table")
        return (FiguresReturned(figures=(figure,)),)

    return AdjustableProperty(
        "figure", (BACK, *hows), make_facts, list_rows, most_words=0, applies_when_gone=True
    )


def make_gear_adjustment(list_gear: ListGear, common_gear: Words = ()) -> AdjustableProperty:
    """Make the property that removes or returns gear, as in ``fix r3 gun destroyer back``.

    ``list_gear`` lists the id and kind of each item of a figure's gear, lost or not. Items that are
    alike have the same id. ``common_gear`` is gear that any figure can have.
    """

    def list_rows(match: Match, subject: Subject) -> Iterator[AdjustmentRow]:
        lost = match.figure(FigureId(subject)).lost
        carried = Counter(gun for gun, _ in list_gear(match, FigureId(subject)))
        for gun, most in carried.items():
            words = {most: WORKS, 0: LOST}
            names = {n: words.get(n, f"{n} of {most}") for n in range(most, -1, -1)}
            left = max(most - lost.count(gun), 0)
            ways = {
                name: " | ".join(
                    [format_fix_part(match, subject, GUN, gun, *([BACK] if n > left else []))]
                    * abs(n - left)
                )
                for n, name in names.items()
            }
            yield make_choice_row(subject, gun.replace("-", " "), names[left], ways)

    def make_facts(match: Match, subject: Subject, _: str, more: Words) -> tuple[AnyFact, ...]:
        """Return the fact for gear that is named by its kind, or by its id if kinds are equal.

        By default, it is the first item.
        """
        figure, words = FigureId(subject), list(more)
        back = bool(words) and words[-1] == BACK
        name = "-".join(" ".join(words[: len(words) - back]).split())
        gear, lost = tuple(list_gear(match, figure)), match.figure(figure).lost
        held = {gun: kind for gun, kind in gear if gear.count((gun, kind)) > lost.count(gun)}
        rest = {gun: gun for gun in common_gear} | {gun: kind for gun, kind in gear if gun in lost}
        pool = rest if back else held
        if not pool:
            which = "has lost no gun" if back else "has no gun left to lose"
            raise UnknownName(f"{match.handle(figure)} {which}")
        if back and name in held and name not in lost:
            raise UnknownName(f"{match.handle(figure)} still has its {name.replace('-', ' ')}")
        gun = next(iter(pool))
        if name:
            kinds = {kind: gun for gun, kind in reversed(pool.items())}
            known_names = kinds | {gun: gun for gun in pool}
            gun = look_up_word(name, known_names, f"gun of {match.handle(figure)}")
        if back:
            return (GearChanged(figure=figure, gained=(gun,), why="by hand"),)
        return (GearChanged(figure=figure, lost=(gun,), why="by hand"),)

    return AdjustableProperty("figure", (GUN,), make_facts, list_rows, most_words=9)


def make_stat_adjustment(
    word: str, get_stat: GetStat, list_values: Callable[[Match, FigureId], Iterable[str]]
) -> AdjustableProperty:
    """Make the property for a stat of figures, such as ``fix r13 quality veteran``.

    ``list_values`` lists the possible values.
    """

    def list_rows(match: Match, subject: Subject) -> Iterator[AdjustmentRow]:
        figure = FigureId(subject)
        ways = {
            each: format_fix_part(match, figure, word, each) for each in list_values(match, figure)
        }
        yield make_choice_row(figure, word, get_stat(match, figure), ways)

    def make_facts(match: Match, subject: Subject, _: str, more: Words) -> tuple[AnyFact, ...]:
        figure = FigureId(subject)
        value = look_up_word(more[0] if more else "", tuple(list_values(match, figure)), word)
        if value == get_stat(match, figure):
            return ()
        return (GearChanged(figure=figure, why="by hand", stats=((word, value),)),)

    return AdjustableProperty("figure", (word,), make_facts, list_rows)


def make_profile_adjustment(
    field: str, profile_type: type, values: Iterable[str]
) -> AdjustableProperty:
    known = tuple(values)
    return make_stat_adjustment(
        field,
        lambda match, f: str(getattr(match.profile(f, profile_type), field)),
        lambda *_: known,
    )


WHOLE_PROFILE: Final = make_stat_adjustment(
    PROFILE,
    lambda match, figure: dict(match.figure(figure).stats).get(
        PROFILE, match.figure(figure).profile
    ),
    lambda match, figure: get_force_profiles(match, match.side_of(figure)),
)


def make_figure_unit_adjustment(word: str) -> AdjustableProperty:
    """Make the property for a figure's unit, as in ``fix r13 group r2``."""

    def list_rows(match: Match, figure: Subject) -> Iterator[AdjustmentRow]:
        if match.by_figure:
            own = match.figure(FigureId(figure)).unit
            units = (own, *(unit for unit in match.units(match.side_of(figure)) if unit != own))
            ways = {
                format_handle(unit): format_fix_part(match, figure, word, format_handle(unit))
                for unit in units
            }
            yield make_choice_row(figure, word, format_handle(own), ways)

    def make_facts(match: Match, subject: Subject, _: str, more: Words) -> tuple[AnyFact, ...]:
        figure = FigureId(subject)
        own, name = match.figure(figure).unit, match.handle(figure)
        if not more:
            raise UnknownName(f"name the {word} that {name} joins, as in `fix {name} {word} r2`")
        into = find_unit(match, more[0])
        if into == own or match.side_of(into) != match.side_of(figure):
            raise UnknownName(f"{name} can only join another {word} of its own side")
        return (make_unit_formed_fact(match, into, (*match.figures(into), figure), out_of=(own,)),)

    return AdjustableProperty("figure", (word,), make_facts, list_rows)


def _list_starting_number_rows(match: Match, unit: Subject) -> Iterator[AdjustmentRow]:
    value = match.unit(UnitId(unit))
    low, most = len(value.figures), len(list_all_members(match, UnitId(unit)))
    numbers = map(str, range(low, max(most, value.started) + 1))
    ways = {n: format_fix_part(match, unit, "began", n) for n in numbers}
    yield make_choice_row(unit, "began with", str(value.started), ways, counts=True)


def _make_starting_number_facts(
    match: Match, subject: Subject, _: str, more: Words
) -> tuple[AnyFact, ...]:
    unit, here = UnitId(subject), match.figures(UnitId(subject))
    what = f"figures {format_handle(unit)} began with"
    began = read_number(more[0] if more else "", what, low=len(here), high=MAX_FIGURES)
    if began == match.unit(unit).started:
        return ()
    return (make_unit_formed_fact(match, unit, here, started=began),)


def explain_starting_number_is_fixed(match: Match, subject: Subject, typed_number: str) -> str:
    unit = UnitId(subject)
    here, wanted = (
        len(match.figures(unit)),
        int(typed_number) if is_whole_number(typed_number) else 0,
    )
    message = f"the starting number of {match.tag(unit)} cannot be corrected"
    members = list_all_members(match, unit)
    if wanted > here and members:
        profile = match.figure(members[0]).profile
        line = format_fix_part(match, unit, "add", profile, str(wanted - here))
        return f"{message}; for {wanted} figures, type `{line}`"
    lost = here - wanted if 0 < wanted < here else 1
    line = format_fix_part(match, unit, "figures", f"-{lost}")
    return f"{message}; to remove figures, type `{line}`"


BEGAN: Final = AdjustableProperty(
    "unit", ("began",), _make_starting_number_facts, _list_starting_number_rows
)
"""The property for a unit's starting number of figures, as in ``fix r1 began 6``."""


def make_unit_formed_fact(
    match: Match,
    unit: UnitId,
    figures: tuple[FigureId, ...],
    *,
    out_of: tuple[UnitId, ...] = (),
    started: int | None = None,
) -> UnitFormed:
    """Return the fact that a unit consists of these figures. Its name does not change."""
    value = match.unit(unit)
    return UnitFormed(
        unit=unit, side=value.side, name=value.name, figures=figures, out_of=out_of, started=started
    )


def parse_number_as_difference(
    match: Match, subject: Subject, word: str, more: tuple[str, ...], current: int
) -> int:
    """Parse a difference (``-2``) or a new value (``5``), and return the difference.

    In stored lines, every number is a difference. Raises ``UnknownName`` for an invalid number.
    """
    text, what = more[0] if more else "", f"{word} of {match.handle(subject)}"
    number = read_number(text, what, low=-MAX_FIGURES, high=MAX_FIGURES) or 0
    is_difference = text.startswith(("+", "-")) or is_reading_stored_lines()
    return number if is_difference else number - current


def choose_least_valuable_figures(
    match: Match, figures: tuple[FigureId, ...], count: int, unit: UnitId, get_worth: FigureWorth
) -> tuple[FigureId, ...]:
    """Choose the ``count`` least valuable figures. Of equally valuable figures, choose the last."""
    if count > len(figures):
        raise UnknownName(
            f"{format_handle(unit)} has only {format_count(len(figures), 'figure')} for this"
        )
    by_worth = sorted(figures, key=lambda f: (*get_worth(match, f), -figures.index(f)))
    return tuple(sorted(by_worth[:count], key=figures.index))


def make_pending_removal_adjustments(
    marker: MarkerKind, word: str, counting_marker: MarkerKind, get_worth: FigureWorth
) -> tuple[AdjustableProperty, ...]:
    """Make the properties for figures that wait for removal, as in ``fix r1 to-remove +2``.

    The unit's ``counting_marker`` counts the marked figures. The least valuable figures are the
    first to be marked, and the first to be unmarked.
    """

    def list_marked_figures(match: Match, unit: UnitId) -> tuple[FigureId, ...]:
        return tuple(figure for figure in match.figures(unit) if match.has(figure, marker))

    def make_count_fact(match: Match, unit: UnitId, change: int) -> AnyFact:
        return counting_marker.set(unit, value=max(0, counting_marker.number(match, unit) + change))

    def list_rows(match: Match, subject: Subject) -> Iterator[AdjustmentRow]:
        unit = UnitId(subject)
        there = len(list_marked_figures(match, unit))

        def format_change(n: int) -> str:
            return format_fix_part(match, subject, word, f"{n - there:+d}")

        count = len(match.figures(unit))
        yield make_number_row(
            unit,
            word.replace("-", " "),
            there,
            count,
            format_change,
            word.rsplit("-", maxsplit=1)[-1],
        )

    def make_facts_of_unit(
        match: Match, subject: Subject, text: str, more: Words
    ) -> tuple[AnyFact, ...]:
        unit = UnitId(subject)
        change = parse_number_as_difference(
            match, subject, text, more, len(list_marked_figures(match, unit))
        )
        if not change:
            return ()
        if change > 0:
            fallen = choose_least_valuable_figures(
                match, list_unmarked_figures(match, marker, unit), change, unit, get_worth
            )
            fact: AnyFact = marker.set(*fallen, value="by hand")
        else:
            spared = choose_least_valuable_figures(
                match, list_marked_figures(match, unit), -change, unit, get_worth
            )
            fact = marker.cleared(*spared)
        return (fact, make_count_fact(match, unit, change))

    def make_facts_of_figure(
        match: Match, subject: Subject, text: str, more: Words
    ) -> tuple[AnyFact, ...]:
        had = match.has(subject, marker)
        facts = make_marker_adjustment(marker).make_facts(match, subject, text, more)
        change = sum(isinstance(fact, MarkerSet) for fact in facts) - int(had)
        if not facts or not change:
            return ()
        return (*facts, make_count_fact(match, match.figure(FigureId(subject)).unit, change))

    return AdjustableProperty("unit", (word,), make_facts_of_unit, list_rows), AdjustableProperty(
        "figure", (word,), make_facts_of_figure
    )

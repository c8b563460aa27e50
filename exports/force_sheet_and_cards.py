"""A force's unit cards: as text, and as a page with cards and labels to print."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from exports.html_reports import load_page_template
from exports.shapes.roster_json_types import ForceSheetShape, UnitSheetShape
from tracker.application.match_setup import choose_side_letter
from tracker.application.text_cleaning import strip_control_characters
from tracker.procedures.declared.rosters_and_mustering import Roster
from tracker.procedures.ruleset import Ruleset
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.subject_ids import format_display_handle, make_side_id

WIDTH = 74


def build_force_sheet(rules: Ruleset, roster: Roster) -> ForceSheetShape:
    """Build the sheet of a roster that is playable under the given rules."""
    assert rules.forces is not None
    parts = (
        rules.title,
        roster.player,
        format_count(roster.points, "point") if roster.points else "",
    )
    return ForceSheetShape(
        title=strip_control_characters(roster.name),
        about=" · ".join(strip_control_characters(part) for part in parts if part),
        units=[
            UnitSheetShape(
                name=strip_control_characters(unit.name),
                figures=strip_control_characters(roster.describe_figures(unit)),
                kinds=unit.kinds,
                points=unit.points,
                named=", ".join(
                    f"{strip_control_characters(figure.name)} ({figure.profile})"
                    for figure in unit.figures
                    if figure.name
                ),
                lines=[
                    strip_control_characters(line)
                    for line in rules.forces.sheet(unit, roster.profiles)
                ],
            )
            for unit in roster.units
        ],
    )


def render_force_sheet_text(sheet: ForceSheetShape) -> str:
    """Render the sheet as plain text 74 columns wide, with a tick box for every unit."""
    return "\n".join(_list_lines(sheet)) + "\n"


def _list_lines(sheet: ForceSheetShape) -> Iterator[str]:
    yield from _wrap(sheet.title.upper())
    yield from _wrap(sheet.about)
    for unit in sheet.units:
        yield "─" * WIDTH
        points = f"   {format_count(unit.points, 'point')}" if unit.points else ""
        yield from _wrap(f"[ ] {unit.name}: {unit.figures}{points}")
        for line in (unit.named, *unit.lines):
            yield from _wrap(line, "    ")


def _wrap(text: str, indent: str = "") -> list[str]:
    return textwrap.wrap(
        text, WIDTH, initial_indent=indent, subsequent_indent=f"{indent}  ", break_on_hyphens=False
    )


DEFAULT_SIDES = ("Red", "Blue")
"""The sides of a new game by default. They are used for a force whose side is not given."""


class TickBoxes(Struct, frozen=True):
    """The tick boxes for figures of one kind, or for a named figure."""

    name: str
    count: int


class UnitCard(Struct, frozen=True):
    """A unit's card: its handle, its values and a tick box for every figure."""

    handle: str
    sheet: UnitSheetShape
    tick_boxes: tuple[TickBoxes, ...]


class TableLabel(Struct, frozen=True):
    """A label with a unit's or figure's handle and name. ``is_figure`` is true for a figure."""

    handle: str
    name: str
    is_figure: bool = False


class SideLabels(Struct, frozen=True):
    """The labels of a force on one side, in the order of its units."""

    side: str
    labels: tuple[TableLabel, ...]


class ForceCards(Struct, frozen=True):
    """A force's sheet and cards, and its labels for each side on which it may play."""

    sheet: ForceSheetShape
    cards: tuple[UnitCard, ...]
    sides: tuple[SideLabels, ...]

    @property
    def title(self) -> str:
        return self.sheet.title


def build_force_cards(
    rules: Ruleset, roster: Roster, sides: Sequence[str] = DEFAULT_SIDES
) -> ForceCards:
    """Build the cards and labels of a playable roster.

    If exactly one side is given, cards have full handles (``R1``); otherwise, they have only
    numbers.
    """
    sheet = build_force_sheet(rules, roster)
    letter = choose_side_letter(sides[0], ()) if len(sides) == 1 else ""
    return ForceCards(
        sheet,
        tuple(
            UnitCard(f"{letter.upper()}{number}", unit, tuple(_list_tick_boxes(roster, number)))
            for number, unit in enumerate(sheet.units, 1)
        ),
        tuple(
            SideLabels(strip_control_characters(side), tuple(_list_labels(rules, roster, side)))
            for side in sides
        ),
    )


def render_force_cards_html(cards: ForceCards) -> str:
    """Render the cards and labels as HTML to print on A4. All text from users is escaped."""
    return load_page_template("force.html").render(report=cards, nav=())


def _list_tick_boxes(roster: Roster, number: int) -> Iterator[TickBoxes]:
    figures = roster.units[number - 1].figures
    for figure in figures:
        if figure.name:
            yield TickBoxes(strip_control_characters(figure.name), 1)
    for profile, count in Counter(figure.profile for figure in figures if not figure.name).items():
        yield TickBoxes(strip_control_characters(profile), count)


def _list_labels(rules: Ruleset, roster: Roster, side: str) -> Iterator[TableLabel]:
    """Yield labels with the handles that a game would give this force's units and figures."""
    assert rules.forces is not None
    letter = choose_side_letter(side, ())
    words = rules.words
    for unit in rules.forces.muster(roster, make_side_id(letter), letter).units:
        if not rules.by_figure or len(unit.figures) > 1:
            yield TableLabel(format_display_handle(unit.id), strip_control_characters(unit.name))
        if rules.by_figure:
            for figure in unit.figures:
                name = strip_control_characters(figure.name or figure.profile)
                yield TableLabel(words.format_display_handle(figure.id), name, is_figure=True)

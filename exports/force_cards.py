"""A force as one page for the table: a card a unit, and labels to cut out with the handles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from exports.force_sheet import ForceSheet, UnitSheet, force_sheet
from exports.html import template
from tracker.application.entrants import letter_of
from tracker.application.text import plain
from tracker.procedures.declared.forces import Roster
from tracker.procedures.ruleset import Ruleset
from tracker.vocabulary.names import side_id, tag

SIDES = ("Red", "Blue")
"""Whom a force is labelled for if nobody is named: the sides of a new game."""


class Track(Struct, frozen=True):
    """Figures of one kind, or one with a name: a box to tick for each."""

    name: str
    boxes: int


class UnitCard(Struct, frozen=True):
    """A unit with its number on the table and a box for every figure."""

    handle: str
    sheet: UnitSheet
    tracks: tuple[Track, ...]


class TableLabel(Struct, frozen=True):
    """A handle and whose it is; ``figure`` for one that stands beside a single figure."""

    handle: str
    name: str
    figure: bool = False


class SideLabels(Struct, frozen=True):
    """Labels of a force that plays on one side, in the order of its units."""

    side: str
    labels: tuple[TableLabel, ...]


class ForceCards(Struct, frozen=True):
    """The sheet of a force, its cards, and its labels for each side it may play on."""

    sheet: ForceSheet
    cards: tuple[UnitCard, ...]
    sides: tuple[SideLabels, ...]

    @property
    def title(self) -> str:
        """What the page is called."""
        return self.sheet.title


def force_cards(rules: Ruleset, roster: Roster, sides: Sequence[str] = SIDES) -> ForceCards:
    """Cards and labels of a roster that can be played.

    Cards bear whole handles (``R1``) where one side is named, else numbers alone.
    """
    sheet = force_sheet(rules, roster)
    letter = letter_of(sides[0], ()) if len(sides) == 1 else ""
    return ForceCards(
        sheet,
        tuple(
            UnitCard(f"{letter.upper()}{place}", unit, tuple(_tracks(roster, place)))
            for place, unit in enumerate(sheet.units, 1)
        ),
        tuple(SideLabels(plain(side), tuple(_labels(rules, roster, side))) for side in sides),
    )


def to_page(cards: ForceCards) -> str:
    """One HTML file that prints on A4; everything people wrote is escaped."""
    return template("force.html").render(report=cards, nav=())


def _tracks(roster: Roster, place: int) -> Iterator[Track]:
    figures = roster.units[place - 1].figures
    for figure in figures:
        if figure.name:
            yield Track(plain(figure.name), 1)
    for profile, count in Counter(one.profile for one in figures if not one.name).items():
        yield Track(plain(profile), count)


def _labels(rules: Ruleset, roster: Roster, side: str) -> Iterator[TableLabel]:
    """The handles that a game gives, from the force as it would be mustered on this side."""
    assert rules.forces is not None
    letter = letter_of(side, ())
    words = rules.words
    for unit in rules.forces.muster(roster, side_id(letter), letter).units:
        if not rules.by_figure or len(unit.figures) > 1:
            yield TableLabel(tag(unit.id), plain(unit.name))
        if rules.by_figure:
            for figure in unit.figures:
                name = plain(figure.name or figure.profile)
                yield TableLabel(words.tag(figure.id), name, figure=True)

"""The roster of a side: a line for each unit, with its figures below if they fit."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from textual.content import Content

from tracker.projection.match_state import State
from tracker.vocabulary.subject_ids import SideId
from tui.terminal_text_fitting import (
    Piece,
    count_cells,
    cut_text,
    fill_line,
    join_pieces,
    keep_whole_comma_parts,
    pad_text,
    wrap_text,
)
from tui.views.turn_and_phase_view import name_force, name_side
from tui.views.unit_status_rows import (
    CANNOT,
    GONE,
    LEFT,
    RosterRow,
    TableFocus,
    UnitMark,
    build_roster_rows,
)
from tui.widgets.clickable_text import make_clickable_subject
from tui.widgets.panel import Panel, PanelEdges

See = Callable[[], tuple[State, TableFocus | None]]
FIGURES = 5  # cells for "10/11"
SHORTEST_NAME = 6
APART = 2  # further cells between names and figures, if they fit


class RosterPanel(Panel):
    """A panel with the units of one side in their current state."""

    def __init__(
        self, side: SideId, place: int, see: See, edges: PanelEdges, *, details: bool = False
    ) -> None:
        super().__init__(edges)
        self.side = side
        self.colour = f"$side-{place}" if place < 3 else "$foreground"
        self.see = see
        self.details = details

    def render_title(self) -> Iterable[Piece]:
        state, _ = self.see()
        name, force = name_side(state, self.side), name_force(state, self.side)
        player = next((s.player for s in state.info.sides if s.id == self.side), "")
        pieces: list[Piece] = [(name.upper(), f"{self.colour} bold")]
        if force != name:
            pieces += [" ", (force, self.colour)]
        return [*pieces, f" · {player}"] if player and self.details else pieces

    def render_body(self, width: int, height: int) -> list[Content]:
        state, going = self.see()
        found = build_roster_rows(state, self.side, going, kinds=self.details)
        blocks = self._blocks(found, width)
        for room in (width - 4, 0):  # a line for each kind, or else only the numbers
            if sum(map(len, blocks)) > height:
                short = (
                    tuple(keep_whole_comma_parts(one, room) for one in row.kinds) for row in found
                )
                pairs = zip(found, short, strict=True)
                found = [replace(row, kinds=one if room else ()) for row, one in pairs]
                blocks = self._blocks(found, width)
        if sum(map(len, blocks)) > height:
            # every unit on its line, and as many details below as fit
            sides = [build_roster_rows(state, side.id, going) for side in state.info.sides]
            in_words = self.details and has_room_for_words(sides, width)
            lines = [[self._line(row, found, width, in_words=in_words)] for row in found]
            most = max(height // max(len(found), 1) - 1, 0)
            below = (self._below(row, width)[:most] for row in found)
            blocks = [[*own, *more] for own, more in zip(lines, below, strict=True)]
        return _window(blocks, [row.acting or row.target for row in found], width, height)

    def measure_wanted_height(self, width: int) -> int:
        """Return the number of lines needed at this width for all details of every unit."""
        state, going = self.see()
        found = build_roster_rows(state, self.side, going, kinds=self.details)
        return sum(map(len, self._blocks(found, width)))

    def _blocks(self, found: list[RosterRow], width: int) -> list[list[Content]]:
        """Render each unit with all its details."""
        above = [replace(row, marks=_grave(row.marks)) for row in found] if self.details else found
        return [
            [
                self._line(first, above, width, in_words=self.details),
                *self._below(row, width),
            ]
            for first, row in zip(above, found, strict=True)
        ]

    def _line(
        self, row: RosterRow, every: list[RosterRow], width: int, *, in_words: bool
    ) -> Content:
        told = draw_unit_line(row, every, width, self.colour, in_words=in_words)
        return make_clickable_subject(told, row.unit)

    def _below(self, row: RosterRow, width: int) -> list[Content]:
        """Render a unit's figures and other details below its line."""
        if not self.details or not row.left:
            return []
        above = _grave(row.marks)
        marks = ", ".join(mark.words for mark in row.marks if mark not in above)
        why = [f"{CANNOT} {row.why}"] if row.status == CANNOT else []
        last = [f"last {row.last}"] if row.last else []
        kinds = [each for kind in row.kinds for each in wrap_text(kind, width - 4)]
        texts = [cut_text(text, width - 4) for text in (*why, *(kinds or [row.figures]))]
        texts += [cut_text(text, width - 4) for text in (*last, *row.more)]
        texts += wrap_text(marks, width - 4)[:2]
        return [join_pieces([(f"   {text}", "$quiet")]) for text in texts]


def has_room_for_words(sides: Iterable[list[RosterRow]], width: int) -> bool:
    """Whether all marks of all units fit in words, so that both sides show each mark alike."""
    return all(
        mark.words in draw_unit_line(row, rows, width, "", in_words=True).plain
        for rows in sides
        for row in rows
        for mark in row.marks
    )


def draw_unit_line(
    row: RosterRow, every: list[RosterRow], width: int, colour: str, *, in_words: bool = False
) -> Content:
    """Draw a unit's line, such as ``▸1 Alpha 6/8 o5 acts``. ``in_words`` spells out its marks."""
    digits = max(len(each.number) for each in every)
    longest = max(count_cells(each.name) for each in every)
    beside = width - 1 - digits - 1 - 1 - FIGURES - 1 - 1 - 1
    least = longest + max(_signs(every, 0), 1)
    in_full = least + max(count_cells(each.status) for each in every) <= beside
    status_width = max([count_cells(_status(each, in_full)) for each in every] + [4])
    room = beside - status_width
    column = max(count_cells(_column(each.marks)) for each in every)
    if column and longest > room - _signs(every, column):
        column = 0  # aligned columns would cut a name
    told = (
        column
        + 1
        + max(count_cells(" ".join(_words(_behind(each.marks, column)))) for each in every)
    )
    apart = max(0, min(APART, room - longest - told))
    name_width = max(min(longest + apart, room - _signs(every, column)), SHORTEST_NAME)
    if name_width < longest:  # a name is cut only beside its own marks
        name_width = max(min(longest, room - _signs([row], column)), SHORTEST_NAME)
    said = _said(row.marks) if in_words else []
    fits = join_pieces(said).cell_length <= room - name_width
    marks = said if said and fits else _marks(row.marks, column, room - name_width)
    pointer = ("▸", "$primary bold") if row.acting or row.target else "└" if row.carried else " "
    gone = "$quiet" if row.status == GONE else ""
    left: list[Piece] = [
        pointer,
        (row.number.rjust(digits), f"{colour} bold"),
        " ",
        (pad_text(row.name, name_width), gone or ("bold" if row.acting else "")),
        " ",
        (f"{row.left}/{row.started}".ljust(FIGURES), gone),
        " ",
        *marks,
    ]
    style = {LEFT: "$primary", "acts": "$primary bold", CANNOT: "$quiet", GONE: "$error"}
    status = _status(row, in_full)
    return fill_line(width, left, [" ", (status, style.get(status, "$quiet")), " "])


def _status(row: RosterRow, in_full: bool) -> str:
    """Return the unit's status, in full or only its first word."""
    return row.status if in_full else row.status.partition(" ")[0]


def _grave(marks: tuple[UnitMark, ...]) -> tuple[UnitMark, ...]:
    """Return the marks to be seen at a glance. The others are spelled out below the unit."""
    return tuple(mark for mark in marks if mark.grave or mark.sign.startswith("−"))


def _words(marks: tuple[UnitMark, ...]) -> list[str]:
    return [mark.words if mark.grave else mark.sign for mark in marks]


def _column(marks: tuple[UnitMark, ...]) -> str:
    """Return the contents of the column that nearly every unit uses."""
    return " ".join(mark.sign for mark in marks if mark.column)


def _behind(marks: tuple[UnitMark, ...], column: int) -> tuple[UnitMark, ...]:
    """Return the marks after the column, or all marks if there is no column."""
    return tuple(mark for mark in marks if not (column and mark.column))


def _signs(every: list[RosterRow], column: int) -> int:
    """Return the number of cells needed for the marks of all rows as signs."""
    behind = (" ".join(mark.sign for mark in _behind(each.marks, column)) for each in every)
    return column + (1 if column else 0) + max(map(count_cells, behind))


def _said(marks: tuple[UnitMark, ...]) -> list[Piece]:
    """Render all marks in words."""
    pieces: list[Piece] = []
    for mark in marks:
        style = "$warning" if mark.grave else "$secondary"
        pieces += [*([", "] if pieces else []), (mark.words, style)]
    return pieces


def _marks(marks: tuple[UnitMark, ...], column: int, width: int) -> list[Piece]:
    """Render the column, then the other marks, in words if they fit and otherwise as signs."""
    others = _behind(marks, column)
    pieces: list[Piece] = [(pad_text(_column(marks), column) + " ", "$secondary")] if column else []
    room = width - (column + 1 if column else 0)
    texts = _words(others)
    if count_cells(" ".join(texts)) > room:
        texts = [mark.sign for mark in others]
    for number, (mark, text) in enumerate(zip(others, texts, strict=True)):
        style = "$warning" if mark.grave else "$secondary"
        pieces += [*([" "] if number else []), (text, style)]
    short = join_pieces(pieces)
    return [short.truncate(width, ellipsis=True)] if short.cell_length > width else pieces


def _window(
    blocks: list[list[Content]], marked: list[bool], width: int, height: int
) -> list[Content]:
    """Return as many units as fit, including acting ones, and a line that counts the others."""
    sizes = [len(block) for block in blocks]
    if sum(sizes) > height:
        blocks, sizes = [block[:1] for block in blocks], [1] * len(blocks)
    if sum(sizes) <= height:
        return [each for block in blocks for each in block]
    room = max(height - 1, 1)
    focus = max((i for i, mark in enumerate(marked) if mark), default=0)
    start = max(0, min(focus - room + 1, len(blocks) - room))
    shown = [block[0] for block in blocks[start : start + room]]
    rest = len(blocks) - len(shown)
    return [*shown, fill_line(width, [(f" … {rest} more", "$quiet")])]

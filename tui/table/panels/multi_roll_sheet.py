"""A sheet of many small rolls, with a row for each roller, its dice and its result."""

from __future__ import annotations

from textual.content import Content

from tracker.application.match.dice_input import list_opposing_dice
from tracker.input_parsing.dice_prompt_messages import format_dice_count as dice_of
from tracker.input_parsing.dice_reader import DiceReading
from tracker.input_parsing.dice_reading_results import DiceRefusal
from tracker.procedures.declared.roll_sheet import RollSheet, Row, RowResult
from tracker.procedures.requests import Roll, Score
from tracker.vocabulary.dice import count_successes, find_band
from tracker.vocabulary.events import Rolled
from tracker.vocabulary.subject_ids import SideId, format_handle, is_side, is_unit
from tui.key_bindings import ENTER
from tui.prompt.dice_entry import PlacedDice
from tui.prompt.table_prompt import Prompt
from tui.terminal_text_fitting import (
    Piece,
    count_cells,
    cut_beginning,
    fill_line,
    join_pieces,
    pad_text,
    wrap_text,
)
from tui.views.pending_question_view import name_subject
from tui.views.typed_dice_preview import (
    DisplayedDie,
    SuccessWords,
    TypedDicePreview,
    build_typed_dice_preview,
    describe_successes,
    get_success_words,
    is_success_face,
)
from tui.widgets.clickable_text import make_content_clickable, make_markable_row

CURSOR = "▌"
ASKED: SuccessWords = ("yes", "yes")
"""The words for successes in a roll that no rule requires."""
LARGE = len("╭─╮")
WHICH = "reroll which?  1 the ones · f the failures · or any face"


def find_success_words(prompt: Prompt) -> SuccessWords:
    request = None if prompt.pending is None else prompt.pending.request
    return ASKED if prompt.free is not None else get_success_words(getattr(request, "kind", None))


def build_preview_of_prompt_dice(prompt: Prompt) -> TypedDicePreview:
    """Build the preview of the current dice."""
    assert prompt.pending is not None
    before, text, asked = prompt.dice.current_dice()
    segment = 1 if before else 0
    won = find_success_words(prompt)
    mine = frozenset(place for at, place in prompt.dice.by_app if at == segment)
    return build_typed_dice_preview(
        text,
        prompt.dice.get_placed_dice(),
        asked,
        prompt.read_typed_dice(),
        at=prompt.dice.at,
        by_app=mine,
        won=won,
        versus=len(list_opposing_dice(prompt.pending)),
    )


def render_typed_dice(prompt: Prompt, width: int, *, large: bool = False) -> list[Content]:
    """Render the dice with their amounts beside them, or below if space is short. If ``large`` is
    true, the dice are drawn large where possible.
    """
    shown = build_preview_of_prompt_dice(prompt)
    said: list[Piece] = [("  " + _amounts(prompt, shown), "$success")]
    said += (
        [make_content_clickable(join_pieces([("   Enter", "$success bold")]), ENTER[:1])]
        if shown.ready
        else []
    )
    if large and can_draw_large(shown, width):
        rows = _large(shown)
    else:
        rows = [_text(shown)] if shown.text or not shown.dice else _dice(shown, width - 2)
    room = width - join_pieces(said).cell_length
    *lines, last = map(join_pieces, rows)
    if last.cell_length <= room:
        lines.append(fill_line(width, [last], said))
    else:
        lines += [last, fill_line(width, [], said)]
    more = _more(prompt, shown)
    return [*lines, *(join_pieces([(text, "$quiet")]) for text in wrap_text(more, width))]


def render_dice_before_reroll(prompt: Prompt, width: int) -> list[Content]:
    """Render the dice as they were before the reroll."""
    again = prompt.dice.get_reroll()
    if again is None or prompt.pending is None:
        return []
    faces = " ".join(
        f"({face})" if place in again.places else str(face)
        for place, face in enumerate(again.first)
    )
    count = len(again.places)
    said = f"{count} {'die' if count == 1 else 'dice'} again"
    return [fill_line(width, [(f"{prompt.pending.request.what}   {faces}", "$quiet")], [said])]


def _amounts(prompt: Prompt, shown: TypedDicePreview) -> str:
    """Return the result of the dice. A sum includes the rules' modifiers."""
    assert prompt.pending is not None
    request, reading = prompt.pending.request, prompt.read_typed_dice()
    if isinstance(reading, DiceReading) and reading.again and isinstance(request, Roll):
        total = describe_successes(
            count_successes(reading.result, request.bands), find_success_words(prompt)
        )
        return f"{shown.amounts}: {total} in all"
    if not isinstance(request, Score) or not isinstance(reading, DiceReading) or reading.to_roll:
        return shown.amounts
    if request.bands:
        band = request.bands[find_band(reading.result[0], request.bands)]
        return f"{shown.amounts}: {band.name}"
    says = request.kind.total if request.kind is not None else None
    word = says(prompt.game.match, request, reading.result[0]) if says is not None else ""
    return f"{shown.amounts}: {word}" if word else shown.amounts


def _more(prompt: Prompt, shown: TypedDicePreview) -> str:
    if prompt.typed_text.rstrip().endswith("*"):
        return WHICH
    if any(die.app for die in shown.dice):
        return "r4: rolled by the app, as the log will say"
    if shown.dice and shown.dice[0].bar:
        return "rolled by the app, as the log will say"
    if any(die.bar for die in shown.dice):
        return "typed | rolled by the app, as the log will say"
    return shown.more


def _text(shown: TypedDicePreview) -> list[Piece]:
    return [(shown.text, "bold"), (CURSOR, "$primary")]


def _dice(shown: TypedDicePreview, width: int) -> list[list[Piece]]:
    """Arrange the dice in rows that fit, with the cursor at the next die."""
    cursor = next((at for at, die in enumerate(shown.dice) if not die.face), len(shown.dice))
    picked = any(die.picked for die in shown.dice)
    rows: list[list[Piece]] = [[]]
    used = 0
    for at, die in enumerate(shown.dice):
        pieces = draw_die(die, barred=at > 0)
        if at + 1 == cursor and not picked:
            pieces.append((CURSOR, "$primary"))
        elif at == cursor == 0 and not picked:
            pieces[:0] = [(CURSOR, "$primary"), " "]
        taken = count_cells(join_pieces(pieces).plain) + 1
        if used + taken > width and rows[-1]:
            rows.append([])
            used = 0
        rows[-1] += [*([" "] if rows[-1] else []), *pieces]
        used += taken
    return rows


def can_draw_large(shown: TypedDicePreview, width: int) -> bool:
    """Whether the dice fit in a row of squares, are alike, and were not rolled by the app."""
    plain = all(not (die.size or die.app or die.bar) for die in shown.dice)
    return plain and 0 < len(shown.dice) * LARGE <= width


def _large(shown: TypedDicePreview) -> list[list[Piece]]:
    """Draw a square with a face for each die, and the cursor in the next one."""
    cursor = next((at for at, die in enumerate(shown.dice) if not die.face), len(shown.dice))
    rows: list[list[Piece]] = [[], [], []]
    for at, die in enumerate(shown.dice):
        edge = "reverse" if die.picked else choose_die_style(die) if die.face else "$frame"
        face = die.face or (CURSOR if at == cursor and not die.picked else " ")
        inside = "$primary" if face == CURSOR else edge
        rows[0].append(("╭─╮", edge))
        left, right = "[]" if die.picked else "││"
        rows[1] += [(left, edge), (face, inside), (right, edge)]
        rows[2].append(("╰─╯", edge))
    return rows


def choose_die_style(die: DisplayedDie) -> str:
    """Return the style of a die, which is bright for a success."""
    return "$success bold" if die.counts else "bold"


def draw_die(die: DisplayedDie, *, barred: bool = True) -> list[Piece]:
    """Draw a die, such as ``4``, ``[4]`` if picked, or ``D8 [5]`` if the dice differ in size.

    If ``barred`` is true, a bar separates the app's first die from typed dice before it.
    """
    face = f"{'r' if die.app else ''}{die.face or ('' if die.size else '_')}"
    pieces: list[Piece] = [("| ", "$quiet")] if die.bar and barred else []
    style = choose_die_style(die) if die.face else "$quiet"
    if die.picked:
        return [*pieces, (f"{die.size} " if die.size else "", "$quiet"), (f"[{face}]", "reverse")]
    if die.size:
        return [*pieces, (f"{die.size} ", "$quiet"), (f"[{face or ' '}]", style)]
    return [*pieces, (face, style)]


def draw_rolled_faces(rolled: Rolled, words: str) -> list[Piece]:
    """Draw a past roll's dice, with bright successes."""
    if words.split(" ") != [str(face) for face in rolled.faces]:
        return [(words, "$quiet")]  # in fives; dice of the app and rerolls are in words
    pieces: list[Piece] = []
    for face in rolled.faces:
        bright = is_success_face(face, rolled.form, rolled.bands)
        pieces += [" "] if pieces else []
        pieces.append((str(face), "$success bold" if bright else "$quiet"))
    return pieces


NAME = 20
BELOW = "    "
HOW = ("type each row · ↑ ↓ picks one · r rolls it or the rest", "↑ ↓ a row · r rolls", "")
"""The ways to fill in a sheet. The first text that fits is shown."""
TWO_ROWS = 2
"""The minimum number of visible rows: the last typed one and the current one."""


def render_roll_sheet(prompt: Prompt, sheet: RollSheet, width: int, height: int) -> list[Content]:
    """Render the heading, the rows that fit around the current one, and the keys.

    If few rows fit, the last typed row replaces the heading.
    """
    dice = prompt.dice.get_placed_dice() or PlacedDice(_list_read_faces(prompt))
    comes = sheet.compute_results(dice.faces)
    table = _Table(prompt, sheet, dice, comes, width)
    few = min(len(sheet.rows), TWO_ROWS) * table.deep
    heading = table.heading if height > few + table.heading else 0
    room = max((height - 1 - heading) // table.deep, 1)
    first = _first_shown(table.find_active(), len(sheet.rows), room)
    shown = range(first, min(first + room, len(sheet.rows)))
    heads = [table.head()] if heading else []
    rows = [each for at in shown for each in table.row(at)]
    return [*heads, *rows, _foot(prompt, sheet, dice, width, hidden=len(sheet.rows) - len(shown))]


def _list_read_faces(prompt: Prompt) -> tuple[int, ...]:
    """List the faces typed before a face that its die does not have."""
    found = prompt.read_typed_dice()
    return found.faces if isinstance(found, DiceRefusal) else ()


def list_sheet_sides(prompt: Prompt, sheet: RollSheet) -> frozenset[SideId]:
    match = prompt.game.match
    return frozenset(match.side_of(row.subject) for row in sheet.rows if row.subject)


def _first_shown(active: int, rows: int, room: int) -> int:
    return max(0, min(active - room // 2, rows - room))


def _foot(
    prompt: Prompt, sheet: RollSheet, dice: PlacedDice, width: int, *, hidden: int
) -> Content:
    known = sum(face is not None for face in dice.faces)
    too_many = known > sheet.size
    count = (
        f"{known} typed, {sheet.size} asked" if too_many else f"{known} of {dice_of(sheet.size)}"
    )
    more = f"{hidden} {'row' if hidden == 1 else 'rows'} more" if hidden else ""
    ready = "Enter" if known == sheet.size and not dice.ending else ""
    right: list[Piece] = [(f"  {more}" if more else "", "$quiet")]
    if too_many or (prompt.typed_text and prompt.dice.get_placed_dice() is None):
        right.insert(0, (f"  {count}", "$success bold"))
        room = width - join_pieces(right).cell_length - 2
        count = cut_beginning(f"{prompt.typed_text}{CURSOR}", room)
    right += (
        [make_content_clickable(join_pieces([(f"  {ready}", "$success bold")]), ENTER[:1])]
        if ready
        else []
    )
    room = width - count_cells(count) - 2 - join_pieces(right).cell_length
    how = next(each for each in HOW if count_cells(each) <= max(room, 0))
    return fill_line(width, [(count, "$success bold"), (f"  {how}", "$quiet")], right)


class _Table:
    """The columns of a sheet. As many are drawn as fit."""

    def __init__(
        self,
        prompt: Prompt,
        sheet: RollSheet,
        dice: PlacedDice,
        comes: tuple[RowResult, ...],
        width: int,
    ) -> None:
        self.prompt, self.sheet, self.dice, self.comes, self.width = (
            prompt,
            sheet,
            dice,
            comes,
            width,
        )
        self.names = [self._name(row) for row in sheet.rows]
        self.name = min(max(map(count_cells, self.names), default=0), NAME)
        self.thrown = max((self._dice(at)[1] for at in range(len(sheet.rows))), default=0)
        self.known = _widths(sheet.columns, [row.known for row in sheet.rows])
        self.worked = _widths(sheet.worked, [come.worked for come in comes])
        word = max((count_cells(come.word) for come in comes), default=0)
        left = width - 2 - self.name - 2 - self.thrown - 2 - max(word, 8)
        wanted = sum(self.known) + sum(self.worked) + 2 * len(self.known) + 2 * len(self.worked)
        apart = [*map(self._list_below, sheet.rows, comes)] if wanted > left else []
        self.deep = 1 + max(map(len, apart), default=0)
        """The number of lines in each row. Columns that do not fit get lines of their own."""
        self.below = [[*each, *[Content("")] * (self.deep - 1 - len(each))] for each in apart]
        self.heading = 1 if wanted and not apart else 0
        if apart:
            self.known, self.worked = [], []

    def _name(self, row: Row) -> str:
        match, subject = self.prompt.game.match, row.subject
        if subject is None:
            return row.name
        if is_side(subject):
            return name_subject(match, subject)
        letter = format_handle(match.side_of(subject)).upper()
        name = name_subject(match, subject)
        return f"{letter}{name}" if is_unit(subject) or name[:1].isdigit() else name

    def find_active(self) -> int:
        """Return the picked row, or the first row that lacks dice."""
        if self.prompt.dice.row is not None:
            return self.prompt.dice.row
        missing = self.dice.list_missing_places(self.prompt.get_asked_roll())
        rows = range(len(self.sheet.rows))
        place = missing[0] if missing else self.sheet.size - 1
        return next((row for row in rows if place in self.sheet.list_dice_places(row)), 0)

    def head(self) -> Content:
        pieces: list[Piece] = [" " * (2 + self.name)]
        pieces += [
            f"  {text:>{w}}" for text, w in zip(self.sheet.columns, self.known, strict=False)
        ]
        pieces.append(" " * (2 + self.thrown))
        pieces += [
            f"  {text:>{w}}" for text, w in zip(self.sheet.worked, self.worked, strict=False)
        ]
        return fill_line(self.width, [(join_pieces(pieces).plain, "$quiet")])

    def row(self, at: int) -> list[Content]:
        row, come = self.sheet.rows[at], self.comes[at]
        match = self.prompt.game.match
        place = match.sides.index(match.side_of(row.subject)) + 1 if row.subject else 0
        pieces: list[Piece] = [("▸ " if at == self.prompt.dice.row else "  ", "$primary bold")]
        pieces.append(
            (pad_text(self.names[at], self.name), f"$side-{place}" if place in (1, 2) else "")
        )
        pieces += [f"  {text:>{w}}" for text, w in zip(row.known, self.known, strict=False)]
        if not row.dice:
            pieces += ["  ", (row.why, "$quiet")]
        else:
            dice, taken = self._dice(at)
            pieces += ["  ", *dice, " " * (self.thrown - taken)]
            worked = come.worked or ("",) * len(self.worked)
            pieces += [f"  {text:>{w}}" for text, w in zip(worked, self.worked, strict=False)]
            pieces += ["  ", (come.word, "$error bold" if come.bad else "$success bold")]
        told = [fill_line(self.width, pieces), *(self.below[at] if self.below else ())]
        rows = [one for one, each in enumerate(self.sheet.rows) if each.dice]
        picked = self.prompt.dice.row
        now = rows.index(picked) if picked in rows else -1  # if none is, the next is the first
        return [make_markable_row(each, rows.index(at), now) for each in told] if row.dice else told

    def _list_below(self, row: Row, come: RowResult) -> list[Content]:
        """Render a row's details, such as ``left 8 · killed 2 · 3 × 8 = 24``."""
        said = [f"{head} {text}" for head, text in zip(self.sheet.columns, row.known, strict=False)]
        lines = wrap_text(" · ".join([*said, *come.worked]), self.width - len(BELOW))
        return [fill_line(self.width, [(BELOW + each, "$quiet")]) for each in lines]

    def _dice(self, at: int) -> tuple[list[Piece], int]:
        """Return a row's dice as drawn in their places, and their width in cells."""
        asked = self.prompt.get_asked_roll()
        mixed = len({asked.get_sides_at(place) for place in self.sheet.list_dice_places(at)}) > 1
        mixed = mixed or len(set(asked.dice)) > 1
        pieces: list[Piece] = []
        for place in self.sheet.list_dice_places(at):
            face = self.dice.faces[place] if place < len(self.dice.faces) else None
            die = DisplayedDie(
                "" if face is None else str(face),
                f"D{asked.get_sides_at(place)}" if mixed else "",
                picked=place == self.prompt.dice.at,
                app=(0, place) in self.prompt.dice.by_app,
            )
            pieces += [*([" "] if pieces else []), *draw_die(die)]
        return pieces, join_pieces(pieces).cell_length


def _widths(heads: tuple[str, ...], rows: list[tuple[str, ...]]) -> list[int]:
    return [
        max([count_cells(head), *(count_cells(row[at]) for row in rows if at < len(row))])
        for at, head in enumerate(heads)
    ]


def measure_sheet_height(sheet: RollSheet) -> int:
    """Return the number of lines that a sheet needs with its frame, question, heading and keys."""
    return len(sheet.rows) + (1 if sheet.columns or sheet.worked else 0) + 3

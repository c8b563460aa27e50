"""The typed dice of a roll, and the sheet of many small rolls, with a row for each roller."""

from __future__ import annotations

from textual.content import Content

from tracker.application.match.dice_input import list_opposing_dice_sizes
from tracker.input_parsing.dice_prompt_messages import format_dice_count
from tracker.input_parsing.dice_reading_results import DiceReading, DiceRefusal
from tracker.procedures.declared.roll_sheet import RollSheet, Row, RowResult
from tracker.procedures.requests import Roll, Score
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.dice_bands import count_successes, find_band
from tracker.vocabulary.events import Rolled
from tracker.vocabulary.subject_ids import SideId, format_handle, is_side, is_unit
from tui.key_bindings import ENTER
from tui.prompt.dice_entry import PlacedDice
from tui.prompt.table_prompt import Prompt
from tui.terminal_text_fitting import (
    StyledText,
    count_cells,
    cut_beginning,
    fill_line,
    fit_content,
    join_styled,
    pad_text,
    wrap_styled,
)
from tui.views.pending_question_view import name_subject
from tui.views.typed_dice_preview import (
    DisplayedDie,
    SuccessWords,
    TypedDicePreview,
    build_typed_dice_preview,
    describe_successes,
    describe_wrong_die,
    get_success_words,
    is_success_face,
)
from tui.widgets.clickable_text import make_content_clickable
from tui.widgets.list_rows import find_first_shown_row, make_selectable_row

CURSOR = "▌"
FREE_ROLL_WORDS: SuccessWords = ("yes", "yes")
LARGE_DIE_WIDTH = len("╭─╮")


def find_success_words(prompt: Prompt) -> SuccessWords:
    request = None if prompt.pending is None else prompt.pending.request
    if prompt.free_roll is not None:
        return FREE_ROLL_WORDS
    return get_success_words(getattr(request, "kind", None))


def build_preview_of_prompt_dice(prompt: Prompt) -> TypedDicePreview:
    assert prompt.pending is not None
    before, text, asked = prompt.dice.split_text_at_current_dice()
    segment = 1 if before else 0
    return build_typed_dice_preview(
        text,
        prompt.dice.parse_current_dice(),
        asked,
        prompt.parse_typed_dice(),
        selected=prompt.dice.picked,
        by_app=frozenset(place for at, place in prompt.dice.by_app if at == segment),
        success_words=find_success_words(prompt),
        opposing_dice_count=len(list_opposing_dice_sizes(prompt.pending)),
    )


def render_typed_dice(prompt: Prompt, width: int, *, large: bool = False) -> list[Content]:
    """Render the dice with their result beside them, or below them if space is short."""
    preview = build_preview_of_prompt_dice(prompt)
    enter = make_content_clickable(join_styled([("   Enter", "$success bold")]), ENTER[:1])
    result_pieces: list[StyledText] = [("  " + _describe_amounts(prompt, preview), "$success")]
    result_pieces += [enter] if preview.is_ready else []
    if large and can_draw_large_dice(preview, width):
        rows = _draw_large_dice(preview)
    elif preview.text or not preview.dice:
        rows = [[(preview.text, "bold"), (CURSOR, "$primary")]]
    else:
        rows = _arrange_dice(preview, width - 2)
    available = width - join_styled(result_pieces).cell_length
    *lines, last = map(join_styled, rows)
    if last.cell_length <= available:
        lines.append(fill_line(width, [last], result_pieces))
    else:
        lines += [last, fill_line(width, [], result_pieces)]
    return [*lines, *wrap_styled(_describe_recording(prompt, preview), width, "$quiet")]


def render_dice_before_reroll(prompt: Prompt, width: int) -> list[Content]:
    reroll = prompt.dice.parse_typed_reroll()
    if reroll is None or prompt.pending is None:
        return []
    faces = " ".join(
        f"({face})" if index in reroll.places else str(face)
        for index, face in enumerate(reroll.first)
    )
    count_text = f"{format_dice_count(len(reroll.places))} again"
    left = f"{prompt.pending.request.what}   {faces}"
    return [fill_line(width, [(left, "$quiet")], [count_text])]


def _describe_amounts(prompt: Prompt, preview: TypedDicePreview) -> str:
    assert prompt.pending is not None
    request, reading = prompt.pending.request, prompt.parse_typed_dice()
    if isinstance(reading, DiceReading) and reading.again and isinstance(request, Roll):
        successes = count_successes(reading.result, request.bands)
        total = describe_successes(successes, find_success_words(prompt))
        return f"{preview.amounts}: {total} in all"
    if not isinstance(request, Score) or not isinstance(reading, DiceReading) or reading.to_roll:
        return preview.amounts
    if request.bands:
        band = request.bands[find_band(reading.result[0], request.bands)]
        return f"{preview.amounts}: {band.outcome}"
    if request.kind is None or request.kind.total is None:
        return preview.amounts
    word = request.kind.total(prompt.game.match, request, reading.result[0])
    return f"{preview.amounts}: {word}" if word else preview.amounts


def _describe_recording(prompt: Prompt, preview: TypedDicePreview) -> str:
    if prompt.typed_text.rstrip().endswith("*"):
        return "reroll which?  1 the ones · f the failures · or any face"
    if any(die.is_by_app for die in preview.dice):
        return "r4: rolled by the app (marked in the log)"
    if preview.dice and preview.dice[0].starts_app_dice:
        return "rolled by the app (marked in the log)"
    if any(die.starts_app_dice for die in preview.dice):
        return "typed | rolled by the app (marked in the log)"
    return preview.recorded_as


def _arrange_dice(preview: TypedDicePreview, width: int) -> list[list[StyledText]]:
    cursor = _find_first_empty_die(preview)
    has_picked = any(die.is_selected for die in preview.dice)
    rows: list[list[StyledText]] = [[]]
    used = 0
    for index, die in enumerate(preview.dice):
        pieces = draw_die(die, with_bar=index > 0)
        if index + 1 == cursor and not has_picked:
            pieces.append((CURSOR, "$primary"))
        elif index == cursor == 0 and not has_picked:
            pieces[:0] = [(CURSOR, "$primary"), " "]
        die_width = count_cells(join_styled(pieces).plain) + 1
        if used + die_width > width and rows[-1]:
            rows.append([])
            used = 0
        rows[-1] += [*([" "] if rows[-1] else []), *pieces]
        used += die_width
    return rows


def can_draw_large_dice(preview: TypedDicePreview, width: int) -> bool:
    """Return whether large dice fit in one row.

    All dice must be of one size, and the app must not have rolled any of them.
    """
    plain = all(not (die.size or die.is_by_app or die.starts_app_dice) for die in preview.dice)
    return plain and 0 < len(preview.dice) * LARGE_DIE_WIDTH <= width


def _find_first_empty_die(preview: TypedDicePreview) -> int:
    unfilled = (index for index, die in enumerate(preview.dice) if not die.face)
    return next(unfilled, len(preview.dice))


def _draw_large_dice(preview: TypedDicePreview) -> list[list[StyledText]]:
    cursor = _find_first_empty_die(preview)
    rows: list[list[StyledText]] = [[], [], []]
    for index, die in enumerate(preview.dice):
        edge = "reverse" if die.is_selected else choose_die_style(die) if die.face else "$frame"
        face = die.face or (CURSOR if index == cursor and not die.is_selected else " ")
        inside = "$primary" if face == CURSOR else edge
        rows[0].append(("╭─╮", edge))
        left, right = "[]" if die.is_selected else "││"
        rows[1] += [(left, edge), (face, inside), (right, edge)]
        rows[2].append(("╰─╯", edge))
    return rows


def choose_die_style(die: DisplayedDie) -> str:
    return "$success bold" if die.is_success else "bold"


def draw_die(die: DisplayedDie, *, with_bar: bool = True) -> list[StyledText]:
    """Draw a die, such as ``4``, ``[4]`` if it is picked, or ``D8 [5]`` if sizes differ."""
    face = f"{'r' if die.is_by_app else ''}{die.face or ('' if die.size else '_')}"
    pieces: list[StyledText] = [("| ", "$quiet")] if die.starts_app_dice and with_bar else []
    style = choose_die_style(die) if die.face else "$quiet"
    if die.is_selected:
        return [*pieces, (f"{die.size} " if die.size else "", "$quiet"), (f"[{face}]", "reverse")]
    if die.size:
        return [*pieces, (f"{die.size} ", "$quiet"), (f"[{face or ' '}]", style)]
    return [*pieces, (face, style)]


def draw_rolled_faces(rolled: Rolled, faces_text: str) -> list[StyledText]:
    if faces_text.split(" ") != [str(face) for face in rolled.faces]:
        return [(faces_text, "$quiet")]  # in fives; dice of the app and rerolls are in words
    pieces: list[StyledText] = []
    for face in rolled.faces:
        bright = is_success_face(face, rolled.form, rolled.bands)
        pieces += [" "] if pieces else []
        pieces.append((str(face), "$success bold" if bright else "$quiet"))
    return pieces


MAX_NAME_WIDTH = 20
DETAIL_INDENT = "    "
KEY_HINTS = ("type each row · ↑ ↓ picks one · r rolls it or the rest", "↑ ↓ a row · r rolls", "")
"""Explanations of how to fill in a sheet. The first one that fits is shown."""
MIN_ROWS = 2  # the last typed row and the current row


def render_roll_sheet(prompt: Prompt, sheet: RollSheet, width: int, height: int) -> list[Content]:
    """Render a sheet: the heading if it fits, the rows around the current row, and the keys."""
    dice = prompt.dice.parse_current_dice() or PlacedDice(_list_faces_of_refused_dice(prompt))
    results = sheet.compute_results(dice.faces)
    table = _SheetTable(prompt, sheet, dice, results, width)
    min_lines = min(len(sheet.rows), MIN_ROWS) * table.lines_per_row
    heading = table.heading_lines if height > min_lines + table.heading_lines else 0
    room = max((height - 1 - heading) // table.lines_per_row, 1)
    first = find_first_shown_row(len(sheet.rows), table.find_active_row_index(), room)
    shown_rows = range(first, min(first + room, len(sheet.rows)))
    heads = [table.render_heading()] if heading else []
    rows = [line for index in shown_rows for line in table.render_row(index)]
    return [
        *heads,
        *rows,
        _render_dice_count_and_hint(
            prompt, sheet, dice, width, hidden=len(sheet.rows) - len(shown_rows)
        ),
    ]


def _list_faces_of_refused_dice(prompt: Prompt) -> tuple[int, ...]:
    """List the valid faces of refused dice, or return () if the dice are not refused."""
    reading = prompt.parse_typed_dice()
    return reading.faces if isinstance(reading, DiceRefusal) else ()


def list_sheet_sides(prompt: Prompt, sheet: RollSheet) -> frozenset[SideId]:
    match = prompt.game.match
    return frozenset(match.side_of(row.subject) for row in sheet.rows if row.subject)


def _render_dice_count_and_hint(
    prompt: Prompt, sheet: RollSheet, dice: PlacedDice, width: int, *, hidden: int
) -> Content:
    typed_count = sum(face is not None for face in dice.faces)
    too_many = typed_count > sheet.dice_count
    count = (
        f"{typed_count} typed, {sheet.dice_count} needed"
        if too_many
        else f"{typed_count} of {format_dice_count(sheet.dice_count)}"
        + describe_wrong_die(prompt.parse_typed_dice())
    )
    hidden_text = f"{format_count(hidden, 'row')} more" if hidden else ""
    ready = "Enter" if typed_count == sheet.dice_count and not dice.missing_dice_sign else ""
    right: list[StyledText] = [(f"  {hidden_text}" if hidden_text else "", "$quiet")]
    if too_many or (prompt.typed_text and prompt.dice.parse_current_dice() is None):
        right.insert(0, (f"  {count}", "$success bold"))
        room = width - join_styled(right).cell_length - 2
        count = cut_beginning(f"{prompt.typed_text}{CURSOR}", room)
    if ready:
        right += [make_content_clickable(join_styled([(f"  {ready}", "$success bold")]), ENTER[:1])]
    room = width - count_cells(count) - 2 - join_styled(right).cell_length
    hint = next(candidate for candidate in KEY_HINTS if count_cells(candidate) <= max(room, 0))
    return fill_line(width, [(count, "$success bold"), (f"  {hint}", "$quiet")], right)


class _SheetTable:
    def __init__(
        self,
        prompt: Prompt,
        sheet: RollSheet,
        dice: PlacedDice,
        results: tuple[RowResult, ...],
        width: int,
    ) -> None:
        self.prompt, self.sheet, self.dice = prompt, sheet, dice
        self.results, self.width = results, width
        self.names = [self._name_row(row) for row in sheet.rows]
        self.name_width = min(max(map(count_cells, self.names), default=0), MAX_NAME_WIDTH)
        dice_widths = (
            self._draw_and_measure_row_dice(index)[1] for index in range(len(sheet.rows))
        )
        self.dice_width = max(dice_widths, default=0)
        self.known_widths = _compute_column_widths(sheet.columns, [row.known for row in sheet.rows])
        self.worked_widths = _compute_column_widths(
            sheet.worked, [result.worked for result in results]
        )
        word = max((count_cells(result.word) for result in results), default=0)
        available = width - 2 - self.name_width - 2 - self.dice_width - 2 - max(word, 8)
        wanted = sum(column + 2 for column in (*self.known_widths, *self.worked_widths))
        details = (
            [*map(self._render_details_below, sheet.rows, results)] if wanted > available else []
        )
        self.lines_per_row = 1 + max(map(len, details), default=0)
        """The number of lines in each row. Columns that do not fit get lines of their own."""
        self.detail_lines = [
            [*row_details, *[Content("")] * (self.lines_per_row - 1 - len(row_details))]
            for row_details in details
        ]
        self.heading_lines = 1 if wanted and not details else 0
        if details:
            self.known_widths, self.worked_widths = [], []

    def _name_row(self, row: Row) -> str:
        match, subject = self.prompt.game.match, row.subject
        if subject is None:
            return row.name
        if is_side(subject):
            return name_subject(match, subject)
        letter = format_handle(match.side_of(subject)).upper()
        name = name_subject(match, subject)
        return f"{letter}{name}" if is_unit(subject) or name[:1].isdigit() else name

    def find_active_row_index(self) -> int:
        """Return the index of the picked row, or of the first row with missing dice."""
        if self.prompt.dice.picked_row is not None:
            return self.prompt.dice.picked_row
        missing = self.dice.list_missing_places(self.prompt.get_asked_roll())
        rows = range(len(self.sheet.rows))
        index = missing[0] if missing else self.sheet.dice_count - 1
        return next((row for row in rows if index in self.sheet.list_die_positions(row)), 0)

    def render_heading(self) -> Content:
        known = _align_columns(self.sheet.columns, self.known_widths)
        worked = _align_columns(self.sheet.worked, self.worked_widths)
        text = " " * (2 + self.name_width) + known + " " * (2 + self.dice_width) + worked
        return fill_line(self.width, [(text, "$quiet")])

    def render_row(self, index: int) -> list[Content]:
        row, result = self.sheet.rows[index], self.results[index]
        match = self.prompt.game.match
        side_number = match.sides.index(match.side_of(row.subject)) + 1 if row.subject else 0
        pointer = "▸ " if index == self.prompt.dice.picked_row else "  "
        pieces: list[StyledText] = [(pointer, "$primary bold")]
        style = f"$side-{side_number}" if side_number in (1, 2) else ""
        pieces.append((pad_text(self.names[index], self.name_width), style))
        pieces.append(_align_columns(row.known, self.known_widths))
        if not row.dice:
            pieces += ["  ", (row.why, "$quiet")]
        else:
            dice, taken = self._draw_and_measure_row_dice(index)
            pieces += ["  ", *dice, " " * (self.dice_width - taken)]
            worked = result.worked or ("",) * len(self.worked_widths)
            pieces += [_align_columns(worked, self.worked_widths), "  "]
            pieces.append((result.word, "$error bold" if result.bad else "$success bold"))
        details = self.detail_lines[index] if self.detail_lines else ()
        lines = [fill_line(self.width, pieces), *details]
        rows = [number for number, sheet_row in enumerate(self.sheet.rows) if sheet_row.dice]
        picked = self.prompt.dice.picked_row
        picked_index = rows.index(picked) if picked in rows else -1  # then ↓ picks the first row
        if row.dice:
            return [make_selectable_row(each, rows.index(index), picked_index) for each in lines]
        return lines

    def _render_details_below(self, row: Row, result: RowResult) -> list[Content]:
        pairs = zip(self.sheet.columns, row.known, strict=False)
        known_texts = [f"{head} {text}" for head, text in pairs]
        text = " · ".join([*known_texts, *result.worked])
        lines = wrap_styled(text, self.width - len(DETAIL_INDENT), "$quiet", head=DETAIL_INDENT)
        return [fit_content(line, self.width) for line in lines]

    def _draw_and_measure_row_dice(self, index: int) -> tuple[list[StyledText], int]:
        roll = self.prompt.get_asked_roll()
        pieces: list[StyledText] = []
        for die_index in self.sheet.list_die_positions(index):
            face = self.dice.faces[die_index] if die_index < len(self.dice.faces) else None
            die = DisplayedDie(
                "" if face is None else str(face),
                "" if roll.are_dice_alike else f"D{roll.get_sides_of_die(die_index)}",
                is_selected=die_index == self.prompt.dice.picked,
                is_by_app=(0, die_index) in self.prompt.dice.by_app,
            )
            pieces += [*([" "] if pieces else []), *draw_die(die)]
        return pieces, join_styled(pieces).cell_length


def _align_columns(texts: tuple[str, ...], widths: list[int]) -> str:
    return "".join(f"  {text:>{width}}" for text, width in zip(texts, widths, strict=False))


def _compute_column_widths(heads: tuple[str, ...], rows: list[tuple[str, ...]]) -> list[int]:
    return [
        max([count_cells(head), *(count_cells(row[index]) for row in rows if index < len(row))])
        for index, head in enumerate(heads)
    ]


def measure_sheet_height(sheet: RollSheet) -> int:
    """Return the number of lines that a sheet needs with its frame, question, heading and keys."""
    return len(sheet.rows) + (1 if sheet.columns or sheet.worked else 0) + 3

"""The legend: the current meaning of every mark, state and number on the table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tracker.application.match.game import Game
from tracker.vocabulary.ruleset_display_names import MarkerWord
from tracker.vocabulary.subject_ids import format_handle
from tui.views import game_status_view
from tui.views.figure_groups_view import DONE, NOW, FigureRow, build_figure_groups
from tui.views.searchable_log_lines import MARKS, TIME_WIDTH
from tui.views.unit_status_rows import (
    CANNOT,
    GONE,
    JOINED,
    LEFT,
    RosterRow,
    TableFocus,
    UnitMark,
    build_roster_rows,
)

POINTER, CARRIED, SPENT_PIP, LEFT_PIP, COMBAT = "▸", "└", "●", "○", "◆"
COMBAT_TEXT = "a combat, above the log: who fights, who is winning, and how many are in contact"
STATES = {
    LEFT: "still to act in this step or phase",
    "acts": "acts now",
    NOW: "acts now",
    DONE: "has acted in this activation",
    CANNOT: "cannot act; type its number and Enter to see why",
    GONE: "no figure left on the table",
    JOINED: "its figures have joined another unit",
}

_NUMBERS = re.compile(r"[0-9]+")

LegendMarks = Iterator[tuple[str, str, str]]


@dataclass(frozen=True)
class LegendEntry:
    """A mark on the table, its meaning and the subjects that have it."""

    sign: str
    text: str
    subjects: tuple[str, ...] = ()


class DrawnMarks:
    """The rosters and the log as they are drawn. If ``has_room`` is true, words replace signs."""

    def __init__(self, rosters_text: str, log: str = "", *, has_room: bool) -> None:
        self.text = _put_spaces_around_words(rosters_text)
        self.log = log
        self.has_room = has_room

    def is_sign_drawn(self, sign: str) -> bool:
        return _put_spaces_around_words(sign) in self.text

    def find_drawn_form(self, sign: str, words: str) -> str:
        """Return the form in which a mark is drawn.

        If it is not drawn, return the usual form at this width.
        """
        if self.is_sign_drawn(sign):
            return sign
        return words if self.has_room or self.is_sign_drawn(words) else sign


def _put_spaces_around_words(text: str) -> str:
    """Return the text without frames and commas, with a space on each side of every word.

    A search can then find whole words in the text.
    """
    return f" {' '.join(re.sub(r'[│┌┐├┤┬┼─·]|,(?= |$)', ' ', text).split())} "


def build_mark_legend(game: Game, focus: TableFocus, drawn: DrawnMarks) -> tuple[LegendEntry, ...]:
    """List each mark on the table once, in the order of the table, with its meaning."""
    is_by_figure = game.state.info.words.by_figure
    list_marks = _list_figures_marks if is_by_figure else _list_units_marks
    subjects_by_mark: dict[tuple[str, str], dict[str, None]] = {}
    for sign, text, subject in (
        *_list_phase_marks(game),
        *list_marks(game, focus, drawn),
        *([(COMBAT, COMBAT_TEXT, "")] if game.combat_participants_and_states else []),
        *_list_log_marks(drawn),
    ):
        subjects_by_mark.setdefault((sign, text), {})[subject] = None
    entries = [
        LegendEntry(*mark, tuple(filter(None, subject)))
        for mark, subject in subjects_by_mark.items()
    ]
    return _join_numbered_entries(entries)


def _join_numbered_entries(entries: list[LegendEntry]) -> tuple[LegendEntry, ...]:
    entries_by_kind: dict[tuple[str, str], list[LegendEntry]] = {}
    for entry in entries:
        kind = (_NUMBERS.sub("n", entry.sign), _NUMBERS.sub("n", entry.text))
        entries_by_kind.setdefault(kind, []).append(entry)
    explained: set[str] = set()
    joined = []
    for same_kind in entries_by_kind.values():
        entry = _join_entries(same_kind) if len(same_kind) > 1 else same_kind[0]
        head, _, rest = entry.text.partition(". ")
        joined.append(replace(entry, text=head) if rest in explained else entry)
        explained |= {rest} - {""}
    return tuple(joined)


def _join_entries(entries: list[LegendEntry]) -> LegendEntry:
    """Join marks of one kind with all their subjects, such as ``o1–o6`` or ``▪3/4 …``."""
    signs = [entry.sign for entry in entries]
    signs.sort(key=lambda sign: int(_NUMBERS.findall(sign)[0]))
    has_several_numbers = len(_NUMBERS.findall(signs[0])) > 1
    openings = {sign.rpartition(" ")[0] for sign in signs}
    last = signs[-1] if len(openings) > 1 else signs[-1].rpartition(" ")[2]
    sign = f"{entries[0].sign} …" if has_several_numbers else f"{signs[0]}–{last}"
    subjects = tuple(dict.fromkeys(unit for entry in entries for unit in entry.subjects))
    return LegendEntry(sign, _join_texts([entry.text for entry in entries]), subjects)


def _join_texts(texts: list[str]) -> str:
    """Join texts that differ only in numbers, such as ``PANIC since turn 2–3``."""
    columns = zip(*([int(n) for n in _NUMBERS.findall(text)] for text in texts), strict=True)
    spans = iter(["–".join(map(str, sorted({min(column), max(column)}))) for column in columns])
    return _NUMBERS.sub(lambda _: next(spans), texts[0])


def _list_phase_marks(game: Game) -> LegendMarks:
    for phase in game_status_view.list_turn_phases(game.state, game.ruleset):
        if phase.is_current:
            yield game_status_view.NOW, "the current phase", ""
        elif phase.is_done:
            yield game_status_view.DONE, "finished phases of this turn", ""


def _list_log_marks(drawn: DrawnMarks) -> LegendMarks:
    openings = [line[: TIME_WIDTH + 3].split() for line in drawn.log.splitlines()]
    for sign, text in MARKS.items():
        if any(sign in words for words in openings):
            yield sign, text, ""


def _list_units_marks(game: Game, focus: TableFocus, drawn: DrawnMarks) -> LegendMarks:
    rows = [
        row
        for side in game.state.info.sides
        for row in build_roster_rows(game.state, side.id, focus)
    ]
    for row in rows[:1]:
        yield f"{row.figures_left}/{row.started}", "figures left of the starting number", ""
    for row in rows:
        yield from _list_unit_marks(game, row, drawn)


def _list_unit_marks(game: Game, row: RosterRow, drawn: DrawnMarks) -> LegendMarks:
    subject = format_handle(row.unit).upper()
    if row.is_acting or row.is_target:
        yield POINTER, "acting, or the target", subject
    if row.is_carried:
        yield CARRIED, "goes with the unit above it", subject
    yield from ((*_explain_drawn_mark(game, mark, drawn), subject) for mark in row.marks)
    if row.last_shot and drawn.has_room:
        yield f"last {row.last_shot}", "last target", subject
    if row.status:
        text = STATES.get(row.status, f"{row.status}, until this phase ends")
        shown = drawn.find_drawn_form(row.status.partition(" ")[0], row.status)
        yield shown, text, "" if row.status == LEFT else subject


def _list_figures_marks(game: Game, focus: TableFocus, drawn: DrawnMarks) -> LegendMarks:
    for group in build_figure_groups(game, focus):
        letter = format_handle(group.unit)[:1].upper()
        tag = format_handle(group.unit).upper()
        yield from ((*_explain_drawn_mark(game, mark, drawn), tag) for mark in group.marks)
        for row in group.rows:
            yield from _list_figure_marks(game, row, f"{letter}{row.number}", drawn)


def _list_figure_marks(game: Game, row: FigureRow, subject: str, drawn: DrawnMarks) -> LegendMarks:
    if row.is_acting_or_targeted:
        yield POINTER, "acting, or the target", subject
    for tally in row.tallies:
        if tally.pips:
            yield f"{SPENT_PIP} {LEFT_PIP}", f"{tally.word}: spent and left", ""
        else:
            count_text = f"{tally.word} {tally.left}"
            count = drawn.find_drawn_form(count_text, f"{count_text} left")
            yield count, f"{tally.word}: shots left this turn", subject
    yield from ((*_explain_drawn_mark(game, mark, drawn), subject) for mark in row.marks)
    if row.last_shot:
        shown = drawn.find_drawn_form(row.last_shot.split(",")[0], f"last {row.last_shot}")
        yield shown, "last target", subject
    if row.status:
        yield row.status, STATES[row.status], "" if row.status == LEFT else subject


def _explain_drawn_mark(game: Game, mark: UnitMark, drawn: DrawnMarks) -> tuple[str, str]:
    shown = drawn.find_drawn_form(mark.sign, mark.words)
    return shown, explain_mark(game, mark, shown)


def explain_mark(game: Game, mark: UnitMark, drawn_text: str) -> str:
    """Explain a mark that is drawn as ``drawn_text``. Return "" if the mark explains itself."""
    words = game.state.info.words
    text, names = mark.words, [mark.source_id, mark.words]
    for marker in words.markers:
        if marker.id == mark.source_id:
            names.append(marker.word)
            text = _describe_since(marker, mark)
    for link in words.links:
        if link.id == mark.source_id and mark.words.startswith(link.word):
            text = f"{link.joined_phrase}{mark.words.removeprefix(link.word)}"
    glossary = game.ruleset.glossary()
    explanation = next((glossary[word] for word in glossary if _is_named(word, names)), "")
    return ". ".join(part for part in (text, explanation) if part and part != drawn_text)


def _describe_since(marker: MarkerWord, mark: UnitMark) -> str:
    if marker.shown != "since":
        return mark.words
    return f"{marker.word} since turn {mark.words.rpartition('T')[2]}"


def _is_named(word: str, names: list[str]) -> bool:
    full, _, short = word.lower().partition(" (")
    return any(name.lower() in (full, short.removesuffix(")")) for name in names if name)

"""The legend: the current meaning of every mark, state and number on the table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tracker.application.match.game import Game
from tracker.vocabulary.ruleset_display_names import MarkerWord
from tracker.vocabulary.subject_ids import format_handle
from tui.views import turn_and_phase_view
from tui.views.figure_groups_view import DONE, NOW, FigureRow, group_figures
from tui.views.searchable_log_lines import MARKS, WHEN
from tui.views.unit_status_rows import (
    CANNOT,
    GONE,
    LEFT,
    RosterRow,
    TableFocus,
    UnitMark,
    build_roster_rows,
)

POINTER, WITH, SPENT_PIP, LEFT_PIP, COMBAT = "▸", "└", "●", "○", "◆"
STATES = {
    LEFT: "still to act in this step or phase",
    "acts": "acts now",
    NOW: "acts now",
    DONE: "has done something in this activation",
    CANNOT: "cannot act; type its number and Enter to see why",
    GONE: "no figure left on the table",
}

_NUMBERS = re.compile(r"[0-9]+")

Found = Iterator[tuple[str, str, str]]


@dataclass(frozen=True)
class LegendEntry:
    """A mark on the table, its meaning and the subjects that have it."""

    sign: str
    text: str
    who: tuple[str, ...] = ()


class DrawnMarks:
    """The rosters and the log as drawn on the screen. ``wide`` means there is room for words."""

    def __init__(self, text: str, log: str = "", *, wide: bool) -> None:
        self.text = _split_words(text)
        self.log = log
        self.wide = wide

    def is_sign_drawn(self, piece: str) -> bool:
        """Whether a mark is drawn completely."""
        return _split_words(piece) in self.text

    def find_drawn_form(self, sign: str, words: str) -> str:
        """Return the form in which a mark is drawn, or by default its usual form at this width."""
        if self.is_sign_drawn(sign):
            return sign
        return words if self.wide or self.is_sign_drawn(words) else sign


def _split_words(text: str) -> str:
    """Surround each word with spaces and remove frames and commas, so that words can be found."""
    return f" {' '.join(re.sub(r'[│┌┐├┤┬┼─·]|,(?= |$)', ' ', text).split())} "


def build_mark_legend(game: Game, going: TableFocus, drawn: DrawnMarks) -> tuple[LegendEntry, ...]:
    """List every mark on the table once, in the table's order, with its meaning."""
    by_figure = game.state.info.words.by_figure
    found: dict[tuple[str, str], dict[str, None]] = {}
    beside_names = _of_figures(game, going, drawn) if by_figure else _of_units(game, going, drawn)
    for sign, text, who in (*_of_phases(game), *beside_names, *_of_combats(game), *_of_log(drawn)):
        found.setdefault((sign, text), {})[who] = None
    every = [LegendEntry(*mark, tuple(filter(None, who))) for mark, who in found.items()]
    return _join_numbered(every)


def _join_numbered(every: list[LegendEntry]) -> tuple[LegendEntry, ...]:
    """Join entries that differ only in their numbers. A glossary text is given only once."""
    kinds: dict[tuple[str, str], list[LegendEntry]] = {}
    for one in every:
        kind = (_NUMBERS.sub("n", one.sign), _NUMBERS.sub("n", one.text))
        kinds.setdefault(kind, []).append(one)
    told: set[str] = set()
    found = []
    for those in kinds.values():
        one = _join_kind(those) if len(those) > 1 else those[0]
        head, _, rest = one.text.partition(". ")
        found.append(replace(one, text=head) if rest in told else one)
        told |= {rest} - {""}
    return tuple(found)


def _join_kind(those: list[LegendEntry]) -> LegendEntry:
    """Join marks of one kind with all their subjects, such as ``o1–o6`` or ``▪3/4 …``."""
    signs = sorted((each.sign for each in those), key=lambda sign: int(_NUMBERS.findall(sign)[0]))
    several = len(_NUMBERS.findall(signs[0])) > 1
    before = {sign.rpartition(" ")[0] for sign in signs}
    last = signs[-1] if len(before) > 1 else signs[-1].rpartition(" ")[2]
    sign = f"{those[0].sign} …" if several else f"{signs[0]}–{last}"
    who = tuple(dict.fromkeys(unit for each in those for unit in each.who))
    return LegendEntry(sign, _join_texts([each.text for each in those]), who)


def _join_texts(texts: list[str]) -> str:
    """Join texts that differ only in numbers, such as ``PANIC since turn 2–3``."""
    columns = zip(*([int(n) for n in _NUMBERS.findall(text)] for text in texts), strict=True)
    spans = iter(["–".join(map(str, sorted({min(each), max(each)}))) for each in columns])
    return _NUMBERS.sub(lambda _: next(spans), texts[0])


def _of_phases(game: Game) -> Found:
    for phase in turn_and_phase_view.list_turn_phases(game.state, game.ruleset):
        if phase.running:
            yield turn_and_phase_view.NOW, "the current phase", ""
        elif phase.done:
            yield turn_and_phase_view.DONE, "finished phases of this turn", ""


def _of_combats(game: Game) -> Found:
    if game.combats_under_way:
        text = "a combat, above the log: who fights, how it stands, and how many are in contact"
        yield COMBAT, text, ""


def _of_log(drawn: DrawnMarks) -> Found:
    """Yield the marks that precede log lines."""
    before = [line[: WHEN + 3].split() for line in drawn.log.splitlines()]
    for sign, text in MARKS.items():
        if any(sign in words for words in before):
            yield sign, text, ""


def _of_units(game: Game, going: TableFocus, drawn: DrawnMarks) -> Found:
    every = [
        row
        for side in game.state.info.sides
        for row in build_roster_rows(game.state, side.id, going)
    ]
    for row in every[:1]:
        yield f"{row.left}/{row.started}", "figures left of the starting number", ""
    for row in every:
        yield from _of_unit(game, row, drawn)


def _of_unit(game: Game, row: RosterRow, drawn: DrawnMarks) -> Found:
    who = format_handle(row.unit).upper()
    if row.acting or row.target:
        yield POINTER, "acting, or the target", who
    if row.carried:
        yield WITH, "goes with the unit above it", who
    yield from ((*_meaning(game, mark, drawn), who) for mark in row.marks)
    if row.last and drawn.wide:
        yield f"last {row.last}", "last target", who
    if row.status:
        text = STATES.get(row.status, f"{row.status}, until this phase ends")
        shown = drawn.find_drawn_form(row.status.partition(" ")[0], row.status)
        yield shown, text, "" if row.status == LEFT else who


def _of_figures(game: Game, going: TableFocus, drawn: DrawnMarks) -> Found:
    for group in group_figures(game, going):
        letter = format_handle(group.unit)[:1].upper()
        tag = format_handle(group.unit).upper()
        yield from ((*_meaning(game, mark, drawn), tag) for mark in group.marks)
        for row in group.rows:
            yield from _of_figure(game, row, f"{letter}{row.number}", drawn)


def _of_figure(game: Game, row: FigureRow, who: str, drawn: DrawnMarks) -> Found:
    if row.must_stay_visible:
        yield POINTER, "acting, or the target", who
    for tally in row.tallies:
        if tally.pips:
            yield f"{SPENT_PIP} {LEFT_PIP}", f"{tally.word}: spent and left", ""
        else:
            count = drawn.find_drawn_form(
                f"{tally.word} {tally.left}", f"{tally.word} {tally.left} left"
            )
            yield count, f"{tally.word}: shots left this turn", who
    yield from ((*_meaning(game, mark, drawn), who) for mark in row.marks)
    if row.last:
        shown = drawn.find_drawn_form(row.last.split(",")[0], f"last {row.last}")
        yield shown, "last target", who
    if row.status:
        yield row.status, STATES[row.status], "" if row.status == LEFT else who


def _meaning(game: Game, mark: UnitMark, drawn: DrawnMarks) -> tuple[str, str]:
    """Return a mark as drawn, and its meaning."""
    shown = drawn.find_drawn_form(mark.sign, mark.words)
    return shown, explain_mark(game, mark, shown)


def explain_mark(game: Game, mark: UnitMark, shown: str) -> str:
    """Explain a mark drawn as ``shown`` from the glossary. Return "" if it explains itself."""
    words = game.state.info.words
    text, names = mark.words, [mark.about, mark.words]
    for marker in words.markers:
        if marker.id == mark.about:
            names.append(marker.word)
            text = _since(marker, mark)
    for link in words.links:
        if link.id == mark.about and mark.words.startswith(link.word):
            text = f"{link.joined_phrase}{mark.words.removeprefix(link.word)}"
    known = game.ruleset.glossary()
    told = next((known[word] for word in known if _is_named(word, names)), "")
    return ". ".join(each for each in (text, told) if each and each != shown)


def _since(marker: MarkerWord, mark: UnitMark) -> str:
    """Describe when a marker began, such as ``PANIC since turn 1``."""
    if marker.shown != "since":
        return mark.words
    return f"{marker.word} since turn {mark.words.rpartition('T')[2]}"


def _is_named(word: str, names: list[str]) -> bool:
    """Whether a glossary word, or its short form in brackets, is one of these names."""
    full, _, short = word.lower().partition(" (")
    return any(name.lower() in (full, short.removesuffix(")")) for name in names if name)

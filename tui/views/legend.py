"""What every mark on the table means now: signs, states and numbers beside names, in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tracker.application.match.game import Game
from tracker.vocabulary.names import handle
from tracker.vocabulary.words import MarkerWord
from tui.views import clock_view
from tui.views.figure_view import DONE, NOW, FigureRow, group_figures
from tui.views.roster import CANNOT, GONE, LEFT, Going, RosterRow, Sign, build_rows

POINTER, WITH, SPENT_PIP, LEFT_PIP = "▸", "└", "●", "○"
STATES = {
    LEFT: "still to act in this step or phase",
    "acts": "acts now",
    NOW: "acts now",
    DONE: "has done something in this activation",
    CANNOT: "cannot act; its number and Enter say why",
    GONE: "nobody of it is left on the table",
}


Found = Iterator[tuple[str, str, str]]


@dataclass(frozen=True)
class Meaning:
    """A mark as it stands on the table, what it means, and beside whom it stands."""

    sign: str
    text: str
    who: tuple[str, ...] = ()


def build_legend(game: Game, going: Going) -> tuple[Meaning, ...]:
    """Every mark that the table shows now, in the order of the table, each once."""
    by_figure = game.state.info.words.by_figure
    found: dict[tuple[str, str], dict[str, None]] = {}
    beside_names = _of_figures(game, going) if by_figure else _of_units(game, going)
    for sign, text, who in (*_of_phases(game), *beside_names):
        found.setdefault((sign, text), {})[who] = None
    return tuple(Meaning(*mark, tuple(filter(None, who))) for mark, who in found.items())


def _of_phases(game: Game) -> Found:
    for phase in clock_view.list_phases(game.state, game.ruleset):
        if phase.running:
            yield clock_view.NOW, "the phase that is played now", ""
        elif phase.done:
            yield clock_view.DONE, "phases of this turn that are over", ""


def _of_units(game: Game, going: Going) -> Found:
    every = [
        row for side in game.state.info.sides for row in build_rows(game.state, side.id, going)
    ]
    for row in every[:1]:
        yield f"{row.left}/{row.started}", "figures left, of how many there were", ""
    for row in every:
        yield from _of_unit(game, row)


def _of_unit(game: Game, row: RosterRow) -> Found:
    who = handle(row.unit).upper()
    if row.acting or row.target:
        yield POINTER, "acts now, or is the target", who
    if row.carried:
        yield WITH, "goes with the unit above it", who
    yield from ((*explain(game, mark), who) for mark in row.marks)
    if row.status:
        text = STATES.get(row.status, f"{row.status}, until this phase ends")
        yield row.status, text, "" if row.status == LEFT else who


def _of_figures(game: Game, going: Going) -> Found:
    for group in group_figures(game, going):
        letter = handle(group.unit)[:1].upper()
        yield from ((*explain(game, mark), handle(group.unit).upper()) for mark in group.marks)
        for row in group.rows:
            yield from _of_figure(game, row, f"{letter}{row.number}")


def _of_figure(game: Game, row: FigureRow, who: str) -> Found:
    if row.marked:
        yield POINTER, "acts now, or is the target", who
    for tally in row.tallies:
        if tally.pips:
            yield f"{SPENT_PIP} {LEFT_PIP}", f"{tally.word}: spent and left", ""
        else:
            yield f"{tally.left} left", f"{tally.word}, this turn", who
    yield from ((*explain(game, mark), who) for mark in map(_in_full, row.marks))
    if row.last:
        yield f"{POINTER}{row.last.removeprefix(POINTER)}", "fired at last", who
    if row.status:
        yield row.status, STATES[row.status], "" if row.status == LEFT else who


def _in_full(mark: Sign) -> Sign:
    """A mark as a row of a figure has it: what is grave stands in words."""
    return replace(mark, sign=mark.words) if mark.grave else mark


def explain(game: Game, mark: Sign) -> tuple[str, str]:
    """A mark and its meaning: its words, and what the glossary of the rules says of them."""
    words = game.state.info.words
    text, names = mark.words, [mark.about, mark.words]
    for marker in words.markers:
        if marker.id == mark.about:
            names.append(marker.word)
            text = _since(marker, mark)
    for link in words.links:
        if link.id == mark.about and mark.words.startswith(link.word):
            text = f"{link.joins}{mark.words.removeprefix(link.word)}"
    known = game.ruleset.glossary()
    told = next((known[word] for word in known if _is_named(word, names)), "")
    if told:
        text = told if text == mark.sign else f"{text}. {told}"
    return mark.sign, text


def _since(marker: MarkerWord, mark: Sign) -> str:
    """The turn a marker began, in words: ``PANIC since turn 1``."""
    if marker.shown != "since":
        return mark.words
    return f"{marker.word} since turn {mark.words.rpartition('T')[2]}"


def _is_named(word: str, names: list[str]) -> bool:
    """Whether a word of the glossary, or its short form in brackets, is one of these."""
    full, _, short = word.lower().partition(" (")
    return any(name.lower() in (full, short.removesuffix(")")) for name in names if name)

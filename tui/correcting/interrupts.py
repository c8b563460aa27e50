"""Who comes in between what was done already: ``i22o`` the last, ``ii22o`` the one before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from tracker.application.correcting.late.insert import may_come_between
from tracker.application.correcting.late.where import match_before, taken
from tracker.application.correcting.late.words import deed
from tracker.application.match.entries import Entry
from tracker.application.match.game import Game
from tracker.procedures.declared.keys import FigureKeys
from tracker.procedures.view import Match
from tracker.vocabulary.names import FigureId
from tui.prompt import figure_keying, keying
from tui.views.proposals import deed_of

NO_MORE = "No action further back can be interrupted; what was forgotten is a line with late in it."


class Moment(NamedTuple):
    """An action somebody can come in between: its line, and how the game stood before it."""

    entry: Entry
    text: str
    whom: FigureId
    match: Match
    last: bool

    @property
    def told(self) -> str:
        return f"before line {self.entry.number}: {self.text}"


def begins(game: Game, typed: str) -> bool:
    """Whether these keys say that somebody comes in between."""
    figures = game.ruleset.keys.figures
    return figures is not None and typed.startswith(figures.between)


def watcher(game: Game) -> str:
    """The side that may come in between now, by its name; nothing where nobody may."""
    figures = game.ruleset.keys.figures
    watching = figures.watching(game.match) if figures is not None else ()
    return game.match.side_name(game.match.side_of(watching[0])) if watching else ""


def moment(game: Game, typed: str) -> Moment | None:
    """The action these keys come in between; None where none is meant."""
    figures = game.ruleset.keys.figures
    if figures is None:
        return None
    back = len(typed) - len(typed.lstrip(figures.between))
    return next(islice(_moments(game, figures), back - 1, None), None) if back else None


def line_of(game: Game, typed: str, found: Moment | None) -> str:
    """The line these keys say in between that action. Raises ``NotKeys``."""
    keys = game.ruleset.keys
    if found is None or keys.figures is None:
        raise keying.NotKeys(NO_MORE if watcher(game) else figure_keying.NO_WATCHER)
    side = found.match.clock.side or found.match.sides[0]
    figures = replace(keys.figures, acting=lambda _: found.whom)
    once = figures.between + typed.lstrip(figures.between)
    at_it = replace(keys, figures=figures)
    keyed = figure_keying.read(once, at_it, found.match, side, found.match.phase)
    line = keying.to_line(keyed, at_it, found.match)
    return line if found.last else f"{line} before {found.entry.number}"


def _moments(game: Game, figures: FigureKeys) -> Iterator[Moment]:
    """The actions of late that somebody could have come in between, newest first."""
    for at, entry in enumerate(taken(game, None)):
        text = deed(game, entry)
        match = match_before(game, entry)
        watching = figures.watching(match)
        said = deed_of(game, text)
        if not watching or said is None:
            continue
        known = {match.handle(figure): figure for figure in match.all_figures()}
        whom = next((known[name] for name in said.who.names if name in known), None)
        breaks_in = f"{match.handle(watching[0])} {figures.breaks_in} {said.who.names[0]}"
        if whom is not None and may_come_between(game, entry, breaks_in):
            yield Moment(entry, text, whom, match, at == 0)

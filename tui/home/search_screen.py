"""The search of a book for games, leagues and campaigns, their players, forces and units."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import msgspec
from textual.app import ComposeResult
from textual.content import Content

from tracker.application.book import Book
from tracker.application.errors import LedgerError
from tracker.application.leagues.league_summaries import read_league_row
from tracker.application.match.match_summaries import Summary
from tracker.leagues.league_events import ForceId, WarUnitId
from tracker.vocabulary.name_normalisation import make_name_key
from tui.key_bindings import KEYS, select_commands
from tui.terminal_text_fitting import Piece, cut_text, fill_line, join_pieces, pad_text
from tui.views.game_list import build_game_line
from tui.views.home_view import HomeView
from tui.widgets.clickable_text import make_clickable_row
from tui.widgets.key_footers import BottomRule, Footer
from tui.widgets.keyed_screen import KeyedScreen
from tui.widgets.list_row_drawing import draw_pointer, find_first_shown_row
from tui.widgets.paging_keys import PagingKeys
from tui.widgets.panel import Panel, PanelEdges


@dataclass(frozen=True)
class SearchHit:
    """A search result. ``words`` is the text in which the search looks.

    ``player`` is the name of a league's player. ``force`` and ``unit`` are ids in a campaign.
    """

    stream: str
    title: str
    what: str
    words: str
    summary: Summary | None = None
    player: str = ""
    force: ForceId = ""
    unit: WarUnitId = ""


class SearchScreen(KeyedScreen[SearchHit]):
    """The search screen, which returns the result to open. A result contains all search words."""

    commands = KEYS["find"]

    def __init__(self, book: Book, seen: HomeView) -> None:
        super().__init__()
        self.book = book
        self.sought = ""
        self.at = 0
        self.every = list(_everything(book, seen))
        self.found = self.every
        self.parts = (PagingKeys(self._go),)

    def compose(self) -> ComposeResult:
        yield SearchResultsPanel(self)
        yield BottomRule()
        yield Footer(
            select_commands(KEYS["find"], "open_row", "up", "down", "erase_last_character", "leave")
        )

    def handle_character(self, character: str) -> bool:
        self._seek(self.sought + character)
        return True

    def do_erase_last_character(self) -> None:
        self._seek(self.sought[:-1])

    def _seek(self, sought: str) -> None:
        words = make_name_key(sought).split()
        self.sought = sought
        self.found = [one for one in self.every if all(word in one.words for word in words)]
        self._go(-self.at)

    def _go(self, step: int) -> None:
        self.at = max(0, min(len(self.found) - 1, self.at + step))
        self.query_one(SearchResultsPanel).refresh()

    def do_open_row(self) -> None:
        if self.found:
            self.dismiss(self.found[self.at])


def _everything(book: Book, seen: HomeView) -> Iterator[SearchHit]:
    """Yield the leagues, their players, forces and units, then the games, running ones first."""
    leagues = book.list_leagues()
    for one in leagues:
        yield SearchHit(one.stream, one.title, one.kind, make_name_key(f"{one.title} {one.kind}"))
    for one in leagues:
        for name in msgspec.json.decode(one.sides, type=list[str]):
            words = make_name_key(f"{name} {one.title} player")
            yield SearchHit(one.stream, name, f"player, {one.title}", words, player=name)
    for one in leagues:
        yield from _lasting(one)
    for one in [*seen.running, *seen.finished]:
        of = seen.belongs.get(one.stream, "")
        words = make_name_key(f"{one.title} {one.sides} {one.ruleset} {one.played_on} {of} game")
        yield SearchHit(one.stream, one.title, "game", words, one)


def _lasting(league: Summary) -> Iterator[SearchHit]:
    """Yield a campaign's forces, then its units."""
    try:
        forces = read_league_row(league).forces
    except LedgerError:
        return
    for one in forces:
        words = make_name_key(f"{one.name} {league.title} force")
        yield SearchHit(league.stream, one.name, f"force, {league.title}", words, force=one.id)
    for one in forces:
        for unit, name in one.units:
            words = make_name_key(f"{name} {one.name} {league.title} unit")
            yield SearchHit(league.stream, name, f"unit, {one.name}", words, unit=unit)


class SearchResultsPanel(Panel):
    """A panel of search results. The marked row is always visible."""

    def __init__(self, screen: SearchScreen) -> None:
        super().__init__(PanelEdges("┌", "┐"))
        self.find = screen

    def render_title(self) -> Iterable[Piece]:
        return [("find anything", "bold")]

    def render_right_title(self) -> Iterable[Piece]:
        return [f"{len(self.find.found)} of {len(self.find.every)}"]

    def render_body(self, width: int, height: int) -> list[Content]:
        screen = self.find
        sought: list[Piece] = [" find: ", (screen.sought, "bold"), ("▌", "$primary")]
        lines = [fill_line(width, sought, [("games, leagues, players, units ", "$quiet")])]
        if not screen.found:
            return [*lines, join_pieces([" Nothing found. Press Backspace, or Esc to clear."])]
        room = height - 1
        start = find_first_shown_row(len(screen.found), screen.at, room)
        for place, one in enumerate(screen.found[start : start + room], start=start):
            found = self._row(one, width, marked=place == screen.at)
            lines.append(make_clickable_row(found, place, screen.at))
        return lines

    def _row(self, one: SearchHit, width: int, *, marked: bool) -> Content:
        about, when = one.what, ""
        if one.summary is not None:
            game = build_game_line(self.find.book, one.summary)
            about, when = f"{game.turn} {game.score}", game.when
        style = "bold" if marked else ""
        left: list[Piece] = [
            draw_pointer(marked=marked),
            " ",
            (pad_text(one.title, max(20, width - 48)), style),
            " ",
            (cut_text(about, 28), "$quiet"),
        ]
        return fill_line(width, left, [(f" {when} ", "$quiet")])

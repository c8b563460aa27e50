"""The screen that searches a book for games, leagues, campaigns, players, forces and units."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import msgspec
from textual.app import ComposeResult
from textual.content import Content

from tracker.application.book import Book
from tracker.application.errors import LedgerError, Refused
from tracker.application.leagues.league_summaries import read_league_row
from tracker.application.match.match_summaries import StreamSummary
from tracker.leagues.league_events import ForceId, WarUnitId
from tracker.vocabulary.name_normalisation import make_name_key
from tui.home.home_lists import HomeRows
from tui.key_bindings import FOOTERS, KEYS
from tui.screen_base_classes import KeyedScreen
from tui.terminal_text_fitting import StyledText, cut_text, fill_line, join_styled, pad_text
from tui.views.game_list import build_game_list_line
from tui.views.home_view import HomeView
from tui.widgets.list_rows import PagingKeys, draw_pointer, draw_visible_rows
from tui.widgets.panel import TOP_EDGES, ModelPanel
from tui.widgets.screen_bottom_lines import BottomBorder, Footer

NOTHING_FOUND = " Nothing found. Press Backspace to change the search."
NOTHING_IN_LEDGER = " This ledger has no games, leagues or campaigns yet."
NOTHING_IN_DEMO = " Nothing found in the demo. To search your own games, leave the demo (Esc)."


@dataclass(frozen=True)
class SearchHit:
    """A search result. ``search_key`` is the text that is searched.

    ``player`` is the name of a player in a league. ``force`` and ``unit`` are ids in a campaign.
    """

    stream: str
    title: str
    kind: str
    search_key: str
    summary: StreamSummary | None = None
    player: str = ""
    force: ForceId = ""
    unit: WarUnitId = ""


class SearchScreen(KeyedScreen[SearchHit]):
    commands = KEYS["find"]

    def __init__(self, book: Book, home: HomeRows) -> None:
        super().__init__()
        self.book = book
        self.is_demo = home.demo
        self.search_text = ""
        self.cursor = 0
        self.all_hits = list(_list_hits(book, home.view))
        self._participants: dict[str, str] = {}
        self.hits = self.all_hits
        self.parts = (PagingKeys(self._move_mark),)

    def compose(self) -> ComposeResult:
        yield SearchResultsPanel(self)
        yield BottomBorder()
        yield Footer(FOOTERS["find"])

    def handle_character(self, character: str) -> bool:
        self._search(self.search_text + character)
        return True

    def do_erase_last_character(self) -> None:
        self._search(self.search_text[:-1])

    def _search(self, search_text: str) -> None:
        words = make_name_key(search_text).split()
        self.search_text = search_text
        self.hits = [hit for hit in self.all_hits if self._matches(hit, words)]
        self._move_mark(-self.cursor)

    def _matches(self, hit: SearchHit, words: Sequence[str]) -> bool:
        """Return whether every word occurs in the result's text or in the participants' names."""
        missing = [word for word in words if word not in hit.search_key]
        if not missing or hit.summary is None:
            return not missing
        names = self._get_participants(hit.stream)
        return all(word in names for word in missing)

    def _get_participants(self, stream: str) -> str:
        """Return the names of a game's players, forces and units as one text."""
        if stream not in self._participants:
            try:
                names = self.book.list_participant_names(stream)
            except (LedgerError, Refused):
                names = []
            self._participants[stream] = make_name_key(" ".join(names))
        return self._participants[stream]

    def _move_mark(self, step: int) -> None:
        self.cursor = max(0, min(len(self.hits) - 1, self.cursor + step))
        self.query_one(SearchResultsPanel).refresh()

    def do_open_row(self) -> None:
        if self.hits:
            self.dismiss(self.hits[self.cursor])


def _list_hits(book: Book, view: HomeView) -> Iterator[SearchHit]:
    leagues = book.list_leagues()
    for league in leagues:
        words = make_name_key(f"{league.title} {league.kind}")
        yield SearchHit(league.stream, league.title, league.kind, words)
    for league in leagues:
        for name in msgspec.json.decode(league.sides, type=list[str]):
            words = make_name_key(f"{name} {league.title} player")
            yield SearchHit(league.stream, name, f"player, {league.title}", words, player=name)
    for league in leagues:
        yield from _list_campaign_hits(league)
    for game in [*view.running, *view.finished]:
        league_title = view.league_titles.get(game.stream, "")
        words = make_name_key(
            f"{game.title} {game.sides} {game.ruleset} {game.played_on} {league_title} game"
        )
        yield SearchHit(game.stream, game.title, "game", words, game)


def _list_campaign_hits(league: StreamSummary) -> Iterator[SearchHit]:
    try:
        forces = read_league_row(league).forces
    except LedgerError:
        return
    for force in forces:
        words = make_name_key(f"{force.name} {league.title} force")
        yield SearchHit(league.stream, force.name, f"force, {league.title}", words, force=force.id)
    for force in forces:
        for unit, name in force.units:
            words = make_name_key(f"{name} {force.name} {league.title} unit")
            yield SearchHit(league.stream, name, f"unit, {force.name}", words, unit=unit)


class SearchResultsPanel(ModelPanel[SearchScreen]):
    edges = TOP_EDGES
    heading = (("find anything", "bold"),)

    def render_right_title(self) -> Iterable[StyledText]:
        return [f"{len(self.model.hits)} of {len(self.model.all_hits)}"]

    def render_body(self, width: int, height: int) -> list[Content]:
        screen = self.model
        search_line: list[StyledText] = [" find: ", (screen.search_text, "bold"), ("▌", "$primary")]
        lines = [fill_line(width, search_line, [("games, leagues, players, units ", "$quiet")])]
        if not screen.hits:
            missing = NOTHING_FOUND if screen.all_hits else NOTHING_IN_LEDGER
            return [*lines, join_styled([NOTHING_IN_DEMO if screen.is_demo else missing])]
        draw_hit = partial(self._render_hit, width=width)
        return [*lines, *draw_visible_rows(screen.hits, screen.cursor, height - 1, draw_hit)]

    def _render_hit(self, hit: SearchHit, width: int, *, marked: bool) -> Content:
        details, age = hit.kind, ""
        if hit.summary is not None:
            game = build_game_list_line(self.model.book, hit.summary)
            details, age = f"{game.turn} {game.score}", game.age
        style = "bold" if marked else ""
        left: list[StyledText] = [
            draw_pointer(marked=marked),
            " ",
            (pad_text(hit.title, max(20, width - 48)), style),
            " ",
            (cut_text(details, 28), "$quiet"),
        ]
        return fill_line(width, left, [(f" {age} ", "$quiet")])

"""The home screen: running games, leagues and campaigns, finished games and news."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from textual.app import ComposeResult

from tracker.application.book import Book
from tracker.application.errors import LedgerError, Refused
from tracker.application.leagues.league import League
from tracker.application.match.game import Game
from tracker.leagues.league_events import ForceId, LeagueKind, WarUnitId
from tracker.vocabulary.typed_numbers import is_whole_number
from tui.home.home_lists import HomeRows, describe_own_ledger
from tui.home.home_panels import HomeHeader, HomeListPanel
from tui.home.search_screen import SearchHit
from tui.key_bindings import FOOTERS, KEYS, MORE_KEYS, KeyCommand
from tui.league.league_picker import NEW
from tui.screen_base_classes import KeyedScreen, show_errors
from tui.screen_routes import make_league_screen, make_screen
from tui.table.game_export_dialogs import build_battle_report_dialog, build_setup_sheet_dialog
from tui.user_settings_and_drafts import LastVisit
from tui.views.game_list import GameListLine
from tui.views.home_view import LeagueListLine
from tui.widgets.list_rows import PagingKeys
from tui.widgets.live_reload import LiveReload
from tui.widgets.screen_bottom_lines import NoticeLine, compose_screen_footer
from tui.widgets.text_export_dialogs import ExportDialog

if TYPE_CHECKING:
    from tui.league.season.new_league_screen import NewLeagueForm


class HomeScreen(KeyedScreen[None]):
    DEFAULT_CSS = "HomeScreen NoticeLine { height: auto; max-height: 3; }"
    commands = KEYS["home"]

    def __init__(
        self, book: Book, location: str, *, demo: bool = False, start_notice: str | LedgerError = ""
    ) -> None:
        super().__init__()
        self.book = book
        self.rows = HomeRows(book, location, demo=demo)
        self.live = LiveReload(self.rows, self, updates_when_covered=True)
        self.parts = (PagingKeys(self._move_mark),)
        self.do_open_or_begin_league = partial(self._begin_or_pick_league, "league")
        self.do_open_or_begin_campaign = partial(self._begin_or_pick_league, "campaign")
        self._previous_notice = ""
        self._start_notice = start_notice
        self._unfinished_leagues: dict[LeagueKind, NewLeagueForm] = {}
        self._own_changes_before: int | None = None
        """The ledger's change counter when this screen last set up a game or league of the user's
        own."""

    def compose(self) -> ComposeResult:
        yield HomeHeader(self.rows)
        yield HomeListPanel(self.rows)
        yield from compose_screen_footer(FOOTERS["home"], self._list_more_keys)

    def _list_more_keys(self) -> tuple[KeyCommand, ...]:
        return MORE_KEYS["home"] if self.rows.visible_rows else ()

    def on_mount(self) -> None:
        """Show the start notice, and report once which rules could not be loaded."""
        notice = self._start_notice
        self.show_message(str(notice), is_error=isinstance(notice, LedgerError))
        names = ", ".join(self.book.list_failed_plugins())
        if names:
            message = f"Rules that could not be loaded: {names}. To see why, run warledger rules."
            self.show_refusal(message)

    def on_screen_resume(self) -> None:
        if self._has_begun_own_game():
            self._open_own_home()
            return
        self._redraw_if_visible()
        self.warledger_app.start_backup_if_due(self.book)

    def redraw(self) -> None:
        """Load the lists again and draw the screen."""
        last_visit = self.warledger_app.last_visit
        if self.rows.demo:
            last_visit = LastVisit(None, self.book.clock)
            self.rows.own_ledger = describe_own_ledger(self.warledger_app.own_book)
        with self.show_opening_errors():
            self.rows.load_lists(last_visit, self.size.height)
        self._move_mark(0)

    def _move_mark(self, step: int) -> None:
        self.rows.move_cursor_and_read_next_input(step)
        super().redraw()

    def update_after_reload(self, snapshot: None) -> None:
        self._move_mark(0)

    def handle_character(self, character: str) -> bool:
        if not is_whole_number(character) or not 1 <= int(character) <= len(self.rows.visible_rows):
            return False
        self.show_message("")
        self.rows.cursor = int(character) - 1
        self.do_open_row()
        return True

    def run_command(self, command: KeyCommand) -> None:
        self._previous_notice = self.query_one(NoticeLine).text
        self.show_message("")
        super().run_command(command)

    def do_open_row(self) -> None:
        match self.rows.marked_row:
            case None:
                self.do_begin_new_game()
            case GameListLine(stream=stream):
                self.open_game(stream)
            case LeagueListLine(stream=stream):
                self.open_league(stream)
            case _:
                self.do_find_anything()

    def open_game(self, stream: str) -> None:
        self.open_recorded_game(self.book, stream)

    def do_begin_new_game(self) -> None:
        book = self.open_book_for_new_games()
        if book is not None:
            self.app.push_screen(make_screen("new game", book))

    def do_open_force_builder(self) -> None:
        rules = self.book.list_selectable_rulesets().values()
        self.app.push_screen(make_screen("make a force", rules), self._show_saved_force)

    def _show_saved_force(self, path: str | None) -> None:
        if path is not None:
            self.show_message(f"{Path(path).name} is saved. Press n to begin a game with it.")

    def do_find_anything(self) -> None:
        self.app.push_screen(make_screen("find", self.book, self.rows), self._open_hit)

    def _open_hit(self, hit: SearchHit | None) -> None:
        if hit is None:
            return
        if hit.summary is not None:
            self.open_game(hit.stream)
        elif hit.force or hit.unit:
            self.open_force_or_unit(hit.stream, hit.force, hit.unit)
        elif hit.player:
            self.open_player(hit.stream, hit.player)
        else:
            self.open_league(hit.stream)

    def open_book_for_new_games(self) -> Book | None:
        """Open the book for new games and leagues, which is never the demo book.

        In the demo, a notification says that new games are saved in the user's own book.
        """
        if not self.rows.demo:
            return self.book
        book: Book | None = None
        with self.show_opening_errors():
            book, location = self.warledger_app.open_own_book_and_location()
            self.app.notify(f"New games are saved in your own ledger, not in the demo: {location}")
            self._own_changes_before = book.ledger_change_counter
        return book

    def _has_begun_own_game(self) -> bool:
        """Return whether the user's own ledger has changed since it was opened for a new game."""
        own = self.warledger_app.own_book
        if self._own_changes_before is None or own is None:
            return False
        return own[0].ledger_change_counter != self._own_changes_before

    def _open_own_home(self) -> None:
        if self._covers_other_home():
            self.dismiss(None)
            return
        with self.show_opening_errors():
            book, location = self.warledger_app.open_own_book_and_location()
            self.app.switch_screen(HomeScreen(book, location))

    def do_open_setup_sheet(self) -> None:
        """Open the marked game's set-up sheet. If there are no rows, open the practice volley."""
        if not self.rows.visible_rows:
            self.do_open_practice_volley()
            return
        self._open_export_dialog_of_marked_game(build_setup_sheet_dialog, "set-up sheet")

    def do_open_report(self) -> None:
        marked = self.rows.marked_row
        if not isinstance(marked, LeagueListLine):
            self._open_export_dialog_of_marked_game(build_battle_report_dialog, "battle report")
            return
        with self.show_opening_errors():
            report = make_screen("league report", self.book.open_league(marked.stream))
            self.app.push_screen(report, self.show_message)

    def _open_export_dialog_of_marked_game(
        self, build_dialog: Callable[[Game], ExportDialog], noun: str
    ) -> None:
        marked = self.rows.marked_game
        if marked is None:
            self.show_refusal(f"Mark a game for the {noun} first.")
            return
        with self.show_opening_errors():
            dialog = build_dialog(self.book.open_game(marked.stream))
            self.app.push_screen(dialog, self.show_message)

    def open_league(self, stream: str) -> League | None:
        """Open a league or campaign on its organiser's screen, or show why it cannot be opened."""
        league: League | None = None
        with self.show_opening_errors():
            league = self.book.open_league(stream)
            self.app.push_screen(make_league_screen(self.book, league))
        return league

    def open_player(self, stream: str, player_name: str) -> None:
        league = self.open_league(stream)
        if league is not None:
            player_id = league.people.find_player(player_name).id
            self.app.push_screen(make_screen("player", self.book, league, player_id))

    def open_force_or_unit(self, stream: str, force: ForceId, unit: WarUnitId) -> None:
        league = self.open_league(stream)
        if league is None:
            return
        if unit in league.state.units:
            self.app.push_screen(make_screen("unit", self.book, league, unit))
        elif force in league.state.forces:
            self.app.push_screen(make_screen("force", self.book, league, force))

    def _begin_or_pick_league(self, kind: LeagueKind) -> None:
        rows = [league for league in self.rows.view.leagues if league.kind == kind]
        if not rows:
            self._begin_league(kind)
            return

        def pick(choice: str | None) -> None:
            if choice == NEW:
                self._begin_league(kind)
            elif choice is not None:
                self.open_league(choice)

        self.app.push_screen(make_screen("which league", kind, rows), pick)

    def _begin_league(self, kind: LeagueKind) -> None:
        book = self.open_book_for_new_games()
        if book is not None:
            self.app.push_screen(make_screen("new league", book, kind, self._unfinished_leagues))

    def do_archive_row(self) -> None:
        marked = self.rows.marked_row
        if isinstance(marked, (GameListLine, LeagueListLine)):
            self._set_archived(marked.stream, "Archived (A restores it): {}.", archived=True)
        else:
            self.show_refusal("Mark a game, league or campaign first.")

    def do_restore_last_archived(self) -> None:
        last = self.book.find_last_archived_stream()
        if last is None:
            self.show_message("Nothing is archived.")
        else:
            self._set_archived(last.stream, "{} is restored to the lists.", archived=False)

    def _set_archived(self, stream: str, outcome: str, *, archived: bool) -> None:
        try:
            title = self.book.set_archived(stream, archived=archived)
        except (LedgerError, Refused) as error:
            self.show_refusal(str(error))
            return
        self.redraw()
        self.show_message(outcome.format(title))

    def do_open_ledger_screen(self) -> None:
        own = self.warledger_app.own_book
        is_own = own is not None and self.book is own[0]
        with self.show_opening_errors():
            page = make_screen("ledger", self.book, self.rows.location, own=is_own)
            self.app.push_screen(page)

    def do_open_practice_volley(self) -> None:
        with show_errors(self):
            self.app.push_screen(make_screen("practice"))

    def do_open_demo(self) -> None:
        if self.rows.demo:
            self.show_message("You are already in the demo. Press Esc to open your own ledger.")
            return
        with self.show_opening_errors():
            book, location = self.warledger_app.open_demo_book_and_location()
            self.app.push_screen(HomeScreen(book, location, demo=True))

    def do_leave(self) -> None:
        if self._covers_other_home():
            self.dismiss(None)
        else:
            self.app.exit()

    def do_clear_notice_or_leave_demo(self) -> None:
        """Clear the notice, or go from the demo to the user's ledger. Only ``q`` quits."""
        if self.rows.demo:
            self._open_own_home()
        elif not self._previous_notice:
            self.show_message("Press q to quit. Esc does not quit.")

    def _covers_other_home(self) -> bool:
        return any(isinstance(screen, HomeScreen) for screen in self.app.screen_stack[:-1])

    def on_resize(self) -> None:
        self._redraw_if_visible()

    def _redraw_if_visible(self) -> None:
        if self.app.screen is self:
            self.redraw()

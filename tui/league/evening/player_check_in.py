"""The check-in for the next round: who is away, dropped, late, back, a ringer or new."""

from __future__ import annotations

from collections.abc import Iterable

from textual import events
from textual.app import ComposeResult
from textual.content import Content

from tracker.application.book import Book
from tracker.application.leagues.league import League
from tracker.application.leagues.league_log import describe_league_line
from tracker.application.leagues.pairing import round_drafting_and_publishing, round_pairing_draft
from tracker.application.leagues.people.enrolment_and_attendance import find_byes
from tracker.application.leagues.people.player_list_columns import (
    describe_player,
    describe_presence,
)
from tracker.leagues import league_events as ev
from tracker.leagues.league_events import Order
from tracker.leagues.league_state import Competitor
from tracker.leagues.pairing.player_seeding import ORDER_WORDS
from tracker.leagues.results.standings_input_types import Bye
from tracker.vocabulary.name_normalisation import make_name_key
from tui.key_bindings import ENTER, KEYS, KeyCommand, select_commands
from tui.league.league_decision_prompts import ask_divisions, ask_player_division
from tui.league.league_screen_base import LeagueScreen
from tui.screen_routes import make_screen
from tui.terminal_text_fitting import Piece, fill_line, join_pieces, pad_text
from tui.views.standings_view import list_league_points
from tui.widgets.clickable_text import make_markable_row, render_key_hint
from tui.widgets.key_footers import CLOSED, Footer
from tui.widgets.list_row_drawing import compute_name_width, draw_pointer, find_first_shown_row
from tui.widgets.notice_line import NoticeLine
from tui.widgets.paging_keys import PagingKeys
from tui.widgets.panel import Panel, PanelEdges


class CheckInList:
    """The list of players in the check-in.

    ``sought`` is a name being searched for. If ``dropping`` is true, the screen asks when the
    marked player drops out. If ``drafts`` is true, Enter drafts the round, by ``method`` and in
    ``order`` if these are given. If ``again`` is true, players of a round robin may meet more often
    than planned.
    """

    def __init__(self, league: League, *, drafts: bool) -> None:
        self.league = league
        self.drafts = drafts
        self.at = 0
        self.sought: str | None = None
        self.dropping = False
        self.method = ""
        self.order: Order = ""
        self.again = False
        self._usual: tuple[tuple[int, str], Order] = ((-1, ""), "")
        self.signed_up: list[str] = []  # a sign-up list before anyone is enrolled

    @property
    def rows(self) -> list[Competitor]:
        return list(self.league.state.players.values())

    @property
    def marked_player(self) -> Competitor | None:
        rows = self.rows
        self.at = max(0, min(self.at, len(rows) - 1))
        return rows[self.at] if rows else None

    @property
    def round_number(self) -> int:
        """Return the number of the round for which players check in."""
        return self.league.people.next_round_number

    @property
    def pairing_method(self) -> str:
        """Return the method by which the round will be paired."""
        if self.method:
            return self.method
        draft = self.league.state.draft
        if draft is not None and draft.method in round_pairing_draft.METHODS:
            return draft.method
        present = self.league.people.list_present_players(self.round_number)
        return round_pairing_draft.describe_default_pairing_methods(
            self.league.state, self.round_number, present
        )

    @property
    def first_round_order(self) -> Order:
        """Return the order of players in a season's first round, or "" for later rounds."""
        if self.round_number > 1:
            return ""
        now = (self.league.version, self.pairing_method)
        if self._usual[0] != now:
            self._usual = (now, self.league.rounds.choose_default_order(self.pairing_method))
        return self.order or self._usual[1]

    def describe_drop_keys(self, player: Competitor) -> str:
        """List the keys that drop a player now. Key w forfeits the open game, x annuls results."""
        leaves = self.league.people.assess_departure(player)
        return (
            "n" + ("w" if leaves.open_fixture else "") + ("x" if leaves.can_annul_results else "")
        )

    def describe_drop_choices(self, player: Competitor) -> str:
        """Describe the effects of the keys w and x if they apply, or return ""."""
        state, leaves = self.league.state, self.league.people.assess_departure(player)
        told = []
        if leaves.open_fixture is not None:
            other = next(one for one in leaves.open_fixture.players if one != player.id)
            told.append(f"w: drop now; {state.get_player_name(other)} wins the open game.")
        if leaves.can_annul_results:
            told.append(
                f"{leaves.describe_games_played()}. x: drop now and annul their "
                "results, so that none of them counts."
            )
        return " ".join(told)

    def find_player_place(self, wanted: str) -> int | None:
        """Find the first player whose name begins with the text, or else contains it."""
        names = [make_name_key(one.name) for one in self.rows]
        starts = [
            place for place, name in enumerate(names) if name.startswith(make_name_key(wanted))
        ]
        within = [place for place, name in enumerate(names) if make_name_key(wanted) in name]
        found = [*starts, *within]
        return found[0] if found else None


class PlayersPanel(Panel):
    """A panel that lists all players and whether they are present."""

    def __init__(self, screen: CheckInList) -> None:
        super().__init__(PanelEdges("┌", "┐"))
        self.check_in = screen

    def render_title(self) -> Iterable[Piece]:
        return [("who is here", "bold"), f" for round {self.check_in.round_number}?"]

    def render_right_title(self) -> Iterable[Piece]:
        screen = self.check_in
        present = round_pairing_draft.choose_paired_players(
            screen.league.state, screen.league.people.list_present_players(screen.round_number)
        )
        told = f"{len(present)} play"
        again = ", also again" if screen.again else ""
        if not screen.drafts:
            return [told]
        drafts = render_key_hint("Enter", f"drafts, {screen.pairing_method}{again}")
        return [told, " · ", drafts, " · ", render_key_hint("m", "other")]

    def render_body(self, width: int, height: int) -> list[Content]:
        screen = self.check_in
        rows = screen.rows
        if not rows:
            told = "  Nobody is enrolled yet. Press n to enrol a player, p to paste a list."
            return [Content(""), join_pieces([told])]
        marked = screen.at if screen.marked_player else None
        start = find_first_shown_row(len(rows), marked, height)
        names = compute_name_width([one.name for one in rows], (width - 40) * 2)
        worth = list_league_points(screen.league)
        return [
            make_markable_row(
                _row(screen, one, worth.get(one.id, ""), names, width, marked=place == marked),
                place,
                marked,
            )
            for place, one in enumerate(rows[start : start + height], start)
        ]


PRESENCE = 24
"""The width in cells of a player's status, such as ``away (asked), half a bye``."""


def _row(
    screen: CheckInList, one: Competitor, points: str, names: int, width: int, *, marked: bool
) -> Content:
    word = describe_presence(one, screen.round_number)
    noun = "point " if points == "1" else "points"
    sign = "·" if word else "✓"
    beside = f"{points} {noun}" if points else "" if one.ranked else "not ranked"
    return fill_line(
        width,
        [
            draw_pointer(marked=marked),
            (sign, "$success bold" if sign == "✓" else "$quiet"),
            " ",
            (pad_text(one.name, names), "bold" if marked else ""),
            "  ",
            (pad_text(word or "here", PRESENCE), _style(one, screen.round_number) if word else ""),
            "  ",
            (describe_player(screen.league.state, one), "$quiet"),
        ],
        [(f" {beside} ", "$quiet")],
    )


def _style(one: Competitor, number: int) -> str:
    """Return the colour of a player's status."""
    absence = one.get_absence_reason(number)
    if absence == "not yet here":
        return "$quiet"
    return "$warning" if absence or one.left_after is not None else "$secondary"


class PlayerSearchLine(Panel):
    """The line with the name being searched for, or with the open question."""

    DEFAULT_CSS = "PlayerSearchLine { height: 1; }"

    def __init__(self, screen: CheckInList) -> None:
        super().__init__(CLOSED)
        self.check_in = screen

    def render_title(self) -> Iterable[Piece]:
        screen = self.check_in
        if screen.sought is not None:
            return ["find: ", (screen.sought, "bold"), ("▌", "$primary")]
        if screen.dropping and screen.marked_player is not None:
            number = screen.league.state.round_number
            after = f"after round {number}" if number else "from now on"
            others = screen.describe_drop_keys(screen.marked_player)[1:]
            ways = [("n", "now"), *((key, "") for key in others), ("Esc", "not")]
            name = f"{screen.marked_player.name} drops:"
            told = [render_key_hint(sign, words) for sign, words in (("Enter", after), *ways)]
            return [(name, "$warning"), " ", join_pieces(told, " · ")]
        return []

    def render_right_title(self) -> Iterable[Piece]:
        screen = self.check_in
        if not screen.drafts or not screen.first_round_order or screen.sought is not None:
            return []
        order = (ORDER_WORDS[screen.first_round_order], "bold")
        return ["first round ", order, " · ", render_key_hint("o", "other")]


NEEDS_SOMEBODY = (
    "mark_away",
    "give_bye",
    "mark_here",
    "drop_player",
    "annul_results",
    "mark_late",
    "mark_ringer",
    "rename_player",
    "move_to_division",
)


class CheckInScreen(LeagueScreen):
    """The check-in screen, with a row for each player. Letters change a player's status."""

    commands = KEYS["check_in"]

    def __init__(self, book: Book, league: League, *, drafts: bool = False) -> None:
        super().__init__(book, league)
        self.list = CheckInList(league, drafts=drafts)
        self.parts = (PagingKeys(self._go),)

    def compose(self) -> ComposeResult:
        yield PlayersPanel(self.list)
        yield PlayerSearchLine(self.list)
        yield NoticeLine()
        first = ("draft_present_players",) if self.list.drafts else ()
        rest = (
            ("mark_away", "drop_player", "mark_here", "find_player", "leave")
            if self.list.drafts
            else ("mark_away", "drop_player", "mark_here", "find_player", "help", "leave")
        )
        yield Footer(select_commands(KEYS["check_in"], *first, *rest))

    # --------------------------------------------------------------------------------- keys

    def handle_key_press(self, event: events.Key) -> None:
        if self.list.sought is not None and self._seek(event):
            event.stop()
            return
        if self.list.dropping and self._drop_key(event):
            event.stop()
            return
        super().handle_key_press(event)

    def _seek(self, event: events.Key) -> bool:
        """Handle a key of the name search. Enter and Escape end the search."""
        sought = self.list.sought or ""
        if event.key in ENTER or event.key == "escape":
            self.list.sought = None
        elif event.key == "backspace":
            self.list.sought = sought[:-1]
        elif event.is_printable and event.character is not None:
            wanted = (sought + event.character).casefold()
            found = self.list.find_player_place(wanted)
            if found is None:
                self.show_message(f"No player's name contains {wanted!r}.", bad=True)
            else:
                self.show_message("")
                self.list.sought, self.list.at = sought + event.character, found
        else:
            return False
        self.redraw()
        return True

    def _drop_key(self, event: events.Key) -> bool:
        """Handle the key after ``d``: Enter drops the player after the round, n immediately.

        Where offered, w forfeits the open game and x annuls the results. Other keys cancel.
        """
        self.list.dropping = False
        player, key = self.list.marked_player, event.character or ""
        now = player is not None and key != "" and key in self.list.describe_drop_keys(player)
        if player is None or not (now or event.key in ENTER):
            self.show_message("Nobody has dropped out.")
            self.redraw()
            return event.key == "escape"
        later = not now and self.league.state.round is not None
        drop = self.league.people.drop_player
        self.write_entry(
            lambda: drop(player, after_round=later, settle=key == "w", annul=key == "x")
        )
        return True

    # ------------------------------------------------------------------------------ commands

    def run_command(self, command: KeyCommand) -> None:
        if self.list.marked_player is None and command.id in NEEDS_SOMEBODY:
            self.show_message("Nobody is enrolled yet. Press n to enrol a player.", bad=True)
            return
        super().run_command(command)

    def do_draft_present_players(self) -> None:
        if not self.list.drafts:
            self.dismiss(None)
            return
        how, order, again = self.list.pairing_method, self.list.first_round_order, self.list.again
        entry = self.write_entry(
            lambda: self.league.rounds.draft_round(how, order=order, allow_rematches=again)
        )
        if entry is not None:
            self.dismiss(f"line {entry.number}: {describe_league_line(self.league.history, entry)}")

    def _go(self, step: int) -> None:
        self.list.at = max(0, self.list.at + step)
        self.redraw()

    def do_find_player(self) -> None:
        self.list.sought = ""
        self.redraw()

    def _say_of(self, presence: ev.Presence) -> None:
        player = self.list.marked_player
        if player is not None:
            self.write_entry(lambda: self.league.people.set_presence(player, presence))

    def do_mark_away(self) -> None:
        self._say_of("away")

    def do_give_bye(self) -> None:
        """Give a half-point bye to an absent player, or withdraw it."""
        player = self.list.marked_player
        if player is None:
            return
        if player.get_absence_reason(self.list.round_number) != "away":
            self.show_message(f"{player.name} is not away. Press a to set that first.", bad=True)
            return
        wanted: Bye = (
            "half bye" if player.get_bye_kind(self.list.round_number) == "zero bye" else "zero bye"
        )
        self.write_entry(lambda: self.league.people.mark_away(player, player.why, wanted))

    def do_mark_late(self) -> None:
        self._say_of("late")

    def do_mark_ringer(self) -> None:
        self._say_of("ringer")

    def do_mark_here(self) -> None:
        player = self.list.marked_player
        if player is not None:
            self.write_entry(lambda: self.league.people.reinstate_player(player))

    def do_drop_player(self) -> None:
        player = self.list.marked_player
        if player is None:
            return
        if player.left_after is not None:
            self.show_message(
                f"{player.name} has already dropped out. Press h to bring them back.", bad=True
            )
            return
        self.list.dropping = True
        self.show_message(self.list.describe_drop_choices(player))
        self.redraw()

    def do_annul_results(self) -> None:
        player = self.list.marked_player
        if player is None:
            return
        annulled = player.id in self.league.state.season.annulled
        self.write_entry(lambda: self.league.people.annul_results(player, annulled=not annulled))

    def do_toggle_rematches(self) -> None:
        self.list.again = not self.list.again
        self.redraw()

    def do_add_player(self) -> None:
        enrol = self.league.people.enrol_players
        self.ask_for_line("name of the new player", enrol, then=self._joined)

    def _joined(self) -> None:
        """Show in which round the new player starts, and who has the bye in this round."""
        self._to_the_last()
        found = find_byes(self.league.state)
        if found is not None and found[0].published:
            round_, (bye, *_) = found
            name = self.league.state.get_player_name(bye.home)
            self.show_message(
                f"{self.list.rows[-1].name} plays from round {self.list.round_number} on. On the "
                f"evening, press i to pair them with {name}, who has the bye in round "
                f"{round_.number}."
            )

    def _to_the_last(self) -> None:
        self.list.at = len(self.list.rows) - 1
        self.redraw()

    def do_paste_sign_up_list(self) -> None:
        self.app.push_screen(
            make_screen("sign-up", self.book, self.league, self.list.signed_up), self._signed_up
        )

    def _signed_up(self, said: str | None) -> None:
        if said:
            self._to_the_last()
            self.show_message(said)

    def do_rename_player(self) -> None:
        player = self.list.marked_player
        if player is None:
            return
        change = self.league.people.change_player
        self.ask_for_line(
            "new name of the player", lambda name: change(player, name=name), text=player.name
        )

    def do_move_to_division(self) -> None:
        player = self.list.marked_player
        if player is not None:
            ask_player_division(self, player.id)

    def do_set_divisions(self) -> None:
        ask_divisions(self)

    def do_choose_pairing_method(self) -> None:
        self.list.method = next(
            one for one in round_pairing_draft.METHODS if one != self.list.pairing_method
        )
        self.redraw()

    def do_choose_first_round_order(self) -> None:
        now = self.list.first_round_order
        if not now:
            self.show_message(
                "Only the first round has an order; later rounds are paired by results.", bad=True
            )
            return
        every = round_drafting_and_publishing.list_first_round_orders(self.league.state)
        self.list.order = every[(every.index(now) + 1) % len(every)]
        self.redraw()

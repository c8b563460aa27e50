"""The check-in for the next round: who is away, dropped, late, back, a ringer or new."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partialmethod
from itertools import chain

from textual import events
from textual.app import ComposeResult
from textual.content import Content

from tracker.application.book import Book
from tracker.application.leagues.league import League
from tracker.application.leagues.pairing import (
    round_drafting_and_publishing,
    round_pairing_proposals,
)
from tracker.application.leagues.pairing.manual_pairing import find_round_and_free_byes
from tracker.application.leagues.pairing.top_cut_bracket import (
    BRACKET,
    BracketStage,
    find_next_bracket_stage,
    get_bracket_winner_name,
)
from tracker.application.leagues.people.departure_awards_and_annulments import (
    describe_possible_annulment,
)
from tracker.application.leagues.people.player_list_columns import (
    describe_player_remarks,
    describe_presence,
)
from tracker.leagues import league_events as ev
from tracker.leagues.league_events import Order
from tracker.leagues.league_state import Competitor
from tracker.leagues.pairing.player_seeding import ORDER_WORDS
from tracker.leagues.results.standings_input_types import Bye
from tracker.vocabulary.name_normalisation import make_name_key
from tui.key_bindings import ENTER, KEYS, KeyCommand, select_commands
from tui.league.league_decision_prompts import ask_and_set_divisions, ask_and_set_player_division
from tui.screen_base_classes import LeagueScreen
from tui.terminal_text_fitting import StyledText, fill_line, join_styled, pad_text
from tui.views.standings_view import format_league_points
from tui.widgets.clickable_text import render_key_hint
from tui.widgets.list_rows import (
    PagingKeys,
    compute_name_width,
    draw_pointer,
    draw_visible_rows,
    make_selectable_row,
)
from tui.widgets.panel import BOTTOM_EDGES, TOP_EDGES, LinePanel, ModelPanel
from tui.widgets.screen_bottom_lines import Footer, NoticeLine


class CheckInList:
    """The list of players in the check-in.

    ``search_text`` is the name that is searched for. If ``is_dropping`` is true, the screen asks
    when the marked player drops out. If ``drafts_round`` is true, Enter drafts the round, by
    ``method`` and in ``order`` if they are set. If ``allows_rematches`` is true, players of a round
    robin may meet more often than planned.
    """

    def __init__(self, league: League, *, drafts_round: bool) -> None:
        self.league = league
        self.drafts_round = drafts_round
        self._cursor = 0
        self.search_text: str | None = None
        self.is_dropping = False
        self.method = ""
        self.order: Order = ""
        self.allows_rematches = False
        self._default_order: tuple[tuple[int, str], Order] = ((-1, ""), "")
        self.signed_up: list[str] = []  # a sign-up list before anybody is enrolled

    @property
    def players(self) -> list[Competitor]:
        return list(self.league.state.players.values())

    @property
    def cursor(self) -> int:
        """The index of the marked player, which is at most that of the last player."""
        return max(0, min(self._cursor, len(self.players) - 1))

    @cursor.setter
    def cursor(self, index: int) -> None:
        self._cursor = index

    @property
    def marked_player(self) -> Competitor | None:
        rows = self.players
        return rows[self.cursor] if rows else None

    @property
    def round_number(self) -> int:
        """The number of the round for which players check in."""
        return self.league.people.next_round_number

    @property
    def bracket_stage(self) -> BracketStage | None:
        return find_next_bracket_stage(self.league.state)

    @property
    def pairing_method(self) -> str:
        if self.bracket_stage is not None:
            return BRACKET
        if self.method:
            return self.method
        draft = self.league.state.draft
        if draft is not None and draft.method in round_pairing_proposals.METHODS:
            return draft.method
        present = self.league.people.list_present_players(self.round_number)
        describe_methods = round_pairing_proposals.get_default_pairing_method_name
        return describe_methods(self.league.state, self.round_number, present)

    @property
    def first_round_order(self) -> Order:
        """The order of players for a season's first round, or "" for a later round."""
        if self.round_number > 1:
            return ""
        key = (self.league.version, self.pairing_method)
        if self._default_order[0] != key:
            self._default_order = key, self.league.rounds.choose_default_first_round_order(key[1])
        return self.order or self._default_order[1]

    def get_keys_that_drop_now(self, player: Competitor) -> str:
        """Return the keys that drop a player now: n, w (forfeits a game), x (annuls results)."""
        departure = self.league.people.assess_departure(player)
        open_game, annulling = departure.open_fixture, departure.is_annulment_fair
        return f"n{'w' if open_game else ''}{'x' if annulling else ''}"

    def describe_drop_choices(self, player: Competitor) -> str:
        """Describe the effects of the keys w and x, if they apply. Otherwise, return ""."""
        state, departure = self.league.state, self.league.people.assess_departure(player)
        choices = []
        if departure.open_fixture is not None:
            opponent = state.get_player_name(departure.open_fixture.get_opponent(player.id))
            choices.append(f"w: drop now; {opponent} wins the open game.")
        if departure.is_annulment_fair:
            games_played = departure.describe_games_played()
            choices.append(f"{games_played}. x: drop now and annul all results.")
        return " ".join(choices)

    def describe_annulment_key_effect(self) -> str:
        """Describe the effect of the key x on the marked player, or return "" without an effect."""
        state, player = self.league.state, self.marked_player
        if player is None or state.season.closed:
            return ""
        if player.id in state.season.annulled:
            return f"count the results of {player.name} again"
        can_annul = describe_possible_annulment(state, player)
        return f"annul the results of {player.name}" if can_annul else ""

    def find_player_index(self, name_part: str) -> int | None:
        """Return the index of the first player whose name begins with ``name_part``, or None.

        If no name begins with it, look for a name that contains it.
        """
        keys = [make_name_key(player.name) for player in self.players]
        typed = make_name_key(name_part)
        starting = (index for index, key in enumerate(keys) if key.startswith(typed))
        containing = (index for index, key in enumerate(keys) if typed in key)
        return next(chain(starting, containing), None)


class PlayersPanel(ModelPanel[CheckInList]):
    edges = TOP_EDGES

    def render_title(self) -> Iterable[StyledText]:
        stage = self.model.bracket_stage
        name = f", {stage.name}" if stage else ""
        return [("attendance", "bold"), f" for round {self.model.round_number}{name}"]

    def render_right_title(self) -> Iterable[StyledText]:
        check_in = self.model
        present = round_pairing_proposals.choose_players_to_pair(
            check_in.league.state,
            check_in.league.people.list_present_players(check_in.round_number),
        )
        stage = check_in.bracket_stage
        count_text = f"{stage.player_count if stage else len(present)} play"
        if stage and not stage.player_count:
            state = check_in.league.state
            champion = get_bracket_winner_name(state)
            unfinished = f"round {state.round_number} is not finished"
            count_text = f"{champion} has won" if champion else unfinished
        rematches = ", rematches allowed" if check_in.allows_rematches else ""
        if not check_in.drafts_round:
            return [count_text]
        enter_hint = render_key_hint("Enter", f"draft ({check_in.pairing_method}{rematches})")
        other: list[StyledText] = [] if stage else [" · ", render_key_hint("m", "other")]
        return [count_text, " · ", enter_hint, *other]

    def render_body(self, width: int, height: int) -> list[Content]:
        check_in = self.model
        rows = check_in.players
        if not rows:
            advice = "  Nobody is enrolled yet. Press n to enrol a player, p to paste a list."
            return [Content(""), join_styled([advice])]
        marked_index = check_in.cursor if check_in.marked_player else None
        name_width = compute_name_width([player.name for player in rows], (width - 40) * 2)
        points = format_league_points(check_in.league)

        def draw_row(player: Competitor, *, marked: bool) -> Content:
            score = points.get(player.id, "")
            return _render_player_row(check_in, player, score, name_width, width, marked=marked)

        return draw_visible_rows(rows, marked_index, height, draw_row, make_selectable_row)


PRESENCE_WIDTH = 24  # cells for ``ringer, if one is needed``


def _render_player_row(
    check_in: CheckInList,
    player: Competitor,
    points: str,
    name_width: int,
    width: int,
    *,
    marked: bool,
) -> Content:
    word = describe_presence(player, check_in.round_number)
    remarks = describe_player_remarks(check_in.league.state, player, check_in.round_number)
    noun = "point " if points == "1" else "points"
    sign = "·" if word else "✓"
    standing = f"{points} {noun}" if points else "" if player.ranked else "not ranked"
    return fill_line(
        width,
        [
            draw_pointer(marked=marked),
            (sign, "$success bold" if sign == "✓" else "$quiet"),
            " ",
            (pad_text(player.name, name_width), "bold" if marked else ""),
            "  ",
            (
                pad_text(word or "here", PRESENCE_WIDTH),
                _choose_presence_style(player, check_in.round_number) if word else "",
            ),
            "  ",
            (remarks, "$quiet"),
        ],
        [(f" {standing} ", "$quiet")],
    )


def _choose_presence_style(player: Competitor, number: int) -> str:
    absence = player.get_absence_reason(number)
    if absence == "not yet here":
        return "$quiet"
    return "$warning" if absence or player.left_after is not None else "$secondary"


class CheckInPromptLine(LinePanel[CheckInList]):
    edges = BOTTOM_EDGES

    def render_title(self) -> Iterable[StyledText]:
        check_in = self.model
        if check_in.search_text is not None:
            return ["find: ", (check_in.search_text, "bold"), ("▌", "$primary")]
        if check_in.is_dropping and check_in.marked_player is not None:
            number = check_in.league.state.round_number
            words = {"n": "now", "w": "forfeit", "x": "annul"}
            keys = check_in.get_keys_that_drop_now(check_in.marked_player)
            choices = [(key, words[key]) for key in (keys if number else keys[1:])]
            choices.append(("Esc", "cancel"))
            moment = f"after round {number}" if number else "now"
            name = f"{check_in.marked_player.name} drops:"
            hints = [render_key_hint(sign, text) for sign, text in (("Enter", moment), *choices)]
            return [(name, "$warning"), " ", join_styled(hints, " · ")]
        effect = check_in.describe_annulment_key_effect()
        return [render_key_hint("x", effect)] if effect else []

    def render_right_title(self) -> Iterable[StyledText]:
        check_in = self.model
        first_order = check_in.first_round_order if check_in.drafts_round else ""
        if not first_order or check_in.search_text is not None:
            return []
        order = (ORDER_WORDS[first_order], "bold")
        return ["first round ", order, " · ", render_key_hint("o", "other")]


PLAYER_COMMANDS = (
    "mark_away",
    "toggle_half_bye",
    "mark_present_or_reinstate",
    "drop_player",
    "annul_or_restore_results",
    "mark_late",
    "mark_ringer",
    "rename_player",
    "move_to_division",
)


PAIRING_COMMANDS = ("choose_pairing_method", "toggle_rematches")


class CheckInScreen(LeagueScreen):
    commands = KEYS["check_in"]

    def __init__(self, book: Book, league: League, *, drafts_round: bool = False) -> None:
        super().__init__(book, league)
        self.check_in = CheckInList(league, drafts_round=drafts_round)
        self.parts = (PagingKeys(self._move_mark),)

    def compose(self) -> ComposeResult:
        yield PlayersPanel(self.check_in)
        yield CheckInPromptLine(self.check_in)
        yield NoticeLine()
        names = [
            "mark_away",
            "drop_player",
            "mark_present_or_reinstate",
            "find_player",
            "help",
            "leave",
        ]
        if self.check_in.drafts_round:
            names = ["draft_present_players", *names[:4], "leave"]
        yield Footer(select_commands(KEYS["check_in"], *names))

    def handle_key_press(self, event: events.Key) -> None:
        if self.check_in.search_text is not None and self._handle_search_key(event):
            event.stop()
            return
        if self.check_in.is_dropping and self._handle_drop_key(event):
            event.stop()
            return
        super().handle_key_press(event)

    def _handle_search_key(self, event: events.Key) -> bool:
        search_text = self.check_in.search_text or ""
        if event.key in ENTER or event.key == "escape":
            self.check_in.search_text = None
        elif event.key == "backspace":
            self.check_in.search_text = search_text[:-1]
        elif event.is_printable and event.character is not None:
            name = (search_text + event.character).casefold()
            index = self.check_in.find_player_index(name)
            if index is None:
                self.show_refusal(f"No player's name contains `{name}`.")
            else:
                self.show_message("")
                self.check_in.search_text = search_text + event.character
                self.check_in.cursor = index
        else:
            return False
        self.redraw()
        return True

    def _handle_drop_key(self, event: events.Key) -> bool:
        """Drop the marked player after the round (Enter) or at once. Return False for an unknown
        key.
        """
        self.check_in.is_dropping = False
        player, key = self.check_in.marked_player, event.character or ""
        drop_keys = self.check_in.get_keys_that_drop_now(player) if player is not None else ""
        is_immediate = key != "" and key in drop_keys
        if player is None or not (is_immediate or event.key in ENTER):
            self.show_message("Nobody has dropped out.")
            self.redraw()
            return event.key == "escape"
        after_round = not is_immediate and self.league.state.current_round is not None
        drop = self.league.people.drop_player
        self.write_and_show_entry(
            lambda: drop(
                player,
                after_round=after_round,
                award_open_game=key == "w",
                annul_results=key == "x",
            )
        )
        return True

    def run_command(self, command: KeyCommand) -> None:
        if self.check_in.marked_player is None and command.id in PLAYER_COMMANDS:
            self.show_refusal("Nobody is enrolled yet. Press n to enrol a player.")
            return
        if self.check_in.bracket_stage is not None and command.id in PAIRING_COMMANDS:
            self.show_refusal(
                "In a bracket round, winners meet winners. No other method is possible."
            )
            return
        super().run_command(command)

    def do_draft_present_players(self) -> None:
        if not self.check_in.drafts_round:
            self.dismiss(None)
            return
        check_in, draft = self.check_in, self.league.rounds.draft_round
        method, order = check_in.pairing_method, check_in.first_round_order
        rematches = check_in.allows_rematches
        entry = self.write_and_show_entry(
            lambda: draft(method, order=order, allow_rematches=rematches)
        )
        if entry is not None:
            self.dismiss(self.describe_entry(entry))

    def _move_mark(self, step: int) -> None:
        self.check_in.cursor += step
        self.redraw()

    def do_find_player(self) -> None:
        self.check_in.search_text = ""
        self.redraw()

    @property
    def _marked_player(self) -> Competitor:
        player = self.check_in.marked_player
        assert player is not None
        return player

    def _set_presence(self, presence: ev.Presence) -> None:
        player = self._marked_player
        self.write_and_show_entry(lambda: self.league.people.set_presence(player, presence))

    do_mark_away = partialmethod(_set_presence, "away")
    do_mark_late = partialmethod(_set_presence, "late")
    do_mark_ringer = partialmethod(_set_presence, "ringer")

    def do_toggle_half_bye(self) -> None:
        """Give the marked absent player a half bye, or take it away again."""
        player = self._marked_player
        if player.get_absence_reason(self.check_in.round_number) != "away":
            self.show_refusal(f"{player.name} is not away. First press a to mark them as away.")
            return
        has_none = player.get_bye_kind(self.check_in.round_number) == "zero bye"
        bye: Bye = "half bye" if has_none else "zero bye"
        self.write_and_show_entry(lambda: self.league.people.mark_away(player, player.why, bye))

    def do_mark_present_or_reinstate(self) -> None:
        player = self._marked_player
        self.write_and_show_entry(lambda: self.league.people.reinstate_or_mark_present(player))

    def do_drop_player(self) -> None:
        player = self._marked_player
        if player.left_after is not None:
            self.show_refusal(f"{player.name} has already dropped out. If they return, press h.")
            return
        self.check_in.is_dropping = True
        self.show_message(self.check_in.describe_drop_choices(player))
        self.redraw()

    def do_annul_or_restore_results(self) -> None:
        """Annul the marked player's results, or restore them."""
        player = self._marked_player
        annulled = player.id in self.league.state.season.annulled
        annul = self.league.people.set_results_annulled
        self.write_and_show_entry(lambda: annul(player, annulled=not annulled))

    def do_toggle_rematches(self) -> None:
        self.check_in.allows_rematches = not self.check_in.allows_rematches
        self.redraw()

    def do_add_player(self) -> None:
        enrol = self.league.people.enrol_players
        self.ask_for_line(
            "name of the new player", enrol, on_accept=self._mark_new_player_and_mention_bye
        )

    def _mark_new_player_and_mention_bye(self) -> None:
        self._mark_last_row()
        byes = find_round_and_free_byes(self.league.state)
        if byes is not None and byes[0].published:
            round_, (bye, *_) = byes
            name = self.league.state.get_player_name(bye.home)
            newcomer = self.check_in.players[-1].name
            self.show_message(
                f"{newcomer} plays from round {self.check_in.round_number} on. "
                f"On the evening screen, press i to pair the player with {name}, who has the bye "
                f"in round {round_.number}."
            )

    def _mark_last_row(self) -> None:
        self.check_in.cursor = len(self.check_in.players) - 1
        self.redraw()

    def do_paste_sign_up_list(self) -> None:
        self.open_screen("sign-up", self.check_in.signed_up, on_close=self._show_signed_up)

    def _show_signed_up(self, message: str | None) -> None:
        if message:
            self._mark_last_row()
            self.show_message(message)

    def do_rename_player(self) -> None:
        player = self._marked_player
        change = self.league.people.change_player_name_or_ranking
        self.ask_for_line(
            "new name of the player", lambda name: change(player, name=name), text=player.name
        )

    def do_move_to_division(self) -> None:
        ask_and_set_player_division(self, self._marked_player.id)

    def do_set_divisions(self) -> None:
        ask_and_set_divisions(self)

    def do_choose_pairing_method(self) -> None:
        self.check_in.method = next(
            method
            for method in round_pairing_proposals.METHODS
            if method != self.check_in.pairing_method
        )
        self.redraw()

    def do_choose_first_round_order(self) -> None:
        """Choose the next order of players for the first round."""
        current = self.check_in.first_round_order
        if not current:
            self.show_refusal("Only the first round has an order. Later rounds follow the results.")
            return
        orders = round_drafting_and_publishing.list_possible_first_round_orders(self.league.state)
        self.check_in.order = orders[(orders.index(current) + 1) % len(orders)]
        self.redraw()

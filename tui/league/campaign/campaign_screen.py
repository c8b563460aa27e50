"""The screen of a campaign: its forces, its open games, and its history, newest entries first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial, partialmethod

from textual.content import Content

from tracker.application.book import Book
from tracker.application.campaigns.service_records import ForceRecord, ServiceRecords
from tracker.application.leagues.campaign.campaign_timeline import (
    TimelineItem,
    build_campaign_timeline,
)
from tracker.application.leagues.league import League
from tracker.leagues.league_state import Fixture
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.typed_numbers import is_whole_number
from tui.key_bindings import FOOTERS, KEYS
from tui.league.campaign.campaign_search import CampaignSearchCommand
from tui.league.campaign.forms.campaign_form_screen import CampaignForm
from tui.league.campaign.forms.campaign_game_forms import (
    BeginCampaignGameForm,
    LinkGameForm,
    PastGameForm,
    list_possible_opponent_ids,
)
from tui.league.campaign.forms.carry_over_rules_form import CarryOverForm
from tui.league.campaign.forms.force_enrol_form import ForceEnrolForm
from tui.screen_base_classes import ListItem, ListScreen
from tui.terminal_text_fitting import StyledText, fill_line, join_styled, pad_text, wrap_styled

MAX_NAME_WIDTH = 30
FORCES_PER_GAME = 2
PARTIAL_DEPTHS = ("result only", "result and losses")


class CampaignScreen(ListScreen):
    commands = KEYS["campaign"]
    footer = FOOTERS["campaign"]
    page_name = "campaign"

    def __init__(self, book: Book, league: League) -> None:
        super().__init__(book, league)
        CampaignSearchCommand(self)

    def load_screen_data(self) -> None:
        self.records = ServiceRecords(self.league)
        self.timeline = build_campaign_timeline(self.league, self.records)[::-1]

    def render_right_heading(self) -> Iterable[StyledText]:
        games = format_count(len(self.records.played_fixtures), "game")
        last = next((item.on for item in self.timeline if item.kind == "game"), "")
        return [f"{games} · last {self.league.calendar.describe_days_ago(last)}" if last else games]

    def build_list_items(self, width: int) -> Sequence[ListItem]:
        return [
            *self._list_force_items(width),
            *self._list_open_game_items(width),
            *self._list_history_items(width),
        ]

    def _list_open_game_items(self, width: int) -> Iterator[ListItem]:
        state = self.league.state
        open_fixtures = [each for each in state.fixtures.values() if self._is_to_play(each)]
        if open_fixtures:
            heading = join_styled([("games to play", "$primary bold")])
            yield ListItem(Content(""), extra_lines=(heading,))
        for fixture in open_fixtures:
            title = fixture.title or " v ".join(map(state.get_player_name, fixture.players))
            on = fixture.arranged.on if fixture.arranged else fixture.on
            day = self.league.calendar.format_day(on) or "no day yet"
            status = f" {fixture.link.match}, being played " if fixture.link else f" {day} "
            open_row = partial(self._continue_game, fixture)
            yield ListItem(fill_line(width, [title], [(status, "$quiet")]), open_row)

    def _is_to_play(self, fixture: Fixture) -> bool:
        """Return whether a game is still to be played. Byes and archived games do not count."""
        if fixture.ended is not None or fixture.away is None:
            return False
        return not self.league.matches.has_archived_game_without_result(fixture)

    def _continue_game(self, fixture: Fixture) -> None:
        if fixture.link is None:
            self._open_form(partial(BeginCampaignGameForm, fixture=fixture.id))
        else:
            self.open_recorded_game(self.book, fixture.link.match)

    def _list_force_items(self, width: int) -> Iterator[ListItem]:
        forces = [self.records.build_force_record(force) for force in self.league.state.forces]
        yield ListItem(join_styled([("forces", "$primary bold")]))
        if not forces:
            players = ", ".join(player.name for player in self.league.state.players.values())
            advice = "None yet. Press e to enrol a sample or your own roster."
            texts = [advice, f"players: {players}"] if players else [advice]
            lines = [line for text in texts for line in wrap_styled(text, width - 2, head=" ")]
            yield ListItem(lines[0], extra_lines=tuple(lines[1:]))
        for number, record in enumerate(forces, start=1):
            yield ListItem(
                self._render_force(record, number, width),
                partial(self.open_screen, "force", record.force.id),
            )

    def _render_force(self, record: ForceRecord, number: int, width: int) -> Content:
        units = self.league.state.list_force_units(record.force)
        able_count = sum(bool(unit.figures_in_next_game) for unit in units)
        name = max(12, min(MAX_NAME_WIDTH, width - 66))
        player = self.league.state.get_player_name(record.force.player)
        left: list[StyledText] = [
            (str(number) if number < 10 else " ", "$primary"),
            " ",
            pad_text(record.force.name, name),
            " ",
            (pad_text(player, 12 if width > 90 else 8), "$quiet"),
            f" {record.won}–{record.drawn}–{record.lost_games}".ljust(9),
            f" {record.kills} kills {record.lost_figures} lost",
        ]
        is_due = any(unit.figures_awaiting_recovery for unit in units)
        due: list[StyledText] = [" ", ("dice due,", "$warning")] if is_due else []
        return fill_line(
            width, left, [*due, (f" {able_count} of {len(units)} can play ", "$quiet")]
        )

    def _list_history_items(self, width: int) -> Iterator[ListItem]:
        title: list[StyledText] = [("history", "$primary bold")]
        new_count = sum(map(self._is_new, self.timeline))
        new_text = f"{new_count} new since your last visit " if new_count else ""
        heading = fill_line(width, title, [(new_text, "$warning")])
        yield ListItem(Content(""), extra_lines=(heading,))
        if not self.timeline:
            lines = wrap_styled(
                "There are no entries yet. Press n to begin a game between two forces, g to enter"
                " a game played elsewhere, or m to add a game in this ledger.",
                width - 3,
                head=" ",
            )
            yield ListItem(lines[0], extra_lines=tuple(lines[1:]))
        for item in self.timeline:
            yield self._make_history_item(item, width)

    def _make_history_item(self, item: TimelineItem, width: int) -> ListItem:
        when = pad_text(self.league.calendar.format_day(item.on), 11)
        style = "" if item.kind in ("game", "story") else "$quiet"
        age = self.league.calendar.describe_days_ago(item.on)
        right: list[StyledText] = [(f" {age} ", "$quiet")]
        if item.depth in PARTIAL_DEPTHS:
            right = [(f" {item.depth} ·", "$quiet"), *right]
        if self._is_new(item):
            right = [" ", ("new", "$warning bold"), *right]
        text = (" ".join(item.text.split()), style)
        row = fill_line(width, [(when, "$secondary"), " ", text], right)
        details = tuple(self._render_details(item, width))
        return ListItem(row, partial(self.open_timeline_item, item), details)

    def _render_details(self, item: TimelineItem, width: int) -> Iterator[Content]:
        room = width - 13
        full_text = " ".join(item.text.split())
        texts = [full_text] if len(full_text) > room - 14 else []
        entered = self.league.calendar.format_day(item.entered)
        facts = (item.depth, f"entered {entered}" if entered else "", f"line {item.line}")
        texts += [*item.details, " · ".join(filter(None, facts))]
        for text in texts:
            yield from wrap_styled(text, room, "$quiet", head=" " * 12)

    def _is_new(self, item: TimelineItem) -> bool:
        last = self.warledger_app.last_visit.last_closed
        return last is not None and item.at > last

    def handle_character(self, character: str) -> bool:
        forces = list(self.league.state.forces)
        if not is_whole_number(character) or not 1 <= int(character) <= len(forces):
            return False
        self.open_screen("force", forces[int(character) - 1])
        return True

    def open_timeline_item(self, item: TimelineItem) -> None:
        """Open the recorded game, unit or force that a timeline item is about."""
        link = self.league.state.fixtures[item.id].link if item.kind == "game" else None
        if link is not None:
            self.open_recorded_game(self.book, link.match)
        elif item.id in self.league.state.units:
            self.open_screen("unit", item.id)
        elif item.id in self.league.state.forces:
            self.open_screen("force", item.id)
        else:
            self.show_message("The details are shown below the marked line.")

    def do_add_note(self) -> None:
        self.ask_for_line("note", self.league.points.add_note)

    def do_begin_next_game(self) -> None:
        if len(self.league.state.forces) < FORCES_PER_GAME:
            self.show_refusal("A game needs two forces. Press e to enrol a force.")
            return
        self._open_form(BeginCampaignGameForm)

    def do_record_past_game(self) -> None:
        if self._check_two_can_play():
            self._open_form(PastGameForm)

    def do_add_recorded_game(self) -> None:
        if self._check_two_can_play():
            self._open_form(LinkGameForm)

    def _check_two_can_play(self) -> bool:
        is_enough = len(list_possible_opponent_ids(self.league)) >= FORCES_PER_GAME
        if not is_enough:
            self.show_refusal("A game needs two players. Press e to enrol a force and its player.")
        return is_enough

    def _open_form(self, make_form: Callable[[Book, League], CampaignForm]) -> None:
        self.open_screen("campaign form", make_form, on_close=self.show_message)

    do_enrol_force = partialmethod(_open_form, ForceEnrolForm)
    do_set_carry_over_rules = partialmethod(_open_form, CarryOverForm)

    def do_open_standings(self) -> None:
        self.open_screen("standings")

    def do_open_luck(self) -> None:
        self.open_screen("luck")

"""The screen of a campaign: its forces, and its history with the newest day first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from textual.content import Content

from tracker.application.book import Book
from tracker.application.campaigns.next_game_units import list_returning_units
from tracker.application.campaigns.service_records import ForceRecord, ServiceRecords
from tracker.application.errors import LedgerError, Refused
from tracker.application.leagues.campaign.campaign_history import (
    TimelineItem,
    build_campaign_timeline,
    describe_days_ago,
)
from tracker.application.leagues.league import League
from tracker.leagues.league_state import Fixture
from tracker.vocabulary.typed_numbers import is_whole_number
from tui.key_bindings import KEYS
from tui.league.campaign.campaign_search import CampaignSearchCommand
from tui.league.campaign.forms.campaign_game_forms import (
    BeginCampaignGameForm,
    CarryOverForm,
    LinkGameForm,
    PastGameForm,
    list_eligible_opponents,
)
from tui.league.campaign.forms.force_enrol_form import ForceEnrolForm
from tui.league.campaign.forms.screen import CampaignForm
from tui.league.league_screen_base import LeagueScreen
from tui.league.scrollable_page_body import ListBody, ListItem
from tui.screen_routes import make_screen
from tui.terminal_text_fitting import Piece, cut_text, fill_line, join_pieces, pad_text, wrap_text
from tui.widgets.dialogs import FailureDialog

NEW = ("new", "$warning bold")
WIDEST = 30
PLAY = 2
"""The number of forces in a game."""
BRIEF = ("result only", "result and losses")
"""The labels of games of which only the result, or the result and losses, are known."""


class CampaignScreen(LeagueScreen):
    """The screen of a campaign. Enter opens a force, a recorded game or a timeline item."""

    commands = KEYS["campaign"]

    def __init__(self, book: Book, league: League) -> None:
        super().__init__(book, league)
        CampaignSearchCommand(self)
        ListBody(
            self,
            self.list_items,
            foot=(
                "open_row",
                "begin_next_game",
                "enrol_force",
                "find_unit_or_force",
                "help",
                "leave",
            ),
        )

    def get_export_file_stem(self) -> str:
        return "campaign"

    def load_data(self) -> None:
        self.records = ServiceRecords(self.league)
        self.past = build_campaign_timeline(self.league, self.records)[::-1]

    def render_heading(self) -> Iterable[Piece]:
        return [(cut_text(self.league.title, 46), "bold"), " · campaign"]

    def render_right_heading(self) -> Iterable[Piece]:
        games = len(self.records.played_fixtures)
        told = f"{games} game{'' if games == 1 else 's'}"
        last = next((one.on for one in self.past if one.kind == "game"), "")
        return [f"{told} · last {describe_days_ago(self.league, last)}" if last else told]

    # ------------------------------------------------------------------------------- the rows

    def list_items(self, width: int) -> Sequence[ListItem]:
        return [*self._forces(width), *self._open_games(width), *self._history(width)]

    def _open_games(self, width: int) -> Iterator[ListItem]:
        """Yield the games in progress and the games still to be played."""
        state = self.league.state
        still = [one for one in state.fixtures.values() if one.ended is None and one.away]
        if still:
            yield ListItem(Content(""), more=(join_pieces([("games to play", "$primary bold")]),))
        for one in still:
            called = one.title or " v ".join(state.get_player_name(each) for each in one.players)
            on = one.arranged.on if one.arranged else one.on
            day = self.league.calendar.format_day(on) or "no day yet"
            told = f" {one.link.match}, being played " if one.link else f" {day} "
            opens = partial(self._play_on, one)
            yield ListItem(fill_line(width, [called], [(told, "$quiet")]), opens)

    def _play_on(self, one: Fixture) -> None:
        """Open the table of a game in progress, or the form for a game that has not started."""
        if one.link is None:
            self._form(partial(BeginCampaignGameForm, fixture=one.id))
        else:
            self._open_table(one.link.match)

    def _forces(self, width: int) -> Iterator[ListItem]:
        forces = [self.records.find_force_record(one) for one in self.league.state.forces]
        yield ListItem(join_pieces([("forces", "$primary bold")]))
        if not forces:
            players = ", ".join(one.name for one in self.league.state.players.values())
            told = "None yet. Press e to enrol a sample or your own roster."
            texts = [told, f"players: {players}"] if players else [told]
            lines = [
                join_pieces([f" {each}"]) for text in texts for each in wrap_text(text, width - 2)
            ]
            yield ListItem(lines[0], more=tuple(lines[1:]))
        for place, one in enumerate(forces, start=1):
            yield ListItem(
                self._force(one, place, width), partial(self.open_screen, "force", one.force.id)
            )

    def _force(self, one: ForceRecord, place: int, width: int) -> Content:
        units = list_returning_units(self.league.state, one.force)
        come = sum(bool(each.comes) for each in units)
        name = max(12, min(WIDEST, width - 62))
        left: list[Piece] = [
            (str(place) if place < 10 else " ", "$primary"),
            " ",
            pad_text(one.force.name, name),
            " ",
            (
                pad_text(
                    self.league.state.get_player_name(one.force.player), 12 if width > 90 else 8
                ),
                "$quiet",
            ),
            f" {one.won}–{one.drawn}–{one.lost_games}".ljust(9),
            f" {one.kills} kills {one.lost} lost",
        ]
        due: list[Piece] = [" ", ("dice due", "$warning")] if any(e.waits for e in units) else []
        return fill_line(width, left, [*due, (f" {come} of {len(units)} units ", "$quiet")])

    def _history(self, width: int) -> Iterator[ListItem]:
        title: list[Piece] = [("history", "$primary bold")]
        new = sum(map(self._is_new, self.past))
        yield ListItem(Content(""), more=(fill_line(width, title, [_marks(new)] if new else []),))
        if not self.past:
            texts = wrap_text(
                "Nothing has happened yet. Press n to begin a game between two forces, g to "
                "enter a game not kept here, m to add one that is.",
                width - 3,
            )
            lines = [join_pieces([f" {each}"]) for each in texts]
            yield ListItem(lines[0], more=tuple(lines[1:]))
        for one in self.past:
            yield self._happened(one, width)

    def _happened(self, one: TimelineItem, width: int) -> ListItem:
        when = pad_text(self.league.calendar.format_day(one.on), 11)
        style = "" if one.kind in ("game", "story") else "$quiet"
        right: list[Piece] = [(f" {describe_days_ago(self.league, one.on)} ", "$quiet")]
        if one.depth in BRIEF:
            right = [(f" {one.depth} ·", "$quiet"), *right]
        if self._is_new(one):
            right = [" ", NEW, *right]
        row = fill_line(
            width, [(when, "$secondary"), " ", (" ".join(one.text.split()), style)], right
        )
        return ListItem(row, partial(self.open_timeline_item, one), tuple(self._below(one, width)))

    def _below(self, one: TimelineItem, width: int) -> Iterator[Content]:
        room = width - 13
        whole = " ".join(one.text.split())
        texts = [whole] if len(whole) > room - 14 else []
        about = [one.depth] if one.depth else []
        about += [f"entered {self.league.calendar.format_day(one.entered)}"] if one.entered else []
        about += [f"line {one.line}"]
        texts += [*one.details, " · ".join(about)]
        for text in texts:
            yield from (join_pieces([" " * 12, (each, "$quiet")]) for each in wrap_text(text, room))

    def _is_new(self, one: TimelineItem) -> bool:
        last = self.warledger_app.visits.last
        return last is not None and one.at > last

    # ------------------------------------------------------------------------------- commands

    def handle_character(self, character: str) -> bool:
        forces = list(self.league.state.forces)
        if not is_whole_number(character) or not 1 <= int(character) <= len(forces):
            return False
        self.open_screen("force", forces[int(character) - 1])
        return True

    def open_timeline_item(self, one: TimelineItem) -> None:
        """Open the recorded game, unit or force that a timeline item is about."""
        link = self.league.state.fixtures[one.id].link if one.kind == "game" else None
        if link is not None:
            self._open_table(link.match)
        elif one.id in self.league.state.units:
            self.open_screen("unit", one.id)
        elif one.id in self.league.state.forces:
            self.open_screen("force", one.id)
        else:
            self.show_message("All that is known is shown below the marked line.")

    def _open_table(self, match: str) -> None:
        try:
            self.app.push_screen(make_screen("table", self.book.open_game(match)))
        except (LedgerError, Refused) as error:
            self.app.push_screen(FailureDialog(str(error)))

    def do_add_note(self) -> None:
        self.ask_for_line("note", self.league.points.add_note)

    def do_begin_next_game(self) -> None:
        if len(self.league.state.forces) < PLAY:
            self.show_message("A game needs two forces. Press e to enrol one.", bad=True)
            return
        self._form(BeginCampaignGameForm)

    def do_enrol_force(self) -> None:
        self._form(ForceEnrolForm)

    def do_record_past_game(self) -> None:
        if self._two_can_play():
            self._form(PastGameForm)

    def do_add_kept_game(self) -> None:
        if self._two_can_play():
            self._form(LinkGameForm)

    def _two_can_play(self) -> bool:
        two = len(list_eligible_opponents(self.league)) >= PLAY
        if not two:
            self.show_message(
                "A game needs two players. Press e to enrol a force and its player.", bad=True
            )
        return two

    def do_set_carry_over_rules(self) -> None:
        self._form(CarryOverForm)

    def _form(self, makes: Callable[[Book, League], CampaignForm]) -> None:
        """Open a form, and show its message when it closes."""
        form = make_screen("campaign form", self.book, self.league, makes)
        self.app.push_screen(form, self._wrote)

    def _wrote(self, said: str | None) -> None:
        self.redraw()
        self.show_message(said or "")

    def do_open_standings(self) -> None:
        self.open_screen("standings")

    def do_open_luck(self) -> None:
        self.open_screen("luck")


def _marks(new: int) -> Piece:
    return (f"{new} new since you were last here ", "$warning")

"""The commands that only show information, such as printed tables, luck and needed numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from textual.content import Content
from textual.screen import Screen

from tracker.application.chances.game_luck import LuckReport
from tracker.application.match.choice_parser import list_choice_options
from tracker.application.match.dice_input import can_needed_number_change
from tracker.application.match.game import Game
from tracker.procedures.requests import Split, Tally
from tracker.vocabulary.count_wording import format_need
from tracker.vocabulary.subject_ids import format_handle
from tui.key_bindings import KEYS
from tui.phones.access_links import build_game_access_links
from tui.prompt.next_key_hints import list_allowed_whole_line_keys
from tui.prompt.prompt_state import Notice
from tui.screen_routes import make_screen
from tui.table.panels.log_and_combats_panel import LogPanel
from tui.table.panels.luck_objectives_and_tables_panels import (
    list_tables_of_open_roll,
    render_luck_lines,
    render_printed_table,
    render_scores_and_objectives,
)
from tui.table.table_screen_part import TableScreenPart
from tui.terminal_text_fitting import (
    count_cells,
    cut_text,
    fill_line,
    fit_content,
    join_styled,
    pad_text,
    wrap_styled,
    wrap_text,
)
from tui.views.mark_legend import DrawnMarks, build_mark_legend
from tui.views.pending_question_view import (
    PendingQuestionView,
    build_question_view,
    list_lettered_options,
)
from tui.views.playing_time_view import PlayingTimeView
from tui.views.unit_status_rows import TableFocus
from tui.widgets.dialogs import WIDTH, Dialog
from tui.widgets.help_dialog import (
    AT_A_ROLL,
    DICE_HELP,
    HelpSection,
    KeyRow,
    build_help_dialog,
    build_phase_verbs_section,
)
from tui.widgets.panel import Panel

TABLE_GAP = 3
MAX_SIGN_WIDTH = 20
MAX_NAMED = 6
OTHER_NEED = "For another number, press : and type a line such as `456 need 5`."


def build_phase_tables_dialog(game: Game) -> Dialog:
    """Build the dialog with the phase's tables. The tables that the open roll uses come first."""
    grids = game.ruleset.grids(game.match, game.match.phase)
    in_use = list_tables_of_open_roll(game)
    order = [*in_use, *(grid for grid in grids if grid not in in_use)]
    lines: list[Content] = []
    row: list[list[Content]] = []
    for block in (render_printed_table(game, grid, WIDTH) for grid in order):
        if (
            row
            and sum(map(_measure_width, row)) + _measure_width(block) + TABLE_GAP * len(row) > WIDTH
        ):
            lines += [*_arrange_side_by_side(row), Content("")]
            row = []
        row.append(block)
    lines += _arrange_side_by_side(row)
    phases = {phase.id: phase.word for phase in game.ruleset.phases}
    title = f"tables · {phases.get(game.match.phase, game.match.phase)}"
    return Dialog(title, [*(lines or [join_styled(["This phase has no tables."])]), Content("")])


def _measure_width(block: list[Content]) -> int:
    return max(line.cell_length for line in block)


def _arrange_side_by_side(blocks: list[list[Content]]) -> Iterator[Content]:
    widths = [_measure_width(block) + TABLE_GAP for block in blocks]
    for row in zip_longest(*blocks, fillvalue=Content("")):
        yield join_styled(map(fit_content, row, widths))


class LegendDialog(Dialog):
    """A dialog that explains the marks on the table screen below. A resize updates the dialog."""

    def __init__(self, table_screen: Screen[Any], list_lines: Callable[[], list[Content]]) -> None:
        super().__init__("marks and words", list_lines())
        self.table_screen = table_screen
        self.list_lines = list_lines

    def on_resize(self) -> None:
        self.table_screen.call_after_refresh(self._redraw_legend)

    def _redraw_legend(self) -> None:
        self._text.update(Content("\n").join(self.list_lines()))


def render_mark_legend_and_glossary(
    game: Game, focus: TableFocus, drawn: DrawnMarks
) -> list[Content]:
    lines = [join_styled([("on the table now", "$quiet bold")])]
    marks = build_mark_legend(game, focus, drawn)
    sign_width = min(max((count_cells(mark.sign) for mark in marks), default=0), MAX_SIGN_WIDTH)
    for mark in marks:
        subjects = f" ({_join_names(mark.subjects)})" if mark.subjects else ""
        head = (f"  {pad_text(mark.sign, sign_width)}  ", "$primary bold")
        lines += wrap_styled(mark.text + subjects, WIDTH - sign_width - 4, head=head)
    glossary = game.ruleset.glossary()
    if glossary:
        lines += [Content(""), join_styled([(f"words of {game.ruleset.title}", "$quiet bold")])]
    for word, text in glossary.items():
        lines.append(join_styled(["  ", (cut_text(word, WIDTH - 2), "$primary bold")]))
        lines += wrap_styled(text, WIDTH - 4, head="    ")
    return [*lines, Content("")]


def _join_names(names: tuple[str, ...]) -> str:
    others = f" and {len(names) - MAX_NAMED} more" if len(names) > MAX_NAMED else ""
    return ", ".join(names[:MAX_NAMED]) + others


COLUMN_WIDTH = 16


def build_score_dialog(game: Game, luck: LuckReport, playing_time: PlayingTimeView) -> Dialog:
    title = fill_line(WIDTH, [(" luck", "$primary bold")], [("made vs expected ", "$quiet")])
    lines = [
        *render_scores_and_objectives(game, WIDTH),
        Content(""),
        title,
        *render_luck_lines(luck, WIDTH),
    ]
    lines += [Content(""), *_render_times(playing_time)]
    return Dialog("VP, objectives, luck, time", [*lines, Content("")])


def _render_times(playing_time: PlayingTimeView) -> list[Content]:
    names = playing_time.list_side_names()
    heads = "".join(pad_text(name, COLUMN_WIDTH - 1) + " " for name in names)
    lines = [
        fill_line(
            WIDTH, [(f" {pad_text('minutes', COLUMN_WIDTH)}", "$primary bold"), (heads, "$quiet")]
        )
    ]
    for name, sides in playing_time.list_turn_minutes():
        counts = [pad_text(str(count), COLUMN_WIDTH) for count in sides]
        cells = [f" {pad_text(name, COLUMN_WIDTH)}", *counts]
        lines.append(join_styled(cells))
    return lines


def build_needed_number_dialog(game: Game, question: PendingQuestionView) -> Dialog:
    head = " ".join(part for part in (question.what, question.dice) if part)
    need = f" · {format_need(question.need)}" if question.need else ""
    lines: list[Content] = [join_styled([(f"{head}{need}", "bold")])]
    lines += [*wrap_styled(question.dice_explanation, WIDTH), Content("")]
    for text, part in zip(question.parts, question.modifiers, strict=True):
        first, *others = wrap_text(text, 50)
        lines.append(join_styled(["  ", pad_text(first, 50), ("  " + part.rule, "$quiet")]))
        lines += [Content(f"    {line}") for line in others]
    rules = dict.fromkeys([question.rule, *(part.rule for part in question.modifiers)])
    texts = game.ruleset.rules()
    shown_rules = [rule for rule in rules if rule and (rule in texts or not question.modifiers)]
    if shown_rules and question.modifiers:
        lines.append(Content(""))
    for rule in shown_rules:
        lines.append(join_styled([(rule, "$primary bold")]))
        lines += wrap_styled(texts.get(rule, ""), WIDTH - 2, head="  ")
    if game.pending is not None and can_needed_number_change(game.pending.request):
        lines += [Content(""), *wrap_styled(OTHER_NEED, WIDTH)]
    return Dialog("why", [*lines, Content("")])


class InformationCommands(TableScreenPart):
    """The commands that explain needed numbers and marks, or show the score, tables or keys."""

    def do_explain_needed_number(self) -> None:
        if self.prompt.pending is None:
            text = "No roll is open. During a roll, w explains the number needed."
            self.prompt.notice = Notice(text, "plain")
            return
        question = build_question_view(self.game.match, self.prompt.pending)
        self.app.push_screen(build_needed_number_dialog(self.game, question))

    def do_show_score(self) -> None:
        dialog = build_score_dialog(self.game, self.view.compute_luck(), self.view.playing_time)
        self.app.push_screen(dialog)

    def open_ending_screen(self) -> None:
        self.open_screen(make_screen("ending", self.game, self.view.log_view))

    def do_show_printed_tables(self) -> None:
        self.app.push_screen(build_phase_tables_dialog(self.game))

    def do_explain_marks(self) -> None:
        table = self.screen

        def list_lines() -> list[Content]:
            rosters, log = (
                "\n".join(panel.render().plain for panel in table.query(names).results(Panel))
                for names in ("RosterPanel, GroupsPanel", "LogPanel")
            )
            drawn = DrawnMarks(rosters, log, has_room=self.is_wide)
            return render_mark_legend_and_glossary(
                self.game, self.view.get_state_and_focus()[1], drawn
            )

        self.app.push_screen(LegendDialog(table, list_lines))

    def do_toggle_undone_lines(self) -> None:
        self.view.log_unfolded = not self.view.log_unfolded
        for log in self.screen.query(LogPanel):
            log.unfolded = self.view.log_unfolded

    def do_open_look_back(self) -> None:
        screen = make_screen("look back", self.game, self.view.log_view)
        self.open_screen(screen, self._show_look_back_message)

    def _show_look_back_message(self, message: str | None) -> None:
        if message and self.prompt.notice is None:
            self.prompt.notice = Notice(message)

    def do_open_phone_links(self) -> None:
        book = self.screen.warledger_app.get_book_of_game(self.game)
        links = build_game_access_links(self.game)
        self.open_screen(make_screen("phones", links, book.address))

    def do_help(self) -> None:
        section = self.build_current_keys_section()
        dialog = build_help_dialog(KEYS["table"], self.game.ruleset, current_section=section)
        self.app.push_screen(dialog)

    def build_current_keys_section(self) -> HelpSection | None:
        """Build the help section of the keys that answer the open question or enter an action."""
        prompt, match = self.prompt, self.game.match
        if prompt.wants_dice:
            return (AT_A_ROLL, DICE_HELP)
        if prompt.pending is not None:
            request = prompt.pending.request
            letters = list_lettered_options(request)
            rows = [KeyRow(letter, offer.text, (letter,)) for letter, offer in letters]
            if rows or not isinstance(request, Split | Tally):
                return ("now, answer with a letter", rows) if rows else None
            rows = [KeyRow(offer.key, offer.text) for offer in list_choice_options(request)]
            return "now, type how many of each", rows
        if match.ended is not None:
            return None
        proposal = prompt.reader.get_proposal()
        actor = proposal.actor if proposal is not None else ""
        group = match.clock.subject if self.view.is_by_figure else None
        number = actor.removeprefix(format_handle(group)) if group else actor[1:]
        word, verbs = build_phase_verbs_section(self.game.ruleset, match.phase, number or "1")
        verbs = [replace(row, replaced_length=len(prompt.typed_text)) for row in verbs]
        whole_lines = [KeyRow(*hint) for hint in list_allowed_whole_line_keys(self.game)]
        return word, [*verbs, *whole_lines]

"""The new-game screen: the rules, two rosters, house rules and other questions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.content import Content

from tracker.application.book import Book
from tracker.application.campaigns.fixture_game_start_and_linking import FixtureGameStarter
from tracker.application.errors import make_sentence
from tracker.application.match.game import Game
from tracker.application.typed_forces import suggest_typed_force
from tracker.procedures.declared.rosters_and_mustering import Roster
from tracker.procedures.ruleset import Ruleset
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.events import Scalar
from tracker.vocabulary.typed_numbers import is_whole_number
from tui.home.game_setup_form import SIDES, GameSetupForm
from tui.key_bindings import FOOTERS, KEYS, KeyCommand, select_commands
from tui.screen_base_classes import KeyedScreen
from tui.screen_routes import make_screen
from tui.terminal_text_fitting import (
    StyledText,
    fill_line,
    join_styled,
    pad_text,
    wrap_styled,
    wrap_text,
)
from tui.widgets.clickable_text import render_key_hint, render_key_hints
from tui.widgets.help_dialog import build_help_dialog
from tui.widgets.line_entry_dialog import LineEntryDialog
from tui.widgets.list_rows import (
    PagingKeys,
    draw_pointer_digit_and_text,
    find_first_shown_row,
    make_clickable_row,
)
from tui.widgets.panel import TOP_EDGES, ModelPanel
from tui.widgets.questionnaire_form import (
    CURSOR,
    FormKeys,
    HouseRuleRow,
    Questionnaire,
    format_house_rule_value,
)
from tui.widgets.screen_bottom_lines import BottomBorder, Footer, NoticeLine

TENTH_ROW = 9  # the key 0 chooses it
MIN_ROSTER_ROWS = 9
LINES_BELOW_LIST = 12  # where the marked roster is shown


class NewGamePanel(ModelPanel[GameSetupForm]):
    edges = TOP_EDGES

    def render_title(self) -> Iterable[StyledText]:
        pieces: list[StyledText] = [("new game", "bold")]
        if self.model.rules is not None:
            pieces += [" · ", self.model.rules.title]
        for number, (_, roster, _) in enumerate(self.model.forces, start=1):
            pieces += [" · ", (roster.name, f"$side-{number}")]
        return pieces

    def render_body(self, width: int, height: int) -> list[Content]:
        match self.model.current_step:
            case "rules":
                return self._render_rules(width)
            case "force":
                return self._render_forces(width, height)
            case _:
                return self._render_questions(width, height)

    def _render_rules(self, width: int) -> list[Content]:
        rows = (
            self._render_choice_row(
                index, rules.title, self.model.describe_rules_origin(rules), width
            )
            for index, rules in enumerate(self.model.rulesets)
        )
        return [_render_question("Which rules?"), *rows, *self._render_rematch(width)]

    def _render_forces(self, width: int, height: int) -> list[Content]:
        side = len(self.model.forces)
        rosters = self.model.list_available_rosters()
        lines = [_render_question(f"Which force does {SIDES[side]} play?", f"$side-{side + 1}")]
        room = max(MIN_ROSTER_ROWS, height - LINES_BELOW_LIST)
        start = max(0, find_first_shown_row(len(rosters), self.model.cursor, room))
        for index, (file, roster, _) in enumerate(rosters[start : start + room], start):
            points = f"{format_count(roster.points, 'point')}" if roster.points else ""
            lines.append(self._render_choice_row(index, roster.name or file, points, width))
        default_names = " v ".join(roster.name for _, roster, _ in self.model.default_forces)
        default_hints = [("Enter", default_names), ("", f"a number: {SIDES[side]}'s force only")]
        hints = render_key_hints(default_hints if default_names else [], width - 2)
        lines += [join_styled(["  ", hints]), *self._render_rematch(width), Content("")]
        if rosters:
            lines += _render_roster(rosters[self.model.cursor][1], width)
        return lines[:height]

    def _render_rematch(self, width: int) -> list[Content]:
        title = self.model.rematch_title
        hint = render_key_hint("r", f"rematch: {title}")
        return [fill_line(width, ["  ", hint])] if title else []

    def _render_questions(self, width: int, height: int) -> list[Content]:
        row, empty_row = self.model.current_text_row, self.model.next_empty_player_row
        head = _render_question("Press Enter to begin the game, or change an answer first.")
        if row is not None and empty_row is not None and not row.value:
            side = SIDES[self.model.players.index(row)]
            head = _render_question(f"Type who plays {side}, or press Enter to leave it empty.")
        elif empty_row is not None:
            side = SIDES[self.model.players.index(empty_row)]
            head = _render_question(f"Press Enter, then type who plays {side}.")
        elif self.model.is_title_next:
            head = _render_question("Press Enter, then type what the game is called.")
        other_rules = self._render_other_rules(width)
        warnings = [
            line
            for warning in self.model.force_warnings
            for line in wrap_styled(make_sentence(warning), width - 4, "$warning", head="  ")
        ]
        room = height - 1 - len(warnings)
        rows = self.model.question_form.render_rows(width, room)
        lines = [head, *warnings, *rows, *other_rules]
        if len(lines) > height:
            lines[height - 1] = join_styled([lines[height - 1], " …"])
        return lines[:height]

    def _render_other_rules(self, width: int) -> list[Content]:
        rules = self.model.rules
        if rules is None:
            return []
        asked_names = {row.option.name for row in self.model.list_house_rule_questions()}
        hidden = [option for option in rules.options if option.name not in asked_names]
        if not hidden:
            return []
        options = self.model.options
        changed = [o for o in hidden if options.get(o.name, o.default) != o.default]
        words = ", ".join(
            f"{o.name.replace('_', ' ')} {format_house_rule_value(options[o.name])}"
            for o in changed
        )
        count_text = format_count(len(hidden), "more house rule")
        text = f"{count_text}; changed: {words}" if words else count_text
        first, *rest = wrap_text(text, width - 6)
        lines = [
            render_key_hint("F2" if self.model.current_text_row is not None else "o", first),
            *(join_styled([(f"  {line}", "$quiet")]) for line in rest),
        ]
        return [Content(""), *(join_styled(["  ", line]) for line in lines)]

    def _render_choice_row(self, index: int, text: str, details: str, width: int) -> Content:
        marked = index == self.model.cursor
        left = draw_pointer_digit_and_text(pad_text(text, 36), index, marked=marked)
        if index == TENTH_ROW:
            left[1] = ("0", "$primary")
        row = fill_line(width, [*left, " ", (details, "$quiet")])
        return make_clickable_row(row, index, self.model.cursor)


def _render_question(text: str, style: str = "$primary") -> Content:
    return join_styled([(f" {text}", f"{style} bold")])


def _render_roster(roster: Roster, width: int) -> Iterator[Content]:
    for number, unit in enumerate(roster.units, start=1):
        points = f"{format_count(unit.points, 'point')} " if unit.points else ""
        words: list[StyledText] = ["  ", (str(number), "bold"), " ", pad_text(unit.name, 16), " "]
        yield fill_line(
            width, [*words, (roster.describe_figures(unit), "$quiet")], [(points, "$quiet")]
        )
    for problem in roster.problems:
        style = "$error" if problem.serious else "$warning"
        location = f"line {problem.line}: " if problem.line else ""
        yield from wrap_styled(location + problem.text, width - 4, style, head="  ")


class NewGameFooter(Footer):
    keys_of_step: ClassVar[dict[str, tuple[str, ...]]] = {
        "rules": (),
        "force": ("read_roster_file", "build_own_force"),
        "questions": ("change_answer", "list_house_rules"),
    }

    def __init__(self, form: GameSetupForm) -> None:
        super().__init__(KEYS["new_game"])
        self.form = form

    def list_current_keys(self) -> tuple[KeyCommand, ...]:
        if self.form.current_text_row is not None:
            enter, rules, back, keys = select_commands(
                KEYS["new_game"], "accept", "list_house_rules", "go_back_one_step", "help"
            )
            f2 = replace(rules, keys=("f2",), label="F2")
            f1 = replace(keys, keys=("f1",), label="F1")
            has_options = self.form.rules is not None and self.form.rules.options
            return (enter, *((f2,) if has_options else ()), back, f1)
        rematch = ("begin_rematch",) if self.form.rematch_title else ()
        step_keys = self.keys_of_step[self.form.current_step]
        ids = ("accept", *step_keys, *rematch, "go_back_one_step", "help")
        return select_commands(KEYS["new_game"], *ids)


class NewGameScreen(KeyedScreen[None]):
    """The screen that sets up a new game. Pressing only Enter keeps all default settings."""

    commands = KEYS["new_game"]
    redraws_after_command = True

    def __init__(self, book: Book, pairing: FixtureGameStarter | None = None) -> None:
        super().__init__()
        self.form = GameSetupForm(book, pairing)
        self.parts = (PagingKeys(lambda step: self.form.go_to_row(self.form.cursor + step)),)

    def compose(self) -> ComposeResult:
        yield NewGamePanel(self.form)
        yield BottomBorder()
        yield NoticeLine()
        yield NewGameFooter(self.form)

    def redraw(self) -> None:
        super().redraw()
        self.query_one(NewGameFooter).refresh()

    def handle_character(self, character: str) -> bool:
        if self.form.current_text_row is not None:
            self.form.current_text_row.handle_character(character)
            self.redraw()
            return True
        if self.form.search_text and character.isalpha():
            self._search(self.form.search_text + character)
            return True
        if not is_whole_number(character):
            return False
        index = int(character) - 1 if int(character) else TENTH_ROW
        if index >= len(self.form.list_current_row_names()):
            return False
        self.form.go_to_row(index)
        if self.form.current_step == "questions":
            self.redraw()
        else:
            self._finish_step(self.form.choose_marked_roster)
        return True

    def handle_unknown_key(self, character: str) -> None:
        self._search(self.form.search_text + character)

    def handle_key_press(self, event: events.Key) -> None:
        if event.key == "backspace" and self.form.search_text:
            event.stop()
            self._search(self.form.search_text[:-1])
            return
        text_row = self.form.current_text_row
        if event.key == "backspace" and text_row is not None and text_row.text:
            event.stop()
            text_row.erase_last_character()
            self.redraw()
            return
        super().handle_key_press(event)

    def _search(self, search_text: str) -> bool:
        """Mark the first row whose name contains this text. Return whether there is one."""
        is_found = self.form.mark_row_matching(search_text)
        if is_found:
            self.show_message(search_text)
        else:
            advice = "Press Esc to clear the search, or use ↑ ↓"
            self.show_refusal(f"No row is called `{search_text}`. {advice}.")
        self.redraw()
        return is_found

    def do_help(self) -> None:
        if self.form.current_text_row is None:
            super().do_help()
            return
        rows = select_commands(KEYS["new_game"], "up", "down")
        footer = self.query_one(NewGameFooter)
        self.app.push_screen(build_help_dialog((*rows, *footer.list_current_keys())))

    def do_accept(self) -> None:
        self._finish_step(self.form.choose_default_forces_or_marked_roster)

    def _finish_step(self, choose_forces: Callable[[], None]) -> None:
        """Finish the current step, unless a search finds no row."""
        if self.form.search_text and not self._search(self.form.search_text):
            return
        self.show_message("")
        match self.form.current_step:
            case "rules":
                self.call_or_show_error(self.form.choose_marked_rules_and_load_rosters)
            case "force":
                self.call_or_show_error(choose_forces)
            case _:
                self._begin_if_complete()
        if self.is_current:
            self.redraw()

    def _begin_if_complete(self) -> None:
        empty_row = self.form.next_empty_player_row
        if empty_row is not None:
            self.form.go_to_row(self.form.list_question_rows().index(empty_row))
            return
        if self.form.is_title_next:
            self.form.go_to_row(len(self.form.list_current_row_names()) - 1)
            return
        self._go_to_table(self.form.begin_game)

    def _go_to_table(self, begin: Callable[[], Game]) -> None:
        game = self.call_or_show_error(begin)
        if game is not None:  # without delay, so that dice typed ahead reach the table
            self.app.switch_screen(make_screen("table", game))

    def do_begin_rematch(self) -> None:
        self._go_to_table(self.form.begin_rematch)

    def do_change_answer(self) -> None:
        if self.form.current_step == "questions" and self.form.list_current_row_names():
            self.form.question_form.current_row.change_answer(1)
            self.redraw()

    def do_list_house_rules(self) -> None:
        rules = self.form.rules
        if self.form.current_step != "questions" or rules is None:
            self.show_refusal("Choose the two forces first, then the house rules.")
            return
        options = make_screen("house rules", rules, self.form.options)
        self.app.push_screen(options, lambda _: self.redraw())

    def do_read_roster_file(self) -> None:
        if self.form.current_step != "force":
            step = "previous" if self.form.current_step == "questions" else "next"
            self.show_refusal(f"You can choose a roster in the {step} step.")
            return
        hint = "a roster file (TOML)"
        if self.form.rules is not None and (example := suggest_typed_force(self.form.rules)):
            hint = f"{example} · or {hint}"
        self.app.push_screen(
            LineEntryDialog(
                "file", accept_line=self._use_typed_force, hint=hint, accept_word="open"
            ),
            lambda _: self.redraw(),
        )

    def do_build_own_force(self) -> None:
        if self.form.current_step != "force" or self.form.rules is None:
            self.show_refusal("You can build a force only in the step where you choose one.")
            return
        self.app.push_screen(make_screen("make a force", [self.form.rules]), self._use_built_force)

    def _use_built_force(self, path: str | None) -> None:
        if path is None:
            self.redraw()
        else:
            self._finish_step(lambda: self.form.add_and_choose_roster_file(path))

    def _use_typed_force(self, typed: str) -> None:
        """Add a roster file to the choices, or choose a typed force. Raises ``Refused``."""
        if typed:
            is_file = typed.strip().endswith(".toml") or not self.form.can_type_force
            if is_file:
                self.form.add_and_mark_roster_file(typed)
            else:
                self.form.add_and_choose_roster_file(typed)
            self.show_message("")

    def do_go_back_one_step(self) -> None:
        self.show_message("")
        if self.form.search_text:
            self._search("")
        elif not self.form.go_back_one_step():
            self.dismiss(None)


class HouseRulesScreen(KeyedScreen[None]):
    """The screen that edits house rules. Typed letters search for a rule, and Space changes it."""

    commands = KEYS["options"]

    def __init__(self, rules: Ruleset, options: dict[str, Scalar]) -> None:
        super().__init__()
        self.rules = rules
        self.search_text = ""
        self.all_rows = [HouseRuleRow(option, options) for option in rules.options]
        self.form = Questionnaire(self.list_matching_rows)
        self.parts = (FormKeys(self.form, self.redraw),)

    def compose(self) -> ComposeResult:
        yield HouseRulePanel(self)
        yield BottomBorder()
        yield Footer(FOOTERS["options"])

    def list_matching_rows(self) -> list[HouseRuleRow]:
        search_text = self.search_text.casefold()
        return [
            row
            for row in self.all_rows
            if search_text in f"{row.label} {row.option.question} {row.option.text}".casefold()
        ]

    def _search(self, search_text: str) -> None:
        self.search_text, self.form.cursor = search_text, 0
        self.redraw()

    def handle_character(self, character: str) -> bool:
        if not (character.isalnum() or character in "-'"):
            return False
        self._search(self.search_text + character)
        return True

    def handle_key_press(self, event: events.Key) -> None:
        if event.key == "backspace":
            event.stop()
            self._search(self.search_text[:-1])
            return
        super().handle_key_press(event)

    def do_keep_choices(self) -> None:
        self.dismiss(None)


class HouseRulePanel(ModelPanel[HouseRulesScreen]):
    """A panel with the house rules that match the search. A dot marks a value that was changed."""

    edges = TOP_EDGES

    def render_title(self) -> Iterable[StyledText]:
        return [("house rules", "bold"), " · ", self.model.rules.title]

    def render_right_title(self) -> Iterable[StyledText]:
        found_count, total = len(self.model.list_matching_rows()), len(self.model.all_rows)
        return [f"{found_count} of {total}" if self.model.search_text else str(total)]

    def render_body(self, width: int, height: int) -> list[Content]:
        search_line: list[StyledText] = [" find: ", (self.model.search_text, "bold"), CURSOR]
        head = fill_line(width, search_line, [("type to find ", "$quiet")])
        if not self.model.list_matching_rows():
            advice = " No house rule found. Press Backspace to change the search."
            return [head, join_styled([advice])]
        return [head, *self.model.form.render_rows(width, height - 1)]

"""The help dialog, which lists a screen's keys and the keys of the current ruleset."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from textual import events
from textual.content import Content
from textual.widgets import Static

from tracker.procedures.declared.action_key_types import PASS_KEY
from tracker.procedures.ruleset import Ruleset
from tui.key_bindings import KEYS, KeyCommand, find_command_by_key, select_commands
from tui.prompt.next_key_hints import list_phase_verbs
from tui.terminal_text_fitting import join_styled, pad_text, wrap_styled
from tui.widgets.clickable_text import list_keys_to_type, press_keys
from tui.widgets.dialogs import WIDTH, Dialog
from tui.widgets.list_rows import make_clickable_row

SIGN_WIDTH = 11
ROWS_ABOVE_MARKED = 3


@dataclass(frozen=True)
class KeyRow:
    """A row of the help: a key and its effect. A row that only explains something has no ``keys``.

    The keys replace the last ``replaced_length`` typed characters.
    """

    label: str
    text: str
    keys: tuple[str, ...] = ()
    replaced_length: int = 0

    def list_keys_to_press(self) -> tuple[str, ...]:
        return ("backspace",) * self.replaced_length + self.keys


HelpSection = tuple[str, Sequence[KeyRow]]  # the first section may have an empty heading


class KeysDialog(Dialog):
    """A dialog that lists keys. A listed key closes the dialog and acts on the screen below."""

    keys = KEYS["keys_dialog"]

    def __init__(self, sections: Sequence[HelpSection]) -> None:
        self.sections = sections
        self.marked_index = -1
        self.rows = [row for _, rows in sections for row in rows if row.keys]
        super().__init__("keys", [text for _, text in self._render_help_lines()])
        self.do_up = partial(self._move_mark, -1)
        self.do_mark_next_row = partial(self._move_mark, 1)

    def _render_help_lines(self) -> Iterator[tuple[KeyRow | None, Content]]:
        marked = self.rows[self.marked_index] if self.marked_index >= 0 else None
        for number, (title, rows) in enumerate(self.sections):
            if number:
                yield None, Content("")
            if title:
                yield None, join_styled([(title, "$primary bold")])
            for row in rows:
                style = "reverse bold" if row is marked else "$primary"
                head = join_styled([(pad_text(row.label, SIGN_WIDTH), style), " "])
                lines = wrap_styled(row.text, WIDTH - SIGN_WIDTH - 1, head=head) or [head]
                if row.keys:
                    index = self.rows.index(row)
                    lines = [make_clickable_row(line, index, self.marked_index) for line in lines]
                yield from zip((row, *[None] * (len(lines) - 1)), lines, strict=True)
        yield None, Content("")

    def list_dialog_keys(self) -> tuple[KeyCommand, ...]:
        row_keys = ("mark_next_row", "press_marked_key") if self.rows else ()
        return select_commands(KEYS["keys_dialog"], *row_keys, "close")

    def handle_key_press(self, event: events.Key) -> None:
        command = find_command_by_key(self.keys, event.key)
        if command is None and any(row.keys[0] == event.key for row in self.rows):
            event.stop()
            self._close_and_press((event.key,))
        else:
            super().handle_key_press(event)

    def _move_mark(self, step: int) -> None:
        if not self.rows:
            self._scroll(step)
            return
        self.marked_index = max(0, min(self.marked_index + step, len(self.rows) - 1))
        lines = list(self._render_help_lines())
        self.query(Static).first().update(Content("\n").join(text for _, text in lines))
        marked = [row is self.rows[self.marked_index] for row, _ in lines].index(True)
        self.page.scroll_to(y=marked - ROWS_ABOVE_MARKED, animate=False, immediate=True)

    def do_press_marked_key(self) -> None:
        is_marked = self.marked_index >= 0
        keys = self.rows[self.marked_index].list_keys_to_press() if is_marked else ()
        self._close_and_press(keys)

    def _close_and_press(self, keys: Sequence[str]) -> None:
        self.dismiss("")
        press_keys(self.app.screen, keys)


PALETTE_ROW = KeyRow("Ctrl+P", "find a command by a word, such as undo or score", ("ctrl+p",))
END = "end"
END_OF_GAME = KeyRow(": end", "end the game at any time: type the word end", (":",))
AT_A_ROLL = "At a roll"
DICE_HELP = (
    KeyRow("4516", "a digit for each die; on a D10, 0 is the ten"),
    KeyRow("3x6", "three sixes"),
    KeyRow("=5  s5", "five successes; or the total, if dice are added up"),
    KeyRow("-2  f2", "two fail"),
    KeyRow(".  +", "all other dice failed / succeeded, without faces"),
    KeyRow("r", "the app rolls the remaining dice"),
    KeyRow("4>3", "change a four to a three"),
    KeyRow("456 need 5", "these dice need a 5, as the table has ruled"),
)


def build_help_dialog(
    commands: Sequence[KeyCommand],
    rules: Ruleset | None = None,
    current_section: HelpSection | None = None,
    last_sections: Sequence[HelpSection] = (),
) -> KeysDialog:
    """Build a screen's help from its commands, the keys that work now, and the ruleset's keys."""
    command_rows = [KeyRow(command.label, command.text, command.keys[:1]) for command in commands]
    command_rows += [PALETTE_ROW, *(list_game_end_key_rows(rules) if rules is not None else [])]
    sections: list[HelpSection] = [("", command_rows)]
    if current_section is not None:
        sections = [current_section, ("at any time", command_rows)]
    sections += last_sections
    if rules is not None:
        if sections[0][0] != AT_A_ROLL:
            sections.append((AT_A_ROLL, DICE_HELP))
        sections.append(_build_rules_part(rules))
    return KeysDialog(sections)


def list_game_end_key_rows(rules: Ruleset) -> list[KeyRow]:
    """List the help rows about ending a game. There are none if the ruleset has no ``end`` line."""
    return [END_OF_GAME] if END in rules.actions else []


def build_phase_verbs_section(rules: Ruleset, phase: str, unit_number: str) -> HelpSection:
    """Build the help section for all of a phase's verbs. Their keys begin with ``unit_number``."""
    usual, kind = rules.keys.find_usual_verb(phase), rules.keys.lists.get(phase)
    suffixes = {"nobody": "", "own": " + a unit of the same side", "enemy": " whom"}
    rows = []
    for verb in list_phase_verbs(rules, phase):
        keys = unit_number if verb == usual else f"{unit_number}{verb.key}"
        text = f"{verb.text or verb.verb}{suffixes[verb.whom]}"
        rows.append(KeyRow(keys, text, list_keys_to_type(keys)))
    for letter, meaning in kind.letters.items() if kind is not None else ():
        rows.append(KeyRow(f"{unit_number}{letter}", f"{meaning}; the next unit may follow"))
    if kind is not None:
        rows.append(KeyRow(f"{unit_number}1", f"{kind.number} 1, if it has one"))
    return (f"now, {_name_phase(rules, phase)}", rows)


def _name_phase(rules: Ruleset, phase: str) -> str:
    words = (known.noun or known.word for known in rules.phases if known.id == phase)
    return next(words, phase)


def _build_rules_part(rules: Ruleset) -> HelpSection:
    keys = rules.keys
    suffixes = {"nobody": "", "own": " + a unit of the same side", "enemy": " + an enemy unit"}
    rows = [
        KeyRow(f"1{verb.key}", f"unit 1 {verb.text or verb.verb}{suffixes[verb.whom]}")
        for verb in keys.verbs
    ]
    for phase, key in keys.usual.items():
        usual = keys.find_verb(key)
        if usual is not None:
            example = "12" if usual.whom != "nobody" else "1"
            word = _name_phase(rules, phase)
            rows.append(KeyRow(example, f"in {word}: unit 1 {usual.text or usual.verb}"))
    rows += [KeyRow(key, f"alone: {word}") for key, word in keys.words.items()]
    rows += [KeyRow(f"12{key}", word) for key, word in keys.flags.items()]
    rows += [KeyRow("0", "all remaining units"), KeyRow("1,3", "units 1 and 3")]
    if rules.keys.find_verb(PASS_KEY) is not None:
        rows.append(KeyRow(PASS_KEY, "alone: the proposed unit does nothing"))
    rows.append(KeyRow("2", "a unit that cannot act: Enter says why"))
    return (f"Who does what in {rules.title}", rows)

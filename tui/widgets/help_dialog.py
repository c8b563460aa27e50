"""The help dialog, which lists a screen's keys and those defined by the current ruleset."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from textual import events
from textual.content import Content
from textual.widgets import Static

from tracker.procedures.declared.action_keys import PASSES
from tracker.procedures.ruleset import Ruleset
from tui.key_bindings import KEYS, KeyCommand, find_command_by_key, select_commands
from tui.prompt.next_key_hints import list_phase_verbs
from tui.terminal_text_fitting import join_pieces, pad_text, wrap_text
from tui.widgets import clickable_text
from tui.widgets.clickable_text import list_typing_keys, press_keys
from tui.widgets.dialogs import WIDTH, Dialog

SIGN = 11
ABOVE = 3
"""The number of rows kept visible above the marked one."""


@dataclass(frozen=True)
class KeyRow:
    """A row of the help: a key and its effect. Explanatory rows have no ``keys``."""

    sign: str
    text: str
    keys: tuple[str, ...] = ()


Part = tuple[str, Sequence[KeyRow]]
"""A heading, which may be empty for the first part, and the rows below it."""


class KeysDialog(Dialog):
    """A dialog that lists keys. They work as usual, and Enter presses those of the marked row."""

    keys = KEYS["keys_dialog"]

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = parts
        self.at = -1
        self.rows = [row for _, rows in parts for row in rows if row.keys]
        super().__init__("keys", [text for _, text in self._lines()])

    def _lines(self) -> Iterator[tuple[KeyRow | None, Content]]:
        marked = self.rows[self.at] if self.at >= 0 else None
        for place, (title, rows) in enumerate(self.parts):
            if place:
                yield None, Content("")
            if title:
                yield None, join_pieces([(title, "$primary bold")])
            for row in rows:
                style = "reverse bold" if row is marked else "$primary"
                first, *more = wrap_text(row.text, WIDTH - SIGN - 1) or [""]
                told = [join_pieces([(pad_text(row.sign, SIGN), style), " ", first])]
                told += [join_pieces([" " * (SIGN + 1), each]) for each in more]
                if row.keys:
                    told = [
                        clickable_text.make_clickable_row(each, self.rows.index(row), self.at)
                        for each in told
                    ]
                yield from zip((row, *[None] * len(more)), told, strict=True)
        yield None, Content("")

    def list_dialog_keys(self) -> tuple[KeyCommand, ...]:
        return select_commands(
            KEYS["keys_dialog"],
            *(("mark_next_row", "press_marked_key") if self.rows else ()),
            "close",
        )

    def handle_key_press(self, event: events.Key) -> None:
        command = find_command_by_key(self.keys, event.key)
        if command is None and any(row.keys[0] == event.key for row in self.rows):
            event.stop()
            self._do((event.key,))
        else:
            super().handle_key_press(event)

    def do_up(self) -> None:
        self._mark(-1)

    def do_mark_next_row(self) -> None:
        self._mark(1)

    def _mark(self, step: int) -> None:
        if not self.rows:
            self._scroll(step)
            return
        self.at = max(0, min(self.at + step, len(self.rows) - 1))
        lines = list(self._lines())
        self.query(Static).first().update(Content("\n").join(text for _, text in lines))
        marked = [row is self.rows[self.at] for row, _ in lines].index(True)
        self.page.scroll_to(y=marked - ABOVE, animate=False, immediate=True)

    def do_press_marked_key(self) -> None:
        self._do(self.rows[self.at].keys if self.at >= 0 else ())

    def _do(self, strikes: Sequence[str]) -> None:
        """Close the dialog and send keys to the screen below."""
        self.dismiss("")
        press_keys(self.app.screen, strikes)


PALETTE = KeyRow("Ctrl+P", "find any of these by a word, such as undo or score", ("ctrl+p",))
END = "end"
END_OF_GAME = KeyRow(": end", "end the game at any time: type the word end", (":",))
AT_A_ROLL = "At a roll"
DICE = (
    ("4516", "a digit for each die; on a D10, 0 is the ten"),
    ("3x6", "three sixes"),
    ("=5  s5", "five succeed; or the total, where dice are added up"),
    ("-2  f2", "two fail"),
    (".  +", "the rest failed / succeeded, without faces"),
    ("r", "the app rolls what is left"),
    ("4>3", "change a four to a three"),
)


def build_help_dialog(
    commands: Sequence[KeyCommand],
    rules: Ruleset | None = None,
    more: Sequence[tuple[str, Sequence[tuple[str, str]]]] = (),
    now: Part | None = None,
) -> KeysDialog:
    """Build a screen's help from its commands, the parts in ``more`` and the ruleset's lines.

    ``now`` lists the keys that work at this moment and comes first.
    """
    own = [KeyRow(one.sign, one.text, one.keys[:1]) for one in commands] + [PALETTE]
    own += list_ways_to_end(rules) if rules is not None else []
    parts: list[Part] = [now, ("at any time", own)] if now is not None else [("", own)]
    parts += [(title, _rows(part)) for title, part in more]
    if rules is not None:
        rolls = [] if now is not None and now[0] == AT_A_ROLL else [(AT_A_ROLL, _rows(DICE))]
        parts += [*rolls, _of_rules(rules)]
    return KeysDialog(parts)


def list_ways_to_end(rules: Ruleset) -> list[KeyRow]:
    """List the help rows about ending a game, if the ruleset has an ``end`` line."""
    return [END_OF_GAME] if END in rules.actions else []


def _rows(rows: Sequence[tuple[str, str]]) -> list[KeyRow]:
    return [KeyRow(sign, text) for sign, text in rows]


def list_usable_verb_keys(rules: Ruleset, phase: str, who: str) -> Part:
    """List the verbs of a phase. Each row's keys begin with ``who``, the proposed unit's number."""
    usual, kind = rules.keys.find_usual_verb(phase), rules.keys.lists.get(phase)
    said = {"nobody": "", "own": " + a unit of the same side", "enemy": " whom"}
    rows = []
    for verb in list_phase_verbs(rules, phase):
        keys = who if verb == usual else f"{who}{verb.key}"
        rows.append(
            KeyRow(keys, f"{verb.text or verb.verb}{said[verb.whom]}", list_typing_keys(keys))
        )
    for letter, meaning in kind.letters.items() if kind is not None else ():
        rows.append(KeyRow(f"{who}{letter}", f"{meaning}; the next unit may follow"))
    if kind is not None:
        rows.append(KeyRow(f"{who}1", f"{kind.number} 1, where it has one"))
    word = next((one.noun or one.word for one in rules.phases if one.id == phase), phase)
    return (f"now, {word}", rows)


def _of_rules(rules: Ruleset) -> Part:
    keys = rules.keys
    rows = []
    for verb in keys.verbs:
        whom = {"nobody": "", "own": " + a unit of the same side", "enemy": " + an enemy unit"}
        rows.append((f"1{verb.key}", f"unit 1 {verb.text or verb.verb}{whom[verb.whom]}"))
    for phase, key in keys.usual.items():
        named = (each.noun or each.word for each in rules.phases if each.id == phase)
        word = next(named, phase)
        usual = keys.find_verb(key)
        if usual is not None:
            example = "12" if usual.whom != "nobody" else "1"
            rows.append((example, f"in {word}: unit 1 {usual.text or usual.verb}"))
    rows += [(key, f"alone: {word}") for key, word in keys.words.items()]
    rows += [(f"12{key}", word) for key, word in keys.flags.items()]
    rows += [("0", "all remaining units"), ("1,3", "units 1 and 3")]
    if rules.keys.find_verb(PASSES) is not None:
        rows.append((PASSES, "alone: the proposed unit does nothing"))
    rows.append(("2", "a unit that cannot act: Enter says why"))
    return (f"Who does what in {rules.title}", _rows(rows))

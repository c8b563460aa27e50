"""Press the keys of a whole game at a prompt, and count them.

Dice are put in braces, as in ``12s⏎{45162346}⏎``, so that other keys can be counted without them.
The braces are not keys. ⏎ is Enter, ⎵ Space, ⇥ Tab, ⎋ Escape, ⌫ Backspace. Text from ``:`` to
Enter is a line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from tests.tui.kit import key
from tracker.application.match.game import Game
from tui.prompt.table_prompt import Prompt

DICE = re.compile(r"\{([^}]*)\}")


def besides_dice(keys: str) -> int:
    """Count the keys without those of dice."""
    return len(DICE.sub("", keys))


def in_all(keys: str) -> int:
    """Count all keys, including those of dice."""
    return len(keys.replace("{", "").replace("}", ""))


class Scribe:
    """Presses keys at a prompt. A test fails if the prompt refuses a line."""

    def __init__(self, game: Game) -> None:
        self.prompt = Prompt(game)
        self.asked: list[tuple[str, int]] = []
        """The questions that were answered: what each asked, and how many dice (0 for a choice)."""
        self._commands: dict[str, Callable[[], object]] = {
            "n": self.prompt.play_typed_line_and_end_phase,
            "u": self.prompt.undo_last_entry,
            "U": self.prompt.redo_last_undone_entry,
            "⎵": self.prompt.skip_proposed_unit,
            "⇥": self.prompt.switch_side,
        }

    def press(self, keys: str) -> Prompt:
        """Press keys one by one."""
        left = keys.replace("{", "").replace("}", "")
        while left:
            if left[0] == ":":
                line, _, left = left[1:].partition("⏎")
                self.prompt.play_line(line)
            else:
                self._press(left[0])
                left = left[1:]
            notice = self.prompt.notice
            assert notice is None or notice.kind != "refused", (keys, left, notice)
        return self.prompt

    def press_all(self, many: Iterable[str]) -> Prompt:
        for keys in many:
            self.press(keys)
        return self.prompt

    def _press(self, character: str) -> None:
        if character == "⏎":
            self._note()
        command = self._commands.get(character)
        if command is not None and not self.prompt.reader.accepts_character(character):
            command()
        else:
            key(self.prompt, character)

    def _note(self) -> None:
        pending = self.prompt.pending
        if pending is not None:
            dice = getattr(pending.request, "count", len(getattr(pending.request, "dice", ())))
            self.asked.append((pending.request.what, dice))

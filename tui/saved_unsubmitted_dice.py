"""Storage of dice that were typed but not submitted. They return when the game is reopened."""

from __future__ import annotations

import json
from pathlib import Path


class UnsubmittedInput:
    """The text typed for a question, one for each game.

    If a file is given, the text is saved in it and so survives if the program is killed. If the
    file cannot be read or written, nothing is reported.
    """

    def __init__(self, file: Path | None = None) -> None:
        self.file = file
        self._known = self._read()

    def _read(self) -> dict[str, list[str]]:
        try:
            found = json.loads(self.file.read_bytes()) if self.file is not None else {}
        except (OSError, ValueError):
            return {}
        rows = found.items() if isinstance(found, dict) else ()
        return {
            game: row
            for game, row in rows
            if isinstance(row, list) and len(row) == 2 and all(isinstance(one, str) for one in row)
        }

    def get_text(self, game: str, question: str) -> str:
        """Return the text typed for this question of a game."""
        asked, typed = self._known.get(game, ("", ""))
        return typed if asked == question else ""

    def save_text(self, game: str, question: str, typed: str) -> None:
        """Save the text typed for a question of a game. An empty text deletes it."""
        now = [question, typed] if typed else None
        if self._known.get(game) == now:
            return
        self._known.pop(game, None)
        if now is not None:
            self._known[game] = now
        if self.file is None:
            return
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.write_text(json.dumps(self._known), encoding="utf-8")
        except OSError:
            return

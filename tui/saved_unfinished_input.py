"""Dice that are typed and not taken yet: they are there again when a game is opened again."""

from __future__ import annotations

import json
from pathlib import Path


class DraftInput:
    """What was typed for the question of a game; the last one of each game.

    Kept in one small file of the user's, where one is given: also a program that is killed leaves
    it there. A file that cannot be read or written is no reason to complain.
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
        """What was typed for this question of a game."""
        asked, typed = self._known.get(game, ("", ""))
        return typed if asked == question else ""

    def save_text(self, game: str, question: str, typed: str) -> None:
        """Keep what is typed for a question of a game; nothing forgets it."""
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

"""The store of text that was typed but not submitted. It is restored when the game is reopened."""

from __future__ import annotations

import json
import os
from pathlib import Path


class UnsubmittedInputStore:
    """A store that holds one unsubmitted text for each key, with the question to which it belongs.

    If a file is given, the texts are saved in it, so that they survive when the program is killed.
    If the file cannot be read or written, nothing is reported.
    """

    def __init__(self, file: Path | None = None) -> None:
        self.file = file
        self._texts = self._read()

    def _read(self) -> dict[str, list[str]]:
        try:
            stored = json.loads(self.file.read_bytes()) if self.file is not None else {}
        except (OSError, ValueError):
            return {}
        rows = stored.items() if isinstance(stored, dict) else ()
        return {
            game: row
            for game, row in rows
            if isinstance(row, list)
            and len(row) == 2
            and all(isinstance(text, str) for text in row)
        }

    def get_text(self, draft_key: str, question: str) -> str:
        """Return the text saved for this question, or "" if there is none."""
        saved_question, typed = self._texts.get(draft_key, ("", ""))
        return typed if saved_question == question else ""

    def save_text(self, draft_key: str, question: str, typed: str) -> None:
        """Save the text that was typed for a question. An empty text deletes the saved one."""
        entry = [question, typed] if typed else None
        if self._texts.get(draft_key) == entry:
            return
        self._texts.pop(draft_key, None)
        if entry is not None:
            self._texts[draft_key] = entry
        if self.file is None:
            return
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            _write_in_place(self.file, json.dumps(self._texts).encode())
        except OSError:
            return


def _write_in_place(file: Path, text: bytes) -> None:
    """Overwrite a file in place. If it were emptied first, the next key would wait for the disk."""
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT, 0o666), "wb") as opened:
        opened.write(text)
        opened.truncate()

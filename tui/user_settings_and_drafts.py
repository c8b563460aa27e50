"""The user's settings, last visit and unsubmitted texts, and the folder for texts to share."""

from __future__ import annotations

import hashlib
import json
import os
import tomllib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from platformdirs import user_config_path, user_data_path, user_state_path

from exports.output_file_writing import (
    explain_os_error,
    make_safe_file_name,
    write_text_file_atomically,
)
from tracker.application.errors import Refused


def derive_user_file_path(ledger_location: str, name_prefix: str) -> Path:
    address = ledger_location
    if "://" not in ledger_location:
        address = str(Path(ledger_location).expanduser().absolute())
    name = hashlib.sha256(address.encode()).hexdigest()[:16]
    return user_state_path("warledger") / f"{name_prefix}-{name}"


def _read_if_possible(file: Path | None) -> str:
    """Return a file's text, or "" if the file cannot be read."""
    try:
        return file.read_text(encoding="utf-8") if file is not None else ""
    except (OSError, ValueError):
        return ""


def _write_if_possible(file: Path | None, text: str) -> None:
    """Overwrite a file in place. Failures are not reported.

    Emptying the file first would make the next key wait for the disk.
    """
    if file is None:
        return
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT, 0o666), "wb") as opened:
            opened.write(text.encode())
            opened.truncate()


class LastVisit:
    """The user's last visit to a book.

    ``last_closed`` is the time when the book was last closed, in microseconds since 1970 (UTC), or
    None if it is unknown. Without a file, nothing is saved.
    """

    def __init__(self, file: Path | None, clock: Callable[[], int]) -> None:
        self.file = file
        self.clock = clock
        self.opened_at = clock()
        self.last_closed: int | None = None
        with suppress(ValueError):
            self.last_closed = int(_read_if_possible(file))

    def save_closing_time(self) -> None:
        _write_if_possible(self.file, str(self.clock()))


def read_last_visit(ledger_location: str, clock: Callable[[], int]) -> LastVisit:
    return LastVisit(derive_user_file_path(ledger_location, "left"), clock)


class UserSettings:
    """The user's settings. ``theme`` is the theme that was chosen last.

    If ``plain`` is true, screens are drawn in ASCII. ``ascii`` is true if the file asks for this.
    Without a file, the defaults apply and nothing is saved.
    """

    def __init__(self, file: Path | None = None) -> None:
        self.file = file
        settings: dict[str, object] = {}
        with suppress(ValueError):
            settings = tomllib.loads(_read_if_possible(file))
        theme = settings.get("theme")
        self.theme = theme if isinstance(theme, str) else ""
        self.ascii = self.plain = settings.get("ascii") is True

    def save_theme(self, name: str) -> None:
        self.theme = name
        plain = "ascii = true\n" if self.ascii else ""
        _write_if_possible(self.file, f'theme = "{name}"\n{plain}')


def load_user_settings() -> UserSettings:
    return UserSettings(user_config_path("warledger") / "screens.toml")


class UnsubmittedInputStore:
    """Unsubmitted texts by key, each with its question.

    They are stored in a file, if one is given.
    """

    def __init__(self, file: Path | None = None) -> None:
        self.file = file
        stored: object = None
        with suppress(ValueError):
            stored = json.loads(_read_if_possible(file))
        rows = stored.items() if isinstance(stored, dict) else ()
        self._texts: dict[str, list[str]] = {
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
        _write_if_possible(self.file, json.dumps(self._texts))


def write_outgoing_text(folder: Path, file_name: str, text: str) -> tuple[Path, bool]:
    """Write text to a file. Return its path and whether it replaced a file. Raises ``Refused``."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = explain_os_error(error)
        raise Refused(f"{folder} cannot be created: {reason}. Nothing was written.") from error
    path = folder / make_safe_file_name(file_name, ".txt")
    is_replaced = path.exists()
    return write_text_file_atomically(path, text, overwrite=True), is_replaced


def find_outgoing_text_folder(ledger_location: str) -> Path:
    """Return the folder for a ledger's texts: next to its file, or in the user's data folder."""
    if not ledger_location or "://" in ledger_location:
        return user_data_path("warledger") / "sent"
    return Path(ledger_location).expanduser().parent / "sent"

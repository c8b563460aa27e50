"""Saves texts to send. They are always saved to a file, because copying can fail unnoticed."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_data_path

from exports.safe_file_writing import make_safe_file_name, write_text_file_atomically
from tracker.application.errors import Refused


class OutgoingTextFolder:
    """A folder for texts. A new text replaces an earlier text of the same name."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write_text(self, file_name: str, text: str) -> tuple[Path, bool]:
        """Write a text. Return its path, and whether it replaced another. Raises ``Refused``."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            reason = (error.strerror or type(error).__name__).lower()
            message = f"{self.folder} cannot be created: {reason}. Nothing was written."
            raise Refused(message) from error
        path = self.folder / make_safe_file_name(file_name, ".txt")
        is_replaced = path.exists()
        return write_text_file_atomically(path, text, overwrite=True), is_replaced


def find_outgoing_text_folder(ledger_location: str) -> Path:
    """Return the folder for a ledger's texts: beside its file, or in the user's data folder."""
    if not ledger_location or "://" in ledger_location:
        return user_data_path("warledger") / "sent"
    return Path(ledger_location).expanduser().parent / "sent"

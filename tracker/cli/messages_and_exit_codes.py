"""Messages on stderr, each printed once, and exit codes."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from tracker.application.text_cleaning import strip_control_characters

FAILED, WRONG_CALL = 1, 2
"""The exit codes for a command that failed and for incorrect usage."""
_printed_messages: set[str] = set()


def mark_message_printed(text: str) -> None:
    """Mark a message as already printed, so that it is not printed again at the end."""
    _printed_messages.add(text)


def print_unprinted_messages_clearing_marks(texts: Iterable[str]) -> None:
    """Print the messages that are not marked as printed, and then remove all marks."""
    for text in texts:
        if text not in _printed_messages:
            print_message(text)
    _printed_messages.clear()


def print_message(text: str) -> None:
    sys.stderr.write(strip_control_characters(f"warledger: {text}") + "\n")

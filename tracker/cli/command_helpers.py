"""Helpers for all commands: shared options, opening the book, files and messages."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click
from click.core import ParameterSource

from tracker.application.errors import Refused
from tracker.application.text_cleaning import strip_control_characters
from tracker.cli.command_parameters import declare_argument, declare_option

if TYPE_CHECKING:
    from tracker.application.book import Book


def _require_named_ledger(_: click.Context, __: click.Parameter, db: str | None) -> str | None:
    """Refuse an empty ``--db`` (an unset variable) instead of opening the default ledger."""
    if db == "":
        raise click.BadParameter("the value is empty; give a file or a URL", param_hint="--db")
    return db


def _require_named_command(context: click.Context, parameter: click.Parameter, once: str) -> str:
    """Refuse an empty ``--id``, such as an unset variable. An empty id would not stop
    repetitions.
    """
    source = context.get_parameter_source(parameter.name or "")
    if source is ParameterSource.COMMANDLINE and not once:
        raise click.BadParameter("the value is empty; give an id", param_hint="--id")
    return once


def declare_output_option(help_text: str) -> Any:
    """Declare the option for an output path. Its value is "" for standard output."""
    return declare_option(
        help_text, "--output", "-o", show_default="stdout", callback=_parse_output_option
    )


def _parse_output_option(ctx: click.Context, parameter: click.Parameter, output: str) -> str:
    """Return the path, or "" for ``-``. Refuses an empty value, such as an unset variable."""
    given = ctx.get_parameter_source(parameter.name or "") is ParameterSource.COMMANDLINE
    if given and not output:
        message = "the value is empty; give a file, or - for standard output"
        raise click.BadParameter(message, param_hint="--output")
    return "" if output == "-" else output


Json = Annotated[bool, declare_option("Print one JSON document on stdout.", "--json")]

Overwrite = Annotated[bool, declare_option("Replace the file if it exists.")]
Db = Annotated[
    str | None,
    declare_option(
        "The ledger to use: a file or URL.",
        envvar="WARLEDGER_DB",
        callback=_require_named_ledger,
        show_default="the one in your data folder",
        show_envvar=True,
    ),
]

Id = Annotated[
    str,
    declare_option(
        "An id for this command. Repeating the command with the same id has no effect.",
        "--id",
        callback=_require_named_command,
    ),
]
RuleMode = Annotated[
    str, declare_option("What happens if a player breaks a rule: strict, warn or free.")
]
Game = Annotated[str, declare_argument("M", "A game: m3, 3, last, or part of its title.")]

FAILED, WRONG_CALL = 1, 2
"""The exit codes for a command that failed and for incorrect usage."""
_opened_books: list[Book] = []
_printed_messages: set[str] = set()


@contextmanager
def open_book_for_command(
    db: str | None, *, may_create: bool = False, command_id: str = ""
) -> Iterator[Book]:
    """Open the book for a command, and set the author of its entries.

    A command with a ``command_id`` writes all of its entries or none, and only once. A named file
    that does not exist is created only if ``may_create`` is true. Otherwise, the name is treated as
    a typing error. Raises ``Refused``.
    """
    from tracker.application.book import find_ledger_file, open_book

    if not may_create:
        refuse_missing_ledger(db)
    with open_book(
        find_ledger_file(db) or db, author=os.environ.get("WARLEDGER_AUTHOR", "")
    ) as opened:
        _opened_books.append(opened)
        with opened.write_in_transaction(command_id) if command_id else nullcontext():
            yield opened


def refuse_missing_ledger(db: str | None) -> None:
    """Raise ``Refused`` if ``db`` names a file that does not exist."""
    from tracker.application.book import find_ledger_file

    file = find_ledger_file(db)
    if db and file is not None and not file.exists():
        raise Refused(
            f"There is no ledger at {db}. Name an existing ledger, or create a ledger with"
            " warledger match new, league new, campaign new, or import."
        )


def back_up_written_books() -> None:
    """Back up the changed books after the command has printed its answer.

    The entries are already stored, so a failed backup or league update does not change the exit
    code.
    """
    while _opened_books:
        book = _opened_books.pop()
        if book.unreported:
            print_message(book.unreported)
        if book.has_written_entries:
            from tracker.application.automatic_backups import back_up_if_due

            why = back_up_if_due(book)
            if why:
                print_message(why)


def mark_message_printed(text: str) -> None:
    """Mark a message as already printed, so that it is not printed again at the end."""
    _printed_messages.add(text)


def print_unprinted_messages(texts: Iterable[str]) -> None:
    """Print the messages that the command itself has not printed yet."""
    for text in texts:
        if text not in _printed_messages:
            print_message(text)
    _printed_messages.clear()


def print_message(text: str) -> None:
    sys.stderr.write(strip_control_characters(f"warledger: {text}") + "\n")


def read_encoded_text(path: str, encoding: str) -> str:
    """Read a file in the given encoding. Raises ``Refused`` with a hint about ``--encoding``."""
    from tracker.application.text_file_decoding import ENCODINGS, UnknownEncoding

    try:
        return read_nonempty_text(path, encoding=encoding)
    except UnknownEncoding as error:
        kind = encoding or "UTF-8"
        raise UnknownEncoding(
            f"{path} is not {kind} text. Give the file's encoding, such as --encoding cp1252."
            " Choose one "
            f"of: {ENCODINGS}."
        ) from error


def read_nonempty_text(path: str, errors: str = "strict", encoding: str = "") -> str:
    """Read text as ``read_file_or_stdin`` does. Empty text also raises ``Refused``."""
    text = read_file_or_stdin(path, errors, encoding)
    if not text.strip():
        what = "Standard input" if path == "-" else path
        raise Refused(f"{what} is empty. Choose another file.")
    return text


def refuse_existing_file(path: Path, typed_path: str, *, overwrite: bool) -> None:
    """Raise ``Refused`` if the file exists and must not be overwritten."""
    if path.is_file() and not overwrite:
        raise Refused(
            f"{typed_path} already exists. To replace the file, use --overwrite, or name"
            " another file."
        )


def write_output_file(typed_path: str, text: str, *, overwrite: bool) -> None:
    """Write text to the named file. Raises ``Refused``."""
    from exports.output_file_writing import write_text_file_atomically

    path = parse_output_file_path(typed_path)
    refuse_existing_file(path, typed_path, overwrite=overwrite)
    write_text_file_atomically(path, text, overwrite=overwrite)


def parse_output_file_path(typed_path: str) -> Path:
    """Return an output file's path. URLs are accepted.

    Raises ``Refused`` for a folder, such as ``out/``, and for ``-``.
    """
    if typed_path == "-":
        raise Refused("This command cannot write to standard output (-). Name a file.")
    if typed_path.endswith(("/", os.sep)) and "://" not in typed_path:
        raise Refused(f"{typed_path} is a folder, but this command writes a file. Name a file.")
    return Path(typed_path)


def read_file_or_stdin(path: str, errors: str = "strict", encoding: str = "") -> str:
    """Read a file, or standard input for ``-``. Raises ``Refused``.

    With ``errors="replace"``, bytes that are not text become replacement characters, so that an
    error message can name their line.
    """
    from tracker.application.text_file_decoding import MAX_FILE_SIZE, decode_text, read_text_file

    if path != "-":
        return read_text_file(Path(path), errors, encoding)
    if sys.stdin.isatty():  # typed text, in the terminal's encoding
        return decode_text(sys.stdin.read().encode("utf-8", "surrogateescape"), path, errors)
    return decode_text(sys.stdin.buffer.read(MAX_FILE_SIZE + 1), path, errors, encoding)

"""Writes the manual page, ``warledger.1``, from the help of every command: ``make man``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tracker import __version__
from tracker.cli.main import build_root_command

FILE = Path(__file__).parent / "warledger.1"
EVERYWHERE = ("--db", "--json", "--help")
"""Options that most commands have. The page describes them only once."""
ENVIRONMENT = (
    ("WARLEDGER_DB", "The file or URL of the ledger, unless --db names another."),
    ("WARLEDGER_AUTHOR", "Your name, stored with each entry you write."),
    (
        "WARLEDGER_BACKUPS",
        "How many latest and daily backups to keep (3,7), or 0 for none.",
    ),
    ("WARLEDGER_ASCII", "1 draws the screens with plain characters (ASCII). 0 turns them off."),
    ("WARLEDGER_DEBUG", "1 prints the traceback of an internal error."),
    ("NO_COLOR", "Any value removes the colours from the screens."),
)
EXITS = (
    ("0", "The command succeeded, or there was nothing to change."),
    ("1", "The command was refused. Standard error gives the reason."),
    ("2", "The command was mistyped, for example with an unknown option."),
    ("70", "An internal error occurred in Warledger."),
)


def render_manual_page() -> str:
    """Build the manual page in the format of ``man``."""
    root = build_root_command()
    with root.make_context("warledger", [], resilient_parsing=True) as ctx:
        return "\n".join(_lines(root, ctx)) + "\n"


def _lines(root: Any, ctx: Any) -> Iterator[str]:
    yield f'.TH WARLEDGER 1 "" "Warledger {__version__}" "User Commands"'
    yield ".SH NAME"
    yield f"warledger \\- {_plain(_lowered(root.help))}"
    yield ".SH SYNOPSIS"
    yield ".B warledger"
    yield "[\\fIoptions\\fR] [\\fIcommand\\fR ...]"
    yield ".SH DESCRIPTION"
    yield "Without a command, Warledger opens the home screen."
    yield ".PP"
    yield "Warledger prints data to standard output, and messages to standard error."
    yield "Most commands have"
    yield "\\fB\\-\\-json\\fR, which prints one JSON document,"
    yield "and \\fB\\-\\-db\\fR, which names the ledger."
    yield ".SH OPTIONS"
    yield from _parameters(root, ctx, ())
    yield ".SH COMMANDS"
    yield from _commands(root, ctx)
    for heading, rows in (("ENVIRONMENT", ENVIRONMENT), ("EXIT STATUS", EXITS)):
        yield f".SH {heading}"
        yield from (text for name, said in rows for text in _row(name, said))
    yield ".SH SEE ALSO"
    yield "The documentation of Warledger:"
    yield ".I command-line.md"
    yield "describes every command and the JSON that it prints."


def _commands(group: Any, ctx: Any) -> Iterator[str]:
    for name, command in group.commands.items():
        inner = type(ctx)(command, parent=ctx, info_name=name)
        if command.hidden:
            continue
        if hasattr(command, "commands"):
            yield from _commands(command, inner)
            continue
        arguments = [one.metavar for one in command.params if one.param_type_name == "argument"]
        called = " ".join((f"\\fB{_plain(inner.command_path)}\\fR", *map(_plain, arguments)))
        yield f".SS {called}"
        yield _plain(command.help)
        yield from _parameters(command, inner, EVERYWHERE)


def _parameters(command: Any, ctx: Any, but: tuple[str, ...]) -> Iterator[str]:
    for one in command.get_params(ctx):
        record = one.get_help_record(ctx)
        if record is not None and not {*one.opts} & {*but}:
            yield from _row(*record)


def _row(name: str, said: str) -> Iterator[str]:
    yield ".TP"
    yield f"\\fB{_plain(name)}\\fR"
    yield _plain(said)


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:]


def _plain(text: str) -> str:
    """Return the text on one line, escaped for ``man``."""
    line = " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{line}" if line[:1] in (".", "'") else line


if __name__ == "__main__":
    FILE.write_text(render_manual_page(), encoding="utf-8")

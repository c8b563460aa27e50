"""The command ``warledger``, which writes data to stdout and messages to stderr.

The exit code is 0 for success, 1 if the ledger or the input is refused, and 2 for wrong usage. It
is 70 for a fault in the program, whose traceback is shown only with ``WARLEDGER_DEBUG=1``.
"""

from __future__ import annotations

import errno
import gc
import os
import sys
from contextlib import suppress
from functools import cache
from importlib import import_module
from io import TextIOWrapper
from itertools import pairwise
from typing import Annotated

import click

from tracker import __version__
from tracker.application.errors import DuplicateCommand, LedgerError, NothingToChange, Refused
from tracker.cli.book_opening_and_backup import back_up_written_books
from tracker.cli.command_parameters import build_click_parameters, declare_option
from tracker.cli.command_registration import Group
from tracker.cli.messages_and_exit_codes import (
    FAILED,
    WRONG_CALL,
    mark_message_printed,
    print_message,
    print_unprinted_messages_clearing_marks,
)
from tracker.cli.shared_options import Db, Game
from tracker.ledger.ledger_address import hide_password

Ascii = Annotated[bool, declare_option("Draw screens with plain characters (ASCII).")]
FAULT = 70
INTERRUPTED = 130
NORMAL_GC = gc.get_threshold()
RARE_GC = 100_000
"""The number of new objects that starts a garbage collection. It is high, as collection is slow."""
ENVIRONMENT_VARIABLES = ("WARLEDGER_DB", "WARLEDGER_AUTHOR")
WRITE_ERRORS = {
    errno.ENOSPC: "no space left on device",
    errno.EDQUOT: "the quota is used up",
    errno.EFBIG: "the file is too large",
    errno.EIO: "the device reports an error",
    errno.EBADF: "it is closed",
}

GROUPS = {
    "match": "match_commands",
    "force": "force_commands",
    "league": "league_commands",
    "campaign": "campaign_commands",
    "rules": "rules_commands",
    "game": "game_file_authoring_commands",
}
"""The groups of commands, each with the module of this package that defines its ``app``."""


@cache
def build_root_command(only_group: str = "") -> Group:
    """Build the root command, once per process. For speed, ``only_group`` loads one group only."""
    app = Group(
        "warledger",
        help="Records tabletop wargames die by die, with rules, undo and reports.",
        callback=run_root_command,
        params=[*build_click_parameters(run_root_command)],
        invoke_without_command=True,
        subcommand_metavar="COMMAND [ARGS]...",
        context_settings={"help_option_names": ["--help", "-h"]},
    )
    if not only_group:
        from tracker.cli import (
            export_commands,
            ledger_commands,
            odds_and_luck_commands,
            serve_command,
            shell_completion,
        )

        for module in (odds_and_luck_commands, export_commands, ledger_commands):
            app.commands.update(module.COMMANDS.commands)
        app.command("demo")(open_demo)
        app.command("watch")(watch_game)
        app.command("serve")(serve_command.serve_pages)
        app.command("completion")(shell_completion.print_completion_script_or_choices)
    for name in (only_group,) if only_group else GROUPS:
        app.add_command(import_module(f"tracker.cli.{GROUPS[name]}").app, name)
    return app


def run_root_command(
    db: Db = None,
    version: Annotated[bool, declare_option("Print the version.")] = False,
    ascii: Ascii = False,  # noqa: A002 - the option's own name
) -> None:
    """Print the version, or open the home screen if no command is given."""
    if version:
        sys.stdout.write(f"{__version__}\n")
        raise click.exceptions.Exit
    if click.get_current_context().invoked_subcommand is None:
        _run_screens(db, plain=ascii)
    elif db:
        os.environ["WARLEDGER_DB"] = db  # every command reads the ledger's path from there


def open_demo(ascii: Ascii = False) -> None:  # noqa: A002
    """Explore a demo ledger, separate from your own games."""
    _run_screens(demo=True, plain=ascii)


def watch_game(game_name: Game, db: Db = None, ascii: Ascii = False) -> None:  # noqa: A002
    """Show a game in large type. This screen is read-only."""
    _run_screens(db, game_name, watch=True, plain=ascii)


def _run_screens(
    db: str | None = None,
    match: str | None = None,
    *,
    demo: bool = False,
    watch: bool = False,
    plain: bool = False,
) -> None:
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        command = "show" if watch else "do"
        print_message(f"the screens need a terminal. In a script, use: warledger match {command}.")
        raise click.exceptions.Exit(WRONG_CALL)
    gc.set_threshold(*NORMAL_GC)
    from tui.app import run_app as run_screens

    raise click.exceptions.Exit(run_screens(db, match, demo=demo, watch=watch, plain=plain))


def run() -> None:
    """Run the command-line program. This is the process's entry point."""
    gc.set_threshold(RARE_GC, *NORMAL_GC[1:])
    gc.freeze()  # exempts existing objects from garbage collection
    gc.enable()
    code = main(sys.argv[1:])
    gc.freeze()  # no final garbage collection, as the process ends
    sys.exit(code)


def main(arguments: list[str]) -> int:
    """Run one command and return its exit code. Any error is reported in one sentence."""
    _replace_missing_streams()
    for each in (*arguments, *(os.environ.get(name, "") for name in ENVIRONMENT_VARIABLES)):
        if not _is_text(each):
            print_message(f"{each} is not UTF-8 text. Write arguments and file names in UTF-8.")
            return WRONG_CALL
    _set_encodings()
    try:
        code = _call_command(arguments)
        sys.stdout.flush()
    except click.ClickException as error:
        return _report_wrong_call(error)
    except BrokenPipeError:
        _discard_output()
        return 0  # the reader of our output has closed it
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        if error.errno not in WRITE_ERRORS:
            return _report_error(error, arguments)
        why = WRITE_ERRORS[error.errno]
        print_message(f"the output could not be written ({why}). All your entries are saved.")
        _discard_output()
        return FAILED
    except Exception as error:  # noqa: BLE001 - the one place where every fault ends
        mark_message_printed(str(error))
        return _report_error(error, arguments)
    finally:
        back_up_written_books()
        _report_rejected_rulesets()
    return code


def _call_command(arguments: list[str]) -> int:
    app = build_root_command(arguments[0] if arguments and arguments[0] in GROUPS else "")
    try:
        with app.make_context("warledger", [*arguments]) as context:
            app.invoke(context)
    except click.exceptions.Exit as ended:
        return ended.exit_code
    return 0


def _set_encodings() -> None:
    """Write files and pipes in UTF-8 with line feeds, regardless of the locale.

    A terminal keeps its encoding. Characters that it cannot display are replaced.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            if stream.isatty():
                stream.reconfigure(errors="replace")
            else:
                stream.reconfigure(encoding="utf-8", errors="replace", newline="\n")


def _is_text(argument: str) -> bool:
    """Return whether the system could decode an argument as text."""
    try:
        argument.encode()
    except UnicodeEncodeError:
        return False
    return True


def _report_rejected_rulesets() -> None:
    """Report rulesets that could not be loaded, if the command has tried to load any."""
    plugins = sys.modules.get("tracker.procedures.installed_rulesets")
    loaded = plugins is not None and plugins.load_installed_rulesets.cache_info().currsize
    print_unprinted_messages_clearing_marks(
        map(str, plugins.load_installed_rulesets().disabled) if plugins and loaded else ()
    )


def _replace_missing_streams() -> None:
    """Replace missing standard streams. Input is then empty, and messages are discarded.

    Writing to a missing stdout fails, since a lost answer must not count as success.
    """
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            nothing = os.open(os.devnull, os.O_RDONLY if name == "stdout" else os.O_RDWR)
            setattr(sys, name, os.fdopen(nothing, "r" if name == "stdin" else "w"))


def _discard_output() -> None:
    """Discard all further output, so that the program can exit."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _report_wrong_call(error: click.ClickException) -> int:
    ctx = getattr(error, "ctx", None)
    text = error.format_message().removesuffix(".")
    if isinstance(error, click.NoSuchOption):
        near = ", ".join(sorted(error.possibilities or ()))
        text = f"No such option: {error.option_name}" + f" (Possible options: {near})" * bool(near)
    elif isinstance(error, click.NoSuchCommand) and error.possibilities:
        text = f"{error.message} Did you mean {', '.join(map(repr, error.possibilities))}?"
    plays = ctx is not None and ctx.command_path == "warledger match do"
    extra = text.startswith("Got unexpected extra argument")
    minus = isinstance(error, click.NoSuchOption) and "--" not in text
    if plays and (extra or minus):
        text += '; put the line in quotes ("r1 > b2"), or several lines in a file for --file'
    elif extra:
        text += "; put text of several words in quotes"
    if type(error).__name__ == "NoArgsIsHelpError":
        sys.stderr.write(f"{text}\n")
    else:
        help_for = f" (see: {ctx.command_path} --help)" if ctx is not None else ""
        print_message(f"{text}{help_for}.")
    return error.exit_code


def _format_ledger_option(arguments: list[str]) -> str:
    """Return the command's ``--db`` option for use in a suggested command, without a password."""
    import shlex

    for option, value in pairwise([*arguments, ""]):
        name, _, joined = option.partition("=")
        if name == "--db":
            return f" --db {shlex.quote(hide_password(joined or value))}"
    return ""


def _report_error(error: Exception, arguments: list[str]) -> int:
    if isinstance(error, OSError) and error.filename is not None:
        reason = error.strerror or "it is not a file"
        print_message(f"{error.filename} cannot be used: {reason.lower()}.")
        return FAILED
    from tracker.procedures.installed_rulesets import name_rules_or_program_that_raised
    from tracker.vocabulary.event_codec import UnknownKind

    if isinstance(error, (Refused, LedgerError, UnknownKind)):
        command = getattr(error, "command", "")
        run = f" Run: warledger {command}{_format_ledger_option(arguments)}." if command else ""
        print_message(f"{error}{run}")
        return 0 if isinstance(error, (NothingToChange, DuplicateCommand)) else FAILED
    if os.environ.get("WARLEDGER_DEBUG"):
        raise error
    print_message(
        f"this is an error in {name_rules_or_program_that_raised(error)}, not a mistake of yours"
        f" ({type(error).__name__}). All your entries are saved. To see where the error happened,"
        " set WARLEDGER_DEBUG=1."
    )
    return FAULT

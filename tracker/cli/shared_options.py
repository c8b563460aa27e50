"""Options and arguments that many commands share."""

from __future__ import annotations

from typing import Annotated, Any

import click
from click.core import ParameterSource

from tracker.cli.command_parameters import declare_argument, declare_option


def _require_named_ledger(_: click.Context, __: click.Parameter, db: str | None) -> str | None:
    """Refuse an empty ``--db`` (an unset variable) instead of opening the default ledger."""
    if db == "":
        raise click.BadParameter("the value is empty; give a file or a URL", param_hint="--db")
    return db


def _require_named_command(context: click.Context, parameter: click.Parameter, once: str) -> str:
    """Refuse an empty ``--id``, such as an unset variable.

    An empty id would not prevent repeated entries.
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
    """Return the path, or "" for ``-``. Refuse an empty value, such as an unset variable."""
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

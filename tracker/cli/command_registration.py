"""Registers commands and command groups, and prints their answers as lines or as JSON."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Annotated, Any, TypedDict, TypeVar, Unpack

import click
from msgspec import Struct

from exports.shapes.json_base_type import Shape, escape_control_characters
from tracker.application.text_cleaning import strip_control_characters
from tracker.cli.book_opening_and_backup import open_book_for_command
from tracker.cli.command_parameters import (
    build_click_parameter,
    build_click_parameters,
    declare_argument,
)
from tracker.cli.messages_and_exit_codes import FAILED, print_message
from tracker.cli.shared_options import Db, Game, Id, Json

if TYPE_CHECKING:
    from tracker.application.book import Book

F = TypeVar("F", bound=Callable[..., Any])

L = Annotated[str, declare_argument("L", "A league: l1, last, or part of its title.")]
C = Annotated[str, declare_argument("C", "A campaign: c1, last, or part of its title.")]
MINUS = {"ignore_unknown_options": True}
"""The Click settings of commands whose values may begin with a minus sign, such as ``-1``."""
BOOK = "book"
"""The name of the parameter that receives the open book, in commands that need it."""


class ColouredLine(str):
    """A plain line, with a function that colours it after control characters have been removed."""

    __slots__ = ("colour",)
    colour: Callable[[str], str]


class Answer(Struct, frozen=True):
    """A command's answer: its JSON shape, and a function that returns its lines.

    On stderr, ``warnings`` are printed before the answer, ``messages`` after it, and
    ``empty_message`` if there are no lines. If the command has ``failed``, its exit code is 1.
    """

    shape: Shape
    list_lines: Callable[[], Iterable[str]]
    empty_message: str = ""
    messages: Sequence[str] = ()
    failed: bool = False
    warnings: Sequence[str] = ()


def print_answer_and_exit_if_failed(answer: Answer, as_json: bool) -> None:
    """Print an answer as JSON or as lines, between its warnings and its messages.

    Raises ``Exit`` for a failure.
    """
    for warning in answer.warnings:
        print_message(warning)
    if as_json:
        import msgspec

        text = msgspec.json.format(msgspec.json.encode(answer.shape), indent=2).decode()
        sys.stdout.write(escape_control_characters(text) + "\n")
    else:
        lines = [*answer.list_lines()]
        for line in lines:
            text = strip_control_characters(line)
            sys.stdout.write((line.colour(text) if isinstance(line, ColouredLine) else text) + "\n")
        if answer.empty_message and not lines:
            print_message(answer.empty_message)
    for message in answer.messages:
        print_message(message)
    if answer.failed:
        raise click.exceptions.Exit(FAILED)


class CommandTarget(Struct, frozen=True):
    """The item that a command works on: the argument that names it, and a function to open it."""

    argument: Any
    open: Callable[[Book, str], Any]


class CommandSettings(TypedDict, total=False):
    """Settings of a command, all off by default.

    If ``allows_minus`` is true, the command's values may begin with a minus sign. If
    ``writes_entries`` is true, the command has the option ``--id``. ``old_name`` is the command's
    earlier name, which still works but is not shown in the help.
    """

    allows_minus: bool
    writes_entries: bool
    old_name: str


LEDGER = CommandTarget(None, lambda opened, _: opened)
"""The whole ledger, which needs no argument. The command receives the open book."""
MATCH = CommandTarget(Game, lambda opened, name: opened.open_game(opened.find_game_stream(name)))
STORED_MATCH = CommandTarget(
    Game, lambda opened, name: opened.open_game_read_only(opened.find_game_stream(name))
)
"""A match that can be opened even if its rules are not installed."""
PUBLIC_MATCH = CommandTarget(
    Game, lambda opened, name: STORED_MATCH.open(opened, name).get_public_game()
)
"""A match without secrets, which can be opened even if its rules are not installed."""
LEAGUE = CommandTarget(L, lambda opened, name: opened.open_league(opened.find_league_id(name)))
CAMPAIGN = CommandTarget(
    C, lambda opened, name: opened.open_league(opened.find_league_id(name, "campaign"))
)


class Command(click.Command):
    """A command whose parameters are built from its function, or by ``read`` if it is given."""

    def __init__(
        self,
        *name: Any,
        read: Callable[[], Iterable[click.Parameter]] | None = None,
        **settings: Any,
    ) -> None:
        super().__init__(*name, **settings)
        self._read = read or partial(build_click_parameters, settings["callback"])
        del self.params  # replaced by the property below

    @cached_property
    def params(self) -> list[click.Parameter]:  # type: ignore[override]
        return [*self._read()]

    def format_arguments(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        arguments = [one for one in self.params if isinstance(one, click.Argument)]
        if arguments:
            with formatter.section("Arguments"):
                formatter.write_dl([one.get_help_record(ctx) for one in arguments])


class Group(click.Group):
    """A group that lists its commands in the order in which they were added.

    For each command, the list shows the whole first sentence of its help.
    """

    command_class = Command

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click passes it
        return [*self.commands]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        shown = {name: one for name, one in self.commands.items() if not one.hidden}
        with formatter.section("Commands"):
            formatter.write_dl(
                [(name, one.get_short_help_str(sys.maxsize)) for name, one in shown.items()]
            )


def register_command(app: Group, command_name: str) -> Callable[[F], F]:
    """Register, as a command, a function that returns an ``Answer`` and needs no ledger."""

    def register(answer: F) -> F:
        def run(as_json: bool, **arguments: Any) -> None:
            print_answer_and_exit_if_failed(answer(**arguments), as_json)

        add_command(app, command_name, answer, run, opens_ledger=False)
        return answer

    return register


def register_command_on_target(
    app: Group,
    command_name: str,
    target: CommandTarget,
    *,
    may_create: bool = False,
    build_answer: Callable[[Any, Any], Answer] = lambda _, answer: answer,
    **settings: Unpack[CommandSettings],
) -> Callable[[F], F]:
    """Register a function as a command. The function receives the opened item and the parameters.

    If ``may_create`` is true, the command creates a missing ledger. ``build_answer`` builds the
    answer from the opened item and the function's return value.
    """

    def register(show: F) -> F:
        takes_book = BOOK in show.__annotations__ and target is not LEDGER

        def run(
            db: str | None, as_json: bool, name: str = "", once: str = "", **arguments: Any
        ) -> None:
            with open_book_for_command(db, may_create=may_create, command_id=once) as opened:
                item = target.open(opened, name)
                if takes_book:
                    arguments[BOOK] = opened
                answer = build_answer(item, show(item, **arguments))
            print_answer_and_exit_if_failed(answer, as_json)

        add_command(app, command_name, show, run, target_argument=target.argument, **settings)
        return show

    return register


def add_command(
    app: Group,
    command_name: str,
    declaring_function: Callable[..., Any],
    run: Callable[..., None],
    *,
    target_argument: Any = None,
    opens_ledger: bool = True,
    **settings: Unpack[CommandSettings],
) -> None:
    """Add a command that calls ``run``. ``declaring_function`` provides its parameters and help.

    ``target_argument`` names the item, which is the first parameter of ``declaring_function``.
    """

    def list_parameters() -> Iterator[click.Parameter]:
        if target_argument is not None:
            yield build_click_parameter("name", target_argument)
        yield from build_click_parameters(declaring_function)
        if settings.get("writes_entries"):
            yield build_click_parameter("once", Id, "")
        if opens_ledger:
            yield build_click_parameter("db", Db, None)
        yield build_click_parameter("as_json", Json, False)

    old_name = settings.get("old_name", "")
    for name in filter(None, (command_name, old_name)):
        made = Command(
            name,
            read=list_parameters,
            callback=run,
            help=declaring_function.__doc__,
            hidden=name == old_name,
            context_settings=MINUS if settings.get("allows_minus") else None,
        )
        app.add_command(made)

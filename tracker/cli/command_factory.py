"""Builds commands for one item of the book, each with its name, ``--db`` and ``--json``."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, get_type_hints

import typer
from msgspec import Struct

from tracker.cli.command_helpers import Db, Game, Id, Json, open_book, print_answer
from tracker.cli.command_parameters import declare_argument

if TYPE_CHECKING:
    from exports.shapes.json_base_type import Shape
    from tracker.application.book import Book

F = TypeVar("F", bound=Callable[..., Any])

Shown = tuple["Shape", Callable[[], Iterable[str]]]
"""A command's answer: its data, and a function that returns its lines."""

L = Annotated[str, declare_argument("L", "A league: l1, last, or part of its title.")]
C = Annotated[str, declare_argument("C", "A campaign: c1, last, or part of its title.")]
MINUS = {"ignore_unknown_options": True}
"""Typer settings for values that may begin with a minus, such as the penalty ``-1``."""
BOOK = "book"
"""The parameter of commands that need the open book beside their item."""
LATE = ("Book", "League", "LeagueEntry", "Game", "LineResult", "Shown")
"""The types for type checkers only. Their modules must not be imported at run time."""


class CommandTarget(Struct, frozen=True):
    """A kind of item in the book: the argument that names it, and the function that opens it."""

    argument: Any
    open: Callable[[Book, str], Any]


MATCH = CommandTarget(Game, lambda opened, name: opened.open_game(opened.find_stream(name)))
STORED_MATCH = CommandTarget(
    Game, lambda opened, name: opened.open_game_read_only(opened.find_stream(name))
)
"""A match that can be opened even if its rules are not installed."""
PUBLIC_MATCH = CommandTarget(
    Game,
    lambda opened, name: opened.open_game_read_only(opened.find_stream(name)).make_public_copy(),
)
"""A match without secrets, which can be opened even if its rules are not installed."""
LEAGUE = CommandTarget(L, lambda opened, name: opened.open_league(opened.find_league(name)))
CAMPAIGN = CommandTarget(
    C, lambda opened, name: opened.open_league(opened.find_league(name, "campaign"))
)


def register_show_command(
    app: typer.Typer,
    command: str,
    target: CommandTarget,
    *,
    minus: bool = False,
    writes: bool = False,
    empty: str = "",
    old: str = "",
) -> Callable[[F], F]:
    """Register a function as a command. It receives the opened item and the typed parameters.

    ``empty`` is printed if there are no lines; ``{}`` in it is replaced by the item's id. ``old``
    is the command's earlier name, which still works but is not shown in the help.
    """

    def register(show: F) -> F:
        run = make_show_run(target, show, show, empty)
        add_command(app, command, target.argument, show, run, minus=minus, writes=writes, old=old)
        return show

    return register


def make_show_run(
    target: CommandTarget, typed: Callable[..., Any], show: Callable[..., Shown], empty: str = ""
) -> Callable[..., None]:
    """Make a function that opens the named item, calls ``show`` with it, and prints the answer.

    If ``typed`` has a parameter ``book``, ``show`` gets the open book, too.
    """
    takes_book = BOOK in typed.__annotations__

    def run(name: str, db: str | None, as_json: bool, once: str = "", **arguments: Any) -> None:
        with open_book(db, once=once) as opened:
            item = target.open(opened, name)
            if takes_book:
                arguments["book"] = opened
            shape, list_lines = show(item, **arguments)
        print_answer(shape, as_json, lambda: [*list_lines()], empty=empty.format(item.stream))

    return run


def add_command(
    app: typer.Typer,
    command: str,
    argument: Any,
    typed: Callable[..., Any],
    run: Callable[..., None],
    *,
    minus: bool = False,
    writes: bool = True,
    old: str = "",
) -> None:
    """Add the command ``run`` with the options, arguments and help of ``typed``.

    ``argument`` names the item, and replaces the first parameter of ``typed``.
    """
    made = ItemCommand(argument, typed, run, writes=writes)
    settings = MINUS if minus else None
    app.command(command, context_settings=settings)(made)
    if old:
        app.command(old, context_settings=settings, hidden=True)(made)


class ItemCommand:
    """A command for one item. Its parameters are read only if Typer builds the command."""

    def __init__(
        self, argument: Any, typed: Callable[..., Any], run: Callable[..., None], *, writes: bool
    ) -> None:
        self._argument, self._typed, self._run, self._writes = argument, typed, run, writes
        self.__doc__ = typed.__doc__
        self.__annotations__: dict[str, Any] = {}  # they are in the signature

    def __call__(self, **arguments: Any) -> None:
        self._run(**arguments)

    @cached_property
    def __signature__(self) -> inspect.Signature:
        hints = get_type_hints(
            self._typed, localns=dict.fromkeys(LATE, object), include_extras=True
        )
        _, *own = inspect.signature(self._typed).parameters.values()
        only = inspect.Parameter.KEYWORD_ONLY
        parameters = [
            inspect.Parameter("name", only, annotation=self._argument),
            *(
                parameter.replace(annotation=hints[parameter.name], kind=only)
                for parameter in own
                if parameter.name != BOOK
            ),
            *([inspect.Parameter("once", only, default="", annotation=Id)] if self._writes else ()),
            inspect.Parameter("db", only, default=None, annotation=Db),
            inspect.Parameter("as_json", only, default=False, annotation=Json),
        ]
        return inspect.Signature(parameters)

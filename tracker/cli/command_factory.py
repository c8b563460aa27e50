"""Commands on one thing of the book: its name, the ledger and ``--json`` come with each."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, get_type_hints

import typer

from tracker.cli.command_context import Db, Game, Id, Json, open_book, print_answer
from tracker.cli.command_parameters import declare_argument

if TYPE_CHECKING:
    from exports.shapes.json_base_type import Shape
    from tracker.application.book import Book

F = TypeVar("F", bound=Callable[..., Any])

Shown = tuple["Shape", Callable[[], Iterable[str]]]
"""What a command answers: as data, and told in lines."""

L = Annotated[str, declare_argument("L", "A league: l1, last, part of its title.")]
C = Annotated[str, declare_argument("C", "A campaign: c1, last, part of its title.")]
MINUS = {"ignore_unknown_options": True}
"""What is typed may begin with a minus: ``-1`` is a penalty, ``-2`` two dice that failed."""
LATE = ("League", "LeagueEntry", "Game", "Shown")
"""Types that only type checkers know: naming them must not load what they stand for."""


@dataclass(frozen=True)
class CommandTarget:
    """A kind of thing in the book: the argument that names it, and how it is opened."""

    named: Any
    open: Callable[[Book, str], Any]


MATCH = CommandTarget(Game, lambda opened, name: opened.open_game(opened.find_stream(name)))
KEPT = CommandTarget(
    Game, lambda opened, name: opened.open_game_read_only(opened.find_stream(name))
)
"""A match as it lies in the book, also where its rules are not installed."""
READ = CommandTarget(
    Game,
    lambda opened, name: opened.open_game_read_only(opened.find_stream(name)).make_public_copy(),
)
"""A match as everybody may see it, also where its rules are not installed."""
LEAGUE = CommandTarget(L, lambda opened, name: opened.open_league(opened.find_league(name)))
CAMPAIGN = CommandTarget(
    C, lambda opened, name: opened.open_league(opened.find_league(name, "campaign"))
)


def register_show_command(
    app: typer.Typer,
    command: str,
    kept: CommandTarget,
    *,
    minus: bool = False,
    writes: bool = False,
    empty: str = "",
) -> Callable[[F], F]:
    """A command of a function that takes what is opened, and what people typed beside its name.

    ``empty`` is said where it tells no line; ``{}`` in it is the id of what is opened.
    """

    def register(show: F) -> F:
        add_command(app, command, kept, show, show, minus=minus, writes=writes, empty=empty)
        return show

    return register


def add_command(
    app: typer.Typer,
    command: str,
    kept: CommandTarget,
    typed: Callable[..., Any],
    show: Callable[..., Shown],
    *,
    minus: bool,
    writes: bool,
    empty: str = "",
) -> None:
    """The command ``show`` with the options, the arguments and the words of ``typed``."""

    def run(name: str, db: str | None, as_json: bool, once: str = "", **said: Any) -> None:
        with open_book(db, once=once) as opened:
            found = kept.open(opened, name)
            shape, told = show(found, **said)
        print_answer(shape, as_json, lambda: [*told()], empty=empty.format(found.stream))

    known = get_type_hints(typed, localns=dict.fromkeys(LATE, object), include_extras=True)
    _, *own = inspect.signature(typed).parameters.values()
    only = inspect.Parameter.KEYWORD_ONLY
    parameters = [
        inspect.Parameter("name", only, annotation=kept.named),
        *(each.replace(annotation=known[each.name], kind=only) for each in own),
        *([inspect.Parameter("once", only, default="", annotation=Id)] if writes else ()),
        inspect.Parameter("db", only, default=None, annotation=Db),
        inspect.Parameter("as_json", only, default=False, annotation=Json),
    ]
    run.__doc__ = typed.__doc__
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in parameters}
    app.command(command, context_settings=MINUS if minus else None)(run)

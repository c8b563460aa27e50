"""Declares command parameters with their help texts, and builds them from function signatures."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from types import NoneType, UnionType
from typing import Annotated, Any, get_args, get_origin

import click

TYPE_CHECKING_ONLY = ("Book", "League", "LeagueEntry", "Game", "LineResult", "Answer")
"""Types that commands import only for type checkers, because their modules load slowly."""
NO_DEFAULT = inspect.Parameter.empty
_WHOLE = r"[+-]?[0-9]{1,18}"


def declare_argument(metavar: str, help_text: str, show_default: str = "") -> Any:
    """Declare an argument. The help shows ``show_default`` as its default value."""
    return Argument, (), {"metavar": metavar, "help": help_text, "show_default": show_default}


def declare_option(help_text: str, *names: str, show_default: str = "", **settings: Any) -> Any:
    """Declare an option, named after its parameter unless ``names`` are given.

    The help shows ``show_default`` as its default value, and omits an empty default.
    """
    return click.Option, names, {"help": help_text, "show_default": show_default, **settings}


def build_click_parameters(function: Callable[..., Any]) -> Iterator[click.Parameter]:
    known = dict.fromkeys(TYPE_CHECKING_ONLY, object) | function.__globals__
    for one in inspect.signature(function, locals=known, eval_str=True).parameters.values():
        if get_origin(one.annotation) is Annotated:
            yield build_click_parameter(one.name, one.annotation, one.default)


def build_click_parameter(name: str, annotation: Any, default: Any = NO_DEFAULT) -> click.Parameter:
    """Build a parameter from its type, such as ``tuple[str, ...]``, and its declaration."""
    hint, (kind, names, declared) = get_args(annotation)
    (whole,) = {*get_args(hint)} - {NoneType} if isinstance(hint, UnionType) else (hint,)
    is_repeatable = get_origin(whole) is tuple
    one = get_args(whole)[0] if is_repeatable else whole
    settings = {
        "type": _parse_whole_number if one is int else one,
        **({"required": True} if default is NO_DEFAULT else {"default": default}),
        **declared,
    }
    if kind is Argument:
        return Argument([name], nargs=-1 if is_repeatable else 1, **settings)
    settings["show_default"] = settings["show_default"] or default not in (None, "", ())
    return click.Option(
        [name, *(names or [f"--{name.replace('_', '-')}"])],
        multiple=is_repeatable,
        is_flag=one is bool or None,
        **{"metavar": "NUMBER" if one is int else "TEXT"} | settings,
    )


def _parse_whole_number(value: Any) -> int:
    if not re.fullmatch(_WHOLE, str(value)):
        raise click.BadParameter(f"{value[:40]!r} is not a number of up to 18 digits, such as 2")
    return int(value)


class Argument(click.Argument):
    """An argument whose help shows its default value, as it does for options."""

    def __init__(self, *names: Any, show_default: str, **settings: Any) -> None:
        super().__init__(*names, **settings)
        self._default = f"({show_default})" if show_default else self.default

    def get_usage_pieces(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click passes it
        named = f"{{{self.metavar}}}" if self.required else f"[{self.metavar}]"
        return [named + ("..." if self.nargs != 1 else "")]

    def get_help_record(self, ctx: click.Context) -> tuple[str, str]:  # noqa: ARG002
        note = "required" if self.required else f"default: {self._default}"
        has_note = self.required or self._default not in (None, "", ())
        return f"{self.metavar}", f"{self.help}" + f"  [{note}]" * has_note


class NumberInRange(click.IntRange):
    """A number within given limits, which the help shows."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        numbers = range(self.min or 0, (self.max or 0) + 1)
        if not re.fullmatch(_WHOLE, str(value)) or int(value) not in numbers:
            allowed = f"a whole number from {self.min} to {self.max}"
            self.fail(f"{value[:40]!r} is not {allowed}", param, ctx)
        return int(value)

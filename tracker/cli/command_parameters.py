"""The parameters of commands, as their help shows them."""

from __future__ import annotations

from typing import Any

import typer


def declare_argument(metavar: str, text: str, shown: bool | str = True) -> Any:
    """An argument with its name and help text; ``shown`` replaces its default there: the value
    itself, nothing, or these words.
    """
    return typer.Argument(metavar=metavar, help=text, show_default=shown)


def declare_option(text: str, *names: str, shown: bool | str = True) -> Any:
    """An option, named after its parameter unless ``names`` are given; ``shown`` as above."""
    return typer.Option(*names, help=text, show_default=shown)


def declare_option_without_default(text: str, *names: str) -> Any:
    """An option whose help shows no default."""
    return declare_option(text, *names, shown=False)

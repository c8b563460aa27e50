"""What a command is given, as its help shows it."""

from __future__ import annotations

from typing import Any

import typer


def declare_argument(metavar: str, text: str, shown: bool | str = True) -> Any:
    """An argument with the name and the text of its help; ``shown`` stands for its default there:
    the value itself, nothing, or these words.
    """
    return typer.Argument(metavar=metavar, help=text, show_default=shown)


def declare_option(text: str, *names: str, shown: bool | str = True) -> Any:
    """An option, named as its parameter is unless ``names`` are given; ``shown`` as above."""
    return typer.Option(*names, help=text, show_default=shown)


def declare_option_without_default(text: str, *names: str) -> Any:
    """An option whose help says no default."""
    return declare_option(text, *names, shown=False)

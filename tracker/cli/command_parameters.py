"""Helpers for declaring the parameters of commands and their help."""

from __future__ import annotations

from typing import Any

import typer


def declare_argument(metavar: str, text: str, show_default: bool | str = True) -> Any:
    """Declare an argument.

    ``show_default`` in the help is its default value, no value, or these words.
    """
    return typer.Argument(metavar=metavar, help=text, show_default=show_default)


def declare_option(text: str, *names: str, show_default: bool | str = True) -> Any:
    """Declare an option, named after its parameter unless ``names`` are given.

    The help never shows an empty default.
    """
    return typer.Option(*names, help=text, show_default=show_default)

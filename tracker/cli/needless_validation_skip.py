"""Skips the validation of values that do not need it, such as text and missing values.

Typer passes every value to pydantic, which takes longer to load than everything else that most
commands need. Numbers are still validated.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partialmethod
from typing import Any

from typer import BadParameter, Context
from typer.core import TyperArgument, TyperOption

_WHOLE = re.compile(r"[+-]?[0-9]{1,18}")
Parameter = TyperArgument | TyperOption


@cache
def skip_needless_validation() -> None:
    """Make Typer validate only the values that need it."""
    for kind in (TyperArgument, TyperOption):
        kind.process_value = partialmethod(_processed, kind.process_value)  # type: ignore[method-assign, assignment]


def _processed(param: Parameter, check: Callable[..., Any], ctx: Context, value: Any) -> Any:
    """Return a parameter's value, as Typer's own ``check`` would return it."""
    kind, several = param.type_descriptor, param.multiple or param.nargs != 1
    if value is None and not param.required:
        value = () if several else None
    elif value and isinstance(value, tuple) and kind.annotation == list[str]:
        value = list(value)
    elif kind.annotation is int and isinstance(value, str):
        low, high = kind.parameter_info.min, kind.parameter_info.max
        number = int(value) if _WHOLE.fullmatch(value) else None
        if number is None or not _is_between(low, number, high):
            allowed = _describe_numbers(low, high)
            raise BadParameter(f"{value[:40]!r} is not {allowed}", ctx=ctx, param=param)
        return check(param, ctx, value)
    elif type(value) not in (str, int) or type(value) is not kind.annotation or kind.is_ranged:
        return check(param, ctx, value)
    return value if param.callback is None else param.callback(ctx, param, value)


def _is_between(low: float | None, number: int, high: float | None) -> bool:
    return (low is None or low <= number) and (high is None or number <= high)


def _describe_numbers(low: float | None, high: float | None) -> str:
    """Describe the allowed numbers, as in ``a whole number from 0 to 65535``."""
    if low is None:
        return "a number of up to 18 digits"
    return f"a whole number from {low} to {high}"

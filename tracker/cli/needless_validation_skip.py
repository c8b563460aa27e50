"""Skips validation of values that need none: text, and missing values.

Typer passes every value to pydantic, which takes longer to load than everything else that most
commands need. Numbers still go there.
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
    """Let Typer validate only values that need it."""
    for kind in (TyperArgument, TyperOption):
        kind.process_value = partialmethod(_processed, kind.process_value)  # type: ignore[method-assign, assignment]


def _processed(param: Parameter, check: Callable[..., Any], ctx: Context, value: Any) -> Any:
    """The value of a parameter, as Typer's own ``check`` would give it."""
    kind, several = param.type_descriptor, param.multiple or param.nargs != 1
    if value is None and not param.required:
        value = () if several else None
    elif value and isinstance(value, tuple) and kind.annotation == list[str]:
        value = list(value)
    elif kind.annotation is int and isinstance(value, str) and not _WHOLE.fullmatch(value):
        raise BadParameter(
            f"{value[:40]!r} is not a number of up to 18 digits", ctx=ctx, param=param
        )
    elif type(value) not in (str, int) or type(value) is not kind.annotation or kind.is_ranged:
        return check(param, ctx, value)
    return value if param.callback is None else param.callback(ctx, param, value)

"""Values that need no check: text as it was typed, and what was not given.

Typer hands every value to pydantic, which takes longer to load than all that most commands need
besides. A number that was typed still goes there.
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
    """From now on Typer checks only what needs it."""
    for kind in (TyperArgument, TyperOption):
        kind.process_value = partialmethod(_processed, kind.process_value)  # type: ignore[method-assign, assignment]


def _processed(param: Parameter, check: Callable[..., Any], ctx: Context, value: Any) -> Any:
    """The value of a parameter, as Typer's own ``check`` gives it."""
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

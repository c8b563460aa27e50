"""Names of the public API that are called otherwise today: the old ones work, and warn.

>>> import warnings
>>> with warnings.catch_warnings(record=True) as told:
...     warnings.simplefilter("always")
...     from tracker.procedures.requests import do
>>> do.__name__, str(told[0].message)
('call_stage', 'tracker.procedures.requests.do is now called call_stage')
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from typing import Any


def make_alias_getter(module: str, **new_names: str) -> Callable[[str], Any]:
    """The ``__getattr__`` of a ``module`` with names that changed: old name to new name.

    It raises ``AttributeError`` for any other name.
    """

    def get_renamed(name: str) -> Any:
        if name not in new_names:
            message = f"module {module!r} has no attribute {name!r}"
            raise AttributeError(message)
        message = f"{module}.{name} is now called {new_names[name]}"
        warnings.warn(message, DeprecationWarning, stacklevel=2)
        return getattr(sys.modules[module], new_names[name])

    return get_renamed

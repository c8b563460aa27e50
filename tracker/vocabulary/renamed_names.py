"""Aliases for renamed modules and names of the public API. The old names work, but warn.

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
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from importlib.abc import Loader


def keep_old_names(module: str, **new_names: str) -> None:
    """Keep the names in a module importable by their old names (old name to new name).

    Type checkers do not see the module's new ``__getattr__``, so they still reject unknown names.
    """

    def get_renamed(name: str) -> Any:
        if name not in new_names:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        message = f"{module}.{name} is now called {new_names[name]}"
        warnings.warn(message, DeprecationWarning, stacklevel=2)
        return getattr(sys.modules[module], new_names[name])

    vars(sys.modules[module])["__getattr__"] = get_renamed


def make_method_alias(old: str, new: str) -> Callable[..., Any]:
    """Make a method ``old`` that warns callers of the new name and calls the method ``new``."""

    def call_renamed(self: object, *args: Any, **kwargs: Any) -> Any:
        message = f"{type(self).__name__}.{old} is now called {new}"
        warnings.warn(message, DeprecationWarning, stacklevel=2)
        return getattr(self, new)(*args, **kwargs)

    return call_renamed


def keep_old_modules(package: str, **new_modules: str) -> None:
    """Keep a package's modules importable by their old names (old name to new name)."""
    renamed = {f"{package}.{old}": f"{package}.{new}" for old, new in new_modules.items()}
    sys.meta_path.append(_RenamedModuleFinder(renamed))


class _RenamedModuleFinder:
    """Finds modules by their old names. An old module has the contents of the new one.

    It has the methods of a finder and a loader, but not their base classes. Their module would load
    ``tempfile`` and others, which would slow down the start of every command.
    """

    def __init__(self, renamed: dict[str, str]) -> None:
        self._renamed = renamed

    def find_spec(self, fullname: str, *_: object) -> ModuleSpec | None:
        return ModuleSpec(fullname, cast("Loader", self)) if fullname in self._renamed else None

    def create_module(self, spec: ModuleSpec) -> None:
        """Return None, so that Python makes the module."""

    def exec_module(self, module: ModuleType) -> None:
        new = self._renamed[module.__name__]
        message = f"{module.__name__} is now called {new}"
        warnings.warn(message, DeprecationWarning, stacklevel=2)
        contents = vars(import_module(new))
        vars(module).update({name: contents[name] for name in contents if name != "__spec__"})

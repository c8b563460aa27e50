"""Aliases for renamed modules and names of the public API. An old name works, but gives a warning.

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
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, cast

if TYPE_CHECKING:
    from importlib.abc import Loader


@cache
def read_new_names(kind: Literal["modules", "names"]) -> Mapping[str, Mapping[str, str]]:
    """Return the new names of modules (or objects), by package (or module) and old name."""
    from tracker.vocabulary.packaged_files import read_packaged_toml

    tables = read_packaged_toml(
        "tracker.vocabulary", "renamed_names.toml", dict[str, dict[str, dict[str, str]]]
    )
    return tables[kind]


def keep_old_names(module: str) -> None:
    """Keep a module's objects importable by their old names, which a TOML file lists.

    The module gets a ``__getattr__``. Type checkers do not see it, so they still reject unknown
    names.
    """

    def get_renamed(name: str) -> Any:
        new = "" if name.startswith("__") else read_new_names("names")[module].get(name, "")
        if not new:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        message = f"{module}.{name} is now called {new}"
        warnings.warn(message, DeprecationWarning, stacklevel=2)
        return getattr(sys.modules[module], new)

    vars(sys.modules[module])["__getattr__"] = get_renamed


def make_method_alias(old: str, new: str) -> Callable[..., Any]:
    """Make a method ``old`` that calls the method ``new``, and warns about the old name."""

    def call_renamed(self: object, *args: Any, **kwargs: Any) -> Any:
        message = f"{type(self).__name__}.{old} is now called {new}"
        warnings.warn(message, DeprecationWarning, stacklevel=2)
        return getattr(self, new)(*args, **kwargs)

    return call_renamed


def keep_old_modules(package: str) -> None:
    """Keep a package's modules importable by their old names, which a TOML file lists."""
    sys.meta_path.append(_RenamedModuleFinder(package))


class _RenamedModuleFinder:
    """A finder of a package's modules by old names. An old module has the contents of the new one.

    The class has the methods of a finder and a loader, but does not inherit from their base
    classes. An import of the base classes would slow down the start of every command.
    """

    def __init__(self, package: str) -> None:
        self._package = package

    def find_spec(self, fullname: str, *_args: object) -> ModuleSpec | None:
        package, _, old = fullname.rpartition(".")
        is_renamed = package == self._package and old in read_new_names("modules")[package]
        return ModuleSpec(fullname, cast("Loader", self)) if is_renamed else None

    def create_module(self, spec: ModuleSpec) -> None:
        """Return None, which tells Python to create the module itself."""

    def exec_module(self, module: ModuleType) -> None:
        package, _, old = module.__name__.rpartition(".")
        new = f"{package}.{read_new_names('modules')[package][old]}"
        message = f"{module.__name__} is now called {new}"
        warnings.warn(message, DeprecationWarning, stacklevel=2)
        contents = vars(import_module(new))
        vars(module).update({name: contents[name] for name in contents if name != "__spec__"})

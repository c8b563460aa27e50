"""Finds the entry points of installed Python packages.

Importing ``importlib.metadata`` is slow: it takes as long as loading a ruleset. This module
therefore uses it only for packages in archives.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from functools import reduce
from importlib import import_module

from msgspec import Struct

SUFFIXES = (".dist-info", ".egg-info")
"""The suffixes of the folders that contain a package's metadata."""


class EntryPoint(Struct, frozen=True):
    """An entry point: its ``name``, and the path of its object (``value``:
    ``package.module:NAME``).

    ``read_file`` reads a metadata file of the package. It returns None if there is no such file.
    """

    name: str
    value: str
    read_file: Callable[[str], str | None]

    @property
    def module(self) -> str:
        return self.value.partition(":")[0].strip()

    def load_object(self) -> object:
        """Import the module and return the object. Errors raised by the module are not caught."""
        path = self.value.partition(":")[2].partition("[")[0].strip()
        return reduce(getattr, path.split(".") if path else (), import_module(self.module))

    def read_metadata_field(self, field: str) -> str:
        """Read a field of the package's metadata. Returns "" if it is missing or cannot be read."""
        try:
            text = next(filter(None, map(self.read_file, ("METADATA", "PKG-INFO"))), "")
        except Exception:  # noqa: BLE001 - a package without readable metadata
            return ""
        head = (line.partition(":") for line in text.partition("\n\n")[0].splitlines())
        return next((value.strip() for name, _, value in head if name == field), "")


def list_entry_points(group: str) -> list[EntryPoint]:
    """List a group's entry points, but skip packages that are unreadable or duplicates."""
    found: list[EntryPoint] = []
    known: set[str] = set()
    for folder in sys.path:
        for package, read_file in _list_packages_with_metadata_readers(folder or "."):
            if package not in known:
                known.add(package)
                found += _read_group_entry_points(read_file, group)
    return found


def _list_packages_with_metadata_readers(
    folder: str,
) -> Iterator[tuple[str, Callable[[str], str | None]]]:
    """List the packages in a folder or archive, each with a function that reads its metadata."""
    try:
        with os.scandir(folder) as entries:
            found = sorted(entry.name for entry in entries if entry.name.endswith(SUFFIXES))
    except NotADirectoryError:
        from importlib.metadata import distributions

        for each in distributions(path=[folder]):
            yield _normalize_package_name(each.name or ""), each.read_text
    except OSError:
        return
    else:
        for facts in found:
            yield (
                _normalize_package_name(facts.rpartition(".")[0].partition("-")[0]),
                _make_metadata_file_reader(folder, facts),
            )


def _make_metadata_file_reader(folder: str, facts: str) -> Callable[[str], str | None]:
    def read(name: str) -> str | None:
        try:  # a Path for each installed package would take as long again
            with open(f"{folder}/{facts}/{name}", encoding="utf-8") as file:  # noqa: PTH123
                return file.read()
        except (FileNotFoundError, NotADirectoryError):
            return None

    return read


def _normalize_package_name(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _read_group_entry_points(
    read_file: Callable[[str], str | None], group: str
) -> list[EntryPoint]:
    found, inside = [], False
    try:
        for line in map(str.strip, (read_file("entry_points.txt") or "").splitlines()):
            if line.startswith("["):
                inside = line == f"[{group}]"
            elif inside and line and not line.startswith("#"):
                name, value = map(str.strip, line.split("=", 1))
                found.append(EntryPoint(name, value, read_file))
    except Exception:  # noqa: BLE001 - whatever a package has there
        return []
    return found

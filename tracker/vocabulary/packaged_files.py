"""Files that ship inside a package: the only reader of their text and TOML.

>>> read_packaged_toml("warledger_hedgerow", "glossary.toml", dict[str, str])["watch"]
'An order to wait, and to fire at the first enemy that moves.'
"""

from __future__ import annotations

from typing import TypeVar

import msgspec

T = TypeVar("T")


def read_packaged_text(package: str, *path: str) -> str:
    """The text of a file below the folder of a ``package``."""
    from importlib.resources import files  # a command that reads none starts faster

    return files(package).joinpath(*path).read_text(encoding="utf-8")


def read_packaged_folder(package: str, folder: str, *endings: str) -> dict[str, str]:
    """The texts of a folder's files with these ``endings``, by name, in the order of the names."""
    from importlib.resources import files

    entries = files(package).joinpath(folder).iterdir()
    names = sorted(entry.name for entry in entries if entry.name.endswith(endings))
    return {name: read_packaged_text(package, folder, name) for name in names}


def read_packaged_toml(package: str, file: str, kind: type[T]) -> T:
    """The data of a TOML file. Raises ``ValueError`` for invalid TOML, or if it is no ``kind``."""
    import tomllib

    try:
        return msgspec.convert(tomllib.loads(read_packaged_text(package, file)), kind)
    except ValueError as error:
        message = f"{file}: {error}"
        raise ValueError(message) from error

"""Reads the text and TOML files that ship inside packages.

>>> read_packaged_toml("warledger_hedgerow", "glossary.toml", dict[str, str])["watch"]
'An order to wait, and to fire at the first enemy that moves.'
"""

from __future__ import annotations

from typing import TypeVar

import msgspec

T = TypeVar("T")


def read_packaged_text(package: str, *path: str) -> str:
    """Read the text of a file in a ``package``. ``path`` starts at the package's folder."""
    from importlib.resources import files  # commands that read no file start faster

    return files(package).joinpath(*path).read_text(encoding="utf-8")


def read_packaged_folder(package: str, folder: str, *endings: str) -> dict[str, str]:
    """Read the texts of all files in a folder that have these ``endings``, sorted by file name."""
    from importlib.resources import files

    entries = files(package).joinpath(folder).iterdir()
    names = sorted(entry.name for entry in entries if entry.name.endswith(endings))
    return {name: read_packaged_text(package, folder, name) for name in names}


def read_packaged_toml(package: str, file: str, kind: type[T]) -> T:
    """Read a TOML file and convert it to the type ``kind``.

    Raises ``ValueError`` if the file is invalid.
    """
    import tomllib

    try:
        return msgspec.convert(tomllib.loads(read_packaged_text(package, file)), kind)
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from error

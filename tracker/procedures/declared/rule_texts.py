"""What each rule says, in the project's own words, from a file that ships with a ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

import msgspec


@cache
def rules_in(package: str) -> Mapping[str, str]:
    """The texts in a package's ``rules.toml``, by rule id and in its order; read once."""
    return _texts(package, "rules.toml")


@cache
def glossary_in(package: str) -> Mapping[str, str]:
    """What the words of a ruleset mean, from a package's ``glossary.toml``, in its order."""
    return _texts(package, "glossary.toml")


def _texts(package: str, file: str) -> Mapping[str, str]:
    import tomllib
    from importlib.resources import files

    text = files(package).joinpath(file).read_text(encoding="utf-8")
    try:
        return MappingProxyType(msgspec.convert(tomllib.loads(text), dict[str, str]))
    except ValueError as error:
        message = f"{file}: {error}"
        raise ValueError(message) from error

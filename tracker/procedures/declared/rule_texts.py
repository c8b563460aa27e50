"""Reads the text files of a ruleset: rules, a glossary, house rules and printed tables.

>>> read_rules("warledger_hedgerow")["HR-ORD-2"]
'All orders are revealed at once. A squad without an order advances.'
>>> read_glossary("warledger_hedgerow")["watch"]
'An order to wait, and to fire at the first enemy that moves.'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from types import MappingProxyType
from typing import Any

import msgspec

from tracker.procedures.declared.printed_tables import PrintedTable
from tracker.procedures.ruleset import HouseRule
from tracker.vocabulary.packaged_files import read_packaged_toml
from tracker.vocabulary.renamed_names import keep_old_names


@cache
def read_rules(package: str) -> Mapping[str, str]:
    """Read and cache the texts in a package's ``rules.toml``, by rule id and in file order.

    Raises ``ValueError`` if the TOML is invalid or a value is not a text.
    """
    return MappingProxyType(read_packaged_toml(package, "rules.toml", dict[str, str]))


@cache
def read_glossary(package: str) -> Mapping[str, str]:
    """Read a ruleset's terms and their definitions from a package's ``glossary.toml``.

    Raises ``ValueError`` if the TOML is invalid or a value is not a text.
    """
    return MappingProxyType(read_packaged_toml(package, "glossary.toml", dict[str, str]))


@cache
def read_printed_tables(package: str) -> Mapping[str, PrintedTable]:
    """Read the printed tables in a package's ``grids.toml``, by name.

    Raises ``ValueError`` if the TOML is invalid or a value is not a table.
    """
    return MappingProxyType(read_packaged_toml(package, "grids.toml", dict[str, PrintedTable]))


@cache
def read_house_rules(package: str) -> Sequence[HouseRule]:
    """Read the house rules in a package's ``options.toml``, in file order.

    The file is read when a house rule is first needed. ``ValueError`` is then raised if the TOML is
    invalid or sets an unknown house rule.
    """
    return OptionFile(package)


class OptionFile(Sequence[HouseRule]):
    """The house rules in a file. The file is read only when one of them is needed."""

    def __init__(self, package: str) -> None:
        self._package = package

    @cached_property
    def _house_rules(self) -> tuple[HouseRule, ...]:
        tables = read_packaged_toml(self._package, "options.toml", dict[str, dict[str, Any]])
        named = [{"name": name} | table for name, table in tables.items()]
        try:
            return msgspec.convert(named, tuple[HouseRule, ...])
        except msgspec.ValidationError as error:
            raise ValueError(f"options.toml: {error}") from error

    def __getitem__(self, at: Any) -> Any:
        return self._house_rules[at]

    def __len__(self) -> int:
        return len(self._house_rules)


keep_old_names(__name__)

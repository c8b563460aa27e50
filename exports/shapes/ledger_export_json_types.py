"""The JSON types of a whole ledger, which docs/export-json.md describes."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from exports.shapes.json_base_type import Shape

FORMAT: Final = "warledger-ledger"
VERSION: Final = 1


class StoredEventShape(Shape, frozen=True, kw_only=True):
    version: int
    entry: int
    action: int
    kind: str
    schema: int
    at: str
    author: str
    rewinds_to: int | None
    digest: str
    body: msgspec.Raw


class StreamShape(Shape, frozen=True, kw_only=True):
    stream: str
    kind: str
    version: int
    title: str
    ruleset: str
    status: str
    played_on: str
    secret: int
    events: list[StoredEventShape]


class LedgerShape(Shape, frozen=True, kw_only=True):
    """The whole export of a ledger."""

    format: Literal["warledger-ledger"]
    version: int
    streams: list[StreamShape]

"""What all shapes of public JSON share."""

from __future__ import annotations

from msgspec import Struct


class Shape(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of every shape."""

"""The base class of all types of public JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct, convert, json

if TYPE_CHECKING:
    from fractions import Fraction


class Shape(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base class of every type of public JSON."""


S = TypeVar("S", bound=Shape)


def make_shape(shape_type: type[S], /, *sources: object, **overrides: Any) -> S:
    """Make a shape from ``overrides``. Each other field is read from the first source that has it.

    Records in fields become shapes in the same way, and tuples become lists.
    """
    alike = (name for name in shape_type.__struct_fields__ if name not in overrides)
    fields = {name: _read_field(name, sources) for name in alike}
    return convert(fields | overrides, shape_type, from_attributes=True)


def _read_field(name: str, sources: tuple[object, ...]) -> Any:
    *before, last = sources
    return getattr(next((one for one in before if hasattr(one, name)), last), name)


def render_shape_as_json(shape: Shape) -> str:
    """Render a shape as JSON with a final line break. Equal shapes give equal text."""
    encoded = json.encode(shape, order="deterministic")
    return escape_control_characters(json.format(encoded, indent=1).decode()) + "\n"


def to_json_number(value: Fraction) -> int | float:
    """Convert a number to JSON, as an integer if possible."""
    return value.numerator if value.denominator == 1 else float(value)


_CONTROL_ESCAPES = {code: f"\\u{code:04x}" for code in range(127, 160)}


def escape_control_characters(text: str) -> str:
    """Escape control characters in JSON that terminals would obey."""
    return text.translate(_CONTROL_ESCAPES)

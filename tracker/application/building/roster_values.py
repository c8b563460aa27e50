"""Values of a roster as people read and type them."""

from __future__ import annotations

from typing import Any

from tracker.application.errors import Refused
from tracker.procedures.declared.force_format import RosterField
from tracker.vocabulary import toml
from tracker.vocabulary.toml import clean_name
from tracker.vocabulary.typed import is_number

YES, NO = "yes", "no"


def describe_value(value: Any) -> str:
    """A value in words: ``rifle basic, pistol basic``; "" for what is not there."""
    match value:
        case None:
            return ""
        case bool():
            return YES if value else NO
        case list() if all(isinstance(each, str) for each in value):
            return ", ".join(value)
        case list() | dict():
            return write_toml_value(value)
        case _:
            return str(value)


def write_toml_value(value: Any) -> str:
    """A value as a roster has it on one line."""
    import tomlkit

    if isinstance(value, list) and any(isinstance(each, dict) for each in value):
        return f"[{', '.join(map(write_toml_value, value))}]"
    if isinstance(value, dict):
        parts = (
            f"{tomlkit.key(key).as_string()} = {write_toml_value(one)}"
            for key, one in value.items()
        )
        inner = ", ".join(parts)
        return f"{{ {inner} }}" if inner else "{}"
    return str(tomlkit.item(value).as_string())


def read(field: RosterField, text: str) -> Any:
    """What is typed for a field, as a roster keeps it; None where it is left out, or where the
    word is typed that is told then (``none``).

    Raises ``Refused`` for a number that is none, or too little or too much.
    """
    text = " ".join(text.split())
    absent = field.kind in ("text", "words") and text.casefold() == field.absent.casefold()
    if not text or (absent and text.casefold() not in field.values):
        return None
    match field.kind:
        case "number":
            return _number(field, text)
        case "flag":
            return text.casefold() in (YES, "y", "true", "1")
        case "words":
            return [clean_name(each) for each in text.split(",") if each.strip()]
        case "value":
            return _value(text)
        case _:
            return clean_name(text)


def _number(field: RosterField, text: str) -> int:
    digits = text.removeprefix("-")
    value = int(text) if is_number(digits) and len(digits) < 10 else None
    if value is None or not field.least <= value <= field.most:
        what = field.key.replace("_", " ")
        raise Refused(f"The {what} must be a whole number from {field.least} to {field.most}.")
    return value


def _value(text: str) -> Any:
    """What TOML makes of it; else the words themselves."""
    try:
        return toml.load(f"value = {text}")["value"]
    except toml.NotToml as error:
        if text[:1] in "[{":
            raise Refused(f"That cannot be read: {error.why}.") from error
        return clean_name(text)

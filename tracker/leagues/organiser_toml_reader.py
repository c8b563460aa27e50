"""Reads organisers' TOML files, and explains their errors in plain words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from fractions import Fraction
from typing import Any

import msgspec

from tracker.vocabulary.closest_word import find_closest_word
from tracker.vocabulary.toml_reader import Path, Problem, TomlReader, clean_name

MAX_AMOUNT = 1_000_000
"""The limit for points, point differences and experience."""
_AMOUNT = re.compile(r"[+-]?\d{1,6}(?:[.,]\d{1,9}|/\d{1,6})?", re.ASCII)


def parse_points(text: str) -> Fraction | None:
    """Parse a number such as 3, −0.5 or 1/2. Return None for any other text."""
    amount = text.strip().replace("−", "-")
    with suppress(ZeroDivisionError):
        if _AMOUNT.fullmatch(amount):
            return Fraction(amount.replace(",", "."))
    return None


class FileProblems(Exception):
    """All problems found in an invalid file. A problem without a known line has line 0."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = tuple(sorted(problems, key=lambda problem: problem.line))
        lines = (f"Line {p.line}: {p.text}" if p.line else p.text for p in self.problems)
        super().__init__("\n".join(lines))


class OrganiserTomlReader(TomlReader):
    """Reads a TOML file and reports all errors. Raises ``FileProblems`` for invalid TOML."""

    def __init__(self, text: str) -> None:
        super().__init__(text, Fraction)
        if self.problems:
            [problem] = self.problems
            sentence = f"{problem.text[0].upper()}{problem.text[1:]}."
            raise FileProblems([Problem(problem.line, sentence)])

    def read_typed_values(
        self, table: dict[str, Any], types_by_key: dict[str, Any], table_path: Path = ()
    ) -> dict[str, Any]:
        """Return a table's values, converted to their types. Report and omit invalid values."""
        read: dict[str, Any] = {}
        for key, value in table.items():
            if key not in types_by_key:
                suggestion = format_name_suggestion_suffix(key, types_by_key)
                self.report_error((*table_path, key), f"“{key}” is unknown{suggestion}")
                continue
            try:
                read[key] = msgspec.convert(value, types_by_key[key], dec_hook=_convert_amount)
            except msgspec.ValidationError as error:
                message, _, where = str(error).partition(" - at `$")
                parts = re.findall(r"\[(\d+)\]|\.(\w+)", where)  # a path such as [2].add
                path = (*table_path, key, *(int(n) if n else name for n, name in parts))
                name = next(part for part in reversed(path) if isinstance(part, str))
                self.report_error(path, f"{name}: {_explain_msgspec_error(message)}.")
        return read

    def report_error(self, path: Path, sentence: str) -> None:
        self.problems.append(Problem(self.find_line(path), sentence))

    def raise_any_problems(self) -> None:
        if self.problems:
            raise FileProblems(self.problems)


def _convert_amount(_: type, value: Any) -> Fraction:
    """Convert a number written as 3, 0.5 or "1/2" to an exact number."""
    if isinstance(value, bool) or not isinstance(value, int | Fraction | str):
        raise ValueError('Expected a number such as 3, 0.5 or "1/2"')
    found = parse_points(value) if isinstance(value, str) else Fraction(value)
    if found is None:
        raise ValueError(f'“{clean_name(str(value))}” is not a number such as 3, 0.5 or "1/2"')
    if abs(found) >= MAX_AMOUNT:
        raise ValueError(f"points must be below {MAX_AMOUNT}")
    return found


_WORDS = {
    "Expected `(.+)`, got `(.+)`": r"{0} is needed here, not {1}",
    "Object contains unknown field `(.+)`": r"“{0}” is unknown",
    "Object missing required field `(.+)`": r"{0} is missing",
    r"Expected `array` of length (\d+), got (\d+)": r"{0} numbers are needed here, not {1}",
    "Invalid enum value '(.+)'": r"there is no “{0}”",
}
_TYPES = {
    "`": "",
    "str": "text",
    "int": "a whole number",
    "array": "a list",
    "object": "a table",
    "Fraction": "a fraction",
}


def _explain_msgspec_error(message: str) -> str:
    for pattern, words in _WORDS.items():
        if found := re.match(pattern, message):
            return words.format(*(_TYPES.get(group, group) for group in found.groups()))
    return message


def format_name_suggestion_suffix(name: str, known_names: Iterable[str]) -> str:
    """Return the end of an error message: the most similar known name, or all known names."""
    known_names = tuple(known_names)
    near = find_closest_word(name, known_names)
    return f": did you mean “{near}”?" if near else f"; choose one of: {', '.join(known_names)}."

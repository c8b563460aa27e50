"""Reads the text of a game file. Every error has a line and a column.

``GameTableReader`` reads the values of a table one by one. If a value is missing or invalid, it
reports a problem and uses a harmless value. All errors are thus reported together.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from types import SimpleNamespace
from typing import Any, Final, TypeVar

from msgspec import Struct

from tracker.gamefile.expressions import (
    Constant,
    Expression,
    ExpressionError,
    NameReference,
    list_names_and_table_lookups,
    parse_expression,
)
from tracker.gamefile.game_file_schema import ID, PARTS, Fields, KeySchema
from tracker.vocabulary.closest_word import find_closest_word
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.toml_reader import Path, Problem, Table, TomlReader, TomlTable, clean_name

T = TypeVar("T")
FORMAT: Final = 1
MAX_FILE_SIZE: Final = 64_000
MAX_LINE_LENGTH: Final = 2_000
MAX_ROWS: Final = 60
MAX_WORD_LENGTH: Final = 40
MAX_NAMES: Final = 12
"""The maximum number of known names that a message lists."""
DICE: Final = re.compile(r"(\d{0,2})d(\d{0,3})")
ZERO: Final = Constant(0)


class NameScope(Struct, frozen=True):
    """The names that an expression may use. ``target`` is true if there is a target.

    ``tables`` maps each available look-up table to whether it needs two indices. ``values`` are
    names of values, which the expression of a value cannot use. ``armed`` is true if there is a
    weapon. ``later`` are the rolls of later steps.
    """

    names: frozenset[str]
    target: bool = False
    tables: Mapping[str, bool] = {}
    values: Collection[str] = ()
    armed: bool = False
    later: Collection[str] = ()

    @property
    def known_names(self) -> list[str]:
        return sorted(self.names, key=lambda name: ("." in name, name))

    def explain_invalid_name(self, key: str, name: str) -> str:
        """Explain why an expression cannot use a name, and what to write instead."""
        if name in self.values:
            return f"`{key}` is a value, so it cannot use the value {name!r}."
        if name.startswith("target.") and not self.target:
            return f"`{key}`: there is no target. Only an action with `at` has one."
        if name.startswith("weapon.") and not self.armed:
            return f"`{key}`: only an action with `weapons` has a weapon."
        if name in self.later:
            return f"`{key}`: {name} is rolled in a later step."
        hint = self.suggest_valid_name(name)
        if key == "turns" and hint.startswith("known:"):
            hint = "write a number, or the id of an option."
        return f"`{key}`: there is nothing called {name!r}: {hint}"

    def suggest_valid_name(self, name: str) -> str:
        """Return a hint that suggests the most similar valid name, or lists the valid names."""
        whose, _, word = name.rpartition(".")
        parts = [one.rpartition(".") for one in self.known_names]
        its = [last for owner, _, last in parts if owner == whose]
        same = [f"{owner}.{last}".lstrip(".") for owner, _, last in parts if last == word]
        if not same and (near := find_closest_word(word, its)):
            return f"did you mean {f'{whose}.{near}'.lstrip('.')!r}?"
        if whose and its:
            meant = f"target.{word}" if whose == "enemy" else word
            hint = f"; for the {'target' if whose == 'enemy' else 'unit'}'s stat write {meant}"
            return f"{whose}. has only {_list_names(its)}{hint * (meant in self.names)}."
        if name in {"true", "false"}:
            return f"write {int(name == 'true')} for {name}."
        if len(same) == 1:
            return f"did you mean {same[0]!r}?"
        return f"write {' or '.join(same)}." if same else f"known: {_list_names(self.known_names)}."


class GameFileText:
    """The text of a game file, its ``top`` table, and the problems found so far.

    ``declared`` has the names that each part declares.
    """

    def __init__(self, text: str) -> None:
        self.declared: dict[str, dict[str, Any]] = {part: {} for part in PARTS}
        self.problems: list[Problem] = []
        self.expressions: dict[Path, Expression] = {}
        self._lines = text.splitlines()
        if len(text) > MAX_FILE_SIZE:
            self._add_problem(
                1, 1, f"The file has over {MAX_FILE_SIZE:,} characters. Shorten the file."
            )
            text = ""
        for number, line in enumerate(self._lines, 1):
            if len(line) > MAX_LINE_LENGTH:
                why = f"This line is longer than {MAX_LINE_LENGTH:,} characters. Split the line."
                self._add_problem(number, 1, why)
                text = ""
        self._reading = TomlReader(text)
        self.find_line = self._reading.find_line
        self.top = self.make_table_reader((), self._reading.data)
        for one in self._reading.problems:
            self._add_problem(one.line, one.column, f"{one.text[:1].upper()}{one.text[1:]}.")
        if not self.top and not self.problems:
            self._add_problem(
                1, 1, "The file is empty: write warledger_game = 1 in its first line."
            )

    def _add_problem(self, line: int, column: int, text: str) -> None:
        self.problems.append(Problem(line, text, column=column))

    def sort_problems(self) -> tuple[Problem, ...]:
        return tuple(sorted(set(self.problems), key=lambda one: (one.line, one.column, one.text)))

    def report_problem(self, path: Path, text: str, *, word: str = "", offset: int = 0) -> None:
        """Report a problem at a ``word`` in the file (by default, the last key of ``path``).

        ``offset`` is added to the column.
        """
        key = str(path[-1]) if path and isinstance(path[-1], str) else ""
        line = self._reading.find_word_line(path, word) or 1
        said = self._lines[line - 1] if line <= len(self._lines) else ""
        places = [said.find(word)] if word else []
        if key:
            found = re.search(rf"(?<![\w-]){re.escape(key)}(?![\w-])", said)
            places.append(found.start() if found else -1)
        place = next((place for place in places if place >= 0), len(said) - len(said.lstrip()))
        self._add_problem(line, place + offset + 1, text)

    def make_table_reader(self, path: Path, values: Table) -> GameTableReader:
        return GameTableReader(self, path, values)

    def read_named_values(self, heading: str) -> Iterator[tuple[Path, str, Any]]:
        """Yield the path, name and value of each entry below a heading, and report invalid names.

        If there are too many entries, none are yielded.
        """
        what, maximum, names, _ = PARTS[heading]
        found = self.top.read_table(heading)
        if len(found) > maximum:
            text = f"There are {len(found)} entries in [{heading}]: at most {maximum} are allowed."
            found.report_problem(text)
            return
        for name, value in found.items():
            if names.fullmatch(name) and len(name) <= MAX_WORD_LENGTH:
                yield (heading, name), name, value
                continue
            sign = "hyphens" if names is ID else "underscores"
            signs = f"lower-case letters, digits and {sign}, at most {MAX_WORD_LENGTH} characters"
            text = f"{clean_name(name)!r} cannot name {what}: use {signs}."
            found.report_problem(text, name, word=name)

    def read_named_tables(self, heading: str) -> Iterator[tuple[str, GameTableReader]]:
        """Yield the name and the table of each entry below a heading. Report any other value."""
        for path, name, value in self.read_named_values(heading):
            if isinstance(value, dict):
                yield name, self.make_table_reader(path, value)
            else:
                text = f"{name!r} must be a table: write [{heading}.{name}]."
                self.report_problem(path, text, word=name)


class GameTableReader(TomlTable):
    """A reader of the values of a table in a game ``file``.

    For an invalid value, each method reports a problem and returns a replacement. All problems are
    thus found in one reading.
    """

    def __init__(self, file: GameFileText, path: Path, values: Table) -> None:
        super().__init__(path, values)
        self.file = file

    def report_problem(self, text: str, *keys: str | int, word: str = "", offset: int = 0) -> None:
        """Report a problem at the table, or at the value under ``keys``, as the file does."""
        self.file.report_problem((*self.path, *keys), text, word=word, offset=offset)

    def report_problem_at_key(self, key: str, text: str) -> None:
        """Report a problem at the value under ``key``, or at the table if it has no such key."""
        self.report_problem(text, *[key] * (key in self))

    def replace_values(self, values: Table) -> GameTableReader:
        """Return a reader of other values, as if they were in this table."""
        return GameTableReader(self.file, self.path, values)

    def report_unknown_keys(self, allowed_keys: Collection[str], owner_name: str) -> None:
        path = self.path
        for key, value in self.items():
            if key not in allowed_keys:
                hint = f"allowed: {', '.join(allowed_keys)}."
                if isinstance(value, dict) and len(path) == 2:
                    named = next(iter(value), "name") if key == path[0] else key
                    hint = f"for another one, write [{path[0]}.{named}]."
                    if path[0] == "phases":
                        hint = f'write [[phases]] and, below it, id = "{clean_name(key)}".'
                elif not path:
                    hint = "is a heading missing above it?"
                hint = hint if key in path else _suggest_word(key, allowed_keys, hint)
                if not path and any(one.text.endswith(hint) for one in self.file.problems):
                    continue  # the missing heading has already been reported
                text = f"{owner_name} has no {clean_name(key)!r}: {hint}"
                self.report_problem(text, key, word=key)

    def read_fields(
        self, schema: Fields, owner_name: str, scope: NameScope | None = None, **defaults: Any
    ) -> Any:
        """Read the table by its ``schema``, and return an object with an attribute for each key.

        ``defaults`` replace the defaults of ``schema``. Expressions are read only if a ``scope`` is
        given.
        """
        self.report_unknown_keys(schema, owner_name)
        found = {}
        for key, field in schema.items():
            otherwise = defaults.get(key, field.default)
            if key not in self and not field.required and field.kind in {"text", "whole"}:
                found[key] = otherwise
            elif field.kind != "expression":
                found[key] = self._read_field(key, field, otherwise)
        if scope is not None:
            found |= self.read_expressions(schema, scope)
        return SimpleNamespace(**found)

    def read_expressions(self, schema: Fields, scope: NameScope) -> dict[str, Expression | None]:
        keys = [key for key, field in schema.items() if field.kind == "expression"]
        return {key: self.read_and_keep_expression(key, scope) for key in keys}

    def _read_field(self, key: str, field: KeySchema, default: Any) -> Any:
        match field.kind:
            case "text":
                return self.read_short_text(key, default, field.maximum)
            case "prose":
                return self.read_long_text(key)
            case "whole":
                return self.read_number(key, field.minimum, field.maximum, default)
            case "flag":
                return self.read_flag(key, default=default)
            case "word":
                return self.read_choice(key, field.choices, default)
            case "list":
                return self.read_list(key, field.maximum)
            case "ref" | "refs" if field.part:
                known = self.file.declared[field.part]
                return (
                    known.get(self.read_choice(key, known, "", field.part))
                    if field.kind == "ref"
                    else self.read_choices(key, known, field.part)
                )
            case _:
                return self.get(key)

    def read_table(self, key: str, owner_name: str = "") -> GameTableReader:
        """Read the table under ``key``, which is empty if it is missing."""
        path, value = (*self.path, key), self.get(key)
        if value is not None and not isinstance(value, dict):
            name = ".".join(map(str, path))
            text = f"{owner_name or f'[{name}]'} must be a table: write [{name}]."
            self.report_problem(text, key)
            value = None
        return GameTableReader(self.file, path, value or {})

    def read_short_text(self, key: str, default: str = "", max_length: int = 60) -> str:
        """Read a text of one line. Report a missing text if there is no ``default``."""
        value = self.get(key, default)
        if (
            not isinstance(value, str)
            or not value.strip()
            or clean_name(value[:max_length]) != value
        ):
            if key in self:
                most = format_count(max_length, "character")
                must = f"must be text in quotes, at most {most}"
                if isinstance(value, str) and not value.strip():
                    must = f"is empty: write at most {most}"
                elif isinstance(value, str) and "\n" in value:
                    must = "must be on a single line"
                self.report_problem(f"`{key}` {must}.", key)
            elif not default:
                self._report_missing(key, "a short text in quotes.")
            return default or "?"
        return value

    def read_long_text(self, key: str) -> str:
        """Read a longer text as one line, or return "" if it is missing."""
        value = self.get(key, "")
        if not isinstance(value, str) or len(value) > 1000:
            self.report_problem(f"`{key}` must be text in quotes, at most 1000 characters.", key)
            return ""
        return " ".join(value.split())

    def read_number(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """Read a whole number from ``low`` to ``high``. Without a ``default``, it is required."""
        value = self.get(key, default)
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        self._report_wrong_or_missing(key, f"a whole number from {low} to {high}.")
        return low if default is None else default

    def read_flag(self, key: str, *, default: bool = False) -> bool:
        value = self.get(key, default)
        if isinstance(value, bool):
            return value
        self.report_problem(f"`{key}` must be true or false.", key)
        return default

    def read_choice(
        self, key: str, allowed_words: Collection[str], default: str, declared_under: str = ""
    ) -> str:
        """Read one of ``allowed_words``.

        ``declared_under`` is the part in which authors can declare more words, or "" for none.
        """
        value = self.get(key, default)
        if isinstance(value, str) and value in allowed_words:
            return value
        said = _format_value(value) if key in self else ""
        hint = _suggest_allowed_word(said, allowed_words, declared_under)
        if key in self:
            self.report_problem(f"`{key}` cannot be {said!r}: {hint}", key)
        else:
            self._report_missing(key, hint)
        return default if default in allowed_words else next(iter(allowed_words), "")

    def read_list(self, key: str, max_length: int) -> list[Any]:
        value = self.get(key, [])
        if isinstance(value, list) and len(value) <= max_length:
            return value
        self.report_problem(f"`{key}` must be a list of at most {max_length} values: [ … ].", key)
        return []

    def read_choices(
        self, key: str, allowed_words: Collection[str], declared_under: str = ""
    ) -> tuple[str, ...]:
        """Read a word or a list of words. Report and omit words that are not allowed."""
        found, said = [], self.get(key)
        for value in [said] if isinstance(said, str) else self.read_list(key, MAX_ROWS):
            if isinstance(value, str) and value in allowed_words:
                found.append(value)
                continue
            said = _format_value(value)
            hint = _suggest_allowed_word(said, allowed_words, declared_under)
            text = f"`{key}`: there is nothing called {said!r}: {hint}"
            self.report_problem(text, key, word=said)
        return tuple(found)

    def read_and_keep_expression(self, key: str, names: NameScope) -> Expression | None:
        """Read an expression that may use ``names``, or return None if it is missing.

        A valid expression is also stored in the file's ``expressions``. An invalid expression is
        replaced by zero.
        """
        tables = names.tables
        value, kept, place = self.get(key), self.file.expressions, (*self.path, key)
        if value is None:
            return None
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) <= 1_000_000:
            return kept.setdefault(place, Constant(value))
        if not isinstance(value, str):
            self.report_problem(f"`{key}` must be a number, or an expression in quotes.", key)
            return ZERO
        word = value.strip().partition("\n")[0]
        try:
            found = parse_expression(value)
        except ExpressionError as error:
            why = f"write {word[:-1]} for {word}" if re.fullmatch(r"\d+\+", word) else error.why
            call = re.match(r"(\w+)\(([^()]*)\)", word[error.at :])
            if call and call[1] in tables:
                why = f"write {call[1]}[{call[2]}]"
            self.report_problem(f"`{key}`: {why}.", key, word=word, offset=error.at)
            return ZERO
        for one in list_names_and_table_lookups(found):
            text = ""
            if isinstance(one, NameReference):
                text = "" if one.name in names.names else names.explain_invalid_name(key, one.name)
            elif one.what not in tables:
                hint = _suggest_word(one.what, tables, f"declare it with [tables.{one.what}].")
                text = f"`{key}`: no table is called {one.what!r}: {hint}"
            elif len(one.parts) != 1 + tables[one.what]:
                many = "two values" if tables[one.what] else "one value"
                text = f"`{key}`: the table {one.what!r} is looked up with {many}."
            if text:
                self.report_problem(text, key, word=word, offset=one.at)
        return kept.setdefault(place, found)

    def read_dice_sizes(self, key: str, default_size: int) -> tuple[int, ...]:
        value = self.get(key, "")
        dice = parse_dice_sizes(value, default_size) if isinstance(value, str) else ()
        if not dice:
            must = "1 to 10 dice with 2 to 100 sides, such as 2d6."
            self._report_wrong_or_missing(key, must)
            return (default_size,)
        return dice

    def _report_wrong_or_missing(self, key: str, needed: str) -> None:
        if key in self:
            self.report_problem(f"`{key}` must be {needed}", key)
        else:
            self._report_missing(key, needed)

    def _report_missing(self, key: str, needed: str) -> None:
        words = [str(one + 1) if isinstance(one, int) else one for one in self.path]
        owner = f"[{'.'.join(words)}]" if words else "The file"
        self.report_problem(f"{owner} needs `{key}`: {needed}")


def build_from_attributes(kind: type[T], *sources: object, **more: Any) -> T:
    """Build a ``kind`` from its fields' values in ``more`` or in the attributes of ``sources``."""
    known = {name: value for one in sources for name, value in vars(one).items()} | more
    return kind(**{name: known[name] for name in kind.__annotations__ if name in known})


def parse_dice_sizes(text: str, default_size: int) -> tuple[int, ...]:
    """Parse the sizes of dice such as ``2d6`` or ``d``, or return () for invalid dice."""
    found = DICE.fullmatch(text)
    many, size = (int(found[1] or 1), int(found[2] or default_size)) if found else (0, 0)
    return (size,) * many if 1 <= many <= 10 and 2 <= size <= 100 else ()


def _suggest_word(word: str, known: Collection[str], default_hint: str) -> str:
    near = find_closest_word(word, known)
    return f"did you mean {near!r}?" if near else default_hint


def _suggest_allowed_word(word: str, allowed_words: Collection[str], declared_under: str) -> str:
    words = _list_names(sorted({*allowed_words} - {""}))
    hint = f"allowed: {words or 'nothing, because nothing is declared yet'}."
    if declared_under:
        or_write = f", or write {words}" if words else ""
        name = word if ID.fullmatch(word) else "name"
        hint = f"declare it with [{declared_under}.{name}]{or_write}."
    return _suggest_word(word, allowed_words, hint)


def _list_names(names: list[str]) -> str:
    return ", ".join(names[:MAX_NAMES]) + ", …" * (len(names) > MAX_NAMES)


def _format_value(value: object) -> str:
    """Describe a value as its author wrote it, with lists and tables abbreviated."""
    if isinstance(value, list | dict):
        return "[ … ]" if isinstance(value, list) else "{ … }"
    return clean_name(str(value).lower() if isinstance(value, bool) else str(value))

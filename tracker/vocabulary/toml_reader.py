"""Reads TOML that players write, and finds the line of every value.

``TomlReader`` does not stop at the first problem, so that players see all problems of a roster
together, each with its line.

>>> reading = TomlReader("hands = [{ coins = 30 }]")
>>> for hand in TableReader(reading, (), reading.data).read_tables("hands"):
...     coins = hand.read_number("coins", 1, 20, what="the coins")
>>> reading.sort_problems()[0].line, reading.sort_problems()[0].text
(1, 'the coins must be a whole number from 1 to 20')
"""

from __future__ import annotations

import math
import re
import unicodedata
import warnings
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Final

from msgspec import Struct

from tracker.vocabulary.closest_word import find_closest_word
from tracker.vocabulary.renamed_names import keep_old_names, make_method_alias

Path = tuple[str | int, ...]
"""The path to a value: keys, and list indices from 0, such as ``("hands", 0, "coins")``."""
Table = Mapping[str, Any]
"""A table in a TOML document, as a mapping of its keys to their values."""

MAX_NAME_LENGTH: Final = 60
MAX_TEXT_LENGTH: Final = 1_000_000
"""The maximum length of a user's file, in characters. A roster has only a few thousand."""
MAX_NUMBER: Final = 10**17
MAX_DEPTH: Final = 20
MAX_PROBLEMS: Final = 200
"""The maximum number of problems reported for one text."""
_OPEN: Final = "character '\\n'"
_WHY: Final = {
    _OPEN: "a quote is opened here, but not closed on this line",
    "Unterminated string": "the last text in quotes is not closed",
    "Expected newline": "this is not a value, or something follows the value on its line",
    "Expected '=' after": "= is missing after the key",
    "Invalid value": "this is not a value. Write a number, true, false, a list, or text in quotes",
    "Unclosed array": "a comma, a quote or the ] of a list is missing before this",
    "Unclosed inline table": "a comma, a quote or the }} of a table is missing before this",
    "Cannot overwrite a value": "this key or heading is in the file twice",
    "Cannot declare": "[{0}] is in the file twice. A list of tables has headings such as [[{0}]]",
    "Cannot mutate": "[{0}] already has a value",
}
"""Explanations of TOML errors, by a part of the error's text. ``{0}`` is the heading."""
_BROKEN: Final = "Invalid initial character for a key|Unclosed inline table"
"""The errors that a table in braces causes if it has no closing brace in its line."""
_JOINER: Final = "\u200d"  # joins emoji; all other invisible characters are removed
_KEY: Final = r"""(?:"(?:[^"\\]|\\.)*"|'[^']*'|[A-Za-z0-9_-]+)"""
_KEYS: Final = rf"{_KEY}(?:\s*\.\s*{_KEY})*"
_HEADER: Final = rf"\s*(\[\[?)\s*({_KEYS})\s*\]"
_ASSIGNED: Final = rf"\s*({_KEYS})\s*="
_CLOSED: Final = r"\"(?:[^\"\\]|\\.)*\"|'[^']*'"
_TOKENS: Final = r"\"\"\"|'''|\"(?:[^\"\\]|\\.)*\"|'[^']*'|\#.*|[\[\]{}]"


class InvalidToml(ValueError):
    """The error for an invalid or too large TOML text, with the line, the column and the reason."""

    def __init__(self, line: int, why: str, column: int = 1) -> None:
        self.line = line
        self.column = column
        self.why = why
        super().__init__(f"line {line}: {why}")


class Problem(Struct, frozen=True):
    """A problem in a text, as a sentence with its ``line`` and its ``column`` (1 if unknown).

    If it is ``serious``, part of the text is ignored. Otherwise, the text only breaks a rule.
    """

    line: int
    text: str
    rule: str = ""
    serious: bool = True
    column: int = 1

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.text}"


def clean_name(name: str) -> str:
    """Shorten a name to ``MAX_NAME_LENGTH`` characters in one line, without control characters."""
    seen = "".join(
        sign
        for sign in " ".join(name.split())
        if sign == _JOINER or unicodedata.category(sign)[0] != "C"
    )
    return seen.strip()[:MAX_NAME_LENGTH].rstrip()


def load_toml(text: str, parse_number: Callable[[str], Any] = float) -> dict[str, Any]:
    """Parse a TOML text. ``parse_number`` converts numbers that have a decimal point.

    All TOML from users is parsed here. Raises ``InvalidToml`` if the text is invalid, if the text
    or a number is too large, or if the nesting is too deep.
    """
    import tomllib

    if len(text) > MAX_TEXT_LENGTH:
        raise InvalidToml(1, f"it is longer than {MAX_TEXT_LENGTH:,} characters")
    try:
        data = tomllib.loads(
            text.removeprefix("\ufeff"), parse_float=_make_decimal_parser(parse_number)
        )
    except (ValueError, RecursionError) as error:
        line = _find_error_line(error, text)
        column = _find_error_column(error, text, line)
        why = _describe_common_mistake(str(error), text, line, column) or _explain_toml_error(error)
        raise InvalidToml(line, why, column) from None
    _refuse_huge_number_or_nesting((), data, text)
    return data


def _make_decimal_parser(number: Callable[[str], Any]) -> Callable[[str], Any]:
    """Make a parser like ``number`` that returns infinity for numbers that are too large or too
    long.
    """

    def read(text: str) -> Any:
        value = float(text)
        if not abs(value) < MAX_NUMBER or len(text) > MAX_NAME_LENGTH:
            return math.inf
        return number(f"{value:.15f}" if "e" in text.lower() else text)

    return read


def _refuse_huge_number_or_nesting(path: Path, value: Any, text: str) -> None:
    """Raise ``InvalidToml`` if a number is out of range or the nesting is too deep."""
    if len(path) > MAX_DEPTH:
        raise InvalidToml(
            _find_nearest_known_line(path, text), "there are too many nested brackets"
        )
    if isinstance(value, dict):
        for key, inner in value.items():
            _refuse_huge_number_or_nesting((*path, key), inner, text)
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            _refuse_huge_number_or_nesting((*path, place), inner, text)
    elif isinstance(value, int | float) and not abs(value) < MAX_NUMBER:
        raise InvalidToml(_find_nearest_known_line(path, text), "a number is too large")


def _find_nearest_known_line(path: Path, text: str) -> int:
    lines = map_toml_keys_to_lines(text)
    return next((lines[path[:end]] for end in range(len(path), 0, -1) if path[:end] in lines), 1)


def _find_error_line(error: Exception, text: str) -> int:
    """Return the line that an error names, or the line of an overlong number, or the last line."""
    if found := re.search(r"at line (\d+)", str(error)):
        return int(found[1])
    endless = re.search(r"\d{4000}", text)
    return text.count("\n", 0, endless.start() if endless else len(text)) + 1


def _find_error_column(error: Exception, text: str, line: int) -> int:
    """Return the column that an error names, or the column of an unclosed quote, or 1."""
    said = next(iter(text.splitlines()[line - 1 : line]), "")
    if _OPEN in str(error):
        left = re.sub(_CLOSED, lambda closed: " " * len(closed[0]), said)
        return next((at for at, sign in enumerate(left, 1) if sign in "\"'"), 1)
    found = re.search(r"column (\d+)", str(error))
    return min(int(found[1]), len(said) + 1) if found else 1


def _describe_common_mistake(error: str, text: str, line: int, column: int) -> str:
    """Describe a mistake that people often make in this line, or return empty text."""
    lines = text.splitlines()
    said = next(iter(lines[line - 1 : line]), "")
    headed = re.match(r"\s*(\[+)([^\[\]]*)(\]+)", said)
    if again := re.search(r"Cannot declare (\(.*, .*\)) twice", error):
        heading = tuple(re.findall(r"'([^']*)'", again[1]))
        first = map_toml_keys_to_lines(text).get(heading, line)
        where = f"[{'.'.join(heading)}] is already in line {first}"
        return f"{where}: give this one another name" if first < line else ""
    if re.match(_BROKEN, error) and said[column - 1 :].partition("#")[0].strip() == "":
        return "write everything from { to } on one line"
    is_end = "end of document" in error and not error.startswith("Unclosed inline table")
    if opened := _find_line_of_open_list(lines[: line - 1] if not is_end else lines):
        is_next = is_end or headed or re.match(_ASSIGNED, said)
        return f"the list opened in line {opened} is not closed" if is_next else ""
    if said[column - 1 : column + 1] == "//":
        return "a comment begins with #"
    if said[column - 1 : column] in tuple("“”„‘’"):
        return "type straight quotes"
    if "Expected ']'" in error and "]" not in said.partition("#")[0]:
        return "the ] of this heading is missing"
    if headed and "Expected ']'" in error:
        return f"write {headed[1]}{'-'.join(headed[2].split())}{headed[3]}"
    return ""


def _find_line_of_open_list(lines: list[str]) -> int:
    value, start = _Value(), 0
    for number, line in enumerate(lines, 1):
        rest = line
        if not value.is_open:
            assigned = re.match(_ASSIGNED, line)
            rest = line[assigned.end() :] if assigned else ""
            value, start = _Value(), number
        value.parse_line(rest)
    return start if value.is_in_list else 0


def map_toml_keys_to_lines(text: str) -> dict[Path, int]:
    """Map the path of each header, key and list entry to its line (from 1)."""
    lines: dict[Path, int] = {}
    counts: dict[Path, int] = {}
    table: Path = ()
    key: Path = ()
    value = _Value()
    for number, line in enumerate(text.splitlines(), 1):
        rest = line
        if not value.is_open:
            if header := re.match(_HEADER, line):
                table = _make_header_path(
                    counts, _split_dotted_keys(header[2]), many=header[1] == "[["
                )
                lines.setdefault(table, number)
                continue
            if assigned := re.match(_ASSIGNED, line):
                key = (*table, *_split_dotted_keys(assigned[1]))
                lines.setdefault(key, number)
                rest = line[assigned.end() :]
                value = _Value()
        for element in value.parse_line(rest):
            lines.setdefault((*key, element), number)
    return lines


def _split_dotted_keys(keys: str) -> Path:
    return tuple(key.strip("\"'") for key in re.findall(_KEY, keys))


def _make_header_path(counts: dict[Path, int], keys: Path, *, many: bool) -> Path:
    """Return the path of a table header. The path of a table in an array includes its index."""
    path: Path = ()
    for place, key in enumerate(keys, 1):
        path = (*path, key)
        if many and place == len(keys):
            counts[path] = counts.get(path, -1) + 1
        if path in counts:
            path = (*path, counts[path])
    return path


class _Value:
    """A TOML value that is parsed line by line."""

    def __init__(self) -> None:
        self._brackets: list[str] = []
        self._quote = ""
        self._elements = 0
        self._next = re.compile(_TOKENS).search

    @property
    def is_open(self) -> bool:
        return bool(self._brackets or self._quote)

    @property
    def is_in_list(self) -> bool:
        return self._brackets[:1] == ["["] and not self._quote

    def parse_line(self, line: str) -> list[int]:
        """Parse a line of the value.

        Return the indices of the list elements that begin in this line.
        """
        found: list[int] = []
        at = 0
        while True:
            if self._quote:
                end = line.find(self._quote, at)
                if end < 0:
                    return found
                at, self._quote = end + len(self._quote), ""
            token = self._next(line, at)
            if token is None or token[0].startswith("#"):
                return found
            at = token.end()
            if self._brackets == ["["] and token[0][0] in "\"'[{":
                found.append(self._elements)
                self._elements += 1
            self._apply_token(token[0])

    def _apply_token(self, token: str) -> None:
        if token in {'"""', "'''"}:
            self._quote = token
        elif token in "[{":
            self._brackets.append(token)
        elif token in "]}" and self._brackets:
            self._brackets.pop()


def _keep_table_method(name: str, before: int = 0) -> Callable[..., Any]:
    """Make a method that takes a path and a table, and calls a method of ``TableReader``.

    It warns that ``TableReader`` has taken its place. ``before`` is the number of arguments before
    the path.
    """

    def call_table_method(self: TomlReader, *args: Any, **kwargs: Any) -> Any:
        message = f"TomlReader.{name} is now called TableReader.{name}"
        warnings.warn(message, DeprecationWarning, stacklevel=2)
        first, (path, table, *rest) = args[:before], args[before:]
        return getattr(TableReader(self, path, table), name)(*first, *rest, **kwargs)

    return call_table_method


class TomlReader:
    """A TOML text with its parsed ``data`` and the ``problems`` found so far.

    A text that is not valid TOML has one problem and no data. ``number`` converts numbers with a
    decimal point.
    """

    def __init__(self, text: str, number: Callable[[str], Any] = float) -> None:
        self.problems: list[Problem] = []
        self.data: dict[str, Any] = {}
        text = text.removeprefix("\ufeff")
        self._text: list[str] = []
        self._lines: dict[Path, int] = {}
        try:
            self.data = load_toml(text, number)
        except InvalidToml as error:
            text = f"this is not TOML: {error.why}"
            self.problems.append(Problem(error.line, text, column=error.column))
        else:
            self._text = text.splitlines()
            self._lines = map_toml_keys_to_lines(text)

    def find_line(self, path: Path) -> int:
        """Return the line (from 1) of a path, its first value or its nearest known parent, or 0."""
        for length in range(len(path), 0, -1):
            known = path[:length]
            inside = (line for key, line in self._lines.items() if key[:length] == known)
            line = self._lines.get(known) or min(inside, default=0)
            if line:
                return line
        return 0

    def find_word_line(self, path: Path, word: str = "") -> int:
        """Return the first line of a path's value that contains ``word``, or the path's line."""
        start = self.find_line(path) or 1
        if not word:
            return start
        end = min((n for n in self._lines.values() if n > start), default=len(self._text) + 1)
        token = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])")
        return next((n for n in range(start, end) if token.search(self._text[n - 1])), start)

    def report_problem(
        self, path: Path, text: str, *, word: str = "", rule: str = "", serious: bool = True
    ) -> None:
        """Report a problem at the line of a path, or of the ``word`` within its value.

        If it is ``serious``, part of the text is ignored.
        """
        is_first_serious = serious and not any(problem.serious for problem in self.problems)
        if len(self.problems) < MAX_PROBLEMS or is_first_serious:
            self.problems.append(Problem(self.find_word_line(path, word), text, rule, serious))

    def report_warning(self, path: Path, text: str, rule: str) -> None:
        """Report that the text breaks a rule. The players may accept this."""
        self.report_problem(path, text, rule=rule, serious=False)

    def sort_problems(self) -> tuple[Problem, ...]:
        """Return the problems, sorted by line."""
        return tuple(sorted(self.problems, key=lambda problem: problem.line))

    def read_one_of(self, path: Path, value: Any, known: Collection[str], what: str) -> str | None:
        """Return the ``known`` word that ``value`` spells.

        Report any other value, and return None.
        """
        text = "-".join(value.casefold().split()) if isinstance(value, str) else ""
        if text in known:
            return text
        if value is None:
            self.report_problem(path, f"{what} is missing: one of {_join_words(known)}")
        else:
            said = clean_name(str(value))
            text = (
                f"{said!r} is not a valid "
                f"{what}{_suggest_closest_word(text, known) or f': one of {_join_words(known)}'}"
            )
            self.report_problem(path, text)
        return None

    only = report_unknown_keys = _keep_table_method("report_unknown_keys")
    name = read_name = _keep_table_method("read_name")
    number = read_number = _keep_table_method("read_number")
    number_or = read_number_or_default = _keep_table_method("read_number_or_default", before=1)
    flag = read_flag = _keep_table_method("read_flag")
    warn = make_method_alias("warn", "report_warning")

    def read_tables(self, path: Path, value: Any, what: str) -> Iterator[tuple[Path, TableReader]]:
        """Yield the tables in the list ``value``, with their paths. Report any other value."""
        *before, key = path
        tables = TableReader(self, tuple(before), {str(key): value}).read_tables(str(key), what)
        return ((table.path, table) for table in tables)

    tables = make_method_alias("tables", "read_tables")


class TomlTable(Mapping[str, Any]):
    """A table of a TOML text, with the ``path`` to it."""

    def __init__(self, path: Path, values: Table) -> None:
        self.path = path
        self._values = values

    def __getitem__(self, key: str) -> Any:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)


class TableReader(TomlTable):
    """A reader of a table's values, which reports problems to ``reading``."""

    def __init__(self, reading: TomlReader, path: Path, table: Table) -> None:
        super().__init__(path, table)
        self.reading = reading

    def report_problem(
        self, text: str, *keys: str | int, word: str = "", rule: str = "", serious: bool = True
    ) -> None:
        """Report a problem at the line of the table, or of the value under ``keys``.

        ``word`` and ``serious`` mean the same as in ``TomlReader.report_problem``.
        """
        self.reading.report_problem(
            (*self.path, *keys), text, word=word, rule=rule, serious=serious
        )

    def report_warning(self, text: str, rule: str, *keys: str | int) -> None:
        """Report that the table, or the value under ``keys``, breaks a rule.

        The players may accept this.
        """
        self.report_problem(text, *keys, rule=rule, serious=False)

    def report_unknown_keys(self, known: Collection[str]) -> None:
        """Report every key that is not in ``known``."""
        for key in self:
            if key not in known:
                hint = _suggest_closest_word(key, known)
                self.report_problem(f"{clean_name(key)!r} is unknown{hint}", key, word=key)

    def read_name(self, what: str, default: str, key: str = "name") -> str:
        """Return the cleaned name under ``key``.

        If the name is missing, report a problem and return ``default``.
        """
        value = self.get(key)
        if value is None:
            self.report_problem(f"{what} has no {key}", serious=False)
            return default
        if not isinstance(value, str):
            self.report_problem(f"the {key} of {what} must be in quotes", key, word=key)
            return default
        cleaned = clean_name(value)
        if cleaned != value.strip():
            text = f"the {key} of {what} is stored as {cleaned or default!r}"
            self.report_problem(text, key, serious=False)
        return cleaned or default

    def read_number(self, key: str, low: int, high: int, *, what: str) -> int | None:
        """Return the integer under ``key``. Report any other value, and return None."""
        value = self.get(key)
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        text = f"{what} must be a whole number from {low} to {high}"
        self.report_problem(text, key, word=key)
        return None

    def read_number_or_default(
        self, default: int, key: str, low: int, high: int, *, what: str
    ) -> int:
        """Return the integer under ``key``, or ``default``.

        Report any other value, and return 0.
        """
        return (self.read_number(key, low, high, what=what) or 0) if key in self else default

    def read_flag(self, key: str) -> bool:
        """Return the boolean under ``key`` (by default, false). Report any other value."""
        value = self.get(key, False)
        if not isinstance(value, bool):
            self.report_problem(f"{key} must be true or false", key)
        return value is True

    def read_one_of(
        self, key: str, known: Collection[str], what: str = "", default: str | None = None
    ) -> str | None:
        """Return the ``known`` word under ``key``, or ``default``.

        Report any other value, and return None. ``what`` names the value (by default, ``key``).
        """
        value = self.get(key, default)
        return self.reading.read_one_of((*self.path, key), value, known, what or key)

    def read_list(self, key: str, *such_as: str, what: str = "") -> list[Any]:
        """Return the list under ``key``, or []. Report any other value, and return [].

        For the error text, ``what`` names the items (by default, ``key``), and ``such_as`` are
        examples of them.
        """
        value = self.get(key, [])
        if isinstance(value, list):
            return value
        example = ", ".join(f'"{one}"' for one in such_as)
        self.report_problem(f"write a list of {what or key}, such as [{example}]", key)
        return []

    def read_known_words(self, key: str, known: Collection[str], *such_as: str) -> tuple[Any, ...]:
        """Read the ``known`` words in the list under ``key``, and report all other words.

        ``such_as`` are examples of them for the error text.
        """
        one = key.removesuffix("s")
        found = (
            self.reading.read_one_of((*self.path, key, n), each, known, one)
            for n, each in enumerate(self.read_list(key, *such_as))
        )
        return tuple(word for word in found if word)

    def read_tables(self, key: str, what: str = "") -> Iterator[TableReader]:
        """Yield the tables in the list under ``key``. Report any other value."""
        what, value = what or key, self.get(key)
        if not isinstance(value, list):
            self.report_problem(f"{what} must be a list", key)
            return
        for number, item in enumerate(value):
            if isinstance(item, dict):
                yield TableReader(self.reading, (*self.path, key, number), item)
            else:
                text = f"{what}: write a table {{ … }}, not {item!r}"
                self.report_problem(text, key, number, word=str(item))


def _explain_toml_error(error: Exception) -> str:
    from tomllib import TOMLDecodeError

    match error:
        case TOMLDecodeError():
            said = re.sub(r"\s*\(at [^()]*\)$", "", str(error))
            for part, why in _WHY.items():
                if part in said:
                    names = ".".join(re.findall(r"'([^']*)'", said))
                    return why.format(names)
            return said[:1].lower() + said[1:]
        case RecursionError():
            return "there are too many nested brackets"
        case _:
            return "a number has too many digits"


def _join_words(words: Collection[str]) -> str:
    return ", ".join(word.replace("-", " ") for word in words)


def _suggest_closest_word(word: str, known: Collection[str]) -> str:
    near = find_closest_word(word, known)
    return f"; did you mean {near.replace('-', ' ')!r}?" if near else ""


keep_old_names(__name__)

"""Expressions of a game file: ``skill + cover``, ``max(2, 7 - strength)``, ``wound[strength]``.

Every valid expression evaluates to a whole number or a word, without errors. Division by zero gives
zero. A look-up outside a table gives the nearest value.

    either  = both { "or" both }
    both    = not { "and" not }
    not     = [ "not" ] sum [ ("<" | "<=" | ">" | ">=" | "==" | "!=") sum ]
    sum     = product { ("+" | "-") product }
    product = factor { ("*" | "/") factor }
    factor  = "-" factor | number | 'word' | name | name "(" list ")" | name "[" list "]"
            | "(" either ")"
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from itertools import product
from typing import Final

from msgspec import Struct

from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.roll_needs import BASE

Value = int | str
LookUpName = Callable[[str], Value]
"""A function that returns the value of a name."""

MAX_LENGTH: Final = 200
MAX_DEPTH: Final = 20
MAX_VALUE: Final = 1_000_000
"""The maximum absolute value of any number."""
_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+)|(?P<name>[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)?)|'(?P<word>[^']*)'"
    r"|(?P<sign><=|>=|==|!=|<(?!>)|\*(?!\*)|[-+/()>,\[\]]))"
)
_FUNCTIONS: Final = {"min": (1, 9), "max": (1, 9), "abs": (1, 1), "half": (1, 1), "if": (3, 3)}
_SIGNS: Final[dict[str, str]] = dict(
    re.findall(r"(\S+) (\S+)", "<> != => >= =< <= = == && and || or & and | or ! not")
    + re.findall(r"(\S) (\S+)", "× * ÷ / − - ≤ <= ≥ >= ≠ !=")
)
"""Operators in other notations, and their replacements."""
_MEANT: Final = (
    (r"\b50 *%(?! *[\w(])", "for half the figures write half(figures)"),
    (r"\b(\d+) *% (?:of )?(?:the )?([a-z][\w.]*)", r"write \2 * \1 / 100"),
    (r"([a-z][\w.]*) *\* *(\d+) *%", r"write \1 * \2 / 100"),
    (r"\b(\d+) *%(?! *[\w(])", r"for \1% of the figures write figures * \1 / 100"),
    (r"([\w.]+) *% *([\w.]+)", r"write \1 - \1 / \2 * \2 for \1 % \2"),
    (r"^(.+?) if (.+?) else (.+)$", r"write if(\2, \1, \3)"),
    (r"^if (.+?) then (.+?) else (.+)$", r"write if(\1, \2, \3)"),
    (r"^(.+?) *\? *(.+?) *: *(.+)$", r"write if(\1, \2, \3)"),
    (r"^if +([^(].*)$", r"write \1 without if"),
    (r"\d*\.\d+", "only whole numbers are allowed: for figures * 1.5 write figures * 3 / 2"),
    (r"\d *x\b|[\w.] +x +[\w.]", "write * for x"),
    (r"\bis +not\b", "write != for is not"),
    (r"\bis\b", "write == for is"),
    (r"([\w.]+) *(<=?|>=?) *([\w.]+) *(<=?|>=?) *([\w.]+)", r"write \1 \2 \3 and \3 \4 \5"),
)
"""Patterns for syntax that other notations use, and what to write instead."""
_COMPARED: Final = ("<=", ">=", "==", "!=", "<", ">")
_LEVELS: Final = (("or",), ("and",), _COMPARED, ("+", "-"), ("*", "/"))


class ExpressionError(Exception):
    """A text is not a valid expression. ``why`` is the reason and ``at`` the position, from 0."""

    def __init__(self, why: str, at: int) -> None:
        super().__init__(why)
        self.why = why
        self.at = at


class Constant(Struct, frozen=True):
    value: int


class WordValue(Struct, frozen=True):
    """A word such as ``'heavy'``, which can be the value of a stat or marker."""

    value: str


class NameReference(Struct, frozen=True):
    name: str
    at: int = 0


class Operation(Struct, frozen=True):
    """An operator or function with its arguments, or a look-up in a named table."""

    what: str
    parts: tuple[Expression, ...]
    table: bool = False
    at: int = 0


Expression = Constant | WordValue | NameReference | Operation


class LookupTable(Struct, frozen=True):
    """Rows of integers, whose rows and columns are numbered from ``first``.

    If ``across`` is true, a look-up needs a row and a column. Otherwise, it needs only a column.
    """

    rows: tuple[tuple[int, ...], ...]
    first: int = 1
    across: bool = False

    def look_up_cell(self, indices: tuple[int, ...]) -> int:
        row = (
            self.rows[_limit_index(indices[0] - self.first, self.rows)]
            if self.across
            else self.rows[0]
        )
        return row[_limit_index(indices[-1] - self.first, row)]


def _limit_index(index: int, sequence: tuple[object, ...]) -> int:
    return min(max(index, 0), len(sequence) - 1)


def parse_expression(text: str) -> Expression:
    """Parse the text of an expression. Raises ``ExpressionError`` if it is invalid."""
    if len(text) > MAX_LENGTH:
        raise ExpressionError(f"an expression can have at most {MAX_LENGTH} characters", 0)
    try:
        return _Reader(text).parse_to_end()
    except ExpressionError:
        for pattern, mend in _MEANT:
            if found := re.search(pattern, text.strip()):
                raise ExpressionError(found.expand(mend), found.start()) from None
        raise


class _Reader:
    def __init__(self, text: str) -> None:
        self.tokens = [*_split_tokens(text)]
        self.place = 0
        self.depth = 0

    def parse_to_end(self) -> Expression:
        found = self.parse_expression()
        kind, said, at = self.tokens[self.place]
        if kind != "end":
            lacks = "" if kind == "sign" else ": an operator such as + or * is missing before it"
            is_dice = re.fullmatch(r"d\d*", said)
            hint = (
                ": write only the number of dice, or roll a sum in an earlier step"
                if is_dice
                else lacks
            )
            raise ExpressionError(f"{said!r} is not allowed here{hint}", at)
        return found

    def accept_token(self, *tokens: str) -> str:
        """Consume and return the next token if it is one of ``tokens``. Otherwise, return ""."""
        kind, said, _ = self.tokens[self.place]
        if kind in {"sign", "name"} and said in tokens:
            self.place += 1
            return said
        return ""

    def expect_token(self, token: str) -> None:
        if not self.accept_token(token):
            _, said, at = self.tokens[self.place]
            raise ExpressionError(f"{token!r} is missing {_describe_position(said)}", at)

    def parse_nested(self, parse_inner: Callable[[], Expression], offset: int) -> Expression:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise ExpressionError("there are too many nested brackets", offset)
        found = parse_inner()
        self.depth -= 1
        return found

    def parse_expression(self) -> Expression:
        return self.parse_nested(self.parse_operators, self.tokens[self.place][2])

    def parse_operators(self, precedence_level: int = 0) -> Expression:
        """Parse the operators of a precedence level. Later levels bind more tightly."""
        if precedence_level == len(_LEVELS):
            return self.parse_factor()
        compares = _LEVELS[precedence_level] is _COMPARED
        negated = compares and self.accept_token("not")
        found = self.parse_operators(precedence_level + 1)
        while sign := self.accept_token(*_LEVELS[precedence_level]):
            found = Operation(sign, (found, self.parse_operators(precedence_level + 1)))
            if compares:
                break
        return Operation("not", (found,)) if negated else found

    def parse_factor(self) -> Expression:
        kind, said, at = self.tokens[self.place]
        if self.accept_token("-"):
            return Operation("0-", (self.parse_nested(self.parse_factor, at),))
        if self.accept_token("("):
            found = self.parse_expression()
            self.expect_token(")")
            return found
        self.place += kind != "end"
        match kind:
            case "number":
                if int(said[:9]) > MAX_VALUE or len(said) > 9:
                    raise ExpressionError(f"a number can be at most {MAX_VALUE:,}", at)
                return Constant(int(said))
            case "word":
                return WordValue(said)
            case "name":
                return self.parse_name_or_call(said, at)
        raise ExpressionError(f"a number or a name is missing {_describe_position(said)}", at)

    def parse_name_or_call(self, name: str, offset: int) -> Expression:
        if self.accept_token("("):
            if name not in _FUNCTIONS:
                known = ", ".join(sorted(_FUNCTIONS))
                raise ExpressionError(f"{name!r} is not a function; known: {known}", offset)
            parts, (low, high) = self.parse_arguments(")"), _FUNCTIONS[name]
            if not low <= len(parts) <= high:
                many = f"{low} to {high} values" if low < high else format_count(low, "value")
                raise ExpressionError(f"{name} takes {many}, not {len(parts)}", offset)
            return Operation(name, parts, at=offset)
        if self.accept_token("["):
            return Operation(name, self.parse_arguments("]"), table=True, at=offset)
        if name in {"and", "or", "not"}:
            raise ExpressionError(f"a number or a name is missing before {name!r}", offset)
        return NameReference(name, offset)

    def parse_arguments(self, closing_bracket: str) -> tuple[Expression, ...]:
        found = [self.parse_expression()]
        while self.accept_token(","):
            found.append(self.parse_expression())
        self.expect_token(closing_bracket)
        return tuple(found)


def _describe_position(token: str) -> str:
    return f"before {token!r}" if token else "at the end"


def _split_tokens(text: str) -> Iterator[tuple[str, str, int]]:
    at, end = 0, len(text.rstrip())
    while at < end:
        match = _TOKEN.match(text, at)
        if match is None:
            place = at + len(text[at:]) - len(text[at:].lstrip())
            hint = ": write names in lower-case letters" if text[place].isupper() else ""
            if power := re.match(r"\*\*|\^", text[place:]):
                raise ExpressionError(f"{power[0]} is not allowed: multiply with *", place)
            if sign := next((one for one in _SIGNS if text.startswith(one, place)), ""):
                raise ExpressionError(f"write {_SIGNS[sign]} for {sign}", place)
            raise ExpressionError(f"{text[place]!r} is not allowed in an expression{hint}", place)
        kind = str(match.lastgroup)
        yield kind, match[kind], match.start(kind)
        at = match.end()
    yield "end", "", end


def list_expression_and_parts(expression: Expression) -> Iterator[Expression]:
    """Yield an expression and all its nested parts, each before its own parts."""
    yield expression
    for part in expression.parts if isinstance(expression, Operation) else ():
        yield from list_expression_and_parts(part)


def list_names_and_table_lookups(expression: Expression) -> Iterator[NameReference | Operation]:
    for one in list_expression_and_parts(expression):
        if isinstance(one, NameReference) or (isinstance(one, Operation) and one.table):
            yield one


def list_name_occurrences(*expressions: Expression | None) -> list[str]:
    """List the names in several expressions. A name that occurs twice is listed twice."""
    found = (
        one
        for each in expressions
        if each is not None
        for one in list_names_and_table_lookups(each)
    )
    return [one.name for one in found if isinstance(one, NameReference)]


def split_into_signed_terms(expression: Expression) -> Iterator[tuple[Expression, int]]:
    match expression:
        case Operation("+" | "-" as sign, (one, other), table=False):
            yield from split_into_signed_terms(one)
            yield from (
                (term, by if sign == "+" else -by) for term, by in split_into_signed_terms(other)
            )
        case Operation("0-", (one,)):
            yield from ((term, -by) for term, by in split_into_signed_terms(one))
        case _:
            yield expression, 1


def describe_expression_by_names(expression: Expression) -> str:
    found = dict.fromkeys(list_name_occurrences(expression))
    words = (name.rpartition(".")[2].replace("_", " ") for name in found)
    return ", ".join(words) or BASE


def evaluate_as_integer(
    expression: Expression, look_up_name: LookUpName, tables: dict[str, LookupTable]
) -> int:
    """Evaluate an expression as an integer. The value of a word is zero."""
    value = evaluate_expression(expression, look_up_name, tables)
    return value if isinstance(value, int) else 0


def evaluate_expression(
    expression: Expression, look_up_name: LookUpName, tables: dict[str, LookupTable]
) -> Value:
    """Evaluate an expression. ``look_up_name`` returns the value of every valid name."""
    match expression:
        case Constant(value=value) | WordValue(value=value):
            return value
        case NameReference(name=name):
            return look_up_name(name)
        case Operation(what="if", parts=(asked, one, other), table=False):
            return evaluate_expression(
                one if evaluate_as_integer(asked, look_up_name, tables) else other,
                look_up_name,
                tables,
            )
        case Operation(what="==" | "!=" as sign, parts=(one, other)):
            same = evaluate_expression(one, look_up_name, tables) == evaluate_expression(
                other, look_up_name, tables
            )
            return int(same is (sign == "=="))
    assert isinstance(expression, Operation)
    values = tuple(evaluate_as_integer(part, look_up_name, tables) for part in expression.parts)
    if expression.table:
        return tables[expression.what].look_up_cell(values)
    return min(max(OPERATIONS[expression.what](values), -MAX_VALUE), MAX_VALUE)


OPERATIONS: Final[dict[str, Callable[[tuple[int, ...]], int]]] = {
    "+": lambda v: v[0] + v[1],
    "-": lambda v: v[0] - v[1],
    "*": lambda v: v[0] * v[1],
    "/": lambda v: v[0] // v[1] if v[1] else 0,
    "0-": lambda v: -v[0],
    "<": lambda v: int(v[0] < v[1]),
    "<=": lambda v: int(v[0] <= v[1]),
    ">": lambda v: int(v[0] > v[1]),
    ">=": lambda v: int(v[0] >= v[1]),
    "and": lambda v: int(bool(v[0] and v[1])),
    "or": lambda v: int(bool(v[0] or v[1])),
    "not": lambda v: int(not v[0]),
    "min": min,
    "max": max,
    "abs": lambda v: abs(v[0]),
    "half": lambda v: -(-v[0] // 2),
}


def substitute_known_names(
    expression: Expression,
    look_up_name: LookUpName,
    unknown: Collection[str],
    tables: dict[str, LookupTable],
) -> Expression:
    """Replace each part of an expression that contains no ``unknown`` name by its value."""
    if set(unknown).isdisjoint(list_name_occurrences(expression)):
        value = evaluate_expression(expression, look_up_name, tables)
        return Constant(value) if isinstance(value, int) else WordValue(value)
    if not isinstance(expression, Operation):
        return expression
    parts = [substitute_known_names(one, look_up_name, unknown, tables) for one in expression.parts]
    first, *others = parts
    if expression.what == "if" and isinstance(first, Constant) and not expression.table:
        return others[0] if first.value else others[1]
    if expression.what in {"and", "or"} and not expression.table:
        certain = [bool(one.value) for one in parts if isinstance(one, Constant)]
        if (decides := expression.what == "or") in certain:
            return Constant(int(decides))
        if certain:
            return next(one for one in parts if not isinstance(one, Constant))
    return Operation(expression.what, tuple(parts), expression.table)


_IN_WORDS: Final = {"<": "is less than", "<=": "is at most", ">": "is more than"} | {
    ">=": "is at least",
    "==": "is",
    "!=": "is not",
    "*": "×",
    "/": "÷",
}


def describe_expression(expression: Expression) -> str:
    """Describe an expression in words, as in ``die1 × figures is at least die2 × lost``.

    Return "" for a plain number.
    """
    return "" if isinstance(expression, Constant) else _describe_nested(expression, 0)


def _describe_nested(expression: Expression, outer_level: int) -> str:
    match expression:
        case Constant(value=value) | WordValue(value=value):
            return str(value)
        case NameReference(name=name):
            return name.replace(".", "'s ").replace("_", " ")
    level = next((n for n, signs in enumerate(_LEVELS) if expression.what in signs), None)
    if level is None or expression.table:
        parts = ", ".join(_describe_nested(part, 0) for part in expression.parts)
        word = "−" if expression.what == "0-" else expression.what.replace("_", " ")
        return f"{word}({parts})"
    one, other = expression.parts
    sign = _IN_WORDS.get(expression.what, expression.what)
    words = f"{_describe_nested(one, level)} {sign} {_describe_nested(other, level + 1)}"
    return words if level >= outer_level else f"({words})"


Bounds = tuple[int, int]
WIDE: Final = (-MAX_VALUE, MAX_VALUE)
BY_ENDS: Final = frozenset({"+", "-", "*", "/", "0-", "min", "max", "half"})
"""The operations whose bounds can be computed from the bounds of their arguments."""


def compute_expression_bounds(
    expression: Expression, get_name_bounds: Callable[[str], Bounds], tables: dict[str, LookupTable]
) -> Bounds:
    """Compute an expression's bounds from its names' bounds. The real bounds may be narrower."""
    match expression:
        case Constant(value=value):
            return value, value
        case NameReference(name=name):
            return get_name_bounds(name)
        case WordValue():
            return 0, 0
    parts = [compute_expression_bounds(part, get_name_bounds, tables) for part in expression.parts]
    if expression.table:
        ends = [value for row in tables[expression.what].rows for value in row]
    elif expression.what == "if":
        low, high = parts[0]
        ends = [
            *(parts[1] if (low, high) != (0, 0) else ()),
            *(parts[2] if low <= 0 <= high else ()),
        ]
    elif expression.what not in BY_ENDS:
        ends = [0, 1] if expression.what != "abs" else [0, *map(abs, parts[0])]
    elif expression.what == "/" and parts[1][0] <= 0 <= parts[1][1]:
        ends = [*WIDE] if any(parts[1]) else [0]
    else:
        ends = [OPERATIONS[expression.what](values) for values in product(*parts)]
    return min(ends), max(ends)

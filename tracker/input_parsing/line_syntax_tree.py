"""The parts of a line as plain values. Lines are scanned and formatted without a ruleset."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Literal, cast
from unicodedata import category

from msgspec import Struct

from tracker.input_parsing.line_lexicon import HANDLE, RESERVED

Scope = Literal["named", "all", "rest"]
AnswerWord = Literal["first", "second", "yes", "no"]


class LineSubjects(Struct, frozen=True):
    """Actors or targets: handles and names as typed, or the word ``all`` or ``rest``."""

    names: tuple[str, ...] = ()
    scope: Scope = "named"


class Flag(Struct, frozen=True):
    """A word that stands alone, such as ``soft``."""

    name: str


class TypedMeasure(Struct, frozen=True):
    """An amount in hundredths of its unit, such as ``18cm``, ``7.5in`` or ``2ap``."""

    hundredths: int
    unit: str


class Option(Struct, frozen=True):
    """A word with its argument, such as ``with heavy-repeater`` or ``shots 2``."""

    name: str
    value: str


class KeyValueSetting(Struct, frozen=True):
    key: str
    value: str


class DeclaredOutcome(Struct, frozen=True):
    """An outcome that is declared without dice, such as ``!-1``."""

    text: str


class SignedTerm(Struct, frozen=True):
    """A signed number or word (``-3``, ``4+``, ``+pinned``), dice, or a ``/`` between two terms."""

    text: str


TypedDetail = Flag | TypedMeasure | Option | KeyValueSetting | DeclaredOutcome | SignedTerm


class TypedAnswer(Struct, frozen=True):
    """An answer as text. Later, it is parsed as dice or as the answer to a choice."""

    text: str


class CasualtyAnswer(Struct, frozen=True):
    """The answer ``falls r1.3``, which names the casualties."""

    subjects: LineSubjects


class InReachAnswer(Struct, frozen=True):
    """The answer ``in 3``, which gives the number of figures in reach."""

    number: int


class WordAnswer(Struct, frozen=True):
    """An answer of one word: ``first``, ``second``, ``yes`` or ``no``."""

    word: AnswerWord


Answer = TypedAnswer | CasualtyAnswer | InReachAnswer | WordAnswer
Answers = tuple[Answer, ...]


class QuotedText(str):
    __slots__ = ()


class TypedAction(Struct, frozen=True):
    """A typed action. If it has no verb, it is the usual action of the phase."""

    actors: LineSubjects
    verb: str = ""
    targets: LineSubjects | None = None
    details: tuple[TypedDetail, ...] = ()
    answers: Answers = ()


class Word(Struct, frozen=True):
    """A word with its arguments, as in ``vp red 3``. Commas between them are read as spaces."""

    word: str
    arguments: tuple[str, ...] = ()
    answers: Answers = ()


Part = TypedAction | Word


class Line(Struct, frozen=True):
    """A typed line and its note. A line without parts is only a note."""

    parts: tuple[Part, ...] = ()
    note: str = ""


class LineError(Struct, frozen=True):
    """The error in an invalid line: a sentence, and the column (from 1) where parsing stopped."""

    sentence: str
    column: int
    text: str

    def __str__(self) -> str:
        return f"column {self.column}: {self.sentence}"


class LineSyntaxError(Exception):
    """The parser's internal error, which becomes a ``LineError``. ``at`` is a column from 0."""

    def __init__(self, sentence: str, at: int) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.at = at


TokenKind = Literal["bare", "quoted", "pair", "outcome", "comma", "arrow", "end"]

_QUOTED = r'"(?:[^"\\]|\\["\\])*"'
_BARE = r'[^\s"|:>,]+'
_INCHES = r'(?<![^\s,>])[0-9]+(?:\.[0-9]+)?"(?=[\s,>|:/]|$)'
"""The pattern of inches such as ``4"``, as opposed to quoted text, which begins with a quote."""
_TOKEN = (
    rf"(?P<quoted>{_QUOTED})(?=[\s,>]|$)"
    rf"|(?P<outcome>!(?:{_QUOTED}(?=[\s,>]|$)|{_BARE}))"
    rf'|(?P<pair>[^\s"|:>,=!]+=(?:{_QUOTED}(?=[\s,>]|$)|{_BARE}))'
    rf"|(?P<bare>{_INCHES}|{_BARE})"
    r"|(?P<comma>,)"
    r"|(?P<arrow>>)"
)
MAX_LINE_LENGTH = 20_000
"""The maximum length of a line including its note, in characters."""

_SPACE = re.compile(r"\s*")
_PIECE = rf'{_INCHES}|{_QUOTED}|(?P<note>(?:^|(?<=\s))#)|(?P<mark>[|:/])|[^"]'


class Token(Struct, frozen=True):
    """A token. ``text`` is as written, and ``at`` is its column from 0."""

    kind: TokenKind
    text: str
    at: int


class Span(Struct, frozen=True):
    """A section of the line without the surrounding spaces. ``at`` is its column from 0."""

    text: str
    at: int


class UnparsedPart(Struct, frozen=True):
    """A part that is not parsed yet: its head, and its answers if the part has a colon."""

    head: Span
    answers: tuple[Span, ...] | None


def split_line_into_parts_and_note(text: str) -> tuple[list[UnparsedPart], str]:
    """Split a line into its parts and its note. Raises ``LineSyntaxError`` for an invalid line."""
    _check_line_characters(text)
    marks, end = _find_marks_and_end(text)
    note = text[end + 1 :].strip()
    if not text[:end].strip() and not marks:
        return [], note
    return [_make_part(text, *part) for part in _split_by_marks(marks, end)], note


def split_head_into_tokens(head: Span) -> list[Token]:
    """Split a head into tokens, followed by a token of the kind ``end``."""
    found: list[Token] = []
    at, find = 0, re.compile(_TOKEN).match
    while at < len(head.text):
        match = find(head.text, at)
        glued = match is not None and match["bare"] and head.text.startswith('"', match.end())
        if match is None or glued:
            end = match.end() if match else at
            raise LineSyntaxError("put a space before and after quoted text", head.at + end)
        kind, text = cast(TokenKind, match.lastgroup), match[0]
        inches = kind == "bare" and text.endswith('"')
        found.append(Token(kind, f"{text[:-1]}in" if inches else text, head.at + at))
        at = _skip_space(head.text, match.end())
    return [*found, Token("end", "", head.at + len(head.text))]


def unquote_text(text: str) -> str:
    """Remove the quotes and escapes of a quoted text. Return any other text unchanged."""
    return re.sub(r"\\(.)", r"\1", text[1:-1]) if text.startswith('"') else text


def quote_text(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def needs_no_quotes(text: str) -> bool:
    match = re.fullmatch(_TOKEN, text)
    bare = match is not None and match["bare"] is not None
    return bare and not text.startswith("#") and not text.endswith('"')  # 4" is read as 4in


def is_unquoted_setting(text: str) -> bool:
    key, _, value = text.partition("=")
    return needs_no_quotes(key) and needs_no_quotes(value)


def _check_line_characters(text: str) -> None:
    if len(text) > MAX_LINE_LENGTH:
        raise LineSyntaxError(
            f"a line can have at most {MAX_LINE_LENGTH:,} characters", MAX_LINE_LENGTH
        )
    for at, char in enumerate(text):
        if char != "\t" and category(char) in {"Cc", "Cs", "Zl", "Zp"}:
            raise LineSyntaxError("a line cannot contain line breaks or control characters", at)


def _find_marks_and_end(text: str) -> tuple[list[tuple[int, str]], int]:
    found: list[tuple[int, str]] = []
    at, find = 0, re.compile(_PIECE).match
    while at < len(text):
        match = find(text, at)
        if match is None:
            raise LineSyntaxError('the closing `"` is missing (inches are written `15in`)', at)
        if match["note"]:
            return found, at
        if match["mark"]:
            found.append((at, match["mark"]))
        at = match.end()
    return found, len(text)


def _split_by_marks(
    marks: list[tuple[int, str]], end: int
) -> Iterator[tuple[int, int, list[int], list[int]]]:
    """Yield the start and end of each part, its colons, and the slashes after its first colon."""
    start, colons, slashes = 0, list[int](), list[int]()
    for at, mark in marks:
        if mark == "|":
            yield start, at, colons, slashes
            start, colons, slashes = at + 1, [], []
        elif mark == ":":
            colons.append(at)
        elif colons:
            slashes.append(at)
    yield start, end, colons, slashes


def _make_part(
    text: str, start: int, end: int, colons: list[int], slashes: list[int]
) -> UnparsedPart:
    if len(colons) > 1:
        raise LineSyntaxError(
            "use only one colon in each part: put `/` between answers and `|` between actions",
            colons[1],
        )
    if not colons:
        return UnparsedPart(_make_span(text, start, end), None)
    starts, ends = [colons[0] + 1, *(at + 1 for at in slashes)], [*slashes, end]
    answers = tuple(_make_span(text, a, b) for a, b in zip(starts, ends, strict=True))
    return UnparsedPart(_make_span(text, start, colons[0]), answers)


def _make_span(text: str, start: int, end: int) -> Span:
    first = min(_skip_space(text, start), end)
    return Span(text[first:end].strip(), first)


def _skip_space(text: str, at: int) -> int:
    space = _SPACE.match(text, at)
    return space.end() if space else at


def format_line(line: Line) -> str:
    """Format a line in its canonical form.

    All names but handles are quoted, because only a lexicon can distinguish them from words.
    """
    text = " | ".join(map(_format_part, line.parts))
    return f"{text} # {line.note}".strip() if line.note else text


def _format_part(part: Part) -> str:
    if isinstance(part, Word):
        words = [part.word, *map(_format_argument, part.arguments)]
    else:
        words = [_format_subjects(part.actors), *filter(None, [part.verb])]
        if part.targets is not None:
            words += [*([] if part.verb else [">"]), _format_subjects(part.targets)]
        words += map(_format_detail, part.details)
    answers = " / ".join(map(_format_answer, part.answers))
    return " ".join(words) + (f" : {answers}" if part.answers else "")


def _format_subjects(
    who: LineSubjects, needs_no_quotes: Callable[[str], object] = HANDLE.fullmatch
) -> str:
    if who.scope != "named":
        return who.scope
    return ",".join(name if needs_no_quotes(name) else quote_text(name) for name in who.names)


def _format_detail(how: TypedDetail) -> str:
    match how:
        case Flag(name):
            return name
        case TypedMeasure(hundredths, unit):
            return format_decimal(hundredths) + unit
        case Option(name, value):
            return f"{name} {_format_argument(value)}"
        case KeyValueSetting(key, value):
            return f"{key}={_format_value(value)}"
        case DeclaredOutcome(text):
            return f"!{_format_value(text)}"
        case SignedTerm(text):
            return text


def _format_answer(answer: Answer) -> str:
    match answer:
        case TypedAnswer(text):
            return text
        case WordAnswer(word):
            return word
        case InReachAnswer(number):
            return f"in {number}"
        case CasualtyAnswer(who):
            return f"falls {_format_subjects(who, _is_plain_name)}"


def _is_plain_name(name: str) -> bool:
    return (
        needs_no_quotes(name)
        and not _is_read_as_handle(name)
        and "/" not in name
        and name.lower() not in RESERVED
    )


def _format_argument(text: str) -> str:
    if isinstance(text, QuotedText):
        return quote_text(text)
    bare = is_unquoted_setting(text) or (needs_no_quotes(text) and not _is_read_as_handle(text))
    return text if bare else quote_text(text)


def _is_read_as_handle(text: str) -> bool:
    return text != text.lower() and HANDLE.fullmatch(text.lower()) is not None


def _format_value(text: str) -> str:
    return text if needs_no_quotes(text) else quote_text(text)


def format_decimal(hundredths: int) -> str:
    """Format hundredths as a decimal number: 450 becomes ``4.5``."""
    whole, part = divmod(hundredths, 100)
    return f"{whole}.{part:02d}".rstrip("0").rstrip(".") if part else str(whole)

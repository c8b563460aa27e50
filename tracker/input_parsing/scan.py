"""A line cut into pieces: parts, answers and note first, then the tokens of a part's head.

Quotes protect everything between them; inside, a backslash goes before a quote or a backslash.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal
from unicodedata import category

from msgspec import Struct

from tracker.input_parsing.syntax import Misreading

Kind = Literal["bare", "quoted", "pair", "outcome", "comma", "arrow", "end"]

_QUOTED = r'"(?:[^"\\]|\\["\\])*"'
_BARE = r'[^\s"|:>,]+'
_INCHES = r'(?<![^\s,>])[0-9]+(?:\.[0-9]+)?"(?=[\s,>|:/]|$)'
"""``4"``: what stands in quotes is never one, for it begins with its quote."""
_TOKEN = re.compile(
    rf"(?P<quoted>{_QUOTED})(?=[\s,>]|$)"
    rf"|(?P<outcome>!(?:{_QUOTED}(?=[\s,>]|$)|{_BARE}))"
    rf'|(?P<pair>[^\s"|:>,=!]+=(?:{_QUOTED}(?=[\s,>]|$)|{_BARE}))'
    rf"|(?P<bare>{_INCHES}|{_BARE})"
    r"|(?P<comma>,)"
    r"|(?P<arrow>>)"
)
LONGEST_LINE = 20_000
"""Signs of a line, notes and all."""

_SPACE = re.compile(r"\s*")
_PIECE = re.compile(rf'{_INCHES}|{_QUOTED}|(?P<note>(?:^|(?<=\s))#)|(?P<mark>[|:/])|[^"]')


class Token(Struct, frozen=True):
    """A token of a head; ``text`` as written, ``at`` its column from 0."""

    kind: Kind
    text: str
    at: int


class Span(Struct, frozen=True):
    """A stretch of the line without the spaces around it."""

    text: str
    at: int


class Cut(Struct, frozen=True):
    """A part before it is read: its head, and its answers where there is a colon."""

    head: Span
    answers: tuple[Span, ...] | None


def cut(text: str) -> tuple[list[Cut], str]:
    """The parts of a line and its note. Raises ``Misreading`` for an unclosed quote."""
    _refuse_breaks(text)
    marks, end = _marks(text)
    note = text[end + 1 :].strip()
    if not text[:end].strip() and not marks:
        return [], note
    return [_part(text, *part) for part in _parts(marks, end)], note


def split_tokens(head: Span) -> list[Token]:
    """The tokens of a head, closed by one of kind ``end``."""
    found: list[Token] = []
    at = 0
    while at < len(head.text):
        match = _TOKEN.match(head.text, at)
        glued = match is not None and match["bare"] and head.text.startswith('"', match.end())
        if match is None or glued:
            end = match.end() if match else at
            raise Misreading("put a space before and after quoted text", head.at + end)
        text = match[0]
        inches = match["bare"] and text.endswith('"')
        found.append(Token(_kind(match), f"{text[:-1]}in" if inches else text, head.at + at))
        at = _skip_space(head.text, match.end())
    return [*found, Token("end", "", head.at + len(head.text))]


def unquote_text(text: str) -> str:
    """What a quoted or bare text says."""
    return re.sub(r"\\(.)", r"\1", text[1:-1]) if text.startswith('"') else text


def quote_text(text: str) -> str:
    """The text in quotes."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def is_bare(text: str) -> bool:
    """Whether the text stands for itself as one token, without quotes."""
    match = _TOKEN.fullmatch(text)
    return match is not None and match["bare"] is not None and not text.startswith("#")


def is_bare_pair(text: str) -> bool:
    """Whether the text is ``key=value`` as it would be written without quotes."""
    key, _, value = text.partition("=")
    return is_bare(key) and is_bare(value)


def _kind(match: re.Match[str]) -> Kind:
    for kind in _KINDS:
        if match[kind] is not None:
            return kind
    message = "every token has a kind"
    raise AssertionError(message)


_KINDS: tuple[Kind, ...] = ("quoted", "outcome", "pair", "bare", "comma", "arrow")


def _refuse_breaks(text: str) -> None:
    if len(text) > LONGEST_LINE:
        raise Misreading(f"a line can have at most {LONGEST_LINE:,} characters", LONGEST_LINE)
    for at, char in enumerate(text):
        if char != "\t" and category(char) in {"Cc", "Cs", "Zl", "Zp"}:
            raise Misreading("a line cannot contain line breaks or control characters", at)


def _marks(text: str) -> tuple[list[tuple[int, str]], int]:
    """Every ``|``, ``:`` and ``/`` outside quotes, and where the note begins."""
    found: list[tuple[int, str]] = []
    at = 0
    while at < len(text):
        match = _PIECE.match(text, at)
        if match is None:
            raise Misreading('the closing " is missing here (inches are written 15in)', at)
        if match["note"]:
            return found, at
        if match["mark"]:
            found.append((at, match["mark"]))
        at = match.end()
    return found, len(text)


def _parts(
    marks: list[tuple[int, str]], end: int
) -> Iterator[tuple[int, int, list[int], list[int]]]:
    """Where each part begins and ends, with its colons and the slashes behind the first."""
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


def _part(text: str, start: int, end: int, colons: list[int], slashes: list[int]) -> Cut:
    if len(colons) > 1:
        raise Misreading(
            "only one colon in each part: use / between answers, | between actions", colons[1]
        )
    if not colons:
        return Cut(_span(text, start, end), None)
    starts, ends = [colons[0] + 1, *(at + 1 for at in slashes)], [*slashes, end]
    answers = tuple(_span(text, a, b) for a, b in zip(starts, ends, strict=True))
    return Cut(_span(text, start, colons[0]), answers)


def _span(text: str, start: int, end: int) -> Span:
    first = min(_skip_space(text, start), end)
    return Span(text[first:end].strip(), first)


def _skip_space(text: str, at: int) -> int:
    space = _SPACE.match(text, at)
    return space.end() if space else at

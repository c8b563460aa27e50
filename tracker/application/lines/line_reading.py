"""Parses a game's typed lines, and suggests a correct line for one that cannot be parsed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from tracker.application.errors import Refused, make_sentence
from tracker.application.lines.line_interpreter import parse_single_action
from tracker.application.match.game import Game
from tracker.input_parsing.line_lexicon import BASE, RESERVED
from tracker.input_parsing.line_parser import LineError, format_line, parse_typed_line, shorten_word
from tracker.input_parsing.line_syntax_tree import (
    Line,
    LineSyntaxError,
    Part,
    Span,
    Token,
    TypedDeed,
    split_parts,
    split_tokens,
    unquote_text,
)
from tracker.procedures.match_view import UnknownName
from tracker.procedures.pieces.subject_lookup import find_figure, find_unit

MOST_BEFORE = 24
"""The maximum length of the quoted text before an error, in characters."""
MOST_LINES = 3
"""The maximum number of suggested lines."""
MOST_WORDS = 8
"""The maximum number of words in a unit's name for which quotes are suggested."""
NEED = "4+"
"""The required number in a suggested attack for which none was typed."""
_AMOUNT = re.compile(r"\d{1,3}(?!\S)")
_MARKER = re.compile(r"(?<![\w'-])[^\W\d_]{1,40}(?![\w'-])")
_TARGET = re.compile(r"(?:(?:at\b|>)\s*)?(\S+).*")


def parse_line(game: Game, text: str) -> Line:
    """Parse a typed line. Raises ``Refused`` with a correct line, or with the unknown word."""
    line = parse_typed_line(text, game.ruleset.lexicon)
    if isinstance(line, LineError):
        if meant := next(_suggest_lines(game, line), ""):
            raise Refused(make_sentence(meant))
        before = text[: line.column - 1].strip()
        known = before if len(before) <= MOST_BEFORE else f"…{before[-MOST_BEFORE:]}"
        raise Refused(make_sentence(f"after {known}, {line.sentence}" if known else line.sentence))
    return line


def _suggest_lines(game: Game, error: LineError) -> Iterator[str]:
    """Yield suggestions to replace an unknown word, the most likely one first."""
    at = error.column - 1
    try:
        heads = [part.head for part in split_parts(error.text)[0] if part.head.at <= at]
        tokens = split_tokens(heads[-1])
        place = [token.at for token in tokens].index(at)
    except (LineSyntaxError, IndexError, ValueError):
        return
    yield from _suggest_quotes(game, heads[-1], tokens, place)
    if place == 1 and tokens[1].kind == "bare" and tokens[0].text.lower() != "note":
        yield from _suggest_verbs(game, heads[-1], tokens[0], tokens[1], error.sentence)


def _suggest_quotes(game: Game, head: Span, tokens: list[Token], place: int) -> Iterator[str]:
    """Suggest quotes around several words near a token, if they are a unit's name."""
    spans = [
        (first, last)
        for first in range(max(place - MOST_WORDS, 0), min(place + MOST_WORDS, len(tokens)))
        for last in range(first + 1, min(first + MOST_WORDS, len(tokens) - 1))
        if all(token.kind == "bare" for token in tokens[first : last + 1])
    ]
    for first, last in sorted(spans, key=lambda span: span[0] - span[1]):
        end = tokens[last].at + len(tokens[last].text)
        try:
            unit = find_unit(game.match, head.text[tokens[first].at - head.at : end - head.at])
        except UnknownName:
            continue
        yield f'write "{game.match.unit(unit).name}" in quotes, or {game.match.handle(unit)}'


def _suggest_verbs(game: Game, head: Span, actor: Token, word: Token, why: str) -> Iterator[str]:
    """Suggest lines for an unknown word after an actor, as in ``r1 shoots b1``."""
    match, lexicon = game.match, game.ruleset.lexicon
    who = actor.text.lower()
    if who not in RESERVED:
        find = find_figure if match.by_figure else find_unit
        try:
            who = match.handle(find(match, shorten_word(unquote_text(actor.text))))
        except UnknownName as unknown:
            yield f"{unknown}; a note begins with #"
            return
    known = f"the word {shorten_word(word.text)} is not known here: "
    rest = head.text[word.at + len(word.text) - head.at :].strip()
    verbs = sorted(lexicon.verbs - BASE.verbs)
    if lexicon.terms and (amount := _AMOUNT.match(rest)):
        yield f"{known}for losses, type {who} -{amount[0]}; the verbs are {', '.join(verbs)}"
    for how in filter(None, dict.fromkeys((rest, _TARGET.sub(r"\1", rest, count=1)))):
        said = (f"{who} {how}", f"{who} > {how}", f"{who} > {how} {NEED}")
        for line in _list_readable_lines(game, said)[:1]:
            aimed = "to attack, " * (isinstance(line, TypedDeed) and line.whom is not None)
            yield f"{known}{aimed}type {format_line(Line((line,)))}"
        lines = _list_readable_lines(game, [f"{who} {verb} {how}" for verb in verbs])
        if 0 < len(lines) <= MOST_LINES:
            yield f"{known}type {' or '.join(format_line(Line((line,))) for line in lines)}"
    marker = [*_MARKER.findall(f"{word.text} {rest}")]
    if lexicon.terms and marker and "did you mean" not in why:
        yield f"{known}for a marker, type {who} +{marker[-1]}; the verbs are {', '.join(verbs)}"


def _list_readable_lines(game: Game, texts: Iterable[str]) -> list[Part]:
    """List the actions of those texts that can be parsed. Actions without objections come first."""
    found = []
    for text in texts:
        line = parse_typed_line(text, game.ruleset.lexicon)
        try:
            if isinstance(line, Line):
                command = parse_single_action(game.ruleset, game.match, line)
                found.append((bool(game.list_objections(command)), line.parts[0]))
        except Refused:
            continue
    return [part for _, part in sorted(found, key=lambda one: one[0])]

"""Parses typed lines. Screens, commands, scripts and match records use the same grammar.

    line    = part { "|" part } [ "#" note ]
    part    = who [ verb ] [ [ ">" | "at" ] whom ] { how } [ ":" answers ]
            | word { argument } [ ":" answers ]
    who     = name { "," name } | "all" | "rest"
    how     = flag | measure | option argument | key "=" value { "," value } | "!" outcome | term
    answers = answer { "/" answer }
    answer  = dice | "falls" who | "in" number | "first" | "second" | "yes" | "no"

``whom`` may follow a verb without ``>``. The ruleset's ``Lexicon`` declares the verbs, flags,
options, units and words. Names that are not handles may need quotes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import get_args

from tracker.input_parsing.line_lexicon import HANDLE, ROLL, UNIT_SYNONYMS, Lexicon
from tracker.input_parsing.line_syntax_tree import (
    Answer,
    Answers,
    AnswerWord,
    CasualtyAnswer,
    DeclaredOutcome,
    Flag,
    InReachAnswer,
    KeyValueSetting,
    Line,
    LineError,
    LineSubjects,
    LineSyntaxError,
    Option,
    Part,
    QuotedText,
    SignedTerm,
    Span,
    Token,
    TypedAction,
    TypedAnswer,
    TypedDetail,
    TypedMeasure,
    UnparsedPart,
    Word,
    WordAnswer,
    split_head_into_tokens,
    split_line_into_parts_and_note,
    unquote_text,
)
from tracker.vocabulary.closest_word import NEAR, NEARER, find_closest_word
from tracker.vocabulary.count_wording import format_names
from tracker.vocabulary.typed_numbers import is_whole_number

MAX_WORD_LENGTH = 40
MAX_NUMBER_LENGTH = 3
DICE = "dice"
"""The word for a part that begins with dice or a needed roll: ``12d6 4+`` or ``4+``."""
APART = "put `|` between two actions"
WITH = "with"
"""The option whose argument (such as a weapon's name) may have several words without quotes."""

_NUMBER = r"[0-9]{1,6}(?:\.[0-9]{1,2})?"
_NUMBER_AND_UNIT = rf"({_NUMBER})?([^\W\d_]+)"
_MEASURE = r"([0-9]{1,6})(?:\.([0-9]{1,2}))?([^\W\d_]+)"
_OTHER_MEASURE = r"([0-9][0-9.,]*)(in|inch|inches|cm|mm|m|ft|foot|feet|yd|yards)"
_DICE = r"\d{0,6}d\d{1,6}|\d{1,6}d"
_TERM = rf"[+-]?\d{{1,3}}[+-]?|[+-][^\W\d_][\w'-]{{0,39}}|{_DICE}|/"
_POOL = rf"{_DICE}|-?\d{{1,3}}[+-]"
_SAID: dict[str, AnswerWord] = {word: word for word in get_args(AnswerWord)}


@lru_cache(maxsize=16)
def parse_typed_line(text: str, lexicon: Lexicon) -> Line | LineError:
    """Parse a typed line. If it is not valid, return the error and its column.

    The result is cached, because a line is also parsed for its preview, its objections and its
    dice.
    """
    try:
        parts, note = split_line_into_parts_and_note(text)
        return Line(tuple(_parse_part(part, lexicon) for part in parts), note)
    except LineSyntaxError as wrong:
        return LineError(wrong.sentence, wrong.at + 1, text)


class _Head:
    """The tokens of the head of a line's part, which are consumed one by one."""

    def __init__(self, head: Span, lexicon: Lexicon) -> None:
        self.tokens = _join_measures(
            _split_terms(split_head_into_tokens(head), lexicon), lexicon.units
        )
        self.place = 0
        self.lexicon = lexicon

    @property
    def next_token(self) -> Token:
        return self.tokens[self.place]

    def take_token(self) -> Token:
        token = self.next_token
        self.place += token.kind != "end"
        return token

    def take_token_if(self, wanted: Callable[[Token], bool]) -> Token | None:
        return self.take_token() if wanted(self.next_token) else None

    def next_is_word_in(self, words: frozenset[str]) -> bool:
        """Return whether the next token is one of ``words``, in any case and without quotes."""
        return self.next_token.kind == "bare" and self.next_token.text.lower() in words


def _split_terms(found: list[Token], lexicon: Lexicon) -> list[Token]:
    """Split ``4+/3+`` into ``4+``, ``/`` and ``3+``, if the game has such terms."""
    if not lexicon.terms:
        return found
    parted: list[Token] = []
    for token in found:
        pieces = [*re.finditer(r"/|[^/]+", token.text)]
        is_pool = all(re.fullmatch(rf"{_POOL}|/", piece[0].lower()) for piece in pieces)
        parted += (
            [Token("bare", piece[0], token.at + piece.start()) for piece in pieces]
            if token.kind == "bare" and is_pool
            else [token]
        )
    return parted


def _join_measures(found: list[Token], units: frozenset[str]) -> list[Token]:
    """Join ``4 in``, ``4 inches`` and ``4inches`` to ``4in``, if the game uses that unit."""
    joined: list[Token] = []
    for token in found:
        match = re.fullmatch(_NUMBER_AND_UNIT, token.text) if token.kind == "bare" else None
        word = match[2].lower() if match is not None else ""
        unit = UNIT_SYNONYMS.get(word, word)
        if match is None or unit not in units:
            joined.append(token)
        elif match[1]:
            joined.append(Token("bare", match[1] + unit, token.at))
        elif joined and joined[-1].kind == "bare" and re.fullmatch(_NUMBER, joined[-1].text):
            before = joined.pop()
            joined.append(Token("bare", before.text + unit, before.at))
        else:
            joined.append(token)
    return joined


def _parse_part(part: UnparsedPart, lexicon: Lexicon) -> Part:
    head = _Head(part.head, lexicon)
    if head.next_token.kind == "end":
        raise LineSyntaxError("this part is empty: type an action", head.next_token.at)
    if head.next_is_word_in(lexicon.words):
        word = head.take_token().text.lower()
        arguments = _parse_arguments(head, keeps_quotes=word == ROLL)
        return Word(word, arguments, _parse_answers(part))
    counted = is_whole_number(head.next_token.text, MAX_NUMBER_LENGTH) and len(head.tokens) > 2
    starts = head.tokens[counted].text.lower()
    if DICE in lexicon.words and re.fullmatch(_POOL, starts):
        return Word(DICE, _parse_arguments(head), _parse_answers(part))
    who = _parse_actors(head, "who")
    verb = head.take_token().text.lower() if head.next_is_word_in(lexicon.verbs) else ""
    whom = _parse_targets(head, verb)
    how = tuple(_parse_details(head))
    return TypedAction(who, verb, whom, how, _parse_answers(part))


def _parse_arguments(head: _Head, *, keeps_quotes: bool = False) -> tuple[str, ...]:
    found: list[str] = []
    while head.next_token.kind != "end":
        token = head.take_token()
        if token.kind == "arrow":
            raise LineSyntaxError(
                "`>` goes between a unit and its target, not after a word", token.at
            )
        if token.kind != "comma":
            text = _get_unquoted_text(token)
            found.append(QuotedText(text) if keeps_quotes and token.kind == "quoted" else text)
    return tuple(found)


def _parse_actors(head: _Head, role: str) -> LineSubjects:
    if head.next_is_word_in(frozenset({"all", "rest"})):
        return LineSubjects(scope="all" if head.take_token().text.lower() == "all" else "rest")
    names = [_parse_name(head.take_token(), role)]
    while head.take_token_if(lambda token: token.kind == "comma"):
        names.append(_parse_name(head.take_token(), role))
    return LineSubjects(tuple(names))


def _parse_name(token: Token, role: str) -> str:
    if token.kind not in {"bare", "quoted"} or token.text.lower() in {'""', "at"}:
        raise LineSyntaxError(f"{role} is missing: type a handle such as `r1`, or a name", token.at)
    return _get_unquoted_text(token)


def _get_unquoted_text(token: Token) -> str:
    """Return a token's text. An unquoted handle is converted to lower case."""
    if token.kind == "bare" and HANDLE.fullmatch(token.text.lower()):
        return token.text.lower()
    if token.kind == "pair":
        key, _, value = token.text.partition("=")
        return f"{key}={unquote_text(value)}"
    return unquote_text(token.text)


def _parse_targets(head: _Head, verb: str) -> LineSubjects | None:
    arrow = head.take_token_if(lambda token: token.kind == "arrow") or (
        head.take_token() if head.next_is_word_in(frozenset({"at"})) else None
    )
    if arrow:
        return _parse_actors(head, "whom")
    if verb and head.next_token.kind in {"bare", "quoted"} and _peek_detail(head) is None:
        _refuse_malformed_measure(head)
        return _parse_actors(head, "whom")
    return None


def _parse_details(head: _Head) -> list[TypedDetail]:
    found: list[TypedDetail] = []
    while head.next_token.kind != "end":
        how = _peek_detail(head)
        if how is None:
            raise _make_unknown_word_error(head)
        token = head.take_token()
        if isinstance(how, Option):
            how = _take_option_argument(head, how)
        elif isinstance(how, KeyValueSetting):
            how = _add_listed_values(head, how, token.at + len(token.text))
        found.append(how)
    return found


def _peek_detail(head: _Head) -> TypedDetail | None:
    """Return the detail at the next token, but do not consume it.

    An option's argument is left empty.
    """
    token, lexicon = head.next_token, head.lexicon
    if token.kind == "outcome":
        return DeclaredOutcome(unquote_text(token.text[1:]))
    if token.kind == "pair":
        key, _, value = token.text.partition("=")
        return KeyValueSetting(key, unquote_text(value))
    word = token.text.lower()
    if head.next_is_word_in(lexicon.flags):
        return Flag(word)
    if head.next_is_word_in(lexicon.options):
        return Option(word, "")
    if (
        lexicon.terms
        and token.kind == "bare"
        and re.fullmatch(_TERM, term := word.replace("−", "-"))
    ):
        return SignedTerm(term)
    match = re.fullmatch(_MEASURE, word) if token.kind == "bare" else None
    if match is not None and match[3] in lexicon.units:
        return TypedMeasure(int(match[1]) * 100 + int((match[2] or "").ljust(2, "0")), match[3])
    return None


def _take_option_argument(head: _Head, option: Option) -> Option:
    token = head.take_token()
    if token.kind not in {"bare", "quoted", "pair"}:
        raise LineSyntaxError(f"type a word or number after `{option.name}`", token.at)
    words = [_get_unquoted_text(token)]
    while option.name == WITH and token.kind == "bare" and _is_name_continued(head):
        words.append(_get_unquoted_text(head.take_token()))
    return Option(option.name, " ".join(words))


def _is_name_continued(head: _Head) -> bool:
    """Return whether the next token continues a weapon's name, as in ``with heavy repeater``.

    A misspelt detail ends the name.
    """
    token = head.next_token
    slip = find_closest_word(token.text.lower(), sorted(head.lexicon.flags), NEARER)
    return token.kind == "bare" and _peek_detail(head) is None and not slip


def _add_listed_values(head: _Head, setting: KeyValueSetting, end: int) -> KeyValueSetting:
    """Add further values after commas to a setting: ``hands=sword,dagger``."""
    values = [setting.value]
    while head.next_token.kind == "comma" and head.next_token.at == end:
        more = head.tokens[head.place + 1]
        if more.kind not in {"bare", "quoted"} or more.at != end + 1:
            break
        head.take_token()
        values.append(unquote_text(head.take_token().text))
        end = more.at + len(more.text)
    return KeyValueSetting(setting.key, ",".join(values))


def _refuse_malformed_measure(head: _Head) -> None:
    """Raise ``LineSyntaxError`` if the next token is not a valid measure but resembles one.

    Examples are ``-5in``, ``5xin``, ``5``, and ``5yd`` in a game that measures in inches.
    """
    token, units = head.next_token, sorted(head.lexicon.units)
    ends = "|".join(map(re.escape, units))
    slip = re.fullmatch(rf"[^\w\s]{{0,2}}([0-9][0-9.]*)(?:\S?({ends}))?", token.text.lower())
    if units and token.kind == "bare" and slip:
        number = slip[1][:MAX_NUMBER_LENGTH].strip(".")
        near = " or ".join(f"`{number}{unit}`" for unit in ([slip[2]] if slip[2] else units))
        raise LineSyntaxError(f"`{shorten_word(token.text)}` cannot be read: type {near}", token.at)
    number = head.tokens[max(head.place - 1, 0)].text
    before = number if re.fullmatch(_NUMBER, number) else ""
    measured = re.fullmatch(_OTHER_MEASURE, f"{before}{token.text.lower()}")
    if units and measured and measured[2] not in units:
        near = " or ".join(f"`{measured[1]}{unit}`" for unit in units)
        why = f"this game does not measure in {measured[2]}: type {near}"
        raise LineSyntaxError(why, token.at)


def shorten_word(text: str) -> str:
    return text if len(text) <= MAX_WORD_LENGTH else f"{text[:MAX_WORD_LENGTH]}…"


def quote_word_with_label(text: str) -> str:
    """Quote a word for an error message, as in ``the word "softly"``."""
    shown = shorten_word(text)
    return f"the word {shown}" if shown.startswith('"') else f'the word "{shown}"'


def _explain_dice_notation(before: str, word: str) -> str:
    if word in {"die", "dice"} and is_whole_number(before):
        return f"for {before} six-sided dice, type `{before}d6`"
    if word in {"at", "on", "or", "<=", "≤", "≥"}:
        return "type `9+` for 9 or more, and `9-` for 9 or less"
    if re.fullmatch(rf"(?:{_DICE})[+-]\d+", word):
        return "add to the number needed, or subtract from it, not from the dice"
    return ""


def _make_unknown_word_error(head: _Head) -> LineSyntaxError:
    token, lexicon = head.next_token, head.lexicon
    _refuse_malformed_measure(head)
    if head.tokens[0].text.lower() == "note":
        return LineSyntaxError("a note begins with `#`, such as `# the river is deep`", token.at)
    if token.kind in {"comma", "arrow"}:
        word = "a comma" if token.kind == "comma" else f"`{token.text}`"
        return LineSyntaxError(f"{word} can only go between names; {APART}", token.at)
    word = token.text.lower()
    following = word in {"and", "then", *lexicon.verbs} or HANDLE.fullmatch(word)
    if (head.place > 1 and following) or ";" in word:
        return LineSyntaxError(
            f"{quote_word_with_label(word)} is not allowed here; {APART}", token.at
        )
    distance = re.match(_NUMBER, head.tokens[min(head.place + 1, len(head.tokens) - 1)].text)
    if lexicon.terms and lexicon.units and word == "at" and distance:
        near = " or ".join(f"`{distance[0]}{unit}`" for unit in sorted(lexicon.units))
        hint = (
            f"for a distance, type {near} without `at`; for {distance[0]} or more, `{distance[0]}+`"
        )
        return LineSyntaxError(hint, token.at)
    if lexicon.terms and (
        hint := _explain_dice_notation(head.tokens[max(head.place - 1, 0)].text, word)
    ):
        return LineSyntaxError(hint, token.at)
    known = sorted(lexicon.verbs | lexicon.flags | lexicon.options)
    near = find_closest_word(word, known, NEARER if lexicon.terms else NEAR)
    puts = ["`>` before a target"]
    if lexicon.terms:
        puts += ["`+` before a marker", "`#` before a note"]
    if token.kind != "quoted":
        puts.append("quotes around a name with spaces")
    hint = f"did you mean {near}?" if near else f"put {format_names(puts)}"
    return LineSyntaxError(f"{quote_word_with_label(token.text)} is unknown: {hint}", token.at)


def _parse_answers(part: UnparsedPart) -> Answers:
    return tuple(_parse_answer(span) for span in part.answers) if part.answers is not None else ()


def _parse_answer(span: Span) -> Answer:
    if not span.text:
        raise LineSyntaxError("an answer is missing: type dice, a number, `yes` or `no`", span.at)
    if span.text.startswith("#"):
        raise LineSyntaxError("put a space before `#` to begin a note", span.at)
    words = span.text.split()
    first = words[0].lower()
    if len(words) == 1 and first in _SAID:
        return WordAnswer(_SAID[first])
    if first == "in" and len(words) == 2 and re.fullmatch("[0-9]{1,4}", words[1]):
        return InReachAnswer(int(words[1]))
    if first == "falls":
        return _parse_casualties(span)
    return TypedAnswer(_collapse_spaces(span.text))


def _parse_casualties(span: Span) -> CasualtyAnswer | TypedAnswer:
    """Parse the casualties. Casualties with amounts stay text: ``falls 2 a, 1 b``."""
    head = _Head(span, Lexicon())
    head.take_token()
    who = _parse_actors(head, "who")
    if head.next_token.kind != "end":
        if any(token.text.isdecimal() for token in head.tokens):
            return TypedAnswer(_collapse_spaces(span.text))
        raise LineSyntaxError("put commas between the figures that fall", head.next_token.at)
    return CasualtyAnswer(who)


def _collapse_spaces(text: str) -> str:
    pieces = re.split(r'("(?:[^"\\]|\\["\\])*")', text)
    return "".join(one if one.startswith('"') else re.sub(r"\s+", " ", one) for one in pieces)

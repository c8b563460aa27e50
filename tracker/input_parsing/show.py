"""A line as it is printed: one spelling for every line, which reads back the same."""

from __future__ import annotations

from tracker.input_parsing.lexicon import HANDLE
from tracker.input_parsing.scan import is_bare, is_bare_pair, quote_text
from tracker.input_parsing.syntax import (
    Answer,
    Deed,
    Falls,
    Flag,
    How,
    Line,
    Measure,
    Option,
    Outcome,
    Part,
    Says,
    Setting,
    Term,
    Typed,
    Who,
    Within,
    Word,
)


def show(line: Line) -> str:
    """The canonical text of a line.

    Names that are not handles are quoted, because only a lexicon could say that they are no words.
    """
    text = " | ".join(_part(part) for part in line.parts)
    return f"{text} # {line.note}".strip() if line.note else text


def _part(part: Part) -> str:
    words = _deed(part) if isinstance(part, Deed) else _word(part)
    if not part.answers:
        return " ".join(words)
    return " ".join(words) + " : " + " / ".join(_answer(answer) for answer in part.answers)


def _deed(deed: Deed) -> list[str]:
    words = [_who(deed.who)]
    if deed.verb:
        words.append(deed.verb)
    if deed.whom is not None:
        words += [_who(deed.whom)] if deed.verb else [">", _who(deed.whom)]
    return words + [_how(how) for how in deed.how]


def _word(word: Word) -> list[str]:
    return [word.word, *(_argument(argument) for argument in word.arguments)]


def _who(who: Who) -> str:
    if who.scope != "named":
        return who.scope
    return ",".join(name if HANDLE.fullmatch(name) else quote_text(name) for name in who.names)


def _how(how: How) -> str:
    match how:
        case Flag(name):
            return name
        case Measure(hundredths, unit):
            return format_decimal(hundredths) + unit
        case Option(name, value):
            return f"{name} {_argument(value)}"
        case Setting(key, value):
            return f"{key}={_value(value)}"
        case Outcome(text):
            return f"!{_value(text)}"
        case Term(text):
            return text


def _answer(answer: Answer) -> str:
    match answer:
        case Typed(text):
            return text
        case Says(word):
            return word
        case Within(number):
            return f"in {number}"
        case Falls(who):
            return f"falls {_fallen(who)}"


def _fallen(who: Who) -> str:
    if who.scope != "named":
        return who.scope
    return ",".join(name if _plain(name) else quote_text(name) for name in who.names)


def _plain(name: str) -> bool:
    return is_bare(name) and not _changes(name) and "/" not in name and name.lower() not in _TAKEN


_TAKEN = frozenset({"all", "rest", "at"})


def _argument(text: str) -> str:
    bare = is_bare_pair(text) or (is_bare(text) and not _changes(text))
    return text if bare else quote_text(text)


def _changes(text: str) -> bool:
    """Whether the bare text would be read as a handle in lower case."""
    return text != text.lower() and HANDLE.fullmatch(text.lower()) is not None


def _value(text: str) -> str:
    return text if is_bare(text) else quote_text(text)


def format_decimal(hundredths: int) -> str:
    """``4.5`` for 450 hundredths."""
    whole, part = divmod(hundredths, 100)
    return f"{whole}.{part:02d}".rstrip("0").rstrip(".") if part else str(whole)

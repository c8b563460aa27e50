"""Forms for parts of a line that have no actor: a word with its arguments (``deploy red 4in``).

>>> arguments = make_side_argument(), make_length_argument("deep", "in")
>>> deploy = WordForm("deploy", arguments, "name a side, as in deploy red")
>>> deploy.make_line_parts(match, {"@side": "s:r", "deep": 400})
(Word(word='deploy', arguments=('Red', '4in'), answers=()),)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from tracker.input_parsing.line_lexicon import Lexicon
from tracker.input_parsing.line_syntax_tree import Part, Word, format_decimal
from tracker.procedures.declared.action_line_forms import (
    ActorsAndTargets,
    Asks,
    Form,
    When,
    applies_in_every_phase,
)
from tracker.procedures.declared.line_part_meanings import Meaning
from tracker.procedures.declared.line_reader import (
    SIDE,
    LineReader,
    Values,
    parse_length_in_hundredths,
    parse_whole_number,
)
from tracker.procedures.match_view import Match, UnknownName
from tracker.procedures.pieces.subject_lookup import find_side, find_unit, look_up_word
from tracker.vocabulary.events import Json
from tracker.vocabulary.subject_ids import SideId, Subject, format_handle


class Argument(Struct, frozen=True):
    """A word's argument: ``take`` parses it, ``say`` formats it, ``such_as`` shows its syntax."""

    take: Callable[[LineReader], Values]
    say: Callable[[Match, Mapping[str, Any]], Iterable[str]]
    such_as: str = ""


class WordForm(Struct, frozen=True):
    """The form of an action without an actor: a word and its ``arguments``.

    If fewer than ``least`` arguments follow, ``lacks`` is the error text.

    ``of`` finds the acting side if none is named. ``acts`` and ``at`` are the fields for actors and
    targets. ``rows`` are fields for units that roll but are not actors. Dice after the word are in
    the order of these units. If several forms share the word, ``when`` returns whether it means
    this form. ``asks`` returns the ids of the questions that the word names, and ``answer`` returns
    the word's answer to them. If ``listed`` is true, the texts after the colon are more arguments,
    not answers.
    """

    word: str
    arguments: tuple[Argument, ...] = ()
    lacks: str = ""
    least: int = 1
    of: Callable[[Match, Values], SideId | None] = lambda *_: None
    acts: tuple[str, ...] = ()
    at: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    when: When = applies_in_every_phase
    asks: Asks | None = None
    answer: Callable[[Match, Values], str] | None = None
    listed: bool = False

    @property
    def lexicon(self) -> Lexicon:
        """The form's words: only its ``word``."""
        return Lexicon(words=frozenset((self.word,)))

    @property
    def part_type(self) -> type[Part]:
        """The type of part that this form parses: a word without an actor."""
        return Word

    @property
    def spellings(self) -> Mapping[str, When]:
        """The form's word, with the condition under which it means this form."""
        return {self.word: self.when}

    @property
    def field_names(self) -> tuple[str, ...]:
        """The parameter fields that contain the actors and targets."""
        return (*self.acts, *self.at)

    def parse_values(self, reader: LineReader) -> Values:
        """Return the parameter values in a part of a line.

        Raises ``UnknownName`` for missing arguments.
        """
        if self.lacks and len(reader.arguments) < self.least:
            raise UnknownName(self.lacks)
        values: Values = {}
        for one in self.arguments:
            values |= one.take(reader)
        return values

    def find_side(self, match: Match, values: Values) -> SideId | None:
        """Return the side that the line names.

        If it names none, return the side that ``of`` finds.
        """
        return values[SIDE] if values.get(SIDE) else self.of(match, values)

    def make_line_parts(self, match: Match, values: Values) -> tuple[Part, ...]:
        """Format the word and its arguments as players type them."""
        arguments = (text for one in self.arguments for text in one.say(match, values))
        return (Word(self.word, tuple(arguments)),)

    def find_actors_and_targets(self, values: Mapping[str, Json]) -> ActorsAndTargets:
        """Return the actors and targets from the fields ``acts`` and ``at``."""
        return ActorsAndTargets(
            _list_subjects_in_fields(values, self.acts), _list_subjects_in_fields(values, self.at)
        )

    def list_rolling_units(self, values: Mapping[str, Json]) -> tuple[Subject, ...]:
        """List the units that roll, from the fields in ``rows``."""
        return _list_subjects_in_fields(values, self.rows)


LineForm = Form | WordForm
"""The form of an action in a line: with an actor, or as a word without an actor."""


class Phrase(Struct, frozen=True):
    """A word in a line that is not an action. ``read`` returns its meaning.

    ``answers`` is the syntax of a word that names a question: ``rally [who who] : …``.
    """

    word: str
    read: Callable[[Match, Word], Meaning]
    answers: str = ""


def make_argument(
    name: str,
    parse: Callable[[LineReader, str], Any],
    format_value: Callable[[Match, Any], str],
    such_as: str = "",
) -> Argument:
    def take_values(reader: LineReader) -> Values:
        text = reader.take_argument()
        return {} if text is None else {name: parse(reader, text)}

    def format_values(match: Match, values: Mapping[str, Any]) -> Iterable[str]:
        value = values.get(name)
        return () if value is None or value == "" else (format_value(match, value),)

    return Argument(take_values, format_values, such_as or name)


def make_side_argument(name: str = SIDE) -> Argument:
    """Make an argument for a side, typed as its name, or as its letter if two sides
    share a name.
    """
    return make_argument(
        name, lambda reader, text: find_side(reader.match, text), format_side, "red"
    )


def format_side(match: Match, one: SideId) -> str:
    """Format a side as its name, or as its letter if another side has the same name."""
    names = [match.side_name(other).lower() for other in match.sides]
    name = match.side_name(one)
    return name if names.count(name.lower()) == 1 else format_handle(one)


def make_length_argument(name: str, unit: str) -> Argument:
    """Make an argument for a length in hundredths of the unit, typed as ``4in``."""
    return make_argument(
        name,
        lambda _, text: parse_length_in_hundredths(text, unit),
        lambda _, value: format_decimal(value) + unit,
        f"4{unit}",
    )


def make_number_argument(name: str, *, low: int = 0, high: int = 99) -> Argument:
    return make_argument(
        name,
        lambda _, text: parse_whole_number(text, name, low=low, high=high),
        lambda _, value: str(value),
        "3",
    )


def make_choice_argument(name: str, words: Sequence[str], noun: str) -> Argument:
    return make_argument(
        name,
        lambda _, text: look_up_word(text, words, noun),
        lambda _, value: value,
        "|".join(words),
    )


def make_text_argument(name: str) -> Argument:
    """Make an argument for free text. Several words are typed in quotes."""
    return make_argument(name, lambda _, text: text, lambda _, value: value, '"…"')


def make_remaining_text_argument(name: str) -> Argument:
    return make_argument(
        name,
        lambda reader, first: " ".join((first, *_take_remaining_arguments(reader))),
        lambda _, value: value,
        "…",
    )


def make_texts_argument(name: str) -> Argument:
    return make_remaining_values_argument(name, lambda _, one: one, lambda _, one: one, '"…" "…"')


def make_unit_argument(name: str) -> Argument:
    return make_argument(
        name, lambda reader, text: find_unit(reader.match, text), Match.handle, "who"
    )


def make_units_argument(name: str) -> Argument:
    return make_remaining_values_argument(
        name, lambda reader, one: find_unit(reader.match, one), Match.handle, "who who"
    )


def make_remaining_values_argument(
    name: str,
    parse: Callable[[LineReader, str], Any],
    format_value: Callable[[Match, Any], str],
    such_as: str = "",
) -> Argument:
    """Make an argument that puts all remaining texts into one field with several values."""

    def take_values(reader: LineReader) -> Values:
        found = _take_remaining_arguments(reader)
        return {name: tuple(parse(reader, one) for one in found)} if found else {}

    def format_values(match: Match, values: Mapping[str, Any]) -> Iterable[str]:
        return (format_value(match, one) for one in values.get(name) or ())

    return Argument(take_values, format_values, such_as or name)


def _take_remaining_arguments(reader: LineReader) -> list[str]:
    found, reader.arguments = reader.arguments, []
    return found


def make_fixed_questions(*question_ids: str) -> Asks:
    """Make an ``asks`` function that returns the same ``question_ids`` in every match."""
    return lambda *_: question_ids


def _list_subjects_in_fields(
    values: Mapping[str, Json], names: Iterable[str]
) -> tuple[Subject, ...]:
    found: list[Subject] = []
    for name in names:
        value = values.get(name) or ()
        found += [value] if isinstance(value, str) else value  # type: ignore[arg-type]
    return tuple(found)

"""The slots of a form. Each slot parses and formats one detail in a part of a line.

A slot fills one or more fields of an action's parameters. If a detail is missing, its fields keep
their defaults. Defaults need not be written. If the text is invalid, the slot raises
``UnknownName`` with a sentence for the player.

>>> from tracker.input_parsing.line_syntax_tree import TypedAction, TypedMeasure, LineSubjects
>>> deed = TypedAction(LineSubjects(("r1",)), "moves", None, (TypedMeasure(450, "in"),))
>>> reader = LineReader(match, deed)
>>> make_length_slot("moved", "in").take(reader)
{'moved': 450}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from tracker.input_parsing.line_lexicon import Lexicon, merge_lexicons
from tracker.input_parsing.line_syntax_tree import (
    Flag,
    KeyValueSetting,
    Option,
    TypedDetail,
    TypedMeasure,
    format_decimal,
)
from tracker.procedures.declared.line_reader import (
    LineReader,
    Values,
    parse_length_in_hundredths,
    parse_whole_number,
)
from tracker.procedures.match_view import Match, UnknownName
from tracker.procedures.pieces.subject_lookup import look_up_word
from tracker.vocabulary.renamed_names import keep_old_names
from tracker.vocabulary.subject_ids import Subject

HIGHEST = 999
NONE = "none"
NOTHING = Lexicon()


class Slot(Struct, frozen=True):
    """A detail that a part of a line may contain.

    ``take`` parses its ``fields``, and ``say`` formats them as in ``such_as``.
    """

    take: Callable[[LineReader], Values]
    say: Callable[[Match, Mapping[str, Any]], Iterable[TypedDetail]]
    words: Lexicon = NOTHING
    fields: tuple[str, ...] = ()
    such_as: str = ""


def make_slot(
    field: str,
    parse: Callable[[LineReader], Any],
    format_value: Callable[[Match, Any], Iterable[TypedDetail]],
    words: Lexicon | None = None,
    such_as: str = "",
) -> Slot:
    """Make a slot for one field. ``parse`` returns None if the detail is missing."""

    def take_values(reader: LineReader) -> Values:
        value = parse(reader)
        return {} if value is None or not field else {field: value}

    def format_values(match: Match, values: Mapping[str, Any]) -> Iterable[TypedDetail]:
        value = values.get(field)
        return () if value is None else format_value(match, value)

    return Slot(take_values, format_values, words or NOTHING, (field,) if field else (), such_as)


def make_length_slot(field: str, unit: str) -> Slot:
    """Make a slot for a length in hundredths of the ``unit``, written as ``18cm``."""
    return make_slot(
        field,
        lambda reader: reader.take_measure(unit),
        lambda _, value: (TypedMeasure(value, unit),),
        Lexicon(units=frozenset((unit,))),
        such_as=f"18{unit}",
    )


def make_points_slot(field: str, unit: str, high: int = 99) -> Slot:
    """Make a slot for an integer and its ``unit``, such as ``2ap``.

    Raises ``UnknownName`` for a fraction or a number above ``high``.
    """

    def take_value(reader: LineReader) -> int | None:
        found = reader.take_measure(unit)
        if found is not None and (found % 100 or found // 100 > high):
            raise UnknownName(f"type a whole number from 0 to {high}, not {found / 100:g}{unit}")
        return None if found is None else found // 100

    return make_slot(
        field,
        take_value,
        lambda _, value: (TypedMeasure(value * 100, unit),),
        Lexicon(units=frozenset((unit,))),
        such_as=f"2{unit}",
    )


def make_keyed_length_slot(key: str, unit: str, *, write_zero: bool = False) -> Slot:
    """Make a slot for a length such as ``rough=4``. If ``write_zero`` is false, 0 is omitted."""
    return _make_word_slot(
        KeyValueSetting,
        key,
        key,
        "2",
        lambda _, text: parse_length_in_hundredths(text, unit) if text else None,
        lambda _, value: format_decimal(value) if value or write_zero else "",
    )


def make_count_slot(
    field: str, *, low: int = 0, high: int = HIGHEST, write_zero: bool = True
) -> Slot:
    """Make a slot for an integer such as ``shots 2``. If ``write_zero`` is false, 0 is omitted."""
    return _make_word_slot(
        Option,
        field,
        field,
        "2",
        lambda _, text: parse_whole_number(text, field, low=low, high=high),
        lambda _, value: str(value) if value or write_zero else "",
    )


def make_keyed_count_slot(field: str, high: int = HIGHEST) -> Slot:
    """Make a slot for an integer such as ``obstacles=1``. 0 is not written."""
    return _make_word_slot(
        KeyValueSetting,
        field,
        field,
        "1",
        lambda _, text: parse_whole_number(text, field, high=high),
        lambda _, value: str(value) if value else "",
    )


def make_flag_slot(field: str, flag: str = "") -> Slot:
    """Make a slot for the optional word ``flag`` (by default, the name of the field).

    If ``field`` is empty, the word is accepted but has no effect.
    """
    word = flag or field
    return make_slot(
        field,
        lambda reader: bool(reader.take_flag(word)) or None,
        lambda _, value: (Flag(word),) if value else (),
        Lexicon(flags=frozenset((word,))),
        such_as=word,
    )


def make_flag_slots(*fields: str) -> tuple[Slot, ...]:
    """Make a slot for each of these ``fields``. The fields' names are the words in the line."""
    return tuple(make_flag_slot(field) for field in fields)


def make_flag_choice_slot(field: str, values: Sequence[str]) -> Slot:
    """Make a slot for one of ``values``, such as ``soft``. The word becomes the field's value."""
    known = dict(zip(values, values, strict=True))
    return make_slot(
        field,
        lambda reader: known.get(reader.take_flag(*values)),
        lambda _, value: (Flag(value),),
        Lexicon(flags=frozenset(values)),
        such_as="|".join(values),
    )


def make_text_slot(field: str, key: str = "") -> Slot:
    """Make a slot for text after ``key=`` (by default, the field's name): ``what="side door"``."""
    return _make_word_slot(
        KeyValueSetting,
        field,
        key or field,
        '"…"',
        lambda _, text: text,
        lambda _, value: str(value),
    )


def make_free_text_option_slot(field: str, option: str) -> Slot:
    """Make a slot for free text after an option, such as ``as "The rest"``."""
    return _make_word_slot(
        Option, field, option, '"…"', lambda _, text: text, lambda _, value: str(value)
    )


def make_subject_slot(field: str, option: str, read: Callable[[Match, str], Subject]) -> Slot:
    """Make a slot for a subject after ``option``: ``order r2``. ``read`` finds it by its name."""
    return _make_word_slot(Option, field, option, "who", read, Match.handle)


def make_subjects_slot(field: str, read: Callable[[Match, str], Subject], key: str = "") -> Slot:
    """Make a slot for subjects after ``key=``, such as ``contacts=b1,b2``. ``read`` finds them."""
    return _make_word_slot(
        KeyValueSetting,
        field,
        key or field,
        "who,who",
        lambda match, text: (
            tuple(read(match, one) for one in text.split(",") if one) if text else None
        ),
        lambda match, value: ",".join(map(match.handle, value)),
    )


def make_known_names_slot(field: str, key: str, known: Sequence[str], what: str) -> Slot:
    """Make a slot for several known names after ``key=``: ``hands=sword,dagger``, or ``none``."""

    def parse(_: Match, text: str) -> tuple[str, ...]:
        names = (one for one in text.split(",") if one not in {"", NONE})
        return tuple(find_known_name(one, known, what) for one in names)

    example = f"{what.upper()},{what.upper()}"
    return _make_word_slot(
        KeyValueSetting, field, key, example, parse, lambda _, value: ",".join(value) or NONE
    )


def make_known_name_slot(field: str, option: str, known: Sequence[str], what: str) -> Slot:
    """Make a slot for one of the ``known`` names after ``option``, such as ``with machine-gun``."""
    return _make_word_slot(
        Option,
        field,
        option,
        what.upper(),
        lambda _, text: find_known_name(text, known, what),
        lambda _, value: str(value),
    )


def _make_word_slot(
    detail_type: type[Option | KeyValueSetting],
    field: str,
    name: str,
    example: str,
    parse: Callable[[Match, str], Any],
    format_value: Callable[[Match, Any], str],
) -> Slot:
    """Make a slot for the text after an option, or the value of a setting, called ``name``.

    A value that is formatted as "" is not written.
    """
    is_option = detail_type is Option

    def take_value(reader: LineReader) -> Any:
        text = reader.take_option(name) if is_option else reader.take_setting(name)
        return None if text is None else parse(reader.match, text)

    def format_details(match: Match, value: Any) -> Iterable[TypedDetail]:
        text = format_value(match, value)
        return (detail_type(name, text),) if text else ()

    words = Lexicon(options=frozenset((name,))) if is_option else NOTHING
    such_as = f"{name} {example}" if is_option else f"{name}={example}"
    return make_slot(field, take_value, format_details, words, such_as=such_as)


def make_repeated_name_slot(
    field: str, known: Sequence[str], what: str, *, option: str = "", key: str = ""
) -> Slot:
    """Make a slot for any of the ``known`` names: ``with jaws with claws``, ``lost=cannon``.

    Each name follows its own ``option`` word, or its own ``key=``.
    """

    def take_value(reader: LineReader) -> tuple[str, ...] | None:
        found: list[str] = []
        while (
            one := reader.take_option(option) if option else reader.take_setting(key)
        ) is not None:
            found.append(find_known_name(one, known, what))
        return tuple(found) or None

    def format_value(_: Match, value: tuple[str, ...]) -> Iterable[TypedDetail]:
        return (Option(option, one) if option else KeyValueSetting(key, one) for one in value)

    words = Lexicon(options=frozenset((option,))) if option else NOTHING
    such_as = f"{option} {what.upper()}" if option else f"{key}={what.upper()}"
    return make_slot(field, take_value, format_value, words, such_as=such_as)


def find_known_name(text: str, known: Sequence[str], noun: str) -> str:
    """Return the known name that ``text`` spells (with spaces or hyphens), or raise
    ``UnknownName``.
    """
    return look_up_word("-".join(text.split()), known, noun)


def make_struct_slot(field: str, made: type[Struct], slots: Sequence[Slot]) -> Slot:
    """Make a slot for a struct inside the parameters. The struct has its own ``slots``."""

    def take_value(reader: LineReader) -> Values:
        values: Values = {}
        for one in slots:
            values |= one.take(reader)
        return {field: made(**values)} if values else {}

    def format_value(match: Match, values: Mapping[str, Any]) -> Iterable[TypedDetail]:
        inner = map_field_values(values[field])
        return (how for one in slots for how in one.say(match, inner))

    such_as = "] [".join(one.such_as for one in slots)  # each is optional
    return Slot(
        take_value, format_value, merge_lexicons(one.words for one in slots), (field,), such_as
    )


def map_field_values(params: Struct) -> Values:
    return {name: getattr(params, name) for name in params.__struct_fields__}


keep_old_names(__name__)

"""The display names in a match, from its state and from the words stored when it began."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from tracker.projection.match_state import Marker, State
from tracker.vocabulary import match_event_codec
from tracker.vocabulary.count_wording import format_figure_count
from tracker.vocabulary.die_labels import Label, find_common_row_owner
from tracker.vocabulary.events import Rolled, Scalar, Value
from tracker.vocabulary.ruleset_display_names import (
    LinkWord,
    MarkerWord,
    RollWord,
    Word,
    index_by_id,
)
from tracker.vocabulary.subject_ids import (
    MATCH,
    FigureId,
    SideId,
    Subject,
    UnitId,
    format_display_handle,
    format_handle,
    is_figure,
    is_side,
    is_unit,
    make_unit_id,
)

_TAG = re.compile(r"\b[A-Z][0-9]{1,4}(?:\.[0-9]{1,4})?\b")
GIVEN = "by hand"
"""The reason for points, or the value of a marker, if players have set these by hand without
details.
"""
_MARKS = {"in": '"'}
_VERBS = frozenset({"hit", "wound"})
"""The words for successes that the log uses as verbs, as in ``5 dice 3 hit``."""
_ROLLS_OF_OLD_MATCHES = index_by_id(match_event_codec.ROLLS)


class MatchNames:
    """The display names in a state that changes. ``removed`` is the value of the marker that was
    last removed.
    """

    def __init__(self, state: State, removed: Scalar | None = None) -> None:
        self.state = state
        self.removed = removed

    def name_side(self, side: SideId | None) -> str:
        for one in self.state.info.sides:
            if one.id == side:
                return one.name
        return "" if side is None else format_display_handle(side)

    def name_unit_with_handle(self, unit: UnitId) -> str:
        value = self.state.units.get(unit)
        return _name_unit(unit, "" if value is None else value.name)

    def name_unit(self, unit: UnitId) -> str:
        """Return the name of a unit without its handle."""
        value = self.state.units.get(unit)
        return value.name if value is not None and value.name else format_display_handle(unit)

    def name_figure_or_handle(self, figure: FigureId) -> str:
        """Return the name of a figure or, if it has none, its handle.

        If figures act individually, return both.
        """
        value, words = self.state.figures.get(figure), self.state.info.words
        handle, own = words.format_display_handle(figure), "" if value is None else value.name
        return _join_handle_and_name(handle, own) if words.by_figure else own or handle

    def name_subject(self, subject: Subject) -> str:
        if is_unit(subject):
            return self.name_unit_with_handle(UnitId(subject))
        if is_side(subject):
            return self.name_side(SideId(subject))
        if is_figure(subject):
            figure, by_figure = FigureId(subject), self.state.info.words.by_figure
            unit = self.find_unit(figure)
            if unit is not None and self._is_single_figure(unit) and not by_figure:
                return self.name_unit_with_handle(unit)
            return self.name_figure_or_handle(figure)
        if subject == MATCH:
            return self.state.info.title
        return format_display_handle(subject) or subject

    def name_subjects(self, subjects: Iterable[Subject]) -> str:
        return ", ".join(map(self.name_subject, subjects))

    def find_unit(self, subject: Subject) -> UnitId | None:
        if is_unit(subject):
            return UnitId(subject)
        figure = self.state.figures.get(FigureId(subject))
        return None if figure is None else figure.unit

    def find_die_owner(self, label: Label) -> SideId | None:
        """Return the side that owns a die according to the die's label, or None if the label names
        no side.
        """
        if label.row_subject is None:
            handle = label.who[0].lower() if _TAG.fullmatch(label.who) else ""
            for side in self.state.info.sides:
                if label.subject == side.id or label.who == side.name:
                    return side.id
                if format_handle(side.id) == handle:
                    return side.id
            return None
        return self._find_side_of_row(label.row_subject)

    def find_rolling_side(self, roll: Rolled) -> SideId | None:
        """Return the side whose units roll, which can differ from the side stored with the roll."""
        return find_common_row_owner(roll.labels, roll.side, self._find_side_of_row)

    def _find_side_of_row(self, row: Subject) -> SideId | None:
        unit = self.state.units.get(self.find_unit(row) or UnitId(""))
        return None if unit is None else unit.side

    def count_subjects_by_unit(self, subjects: Iterable[Subject]) -> dict[UnitId, int]:
        counts: dict[UnitId, int] = {}
        for subject in subjects:
            unit = self.find_unit(subject)
            if unit is not None:
                counts[unit] = counts.get(unit, 0) + 1
        return counts

    def shorten_repeated_names(self, text: str) -> str:
        """Replace the name of a unit or figure by its handle wherever the text repeats the name."""
        tags = _TAG.findall(text)
        if len(tags) == len(set(tags)):
            return text
        for own in dict.fromkeys(tag for tag in tags if tags.count(tag) > 1):
            for full in self._list_full_names_of_handle(own):
                head, found, rest = text.partition(full)
                if full in rest:
                    text = head + found + re.sub(rf"{re.escape(full)}(?!\w)", own, rest)
        return text

    def _list_full_names_of_handle(self, own: str) -> Iterator[str]:
        letters = own.lower()
        if make_unit_id(letters) in self.state.units:
            yield self.name_unit_with_handle(make_unit_id(letters))
        for number in (letters, f"{letters[:2]}.{letters[2:]}"):
            if self.state.info.words.by_figure and f"f:{number}" in self.state.figures:
                yield self.name_figure_or_handle(FigureId(f"f:{number}"))

    def _is_single_figure(self, unit: UnitId) -> bool:
        value = self.state.units.get(unit)
        return value is not None and value.started == 1

    def get_phase_display_name(self, phase: str) -> str:
        return _get_text(self.state.info.words.phases_by_id, phase)

    def get_short_phase_display_name(self, phase: str) -> str:
        word = self.state.info.words.phases_by_id.get(phase)
        return word.short if word is not None and word.short else self.get_phase_display_name(phase)

    def get_action_display_name(self, action: str) -> str:
        return _get_text(self.state.info.words.actions_by_id, action)

    def get_action_symbol(self, action: str) -> str:
        """Return the symbol of an action, or "" if it has none."""
        word = self.state.info.words.actions_by_id.get(action)
        return "" if word is None else word.sign

    def list_parameters_shown_in_log(self, action: str) -> tuple[str, ...]:
        """Return the parameters and hidden markers that an action shows in its log line."""
        word = self.state.info.words.actions_by_id.get(action)
        return () if word is None else word.tells

    def get_roll_word(self, roll: Rolled) -> RollWord:
        """Return the words for a roll, which depend on the kind of question that the roll
        answers.
        """
        asked = roll.key.partition(":")[0]
        words = self.state.info.words.rolls_by_id or _ROLLS_OF_OLD_MATCHES
        return words.get(asked) or RollWord(asked, roll.what)

    def get_word_for_successes(self, roll: Rolled, count: int) -> str:
        """Return the word for ``count`` successes, such as ``saved``, ``hit`` or ``blows``."""
        word = self.get_roll_word(roll)
        one = word.won or word.word
        plural = word.many.startswith(one) or (word.many and one == f"{word.many}s")
        several = word.many if plural and one not in _VERBS else one
        return (one if count == 1 else several) + roll.what.removeprefix(word.word)

    def get_word_for_expected_successes(self, roll: Rolled) -> str:
        """Return the word for an expected number of successes, such as ``saved`` or ``wounds``."""
        word = self.get_roll_word(roll)
        is_verb = word.won in _VERBS and word.many.startswith(word.won)
        return word.many if is_verb else self.get_word_for_successes(roll, 0)

    def get_link_word(self, relation: str) -> LinkWord:
        word = self.state.info.words.links_by_id.get(relation)
        return word or LinkWord(relation, relation.replace("_", " "))

    def find_carrier_link(self, subject: Subject, carrier: Subject) -> LinkWord | None:
        linked = (key[0] for key in self.state.links if key[1:] == (subject, carrier))
        return next((word for one in linked if (word := self.get_link_word(one)).carried), None)

    def get_marker_word(self, marker: str) -> MarkerWord:
        word = self.state.info.words.markers_by_id.get(marker)
        return word or MarkerWord(marker, marker.replace("_", " "))

    def describe_marker(self, word: MarkerWord, marker: Marker, since_prefix: str = "") -> str:
        """Describe a marker, as in ``order 2`` or, with a prefix, ``PANIC since turn 3``."""
        value = marker.visible_value
        if word.shown == "since" and since_prefix:
            return f"{word.word} {since_prefix}{marker.displayed_start_turn}"
        if word.shown == "value" and not isinstance(value, bool) and value != word.word:
            return word.format_value(format_equipment_ids(self.format_value(value)))
        return f"{word.word}{format_repeat_count(word, value)}"

    def format_length(self, hundredths: int) -> str:
        """Format a length in hundredths, as in ``4"`` for 400 (inches) or ``18 cm`` for 1800."""
        unit = self.state.info.words.unit_of_length
        amount = f"{hundredths / 100:g}"
        return f"{amount}{_MARKS[unit]}" if unit in _MARKS else f"{amount} {unit}".strip()

    def format_value(self, value: Value, *, whole: bool = False) -> str:
        """Format the value of a choice. Return "" if it contains only numbers without names.

        If ``whole`` is true, the numbers stand for whole units and are left out.
        """
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, int):
            return str(value)
        if isinstance(value, str):
            return self.name_subject(value) if value[1:2] == ":" else value
        if value is None:
            return "?"
        named = [(self._name_group(group), group, n) for group, n in value]
        return ", ".join(
            name if whole or (n == 1 and self._is_one_figure(group)) else f"{n} of {name}"
            for name, group, n in named
            if name
        )

    def _is_one_figure(self, group: str) -> bool:
        """Return whether a group in a choice is one figure, or a unit that began with only one
        figure.
        """
        subject = group.partition("=")[0]
        is_unit = subject in self.state.units
        return is_figure(subject) or (is_unit and self._is_single_figure(UnitId(subject)))

    def _name_group(self, group: str) -> str:
        """Return the name of a unit, side or kind of figure, or "" if the group is only a
        number.
        """
        subject = group.partition("=")[0]
        if subject[1:2] == ":":
            return self.name_subject(subject)
        return "" if group.isdigit() else group.replace("/", " ").replace("_", " ")

    def describe_figure_kinds(self, subjects: Iterable[Subject]) -> str:
        """Describe figures by kind or name, as in ``1 gunner, 2 riflemen``."""
        figures = [self.state.figures[FigureId(one)] for one in subjects if is_figure(one)]
        counts = Counter(figure.name or self.state.name_kind(figure) for figure in figures)
        named = {figure.name for figure in figures}
        said = (
            one if one in named else format_figure_count(n, one.replace("-", " "))
            for one, n in counts.items()
        )
        return ", ".join(said)

    def describe_scores(self) -> str:
        """Describe the scores, as in ``Red 3, Blue 1``."""
        points = self.state.scores
        return ", ".join(f"{s.name} {points[s.id]}" for s in self.state.info.sides)


def _get_text(words: Mapping[str, Word], name: str) -> str:
    word = words.get(name)
    return name.replace("_", " ") if word is None else word.word


@lru_cache(maxsize=4096)
def _name_unit(unit: UnitId, name: str) -> str:
    return _join_handle_and_name(format_display_handle(unit), name)


def _join_handle_and_name(own: str, name: str) -> str:
    return f"{own} {name}" if name and name.upper() != own else own


def format_equipment_ids(ids: str) -> str:
    """Format ids of equipment as words, as in ``repeater, heavy gun`` for
    ``repeater,heavy-gun``.
    """
    return re.sub(r",(?=\S)", ", ", re.sub(r"(?<=\w)-(?=\w)", " ", ids).replace("_", " "))


def format_repeat_count(word: MarkerWord, value: object) -> str:
    """Format how often an event has occurred, as in `` ×2``, or return "" if it is only once."""
    counted = word.shown == "times" and isinstance(value, int) and value > 1
    return f" ×{value}" if counted else ""

"""A parser of keys in games whose figures act one by one.

``3m21316`` means ``b13 moves 2ap | b13 > r13 16cm``. The actor is a figure's number within the
acting group. A target is a group's number followed by a figure's number. After a verb without an
actor, the last figure acts again, and ``/`` begins another target of the same burst. The other side
may interrupt. An actor may also be given by its full number, as in ``13m2`` or ``13 13 16``.
Ambiguous keys are read with short numbers, unless spaces separate the numbers or no gun reaches
that far.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from tracker.procedures.declared.action_key_types import FigureKeys, Keys, KeyVerb
from tracker.procedures.match_view import Match
from tracker.vocabulary.subject_ids import (
    FigureId,
    SideId,
    UnitId,
    format_die_label,
    format_handle,
    make_figure_id,
    make_unit_id,
)
from tracker.vocabulary.typed_numbers import is_whole_number
from tui.prompt.key_shorthand_reader import (
    EVERYBODY,
    NO_INTERRUPTER,
    NOBODY_ACTS,
    KeyScanner,
    KeyShorthand,
    ShorthandTarget,
    UnreadableKeys,
    expand_shorthand,
    expand_shorthand_part,
    explain_flag_keys,
    format_interrupter_prompt,
    parse_unit_keys,
)

NO_ACTOR = "Type the number of the figure first."
NO_FIGURE = "This group has no figure {number}. Type one of the numbers shown."
NO_ENEMY = "Type the number of the target as it is shown, such as {}."
ONE_DIGIT = (
    "`{key}` takes one digit of {amount}, and the next digits are a target. "
    "For {distance} {measure}, type `: {line}`. "
)
NO_UNIT = "This side has no group {number}. Type one of the numbers shown."
NO_ENEMIES = "The other side has nobody left on the table."
AMBIGUOUS_INTERRUPT = (
    "These keys can be read in two ways. Separate the numbers with spaces: `{key} {who} {whom} "
    "20` is {watcher} at {target}, 20 {measure}."
)
SPACED_NUMBERS = re.compile(r" +\d+ +\d")  # a leading space does not separate
MAX_DISTANCE_DIGITS = 4
NAMES_OF_BOTH = 2
MIN_TWO_DIGIT_COUNT = 10


def can_shorthand_begin_with_letter(match: Match, keys: Keys, character: str) -> bool:
    """Return whether typed keys can begin with this letter, without the number of an actor."""
    figures = keys.figures
    if figures is None:
        return keys.interrupts is not None and character == keys.interrupts.key
    if figures.acting(match) is None:
        return False
    return character == _get_interrupt_key(keys) or keys.find_verb(character) is not None


def parse_unit_or_figure_keys(
    text: str, keys: Keys, match: Match, side: SideId, phase: str
) -> KeyShorthand:
    """Parse the keys of a line in which units or figures act. Raises ``UnreadableKeys``."""
    if keys.figures is None:
        return parse_unit_keys(text, keys, match, side, phase)
    far_line: KeyShorthand | None = None
    errors: list[tuple[int, UnreadableKeys]] = []
    for in_full in (False, True):
        reader = _FigureKeyReader(text, keys, keys.figures, match, side, in_full=in_full)
        try:
            keyed = reader.read_line(phase)
        except UnreadableKeys as error:
            errors.append((reader.position, error))
            continue
        if not reader.is_out_of_reach:
            return keyed
        far_line = far_line or keyed
    if far_line is None:
        raise max(errors, key=lambda position_and_error: position_and_error[0])[1]
    return far_line


def _get_interrupt_key(keys: Keys) -> str:
    return keys.interrupts.key if keys.interrupts else " "


class _InterruptReading(NamedTuple):
    """One way to read an interrupt's keys. ``name_count`` is the number of figures named."""

    actor: str
    distance: str
    name_count: int
    end: int


class _FigureKeyReader(KeyScanner):
    """A parser of a figure's keys. If ``in_full`` is true, it expects full numbers.

    ``is_out_of_reach`` is true once a typed distance exceeds the actors' reach.
    """

    def __init__(
        self,
        text: str,
        keys: Keys,
        figures: FigureKeys,
        match: Match,
        side: SideId,
        *,
        in_full: bool,
    ) -> None:
        super().__init__(text, keys, match, side)
        self.figures = figures
        self.interrupt_key = _get_interrupt_key(keys)
        self.in_full = in_full
        self.is_out_of_reach = False

    def read_line(self, phase: str) -> KeyShorthand:
        subject = self.match.clock.subject
        if self.next_character == self.interrupt_key:
            interrupt = self._read_interrupt(self._get_acting_figure())
            if self.next_character:
                raise UnreadableKeys(self._describe_stray_key())
            return interrupt
        if subject is None:
            return self._read_group_choice(phase)
        is_everybody, actors = self._read_everybody_or_actors(UnitId(subject))
        verb, share, further_parts = self._read_actions(phase, is_everybody, actors)
        return KeyShorthand(actors, is_everybody, verb, (share,), " | ".join(further_parts))

    def _read_actions(
        self, phase: str, is_everybody: bool, actors: tuple[str, ...]
    ) -> tuple[KeyVerb, ShorthandTarget, list[str]]:
        first_verb, share = self._read_action(phase, actors)
        verb, further_parts = first_verb, []
        actor_text = "all" if is_everybody else ",".join(actors)
        while (
            self.next_character
            and self.next_character != self.interrupt_key
            and verb.whom == "nobody"
        ):
            try:
                next_verb, next_share = self._read_action(phase, actors)
            except UnreadableKeys as error:
                raise UnreadableKeys(
                    f"{self._explain_single_digit(verb, actor_text)}{error.message}"
                ) from None
            further_parts.append(expand_shorthand_part(actor_text, next_verb, next_share))
            verb = next_verb
        while self.next_character == "/" and verb.whom == "enemy":
            self.read_character()
            enemy, details = self._read_enemy(), self._read_details(actors, verb)
            next_share = ShorthandTarget(enemy, tuple(details))
            further_parts.append(expand_shorthand_part(",".join(actors), verb, next_share))
        if self.next_character == self.interrupt_key:
            interrupt = self._read_interrupt(actors[0] if actors else self._get_acting_figure())
            further_parts.append(expand_shorthand(interrupt, self.keys, self.match))
        if self.next_character:
            raise UnreadableKeys(self._describe_stray_key(verb))
        return first_verb, share, further_parts

    def _explain_single_digit(self, verb: KeyVerb, actor_text: str) -> str:
        """Explain that a digit after the amount is a target, and how to type a distance instead."""
        digits = re.match(r"[0-9]{2,}", self.text[max(self.position - 1, 0) :])
        if not verb.amount or digits is None:
            return ""
        measure = self.figures.measure
        far = ShorthandTarget("", (f"{digits[0]}{measure}",))
        return ONE_DIGIT.format(
            key=verb.key,
            amount=verb.amount.upper(),
            distance=digits[0],
            measure=measure,
            line=expand_shorthand_part(actor_text, verb, far),
        )

    def _read_group_choice(self, phase: str) -> KeyShorthand:
        """Read the choice of a group, hero or machine while no figure is acting.

        A figure's number is also accepted. It chooses the group of the figure, which may then act
        at once.
        """
        number = self.read_digits(2)
        unit = make_unit_id(f"{format_handle(self.side)}{number}")
        further_parts, first_action = "", None
        if not number or unit not in self.match.all_units(self.side):
            self.position = 0
            figure = self._read_full_number(self.side)
            if figure is None:
                self.position = len(number)
                raise UnreadableKeys(NO_UNIT.format(number=number or self.next_character))
            unit = self.match.figure(figure).unit
            next_character = self.next_character
            self.position, self.in_full = 0, True
            is_everybody, actors = self._read_everybody_or_actors(unit)
            verb, share, further_actions = self._read_actions(phase, is_everybody, actors)
            first_action = KeyShorthand(actors, is_everybody, verb, (share,))
            if next_character:
                first_part = expand_shorthand_part(",".join(actors), verb, share)
                further_parts = " | ".join((first_part, *further_actions))
        if self.next_character:
            raise UnreadableKeys(self._describe_stray_key())
        return KeyShorthand(
            (format_handle(unit),),
            verb=self.figures.choosing,
            shares=(ShorthandTarget(),),
            further_parts=further_parts,
            first_action=first_action,
        )

    def _read_everybody_or_actors(self, unit: UnitId) -> tuple[bool, tuple[str, ...]]:
        first_of_two = self._get_number_width(unit) > 1 and is_whole_number(
            self.text[self.position + 1 : self.position + 2]
        )
        if self.next_character == EVERYBODY and not first_of_two:
            self.read_character()
            return True, ()
        if not is_whole_number(self.next_character):
            return False, (self._get_acting_figure(),)
        actors = [self._read_figure(unit)]
        while self.next_character == ",":
            self.read_character()
            if not self.next_character:
                break
            actors.append(self._read_figure(unit))
        return False, tuple(actors)

    def _read_figure(self, unit: UnitId) -> str:
        """Read the number of a figure. A full number may name a figure of any group.

        A short number names a figure of the acting group. It has one digit, or two if the group has
        ten figures or more.
        """
        figure_by_full_number = self._read_full_number(self.side) if self.in_full else None
        if figure_by_full_number is not None:
            return self.match.handle(figure_by_full_number)
        number = self.read_digits(self._get_number_width(unit))
        figure = make_figure_id(format_handle(unit), int(number)) if number else None
        if figure not in self._list_members(unit):
            raise UnreadableKeys(NO_FIGURE.format(number=number) if number else NO_ACTOR)
        return self.match.handle(figure)

    def _list_members(self, unit: UnitId) -> list[FigureId]:
        figures = self.match.all_figures(self.side)
        return [figure for figure in figures if self.match.figure(figure).unit == unit]

    def _get_number_width(self, unit: UnitId) -> int:
        return 1 if len(self._list_members(unit)) < MIN_TWO_DIGIT_COUNT else 2

    def _get_acting_figure(self) -> str:
        figure = self.figures.acting(self.match)
        if figure is None:
            raise UnreadableKeys(NO_ACTOR)
        return self.match.handle(figure)

    def _read_action(self, phase: str, actors: tuple[str, ...]) -> tuple[KeyVerb, ShorthandTarget]:
        verb = self.read_verb() or self.keys.find_usual_verb(phase)
        if verb is None:
            raise UnreadableKeys(NOBODY_ACTS)
        words: list[str] = []
        if verb.amount:
            amount = self.read_digits(1)
            words += [verb.format_amount(amount)] if amount else []
        target = ""
        if verb.whom != "nobody":
            early_letters = self._read_letters(verb)
            target = self._read_enemy() if is_whole_number(self.next_character) else ""
            words += [*self._read_details(actors, verb), *early_letters]
        return verb, ShorthandTarget(target, tuple(words))

    def _read_full_number(self, *sides: SideId) -> FigureId | None:
        self.skip_blanks()
        figures_by_number = {
            number: figure
            for side in reversed(sides)
            for figure in self.match.all_figures(side)
            if self.text.startswith(number := self.match.handle(figure)[1:], self.position)
        }
        if not figures_by_number:
            return None
        number = max(figures_by_number, key=len)
        self.position += len(number)
        return figures_by_number[number]

    def _read_enemy(self) -> str:
        """Read an enemy's full number, which is its group's number followed by its own."""
        others = [side for side in self.match.sides if side != self.side]
        figure = self._read_full_number(*others)
        if figure is not None:
            return self.match.handle(figure)
        enemies = (enemy for side in others for enemy in self.match.all_figures(side))
        present = (enemy for enemy in enemies if not self.match.figure(enemy).gone)
        numbers = [self.match.handle(enemy)[1:] for enemy in present]
        raise UnreadableKeys(NO_ENEMY.format(" or ".join(numbers[:2])) if numbers else NO_ENEMIES)

    def _read_details(self, actors: tuple[str, ...], verb: KeyVerb) -> list[str]:
        distances: list[str] = []
        letters: list[str] = []
        for _ in range(2):
            distances = distances or [
                *self._format_distance(self.read_digits(MAX_DISTANCE_DIGITS), actors)
            ]
            letters += self._read_letters(verb)
        return [*distances, *letters]

    def _format_distance(self, distance: str, actors: tuple[str, ...]) -> Iterator[str]:
        if distance:
            self.is_out_of_reach |= not self._can_reach(actors, distance)
            yield f"{distance}{self.figures.measure}"

    def _can_reach(self, handles: tuple[str, ...], distance: str) -> bool:
        figures_by_handle = {self.match.handle(each): each for each in self.match.all_figures()}
        reach = (self.figures.reach(self.match, figures_by_handle[name]) for name in handles)
        return int(distance) <= max(reach, default=0)

    def _read_letters(self, verb: KeyVerb | None = None) -> list[str]:
        words: list[str] = []
        flags = self.keys.map_flag_keys_to_words(verb)
        while self.next_character:
            if self.next_character in flags:
                words.append(flags[self.read_character()])
            elif self.next_character in self.figures.counts:
                word = self.figures.counts[self.read_character()]
                words.append(f"{word} {self.read_digits(2) or '1'}")
            else:
                break
        return words

    def _read_interrupt(self, target: str) -> KeyShorthand:
        """Read the interrupting figure, its target and its distance.

        A known target and the only possible interrupter may be omitted. Digits that could be one of
        their numbers are never read as a distance. ``target`` is the actor of the previous part, or
        else the acting figure.
        """
        self.read_character()
        interrupts = self.keys.interrupts
        interrupters = interrupts.watching(self.match) if interrupts is not None else ()
        if interrupts is None or not interrupters:
            raise UnreadableKeys(NO_INTERRUPTER)
        handles = [self.match.handle(figure) for figure in interrupters]
        readings = [*self._list_readings(handles, target)]
        if not readings:
            raise UnreadableKeys(format_interrupter_prompt(self.match, interrupters, "figures"))
        reading = self._choose_reading(readings, target)
        self.position = reading.end
        distance = self._format_distance(reading.distance, (reading.actor,))
        share = ShorthandTarget(target, (*distance, *self._read_letters()))
        return KeyShorthand((reading.actor,), verb=interrupts.verb, shares=(share,))

    def _list_readings(self, handles: list[str], target: str) -> Iterator[_InterruptReading]:
        """Yield every reading of the keys. For each actor, readings with more names come first."""
        start = self.position
        are_spaced = SPACED_NUMBERS.match(self.text, self.position) is not None
        for actor in handles:
            for named in ((actor, target), (actor,), (target,), ()):
                if actor not in named and len(handles) > 1:
                    continue
                self.position = start
                if not all(
                    self._skip_number_if_next(
                        name[1:], are_spaced=are_spaced and name in named[-1:]
                    )
                    for name in named
                ):
                    continue
                distance = self.read_digits(MAX_DISTANCE_DIGITS)
                if not (are_spaced and is_whole_number(self.next_character)):
                    yield _InterruptReading(actor, distance, len(named), self.position)

    def _skip_number_if_next(self, number: str, *, are_spaced: bool) -> bool:
        """Skip the number if it comes next, and return whether it did."""
        self.skip_blanks()
        is_next = self.text.startswith(number, self.position)
        self.position += len(number) if is_next else 0
        follows = is_whole_number(self.text[self.position : self.position + 1])
        return is_next and not (follows and (are_spaced or "." in number))

    def _choose_reading(self, readings: list[_InterruptReading], target: str) -> _InterruptReading:
        """Return the reading that names both figures, or the only one within reach."""
        within_reach = [
            each
            for each in readings
            if not each.distance or self._can_reach((each.actor,), each.distance)
        ]
        with_both_names = [each for each in within_reach if each.name_count == NAMES_OF_BOTH]
        readings_left = with_both_names or within_reach or readings[-1:]
        if len({(reading.actor, reading.distance) for reading in readings_left}) > 1:
            actor = readings_left[0].actor
            raise UnreadableKeys(
                AMBIGUOUS_INTERRUPT.format(
                    key=self.interrupt_key,
                    who=actor[1:],
                    whom=target[1:],
                    watcher=format_die_label(actor),
                    target=format_die_label(target),
                    measure=self.figures.measure,
                )
            )
        return readings_left[0]

    def _describe_stray_key(self, verb: KeyVerb | None = None) -> str:
        hint = explain_flag_keys(self.keys.map_flag_keys_to_words(verb))
        return f"`{self.next_character}` is not a key here. {hint}"

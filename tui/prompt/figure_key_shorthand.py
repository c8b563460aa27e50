"""Parsing of keys in games whose figures act one by one, such as ``3m21316`` for ``b13 moves 2ap |
b13 > r13 16cm``.

The actor is a number within the acting group, and a target is a group's number followed by a
figure's. A verb without an actor repeats the last figure, and ``/`` begins another target of the
same burst. The other side may interrupt. An actor may also be given by its full number, as in
``13m2`` or ``13 13 16``. Ambiguous keys are read with short numbers, unless spaces separate the
numbers or no gun reaches that far.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from tracker.procedures.declared.action_keys import FigureKeys, Keys, KeyVerb
from tracker.procedures.match_view import Match
from tracker.vocabulary.subject_ids import (
    FigureId,
    SideId,
    Subject,
    UnitId,
    format_die_label,
    format_handle,
    make_figure_id,
    make_unit_id,
)
from tracker.vocabulary.typed_numbers import is_whole_number
from tui.prompt import chained_key_shorthand, key_shorthand_reader
from tui.prompt.key_shorthand_reader import (
    EVERYBODY,
    KeyedLine,
    KeyedTarget,
    KeyScanner,
    UnreadableKeys,
)

NOBODY = "Type the number of the figure first."
NO_FIGURE = "There is no figure {number} in this group. Type a number shown there."
NO_ENEMY = "Type the number of the target as it is shown: {}."
ONE_DIGIT = "{key} takes one digit, 1 to 9 {amount}. "
NO_UNIT = "There is no group {number} on this side. Type a number shown there."
NO_ENEMIES = "The other side has nobody left on the table."
TWO_WAYS = (
    "That can be read in two ways. Separate the numbers with spaces: {key} {who} {whom} "
    "20 is {watcher} at {target}, 20 {measure}."
)
APART = re.compile(r" +\d+ +\d")
"""Numbers separated by spaces. A single leading space does not separate."""
FAR_DIGITS = 4
WHO_AND_WHOM = 2
TEN = 10


def can_letter_begin(match: Match, keys: Keys, character: str) -> bool:
    """Whether typed text can begin with this letter, for the acting or the last figure."""
    figures = keys.figures
    if figures is None:
        return keys.interrupts is not None and character == keys.interrupts.key
    if figures.acting(match) is None:
        return False
    return character == _key(keys) or keys.find_verb(character) is not None


def read_figure_keys(text: str, keys: Keys, match: Match, side: SideId, phase: str) -> KeyedLine:
    """Parse keys for units or figures as a line. Raises ``UnreadableKeys``."""
    if keys.figures is None:
        read_units = (
            chained_key_shorthand.read_chained_keys
            if keys.chained
            else key_shorthand_reader.read_unit_keys
        )
        return read_units(text, keys, match, side, phase)
    found: KeyedLine | None = None
    wrong: list[tuple[int, UnreadableKeys]] = []
    for in_full in (False, True):
        reader = _Reader(text, keys, keys.figures, match, side, in_full=in_full)
        try:
            keyed = reader.read(phase)
        except UnreadableKeys as why:
            wrong.append((reader.at, why))
            continue
        if not reader.too_far:
            return keyed
        found = found or keyed
    if found is None:
        raise max(wrong, key=lambda each: each[0])[1]
    return found


def _key(keys: Keys) -> str:
    """Return the key for an interrupt, or a space if there is none."""
    return keys.interrupts.key if keys.interrupts else " "


class _Between(NamedTuple):
    """A possible reading of an interrupt. ``named`` counts its names, and ``end`` is its end."""

    who: str
    far: str
    named: int
    end: int


class _Reader(KeyScanner):
    """A key parser. ``in_full`` expects full numbers. ``too_far`` marks a range out of reach."""

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
        self.between = _key(keys)
        self.in_full = in_full
        self.too_far = False

    # ------------------------------------------------------------------------------ the line

    def read(self, phase: str) -> KeyedLine:
        subject = self.match.clock.subject
        if self.next_character == self.between:
            return self._break_in(self._acting())
        if subject is None:
            return self._choose(phase)
        everybody, who = self._who(UnitId(subject))
        verb, share, more = self._parts(phase, everybody, who)
        return KeyedLine(who, everybody, verb, (share,), " | ".join(more))

    def _parts(
        self, phase: str, everybody: bool, who: tuple[str, ...]
    ) -> tuple[KeyVerb, KeyedTarget, list[str]]:
        """Read the first action, then the others in the notation of a line."""
        first, share = self._part(phase, who)
        verb, more = first, []
        while self.next_character and self.next_character != self.between and verb.whom == "nobody":
            try:
                again, further = self._part(phase, who)
            except UnreadableKeys as why:
                digits = bool(verb.amount) and is_whole_number(self.text[self.at - 1 : self.at])
                one = ONE_DIGIT.format(key=verb.key, amount=verb.amount.upper()) if digits else ""
                raise UnreadableKeys(f"{one}{why.message}") from None
            whom = "all" if everybody else ",".join(who)
            more.append(key_shorthand_reader.format_keyed_part(whom, again, further))
            verb = again
        while self.next_character == "/" and verb.whom == "enemy":
            self.read_character()
            further = KeyedTarget(self._enemy(), tuple(self._hows(who)))
            more.append(key_shorthand_reader.format_keyed_part(",".join(who), verb, further))
        if self.next_character == self.between:
            more.append(self._between(who[0] if who else ""))
        if self.next_character:
            raise UnreadableKeys(self._stray())
        return first, share, more

    def _choose(self, phase: str) -> KeyedLine:
        """Read the choice of a group, hero or machine while no figure is acting. A figure's number
        is also accepted. It chooses the figure's group, and the figure may act at once.
        """
        number = self.read_digits(2)
        unit = make_unit_id(f"{format_handle(self.side)}{number}")
        more, acts = "", None
        if not number or unit not in self.match.all_units(self.side):
            self.at = 0
            figure = self._shown(self.side)
            if figure is None:
                self.at = len(number)
                raise UnreadableKeys(NO_UNIT.format(number=number or self.next_character))
            unit = self.match.figure(figure).unit
            behind = self.next_character
            self.at, self.in_full = 0, True
            everybody, who = self._who(unit)
            verb, share, rest = self._parts(phase, everybody, who)
            acts = KeyedLine(who, everybody, verb, (share,))
            if behind:
                more = " | ".join(
                    (key_shorthand_reader.format_keyed_part(",".join(who), verb, share), *rest)
                )
        if self.next_character:
            raise UnreadableKeys(self._stray())
        return KeyedLine(
            (format_handle(unit),),
            verb=self.figures.choosing,
            shares=(KeyedTarget(),),
            more=more,
            acts=acts,
        )

    def _who(self, unit: UnitId) -> tuple[bool, tuple[str, ...]]:
        first_of_two = self._width(unit) > 1 and is_whole_number(
            self.text[self.at + 1 : self.at + 2]
        )
        if self.next_character == EVERYBODY and not first_of_two:
            self.read_character()
            return True, ()
        if not is_whole_number(self.next_character):
            return False, (self._acting(),)
        who = [self._own(unit)]
        while self.next_character == ",":
            self.read_character()
            if not self.next_character:
                break
            who.append(self._own(unit))
        return False, tuple(who)

    def _own(self, unit: UnitId) -> str:
        """Read the number of a figure. A full number may name a figure of any group. Other numbers
        have one digit in the acting group, or two if the group has ten figures or more.
        """
        shown = self._shown(self.side) if self.in_full else None
        if shown is not None:
            return self.match.handle(shown)
        number = self.read_digits(self._width(unit))
        figure = make_figure_id(format_handle(unit), int(number)) if number else None
        if figure not in self._members(unit):
            raise UnreadableKeys(NO_FIGURE.format(number=number) if number else NOBODY)
        return self.match.handle(figure)

    def _members(self, unit: UnitId) -> list[FigureId]:
        every = self.match.all_figures(self.side)
        return [figure for figure in every if self.match.figure(figure).unit == unit]

    def _width(self, unit: UnitId) -> int:
        """Return the number of digits in the figure numbers of this group."""
        return 1 if len(self._members(unit)) < TEN else 2

    def _acting(self) -> str:
        found = self.figures.acting(self.match)
        if found is None:
            raise UnreadableKeys(NOBODY)
        return self.match.handle(found)

    # ------------------------------------------------------------------------------ its parts

    def _part(self, phase: str, who: tuple[str, ...]) -> tuple[KeyVerb, KeyedTarget]:
        verb = self.keys.find_verb(self.next_character) if self.next_character else None
        if verb is not None:
            self.read_character()
        else:
            verb = self.keys.find_usual_verb(phase)
        if verb is None:
            raise UnreadableKeys("Nobody acts in this phase. Press Enter to go on.")
        words: list[str] = []
        if verb.amount:
            amount = self.read_digits(1)
            words += [verb.format_measured(amount)] if amount else []
        whom = ""
        if verb.whom != "nobody":
            early = self._letters()
            whom = self._enemy() if is_whole_number(self.next_character) else ""
            words += [*self._hows(who), *early]
        return verb, KeyedTarget(whom, tuple(words))

    def _shown(self, *sides: SideId) -> FigureId | None:
        """Read the figure of these sides whose full number comes next, or return None."""
        self.skip_blanks()
        found = {
            number: figure
            for side in reversed(sides)
            for figure in self.match.all_figures(side)
            if self.text.startswith(number := self.match.handle(figure)[1:], self.at)
        }
        if not found:
            return None
        number = max(found, key=len)
        self.at += len(number)
        return found[number]

    def _enemy(self) -> str:
        """Read an enemy's full number, which consists of a group's number and a figure's."""
        others = [side for side in self.match.sides if side != self.side]
        figure = self._shown(*others)
        if figure is not None:
            return self.match.handle(figure)
        every = (one for side in others for one in self.match.all_figures(side))
        numbers = [self.match.handle(one)[1:] for one in every if not self.match.figure(one).gone]
        raise UnreadableKeys(NO_ENEMY.format(" or ".join(numbers[:2])) if numbers else NO_ENEMIES)

    def _hows(self, who: tuple[str, ...]) -> list[str]:
        """Read a distance and letters in any order."""
        far: list[str] = []
        letters: list[str] = []
        for _ in range(2):
            far = far or [*self._measured(self.read_digits(FAR_DIGITS), who)]
            letters += self._letters()
        return [*far, *letters]

    def _measured(self, distance: str, who: tuple[str, ...]) -> Iterator[str]:
        if distance:
            self.too_far |= not self._reaches(who, distance)
            yield f"{distance}{self.figures.measure}"

    def _reaches(self, who: tuple[str, ...], distance: str) -> bool:
        """Whether one of these figures can shoot this far."""
        known = {self.match.handle(figure): figure for figure in self.match.all_figures()}
        reach = (self.figures.reach(self.match, known[name]) for name in who)
        return int(distance) <= max(reach, default=0)

    def _letters(self) -> list[str]:
        found: list[str] = []
        while self.next_character:
            if self.next_character in self.keys.flags:
                found.append(self.keys.flags[self.read_character()])
            elif self.next_character in self.figures.counts:
                word = self.figures.counts[self.read_character()]
                found.append(f"{word} {self.read_digits(2) or '1'}")
            else:
                break
        return found

    # ---------------------------------------------------------------------- coming in between

    def _break_in(self, whom: str) -> KeyedLine:
        """Read an interrupt typed on its own. Its target is the acting figure."""
        who, share = self._breaks_in(whom)
        return KeyedLine((who,), verb=self._verb, shares=(share,))

    def _between(self, whom: str) -> str:
        """Read an interrupt after another part. Its target is that part's actor."""
        who, share = self._breaks_in(whom or self._acting())
        return key_shorthand_reader.format_keyed_part(who, self._verb, share)

    def _breaks_in(self, whom: str) -> tuple[str, KeyedTarget]:
        """Read the interrupting figure, its target and the distance. A known target may be omitted,
        and so may the only possible interrupting figure. Digits that could be one of these numbers
        are never read as a distance.
        """
        self.read_character()
        names = [self.match.handle(figure) for figure in self._watching()]
        if not names:
            raise UnreadableKeys(key_shorthand_reader.NO_WATCHER)
        found = self._meant([*self._readings(names, whom)], whom)
        self.at = found.end
        return found.who, KeyedTarget(
            whom, (*self._measured(found.far, (found.who,)), *self._letters())
        )

    def _readings(self, names: list[str], whom: str) -> Iterator[_Between]:
        """Yield every possible reading of interrupter, target and distance, most names first."""
        begun, apart = self.at, APART.match(self.text, self.at) is not None
        for who in names:
            for said in ((who, whom), (who,), (whom,), ()):
                if who not in said and len(names) > 1:
                    continue
                self.at = begun
                if not all(
                    self._says(name[1:], apart=apart and name in said[-1:]) for name in said
                ):
                    continue
                far = self.read_digits(FAR_DIGITS)
                if not (apart and is_whole_number(self.next_character)):
                    yield _Between(who, far, len(said), self.at)

    def _says(self, number: str, *, apart: bool) -> bool:
        """Whether this number comes next. If numbers stand ``apart``, no digit may follow."""
        self.skip_blanks()
        said = self.text.startswith(number, self.at)
        self.at += len(number) if said else 0
        follows = is_whole_number(self.text[self.at : self.at + 1])
        return said and not (follows and (apart or "." in number))

    def _meant(self, readings: list[_Between], whom: str) -> _Between:
        """Choose the reading with both names, or else the only one within reach."""
        if not readings:
            asked = key_shorthand_reader.describe_interrupt_choice(
                self.match, self._watching(), "figures"
            )
            raise UnreadableKeys(asked)
        near = [one for one in readings if not one.far or self._reaches((one.who,), one.far)]
        whole = [one for one in near if one.named == WHO_AND_WHOM]
        meant = whole or near or readings[-1:]
        if len({(one.who, one.far) for one in meant}) > 1:
            who = meant[0].who
            raise UnreadableKeys(
                TWO_WAYS.format(
                    key=self.between,
                    who=who[1:],
                    whom=whom[1:],
                    watcher=format_die_label(who),
                    target=format_die_label(whom),
                    measure=self.figures.measure,
                )
            )
        return meant[0]

    def _watching(self) -> tuple[Subject, ...]:
        return self.keys.interrupts.watching(self.match) if self.keys.interrupts else ()

    @property
    def _verb(self) -> KeyVerb:
        assert self.keys.interrupts is not None
        return self.keys.interrupts.verb

    def _stray(self) -> str:
        flags = ", ".join(f"{key} {word}" for key, word in self.keys.flags.items())
        return (
            f"{self.next_character} is not a key here. {key_shorthand_reader.describe_flags(flags)}"
        )

"""A parser that turns keys into a line. In a shooting phase, ``12s`` means ``r1 > b2 soft``.

The order is always actor, verb, target, details. ``/`` begins the next part of a divided action.
Keys can be chained: ``1m7c1`` means ``r1 moves 7in | r1 contacts b1``. In a phase in which a side
lists its units, ``1r3o51`` means ``orders red : r1 run r3 opp r5 1``. The ruleset defines the verbs
and letters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import takewhile

from tracker.application.errors import Refused
from tracker.procedures.declared.action_key_types import InterruptKeys, Keys, KeyVerb
from tracker.procedures.declared.actorless_line_forms import format_side
from tracker.procedures.match_view import Match
from tracker.vocabulary.count_wording import format_alternatives
from tracker.vocabulary.subject_ids import (
    SideId,
    Subject,
    format_die_label,
    format_handle,
    make_unit_id,
)
from tracker.vocabulary.typed_numbers import is_whole_number
from tui.views.pending_question_view import name_subject

EVERYBODY = "0"
REST = "rest"
NO_SUCH_UNIT = "{side} has no unit {number}. Type {known}."
NOBODY_ACTS = "Nobody acts in this phase. Press Esc, then Enter to continue."
NO_INTERRUPTER = "Nobody on the other side can interrupt."
NUMBERS_WITH_DISTANCE = 3
ONLY_TARGET = "Only {whom} can be shot at here. Type {number}, or no target."
FINISH_IN_WORDS = "Press : to finish the line in words."
MAX_AMOUNT_DIGITS = 2


class UnreadableKeys(Refused):
    """The error for keys that do not form a line. Its ``message`` says what to type."""


class MissingVerb(UnreadableKeys):
    """The error for keys that name no action. Its message gives ``advice``, then ``verbs``."""

    def __init__(self, verbs: Iterable[KeyVerb], advice: str) -> None:
        known = ", ".join(f"{verb.key} {verb.text or verb.verb}" for verb in verbs)
        self.advice = advice
        super().__init__(f"{advice}: {known}." if known else NOBODY_ACTS)


MAX_PARTS_AFTER_STROKE = 2
"""The number of parts in ``/1o``: an empty part for the first weapon, and one for the second."""


@dataclass(frozen=True)
class ShorthandTarget:
    """A target in the typed keys, with the words for its details."""

    target: str = ""
    flags: tuple[str, ...] = ()


@dataclass(frozen=True)
class KeyShorthand:
    """A line typed in keys: the handles of the actors, the verb, and one or more targets."""

    actors: tuple[str, ...] = ()
    is_everybody: bool = False
    verb: KeyVerb | None = None
    shares: tuple[ShorthandTarget, ...] = ()
    further_parts: str = ""  # as they are written in a line
    first_action: KeyShorthand | None = None  # if a figure's number chose the group

    @property
    def lacks_target(self) -> bool:
        """Whether the verb needs a target but none was typed. A proposal may supply the target."""
        needs = self.verb is not None and self.verb.whom != "nobody" and not self.verb.alone
        return needs and not any(share.target for share in self.shares)


BLANK = " "


class KeyScanner:
    """A scanner of the keys that are typed for a side.

    If ``spaced`` is true, a space merely ends a number. Otherwise, it separates chained parts,
    except directly after the actor.
    """

    def __init__(self, text: str, keys: Keys, match: Match, side: SideId) -> None:
        self.text = text.strip()
        self.position = 0
        self.spaced = not keys.chained
        self.keys = keys
        self.match = match
        self.side = side

    @property
    def next_character(self) -> str:
        if self.spaced:
            self.skip_blanks()
        return self.text[self.position : self.position + 1]

    def read_character(self) -> str:
        self.position += 1
        return self.text[self.position - 1]

    def read_verb(self) -> KeyVerb | None:
        """Read a verb's whole word, such as ``opp``, or its key. Return None if neither follows.

        Without the word, the letters of ``opp`` would be read as the keys of three actions.
        """
        key = self.next_character
        if not key:
            return None
        word = "".join(takewhile(str.isalpha, self.text[self.position :]))
        named = (verb for verb in self.keys.verbs if verb.verb == word and len(word) > 1)
        verb = next(named, None)
        if verb is not None:
            self.position += len(word)
            return verb
        verb = self.keys.find_verb(key)
        if verb is not None:
            self.read_character()
        return verb

    def skip_blanks(self) -> None:
        while self.text[self.position : self.position + 1] == BLANK:
            self.position += 1

    def detect_spacing(self) -> None:
        """Set ``spaced`` by the next character. Call this after the first number of a part."""
        self.spaced = not self.keys.chained or self.text[self.position : self.position + 1] == BLANK

    def read_digits(self, max_digits: int) -> str:
        digits = (
            self.read_character() if max_digits and is_whole_number(self.next_character) else ""
        )
        while (
            digits
            and len(digits) < max_digits
            and is_whole_number(self.text[self.position : self.position + 1])
        ):
            digits += self.read_character()
        return digits


class UnitKeyScanner(KeyScanner):
    def read_unit_handle(self, side: SideId) -> str:
        """Read a unit's number and return its handle. A leading zero may be omitted."""
        self.skip_blanks()
        number = self.read_digits(count_unit_digits(self.match, side))
        if not number:
            raise UnreadableKeys("Type the number of a unit.")
        unit = make_unit_id(f"{format_handle(side)}{int(number)}")
        if unit not in self.match.all_units(side):
            known = format_alternatives([format_handle(u)[1:] for u in self.match.all_units(side)])
            name = self.match.side_name(side)
            raise UnreadableKeys(NO_SUCH_UNIT.format(side=name, number=int(number), known=known))
        return format_handle(unit)


def count_unit_digits(match: Match, side: SideId) -> int:
    """Return the number of digits in this side's unit numbers, with two for ten units or more."""
    numbers = (format_handle(unit)[1:] for unit in match.all_units(side))
    return max((len(number) for number in numbers if number.isdigit()), default=1)


def parse_unit_keys(text: str, keys: Keys, match: Match, side: SideId, phase: str) -> KeyShorthand:
    """Parse the keys of a line in which units act. Raises ``UnreadableKeys``."""
    reader = UnitKeyScanner(text, keys, match, side)
    first_part = _parse_first_part(reader, phase)
    actors = (REST,) if first_part.is_everybody else first_part.actors
    position = reader.position
    try:
        parts = (first_part.further_parts, *_parse_next_parts(reader, actors, phase))
    except UnreadableKeys:
        verb, rest = first_part.verb, reader.text[position:].strip()
        flags = first_part.shares[-1].flags if first_part.shares else ()
        lacks_amount = verb is not None and verb.amount and flags and flags[0].isalpha()
        if not lacks_amount or not is_whole_number(rest, MAX_AMOUNT_DIGITS):
            raise
        reader.position = position
        reader.skip_blanks()
        raise UnreadableKeys(_describe_stray_key(reader, verb)) from None
    return replace(first_part, further_parts=" | ".join(filter(None, parts)))


def _parse_next_parts(reader: UnitKeyScanner, actors: tuple[str, ...], phase: str) -> Iterator[str]:
    while reader.text[reader.position :]:
        reader.skip_blanks()
        interrupts = reader.keys.interrupts
        if (
            interrupts is not None
            and reader.next_character == interrupts.key
            and actors not in ((), (REST,))
        ):
            yield read_interrupt_as_part(reader, interrupts, actors[0])
            continue
        actors, verb = _read_actors_and_verb(reader, actors, phase)
        yield expand_shorthand_part(",".join(actors), verb, _read_target_share(reader, verb))


def _read_actors_and_verb(
    reader: UnitKeyScanner, actors: tuple[str, ...], phase: str
) -> tuple[tuple[str, ...], KeyVerb]:
    """Read a part's unit and verb, as in ``4g`` or ``g4``. By default, the last unit acts again."""
    has_number = is_whole_number(reader.next_character)
    if has_number:
        actors = (reader.read_unit_handle(reader.side),)
        reader.detect_spacing()
    elif reader.keys.find_verb(reader.next_character) is None:
        raise UnreadableKeys(
            f"`{reader.next_character}` is not a key here. Press ? for a list of keys."
        )
    verb = _read_verb(reader, phase)
    if verb is None:
        raise UnreadableKeys("Type the number of a unit, then the key of an action.")
    if not has_number and verb.whom != "nobody" and not verb.alone:
        reader.detect_spacing()
    if (
        not has_number
        and verb.whom == "nobody"
        and not verb.amount
        and is_whole_number(reader.next_character)
    ):
        actors = (reader.read_unit_handle(reader.side),)
    return actors, verb


def _parse_first_part(reader: UnitKeyScanner, phase: str) -> KeyShorthand:
    keys = reader.keys
    is_everybody, actors = _read_everybody_or_actors(reader)
    verb = _read_verb(reader, phase)
    shares = _read_target_shares(reader, verb) if verb is not None else ()
    further_parts = ""
    if actors and keys.interrupts is not None and reader.next_character == keys.interrupts.key:
        further_parts = read_interrupt_as_part(reader, keys.interrupts, actors[0])
    if reader.next_character and not keys.chained:
        raise UnreadableKeys(_describe_stray_key(reader, verb))
    return KeyShorthand(actors, is_everybody, verb, shares, further_parts)


def expand_interrupt_keys(
    text: str, keys: Keys, interrupts: InterruptKeys, match: Match, target: str
) -> str:
    """Expand an interrupt's keys (``i22s``) to part of a line. Raises ``UnreadableKeys``."""
    reader = UnitKeyScanner(text, keys, match, match.side_of(make_unit_id(target)))
    line = read_interrupt_as_part(reader, interrupts, target)
    if reader.next_character:
        raise UnreadableKeys(_describe_stray_key(reader, interrupts.verb))
    return line


def read_interrupt_as_part(reader: UnitKeyScanner, interrupts: InterruptKeys, target: str) -> str:
    """Read an interrupt against ``target`` and return it as a part of a line."""
    reader.read_character()
    spaced_count = _count_spaced_numbers(reader)
    reader.detect_spacing()
    interrupters = list_interrupters(interrupts, reader.match, make_unit_id(target))
    handles = [reader.match.handle(one) for one in interrupters]
    if not handles:
        raise UnreadableKeys(NO_INTERRUPTER)
    if len(handles) > 1 or spaced_count == NUMBERS_WITH_DISTANCE:
        other_side = reader.match.other(reader.side)
        found = reader.read_unit_handle(other_side) if reader.next_character else ""
        if found not in handles:
            raise UnreadableKeys(format_interrupter_prompt(reader.match, interrupters, "units"))
        handles = [found]
    else:
        _skip_only_interrupter(reader, handles[0][1:])
    if spaced_count == NUMBERS_WITH_DISTANCE and reader.read_unit_handle(reader.side) != target:
        raise UnreadableKeys(ONLY_TARGET.format(whom=format_die_label(target), number=target[1:]))
    verb = interrupts.verb
    if verb.amount and _is_spaced_number_distance(reader):
        reader.spaced = True
    found = reader.read_digits(MAX_AMOUNT_DIGITS) if verb.amount else ""
    amount = (verb.format_amount(found),) if found else ()
    return expand_shorthand_part(
        handles[0], verb, ShorthandTarget(target, (*amount, *_read_flags(reader, verb)))
    )


def list_interrupters(
    interrupts: InterruptKeys, match: Match, actor: Subject | None
) -> tuple[Subject, ...]:
    """List the units or figures that may interrupt.

    If ``actor`` is given, list only its enemies.
    """
    interrupters = interrupts.watching(match)
    if actor is None:
        return interrupters
    side = match.side_of(actor)
    return tuple(one for one in interrupters if match.side_of(one) != side)


def format_interrupter_prompt(match: Match, interrupters: Iterable[Subject], plural: str) -> str:
    """Explain what to type if several units or figures can interrupt but none was named."""
    names = ", ".join(name_subject(match, one) for one in interrupters)
    return f"Several {plural} can interrupt. Type the number of one: {names}."


def _skip_only_interrupter(reader: UnitKeyScanner, number: str) -> None:
    """Skip the number of the only possible interrupter, if it was typed.

    Digits that could be this number are never read as a distance. After a space, the digits must be
    exactly this number. Without a space, they must begin with it.
    """
    rest = reader.text[reader.position :]
    digits = "".join(takewhile(is_whole_number, rest.lstrip()))
    if digits == number or (digits.startswith(number) and not rest.startswith(BLANK)):
        reader.skip_blanks()
        reader.read_digits(len(number))


def _count_spaced_numbers(reader: UnitKeyScanner) -> int:
    """Count the numbers that follow, separated by spaces, such as three in ``i 1 2 20``."""
    rest = reader.text[reader.position :]
    words = rest.split() if rest.startswith(BLANK) else ()
    return len([*takewhile(is_whole_number, (piece[0] for piece in words))])


def _read_everybody_or_actors(reader: UnitKeyScanner) -> tuple[bool, tuple[str, ...]]:
    if reader.text.startswith(EVERYBODY) and not _begins_with_two_digit_number(reader):
        reader.read_character()
        reader.detect_spacing()
        return True, ()
    if not reader.next_character:
        return False, ()
    actors = [reader.read_unit_handle(reader.side)]
    reader.detect_spacing()
    others = tuple(_read_further_units(reader, reader.side))
    if not reader.spaced:
        reader.detect_spacing()
    return False, (*actors, *others)


def _begins_with_two_digit_number(reader: UnitKeyScanner) -> bool:
    """Return whether a unit number of two digits, such as ``01``, begins the text."""
    return count_unit_digits(reader.match, reader.side) > 1 and is_whole_number(reader.text[1:2])


def _read_further_units(reader: UnitKeyScanner, side: SideId) -> Iterator[str]:
    """Yield the handles of further units in a list. The last comma may have no unit after it."""
    while reader.next_character == ",":
        reader.read_character()
        if not reader.next_character:
            return
        yield reader.read_unit_handle(side)


def _read_verb(reader: UnitKeyScanner, phase: str) -> KeyVerb | None:
    verb = reader.read_verb()
    if verb is not None:
        return verb
    usual = reader.keys.find_usual_verb(phase)
    if usual is None and reader.next_character:
        raise MissingVerb(reader.keys.verbs, "Type the key of an action")
    return usual


def _read_target_shares(reader: UnitKeyScanner, verb: KeyVerb) -> tuple[ShorthandTarget, ...]:
    """Read each weapon's target, as in ``1o/2s``, or with the stroke first, as in ``/1o2s``."""
    stroke_first, strokes = reader.next_character == "/" and verb.whom != "nobody", 0
    shares = [_read_target_share(reader, verb)]
    while reader.next_character == "/" or (stroke_first and is_whole_number(reader.next_character)):
        if reader.next_character == "/":
            reader.read_character()
            strokes += 1
        shares.append(_read_target_share(reader, verb))
    listed = stroke_first and strokes == 1 and len(shares) > MAX_PARTS_AFTER_STROKE
    return tuple(shares[1:] if listed else shares)


def _read_target_share(reader: UnitKeyScanner, verb: KeyVerb) -> ShorthandTarget:
    target, early_flags = "", [*_read_flags(reader, verb)] if verb.whom != "nobody" else []
    if is_whole_number(reader.next_character) and verb.whom != "nobody":
        side = reader.side if verb.whom == "own" else reader.match.other(reader.side)
        target = ",".join((reader.read_unit_handle(side), *_read_further_units(reader, side)))
    details = []
    if target and verb.amount and _is_spaced_number_distance(reader):
        reader.spaced = True
    if verb.amount and (amount := reader.read_digits(MAX_AMOUNT_DIGITS)):
        details.append(verb.format_amount(amount))
    flags = [*details, *early_flags, *_read_flags(reader, verb)]
    chained = reader.keys.find_verb(reader.next_character)
    if verb.before_target and chained is not None and chained.whom == "enemy":
        flags.append(verb.before_target)
    return ShorthandTarget(target, tuple(dict.fromkeys(flags)))


def _is_spaced_number_distance(reader: UnitKeyScanner) -> bool:
    """Return whether a number after a space is a distance (``11 8l``), not the next part (``5v1
    2m4``).
    """
    rest = reader.text[reader.position :]
    digits = "".join(takewhile(is_whole_number, rest.lstrip()))
    next_character = rest.lstrip()[len(digits) :][:1]
    ends = not next_character or next_character == BLANK or next_character in reader.keys.flags
    ends |= reader.keys.interrupts is not None and next_character == reader.keys.interrupts.key
    return rest.startswith(BLANK) and 0 < len(digits) <= MAX_AMOUNT_DIGITS and ends


def _read_flags(reader: UnitKeyScanner, verb: KeyVerb) -> Iterator[str]:
    flags = reader.keys.map_flag_keys_to_words(verb)
    while reader.next_character in flags:
        yield flags[reader.read_character()]


def _describe_stray_key(reader: UnitKeyScanner, verb: KeyVerb | None) -> str:
    verb_before_number = verb if is_whole_number(reader.next_character) else None
    if verb_before_number is not None and verb_before_number.whom == "nobody":
        explanation = f'"{verb_before_number.text or verb_before_number.verb}" takes no target'
        if verb_before_number.amount:
            return f"{explanation}."
        return f"{explanation} or number. {FINISH_IN_WORDS}"
    before = reader.text[: reader.position].rstrip()
    head = before.rstrip("".join(reader.keys.map_flag_keys_to_words(verb)))
    if verb_before_number is not None and verb_before_number.amount and head != before:
        distance = "".join(takewhile(is_whole_number, reader.text[reader.position :].lstrip()))
        return f"Type the distance before the letters: `{head}{distance}{before[len(head) :]}`."
    flags = reader.keys.map_flag_keys_to_words(verb)
    is_unfinished = verb_before_number is not None and not flags
    hint = FINISH_IN_WORDS if is_unfinished else explain_flag_keys(flags)
    return f"`{reader.next_character}` is not a key here. {hint}"


def explain_flag_keys(flags: Mapping[str, str]) -> str:
    """Explain the letters that may follow an action, or refer to the list of keys."""
    if not flags:
        return "Press ? for a list of keys."
    return f"Type {format_alternatives([f'{key} for {word}' for key, word in flags.items()])}."


def expand_shorthand(
    shorthand: KeyShorthand, keys: Keys, match: Match, side: SideId | None = None
) -> str:
    """Format a side's parsed keys as a line. Raises ``UnreadableKeys`` if a part is missing."""
    actors = REST if shorthand.is_everybody else ",".join(shorthand.actors)
    if not actors or shorthand.verb is None:
        raise MissingVerb(keys.verbs, "Type the number of a unit, then the key of an action")
    if shorthand.lacks_target and not shorthand.is_everybody:
        raise UnreadableKeys(
            f"{actors} {shorthand.verb.text or shorthand.verb.verb} whom? Type a target."
        )
    if len(shorthand.shares) == 1:
        is_each = shorthand.verb.each
        apart = _list_separate_actors(shorthand, keys, match, side) if is_each else ()
        first_parts = [
            expand_shorthand_part(
                one,
                shorthand.verb.with_verb_for_unit(match, make_unit_id(one)),
                shorthand.shares[0],
            )
            for one in apart or (actors,)
        ]
        return " | ".join(filter(None, (*first_parts, shorthand.further_parts)))
    has_parts = len(shorthand.actors) == 1
    parts = keys.parts(match, make_unit_id(shorthand.actors[0])) if has_parts else ()
    if len(parts) < len(shorthand.shares):
        count = len(shorthand.shares)
        raise UnreadableKeys(f"{actors} cannot split this action among {count} targets.")
    return " | ".join(
        f"{expand_shorthand_part(actors, shorthand.verb, share)} {words}"
        for share, words in zip(shorthand.shares, parts, strict=False)
        if share.target
    )


def _list_separate_actors(
    shorthand: KeyShorthand, keys: Keys, match: Match, side: SideId | None
) -> tuple[str, ...]:
    """List the actors that each get their own part of the line.

    If everybody acts, these are all units that can act.
    """
    if not shorthand.is_everybody or side is None or keys.figures is not None:
        return shorthand.actors
    units = (one for one in match.units(side) if keys.cannot(match, one) is None)
    return tuple(map(match.handle, units))


def expand_shorthand_part(actors: str, verb: KeyVerb, target: ShorthandTarget) -> str:
    pieces = [actors]
    if verb.verb:
        pieces.append(verb.verb)
    elif target.target:
        pieces.append(">")
    return " ".join([*pieces, *([target.target] if target.target else []), *target.flags])


def expand_side_list_keys(text: str, keys: Keys, match: Match, side: SideId, phase: str) -> str:
    """Expand the keys of a side's list of units to a line. Raises ``UnreadableKeys``."""
    reader, kind = UnitKeyScanner(text, keys, match, side), keys.lists[phase]
    reader.spaced = True
    words: list[str] = []
    while reader.next_character:
        unit = reader.read_unit_handle(side)
        key = reader.read_character() if reader.next_character else ""
        counts = kind.count(match, make_unit_id(unit))
        number = key if is_whole_number(key) else ""
        word = number if counts else kind.letters.get(key, "")
        if not word:
            known = ", ".join(f"{letter} {word}" for letter, word in kind.letters.items())
            raise UnreadableKeys(
                f"{format_die_label(unit)}: {f'type its {kind.number}' if counts else known}."
            )
        words += [unit, word]
    return f"{kind.word} {format_side(match, side).lower()} : {' '.join(words)}"

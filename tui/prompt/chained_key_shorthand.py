"""Parsing of chained keys, such as ``1m7c1`` for ``r1 moves 7in | r1 contacts b1``.

In a phase in which a side lists its units, ``1r3o51`` means ``orders red : r1 run r3 opp r5 1``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tracker.procedures.declared.action_keys import Keys, KeyVerb
from tracker.procedures.declared.actorless_line_forms import format_side
from tracker.procedures.match_view import Match
from tracker.vocabulary.subject_ids import SideId, format_die_label, make_unit_id
from tracker.vocabulary.typed_numbers import is_whole_number
from tui.prompt.key_shorthand_reader import (
    REST,
    KeyShorthand,
    UnitKeyScanner,
    UnreadableKeys,
    expand_shorthand_part,
    parse_first_part,
    read_interrupt,
    read_target_share,
    read_verb,
)


def parse_side_list_keys(text: str, keys: Keys, match: Match, side: SideId, phase: str) -> str:
    """Parse the keys for a side's whole list in a phase as a line. Raises ``UnreadableKeys``."""
    reader, kind = UnitKeyScanner(text, keys, match, side), keys.lists[phase]
    reader.spaced = True
    words: list[str] = []
    while reader.next_character:
        unit = reader.read_unit(side)
        key = reader.read_character() if reader.next_character else ""
        counts = kind.count(match, make_unit_id(unit))
        word = (
            key if counts and is_whole_number(key) else "" if counts else kind.letters.get(key, "")
        )
        if not word:
            known = ", ".join(f"{letter} {word}" for letter, word in kind.letters.items())
            raise UnreadableKeys(
                f"{format_die_label(unit)}: {f'type its {kind.number}' if counts else known}."
            )
        words += [unit, word]
    return f"{kind.word} {format_side(match, side).lower()} : {' '.join(words)}"


def parse_unit_keys(text: str, keys: Keys, match: Match, side: SideId, phase: str) -> KeyShorthand:
    """Parse keys for units, one chained part after another. Raises ``UnreadableKeys``."""
    reader = UnitKeyScanner(text, keys, match, side)
    first_part = parse_first_part(reader, phase)
    actors = (REST,) if first_part.is_everybody else first_part.actors
    parts = (first_part.further_parts, *_parse_further_parts(reader, actors, phase))
    return replace(first_part, further_parts=" | ".join(filter(None, parts)))


def _parse_further_parts(
    reader: UnitKeyScanner, actors: tuple[str, ...], phase: str
) -> Iterator[str]:
    """Yield the parts after the first, in the notation of a line. Raises ``UnreadableKeys``."""
    while reader.text[reader.position :]:
        reader.skip_blanks()
        interrupts = reader.keys.interrupts
        if (
            interrupts is not None
            and reader.next_character == interrupts.key
            and actors not in ((), (REST,))
        ):
            yield read_interrupt(reader, interrupts, actors[0])
            continue
        actors, verb = _read_actors_and_verb(reader, actors, phase)
        yield expand_shorthand_part(",".join(actors), verb, read_target_share(reader, verb))


def _read_actors_and_verb(
    reader: UnitKeyScanner, actors: tuple[str, ...], phase: str
) -> tuple[tuple[str, ...], KeyVerb]:
    """Read a part's unit and verb, as in ``4g`` or ``g4``. By default the last unit acts again."""
    has_number = is_whole_number(reader.next_character)
    if has_number:
        actors = (reader.read_unit(reader.side),)
        reader.detect_spacing()
    elif reader.keys.find_verb(reader.next_character) is None:
        raise UnreadableKeys(f"{reader.next_character} is not a key here. Press ? for the keys.")
    verb = read_verb(reader, phase)
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
        actors = (reader.read_unit(reader.side),)
    return actors, verb

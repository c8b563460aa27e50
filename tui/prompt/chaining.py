"""Several parts in one row of keys: ``1m7c1`` is ``r1 moves 7in | r1 contacts b1``, and the list of
a whole side in a phase for one: ``1r3o51`` is ``orders red : r1 run r3 opp r5 1``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tracker.procedures.declared.keys import Keys, KeyVerb
from tracker.procedures.declared.words import format_side
from tracker.procedures.view import Match
from tracker.vocabulary.names import SideId, make_unit_id, read_out
from tracker.vocabulary.typed_numbers import is_number
from tui.prompt.keying import REST, KeyedLine, NotKeys, UnitKeys, read_first, write_part


def read_listed(text: str, keys: Keys, match: Match, side: SideId, phase: str) -> str:
    """The line of all that a side says in a phase for one list. Raises ``NotKeys``."""
    reader, kind = UnitKeys(text, keys, match, side), keys.lists[phase]
    reader.spaced = True
    said: list[str] = []
    while reader.next:
        unit = reader.unit(side)
        key, counts = reader.take() if reader.next else "", kind.count(match, make_unit_id(unit))
        word = key if counts and is_number(key) else "" if counts else kind.letters.get(key, "")
        if not word:
            known = ", ".join(f"{letter} {word}" for letter, word in kind.letters.items())
            raise NotKeys(f"{read_out(unit)}: {f'type its {kind.number}' if counts else known}.")
        said += [unit, word]
    return f"{kind.word} {format_side(match, side).lower()} : {' '.join(said)}"


def read(text: str, keys: Keys, match: Match, side: SideId, phase: str) -> KeyedLine:
    """What these keys say so far, one part after another. Raises ``NotKeys``."""
    reader = UnitKeys(text, keys, match, side)
    begun = read_first(reader, phase)
    who = (REST,) if begun.everybody else begun.who
    more = " | ".join(filter(None, (begun.more, *rest(reader, who, phase))))
    return replace(begun, more=more)


def rest(reader: UnitKeys, who: tuple[str, ...], phase: str) -> Iterator[str]:
    """The parts that follow the first, each as it is written. Raises ``NotKeys``."""
    while reader.text[reader.at :]:
        reader.skip_blanks()
        between = reader.keys.interrupts
        if between is not None and reader.next == between.key and who not in ((), (REST,)):
            yield reader.add_between(between, who[0])
            continue
        who, verb = _who_and_verb(reader, who, phase)
        yield write_part(",".join(who), verb, reader.share(verb))


def _who_and_verb(
    reader: UnitKeys, who: tuple[str, ...], phase: str
) -> tuple[tuple[str, ...], KeyVerb]:
    """The same unit does more, or another one: ``4g`` as well as ``g4``."""
    named = is_number(reader.next)
    if named:
        who = (reader.unit(reader.side),)
        reader.look_for_spaces()
    elif reader.keys.verb(reader.next) is None:
        raise NotKeys(f"{reader.next} is not a key here. Press ? for the keys.")
    verb = reader.find_verb(phase)
    if verb is None:
        raise NotKeys("Type the number of a unit, then the key of an action.")
    if not named and verb.whom != "nobody" and not verb.alone:
        reader.look_for_spaces()
    if not named and verb.whom == "nobody" and not verb.amount and is_number(reader.next):
        who = (reader.unit(reader.side),)
    return who, verb

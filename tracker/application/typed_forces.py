"""Parses forces that are typed as text, such as ``8 riflemen, 1 tank``, and refuses ambiguous
numbers.
"""

from __future__ import annotations

import re

from tracker.application.errors import Refused
from tracker.procedures.ruleset import Ruleset
from tracker.vocabulary.count_wording import format_figure_count
from tracker.vocabulary.typed_numbers import WORDS, convert_leading_number_word, split_typed_unit

_WOUNDS = (
    r"(?i)(?:(?P<name>[^:]+?)\s*:\s*)?(?:\d+\s+)?(?P<kind>[^:(\[]+?)\s*(?:[(\[]|\bwith\b|(?<=[^\W\d])\s)\s*"
    r"(?P<count>\d{1,2})\s*(?:wounds?|hit points?|hits|hp)\s*[)\]]?"
)
_NUMBER_LAST = re.compile(
    r"(?:[^:]+:\s*)?(?P<noun>[^\d\s:][^:]*?)(?<!\sx)(?<!×)\s+\(?(?P<count>\d{1,3})\)?"
)
_NUMBER_INSIDE = re.compile(r"[^\W\d]\D*(?<![\s×])\s+(?P<several>\d{1,3}\s+[^\W\d].*)")
_BETWEEN_KINDS = re.compile(r"\s*(?:[+&]|\b(?:and|with|plus)\b)\s*(?=\d)")
_NUMBER_OF_ANOTHER_KIND = re.compile(
    rf"\b(?:and|plus)\s+(?:an?|one|{'|'.join(WORDS)})\s+\S|\d.*\s\+\s+[^\W\d]"
)
_HIGHER_NUMBER_WORD = re.compile(
    r"(?i)(?:(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty"
    r"|(?:a\s+)?(?:dozen|hundred))\b[\s-]+\S.*"
)
_ONLY_WOUNDS = re.compile(r"(?i)\d+\s*(?:wounds?|hit points?|hits|hp)")


def convert_typed_force_to_lines(text: str, rules: Ruleset) -> str:
    """Split a typed force at its commas and semicolons into lines, one for each unit.

    After the name of a unit, commas separate the unit's figures, as in a roster: ``A: 1 chief, 9
    men``. Return "" for a file name or a single word, and if the rules do not accept typed forces.
    Raises ``Refused`` if a number could be part of a unit's name.
    """
    words = text.strip()
    forces = rules.forces
    if forces is None or not forces.lines or words.endswith(".toml") or not re.search(r"\s", words):
        return ""
    units = [unit for part in re.split(r"[;\n]", words) for unit in _split_at_commas(part)]
    for piece in re.split(r"\s*[,\n]\s*", "\n".join(units)) if forces.any_kind else ():
        refuse_if_wounds_typed(piece)
        refuse_if_number_in_unit_name(piece)
    return "\n".join(units)


def _split_at_commas(text: str) -> list[str]:
    """Split a text at its commas into units. The figures of a named unit stay together."""
    units: list[str] = []
    for piece in map(str.strip, text.split(",")):
        if piece and ":" not in piece and units and _can_have_more_figures(units[-1]):
            units[-1] = f"{units[-1]}, {piece}"
        else:
            units.append(piece)
    return units


def _can_have_more_figures(unit: str) -> bool:
    """Return whether a unit has a name and figures, so that more figures can follow.

    No figures can follow a unit that has only a number of wounds.
    """
    name, figures = split_typed_unit(unit)
    is_named = name == unit.partition(":")[0].strip()
    return bool(name and figures and is_named and not _ONLY_WOUNDS.fullmatch(figures))


def suggest_typed_force(rules: Ruleset) -> str:
    """Suggest a force to type, such as ``8 riflemen, 1 tank``, or return "" if the rules do not
    accept typed forces.
    """
    if rules.forces is None or not rules.forces.lines:
        return ""
    counts = zip((8, 1), rules.forces.kinds, strict=False)
    return ", ".join(format_figure_count(count, kind) for count, kind in counts)


def refuse_if_number_in_unit_name(unit: str) -> None:
    """Raise ``Refused`` for a number that may be part of a unit's name, as in ``orcs 10`` or
    ``Seven Samurai``.
    """
    found, figures = _NUMBER_LAST.fullmatch(unit), unit.rpartition(":")[2].strip()
    several = convert_leading_number_word(figures)
    if found is not None:
        several, figures = f"{found['count']} {found['noun']}", f"{found['noun']} {found['count']}"
    if found is not None or several != convert_leading_number_word(figures, keep_names=True):
        raise _make_two_ways_error(unit, several, figures)
    if _NUMBER_OF_ANOTHER_KIND.search(figures):
        raise Refused(f"Write every number of {unit} in digits, as in `10 orcs and 1 troll`.")
    for piece in _BETWEEN_KINDS.split(figures):
        if found := _NUMBER_INSIDE.fullmatch(piece):
            raise _make_two_ways_error(unit, found["several"], piece)
        if _HIGHER_NUMBER_WORD.fullmatch(piece):
            raise Refused(
                f"Write the number of {piece} in digits, as in 20 orcs, or 1 {piece} for one"
                " figure."
            )


def _make_two_ways_error(unit: str, several: str, one: str) -> Refused:
    return Refused(f"{unit} can be read in two ways. Write {several}, or 1 {one} for one figure.")


def refuse_if_wounds_typed(unit: str) -> None:
    """Raise ``Refused`` if a typed unit has a number of wounds, as in ``Sherman (3 wounds)``."""
    if found := re.fullmatch(_WOUNDS, unit):
        name = found["name"] or found["kind"]
        raise Refused(
            f"For {unit}, write each wound as a figure, as in {name}: {found['count']} wounds."
        )

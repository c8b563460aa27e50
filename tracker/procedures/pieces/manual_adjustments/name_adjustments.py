"""Manual adjustments of names: the game's title, players, units and figures.

Examples are ``fix game title "Winter battle"``, ``fix red player Anna`` and ``fix r1 name Wolves``.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from tracker.procedures.match_view import Match, UnknownName
from tracker.procedures.pieces.manual_adjustments.adjustable_property import AdjustableProperty
from tracker.procedures.pieces.subject_lookup import list_all_members
from tracker.vocabulary.events import Renamed
from tracker.vocabulary.subject_ids import Subject, UnitId, is_unit
from tracker.vocabulary.toml_reader import MAX_NAME_LENGTH, clean_name

MAX_WORDS: Final = 20
NOUNS_AND_EXAMPLES: Final = {
    "title": ("title", '"Winter battle"'),
    "player": ("player's name", "Anna"),
    "name": ("name", '"Iron Wolves"'),
}


def _make_rename_facts(
    match: Match, subject: Subject, word: str, more: tuple[str, ...]
) -> tuple[Renamed, ...]:
    typed = " ".join(" ".join(more).split())
    name = clean_name(typed)
    noun, example = NOUNS_AND_EXAMPLES[word]
    if not name:
        raise UnknownName(f"type the new {noun}, such as {example}")
    if name != typed:
        raise UnknownName(f"the {noun} can have at most {MAX_NAME_LENGTH} characters: shorten it")
    renamed = Renamed(subject=subject, name=name)
    if is_unit(subject) and match.by_figure:  # a figure on its own has the name of its unit
        figures = list_all_members(match, UnitId(subject))
        return (renamed, *(replace(renamed, subject=one) for one in figures if len(figures) == 1))
    return (renamed,)


NAME_ADJUSTMENTS: Final = (
    AdjustableProperty("match", ("title",), _make_rename_facts, most_words=MAX_WORDS),
    AdjustableProperty("side", ("player",), _make_rename_facts, most_words=MAX_WORDS),
    AdjustableProperty("unit", ("name",), _make_rename_facts, most_words=MAX_WORDS),
    AdjustableProperty("figure", ("name",), _make_rename_facts, most_words=MAX_WORDS),
)

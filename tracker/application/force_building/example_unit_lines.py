"""Suggests example lines for a force. They use the force's own kinds of figures, and have been
tested.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from tracker.application.errors import Refused
from tracker.application.force_building.available_force_parts import PROFILES, ForcePart
from tracker.application.force_building.figure_weapon_variants import list_possible_field_words
from tracker.application.force_building.force_draft import DraftVersion, ForceDraft
from tracker.application.force_building.plain_text_unit_parser import parse_unit_line
from tracker.vocabulary.count_wording import pluralise_noun

MANY = 8


def suggest_unit_line(draft: ForceDraft) -> str:
    """Suggest a unit to type, such as ``8 riflemen, 1 medium repeater basic``, or return "" if no
    example is valid.
    """
    return _find_example(draft, draft.current_version)


@lru_cache(maxsize=1)
def _find_example(draft: ForceDraft, _: DraftVersion) -> str:
    return next(
        (
            line
            for line in _list_candidate_lines(draft)
            if _can_be_added_without_problem(draft, line)
        ),
        "",
    )


def suggest_figures(draft: ForceDraft) -> str:
    """Suggest figures for a unit, such as ``2 gunners``, or return "" if there are no ordinary
    figures.
    """
    kinds = [one.name for one in _list_ordinary_figure_kinds(draft)]
    return f"2 {pluralise_noun(kinds[-1])}" if kinds else ""


def _list_ordinary_figure_kinds(draft: ForceDraft) -> list[ForcePart]:
    """Return the first two kinds of figures of which a unit can have several."""
    kinds = []
    for kind in draft.library.list_known_parts(draft.data, PROFILES):
        part = draft.library.find_declaration_of_part(kind)
        if part is None or not part.marked_by:
            kinds.append(kind)
    return kinds[:2]


def _list_candidate_lines(draft: ForceDraft) -> Iterator[str]:
    for kind in _list_ordinary_figure_kinds(draft):
        for weapon in _list_alternative_weapons(draft, kind):
            yield f"{MANY} {pluralise_noun(kind.name)}, 1 {weapon}"
    for kind in _list_ordinary_figure_kinds(draft):
        yield f"{MANY} {pluralise_noun(kind.name)}"


def _list_alternative_weapons(draft: ForceDraft, kind: ForcePart) -> Iterator[str]:
    part = draft.library.find_declaration_of_part(kind)
    fields = [field for field in (part.fields if part else ()) if field.kind == "words"]
    for field in fields:
        own = kind.table.get(field.key, ())
        if not own:
            continue
        others = draft.library.list_known_parts(draft.data, PROFILES)
        words = [word for other in others for word in other.list_words_under_key(field.key)]
        words += list_possible_field_words(draft, field)
        yield from (word for word in words if word not in own)


def _can_be_added_without_problem(draft: ForceDraft, line: str) -> bool:
    trial = ForceDraft(draft.rules, draft.text)
    before = {problem.text for problem in trial.roster.problems}
    try:
        change, _ = parse_unit_line(trial, line)
        trial.apply_change(change)
    except Refused:
        return False
    return not any(one.serious and one.text not in before for one in trial.roster.problems)

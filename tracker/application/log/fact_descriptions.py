"""Describes facts for the log. Each fact is described in the state just after it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tracker.application.log.match_display_names import (
    GIVEN,
    MatchNames,
    format_equipment_ids,
    format_repeat_count,
)
from tracker.projection.displayed_subject_status import does_link_spare_an_end, is_on_table
from tracker.projection.match_state import End, State
from tracker.vocabulary import events as ev
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.ruleset_display_names import PLAYERS_WORDS, MarkerWord
from tracker.vocabulary.subject_ids import (
    MATCH,
    FigureId,
    SideId,
    Subject,
    UnitId,
    is_figure,
    is_side,
    make_unit_id,
)

_NAMED_LOSSES = frozenset(("fled", "captured", "lost", "scattered", "destroyed"))
"""The ways of leaving the table for which the log has a word."""


def describe_fact(names: MatchNames, fact: ev.AnyFact, about: UnitId | None = None) -> str:
    """Describe a fact without naming the unit ``about`` again. Return "" if the log omits
    the fact.
    """
    if isinstance(fact, ev.MarkerSet):
        return _describe_marked(names, fact, about)
    say = _SAID.get(type(fact))
    return "" if say is None else say(names, fact)


def find_removed_marker_value(state: State, fact: ev.MarkerCleared) -> ev.Scalar | None:
    """Return the value of the marker that a fact is about to remove, or None if there is none."""
    found = state.markers.get((fact.subjects[0], fact.marker))
    return None if found is None else found.value


def _name_figure_with_kind(names: MatchNames, figure: FigureId) -> str:
    value = names.state.figures[figure]
    kind = "" if value.name else names.state.name_kind(value)
    return f"{names.name_subject(figure)} {kind}".strip()


def _describe_returned(names: MatchNames, fact: ev.FiguresReturned) -> str:
    if names.state.info.words.by_figure:
        return f"{names.name_subjects(fact.figures)} back"
    figure = names.state.info.words.figure
    counts = names.count_subjects_by_unit(fact.figures).items()
    return _join_parts(
        f"{names.name_unit_with_handle(unit)} +{format_count(n, figure)}" for unit, n in counts
    )


def _describe_wounded(names: MatchNames, fact: ev.Wounded) -> str:
    return f"{names.name_subjects(fact.subjects)} carries {format_count(fact.wounds, 'wound')}"


def _describe_joined(names: MatchNames, fact: ev.FiguresJoined) -> str:
    """Describe figures that join a side, as in ``R7 Late squad joins Red: 5 riflemen``."""
    figures = tuple(figure.id for figure in fact.figures)
    further = names.state.units[fact.unit].started == len(figures)
    how = f"joins {names.name_side(fact.side)}:" if further else "joined by"
    who = names.describe_figure_kinds(figures)
    if names.state.info.words.by_figure:
        who = ", ".join(_name_figure_with_kind(names, one.id) for one in fact.figures)
    return f"{names.name_unit_with_handle(fact.unit)} {how} {who}"


def _describe_formed(names: MatchNames, fact: ev.UnitFormed) -> str:
    """Describe a new unit, as in ``R3 Picket (1 figure out of R1 Alpha)``, or figures that joined
    it: ``R1 +1``.

    The fact contains only the figures that were not in the unit before.
    """
    unit, came = names.name_unit_with_handle(fact.unit), len(fact.figures)
    all_figures = len(names.state.units[fact.unit].figures)
    size = format_count(all_figures, names.state.info.words.figure)
    if came < all_figures:
        return f"{unit} +{came} (now {size})"
    whole = f" out of {names.name_subjects(fact.out_of)}" if fact.out_of else ""
    return f"{unit} ({size}{whole})"


def _describe_moved(names: MatchNames, fact: ev.Moved) -> str:
    far = "" if fact.length is None else f" {names.format_length(fact.length)}"
    by_figure = names.state.info.words.by_figure and fact.figures
    who = names.name_subjects(fact.figures) if by_figure else names.name_unit_with_handle(fact.unit)
    return f"{who} {fact.how or 'moved'}{far}"


def _describe_linked(names: MatchNames, fact: ev.Linked) -> str:
    word = names.get_link_word(fact.relation)
    if word.counts:
        return _describe_counting_link(names, fact)
    if word.quiet or does_link_spare_an_end(names.state, word, fact.a, fact.b):
        return ""
    return f"{names.name_subject(fact.a)} {word.joined_phrase} {names.name_subject(fact.b)}"


def _describe_counting_link(names: MatchNames, fact: ev.Linked) -> str:
    """Describe the totals of a counting link by side, as in ``wounds Red 5 · Blue 1``."""
    alike = (key for key in names.state.links if key[0] == fact.relation and key[2] == fact.b)
    had = {key[1]: names.state.links[key].value for key in alike}
    sides = (side.id for side in names.state.info.sides)
    each = (f"{names.name_side(one)} {had[one]}" for one in sides if one in had)
    return f"{names.get_link_word(fact.relation).counts} {' · '.join(each)}"


def _describe_unlinked(names: MatchNames, fact: ev.Unlinked) -> str:
    """Describe the end of a link, or return "" if it is not shown, or a subject has left."""
    word, ends = names.get_link_word(fact.relation), (fact.a, fact.b)
    if word.quiet or does_link_spare_an_end(names.state, word, *ends):
        return ""
    if not all(is_on_table(names.state, end) for end in ends):
        return ""
    return f"{names.name_subject(fact.a)} {word.parted_phrase} {names.name_subject(fact.b)}"


def _describe_revealed(names: MatchNames, fact: ev.Revealed) -> str:
    """Describe revealed markers by their values, as in ``R1 Alpha, R3 Guns run``."""
    said: dict[str, list[Subject]] = {}
    for subject in fact.subjects:
        marker = names.state.markers.get((subject, fact.marker))
        if marker is not None:
            text = names.describe_marker(names.get_marker_word(fact.marker), marker)
            said.setdefault(text, []).append(subject)
    return _join_parts(f"{names.name_subjects(them)} {text}" for text, them in said.items())


def describe_score(names: MatchNames, fact: ev.PointsScored) -> str:
    """Describe points, as in ``Red +3 VP for Assassinate``. A reason that means nothing is left
    out.
    """
    why = "" if fact.why in {GIVEN, "points"} else f" for {fact.why}"
    points = f"{fact.points:+d}".replace("-", "−")
    return f"{names.name_side(fact.side)} {points} VP{why}"


def _describe_renamed(names: MatchNames, fact: ev.Renamed) -> str:
    if fact.subject == MATCH:
        return f"the game is now called {fact.name}"
    if is_side(fact.subject):
        return f"{names.name_subject(fact.subject)}: the player is now {fact.name}"
    return f"{names.state.info.words.format_display_handle(fact.subject)} is now {fact.name}"


def _describe_objective(names: MatchNames, fact: ev.ObjectiveSet) -> str:
    counters = fact.data.get("counters")
    if isinstance(counters, (list, tuple)) and counters:
        return f"{fact.label}: {format_count(len(counters), 'counter')} laid"
    whose = f" for {names.name_side(fact.side)}" if fact.side else ""
    how = "no longer" if fact.data.get("off") else "is"
    return f"{fact.label} {how} in play{whose}"


def _describe_who_acts_first(names: MatchNames, fact: ev.PhaseBegan) -> str:
    return f"{names.name_side(fact.order[0])} acts first" if fact.order else ""


def _describe_removed(names: MatchNames, fact: ev.FiguresRemoved) -> str:
    if names.state.info.words.by_figure:
        how = fact.how if fact.how in _NAMED_LOSSES else "out of action"
        return f"{names.name_subjects(fact.figures)} {how}"
    counts = names.count_subjects_by_unit(fact.figures).items()
    return _join_parts(describe_loss(names, unit, n, fact.how) for unit, n in counts)


def describe_fallen_kinds_if_mixed(
    names: MatchNames, unit: UnitId, fallen: Sequence[FigureId]
) -> str:
    """Describe the kinds of the figures that fell, or return "" if their unit has only one kind."""
    value = names.state.units.get(unit)
    profiles = {
        names.state.figures[figure].profile
        for figure in (*fallen, *(value.figures if value is not None else ()))
    }
    return names.describe_figure_kinds(fallen) if len(profiles) > 1 else ""


def describe_loss(
    names: MatchNames, unit: UnitId, count: int, how: ev.RemovedHow, kinds: str = ""
) -> str:
    """Describe a unit's losses, as in ``Alpha −2 (1 rifleman, 1 gunner; 6 left)`` or ``Hammer
    destroyed``.
    """
    value = names.state.units.get(unit)
    left = len(value.figures) if value else 0
    word = how if how in _NAMED_LOSSES else ""
    if not left:
        return f"{names.name_unit_with_handle(unit)} {word or 'gone'}"
    some = "" if how == "lost" else word
    kinds = f"{kinds}; " if kinds else ""
    name, gone = names.name_unit_with_handle(unit), f" {some}" if some else ""
    return f"{name} −{count}{gone} ({kinds}{left} left)"


def describe_marker(names: MatchNames, fact: ev.MarkerSet) -> str:
    """Describe a marker. Return "" if the marker is hidden, or if the log omits it."""
    word = names.get_marker_word(fact.marker)
    if word.shown == "hidden" or word.quiet:
        return ""
    text = word.word
    if word.shown == "value" and fact.value is not True and fact.value != text:
        text = word.format_value(format_equipment_ids(names.format_value(fact.value)))
    count = format_repeat_count(word, fact.value)
    if _has_plural_noun(word, text):
        text = text.replace(f"{PLAYERS_WORDS} ", f"{PLAYERS_WORDS}: ", 1)
        count = count or " ×1" * (word.shown == "times")
    elif word.word == PLAYERS_WORDS:
        text = text.removeprefix(f"{PLAYERS_WORDS} ")
    text += count
    return f"with {text} face down" if fact.hidden_from and fact.value is True else text


def _has_plural_noun(word: MarkerWord, text: str) -> bool:
    """Return whether the text of a marker ends in a plural noun, which could be mistaken for a
    verb.

    Only counted markers, and markers that players have made up, can have such texts.
    """
    told = word.shown == "times" or word.word == PLAYERS_WORDS
    return told and re.search(r"[^s]s(,|$)", text) is not None


def _describe_marked(names: MatchNames, fact: ev.MarkerSet, about: UnitId | None) -> str:
    text = describe_marker(names, fact)
    by_figure = names.state.info.words.by_figure
    if text and not by_figure and all(is_figure(subject) for subject in fact.subjects):
        return _join_parts(_describe_figures_marked(names, fact.subjects, text, about))
    if not text or fact.subjects == (MATCH,):
        return text
    return f"{names.name_subjects(fact.subjects)} {text}"


def _describe_figures_marked(
    names: MatchNames, subjects: Iterable[Subject], text: str, about: UnitId | None
) -> Iterable[str]:
    figures = [(one, names.state.figures[FigureId(one)]) for one in subjects]
    for unit, n in names.count_subjects_by_unit(one for one, _ in figures).items():
        named = [figure.name for _, figure in figures if figure.unit == unit and figure.name]
        value = names.state.units.get(unit)
        if value is not None and value.started == 1:
            yield f"{names.name_unit_with_handle(unit)} {text}"
            continue
        whose = "" if unit == about else f"{names.name_unit_with_handle(unit)} "
        kinds = names.describe_figure_kinds(one for one, figure in figures if figure.unit == unit)
        if n == 1 and named:
            yield f"{named[0]} {text}"
        elif n == 1 and _has_several_kinds(names, unit):
            yield f"{whose}{kinds} {text}"
        elif n == 1 and text[-1].isdecimal():
            member = next(one for one, figure in figures if figure.unit == unit)
            yield f"{names.name_subject(member)} {text}"
        elif _has_several_kinds(names, unit):
            yield f"{whose}{n} {text} ({kinds})"
        else:
            yield f"{whose}{n} {text}" + (f" (with {', '.join(named)})" if named else "")


def describe_figure_counts_by_marker(
    names: MatchNames, unit: UnitId, markers: Iterable[str]
) -> Iterable[str]:
    """Yield how many of a unit's figures have each marker: ``4 in contact with B1 Guards``, ``2 in
    neither``.
    """
    words = [word for word in map(names.get_marker_word, markers) if word.on == "figure"]
    counts: Counter[str] = Counter()
    for figure in names.state.units[unit].figures:
        text = "in neither"
        for word in words:
            carried = names.state.markers.get((figure, word.id))
            if carried is not None:
                whom = map(make_unit_id, str(carried.value).split())
                text = f"{word.word} {' and '.join(map(names.name_unit_with_handle, whom))}"
        counts[text] += 1
    return (f"{n} {text}" for text, n in counts.items())


def _has_several_kinds(names: MatchNames, unit: UnitId) -> bool:
    figures = names.state.units[unit].figures
    return len({names.state.figures[figure].profile for figure in figures}) > 1


def _describe_cleared(names: MatchNames, fact: ev.MarkerCleared) -> str:
    word = names.get_marker_word(fact.marker)
    units = names.state.units
    there = [s for s in fact.subjects if s not in units or units[UnitId(s)].figures]
    if word.shown == "hidden" or word.quiet or word.waits or not there:
        return ""
    if word.on == "figure" and (word.nerve or not names.state.info.words.by_figure):
        return ""
    if fact.subjects == (MATCH,):
        return f"{word.word} over"
    gone = f"{word.word} removed" if word.shown == "value" else f"no longer {word.word}"
    if word.word == PLAYERS_WORDS and isinstance(names.removed, str):
        gone = f"no longer {format_equipment_ids(names.format_value(names.removed))}"
    if _has_plural_noun(word, gone):
        gone = f"{gone.removeprefix('no longer ')} removed"
    return f"{names.name_subjects(there)} {gone}"


def _describe_gear(names: MatchNames, fact: ev.GearChanged) -> str:
    parts = []
    if fact.lost:
        parts.append(f"lost {', '.join(map(format_equipment_ids, fact.lost))}")
    if fact.gained:
        parts.append(f"gained {', '.join(map(format_equipment_ids, fact.gained))}")
    parts += [f"{name} {format_equipment_ids(value)}" for name, value in fact.stats]
    return f"{names.name_subject(fact.figure)} {' and '.join(parts)}" if parts else ""


def _join_parts(parts: Iterable[str]) -> str:
    return ", ".join(part for part in parts if part)


_SAID: dict[type[ev.AnyFact], Callable[[MatchNames, Any], str]] = {
    ev.FiguresRemoved: _describe_removed,
    ev.FiguresReturned: _describe_returned,
    ev.FiguresJoined: _describe_joined,
    ev.MarkerCleared: _describe_cleared,
    ev.Wounded: _describe_wounded,
    ev.GearChanged: _describe_gear,
    ev.UnitFormed: _describe_formed,
    ev.Moved: _describe_moved,
    ev.Linked: _describe_linked,
    ev.Unlinked: _describe_unlinked,
    ev.Revealed: _describe_revealed,
    ev.PointsScored: describe_score,
    ev.Renamed: _describe_renamed,
    ev.ObjectiveSet: _describe_objective,
    ev.PhaseBegan: _describe_who_acts_first,
}


def describe_end_reason(ended: End | ev.MatchEnded) -> str:
    """Return the reason why a match ended.

    If the players ended it and the winner has the most VP, the text says so.
    """
    if ended.how == "agreed" and ended.winner and _has_most_points(ended, ended.winner):
        return "most VP when the players ended the game"
    return ended.why


def _has_most_points(ended: End | ev.MatchEnded, winner: SideId) -> bool:
    scores = dict(ended.scores)
    others = [points for side, points in ended.scores if side != winner]
    return bool(others) and scores.get(winner, 0) > max(others)

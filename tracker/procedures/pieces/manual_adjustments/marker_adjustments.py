"""Manual adjustments of declared markers and links."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from tracker.procedures.declared.marker_and_link_kinds import LinkKind, MarkerFamily, MarkerKind
from tracker.procedures.declared.marker_values import YES, TextValue
from tracker.procedures.match_view import Match, UnknownName
from tracker.procedures.pieces.manual_adjustments.adjustable_property import (
    NOTHING,
    AdjustableProperty,
    AdjustmentRow,
    find_subject,
    format_fix_part,
    format_subject,
    make_choice_row,
)
from tracker.vocabulary.events import AnyFact
from tracker.vocabulary.subject_ids import FigureId, SideId, Subject, UnitId, is_figure

OFF: Final = frozenset(("off", "no"))
ZERO: Final = "0"
Pair = tuple[Subject, Subject]


def make_marker_adjustment(
    kind: MarkerKind, rivals: tuple[MarkerKind, ...] = ()
) -> AdjustableProperty:
    """Make the property for a marker. Setting the marker removes its ``rivals``."""

    def list_rows(match: Match, subject: Subject) -> Iterator[AdjustmentRow]:
        had = match.mark(subject, kind)
        if had is None and not kind.bearer(match, subject):
            return
        none = ZERO if kind.values.counts else NOTHING
        ways = {none: format_fix_part(match, subject, kind.said, "off")}
        for value in kind.values.list_choices(match, subject):
            words = (kind.said,) if value == YES else (kind.said, value)
            ways[value] = format_fix_part(match, subject, *words)
        value = none if had is None else kind.values.format_value(match, subject, had)
        if _list_sides_without_view(match, subject, kind):
            value = "face down"
        counts = kind.values.counts
        yield make_choice_row(subject, kind.row, value, ways, kind.column, counts=counts)

    def make_facts(
        match: Match, subject: Subject, word: str, more: tuple[str, ...]
    ) -> tuple[AnyFact, ...]:
        text, had = " ".join(more), match.mark(subject, kind)
        if word == kind.off or text in OFF or (text == ZERO and kind.values.zero_means_no_marker):
            return () if had is None else (kind.cleared(subject),)
        value = kind.values.parse_value(match, subject, text, had)
        if value == "":
            return (kind.cleared(subject),)
        hidden = _list_sides_without_view(match, subject, kind)
        stands = 0 if had is None and kind.values.counts else had
        if value == stands and not hidden:
            return ()
        fact = kind.set(subject, value=value, hidden_from=hidden)
        return (*make_marker_clearing_facts(match, subject, rivals), fact)

    values = kind.values

    def list_present_words(match: Match, subject: Subject) -> Iterable[str]:
        return values.list_words(match.mark(subject, kind)) if isinstance(values, TextValue) else ()

    listed = list_present_words if isinstance(values, TextValue) and values.listed else None
    shown = list_rows if kind.row and kind.family is None else lambda *_: ()
    return AdjustableProperty(
        kind.on, _list_words(kind), make_facts, shown, most_words=9, list_words=listed
    )


def _list_sides_without_view(
    match: Match, subject: Subject, kind: MarkerKind
) -> tuple[SideId, ...]:
    """List the sides that do not see the marker's value. Corrections keep the value hidden from
    them.
    """
    found = match.marker(subject, kind)
    return () if found is None else found.hidden_from


def make_marker_family_adjustment(
    family: MarkerFamily, kinds: tuple[MarkerKind, ...]
) -> AdjustableProperty:
    """Make the property for a family of markers. A subject has at most one of them, so they share a
    row.
    """

    def list_rows(match: Match, subject: Subject) -> Iterator[AdjustmentRow]:
        carried = (kind.word for kind in kinds if match.has(subject, kind))
        ways = {NOTHING: format_fix_part(match, subject, family.off)}
        ways |= {kind.word: format_fix_part(match, subject, kind.said) for kind in kinds}
        yield make_choice_row(subject, family.row, next(carried, NOTHING), ways, family.column)

    def make_facts(
        match: Match, subject: Subject, _: str, __: tuple[str, ...]
    ) -> tuple[AnyFact, ...]:
        return make_marker_clearing_facts(match, subject, kinds)

    return AdjustableProperty(kinds[0].on, (family.off,), make_facts, list_rows, most_words=0)


def make_link_adjustment(kind: LinkKind) -> AdjustableProperty:
    """Make the property for a kind of link. A new value replaces all the subject's links of this
    kind.
    """

    def list_rows(match: Match, subject: Subject) -> Iterator[AdjustmentRow]:
        if not kind.bearer(match, subject):
            return
        others = ",".join(
            format_subject(match, other)
            for _, other in _list_links_and_other_ends(match, kind, subject)
        )
        off = (kind.off,) if kind.off else (kind.said, "off")
        ways = {NOTHING: format_fix_part(match, subject, *off)}
        for other in _list_linkable_subjects(match, subject, within=kind.within):
            name = format_subject(match, other)
            ways[name] = format_fix_part(match, subject, kind.said, name)
        yield make_choice_row(subject, kind.word, others or NOTHING, ways)

    def make_facts(
        match: Match, subject: Subject, word: str, more: tuple[str, ...]
    ) -> tuple[AnyFact, ...]:
        """Return the facts that link the subject to these others, and end all its other links."""
        if not more and word != kind.off:
            other = next(_list_linkable_subjects(match, subject, within=kind.within), subject)
            name, with_whom = format_subject(match, subject), format_subject(match, other)
            message = (
                f"name who the {kind.word} is with, as in `fix {name} {kind.said} {with_whom}`"
            )
            raise UnknownName(message)
        names = [] if OFF & {*more} else [n for one in more for n in one.split(",") if n]
        wanted = tuple(find_subject(match, name, kind.on) for name in names)
        if subject in wanted:
            message = f"{format_subject(match, subject)} cannot be in a {kind.word} with itself"
            raise UnknownName(message)
        if wanted and not kind.bearer(match, subject) and kind.bearer(match, wanted[0]):
            return make_facts(match, wanted[0], word, (format_subject(match, subject),))
        ends = _list_links_and_other_ends(match, kind, subject, either=not wanted)
        had = {other for _, other in ends}
        left = (kind.make_unlink_fact(*pair) for pair, other in ends if other not in wanted)
        fresh = [other for other in wanted if other not in had]
        for one in (subject, *fresh) if fresh else ():
            if _has_left_table(match, one):
                raise UnknownName(f"{match.tag(one)} has left the table")
        return (*left, *kind.make_link_facts(match, subject, *fresh))

    return AdjustableProperty(kind.on, _list_words(kind), make_facts, list_rows, most_words=9)


def _has_left_table(match: Match, subject: Subject) -> bool:
    if is_figure(subject):
        return match.figure(FigureId(subject)).gone is not None
    return not match.exists(UnitId(subject))


def _list_words(kind: MarkerKind | LinkKind) -> tuple[str, ...]:
    return (kind.said, kind.off) if kind.off else (kind.said,)


def make_marker_clearing_facts(
    match: Match, subject: Subject, kinds: Iterable[MarkerKind]
) -> tuple[AnyFact, ...]:
    return tuple(kind.cleared(subject) for kind in kinds if match.has(subject, kind))


def _list_links_and_other_ends(
    match: Match, kind: LinkKind, subject: Subject, *, either: bool = False
) -> list[tuple[Pair, Subject]]:
    """List a subject's links, each with the subject at the other end.

    A ``kind`` can have its own word for the second subject. Unless ``either`` is true, only links
    of such a kind that begin at the subject are then listed.
    """
    first = 1 if kind.back and not either else 2
    pairs = (pair for pair in match.pairs(kind) if subject in pair[:first])
    return [((a, b), b if a == subject else a) for a, b in pairs]


def _list_linkable_subjects(match: Match, subject: Subject, *, within: bool) -> Iterator[Subject]:
    """Yield subjects of the same kind: of the same side if ``within`` is true,
    otherwise enemies.
    """
    for side in match.sides:
        if (side == match.side_of(subject)) is within:
            for unit in match.units(side):
                each = match.figures(unit) if is_figure(subject) else (unit,)
                yield from (one for one in each if one != subject)


def make_marker_adjustments(kinds: Iterable[MarkerKind]) -> Iterator[AdjustableProperty]:
    """Make the properties for these markers. The markers of a family share a single row."""
    known = tuple(kinds)
    told: set[str] = set()
    for kind in known:
        members = tuple(one for one in known if kind.family and one.family == kind.family)
        if kind.family is not None and kind.family.row not in told:
            told.add(kind.family.row)
            yield make_marker_family_adjustment(kind.family, members)
        yield make_marker_adjustment(kind, tuple(one for one in members if one != kind))

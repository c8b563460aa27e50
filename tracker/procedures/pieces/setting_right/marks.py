"""Markers and links set right by hand, as they are declared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from tracker.procedures.declared.markers import Carrier, Family, LinkKind, MarkerKind
from tracker.procedures.declared.values import YES
from tracker.procedures.pieces.setting_right.naming import found_in
from tracker.procedures.pieces.setting_right.rows import NOTHING, StateRow, choice, said, who
from tracker.procedures.pieces.setting_right.things import Thing
from tracker.procedures.view import Match, UnknownName
from tracker.vocabulary.events import AnyFact
from tracker.vocabulary.names import Subject, is_figure

OFF: Final = frozenset(("off", "no"))
NOUGHT: Final = "0"


@dataclass(frozen=True)
class Mark:
    """A marker; ``rivals`` are taken off whoever gets it."""

    kind: MarkerKind
    rivals: tuple[MarkerKind, ...] = ()
    most: ClassVar = 9
    gone: ClassVar = False

    @property
    def on(self) -> Carrier:
        return self.kind.on

    @property
    def words(self) -> tuple[str, ...]:
        return (self.kind.said, self.kind.off) if self.kind.off else (self.kind.said,)

    def rows(self, match: Match, subject: Subject) -> Iterator[StateRow]:
        """Its row; the one of a family tells of those that exclude each other."""
        kind, had = self.kind, match.mark(subject, self.kind)
        none_shown = kind.family is not None or not kind.row
        if none_shown or (had is None and not kind.bearer(match, subject)):
            return
        none = NOUGHT if kind.values.counts else NOTHING
        ways = {none: said(match, subject, kind.said, "off")}
        for value in kind.values.offers(match, subject):
            words = (kind.said,) if value == YES else (kind.said, value)
            ways[value] = said(match, subject, *words)
        value = none if had is None else kind.values.says(match, subject, had)
        counts = kind.values.counts
        yield choice(subject, kind.row, value, ways, kind.column, counts=counts)

    def facts(
        self, match: Match, subject: Subject, word: str, more: tuple[str, ...]
    ) -> tuple[AnyFact, ...]:
        kind, text = self.kind, " ".join(more)
        had = match.mark(subject, kind)
        if word == kind.off or text in OFF or (text == NOUGHT and kind.values.nought):
            if had is None:
                message = f"{who(match, subject)} does not carry {kind.word}"
                raise UnknownName(message)
            return (kind.cleared(subject),)
        value = kind.values.read(match, subject, text, had)
        return (*cleared(match, subject, self.rivals), kind.set(subject, value=value))


@dataclass(frozen=True)
class OneOfFamily:
    """Markers of which a figure carries one at a time, as one row."""

    family: Family
    kinds: tuple[MarkerKind, ...]
    most: ClassVar = 0
    gone: ClassVar = False

    @property
    def on(self) -> Carrier:
        return self.kinds[0].on

    @property
    def words(self) -> tuple[str, ...]:
        return (self.family.off,)

    def rows(self, match: Match, subject: Subject) -> Iterator[StateRow]:
        carried = (kind.word for kind in self.kinds if match.has(subject, kind))
        ways = {NOTHING: said(match, subject, self.family.off)}
        ways |= {kind.word: said(match, subject, kind.said) for kind in self.kinds}
        row, column = self.family.row, self.family.column
        yield choice(subject, row, next(carried, NOTHING), ways, column)

    def facts(
        self, match: Match, subject: Subject, _: str, __: tuple[str, ...]
    ) -> tuple[AnyFact, ...]:
        return cleared(match, subject, self.kinds)


@dataclass(frozen=True)
class Met:
    """A link: with whom somebody has it, said anew as a whole."""

    kind: LinkKind
    most: ClassVar = 9
    gone: ClassVar = False

    @property
    def on(self) -> Carrier:
        return self.kind.on

    @property
    def words(self) -> tuple[str, ...]:
        return (self.kind.said, self.kind.off) if self.kind.off else (self.kind.said,)

    def rows(self, match: Match, subject: Subject) -> Iterator[StateRow]:
        kind = self.kind
        others = ",".join(who(match, other) for other in match.links(kind, subject))
        off = (kind.off,) if kind.off else (kind.said, "off")
        ways = {NOTHING: said(match, subject, *off)}
        for enemy in _enemies(match, subject):
            name = who(match, enemy)
            ways[name] = said(match, subject, kind.said, name)
        yield choice(subject, kind.word, others or NOTHING, ways)

    def facts(
        self, match: Match, subject: Subject, word: str, more: tuple[str, ...]
    ) -> tuple[AnyFact, ...]:
        """Parted from all who are not named, linked with all who are."""
        if not more and word != self.kind.off:
            enemy = next(iter(_enemies(match, subject)), subject)
            name, with_whom = who(match, subject), who(match, enemy)
            message = f"{self.kind.word} with whom? fix {name} {self.kind.said} {with_whom}"
            raise UnknownName(message)
        names = [] if OFF & {*more} else [n for one in more for n in one.split(",") if n]
        wanted = tuple(found_in(match, name, self.on) for name in names)
        if subject in wanted:
            message = f"{who(match, subject)} is in no {self.kind.word} with itself"
            raise UnknownName(message)
        pairs = [pair for pair in match.pairs(self.kind) if subject in pair]
        had = {other for pair in pairs for other in pair if other != subject}
        left = (self.kind.parted(a, b) for a, b in pairs if not {a, b} & {*wanted})
        fresh = (other for other in wanted if other not in had)
        return (*left, *self.kind.made(match, subject, *fresh))


def cleared(match: Match, subject: Subject, kinds: Iterable[MarkerKind]) -> tuple[AnyFact, ...]:
    """Those of these that it carries, taken off."""
    return tuple(kind.cleared(subject) for kind in kinds if match.has(subject, kind))


def _enemies(match: Match, subject: Subject) -> Iterator[Subject]:
    """Everybody of the other sides who is on the table, of the same sort."""
    for side in match.sides:
        if side != match.side_of(subject):
            for unit in match.units(side):
                yield from match.figures(unit) if is_figure(subject) else (unit,)


def marks(kinds: Iterable[MarkerKind]) -> Iterator[Thing]:
    """These markers; a family stands where the first of it does."""
    known = tuple(kinds)
    told: set[str] = set()
    for kind in known:
        members = tuple(one for one in known if kind.family and one.family == kind.family)
        if kind.family is not None and kind.family.row not in told:
            told.add(kind.family.row)
            yield OneOfFamily(kind.family, members)
        yield Mark(kind, tuple(one for one in members if one != kind))

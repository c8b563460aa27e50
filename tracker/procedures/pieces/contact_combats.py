"""Combats that are formed from the contacts between units in the current phase."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from tracker.procedures.declared.combat_status import CombatStatus, Fighters, Pairs, PhaseHistory
from tracker.procedures.declared.marker_and_link_kinds import LinkKind
from tracker.procedures.match_view import Match
from tracker.vocabulary.subject_ids import (
    FigureId,
    SideId,
    Subject,
    UnitId,
    is_unit,
    make_combat_id,
)


class ContactCount(Struct, frozen=True):
    """The number of models that are ``engaged`` with ``enemies`` (None if unknown), and the number
    that are ``supporting``.
    """

    engaged: int | None
    enemies: Fighters
    supporting: int = 0


class ContactCombatRules(Struct, frozen=True):
    """The functions with which a ruleset describes combats.

    ``count_wounds_left`` returns how many wounds or figures a unit can still lose. The other
    functions return whether a unit has yet to strike another unit, has struck, or must leave the
    combat.
    """

    count_wounds_left: Callable[[Match, Subject], int]
    has_yet_to_strike: Callable[[Match, Subject, Subject], bool]
    has_struck: Callable[[Match, Subject], bool]
    must_leave: Callable[[Match, Subject], bool]

    def list_combats(
        self,
        match: Match,
        asked_subject: Subject | None,
        phase_history: PhaseHistory,
        contact_pairs: Pairs,
    ) -> tuple[CombatStatus, ...]:
        """List the combats that ``contact_pairs`` form.

        The combat of ``asked_subject`` (the subject of the open question) is not over yet.
        """
        groups: list[dict[Subject, None]] = []
        for pair in contact_pairs:
            joined = dict.fromkeys(pair)
            for group in [group for group in groups if group.keys() & joined.keys()]:
                groups.remove(group)
                joined = group | joined
            groups.append(joined)
        found = (
            self._describe_combat(match, phase_history, number, tuple(who), contact_pairs)
            for number, who in enumerate(groups, start=1)
        )
        return tuple(
            replace(one, fought=one.fought and asked_subject not in one.all_fighters)
            for one in found
        )

    def _describe_combat(
        self, match: Match, so_far: PhaseHistory, number: int, who: Fighters, pairs: Pairs
    ) -> CombatStatus:
        by_side = {side: _select_side_fighters(match, who, side) for side in match.sides}
        units = tuple((side, those) for side, those in by_side.items() if those)
        left = tuple(one for one in who if _is_on_table(match, one))
        both = tuple((a, b) for pair in pairs for a, b in (pair, pair[::-1]) if a in who)
        strikers = tuple(
            (a, b) for a, b in both if {a, b} <= {*left} and self.has_yet_to_strike(match, a, b)
        )
        struck = tuple(one for one in left if self.has_struck(match, one))
        leaving = tuple(one for one in left if self.must_leave(match, one))
        standing = [side for side, those in units if {*those} & {*left}]
        alone = len(standing) < 2
        return CombatStatus(
            combat=make_combat_id(number),
            units=units,
            step=None,
            strikers=strikers,
            struck=struck,
            contact=tuple((one, tuple(_count_contacts(match, one, both, left))) for one in left),
            wounds=tuple(
                (side, self._count_inflicted_wounds(match, so_far, side, who)) for side, _ in units
            ),
            winner=_find_winner(match, standing, leaving),
            fought=alone or bool(struck and not strikers),
            leaving=leaving,
        )

    def _count_inflicted_wounds(
        self, match: Match, so_far: PhaseHistory, side: SideId, who: Fighters
    ) -> int:
        enemies = (one for one in who if match.side_of(one) != side)
        lost = (
            self.count_wounds_left(so_far.start, one) - self.count_wounds_left(match, one)
            for one in enemies
        )
        return sum(max(n, 0) for n in lost)


def list_pairs_in_contact_this_phase(
    match: Match, phase_history: PhaseHistory, link: LinkKind
) -> Pairs:
    """List the pairs that were in contact in this phase.

    Pairs are included even if one of their units has left the table.
    """
    met = ((a, b) for relation, a, b in phase_history.new_links if relation == link.id)
    known: dict[frozenset[Subject], tuple[Subject, Subject]] = {}
    for a, b in (*phase_history.start.pairs(link), *met):
        known.setdefault(frozenset((a, b)), (a, b))
    return tuple(
        (a, b)
        for a, b in known.values()
        if b in match.links(link, a) or not (_is_on_table(match, a) and _is_on_table(match, b))
    )


def _select_side_fighters(match: Match, fighters: Fighters, side: SideId) -> Fighters:
    order = (*match.all_units(side), *match.all_figures(side))
    return tuple(one for one in order if one in fighters)


def _is_on_table(match: Match, unit_or_figure: Subject) -> bool:
    return (
        match.exists(UnitId(unit_or_figure))
        if is_unit(unit_or_figure)
        else match.figure(FigureId(unit_or_figure)).gone is None
    )


def _count_contacts(
    match: Match, unit_or_figure: Subject, contact_pairs: Pairs, left: Fighters
) -> Iterator[ContactCount]:
    """Yield how many models of a unit touch each enemy, or None if it touches several enemies."""
    enemies = [b for a, b in contact_pairs if a == unit_or_figure and b in left]
    n = len(match.figures(UnitId(unit_or_figure))) if is_unit(unit_or_figure) else 1
    for enemy in enemies:
        yield ContactCount(n if n == 1 or len(enemies) == 1 else None, (enemy,))


def _find_winner(match: Match, standing: list[SideId], leaving: Fighters) -> SideId | None:
    losers = {match.side_of(one) for one in leaving}
    holding = [side for side in standing if side not in losers]
    lost = len(standing) < 2 or losers
    return holding[0] if lost and len(holding) == 1 else None

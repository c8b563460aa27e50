"""Combats of several units, with their members, scores and winner.

Units that are linked through common enemies form one combat. The combat is a subject (``c:1``) that
is linked to its units and sides. The clock, markers and rolls can therefore refer to it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import count

from msgspec import Struct

from tracker.procedures.declared.marker_and_link_kinds import LinkKind
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.engagement import list_engaged_groups, make_disengagement_facts
from tracker.procedures.pieces.match_endings import find_points_leader
from tracker.vocabulary.subject_ids import SideId, Subject, UnitId, is_unit, make_combat_id


class Combats(Struct, frozen=True):
    """The combats between units that are linked by ``contact``.

    ``members`` links a unit to its combat. ``scores`` links a side to a combat, and the value of
    this link is the side's points.
    """

    contact: LinkKind
    members: LinkKind
    scores: LinkKind

    def record_combats(self, match: Match, apart: Collection[UnitId] = ()) -> tuple[UnitId, ...]:
        """Record a combat for each connected group of units, and return the units that are added.

        Units in ``apart`` are in no combat. If a group connects several recorded combats, they
        merge into the first, which gets all their scores. Units that touch no enemy leave the
        merged combats. A side's score begins with 0.
        """
        added: list[UnitId] = []
        for units in list_engaged_groups(match, self.contact, apart):
            known = [combat for unit in units for combat in match.links(self.members, unit)]
            used = {combat for _, combat in match.pairs(self.scores)}
            fresh = (combat for combat in map(make_combat_id, count(1)) if combat not in used)
            combat = known[0] if known else next(fresh)
            others = {*known} - {combat}
            for unit in units:
                if combat not in match.links(self.members, unit):
                    match.record(*make_disengagement_facts(match, self.members, unit))
                    match.record(self.members.make_link_fact(unit, combat))
                    added.append(unit)
            for side in dict.fromkeys(match.side_of(unit) for unit in units):
                points = sum(self.get_score(match, one, side) for one in (combat, *others))
                link = match.link(self.scores, side, combat)
                if link is None or int(link.value) != points:
                    match.record(self.scores.make_link_fact(side, combat, points))
            for unit in [unit for one in others for unit in self.list_units(match, one)]:
                if not match.links(self.contact, unit):
                    match.record(*make_disengagement_facts(match, self.members, unit))
        return tuple(added)

    def list_units(
        self, match: Match, combat: Subject, side: SideId | None = None
    ) -> tuple[UnitId, ...]:
        units = (UnitId(one) for one in match.links(self.members, combat) if is_unit(one))
        return tuple(u for u in units if match.exists(u) and side in {None, match.side_of(u)})

    def find_combat(self, match: Match, unit: UnitId) -> Subject | None:
        return next(iter(match.links(self.members, unit)), None)

    def get_score(self, match: Match, combat: Subject, side: SideId) -> int:
        link = match.link(self.scores, side, combat)
        return 0 if link is None else int(link.value)

    def get_scores(self, match: Match, combat: Subject) -> dict[SideId, int]:
        sides = (SideId(one) for one in match.links(self.scores, combat))
        return {side: self.get_score(match, combat, side) for side in sides}

    def add_score(self, match: Match, combat: Subject, side: SideId, points: int) -> None:
        if points:
            total = self.get_score(match, combat, side) + points
            match.record(self.scores.make_link_fact(side, combat, total))

    def find_winner(
        self, match: Match, combat: Subject, scores: Mapping[SideId, int] | None = None
    ) -> SideId | None:
        """Return the only side that is left, or the side with the higher score.

        By default, the recorded ``scores`` are used. Returns None for a draw.
        """
        scores = self.get_scores(match, combat) if scores is None else scores
        left = [side for side in scores if self.list_units(match, combat, side)]
        if len(left) < len(scores):
            return left[0] if len(left) == 1 else None
        return find_points_leader(scores)

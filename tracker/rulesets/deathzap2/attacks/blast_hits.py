"""Blasts, which hit all nearby figures automatically (DZ-SHOOT-11, DZ-DMG-06, DZ-G27)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.nearby_figures import (
    NearbyFigureGroup,
    UnitHits,
    add_unit_hits,
    ask_nearby_hits,
    list_groups_possibly_in_reach,
)
from tracker.procedures.requests import (
    Asking,
    Option,
    Pick,
    Score,
    Tally,
    ask,
    ask_owner,
    call_stage,
    continue_with,
)
from tracker.rulesets.deathzap2.attacks import target_kinds
from tracker.rulesets.deathzap2.attacks.unit_attack import AttackSource, resolve_automatic_hits
from tracker.rulesets.deathzap2.data import rule_tables
from tracker.rulesets.deathzap2.data.rule_tables import Grade, find_distance_scale
from tracker.vocabulary.subject_ids import SideId, UnitId

RADIUS: Final = RollKind("explosion", "blast radius", rule="DZ-DMG-06")


class OwedDamage(Struct, frozen=True):
    """Damage rolls on a vehicle or monster that are still to be made, or its explosion."""

    source: AttackSource
    unit: UnitId
    rolls: int
    explodes: bool = False

    @property
    def is_from_blast(self) -> bool:
        return self.source.cause in ("blast", "explosion")


OwedDamages = tuple[OwedDamage, ...]


def resolve_destroyer_hit(
    match: Match, source: AttackSource, target: UnitId, grade: Grade
) -> Asking[OwedDamages]:
    """Hit a figure that the owner chooses, and all figures within 3 inches of it (DZ-SHOOT-11).

    If the rest of the volley left no figure standing, the blast is centred on a casualty.
    """
    kinds = target_kinds.list_target_kinds(match, target)
    centre: str | None = None
    hits: tuple[UnitHits, ...] = ()
    if kinds:
        what, options = "the Destroyer hits", tuple(Option(kind.id, kind.text) for kind in kinds)
        asked = Pick(
            id="destroyer", what=what, options=options, default=kinds[0].id, rule="DZ-SHOOT-07"
        )
        centre = yield from ask_owner(match, target, asked)
        hits = add_unit_hits((), target, centre)
    sides = match.sides
    if not match.option("blast_friends"):
        sides = tuple(side for side in sides if side != source.side)
    inches = rule_tables.BLAST // rule_tables.INCH * find_distance_scale(match, "other")
    near = list_figure_groups_in_blast(match, target, sides, centre)
    what = f"others within {inches} inches"
    others = Tally(id="destroyer", what=what, shares=(), rule="DZ-SHOOT-11")
    hits = yield from ask_nearby_hits(others, (source.side, source.credited_unit), near, hits)
    return continue_with(resolve_blast_hits, match, replace(source, cause="blast"), grade, hits, ())


def resolve_explosion(match: Match, source: AttackSource, wreck: UnitId) -> Asking[OwedDamages]:
    """Hit all figures within D6 inches of a wreck with a Basic weapon (DZ-DMG-06)."""
    by = source.credited_unit
    roll = Score(kind=RADIUS, dice=(6,), side=source.side, subject=by, target=wreck)
    radius = yield from ask(roll)
    inches = radius * find_distance_scale(match, "other")
    near = list_figure_groups_in_blast(match, wreck, match.sides)
    others = Tally(id="explosion", what=f"within {inches} inches", shares=(), rule="DZ-DMG-06")
    hits = yield from ask_nearby_hits(others, (source.side, by), near)
    from_wreck = replace(source, cause="explosion")
    return continue_with(resolve_blast_hits, match, from_wreck, "basic", hits, ())


def list_figure_groups_in_blast(
    match: Match, central_unit: UnitId, sides: Sequence[SideId], central_kind: str | None = None
) -> tuple[NearbyFigureGroup, ...]:
    return list_groups_possibly_in_reach(match, central_unit, central_kind, sides, _list_kinds)


def _list_kinds(match: Match, unit: UnitId) -> tuple[tuple[str, str, int], ...]:
    kinds = target_kinds.list_target_kinds(match, unit)
    return tuple((kind.id, kind.text, kind.size) for kind in kinds)


def resolve_blast_hits(
    match: Match,
    source: AttackSource,
    grade: Grade,
    unit_hits: tuple[UnitHits, ...],
    earlier_damage: OwedDamages,
) -> Asking[OwedDamages]:
    """Resolve a blast, unit by unit, and return the damage rolls, which are made after it."""
    if not unit_hits:
        return earlier_damage
    first, *rest = unit_hits
    came = yield from call_stage(resolve_automatic_hits, source, first.unit, grade, first.hits)
    if came.damage_rolls:
        earlier_damage = (*earlier_damage, OwedDamage(source, first.unit, came.damage_rolls))
    return continue_with(resolve_blast_hits, match, source, grade, tuple(rest), earlier_damage)

"""Allocates a unit's guns to targets, and makes their dice pools (DZ-SHOOT-03, DZ-SHOOT-04,
DZ-UNIT-03).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tracker.input_parsing.line_lexicon import Lexicon
from tracker.input_parsing.line_syntax_tree import KeyValueSetting, Option, TypedDetail
from tracker.procedures.declared.line_form_slots import HIGHEST, Slot, find_known_name
from tracker.procedures.declared.line_reader import LineReader, Values, parse_whole_number
from tracker.procedures.match_view import Match
from tracker.rulesets.deathzap2.attacks import needed_numbers_and_saves
from tracker.rulesets.deathzap2.attacks.attack_dice import AttackDicePool
from tracker.rulesets.deathzap2.data import markers, rule_tables, unit_profiles
from tracker.rulesets.deathzap2.data.profile_types import Gun, GunKind
from tracker.rulesets.deathzap2.data.rule_tables import Cover, find_distance_scale
from tracker.vocabulary.subject_ids import FigureId, UnitId

Wanted = str | tuple[str, int]


class TargetedFire(Struct, frozen=True, omit_defaults=True):
    """The part of a unit's fire that is at one target. Guns out of range roll no dice.

    ``guns`` lists types of guns, or pairs of a type and a number. If it is empty, all guns that no
    other part names are fired. If players split fire shot by shot, the numbers count shots.
    ``range`` is in hundredths of an inch. ``in_range`` is the number of guns in range.
    """

    target: UnitId
    cover: Cover = "open"
    guns: tuple[Wanted, ...] = ()
    range: int | None = None
    in_range: int | None = None


class FiringGun(Struct, frozen=True):
    """A figure's gun, and its number of dice against one target."""

    figure: FigureId
    gun: Gun
    dice: int


def list_firing_guns(match: Match, unit: UnitId) -> tuple[FiringGun, ...]:
    """List a unit's working guns, even those of figures marked for removal (DZ-SHOOT-01).

    Figures that gave up their fire to move are excluded (DZ-MOVE-07).
    """
    by_shot = match.option("split_unit") == "shot"
    found: list[FiringGun] = []
    for figure in match.figures(unit):
        if match.has(figure, markers.SPENT):
            continue
        for gun in unit_profiles.list_working_guns(match, figure):
            shots = rule_tables.GUNS[gun.kind].shots
            found.extend(
                [FiringGun(figure, gun, 1)] * shots if by_shot else [FiringGun(figure, gun, shots)]
            )
    return tuple(found)


def assign_guns_in_range(
    match: Match, unit: UnitId, fire: tuple[TargetedFire, ...]
) -> tuple[tuple[FiringGun, ...], ...]:
    """Return the guns in range for each part of the fire (DZ-SHOOT-04).

    The first part that names no guns gets all the guns that remain.
    """
    left = list(list_firing_guns(match, unit))
    firing: dict[FigureId, str] = {}
    taken: list[tuple[FiringGun, ...]] = [()] * len(fire)
    for at in sorted(range(len(fire)), key=lambda at: not fire[at].guns):
        guns = _take_guns_of_share(match, left, firing, fire[at])
        reaching = tuple(piece for piece in guns if _is_target_in_range(match, fire[at], piece))
        taken[at] = reaching[: fire[at].in_range]
    return tuple(taken)


def _take_guns_of_share(
    match: Match, left: list[FiringGun], firing: dict[FigureId, str], share: TargetedFire
) -> list[FiringGun]:
    """Remove one part's guns from ``left`` and return them, those in range first."""
    found: list[FiringGun] = []
    for want in share.guns or ("",):
        kind, most = (want, len(left)) if isinstance(want, str) else want
        for piece in sorted(left, key=lambda piece: not _is_target_in_range(match, share, piece)):
            if most > 0 and kind in ("", piece.gun.kind) and _may_fire(match, firing, piece):
                left.remove(piece)
                firing.setdefault(piece.figure, piece.gun.id)
                found.append(piece)
                most -= 1
    return found


def count_wanted_and_firing_guns(
    share: TargetedFire, firing: tuple[FiringGun, ...]
) -> tuple[int, int]:
    """Count the guns that players asked for by number, and how many of them can fire."""
    if share.in_range is not None:
        return share.in_range, len(firing)
    numbered = [want for want in share.guns if not isinstance(want, str)]
    kinds = {kind for kind, _ in numbered}
    return sum(n for _, n in numbered), sum(piece.gun.kind in kinds for piece in firing)


def _may_fire(match: Match, firing: dict[FigureId, str], firing_gun: FiringGun) -> bool:
    """Whether a gun may fire. A house rule limits ordinary figures to one gun (DZ-G24)."""
    return (
        match.option("guns_per_figure") == "all"
        or unit_profiles.is_vehicle_or_monster(match, firing_gun.figure)
        or firing.get(firing_gun.figure, firing_gun.gun.id) == firing_gun.gun.id
    )


def _is_target_in_range(match: Match, share: TargetedFire, firing_gun: FiringGun) -> bool:
    far = rule_tables.GUNS[firing_gun.gun.kind].range * find_distance_scale(match, "range")
    return share.range is None or far >= share.range


def make_fire_dice_pools(
    match: Match, unit: UnitId, share: TargetedFire, guns: tuple[FiringGun, ...]
) -> tuple[AttackDicePool, ...]:
    """Make a dice pool for each need to hit and grade of gun. Destroyers have their own."""
    alike: dict[AttackDicePool, list[FiringGun]] = {}
    for piece in guns:
        quality = unit_profiles.get_profile(match, piece.figure).quality
        need = needed_numbers_and_saves.find_need_to_hit(match, unit, quality, share.cover)
        pool = AttackDicePool(0, need, piece.gun.grade, blast=piece.gun.kind == "destroyer")
        alike.setdefault(pool, []).append(piece)
    return tuple(
        replace(pool, dice=sum(piece.dice for piece in group), made_of=describe_guns(group))
        for pool, group in alike.items()
    )


def describe_guns(guns: Iterable[FiringGun]) -> str:
    """Describe guns, as in ``5 rifles, 1 medium repeater of 3 shots``."""
    count = Counter((piece.gun.kind, piece.dice) for piece in guns)
    return ", ".join(_describe_gun_count(kind, dice, n) for (kind, dice), n in count.items())


def _describe_gun_count(kind: GunKind, dice: int, n: int) -> str:
    name = kind.replace("-", " ")
    if dice < rule_tables.GUNS[kind].shots:
        return f"{n} {'shot' if n == 1 else 'shots'} of {name}"
    each = "" if dice == 1 else f" of {dice} shots{' each' if n > 1 else ''}"
    return f"{n} {name}{'' if n == 1 else 's'}{each}"


def _read_named_guns(reader: LineReader) -> Values:
    """Read guns with numbers (``with rifle guns 2``), or a number of guns in range (``guns 3``)."""
    kinds: list[Wanted] = []
    bear = parse_whole_number(reader.take_setting("guns"), "guns", high=HIGHEST)
    for how in reader.take_details(Option, frozenset(("with", "guns"))):
        if how.name == "with":
            kinds.append(find_known_name(how.value, tuple(rule_tables.GUNS), "gun"))
        elif kinds and isinstance(kinds[-1], str):
            kinds[-1] = (kinds[-1], parse_whole_number(how.value, "guns", low=1, high=HIGHEST) or 1)
        else:
            bear = parse_whole_number(how.value, "guns", high=HIGHEST)
    return {"guns": tuple(kinds), "in_range": bear}


def _format_fire_details(_: Match, values: Mapping[str, Any]) -> Iterable[TypedDetail]:
    for wanted in values["guns"]:
        kind, most = (wanted, None) if isinstance(wanted, str) else wanted
        yield Option("with", kind)
        if most is not None:
            yield Option("guns", str(most))
    if values["in_range"] is not None:
        # After a kind of gun, the number would mean the guns of that kind.
        bear = str(values["in_range"])
        yield KeyValueSetting("guns", bear) if values["guns"] else Option("guns", bear)


WANTED = Slot(
    _read_named_guns,
    _format_fire_details,
    Lexicon(options=frozenset(("guns",))),
    such_as="with GUN guns 2",
)

"""Profiles of figures, the printed tables, and which units are possible (DZ-T2 to T16, DZ-T18)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, Literal, get_args

from msgspec import Struct

from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.match_view import Match
from tracker.vocabulary.events import Scalar
from tracker.vocabulary.packaged_files import read_packaged_toml

Type = Literal[
    "infantry", "heavy-infantry", "beast", "light-vehicle", "big-beast", "vehicle", "monster"
]
Quality = Literal["basic", "regular", "elite"]
Shields = Literal["light", "medium", "heavy"]
Grade = Literal["basic", "upgraded", "advanced"]
GunKind = Literal["rifle", "repeater", "medium-repeater", "heavy-repeater", "destroyer"]
SaveColumn = Literal["foot", "light", "big"]
MeleeKind = Literal["basic", "jaws", "big-jaws", "monstrous-jaws"]


class Gun(Struct, frozen=True):
    """A ranged weapon. ``id`` distinguishes equal weapons of one figure."""

    id: str
    kind: GunKind
    grade: Grade


class MeleeWeapon(Struct, frozen=True):
    kind: MeleeKind
    grade: Grade


class Profile(Struct, frozen=True):
    """A figure's stats. ``cost`` is in points."""

    type: Type
    quality: Quality
    shields: Shields
    guns: tuple[Gun, ...] = ()
    melee: tuple[MeleeWeapon, ...] = ()
    cost: int = 0


BIG: frozenset[Type] = frozenset(("vehicle", "monster"))
FOOT: frozenset[Type] = frozenset(("infantry", "heavy-infantry", "beast"))


Cover = Literal["open", "soft", "hard"]
COVERS: tuple[Cover, ...] = get_args(Cover)

INCH: Final = 100
TURNS: Final = 6
EDGES: Final = ("north", "east", "south", "west")

BLAST: Final = 3 * INCH
PANICKED_NEED: Final = 6


class TypeStats(Struct, frozen=True):
    speed: int
    saves_as: SaveColumn
    cost: int


class GunStats(Struct, frozen=True):
    shots: int
    range: int
    cost: dict[Grade, int]


class MeleeWeaponStats(Struct, frozen=True):
    attacks: int
    cost: dict[Grade, int]


class RuleTables(Struct, frozen=True, forbid_unknown_fields=True):
    types: dict[Type, TypeStats]
    guns: dict[GunKind, GunStats]
    melee_weapons: dict[MeleeKind, MeleeWeaponStats]
    to_hit: dict[Quality, dict[Cover, int]]
    to_hit_in_melee: dict[Quality, dict[Quality, int]]
    to_penetrate: dict[Grade, dict[Shields, int]]
    to_save: dict[Quality, dict[SaveColumn, int]]
    cost: dict[Quality, dict[Shields, int]]


TABLES: Final = read_packaged_toml(__package__, "rule_tables.toml", RuleTables)


def find_grouping_type(figure_type: Type) -> Type:
    """Return the type that counts for forming units. Heavy infantry counts as infantry (DZ-G07)."""
    return "infantry" if figure_type == "heavy-infantry" else figure_type


def find_base_speed(figure_type: Type, options: Mapping[str, Scalar]) -> int:
    """Return a type's speed on a small board, in hundredths of an inch (DZ-T2)."""
    if figure_type == "heavy-infantry":
        return int(options["heavy_infantry_move"]) * INCH
    return TABLES.types[figure_type].speed


def can_types_form_unit(types: Collection[Type], options: Mapping[str, Scalar]) -> bool:
    """Whether figures of these types, one entry per figure, may form a unit (DZ-G08)."""
    if len(types) <= 1:
        return True
    if any(figure in BIG for figure in types):
        return False
    if len({find_grouping_type(figure) for figure in types}) == 1:
        return True
    return (
        options["grouping"] == "type_or_speed"
        and len({find_base_speed(figure, options) for figure in types}) == 1
    )


def can_form_unit(match: Match, types: Collection[Type]) -> bool:
    names = ("grouping", "heavy_infantry_move")
    return can_types_form_unit(types, {name: match.option(name) for name in names})


Measure = Literal["move", "range", "other"]

_DOUBLED: Final[dict[str, tuple[Measure, ...]]] = {
    "moves": ("move",),
    "moves_and_ranges": ("move", "range"),
    "all_distances": ("move", "range", "other"),
}


def find_distance_scale(match: Match, measure: Measure) -> int:
    """Return the factor for distances: 1, or 2 if a large board doubles them (DZ-SETUP-01, G17)."""
    if match.option("board") == "small":
        return 1
    return 2 if measure in _DOUBLED[str(match.option("large_board_doubles"))] else 1


DRAW: Final = RollKind("draw", "at random", rule="DZ-GEN-03")
DIE: Final = 6


def predict_panic(calm_count: int, panicked_count: int, *, tie_panics: bool | None) -> bool | None:
    """Return whether panic is certain, or None. If ``tie_panics`` is None, ties are rerolled."""
    highest_panic, lowest_calm = panicked_count * DIE, calm_count
    if highest_panic < lowest_calm or (highest_panic == lowest_calm and tie_panics is not True):
        return False
    lowest_panic, highest_calm = panicked_count, calm_count * DIE
    if lowest_panic > highest_calm or (lowest_panic == highest_calm and tie_panics is not False):
        return True
    return None


def does_panic(calm_count: int, panicked_count: int, calm_die: int, panicked_die: int) -> bool:
    """Whether the product of the panicked figures is higher. In a tie, the unit stays calm."""
    return panicked_count * panicked_die > calm_count * calm_die

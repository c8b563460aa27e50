"""Profiles of figures, the printed tables, and which units are possible (DZ-T2 to T16, DZ-T18)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, Literal, get_args

from msgspec import Struct

from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.match_view import Match
from tracker.vocabulary.events import Scalar

Type = Literal[
    "infantry", "heavy-infantry", "beast", "light-vehicle", "big-beast", "vehicle", "monster"
]
Quality = Literal["basic", "regular", "elite"]
Shields = Literal["light", "medium", "heavy"]
Grade = Literal["basic", "upgraded", "advanced"]
GunKind = Literal["rifle", "repeater", "medium-repeater", "heavy-repeater", "destroyer"]
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

# DZ-T2: the speed on a 2 by 2 foot board, and the save column (1 to 3)
MOVE: Final[dict[Type, int]] = {
    "infantry": 4 * INCH,
    "heavy-infantry": 4 * INCH,
    "beast": 6 * INCH,
    "light-vehicle": 6 * INCH,
    "big-beast": 6 * INCH,
    "vehicle": 4 * INCH,
    "monster": 4 * INCH,
}
SAVE_COLUMN: Final[dict[Type, int]] = {
    "infantry": 1,
    "heavy-infantry": 1,
    "beast": 1,
    "light-vehicle": 2,
    "big-beast": 2,
    "vehicle": 3,
    "monster": 3,
}

# DZ-T3
SHOTS: Final[dict[GunKind, int]] = {
    "rifle": 1,
    "repeater": 2,
    "medium-repeater": 3,
    "heavy-repeater": 6,
    "destroyer": 1,
}
RANGE: Final[dict[GunKind, int]] = {
    "rifle": 24 * INCH,
    "repeater": 12 * INCH,
    "medium-repeater": 24 * INCH,
    "heavy-repeater": 36 * INCH,
    "destroyer": 36 * INCH,
}
BLAST: Final = 3 * INCH

# DZ-T4: the shooter's quality, and the target's cover
HIT: Final[dict[Quality, dict[Cover, int]]] = {
    "basic": {"open": 4, "soft": 5, "hard": 6},
    "regular": {"open": 3, "soft": 4, "hard": 5},
    "elite": {"open": 2, "soft": 3, "hard": 4},
}
PANICKED_NEED: Final = 6

# DZ-T5: the weapon's grade, and the shields of the figure hit
THROUGH: Final[dict[Grade, dict[Shields, int]]] = {
    "basic": {"light": 4, "medium": 5, "heavy": 6},
    "upgraded": {"light": 3, "medium": 4, "heavy": 5},
    "advanced": {"light": 2, "medium": 3, "heavy": 4},
}

# DZ-T6: the target's quality, and the save column
SAVE: Final[dict[Quality, dict[int, int]]] = {
    "basic": {1: 6, 2: 5, 3: 4},
    "regular": {1: 5, 2: 4, 3: 3},
    "elite": {1: 4, 2: 3, 3: 2},
}

# DZ-T7
ATTACKS: Final[dict[MeleeKind, int]] = {"basic": 1, "jaws": 2, "big-jaws": 4, "monstrous-jaws": 8}

# DZ-T8: the attacker's quality, and the target's quality
MELEE_HIT: Final[dict[Quality, dict[Quality, int]]] = {
    "basic": {"basic": 4, "regular": 5, "elite": 6},
    "regular": {"basic": 3, "regular": 4, "elite": 5},
    "elite": {"basic": 2, "regular": 3, "elite": 4},
}

# DZ-T12 to DZ-T15: points
BASE_COST: Final[dict[Quality, dict[Shields, int]]] = {
    "basic": {"light": 12, "medium": 15, "heavy": 18},
    "regular": {"light": 15, "medium": 18, "heavy": 21},
    "elite": {"light": 18, "medium": 21, "heavy": 24},
}
TYPE_COST: Final[dict[Type, int]] = {
    "infantry": 0,
    "heavy-infantry": 0,
    "beast": 1,
    "big-beast": 3,
    "light-vehicle": 7,
    "vehicle": 9,
    "monster": 9,
}
GUN_COST: Final[dict[GunKind, dict[Grade, int]]] = {
    "rifle": {"basic": 11, "upgraded": 14, "advanced": 17},
    "repeater": {"basic": 10, "upgraded": 13, "advanced": 16},
    "medium-repeater": {"basic": 13, "upgraded": 16, "advanced": 19},
    "heavy-repeater": {"basic": 18, "upgraded": 21, "advanced": 24},
    "destroyer": {"basic": 15, "upgraded": 18, "advanced": 21},
}
MELEE_COST: Final[dict[MeleeKind, dict[Grade, int]]] = {
    "basic": {"basic": 7, "upgraded": 10, "advanced": 13},
    "jaws": {"basic": 8, "upgraded": 11, "advanced": 14},
    "big-jaws": {"basic": 10, "upgraded": 13, "advanced": 16},
    "monstrous-jaws": {"basic": 14, "upgraded": 17, "advanced": 20},
}


def find_grouping_type(figure_type: Type) -> Type:
    """Return the type that counts for forming units. Heavy infantry counts as infantry (DZ-G07)."""
    return "infantry" if figure_type == "heavy-infantry" else figure_type


def find_base_speed(figure_type: Type, options: Mapping[str, Scalar]) -> int:
    """Return a type's speed on a small board, in hundredths of an inch (DZ-T2)."""
    if figure_type == "heavy-infantry":
        return int(options["heavy_infantry_move"]) * INCH
    return MOVE[figure_type]


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

"""The printed tables, look-ups in them, and the limits on units (DZ-T2 to T16, DZ-T18)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Final, Literal, get_args

from msgspec import Struct

from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.match_view import Match
from tracker.rulesets.deathzap2.data.profile_types import (
    Grade,
    GunKind,
    MeleeKind,
    Quality,
    Shields,
    Type,
)
from tracker.vocabulary.events import Scalar

SaveColumn = Literal["foot", "light", "big"]


BIG: frozenset[Type] = frozenset(("vehicle", "monster"))
FOOT: frozenset[Type] = frozenset(("infantry", "heavy-infantry", "beast"))


Cover = Literal["open", "soft", "hard"]
COVERS: tuple[Cover, ...] = get_args(Cover)
QUALITIES: tuple[Quality, ...] = get_args(Quality)
SHIELDS: tuple[Shields, ...] = get_args(Shields)
GRADES: tuple[Grade, ...] = get_args(Grade)

INCH: Final = 100
TURNS: Final = 6
EDGES: Final = ("north", "east", "south", "west")

BLAST: Final = 3 * INCH
PANICKED_NEED: Final = 6
BASE_COST: Final = 12
STEP_COST: Final = 3  # for each step of quality, shields or grade (DZ-T12, DZ-T14, DZ-T15)


class TypeStats(Struct, frozen=True):
    """A figure type's speed on a small board, its column in table DZ-T6, and its cost."""

    speed: int
    saves_as: SaveColumn
    cost: int


class WeaponStats(Struct, frozen=True):
    cost: int

    def count_cost(self, grade: Grade) -> int:
        """Return a weapon's points cost: its ``cost``, and 3 for each grade above Basic."""
        return self.cost + STEP_COST * GRADES.index(grade)


class GunStats(WeaponStats, frozen=True):
    shots: int
    range: int


class MeleeWeaponStats(WeaponStats, frozen=True):
    attacks: int


# DZ-T2, DZ-T13
TYPES: Final[dict[Type, TypeStats]] = {
    "infantry": TypeStats(4 * INCH, "foot", 0),
    "heavy-infantry": TypeStats(4 * INCH, "foot", 0),
    "beast": TypeStats(6 * INCH, "foot", 1),
    "light-vehicle": TypeStats(6 * INCH, "light", 7),
    "big-beast": TypeStats(6 * INCH, "light", 3),
    "vehicle": TypeStats(4 * INCH, "big", 9),
    "monster": TypeStats(4 * INCH, "big", 9),
}
# DZ-T3, DZ-T14
GUNS: Final[dict[GunKind, GunStats]] = {
    "rifle": GunStats(11, 1, 24 * INCH),
    "repeater": GunStats(10, 2, 12 * INCH),
    "medium-repeater": GunStats(13, 3, 24 * INCH),
    "heavy-repeater": GunStats(18, 6, 36 * INCH),
    "destroyer": GunStats(15, 1, 36 * INCH),
}
# DZ-T7, DZ-T15
MELEE_WEAPONS: Final[dict[MeleeKind, MeleeWeaponStats]] = {
    "basic": MeleeWeaponStats(7, 1),
    "jaws": MeleeWeaponStats(8, 2),
    "big-jaws": MeleeWeaponStats(10, 4),
    "monstrous-jaws": MeleeWeaponStats(14, 8),
}
# DZ-T4: the shooter's quality, and the target's cover
HIT: Final[dict[Quality, dict[Cover, int]]] = {
    "basic": {"open": 4, "soft": 5, "hard": 6},
    "regular": {"open": 3, "soft": 4, "hard": 5},
    "elite": {"open": 2, "soft": 3, "hard": 4},
}
# DZ-T8: the attacker's quality, and the target's quality
MELEE_HIT: Final[dict[Quality, dict[Quality, int]]] = {
    "basic": {"basic": 4, "regular": 5, "elite": 6},
    "regular": {"basic": 3, "regular": 4, "elite": 5},
    "elite": {"basic": 2, "regular": 3, "elite": 4},
}
# DZ-T5: the weapon's grade, and the shields of the figure hit
THROUGH: Final[dict[Grade, dict[Shields, int]]] = {
    "basic": {"light": 4, "medium": 5, "heavy": 6},
    "upgraded": {"light": 3, "medium": 4, "heavy": 5},
    "advanced": {"light": 2, "medium": 3, "heavy": 4},
}
# DZ-T6: the target's quality, and the column of its type
SAVE: Final[dict[Quality, dict[SaveColumn, int]]] = {
    "basic": {"foot": 6, "light": 5, "big": 4},
    "regular": {"foot": 5, "light": 4, "big": 3},
    "elite": {"foot": 4, "light": 3, "big": 2},
}


def count_base_cost(quality: Quality, shields: Shields) -> int:
    """Return the points cost of a figure without its type and weapons (DZ-T12)."""
    return BASE_COST + STEP_COST * (QUALITIES.index(quality) + SHIELDS.index(shields))


def find_grouping_type(figure_type: Type) -> Type:
    """Return the type that counts when units are formed. Heavy infantry is infantry (DZ-G07)."""
    return "infantry" if figure_type == "heavy-infantry" else figure_type


def find_base_speed(figure_type: Type, get_option: Callable[[str], Scalar]) -> int:
    """Return a type's speed on a small board, in hundredths of an inch (DZ-T2)."""
    if figure_type == "heavy-infantry":
        return int(get_option("heavy_infantry_move")) * INCH
    return TYPES[figure_type].speed


def list_illegal_unit_reasons(
    types: Collection[Type], get_option: Callable[[str], Scalar]
) -> Iterator[tuple[str, str]]:
    """Yield the rule that forbids a unit of figures of the given types, and the reason.

    Figures of a unit must share a type or, unless a house rule forbids it, a speed (DZ-UNIT-01,
    DZ-UNIT-04, DZ-G08).
    """
    big = next((kind for kind in types if kind in BIG), None)
    same_type = len({find_grouping_type(kind) for kind in types}) <= 1
    if len(types) > 1 and big is not None:
        yield "DZ-UNIT-04", f"a {big} is always a separate unit"
    elif not same_type and (
        get_option("grouping") != "type_or_speed"
        or len({find_base_speed(kind, get_option) for kind in types}) > 1
    ):
        mixed = ", ".join(sorted({kind.replace("-", " ") for kind in types}))
        yield "DZ-UNIT-01", f"{mixed} cannot form one unit"


Measure = Literal["move", "range", "other"]

_DOUBLED: Final[dict[str, tuple[Measure, ...]]] = {
    "moves": ("move",),
    "moves_and_ranges": ("move", "range"),
    "all_distances": ("move", "range", "other"),
}


def find_distance_scale(match: Match, measure: Measure) -> int:
    """Return the factor for distances: 1, or 2 if doubled (DZ-SETUP-01, DZ-G17)."""
    if match.option("board") == "small":
        return 1
    return 2 if measure in _DOUBLED[str(match.option("large_board_doubles"))] else 1


DRAW: Final = RollKind("draw", "at random", rule="DZ-GEN-03")
DIE: Final = 6


def find_certain_panic_result(
    calm_count: int, panicked_count: int, *, tie_panics: bool | None
) -> bool | None:
    """Return True if panic is certain, False if it is impossible, or None if the dice decide.

    ``tie_panics`` is None if equal products are rerolled.
    """
    highest_panic, lowest_calm = panicked_count * DIE, calm_count
    if highest_panic < lowest_calm or (highest_panic == lowest_calm and tie_panics is not True):
        return False
    lowest_panic, highest_calm = panicked_count, calm_count * DIE
    if lowest_panic > highest_calm or (lowest_panic == highest_calm and tie_panics is not False):
        return True
    return None


def does_panic(calm_count: int, panicked_count: int, calm_die: int, panicked_die: int) -> bool:
    """Whether the panicked figures have the higher product. A tie leaves the unit calm."""
    return panicked_count * panicked_die > calm_count * calm_die

"""How a deed of Combat Zone is done: points and lengths, targets, weapons in hand."""

from __future__ import annotations

from typing import Final, cast, get_args

from tracker.procedures.pieces.naming import one_of
from tracker.procedures.pieces.sayings import Hows, number
from tracker.procedures.view import Match, UnknownName
from tracker.rulesets.combat_zone.attacks.aiming import Share
from tracker.rulesets.combat_zone.attacks.clash import Hands
from tracker.rulesets.combat_zone.data import tables
from tracker.rulesets.combat_zone.data.profiles import Band, Cover, Gun, Weapon
from tracker.rulesets.combat_zone.table import people
from tracker.scribe.line import Measure
from tracker.vocabulary.names import FigureId

# By these very strings a stored share knows that "open" is its default, and leaves it out.
COVERS: Final[dict[str, Cover]] = {cover: cover for cover in get_args(Cover)}
BANDS: Final[dict[str, Band]] = {band: band for band in get_args(Band)}
MOST_POINTS: Final = 99
MOST_SHOTS: Final = 99


def claimed(hows: Hows) -> bool:
    """Whether somebody on opportunity fire speaks up."""
    return hows.flag("claimed") == "claimed"


def way(hows: Hows) -> tuple[int | None, int | None]:
    """Points (``2ap``) and length (``12cm``), whichever were said."""
    said: dict[str, int] = {}
    for measure in hows.all(Measure):
        if measure.unit in said:
            message = "only one distance can be meant"
            raise UnknownName(message)
        said[measure.unit] = measure.hundredths
    points = said.get("ap")
    if points is not None and (points % 100 or points // 100 > MOST_POINTS):
        message = f"points are whole: {points / 100:g}ap is none"
        raise UnknownName(message)
    return (None if points is None else points // 100), said.get("cm")


def share(target: FigureId, hows: Hows) -> Share:
    """One target: range or band, cover, shots."""
    points, length = way(hows)
    if points is not None:
        message = "shots are not told in points: shots 2"
        raise UnknownName(message)
    band = hows.flag(*BANDS)
    if band and length is not None:
        message = f"{length / 100:g}cm or {band}? Say one of them"
        raise UnknownName(message)
    return Share(
        target,
        number(hows.option("shots"), "shots", low=1, high=MOST_SHOTS),
        COVERS[hows.flag(*COVERS) or "open"],
        length,
        BANDS[band] if band else None,
    )


def gun(hows: Hows) -> Gun | None:
    """``with machine-gun``."""
    said = hows.option("with")
    return None if said is None else cast(Gun, one_of(_spelled(said), tuple(tables.WEAPONS), "gun"))


def weapon(text: str) -> Weapon:
    known = tuple(dict.fromkeys((*tables.WEAPONS, *tables.HAND_WEAPONS)))
    return cast(Weapon, one_of(_spelled(text), known, "weapon"))


def hands(match: Match, hows: Hows) -> Hands:
    """``hands=sword,dagger against=none spares=r11``: in hand, and who does not strike."""
    return Hands(
        _in_hand(hows.setting("hands")),
        _in_hand(hows.setting("against")),
        people.named(match, hows.setting("spares") or ""),
    )


def _in_hand(text: str | None) -> tuple[Weapon, ...] | None:
    if text is None:
        return None
    return tuple(weapon(one) for one in text.split(",") if one and one != "none")


def _spelled(text: str) -> str:
    return "-".join(text.split())

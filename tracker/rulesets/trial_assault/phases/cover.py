"""Cover of units that are charged against those who charge them (TA-COVER)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import Struct

from tracker.procedures.declared.said import Said, Values
from tracker.procedures.declared.words import Argument, WordForm
from tracker.procedures.pieces.naming import find_unit
from tracker.procedures.ruleset import Action, Objection
from tracker.procedures.view import Match
from tracker.rulesets.trial_assault.data import markers
from tracker.vocabulary.names import SideId, UnitId

CHARGE: Final = "charge"
FIGHT: Final = "fight"


class Cover(Struct, frozen=True):
    """A unit that is charged has cover against these chargers."""

    unit: UnitId
    chargers: tuple[UnitId, ...]


def was_locked(match: Match, unit: UnitId) -> bool:
    """Whether a unit was in close combat before anybody charged it in this phase."""
    return any(
        match.link(markers.CHARGES, enemy, unit) is None
        and match.link(markers.CHARGES, unit, enemy) is None
        for enemy in markers.list_locked(match, unit)
    )


def cover(match: Match, _: SideId | None, params: Cover) -> None:
    """TA-COVER-01, TA-G32: one line across it puts the whole unit in cover against that charger."""
    for charger in params.chargers:
        for one in markers.list_body(match, charger):
            under = markers.list_body(match, params.unit)
            match.record(*(markers.COVERED.link_between(each, one) for each in under))


def cover_objections(match: Match, _: SideId | None, params: Cover) -> Iterator[Objection]:
    who = match.tag(params.unit)
    for charger in params.chargers:
        if match.link(markers.CHARGES, charger, params.unit) is None:
            text = f"{match.tag(charger)} has not charged {who}"
            yield Objection("no-charge", "TA-COVER-02", text)
    if was_locked(match, params.unit):
        text = f"{who} was already in close combat, so it has no cover"
        yield Objection("was-locked", "TA-G33", text)


def list_covers(match: Match) -> Iterator[tuple[SideId | None, Cover]]:
    for a, b in match.pairs(markers.CHARGES) if match.phase == CHARGE else ():
        charger, unit = UnitId(a), UnitId(b)
        if match.link(markers.COVERED, unit, charger) is None and not was_locked(match, unit):
            yield None, Cover(unit, (charger,))


def _covered(said: Said) -> Values:
    """``b1 from r1 r2``."""
    names = [
        find_unit(said.match, name) for name in iter(said.next_argument, None) if name != "from"
    ]
    return {"unit": names[0], "chargers": tuple(names[1:])} if names else {}


def _say_cover(match: Match, values: Mapping[str, Any]) -> Iterator[str]:
    yield match.handle(values["unit"])
    yield "from"
    yield from map(match.handle, values["chargers"])


COVER: Final = Action(
    id="cover",
    word="is in cover",
    params=Cover,
    stage=cover,
    phases=(CHARGE, FIGHT),
    objections=cover_objections,
    candidates=list_covers,
    form=WordForm(
        "cover",
        (Argument(_covered, _say_cover, "who from whom who"),),
        lacks="name the unit in cover and its chargers, as in cover b1 from r1",
        least=3,
        acts=("unit",),
        at=("chargers",),
    ),
)

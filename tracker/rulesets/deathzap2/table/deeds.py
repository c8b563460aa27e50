"""What somebody does, as a line says it: who, verb, whom and how, made into an action."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, cast

from msgspec import Struct

from tracker.procedures.pieces.naming import figure_named, one_of, unit_named, units_of
from tracker.procedures.pieces.sayings import Hows, number
from tracker.procedures.ruleset import Action, Command
from tracker.procedures.view import Match, UnknownName
from tracker.rulesets.deathzap2.attacks.guns import Share, Wanted
from tracker.rulesets.deathzap2.data import markers, tables
from tracker.rulesets.deathzap2.data.profiles import Quality
from tracker.rulesets.deathzap2.data.tables import Cover
from tracker.rulesets.deathzap2.phases import (
    contact,
    left_to_act,
    melee,
    morale,
    movement,
    second_move,
    shooting,
    splitting,
    units,
)
from tracker.rulesets.deathzap2.phases.strikes import Against
from tracker.scribe.line import Deed, Option, Who
from tracker.vocabulary.names import FigureId, UnitId, handle, read_out, tag

# By these very strings a stored share knows that "open" is its default, and leaves it out.
COVERS: Final[dict[str, Cover]] = {"open": "open", "soft": "soft", "hard": "hard"}
QUALITIES: Final = ("basic", "regular", "elite")
MOST: Final = 999


def _shoots(match: Match, deed: Deed, hows: Hows) -> Command:
    unit = _one(match, deed.who, "one unit fires in a part; put | between them")
    if deed.whom is None:
        message = "at whom? Put > and a unit behind it: r1 > b2 soft"
        raise UnknownName(message)
    target = _one(match, deed.whom, "one target in a part; put | between them")
    arms, in_range = _guns(hows)
    share = Share(
        target,
        COVERS[hows.flag(*COVERS) or "open"],
        arms,
        hows.measure(),
        number(hows.setting("guns"), "guns", high=MOST) if in_range is None else in_range,
    )
    return _command(match, shooting.SHOOT, unit, shooting.Shoot(unit, (share,)))


def _guns(hows: Hows) -> tuple[tuple[Wanted, ...], int | None]:
    """The kinds named, each with the number behind it, and a number that stands alone."""
    arms: list[Wanted] = []
    in_range: int | None = None
    for how in hows.all(Option):
        if how.name == "with":
            arms.append(one_of(how.value, tuple(tables.SHOTS), "gun"))
        elif how.name != "guns":
            message = f"{how.name} says nothing of a volley"
            raise UnknownName(message)
        elif arms and isinstance(arms[-1], str):
            arms[-1] = (arms[-1], number(how.value, "guns", low=1, high=MOST) or 1)
        else:
            in_range = number(how.value, "guns", high=MOST)
    return tuple(arms), in_range


def _fights(match: Match, deed: Deed, hows: Hows) -> Command:
    unit = _one(match, deed.who, "one unit strikes in a part; put | between them")
    if deed.whom is None:
        return _command(match, melee.FIGHT, unit, melee.Fight(unit))
    weapons = []
    while (weapon := hows.option("with")) is not None:
        weapons.append(one_of(weapon, tuple(tables.ATTACKS), "melee weapon"))
    against = Against(
        _one(match, deed.whom, "one enemy in a part; put | between them"),
        number(hows.option("figures"), "figures", low=1, high=MOST),
        tuple(weapons),
        cast(Quality | None, hows.flag(*QUALITIES) or None),
    )
    return _command(match, melee.FIGHT, unit, melee.Fight(unit, (against,)))


def _moves(match: Match, deed: Deed, hows: Hows) -> Command:
    if match.phase == "shoot":
        return _again(match, deed, hows)
    _nobody(deed)
    who = _many(match, deed.who)
    length, obstacles, towards = _way(hows)
    params = movement.Move(who, length, obstacles, towards_enemy=towards)
    return _command(match, movement.MOVE, who[0], params)


def _again(match: Match, deed: Deed, hows: Hows) -> Command:
    who = _many(match, deed.who)
    met = () if deed.whom is None else _many(match, deed.whom)
    length, obstacles, towards = _way(hows)
    params = second_move.Second(who, length, obstacles, met, towards_enemy=towards)
    return _command(match, second_move.SECOND, who[0], params)


def _contacts(match: Match, deed: Deed, hows: Hows) -> Command:
    unit = _one(match, deed.who, "one unit makes contact in a part; put | between them")
    if deed.whom is None:
        message = "contacts whom? Name the enemy: b3 contacts r2"
        raise UnknownName(message)
    length, obstacles, _ = _way(hows)
    params = contact.Contact(unit, _many(match, deed.whom), length, obstacles)
    return _command(match, contact.CONTACT, unit, params)


def _parts(match: Match, deed: Deed, _: Hows) -> Command:
    unit = _one(match, deed.who, "one unit in a part; put | between them")
    enemies = () if deed.whom is None else _many(match, deed.whom)
    return _command(match, contact.PART, unit, contact.Part(unit, enemies))


def _joins(match: Match, deed: Deed, hows: Hows) -> Command:
    unit = _one(match, deed.who, "one unit joins in a part; put | between them")
    if deed.whom is None:
        message = "joins whom? Name the friend: r1 joins r2"
        raise UnknownName(message)
    into = _one(match, deed.whom, "a unit joins one other")
    keeper = hows.option("order")
    order = None if keeper is None else unit_named(match, keeper)
    return _command(match, units.JOIN, unit, units.Join(unit, into, order))


def _splits(match: Match, deed: Deed, hows: Hows) -> Command:
    unit = _one(match, deed.who, "one unit splits in a part")
    if deed.whom is None or deed.whom.scope != "named":
        message = "who leaves? Name the figures: r1 splits r1.4,r1.5"
        raise UnknownName(message)
    figures = tuple(_figure_of(match, unit, name) for name in deed.whom.names)
    met = tuple(name for name in (hows.setting("contacts") or "").split(",") if name)
    params = splitting.Split(
        unit,
        figures,
        hows.option("as") or "",
        tuple(unit_named(match, name) for name in met),
        order_goes=bool(hows.flag("takes-order")),
    )
    return _command(match, splitting.SPLIT, unit, params)


def _figure_of(match: Match, unit: UnitId, name: str) -> FigureId:
    """A figure that stands in this unit: the lost do not come back in another."""
    figure = figure_named(match, name)
    if figure not in match.figures(unit):
        message = f"{tag(figure)} is not among the figures of {_called(match, unit)}"
        raise UnknownName(message)
    return figure


def _holds(match: Match, deed: Deed, _: Hows) -> Command:
    """``all`` are those who still have something to do: who is in melee has no fire to hold."""
    _nobody(deed)
    who = _many(match, Who(scope="rest") if deed.who.scope == "all" else deed.who)
    return _command(match, second_move.HOLD, who[0], second_move.Hold(who))


def _flees(match: Match, deed: Deed, hows: Hows) -> Command:
    _nobody(deed)
    unit = _one(match, deed.who, "one unit in a part; put | between them")
    obstacles = number(hows.setting("obstacles"), "obstacles") or 0
    return _command(match, morale.FLIGHT, unit, morale.Flight(unit, obstacles))


VERBS: Final[dict[str, Callable[[Match, Deed, Hows], Command]]] = {
    "shoots": _shoots,
    "fights": _fights,
    "moves": _moves,
    "again": _again,
    "contacts": _contacts,
    "parts": _parts,
    "joins": _joins,
    "splits": _splits,
    "holds": _holds,
    "flees": _flees,
}


# --------------------------------------------------------------------------------------- helpers


def _command(match: Match, action: Action[Any], unit: UnitId, params: Struct) -> Command:
    return action.command(match.side_of(unit), params)


def _way(hows: Hows) -> tuple[int | None, int, bool]:
    obstacles = number(hows.setting("obstacles"), "obstacles") or 0
    return hows.measure(), obstacles, hows.flag("towards") == "towards"


def _one(match: Match, who: Who, otherwise: str) -> UnitId:
    if who.scope != "named" or len(who.names) != 1:
        raise UnknownName(otherwise)
    return _on_table(match, who.names[0])


def _on_table(match: Match, name: str) -> UnitId:
    """The unit of this name, which must have figures left."""
    unit = unit_named(match, name)
    if not match.exists(unit):
        mustered = f"{handle(unit)}."
        own = (f for f in match.all_figures() if handle(f).startswith(mustered))
        into = next((match.figure(f).unit for f in own if match.figure(f).gone is None), None)
        now = "has nobody left" if into is None else f"is part of {_called(match, into)} now"
        message = f"{_called(match, unit)} {now}"
        raise UnknownName(message)
    return unit


def _many(match: Match, who: Who) -> tuple[UnitId, ...]:
    """The units named, of one side; ``all`` of the side that acts, or the ``rest`` of it."""
    if who.scope == "named":
        found = tuple(_on_table(match, name) for name in who.names)
        units_of(match, found, "these are of two sides")
        return found
    side = match.clock.side
    if side is None:
        message = f"{who.scope} of which side? Name the units"
        raise UnknownName(message)
    own = match.units(side)
    if who.scope == "rest":
        own = tuple(unit for unit in own if left_to_act.cannot(match, unit) is None)
    if not own:
        message = f"{match.side_name(side)} has nobody left to name"
        raise UnknownName(message)
    return own


def _called(match: Match, unit: UnitId) -> str:
    return read_out(markers.called(match, unit))


def _nobody(deed: Deed) -> None:
    if deed.whom is not None:
        message = f"{deed.verb} takes nobody behind it"
        raise UnknownName(message)

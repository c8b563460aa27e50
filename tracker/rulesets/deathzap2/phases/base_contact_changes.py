"""Base contact: how units enter melee, and how contact is lost (DZ-MOVE-05, DZ-G19)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from tracker.procedures.declared.forms import Form
from tracker.procedures.declared.keys import KeyVerb
from tracker.procedures.declared.slots import switch
from tracker.procedures.pieces.acting import each
from tracker.procedures.pieces.engagement import engage, parting
from tracker.procedures.pieces.people import one_unit, units
from tracker.procedures.ruleset import Action, Bar, Objection
from tracker.procedures.view import Match
from tracker.rulesets.deathzap2.data import markers
from tracker.rulesets.deathzap2.phases import movement
from tracker.vocabulary import names
from tracker.vocabulary.names import SideId, UnitId


class Contact(Struct, frozen=True):
    """A unit moves into contact; in the Shooting phase that is its second move."""

    unit: UnitId
    enemies: tuple[UnitId, ...]
    length: int | None = None
    obstacles: int = 0


class ContactLoss(Struct, frozen=True):
    """A unit has lost contact with these enemies (default: with all)."""

    unit: UnitId
    enemies: tuple[UnitId, ...] = ()


def make_contact(match: Match, _: SideId | None, params: Contact) -> None:
    match.record(*movement.make_move_facts(match, (params.unit,), params.length, "contact"))
    engage(match, markers.ENGAGED, params.unit, params.enemies)


def list_contact_objections(
    match: Match, side: SideId | None, params: Contact
) -> Iterable[Objection]:
    yield from movement.list_phase_objections(match)
    yield from movement.list_move_objections(
        match, side, params.unit, params.length, params.obstacles
    )
    yield from list_touching_objections(match, params.unit, params.enemies)
    if match.phase == "shoot":
        who = names.format_display_handle(params.unit)
        yield from (bar.make_objection(who) for bar in list_spent_fire_reasons(match, params.unit))


def list_touching_objections(
    match: Match, unit: UnitId, enemies: tuple[UnitId, ...]
) -> Iterable[Objection]:
    """The objections to ending a move in contact with these units."""
    if not enemies:
        return
    yield from movement.list_straying_objections(match, unit, towards_enemy=True)
    if match.phase == "shoot" and not match.option("second_move_contact"):
        yield Objection(
            "second-contact", "DZ-G20", "the house rules do not let a second move end in contact"
        )
    for enemy in enemies:
        if match.side_of(enemy) == match.side_of(unit):
            yield Objection(
                "friend", "DZ-MOVE-05", f"{names.format_display_handle(enemy)} is on the same side"
            )


def list_spent_fire_reasons(match: Match, unit: UnitId) -> Iterator[Bar]:
    """DZ-MOVE-07: a second move replaces the unit's fire, once."""
    if match.has(unit, markers.FIRED):
        yield Bar("has-fired", "DZ-MOVE-07", "has fired")
    if match.has(unit, markers.SECOND_MOVE):
        yield Bar("moved-twice", "DZ-MOVE-07", "has moved again")


def list_contact_candidates(match: Match, unit: UnitId) -> Iterator[Contact]:
    enemies = match.units(match.other(match.side_of(unit)))
    return (Contact(unit, (enemy,)) for enemy in enemies)


def end_contact(match: Match, _: SideId | None, params: ContactLoss) -> None:
    match.record(*parting(match, markers.ENGAGED, params.unit, params.enemies))


def list_end_contact_objections(
    match: Match, _: SideId | None, params: ContactLoss
) -> Iterable[Objection]:
    known = markers.list_opponents(match, params.unit)
    for enemy in params.enemies:
        if enemy not in known:
            who = (
                f"{names.format_display_handle(params.unit)} and "
                f"{names.format_display_handle(enemy)}"
            )
            yield Objection("not-engaged", "DZ-MOVE-05", f"{who} are not in melee")
    if not known:
        yield Objection(
            "not-engaged",
            "DZ-MOVE-05",
            f"{names.format_display_handle(params.unit)} is not in melee",
        )


def list_end_contact_candidates(match: Match) -> Iterable[tuple[SideId | None, ContactLoss]]:
    """Contact can be lost through casualties: pairs with a unit below its starting strength."""
    for a, b in match.pairs(markers.ENGAGED):
        units = (UnitId(a), UnitId(b))
        if any(len(match.figures(unit)) < match.unit(unit).started for unit in units):
            yield match.side_of(a), ContactLoss(units[0], (units[1],))


CONTACT = Action(
    id="contact",
    word="contacted",
    ahead="to contact",
    params=Contact,
    stage=make_contact,
    goes_in=True,
    phases=("move", "shoot"),
    objections=list_contact_objections,
    candidates=each("move", movement.list_holding_reasons, list_contact_candidates),
    limit=lambda match, params: movement.describe_move_limit(
        match, (params.unit,), params.obstacles
    ),
    form=Form(
        "contacts",
        one_unit("unit", "name one unit in each part, and put | between parts"),
        units("enemies", "name the enemy, as in b3 contacts r2"),
        (*movement.WAY, switch("", "towards")),
        key=KeyVerb("c", whom="enemy", text="makes contact with", each=True),
    ),
)


PART = Action(
    id="part",
    word="lost contact",
    ahead="to lose contact",
    params=ContactLoss,
    stage=end_contact,
    objections=list_end_contact_objections,
    candidates=list_end_contact_candidates,
    form=Form("parts", one_unit(), units("enemies")),
)

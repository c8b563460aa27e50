"""Contact, and figures that are out of reach of their unit (XF-MOVE-04, XF-MOVE-07)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from tracker.procedures.declared.forms import Form
from tracker.procedures.declared.keys import KeyVerb
from tracker.procedures.declared.slots import count, flags
from tracker.procedures.pieces.engagement import engage
from tracker.procedures.pieces.people import one_unit, units
from tracker.procedures.requests import Asking, do
from tracker.procedures.ruleset import Action, Bar, Objection
from tracker.procedures.view import Match
from tracker.rulesets.xenocide.attacks import held_damage_resolution, hits_and_saves
from tracker.rulesets.xenocide.data import markers, rule_tables, unit_profiles
from tracker.rulesets.xenocide.data.rule_tables import Cover
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.names import SideId, UnitId


class Contact(Struct, frozen=True, omit_defaults=True):
    """A unit has come into contact with enemies, who defend this ``cover`` (XF-RES-05, XF-G59)."""

    unit: UnitId
    enemies: tuple[UnitId, ...]
    cover: Cover = "open"


class CoherencyLoss(Struct, frozen=True, omit_defaults=True):
    """Figures of a unit are out of reach of each other; ``lost`` is the number that could not close
    up.
    """

    unit: UnitId
    lost: int = 0


def make_contact(match: Match, _: SideId | None, params: Contact) -> None:
    engage(match, markers.ENGAGED, params.unit, params.enemies)
    if params.cover != "open":
        defending = [one for one in params.enemies if not unit_profiles.is_vehicle(match, one)]
        for enemy in defending:
            match.record(markers.DEFENDS.set(enemy, value=params.cover))


def remove_out_of_coherency(match: Match, _: SideId | None, params: CoherencyLoss) -> Asking[None]:
    """XF-MOVE-04, XF-G37: figures that are still out of reach after their unit closed up are
    lost.
    """
    unit = params.unit
    if not params.lost:
        match.record(markers.APART.set(unit))
        return
    figures = yield from do(
        hits_and_saves.choose_casualties, unit, match.figures(unit), params.lost
    )
    match.record(markers.FALLS.set(*figures, value="lost"))
    if match.has(unit, markers.APART):
        match.record(markers.APART.cleared(unit))
    yield from do(held_damage_resolution.apply_unit_losses, unit)


def list_contact_objections(match: Match, _: SideId | None, params: Contact) -> Iterator[Objection]:
    who = match.tag(params.unit)
    for enemy in params.enemies:
        if match.side_of(enemy) == match.side_of(params.unit):
            yield Objection("friend", "XF-MOVE-07", f"{match.tag(enemy)} is on the same side")
        if markers.find_carrier(match, enemy) is not None:
            yield Objection("aboard", "XF-VEH-30", f"{match.tag(enemy)} is aboard a vehicle")
    if match.has(params.unit, markers.FLEEING):
        yield Objection("flees", "XF-G94", f"{who} is fleeing and cannot make contact")


def list_contact_blocking_reasons(match: Match, unit: UnitId) -> Iterator[Bar]:
    if match.phase == "movement" and not match.has(unit, markers.MOVED):
        yield Bar("has-not-moved", "XF-MOVE-07", "has not moved", for_now=True)


def list_contact_candidates(match: Match) -> Iterator[tuple[SideId | None, Contact]]:
    """Each unit that has moved in this half, with each enemy."""
    side = match.clock.side
    if match.phase != "movement" or side is None:
        return
    for unit in match.units(side):
        moved = match.has(unit, markers.MOVED) and not markers.is_engaged(match, unit)
        if moved and not match.has(unit, markers.FLEEING):
            for enemy in unit_profiles.list_enemies(match, unit):
                if markers.find_carrier(match, enemy) is None:
                    yield side, Contact(unit, (enemy,))


def list_coherency_objections(
    match: Match, _: SideId | None, params: CoherencyLoss
) -> Iterator[Objection]:
    there = len(match.figures(params.unit))
    if params.lost > there:
        text = f"{match.tag(params.unit)} has only {format_count(there, 'figure')}"
        yield Objection("too-many", "XF-MOVE-04", text)


CONTACT: Final = Action(
    id="contact",
    word="contacted",
    ahead="to contact",
    params=Contact,
    stage=make_contact,
    goes_in=True,
    phases=("movement", "melee"),
    objections=list_contact_objections,
    bars=list_contact_blocking_reasons,
    candidates=list_contact_candidates,
    form=Form(
        "contacts",
        one_unit("unit", "name one unit in each part, and put | between parts"),
        units("enemies", "name the enemy, as in r1 contacts b1"),
        (flags("cover", rule_tables.COVERS),),
        key=KeyVerb("c", whom="enemy", text="makes contact with", each=True),
    ),
)


COHERENCY: Final = Action(
    id="coherency",
    word="is out of contact",
    params=CoherencyLoss,
    stage=remove_out_of_coherency,
    phases=("movement",),
    objections=list_coherency_objections,
    tells=("lost",),
    form=Form("apart", one_unit(), how=(count("lost"),)),
)

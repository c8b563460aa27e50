"""Splitting a unit: figures cut off by losses or by a move (DZ-UNIT-02, DZ-UNIT-05)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from tracker.procedures.declared.forms import Form
from tracker.procedures.declared.markers import MarkerKind
from tracker.procedures.declared.slots import make_name_slot, several, switch
from tracker.procedures.pieces.engagement import engage, take_over_links
from tracker.procedures.pieces.people import figures_of_actor, find_free_name, one_unit
from tracker.procedures.pieces.split_unit_markers import split_markers
from tracker.procedures.pieces.subject_lookup import find_unit
from tracker.procedures.ruleset import Action, Objection
from tracker.procedures.view import Match
from tracker.rulesets.deathzap2.data import markers
from tracker.vocabulary import names
from tracker.vocabulary.events import UnitFormed
from tracker.vocabulary.names import FigureId, SideId, UnitId


class Split(Struct, frozen=True):
    """``figures`` leave ``unit`` and form a unit in contact with ``contacts``.

    ``order_goes``: if the parts are equal, the order die goes with them.
    """

    unit: UnitId
    figures: tuple[FigureId, ...]
    name: str = ""
    contacts: tuple[UnitId, ...] = ()
    order_goes: bool = False


def split_unit(match: Match, _: SideId | None, params: Split) -> None:
    unit = params.unit
    whole = match.unit(unit)
    larger = _larger(match, params)
    part = match.new_unit(whole.side)
    match.record(
        UnitFormed(
            unit=part,
            side=whole.side,
            name=params.name or find_free_name(match, unit),
            figures=params.figures,
            out_of=(unit,),
        )
    )

    def goes(marker: MarkerKind) -> bool:
        """DZ-G04, DZ-G10: markers go with the larger part; for equal parts the order die goes as
        stated.
        """
        return larger > 0 or (larger == 0 and marker == markers.ORDER and params.order_goes)

    split_markers(match, unit, part, markers.MARKERS, goes)
    match.record(*take_over_links(match, markers.ENGAGED, unit, part, params.contacts))
    engage(match, markers.ENGAGED, part, params.contacts)


def _larger(match: Match, params: Split) -> int:
    """Positive if the leaving part is the larger, 0 if both are equal."""
    standing = markers.list_standing_figures(match, params.unit)
    leave = sum(figure in params.figures for figure in standing)
    return leave - (len(standing) - leave)


def list_objections(match: Match, side: SideId | None, params: Split) -> Iterable[Objection]:
    figures = match.figures(params.unit)
    if side is not None and match.side_of(params.unit) != side:
        yield Objection("not-own", "DZ-UNIT-05", "a side can split only its own units")
    if not params.figures or not set(params.figures) < set(figures):
        yield Objection(
            "no-part", "DZ-UNIT-05", "some figures must leave the unit, and some must stay"
        )
    if match.option("units") == "fixed_squads":
        yield Objection("fixed", "DZ-G10", "squads are fixed by the house rules and cannot split")
    engaged = markers.list_opponents(match, params.unit)
    for enemy in params.contacts:
        if enemy not in engaged:
            who = names.format_display_handle(enemy)
            yield Objection("not-engaged", "DZ-MOVE-05", f"the unit was not in melee with {who}")


def list_candidates(match: Match) -> Iterable[tuple[SideId | None, Split]]:
    """The rear half of each unit that is moving."""
    side = match.clock.side
    if match.phase != "move" or side is None or match.option("units") == "fixed_squads":
        return
    for unit in match.units(side):
        figures = match.figures(unit)
        if len(figures) > 1 and not markers.is_engaged(match, unit):
            yield side, Split(unit, figures[(len(figures) + 1) // 2 :])


SPLIT = Action(
    id="split",
    word="split",
    ahead="to split",
    params=Split,
    stage=split_unit,
    objections=list_objections,
    candidates=list_candidates,
    form=Form(
        "splits",
        one_unit("unit", "name one unit in each part"),
        figures_of_actor(lacks="name the figures that leave, as in r1 splits r1.4,r1.5"),
        (
            make_name_slot("name", "as"),
            several("contacts", find_unit),
            switch("order_goes", "takes-order"),
        ),
        also_at=("contacts",),
    ),
)

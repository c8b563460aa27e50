"""The markers and links of Xenocide, each declared once."""

from __future__ import annotations

from functools import partial
from typing import Final

from tracker.procedures.declared.marker_and_link_kinds import LinkKind, MarkerKind, OddsImportance
from tracker.procedures.declared.marker_values import Amount, OneOf, OnOff, TextValue
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.deployment import DEPLOYED
from tracker.procedures.pieces.match_endings import DECLINED_END
from tracker.rulesets.xenocide.data import profile_types, rule_tables, unit_profiles
from tracker.rulesets.xenocide.data.unit_profiles import is_vehicle, make_weapon_count_normaliser
from tracker.vocabulary.subject_ids import FigureId, Subject, UnitId

STANDARD: Final[profile_types.Order] = "standard"
OPPORTUNITY: Final[profile_types.Order] = "opportunity"
RUN: Final[profile_types.Order] = "run"
ORDERS: Final = {STANDARD: STANDARD, "opp": OPPORTUNITY, RUN: RUN}
"""The words for orders in a typed line, each with the order that it stands for (XF-T2)."""


def _is_infantry(match: Match, unit: Subject) -> bool:
    return not is_vehicle(match, unit)


def _get_profile_wounds(match: Match, figure: Subject) -> int:
    return unit_profiles.get_profile(match, FigureId(figure)).wounds - 1


def _can_be_airborne(match: Match, unit: Subject) -> bool:
    figures = match.figures(UnitId(unit))
    packs = (unit_profiles.get_profile(match, figure).packs for figure in figures)
    return any({"grav", "flight"} & {*each} for each in packs)


BY_HAND: Final = OnOff("by hand")
"""The value of a state that a player set by hand. Such states usually follow from others."""

_of_infantry = partial(MarkerKind, bearer=_is_infantry)
_of_vehicle = partial(MarkerKind, bearer=is_vehicle)
_of_side = partial(MarkerKind, on="side", shown="value", worth=OddsImportance.BOOKKEEPING)
_hidden = partial(MarkerKind, shown="hidden")
_bookkeeping = partial(MarkerKind, worth=OddsImportance.BOOKKEEPING)
_held = partial(MarkerKind, shown="value", worth=OddsImportance.HARM)
_ORDER = OneOf("order", lambda *_: ORDERS, must=True)
# Markers on infantry units
ORDER = _of_infantry(
    "order",
    "order",
    "?",
    shown="value",
    until="turn",
    worth=OddsImportance.BOOKKEEPING,
    values=_ORDER,
    says={STANDARD: (STANDARD, "S"), OPPORTUNITY: ("opportunity fire", "OF"), RUN: (RUN, "R")},
)
"""The marker for a unit's order. It is hidden from the enemy until all orders are revealed."""
SUPPRESSED = _held(
    "suppressed",
    "suppression",
    "▪",
    values=Amount("suppression markers", 0, 99, most=8, counts=True),
    bearer=_is_infantry,
    said="suppressed",
)
"""The marker for suppression. Its value is the unit's number of markers, without delayed ones."""
BROKEN = _of_infantry("broken", "BROKEN", "B", nerve=True, values=BY_HAND)
"""The marker on a unit with 4 suppression markers, or as many as it has wounds left (XF-SUPP-08).

The state follows from these numbers unless a player sets it by hand.
"""
FLEEING = _of_infantry("fleeing", "fleeing", "←", until="turn", nerve=True)
"""The marker on a unit that failed its broken test this turn (XF-BRK-02)."""
TESTED = _hidden("tested", "broken test taken", until="turn", bearer=_is_infantry)
APART = _of_infantry("apart", "apart", "c", worth=OddsImportance.BOOKKEEPING)
"""The marker on a unit out of coherency, which must close up in its next move (XF-MOVE-04)."""
AIRBORNE = _bookkeeping("airborne", "in the air", "^", bearer=_can_be_airborne)
DEFENDS = _bookkeeping(
    "defends",
    "defends cover",
    shown="value",
    says={"light": ("in light cover", "c1"), "heavy": ("in heavy cover", "c2")},
    values=OneOf("cover", lambda *_: {one: one for one in ("light", "heavy")}, must=True),
    bearer=lambda match, unit: _is_infantry(match, unit) and bool(match.links(ENGAGED, unit)),
)
"""The marker for the cover that a unit was in when the enemy made contact (XF-RES-05, XF-G59)."""
RETREATS = _of_infantry(
    "retreats", "must retreat", "r", until="phase", worth=OddsImportance.NERVE, waits=True
)
"""The marker on a unit that must retreat after all melees, or has chosen to (XF-RETR-01)."""
FOUGHT = MarkerKind("fought", "fought", "x", until="phase")
STANDS = _hidden("stands", "stays after melee", until="phase", row="stays after melee")
"""The marker on a unit that cannot follow up after its melee, or has done so (XF-FOLL-01)."""
NO_ENEMY_LEFT: Final = "no enemy left"
"""The value of ``STANDS`` on a unit whose enemies are all dead, if it cannot follow up (XF-G57)."""
RECOVERED = _hidden("recovered", "has recovered", until="phase")
# Markers on any unit
FIRED = _bookkeeping("fired", "fired", "f", until="turn")
HOLDS = MarkerKind("holds", "holds", "h", "unit", until="phase")
"""The marker on a unit that holds its fire this phase, so that its losses are not delayed."""
_GUNS = TextValue(
    "how many of which gun", check=make_weapon_count_normaliser(profile_types.list_gun_names)
)
USED = _hidden("used", "guns fired", until="turn", values=_GUNS, row="guns fired")
"""The marker for the guns fired this turn.

An example value is ``rifle 4, pistol 2`` (XF-FORCE-09).
"""
STRUCK = _hidden(
    "struck",
    "struck at leavers",
    until="turn",
    values=TextValue(
        "how many with which weapon",
        check=make_weapon_count_normaliser(
            lambda profile: (*profile_types.list_melee_weapon_names(profile), rule_tables.UNARMED)
        ),
        bare=True,
    ),
    row="struck at leavers",
)
"""The marker for the weapons that struck a leaving unit (XF-G101).

An example value is ``axe 3, unarmed 1``. Without a value, all figures struck with all their hands.
"""
MOVED = _bookkeeping("moved", "moved", "m", until="turn")
STAY, STAYS = "stay", "stays"
ROOTED = _bookkeeping(
    "rooted",
    "rooted",
    "g",
    "figure",
    "value",
    until="turn",
    says={STAY: (STAY, "g"), STAYS: (STAYS, "g")},
    bearer=lambda match, figure: unit_profiles.get_profile(match, FigureId(figure)).vehicle is None,
)
"""The marker on a figure that fired a gun that prevents movement (XF-WPN-11, XF-MOVE-10).

If it has a value, the figure stayed in place when its unit moved (XF-G93).
"""
# Delayed losses (XF-SHOOT-02)
FALLS = _bookkeeping("falls", "to fall", "−", "figure", values=OnOff("killed"))
"""The marker on a figure that falls when its unit's losses apply. Its value is the cause."""
HELD_WOUNDS = _held(
    "held_wounds",
    "wounds held",
    "w+",
    on="figure",
    values=Amount("wounds held", 0, 99, most=_get_profile_wounds, counts=True),
    bearer=lambda match, figure: _get_profile_wounds(match, figure) > 0,
)
HELD_MARKERS = _held(
    "held_markers",
    "suppression held",
    "▪+",
    waits=True,
    values=Amount("markers held", 0, 99, most=8, counts=True),
    bearer=_is_infantry,
)
HELD_DAMAGE = _held(
    "held_damage",
    "damage held",
    "!+",
    waits=True,
    values=Amount("damage held", 0, 99, most=12, counts=True),
    bearer=is_vehicle,
)
_ATTACKS = Amount("attacks counted", 0, 999, most=0, counts=True)
ATTACKED = _hidden("attacked", "attacks counted", until="phase", values=_ATTACKS)
"""The marker that counts attacks on a unit this phase, if those of several units add up
(XF-G13).
"""
# Markers on vehicles
_speed = partial(_of_vehicle, shown="value", worth=OddsImportance.BOOKKEEPING)
SPEED = _speed("speed", "speed", "s", values=Amount("speed", 0, 9, counts=True))
_NEXT = Amount("next speed", 0, 9)
NEXT_SPEED = _speed("next_speed", "next speed", "s?", waits=True, until="turn", values=_NEXT)
"""The marker for the ordered speed. It is hidden from the enemy until all orders are revealed."""
BRAKED = _of_vehicle("braked", "hard braked", "b", until="turn", worth=OddsImportance.BOOKKEEPING)
STOPPED = _of_vehicle("stopped", "stopped", "=", until="turn", worth=OddsImportance.BOOKKEEPING)
"""The marker on a vehicle that had to stop at something it rammed (XF-VEH-24, XF-VEH-25)."""
DAMAGE = _held(
    "damage",
    "damage",
    "!",
    lasting=True,
    values=Amount("damage markers", 0, 99, most=20, counts=True),
    bearer=is_vehicle,
)
DISABLED = _of_vehicle("disabled", "DISABLED", "D", worth=OddsImportance.HARM, values=BY_HAND)
"""The marker on a vehicle with as many damage markers as its threshold (XF-VEH-14).

The state follows from the damage unless a player sets it by hand.
"""
SMOKE = _of_vehicle("smoke", "smoke", "~", worth=OddsImportance.BOOKKEEPING)
"""The marker on a smoking wreck. Shots through smoke within 3 inches of it have -1 (XF-VEH-15)."""
# Markers on sides
DEFAULT_ORDER = _of_side("default_order", "default order", values=_ORDER)
"""The marker for a side's default order, which units without a counter have (XF-ORD-02)."""
NONE, NO_MORE, SOME = "none", "no more", "some"
PLACED = _of_side(
    "placed",
    "counters placed",
    until="phase",
    says={
        NONE: ("places no counters: all units have their default order or keep their speed", ""),
        NO_MORE: ("places no more counters: all other units have the default order", ""),
        SOME: ("places counters", ""),
    },
    values=OneOf("counters", lambda *_: {NONE: NONE, "no-more": NO_MORE, SOME: SOME}, must=True),
)
"""The marker for a side's announcement of its counters: none, no more, or some (XF-ORD-02)."""
ORDERED = _hidden("ordered", "has placed its counters", on="side", until="phase")
SINGLY = _hidden("placed_singly", "placed by itself", until="phase")
"""The marker on a unit whose counter was placed singly after its side's orders (XF-ORD-01)."""
AREA = _of_side("area", "begins", values=TextValue("where the side begins"))
"""The marker for a side's deployment area, in any words. Broken units return to it."""
CHOSE = _hidden("chose", "moves as it chose", on="side", row="had the choice of moving")
"""The marker on the side that had the last choice of who moves first (XF-G36)."""

ENGAGED: LinkKind = LinkKind("engaged", "melee", "v", said="melee", off="free")
"""The link between two units in contact. The first of them made contact."""
ABOARD = LinkKind(
    "aboard",
    "aboard",
    "@",
    said="aboard",
    off="out",
    carried=True,
    made="aboard",
    parted="off",
    back="carries",
    within=True,
)

MARKERS: Final = (
    *(ORDER, SUPPRESSED, BROKEN, FLEEING, TESTED, APART, AIRBORNE, DEFENDS, RETREATS, FOUGHT),
    *(STANDS, RECOVERED, FIRED, HOLDS, USED, STRUCK, MOVED, ROOTED, FALLS, HELD_WOUNDS),
    *(HELD_MARKERS, HELD_DAMAGE, ATTACKED, SPEED, NEXT_SPEED, BRAKED, STOPPED, DAMAGE, DISABLED),
    *(SMOKE, DEFAULT_ORDER, AREA, PLACED, ORDERED, SINGLY, CHOSE, DEPLOYED, DECLINED_END),
)
LINKS: Final = (ENGAGED, ABOARD)

"""Close combat: opening it, and further rounds (CZ-MELEE-01 to 12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from tracker.procedures.declared.forms import Form
from tracker.procedures.declared.keys import KeyVerb
from tracker.procedures.declared.said import Said
from tracker.procedures.pieces.engagement import engage
from tracker.procedures.requests import Asking, do, sub, tell, then
from tracker.procedures.ruleset import Action, Interruptible, Objection
from tracker.procedures.view import Match
from tracker.rulesets.combat_zone.attacks import clash, reactions
from tracker.rulesets.combat_zone.attacks.clash import Hands
from tracker.rulesets.combat_zone.attacks.wounds import wound
from tracker.rulesets.combat_zone.data import markers, tables
from tracker.rulesets.combat_zone.data.tables import Weapon
from tracker.rulesets.combat_zone.phases import points, shooting, slots
from tracker.rulesets.combat_zone.phases.people import figure_in, many, one
from tracker.vocabulary.events import AnyFact
from tracker.vocabulary.names import FigureId, SideId


class Charge(Interruptible, frozen=True, omit_defaults=True):
    """CZ-MELEE-01: contact; of several enemies touched at once, the order they are fought in."""

    figure: FigureId
    enemies: tuple[FigureId, ...]
    hands: Hands = Hands()


class Again(Interruptible, frozen=True, omit_defaults=True):
    """CZ-MELEE-12: another round; nobody named is the first opponent."""

    figure: FigureId
    enemy: FigureId | None = None
    hands: Hands = Hands()


CAME: Final = ("won", "drawn", "lost")


def charge(match: Match, _: SideId | None, params: Charge) -> Asking[None]:
    yield from ()
    figure = params.figure
    points.spend(match, figure, tables.CONTACT_POINTS)
    calm = not markers.is_panicking(match, figure)
    return then(points.interruptible, match, figure, contact, params, calm)


def contact(match: Match, params: Charge, calm: bool) -> Asking[None]:
    """CZ-OPP-03, CZ-G62: whom panic stopped on the way opens no combat."""
    yield from ()
    figure = params.figure
    panicked = calm and markers.is_panicking(match, figure)
    if panicked and match.option("mid_turn_panic") == "total_three":
        return None
    met = tuple(enemy for enemy in params.enemies if markers.on_table(match, enemy))
    down = tuple(enemy for enemy in met if markers.is_down(match, enemy))
    if down:  # CZ-ACT-08
        match.record(markers.DOWN.cleared(*down))
    engage(match, markers.ENGAGED, figure, met)
    return then(first_rounds, match, figure, met, params.hands, 0)


def first_rounds(
    match: Match, figure: FigureId, left: tuple[FigureId, ...], hands: Hands, cost: int
) -> Asking[None]:
    """CZ-MELEE-01: a round with each enemy touched; each after the first costs a point more."""
    if not left or not _may_open(match, figure, cost):
        return None
    enemy, *rest = left
    if cost:
        points.spend(match, figure, cost)
    yield from do(fought, figure, enemy, figure, hands)
    return then(first_rounds, match, figure, tuple(rest), hands, tables.CONTACT_POINTS)


def _may_open(match: Match, figure: FigureId, cost: int) -> bool:
    """Whether a figure can go on to the next enemy; the first is paid for already."""
    if not cost:
        return True
    shaken = markers.has_reaction(match, figure)
    return markers.on_table(match, figure) and not shaken and points.left(match, figure) >= cost


def again(match: Match, _: SideId | None, params: Again) -> Asking[None]:
    """CZ-G38: the active figure pays, the other nothing."""
    yield from ()
    points.spend(match, params.figure, round_cost(match))
    return then(points.interruptible, match, params.figure, another, params)


def another(match: Match, params: Again) -> Asking[None]:
    yield from ()
    enemy = opponent(match, params)
    if enemy is None or not markers.on_table(match, enemy):
        return None
    return then(fought, match, params.figure, enemy, None, params.hands)


def round_cost(match: Match) -> int:
    return int(match.option("round_cost"))


def opponent(match: Match, params: Again) -> FigureId | None:
    found = markers.opponents(match, params.figure)
    return params.enemy or (found[0] if found else None)


def fought(
    match: Match, figure: FigureId, enemy: FigureId, opener: FigureId | None, hands: Hands
) -> Asking[None]:
    """CZ-MELEE-03 to 11: both roll; who wins may wound. Who is routing is out of action."""
    if markers.is_routing(match, enemy):
        reactions.remove_routing(match, (enemy,), figure)
        return None
    own = clash.in_hand(match, figure, hands.own)
    others = clash.in_hand(match, enemy, hands.enemy)
    opens = clash.opened(match, figure, enemy, opener)
    answers = clash.opened(match, enemy, figure, opener)
    won = yield from sub(
        {
            "first": (match.side_of(figure), figure, enemy),
            "second": (match.side_of(enemy), enemy, figure),
        },
        clash.compared,
        clash.attack(match, figure, enemy, own, opened=opens),
        clash.attack(match, enemy, figure, others, opened=answers),
    )
    yield from tell("close combat", CAME[1 - won], among=CAME, subject=figure, target=enemy)
    winner, loser, weapons = (figure, enemy, own) if won > 0 else (enemy, figure, others)
    if not won or winner in hands.spares:
        return None
    return then(wound, match, clash.wound(match, winner, loser, weapons))


# --------------------------------------------------------------------------- what may be done


def charge_objections(match: Match, _: SideId | None, params: Charge) -> Iterator[Objection]:
    """CZ-MELEE-01, CZ-MORALE-07, CZ-ACT-08, CZ-G60."""
    figure, name = params.figure, markers.called(match, params.figure)
    cost = tables.CONTACT_POINTS * max(len(params.enemies), 1)
    yield from slots.objections(match, figure, cost)
    if markers.is_panicking(match, figure):
        text = f"{name} is panicking and may not open close combat"
        yield Objection("panicking", "CZ-MORALE-07", text)
    if markers.is_down(match, figure):
        yield Objection("down", "CZ-ACT-08", f"{name} must get up first")
    if not params.enemies:
        yield Objection("nobody", "CZ-MELEE-01", "no enemy is named")
    for enemy in params.enemies:
        whom = markers.called(match, enemy)
        if not markers.on_table(match, enemy):
            yield Objection("target-gone", "CZ-MELEE-01", f"{whom} is not on the table")
        if match.side_of(enemy) == match.side_of(figure):
            yield Objection("own-side", "CZ-MELEE-01", f"{whom} is on the same side")
    yield from _hands_objections(match, figure, params.hands.own)
    for enemy in params.enemies[:1]:
        yield from _hands_objections(match, enemy, params.hands.enemy)


def again_objections(match: Match, _: SideId | None, params: Again) -> Iterator[Objection]:
    """CZ-MELEE-12: panic is no hindrance to who is engaged already (CZ-G51)."""
    figure, name = params.figure, markers.called(match, params.figure)
    yield from slots.objections(match, figure, round_cost(match), fighting=True)
    enemy = opponent(match, params)
    if enemy is None:
        yield Objection("not-engaged", "CZ-MELEE-12", f"{name} is in close combat with nobody")
    elif enemy not in markers.opponents(match, figure):
        whom = markers.called(match, enemy)
        yield Objection("not-engaged", "CZ-MELEE-12", f"{name} is not in contact with {whom}")
    yield from _hands_objections(match, figure, params.hands.own)
    if enemy is not None:
        yield from _hands_objections(match, enemy, params.hands.enemy)


def _hands_objections(
    match: Match, figure: FigureId, told: tuple[Weapon, ...] | None
) -> Iterator[Objection]:
    """CZ-MELEE-06, CZ-FORCE-07: one hand weapon, and one in the other hand."""
    name = markers.called(match, figure)
    weapons = told or ()
    if len(weapons) > 2:
        yield Objection("two-hands", "CZ-MELEE-06", f"{name} has two hands")
    carried = markers.weapons(match, figure)
    for weapon in weapons:
        what = weapon.replace("-", " ")
        if weapon not in tables.HAND_WEAPONS:
            yield Objection("no-hand-weapon", "CZ-FORCE-07", f"a {what} is no hand weapon")
        elif weapon not in carried:
            yield Objection("not-carried", "CZ-FORCE-07", f"{name} carries no {what}")


def charge_candidates(match: Match) -> Iterator[tuple[SideId | None, Charge]]:
    for side, figure in slots.able(match):
        hindered = (
            markers.is_engaged(match, figure)
            or markers.has_reaction(match, figure)
            or markers.is_down(match, figure)
        )
        if not hindered and points.left(match, figure) >= tables.CONTACT_POINTS:
            for enemy in markers.enemies(match, side):
                for target in markers.figures(match, enemy):
                    yield side, Charge(figure, (target,))


def again_candidates(match: Match) -> Iterator[tuple[SideId | None, Again]]:
    for figure in slots.active_figures(match):
        if slots.cannot(match, figure) is None:
            side = match.side_of(figure)
            for enemy in markers.opponents(match, figure):
                yield side, Again(figure, enemy)


def charge_outcome(
    match: Match, _: SideId | None, params: Charge, losses: int
) -> Iterable[AnyFact]:
    return shooting.fallen(match, params.figure, params.enemies, losses)


def again_outcome(match: Match, _: SideId | None, params: Again, losses: int) -> Iterable[AnyFact]:
    enemy = opponent(match, params)
    return shooting.fallen(match, params.figure, () if enemy is None else (enemy,), losses)


def fights_on(said: Said) -> bool:
    """Whoever is fighting already and names nobody fights on."""
    return said.whom is None and markers.is_engaged(said.match, figure_in(said, ONE_FIGHTS))


ONE_FIGHTS: Final = "one figure fights in a part; put | between them"
CHARGE: Final = Action(
    id="charge",
    word="charges",
    params=Charge,
    stage=charge,
    goes_in=True,
    phases=("actions",),
    objections=charge_objections,
    candidates=charge_candidates,
    form=Form(
        "charges",
        one("figure", ONE_FIGHTS),
        many("enemies", "charges whom? r21 charges b14"),
        (clash.HANDS,),
        key=KeyVerb("c", whom="enemy", text="charges, or fights on", alone=True),
    ),
    outcome=charge_outcome,
)
AGAIN: Final = Action(
    id="again",
    word="fights on",
    params=Again,
    stage=again,
    phases=("actions",),
    objections=again_objections,
    candidates=again_candidates,
    form=Form(
        "again",
        one("figure", ONE_FIGHTS),
        one("enemy", "one enemy in a part; put | between them"),
        (clash.HANDS,),
        also={"charges": fights_on},
    ),
    outcome=again_outcome,
)
ACTIONS: Final = (CHARGE, AGAIN)

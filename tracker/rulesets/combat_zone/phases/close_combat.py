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
from tracker.rulesets.combat_zone.phases import action_points, shooting, slots
from tracker.rulesets.combat_zone.phases.figure_lookup import (
    list_meant,
    name_many,
    name_one,
    read_figure,
)
from tracker.vocabulary.events import AnyFact
from tracker.vocabulary.names import FigureId, SideId


class Charge(Interruptible, frozen=True, omit_defaults=True):
    """CZ-MELEE-01: contact; of several enemies touched at once, the order they are fought in."""

    figure: FigureId
    enemies: tuple[FigureId, ...]
    hands: Hands = Hands()


class AnotherRound(Interruptible, frozen=True, omit_defaults=True):
    """CZ-MELEE-12: another round; nobody named is the first opponent."""

    figure: FigureId
    enemy: FigureId | None = None
    hands: Hands = Hands()


CAME: Final = ("won", "drawn", "lost")


def charge(match: Match, _: SideId | None, params: Charge) -> Asking[None]:
    yield from ()
    figure = params.figure
    action_points.spend(match, figure, tables.CONTACT_POINTS)
    calm = not markers.is_panicking(match, figure)
    return then(action_points.run_interruptible, match, figure, make_contact, params, calm)


def make_contact(match: Match, params: Charge, calm: bool) -> Asking[None]:
    """CZ-OPP-03, CZ-G62: whom panic stopped on the way opens no combat."""
    yield from ()
    figure = params.figure
    panicked = calm and markers.is_panicking(match, figure)
    if panicked and match.option("mid_turn_panic") == "total_three":
        return None
    met = tuple(enemy for enemy in params.enemies if markers.is_on_table(match, enemy))
    down = tuple(enemy for enemy in met if markers.is_down(match, enemy))
    if down:  # CZ-ACT-08
        match.record(markers.DOWN.cleared(*down))
    engage(match, markers.ENGAGED, figure, met)
    return then(fight_first_rounds, match, figure, met, params.hands, 0)


def fight_first_rounds(
    match: Match, figure: FigureId, left: tuple[FigureId, ...], hands: Hands, cost: int
) -> Asking[None]:
    """CZ-MELEE-01: a round with each enemy touched; each after the first costs a point more."""
    if not left or not _may_open(match, figure, cost):
        return None
    enemy, *rest = left
    if cost:
        action_points.spend(match, figure, cost)
    yield from do(fight_round, figure, enemy, figure, hands)
    return then(fight_first_rounds, match, figure, tuple(rest), hands, tables.CONTACT_POINTS)


def _may_open(match: Match, figure: FigureId, cost: int) -> bool:
    """Whether a figure can go on to the next enemy; the first is paid for already."""
    if not cost:
        return True
    shaken = markers.has_reaction(match, figure)
    return (
        markers.is_on_table(match, figure)
        and not shaken
        and action_points.count_left(match, figure) >= cost
    )


def fight_again(match: Match, _: SideId | None, params: AnotherRound) -> Asking[None]:
    """CZ-G38: the active figure pays, the other nothing."""
    yield from ()
    action_points.spend(match, params.figure, round_cost(match))
    return then(action_points.run_interruptible, match, params.figure, fight_another, params)


def fight_another(match: Match, params: AnotherRound) -> Asking[None]:
    yield from ()
    enemy = find_opponent(match, params)
    if enemy is None or not markers.is_on_table(match, enemy):
        return None
    return then(fight_round, match, params.figure, enemy, None, params.hands)


def round_cost(match: Match) -> int:
    return int(match.option("round_cost"))


def find_opponent(match: Match, params: AnotherRound) -> FigureId | None:
    found = markers.list_opponents(match, params.figure)
    return params.enemy or (found[0] if found else None)


def fight_round(
    match: Match, figure: FigureId, enemy: FigureId, opener: FigureId | None, hands: Hands
) -> Asking[None]:
    """CZ-MELEE-03 to 11: both roll; who wins may wound. Who is routing is out of action."""
    if markers.is_routing(match, enemy):
        reactions.remove_routing(match, (enemy,), figure)
        return None
    own = clash.choose_hand_weapons(match, figure, hands.own)
    others = clash.choose_hand_weapons(match, enemy, hands.enemy)
    opens = clash.opens_round(match, figure, enemy, opener)
    answers = clash.opens_round(match, enemy, figure, opener)
    won = yield from sub(
        {
            "first": (match.side_of(figure), figure, enemy),
            "second": (match.side_of(enemy), enemy, figure),
        },
        clash.compare_scores,
        clash.attack(match, figure, enemy, own, opened=opens),
        clash.attack(match, enemy, figure, others, opened=answers),
    )
    yield from tell("close combat", CAME[1 - won], among=CAME, subject=figure, target=enemy)
    winner, loser, weapons = (figure, enemy, own) if won > 0 else (enemy, figure, others)
    if not won or winner in hands.spares:
        return None
    return then(wound, match, clash.wound(match, winner, loser, weapons))


# --------------------------------------------------------------------------- what may be done


def list_charge_objections(match: Match, _: SideId | None, params: Charge) -> Iterator[Objection]:
    """CZ-MELEE-01, CZ-MORALE-07, CZ-ACT-08, CZ-G60."""
    figure, name = params.figure, markers.name_figure(match, params.figure)
    cost = tables.CONTACT_POINTS * max(len(params.enemies), 1)
    yield from slots.list_objections(match, figure, cost)
    if markers.is_panicking(match, figure):
        text = f"{name} is panicking and may not open close combat"
        yield Objection("panicking", "CZ-MORALE-07", text)
    if markers.is_down(match, figure):
        yield Objection("down", "CZ-ACT-08", f"{name} must get up first")
    if not params.enemies:
        yield Objection("nobody", "CZ-MELEE-01", "no enemy is named")
    for enemy in params.enemies:
        whom = markers.name_figure(match, enemy)
        if not markers.is_on_table(match, enemy):
            yield Objection("target-gone", "CZ-MELEE-01", f"{whom} is not on the table")
        if match.side_of(enemy) == match.side_of(figure):
            yield Objection("own-side", "CZ-MELEE-01", f"{whom} is on the same side")
    yield from _hands_objections(match, figure, params.hands.own)
    for enemy in params.enemies[:1]:
        yield from _hands_objections(match, enemy, params.hands.enemy)


def list_again_objections(
    match: Match, _: SideId | None, params: AnotherRound
) -> Iterator[Objection]:
    """CZ-MELEE-12: panic is no hindrance to who is engaged already (CZ-G51)."""
    figure, name = params.figure, markers.name_figure(match, params.figure)
    yield from slots.list_objections(match, figure, round_cost(match), fighting=True)
    enemy = find_opponent(match, params)
    if enemy is None:
        yield Objection("not-engaged", "CZ-MELEE-12", f"{name} is not in close combat")
    elif enemy not in markers.list_opponents(match, figure):
        whom = markers.name_figure(match, enemy)
        yield Objection("not-engaged", "CZ-MELEE-12", f"{name} is not in contact with {whom}")
    yield from _hands_objections(match, figure, params.hands.own)
    if enemy is not None:
        yield from _hands_objections(match, enemy, params.hands.enemy)


def _hands_objections(
    match: Match, figure: FigureId, told: tuple[Weapon, ...] | None
) -> Iterator[Objection]:
    """CZ-MELEE-06, CZ-FORCE-07: one hand weapon, and one in the other hand."""
    name = markers.name_figure(match, figure)
    weapons = told or ()
    if len(weapons) > 2:
        yield Objection("two-hands", "CZ-MELEE-06", f"{name} has only two hands")
    carried = markers.list_weapons(match, figure)
    for weapon in weapons:
        what = weapon.replace("-", " ")
        if weapon not in tables.HAND_WEAPONS:
            yield Objection("no-hand-weapon", "CZ-FORCE-07", f"a {what} is not a hand weapon")
        elif weapon not in carried:
            yield Objection("not-carried", "CZ-FORCE-07", f"{name} carries no {what}")


def charge_candidates(match: Match) -> Iterator[tuple[SideId | None, Charge]]:
    for side, figure in slots.list_able(match):
        hindered = (
            markers.is_engaged(match, figure)
            or markers.has_reaction(match, figure)
            or markers.is_down(match, figure)
        )
        if not hindered and action_points.count_left(match, figure) >= tables.CONTACT_POINTS:
            for enemy in markers.list_enemies(match, side):
                for target in markers.list_figures(match, enemy):
                    yield side, Charge(figure, (target,))


def list_again_candidates(match: Match) -> Iterator[tuple[SideId | None, AnotherRound]]:
    for figure in slots.list_active_figures(match):
        if slots.explain_cannot(match, figure) is None:
            side = match.side_of(figure)
            for enemy in markers.list_opponents(match, figure):
                yield side, AnotherRound(figure, enemy)


def charge_outcome(
    match: Match, _: SideId | None, params: Charge, losses: int
) -> Iterable[AnyFact]:
    return shooting.drop_targets(match, params.figure, params.enemies, losses)


def tell_again_outcome(
    match: Match, _: SideId | None, params: AnotherRound, losses: int
) -> Iterable[AnyFact]:
    enemy = find_opponent(match, params)
    return shooting.drop_targets(match, params.figure, () if enemy is None else (enemy,), losses)


def fights_on(said: Said) -> bool:
    """Whoever is fighting already and names nobody, or an opponent, fights on (CZ-MELEE-12)."""
    opponents = markers.list_opponents(said.match, read_figure(said, ONE_FIGHTS))
    named = () if said.whom is None else list_meant(said.match, said.whom)
    return bool(opponents) and set(opponents).issuperset(named)


ONE_FIGHTS: Final = "only one figure fights in each part; put | between parts"
CHARGE: Final = Action(
    id="charge",
    word="charges",
    params=Charge,
    stage=charge,
    goes_in=True,
    phases=("actions",),
    objections=list_charge_objections,
    candidates=charge_candidates,
    form=Form(
        "charges",
        name_one("figure", ONE_FIGHTS),
        name_many("enemies", "name the enemy to charge, as in r21 charges b14"),
        (clash.HANDS,),
        key=KeyVerb("c", whom="enemy", text="charges, or fights on", alone=True),
    ),
    outcome=charge_outcome,
)
AGAIN: Final = Action(
    id="again",
    word="fights on",
    params=AnotherRound,
    stage=fight_again,
    phases=("actions",),
    objections=list_again_objections,
    candidates=list_again_candidates,
    form=Form(
        "again",
        name_one("figure", ONE_FIGHTS),
        name_one("enemy", "name one enemy in each part, and put | between parts"),
        (clash.HANDS,),
        also={"charges": fights_on},
    ),
    outcome=tell_again_outcome,
)
ACTIONS: Final = (CHARGE, AGAIN)

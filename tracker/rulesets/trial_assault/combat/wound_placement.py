"""Places the wounds of one attack on models in reach: armour groups in order, saves, casualties
(TA-SAVE, TA-CAS).
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from tracker.procedures.pieces.casualties import deal_hits
from tracker.procedures.requests import Asking, Option, Pick, Role, Split, ask, do, sub, then
from tracker.procedures.view import Match, equal_groups
from tracker.rulesets.trial_assault.combat import (
    combat_contact,
    model_casualties,
    psychic_force_weapons,
    wound_allocation,
)
from tracker.rulesets.trial_assault.combat.attack_pools import KINDS, WoundCounts
from tracker.rulesets.trial_assault.combat.wound_allocation import Dealt, SavingGroup, Unsaved
from tracker.rulesets.trial_assault.data import markers, rule_tables
from tracker.vocabulary.names import FigureId, UnitId

Models = tuple[FigureId, ...]
Groups = tuple[tuple[int, Models], ...]
"""Armour groups: the save, and the models with it."""
Piles = tuple[SavingGroup, ...]


class StrikePair(Struct, frozen=True):
    unit: UnitId
    target: UnitId

    def make_roles(self, match: Match) -> dict[str, Role]:
        return {"owner": (match.side_of(self.target), self.target, self.unit)}


def place_wounds(match: Match, unit: UnitId, target: UnitId, wounds: WoundCounts) -> Asking[None]:
    """TA-SAVE-03: the armour groups in the order in which they take wounds."""
    if not any(wounds.by_kind):
        return None
    exchange = StrikePair(unit, target)
    order = yield from do(order_armour_groups, exchange, list_armour_groups(match, exchange), ())
    if match.option("lap_mode") == "sequential":
        return then(place_wounds_in_laps, match, exchange, order, wounds)
    return then(place_wounds_on_groups, match, exchange, order, wounds)


def list_armour_groups(match: Match, exchange: StrikePair) -> Groups:
    """TA-G26: by their number in reach at the start of the step, the most first; of equal ones the
    better protected.
    """
    there = combat_contact.list_kill_zone(match, exchange.unit, exchange.target)
    every = equal_groups(there, lambda one: markers.get_profile(match, one).sv)
    return tuple(sorted(every, key=lambda group: (-len(group[1]), group[0] or rule_tables.NO_SAVE)))


def order_armour_groups(
    match: Match, exchange: StrikePair, left: Groups, found: Groups
) -> Asking[Groups]:
    """TA-SAVE-06: the owner orders groups of equal size."""
    tied = [group for group in left if len(group[1]) == len(left[0][1])]
    if not tied:
        return found
    first = str(tied[0][0])
    if len(tied) > 1:
        first = yield from ask(
            Pick(
                id="first_hit",
                what="which armour is hit first",
                options=tuple(Option(str(sv), format_save(sv)) for sv, _ in tied),
                default=first,
                side=match.side_of(exchange.target),
                subject=exchange.target,
                rule="TA-SAVE-06",
            )
        )
    taken = next(group for group in tied if str(group[0]) == first)
    rest = tuple(group for group in left if group != taken)
    return (
        then(order_armour_groups, match, exchange, rest, (*found, taken))
        if rest
        else (*found, taken)
    )


def format_save(sv: int) -> str:
    return f"save {sv}+" if sv else "no save"


def place_wounds_in_laps(
    match: Match, exchange: StrikePair, order: Groups, wounds: WoundCounts
) -> Asking[None]:
    """TA-G24, lap by lap: a group saves and dies before the next wounds are placed."""
    living = _living(match, order)
    if not living or not any(wounds.by_kind):
        return None
    now, later = wound_allocation.split_first_wounds(wounds, len(living[0][1]))
    yield from do(place_wounds_on_groups, exchange, living[:1], now)
    return then(place_wounds_in_laps, match, exchange, (*order[1:], order[0]), later)


def _living(match: Match, order: Groups) -> Groups:
    """The groups without slain models, and without empty groups."""
    return tuple(
        (sv, left) for sv, every in order if (left := model_casualties.list_alive(match, every))
    )


def place_wounds_on_groups(
    match: Match, exchange: StrikePair, order: Groups, wounds: WoundCounts
) -> Asking[None]:
    """TA-SAVE-03 to 05, TA-SAVE-07: the wounds that each group takes."""
    yield from ()
    there = _living(match, order)
    rows = wound_allocation.allocate_wounds(wounds, [len(every) for _, every in there])
    return then(
        place_wounds_on_piles, match, exchange, tuple(zip(there, rows, strict=True)), (), ()
    )


def place_wounds_on_piles(
    match: Match,
    exchange: StrikePair,
    left: tuple[tuple[tuple[int, Models], tuple[int, ...]], ...],
    piles: Piles,
    found: Dealt,
) -> Asking[None]:
    """TA-G28: if some of a group have an invulnerable save, the owner chooses their wounds, for
    each at most one a lap.
    """
    if not left:
        return then(roll_saves, match, exchange, piles, found)
    ((sv, figures), row), *rest = left
    kinds = equal_groups(figures, lambda one: markers.get_profile(match, one).inv)
    here = tuple(SavingGroup(sv, inv, them) for inv, them in sorted(kinds, reverse=True))
    rows: Dealt = (row,)
    if len(here) > 1:
        laps = -(-sum(row) // len(figures))
        rows = yield from sub(
            exchange.make_roles(match), split_wounds_over_piles, here, row, laps, 0
        )
    return then(
        place_wounds_on_piles, match, exchange, tuple(rest), (*piles, *here), (*found, *rows)
    )


def split_wounds_over_piles(
    piles: Piles, row: tuple[int, ...], laps: int, sort: int
) -> Asking[Dealt]:
    """The wounds of a group on its piles, kind after kind; by default on those that save best
    against them.
    """
    found = [[0] * len(row) for _ in piles]
    for kind in range(sort, len(row)):
        order = sorted(
            range(len(piles)), key=lambda at: wound_allocation.find_save_number(piles[at], kind)
        )
        room = [laps * len(piles[at].figures) - sum(found[at]) for at in order]
        if row[kind]:
            names = tuple((str(at), _pile_text(piles[at]), len(piles[at].figures)) for at in order)
            what = Split(
                id=f"deal:{kind}",
                what=f"{KINDS[kind]} on",
                total=0,
                shares=(),
                role="owner",
                rule="TA-G28",
            )
            taken = yield from deal_hits(what, names, row[kind], room)
            for at, n in zip(order, taken, strict=True):
                found[at][kind] = n
    return tuple(tuple(one) for one in found)


def _pile_text(pile: SavingGroup) -> str:
    return f"{len(pile.figures)} with {pile.inv}+ invulnerable" if pile.inv else "the others"


def roll_saves(match: Match, exchange: StrikePair, piles: Piles, rows: Dealt) -> Asking[None]:
    if not piles:
        return None
    rolls = wound_allocation.list_saves_to_roll(piles, rows, tuple(_named(piles, rows)))
    empty: Unsaved = ((0, 0),) * len(piles)
    failed = yield from sub(
        exchange.make_roles(match), wound_allocation.roll_failed_saves, rolls, empty
    )
    return then(slay_models, match, exchange, piles, failed, ())


def _named(piles: Piles, rows: Dealt) -> Iterator[str]:
    """Labels next to the saves of a group, if there are several."""
    for pile, row in zip(piles, rows, strict=True):
        inv = f", {pile.inv}+ invulnerable" if pile.inv else ""
        text = f"{sum(row)} on {len(pile.figures)} with {format_save(pile.sv)}{inv}"
        yield text if len(piles) > 1 else ""


def slay_models(
    match: Match, exchange: StrikePair, piles: Piles, failed: Unsaved, over: tuple[int, ...]
) -> Asking[None]:
    """TA-CAS-03: each pile suffers its unsaved wounds; excess ones are kept."""
    at = len(over)
    if at == len(piles):
        return then(pass_on_excess_wounds, match, exchange, piles, over)
    figures, (slaying, others) = piles[at].figures, failed[at]
    if slaying:
        yield from do(
            model_casualties.apply_wounds, exchange.unit, exchange.target, figures, slaying
        )
        yield from do(
            psychic_force_weapons.offer_slaying_test, exchange.unit, exchange.target, figures
        )
    more = max(others - model_casualties.sum_bearable_wounds(match, figures), 0)
    yield from do(model_casualties.apply_wounds, exchange.unit, exchange.target, figures, others)
    return then(slay_models, match, exchange, piles, failed, (*over, more))


def pass_on_excess_wounds(
    match: Match, exchange: StrikePair, piles: Piles, over: tuple[int, ...]
) -> Asking[None]:
    """TA-G24: excess wounds of a group pass to the next, without a further save."""
    at = next((n for n, more in enumerate(over) if more), None)
    if at is None:
        return None
    for pile in _next(match, piles, at):
        if over[at] and (room := model_casualties.sum_bearable_wounds(match, pile.figures)):
            taken = min(room, over[at])
            yield from do(
                model_casualties.apply_wounds, exchange.unit, exchange.target, pile.figures, taken
            )
            left = over[at] - taken
            over = (*over[:at], left, *over[at + 1 :])
            return then(pass_on_excess_wounds, match, exchange, piles, over)
    return then(pass_on_excess_wounds, match, exchange, piles, (*over[:at], 0, *over[at + 1 :]))


def _next(match: Match, piles: Piles, at: int) -> tuple[SavingGroup, ...]:
    """Those of the same armour first, then group after group; only those, if excess wounds are
    lost.
    """
    turned = (*piles[at + 1 :], *piles[:at])
    same = tuple(pile for pile in turned if pile.sv == piles[at].sv)
    if match.option("lap_overflow") == "lost":
        return same
    return (*same, *(pile for pile in turned if pile.sv != piles[at].sv))

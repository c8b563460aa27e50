"""Initiative: mixed dice of both sides in one roll, ties, and who acts first (CZ-INIT)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Final

from msgspec import Struct

from tracker.procedures.declared.rolls import RollKind
from tracker.procedures.declared.rollsheet import Come, RollSheet, Row
from tracker.procedures.pieces.begins import Begins, acts_first, begins
from tracker.procedures.requests import Asking, Faces, Option, Pick, ask, sub, then, then_pure
from tracker.procedures.ruleset import Action, Command, Due, Objection
from tracker.procedures.view import Match
from tracker.rulesets.combat_zone.data import markers, tables
from tracker.rulesets.combat_zone.forces.anchors import is_out
from tracker.rulesets.combat_zone.phases import coherency
from tracker.vocabulary.events import PhaseBegan
from tracker.vocabulary.names import MATCH, SideId, UnitId

PHASE: Final = coherency.PHASE
PLACES: Final = ("first", "second", "third", "fourth", "fifth", "sixth")
MACHINE_DICE: Final = {"none": 0, "d4": 4, "d6": 6, "d8": 8}
ROLL_OFF: Final = 6  # where nobody has a die of his own

Ranking = tuple[tuple[int, ...], ...]


class Pool(Struct, frozen=True):
    """A side's dice with what each is for, and its bonus."""

    dice: tuple[int, ...]
    labels: tuple[str, ...]
    bonus: int


def pool(match: Match, side: SideId) -> Pool:
    """CZ-INIT-02, CZ-T9: a die for each group, for each Hero without a reaction."""
    name = match.side_name(side)
    dice: list[int] = []
    labels: list[str] = []
    for unit in match.units(side):
        die = _die(match, unit)
        if die:
            dice.append(die)
            labels.append(f"{name}: {match.unit(unit).name} D{die}")
    return Pool(tuple(dice), tuple(labels), bonus(match, side))


def _die(match: Match, unit: UnitId) -> int:
    """CZ-G59: a group rolls whatever its figures feel; CZ-G33: machines only by house rule."""
    figures = match.figures(unit)
    kind = markers.profile(match, figures[0]).kind
    if kind == "hero":
        return 0 if markers.has_reaction(match, figures[0]) else tables.HERO_DIE
    if kind == "machine":
        return MACHINE_DICE[str(match.option("machine_initiative"))]
    return tables.SCATTERED_DIE if is_out(match, unit) else tables.COHERENT_DIE


def bonus(match: Match, side: SideId) -> int:
    """CZ-INIT-03: steady Leaders and Sub-leaders; recovered ones are steady."""
    worth = {
        "leader": tables.LEADER_BONUS,
        "sub-leader": tables.SUB_LEADER_BONUS,
        "none": 0,
    }
    return sum(
        worth[markers.profile(match, figure).rank]
        for figure in markers.figures(match, side)
        if not markers.has_reaction(match, figure)
    )


def initiative_sheet(match: Match, request: Faces) -> RollSheet:
    """CZ-INIT-04: the dice of each side and its leaders; level sides roll again."""
    sides = {match.side_name(side): side for side in match.sides}
    whose = [label.partition(":")[0] for label in request.labels]
    pools = [(sides[name], len(list(dice))) for name, dice in groupby(whose)]
    adds = [bonus(match, side) for side, _ in pools]
    rows = tuple(
        Row(side, (f"{more:+d}",), dice) for (side, dice), more in zip(pools, adds, strict=True)
    )

    def read(rolled: tuple[tuple[int, ...], ...]) -> tuple[Come, ...]:
        totals = [sum(dice) + n for dice, n in zip(rolled, adds, strict=True)]
        if not all(rolled):
            return tuple(
                Come((_added(dice, n),)) if dice else Come()
                for dice, n in zip(rolled, adds, strict=True)
            )
        best = max(totals)
        word = "level" if totals.count(best) > 1 else "chooses"
        return tuple(
            Come((_added(dice, n),), word if total == best else "")
            for dice, n, total in zip(rolled, adds, totals, strict=True)
        )

    return RollSheet("initiative", ("leaders",), ("total",), rows, read)


def _added(dice: tuple[int, ...], bonus: int) -> str:
    return f"{' + '.join(map(str, (*dice, bonus)))} = {sum(dice) + bonus}"


DICE: Final = RollKind("contest", "initiative", rule="CZ-INIT-02", sheet=initiative_sheet)


# -------------------------------------------------------------------------------------- the roll


def roll(match: Match, _: SideId | None, params: Begins) -> Asking[None]:
    if params.agreed is not None:
        acts_first(match, params.agreed)
        return None
    pools = tuple(pool(match, side) for side in match.sides)
    if not any(one.dice for one in pools):
        names = [match.side_name(side) for side in match.sides]
        pools = tuple(
            Pool((ROLL_OFF,), (f"{name}: roll-off",), one.bonus)
            for name, one in zip(names, pools, strict=True)
        )
    next_die = match.option("initiative_tie") == "next_highest_die"
    everybody = tuple(range(len(pools)))
    none = (0,) * len(pools)
    ranking, totals = yield from sub({}, contest, pools, (everybody,), none, next_die)
    for side, total in zip(match.sides, totals, strict=True):
        match.record(markers.INITIATIVE.set(side, value=total))
    return then(choose_place, match, tuple(match.sides[place] for place in ranking))


def contest(
    pools: tuple[Pool, ...], ranking: Ranking, totals: tuple[int, ...], next_die: bool
) -> Asking[tuple[tuple[int, ...], tuple[int, ...]]]:
    """CZ-INIT-04, CZ-INIT-05: sides that are still level roll their whole pools again.

    ``ranking`` has the sides from the best on, those that are level in one tuple. What was level
    is forgotten, so that rolling again is the same question.
    """
    level = next((tied for tied in ranking if len(tied) > 1), None)
    if level is None:
        return tuple(side for (side,) in ranking), totals
    rolling = tuple(pools[side] for side in level)
    faces = yield from ask(
        Faces(
            kind=DICE,
            dice=tuple(die for one in rolling for die in one.dice),
            labels=tuple(label for one in rolling for label in one.labels),
            need=", ".join(f"{_whose(one)}{one.bonus:+d}" for one in rolling),
        )
    )
    scores: dict[int, tuple[int, tuple[int, ...]]] = {}
    at = 0
    for side, one in zip(level, rolling, strict=True):
        own = faces[at : at + len(one.dice)]
        at += len(one.dice)
        high = tuple(sorted(own, reverse=True))
        scores[side] = (sum(own) + one.bonus, high if next_die else high[:1])
    order = sorted(level, key=lambda side: scores[side], reverse=True)
    split = tuple(tuple(same) for _, same in groupby(order, key=lambda side: scores[side]))
    apart = {side: scores[side][0] for tied in split if len(tied) == 1 for side in tied}
    new = tuple(apart.get(side, old) for side, old in enumerate(totals))
    place = ranking.index(level)
    return then_pure(
        contest, pools, (*ranking[:place], *split, *ranking[place + 1 :]), new, next_die
    )


def _whose(one: Pool) -> str:
    return f"{one.labels[0].partition(':')[0]} " if one.labels else ""


def choose_place(match: Match, ranking: tuple[SideId, ...]) -> Asking[None]:
    """The winner takes his place, the others follow in descending total (CZ-G31)."""
    winner, *others = ranking
    place = yield from ask(
        Pick(
            id="choose_place",
            what=f"{match.side_name(winner)} goes",
            options=tuple(Option(name, name) for name in PLACES[: len(ranking)]),
            default=PLACES[0],
            side=winner,
            subject=winner,
            rule="CZ-INIT-04",
        )
    )
    at = PLACES.index(place)
    order = (*others[:at], winner, *others[at:])
    match.record(PhaseBegan(phase=match.phase, order=order))


# ------------------------------------------------------------------------------- what comes next


def objections(match: Match, _: SideId | None, __: Begins) -> Iterable[Objection]:
    if match.phase != PHASE or match.clock.order:
        text = "initiative is rolled once a turn, after the reaction tests"
        yield Objection("initiative-rolled", "CZ-INIT-02", text)
    elif not match.has(MATCH, markers.DECLARED):
        yield Objection("undeclared", "CZ-INIT-01", "coherency is declared first")


def candidates(match: Match) -> Iterable[tuple[SideId | None, Begins]]:
    if match.phase == PHASE and not match.clock.order:
        yield None, Begins()


def due(match: Match) -> tuple[Due, ...]:
    if match.phase != PHASE or match.clock.order:
        return ()
    return (Due("initiative", None, None, "nobody has rolled for initiative", True),)


def automatic(match: Match) -> Command:
    """Coherency, the dice, and on to the actions."""
    if match.clock.order:
        return Command("next", None, {})
    if not match.has(MATCH, markers.DECLARED):
        return coherency.COHERENCY.command(None, coherency.Coherent())
    return INITIATIVE.command(None, Begins())


def questions(match: Match, _: object) -> tuple[str, ...]:
    """The roll, and who goes where."""
    return "initiative", *(f"{match.side_name(side)} goes" for side in match.sides)


INITIATIVE: Final = Action(
    id="initiative",
    word="roll initiative",
    params=Begins,
    stage=roll,
    phases=(PHASE,),
    objections=objections,
    candidates=candidates,
    forms=(begins("init", questions),),
)

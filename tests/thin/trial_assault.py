"""A small part of Trial Assault: a round of close combat, its result, morale and sweep."""

from __future__ import annotations

from msgspec import Struct

from tracker.procedures.declared.marker_and_link_kinds import MarkerKind
from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.match_view import Match, group_equal_figures
from tracker.procedures.pieces.casualties import choose_fallen_figures
from tracker.procedures.pieces.delayed_effects import (
    list_unmarked_figures,
    make_marked_removal_facts,
)
from tracker.procedures.pieces.dice_tests import TWO_D6, roll_test
from tracker.procedures.pieces.needed_numbers import Limits, compute_need
from tracker.procedures.requests import (
    Asking,
    Option,
    Pick,
    Score,
    ask,
    call_pure_stage,
    call_stage,
    continue_with,
    continue_with_pure,
    roll_check,
)
from tracker.procedures.ruleset import Action, Ruleset
from tracker.vocabulary.dice_bands import Modifier
from tracker.vocabulary.events import PhaseBegan
from tracker.vocabulary.roll_needs import Need
from tracker.vocabulary.subject_ids import FigureId, SideId, UnitId

FALLS = MarkerKind("falls", "falls", on="figure")
SUPPORTS = MarkerKind("supports", "supports", on="figure")
BACK = MarkerKind("back", "falls back", shown="value", nerve=True)
CAUGHT = MarkerKind("caught", "caught")
MORALE = RollKind("morale", "morale", rule="TA-MORALE-04")
LIMITS = Limits(2, 12, "a 2 always passes", "no more than 12", "TA-MORALE-04")


class Profile(Struct, frozen=True):
    skill: int
    strength: int
    toughness: int
    attacks: int
    save: int
    leads: bool = False
    leadership: int = 8


class Blow(Struct, frozen=True):
    """The models of a kind in a unit strike another unit, with ``bonus`` attacks each in contact.

    ``step`` is their Initiative, ``best`` the best save against them (7: none).
    """

    unit: UnitId
    target: UnitId
    kind: str
    bonus: int = 0
    best: int = 2
    step: int = 4


class Fight(Struct, frozen=True):
    """A round of a combat. If ``result`` is false, it ends after these blows."""

    blows: tuple[Blow, ...]
    result: bool = True


class Lost(Struct, frozen=True):
    unit: UnitId
    enemies: int


def to_hit(skill: int, against: int) -> int:
    if skill > against:
        return 3
    return 5 if against > 2 * skill else 4


def to_wound(strength: int, toughness: int) -> int:
    """TA-T2: return the number that a die needs, or 7 if no die can wound."""
    lacks = toughness - strength
    return 7 if lacks >= 4 else min(max(4 + lacks, 2), 6)


def profile(match: Match, figure: FigureId) -> Profile:
    return match.profile(figure, Profile)


def fight(match: Match, _: SideId | None, params: Fight) -> Asking[None]:
    yield from ()
    blows = tuple(sorted(params.blows, key=lambda blow: -blow.step))
    units = tuple(sorted({blow.unit for blow in blows} | {blow.target for blow in blows}))
    return continue_with(step, match, blows, units if params.result else (), (0, 0))


def step(
    match: Match, left: tuple[Blow, ...], units: tuple[UnitId, ...], score: tuple[int, ...]
) -> Asking[None]:
    """TA-FIGHT-05: let all models with the highest remaining Initiative strike at once."""
    yield from ()
    if not left:
        return continue_with(result, match, units, score) if units else None
    match.record(PhaseBegan(phase="assault", step=str(left[0].step)))
    now = tuple(blow for blow in left if blow.step == left[0].step)
    return continue_with(blows, match, now, left[len(now) :], units, score)


def blows(
    match: Match,
    now: tuple[Blow, ...],
    left: tuple[Blow, ...],
    units: tuple[UnitId, ...],
    score: tuple[int, ...],
) -> Asking[None]:
    """Roll all blows of a step, then remove and count the casualties of both sides."""
    if now:
        yield from call_stage(strike, now[0])
        return continue_with(blows, match, now[1:], left, units, score)
    sides = [match.other(match.side_of(figure)) for figure in match.marked(FALLS)]
    match.record(*make_marked_removal_facts(match, FALLS))
    score = tuple(n + sides.count(side) for n, side in zip(score, match.sides, strict=True))
    return continue_with(step, match, left, units, score)


def strike(match: Match, blow: Blow) -> Asking[None]:
    """Roll a blow's hits and wounds. Models that fall in this step still strike."""
    zone = match.figures(blow.target)
    strikers = [f for f in match.figures(blow.unit) if match.figure(f).profile == blow.kind]
    if not strikers or not zone:
        return None
    mine, theirs = profile(match, strikers[0]), profile(match, zone[0])
    dice = sum(1 if match.has(f, SUPPORTS) else mine.attacks + blow.bonus for f in strikers)
    wounds = yield from call_pure_stage(
        {"attacker": (match.side_of(blow.unit), blow.unit, blow.target)},
        wounded,
        dice,
        to_hit(mine.skill, theirs.skill),
        to_wound(mine.strength, theirs.toughness),
    )
    return continue_with(allot, match, blow, wounds)


def wounded(dice: int, hit: int, wound: int) -> Asking[int]:
    hits = yield from roll_check("to hit", dice, hit, role="attacker")
    return continue_with_pure(through, hits, wound)


def through(hits: int, wound: int) -> Asking[int]:
    return (yield from roll_check("to wound", hits, wound, role="attacker"))


def allot(match: Match, blow: Blow, wounds: int) -> Asking[None]:
    """Share wounds among kinds of armour, the most numerous first, before any save."""
    if not wounds:
        return None
    groups = dict(group_equal_figures(match.figures(blow.target), lambda f: profile(match, f).save))
    most = max(len(who) for who in groups.values())
    ties = sorted(save for save, who in groups.items() if len(who) == most)
    first = yield from ask(
        Pick(
            what="which armour is hit first",
            side=match.side_of(blow.target),
            subject=blow.target,
            options=tuple(Option(str(save), f"{save}+") for save in ties),
            default=str(ties[0]),
        )
    )
    order = sorted(groups, key=lambda save: (save != int(first), -len(groups[save]), save))
    lots = share_hits_evenly(wounds, [len(groups[save]) for save in order])
    return continue_with(saves, match, blow, tuple(zip(order, lots, strict=True)), 0)


def share_hits_evenly(total: int, sizes: list[int]) -> tuple[int, ...]:
    """Share hits so that no model gets a second hit before all have one."""
    laps, left = divmod(total, sum(sizes))
    dealt = []
    for size in sizes:
        dealt.append(laps * size + min(left, size))
        left -= min(left, size)
    return tuple(dealt)


def saves(match: Match, blow: Blow, lots: tuple[tuple[int, int], ...], over: int) -> Asking[None]:
    """Roll the saves of each group. Surplus wounds pass to the next without a save (TA-G24)."""
    if not lots:
        return None
    (save, wounds), *rest = lots
    side, best = match.side_of(blow.target), max(save, blow.best)
    saved = yield from roll_check("save", wounds, best, side=side, subject=blow.target)
    standing = list_unmarked_figures(match, FALLS, blow.target)
    group = tuple(f for f in standing if profile(match, f).save == save)
    lost = wounds - saved + over
    yield from call_stage(fall, blow.target, group, min(lost, len(group)))
    return continue_with(saves, match, blow, tuple(rest), lost - min(lost, len(group)))


def fall(match: Match, unit: UnitId, group: tuple[FigureId, ...], losses: int) -> Asking[None]:
    """Let models fall as the owner chooses: by default supporters, then leaders last (TA-G30)."""

    def rank(figure: FigureId) -> str:
        if match.has(figure, SUPPORTS):
            return "1 supporting"
        return "3 leader" if profile(match, figure).leads else "2 in contact"

    kinds = sorted(group_equal_figures(group, rank))
    groups = [(kind[2:], figures) for kind, figures in kinds]
    falling = yield from choose_fallen_figures(match, unit, groups, losses, question_id="fall")
    if falling:
        match.record(FALLS.set(*falling))


def result(match: Match, units: tuple[UnitId, ...], score: tuple[int, ...]) -> Asking[None]:
    """TA-RES-01 to 04: the side with more wounds tests, if both are left and it is no draw."""
    yield from ()
    left = [
        [unit for unit in units if match.exists(unit) and match.side_of(unit) == side]
        for side in match.sides
    ]
    if not all(left) or score[0] == score[1]:
        return None
    loses = score.index(min(score))
    enemies = sum(len(match.figures(unit)) for unit in left[1 - loses])
    return continue_with(morale, match, match.sides[loses], Lost(left[loses][0], enemies))


def leadership(match: Match, lost: Lost) -> Need:
    """TA-T11: compute the number needed, with half strength and outnumbering enemies."""
    models, started = len(match.figures(lost.unit)), match.unit(lost.unit).started
    best = max(profile(match, figure).leadership for figure in match.figures(lost.unit))
    parts = [Modifier("Leadership", best, "TA-MORALE-04")]
    if 2 * models < started:
        parts.append(Modifier("below half", -1, "TA-T11"))
    if lost.enemies > models:
        parts.append(Modifier("outnumbered", -min(lost.enemies // models, 4), "TA-T11"))
    return compute_need(*parts, limits=LIMITS, less=True, hit="holds", miss="falls back")


def morale(match: Match, side: SideId | None, lost: Lost) -> Asking[None]:
    """TA-MORALE-01 to 03, TA-SWEEP-02 to 04: let the loser hold, fall back, or be caught."""
    needed = leadership(match, lost)
    away = yield from call_pure_stage({"loser": (side, lost.unit, None)}, flight, needed)
    if away:
        match.record(BACK.set(lost.unit, value=away) if away > 0 else CAUGHT.set(lost.unit))


def flight(needed: Need) -> Asking[int]:
    """Return how far the loser falls back: 0 if it holds, -1 if it is caught."""
    if (yield from roll_test(MORALE, needed, role="loser")):
        return 0
    return continue_with_pure(swept)


def swept() -> Asking[int]:
    away = yield from ask(Score(what="fall back", dice=TWO_D6, versus=TWO_D6, role="loser"))
    sweep = yield from ask(Score(what="sweep", dice=TWO_D6))
    return -1 if sweep > away else away


RULESET = Ruleset(
    id="thin-trial-assault",
    version="1",
    title="Trial Assault, a thin path",
    markers=(FALLS, SUPPORTS, BACK, CAUGHT),
    rolls=(MORALE,),
    actions={
        "fight": Action("fight", "fights", Fight, fight),
        "morale": Action("morale", "tests its morale", Lost, morale),
    },
)

"""A thin path through Trial Assault: one Initiative step against mixed armour (TA-SAVE-03)."""

from __future__ import annotations

from msgspec import Struct

from tracker.procedures.declared.markers import MarkerKind
from tracker.procedures.requests import (
    Asking,
    Option,
    Pick,
    Share,
    Split,
    ask,
    check,
    do,
    sub,
    then,
    then_pure,
)
from tracker.procedures.ruleset import Action, Ruleset
from tracker.procedures.view import Match, choose_last, equal_groups
from tracker.vocabulary.events import (
    FiguresRemoved,
    MarkerCleared,
    MarkerSet,
    PhaseBegan,
)
from tracker.vocabulary.names import FigureId, SideId, UnitId

FALLS, SUPPORTS = "falls", "supports"


class Profile(Struct, frozen=True):
    skill: int
    strength: int
    toughness: int
    attacks: int
    save: int
    leads: bool = False


class Blow(Struct, frozen=True):
    """The models of a kind in a unit strike another unit; ``bonus`` attacks each in contact."""

    unit: UnitId
    target: UnitId
    kind: str
    bonus: int = 0
    no_save: bool = False


class Fight(Struct, frozen=True):
    step: int
    blows: tuple[Blow, ...]


def to_hit(skill: int, against: int) -> int:
    if skill > against:
        return 3
    return 5 if against > 2 * skill else 4


def to_wound(strength: int, toughness: int) -> int:
    """TA-T2; 7 cannot be rolled."""
    lacks = toughness - strength
    return 7 if lacks >= 4 else min(max(4 + lacks, 2), 6)


def profile(match: Match, figure: FigureId) -> Profile:
    return match.profile(figure, Profile)


def fight(match: Match, _: SideId | None, params: Fight) -> Asking[None]:
    """Both sides strike; casualties of both come off together at the end of the step."""
    match.record(PhaseBegan(phase="assault", step=str(params.step)))
    yield from ()
    return then(blows, match, params.blows)


def blows(match: Match, left: tuple[Blow, ...]) -> Asking[None]:
    if not left:
        falling = tuple(FigureId(figure) for figure in match.marked(FALLS))
        if falling:
            match.record(MarkerCleared(subjects=falling, marker=FALLS))
            match.record(FiguresRemoved(figures=falling))
        return None
    yield from do(strike, left[0])
    return then(blows, match, left[1:])


def strike(match: Match, blow: Blow) -> Asking[None]:
    """All dice are from the state at the start of the step: who falls in it still strikes."""
    zone = match.figures(blow.target)
    strikers = [f for f in match.figures(blow.unit) if match.figure(f).profile == blow.kind]
    if not strikers or not zone:
        return None
    mine, theirs = profile(match, strikers[0]), profile(match, zone[0])
    dice = sum(1 if match.has(f, SUPPORTS) else mine.attacks + blow.bonus for f in strikers)
    wounds = yield from sub(
        {"attacker": (match.side_of(blow.unit), blow.unit, blow.target)},
        wounded,
        dice,
        to_hit(mine.skill, theirs.skill),
        to_wound(mine.strength, theirs.toughness),
    )
    return then(allot, match, blow, wounds)


def wounded(dice: int, hit: int, wound: int) -> Asking[int]:
    hits = yield from check("to hit", dice, hit, role="attacker")
    return then_pure(through, hits, wound)


def through(hits: int, wound: int) -> Asking[int]:
    return (yield from check("to wound", hits, wound, role="attacker"))


def allot(match: Match, blow: Blow, wounds: int) -> Asking[None]:
    """The most numerous armour first, one wound a model, lap after lap; all before any save."""
    if not wounds:
        return None
    groups = dict(equal_groups(match.figures(blow.target), lambda f: profile(match, f).save))
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
    lots = dict.fromkeys(order, 0)
    while wounds:
        for save in order:
            taken = min(wounds, len(groups[save]))
            lots[save] += taken
            wounds -= taken
    return then(saves, match, blow, tuple(lots.items()), 0)


def saves(match: Match, blow: Blow, lots: tuple[tuple[int, int], ...], over: int) -> Asking[None]:
    """Group after group; what a group cannot take passes on without another save (TA-G24)."""
    if not lots:
        return None
    (save, wounds), *rest = lots
    need = 7 if blow.no_save else save
    side = match.side_of(blow.target)
    saved = yield from check("save", wounds, need, side=side, subject=blow.target)
    group = [
        f
        for f in match.figures(blow.target)
        if profile(match, f).save == save and not match.has(f, FALLS)
    ]
    lost = wounds - saved + over
    yield from do(fall, blow.target, tuple(group), min(lost, len(group)))
    return then(saves, match, blow, tuple(rest), lost - min(lost, len(group)))


def fall(match: Match, unit: UnitId, group: tuple[FigureId, ...], losses: int) -> Asking[None]:
    """Supporters, then plain models, then leaders, unless the owner says otherwise (TA-G30)."""

    def rank(figure: FigureId) -> str:
        if match.has(figure, SUPPORTS):
            return "1 supporting"
        return "3 leader" if profile(match, figure).leads else "2 in contact"

    kinds = dict(sorted(equal_groups(group, rank)))
    default, left = {}, losses
    for kind, who in kinds.items():
        default[kind] = min(left, len(who))
        left -= default[kind]
    chosen = yield from ask(
        Split(
            what="who falls",
            side=match.side_of(unit),
            subject=unit,
            total=losses,
            shares=tuple(Share(kind, kind[2:], len(who)) for kind, who in kinds.items()),
            default=tuple((kind, n) for kind, n in default.items() if n),
        )
    )
    falling = tuple(f for kind, n in chosen for f in choose_last(kinds[kind], n))
    if falling:
        match.record(MarkerSet(subjects=falling, marker=FALLS))


RULESET = Ruleset(
    id="thin-trial-assault",
    version="1",
    title="Trial Assault, a thin path",
    markers=tuple(MarkerKind(m, m, on="figure") for m in (FALLS, SUPPORTS)),
    actions={"fight": Action("fight", "fights", Fight, fight)},
)

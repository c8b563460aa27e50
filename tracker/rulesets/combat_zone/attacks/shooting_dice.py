"""The dice of a shooting action: all dice to hit, then the wounds one by one (CZ-SHOOT-01)."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.needed_numbers import compute_need
from tracker.procedures.requests import (
    Asking,
    Share,
    Tally,
    ask_owner,
    call_stage,
    continue_with,
    report_result,
    roll_check,
    run_stage_for_each,
)
from tracker.rulesets.combat_zone.attacks.wound_rolls import WoundRoll, resolve_wound
from tracker.rulesets.combat_zone.data import markers, rule_tables
from tracker.rulesets.combat_zone.data.rule_tables import Band, Cover, Gun
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.dice import Modifier
from tracker.vocabulary.dice_needs import Need
from tracker.vocabulary.subject_ids import FigureId

EXPLOSIVE: Final[tuple[Gun, ...]] = ("integrated-grenade-launcher", "recoilless-rifle")


TO_HIT: Final = RollKind("to_hit", "to hit", "hit", "hits", "CZ-SHOOT-04")


class Volley(Struct, frozen=True):
    """A shooter's gun, whether it is ``aimed``, and its ``shots``, which ``made_of`` describes."""

    shooter: FigureId
    gun: Gun
    aimed: bool = False
    shots: int = 0
    made_of: str = ""


class ShotsAtTarget(Struct, frozen=True):
    """The dice against one target. All shots are declared before the first roll (CZ-SHOOT-02)."""

    target: FigureId
    dice: int
    cover: Cover
    band: Band


Hits = tuple[tuple[ShotsAtTarget, int], ...]


def roll_hits_and_wounds(
    match: Match, volley: Volley, targets: tuple[ShotsAtTarget, ...], earlier_hits: Hits = ()
) -> Asking[None]:
    """Roll a D6 for each shot in range, target by target, then roll the wounds (CZ-SHOOT-04)."""
    if not targets:
        return continue_with(roll_wounds, match, volley, earlier_hits)
    shots, *rest = targets
    if shots.band == "out":
        return continue_with(roll_hits_and_wounds, match, volley, tuple(rest), earlier_hits)
    n = yield from roll_check(
        TO_HIT,
        shots.dice,
        find_need_to_hit(match, volley, shots),
        side=match.side_of(volley.shooter),
        subject=volley.shooter,
        target=shots.target,
        made_of=volley.made_of
        if shots.dice == volley.shots
        else f"{format_count(shots.dice, 'shot')} of the {volley.made_of}",
    )
    yield from report_result(TO_HIT.many, n, subject=volley.shooter, target=shots.target)
    if n:
        markers.OPPORTUNITY.record_cleared(match, shots.target)  # CZ-OPP-04
        earlier_hits = (*earlier_hits, (shots, n))
    return continue_with(roll_hits_and_wounds, match, volley, tuple(rest), earlier_hits)


def describe_shots(gun: Gun, shots: int, circumstances: str) -> str:
    """Describe shots, as in ``burst of 3 for 2 points, assault rifle``."""
    what = f"burst of {shots}" if shots > 1 else "one shot"
    return f"{what} {circumstances}, {gun.replace('-', ' ')}"


def find_need_to_hit(match: Match, volley: Volley, shots: ShotsAtTarget) -> Need:
    """Return the number needed to hit: 6 minus the sum of the modifiers (CZ-SHOOT-05, CZ-T11)."""
    name, value = get_quality_modifier(match, volley.shooter)
    parts = [Modifier(name, value, "CZ-T6"), *_list_band_modifiers(match, shots.band)]
    if match.has(shots.target, markers.DOWN):
        parts.append(Modifier("target down", rule_tables.DOWN, "CZ-ACT-07"))
    if match.has(volley.shooter, markers.PANIC):
        parts.append(Modifier("panic", rule_tables.PANICKING_SHOT, "CZ-MORALE-07"))
    if volley.aimed:
        parts.append(Modifier("aimed", rule_tables.AIMED, "CZ-SHOOT-10"))
    return compute_need(*parts, limits=rule_tables.FACES, base=rule_tables.HIT)


def get_quality_modifier(match: Match, figure: FigureId) -> tuple[str, int]:
    """Return the name and value of the modifier for a figure's quality, or a machine's (CZ-T6)."""
    profile = markers.get_profile(match, figure)
    if profile.machine is not None:
        return "machine", profile.machine.modifier
    return profile.quality.capitalize(), rule_tables.QUALITY[profile.quality]


def _list_band_modifiers(match: Match, band: Band) -> tuple[Modifier, ...]:
    """Return a range band's modifiers. A house rule can add up two bands (CZ-SHOOT-03, CZ-G17)."""
    name = band.replace("-", " ")
    nearest = (Modifier(name, rule_tables.BAND_HIT[band], "CZ-T11"),)
    if band == "point-blank" and match.option("range_bands") == "additive":
        return (*nearest, Modifier("short", rule_tables.BAND_HIT["short"], "CZ-G17"))
    return nearest


def roll_wounds(match: Match, volley: Volley, hits: Hits) -> Asking[None]:
    """Roll wounds one by one. When a target falls, its remaining hits are lost (CZ-SHOOT-17)."""
    if not hits:
        return None
    (shots, n), *rest = hits
    if not markers.is_on_table(match, shots.target):
        return continue_with(roll_wounds, match, volley, tuple(rest))
    yield from call_stage(resolve_wound, _make_wound_roll(volley, shots, shots.target))
    if match.option("blast") == "by_hand" and volley.gun in EXPLOSIVE:
        yield from call_stage(resolve_blast, volley, shots)
    more = ((shots, n - 1),) if n > 1 else ()
    return continue_with(roll_wounds, match, volley, (*more, *rest))


def _make_wound_roll(volley: Volley, shots: ShotsAtTarget, target: FigureId) -> WoundRoll:
    """Make a wound roll from the weapon, cover and point-blank range (CZ-SHOOT-13, CZ-SHOOT-15)."""
    parts = []
    if shots.cover != "open":
        name = f"{shots.cover.replace('-', ' ')} cover"
        parts.append(Modifier(name, rule_tables.COVER[shots.cover], "CZ-SHOOT-13"))
    if shots.band == "point-blank":
        parts.append(Modifier("point blank", rule_tables.POINT_BLANK_WOUND, "CZ-SHOOT-15"))
    damage, gun = rule_tables.WEAPONS[volley.gun].damage, volley.gun.replace("-", " ")
    return WoundRoll(volley.shooter, target, "shot", damage, tuple(parts), f"one hit of the {gun}")


def resolve_blast(match: Match, volley: Volley, shots: ShotsAtTarget) -> Asking[None]:
    """Under a house rule, ask which other figures a grenade or rocket hits (CZ-G48)."""
    near = tuple(
        figure for figure in markers.list_figures_on_table(match) if figure != shots.target
    )
    shares = tuple(Share(figure, markers.format_figure(match, figure), 1) for figure in near)
    what, whom, rule = "others struck", shots.target, "CZ-G48"
    asked = Tally(id="blast", what=what, target=whom, shares=shares, spatial=True, rule=rule)
    answer = yield from ask_owner(match, volley.shooter, asked)
    struck = tuple(FigureId(figure) for figure, _ in answer)
    return continue_with(run_stage_for_each, match, roll_splinter_wound, struck, volley, shots)


def roll_splinter_wound(
    match: Match, victim: FigureId, volley: Volley, shots: ShotsAtTarget
) -> None:
    """Roll the wound of another victim of a blast, who counts as in the target's cover."""
    markers.OPPORTUNITY.record_cleared(match, victim)
    return continue_with(resolve_wound, match, _make_wound_roll(volley, shots, victim))

"""A shooter's choice of gun, targets and shots, and the dice for them (CZ-SHOOT-01 to 09).

All dice to hit are rolled before the wounds, which are rolled one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, get_args

from msgspec import Struct
from msgspec.structs import replace

from tracker.input_parsing.line_lexicon import Lexicon
from tracker.input_parsing.line_syntax_tree import Flag, TypedDetail, TypedMeasure
from tracker.procedures.declared.action_line_forms import DividedField
from tracker.procedures.declared.line_form_slots import (
    Slot,
    make_count_slot,
    make_flag_choice_slot,
    make_known_name_slot,
)
from tracker.procedures.declared.line_reader import LineReader, Values
from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.match_view import Match, UnknownName
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
from tracker.procedures.ruleset import Objection, Objections
from tracker.rulesets.combat_zone.attacks.wound_rolls_and_machine_damage import (
    WoundRoll,
    resolve_wound,
)
from tracker.rulesets.combat_zone.data import markers, rule_tables, state_queries, unit_profiles
from tracker.rulesets.combat_zone.data.profile_types import Gun
from tracker.rulesets.combat_zone.data.rule_tables import Band, Cover
from tracker.rulesets.combat_zone.phases.line_figure_fields import make_figure_field
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.dice_bands import Modifier
from tracker.vocabulary.roll_needs import Need
from tracker.vocabulary.subject_ids import FigureId

FIFTY = 50 * rule_tables.CM


class TargetedFire(Struct, frozen=True, omit_defaults=True):
    """The declared shots at one target.

    By default, the target gets an even share of the burst, and is in the open at long range.
    """

    target: FigureId
    shots: int | None = None
    cover: Cover = "open"
    range: int | None = None
    band: Band | None = None


def choose_gun(match: Match, figure: FigureId, named_gun: Gun | None) -> Gun | None:
    """Return the named gun, or else the first with shots left, the first, or None if unarmed."""
    carried = unit_profiles.list_guns(match, figure)
    ready = (gun for gun in carried if count_shots_left(match, figure, gun))
    return named_gun or next(ready, carried[0] if carried else None)


def count_shots_left(match: Match, figure: FigureId, gun: Gun) -> int:
    """Return how many shots a gun has left, in whatever way it fires (CZ-SHOOT-08, CZ-G44)."""
    if match.option("rof") == "per_action":
        return rule_tables.WEAPONS[gun].shots
    fired = state_queries.count_shots_fired_by_weapon(match, figure).get(gun, 0)
    return max(unit_profiles.count_shots_per_turn(match, figure, gun) - fired, 0)


def find_longest_burst(match: Match, figure: FigureId, gun: Gun) -> int:
    """Return how many shots a gun can fire now in a single burst (CZ-SHOOT-09)."""
    return min(count_shots_left(match, figure, gun), rule_tables.WEAPONS[gun].shots)


def allocate_shots(fire: tuple[TargetedFire, ...], shots_available: int) -> tuple[int, ...]:
    """Return the number of shots at each target (CZ-SHOOT-02).

    Targets for which no number is declared share the remaining shots evenly.
    """
    untold = sum(share.shots is None for share in fire)
    left = shots_available - sum(share.shots or 0 for share in fire)
    found = []
    for share in fire:
        n = share.shots
        if n is None:
            n = max(-(-left // untold), 1)
            left, untold = left - n, untold - 1
        found.append(n)
    return tuple(found)


def build_shots_at_targets(
    fire: tuple[TargetedFire, ...], gun: Gun, dice_per_target: tuple[int, ...]
) -> tuple[ShotsAtTarget, ...]:
    """Combine each target with its dice, cover and range band (CZ-SHOOT-03, CZ-G45)."""
    return tuple(
        ShotsAtTarget(share.target, n, share.cover, find_range_band(share, gun))
        for share, n in zip(fire, dice_per_target, strict=True)
    )


def find_range_band(share: TargetedFire, gun: Gun) -> Band:
    if share.range is not None:
        return rule_tables.WEAPONS[gun].find_band(share.range)
    return share.band or "long"


def list_declared_fire_objections(
    match: Match, figure: FigureId, gun: Gun | None, fire: tuple[TargetedFire, ...], shot_count: int
) -> Objections:
    """Yield the objections to the declared gun, shots and targets, but not to the time of fire."""
    name = state_queries.format_figure(match, figure)
    if gun is None or gun not in unit_profiles.list_guns(match, figure):
        what = "no gun" if gun is None else f"no {gun.replace('-', ' ')}"
        yield Objection("no-gun", "CZ-FORCE-07", f"{name} carries {what}")
    if gun is None:
        return
    left = find_longest_burst(match, figure, gun)
    if shot_count > left:
        text = f"{name} has {format_count(left, 'shot')} left, not {shot_count}"
        yield Objection("rate-of-fire", "CZ-SHOOT-08", text)
    if shot_count < len(fire) or not fire:
        yield Objection("no-shots", "CZ-SHOOT-02", "every target needs at least one shot")
    if len(fire) > 1 and match.option("burst_targets") == "one_target":
        yield Objection("one-target", "CZ-G25", "the house rules allow a burst only one target")
    for share in fire:
        yield from _list_target_objections(match, figure, gun, share)


def _list_target_objections(
    match: Match, figure: FigureId, gun: Gun, share: TargetedFire
) -> Objections:
    name = state_queries.format_figure(match, share.target)
    if not state_queries.is_on_table(match, share.target):
        yield Objection("target-gone", "CZ-SHOOT-01", f"{name} is not on the table")
    if match.side_of(share.target) == match.side_of(figure):
        yield Objection("own-side", "CZ-SHOOT-01", f"{name} is on the shooter's own side")
    if state_queries.is_engaged(match, share.target) and not match.option("fire_into_combat"):
        yield Objection("target-engaged", "CZ-G26", f"{name} is in close combat")
    far = share.range
    if far is not None and find_range_band(share, gun) == "out":
        reach, weapon = rule_tables.WEAPONS[gun].long / rule_tables.CM, gun.replace("-", " ")
        text = (
            f"{name} is {far / rule_tables.CM:g} cm away, but the {weapon} reaches only "
            f"{reach:g} cm"
        )
        if match.option("premeasure"):
            yield Objection("out-of-range", "CZ-G45", text)
        else:
            text += "; the shots are wasted"
            yield Objection("out-of-range", "CZ-SHOOT-03", text, legal=True)


def _read_range_or_band(reader: LineReader) -> Values:
    """Read a measured distance (``18cm``) or a range band (``long``)."""
    length, band = reader.take_measure("cm"), reader.take_flag(*BANDS)
    if band and length is not None:
        raise UnknownName(f"give either `{length / 100:g}cm` or `{band}`, not both")
    return {"range": length, "band": band or None}


def _format_fire_details(_: Match, values: Mapping[str, Any]) -> Iterable[TypedDetail]:
    if values["range"] is not None:
        yield TypedMeasure(values["range"], "cm")
    elif values["band"] is not None:
        yield Flag(values["band"])


BANDS: Final[tuple[Band, ...]] = get_args(Band)
SAID_BY: Final = Lexicon(flags=frozenset(BANDS), units=frozenset(("cm",)))
HOW_FAR: Final = Slot(
    _read_range_or_band, _format_fire_details, SAID_BY, such_as="|".join(("18cm", *BANDS))
)
COVER: Final = make_flag_choice_slot("cover", get_args(Cover))
AIM: Final = (HOW_FAR, COVER, make_count_slot("shots", low=1, high=99))
TARGET: Final = make_figure_field(
    "target",
    "name one target in each part, and put `|` between parts",
    "name a target after `>`, as in `r11 > b12 18cm soft`",
)
ASSUMED: Final = ((HOW_FAR, "long range"), (COVER, "in the open"))
SHARES: Final = DividedField(
    "fire",
    TargetedFire,
    TARGET,
    AIM,
    apart=True,
    far="range",
    band="band",
    cover="cover",
    assumes=ASSUMED,
)
ONE_SHARE: Final = replace(SHARES, field="share", several=False)
GUN: Final = make_known_name_slot("gun", "with", tuple(rule_tables.WEAPONS), "gun")
ONE_SHOOTS: Final = "name one shooter in each part, and put `|` between parts"


EXPLOSIVE: Final[tuple[Gun, ...]] = ("integrated-grenade-launcher", "recoilless-rifle")


TO_HIT: Final = RollKind("to_hit", "to hit", "hit", "hits", "CZ-SHOOT-04")


class Volley(Struct, frozen=True):
    """The shots that a figure fires from one gun. ``made_of`` describes them in words."""

    shooter: FigureId
    gun: Gun
    aimed: bool = False
    shots: int = 0
    made_of: str = ""


class ShotsAtTarget(Struct, frozen=True):
    """The dice for the shots at one target, declared before any dice are rolled (CZ-SHOOT-02)."""

    target: FigureId
    dice: int
    cover: Cover
    band: Band


Hits = tuple[tuple[ShotsAtTarget, int], ...]


def roll_hits_and_wounds(
    match: Match, volley: Volley, targets: tuple[ShotsAtTarget, ...], earlier_hits: Hits = ()
) -> Asking[None]:
    """Roll a D6 to hit for each shot in range, target by target, then the wounds (CZ-SHOOT-04)."""
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
    """Return the name and value of a figure's quality modifier, or of a machine's own (CZ-T6)."""
    profile = unit_profiles.get_profile(match, figure)
    if profile.machine is not None:
        return "machine", profile.machine.modifier
    return profile.quality.capitalize(), rule_tables.QUALITY[profile.quality]


def _list_band_modifiers(match: Match, band: Band) -> tuple[Modifier, ...]:
    """List a range band's modifiers. Point blank can count as short too (CZ-SHOOT-03, CZ-G17)."""
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
    if not state_queries.is_on_table(match, shots.target):
        return continue_with(roll_wounds, match, volley, tuple(rest))
    yield from call_stage(resolve_wound, _make_shot_wound_roll(volley, shots, shots.target))
    if match.option("blast") == "by_hand" and volley.gun in EXPLOSIVE:
        yield from call_stage(ask_and_wound_blast_victims, volley, shots)
    more = ((shots, n - 1),) if n > 1 else ()
    return continue_with(roll_wounds, match, volley, (*more, *rest))


def _make_shot_wound_roll(volley: Volley, shots: ShotsAtTarget, target: FigureId) -> WoundRoll:
    """Make a hit's wound roll, with cover and point blank range (CZ-SHOOT-13, CZ-SHOOT-15)."""
    parts = []
    if shots.cover != "open":
        name = f"{shots.cover.replace('-', ' ')} cover"
        parts.append(Modifier(name, rule_tables.COVER[shots.cover], "CZ-SHOOT-13"))
    if shots.band == "point-blank":
        parts.append(Modifier("point blank", rule_tables.POINT_BLANK_WOUND, "CZ-SHOOT-15"))
    damage, gun = rule_tables.WEAPONS[volley.gun].damage, volley.gun.replace("-", " ")
    return WoundRoll(volley.shooter, target, "shot", damage, tuple(parts), f"one hit of the {gun}")


def ask_and_wound_blast_victims(match: Match, volley: Volley, shots: ShotsAtTarget) -> Asking[None]:
    """Ask which other figures a grenade or rocket has hit, and roll their wounds (CZ-G48)."""
    near = tuple(
        figure for figure in state_queries.list_figures_on_table(match) if figure != shots.target
    )
    shares = tuple(Share(figure, state_queries.format_figure(match, figure), 1) for figure in near)
    what, whom, rule = "others struck", shots.target, "CZ-G48"
    asked = Tally(id="blast", what=what, target=whom, shares=shares, spatial=True, rule=rule)
    answer = yield from ask_owner(match, volley.shooter, asked)
    struck = tuple(FigureId(figure) for figure, _ in answer)
    return continue_with(run_stage_for_each, match, roll_blast_victim_wound, struck, volley, shots)


def roll_blast_victim_wound(
    match: Match, victim: FigureId, volley: Volley, shots: ShotsAtTarget
) -> None:
    """Roll the wound of another figure hit by a blast, with the cover of the target."""
    markers.OPPORTUNITY.record_cleared(match, victim)
    return continue_with(resolve_wound, match, _make_shot_wound_roll(volley, shots, victim))

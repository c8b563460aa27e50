"""The declaration of a shooting figure: gun, targets and shots (CZ-SHOOT-01 to 03, 08, 09)."""

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
from tracker.procedures.match_view import Match, UnknownName
from tracker.procedures.ruleset import Objection, Objections
from tracker.rulesets.combat_zone.attacks.shooting_dice import ShotsAtTarget
from tracker.rulesets.combat_zone.data import markers, rule_tables
from tracker.rulesets.combat_zone.data.rule_tables import Band, Cover, Gun
from tracker.rulesets.combat_zone.phases.figure_lookup import make_figure_field
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.subject_ids import FigureId

FIFTY = 50 * rule_tables.CM


class TargetedFire(Struct, frozen=True, omit_defaults=True):
    """The shots at one target. By default, these are the rest of the burst, at long range."""

    target: FigureId
    shots: int | None = None
    cover: Cover = "open"
    range: int | None = None
    band: Band | None = None


def list_guns(match: Match, figure: FigureId) -> tuple[Gun, ...]:
    carried = markers.list_weapons(match, figure)
    return tuple(sorted((gun for gun in rule_tables.WEAPONS if gun in carried), key=carried.index))


def choose_gun(match: Match, figure: FigureId, named_gun: Gun | None) -> Gun | None:
    """Return the named gun, or by default the first gun that has shots left."""
    carried = list_guns(match, figure)
    ready = (gun for gun in carried if count_shots_left(match, figure, gun))
    return named_gun or next(ready, carried[0] if carried else None)


def count_shots_left(match: Match, figure: FigureId, gun: Gun) -> int:
    """Return a gun's remaining shots. All modes share its rate of fire (CZ-SHOOT-08, CZ-G44)."""
    most = rule_tables.WEAPONS[gun].shots
    if match.option("rof") == "per_action":
        return most
    return max(most - markers.count_shots_fired(match, figure).get(gun, 0), 0)


def allocate_shots(fire: tuple[TargetedFire, ...], shots_available: int) -> tuple[int, ...]:
    """Allocate shots to targets. Targets without a number share the rest evenly (CZ-SHOOT-02)."""
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


def build_shots(
    fire: tuple[TargetedFire, ...], gun: Gun, dice_per_target: tuple[int, ...]
) -> tuple[ShotsAtTarget, ...]:
    """Build the shots at each target. Shots out of range are lost (CZ-SHOOT-03, CZ-G45)."""
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
    """Yield the objections to this gun and these targets, whichever figure is active."""
    name = markers.format_figure(match, figure)
    if gun is None or gun not in list_guns(match, figure):
        what = "no gun" if gun is None else f"no {gun.replace('-', ' ')}"
        yield Objection("no-gun", "CZ-FORCE-07", f"{name} carries {what}")
    if gun is None:
        return
    left = count_shots_left(match, figure, gun)
    if shot_count > left:
        text = f"{name} has {format_count(left, 'shot')} left, not {shot_count}"
        yield Objection("rate-of-fire", "CZ-SHOOT-08", text)
    if shot_count < len(fire) or not fire:
        yield Objection("no-shots", "CZ-SHOOT-02", "every target needs at least one shot")
    if len(fire) > 1 and match.option("burst_targets") == "one_target":
        yield Objection("one-target", "CZ-G25", "the house rules let a burst have only one target")
    for share in fire:
        yield from _list_target_objections(match, figure, gun, share)


def _list_target_objections(
    match: Match, figure: FigureId, gun: Gun, share: TargetedFire
) -> Objections:
    name = markers.format_figure(match, share.target)
    if not markers.is_on_table(match, share.target):
        yield Objection("target-gone", "CZ-SHOOT-01", f"{name} is not on the table")
    if match.side_of(share.target) == match.side_of(figure):
        yield Objection("own-side", "CZ-SHOOT-01", f"{name} is on the same side")
    if markers.is_engaged(match, share.target) and not match.option("fire_into_combat"):
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


def _read_range_or_band(said: LineReader) -> Values:
    """Read a measured distance (``18cm``) or a range band (``long``)."""
    length, band = said.take_measure("cm"), said.take_flag(*BANDS)
    if band and length is not None:
        raise UnknownName(f"give {length / 100:g}cm or {band}, not both")
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
    "name one target in each part, and put | between parts",
    "name a target after >, as in r11 > b12 18cm soft",
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
ONE_SHOOTS: Final = "only one figure fires in each part; put | between parts"

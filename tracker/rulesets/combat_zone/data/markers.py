"""The markers and links of Combat Zone, and the values that they can have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Final, get_args

from tracker.procedures.declared.line_reader import parse_whole_number
from tracker.procedures.declared.marker_and_link_kinds import (
    LinkKind,
    MarkerFamily,
    MarkerKind,
    OddsImportance,
)
from tracker.procedures.declared.marker_values import Amount, OneOf, TextValue
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.deployment import DEPLOYED
from tracker.procedures.pieces.match_endings import DECLINED_END
from tracker.procedures.pieces.subject_lookup import look_up_word
from tracker.rulesets.combat_zone.data import rule_tables
from tracker.rulesets.combat_zone.data.rule_tables import Level, Location
from tracker.rulesets.combat_zone.data.unit_profiles import (
    count_shots_per_turn,
    is_hero_or_machine,
    is_machine,
    list_groups_on_table,
    list_guns,
)
from tracker.vocabulary.subject_ids import FigureId, Subject, format_handle


def normalise_shots_fired(_: Match, __: Subject, text: str) -> str:
    """Normalise a typed list of shots fired, such as ``assault-rifle 2, light-pistol 1``."""
    found: dict[str, int] = {}
    for each in filter(None, map(str.strip, text.split(","))):
        *gun, shots = each.split()
        name = look_up_word("-".join(gun), tuple(rule_tables.WEAPONS), "gun")
        found[name] = parse_whole_number(shots, f"shots of {name}", low=1) or 1
    return ", ".join(f"{gun} {shots}" for gun, shots in sorted(found.items()))


def list_possible_damage(*_: object) -> Iterable[str]:
    return (f"{level} {place}" for level in get_args(Level) for place in get_args(Location))


def normalise_damage(_: Match, __: Subject, text: str) -> str:
    """Normalise a typed list of damage results, such as ``major hardware, minor power``."""
    each = (" ".join(part.split()) for part in text.split(","))
    return ", ".join(look_up_word(part, tuple(list_possible_damage()), "damage") for part in each)


def list_new_damage_levels(earlier: str, now: str) -> Iterable[str]:
    more = Counter(now.split(", ")) - Counter(earlier.split(", "))
    return dict.fromkeys(f"{one.split()[0]} damage" for one in more if one)


MAX_SPENT: Final = 12  # the maximum number of points in a form

REACTION: Final = MarkerFamily("reaction", off="steady", column="reaction")
"""The family of reaction markers. A figure can have only one of them at a time (CZ-MORALE-10)."""


def is_panicking_or_routing(match: Match, figure: Subject) -> bool:
    """Whether a figure is panicking or routing and has not recovered (CZ-MORALE-06)."""
    return match.has(figure, PANIC) or match.has(figure, ROUT)


def _list_possible_shots(match: Match, figure: Subject) -> Iterable[str]:
    for gun in list_guns(match, FigureId(figure)):
        most = count_shots_per_turn(match, FigureId(figure), gun)
        yield from (f"{gun} {n}" for n in range(1, most + 1))


def _list_joinable_groups(match: Match, unit: Subject) -> Mapping[str, str]:
    groups = list_groups_on_table(match, match.side_of(unit))
    return {format_handle(group): group for group in groups}


# Markers on figures
_of_figure = partial(MarkerKind, on="figure")
_of_turn = partial(_of_figure, until="turn")
_bookkeeping = partial(MarkerKind, until="turn", worth=OddsImportance.BOOKKEEPING)
_hidden = partial(_of_turn, shown="hidden")
_spent = partial(_of_turn, shown="value", quiet=True)
_of_machine = partial(_of_figure, shown="value", bearer=is_machine)
_FROM_TURN = Amount("panics from turn", 0, 99, bare=lambda match, _: match.turn)
PANIC = _of_figure("panic", "PANIC", "P", nerve=True, family=REACTION, values=_FROM_TURN)
"""The marker for panic.

Its value is the turn from which panic limits the figure's action points.
"""
ROUT = _of_figure("rout", "ROUT", "R", nerve=True, family=REACTION)
RECOVERED = _of_turn(
    "recovered", "recovered", "r", family=REACTION, worth=OddsImportance.BOOKKEEPING, waits=True
)
"""The face-down counter of a figure that has recovered. It is removed at the end of the turn."""
OPPORTUNITY = _of_turn(
    "opportunity",
    "OF",
    "o",
    values=OneOf(
        "gun",
        lambda match, figure: {one: one for one in ("any", *list_guns(match, FigureId(figure)))},
    ),
    bearer=lambda match, figure: not is_panicking_or_routing(match, figure),
    said="opp",
    row="opportunity fire",
    column="OF",
)
"""The marker for opportunity fire. Its value is the gun, or "any" if none was named."""
DOWN = _of_figure("down", "down", "_", worth=OddsImportance.BOOKKEEPING, column="down")
SPENT = _spent(
    "spent",
    "AP spent",
    "●",
    values=Amount("points spent", 0, 99, most=MAX_SPENT, counts=True),
    said="spent",
    row="points spent",
    column="AP spent",
)
_SHOTS = TextValue("shots of which gun", _list_possible_shots, normalise_shots_fired)
FIRED = _spent("fired", "fired", "f", values=_SHOTS)
"""The marker for a figure's shots this turn.

An example value is ``assault-rifle 2, light-pistol 1``.
"""
ACTING = _of_figure("acting", "now", "▸", quiet=True, until="step", said="acts", row="acts now")
"""The marker on the figure of the active group that acts now, until the activation ends."""
FINISHED = _hidden("finished", "finished", row="finished")
"""The marker on a figure that may not act again, because another of its group has acted since."""
HOLDS = _bookkeeping("holds", "holds", "h", "figure")
STRAGGLER = _bookkeeping(
    "straggler",
    "straggler",
    on="figure",
    bearer=lambda match, _: match.option("coherency_scope") == "per_figure_ap",
)
"""The marker on a figure that is too far from its leaders this turn (used under one house rule)."""
TESTED = _hidden("tested", "tested", row="tested", bearer=is_panicking_or_routing)
_DAMAGE = TextValue("damage", list_possible_damage, normalise_damage)
DAMAGE = _of_machine(
    "damage", "damage", "!", worth=OddsImportance.HARM, news=list_new_damage_levels, values=_DAMAGE
)
"""The marker for a machine's damage. An example value is ``major hardware, minor power``."""
EFFECT = _of_machine("effect", "effect of damage", values=TextValue("what it does"), said="effect")
_HAS_TO_DO = TextValue("what it has to do")
MALFUNCTION = _of_machine("malfunction", "malfunction", "?", values=_HAS_TO_DO)
RAN = _hidden(
    "ran", "rout move made", bearer=is_panicking_or_routing, said="ran", row="rout move made"
)
MALFUNCTIONED = _hidden("malfunctioned", "malfunction done", bearer=is_machine)
ARMOUR_LOST = _of_figure(
    "armour_lost",
    "armour gone",
    worth=OddsImportance.HARM,
    bearer=lambda match, _: match.option("ablative") == "lost_after_first_hit",
)
"""The marker for used-up ablative armour (used under one house rule)."""
# Markers on units
ACTIVATED = _bookkeeping("activated", "activated", "x")
SCATTERED = MarkerKind(
    "scattered",
    "out of coherency",
    "c",
    bearer=lambda match, unit: not is_hero_or_machine(match, unit),
    said="scattered",
)
_GROUP = OneOf("group", _list_joinable_groups, must=True)
WITH = MarkerKind(
    "with", "acts with", shown="value", values=_GROUP, bearer=is_hero_or_machine, said="with"
)
"""The marker on a Hero or machine that acts in a group's slot. Its value is the group."""
# Markers on sides and on the match
DECLARED = MarkerKind("declared", "coherency declared", "", "match", "hidden", until="turn")
_of_side = partial(_bookkeeping, on="side")
INITIATIVE = _of_side("initiative", "initiative", shown="value", values=Amount("total", 0, 99))
"""The marker on a side for its initiative total."""
PASSED = _of_side("passed", "passed")
"""The marker on a side that passed in its last slot."""
ENGAGED = LinkKind("engaged", "close combat", "v", "figure", said="combat", off="free", placed=True)
"""The link between opponents in close combat, from the one that started it.

Its value orders the opponents by the time of contact.
"""

MARKERS: Final = (
    *(PANIC, ROUT, RECOVERED, OPPORTUNITY, DOWN, SPENT, FIRED, ACTING, FINISHED, HOLDS),
    *(STRAGGLER, TESTED, DAMAGE, EFFECT, MALFUNCTION, RAN, MALFUNCTIONED, ARMOUR_LOST),
    *(ACTIVATED, SCATTERED, DEPLOYED, WITH, DECLARED, INITIATIVE, PASSED, DECLINED_END),
)
LINKS: Final = (ENGAGED,)

"""Lists the units that a campaign force brings to its next game, and computes their points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from tracker.application.campaigns.next_game_roster import NextGameUnit, build_roster_for_units
from tracker.application.errors import Refused
from tracker.application.leagues.campaign import force_event_descriptions
from tracker.leagues.campaign.campaign_units import CampaignForce, CampaignUnit
from tracker.leagues.league_events import WarUnitId
from tracker.leagues.league_state import LeagueState
from tracker.procedures.declared.rosters_and_mustering import Roster
from tracker.procedures.ruleset import Ruleset
from tracker.vocabulary.count_wording import format_count


def list_next_game_units(state: LeagueState, force: CampaignForce) -> tuple[NextGameUnit, ...]:
    """Return the units that take part in the next game. A unit without a roster entry gets plain
    figures.
    """
    return tuple(
        replace(make_next_game_unit(one, force), figures=one.figures_in_next_game)
        for one in state.list_force_units(force)
        if one.figures_in_next_game
    )


def make_next_game_unit(unit: CampaignUnit, force: CampaignForce) -> NextGameUnit:
    """Return a unit as it would take part in the next game with all its figures."""
    named, outfit = unit.named_figure_changes, unit.outfit
    comes = NextGameUnit(
        None, unit.name, unit.figures, named.gone, named.came, harm=unit.carried_damage
    )
    if outfit is None:
        return comes
    other = "" if outfit.roster == force.roster else outfit.roster
    return replace(comes, place=outfit.place, like=outfit.like, roster=other)


PointsByUnit = Mapping[WarUnitId, int | None]


def compute_current_unit_points(
    state: LeagueState, force: CampaignForce, rules: Ruleset | None
) -> PointsByUnit:
    """Compute the current points of each unit. They are None if the rules, the roster or a cost is
    unknown.

    Figures that still need recovery rolls are included, because they are not lost yet.
    """
    return _compute_unit_points(state.list_force_units(force), force, rules)


def _compute_unit_points(
    units: Sequence[CampaignUnit], force: CampaignForce, rules: Ruleset | None
) -> PointsByUnit:
    if rules is None or rules.forces is None or not force.roster:
        return dict.fromkeys(unit.id for unit in units)
    read = _make_roster_parser(rules)
    own = read(force.roster)
    found: dict[WarUnitId, int | None] = {}
    for unit in units:
        if unit.id in force.unpriced:
            found[unit.id] = None
            continue
        comes = make_next_game_unit(unit, force)
        steps = unit.changes_awaiting_recovery_dice
        waiting = Counter(name for step in steps for name in step.names)
        lost = tuple((Counter(comes.without) - waiting).elements())
        comes = replace(comes, figures=max(0, unit.figures), without=lost)
        found[unit.id] = _sum_figure_costs_if_known(build_roster_for_units(own, (comes,), read))
    return found


def compute_unit_points_beyond_roster(
    state: LeagueState, force: CampaignForce, rules: Ruleset | None
) -> Mapping[WarUnitId, int]:
    """Compute how many points of each unit in the next game are not in the force's roster.

    These are the points of a unit that joined later, and of figures that a unit has gained. A unit
    that has lost figures keeps its full points.
    """
    units = state.list_force_units(force)
    grown = [unit for unit in units if unit.figures > unit.enlisted]
    now = _compute_unit_points(grown, force, rules)
    before = _compute_unit_points([replace(unit, steps=()) for unit in grown], force, rules)
    found = {unit.id: unit.points for unit in units}
    for unit in grown:
        found[unit.id] += max(0, (now[unit.id] or 0) - (before[unit.id] or 0))
    return found


def get_word_for_points_change(points: int, current_points: int | None) -> str:
    """Return ``left`` if the points have decreased, ``now`` if they have increased, or "" if they
    are unchanged or unknown.
    """
    if current_points in (None, points):
        return ""
    return "now" if current_points > points else "left"


def build_next_roster(state: LeagueState, force: CampaignForce, rules: Ruleset) -> Roster:
    """Build the roster of a force for its next game.

    Raises ``Refused`` if the force has no roster, or no unit that can take part.
    """
    come = [one for one in state.list_force_units(force) if one.figures_in_next_game]
    if rules.forces is None or not force.roster:
        raise Refused(
            f"{force.name} was enrolled without a roster, so its units have no profiles. Enrol"
            " the force again from a roster."
        )
    if not come:
        raise Refused(
            f"{force.name} has no unit for this game: all are destroyed, resting or waiting for"
            " recovery rolls. Make the recovery rolls, or change a unit."
        )
    read = _make_roster_parser(rules)
    roster = build_roster_for_units(read(force.roster), list_next_game_units(state, force), read)
    points = compute_current_unit_points(state, force, rules)
    pairs = zip(roster.units, come, strict=True)
    units = (replace(unit, points=points[one.id] or 0) for unit, one in pairs)
    known = sum_points_if_all_known({one.id: points[one.id] for one in come})
    return replace(roster, name=force.name, units=tuple(units), points=known or 0)


def sum_points_if_all_known(points: PointsByUnit) -> int | None:
    known = [one for one in points.values() if one is not None]
    return sum(known) if len(known) == len(points) else None


def _make_roster_parser(rules: Ruleset) -> Callable[[str], Roster]:
    rosters, options = rules.forces, rules.map_options_to_defaults()
    assert rosters is not None
    return lambda text: rosters.read(text, options)


def _sum_figure_costs_if_known(roster: Roster) -> int | None:
    points = 0
    for unit in roster.units:
        for figure in unit.figures:
            cost = roster.profiles[figure.profile].get("cost")
            if not isinstance(cost, int) or not cost:
                return None
            points += cost
    return points


def list_next_game_remarks(force: CampaignForce, unit: CampaignUnit) -> Iterator[str]:
    """Yield remarks about a unit before the next game: absent figures, damage and unknown
    points.
    """
    if unit.figures_awaiting_recovery:
        yield f"{unit.figures_awaiting_recovery} waiting for recovery"
    elif unit.absence_reason:
        yield unit.absence_reason
    carried = force_event_descriptions.describe_carried_damage(unit.carried_damage)
    parts = [format_count(unit.captive_count, "captive") if unit.captive_count else ""]
    parts.append(f"carries {carried}" if carried else "")
    if any(parts):
        yield ", ".join(part for part in parts if part)
    if force.roster and unit.outfit is None:
        yield "plays as plain figures, because no roster gives its profile"
    if unit.id in force.unpriced:
        yield "its points are unknown, so the force's points do not include them"

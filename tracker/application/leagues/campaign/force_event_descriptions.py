"""Describes the events of campaign forces and their units, each in one clause."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.application.errors import Refused
from tracker.application.text_cleaning import clean_text
from tracker.leagues import league_events as ev
from tracker.leagues.campaign.campaign_units import CampaignForce, CampaignUnit
from tracker.leagues.league_state import LeagueState
from tracker.procedures.declared.rosters_and_mustering import MAX_FIGURES, MAX_UNITS
from tracker.procedures.ruleset import Ruleset
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.name_normalisation import make_name_key
from tracker.vocabulary.typed_numbers import is_whole_number

NONE = "none"
MAX_WOUNDS = 999


def describe_carried_damage(damage: ev.CarriedDamage) -> str:
    """Describe carried damage, as in ``Vara 2 wounds, trooper 1 wound, damage 3``, or return "" if
    there is none.
    """
    wounds = (
        f"{one.name or one.profile} {format_count(one.wounds, 'wound')}" for one in damage.wounds
    )
    words = zip(damage.marks, damage.words, strict=True)
    marks = (word if value is True else f"{word} {value}" for (_, value), word in words)
    return ", ".join((*wounds, *marks))


def describe_captives_by_game(state: LeagueState, unit: CampaignUnit) -> Iterator[str]:
    """Yield a text for each game that cost the unit captives, as in ``2 captives of Farid since f3:
    Ox``.
    """
    player = state.forces[unit.force].player
    for one in unit.captives_by_game:
        fixture = state.fixtures[one.fixture]
        by = fixture.get_opponent(player)
        who = f": {', '.join(one.names)}" if one.names else ""
        yield (
            f"{format_count(one.figures, 'captive')} of {state.get_player_name(by)} since "
            f"{one.fixture}{who}"
        )


def parse_carried_damage(text: str, unit: CampaignUnit, rules: Ruleset | None) -> ev.CarriedDamage:
    """Parse wounds and markers, as in ``Vara 2, trooper 1, damage 3`` or ``none``.

    Raises ``Refused`` if they cannot be read or if the unit cannot have them.
    """
    said = [clean_text(part) for part in text.split(",")]
    if said == [NONE]:
        return ev.CarriedDamage()
    wounds: list[ev.Wound] = []
    marks: dict[str, tuple[str, int]] = {}
    for part in said:
        name, _, number = part.rpartition(" ")
        if not name or not is_whole_number(number) or not 0 < int(number) <= MAX_WOUNDS:
            raise Refused(
                f"{part!r} cannot be read as wounds. Type names and numbers, as in"
                " `Vara 2, trooper 1`, or type `none`."
            )
        mark = _find_lasting_marker(name, unit, rules)
        if mark is not None:
            marks[mark[0]] = mark[1], int(number)
        else:
            wounds.append(_make_wound(name, int(number), unit, rules))
    kept = sorted(marks.items())
    values = tuple((marker, value) for marker, (_, value) in kept)
    words = tuple(word for _, (word, _) in kept)
    return ev.CarriedDamage(tuple(wounds), values, words)


def _find_lasting_marker(
    name: str, unit: CampaignUnit, rules: Ruleset | None
) -> tuple[str, str] | None:
    """Return the id and name of the lasting marker with the given name, or None if there is none.

    The markers are those of the rules and those that the unit already carries.
    """
    carried = unit.carried_damage
    known = {word: marker for (marker, _), word in zip(carried.marks, carried.words, strict=True)}
    if rules is not None:
        known |= {word.word: word.id for word in rules.words.markers if word.lasting}
    found = next((word for word in known if make_name_key(word) == make_name_key(name)), None)
    return None if found is None else (known[found], found)


def _make_wound(name: str, wounds: int, unit: CampaignUnit, rules: Ruleset | None) -> ev.Wound:
    key, figures = make_name_key(name), unit.available_figure_names
    named = next((one for one in figures if make_name_key(one) == key), None)
    if named is not None:
        return ev.Wound("", wounds, named)
    if rules is None or rules.forces is None or unit.outfit is None:
        return ev.Wound(name, wounds)
    roster = rules.forces.read(unit.outfit.roster, rules.map_options_to_defaults())
    profile = next((one for one in roster.profiles if make_name_key(one) == key), None)
    if profile is None:
        known = ", ".join((*unit.available_figure_names, *roster.profiles))
        raise Refused(f"{unit.name} has no {name}. Choose one of: {known}.")
    return ev.Wound(profile, wounds)


def format_reason_suffix(reason: str) -> str:
    return f" ({reason})" if reason else ""


def describe_force_enrolled(state: LeagueState, event: ev.ForceEnrolled) -> str:
    units, figures = len(event.units), sum(unit.figures for unit in event.units)
    text = (
        f"{event.name} enrolled for {state.get_player_name(event.player)},"
        f" {format_count(units, 'unit')}"
    )
    if not event.roster or (units <= MAX_UNITS and figures <= MAX_FIGURES):
        return text
    return (
        f"{text} and {figures:,} figures. A side in a game has at most {MAX_UNITS} units and"
        f" {MAX_FIGURES:,} figures, so some units must rest"
    )


def describe_units_joined(state: LeagueState, event: ev.UnitsJoined) -> str:
    names = ", ".join(unit.name for unit in event.units)
    force, model = state.forces[event.force], event.units[0].like
    like = ""
    if model:
        like = f", equipped as {state.units[model].name}"
    elif force.roster and not event.roster:
        like = " as plain figures"
    worth = _describe_new_points(force, event)
    return f"{force.name}: {names} joined{like}{worth}{format_reason_suffix(event.why)}"


def _describe_new_points(force: CampaignForce, event: ev.UnitsJoined) -> str:
    """Describe how many points new units add to a force, and which units have unknown points."""
    known = [unit.points for unit in event.units if unit.points is not None]
    parts = [format_count(sum(known), "point")] if known else []
    unknown = [unit.name for unit in event.units if unit.points is None]
    if unknown:
        parts.append(f"points of {', '.join(unknown)} unknown" if known else "points unknown")
    return f", {', '.join(parts)}" if force.points else ""


def describe_unit_changed(state: LeagueState, event: ev.UnitChanged) -> str:
    parts = [*list_unit_changes(event)]
    if named := describe_named_figure_changes(event):
        parts.append(named)
    if event.origin == "rule" and not parts and not event.why:
        return ""
    by_hand = " by hand" if event.origin == "hand" else ""
    text = f"{state.units[event.unit].name}{by_hand}: {', '.join(parts) or 'no change'}"
    return text + format_reason_suffix(event.why)


def list_unit_changes(change: ev.UnitChanged) -> Iterator[str]:
    """Yield a text for each part of a change to a unit, such as ``+2 experience`` or
    ``−1 figure``.
    """
    if change.experience:
        yield f"{change.experience:+d} experience".replace("-", "−")
    if change.figures:
        noun = "figure" if abs(change.figures) == 1 else "figures"
        yield f"{change.figures:+d} {noun}".replace("-", "−")
    if change.captives:
        back = " back" if change.captives < 0 else ""
        yield format_count(abs(change.captives), "captive") + back
    if change.harm is not None:
        carried = describe_carried_damage(change.harm)
        yield f"carries {carried}" if carried else "unhurt"
    if change.standing is not None:
        yield change.standing or "ready again"
    if change.name is not None:
        yield f"now called {change.name}"


def describe_named_figure_changes(change: ev.UnitChanged) -> str:
    """Describe what happened to named figures, as in ``out of action: Sorrel, Ox``, or return "" if
    there are none.
    """
    how = "gone" if change.faces else "out of action"
    if change.origin == "hand":
        how = "back" if change.captives else "joined" if change.figures > 0 else "lost"
    told = ((how, change.names), ("captured", change.taken))
    return "; ".join(f"{word}: {', '.join(names)}" for word, names in told if names)

"""Finds the player, pairing, force, unit or figure to which a typed name refers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias, TypeVar

from tracker.application.errors import Refused
from tracker.application.name_lookup import (
    find_id_by_whole_name_or_id,
    find_id_by_whole_or_partial_name,
)
from tracker.application.text_cleaning import clean_name, clean_text
from tracker.leagues.campaign.campaign_units import CampaignForce, CampaignUnit, CaptivesHeld
from tracker.leagues.league_events import WarUnitId
from tracker.leagues.league_state import Competitor, Fixture, LeagueState
from tracker.leagues.results.standings_input_types import PlayerId
from tracker.vocabulary.name_normalisation import make_name_key
from tracker.vocabulary.typed_numbers import is_whole_number

K = TypeVar("K", bound=str)
MAX_LISTED_NAMES = 12


PlayerOrName: TypeAlias = str | Competitor
"""A player's name as typed, or a player who was selected on a screen."""


def clean_new_player_names(typed: Iterable[str]) -> list[str]:
    """Clean the names of new players. Raises ``Refused`` if a name is empty or repeated."""
    names = [clean_name(one) for one in typed]
    if not all(names):
        raise Refused("Type the player's name.")
    keys = [make_name_key(one) for one in names]
    repeated = next(
        (name for name, key in zip(names, keys, strict=True) if keys.count(key) > 1), ""
    )
    if repeated:
        raise Refused(f"{repeated} is named twice. Each player needs a different name.")
    return names


def find_player(state: LeagueState, typed_player: PlayerOrName) -> PlayerId:
    """Return the id of the player with the given id, name or part of a name.

    Raises ``Refused`` if there is none.
    """
    if isinstance(typed_player, Competitor):
        return typed_player.id
    names = {player.id: player.name for player in state.players.values()}
    return _find_id_or_refuse(names, typed_player, "player", "enrol a player first")


def find_force(state: LeagueState, typed_force: str) -> CampaignForce:
    """Return the force with the given id or name. Raises ``Refused`` if there is none."""
    names = {force.id: force.name for force in state.forces.values()}
    return state.forces[_find_id_or_refuse(names, typed_force, "force", "enrol a force first")]


def find_campaign_unit(
    state: LeagueState, typed_unit: str, likely: Iterable[WarUnitId] = ()
) -> CampaignUnit:
    """Return the unit with the given id or name. Raises ``Refused`` if there is none.

    If several units share the name, a unit in ``likely`` is preferred.
    """
    names = {unit.id: unit.name for unit in state.units.values()}
    likely_names = {unit: names[unit] for unit in likely}
    if typed_unit not in names and (
        found := find_id_by_whole_name_or_id(typed_unit, likely_names, "unit")
        or find_id_by_whole_name_or_id(typed_unit, names, "unit")
        or find_id_by_whole_or_partial_name(typed_unit, likely_names, "unit")
    ):
        return state.units[found]
    return state.units[
        _find_id_or_refuse(names, typed_unit, "unit", "enrol a force with its roster first")
    ]


def build_names_by_id(state: LeagueState) -> dict[str, str]:
    names: dict[str, str] = {one.id: one.name for one in state.players.values()}
    names |= {one.id: one.name for one in state.forces.values()}
    return names | {one.id: one.name for one in state.units.values()}


def _find_id_or_refuse(names: Mapping[K, str], typed: str, noun: str, advice: str) -> K:
    if not names:
        raise Refused(f"There is no {noun} yet: {advice}.")
    found = find_id_by_whole_or_partial_name(typed, names, noun)
    if found is not None:
        return found
    known = [f"{one} {name}" for one, name in names.items()]
    more = f" and {len(known) - MAX_LISTED_NAMES} more" if known[MAX_LISTED_NAMES:] else ""
    listed = ", ".join(known[:MAX_LISTED_NAMES]) + more
    raise Refused(f"No {noun} is called {typed!r}. Choose one of: {listed}.")


def find_fixture(state: LeagueState, typed_fixture: str) -> Fixture:
    """Return the pairing with the given id (f3), or at the given table of the current round (3).

    Raises ``Refused`` if there is none.
    """
    key = typed_fixture.strip().lower()
    if key in state.fixtures:
        return state.fixtures[key]
    current = state.current_round
    if current is not None and is_whole_number(key):
        for fixture in state.list_fixtures(current):
            if fixture.table == int(key):
                return fixture
    if current is None and not state.fixtures:
        raise Refused("No round has been published yet. Draft a round and publish it.")
    games = [fixture for fixture in state.list_fixtures(current) if fixture.away] if current else []
    tables = [f"{fixture.table or fixture.id}" for fixture in games]
    if not tables:
        noun = "pairing" if state.info.what == "league" else "game"
        raise Refused(f"There is no {noun} {typed_fixture!r}. Type an id such as `f3`.")
    known = f"{'the tables are' if tables[1:] else 'the only table is'} {', '.join(tables)}"
    raise Refused(f"There is no pairing {typed_fixture!r} in this round; {known}.")


def resolve_returning_captive_names(
    unit: CampaignUnit, captives: CaptivesHeld, count: int, typed_names: Iterable[str]
) -> tuple[str, ...]:
    """Return the names of returning captives as recorded, by default the first ``count``.

    Raises ``Refused`` for too many names and for names that are not among the ``captives``.
    """
    names = [*filter(None, map(clean_text, typed_names))] or list(captives.names[:count])
    known = {make_name_key(one): one for one in captives.names}
    for name in names:
        if make_name_key(name) not in known:
            captured = ", ".join(captives.names) or "no figure with a name"
            raise Refused(
                f"{name} of {unit.name} was not captured in {captives.fixture}. Captured there: "
                f"{captured}."
            )
    if len(names) > count:
        raise Refused(
            f"More figures are named ({', '.join(names)}) than return ({count}). Correct the number"
            " or the names."
        )
    return tuple(known[make_name_key(name)] for name in names)


def resolve_lost_or_joining_figure_names(
    unit: CampaignUnit, figure_change: int, typed_names: Iterable[str]
) -> tuple[str, ...]:
    """Return the names of lost or joining figures, spelled as in the unit.

    Raises ``Refused`` for too many names and for lost figures that are not in the unit.
    """
    names = [*filter(None, map(clean_text, typed_names))]
    if len(names) > abs(figure_change):
        raise Refused(
            f"More figures are named ({', '.join(names)}) than join or leave"
            f" ({abs(figure_change)}). Correct the number or the names."
        )
    if figure_change > 0:
        return tuple(names)
    present = {make_name_key(one): one for one in unit.available_figure_names}
    for name in names:
        if make_name_key(name) not in present:
            known = ", ".join(unit.available_figure_names) or "none"
            raise Refused(f"{unit.name} has no {name} to lose. Its named figures: {known}.")
    return tuple(present.pop(make_name_key(name), name) for name in names)


def describe_fixture(state: LeagueState, fixture: Fixture) -> str:
    """Describe a pairing, as in ``table 3, Gwen v Ines`` or ``table 3 of round 2, Gwen v Ines``."""
    places = [f"table {fixture.table}"] if fixture.table else []
    current = (state.season.number, state.round_number)
    if fixture.round and (fixture.season, fixture.round) < current:
        places.append(f"round {fixture.round}")
    where = f"{' of '.join(places)}, " if places else ""
    if fixture.away is None:
        return f"{where}{state.get_player_name(fixture.home)}, bye"
    return f"{where}{state.get_player_name(fixture.home)} v {state.get_player_name(fixture.away)}"


def describe_fixture_at_sentence_start(state: LeagueState, fixture: Fixture) -> str:
    title = describe_fixture(state, fixture)
    return title[:1].upper() + title[1:]

"""Commands for campaign forces: enrolment, games, carried damage and recovery."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import compress
from typing import TYPE_CHECKING, Unpack

from msgspec.structs import replace

from tracker.application.campaigns.next_game_roster import NextGameUnit, build_roster_for_units
from tracker.application.errors import NothingToChange, Refused
from tracker.application.leagues.campaign import force_event_descriptions
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.leagues.league_name_lookup import (
    find_campaign_unit,
    find_force,
    find_player,
    resolve_lost_or_joining_figure_names,
    resolve_returning_captive_names,
)
from tracker.application.leagues.league_writer import LeagueCommands, LeagueWriter
from tracker.application.leagues.results.fixture_result_commands import (
    LeagueResultCommands,
    ResultDetails,
)
from tracker.application.leagues.results.linked_match_outcomes import (
    UnitStats,
    get_player_outcome,
    make_carry_over_event,
)
from tracker.application.leagues.seasons.closed_season_checks import require_open_season
from tracker.application.match_setup import read_usable_roster, require_playable_counts
from tracker.application.name_lookup import find_id_by_whole_name_or_id
from tracker.application.text_cleaning import clean_name, clean_text
from tracker.leagues import league_events as ev
from tracker.leagues.campaign.campaign_units import (
    ABSENT,
    CampaignForce,
    CampaignUnit,
    list_pending_recoveries,
)
from tracker.leagues.campaign.carry_over_rules import (
    CarryOverRules,
    RecoveryRule,
    load_carry_over_presets,
    parse_carry_over_rules,
)
from tracker.leagues.league_state import Fixture
from tracker.leagues.organiser_toml_reader import FileProblems
from tracker.leagues.results.standings_input_types import PlayerId
from tracker.procedures.ruleset import Ruleset
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.name_normalisation import make_name_key, normalise_to_nfc

if TYPE_CHECKING:
    from tracker.leagues.campaign.campaign_units import RosterEntryRef
    from tracker.procedures.declared.rosters_and_mustering import Roster

READY = "ready"


def _parse_roster_if_given(rules: Ruleset | None, roster: str, source: str) -> Roster | None:
    if rules is None or not roster:
        return None
    return read_usable_roster(rules, roster, source, rules.map_options_to_defaults())


def _parse_status(text: str) -> str:
    """Parse a unit's status to its stored form, which is "" for ready.

    Raises ``Refused`` for an unknown status.
    """
    status = make_name_key(clean_text(text))
    if status in ("", READY):
        return ""
    if status not in ABSENT:
        allowed = ", ".join((READY, *ABSENT))
        raise Refused(f"{text.strip()!r} is not a unit status. Choose one of: {allowed}.")
    return status


def build_units_from_roster(roster: Roster, *, with_points: bool) -> list[ev.EnlistedUnit]:
    """Build units without ids from a roster, with their points if ``with_points`` is true."""
    units = []
    for unit in roster.units:
        names = tuple(one.name for one in unit.figures if one.name)
        points = (unit.points or None) if with_points else None
        units.append(ev.EnlistedUnit("", unit.name, len(unit.figures), names, points=points))
    return units


def build_units_from_figure_counts(
    units: Sequence[tuple[str, int]],
    rules: Ruleset | None,
    outfit: RosterEntryRef | None,
    roster: str,
) -> list[ev.EnlistedUnit]:
    """Build units without ids from their names and figure counts, with points where known.

    The figures get the equipment of the roster entry ``outfit``. If it is None, they are plain
    figures of the force's ``roster`` (TOML text).
    """
    text, place = (outfit.roster, outfit.place) if outfit else (roster, None)
    parsed = None
    if rules is not None and rules.forces is not None and text:
        parsed = rules.forces.read(text, rules.map_options_to_defaults())
    compute_points = partial(_compute_points_of_figures, parsed, place)
    return [ev.EnlistedUnit("", name, count, points=compute_points(count)) for name, count in units]


def _compute_points_of_figures(
    roster: Roster | None, unit_index: int | None, figure_count: int
) -> int | None:
    """Compute the points of ``figure_count`` figures that are equipped like a unit in a roster.

    ``unit_index`` counts from 0. If it is None, the figures are plain. The price of a figure is
    taken from a unit of identical figures or, if there is none, from the figure's profile. Return
    None if a price is unknown or the total is not a whole number.
    """
    if roster is None or figure_count < 1:
        return None
    copied = NextGameUnit(unit_index, "", figure_count, like=True)
    unit = build_roster_for_units(roster, (copied,)).units[0]
    counts = Counter(figure.profile for figure in unit.figures)
    costs = {
        name: Fraction(cost)
        for name, profile in roster.profiles.items()
        if isinstance(cost := profile.get("cost"), int) and cost
    }
    for other in roster.units:
        unit_counts = Counter(figure.profile for figure in other.figures)
        if other.points and unit_counts == counts:
            return other.points
        if other.points and len(unit_counts) == 1:
            costs[next(iter(unit_counts))] = Fraction(other.points, unit_counts.total())
    if not set(counts) <= set(costs):
        return None
    total = sum(costs[profile] * count for profile, count in counts.items())
    return int(total) if total == int(total) else None


def clean_units_and_assign_ids(
    force: ev.ForceId,
    existing_unit_count: int,
    units: Iterable[ev.EnlistedUnit],
    equipped_like: ev.WarUnitId = "",
) -> tuple[ev.EnlistedUnit, ...]:
    """Return a force's new units with ids and cleaned names.

    Raises ``Refused`` for a unit without a name or without figures.
    """
    enlisted = []
    for place, unit in enumerate(units, start=existing_unit_count + 1):
        name = clean_text(unit.name)
        if not name or unit.figures < 1:
            raise Refused("Give each unit a name and at least one figure.")
        enlisted.append(replace(unit, id=f"{force}.{place}", name=name, like=equipped_like))
    return tuple(enlisted)


def _require_new_unit_names(known: Iterable[str], names: Iterable[str]) -> None:
    taken = {make_name_key(name) for name in known}
    for name in map(clean_text, names):
        if make_name_key(name) in taken:
            raise Refused(f"The force already has a unit called {name}. Choose another name.")
        taken.add(make_name_key(name))


def _number_repeated_names(
    known: Iterable[str], units: Iterable[ev.EnlistedUnit]
) -> Iterator[ev.EnlistedUnit]:
    """Yield the given units, with a number added to each name that is already taken."""
    taken = {make_name_key(name) for name in known}
    for unit in units:
        name, number = unit.name, 1
        while make_name_key(name) in taken:
            number += 1
            name = f"{unit.name} {number}"
        taken.add(make_name_key(name))
        yield replace(unit, name=name)


class CampaignForceCommands(LeagueCommands):
    """The commands for campaign forces, which accept ids and names of players, forces and units."""

    def __init__(self, league: LeagueWriter) -> None:
        super().__init__(league)
        self._results = LeagueResultCommands(league)

    def find_force(self, typed_force: str) -> CampaignForce:
        """Return the force with the given id or name. Raises ``Refused`` if there is none."""
        return find_force(self._league.state, typed_force)

    def find_unit(self, typed_unit: str, likely: Iterable[ev.WarUnitId] = ()) -> CampaignUnit:
        """Return the unit with the given id or name. Raises ``Refused`` if there is none.

        If several units share the name, a unit in ``likely`` is preferred.
        """
        return find_campaign_unit(self._league.state, typed_unit, likely)

    def enrol_force(
        self,
        player: str,
        roster: str = "",
        *,
        rules: Ruleset | None = None,
        name: str = "",
        source_name: str = "roster",
        units: Sequence[tuple[str, int]] = (),
    ) -> LeagueEntry:
        """Enrol a force with its roster (TOML text) and rules, or only with a list of units.

        ``units`` contains the name and figure count of each unit. It is needed if the rules are not
        installed.
        """
        state = self._league.state
        owner = find_player(state, player)
        roster = normalise_to_nfc(roster)
        parsed = _parse_roster_if_given(rules, roster, source_name)
        if parsed:
            enlisted = build_units_from_roster(parsed, with_points=False)
        else:
            enlisted = [ev.EnlistedUnit("", unit_name, count) for unit_name, count in units]
        force_name = clean_name(name) or (parsed.name if parsed else "")
        if not force_name:
            raise Refused("Type a name for the force.")
        if make_name_key(force_name) in {make_name_key(one.name) for one in state.forces.values()}:
            raise Refused(
                f"A force called {force_name} is already enrolled. Choose another name for the"
                " new force."
            )
        _require_new_unit_names((), (unit_name for unit_name, _ in units))
        force = f"w{len(state.forces) + 1}"
        enrolled = ev.ForceEnrolled(
            force=force,
            player=owner,
            name=force_name,
            ruleset=rules.id if rules else "",
            roster=roster,
            points=parsed.points if parsed else 0,
            units=clean_units_and_assign_ids(force, 0, enlisted),
        )
        return self._league.write_entry(enrolled)

    def add_units(
        self,
        force: str,
        units: Sequence[tuple[str, int]] = (),
        *,
        equipped_like: str = "",
        rules: Ruleset | None = None,
        roster: str = "",
        source_name: str = "roster",
        why: str = "",
    ) -> LeagueEntry:
        """Add units to a force, from names and figure counts or from a roster (TOML text).

        ``equipped_like`` names a unit of the force whose equipment the new units get. By default,
        they are plain figures. Their points are known only if ``rules`` is given.
        """
        campaign_force = self.find_force(force)
        if bool(units) == bool(roster):
            raise Refused(
                "Give either a name and a number of figures for each new unit, or a roster."
            )
        roster = normalise_to_nfc(roster)
        parsed = _parse_roster_if_given(rules, roster, source_name)
        if parsed is not None and campaign_force.ruleset not in ("", parsed.ruleset):
            raise Refused(
                f"{campaign_force.name} and {source_name} are for different rules. Units can only"
                " join a force with the same rules."
            )
        if equipped_like and parsed is not None:
            raise Refused(
                "The roster already gives the units' equipment. Do not name a unit to copy"
                " equipment from."
            )
        model = self._find_unit_with_equipment(campaign_force, equipped_like)
        outfit = self._league.state.units[model].outfit if model else None
        known_names = self._list_unit_names(campaign_force.units)
        _require_new_unit_names(known_names, [name for name, _ in units])
        enlisted = (
            _number_repeated_names(known_names, build_units_from_roster(parsed, with_points=True))
            if parsed
            else build_units_from_figure_counts(units, rules, outfit, campaign_force.roster)
        )
        joined = clean_units_and_assign_ids(
            campaign_force.id, len(campaign_force.units), enlisted, model
        )
        new_figures = sum(unit.figures for unit in joined)
        self._require_playable_size(campaign_force, len(joined), new_figures)
        joining = ev.UnitsJoined(
            force=campaign_force.id, units=joined, why=clean_text(why), roster=roster
        )
        return self._league.write_entry(joining)

    def _require_playable_size(self, force: CampaignForce, units: int, figures: int) -> None:
        """Raise ``Refused`` if additional units or figures would make a force too large for a game.

        A force without a roster can have any size.
        """
        known = self._league.state.list_force_units(force)
        come = [unit.figures for unit in known if unit.status not in ABSENT and unit.figures > 0]
        if force.roster:
            name = f"{force.name} would have"
            require_playable_counts(name, len(come) + units, sum(come) + figures)

    def _list_unit_names(self, units: Iterable[ev.WarUnitId]) -> list[str]:
        return [self._league.state.units[unit].name for unit in units]

    def _find_unit_with_equipment(self, force: CampaignForce, like: str) -> ev.WarUnitId:
        if not like:
            return ""
        model = self.find_unit(like, force.units)
        if model.force != force.id:
            raise Refused(f"{model.name} is not in {force.name}. Name a unit of this force.")
        if model.outfit is None:
            raise Refused(f"{model.name} has no roster equipment to copy. Name another unit.")
        return model.id

    def change_unit_by_hand(
        self,
        unit: str,
        *,
        why: str,
        experience_change: int = 0,
        figure_change: int = 0,
        status: str | None = None,
        name: str | None = None,
        figure_names: Sequence[str] = (),
        wounds: str = "",
    ) -> LeagueEntry:
        """Change a unit by hand, even against the campaign's rules. The reason is stored.

        ``figure_names`` contains the names of the figures that are lost or that join. ``wounds``
        replaces the carried wounds, as in ``Vara 2, trooper 1`` or ``none``. ``status`` can be
        ``ready``, ``resting`` or ``destroyed``.
        """
        campaign_unit = self.find_unit(unit)
        new_name = None if name is None else clean_name(name)
        others = set(self._league.state.forces[campaign_unit.force].units) - {campaign_unit.id}
        _require_new_unit_names(self._list_unit_names(others), [new_name] if new_name else [])
        if not clean_text(why):
            raise Refused("Give a reason for the change. The log shows the reason.")
        self._require_enough_figures_to_lose(campaign_unit, -figure_change)
        if figure_change > 0:
            force = self._league.state.forces[campaign_unit.force]
            self._require_playable_size(force, 0, figure_change)
        if campaign_unit.experience + experience_change < 0 > experience_change:
            raise Refused(
                f"{campaign_unit.name} has {campaign_unit.experience} experience, so it cannot lose"
                f" {-experience_change}."
            )
        is_changed = experience_change or figure_change or new_name or clean_text(wounds)
        if not is_changed and status is None:
            raise Refused("Type a change: experience, figures, status, wounds or name.")
        rules = self._league.rules(self._league.state.forces[campaign_unit.force].ruleset)
        changed = ev.UnitChanged(
            unit=campaign_unit.id,
            experience=experience_change,
            figures=figure_change,
            standing=None if status is None else _parse_status(status),
            name=new_name or None,
            why=clean_text(why),
            names=resolve_lost_or_joining_figure_names(campaign_unit, figure_change, figure_names),
            harm=force_event_descriptions.parse_carried_damage(wounds, campaign_unit, rules)
            if clean_text(wounds)
            else None,
        )
        return self._league.write_entry(changed)

    def return_captives(
        self,
        unit: str,
        figure_count: int = 0,
        *,
        game: str = "",
        figure_names: Sequence[str] = (),
        why: str = "",
    ) -> LeagueEntry:
        """Return captives to their unit after they have been exchanged, ransomed or freed.

        ``game`` is the game in which they were captured, by default the earliest. ``figure_count``
        is the number of captives that return, or 0 for all. ``figure_names`` contains the names of
        those that have names. Raises ``Refused`` if the unit does not have these captives.
        """
        captured = [one.id for one in self._league.state.units.values() if one.captive_count]
        campaign_unit = self.find_unit(unit, captured)
        held = [one for one in campaign_unit.captives_by_game if game in ("", one.fixture)]
        if not held:
            game_part = f" in {game}" if game else ""
            raise Refused(f"No figure of {campaign_unit.name} is a captive{game_part}.")
        captives = held[0]
        count = figure_count or captives.figures
        if not 0 < count <= captives.figures:
            raise Refused(
                f"{campaign_unit.name} lost {format_count(captives.figures, 'captive')} in"
                f" {captives.fixture}, so {count} cannot return."
            )
        changed = ev.UnitChanged(
            unit=campaign_unit.id,
            figures=count,
            captives=-count,
            why=clean_text(why) or "given back",
            fixture=captives.fixture,
            names=resolve_returning_captive_names(campaign_unit, captives, count, figure_names),
        )
        return self._league.write_entry(changed)

    def set_carry_over_rules(self, rules: CarryOverRules, *, why: str = "") -> LeagueEntry:
        """Set new carry-over rules, which apply from the next game on."""
        if rules == self._league.state.info.rules:
            raise NothingToChange("These rules already apply. Nothing was changed.")
        return self._league.write_entry(ev.RulesChanged(rules=rules, why=clean_text(why)))

    def enter_or_roll_recovery_dice(
        self, typed_unit: str, faces: Sequence[int] | None = None, *, game: str = ""
    ) -> LeagueEntry:
        """Enter a unit's recovery dice or, if ``faces`` is None, roll them.

        Each failed die costs the unit a figure. The first dice are for named figures, in the order
        of ``list_named_figures_to_recover``.
        """
        recovering = [row for row in self.list_recovering_units() if game in ("", row[1])]
        campaign_unit = self.find_unit(typed_unit, (unit.id for unit, _, _ in recovering))
        losses = ((played, lost) for unit, played, lost in recovering if unit == campaign_unit)
        fixture, lost = next(losses, ("", 0))
        if not lost:
            raise Refused(f"{campaign_unit.name} has no recovery rolls to make.")
        rule = self.get_recovery_rule(fixture)
        rolled: ev.Drawn = "app" if faces is None else "typed"
        if faces is None:
            faces = [self._league.dice.randint(1, rule.die) for _ in range(lost)]
        if len(faces) != lost:
            figures, dice = format_count(lost, "figure"), format_count(lost, "die", "dice")
            raise Refused(f"{campaign_unit.name} lost {figures} in {fixture}. Roll {dice}.")
        if any(not 1 <= face <= rule.die for face in faces):
            raise Refused(
                f"Recovery is rolled on a D{rule.die}. Type results from 1 to {rule.die}."
            )
        fails = [face < rule.needs for face in faces]
        lost_for_good = sum(fails)
        is_destroyed = (
            0 < lost_for_good == campaign_unit.figures and not campaign_unit.captive_count
        )
        waiting_names = self.list_named_figures_to_recover(campaign_unit, fixture)
        lost_names = tuple(compress(waiting_names, fails))
        returned = ", ".join(compress(waiting_names, [not failed for failed in fails]))
        names = f": {returned}" if returned else ""
        changed = ev.UnitChanged(
            unit=campaign_unit.id,
            figures=-lost_for_good,
            standing="destroyed" if is_destroyed else None,
            why=f"{lost - lost_for_good} of {lost} back on {rule.needs}+{names}",
            origin="rule",
            rule="recover",
            fixture=fixture,
            faces=tuple(faces),
            rolled=rolled,
            names=lost_names,
        )
        return self._league.write_entry(changed)

    def list_recovering_units(self) -> list[tuple[CampaignUnit, ev.FixtureId, int]]:
        return list_pending_recoveries(self._league.state.units.values())

    def get_recovery_rule(self, fixture: ev.FixtureId) -> RecoveryRule:
        """Return the recovery rule that applied when the game of a fixture was first reported."""
        version = self._league.state.fixtures[fixture].first_version
        return self._league.history.get_carry_over_rules_before(version).recovery

    @staticmethod
    def list_named_figures_to_recover(unit: CampaignUnit, game: ev.FixtureId) -> tuple[str, ...]:
        """List the named figures of a unit that need recovery dice after the given game."""
        steps = (one for one in unit.steps if one.fixture == game and one.lost and one.is_from_game)
        return next((step.names for step in steps), ())

    def add_game_outside_rounds(
        self, home: str, away: str, *, title: str = "", on: str = ""
    ) -> LeagueEntry:
        """Add a game that belongs to no round. It can be played and linked later."""
        on_day = self._league.calendar.parse_day(on) if on else ""
        return self._league.write_entry(self._make_fixture_added_event(home, away, title, on_day))

    def build_fixture_outside_rounds(self, home: str, away: str) -> Fixture:
        """Build the fixture that ``add_game_outside_rounds`` would add, without writing it."""
        self._require_unambiguous_forces(home, away)
        return self._make_fixture(self._make_fixture_added_event(home, away, "", ""))

    def _make_fixture(self, added: ev.FixtureAdded) -> Fixture:
        season = self._league.state.season.number
        return Fixture(added.fixture, season, 0, added.home, added.away, forces=added.forces)

    @staticmethod
    def get_added_fixture_id(entry: LeagueEntry) -> ev.FixtureId:
        return next(one.fixture for one in entry.events if isinstance(one, ev.FixtureAdded))

    def record_past_game(
        self,
        home: str,
        away: str,
        result: str,
        *,
        title: str = "",
        unit_stats: Mapping[str, UnitStats] | None = None,
        **details: Unpack[ResultDetails],
    ) -> LeagueEntry:
        """Record a past game with its result and date and, if known, what each unit did.

        ``home`` and ``away`` name players or their forces. ``unit_stats`` maps names of units to
        their kills and losses. Raises ``Refused`` if a player is named who has several forces.
        """
        state, added = self._league.state, self._make_fixture_added_event(home, away, title, "")
        ended = self._results.parse_result(self._make_fixture(added), result, **details)
        typed_stats = (unit_stats or {}).items()
        playing = [one for force in added.forces for one in state.forces[force].units]
        stats_by_unit = {self.find_unit(unit, playing).id: stats for unit, stats in typed_stats}
        changes = [
            make_carry_over_event(
                state.info.rules,
                state.units[unit],
                stats_by_unit.get(unit, UnitStats()),
                get_player_outcome(force.player, ended),
                added.fixture,
            )
            for force in map(state.forces.__getitem__, added.forces)
            for unit in force.units
            if state.units[unit].status not in ABSENT
        ]
        for unit, stats in stats_by_unit.items():
            self._require_enough_figures_to_lose(state.units[unit], stats.lost)
        self._require_unambiguous_forces(home, away)
        uninvolved = set(stats_by_unit) - {change.unit for change in changes}
        if uninvolved:
            named = state.units[min(uninvolved)]
            why = f" ({named.status})" if named.status in ABSENT else ""
            raise Refused(
                f"{named.name} took no part in this game{why}. Name units of the forces that"
                " played."
            )
        entered = ev.ResultEntered(fixture=added.fixture, ended=ended)
        return self._league.write_entry(added, entered, *changes)

    @staticmethod
    def _require_enough_figures_to_lose(unit: CampaignUnit, figures: int) -> None:
        if figures > unit.figures:
            figure_count = format_count(unit.figures, "figure")
            raise Refused(f"{unit.name} has {figure_count}, so it cannot lose {figures}.")

    def _make_fixture_added_event(
        self, home: str, away: str, title: str, on: str
    ) -> ev.FixtureAdded:
        require_open_season(self._league.state)
        first, second = self._find_player_and_force(home), self._find_player_and_force(away)
        if first[0] == second[0]:
            raise Refused("A game needs two different players. Name another player.")
        return ev.FixtureAdded(
            fixture=f"f{self._league.state.fixture_count + 1}",
            home=first[0],
            away=second[0],
            forces=tuple(force for _, force in (first, second) if force),
            title=clean_name(title),
            on=on,
        )

    def _find_player_and_force(self, typed: str) -> tuple[PlayerId, str]:
        """Return the player and the force that a typed name or id stands for.

        If it names a player, the force is the player's only one, or "" if there is not exactly one.
        """
        state = self._league.state
        names: dict[str, str] = {item.id: item.name for item in state.forces.values()}
        forces = {*map(make_name_key, names.values())}
        others = (item for item in state.players.values() if make_name_key(item.name) not in forces)
        names |= {item.id: item.name for item in others}
        found = find_id_by_whole_name_or_id(typed, names, "player or force")
        if found in state.forces:
            return state.forces[found].player, found
        player = find_player(state, typed)
        own_forces = self._list_forces_of_player(player)
        return player, own_forces[0].id if len(own_forces) == 1 else ""

    def _list_forces_of_player(self, player: PlayerId) -> list[CampaignForce]:
        return [one for one in self._league.state.forces.values() if one.player == player]

    def _require_unambiguous_forces(self, *typed_names: str) -> None:
        for typed in typed_names:
            player, force = self._find_player_and_force(typed)
            several = [] if force else [one.name for one in self._list_forces_of_player(player)]
            if several:
                name = self._league.state.get_player_name(player)
                raise Refused(
                    f"{name} has {len(several)} forces: {', '.join(several)}. Name the force"
                    " instead of the player."
                )


def resolve_carry_over_rules(name_or_toml: str) -> CarryOverRules:
    """Return the carry-over rules with the given name, or parse them from TOML text.

    Raises ``Refused`` if the name is unknown or the TOML text has errors.
    """
    named = name_or_toml.strip()
    if named in load_carry_over_presets():
        return load_carry_over_presets()[named]
    if named and "\n" not in name_or_toml and "=" not in name_or_toml:
        raise Refused(
            f"There are no carry-over rules called {named!r}. Choose one of: "
            f"{', '.join(load_carry_over_presets())}, or give your own TOML file."
        )
    try:
        return parse_carry_over_rules(name_or_toml)
    except FileProblems as problems:
        raise Refused(f"Carry-over rules: {problems!s}".replace("\n", " ")) from problems

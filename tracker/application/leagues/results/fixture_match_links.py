"""Links matches of the same ledger to fixtures, and enters their results and unit changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf

import msgspec
from msgspec import Struct

from tracker.application.campaigns import next_game_units
from tracker.application.campaigns.game_tally import load_or_compute_finished_game_tally
from tracker.application.errors import ConcurrentChange, NothingToChange, Refused
from tracker.application.leagues.campaign.unit_changes_of_earlier_reports import (
    ReportedChange,
    describe_removed_change,
    has_same_losses_and_kills,
    list_recoveries_to_keep,
    list_reported_changes_per_unit,
)
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.leagues.league_name_lookup import (
    describe_fixture,
    describe_fixture_at_sentence_start,
)
from tracker.application.leagues.league_summaries import read_league_row
from tracker.application.leagues.league_writer import LeagueCommands, LeagueWriter
from tracker.application.leagues.results.linked_match_outcomes import (
    UnitStats,
    build_stats_by_unit,
    compute_fixture_result,
    get_player_outcome,
    load_match_state_and_version,
    make_carry_over_event,
)
from tracker.application.leagues.seasons import closed_season_checks
from tracker.application.match.victory_point_totals import read_summary_points_if_complete
from tracker.application.match_setup import Entrant
from tracker.leagues import league_events as ev
from tracker.leagues.league_state import Fixture
from tracker.leagues.results.standings_input_types import PlayerId
from tracker.ledger.ledger_errors import LedgerError
from tracker.ledger.store_interface import Store
from tracker.ledger.stream_summary import DAMAGED, StreamSummary
from tracker.projection.match_state import State
from tracker.vocabulary.events import Side
from tracker.vocabulary.name_normalisation import make_name_key
from tracker.vocabulary.subject_ids import UnitId


class LinkedGame(Struct, frozen=True):
    """The current state of a linked game. ``vp`` is (home, away), or None if it is unknown."""

    match: str
    title: str
    running: bool
    turn: int
    phase: str
    vp: tuple[int, int] | None
    archived: bool = False


KINDS = ("league", "campaign")
"""The kinds of streams that contain the events of a league or campaign."""

MAX_ATTEMPTS = 20
"""The maximum number of attempts to write to a league while other programs write to it."""

MANY_LINKED_GAMES = 8
"""If more games than this are linked, the league loads all summaries at once."""


class MatchLinkCommands(LeagueCommands):
    """The commands that link recorded games to fixtures. They accept ids of games, such as m3."""

    def link_match_and_enter_result(
        self, typed_fixture: str, match: str, *, home: str = ""
    ) -> LeagueEntry:
        """Link a recorded game to a fixture, and enter its result if it has ended.

        ``home`` is the side (name or letter) of the fixture's first player. By default, it is the
        side with the player's name or, if none has it, the first side.
        """
        fixture = self.find_linkable_fixture(typed_fixture, match)
        state, _ = load_match_state_and_version(self._league.store, match)
        sides = self._assign_sides(fixture, state, home)
        units = tuple(self._pair_units_by_name(state, sides))
        linked = ev.MatchLinked(fixture=fixture.id, match=match, sides=sides, units=units)
        entry = self._league.write_entry(linked)
        self.write_pending_match_results()
        return entry

    def find_linkable_fixture(self, typed_fixture: str, match: str = "") -> Fixture:
        """Return the given fixture if ``match`` or a new game can be linked to it.

        Raises ``Refused`` if it cannot.
        """
        fixture = self._find_published_fixture(typed_fixture)
        if fixture.away is None:
            raise Refused(f"{fixture.id} is a bye, so it has no game.")
        closed_season_checks.require_open_season(self._league.state, fixture.season)
        if fixture.link is not None:
            title = describe_fixture_at_sentence_start(self._league.state, fixture)
            text = f"{title} already has game {fixture.link.match}."
            if fixture.link.match == match:
                raise NothingToChange(f"{text} Nothing was changed.")
            raise Refused(f"{text} Unlink that game first.")
        if match:
            self._require_unlinked(match)
        return fixture

    def _require_unlinked(self, match: str) -> None:
        summary = self._league.store.get_summary(match)
        if summary is None or summary.kind != "match":
            raise Refused(
                f"There is no game {match!r} in this ledger. To list the games, run: warledger"
                " match list."
            )
        for stream, linked in list_linked_matches_by_league(self._league.store):
            if match in linked:
                raise Refused(
                    f"Game {match} is already linked to {stream}:{linked[match]}. A game can be "
                    "linked only once."
                )

    def find_ruleset_and_sides(self, typed_fixture: str) -> tuple[str, list[Entrant]]:
        return self.build_ruleset_and_sides(self.find_linkable_fixture(typed_fixture))

    def build_ruleset_and_sides(self, fixture: Fixture) -> tuple[str, list[Entrant]]:
        """Return the id of the ruleset and the sides for a game between the players' current
        forces.

        Raises ``Refused`` unless each player has exactly one force that has a roster.
        """
        state = self._league.state
        entrants: list[Entrant] = []
        rules: list[str] = []
        for player in fixture.players:
            force = state.forces.get(self._find_force_of_player(fixture, player))
            name = state.get_player_name(player)
            force_count = sum(one.player == player for one in state.forces.values())
            if force is None and force_count > 1:
                raise Refused(f"{name} has several forces. Name the sides of this game yourself.")
            if force is None or not force.roster:
                raise Refused(f"{name} has no force with a roster. Enrol a force first.")
            next_units = next_game_units.list_next_game_units(state, force)
            if not next_units:
                raise Refused(
                    f"{force.name} has no unit for this game: all are destroyed, resting or"
                    " waiting for recovery rolls."
                )
            name = state.get_player_name(player)
            units = state.list_force_units(force) if force.points else []
            present_units = [one.id for one in units if one.figures_in_next_game]
            besides_roster = next_game_units.compute_unit_points_beyond_roster(
                state, force, self._league.rules(force.ruleset)
            )
            points = sum(besides_roster[one] for one in present_units)
            entrants.append(Entrant(force.name, force.roster, name, force.name, next_units, points))
            rules.append(force.ruleset)
        if rules[0] != rules[1]:
            raise Refused(
                "The two forces are for different rules. Choose forces for the same rules."
            )
        return rules[0], entrants

    def unlink_match(self, typed_fixture: str, *, why: str = "") -> LeagueEntry:
        fixture = self.find_fixture(typed_fixture)
        if fixture.link is None:
            raise Refused(f"{fixture.id} has no linked game. Nothing was unlinked.")
        closed_season_checks.require_reason_if_closed(self._league.state, fixture, why)
        unlinked = ev.MatchUnlinked(fixture=fixture.id, match=fixture.link.match, why=why)
        return self._league.write_entry(unlinked)

    def find_linked_game(self, fixture: Fixture) -> LinkedGame | None:
        """Return the current state of a fixture's linked game, or None if there is none."""
        if fixture.link is None:
            return None
        summary = self._league.store.get_summary(fixture.link.match)
        if summary is None:
            return None
        sides = msgspec.json.decode(summary.sides, type=list[str])
        scores = read_summary_points_if_complete(
            summary, lambda row: self._league.rules(row.ruleset)
        )
        pairs = zip(fixture.link.sides, sides, strict=False)
        vp = {played.player: scores.get(name, 0) for played, name in pairs}
        points = vp.get(fixture.home, 0), vp.get(fixture.away or fixture.home, 0)
        return LinkedGame(
            match=summary.stream,
            title=summary.title,
            running=summary.status == "running" and not summary.aside,
            turn=summary.turn,
            phase=summary.phase,
            vp=points if scores else None,
            archived=summary.aside,
        )

    def has_archived_game_without_result(self, fixture: Fixture) -> bool:
        """Return whether a fixture has no result and its linked game has been archived.

        Lists leave out such fixtures.
        """
        game = None if fixture.ended is not None else self.find_linked_game(fixture)
        return game is not None and game.archived

    def write_pending_match_results(self) -> str:
        """Write the missing results of linked games.

        Return a warning, which is also shown, or "" if there is nothing to warn of.
        """
        message = self._write_pending_and_collect_notes()
        self._league.warn(message)
        return message

    def _write_pending_and_collect_notes(self) -> str:
        """Write the missing results. Return a message about failures or outdated entries, or "" if
        there are none.

        This also runs whenever the league is opened, so nothing is lost if the program is killed.
        """
        notes: list[str] = []
        for _ in range(MAX_ATTEMPTS):
            try:
                for fixture, summary in self._list_games_in_order_of_ending():
                    known = self._league.state.fixtures[fixture]
                    if events := self._list_pending_events(known, summary):
                        told = [one for one in events if isinstance(one, ev.StoryTold)]
                        notes += (one.text for one in told)
                        known_notes = {one.text for one in self._league.state.story}
                        repeated = [one for one in told if one.text in known_notes]
                        self._league.write_entry(*(one for one in events if one not in repeated))
            except ConcurrentChange:
                continue
            except LedgerError as error:
                return (
                    f"{self._league.title} may not have the latest result of this game yet. Open "
                    f"{self._league.title} to update it. {error.message}"
                )
            return " ".join(notes)
        return (
            f"{self._league.title} is being changed by somebody else. The result will be added when"
            " you next open the league or campaign."
        )

    def _list_games_in_order_of_ending(self) -> list[tuple[ev.FixtureId, StreamSummary]]:
        """List the linked games in the order of their reports. Games without a report come last.

        Undone reports are included, because they show which game ended first.
        """
        games = [*list_linked_game_summaries(self._league)]
        fixtures = self._league.state.fixtures
        if sum(fixtures[fixture].reported is None for fixture, _ in games) < 2:
            return games
        reports = {
            line.event.match: line.version
            for line in self._league.history.lines
            if isinstance(line.event, ev.ResultReported)
        }

        def get_rank(game: tuple[ev.FixtureId, StreamSummary]) -> tuple[float, int]:
            _, summary = game
            return reports.get(summary.stream, inf), summary.updated_at

        return sorted(games, key=get_rank)

    def _list_pending_events(
        self, fixture: Fixture, summary: StreamSummary
    ) -> list[ev.AnyLeagueEvent]:
        """Return the events that are missing for a linked game. In a closed season,
        there are none.
        """
        link = fixture.link
        assert link is not None
        if self._league.state.seasons[fixture.season].closed or summary.status == DAMAGED:
            return []
        if summary.status != "ended":
            if fixture.reported is None or self._has_lost_lines_since_report(fixture, summary):
                return []
            return [ev.ReportTakenBack(fixture=fixture.id, match=link.match)]
        if fixture.reported is not None and fixture.reported_at == summary.version:
            return []
        state, version = load_match_state_and_version(self._league.store, link.match)
        ended = compute_fixture_result(state, fixture, link, self._league.state.info.scheme)
        if ended is None or self._has_lost_lines_since_report(fixture, summary):
            return []
        report = ev.ResultReported(
            fixture=fixture.id, match=link.match, ended=ended, version=version
        )
        taken_back = ev.ReportTakenBack(fixture=fixture.id, match=link.match)
        withdrawal = [taken_back] if fixture.reported is not None else []
        reported = list_reported_changes_per_unit(self._league.history.path, fixture.id)
        changes = list(self._list_unit_changes(fixture, link, summary, ended, reported))
        if ended == fixture.reported and changes == [
            reported[one.unit][-1].change for one in changes if one.unit in reported
        ]:
            return []
        repeated: list[ev.UnitChanged] = []
        for change in changes:
            repeated += list_recoveries_to_keep(reported.get(change.unit, []), change)
        game = f"{fixture.title or describe_fixture(self._league.state, fixture)} ({fixture.id})"
        notes: list[ev.StoryTold] = []
        for unit, earlier in reported.items():
            name = self._league.state.units[unit].name
            removed = [one for one in earlier[-1].later if one not in repeated]
            texts = [describe_removed_change(name, one, game) for one in removed]
            notes += [ev.StoryTold(text=text, about=unit) for text in texts]
        return [*withdrawal, report, *changes, *repeated, *notes]

    def _has_lost_lines_since_report(self, fixture: Fixture, summary: StreamSummary) -> bool:
        """Return whether a game lost its last lines in a damaged ledger and has not been continued
        since.
        """
        if summary.version >= fixture.reported_at:
            return False
        reports = (
            line
            for line in self._league.history.path
            if isinstance(line.event, ev.ResultReported) and line.event.fixture == fixture.id
        )
        return max(line.at for line in reports) >= summary.updated_at

    def _list_unit_changes(
        self,
        fixture: Fixture,
        link: ev.MatchLinked,
        summary: StreamSummary,
        ended: ev.FixtureResult,
        reported: dict[ev.WarUnitId, list[ReportedChange]],
    ) -> Iterator[ev.UnitChanged]:
        """Yield each unit's change under the rules that applied to the game.

        If an earlier report had the same outcome, losses and kills, its change is used again.
        """
        tally = load_or_compute_finished_game_tally(self._league.store, summary)
        stats_by_unit = build_stats_by_unit(tally) if tally is not None else {}
        place = fixture.first_version or self._league.version + 1
        rules = self._league.history.get_carry_over_rules_before(place)
        forces = {played.force: played.player for played in link.sides}
        for match_unit, unit in link.units:
            campaign_unit = self._league.state.units[unit].copy_with_changes_before(place)
            stats = stats_by_unit.get(match_unit, UnitStats())
            player = forces[campaign_unit.force]
            outcome = get_player_outcome(player, ended)
            change = make_carry_over_event(rules, campaign_unit, stats, outcome, fixture.id)
            same = (
                one.change
                for one in reported.get(unit, ())
                if get_player_outcome(player, one.ended) == outcome
                and has_same_losses_and_kills(one.change, change)
            )
            yield next(same, change)

    def _assign_sides(
        self, fixture: Fixture, state: State, home: str
    ) -> tuple[ev.SideAssignment, ...]:
        """Return the player of each side, in the order of the game's sides.

        Raises ``Refused`` unless the game has two sides.
        """
        sides = state.info.sides
        if len(sides) != 2:
            raise Refused(f"That game has {len(sides)} sides, but a pairing has two players.")
        first = self._find_home_side(fixture, sides, home)
        assert fixture.away is not None
        order = (fixture.home, fixture.away) if first == 0 else (fixture.away, fixture.home)
        return tuple(
            ev.SideAssignment(side.id, player, self._find_force_of_player(fixture, player))
            for side, player in zip(sides, order, strict=True)
        )

    def _find_home_side(self, fixture: Fixture, sides: Sequence[Side], home: str) -> int:
        if home:
            wanted = make_name_key(home)
            for place, side in enumerate(sides):
                if wanted in (make_name_key(side.name), side.letter.casefold()):
                    return place
            names = ", ".join(side.name for side in sides)
            raise Refused(f"That game has no side {home!r}. Choose one of: {names}.")
        state = self._league.state
        players = [make_name_key(state.get_player_name(player)) for player in fixture.players]
        for place, side in enumerate(sides):
            for who in (make_name_key(side.player), make_name_key(side.name)):
                if who in players:
                    return place if who == players[0] else 1 - place
        return 0

    def _find_force_of_player(self, fixture: Fixture, player: PlayerId) -> str:
        """Return the force that the fixture names for a player.

        If it names none, return the player's only force, or "" if there is not exactly one.
        """
        state = self._league.state
        own = [one.id for one in state.forces.values() if one.player == player]
        said = [one for one in fixture.forces if one in own]
        return said[0] if said else (own[0] if len(own) == 1 else "")

    def _pair_units_by_name(
        self, state: State, sides: tuple[ev.SideAssignment, ...]
    ) -> Iterator[tuple[UnitId, ev.WarUnitId]]:
        for played in sides:
            if not played.force:
                continue
            force = self._league.state.forces[played.force]
            unmatched = self._league.state.list_force_units(force)
            # If two units have the same name, one that is available comes first.
            unmatched.sort(key=lambda unit: not unit.figures_in_next_game)
            for name, unit in state.units.items():
                key = make_name_key(unit.name)
                same_name = [one for one in unmatched if make_name_key(one.name) == key]
                if unit.side == played.side and same_name:
                    unmatched.remove(same_name[0])
                    yield name, same_name[0].id


def list_linked_game_summaries(
    league: LeagueWriter,
) -> Iterator[tuple[ev.FixtureId, StreamSummary]]:
    store, linked = league.store, dict(league.state.matches)
    is_many = len(linked) > MANY_LINKED_GAMES
    rows = {one.stream: one for one in store.list_summaries("match")} if is_many else {}
    for match, fixture in linked.items():
        summary = rows.get(match) or store.get_summary(match)
        if summary is not None:
            yield fixture, summary


def list_linked_matches_by_league(store: Store) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the stream of each league and campaign, with a map from linked games to fixtures."""
    for kind in KINDS:
        for summary in store.list_summaries(kind):
            yield summary.stream, read_league_row(summary).matches

"""Commands for pairing by hand: swaps, latecomers, locked pairings and table numbers."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec.structs import replace

from tracker.application.errors import NothingToChange, Refused
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.leagues.league_name_lookup import (
    describe_fixture_at_sentence_start,
    find_player,
)
from tracker.application.leagues.league_writer import LeagueWriter
from tracker.application.leagues.pairing import round_pairing_proposals, top_cut_bracket
from tracker.application.leagues.people.departure_awards_and_annulments import (
    make_result_restoring_events,
)
from tracker.application.leagues.seasons import closed_season_checks
from tracker.application.name_lookup import find_id_by_whole_name_or_id, make_ambiguity_error
from tracker.application.text_cleaning import clean_name, clean_text
from tracker.leagues import league_events as ev
from tracker.leagues.league_event_fold import apply_league_event
from tracker.leagues.league_state import Fixture, LeagueState, Round
from tracker.leagues.results.standings_explanations import BYE_WORDS, describe_bye_kind
from tracker.leagues.results.standings_input_types import Bye, PlayerId
from tracker.vocabulary.name_normalisation import make_name_key
from tracker.vocabulary.typed_numbers import is_whole_number

MakePairing = Callable[[PlayerId, PlayerId | None, int], ev.Pairing]
"""A function that builds a pairing or a bye. Table 0 means that no table is assigned yet."""


def insert_wanted_pairing(
    pairings: Sequence[ev.Pairing], wanted: ev.Pairing, make_pairing: MakePairing
) -> list[ev.Pairing]:
    """Return the pairings with ``wanted`` added, and with other pairings changed where necessary.

    If the wanted players had opponents, those are paired with each other. A single player who loses
    an opponent is paired with the player who has the bye, or gets the bye.
    """
    wanted_players = {wanted.home, wanted.away}
    kept = [pairing for pairing in pairings if wanted_players.isdisjoint(pairing.players)]
    broken = [pairing for pairing in pairings if not wanted_players.isdisjoint(pairing.players)]
    unpaired = [one for pairing in broken for one in pairing.players if one not in wanted_players]
    tables = [pairing.table for pairing in broken if pairing.table]
    wanted = replace(wanted, table=tables.pop(0) if tables and wanted.away else 0)
    kept.append(wanted)
    if len(unpaired) == 1:
        free_byes = (one for one in kept if one.away is None and one.bye == "bye")
        byes = [one for one in free_byes if one != wanted]
        kept = [pairing for pairing in kept if pairing not in byes[:1]]
        unpaired += [pairing.home for pairing in byes[:1]]
    if unpaired:
        home, away = unpaired[0], unpaired[1] if len(unpaired) > 1 else None
        kept.append(make_pairing(home, away, tables.pop(0) if tables and away else 0))
    return kept


class ManualPairingCommands:
    """Commands that change the draft, or pairings of the current round that have not been played
    yet.
    """

    def __init__(self, league: LeagueWriter) -> None:
        self._league = league

    def swap_players(
        self,
        first_player: str,
        second_player: str,
        *,
        why: str = "",
        round_number: int | None = None,
    ) -> LeagueEntry:
        """Swap two players in the draft, or in the current round if their games have not begun."""
        first, second = self._find_two_players(first_player, second_player)
        round_ = self._require_editable_round(round_number, first, second)
        return self._swap_players(round_, first, second, "swapped", why)

    def swap_opponents_between_tables(self, first_table: int, second_table: int) -> LeagueEntry:
        """Swap the second player of one table with the first player of another table."""
        one, other = (
            self._require_fixture_at_table(first_table),
            self._require_fixture_at_table(second_table),
        )
        if one.away is None:
            one, other = other, one
        if one.away is None or one.id == other.id:
            raise Refused("Name two different tables, of which at least one has two players.")
        round_ = self._require_editable_round(None, one.away, other.home)
        return self._swap_players(round_, one.away, other.home, "swapped", "")

    def pair_players(
        self,
        first_player: str,
        second_player: str,
        *,
        why: str = "",
        round_number: int | None = None,
    ) -> LeagueEntry:
        """Pair two players. Their previous opponents are paired with each other.

        A latecomer can join the draft or the current round this way, against any player. If the
        next round has already been drafted, ``round_number`` can select the current round.
        """
        state = self._league.state
        first, second = self._find_two_players(first_player, second_player)
        round_ = self._require_editable_round(round_number, first, second)
        own, other_game = (
            self._find_fixture_of_player(round_, player) for player in (first, second)
        )
        if own is not None and second in own.players:
            raise Refused(
                f"{state.get_player_name(first)} and {state.get_player_name(second)} "
                "are already paired."
            )
        if own and other_game and not (own.is_requested_bye or other_game.is_requested_bye):
            if partner := own.get_opponent(first):
                return self._swap_players(round_, partner, second, "paired", why)
            if partner := other_game.get_opponent(second):
                return self._swap_players(round_, first, partner, "paired", why)
        return self._write_wanted_pairing(round_, first, second, "bye", "joined", why)

    def give_bye(
        self,
        typed_player: str,
        kind: Bye = "bye",
        *,
        why: str = "",
        round_number: int | None = None,
    ) -> LeagueEntry:
        """Give a player a bye in the draft or the current round.

        The player's previous opponent is paired with the player who has the bye, or also gets a
        bye.
        """
        player = find_player(self._league.state, typed_player)
        round_ = self._require_editable_round(round_number, player)
        fixture = self._find_fixture_of_player(round_, player)
        if fixture is not None and fixture.away is None and fixture.bye == kind:
            raise NothingToChange(
                f"{self._league.state.get_player_name(player)} already has"
                f" {describe_bye_kind(kind)} in round {round_.number}. Nothing was changed."
            )
        return self._write_wanted_pairing(round_, player, None, kind, "bye", why)

    def pair_latecomer(
        self, typed_player: str, *, against: str = "", ranked: bool = True, why: str = ""
    ) -> LeagueEntry:
        """Pair a latecomer or stand-in with a player who has the bye, in one entry.

        An unknown player is enrolled, a dropped player is reinstated, and a player without a
        division joins the opponent's division.
        """
        state = self._league.state
        closed_season_checks.require_open_season(state)
        found = find_round_and_free_byes(state)
        if found is None:
            raise _make_no_bye_error(self._league, clean_text(typed_player))
        round_, byes = found
        bye = byes[0]
        if against:
            opponent = find_player(state, against)
            byes_by_player = {fixture.home: fixture for fixture in byes}
            if opponent not in byes_by_player:
                names = ", ".join(map(state.get_player_name, byes_by_player))
                raise Refused(
                    f"{state.get_player_name(opponent)} has no bye in round {round_.number}."
                    f" Players with a bye: {names}."
                )
            bye = byes_by_player[opponent]
        player, joins = _find_latecomer_and_make_events(state, round_, typed_player, ranked=ranked)
        division = state.get_divisions().get_division(bye.home)
        if division and ranked and not state.get_divisions().get_division(player):
            joins.append(ev.DivisionMoved(player=player, division=division))
        new_state = state.fork_state()
        for version, event in enumerate(joins, start=self._league.version + 1):
            apply_league_event(new_state, event, version)
        met = round_pairing_proposals.describe_earlier_meetings_or_byes(new_state, bye.home, player)
        new_id = next(round_pairing_proposals.generate_fixture_ids(new_state))
        pairings = self._make_pairings(round_)
        others = [one for one in pairings if one.fixture != bye.id and player not in one.players]
        pairing = ev.Pairing(new_id, bye.home, player, 0, f"by hand, {met}")
        pairings = round_pairing_proposals.assign_tables_and_sort_pairings(
            new_state, [*others, pairing]
        )
        return self._write_changed_round(round_, pairings, "joined", (bye.home, player), why, joins)

    def _write_wanted_pairing(
        self,
        round_: Round,
        home: PlayerId,
        away: PlayerId | None,
        bye: Bye,
        change: ev.Change,
        why: str,
    ) -> LeagueEntry:
        state = self._league.state
        new_ids = round_pairing_proposals.generate_fixture_ids(state)
        for player in filter(None, (home, away)):
            if state.players[player].left_after is not None and bye != "zero bye":
                raise Refused(
                    f"{state.get_player_name(player)} has dropped out. Let the player return"
                    " first.",
                    f"league back {self._league.stream} {player}",
                )

        def make_pairing(home: PlayerId, away: PlayerId | None, table: int) -> ev.Pairing:
            earlier = round_pairing_proposals.describe_earlier_meetings_or_byes(state, home, away)
            reason = f"by hand, {earlier}"
            return ev.Pairing(next(new_ids), home, away, table, reason)

        wanted = make_pairing(home, away, 0)
        if bye != "bye":
            wanted = replace(wanted, bye=bye, why=f"by hand, {BYE_WORDS[bye]}")
        pairings = insert_wanted_pairing(self._make_pairings(round_), wanted, make_pairing)
        seated = round_pairing_proposals.assign_tables_and_sort_pairings(state, pairings)
        players = (home,) if away is None else (home, away)
        return self._write_changed_round(round_, seated, change, players, why)

    def set_pairing_lock(self, typed_player_or_table: str, locked: bool = True) -> LeagueEntry:
        """Lock or unlock the pairing of a player or table in the draft. New drafts keep locked
        pairings.
        """
        draft = self._require_draft()
        fixture = (
            self._require_fixture_at_table(int(typed_player_or_table))
            if is_whole_number(typed_player_or_table)
            else self._require_fixture_of_typed_player(draft, typed_player_or_table)
        )
        change: ev.Change = "locked" if locked else "unlocked"
        if fixture.locked == locked:
            title = describe_fixture_at_sentence_start(self._league.state, fixture)
            raise NothingToChange(f"{title}: this pairing is already {change}.")
        changed = [
            replace(pairing, locked=locked) if pairing.fixture == fixture.id else pairing
            for pairing in self._make_pairings(draft)
        ]
        return self._write_changed_round(draft, changed, change, fixture.players, "")

    def renumber_tables(self, tables_by_player: Mapping[str, int] | None = None) -> LeagueEntry:
        """Set the tables of the given players' games.

        If no tables are given, assign tables at which the players have not played yet, where
        possible.
        """
        round_ = self._league.state.draft or self._require_round()
        before = self._make_pairings(round_)
        tables: dict[ev.FixtureId, int] = {}
        if tables_by_player:
            wanted = dict[ev.FixtureId, int]()
            for who, table in tables_by_player.items():
                fixture = self._require_fixture_of_typed_player(round_, who)
                if wanted.setdefault(fixture.id, table) != table:
                    both = " and ".join(map(self._league.state.get_player_name, fixture.players))
                    raise Refused(f"{both} play each other. Give them the same table.")
            if min(wanted.values()) < 1 or len(set(wanted.values())) < len(wanted):
                raise Refused("Table numbers start at 1, and each number can be used once.")
            tables = {one.fixture: one.table for one in before if one.table not in wanted.values()}
            tables |= wanted
        changed = [replace(one, table=tables.get(one.fixture, 0)) for one in before]
        seated = round_pairing_proposals.assign_tables_and_sort_pairings(
            self._league.state, changed
        )
        if set(seated) == set(before):
            raise NothingToChange("The tables already have these numbers. Nothing was changed.")
        players = tuple(find_player(self._league.state, one) for one in tables_by_player or ())
        return self._write_changed_round(round_, seated, "tables", players, "")

    def _find_two_players(self, first: str, second: str) -> tuple[PlayerId, PlayerId]:
        state = self._league.state
        players = find_player(state, first), find_player(state, second)
        if players[0] == players[1]:
            name = state.get_player_name(players[0])
            raise Refused(f"{name} is named twice. Name two different players.")
        return players

    @property
    def _draft_command(self) -> str:
        return f"league draft {self._league.stream}"

    def _require_draft(self) -> Round:
        if self._league.state.draft is None:
            raise Refused("No round has been drafted. Draft a round first.", self._draft_command)
        return self._league.state.draft

    def _require_round(self) -> Round:
        closed_season_checks.require_open_season(self._league.state)
        if self._league.state.current_round is None:
            raise Refused(
                "No round has been drafted or published yet. Draft a round first.",
                self._draft_command,
            )
        return self._league.state.current_round

    def _require_fixture_at_table(self, table: int) -> Fixture:
        round_ = self._league.state.draft or self._require_round()
        for fixture in self._league.state.list_fixtures(round_):
            if fixture.table == table:
                return fixture
        raise Refused(f"There is no table {table} in round {round_.number}.")

    def _find_fixture_of_player(self, round_: Round, player: PlayerId) -> Fixture | None:
        fixtures = self._league.state.list_fixtures(round_)
        return next((fixture for fixture in fixtures if player in fixture.players), None)

    def _require_fixture_of_player(self, round_: Round, player: PlayerId) -> Fixture:
        fixture = self._find_fixture_of_player(round_, player)
        if fixture is not None and not fixture.is_requested_bye:
            return fixture
        name = self._league.state.get_player_name(player)
        raise Refused(
            f"{name} is not paired in round {round_.number}. Draft the round again, or pair"
            f" {name} with another player. The player left over gets the bye."
        )

    def _require_fixture_of_typed_player(self, round_: Round, typed: str) -> Fixture:
        return self._require_fixture_of_player(round_, find_player(self._league.state, typed))

    def _make_pairings(self, round_: Round) -> tuple[ev.Pairing, ...]:
        fixtures = self._league.state.list_fixtures(round_)
        return round_pairing_proposals.convert_fixtures_to_pairings(fixtures)

    def _require_editable_round(self, number: int | None, *players: PlayerId) -> Round:
        """Return the draft, or the current round if the given players' pairings can still change.

        Raises ``Refused`` if they cannot.
        """
        state = self._league.state
        top_cut_bracket.require_no_bracket_round(state)
        if state.draft is not None and number in (None, state.draft.number):
            return state.draft
        round_ = self._require_round()
        if number not in (None, round_.number):
            raise Refused(
                f"The pairings of round {number} can no longer change. Name the draft or the "
                f"current round, {round_.number}."
            )
        for player in players:
            fixture = self._find_fixture_of_player(round_, player)
            if fixture is None:
                continue
            if (fixture.ended is not None and fixture.away) or fixture.link is not None:
                title = describe_fixture_at_sentence_start(state, fixture)
                raise Refused(f"{title} has begun, so its pairing can no longer change.")
        return round_

    def _swap_players(
        self, round_: Round, one: PlayerId, other: PlayerId, change: ev.Change, why: str
    ) -> LeagueEntry:
        state = self._league.state
        first, second = (
            self._require_fixture_of_player(round_, one),
            self._require_fixture_of_player(round_, other),
        )
        if first.id == second.id:
            raise Refused(
                f"{state.get_player_name(one)} and {state.get_player_name(other)} are "
                "already paired with each other."
            )
        places = {one: other, other: one}
        new_ids = round_pairing_proposals.generate_fixture_ids(state)
        pairings = []
        for pairing in self._make_pairings(round_):
            if pairing.fixture not in (first.id, second.id):
                pairings.append(pairing)
                continue
            home = places.get(pairing.home, pairing.home)
            away = places.get(pairing.away, pairing.away) if pairing.away else None
            fixture = next(new_ids) if round_.published else pairing.fixture
            earlier = round_pairing_proposals.describe_earlier_meetings_or_byes(state, home, away)
            reason = f"by hand, {earlier}"
            pairings.append(ev.Pairing(fixture, home, away, pairing.table, reason, pairing.locked))
        return self._write_changed_round(round_, pairings, change, (one, other), why)

    def _write_changed_round(
        self,
        round_: Round,
        pairings: Iterable[ev.Pairing],
        change: ev.Change,
        players: tuple[PlayerId, ...],
        why: str,
        events_before: Iterable[ev.AnyLeagueEvent] = (),
    ) -> LeagueEntry:
        changed = ev.RoundChanged(
            round=round_.number,
            pairings=tuple(round_pairing_proposals.sort_pairings_by_table(pairings)),
            change=change,
            about=players,
            why=clean_text(why),
        )
        return self._league.write_entry(*events_before, changed)


def find_round_and_free_byes(state: LeagueState) -> tuple[Round, list[Fixture]] | None:
    """Return the current round or, if it has no free byes, the draft, with the free byes of the
    round.

    Byes that were requested are not free. Return None if neither round has free byes.
    """
    for round_ in (state.current_round, state.draft):
        fixtures = state.list_fixtures(round_) if round_ is not None else []
        byes = [one for one in fixtures if one.away is None and not one.is_requested_bye]
        if round_ is not None and byes:
            return round_, byes
    return None


def _make_no_bye_error(league: LeagueWriter, name: str) -> Refused:
    names = {one.id: one.name for one in league.state.players.values()}
    player = find_id_by_whole_name_or_id(name, names, "player")
    if player or not name:
        return Refused(
            "Nobody has the bye. Pair two players instead. The player left over gets the bye.",
            f"league pair {league.stream} {player or 'PLAYER'} OPPONENT",
        )
    return Refused(
        f"Nobody has the bye. Enrol {name} first, then pair {name} with another player. The"
        " player left over gets the bye.",
        f"league enroll {league.stream} {shlex.quote(name)}",
    )


def _find_latecomer_and_make_events(
    state: LeagueState, round_: Round, typed: str, *, ranked: bool
) -> tuple[PlayerId, list[ev.AnyLeagueEvent]]:
    name = clean_name(typed)
    if not name:
        raise Refused("Type the name of the stand-in: an enrolled or a new player.")
    fixtures = (one for one in state.list_fixtures(round_) if not one.is_requested_bye)
    paired_players = {player for one in fixtures for player in one.players}
    names = {one.id: one.name for one in state.players.values()}
    found = find_id_by_whole_name_or_id(name, names, "player")
    if found in paired_players:
        raise Refused(f"{state.get_player_name(found)} is already paired in round {round_.number}.")
    candidates = {
        one: known
        for one, known in names.items()
        if one not in paired_players and make_name_key(known).startswith(make_name_key(name))
    }
    if found is None and len(candidates) > 1:
        raise make_ambiguity_error(name, candidates, "player")
    player = found or next(iter(candidates), None)
    if player is None:
        new_player = PlayerId(f"p{len(state.players) + 1}")
        return new_player, [ev.PlayerEnrolled(player=new_player, name=name, ranked=ranked)]
    if state.players[player].left_after is None:
        return player, []
    returned = ev.PlayerPresence(player=player, presence="returned", round=round_.number)
    return player, [returned, *make_result_restoring_events(state, player)]

"""Commands for manual pairing: swapping players, locking pairings, numbering tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from tracker.application.errors import NothingToChange, Refused
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.leagues.league_name_lookup import (
    describe_fixture_at_sentence_start,
    find_player,
)
from tracker.application.leagues.league_writer import LeagueWriter
from tracker.application.leagues.pairing import round_pairing_draft, top_cut_bracket
from tracker.application.text_cleaning import clean_text
from tracker.leagues import league_events as ev
from tracker.leagues.league_state import Fixture, Round
from tracker.leagues.results.standings_explanations import BYE_WORDS, describe_bye_kind
from tracker.leagues.results.standings_input_types import Bye, PlayerId
from tracker.vocabulary.typed_numbers import is_whole_number

MakePairing = Callable[[PlayerId, PlayerId | None, int], ev.Pairing]
"""A function that builds a pairing, or a bye, at a table. Table 0 means not yet assigned."""


def insert_wanted_pairing(
    pairings: Sequence[ev.Pairing], wanted: ev.Pairing, make_pairing: MakePairing
) -> list[ev.Pairing]:
    """Add the ``wanted`` pairing to the pairings, even if its players were not paired before.

    Two players who lose their opponents are paired with each other. If only one player does, that
    player is paired with the player who has the bye, or gets the bye.
    """
    wanted_players = {wanted.home, wanted.away}
    kept = [pairing for pairing in pairings if wanted_players.isdisjoint(_list_players(pairing))]
    broken = [
        pairing for pairing in pairings if not wanted_players.isdisjoint(_list_players(pairing))
    ]
    unpaired = [
        player
        for pairing in broken
        for player in _list_players(pairing)
        if player not in wanted_players
    ]
    tables = [pairing.table for pairing in broken if pairing.table]
    if wanted.away is not None:
        kept.append(replace(wanted, table=tables.pop(0) if tables else 0))
    else:
        kept.append(wanted)
    if len(unpaired) == 1:
        byes = [
            pairing
            for pairing in kept
            if pairing.away is None and pairing.bye == "bye" and pairing != wanted
        ]
        kept = [pairing for pairing in kept if pairing not in byes[:1]]
        unpaired += [pairing.home for pairing in byes[:1]]
    if unpaired:
        home, away = unpaired[0], unpaired[1] if len(unpaired) > 1 else None
        kept.append(make_pairing(home, away, tables.pop(0) if tables and away else 0))
    return kept


def _list_players(pairing: ev.Pairing) -> Iterator[PlayerId]:
    yield pairing.home
    if pairing.away is not None:
        yield pairing.away


class ManualPairingCommands:
    """Commands that change the draft, or pairings of the current round that are not played yet."""

    def __init__(self, league: LeagueWriter) -> None:
        self._league = league

    def swap_players(
        self, one: str, other: str, *, why: str = "", round_number: int | None = None
    ) -> LeagueEntry:
        """Swap two players in the draft, or in the current round before their games."""
        state = self._league.state
        first, second = find_player(state, one), find_player(state, other)
        return self._swap_players(
            self._require_editable_round(round_number, first, second), first, second, "swapped", why
        )

    def swap_players_of_tables(self, first_table: int, second_table: int) -> LeagueEntry:
        """Swap the second player of a table with the first player of another table."""
        one, other = self._find_by_table(first_table), self._find_by_table(second_table)
        if one.away is None:
            one, other = other, one
        if one.away is None or one.id == other.id:
            raise Refused("Name the tables of two pairings.")
        round_ = self._require_editable_round(None, one.away, other.home)
        return self._swap_players(round_, one.away, other.home, "swapped", "")

    def pair_players(
        self, one: str, other: str, *, why: str = "", round_number: int | None = None
    ) -> LeagueEntry:
        """Pair two players. Their previous opponents are paired with each other.

        In this way, a latecomer or a player who was away can join even the current round, against
        any player or the one with the bye. If the next round is drafted, ``round_number`` can name
        the current one.
        """
        state = self._league.state
        first, second = find_player(state, one), find_player(state, other)
        if first == second:
            raise Refused(
                f"{state.get_player_name(first)} is named twice. Name two different players."
            )
        round_ = self._require_editable_round(round_number, first, second)
        fixtures = [self._find_fixture(round_, player) for player in (first, second)]
        if fixtures[0] is not None and second in fixtures[0].players:
            raise Refused(
                f"{state.get_player_name(first)} and {state.get_player_name(second)} "
                "are already paired."
            )
        partners = [
            next((other_player for other_player in fixture.players if other_player != player), None)
            for player, fixture in zip((first, second), fixtures, strict=True)
            if fixture is not None and not fixture.is_requested_bye
        ]
        if len(partners) == len(fixtures) and partners[0] is not None:
            return self._swap_players(round_, partners[0], second, "paired", why)
        if len(partners) == len(fixtures) and partners[1] is not None:
            return self._swap_players(round_, first, partners[1], "paired", why)
        return self._write_wanted_pairing(round_, first, second, "bye", "joined", why)

    def give_bye(
        self, one: str, kind: Bye = "bye", *, why: str = "", round_number: int | None = None
    ) -> LeagueEntry:
        """Give a player a bye in the draft or the current round.

        The previous opponent is paired with the player who has the bye, or also gets a bye.
        """
        player = find_player(self._league.state, one)
        round_ = self._require_editable_round(round_number, player)
        fixture = self._find_fixture(round_, player)
        if fixture is not None and fixture.away is None and fixture.bye == kind:
            raise NothingToChange(
                f"{self._league.state.get_player_name(player)} has {describe_bye_kind(kind)} "
                f"in round {round_.number} already. Nothing was changed."
            )
        return self._write_wanted_pairing(round_, player, None, kind, "bye", why)

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
        new_ids = round_pairing_draft.generate_fixture_ids(state)
        for player in filter(None, (home, away)):
            if state.players[player].left_after is not None and bye != "zero bye":
                raise Refused(
                    f"{state.get_player_name(player)} has dropped out. Let the player return"
                    " first.",
                    f"league back {self._league.stream} {player}",
                )

        def make_pairing(home: PlayerId, away: PlayerId | None, table: int) -> ev.Pairing:
            reason = f"by hand, {round_pairing_draft.describe_earlier_meetings(state, home, away)}"
            return ev.Pairing(next(new_ids), home, away, table, reason)

        wanted = replace(make_pairing(home, away, 0), bye=bye)
        if bye != "bye":
            wanted = replace(wanted, why=f"by hand, {BYE_WORDS[bye]}")
        pairings = round_pairing_draft.assign_pairing_tables(
            state, insert_wanted_pairing(self._make_pairings(round_), wanted, make_pairing)
        )
        players = (home,) if away is None else (home, away)
        return self._write_change(round_, pairings, change, players, why)

    def lock_pairing(self, typed_pairing: str, locked: bool = True) -> LeagueEntry:
        """Lock a pairing, given by player or table, so that redrafts keep it, or unlock it."""
        draft = self._require_draft()
        fixture = (
            self._find_by_table(int(typed_pairing))
            if is_whole_number(typed_pairing)
            else self._find_by_player(draft, typed_pairing)
        )
        if fixture.locked == locked:
            title = describe_fixture_at_sentence_start(self._league.state, fixture)
            status = "locked" if locked else "unlocked"
            raise NothingToChange(f"{title} is already {status}.")
        pairs = self._make_pairings(draft)
        changed = [
            replace(pairing, locked=locked) if pairing.fixture == fixture.id else pairing
            for pairing in pairs
        ]
        return self._write_change(
            draft, changed, "locked" if locked else "unlocked", fixture.players, ""
        )

    def number_tables(self, numbers: Mapping[str, int] | None = None) -> LeagueEntry:
        """Assign table numbers without repeats, or set the tables of given players by hand."""
        round_ = self._league.state.draft or self._require_round()
        pairings = [replace(one, table=0) for one in self._make_pairings(round_)]
        if numbers:
            wanted = {
                self._find_by_player(round_, typed).id: table for typed, table in numbers.items()
            }
            kept = {one.fixture: one.table for one in self._make_pairings(round_)}
            table_by_fixture = {
                one: table for one, table in kept.items() if table not in wanted.values()
            } | wanted
            if min(wanted.values()) < 1 or len(set(wanted.values())) < len(wanted):
                raise Refused("Table numbers start at 1, and each number can be used once.")
            pairings = [
                replace(one, table=table_by_fixture.get(one.fixture, 0)) for one in pairings
            ]
        seated = round_pairing_draft.assign_pairing_tables(self._league.state, pairings)
        if set(seated) == set(self._make_pairings(round_)):
            raise NothingToChange("The tables already have these numbers. Nothing was changed.")
        players = tuple(find_player(self._league.state, one) for one in numbers or ())
        return self._write_change(round_, seated, "tables", players, "")

    # ----------------------------------------------------------------------------------- helpers

    @property
    def _draft_command(self) -> str:
        return f"league draft {self._league.stream}"

    def _require_draft(self) -> Round:
        if self._league.state.draft is None:
            raise Refused("No round is drafted. Draft a round first.", self._draft_command)
        return self._league.state.draft

    def _require_round(self) -> Round:
        if self._league.state.round is None:
            raise Refused(
                "No round is drafted or published yet. Draft a round first.", self._draft_command
            )
        return self._league.state.round

    def _find_by_table(self, table: int) -> Fixture:
        round_ = self._league.state.draft or self._require_round()
        for fixture in self._league.state.list_fixtures(round_):
            if fixture.table == table:
                return fixture
        raise Refused(f"There is no table {table} in round {round_.number}.")

    def _find_fixture(self, round_: Round, player: PlayerId) -> Fixture | None:
        fixtures = self._league.state.list_fixtures(round_)
        return next((fixture for fixture in fixtures if player in fixture.players), None)

    def _require_fixture(self, round_: Round, player: PlayerId) -> Fixture:
        fixture = self._find_fixture(round_, player)
        if fixture is not None and not fixture.is_requested_bye:
            return fixture
        name = self._league.state.get_player_name(player)
        raise Refused(
            f"{name} is not paired in round {round_.number}. Draft the round again, or pair"
            f" {name} with another player. The player left over gets the bye."
        )

    def _find_by_player(self, round_: Round, typed: str) -> Fixture:
        return self._require_fixture(round_, find_player(self._league.state, typed))

    def _make_pairings(self, round_: Round) -> tuple[ev.Pairing, ...]:
        return round_pairing_draft.convert_fixtures_to_pairings(
            self._league.state.list_fixtures(round_)
        )

    def _require_editable_round(self, number: int | None, *players: PlayerId) -> Round:
        """Return the draft, or the current round if these players' pairings can still change."""
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
            fixture = self._find_fixture(round_, player)
            if fixture is None:
                continue
            if (fixture.ended is not None and fixture.away) or fixture.link is not None:
                title = describe_fixture_at_sentence_start(state, fixture)
                raise Refused(f"{title} has begun, so its pairing cannot change.")
        return round_

    def _swap_players(
        self, round_: Round, one: PlayerId, other: PlayerId, change: ev.Change, why: str
    ) -> LeagueEntry:
        state = self._league.state
        if one == other:
            raise Refused(
                f"{state.get_player_name(one)} is named twice. Name two different players."
            )
        first, second = self._require_fixture(round_, one), self._require_fixture(round_, other)
        if first.id == second.id:
            raise Refused(
                f"{state.get_player_name(one)} and {state.get_player_name(other)} are "
                "already paired with each other."
            )
        places = {one: other, other: one}
        new_ids = round_pairing_draft.generate_fixture_ids(state)
        pairings = []
        for pairing in self._make_pairings(round_):
            if pairing.fixture not in (first.id, second.id):
                pairings.append(pairing)
                continue
            home = places.get(pairing.home, pairing.home)
            away = places.get(pairing.away, pairing.away) if pairing.away else None
            fixture = next(new_ids) if round_.published else pairing.fixture
            reason = f"by hand, {round_pairing_draft.describe_earlier_meetings(state, home, away)}"
            pairings.append(ev.Pairing(fixture, home, away, pairing.table, reason, pairing.locked))
        return self._write_change(round_, pairings, change, (one, other), why)

    def _write_change(
        self,
        round_: Round,
        pairings: Iterable[ev.Pairing],
        change: ev.Change,
        players: tuple[PlayerId, ...],
        why: str,
    ) -> LeagueEntry:
        return self._league.write_entry(
            ev.RoundChanged(
                round=round_.number,
                pairings=tuple(round_pairing_draft.sort_pairings(pairings)),
                change=change,
                about=players,
                why=clean_text(why),
            )
        )

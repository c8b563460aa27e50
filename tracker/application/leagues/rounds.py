"""Rounds: drafted with a reason for each pairing, changed by hand, published; and seasons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tracker.application.errors import Refused
from tracker.application.leagues import drafting
from tracker.application.leagues.naming import player_of, told
from tracker.application.leagues.pairs import paired
from tracker.application.text import clean
from tracker.leagues import events as ev
from tracker.leagues.results import PlayerId
from tracker.leagues.state import Fixture, Round

if TYPE_CHECKING:
    from tracker.application.leagues.league import League
    from tracker.application.leagues.story import Entry


class Rounds:
    """The draft is that of the next round; players are named as in ``People``."""

    def __init__(self, league: League) -> None:
        self._league = league

    # ------------------------------------------------------------------------------- drafting

    def draft(self, method: str = "") -> Entry:
        """Draft the next round, or draft it again: locked pairings stay.

        ``method`` is "round robin" or "Swiss"; unless said, a round robin where there are rounds
        enough for about everybody to meet, else Swiss. Results that are still open are no
        obstacle; the draft says that it waits for them.
        """
        state = self._league.state
        self._must_be_open()
        number = state.round_number + 1
        present = drafting.playing(self._league.people.present(number))
        if len(present) < 2:
            raise Refused("Fewer than two players are here; say who is back, or enrol players.")
        here = {one.id for one in present}
        old = state.draft
        locked = [
            one
            for one in (state.fixtures_of(old) if old else ())
            if one.locked and here.issuperset(one.players)
        ]
        free = [one.id for one in present if not any(one.id in each.players for each in locked)]
        how, pairs = paired(state, number, free, method)
        names = drafting.fixture_ids(state)
        pairings = [
            *drafting.pairings_of(locked),
            *(ev.Pairing(next(names), one.home, one.away, 0, one.why) for one in pairs),
        ]
        return self._league.enter(
            ev.RoundDrafted(
                round=number,
                pairings=drafting.seated(state, pairings),
                absent=tuple(
                    ev.Absent(one.id, how_absent, one.why)
                    for one, how_absent in self._league.people.absent(number)
                ),
                method=how,
                open=drafting.open_fixtures(state),
            )
        )

    def stale(self) -> list[str]:
        """Why the draft should be made again, in sentences; nothing when it stands."""
        state = self._league.state
        draft = state.draft
        if draft is None:
            return []
        here = {one.id for one in drafting.playing(self._league.people.present(draft.number))}
        drawn = {player for one in state.fixtures_of(draft) for player in one.players}
        found = [f"{state.name(one)} is paired and not here." for one in drawn - here]
        found += [f"{state.name(one)} is here and not paired." for one in here - drawn]
        for one in draft.waited_for:
            fixture = state.fixtures.get(one)
            if fixture is not None and fixture.ended is not None:
                called = told(state, fixture)
                found.append(f"{called[:1].upper() + called[1:]} has ended since the draft.")
        return found

    def is_late(self) -> bool:
        """Whether games of the round at hand are still open when they should have ended."""
        current = self._league.state.round
        if current is None or not current.ends or not self._open():
            return False
        now = self._league.now
        return (now.to_date_string(), now.format("HH:mm")) > (current.on, current.ends)

    def waits_for(self) -> list[Fixture]:
        """Fixtures of the round at hand that are still open."""
        return [self._league.state.fixtures[one] for one in self._open()]

    def _open(self) -> tuple[ev.FixtureId, ...]:
        return drafting.open_fixtures(self._league.state)

    # ----------------------------------------------------------------------- the organiser's hand

    def swap(self, one: str, other: str, *, why: str = "") -> Entry:
        """Two players change places, in the draft, or in the round at hand while it is open."""
        state = self._league.state
        return self._exchange(player_of(state, one), player_of(state, other), "swapped", why)

    def swap_rows(self, first: int, second: int) -> Entry:
        """Rows by table: the second player of one and the first player of the other change."""
        one, other = self._row(first), self._row(second)
        if one.away is None:
            one, other = other, one
        if one.away is None or one.id == other.id:
            raise Refused("Name the tables of two pairings.")
        return self._exchange(one.away, other.home, "swapped", "")

    def pair(self, one: str, other: str, *, why: str = "") -> Entry:
        """Let these two meet; whom they were to meet meet each other."""
        state = self._league.state
        first, second = player_of(state, one), player_of(state, other)
        round_ = self._editable(first, second)
        fixture = self._of(round_, first)
        if second in fixture.players:
            raise Refused(f"{state.name(first)} and {state.name(second)} meet already.")
        partner = fixture.away if fixture.home == first else fixture.home
        if partner is None:
            theirs = self._of(round_, second)
            rival = theirs.away if theirs.home == second else theirs.home
            if rival is None:
                raise Refused("Both have a bye; draft the round again.")
            return self._exchange(first, rival, "paired", why)
        return self._exchange(partner, second, "paired", why)

    def lock(self, typed: str, on: bool = True) -> Entry:
        """Keep a pairing (by a player of it, or its table) when the round is drafted again."""
        draft = self._draft()
        fixture = self._row(int(typed)) if typed.isdecimal() else self._by_player(draft, typed)
        if fixture.locked == on:
            raise Refused(f"{told(self._league.state, fixture)} is so already; nothing changed.")
        changed = [
            replace(one, locked=on) if one.fixture == fixture.id else one
            for one in self._pairings(draft)
        ]
        return self._change(draft, changed, "locked" if on else "unlocked", fixture.players, "")

    def number_tables(self, numbers: Mapping[str, int] | None = None) -> Entry:
        """Table numbers anew, without repeats; or by hand: a player of the pairing, its table."""
        round_ = self._league.state.draft or self._at_hand()
        pairings = [replace(one, table=0) for one in self._pairings(round_)]
        if numbers:
            wanted = {self._by_player(round_, typed).id: table for typed, table in numbers.items()}
            kept = {one.fixture: one.table for one in self._pairings(round_)}
            free = {
                one: table for one, table in kept.items() if table not in wanted.values()
            } | wanted
            if min(wanted.values()) < 1 or len(set(wanted.values())) < len(wanted):
                raise Refused("Tables are numbered from 1, each given once.")
            pairings = [replace(one, table=free.get(one.fixture, 0)) for one in pairings]
        seated = drafting.seated(self._league.state, pairings)
        if set(seated) == set(self._pairings(round_)):
            raise Refused("The tables are numbered so already; nothing was changed.")
        about = tuple(player_of(self._league.state, one) for one in numbers or ())
        return self._change(round_, seated, "tables", about, "")

    # ------------------------------------------------------------------------------ publishing

    def publish(self, *, on: str = "", ends: str = "") -> Entry:
        """Publish the draft: from now on results can be entered. ``ends`` is a time of day."""
        draft, days = self._draft(), self._league.days
        gone = [one for one in self.stale() if one.endswith("not here.")]
        if gone:
            raise Refused(f"{gone[0]} Draft again, or say that they are here.")
        return self._league.enter(
            ev.RoundPublished(round=draft.number, on=days.day(on), ends=days.time(ends))
        )

    # --------------------------------------------------------------------------------- seasons

    def begin_season(self, name: str = "", *, rounds: int = 0) -> Entry:
        """Begin the next season: everybody starts with nought, forces go on."""
        state = self._league.state
        season = state.season
        if not season.closed:
            raise Refused(f"Season {season.number} is not closed; close it first.")
        return self._league.enter(
            ev.SeasonBegan(
                season=season.number + 1,
                name=clean(name),
                rounds=max(rounds, 0),
                on=self._league.days.today,
            )
        )

    def close_season(self) -> Entry:
        """Close the season at hand; its standings stand. Open fixtures stay without a result."""
        self._must_be_open()
        season = self._league.state.season
        return self._league.enter(ev.SeasonClosed(season=season.number, on=self._league.days.today))

    # ----------------------------------------------------------------------------------- helpers

    def _must_be_open(self) -> None:
        season = self._league.state.season
        if season.closed:
            raise Refused(f"Season {season.number} is closed; begin the next one.")

    def _draft(self) -> Round:
        if self._league.state.draft is None:
            raise Refused("No round is drafted; draft one first.")
        return self._league.state.draft

    def _at_hand(self) -> Round:
        if self._league.state.round is None:
            raise Refused("No round is drafted or published yet; draft one first.")
        return self._league.state.round

    def _row(self, table: int) -> Fixture:
        round_ = self._league.state.draft or self._at_hand()
        for one in self._league.state.fixtures_of(round_):
            if one.table == table:
                return one
        raise Refused(f"There is no table {table} in round {round_.number}.")

    def _of(self, round_: Round, player: PlayerId) -> Fixture:
        for one in self._league.state.fixtures_of(round_):
            if player in one.players:
                return one
        name = self._league.state.name(player)
        raise Refused(f"{name} is not paired in round {round_.number}; draft it again.")

    def _by_player(self, round_: Round, typed: str) -> Fixture:
        return self._of(round_, player_of(self._league.state, typed))

    def _pairings(self, round_: Round) -> tuple[ev.Pairing, ...]:
        return drafting.pairings_of(self._league.state.fixtures_of(round_))

    def _editable(self, *players: PlayerId) -> Round:
        """The draft, or the round at hand where the pairings of these are still open."""
        state = self._league.state
        if state.draft is not None:
            return state.draft
        round_ = self._at_hand()
        for player in players:
            fixture = self._of(round_, player)
            if (fixture.ended is not None and fixture.away) or fixture.link is not None:
                called = told(state, fixture)
                raise Refused(
                    f"{called[:1].upper() + called[1:]} is played or being played;"
                    " its pairing stays."
                )
        return round_

    def _exchange(self, one: PlayerId, other: PlayerId, change: ev.Change, why: str) -> Entry:
        """Two players take each other's place."""
        state = self._league.state
        round_ = self._editable(one, other)
        first, second = self._of(round_, one), self._of(round_, other)
        if first.id == second.id:
            raise Refused(f"{state.name(one)} and {state.name(other)} meet each other already.")
        places = {one: other, other: one}
        names = drafting.fixture_ids(state)
        pairings = []
        for each in self._pairings(round_):
            if each.fixture not in (first.id, second.id):
                pairings.append(each)
                continue
            home = places.get(each.home, each.home)
            away = places.get(each.away, each.away) if each.away else None
            fixture = next(names) if round_.published else each.fixture
            reason = f"by hand, {drafting.why(state, home, away)}"
            pairings.append(ev.Pairing(fixture, home, away, each.table, reason, each.locked))
        return self._change(round_, pairings, change, (one, other), why)

    def _change(
        self,
        round_: Round,
        pairings: Iterable[ev.Pairing],
        change: ev.Change,
        about: tuple[PlayerId, ...],
        why: str,
    ) -> Entry:
        return self._league.enter(
            ev.RoundChanged(
                round=round_.number,
                pairings=tuple(drafting.in_order(pairings)),
                change=change,
                about=about,
                why=clean(why),
            )
        )

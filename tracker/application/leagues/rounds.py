"""Rounds: drafted with a reason for each pairing, changed by hand, published; and seasons."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.application.errors import Refused
from tracker.application.leagues import closing, drafting
from tracker.application.leagues.by_hand import ByHand
from tracker.application.leagues.naming import told
from tracker.application.leagues.pairs import paired
from tracker.application.leagues.people import People
from tracker.application.leagues.story import LeagueEntry
from tracker.application.leagues.written import WrittenLeague
from tracker.application.text import clean
from tracker.leagues import events as ev
from tracker.leagues.rows import Fixture, Round
from tracker.leagues.spelled import BYE_WORDS


class Rounds(ByHand):
    """The draft is that of the next round; players are named as in ``People``."""

    def __init__(self, league: WrittenLeague, people: People) -> None:
        super().__init__(league)
        self._people = people

    # ------------------------------------------------------------------------------- drafting

    def draft(self, method: str = "") -> LeagueEntry:
        """Draft the next round, or draft it again: locked pairings stay.

        A bye that was locked stays while somebody is left over: it never makes a second one.

        ``method`` is "round robin" or "Swiss"; unless said, a round robin where there are rounds
        enough for about everybody to meet, else Swiss. Results that are still open are no
        obstacle; the draft says that it waits for them.
        """
        state = self._league.state
        closing.must_be_open(state)
        number = state.round_number + 1
        present = drafting.playing(self._people.present(number))
        if len(present) < 2:
            raise Refused("Fewer than two players are here; say who is back, or enrol players.")
        here = {one.id for one in present}
        old = state.draft
        locked = [
            one
            for one in (state.fixtures_of(old) if old else ())
            if one.locked and here.issuperset(one.players) and (one.away or len(here) % 2)
        ]
        free = [one.id for one in present if not any(one.id in each.players for each in locked)]
        how, pairs = paired(state, number, free, method)
        names, absent = drafting.fixture_ids(state), self._people.absent(number)
        asked = drafting.asked_for(absent, number)
        pairings = [
            *drafting.pairings_of(locked),
            *(ev.Pairing(next(names), one.home, one.away, 0, one.why) for one in pairs),
            *(
                ev.Pairing(next(names), one, None, 0, f"asked: {BYE_WORDS[bye]}", bye=bye)
                for one, bye in asked.items()
            ),
        ]
        return self._league.enter(
            ev.RoundDrafted(
                round=number,
                pairings=drafting.seated(state, pairings),
                absent=tuple(ev.Absent(one.id, why_not, one.why) for one, why_not in absent),
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
        here = {one.id for one in drafting.playing(self._people.present(draft.number))}
        fixtures = state.fixtures_of(draft)
        drawn = {player for one in fixtures if not one.asked for player in one.players}
        found = [f"{state.name(one)} is paired and not here." for one in drawn - here]
        found += [f"{state.name(one)} is here and not paired." for one in here - drawn]
        now = drafting.asked_for(self._people.absent(draft.number), draft.number)
        drafted = {one.home: one.bye for one in fixtures if one.asked}
        found += [
            f"{state.name(one)} is away with {BYE_WORDS[bye]} and is not drafted so."
            for one, bye in now.items()
            if drafted.get(one) != bye and one not in drawn
        ]
        for one in draft.waited_for:
            fixture = state.fixtures.get(one)
            if fixture is not None and fixture.ended is not None:
                called = told(state, fixture)
                found.append(f"{called[:1].upper() + called[1:]} has ended since the draft.")
        return [*found, *(self._rests_on_else(draft) if draft.method == drafting.SWISS else ())]

    def _rests_on_else(self, draft: Round) -> Iterator[str]:
        """What a draft by points rests on and is otherwise now."""
        state, season = self._league.state, self._league.state.season.number
        for one in state.published(season):
            if one.round and one.version > draft.drafted_at and one.id not in draft.waited_for:
                called = told(state, one)
                how = "was set right" if one.ended else "has no result any more,"
                yield f"{called[:1].upper() + called[1:]} {how} since the draft."
        for change in state.changes:
            if change.version > draft.drafted_at and change.what != "rules":
                yield f"The {change.what} changed since the draft."
        if any(lot.version > draft.drafted_at for lot in state.lots):
            yield "Lots were drawn since the draft."

    def waits_for(self) -> list[Fixture]:
        """Fixtures of the round at hand that are still open."""
        return [self._league.state.fixtures[one] for one in self._open()]

    def _open(self) -> tuple[ev.FixtureId, ...]:
        return drafting.open_fixtures(self._league.state)

    # ------------------------------------------------------------------------------ publishing

    def publish(self, *, on: str = "", ends: str = "") -> LeagueEntry:
        """Publish the draft: from now on results can be entered. ``ends`` is a time of day."""
        closing.must_be_open(self._league.state)
        draft, days = self._draft(), self._league.days
        gone = [one for one in self.stale() if one.endswith("not here.")]
        if gone:
            raise Refused(f"{gone[0]} Draft again, or say that they are here.")
        return self._league.enter(
            ev.RoundPublished(round=draft.number, on=days.day(on), ends=days.time(ends))
        )

    # --------------------------------------------------------------------------------- seasons

    def begin_season(self, name: str = "", *, rounds: int = 0) -> LeagueEntry:
        """Begin the next season: everybody starts with nought, forces go on."""
        state = self._league.state
        season = state.season
        if not season.closed:
            raise Refused(f"Season {season.number} is not closed; close it first.")
        return self._league.enter(
            ev.SeasonBegan(
                season=season.number + 1,
                name=clean(name),
                rounds=drafting.planned(rounds),
                on=self._league.days.today,
            )
        )

    def close_season(self) -> LeagueEntry:
        """Close the season at hand; its standings stand. Open fixtures stay without a result."""
        closing.must_be_open(self._league.state)
        season = self._league.state.season
        return self._league.enter(ev.SeasonClosed(season=season.number, on=self._league.days.today))

"""Drafts and publishes rounds, with the initial order, the pairings and their reasons."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from tracker.application.errors import Refused
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.leagues.league_name_lookup import describe_fixture
from tracker.application.leagues.league_writer import LeagueWriter
from tracker.application.leagues.pairing import round_pairing_draft, top_cut_bracket
from tracker.application.leagues.pairing.manual_pairing import ManualPairingCommands
from tracker.application.leagues.pairing.pairing_proposals import ProposedPairing, propose_pairings
from tracker.application.leagues.people import enrolment_and_attendance
from tracker.application.leagues.people.enrolment_and_attendance import LeaguePlayerCommands
from tracker.application.leagues.seasons import division_changes, season_closing
from tracker.application.text_cleaning import clean_text
from tracker.leagues import league_events as ev
from tracker.leagues.league_state import Fixture, LeagueState, Round
from tracker.leagues.pairing import player_seeding
from tracker.leagues.pairing.round_robin import Method
from tracker.leagues.results.standings_explanations import BYE_WORDS, NOT_MET
from tracker.leagues.results.standings_input_types import PlayerId

ORDERS: tuple[ev.Order, ...] = ("sign-up", "lots", "rating", "last season")


def list_first_round_orders(state: LeagueState) -> list[ev.Order]:
    """List the possible orders for a first round. Orders by strength need earlier data."""
    return [
        one
        for one in ORDERS
        if one not in player_seeding.SEEDED or player_seeding.list_players_by_order(state, one)
    ]


def choose_default_order(state: LeagueState, how: Method) -> ev.Order:
    """Choose the default order: the draft's order, last season's standings, or by lots.

    For a round robin it is the order of sign-up, because the order matters little.
    """
    if state.draft is not None and state.draft.order:
        return state.draft.order
    if player_seeding.list_players_by_order(state, "lots"):
        return "lots"
    if how == round_pairing_draft.ROUND_ROBIN:
        return "sign-up"
    return "last season" if player_seeding.list_players_by_order(state, "last season") else "lots"


def resolve_pairing_order(state: LeagueState, number: int, typed: str) -> ev.Order:
    """Parse a typed order, which defaults to the existing draft's order. Raises ``Refused``."""
    wanted = " ".join(typed.replace("-", " ").split()).casefold()
    if number > 1:
        if wanted:
            raise Refused(
                f"Round {number} is paired by results. Only the first round can have an order."
            )
        return ""
    if not wanted:
        return state.draft.order if state.draft is not None else ""
    for one in ORDERS:
        if one.replace("-", " ") == wanted:
            if one not in list_first_round_orders(state):
                raise Refused(f"{WITHOUT[one]}; {OTHERWISE}.")
            return one
    raise Refused(f"There is no order called {typed!r}. Choose one of: {', '.join(ORDERS)}.")


WITHOUT: dict[str, str] = {
    "rating": "Nobody has a rating from an earlier season yet",
    "last season": "There was no season before this one",
}
OTHERWISE = "draft by lots or as they signed up (sign-up)"


def draw_first_round_lots(
    state: LeagueState, here: Sequence[PlayerId], dice: random.Random
) -> tuple[PlayerId, ...]:
    """Return the lots for a first round. Players without a lot are inserted at random."""
    known = player_seeding.list_players_by_order(state, "lots")
    return tuple(known if set(here) <= set(known) else add_newcomers_to_lots(state, known, dice))


def add_newcomers_to_lots(
    state: LeagueState, drawn: Sequence[PlayerId], dice: random.Random
) -> list[PlayerId]:
    """Insert newcomers into drawn lots at random. Players with a lot keep their order."""
    players = list(drawn)
    joined = [one for one in state.players if one not in drawn]
    dice.shuffle(joined)
    for one in joined:
        players.insert(dice.randint(0, len(players)), one)
    return players


Group = frozenset[PlayerId]
"""Two opponents, or the one player who has the bye."""
MOST_TOLD = 4
"""The maximum number of changed pairings that are named. If there are more, they are counted."""


def find_kept_pairings(state: LeagueState, how: str, order: ev.Order) -> dict[Group, Fixture]:
    """Return the draft's pairings and byes that a new draft may keep.

    There are none if the new draft uses a different pairing system, order or lots.
    """
    draft = state.draft
    if (
        draft is None
        or (draft.method, draft.order) != (how, order)
        or were_lots_drawn_after_draft(state, draft)
    ):
        return {}
    fixtures = state.list_fixtures(draft)
    return {frozenset(one.players): one for one in fixtures if not one.is_requested_bye}


def were_lots_drawn_after_draft(state: LeagueState, draft: Round) -> bool:
    """Whether lots were drawn after a draft, apart from those drawn for it."""
    return any(lot.version > draft.drafted_at for lot in state.lots)


def does_draft_allow_rematches(state: LeagueState) -> bool:
    """Whether the draft pairs players who have already met as often as planned."""
    if state.draft is None or state.draft.method == round_pairing_draft.SWISS:
        return False
    times = Counter(
        frozenset(pair) for _, *pair in round_pairing_draft.list_earlier_meetings(state)
    )
    divided = state.get_divisions()
    return any(
        times[frozenset(one.players)]
        >= round_pairing_draft.count_meetings_per_pair(state, divided.get_division(one.home))
        for one in state.list_fixtures(state.draft)
        if one.away and not one.why.startswith("by hand")
    )


def list_paired_since_draft(state: LeagueState, draft: Round) -> Iterator[str]:
    """Yield the players of a draft who were paired with each other after it was made."""
    paired = {
        frozenset(pair): number
        for number, *pair in round_pairing_draft.list_earlier_meetings(state)
    }
    for one in state.list_fixtures(draft):
        number = paired.get(frozenset(one.players))
        if number is not None and one.why.endswith(NOT_MET) and not one.locked:
            names = " and ".join(map(state.get_player_name, one.players))
            yield f"{names} have been paired in round {number} since the draft."


def describe_redraft(before: LeagueState, event: ev.RoundDrafted) -> Iterator[str]:
    """Describe which pairings of a new draft differ from the previous draft."""
    was = before.rounds.get((before.season.number, event.round))
    if was is None:
        return
    known = {
        frozenset(one.players) for one in before.list_fixtures(was) if not one.is_requested_bye
    }
    drawn = [one for one in event.pairings if one.away or one.bye == "bye"]
    games = [one for one in drawn if one.away]
    same = sum(_group(one) in known for one in games)
    changed = [_called(before, one) for one in drawn if _group(one) not in known]
    if same == len(games):
        yield ", all as before"
    elif same:
        yield f", {same} as before"
    else:
        yield ", all of them new"
        return
    if changed:
        more = len(changed) - MOST_TOLD
        named = [*changed[:MOST_TOLD], f"{more} more"] if more > 0 else changed
        yield f" (changed: {', '.join(named)})"


def _group(one: ev.Pairing) -> Group:
    return frozenset(filter(None, (one.home, one.away)))


def _called(state: LeagueState, one: ev.Pairing) -> str:
    if one.away is None:
        return f"{state.get_player_name(one.home)} has the bye"
    return f"{state.get_player_name(one.home)} v {state.get_player_name(one.away)}"


def assign_fixture_ids(
    known: Mapping[Group, Fixture],
    names: Iterator[ev.FixtureId],
    pairs: Iterable[ProposedPairing],
    tables: int,
) -> Iterator[ev.Pairing]:
    """Assign ids to pairings. Kept pairings keep their ids, and their tables up to ``tables``."""
    for one in pairs:
        was = known.get(frozenset(filter(None, (one.home, one.away))))
        if was is None:
            yield ev.Pairing(next(names), one.home, one.away, 0, one.why)
        else:
            table = was.table if was.table <= tables else 0
            why = was.why if was.why.startswith("by hand") else one.why
            yield ev.Pairing(was.id, was.home, was.away, table, why)


class LeagueRoundCommands(ManualPairingCommands):
    """Commands for rounds. Players are given by id, name, or the beginning of their name."""

    def __init__(self, league: LeagueWriter, people: LeaguePlayerCommands) -> None:
        super().__init__(league)
        self._people = people

    # ------------------------------------------------------------------------------- drafting

    def draft_round(
        self, method: str = "", *, order: str = "", anew: bool = False, again: bool = False
    ) -> LeagueEntry:
        """Draft the next round, or draft it again.

        Locked pairings are kept, and others if possible.

        A locked bye is kept as long as a bye is needed, and never leads to a second bye.

        ``method`` is "round robin" or "Swiss". The default is a round robin if there are enough
        rounds for almost everybody to meet. ``order`` is the initial order of the first round, one
        of ``ORDERS``. If it is by lots, players without a lot get one. If ``anew`` is true, the
        existing draft is ignored. Missing results do not prevent a draft, which then lists them. In
        a round robin two players meet at most as often as planned, unless ``again`` is true.
        Players who have met everybody are not paired.
        """
        state = self._league.state
        season_closing.require_open_season(state)
        if state.top_cut is not None:
            return self._league.write_entry(top_cut_bracket.draft_bracket_round(state))
        number = state.round_number + 1
        fields = round_pairing_draft.group_players_by_division(
            state, self._people.list_present_players(number)
        )
        if sum(len(field) for _, field in fields) < 2:
            raise Refused("Fewer than two players are here. Check players in, or enrol some.")
        here = {one.id for _, field in fields for one in field}
        locked = self._locked([[one.id for one in field] for _, field in fields])
        seated = {player for one in locked for player in one.players}
        frees = [
            (name, [one.id for one in field if one.id not in seated]) for name, field in fields
        ]
        free = [player for _, players in frees for player in players]
        ways = [self._way(method, name, len(players)) for name, players in frees]
        how = round_pairing_draft.describe_mixed_methods(set(ways))
        by = resolve_pairing_order(state, number, order)
        before = {} if anew else find_kept_pairings(state, how, by)
        drawn = draw_first_round_lots(state, free, self._league.dice) if by == "lots" else ()
        again = again or (not anew and does_draft_allow_rematches(state))
        pairs = []
        for way, (name, players) in zip(ways, frees, strict=True):
            most = None if again else round_pairing_draft.count_meetings_per_pair(state, name)
            pairs += propose_pairings(state, players, way, by, before.keys(), drawn, most)
        if here - seated and not any(pair.away for pair in pairs) and not locked:
            raise Refused(
                "Everybody here has met everybody. Close the season, or allow rematches in the "
                "draft.",
                f"league draft {self._league.stream} --again",
            )
        taken = seated.union(*((one.home, one.away) for one in pairs))
        out = [one for _, field in fields for one in field if one.id not in taken]
        names, absent = (
            round_pairing_draft.make_fixture_ids(state),
            self._people.list_absent_players(number),
        )
        asked = round_pairing_draft.find_requested_byes(absent, number)
        pairings = [
            *round_pairing_draft.make_pairings(locked),
            *assign_fixture_ids(before, names, pairs, len(here) // 2),
            *(
                ev.Pairing(next(names), one, None, 0, f"asked: {BYE_WORDS[bye]}", bye=bye)
                for one, bye in asked.items()
            ),
        ]
        drafted = ev.RoundDrafted(
            round=number,
            pairings=round_pairing_draft.assign_pairing_tables(state, pairings),
            absent=(
                *(ev.AbsentPlayer(one.id, why_not, one.why) for one, why_not in absent),
                *(ev.AbsentPlayer(one.id, round_pairing_draft.MET_EVERYBODY) for one in out),
            ),
            method=how,
            open=round_pairing_draft.list_open_fixture_ids(state),
            order=by,
            drawn=drawn,
        )
        return self._league.write_entry(drafted)

    def _way(self, typed: str, division: str, players: int) -> Method:
        """Return the pairing system for a division: the typed one, or the default."""
        if typed and typed != round_pairing_draft.BY_DIVISION:
            return round_pairing_draft.parse_pairing_method(typed)
        state = self._league.state
        return round_pairing_draft.choose_default_division_method(
            state, state.round_number + 1, division, players
        )

    def choose_default_order(self, method: str = "") -> ev.Order:
        """Choose the default order for the next draft. Only a first round has an order."""
        state = self._league.state
        number = state.round_number + 1
        if number > 1:
            return ""
        fields = round_pairing_draft.group_players_by_division(
            state, self._people.list_present_players(number)
        )
        ways = {self._way(method, name, len(field)) for name, field in fields}
        circle = ways <= {round_pairing_draft.ROUND_ROBIN}
        return choose_default_order(
            state, round_pairing_draft.ROUND_ROBIN if circle else round_pairing_draft.SWISS
        )

    def _locked(self, fields: Sequence[Sequence[PlayerId]]) -> list[Fixture]:
        """List the draft's locked pairings of present players, and its locked byes if needed."""
        draft, here = self._league.state.draft, {one for field in fields for one in field}
        locked = [
            one
            for one in (self._league.state.list_fixtures(draft) if draft else ())
            if one.locked and here.issuperset(one.players)
        ]
        games = {player for one in locked if one.away for player in one.players}
        odd = {player for field in fields if len(set(field) - games) % 2 for player in field}
        return [one for one in locked if one.away or one.home in odd]

    def pair_latecomer(
        self, typed: str, *, against: str = "", ranked: bool = True, why: str = ""
    ) -> LeagueEntry:
        """Pair a latecomer or stand-in with the player who has the bye.

        See ``enrolment_and_attendance.pair_latecomer``.
        """
        return enrolment_and_attendance.pair_latecomer(
            self._league, typed, against=against, ranked=ranked, why=why
        )

    def list_redraft_reasons(self) -> list[str]:
        """List the reasons for drafting again, as sentences. An up-to-date draft has none."""
        state = self._league.state
        draft = state.draft
        if draft is None:
            return []
        if draft.method == top_cut_bracket.BRACKET:
            return top_cut_bracket.list_stale_bracket_reasons(state, draft)
        here = {
            one.id
            for one in round_pairing_draft.choose_paired_players(
                state, self._people.list_present_players(draft.number)
            )
        }
        out = round_pairing_draft.find_players_without_opponents(draft)
        fixtures = state.list_fixtures(draft)
        drawn = {player for one in fixtures if not one.is_requested_bye for player in one.players}
        found = [f"{state.get_player_name(one)} is paired but not here." for one in drawn - here]
        found += [
            f"{state.get_player_name(one)} is here but not paired." for one in here - drawn - out
        ]
        now = round_pairing_draft.find_requested_byes(
            self._people.list_absent_players(draft.number), draft.number
        )
        drafted = {one.home: one.bye for one in fixtures if one.is_requested_bye}
        found += [
            f"{state.get_player_name(one)} is away with {BYE_WORDS[bye]}, but the "
            "draft does not say so."
            for one, bye in now.items()
            if drafted.get(one) != bye and one not in drawn
        ]
        for one in draft.waited_for:
            fixture = state.fixtures.get(one)
            if fixture is not None and fixture.ended is not None:
                called = describe_fixture(state, fixture)
                found.append(f"{called[:1].upper() + called[1:]} has ended since the draft.")
        found += [
            *division_changes.list_misplaced_pairings(state, draft),
            *list_paired_since_draft(state, draft),
        ]
        by_points = draft.method in (round_pairing_draft.SWISS, round_pairing_draft.BY_DIVISION)
        return [*found, *(self._rests_on_else(draft) if by_points else ())]

    def _rests_on_else(self, draft: Round) -> Iterator[str]:
        """Yield the changes to results on which a draft by points was based."""
        state, season = self._league.state, self._league.state.season.number
        for one in state.list_published_fixtures(season):
            if one.round and one.version > draft.drafted_at and one.id not in draft.waited_for:
                called = describe_fixture(state, one)
                how = "was corrected" if one.ended else "no longer has a result,"
                yield f"{called[:1].upper() + called[1:]} {how} since the draft."
        for change in state.changes:
            if change.version > draft.drafted_at and change.what != "rules":
                yield f"The {change.what} changed since the draft."
        if were_lots_drawn_after_draft(state, draft):
            yield "Lots were drawn since the draft."

    # ------------------------------------------------------------------------------ publishing

    def publish_round(self, *, on: str = "", ends: str = "") -> LeagueEntry:
        """Publish the draft, so that results can be entered. ``ends`` is a time of day."""
        season_closing.require_open_season(self._league.state)
        draft, days = self._draft(), self._league.calendar
        gone = [one for one in self.list_redraft_reasons() if one.endswith("not here.")]
        if gone:
            raise Refused(f"{gone[0]} Draft again, or check them in.", self._draft_command)
        return self._league.write_entry(
            ev.RoundPublished(round=draft.number, on=days.parse_day(on), ends=days.parse_time(ends))
        )

    def cancel_round(self, *, why: str = "") -> LeagueEntry:
        """Cancel the draft, or the current round if none of its games has a result."""
        state = self._league.state
        season_closing.require_open_season(state)
        round_ = state.draft or self._at_hand()
        for one in state.list_fixtures(round_):
            if one.away is not None and (one.ended is not None or one.link is not None):
                called = describe_fixture(state, one)
                raise Refused(
                    f"{called[:1].upper() + called[1:]} has begun. Delete its result first, then "
                    f"cancel round {round_.number}."
                )
        return self._league.write_entry(ev.RoundCancelled(round=round_.number, why=clean_text(why)))

    # --------------------------------------------------------------------------------- seasons

    def begin_season(
        self, name: str = "", *, rounds: int = 0, stay: Sequence[str] = ()
    ) -> LeagueEntry:
        """Begin the next season. Points start at zero, but forces are kept.

        With divisions there are promotions and relegations, except for players who ``stay``.
        """
        state = self._league.state
        season = state.season
        if not season.closed:
            raise Refused(
                f"Season {season.number} is not closed. Close it first.",
                f"league season {self._league.stream} --close",
            )
        return self._league.write_entry(
            ev.SeasonBegan(
                season=season.number + 1,
                name=clean_text(name),
                rounds=round_pairing_draft.require_valid_round_count(rounds),
                on=self._league.calendar.today,
            ),
            *division_changes.make_promotion_events(state, self._league.calendar.today, stay),
        )

    def close_season(self) -> LeagueEntry:
        """Close the current season. Its standings become final, and open fixtures get no result."""
        state = self._league.state
        season_closing.require_open_season(state)
        return self._league.write_entry(
            season_closing.make_season_closed_event(state, self._league.calendar.today)
        )

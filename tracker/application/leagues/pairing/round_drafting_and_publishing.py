"""Drafts and publishes rounds: the order of the players, the pairings and their reasons."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from tracker.application.errors import Refused
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.leagues.league_name_lookup import describe_fixture_at_sentence_start
from tracker.application.leagues.league_writer import LeagueWriter
from tracker.application.leagues.pairing import round_pairing_proposals, top_cut_bracket
from tracker.application.leagues.pairing.manual_pairing import ManualPairingCommands
from tracker.application.leagues.pairing.round_pairing_proposals import (
    ProposedPairing,
    propose_pairings,
)
from tracker.application.leagues.people.player_enrolment_and_status import LeaguePlayerCommands
from tracker.application.leagues.seasons import closed_season_checks, division_commands
from tracker.application.text_cleaning import clean_text
from tracker.leagues import league_events as ev
from tracker.leagues.league_state import Fixture, LeagueState, Round
from tracker.leagues.pairing import player_seeding
from tracker.leagues.pairing.pairing_explanations import NOT_MET
from tracker.leagues.pairing.round_robin import Method, count_meetings_and_byes
from tracker.leagues.results.standings_explanations import BYE_WORDS
from tracker.leagues.results.standings_input_types import PlayerId

ORDERS: tuple[ev.Order, ...] = ("sign-up", "lots", "rating", "last season")


def list_possible_first_round_orders(state: LeagueState) -> list[ev.Order]:
    """List the orders of players that are possible for a first round.

    Orders by strength are possible only after an earlier season.
    """
    list_seeded = player_seeding.list_players_with_seeding_place
    return [one for one in ORDERS if one not in player_seeding.SEEDED or list_seeded(state, one)]


def choose_default_first_round_order(state: LeagueState, method: Method) -> ev.Order:
    """Choose the default order of the players in a first round.

    The order of the current draft comes first, then lots that have been drawn. Otherwise, a round
    robin uses the order of sign-up. A Swiss round uses last season's standings or, without a last
    season, lots.
    """
    if state.draft is not None and state.draft.order:
        return state.draft.order
    if player_seeding.list_players_with_seeding_place(state, "lots"):
        return "lots"
    if method == round_pairing_proposals.ROUND_ROBIN:
        return "sign-up"
    has_last_season = player_seeding.list_players_with_seeding_place(state, "last season")
    return "last season" if has_last_season else "lots"


def resolve_first_round_order(state: LeagueState, round_number: int, typed: str) -> ev.Order:
    """Parse a typed order for a first round. The default is the order of the current draft.

    Return "" after the first round. Raises ``Refused`` for an order that is unknown or not
    possible.
    """
    wanted = " ".join(typed.replace("-", " ").split()).casefold()
    if round_number > 1:
        if wanted:
            raise Refused(
                f"Round {round_number} is paired by results. You can choose an order only for the"
                " first round."
            )
        return ""
    if not wanted:
        return state.draft.order if state.draft is not None else ""
    for order in ORDERS:
        if order.replace("-", " ") == wanted:
            if order not in list_possible_first_round_orders(state):
                raise Refused(f"{MISSING_ORDER_REASONS[order]}. {OTHER_ORDERS}.")
            return order
    raise Refused(
        f"There is no pairing order called {typed!r}. Choose one of: {', '.join(ORDERS)}."
    )


MISSING_ORDER_REASONS: dict[str, str] = {
    "rating": "Nobody has a rating from an earlier season yet",
    "last season": "There was no season before this one",
}
OTHER_ORDERS = "Draft with the order `lots` or `sign-up`"


def complete_first_round_lots(
    state: LeagueState, present: Sequence[PlayerId], random_source: random.Random
) -> tuple[PlayerId, ...]:
    """Return the lots for a first round, in which players without a lot are inserted at random.

    Lots that have been drawn keep their order.
    """
    drawn = player_seeding.list_players_with_seeding_place(state, "lots")
    is_complete = set(present) <= set(drawn)
    return tuple(drawn if is_complete else add_newcomers_to_lots(state, drawn, random_source))


def add_newcomers_to_lots(
    state: LeagueState, drawn: Sequence[PlayerId], random_source: random.Random
) -> list[PlayerId]:
    """Insert newcomers into drawn lots at random. The other players keep their order."""
    players = list(drawn)
    newcomers = [player for player in state.players if player not in drawn]
    random_source.shuffle(newcomers)
    for player in newcomers:
        players.insert(random_source.randint(0, len(players)), player)
    return players


Group = frozenset[PlayerId]
"""The two opponents of a game, or the single player of a bye."""
MAX_NAMED_CHANGES = 4
"""The maximum number of changed pairings that are named. Any others are only counted."""


def find_draft_pairings_to_keep(
    state: LeagueState, method: str, order: ev.Order
) -> dict[Group, Fixture]:
    """Return the pairings and byes of the draft that a new draft can keep, by their players.

    If the pairing system, the order or the lots have changed, no pairing is kept.
    """
    draft = state.draft
    if draft is None or (draft.method, draft.order) != (method, order):
        return {}
    if were_lots_drawn_after_draft(state, draft):
        return {}
    fixtures = state.list_fixtures(draft)
    return {frozenset(one.players): one for one in fixtures if not one.is_requested_bye}


def were_lots_drawn_after_draft(state: LeagueState, draft: Round) -> bool:
    """Return whether lots were drawn after a draft. Lots for the draft itself do not count."""
    return any(lot.version > draft.drafted_at for lot in state.lots)


def is_draft_changed_manually(state: LeagueState) -> bool:
    """Return whether the draft was changed by hand. Such a draft is not replaced automatically."""
    if state.draft is None:
        return False
    return any(fixture.is_paired_by_hand for fixture in state.list_fixtures(state.draft))


def does_draft_exceed_planned_meetings(state: LeagueState) -> bool:
    """Return whether the draft pairs two players who have met as often as planned.

    Swiss drafts and pairings by hand are not checked.
    """
    if state.draft is None or state.draft.method == round_pairing_proposals.SWISS:
        return False
    meetings, _ = count_meetings_and_byes(state.list_published_fixtures(state.season.number))
    divisions = state.get_divisions()
    for fixture in state.list_fixtures(state.draft):
        if fixture.away is None or fixture.is_paired_by_hand:
            continue
        division = divisions.get_division(fixture.home)
        planned = round_pairing_proposals.compute_planned_meetings_per_pair(state, division)
        if meetings[frozenset(fixture.players)] >= planned:
            return True
    return False


def describe_pairs_met_since_draft(state: LeagueState, draft: Round) -> Iterator[str]:
    """Yield a sentence for each drafted pair that has been paired in a round published since."""
    meetings = round_pairing_proposals.list_earlier_meetings(state)
    paired = {frozenset(pair): number for number, *pair in meetings}
    for fixture in state.list_fixtures(draft):
        number = paired.get(frozenset(fixture.players))
        if number is not None and fixture.why.endswith(NOT_MET) and not fixture.locked:
            names = " and ".join(map(state.get_player_name, fixture.players))
            yield f"{names} have been paired in round {number} since the draft."


def describe_redraft_changes(state_before: LeagueState, event: ev.RoundDrafted) -> Iterator[str]:
    """Yield clauses that compare the pairings of a new draft with those of the previous draft."""
    previous = state_before.rounds.get((state_before.season.number, event.round))
    if previous is None:
        return
    fixtures = state_before.list_fixtures(previous)
    previous_groups = {frozenset(one.players) for one in fixtures if not one.is_requested_bye}
    pairings = [pairing for pairing in event.pairings if pairing.away or pairing.bye == "bye"]
    games = [pairing for pairing in pairings if pairing.away]
    same_count = sum(frozenset(pairing.players) in previous_groups for pairing in games)
    new = (one for one in pairings if frozenset(one.players) not in previous_groups)
    changed = [_name_pairing(state_before, one) for one in new]
    if same_count == len(games):
        yield ", all as before"
    elif same_count:
        yield f", {same_count} as before"
    else:
        yield ", all of them new"
        return
    if changed:
        named = changed[:MAX_NAMED_CHANGES]
        if len(changed) > MAX_NAMED_CHANGES:
            named.append(f"{len(changed) - MAX_NAMED_CHANGES} more")
        yield f" (changed: {', '.join(named)})"


def _name_pairing(state: LeagueState, pairing: ev.Pairing) -> str:
    home, away = state.get_player_name(pairing.home), state.get_player_name(pairing.away)
    return f"{home} v {away}" if away else f"{home} has the bye"


def make_pairings_with_ids(
    kept: Mapping[Group, Fixture],
    new_ids: Iterator[ev.FixtureId],
    pairs: Iterable[ProposedPairing],
    table_count: int,
) -> Iterator[ev.Pairing]:
    """Yield the proposed pairings with ids.

    A pairing in ``kept`` keeps its id. It also keeps its table if the table's number is at most
    ``table_count``.
    """
    for pair in pairs:
        previous = kept.get(pair.group)
        if previous is None:
            yield ev.Pairing(next(new_ids), pair.home, pair.away, 0, pair.why)
        else:
            table = previous.table if previous.table <= table_count else 0
            why = previous.why if previous.is_paired_by_hand else pair.why
            yield ev.Pairing(previous.id, previous.home, previous.away, table, why)


class ProposedRound(NamedTuple):
    """The proposed pairings of a round, the draft's pairings that are kept, and the
    pairing system.
    """

    pairs: Sequence[ProposedPairing]
    kept: Mapping[Group, Fixture]
    method: str
    order: ev.Order
    drawn: tuple[PlayerId, ...]


class LeagueRoundCommands(ManualPairingCommands):
    """The commands for rounds. They accept a player's id, name, or part of a name."""

    def __init__(self, league: LeagueWriter) -> None:
        super().__init__(league)
        self._people = LeaguePlayerCommands(league)

    # ------------------------------------------------------------------------------- drafting

    def draft_round(
        self,
        method: str = "",
        *,
        order: str = "",
        ignore_draft: bool = False,
        allow_rematches: bool = False,
    ) -> LeagueEntry:
        """Draft the next round, or draft it again.

        Locked pairings are kept. Other pairings are kept if possible. A locked bye is kept only
        while a bye is needed, so it never causes a second bye.

        ``method`` is "round robin" or "Swiss". The default is a round robin if there are enough
        rounds for almost everybody to meet. ``order`` is the initial order of the first round, one
        of ``ORDERS``. If the order is by lots, players without a lot get one. If ``ignore_draft``
        is true, no pairing of the existing draft is kept, not even a locked one. A round can be
        drafted while results are missing. The draft then lists the games without a result. In a
        round robin, two players meet at most as often as planned, unless ``allow_rematches`` is
        true. Players who have met everybody are not paired.
        """
        state = self._league.state
        self.require_draftable_round()
        if state.top_cut is not None:
            drafted = top_cut_bracket.draft_bracket_round(state, self._league.stream)
            return self._league.write_entry(drafted)
        number = state.round_number + 1
        fields = self._group_present_players(number)
        present = [*chain.from_iterable(fields.values())]
        if len(present) < 2:
            raise Refused("Fewer than two players are present. Check in or enrol more players.")
        locked = [] if ignore_draft else self._list_locked_pairings_to_keep(list(fields.values()))
        seated = {player for one in locked for player in one.players}
        unseated = {
            name: [one for one in field if one not in seated] for name, field in fields.items()
        }
        proposed = self._propose_round_by_division(
            unseated,
            method,
            resolve_first_round_order(state, number, order),
            ignore_draft=ignore_draft,
            allow_rematches=allow_rematches,
        )
        if not locked and not any(pair.away for pair in proposed.pairs):
            raise Refused(
                "All present players have already met. Close the season, or allow rematches in"
                " the draft.",
                f"league draft {self._league.stream} --again",
            )
        return self._league.write_entry(self._build_draft_event(number, present, locked, proposed))

    def require_draftable_round(self) -> None:
        """Raise ``Refused`` if no round can follow because the season is closed or the bracket has
        a winner.
        """
        state = self._league.state
        closed_season_checks.require_open_season(state)
        if winner := top_cut_bracket.get_bracket_winner_name(state):
            raise Refused(f"{winner} has won the bracket. Close the season.")

    def _propose_round_by_division(
        self,
        fields: Mapping[str, Sequence[PlayerId]],
        method: str,
        order: ev.Order,
        *,
        ignore_draft: bool,
        allow_rematches: bool,
    ) -> ProposedRound:
        state = self._league.state
        methods = {
            name: self._choose_method(method, name, len(field)) for name, field in fields.items()
        }
        method_words = round_pairing_proposals.get_combined_pairing_method_name(
            set(methods.values())
        )
        kept = {} if ignore_draft else find_draft_pairings_to_keep(state, method_words, order)
        drawn: Sequence[PlayerId] = ()
        if order == "lots":
            players = [*chain.from_iterable(fields.values())]
            drawn = complete_first_round_lots(state, players, self._league.dice)
        if not ignore_draft and does_draft_exceed_planned_meetings(state):
            allow_rematches = True
        pairs: list[ProposedPairing] = []
        for name, field in fields.items():
            planned = round_pairing_proposals.compute_planned_meetings_per_pair(state, name)
            times = None if allow_rematches else planned
            pairs += propose_pairings(state, field, methods[name], order, drawn, kept, times)
        return ProposedRound(pairs, kept, method_words, order, tuple(drawn))

    def _build_draft_event(
        self,
        number: int,
        present: Sequence[PlayerId],
        locked: Sequence[Fixture],
        proposed: ProposedRound,
    ) -> ev.RoundDrafted:
        state = self._league.state
        absent = self._people.list_absent_players(number)
        new_ids = round_pairing_proposals.generate_fixture_ids(state)
        games = [
            *round_pairing_proposals.convert_fixtures_to_pairings(locked),
            *make_pairings_with_ids(proposed.kept, new_ids, proposed.pairs, len(present) // 2),
        ]
        paired = {player for one in games for player in one.players}
        unpaired = [player for player in present if player not in paired]
        requested_byes = round_pairing_proposals.find_requested_byes(absent, number)
        byes = [
            ev.Pairing(next(new_ids), player, None, 0, f"requested: {BYE_WORDS[bye]}", bye=bye)
            for player, bye in requested_byes.items()
        ]
        return ev.RoundDrafted(
            round=number,
            pairings=round_pairing_proposals.assign_tables_and_sort_pairings(
                state, [*games, *byes]
            ),
            absent=(
                *(ev.AbsentPlayer(one.id, reason, one.why) for one, reason in absent),
                *(ev.AbsentPlayer(one, round_pairing_proposals.MET_EVERYBODY) for one in unpaired),
            ),
            method=proposed.method,
            open=round_pairing_proposals.list_open_fixture_ids(state),
            order=proposed.order,
            drawn=proposed.drawn,
        )

    def redraft_if_awaited_result_is_entered(self) -> LeagueEntry | None:
        """Draft again if a result that the draft was waiting for has been entered.

        Return the new entry, or None if nothing was drafted. A draft that was changed by hand is
        not replaced. Raises ``Refused`` if no round can be drafted.
        """
        state = self._league.state
        draft = state.draft
        if draft is None or is_draft_changed_manually(state):
            return None
        if all(fixture.ended is None for fixture in state.list_awaited_fixtures(draft)):
            return None
        return self.draft_round(draft.method)

    def _choose_method(self, typed: str, division: str, player_count: int) -> Method:
        if typed and typed != round_pairing_proposals.BY_DIVISION:
            return round_pairing_proposals.parse_pairing_method(typed)
        state = self._league.state
        choose_default = round_pairing_proposals.choose_default_division_method
        return choose_default(state, state.round_number + 1, division, player_count)

    def choose_default_first_round_order(self, method: str = "") -> ev.Order:
        """Return the default order for the next draft, or "" after the first round."""
        state = self._league.state
        number = state.round_number + 1
        if number > 1:
            return ""
        fields = self._group_present_players(number).items()
        methods = {self._choose_method(method, name, len(field)) for name, field in fields}
        is_round_robin = methods <= {round_pairing_proposals.ROUND_ROBIN}
        system = (
            round_pairing_proposals.ROUND_ROBIN if is_round_robin else round_pairing_proposals.SWISS
        )
        return choose_default_first_round_order(state, system)

    def _group_present_players(self, round_number: int) -> dict[str, list[PlayerId]]:
        present = self._people.list_present_players(round_number)
        groups = round_pairing_proposals.choose_players_to_pair_by_division(
            self._league.state, present
        )
        return {name: [one.id for one in field] for name, field in groups}

    def _list_locked_pairings_to_keep(self, fields: Sequence[Sequence[PlayerId]]) -> list[Fixture]:
        """List the draft's locked pairings of present players, and its locked bye if
        one is needed.
        """
        draft, present = self._league.state.draft, {*chain.from_iterable(fields)}
        fixtures = self._league.state.list_fixtures(draft) if draft else []
        locked = [one for one in fixtures if one.locked and present.issuperset(one.players)]
        paired = {player for one in locked if one.away for player in one.players}
        odd_fields = [field for field in fields if len(set(field) - paired) % 2]
        in_odd_field = {*chain.from_iterable(odd_fields)}
        return [one for one in locked if one.away or one.home in in_odd_field]

    def list_redraft_reasons(self) -> list[str]:
        """List the reasons to draft again, as sentences. There are none if the draft is
        up to date.
        """
        state = self._league.state
        draft = state.draft
        if draft is None:
            return []
        if draft.method == top_cut_bracket.BRACKET:
            return top_cut_bracket.list_bracket_redraft_reasons(state, draft)
        present = {*chain.from_iterable(self._group_present_players(draft.number).values())}
        without_opponents = round_pairing_proposals.find_players_who_met_everybody(draft)
        fixtures = state.list_fixtures(draft)
        paired = {player for one in fixtures if not one.is_requested_bye for player in one.players}
        name = state.get_player_name
        reasons = [f"{name(one)} is paired but not present." for one in paired - present]
        unpaired = present - paired - without_opponents
        reasons += [f"{name(one)} is present but not paired." for one in unpaired]
        absent = self._people.list_absent_players(draft.number)
        requested_byes = round_pairing_proposals.find_requested_byes(absent, draft.number)
        drafted_byes = {one.home: one.bye for one in fixtures if one.is_requested_bye}
        reasons += [
            f"{name(one)} is away with {BYE_WORDS[bye]}, but the draft does not show the bye."
            for one, bye in requested_byes.items()
            if drafted_byes.get(one) != bye and one not in paired
        ]
        reasons += [
            f"{describe_fixture_at_sentence_start(state, fixture)} has ended since the draft."
            for fixture in state.list_awaited_fixtures(draft)
            if fixture.ended is not None
        ]
        reasons += division_commands.describe_cross_division_pairings(state, draft)
        reasons += describe_pairs_met_since_draft(state, draft)
        by_points = draft.method in (
            round_pairing_proposals.SWISS,
            round_pairing_proposals.BY_DIVISION,
        )
        return [*reasons, *(self._describe_changes_since_draft(draft) if by_points else ())]

    def _describe_changes_since_draft(self, draft: Round) -> Iterator[str]:
        state, season = self._league.state, self._league.state.season.number
        for one in state.list_published_fixtures(season):
            if one.round and one.version > draft.drafted_at and one.id not in draft.waited_for:
                title = describe_fixture_at_sentence_start(state, one)
                how = "has been corrected" if one.ended else "has lost its result"
                yield f"{title} {how} since the draft."
        for change in state.changes:
            if change.version > draft.drafted_at and change.what != "rules":
                yield f"The {change.what} changed since the draft."
        if were_lots_drawn_after_draft(state, draft):
            yield "Lots have been drawn since the draft."

    # ------------------------------------------------------------------------------ publishing

    def publish_round(self, *, on: str = "", ends: str = "") -> LeagueEntry:
        """Publish the draft, so that results can be entered.

        ``on`` is a date, by default today. ``ends`` is a time of day, or "".
        """
        draft, days = self.require_publishable_draft(), self._league.calendar
        return self._league.write_entry(
            ev.RoundPublished(round=draft.number, on=days.parse_day(on), ends=days.parse_time(ends))
        )

    def require_publishable_draft(self) -> Round:
        """Return the draft. Raises ``Refused`` if there is none, or if it cannot be published."""
        closed_season_checks.require_open_season(self._league.state)
        draft = self._require_draft()
        gone = [one for one in self.list_redraft_reasons() if one.endswith("not present.")]
        if gone:
            raise Refused(
                f"{gone[0]} Draft the round again, or check the player in.", self._draft_command
            )
        return draft

    def cancel_round(self, *, why: str = "") -> LeagueEntry:
        """Cancel the draft, or the current round if none of its games has begun."""
        round_ = self.require_cancellable_round()
        return self._league.write_entry(ev.RoundCancelled(round=round_.number, why=clean_text(why)))

    def require_cancellable_round(self) -> Round:
        """Return the draft or the current round. Raises ``Refused`` if it cannot be cancelled."""
        state = self._league.state
        closed_season_checks.require_open_season(state)
        round_ = state.draft or self._require_round()
        for one in state.list_fixtures(round_):
            if one.away is not None and (one.ended is not None or one.link is not None):
                title = describe_fixture_at_sentence_start(state, one)
                raise Refused(
                    f"{title} has begun. Delete its result first, then cancel round"
                    f" {round_.number}."
                )
        return round_

    def find_cancellable_round(self) -> Round | None:
        try:
            return self.require_cancellable_round()
        except Refused:
            return None

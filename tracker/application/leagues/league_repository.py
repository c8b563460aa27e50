"""Begins, lists, finds and opens the leagues and campaigns of a ledger."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TypedDict

from msgspec.structs import replace

from tracker.application.errors import LedgerError, Refused
from tracker.application.leagues.campaign.campaign_force_and_game_commands import (
    resolve_carry_over_rules,
)
from tracker.application.leagues.league import League
from tracker.application.leagues.league_dates_and_times import LeagueCalendar, resolve_time_zone
from tracker.application.leagues.league_name_lookup import clean_new_player_names
from tracker.application.leagues.league_writer import Clock
from tracker.application.leagues.pairing import round_pairing_proposals
from tracker.application.leagues.results.fixture_match_links import (
    KINDS,
    MAX_ATTEMPTS,
    list_linked_matches_by_league,
)
from tracker.application.leagues.seasons import scoring_scheme_lookup
from tracker.application.name_lookup import find_named_stream
from tracker.application.text_cleaning import clean_name
from tracker.leagues.league_events import LeagueKind, LeagueOpened
from tracker.ledger.ledger_errors import WriteConflict
from tracker.ledger.store_interface import Store
from tracker.ledger.stream_summary import StreamSummary

COMMANDS = {"league": "warledger league new", "campaign": "warledger campaign new"}


class LeagueSettings(TypedDict, total=False):
    """The settings of a new league. ``scheme`` and ``rules`` are names or TOML text.

    If ``pairing`` is "", the pairing system is undecided. ``began_on`` is the first day of the
    first season, by default today.
    """

    what: LeagueKind
    scheme: str
    rules: str
    tie_breaks: Sequence[str]
    zone: str
    rulesets: Sequence[str]
    rounds: int
    players: Sequence[str]
    pairing: str
    began_on: str


class LeagueRepository:
    """The leagues of a ledger.

    ``open_stream`` opens the league of a given stream, or an empty league if the stream is new.
    """

    def __init__(self, store: Store, clock: Clock, open_stream: Callable[[str], League]) -> None:
        self.store = store
        self.clock = clock
        self.open_stream = open_stream

    def list_leagues(
        self, kind: LeagueKind | None = None, *, include_archived: bool = False
    ) -> list[StreamSummary]:
        """List leagues and campaigns, most recently changed first.

        By default, archived leagues are left out.
        """
        kinds = KINDS if kind is None else (kind,)
        rows = (row for each in kinds for row in self.store.list_summaries(each))
        found = [one for one in rows if include_archived or not one.aside]
        return sorted(found, key=lambda one: one.updated_at, reverse=True)

    def find_league_id(self, typed_league: str, kind: LeagueKind | None = None) -> str:
        """Return the id of the league that is named by its id, part of its title or ``last``.

        Raises ``Refused`` unless exactly one league matches.
        """
        every, word = self.list_leagues(kind, include_archived=True), kind or "league"
        if not every:
            raise Refused(f"There is no {word} yet. To begin a {word}, run: {COMMANDS[word]}.")
        return find_named_stream(every, typed_league, word, kind[0] if kind else "")

    def open_league_and_enter_results(
        self, typed_league: str, kind: LeagueKind | None = None
    ) -> League:
        """Open a league, and enter the missing results of its linked games.

        Raises ``Refused`` unless exactly one league matches.
        """
        kinds = KINDS if kind is None else (kind,)
        row = self.store.get_summary(typed_league)
        known = row is not None and row.kind in kinds
        league_id = typed_league if known else self.find_league_id(typed_league, kind)
        league = self.open_stream(league_id)
        league.matches.write_pending_match_results()
        return league

    def begin_league(self, title: str, settings: LeagueSettings) -> League:
        """Begin a league with its first players.

        If a setting or a name is invalid, raises ``Refused`` before anything is written.
        """
        kind, name = settings.get("what", "league"), clean_name(title)
        if not name:
            raise Refused(f"Give the {kind} a name.")
        names = clean_new_player_names(settings.get("players", ()))
        league = self._write_new_league(kind, self._make_opening_event(name, kind, settings))
        if names:
            league.people.enrol_players(*names)
        return league

    def _make_opening_event(
        self, title: str, kind: LeagueKind, settings: LeagueSettings
    ) -> LeagueOpened:
        scheme = settings.get("scheme", scoring_scheme_lookup.DEFAULT)
        chosen = scoring_scheme_lookup.resolve_scoring_scheme(scheme)
        order = scoring_scheme_lookup.parse_tie_breaks(settings.get("tie_breaks", ()), chosen)
        in_zone = resolve_time_zone(settings.get("zone", ""))
        return LeagueOpened(
            title=title,
            scheme=replace(chosen, tie_breaks=order) if order else chosen,
            what=kind,
            rules=resolve_carry_over_rules(settings.get("rules", "")),
            zone=in_zone,
            rulesets=tuple(settings.get("rulesets", ())),
            rounds=round_pairing_proposals.require_valid_round_count(settings.get("rounds", 0)),
            opened_on=LeagueCalendar(in_zone, self.clock).parse_day(settings.get("began_on", "")),
            pairing=round_pairing_proposals.parse_season_pairing_method(
                settings.get("pairing", "")
            ),
        )

    def _write_new_league(self, kind: LeagueKind, event: LeagueOpened) -> League:
        number = len(self.store.list_streams(kind))
        for _ in range(MAX_ATTEMPTS):
            number += 1
            stream = f"{kind[0]}{number}"
            if self.store.get_version(stream):
                continue
            league = self.open_stream(stream)
            with suppress(WriteConflict):
                league.write_entry(event)
                return league
        raise Refused(
            "Somebody else is starting a league in this ledger at the same moment. Try again."
        )

    def report_game_to_league(self, match: str) -> str:
        """Enter the result of a game in the league that is linked to it, and return any error
        message.

        If this fails, the result is entered when somebody next opens the league.
        """
        try:
            for stream, linked in list_linked_matches_by_league(self.store):
                if match in linked:
                    return self.open_stream(stream).matches.write_pending_match_results()
        except (LedgerError, Refused) as trouble:
            return trouble.message
        return ""

"""The book: an open ledger, through which games and leagues are created, found and opened."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, Unpack

from msgspec.structs import replace

from tracker.application.errors import Refused
from tracker.application.name_lookup import find_named_stream
from tracker.application.recorded_event_storage import report_errors_as_corruption
from tracker.application.text_cleaning import clean_text
from tracker.ledger.history_anchor import (
    HistoryAnchor,
    explain_anchor_mismatch,
    make_history_anchor,
    parse_history_anchor,
)
from tracker.ledger.ledger_address import find_sqlite_file, hide_password, is_server_address
from tracker.ledger.ledger_check_reports import LedgerCheckReport, SummaryRebuildReport
from tracker.ledger.ledger_errors import LedgerError, ReadOnlyLedger, UnknownStream, WriteConflict
from tracker.ledger.store_interface import Progress, Store, StoredEvent, StoredStream, StreamHead
from tracker.ledger.store_opening_and_copying import open_store
from tracker.ledger.stream_summary import StreamSummary
from tracker.vocabulary import events as ev
from tracker.vocabulary.events import Version

if TYPE_CHECKING:
    from random import Random

    from tracker.application.leagues.league import League
    from tracker.application.leagues.league_repository import LeagueRepository, LeagueSettings
    from tracker.application.match.game import Game
    from tracker.application.match_setup import Entrant, GameSettings
    from tracker.leagues.league_events import LeagueKind
    from tracker.procedures.ruleset import Ruleset

T = TypeVar("T")
IN_MEMORY = "memory://"
MAX_ATTEMPTS = 20
MAX_FIRST_EVENTS = 8  # events that open a match and muster its forces
HIDDEN = b'"hidden_from"'  # in the body of an event hidden from a side
OF_FILE = b'"ruleset_text"'  # in the body of a match's first event, if it uses a game file


def get_utc_microseconds() -> int:
    """Return the current time in microseconds since 1970 (UTC)."""
    return time.time_ns() // 1000


def find_ledger_file(address: str | Path | None = None) -> Path | None:
    """Return the path of a ledger's file, or None if the ledger is in memory or on a server.

    Without an address, the ledger is the one that ``WARLEDGER_DB`` names, or else the user's
    default ledger. Raises ``LedgerError`` for an invalid address.
    """
    return find_sqlite_file(resolve_ledger_address(address))


def describe_ledger_location(address: str | Path | None = None) -> str:
    """Return the path of a ledger's file, or the address of its server without the password."""
    chosen = resolve_ledger_address(address)
    return str(find_sqlite_file(chosen) or hide_password(chosen))


def resolve_ledger_address(address: str | Path | None = None) -> str | Path:
    """Return the given address. Without one, return ``WARLEDGER_DB`` or the path of the user's
    default ledger.
    """
    chosen = address or os.environ.get("WARLEDGER_DB")
    if chosen:
        return chosen
    from platformdirs import user_data_path

    return user_data_path("warledger") / "warledger.db"


def is_ledger_on_server(address: str | Path | None = None) -> bool:
    """Return whether a ledger is on a database server. Without an address, check the same ledger as
    ``find_ledger_file``.
    """
    return is_server_address(resolve_ledger_address(address))


class Book:
    """An open ledger with its games and leagues.

    ``file`` is set if the ledger has automatic backups, and ``address`` if other programs can open
    the ledger. ``games_over`` contains the matches that have ended since the last backup.
    ``unreported`` is a warning that a league may lack a game's latest result, or "" if there is no
    such problem.
    """

    def __init__(
        self,
        store: Store,
        *,
        author: str = "",
        clock: Callable[[], int] = get_utc_microseconds,
        dice: Random | None = None,
        rulesets: Mapping[str, Ruleset] | None = None,
        file: Path | None = None,
        address: str = "",
    ) -> None:
        self.store = store
        self.file = file
        self.address = address
        self.games_over: set[str] = set()
        self.unreported = ""
        self.author = clean_text(author)
        self.clock = clock
        self.dice = dice
        self._given = rulesets
        self._named: dict[str, Ruleset] = {}

    @property
    def has_written_entries(self) -> bool:
        """Whether any entry has been written through this book."""
        return self.store.appends > 0

    @property
    def server_version(self) -> str | None:
        """The version of the database server, or None if the ledger is not on a server."""
        return self.store.server_version

    @property
    def file_size(self) -> int:
        """The size of the ledger's file in bytes, or 0 if the ledger is not in a file."""
        return self.store.file_size

    @property
    def rulesets(self) -> Mapping[str, Ruleset]:
        """All installed rulesets by id, or only the rulesets with which the book was created."""
        if self._given is not None:
            return self._given
        from tracker.procedures.installed_rulesets import load_playable_rulesets

        return load_playable_rulesets()

    def list_failed_plugins(self) -> tuple[str, ...]:
        """List the names of the plug-ins that failed to load.

        The list is empty if the book was created with its own rulesets.
        """
        if self._given is not None:
            return ()
        from tracker.procedures.installed_rulesets import load_installed_rulesets

        return tuple(each.name for each in load_installed_rulesets().disabled)

    def list_selectable_rulesets(self) -> dict[str, Ruleset]:
        """Return the rulesets for new games by id: installed rulesets first, then those of game
        files.
        """
        if self._given is not None:
            return dict(self._given)
        from tracker.application.game_definition_files import list_selectable_game_rulesets

        return {**self.rulesets, **list_selectable_game_rulesets(self.rulesets)}

    def list_rulesets_with_shared_id(self) -> list[tuple[str, Ruleset]]:
        """Return the file name and ruleset of each game file that shares its id with another file
        in the same folder.
        """
        if self._given is not None:
            return []
        from tracker.application.game_definition_files import list_rulesets_with_shared_id

        return list_rulesets_with_shared_id(self.rulesets)

    def list_shipped_sample_rulesets(self) -> dict[str, Ruleset]:
        """Return the rulesets of the shipped sample games by id.

        The result is empty if the book was created with its own rulesets.
        """
        if self._given is not None:
            return {}
        from tracker.application.game_definition_files import list_shipped_sample_rulesets

        return list_shipped_sample_rulesets(self.list_selectable_rulesets())

    def get_ruleset(self, id_or_file: str) -> Ruleset:
        """Return the ruleset with the given id, or the ruleset of the given game file.

        Raises ``Refused`` if the ruleset is unknown. The message lists all known ids.
        """
        found = self.find_ruleset(id_or_file)
        if found is not None:
            return found
        from tracker.procedures.installed_rulesets import explain_missing_ruleset

        known = [*self.rulesets]
        if self._given is None:
            from tracker.application.game_definition_files import list_playable_game_file_ids

            known += list_playable_game_file_ids()
        raise Refused(explain_missing_ruleset(id_or_file, known))

    def find_ruleset(self, id_or_file: str, stream: str = "") -> Ruleset | None:
        """Return the ruleset with the given id, or None if it is unknown.

        These places are searched in order: Warledger's own rules, the game file stored in the match
        ``stream``, installed plug-ins, and local game files.
        """
        found: Ruleset | None = None
        if self._given is None:
            from tracker.procedures.installed_rulesets import load_shipped_ruleset

            found = load_shipped_ruleset(id_or_file)
        if found is None and stream:
            found = self._find_ruleset_stored_in_match(stream)
        if found is None:
            found = self.rulesets.get(id_or_file) or self._named.get(id_or_file)
        if found is None and self._given is None:
            from tracker.application.game_definition_files import find_ruleset_in_game_files

            found = find_ruleset_in_game_files(id_or_file)
            if found is not None:
                self._named[found.id] = found
        return found

    def find_ruleset_of_summary(self, summary: StreamSummary) -> Ruleset | None:
        """Return the ruleset of the game that a summary describes, or None if it cannot
        be loaded.
        """
        with suppress(Refused, LedgerError):
            return self.find_ruleset(summary.ruleset, summary.stream)
        return None

    def _find_ruleset_stored_in_match(self, stream: str) -> Ruleset | None:
        """Return the ruleset of the game file that is stored in a match, or None if there is none.

        Raises ``Refused`` if the stored file is invalid.
        """
        first = next(iter(self.store.read_events(stream, upto_version=1)), None)
        if first is None or OF_FILE not in first.body:
            return None
        from tracker.application.game_definition_files import build_stored_game_ruleset
        from tracker.application.recorded_event_storage import decode_event
        from tracker.vocabulary import match_event_codec

        opened = decode_event(first, match_event_codec.FORMS).event
        text = opened.ruleset_text if isinstance(opened, ev.MatchOpened) else ""
        return build_stored_game_ruleset(text, stream) if text else None

    # ------------------------------------------------------------------------------- finding

    def list_games(
        self, status: str | None = None, *, include_archived: bool = False
    ) -> list[StreamSummary]:
        """Return the summaries of games, last played first. By default, archived games are left
        out.
        """
        every = self.store.list_summaries("match", status)
        return [row for row in every if include_archived or not row.aside]

    def get_summary(self, stream: str) -> StreamSummary | None:
        """Return the summary of a game, league or campaign, or None if it does not exist."""
        return self.store.get_summary(stream)

    def get_version(self, stream: str) -> Version:
        """Return the number of the last event of a game or league, or 0 if the stream does not
        exist.
        """
        return self.store.get_version(stream)

    def find_game_stream(self, name: str) -> str:
        """Return the stream of the game with the given name: ``m3``, ``3``, ``last``, or part of
        its title.

        Archived games match only if no other game does. Raises ``Refused`` unless exactly one game
        matches.
        """
        every = self.list_games(include_archived=True)
        if not every:
            raise Refused("there is no game yet. Begin a game with: warledger match new.")
        return find_named_stream(every, name, "game", "m")

    def open_game(self, name: str) -> Game:
        """Open a game by its stream or by a name that ``find_game_stream`` accepts."""
        stream = self._find_stream(name)
        summary = self.get_summary(stream)
        name = summary.ruleset if summary else ""
        return self._open_stream(stream, self.find_ruleset(name, stream) or self.get_ruleset(name))

    def is_ledger_of_game(self, game: Game) -> bool:
        return game.journal.store is self.store

    def open_game_read_only(self, name: str) -> Game:
        """Open a game for reading. The rules of the game need not be installed."""
        stream = self._find_stream(name)
        summary = self.get_summary(stream)
        of_rules = summary.ruleset if summary else ""
        try:
            rules = self.find_ruleset(of_rules, stream) or self.get_ruleset(of_rules)
        except Refused as why:
            from tracker.procedures.ruleset import Ruleset

            rules = Ruleset(id=of_rules, version="", title=of_rules, actions={}, absent=why.message)
        return self._open_stream(stream, rules)

    def describe_forces_with_players(self, stream: str) -> list[str]:
        """List each side's force together with its player.

        Raises ``LedgerError`` if the game cannot be read.
        """
        from tracker.application.match.match_summaries import describe_forces_with_players

        pages = list(self.store.read_event_pages(stream))
        return describe_forces_with_players(self.store.read_events(stream), pages)

    def list_participant_names(self, stream: str) -> list[str]:
        """List the names of a game's players, forces and units.

        Raises ``LedgerError`` if the game cannot be read.
        """
        from tracker.application.match.match_summaries import list_participant_names

        pages = list(self.store.read_event_pages(stream))
        first_events = self.store.read_events(stream, upto_version=MAX_FIRST_EVENTS)
        return list_participant_names(first_events, pages)

    def _find_stream(self, name: str) -> str:
        row = self.get_summary(name)
        return name if row is not None and row.kind == "match" else self.find_game_stream(name)

    def _open_stream(self, stream: str, rules: Ruleset) -> Game:
        from tracker.application.match.game import Game

        game = Game(self.store, stream, rules, clock=self.clock, author=self.author, dice=self.dice)
        game.journal.on_result_change = self._report_to_leagues
        return game

    def _report_to_leagues(self, match: str) -> str:
        row = self.get_summary(match)
        if row is not None and row.status == "ended":
            self.games_over.add(match)
        self.unreported = self._league_repository.report_game_to_league(match)
        return self.unreported

    # ------------------------------------------------------------------ leagues and campaigns

    @property
    def _league_repository(self) -> LeagueRepository:
        from tracker.application.leagues.league import League
        from tracker.application.leagues.league_repository import LeagueRepository

        open_stream = partial(
            League,
            self.store,
            clock=self.clock,
            author=self.author,
            dice=self.dice,
            rules=self.find_ruleset,
            warn=self._set_unreported,
        )
        return LeagueRepository(self.store, self.clock, open_stream)

    def _set_unreported(self, why: str) -> None:
        self.unreported = why

    def list_leagues(
        self, kind: LeagueKind | None = None, *, include_archived: bool = False
    ) -> list[StreamSummary]:
        """Return the summaries of leagues and campaigns, last changed first.

        If ``kind`` is given, only leagues or only campaigns are returned. By default, archived ones
        are left out.
        """
        return self._league_repository.list_leagues(kind, include_archived=include_archived)

    def find_league_id(self, name: str, kind: LeagueKind | None = None) -> str:
        """Return the id of the league or campaign with the given name: ``l1``, ``last``, or part of
        its title.
        """
        return self._league_repository.find_league_id(name, kind)

    def open_league(self, name: str, kind: LeagueKind | None = None) -> League:
        """Open a league by its stream or name, and enter any results of its linked games that are
        missing.
        """
        return self._league_repository.open_league_and_enter_results(name, kind)

    def set_archived(self, stream: str, *, archived: bool) -> str:
        """Archive or restore a game, league or campaign, and return its title."""
        row = self.get_summary(stream)
        if row is not None and row.kind == "match":
            self.open_game_read_only(stream).set_archived(archived)
        else:
            self.open_league(stream).set_archived(archived=archived)
        return row.title if row is not None else stream

    def find_last_archived_stream(self) -> StreamSummary | None:
        """Return the most recently changed game, league or campaign in the archive, or None if the
        archive is empty.
        """
        every = [*self.list_games(include_archived=True), *self.list_leagues(include_archived=True)]
        archived = (row for row in every if row.aside)
        return max(archived, key=lambda row: row.updated_at, default=None)

    def begin_league(self, title: str, **settings: Unpack[LeagueSettings]) -> League:
        """Create a league or campaign. Raises ``Refused`` for invalid settings."""
        for ruleset in settings.get("rulesets", ()):
            self.get_ruleset(ruleset)
        return self._league_repository.begin_league(title, settings)

    # ------------------------------------------------------------------------------- creating

    def begin_match(
        self, ruleset: str, entrants: Sequence[Entrant], **settings: Unpack[GameSettings]
    ) -> Game:
        """Create a match between two sides.

        Raises ``Refused``, and writes nothing, if the input is invalid.
        """
        from tracker.application import match_setup

        rules = self.get_ruleset(ruleset)
        opened = match_setup.build_match_opening(rules, entrants, **settings)
        forces = match_setup.muster_all_forces(rules, opened, entrants)
        if not clean_text(settings.get("title", "")):
            opened = replace(opened, title=match_setup.make_match_title(opened.sides, forces))
        return self._create_match(rules, opened, forces)

    def begin_rematch(self, name: str) -> Game:
        """Create a match with the rules, house rules, sides and forces of another match.

        Raises ``Refused`` if the rules of that match are not installed.
        """
        from tracker.application.match_setup import build_rematch_opening

        last = self.open_game(name)
        said = [line.event for line in last.history.path]
        forces = [event for event in said if isinstance(event, ev.ForceMustered)]
        (opened,) = (event for event in said if isinstance(event, ev.MatchOpened))
        opening = build_rematch_opening(last.ruleset, opened, forces)
        return self._create_match(last.ruleset, opening, forces)

    def write_in_transaction(self, command_id: str = "") -> AbstractContextManager[None]:
        """Write all entries of the ``with`` block in one transaction when the block ends.

        Raises ``DuplicateCommand`` before the block begins if a command with the given
        ``command_id`` has already written entries.
        """
        return self.store.write_in_transaction(command_id)

    def _create_match(
        self, rules: Ruleset, opened: ev.MatchOpened, forces: Sequence[ev.ForceMustered]
    ) -> Game:
        def write(stream: str) -> Game:
            game = self._open_stream(stream, rules)
            game.write_opening(opened, forces)
            return game

        return self.write_match_under_unused_name(write)

    def write_match_under_unused_name(self, write: Callable[[str], T]) -> T:
        """Call ``write`` with an unused stream name in a transaction, and return its result.

        Raises ``Refused`` if other programs repeatedly take the name first.
        """
        number = len(self.store.list_streams("match"))
        for _ in range(MAX_ATTEMPTS):
            number += 1
            if not self.store.get_version(f"m{number}"):
                with suppress(WriteConflict), self.write_in_transaction():
                    return write(f"m{number}")
        raise Refused(
            "Somebody else is starting a game in this ledger at the same moment. Try again."
        )

    # ---------------------------------------------------------------------------- the ledger

    def verify_ledger(self, progress: Progress | None = None) -> LedgerCheckReport:
        """Check every row of the ledger, and compare the summaries with the events."""
        from tracker.application.stream_summary_computation_and_check import (
            verify_rows_and_summaries,
        )

        return verify_rows_and_summaries(self.store, progress)

    def compute_history_anchor(self, stream: str = "") -> HistoryAnchor:
        return make_history_anchor(self.store, stream)

    def explain_anchor_mismatch(self, code: str) -> str:
        """Explain how the ledger's history differs from an anchor, or return "" if they agree.

        Raises ``LedgerError`` for a mistyped code.
        """
        return explain_anchor_mismatch(self.store, parse_history_anchor(code))

    def rebuild_summaries(self, progress: Progress | None = None) -> SummaryRebuildReport:
        from tracker.application.stream_summary_computation_and_check import compute_stream_summary

        with report_errors_as_corruption(self.store):
            return self.store.rebuild_summaries(compute_stream_summary, progress)

    @property
    def ledger_change_counter(self) -> int:
        """A number that changes whenever any program writes to the ledger."""
        return self.store.read_change_counter()

    def list_streams(self) -> list[StoredStream]:
        """Return all streams, oldest first."""
        return self.store.list_streams()

    def list_stream_heads(self) -> list[StreamHead]:
        """Return every stream with the digest of its last event."""
        return self.store.list_stream_heads()

    def has_event(self, stream: str, version: Version, digest: bytes) -> bool:
        """Return whether the ledger has an event with the given version and digest.

        Raises ``LedgerError`` if the stream cannot be read.
        """
        try:
            events = self.store.read_events(stream, version - 1, version)
            return any(event.digest == digest for event in events)
        except UnknownStream:
            return False

    def get_last_public_version(self, info: StoredStream) -> Version:
        """Return the version of a stream just before its first entry that is still secret.

        If nothing is secret, return the stream's last version.
        """
        stored = self.read_stored_events(info)
        if info.kind != "match" or not any(HIDDEN in event.body for event in stored):
            return info.version
        history = self.open_game_read_only(info.stream).history
        return min(info.version, history.find_last_public_version())

    def read_stored_events(self, info: StoredStream) -> Iterator[StoredEvent]:
        """Return the stored events of a stream, up to the version in ``info``."""
        return self.store.read_events(info.stream, upto_version=info.version)


def _compute_summary(info: StoredStream, events: Iterator[StoredEvent]) -> StreamSummary | None:
    """Compute a stream's summary. Raises ``LedgerError`` for contradictory events."""
    from tracker.application.stream_summary_computation_and_check import (
        compute_summary_or_raise_damage,
    )

    return compute_summary_or_raise_damage(info, events)


@contextmanager
def open_book(
    path: str | Path | None = None, *, author: str = "", only_reading: bool = False
) -> Iterator[Book]:
    """Open the ledger at the given path or URL as a book. Without one, open the same ledger as
    ``find_ledger_file``.

    A write-protected ledger is opened for reading only, and rejects every entry. Raises
    ``LedgerError`` if the ledger cannot be opened.
    """
    where = resolve_ledger_address(path)
    file = find_sqlite_file(where)
    try:
        store = open_store(where, only_reading=only_reading, summarise=_compute_summary)
    except ReadOnlyLedger:
        if only_reading or (file is not None and not file.exists()):
            raise
        store = open_store(where, only_reading=True, summarise=_compute_summary)
    with store:
        reached = "" if only_reading or where == IN_MEMORY else str(file or where)
        kept = None if only_reading else file
        yield Book(store, author=author, file=kept, address=reached)

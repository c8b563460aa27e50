"""Imports a whole ledger into another one: new streams, and new lines of known streams.

A game or league is identified by its first event, so ``m4`` in the other ledger can be ``m7`` here.
Streams that differ from the local ones are reported, but not imported. A league is not imported if
its new lines refer to a game that differs from the local one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, count
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from tracker.application.book import Book
from tracker.application.league_records.league_record_writer import (
    map_linked_games_to_record_names,
    rename_linked_games,
)
from tracker.application.leagues.results.fixture_match_links import KINDS
from tracker.application.match_records.match_digest import compute_match_digest
from tracker.application.photo_storage import PHOTO
from tracker.application.recorded_event_storage import decode_event, encode_event
from tracker.application.stream_summary_computation_and_check import (
    compute_summary_or_raise_damage,
)
from tracker.leagues.league_events import LEAGUE
from tracker.ledger.entry_copy import append_events_as_entries
from tracker.ledger.ledger_address import hide_password
from tracker.ledger.ledger_errors import BrokenLedger
from tracker.ledger.store_interface import Store, StoredEvent, StoredStream
from tracker.ledger.store_opening_and_copying import open_store
from tracker.vocabulary import match_event_codec
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.event_codec import EventCodec

Outcome = Literal["new", "continued", "unchanged", "differs"]


class ImportedStream(Struct, frozen=True):
    """The result of importing one stream.

    ``stream`` is the stream's local name, and ``there`` is its name in the other ledger. ``text``
    describes the result.
    """

    stream: str
    there: str
    kind: str
    title: str
    outcome: Outcome
    lines: int = 0
    text: str = ""


def import_ledger(book: Book, address: str, *, dry_run: bool = False) -> list[ImportedStream]:
    """Import everything new from another ledger in one transaction.

    If ``dry_run`` is true, nothing is written. Raises ``LedgerError`` if the other ledger is
    damaged, or is not a Warledger ledger.
    """
    with open_store(address, only_reading=True) as source:
        return import_open_ledger(book, source, hide_password(address), dry_run=dry_run)


def import_open_ledger(
    book: Book, source: Store, ledger_name: str, *, dry_run: bool = False
) -> list[ImportedStream]:
    """Import everything new from an open ledger, as ``import_ledger`` does.

    ``ledger_name`` is the name of this ledger in messages.
    """
    problems = source.verify_streams().problems
    if problems:
        where = f" in {problems[0].stream}" if problems[0].stream else ""
        raise BrokenLedger(
            f"{ledger_name} is damaged{where}. Nothing was imported. To save the undamaged part,"
            f" run: warledger salvage {ledger_name} NEW. Then import NEW."
        )
    with (
        source.open_read_snapshot(),
        book.store.open_read_snapshot() if dry_run else book.write_in_transaction(),
    ):
        return _LedgerImport(book, source, ledger_name, check=dry_run).import_streams()


def describe_imported_streams(
    streams: Sequence[ImportedStream], *, dry_run: bool = False
) -> list[str]:
    """Return a line for each stream with new lines, followed by the number of streams for each
    result.
    """
    told = [one.text for one in streams if one.lines and one.kind != PHOTO]
    counts = Counter((one.outcome, one.kind) for one in streams)
    for outcome, words in _OUTCOME_WORDS.items():
        numbers = [
            format_count(counts[outcome, kind], noun)
            for kind, noun in _KIND_NOUNS.items()
            if counts[outcome, kind]
        ]
        if numbers:
            told.append(f"{words}: {', '.join(numbers)}.")
    if all(one.outcome == "unchanged" for one in streams):
        told.insert(0, "Nothing is new.")
    return [*told, "Nothing was written."] if dry_run else told


_OUTCOME_WORDS: dict[Outcome, str] = {
    "new": "New",
    "continued": "With new lines",
    "unchanged": "Already here",
}
_KIND_NOUNS = {"match": "game", "league": "league", "campaign": "campaign", PHOTO: "photo"}


class _LedgerImport:
    def __init__(self, book: Book, source: Store, called: str, *, check: bool) -> None:
        here = book.store
        self.here = here
        self.db_option = f" --db {hide_password(book.address)}" if book.address else ""
        self.source = source
        self.called = called
        self.check = check
        self.names: dict[str, str] = {}  # the local names of games
        self.begun: dict[str, set[str]] = {}  # for each game, the local games that begin the same
        self.differing: set[str] = set()  # the games of the other ledger that differ here
        streams = here.list_streams()
        self.taken = {info.stream for info in streams}
        self.by_beginning: dict[Hashable, list[StoredStream]] = {}
        for info in streams:
            self.by_beginning.setdefault(_identify_across_ledgers(here, info), []).append(info)

    def import_streams(self) -> list[ImportedStream]:
        """Import all streams. Games come first, because leagues refer to them."""
        streams = sorted(self.source.list_streams(), key=lambda info: info.kind in KINDS)
        return [self._import_stream(info) for info in streams]

    def _import_stream(self, info: StoredStream) -> ImportedStream:
        summary = self.source.get_summary(info.stream)
        title = summary.title if summary else ""
        begun = self.by_beginning.get(_identify_across_ledgers(self.source, info), ())
        found = self._find_own_stream(info, begun)
        own, same = found or (None, 0)
        stream = own.stream if own else self._choose_local_name(info)
        self.taken.add(stream)
        if info.kind not in KINDS:
            self.names[info.stream] = stream
            self.begun[info.stream] = {one.stream for one in begun}
        said = ImportedStream(stream, info.stream, info.kind, title, "unchanged")
        if own and same < min(own.version, info.version):
            self.differing.add(info.stream)
            return replace(said, outcome="differs", text=self._describe_difference(said, same))
        if same == info.version:
            return said
        unknown = self._find_differing_linked_game(info, stream, same)
        if unknown:
            return replace(
                said, outcome="differs", text=self._explain_skipped_league(said, unknown)
            )
        carried = self._read_events_with_local_names(info, stream, same)
        lines = sum(event.version == event.entry for event in carried)
        if not self.check:
            self._write_stream(info, stream, same)
        outcome: Outcome = "continued" if found else "new"
        told = f"{stream} {title}: {format_count(lines, 'line' if not found else 'more line')}"
        renamed = f" ({info.stream} in {self.called})" if stream != info.stream else ""
        return replace(said, outcome=outcome, lines=lines, text=told + renamed)

    def _find_own_stream(
        self, info: StoredStream, candidates: Iterable[StoredStream]
    ) -> tuple[StoredStream, int] | None:
        """Return the local stream that shares the most leading events, and their number, or None.

        Streams in which all events match are preferred.
        """

        def rate(found: tuple[StoredStream, int]) -> tuple[bool, int, bool]:
            own, same = found
            return same >= min(own.version, info.version), same, own.stream == info.stream

        return max(
            ((own, self._count_equal_leading_events(own, info)) for own in candidates),
            key=rate,
            default=None,
        )

    def _count_equal_leading_events(self, own: StoredStream, info: StoredStream) -> int:
        """Count the events that are equal from the start of both streams.

        The first event always counts as equal, because the stored copies of the rules may differ.
        """
        pairs = zip(
            self.here.read_events(own.stream),
            self._read_events_with_local_names(info, own.stream, 0),
            strict=False,
        )
        codec: EventCodec[Any] = LEAGUE if info.kind in KINDS else match_event_codec.FORMS
        differs = (
            one.version
            for one, two in pairs
            if one.version > 1
            and replace(one, position=two.position, digest=two.digest) != two
            and decode_event(one, codec) != decode_event(two, codec)
        )
        return next(differs, min(own.version, info.version) + 1) - 1

    def _choose_local_name(self, info: StoredStream) -> str:
        if info.stream not in self.taken:
            return info.stream
        theirs = {each.stream for each in self.source.list_streams()}
        names = (f"{info.kind[0]}{number}" for number in count(1))
        return next(name for name in names if name not in self.taken and name not in theirs)

    def _find_differing_linked_game(self, info: StoredStream, stream: str, same: int) -> str:
        """Return a game to which new lines of the league refer and that differs here, or "" if
        there is none.
        """
        if info.kind not in KINDS:
            return ""
        names = self._map_games_to_local_games(info, stream)
        for game in _map_linked_games_to_record_names(self.source.read_events(info.stream, same)):
            is_other = game not in self.names and game in self.taken
            if is_other or game in self.differing or names.get(game) != self.names.get(game):
                return game
        return ""

    def _read_events_with_local_names(
        self, info: StoredStream, stream: str, after: int
    ) -> Iterator[StoredEvent]:
        names = self._map_games_to_local_games(info, stream) if info.kind in KINDS else {}
        for event in self.source.read_events(info.stream, after):
            yield replace(self._rename_games(event, names) if names else event, stream=stream)

    def _map_games_to_local_games(self, info: StoredStream, stream: str) -> dict[str, str]:
        """Map the games of the other ledger to local games.

        If there are several copies of a game, those that the local league links are preferred.
        """
        if not self.here.get_version(stream):
            return self.names
        own, theirs = (
            _map_linked_games_to_record_names(store.read_events(name))
            for store, name in ((self.here, stream), (self.source, info.stream))
        )
        pairs = zip(theirs, own, strict=False)
        return self.names | {one: here for one, here in pairs if here in self.begun.get(one, ())}

    def _rename_games(self, event: StoredEvent, names: Mapping[str, str]) -> StoredEvent:
        line = decode_event(event, LEAGUE)
        (renamed,) = rename_linked_games([line], names)
        if renamed == line:
            return event
        new = encode_event(renamed, LEAGUE)
        return replace(event, schema=new.schema, body=new.body)

    def _write_stream(self, info: StoredStream, stream: str, same: int) -> None:
        whole = replace(info, stream=stream)
        kept: Iterable[StoredEvent] = self.here.read_events(stream) if same else ()
        carried = list(self._read_events_with_local_names(info, stream, same))
        summary = compute_summary_or_raise_damage(whole, chain(kept, carried))
        append_events_as_entries(carried, self.here, [whole], lambda _: summary)

    def _describe_difference(self, imported: ImportedStream, same: int) -> str:
        line = sum(
            one.version == one.entry
            for one in self.here.read_events(imported.stream, upto_version=same + 1)
        )
        return (
            f"{imported.stream} {imported.title} differs from {imported.there} in {self.called} "
            f"from line {line} on, so it was left unchanged. {self._suggest_remedy(imported)}"
        )

    def _explain_skipped_league(self, imported: ImportedStream, game: str) -> str:
        return (
            f"{imported.there} {imported.title} of {self.called} was left out: it refers to "
            f"{game}, which is a different game here. {self._suggest_remedy(imported)}"
        )

    def _suggest_remedy(self, imported: ImportedStream) -> str:
        league = imported.kind in KINDS
        file = f"{imported.there}.{'league' if league else 'record'}"
        how = " --apart (or --merge)" if league else ""
        return (
            f"To import it separately, run: warledger export {imported.there} --format record"
            f" -o {file} --db {self.called}, then: warledger import {file}{self.db_option}{how}."
        )


def _map_linked_games_to_record_names(events: Iterable[StoredEvent]) -> dict[str, str]:
    return map_linked_games_to_record_names([decode_event(one, LEAGUE) for one in events])


def _identify_across_ledgers(store: Store, info: StoredStream) -> Hashable:
    """Return a value that identifies a game or league in every ledger.

    Other streams are identified by their names.
    """
    if info.kind not in ("match", *KINDS):
        return info.stream
    first = next(store.read_events(info.stream, upto_version=1))
    if info.kind == "match":
        return compute_match_digest([decode_event(first, match_event_codec.FORMS)])
    begun = encode_event(decode_event(first, LEAGUE), LEAGUE)
    return info.kind, first.recorded_at, first.author, begun.body

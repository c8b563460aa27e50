"""Appends entries. A single statement moves a stream's head and adds the events.

The statement is a transaction of its own. If the connection is lost during the statement, a new
connection looks up the entry's digest. This shows whether the entry was written. An entry is
therefore never lost and never written twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain as chain_of

from tracker.ledger import digest_chain, entry_checks, shared_sql_statements
from tracker.ledger.ledger_errors import CommitInDoubt, DuplicateCommand, LedgerError, WriteConflict
from tracker.ledger.postgres import sql_statements
from tracker.ledger.postgres.reconnecting_connection import ConnectionLost, ServerConnection
from tracker.ledger.store_interface import NewEntry, StoredEvent
from tracker.ledger.stream_summary import encode_summary

_TRIES = 3


class EntryWriter:
    """A writer of entries that caches the ``heads`` of streams and the transaction's ``last``
    event.
    """

    def __init__(self, server: ServerConnection) -> None:
        self.heads: dict[str, entry_checks.CachedStreamHead] = {}
        self.last: StoredEvent | None = None
        self._server = server

    def append_entry(self, entry: NewEntry) -> list[StoredEvent]:
        """Write an entry for ``Store.append_entry``, and return its events."""
        stream, head = entry.stream, self._find_head_before_entry(entry)
        entry_checks.require_entry_and_summary_of_kind(entry, head.kind)
        rows = digest_chain.build_chained_rows(head.digest, entry)
        target = entry.events[0].rewinds_to
        if target is not None:
            row = self._server.run_query(shared_sql_statements.REWIND_TARGET, (head.id, target))[0]
            entry_checks.require_valid_rewind_target(stream, target, bool(row[1]), row[0])
        version, digest = rows[-1][0], rows[-1][-1]
        positions, identity = self._write_head_and_events(
            stream, head, rows, encode_summary(entry.summary)
        )
        pairs = zip(positions, rows, strict=True)
        stored = [StoredEvent(position, stream, *row) for position, row in pairs]
        self.last = stored[-1]
        self.heads[stream] = entry_checks.CachedStreamHead(identity, head.kind, version, digest)
        return stored

    def require_unused_command_id(self, command_id: str) -> None:
        """Raise ``DuplicateCommand`` if a command with the given id has already written entries."""
        if command_id:
            for stream, version in self._server.execute_once(
                shared_sql_statements.WRITTEN_BY, (command_id,)
            ):
                raise DuplicateCommand(command_id, stream, version)

    def record_command_id(self, command_id: str, last_event: StoredEvent) -> None:
        """Record ``last_event`` as the last event that a command wrote."""
        seal = digest_chain.compute_command_seal(command_id, last_event.digest)
        self._server.execute_once(
            sql_statements.ADD_COMMAND, (command_id, last_event.position, seal)
        )

    def _find_head_before_entry(self, entry: NewEntry) -> entry_checks.CachedStreamHead:
        """Return the head that an entry follows, from the cache or the database."""
        head = self.heads.get(entry.stream)
        if head is not None and head.version == entry.expected_version:
            return head
        rows = self._server.run_query(shared_sql_statements.HEAD, (entry.stream,))
        return entry_checks.build_head_at_expected_version(entry, rows[0] if rows else None)

    def _write_head_and_events(
        self,
        stream: str,
        head: entry_checks.CachedStreamHead,
        rows: list[digest_chain.ChainedRow],
        summary: str | None,
    ) -> tuple[list[int], int]:
        """Write an entry's events, and return their positions and the stream's id."""
        version, digest = rows[-1][0], rows[-1][-1]
        _, _, _, entry, _, at, author, _, rewinds_to, _ = rows[0]
        whose = (head.id, head.digest) if head.version else (head.kind, stream)
        values = (version, digest, summary, *whose, entry, at, author, rewinds_to)
        each = [(row[0], row[1], row[2], row[4], row[7], row[9]) for row in rows]
        told: Iterable[object] = chain_of.from_iterable(each)
        if len(rows) > sql_statements.MAX_SINGLE_VALUES:
            told = map(list, zip(*each, strict=True))
        values = (*values, *told)
        statement = (
            sql_statements.build_entry_append_statement
            if head.version
            else sql_statements.build_new_stream_statement
        )(len(rows))
        for _ in range(_TRIES):
            try:
                added = self._server.execute_once(statement, values)
                break
            except ConnectionLost:
                if self._server.blocks:
                    raise
                found = self._reconnect_and_find_written_entry(stream, version, digest, len(rows))
                if found is not None:
                    return found
        else:
            raise CommitInDoubt(self._server.where, "server")
        if not added:
            self._raise_append_refusal(stream, head)
        if len(added) != len(rows):
            raise entry_checks.make_not_saved_error(stream)
        return [position for position, _ in added], added[0][1]

    def _reconnect_and_find_written_entry(
        self, stream: str, version: int, digest: bytes, events: int
    ) -> tuple[list[int], int] | None:
        """Reconnect, and return an entry's positions and stream id, or None if it was not written.

        Raises ``CommitInDoubt`` if the server stays unreachable.
        """
        try:
            self._server.reconnect()
            with self._server.open_exclusive_transaction():
                rows = self._server.execute_once(sql_statements.POSITION, (stream, version, digest))
                whose = self._server.execute_once(shared_sql_statements.HEAD, (stream,))
        except LedgerError as error:
            raise CommitInDoubt(self._server.where, "server") from error
        if not rows:
            return None
        last = rows[0][0]
        return list(range(last - events + 1, last + 1)), whose[0][0]

    def _raise_append_refusal(self, stream: str, head: entry_checks.CachedStreamHead) -> None:
        self.heads.pop(stream, None)
        rows = self._server.run_query(shared_sql_statements.VERSION, (stream,))
        actual = rows[0][0] if rows else 0
        if actual != head.version:
            raise WriteConflict(stream, head.version, actual)
        raise entry_checks.make_not_saved_error(stream)

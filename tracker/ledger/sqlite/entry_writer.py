"""Appends entries. One statement moves a stream's head, and the next statements add its events.

All statements run in an open transaction.
"""

from __future__ import annotations

import sqlite3

from tracker.ledger import digest_chain, entry_checks, shared_sql_statements
from tracker.ledger.ledger_errors import DuplicateCommand, WriteConflict
from tracker.ledger.sqlite import sql_statements
from tracker.ledger.store_interface import NewEntry, StoredEvent
from tracker.ledger.stream_summary import encode_summary


class EntryWriter:
    """A writer of entries. ``heads`` caches heads by stream name.

    ``last`` is the last event written in the open transaction.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.heads: dict[str, entry_checks.CachedStreamHead] = {}
        self.last: StoredEvent | None = None
        self._execute = connection.execute
        self._write = connection.cursor().execute

    def append_entry(
        self, entry: NewEntry
    ) -> tuple[entry_checks.CachedStreamHead, list[StoredEvent]]:
        """Write an entry for ``Store.append_entry``. Return the new head and the entry's events."""
        stream, head = entry.stream, self._find_head_before_entry(entry)
        entry_checks.require_entry_and_summary_of_kind(entry, head.kind)
        rows = digest_chain.build_chained_rows(head.digest, entry)
        version, digest = rows[-1][0], rows[-1][-1]
        identity = self._add_stream_or_move_head(entry, head, version, digest)
        target = entry.events[0].rewinds_to
        if target is not None:
            row = self._execute(shared_sql_statements.REWIND_TARGET, (identity, target)).fetchone()
            entry_checks.require_valid_rewind_target(stream, target, bool(row[1]), row[0])
        first = self._add_events(stream, identity, rows) - len(rows) + 1
        stored = [StoredEvent(first + i, stream, *row) for i, row in enumerate(rows)]
        self.last = stored[-1]
        return entry_checks.CachedStreamHead(identity, head.kind, version, digest), stored

    def require_unused_command_id(self, command_id: str) -> None:
        """Raise ``DuplicateCommand`` if a command with the given id has already written entries."""
        if command_id:
            done = self._execute(shared_sql_statements.WRITTEN_BY, (command_id,)).fetchone()
            if done is not None:
                raise DuplicateCommand(command_id, *done)

    def record_command_id(self, command_id: str) -> None:
        """Record the ``last`` event, if there is one, as the last event that a command wrote."""
        if command_id and self.last is not None:
            seal = digest_chain.compute_command_seal(command_id, self.last.digest)
            added = self._write(sql_statements.ADD_COMMAND, (command_id, self.last.position, seal))
            _require_written_rows(self.last.stream, added.rowcount, 1)

    def _find_head_before_entry(self, entry: NewEntry) -> entry_checks.CachedStreamHead:
        """Return the head that an entry follows, from the cache or the database."""
        head = self.heads.get(entry.stream)
        if head is not None and head.version == entry.expected_version:
            return head
        row = self._execute(shared_sql_statements.HEAD, (entry.stream,)).fetchone()
        return entry_checks.build_head_at_expected_version(entry, row)

    def _add_stream_or_move_head(
        self, entry: NewEntry, head: entry_checks.CachedStreamHead, version: int, digest: bytes
    ) -> int:
        """Add a new stream or move its head, with its summary, and return the stream's id.

        Raises ``WriteConflict`` if the head is no longer ``head``.
        """
        stream, text = entry.stream, encode_summary(entry.summary)
        if not head.version:
            founding = head.kind, version, digest, text, stream
            founded = self._write(sql_statements.ADD_STREAM, founding)
            _require_written_rows(stream, founded.rowcount, 1)
            return founded.lastrowid or 0
        values = version, bytearray(digest), text, head.id, head.version, bytearray(head.digest)
        moved = self._write(sql_statements.MOVE_HEAD, values)
        if moved.rowcount != 1:
            found = self._execute(shared_sql_statements.VERSION, (stream,)).fetchone()
            actual = found[0] if found else 0
            if actual != head.version:
                raise WriteConflict(stream, head.version, actual)
            _require_written_rows(stream, moved.rowcount, 1)
        return head.id

    def _add_events(self, stream: str, identity: int, rows: list[digest_chain.ChainedRow]) -> int:
        """Insert the rows of an entry, and return the position of the last row.

        Bytes are passed as bytearrays, because ``sqlite3`` looks for adapters for all other types.
        """
        last = 0
        _, _, _, entry, _, at, author, _, rewinds_to, _ = rows[0]
        for start in range(0, len(rows), sql_statements.MAX_EVENTS):
            some = rows[start : start + sql_statements.MAX_EVENTS]
            values: list[object] = []
            for version, kind, schema, _, action, _, _, body, _, digest in some:
                values += (identity, entry, at, author)
                values += (version, kind, schema, action, bytearray(body), bytearray(digest))
            if rewinds_to is None:
                added = self._write(sql_statements.build_event_insert_statement(len(some)), values)
            else:
                added = self._write(sql_statements.ADD_REWIND, (*values, rewinds_to))
            _require_written_rows(stream, added.rowcount, len(some))
            last = added.lastrowid or 0
        return last


def _require_written_rows(stream: str, row_count: int, wanted_count: int) -> None:
    """Raise ``BrokenLedger`` unless the file accepted all rows."""
    if row_count != wanted_count:
        raise entry_checks.make_not_saved_error(stream)

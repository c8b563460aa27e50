"""The store for a ledger in a PostgreSQL database."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from tracker.ledger.entry_checks import require_valid_command_id, require_valid_entry
from tracker.ledger.ledger_check_reports import SalvageReport
from tracker.ledger.ledger_errors import CommitInDoubt, LedgerError, ServerUnreachable
from tracker.ledger.packed_event_pages import EventPage
from tracker.ledger.postgres import sql_statements
from tracker.ledger.postgres.entry_writer import EntryWriter
from tracker.ledger.postgres.ledger_verification import list_ledger_faults
from tracker.ledger.postgres.reconnecting_connection import ConnectionLost, ServerConnection
from tracker.ledger.sql_store import SqlStore
from tracker.ledger.store_interface import NewEntry, StoredEvent, Summarise


class PostgresStore(SqlStore):
    """A store in one schema of a PostgreSQL database. It implements the ``Store`` interface."""

    path: Path | None = None

    def __init__(self, server: ServerConnection, summarise: Summarise | None = None) -> None:
        """Use existing tables, which ``open_server_ledger`` or ``create_server_ledger`` created."""
        self.where = server.where
        self.appends = 0
        self._server = server
        self._writer = EntryWriter(self._server)
        super().__init__(server.run_query, summarise)

    file_size: int = 0

    @property
    def server_version(self) -> str | None:
        """The version of the database server as the server reports it, such as ``15.18``."""
        told = self._server.connection.info.parameter_status("server_version")
        return told.partition(" ")[0] if told else None

    def append_entry(self, entry: NewEntry) -> list[StoredEvent]:
        require_valid_entry(entry)
        stored = self._writer.append_entry(entry)
        self.appends += 1
        return stored

    @contextmanager
    def write_in_transaction(self, command_id: str = "") -> Iterator[None]:
        """Implement ``Store.write_in_transaction``.

        If the connection is lost, the server is asked whether it has committed the transaction.
        """
        if self._server.blocks:
            yield
            return
        require_valid_command_id(command_id)
        writer, heads = self._writer, dict(self._writer.heads)
        last: StoredEvent | None = None
        writer.last = None
        try:
            with self._server.open_exclusive_transaction():
                writer.require_unused_command_id(command_id)
                yield
                if command_id:
                    self.record_command_id(command_id)
                last = writer.last
        except ConnectionLost as error:
            if last is None or not self._reconnect_and_check_committed(last):
                writer.heads = heads
                raise ServerUnreachable(
                    f"The connection to the server that hosts {self.where} was lost. Nothing was"
                    " written. Repeat the entry."
                ) from error
        except BaseException:
            writer.heads = heads
            raise

    def _reconnect_and_check_committed(self, last: StoredEvent) -> bool:
        """Reconnect, and return whether the transaction that ended with ``last`` was committed.

        Raises ``CommitInDoubt`` if the server does not answer.
        """
        values = last.stream, last.version, last.digest
        try:
            self._server.reconnect()
            with self._server.open_exclusive_transaction():
                return bool(self._server.execute_once(sql_statements.POSITION, values))
        except LedgerError as error:
            raise CommitInDoubt(self.where, "server") from error

    def record_command_id(self, command_id: str) -> None:
        if self._writer.last is not None:
            self._writer.record_command_id(command_id, self._writer.last)

    @contextmanager
    def open_read_snapshot(self) -> Iterator[None]:
        with self._server.open_transaction(sql_statements.BEGIN_SNAPSHOT):
            yield

    def read_change_counter(self) -> int:
        """Implement ``Store.read_change_counter`` with the server's notifications."""
        return self._server.poll_change_counter() + self.appends

    def back_up(self, target: Path) -> None:
        from tracker.ledger.entry_copy import copy_store_to_file

        copy_store_to_file(self, target)

    def salvage_ledger(self, target: Path) -> SalvageReport:
        """Write a damaged ledger's intact part to a new SQLite ledger, and report what is missing.

        Raises ``LedgerError`` on failure.
        """
        from tracker.ledger.postgres.salvage import salvage_ledger

        return salvage_ledger(self, self._server, target)

    def close(self) -> None:
        self._server.close()

    def _list_faults(self) -> Iterator[str]:
        return list_ledger_faults(self._server)

    def _store_packed_pages(self, identity: int, pages: Sequence[EventPage]) -> None:
        """Pack and store complete pages, unless another program is doing so. Errors are ignored."""
        if not (self._server.blocks or self._server.only_reading):
            with suppress(LedgerError):
                self._add_packed_pages(identity, pages)

"""The tables of a ledger, as SQLModel metadata for the migrations and their tests.

The store itself uses plain SQL and does not import this module.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Integer,
    LargeBinary,
    Text,
    UniqueConstraint,
)
from sqlmodel import Field, SQLModel

WHOLE = BigInteger().with_variant(Integer(), "sqlite")
"""The type of 64-bit integers, under each database's own name."""


class StreamRow(SQLModel, table=True):
    """A stream, and the version and digest of its last event. ``summary`` is JSON or NULL."""

    __tablename__ = "stream"
    __table_args__ = (
        CheckConstraint("version > 0", name="stream_has_events"),
        {"sqlite_strict": True},
    )

    id: int = Field(sa_column=Column(WHOLE, primary_key=True, autoincrement=True))
    name: str = Field(sa_column=Column(Text, nullable=False, unique=True))
    kind: str = Field(sa_column=Column(Text, nullable=False))
    version: int = Field(sa_column=Column(WHOLE, nullable=False))
    digest: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    summary: str | None = Field(default=None, sa_column=Column(Text))


class EventRow(SQLModel, table=True):
    """An event. The row never changes.

    ``position`` numbers all events of the ledger, and ``version`` numbers the events of the stream.
    ``digest`` is SHA-256 over the previous digest and the rest of the row (see
    ``tracker.ledger.digest_chain``).
    """

    __tablename__ = "event"
    __table_args__ = (
        UniqueConstraint("stream_id", "version", name="event_version"),
        CheckConstraint("position > 0", name="event_position_counts"),
        {"sqlite_strict": True},
    )

    position: int = Field(sa_column=Column(WHOLE, primary_key=True, autoincrement=True))
    stream_id: int = Field(
        sa_column=Column(
            WHOLE,
            ForeignKey("stream.id", deferrable=True, initially="DEFERRED", name="event_stream"),
            nullable=False,
        )
    )
    version: int = Field(sa_column=Column(WHOLE, nullable=False))
    kind: str = Field(sa_column=Column(Text, nullable=False))
    schema_version: int = Field(sa_column=Column(WHOLE, nullable=False))
    entry: int = Field(sa_column=Column(WHOLE, nullable=False))
    action: int = Field(sa_column=Column(WHOLE, nullable=False))
    recorded_at: int = Field(sa_column=Column(WHOLE, nullable=False))
    author: str = Field(sa_column=Column(Text, nullable=False))
    rewinds_to: int | None = Field(default=None, sa_column=Column(WHOLE))
    digest: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    body: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


class PackedPageRow(SQLModel, table=True):
    """A disposable packed copy of old events up to ``version``, which makes loading faster."""

    __tablename__ = "page"
    __table_args__ = ({"sqlite_strict": True},)

    stream_id: int = Field(
        sa_column=Column(WHOLE, ForeignKey("stream.id"), primary_key=True, autoincrement=False)
    )
    version: int = Field(sa_column=Column(WHOLE, primary_key=True, autoincrement=False))
    seal: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    packed: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


class CommandRow(SQLModel, table=True):
    """A command's id, the position of its last event, and the seal (``compute_command_seal``)."""

    __tablename__ = "command"
    __table_args__ = ({"sqlite_strict": True},)

    name: str = Field(sa_column=Column(Text, primary_key=True))
    position: int = Field(sa_column=Column(WHOLE, nullable=False))
    seal: bytes = Field(sa_column=Column(LargeBinary, nullable=False))

"""Creates the first schema: streams with their summaries, and events."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision: str = "0001"
down_revision: str | None = None

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create the tables of streams and events."""
    op.create_table(
        "stream",
        sa.Column("id", WHOLE, primary_key=True, autoincrement=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("version", WHOLE, nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("summary", sa.Text()),
        sa.CheckConstraint("version > 0", name="stream_has_events"),
        sa.UniqueConstraint("name"),
        sqlite_strict=True,
    )
    op.create_table(
        "event",
        sa.Column("position", WHOLE, primary_key=True, autoincrement=True),
        sa.Column(
            "stream_id",
            WHOLE,
            sa.ForeignKey("stream.id", deferrable=True, initially="DEFERRED", name="event_stream"),
            nullable=False,
        ),
        sa.Column("version", WHOLE, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("schema_version", WHOLE, nullable=False),
        sa.Column("entry", WHOLE, nullable=False),
        sa.Column("action", WHOLE, nullable=False),
        sa.Column("recorded_at", WHOLE, nullable=False),
        sa.Column("author", sa.Text(), nullable=False),
        sa.Column("rewinds_to", WHOLE),
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.UniqueConstraint("stream_id", "version", name="event_version"),
        sa.CheckConstraint("position > 0", name="event_position_counts"),
        sqlite_strict=True,
    )

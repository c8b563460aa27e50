"""Adds packed copies of old events. The triggers of streams and events do not change."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision: str = "0002"
down_revision: str | None = "0001"

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create the table of packed pages."""
    op.create_table(
        "page",
        sa.Column("stream_id", WHOLE, sa.ForeignKey("stream.id"), nullable=False),
        sa.Column("version", WHOLE, nullable=False),
        sa.Column("seal", sa.LargeBinary(), nullable=False),
        sa.Column("packed", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("stream_id", "version"),
        sqlite_strict=True,
    )

"""Adds the ids of commands, so that a repeated command has no effect."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision: str = "0004"
down_revision: str | None = "0003"

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create the table of commands. Its triggers are created together with all other triggers."""
    op.create_table(
        "command",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("position", WHOLE, nullable=False),
        sa.Column("seal", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
        sqlite_strict=True,
    )

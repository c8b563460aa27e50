"""Drops the packed pages, because their format has changed."""

from __future__ import annotations

from alembic import op

revision: str = "0003"
down_revision: str | None = "0002"


def upgrade() -> None:
    """Drop the packed pages. Each page is packed again when its stream is read."""
    op.execute("DELETE FROM page")

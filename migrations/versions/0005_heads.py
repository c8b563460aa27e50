"""Requires, on servers only, that a stream's head is its last event. Ledger files do not change."""

from __future__ import annotations

revision: str = "0005"
down_revision: str | None = "0004"


def upgrade() -> None:
    """Change no table. After every migration of a server's ledger, its triggers are recreated."""

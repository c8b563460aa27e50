"""${message}."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision: str = "${up_revision}"
down_revision: str | None = ${repr(down_revision)}


def upgrade() -> None:
    """Take the schema one step on; the guards are put back by the caller."""
    ${upgrades if upgrades else "pass"}

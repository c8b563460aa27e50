"""The columns for a force's units: their records, and their figures for the next game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tracker.application.campaigns.next_game_units import ReturningUnit
from tracker.application.campaigns.service_records import UnitRecord
from tracker.application.leagues.campaign import force_event_descriptions
from tracker.application.table_columns import Column
from tracker.leagues.campaign.campaign_units import CampaignForce
from tracker.vocabulary.count_wording import format_count

UNIT_NAME: Column[UnitRecord] = Column("unit", lambda one: one.unit.name, words=True)
SERVICE_COLUMNS: tuple[Column[UnitRecord], ...] = (
    Column("games", lambda one: str(len(one.games))),
    Column(
        "W-D-L",
        lambda one: "-".join(str(one.count_games(how)) for how in ("won", "drawn", "lost")),
        spare=1,
    ),
    Column("kills", lambda one: str(one.kills)),
    Column("lost", lambda one: str(one.lost_figures)),
    Column("nerve", lambda one: str(one.nerve_losses) if one.recorded_game_count else "–"),
    Column("exp", lambda one: str(one.unit.experience)),
    Column("rank", lambda one: one.rank, words=True, optional=True),
)
"""The columns of a unit's record. Its nerve is unknown if no game was recorded here."""


def list_next_game_unit_columns(coming: Iterable[ReturningUnit]) -> tuple[Column[UnitRecord], ...]:
    """Return the columns for a force's units before its next game, described by ``coming``."""
    cells = {one.unit: _describe_return(one) for one in coming}
    next_game = Column[UnitRecord]("next game", lambda one: cells[one.unit.id], words=True)
    return (UNIT_NAME, next_game, *SERVICE_COLUMNS)


def _describe_return(unit: ReturningUnit) -> str:
    """Describe how many figures return: ``4 of 8``, or ``1 of 9 +8?`` if eight need dice."""
    waits = f" +{unit.waits}?" if unit.waits else ""
    return f"{unit.comes} of {unit.enlisted}{waits}"


def list_next_game_remarks(force: CampaignForce, unit: ReturningUnit) -> Iterator[str]:
    """Yield what to know before the next game: absent figures, carried damage, unknown points."""
    if unit.waits:
        yield f"{unit.waits} waiting for recovery"
    elif unit.why:
        yield unit.why
    carried = force_event_descriptions.describe_carried_damage(unit.harm)
    parts = [format_count(unit.captives, "captive") if unit.captives else ""]
    parts.append(f"carries {carried}" if carried else "")
    if any(parts):
        yield ", ".join(part for part in parts if part)
    if force.roster and not unit.listed:
        yield "comes as plain figures, because no roster gives its profile"
    if unit.unit in force.unpriced:
        yield "its points are unknown, so the force's points do not include them"

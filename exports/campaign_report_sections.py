"""Report sections on the service records, history and luck of a league or campaign."""

from __future__ import annotations

from collections.abc import Iterator

from exports.report_section_types import (
    FindPageAddress,
    HistoryDay,
    ReportSection,
    build_text_table,
    clean_to_one_line,
    find_no_page,
)
from tracker.application.campaigns import next_game_units
from tracker.application.campaigns.campaign_luck import CAMPAIGN_LUCK_COLUMNS, compute_campaign_luck
from tracker.application.campaigns.service_records import (
    SERVICE_COLUMNS,
    UNIT_NAME,
    ForceRecord,
    ServiceRecords,
    UnitRecord,
    compute_force_unit_points,
    format_figures_and_recoveries,
)
from tracker.application.chances.luck_table_columns import WORSE_NOTE
from tracker.application.leagues.campaign import force_event_descriptions
from tracker.application.leagues.campaign.campaign_timeline import (
    TimelineItem,
    build_campaign_timeline,
)
from tracker.application.leagues.campaign.force_event_descriptions import list_unit_changes
from tracker.application.leagues.league import League
from tracker.application.leagues.league_dates_and_times import format_day
from tracker.application.table_columns import Column
from tracker.leagues.campaign.campaign_units import CampaignUnit
from tracker.vocabulary.count_wording import format_count

UNIT_COLUMNS: tuple[Column[UnitRecord], ...] = (
    UNIT_NAME,
    Column("figures", lambda one: _describe_figures_and_recoveries(one.unit)),
    *SERVICE_COLUMNS,
    Column(
        "removed by", lambda one: "; ".join(f"{who} {n}" for who, n in one.removed_by), words=True
    ),
    Column("stands", lambda one: one.unit.status or "ready", words=True),
)


def _describe_figures_and_recoveries(unit: CampaignUnit) -> str:
    waits = unit.figures_awaiting_recovery
    return format_figures_and_recoveries(max(0, unit.figures - waits), unit.enlisted, waits)


def list_force_sections(
    league: League, records: ServiceRecords, find_page: FindPageAddress = find_no_page
) -> Iterator[ReportSection]:
    """Yield a section for every force, with its units' service records."""
    for force in league.state.forces:
        yield build_force_section(league, records.build_force_record(force), find_page(force))


def build_force_section(league: League, record: ForceRecord, link: str = "") -> ReportSection:
    """Build a force's section, with its units' service records. ``link`` is the force's page."""
    force = record.force
    parts = [f"played by {clean_to_one_line(league.state.get_player_name(force.player))}"]
    parts += [f"{format_count(force.points, 'point')}"] if force.points else []
    points_left = next_game_units.sum_points_if_all_known(compute_force_unit_points(league, force))
    change = next_game_units.get_word_for_points_change(force.points, points_left)
    parts += [f"{format_count(points_left or 0, 'point')} {change}"] if change else []
    unpriced = [
        clean_to_one_line(league.state.units[unpriced_unit].name)
        for unpriced_unit in force.unpriced
    ]
    parts += [f"points of {', '.join(unpriced)} unknown"] if unpriced else []
    if record.games:
        results = f"{record.won} won, {record.drawn} drawn, {record.lost_games} lost"
        parts.append(f"{format_count(len(record.games), 'game')}: {results}")
    return ReportSection(
        title=clean_to_one_line(force.name),
        about=" · ".join(parts),
        table=build_text_table(UNIT_COLUMNS, record.units) if record.units else None,
        notes=tuple(
            note
            for unit in record.units
            for note in (
                *_list_damage_and_missing_figures(league, unit),
                *_describe_manual_changes(unit),
            )
        ),
        link=link,
    )


def _list_damage_and_missing_figures(league: League, record: UnitRecord) -> Iterator[str]:
    """Yield lines on a unit's damage, its captured figures and its figures awaiting recovery."""
    waits = record.unit.figures_awaiting_recovery
    carried = force_event_descriptions.describe_carried_damage(record.unit.carried_damage)
    for text in (
        (f"{format_count(waits, 'figure')} waiting for recovery",) if waits else (),
        (carried,) if carried else (),
        force_event_descriptions.describe_captives_by_game(league.state, record.unit),
    ):
        yield from (
            f"{clean_to_one_line(record.unit.name)}: {clean_to_one_line(line)}" for line in text
        )


def _describe_manual_changes(record: UnitRecord) -> Iterator[str]:
    for step in record.unit.steps:
        if step.origin == "hand":
            parts = [*map(clean_to_one_line, list_unit_changes(step)), clean_to_one_line(step.why)]
            yield f"{clean_to_one_line(record.unit.name)}, by hand: {', '.join(parts)}"


def list_campaign_history_by_day(league: League, records: ServiceRecords) -> Iterator[HistoryDay]:
    """Yield each day of the campaign with its events, earliest first."""
    days: dict[str, list[tuple[str, ...]]] = {}
    for item in build_campaign_timeline(league, records):
        days.setdefault(item.on, []).append(_format_timeline_item_lines(item))
    for date, entries in days.items():
        yield HistoryDay(format_day(date), tuple(entries))


def _format_timeline_item_lines(item: TimelineItem) -> tuple[str, ...]:
    lines = [
        clean_to_one_line(line) for line in item.text.splitlines() if clean_to_one_line(line)
    ] or [""]
    lines[-1] += f" ({item.depth})" if item.depth else ""
    return (*lines, *map(clean_to_one_line, item.details))


def build_campaign_luck_section(league: League, records: ServiceRecords) -> ReportSection | None:
    """Build a section on actual and expected successes, or return None if no dice were recorded."""
    luck = compute_campaign_luck(league, records)
    if not luck.rows:
        return None
    return ReportSection(
        title="Luck",
        about=f"Based on {luck.rests_on}. One season is too short to judge a player's dice."
        f" {WORSE_NOTE}",
        table=build_text_table(CAMPAIGN_LUCK_COLUMNS, luck.rows),
    )

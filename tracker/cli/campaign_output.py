"""Converts campaigns, service records, histories and luck to JSON shapes and lines of text."""

from __future__ import annotations

from collections.abc import Iterator

from exports.shapes import league_command_json_types as shapes
from exports.shapes.json_base_type import make_shape
from tracker.application.campaigns import next_game_units
from tracker.application.campaigns.campaign_luck import CampaignLuck, LuckRow
from tracker.application.campaigns.next_game_units import (
    list_next_game_remarks,
)
from tracker.application.campaigns.service_records import (
    NEXT_GAME_COLUMNS,
    ForceRecord,
    ServiceRecords,
    UnitRecord,
    compute_force_unit_points,
)
from tracker.application.leagues.campaign import force_event_descriptions
from tracker.application.leagues.campaign.campaign_timeline import build_campaign_timeline
from tracker.application.leagues.league import League
from tracker.application.table_columns import (
    Column,
    drop_empty_optional_columns,
    format_table_lines,
)
from tracker.cli import league_output
from tracker.leagues.campaign.campaign_units import CampaignForce
from tracker.leagues.league_events import WarUnitId
from tracker.vocabulary.count_wording import format_count, format_figures_left


def _build_service_row(record: UnitRecord | ForceRecord, **games: int) -> shapes.ServiceRowShape:
    """Build the JSON shape of a unit's or force's service record, with extra counts of games."""
    tally = record.luck.compute_tally()
    return make_shape(
        shapes.ServiceRowShape,
        tally,
        record,
        lost=record.lost_figures,
        nerve=record.times_nerve_was_lost,
        successes=tally.made,
        **games,
    )


def _build_removals(removals: list[tuple[str, int]]) -> list[shapes.RemovedByShape]:
    return [shapes.RemovedByShape(by=remover, figures=count) for remover, count in removals]


def build_unit_record_shape(campaign: League, unit_id: WarUnitId) -> shapes.UnitRecordShape:
    record = ServiceRecords(campaign).build_unit_record(unit_id)
    unit, force = record.unit, campaign.state.forces[record.unit.force]
    next_rank = campaign.state.info.rules.find_next_rank(unit.experience)
    return make_shape(
        shapes.UnitRecordShape,
        league_output.build_unit_row(campaign, unit),
        comes=unit.figures_in_next_game,
        present=unit.names_in_next_game,
        next_rank=f"{next_rank.word} at {next_rank.experience}" if next_rank else "",
        held=[*force_event_descriptions.describe_captives_by_game(campaign.state, unit)],
        worth=compute_force_unit_points(campaign, force)[unit_id],
        record=_build_service_row(
            record,
            games=len(record.games),
            won=record.count_games("won"),
            drawn=record.count_games("drawn"),
            lost_games=record.count_games("lost"),
            kept=record.recorded_game_count,
        ),
        removed_by=_build_removals(record.removed_by),
        games=[
            make_shape(
                shapes.UnitGameRowShape,
                game,
                ago=campaign.calendar.describe_days_ago(game.on),
                removed_by=_build_removals(
                    sorted(game.removed_by.items(), key=lambda each: -each[1])
                ),
            )
            for game in record.games
        ],
    )


def list_unit_record_lines(row: shapes.UnitRecordShape) -> Iterator[str]:
    yield league_output.format_campaign_unit(row)
    if row.next_rank:
        yield f"  next rank: {row.next_rank}"
    names = f": {', '.join(row.present)}" if row.present else ""
    points = ""
    if row.comes and row.worth is not None:
        points = f", {format_count(row.worth, 'point')}"
    figures = format_figures_left(row.comes, row.enlisted, row.waits)
    yield f"  for the next game: {figures}{points}{names}"
    yield from (f"  {text}" for text in row.held)
    yield f"  {_format_service(row.record)}"
    if row.removed_by:
        removers = ", ".join(f"{one.by} {one.figures}" for one in row.removed_by)
        yield f"  removed by: {removers}"
    for game in row.games:
        yield (
            f"  {game.on}  {game.fixture:<4} {game.how:<5} {format_count(game.kills, 'kill')},"
            f" {game.lost} lost"
            f"{_format_nerve(game.nerve)}, {game.experience:+d} experience"
        )
    yield from (f"  {text}" for text in row.history)


def _format_service(row: shapes.ServiceRowShape) -> str:
    text = (
        f"{format_count(row.games, 'game')}, {row.kept} recorded here: {row.won} won, "
        f"{row.drawn} drawn,"
        f" {row.lost_games} lost · {format_count(row.kills, 'kill')},"
        f" {format_count(row.lost, 'figure')} lost"
        f"{_format_nerve(row.nerve if row.kept else None)}"
    )
    if row.dice:
        text += (
            f" · {row.successes} of {format_count(row.dice, 'die', 'dice')}, expected"
            f" {row.expected:.1f}"
        )
    return text


def _format_nerve(times: int | None) -> str:
    return "" if times is None else f", nerve lost {times}×"


def build_force_record_shape(campaign: League, force: CampaignForce) -> shapes.ForceRecordShape:
    """Build the JSON shape of a force's service record, with its units for the next game."""
    records = ServiceRecords(campaign)
    record = records.build_force_record(force.id)
    kept = sum(fixture in records.tallies for fixture in record.games)
    points_left = compute_force_unit_points(campaign, force)
    return make_shape(
        shapes.ForceRecordShape,
        force,
        record,
        league=campaign.stream,
        force=force.id,
        player=campaign.state.get_player_name(force.player),
        worth=next_game_units.sum_points_if_all_known(points_left),
        record=_build_service_row(record, games=len(record.games), kept=kept),
        units=[
            make_shape(
                shapes.ForceUnitRowShape,
                one.unit,
                one,
                unit=one.unit.id,
                comes=one.unit.figures_in_next_game,
                waits=one.unit.figures_awaiting_recovery,
                why=one.unit.absence_reason,
                captives=one.unit.captive_count,
                listed=one.unit.outfit is not None,
                lost=one.lost_figures,
                nerve=one.times_nerve_was_lost,
                carries=force_event_descriptions.describe_carried_damage(one.unit.carried_damage),
                worth=points_left[one.unit.id],
                priced=one.unit.id not in force.unpriced,
                games=len(one.games),
            )
            for one in record.units
        ],
    )


def list_force_record_lines(campaign: League, row: shapes.ForceRecordShape) -> Iterator[str]:
    """Yield the lines that describe a force before its next game, with notes below each unit."""
    points = f" · {format_count(row.points, 'point')}" if row.points else ""
    change = next_game_units.get_word_for_points_change(row.points, row.worth)
    points_left = f" · {row.worth} {change}" if change else ""
    yield f"{row.force:<5} {row.name} ({row.player}){points}{points_left}"
    vp = f" · {row.vp} VP in {format_count(row.vp_told, 'game')}" if row.vp_told else ""
    yield f"  {_format_service(row.record)}{vp}"
    force = campaign.state.forces[row.force]
    worth = {one.unit: "" if one.worth is None else str(one.worth) for one in row.units}
    columns = (
        Column[UnitRecord]("", lambda one: one.unit.id, words=True),
        *NEXT_GAME_COLUMNS,
        Column[UnitRecord]("points left", lambda one: worth[one.unit.id], optional=True),
    )
    units = ServiceRecords(campaign).build_force_record(row.force).units
    heading, *lines = format_table_lines(drop_empty_optional_columns(columns, units), units)
    yield f"  {heading}"
    for one, line in zip(units, lines, strict=True):
        yield f"  {line}"
        yield from (f"      {note}" for note in list_next_game_remarks(force, one.unit))


def build_campaign_history_shape(
    campaign: League, mark_after_line: int
) -> shapes.CampaignHistoryShape:
    """Build the JSON shape of the campaign's timeline.

    If ``mark_after_line`` is not 0, entries after this line are marked as new.
    """
    return shapes.CampaignHistoryShape(
        league=campaign.stream,
        entries=[
            make_shape(
                shapes.HistoryRowShape,
                entry,
                ago=campaign.calendar.describe_days_ago(entry.on),
                new=bool(mark_after_line) and entry.line > mark_after_line,
                entered=entry.entered or None,
            )
            for entry in build_campaign_timeline(campaign)
        ],
    )


def list_campaign_history_lines(row: shapes.CampaignHistoryShape) -> Iterator[str]:
    for entry in row.entries:
        mark = "*" if entry.new else " "
        depth = f"  [{entry.depth}]" if entry.depth else ""
        yield f"{mark} {entry.on}  {entry.ago:<14} {entry.text}{depth}"
        yield from (f"{'':<29}{text}" for text in entry.details)


def build_campaign_luck_shape(campaign: League, luck: CampaignLuck) -> shapes.CampaignLuckShape:
    return make_shape(
        shapes.CampaignLuckShape,
        luck,
        league=campaign.stream,
        players=[_build_luck_row(row) for row in luck.players],
        kinds=[_build_luck_row(row) for row in luck.kinds],
        units=[_build_luck_row(row) for row in luck.units],
    )


def _build_luck_row(row: LuckRow) -> shapes.CampaignLuckRowShape:
    return make_shape(shapes.CampaignLuckRowShape, row.tally, row, successes=row.tally.made)


def build_campaign_shape(campaign: League) -> shapes.CampaignStatusShape:
    state = campaign.state
    forces = [
        make_shape(
            shapes.CampaignForceRowShape,
            one,
            force=one.id,
            player=state.get_player_name(one.player),
            units=[
                league_output.build_unit_row(campaign, state.units[unit_id])
                for unit_id in one.units
            ],
        )
        for one in state.forces.values()
    ]
    return shapes.CampaignStatusShape(
        league=campaign.stream,
        title=campaign.title,
        zone=state.info.zone,
        losses=state.info.rules.losses,
        rules=list(state.info.rules.describe_rules()),
        players=league_output.build_player_shapes(campaign),
        forces=forces,
        games=[
            league_output.build_fixture_row(campaign, one)
            for one in state.fixtures.values()
            if not campaign.matches.has_archived_game_without_result(one)
        ],
        in_doubt=[
            f"{unit.name}: {format_count(lost, 'die', 'dice')} for {fixture}"
            for unit, fixture, lost in campaign.forces.list_recovering_units()
        ],
        line=campaign.history.last_line_number,
    )


def list_campaign_lines(campaign: League, row: shapes.CampaignStatusShape) -> Iterator[str]:
    yield f"{row.title} · campaign · losses: {row.losses} · {row.zone}"
    yield from (f"  {text}" for text in row.rules)
    yield from league_output.list_player_lines(campaign)
    if not row.players:
        yield league_output.suggest_enrolling_players("campaign", row.league)
    for force in row.forces:
        yield f"{force.force:<5} {force.name} ({force.player})"
        for unit in force.units:
            yield f"  {league_output.format_campaign_unit(unit)}"
    yield from league_output.list_pairing_lines(campaign, row.games)
    for text in row.in_doubt:
        yield f"recovery rolls to make: {text}"

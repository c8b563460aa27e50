"""Campaigns in shapes, and told in lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from exports.shapes.league import CampaignShownShape, WarForceRowShape
from exports.shapes.shape import copy_shape
from tracker.cli import league_seen, league_told
from tracker.vocabulary.counts import count_of

if TYPE_CHECKING:
    from tracker.application.leagues.league import League


def build_campaign_shape(campaign: League) -> CampaignShownShape:
    state = campaign.state
    forces = [
        copy_shape(
            WarForceRowShape,
            one,
            force=one.id,
            player=state.name(one.player),
            units=[league_seen.build_unit_row(campaign, state.units[each]) for each in one.units],
        )
        for one in state.forces.values()
    ]
    return CampaignShownShape(
        league=campaign.stream,
        title=campaign.title,
        zone=state.info.zone,
        losses=state.info.rules.losses,
        rules=list(state.info.rules.list_rules()),
        players=league_seen.list_players(campaign),
        forces=forces,
        games=[league_seen.build_fixture_row(campaign, one) for one in state.fixtures.values()],
        in_doubt=[
            f"{unit.name}: {count_of(lost, 'die', 'dice')} for {fixture}"
            for unit, fixture, lost in campaign.forces.list_in_doubt()
        ],
        line=campaign.story.last_number,
    )


def list_campaign_lines(row: CampaignShownShape) -> Iterator[str]:
    yield f"{row.title} · campaign · losses: {row.losses} · {row.zone}"
    yield from (f"  {text}" for text in row.rules)
    yield from league_told.list_player_lines(row.players)
    if not row.players:
        yield league_told.nobody("campaign", row.league)
    for force in row.forces:
        yield f"{force.force:<5} {force.name} ({force.player})"
        for unit in force.units:
            yield f"  {league_told.format_unit(unit)}"
    for game in row.games:
        yield league_told.format_fixture(game)
    for text in row.in_doubt:
        yield f"waiting for dice: {text}"

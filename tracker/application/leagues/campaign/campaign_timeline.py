"""Builds a campaign's timeline: games, story entries and changes to units, by date."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from tracker.application.campaigns.campaign_luck import is_every_die_recorded
from tracker.application.campaigns.service_records import ServiceRecords
from tracker.application.leagues.campaign.force_event_descriptions import (
    describe_named_figure_changes,
    format_reason_suffix,
    list_unit_changes,
)
from tracker.application.leagues.league_name_lookup import describe_fixture
from tracker.application.leagues.pairing.round_columns_and_text import describe_result_corrections
from tracker.application.leagues.results.result_descriptions import format_result_score
from tracker.leagues import league_events as ev
from tracker.leagues.campaign.campaign_units import CampaignUnit
from tracker.leagues.campaign.carry_over_rules import CarryOverRules
from tracker.leagues.league_state import Fixture
from tracker.vocabulary.events import Version

if TYPE_CHECKING:
    from tracker.application.leagues.league import League

TimelineKind = Literal["game", "story", "by hand", "recovery", "joined", "rules"]


class TimelineItem(Struct, frozen=True):
    """An item of a campaign's timeline, about the fixture or other subject with the id ``id``.

    ``at`` is the time of entry (microseconds since 1970, UTC), and ``line`` is its line in the log.
    ``entered`` is the date of entry, or "" if it equals ``on``. ``depth`` describes how completely
    a game was recorded.
    """

    on: str
    kind: TimelineKind
    id: str
    text: str
    at: int = 0
    line: int = 0
    entered: str = ""
    depth: str = ""
    details: tuple[str, ...] = ()


def build_campaign_timeline(
    league: League, records: ServiceRecords | None = None
) -> list[TimelineItem]:
    """List all items of a campaign's timeline, earliest date first. Games are dated by the day of
    play.
    """
    found = records or ServiceRecords(league)
    every = [
        *_list_game_items(league, found),
        *_list_unit_items(league),
        *_list_other_items(league),
    ]
    return sorted(every, key=lambda one: (one.on, one.line))


def _make_item_for_entry(
    league: League,
    version: int,
    kind: TimelineKind,
    subject: str,
    text: str,
    on: str | None = None,
    depth: str = "",
    details: tuple[str, ...] = (),
) -> TimelineItem:
    """Make a timeline item for the entry at a given version.

    The default date is the date of entry.
    """
    entry = league.history.find_entry(version)
    day = league.calendar.convert_to_local_time(entry.at).to_date_string()
    on = day if on is None else on
    entered = day if day != on else ""
    return TimelineItem(on, kind, subject, text, entry.at, entry.number, entered, depth, details)


def _list_game_items(league: League, records: ServiceRecords) -> Iterator[TimelineItem]:
    state, get_rules_at = league.state, cache(league.history.get_carry_over_rules_before)
    changes_by_fixture: dict[str, list[str]] = {}
    for unit in state.units.values():
        before = 0
        for step in sorted(
            unit.steps, key=lambda one: (_find_day_of_change(league, one), one.version)
        ):
            if step.fixture and step.is_from_game:
                texts = changes_by_fixture.setdefault(step.fixture, [])
                texts += _list_unit_changes(get_rules_at(step.version), unit, step, before)
            before += step.experience
    for fixture in records.played_fixtures:
        assert fixture.ended is not None
        title = f"{fixture.title}: " if fixture.title else ""
        result = format_result_score(state, fixture.ended)
        yield _make_item_for_entry(
            league,
            fixture.first_version,
            "game",
            fixture.id,
            f"{title}{describe_fixture(state, fixture)}, {result}",
            on=fixture.ended.played_on,
            depth=describe_recording_completeness(records, fixture),
            details=(
                *changes_by_fixture.get(fixture.id, ()),
                *(f"corrected, {text}" for text in describe_result_corrections(state, fixture)),
            ),
        )


def _find_day_of_change(league: League, step: ev.CareerStep) -> str:
    """Return the day of the game that caused a change or, for other changes, the day of entry."""
    fixture = league.state.fixtures.get(step.fixture)
    if step.is_from_game and fixture is not None and fixture.ended is not None:
        return fixture.ended.played_on
    entry = league.history.find_entry(step.version)
    return league.calendar.convert_to_local_time(entry.at).to_date_string()


def describe_recording_completeness(records: ServiceRecords, fixture: Fixture) -> str:
    """Describe how completely a game was recorded: from ``every die`` to ``result only``."""
    tally = records.tallies.get(fixture.id)
    if tally is not None:
        if is_every_die_recorded(tally.depth):
            return "every die"
        if tally.depth.by_hand:
            return "partly by the outcome"
        return "dice and successes" if tally.depth.rolls else "kept without dice"
    return (
        "result and losses"
        if fixture.id in records.fixtures_with_kills_or_losses
        else "result only"
    )


def _list_unit_changes(
    rules: CarryOverRules, unit: CampaignUnit, step: ev.CareerStep, before: int
) -> Iterator[str]:
    """Yield a text for each change to a unit after a game.

    ``before`` is the unit's experience before the game. ``rules`` are the rules that applied to the
    game.
    """
    if step.experience or step.lost or step.captives:
        gained = f" {step.experience:+d} experience" if step.experience else ""
        yield f"{unit.name}{gained}{format_reason_suffix(step.why)}"
    named = describe_named_figure_changes(step)
    if named and (*step.names, *step.taken) != (unit.name,):
        yield f"{unit.name}, {named}"
    if step.standing:
        yield f"{unit.name} is {step.standing}"
    rank = rules.get_rank_name(before + step.experience)
    if rank and rank != rules.get_rank_name(before):
        yield f"{unit.name} is now {rank}"


def _list_unit_items(league: League) -> Iterator[TimelineItem]:
    for unit in league.state.units.values():
        for step in unit.steps:
            if step.faces:
                text = _describe_recovery(unit, step)
                yield _make_item_for_entry(league, step.version, "recovery", unit.id, text)
            elif not (step.fixture and step.is_from_game):
                text = _describe_manual_change(unit, step)
                yield _make_item_for_entry(league, step.version, "by hand", unit.id, text)


def _describe_recovery(unit: CampaignUnit, step: ev.CareerStep) -> str:
    faces = " ".join(map(str, step.faces))
    app_note = ", rolled by the app" if step.rolled == "app" else ""
    losses = f"; {describe_named_figure_changes(step)}" if step.names else ""
    losses += f"; {unit.name} is {step.standing}" if step.standing else ""
    return f"{unit.name}: {step.why} ({faces}{app_note}){losses}"


def _describe_manual_change(unit: CampaignUnit, step: ev.CareerStep) -> str:
    parts = [*list_unit_changes(step)]
    if step.names:
        parts.append(describe_named_figure_changes(step))
    return f"{unit.name} by hand: {', '.join(parts)} ({step.why})"


def _list_other_items(league: League) -> Iterator[TimelineItem]:
    for line in league.history.path:
        match line.event:
            case ev.StoryTold(text=text, about=about, on=on):
                yield _make_item_for_entry(league, line.version, "story", about, text, on or None)
            case ev.UnitsJoined(force=force, units=units, why=why):
                names = ", ".join(f"{unit.name} ({unit.figures})" for unit in units)
                joined = f"{names} joined {league.state.forces[force].name}"
                text = joined + format_reason_suffix(why)
                yield _make_item_for_entry(league, line.version, "joined", force, text)
            case ev.RulesChanged(rules=rules, why=why):
                title = rules.name or f"losses {rules.losses}"
                text = f"carry-over rules changed: {title}{format_reason_suffix(why)}"
                details = tuple(_list_rank_changes(league, line.version, rules))
                yield _make_item_for_entry(league, line.version, "rules", "", text, details=details)


def _list_rank_changes(league: League, version: Version, rules: CarryOverRules) -> Iterator[str]:
    earlier_rules = league.history.get_carry_over_rules_before(version)
    for unit_id in league.history.get_state_at(version).units:
        unit = league.state.units[unit_id].copy_with_changes_before(version)
        earlier_rank = earlier_rules.get_rank_name(unit.experience)
        rank = rules.get_rank_name(unit.experience)
        if rank != earlier_rank and unit.status != "destroyed":
            yield (
                f"{unit.name} is now {rank}" if rank else f"{unit.name} is no longer {earlier_rank}"
            )

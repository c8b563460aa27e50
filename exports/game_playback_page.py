"""An HTML page that plays a game back line by line. Without scripts, the page is a plain list."""

from __future__ import annotations

import base64
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from itertools import zip_longest

import msgspec
from markupsafe import Markup
from msgspec import Struct

from exports.battle_report_content import (
    MAX_TEXT_LENGTH,
    ReportLine,
    build_report_line,
    describe_points_by_side,
    describe_winner_and_score,
    format_counted_marks,
    list_visible_markers_in_words,
)
from exports.html_reports import PageLink, load_page_template
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.log.log_line_types import LogLine
from tracker.application.log.match_display_names import MatchNames
from tracker.application.match.game import Game
from tracker.application.match.victory_point_totals import count_victory_points
from tracker.application.photo_storage import load_photos_by_note
from tracker.application.text_cleaning import clean_text
from tracker.projection.displayed_subject_status import (
    list_visible_links,
    list_wound_and_lost_gear_signs,
)
from tracker.projection.match_event_fold import apply_event
from tracker.projection.match_state import State
from tracker.vocabulary.packaged_files import read_packaged_text
from tracker.vocabulary.subject_ids import UnitId, format_display_handle

UnitStatus = tuple[str, str]
"""The number of a unit's remaining figures, and its markers in words."""


class PlaybackUnit(Struct, frozen=True):
    """A unit on the page. ``status`` is its status after the last line."""

    id: str
    handle: str
    name: str
    status: UnitStatus


class PlaybackLine(Struct, frozen=True):
    """A log line with its turn, the score, and the new status of each unit that it changed."""

    report_line: ReportLine
    phase: str
    score: str
    units: dict[str, UnitStatus]
    changes: str

    @property
    def changed_units_json(self) -> str:
        """The changed units as JSON, keyed by their ids on the page."""
        return msgspec.json.encode(self.units).decode()


class GamePlayback(Struct, frozen=True):
    title: str
    rules: str
    played_on: str
    result: str
    anchor: str
    sides: tuple[tuple[str, tuple[PlaybackUnit, ...]], ...]
    lines: tuple[PlaybackLine, ...]


def render_playback_html(game: Game, nav: Sequence[PageLink] = ()) -> str:
    """Render the page with its script. All text from users is escaped."""
    script, digest = _read_script_and_digest()
    return load_page_template("playback.html").render(
        report=build_game_playback(game), nav=nav, script=Markup(script), digest=digest
    )


@cache
def _read_script_and_digest() -> tuple[str, str]:
    """Return the page's script with its SHA-256 digest in base64."""
    text = read_packaged_text("exports", "templates", "playback.js")
    return text, base64.b64encode(sha256(text.encode()).digest()).decode()


def build_game_playback(game: Game) -> GamePlayback:
    """Build the playback of all lines that have not been undone."""
    state = game.state
    lines = tuple(_build_playback_lines(game))
    final_statuses: dict[str, UnitStatus] = {}
    for line in lines:
        final_statuses |= line.units
    names = MatchNames(state)
    numbers = _number_units(state)
    return GamePlayback(
        title=clean_text(state.info.title),
        rules=game.ruleset.title,
        played_on=state.info.played_on,
        result=describe_winner_and_score(game),
        anchor=game.journal.compute_history_anchor(game.version),
        sides=tuple(
            (
                clean_text(side.name),
                tuple(
                    PlaybackUnit(
                        number,
                        format_display_handle(unit),
                        clean_text(names.name_unit(unit)),
                        final_statuses[number],
                    )
                    for unit, number in numbers.items()
                    if state.units[unit].side == side.id and number in final_statuses
                ),
            )
            for side in state.info.sides
        ),
        lines=lines,
    )


def _number_units(state: State) -> dict[UnitId, str]:
    return {unit: str(number) for number, unit in enumerate(state.units)}


def _build_playback_lines(game: Game) -> Iterator[PlaybackLine]:
    """Yield each log line with the new status of every unit that it changed."""
    sides = {side.id: clean_text(side.name) for side in game.state.info.sides}
    photos, numbers = load_photos_by_note(game), _number_units(game.state)
    state, previous = State(), dict[UnitId, UnitStatus]()
    path = deque(game.history.path)
    lines = [line for line in list_log_lines(game.history) if line.kind != "taken back"]
    for line, following in zip_longest(lines, lines[1:]):
        until = game.version if following is None else following.version - 1
        if following is not None and following.version == line.version:
            until = (
                line.end
            )  # a log line that spans two phases appears twice, and its first part ends here
        while path and path[0].version <= until:
            event = path.popleft()
            apply_event(state, event.event, event.version)
        statuses = _get_unit_statuses(state)
        changed = {
            unit: status for unit, status in statuses.items() if previous.get(unit) != status
        }
        report_line = build_report_line(line, sides, photos.get(line.version))
        yield PlaybackLine(
            report_line=report_line,
            phase=f"Turn {line.turn} · {report_line.phase}" if line.turn else "Set-up",
            score=describe_points_by_side(state, count_victory_points(state, game.ruleset)),
            units={numbers[unit]: status for unit, status in changed.items()},
            changes=_describe_changes(state, line, changed),
        )
        previous = statuses


def _get_unit_statuses(state: State) -> dict[UnitId, UnitStatus]:
    """Return the status of every unit, without hidden markers."""
    marks: dict[UnitId, Counter[str]] = {unit: Counter() for unit in state.units}
    for unit, _, text in list_visible_markers_in_words(state):
        marks[unit][text] += 1
    statuses: dict[UnitId, UnitStatus] = {}
    for unit, value in state.units.items():
        for subject in (unit, *value.figures):
            for _, phrase, others in list_visible_links(state, subject):
                handles = ", ".join(map(state.info.words.format_display_handle, others))
                marks[unit][f"{phrase} {handles}"] += 1
        losses = (words for _, words in list_wound_and_lost_gear_signs(state, value.figures))
        text = ", ".join((*losses, *format_counted_marks(marks[unit]))) if value.figures else ""
        statuses[unit] = str(len(value.figures)), clean_text(text)
    return statuses


def _describe_changes(state: State, line: LogLine, changed: dict[UnitId, UnitStatus]) -> str:
    """Describe the changed units, as in ``R1 Alpha: 6 left, pinned``."""
    if line.kind == "opening":
        return ""
    names = MatchNames(state)
    descriptions = (
        f"{format_display_handle(unit)} {names.name_unit(unit)}: "
        f"{'none' if figures_left == '0' else figures_left} left" + (f", {marks}" if marks else "")
        for unit, (figures_left, marks) in changed.items()
    )
    return clean_text("; ".join(descriptions), MAX_TEXT_LENGTH)

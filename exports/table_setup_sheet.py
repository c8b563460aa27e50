"""The set-up sheet: a game on paper, so that players can set up the table again weeks later."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator

import pendulum

from tracker.application.log.match_display_names import MatchNames, format_equipment_ids
from tracker.application.match.game import Game
from tracker.application.match.victory_point_totals import count_victory_points, has_victory_points
from tracker.application.text_cleaning import clean_text
from tracker.application.typed_lines.named_question_replies import describe_open_question
from tracker.procedures.requests import Roll
from tracker.projection.displayed_subject_status import list_visible_links, list_visible_markers
from tracker.projection.match_state import Figure, Unit
from tracker.vocabulary import events as ev
from tracker.vocabulary.count_wording import format_count, format_need
from tracker.vocabulary.dice_bands import describe_bands_without_success
from tracker.vocabulary.subject_ids import FigureId, Subject, UnitId, format_display_handle

WIDTH = 74
MICROSECONDS_PER_SECOND = 1_000_000


def render_setup_sheet(game: Game) -> str:
    """Render the sheet as plain text 74 columns wide, with a tick box for every unit."""
    return "\n".join(_SetupSheet(game).list_lines()).rstrip() + "\n"


class _SetupSheet:
    """Lists the lines of a game's sheet: its sides with their units, and how the game stood."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.state = game.state
        self.names = MatchNames(game.state)

    def list_lines(self) -> Iterator[str]:
        state, history = self.state, self.game.history
        yield from _wrap(f"SET-UP SHEET  {clean_text(state.info.title)}")
        phase = self.names.get_phase_display_name(state.clock.phase)
        where = f"turn {state.clock.turn}, {phase}" if state.clock.turn else phase
        scores = count_victory_points(state, self.game.ruleset)
        points = " : ".join(str(scores[side.id]) for side in state.info.sides)
        shown = f" · VP {points}" if has_victory_points(state, self.game.ruleset) else ""
        yield f"{self.game.ruleset.title} · {where}{shown}"
        left_at = _format_time(history.lines[-1].at)
        yield f"as it stood after line {history.last_line_number}, {left_at}"
        for side in state.info.sides:
            yield ""
            yield from self._list_side_lines(side)
        if state.objectives:
            labels = (clean_text(one.label) for one in state.objectives.values())
            yield ""
            yield from _wrap(f"Objectives: {', '.join(labels)}")
        yield ""
        yield "State of the game"
        yield from self._list_remark_lines() or ["  no note was left"]
        if waiting := describe_awaited_input(self.game):
            yield ""
            yield from _wrap(f"Continue with: {clean_text(waiting)}")

    def _list_side_lines(self, side: ev.Side) -> Iterator[str]:
        force = self.state.forces.get(side.id)
        force_name = force.name if force and force.name != side.name else ""
        heads = (side.name, force_name, side.player)
        yield from _wrap(" · ".join(clean_text(part) for part in heads if part))
        yield "─" * WIDTH
        units = {id_: one for id_, one in self.state.units.items() if one.side == side.id}
        for id_, unit in units.items():
            if unit.figures:
                yield from self._list_unit_lines(id_, unit)
        gone = [self._name_gone_unit(id_, one) for id_, one in units.items() if not one.figures]
        if gone:
            yield from _wrap(f"gone: {', '.join(map(clean_text, gone))}", "    ")

    def _name_gone_unit(self, unit_id: UnitId, unit: Unit) -> str:
        joined = f" (joined {format_display_handle(unit.joined_unit)})" if unit.joined_unit else ""
        return f"{self.names.name_unit_with_handle(unit_id)}{joined}"

    def _list_unit_lines(self, unit_id: UnitId, unit: Unit) -> Iterator[str]:
        """Yield the unit's markers, opponents in combat and passengers, then its figures.

        Figures that look the same share a line. A single figure without markers has no line.
        """
        name, left = clean_text(unit.name), len(unit.figures)
        head = f"[ ] {format_display_handle(unit_id)} {name}: {left} of {unit.started}"
        yield from _wrap("   ".join((head, *map(clean_text, self._describe_marks(unit_id)))))
        groups = Counter(map(self._describe_figure_and_marks, unit.figures))
        kind, marks = next(iter(groups))
        if left == 1 and not marks and kind.casefold() == name.casefold():
            return
        for (kind, marks), count in groups.items():
            beside = f"   {', '.join(map(clean_text, marks))}" if marks else ""
            yield from _wrap(f"{count} × {clean_text(kind)}{beside}", "      ")

    def _describe_figure_and_marks(self, figure: FigureId) -> tuple[str, tuple[str, ...]]:
        value, words = self.state.figures[figure], self.state.info.words
        name = self.state.name_figure(value)
        if words.by_figure:
            name = f"{words.format_display_handle(figure)} {name}"
        return name, (*_describe_wounds_and_gear(value), *self._describe_marks(figure))

    def _describe_marks(self, subject: Subject) -> Iterator[str]:
        """Yield the markers, and a text for each kind of link, such as ``melee: B3 Stalker``."""
        for word, marker in list_visible_markers(self.state, subject):
            yield self.names.describe_marker(word, marker, since_prefix="since turn ")
        for _, link, others in list_visible_links(self.state, subject):
            yield f"{link}: {self.names.name_subjects(others)}"

    def _list_remark_lines(self) -> list[str]:
        """List the notes that players made when they last left the match."""
        found: list[str] = []
        for entry in self.game.history.iterate_path_entries_backwards():
            if not isinstance(entry.input, ev.Noted):
                if found:
                    break
            elif entry.input.mark == "stands":
                text = clean_text(entry.input.text) or "photographed"
                found[:0] = _wrap(f"{text} ({_format_time(entry.at)})", "  ")
        return found


def describe_awaited_input(game: Game) -> str:
    """Describe the open question or the first due action. If the game has ended, return ""."""
    if game.state.current_values.ended is not None:
        return ""
    if game.pending is not None:
        request = game.pending.request
        bands = request.bands if isinstance(request, Roll) else ()
        need = describe_bands_without_success(bands) or getattr(request, "need", "")
        words = describe_open_question(game)
        return f"{words}, {format_need(need)}" if need else words
    due = game.ruleset.due(game.match) if game.open_action_mismatch is None else ()
    return next((item.why for item in due), "")


def _describe_wounds_and_gear(figure: Figure) -> Iterator[str]:
    if figure.wounds:
        yield format_count(figure.wounds, "wound")
    for each in figure.lost:
        yield f"without {format_equipment_ids(each)}"
    for each in figure.gained:
        yield f"with {format_equipment_ids(each)}"


def _wrap(text: str, indent: str = "") -> list[str]:
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=indent,
        subsequent_indent=f"{indent}    ",
        break_on_hyphens=False,
    )


def _format_time(timestamp: int) -> str:
    return pendulum.from_timestamp(timestamp / MICROSECONDS_PER_SECOND, tz="local").format(
        "ddd D MMM YYYY, HH:mm"
    )

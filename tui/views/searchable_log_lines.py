"""The lines of the log, each with the text in which a search looks for words."""

from __future__ import annotations

from tracker.application.log.game_log_lines import MatchLog, expand_undone_line
from tracker.application.log.log_line_beginnings import resolve_actors_and_targets
from tracker.application.log.log_line_types import LogLine
from tracker.application.log.match_display_names import MatchNames
from tracker.application.match.game import Game
from tracker.application.match.match_entries import MatchEntry
from tracker.procedures.declared.action_line_forms import ActorsAndTargets
from tracker.projection.match_state import State
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import FigureId, Subject, UnitId, is_figure, is_unit

TIME_WIDTH = 11  # cells for ``T2 impetus`` and a space
RULING, TAKEN_BACK = "§", "╎"
MARKS = {RULING: "played by a table ruling; look back (t) says why", TAKEN_BACK: "undone"}


def find_actors_and_targets(game: Game, event: ev.ActionTaken) -> ActorsAndTargets:
    roles = game.history.find_actors_and_targets(event)
    return resolve_actors_and_targets(event, game.state, roles)


def list_line_subjects(game: Game, line: LogLine) -> list[Subject]:
    """List a line's subjects. Affected subjects come first, then targets, then actors."""
    state = game.state
    affected: list[Subject] = []
    named: list[Subject] = []
    for entry in list_line_entries(game, line):
        for fact in entry.facts:
            affected += _list_fact_subjects(state, fact)
        if isinstance(entry.input, ev.ActionTaken):
            roles = find_actors_and_targets(game, entry.input)
            named += [*roles.whom, *roles.who]
        if isinstance(entry.input, ev.Rolled):
            named += [subject for subject in (entry.input.target, entry.input.subject) if subject]
    by_figure = state.info.words.by_figure
    subjects = (*affected, *named)
    shown = [_replace_figure_by_unit(state, each, by_figure=by_figure) for each in subjects]
    return list(dict.fromkeys(subject for subject in shown if subject is not None))


def list_line_entries(game: Game, line: LogLine) -> list[MatchEntry]:
    """List a line's entries, oldest first."""
    history = game.history
    if line.kind == "taken back":
        return []
    start = history.count_path_events_up_to(line.version - 1)
    stop = history.count_path_events_up_to(line.end)
    heads = dict.fromkeys(event.entry for event in history.path[start:stop])
    return [history.get_entry_beginning_at(version) for version in heads]


def _list_fact_subjects(state: State, fact: ev.AnyFact) -> list[Subject]:
    match fact:
        case ev.FiguresRemoved(figures=figures) | ev.FiguresReturned(figures=figures):
            return list(figures)
        case ev.MarkerSet(subjects=subjects, marker=marker, until=until):
            words = {word.id: word for word in state.info.words.markers}
            word = words.get(marker)
            is_quiet = word is None or word.quiet or word.shown == "hidden" or until == "phase"
            return [] if is_quiet else list(subjects)
        case ev.Wounded(subjects=subjects):
            return list(subjects)
        case ev.GearChanged(figure=figure):
            return [figure]
        case ev.FiguresJoined(figures=joined):
            return [figure.id for figure in joined]
    return []


def _replace_figure_by_unit(state: State, subject: Subject, *, by_figure: bool) -> Subject | None:
    """Replace a figure with its unit, unless ``by_figure`` is true. Return None for a side."""
    if is_figure(subject) and not by_figure:
        value = state.figures.get(FigureId(subject))
        return None if value is None else value.unit
    return subject if is_unit(subject) or is_figure(subject) else None


def collect_search_text(game: Game, line: LogLine) -> str:
    """Collect the searchable text of a line: its number, turn, phase, text and subjects."""
    names = MatchNames(game.state)
    state = game.state
    words: list[str] = []
    for subject in list_line_subjects(game, line):
        words += [names.name_subject(subject), state.info.words.format_handle(subject)]
        unit = names.find_unit(subject)
        if unit is not None and unit in state.units:
            words += [state.units[UnitId(unit)].name, names.name_side(state.units[unit].side)]
    turn = f"T{line.turn} turn {line.turn}" if line.turn else ""
    return " ".join((str(line.number), str(line.last), turn, line.phase, line.text, *words))


def matches_all_word_beginnings(haystack: str, query: str) -> bool:
    """Return whether each word of ``query`` is the beginning of a word in ``haystack``."""
    words = [word.strip(".,:;()|▸·\"'") for word in haystack.casefold().split()]
    return all(any(word.startswith(start) for word in words) for start in query.casefold().split())


class GameLogView:
    """The view model of a game's log. Undone lines can be hidden or shown in their place."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._log = MatchLog()
        self._version = -1

    def list_lines(self) -> list[LogLine]:
        """Return all current lines, oldest first."""
        if self._version != self.game.version:
            self._log.update_and_find_first_change(self.game.history)
            self._version = self.game.version
        return self._log.lines

    def list_newest_lines(self, count: int, *, include_undone: bool = False) -> list[LogLine]:
        """Return the last ``count`` lines, newest first. ``include_undone`` adds undone lines."""
        lines: list[LogLine] = []
        for line in reversed(self.list_lines()):
            if len(lines) >= count:
                break
            lines.append(line)
            if include_undone and line.gone:
                undone = expand_undone_line(self.game.history, self.list_lines(), line)
                lines += reversed(undone)
        return lines[:count]

"""Imports a league record into a ledger, completely or not at all."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import groupby

from msgspec import Struct

from tracker.application.book import Book
from tracker.application.errors import Refused
from tracker.application.league_records.game_import_from_league_record import (
    choose_unused_stream_name,
    replay_and_verify_recorded_game,
    write_game_lines_missing_in_ledger,
)
from tracker.application.league_records.league_record_format import (
    BrokenRecord,
    LeagueRecord,
    LeagueRecordGame,
    decode_league_record,
)
from tracker.application.league_records.league_record_writer import (
    map_linked_games_to_record_names,
    rename_linked_games,
)
from tracker.application.leagues.league import League
from tracker.application.leagues.league_history import (
    LeagueEntry,
    LeagueHistory,
    RecordedLeagueEvent,
)
from tracker.application.leagues.league_summaries import summarise_league
from tracker.application.leagues.results.fixture_match_links import KINDS
from tracker.application.match_records.import_validation import ReadGame
from tracker.application.match_records.record_dry_run import PlayedRecord
from tracker.application.recorded_event_storage import build_new_entry, decode_event
from tracker.application.text_cleaning import strip_control_characters
from tracker.leagues import league_events as ev
from tracker.ledger.memory_store import MemoryStore
from tracker.ledger.store_interface import Store
from tracker.projection.undo_history_tree import Recorded
from tracker.vocabulary.count_wording import format_count

OF_A_PAIRING = (
    ev.ResultEntered,
    ev.ResultCorrected,
    ev.ResultWithdrawn,
    ev.ResultSigned,
    ev.ResultTold,
    ev.FixtureArranged,
    ev.MatchLinked,
    ev.MatchUnlinked,
    ev.ResultReported,
    ev.ReportTakenBack,
)
CAN_BE_ADDED = (*OF_A_PAIRING, ev.PointsGiven, ev.StoryTold)


def merge_diverged_lines(
    own_lines: Sequence[RecordedLeagueEvent],
    record_lines: Sequence[RecordedLeagueEvent],
    shared_count: int,
) -> list[RecordedLeagueEvent]:
    """Return the league's lines, followed by the lines that only the record has.

    The first ``shared_count`` lines are in both. Lines that have been merged before are skipped.
    Linked games must have the same names in both lists. Raises ``Refused``, which names the first
    line that cannot be added.
    """
    ours, theirs = LeagueHistory(own_lines), LeagueHistory(record_lines)
    if _list_shared_versions_not_undone(ours, shared_count) != _list_shared_versions_not_undone(
        theirs, shared_count
    ):
        raise Refused(
            "The league or the record has undone lines before the point where they first differ."
            " Redo these lines first."
        )
    own_entries = _list_later_entries(ours, shared_count)
    known = [_get_comparable_content(entry) for entry in own_entries]
    taken = [(entry.number, _get_fixtures_with_changed_results(entry)) for entry in own_entries]
    found = list(own_lines)
    for entry in _list_later_entries(theirs, shared_count):
        if _get_comparable_content(entry) in known:
            continue
        for event in entry.events:
            if not isinstance(event, CAN_BE_ADDED):
                name = re.sub("(?<!^)(?=[A-Z])", " ", type(event).__name__).lower()
                raise Refused(
                    f"Line {entry.number} of the record ({name}) changes the whole "
                    "league, so it cannot be merged. Import the record with --apart instead."
                )
        for number, pairings in taken:
            if both := pairings & _get_fixtures_with_changed_results(entry):
                raise Refused(
                    f"Line {entry.number} of the record and line {number} of the league both"
                    f" change pairing {min(both)}. Undo one of these lines first."
                )
        first = len(found) + 1
        found += [
            Recorded(first + index, first, 0, event, entry.at, entry.author)
            for index, event in enumerate(entry.events)
        ]
    return found


def _list_shared_versions_not_undone(history: LeagueHistory, same: int) -> list[int]:
    return [line.version for line in history.path if line.version <= same]


def _list_later_entries(history: LeagueHistory, same: int) -> list[LeagueEntry]:
    return [entry for entry in history.list_entries_on_path() if entry.version > same]


def _get_comparable_content(entry: LeagueEntry) -> tuple[object, ...]:
    return entry.at, entry.author, entry.events


def _get_fixtures_with_changed_results(entry: LeagueEntry) -> frozenset[str]:
    return frozenset(one.fixture for one in entry.events if isinstance(one, OF_A_PAIRING))


ReadLeague = Callable[[League], object]
"""A function that reads a league, to test whether it can be read."""


class LeagueImportResult(Struct, frozen=True):
    """The result of an import. ``lines`` and ``games`` are the numbers of new lines and of games
    with new lines.

    If the league was already in the ledger, ``ahead`` is the number of its lines that are missing
    from the record.
    """

    stream: str
    title: str
    was_there: bool
    lines: int
    games: int
    ahead: int = 0
    warnings: tuple[str, ...] = ()

    @property
    def description(self) -> str:
        called = f"{self.stream} {self.title}"
        counts = ((self.lines, "line"), (self.games, "game"))
        new = " and ".join(format_count(number, noun) for number, noun in counts if number)
        if not self.was_there:
            return f"{called}: {new} imported"
        if new:
            return f"{called} is already in the ledger; new in the record, and imported: {new}"
        ahead = format_count(self.ahead, "line")
        more = f", with {ahead} that the record lacks" if self.ahead else ""
        return f"{called} is already in the ledger{more}; nothing was changed"


class _ExistingLeague(Struct, frozen=True):
    """The league in the ledger that the record continues. ``stream`` is "" if there is none.

    The first ``same`` lines of the league are equal to those of the record. ``has_diverged`` is
    true if the league and the record each have lines that the other lacks.
    """

    stream: str = ""
    lines: list[RecordedLeagueEvent] = []
    same: int = 0
    has_diverged: bool = False


def import_league_record(
    book: Book,
    text: str,
    *,
    as_copy: bool = False,
    merge_diverged: bool = False,
    readers: Sequence[ReadLeague] = (),
    game_readers: Sequence[ReadGame] = (),
) -> LeagueImportResult:
    """Import a league with its games, or only the lines that are new.

    If the league or a game has diverged in the ledger, ``as_copy`` imports a separate copy.
    ``merge_diverged`` instead adds the record's own lines to the local league. Raises ``Refused``,
    before anything is written, if the import is impossible.
    """
    sheet, lines = decode_league_record(text)
    require_readable_league(book, sheet, lines, readers)
    recorded = (one for one in sheet.games if one.record)
    played = {one: replay_and_verify_recorded_game(book, one, game_readers) for one in recorded}
    with book.write_in_transaction():
        there = _find_league_with_most_shared_lines(book, lines, parted_first=merge_diverged)
        if there.has_diverged and not (as_copy or merge_diverged):
            raise Refused(_describe_difference(book, there, lines))
        if there.has_diverged and as_copy:
            there = _ExistingLeague()
        names, new = _write_games_and_count_changed(book, played, there, apart=as_copy)
        lines = rename_linked_games(lines, names)
        if there.has_diverged:
            lines = merge_diverged_lines(there.lines, lines, there.same)
            require_readable_league(book, sheet, lines, readers)
        stream, entered = _append_missing_lines(book.store, sheet, there, lines)
    missing = sum(not one.record for one in sheet.games)
    warning = f"The record does not contain {format_count(missing, 'game')} of the league."
    return LeagueImportResult(
        stream=stream,
        title=sheet.title,
        was_there=bool(there.stream),
        lines=entered,
        games=new,
        ahead=len({line.entry for line in there.lines[len(lines) :]}),
        warnings=(warning,) if missing else (),
    )


def require_readable_league(
    book: Book,
    record: LeagueRecord,
    lines: Sequence[RecordedLeagueEvent],
    readers: Sequence[ReadLeague],
) -> None:
    """Load the league in memory, and call every reader. Raises ``Refused`` if either fails."""
    trial = Book(MemoryStore(), clock=book.clock, rulesets=book.rulesets)
    try:
        stream, _ = _append_missing_lines(trial.store, record, _ExistingLeague(), lines)
        league = trial.open_league(stream)
        for reads in readers:
            reads(league)
    except Exception as fault:  # any error here would occur again at every start
        raise Refused(
            "This league cannot be read from the record"
            f" ({type(fault).__name__}: {strip_control_characters(str(fault))[:120]});"
            " nothing was saved."
        ) from fault
    if (league.state.info.what, league.title) != (record.what, record.title):
        raise BrokenRecord("The record's header and its lines name different leagues.")


def _write_games_and_count_changed(
    book: Book,
    played: dict[LeagueRecordGame, PlayedRecord],
    existing: _ExistingLeague,
    *,
    apart: bool,
) -> tuple[dict[str, str], int]:
    """Write the record's games to the ledger.

    Return a map from each game's name in the record to its stream, and the number of games with new
    lines.
    """
    known = map_linked_games_to_record_names(existing.lines[: existing.same])
    names = {name: stream for stream, name in known.items()}
    new = 0
    for one, game in played.items():
        meant = names.get(one.name)
        if meant is not None and book.get_summary(meant) is None:
            continue  # the local league refers to it, but it was never here
        names[one.name], wrote = write_game_lines_missing_in_ledger(
            book, game, known_stream=meant, allow_copy=apart
        )
        new += wrote
    return names, new


def _find_league_with_most_shared_lines(
    book: Book, lines: Sequence[RecordedLeagueEvent], *, parted_first: bool
) -> _ExistingLeague:
    """Return the league in the ledger that shares the most leading lines with the record.

    Leagues that have not diverged are preferred. If ``parted_first`` is true, diverged leagues are
    preferred instead. If no league shares a line, the result has no stream.
    """
    found: list[_ExistingLeague] = []
    for kind in KINDS:
        for info in book.store.list_streams(kind):
            here = [decode_event(one, ev.LEAGUE) for one in book.store.read_events(info.stream)]
            pairs = zip(
                rename_linked_games(here, map_linked_games_to_record_names(here)),
                lines,
                strict=False,
            )
            differing = (n for n, (one, two) in enumerate(pairs) if one != two)
            common = min(len(here), len(lines))
            if same := next(differing, common):
                found.append(_ExistingLeague(info.stream, here, same, same < common))
    absent = _ExistingLeague()
    return max(found, key=lambda one: (one.has_diverged is parted_first, one.same), default=absent)


def _describe_difference(
    book: Book, existing: _ExistingLeague, lines: Sequence[RecordedLeagueEvent]
) -> str:
    number = LeagueHistory(lines).get_line_number(existing.same + 1)
    title = book.open_league(existing.stream).title
    return (
        f"{existing.stream} {title} and the record match up to line {number - 1} and differ from"
        f" line {number} on. To add the record's own lines, use --merge. To import the record as"
        " a separate league, use --apart."
    )


def _append_missing_lines(
    store: Store,
    record: LeagueRecord,
    existing: _ExistingLeague,
    lines: Sequence[RecordedLeagueEvent],
) -> tuple[str, int]:
    """Append the lines that the league lacks. Return the league's stream, and the number of new
    lines.
    """
    stream = existing.stream or choose_unused_stream_name(store, record.what)
    state = LeagueHistory(lines).state
    summary = summarise_league(stream, state, len(lines), lines[0].at, lines[-1].at)
    new = 0
    for _, each in groupby(lines, key=lambda line: line.entry):
        entry = list(each)
        if entry[0].version <= len(existing.lines):
            continue
        is_last = entry[-1].version == len(lines)
        store.append_entry(
            build_new_entry(stream, entry, ev.LEAGUE, record.what, summary if is_last else None)
        )
        new += 1
    return stream, new

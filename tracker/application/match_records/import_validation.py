"""Checks a match before it is stored, because an imported match cannot be removed.

Each line is checked when it is played. After that, all reports and exports read the match in
memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from tracker.application.book import Book
from tracker.application.chances.game_luck import compute_luck
from tracker.application.errors import Refused
from tracker.application.game_dates import parse_stored_date
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.game import Game
from tracker.application.match.match_writer import MatchJournal
from tracker.application.match_records.dry_run_game import DryRunGame
from tracker.application.match_setup import SIDES
from tracker.application.text_cleaning import strip_control_characters
from tracker.ledger.memory_store import MemoryStore
from tracker.ledger.store_interface import Store
from tracker.procedures.ruleset import Ruleset
from tracker.projection.undo_history_tree import RecordedEvent
from tracker.vocabulary import events as ev
from tracker.vocabulary.events import Version
from tracker.vocabulary.subject_ids import format_handle

ReadGame = Callable[[Game], object]

MAX_WOUNDS = 999
MAX_NAME_LENGTH = 1000
FIRST_YEAR, LAST_YEAR = 1970, 9998
_YEAR = 31_556_952 * 1_000_000  # a mean Gregorian year, in microseconds


def list_faults_of_opening(
    rules: Ruleset, opened: ev.MatchOpened, forces: Sequence[ev.ForceMustered]
) -> Iterator[str]:
    """Yield the reasons why the opening of a match cannot be stored."""
    yield from _list_name_faults("the title", opened.title)
    yield from _list_name_faults("the version of the rules", opened.ruleset_version)
    for side in opened.sides:
        yield from _list_name_faults("the name of a side", side.name)
        yield from _list_name_faults("the name of a player", side.player)
        if not (len(side.letter) == 1 and side.letter.isascii() and side.letter.islower()):
            yield f"the letter of a side must be a to z, not {side.letter!r}"
    if len(opened.sides) > SIDES:
        yield f"a game has two sides, not {len(opened.sides)}"
    yield from _list_repeated_name_faults("two sides are", (side.id for side in opened.sides))
    yield from _list_repeated_name_faults(
        "two sides have the letter", (side.letter for side in opened.sides)
    )
    try:
        parse_stored_date(opened.played_on or "2000-01-01")
    except ValueError:
        yield f"the date {opened.played_on!r} does not exist"
    for option in rules.options:
        value = opened.options.get(option.name, option.default)
        if not option.is_allowed(value):
            yield f"option {option.name} cannot be {value!r}; allowed: {option.allowed_text}"
    yield from _list_faults_of_forces(rules, opened.sides, forces)


def list_faults_of_lines(
    rules: Ruleset, sides: Sequence[ev.Side], lines: Sequence[RecordedEvent]
) -> Iterator[str]:
    """Yield the reasons why the lines of a match cannot be stored."""
    for line in lines:
        if not 0 <= line.at < (LAST_YEAR - FIRST_YEAR) * _YEAR:
            yield f"its time must be between the years {FIRST_YEAR} and {LAST_YEAR}"
        yield from _list_name_faults("the author", line.author)
        if isinstance(line.event, ev.ForceMustered):
            yield from _list_faults_of_forces(rules, sides, (line.event,))
        if isinstance(line.event, ev.FiguresJoined):
            yield from _list_unit_faults(line.event)
            yield from _list_profile_faults(rules, line.event.profiles)


def _list_faults_of_forces(
    rules: Ruleset, sides: Sequence[ev.Side], forces: Sequence[ev.ForceMustered]
) -> Iterator[str]:
    units = [unit for force in forces for unit in force.units]
    yield from _list_repeated_name_faults("two units are", (unit.id for unit in units))
    yield from _list_repeated_name_faults(
        "two figures are", (each.id for unit in units for each in unit.figures)
    )
    for force in forces:
        side = next((side for side in sides if side.id == force.side), None)
        if side is None:
            yield f"there is no side for the force {force.force!r}"
        else:
            yield from _list_force_faults(rules, force, side)


def _list_force_faults(rules: Ruleset, force: ev.ForceMustered, side: ev.Side) -> Iterator[str]:
    markers = {word.id for word in rules.words.markers}
    yield from _list_name_faults("the name of a force", force.force)
    for unit in force.units:
        called = format_handle(unit.id)
        if called[:1] != side.letter or not called[1:].isdecimal():
            yield f"the name of a unit of {side.name} must be like {side.letter}1, not {called}"
        yield from _list_unit_faults(unit)
        strange = [marker for marker, _ in unit.marks if marker not in markers]
        if strange:
            yield f"{called} has the marker {strange[0]!r}, which the rules do not define"
        if not unit.figures:
            yield f"{called} has no figures"
        for figure in unit.figures:
            if figure.profile not in force.profiles:
                profile = figure.profile
                yield f"{called} has the profile {profile!r}, which the force does not define"
    yield from _list_profile_faults(rules, force.profiles)


def _list_unit_faults(unit: ev.MusteredUnit | ev.FiguresJoined) -> Iterator[str]:
    yield from _list_name_faults("the name of a unit", unit.name)
    for figure in unit.figures:
        yield from _list_name_faults("the name of a figure", figure.name)
        if not 0 <= figure.wounds <= MAX_WOUNDS:
            yield f"{figure.profile} can have 0 to {MAX_WOUNDS} wounds, not {figure.wounds}"


def _list_profile_faults(
    rules: Ruleset, profiles: Mapping[str, Mapping[str, ev.Json]]
) -> Iterator[str]:
    kind = rules.forces.profile if rules.forces else None
    for name, profile in profiles.items() if kind else ():
        try:
            msgspec.convert(profile, kind, strict=False)
        except msgspec.ValidationError as error:
            yield f"the profile {name} cannot be played: {str(error)[:200]}"


def _list_name_faults(what: str, text: str) -> Iterator[str]:
    if len(text) > MAX_NAME_LENGTH:
        yield f"{what} has {len(text)} characters; the limit is {MAX_NAME_LENGTH}"
    if strip_control_characters(text) != text:
        yield f"{what} contains control characters"


def _list_repeated_name_faults(what: str, names: Iterator[str]) -> Iterator[str]:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            yield f"{what} {format_handle(name) if ':' in name else name}"
        seen.add(name)


def require_readable_match(book: Book, dry_run: DryRunGame, readers: Sequence[ReadGame]) -> None:
    """Store the match in memory, and call every reader. Raises ``Refused`` if a reader fails."""
    trial = Book(MemoryStore(), clock=book.clock, rulesets=book.rulesets)
    store_match(trial.store, dry_run, "m1")
    own_readers = (
        lambda game: list_log_lines(game.history),
        lambda game: compute_luck(game.history),
    )
    for read in (*own_readers, *readers):
        try:
            read(trial.open_game("m1"))
        except Refused:
            continue  # users would get the same message later
        except Exception as fault:  # any error would occur again whenever the match is opened
            raise Refused(
                f"This match could not be opened after the import ({type(fault).__name__}: "
                f"{strip_control_characters(str(fault))[:120]}). Nothing was saved."
            ) from fault


def store_match(store: Store, dry_run: DryRunGame, stream: str, after: Version = 0) -> None:
    """Append the match of a dry run to a stream after version ``after``, in one transaction."""
    history = dry_run.history
    with store.write_in_transaction():
        MatchJournal(store, stream).append_entries_and_summary(
            history.lines[after:], history.state, history.path
        )

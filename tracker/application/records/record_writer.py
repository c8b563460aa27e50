"""A match written as a record."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from tracker.application.errors import LedgerError, Refused
from tracker.application.match.match_history import MatchHistory
from tracker.application.photos import Photo, list_digests
from tracker.application.records import match_digest, record_rows
from tracker.application.records.dry_run_game import DryRunGame
from tracker.application.records.head import write_head
from tracker.application.records.photo_rows import write_photo_rows
from tracker.application.records.row_copier import Copied, Copyist
from tracker.application.records.row_player import speak
from tracker.procedures.ruleset import Ruleset
from tracker.projection.history import RecordedEvent

END = "@end"
MOST_TRIES = 50


def compose(
    ruleset: Ruleset, story: MatchHistory, photo: Callable[[str], Photo | None] = lambda _: None
) -> str:
    """The record of a match. Raises ``Refused`` for a stream that is no match.

    ``photo`` finds one by its digest; those that there are come at the end.

    What was written is played once more as anybody would read it; a row that then says something
    else is written again as the book keeps it.
    """
    plainly: frozenset[int] = frozenset()
    for _ in range(MOST_TRIES):
        copyist = Copyist(ruleset, story, plainly)
        copied = list(copyist.rows())
        wrong = _first_wrong(ruleset, copyist, copied)
        if wrong is None:
            opened, forces = copyist.read_opening()
            top = write_head(ruleset, opened, forces, story.state, story.lines[0].author)
            return record_rows.write(top, _rows(copied, story.lines, photo))
        plainly |= {wrong}
    raise Refused("This match cannot be written as a record; export it as JSON instead.")


def _first_wrong(ruleset: Ruleset, copyist: Copyist, copied: Sequence[Copied]) -> int | None:
    """The number of the first entry of a row that does not say again what it was written for."""
    dry_run = DryRunGame(ruleset)
    opened, forces = copyist.read_opening()
    dry_run.writer.author = copyist.entries[0][0].author
    for row in copied:
        if row.text.startswith("#"):
            continue
        dry_run.writer.allow([entry[0].at for entry in row.entries])
        try:
            if row.text == record_rows.RULE:
                dry_run.open_with(opened, forces)
            else:
                speak(dry_run, row.text)
        except (Refused, LedgerError):
            pass
        lines = dry_run.story.lines[row.entries[0][0].version - 1 :] if row.entries else []
        if match_digest.compute_digest(lines) != match_digest.compute_digest(
            line for entry in row.entries for line in entry
        ):
            return row.first
    return None


def _rows(
    copied: Sequence[Copied],
    lines: Sequence[RecordedEvent],
    photo: Callable[[str], Photo | None],
) -> Iterator[tuple[str, str]]:
    last: int | None = None
    for row in copied:
        times = [entry[0].at for entry in row.entries]
        yield row.text, record_rows.stamp(row.first, times, last) if times else ""
        last = times[-1] if times else last
    yield f"{END} {len(lines)} events {match_digest.compute_digest(lines)}", ""
    for digest in list_digests(lines):
        found = photo(digest)
        if found is not None:
            yield from ((text, "") for text in write_photo_rows(digest, found))

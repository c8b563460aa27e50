"""A ledger written as static pages, and brought up to date by being written again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from exports.league_parts import plain
from exports.site.folder import SiteFolder, SiteWritten
from exports.site.site_parts import SitePart, parts_of
from tracker.application.book import Book
from tracker.application.errors import Refused
from tracker.application.folder import must_lie_there
from tracker.vocabulary.counts import plural

TITLE = "Games and leagues"


def write_site(
    book: Book,
    path: Path,
    *,
    title: str = "",
    anew: bool = False,
    before: Callable[[], None] = lambda: None,
) -> SiteWritten:
    """Write every page that is not as it was. ``title`` is kept for the next time.

    ``before`` is called before each part; what it raises ends the writing, and the next one goes
    on. ``anew`` writes all of them, also where a folder has the pages of another ledger. Raises
    ``Refused`` where the folder is of no use; pages that cannot be made are told in ``left``.
    """
    if title and not plain(title):
        raise Refused("The title has nothing to read in it; name the site otherwise.")
    must_lie_there(path)
    folder = SiteFolder(path)
    if not anew:
        folder.must_be_of(book)
    folder.list.title = plain(title) or folder.list.title or TITLE
    anchor = str(book.anchor())
    parts = _each(parts_of(book, folder.list.title), before)
    return folder.write(parts, anchor, anew=anew)


def in_words(written: SiteWritten) -> str:
    """``58 pages, 3 written, 1 taken away``."""
    removed = f", {written.removed} taken away" if written.removed else ""
    return f"{plural(written.pages, 'page')}, {written.written} written{removed}"


def _each(parts: Iterable[SitePart], before: Callable[[], None]) -> Iterator[SitePart]:
    for part in parts:
        before()
        yield part

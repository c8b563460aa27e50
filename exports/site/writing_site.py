"""A ledger written as static pages, and brought up to date by being written again."""

from __future__ import annotations

from pathlib import Path

from exports.league_parts import plain
from exports.site.folder import SiteFolder, SiteWritten
from exports.site.site_parts import parts_of
from tracker.application.book import Book
from tracker.application.errors import Refused

TITLE = "Games and leagues"


def write_site(book: Book, path: Path, *, title: str = "", anew: bool = False) -> SiteWritten:
    """Write every page that is not as it was. ``title`` is kept for the next time.

    ``anew`` writes all of them, also where a folder has the pages of another ledger. Raises
    ``Refused`` where the folder is of no use; pages that cannot be made are told in ``left``.
    """
    if title and not plain(title):
        raise Refused("The title has nothing to read in it; name the site otherwise.")
    folder = SiteFolder(path)
    if not anew:
        folder.must_be_of(book)
    folder.list.title = plain(title) or folder.list.title or TITLE
    anchor = str(book.anchor())
    return folder.write(parts_of(book, folder.list.title), anchor, anew=anew)

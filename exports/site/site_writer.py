"""Writing of a ledger as static pages, which are updated when written again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from exports.report_sections import clean_to_one_line
from exports.site.site_manifest import SiteFolder, SiteWriteResult
from exports.site.site_page_list import SitePart, list_site_parts
from tracker.application.book import Book
from tracker.application.browser_file_folder import require_in_allowed_folder
from tracker.application.errors import Refused
from tracker.vocabulary.count_wording import format_count

TITLE = "Games and leagues"


def write_site(
    book: Book,
    path: Path,
    *,
    title: str = "",
    anew: bool = False,
    before: Callable[[], None] = lambda: None,
) -> SiteWriteResult:
    """Write every changed page. ``title`` is saved for the next time.

    ``before`` is called before each part. An exception from it stops the writing, and the next call
    continues. ``anew`` writes every page, even if the folder has another ledger's pages. Raises
    ``Refused`` if the folder cannot be used. ``left`` in the result lists the pages that could not
    be made.
    """
    if title and not clean_to_one_line(title):
        raise Refused("The title has no readable text. Give the site another title.")
    require_in_allowed_folder(path)
    folder = SiteFolder(path)
    if not anew:
        folder.require_same_ledger(book)
    folder.list.title = clean_to_one_line(title) or folder.list.title or TITLE
    anchor = str(book.compute_history_anchor())
    parts = _each(list_site_parts(book, folder.list.title), before)
    return folder.write_parts(parts, anchor, anew=anew)


def describe_site_result(written: SiteWriteResult) -> str:
    """Describe the result, such as ``58 pages, 3 written, 1 removed``."""
    removed = f", {written.removed} removed" if written.removed else ""
    return f"{format_count(written.pages, 'page')}, {written.written} written{removed}"


def _each(parts: Iterable[SitePart], before: Callable[[], None]) -> Iterator[SitePart]:
    for part in parts:
        before()
        yield part

"""Writes a ledger as static pages, and later updates those that have changed."""

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


def write_site(
    book: Book,
    path: Path,
    *,
    title: str = "",
    rewrite_all: bool = False,
    call_before_part: Callable[[], None] = lambda: None,
) -> SiteWriteResult:
    """Write every changed page. ``title`` is saved for later runs.

    ``call_before_part`` is called before each part. If the call raises an exception, writing stops,
    and the next call of this function continues it. ``rewrite_all`` writes every page, even if the
    folder contains another ledger's pages. Raises ``Refused`` if the folder cannot be used.
    ``skipped`` in the result lists the pages that could not be made.
    """
    if title and not clean_to_one_line(title):
        raise Refused("The title has no readable text. Give the site another title.")
    require_in_allowed_folder(path)
    folder = SiteFolder(path)
    if not rewrite_all:
        folder.require_same_ledger(book)
    folder.manifest.title = clean_to_one_line(title) or folder.manifest.title or "Games and leagues"
    anchor = str(book.compute_history_anchor())
    parts = _call_before_each(list_site_parts(book, folder.manifest.title), call_before_part)
    return folder.write_changed_and_remove_obsolete(parts, anchor, rewrite_all=rewrite_all)


def describe_site_result(result: SiteWriteResult) -> str:
    """Describe the result, such as ``58 pages, 3 written, 1 removed``."""
    removed = f", {result.removed} removed" if result.removed else ""
    return f"{format_count(result.pages, 'page')}, {result.written} written{removed}"


def _call_before_each(
    parts: Iterable[SitePart], before_part: Callable[[], None]
) -> Iterator[SitePart]:
    for part in parts:
        before_part()
        yield part

"""Writes a ledger as static pages, and later updates those that have changed.

``warledger-site.json`` in the folder lists the files written. Other files are never touched.
Before the first page is touched, the list records that writing is in progress. If the program is
killed then, the list does not match the pages. Until the next complete run, the program treats
pages with its own mark as its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from exports.output_file_writing import explain_os_error, write_text_file_atomically
from exports.report_section_types import clean_to_one_line
from exports.site.site_pages import SitePart, list_ledger_site_parts
from tracker.application.book import Book
from tracker.application.browser_folder_restriction import require_in_allowed_folder
from tracker.application.errors import LedgerError, Refused
from tracker.vocabulary.count_wording import format_count

MANIFEST_FILE: Final = "warledger-site.json"
FORMAT: Final = "warledger-site"
GENERATOR_MARKS: Final = (b'<meta name="generator" content="Warledger">', b"PRODID:-//Warledger//")
"""Texts near the beginning of a file that identify this program's pages and calendars."""
MARK_SEARCH_BYTES: Final = 1000


class WrittenSitePart(Struct, frozen=True):
    """A part's key, and the digests of its pages by name."""

    key: str = ""
    pages: dict[str, str] = {}


class SiteManifest(Struct):
    """The list of files written to a folder, with the ledger's anchor and the site's title."""

    format: str = FORMAT
    version: int = 1
    title: str = ""
    anchor: str = ""
    under_way: bool = False
    parts: dict[str, WrittenSitePart] = {}


class SiteWriteResult(Struct, frozen=True):
    """The numbers of all pages, pages written and pages removed, and the pages ``skipped``."""

    pages: int
    written: int
    removed: int
    skipped: tuple[str, ...]


class SiteFolder:
    """The folder of a ledger's pages, created if missing. Raises ``Refused`` if it is a file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.manifest = _make_folder_and_read_manifest(path)
        self._written = 0
        self._skipped: list[str] = []
        self._owns_marked_files = self.manifest.under_way

    def require_same_ledger(self, book: Book) -> None:
        """Raise ``Refused`` if the pages come from a ledger with another history."""
        if self.manifest.anchor and book.explain_anchor_mismatch(self.manifest.anchor):
            raise Refused(
                f"The pages in {self.path} belong to another ledger, or to a different history of"
                " this ledger. Choose another folder, or use --anew to replace the pages."
            )

    def write_changed_and_remove_obsolete_pages(
        self, parts: Iterable[SitePart], history_anchor: str, *, rewrite_all: bool = False
    ) -> SiteWriteResult:
        """Write changed pages and remove obsolete ones.

        If ``rewrite_all`` is true, every page is written, even one that somebody changed or that
        the manifest does not list.
        """
        self._owns_marked_files = self._owns_marked_files or rewrite_all
        before, written_parts = self.manifest.parts, dict[str, WrittenSitePart]()
        for part in parts:
            previous = before.get(part.id, WrittenSitePart())
            has_pages = all((self.path / name).exists() for name in previous.pages)
            is_unchanged = part.key and previous.key == part.key and not rewrite_all and has_pages
            written_parts[part.id] = (
                previous
                if is_unchanged
                else self._write_changed_pages_of_part(part, previous, rewrite_all)
            )
        page_names = {name for part in written_parts.values() for name in part.pages}
        known_digests = {
            name: digest for part in before.values() for name, digest in part.pages.items()
        }
        obsolete = [
            name for name in known_digests if name not in page_names and (self.path / name).exists()
        ]
        removed = sum(self._remove_if_ours(name, known_digests[name]) for name in obsolete)
        if (
            self.manifest.under_way
            or written_parts != before
            or history_anchor != self.manifest.anchor
        ):
            self._save_manifest(written_parts, history_anchor, under_way=False)
        return SiteWriteResult(len(page_names), self._written, removed, tuple(self._skipped))

    def _write_changed_pages_of_part(
        self, part: SitePart, previous: WrittenSitePart, rewrite_all: bool
    ) -> WrittenSitePart:
        try:
            pages = part.render_pages()
        except (LedgerError, Refused) as error:
            self._skipped.append(f"{part.id} was not updated: {error}")
            return previous
        digests, is_complete = {}, True
        for name, text in pages.items():
            digest, known_digest = sha256(text.encode()).hexdigest(), previous.pages.get(name)
            if known_digest == digest and (self.path / name).exists() and not rewrite_all:
                digests[name] = digest
            elif self._check_is_ours_or_skip(name, known_digest, digest):
                self._write_page(name, text)
                digests[name] = digest
            else:
                is_complete = False
                digests |= {name: known_digest} if known_digest is not None else {}
        return WrittenSitePart(part.key if is_complete else "", digests)

    def _write_page(self, name: str, text: str) -> None:
        if not self.manifest.under_way:
            self._save_manifest(self.manifest.parts, self.manifest.anchor, under_way=True)
        write_text_file_atomically(self.path / name, text, overwrite=True)
        self._written += 1

    def _remove_if_ours(self, name: str, digest: str) -> bool:
        if not self._check_is_ours_or_skip(name, digest, digest):
            return False
        (self.path / name).unlink()
        return True

    def _check_is_ours_or_skip(self, name: str, known_digest: str | None, new_digest: str) -> bool:
        """Return whether this program may change the file. If not, record that it is skipped.

        It may change a missing file and its own files.
        """
        file = self.path / name
        if not file.exists() and not file.is_symlink():
            return True
        if file.is_file() and not file.is_symlink():
            content = file.read_bytes()
            if sha256(content).hexdigest() in {known_digest, new_digest}:
                return True
            if self._owns_marked_files and any(
                mark in content[:MARK_SEARCH_BYTES] for mark in GENERATOR_MARKS
            ):
                return True
        foreign = "already exists and is not part of the site"
        reason = "was edited by somebody" if known_digest else foreign
        self._skipped.append(
            f"{file} {reason}, so it was left as it is. Move the file to another folder, then write"
            " the site again."
        )
        return False

    def _save_manifest(
        self, parts: dict[str, WrittenSitePart], anchor: str, *, under_way: bool
    ) -> None:
        self.manifest = SiteManifest(
            title=self.manifest.title, anchor=anchor, under_way=under_way, parts=parts
        )
        text = msgspec.json.format(msgspec.json.encode(self.manifest), indent=1).decode()
        write_text_file_atomically(self.path / MANIFEST_FILE, text + "\n", overwrite=True)


def _make_folder_and_read_manifest(path: Path) -> SiteManifest:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        if path.exists():
            raise Refused(f"{path} is a file, not a folder. Choose another folder.") from error
        reason = explain_os_error(error)
        raise Refused(f"{path} cannot be written to: {reason}. Choose another folder.") from error
    file = path / MANIFEST_FILE
    if not file.exists():
        return SiteManifest()
    try:
        manifest = msgspec.json.decode(file.read_bytes(), type=SiteManifest)
    except (OSError, msgspec.MsgspecError) as error:
        raise Refused(
            f"{file} cannot be read, so the pages next to it may belong to another ledger. Choose"
            " another folder, or remove these pages."
        ) from error
    page_names = {name for part in manifest.parts.values() for name in part.pages}
    if manifest.format != FORMAT or any(Path(name).name != name for name in page_names):
        raise Refused(f"{file} is not a Warledger page list. Choose another folder.")
    return manifest


def write_site(
    book: Book,
    path: Path,
    *,
    title: str = "",
    rewrite_all: bool = False,
    call_before_part: Callable[[], None] = lambda: None,
) -> SiteWriteResult:
    """Write every changed page. ``title`` is saved for later runs.

    ``call_before_part`` is called before each part. If it raises an exception, writing stops, and
    the next call of ``write_site`` continues. If ``rewrite_all`` is true, every page is written,
    even if the folder contains another ledger's pages. Raises ``Refused`` if the folder cannot be
    used. ``skipped`` in the result lists the pages that could not be made.
    """
    if title and not clean_to_one_line(title):
        raise Refused("The title has no readable text. Give the site a different title.")
    require_in_allowed_folder(path)
    folder = SiteFolder(path)
    if not rewrite_all:
        folder.require_same_ledger(book)
    folder.manifest.title = clean_to_one_line(title) or folder.manifest.title or "Games and leagues"
    anchor = str(book.compute_history_anchor())
    parts = _call_before_each(list_ledger_site_parts(book, folder.manifest.title), call_before_part)
    return folder.write_changed_and_remove_obsolete_pages(parts, anchor, rewrite_all=rewrite_all)


def describe_site_result(result: SiteWriteResult) -> str:
    """Describe the result, as in ``58 pages, 3 written, 1 removed``."""
    removed = f", {result.removed} removed" if result.removed else ""
    return f"{format_count(result.pages, 'page')}, {result.written} written{removed}"


def _call_before_each(
    parts: Iterable[SitePart], before_part: Callable[[], None]
) -> Iterator[SitePart]:
    for part in parts:
        before_part()
        yield part

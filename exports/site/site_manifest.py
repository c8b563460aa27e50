"""The folder of a site, with a list of the files written. Other files are never touched.

Before the first page is touched, the list (``warledger-site.json``) records that writing is in
progress. If the program is killed then, the list does not match the pages. Until the next complete
run, pages with the program's own mark count as its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from exports.safe_file_writing import write_text_file
from exports.site.site_page_list import SitePart
from tracker.application.book import Book
from tracker.application.errors import LedgerError, Refused

LIST: Final = "warledger-site.json"
FORMAT: Final = "warledger-site"
MARKS: Final = (b'<meta name="generator" content="Warledger">', b"PRODID:-//Warledger//")
"""The marks of this program's pages and calendars, near the beginning of each file."""
NEAR: Final = 1000


class WrittenSitePart(Struct, frozen=True):
    """A part's key, and its pages by name with their digests."""

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
    """The numbers of pages, of pages written and of pages removed, and what was ``left`` out."""

    pages: int
    written: int
    removed: int
    left: tuple[str, ...]


class SiteFolder:
    """The folder of a ledger's pages. Raises ``Refused`` if the path is not a folder."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.list = _read(path)
        self._written = 0
        self._left: list[str] = []
        self._marked_are_ours = self.list.under_way

    def require_same_ledger(self, book: Book) -> None:
        """Raise ``Refused`` if the pages come from a ledger with another history."""
        if self.list.anchor and book.explain_missing_anchor(self.list.anchor):
            raise Refused(
                f"The pages in {self.path} belong to another ledger, or to another history of this "
                "one. Choose another folder, or use --anew to replace them."
            )

    def write_parts(
        self, parts: Iterable[SitePart], anchor: str, *, anew: bool = False
    ) -> SiteWriteResult:
        """Update the folder: write changed pages and remove obsolete ones.

        If ``anew`` is true, every page is written, even if someone changed it or it is not in the
        list.
        """
        self._marked_are_ours = self._marked_are_ours or anew
        before, found = self.list.parts, dict[str, WrittenSitePart]()
        for part in parts:
            was = before.get(part.id, WrittenSitePart())
            same = part.key and was.key == part.key and not anew and self._has(was)
            found[part.id] = was if same else self._part(part, was)
        now = {name for one in found.values() for name in one.pages}
        known = {name: digest for one in before.values() for name, digest in one.pages.items()}
        gone = [name for name in known if name not in now and (self.path / name).exists()]
        removed = sum(self._remove(name, known[name]) for name in gone)
        if self.list.under_way or found != before or anchor != self.list.anchor:
            self._keep(found, anchor, under_way=False)
        return SiteWriteResult(len(now), self._written, removed, tuple(self._left))

    def _has(self, part: WrittenSitePart) -> bool:
        return all((self.path / name).exists() for name in part.pages)

    def _part(self, part: SitePart, was: WrittenSitePart) -> WrittenSitePart:
        """Write the changed pages of a part."""
        try:
            pages = part.make()
        except (LedgerError, Refused) as trouble:
            self._left.append(f"{part.id} was not updated: {trouble}")
            return was
        digests, whole = {}, True
        for name, text in pages.items():
            digest, known = compute_page_digest(text.encode()), was.pages.get(name)
            if known == digest and (self.path / name).exists():
                digests[name] = digest
            elif self._is_ours(name, known, digest):
                self._write(name, text)
                digests[name] = digest
            else:
                whole = False
                digests |= {name: known} if known is not None else {}
        return WrittenSitePart(part.key if whole else "", digests)

    def _write(self, name: str, text: str) -> None:
        if not self.list.under_way:
            self._keep(self.list.parts, self.list.anchor, under_way=True)
        write_text_file(self.path / name, text, overwrite=True)
        self._written += 1

    def _remove(self, name: str, digest: str) -> bool:
        if not self._is_ours(name, digest, digest):
            return False
        (self.path / name).unlink()
        return True

    def _is_ours(self, name: str, known: str | None, now: str) -> bool:
        """Whether a file name is free, or its file was written by this program."""
        file = self.path / name
        if not file.exists() and not file.is_symlink():
            return True
        if file.is_file() and not file.is_symlink():
            content = file.read_bytes()
            if compute_page_digest(content) in {known, now}:
                return True
            if self._marked_are_ours and any(mark in content[:NEAR] for mark in MARKS):
                return True
        why = (
            "was changed by somebody else"
            if known
            else ("already exists and is not part of the site")
        )
        self._left.append(f"{file} {why}, so it was not changed. Move it away, then write again.")
        return False

    def _keep(self, parts: dict[str, WrittenSitePart], anchor: str, *, under_way: bool) -> None:
        self.list = SiteManifest(
            title=self.list.title, anchor=anchor, under_way=under_way, parts=parts
        )
        text = msgspec.json.format(msgspec.json.encode(self.list), indent=1).decode()
        write_text_file(self.path / LIST, text + "\n", overwrite=True)


def compute_page_digest(content: bytes) -> str:
    return sha256(content).hexdigest()


def _read(path: Path) -> SiteManifest:
    """Read the list of files. Raises ``Refused`` if it cannot be read."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = (error.strerror or "something is wrong").lower()
        raise Refused(f"{path} cannot be written to: {why}. Choose another folder.") from error
    file = path / LIST
    if not file.exists():
        return SiteManifest()
    try:
        found = msgspec.json.decode(file.read_bytes(), type=SiteManifest)
    except (OSError, msgspec.MsgspecError) as error:
        raise Refused(
            f"{file} cannot be read, so the pages beside it may belong to something else. Choose "
            "another folder, or remove them."
        ) from error
    named = {name for part in found.parts.values() for name in part.pages}
    if found.format != FORMAT or any(Path(name).name != name for name in named):
        raise Refused(f"{file} is not a page list of Warledger. Choose another folder.")
    return found

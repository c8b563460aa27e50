"""Reads rows directly from a file's pages, even if its tables and indexes are damaged.

The reader visits every page with table rows, in the file and in its log, and skips unreadable rows.
The format is described in sqlite.org/fileformat2.html. The reader does not check the rows, so it
also returns replaced and damaged rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

Value = int | str | bytes | None

_LOG_HEADER, _FRAME_HEADER = 32, 24
_LEAF = 0x0D
_DEFAULT_PAGE_SIZE = 4096
_WIDTHS = (0, 1, 2, 3, 4, 6, 8)


class RawPageReader:
    """The pages of a database file and of its write-ahead log."""

    def __init__(self, path: Path) -> None:
        """Read the file, with unreadable parts as zeros. Raises ``OSError`` if it is missing."""
        log = path.with_name(f"{path.name}-wal")
        self._data = _read_file(path)
        self._log = _read_file(log) if log.exists() else b""
        self.size = self._read_page_size()
        self._frames = list(self._list_committed_frames())
        self._newest = dict(self._frames)

    def read_rows(self) -> Iterator[tuple[int, tuple[Value, ...]]]:
        """Yield every readable row, with its row number in the table."""
        of_file = range(1, len(self._data) // self.size + 1)
        for page in (*map(self._read_page, of_file), *(page for _, page in self._frames)):
            yield from self._read_page_rows(page)

    def _read_page_size(self) -> int:
        """Return the page size in the header, or the default size if the header is damaged."""
        said = int.from_bytes(self._data[16:18], "big")
        size = 65536 if said == 1 else said
        return size if 512 <= size <= 65536 and size & (size - 1) == 0 else _DEFAULT_PAGE_SIZE

    def _read_page(self, number: int) -> bytes:
        return self._data[(number - 1) * self.size : number * self.size]

    def _list_committed_frames(self) -> Iterator[tuple[int, bytes]]:
        """Yield the log's pages with their numbers. Omit pages of an incomplete transaction."""
        step = _FRAME_HEADER + self.size
        salts = self._log[16:24]
        waiting: list[tuple[int, bytes]] = []
        for start in range(_LOG_HEADER, len(self._log) - step + 1, step):
            head = self._log[start : start + _FRAME_HEADER]
            page = self._log[start + _FRAME_HEADER : start + step]
            waiting.append((int.from_bytes(head[:4], "big"), page))
            if head[8:16] != salts or any(head[4:8]):
                yield from waiting
                waiting.clear()

    def _read_page_rows(self, page: bytes) -> Iterator[tuple[int, tuple[Value, ...]]]:
        if page[:1] != bytes([_LEAF]):
            return
        for place in range(8, 8 + 2 * int.from_bytes(page[3:5], "big"), 2):
            for newest in (True, False) if self._newest else (False,):
                try:
                    yield self._read_row_at(
                        page, int.from_bytes(page[place : place + 2], "big"), newest
                    )
                except (IndexError, ValueError):
                    continue

    def _read_row_at(self, page: bytes, start: int, newest: bool) -> tuple[int, tuple[Value, ...]]:
        """Read the row at ``start``. Raises ``IndexError`` or ``ValueError`` if it is invalid."""
        length, start = _read_varint(page, start)
        identity, start = _read_varint(page, start)
        here = self._count_local_bytes(length)
        data = page[start : start + here]
        if here < length:
            follows = int.from_bytes(page[start + here : start + here + 4], "big")
            data += self._read_overflow(follows, length - here, newest)
        if len(data) != length:
            raise ValueError
        return identity, tuple(_read_values(data))

    def _count_local_bytes(self, length: int) -> int:
        most, least = self.size - 35, (self.size - 12) * 32 // 255 - 23
        if length <= most:
            return length
        part = least + (length - least) % (self.size - 4)
        return part if part <= most else least

    def _read_overflow(self, number: int, length: int, newest: bool) -> bytes:
        """Read a row's bytes on overflow pages. Raises ``ValueError`` if a page is missing."""
        parts: list[bytes] = []
        while length > 0:
            page = self._newest.get(number, b"") if newest else b""
            page = page or self._read_page(number) if number else b""
            if len(page) != self.size:
                raise ValueError
            number = int.from_bytes(page[:4], "big")
            parts.append(page[4 : min(self.size, 4 + length)])
            length -= len(parts[-1])
        return b"".join(parts)


def _read_file(path: Path) -> bytes:
    """Read a file. Unreadable parts are replaced with zeros."""
    parts: list[bytes] = []
    with path.open("rb", buffering=0) as file:
        for start in range(0, path.stat().st_size, _DEFAULT_PAGE_SIZE):
            try:
                file.seek(start)
                parts.append(file.read(_DEFAULT_PAGE_SIZE))
            except OSError:
                parts.append(bytes(_DEFAULT_PAGE_SIZE))
    return b"".join(parts)


def _read_varint(data: bytes, at: int) -> tuple[int, int]:
    """Read a number of one to nine bytes. Return the number and the offset of the next byte."""
    value = 0
    for place in range(8):
        byte = data[at + place]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + place + 1
    return value << 8 | data[at + 8], at + 9


def _read_values(data: bytes) -> Iterator[Value]:
    """Yield the values of a row. Raises ``IndexError`` or ``ValueError`` if one is invalid."""
    body, at = _read_varint(data, 0)
    kinds: list[int] = []
    end = body
    while at < end:
        kind, at = _read_varint(data, at)
        kinds.append(kind)
    for kind in kinds:
        width = (kind - 12) // 2 if kind >= 12 else _WIDTHS[kind] if kind <= 6 else 0
        part = data[body : body + width]
        if len(part) != width or kind in {7, 10, 11}:
            raise ValueError
        body += width
        if kind >= 12:
            yield part.decode() if kind % 2 else part
        else:
            number = int.from_bytes(part, "big", signed=True)
            yield None if kind == 0 else kind - 8 if kind in {8, 9} else number

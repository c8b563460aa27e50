"""Writes and reads the photos at the end of a record.

Each photo has a row with its digest, followed by rows with its data in Base64.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator, Mapping

from tracker.application.errors import Refused
from tracker.application.photo_storage import MAX_PHOTO_SIZE, Photo, make_photo_from_jpeg

BEGINS = re.compile(r"@photo (?P<digest>[0-9a-f]{64})")
GOES_ON = "|"
WIDTH = 120


def write_photo_rows(digest: str, photo: Photo) -> Iterator[str]:
    yield f"@photo {digest}"
    text = base64.b64encode(photo.data).decode()
    for start in range(0, len(text), WIDTH):
        yield f"{GOES_ON} {text[start : start + WIDTH]}"


class PhotoReader:
    """Collects the photos of a record from its rows."""

    def __init__(self) -> None:
        self._digest = ""
        self._texts: dict[str, list[str]] = {}

    def add_row_if_photo(self, row: str) -> bool:
        """Add a row of a photo. Return False for any other row.

        Raises ``Refused`` if data comes before the row with the digest.
        """
        begins = BEGINS.fullmatch(row)
        if begins is not None:
            self._digest = begins["digest"]
            self._texts[self._digest] = []
            return True
        if not row.startswith(f"{GOES_ON} "):
            return False
        if not self._digest:
            raise Refused("Before the data of a photo, write `@photo` and the digest of the photo.")
        self._texts[self._digest].append(row.removeprefix(GOES_ON).strip())
        return True

    def collect_photos(self) -> Mapping[str, Photo]:
        """Return the photos by digest. Raises ``Refused`` if a photo does not match its digest."""
        return {
            digest: _decode_photo(digest, "".join(texts)) for digest, texts in self._texts.items()
        }


def _decode_photo(digest: str, text: str) -> Photo:
    try:
        if len(text) > 2 * MAX_PHOTO_SIZE:
            raise ValueError
        photo = make_photo_from_jpeg(base64.b64decode(text, validate=True))
    except (ValueError, binascii.Error):
        raise Refused(f"The photo {digest[:12]} of the record is incomplete.") from None
    if photo.digest != digest:
        raise Refused(f"The photo {digest[:12]} of the record has been changed.")
    return photo

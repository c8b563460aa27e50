"""Photos of the table: made small, kept once, in the log, in records, checked."""

from __future__ import annotations

import base64
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from exports.game_export_formats import render_match_record
from tests.tui.kit import TO_SHOOT, VOLLEY, begin, book
from tracker.application.book import Book, open_book
from tracker.application.errors import Refused
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.game import Game
from tracker.application.match_records.match_record_file_check import check_match_record
from tracker.application.match_records.record_importer import import_match_record
from tracker.application.photo_storage import (
    MAX_PHOTO_SIZE,
    MAX_SIDE,
    TARGET_SIZE,
    Photo,
    add_photo_note,
    find_photo_of_game,
    list_photo_digests,
    load_photo,
    resize_and_clean_photo,
)
from tracker.ledger.ledger_errors import BrokenLedger
from tracker.ledger.store_interface import NewEntry, NewEvent
from tracker.procedures.ruleset import Ruleset
from tracker.vocabulary.events import Noted

PLACE = 0x8825  # where a picture was taken, in what cameras write beside it
TURNED = 0x0112
MAKER = 0x010F


def taken(width: int = 60, height: int = 40, kind: str = "JPEG", turned: int = 1) -> bytes:
    """A picture as a phone sends it: half red, half blue, with what cameras write beside it."""
    picture = Image.new("RGB", (width, height), (200, 0, 0))
    picture.paste((0, 0, 200), (0, 0, width // 2, height))
    beside = Image.Exif()
    beside[TURNED] = turned
    beside[MAKER] = "Secret Phones"
    beside.get_ifd(PLACE)[1] = "N"
    beside.get_ifd(PLACE)[2] = (52.0, 31.0, 12.0)
    out = BytesIO()
    picture.save(out, kind, exif=beside)
    return out.getvalue()


def seen(photo: Photo) -> Image.Image:
    return Image.open(BytesIO(photo.data))


@pytest.mark.thorough
def test_a_photo_is_made_small_and_says_nothing_of_where_it_was_taken() -> None:
    sent = taken(4000, 3000)
    assert b"Secret Phones" in sent
    photo = resize_and_clean_photo(sent)
    assert (photo.width, photo.height) == (MAX_SIDE, 960)  # 4000 : 3000 as 1280 : 960
    assert len(photo.data) < TARGET_SIZE
    assert b"Secret" not in photo.data
    assert dict(seen(photo).getexif()) == {}
    assert seen(photo).format == "JPEG"


def test_a_photo_stands_upright() -> None:
    photo = resize_and_clean_photo(
        taken(60, 40, turned=6)
    )  # held upright: a quarter turn to the right
    assert (photo.width, photo.height) == (40, 60)
    red, _, blue = seen(photo).convert("RGB").split()
    assert _at(blue, 5) > 150 > _at(red, 5)  # blue was on the left, and is on top
    assert _at(red, 55) > 150 > _at(blue, 55)


def _at(colour: Image.Image, row: int) -> int:
    return colour.tobytes()[row * colour.width + colour.width // 2]


@pytest.mark.parametrize("kind", ["PNG", "WEBP", "GIF"])
def test_other_forms_are_taken(kind: str) -> None:
    out = BytesIO()
    Image.new("RGB", (30, 20)).save(out, kind)
    assert resize_and_clean_photo(out.getvalue()).width == 30


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<svg onload=alert(1)>",
        b"\xff\xd8\xff\xe0broken",
        taken()[:-200],
        b"%PDF-1.4",
        bytes(MAX_PHOTO_SIZE + 1),
    ],
)
def test_what_is_no_picture_is_refused(data: bytes) -> None:
    with pytest.raises(Refused):
        resize_and_clean_photo(data)


def test_more_pixels_than_anybody_looks_at_are_refused() -> None:
    out = BytesIO()
    Image.new("1", (12_000, 6_000)).save(out, "PNG")  # 72 million in a small file
    assert len(out.getvalue()) < 1 << 20
    with pytest.raises(Refused, match="too many pixels"):
        resize_and_clean_photo(out.getvalue())


def nobody(_: Ruleset, name: str) -> str:
    raise Refused(f"{name} is not here.")


def game_with_photo(kept_in: Book) -> tuple[Game, str]:
    game = begin(kept_in, TO_SHOOT)
    entry = add_photo_note(game, resize_and_clean_photo(taken()), "Alpha in the ruins")
    assert isinstance(entry.input, Noted)
    return game, entry.input.photo


def test_it_is_a_line_of_the_book_and_the_question_waits_on() -> None:
    game = begin(book(), (*TO_SHOOT, "r1 > b2 soft"))
    waits = game.pending
    entry = add_photo_note(
        game,
        resize_and_clean_photo(taken()),
        "Alpha in the ruins",
        about=game.history.find_line(1).version,
    )
    last = list_log_lines(game.history)[-1]
    assert (last.number, last.text) == (entry.number, "photo (line 1): Alpha in the ruins")
    assert game.pending == waits
    game.undo()
    assert game.pending == waits
    assert all(
        "photo" not in line.text for line in list_log_lines(game.history) if line.kind == "note"
    )


def test_the_same_photo_is_kept_once() -> None:
    store = book()
    game, digest = game_with_photo(store)
    add_photo_note(game, resize_and_clean_photo(taken()))
    assert list_photo_digests(game.history.lines) == [digest]
    assert [one.kind for one in store.list_streams()] == ["match", "photo"]
    photo = find_photo_of_game(game, digest)
    assert photo is not None
    assert photo.digest == digest
    assert find_photo_of_game(game, "0" * 64) is None


def test_a_photo_of_another_game_is_not_given_out() -> None:
    store = book()
    _, digest = game_with_photo(store)
    other = begin(store)
    assert find_photo_of_game(other, digest) is None
    assert load_photo(store.store, digest) is not None
    assert load_photo(store.store, "../" + digest) is None


def test_verify_finds_a_photo_that_is_not_that_of_its_name() -> None:
    store = book()
    assert game_with_photo(store)
    assert not store.verify_ledger().problems
    wrong = resize_and_clean_photo(taken(20, 20))
    body = b'{"data":"' + base64.b64encode(wrong.data) + b'","height":20,"width":20}'
    event = NewEvent("photo", 1, 1, 0, body)
    store.store.append_entry(
        NewEntry(f"photo:{'1' * 64}", 0, [event], author="", at=0, stream_kind="photo")
    )
    (problem,) = store.verify_ledger().problems
    assert problem.stream == f"photo:{'1' * 64}"
    with pytest.raises(BrokenLedger):
        load_photo(store.store, "1" * 64)


def test_a_record_brings_its_photos_with_it(tmp_path: Path) -> None:
    game, digest = game_with_photo(book())
    text = render_match_record(game)
    assert f"@note photo {digest} # Alpha in the ruins" in text
    assert check_match_record(text, nobody).is_sound
    with open_book(tmp_path / "other.db") as other:
        done = import_match_record(other, text, nobody)
        again = other.open_game(done.match)
        assert find_photo_of_game(again, digest) == find_photo_of_game(game, digest)
        assert render_match_record(again) == text
        assert not other.verify_ledger().problems
        assert import_match_record(other, text, nobody).was_there


def test_a_photo_of_a_record_that_was_changed_is_refused() -> None:
    game, digest = game_with_photo(book())
    text = render_match_record(game)
    begins = text.index(f"@photo {digest}")
    cut = text[: text.index("\n", begins) + 1]
    without = text[:begins]
    other = book()
    with pytest.raises(Refused, match="is incomplete"):
        import_match_record(other, cut, nobody)
    assert other.list_streams() == []
    done = import_match_record(other, without, nobody)
    assert done.warnings == ("The record does not contain 1 photo that it names.",)


def test_a_match_without_photos_is_written_as_it_always_was() -> None:
    assert "photo" not in render_match_record(begin(book(), VOLLEY))

"""In plain signs every screen is pure ASCII apart from what people typed, and as wide as ever."""

from __future__ import annotations

import locale

import pytest
from rich.cells import cell_len

from tests.tui.kit import GOLDENS, Stage, act, begin, book
from tests.tui.places import PLACES, Place, go
from tests.tui.test_every_screen import opened
from tui.ascii_filter import ENVIRONMENT, convert_line_pieces_to_ascii, wants_ascii
from tui.user_settings_and_drafts import UserSettings

KEPT = sorted(path for path in GOLDENS.rglob("*.txt") if path.parent.name != "sittings")
TYPED = "Chloé"
"""A player of the league whose screens are kept."""
SOME = [place for place in PLACES if place.name in {"home-keys", "figures-wound", "back", "score"}]


def _plain() -> UserSettings:
    settings = UserSettings()
    settings.plain = True
    return settings


def test_every_kept_screen() -> None:
    lines = {line for path in KEPT for line in path.read_text(encoding="utf-8").splitlines()}
    for line in sorted(lines):
        (found,) = convert_line_pieces_to_ascii([line])
        assert found.replace(TYPED, "").isascii(), (found, line)
        assert len(found) == cell_len(line), line


@pytest.mark.parametrize("place", SOME, ids=lambda place: place.name)
def test_a_screen_of_the_program(place: Place) -> None:
    async def story(stage: Stage) -> None:
        await go(stage, place)
        async for width, _ in stage.sizes():
            for strip in stage.strips():
                assert strip.text.isascii(), strip.text
                assert strip.cell_length == width

    kept, game = opened(place)
    act(story, kept, game=game, settings=_plain())


@pytest.mark.thorough
def test_what_people_typed_stays() -> None:
    async def story(stage: Stage) -> None:
        shown = "\n".join(strip.text for strip in stage.strips())
        assert "ZOË" in shown
        assert shown.replace("ZOË", "").replace("Zoë", "").isascii()

    kept = book()
    begin(kept, names=("Zoë", "Blue"))
    act(story, kept, game="m1", settings=_plain())


def test_what_gets_longer_takes_its_room_from_a_gap_near_it() -> None:
    assert convert_line_pieces_to_ascii(["  ≤1 10% ", "██  "]) == [" <=1 10% ", "##  "]
    assert convert_line_pieces_to_ascii(["±3%", " a  b │"]) == ["+-3%", " a b |"]


@pytest.mark.parametrize(
    ("said", "encoding", "wanted"),
    [
        ("1", "UTF-8", True),
        ("0", "ANSI_X3.4-1968", False),
        (None, "ANSI_X3.4-1968", True),
        (None, "ISO-8859-1", True),
        (None, "UTF-8", False),
        (None, "utf8", False),
    ],
)
def test_who_gets_them(
    said: str | None, encoding: str, wanted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locale, "getencoding", lambda: encoding)
    assert wants_ascii({} if said is None else {ENVIRONMENT: said}) is wanted

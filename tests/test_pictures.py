"""The pictures of the first pages are those that ``make pictures`` draws of the screens."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator

import pendulum
import pytest

from docs.screen_pictures import (
    HERE,
    PICTURES,
    Picture,
    draw_picture,
    make_recorded_games_book,
    read_kept_text,
)
from tests.profiles import some
from tracker.application.book import Book

SHOWN = re.compile(r"!\[[^\]]+\]\((?:docs/)?([a-z0-9-]+)\.svg\)")


@pytest.fixture
def kept() -> Iterator[Book]:
    pendulum.set_local_timezone(pendulum.timezone("UTC"))
    yield make_recorded_games_book()
    pendulum.set_local_timezone()


def test_the_first_pages_show_every_picture_once_and_no_other() -> None:
    pages = [HERE.parent / "README.md", HERE / "getting-started.md"]
    shown = "".join(page.read_text(encoding="utf-8") for page in pages)
    drawn = sorted(picture.name for picture in PICTURES)
    assert sorted(SHOWN.findall(shown)) == drawn
    assert sorted(file.stem for file in HERE.glob("*.svg")) == drawn


@pytest.mark.parametrize("picture", some(PICTURES), ids=lambda picture: picture.name)
def test_a_picture_is_of_the_screen_as_it_is(kept: Book, picture: Picture) -> None:
    _, now = asyncio.run(draw_picture(kept, picture))
    assert read_kept_text(picture) == now, "the screen has changed: make pictures draws it anew"

"""Sittings at each screen: key by key what changes on it, as it is kept in ``goldens/sittings``.

A sitting shows the screen as it is found, with its colours, then the rows that each key changes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from tests.profiles import some
from tests.tui.colours import coloured
from tests.tui.kit import GOLDENS, SIZES, TO_SHOOT, VOLLEY, Stage, act, begin, book, golden
from tests.tui.test_campaign import karst
from tests.tui.test_correct import TWO_TURNS
from tests.tui.test_league_screens import told
from tests.tui.winter import club
from tracker.application.book import Book

FOLDER = "sittings"


class Sitting(NamedTuple):
    """``start`` are the keys that lead to the screen, ``keys`` those that are pressed there.

    Keys are parted by spaces: a name, or signs that are struck one by one.
    """

    name: str
    kept: Callable[[], Book]
    start: str
    keys: str


def playing(*lines: str) -> Callable[[], Book]:
    def kept() -> Book:
        found = book()
        begin(found, lines)
        return found

    return kept


def nobody() -> Book:
    """A league without players."""
    kept = club()
    kept.begin_league("Empty", zone="UTC", rounds=3)
    return kept


SITTINGS = (
    Sitting("home", told, "", "down up p x ⎋ a A A"),
    Sitting("home-empty", book, "", "a A p ⎋"),
    Sitting("find", told, "/", "an down up ⌫⌫ zzz ⏎"),
    Sitting("evening", told, "2", "up down 9x k ⎋ x ⎋ a 1a ⎋ 5 ⌫ l t m⏎ ⎋ U 'hm⏎ u"),
    Sitting("draft", told, "2d⏎", "down down down down down down l l t m An⏎ 9l⏎ ⎋ P ⎋ d"),
    Sitting("check-in", told, "2p", "down k h b a l r d ⎋ m e⌫a⏎ nZed⏎ / zz ⌫⌫ hu ⏎ u"),
    Sitting("check-in-empty", nobody, "1p", "down h d ⎋q s q r q L x u u U"),
    Sitting("standings", told, "2s", "down up < < < < < > o ⎋"),
    Sitting("large", told, "2sF", "down up q"),
    Sitting("player", told, "2s⏎", "down up > < b2⏎ ⎋ b2⎵late⏎ u U"),
    Sitting("rounds", told, "2r", "down up < < < < > > > >"),
    Sitting("log", told, "2uL", "down up pagedown pageup x x u U"),
    Sitting("ratings", told, "2sR", "down up q"),
    Sitting("outlook", told, "2sw", "down up pagedown q"),
    Sitting("bracket", told, "2sb2⏎", "d q q d⏎ P⏎ 4-4⏎ ⎋ s b dBr⏎ ⎋ dAnna,⎵a⎵die⏎ q u"),
    Sitting("season", told, "2S", "right left ⏎ down up 2 ⌫ ⏎ a ⌫ ⎋"),
    Sitting("new-league", club, "ln", "⏎ Cup ⌫ ⏎ An⏎ An⏎ Bo⏎ up ⌫⌫ down ⏎⏎ right left ⏎ ⏎ ⏎ ⏎"),
    Sitting("campaign", karst, "1", "down k pagedown pageup / ⏎ zz⏎ ⎋ 'it⏎ u U v"),
    Sitting("force", karst, "11", "down k pagedown pageup nx⏎ ⎋ nRe=5⏎ 'so⏎ u"),
    Sitting("unit", karst, "11⏎", "down > < r > rx⏎ ⎋ rr⏎ !x#y⏎ ⎋ !xp#y⏎ ⎋ !+1⎵xp#y⏎ u U"),
    Sitting("new-game", book, "n", "down k o f ⎋ 1 1 ⌫ ⏎ down space o ⎋ left"),
    Sitting("house-rules", book, "n⏎o", "down up space mor ⌫⌫⌫ zz ⎋"),
    Sitting("look-back", playing(*TWO_TURNS), "t", "N n j k pageup [ home /zz⏎ n /dusk⏎ n N * c ⎋"
            " x b ⎋"),
    Sitting("correct", playing(*TWO_TURNS), "t/T1 alpha⏎e", "up down 9 2 ⎋ e 3 ⎋ e 1"),
    Sitting("set-right", playing(*TO_SHOOT), "!", "9 ⌫ ⇥ x 1 down up right left ⌫ 1 ⇥ ⎋ !0 right"
            " down left 5 ⌫ ⇥ #so ⎋"),
    Sitting("table", playing(*VOLLEY), "", "U d 4 right left ⌫ up x * i u ⌫ e ⎋ d u u p f8 f7 U"),
)  # fmt: skip


def shown(stage: Stage) -> list[str]:
    return stage.text.splitlines()


NAMED = {"up", "down", "left", "right", "home", "pageup", "pagedown", "space", "f7", "f8"}
"""Keys that are pressed by their names."""


async def sat(stage: Stage, sitting: Sitting) -> str:
    """What a sitting shows, as text."""
    await stage.press(sitting.start)
    before = shown(stage)
    told = [*before, "colours", *coloured(stage)]
    for key in sitting.keys.split(" "):
        await (stage.named(key) if key in NAMED else stage.press(key))
        if stage.app._exit:
            told.append(f"{key}: the program ends")
            break
        now = shown(stage)
        told.append(f"{key}: {type(stage.app.screen).__name__}")
        told += [
            f"{place:>2} {row}"
            for place, row in enumerate(now)
            if place >= len(before) or row != before[place]
        ]
        before = now
    return "\n".join(told)


@pytest.mark.parametrize("sitting", some(SITTINGS, 6), ids=[each.name for each in SITTINGS])
def test_sitting(sitting: Sitting) -> None:
    async def story(stage: Stage) -> None:
        golden(f"{FOLDER}/{sitting.name}", SIZES[0], await sat(stage, sitting))

    kept = sitting.kept()
    open_at = "m1" if sitting.kept.__name__ == "kept" else None
    act(story, kept, game=open_at)


def test_every_kept_sitting_has_its_test() -> None:
    kept = {path.stem for path in (GOLDENS / FOLDER).glob("*.txt")}
    assert kept == {f"{each.name}-80x24" for each in SITTINGS}

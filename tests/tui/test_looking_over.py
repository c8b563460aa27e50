"""The ledger is looked over beside the play; damage is said before anybody needs the row."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.ledger.samples import write
from tests.ledger.test_faults import by_hand
from tests.tui.kit import Stage
from tracker.application.background_ledger_check import check_ledger_and_describe_damage
from tracker.application.book import open_book
from tracker.ledger.store_opening_and_copying import open_store
from tui.app import WarledgerApp

CHANGE = "UPDATE event SET author = 'eve' WHERE position = 2"


def ledger(folder: Path, *changes: str) -> Path:
    path = folder / "ledger.db"
    with open_store(path) as store:
        write(store, "x1", 3, kind="diary")
    by_hand(path, *changes)
    return path


def started(path: Path) -> list[str]:
    """What is told in the corner once the screens are there."""

    async def run() -> list[str]:
        with open_book(path) as kept:
            app = WarledgerApp(kept, location=str(path))
            async with app.run_test(size=(80, 24)) as pilot:
                await Stage(app, pilot).settle()
                await app.workers.wait_for_complete()
                await pilot.pause()
                return [note.message for note in app._notifications]

    return asyncio.run(run())


@pytest.mark.thorough
def test_damage_is_said_at_the_start(tmp_path: Path) -> None:
    (said,) = started(ledger(tmp_path, CHANGE))
    assert said.startswith("The ledger is damaged: x1: version 2 was changed")
    assert said.endswith("run: warledger verify.")


@pytest.mark.thorough
def test_nothing_is_said_of_a_sound_one(tmp_path: Path) -> None:
    assert started(ledger(tmp_path)) == []


def test_it_ends_once_nobody_waits(tmp_path: Path) -> None:
    path = ledger(tmp_path, CHANGE)
    assert check_ledger_and_describe_damage(path, lambda: True)
    assert check_ledger_and_describe_damage(path, lambda: False) == ""


def test_what_is_no_ledger_any_more_is_said(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    path.write_text("Dear diary")
    assert "is not a Warledger ledger" in check_ledger_and_describe_damage(path, lambda: True)

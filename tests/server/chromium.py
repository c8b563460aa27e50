"""The machine's own Chromium, or that of Playwright, in which pages are opened as phones do."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.profiles import PROFILE

PHONE, DESKTOP = (390, 844), (1280, 800)
NONE = "there is no Chromium here: pages were not opened as phones do"
PATIENCE = 60_000
"""Milliseconds for what is shown sooner or later, on a busy machine, too."""
PICTURES = os.environ.get("WARLEDGER_PICTURES", "")
"""A folder in which pictures of the pages are kept, to be looked at."""


def chromium() -> str | None:
    """Where a Chromium is: one that ``WARLEDGER_CHROMIUM`` names, or that of the machine."""
    names = ("chromium", "chromium-browser", "google-chrome")
    found = os.environ.get("WARLEDGER_CHROMIUM") or next(filter(None, map(shutil.which, names)), "")
    if found:
        return found
    with sync_playwright() as player:
        own = player.chromium.executable_path
    return own if Path(own).exists() else None


@contextmanager
def browser() -> Iterator[Browser]:
    """A browser; where there is none the test is left out, unless all is to be tried."""
    path = chromium()
    if path is None and PROFILE == "thorough":
        pytest.fail(f"{NONE}; install Chromium, or name one with WARLEDGER_CHROMIUM")
    if path is None:
        pytest.skip(NONE)
    with sync_playwright() as player:
        expect.set_options(timeout=PATIENCE)
        opened = player.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield opened
        opened.close()

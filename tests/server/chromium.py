"""Find and start a Chromium, of this machine or of Playwright, for tests of pages."""

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
TIMEOUT = 60_000
"""How long tests wait for a page to show something, in milliseconds, even on a busy machine."""
PICTURES = os.environ.get("WARLEDGER_PICTURES", "")
"""A folder for pictures of the pages, or empty for none."""


def chromium() -> str | None:
    """Return the path of a Chromium: ``WARLEDGER_CHROMIUM``, this machine's, or Playwright's."""
    names = ("chromium", "chromium-browser", "google-chrome")
    found = os.environ.get("WARLEDGER_CHROMIUM") or next(filter(None, map(shutil.which, names)), "")
    if found:
        return found
    with sync_playwright() as player:
        own = player.chromium.executable_path
    return own if Path(own).exists() else None


@contextmanager
def browser() -> Iterator[Browser]:
    """Start a browser. Without one, skip the test, or fail it under the profile ``thorough``."""
    path = chromium()
    if path is None and PROFILE == "thorough":
        pytest.fail(f"{NONE}; install Chromium, or name one with WARLEDGER_CHROMIUM")
    if path is None:
        pytest.skip(NONE)
    with sync_playwright() as player:
        expect.set_options(timeout=TIMEOUT)
        opened = player.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield opened
        opened.close()

"""A plugin of pytest: the tests named in a file run, in its order, before them those that are newer
than what was recorded, and no others.

``-p mutants.choosing`` with ``WARLEDGER_CHOSEN`` as that file: two lists of ids in JSON, the chosen
and all that were known.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

FILE = "WARLEDGER_CHOSEN"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    chosen, known = json.loads(Path(os.environ[FILE]).read_text(encoding="utf-8"))
    place = {test: at for at, test in enumerate(chosen, 1)}
    left = set(known).difference(chosen)
    items[:] = sorted(
        (
            item
            for item in items
            if item.nodeid not in left and not item.get_closest_marker("thorough")
        ),
        key=lambda item: place.get(item.nodeid, 0),
    )

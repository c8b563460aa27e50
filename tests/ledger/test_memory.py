"""The memory store does what every store does."""

from pathlib import Path

import pytest

from tests.ledger.store_suite import StoreSuite
from tracker.ledger.store_interface import Store
from tracker.ledger.store_opening_and_copying import open_store


class TestMemoryStore(StoreSuite):
    @pytest.fixture
    def store(self, tmp_path: Path) -> Store:
        return open_store("memory://")

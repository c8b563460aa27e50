"""The PostgreSQL store does what every store does."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ledger.servers import new_ledger
from tests.ledger.store_suite import StoreSuite
from tracker.ledger.store_interface import Store
from tracker.ledger.store_opening_and_copying import open_store


class TestPostgresStore(StoreSuite):
    @pytest.fixture
    def store(self, tmp_path: Path) -> Iterator[Store]:
        with open_store(new_ledger()) as store:
            yield store

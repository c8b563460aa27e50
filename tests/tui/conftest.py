"""Set the time zone to UTC, so that screens with times look the same on every machine."""

from collections.abc import Iterator

import pendulum
import pytest


@pytest.fixture(autouse=True)
def _in_utc() -> Iterator[None]:
    pendulum.set_local_timezone(pendulum.timezone("UTC"))
    yield
    pendulum.set_local_timezone()

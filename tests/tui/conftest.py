"""Every machine's clock is UTC here, so that screens with times look the same everywhere."""

from collections.abc import Iterator

import pendulum
import pytest


@pytest.fixture(autouse=True)
def _in_utc() -> Iterator[None]:
    pendulum.set_local_timezone(pendulum.timezone("UTC"))
    yield
    pendulum.set_local_timezone()

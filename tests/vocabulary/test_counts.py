"""How many of something, in words."""

import pytest

from tracker.vocabulary.counts import plural


@pytest.mark.parametrize(
    ("n", "told"), [(0, "0 dice"), (1, "1 die"), (2, "2 dice"), (11, "11 dice")]
)
def test_one_is_told_as_one(n: int, told: str) -> None:
    assert plural(n, "die", "dice") == told
    assert plural(n, "game") == ("1 game" if n == 1 else f"{n} games")

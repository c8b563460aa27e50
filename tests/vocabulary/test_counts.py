"""How many of something, in words."""

import pytest

from tracker.vocabulary.counts import count_of, need_in_words


@pytest.mark.parametrize(
    ("n", "told"), [(0, "0 dice"), (1, "1 die"), (2, "2 dice"), (11, "11 dice")]
)
def test_one_is_told_as_one(n: int, told: str) -> None:
    assert count_of(n, "die", "dice") == told
    assert count_of(n, "game") == ("1 game" if n == 1 else f"{n} games")


def test_what_is_needed_is_a_number_or_says_itself() -> None:
    assert need_in_words("4+") == "need 4+"
    assert need_in_words("3 or less") == "need 3 or less"
    assert need_in_words("the lower chooses") == "the lower chooses"
    assert need_in_words("1–3 1 struck, 4–7 2 struck") == "1–3 1 struck, 4–7 2 struck"
    assert need_in_words("") == ""

"""How many of something, in words."""

import pytest

from tracker.vocabulary.count_wording import (
    format_count,
    format_figures_left,
    format_need,
    make_verb_plural,
)


@pytest.mark.parametrize(
    ("n", "told"), [(0, "0 dice"), (1, "1 die"), (2, "2 dice"), (11, "11 dice")]
)
def test_one_is_told_as_one(n: int, told: str) -> None:
    assert format_count(n, "die", "dice") == told
    assert format_count(n, "game") == ("1 game" if n == 1 else f"{n} games")


def test_what_is_needed_is_a_number_or_says_itself() -> None:
    assert format_need("4+") == "need 4+"
    assert format_need("3 or less") == "need 3 or less"
    assert format_need("the lower chooses") == "the lower chooses"
    assert format_need("1–3 1 struck, 4–7 2 struck") == "1–3 1 struck, 4–7 2 struck"
    assert format_need("") == ""


@pytest.mark.parametrize(
    ("one", "several"),
    [
        ("has fired", "have fired"),
        ("is falling back", "are falling back"),
        ("charges", "charge"),
        ("holds its fire", "hold their fire"),
        ("goes on opportunity fire", "go on opportunity fire"),
        ("passes", "pass"),
        ("rallies", "rally"),
        ("flies over", "fly over"),
        ("lies down", "lie down"),
        ("was hit", "were hit"),
        ("moved again", "moved again"),
        ("must test", "must test"),
        ("press on", "press on"),
        ("in melee", "in melee"),
    ],
)
def test_the_verb_of_several_is_plural(one: str, several: str) -> None:
    assert make_verb_plural(one) == several


def test_a_unit_that_has_grown_is_not_a_part_of_what_it_was() -> None:
    assert format_figures_left(1, 1) == "1 of 1 figure"
    assert format_figures_left(4, 8) == "4 of 8 figures"
    assert format_figures_left(10, 8) == "10 figures (8 at first)"

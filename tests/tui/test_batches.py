"""Many at once: several units by commas, all that are left by 0, in both ways of keying."""

from __future__ import annotations

import pytest

from tests.tui.kit import TO_MOVE, TO_SHOOT, begin, begin_figures, book, key
from tests.tui.test_groups import BLUE_ACTS, RED_ACTS
from tracker.application.typed_lines.line_and_script_play import play_line
from tui.prompt.table_prompt import Prompt

UNITS = (
    (TO_SHOOT, "0-⏎", "all holds"),  # everybody holds fire
    (TO_SHOOT, "1,3-⏎", "r1,r3 holds"),
    (TO_SHOOT, "1,3m⏎", "r1,r3 moves"),  # second moves
    (TO_MOVE, "0m⏎", "all moves"),
    (TO_MOVE, "1,2m⏎", "r1,r2 moves"),
    (TO_MOVE, "1,2c3⏎", "r1 contacts b3 | r2 contacts b3"),
)
FIGURES = (
    (RED_ACTS, "0m1⏎", "all moves 1ap"),
    (RED_ACTS, "2,3m2⏎", "r12,r13 moves 2ap"),
    (RED_ACTS, "0-⏎", "all holds"),
    (BLUE_ACTS, "0m⏎", "all moves"),
)


@pytest.mark.parametrize(("lines", "keys", "line"), UNITS)
def test_units(lines: tuple[str, ...], keys: str, line: str) -> None:
    typed, written = begin(book(), lines), begin(book(), lines)
    key(Prompt(typed), keys)
    assert play_line(written, line).error is None
    assert typed.state == written.state
    assert typed.version > begin(book(), lines).version


@pytest.mark.parametrize(("lines", "keys", "line"), FIGURES)
def test_figures(lines: tuple[str, ...], keys: str, line: str) -> None:
    typed = begin_figures(book("combat-zone"), lines)
    written = begin_figures(book("combat-zone"), lines)
    before = typed.version
    key(Prompt(typed), keys)
    assert play_line(written, line).error is None
    assert typed.state == written.state
    assert typed.version > before


def test_a_whole_group_moves_with_four_keys() -> None:
    game = begin_figures(book("combat-zone"), RED_ACTS)
    keys = "0m1⏎"
    assert len(keys) <= 4
    spent = {f: game.match.mark(f, "spent") for f in game.match.figures("u:r1")}  # type: ignore[arg-type]
    key(Prompt(game), keys)
    for figure, before in spent.items():
        # Brakk panics with three points; all five have one to spend.
        assert int(game.match.mark(figure, "spent") or 0) == int(before or 0) + 1

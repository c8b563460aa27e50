"""The odds in a line: whose losses the dice still decide."""

from __future__ import annotations

from tests.tui.kit import TO_SHOOT, begin, book, key
from tui.prompt.prompt import Prompt
from tui.views.forecast import in_a_line, percent, still, wanted, work_out


def test_the_second_target_is_shown_once_the_first_has_its_losses() -> None:
    game = begin(book(), TO_SHOOT)
    key(Prompt(game), "31o/2s⏎231564⏎31562⏎5216⏎")
    want = wanted(game, "")
    assert want is not None
    found = work_out(still(game, want), want)
    assert found is not None
    # One die: Elite hits on 2+, soft cover makes that 3+ (4/6); upgraded against light shields
    # goes through on 3+ (4/6); Basic infantry saves on a 6. 4/6 x 4/6 x 5/6 = 0.37.
    assert in_a_line(found, 76).startswith("Dusk rifles 1 lost 37% · B1 PANIC 6%")


def test_what_was_added_up_is_certain_in_spite_of_its_last_digit() -> None:
    assert percent(1 - 1e-16) == "100%"
    assert percent(1e-17) == "0%"
    assert percent(0.001) == "<1%"
    assert percent(0.999) == ">99%"

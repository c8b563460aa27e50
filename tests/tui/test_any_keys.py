"""Whatever is typed in keys, in any order, says a line or why not, in every phase of every game."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.trial_assault import evening as assault
from tests.tui.kit import TO_MOVE, TO_SHOOT, begin, begin_figures, book, key
from tests.tui.test_groups import RED_ACTS
from tests.xenocide import evening as firefight
from tests.xenocide.test_lines import MOVES, ORDERS
from tracker.application.match.game import Game
from tui.prompt.key_shorthand_reader import UnreadableKeys
from tui.prompt.next_key_hints import list_next_key_hints
from tui.prompt.table_prompt import Prompt

MOMENTS: dict[str, Callable[[], Game]] = {
    "deathzap2 movement": lambda: begin(book(), TO_MOVE),
    "deathzap2 shooting": lambda: begin(book(), TO_SHOOT),
    "combat-zone": lambda: begin_figures(book("combat-zone"), RED_ACTS),
    "xenocide orders": firefight.begin,
    "xenocide shooting": lambda: firefight.begin(*ORDERS),
    "xenocide movement": lambda: firefight.begin(*MOVES),
    "trial-assault movement": assault.begin,
    "trial-assault charges": lambda: assault.begin("next", "next"),
}


@cache
def game_at(moment: str) -> Game:
    return MOMENTS[moment]()


@pytest.mark.parametrize("moment", MOMENTS)
@given(strokes=st.lists(st.integers(0, 99), max_size=9))
@example(strokes=[1, 17])  # an interrupt before anybody is aimed at: 1i
def test_any_keys_say_a_line_or_why_not(moment: str, strokes: list[int]) -> None:
    game = game_at(moment)
    keys = "0123,/ 9" + "".join(sorted(game.ruleset.keys.list_key_characters()))
    prompt = Prompt(game)
    for one in (keys[stroke % len(keys)] for stroke in strokes):
        if prompt.reader.accepts_character(one):
            prompt.type_text(one)
    list_next_key_hints(prompt)
    try:
        line = prompt.reader.parse_and_complete_typed_keys().line if prompt.typed_text else ""
    except UnreadableKeys:
        line = prompt.typed_text
    assert prompt.reader.expand_typed_line() == line


@pytest.mark.parametrize(
    ("moment", "keys", "line"),
    [
        ("xenocide shooting", "01", "r2 > b1"),  # the others are not on Standard orders
        ("xenocide movement", "0m4", "r1 moves 4in | r2 moves 4in | r3 moves 4in | r5 moves 4in"),
        ("xenocide shooting", "2,31", "r2 > b1 | r3 > b1"),
        ("combat-zone", "0m2", "rest moves 2ap"),
        ("trial-assault charges", "01 g", "rest charges b1 | rest regroups"),
    ],
)
def test_everybody_at_once(moment: str, keys: str, line: str) -> None:
    assert key(Prompt(game_at(moment)), keys).reader.expand_typed_line() == line


@pytest.mark.parametrize("keys", ["1/1", "0/1", "1m/2"])
def test_an_action_that_names_nobody_has_no_shares(keys: str) -> None:
    prompt = Prompt(game_at("deathzap2 movement"))
    with pytest.raises(UnreadableKeys) as why:
        key(prompt, keys).reader.parse_and_complete_typed_keys()
    assert (
        why.value.message == '"moves" takes no target or number. Press : to finish the line in '
        "words."
    )

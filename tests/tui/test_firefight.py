"""The table of Xenocide: orders face down and turned over, what is held, broken and aboard."""

from __future__ import annotations

import pytest
from textual.widget import Widget

from tests.profiles import some
from tests.saying import say
from tests.tui.kit import Stage, act, begun, book, check_goldens, samples
from tests.tui.test_watch import watching
from tracker.application.book import Book
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tui.prompt.table_prompt import Prompt
from tui.table.panels.forecast_panel import ForecastCache
from tui.table.panels.prompt_panel import PromptPanel
from tui.widgets.panel import PanelEdges

RULES = "xenocide"
RED_ORDERS = "orders red : r1 run r3 opp r4 run r5 1"
BLUE_ORDERS = "orders blue : b2 run b3 opp b5 1"
ORDERED = (RED_ORDERS, BLUE_ORDERS)
# 5 dice of which 4 hit, 4 of which 2: 6 saves on 4 - 1 - 1 = 2, two made: four are to fall.
HELD = (*ORDERED, "r2 > b4 15in light : =4 / 1299 / 123456 / 3 1")
HURT = (
    *ORDERED,
    "fix b4 figures -4 | fix b4 suppressed 2",
    "fix b3 fleeing | fix b3 suppressed 4",
    "fix r5 damage 5 | fix b5 damage 2",
    "fix r2 suppressed 3",
    "fix phase movement red",
)
MOVES = (*ORDERED, "fix phase movement red", "r5 moves 14in | r4 out")
SNAP = (*ORDERED, "fix phase movement red", "r5 moves 14in")
CHARGED = (*MOVES, "r4 moves 4in | r4 contacts b4 light")
MELEE = (*CHARGED, "fix phase melee")

# name, lines of the game, keys
SCREENS: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("firefight-orders-hidden", (RED_ORDERS,), ""),
    ("firefight-orders-typed", (RED_ORDERS,), "2r3o51"),
    ("firefight-orders-shown", ORDERED, ""),
    ("firefight-held", HELD, ""),
    ("firefight-to-hit", ORDERED, "2415l⏎12"),
    ("firefight-counted", ORDERED, "2415l⏎=4"),
    ("firefight-hurt", HURT, ""),
    ("firefight-area", (*HELD, "b1 holds"), ":b4 > r3 12in with light-rocket : 3⏎"),
    ("firefight-vehicle-save", (*SNAP, "b3 snaps r5 35in : 123"), ""),
    ("firefight-snap-shot", MOVES, "2m4⏎i12⏎"),
    ("firefight-melee", MELEE, ""),
    ("firefight-melee-dice", MELEE, "4x4⏎"),
)


def begin(kept: Book, *lines: str) -> Game:
    """Ridge Guard against Dust Runners, set up, kept as far as these lines."""
    rosters = samples(RULES)
    entrants = [
        Entrant("Red", rosters["ridge-guard.toml"], "Anna"),
        Entrant("Blue", rosters["dust-runners.toml"], "Farid"),
    ]

    def play() -> Game:
        game = kept.begin_match(RULES, entrants, title="Ridge v Dust", played_on="2025-10-09")
        say(game, "deploy red", "deploy blue", *lines)
        return game

    return begun(("firefight", lines), kept, play)


@pytest.mark.parametrize(
    ("name", "lines", "keys"), some(SCREENS, 5), ids=[each[0] for each in SCREENS]
)
def test_screen(name: str, lines: tuple[str, ...], keys: str) -> None:
    kept = book(RULES)
    begin(kept, *lines)

    async def story(stage: Stage) -> None:
        await stage.press(keys)
        await check_goldens(stage, name)
        for widget in stage.app.screen.walk_children(Widget):
            assert widget.max_scroll_x == 0, widget

    act(story, kept, game="m1")


def test_modifiers_are_listed_to_the_last_and_the_key_that_explains_them_stays() -> None:
    """The wide panel lost what the third line said; the narrow one cut ``w why``."""
    game = begin(book(RULES), *ORDERED, "fix r2 suppressed 1", "r2 > b4 5in heavy")

    def draw(width: int, *, is_large: bool) -> str:
        panel = PromptPanel(Prompt(game), ForecastCache(), PanelEdges(), is_large=is_large)
        return " ".join(" ".join(row.plain for row in panel.render_body(width, 14)).split())

    assert "suppression -1" in draw(44, is_large=True)
    assert "suppression -1 (w why)" in draw(78, is_large=False)
    assert "… (w why)" in draw(50, is_large=False)


@pytest.mark.thorough
def test_a_wide_table_tells_an_order_alike_on_both_sides() -> None:
    """Gully Rifles with losses have no room for the word, so no unit has it."""
    kept = book(RULES)
    begin(kept, *HELD)

    async def story(stage: Stage) -> None:
        rosters = stage.text.splitlines()[3:14]
        assert [row for row in rosters if "standard" in row] == []
        assert any("└1 Cutters      6/6   S        left" in row for row in rosters)

    act(story, kept, game="m1", size=(120, 40))


OTHERS = "orders red : r1 opp r3 run r4 opp r5 0"
"""As ``RED_ORDERS``, but for what the counters say."""
LOOKS = ("", "v", "⎋", "?", "⎋", "t", "k", "j", "⏎", "⎋", "c", "⎋", "⎋", "x")
SHEETS = ("f1", "f2", "f3")


@pytest.mark.rule("XF-ORD-01")
@pytest.mark.parametrize("watch", [False, True])
def test_no_screen_tells_what_a_counter_says(watch: bool) -> None:
    """Wherever one looks before the reveal, games that differ in counters only look alike."""
    seen: list[list[str]] = []
    for orders in (RED_ORDERS, OTHERS):
        kept, found = book(RULES), list[str]()
        begin(kept, orders)

        async def story(stage: Stage, found: list[str] = found) -> None:
            for keys in ("",) if watch else LOOKS:
                await stage.press(keys)
                found.append(stage.text)
            for name in () if watch else SHEETS:
                await stage.named(name)
                found.append(stage.text)
                await stage.press("⎋")

        watching(story, kept, (80, 24)) if watch else act(story, kept, game="m1")
        seen.append(found)
    for one, other in zip(*seen, strict=True):
        assert one == other
    assert watch or any("LOOKING BACK" in text for text in seen[0])


@pytest.mark.thorough
def test_the_head_of_a_paused_game_leaves_the_rules_out_where_they_find_no_room() -> None:
    kept = book(RULES)
    begin(kept)

    async def story(stage: Stage) -> None:
        await stage.press("p")
        head = stage.text.splitlines()[0]
        assert head.startswith(" Ridge Guard v Dust Runners  ")
        assert head.endswith("  turn 1 · line 8 saved · paused (p)")

    act(story, kept, game="m1")

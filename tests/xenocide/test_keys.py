"""Xenocide in keys: orders of a side, several parts in a row, snap shots in between."""

from __future__ import annotations

import pytest

from tests.tui.kit import key
from tests.tui.scribing import Scribe, besides_dice, in_all
from tests.xenocide import laws
from tests.xenocide.evening import begin
from tests.xenocide.test_lines import MOVES, ORDERS, RED_MOVED
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.rulesets.xenocide.phases.shooting_and_opportunity_fire import (
    list_possible_interrupters,
)
from tui.correcting.late_interrupts import find_interruptible_action
from tui.correcting.quick_line_edits import apply_typed_line_edit
from tui.prompt.next_key_hints import list_next_key_hints
from tui.prompt.table_prompt import Prompt
from tui.table.panels.forecast_panel import ForecastCache
from tui.table.panels.prompt_panel import PromptPanel
from tui.widgets.help_dialog import build_phase_verbs_section
from tui.widgets.panel import PanelEdges

SNAP = "i15⏎{13806}⏎{9}⏎"
FIRED = ("r5 moves 18in | r4 out", "next", "b2 runs 6in | b5 moves 9in", "next")
FOUGHT = (
    "orders red",
    "orders blue",
    "fix r1 melee b2",
    "fix phase melee",
    "r1 fights b2 : 111199 / 9999 / 9999",
)

# where the game stands, the keys, the line they stand for
SAME = (
    ((), "1r3o51⏎", ORDERS[0]),
    (ORDERS[:1], "1o2r⏎", "orders blue : b1 opp b2 run"),
    (ORDERS, "2115l⏎27194⏎36⏎", "r2 > b1 15in light : 27194 / 36"),
    (ORDERS, "21 15l⏎27194⏎36⏎", "r2 > b1 15in light : 27194 / 36"),
    (MOVES, "1m7c1⏎", "r1 moves 7in | r1 contacts b1 light"),  # B1 was in light cover
    (RED_MOVED, "5m18g4⏎", "r5 moves 18in | r4 out"),
    (RED_MOVED, "5m184g⏎", "r5 moves 18in | r4 out"),
    (ORDERS, "2115o⏎27194⏎36⏎", "r2 > b1 15in open : 27194 / 36"),
    ((*RED_MOVED, "next"), "2m6 5m9⏎", "b2 moves 6in | b5 moves 9in"),
    ((*RED_MOVED, *FIRED), "5520⏎2⏎72⏎", "r5 > b5 20in : 2 / 72"),
    (MOVES, "2m3e⏎", "r2 moves 3in towards"),
    ((*MOVES, "fix r2 fleeing"), "2m3z⏎", "r2 flees 3in off"),
    (MOVES, "5v13⏎", "r5 overruns b1 models 3"),
    (MOVES, "5v1⏎", "r5 overruns b1"),
    (MOVES, "5m18a5⏎", "r5 moves 18in | r5 rams b5"),
    (FOUGHT, "1w4c3⏎", "r1 follows 4in towards | r1 contacts b3"),
    (FOUGHT, "1w4ec3⏎", "r1 follows 4in towards | r1 contacts b3"),
    (FOUGHT, "1w4⏎", "r1 follows 4in"),
    (MOVES, "5m6ea5⏎", "r5 moves 6in towards | r5 rams b5"),
)


@pytest.mark.parametrize(("lines", "keys", "line"), SAME)
def test_keys_write_what_the_line_writes(lines: tuple[str, ...], keys: str, line: str) -> None:
    typed, written = begin(*lines), begin(*lines)
    prompt = key(Prompt(typed), keys)
    assert prompt.notice is None or prompt.notice.kind != "refused", prompt.notice
    done = play_line(written, line)
    assert done.error is None, done.error.message
    assert typed.state == written.state


def test_what_begins_the_next_part_is_no_distance_and_who_is_run_over_has_no_cover() -> None:
    prompt = Prompt(begin(*MOVES))  # B1 was in light cover
    assert key(prompt, "5v1 2m4").reader.expand_typed_line() == "r5 overruns b1 | r2 moves 4in"


def test_the_key_of_a_unit_that_flees_is_its_flight() -> None:
    prompt = key(Prompt(begin(*MOVES, "fix r2 fleeing")), "2")
    assert prompt.reader.expand_typed_line() == "r2 flees"
    assert prompt.reader.describe_move_limit() == 'at most 4"'
    hints = dict(list_next_key_hints(prompt.reader.state))
    assert hints["z"] == "off"
    assert "c" not in hints


def test_what_is_begun_comes_before_the_rest_of_a_line() -> None:
    prompt = key(Prompt(begin(*MOVES)), "5v12 2m4⏎")
    assert prompt.notice is not None
    sentence = "Answer this question first. Then enter the rest of the line again."
    assert (prompt.notice.text, prompt.wants_dice) == (sentence, True)


@pytest.mark.rule("XF-ORD-01")
def test_enter_places_the_counters_of_one_side_and_not_those_of_the_other() -> None:
    prompt = key(Prompt(begin()), "⏎")
    assert prompt.game.match.phase == "orders"
    key(prompt, "⏎")
    assert prompt.game.match.phase == "shooting"
    blue_first = Prompt(begin())
    blue_first.switch_side()
    proposal = blue_first.reader.get_proposal()
    assert proposal is not None
    assert proposal.line == "orders Blue"


@pytest.mark.rule("XF-SNAP-01")
@pytest.mark.parametrize(
    ("keys", "line"),
    [
        ("i1", "b1 snaps r1"),
        ("i15l", "b1 snaps r1 5in light"),
        ("i1 5", "b1 snaps r1 5in"),
        ("i5 12", "b5 snaps r1 12in"),
    ],
)
def test_whoever_snaps_where_that_is_asked_is_said_in_keys(keys: str, line: str) -> None:
    """After a correction, or where somebody claimed a snap shot: R1 runs before B1 and B5."""
    game = begin(*laws.ORDERS, "next", "init : 47 / first", "r1 runs 7in claimed")
    prompt = key(Prompt(game), keys)
    assert (prompt.reader.expand_typed_line(), prompt.reader.describe_typed_choice()) == (
        line,
        line,
    )
    key(prompt, "⏎")
    assert prompt.wants_dice
    assert list(list_log_lines(game.history)[-1].text.split(" | "))[-1].startswith(f"B{keys[1]} ")


def test_a_window_for_snap_shots_names_who_may_and_how_it_is_typed() -> None:
    game = begin(*laws.ORDERS, "next", "init : 47 / first", "r1 runs 7in claimed")
    panel = PromptPanel(Prompt(game), ForecastCache(), PanelEdges())
    text = " ".join(line.plain.strip() for line in panel.render_body(80, 8))
    assert "1 Bayonets or 5 Raider may, at 1 Runners. Type i and the number: i1" in text


def test_the_list_of_keys_has_those_of_orders() -> None:
    _, rows = build_phase_verbs_section(begin().ruleset, "setup", "1")
    told = [(row.label, row.text) for row in rows]
    assert told[0] == ("1r", "run; the next unit may follow")
    assert told[-1] == ("11", "speed 1, if it has one")


@pytest.mark.thorough
def test_a_snap_shot_comes_in_between() -> None:
    game = begin(*MOVES)
    # Blue's Raider may snap as well, so that B1 is named
    Scribe(game).press(f"1m7c1⏎{SNAP}")
    line = "r1 moves 7in | b1 snaps r1 5in : 13806 / 9"
    written = begin(*MOVES, line, "r1 contacts b1 light")
    assert game.state == written.state


@pytest.mark.parametrize(
    ("lines", "keys", "most"),
    [
        ((), "1r3o51⏎", 7),
        (ORDERS, "2115l⏎{27194}⏎{36}⏎", 8),
        (MOVES, f"1m7c1⏎{SNAP}", 12),
        ((*RED_MOVED, *FIRED), "5520⏎{2}⏎{72}⏎", 8),
    ],
)
def test_how_many_keys_besides_dice(lines: tuple[str, ...], keys: str, most: int) -> None:
    Scribe(begin(*lines)).press(keys)
    assert besides_dice(keys) <= most
    assert besides_dice(SNAP) <= 8


@pytest.mark.parametrize(
    ("lines", "keys", "sentence"),
    [
        ((), "1x", "R1: r run, o opp, d standard."),
        ((), "1", "R1: r run, o opp, d standard."),
        ((), "11", "R1: r run, o opp, d standard."),
        ((), "5r", "R5: type its speed."),
        (ORDERS, "1 2 l 20", "Type the distance before the letters: `1 2 20l`."),
        (ORDERS, "12l 20", "Type the distance before the letters: `1220l`."),
        ((), "9r", "Red has no unit 9. Type 1, 2, 3, 4 or 5."),
        (MOVES, "1m7,", "`,` is not a key here. Press ? for a list of keys."),
    ],
)
def test_keys_that_say_nothing_are_refused_and_kept(
    lines: tuple[str, ...], keys: str, sentence: str
) -> None:
    prompt = Prompt(begin(*lines))
    before = prompt.game.version
    key(prompt, keys + "⏎")
    assert prompt.notice is not None
    assert prompt.notice.text.startswith(sentence)
    assert prompt.game.version == before


FRESH = "2115l⏎{27194}⏎{36}⏎"
RECOVERY = "⏎⏎{52466}⏎"
TURN = (
    "1r3o51⏎", "1o2r⏎",
    FRESH, "3220⏎{381274}⏎{5}⏎⏎",  # a rifleman falls, not the captain
    "4322⏎{2}⏎{37}⏎{56}⏎{941}⏎",  # the rocket, then two rifles that miss
    "⏎{4}⏎",  # one gunner is left and broken: he sees an enemy, and stays
    "{47}⏎f⏎",
    f"1m7c1⏎{SNAP}", "5m18g4⏎n", "2m6 5m9⏎n",
    "3318⏎{2419}⏎{85}⏎", "5520⏎{2}⏎{72}⏎", "1-⏎",
    "5412⏎{6890}⏎", "2210⏎{1158}⏎{20}⏎⏎",
    "⏎{23951}⏎{36804}⏎{724}⏎{1}⏎", "{67}⏎⏎⏎",
    RECOVERY,
)  # fmt: skip
"""Four units and a transport a side, every face typed (0c)."""


@pytest.mark.thorough
def test_a_turn_of_four_units_and_a_transport_a_side() -> None:
    game = begin(captain=True)
    Scribe(game).press_all(TURN)
    assert (game.match.turn, game.match.phase) == (2, "orders")
    assert sum(map(in_all, TURN)) <= 190
    assert besides_dice(RECOVERY) <= 4
    assert max(besides_dice(keys) for keys in TURN if keys[:4].isdigit()) <= 9  # attacks


@pytest.mark.thorough
def test_a_snap_shot_said_late_is_no_longer() -> None:
    """R1 has moved and so has R2 since: the shot comes in before the first of both."""
    late = "ii15⏎{13806}⏎{9}⏎"
    typed = Scribe(begin(*MOVES))
    typed.press("1m7⏎2m4⏎")
    typed.press(late)
    written = begin(*MOVES, "r1 moves 7in | b1 snaps r1 5in : 13806 / 9", "r2 moves 4in")
    assert typed.prompt.game.state.units == written.state.units
    assert typed.prompt.game.state.markers == written.state.markers
    assert besides_dice(late) <= 8


@pytest.mark.rule("XF-SNAP-04")
def test_whoever_has_interrupted_an_action_is_not_offered_for_it_again() -> None:
    line = "r1 runs 6in | b1 snaps r1 10in open : 999999"
    orders = ("orders red : r1 run", "orders blue : b1 opp", "fix phase movement red")
    game = begin(*orders, line)
    found = find_interruptible_action(game, "i")
    assert found is not None
    assert found.description.endswith(": r1 moves 6in")
    assert list_possible_interrupters(found.match) == ("u:b5",)
    assert find_interruptible_action(begin("fix b5 damage 9", *orders, line), "i") is None


def test_an_option_of_a_line_that_is_changed_can_be_typed_alone() -> None:
    line = "r5 overruns b1 models 3"
    assert apply_typed_line_edit(begin(*MOVES), line, "models 2") == "r5 overruns b1 models 2"

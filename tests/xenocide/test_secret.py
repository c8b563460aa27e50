"""Counters are secret until they are turned over: in state, log, exports (XF-ORD-01, XF-G41)."""

from __future__ import annotations

import json

import pytest

from exports.ledger_json import render_ledger_json
from tests.saying import say
from tests.tui import kit as screens
from tests.xenocide import evening
from tests.xenocide.evening import begin
from tests.xenocide.test_lines import ORDERS
from tracker.application.chances.action_odds import forecast_line
from tracker.application.log.game_log_lines import expand_undone_line, list_log_lines
from tracker.application.match.game import Game
from tracker.application.match.undo_steps_and_branches import apply_undo_or_redo
from tracker.application.typed_lines.line_and_script_play import parse_command, play_line
from tracker.projection import hidden_information
from tracker.rulesets.xenocide import RULESET
from tracker.rulesets.xenocide.data import markers, state_queries
from tracker.rulesets.xenocide.phases import shooting_and_opportunity_fire
from tracker.vocabulary.events import ActionTaken
from tracker.vocabulary.subject_ids import make_unit_id
from tui.views.last_unit_actions import LastUnitActions
from tui.views.next_line_proposals import propose_next_line

BEFORE_FIRE = ("next", "init : 47 / first")
OTHERS = "orders red : r1 opp r3 run r5 0"
"""As ``ORDERS[0]``, but for what the counters say."""
R1, R3, R5 = (make_unit_id(name) for name in ("r1", "r3", "r5"))


def list_texts(game: Game) -> list[str]:
    return [line.text for line in list_log_lines(game.get_public_game().history)]


@pytest.mark.rule("XF-ORD-01", "XF-G41")
def test_what_is_shown_says_nothing_of_a_counter_before_the_reveal() -> None:
    game = begin(ORDERS[0])
    assert game.match.mark(R1, markers.ORDER) == "run"  # the rules know
    assert (
        game.get_public_game().match.mark(R1, markers.ORDER) is True
    )  # that there is a counter, and no more
    assert game.get_public_game().match.mark(R5, markers.NEXT_SPEED) is True
    say(game, ORDERS[1])
    assert [game.get_public_game().match.mark(unit, markers.ORDER) for unit in (R1, R3)] == [
        "run",
        "opportunity",
    ]


@pytest.mark.rule("XF-ORD-01")
@pytest.mark.parametrize("line", ["r1 moves 90in", "r3 moves 90in", "r1 teleports 90in"])
def test_what_speaks_against_an_action_says_nothing_of_a_counter(line: str) -> None:
    """A Run order would let R1 move 8", any other 4"."""
    one, other = begin(ORDERS[0]), begin(OTHERS)
    against = one.list_objections(parse_command(one, line))
    assert against == other.list_objections(parse_command(other, line))


@pytest.mark.rule("XF-ORD-01")
def test_the_log_says_who_has_a_counter_and_not_which() -> None:
    lines = list_texts(begin(ORDERS[0]))
    assert (
        "R1 Runners, R3 Guns with order face down, R5 Carrier with next speed "
        "face down" in lines[-1]
    )


@pytest.mark.rule("XF-G41")
def test_the_log_says_what_was_turned_over() -> None:
    lines = list_texts(begin(*ORDERS))
    said = (
        "B1 Bayonets, R3 Guns opportunity fire, B2 Carbines, R1 Runners run, R2 Rifles, R4 Riders, "
    )
    assert said + "B3 Line, B4 Rocket standard, R5 Carrier speed 1" in lines[-1]


@pytest.mark.rule("XF-G41", "XF-VEH-05", "XF-G82")
def test_the_questions_of_a_crash_at_the_reveal_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evening, "RED", evening.RED.replace('"tracked"', '"flying"'))
    game = begin("fix r5 speed 2", "orders red : r5 0", "orders blue : b5 1")
    for answer in ("answer : 1111", "answer : none"):  # the passengers, then the explosion
        pending, shown = game.pending, game.get_public_game().pending
        assert pending is not None
        assert shown is not None
        assert shown.request == pending.request
        say(game, answer)
    assert game.pending is None
    assert not game.match.exists(R5)


@pytest.mark.rule("XF-VEH-14", "XF-G82")
def test_the_log_shows_only_that_a_vehicle_is_destroyed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A flyer of threshold 4 is disabled by 2 more markers, so it crashes at once."""
    monkeypatch.setattr(evening, "RED", evening.RED.replace('"tracked"', '"flying"'))
    game = begin("fix r5 speed 1", "orders red : r5 1", "orders blue", "fix r5 fired")
    say(game, "fix r5 damage 2", "b4 > r5 10in with rocket : 1 / 0 / 2222 / none")
    last = list_texts(game)[-1]
    assert "R5 damage 4" in last
    assert "R5 destroyed" in last
    assert "DISABLED" not in last


@pytest.mark.rule("XF-G41")
def test_an_undone_reveal_does_not_tell_whether_it_changed_a_speed() -> None:
    """R5 stands still: a counter of 1 sets its speed when it is turned over, one of 0 does not."""
    told = []
    for orders in (ORDERS[0], ORDERS[0].replace("r5 1", "r5 0")):
        game = begin(orders, ORDERS[1])
        game.undo()
        lines = list_log_lines(game.history)
        (gone,) = [line for line in lines if line.kind == "taken back"]
        told.append([line.text for line in expand_undone_line(game.history, lines, gone)])
    assert told[0] == told[1] != []


@pytest.mark.rule("XF-G41")
def test_a_reveal_that_is_taken_back_tells_nothing_and_returned_it_tells_all() -> None:
    told = []
    for orders in (ORDERS[0], OTHERS.replace("r5 0", "r5 3")):
        game = begin("fix r5 speed 2", orders, ORDERS[1])
        laid, turned = list_texts(game)[-3:-1], list_texts(game)[-1]
        game.undo()
        told.append((list_texts(game), game.get_public_game().history.list_all_entries()))
        game.redo()
        assert list_texts(game)[-3:] == [*laid, turned]
    assert told[0] == told[1]
    assert (
        "R1 Runners, R3 Guns with order face down, R5 Carrier with next speed "
        "face down" in told[0][0][-2]
    )


@pytest.mark.rule("XF-G41")
def test_who_turned_its_counter_over_and_took_it_back_tells_nothing() -> None:
    game = begin(*ORDERS, *BEFORE_FIRE, "r1 runs 7in", order_reveal="on_activation")
    (back,) = apply_undo_or_redo(game, Game.undo)
    assert back.text == "R1 Runners moved"
    assert game.get_public_game().match.mark(R1, markers.ORDER) is True
    taken = game.get_public_game().history.list_all_entries()[-2].input
    assert isinstance(taken, ActionTaken)
    assert taken.action == hidden_information.SECRET_ACTION


@pytest.mark.rule("XF-G41")
@pytest.mark.parametrize("reveal", ["end_of_orders", "on_activation"])
def test_counters_are_turned_together_or_each_when_its_squad_acts(reveal: str) -> None:
    game = begin(*ORDERS, order_reveal=reveal)  # R1 runs, R3 has opportunity fire
    at_once = reveal == "end_of_orders"

    def seen() -> list[object]:
        return [game.get_public_game().match.mark(unit, markers.ORDER) for unit in (R1, R3)]

    assert game.match.phase == "shooting"
    assert seen() == (["run", "opportunity"] if at_once else [True, True])
    waiting = {due.subject for due in RULESET.due(game.match)}
    assert ({R1, R3} & waiting) == (set() if at_once else {R1, R3})  # nobody sees who may not
    say(game, "next", "init : 47 / first")
    assert seen() == (["run", "opportunity"] if at_once else [True, True])
    say(game, "r1 runs 7in")
    assert seen() == (["run", "opportunity"] if at_once else ["run", True])


@pytest.mark.rule("XF-G41", "XF-SHOOT-01")
def test_a_squad_whose_counter_lies_face_down_still_fires_by_its_order_only() -> None:
    game = begin(*ORDERS, order_reveal="on_activation")
    against = play_line(game, "r1 > b1 15in light").objections
    assert [(one.id, one.text) for one in against] == [
        ("order", "the orders of R1 do not let it fire now")
    ]


@pytest.mark.rule("XF-G41", "XF-MOVE-03")
def test_who_has_to_move_does_not_tell_what_a_counter_says() -> None:
    """R1 runs, by a counter that lies face down yet; the vehicle's speed is seen."""
    game = begin(*ORDERS, *BEFORE_FIRE, order_reveal="on_activation")
    assert R1 in {due.subject for due in RULESET.due(game.match)}
    assert {due.subject for due in RULESET.due(game.match) if due.compulsory} <= {R5}


@pytest.mark.thorough
@pytest.mark.rule("XF-G41", "XF-SNAP-01")
@pytest.mark.parametrize("after", [(), BEFORE_FIRE, (*BEFORE_FIRE, "next", "next")])
def test_who_is_left_what_is_proposed_and_its_odds_are_those_of_any_counter(
    after: tuple[str, ...],
) -> None:
    """Guns on Run could not fire, and who may snap-shoot is nobody's business before he does."""
    told = []
    for orders in (ORDERS, (OTHERS.replace("r5 0", "r5 1"), "orders blue : b1 run b2 opp b5 0")):
        game = begin(*orders, order_reveal="on_activation")
        for line in after:
            say(game, line)
        due = [one.subject for one in RULESET.due(game.match)]
        proposed = [
            propose_next_line(game, LastUnitActions(game), None, passed)
            for passed in range(len(due))
        ]
        lines = [one.line for one in proposed if one and " > " in one.line]
        told.append(
            (
                due,
                proposed,
                [forecast_line(game, line) for line in lines],
                shooting_and_opportunity_fire.list_possible_interrupters(game.match),
            )
        )
    assert told[0] == told[1]
    assert told[0][1]


@pytest.mark.rule("XF-ORD-01")
def test_the_ledger_is_written_out_to_before_the_first_counter_that_lies_face_down() -> None:
    kept = screens.book("xenocide")
    game = begin(ORDERS[0], kept=kept)
    (stream,) = json.loads("".join(render_ledger_json(kept)))["streams"]
    assert stream["version"] == len(stream["events"]) == game.version - stream["secret"]
    assert "order" not in {event["body"].get("marker") for event in stream["events"]}
    (given,) = (
        one for one in game.history.list_entries_on_path() if "hidden_from=('" in str(one.facts)
    )
    assert stream["events"][-1]["version"] == given.version - 1
    say(game, ORDERS[1])  # all are turned over
    (stream,) = json.loads("".join(render_ledger_json(kept)))["streams"]
    assert (len(stream["events"]), stream["secret"]) == (game.version, 0)


@pytest.mark.rule("XF-ORD-01")
def test_an_order_changed_after_the_reveal_is_seen_by_all() -> None:
    game = begin(*ORDERS)
    assert game.match.phase == "shooting"
    say(game, "r1 standard")
    assert game.get_public_game().match.mark(R1, markers.ORDER) == "standard"


@pytest.mark.rule("XF-G41")
def test_a_counter_that_nobody_sees_may_be_the_one_that_acts_now() -> None:
    game = begin(*ORDERS, order_reveal="on_activation")
    assert (
        state_queries.get_order(game.get_public_game().match, R1) == "standard"
    )  # in the Shooting phase
    say(game, "next", "init : 47 / first")
    assert state_queries.get_order(game.get_public_game().match, R1) == "opportunity"


@pytest.mark.rule("XF-G41")
def test_a_counter_stays_face_down_while_its_squad_does_nothing() -> None:
    game = begin(*ORDERS, order_reveal="on_activation")
    say(game, "fix r3 suppressed 1")
    assert game.get_public_game().match.mark(R3, markers.ORDER) is True

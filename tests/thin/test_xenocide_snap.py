"""Units that come in between: in a line, in keys, late, by chance, in the forecast and the log."""

from __future__ import annotations

import random
from itertools import count

import pytest

from tests.thin.xenocide_snap import RULESET, WATCHES, Move
from tests.tui.kit import key
from tracker.application.chances.action_odds import forecast_action
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.game import Game
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.ledger.memory_store import MemoryStore
from tracker.testing.match_in_memory import BLUE, RED, f, u
from tracker.testing.random_games import play_random_input, replay_in_memory
from tracker.testing.ruleset_laws import check_all_laws
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import SideId
from tui.prompt.table_prompt import Prompt


def force(side: SideId, *handles: str) -> ev.ForceMustered:
    units = tuple(
        ev.MusteredUnit(
            u(handle), handle, tuple(ev.MusteredFigure(f(handle, n), "rifle") for n in (1, 2, 3))
        )
        for handle in handles
    )
    return ev.ForceMustered(side=side, force="x", points=0, profiles={"rifle": {}}, units=units)


def game(*watching: str) -> Game:
    """Red's half of the first Movement phase."""
    seconds = count()
    found = Game(MemoryStore(), "m1", RULESET, clock=lambda: next(seconds), dice=random.Random(1))
    opened = ev.MatchOpened(
        title="Ridge",
        ruleset=RULESET.id,
        ruleset_version="1",
        sides=(ev.Side(RED, "Red", "r"), ev.Side(BLUE, "Blue", "b")),
        words=RULESET.words,
    )
    found.write_opening(opened, (force(RED, "r1", "r2"), force(BLUE, "b1", "b2")))
    say(found, "next")
    found.adjust_by_hand((WATCHES.set(*map(u, watching)),), "placed")
    return found


def say(game: Game, *lines: str) -> None:
    for line in lines:
        done = play_line(game, line)
        assert done.error is None, done.error.message


def standing(game: Game, unit: str) -> int:
    return len(game.match.figures(u(unit)))


def test_a_unit_comes_in_between_the_move_of_another() -> None:
    playing = game("b1")
    say(playing, "r1 moves 4in | b1 shoots r1 : 561")
    assert standing(playing, "r1") == 1
    assert playing.pending is None
    assert not playing.match.has(u("b1"), WATCHES)
    texts = " ".join(line.text for line in list_log_lines(playing.history))
    assert "R1" in texts
    assert "B1" in texts


def test_nobody_is_asked_where_nobody_speaks_up() -> None:
    playing = game("b1", "b2")
    say(playing, "r1 moves 4in")
    assert playing.pending is None
    assert standing(playing, "r1") == 3


@pytest.mark.parametrize(
    ("watching", "keys", "line"),
    [
        (("b1",), "1m4i⏎", "r1 moves 4in | b1 shoots r1"),
        (("b1", "b2"), "1m12i2⏎", "r1 moves 12in | b2 shoots r1"),
        (("b1",), "1m4⏎", "r1 moves 4in"),
    ],
)
def test_keys_of_units_have_amounts_and_interrupts(
    watching: tuple[str, ...], keys: str, line: str
) -> None:
    typed, written = game(*watching), game(*watching)
    key(Prompt(typed), keys)
    say(written, line)
    assert [entry.input for entry in typed.history.list_entries_on_path()] == [
        entry.input for entry in written.history.list_entries_on_path()
    ]


def test_a_unit_comes_in_late_and_the_move_is_said_again() -> None:
    late, in_time = game("b1"), game("b1")
    say(late, "r1 moves 4in")
    key(Prompt(late), "i⏎")
    say(late, "answer : 561")
    say(in_time, "r1 moves 4in | b1 shoots r1 : 561")
    assert late.state == in_time.state


def test_what_comes_in_between_in_the_half_of_the_other_side_is_not_late() -> None:
    playing = game("r1")
    say(playing, "next", "b1 moves 4in | r1 shoots b1 : 111")
    (shot,) = [
        entry.input
        for entry in playing.history.list_entries_on_path()
        if isinstance(entry.input, ev.ActionTaken) and entry.input.action == "snap"
    ]
    assert shot.late is None


def test_who_may_come_in_between_is_an_assumption_of_the_odds() -> None:
    playing = game("b1", "b2")
    found = forecast_action(playing, RULESET.actions["move"].make_command(RED, Move(u("r1"))))
    assert found.assumptions == ("snap shot: not by B1, B2",)


def test_tab_stays_where_it_was_where_the_phase_is_everybodys() -> None:
    playing = game()
    playing.adjust_by_hand((ev.PhaseBegan(phase="movement", side=None),), "both at once")
    prompt = Prompt(playing)
    assert prompt.side == RED
    prompt.switch_side()
    key(prompt, "1m4⏎")
    assert playing.match.has(u("b1"), "moved")
    assert prompt.side == BLUE
    say(playing, "next")
    prompt.clear_notices_and_choices()
    assert prompt.side == RED


def test_tab_is_for_one_action_where_sides_act_in_turn() -> None:
    playing = game()
    prompt = Prompt(playing)
    prompt.switch_side()
    key(prompt, "1m4⏎")
    assert playing.match.has(u("b1"), "moved")
    assert prompt.side == RED


def test_what_bars_a_unit_is_said_of_it() -> None:
    playing = game()
    say(playing, "r1 moves 4in")
    against = playing.list_objections(RULESET.actions["move"].make_command(RED, Move(u("r1"))))
    assert [(one.id, one.text) for one in against] == [("has-moved", "R1 has moved")]


def test_games_by_chance_take_interrupts_and_obey_the_laws() -> None:
    came = 0
    for seed in range(6):
        playing = game("b1", "r2")
        rng = random.Random(seed)
        for _ in range(12):
            play_random_input(playing, rng)
        came += any(
            isinstance(e.input, ev.ActionTaken) and e.input.action == "snap"
            for e in playing.history.list_entries_on_path()
        )
        check_all_laws(replay_in_memory(playing))
    assert came > 0

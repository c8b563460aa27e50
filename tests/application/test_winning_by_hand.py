"""Chances to win that are known by arithmetic, or because both sides are alike.

From n games a share is off by its error √(p(1-p)/n) two times of three; here it may be three.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import sqrt
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from tests.plugins import third_party
from tests.tui.kit import RULES
from tracker.application.win_probability.game_rollouts import (
    MAX_ENTRIES,
    MAX_TURNS,
    RolloutResult,
    choose_winner_of_stopped_game,
    make_sensible_player,
    run_rollouts,
)
from tracker.procedures.declared.line_part_meanings import Command
from tracker.procedures.declared.player_actions import Action, NoParams
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.match_endings import (
    ask_match_end_and_record_refusal,
    ask_winner,
    list_sides_left,
)
from tracker.procedures.requests import Asking, roll_check
from tracker.procedures.ruleset import Ruleset
from tracker.testing.match_in_memory import BLUE, RED, Play
from tracker.testing.random_games import begin_random_game, play_random_input
from tracker.vocabulary.events import (
    ActionTaken,
    FiguresRemoved,
    MatchEnded,
    PointsScored,
    TurnBegan,
)
from tracker.vocabulary.subject_ids import SideId

GAMES = 1200

Stage = Callable[[Match, SideId | None, NoParams], Asking[None] | None]


def game_of(stage: Stage) -> Ruleset:
    """A game that goes by itself: the same thing is done until it is over."""
    go = Action("go", "goes", NoParams, stage)
    following = Action("next", "goes on", NoParams, lambda *_: None)
    return Ruleset(
        id="duel",
        version="1",
        title="Duel",
        actions={"go": go, "next": following},
        automatic=lambda _: Command("go", None, {}),
    )


def begun(rules: Ruleset, red: int = 3, blue: int = 3) -> Play:
    """So many figures of each side, in the first turn."""
    play = Play(rules)
    play.muster(RED, {"r1": {"man": red}}, {"man": {}})
    play.muster(BLUE, {"b1": {"man": blue}}, {"man": {}})
    play.fix(TurnBegan(turn=1, order=(RED, BLUE)))
    return play


def won(match: Match, side: SideId | None) -> None:
    match.record(MatchEnded(how="over", winner=side, why="it is over"))


def about(played: RolloutResult, chance: float) -> None:
    """The share of games that Red won is the chance, within three errors of so many games."""
    assert played.game_count == GAMES
    error = sqrt(chance * (1 - chance) / GAMES)
    assert played.get_win_chance(0) == pytest.approx(chance, abs=3 * error)
    assert played.compute_standard_error(0) == pytest.approx(error, rel=0.1)


def decider(need: int) -> Stage:
    """One die: Red wins with so much or more, Blue with less."""

    def stage(match: Match, _: SideId | None, __: NoParams) -> Asking[None]:
        hits = yield from roll_check("to hit", 1, need, side=RED, rule="T-1")
        won(match, RED if hits else BLUE)

    return stage


@pytest.mark.thorough
@pytest.mark.parametrize(("need", "chance"), [(4, 1 / 2), (3, 2 / 3), (6, 1 / 6)])
def test_the_last_die_decides(need: int, chance: float) -> None:
    rules = game_of(decider(need))
    played = run_rollouts(rules, begun(rules).table.state, GAMES, "die")
    about(played, chance)
    assert (played.drawn, played.judged) == (0, 0)
    assert played.get_win_chance(0) + played.get_win_chance(1) == 1


@pytest.mark.parametrize(("need", "fewest", "most"), [(1, 25, 25), (4, 90, 100)])
def test_games_are_played_until_the_chance_is_clear(need: int, fewest: int, most: int) -> None:
    """Of a hundred: a side that always wins shows it in 25; an even chance is 5 points off after
    all of them, and after 90 by √(1/2 · 1/2 / 91) = 0.0524.
    """
    rules = game_of(decider(need))
    state = begun(rules).table.state
    played = run_rollouts(rules, state, 100, "clear", stop_when_precise=True)
    assert fewest <= played.game_count <= most
    assert played.compute_standard_error(0) <= 0.0524
    assert run_rollouts(rules, state, played.game_count, "clear") == played


def first_to_two(match: Match, _: SideId | None, __: NoParams) -> Asking[None]:
    """A point for Red on 4 or more, else for Blue; two points win."""
    hits = yield from roll_check("to hit", 1, 4, side=RED, rule="T-1")
    side = RED if hits else BLUE
    match.record(PointsScored(side=side, points=1, why="a round"))
    if match.points(side) == 2:
        won(match, side)


@pytest.mark.thorough
@pytest.mark.parametrize(("points", "chance"), [((0, 0), 1 / 2), ((1, 0), 3 / 4), ((0, 1), 1 / 4)])
def test_who_is_a_round_ahead_wins_three_times_of_four(
    points: tuple[int, int], chance: float
) -> None:
    # From 1:0 Red loses only if both rounds that are left go to Blue: 1 - 1/2 · 1/2.
    rules = game_of(first_to_two)
    play = begun(rules)
    for side, many in zip((RED, BLUE), points, strict=True):
        play.fix(*[PointsScored(side=side, points=1, why="a round")] * many)
    about(run_rollouts(rules, play.table.state, GAMES, "rounds"), chance)


def volley(match: Match, _: SideId | None, __: NoParams) -> Asking[None]:
    """Red fires two shots that need 5 or more at Blue's two figures; both have to hit."""
    hits = yield from roll_check("to hit", 2, 5, side=RED, rule="T-1")
    if hits == 2:
        match.record(FiguresRemoved(figures=match.all_figures(BLUE)))
    yield from offered_end(match, RED if hits == 2 else BLUE)


def offered_end(match: Match, side: SideId) -> Asking[None]:
    if (yield from ask_match_end_and_record_refusal(match, side, "it is over", rule="T-2")):
        won(match, side)


@pytest.mark.thorough
def test_an_end_that_is_offered_is_agreed_to() -> None:
    # 5 or 6 twice: 1/3 · 1/3.
    rules = game_of(volley)
    played = run_rollouts(rules, begun(rules, blue=2).table.state, GAMES, "volley")
    about(played, 1 / 9)
    assert played.judged == 0


def named(match: Match, _: SideId | None, __: NoParams) -> Asking[None]:
    won(match, (yield from ask_winner(match, "T-3")))


@pytest.mark.parametrize(
    ("red", "blue", "points", "winner"),
    [(3, 3, 0, None), (3, 3, 1, RED), (4, 2, 0, None), (2, 4, 1, RED)],
)
def test_who_has_to_name_a_winner_looks_at_the_table(
    red: int, blue: int, points: int, winner: SideId | None
) -> None:
    # All of four and all of two are the same share: nobody is ahead before points or losses.
    rules = game_of(named)
    play = begun(rules, red, blue)
    if points:
        play.fix(PointsScored(side=RED, points=points, why="a round"))
    assert choose_winner_of_stopped_game(rules, play.match) == winner
    played = run_rollouts(rules, play.table.state, 5, "named")
    assert (played.won[0], played.drawn) == ((5, 0) if winner == RED else (0, 5))


def test_without_points_the_larger_share_of_figures_is_ahead() -> None:
    rules = game_of(named)
    play = begun(rules, red=4, blue=2)
    play.fix(FiguresRemoved(figures=play.match.all_figures(RED)[:1]))
    assert choose_winner_of_stopped_game(rules, play.match) == BLUE  # 3 of 4 against 2 of 2
    assert run_rollouts(rules, play.table.state, 5, "named").won == (0, 5)


def test_a_game_without_an_end_is_stopped_and_judged() -> None:
    turns: list[int] = []

    def another(match: Match, _: SideId | None, __: NoParams) -> None:
        turns.append(match.turn)
        match.record(TurnBegan(turn=match.turn + 1, order=(RED, BLUE)))

    rules = game_of(another)
    play = begun(rules)
    play.fix(PointsScored(side=BLUE, points=1, why="a round"))
    played = run_rollouts(rules, play.table.state, 1, "long")
    assert (played.won, played.judged) == ((0, 1), 1)
    assert turns == [*range(1, MAX_TURNS + 2)]


def test_a_game_that_does_not_get_on_is_stopped_as_well() -> None:
    said: list[int] = []
    rules = game_of(lambda match, _, __: said.append(match.turn))
    played = run_rollouts(rules, begun(rules).table.state, 1, "still")
    assert (played.drawn, played.judged) == (1, 1)
    assert len(said) == MAX_ENTRIES


def alone(match: Match, _: SideId | None, __: NoParams) -> None:
    left = list_sides_left(match)
    won(match, left[0] if len(left) == 1 else None)


def test_a_ruling_that_players_would_make_is_taken_for_granted() -> None:
    rules = game_of(alone)
    state = begun(rules).table.state
    assert run_rollouts(rules, state, 3, "x") == RolloutResult((0, 0), drawn=3)
    out = replace(rules, ruled=lambda match: [FiguresRemoved(figures=match.all_figures(BLUE))])
    assert run_rollouts(out, state, 3, "x") == RolloutResult((3, 0), drawn=0)


@pytest.mark.thorough
def test_two_sides_that_are_alike_have_the_same_chance(tmp_path: Path) -> None:
    with third_party("coin", tmp_path):
        rules = load_playable_rulesets()["coin"]
        play = Play(rules)
        for side, hand in ((RED, "r1"), (BLUE, "b1")):
            play.muster(side, {hand: {"coin": 3}}, {"coin": {}})
        play.automatic()
        played = run_rollouts(rules, play.table.state, GAMES, "alike")
    about(played, (1 - played.drawn / GAMES) / 2)


@pytest.mark.thorough
def test_who_goes_at_an_enemy_does_so_once_a_turn() -> None:
    rules = RULES["combat-zone"]
    assert [each.id for each in rules.actions.values() if each.goes_in] == ["charge"]
    gone: Counter[tuple[int, int, str]] = Counter()
    shots = 0
    for number in range(10):
        rng = Random(number)
        game, player = begin_random_game(rules, rng), make_sensible_player(rng)
        while game.match.turn <= 6 and play_random_input(game, rng, player):
            entry = game.history.find_last_entry_on_path()
            said = entry and entry.input
            if isinstance(said, ActionTaken):
                shots += said.action in {"shoot", "aim"}
                if said.action == "charge":
                    gone[number, game.match.turn, str(said.params["figure"])] += 1
    assert gone
    assert set(gone.values()) == {1}
    assert shots > 3 * len(gone)

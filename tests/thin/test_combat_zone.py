"""A move with opportunity fire in between: panic, death, nobody, and a claim that comes late."""

from __future__ import annotations

import pytest

from tests.thin.combat_zone import RULESET, Fire, Move, Watch, left
from tracker.procedures.requests import Interrupt
from tracker.projection.undo_history_tree import RecordedEvent, find_version_before_entry
from tracker.projection.undo_history_tree import build_history_tree as tree_of
from tracker.testing.match_in_memory import BLUE, RED, Play, f
from tracker.testing.ruleset_laws import assert_odds_agree, check_all_laws, resume_table
from tracker.vocabulary.events import (
    ActionTaken,
    AnyInput,
    Corrected,
    MarkerSet,
    Moved,
    Noted,
    Rewound,
)

RUNNER, SECOND = f("r1", 1), f("r1", 2)
GUARD, OTHER = f("b1", 1), f("b1", 2)
PROFILES = {"trooper": {"points": 6, "toughness": 7, "damage": 3}}


def game() -> Play:
    play = Play(RULESET)
    play.muster(RED, {"r1": {"trooper": 2}}, PROFILES)
    play.muster(BLUE, {"b1": {"trooper": 2}}, PROFILES)
    play.do("watch", BLUE, Watch(GUARD))
    return play


def moved(play: Play) -> list[Moved]:
    return [line.event for line in play.lines if isinstance(line.event, Moved)]


def test_panic_in_mid_move_leaves_one_point_and_the_move_happens() -> None:
    # the register's session: 2 points spent, dice 6 1, wound 2+3+1 = 6 against 7: panic.
    # 3 in all less 2 spent leaves 1; 2 spent is within 3, so the 10 cm are gone
    play = game()
    play.do("move", RED, Move(RUNNER, 2, claimed=True))
    window = play.asked
    assert isinstance(window, Interrupt)
    assert (window.by, window.side) == ((GUARD,), BLUE)
    play.do("fire", BLUE, Fire(GUARD, RUNNER, 2))
    play.rolls("61", "231")
    assert play.idle
    assert left(play.match, RUNNER) == 1
    assert moved(play) == [Moved(unit=play.match.units(RED)[0], figures=(RUNNER,), length=1000)]
    assert not play.match.has(GUARD, "watch")
    check_all_laws(play)


def test_panic_beyond_three_points_stops_the_move() -> None:
    # 2 + 2 = 4 spent is more than the 3 a panicked figure has: the second move is lost
    play = game()
    play.do("move", RED, Move(RUNNER, 2))
    play.do("move", RED, Move(RUNNER, 2, claimed=True))
    play.do("fire", BLUE, Fire(GUARD, RUNNER, 1))
    play.rolls("6", "211")  # CZ-W37: 4 against toughness 7 is panic
    assert len(moved(play)) == 1
    assert left(play.match, RUNNER) == 0
    check_all_laws(play)


def test_a_hit_that_does_nothing_lets_the_move_happen() -> None:
    play = game()
    play.do("move", RED, Move(RUNNER, 4, claimed=True))
    play.do("fire", BLUE, Fire(GUARD, RUNNER, 1))
    play.rolls("6", "111")  # CZ-W37: 3 against toughness 7 is nothing
    assert (len(moved(play)), left(play.match, RUNNER)) == (1, 2)
    check_all_laws(play)


def test_death_in_mid_move_and_the_hit_that_is_lost() -> None:
    # CZ-W32: 6+5+4 - 1 (soft) - 2 (flak) = 12 kills; the second hit is rolled for no more
    play = game()
    play.do("move", RED, Move(RUNNER, 2, claimed=True))
    play.do("fire", BLUE, Fire(GUARD, RUNNER, 3, hit=1, wound=-3))
    play.rolls("561", "654")
    assert play.idle
    assert play.match.figure(RUNNER).gone == "killed"
    assert play.match.figure(RUNNER).by == GUARD
    assert moved(play) == []
    check_all_laws(play)


def test_two_on_opportunity_fire_come_in_one_after_another() -> None:
    play = game()
    play.do("watch", BLUE, Watch(OTHER))
    play.do("move", RED, Move(RUNNER, 1, claimed=True))
    play.do("fire", BLUE, Fire(OTHER, RUNNER, 1))
    play.roll("1")
    window = play.asked
    assert isinstance(window, Interrupt)
    assert window.by == (GUARD,)
    play.default()  # nobody else
    assert len(moved(play)) == 1
    assert play.match.has(GUARD, "watch")
    check_all_laws(play)


def test_nobody_is_asked_who_has_not_claimed() -> None:
    play = game()
    facts = play.do("move", RED, Move(RUNNER, 1))
    assert [type(fact).__name__ for fact in facts] == ["MarkerSet", "Moved", "ActionEnded"]


def test_who_is_hit_is_no_longer_on_opportunity_fire() -> None:
    # CZ-W44: a miss leaves it; a hit ends it, though a wound of 3 against 7 does nothing
    play = game()
    play.do("fire", RED, Fire(RUNNER, GUARD, 1))
    play.roll("5")
    assert play.match.has(GUARD, "watch")
    play.do("fire", RED, Fire(SECOND, GUARD, 1))
    play.rolls("6", "111")
    assert not play.match.has(GUARD, "watch")
    check_all_laws(play)


def test_panic_by_hand_during_the_window_counts_for_the_move() -> None:
    play = game()
    play.do("move", RED, Move(RUNNER, 4, claimed=True))
    play.feed_input(Noted(text="was that in sight?"))
    play.fix(MarkerSet(subjects=(RUNNER,), marker="panic"))
    play.default()
    assert moved(play) == []  # 4 spent is more than 3
    check_all_laws(play)


def test_the_shot_settled_by_hand_lets_the_move_go_on() -> None:
    play = game()
    play.do("move", RED, Move(RUNNER, 2, claimed=True))
    play.do("fire", BLUE, Fire(GUARD, RUNNER, 2))
    panic = MarkerSet(subjects=(RUNNER,), marker="panic")
    play.feed_input(Corrected(reason="dice not seen", facts=(panic,), closes=True))
    assert play.idle
    assert (len(moved(play)), left(play.match, RUNNER)) == (1, 1)
    check_all_laws(play)


def test_a_claim_after_the_move() -> None:
    """The move is taken back, taken again with the claim, and stays readable as a branch."""
    play = game()
    play.do("move", RED, Move(RUNNER, 2))
    lines = list(play.lines)
    first_end = lines[-1].version
    move = lines[-4]
    back = Rewound(
        to=find_version_before_entry(lines, move.version), why="amend", amends=move.version
    )
    lines.append(RecordedEvent(first_end + 1, first_end + 1, 0, back))
    tree = tree_of(lines)
    table = resume_table(RULESET, [lines[version - 1] for version in tree.list_path_versions()])

    def enter(event: AnyInput) -> None:
        version = len(lines) + 1
        every = [(event, 0), *table.process_input(event, version)]
        for i, (one, action) in enumerate(every):
            lines.append(RecordedEvent(version + i, version, action, one))
            tree.add_event(lines[-1])

    again = RULESET.actions["move"].make_command(RED, Move(RUNNER, 2, claimed=True))
    fire = RULESET.actions["fire"].make_command(BLUE, Fire(GUARD, RUNNER, 2))
    for command in (again, fire):
        enter(ActionTaken(action=command.action, side=command.side, params=command.params))
    assert table.open_action_versions[0] < table.open_action_versions[1]
    assert table.pending is not None
    assert table.pending.request.what == "to hit"
    assert first_end in tree.list_leaf_versions()
    assert len(tree.list_leaf_versions()) == 2


@pytest.mark.parametrize(("shots", "ends"), [(1, 4), (2, 5)])
def test_odds_of_fire(shots: int, ends: int) -> None:
    # missed, hit for nothing, panic, killed; with a second hit also panic first, then killed
    assert assert_odds_agree(game(), "fire", RED, Fire(RUNNER, GUARD, shots)) == ends


def test_odds_of_a_move_assume_that_nobody_comes_in() -> None:
    assert assert_odds_agree(game(), "move", RED, Move(RUNNER, 2, claimed=True)) == 1

"""A game's result that is undone and redone, corrected, or cut off changes only what it touches."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from tests.campaigns.test_harm import MULE, RULES, VARA, begin, campaign
from tests.leagues.test_core_campaign import carries
from tests.profiles import examples
from tracker.application.book import Book
from tracker.application.errors import Refused
from tracker.application.leagues.campaign.campaign_force_and_game_commands import (
    resolve_carry_over_rules,
)
from tracker.application.leagues.campaign.campaign_timeline import build_campaign_timeline
from tracker.application.leagues.league import League
from tracker.application.leagues.league_log import list_league_log_lines
from tracker.application.match.game import Game
from tracker.leagues.campaign.carry_over_rules import load_carry_over_presets
from tracker.leagues.league_events import CarriedDamage, Wound
from tracker.ledger.entry_copy import append_events_as_entries
from tracker.ledger.memory_store import MemoryStore
from tracker.rulesets.xenocide.data import markers
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import FigureId, make_side_id

RECOVER = RULES.replace("permanent", "recover") + "survival = 1\n"


def end(game: Game, lost: Sequence[FigureId] = (), captured: Sequence[FigureId] = ()) -> None:
    """End a game in which these figures of Anna's were lost or captured. Bram wins."""
    fell = [ev.FiguresRemoved(figures=tuple(lost))] if lost else []
    if captured:
        fell.append(ev.FiguresRemoved(figures=tuple(captured), how="captured"))
    over = ev.MatchEnded(how="agreed", winner=make_side_id("b"), scores=((make_side_id("a"), 0),))
    game.adjust_by_hand((*fell, over), "as it lay")


def list_wolves(game: Game, count: int) -> list[FigureId]:
    """List figures of the Ash Wolf, the plain ones first."""
    wolf = next((one for one in game.state.units.values() if one.name == "Ash Wolf"), None)
    return [] if wolf is None else list(reversed(wolf.figures))[:count]


def play(
    book: Book,
    found: League,
    lost: int,
    captured: int = 0,
    *more: ev.AnyFact,
    title: str = "",
) -> Game:
    """Play the next game, in which so many of the Ash Wolf are lost and captured."""
    found.forces.add_game_outside_rounds("Anna", "Bram", title=title)
    game = begin(book, found, f"f{found.state.fixture_count}")
    if more:
        game.adjust_by_hand(more, "as it lay")
    wolves = list_wolves(game, lost + captured)
    end(game, wolves[:lost], wolves[lost:])
    found.reload()
    return game


def undo_and_redo(found: League, game: Game) -> None:
    game.undo()
    game.redo()
    found.reload()


def describe(found: League) -> tuple[object, ...]:
    """Everything that a campaign shows of its units and games."""
    forces = found.state.forces.values()
    return (
        {unit: (one.steps, one.name) for unit, one in found.state.units.items()},
        [
            (one.id, one.figures_in_next_game, one.absence_reason, one.names_in_next_game)
            for force in forces
            for one in found.state.list_force_units(force)
        ],
        [(unit.id, game, lost) for unit, game, lost in found.forces.list_recovering_units()],
        build_campaign_timeline(found),
    )


def test_undo_and_redo_of_an_old_game_keep_experience_and_dice() -> None:
    """One: 2 of 5 lost, both back on 4+. Two: all five lost for good. +1 a game, +1 survived."""
    book, found = campaign(RECOVER)
    one = play(book, found, 2)
    found.forces.enter_or_roll_recovery_dice("Ash Wolf", (5, 6))
    play(book, found, 5)
    found.forces.enter_or_roll_recovery_dice("Ash Wolf", (1, 1, 1, 1, 1))
    before = describe(found)
    undo_and_redo(found, one)
    assert carries(found, "Ash Wolf") == (3, 0, "destroyed")
    assert found.forces.list_recovering_units() == []
    assert describe(found) == before
    reloaded = League(found.store, found.stream, clock=found.clock)
    assert describe(reloaded) == before
    assert book.rebuild_summaries().differences == ()


def test_later_repairs_and_wounds_stay_the_last_word() -> None:
    book, found = campaign(RULES)
    one = play(book, found, 0, 0, markers.DAMAGE.set(MULE, value=2))
    found.forces.change_unit_by_hand("Ash Mule", wounds="none", why="repaired in the workshop")
    found.forces.change_unit_by_hand("Ash Wolf", wounds="Vara 2", why="ambush")
    undo_and_redo(found, one)
    assert found.forces.find_unit("Ash Mule").carried_damage == CarriedDamage()
    wounded = CarriedDamage((Wound("", 2, "Vara"),))
    assert found.forces.find_unit("Ash Wolf").carried_damage == wounded


def test_an_old_game_keeps_the_rules_it_was_played_by() -> None:
    """By veterans a lost game is +1, and all are back; by no way back 2 of 5 are lost for good."""
    book, found = campaign("veterans")
    one = play(book, found, 2)
    found.forces.set_carry_over_rules(resolve_carry_over_rules("no way back"), why="new season")
    undo_and_redo(found, one)
    assert carries(found, "Ash Wolf") == (1, 5, "")
    one.undo()
    end(one, list_wolves(one, 3)[2:])
    found.reload()
    assert carries(found, "Ash Wolf") == (1, 5, "")
    play(book, found, 2)
    # +1 game, +2 survived; two of five are lost for good.
    assert carries(found, "Ash Wolf") == (4, 3, "")


def test_recovery_dice_follow_the_rule_that_applied_in_the_game() -> None:
    book, found = campaign(RECOVER)
    play(book, found, 2)
    strict = resolve_carry_over_rules('losses = "recover"\nrecovery = { die = 6, needs = 6 }')
    found.forces.set_carry_over_rules(strict)
    found.forces.enter_or_roll_recovery_dice("Ash Wolf", (4, 3))
    assert carries(found, "Ash Wolf") == (2, 4, "")


def test_a_correction_keeps_dice_and_captives_of_units_whose_losses_are_the_same() -> None:
    book, found = campaign(RECOVER)
    one = play(book, found, 1, 2)
    found.forces.enter_or_roll_recovery_dice("Ash Wolf", (5,))
    found.forces.return_captives("Ash Wolf", 1, why="ransom")
    one.adjust_by_hand((ev.Wounded(subjects=(VARA,), wounds=1),), "Vara was hit")
    found.reload()
    wolf = found.forces.find_unit("Ash Wolf")
    assert (wolf.figures, wolf.captive_count) == (4, 1)
    assert wolf.carried_damage.wounds == (Wound("captain", 1, "Vara"),)
    assert found.forces.list_recovering_units() == []


def test_a_winner_set_right_keeps_the_dice() -> None:
    """Corrected to a win of Anna's: +1 game, +1 won, +1 survived; the die and the ransom stay."""
    book, found = campaign(RECOVER + "win = 1\n")
    one = play(book, found, 1, 2)
    found.forces.enter_or_roll_recovery_dice("Ash Wolf", (5,))
    found.forces.return_captives("Ash Wolf", 1, why="ransom")
    assert (found.forces.find_unit("Ash Wolf").experience, carries(found, "Ash Wolf")[1]) == (2, 4)
    over = ev.MatchEnded(how="agreed", winner=make_side_id("a"), scores=((make_side_id("a"), 9),))
    one.adjust_by_hand((over,), "Anna held the hill")
    found.reload()
    assert carries(found, "Ash Wolf") == (3, 4, "")
    assert found.forces.list_recovering_units() == []
    assert found.forces.find_unit("Ash Wolf").captive_count == 1


def test_dice_that_no_longer_fit_are_named_and_come_back_with_the_losses() -> None:
    book, found = campaign(RECOVER)
    one = play(book, found, 2)
    found.forces.enter_or_roll_recovery_dice("Ash Wolf", (1, 6))
    message = ""

    def report(match: str) -> str:
        nonlocal message
        message = book._report_to_leagues(match)
        return message

    one.journal.on_result_change = report
    more = list_wolves(one, 1)
    one.adjust_by_hand((ev.FiguresRemoved(figures=tuple(more)),), "one more fell")
    found.reload()
    told = (
        "Ash Wolf: the recovery dice 1 6 no longer count, because its losses in Anna v Bram (f2)"
        " were corrected."
    )
    assert message == told
    assert [one.text for one in build_campaign_timeline(found) if one.kind == "story"] == [told]
    assert any(told in line.text for line in list_league_log_lines(found.history))
    assert [lost for _, _, lost in found.forces.list_recovering_units()] == [3]
    before = describe(found)
    undo_and_redo(found, one)
    assert describe(found) == before
    one.undo()
    found.reload()
    assert found.forces.list_recovering_units() == []
    assert carries(found, "Ash Wolf") == (2, 4, "")


def test_losses_are_corrected_although_the_score_stays() -> None:
    book, found = campaign("losses = 'permanent'\n")
    one = play(book, found, 1)
    fallen = ev.FiguresRemoved(figures=tuple(list_wolves(one, 2)))
    one.adjust_by_hand((fallen,), "two more")
    found.reload()
    assert carries(found, "Ash Wolf")[1] == 2


def test_a_typed_result_that_is_deleted_leaves_the_units_their_recorded_game() -> None:
    book, found = campaign("losses = 'permanent'\ngame = 1\n")
    play(book, found, 2)
    found.results.correct_result("f2", "3-0", on="2026-11-19", why="the table judge")
    found.results.withdraw_result("f2", why="misread")
    assert carries(found, "Ash Wolf") == (1, 3, "")


def test_a_salvaged_game_without_its_last_line_keeps_its_result_until_it_is_resumed() -> None:
    book, found = campaign(RECOVER)
    one = play(book, found, 2)
    found.forces.enter_or_roll_recovery_dice("Ash Wolf", (1, 6))
    before = describe(found)
    events = [*book.store.read_all_verified_events()]
    last = max(event.entry for event in events if event.stream == one.stream)
    intact = (event for event in events if (event.stream, event.entry) != (one.stream, last))
    store = MemoryStore()
    append_events_as_entries(intact, store, book.store.list_streams(), lambda _: None)
    salvaged = Book(store, clock=book.clock, rulesets=book.rulesets)
    salvaged.rebuild_summaries()
    again = salvaged.open_league(found.stream)
    assert describe(again)[:3] == before[:3]  # the dice of the lost line are unknown
    assert again.version == found.version
    game = salvaged.open_game(one.stream)
    game.adjust_by_hand((ev.Wounded(subjects=(VARA,), wounds=1),), "it goes on")
    assert carries(salvaged.open_league(found.stream), "Ash Wolf") == (0, 5, "")
    end(game, list_wolves(game, 2))
    assert carries(salvaged.open_league(found.stream), "Ash Wolf") == (2, 4, "")


def test_ranks_are_reached_in_the_order_of_the_games_dates() -> None:
    book, found = campaign('game = 3\n[[ranks]]\nexperience = 5\nword = "seasoned"\n')
    play(book, found, 0, title="Now")
    found.forces.record_past_game("Ash", "Birch", "w2", title="Then", on="2026-01-05")
    reached = {
        one.text.partition(":")[0]: any("is now seasoned" in detail for detail in one.details)
        for one in build_campaign_timeline(found)
        if one.kind == "game"
    }
    assert reached == {"Then": False, "Now": True}


ACTIONS = ("play", "dice", "captives", "wounds", "figures", "correct", "rules", "undo", "past")


def act(book: Book, found: League, games: list[Game], action: str, number: int) -> None:
    """Do something in the campaign. Raises ``Refused`` or ``IndexError`` if that is impossible."""
    presets = list(load_carry_over_presets().values())
    match action:
        case "play":
            games.append(play(book, found, number, number % 3))
        case "dice":
            unit, _, lost = found.forces.list_recovering_units()[0]
            found.forces.enter_or_roll_recovery_dice(unit.id, (number + 1,) * lost)
        case "captives":
            found.forces.return_captives("Ash Wolf", number % 2)
        case "wounds":
            found.forces.change_unit_by_hand(
                "Ash Mule", wounds=f"damage {number + 1}", why="a mine"
            )
        case "figures":
            found.forces.change_unit_by_hand(
                "Ash Wolf", figure_change=number - 2, experience_change=1, why="hired"
            )
        case "correct":
            game = games[number % len(games)]
            game.undo()
            end(game, list_wolves(game, number))
            found.reload()
        case "rules":
            found.forces.set_carry_over_rules(presets[number % len(presets)])
        case "undo":
            found.undo()
        case "past":
            found.forces.record_past_game("Ash", "Birch", "w2", on="2026-01-05")


@given(st.lists(st.tuples(st.sampled_from(ACTIONS), st.integers(0, 5)), max_size=9))
@examples(60)
def test_undo_and_redo_of_any_finished_game_leave_the_campaign_as_it_was(
    actions: list[tuple[str, int]],
) -> None:
    book, found = campaign(RECOVER)
    games = [play(book, found, 2, 1)]
    for action, number in actions:
        try:
            act(book, found, games, action, number)
        except (Refused, IndexError):
            found.reload()
    before = describe(found)
    for game in games:
        undo_and_redo(found, game)
        assert describe(found) == before
    for game in games:
        game.undo()
    for game in reversed(games):
        game.redo()
    found.reload()
    assert describe(found) == before

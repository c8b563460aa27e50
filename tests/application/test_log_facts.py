"""What each fact and form of roll is in the log."""

from __future__ import annotations

import pytest

from tests.application.telling import Telling
from tests.tui.kit import TO_SHOOT, begin, book
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.log.match_display_names import MatchNames
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.testing.match_in_memory import BLUE, RED, f, u
from tracker.vocabulary import events as ev
from tracker.vocabulary.dice_bands import Band


def told(*facts: ev.AnyFact) -> str:
    """The line of an action of the book in which these things happen."""
    telling = Telling()
    version = telling.history.version + 1
    begun = ev.ActionTaken(action="next", source="default")
    before = len(list_log_lines(telling.history))
    telling.say(begun, *facts, ev.ActionEnded(action=version))
    return " / ".join(line.text for line in list_log_lines(telling.history)[before:])


@pytest.mark.parametrize(
    ("fact", "text"),
    [
        (ev.FiguresRemoved(figures=(f("b1", 1), f("b2", 1))),
         "B1 Claws −1 (4 left), B2 Dusk −1 (4 left)"),
        (ev.FiguresRemoved(figures=(f("b1", 1),), how="fled"), "B1 Claws −1 fled (4 left)"),
        (ev.FiguresRemoved(figures=tuple(f("b1", n) for n in range(1, 6))), "B1 Claws gone"),
        (
            ev.FiguresRemoved(figures=tuple(f("b1", n) for n in range(1, 6)), how="captured"),
            "B1 Claws captured",
        ),
        (ev.MarkerSet(subjects=("u:r1",), marker="panic", value=2), "R1 Alpha PANIC"),
        # A count is said from two on.
        (ev.MarkerSet(subjects=("u:r1",), marker="slow", value=1), "R1 Alpha slow"),
        (ev.MarkerSet(subjects=("u:r1",), marker="slow", value=2), "R1 Alpha slow ×2"),
        # A number is said also where it happens to be that of the turn.
        (ev.MarkerSet(subjects=("u:r1",), marker="order", value=0), "R1 Alpha order 0"),
        (ev.MarkerSet(subjects=(f("r1", 1), f("r2", 1), f("r2", 2)), marker="down"),
         "R1 Alpha 1 to remove, R2 Bravo 2 to remove"),
        (ev.MarkerSet(subjects=("u:r1",), marker="secret"), ""),
        (ev.MarkerSet(subjects=("u:r1",), marker="rested"), ""),
        (ev.MarkerCleared(subjects=("u:r1",), marker="rested"), ""),
        (ev.MarkerCleared(subjects=("u:r1", "u:r2"), marker="panic"),
         "R1 Alpha, R2 Bravo no longer PANIC"),
        (ev.MarkerCleared(subjects=(f("r1", 1),), marker="down"), ""),
        (ev.Wounded(subjects=(f("r1", 1),), wounds=1), "R1.1 carries 1 wound"),
        (ev.GearChanged(figure=f("r1", 1), lost=("heavy-gun",), gained=("pistol",)),
         "R1.1 lost heavy gun and gained pistol"),
        (ev.Moved(unit=u("r1"), length=450, how="fled"), 'R1 Alpha fled 4.5"'),
        (ev.Moved(unit=u("r1")), "R1 Alpha moved"),
        (ev.Linked(relation="engaged", a="u:r1", b="u:b1"), "R1 Alpha in melee with B1 Claws"),
        (ev.Unlinked(relation="engaged", a="u:r1", b="u:b1"),
         "R1 Alpha out of melee with B1 Claws"),
        (ev.PointsScored(side=BLUE, points=-1, why="late"), "Blue −1 VP for late"),
        (ev.ObjectiveSet(objective="mill", label="The mill"), "The mill is in play"),
        (ev.ObjectiveSet(objective="mill", label="The mill", side=RED),
         "The mill is in play for Red"),
        (ev.PhaseBegan(phase="", order=(BLUE, RED)), "Blue acts first"),
        (
            ev.UnitFormed(unit=u("r3"), side=RED, name="Picket", figures=(f("r1", 5),),
                          out_of=(u("r1"),)),
            "R3 Picket (1 figure out of R1 Alpha)",
        ),
        (ev.MatchEnded(how="time"), "game over: drawn"),
    ],
)  # fmt: skip
def test_what_a_fact_says(fact: ev.AnyFact, text: str) -> None:
    assert told(fact) == text


def test_a_unit_that_others_join_says_how_many_they_are() -> None:
    both = tuple(f(unit, n) for unit in ("r1", "r2") for n in range(1, 6))
    joined = ev.UnitFormed(unit=u("r1"), side=RED, name="Alpha", figures=both, out_of=(u("r2"),))
    assert told(joined) == "R1 Alpha +5 (now 10 figures)"


def test_what_is_turned_over_says_what_it_is() -> None:
    down = ev.MarkerSet(subjects=("u:r1",), marker="fired", value=True, hidden_from=(BLUE,))
    assert told(down).endswith("R1 Alpha with fired face down")
    shown = ev.Revealed(subjects=("u:r1",), marker="fired")
    assert told(down, shown).endswith("R1 Alpha with fired face down, R1 fired")


def test_units_with_the_same_marker_are_told_together() -> None:
    slow = (ev.MarkerSet(subjects=(unit,), marker="slow", value=2) for unit in ("u:r1", "u:r2"))
    assert told(*slow).endswith("R1 Alpha, R2 Bravo slow ×2")


def test_two_units_of_one_name_are_told_apart() -> None:
    formed = ev.UnitFormed(unit=u("r3"), side=RED, name="Alpha", figures=(f("r1", 5),))
    panic = ev.MarkerSet(subjects=("u:r1", "u:r3"), marker="panic", value=0)
    assert told(formed, panic).endswith("R1 Alpha, R3 PANIC")


def test_melee_with_a_unit_that_is_gone_needs_no_end() -> None:
    gone = ev.FiguresRemoved(figures=tuple(f("b1", n) for n in range(1, 6)))
    assert told(gone, ev.Unlinked(relation="engaged", a="u:r1", b="u:b1")) == "B1 Claws gone"


def roll_told(roll: ev.Rolled) -> str:
    telling = Telling()
    telling.act("next", side=RED)
    telling.end(roll)
    return list_log_lines(telling.history)[-1].text


def test_a_sum_a_bare_die_and_dice_of_kinds() -> None:
    score = ev.Rolled(key="a", what="sweep", form="score", dice=(6, 6), result=(9,), side=RED)
    assert roll_told(score) == "Red sweep 9"
    bare = ev.Rolled(key="b", what="damage", form="faces", dice=(6,), result=(4,), faces=(4,))
    assert roll_told(bare) == "damage 4"
    bands = (Band("low", 1, 3), Band("high", 4, 6))
    kinds = ev.Rolled(
        key="c", what="scatter", form="pool", dice=(6,) * 3, result=(1, 2), bands=bands
    )
    assert roll_told(kinds) == "scatter 1 low, 2 high"


@pytest.mark.parametrize(
    ("contact", "answers", "told"),
    [
        ("fix b3 melee r1", ("=1",), "damage 4: B3 enraged | B3 ▸ R1 Alpha (against Regular): "),
        ("fix b3 fired", ("4", "yes", "=1"), "B1 Claw pack, B3 enraged | B3 ▸ B1 (against Reg"),
    ],
)
def test_an_enraged_monster_is_said_to_be_before_it_attacks(
    contact: str, answers: tuple[str, ...], told: str
) -> None:
    """Where it stands in contact it does not even move; where it moves it is said once."""
    game = begin(book(), (*TO_SHOOT, contact))
    shot = "r3 > b3 open with heavy-repeater : 666666 / 666666 / 111111 / 4"
    for line in (shot, *(f"answer : {answer}" for answer in answers)):
        assert play_line(game, line).error is None
    text = list_log_lines(game.history)[-1].text
    assert told in text
    assert text.count("enraged") == 1


def test_counters_are_laid_of_what_is_played_for_once() -> None:
    """A 3 is Hard Hitters, a 6 Intel (DZ-T10, DZ-T11)."""
    game = begin(book(), ("objectives : 36",))
    assert play_line(game, "answer : 1 2 3 4 5 6 7 8").error is None
    text = " ".join(line.text for line in list_log_lines(game.history))
    assert text.count("Intel is in play") == 1
    assert text.count("Intel: 4 counters laid") == 1


def test_a_choice_names_a_whole_figure_without_a_number() -> None:
    names = MatchNames(begin(book()).state)
    assert names.format_value((("u:r3", 1), ("u:b2", 2))) == "R3 Hammer, 2 of B2 Dusk rifles"
    assert names.format_value((("u:b1", 1), ("f:r1.2", 1))) == "1 of B1 Claw pack, R1.2"

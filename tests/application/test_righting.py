"""Setting right by hand: a sheet filled in is one entry, and comes out as it was filled in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from tests.combat_zone import evening as figures_evening
from tests.deathzap2 import evening
from tests.saying import refused, say
from tracker.application.correcting import manual_adjustment_entry
from tracker.application.correcting.manual_adjustment_entry import (
    Key,
    list_adjustment_parts,
    set_adjustable_values,
)
from tracker.application.errors import ReasonRequired, Refused
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.game import Game
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.procedures.pieces.manual_adjustments.adjustable_property import AdjustmentRow
from tracker.rulesets.combat_zone.data.profile_types import Profile
from tracker.rulesets.combat_zone.phases import action_points_and_interrupts
from tracker.rulesets.deathzap2.data import markers, unit_profiles
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import MATCH, make_figure_id, make_side_id, make_unit_id

B1, B2, R1, R3 = make_unit_id("b1"), make_unit_id("b2"), make_unit_id("r1"), make_unit_id("r3")
RED = make_side_id("r")


def rows(game: Game) -> dict[Key, AdjustmentRow]:
    return {
        (row.subject, row.word): row for row in game.ruleset.setting_right.list_rows(game.match)
    }


def stands(game: Game, key: Key) -> str:
    return rows(game)[key].value


def volley() -> Game:
    """Alpha has shot at Dusk rifles: two to remove (5 hit, 3 through, 1 saved)."""
    game = evening.shooting()
    say(game, "r1 > b2 soft : 45162346 / 42651 / 362")
    return game


def firefight() -> Game:
    lines = ("fix r12 panic", "fix r13 rout", "fix r11 spent 2", "fix b15 killed")
    return figures_evening.begin(*figures_evening.TURN_TWO, *lines, machine=True)


EVERY = 100


@pytest.mark.parametrize("most", [1, pytest.param(EVERY, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("make", [volley, firefight])
def test_every_value_of_every_row_can_be_said_and_comes_out_so(
    make: Callable[[], Game], most: int
) -> None:
    """Rows of one word and as many values are of one kind: so many of each are tried, each at
    twice so many of its values and at the last.
    """
    game = make()
    tried, seen = 0, Counter[tuple[str, int]]()
    for key, row in rows(game).items():
        assert row.get_line_part(row.value) == "", row
        kind = row.word, len(row.values)
        seen[kind] += 1
        if seen[kind] > most:
            continue
        for value in (*row.values[:most], *row.values[most:-1][:most], row.values[-1]):
            if value == row.value or (row.word == "VP" and abs(int(value)) > 3):
                continue
            _, ahead = manual_adjustment_entry._build_parts_that_set_values(game, {key: value})
            facts = tuple(ahead.facts)
            sandbox = game.make_sandbox()
            sandbox.adjust_by_hand(facts, "tried")
            assert stands(sandbox, key) == value, f"{row.word} of {key[0]} to {value}"
            tried += 1
    assert tried > 50


@pytest.mark.thorough
def test_what_the_form_writes_is_the_line_that_says_it() -> None:
    """The echo of a form, played as a line, gives the very same entry."""
    wanted: dict[Key, str] = {
        (B1, "figures"): "9",
        (B1, "PANIC since turn"): "1",
        (R3, "destroyer"): "lost",
        (RED, "VP"): "2",
    }
    filled, typed = volley(), volley()
    set_adjustable_values(filled, wanted, "counted anew")
    parts = list_adjustment_parts(typed, wanted)
    assert parts == (
        "fix r3.1 gun destroyer",
        "fix b1 figures -1",
        "fix b1 panic 1",
        "vp r +2",
    )
    say(typed, f"{' | '.join(parts)} # counted anew")
    last, other = filled.history.find_last_entry_on_path(), typed.history.find_last_entry_on_path()
    assert last is not None
    assert other is not None
    assert last.input == other.input
    assert isinstance(last.input, ev.Corrected)
    # One fact a changed value.
    assert len(last.input.facts) == 4


def test_a_sheet_with_nothing_changed_writes_nothing() -> None:
    game = volley()
    before = game.version
    everything = {key: row.value for key, row in rows(game).items()}
    assert list_adjustment_parts(game, everything) == ()
    assert set_adjustable_values(game, everything) == []
    assert game.version == before


def test_what_was_not_changed_stays_though_the_figures_do() -> None:
    """Dusk rifles, 10 figures with 2 to remove: one figure fewer, still 2 of them to remove."""
    game = volley()
    assert (stands(game, (B2, "figures")), stands(game, (B2, "to remove"))) == ("10", "2")
    entries = set_adjustable_values(game, {(B2, "figures"): "9"})
    assert (stands(game, (B2, "figures")), stands(game, (B2, "to remove"))) == ("9", "2")
    assert len([e for e in entries if not e.is_automatic]) == 1


def test_a_lost_gun_can_be_given_back() -> None:
    game = volley()
    say(game, "fix r3 gun destroyer")
    assert stands(game, (R3, "destroyer")) == "lost"
    hammer = game.match.figures(R3)[0]
    assert [gun.kind for gun in unit_profiles.list_working_guns(game.match, hammer)] == [
        "heavy-repeater"
    ]
    say(game, "fix r3 gun destroyer back # repaired")
    assert stands(game, (R3, "destroyer")) == "works"
    kinds = [gun.kind for gun in unit_profiles.list_working_guns(game.match, hammer)]
    assert kinds == ["heavy-repeater", "destroyer"]
    assert refused(game, "fix r3 gun destroyer back") == "R3.1 has lost no gun."
    game.undo()
    assert stands(game, (R3, "destroyer")) == "lost"


def test_a_weapon_of_a_figure_can_be_given_back() -> None:
    game = firefight()
    r11 = make_figure_id("r1", 1)
    say(game, "fix r11 gun assault-rifle")
    assert stands(game, (r11, "assault rifle")) == "lost"
    say(game, "fix r11 gun assault-rifle back")
    assert stands(game, (r11, "assault rifle")) == "works"
    refusal = refused(game, "fix r11 gun assault-rifle back")
    assert refusal == "R11 still has its assault rifle."


def test_parts_that_set_right_are_one_entry_and_name_their_line() -> None:
    game = volley()
    about = game.history.last_line_number
    count = len(game.history.list_entries_on_path())
    line = f"fix b1 figures -1 | fix b1 figures -1 about {about} # two fell"
    say(game, line)
    entries = game.history.list_entries_on_path()
    assert len(entries) == count + 1
    corrected = entries[-1].input
    assert isinstance(corrected, ev.Corrected)
    removed = [fact.figures for fact in corrected.facts if isinstance(fact, ev.FiguresRemoved)]
    # The second part is read after the first: two figures, not the same one twice.
    assert len({figure for each in removed for figure in each}) == 2
    assert list_log_lines(game.history)[-1].text.endswith(f"fixing line {about}: two fell")


def test_a_strict_game_wants_a_reason() -> None:
    game = evening.begin(mode="strict")
    with pytest.raises(ReasonRequired):
        set_adjustable_values(game, {(B1, "figures"): "9"})
    assert stands(game, (B1, "figures")) == "10"
    assert set_adjustable_values(game, {(B1, "figures"): "9"}, "counted")


def test_a_value_that_cannot_be_is_refused_and_nothing_is_written() -> None:
    game = volley()
    before = game.version
    with pytest.raises(Refused, match=r"figures cannot be 99; choose 0 to 10\."):
        set_adjustable_values(game, {(B1, "figures"): "99", (RED, "VP"): "1"})
    assert game.version == before


def test_the_phase_is_set_right_too() -> None:
    game = volley()
    set_adjustable_values(game, {(MATCH, "phase"): "move, Blue"})
    assert (game.match.phase, game.match.clock.side) == ("move", make_side_id("b"))
    done = play_line(game, "b1 moves")
    assert done.error is None


def test_marks_that_a_new_phase_would_take_off_stand_as_filled_in() -> None:
    """Who has moved is forgotten as a phase begins; the sheet says that Alpha has moved in it."""
    game = volley()
    set_adjustable_values(game, {(R1, "moved"): "yes", (MATCH, "phase"): "move, Blue"})
    assert game.match.phase == "move"
    assert stands(game, (R1, "moved")) == "yes"


def test_each_of_two_equal_weapons_is_lost_and_returned_for_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    two = figures_evening.JACKALS.replace('weapons = ["sword"]', 'weapons = ["sword", "sword"]')
    monkeypatch.setattr(figures_evening, "JACKALS", two)
    game, sword = figures_evening.begin(), (make_figure_id("r2", 1), "sword")
    assert rows(game)[sword].values == ("works", "1 of 2", "lost")
    for left in ("1 of 2", "lost"):
        say(game, "fix r21 gun sword")
        assert stands(game, sword) == left
    assert refused(game, "fix r21 gun sword") == "R21 has no gun left to lose."
    say(game, "fix r21 gun sword back")
    assert stands(game, sword) == "1 of 2"
    for value in ("lost", "works"):
        set_adjustable_values(game, {sword: value})
        assert stands(game, sword) == value
    assert refused(game, "fix r21 gun sword back") == "R21 still has its sword."


def last_righting(game: Game) -> str:
    return next(e.text for e in reversed(list_log_lines(game.history)) if e.kind == "set right")


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        (("fix r13 rout", "fix r13 steady"), "R13 Vey no longer ROUT"),
        (("fix r11 opp", "fix r11 opp off"), "R11 Brakk no longer OF"),
        (("fix r11 down", "fix r11 down off"), "R11 Brakk no longer down"),
        (("fix r11 spent 4",), "R11 Brakk AP spent 4"),
        (("fix r11 finished",), "R11 Brakk finished"),
        (('fix b21 damage "major power"', "fix b21 damage off"), "B21 Mule damage removed"),
        (("fix r11 fired assault-rifle 2",), "R11 Brakk fired assault-rifle 2"),
        (("fix r13 group r2", "fix r13 group r1"), "R13 Vey now in R1 Jackals"),
        (("fix r1 began 9",), "R1 Jackals began with 9"),
        (("fix first red",), "Red acts first"),
        (("fix phase actions red",), "actions of Red"),
    ],
)
def test_the_log_says_who_was_set_right_and_what(lines: tuple[str, ...], text: str) -> None:
    game = figures_evening.begin(*figures_evening.RED_ACTS, machine=True)
    say(game, *lines)
    assert last_righting(game) == f"{text}, fixed by hand"


def test_what_the_clock_passes_over_is_named() -> None:
    """Two of Dusk rifles fall; Bravo and Hammer have not fired, nor has Blue."""
    game = volley()
    say(game, "fix turn 3")
    assert last_righting(game) == (
        "B2 Dusk rifles −2 (8 left), turn 3, fixed by hand: not done: "
        "panic check of Dusk rifles, Bravo has not fired, Hammer has not fired, shoot of Blue"
    )
    game = volley()
    say(game, "fix phase shoot blue # agreed")
    assert last_righting(game) == (
        "shoot of Blue, fixed by hand: agreed; not done: Bravo has not fired, Hammer has not fired"
    )


@pytest.mark.rule("DZ-IMP-01", "CZ-INIT-01", "CZ-INIT-04")
@pytest.mark.parametrize(
    ("begun", "asked"), [(evening.shooting, "roll_off"), (figures_evening.begin, "declare")]
)
def test_a_turn_by_hand_is_led_by_nobody_yet(begun: Callable[..., Game], asked: str) -> None:
    """The roll for the first side belongs to its turn, as does coherency."""
    game = begun(*(figures_evening.RED_ACTS if asked == "declare" else ()))
    assert game.match.clock.order
    say(game, "fix turn 3")
    assert (game.match.turn, game.match.clock.order) == (3, ())
    assert game.pending is not None
    assert game.pending.request.id == asked


@pytest.mark.parametrize("word", ["points", "vp", "VP"])
def test_points_are_said_in_a_word_of_their_own(word: str) -> None:
    sentence = "To add or subtract points, type `vp red +1` or `vp red -1`."
    assert refused(evening.shooting(), f"fix red {word} 3") == sentence


def test_nothing_is_passed_over_on_the_way_back() -> None:
    game = volley()
    say(game, "fix phase move red")
    assert last_righting(game) == "B2 Dusk rifles −2 (8 left), move of Red, fixed by hand"


def test_dice_that_begin_a_phase_are_named_where_it_is_begun_by_hand() -> None:
    """Claw pack is panicked: in Morale it would roll to rally."""
    game = volley()
    say(game, "fix b1 panic 1", "fix phase morale")
    assert "what morale begins with" in last_righting(game)


def test_a_given_figure_of_a_unit_is_lost_and_comes_back() -> None:
    """The last of Alpha has the medium repeater, and is the one the plainest stand before."""
    game = volley()
    gunner = make_figure_id("r1", 6)
    say(game, "fix r1.6 figures -1")
    assert gunner not in game.match.figures(R1)
    assert refused(game, "fix r1.6 figures -1") == "R1.6 is already gone."
    say(game, "fix r1.6 figures +1", "fix r1.6 to-remove")
    assert game.match.has(gunner, markers.TO_REMOVE)
    assert game.match.mark(R1, markers.KILLED) == 1


def test_who_goes_first_leaves_the_step_as_it_was() -> None:
    game = figures_evening.begin(*figures_evening.RED_ACTS, "r11 moves 2ap")
    clock, acting = game.match.clock, game.match.marked("acting")
    say(game, "fix first red")
    assert game.match.clock.order == (RED, make_side_id("b"))
    assert (game.match.clock.phase, game.match.clock.subject) == (clock.phase, clock.subject)
    assert game.match.marked("acting") == acting == ("f:r1.1",)
    assert stands(game, (MATCH, "acts first")) == "Red"


def test_who_is_there_cannot_come_back() -> None:
    game = firefight()
    assert refused(game, "fix r11 back") == "R11 is already on the table."


@pytest.mark.parametrize(
    ("word", "value"),
    [("quality", "veteran"), ("armour", "combat-suit"), ("rank", "leader"), ("profile", "mule")],
)
def test_the_record_of_a_figure_is_set_right(word: str, value: str) -> None:
    """One figure counts otherwise; the others of its profile stay as they are."""
    game = figures_evening.begin(*figures_evening.RED_ACTS, machine=True)
    who, other = ("b21", "b11") if word == "profile" else ("r13", "r14")
    figure = make_figure_id(who[:2], int(who[2:]))
    stood = stands(game, (figure, word))
    comrade = make_figure_id(other[:2], int(other[2:]))
    before, same = game.state.fork_state(), game.match.profile(comrade, Profile)
    if word == "profile":
        force = game.match.force(make_side_id("b"))
        assert force is not None
        value = next(name for name in force.profiles if name != stood)
    say(game, f"fix {who} {word} {value}")
    assert stands(game, (figure, word)) == value != stood
    if word != "profile":
        assert getattr(game.match.profile(figure, Profile), word) == value
    assert game.match.profile(comrade, Profile) == same
    assert f"{word} {value.replace('-', ' ')}, fixed by hand" in last_righting(game)
    game.undo()
    assert game.state == before
    assert stands(game, (figure, word)) == stood


def test_better_quality_has_more_points() -> None:
    """CZ-ACT-01: 5 points for green figures, 7 for elite ones."""
    game = figures_evening.begin(*figures_evening.RED_ACTS)
    r13 = make_figure_id("r1", 3)
    say(game, "fix r13 quality elite")
    better = action_points_and_interrupts.count_action_points_allowed(game.match, r13)
    say(game, "fix r13 quality green")
    assert (action_points_and_interrupts.count_action_points_allowed(game.match, r13), better) == (
        5,
        7,
    )

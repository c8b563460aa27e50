"""What a scribe needs, by number, and the tests that prove each; stories where none did.

The numbers are those of the list the screens were made from. 1 to 15 and 20 to 25 are the table's;
the others belong to leagues and to rules that are not here yet. ``PROOFS`` names what proves each
check, and ``test_every_proof_is_a_test`` that none of them has gone.

==  =============================================================================================
 1  one grammar: keys, the line, ``match do``, scripts and records write the same events
 2  any dice format at one prompt; a wrong number of dice offers three ways on
 3  a roll says beforehand what it must know, and takes the shortest entry that is enough
 4  the last target, cover and weapon are proposed with their age, and dropped when they cannot be
 5  keys besides the dice stay under the bars, counted in recorded games
 6  a slip is set right as it was, what was played wrong from now on; both are named in the log
 7  only dice and genuine choices are asked
 8  many small rolls are one entry, every row mendable by itself
 9  an edit after the dice keeps them, and asks only for those that no longer fit
10  what comes in between late gives the same state as in time
11  one answer or the whole action is taken back, and returned as it was, the old text at hand
12  catching up: one entry for all units, one value a fact, nothing changed writes nothing
13  who is left, who cannot and why; no order in a simultaneous phase
14  leaving and coming back: a word on where things stand, the set-up sheet, the question on home
15  why: the parts of a number add up to it, their rules in our own words, tables with rows marked
20  six keys to the first die; the demo never takes a game of one's own
21  handles stay, whoever dies
22  notes, stars and free rolls from any prompt keep what is typed
23  the words of the hobby
24  minutes from the times of entries, a pause, no ticking while nobody types
25  watching: large, read-only, follows the game; dice by the number pad
==  =============================================================================================
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from exports.battle_report_content import build_battle_report
from exports.table_setup_sheet import render_setup_sheet
from tests.games.test_keys import GAMES, said
from tests.tui import test_one_grammar as grammar
from tests.tui.kit import TO_SHOOT, VOLLEY, Stage, act, at_table, begin, book, both_sizes
from tests.tui.scribing import Scribe
from tests.tui.test_a_turn_in_keys import turn_two
from tests.tui.test_correct import SLIP, TWO_TURNS
from tests.tui.test_watch import ledger, watching
from tracker.application.book import Book
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.dice_input import is_dice_request
from tracker.application.match.game import Game
from tracker.ledger.store_opening_and_copying import open_store
from tracker.vocabulary.subject_ids import make_unit_id
from tui.table.table_screen import TableScreen
from tui.views.pending_question_view import PendingQuestionView, build_question_view

TESTS = Path(__file__).parents[1]

PROOFS: dict[int, tuple[str, ...]] = {
    1: (
        "tui/test_one_grammar.py::test_keys_write_what_the_line_writes",
        "tui/test_one_grammar.py::test_the_command_line_writes_what_the_keys_write",
        "tui/test_keying.py::test_the_echo_is_the_line_that_the_keys_stand_for",
        "application/match_records/test_round_trip.py::test_a_record_comes_back_to_the_byte",
        "application/match_records/test_games.py::test_lines_of_the_script_are_lines_of_the_record",
        "tui/test_requirements.py::test_at_in_a_shell_is_what_the_keys_write",
    ),
    2: (
        "tui/test_dice.py::test_every_format_at_one_prompt",
        "tui/test_dice.py::test_packed_spaced_and_counted_read_alike_through_the_prompt",
        "tui/test_dice.py::test_a_refusal_leaves_the_typed_text_and_writes_nothing",
        "tui/test_prompt.py::test_another_number_of_dice_loses_nothing_and_shows_three_ways",
    ),
    3: (
        "tui/test_dice.py::test_what_must_be_known_is_said_before_the_dice_and_asked_for",
        "tui/test_dice.py::test_the_prompt_names_the_special_kind",
        "application/test_luck.py::test_successes_called_out_count_as_much_as_faces",
    ),
    4: (
        "tui/test_who_is_next.py::test_the_last_target_and_cover_with_their_age",
        "tui/test_who_is_next.py::test_a_dead_target_is_dropped",
        "tui/test_who_is_next.py::test_a_target_in_melee_is_dropped",
        "tui/test_requirements.py::test_one_enter_takes_what_was_done_last_turn",
    ),
    5: (
        "games/test_keys.py::test_every_volley",
        "games/test_keys.py::test_figures_that_act_one_by_one",
        "games/test_keys.py::test_a_vehicle_with_two_guns_at_two_targets",
        "tui/test_a_turn_in_keys.py::test_a_turn_of_three_units_a_side",
    ),
    6: (
        "tui/test_correct.py::test_escape_changes_nothing",
        "tui/test_correct.py::test_a_line_that_needs_an_answer_is_named_and_asked_at_the_table",
        "tui/test_correct.py::test_played_wrong_is_set_right_from_now_and_every_later_line_stays",
        "tui/test_requirements.py::test_slip_and_played_wrong_are_both_named_in_the_log",
    ),
    7: (
        "tui/test_a_turn_in_keys.py::test_the_turn_asks_for_dice_and_two_choices_only",
        "deathzap2/test_silence.py::test_a_whole_turn_asks_dice_and_two_choices_only",
    ),
    8: (
        "tui/test_sheets.py::test_all_panic_checks_of_a_phase_are_one_key_and_one_entry",
        "tui/test_sheets.py::test_mending_a_row_leaves_the_others_as_they_are",
        "tui/test_sheets.py::test_all_rout_moves_are_made_with_one_enter",
        "tui/test_batches.py::test_units",
    ),
    9: (
        "tui/test_after_the_dice.py::test_hard_cover_keeps_every_die",
        "tui/test_after_the_dice.py::test_new_dice_are_typed_into_what_is_shown",
        "tui/test_requirements.py::test_soft_becomes_hard_and_no_die_is_typed_again",
    ),
    10: (
        "tui/test_after_the_dice.py::test_an_interrupt_said_late_in_keys",
        "tui/test_after_the_dice.py::test_an_interrupt_on_the_screen",
        "combat_zone/test_late.py::test_late_is_as_in_time_over_games_played_by_chance",
        "combat_zone/test_late.py::test_what_is_lost_is_told",
        "application/test_late.py::test_a_shot_of_the_half_before_is_taken_as_it_is_and_marked",
    ),
    11: (
        "tui/test_prompt.py::test_an_action_taken_back_with_escape_is_proposed_with_its_dice",
        "tui/test_prompt.py::test_one_answer_taken_back_stands_at_the_prompt_and_returns",
        "tui/test_requirements.py::test_u_and_escape_both_come_back_to_the_same_screen",
    ),
    12: (
        "tui/test_setright.py::test_the_table_check_sets_everything_in_one_entry",
        "tui/test_setright.py::test_leaving_it_or_changing_nothing_writes_nothing",
        "tui/test_setright.py::test_a_half_is_closed_by_its_outcome_only",
        "tui/test_setright.py::test_an_action_is_closed_by_its_outcome_only",
    ),
    13: (
        "tui/test_who_is_next.py::test_every_one_who_cannot_has_a_reason",
        "tui/test_who_is_next.py::test_next_names_those_left_and_ends_the_second_time",
        "tui/test_who_is_next.py::test_blue_may_fire_before_red_is_done_and_is_not_warned",
    ),
    14: (
        "tui/test_sitting.py::test_leaving_takes_a_word_on_where_things_stand",
        "tui/test_home.py::test_the_last_game_is_proposed_with_what_it_waits_for",
        "exports/test_setup_sheet.py::test_all_figures_alive_and_no_others",
        "tui/test_requirements.py::test_the_sheet_of_a_resumed_game_names_all_alive_and_no_others",
    ),
    15: (
        "tui/test_table.py::test_why_shows_the_parts_and_the_rule",
        "tui/test_sitting.py::test_f1_shows_the_tables_of_the_phase_and_f3_the_words",
        "tui/test_requirements.py::test_the_parts_of_every_number_add_up_to_it",
        "tui/test_requirements.py::test_f1_marks_the_rows_of_the_roll_that_waits",
    ),
    20: (
        "tui/test_home.py::test_from_the_first_key_to_the_first_die_in_six_keys",
        "tui/test_home.py::test_a_die_is_asked_for_after_six_keys_whatever_is_played",
        "tui/test_home.py::test_at_most_six_questions_are_asked_and_answers_are_kept",
        "tui/test_demo.py::test_a_new_game_from_the_demo_goes_into_the_users_own_book",
        "tui/test_requirements.py::test_no_ruleset_asks_more_than_six_options",
    ),
    21: ("tui/test_requirements.py::test_handles_stay_whoever_dies",),
    22: (
        "tui/test_dice.py::test_notes_stars_why_help_lines_and_looking_back_keep_the_dice",
        "tui/test_dice.py::test_a_free_roll_from_the_dice_prompt_keeps_the_dice",
        "tui/test_dice.py::test_a_free_roll_is_the_reason_of_the_ruling_that_follows",
        "tui/test_setright.py::test_one_unit_is_set_right_and_half_typed_dice_are_there_again",
    ),
    23: (
        "tui/test_screens.py::test_screens_speak_the_words_of_the_hobby",
        "tui/test_wording.py::test_no_text_of_the_screens_has_a_word_of_the_program",
        "tui/test_wording.py::test_no_text_of_the_rules_has_a_word_of_the_program",
        "tui/test_wording.py::test_every_ruleset_has_a_glossary",
    ),
    24: (
        "tui/test_sitting.py::test_minutes_stand_on_a_wide_screen_and_by_turn_under_v",
        "tui/test_sitting.py::test_p_stops_the_clock_and_lets_it_go_on",
        "tui/test_every_screen.py::test_place",
    ),
    25: (
        "tui/test_watch.py::test_score_phase_and_the_number_needed_are_large",
        "tui/test_watch.py::test_what_others_write_meanwhile_is_seen",
        "tui/test_dice.py::test_a_volley_with_one_hand_on_the_number_pad",
        "tui/test_requirements.py::test_watching_leaves_the_file_as_it_is",
    ),
}


def test_every_number_is_proved() -> None:
    assert set(PROOFS) == {*range(1, 16), *range(20, 26)}
    assert all(PROOFS.values())


@pytest.mark.parametrize("number", PROOFS)
def test_every_proof_is_a_test(number: int) -> None:
    for proof in PROOFS[number]:
        file, _, name = proof.partition("::")
        tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
        assert name in {n.name for n in tree.body if isinstance(n, ast.FunctionDef)}, proof


# ------------------------------------------------------------------------------- 1: one grammar


def test_at_in_a_shell_is_what_the_keys_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell = grammar.Ledger("deathzap2", tmp_path, monkeypatch)
    shell.script(*grammar.SHOOT)
    since = shell.version()
    typed = grammar.begun("deathzap2", grammar.SHOOT)
    mine = typed.version
    Scribe(typed).press("12s⏎=5⏎=3⏎-2⏎")
    shell("match", "do", "m1", "r1 at b2 soft : =5/=3/-2")
    assert shell.written(since) == grammar.written(typed, mine)
    assert typed.version > mine


# --------------------------------------------------------------------- 4: what is proposed again


def test_one_enter_takes_what_was_done_last_turn() -> None:
    lines = (
        *TO_SHOOT,
        *("r1 > b2 soft : -10", "r2,r3 holds", "all holds"),
        *("impetus : 42", "orders r1 r2 r3 : 326", "orders b1 b2 b3 : 212", "next", "next"),
    )

    async def story(stage: Stage) -> None:
        assert "Enter: 1 Alpha ▸ 2 Dusk rifles, soft (as in turn 1)" in stage.text
        await stage.press("⏎")
        assert "1 Alpha ▸ 2 Dusk rifles" in stage.text
        assert "TO HIT   10 dice" in stage.text
        assert "soft cover +1" in stage.text

    at_table(story, lines)


# ------------------------------------------------------------------------------ 6: the two kinds


def test_slip_and_played_wrong_are_both_named_in_the_log() -> None:
    async def story(stage: Stage) -> None:
        await stage.press(SLIP + "⏎⎋")
        await stage.press("t/T1 claw⏎ne2+1⏎⎋")
        await stage.press("t")
        shown = " ".join(stage.text.replace("│", " ").split())
        assert "fixing line 27" in shown

    game = at_table(story, TWO_TURNS)
    told = [line.text for line in list_log_lines(game.history)]
    assert sum("fixing line 27" in text for text in told) == 1
    (slip,) = (text for text in told if "corrected)" in text)
    assert slip.startswith("R1 Alpha ▸ B1 Claw pack")
    assert "5 dice 1 saved: 4 to remove" in slip


# ---------------------------------------------------------------------------- 9: after the dice


@both_sizes
def test_soft_becomes_hard_and_no_die_is_typed_again(size: tuple[int, int]) -> None:
    """4 5 1 6 2 3 4 6: on 4+ five hit, on 5+ three; no order of Alpha's bears on it."""
    kept = book()
    turn_two(kept)

    async def story(stage: Stage) -> None:
        await stage.press("42⏎562⏎41⏎n3c2⏎n12s⏎45162346⏎")
        assert "THROUGH   5 dice" in stage.text
        await stage.press("eh⏎⏎")
        assert "THROUGH   3 dice" in stage.text
        assert "4 5 1 6 2 3 4 6" in stage.text

    act(story, kept, size=size, game="m1")


# ------------------------------------------------------------------------------- 11: two steps


def test_u_and_escape_both_come_back_to_the_same_screen() -> None:
    async def story(stage: Stage) -> None:
        game = stage.table.game
        before, asked_then, shown = game.state.fork_state(), game.pending, body(stage)
        for keys, there in (("⎋", "Enter: 1 Alpha ▸ 2 Dusk"), ("u", "TO HIT   10 dice")):
            await stage.press(keys)
            assert there in stage.text
            assert game.pending != asked_then
            await stage.press("U")
            assert (game.state, game.pending) == (before, asked_then)
            assert body(stage) == shown

    at_table(story, VOLLEY)


def body(stage: Stage) -> list[str]:
    """The rosters and what is asked: the number of the line has grown, and the log has folds."""
    rows = stage.text.splitlines()[1:]
    asked_in = next(at for at, row in enumerate(rows) if "THROUGH" in row)
    return rows[: asked_in + 1]


# ----------------------------------------------------------------------- 14: rebuild the table


def test_the_sheet_of_a_resumed_game_names_all_alive_and_no_others() -> None:
    """Two weeks later, another program: 3 of Dusk fell, Hammer is gone, the rest is listed."""
    kept = book()
    begin(kept, (*TO_SHOOT, "fix b2 figures -3 # fell", "fix r3 figures -1", "r1 > b2 soft"))
    resumed = Book(kept.store, clock=kept.clock, rulesets=kept.rulesets)

    async def story(stage: Stage) -> None:
        assert "waiting for: 10 dice to hit, 1 Alpha ▸ 2 Dusk rifles" in stage.text
        await stage.press("⏎")
        await stage.named("f2")
        listed: list[str] = []
        for _ in range(8):
            listed += [row for row in re.findall(r"\[ \] ([^│]*)", stage.text) if row not in listed]
            await stage.named(*["down"] * 4)
        assert {row.split("   ")[0].strip() for row in listed} == {
            "R1 Alpha: 8 of 8",
            "R2 Bravo: 9 of 9",
            "B1 Claw pack: 10 of 10",
            "B2 Dusk rifles: 8 of 11",
            "B3 Stalker: 1 of 1",
        }

    act(story, resumed, game=None)


# -------------------------------------------------------------------------------------- 15: why


@pytest.mark.parametrize(("name", "begun", "defaults"), GAMES)
def test_the_parts_of_every_number_add_up_to_it(name: str, begun: object, defaults: bool) -> None:
    """Where a number is needed, or may be rolled at most, the parts are the number; where they are
    added to the die, what is short of 6 is needed (a 6 always hits, a 1 never).
    """
    del defaults
    game = begun()  # type: ignore[operator]
    assert isinstance(game, Game)
    scribe = Scribe(game)
    proved = 0
    for _, keys in said(name):
        for character in _one_by_one(keys):
            question = asked(game)
            numbered = question and re.fullmatch(r"\d(\+| or less)?", question.need)
            if question and numbered and (question.modifiers or numbered[1] != " or less"):
                total = sum(part.value for part in question.modifiers)
                assert question.need[0] in (str(total), str(6 - total)), question
                assert all(part.name for part in question.modifiers)
                assert all(
                    part.rule in game.ruleset.rules() for part in question.modifiers if part.rule
                )
                proved += 1
            scribe.press(character)
    assert proved > 20


def _one_by_one(keys: str) -> list[str]:
    """Keys as they are pressed; a line behind ``:`` at once, dice without their braces."""
    bare = keys.replace("{", "").replace("}", "")
    return re.findall(r":[^⏎]*⏎|.", bare)


def asked(game: Game) -> PendingQuestionView | None:
    if game.pending is None or not is_dice_request(game.pending.request):
        return None
    return build_question_view(game.match, game.pending)


def test_f1_marks_the_rows_of_the_roll_that_waits() -> None:
    """Alpha is Regular and Dusk in soft cover: that row and that column, and no other row."""

    async def story(stage: Stage) -> None:
        await stage.named("f1")
        table = stage.text.split("TO HIT")[-1].split("panicked")[0]
        marked = [row.split("▸", 1)[1].split()[0] for row in table.splitlines() if "│ ▸" in row]
        assert marked == ["Regular"]
        assert re.search(r"▸ Regular\s+3\+\s+▸4\+\s+5\+", table)

    at_table(story, (*TO_SHOOT, "r1 > b2 soft"))


# ------------------------------------------------------------------------------ 20: a fast start


def test_no_ruleset_asks_more_than_six_options() -> None:
    from tracker.procedures.installed_rulesets import load_playable_rulesets

    for rules in load_playable_rulesets().values():
        asked_of = [option for option in rules.options if option.question]
        assert 0 < len(asked_of) <= 6, rules.id
        assert len(rules.options) > len(asked_of)


# ----------------------------------------------------------------------------------- 21: handles


def test_handles_stay_whoever_dies() -> None:
    """All of unit 1 fall: unit 2 is unit 2 on the screen, to the keys, on sheet and report."""

    async def story(stage: Stage) -> None:
        rows = stage.text.splitlines()
        assert any("2 Bravo" in row for row in rows)
        assert not any(re.search(r"1 Bravo", row) for row in rows)
        await stage.press("23")
        assert "r2 > b3" in stage.text  # the line that the keys stand for
        await stage.press("⏎")
        assert "2 Bravo ▸ 3 Stalker" in stage.text

    lines = (*TO_SHOOT, "fix r1 figures -8", "fix b1 figures -10", "fix b2 figures -11")
    game = at_table(story, lines)
    assert game.state.current_values.open
    assert game.match.figures(make_unit_id("r1")) == ()
    assert "[ ] R2 Bravo: 9 of 9" in render_setup_sheet(game)
    reported = [row[0] for side in build_battle_report(game).sides for row in side.table.rows]
    assert reported[:3] == ["R1 Alpha", "R2 Bravo", "R3 Hammer"]


# ---------------------------------------------------------------------------------- 25: watching


def test_watching_leaves_the_file_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    ledger(path)
    before = path.read_bytes()
    with open_store(path, only_reading=True) as store:

        async def story(stage: Stage) -> None:
            await stage.press("451623⏎⏎un!:'")
            assert "THROUGH" in stage.text
            assert not isinstance(stage.app.screen, TableScreen)

        watching(story, Book(store), (80, 24))
    assert path.read_bytes() == before

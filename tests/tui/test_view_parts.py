"""What screens say of questions, rolls, lines and lists, in words and without a screen."""

from __future__ import annotations

from typing import Any

import pendulum
import pytest

from tests.saying import say
from tests.tui.kit import TO_SHOOT, begin, begin_figures, book, samples
from tests.tui.quiet import standin
from tracker.application.correcting.correction_preview import CorrectionPreview
from tracker.application.errors import Refused
from tracker.application.leagues.league_dates_and_times import MICROSECONDS, LeagueCalendar
from tracker.application.match_setup import Entrant
from tracker.input_parsing.asked_dice_roll import make_faces_roll, make_pool_roll, make_sum_roll
from tracker.input_parsing.dice_reader import parse_dice
from tracker.input_parsing.dice_reading_results import DiceReading
from tracker.input_parsing.line_parser import parse_typed_line
from tracker.input_parsing.line_syntax_tree import TypedAction
from tracker.procedures.declared.player_actions import DueAction
from tracker.procedures.requests import Confirm, Number, Option, Pick, Share, Split, Tally
from tracker.vocabulary.count_wording import spell_number
from tracker.vocabulary.dice_bands import Band, Bands
from tracker.vocabulary.events import Chosen, Rolled
from tracker.vocabulary.subject_ids import make_figure_id, make_side_id, make_unit_id
from tui.prompt.dice_entry import PlacedDice
from tui.views import home_view
from tui.views.editable_line_fields import describe_correction_effects
from tui.views.game_list import (
    describe_awaited_input,
    describe_how_game_was_left,
    find_note_left_at_end,
    format_time_ago,
)
from tui.views.next_line_proposals import format_action_details, list_due_actions_of_side_or_all
from tui.views.open_action_description import format_stored_choice
from tui.views.pending_question_view import (
    _describe_choice_notation_hint,
    _describe_default,
    _describe_notation,
    _describe_special_results,
    convert_numbers_to_handles,
    describe_dice,
    format_decimal,
    is_multiple_choice,
    is_single_choice,
    list_lettered_options,
    list_numbered_handles,
    name_subject,
)
from tui.views.roll_formatting import (
    describe_roll_outcome,
    describe_rolled_faces,
    group_faces_in_fives,
)
from tui.views.searchable_log_lines import matches_all_word_beginnings
from tui.views.typed_dice_preview import (
    PLAIN_WORDS,
    TypedDicePreview,
    build_typed_dice_preview,
    describe_dice_result,
    get_success_words,
)

MINUTE = 60_000_000


# ------------------------------------------------------------------------------ the question


def pick(*texts: str) -> Pick:
    return Pick(options=tuple(Option(text, text) for text in texts), default=texts[0])


def shares(*units: str, most: int = 1) -> tuple[Share, ...]:
    return tuple(Share(make_unit_id(one), f"unit {one}", most) for one in units)


def letters(request: Any) -> str:
    return "".join(letter for letter, _ in list_lettered_options(request))


def test_a_choice_has_its_own_first_letters_where_they_differ() -> None:
    assert letters(pick("South", "both", "off")) == "sbo"
    assert letters(pick("south", "Sides")) == "ab"
    assert letters(pick("north", "south")) == "ab"  # n goes on, at every question
    assert letters(pick("1 north", "south")) == "ab"
    assert letters(Confirm()) == "yn"
    assert letters(Number(low=1, high=3)) == ""
    many = pick(*(f"way {n}" for n in range(28)))  # there are seventeen letters
    assert (letters(many)[15:19], len(letters(many))) == ("yzAB", 28)


def test_what_is_a_matter_of_letters_and_what_of_numbers() -> None:
    few, two = Tally(shares=shares("r1", "r2")), Tally(shares=shares("r1", "r2", most=2))
    one, several = (Split(total=n, shares=shares("r1", "r2")) for n in (1, 2))
    assert [is_multiple_choice(each) for each in (few, two, one, Confirm())] == [
        True,
        False,
        False,
        False,
    ]
    assert [is_single_choice(each) for each in (few, one, several)] == [False, True, False]
    assert not is_multiple_choice(Tally(shares=()))
    assert is_multiple_choice(Tally(shares=shares(*(f"r{n}" for n in range(1, 35)))))
    assert not is_multiple_choice(Tally(shares=shares(*(f"r{n}" for n in range(1, 36)))))
    assert is_single_choice(Split(total=1, shares=shares(*(f"r{n}" for n in range(1, 18)))))
    assert not is_single_choice(Split(total=1, shares=shares(*(f"r{n}" for n in range(1, 19)))))
    assert _describe_choice_notation_hint(few) == (
        "which? a unit r1 · b unit r2 · - none · for example ab: both"
    )
    assert _describe_choice_notation_hint(two).endswith(
        " · for example r1 2, r2 2: 2 R1 unit r1, 2 R2 unit r2"
    )
    assert _describe_choice_notation_hint(one) == "which? a unit r1 · b unit r2"
    assert _describe_choice_notation_hint(several).startswith("how many of each, 2 in total: r1 ")
    assert _describe_choice_notation_hint(Number(low=1, high=3)) == "a number from 1 to 3"
    assert (
        _describe_choice_notation_hint(pick("a", "b"))
        == _describe_choice_notation_hint(Confirm())
        == "the letter"
    )
    assert _describe_choice_notation_hint(Split(total=2, shares=())) == ""


def test_dice_and_numbers_in_words() -> None:
    assert describe_dice((6, 6, 6), summed=True) == "3D6"
    assert describe_dice((6,), summed=True) == "1D6"
    assert describe_dice((6, 8), summed=True) == describe_dice((6, 8))
    assert format_decimal(2.25) == "2.2"


def test_what_people_call_somebody() -> None:
    match = begin(book(), TO_SHOOT).match
    assert [name_subject(match, one) for one in (None, "m:", "s:r", "u:b2", "u:r9")] == [
        "", "", "Red", "2 Dusk rifles", "r9",
    ]  # fmt: skip
    assert name_subject(match, make_figure_id("r1", 1)) == "Sergeant Odell"
    rifle = make_figure_id("r1", 2)
    assert name_subject(match, rifle) == f"r1.2 {match.figure(rifle).profile}"
    acting = begin_figures(book("combat-zone")).match
    vey = make_figure_id("r1", 3)
    assert name_subject(acting, vey).startswith("13 ")


# ------------------------------------------------------------------------- dice being typed

MISS_OR_HIT = (Band("miss", 1, 3), Band("hit", 4, 6, success=True))


def typed(
    asked: Any, text: str, *known: int | None, ending: str = "", **how: Any
) -> TypedDicePreview:
    return build_typed_dice_preview(
        text, PlacedDice(known, ending), asked, how.pop("reading", None), **how
    )


def told(asked: Any, *known: int | None, **how: Any) -> tuple[str, bool]:
    """What the dice amount to, and whether Enter takes them."""
    found = typed(asked, "", *known, **how)
    return found.amounts, found.is_ready


def test_dice_typed_so_far_stand_in_their_places_with_what_they_amount_to() -> None:
    three = make_pool_roll(3, 6, MISS_OR_HIT)
    gap = typed(three, "4_2", 4, None, 2)
    assert [die.face for die in gap.dice] == ["4", "", "2"]
    assert [die.size for die in gap.dice] == ["", "", ""]
    assert (gap.amounts, gap.is_ready) == ("2 of 3 dice, 1 succeeds", False)
    assert told(three, 4, 5)[0] == "2 of 3 dice, 2 succeed"
    assert told(three, 4, success_words=("hit", "hits"))[0] == "1 of 3 dice, 1 hit"
    assert told(three) == ("0 of 3 dice", False)
    assert told(three, 4, 5, 6, 1)[0] == "4 typed, 3 needed, 3 succeed"
    assert told(make_sum_roll((6, 6), 3), 4)[0] == "1 of 2 dice"
    assert told(make_sum_roll((6, 6), 3), 4, 5)[0] == "2 of 2 dice: 12"  # 4 + 5 + 3
    assert told(make_faces_roll((6, 6)), 4, 5)[0] == "2 of 2 dice"
    assert [die.size for die in typed(make_faces_roll((6, 8)), "4", 4).dice] == ["D6", "D8"]
    assert get_success_words(None) == ("succeeds", "succeed")


def test_a_die_without_such_a_face_is_named() -> None:
    for text, wrong in (
        ("9", "0 of 2 dice, die 1 is wrong"),
        ("59", "1 of 2 dice, die 2 is wrong"),
    ):
        reading = parse_dice(text, make_faces_roll((6, 6)))
        assert describe_dice_result(reading, make_faces_roll((6, 6)), PLAIN_WORDS) == wrong


def test_dice_that_are_read_by_their_faces_alone_neither_succeed_nor_fail() -> None:
    struck = (Band("1 struck", 1, 3, told=True), Band("2 struck", 4, 7, told=True))
    assert told(make_pool_roll(2, 10, (*struck, Band("3 struck", 8, 10, told=True))), 4)[0] == (
        "1 of 2 dice, 2 struck"
    )


def test_dice_of_the_other_player_are_counted_behind_one_s_own() -> None:
    two, one = make_sum_roll((6, 6)), make_sum_roll((6,))
    assert told(two, 4, 5, opposing_dice_count=2) == ("2 of 2 dice: 9", False)
    assert told(two, 4, 5, 6, opposing_dice_count=2) == ("2 dice v 1 of 2", False)
    assert told(two, 4, 5, 6, 1, opposing_dice_count=2) == ("2 dice v 2 of 2", True)
    assert told(two, 4, 5, 6, 1, 1, opposing_dice_count=2)[0] == "5 typed, 2 needed"
    assert told(two, 4, 5, 6)[0] == "3 typed, 2 needed"
    assert told(one, 4, 5, opposing_dice_count=1) == ("1 die v 1 of 1", True)


def test_dice_that_are_counted_or_left_to_the_app_are_told_as_text() -> None:
    three = make_pool_roll(3, 6, MISS_OR_HIT)
    read = DiceReading(faces=(4, 4, 1), result=(1, 2), source="typed", size=3)
    one = make_pool_roll(1, 6, MISS_OR_HIT)
    alone = DiceReading(faces=(4,), result=(0, 1), source="typed", size=1)
    assert build_typed_dice_preview("1", None, one, alone).amounts == "1 die, 1 succeeds, 0 not"
    said = ("3 dice, 2 succeed, 1 not", True)
    for found in (
        build_typed_dice_preview("2", None, three, read),
        typed(three, "2x4 1", 4, 4, 1, reading=read),
        typed(three, "441.", 4, 4, 1, ending=".", reading=read),
    ):
        assert found.dice == ()
        assert (found.amounts, found.is_ready) == said
    assert build_typed_dice_preview("2", None, three, read).text == "2"


# ----------------------------------------------------------------------------------- ticks


def test_exceptions_are_ticked_by_their_numbers() -> None:
    match: Any = standin(handle=lambda one: one[2:])
    units = Tally(shares=shares("r1", "r2", "b1"))
    assert list_numbered_handles(match, units) == ("r1", "r2", "b1")
    assert list_numbered_handles(match, Tally(shares=shares("r1", most=2))) == ()
    assert list_numbered_handles(match, Tally(shares=(Share("gun", "a gun", 1),))) == ()
    assert list_numbered_handles(match, Confirm()) == ()
    typed = ("2", " 2, ", "0", "", "  ")
    assert [convert_numbers_to_handles(match, units, text) for text in typed] == [
        "r2", "r2", "0", "", "  ",
    ]  # fmt: skip
    assert convert_numbers_to_handles(match, Confirm(), "2") == "2"
    with pytest.raises(Refused, match=r"^`1` could be r1 or b1\. Type the"):
        convert_numbers_to_handles(match, units, "2,1")
    with pytest.raises(
        Refused, match=r"^`3` cannot be chosen here\. Type R1, R2, B1 or 0 for none\.$"
    ):
        convert_numbers_to_handles(match, units, "3")


# ----------------------------------------------------------------------------------- rolls


def rolled(**said: Any) -> Rolled:
    faces = said.get("faces", (4, 5, 1))
    found: dict[str, Any] = {
        "key": "k", "what": "to hit", "form": "faces", "dice": (6,) * len(faces), "result": faces,
        "faces": faces,
    }  # fmt: skip
    return Rolled(**(found | said))


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({}, "4 5 1"),
        ({"app": 1}, "4 5 | by the app: 1"),
        ({"app": 3}, "rolled by the app: 4 5 1"),
        ({"app": 2, "app_at": (0, 2)}, "r4 5 r1"),
        ({"faces": (), "dice": (6, 6)}, "2 dice, faces not read"),
        ({"faces": (), "dice": (6,)}, "1 die, faces not read"),
        ({"dice": (6,) * 5}, "4 5 1 and 2 not read"),
        ({"first": (1, 5, 1), "again": (0,)}, "1 5 1, again 4"),
        ({"first": (1, 2, 5, 1, 3), "again": (0, 1)}, "1 2 5 1 3, 2 again, faces not read"),
        ({"faces": (6,) * 24}, " ".join("6" * 24)),  # none is left out without a sign
    ],
)
def test_dice_as_they_were_read(said: dict[str, Any], words: str) -> None:
    assert describe_rolled_faces(rolled(**said)) == words


def test_what_a_roll_came_to() -> None:
    assert describe_roll_outcome(rolled(form="score", result=(10,)), ("hit", "hits")).startswith(
        "total 10"
    )
    assert describe_roll_outcome(rolled(), ("hit", "hits")) == ""


def test_a_total_says_what_is_added_to_its_dice() -> None:
    def came_to(total: int, bonus: int) -> str:
        return describe_roll_outcome(rolled(form="score", result=(total,), bonus=bonus), ("", ""))

    # 2 + 1 + 1 in soft cover, with primitive armour; 6 + 5 + 3 of a veteran; 4 of nobody special
    assert came_to(2, -2) == "total 4 − 2 = 2"
    assert came_to(15, 1) == "total 14 + 1 = 15"
    assert came_to(4, 0) == "total 4"


HITS = (Band("hit", 1, 3, success=True), Band("partial hit", 4, 5, told=True), Band("miss", 6, 10))
STRUCK = tuple(Band(f"{n} struck", n, n, told=True) for n in (1, 2, 3))


def test_a_roll_in_which_nothing_succeeds_is_told_by_what_fell() -> None:
    """One, then two, of three dice strike two."""
    for result, words in (((1, 1, 1), "1 struck, 2 struck, 3 struck"), ((0, 2, 1), "2× 2 struck")):
        roll = rolled(form="pool", result=result, bands=STRUCK, dice=(3,) * 3, faces=())
        assert describe_roll_outcome(roll, ("hit", "hits")).startswith(words)
    seen = rolled(form="pool", result=(1, 1, 1), bands=STRUCK, faces=(3, 1, 2))
    assert describe_roll_outcome(seen, ("hit", "hits")) == "3 struck, 1 struck, 2 struck"
    roll = rolled(form="pool", result=(1, 2, 0), bands=HITS)
    assert describe_roll_outcome(roll, ("hit", "hits")) == "1 hit, 2 partial hits"


@pytest.mark.parametrize(("means", "told"), [("none", "none"), ("all lost", "none (all lost)")])
def test_what_enter_answers_is_not_said_twice(means: str, told: str) -> None:
    held = Tally(
        id="objectives",
        what="objectives held",
        shares=(Share("s:r", "Red", 3), Share("s:b", "Blue", 3)),
        default_means=means,
    )
    assert _describe_default(held) == told


@pytest.mark.parametrize(
    ("count", "bands", "kinds", "forms"),
    [
        (
            4,
            HITS,
            "on 4–5: partial hit",
            "the faces, 0 for a ten, or =2,1: two succeed, one of the rest partial hit",
        ),
        (1, HITS, "on 4–5: partial hit", "the face, 0 for a ten"),
        (
            4,
            (Band("hit", 1, 4, success=True), Band("rending", 5, 5, success=True), HITS[2]),
            "on 5: rending",
            "the faces, 0 for a ten, or =2,1: two succeed, one of them rending",
        ),
        (
            4,
            (
                Band("failure", 1, 4),
                Band("success", 5, 9, success=True),
                Band("naturals", 10, 10, success=True, told=True),
            ),
            "on 10: naturals",
            "the faces, 0 for a ten, or =2,1: two succeed, one of them natural",
        ),
        (
            4,
            (Band("hit", 1, 5, success=True), Band("six", 6, 6, success=True, told=True)),
            "sixes are counted",
            "the faces, or =2,1: two succeed, one of them a six",
        ),
        (
            4,
            (HITS[0], *(Band(f"missed by {n}", n + 3, n + 3) for n in (1, 2, 3))),
            "every face counts",
            "the faces",
        ),
    ],
)
def test_what_a_roll_has_to_know_is_said_before_it(
    count: int, bands: Bands, kinds: str, forms: str
) -> None:
    asked = make_pool_roll(count, bands[-1].high, bands)
    assert (_describe_special_results(asked), _describe_notation(asked)) == (
        kinds,
        f"{forms} · r app rolls",
    )


def test_a_single_die_has_no_total_to_type() -> None:
    """A free roll of 1D6 offered ``=7 for their total``."""
    assert _describe_notation(make_sum_roll((6,), 0)) == "the face · r app rolls"
    assert _describe_notation(make_sum_roll((6, 6), 0)).startswith("the faces, or =7 for their")


def test_faces_that_the_rules_roll_again_are_named_as_such() -> None:
    again = (Band("again", 1, 1, told=True), Band("miss", 2, 3), Band("hit", 4, 6, success=True))
    asked = make_pool_roll(4, 6, again)
    assert _describe_special_results(asked) == "1 to reroll"
    assert told(asked, 1, 1, 5, 6) == ("4 of 4 dice, 2 succeed, 2 to reroll", False)


def test_dice_of_which_none_counts_by_itself_end_in_no_comma() -> None:
    """At a number of 0 each one is rolled again, and no other face is told."""
    ones = make_pool_roll(5, 10, (Band("one", 1, 1, told=True), Band("miss", 2, 10)))
    assert told(ones, 2, 4, 2, 10) == ("4 of 5 dice", False)
    assert told(ones, 1, 4) == ("2 of 5 dice, 1 one", False)


def test_dice_in_fives() -> None:
    assert group_faces_in_fives("4 5 1 6 2 3 4 6") == "45162 346"
    assert group_faces_in_fives("4 5 | by the app: 1 6") == "45 | by the app: 16"
    assert group_faces_in_fives("4 10 3") == "4 10 3"
    assert group_faces_in_fives("4") == "4"
    assert group_faces_in_fives("2 dice, faces not read") == "2 dice, faces not read"


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (True, "yes"), (False, "no"), ((), "0"), ((("u:r1", 2), ("gun", 1)), "r1 2 gun 1"),
        ((("0", 1), ("2", 3)), "a 1 c 3"),
        ("u:b2", "falls b2"), ("north", "north"), (7, "7"),
    ],
)  # fmt: skip
def test_a_choice_as_it_is_written(value: Any, words: str) -> None:
    chosen = Chosen(key="k", what="w", value=value)
    assert format_stored_choice(chosen) == words


# ----------------------------------------------------------------------------------- lines


def test_words_begin_words_of_a_line() -> None:
    text = "T2 Alpha ▸ (Dusk rifles): 5 hits."
    queries = ("dusk rif", "HITS t2", "usk", "alpha x", "")
    found = [matches_all_word_beginnings(text, query) for query in queries]
    assert found == [True, True, False, False, True]


def test_how_something_is_done_in_words() -> None:
    game = begin_figures(book("combat-zone"))
    read: Any = parse_typed_line("r11 > b11 30cm soft", game.ruleset.lexicon)
    (deed,) = read.parts
    assert isinstance(deed, TypedAction)
    assert list(format_action_details(game, deed.details)) == ["30 cm", "soft"]
    read = parse_typed_line("r11 moves 2ap", game.ruleset.lexicon)
    assert list(format_action_details(game, read.parts[0].details)) == ["2 AP"]


def preview(**said: Any) -> Any:
    found: dict[str, Any] = {"needs": (), "lines": (), "unchanged": 120, "units": ()}
    found["breaches"], found["opens_question"] = (), False
    story = standin(
        find_line_version=lambda number: number * 10, path=(), index_after=lambda version: 0
    )
    game = standin(history=story)
    return standin(rewrite=standin(game=game), **(found | said))


def changed(number: int, note: str = "", before: str = "x") -> Any:
    return standin(number=number, note=note, before=before)


def test_what_a_correction_changes_in_a_sentence() -> None:
    line: Any = standin(kind="taken back")
    none = "No line needs an answer. "
    assert describe_correction_effects(preview(), line) == f"{none}No later line changes."
    assert describe_correction_effects(preview(lines=(changed(8),), unchanged=1), line) == (
        f"{none}One later line reads differently; 1 stays the same."
    )
    assert describe_correction_effects(preview(lines=(changed(8), changed(9))), line) == (
        f"{none}Two later lines read differently; 120 stay the same."
    )
    asks = "you will be asked when you confirm. Later lines depend on the answer."
    assert (
        describe_correction_effects(preview(needs=(8,)), line) == f"Line 8 needs an answer: {asks}"
    )
    assert describe_correction_effects(preview(needs=(8, 9)), line) == (
        f"Two lines need an answer, line 8 first: {asks}"
    )
    assert describe_correction_effects(preview(opens_question=True), line) == (
        "The line needs more dice or a choice: you will be asked at the table."
    )
    assert [spell_number(number) for number in (0, 12, 13)] == ["no", "twelve", "13"]
    lines = (changed(7), changed(7, before=""), changed(8), changed(9))
    assert CorrectionPreview.list_questions_and_certain_changes(preview(lines=lines)) == lines
    assert (
        CorrectionPreview.list_questions_and_certain_changes(preview(lines=lines, needs=(8,)))
        == lines[:1]
    )


# ------------------------------------------------------------------------------ games, home


@pytest.mark.parametrize(
    ("minutes", "said"), [(0.99, "just now"), (1, "1 minute ago"), (60 * 24 * 14, "2 weeks ago")]
)
def test_how_long_ago(minutes: float, said: str) -> None:
    now = 1_760_000_000_000_000
    assert format_time_ago(now - int(minutes * MINUTE), now) == said


def test_a_running_game_that_counts_losses_is_left_with_its_score_so_far() -> None:
    """The walker is worth 110 points. A row of the list has only points entered by hand."""
    kept, rosters = book("trial-assault"), samples("trial-assault")
    sides = (("Red", "cinder-guard"), ("Blue", "iron-tide"))
    forces = [Entrant(side, rosters[f"{name}.toml"]) for side, name in sides]
    game = kept.begin_match("trial-assault", forces)
    say(game, "deploy red", "deploy blue", "first red")
    assert "so far" not in describe_how_game_was_left(kept, game.stream)[0]
    say(game, "fix r4 figures -1")
    assert describe_how_game_was_left(kept, game.stream)[0].endswith(" · 0 : 110 so far")


def test_what_a_game_waits_for() -> None:
    kept = book()
    game = begin(kept, TO_SHOOT)
    assert describe_awaited_input(game).startswith("next: ")
    assert find_note_left_at_end(game) == ()
    game.add_note("Blue is late.", mark="stands")
    assert find_note_left_at_end(game) == ("Blue is late.",)
    (when, waits, stands) = describe_how_game_was_left(kept, game.stream)
    assert when.startswith("stopped just now, ")
    assert (waits, stands) == (describe_awaited_input(game), "Blue is late.")
    assert describe_how_game_was_left(kept, "m9") == ()
    troubled: Any = standin(open_action_mismatch="gone", pending=None)
    assert (
        describe_awaited_input(troubled)
        == "the rules have changed; open the game to see what to do"
    )
    nobody: Any = standin(
        open_action_mismatch=None,
        pending=None,
        match=None,
        state=standin(current_values=standin(open=())),
        ruleset=standin(due=lambda match: []),
    )
    assert describe_awaited_input(nobody) == "nothing is open"


NOW = pendulum.datetime(2026, 11, 19, 22, 0, tz="Europe/Vienna")


def league(**said: Any) -> str:
    found: dict[str, Any] = {
        "players": 10, "round": 4, "planned": 7, "results": 3, "fixtures": 5, "closed": False,
        "standings": standin(rows=[standin(name="Anna")]), "drafted": 0, "ends": "22:30",
        "on": "2026-11-19",
    }  # fmt: skip
    return home_view._describe_league(standin(**(found | said)), standin(now=NOW))


def test_how_a_league_stands() -> None:
    stands = "round 4 of 7 · 3 of 5 results in"
    assert league() == f"{stands} · games end 22:30"
    assert league(ends="22:00") == f"{stands} · games end 22:00"  # not a minute later
    assert league(ends="21:59") == f"{stands} · late since 21:59"
    assert league(on="2026-11-18") == league(ends="") == stands
    assert league(results=5) == "round 4 of 7 · 5 of 5 results in"
    assert league(drafted=5) == f"{stands} · round 5 drafted"
    assert league(planned=0, ends="") == "round 4 · 3 of 5 results in"
    assert league(fixtures=1, results=0, ends="") == "round 4 of 7 · 0 of 1 result in"
    assert league(round=0, results=0, fixtures=0, ends="") == "10 players"
    assert league(round=0, players=1, ends="", drafted=1) == "1 player · round 1 drafted"
    assert league(closed=True) == "season closed, Anna first"
    assert league(closed=True, standings=standin(rows=[])) == "season closed"


@pytest.mark.parametrize(
    ("last", "said"),
    [
        ("", ""), ("2026-11-19", " · last today"), ("2026-11-18", " · last yesterday"),
        ("2026-11-17", " · last 2 days ago"), ("2026-11-05", " · last 2 weeks ago"),
    ],
)  # fmt: skip
def test_when_a_campaign_was_played_last(last: str, said: str) -> None:
    row: Any = standin(games=1, last_played=last)
    calendar = LeagueCalendar("Europe/Vienna", lambda: int(NOW.timestamp()) * MICROSECONDS)
    assert home_view._describe_campaign(row, calendar) == f"campaign · 1 game{said}"
    row.games = 2
    assert home_view._describe_campaign(row, calendar) == f"campaign · 2 games{said}"


def test_due_actions_of_a_side_and_of_nobody_in_particular() -> None:
    red, blue = make_side_id("a"), make_side_id("b")
    of_red = DueAction("shoot", red, make_unit_id("a1"), "Alpha has to shoot")
    of_nobody = DueAction("roll off", None, None, "Roll off")
    game: Any = standin(match=None, ruleset=standin(due=lambda _: (of_red, of_nobody)))
    assert list_due_actions_of_side_or_all(game, red) == [of_red, of_nobody]
    assert list_due_actions_of_side_or_all(game, blue) == [
        of_red,
        of_nobody,
    ]  # it has none of its own
    assert list_due_actions_of_side_or_all(game, None) == [
        of_red,
        of_nobody,
    ]  # no side acts, so all are shown

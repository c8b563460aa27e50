"""The dice prompt: every way of calling dice, mending one, the app's dice, dice rolled again."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.widget import Widget

from tests.profiles import examples, some
from tests.tui.kit import (
    TO_MOVE,
    TO_ORDERS,
    TO_SHOOT,
    VOLLEY,
    Stage,
    act,
    at_table,
    begin,
    begin_figures,
    book,
    both_sizes,
    check_goldens,
    key,
    prompt_at,
    samples,
)
from tests.tui.test_groups import RED_ACTS
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.vocabulary.events import ActionTaken, Json, Rolled
from tui.prompt.table_prompt import Prompt

ASKED = (*TO_SHOOT, "r1 > b2 soft")  # 10 dice, 3+ to hit
FACES = "4516234612"  # 4 5 6 3 4 6 are 3 or more: six hits
# A wound on Tarn: 3D6 − 1 for Flak... 7 kills, 4 to 6 panic.
WOUND = (*RED_ACTS, "r14 moves 3ap", "r14 > b15 20cm open : 654")

# name, lines, keys, keys by name
SCREENS: tuple[tuple[str, tuple[str, ...], str, tuple[str, ...]], ...] = (
    ("dice-picked", ASKED, FACES, ("left", "left", "left")),
    ("dice-app-rolls-the-rest", ASKED, "45r", ()),
    ("dice-which-again", ASKED, f"{FACES}*", ()),
    ("dice-again", ASKED, f"{FACES}*164", ()),
    ("dice-counted", ASKED, "3x6 2x4 .", ()),
    ("dice-taken-back", VOLLEY, "u", ()),
    ("free-roll-said", ASKED, "45R4+ is it in cover?", ()),
    ("free-roll", ASKED, "45R4+ is it in cover?⏎5", ()),
    ("starred", TO_SHOOT, "*", ()),
)
FIGURE_SCREENS = (("dice-sum", WOUND, "231"),)


def last_roll(game: Game) -> Rolled:
    found = next(
        e.input
        for e in game.history.iterate_path_entries_backwards()
        if isinstance(e.input, Rolled)
    )
    assert isinstance(found, Rolled)
    return found


def clean(stage: Stage) -> None:
    """Nothing is clipped."""
    for widget in stage.app.screen.walk_children(Widget):
        assert widget.max_scroll_x == 0, widget
    assert not stage.text.splitlines()[-1].endswith("…")


@pytest.mark.parametrize(
    ("name", "lines", "keys", "named"), some(SCREENS, 5), ids=[each[0] for each in SCREENS]
)
def test_screen(name: str, lines: tuple[str, ...], keys: str, named: tuple[str, ...]) -> None:
    async def story(stage: Stage) -> None:
        await stage.press(keys)
        if named:
            await stage.named(*named)
        await check_goldens(stage, name)
        clean(stage)

    at_table(story, lines)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "lines", "keys"), FIGURE_SCREENS, ids=[each[0] for each in FIGURE_SCREENS]
)
def test_screen_of_figures(name: str, lines: tuple[str, ...], keys: str) -> None:
    kept = book("combat-zone")
    begin_figures(kept, lines)

    async def story(stage: Stage) -> None:
        await stage.press(keys)
        await check_goldens(stage, name)
        clean(stage)

    act(story, kept, game="m1")


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_who_rolls_is_told_however_much_there_is_to_tell(size: tuple[int, int]) -> None:
    """With an order and cover the reason takes the line; who rolls stands below it then."""

    async def story(stage: Stage) -> None:
        await stage.press("12s⏎")
        assert "Red rolls" in stage.text

    at_table(story, TO_SHOOT, size=size)


# ------------------------------------------------------------------------ every way of calling


@pytest.mark.parametrize(
    ("keys", "result", "faces"),
    [
        (FACES, (4, 6), 10),
        ("4 5 1 6 2 3 4 6 1 2", (4, 6), 10),
        ("2x6 5 2x4 3 .", (4, 6), 6),  # 6 6 5 4 4 3, the other four missed, not read
        ("12 12+", (4, 6), 4),  # 1 2 1 2, and the six others hit
        ("=6", (4, 6), 0),
        ("s6", (4, 6), 0),
        ("/6", (4, 6), 0),  # as far as the number pad has a key for it
        ("-4", (4, 6), 0),
        ("f4", (4, 6), 0),
        ("=6-4", (4, 6), 0),
        ("45162346134>2", (4, 6), 10),  # the first four was a two: 2 5 1 6 2 3 4 6 1 3
    ],
)
def test_every_format_at_one_prompt(keys: str, result: tuple[int, int], faces: int) -> None:
    prompt = key(prompt_at(ASKED), keys + "⏎")
    assert prompt.notice is None
    rolled = last_roll(prompt.game)
    assert (rolled.result, len(rolled.faces)) == (result, faces)


@st.composite
def _spellings(draw: st.DrawFn) -> tuple[tuple[int, ...], str, str, str]:
    faces = tuple(draw(st.lists(st.integers(1, 6), min_size=10, max_size=10)))
    counted = " ".join(f"{n}x{face}" for face, n in Counter(faces).items())
    return faces, "".join(map(str, faces)), " ".join(map(str, faces)), counted


@examples(25)
@given(_spellings())
def test_packed_spaced_and_counted_read_alike_through_the_prompt(
    roll: tuple[tuple[int, ...], str, str, str],
) -> None:
    faces, *texts = roll
    prompt = prompt_at(ASKED)
    results = set()
    for text in texts:
        key(prompt, text + "⏎")
        rolled = last_roll(prompt.game)
        assert Counter(rolled.faces) == Counter(faces)
        results.add(rolled.result)
        prompt.undo_last_entry()
        prompt.typed_text = ""
    hits = sum(face >= 3 for face in faces)
    assert results == {(10 - hits, hits)}


@examples(40)
@given(st.text("0123456789=-.+x>, sf", max_size=14))
def test_a_refusal_leaves_the_typed_text_and_writes_nothing(text: str) -> None:
    prompt = prompt_at(ASKED)
    for character in text:
        if prompt.reader.accepts_character(character):
            prompt.type_text(character)
    typed, before = prompt.typed_text, prompt.game.version
    prompt.submit_input()
    if prompt.notice is not None:
        assert (prompt.typed_text, prompt.game.version) == (typed, before)
    else:
        assert prompt.game.version > before


@pytest.mark.thorough
def test_the_last_roll_stays_in_sight() -> None:
    async def story(stage: Stage) -> None:
        await stage.press(f"{FACES}⏎")
        row = next(each for each in stage.text.splitlines() if "to hit" in each)
        assert " ".join(row.strip("│ ").split()) == "to hit 4 5 1 6 2 3 4 6 1 2 6 hits"

    at_table(story, ASKED)


# -------------------------------------------------------------------------------- mending a die


def test_a_die_that_is_picked_is_typed_over() -> None:
    prompt = key(prompt_at(ASKED), FACES)
    for _ in range(3):
        prompt.dice.pick_adjacent_die(-1)
    key(prompt, "3")
    assert prompt.typed_text == "4516234312"
    # The next one is picked, as when dice are read out one by one.
    key(prompt, "5⏎")
    # 4 5 6 3 4 3 5 are 3 or more: 4516234352 has seven hits.
    assert last_roll(prompt.game).result == (3, 7)


def test_a_face_that_is_on_no_die_changes_nothing() -> None:
    prompt = key(prompt_at(ASKED), FACES)
    prompt.dice.pick_adjacent_die(-1)
    key(prompt, "9")
    assert prompt.typed_text == FACES
    assert prompt.notice is not None
    assert "a D6 has no 9" in prompt.notice.text


def test_backspace_drops_the_die_that_is_picked() -> None:
    prompt = key(prompt_at(ASKED), FACES)
    prompt.dice.pick_adjacent_die(-1)
    prompt.dice.pick_adjacent_die(-1)
    key(prompt, "⌫")
    assert prompt.typed_text == "451623462"


def test_counts_have_no_die_to_pick() -> None:
    prompt = key(prompt_at(ASKED), "=5")
    prompt.dice.pick_adjacent_die(-1)
    assert prompt.dice.picked is None
    assert prompt.typed_text == "=5"
    assert prompt.notice is not None


def test_escape_lets_go_of_the_die_then_clears_then_takes_the_action_back() -> None:
    prompt = key(prompt_at(ASKED), FACES)
    prompt.dice.pick_adjacent_die(-1)
    key(prompt, "⎋")
    assert (prompt.dice.picked, prompt.typed_text) == (None, FACES)
    key(prompt, "⎋")
    assert prompt.typed_text == ""
    key(prompt, "⎋")
    assert prompt.pending is None


@pytest.mark.parametrize("keys", [FACES, "=6", "2x6 5 2x4 3 .", f"{FACES}*1 34"])
def test_undo_gives_the_dice_back_as_they_read(keys: str) -> None:
    dice, _, again = keys.partition("*")
    prompt = key(prompt_at(ASKED), dice)
    if again:
        prompt.dice_entry.begin_reroll()
    key(prompt, again + "⏎")
    said = last_roll(prompt.game)
    prompt.undo_last_entry()
    key(prompt, "⏎")
    assert last_roll(prompt.game) == said


# ------------------------------------------------------------------------------- the app's dice


def test_the_app_rolls_the_rest_and_it_is_seen_before_it_is_taken() -> None:
    prompt = key(prompt_at(ASKED), "45")
    before = prompt.game.version
    prompt.roll_dice_by_app()
    assert prompt.game.version == before
    assert len(prompt.typed_text) == 10
    key(prompt, "⏎")
    rolled = last_roll(prompt.game)
    assert rolled.faces[:2] == (4, 5)
    assert (len(rolled.faces), rolled.app, rolled.source) == (10, 8, "mixed")


def said(prompt: Prompt) -> str:
    return prompt.notice.text if prompt.notice else ""


def test_where_more_dice_are_typed_than_asked_the_app_rolls_none_and_says_so() -> None:
    prompt = key(prompt_at(ASKED), "4514451445")  # ten
    prompt.roll_dice_by_app()
    assert said(prompt) == "All dice are in. Press Enter."
    key(prompt, "12")
    prompt.roll_dice_by_app()
    assert said(prompt) == "2 dice too many. Press Backspace to delete."


def test_what_the_app_has_rolled_stays_as_it_fell() -> None:
    prompt = prompt_at(ASKED)
    key(prompt, "45")
    prompt.roll_dice_by_app()
    first = prompt.typed_text
    for _ in range(3):
        key(prompt, "⎋45")
        prompt.roll_dice_by_app()
        assert prompt.typed_text == first


def test_a_die_of_the_app_that_is_typed_over_is_the_tables() -> None:
    prompt = key(prompt_at(ASKED), "45")
    prompt.roll_dice_by_app()
    prompt.dice.pick_adjacent_die(-1)
    key(prompt, "1⏎")
    rolled = last_roll(prompt.game)
    assert (rolled.app, len(rolled.faces)) == (7, 10)
    assert Counter(rolled.faces[:3]) == Counter((4, 5, 1))


def test_dice_given_back_by_undo_are_still_the_apps() -> None:
    prompt = key(prompt_at(ASKED), "45")
    prompt.roll_dice_by_app()
    key(prompt, "⏎")
    said = last_roll(prompt.game)
    prompt.undo_last_entry()
    key(prompt, "⏎")
    assert last_roll(prompt.game) == said


# ----------------------------------------------------------------------------- rolled once more


def test_ones_are_rolled_again_and_both_faces_are_kept() -> None:
    prompt = key(prompt_at(ASKED), FACES)
    prompt.dice_entry.begin_reroll()
    key(prompt, "164⏎")
    rolled = last_roll(prompt.game)
    # The ones in the third and ninth place become a 6 and a 4: eight hits.
    assert rolled.first == (4, 5, 1, 6, 2, 3, 4, 6, 1, 2)
    assert rolled.faces == (4, 5, 6, 6, 2, 3, 4, 6, 4, 2)
    assert (rolled.again, rolled.result) == ((2, 8), (2, 8))


@pytest.mark.parametrize(
    ("faces", "message"),
    [
        ("6", "2 dice are rerolled, 1 was typed: type the other one."),
        ("6451", "2 dice are rerolled, 4 were typed: drop the last 2."),
    ],
)
def test_only_the_rerolled_dice_are_counted(faces: str, message: str) -> None:
    prompt = key(prompt_at(ASKED), FACES)
    prompt.dice_entry.begin_reroll()
    key(prompt, f"1{faces}⏎")
    assert prompt.notice is not None
    assert (prompt.notice.text, prompt.notice.offered_keys) == (message, ())
    key(prompt, f"{'⌫' * (len(faces) - 1)}4⏎")
    assert last_roll(prompt.game).again == (2, 8)


def test_faces_in_a_typed_line_complete_a_reroll() -> None:
    prompt = key(prompt_at(ASKED), FACES)
    prompt.dice_entry.begin_reroll()
    key(prompt, "1")
    assert not prompt.submit_reroll_if_begun("undo")
    assert prompt.submit_reroll_if_begun("6 4")
    rolled = last_roll(prompt.game)
    assert rolled.faces == (4, 5, 6, 6, 2, 3, 4, 6, 4, 2)
    assert rolled.again == (2, 8)


def test_the_die_that_is_picked_is_rolled_again() -> None:
    prompt = key(prompt_at(ASKED), FACES)
    prompt.dice.pick_adjacent_die(-1)
    prompt.dice_entry.begin_reroll()
    key(prompt, "5⏎")
    assert (last_roll(prompt.game).again, last_roll(prompt.game).result) == ((9,), (3, 7))


def test_the_app_rolls_again_what_failed() -> None:
    prompt = key(prompt_at(ASKED), FACES)
    prompt.dice_entry.begin_reroll()
    key(prompt, "f")
    prompt.roll_dice_by_app()
    key(prompt, "⏎")
    rolled = last_roll(prompt.game)
    assert (rolled.again, rolled.app, rolled.app_at) == ((2, 4, 8, 9), 4, (2, 4, 8, 9))


def test_the_same_roll_again_by_keys_and_by_line() -> None:
    typed = key(prompt_at(ASKED), FACES)
    typed.dice_entry.begin_reroll()
    key(typed, "164⏎")
    written = begin(book(), (*ASKED, f"answer : {FACES} *1 64"))
    assert last_roll(written) == last_roll(typed.game)


def test_backspace_takes_the_star_away() -> None:
    prompt = key(prompt_at(ASKED), FACES)
    prompt.dice_entry.begin_reroll()
    key(prompt, "1⌫")
    assert prompt.typed_text == FACES


@pytest.mark.parametrize("keys", ["", "4516", "=6", "45162346123"])
def test_only_a_whole_roll_of_faces_is_rolled_again(keys: str) -> None:
    prompt = key(prompt_at(ASKED), keys)
    prompt.dice_entry.begin_reroll()
    assert prompt.typed_text == keys
    assert prompt.notice is not None


# ------------------------------------------------------------------ what a roll has to know, sums


def _with_ones_again() -> Prompt:
    """A house order under which ones to hit are rolled again: they must be known."""
    kept = book()
    rosters = samples()
    entrants = [
        Entrant("Red", rosters["iron-third.toml"]),
        Entrant("Blue", rosters["red-dusk.toml"]),
    ]
    row: Json = {"text": "again", "reroll_hits": True}
    orders = {str(n): row for n in range(1, 7)}
    options = {"orders_table": "custom"}
    game = kept.begin_match("deathzap2", entrants, options=options, tables={"orders": orders})
    for line in ASKED:
        assert play_line(game, line, use_defaults=True).error is None
    return Prompt(game)


def test_what_must_be_known_is_said_before_the_dice_and_asked_for() -> None:
    prompt = _with_ones_again()
    key(prompt, "=6⏎")
    assert prompt.notice is not None
    assert "of these, how many one?" in prompt.notice.text
    assert prompt.typed_text == "=6"
    key(prompt, ",2⏎")
    # Six hit, two ones, two other misses; then the two ones are asked again.
    assert last_roll(prompt.game).result == (2, 2, 6)
    assert prompt.pending is not None
    assert prompt.pending.request.what == "to hit, ones again"


@both_sizes
def test_the_prompt_names_the_special_kind(size: tuple[int, int]) -> None:
    prompt = _with_ones_again()

    async def story(stage: Stage) -> None:
        assert "each 1 is rolled again" in stage.text
        await stage.press("=6,2")
        assert "6 hits, 2 ones" in stage.text
        clean(stage)

    kept = book()
    kept.store = prompt.game.journal.store
    act(story, kept, size=size, game="m1")


def test_a_sum_says_what_it_comes_to() -> None:
    kept = book("combat-zone")
    begin_figures(kept, WOUND)

    async def story(stage: Stage) -> None:
        # Flak takes 2 from the wound. 3 + 3 + 2 − 2 = 6: within 3 below 7, so panic.
        await stage.press("332")
        assert "PANIC" in stage.text
        await stage.press("⎋=12")
        assert "out of action" in stage.text
        await stage.press("⎋111")
        assert "nothing" in stage.text

    act(story, kept, game="m1")


# --------------------------------------------------------------------------- nothing typed is lost


@pytest.mark.thorough
def test_notes_stars_why_help_lines_and_looking_back_keep_the_dice() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("4516")
        for keys in ("'behind the wall⏎", "w⎋", "?⎋", ":roll 4+ seen? : 5⏎", ":⎋", "v⎋"):
            await stage.press(keys)
            assert stage.table.prompt.typed_text == "4516", keys
        await stage.press("t")
        await stage.named("escape")
        assert stage.table.prompt.typed_text == "4516"
        await stage.pilot.resize_terminal(120, 40)
        await stage.settle()
        assert "4 of 10 dice" in stage.text
        await stage.pilot.resize_terminal(80, 24)
        await stage.settle()
        await stage.press("234612⏎")
        assert "THROUGH   6 dice" in stage.text

    at_table(story, ASKED)


def test_a_star_on_the_last_line_from_an_empty_dice_prompt() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("*")
        assert "★" in stage.text
        assert "TO HIT   10 dice" in stage.text

    at_table(story, ASKED)


@pytest.mark.thorough
def test_a_note_that_begins_with_a_star_is_a_starred_one() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("45'*turning point⏎")
        assert "★ note: turning point" in stage.text
        assert stage.table.prompt.typed_text == "45"

    at_table(story, ASKED)


# ------------------------------------------------------------------------------------ free rolls


@pytest.mark.thorough
def test_a_free_roll_from_the_dice_prompt_keeps_the_dice() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("45R4+ is it in cover?⏎")
        assert "IS IT IN COVER?" in stage.text
        assert "need 4+" in stage.text
        await stage.press("5⏎")
        assert "is it in cover? 5 (4+): yes" in stage.text
        assert stage.table.prompt.typed_text == "45"
        assert "TO HIT" in stage.text

    game = at_table(story, ASKED)
    rolled = last_roll(game)
    assert (rolled.key, rolled.what, rolled.result) == ("", "is it in cover?", (0, 1))


@pytest.mark.thorough
def test_a_free_roll_keeps_what_was_typed_where_no_dice_are_asked() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("12r⎋")
        assert stage.table.prompt.typed_text == "12"
        await stage.press("r4+ seen?⏎5⏎")
        assert stage.table.prompt.typed_text == "12"

    at_table(story, TO_SHOOT)


def test_r_rolls_freely_when_no_dice_are_asked() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("roff who begins?⏎42⏎")
        assert "who begins? Red 4, Blue 2: Red" in stage.text

    at_table(story, TO_SHOOT)


def test_a_quoted_purpose_of_a_free_roll_names_no_side() -> None:
    prompt = prompt_at(TO_SHOOT)
    prompt.dice_entry.begin_free_roll('off 2d6 "red or blue begins"')
    assert prompt.free_roll is not None
    assert (prompt.free_roll.what, prompt.free_roll.side) == ("red or blue begins", None)


def test_dice_of_a_typed_line_are_not_dice_of_an_open_free_roll() -> None:
    prompt = prompt_at(TO_SHOOT)
    prompt.dice_entry.begin_free_roll("1d6")
    assert not prompt.play_line("r1 > b2 soft : 6543")
    assert prompt.pending == prompt.game.pending
    assert prompt.typed_text == "6543"
    assert prompt.wants_dice


def test_a_line_that_asks_nothing_keeps_an_open_free_roll() -> None:
    prompt = prompt_at(ASKED)
    prompt.dice_entry.begin_free_roll("1d6")
    assert prompt.play_line("# who began?")
    assert prompt.free_roll is not None


def test_a_free_roll_is_left_with_escape() -> None:
    prompt = key(prompt_at(ASKED), "45")
    before = prompt.game.version
    prompt.dice_entry.begin_free_roll("4+ seen?")
    key(prompt, "3⎋")
    assert not prompt.typed_text
    key(prompt, "⎋")
    assert prompt.free_roll is None
    assert (prompt.typed_text, prompt.game.version) == ("45", before)


@pytest.mark.parametrize(("keys", "told"), [("3x6", "3 of 10 dice"), ("=3-2", "5 of 10 dice")])
def test_dice_that_are_counted_show_how_many_of_them_are_typed(keys: str, told: str) -> None:
    async def story(stage: Stage) -> None:
        await stage.press(keys)
        assert told in stage.text

    at_table(story, ASKED)


def test_a_free_roll_that_cannot_be_says_how() -> None:
    prompt = key(prompt_at(ASKED), "45")
    prompt.dice_entry.begin_free_roll("9+")
    assert prompt.free_roll is None
    assert prompt.typed_text == "45"
    assert prompt.notice is not None


def test_a_free_roll_is_the_reason_of_the_ruling_that_follows() -> None:
    prompt = prompt_at((*ASKED, 'roll 4+ "one gun jammed?" : 5'))
    key(prompt, "451623461⏎")
    prompt.offer_or_accept_dice_count()
    assert last_roll(prompt.game).why == "one gun jammed? 5 (4+): yes"


def test_in_a_strict_game_it_stands_in_the_reason() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("21o⏎⏎")  # Bravo is in melee: the rules advise against it
        assert "TO HIT" in stage.text

    lines = (*TO_MOVE, "next", "b3 contacts r2", "next", "roll 4+ out of it? : 6")
    game = at_table(story, lines, mode="strict")
    taken = game.history.get_entry_beginning_at(game.state.current_values.open[0]).input
    assert isinstance(taken, ActionTaken)
    assert {each.reason for each in taken.overrides} == {"out of it? 6 (4+): yes"}


# ----------------------------------------------------------------------------------- number pad


@pytest.mark.thorough
def test_a_volley_with_one_hand_on_the_number_pad() -> None:
    async def story(stage: Stage) -> None:
        await stage.press(f"12⏏{FACES}⏏-2⏏")  # to hit; through: two of six not
        await stage.press("/1⏏")  # one saved
        assert stage.table.prompt.pending is None or not stage.table.prompt.wants_dice

    game = at_table(story, TO_SHOOT)
    rolls = [e.input for e in game.history.list_entries_on_path() if isinstance(e.input, Rolled)][
        -3:
    ]
    assert [each.what for each in rolls] == ["to hit", "through", "save"]


def test_enter_of_the_number_pad_in_an_entry_and_a_dialog() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("'by the pad⏏")
        assert "by the pad" in stage.text
        await stage.press("w⏏")
        assert "TO HIT" in stage.text

    at_table(story, ASKED)


# ------------------------------------------------------------------------------- a wrong face


def test_a_wrong_face_is_named_as_it_is_typed_and_the_dice_before_it_stay_counted() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("457")
        assert "Die 3: a D6 has no 7; type 1 to 6." in stage.text
        assert "2 of 10 dice, die 3 is wrong" in stage.text
        await stage.press("⌫")
        assert "has no 7" not in stage.text
        assert "2 of 10 dice, 2 hits" in stage.text
        await stage.press("⎋R1d24 how far?⏎25")
        assert "Die 1: a D24 has no 25; type 1 to 24." in stage.text
        assert "0 of 1 die" in stage.text

    at_table(story, ASKED)


def test_a_wrong_face_on_a_sheet_leaves_the_rows_before_it() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("37")
        assert "Die 2: a D6 has no 7; type 1 to 6." in stage.text
        assert "R1 Alpha   3  +1 to hit" in stage.text
        assert "37▌" in stage.text
        assert "1 of 3 dice, die 2 is wrong" in stage.text

    at_table(story, TO_ORDERS)


def test_after_undo_the_odds_and_how_to_type_stay_in_the_free_rows() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("=6⏎u")
        assert "Undone. Press U to redo it." in stage.text
        assert "lost  0 " in stage.text
        assert "=2 two succeed" in stage.text

    at_table(story, ASKED)

"""A choice at the prompt: how it may be typed, what Enter does now, and whose its letters are."""

from __future__ import annotations

import random
from typing import Any
from unittest import mock

import pytest

from tests.tui.kit import TO_SHOOT, Stage, at_table, begin, begin_figures, book, key, prompt_at
from tests.tui.test_after_the_dice import WATCHED
from tracker.application.match.dice_input import is_dice_request
from tracker.application.match.game import Game
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.procedures.requests import (
    Interrupt,
    Option,
    Pick,
    Request,
    Roll,
    Share,
    Split,
    Tally,
)
from tracker.procedures.ruleset import Ruleset
from tracker.procedures.runners.live_table_runner import PendingQuestion
from tracker.testing.match_in_memory import u
from tracker.testing.random_games import begin_random_game, play_random_input
from tui.prompt.prompt_state import PromptState
from tui.prompt.table_prompt import Prompt
from tui.table.panels.forecast_panel import ForecastCache
from tui.table.panels.prompt_panel import PromptPanel
from tui.views.open_action_description import (
    list_open_action_details,
    name_actor_and_targets,
)
from tui.views.pending_question_view import (
    build_choice_notation_example,
    build_question_view,
    list_lettered_options,
)
from tui.views.searchable_log_lines import GameLogView
from tui.widgets.help_dialog import END_OF_GAME, list_game_end_key_rows
from tui.widgets.panel import PanelEdges
from tui.widgets.screen_bottom_lines import TableFooter

RULES = load_playable_rulesets()
STEPS = 160


def asked_in(game: Game, rng: random.Random) -> list[str]:
    """Choices of a game by chance, each kind once, looked at; their ids."""
    seen: list[str] = []
    for _ in range(STEPS):
        pending = game.pending
        request = pending.request if pending is not None else None
        chosen = request is not None and not (
            is_dice_request(request) or isinstance(request, Interrupt)
        )
        if request is not None and chosen and request.id not in seen:
            look_at_choice(game)
            seen.append(request.id)
        if not play_random_input(game, rng):
            break
    return seen


def look_at_choice(game: Game) -> None:
    """What is shown can be typed, says what it means, and every letter belongs to the answer."""
    prompt = Prompt(game)
    assert prompt.pending is not None
    request = prompt.pending.request
    question = build_question_view(game.match, prompt.pending)
    footer = "".join(
        each.label for each in TableFooter(prompt).list_current_keys() if len(each.label) == 1
    )
    for letter, offer in list_lettered_options(request):
        assert prompt.reader.accepts_character(letter), (request.what, letter)
        assert letter not in footer
        key(prompt, letter)
        assert prompt.reader.describe_typed_choice() is not None, (request.what, offer)
        prompt.typed_text = ""
    typed, means = build_choice_notation_example(request)
    if (
        isinstance(request, (Tally, Split))
        and len(request.shares) > 1
        and not question.lettered_options
    ):
        assert typed or "which?" in question.notation, request.what
    if typed:
        sides = typed.startswith("r2 b")
        assert f"for example {typed}{'' if sides else f': {means}'}" in question.notation
        takes = key(prompt, typed).reader.describe_typed_choice()
        assert takes == means or (means == "both" and takes is not None), (request.what, typed)
        assert not set(typed) & set(footer)


@pytest.mark.parametrize("rules", RULES.values(), ids=list(RULES))
def test_every_choice_can_be_typed_as_it_is_shown(rules: Ruleset) -> None:
    rng = random.Random(5)
    seen = asked_in(begin_random_game(rules, rng), rng)
    assert seen


def test_what_enter_does_follows_what_is_typed() -> None:
    """At a counted choice ``r`` is Red; it opened a free roll."""
    prompt = Prompt(begin(book(), TO_SHOOT))
    shares = (Share("s:r", "Red", 8), Share("s:b", "Blue", 11))
    near = Tally(id="near_counter", what="figures near counter 1", shares=shares, spatial=True)
    waits = PendingQuestion("near_counter", near, 1)
    with mock.patch.object(PromptState, "pending", waits):
        assert build_question_view(prompt.game.match, waits).notation == (
            "how many of each: r Red (at most 8), b Blue (at most 11) · for example r2 b2"
        )
        for character in "r2 b2":
            assert prompt.reader.accepts_character(character)
            prompt.type_text(character)
        assert prompt.reader.describe_typed_choice() == "2 Red, 2 Blue"
        prompt.typed_text = ""
        shown = []
        for character in ("r", " ", "3", ",", "b", "9", "9"):
            assert prompt.reader.accepts_character(character)
            prompt.type_text(character)
            shown.append(prompt.reader.describe_typed_choice())
        assert shown == ["1 Red", "1 Red", "3 Red", "3 Red", "3 Red, 1 Blue", "3 Red, 9 Blue", None]


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        (Split, {"gunner": "1 gunner"}),
        (Tally, {"gunner": "1 gunner", "3 gunner": "3 gunners", "b": "1 gunner"}),
        (Pick, {"gunner": "gunner", "b": "gunner"}),
    ],
)
def test_the_word_of_an_option_is_typed_and_none_of_its_letters_is_a_command(
    request_: type, words: dict[str, str]
) -> None:
    """At ``a trooper · b gunner``, the word gunner undid the dice, ended the phase and edited."""
    most = 1 if request_ is Split else 3
    shares = (Share("0", "trooper", most), Share("1", "gunner", most))
    options = tuple(Option(share.id, share.text) for share in shares)
    requests: dict[type, Request[Any]] = {
        Split: Split(id="who", what="who falls", total=1, shares=shares),
        Tally: Tally(id="who", what="who falls", shares=shares),
        Pick: Pick(id="who", what="who falls", options=options, default="0"),
    }
    prompt = Prompt(begin(book(), TO_SHOOT))
    with mock.patch.object(PromptState, "pending", PendingQuestion("who", requests[request_], 1)):
        assert not prompt.reader.accepts_character("u")
        for typed, meaning in words.items():
            prompt.typed_text = ""
            for character in typed:
                assert prompt.reader.accepts_character(character), (typed, character)
                prompt.type_text(character)
            assert prompt.reader.describe_typed_choice() == meaning


@pytest.mark.thorough
def test_keys_that_are_no_line_say_why_in_the_place_of_enter() -> None:
    async def story(stage: Stage) -> None:
        await stage.press("1")
        assert "1▌   r1 > b1 open" in stage.text
        assert "Enter │" in stage.text
        await stage.press("9")
        assert "19▌   `9` is not a key here" in stage.text or "has no unit 9" in stage.text
        assert "Enter │" not in stage.text

    at_table(story, TO_SHOOT)


def test_what_is_typed_stays_in_sight_where_the_question_is_longer_than_its_panel() -> None:
    """Who touches whom of five units is asked in sixteen rows; what was typed stood below them."""
    prompt = Prompt(begin(book(), TO_SHOOT))
    shares = tuple(Share(str(n), f"in contact with unit {n}", 9) for n in range(16))
    waits = PendingQuestion("contact", Tally(id="contact", what="in contact", shares=shares), 1)
    with mock.patch.object(PromptState, "pending", waits):
        key(prompt, "a 3")
        rows = [
            row.plain
            for row in PromptPanel(prompt, ForecastCache(), PanelEdges()).render_body(78, 8)
        ]
    assert rows[-1].startswith(" a 3▌"), rows
    assert rows[-2] == " ? list everything you can type"


def test_all_ways_to_roll_other_dice_stay_in_sight() -> None:
    """The roll before goes, the last way on stays: ``d`` was below the edge."""
    prompt = key(prompt_at((*TO_SHOOT, "r1 > b2 soft : =4")), "45123456⏎")
    assert prompt.notice is not None
    panel = PromptPanel(prompt, ForecastCache(), PanelEdges())
    whole = [row.plain for row in panel.render_body(78, 24)]
    last = next(n for n, row in enumerate(whole) if row.split()[:2] == ["d", "you"])
    rows = [row.plain for row in panel.render_body(78, last)]
    assert rows[-1] == whole[last], rows
    assert not rows[0].startswith(" to hit"), rows


def test_r_rolls_nothing_where_a_choice_waits() -> None:
    """Pressed once too often it began a free roll over the question."""

    async def story(stage: Stage) -> None:
        await stage.press(":r1 > b2 soft : =4 / =4 / -4⏎")
        assert stage.table.prompt.pending is not None
        await stage.press("r")
        assert "This question needs no dice." in stage.text
        assert stage.app.screen is stage.table

    at_table(story, TO_SHOOT)


def test_an_enter_after_keys_without_a_meaning_is_ignored_even_if_others_wrote_between() -> None:
    """They were forgotten on a reload, and Enter took what was proposed."""
    prompt = prompt_at(TO_SHOOT)
    before = prompt.game.version
    prompt.stray_keys = "kk"
    prompt.revalidate_input_after_reload(prompt.take_reload_snapshot())
    prompt.submit_input()
    assert prompt.game.version == before
    assert prompt.notice is not None
    assert prompt.notice.text == "`kk` are not keys here, so Enter was ignored."


def test_the_keys_say_how_people_end_a_game() -> None:
    """Neither the list of keys nor the palette knew it."""
    assert [list_game_end_key_rows(rules) for rules in RULES.values()] == [[END_OF_GAME]] * len(
        RULES
    )

    async def story(stage: Stage) -> None:
        assert list(stage.table.list_palette_rows())[-1] == END_OF_GAME
        await stage.press(":end⏎")
        assert "The game has not yet lasted six turns" in stage.text

    at_table(story, TO_SHOOT)


def test_the_first_question_of_a_game_offers_no_undo() -> None:
    prompt = Prompt(begin(book()))
    assert prompt.pending is not None
    footer = TableFooter(prompt)
    assert {"undo", "clear_or_undo"}.isdisjoint(key.id for key in footer.list_current_keys())
    prompt.type_text("1")  # Esc clears what is typed
    assert "clear_or_undo" in {key.id for key in footer.list_current_keys()}


def test_undone_rolls_of_an_action_are_shown_under_its_line() -> None:
    game = begin(book(), (*TO_SHOOT, "r1 > b2 soft"))
    game.answer_with_text("4516234612")
    game.undo()
    game.answer_with_text("1111111111")
    log = GameLogView(game)
    shown, undone = log.list_newest_lines(2, include_undone=True)
    assert "10 dice 0 hit" in shown.text
    assert "10 dice 6 hit" in undone.text
    assert undone.end not in {line.end for line in log.list_lines()}


DIVIDED = "r3 > b2 soft with destroyer | r3 > b1 open with heavy-repeater"


def test_a_save_in_divided_fire_names_only_the_unit_that_saves() -> None:
    game = begin(book(), (*TO_SHOOT, DIVIDED))
    shown = set()
    while game.pending is not None:
        request = game.pending.request
        if request.id == "save" and request.subject == u("b1"):
            shown.add((name_actor_and_targets(game), *list_open_action_details(game)))
        if isinstance(request, Roll):
            game.answer_with_text("=0" if request.id == "save" else f"={request.count}")
        else:
            game.answer_with_default_choice()
    assert shown == {(("3 Hammer", "1 Claw pack"), "with heavy repeater", "open")}


def test_the_units_near_a_blast_are_asked_for_under_the_shot_that_blasts() -> None:
    game = begin(book(), (*TO_SHOOT, "r3 > b2 soft with heavy-repeater | r3 > b1 with destroyer"))
    for dice in ("=0", "=1"):
        game.answer_with_text(dice)
    assert game.require_pending_question().request.what == "others within 3 inches"
    assert name_actor_and_targets(game) == ("3 Hammer", "1 Claw pack")
    assert list_open_action_details(game)[0] == "with destroyer"


def test_a_burst_divided_between_figures_shows_the_distance_and_cover_of_each() -> None:
    game = begin_figures(book("combat-zone"), WATCHED)
    play_line(game, "r11 > b11 20cm open shots 2 | r11 > b12 33cm soft shots 1")
    assert list_open_action_details(game) == ["20 cm", "shots 2", "open"]
    game.answer_with_text("11")
    assert name_actor_and_targets(game) == ("R11 Brakk", "B12 Pike")
    assert list_open_action_details(game) == ["33 cm", "shots 1", "soft"]

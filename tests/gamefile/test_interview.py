"""A game file made from answers: what is asked again, and that what comes of it can be played."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.cli.running import Shell
from tests.gamefile.kit import PICKET, text_of
from tracker.application.chances.action_odds import forecast_line
from tracker.application.game_definition_files import (
    build_stored_game_ruleset,
    find_game_files_folder,
    list_game_file_problems,
)
from tracker.application.game_file_authoring import interview_game_author
from tracker.application.match_setup import Entrant
from tracker.gamefile.game_file_wizard import QUESTIONS, make_default_answers, render_game_file_text
from tracker.procedures.ruleset_declaration_check import list_text_and_sample_problems
from tracker.testing.random_games import make_book

ENTERS = "\n" * len(QUESTIONS)


def test_enter_at_each_question_writes_a_game_that_can_be_played(shell: Shell) -> None:
    shell.done("game", "new", "ours.toml", "--ask", stdin=ENTERS)
    assert shell.done("game", "check", "ours.toml").out == "ours.toml: no mistakes found.\n"
    shell.done("game", "try", "ours.toml")


def test_the_check_names_actions_without_a_key(shell: Shell) -> None:
    shell.done("game", "new", "ours.toml", "--from", "picket")
    text = Path("ours.toml").read_text(encoding="utf-8").replace('id = "picket"', 'id = "ours"')
    for keyed, out in (('key = "f"', "fires"), ('key = "m"', "fires and moves")):
        text = text.replace(f"{keyed}\n", "")
        Path("ours.toml").write_text(text, encoding="utf-8")
        assert shell.done("game", "check", "ours.toml").out == (
            "ours.toml: no mistakes found.\n"
            f"Players must type these actions, because they have no key: {out}.\n"
        )


def test_an_answer_that_is_not_text_is_asked_again() -> None:
    lines = iter([b"\xff", *[b""] * len(QUESTIONS)])
    told: list[str] = []
    text = interview_game_author(lambda _: next(lines).decode(), told.append)
    assert text == render_game_file_text(make_default_answers())
    assert [one.partition(" codec")[0] for one in told] == ["'utf-8'"]


def test_the_odds_are_those_of_the_answers() -> None:
    """A figure hits on 45 - 10 or less with 35 in 100; 30 or less saves it with 30 in 100."""
    said = {
        "die": 100,
        "need": "less",
        "kinds": (("trooper", 45, 30),),
        "modifiers": (("cover", 9), ("far", 1)),
    }
    text = render_game_file_text({**make_default_answers(), **said})
    book = make_book(build_stored_game_ruleset(text, "ours"), random.Random(1))
    game = book.begin_match("my-game", [Entrant("Red", "1 trooper"), Entrant("Blue", "1 trooper")])
    (lost,) = forecast_line(game, "r1 fires b1 cover far").losses
    assert {one.n: one.chance for one in lost.chances} == pytest.approx({0: 0.755, 1: 0.245})


@pytest.mark.parametrize("order", ["units", "sides", "all"])
@pytest.mark.parametrize("save", [None, 5])
def test_whatever_is_answered_can_be_played(order: str, save: int | None) -> None:
    said = {"order": order, "kinds": (("orc", 4, save),), "modifiers": ()}
    text = render_game_file_text({**make_default_answers(), **said})
    assert list_game_file_problems(text) == ()
    assert list_text_and_sample_problems(build_stored_game_ruleset(text, "ours")) == []


def test_the_numbers_needed_are_read_as_the_screen_shows_them(shell: Shell) -> None:
    answers = dict.fromkeys(("4 5", "4+ 5+"), "")
    for typed in answers:
        shell.done("game", "new", "ours.toml", "--ask", stdin=f"{chr(10) * 5}rifle {typed}\n\n\n")
        answers[typed] = Path("ours.toml").read_text(encoding="utf-8")
        Path("ours.toml").unlink()
    assert answers["4 5"] == answers["4+ 5+"]
    assert "skill = 4" in answers["4 5"]


def test_an_answer_that_cannot_be_is_asked_again_and_says_why(shell: Shell) -> None:
    typed = "\nfeet\ncm\n\n\n\nrifleman\nrifleman 9\nrifleman 4\nskill 1\ncover 1, far 2\n4\n"
    ran = shell.done("game", "new", "ours.toml", "--ask", stdin=typed)
    for why in (
        "Type in or cm.",
        "Type each kind of figure with its numbers: `rifleman 4 6`. Give a save to all kinds, or to"
        " none.",
        "`skill` must be a whole number from 2 to 6.",
        "'skill' is already the name of a stat: choose another name.",
    ):
        assert why in ran.err
    text = Path("ours.toml").read_text(encoding="utf-8").replace('id = "picket"', 'id = "ours"')
    assert 'need = "skill + cover + 2 * far"' in text
    assert "values = [4]" in text


def test_whole_words_and_hyphens_are_read(shell: Shell) -> None:
    typed = "\nInches\nalternating\n\n\ncowboy 4\nlong-range 1, in-cover 2\n\n"
    ran = shell.done("game", "new", "ours.toml", "--ask", stdin=typed)
    assert "Type " not in ran.err
    assert "If each has only one number, the game has no saves." in ran.err
    text = Path("ours.toml").read_text(encoding="utf-8").replace('id = "picket"', 'id = "ours"')
    assert ('length = "in"' in text, 'order = "alternating"' in text) == (True, True)
    assert 'need = "skill + long_range + 2 * in_cover"' in text
    assert "save" not in text
    assert shell.done("game", "check", "ours.toml").out == "ours.toml: no mistakes found.\n"
    book = make_book(build_stored_game_ruleset(text, "ours"), random.Random(1))
    game = book.begin_match("my-game", [Entrant("Red", "1 cowboy"), Entrant("Blue", "1 cowboy")])
    (lost,) = forecast_line(game, "r1 fires b1 long-range").losses
    # 5 or 6 on a die hit.
    assert {one.n: one.chance for one in lost.chances} == pytest.approx({0: 2 / 3, 1: 1 / 3})


def test_percentile_dice_can_have_large_modifiers(shell: Shell) -> None:
    typed = "\n\n\n100\nless\nmarksman 60\ncover 20\n\n"
    ran = shell.done("game", "new", "ours.toml", "--ask", stdin=typed)
    assert "Type " not in ran.err
    text = Path("ours.toml").read_text(encoding="utf-8")
    assert 'need = "skill - 20 * cover"' in text
    assert shell.done("game", "check", "ours.toml").out == "ours.toml: no mistakes found.\n"


def test_an_unknown_game_is_answered_with_the_nearest(shell: Shell) -> None:
    text = text_of("picket").replace(PICKET, 'id = "dust-up"')
    find_game_files_folder().mkdir(parents=True)
    for folder in (Path(), find_game_files_folder()):
        (folder / "dust.toml").write_text(text, encoding="utf-8")
    said = shell("game", "new", "ours.toml", "--from", "pickett").err
    assert (
        "There is no game called 'pickett'. Did you mean 'picket'? Choose one of: dust-up," in said
    )
    assert said.count("dust-up") == 1


def test_nothing_is_written_where_answers_end_early_or_contradict(shell: Shell) -> None:
    ran = shell("game", "new", "ours.toml", "--ask", stdin="Ours\n")
    assert ran.code == 1
    assert "There were fewer answers than questions, so nothing was written." in ran.err
    ran = shell("game", "new", "ours.toml", "--ask", "--from", "picket")
    assert "Use either --ask or --from, not both" in ran.err
    assert not Path("ours.toml").exists()

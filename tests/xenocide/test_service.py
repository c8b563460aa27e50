"""What a game of Xenocide is in records that last: who removed whom, and how."""

from __future__ import annotations

import random

import pytest

from exports.site.site_pages import build_index_page
from exports.table_setup_sheet import render_setup_sheet
from tests.saying import say
from tests.tui.quiet import plain
from tests.xenocide.evening import begin
from tracker.application.book import Book
from tracker.application.campaigns.game_tally import compute_game_tally
from tracker.application.chances.game_luck import compute_luck
from tracker.application.correcting.state_comparison import compare_states
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.match.game import Game
from tracker.application.match.victory_point_totals import read_summary_points_if_complete
from tracker.application.match_records.match_record_writer import compose_match_record
from tracker.cli.game_output import build_game_shape
from tracker.rulesets.xenocide import RULESET
from tracker.testing.match_in_memory import u
from tracker.testing.random_games import make_book
from tui.look_back.past_state_lines import render_past_state
from tui.views.game_list import build_game_list_line
from tui.views.game_status_view import has_score, list_side_scores


def find_score_on_site(book: Book) -> str:
    """What the index of the site has for the one game."""
    page = build_index_page("", book.list_games(), (), book.find_ruleset_of_summary, {})
    table = page.sections[0].table
    assert table is not None
    return table.rows[0][table.headings.index("score")]


def losses(game: Game) -> set[tuple[str, str, str, int]]:
    """Who lost how many figures, how and to whom."""
    found = compute_game_tally(game.history.path, game.state).removals
    return {(one.unit, one.how, one.by or "", one.figures) for one in found}


@pytest.mark.rule("XF-VEH-15", "XF-W74")
def test_a_vehicle_is_destroyed_by_who_shot_at_it() -> None:
    game = begin("fix b5 speed 2", "fix b1 order run", "fix phase opportunity")
    say(game, "r5 > b5 20in with laser : 1 / 09 / none")  # armour 8 - 5: missed by 7 and 6
    assert (u("b5"), "destroyed", u("r5"), 1) in losses(game)


@pytest.mark.rule("XF-VEH-15")
def test_also_where_its_damage_waited() -> None:
    game = begin("fix phase opportunity")
    say(game, "r5 > b5 20in with laser : 1 / 09")
    assert losses(game) == set()
    say(game, "b5 holds : none")
    assert losses(game) == {(u("b5"), "destroyed", u("r5"), 1)}


@pytest.mark.rule("XF-RETR-02", "XF-SPEC-06", "XF-DMG-05")
def test_the_killed_the_captured_and_the_scattered_are_told_apart() -> None:
    game = begin("fix b1 order run", "fix r3 order run", "fix phase shooting")
    say(game, "r2 > b1 15in : 11999 / 99")
    say(game, "fix r1 melee b2", "fix r1 must-retreat", "fix r1 fought", "fix phase melee")
    say(game, "r1 retreats near 2 : 19")
    say(game, "fix phase movement", "r3 teleports 9in unseen : 019")
    assert losses(game) == {
        (u("b1"), "killed", u("r2"), 2),
        (u("r1"), "captured", "", 1),
        (u("r3"), "scattered", "", 1),
    }


@pytest.mark.rule("XF-WIN-02")
def test_the_table_shows_the_vp_taken_while_the_game_goes_on() -> None:
    """Two of B1 are killed at 10 each; nobody has noted anything."""
    game = begin("fix b1 order run", "fix phase shooting")
    assert not has_score(game)
    say(game, "r2 > b1 15in : 11999 / 99")
    assert [points for _, points in list_side_scores(game)] == [20, 0]
    assert has_score(game)


@pytest.mark.rule("XF-WIN-02")
def test_every_surface_tells_the_points_of_a_running_game_alike() -> None:
    """B1 has lost two at 10 each; the row in lists is of events alone, so it says nothing."""
    book = make_book(RULESET, random.Random(1))
    game = begin("fix b1 order run", "fix phase shooting", "r2 > b1 15in : 11999 / 99", kept=book)
    state, rules = game.state, game.ruleset
    assert [side.score for side in build_game_shape(game, state, 1).sides] == [20, 0]
    assert " · VP 20 : 0\n" in render_setup_sheet(game)
    red, blue = plain(render_past_state(state, rules, 30, 2))
    assert (red.split()[-2:], blue.split()[-2:]) == (["20", "VP"], ["0", "VP"])
    before = game.history.get_state_at(5)
    told = {each.name: (each.before, each.after) for each in compare_states(before, state, rules)}
    assert told["Red"] == ("0 VP", "20 VP")
    assert 'result = "20 : 0, unfinished"' in compose_match_record(rules, game.history)
    (row,) = book.list_games()
    assert read_summary_points_if_complete(row, lambda _: rules) == {}
    assert build_game_list_line(book, row).score == ""
    assert find_score_on_site(book) == ""
    say(game, "end")
    (row,) = book.list_games()
    assert read_summary_points_if_complete(row, lambda _: rules) == {"Red": 20, "Blue": 0}
    assert build_game_list_line(book, row).score == "20 : 0"
    assert find_score_on_site(book) == "20 : 0"


@pytest.mark.rule("XF-FIRM-03")
@pytest.mark.parametrize(
    ("more", "dice"),
    [
        ((), "1 9 9 8 7 / 9 2 2 2 / 1 / 1 1 1"),  # at one friend
        (("fix r3 melee b1",), "1 9 9 8 7 / 9 2 2 2 / 3 r3 / 1 / 1 1 1"),  # at either friend
    ],
)
def test_hits_on_friends_in_a_melee_are_no_luck_of_the_firer(
    more: tuple[str, ...], dice: str
) -> None:
    game = begin("fix phase shooting", "fix r1 melee b1", *more, f"r2 > b1 10in : {dice}")
    found = compute_luck(game.history)
    assert (found.rolls, found.pools) == (4, 3)
    assert [row.what for row in found.kinds] == ["to hit", "save", "save"]
    assert [luck.whom[:2] for luck in found.attacks if luck.by == u("r2")] == ["B1"]
    tally = compute_game_tally(game.history.path, game.state)
    assert {each.what for each in tally.thrown} == {"to hit", "save"}


@pytest.mark.rule("XF-FIRM-03")
def test_the_log_of_hits_on_friends_expects_what_they_do_not_save() -> None:
    """Five misses hit the friends on 3 or less, and 4 or more fails to save: 5 × 0.3 × 0.7."""
    game = begin("fix phase shooting", "fix r1 melee b1", "r2 > b1 10in : 99998 / 92222 / 1119")
    told = "R2 ▸ R1: 5 rerolled 4 hit, 4 dice 3 saved: 1 to fall, expected 1.1"
    assert told in list_log_lines(game.history)[-1].text

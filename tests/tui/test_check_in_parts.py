"""The check-in without a terminal: who is looked for, away, dropped, back, new."""

from __future__ import annotations

from typing import Any

import pytest

from tests.leagues.club import row_of
from tests.tui.quiet import NO_GAMES, played, pressed, quiet, small
from tests.tui.winter import club
from tracker.application.leagues.league import League
from tracker.application.leagues.people.player_list_columns import describe_player_remarks
from tracker.application.leagues.seasons.season_commands import SeasonPlan
from tui.league.evening.player_check_in import CheckInPromptLine, CheckInScreen
from tui.views.league_evening_table import build_evening_table


def check_in(league: League, *, drafts: bool = False) -> Any:
    return quiet(CheckInScreen(NO_GAMES, league, drafts_round=drafts))


def test_a_name_is_looked_for_letter_by_letter() -> None:
    screen = check_in(small("Anna", "Bram", "Chloé", "Hannah"))
    screen.do_find_player()
    for key in "na":
        assert screen._handle_search_key(pressed(key))
    assert (screen.check_in.search_text, screen.check_in.cursor) == ("na", 0)
    assert screen._handle_search_key(pressed("h"))
    assert screen.check_in.cursor == 3
    assert screen._handle_search_key(pressed("x"))
    assert (screen.check_in.search_text, screen.said) == (
        "nah",
        ["× No player's name contains `nahx`."],
    )
    assert screen._handle_search_key(pressed("backspace"))
    assert screen.check_in.search_text == "na"
    assert not screen._handle_search_key(pressed("f5"))
    assert screen._handle_search_key(pressed("enter"))
    assert screen.check_in.search_text is None
    screen.check_in.search_text = "a"
    assert screen._handle_search_key(pressed("escape"))
    assert screen.check_in.search_text is None
    # The one whose name begins so comes before one that has it in it.
    assert [screen.check_in.find_player_index(one) for one in ("h", "b", "am", "z")] == [
        3,
        1,
        1,
        None,
    ]


@pytest.mark.parametrize(
    ("key", "dropped", "said", "taken"),
    [("enter", True, 1, True), ("n", True, 1, True), ("x", False, 1, False),
     ("escape", False, 1, True)],
)  # fmt: skip
def test_who_is_dropped_and_when(key: str, dropped: bool, said: int, taken: bool) -> None:
    league = played(small(), "10-7", "3-8")
    screen = check_in(league)
    screen.do_drop_player()
    assert screen.check_in.is_dropping
    assert screen._handle_drop_key(pressed(key)) is taken
    assert not screen.check_in.is_dropping
    anna = league.state.players[screen.check_in.players[0].id]
    assert (anna.left_after is not None) is dropped
    assert len(screen.said) == said
    if not dropped:
        assert screen.said == ["Nobody has dropped out."]
    if dropped:  # Enter: after the round at hand; n: now
        (event,) = league.history.find_entry(league.version).events
        assert event.presence == ("leaving" if key == "enter" else "dropped")  # type: ignore[union-attr]


def test_who_has_dropped_is_not_dropped_again() -> None:
    league = small()
    screen = check_in(league)
    screen.do_drop_player()
    screen._handle_drop_key(pressed("enter"))  # no round is at hand: at once
    screen.do_drop_player()
    assert screen.said[-1] == "× Anna has already dropped out. If they return, press h."
    assert not screen.check_in.is_dropping
    screen.do_mark_present_or_reinstate()
    assert league.state.players[screen.check_in.players[0].id].left_after is None


def test_marks_go_no_further_than_there_are_players() -> None:
    screen = check_in(small("Anna", "Bram"))
    (paging,) = screen.parts
    paging.do_up()
    assert screen.check_in.cursor == 0
    for _ in range(3):
        paging.do_down()
    assert screen.check_in.marked_player.name == "Bram"
    assert screen.check_in.cursor == 1
    paging.do_up()
    assert screen.check_in.marked_player.name == "Anna"
    assert screen.shows == 5


def test_half_a_bye_is_only_for_who_is_away() -> None:
    league = small()
    screen = check_in(league)
    anna = screen.check_in.players[0].id
    screen.do_toggle_half_bye()
    assert screen.said == ["× Anna is not away. First press a to mark them as away."]
    screen.do_mark_away()
    byes = []
    for _ in range(2):
        screen.do_toggle_half_bye()
        byes.append(league.state.players[anna].get_bye_kind(1))
    assert byes == ["half bye", "zero bye"]
    screen.do_mark_late()
    assert 1 in league.state.players[anna].late
    screen.do_mark_ringer()
    assert not league.state.players[anna].ranked


def test_who_is_enrolled_is_marked_and_can_be_called_otherwise() -> None:
    league = small("Anna")
    screen = check_in(league)
    screen.do_add_player()
    label, enrol, more = screen.asked[0]
    assert label == "name of the new player"
    enrol("Zoe")
    more["on_accept"]()
    assert screen.check_in.marked_player.name == "Zoe"
    screen.do_rename_player()
    label, change, more = screen.asked[1]
    assert (label, more["text"]) == ("new name of the player", "Zoe")
    change("Zoë")
    assert screen.check_in.marked_player.name == "Zoë"
    assert screen.check_in.method == ""
    screen.do_choose_pairing_method()
    assert screen.check_in.pairing_method == screen.check_in.method != ""
    before = screen.check_in.pairing_method
    screen.do_choose_pairing_method()
    assert screen.check_in.pairing_method != before


def test_the_check_in_drafts_or_is_left() -> None:
    league = small()
    only = check_in(league)
    only.do_draft_present_players()
    assert only.given == [None]
    screen = check_in(league, drafts=True)
    screen.do_draft_present_players()
    assert screen.given[0].startswith("line 3: round 1 drafted, ")  # behind league and players
    assert league.state.draft is not None
    assert league.state.draft.method == screen.check_in.pairing_method
    alone = check_in(small("Anna"), drafts=True)
    alone.do_draft_present_players()
    assert (alone.given, len(alone.said)) == ([], 1)


def test_nobody_is_there_to_be_said_anything_of() -> None:
    empty = club().begin_league("Empty", players=(), zone="Europe/Vienna", rounds=3)
    screen = check_in(empty)
    for command in CheckInScreen.commands:
        if command.id in (
            "mark_away",
            "toggle_half_bye",
            "mark_present_or_reinstate",
            "drop_player",
            "mark_late",
            "mark_ringer",
            "rename_player",
        ):
            screen.run_command(command)
    assert screen.said == ["× Nobody is enrolled yet. Press n to enrol a player."] * 7
    assert screen.asked == []
    screen.check_in.is_dropping = True
    assert screen._handle_drop_key(pressed("escape"))


def test_who_drops_in_mid_round_gives_the_open_game_away_with_w() -> None:
    league = small("Anna", "Bram", "Chloé", "Dario")
    league.rounds.draft_round("round robin")  # Anna meets Dario, Bram meets Chloé
    league.rounds.publish_round()
    league.results.enter_result("1", "10-7")
    screen = check_in(league)
    screen.check_in.cursor = 2  # Chloé, whose game with Bram is open
    screen.do_drop_player()
    assert screen.said[-1].startswith("w: drop now; Bram wins the open game.")
    assert screen._handle_drop_key(pressed("w"))
    assert (
        row_of(league.table.compute_standings(), league.people.find_player("Bram").id).points.short
        == "3"
    )
    # Chloé has played one of three games: the results may be annulled afterwards, and count again.
    offer = "1 of 3 games played: results can be annulled"
    line, absent = CheckInPromptLine(screen.check_in), f"dropped: Chloé ({offer})"
    assert absent in build_evening_table(league).absent
    assert describe_player_remarks(league.state, screen.check_in.marked_player, 2) == offer
    assert "".join(map(str, line.render_title())) == "x annul the results of Chloé"
    screen.do_annul_or_restore_results()
    assert [*league.state.season.annulled] == ["p3"]
    assert "dropped: Chloé" in build_evening_table(league).absent
    assert "".join(map(str, line.render_title())) == "x count the results of Chloé again"
    screen.do_annul_or_restore_results()
    assert [*league.state.season.annulled] == []
    league.seasons.close_season()
    assert "".join(map(str, line.render_title())) == ""


def test_a_round_robin_pairs_again_only_after_w() -> None:
    league = small("Anna", "Bram")
    league.seasons.save_season_plan(SeasonPlan(rounds=1))
    league.rounds.draft_round("round robin")
    league.rounds.publish_round()
    screen = check_in(league, drafts=True)
    screen.do_draft_present_players()
    assert screen.said[-1].startswith("× All present players have already met.")
    screen.do_toggle_rematches()
    screen.do_draft_present_players()
    assert league.state.draft is not None

"""Pages of a campaign without a terminal: history, forces, units, what is said by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.campaigns.test_harm import after_a_game
from tests.tui.quiet import plain, quiet, standin, text_of
from tests.tui.winter import club
from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tui.league.campaign.campaign_luck_screen import CampaignLuckScreen
from tui.league.campaign.campaign_screen import PARTIAL_DEPTHS, CampaignScreen
from tui.league.campaign.force_and_unit_record_screens import (
    CampaignForceScreen,
    CampaignUnitScreen,
    describe_pool_tally,
)
from tui.widgets.dialogs import FailureDialog


def test_luck_says_what_was_made_of_what_was_expected() -> None:
    tally: Any = standin(made=49, dice=96, expected=45.54, difference=3.46, worse=0.77)
    assert describe_pool_tally(tally) == "49 of 96 succeeded, expected 45.5 (+3.5); 77 % do worse"
    tally.difference = -3.46
    assert "(-3.5)" in describe_pool_tally(tally)


# ------------------------------------------------------------------------------- the history


def ridge() -> League:
    """A campaign of two; Anna has a force without a roster, of eight Alpha and five Bravo."""
    league = club().begin_league(
        "The Ridge", what="campaign", players=("Anna", "Farid"), zone="Europe/Vienna"
    )
    league.forces.enrol_force("Anna", name="Iron Third", units=[("Alpha", 8), ("Bravo", 5)])
    return league


def page(screen: Any) -> Any:
    found = quiet(screen)
    found.keeper_ = standin(last_visit=standin(last_closed=None))
    found.__class__ = type(
        "Kept", (type(found),), {"warledger_app": property(lambda self: self.keeper_)}
    )
    found.load_screen_data()
    return found


def campaign(league: League) -> Any:
    book = standin(unreported="", open_game=lambda stream: None, find_ruleset=lambda name: None)
    return page(CampaignScreen(book, league))


def rows(screen: Any, width: int = 78) -> list[str]:
    return [
        each.plain.rstrip()
        for item in screen.build_list_items(width)
        for each in (item.row, *item.extra_lines)
    ]


def test_a_campaign_without_a_force_or_a_game_says_what_to_do() -> None:
    bare = club().begin_league(
        "The Ridge", what="campaign", players=("Anna", "Farid"), zone="Europe/Vienna"
    )
    screen = campaign(bare)
    assert rows(screen) == [
        "forces",
        " None yet. Press e to enrol a sample or your own roster.",
        " players: Anna, Farid",
        "",
        "history",
        " There are no entries yet. Press n to begin a game between two forces, g to",
        " enter a game played elsewhere, or m to add a game in this ledger.",
    ]
    assert text_of(screen.render_right_heading()) == "0 games"
    assert text_of(screen.render_heading()) == "The Ridge · campaign"
    assert screen.get_export_file_stem() == "campaign"
    assert not screen.handle_character("1")
    screen.do_open_standings()
    screen.do_open_luck()
    screen.do_add_note()
    screen.do_begin_next_game()
    assert screen.said[-1] == "× A game needs two forces. Press e to enrol a force."
    assert screen.opened == [("standings",), ("luck",)]
    assert screen.asked[0][0] == "note"


def test_the_forces_of_a_campaign_are_opened_by_their_number() -> None:
    league = ridge()
    screen = campaign(league)
    force = next(iter(league.state.forces))
    # 78 − 66 cells for the name, eight for the player, nine for won, drawn and lost.
    assert rows(screen)[1] == (
        "1 Iron Third   Anna     0–0–0    0 kills 0 lost".ljust(61) + " 2 of 2 can play"
    )
    assert [screen.handle_character(key) for key in "102x"] == [True, False, False, False]
    assert screen.opened == [("force", force)]


def test_what_something_in_the_history_is_about_is_opened() -> None:
    league = ridge()
    screen = campaign(league)
    force = next(iter(league.state.forces))
    unit = league.state.forces[force].units[0]
    for kind, about in (("story", unit), ("story", force), ("story", "x")):
        screen.open_timeline_item(standin(kind=kind, id=about))
    assert screen.opened == [("unit", unit), ("force", force)]
    assert screen.said == ["The details are shown below the marked line."]

    def broken(stream: str) -> Any:
        raise Refused(f"{stream} cannot be read.")

    screen.league = standin(state=standin(fixtures={"f1": standin(link=standin(match="m1"))}))
    screen.book = standin(open_game=broken)
    screen.open_timeline_item(standin(kind="game", id="f1"))
    (failure,) = screen.pushed
    assert isinstance(failure, FailureDialog)
    assert failure.text == "m1 cannot be read."


def happened(**said: Any) -> Any:
    found = {
        "on": "2026-11-05", "kind": "game", "id": "f1", "text": "Anna beat Farid", "at": 5,
        "line": 7, "entered": "", "depth": "", "details": (),
    }  # fmt: skip
    return standin(**(found | said))


def test_a_row_of_the_history_and_what_is_below_it() -> None:
    screen = campaign(ridge())
    item = screen._make_history_item(
        happened(depth=PARTIAL_DEPTHS[0], details=("Alpha lost 2",)), 70
    )
    row = item.row.plain
    assert row.startswith("Thu 5 Nov   Anna beat Farid")
    assert row.rstrip().endswith("result only · 2 weeks ago")
    assert plain(list(item.details)) == [
        " " * 12 + "Alpha lost 2",
        " " * 12 + "result only · line 7",
    ]
    late = screen._make_history_item(happened(entered="2026-11-06", depth="every line"), 70)
    assert "every line" not in late.row.plain
    assert plain(list(late.details)) == [" " * 12 + "every line · entered Fri 6 Nov · line 7"]
    # 57 cells below, 14 of them the row's right: 43 are told on the row, a 44th below it.
    assert len(list(screen._render_details(happened(text="x" * 43), 70))) == 1
    assert len(list(screen._render_details(happened(text="x" * 44), 70))) == 2
    assert "new" not in row
    screen.keeper_.last_visit.last_closed = 4
    assert screen._make_history_item(happened(), 70).row.plain.count(" new ") == 1
    screen.keeper_.last_visit.last_closed = 5
    assert " new " not in screen._make_history_item(happened(), 70).row.plain


# ---------------------------------------------------------------------------- forces, units


def force(league: League) -> Any:
    book = standin(unreported="", find_ruleset=lambda name: None)
    return page(CampaignForceScreen(book, league, next(iter(league.state.forces))))


def test_a_force_with_a_row_for_each_unit() -> None:
    league = ridge()
    screen = force(league)
    assert (screen.get_export_file_stem(), text_of(screen.render_right_heading())) == (
        "Iron Third",
        "The Ridge",
    )
    assert text_of(screen.render_heading()).startswith("Iron Third · Anna")
    shown = rows(screen)
    assert shown[0] == "0 games: 0 won, 0 drawn, 0 lost"
    assert shown[1] == "0 enemies removed, 0 figures lost"
    head = next(at for at, each in enumerate(shown) if each.startswith("  unit"))
    # The name is as wide as the longest, five cells; all others are as wide as their headings.
    assert shown[head] == "  unit   next game  games  W-D-L  kills  lost  nerve  exp  rank"
    assert shown[head + 1] == "1 Alpha  8 of 8         0  0-0-0      0     0      –    0"
    assert shown[head + 2] == "2 Bravo  5 of 5         0  0-0-0      0     0      –    0"
    assert [screen.handle_character(key) for key in "2039x"] == [True, False, False, False, False]
    assert screen.opened == [("unit", league.state.forces[screen.force].units[1])]


def test_who_joins_a_force_is_a_name_and_its_figures() -> None:
    league = ridge()
    screen = force(league)
    screen.do_add_units()
    _, join, _ = screen.asked[0]
    for typed in ("Recruits", "=5", "Recruits=x", ""):
        with pytest.raises(Refused, match="Type a name and its figures: Recruits=5"):
            join(typed)
    join("Recruits=5, Guns=1 # hired")
    names = [one.name for one in league.state.units.values()]
    assert names == ["Alpha", "Bravo", "Recruits", "Guns"]
    assert [one.enlisted for one in league.state.units.values()][2:] == [5, 1]


def unit(league: League, name: str = "Alpha") -> Any:
    book = standin(unreported="", find_ruleset=lambda name: None)
    found = next(one.id for one in league.state.units.values() if one.name == name)
    return page(CampaignUnitScreen(book, league, found))


def test_units_of_a_force_are_gone_through_one_by_one() -> None:
    screen = unit(ridge())
    names = []
    for go in (screen.do_show_next_unit, screen.do_show_next_unit, screen.do_show_previous_unit):
        screen.panel.top = 3
        go()
        names.append((screen.get_export_file_stem(), screen.panel.top))
    assert names == [("Bravo", 0), ("Alpha", 0), ("Bravo", 0)]
    assert text_of(screen.render_heading()) == "Bravo · Iron Third"
    assert text_of(screen.render_right_heading()).startswith("0 experience")


def test_the_record_of_a_unit() -> None:
    league = ridge()
    screen = unit(league)
    lines = plain(screen.render_page_lines(78))
    assert lines[:3] == [
        " service record",
        "  0 games: 0 won, 0 drawn, 0 lost",
        "  0 enemies removed, 0 figures lost",
    ]
    assert lines[lines.index(" games") + 1] == "  none yet"
    assert lines[lines.index(" next game") + 1] == "  8 of 8 figures can play"
    screen.do_roll_recovery()
    screen.do_return_captives()
    assert screen.said == [
        "× This unit has no recovery dice to roll.",
        "× No figure of this unit is a captive.",
    ]
    screen.do_add_note()
    _, note, _ = screen.asked[0]
    note("Held the ford.")
    told = " ".join(" ".join(plain(screen.render_page_lines(78))).split())
    assert "notes Thu 19 Nov: Held the ford." in told


def test_what_is_set_right_by_hand_is_read_word_by_word() -> None:
    league = ridge()
    screen = unit(league)
    screen.do_change_unit_by_hand()
    _, right, _ = screen.asked[0]
    right("+2 xp -1 figures # held the ford")
    screen.load_screen_data()
    assert "  7 of 8 figures can play" in plain(screen.render_page_lines(78))
    assert text_of(screen.render_right_heading()).startswith("2 experience")
    right("−1 x +1 f # counted anew")
    screen.load_screen_data()
    assert "  8 of 8 figures can play" in plain(screen.render_page_lines(78))
    assert text_of(screen.render_right_heading()).startswith("1 experience")
    with pytest.raises(Refused, match=r"^\+2 of what\? Type `xp` or `figures` after it\.$"):
        right("+2 apples")
    screen.load_screen_data()
    told = " ".join(" ".join(plain(screen.render_page_lines(78))).split())
    assert "history" in told
    assert "by hand, held the ford" in told


def test_dice_of_recovery_and_captives_are_typed_so() -> None:
    screen = unit(ridge())
    said: list[Any] = []
    forces = standin(
        enter_or_roll_recovery_dice=lambda *what: said.append(what),
        return_captives=lambda *what, **how: said.append(how),
    )
    screen.league = standin(forces=forces)
    for typed in (" R ", "461", "4 6 10"):
        screen._enter_or_roll_recovery(typed)
    assert said == [(screen.unit,), (screen.unit, [4, 6, 1]), (screen.unit, [4, 6, 10])]
    for typed in ("", "4x", "4 x"):
        with pytest.raises(
            Refused, match="Type a face for each die, such as `4 6 1`, or `r` to let the app roll"
        ):
            screen._enter_or_roll_recovery(typed)
    said.clear()
    screen._return_captives(" 2 : Ox,Nix # exchanged")
    assert said == [{"figure_names": [" Ox", "Nix "], "why": " exchanged"}]
    with pytest.raises(
        Refused, match="Type how many return and, if you like, their names: `2: Ox`"
    ):
        screen._return_captives("Ox")


def test_luck_of_a_campaign_without_a_game_says_so() -> None:
    screen = page(CampaignLuckScreen(standin(unreported=""), ridge()))
    assert screen.get_export_file_stem() == "luck"
    assert text_of(screen.render_heading()) == "The Ridge · luck"
    assert plain(screen.render_page_lines(80))[-2:] == [
        "",
        " There is no finished game in this ledger yet.",
    ]


def test_luck_of_games_without_dice_says_so() -> None:
    """The game was set right by hand as it lay, and nothing was rolled."""
    kept, found = after_a_game()
    screen = page(CampaignLuckScreen(kept, found))
    assert plain(screen.render_page_lines(80))[-1] == (
        " There are no dice with a known success or failure yet."
    )

"""Single figures by name: who fell in one game, and who comes to the next."""

from __future__ import annotations

import random

import pytest

from exports.league_report import LeagueReportRequest, build_league_report
from tests.leagues.club import Clock
from tests.saying import say
from tests.tui.kit import Stage, act
from tracker.application.book import Book
from tracker.application.errors import Refused
from tracker.application.leagues.campaign.campaign_timeline import build_campaign_timeline
from tracker.application.leagues.league import League
from tracker.application.leagues.league_log import list_league_log_lines
from tracker.application.match.game import Game
from tracker.cli.campaign_output import (
    build_campaign_shape,
    build_unit_record_shape,
    list_campaign_lines,
)
from tracker.ledger.memory_store import MemoryStore
from tracker.vocabulary import events as ev
from tracker.vocabulary.subject_ids import FigureId, format_handle

# The samples: Brakk (leader), Sorrel, Vey (sub leader), Ditch, Ox (gunner) and the hero Kestrel,
# against Halden (leader), Pike (sub leader), Moss, Fen, Tarn.


def campaign(losses: str) -> tuple[Book, League]:
    book = Book(MemoryStore(), clock=Clock(), dice=random.Random(7))
    rules = book.get_ruleset("combat-zone")
    found = book.begin_league(
        "Salvage", what="campaign", rules=f'losses = "{losses}"\n', players=("Ann", "Bo")
    )
    assert rules.forces is not None
    samples = {sample.title: sample.text for sample in rules.forces.samples()}
    found.forces.enrol_force("Ann", samples["Jackals"], rules=rules)
    found.forces.enrol_force("Bo", samples["Wardens"], rules=rules)
    return book, found


def begin(book: Book, found: League) -> Game:
    """The next game of the campaign, from the forces as they stand, linked."""
    rules, sides = found.matches.build_ruleset_and_sides(
        found.forces.build_fixture_outside_rounds("Ann", "Bo")
    )
    game = book.begin_match(rules, sides)
    added = found.forces.add_game_outside_rounds("Ann", "Bo")
    found.matches.link_match_and_enter_result(found.forces.get_added_fixture_id(added), game.stream)
    return game


def figure(game: Game, name: str) -> FigureId:
    return next(one for one, known in game.state.figures.items() if known.name == name)


def fall(book: Book, found: League, *names: str) -> None:
    """A game in which these fall, and which is over."""
    game = begin(book, found)
    figures = tuple(figure(game, name) for name in names)
    game.adjust_by_hand((ev.FiguresRemoved(figures=figures),), "as it went")
    game.adjust_by_hand((ev.MatchEnded(how="agreed"),), "time is up")
    found.reload()


def names(game: Game, unit: str) -> list[str]:
    (key,) = (one for one, known in game.state.units.items() if known.name == unit)
    return [game.state.figures[one].name for one in game.state.units[key].figures]


def list_available_jackals(found: League) -> str:
    return " ".join(found.forces.find_unit("w1.1").available_figure_names)


def test_who_is_dead_stays_away_and_a_recruit_comes() -> None:
    book, found = campaign("permanent")
    fall(book, found, "Sorrel", "Ox", "Kestrel", "Pike")
    jackals = found.state.list_force_units(found.forces.find_force("Jackals"))
    assert [(one.name, one.figures_in_next_game, one.names_in_next_game) for one in jackals] == [
        ("Jackals", 3, ("Brakk", "Vey", "Ditch")),
        ("Kestrel", 0, ()),
    ]
    shown = {name: build_unit_record_shape(found, name) for name in ("w1.1", "w1.2", "w2.1")}
    assert {one.name: (one.comes, one.waits, one.present) for one in shown.values()} == {
        "Jackals": (3, 0, ["Brakk", "Vey", "Ditch"]),
        "Kestrel": (0, 0, []),
        "Wardens": (4, 0, ["Halden", "Moss", "Fen", "Tarn"]),
    }
    told = [line.text for line in list_league_log_lines(found.history)]
    assert any("out of action: Sorrel, Ox" in text for text in told)
    (game,) = (one for one in build_campaign_timeline(found) if one.kind == "game")
    assert "Jackals, out of action: Sorrel, Ox" in game.details
    found.forces.change_unit_by_hand(
        "w1.1", figure_change=1, figure_names=("Nix",), why="hired in the ruins"
    )
    second = begin(book, found)
    assert names(second, "Jackals") == ["Brakk", "Vey", "Ditch", "Nix"]
    assert names(second, "Wardens") == ["Halden", "Moss", "Fen", "Tarn"]
    assert "Kestrel" not in {unit.name for unit in second.state.units.values()}
    # A recruit is as plain as most: Ditch's profile. Who has a rank still has it.
    profile = {one.name: one.profile for one in second.state.figures.values()}
    assert profile["Nix"] == profile["Ditch"] != profile["Brakk"]
    assert League(found.store, found.stream, clock=found.clock).state == found.state
    assert book.rebuild_summaries().differences == ()


def test_a_name_corrected_in_a_game_does_not_bring_the_dead_back() -> None:
    book, found = campaign("permanent")
    game = begin(book, found)
    say(game, f"fix {format_handle(figure(game, 'Ox'))} name Oxx")
    game.adjust_by_hand((ev.FiguresRemoved(figures=(figure(game, "Oxx"),)),), "as it went")
    game.adjust_by_hand((ev.MatchEnded(how="agreed"),), "time is up")
    found.reload()
    assert list_available_jackals(found) == "Brakk Sorrel Vey Ditch"


def test_the_dice_say_who_is_back_and_taking_the_game_back_brings_all() -> None:
    book, found = campaign("recover")  # a D6 a figure, back on 4+
    fall(book, found, "Brakk", "Ditch", "Ox")
    unit = found.forces.find_unit("w1.1")
    assert found.forces.list_named_figures_to_recover(unit, "f1") == ("Brakk", "Ditch", "Ox")
    assert unit.available_figure_names == ("Sorrel", "Vey")  # three wait, and do not come yet
    waiting = "w1.1   Jackals              2 of 5 figures, 3 waiting for recovery · "
    assert any(waiting in line for line in list_campaign_lines(found, build_campaign_shape(found)))
    force, _ = build_league_report(found, LeagueReportRequest(["forces"])).forces
    assert force.table is not None
    assert force.table.rows[0][:2] == ("Jackals", "2 of 5 +3?")
    assert force.notes == ("Jackals: 3 figures waiting for recovery",)
    found.forces.enter_or_roll_recovery_dice("w1.1", (4, 1, 6))
    assert list_available_jackals(found) == "Brakk Sorrel Vey Ox"
    found.forces.change_unit_by_hand(
        "w1.1", figure_change=1, figure_names=("Ditch",), why="crawled home"
    )
    assert list_available_jackals(found) == "Brakk Sorrel Vey Ditch Ox"
    found.undo()
    second = begin(book, found)
    assert names(second, "Jackals") == ["Brakk", "Sorrel", "Vey", "Ox"]
    book.open_game("m1").undo()
    found.reload()
    assert list_available_jackals(found) == "Brakk Sorrel Vey Ditch Ox"


def test_all_are_back_where_losses_return() -> None:
    book, found = campaign("return")
    fall(book, found, "Sorrel", "Ox")
    assert names(begin(book, found), "Jackals") == ["Brakk", "Sorrel", "Vey", "Ditch", "Ox"]


def test_a_recruit_who_falls_is_gone_and_strangers_are_refused() -> None:
    book, found = campaign("permanent")
    found.forces.change_unit_by_hand(
        "w1.1", figure_change=2, figure_names=("Nix", "Ox"), why="a second Ox"
    )
    fall(book, found, "Nix")
    assert list_available_jackals(found) == "Brakk Sorrel Vey Ditch Ox Ox"
    version = found.version
    for figures, who, sentence in (
        (-1, ("Nyx",), "Jackals has no Nyx to lose. Its named figures: Brakk, Sorrel"),
        (-1, ("Brakk", "Vey"), r"named \(Brakk, Vey\) than join or leave \(1\)"),
        (0, ("Brakk",), r"named \(Brakk\) than join or leave \(0\)"),
    ):
        with pytest.raises(Refused, match=sentence):
            found.forces.change_unit_by_hand(
                "w1.1", figure_change=figures, figure_names=who, status="resting", why="x"
            )
    assert found.version == version
    found.forces.change_unit_by_hand(
        "w1.1", figure_change=-1, figure_names=("ox",), why="went home"
    )
    assert found.forces.find_unit("w1.1").figures == 5
    assert names(begin(book, found), "Jackals").count("Ox") == 1


def test_the_page_of_a_unit_says_who_fell_and_takes_a_recruit_by_name() -> None:
    book, found = campaign("recover")
    fall(book, found, "Brakk", "Ditch")

    async def story(stage: Stage) -> None:
        await stage.press("1")
        await stage.press("/Jackals⏎1")
        assert "named figures: Sorrel, Vey, Ox" in stage.text
        await stage.press("r")
        assert "2 dice D6, back on 4+, for Brakk, Ditch" in stage.text
        await stage.press("26⏎")
        assert "without Brakk" in stage.text
        await stage.press("!+1⎵figures:⎵Nix⎵#⎵hired⏎")
        assert "joined: Nix" in stage.text
        assert "named figures: Sorrel, Vey, Ditch, Ox, Nix" in stage.text

    act(story, book, game=None)

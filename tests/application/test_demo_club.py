"""What the demo's leagues and its campaign hold, against ``demo_club.md``, worked out by hand."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from tests.application.demo_made import demo_file
from tests.leagues.club import open_fixtures
from tracker.application.book import Book
from tracker.application.campaigns import next_game_units
from tracker.application.demo.demo_games import find_main_demo_game
from tracker.application.demo.demo_ledger import open_or_build_demo_ledger
from tracker.application.leagues.campaign import force_event_descriptions
from tracker.application.leagues.league import League
from tracker.application.leagues.pairing.round_columns_and_text import format_round_text
from tracker.application.ledger_restore_and_salvage import back_up_or_salvage_ledger
from tracker.application.log.game_log_lines import list_log_lines
from tracker.application.typed_lines.line_and_script_play import play_script
from tracker.leagues import league_events as ev
from tracker.leagues.league_state import Fixture

SHEET = Path(__file__).with_name("demo_club.md")
LEAGUES = ("Autumn Muster", "Winter League")


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    path = tmp_path_factory.mktemp("club") / "demo.db"
    path.write_bytes(demo_file())
    with open_or_build_demo_ledger(path) as demo:
        yield demo


@pytest.fixture
def own(book: Book, tmp_path: Path) -> Iterator[Book]:
    """A copy to write in."""
    back_up_or_salvage_ledger(book, tmp_path / "copy.db")
    with open_or_build_demo_ledger(tmp_path / "copy.db") as copy:
        yield copy


def sheet(title: str, first: str) -> list[list[str]]:
    """The rows of the table under a heading of the sheet whose first column is this."""
    part = SHEET.read_text(encoding="utf-8").split(f"## {title}\n")[1].split("\n## ")[0]
    table = part.split(f"| {first} ")[1].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in table]


def added(sum_: str) -> int:
    """A sum as it is written on the sheet: ``7+3+0−3``."""
    text = sum_.replace("−", "-").replace("-", "+-")
    return sum(int(part) for part in text.split("+") if part)


def fixture(league: League, home: str, away: str) -> Fixture:
    wanted = (league.people.find_player(home).id, league.people.find_player(away).id)
    return next(one for one in league.state.fixtures.values() if one.players == wanted)


# ----------------------------------------------------------------------------------- standings


@pytest.mark.parametrize("title", LEAGUES)
def test_the_sums_of_the_sheet_are_right(title: str) -> None:
    for _, player, rounds, and_, points, vp, difference in sheet(title, "place"):
        assert added(rounds) + added(and_) == int(points), player
        assert added(vp) == int(difference), player


@pytest.mark.parametrize("title", LEAGUES)
def test_results_are_those_of_the_sheet(book: Book, title: str) -> None:
    league = book.open_league(title)
    name = league.state.get_player_name
    for number, said in sheet(title, "round"):
        found = [
            f"{name(one.home)} {one.ended.vp[0]}:{one.ended.vp[1]} {name(one.away)}"
            for one in league.state.fixtures.values()
            if one.round == int(number) and one.ended and one.ended.vp
        ]
        assert len(found) == said.count(":") - said.count("first entered")
        assert all(each in said for each in found), (number, found)


@pytest.mark.parametrize("title", LEAGUES)
def test_standings_are_those_worked_out_by_hand(book: Book, title: str) -> None:
    found = [
        (row.place, row.name, row.points.fraction, row.vp_for - row.vp_against)
        for row in book.open_league(title).table.compute_standings().rows
    ]
    hand = [
        (int(place), player, Fraction(points), int(difference))
        for place, player, _, _, points, _, difference in sheet(title, "place")
    ]
    assert found == hand


def test_the_schedule_parts_two_who_are_level_in_points_and_vp(book: Book) -> None:
    rows = {row.name: row for row in book.open_league("Autumn").table.compute_standings().rows}
    schedule = {
        name: next(tie.value for tie in rows[name].ties if tie.tie_break == "schedule")
        for name in ("Benno", "Soraya")
    }
    assert {name: value and value.fraction for name, value in schedule.items()} == {
        "Benno": Fraction(42, 25),
        "Soraya": Fraction(83, 75),
    }
    apart = rows["Soraya"].separated
    assert apart is not None
    assert apart.by == "schedule"


# ------------------------------------------------------------------------- the finished league


def test_the_autumn_has_all_that_happens_to_an_organiser(book: Book) -> None:
    league = book.open_league("Autumn")
    state = league.state
    assert state.season.closed
    days = [one.on for one in state.list_rounds_and_draft(1)]
    assert days == ["2024-09-05", "2024-09-19", "2024-10-03", "2024-10-17", "2024-10-31"]
    assert [one.name for one in state.players.values() if not one.ranked] == ["Odile"]
    assert [one.name for one in state.players.values() if one.left_after is not None] == ["Quentin"]
    byes = [state.get_player_name(one.home) for one in state.fixtures.values() if one.away is None]
    assert byes == ["Farid"]
    given = [one for one in state.awarded_points if one.season == state.season.number]
    told = [(state.get_player_name(one.player), one.column) for one in given]
    assert told == [("Quentin", "lateness"), ("Ilka", "painting")]
    assert all(one.why for one in given)


def test_a_correction_keeps_both_versions(book: Book) -> None:
    corrected = fixture(book.open_league("Autumn"), "Ilka", "Tobias")
    assert corrected.ended is not None
    assert [one.was.vp for one in corrected.corrections] == [(10, 6)]
    assert corrected.ended.vp == (6, 10)
    assert corrected.corrections[0].why == "entered the wrong way round, both of them say"


def test_all_results_of_the_autumn_are_signed_but_one(book: Book) -> None:
    league = book.open_league("Autumn")
    games = [one for one in league.state.fixtures.values() if one.away]
    unsigned = [one for one in games if len(one.signed) < 2]
    assert unsigned == [fixture(league, "Benno", "Maren")]
    assert [league.state.get_player_name(one) for one in unsigned[0].signed] == ["Maren"]


# -------------------------------------------------------------------------------- the evening


def test_the_winter_league_is_in_the_middle_of_its_evening(book: Book) -> None:
    league = book.open_league("Winter")
    current = league.state.current_round
    assert current is not None
    assert (current.number, current.on, league.state.draft) == (4, "2025-02-27", None)
    waiting = [league.state.get_player_name(one.home) for one in open_fixtures(league)]
    assert sorted(waiting) == ["Anna", "Benno", "Maren"]
    later = fixture(league, "Benno", "Yusuf").arranged
    assert later is not None
    assert (later.on, later.time, later.where) == ("2025-03-06", "19:30", "at Benno's")


def test_one_game_of_the_evening_is_being_kept(book: Book) -> None:
    league = book.open_league("Winter")
    table = fixture(league, "Anna", "Farid")
    live = league.matches.find_linked_game(table)
    assert live is not None
    assert (live.title, live.running) == ("The last rifle of Alpha (half played)", True)
    assert live.turn == 4
    assert book.open_game(live.match).state.info.played_on == "2025-02-27"


@pytest.mark.thorough
def test_the_evening_can_be_gone_on_with(own: Book) -> None:
    """The half played game is played to its end: its result comes to its row by itself."""
    half = find_main_demo_game().setting.half
    assert half is not None
    _, _, answers = half.line.partition(" : ")
    rest = answers.split(" / ", half.answers)[-1]
    game = own.open_game("half")
    done = play_script(
        game,
        f"answer : {rest}" + find_main_demo_game().lines.partition(half.line)[2],
        use_defaults=True,
    )
    assert done.error is None
    league = own.open_league("Winter")
    table = fixture(league, "Anna", "Farid")
    assert table.ended is not None
    assert (table.ended.vp, table.by_hand) == ((7, 4), False)
    league.results.enter_result("2", "6-5")
    league.rounds.draft_round()
    assert league.state.draft is not None
    paired = [
        one for each in league.state.list_fixtures(league.state.draft) for one in each.players
    ]
    assert len(set(paired)) == 10
    assert [league.state.get_player_name(each.home) for each in open_fixtures(league)] == ["Benno"]


# ------------------------------------------------------------------------------- the campaign


def test_linked_games_of_the_campaign_have_the_results_of_their_games(book: Book) -> None:
    campaign = book.open_league("Salt Road")
    linked = [one for one in campaign.state.fixtures.values() if one.link]
    assert [one.link and one.link.match for one in linked] == ["m1", "m2"]
    for one in linked:
        assert one.link is not None
        assert one.ended is not None
        assert not one.by_hand
        end = book.open_game(one.link.match).state.current_values.ended
        assert end is not None
        assert end.winner == one.link.sides[0].side
        assert campaign.state.get_player_name(one.ended.winner) == "Anna"
    # 3 for Assassinate and 4 for Extermination, against 4: see the sheet of that game
    assert linked[0].ended is not None
    assert linked[0].ended.vp == (7, 4)
    assert len(campaign.state.fixtures) == 5


def test_units_carry_on_what_the_sheet_says(book: Book) -> None:
    """The unit by its name now, its experience, and the figures it has."""
    units = {unit.name: unit for unit in book.open_league("Salt Road").state.units.values()}
    hand = {"Vara's Seven": (8, 7, ""), "Mule": (1, 0, "destroyed"), "Kestrel": (4, 1, "")}
    found = {name: units[name] for name in hand}
    assert {
        name: (unit.experience, unit.figures, unit.status) for name, unit in found.items()
    } == hand


@pytest.mark.parametrize("title", ["The Lantern Road", "The Wood at Saltholm"])
def test_what_the_campaigns_of_xenocide_have_left(book: Book, title: str) -> None:
    """Each unit's row of the sheet."""
    campaign = book.open_league(title)
    units = {unit.name: unit for unit in campaign.state.units.values()}
    rows = sheet(title, "unit")
    assert len(rows) == len(units)
    for name, figures, captives, carries, points, *_ in rows:
        unit = units[name]
        assert (
            unit.figures,
            unit.captive_count,
            force_event_descriptions.describe_carried_damage(unit.carried_damage),
        ) == (
            added(figures.partition("=")[0]),
            int(captives),
            carries,
        ), name
        force = campaign.state.forces[unit.force]
        left = next_game_units.compute_current_unit_points(
            campaign.state, force, book.get_ruleset("xenocide")
        )
        assert left[unit.id] == int(points), name


def test_how_the_lantern_road_went(book: Book) -> None:
    campaign = book.open_league("Lantern Road")
    units = {unit.name: unit for unit in campaign.state.units.values()}
    experience = {name: units[name].experience for name in ("Guard", "Line", "Cutters")}
    assert experience == {"Guard": 7, "Line": 6, "Cutters": 5}
    assert units["Jackdaw"].status == "destroyed"
    kept = next(one for one in campaign.state.fixtures.values() if one.link)
    assert kept.ended is not None
    assert (kept.ended.vp, campaign.state.get_player_name(kept.ended.winner)) == ((380, 80), "Anna")


def test_how_the_wood_went(book: Book) -> None:
    campaign = book.open_league("Saltholm")
    units = {unit.name: unit for unit in campaign.state.units.values()}
    for name, *_, experience, _ in sheet("The Wood at Saltholm", "unit"):
        assert units[name].experience == added(experience), name
    (kept,) = campaign.state.fixtures.values()
    assert kept.ended is not None
    assert (kept.ended.vp, campaign.state.get_player_name(kept.ended.winner)) == ((210, 95), "Ilka")


def test_who_comes_to_the_bell_again(book: Book) -> None:
    campaign = book.open_league("Bell Pass")
    units = {unit.name: unit for unit in campaign.state.units.values()}
    for name, experience, _ in sheet("The Bell Pass", "unit"):
        assert units[name].experience == added(experience), name
    assert [unit.figures for unit in units.values()] == [8, 5, 6, 10]
    kept, live = campaign.state.fixtures.values()
    assert kept.ended is not None
    assert kept.ended.vp == (170, 0)
    going = campaign.matches.find_linked_game(live)
    assert going is not None
    assert (going.title, going.running) == ("The bell rings again", True)


CAMPAIGNS = ("Salt Road", "Lantern Road", "Bell Pass", "Saltholm")


@pytest.mark.parametrize("title", CAMPAIGNS)
def test_no_dice_of_recovery_are_left_out(book: Book, title: str) -> None:
    assert book.open_league(title).forces.list_recovering_units() == []


@pytest.mark.parametrize("title", [*LEAGUES, *CAMPAIGNS])
def test_each_tells_a_story(book: Book, title: str) -> None:
    said = [
        entry.input_event
        for entry in book.open_league(title).history.iterate_path_entries_backwards()
    ]
    assert any(isinstance(event, ev.StoryTold) for event in said)


# ---------------------------------------------------------------------------- all of it opens


def test_everything_can_be_opened(book: Book) -> None:
    for row in book.list_games():
        game = book.open_game(row.stream)
        assert len(list_log_lines(game.history)) > 10
    for row in book.list_leagues():
        version = row.version
        league = book.open_league(row.stream)
        assert league.version == version, "nothing was left to be reported"
        for player in league.state.players.values():
            assert league.table.explain_player_points(player.id)
        for one in league.state.list_rounds_and_draft(1):
            assert format_round_text(league, one.number).count("\n") > 4
        assert league.table.compute_ratings()

"""Home with leagues: what goes on, what is finished, what others entered; a new league."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.leagues.test_core_matches import Full
from tests.tui.kit import RULES, TO_SHOOT, Clock, Stage, act, begin
from tests.tui.winter import at, club, evening, game, over, score, winter
from tracker.application.book import Book
from tracker.application.errors import Refused
from tracker.application.leagues.league_dates_and_times import LeagueCalendar, parse_arrangement
from tracker.application.leagues.results.results_reported_by_players import make_result_fingerprint
from tracker.leagues.league_state import GameArrangement
from tracker.ledger.memory_store import MemoryStore
from tracker.ledger.stream_summary import StreamSummary
from tracker.testing.match_in_memory import RED
from tui.league.evening.evening_rows_and_typed_lines import TypedEveningCommand, parse_evening_line
from tui.user_settings_and_drafts import LastVisit


@pytest.mark.thorough
def test_home_lists_what_goes_on_then_leagues_then_what_is_finished() -> None:
    kept = club()
    evening(kept)
    at(kept).pass_minutes(2)
    kept.begin_league("The Karst Ridge", what="campaign")

    async def story(stage: Stage) -> None:
        lines = stage.text.splitlines()
        order = [line.strip("┌├─┤┐ ") for line in lines if line.startswith(("┌", "├"))]
        assert order == ["resume", "leagues and campaigns", "finished", "to do"]
        assert "▸1 Anna v Farid" in stage.text
        rows = [" ".join(line.strip("│▸ ").split()) for line in lines]
        assert "2 The Karst Ridge campaign · 0 games" in rows
        assert "3 Winter League round 4 of 7 · 1 of 5 results in · games end 22:30" in rows
        assert "4 Erik v Hugo Winter League Blue won 5 : 11 2 minutes ago" in rows
        assert "1 result of the round not yet signed" in stage.text
        clock = at(kept)
        until = clock.at.set(hour=22, minute=30) - clock.at
        clock.pass_minutes(int(until.total_minutes()))
        await stage.press("3q")
        assert "games end 22:30" in stage.text  # to the minute
        clock.pass_minutes(1)
        await stage.press("3q")
        assert "late since 22:30" in stage.text

    act(story, kept, game=None)


@pytest.mark.thorough
def test_numbers_open_what_they_stand_before() -> None:
    kept = club()
    evening(kept)

    async def story(stage: Stage) -> None:
        await stage.press("2")
        assert "round 4" in stage.text.splitlines()[0]
        await stage.press("q")
        await stage.press("3")
        assert "agreed" in stage.text or "over" in stage.text
        await stage.press("q")
        assert "resume" in stage.text

    act(story, kept, game=None)


def test_a_game_somebody_else_keeps_now_says_by_whom_and_later_no_longer() -> None:
    store = MemoryStore()
    ours = club("anna")
    kept = Book(store, clock=ours.clock, author="anna", rulesets=ours.rulesets)
    theirs = Book(store, clock=ours.clock, author="table 1", rulesets=ours.rulesets)
    game(theirs, "Anna", "Farid")
    phones = Book(store, clock=ours.clock, author="phone b", rulesets=ours.rulesets)
    phone = game(phones, "Ada", "Gus")
    own = game(kept, "Bram", "Ines")
    assert own.writer.author == "anna"

    async def story(stage: Stage) -> None:
        rows = {"Anna": "", "Ada": "", "Bram": ""}
        for name in rows:
            rows[name] = next(line for line in stage.text.splitlines() if f"{name} v" in line)
        assert "just now by table 1" in rows["Anna"]
        assert f"just now by {phone.state.info.sides[1].name}" in rows["Ada"]
        assert " by " not in rows["Bram"]
        at(ours).pass_minutes(16)
        await stage.press("n⎋")
        assert " by table 1" not in stage.text

    act(story, kept, game=None)


def test_what_others_entered_since_the_last_visit_and_nothing_of_ones_own(tmp_path: Path) -> None:
    store = MemoryStore()
    base = club()
    kept = Book(store, clock=base.clock, author="anna", rulesets=base.rulesets)
    theirs = Book(store, clock=base.clock, author="phone Farid", rulesets=base.rulesets)
    league = evening(kept)
    file = tmp_path / "state" / "left"
    LastVisit(file, base.clock).save_closing_time()
    at(base).pass_minutes(5)
    theirs.open_league("l1").results.enter_result("2", "1-6")
    league.reload()
    league.results.enter_result("3", "2-2")

    from tui.views.home_view import build_home_view

    view = build_home_view(kept, LastVisit(file, base.clock))
    (line,) = view.news
    assert "Winter League, Farid (phone): table 2" in line
    assert "1 : 6" in line
    assert view.tasks == ["Winter League: 3 results of the round not yet signed by both players"]
    assert build_home_view(kept, LastVisit(None, base.clock)).news == []
    league.reload()
    game = league.results.find_fixture("5")
    for player, result in zip(game.players, ("5-3", "3-5"), strict=True):
        seen = make_result_fingerprint(league.state.fixtures[game.id])
        league.reports.report_result(player, game.id, result, seen)
    assert build_home_view(kept, LastVisit(None, base.clock)).tasks == [
        "Winter League: 1 disputed result",
        "Winter League: 4 results of the round not yet signed by both players",
    ]


def test_of_two_thousand_games_the_first_are_listed_and_any_is_found() -> None:
    kept = club()
    over_ = game(kept, "Anna", "Bram")
    score(over_, 3, 1)
    over(over_, RED)
    summary = kept.store.get_summary(over_.stream)
    assert summary is not None
    every = [summary, *(_copy(summary, number) for number in range(2, 2001))]
    kept.store.list_summaries = lambda kind=None, status=None: every if kind == "match" else []  # type: ignore[method-assign]

    async def story(stage: Stage) -> None:
        assert "more" in stage.text
        assert f"{2000 - _shown(stage)} more" in stage.text
        await stage.press("/")
        assert "2000 of 2000" in stage.text
        await stage.press("number⎵1999")
        assert "1 of 2000" in stage.text

    act(story, kept, game=None)


def _copy(summary: StreamSummary, number: int) -> StreamSummary:
    from msgspec.structs import replace

    return replace(summary, stream=f"m{number}", title=f"Game number {number}")


def _shown(stage: Stage) -> int:
    return sum("Game number" in line or "Anna v Bram" in line for line in stage.text.splitlines())


def test_enter_through_all_of_it_is_a_standard_league() -> None:
    kept = club()

    async def story(stage: Stage) -> None:
        await stage.press("l⏎⏎⏎⏎⏎⏎")
        assert "no round yet" in stage.text
        await stage.press("q")
        assert "Autumn League 2026" in stage.text

    act(story, kept, game=None)
    info = kept.open_league("l1").state.info
    assert info.title == "Autumn League 2026"  # it is November
    assert info.scheme.name == "3/1/0"


def test_the_season_of_a_new_league_begins_on_a_typed_day() -> None:
    kept = club()

    async def story(stage: Stage) -> None:
        await stage.press("l⏎⏎⏎⏎⏎2026-99-99⏎")
        assert "2026-99-99" in stage.text
        assert "new league" in stage.text
        await stage.press("⌫" * 10 + "2026-11-02⏎")
        assert "no round yet" in stage.text

    act(story, kept, game=None)
    assert kept.open_league("l1").state.season.began_on == "2026-11-02"


@pytest.mark.thorough
def test_players_are_typed_one_a_line_and_the_rounds_follow() -> None:
    kept = club()

    async def story(stage: Stage) -> None:
        await stage.press("l")
        await stage.press("Club⎵Cup⏎")
        await stage.press("Anna⏎Bram⏎anna⏎")
        assert "anna is already on the list" in stage.text
        await stage.press("⌫⌫⌫⌫Chloe⏎Dario⏎")
        await stage.press("⏎")
        await stage.press("Erik")
        assert "Type a number," in stage.text
        await stage.press("2⏎")
        # Four players: three rounds in which everybody meets everybody.
        assert "round robin" in stage.text
        assert " 3 " in stage.text
        await stage.named("left", "left")
        assert "Swiss" in stage.text
        await stage.named("right", "right")
        await stage.press("⏎")
        assert "by the number of players: round robin suits these players" in stage.text
        await stage.press("3⏎⏎")  # Swiss all the same
        assert "no round yet" in stage.text
        await stage.press("d")
        assert "Enter draft (Swiss)" in stage.text
        await stage.press("⏎P⏎")
        assert "round 1 of 3" in stage.text

    act(story, kept, game=None)
    state = kept.open_league("l1").state
    assert [one.name for one in state.players.values()] == ["Anna", "Bram", "Chloe", "Dario"]
    assert state.season.planned == 3
    assert state.current_round is not None
    assert (state.season.pairing, state.current_round.method) == ("Swiss", "Swiss")
    assert state.info.scheme.name != "3/1/0"


@pytest.mark.thorough
def test_a_refusal_goes_with_the_next_key_and_a_digit_replaces_what_is_proposed() -> None:
    kept = club()

    async def story(stage: Stage) -> None:
        await stage.press("l⏎Anna⏎Bram⏎anna⏎")
        assert "anna is already on the list" in stage.text
        await stage.press("⌫")
        assert "anna is already on the list" not in stage.text
        await stage.press("⌫⌫⌫⏎⏎")
        assert "▸ How many rounds?" in stage.text
        await stage.named("right", "right")
        await stage.press("5")
        (row,) = (line for line in stage.text.splitlines() if "How many rounds?" in line)
        assert row.rstrip("│ ").split()[-1] == "5"
        await stage.press("2⏎⏎⏎")

    act(story, kept, game=None)
    assert kept.open_league("l1").state.season.planned == 52


@pytest.mark.parametrize(
    ("key", "typed", "answers"),
    [
        ("l", "Four⏎Anna⏎Bram⏎Cl", ["What is the league called?  Four", "2  Bram", "3  Cl▌"]),
        ("c", "Karst⏎Anna⏎Br", ["What is the campaign called?  Karst", "1  Anna", "2  Br▌"]),
    ],
)
def test_a_new_league_keeps_its_answers_until_it_begins(
    key: str, typed: str, answers: list[str]
) -> None:
    async def story(stage: Stage) -> None:
        await stage.press(f"{key}{typed}⎋")
        assert "called?" not in stage.text
        await stage.press(key)
        text = " ".join(stage.text.replace("│", " ").split())
        assert [each for each in answers if " ".join(each.split()) not in text] == []
        await stage.press("⏎⏎⏎⏎⏎⏎q")
        await stage.press(f"{key}n")
        assert "nobody yet" in stage.text

    act(story, club(), game=None)


@pytest.mark.parametrize(("players", "rounds"), [(2, 1), (5, 5), (8, 7), (10, 5), (16, 5), (17, 6)])
def test_as_many_rounds_are_proposed_as_suit_the_field(players: int, rounds: int) -> None:
    from tui.league.season.new_league_screen import NewLeagueScreen

    form = NewLeagueScreen(club(), "league", {}).form
    form.players_row.players = [f"Player {number}" for number in range(players)]
    # Up to eight everybody meets everybody; beyond, one round more than it takes to find the one
    # who has won everything: 16 players 4 + 1.
    assert form.propose_round_count() == rounds


@pytest.mark.thorough
def test_a_campaign_begins_and_opens() -> None:
    kept = club()

    async def story(stage: Stage) -> None:
        await stage.press("c")
        await stage.press("The⎵Karst⏎Anna⏎⏎⏎")
        assert "The Karst · campaign" in stage.text
        await stage.press("'")
        await stage.press("It⎵rained.⏎")
        assert "It rained." in stage.text
        await stage.press("u")
        assert stage.text.count("It rained.") == 1  # only in the answer to the undo

    act(story, kept, game=None)
    assert kept.open_league("c1").state.info.what == "campaign"


def test_several_leagues_are_picked_from_a_list_in_which_n_begins_another() -> None:
    kept = club()
    winter(kept, entered=1)
    kept.begin_league("Club Cup")

    async def story(stage: Stage) -> None:
        await stage.press("l")
        assert "which league?" in stage.text
        await stage.press("2")
        assert "Winter League" in stage.text.splitlines()[0]
        await stage.press("qln")
        assert "new league" in stage.text

    act(story, kept, game=None)


def test_a_player_is_found_and_opened() -> None:
    kept = club()
    winter(kept)

    async def story(stage: Stage) -> None:
        await stage.press("/chl⏎")
        assert "─ Chloé" in stage.text
        await stage.press("q")
        assert "round 4" in stage.text.splitlines()[0]

    act(story, kept, game=None)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("10-7", TypedEveningCommand("result", None, "10-7")),
        ("2 10-7", TypedEveningCommand("result", 2, "10-7")),
        ("10 - 7", TypedEveningCommand("result", None, "10 - 7")),
        ("10 7", TypedEveningCommand("result", None, "10 7")),
        ("2 1 6", TypedEveningCommand("result", 2, "1 6")),
        ("2 -1-6", TypedEveningCommand("result", 2, "-1-6")),
        ("-1-6", TypedEveningCommand("result", None, "-1-6")),
        ("21-6", TypedEveningCommand("result", None, "21-6")),  # never table 2
        ("12c1", TypedEveningCommand("result", 12, "c1")),
        ("3d", TypedEveningCommand("result", 3, "d")),
        ("3 w1 10-7", TypedEveningCommand("result", 3, "w1 10-7")),
        ("3l", TypedEveningCommand("lock", 3)),
        ("3l1", TypedEveningCommand("result", 3, "l1")),
        ("3s4", TypedEveningCommand("swap", 3, "4")),
        ("3", TypedEveningCommand("look", 3)),
        ("g", TypedEveningCommand("sign", None, "")),
        ("12 g2", TypedEveningCommand("sign", 12, "2")),
    ],
)
def test_a_score_is_never_read_as_a_table(typed: str, said: TypedEveningCommand) -> None:
    assert parse_evening_line(typed) == said


@pytest.mark.parametrize(
    ("typed", "on", "when", "where"),
    [
        ("", "", "", ""),
        ("tomorrow", "2026-11-20", "", ""),
        ("fri 19:30 the club", "2026-11-20", "19:30", "the club"),
        ("thu", "2026-11-26", "", ""),  # today is Thursday: the next one
        ("Wednesday 7.15", "2026-11-25", "07:15", ""),
        ("2026-12-24 Anna's", "2026-12-24", "", "Anna's"),
        ("today 21:00", "2026-11-19", "21:00", ""),
    ],
)
def test_days_to_come(typed: str, on: str, when: str, where: str) -> None:
    days = LeagueCalendar("Europe/Vienna", club().clock)
    assert parse_arrangement(typed, days) == GameArrangement(on, when, where)


@pytest.mark.parametrize("typed", ["yesterday", "2026-11-18", "soon", "fri 99:00", "th"])
def test_no_days_to_come(typed: str) -> None:
    with pytest.raises(Refused):
        parse_arrangement(typed, LeagueCalendar("Europe/Vienna", club().clock))


def test_what_is_no_day_to_come_is_refused_whole_with_the_forms_of_the_prompt() -> None:
    with pytest.raises(Refused) as refused:  # it is Thursday, 19 November
        parse_arrangement(" next friday", LeagueCalendar("Europe/Vienna", club().clock))
    assert refused.value.message == (
        "'next friday' does not begin with a day. Write it like fri 19:30, tomorrow or 2026-11-19."
    )
    for typed, what in (
        ("2026-02-30 19:30", "'2026-02-30' is not a date"),
        ("19:30", "'19:30' does not begin with a day"),
    ):
        with pytest.raises(Refused, match=what):
            parse_arrangement(typed, LeagueCalendar("Europe/Vienna", club().clock))


def test_the_table_and_the_league_say_that_the_league_may_not_have_the_game() -> None:
    """The disk is full at the very line of the league; that is made good when it is opened next."""
    store = Full()
    kept = Book(store, clock=Clock(), rulesets={"deathzap2": RULES["deathzap2"]})
    found = kept.begin_league("Winter", players=("Anna", "Farid"))
    found.rounds.draft_round()
    found.rounds.publish_round()
    found.matches.link_match_and_enter_result("1", begin(kept, TO_SHOOT).stream)

    async def story(stage: Stage) -> None:
        store.full = True
        await stage.press(":end conceded blue⏎")
        for _ in range(2):  # on the page of the end, and at the table
            assert "Winter may not have the latest result of this game" in " ".join(
                stage.text.split()
            )
            await stage.press("q")
        kept.open_league("l1")
        assert kept.unreported.startswith("Winter may not have the latest result of this game")
        await stage.press("1")
        assert "Winter may not have the latest result" in " ".join(stage.text.split())

    act(story, kept, game="m1")

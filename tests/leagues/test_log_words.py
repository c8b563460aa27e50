"""Every kind of thing that is said to a league, and the line of the log it becomes."""

from __future__ import annotations

from collections.abc import Callable

from tests.leagues.club import club, meetings
from tests.leagues.test_core_campaign import campaign
from tracker.application.leagues.campaign.campaign_timeline import build_campaign_timeline
from tracker.application.leagues.league import League
from tracker.application.leagues.league_log import describe_league_entry, list_league_log_lines
from tracker.application.leagues.results.linked_match_outcomes import UnitStats

Said = tuple[Callable[[League], object], str]
FIVE = ("Anna", "Bram", "Chloé", "Dario", "Erik")


def last(found: League) -> str:
    return list_league_log_lines(found.history)[-1].text


def say_all(found: League, said: list[Said]) -> None:
    for say, text in said:
        say(found)
        assert last(found) == text


PEOPLE: list[Said] = [
    (lambda it: it.people.enrol_players("Zoe", "Yves"), "Zoe enrolled; Yves enrolled"),
    (lambda it: it.people.enrol_players("Xaver", ranked=False), "Xaver enrolled, not ranked"),
    (
        lambda it: it.people.change_player_name_or_ranking("Xaver", ranked=True, why="stays"),
        "Xaver is ranked (stays)",
    ),
    (
        lambda it: it.people.change_player_name_or_ranking("Zoe", name="Zoé", ranked=False),
        "Zoe is now called Zoé and is not ranked",
    ),
    (lambda it: it.people.mark_away("Anna"), "Anna: away in round 1"),
    (
        lambda it: it.people.mark_away("Anna", bye="half bye", why="ill"),
        "Anna: away in round 1, a half bye (ill)",
    ),
    (lambda it: it.people.set_presence("Anna", "present"), "Anna: here"),
    (lambda it: it.people.set_presence("Bram", "late"), "Bram: late in round 1"),
    (lambda it: it.people.set_presence("Bram", "ringer"), "Bram: plays unranked"),
    (lambda it: it.people.drop_player("Erik", after_round=True), "Erik: drops after round 1"),
    (lambda it: it.people.drop_player("Dario", why="moved"), "Dario: dropped (moved)"),
    (lambda it: it.people.reinstate_or_mark_present("Dario"), "Dario: back again"),
]
CAMPAIGN: list[Said] = [
    (
        lambda it: it.forces.record_past_game(
            "Kestrel", "Ash", "7-4", unit_stats={"Alpha": UnitStats(2, 3, fallen=("Brakk",))}
        ),
        "f1 Anna v Bram; Anna v Bram: 7 : 4, Anna won; Alpha: +9 experience, out of action: Brakk"
        " (+1 game, +2 won, +6 for 2 kills, 3 lost); Bravo: +3 experience (+1 game, +2 won);"
        " Claw: +1 experience (+1 game)",
    ),
    (
        lambda it: it.forces.enter_or_roll_recovery_dice("Alpha", (5, 3, 6)),
        "Alpha: −1 figure (2 of 3 back on 4+: Brakk)",
    ),
    (
        lambda it: it.forces.change_unit_by_hand(
            "Alpha", experience_change=2, figure_change=-1, name="Old Alpha", why="won"
        ),
        "Old Alpha by hand: +2 experience, −1 figure, now called Old Alpha (won)",
    ),
    (
        lambda it: it.forces.change_unit_by_hand("Bravo", status="resting", why="tired"),
        "Bravo by hand: resting (tired)",
    ),
    (
        lambda it: it.forces.change_unit_by_hand("Bravo", status="", why="fit"),
        "Bravo by hand: ready again (fit)",
    ),
    (
        lambda it: it.forces.add_units("Kestrel", (("Recruits", 5),), why="hired"),
        "Kestrel: Recruits joined (hired)",
    ),
    (
        lambda it: it.forces.enrol_force("Anna", name="Moth", units=(("Echo", 3),)),
        "Moth enrolled for Anna, 1 unit",
    ),
]


def test_people() -> None:
    found = club().begin_league("Spring", players=FIVE)
    first = [line.text for line in list_league_log_lines(found.history)]
    assert first == [
        "Spring: league opened, 3/1/0",
        "Anna enrolled; Bram enrolled; Chloé enrolled; Dario enrolled; Erik enrolled",
    ]
    say_all(found, PEOPLE)


def test_a_round_its_results_and_the_season() -> None:
    found = club().begin_league("Spring", players=FIVE[:4], zone="Europe/Vienna", rounds=3)
    found.rounds.draft_round()
    assert last(found) == "round 1 drafted, round robin: 2 tables"
    pairs = [
        [found.state.get_player_name(player) for player in one.players] for one in meetings(found)
    ]
    assert pairs == [["Anna", "Dario"], ["Bram", "Chloé"]]
    say_all(
        found,
        [
            (
                lambda it: it.rounds.set_pairing_lock("Anna"),
                "round 1: pairing of Anna and Dario locked",
            ),
            (
                lambda it: it.rounds.set_pairing_lock("Anna", locked=False),
                "round 1: pairing of Anna and Dario unlocked",
            ),
            (
                lambda it: it.rounds.swap_players("Dario", "Chloé", why="met last week"),
                "round 1: Dario and Chloé change places (met last week)",
            ),
            (
                lambda it: it.rounds.publish_round(ends="22:30"),
                "round 1 published, games end 22:30",
            ),
        ],
    )
    one = "table 1, Anna v Chloé"
    first, second = (each.id for each in meetings(found))
    say_all(
        found,
        [
            (
                lambda it: it.results.arrange_game(
                    first, "2026-12-02", time="19:30", where="the club"
                ),
                f"{one}: arranged for Wed 2 Dec 2026 19:30, the club",
            ),
            (lambda it: it.results.arrange_game(first, ""), f"{one}: arrangement cancelled"),
            (lambda it: it.results.enter_result(first, "10-7"), f"{one}: 10 : 7, Anna won"),
            (
                lambda it: it.results.sign_result(first),
                f"{one}: signed by Anna; {one}: signed by Chloé",
            ),
            (
                lambda it: it.results.correct_result(first, "7-10", why="wrong way round"),
                f"{one}: corrected, 7 : 10, Chloé won; it was 10 : 7, Anna won (wrong way round)",
            ),
            (
                lambda it: it.results.withdraw_result(first, why="never played"),
                f"{one}: result deleted (never played)",
            ),
            (lambda it: it.results.enter_result(first, "d"), f"{one}: drawn"),
            (lambda it: it.results.enter_result(second, "w1"), "table 2, Bram v Dario: Bram won"),
            (
                lambda it: it.points.award_bonus_or_penalty("Anna", "1/2", why="painted"),
                "Anna: +0.5 bonus (painted)",
            ),
            (
                lambda it: it.points.draw_or_enter_lots(("Bram", "Anna")),
                "lots drawn at the table: Bram, Anna",
            ),
            (lambda it: it.points.add_note("cold hall", about="Anna"), "note: cold hall (Anna)"),
        ],
    )
    before = len(list_league_log_lines(found.history))
    say_all(
        found,
        [
            (lambda it: it.undo(), f"back to line {before - 1}; later lines undone"),
            (lambda it: it.redo(), f"redone up to line {before}"),
            (lambda it: it.seasons.close_season(), "season 1 closed"),
            (lambda it: it.seasons.begin_season("Summer", round_count=3), "season 2 began: Summer"),
        ],
    )


def test_the_answer_to_an_undo_names_what_it_undid() -> None:
    found = club().begin_league("Winter", players=FIVE, zone="UTC")
    found.points.add_note("cold hall")
    found.points.add_note("warm hall")
    note = found.history.last_line_number - 1

    def return_to_line(line: int) -> str:
        return describe_league_entry(found.history, found.return_to_line(line))

    said = f"back to line {note - 1}; undone: line {note}, note: cold hall"
    assert return_to_line(note - 1) == f"{said}, and 1 more after it"
    assert describe_league_entry(found.history, found.redo()) == f"redone up to line {note + 1}"
    return_to_line(note)
    assert return_to_line(note - 1) == said
    assert return_to_line(note + 1) == f"switched to line {note + 1}"


def test_forces_and_their_games() -> None:
    found = campaign("recover")
    assert [line.text for line in list_league_log_lines(found.history)[2:]] == [
        "Kestrel enrolled for Anna, 2 units",
        "Ash enrolled for Bram, 1 unit",
    ]
    say_all(found, CAMPAIGN)


def test_the_timeline_of_what_units_came_to() -> None:
    """Alpha comes to 9 of experience, a veteran from 5 on (the rules of this campaign)."""
    found = campaign("recover")
    for say, _ in CAMPAIGN:
        say(found)
    told = [(one.kind, one.text, one.depth, one.details) for one in build_campaign_timeline(found)]
    game = (
        "game",
        "Anna v Bram, 7 : 4, Anna won",
        "result and losses",
        (
            "Alpha +9 experience (+1 game, +2 won, +6 for 2 kills, 3 lost)",
            "Alpha, out of action: Brakk",
            "Alpha is now veteran",
            "Bravo +3 experience (+1 game, +2 won)",
            "Claw +1 experience (+1 game)",
        ),
    )
    assert game in [(kind, text.replace("Old Alpha", "Alpha"), depth, tuple(
        one.replace("Old Alpha", "Alpha") for one in details
    )) for kind, text, depth, details in told]  # fmt: skip
    assert [text for kind, text, *_ in told if kind in ("recovery", "by hand")] == [
        "Old Alpha: 2 of 3 back on 4+: Brakk (5 3 6)",
        "Old Alpha by hand: +2 experience, −1 figure, now called Old Alpha (won)",
        "Bravo by hand: resting (tired)",
        "Bravo by hand: ready again (fit)",
    ]

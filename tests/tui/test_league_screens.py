"""Every screen of a league as plain text, kept beside the tests; any name survives on each."""

from __future__ import annotations

import re
import unicodedata

import pytest
from rich.cells import cell_len

from tests.profiles import some
from tests.tui.kit import GOLDENS, SIZES, Stage, act, both_sizes, check_goldens
from tests.tui.test_names import every_name
from tests.tui.test_screens import BANNED
from tests.tui.winter import club, evening, typed
from tracker.application.book import Book
from tui.key_bindings import KEYS
from tui.widgets.screen_bottom_lines import Footer

FOLDER = "league"


def told() -> Book:
    """The evening with three results entered, one of them signed."""
    kept = club("Chloé")
    league = evening(kept)
    league.results.enter_result("2", typed(league, 2))
    league.results.sign_result("2", "Chloé")
    league.results.enter_result("3", typed(league, 3))
    league.results.sign_result("3")
    league.results.sign_result("4")
    league.results.enter_result("5", typed(league, 5))
    league.people.mark_away("Priya")
    league.people.drop_player("Dario", after_round=True)
    return kept


# name, keys from home; the league is the second row there
SCREENS: tuple[tuple[str, str], ...] = (
    ("home", ""),
    ("evening", "2"),
    ("evening-typed", "25⎵11-6"),
    ("evening-set-right", "23⎵10-8⏎"),
    ("evening-refused", "210-⏎"),
    ("draft", "2d⏎"),
    ("draft-swapped", "2d⏎3s4⏎3l⏎"),
    ("publish", "2d⏎P"),
    ("check-in", "2d"),
    ("check-in-drops", "2p/an⏎d"),
    ("sign-up-empty", "2pp"),
    ("sign-up", "2pp1. Farida (Iron Guard, Linz)⏎2. anna⏎3. Paula⏎4. Paula⏎Quinn"),
    ("standings", "2s"),
    ("standings-earlier", "2s<"),
    ("big-screen", "2sF"),
    ("player", "2s⏎"),
    ("round", "2r"),
    ("ratings", "2sR"),
    ("outlook", "2sw"),
    ("mission", "2rmTake and hold; four woods; no dusk⏎"),
    ("mission-evening", "2rmTake and hold; four woods; no dusk⏎q"),
    ("bracket", "2sb4 third⏎"),
    ("log", "2uL"),
    ("keys", "2?"),
    ("new-league", "ln"),
    ("new-league-players", "lnCup⏎Anna⏎Bram⏎Ch"),
    ("new-league-scheme", "lnCup⏎Anna⏎Bram⏎⏎"),
    ("new-league-rounds", "lnCup⏎Anna⏎Bram⏎⏎⏎"),
    ("new-league-pairing", "lnCup⏎Anna⏎Bram⏎⏎⏎⏎"),
    ("season", "2S⏎2"),
    ("season-ties", "2S⏎⏎a"),
    ("pick", "l"),
    ("campaign", "cKarst⏎Anna⏎Bram⏎⏎"),
    ("find", "/a"),
)


@pytest.mark.parametrize(("name", "keys"), some(SCREENS, 5), ids=[name for name, _ in SCREENS])
def test_screen(name: str, keys: str) -> None:
    kept = told()

    async def story(stage: Stage) -> None:
        await stage.press(keys)
        await check_goldens(stage, f"{FOLDER}/{name}")
        for footer in stage.app.screen.query(Footer):
            assert len(footer.commands) <= 6

    act(story, kept, game=None)


def test_every_kept_screen_has_its_test() -> None:
    kept = {path.stem for path in (GOLDENS / FOLDER).glob("*.txt")}
    assert kept <= {f"{name}-{w}x{h}" for name, _ in SCREENS for w, h in SIZES}
    assert kept >= {f"{name}-80x24" for name, _ in SCREENS}


def test_screens_speak_the_words_of_the_hobby() -> None:
    for path in (GOLDENS / FOLDER).glob("*.txt"):
        text = path.read_text(encoding="utf-8")
        assert BANNED.findall(text) == [], path.name
        assert not re.search(r"\bfixture|withdrawn", text), path.name


@pytest.mark.slow
@both_sizes
@every_name
def test_any_name_survives_on_every_screen(name: str, size: tuple[int, int]) -> None:
    kept = club()
    league = kept.begin_league(
        name or "Cup",
        players=[f"{name[:190]} {number}" for number in range(1, 6)],
        zone="UTC",
        rounds=3,
        tie_breaks=("VP difference", "schedule", "Buchholz", "Sonneborn-Berger", "lots"),
    )
    league.rounds.draft_round()
    league.rounds.publish_round(ends="22:00")
    league.results.enter_result("1", "10-7")
    league.results.sign_result("1")
    league.points.add_note(name or "A note.")

    async def story(stage: Stage) -> None:
        for keys in ("", "1", "2⎵1-6⏎", "2⎵3-3⏎", "⎋⎋", "1", "d", "⏎", "p", "d", "⎋q", "s", "⏎",
                     "q", "R", "q", "F", "q", "r", "q", "L", "qS", "⏎2⏎⏎", "⎋q", "q",
                     "/a", "⎋l"):  # fmt: skip
            await stage.press(keys)
            for strip in stage.strips():
                text = "".join(segment.text for segment in strip)
                assert cell_len(text) == size[0], text
                assert not any(unicodedata.category(c) in ("Cc", "Cf") for c in text)

    act(story, kept, size=size, game=None)


@pytest.mark.thorough
@both_sizes
def test_forty_players_scroll_and_the_marked_row_stays_in_sight(size: tuple[int, int]) -> None:
    kept = club()
    league = kept.begin_league(
        "Big", players=[f"Player number {n}" for n in range(1, 41)], zone="UTC", rounds=5
    )
    league.rounds.draft_round()
    league.rounds.publish_round()
    for table in range(1, 18):
        league.results.enter_result(str(table), "1-0")

    async def story(stage: Stage) -> None:
        await stage.press("1")
        for number in range(18, 21):
            assert f"▸{number:>2}" in stage.text
            await stage.press("1-0⏎")
        await stage.press("d⏎")
        assert "draft of round 2" in stage.text
        assert stage.text.splitlines()[-1].startswith(" d draft")
        await stage.press("s")
        await stage.named(*["down"] * 39)
        assert "▸40" in stage.text or re.search(r"▸ *\d+", stage.text)
        await stage.press("qp")
        await stage.named(*["down"] * 39)
        assert "Player number 40" in stage.text

    act(story, kept, size=size, game=None)


def test_the_keys_that_mean_the_same_everywhere_do() -> None:
    same = {"u": "undo", "U": "redo", "question_mark": "help"}
    for name, table in KEYS.items():
        if name in {"dialog", "keys_dialog"}:  # which any key closes that opens one
            continue
        for command in table:
            for key in command.keys:
                if key in same:
                    assert command.id == same[key], (name, key)
        every = [key for command in table for key in command.keys]
        assert len(every) == len(set(every)), name

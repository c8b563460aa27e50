"""A sign-up list on the screen: pasted, typed, from a file, mended, and enrolled."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events

from tests.tui.kit import Stage, act, both_sizes
from tests.tui.quiet import NO_GAMES, plain, quiet
from tests.tui.test_names import check, every_name
from tests.tui.winter import club, read
from tracker.application.book import Book
from tracker.application.leagues.people.sign_up_list_review import review_sign_ups
from tracker.leagues.results.standings_input_types import PlayerId
from tui.league.standings.player_screen import PlayerScreen

LIST = "1. Anna Berger; Iron Guard; Vienna\n2. Jonas Meyr; Red Dusk\n3. anna\n4. Paula\n5. Paula\n"


def begun() -> Book:
    kept = club()
    kept.begin_league("Club Night", players=("Anna", "Jonas Meyer"), zone="Europe/Vienna")
    return kept


async def paste(stage: Stage, text: str) -> None:
    stage.app.screen.post_message(events.Paste(text))
    await stage.settle()


def test_a_list_is_pasted_looked_over_and_enrolled() -> None:
    kept = begun()

    async def story(stage: Stage) -> None:
        await stage.press("1pp")
        await paste(stage, LIST)
        assert "3 join · 2 not" in stage.text
        assert "joins; same person as Jonas Meyer?" in stage.text
        await stage.named("up", "up", "up")
        await stage.press("⇥")
        assert "left out; same person as Jonas Meyer?" in stage.text
        await stage.press("Rosa; late⏎⏎")
        assert "3 players enrolled, 3 lines left out" in stage.text
        assert "Iron Guard, Vienna" in stage.text  # beside the name at the check-in

    act(story, kept, game=None)


def test_it_stays_while_one_looks_at_who_is_here_and_lines_are_mended() -> None:
    kept = begun()

    async def story(stage: Stage) -> None:
        await stage.press("1pp⏎")
        assert "The list is empty. Paste" in stage.text
        await stage.press("Quinn, Rosa⏎")
        assert "Rosa" in stage.text
        await stage.press("⎋p")
        assert "1 join" in stage.text
        await stage.named("f2")
        assert "each line is one name" in stage.text
        await stage.named("f2")
        await stage.press("⌫" + "⌫" * 6 + "⏎")
        await paste(stage, "Theo")
        assert "Theo▌" in stage.text
        await stage.press("⏎⏎")
        assert "2 players enrolled" in stage.text

    act(story, kept, game=None)
    names = [one.name for one in read(kept).state.players.values()]
    assert names == ["Anna", "Jonas Meyer", "Quinn", "Theo"]


def test_the_name_of_a_file_is_read_as_the_list_in_it(tmp_path: Path) -> None:
    kept = begun()
    path = tmp_path / "list.csv"
    path.write_text("\ufeffName,Army\nPaula,Red Dusk\nTheo,\n", encoding="utf-8")

    async def story(stage: Stage) -> None:
        await stage.press("1pp")
        await paste(stage, str(path))
        await stage.press("⏎")
        assert "2 join" in stage.text
        await stage.press("⏎")

    act(story, kept, game=None)
    league = read(kept)
    assert league.people.find_player("Paula").about == "Red Dusk"
    assert league.state.players[PlayerId("p4")].name == "Theo"


def test_a_list_that_is_too_long_is_refused_in_a_sentence() -> None:
    kept = begun()

    async def story(stage: Stage) -> None:
        await stage.press("1pp")
        await paste(stage, "\n".join(f"Player {number}" for number in range(1200)))
        assert "The list has 1200 lines; the limit is 1000." in stage.text

    act(story, kept, game=None)
    assert len(read(kept).state.players) == 2


@pytest.mark.thorough
@pytest.mark.slow
@both_sizes
@every_name
def test_any_name_survives_on_a_list(name: str, size: tuple[int, int]) -> None:
    kept = begun()

    async def story(stage: Stage) -> None:
        await stage.press("1pp")
        await paste(stage, f"{name or 'Paula'}; {name}\n{name} 2; {name}\n")
        check(stage, size)
        await stage.press("⏎")
        check(stage, size)
        await stage.press("⏎")  # nothing says which column has the names: the one proposed
        check(stage, size)
        await stage.press("qdo⏎P⏎ri")
        for keys in ("⏎", "1-0⏎", "⏎", "⎋", "g", "⎋", "x", "⎋", "q"):
            await stage.press(keys)
            check(stage, size)

    act(story, kept, size=size, game=None)


def test_somebody_s_page_says_what_stood_beside_the_name() -> None:
    kept = begun()
    league = read(kept)
    league.people.enrol_sign_ups(review_sign_ups(league.state, "Paula; Red Dusk; Linz"))
    lines = quiet(PlayerScreen(NO_GAMES, league, PlayerId("p3"))).render_page_lines(80)
    assert "Red Dusk, Linz" in " ".join(plain(lines))


def test_a_file_of_a_spreadsheet_asks_for_its_encoding_and_f3_takes_another_column(
    tmp_path: Path,
) -> None:
    """Windows text without a mark, headings that nobody knows: an encoding and a column to say."""
    kept = begun()
    file = tmp_path / "l.csv"
    file.write_bytes(
        "Aika;Kutsu;Armeija\n1.11.2026;Jörg Müller;Orks\n2.11.2026;Paula;Orks\n".encode("cp1252")
    )

    async def story(stage: Stage) -> None:
        await stage.press("1pp")
        await stage.press(f"{file}⏎")
        assert "how is the file encoded?" in stage.text
        await stage.press("⏎")
        assert "Jörg Müller" in stage.text
        assert "names: column 2, Kutsu · 2 join" in stage.text
        await stage.press("⏎")
        asked = "Are the names in column 2, Kutsu? Press Enter to enrol, F3 for another column."
        assert asked in " ".join(stage.text.split())
        await stage.named("f3")
        assert "column 3, Armeija" in stage.text
        await stage.named("f3", "f3", "f3")  # both columns, in either order, then the first
        await stage.press("⏎")
        assert "2 players enrolled" in stage.text

    act(story, kept, game=None)
    (league,) = kept.list_leagues("league")
    players = kept.open_league(league.stream).state.players.values()
    assert [one.name for one in players][2:] == ["Jörg Müller", "Paula"]
    assert "2026" not in str(players)


def test_the_screen_leaves_titles_out_and_asks_once_where_no_heading_says_who() -> None:
    kept = begun()

    async def story(stage: Stage) -> None:
        await stage.press("1pp")
        await paste(stage, "Winter Cup,,\nNo.,First,Last\n1,Paula,Berger\n2,Theo,Jong\n")
        assert "is a heading, not a player" in stage.text
        await stage.press("⏎")
        assert "2 players enrolled" in stage.text
        await stage.press("p")
        await paste(stage, "Quinn;Rosen\nUlla;Stern\n")
        await stage.press("⏎")
        asked = "Are the names in column 1, Quinn? Press Enter to enrol, F3 for another column."
        assert asked in " ".join(stage.text.split())
        await stage.named("f3", "f3")
        assert "columns 1 and 2, Quinn + Rosen" in stage.text
        await stage.press("⏎")
        assert "2 players enrolled" in stage.text

    act(story, kept, game=None)
    names = [one.name for one in read(kept).state.players.values()]
    assert names[2:] == ["Paula Berger", "Theo Jong", "Quinn Rosen", "Ulla Stern"]

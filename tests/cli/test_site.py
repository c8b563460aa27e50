"""``warledger site``: what it says, and what it leaves alone."""

from __future__ import annotations

from pathlib import Path

from tests.cli.running import Shell


def test_it_says_where_the_pages_are_and_how_many(playing: Shell) -> None:
    assert playing.done("site", "club").out == "club/index.html  3 pages, 3 written\n"
    assert playing.done("site", "club").out == "club/index.html  3 pages, 0 written\n"
    playing.done("league", "new", "Winter", "--player", "Anna", "--player", "Ben")
    # The league, its calendar, two players; the index is another one.
    assert playing.done("site", "club").out == "club/index.html  7 pages, 5 written\n"
    playing.done("league", "archive", "l1")
    told = playing.done("site", "club").out
    assert told == "club/index.html  3 pages, 1 written, 4 removed\n"


def test_what_was_left_alone_is_said_and_the_rest_is_written(playing: Shell) -> None:
    Path("club").mkdir()
    Path("club/m1.html").write_text("mine", encoding="utf-8")
    ran = playing("site", "club", "--json")
    assert ran.code == 1
    assert ran.json["left"] == [
        f"{Path('club/m1.html')} already exists and is not part of the site, so it was left"
        " as it is. Move the file to another folder, then write the site again."
    ]
    assert ran.json["left"][0] in ran.err
    assert Path("club/index.html").exists()


def test_a_ledger_that_is_not_there_leaves_no_folder(shell: Shell) -> None:
    ran = shell("site", "club", "--db", "nowhere.db")
    assert ran.code == 1
    assert "There is no ledger at nowhere.db" in ran.err
    assert not Path("club").exists()


def test_a_file_is_no_folder_for_a_site(shell: Shell) -> None:
    shell.done("league", "new", "Winter")
    Path("play.html").write_text("", encoding="utf-8")
    assert (
        "play.html is a file, not a folder. Choose another folder."
        in shell("site", "play.html").err
    )

"""``warledger export``: what a name means, every form, and what is refused."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.running import Shell
from tests.deathzap2.evening import BLUE, RED

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shell]:
    """A game m1, and a league l1 whose first round is over; every test writes files of its own."""
    folder = tmp_path_factory.mktemp("evening")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        Path("iron.toml").write_text(RED, encoding="utf-8")
        Path("dusk.toml").write_text(BLUE, encoding="utf-8")
        shell = Shell(folder / "games.db", patch)
        shell.done("match", "new", "--side", "Red=iron.toml", "--side", "Blue=dusk.toml")
        shell.done("league", "new", "Winter", "--player", "Anna", "--player", "Bram")
        shell.done("league", "draft", "l1")
        shell.done("league", "publish", "l1", "--on", "2026-01-10")
        shell.done("league", "result", "l1", "1", "10-7", "--on", "2026-01-10")
        yield shell


@pytest.mark.parametrize("name", ["l1", "Winter", "wint"])
def test_a_league_is_named_as_elsewhere(evening: Shell, name: str) -> None:
    assert evening.done("export", name).out.startswith("# Winter\n")


@pytest.mark.parametrize("name", ["m1", "1", "last", "red"])
def test_and_a_game_too(evening: Shell, name: str) -> None:
    assert evening.done("export", name).out.startswith("# Iron Third v Red Dusk\n")


@pytest.mark.thorough
def test_a_whole_title_means_more_than_the_beginning_of_another(shell: Shell) -> None:
    sides = ("--side", "Red=iron.toml", "--side", "Blue=dusk.toml")
    shell.done("match", "new", *sides, "--title", "Winter final")
    shell.done("league", "new", "Winter", "--player", "Anna")
    shell.done("league", "new", "1", "--player", "Anna")
    assert shell.done("export", "winter").out.startswith("# Winter\n")
    assert "'1' could mean l2 (by its name) or m1." in shell("export", "1").err
    shell.done("match", "new", *sides, "--title", "WINTER")
    assert shell.done("export", "WINTER").out.startswith("# WINTER\n")
    assert shell.done("export", "Winter").out.startswith("# Winter\n")
    assert "'wInter' could mean more than one game or league." in shell("export", "wInter").err


def test_every_form_of_a_league_into_a_folder(evening: Shell) -> None:
    Path("out").mkdir()
    for form in ("md", "html", "csv", "events", "ics", "json", "schema"):
        evening.done("export", "l1", "--format", form, "-o", "out")
    evening.done("export", "l1", "--format", "csv", "--only", "rounds", "-o", "out")
    assert {each.name for each in Path("out").iterdir()} == {
        "winter.md",
        "winter.html",
        "winter.csv",
        "winter-events.csv",
        "winter.ics",
        "winter.json",
        "winter.schema.json",
        "winter-rounds.csv",
    }
    ics = Path("out/winter.ics").read_bytes()
    assert ics.count(b"\r\n") == ics.count(b"\n")
    evening.done("export", "l1", "--format", "ics", "--player", "anna", "-o", "out")
    assert "NAME:Winter: Anna" in Path("out/winter-anna.ics").read_text(encoding="utf-8")
    wrong = evening("export", "l1", "--player", "Anna", "-o", "out")
    assert (wrong.code, "--player is only for a calendar." in wrong.err) == (1, True)
    wrong = evening("export", "l1", "--only", "luck")
    assert wrong.code == 1
    assert (
        "There is no luck to export, because no game with dice has been recorded yet." in wrong.err
    )
    wrong = evening("export", "l1", "--only", "bracket")
    assert (wrong.code, "There is no bracket to export." in wrong.err) == (1, True)
    ran = evening("export", "l1", "-o", "out")
    assert (ran.code, "already exists. To replace the file, use --overwrite" in ran.err) == (
        1,
        True,
    )
    assert evening.done("export", "l1", "-o", "-").out == evening.done("export", "l1").out
    for command in (
        ("backup", "-"),
        ("tables", "-"),
        ("export", "all", "--format", "sqlite", "-o", "-"),
    ):
        ran = evening(*command)
        assert (ran.code, "file" in ran.err, Path("-").exists()) == (1, True, False)


def test_the_whole_ledger(evening: Shell) -> None:
    found = evening.done("export", "ledger", "--format", "json").json
    assert [one["stream"] for one in found["streams"]] == ["m1", "l1"]
    shape = evening.done("export", "ledger", "--format", "json", "-o", "all.json", "--json").json
    assert shape == {"match": "ledger", "format": "json", "file": "all.json", "text": None}
    assert json.loads(Path("all.json").read_text(encoding="utf-8")) == found
    assert evening.done("export", "ledger", "--format", "schema").json["title"] == (
        "warledger-ledger-1"
    )


@pytest.mark.parametrize("what", ["m1", "l1"])
def test_the_players_words_and_pictures(evening: Shell, what: str) -> None:
    Path("words.txt").write_text("What <b>an</b> evening.\n", encoding="utf-8")
    Path("the hill.png").write_bytes(PNG)
    own = ("--words", "words.txt", "--picture", "the hill.png")
    page = evening.done("export", what, "--format", "html", *own).out
    assert "What &lt;b&gt;an&lt;/b&gt; evening." in page
    assert f'<img src="data:image/png;base64,{base64.b64encode(PNG).decode()}"' in page
    assert "![the hill](the%20hill.png)" in evening.done("export", what, *own).out


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (("m9",), "No game or league is called 'm9'. Choose one of: m1"),
        (
            ("l1", "--format", "pdf"),
            "A league or campaign has no format 'pdf'. Choose one of: md, html, csv",
        ),
        (
            ("m1", "--format", "ics"),
            "A game has no format 'ics'. Choose one of: md, html, playback",
        ),
        (("all", "--format", "csv"), "The whole ledger has no format 'csv'. Choose one of: json, "),
        (("m1", "-o", "iron.toml/new/"), "The folder iron.toml/new cannot be created: not a dir"),
        (("ledger",), "The whole ledger has no format 'md'. Choose one of: json, schema"),
        (("l1", "--only", "dice"), "There is no part 'dice'"),
        (("l1", "--season", "4"), "There is no season 4"),
        (("l1", "--as-of", "7"), "There is no round 7"),
        (("l1", "--as-of", "friday"), "is not a date"),
        (
            ("l1", "--format", "csv", "--only", "rounds", "--words", "iron.toml"),
            "--words has no effect on this export",
        ),
        (("m1", "--only", "rounds"), "--only has no effect on this export"),
        (("m1", "--as-of", "3"), "--as-of has no effect on this export"),
        (
            ("m1", "--format", "csv", "--picture", "iron.toml"),
            "--picture has no effect on this export",
        ),
        (("m1", "--picture", "iron.toml"), "iron.toml is not a picture. Use PNG"),
        (("m1", "--picture", "nowhere.png"), "nowhere.png cannot be read: no such file"),
        (("m1", "--words", "nowhere.txt"), "nowhere.txt cannot be read"),
        (("l1", "-o", "nowhere/file.md"), "cannot be written"),
    ],
)
def test_what_is_refused_in_one_sentence(evening: Shell, call: tuple[str, ...], says: str) -> None:
    before = sorted(Path().iterdir())
    ran = evening("export", *call)
    assert (ran.code, ran.out) == (1, "")
    assert says in ran.err
    assert ran.err.count("\n") == 1
    assert sorted(Path().iterdir()) == before


def test_an_unknown_league_is_looked_for_among_the_leagues(shell: Shell) -> None:
    for title in ("One", "Two", "Three", "Four", "Five", "Six", "Seven"):
        sides = ("--side", "Red=iron.toml", "--side", "Blue=dusk.toml", "--title", title)
        shell.done("match", "new", *sides)
    assert "No game or league is called 'l9'. Choose one of: m7 Seven," in shell("export", "l9").err
    shell.done("league", "new", "Winter")
    said = shell("export", "l9").err
    assert "No game or league is called 'l9'. Choose one of: l1 Winter, m7 Seven," in said
    assert "To list all, use match list, league list or campaign list.\n" in said
    assert "To list all, use match list.\n" in shell("match", "show", "m9").err


@pytest.mark.parametrize("form", ["csv", "md", "html"])
def test_a_campaign_has_no_cross_table(shell: Shell, form: str) -> None:
    shell.done("campaign", "new", "Karst", "--player", "Anna", "--player", "Bram")
    shell.done("campaign", "record", "c1", "Anna", "Bram", "10-7")
    ran = shell("export", "c1", "--only", "cross-table", "--format", form)
    assert (ran.code, "A campaign has no rounds, so it has no cross-table." in ran.err) == (1, True)
    assert "Bram" in shell.done("export", "c1", "--only", "rounds", "--format", form).out


def test_a_name_that_ends_in_a_slash_is_a_folder_which_is_created(shell: Shell) -> None:
    shell.done("league", "new", "Winter", "--player", "Anna")
    for suffix in ("md", "csv"):  # the second time the folder is there
        made = shell.done("export", "l1", "--format", suffix, "-o", "out/2026/").out.strip()
        assert Path(made) == Path("out", "2026", f"winter.{suffix}")
        assert Path(made).is_file()

"""A ledger as static pages: every link leads somewhere, writing again changes only what changed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from exports.output_file_writing import write_text_file_atomically
from exports.site.site_pages import list_ledger_site_parts
from exports.site.site_writer import MANIFEST_FILE, SiteFolder, write_site
from tests.application.toy import TOY
from tests.exports.site_reading import faults, pages
from tests.leagues.club import BLUE, RED, club, game, league
from tests.leagues.test_core_campaign import campaign as karst
from tests.leagues.test_core_matches import end, linked
from tests.thin import test_xenocide_orders as thin
from tests.thin.xenocide_orders import RULESET, Nothing
from tracker.application.book import Book, open_book
from tracker.application.errors import LedgerError, Refused
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.vocabulary.subject_ids import UnitId


@pytest.fixture
def book() -> Book:
    """A league of four with a kept game m1 that is over, a running game m2, a campaign."""
    found = club()
    _, playing = linked(found)
    end(playing, 7, 4)
    game(found, red="Somebody", blue="Else")
    karst(book=found).forces.record_past_game("Kestrel", "Ash", "7-4")
    return found


def stamps(path: Path) -> dict[str, tuple[int, int]]:
    """Which file is which, and when it was written last."""
    return {
        one.name: (one.stat().st_ino, one.stat().st_mtime_ns)
        for one in path.iterdir()
        if one.name != MANIFEST_FILE
    }


def changed(path: Path, before: dict[str, tuple[int, int]]) -> set[str]:
    now = stamps(path)
    return {name for name in now if before.get(name) != now[name]}


# ------------------------------------------------------------------------------------- the pages


@pytest.mark.thorough
def test_there_is_a_page_of_everything_and_every_link_leads_to_one(
    book: Book, tmp_path: Path
) -> None:
    written = write_site(book, tmp_path)
    names = {one.name for one in tmp_path.iterdir()} - {MANIFEST_FILE}
    players = {f"l1-p{n}.html" for n in (1, 2, 3, 4)}
    assert players | {"index.html", "m1.html", "m2.html", "l1.html", "l1.ics"} <= names
    assert {"c1.html", "c1.ics", "c1-p1.html", "c1-w1.html", "c1-w2.html"} <= names
    assert (written.pages, written.written, written.removed) == (len(names), len(names), 0)
    assert written.skipped == ()
    assert faults(tmp_path) == []


@pytest.mark.thorough
def test_pages_lead_to_each_other(book: Book, tmp_path: Path) -> None:
    write_site(book, tmp_path, title="The Attic")
    read = pages(tmp_path)
    assert {"l1.html", "l1.ics", "c1.html", "m1.html", "m2.html"} <= set(read["index.html"].links)
    assert "The Attic" in read["index.html"].text
    assert "index.html" in read["m1.html"].links
    assert "l1.html" in read["m1.html"].links  # the game of table 1
    assert "l1.html" not in read["m2.html"].links
    assert {"l1-p1.html", "m1.html", "l1.ics"} <= set(read["l1.html"].links)
    assert {"m1.html", "l1.html", "l1-p4.html"} <= set(read["l1-p1.html"].links)
    assert "c1-w1.html" in read["c1.html"].links


def test_every_name_leads_to_the_page_of_its_player(book: Book, tmp_path: Path) -> None:
    write_site(book, tmp_path)
    page = (tmp_path / "l1.html").read_text(encoding="utf-8")
    links = {*re.findall(r'<a href="(l1-p[0-9]+\.html)">([^<]+)</a>', page)}
    names = dict(links)
    assert len(links) == len(names) == 4
    for address, name in links:
        assert f"<h1>{name}</h1>" in (tmp_path / address).read_text(encoding="utf-8")


def test_the_rules_of_a_force_have_their_title(book: Book, tmp_path: Path) -> None:
    found = karst(book=book)
    for force, rules in (("Owls", TOY), ("Moles", replace(TOY, id="lost-rules"))):
        found.forces.enrol_force("Anna", name=force, rules=rules, units=((f"{force} 1", 5),))
    write_site(book, tmp_path)
    page = (tmp_path / f"{found.stream}-p1.html").read_text(encoding="utf-8")
    assert f'<p class="quiet">{TOY.title}</p>' in page
    assert '<p class="quiet">lost-rules</p>' in page


@pytest.mark.thorough
def test_the_index_and_the_pages_of_a_player_and_a_force(book: Book, tmp_path: Path) -> None:
    write_site(book, tmp_path)
    read = pages(tmp_path)
    index = " ".join(read["index.html"].text.split())
    assert "2 games · 1 league · 1 campaign" in index
    # Anna won table 1, 4 : 7 for Red who is Dario: 3/1/0.
    assert "round 1 of 3 · 1 of 2 results in Dario (3 points)" in index
    assert "7 : 4 Red won" in index
    assert "Red v Blue" not in index
    player = " ".join(read["l1-p1.html"].text.split())
    assert "place 4 · 0 points · 0 won, 0 drawn, 1 lost" in player
    assert "r1 Dario 4:7 lost" in player
    force = " ".join(read["c1-w1.html"].text.split())
    assert "7 : 4" in force
    assert "opponent result played remarks" in force


@pytest.mark.thorough
def test_posted_pages_have_no_empty_box_for_words_and_no_drafts(book: Book, tmp_path: Path) -> None:
    found = book.open_league("l1")
    found.results.enter_result("2", "1-6")
    found.rounds.draft_round()
    write_site(book, tmp_path)
    read = pages(tmp_path)
    for name in ("m1.html", "l1.html", "c1.html"):
        assert "In the players' words" not in read[name].text
    assert "Round 1" in read["l1.html"].text
    assert "not published" not in read["l1.html"].text
    assert "Round 2" not in read["l1.html"].text


def test_a_running_game_keeps_its_secrets(tmp_path: Path) -> None:
    playing = thin.game()
    thin.place(playing, UnitId("u:r1"), "opportunity")
    kept = Book(playing.journal.store, rulesets={RULESET.id: RULESET})
    write_site(kept, tmp_path)
    for name in ("m1.html", "m1-playback.html"):
        text = (tmp_path / name).read_text(encoding="utf-8")
        assert "opportunity" not in text
        assert "Night" in text
    thin.take(playing, "reveal", Nothing())
    write_site(kept, tmp_path)
    assert "opportunity" in (tmp_path / "m1.html").read_text(encoding="utf-8")


def test_the_page_of_a_game_leads_to_one_that_plays_it_back(tmp_path: Path) -> None:
    kept = Book(thin.game().journal.store, rulesets={RULESET.id: RULESET})
    write_site(kept, tmp_path)
    read = pages(tmp_path)
    assert "m1-playback.html" in read["m1.html"].links
    assert read["m1-playback.html"].links[:2] == ["index.html", "m1.html"]
    assert faults(tmp_path) == []


def test_an_empty_ledger_has_a_first_page(tmp_path: Path) -> None:
    written = write_site(club(), tmp_path / "new" / "site")
    assert written.pages == 1
    assert "This ledger is still empty" in pages(tmp_path / "new" / "site")["index.html"].text


def test_a_ledger_that_may_only_be_read_is_written_out_too(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with open_book(file) as kept:
        found = kept.begin_league("Winter", players=("Anna", "Bram"), zone="UTC", rounds=1)
        found.rounds.draft_round()
        found.rounds.publish_round()
    content = file.read_bytes()
    with open_book(file, only_reading=True) as kept:
        assert write_site(kept, tmp_path / "site").skipped == ()
    assert faults(tmp_path / "site") == []
    assert file.read_bytes() == content


def test_a_game_that_cannot_be_read_keeps_its_old_page_and_is_told(
    book: Book, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_site(book, tmp_path)
    book.open_game_read_only("m2").add_note("Rain.")
    read = book.open_game_read_only

    def damaged(name: str) -> Game:
        if name == "m2":
            raise LedgerError("m2 is not as it was written.")
        return read(name)

    with monkeypatch.context() as patched:
        patched.setattr(book, "open_game_read_only", damaged)
        written = write_site(book, tmp_path)
    assert written.skipped == ("m2 was not updated: m2 is not as it was written.",)
    assert faults(tmp_path) == []
    assert write_site(book, tmp_path).written == 2  # the report, and the page that plays it back


HOSTILE = '"><script>alert(1)</script>[/b] ../../x & =1+1 \x1b[31m'


@pytest.mark.thorough
@given(st.text(max_size=40))
@settings(
    deadline=None, max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_names_of_people_are_only_text(tmp_path_factory: pytest.TempPathFactory, name: str) -> None:
    path = tmp_path_factory.mktemp("site")
    kept, called = club(), name + HOSTILE
    found = kept.begin_league(called, players=[called, "Ben"], zone="UTC", rounds=1)
    found.rounds.draft_round()
    found.rounds.publish_round()
    sides = [Entrant(called, RED, "x"), Entrant("Blue", BLUE, called)]
    playing = kept.begin_match("toy", sides, title=called)
    playing.add_note(called)
    write_site(kept, path, title=called)
    assert faults(path) == []
    assert sorted(one.name for one in path.iterdir()) == sorted(
        [
            "index.html",
            "l1-p1.html",
            "l1-p2.html",
            "l1.html",
            "l1.ics",
            "m1-playback.html",
            "m1.html",
            MANIFEST_FILE,
        ]
    )
    assert all("\x1b" not in page.text for page in pages(path).values())


# -------------------------------------------------------------------------------- writing again


def test_writing_again_changes_nothing(book: Book, tmp_path: Path) -> None:
    first = write_site(book, tmp_path)
    before = stamps(tmp_path)
    listed = (tmp_path / MANIFEST_FILE).stat().st_mtime_ns
    again = write_site(book, tmp_path)
    assert (again.pages, again.written, again.removed) == (first.pages, 0, 0)
    assert changed(tmp_path, before) == set()
    assert (tmp_path / MANIFEST_FILE).stat().st_mtime_ns == listed


@pytest.mark.thorough
def test_writing_again_makes_only_what_another_line_has_changed(
    book: Book, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_site(book, tmp_path)
    before = stamps(tmp_path)
    opened: list[str] = []
    book.open_game_read_only("m2").add_note("Rain.")
    read = book.open_game_read_only

    def reading(name: str) -> Game:
        opened.append(name)
        return read(name)

    monkeypatch.setattr(book, "open_game_read_only", reading)
    write_site(book, tmp_path)
    assert changed(tmp_path, before) == {"m2.html", "m2-playback.html"}
    assert opened == ["m2"]


@pytest.mark.thorough
def test_a_result_changes_the_pages_of_its_league(book: Book, tmp_path: Path) -> None:
    write_site(book, tmp_path)
    before = stamps(tmp_path)
    book.open_league("l1").results.enter_result("2", "1-6")
    write_site(book, tmp_path)
    assert {"l1.html", "l1-p2.html", "l1-p3.html"} <= changed(tmp_path, before)
    assert not changed(tmp_path, before) & {"m1.html", "m2.html", "c1.html"}


def test_what_is_put_aside_is_taken_away_and_its_links_too(book: Book, tmp_path: Path) -> None:
    first = write_site(book, tmp_path)
    book.set_archived("m1", archived=True)
    book.set_archived("c1", archived=True)
    second = write_site(book, tmp_path)
    assert not [one for one in tmp_path.iterdir() if one.name.startswith(("c1", "m1"))]
    assert second.pages == first.pages - second.removed
    assert faults(tmp_path) == []
    book.set_archived("m1", archived=False)
    write_site(book, tmp_path)
    assert "m1.html" in pages(tmp_path)["l1.html"].links


@pytest.mark.thorough
def test_a_page_that_is_missing_is_written_again(book: Book, tmp_path: Path) -> None:
    write_site(book, tmp_path)
    (tmp_path / "m1.html").unlink()
    assert write_site(book, tmp_path).written == 1
    assert faults(tmp_path) == []


# ------------------------------------------------------------------------------ what others wrote


def test_files_of_others_are_left_alone(book: Book, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("mine", encoding="utf-8")
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    for _ in range(2):
        written = write_site(book, tmp_path)
        assert (tmp_path / "index.html").read_text(encoding="utf-8") == "mine"
        assert (tmp_path / "notes.txt").read_text(encoding="utf-8") == "mine"
        assert "index.html already exists and is not part of the site" in written.skipped[0]
    (tmp_path / "index.html").unlink()
    assert write_site(book, tmp_path).skipped == ()


def test_a_page_that_somebody_changed_is_left_alone(book: Book, tmp_path: Path) -> None:
    write_site(book, tmp_path)
    with (tmp_path / "m2.html").open("a", encoding="utf-8") as file:
        file.write("<!-- mine -->")
    book.open_game_read_only("m2").add_note("Rain.")
    (left,) = write_site(book, tmp_path).skipped
    assert "m2.html was edited by somebody, so it was left as it is" in left
    assert "<!-- mine -->" in (tmp_path / "m2.html").read_text(encoding="utf-8")
    book.set_archived("m2", archived=True)
    assert "m2.html" in write_site(book, tmp_path).skipped[0]
    assert (tmp_path / "m2.html").exists()


@pytest.mark.thorough
def test_one_that_was_killed_meanwhile_is_finished_the_next_time(
    book: Book, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_site(book, tmp_path)
    book.open_league("l1").results.enter_result("2", "1-6")
    book.open_game_read_only("m2").add_note("Rain.")
    left = [4]

    def failing(path: Path, text: str, *, overwrite: bool) -> Path:
        left[0] -= 1
        if not left[0]:
            raise KeyboardInterrupt
        return write_text_file_atomically(path, text, overwrite=overwrite)

    with monkeypatch.context() as patched:
        patched.setattr("exports.site.site_writer.write_text_file_atomically", failing)
        with pytest.raises(KeyboardInterrupt):
            write_site(book, tmp_path)
    assert json.loads((tmp_path / MANIFEST_FILE).read_text(encoding="utf-8"))["under_way"] is True
    assert write_site(book, tmp_path).skipped == ()
    assert json.loads((tmp_path / MANIFEST_FILE).read_text(encoding="utf-8"))["under_way"] is False
    assert faults(tmp_path) == []
    assert write_site(book, tmp_path).written == 0


def test_the_pages_of_another_ledger_are_left_alone_unless_one_says(
    book: Book, tmp_path: Path
) -> None:
    write_site(book, tmp_path)
    other = club()
    league(other, "Xaver", "Yves")
    with pytest.raises(Refused, match="belong to another ledger"):
        write_site(other, tmp_path)
    assert "Anna" in pages(tmp_path)["l1.html"].text
    write_site(other, tmp_path, rewrite_all=True)
    assert "Xaver" in pages(tmp_path)["l1.html"].text
    assert not (tmp_path / "m1.html").exists()


def test_pages_that_were_changed_or_are_in_no_list_are_written_anew_if_one_says(
    book: Book, tmp_path: Path
) -> None:
    write_site(book, tmp_path)
    with (tmp_path / "m2.html").open("a", encoding="utf-8") as file:
        file.write("<!-- mine -->")
    (tmp_path / "l1.ics").write_text("mine", encoding="utf-8")
    (tmp_path / MANIFEST_FILE).unlink()
    left = write_site(book, tmp_path).skipped
    assert [Path(each.split()[0]).name for each in left] == ["m2.html", "l1.ics"]
    (left_alone,) = write_site(book, tmp_path, rewrite_all=True).skipped
    assert "l1.ics already exists and is not part of the site" in left_alone
    assert "mine" not in (tmp_path / "m2.html").read_text(encoding="utf-8")
    with (tmp_path / "m2.html").open("a", encoding="utf-8") as file:
        file.write("<!-- mine -->")  # the page is listed, and its game is unchanged
    write_site(book, tmp_path, rewrite_all=True)
    assert "mine" not in (tmp_path / "m2.html").read_text(encoding="utf-8")


@pytest.mark.thorough
def test_two_that_write_at_once_do_not_stand_in_each_others_way(book: Book, tmp_path: Path) -> None:
    write_site(book, tmp_path)
    book.open_game_read_only("m2").add_note("Rain.")
    first = SiteFolder(tmp_path)  # has read the list when the other begins
    write_site(book, tmp_path)
    title = first.manifest.title
    assert (
        first.write_changed_and_remove_obsolete_pages(
            list_ledger_site_parts(book, title), str(book.compute_history_anchor())
        ).skipped
        == ()
    )
    assert write_site(book, tmp_path).written == 0


@pytest.mark.thorough
def test_the_title_is_kept_for_the_next_time(book: Book, tmp_path: Path) -> None:
    write_site(book, tmp_path, title="The Attic")
    assert write_site(book, tmp_path).written == 0
    assert "The Attic" in pages(tmp_path)["index.html"].text


@pytest.mark.parametrize(
    "text", ["{", '{"format": "other"}', '{"parts": {"x": {"pages": {"../y": ""}}}}']
)
def test_a_list_that_is_none_is_refused(book: Book, tmp_path: Path, text: str) -> None:
    (tmp_path / MANIFEST_FILE).write_text(text, encoding="utf-8")
    with pytest.raises(Refused, match=r"[Cc]hoose another folder"):
        write_site(book, tmp_path)


def test_a_folder_that_is_none_is_refused(book: Book, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(Refused, match="is a file, not a folder"):
        write_site(book, tmp_path / "file")

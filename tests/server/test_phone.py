"""A game on phones, over HTTP: what each role sees and may say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Literal

import pytest
from PIL import Image
from starlette.testclient import TestClient

from tests.tui.kit import TO_SHOOT, begin
from tracker.application.book import Book, open_book
from tracker.application.match.game import Game
from tracker.ledger.backup_folder import list_backup_files
from tracker.server.access_tokens import AccessTokens, Role, list_game_roles
from tracker.server.game_pages import GamePages
from tracker.server.game_view import build_game_view, make_question_id
from tracker.server.ledger_worker import LedgerWorker
from tracker.server.request_limits import MAX_BODY_SIZE, MAX_PHOTO_SIZE, RequestLimiter
from tracker.vocabulary.events import ActionTaken

HERE = {"origin": "http://testserver"}


class Table:
    """A served game of Deathzap 2 with Red about to shoot, and phones for its roles."""

    def __init__(self, game: Game, phones: TestClient, tokens: AccessTokens) -> None:
        self.game, self.phones, self.tokens = game, phones, tokens

    def path(self, name: str) -> str:
        roles = list_game_roles([side.id for side in self.game.state.info.sides])
        role = next(role for role in roles if role.name == name)
        return f"/{self.game.stream}/{self.tokens.make_token(self.game.stream, role)}"

    def shown(self, name: str) -> str:
        answered = self.phones.get(self.path(name))
        assert answered.status_code == 200
        return answered.text

    def question(self, name: str) -> str:
        found = re.search(r'name="question" value="([^"]+)"', self.shown(name))
        return found[1] if found else ""

    def answer(self, name: str, text: str, question: str | None = None) -> tuple[int, str]:
        asked = self.question(name) if question is None else question
        sent = self.phones.post(
            f"{self.path(name)}/answer", data={"question": asked, "text": text}, headers=HERE
        )
        self.game.reload()
        return sent.status_code, sent.text


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    ledger = tmp_path / "games.db"
    tokens = AccessTokens(tmp_path / "tokens")
    with open_book(ledger) as book:
        game = begin(book, (*TO_SHOOT, "r1 > b2 soft"))
        app = RequestLimiter(GamePages(LedgerWorker(ledger), tokens).build_app(), {"testserver"})
        with TestClient(app) as phones:
            yield Table(game, phones, tokens)


@pytest.mark.thorough
def test_who_rolls_types_the_dice_and_the_scribe_sees_them(table: Table) -> None:
    assert "asked" in table.shown("spectator")
    assert table.question("spectator") == ""
    assert table.question("b") == ""
    before = table.game.version
    status, text = table.answer("r", "4516234612")
    assert status == 200, text
    assert table.game.version > before
    assert "Undo your last answer" in table.shown("r")
    assert "Undo" not in table.shown("b")


def test_the_first_of_two_answers_counts(table: Table) -> None:
    asked = table.question("r")
    assert table.answer("r", "4516234612", asked)[0] == 200
    before = table.game.version
    status, text = table.answer("scribe", "1111111111", asked)
    assert status == 409
    assert "This question has already been answered. Line" in text
    assert table.game.version == before


@pytest.mark.thorough
def test_what_does_not_fit_is_refused_and_kept_in_the_field(table: Table) -> None:
    before = table.game.version
    status, text = table.answer("r", "45162346127")
    assert status == 422
    assert 'value="45162346127"' in text
    assert table.game.version == before


def test_a_game_that_ends_on_a_phone_is_backed_up_like_any_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WARLEDGER_BACKUPS", "3,7")
    ledger = tmp_path / "games.db"
    tokens = AccessTokens(tmp_path / "tokens")
    with open_book(ledger) as book:
        game = begin(book, ())
        app = RequestLimiter(GamePages(LedgerWorker(ledger), tokens).build_app(), {"testserver"})
        with TestClient(app) as phones:
            table = Table(game, phones, tokens)
            for line in ("# the first entry of the day", "# nothing new", "end time"):
                form = {"text": line}
                sent = phones.post(f"{table.path('scribe')}/line", data=form, headers=HERE)
                if consent := re.search(r'name="anyway" value="([^"]+)"', sent.text):
                    form["anyway"] = consent[1]
                    sent = phones.post(f"{table.path('scribe')}/line", data=form, headers=HERE)
                assert sent.status_code == 200, sent.text
        copies = list_backup_files(ledger)
        assert len(copies) == 2, "one for the day, one for the end of the game"
        with open_book(copies[0].file, only_reading=True) as copy:
            row = copy.get_summary(game.stream)
            assert row is not None
            assert row.status == "ended"


def test_a_backup_that_fails_is_reported_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WARLEDGER_BACKUPS", "some")
    ledger = tmp_path / "games.db"
    tokens = AccessTokens(tmp_path / "tokens")
    reported: list[str] = []
    with open_book(ledger) as book:
        game = begin(book, ())
        worker = LedgerWorker(ledger, report_error=reported.append)
        app = RequestLimiter(GamePages(worker, tokens).build_app(), {"testserver"})
        with TestClient(app) as phones:
            table = Table(game, phones, tokens)
            for line in ("# one", "# two"):
                phones.post(f"{table.path('scribe')}/line", data={"text": line}, headers=HERE)
    assert len(reported) == 1
    assert "WARLEDGER_BACKUPS=some is not valid" in reported[0]


@pytest.mark.parametrize("name", ["spectator", "b"])
def test_a_role_answers_what_is_its_own_alone(table: Table, name: str) -> None:
    before = table.game.version
    asked = table.question("r")
    assert table.answer(name, "4516234612", asked)[0] == 422
    sent = table.phones.post(f"{table.path(name)}/line", data={"text": "next"}, headers=HERE)
    assert sent.status_code == 422
    table.game.reload()
    assert table.game.version == before


@pytest.mark.thorough
def test_who_has_nothing_to_answer_is_told_who_has(table: Table) -> None:
    assert "Red (Anna) rolls." in table.shown("b")
    table.game.undo()
    for name in ("r", "b"):
        page = table.shown(name)
        assert "No question is open. This page will ask for your dice when they are needed." in page
        assert "<h2>Still to do</h2>" in page
    assert "No question is open. Enter what happens as a line." in table.shown("scribe")
    assert "Nothing is asked" not in table.shown("spectator")


def test_the_set_up_is_named_once(tmp_path: Path) -> None:
    with open_book(tmp_path / "games.db") as book:
        page = build_game_view(begin(book), Role("spectator"))
    assert (page.turn, page.phase) == ("set-up", "")
    assert page.acting_side == ""  # the first roll belongs to no side


def test_the_heading_names_the_side_that_answers(tmp_path: Path) -> None:
    with open_book(tmp_path / "games.db") as book:
        game = begin(book, (*TO_SHOOT, "r1 > b2 soft : 4516234612 / 666666"))
        page = build_game_view(game, Role("spectator"))
    assert page.acting_side == "Blue"  # Blue saves


def test_an_answer_of_ones_own_is_taken_back_until_somebody_else_speaks(table: Table) -> None:
    table.answer("r", "4516234612")
    assert table.phones.post(f"{table.path('b')}/back", headers=HERE).status_code == 422
    assert table.phones.post(f"{table.path('r')}/back", headers=HERE).status_code == 200
    assert table.question("r")  # the volley is asked for again


@pytest.mark.thorough
def test_a_revoked_link_opens_nothing_and_the_new_one_does(table: Table) -> None:
    old = table.path("r")
    roles = list_game_roles([side.id for side in table.game.state.info.sides])
    table.tokens.replace_token(table.game.stream, roles[1])
    assert table.phones.get(old).status_code == 404
    assert table.path("r") != old
    assert table.phones.get(table.path("r")).status_code == 200


@pytest.mark.thorough
def test_links_outlast_the_server(table: Table, tmp_path: Path) -> None:
    roles = list_game_roles([side.id for side in table.game.state.info.sides])
    again = AccessTokens(tmp_path / "tokens")
    assert [again.make_token("m1", role) for role in roles] == [
        table.tokens.make_token("m1", role) for role in roles
    ]
    assert len({again.make_token("m1", role) for role in roles}) == len(roles) == 4


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 403),
        ({"origin": "http://elsewhere"}, 403),
        ({"origin": "null"}, 403),
        ({**HERE, "host": "elsewhere"}, 421),
        (HERE, 200),
    ],
)
def test_only_pages_of_the_server_write(table: Table, headers: dict[str, str], status: int) -> None:
    said = {"question": table.question("r"), "text": "4516234612"}
    sent = table.phones.post(f"{table.path('r')}/answer", data=said, headers=headers)
    assert sent.status_code == status


def test_what_is_too_large_is_not_read(table: Table) -> None:
    sent = table.phones.post(
        f"{table.path('r')}/answer", content=b"text=" + b"4" * MAX_BODY_SIZE, headers=HERE
    )
    assert sent.status_code == 413


def test_every_page_says_that_nothing_is_loaded_from_elsewhere(table: Table) -> None:
    answered = table.phones.get(table.path("spectator"))
    assert "default-src 'none'" in answered.headers["content-security-policy"]
    assert answered.headers["referrer-policy"] == "same-origin"
    assert "://" not in answered.text


def pressed(text: str, name: str) -> str:
    """What a button of the page sends."""
    found = re.search(rf'name="{name}" value="([^"]+)"', text)
    assert found is not None, text
    return found[1]


def write(table: Table, text: str, **more: str) -> tuple[int, str]:
    said = {"text": text, **more}
    sent = table.phones.post(f"{table.path('scribe')}/line", data=said, headers=HERE)
    table.game.reload()
    return sent.status_code, sent.text


@pytest.mark.thorough
def test_consent_is_to_the_line_that_was_objected_to(table: Table) -> None:
    table.game.undo()
    before = table.game.version
    status, text = write(table, "r1 > r2 soft")  # its own side
    assert (status, table.game.version) == (422, before)
    consent = pressed(text, "anyway")
    status, text = write(table, "r3 > r1 soft", anyway=consent)
    assert (status, table.game.version) == (422, before)  # another line is objected to anew
    assert pressed(text, "anyway") != consent
    assert write(table, "r3 > r1 soft", anyway="1")[0] == 422
    assert write(table, "r3 > r1 soft", anyway=pressed(text, "anyway"))[0] == 200
    assert table.game.version > before


def test_consent_to_a_line_is_none_to_other_objections(table: Table) -> None:
    table.game.undo()
    consent = pressed(write(table, "r1 > r2 soft")[1], "anyway")
    assert write(table, "r1 > b2 soft : 4516234612 / 134562 / 263")[0] == 200
    before = table.game.version  # R1 has fired, which was not so when the line was objected to
    assert write(table, "r1 > r2 soft", anyway=consent)[0] == 422
    assert table.game.version == before


@pytest.mark.parametrize("mode", ["warn", "strict"])
def test_the_end_of_a_phase_with_something_still_to_do_must_be_confirmed(
    table: Table, mode: Literal["warn", "strict"]
) -> None:
    game = table.game = begin(Book(table.game.journal.store), TO_SHOOT, mode=mode)
    before, phase = game.version, game.match.phase
    status, text = write(table, "next")
    assert (status, game.version) == (422, before)
    assert "Alpha, Bravo and Hammer have not fired." in text
    assert write(table, "next", anyway=pressed(text, "anyway"))[0] == 200
    assert game.match.phase == phase  # Blue's half of the phase
    assert "have not fired" in write(table, "next")[1]


def test_a_reason_is_of_the_line_that_wanted_it(table: Table) -> None:
    game = table.game = begin(Book(table.game.journal.store), TO_SHOOT, mode="strict")
    consent = pressed(write(table, "r1 > r2 soft")[1], "anyway")
    before = game.version
    assert write(table, "r3 > r1 soft", reason="agreed", anyway=consent)[0] == 422
    assert write(table, "r1 > r2 soft", reason="agreed")[0] == 422
    assert write(table, "r1 > r2 soft", anyway=consent)[0] == 422
    assert game.version == before
    assert write(table, "r1 > r2 soft", reason="agreed", anyway=consent)[0] == 200
    taken = [one.event for one in game.history.path if isinstance(one.event, ActionTaken)]
    assert [one.reason for one in taken[-1].overrides] == ["agreed"]


def test_another_number_of_dice_is_a_ruling_on_those_dice(table: Table) -> None:
    asked, before = table.question("r"), table.game.version
    ruling = pressed(table.answer("r", "45162346123")[1], "ruling")
    said = {"question": asked, "text": "45162346", "ruling": ruling}
    path = f"{table.path('r')}/answer"
    assert table.phones.post(path, data=said, headers=HERE).status_code == 422
    table.game.reload()
    assert table.game.version == before
    said["text"] = "45162346123"
    assert table.phones.post(path, data=said, headers=HERE).status_code == 200
    table.game.reload()
    assert table.game.version > before


def test_more_successes_than_dice_are_to_be_counted_again(table: Table) -> None:
    said = {"question": table.question("r"), "text": "", "count.0": "11"}
    sent = table.phones.post(f"{table.path('r')}/answer", data=said, headers=HERE)
    assert sent.status_code == 422
    assert "count again" in sent.text
    assert re.search(r'<input[^>]* name="count.0"[^>]* value="11"', sent.text)


@pytest.mark.parametrize(
    ("filled", "why"),
    [
        ({"text": "4516234612", "count.0": "3"}, "both the dice and the counts"),
        ({"text": "4516", "by_app": "1"}, "Clear them, then let the app roll"),
        ({"count.0": "3", "by_app": "1"}, "Clear them, then let the app roll"),
    ],
)
def test_what_is_filled_in_twice_is_refused_and_all_of_it_kept(
    table: Table, filled: dict[str, str], why: str
) -> None:
    before, said = table.game.version, {"question": table.question("r"), "text": "", **filled}
    sent = table.phones.post(f"{table.path('r')}/answer", data=said, headers=HERE)
    assert (sent.status_code, why in sent.text) == (422, True)
    for name in filled.keys() - {"by_app"}:
        assert re.search(rf'<input[^>]* name="{name}"[^>]* value="{filled[name]}"', sent.text)
    table.game.reload()
    assert table.game.version == before


def test_the_app_rolls_where_nothing_is_filled_in(table: Table) -> None:
    said = {"question": table.question("r"), "text": "", "count.0": "", "by_app": "1"}
    sent = table.phones.post(f"{table.path('r')}/answer", data=said, headers=HERE)
    assert sent.status_code == 200
    table.game.reload()
    assert table.game.pending is None or make_question_id(table.game) != said["question"]


def photo(place: str = "") -> bytes:
    """A picture as a phone sends it, with a word in what cameras write beside it."""
    beside = Image.Exif()
    beside[0x010E] = place
    out = BytesIO()
    Image.new("RGB", (64, 48), (200, 0, 0)).save(out, "JPEG", exif=beside)
    return out.getvalue()


def send(table: Table, name: str, data: bytes, **headers: str) -> tuple[int, str]:
    path = f"{table.path(name)}/photo?text=The+ridge"
    sent = table.phones.post(path, content=data, headers={**HERE, **headers})
    table.game.reload()
    return sent.status_code, sent.text


def test_how_many_fall_is_named_and_a_refusal_names_no_letters(table: Table) -> None:
    for name, dice in (("r", "4516234612"), ("r", "666666"), ("b", "111111")):
        assert table.answer(name, dice)[0] == 200
    for name in ("b", "spectator"):
        assert '<p class="need">6 in total</p>' in table.shown(name)
    filled = {"question": table.question("b"), "of.a": "4", "of.b": "1"}
    refused = table.phones.post(f"{table.path('b')}/answer", data=filled, headers=HERE)
    assert refused.status_code == 422
    assert 'role="alert">Falls: that adds up to 5, not 6.</p>' in refused.text


def test_a_photo_becomes_a_line_that_everybody_sees(table: Table) -> None:
    asked = table.question("r")
    assert send(table, "b", photo("Kitchen, 52 N 13 E")) == (200, "")
    found = re.search(r'<img src="([^"]+)" alt="photo: The ridge"', table.shown("spectator"))
    assert found is not None
    shown = table.phones.get(found[1])
    assert shown.headers["content-type"] == "image/jpeg"
    assert Image.open(BytesIO(shown.content)).size == (64, 48)
    assert b"Kitchen" not in shown.content
    assert table.question("r") == asked  # the roll waits on


def test_a_photo_that_is_taken_back_is_seen_no_more(table: Table) -> None:
    send(table, "b", photo())
    assert "Undo your photo" in table.shown("b")
    assert table.phones.post(f"{table.path('b')}/back", headers=HERE).status_code == 200
    for name in ("b", "r", "spectator"):
        page = table.shown(name)
        assert "undone" in page
        assert "<img" not in page


def test_the_scribe_reads_which_lines_the_phase_has(table: Table) -> None:
    heading = "Lines of this phase"
    assert heading not in table.shown("scribe")  # dice are asked
    table.game.undo()
    page = table.shown("scribe")
    lines = page.partition(heading)[2].partition("</details>")[0]
    # As the page on verbs has them: those of Shooting, and what can be said in any phase.
    assert "<code>who [shoots] &gt; whom [open|soft|hard] [18in] [with GUN guns 2]</code>" in lines
    assert "<code>who,who holds</code>" in lines
    assert lines.index("[shoots]") < lines.index("<code>next</code>")
    assert "<code>who flees" not in lines
    assert heading not in table.shown("r")
    assert heading not in table.shown("spectator")


def test_the_scribe_is_told_what_is_undone(table: Table) -> None:
    table.answer("scribe", "4516234612")
    assert "Undo your last answer" in table.shown("scribe")
    said = {"text": "# the river is deep"}
    table.phones.post(f"{table.path('scribe')}/line", data=said, headers=HERE)
    assert "Undo your last line" in table.shown("scribe")


def test_photos_are_sent_by_those_who_answer_and_are_pictures(table: Table) -> None:
    before = table.game.version
    assert send(table, "spectator", photo())[0] == 422
    assert send(table, "r", b"<script>alert(1)</script>")[0] == 422
    assert send(table, "r", photo(), origin="http://elsewhere")[0] == 403
    assert send(table, "r", bytes(MAX_PHOTO_SIZE + 1))[0] == 413
    assert table.game.version == before


def test_a_photo_is_given_out_with_its_own_game_alone(table: Table) -> None:
    send(table, "r", photo())
    name = next(one.stream for one in table.game.journal.store.list_streams("photo"))
    digest = name.partition(":")[2]
    other = begin(Book(table.game.journal.store))
    token = table.tokens.make_token(other.stream, list_game_roles([])[0])
    assert table.phones.get(f"{table.path('spectator')}/photo/{digest}").status_code == 200
    assert table.phones.get(f"/{other.stream}/{token}/photo/{digest}").status_code == 404
    assert table.phones.get(f"{table.path('spectator')}/photo/{'0' * 64}").status_code == 404

"""The game on phones, begun from the table: links, codes, and that they end with the screens."""

from __future__ import annotations

import asyncio
import socket
from contextlib import closing
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.tui.kit import VOLLEY, Stage, act, at_table, begin, both_sizes, golden
from tests.tui.winter import club, evening
from tracker.application.book import open_book
from tracker.cli.serve_command import renew_and_list_served_links
from tracker.server.access_tokens import AccessTokens
from tui.app import WarledgerApp
from tui.phones.access_links import build_evening_access_links
from tui.phones.phone_links_screen import LinksPanel, draw_qr_code
from tui.phones.server_process import PhoneServer, ServedLink

ADDRESS = "http://192.168.1.20:8737/m1/abcdefghijklmnopqrstuvwxyz"


class Told(PhoneServer):
    """A server that is told of and never begun."""

    def __init__(self) -> None:
        super().__init__("games.db", "m1", 4)
        self.lan = True
        names = ("spectator", "Red", "Blue", "scribe")
        self.links = tuple(ServedLink(name, ADDRESS) for name in names)

    @property
    def is_running(self) -> bool:
        return True


@both_sizes
def test_each_role_has_a_code(size: tuple[int, int]) -> None:
    async def story(stage: Stage) -> None:
        await stage.named("f6")
        assert "Phones cannot show a ledger that is only in memory" in stage.text
        panel = stage.app.screen.query_one(LinksPanel)
        panel.server = PhoneServer("games.db", "m1", 4)
        panel.refresh()
        await stage.settle()
        assert "Each role above has its own address." in " ".join(stage.text.split())
        panel.server = Told()
        panel.refresh()
        await stage.settle()
        assert "/overlay" in stage.text
        await stage.press("j")
        assert "/overlay" not in stage.text
        golden("phones", size, stage.text)
        await stage.press("⎋")
        assert "TO HIT" in stage.text.upper()

    at_table(story, (*VOLLEY[:-1], "r1 > b2 soft"), size=size)


def test_a_code_says_the_address_and_fits_the_smallest_terminal() -> None:
    rows = draw_qr_code(ADDRESS)
    # 54 signs need version 4: 33 points a side, 2 light ones round it, two rows in one.
    assert (len(rows), {len(row) for row in rows}) == (19, {37})
    # The corner of a code is a square of 7 dark points around one of 3 (ISO/IEC 18004), below
    # two light points at the edge.
    assert [row[2:9] for row in rows[1:5]] == ["█▀▀▀▀▀█", "█ ███ █", "█ ▀▀▀ █", "▀▀▀▀▀▀▀"]


def test_without_a_network_no_code_is_shown() -> None:
    async def story(stage: Stage) -> None:
        await stage.named("f6")
        panel = stage.app.screen.query_one(LinksPanel)
        alone = Told()
        alone.links = (ServedLink("spectator", "http://127.0.0.1:8737/m1/abc"),)
        panel.server = alone
        await stage.press("j")
        text = " ".join(stage.text.split())
        assert "This computer is not on a network, so phones cannot reach it." in text
        assert "█" not in text
        panel.is_busy = True  # what it will be is not known before it has begun
        panel.refresh()
        await stage.settle()
        assert "not in a network" not in " ".join(stage.text.split())
        assert "Wait a moment" in stage.text

    at_table(story, (*VOLLEY[:-1], "r1 > b2 soft"))


def test_a_link_is_revoked_at_the_second_press() -> None:
    closed: list[str] = []

    class Begun(Told):
        def restart_and_wait_for_links(self, close: str = "") -> None:
            closed.append(close)

    async def story(stage: Stage) -> None:
        await stage.named("f6")
        stage.app.screen.query_one(LinksPanel).server = Begun()
        await stage.press("jc")
        assert "Press c again to revoke the link of Red." in " ".join(stage.text.split())
        await stage.press("jc")  # another link is marked: it is asked again
        assert closed == []
        await stage.press("c")
        await stage.app.workers.wait_for_complete()
        assert closed == ["Blue"]

    at_table(story, (*VOLLEY[:-1], "r1 > b2 soft"))


def test_the_links_of_an_evening_are_those_the_server_tells() -> None:
    kept = club()
    league = evening(kept)
    served = renew_and_list_served_links(
        kept, AccessTokens(None), league.stream, "", "http://127.0.0.1:1", ""
    )
    names = [*(name for _, name, _ in served.links), served.lines[0].partition(":")[0]]
    assert names == [one.name for one in build_evening_access_links(league).links]

    async def story(stage: Stage) -> None:
        await stage.press("2")
        await stage.named("f6")
        for text in (*names, "only in memory"):
            assert text in stage.text
        stage.app.screen.query_one(LinksPanel).server = Told()
        await stage.press("jjjc")
        assert "revoke the link of everybody" in " ".join(stage.text.split())

    act(story, kept, game=None)


@pytest.mark.thorough
def test_phones_are_served_from_the_table_and_a_link_is_revoked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    file = tmp_path / "games.db"

    async def done(stage: Stage) -> None:
        await stage.app.workers.wait_for_complete()
        await stage.settle()

    async def run() -> PhoneServer:
        with open_book(file) as kept:
            begin(kept, VOLLEY)
            app = WarledgerApp(kept, location=str(file), game="m1")
            async with app.run_test(size=(120, 40)) as pilot:
                stage = Stage(app, pilot)
                await stage.settle()
                await stage.named("f6")
                await stage.press("⏎")
                await done(stage)
                serving = app.phone_server
                assert serving is not None
                assert serving.error == ""
                assert "shown on this computer" in stage.text
                looking, old = (link.address for link in serving.links[:2])
                with urlopen(old) as page:
                    assert b"Iron Third v Red Dusk" in page.read()
                await stage.press("jcc")
                await done(stage)
                assert "The link of Red is revoked" in stage.text
                assert serving.links[1].address != old
                assert serving.links[0].address == looking
                await stage.press("⎋")
                shown = [serving.is_running]
                await stage.named("f6")
                await stage.press("⏎")
                await done(stage)
                shown.append(serving.is_running)
                assert shown == [True, False]
                assert "not shown" in stage.text
                return serving

    if _taken():
        pytest.skip("another server is at its port")
    asyncio.run(run())


def _taken() -> bool:
    with closing(socket.socket()) as one:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            one.bind(("127.0.0.1", 8737))
        except OSError:
            return True
        return False

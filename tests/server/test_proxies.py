"""The server behind a proxy: its public address, and whom it believes; nginx and Caddy tried."""

from __future__ import annotations

import http.client
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, cast

import pytest
from starlette.testclient import TestClient

from tests.cli.running import Shell
from tests.server.evening_kit import tokens_at
from tests.server.running import Served
from tests.tui.kit import TO_SHOOT, begin
from tracker.application.book import Book, open_book
from tracker.application.errors import Refused
from tracker.server import access_tokens, request_limits, server_runner
from tracker.server.access_tokens import AccessTokens, Role
from tracker.server.game_view import make_question_id
from tracker.server.ledger_worker import LedgerWorker
from tracker.server.server_addresses import parse_proxy_address, parse_public_address
from tracker.server.server_runner import build_application, build_server_config

CLUB = "https://club.example"
LINK = re.compile(r'(?:href|src|action|data-live|data-part)="([^"#]+)"')
DEPLOY = Path(__file__).parents[2] / "deploy"
LOOKS, SCRIBE = Role("spectator"), Role("scribe")


@pytest.mark.parametrize(
    ("said", "known"),
    [
        ("https://club.example", CLUB),
        (" https://Club.Example:443/ ", CLUB),
        ("http://club.example:80", "http://club.example"),
        ("https://club.example:8443/games/", "https://club.example:8443/games"),
        ("https://müller.example", "https://xn--mller-kva.example"),
        ("https://[2001:DB8::1]", "https://[2001:db8::1]"),
    ],
)
def test_a_public_address_is_as_browsers_say_it(said: str, known: str) -> None:
    assert parse_public_address(said) == known


@pytest.mark.parametrize(
    "said",
    ["", "club.example", "ftp://club.example", "https://", "https://a@b", "https://x?y", "https://x#y",
     "https://x:99999", "https://a b", "https://a..b", 'https://"x"', "https://x;y"],
)  # fmt: skip
def test_what_is_no_public_address_is_refused(said: str) -> None:
    with pytest.raises(Refused, match="Give --base-url an address"):
        parse_public_address(said)


def test_proxies_are_addresses_or_networks() -> None:
    assert [parse_proxy_address(one) for one in ("127.0.0.1", "::1", "10.0.0.5/8")] == [
        "127.0.0.1",
        "::1",
        "10.0.0.0/8",
    ]
    for said in ("", "*", "localhost", "10.0.0", "10.0.0.0/99"):
        with pytest.raises(Refused, match="Give --proxy an address"):
            parse_proxy_address(said)


class Club:
    """A ledger with a game that waits for dice, and a league; as served at a public address."""

    def __init__(self, book: Book, tokens: AccessTokens, ledger: Path) -> None:
        self.book, self.tokens, self.ledger = book, tokens, ledger
        self.game = begin(book, (*TO_SHOOT, "r1 > b2 soft"))
        self.league = book.begin_league("Thursday", players=("Anna", "Bram"), rounds=1)

    def path(self, role: Role, stream: str = "m1") -> str:
        return f"/{stream}/{self.tokens.make_token(stream, role)}"

    def organiser(self) -> str:
        return f"/league/l1/organiser/{self.tokens.make_token('l1', Role('organiser'))}"

    @contextmanager
    def seen_at(
        self, address: str, public: str = CLUB, *, proxies: tuple[str, ...] = (), by: str = "::1"
    ) -> Iterator[TestClient]:
        app = build_application(
            LedgerWorker(self.ledger), self.tokens, {"127.0.0.1:8737"}, public_address=public
        )
        config = build_server_config(app, trusted_proxies=proxies)
        config.load()
        loaded = cast("Any", config.loaded_app)
        client = TestClient(loaded, address, client=(by, 50000), follow_redirects=False)
        with client as opened:
            yield opened


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with open_book(tmp_path / "club.db") as book:
        yield Club(book, tokens_at(tmp_path), tmp_path / "club.db")


@pytest.mark.thorough
def test_pages_links_and_codes_have_the_public_address(club: Club) -> None:
    with club.seen_at(CLUB) as phones:
        assert phones.get(club.path(LOOKS)).status_code == 200
        codes = phones.get(f"{club.organiser()}/codes").text
        assert f'href="{CLUB}/league/l1/p1/' in codes
        slash = phones.get(f"{club.path(LOOKS)}/")
        assert slash.headers["location"] == CLUB + club.path(LOOKS)
    with club.seen_at("http://127.0.0.1:8737") as phones:
        assert phones.get(club.path(LOOKS)).status_code == 200
        codes = phones.get(f"{club.organiser()}/codes").text
        assert 'href="http://127.0.0.1:8737/league/l1/p1/' in codes
    for other in ("https://other.example", "https://club.example:8443", "http://127.0.0.1"):
        with club.seen_at(other) as phones:
            assert phones.get(club.path(LOOKS)).status_code == 421


@pytest.mark.thorough
def test_only_the_pages_of_the_public_address_may_send(club: Club) -> None:
    said = {"question": make_question_id(club.game), "text": "x"}
    with club.seen_at(CLUB) as phones:
        for origin, status in (
            (CLUB, 422),
            ("http://club.example", 403),
            ("https://127.0.0.1:8737", 403),
            ("https://other.example", 403),
            ("null", 403),
        ):
            sent = phones.post(f"{club.path(SCRIBE)}/answer", data=said, headers={"origin": origin})
            assert sent.status_code == status, origin


@pytest.mark.thorough
@pytest.mark.parametrize("kept", ["/games", ""], ids=["kept", "cut off"])
def test_a_path_of_the_public_address_is_before_every_link(club: Club, kept: str) -> None:
    """Whether the proxy forwards the path or cuts it off."""
    with club.seen_at(CLUB, f"{CLUB}/games") as phones:
        at = f"{kept}{club.path(SCRIBE)}"
        for path in (at, f"{kept}{club.organiser()}", f"{kept}{club.organiser()}/codes"):
            links = LINK.findall(phones.get(path).text)
            assert links
            for link in links:
                assert link.removeprefix(CLUB).startswith("/games/"), link
                if link.endswith((".css", ".js", ".svg")):
                    assert phones.get(kept + link.removeprefix("/games")).status_code == 200
        said = {"question": make_question_id(club.game), "text": "4516234612"}
        sent = phones.post(f"{at}/answer", data=said, headers={"origin": CLUB})
        assert (sent.status_code, sent.headers["location"]) == (303, f"/games{club.path(SCRIBE)}")


def test_a_client_is_believed_only_where_a_named_proxy_says_so(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request_limits, "BURST", 2)
    monkeypatch.setattr(request_limits, "REQUESTS_PER_SECOND", 0)

    def asked(phones: TestClient, *forwarded: str) -> list[int]:
        path = club.path(LOOKS)
        return [phones.get(path, headers={"x-forwarded-for": one}).status_code for one in forwarded]

    two_of_two = ("192.0.2.1", "192.0.2.2", "192.0.2.1", "192.0.2.2", "192.0.2.1")
    with club.seen_at(CLUB, proxies=("10.0.0.0/8",), by="10.1.2.3") as phones:
        assert asked(phones, *two_of_two) == [200, 200, 200, 200, 429]
        # What a client says itself stands before what the proxy adds.
        assert asked(phones, "198.51.100.9, 192.0.2.1", "198.51.100.8, 192.0.2.2") == [429, 429]
    for proxies in ((), ("10.0.0.0/8",)):
        with club.seen_at(CLUB, proxies=proxies, by="172.16.0.1") as phones:
            assert asked(phones, *two_of_two) == [200, 200, 429, 429, 429]


def test_what_is_printed_has_the_public_address(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    served: dict[str, object] = {}
    monkeypatch.setattr(server_runner, "run_server", lambda *_, **more: served.update(more))
    monkeypatch.setattr(access_tokens, "get_tokens_file_path", lambda _: club.tokens.file)
    shell, public = Shell(club.ledger, monkeypatch), f"{CLUB}/games/"

    def told(*more: str) -> str:
        ran = shell.done("serve", "l1", "--port", "0", "--base-url", public, *more)
        return ran.out + ran.err

    output = told("--proxy", "127.0.0.1", "--proxy", "::1")
    assert served["public_address"] == f"{CLUB}/games"
    assert served["trusted_proxies"] == ["127.0.0.1", "::1"]
    assert f"organiser: {CLUB}/games{club.organiser()}" in output
    assert "http://" not in re.sub(r"forward \S+ to http://127\.0\.0\.1:\d+", "", output)
    assert "▀" in output  # the codes that phones read
    assert "share one rate limit" not in output
    assert "share one rate limit" in told("--no-codes")


# ------------------------------------------------------------------------- real proxies


def _program(name: str) -> str:
    found = shutil.which(name, path=f"{os.environ.get('PATH', '')}{os.pathsep}/usr/sbin")
    if found is None:
        pytest.skip(f"there is no {name} here: its configuration in deploy/ was not tried")
    return found


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def _certificate(folder: Path) -> tuple[Path, Path]:
    certificate, key = folder / "fullchain.pem", folder / "privkey.pem"
    new = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=club.example"
    made = [_program("openssl"), *new.split(), "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(made, check=True, capture_output=True)
    return certificate, key


def nginx(folder: Path, server: str, port: int) -> list[str]:
    """nginx with the file of deploy/, at other ports and with a certificate of its own."""
    certificate, key = _certificate(folder)
    site = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    for said, here in (
        ("443 ssl", f"127.0.0.1:{port} ssl"),
        ("listen 80;", f"listen 127.0.0.1:{_free_port()};"),
        ("127.0.0.1:8737", f"127.0.0.1:{server}"),
        ("/etc/letsencrypt/live/club.example/fullchain.pem", str(certificate)),
        ("/etc/letsencrypt/live/club.example/privkey.pem", str(key)),
    ):
        assert said in site
        site = site.replace(said, here)
    own = " ".join(
        f"{what}_temp_path {folder / what};"
        for what in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = f"daemon off; pid {folder}/pid; events {{}} http {{ {own}\n{site} }}"
    if os.geteuid() == 0:  # its workers may read where the test writes
        whole = f"user root; {whole}"
    (folder / "nginx.conf").write_text(whole, encoding="utf-8")
    return [_program("nginx"), "-e", f"{folder}/errors", "-c", f"{folder}/nginx.conf"]


def caddy(folder: Path, server: str, port: int) -> list[str]:
    """Caddy with the file of deploy/, at another port and with a certificate of its own."""
    certificate, key = _certificate(folder)
    site = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    own = f"bind 127.0.0.1\n\ttls {certificate} {key}"
    for said, here in (
        ("club.example {", f"https://club.example:{port} {{\n\t{own}"),
        ("127.0.0.1:8737", f"127.0.0.1:{server}"),
    ):
        assert said in site
        site = site.replace(said, here)
    whole = f"{{\n\tadmin off\n\tauto_https disable_redirects\n}}\n{site}"
    (folder / "Caddyfile").write_text(whole, encoding="utf-8")
    return [_program("caddy"), "run", "--config", f"{folder}/Caddyfile", "--adapter", "caddyfile"]


class Outside:
    """Clients of the proxy, each at an address of its own; ``opened`` closes their lines."""

    def __init__(self, port: int, opened: ExitStack) -> None:
        self.port, self.opened = port, opened
        self.secure = ssl.create_default_context()
        self.secure.check_hostname = False
        self.secure.verify_mode = ssl.CERT_NONE

    def client(self, address: str = "127.0.0.1") -> http.client.HTTPConnection:
        line = http.client.HTTPConnection("club.example")
        plain = socket.create_connection(("127.0.0.1", self.port), 20, (address, 0))
        line.sock = self.secure.wrap_socket(plain, server_hostname="club.example")
        self.opened.callback(line.close)
        return line

    def get(self, path: str) -> http.client.HTTPResponse:
        line = self.client()
        line.request("GET", path)
        return self._answer(line)

    def post(self, path: str, body: str, origin: str = CLUB) -> http.client.HTTPResponse:
        line = self.client()
        form = "application/x-www-form-urlencoded"
        line.request("POST", path, body, {"content-type": form, "origin": origin})
        return self._answer(line)

    def _answer(self, line: http.client.HTTPConnection) -> http.client.HTTPResponse:
        answer = line.getresponse()
        self.opened.callback(answer.close)
        return answer

    def asked(self, path: str, address: str, times: int) -> set[int]:
        """What one client is answered who asks so many times."""
        line, found = self.client(address), set()
        for _ in range(times):
            line.request("HEAD", path)
            answer = line.getresponse()
            answer.read()
            found.add(answer.status)
        return found

    def wait(self) -> None:
        until = time.monotonic() + 20
        while True:
            try:
                self.get("/").read()
            except (OSError, http.client.HTTPException):
                assert time.monotonic() < until, "the proxy does not answer"
                time.sleep(0.05)
            else:
                return


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform != "linux", reason="one loopback address: two clients are one")
@pytest.mark.parametrize("proxy", [nginx, caddy], ids=["nginx", "caddy"])
def test_a_real_proxy_before_the_server(proxy: Any, tmp_path: Path) -> None:
    """Its page, an answer, lines as they are written, photos, and a limit for each client."""
    ledger, port, own = tmp_path / "club.db", _free_port(), str(_free_port())
    with ExitStack() as opened:
        game = begin(opened.enter_context(open_book(ledger)), (*TO_SHOOT, "r1 > b2 soft"))
        command = proxy(tmp_path, own, port)
        behind = ("--base-url", CLUB, "--proxy", "127.0.0.1", "--no-codes")
        served = Served(ledger, "--port", own, *behind)
        opened.callback(served.end)
        home = {**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data")}
        with (tmp_path / "said").open("wb") as said:
            running = subprocess.Popen(command, stdout=said, stderr=said, env=home)
        opened.callback(running.wait, 20)
        opened.callback(running.terminate)
        outside = Outside(port, opened)
        outside.wait()
        assert served.links["scribe"].startswith(f"{CLUB}/m1/")
        scribe = served.links["scribe"].removeprefix(CLUB)
        assert "10 dice" in outside.get(scribe).read().decode()
        live = outside.get(f"{scribe}/live")
        assert (live.readline(), live.readline()) == (b"retry: 1000\n", b"\n")
        first = live.readline() + live.readline()
        sent = f"question={make_question_id(game)}&text=4516234612"
        for origin, status in (("https://other.example", 403), (CLUB, 303)):
            assert outside.post(f"{scribe}/answer", sent, origin).status == status
        told = b""
        while not told.startswith(b"id: "):
            told = live.readline()
        assert told not in first
        photo = outside.post(f"{scribe}/photo", "x" * (2 << 20))
        assert (photo.status, photo.read()[:4]) == (422, b"The ")
        looks = served.links["spectator"].removeprefix(CLUB)
        assert outside.asked(looks, "127.0.0.2", 600) == {200, 429}
        assert outside.asked(looks, "127.0.0.3", 9) == {200}


@pytest.mark.thorough
def test_the_container_is_built_and_serves() -> None:
    engine = next((one for one in ("podman", "docker") if shutil.which(one)), "")
    if not engine or subprocess.run([engine, "info"], capture_output=True, check=False).returncode:
        pytest.skip("no container engine runs here: deploy/Containerfile was not built")
    build = [engine, "build", "-q", "-f", str(DEPLOY / "Containerfile"), str(DEPLOY.parent)]
    image = subprocess.run(build, check=True, capture_output=True, text=True).stdout.split()[-1]
    run = [engine, "run", "--rm", "-v", "warledger-test:/data", image]
    try:
        league = [*run, "league", "new", "Thursday", "--player", "Anna", "--player", "Bram"]
        subprocess.run(league, check=True, capture_output=True)
        serve = [*run, "serve", "l1", "--lan"]
        with subprocess.Popen(serve, stdout=subprocess.PIPE) as served:
            assert served.stdout is not None
            assert any(line.startswith(b"organiser: http://") for line in served.stdout)
            served.terminate()
    finally:
        subprocess.run([engine, "volume", "rm", "-f", "warledger-test"], check=False)

"""The server attacked: what is forged, replayed, too much, too slow, sent from elsewhere.

Every attack is counted; docs/serving.md says how many there are, and is held to it.
"""

from __future__ import annotations

import html
import logging
import random
import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import pytest

from tests.tui.kit import TO_SHOOT, begin
from tracker.application.book import Book, open_book
from tracker.application.match.game import Game
from tracker.server import request_limits
from tracker.server.access_tokens import AccessTokens, Role, list_game_roles
from tracker.server.game_view import make_question_id
from tracker.server.ledger_worker import LedgerWorker
from tracker.server.server_addresses import LOOPBACK, list_host_names
from tracker.server.server_runner import (
    LivePageServer,
    build_application,
    build_server_config,
    open_listening_socket,
)
from tracker.vocabulary.subject_ids import make_side_id

DICE = "4516234612"
RED, BLUE, LOOKS, SCRIBE = (
    Role("side", make_side_id("r")),
    Role("side", make_side_id("b")),
    Role("spectator"),
    Role("scribe"),
)
BASE32 = "abcdefghijklmnopqrstuvwxyz234567"
NASTY = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</title><svg/onload=alert(1)>",
    "{{ 7*7 }}{% raw %}",
    "javascript:alert(1)",
    "' autofocus onfocus='alert(1)",
    "&lt;b&gt; &#60;i&#62;",
    "\u202egnihton",
)
DOCUMENTED = Path(__file__).parents[2] / "docs" / "serving.md"


class Server:
    """A server of two games, spoken to in bytes; ``game`` waits for ten dice of Red."""

    def __init__(
        self, book: Book, game: Game, other: Game, tokens: AccessTokens, port: int
    ) -> None:
        self.book, self.game, self.other, self.tokens, self.port = book, game, other, tokens, port
        self.host = f"{LOOPBACK}:{port}"

    def path(self, role: Role, stream: str = "", more: str = "") -> str:
        stream = stream or self.game.stream
        return f"/{stream}/{self.tokens.make_token(stream, role)}{more}"

    def raw(self, sent: bytes, wait: float = 60.0) -> bytes:
        """What is answered to these bytes."""
        with closing(socket.create_connection((LOOPBACK, self.port), wait)) as line:
            got = b""
            with suppress(OSError):
                line.sendall(sent)
                while more := line.recv(1 << 16):
                    got += more
            return got

    def status(
        self,
        path: str,
        method: str = "GET",
        body: bytes = b"",
        headers: dict[str, str] | None = None,
    ) -> tuple[int, str]:
        """The status and the text of an answer; 0 where the line was closed without any."""
        given = {"Host": self.host, "Origin": f"http://{self.host}", "Connection": "close"}
        if method == "POST":
            given["Content-Length"] = str(len(body))
        given |= headers or {}
        lines = [f"{method} {path} HTTP/1.1", *(f"{n}: {v}" for n, v in given.items() if v)]
        head = "\r\n".join(lines).encode("latin-1", "replace")
        got = self.raw(head + b"\r\n\r\n" + body)
        found = re.match(rb"HTTP/1.1 (\d+)", got)
        return int(found[1]) if found else 0, got.partition(b"\r\n\r\n")[2].decode()

    def answer(self, role: Role, text: str = DICE, question: str | None = None) -> tuple[int, str]:
        asked = make_question_id(self.game) if question is None else question
        body = f"question={asked}&text={text}".encode()
        return self.status(self.path(role, more="/answer"), "POST", body)

    def unharmed(self) -> bool:
        """Whether nothing was written, and it still answers."""
        behind = self.game.is_behind or self.other.is_behind
        return not behind and self.status(self.path(LOOKS))[0] == 200


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setattr(request_limits, "BURST", 1e9)
    ledger, tokens = tmp_path / "games.db", AccessTokens(tmp_path / "tokens")
    with open_book(ledger) as book:
        game = begin(book, (*TO_SHOOT, "r1 > b2 soft"))
        other = begin(book, TO_SHOOT)
        with Running(ledger, tokens) as port:
            yield Server(book, game, other, tokens, port)


class Running:
    """The server in a thread of its own."""

    def __init__(self, ledger: Path, tokens: AccessTokens) -> None:
        listening = open_listening_socket(LOOPBACK, 0)
        self.port = listening.getsockname()[1]
        worker = LedgerWorker(ledger)
        app = build_application(worker, tokens, list_host_names(LOOPBACK, self.port))
        self.server = LivePageServer(build_server_config(app), worker)
        self.thread = threading.Thread(target=self.server.run, args=([listening],))

    def __enter__(self) -> int:
        self.thread.start()
        while not self.server.started:
            time.sleep(0.01)
        return int(self.port)

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self.thread.join()


def test_open_pages_end_when_the_server_stops_and_nothing_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reported: list[logging.LogRecord] = []
    monkeypatch.setattr(logging.getLogger("uvicorn.error"), "callHandlers", reported.append)
    ledger, tokens = tmp_path / "games.db", AccessTokens(tmp_path / "tokens")
    with open_book(ledger) as book:
        stream = begin(book, TO_SHOOT).stream
    path = f"/{stream}/{tokens.make_token(stream, LOOKS)}"
    with ExitStack() as lines:

        def open_line(method: str, more: str, headers: str = "") -> socket.socket:
            line = lines.enter_context(closing(socket.create_connection((LOOPBACK, port), 60)))
            host = f"{LOOPBACK}:{port}"
            head = f"{method} {path}{more} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
            line.sendall(f"{head}{headers}\r\n".encode())
            return line

        with Running(ledger, tokens) as port:
            pages = [open_line("GET", "/live"), open_line("GET", "/overlay/live")]
            received = [page.recv(1 << 16) for page in pages]
            open_line("POST", "/answer", "Content-Length: 9\r\n")  # never sends its form
            time.sleep(0.2)
        for page, got in zip(pages, received, strict=True):
            whole = got
            while more := page.recv(1 << 16):
                whole += more
            assert whole.startswith(b"HTTP/1.1 200")
            assert whole.endswith(b"\r\n0\r\n\r\n")  # complete, rather than cut off
    assert [each.getMessage() for each in reported] == []


TRIED = {
    "forged addresses": 640,
    "pages elsewhere": 60,
    "names of the server": 40,
    "paths": 95,
    "verbs": 30,
    "bodies": 60,
    "heads": 13,
    "answers again and out of order": 40,
    "names with markup": 64,
    "lines that stay open": 70,
    "connections that say nothing": 4,
}


def forged(server: Server, rng: random.Random) -> Iterator[str]:
    """Addresses that look like one: a letter changed, cut, longer, of others, of nobody."""
    own = [
        server.tokens.make_token(server.game.stream, role) for role in (RED, BLUE, LOOKS, SCRIBE)
    ]
    for token in own:
        for at in range(len(token)):
            for _ in range(5):
                letter = rng.choice([one for one in BASE32 if one != token[at]])
                yield f"/{server.game.stream}/{token[:at]}{letter}{token[at + 1 :]}"
        for cut in range(0, len(token) - 1, 4):
            yield f"/{server.game.stream}/{token[: cut + 1]}"
        yield f"/{server.game.stream}/{token}a"
        yield f"/{server.game.stream}/{token.upper()}"
        yield f"/{server.other.stream}/{token}"
        yield f"/{server.game.stream}0/{token}"
        yield f"/{server.game.stream.upper()}/{token}"
        yield f"/l1/{token}"
        yield f"/screens/{token}"
        yield f"/{server.game.stream}/{token}%00"
        yield f"/{server.game.stream}%00/{token}"
    while True:
        yield f"/{server.game.stream}/{''.join(rng.choice(BASE32) for _ in range(26))}"


@pytest.mark.thorough
@pytest.mark.slow
def test_nobody_guesses_an_address(server: Server) -> None:
    tried = forged(server, random.Random(1))
    for _ in range(TRIED["forged addresses"]):
        path = next(tried)
        status, text = server.status(path)
        assert status == 404, path
        assert "Iron Third" not in text
    assert server.unharmed()


def test_other_pages_write_nothing(server: Server) -> None:
    host = server.host
    origins = [
        "http://evil", "null", f"https://{host}", f"http://{host}.evil", f"http://evil/{host}",
        "http://localhost", f"http://{LOOPBACK}", f"http://{LOOPBACK}:1", f"ftp://{host}",
        f"http://{host}@evil", f"http://{host},http://evil", f"http://user@{host}", "file://",
        f"http://{host}/", "",
    ]  # fmt: skip
    deeds = ["answer", "line", "back", "photo"]
    assert len(origins) * len(deeds) == TRIED["pages elsewhere"]
    body = f"question={make_question_id(server.game)}&text={DICE}".encode()
    for deed in deeds:
        for origin in origins:
            path = server.path(SCRIBE, more=f"/{deed}")
            sent = {"Origin": origin, "Sec-Fetch-Site": "" if origin else "cross-site"}
            assert server.status(path, "POST", body, sent)[0] == 403, origin
    assert server.unharmed()


@pytest.mark.thorough
def test_a_name_that_somebody_else_gave_leads_nowhere(server: Server) -> None:
    port = server.port
    hosts = [
        "evil", f"evil:{port}", f"{LOOPBACK}", f"{LOOPBACK}:{port + 1}", f"{LOOPBACK}.evil:{port}",
        f"localhost.:{port}", f"0.0.0.0:{port}", f"[::1]:{port}", f"127.1:{port}",
        f"2130706433:{port}", f"user@{LOOPBACK}:{port}", f"{LOOPBACK}:{port}, evil",
        f"{LOOPBACK}:{port}/", f"http://{LOOPBACK}:{port}", f"LOCALHOST.evil:{port}",
        f"127.0.0.2:{port}", f"{LOOPBACK}:0{port}", f"{LOOPBACK} :{port}", f"*:{port}", ":",
    ]  # fmt: skip
    assert 2 * len(hosts) == TRIED["names of the server"]
    body = f"question={make_question_id(server.game)}&text={DICE}".encode()
    for host in hosts:
        for method, more in (("GET", ""), ("POST", "/answer")):
            sent = {"Host": host, "Origin": f"http://{host}", "X-Forwarded-Host": server.host}
            status, _ = server.status(server.path(RED, more=more), method, body, sent)
            assert status in (400, 421), host
    assert server.unharmed()


def test_no_path_leads_to_files_or_to_other_games(server: Server) -> None:
    own, token = server.path(RED), server.tokens.make_token(server.game.stream, RED)
    ups = ["..", "%2e%2e", ".%2e", "%252e%252e", "..%2f", "..%5c", "..\\", "%c0%ae%c0%ae"]
    ends = ["etc/passwd", "phone.js", "games.db", "tokens", f"{server.other.stream}/{token}"]
    paths = [f"/{up}/{up}/{end}" for up in ups for end in ends]
    paths += [f"{own}/{up}/{end}" for up in ups for end in ("etc/passwd", "tokens")]
    paths += [f"{own}/photo/{up}/{up}/tokens" for up in ups]
    paths += [f"{own}/photo/{'0' * n}" for n in (1, 63, 64, 65, 4000)]
    paths += [
        f"{own}%2f..%2fdoors",
        f"/%2f{server.game.stream}%2f{token}",
        f"{own}/part%00",
        f"{own}/part;x",
    ]
    paths += [f"/{server.game.stream}/", "/", "//", "/*", "/phone.js/..", "/phone.css%00.png"]
    paths += [f"/{server.game.stream}'--/{token}", "/m99999999999999999999/x", "/m-1/x", "/١/x"]
    paths += [f"{own}/line", f"{own}/answer", f"{own}/back", f"/{token}", f"{own}/{token}"]
    paths += [f"/static/{name}" for name in ("phone.js", "..", "../access_tokens.py")]
    paths += [f"/{server.other.stream}/{token}{end}" for end in ("", "/part", "/live", "/photo/0")]
    assert len(paths) == TRIED["paths"]
    for path in paths:
        status, text = server.status(path)
        assert status in (400, 404), path
        assert "root:" not in text
        assert "SQLite" not in text
    assert server.unharmed()


def test_other_verbs_and_kinds_of_content_do_nothing(server: Server) -> None:
    verbs = ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "get", "X" * 90]
    body = f"question={make_question_id(server.game)}&text={DICE}".encode()
    for verb in verbs:
        for more in ("", "/answer", "/live"):
            assert server.status(server.path(RED, more=more), verb, body)[0] in (400, 405), verb
    kinds = ["application/json", "multipart/form-data; boundary=x", "text/xml"]
    assert 3 * len(verbs) + len(kinds) == TRIED["verbs"]
    for kind in kinds:
        sent = {"Content-Type": kind}
        status, _ = server.status(server.path(LOOKS, more="/answer"), "POST", body, sent)
        assert status == 422
    assert server.unharmed()


def test_bodies_that_are_no_form_are_refused(server: Server) -> None:
    rng = random.Random(2)
    path, asked = server.path(SCRIBE, more="/answer"), make_question_id(server.game)
    bodies = [
        b"\xff\xfe", b"question=\xc3\x28", b"&" * 4000, b"a=" * 500, b"=", b"", b"%", b"%zz=%zz",
        b"\x00" * 100, b"text=" + b"4" * request_limits.MAX_BODY_SIZE,
        b"[" * 4000,
        b'{"text": "4516234612"}',
    ]  # fmt: skip
    bodies += [rng.randbytes(rng.randint(1, 900)) for _ in range(20)]
    texts = ["9" * 300, "4" * 301, "=" * 200, "", "=99999999999999999999", "3x6 " * 70, "r" * 200]
    texts += [
        "%00",
        "%0a%0d",
        "1e9",
        "4%20need%20999",
        "0x0",
        "٤٥",
        "½",
        "999999x6",
        "=1,1,1,1,1,1",
    ]
    texts += ["6>" * 90, "d" * 90, "v" * 90, ". . .", "need%202", "..................%0b"]
    texts += ["=" + ",".join("9" * 50), "x6x6x6", "+", "%e2%80%ae4", "r1 > b2", "undo"]
    bodies += [f"question={asked}&text={text}".encode() for text in texts]
    assert len(bodies) == TRIED["bodies"], len(bodies)
    for body in bodies:
        status, _ = server.status(path, "POST", body)
        assert status in (0, 400, 409, 413, 422), body[:60]
    assert server.unharmed()


def test_heads_that_are_too_much_or_no_heads_are_refused(server: Server) -> None:
    path, host = server.path(RED), server.host
    heads = [
        f"GET {path}?{'a' * 20_000} HTTP/1.1\r\nHost: {host}\r\n\r\n",
        f"GET /{'a' * 20_000} HTTP/1.1\r\nHost: {host}\r\n\r\n",
        f"GET {path} HTTP/1.1\r\nHost: {host}\r\n" + "X-A: b\r\n" * 4000 + "\r\n",
        f"GET {path} HTTP/1.1\r\nHost: {host}\r\nCookie: {'c' * 20_000}\r\n\r\n",
        f"GET {path} HTTP/1.1\r\nHost: {host}\r\nHost: evil\r\n\r\n",
        f"GET {path} HTTP/1.1\r\n\r\n",
        f"GET {path}\x00 HTTP/1.1\r\nHost: {host}\r\n\r\n",
        f"GET http://evil{path} HTTP/1.1\r\nHost: evil\r\n\r\n",
        f"POST {path}/answer HTTP/1.1\r\nHost: {host}\r\nContent-Length: -1\r\n\r\n",
        f"POST {path}/answer HTTP/1.1\r\nHost: {host}\r\nContent-Length: 1\r\n"
        "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        f"POST {path}/answer HTTP/1.1\r\nHost: {host}\r\nContent-Length: 99999999999999999999"
        "\r\n\r\n",
        f"POST {path}/answer HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: chunked\r\n"
        f"Origin: http://{host}\r\nConnection: close\r\n\r\n"
        + "1000\r\n" + "4" * 4096 + "\r\n" + "1000\r\n" + "4" * 4096 + "\r\n1000\r\n" + "4" * 4096,
        "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 not TLS either\r\n\r\n",
    ]  # fmt: skip
    assert len(heads) == TRIED["heads"]
    for head in heads:
        got = server.raw(head.encode("latin-1"), 0.5)
        assert not got or re.match(rb"HTTP/1.1 4(00|03|04|13|21|31)", got), (head[:80], got[:80])
        assert b"Iron Third" not in got
    assert server.unharmed()


@pytest.mark.thorough
def test_answers_that_are_sent_again_or_late_count_once(server: Server) -> None:
    asked, rng = make_question_id(server.game), random.Random(3)
    assert server.answer(RED)[0] == 303
    server.game.reload()
    late = [asked, "", "0-", asked + "x", asked.partition("-")[2], f"999-{server.game.version}"]
    for n in range(TRIED["answers again and out of order"]):
        status, text = server.answer(rng.choice([RED, BLUE, SCRIBE]), DICE, late[n % len(late)])
        assert status == 409
        assert "already been answered" in text
    assert server.unharmed()


@pytest.mark.slow
def test_no_name_is_markup_on_any_page(server: Server) -> None:
    tried = 0
    for nasty in NASTY:
        clean = " ".join(nasty.replace("\u202e", " ").split())
        game = begin(server.book, names=(f"{nasty} 1", f"{nasty} 2"), title=nasty)
        game.add_note(nasty)
        told = server.path(SCRIBE, game.stream, "/line")
        assert server.status(told, "POST", b"text=" + _quoted(nasty))[0] in (303, 422)
        roles = list_game_roles([side.id for side in game.state.info.sides])
        for role in roles:
            for more in ("", "/part"):
                status, text = server.status(server.path(role, game.stream, more))
                tried += 1
                assert status == 200
                assert html.escape(clean, quote=False)[:9] in text.replace("&#34;", '"').replace(
                    "&#39;", "'"
                )
                own = re.findall(r"<(script|img|svg)[^>]*>", text)
                assert own == (["script"] if not more else [])
                assert not re.search(r"<[^>]*\son\w+=", re.sub(r'"[^"]*"', '""', text))
    assert tried == TRIED["names with markup"]


def _quoted(text: str) -> bytes:
    return "".join(f"%{byte:02x}" for byte in text.encode()).encode()


def test_one_address_follows_so_often_and_no_more(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = server.path(LOOKS, more="/live")
    sent = f"GET {path} HTTP/1.1\r\nHost: {server.host}\r\n\r\n".encode()
    lines = []
    heads = []
    for _ in range(TRIED["lines that stay open"]):
        line = socket.create_connection((LOOPBACK, server.port), 60)
        lines.append(line)
        line.sendall(sent)
        heads.append(line.recv(12))
    assert heads.count(b"HTTP/1.1 200") == request_limits.STREAMS_PER_CLIENT
    assert heads.count(b"HTTP/1.1 503") == len(heads) - request_limits.STREAMS_PER_CLIENT
    for line in lines:
        line.close()
    until = time.monotonic() + 60
    got = b""
    while b"200" not in got and time.monotonic() < until:  # places are free again
        with closing(socket.create_connection((LOOPBACK, server.port), 60)) as line:
            line.sendall(sent)
            got = line.recv(12)
    assert got == b"HTTP/1.1 200"
    assert server.unharmed()


def test_who_says_nothing_or_drop_by_drop_is_left(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request_limits, "HEAD_TIMEOUT", 0.2)
    monkeypatch.setattr(request_limits, "BODY_TIMEOUT", 0.2)
    post = f"POST {server.path(RED)}/answer HTTP/1.1\r\nHost: {server.host}\r\n"
    post += f"Origin: http://{server.host}\r\nContent-Length: 100\r\n\r\n"
    slow = [b"", b"GET / HTTP/1.1\r\nHost:", post.encode(), post.encode() + b"text=4"]
    assert len(slow) == TRIED["connections that say nothing"]
    for sent in slow:
        got = server.raw(sent)
        assert not got or got.startswith(b"HTTP/1.1 408"), got[:60]
    monkeypatch.undo()
    assert server.unharmed()


def test_too_many_requests_are_told_to_come_slowly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many as are let in at once, and then none, were they all asked at the same moment."""
    monkeypatch.setattr(request_limits, "REQUESTS_PER_SECOND", 0.0)
    ledger, tokens = tmp_path / "games.db", AccessTokens(tmp_path / "tokens")
    with open_book(ledger) as book:
        game = begin(book, TO_SHOOT)
        with Running(ledger, tokens) as port:
            server = Server(book, game, game, tokens, port)
            answered = [server.status("/nowhere")[0] for _ in range(int(request_limits.BURST) + 6)]
    assert answered == [404] * int(request_limits.BURST) + [429] * 6


def test_the_page_tells_how_many() -> None:
    assert f"{sum(TRIED.values()):,} attacks" in DOCUMENTED.read_text(encoding="utf-8")

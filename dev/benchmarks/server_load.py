"""Fifty tables on one server: games by chance over HTTP at once, and an evening that is reported.

One ``serve`` process, one ledger on the disk, one process with all the phones, all on this machine:
so the phones take processor time from the server, which they do not in a hall.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2

from dev.benchmarks import Row
from dev.benchmarks._phone_clients import Saying
from tracker.application.book import Book, open_book
from tracker.application.errors import Refused
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.input_parsing.line_parser import format_line
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.procedures.requests import ROLLS, Interrupt
from tracker.procedures.runners.random_play import choose_random_input
from tracker.server.access_tokens import AccessTokens, Role
from tracker.server.evening.league_qr_codes import make_role_address
from tracker.server.phone_answers import NeedsConfirmation, enter_line
from tracker.server.server_runner import LOOPBACK, find_tokens_file, open_socket
from tracker.testing.random_games import begin_random_game
from tracker.vocabulary import events as ev

TABLES = 50
SAID = 60
"""Things said at each table."""
SEED = 17
PAUSE, BETWEEN = 4.0, 8
"""Seconds between two things said at a table where people play, and how many of them."""
TRIES = 40
RULES = "deathzap2"


def rows() -> Iterator[Row]:
    """What it comes to."""
    with tempfile.TemporaryDirectory() as folder:
        yield from _games(Path(folder), followed=False)
    with tempfile.TemporaryDirectory() as folder:
        yield from _games(Path(folder), followed=True)
    with tempfile.TemporaryDirectory() as folder:
        yield from _games(Path(folder), followed=True, pause=PAUSE)
    with tempfile.TemporaryDirectory() as folder:
        yield from _evening(Path(folder))


def _games(folder: Path, *, followed: bool, pause: float = 0.0) -> Iterator[Row]:
    """Fifty games at once; ``followed``: two phones look on at each; ``pause``: as people play."""
    most = BETWEEN if pause else SAID
    rng = random.Random(SEED)
    ledger = folder / "hall.db"
    with open_book(ledger) as book:
        said = [_by_chance(book, rng) for _ in range(TABLES)]
    with _served(ledger) as (base, tokens, pid):
        scribe, looker = Role("scribe"), Role("spectator")
        streams = [(stream, says[:most]) for stream, says in said]
        plan = {
            "base": base,
            "pause": pause,
            "tables": [(f"/{m}/{tokens.make_token(m, scribe)}", says) for m, says in streams],
            "followers": [
                f"/{m}/{tokens.make_token(m, looker)}"
                for m, _ in streams
                for _ in range(2 * followed)
            ],
        }
        found = _played(plan)
        memory = _memory(pid)
    with open_book(ledger) as book:
        entries = sum(book.open_game(m).history.last_number - 1 for m, _ in streams)
    on = f", {2 * TABLES} phones looking on" if followed else ""
    on += f", {pause:g} seconds between two things said" if pause else ""
    what = f"{TABLES} games by chance at once over HTTP{on}"
    yield Row(what, entries / found["took"], "entries/s")
    yield from _latency(found, "something said at a table")
    yield Row("… memory of the server", memory, "MiB")


def _by_chance(book: Book, rng: random.Random) -> tuple[str, list[Saying]]:
    """A game begun in the book, and what is said in it, from a game played in memory."""
    rules = load_playable_rulesets()[RULES]
    assert rules.forces is not None
    rosters = [sample.text for sample in rng.sample(rules.forces.samples(), 2)]
    tried = begin_random_game(rules, rng, rosters=rosters)
    entrants = [Entrant(side, text) for side, text in zip(("Red", "Blue"), rosters, strict=True)]
    game = book.begin_match(RULES, entrants)
    return game.stream, _said(tried, rng)


def _said(game: Game, rng: random.Random) -> list[Saying]:
    """What was said, as phones send it."""
    says: list[Saying] = []
    while len(says) < SAID:
        saying = _next(game, rng)
        if saying is None:
            break
        says.append(saying)
    return says


def _next(game: Game, rng: random.Random) -> Saying | None:
    if game.pending is not None:
        request = game.pending.request
        if isinstance(request, ROLLS):
            event = choose_random_input(game.ruleset, game.table, rng)
            assert isinstance(event, ev.Rolled)
            text = " ".join(str(face) for face in event.faces)
            game.answer_with_text(text)
            return "answer", {"text": text}
        if isinstance(request, Interrupt):
            game.answer_with_text("no")
            return "answer", {"text": "no"}
        game.choose_default()
        return "answer", {"proposed": "1"}
    for _ in range(TRIES):
        event = choose_random_input(game.ruleset, game.table, rng)
        if not isinstance(event, ev.ActionTaken):
            return None
        text = format_line(game.ruleset.lines.make_line(game.match, event))
        fields = _enter(game, {"text": text}) if text else None
        if fields is not None:
            return "line", fields
    return None


def _enter(game: Game, fields: dict[str, str]) -> dict[str, str] | None:
    """Enter a line as a phone does. Return its form with its consent, or None if it is refused."""
    try:
        enter_line(game, Role("scribe"), fields)
    except NeedsConfirmation as unsure:
        return (
            None
            if unsure.confirm_field in fields
            else _enter(game, {**fields, unsure.confirm_field: unsure.consent})
        )
    except Refused:
        return None
    return fields


def _evening(folder: Path) -> Iterator[Row]:
    """A round of fifty tables: all report and confirm at once, all phones and a screen look on."""
    rng = random.Random(SEED)
    ledger = folder / "club.db"
    names = [f"Player {number}" for number in range(1, 2 * TABLES + 1)]
    with open_book(ledger) as book:
        league = book.begin_league("The hall", players=names, rounds=6)
        for _ in range(3):  # rounds that were played before
            league.rounds.draft_round("Swiss")
            league.rounds.publish_round()
            games = league.state.list_fixtures(league.state.list_rounds(1)[-1])
            for one in games:
                league.results.enter_result(one.id, f"{rng.randint(0, 20)}-{rng.randint(0, 20)}")
        league.rounds.draft_round("Swiss")
        league.rounds.publish_round()
        games = league.state.list_fixtures(league.state.list_rounds(1)[-1])
        stream = league.stream
    with _served(ledger) as (base, tokens, pid):
        paths = {
            player: make_role_address(stream, tokens, "", Role("player", player=player))
            for one in games
            for player in one.players
        }
        plan = {
            "base": base,
            "reports": [
                ([paths[player] for player in one.players], one.id, f"{rng.randint(0, 20)}-7")
                for one in games
            ],
            "followers": [
                *paths.values(),
                make_role_address(stream, tokens, "", Role("spectator")),
            ],
        }
        found = _played(plan)
        memory = _memory(pid)
    with open_book(ledger) as book:
        after = book.open_league(stream).state
        assert all(len(after.fixtures[one.id].signed) == 2 for one in games)
    yield Row(
        f"{TABLES} tables report and confirm at once, {2 * TABLES} phones follow",
        len(found["said"]) / found["took"],
        "entries/s",
    )
    yield from _latency(found, "a report or a confirmation")
    yield Row("… memory of the server", memory, "MiB")


# ------------------------------------------------------------------------------- the two sides


@contextmanager
def _served(ledger: Path) -> Iterator[tuple[str, AccessTokens, int]]:
    """``warledger serve`` on a ledger: its address, its access tokens, its process."""
    listening = open_socket(LOOPBACK, 0)
    port = listening.getsockname()[1]
    listening.close()
    os.environ["XDG_STATE_HOME"] = str(ledger.parent / "state")
    command = [str(Path(sys.executable).with_name("warledger")), "serve", "--port", str(port)]
    with open_book(ledger) as book:
        leagues = book.list_leagues()
    if leagues:
        command += ["--league", leagues[0].stream]
    env = {**os.environ, "WARLEDGER_DB": str(ledger)}
    nowhere = subprocess.DEVNULL
    server = subprocess.Popen(command, env=env, stdout=nowhere, stderr=nowhere)
    base = f"http://{LOOPBACK}:{port}"
    try:
        for _ in range(200):
            time.sleep(0.1)
            try:
                httpx2.get(f"{base}/phone.js")
                break
            except httpx2.TransportError:
                continue
        yield base, AccessTokens(find_tokens_file(ledger)), server.pid
    finally:
        server.terminate()
        server.wait()


def _played(plan: dict[str, Any]) -> dict[str, Any]:
    phones = subprocess.run(
        [sys.executable, "-m", "dev.benchmarks._phone_clients"],
        input=json.dumps(plan),
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, Any] = json.loads(phones.stdout)
    assert not found["refused"], found["refused"][:3]
    return found


def _latency(found: dict[str, Any], what: str) -> Iterator[Row]:
    yield Row(f"… {what} is answered, half within", _share(found["said"], 0.5), "ms")
    yield Row("… 99 of 100 within", _share(found["said"], 0.99), "ms")
    if found["looked"]:
        yield Row(
            "… a page that is read again, 99 of 100 within", _share(found["looked"], 0.99), "ms"
        )


def _share(seconds: list[float], share: float) -> float:
    """Milliseconds within which a share of them was."""
    ordered = sorted(seconds)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] * 1000


def _memory(pid: int) -> float:
    """The most memory a process has had, in MiB."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) / 1024

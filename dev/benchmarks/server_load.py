"""Measures a server with fifty tables: random games over HTTP, and a round of a league.

One ``serve`` process, one ledger on the disk and one process with all the phones run on this
machine. Unlike real phones, these phones use its processor time.
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
from functools import partial
from pathlib import Path
from typing import Any

import httpx2

from dev.benchmarks import Row
from dev.benchmarks._measurements import read_peak_memory
from dev.benchmarks._phone_clients import FormRequest
from tracker.application.book import Book, open_book
from tracker.application.errors import Refused
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.input_parsing.line_syntax_tree import format_line
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.procedures.requests import ROLLS, Interrupt
from tracker.procedures.runners.random_play import choose_random_input
from tracker.server.access_tokens import AccessTokens, Role, get_tokens_file_path
from tracker.server.league_evening.league_links_and_qr_codes import make_league_role_address
from tracker.server.phone_form_handlers import NeedsConfirmation, play_scribe_line
from tracker.server.server_addresses import LOOPBACK
from tracker.server.server_runner import open_listening_socket
from tracker.testing.random_games import begin_random_game
from tracker.vocabulary import events as ev

TABLES = 50
ENTRIES = 60
"""The maximum number of lines and answers at each table."""
SEED = 17
PAUSE, PACED_ENTRIES = 4.0, 8
"""The average pause between people's entries, in seconds, and each table's entries at this pace."""
MAX_TRIES = 40
RULES = "deathzap2"


def measure_rows() -> Iterator[Row]:
    """Measure games without and with watching phones, at the pace of people, and a league."""
    for measure in (
        partial(_measure_games, watched=False),
        partial(_measure_games, watched=True),
        partial(_measure_games, watched=True, pause=PAUSE),
        _measure_league,
    ):
        with tempfile.TemporaryDirectory() as folder:
            yield from measure(Path(folder))


def _measure_games(folder: Path, *, watched: bool, pause: float = 0.0) -> Iterator[Row]:
    """Measure fifty games at once. If ``watched`` is true, two phones watch each game."""
    limit = PACED_ENTRIES if pause else ENTRIES
    rng = random.Random(SEED)
    ledger = folder / "hall.db"
    with open_book(ledger) as book:
        games = [_prepare_game(book, rng) for _ in range(TABLES)]
    with _run_server(ledger) as (base, tokens, pid):
        scribe, spectator = Role("scribe"), Role("spectator")
        tables = [(stream, requests[:limit]) for stream, requests in games]
        plan = {
            "base": base,
            "pause": pause,
            "tables": [
                (f"/{match}/{tokens.make_token(match, scribe)}", requests)
                for match, requests in tables
            ],
            "watchers": [
                f"/{match}/{tokens.make_token(match, spectator)}"
                for match, _ in tables
                for _ in range(2 * watched)
            ],
        }
        results = _run_phones(plan)
        memory = read_peak_memory(pid)
    with open_book(ledger) as book:
        entries = sum(book.open_game(match).history.entry_count - 1 for match, _ in tables)
    label = f"{TABLES} random games at once over HTTP"
    label += f", {2 * TABLES} phones watching" if watched else ""
    label += f", {pause:g} seconds between two entries" if pause else ""
    yield Row(label, entries / results["seconds"], "entries/s")
    yield from _make_latency_rows(results, "an entry")
    yield Row("… memory of the server", memory, "MiB")


def _prepare_game(book: Book, rng: random.Random) -> tuple[str, list[FormRequest]]:
    """Begin a game in the book. Return its id, and the requests of a random game in memory."""
    rules = load_playable_rulesets()[RULES]
    assert rules.forces is not None
    rosters = [sample.text for sample in rng.sample(rules.forces.samples(), 2)]
    sandbox = begin_random_game(rules, rng, rosters=rosters)
    entrants = [Entrant(side, text) for side, text in zip(("Red", "Blue"), rosters, strict=True)]
    game = book.begin_match(RULES, entrants)
    return game.stream, _make_requests(sandbox, rng)


def _make_requests(game: Game, rng: random.Random) -> list[FormRequest]:
    requests: list[FormRequest] = []
    while len(requests) < ENTRIES:
        request = _make_request(game, rng)
        if request is None:
            break
        requests.append(request)
    return requests


def _make_request(game: Game, rng: random.Random) -> FormRequest | None:
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
        game.answer_with_default_choice()
        return "answer", {"proposed": "1"}
    for _ in range(MAX_TRIES):
        event = choose_random_input(game.ruleset, game.table, rng)
        if not isinstance(event, ev.ActionTaken):
            return None
        text = format_line(game.ruleset.line_translator.make_line(game.match, event))
        fields = _enter_scribe_line(game, {"text": text}) if text else None
        if fields is not None:
            return "line", fields
    return None


def _enter_scribe_line(game: Game, fields: dict[str, str]) -> dict[str, str] | None:
    """Enter a line as a phone does, with consent if needed. Return the form, or None if refused."""
    try:
        play_scribe_line(game, Role("scribe"), fields)
    except NeedsConfirmation as error:
        return (
            None
            if error.confirm_field in fields
            else _enter_scribe_line(game, {**fields, error.confirm_field: error.consent})
        )
    except Refused:
        return None
    return fields


def _measure_league(folder: Path) -> Iterator[Row]:
    """Measure a round at fifty tables, which report and confirm at once while all phones watch."""
    rng = random.Random(SEED)
    ledger = folder / "club.db"
    names = [f"Player {number}" for number in range(1, 2 * TABLES + 1)]
    with open_book(ledger) as book:
        league = book.begin_league("The hall", players=names, rounds=6)
        for _ in range(3):  # earlier rounds
            league.rounds.draft_round("Swiss")
            league.rounds.publish_round()
            fixtures = league.state.list_fixtures(league.state.list_rounds_and_draft(1)[-1])
            for fixture in fixtures:
                league.results.enter_result(
                    fixture.id, f"{rng.randint(0, 20)}-{rng.randint(0, 20)}"
                )
        league.rounds.draft_round("Swiss")
        league.rounds.publish_round()
        fixtures = league.state.list_fixtures(league.state.list_rounds_and_draft(1)[-1])
        stream = league.stream
    with _run_server(ledger) as (base, tokens, pid):
        paths = {
            player: make_league_role_address(stream, tokens, "", Role("player", player=player))
            for fixture in fixtures
            for player in fixture.players
        }
        plan = {
            "base": base,
            "reports": [
                (
                    [paths[player] for player in fixture.players],
                    fixture.id,
                    f"{rng.randint(0, 20)}-7",
                )
                for fixture in fixtures
            ],
            "watchers": [
                *paths.values(),
                make_league_role_address(stream, tokens, "", Role("spectator")),
            ],
        }
        results = _run_phones(plan)
        memory = read_peak_memory(pid)
    with open_book(ledger) as book:
        after = book.open_league(stream).state
        assert all(len(after.fixtures[each.id].signed) == 2 for each in fixtures)
    yield Row(
        f"{TABLES} tables report and confirm at once, {2 * TABLES} phones watch",
        len(results["entries"]) / results["seconds"],
        "entries/s",
    )
    yield from _make_latency_rows(results, "a report or a confirmation")
    yield Row("… memory of the server", memory, "MiB")


# --------------------------------------------------------------------------- server and phones


@contextmanager
def _run_server(ledger: Path) -> Iterator[tuple[str, AccessTokens, int]]:
    """Run ``warledger serve``, and yield its address, access tokens and process id."""
    probe = open_listening_socket(LOOPBACK, 0)
    port = probe.getsockname()[1]
    probe.close()
    os.environ["XDG_STATE_HOME"] = str(ledger.parent / "state")
    command = [str(Path(sys.executable).with_name("warledger")), "serve", "--port", str(port)]
    with open_book(ledger) as book:
        leagues = book.list_leagues()
    if leagues:
        command += ["--league", leagues[0].stream]
    env = {**os.environ, "WARLEDGER_DB": str(ledger)}
    null = subprocess.DEVNULL
    server = subprocess.Popen(command, env=env, stdout=null, stderr=null)
    base = f"http://{LOOPBACK}:{port}"
    try:
        for _ in range(200):
            time.sleep(0.1)
            try:
                httpx2.get(f"{base}/phone.js")
                break
            except httpx2.TransportError:
                continue
        yield base, AccessTokens(get_tokens_file_path(ledger)), server.pid
    finally:
        server.terminate()
        server.wait()


def _run_phones(plan: dict[str, Any]) -> dict[str, Any]:
    process = subprocess.run(
        [sys.executable, "-m", "dev.benchmarks._phone_clients"],
        input=json.dumps(plan),
        capture_output=True,
        text=True,
        check=True,
    )
    results: dict[str, Any] = json.loads(process.stdout)
    assert not results["errors"], results["errors"][:3]
    return results


def _make_latency_rows(results: dict[str, Any], label: str) -> Iterator[Row]:
    entries, reloads = results["entries"], results["reloads"]
    yield Row(f"… {label} answered: 50 % within", _compute_quantile(entries, 0.5), "ms")
    yield Row("… 99 % within", _compute_quantile(entries, 0.99), "ms")
    if reloads:
        yield Row("… pages reloaded: 99 % within", _compute_quantile(reloads, 0.99), "ms")


def _compute_quantile(seconds: list[float], share: float) -> float:
    """Return the time in milliseconds that the given share of the times does not exceed."""
    ordered = sorted(seconds)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] * 1000

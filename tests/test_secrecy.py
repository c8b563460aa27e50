"""Two games that differ in what lies face down alone are told alike, whatever tells them.

The commands, their options, the forms of exports, the pages with their roles and the screens with
their keys are those the program declares: a new one is walked like the others.
"""

from __future__ import annotations

import io
import random
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from PIL import Image
from starlette.routing import Route
from starlette.testclient import TestClient

from exports.game_export_formats import FORMATS
from exports.league_export_formats import LEAGUE_FORMATS
from tests.cli.test_documented import COMMANDS, SHAPELESS
from tests.profiles import PROFILE
from tests.saying import say
from tests.tui import kit
from tests.xenocide.evening import BLUE, RED, begin
from tracker.application import book as application
from tracker.application.book import Book
from tracker.application.match.game import Game
from tracker.cli import export_commands
from tracker.cli.main import main
from tracker.ledger.memory_store import MemoryStore
from tracker.server.access_tokens import AccessTokens, Role, list_game_roles
from tracker.server.game_pages import GamePages
from tracker.server.ledger_worker import LedgerWorker
from tracker.vocabulary.subject_ids import SideId
from tui.table.spectator_screen import SpectatorScreen

pytestmark = pytest.mark.rule("XF-ORD-01")

DIGESTS = re.compile(r"\b[0-9a-f]{12,}\b|\b([mlc]1\.)?\d+(-\w{4}){4}|\w{32,}")
"""Digests and anchors, in which nobody can read."""
ONE = ("orders red : r1 run r3 opp r5 1", "r4 run", "r2 run", "undo")
OTHER = ("orders red : r1 opp r3 run r5 0", "r4 opp", "r2 standard", "undo")
"""Counters of a side, another for one of them, and one that was taken back."""
LAID = {"r1": "run", "r2": "standard", "r3": "opp", "r4": "standard", "r5": "1"}
TURNED_BACK = "turned over and taken back"
AFTERWARDS = {
    "placed": (),
    "taken back": ("undo", "undo"),
    "returned": ("undo", "undo", "redo"),
    "set right": ("fix r2 suppressed 1", "fix r1 order standard"),
    "said anew": ("r5 speed 0", "undo", "orders red : r1 opp"),
    TURNED_BACK: ("r5 speed 1", "orders blue : b1 opp b2 run b5 0", "undo"),
    "taken off": ("fix r5 next-speed off", "fix r1 order off", "fix r3 order off"),
}


def play(kept: Book, *lines: str) -> Game:
    game = begin(kept=kept)
    for line in lines:
        getattr(game, line)() if line in ("undo", "redo") else say(game, line)
    return game


def book_of(store: MemoryStore) -> Book:
    return Book(store, clock=kit.Clock(), dice=random.Random(7), rulesets=kit.RULES)


def copied(store: MemoryStore) -> MemoryStore:
    copy = MemoryStore()
    put_back(copy, store)
    return copy


def put_back(store: MemoryStore, as_in: MemoryStore) -> None:
    """Make a ledger hold what another does."""
    for name in ("_kinds", "_summaries", "_commands"):
        setattr(store, name, dict(getattr(as_in, name)))
    store._events = {stream: list(events) for stream, events in as_in._events.items()}
    store._all = list(as_in._all)


# --------------------------------------------------------------------------------- commands

ELSEWHERE = {
    "demo": "games of its own",
    "watch": "the screens below",
    "serve": "the pages below",
    "completion": "the test of what shells are told",
}
"""Commands that print no shape, and where what they tell is walked."""
IN_A_SHELL = ("do m1 ' ", "do m1 'r1 ", "do m1 'orders red r1 ", "answer m1 ", "join m1 ", "show ")
EVENING = (
    "league new Evening --player Anna --player Bram --zone UTC",
    "league draft l1",
    "league publish l1",
    "league link l1 1 m1 --home Red",
    "campaign new War --player Anna --player Bram --zone UTC",
    "campaign enroll c1 Anna --roster red.toml --ruleset xenocide",
    "campaign enroll c1 Bram --roster blue.toml --ruleset xenocide",
    "campaign game c1 Anna Bram",
    "campaign link c1 f1 m2 --home Red",
)
SAID: dict[str, tuple[str, ...]] = {
    "M": ("m1",),
    "L": ("l1",),
    "C": ("c1",),
    "V": ("8", "9"),
    "F": ("f1",),
    "LINE": ("r2 run", "r1 standard", "orders red", "fix r1 order run", "undo", "r1 > b1 12in"),
    "SIDE": ("Red",),
    "PLAYER": ("Anna",),
    "OTHER": ("Bram",),
    "FORCE": ("Ridge",),
    "UNIT": ("Runners",),
    "FILE": ("red.toml",),
    "RULESET": ("xenocide",),
    "--to": ("7", "8"),
    "--at": ("8",),
    "--about": ("8",),
    "--way": ("1", "2"),
    "--file": ("script.txt",),
    "--format": tuple(dict.fromkeys((*FORMATS, *LEAGUE_FORMATS))),
    "--output": ("written",),
    "--fixture": ("l1:1",),
    "--ruleset": ("xenocide",),
}
"""What is said to arguments and options; every other gets a 1."""
OF_COMMAND = {
    ("match photo", "FILE"): ("table.png",),
    ("export", "M"): ("m1", "l1", "c1", "ledger"),
    ("match new", "--side"): ("Red=red.toml",),
}
REFUSED = {"match answer", "match chances", "campaign link"}
"""Commands that cannot be done with this game: nothing waits, it goes on, it is in a league."""


def calls(name: str) -> Iterator[list[str]]:
    """A command with its arguments, alone and with each of its options, in lines and as data; in a
    quick run each option of what takes a game or tells of the ledger beside the first of them.
    """

    def said(what: str) -> tuple[str, ...]:
        return OF_COMMAND.get((name, what)) or SAID.get(what, ("1",))

    params = [param for param in parameters(name) if "--db" not in param.opts]
    arguments = [said(p.metavar) for p in params if p.param_type_name == "argument"]
    given = [[first[0] for first in arguments]]
    for place, values in enumerate(arguments):
        given += [[*given[0][:place], value, *given[0][place + 1 :]] for value in values[1:]]
    of_leagues = arguments and not {"M", "C"} & {p.metavar for p in params}
    for each in given:
        yield [*name.split(), *each]
        yield [*name.split(), *each, "--json"]
        if PROFILE == "ci" and (of_leagues or (each != given[0] and name != "export")):
            continue
        for param in params:
            option = param.opts[0]
            if param.param_type_name == "option" and option != "--json":
                for more in [[option]] if param.is_flag else [[option, v] for v in said(option)]:
                    yield [*name.split(), *each, *more]
    if name == "match answer":
        yield [*name.split(), "m1", "--default"]


def ran(store: MemoryStore, *arguments: str) -> tuple[int, str]:
    """The exit code of a command on a ledger, and all that it told."""

    @contextmanager
    def opened(*_: object, author: str = "", **__: object) -> Iterator[Book]:
        kept = book_of(store)
        kept.author = author
        yield kept

    out = io.StringIO()
    with (
        mock.patch.object(application, "open_book", opened),
        mock.patch.object(export_commands, "wait_for_next_poll", side_effect=KeyboardInterrupt),
        mock.patch.object(sys, "stdin", io.StringIO("")),
        mock.patch.object(sys, "stdout", out),
        mock.patch.object(sys, "stderr", out),
    ):
        code = main(list(arguments))
    return code, DIGESTS.sub("", out.getvalue())


def written_files(folder: Path) -> dict[str, str]:
    """What a command wrote into the folder, taken away again."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.name not in FILES:
            text = path.read_bytes().decode("utf-8", "replace")
            found[str(path.relative_to(folder))] = DIGESTS.sub("", text)
            path.unlink()
    return found


FILES = {
    "red.toml": RED,
    "blue.toml": BLUE,
    "script.txt": "undo\n# nothing\nr2 run\nfix r1 order run\n",
    "table.png": "",
}
COPIES = {"backup", "copy"}
"""What writes a ledger as it is; docs/command-line.md says that all that was said is in it."""


def ledgers(folder: Path, patch: pytest.MonkeyPatch, *then: str) -> tuple[MemoryStore, MemoryStore]:
    """The two games, linked to a league, and twice, for a campaign."""
    patch.chdir(folder)
    patch.setenv("WARLEDGER_DB", "memory://")
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    Image.new("RGB", (8, 8)).save(folder / "table.png")
    stores = MemoryStore(), MemoryStore()
    for store, lines in zip(stores, (ONE, OTHER), strict=True):
        for _ in ("m1", "m2"):
            play(book_of(store), *lines, *then)
        for line in EVENING:
            code, told = ran(store, *shlex.split(line))
            assert code == 0, (line, told)
    return stores


def parameters(name: str) -> list[Any]:
    return list(COMMANDS[name].params)


def reads_a_ledger(name: str) -> bool:
    return any("--db" in param.opts for param in parameters(name))


@pytest.mark.parametrize("after", ["placed", pytest.param(TURNED_BACK, marks=pytest.mark.thorough)])
def test_no_command_tells(after: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(ELSEWHERE) == SHAPELESS
    one, other = ledgers(tmp_path, monkeypatch, *AFTERWARDS[after])
    done, differing = set[str](), list[list[str]]()
    for name in filter(reads_a_ledger, COMMANDS.keys() - ELSEWHERE.keys()):
        for call in calls(name):
            told = []
            for store in (one, other):
                result = ran(copied(store), *call)
                files = written_files(tmp_path)
                told.append((result, sorted(files) if name in COPIES else files))
            if told[0][0][0] == 0:
                done.add(name)
            if told[0] != told[1]:
                differing.append(call)
    assert not differing
    on_games = {name for name in COMMANDS if any(p.metavar == "M" for p in parameters(name))}
    assert on_games - done - ELSEWHERE.keys() == REFUSED


def test_completion_in_a_shell_tells_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = ledgers(tmp_path, monkeypatch)
    for line in IN_A_SHELL:
        call = ("completion", "zsh", "--line", f"warledger match {line}")
        told = [ran(copied(store), *call) for store in (one, other)]
        assert told[0] == told[1]
        assert told[0][0] == 0
        assert told[0][1] or line == "answer m1 "


# ------------------------------------------------------------------------------------ pages


SLOWER = [pytest.param(after, marks=pytest.mark.thorough) for after in AFTERWARDS]


@pytest.mark.parametrize("after", ["returned", *SLOWER])
def test_no_page_of_another_role_tells(after: str) -> None:
    """Every page and everything that can be sent, for every role but the side whose they are."""
    tokens = AccessTokens(None)
    told = []
    for lines in (ONE, OTHER):
        kept = book_of(MemoryStore())
        game = play(kept, *lines, *AFTERWARDS[after])
        sides = [side.id for side in game.state.info.sides]
        roles = [role for role in list_game_roles(sides) if role.name != "r"]
        told.append(dict(answered(kept, roles, tokens)))
    assert told[0] == told[1]
    assert any("with order face down" in text for text in told[0].values())


def test_no_page_of_another_role_tells_what_was_laid_on_a_phone() -> None:
    tokens, own = AccessTokens(None), Role("side", SideId("s:r"))
    told, seen_by_own = [], []
    for orders in (LAID, {**LAID, "r1": "opp", "r2": "run", "r5": "0"}):
        kept = book_of(MemoryStore())
        game = begin(kept=kept)
        at = f"/m1/{tokens.make_token('m1', own)}"
        with TestClient(GamePages(LedgerWorker(None, kept), tokens).build_app()) as phones:
            data = {f"order.{unit}": word for unit, word in orders.items()}
            assert phones.post(f"{at}/orders", data=data).status_code == 200
            seen_by_own.append(phones.get(at).text)
        sides = [side.id for side in game.state.info.sides]
        told.append(
            dict(answered(kept, [one for one in list_game_roles(sides) if one != own], tokens))
        )
    assert told[0] == told[1]
    assert seen_by_own[0] != seen_by_own[1]


def answered(kept: Book, roles: list[Role], tokens: AccessTokens) -> Iterator[tuple[str, str]]:
    app = GamePages(LedgerWorker(None, kept), tokens).build_app()
    before = copied(kept.store)  # type: ignore[arg-type]
    with TestClient(app) as phones:
        for route in app.routes:
            assert isinstance(route, Route)
            for role in roles:
                at = route.path.replace("{token}", tokens.make_token("m1", role))
                at = at.replace("{stream}", "m1").replace("{digest}", "0" * 64)
                for method in route.methods or ():
                    if at.endswith("/live") and method == "GET":
                        continue  # numbers alone, without end
                    for text in ("r1 standard", "undo", "r2 run") if method == "POST" else ("",):
                        data = {"text": text, "question": ""} if text else None
                        sent = phones.request(method, at, data=data)
                        yield (
                            f"{route.path} {role.name} {method} {text}",
                            DIGESTS.sub("", sent.text),
                        )
                        put_back(kept.store, before)  # type: ignore[arg-type]


# ---------------------------------------------------------------------------------- screens

NOT_HERE = {"f6", "q"}
"""Keys that begin a server, or leave the table."""
TYPED = ("colon", *"undo", "enter"), ("colon", *"r2 run", "enter"), ("colon", *"fix r1", "tab")
DEEP = 3
CORRECTING = (
    *(("E", "1", *"r4 run", "enter"), ("E", "1", *"r4 run", "enter", "enter")),
    *(("t", "left", "e", "1"), ("t", "left", "e", "1", *"orders red", "enter")),
    *(("e", *"r4 standard", "enter"), ("exclamation_mark", "1", "down", "down", "right")),
)


def keys_of(stage: kit.Stage) -> list[str]:
    """The keys of the screen on top, and what forms are moved about with."""
    commands = getattr(stage.app.screen, "commands", ())
    own = [key for command in commands for key in command.keys[:1]]
    return [
        key for key in dict.fromkeys((*own, "enter", "1", "2", "0", "tab")) if key not in NOT_HERE
    ]


def screens(kept: Book, *, deep: int) -> dict[tuple[str, ...], str]:
    """What is seen behind each way of keys from the table, until all is turned over; each kind of
    screen is gone on from once.
    """
    found: dict[tuple[str, ...], str] = {}
    store, known = kept.store, set[str]()
    assert isinstance(store, MemoryStore)
    dice, before = kept.dice, copied(store)
    assert dice is not None

    async def story(stage: kit.Stage) -> None:
        table, ways = stage.table, [(), *TYPED, *CORRECTING]
        for way in ways:
            put_back(store, before)
            dice.seed(7)
            table.game.reload()
            table.prompt.typed_text = ""
            await stage.named(*way)
            if table.game.match.phase == "orders":
                found[way] = f"{type(stage.app.screen).__name__}\n{DIGESTS.sub('', stage.text)}"
            kind = f"{type(stage.app.screen).__name__} {stage.text.splitlines()[-1]}"
            if len(way) < deep and kind not in known and way in found:
                known.add(kind)
                ways += [(*way, key) for key in keys_of(stage)]
            while stage.app.screen is not table:
                await stage.named("escape")

    kit.act(story, kept, game="m1")
    return found


@pytest.mark.parametrize(
    ("after", "deep"),
    [
        ("placed", 1),
        *(pytest.param(after, DEEP, marks=pytest.mark.thorough) for after in AFTERWARDS),
    ],
)
def test_no_screen_tells(
    after: str, deep: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = []
    monkeypatch.chdir(tmp_path)
    for lines in (ONE, OTHER):
        for written in tmp_path.iterdir():
            written.unlink()
        kept = book_of(MemoryStore())
        play(kept, *lines, *AFTERWARDS[after])
        told.append(screens(kept, deep=deep))
    assert told[0].keys() == told[1].keys()
    for way, text in told[0].items():
        assert text == told[1][way], way


def test_the_screen_for_who_looks_on_tells_nothing() -> None:
    told = []
    for lines in (ONE, OTHER):
        kept = book_of(MemoryStore())
        game = play(kept, *lines)

        async def story(stage: kit.Stage, game: Game = game) -> None:
            stage.app.push_screen(SpectatorScreen(game))
            await stage.settle()
            told.append(stage.text)

        kit.act(story, kept, game="m1")
    assert told[0] == told[1]

"""One grammar: keys, lines, scripts and the command line write the very same events.

The fifteen lines of each game that people are shown first, each with the keys that say the same.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.cli.running import piped
from tests.combat_zone import evening as zone
from tests.deathzap2 import evening as platoons
from tests.profiles import some
from tests.tui.scribing import Scribe
from tracker.application.book import Book
from tracker.application.match.game import Game
from tracker.application.typed_lines.line_and_script_play import play_script
from tracker.cli.main import main
from tracker.ledger.store_opening_and_copying import open_store
from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.vocabulary import match_event_codec

IMPETUS = ("impetus : 4 2",)
MOVE = (*IMPETUS, "skip orders")
SHOOT = (*MOVE, "fix b1 panic 1", "next", "b3 contacts r2", "next")
VOLLEY = "r1 > b2 soft : 45162346 / 42651 / 362"
SPLIT = (
    "r3 > b1 open with heavy-repeater : 231564 / 31562 / 5216"
    " | r3 > b2 soft with destroyer : 4 / in 3 / 4263 / 156"
)
BLUE_FIRES = (*SHOOT, VOLLEY, SPLIT)
CHECKS = (*BLUE_FIRES, "b1 again", "b2 > r1 open !-1")
MELEE = (*CHECKS, "panic r1 b2 : 31 25")
BLOWS = ("r2 fights b3 : 416523 / 624 / 2 / 3", "b3 fights r2 : 44561233 / 5412 / 6")
MORALE = ("fix turn 2", *MELEE, *BLOWS)

# Where the game stands, the keys, the line they stand for.
DEATHZAP = (
    ((), "42⏎", "impetus : 4 2"),
    (IMPETUS, "562⏎", "orders r1 r2 r3 : 562"),
    (IMPETUS, ":skip orders⏎", "skip orders"),
    (MOVE, "1,2m⏎", "r1,r2 moves"),
    ((*MOVE, "next"), "3c2⏎", "b3 contacts r2"),
    ((*MOVE, "fix r2 panic 1"), "1j2⏎43⏎", "r1 joins r2 : 43"),
    (SHOOT, "12s⏎45162346⏎42651⏎362⏎", VOLLEY),
    (SHOOT, "12s⏎=5⏎=3⏎-2⏎", "r1 > b2 soft : =5 / =3 / -2"),
    ((*SHOOT, VOLLEY), "31o/2s⏎231564⏎31562⏎5216⏎4⏎3⏎4263⏎156⏎", SPLIT),
    (BLUE_FIRES, ":b2 > r1 open !-1 # shouted across the table, dice not seen⏎",
     "b2 > r1 open !-1 # shouted across the table, dice not seen"),
    (BLUE_FIRES, "1m⏎", "b1 again"),
    (CHECKS, "3125⏎", "panic r1 b2 : 31 25"),
    (MELEE, "⏎416523⏎624⏎2⏎3⏎", "r2 fights b3 : 416523 / 624 / 2 / 3"),
    (MORALE, "5⏎", "morale b1 : 5"),
    ((*MORALE, "morale b1 : 5", "impetus : 4 2"),
     ":fix b1 figures +1 # counted one too few in turn 1⏎",
     "fix b1 figures +1 # counted one too few in turn 1"),
)  # fmt: skip

COHERENT = ("coherent r1,b1",)
BLUE_ACTS = zone.BLUE_ACTS
WATCHED = (*BLUE_ACTS, "b12 > r13 20cm open shots 1 : 3", "b12 opp", "next", "r1 activates")
HERO = (*zone.RED_ACTS, "all holds")
KNIFE = (*HERO, "r21 moves 2ap | r21 charges b14 : 53241 v 44 / 12")
COMBAT_ZONE = (
    (("fix b14 panic", *zone.TURN_TWO), "54⏎", "react b14 : 54"),
    ((), "⏎", "coherent r1,b1"),
    (COHERENT, "465⏎s⏎", "init : 465 / second"),
    (BLUE_ACTS, "", "b1 activates"),  # the only group of Blue: the book has chosen it already
    (BLUE_ACTS, "11218s⏎536⏎654⏎", "b11 > r12 18cm soft : 536 / 654"),
    (BLUE_ACTS, "21320of⏎3⏎", "b12 > r13 20cm open shots 1 : 3"),
    (BLUE_ACTS, "2o⏎", "b12 opp"),
    (BLUE_ACTS, "3m21316⏎245⏎=6⏎", "b13 moves 2ap | b13 > r13 16cm : 245 / =6"),
    (WATCHED, "1m2i22o⏎61⏎231⏎", "r11 moves 2ap | b12 shoots r11 22cm open : 61 / 231"),
    (zone.RED_ACTS, "4a1530h⏎4⏎", "r14 aims b15 30cm hard : 4"),
    (zone.RED_ACTS, "51145sf5⏎2x6 .⏎442⏎665⏎",
     "r15 > b11 45cm soft shots 5 : 2x6 . / 442 / 665"),
    (HERO, "m2c14⏎5324144⏎12⏎", "r21 moves 2ap | r21 charges b14 : 53241 v 44 / 12"),
    (KNIFE, "c⏎8632 v 35⏎76⏎", "r21 again : 8632 v 35 / 76"),
    (zone.RED_ACTS, "3l⏎4p⏎0-⏎", "r13 drops | r14 door | all holds"),
    (("fix r16 rout", *zone.TURN_TWO), "a⏎", "r16 routs !left"),
)  # fmt: skip

SAMPLES = [
    *(("deathzap2", *sample) for sample in DEATHZAP),
    *(("combat-zone", *sample) for sample in COMBAT_ZONE),
]


def begun(ruleset: str, before: tuple[str, ...]) -> Game:
    game = platoons.begin() if ruleset == "deathzap2" else zone.begin()
    done = play_script(game, "\n".join(before))
    assert done.error is None, done.error
    return game


def written(game: Game, since: int = 0) -> list[bytes]:
    """The bodies of all events that count, as they are stored."""
    return [
        match_event_codec.encode(line.event) for line in game.history.path if line.version > since
    ]


def test_there_are_fifteen_of_each() -> None:
    assert (len(DEATHZAP), len(COMBAT_ZONE)) == (15, 15)


@pytest.mark.parametrize(("ruleset", "before", "keys", "line"), SAMPLES)
def test_keys_write_what_the_line_writes(
    ruleset: str, before: tuple[str, ...], keys: str, line: str
) -> None:
    typed, scripted = begun(ruleset, before), begun(ruleset, before)
    Scribe(typed).press(keys)
    done = play_script(scripted, line)
    assert done.error is None, done.error
    assert written(typed) == written(scripted)
    assert len(written(typed)) > len(written(begun(ruleset, before))) or not keys
    assert typed.state == scripted.state


class Ledger:
    """A game kept by the command line alone."""

    def __init__(self, ruleset: str, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.path, self.patch = folder / "games.db", patch
        patch.setenv("WARLEDGER_DB", str(self.path))
        red, blue = (
            (platoons.RED, platoons.BLUE)
            if ruleset == "deathzap2"
            else (zone.JACKALS, zone.WARDENS)
        )
        (folder / "red.toml").write_text(red, encoding="utf-8")
        (folder / "blue.toml").write_text(blue, encoding="utf-8")
        sides = [f"--side=Red={folder / 'red.toml'}", f"--side=Blue={folder / 'blue.toml'}"]
        options = ["--option=game=basic", "--option=orders_table=custom"]
        self("match", "new", *sides, *(options if ruleset == "deathzap2" else []))
        first = ("deployment : 52 / 1",) if ruleset == "deathzap2" else zone_begins()
        self.script(*first)

    def __call__(self, *arguments: str, stdin: str = "") -> None:
        with self.patch.context() as patch:
            patch.setattr(sys, "stdin", piped(stdin))
            assert main(list(arguments)) == 0, arguments

    def script(self, *lines: str) -> None:
        if lines:
            self("match", "do", "m1", "--file", "-", stdin="\n".join(lines))

    def written(self, since: int = 0) -> list[bytes]:
        with open_store(str(self.path)) as store:
            return written(Book(store, rulesets=load_playable_rulesets()).open_game("m1"), since)

    def version(self) -> int:
        with open_store(str(self.path)) as store:
            return store.get_version("m1")


def zone_begins() -> tuple[str, ...]:
    return ("deploy red", "deploy blue")


@pytest.mark.parametrize(("ruleset", "before", "keys", "line"), some(SAMPLES))
def test_the_command_line_writes_what_the_keys_write(
    ruleset: str,
    before: tuple[str, ...],
    keys: str,
    line: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ledger = Ledger(ruleset, tmp_path, monkeypatch)
    ledger.script(*before)
    since = ledger.version()
    typed = begun(ruleset, before)
    mine = typed.version
    Scribe(typed).press(keys)
    ledger("match", "do", "m1", line)
    assert ledger.written(since) == written(typed, mine)

"""Random games of any ruleset with undo, fixes by hand, notes, corrections and reopening."""

from __future__ import annotations

import random
from contextlib import suppress

from tests.saying import begin_correction
from tracker.application.errors import Refused
from tracker.application.match.dice_input import BadDice, is_dice_request
from tracker.application.match.game import Game
from tracker.application.match.match_entries import MatchEntry
from tracker.application.match_records.match_record_writer import compose_match_record
from tracker.procedures.requests import Roll
from tracker.procedures.ruleset import Ruleset
from tracker.testing.random_games import begin_random_game, play_random_input, reopen_game
from tracker.vocabulary import events as ev

AUTHORS = ("", "Anna", 'Bo "the scribe"')
NOTES = (
    "wow",
    "he said: 4 / 5 | never",
    "a # b ;17:30:05 abcdef",
    "  wide  ",
    "é 龍 \u200d",
    "two\r\nlines",
    "re\rturn",
    "\x85 x\u2028\x7f",
    "end\u00a0",
    "\u3000",
    "tab\there",
)


def kept_game(rules: Ruleset, rng: random.Random, steps: int) -> Game:
    """Begin a random game and make this many random steps. Most of them play on."""
    game = begin_random_game(rules, rng)
    ticks = iter(range(10**9))
    game.writer.clock = lambda: (
        1_700_000_000_000_000 + next(ticks) * rng.choice((1, 7_500_000, 10**10))
    )
    for _ in range(steps):
        with suppress(Refused, BadDice):
            rng.choices(DEEDS, WEIGHTS)[0](game, rng)
    return game


def record(game: Game) -> str:
    return compose_match_record(game.ruleset, game.history)


def _play(game: Game, rng: random.Random) -> None:
    play_random_input(game, rng)


def _app(game: Game, rng: random.Random) -> None:
    if game.pending is not None and is_dice_request(game.pending.request):
        game.answer_with_app_roll()


def _count(game: Game, rng: random.Random) -> None:
    """Enter only successes, or fewer dice, or another number needed."""
    pending = game.pending
    if pending is not None and isinstance(pending.request, Roll):
        size = pending.request.count
        texts = [f"={rng.randint(0, size)}", ". ", "11 .", "r", f"={size} -1 d", "5 6 d", "2 r"]
        game.answer_with_text(
            rng.choice(texts), ruling_reason=rng.choice(("", "", "the wall is low"))
        )


def _undo(game: Game, rng: random.Random) -> None:
    rng.choice(
        (game.undo, game.undo, game.undo_action_or_correction, game.undo_phase, game.undo_turn)
    )()


def _redo(game: Game, rng: random.Random) -> None:
    game.redo()


def _to(game: Game, rng: random.Random) -> None:
    game.rewind_to_line(rng.randint(1, game.history.entry_count))


def _note(game: Game, rng: random.Random) -> None:
    about = rng.choice((None, game.history.path[-1].entry, 1))
    game.add_note(rng.choice(NOTES), about=about, star=rng.random() < 0.3)


def _fix(game: Game, rng: random.Random) -> None:
    rows = game.ruleset.setting_right.list_rows(game.match)
    ways = [text for row in rows for _, text in row.ways if text]
    if ways and rng.random() < 0.7:
        from tracker.application.typed_lines.line_and_script_play import play_line

        note = rng.choice(("", " # counted wrong", " about 2 # agreed"))
        play_line(game, rng.choice(ways) + note)
        return
    side = game.state.info.sides[0].id
    facts = (ev.PointsScored(side=side, points=rng.randint(1, 3), why="agreed"),)
    game.adjust_by_hand(facts, rng.choice(NOTES), ends_action=game.pending is not None)


def _strange(game: Game, rng: random.Random) -> None:
    """Record a fact by hand that no line of a ruleset can express."""
    unit = rng.choice([*game.state.units])
    game.adjust_by_hand((ev.Moved(unit=unit, length=725, how="the wind"),), "house rule", about=1)


def _amend(game: Game, rng: random.Random) -> None:
    said = [
        e for e in game.history.list_entries_on_path() if isinstance(e.input, (ev.Rolled, ev.Noted))
    ]
    if said:
        entry = rng.choice(said[-12:])
        begin_correction(game, entry.number, lambda sandbox: _anew(sandbox, entry, rng))


def _anew(sandbox: Game, entry: MatchEntry, rng: random.Random) -> None:
    if isinstance(entry.input, ev.Noted):
        sandbox.add_note("anew", about=entry.input.about)
    elif not play_random_input(sandbox, rng):
        raise Refused("over")


def _author(game: Game, rng: random.Random) -> None:
    game.writer.author = rng.choice(AUTHORS)


def _mark(game: Game, rng: random.Random) -> None:
    game.add_note("", mark=rng.choice(("pause", "on")))


def _again(game: Game, rng: random.Random) -> None:
    """Go on with the game as another program would open it."""
    other = reopen_game(game)
    game.writer.live_match = other.live_match
    game.run_automatic_steps()


DEEDS = (
    _play,
    _app,
    _count,
    _undo,
    _redo,
    _to,
    _note,
    _fix,
    _strange,
    _amend,
    _author,
    _mark,
    _again,
)
WEIGHTS = (60, 8, 8, 4, 3, 1, 3, 3, 1, 2, 2, 1, 1)

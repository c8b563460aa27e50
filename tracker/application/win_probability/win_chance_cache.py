"""Computes the chances to win at lines of a game, and stores them in a cache outside the ledger.

If the cache is lost, the chances are computed again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec import Struct
from platformdirs import user_cache_path

from tracker.application.match.game import Game
from tracker.application.win_probability.sampled_line_win_chances import (
    DEFAULT_MAX_LINES,
    GAMES,
    LineWinChance,
    WinChances,
    choose_sampled_lines,
    compute_missing_chances,
    find_last_version_affecting_chances,
    require_finished_game,
    sort_win_chances_by_order_of_play,
)
from tracker.ledger.atomic_file_writes import write_atomically

FORM = 3
"""The version of the simulation. Cached results of other versions are ignored."""
MAX_FILE_SIZE = 1 << 20


def compute_win_chances(
    game: Game,
    simulated_games: int = GAMES,
    max_lines: int = DEFAULT_MAX_LINES,
    progress: Callable[[int, int], None] | None = None,
) -> WinChances:
    """Return the chances at the sampled lines of a game, from the cache or newly computed.

    Results are saved line by line, so nothing is lost if the computation is stopped. ``progress``
    is called with the number of computed lines and the number of all lines. Raises ``Refused`` for
    a running game.
    """
    require_finished_game(game)
    found = read_cached_chances(game, simulated_games)
    had = {each.line: each for each in found.lines}
    total = sum(line.number not in had for line in choose_sampled_lines(game, max_lines))
    missing = compute_missing_chances(game, simulated_games, max_lines, had)
    for done, one in enumerate(missing, start=1):
        found = sort_win_chances_by_order_of_play(game, (*found.lines, one))
        save_chances_to_cache(game, found.lines, simulated_games)
        if progress is not None:
            progress(done, total)
    return found


class _CachedChances(Struct):
    of: str
    lines: list[LineWinChance]


def read_cached_chances(game: Game, simulated_games: int = GAMES) -> WinChances:
    """Return the chances in a game that are in the cache, in the order of play."""
    sides = len(game.state.info.sides)
    found: list[LineWinChance] = []
    with suppress(OSError, msgspec.DecodeError):
        file = _get_cache_file(game, simulated_games)
        if file.stat().st_size <= MAX_FILE_SIZE:
            kept = msgspec.json.decode(file.read_bytes(), type=_CachedChances)
            if kept.of == _make_cache_key(game, simulated_games):
                found = [
                    one
                    for one in kept.lines
                    if len(one.played.won) == sides and 0 < one.played.game_count <= simulated_games
                ]
    return sort_win_chances_by_order_of_play(game, found)


def save_chances_to_cache(
    game: Game, lines: Iterable[LineWinChance], simulated_games: int = GAMES
) -> None:
    """Save the chances in a game. If the disk is full or write-protected, do nothing."""
    file = _get_cache_file(game, simulated_games)
    text = msgspec.json.encode(_CachedChances(_make_cache_key(game, simulated_games), [*lines]))
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        with write_atomically(file, overwrite=True) as part:
            part.write_bytes(text)


def _make_cache_key(game: Game, games: int) -> str:
    rules = f"{game.ruleset.id} {game.ruleset.version}"
    anchor = game.journal.compute_history_anchor(find_last_version_affecting_chances(game))
    return f"{FORM} {games} {rules} {anchor}"


def _get_cache_file(game: Game, games: int) -> Path:
    name = sha256(_make_cache_key(game, games).encode()).hexdigest()[:24]
    return user_cache_path("warledger") / "chances" / f"{name}.json"

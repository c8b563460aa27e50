"""The recorded game of six turns, in or outside a campaign."""

from __future__ import annotations

from collections.abc import Sequence

from tests.games import sheet
from tracker.application.book import Book
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant
from tracker.application.typed_lines.line_and_script_play import play_script
from tracker.procedures.installed_rulesets import load_playable_rulesets

ROSTERS = ("iron-third.toml", "red-dusk.toml")


def samples() -> dict[str, str]:
    """Return the text of each sample roster by its file name."""
    forces = load_playable_rulesets()["deathzap2"].forces
    assert forces is not None
    return {sample.file: sample.text for sample in forces.samples()}


def begin(book: Book, entrants: Sequence[Entrant] = (), on: str = "2025-10-09") -> Game:
    """Begin the recorded game, before its first line."""
    if not entrants:
        rosters = samples()
        names = zip(("Red", "Blue"), ROSTERS, ("Anna", "Farid"), strict=True)
        entrants = [Entrant(side, rosters[file], player) for side, file, player in names]
    return book.begin_match(
        "deathzap2",
        entrants,
        title="Six turns",
        options={"orders_table": "starter"},
        played_on=on,
    )


def played(game: Game) -> Game:
    """Play all lines of the recorded game, the last of which ends it."""
    done = play_script(game, sheet.SCRIPT.read_text(encoding="utf-8"), use_defaults=True)
    assert done.error is None, f"line {done.line}: {done.error}"
    return game

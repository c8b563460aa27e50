"""At whom everybody fired last, as long as that one is there to be fired at again."""

from __future__ import annotations

from collections.abc import Iterable

from tracker.application.match.game import Game
from tracker.vocabulary.names import Subject
from tui.views.filling import list_aiming_verbs
from tui.views.unit_memory import Memory, Remembered, cover_in


def list_last_targets(
    game: Game, memory: Memory, subjects: Iterable[Subject]
) -> dict[Subject, str]:
    """``▸2 soft, turn 1`` for each who has fired; the cover only while it holds."""
    handle = game.match.handle
    alive = {handle(f) for u in game.match.units() for f in game.match.figures(u)}
    there = alive | {handle(unit) for unit in game.match.units()}
    verbs = list_aiming_verbs(game)
    said: dict[Subject, str] = {}
    for subject in subjects:
        found = filter(None, (memory.last(handle(subject), verb) for verb in verbs))
        shots = (each for each in found if cover_in(game, each.deed) is not None)
        last = max(shots, key=lambda each: each.at, default=None)
        whom = last.deed.whom.names if last is not None and last.deed.whom is not None else ()
        if last is not None and there.issuperset(whom):
            said[subject] = _words(game, memory, last, whom)
    return said


def _words(game: Game, memory: Memory, last: Remembered, whom: tuple[str, ...]) -> str:
    cover = cover_in(game, last.deed) if memory.still_holds(last) else None
    how = f" {cover.name}" if cover is not None else ""
    when = f", turn {last.turn}" if last.turn != game.match.turn else ""
    return f"▸{','.join(name[1:] for name in whom)}{how}{when}"

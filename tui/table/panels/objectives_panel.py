"""Victory points and how far each side is from every objective."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content

from tracker.application.match.game import Game
from tui.prompt.prompt import Prompt
from tui.screen_text import Piece, fill_line, join, wrap
from tui.views.clock_view import score
from tui.widgets.frame import Edges, Panel


class ObjectivesPanel(Panel):
    """VP and objectives."""

    def __init__(self, prompt: Prompt, edges: Edges) -> None:
        super().__init__(edges, id="objectives")
        self.prompt = prompt

    def title(self) -> Iterable[Piece]:
        return ["VP and objectives"]

    def body(self, width: int, height: int) -> list[Content]:
        return list_objective_lines(self.prompt.game, width)[:height]


def list_objective_lines(game: Game, width: int) -> list[Content]:
    """The points of each side, then each objective with how far they are."""
    sides: list[list[Piece]] = [
        [(name, f"$side-{min(place, 2)} bold"), f" {points} VP"]
        for place, (name, points) in enumerate(score(game), start=1)
    ]
    beside: list[Piece] = [piece for side in sides for piece in ("   ", *side)]
    fits = join(beside).cell_length - 2 <= width
    lines = (
        [fill_line(width, [" ", *beside[1:]])] if fits else [join([" ", *side]) for side in sides]
    )
    for label, text in game.ruleset.status(game.match):
        first, *more = wrap(f"{label}: {text}", width - 4) or [""]
        lines.append(join([" ", first]))
        lines += [join([("   " + each, "$quiet")]) for each in more]
    return lines

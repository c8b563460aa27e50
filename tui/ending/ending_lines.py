"""What stands on the page of the end of a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textual.content import Content

from exports.ending import Ending, SideEnding
from tracker.application.win_probability.sampled_lines import Winning
from tui.screen_text import Piece, cut, fill_line, join, pad_text, wrap

MOMENTS = 6
NAME, NUMBER = 24, 9


def draw_ending(found: Ending, chances: Winning, width: int, steps: str) -> list[Content]:
    """The page, each line of at most so many cells; ``steps`` are signs from 0 to 1 for strips."""
    lines = [*_won(found, width), Content(""), *_score(found, width)]
    if chances.lines:
        lines += [*_chances(chances, width, steps)]
    if found.best:
        lines += _part("unit of the day", [found.best], width)
    told = [f"line {one.line}, turn {one.turn}: {one.text}" for one in found.moments[-MOMENTS:]]
    lines += _part("how it came to that", told, width)
    lines += _part("luckiest", found.lucky, width)
    lines += _part("unluckiest", found.unlucky, width)
    return lines


def _won(found: Ending, width: int) -> Iterator[Content]:
    side = next((place for place, one in enumerate(found.sides) if one.name == found.won), None)
    said: Piece = ("Drawn", "bold")
    if side is not None:
        one = found.sides[side]
        who = f"{one.force}, {one.player}," if one.player else one.force
        said = (f"{who} wins", f"$side-{min(side + 1, 2)} bold")
    yield join([" ", said])
    for each in wrap(found.why, width - 2) if found.why else ():
        yield join([f" {each}"])


def _score(found: Ending, width: int) -> Iterator[Content]:
    """A row a side: points, figures left, minutes, luck; and how both went, turn by turn."""
    turns = max(len(one.turns) for one in found.sides)
    shown = turns if width >= NAME + 4 * NUMBER + 6 * turns + 12 else 0
    heads = [("VP", NUMBER)] if found.scored else []
    heads += [("figures", NUMBER + 1), ("minutes", NUMBER)]
    head = "".join(f"{word:>{cells}}" for word, cells in heads)
    after = "".join(f"{f'T{n + 1}':>6}" for n in range(shown))
    yield join([(f" {pad_text('', NAME)}{head}{'luck':>18}{after}", "$quiet")])
    for place, one in enumerate(found.sides):
        cells: list[Piece] = [
            " ",
            (pad_text(cut(one.force, NAME), NAME), f"$side-{min(place + 1, 2)} bold"),
        ]
        if found.scored:
            cells.append((f"{one.points:>{NUMBER}}", "bold"))
        cells.append(f"{f'{one.left} of {one.came}':>{NUMBER + 1}}{one.minutes:>{NUMBER}}")
        cells.append((f"{one.luck:>18}", "$quiet"))
        cells += [_turn(one, number, scored=found.scored) for number in range(shown)]
        yield join(cells)
    if shown:
        what = "VP and figures left" if found.scored else "figures left"
        yield join([(f" {'after each turn: ' + what:>{width - 2}}", "$quiet")])


def _turn(one: SideEnding, number: int, *, scored: bool) -> Piece:
    points, left = one.turns[number] if number < len(one.turns) else (0, 0)
    return f"{f'{points}/{left}' if scored else left:>6}"


def _chances(chances: Winning, width: int, steps: str) -> Iterator[Content]:
    """Each side's chance to win over the game, a bar a line that was worked out."""
    yield Content("")
    yield join([(" chance to win, over the game", "$primary bold")])
    for place, name in enumerate(chances.sides):
        told = [one.played.chance(place) for one in chances.lines]
        bars = "".join(steps[min(int(each * len(steps)), len(steps) - 1)] for each in told)
        first = f"{told[0] * 100:.0f} % at first"
        yield fill_line(
            width,
            ["  ", (pad_text(cut(name, 12), 13), f"$side-{min(place + 1, 2)} bold"), bars],
            [(f"{first} ", "$quiet")],
        )


def _part(heading: str, texts: Sequence[str], width: int) -> list[Content]:
    if not texts:
        return []
    lines = [Content(""), join([(f" {heading}", "$primary bold")])]
    for text in texts:
        first, *more = wrap(text, width - 4)
        lines.append(join([f"  {first}"]))
        lines += [join([f"    {each}"]) for each in more]
    return lines

"""Dice as they stand in the prompt: places, the die that is picked, what they come to."""

from __future__ import annotations

from textual.content import Content

from tracker.application.match.dice_input import list_opposing_dice
from tracker.input_parsing.dice_reader import DiceReading
from tracker.procedures.requests import Roll, Score
from tracker.vocabulary.dice import count_successes, find_band
from tracker.vocabulary.events import Rolled
from tui.commands import ENTER
from tui.prompt.prompt import Prompt
from tui.screen_text import Piece, count_cells, fill_line, join, wrap
from tui.views.echo import Die, Echo, Won, build_echo, describe_made, is_success, name_successes
from tui.widgets.clicks import make_clickable

CURSOR = "▌"
ASKED: Won = ("yes", "yes")
"""What dice say that no rule asked for."""
LARGE = len("╭─╮")
WHICH = "reroll which?  1 the ones · f the failures · or any face"


def name_roll_successes(prompt: Prompt) -> Won:
    """What the successes of a roll are called."""
    request = None if prompt.pending is None else prompt.pending.request
    return ASKED if prompt.free is not None else name_successes(getattr(request, "kind", None))


def read_echo(prompt: Prompt) -> Echo:
    """The dice typed now."""
    assert prompt.pending is not None
    before, text, asked = prompt.dice.now()
    segment = 1 if before else 0
    won = name_roll_successes(prompt)
    mine = frozenset(place for at, place in prompt.dice.by_app if at == segment)
    return build_echo(
        text,
        prompt.dice.faces(),
        asked,
        prompt.read_dice(),
        at=prompt.dice.at,
        by_app=mine,
        won=won,
        versus=len(list_opposing_dice(prompt.pending)),
    )


def list_typed_lines(prompt: Prompt, width: int, *, large: bool = False) -> list[Content]:
    """The dice with their amounts behind them, or below where there is no room; ``large``: as
    they lie on the table, where they can be drawn so.
    """
    shown = read_echo(prompt)
    said: list[Piece] = [("  " + _amounts(prompt, shown), "$success")]
    said += (
        [make_clickable(join([("   Enter", "$success bold")]), ENTER[:1])] if shown.ready else []
    )
    rows = [_text(shown)] if shown.text or not shown.dice else _dice(shown, width - 2)
    if large and fits_large(shown, width):
        rows = _large(shown)
    room = width - join(said).cell_length
    lines = [join(row) for row in rows[:-1]]
    if join(rows[-1]).cell_length <= room:
        lines.append(fill_line(width, rows[-1], said))
    else:
        lines += [join(rows[-1]), fill_line(width, [], said)]
    more = _more(prompt, shown)
    return [*lines, *(join([(text, "$quiet")]) for text in wrap(more, width))]


def list_again_lines(prompt: Prompt, width: int) -> list[Content]:
    """How the dice fell before some of them are rolled again."""
    again = prompt.dice.again()
    if again is None or prompt.pending is None:
        return []
    faces = " ".join(
        f"({face})" if place in again.places else str(face)
        for place, face in enumerate(again.first)
    )
    count = len(again.places)
    said = f"{count} {'die' if count == 1 else 'dice'} again"
    return [fill_line(width, [(f"{prompt.pending.request.what}   {faces}", "$quiet")], [said])]


def _amounts(prompt: Prompt, shown: Echo) -> str:
    """What they amount to; of a sum also what the rules make of it."""
    assert prompt.pending is not None
    request, reading = prompt.pending.request, prompt.read_dice()
    if isinstance(reading, DiceReading) and reading.again and isinstance(request, Roll):
        total = describe_made(
            count_successes(reading.result, request.bands), name_roll_successes(prompt)
        )
        return f"{shown.amounts}: {total} in all"
    if not isinstance(request, Score) or not isinstance(reading, DiceReading) or reading.to_roll:
        return shown.amounts
    if request.bands:
        band = request.bands[find_band(reading.result[0], request.bands)]
        return f"{shown.amounts}: {band.name}"
    says = request.kind.total if request.kind is not None else None
    word = says(prompt.game.match, request, reading.result[0]) if says is not None else ""
    return f"{shown.amounts}: {word}" if word else shown.amounts


def _more(prompt: Prompt, shown: Echo) -> str:
    if prompt.typed.rstrip().endswith("*"):
        return WHICH
    if any(die.app for die in shown.dice):
        return "r4: rolled by the app, marked so in the log"
    if shown.dice and shown.dice[0].bar:
        return "rolled by the app, marked so in the log"
    if any(die.bar for die in shown.dice):
        return "typed | rolled by the app, marked so in the log"
    return shown.more


def _text(shown: Echo) -> list[Piece]:
    return [(shown.text, "bold"), (CURSOR, "$primary")]


def _dice(shown: Echo, width: int) -> list[list[Piece]]:
    """The dice in rows that fit, the cursor where the next one comes."""
    cursor = next((at for at, die in enumerate(shown.dice) if not die.face), len(shown.dice))
    picked = any(die.picked for die in shown.dice)
    rows: list[list[Piece]] = [[]]
    used = 0
    for at, die in enumerate(shown.dice):
        pieces = draw_die(die, barred=at > 0)
        if at + 1 == cursor and not picked:
            pieces.append((CURSOR, "$primary"))
        elif at == cursor == 0 and not picked:
            pieces[:0] = [(CURSOR, "$primary"), " "]
        taken = count_cells(join(pieces).plain) + 1
        if used + taken > width and rows[-1]:
            rows.append([])
            used = 0
        rows[-1] += [*([" "] if rows[-1] else []), *pieces]
        used += taken
    return rows


def fits_large(shown: Echo, width: int) -> bool:
    """Whether the dice fit into a row of squares: alike, none of them rolled by the app."""
    plain = all(not (die.size or die.app or die.bar) for die in shown.dice)
    return plain and 0 < len(shown.dice) * LARGE <= width


def _large(shown: Echo) -> list[list[Piece]]:
    """A square a die, with its face; the cursor stands in the next one."""
    cursor = next((at for at, die in enumerate(shown.dice) if not die.face), len(shown.dice))
    rows: list[list[Piece]] = [[], [], []]
    for at, die in enumerate(shown.dice):
        edge = "reverse" if die.picked else choose_style(die) if die.face else "$frame"
        face = die.face or (CURSOR if at == cursor and not die.picked else " ")
        inside = "$primary" if face == CURSOR else edge
        rows[0].append(("╭─╮", edge))
        left, right = "[]" if die.picked else "││"
        rows[1] += [(left, edge), (face, inside), (right, edge)]
        rows[2].append(("╰─╯", edge))
    return rows


def choose_style(die: Die) -> str:
    """Bright where it is a success."""
    return "$success bold" if die.counts else "bold"


def draw_die(die: Die, *, barred: bool = True) -> list[Piece]:
    """``4``, ``[4]`` where it is picked, ``D8 [5]`` where dice have sizes of their own.

    ``barred``: the first that the app rolled stands behind a bar, if any was typed before it.
    """
    face = f"{'r' if die.app else ''}{die.face or ('' if die.size else '_')}"
    pieces: list[Piece] = [("| ", "$quiet")] if die.bar and barred else []
    style = choose_style(die) if die.face else "$quiet"
    if die.picked:
        return [*pieces, (f"{die.size} " if die.size else "", "$quiet"), (f"[{face}]", "reverse")]
    if die.size:
        return [*pieces, (f"{die.size} ", "$quiet"), (f"[{face or ' '}]", style)]
    return [*pieces, (face, style)]


def show_faces(rolled: Rolled, words: str) -> list[Piece]:
    """The dice of a roll that was made, bright where they are successes."""
    if words.split(" ") != [str(face) for face in rolled.faces]:
        return [(words, "$quiet")]  # in fives, rolled by the app or again: in words
    pieces: list[Piece] = []
    for face in rolled.faces:
        bright = is_success(face, rolled.form, rolled.bands)
        pieces += [" "] if pieces else []
        pieces.append((str(face), "$success bold" if bright else "$quiet"))
    return pieces

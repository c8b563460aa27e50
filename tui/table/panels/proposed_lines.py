"""What Enter does while nothing is open, said once: where it is typed."""

from __future__ import annotations

from textual.content import Content

from tui.commands import ENTER
from tui.correcting.interrupts import find_watcher
from tui.prompt.prompt import Prompt
from tui.prompt.which_keys import list_word_keys
from tui.screen_text import Piece, fill_line, join, wrap
from tui.table.panels.dice_lines import CURSOR
from tui.views.proposals import NEXT
from tui.widgets.clicks import hints, make_clickable

ENTERS = f"{CURSOR} Enter: "
LEAST_BESIDE = 40


def list_proposed_lines(prompt: Prompt, width: int) -> list[Content]:
    """What is typed, or what Enter does with nothing typed, at the cursor."""
    if prompt.typed:
        said, lacks = prompt.saying.read_said(), prompt.saying.lacks()
        pieces: list[Piece] = [(prompt.typed, "bold"), (CURSOR, "$primary"), "   "]
        if lacks and not said.age:
            refused = prompt.notice is not None and prompt.notice.text == lacks  # said below
            return _list_lacking(pieces, "" if refused else lacks, width)
        pieces.append((said.line, "$secondary"))
        beside = ", ".join(filter(None, (said.age, prompt.saying.describe_limit())))
        pieces.append((f"  ({beside})" if beside else "", "$quiet"))
        asked = bool(prompt.asked_twice)  # what Enter does then stands with the advice
        enter = make_clickable(join([("  Enter", "$success")]), ENTER[:1])
        return [fill_line(width, pieces, [] if asked or lacks else [enter])]
    if prompt.asked_twice not in ("", NEXT):
        return [fill_line(width, [(CURSOR, "$primary"), " ", (prompt.asked_twice, "bold")])]
    proposal = prompt.saying.make_proposal()
    if proposal is None:
        return [join([(CURSOR, "$primary")])]
    age = f" ({proposal.age})" if proposal.age else ""
    words = wrap(prompt.saying.describe_proposal(proposal) + age, width - len(ENTERS))
    last: list[Piece] = [(words[-1].removesuffix(age), "bold")]
    last += [(age, "$quiet")] if words[-1].endswith(age) else []
    lines = [join([(each, "bold")]) for each in words[:-1]]
    written = "" if proposal.line == NEXT else f"  {proposal.line}"
    fits = join([*last, written]).cell_length <= width - len(ENTERS)
    right: list[Piece] = [(written, "$secondary")] if fits else []
    lines.append(fill_line(width - len(ENTERS), last, right))
    head = join([(CURSOR, "$primary"), (" Enter: ", "$success")])
    told = [join([" " * len(ENTERS) if n else head, each]) for n, each in enumerate(lines)]
    return [make_clickable(each, ENTER[:1]) for each in told]


def _list_lacking(typed: list[Piece], why: str, width: int) -> list[Content]:
    """What is typed, and why it is no line yet; below it where there is little room beside."""
    begins = join(typed).cell_length
    beside = width - begins >= LEAST_BESIDE
    words = wrap(why, width - (begins if beside else 2))
    first, rest = (words[:1], words[1:]) if beside else ([], words)
    indent = " " * (begins if beside else 2)
    return [
        fill_line(width, [*typed, *((each, "$quiet") for each in first)]),
        *(join([indent, (each, "$quiet")]) for each in rest),
    ]


def describe_other_ways(prompt: Prompt, room: int) -> Content:
    """What may be done instead of what is proposed, as much as there is room for."""
    if prompt.typed or prompt.game.trouble is not None or prompt.game.match.ended is not None:
        return Content("")
    keys, side = prompt.game.ruleset.keys.interrupts, find_watcher(prompt.game)
    interrupts = [(keys.key, f"{side} interrupts")] if keys and side else []
    interrupts += list_word_keys(prompt.game)
    number = [("", "type a number")]
    both = hints([*number, *interrupts], room)
    return both if len(both.plain.split(" · ")) > len(interrupts) else hints(interrupts, room)

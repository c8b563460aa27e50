"""Functions that fit users' text to the screen.

Typed text passes through ``remove_unprintable_characters``, so it is never read as markup or
terminal control. Its width is measured in cells, not characters.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

from rich.cells import cell_len, set_cell_size
from textual.content import Content

ELLIPSIS = "…"
StyledText = str | tuple[str, str] | Content

# These characters are removed, because terminals disagree about the width of what they join.
_JOINERS = frozenset("\u200d\ufe0e\ufe0f\u20e3")
_INVISIBLE_CATEGORIES = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def remove_unprintable_characters(text: str) -> str:
    """Remove control, format and joining characters, so that the text is safe to show."""
    if text.isprintable() and _JOINERS.isdisjoint(text):
        return text
    return "".join(_clean_character(c) for c in text)


def _clean_character(character: str) -> str:
    if character in _JOINERS:
        return ""
    if unicodedata.category(character) in _INVISIBLE_CATEGORIES:
        return " " if character in "\n\r\t\u2028\u2029" else ""
    return character


def count_cells(text: str) -> int:
    """Return the width of displayed text in cells."""
    return cell_len(remove_unprintable_characters(text))


def cut_text(text: str, width: int) -> str:
    """Cut the end of the text to fit in ``width`` cells. An ellipsis marks the cut."""
    text = remove_unprintable_characters(text)
    if cell_len(text) <= width:
        return text
    if width <= 0:
        return ""
    return set_cell_size(text, width - 1).rstrip() + ELLIPSIS


def cut_at_comma(text: str, width: int) -> str:
    """Return as many comma-separated parts as fit in ``width`` cells, and at least the first."""
    while cell_len(text) > width and ", " in text:
        text = text.rpartition(", ")[0]
    return text


def cut_middle(text: str, width: int) -> str:
    """Cut the text's middle at word boundaries to fit ``width`` cells, and keep more of its end."""
    if cell_len(remove_unprintable_characters(text)) <= width:
        return remove_unprintable_characters(text)
    words = remove_unprintable_characters(text).split()
    first: list[str] = []
    while words and cell_len(" ".join([*first, words[0]])) <= width * 2 // 5:
        first.append(words.pop(0))
    last: list[str] = []
    head = " ".join(first)
    while words and cell_len(" ".join([head + ELLIPSIS, words[-1], *last])) <= width:
        last.insert(0, words.pop())
    return cut_text(" ".join([head + ELLIPSIS, *last]), width)


def cut_beginning(text: str, width: int) -> str:
    """Cut the beginning of the text to fit in ``width`` cells. An ellipsis marks the cut."""
    text = remove_unprintable_characters(text)
    if cell_len(text) <= width:
        return text
    while text and cell_len(text) > width - 1:
        text = text[1:]
    return ELLIPSIS + text.lstrip() if width > 0 else ""


def shorten_names(names: Sequence[str], total_width: int) -> list[str]:
    """Cut the longest names until all names together fit in ``total_width`` cells."""
    width = max(map(count_cells, names), default=0)
    while width > 1 and sum(min(count_cells(name), width) for name in names) > total_width:
        width -= 1
    return [cut_text(name, width) for name in names]


def pad_text(text: str, width: int) -> str:
    """Cut or pad the text to exactly ``width`` cells."""
    short = cut_text(text, width)
    return short + " " * (width - cell_len(short))


def join_styled(pieces: Iterable[StyledText], between: str = "") -> Content:
    """Join texts, styled texts and contents into one content. No text is read as markup."""
    contents = [_clean_piece(piece) for piece in pieces]
    if between:
        contents = [part for content in contents for part in (between, content)][1:]
    return Content.assemble(*contents, strip_control_codes=False)


def _clean_piece(piece: StyledText) -> StyledText:
    if isinstance(piece, Content):
        return piece
    if isinstance(piece, str):
        return remove_unprintable_characters(piece)
    return remove_unprintable_characters(piece[0]), piece[1]


def fit_content(content: Content, width: int) -> Content:
    """Cut or pad the content to exactly ``width`` cells."""
    if content.cell_length > width:
        content = content.truncate(max(width, 0), ellipsis=True)
    return content.pad_right(width - content.cell_length)


def fill_line(width: int, left: Iterable[StyledText], right: Iterable[StyledText] = ()) -> Content:
    """Build a line of exactly ``width`` cells. If space is short, the left part is cut first."""
    last = join_styled(right)
    if not last.cell_length:
        return fit_content(join_styled(left), width)
    if last.cell_length >= width:
        return fit_content(last, width)
    return Content.assemble(fit_content(join_styled(left), width - last.cell_length), last)


def draw_horizontal_rule(
    width: int, left: Iterable[StyledText] = (), right: Iterable[StyledText] = ()
) -> Content:
    """Draw a horizontal rule with a title on the left and another on the right."""
    first, last = join_styled(left), join_styled(right)
    last_width = last.cell_length + 3 if last.cell_length else 0
    room = width - 4 - last_width
    if first.cell_length > room:
        first = first.truncate(max(room, 0), ellipsis=True)
    middle = width - 1 - (first.cell_length + 2 if first.cell_length else 0) - last_width
    pieces: list[StyledText] = [("─", FRAME)]
    if first.cell_length:
        pieces += [" ", first, " "]
    pieces.append(("─" * max(middle, 0), FRAME))
    if last.cell_length:
        pieces += [" ", last, " ", ("─", FRAME)]
    return fit_content(join_styled(pieces), width)


FRAME = "$frame"


MAX_CHARACTERS_PER_CELL = 4
"""A word with more characters per cell, such as a row of combining marks, is wrapped early."""
_WORDS = re.compile(r"\S*[0-9] %\S*|\S+")  # a number is one word with its percent sign


def wrap_text(text: str, width: int) -> list[str]:
    """Wrap the text in lines of at most ``width`` cells, between words if possible."""
    lines: list[str] = []
    for word in _WORDS.findall(remove_unprintable_characters(text)):
        if lines and cell_len(lines[-1]) + 1 + cell_len(word) <= width:
            lines[-1] += " " + word
            continue
        most = MAX_CHARACTERS_PER_CELL * width
        while cell_len(word[: most + 1]) > width > 0 or len(word) > most > 0:
            head = set_cell_size(word[:most], width).rstrip() or word[0]
            lines.append(head)
            word = word[len(head) :].lstrip()  # noqa: PLW2901 - the rest of a word too long for a line
        if word:
            lines.append(word)
    return lines


def wrap_styled(text: str, width: int, style: str = "", head: StyledText = "") -> list[Content]:
    """Wrap the text in styled lines of at most ``width`` cells, with ``head`` before the first."""
    indent = " " * join_styled([head]).cell_length
    return [
        join_styled([indent if index else head, (line, style)])
        for index, line in enumerate(wrap_text(text, width))
    ]


def render_sections(sections: Iterable[tuple[str, Sequence[str]]], width: int) -> list[Content]:
    """Render the texts of each section under its heading, with a blank line between sections."""
    lines: list[Content] = []
    for heading, texts in sections:
        if lines:
            lines.append(Content(""))
        lines.append(join_styled([(f" {heading}", "$primary bold")]))
        for text in texts:
            first, *others = wrap_text(text, width - 4) or [""]
            lines.append(join_styled([f"  {first}"]))
            others = wrap_text(" ".join(others), width - 6)
            lines += [join_styled([f"    {line}"]) for line in others]
    return lines

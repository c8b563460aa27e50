"""Finds the columns of a list that contain names, by their headings or their content."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from msgspec import Struct

from tracker.input_parsing.multilingual_column_headings import (
    asks_for_name,
    get_name_column_role,
    is_detail_or_status_heading,
    is_player_detail_heading,
    is_private_heading,
    may_be_list_title,
    needs_other_name_part,
    resembles_name_heading,
    simplify_heading,
)

EMAIL = re.compile(r"[<(\[]?(?:mailto:)?[\w.+'-]+@[\w-]+(?:\.[\w-]+)+[>)\]]?")
_DATE = re.compile(
    r"\d{1,4}[-./]\d{1,2}[-./]\d{1,4}(?:[ T,]+\d{1,2}[:.]\d{2}.*)?|\d{1,2}:\d{2}(?::\d{2})?.*"
)
_NUMBER = re.compile(r"[#№]?\s?\d[\d .,/-]*")
_FLAG = re.compile(
    r"yes|no|y|n|true|false|x|✓|✔|☐|☑|ja|nein|nee|nej|nei|oui|non|s[ií]|sì|não|sim|tak|nie|ano|ne"
    r"|kyllä|ei|igen|nem|да|нет",
    re.IGNORECASE,
)
_KINDS = (("email", EMAIL), ("date", _DATE), ("number", _NUMBER), ("flag", _FLAG))
_UNSAID = re.compile(r"[-–—?.]+|tbd|tba|n/?a|later|open|none", re.IGNORECASE)
_TOP = 6
"""The number of rows at the top that are searched for a heading."""


class ListColumn(Struct, frozen=True):
    """A column of a list: its number from 1, its heading (possibly empty), and a sample cell."""

    number: int
    heading: str
    sample: str


class ListColumns(Struct, frozen=True):
    """The columns of a list, and the columns that contain the names.

    If ``sure`` is true, the choice of ``names`` is certain, because of a heading or because there
    is no alternative. ``private`` columns are discarded. If ``heading`` is true, the list has a
    heading row. The first ``above`` rows contain no people. ``titles`` are the indices of rows that
    are certainly titles.
    """

    columns: tuple[ListColumn, ...]
    names: tuple[int, ...]
    sure: bool
    heading: bool
    private: frozenset[int] = frozenset()
    above: int = 0
    titles: tuple[int, ...] = ()

    @property
    def name_column_choices(self) -> list[tuple[int, ...]]:
        """The possible choices of name columns: the proposal, then each possible column.

        If the proposal is uncertain, pairs of neighbouring columns (first and last names) follow.
        """
        alone = [one.number for one in self.columns if one.number not in self.private]
        others: list[tuple[int, ...]] = [(one,) for one in alone]
        if not self.sure:
            pairs = [(one, one + 1) for one in alone if one + 1 in alone]
            others += [each for one, two in pairs for each in ((one, two), (two, one))]
        return [self.names, *(each for each in others if each != self.names)]

    def format_columns(self, column_numbers: Sequence[int]) -> str:
        columns = [self.columns[number - 1] for number in column_numbers]
        heads = [one.heading or one.sample for one in columns]
        numbers = " and ".join(map(str, column_numbers))
        return f"column{'s' if len(column_numbers) > 1 else ''} {numbers}, {' + '.join(heads)}"

    def describe_all_columns(self) -> str:
        """Describe all columns with their numbers, as in ``1 Timestamp, 2 Your name (Anna)``."""
        return ", ".join(
            f"{one.number} {one.heading} ({one.sample})"
            if one.heading
            else f"{one.number} {one.sample}"
            for one in self.columns
        )


def find_name_columns(rows: Sequence[Sequence[str]]) -> ListColumns:
    """Find the columns of a list (at least one row), and propose the columns with the names."""
    wide = max(map(len, rows))
    alone = any(len(row) == 1 for row in rows[1:])  # a line of one cell begins with a name
    rows = [[*row, *[""] * (wide - len(row))] for row in rows]
    at, certain = _find_heading_and_certainty(rows)
    above = at + 1 if at >= 0 else _count_title_rows(rows)
    body = rows[above:]
    heads = [simplify_heading(cell) for cell in rows[at]] if at >= 0 else [""] * wide
    cells = [[row[place].strip() for row in body] for place in range(wide)]
    kinds = [_classify_column(each) for each in cells]
    text = [place for place in range(wide) if kinds[place] == "text"]
    names, sure = _find_name_columns_and_certainty(heads, cells, text)
    sure = sure and certain
    private = {
        place
        for place in range(wide)
        if kinds[place] in ("email", "date") or is_private_heading(heads[place])
    } - set(names)
    text = [place for place in text if place not in private]
    if not names:
        free = [place for place in text if not is_detail_or_status_heading(heads[place])]
        told = [0] if alone and at < 0 and 0 in text else []
        told = told or (_find_column_matching_emails(cells, kinds, text) if at < 0 else [])
        names = told or [
            max(free or text or [0], key=lambda place: _count_distinct_texts(cells[place]))
        ]
        sure = certain and (bool(told) or text == names == (free if at >= 0 else text))
    sample = next(iter(body), rows[0])
    columns = tuple(
        ListColumn(
            place + 1,
            " ".join(rows[at][place].split()) if at >= 0 else "",
            " ".join(sample[place].split()),
        )
        for place in range(wide)
    )
    return ListColumns(
        columns,
        tuple(place + 1 for place in names),
        sure,
        at >= 0,
        frozenset(place + 1 for place in private),
        above,
        tuple(range(at if certain and at >= 0 else above)),
    )


def _count_title_rows(rows: Sequence[Sequence[str]]) -> int:
    for number, row in enumerate(rows):
        told = [cell for cell in row if cell.strip()]
        if len(told) > 1 or not all(map(may_be_list_title, told)):
            return number
    return 0


def _find_heading_and_certainty(rows: Sequence[Sequence[str]]) -> tuple[int, bool]:
    """Return the heading row's index (-1 if there is none), and whether it is certain.

    Rows above the heading are titles: they have fewer filled cells, or they describe the list.
    """
    filled = [sum(cell.strip() != "" for cell in row) for row in rows]
    titled = next((at for at, row in enumerate(rows) if not any(map(may_be_list_title, row))), 0)
    tops = [
        at
        for at in range(min(len(rows), _TOP))
        if filled[at] > max(filled[:at], default=0) or at == titled
    ]
    below = {
        at: [[row[place].strip() for row in rows[at + 1 :]] for place in range(len(rows[0]))]
        for at in tops
    }
    for at in tops:
        if _is_known_heading_row(rows[at], below[at]):
            return at, True
    for at in tops:
        full = filled[at] == max(filled) and filled[at] > max(filled[:at], default=0)
        if full and _is_heading_of_unknown_words(rows[at], below[at], ("email", "date")):
            return at, at == 0
    one_of_two = filled[0] == 2 and any(
        is_player_detail_heading(simplify_heading(cell)) for cell in rows[0]
    )
    full = filled[0] == max(filled) > 0
    if one_of_two or (full and _is_heading_of_unknown_words(rows[0], below[0], ("number", "flag"))):
        return 0, False
    return -1, True


def _is_known_heading_row(row: Sequence[str], cells: Sequence[Sequence[str]]) -> bool:
    """Return whether a row has known headings that do not occur in the rows below it.

    A heading for details alone is not enough, because it could also be an answer.
    """
    heads = [
        head
        for cell, column in zip(row, cells, strict=True)
        if (head := simplify_heading(cell))
        and head not in {simplify_heading(other) for other in column}
    ]
    if any(asks_for_name(head) for head in heads):
        return True
    names = [head for head in heads if get_name_column_role(head)]
    if len(names) > 1 or any(not needs_other_name_part(head) for head in names):
        return True
    asked = [cell.strip() for cell in row if cell.strip()]
    if len(asked) > 1 and all(cell.endswith("?") and not _means_unknown(cell) for cell in asked):
        return True
    others = [
        head for head in heads if is_detail_or_status_heading(head) or resembles_name_heading(head)
    ]
    return len(others) > 1


def _find_name_columns_and_certainty(
    heads: Sequence[str], cells: Sequence[Sequence[str]], text: Sequence[int]
) -> tuple[list[int], bool]:
    """Return the indices of the columns with names, and whether there are no alternatives.

    A column of first names comes before a column of last names.
    """
    roles = [get_name_column_role(head) for head in heads]
    first, last, either = (
        [place for place, role in enumerate(roles) if role == part]
        for part in ("first", "last", "either")
    )
    if first and (last or either):
        return [first[0], (last or either)[0]], True
    if last and either:
        return [either[0], last[0]], True
    whole = [place for place, role in enumerate(roles) if role in ("whole", "either")]
    whole = whole or [place for place, role in enumerate(roles) if role == "nickname"]
    if whole:
        best = max(whole, key=lambda place: _count_distinct_texts(cells[place]))
        rivals = [
            place
            for place in whole
            if _count_distinct_texts(cells[place]) == _count_distinct_texts(cells[best])
            and cells[place] != cells[best]
        ]
        return [best], not rivals
    like = [place for place, head in enumerate(heads) if asks_for_name(head)]
    if like:
        return like[:1], len(like) == 1
    like = [place for place, head in enumerate(heads) if resembles_name_heading(head)]
    if len(like) == 1:
        return like, True
    half = [place for place in first or last if not needs_other_name_part(heads[place])][:1]
    unknown = [
        place
        for place in text
        if not roles[place]
        and not is_detail_or_status_heading(heads[place])
        and not is_private_heading(heads[place])
    ]
    return half, bool(half) and not unknown


def _find_column_matching_emails(
    cells: Sequence[Sequence[str]], kinds: Sequence[str], text: Sequence[int]
) -> list[int]:
    mails = [cells[place] for place, kind in enumerate(kinds) if kind == "email"][:1]

    def is_addressed(place: int) -> bool:
        pairs = zip(cells[place], *mails, strict=True)
        owners = ((cell, mail.partition("@")[0].casefold()) for cell, mail in pairs)
        told = [
            any(len(word) > 2 and word.casefold() in owner for word in cell.split())
            for cell, owner in owners
        ]
        return 2 * sum(told) > len(told)

    found = [place for place in text if mails and is_addressed(place)]
    return found if len(found) == 1 else []


def _count_distinct_texts(cells: Sequence[str]) -> int:
    return len(set(cells) - {""})


def _classify_column(cells: Sequence[str]) -> str:
    """Return a column's main content: "email", "date", "number", "flag", "text", or ""."""
    told = [cell for cell in cells if cell and not _UNSAID.fullmatch(cell)]
    for kind, form in _KINDS:
        if told and 2 * sum(form.fullmatch(cell) is not None for cell in told) > len(told):
            return kind
    return "text" if any(cells) else ""


def _is_heading_of_unknown_words(
    row: Sequence[str], cells: Sequence[Sequence[str]], kinds: Collection[str]
) -> bool:
    """Return whether a row of unknown words is a heading: the cells below differ in kind."""
    return any(
        _classify_column(column) in kinds
        and _classify_column([cell.strip()]) == "text"
        and not _means_unknown(cell)
        for cell, column in zip(row, cells, strict=True)
        if "email" in kinds or sum(other != "" for other in column) > 1
    )


def _means_unknown(cell: str) -> bool:
    return _UNSAID.fullmatch(cell.strip()) is not None

"""Parses choices of an amount for each of several groups, all in the same notation.

Each row has a handle: that of its unit or figure, or otherwise a letter. The number comes before or
after the handle, as in ``3 b1, 2 r5`` or ``b1 3, r5 2``. Numbers without handles apply to the rows
in the displayed order, unless the rows are sides. A word without a number, as in ``falls
supporting``, gives as much as possible to the only row that contains the word. The other rows get
the proposed amounts. Ambiguous text is rejected.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from tracker.application.errors import Refused, make_sentence
from tracker.input_parsing.line_lexicon import HANDLE
from tracker.procedures.requests import Share, Split, Tally
from tracker.vocabulary.count_wording import format_figure_count
from tracker.vocabulary.subject_ids import Subject, format_die_label, format_handle, is_side

LETTERS = "abcdfghijklmopsyz"
"""The letters for rows. Letters that are commands at a question are left out."""

_LEAD = r"(?:in|falls)(?:\s+|$)"
"""The optional words before a choice in a line. Names can also begin with these words."""
_KIND = re.compile(r"(?!(?:in|of|with)\b)(.+?)((?:[,:]|\s(?:in|leading|supporting|with)\b).*)?")
"""The pattern for the text of a row: a noun with its details, as in ``rifleman in contact``."""
_WORD = r"[^\W\d_]{3,}"
NOBODY = frozenset(("none", "nobody", "nothing", "-", "0"))

Amounts = tuple[tuple[str, int], ...]
_Words = list[int | str]
"""The words of a part of the text: numbers, and the keys of groups."""


class ImpossibleAmounts(Refused):
    """Raised for amounts above a limit or with a wrong total.

    ``reason`` is the message without the rows and their letters, for a form that shows the rows.
    """

    def __init__(self, message: str, reason: str) -> None:
        super().__init__(message)
        self.reason = reason


class AmountRow(Struct, frozen=True):
    """A row in a choice of amounts.

    ``group`` is the stored key, and ``text`` is the displayed text. If a unit has several rows,
    ``unit`` is its handle, and ``handle`` ends with a letter.
    """

    handle: str
    group: str
    text: str
    most: int
    also: tuple[str, ...] = ()
    unit: str = ""

    @property
    def text_with_limit(self) -> str:
        """The text to display after the row's handle, such as ``Claw pack (at most 5)``."""
        text = self.text.split(maxsplit=1)[-1] if self._says_handle else self.text
        return text if self.most == 1 else f"{text} (at most {self.most})"

    @property
    def displayed_handle_and_text(self) -> str:
        """The text to display next to an amount, such as ``B1 Claw pack``."""
        if not HANDLE.match(self.handle):
            return self.text
        return format_die_label(self.typed_handle_and_text)

    @property
    def typed_handle_and_text(self) -> str:
        """The handle and text as people can type them, such as ``b1 Claw pack``.

        If the text already begins with the handle, the handle is not repeated.
        """
        return self.text if self._says_handle else f"{self.handle} {self.text}"

    @property
    def text_with_unit_handle(self) -> str:
        """The text with the handle of the unit before it, such as ``R1 in contact``.

        Without a unit, it is the text alone.
        """
        return format_die_label(f"{self.unit} {self.text}") if self.unit else self.text

    def format_text_next_to_amount(self, amount: int) -> str:
        """Return the text to display next to an amount, such as ``riflemen`` for 2.

        For 2 figures of either kind, the text is ``troopers and gunners``.
        """
        found = None if HANDLE.match(self.handle) else _KIND.fullmatch(self.text)
        if found is None:
            return self.displayed_handle_and_text
        kinds = [
            format_figure_count(amount, kind).partition(" ")[2] for kind in found[1].split(" and ")
        ]
        return f"{(' or ' if amount == 1 else ' and ').join(kinds)}{found[2] or ''}"

    @property
    def _says_handle(self) -> bool:
        return self.text.lower().split(maxsplit=1)[:1] == [self.handle]


def list_amount_rows(request: Split | Tally) -> tuple[AmountRow, ...]:
    """Return the rows of a choice of amounts, each with a unique handle."""
    first = [_get_handle_in_text(share) for share in request.shares]
    shared = Counter(first)
    seen: Counter[str] = Counter()
    found = []
    for place, (share, name) in enumerate(zip(request.shares, first, strict=True)):
        if name:
            letter = _make_row_letters(seen[name]) if shared[name] > 1 else ""
            known, unit = name + letter, name if letter else ""
        else:
            known, unit = _make_row_letters(int(share.id) if share.id.isdecimal() else place), ""
        seen[name] += 1
        found.append(AmountRow(known, share.id, share.text, share.most, share.also, unit))
    return tuple(found)


def _get_handle_in_text(share: Share) -> str:
    """Return the handle of a row's subject as the row's text shows it, or "" if there is none."""
    subject = share.id.partition("=")[0]
    if subject[1:2] != ":":
        return ""
    first = share.text.split(maxsplit=1)[0].lower() if share.text.strip() else ""
    return first if HANDLE.fullmatch(first) else format_handle(subject).lower()


def _make_row_letters(place: int) -> str:
    more, at = divmod(place, len(LETTERS))
    return (_make_row_letters(more - 1) if more else "") + LETTERS[at]


def format_amounts_for_line(value: Amounts) -> str:
    """Format amounts as they are typed in a line, each with the handle or letter of its row."""
    return " ".join(f"{_get_handle(group)} {n}" for group, n in value) or "0"


def _get_handle(group: str) -> str:
    return _make_row_letters(int(group)) if group.isdecimal() else format_handle(group) or group


def format_amounts(request: Split | Tally, amounts: Amounts) -> str:
    """Format amounts as text that can be typed again, as in ``3 B1 Claw pack, 2 R5 Ash``."""
    meant = _AmountParser(request).names
    rows = {row.group: row for row in list_amount_rows(request)}
    names = isinstance(request, Tally) and all(share.most == 1 for share in request.shares)

    def format_row(row: AmountRow, n: int) -> str:
        text = row.displayed_handle_and_text if names else row.format_text_next_to_amount(n)
        text = row.text_with_unit_handle if row.unit else text
        text = text if len(meant[text.lower()]) == 1 else row.typed_handle_and_text
        return text if names else f"{n} {text}"

    return ", ".join(format_row(rows[group], n) for group, n in amounts) or "none"


def parse_amounts(request: Split | Tally, text: str) -> Amounts:
    """Parse typed amounts. For invalid text, raises ``Refused``, which explains the
    valid answers.
    """
    text = re.sub(rf"^(?:{_LEAD})+", "", text.strip().lower())
    are_sides = [is_side(Subject(share.id)) for share in request.shares]
    if re.fullmatch("0*[1-9][0-9]*", text) and len(are_sides) > 1 and all(are_sides):
        raise _make_error(request, _explain_answers(request))  # a number alone is ambiguous
    counts: dict[str, int] = {}
    if text not in NOBODY:
        counts = _give_most_to_named_row(request, text) or _AmountParser(request).parse(text)
    amounts = tuple((group, n) for group, n in counts.items() if n)
    _require_possible_amounts(request, dict(amounts))
    return amounts


def _give_most_to_named_row(request: Split | Tally, text: str) -> dict[str, int]:
    """Give as much as possible to the only row that contains the word.

    Return {} if no row contains it. Raises ``Refused`` if several rows do.
    """
    if isinstance(request, Tally) or not re.fullmatch(_WORD, text):
        return {}
    meant = [row for row in list_amount_rows(request) if f" {text}" in f" {row.text.lower()}"]
    if len(meant) > 1:
        raise _make_error(request, _describe_ambiguity(text, meant))
    if not meant:
        return {}
    order = sorted(request.shares, key=lambda share: share.id != meant[0].group)
    taken = dict(Split(total=request.total, shares=tuple(order)).default)
    return {share.id: taken[share.id] for share in request.shares if share.id in taken}


def _describe_ambiguity(name: str, rows: Sequence[AmountRow]) -> str:
    return (
        f"{name} could mean {' or '.join(row.typed_handle_and_text for row in rows)}. "
        "Type one of these"
    )


def _require_possible_amounts(request: Split | Tally, counts: dict[str, int]) -> None:
    for row in list_amount_rows(request):
        if counts.get(row.group, 0) > row.most:
            limit_text = f"can have at most {row.most}"
            typed, displayed = row.typed_handle_and_text, row.displayed_handle_and_text
            raise _make_impossible_amounts_error(
                request, f"{typed} {limit_text}", f"{displayed} {limit_text}"
            )
    for limit in request.within if isinstance(request, Tally) else ():
        if sum(counts.get(group, 0) for group in limit.groups) > limit.most:
            raise _make_impossible_amounts_error(request, limit.text, limit.text)
    total = sum(counts.values())
    if isinstance(request, Split) and total != request.total:
        reason = f"that adds up to {total}"
        raise _make_impossible_amounts_error(request, reason, f"{reason}, not {request.total}")


def format_total(request: Split) -> str:
    """Format the number to choose, such as ``2 in total``."""
    return f"{request.total} in total"


def _explain_answers(request: Split | Tally) -> str:
    each = ", ".join(f"{row.handle} {row.text_with_limit}" for row in list_amount_rows(request))
    total = f", {format_total(request)}" if isinstance(request, Split) else ""
    return f"Type how many of each{total}: {each}"


def _make_error(request: Split | Tally, why: str) -> Refused:
    return Refused(make_sentence(f"{request.name}: {why}"))


def _make_impossible_amounts_error(
    request: Split | Tally, why: str, reason: str
) -> ImpossibleAmounts:
    explained = _make_error(request, f"{why}. {_explain_answers(request)}")
    return ImpossibleAmounts(explained.message, _make_error(request, reason).message)


class _AmountParser:
    def __init__(self, request: Split | Tally) -> None:
        self.request = request
        self.rows = list_amount_rows(request)
        self.names: dict[str, list[AmountRow]] = {}
        for row in self.rows:
            for name in _list_names_of_row(row):
                self.names.setdefault(name, []).append(row)
        longest_first = sorted(self.names, key=len, reverse=True)
        name = "|".join(re.escape(one) + _make_end_pattern(one) for one in longest_first)
        self.word = re.compile(
            rf"(?:(?P<name>{name})|(?P<n>[0-9]{{1,6}})|,|and\b|(?P<lead>{_LEAD}))\s*"
        )

    def parse(self, text: str) -> dict[str, int]:
        """Parse the amount of each group, part by part between commas or, if this fails, as a
        whole.
        """
        pieces = self._split_pieces(text)
        found = self._parse_pieces(pieces)
        if found is None:
            found = self._parse_pieces([[word for piece in pieces for word in piece]])
        if found is None:
            raise _make_error(self.request, _explain_answers(self.request))
        return found

    def _split_pieces(self, text: str) -> list[_Words]:
        found: list[_Words] = [[]]
        at = 0
        while at < len(text):
            word = self.word.match(text, at)
            if word is None:
                unknown = re.split(r"[\s,]", text[at:], maxsplit=1)[0]
                raise _make_error(
                    self.request, f"there is no {unknown} here. {_explain_answers(self.request)}"
                )
            at = word.end()
            if word["name"]:
                found[-1].append(self._find_group(word["name"]))
            elif word["n"]:
                found[-1].append(int(word["n"]))
            elif not word["lead"]:
                found.append([])
        return [piece for piece in found if piece]

    def _find_group(self, name: str) -> str:
        meant = self.names[name]
        if len(meant) > 1:
            raise _make_error(self.request, _describe_ambiguity(name, meant))
        return meant[0].group

    def _parse_pieces(self, pieces: list[_Words]) -> dict[str, int] | None:
        """Parse the parts of a text, or return None if they do not fit.

        Numbers without handles come first, in row order. No row is repeated.
        """
        counts: dict[str, int] = {}
        alone = 0
        for piece in pieces:
            if all(isinstance(word, int) for word in piece):
                places = self.rows[alone : alone + len(piece)]
                if len(counts) != alone or len(places) != len(piece):
                    return None
                more = {row.group: int(n) for row, n in zip(places, piece, strict=True)}
                alone += len(piece)
            else:
                more = self._parse_piece(piece) or {}
            if not more or counts.keys() & more.keys():
                return None
            counts |= more
        return counts

    def _parse_piece(self, words: _Words) -> dict[str, int] | None:
        """Parse a part in which every number follows its row, or every number precedes it.

        Return None if neither is so, and raise ``Refused`` if both are.
        """
        behind, before = _parse_trailing_numbers(words), _parse_trailing_numbers(words[::-1])
        if behind is not None and before is not None and behind != before:
            first, second = (row.handle for row in self.rows[:2])
            example = f"as in 3 {first}, 2 {second}"
            raise _make_error(
                self.request, f"this answer can be read in two ways. Add commas, {example}"
            )
        return behind if before is None else dict(reversed(before.items()))


def _parse_trailing_numbers(words: _Words) -> dict[str, int] | None:
    """Parse rows that are followed by their numbers, by default 1.

    Return None if a number does not follow a row.
    """
    counts: dict[str, int] = {}
    numbered = any(isinstance(word, int) for word in words)
    last = ""
    for word in words:
        if isinstance(word, int):
            if not last:
                return None
            counts[last], last = word, ""
        elif numbered and word in counts:
            return None
        else:
            counts[word] = counts.get(word, 0) + 1
            last = word
    return counts


def _make_end_pattern(name: str) -> str:
    """Return a pattern for the end of a name. A number can follow a letter, as in ``1a2b``."""
    return r"(?![^\W\d]|\.)" if len(name) == 1 and name.isalpha() else r"(?![\w.])"


def _list_names_of_row(row: AmountRow) -> dict[str, None]:
    """Return the possible names of a row. Plain numbers are left out, because they are always
    amounts.
    """
    short = row.text.partition(":")[0].partition(",")[0]
    unit = format_handle(row.group.partition("=")[0])
    own = map(format_handle, row.also)
    every = (
        row.handle,
        row.typed_handle_and_text,
        row.text,
        row.text_with_unit_handle,
        short,
        row.group,
        format_handle(row.group),
        unit,
        *own,
        row.format_text_next_to_amount(1),
        row.format_text_next_to_amount(2),
    )
    names = dict.fromkeys(name.strip().lower() for name in every)
    return {name: None for name in names if name and not name.isdigit()}

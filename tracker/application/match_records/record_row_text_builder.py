"""Builds the text of a record's row from a line, its answers, its reason and its note."""

from __future__ import annotations

from dataclasses import dataclass, field
from unicodedata import category

import msgspec

from tracker.input_parsing.line_syntax_tree import Line, TypedAction, format_line


@dataclass
class RowDraft:
    """A row in progress. ``because`` is the reason that was given when its line was played.

    ``counts`` is true if an objection or a table ruling required a reason. If no other reason is
    given, a note after the line is used as the reason.
    """

    line: Line
    because: str = ""
    again: str = ""
    counts: bool = False
    answers: list[tuple[str, str]] = field(default_factory=list)
    """The answers, each with the subject at which it was rolled."""
    end: str = ""

    def can_have_note(self, note: str) -> bool:
        """Return whether the line keeps its meaning if the given note is added to it."""
        return not self.counts or bool(self.because) or not note

    def render_text(self, note: str = "") -> str:
        given = self.because if self.counts and self.because != note else ""
        reason = f"@because {quote_for_row(given)} " if given else ""
        parts = " | ".join(self._format_parts())
        return f"{self.again}{reason}{parts}{self.end}{f' # {note}' if note else ''}"

    def _format_parts(self) -> list[str]:
        parts = [format_line(Line((part,))) for part in self.line.parts]
        whom = [
            part.targets.names if isinstance(part, TypedAction) and part.targets else ()
            for part in self.line.parts
        ]
        given: list[list[str]] = [[] for _ in parts]
        now = 0
        for text, target in self.answers:
            later = [n for n, names in enumerate(whom) if n >= now and target in names]
            now = later[0] if later and given[0] else now
            given[now].append(text)
        pairs = zip(parts, given, strict=True)
        return [f"{part} : {' / '.join(texts)}" if texts else part for part, texts in pairs]


def quote_for_row(text: str) -> str:
    """Format text as a JSON string that fits in a single row."""
    return escape_for_row(msgspec.json.encode(text).decode())


def escape_for_row(json_text: str) -> str:
    """Escape a JSON or TOML string so that it fits in a single row."""
    return "".join(f"\\u{ord(c):04x}" if category(c) in _BREAKS else c for c in json_text)


def fits_in_row(text: str) -> bool:
    """Return whether a text can be a row: it has no line breaks, and no spaces at its ends."""
    return text == text.strip() and not any(category(c) in _BREAKS for c in text)


_BREAKS = frozenset(("Cc", "Zl", "Zp"))

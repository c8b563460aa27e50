"""Words that code and docs no longer use, with their replacements.

The texts of rules, rosters and games may use any word. ``ALLOWED`` lists files that
may use a word of a game, or a stored or promised name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from dev.checks.syntax_trees import Module

TEXTS = ("README.md", "CONTRIBUTING.md", "docs/*.md", "tracker/server/**/*.html")

WORDS = {
    "desk": "dry run, form or organiser",
    "door": "access token or link",
    "doer": "handler",
    "hourglass": "clock",
    "nought": "zero",
    "patience": "timeout or budget",
    "purse": "points totals",
    "righting": "adjustment",
    "scribe": "input parsing",
    "twin": "sandbox",
}
NAMES = {
    "bringing_in": "importer",
    "brought_in": "import result",
    "fields_seen": "answer form",
    "game_seen": "game view",
    "half_typed": "draft input",
    "kept_copy": "backup file",
    "league_story": "league event history",
    "looking_over": "background check",
    "made_whole": "atomic write",
    "opened_by": "role for token",
    "said_as": "resubmit",
    "said_to": "answer text",
    "same_file": "file identity",
    "server_line": "server connection",
    "stepping_in": "late entry",
    "taking_back": "undo",
    "tell_news": "notify",
    "told_as_damage": "corruption error",
    "whole_file": "atomic file",
    "written_league": "persisted league",
}
"""Pairs of words that names no longer use (``half_typed``, ``HalfTyped``), with replacements."""

ALLOWED = {
    "door": (
        "docs/lines.md",
        "docs/odds.md",
        "docs/rulesets.md",
        "docs/verbs.md",
        "tracker/procedures/declared/line_form_slots.py",
        "tracker/rulesets/",
        "tracker/server/access_tokens.py",
    ),
    "kept_copy": ("exports/shapes/", "tracker/cli/"),
    "nought": ("tracker/procedures/", "tracker/rulesets/"),
    # The role of the person who records the game, in an access link and in the database.
    "scribe": (
        "docs/club-database.md",
        "docs/command-line.md",
        "docs/serving.md",
        "tracker/cli/serve_command.py",
        "tracker/server/",
        "tui/phones/access_links.py",
    ),
}


def find_retired_words(root: Path, known: Iterable[Module]) -> Iterator[str]:
    """Yield a sentence for each retired word in a page or module."""
    pages = [path for pattern in TEXTS for path in sorted(root.glob(pattern))]
    texts = [(path, path.read_text(encoding="utf-8")) for path in pages]
    for path, text in [*texts, *((module.path, module.text) for module in known)]:
        name, folded = path.relative_to(root).as_posix(), text.casefold().replace("_", "")
        for word, instead in (WORDS | NAMES).items():
            if word.replace("_", "") in folded and not name.startswith(ALLOWED.get(word, ())):
                for found in _make_word_pattern(word).finditer(text):
                    line = text.count("\n", 0, found.start()) + 1
                    yield f"{name}:{line} says “{found[0]}”; write: {instead}"


@cache
def _make_word_pattern(word: str) -> re.Pattern[str]:
    """Return a pattern that matches the word alone, in a name, and in capitals."""
    title = word.title().replace("_", "")
    return re.compile(
        rf"(?<![A-Za-z]){word}s?(?![a-z])|(?<!Battle){title}s?(?![a-z])"
        rf"|(?<![A-Z]){word.upper()}S?(?![A-Z])"
    )

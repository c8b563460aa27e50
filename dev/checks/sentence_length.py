"""The length of a page's sentences; code, tables, headings and pictures are left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from statistics import fmean

LONGEST = 30
MEAN = {"README.md": 15}
MEAN_OF_A_PAGE = 18

BLOCK = re.compile(r"^(```|~~~).*?^\1|<!--.*?-->", re.MULTILINE | re.DOTALL)
NO_PROSE, CODE = re.compile(r"\s*[|#<].*|\s*!\[.*|\s*[-=]{3,}\s*"), re.compile(r" {4,}\S.*")
ITEM = re.compile(r"\s*([-*+]|\d+[.)])\s+|\s*>\s?")
SPAN, LINK = re.compile(r"(`+).+?\1"), re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
END = re.compile(r"(?<=[.!?])[*_)\"”]*\s+(?=[*_(\"“]*[A-Z0-9`—])")
WORD = re.compile(r"[^\W_]")


def sentences(page: str) -> Iterator[str]:
    """The sentences of a page of Markdown; a span of code counts as one word."""
    for paragraph in _paragraphs(BLOCK.sub("\n\n", page)):
        plain = LINK.sub(r"\1", SPAN.sub("`x`", paragraph))
        yield from (one for one in END.split(plain) if WORD.search(one))


def count_words(sentence: str) -> int:
    return sum(bool(WORD.search(word)) for word in sentence.split())


def _paragraphs(page: str) -> Iterator[str]:
    """Paragraphs joined to one line; a list item is its own paragraph."""
    lines: list[str] = []
    for line in [*page.splitlines(), ""]:
        item, ends = ITEM.match(line), not line.strip() or NO_PROSE.fullmatch(line)
        if item or ends:
            yield " ".join(lines)
            lines = []
        if not ends and (lines or item or not CODE.fullmatch(line)):
            lines.append(line[item.end() if item else 0 :].strip())


def too_long(name: str, page: str) -> Iterator[str]:
    """A message for every sentence that is too long, and for a page with a long average."""
    found = [(count_words(one), one) for one in sentences(page)]
    for words, sentence in found:
        if words > LONGEST:
            yield f"{name}: {words} words, at most {LONGEST}: {sentence[:60]} …"
    mean, most = fmean([words for words, _ in found] or [0]), MEAN.get(name, MEAN_OF_A_PAGE)
    if mean > most:
        yield f"{name}: {mean:.1f} words a sentence, at most {most}"

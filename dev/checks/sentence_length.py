"""Finds long sentences in Markdown pages, without code, tables, headings and pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from statistics import fmean

MAX_WORDS = 30
MAX_MEAN_OF = {"README.md": 15}
MAX_MEAN = 18

NON_PROSE_BLOCK = re.compile(r"^(```|~~~).*?^\1|<!--.*?-->", re.MULTILINE | re.DOTALL)
NON_PROSE_LINE, CODE = re.compile(r"\s*[|#<].*|\s*!\[.*|\s*[-=]{3,}\s*"), re.compile(r" {4,}\S.*")
ITEM = re.compile(r"\s*([-*+]|\d+[.)])\s+|\s*>\s?")
SPAN, LINK = re.compile(r"(`+).+?\1"), re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
END = re.compile(r"(?<=[.!?])[*_)\"”]*\s+(?=[*_(\"“]*[A-Z0-9`—])")
WORD = re.compile(r"[^\W_]")


def split_sentences(page: str) -> Iterator[str]:
    """Yield a page's sentences. Inline code counts as one word."""
    for paragraph in _split_paragraphs(NON_PROSE_BLOCK.sub("\n\n", page)):
        plain = LINK.sub(r"\1", SPAN.sub("`x`", paragraph))
        yield from (part for part in END.split(plain) if WORD.search(part))


def count_words(sentence: str) -> int:
    return sum(bool(WORD.search(word)) for word in sentence.split())


def _split_paragraphs(page: str) -> Iterator[str]:
    """Yield each paragraph on one line. A list item is a paragraph."""
    lines: list[str] = []
    for line in [*page.splitlines(), ""]:
        item, ends = ITEM.match(line), not line.strip() or NON_PROSE_LINE.fullmatch(line)
        if item or ends:
            yield " ".join(lines)
            lines = []
        if not ends and (lines or item or not CODE.fullmatch(line)):
            lines.append(line[item.end() if item else 0 :].strip())


def find_long_sentences(name: str, page: str) -> Iterator[str]:
    """Yield a message for each long sentence, and for a page with a high average."""
    found = [(count_words(each), each) for each in split_sentences(page)]
    for words, sentence in found:
        if words > MAX_WORDS:
            yield f"{name}: {words} words, at most {MAX_WORDS}: {sentence[:60]} …"
    mean, most = fmean([words for words, _ in found] or [0]), MAX_MEAN_OF.get(name, MAX_MEAN)
    if mean > most:
        yield f"{name}: {mean:.1f} words a sentence, at most {most}"

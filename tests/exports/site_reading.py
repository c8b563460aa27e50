"""Read the pages of a site as a browser does: links, headings, landmarks and scripts."""

from __future__ import annotations

from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

FETCHING = {"script", "iframe", "object", "embed", "link", "form", "base"}
NAMED = {"svg", "img", "nav"}
HEADINGS = ("h1", "h2", "h3")


class ReadPage(HTMLParser):
    """The contents of a page: its links, tags, headings and text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.sources: list[str] = []
        self.tags: list[str] = []
        self.handlers: list[str] = []
        self.nameless: list[str] = []
        self.text = ""
        self._within: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        given = dict(attrs)
        self.links += [given["href"] or ""] if "href" in given else []
        self.sources += [given["src"] or ""] if "src" in given else []
        named = given.get("aria-label") or given.get("alt")
        if not named and (tag in NAMED or "contenteditable" in given):
            self.nameless.append(tag)
        self.handlers += [name for name in given if name.startswith("on")]
        self._within.append(tag)
        self.text += " "

    def handle_endtag(self, tag: str) -> None:
        while self._within and self._within.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if "style" not in self._within:
            self.text += data

    @property
    def headings(self) -> list[int]:
        """The levels of the headings, in order."""
        return [int(tag[1]) for tag in self.tags if tag in HEADINGS]


def pages(folder: Path) -> dict[str, ReadPage]:
    """Read every page in a folder."""
    return {
        path.name: ReadPage(path.read_text(encoding="utf-8"))
        for path in sorted(folder.glob("*.html"))
    }


def unfit(page: ReadPage, *, plays: bool = False) -> list[str]:
    """What a page must not have: what runs or fetches, wrong landmarks, things without a name. One
    that ``plays`` a game back has a script of its own, and no other.
    """
    found = [f"fetches {one}" for one in page.sources if not one.startswith("data:")]
    scripts = page.tags.count("script")
    found += [f"has {tag}" for tag in page.tags if tag in FETCHING - {"script"}]
    found += [f"has {scripts} scripts"] if scripts != plays else []
    found += [f"runs {one}" for one in page.handlers]
    counts = {tag: page.tags.count(tag) for tag in ("h1", "main", "header")}
    found += [f"has {n} {tag}" for tag, n in counts.items() if n != 1]
    found += [f"has a {tag} without a name" for tag in page.nameless]
    levels = page.headings
    if levels[:1] != [1] or any(b > a + 1 for a, b in pairwise(levels)):
        found.append(f"has headings {levels}")
    return found


def faults(folder: Path) -> list[str]:
    """List the faults of the pages in a folder, including broken and external links."""
    found = []
    for name, page in pages(folder).items():
        found += [f"{name} leads to {link}" for link in page.links if not _is_page(folder, link)]
        found += [f"{name} {fault}" for fault in unfit(page, plays="-playback" in name)]
    return found


def _is_page(folder: Path, link: str) -> bool:
    return "/" not in link and ":" not in link and (folder / link).is_file()

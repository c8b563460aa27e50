"""Column headings in several languages, for names and for other data."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, cast

from tracker.vocabulary.packaged_files import read_packaged_toml

NameColumnRole = Literal["whole", "nickname", "either", "first", "last", ""]


def _split(words: str) -> frozenset[str]:
    return frozenset(" ".join(one.split()) for one in words.split("|"))


_TABLES = read_packaged_toml("tracker.input_parsing", "headings.toml", dict[str, dict[str, str]])
_READ = {
    table: {kind: _split(words) for kind, words in _TABLES[table].items()}
    for table in ("names", "words", "results")
}
_NAMES = cast("Mapping[NameColumnRole, frozenset[str]]", _READ["names"])
_AND, _BESIDE, _BYE, _DRAW, _STATUS, _WHOSE = (
    _READ["words"][kind] for kind in ("and", "beside", "bye", "draw", "status", "whose")
)
RESULTS: Mapping[str, frozenset[str]] = _READ["results"]
"""The possible columns of a result list, with their headings."""

_ONLY_TOGETHER = ("first", "last")
_PATTERNS = {kind: re.compile(text.replace("\n", "")) for kind, text in _TABLES["patterns"].items()}


def simplify_heading(heading: str) -> str:
    """Convert a heading to lower-case words: ``Your name (in full)?`` becomes ``your name``."""
    bare = re.sub(r"\(.*?\)|\[.*?\]", " ", heading.casefold())
    return " ".join(re.sub(r"[^\w'-]+|[_*]", " ", bare).replace("-", " ").split())


def get_name_column_role(simple_heading: str) -> NameColumnRole:
    """Return which part of names a column with the given heading contains, or "" for none."""
    words = [word for word in simple_heading.split() if word not in _WHOSE]
    for said in (simple_heading, " ".join(words)):
        for role, known in _NAMES.items():
            if said in known:
                return role
    parts = {
        get_name_column_role(word) for word in words if word != simple_heading and word not in _AND
    }
    either = "either" in parts and not {*words} & {*_ONLY_TOGETHER}
    both = {"first", "last"} <= parts or (either and parts & {"first", "last"})
    return "whole" if both and "" not in parts else ""


def is_name_heading(simple_heading: str) -> bool:
    """Return whether a simplified heading alone shows that its column contains names."""
    return bool(get_name_column_role(simple_heading)) and not needs_other_name_part(simple_heading)


def needs_other_name_part(simple_heading: str) -> bool:
    """Return whether a heading means part of a name only if another column has the other part."""
    return simple_heading.rsplit(maxsplit=1)[-1] in _ONLY_TOGETHER


def is_private_heading(simple_heading: str) -> bool:
    return _PATTERNS["private"].search(simple_heading) is not None


def is_player_detail_heading(simple_heading: str) -> bool:
    return simple_heading in _BESIDE


def is_detail_or_status_heading(simple_heading: str) -> bool:
    return simple_heading in _BESIDE or simple_heading in _STATUS


def asks_for_name(simple_heading: str) -> bool:
    return (
        resembles_name_heading(simple_heading)
        and _PATTERNS["asked"].search(simple_heading) is not None
    )


def resembles_name_heading(simple_heading: str) -> bool:
    if _PATTERNS["has_name"].search(simple_heading) is None:
        return False
    has_other_name = _PATTERNS["other_names"].search(simple_heading) is not None
    return not has_other_name and not is_private_heading(simple_heading)


def is_bye_word(cell: str) -> bool:
    return cell.strip("()-* ").casefold() in _BYE


def is_draw_word(cell: str) -> bool:
    return cell.casefold() in _DRAW


def may_be_list_title(line_above: str) -> bool:
    return _PATTERNS["title"].search(line_above) is not None

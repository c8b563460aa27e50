"""What a line changed, in as few words as say it."""

from __future__ import annotations

from collections.abc import Iterable

from tracker.application.correcting.comparing import NOTHING, Change
from tracker.application.log.reader import LogLine


def brief(each: LogLine) -> tuple[str, str]:
    """Who did what, and what came of it, of a line that says both: ``3 to remove``."""
    head, *middle = each.text.split(": ")
    if each.kind != "action" or not middle or (len(middle) == 1 and "▸" not in head):
        return each.text, ""
    outcome = middle[-1].split(" (")[0].split(", ")[0]
    return head, outcome


def change_words(found: Iterable[Change]) -> str:
    """``Alpha: 7/8 → 6/8, 1 to remove``."""
    return " · ".join(f"{each.name}: {change_text(each)}" for each in found)


def change_text(change: Change) -> str:
    """What is other than before, and only that."""
    then, now = _parts(change.then), _parts(change.now)
    texts = []
    for what, text in now.items():
        before = then.get(what)
        if before is None:
            texts.append(text)
        elif before != text:
            texts.append(f"{before} → {text}")
    return ", ".join(
        [*texts, *(f"no longer {text}" for what, text in then.items() if what not in now)]
    )


def _parts(text: str) -> dict[str, str]:
    """The parts of how somebody stands, by what they are about: their words without numbers."""
    parts = [part for part in text.split(", ") if part and part != NOTHING]
    return {"".join(c for c in part if not c.isdigit()).strip(): part for part in parts}

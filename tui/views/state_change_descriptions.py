"""Brief descriptions of the changes that a line makes."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tracker.application.correcting.state_comparison import NOTHING, StateChange
from tracker.application.log.logged_action_group import LogLine

_DICE = re.compile(r"[0-9]+ (?:die|dice) ")


def split_action_and_result(line: LogLine) -> tuple[str, str]:
    """Split a line into its action and its result, such as ``3 to remove``."""
    head, *middle = line.text.split(": ")
    if line.kind != "action" or not middle or (len(middle) == 1 and "▸" not in head):
        return line.text, ""
    clauses = [clause for clause in line.text.split(" | ") if ": " in clause]
    return head, " | ".join(map(_extract_result, clauses))


def _extract_result(clause: str) -> str:
    items = clause.rsplit(": ", maxsplit=1)[-1].split(" (", maxsplit=1)[0].split(", ")
    dice = [item for item in items if _DICE.match(item)]
    return dice[-1] if len(dice) == len(items) else items[0]


def describe_state_changes(changes: Iterable[StateChange]) -> str:
    """Describe changes, such as ``Alpha: 7/8 → 6/8, 1 to remove``."""
    return " · ".join(f"{change.name}: {describe_state_change(change)}" for change in changes)


def describe_state_change(change: StateChange) -> str:
    then, now = _split_parts(change.before), _split_parts(change.after)
    texts = []
    for key, text in now.items():
        before = then.get(key)
        if before is None:
            texts.append(text)
        elif before != text:
            texts.append(f"{before} → {text}")
    texts += [f"no longer {text}" for key, text in then.items() if key not in now]
    return ", ".join(texts)


def _split_parts(text: str) -> dict[str, str]:
    """Split a state's description into its parts, keyed by their words without numbers."""
    parts = [part for part in text.split(", ") if part and part != NOTHING]
    return {"".join(c for c in part if not c.isdigit()).strip(): part for part in parts}

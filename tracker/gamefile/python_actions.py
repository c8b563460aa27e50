"""Actions of a game file that are written in Python, in an installed package.

A game file names an entry point of the group ``warledger.actions``, never a module. It can
therefore use only actions that the user has installed for this purpose.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from tracker.procedures.entry_points import list_entry_points
from tracker.procedures.ruleset import Action

GROUP = "warledger.actions"


@cache
def load_python_action_or_reason(action_id: str) -> tuple[Action[Any] | None, str]:
    """Load an action from an installed package, or return the reason why it cannot be loaded."""
    from tracker.procedures.import_purity_check import list_forbidden_imports

    points = [point for point in list_entry_points(GROUP) if point.name == action_id]
    if len(points) != 1:
        many = "Several installed packages have" if points else "No installed package has"
        return None, f"{many} an action called {action_id!r} in the group {GROUP}."
    try:
        found = points[0].load_object()
        impure = list_forbidden_imports(points[0].module)
    except Exception as error:  # noqa: BLE001 - whatever an installed module raises
        return (
            None,
            f"The action {action_id!r} of {points[0].module} was not loaded: {error}.",
        )
    if impure:
        return None, impure[0]
    if not isinstance(found, Action) or found.id != action_id:
        return None, f"{points[0].value} is not an Action with the id {action_id!r}."
    return found, ""

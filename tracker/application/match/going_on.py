"""What the book does by itself, and what a correction under way says again."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.application.errors import Refused
from tracker.application.match import replaying
from tracker.application.match.actors import all_gone
from tracker.application.match.standing import Standing
from tracker.procedures.ruleset import Command
from tracker.procedures.view import UnknownName
from tracker.vocabulary import events as ev


def by_itself(stands: Standing) -> ev.ActionTaken | None:
    """What the rules begin by themselves now; nothing while a question waits."""
    if stands.table.pending is not None:
        return None
    command = stands.ruleset.automatic(stands.table.match)
    if command is None:
        return None
    return ev.ActionTaken(
        action=command.action,
        side=command.side,
        params=command.params,
        source="default",
        repeats=replaying.same_by_itself(replaying.plan_of(stands.story), command),
    )


def again(stands: Standing) -> Iterator[ev.AnyInput]:
    """What of the old lines of a correction could be said again now, best first."""
    plan = replaying.plan_of(stands.story)
    if plan is None:
        return
    for event in replaying.next_inputs(stands.story, plan, stands.table.pending):
        try:
            done = _still_done(stands, event, plan)
        except (Refused, UnknownName, KeyError):
            continue  # it no longer fits: listed as dropped
        if done:
            yield event


def _still_done(stands: Standing, event: ev.AnyInput, plan: replaying.Plan) -> bool:
    """Whether an old action is done as it was: not by those who are gone by now, and after
    something that was said late only where the rules have nothing new against it.
    """
    if not isinstance(event, ev.ActionTaken):
        return True
    acts = stands.story.acts(event)
    if acts is not None and all_gone(stands.story.state, acts.who):
        return False
    against = stands.objections(Command(event.action, event.side, event.params))
    known = {override.objection for override in event.overrides}
    return not plan.late or {item.id for item in against} <= known

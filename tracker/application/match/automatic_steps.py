"""What the book does by itself, and what a correction under way says again."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tracker.application.errors import Refused
from tracker.application.match import replaying
from tracker.application.match.actors import are_all_gone
from tracker.application.match.live_match import LiveMatch
from tracker.procedures.ruleset import Command
from tracker.procedures.view import UnknownName
from tracker.vocabulary import events as ev

CORRECTED = "an earlier line was corrected"
"""Why a line that broke no rule when it was said is a table ruling now."""


def find_automatic_action(stands: LiveMatch) -> ev.ActionTaken | None:
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
        repeats=replaying.find_automatic_repeat(replaying.plan_of(stands.story), command),
    )


def list_repeats(stands: LiveMatch, replay: replaying.ReplayRules) -> Iterator[ev.AnyInput]:
    """What of the old lines of a correction could be said again now, best first."""
    plan = replaying.plan_of(stands.story)
    if plan is None:
        return
    for event in replaying.list_next_inputs(stands.story, plan, stands.table.pending, replay):
        try:
            once_more = _once_more(stands, event, plan)
        except (Refused, UnknownName, KeyError):
            continue  # it no longer fits: listed as dropped
        if once_more is not None:
            yield once_more if replay.asks_rules else event


def _once_more(stands: LiveMatch, event: ev.AnyInput, plan: replaying.Plan) -> ev.AnyInput | None:
    """An old input with what the rules have against it now.

    None for an action of those who are gone by now, and after something that was said late for one
    that the rules have something new against.
    """
    if not isinstance(event, ev.ActionTaken):
        return event
    acts = stands.story.acts(event)
    if acts is not None and are_all_gone(stands.story.state, acts.who):
        return None
    against = stands.list_objections(Command(event.action, event.side, event.params))
    known = {override.objection: override for override in event.overrides}
    if plan.late and not {item.id for item in against} <= known.keys():
        return None
    overrides = (
        known.get(item.id) or ev.Override(item.id, CORRECTED, item.legal) for item in against
    )
    return replace(event, overrides=tuple(overrides))

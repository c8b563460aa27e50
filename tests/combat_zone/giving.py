"""Give a figure a reaction by hand, as a wound would."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from tests.combat_zone.table import Zone, who
from tracker.procedures.match_view import Match
from tracker.procedures.requests import Asking, call_stage
from tracker.procedures.ruleset import Action
from tracker.rulesets.combat_zone.attacks import panic_and_rout
from tracker.rulesets.combat_zone.attacks.panic_and_rout import Reaction
from tracker.vocabulary.subject_ids import FigureId, SideId


class Wounded(Struct, frozen=True):
    figure: FigureId
    reaction: Reaction


def _wounded(match: Match, _: SideId | None, params: Wounded) -> Asking[None]:
    yield from call_stage(panic_and_rout.apply_reaction, params.figure, params.reaction)


WOUNDED = Action(id="wounded", word="is wounded", params=Wounded, stage=_wounded)


def given(zone: Zone, handle: str, reaction: Reaction) -> None:
    """Let a figure take a wound with this reaction."""
    actions = {**zone.ruleset.actions, "wounded": WOUNDED}
    zone.ruleset = zone.table.ruleset = replace(zone.ruleset, actions=actions)
    zone.do("wounded", None, Wounded(who(handle), reaction))

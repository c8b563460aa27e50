"""Weapons by the names people gave them in their rosters, as a line says them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from tracker.procedures.declared.said import Said, Values
from tracker.procedures.declared.slots import Slot
from tracker.procedures.pieces.naming import one_of
from tracker.procedures.view import Match
from tracker.rulesets.xenocide.data import markers
from tracker.scribe.lexicon import Lexicon
from tracker.scribe.syntax import How, Option

WITH: Final = "with"


def _known(match: Match) -> dict[str, str]:
    """Every weapon of this match by what is typed for it."""
    found: dict[str, str] = {}
    for figure in match.all_figures():
        profile = markers.profile(match, figure)
        mounts = profile.vehicle.mounts if profile.vehicle else ()
        for gun in (*profile.guns, *(mount.gun for mount in mounts)):
            found["-".join(gun.id.split())] = gun.id
    return found


def _take(said: Said) -> Values:
    named: list[str] = []
    while (one := said.option(WITH)) is not None:
        named.append(one_of("-".join(one.split()), _known(said.match), "weapon here"))
    return {"guns": tuple(named)} if named else {}


def _say(_: Match, values: Mapping[str, Any]) -> Iterable[How]:
    return (Option(WITH, "-".join(gun.split())) for gun in values.get("guns") or ())


GUNS: Final = Slot(_take, _say, Lexicon(options=frozenset((WITH,))), ("guns",))

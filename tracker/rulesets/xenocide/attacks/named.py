"""Weapons by the names people gave them in their rosters, as a line says them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from tracker.procedures.declared.said import Said, Values
from tracker.procedures.declared.slots import Slot
from tracker.procedures.pieces.naming import one_of
from tracker.procedures.view import Match
from tracker.rulesets.xenocide.data import markers
from tracker.rulesets.xenocide.data.tables import Profile
from tracker.scribe.lexicon import Lexicon
from tracker.scribe.syntax import How, Option

WITH: Final = "with"


def _guns(profile: Profile) -> Iterator[str]:
    mounts = profile.vehicle.mounts if profile.vehicle else ()
    yield from (gun.id for gun in (*profile.guns, *(mount.gun for mount in mounts)))


def _blades(profile: Profile) -> Iterator[str]:
    yield from (blade.id for blade in profile.blades)


def _slot(field: str, of: Callable[[Profile], Iterator[str]]) -> Slot:
    """``with light-rocket``: of all that anybody in this match has, by what is typed for it."""

    def take(said: Said) -> Values:
        match, named = said.match, list[str]()
        known = {
            "-".join(one.split()): one
            for figure in match.all_figures()
            for one in of(markers.profile(match, figure))
        }
        while (one := said.option(WITH)) is not None:
            named.append(one_of("-".join(one.split()), known, "weapon here"))
        return {field: tuple(named)} if named else {}

    def say(_: Match, values: Mapping[str, Any]) -> Iterable[How]:
        return (Option(WITH, "-".join(one.split())) for one in values.get(field) or ())

    return Slot(take, say, Lexicon(options=frozenset((WITH,))), (field,))


GUNS: Final = _slot("guns", _guns)
BLADES: Final = _slot("blades", _blades)

"""The line of every action of shooting and close combat: one spelling for each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tracker.procedures.view import Match
from tracker.scribe.line import Deed, Flag, How, Line, Measure, Option, Setting, Who, show
from tracker.vocabulary.names import FigureId, SideId, short

if TYPE_CHECKING:
    from tracker.rulesets.combat_zone.attacks.aiming import Share
    from tracker.rulesets.combat_zone.attacks.clash import Hands
    from tracker.rulesets.combat_zone.phases.close_combat import Again, Charge
    from tracker.rulesets.combat_zone.phases.fleeing import Flee
    from tracker.rulesets.combat_zone.phases.machines import Effect
    from tracker.rulesets.combat_zone.phases.opportunity import Fire, Watch
    from tracker.rulesets.combat_zone.phases.shooting import Aim, Shoot

Sided = SideId | None


def shoot(_: Match, __: Sided, params: Shoot) -> str:
    """A part for each target; what holds for all stands in the first."""
    extra: list[How] = []
    if params.apart is not None:
        extra.append(Setting("apart", _cm(params.apart)))
    return _fire(params.figure, "", params.fire, params.gun, [*extra, *_claimed(params.claimed)])


def fire(_: Match, __: Sided, params: Fire) -> str:
    return _fire(params.figure, "shoots", params.fire, params.gun, [])


def aim(_: Match, __: Sided, params: Aim) -> str:
    how = [*_share(params.share), *_claimed(params.claimed)]
    if params.gun is not None:
        how.append(Option("with", params.gun))
    return show(Line((_deed(params.figure, "aims", params.share.target, how),)))


def watch(_: Match, __: Sided, params: Watch) -> str:
    how: list[How] = [] if params.gun is None else [Option("with", params.gun)]
    return show(Line((_deed(params.figure, "opp", None, [*how, *_claimed(params.claimed)]),)))


def charge(_: Match, __: Sided, params: Charge) -> str:
    how = [*_hands(params.hands), *_claimed(params.claimed)]
    whom = Who(tuple(map(short, params.enemies)))
    return show(Line((Deed(Who((short(params.figure),)), "charges", whom, tuple(how)),)))


def again(_: Match, __: Sided, params: Again) -> str:
    how = [*_hands(params.hands), *_claimed(params.claimed)]
    return show(Line((_deed(params.figure, "again", params.enemy, how),)))


def flee(_: Match, __: Sided, params: Flee) -> str:
    how: list[How] = [Measure(params.points * 100, "ap")]
    if params.length is not None:
        how.append(Measure(params.length, "cm"))
    how += [*_hands(params.hands), *_claimed(params.claimed)]
    return show(Line((_deed(params.figure, "flees", None, how),)))


def effect(_: Match, __: Sided, params: Effect) -> str:
    said = (("does", params.text), ("malfunction", params.malfunction))
    how: list[How] = [Setting(name, text) for name, text in said if text]
    how += [Setting("lost", gun) for gun in params.lost]
    return show(Line((_deed(params.machine, "damage", None, how),)))


# --------------------------------------------------------------------------------------- helpers


def _fire(
    figure: FigureId, verb: str, fire: tuple[Share, ...], gun: str | None, extra: list[How]
) -> str:
    parts = []
    for at, share in enumerate(fire):
        how = list(_share(share))
        if not at:
            how += [Option("with", gun)] if gun is not None else []
            how += extra
        parts.append(_deed(figure, verb, share.target, how))
    return show(Line(tuple(parts)))


def _share(share: Share) -> Iterable[How]:
    if share.range is not None:
        yield Measure(share.range, "cm")
    elif share.band is not None:
        yield Flag(share.band)
    yield Flag(share.cover)
    if share.shots is not None:
        yield Option("shots", str(share.shots))


def _hands(hands: Hands) -> Iterable[How]:
    """The weapons in the hands of either: ``hands=sword,dagger against=club``, ``spares=``."""
    for key, weapons in (("hands", hands.own), ("against", hands.enemy)):
        if weapons is not None:
            yield Setting(key, ",".join(weapons) or "none")
    if hands.spares:
        yield Setting("spares", ",".join(map(short, hands.spares)))


def _deed(who: FigureId, verb: str, whom: FigureId | None, how: Iterable[How]) -> Deed:
    target = None if whom is None else Who((short(whom),))
    return Deed(Who((short(who),)), verb, target, tuple(how))


def _claimed(claimed: bool) -> list[How]:
    return [Flag("claimed")] if claimed else []


def _cm(hundredths: int) -> str:
    return f"{hundredths / 100:g}"

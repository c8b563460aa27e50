"""The damage dice of a vehicle or monster (DZ-T9) as pure arithmetic, one after the other.

Nothing here sees the match: what one hit after another comes to is told once they are rolled, or
once something has to be done at once.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal

from msgspec import Struct

from tracker.procedures.declared.rolls import RollKind
from tracker.procedures.requests import Asking, Faces, ask, sub, then_pure
from tracker.rulesets.deathzap2.attacks.chance import draw

Effect = Literal["slower", "gun", "nothing", "4-5", "6"]
EFFECTS: dict[int, Effect] = {1: "slower", 2: "slower", 3: "gun", 4: "4-5", 5: "4-5", 6: "6"}


DAMAGE: Final = RollKind("die", "damage")


class Body(Struct, frozen=True):
    """What damage dice find: the guns at risk, in roster order, and whether it moves.

    ``once``: its speed is halved once and no more (DZ-G29); ``again``: a 3 is rolled again where no
    gun is left (DZ-G30); ``rages``: a 4 or 5 enrages it, where it would stop a vehicle.
    """

    guns: tuple[str, ...] = ()
    slows: bool = False
    once: bool = False
    stops: bool = False
    again: bool = False
    rages: bool = False

    @property
    def table(self) -> str:
        """DZ-T9 in a line, as it is for this one."""
        worse = "4-5 enraged, 6 destroyed" if self.rages else "4-5 immobile, 6 explodes"
        return f"1-2 half speed, 3 a gun, {worse}"


class Suffered(Struct, frozen=True):
    """What dice have done; ``guns`` are the places of those lost, in roster order.

    ``left`` are the dice that were not rolled when it was enraged; on a 6 there are none.
    """

    halved: int = 0
    stopped: bool = False
    guns: tuple[int, ...] = ()
    enraged: bool = False
    destroyed: bool = False
    left: int = 0


def dice(body: Body, left: int, so_far: Suffered) -> Asking[Suffered]:
    """DZ-DMG-01: so many more dice, and none after a 6 (DZ-G69)."""
    if not left:
        return so_far
    at_risk = _at_risk(len(body.guns), so_far.guns)
    names = tuple([body.guns[at] for at in at_risk])
    effect, gun = yield from sub({}, effect_of_one, names, body.table, body.again)
    halved, stopped, guns = so_far.halved, so_far.stopped, so_far.guns
    if effect == "6":
        return Suffered(halved, stopped, guns, destroyed=True)
    if effect == "4-5" and body.rages:
        return Suffered(halved, stopped, guns, enraged=True, left=left - 1)
    if effect == "4-5":
        stopped = body.stops
    elif effect == "gun":
        guns = tuple(sorted((*guns, at_risk[gun])))
    elif effect == "slower" and body.slows and not stopped and not (body.once and halved):
        halved += 1
    return then_pure(dice, body, left - 1, Suffered(halved, stopped, guns))


@lru_cache(maxsize=256)
def _at_risk(guns: int, lost: tuple[int, ...]) -> tuple[int, ...]:
    """The places of the guns that are left."""
    return tuple(at for at in range(guns) if at not in lost)


def effect_of_one(guns: tuple[str, ...], table: str, again: bool) -> Asking[tuple[Effect, int]]:
    """What one die does; of a gun lost, which of these (DZ-DMG-03)."""
    if not guns:
        table = table.replace("a gun", "again" if again else "nothing")
    face = yield from sub({}, die, table, again and not guns)
    effect = EFFECTS[face]
    if effect != "gun":
        return effect, 0
    if not guns:
        return "nothing", 0
    return effect, (yield from sub({}, draw, "gun lost", guns))


def die(table: str, again: bool) -> Asking[int]:
    """One die, read on ``table``; ``again``: a 3 is rolled again (DZ-G30)."""
    rule = "DZ-G30" if again else "DZ-DMG-01"
    (face,) = yield from ask(Faces(kind=DAMAGE, dice=(6,), need=table, role="attacker", rule=rule))
    return then_pure(die, table, again) if again and face == 3 else face

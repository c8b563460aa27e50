"""Small Combat Zone matches for tests of shooting, close combat and machines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from tracker.procedures.requests import Roll, Score
from tracker.procedures.ruleset import Objection
from tracker.rulesets.combat_zone import RULESET
from tracker.rulesets.combat_zone.attacks.close_combat_dice import HandWeaponChoice
from tracker.rulesets.combat_zone.attacks.shot_allocation_and_dice import TargetedFire
from tracker.rulesets.combat_zone.data import markers, state_queries
from tracker.rulesets.combat_zone.phases import action_points_and_interrupts
from tracker.rulesets.combat_zone.phases.close_combat import AnotherCombatRound, Charge
from tracker.rulesets.combat_zone.phases.shooting_actions import (
    AimedShot,
    OpportunityFire,
    OpportunityWatch,
    Shoot,
)
from tracker.testing.match_in_memory import BLUE, RED, Play, f, u
from tracker.vocabulary.events import (
    AnyFact,
    FiguresRemoved,
    Json,
    MarkerSet,
    PhaseBegan,
    Scalar,
    TurnBegan,
)
from tracker.vocabulary.subject_ids import FigureId, SideId, shorten_figure_handle

R = TypeVar("R")
CM = 100


def profile(words: str = "average", *weapons: str, **more: Json) -> dict[str, Json]:
    """``profile("elite hero flak-jacket", "sword")`` gives a quality, then rank, kind or armour."""
    quality, *rest = words.split()
    found: dict[str, Json] = {"quality": quality, "weapons": weapons, **more}
    for word in rest:
        if word in {"gang-leader", "hero", "machine"}:
            found["kind"] = word
        elif word in {"leader", "sub-leader"}:
            found["rank"] = word
        else:
            found["armour"] = word
    return found


def machine(toughness: int = 12, **more: Json) -> dict[str, Json]:
    """Return a machine of this toughness with 6 action points, as in the worked cases."""
    entered: dict[str, Json] = {"toughness": toughness, "action_points": 6, **more}
    return {"kind": "machine", "machine": entered}  # type: ignore[dict-item]


RIFLE = profile("average", "assault-rifle")


def who(short: str) -> FigureId:
    """Return the id of a figure by its handle: ``who("r12")`` is figure 2 of Red's group 1."""
    return f(short[:2], int(short[2:]))


class Firefight(Play):
    """``Firefight({"r1": (RIFLE,), "b1": (RIFLE, RIFLE)})`` is a match in which R1 is active."""

    def __init__(
        self,
        units: Mapping[str, tuple[dict[str, Json], ...]],
        options: Mapping[str, Scalar] | None = None,
        active: str = "r1",
    ) -> None:
        super().__init__(RULESET, options)
        for side, letter in ((RED, "r"), (BLUE, "b")):
            here = {handle: kinds for handle, kinds in units.items() if handle[0] == letter}
            profiles = {
                f"{handle}-{at}": kind
                for handle, kinds in here.items()
                for at, kind in enumerate(kinds)
            }
            counts = {
                handle: {f"{handle}-{at}": 1 for at in range(len(kinds))}
                for handle, kinds in here.items()
            }
            self.muster(side, counts, profiles)
        self.turn(1, active)

    def turn(self, number: int, active: str) -> None:
        """Begin a turn, and the activation of a group, by hand."""
        self.fix(TurnBegan(turn=number, order=(RED, BLUE)))
        self.activation(active)

    def activation(self, unit: str) -> None:
        self.fix(PhaseBegan(phase="actions", side=owner(unit), subject=u(unit)))

    # ------------------------------------------------------------------------------- actions

    def shoot(self, figure: str, at: str, **how: Any) -> list[AnyFact]:
        """Shoot at one target. ``gun`` and ``claimed`` go to the action, the rest to its share."""
        return self.burst(figure, share(at, **_shared(how)), **_acted(how))

    def burst(self, figure: str, *shares: TargetedFire, **how: Any) -> list[AnyFact]:
        return self.do("shoot", owner(figure), Shoot(who(figure), shares, **how))

    def aim(self, figure: str, at: str, **how: Any) -> list[AnyFact]:
        params = AimedShot(who(figure), share(at, **_shared(how)), **_acted(how))
        return self.do("aim", owner(figure), params)

    def watch(self, figure: str, **how: Any) -> list[AnyFact]:
        return self.do("opp", owner(figure), OpportunityWatch(who(figure), **how))

    def fire(self, figure: str, at: str, **how: Any) -> list[AnyFact]:
        """Shoot at one target in opportunity fire."""
        params = OpportunityFire(who(figure), (share(at, **_shared(how)),), **_acted(how))
        return self.do("fire", owner(figure), params)

    def charge(self, figure: str, *enemies: str, **how: Any) -> list[AnyFact]:
        params = Charge(
            who(figure), tuple(map(who, enemies)), HandWeaponChoice(**_hands(how)), **_acted(how)
        )
        return self.do("charge", owner(figure), params)

    def again(self, figure: str, enemy: str | None = None, **how: Any) -> list[AnyFact]:
        at = None if enemy is None else who(enemy)
        params = AnotherCombatRound(who(figure), at, HandWeaponChoice(**_hands(how)), **_acted(how))
        return self.do("again", owner(figure), params)

    def against(self, action: str, figure: str, params: Any) -> set[str]:
        """Return the ids of the objections to an action."""
        found: list[Objection] = self.objections(action, owner(figure), params)
        return {objection.id for objection in found}

    def against_shot(self, figure: str, *shares: TargetedFire, **how: Any) -> set[str]:
        return self.against("shoot", figure, Shoot(who(figure), shares, **how))

    # --------------------------------------------------------------------------------- by hand

    def mark(self, figure: str, marker: str, value: Scalar = True, until: str = "") -> None:
        self.fix(MarkerSet(subjects=(who(figure),), marker=marker, value=value, until=until))

    def panic(self, figure: str, since: int = 1) -> None:
        self.mark(figure, markers.PANIC, since)

    def rout(self, figure: str) -> None:
        self.mark(figure, markers.ROUT)

    def fix_scattered(self, unit: str) -> None:
        self.fix(MarkerSet(subjects=(u(unit),), marker=markers.SCATTERED))

    def engage(self, opener: str, enemy: str) -> None:
        self.fix(*markers.ENGAGED.make_link_facts(self.match, who(opener), who(enemy)))

    def remove(self, figure: str) -> None:
        self.fix(FiguresRemoved(figures=(who(figure),)))

    # ------------------------------------------------------------------------------- questions

    def has(self, figure: str, marker: str) -> bool:
        return self.match.has(who(figure), marker)

    def state(self, figure: str) -> str:
        """Return ``gone``, ``rout``, ``panic`` or ``ok``."""
        one = who(figure)
        if not state_queries.is_on_table(self.match, one):
            return "gone"
        if self.match.has(one, markers.ROUT):
            return "rout"
        return "panic" if self.match.has(one, markers.PANIC) else "ok"

    def left(self, figure: str) -> int:
        """Count the action points that a figure has left."""
        return action_points_and_interrupts.count_action_points_left(self.match, who(figure))

    def shots(self, figure: str, gun: str) -> int:
        """Count the shots that a figure has fired with a gun this turn."""
        fired = state_queries.count_shots_fired_by_weapon(self.match, who(figure))
        return next((n for kind, n in fired.items() if kind == gun), 0)

    def opponents(self, figure: str) -> tuple[str, ...]:
        found = state_queries.list_opponents(self.match, who(figure))
        return tuple(shorten_figure_handle(one) for one in found)

    def hit_roll(self) -> tuple[int, str]:
        """Return how many dice the open hit roll has, and what they need."""
        request = self.request(Roll)
        assert request.what == "to hit"
        return request.count, request.need

    def score_roll(self, what: str) -> tuple[tuple[int, ...], int]:
        """Return the dice of the open sum and its bonus, which must be the sum of its modifiers."""
        request = self.request(Score)
        assert request.what == what
        assert sum(part.value for part in request.modifiers) == request.bonus
        return request.dice, request.bonus

    def request(self, kind: type[R]) -> R:
        """Return the open question, which must be of this kind."""
        assert isinstance(self.asked, kind)
        return self.asked


def share(at: str, cm: float | None = None, **how: Any) -> TargetedFire:
    """Return fire at one target: ``share("b11", 18, cover="soft", shots=2)``."""
    return TargetedFire(who(at), range=None if cm is None else round(cm * CM), **how)


def owner(handle: str) -> SideId:
    return RED if handle[0] == "r" else BLUE


_ACTION = ("gun", "claimed", "apart")
_HANDS = ("own", "enemy", "spares")


def _acted(how: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in how.items() if key in _ACTION}


def _shared(how: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in how.items() if key not in _ACTION}


def _hands(how: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in how.items() if key in _HANDS}

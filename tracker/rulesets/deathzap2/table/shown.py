"""The line of every action, as it is read back by ``lines``: one spelling for each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tracker.procedures.view import Match
from tracker.scribe.line import Deed, Flag, How, Line, Measure, Option, Setting, Who, Word, show
from tracker.vocabulary.names import SideId, Subject, handle

if TYPE_CHECKING:
    from tracker.rulesets.deathzap2.attacks.guns import Share
    from tracker.rulesets.deathzap2.phases.awards import Award, Counters, EndMatch, OwnObjective
    from tracker.rulesets.deathzap2.phases.contact import Contact, Part
    from tracker.rulesets.deathzap2.phases.deployment import Deploy
    from tracker.rulesets.deathzap2.phases.melee import Fight
    from tracker.rulesets.deathzap2.phases.morale import Flight
    from tracker.rulesets.deathzap2.phases.movement import Move
    from tracker.rulesets.deathzap2.phases.orders import Orders, Reassign
    from tracker.rulesets.deathzap2.phases.second_move import Hold, Second
    from tracker.rulesets.deathzap2.phases.shooting import Shoot
    from tracker.rulesets.deathzap2.phases.splitting import Split
    from tracker.rulesets.deathzap2.phases.strikes import Against
    from tracker.rulesets.deathzap2.phases.units import Join

Sided = SideId | None


def shoot(_: Match, __: Sided, params: Shoot) -> str:
    """A part for each share."""
    return show(
        Line(
            tuple(
                Deed(_who((params.unit,)), "", _who((share.target,)), tuple(_arms(share)))
                for share in params.fire
            )
        )
    )


def _arms(share: Share) -> Iterable[How]:
    yield Flag(share.cover)
    if share.range is not None:
        yield Measure(share.range, "in")
    for wanted in share.guns:
        kind, count = (wanted, None) if isinstance(wanted, str) else wanted
        yield Option("with", kind)
        if count is not None:
            yield Option("guns", str(count))
    if share.in_range is not None:
        # Behind a kind the number would be that of its guns.
        name, text = "guns", str(share.in_range)
        yield Setting(name, text) if share.guns else Option(name, text)


def fight(match: Match, _: Sided, params: Fight) -> str:
    """A part for each enemy."""
    del match
    who = _who((params.unit,))
    parts = tuple(
        Deed(who, "fights", _who((against.target,)), tuple(_blows(against)))
        for against in params.against
    )
    return show(Line(parts or (Deed(who, "fights"),)))


def _blows(against: Against) -> Iterable[How]:
    if against.figures is not None:
        yield Option("figures", str(against.figures))
    yield from (Option("with", weapon) for weapon in against.weapons)
    if against.quality:
        yield Flag(against.quality)


def move(_: Match, __: Sided, params: Move) -> str:
    how = _way(params.length, params.obstacles, towards=params.towards_enemy)
    return _deed(params.units, "moves", (), how)


def second(_: Match, __: Sided, params: Second) -> str:
    how = _way(params.length, params.obstacles, towards=params.towards_enemy)
    return _deed(params.units, "again", params.contacts, how)


def hold(_: Match, __: Sided, params: Hold) -> str:
    return _deed(params.units, "holds")


def contact(_: Match, __: Sided, params: Contact) -> str:
    how = _way(params.length, params.obstacles)
    return _deed((params.unit,), "contacts", params.enemies, how)


def part(_: Match, __: Sided, params: Part) -> str:
    return _deed((params.unit,), "parts", params.enemies)


def join(_: Match, __: Sided, params: Join) -> str:
    how = () if params.order is None else (Option("order", handle(params.order)),)
    return _deed((params.unit,), "joins", (params.into,), how)


def split(_: Match, __: Sided, params: Split) -> str:
    how: list[How] = []
    if params.name:
        how.append(Option("as", params.name))
    if params.contacts:
        how.append(Setting("contacts", ",".join(map(handle, params.contacts))))
    if params.order_goes:
        how.append(Flag("takes-order"))
    return _deed((params.unit,), "splits", params.figures, how)


def flight(_: Match, __: Sided, params: Flight) -> str:
    how = (Setting("obstacles", str(params.obstacles)),) if params.obstacles else ()
    return _deed((params.unit,), "flees", (), how)


def orders(_: Match, __: Sided, params: Orders) -> str:
    return _word("orders", *map(handle, params.units))


def swap(_: Match, __: Sided, params: Reassign) -> str:
    return _word("swap", handle(params.a), handle(params.b))


def deploy(match: Match, side: Sided, params: Deploy) -> str:
    depth = () if params.depth is None else (_amount(params.depth),)
    return _word("deploy", *_side(match, side), *depth)


def objective(match: Match, side: Sided, params: OwnObjective) -> str:
    return _word("objective", params.label, str(params.points), *_side(match, side))


def counters(_: Match, __: Sided, params: Counters) -> str:
    return _word("counters", *params.positions)


def award(match: Match, side: Sided, params: Award) -> str:
    return _word("vp", *_side(match, side), str(params.points), params.why)


def end(match: Match, side: Sided, params: EndMatch) -> str:
    return _word("end", params.how, *_side(match, side))


def _deed(
    units: Iterable[Subject], verb: str, whom: Iterable[Subject] = (), how: Iterable[How] = ()
) -> str:
    target = tuple(whom)
    return show(Line((Deed(_who(units), verb, _who(target) if target else None, tuple(how)),)))


def _word(word: str, *arguments: str) -> str:
    return show(Line((Word(word, arguments),)))


def _who(subjects: Iterable[Subject]) -> Who:
    return Who(tuple(map(handle, subjects)))


def _way(length: int | None, obstacles: int, *, towards: bool = False) -> Iterable[How]:
    if length is not None:
        yield Measure(length, "in")
    if obstacles:
        yield Setting("obstacles", str(obstacles))
    if towards:
        yield Flag("towards")


def _side(match: Match, side: Sided) -> tuple[str, ...]:
    """A side by its name, or by its letter where two are called the same."""
    if side is None:
        return ()
    names = [match.side_name(one).lower() for one in match.sides]
    name = match.side_name(side)
    return (name if names.count(name.lower()) == 1 else handle(side),)


def _amount(hundredths: int) -> str:
    return f"{hundredths // 100}.{hundredths % 100:02d}".rstrip("0").rstrip(".") + "in"

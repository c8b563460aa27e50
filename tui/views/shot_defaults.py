"""Default values for shots: the last known range, cover and gun.

A range stays valid until either unit moves, and a cover until the target moves.
"""

from __future__ import annotations

from collections.abc import Iterator

from tracker.application.match.game import Game
from tracker.input_parsing.line_parser import LineError, format_line, parse_typed_line
from tracker.input_parsing.line_syntax_tree import (
    Flag,
    How,
    Line,
    Option,
    Part,
    TypedDeed,
    TypedMeasure,
)
from tui.views.last_unit_actions import (
    RememberedDetail,
    RememberedLine,
    UnitMemory,
    describe_line_age,
    find_cover_flag,
    find_typed_distance,
    find_typed_option,
)
from tui.views.next_line_proposals import LineProposal, list_line_objections

GUN = "with"


def fill_in_shot_defaults(game: Game, memory: UnitMemory, line: str) -> LineProposal:
    """Add the known range, cover and gun to each shot in a line, and describe their age."""
    read = parse_typed_line(line, game.ruleset.lexicon)
    if isinstance(read, LineError) or not game.ruleset.keys.until_moved:
        return LineProposal(line)
    told: list[RememberedDetail] = []
    parts: list[Part] = []
    moved: set[str] = set()
    for part in read.parts:
        if isinstance(part, TypedDeed):
            known = list(_known(game, memory, part, moved))
            if known and not _can_be_said(game, part, _with(part, known)):
                known = []
            parts.append(_with(part, known))
            told += known
            moved.update(part.who.names)
        else:
            parts.append(part)
    if not told:
        return LineProposal(line)
    ages = ", ".join(f"{_word(each.how)} {describe_line_age(game, each.turn)}" for each in told)
    found = LineProposal(format_line(Line(tuple(parts), read.note)), ages)
    if len(parts) == 1 and list_line_objections(game, found.line) != list_line_objections(
        game, line
    ):
        return LineProposal(line)
    return found


def _can_be_said(game: Game, plain: TypedDeed, filled: TypedDeed) -> bool:
    """Whether the action accepts the added details. An overrun, for example, has no cover."""
    lines = (Line((deed,)) for deed in (plain, filled))
    without, with_it = (list_line_objections(game, line) for line in lines)
    return without is None or with_it is not None


def list_aiming_verbs(game: Game) -> frozenset[str]:
    keys = game.ruleset.keys
    verbs = {verb.verb for verb in keys.verbs if verb.whom == "enemy" and not verb.alone}
    return frozenset(verbs | ({keys.interrupts.breaks_in} if keys.interrupts else set()))


def _known(
    game: Game, memory: UnitMemory, deed: TypedDeed, moved: set[str]
) -> Iterator[RememberedDetail]:
    """Yield known details that a shot lacks. Units in ``moved`` have no known range."""
    if deed.verb not in list_aiming_verbs(game) or not deed.who.names:
        return
    if deed.whom is None or len(deed.whom.names) != 1:
        return
    who, whom = deed.who.names[0], deed.whom.names[0]
    found = (memory.find_last_line(who, verb, whom) for verb in list_aiming_verbs(game))
    latest = max(filter(None, found), key=lambda each: each.at, default=None)
    pair = latest if latest is not None and memory.can_repeat(latest) else None
    if find_typed_distance(deed) is None and pair is not None and not {who, whom} & moved:
        yield from _of(pair, find_typed_distance(pair.deed))
    if find_cover_flag(game, deed) is None and whom not in moved:
        cover = memory.find_last_cover(whom)
        if cover is not None:
            yield cover
    if latest is not None and find_typed_option(deed, GUN) is None:
        yield from _of(latest, find_typed_option(latest.deed, GUN))


def _of(found: RememberedLine, how: How | None) -> Iterator[RememberedDetail]:
    if how is not None:
        yield RememberedDetail(how, found.turn, found.at)


def _with(deed: TypedDeed, known: list[RememberedDetail]) -> TypedDeed:
    """Return the action with these details added, ranges first."""
    hows = [each.how for each in known]
    ranges = [how for how in hows if isinstance(how, TypedMeasure)]
    others = [how for how in hows if not isinstance(how, TypedMeasure)]
    return TypedDeed(deed.who, deed.verb, deed.whom, (*ranges, *deed.how, *others), deed.answers)


def _word(how: How) -> str:
    match how:
        case Flag(name=name):
            return name
        case TypedMeasure(hundredths=hundredths, unit=unit):
            return f"{hundredths / 100:g}{unit}"
        case Option(value=value):
            return value
    return ""

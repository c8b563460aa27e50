"""Default values for shots: the last range, cover and gun, until a unit moves."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tracker.application.match.game import Game
from tracker.input_parsing.line_parser import parse_typed_line
from tracker.input_parsing.line_syntax_tree import (
    Flag,
    Line,
    LineError,
    Option,
    Part,
    TypedAction,
    TypedDetail,
    TypedMeasure,
    format_line,
)
from tui.views.last_unit_actions import (
    LastUnitActions,
    RememberedDetail,
    RememberedLine,
    describe_line_age,
    find_cover_flag,
    find_typed_distance,
    find_typed_option,
)
from tui.views.next_line_proposals import LineProposal, list_line_objections

GUN_OPTION = "with"


def fill_in_shot_defaults(game: Game, memory: LastUnitActions, line: str) -> LineProposal:
    """Add the last known range, cover and gun to each shot in a line, and describe their age."""
    parsed = parse_typed_line(line, game.ruleset.lexicon)
    if isinstance(parsed, LineError) or not game.ruleset.keys.until_moved:
        return LineProposal(line)
    added: list[RememberedDetail] = []
    parts: list[Part] = []
    moved: set[str] = set()
    for part in parsed.parts:
        if isinstance(part, TypedAction):
            details = list(_list_known_details(game, memory, part, moved))
            if details and not _accepts_details(game, part, _add_details(part, details)):
                details = []
            parts.append(_add_details(part, details))
            added += details
            moved.update(part.actors.names)
        else:
            parts.append(part)
    if not added:
        return LineProposal(line)
    ages = ", ".join(
        f"{_format_detail(detail.detail)} {describe_line_age(game, detail.turn)}"
        for detail in added
    )
    proposal = LineProposal(format_line(Line(tuple(parts), parsed.note)), ages)
    if len(parts) == 1 and list_line_objections(game, proposal.line) != list_line_objections(
        game, line
    ):
        return LineProposal(line)
    return proposal


def _accepts_details(game: Game, plain: TypedAction, filled: TypedAction) -> bool:
    """Return whether the rules accept the action with the added details, such as cover."""
    lines = (Line((part,)) for part in (plain, filled))
    without, with_details = (list_line_objections(game, line) for line in lines)
    return without is None or with_details is not None


def list_enemy_targeting_verbs(game: Game) -> frozenset[str]:
    """List the verbs of the actions that need an enemy as their target."""
    keys = game.ruleset.keys
    verbs = {verb.verb for verb in keys.verbs if verb.whom == "enemy" and not verb.alone}
    return frozenset(verbs | ({keys.interrupts.breaks_in} if keys.interrupts else set()))


def _list_known_details(
    game: Game, memory: LastUnitActions, part: TypedAction, moved: set[str]
) -> Iterator[RememberedDetail]:
    if part.verb not in list_enemy_targeting_verbs(game) or not part.actors.names:
        return
    if part.targets is None or len(part.targets.names) != 1:
        return
    actor, target = part.actors.names[0], part.targets.names[0]
    verbs = list_enemy_targeting_verbs(game)
    lines = (memory.find_last_line(actor, verb, target) for verb in verbs)
    latest = max(filter(None, lines), key=lambda line: line.index, default=None)
    pair = latest if latest is not None and memory.can_repeat(latest) else None
    if find_typed_distance(part) is None and pair is not None and not {actor, target} & moved:
        yield from _yield_detail_if_typed(pair, find_typed_distance(pair.part))
    if find_cover_flag(game, part) is None and target not in moved:
        cover = memory.find_last_cover_unless_moved(target)
        if cover is not None:
            yield cover
    if latest is not None and find_typed_option(part, GUN_OPTION) is None:
        yield from _yield_detail_if_typed(latest, find_typed_option(latest.part, GUN_OPTION))


def _yield_detail_if_typed(
    remembered: RememberedLine, detail: TypedDetail | None
) -> Iterator[RememberedDetail]:
    if detail is not None:
        yield RememberedDetail(detail, remembered.turn, remembered.index)


def _add_details(part: TypedAction, details: list[RememberedDetail]) -> TypedAction:
    terms = [detail.detail for detail in details]
    ranges = [how for how in terms if isinstance(how, TypedMeasure)]
    others = [how for how in terms if not isinstance(how, TypedMeasure)]
    return replace(part, details=(*ranges, *part.details, *others))


def _format_detail(detail: TypedDetail) -> str:
    match detail:
        case Flag(name=name):
            return name
        case TypedMeasure(hundredths=hundredths, unit=unit):
            return f"{hundredths / 100:g}{unit}"
        case Option(value=value):
            return value
    return ""

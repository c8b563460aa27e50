"""Proposals for the next line. Usually, the next due unit acts against its last target."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from tracker.application.errors import Refused
from tracker.application.match.game import Game
from tracker.application.typed_lines.line_and_script_play import parse_command
from tracker.application.typed_lines.outcomes_without_dice import find_innermost_open_action
from tracker.input_parsing.line_parser import parse_typed_line
from tracker.input_parsing.line_syntax_tree import (
    DeclaredOutcome,
    Flag,
    KeyValueSetting,
    Line,
    LineError,
    LineSubjects,
    Option,
    SignedTerm,
    TypedAction,
    TypedDetail,
    TypedMeasure,
    format_line,
)
from tracker.procedures.declared.action_key_types import KeyVerb
from tracker.procedures.match_view import UnknownName
from tracker.procedures.ruleset import Action, DueAction
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.subject_ids import (
    FigureId,
    SideId,
    Subject,
    is_figure,
    is_unit,
    make_unit_id,
)
from tui.views.game_status_view import is_phase_alternating
from tui.views.last_unit_actions import (
    LastUnitActions,
    describe_line_age,
    list_action_parts,
    list_target_names,
)
from tui.views.pending_question_view import name_subject

NEXT = "next"


@dataclass(frozen=True)
class LineProposal:
    """A line that Enter plays. ``age`` describes the age of its repeated values."""

    line: str
    age: str = ""
    actor: str = ""
    target: str = ""


def list_line_objections(game: Game, line: str | Line) -> tuple[str, ...] | None:
    """List the rules' objections to a line. Return None if the line cannot be played at all."""
    try:
        objections = game.list_objections(parse_command(game, line))
        return tuple(objection.text_with_rule for objection in objections)
    except (Refused, UnknownName):
        return None


def list_due_actions_of_side_or_all(game: Game, side: SideId | None) -> list[DueAction]:
    """List the due actions of this side. If it has none, list those of all sides."""
    due = game.ruleset.due(game.match)
    if side is None or all(item.side != side for item in due):
        return list(due)
    return [item for item in due if item.side in (None, side)]


def propose_next_line(
    game: Game,
    memory: LastUnitActions,
    side: SideId | None,
    skip_count: int = 0,
    *,
    own_side_only: bool = False,
) -> LineProposal | None:
    """Propose the line of the next due unit, or ``next`` to go on to the next step.

    The first ``skip_count`` due units are moved to the end. If ``own_side_only`` is true, only the
    units of ``side`` are proposed.
    """
    if (
        game.match.ended is not None
        or game.pending is not None
        or game.open_action_mismatch is not None
    ):
        return None
    due = list_due_actions_of_side_or_all(game, side)
    if own_side_only and due and all(item.side not in (None, side) for item in due):
        return None
    is_hurried = game.match.phase not in game.ruleset.keys.unhurried
    if not is_hurried and not skip_count and not any(item.compulsory for item in due):
        return LineProposal(NEXT)
    start = skip_count % len(due) if due else 0
    for item in (*due[start:], *due[:start]):
        proposal = None if item.at_phase_end else propose_for_due_action(game, memory, item)
        if proposal is not None:
            return proposal
    is_open = any(item.compulsory or item.optional for item in due[:1])
    return None if is_open else LineProposal(NEXT)


def propose_after_open_action(
    game: Game, memory: LastUnitActions, side: SideId | None
) -> LineProposal | None:
    """Propose this side's line after the open action.

    Return None while the open action is itself due, or if the other side may be next because units
    alternate.
    """
    alternates, opened = is_phase_alternating(game), find_innermost_open_action(game)
    roles = None if opened is None else game.history.find_actors_and_targets(opened)
    for item in game.ruleset.due(game.match):
        if opened and roles and item.action == opened.action and item.subject in roles.who:
            return None
        if alternates and item.subject is not None and is_unit(item.subject):
            return None
        if item.at_phase_end or (side is not None and item.side != side):
            continue
        proposal = propose_for_due_action(game, memory, item)
        if proposal is not None:
            return proposal
    return None


def propose_for_due_action(
    game: Game, memory: LastUnitActions, item: DueAction
) -> LineProposal | None:
    """Propose to repeat a due subject's usual action, or to take its first possible action."""
    subject = item.subject
    if subject is None or not (is_unit(subject) or is_figure(subject)):
        return _propose_candidate(game, item.action, side=item.side, overrides=item.compulsory)
    handle = game.match.handle(subject)
    usual_verb = game.ruleset.keys.find_usual_verb(game.match.phase)
    if usual_verb is not None:
        proposal = None
        if is_figure(subject):
            proposal = _repeat_last_line(game, memory, handle, usual_verb)
        if is_unit(subject) and not _has_used_verb(game, memory, handle, usual_verb):
            due = _propose_candidate(game, item.action, handle) if item.compulsory else None
            target = due.target if due is not None else ""
            proposal = propose_line_for_actor(game, memory, handle, usual_verb, target)
        if proposal is not None and (proposal.age or not item.optional):
            return proposal
    if item.optional:
        return None  # players must type an optional entry themselves
    proposal = _propose_candidate(game, item.action, handle)
    if proposal is None or not (is_figure(subject) and memory.has_acted_since_group_choice(handle)):
        return proposal
    return proposal if proposal.target else None  # a figure that has acted needs a new destination


def _repeat_last_line(
    game: Game, memory: LastUnitActions, actor: str, verb: KeyVerb, target: str = ""
) -> LineProposal | None:
    """Propose the last line with this verb again if the rules still allow it."""
    last = memory.find_last_line(actor, verb.verb, target)
    if last is None or not memory.can_repeat(last):
        return None
    line = memory.reduce_dice_after_losses(last)
    if list_line_objections(game, line) != ():
        return None
    age = describe_line_age(game, last.turn)
    if line != last.line:
        figures = len(game.match.figures(make_unit_id(actor)))
        age = f"{age}, dice for {format_count(figures, 'figure')}"
    return LineProposal(format_line(line), age, actor)


def _has_used_verb(game: Game, memory: LastUnitActions, actor: str, verb: KeyVerb) -> bool:
    last = memory.find_last_line(actor, verb.verb)
    return (
        last is not None
        and last.turn == game.match.turn
        and not game.ruleset.actions[last.action].expected
    )


def propose_line_for_actor(
    game: Game, memory: LastUnitActions, actor: str, verb: KeyVerb, target: str = ""
) -> LineProposal | None:
    """Propose the actor's last line with this verb, or its first possible action.

    In games with ranges, only the last line is proposed, because the range to a new target is
    unknown.
    """
    proposal = _repeat_last_line(game, memory, actor, verb, target)
    if proposal is not None or game.ruleset.keys.until_moved:
        return proposal
    for action in game.ruleset.actions.values():
        if game.match.phase not in action.phases:
            continue
        proposal = _propose_candidate(game, action.id, actor, verb.verb, target)
        if proposal is not None:
            return proposal
    return None


def _propose_candidate(
    game: Game,
    action_id: str,
    actor: str = "",
    verb: str | None = None,
    target: str = "",
    side: SideId | None = None,
    *,
    overrides: bool = False,
) -> LineProposal | None:
    action = game.ruleset.actions.get(action_id)
    if action is None:
        return None
    match = game.get_public_match()
    for candidate_side, params in action.candidates(match):
        if side is not None and candidate_side not in (None, side):
            continue
        line = action.make_line(match, candidate_side, params)
        part = next(list_action_parts(line), None)
        if verb is not None and (part is None or part.verb != verb):
            return None  # an action has only one verb
        if actor and (part is None or part.actors.names[:1] != (actor,)):
            continue
        targets = () if part is None else list_target_names(part)
        if target and targets != (target,):
            continue
        objected = not overrides and any(action.list_objections(match, candidate_side, params))
        if line.parts and not objected:
            return LineProposal(format_line(line), actor=actor, target=next(iter(targets), ""))
    return None


def describe_proposal(game: Game, proposal: LineProposal) -> str:
    """Describe a proposal, such as ``3 Hammer ▸ 1 Claw pack, open``, or say what ``next`` ends."""
    if proposal.line == NEXT:
        return describe_step_ending(game)
    parsed = parse_typed_line(proposal.line, game.ruleset.lexicon)
    parts = () if isinstance(parsed, LineError) else parsed.parts
    action, figures = _find_action(game, proposal.line), game.ruleset.keys.figures
    word = "" if action is None else action.ahead or action.word
    choosing_verb = "" if figures is None else figures.choosing.verb
    texts: list[str] = []
    actor: LineSubjects | None = None
    for part in parts:
        if not isinstance(part, TypedAction):
            return _describe_line_without_actor(game, proposal.line, word)
        shows_verb = len(parts) > 1 or part.verb == choosing_verb
        verb = part.verb if shows_verb else word or part.verb
        verb, is_new_actor = verb if part.verb else "", part.actors != actor
        texts.append(_describe_part(game, part, verb, with_actor=is_new_actor))
        actor = part.actors
    return " · ".join(texts) or proposal.line


def _describe_line_without_actor(game: Game, line: str, word: str) -> str:
    """Describe a line that names no unit, such as ``usual orders and speeds: Blue``."""
    _, _, rest = line.partition(" ")
    action = _find_action(game, line)
    if rest and (action is None or not action.ahead):
        return line
    return f"{word}: {rest}" if rest else word.removeprefix("to ") or line


def describe_step_ending(game: Game) -> str:
    """Describe what ``next`` ends, such as ``end of Red's half of shooting``."""
    match = game.match
    group = _name_acting_group(game)
    if group:
        return f"{group}: done"
    phases = (candidate for candidate in game.ruleset.phases if candidate.id == match.phase)
    phase = next(phases, None)
    if phase is None:
        return "continue"
    noun = phase.noun or phase.word
    if phase.order == "sides" and match.clock.side is not None:
        return f"end of {match.side_name(match.clock.side)}'s half of {noun}"
    return f"end of {noun}"


def _name_acting_group(game: Game) -> str:
    subjects = (item.subject for item in game.ruleset.due(game.match))
    figure = next((each for each in subjects if each is not None and is_figure(each)), None)
    return "" if figure is None else game.match.unit(game.match.figure(FigureId(figure)).unit).name


def _describe_part(game: Game, part: TypedAction, verb: str, *, with_actor: bool) -> str:
    """Describe an action, such as ``1 Alpha ▸ 2 Dusk rifles, soft``, with or without its actor."""
    pieces = [_name_actors(game, part.actors)] if with_actor else []
    if part.targets is None:
        return " ".join([*pieces, verb, *format_action_details(game, part.details)]).strip()
    pieces += [verb or "▸", _name_targets(game, part.targets)]
    return ", ".join([" ".join(pieces), *format_action_details(game, part.details)])


def _name_actors(game: Game, actors: LineSubjects) -> str:
    if actors.scope != "named":
        return "the rest" if actors.scope == "rest" else "all"
    return ", ".join(
        name_subject(game.match, subject) if subject else name
        for name, subject in _find_subjects(game, actors)
    )


def _name_targets(game: Game, targets: LineSubjects) -> str:
    names = []
    for name, subject in _find_subjects(game, targets):
        if subject and is_figure(subject):
            names.append(game.match.tag(subject))
        else:
            names.append(name_subject(game.match, subject) or name)
    return ", ".join(names)


def _find_subjects(game: Game, subjects: LineSubjects) -> Iterator[tuple[str, Subject | None]]:
    match = game.match
    all_subjects = (*match.all_units(), *match.all_figures())
    subjects_by_handle = {match.handle(subject): subject for subject in all_subjects}
    for name in subjects.names:
        yield name, subjects_by_handle.get(name.lower())


def format_action_details(game: Game, details: Iterable[TypedDetail]) -> Iterator[str]:
    """Yield an action's details, such as ``30 cm``, ``2 AP``, ``with laser`` or ``12d6 4+``."""
    listed = [*details]
    terms = [how.text for how in listed if isinstance(how, SignedTerm)]
    if terms:
        yield " ".join(terms)
    for how in listed:
        match how:
            case TypedMeasure(hundredths, unit):
                shown = unit if unit == game.state.info.words.unit_of_length else unit.upper()
                yield f"{hundredths / 100:g} {shown}"
            case Option(name, value):
                yield f"{name} {value.replace('-', ' ')}"
            case KeyValueSetting(key, value):
                yield f"{key} {value}"
            case Flag(name):
                yield name.replace("-", " ")
            case DeclaredOutcome(text):
                yield text
            case SignedTerm():
                continue  # yielded together above


def _find_action(game: Game, line: str) -> Action[Any] | None:
    try:
        return game.ruleset.actions.get(parse_command(game, line).action)
    except (Refused, UnknownName):
        return None

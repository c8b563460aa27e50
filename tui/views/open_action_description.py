"""The open action: its line, its answers so far, its actor and its targets."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from tracker.application.match import undo_and_redo_points
from tracker.application.match.acting_sides_and_absent_actors import find_answering_side
from tracker.application.match.amount_choice_notation import format_amounts_for_line
from tracker.application.match.due_actions_of_game import list_due_actions_not_begun
from tracker.application.match.game import Game
from tracker.application.typed_lines.outcomes_without_dice import find_innermost_open_action
from tracker.input_parsing.asked_dice_roll import (
    AskedRoll,
    make_faces_roll,
    make_pool_roll,
    make_sum_roll,
)
from tracker.input_parsing.dice_reading_results import DiceReading, format_dice_reading
from tracker.input_parsing.line_syntax_tree import (
    Flag,
    Line,
    LineSubjects,
    Option,
    TypedAction,
    TypedMeasure,
    format_line,
)
from tracker.procedures.runners.live_table_runner import PendingQuestion
from tracker.vocabulary.events import Chosen, Rolled
from tracker.vocabulary.subject_ids import (
    FigureId,
    SideId,
    Subject,
    format_handle,
    is_figure,
    is_unit,
    make_unit_id,
)
from tui.views.last_unit_actions import build_action_line, list_action_parts
from tui.views.next_line_proposals import format_action_details
from tui.views.pending_question_view import name_subject
from tui.views.unit_status_rows import TableFocus


def get_open_line_and_answers(game: Game) -> tuple[str, list[str]]:
    """Return the open action's line and its answers so far, or ("", []) if none is open."""
    if not game.state.current_values.open:
        return "", []
    first = game.state.current_values.open[-1]
    answers: list[str] = []
    for entry in game.history.iterate_path_entries_backwards():
        if entry.version == first:
            break
        if entry.action == first and isinstance(entry.input, Rolled) and entry.input.key:
            answers.append(format_retypable_answer(entry.input))
        elif entry.action == first and isinstance(entry.input, Chosen):
            answers.append(format_stored_choice(entry.input))
    return format_line(_parse_open_line(game)), answers[::-1]


def _parse_open_line(game: Game) -> Line:
    taken = find_innermost_open_action(game)
    return Line() if taken is None else build_action_line(game, taken)


def describe_late_insert_position(game: Game) -> str:
    """Describe where the open action is inserted late, as in `` before 12``, or return ""."""
    if undo_and_redo_points.find_undo_point_of_whole_correction(game.history) is None:
        return ""
    taken = find_innermost_open_action(game)
    late = None if taken is None else taken.late
    return f" before {game.history.get_line_number(late)}" if late else ""


def format_stored_choice(chosen: Chosen) -> str:
    value = chosen.value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return format_amounts_for_line(value)
    if isinstance(value, str) and ":" in value:
        return f"falls {format_handle(value)}"
    return str(value)


def format_retypable_answer(answer: Rolled | Chosen) -> str:
    """Format a roll's dice so that they can be typed again. Return "" for a choice."""
    if isinstance(answer, Chosen):
        return ""
    roll = rebuild_asked_roll(answer)
    reading = DiceReading(
        answer.faces,
        answer.result,
        "typed",
        len(answer.dice),
        size_changed=answer.asked is not None and answer.asked.dice != answer.dice,
        first=answer.first,
        again=answer.again,
    )
    return format_dice_reading(reading, roll)


def rebuild_asked_roll(roll: Rolled) -> AskedRoll:
    """Rebuild the request that a roll has answered, in the form that the dice parser expects."""
    if roll.form == "pool":
        sides = roll.dice[0] if roll.dice else roll.bands[-1].high if roll.bands else 6
        return make_pool_roll(len(roll.dice), sides, roll.bands)
    if roll.form == "score":
        return make_sum_roll(roll.dice, roll.bonus)
    return make_faces_roll(roll.dice, tuple(label.text for label in roll.labels))


def can_edit_open_action(game: Game) -> bool:
    """Return whether the open action's line names an actor. Only such a line can be edited."""
    part = next(list_action_parts(_parse_open_line(game)), None)
    return part is not None and bool(part.actors.names)


def _find_open_part(game: Game) -> TypedAction | None:
    """Return the part of the open line that the question, or else the latest roll, is about."""
    parts = list(list_action_parts(_parse_open_line(game)))
    for subjects in _iterate_asked_subjects(game):
        asked = {game.match.handle(subject) for subject in subjects if subject}
        for part in parts:
            if not asked.isdisjoint(_make_handles(part.targets)):
                return part
    return parts[0] if parts else None


def _iterate_asked_subjects(game: Game) -> Iterator[tuple[Subject | None, Subject | None]]:
    """Yield the subject and target of the open question, then of its action's rolls, latest first.

    A target is the subject of its own rolls, such as saves.
    """
    if game.pending is None:
        return
    yield game.pending.request.subject, game.pending.request.target
    for entry in game.history.iterate_path_entries_backwards():
        if entry.version == game.pending.action:
            return
        if entry.action == game.pending.action and isinstance(entry.input, Rolled):
            yield entry.input.subject, entry.input.target


def list_open_action_details(game: Game) -> list[str]:
    """List the open action's details, such as ``30 cm`` or ``hard``. Assumed details are marked."""
    part = _find_open_part(game)
    if game.pending is None or part is None or _is_attacker_changed(game, part):
        return []
    details = format_action_details(
        game,
        (how for kind in (TypedMeasure, Option, Flag) for how in part.details if type(how) is kind),
    )
    assumed = game.ruleset.line_translator.list_assumed_details(game.match, part)
    return [*details, *(f"{detail} (assumed)" for detail in assumed)]


def name_roller_and_target_figures(game: Game) -> list[str]:
    """Name the rolling figure and its target, such as ``R14 Ditch``, if figures act one by one."""
    if game.pending is None:
        return []
    request, match = game.pending.request, game.match
    pair = (request.subject, request.target)
    figures = [subject for subject in pair if subject and is_figure(subject)]
    figures = [figure for figure in figures if match.handle(figure) != format_handle(figure)]
    if len(figures) < len(pair):
        return []
    return [f"{match.tag(subject)} {match.name_figure(FigureId(subject))}" for subject in figures]


def find_actor_and_targets(game: Game) -> tuple[Subject | None, set[Subject]]:
    """Return the open action's actor and targets, or (None, set()) if it involves no units."""
    if game.pending is None:
        return None, set()
    request = game.pending.request
    part = _find_open_part(game)
    units = {unit for unit in (request.subject, request.target) if unit and is_unit(unit)}
    if part is None or not part.actors.names:
        return (request.subject, units - {request.subject}) if units else (None, set())
    if _is_attacker_changed(game, part):
        return request.subject, units - {request.subject}
    actors = _make_unit_ids(part.actors)
    named_actor = make_unit_id(part.actors.names[0].lower())
    actor = request.subject if request.subject in actors else named_actor
    return actor, (units | _make_unit_ids(part.targets)) - actors


def name_actor_and_targets(game: Game, *, with_letter: bool = False) -> tuple[str, str]:
    """Name the open action's actor, then its targets. The actor is first even if a target rolls.

    Return ("", "") if the action has no targets.
    """
    actor, targets = find_actor_and_targets(game)
    if actor is None or not targets:
        return "", ""
    actor_name, *target_names = name_roller_and_target_figures(game) or [
        name_subject(game.match, subject, with_letter=with_letter)
        for subject in (actor, *sorted(targets))
    ]
    return actor_name, ", ".join(target_names)


def describe_actor_and_target(
    game: Game, pending: PendingQuestion, *, with_letter: bool = False
) -> str:
    """Describe the actor and targets, as in ``1 Alpha ▸ 2 Bravo``, or the question's subject."""
    actor, targets = name_actor_and_targets(game, with_letter=with_letter)
    request, match = pending.request, game.get_public_match()
    answering_side = find_answering_side(match, request)
    side = match.side_name(answering_side) if answering_side else ""
    subjects = (request.subject, request.target)
    names = (name_subject(match, subject, with_letter=with_letter) for subject in subjects)
    asked_name, target = names
    pair = (actor, targets) if targets else (asked_name or side, target)
    return " ▸ ".join(name for name in pair if name)


def _is_attacker_changed(game: Game, part: TypedAction) -> bool:
    """Return whether another unit than the line's actor attacks, such as an enraged monster.

    The last step of an attack is the target's own roll and does not count.
    """
    taken = find_innermost_open_action(game)
    if taken is None or game.pending is None:
        return False
    request = game.pending.request
    attacks = request.id in [kind.id for kind in game.ruleset.actions[taken.action].rolls[:-1]]
    attacker = request.subject or ""
    return attacks and is_unit(attacker) and attacker not in _make_unit_ids(part.actors)


def _make_unit_ids(subjects: LineSubjects | None) -> set[Subject]:
    return set(map(make_unit_id, _make_handles(subjects)))


def _make_handles(subjects: LineSubjects | None) -> set[str]:
    return {name.lower() for name in subjects.names} if subjects else set()


def build_table_focus(game: Game, side: SideId | None) -> TableFocus:
    """Build the table's focus: the due units, the actor, the targets, notes, and idle reasons."""
    match, rules = game.match, game.ruleset
    due = frozenset(item.subject for item in list_due_actions_not_begun(game) if item.subject)
    actor, targets = find_actor_and_targets(game)
    units = () if game.state.info.words.by_figure else match.units()
    return TableFocus(
        due=due,
        side=side,
        actor=actor,
        targets=frozenset(targets),
        idle_reasons=explain_idle_subjects(game, side) if rules.due(match) else {},
        sheets={unit: rules.sheet(match, unit) for unit in units},
        describe_equipment=partial(rules.kit, match),
    )


def explain_idle_subjects(game: Game, side: SideId | None) -> dict[Subject, str]:
    """Explain why subjects of this side cannot act in this step. Omit subjects that can act."""
    match, keys = game.match, game.ruleset.keys
    due = {item.subject for item in game.ruleset.due(match)}
    units = match.units(side)
    figures = [figure for unit in units for figure in match.figures(unit)]
    reasons: dict[Subject, str] = {}
    for subject in (*units, *(figures if keys.figures is not None else ())):
        reason = None if subject in due else keys.cannot(match, subject)
        if reason:
            reasons[subject] = reason
    return reasons

"""Builds a game file's ruleset from the same parts as rulesets written in Python."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache, partial
from hashlib import sha256
from typing import Any, Final

from msgspec.structs import replace

from tracker.gamefile import game_file_step_execution as step_execution
from tracker.gamefile.action_builder import (
    FileActionBuilder,
    list_action_phases,
    list_units_that_can_interrupt,
)
from tracker.gamefile.displayed_tables import describe_table_and_side_markers, list_printed_tables
from tracker.gamefile.expression_context import list_unit_values, make_alternating_activation
from tracker.gamefile.force_roster_reader import make_force_rules
from tracker.gamefile.game_definition import ActionDefinition, GameDefinition
from tracker.gamefile.game_file_reader import InvalidGameFile, read_game_file
from tracker.gamefile.phase_builder import build_phase_flow, make_game_end_action
from tracker.gamefile.python_actions import load_python_action_or_reason
from tracker.gamefile.unit_changes_and_dice_pools import (
    WORDS,
    make_manual_unit_change_action,
    make_typed_dice_action,
    make_typed_dice_roll_kinds,
)
from tracker.procedures.declared.action_key_types import InterruptKeys, Keys
from tracker.procedures.declared.actorless_line_forms import Phrase
from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.acting_units import RemainingActions
from tracker.procedures.pieces.common_line_phrases import make_question_phrase
from tracker.procedures.pieces.manual_adjustments.figure_adjustments import make_wounds_adjustment
from tracker.procedures.pieces.match_endings import DECLINED_END
from tracker.procedures.pieces.objectives_and_awards import OBJECTIVE
from tracker.procedures.pieces.phase_flow import make_first_turn_command, make_next_action
from tracker.procedures.ruleset import Action, DueAction, Ruleset, SubjectNotes
from tracker.procedures.ruleset_declaration_check import list_declaration_problems
from tracker.vocabulary.subject_ids import FigureId, Subject, UnitId, is_unit
from tracker.vocabulary.toml_reader import Problem

DIGEST: Final = 12
INTERRUPT: Final = "i"
"""The key for an interrupt, unless it has another meaning."""
BY_HAND: Final = "Changes that players enter by hand, and rolls that no rule asks for."


@lru_cache(maxsize=64)
def build_ruleset(game_file_text: str) -> Ruleset:
    """Build the ruleset of a game file. Raises ``InvalidGameFile`` with all its errors."""
    game = read_game_file(game_file_text)
    try:
        ruleset = _build_from_definition(game, game_file_text)
        wrong = list_declaration_problems(ruleset)
    except ValueError as error:
        wrong = [f"{error}."]
    if wrong:
        raise InvalidGameFile(tuple(_locate_problem(game_file_text, why) for why in wrong))
    return ruleset


def _locate_problem(text: str, message: str) -> Problem:
    named = re.search(r"'([^']+)'", message)
    lines = enumerate(text.splitlines(), 1)
    found = ((n, line.find(named[1]) + 1) for n, line in lines if named and named[1] in line)
    line, column = next(found, (1, 1))
    return Problem(line, message[:1].upper() + message[1:], column=column)


def compute_short_game_file_digest(game_file_text: str) -> str:
    """Return the first digits of a game file's digest, which the ruleset's version contains."""
    return sha256(game_file_text.encode()).hexdigest()[:DIGEST]


def _build_from_definition(game: GameDefinition, text: str) -> Ruleset:
    made: list[Action[Any]] = [FileActionBuilder(game, part).make_action() for part in game.actions]
    breaking = next((part for part in game.actions if part.breaks_in), None)
    activation = make_alternating_activation(game)
    if activation.phases:
        made.append(activation.make_pass_action())
    expected = [action for action in made if action.expected]
    left = RemainingActions(tuple(expected))
    flow = build_phase_flow(game)
    rule = f"{game.id.upper()}-HAND"
    typed = make_typed_dice_roll_kinds(rule)
    by_hand = (make_manual_unit_change_action(game, rule), make_typed_dice_action(game, typed))
    own = (OBJECTIVE,) if game.objectives and game.objectives.own else ()
    found = (load_python_action_or_reason(name)[0] for name in game.in_python)
    coded = tuple(action for action in found if action is not None)
    actions = {
        one.id: one
        for one in (
            make_next_action(flow, left.list_due_actions),
            *made,
            *coded,
            *by_hand,
            *own,
            make_game_end_action(game),
        )
    }
    declined = (WORDS, *((DECLINED_END,) if game.end.offered else ()))
    ruleset = Ruleset(
        id=game.id,
        version=f"{game.version}+{compute_short_game_file_digest(text)}",
        title=game.title,
        phases=(*flow.before, *flow.turn),
        options=game.options,
        markers=(*game.markers, *declined),
        links=() if game.contact is None else (game.contact.link,),
        rolls=(*_list_roll_kinds(game, (*coded, *by_hand)), *typed),
        unit_of_length=game.length,
        die=game.die,
        actions=actions,
        phrases=tuple(_list_question_phrases(game, actions.values())),
        automatic=make_first_turn_command,
        due=partial(_list_due_actions, game, left),
        keys=_build_keys(game, left, breaking),
        forces=make_force_rules(game),
        kit=partial(_describe_figure_stats, game),
        sheet=partial(_build_subject_notes, game),
        status=partial(describe_table_and_side_markers, game),
        grids=partial(list_printed_tables, game),
        rules=lambda: {**game.rules, rule: BY_HAND},
        glossary=lambda: game.glossary,
        text=text,
    )
    if all(stat.name != "wounds" for stat in game.stats):
        return ruleset
    usual = ruleset.setting_right
    wounds = make_wounds_adjustment(partial(step_execution.count_wounds_to_remove_figure, game))
    return replace(ruleset, setting_right=replace(usual, properties=(*usual.properties, wounds)))


def _list_roll_kinds(game: GameDefinition, others: Iterable[Action[Any]]) -> Iterator[RollKind]:
    """Yield the kinds of rolls that the file declares, and then those of the ``others``."""
    yield from (roll.kind for roll in game.rolls)
    yield from (test.roll.kind for test in game.tests if test.dice)
    yield from (phase.first.kind for phase in game.phases if phase.first is not None)
    yield from (phase.draw for phase in game.phases if phase.draw is not None)
    yield from (deck.kind for deck in game.decks)
    if game.end.dice:
        yield game.end.roll
    yield from (roll for action in others for roll in action.rolls)


def _list_question_phrases(
    game: GameDefinition, actions: Iterable[Action[Any]]
) -> Iterator[Phrase]:
    """Yield the phrases that name questions outside actions, such as tests: ``rally : 4 5``."""
    used = {word for action in actions for form in action.forms for word in form.spellings}
    tests = {test.roll.kind.id: test.roll.kind.id for test in game.tests if test.dice}
    firsts = {phase.id: phase.first.kind.id for phase in game.phases if phase.first is not None}
    others = [phase.draw for phase in game.phases if phase.draw is not None]
    others += [game.end.roll] if game.end.dice else []
    for word, question in (tests | firsts | {kind.id: kind.id for kind in others}).items():
        if word not in used:
            yield make_question_phrase(word, question, takes_units=word in tests)


def _list_due_actions(
    game: GameDefinition, remaining: RemainingActions, match: Match
) -> tuple[DueAction, ...]:
    """List the actions that are due. Actions that only mark a unit as done are optional."""
    marks = {
        part.id for part in game.actions if part.once and not (part.steps or part.at or part.moves)
    }
    due = remaining.list_due_actions(match)
    return tuple(replace(item, optional=item.action in marks) for item in due)


def _build_keys(
    game: GameDefinition, remaining: RemainingActions, interrupting: ActionDefinition | None
) -> Keys:
    keyed = [part for part in reversed(game.actions) if part.key]
    usual = {phase: part.key for part in keyed for phase in list_action_phases(game, part)}
    taken = {part.key for part in keyed}
    flags = map_keys_to_flag_words(game)
    interrupts = None
    if interrupting is not None and INTERRUPT not in {*taken, *flags}:
        watching = partial(list_units_that_can_interrupt, game, (interrupting.id,))
        interrupts = InterruptKeys(INTERRUPT, interrupting.verb, watching)
    return Keys(
        usual=usual, flags=flags, cannot=remaining.explain_cannot_act, interrupts=interrupts
    )


def map_keys_to_flag_words(game: GameDefinition) -> dict[str, str]:
    """Map the keys of flags to the flags' words. Keys that actions use are omitted."""
    taken = {part.key for part in game.actions}
    flags: dict[str, str] = {}
    for part in game.actions:
        for flag in part.flags:
            if flag.key and flag.key not in taken and flag.word not in flags.values():
                flags.setdefault(flag.key, flag.word)
    return flags


def _describe_figure_stats(game: GameDefinition, match: Match, figure: FigureId) -> str:
    found = match.profile(figure, dict)
    return ", ".join(
        f"{stat.name.replace('_', ' ')} {found[stat.name]}"
        for stat in game.stats
        if stat.name in found
    )


def _build_subject_notes(game: GameDefinition, match: Match, subject: Subject) -> SubjectNotes:
    if not is_unit(subject):
        return SubjectNotes()
    values = list_unit_values(game, match, UnitId(subject))
    return SubjectNotes(
        tallies=make_alternating_activation(game).list_point_tallies(match, UnitId(subject)),
        more=tuple(f"{name.replace('_', ' ')} {value}" for name, value in values),
    )

"""Computes a game's state after a line, its possible actions, and its branches."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import takewhile

from msgspec import Struct

from tracker.application.errors import Refused, make_sentence
from tracker.application.log import fact_descriptions, log_line_renderer, roll_descriptions
from tracker.application.log.game_log_lines import find_last_entry_number_of_line
from tracker.application.log.log_line_beginnings import describe_action_point_cost
from tracker.application.log.manual_fact_descriptions import apply_facts_and_describe_manual_ones
from tracker.application.log.match_display_names import MatchNames
from tracker.application.match.correction_replay import is_answer_entry
from tracker.application.match.game import Game
from tracker.application.match.match_entries import MatchEntry
from tracker.application.match.undo_and_redo_points import list_branch_ends
from tracker.input_parsing.line_syntax_tree import format_line
from tracker.procedures.ruleset import Command, Objection
from tracker.procedures.runners.live_table_runner import TableRunner
from tracker.projection import hidden_information
from tracker.projection.match_state import State
from tracker.vocabulary import events as ev
from tracker.vocabulary.events import Version

MAX_DESCRIBED = 3  # the maximum number of other undone lines to describe


class PossibleAction(Struct, frozen=True):
    """A possible action with its line, its immediate cost, and the rules' objections."""

    command: Command
    word: str
    line: str
    cost: str
    objections: tuple[Objection, ...]


def compute_state_after_line(game: Game, line_number: int) -> State:
    """Compute the state after a line that counts. Raises ``Refused`` for other line numbers."""
    entry = game.history.find_line(find_last_entry_number_of_line(game.history, line_number))
    if not game.history.is_on_path(entry.end):
        raise Refused(f"Line {line_number} was undone. Choose a line that still counts.")
    return game.history.get_state_at(entry.end)


def list_possible_actions(game: Game) -> Iterator[PossibleAction]:
    """Yield the possible actions in the order of the rules.

    While a question is open, there are none.
    """
    if game.pending is not None or game.rules_mismatch is not None or game.match.ended is not None:
        return
    for action in game.ruleset.actions.values():
        for side, params in action.candidates(game.match):
            command = action.make_command(side, params)
            line = format_line(action.make_line(game.match, side, params))
            against = game.list_objections(command)
            yield PossibleAction(
                command, action.ahead or action.word, line, _describe_cost(game, command), against
            )


def _describe_cost(game: Game, command: Command) -> str:
    """Describe what the actors of an action spend at once, such as ``3 AP spent``, or return ""."""
    if not game.state.info.words.by_figure:
        return ""
    event = ev.ActionTaken(action=command.action, side=command.side, params=command.params)
    acts = game.ruleset.line_translator.find_actors_and_targets(event)
    table = TableRunner(game.ruleset, game.state.make_overlay())
    who = acts.who if acts else ()
    facts = (fact for fact, _ in table.process_input(event, game.version + 1))
    return describe_action_point_cost(MatchNames(game.state), who, facts)


class Branch(Struct, frozen=True):
    """A branch of the game with its last line.

    ``way`` is the number of the branch, counted from 1. It is needed because two branches can end
    at the same line number.
    """

    way: int
    line: int
    text: str
    current: bool


def list_branches(game: Game) -> Iterator[Branch]:
    """Yield all branches of the game, each with its last line."""
    head, told = game.history.tree.head, game.make_public_copy()
    for way, entry in enumerate(list_branch_ends(told.history), start=1):
        yield Branch(way, entry.number, _describe_entry(told, entry), entry.end == head)


class UndoStepOutcome(Struct, frozen=True):
    """Lines that were undone or, if ``back`` is true, redone, with a description of the first line.

    If there are few other lines, ``others`` describes those that are not answers.
    """

    back: bool
    lines: tuple[int, ...]
    text: str
    others: tuple[str, ...] = ()

    @property
    def description(self) -> str:
        """A text such as ``undone: line 12, r1 > b2, and 3 more after it; line 16, vp red 1``."""
        more = len(self.lines) - 1 - len(self.others)
        behind = f", and {more} more after it" if more else ""
        what = "redone" if self.back else "undone"
        first = f"{what}: line {self.lines[0]}, {self.text}{behind}"
        return "; ".join((first, *self.others))


def undo_after_line(game: Game, line_number: int) -> MatchEntry:
    """Undo everything after a line of the log, except automatic steps that directly follow it."""
    last = game.history.find_line(find_last_entry_number_of_line(game.history, line_number))
    if game.history.is_on_path(last.end):
        after = game.history.list_entries_after(last.end)
        last = [last, *takewhile(lambda entry: entry.is_automatic, after)][-1]
    return game.undo_to(last.number)


def apply_undo_or_redo(game: Game, step: Callable[[Game], object]) -> tuple[UndoStepOutcome, ...]:
    """Undo or redo. Return the lines that no longer count, and the lines that count again."""
    before = game.history.list_entries_on_path()
    step(game)
    after = game.history.list_entries_on_path()
    both = ((False, _list_beyond(before, after)), (True, _list_beyond(after, before)))
    return tuple(
        UndoStepOutcome(
            back,
            tuple(one.number for one in entries),
            describe_match_entry(game, entries[0]),
            _describe_few_others(game, entries[1:]),
        )
        for back, entries in both
        if entries
    )


def _describe_few_others(game: Game, entries: Sequence[MatchEntry]) -> tuple[str, ...]:
    """Describe the entries that are not answers. If there are many, return none."""
    others = [entry for entry in entries if not is_answer_entry(entry)]
    if len(others) > MAX_DESCRIBED:
        return ()
    return tuple(f"line {one.number}, {describe_match_entry(game, one)}" for one in others)


def split_undone_by_open_action(
    game: Game, entries_before: Sequence[MatchEntry], open_actions: Collection[Version]
) -> tuple[list[MatchEntry], list[MatchEntry]]:
    """Split the lines that are now undone into those of the open actions, and all others."""
    now = {entry.number for entry in game.history.list_entries_on_path()}
    own: list[MatchEntry] = []
    others: list[MatchEntry] = []
    for entry in entries_before:
        if entry.number not in now and not entry.is_automatic:
            answers = is_answer_entry(entry) and entry.action in open_actions
            (own if answers or entry.version in open_actions else others).append(entry)
    return own, others


def describe_undo_steps(
    game: Game, steps: Sequence[UndoStepOutcome], undo_action_command: str = "undo action"
) -> str:
    """Describe undo steps. If an action is only partly undone, name the command for the rest."""
    text = " ".join(make_sentence(one.description) for one in steps)
    is_undo = bool(steps) and not any(one.back for one in steps)
    hint = is_undo and game.pending is not None and game.state.current_values.open
    return f"{text} To undo the whole action, type {undo_action_command}." if hint else text


def _list_beyond(entries: Sequence[MatchEntry], others: Sequence[MatchEntry]) -> list[MatchEntry]:
    known = {entry.version for entry in others}
    return [entry for entry in entries if entry.version not in known and not entry.is_automatic]


def describe_match_entry(game: Game, entry: MatchEntry) -> str:
    """Describe an entry in a few words, without secret information."""
    told = game.make_public_copy()
    return _describe_entry(told, told.history.get_entry(entry.version))


def _describe_entry(game: Game, entry: MatchEntry) -> str:
    event, names = entry.input, MatchNames(game.state)
    match event:
        case ev.ActionTaken(action=hidden_information.SECRET_ACTION):
            facts = (fact for fact in entry.facts if not isinstance(fact, ev.Revealed))
            told = (fact_descriptions.describe_fact(names, fact) for fact in facts)
            return ", ".join(dict.fromkeys(filter(None, told)))
        case ev.ActionTaken(action=name):
            action = game.ruleset.actions.get(name)
            if action is None:
                return name
            line = format_line(game.ruleset.line_translator.make_line(game.match, event))
            return line or action.word
        case ev.Rolled(what=what, faces=faces):
            dice = " ".join(map(str, faces))
            return f"{what} : {dice or roll_descriptions.describe_roll_briefly(names, event)}"
        case ev.Chosen():
            return (
                log_line_renderer.describe_choice_if_named(names, event, entry.facts) or event.what
            )
        case ev.Corrected(facts=facts):
            state = game.history.get_state_before(entry.version)
            said = apply_facts_and_describe_manual_ones(state, entry.facts, facts)
            return log_line_renderer.describe_manual_correction(game.history, event, said)
        case ev.Noted():
            return log_line_renderer.describe_entry_with_own_line(names, game.history, entry)
    return type(event).__name__

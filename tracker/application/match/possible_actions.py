"""Lists the possible actions in a game: their lines and costs, and the rules that they break."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from tracker.application.log.log_line_beginnings import describe_action_point_cost
from tracker.application.log.match_display_names import MatchNames
from tracker.application.match.game import Game
from tracker.input_parsing.line_syntax_tree import format_line
from tracker.procedures.ruleset import Command, Objection
from tracker.procedures.runners.live_table_runner import TableRunner
from tracker.vocabulary import events as ev


class PossibleAction(Struct, frozen=True):
    """A possible action with its typed line, its immediate cost, and the rules that it breaks."""

    command: Command
    word: str
    line: str
    cost: str
    objections: tuple[Objection, ...]


def list_possible_actions(game: Game) -> Iterator[PossibleAction]:
    """Yield the possible actions in the order of the rules.

    There are none while a question is open, or after the end of the game.
    """
    if (
        game.pending is not None
        or game.open_action_mismatch is not None
        or game.match.ended is not None
    ):
        return
    for action in game.ruleset.actions.values():
        for side, params in action.candidates(game.match):
            command = action.make_command(side, params)
            line = format_line(action.make_line(game.match, side, params))
            against = game.list_objections(command)
            yield PossibleAction(
                command,
                action.ahead or action.word,
                line,
                _describe_immediate_cost(game, command),
                against,
            )


def _describe_immediate_cost(game: Game, command: Command) -> str:
    """Describe the points that an action costs at once, as in ``3 AP spent``, or return "" if it
    costs none.
    """
    if not game.state.info.words.by_figure:
        return ""
    event = ev.ActionTaken(action=command.action, side=command.side, params=command.params)
    acts = game.ruleset.line_translator.find_actors_and_targets(event)
    table = TableRunner(game.ruleset, game.state.make_overlay())
    who = acts.who if acts else ()
    facts = (fact for fact, _ in table.process_input(event, game.version + 1))
    return describe_action_point_cost(MatchNames(game.state), who, facts)

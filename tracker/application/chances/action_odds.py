"""What an action could do, before it is rolled or while it is: nothing is written.

Worked out exactly where that is possible in good time, else by a sample that says how far off it
may be.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import takewhile
from typing import Final, NamedTuple

from msgspec.structs import replace

from tracker.application.chances.forecast import Forecast
from tracker.application.chances.forecast_builder import ForecastBuilder
from tracker.application.chances.outcomes import Outcomes
from tracker.application.chances.stage_results import Tellings
from tracker.application.errors import Refused, make_sentence
from tracker.application.lines.interpreting import read_line
from tracker.application.lines.line import Done, play_line, read_command
from tracker.application.match.dice_input import BadDice
from tracker.application.match.game import Game
from tracker.procedures.ruleset import Command
from tracker.procedures.runners.begun import Partly, Said
from tracker.procedures.runners.graph import Circle
from tracker.procedures.runners.odds import BUDGET, OddsRunner, TooMany, still_wanted
from tracker.procedures.runners.sampling import sample
from tracker.procedures.view import UnknownName
from tracker.projection.history import find_before_entry
from tracker.projection.secrets import hide_secrets
from tracker.projection.state import State
from tracker.vocabulary import events as ev

RUNS = 2_000
FORETOLD_BUDGET, FORETOLD_RUNS = 30_000, 500
"""Paths and runs are longer where an action is told with what follows from it."""
CERTAINTY = 1.96  # standard deviations either side of a share that hold it 95 times in 100
WORST_SHARE = 0.5  # a share of one half is the most uncertain


class OddsBudget(NamedTuple):
    """How long odds may take: so many ``runs`` where they are sampled, paths of what is told with
    all that follows from it (``further``); and whether they are ``wanted`` still.
    """

    runs: int = RUNS
    further: int = FORETOLD_BUDGET
    wanted: Callable[[], bool] = still_wanted


USUAL: Final = OddsBudget()
Answers = tuple[Said, ...]
Taken = Command | ev.ActionTaken


def forecast_action(game: Game, command: Command, budget: OddsBudget = USUAL) -> Forecast:
    """What an action could do, if it were taken now, as far as all may know what is secret.

    Raises ``Refused`` for unknown names.
    """
    game.list_objections(command)  # looks the names up
    try:
        return _worked_out(game, hide_secrets(game.state), command, None, budget)
    except UnknownName as error:
        raise Refused(make_sentence(str(error))) from error


def forecast_line(game: Game, text: str) -> Forecast:
    """What a line could do: all of it, or with the answers it says, what is not said being open.

    Raises ``Refused`` where it cannot be played, or where its answers cannot be used.
    """
    if not any(part.answers for part in read_line(game.ruleset, text).parts):
        return forecast_action(game, read_command(game, text))
    sandbox = game.make_sandbox()
    sandbox.dice = _NotRolled()
    done = play_line(sandbox, text)
    partly = _partly(done)
    if done.trouble is not None and not partly:
        raise done.trouble
    began = [
        entry.version
        for entry in done.entries
        if isinstance(entry.input, ev.ActionTaken) and not entry.by_itself
    ]
    actions = began or game.state.now.open
    if len(actions) != 1:
        raise Refused("Type one action, as in r1 > b2 soft : =3.")
    found = _of_taken(sandbox, actions[0], USUAL, partly)
    if found is None:
        raise Refused("Another action interrupts this line, so leave out the answers.")
    return found


def _partly(done: Done) -> tuple[Partly, ...]:
    """The dice of the roll that a line stops in, where it says too few of them and no more."""
    trouble = done.trouble
    if not isinstance(trouble, BadDice) or len(done.leftover) != 1:
        return ()
    refusal = trouble.refusal
    return (Partly(refusal.faces),) if refusal.kind == "too_few" and refusal.faces else ()


class _NotRolled(random.Random):
    """Dice that nobody rolls: what the app would roll is left open."""

    def randint(self, a: int, b: int) -> int:
        del a, b
        raise Refused("Odds do not roll dice: leave out r and type only dice already rolled.")


def forecast_rest(
    game: Game,
    budget: OddsBudget = USUAL,
    *,
    typed: tuple[int, ...] = (),
    result: tuple[int, ...] = (),
) -> Forecast | None:
    """What the open action could still do in all, its dice so far standing, and with them the
    first dice of the roll that waits, where some are ``typed``, or the ``result`` of all of them.

    None where nothing is open, or where another action came in between. Raises ``Refused`` where
    too much is left open to say it with these dice.
    """
    if game.pending is None or len(game.state.now.open) != 1:
        return None
    partly = (Partly(typed, result),) if typed or result else ()
    return _of_taken(game, game.state.now.open[0], budget, partly)


def _of_taken(
    game: Game, first: ev.Version, budget: OddsBudget, partly: tuple[Partly, ...] = ()
) -> Forecast | None:
    """What an action does with all that was said in it; None where another came in between."""
    path = game.story.path
    taken, *after = path[game.story.index_after(first) - 1 :]
    assert isinstance(taken.event, ev.ActionTaken)
    within = list(takewhile(lambda line: not _ends(line.event, first), after))
    if any(isinstance(line.event, ev.ActionTaken) for line in within):
        return None
    said = tuple(
        line.event
        for line in within
        if isinstance(line.event, (ev.Rolled, ev.Chosen)) and line.event.key
    )
    before = game.story.state_at(find_before_entry(path, first))
    return _worked_out(game, before, taken.event, (*said, *partly), budget)


def _ends(event: ev.AnyEvent, action: ev.Version) -> bool:
    return isinstance(event, ev.ActionEnded) and event.action == action


def _worked_out(
    game: Game,
    before: State,
    taken: Taken,
    said: Answers | None,
    budget: OddsBudget,
) -> Forecast:
    ruleset = game.ruleset
    action = ruleset.actions[taken.action]
    args = (taken.side, action.read(taken.params))
    ends = Outcomes(ruleset, before, action.find_actors(taken.params))
    together = ForecastBuilder(ends)
    runs, further, wanted = budget
    stage, paths = action.stage, BUDGET
    if action.foretold is not None:
        stage, paths, runs = action.foretold, further, min(runs, FORETOLD_RUNS)
    runner = OddsRunner(ruleset, before, budget=paths, said=said, wanted=wanted)
    try:
        odds = runner.run(stage, args)
    except (TooMany, Circle):
        known = [one for one in said or () if not isinstance(one, Partly)]
        if said and len(known) < len(said):
            raise Refused(
                "Too much is still open with only some of the dice. Type all dice of this roll, "
                "or none."
            ) from None
        rng = random.Random(game.version)
        odds = sample(ruleset, before, stage, args, runs, rng, known, wanted)
        off_by = CERTAINTY * (WORST_SHARE * (1 - WORST_SHARE) / runs) ** 0.5
        found = together.forecast(odds.of(ends), Tellings(odds.told), runner.assumed)
        return replace(found, runs=runs, off_by=off_by)
    return together.forecast(odds.of(ends), Tellings(odds.told), odds.assumptions)

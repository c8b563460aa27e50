"""Checks a ruleset for its author without knowing its game.

It checks declarations, texts and sample forces, the imports of modules, and random games against
the laws. It gives one sentence for each finding.
"""

from __future__ import annotations

import random
import re
import sys
import traceback
from collections.abc import Iterable, Iterator
from itertools import islice, takewhile
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, ValidationError

from tracker.application.demo.recorded_games import (
    begin_recorded_game,
    list_recorded_games,
    play_all_lines,
)
from tracker.application.errors import Refused
from tracker.application.match.game import Game
from tracker.input_parsing.line_parser import Line, format_line, parse_typed_line
from tracker.procedures.declaration_check import list_declaration_problems
from tracker.procedures.declared.grids import Grid
from tracker.procedures.declared.markers import MarkerKind
from tracker.procedures.declared.player_actions import propose_nothing
from tracker.procedures.declared.values import Amount, OneOf
from tracker.procedures.import_purity_check import find_impurities, is_same_package
from tracker.procedures.ineffective_statement_check import list_idle_statements, list_misspelt_ids
from tracker.procedures.installed_rulesets import Plugin
from tracker.procedures.packaged_text_check import list_unreadable_texts
from tracker.procedures.ruleset import (
    Action,
    Bar,
    Command,
    Due,
    Meaning,
    Objection,
    Reply,
    Ruleset,
    Sheet,
)
from tracker.procedures.view import Match, UnknownName
from tracker.testing.games import (
    as_played,
    check_game,
    check_taken_back,
    make_book,
    random_game,
    say_something,
)
from tracker.testing.laws import check_all
from tracker.testing.rule_text_laws import check_objection, check_request
from tracker.vocabulary import events as ev
from tracker.vocabulary.match_event_codec import round_trip
from tracker.vocabulary.names import MATCH, Subject, is_figure, is_side, is_unit

WAYS = 5
"""The number of candidates of an action that are checked for objections."""


def check_match_display(rules: Ruleset, match: Match) -> None:
    """Build every display of a match."""
    for action in rules.actions.values():
        try:
            _check_action(rules, match, action)
        except TypeError as error:
            message = f"the action {action.id!r} cannot be proposed: {error}"
            raise AssertionError(message) from error
    _check_each(rules.due(match), Due, "due")
    for phase in rules.phases:
        for grid in rules.grids(match, phase.id):
            _check_grid(grid)
    for unit in match.units():
        for who in match.figures(unit) if rules.by_figure else (unit,):
            rules.keys.cannot(match, who)
            _check_each((rules.sheet(match, who),), Sheet, "sheet")
    for read in (rules.status, rules.points, rules.later):
        tuple(read(match))
    tuple(rules.under_way(match, None))


def _check_action(rules: Ruleset, match: Match, action: Action[Any]) -> None:
    where = f"of the action {action.id!r}"
    for unit in () if rules.by_figure else match.units():
        _check_each(action.bars(match, unit), Bar, f"the bars {where}")
    for side, params in islice(action.candidates(match), WAYS):
        _check_each((params,), action.params, f"the candidates {where}")
        objected = tuple(action.list_objections(match, side, params))
        _check_each(objected, Objection, f"the objections {where}")
        for one in objected:
            check_objection(rules, one)
        if action.forms:
            check_line(rules, match, action.make_command(side, params))


def check_line(rules: Ruleset, match: Match, command: Command) -> None:
    """Reading the displayed line of an action gives that very action."""
    line = rules.lines.make_line(match, command)
    text = format_line(line)
    said = f"the action {command.action!r} is shown as {text!r}"
    assert parse_typed_line(text, rules.lexicon) == line, (
        f"{said}, which is another line when it is read"
    )
    try:
        found = read_command(rules, match, line)
    except (UnknownName, ValidationError) as error:
        message = f"{said}, which cannot be read: {error}"
        raise AssertionError(message) from error
    assert found == command, f"{said}, which is read as {found}, and not as {command}"


def read_command(rules: Ruleset, match: Match, line: Line) -> Command:
    """The single action of a line's parts."""
    found, *others = (_command(rules.lines.interpret_part(match, part)) for part in line.parts)
    for more in others:
        together = rules.lines.merge_commands(found, more)
        assert together is not None, f"{format_line(line)!r} says two actions"
        found = together
    return found


def _command(meaning: Meaning) -> Command:
    command = meaning.otherwise if isinstance(meaning, Reply) else meaning
    assert isinstance(command, Command), f"{meaning} is no action"
    return command


def _check_each(found: Iterable[Any], kind: type, what: str) -> None:
    for one in found:
        assert isinstance(one, kind), f"{what}: {type(one).__name__} where {kind.__name__} is meant"


def _check_grid(grid: Grid) -> None:
    _check_each((grid,), Grid, "grids")
    for row in grid.rows:
        said = f"the table {grid.title!r} has {len(grid.head)} heads"
        assert len(row) == len(grid.head), f"{said}, its row {row[0]!r} {len(row)} cells"


def check_facts(rules: Ruleset, match: Match, facts: Iterable[ev.AnyEvent]) -> None:
    """Check the facts that followed an input."""
    markers = {kind.id: kind for kind in rules.markers}
    for fact in facts:
        _check_kept(fact)
        if isinstance(fact, ev.MarkerSet):
            kind = markers[fact.marker]
            for subject in fact.subjects:
                on = _carrier(subject)
                assert on in ("", kind.on), f"the marker {kind!r} is on a {kind.on}, not on a {on}"
                _check_value(match, kind, subject, fact.value)
        elif isinstance(fact, ev.Linked):
            declared = fact.relation in rules.links
            assert declared, f"the link {fact.relation!r} is not declared: add it to links="


def _check_kept(fact: ev.AnyEvent) -> None:
    try:
        same = round_trip(fact) == fact
    except (msgspec.MsgspecError, TypeError) as error:
        raise AssertionError(f"{type(fact).__name__} cannot be kept: {error}") from error
    assert same, f"{type(fact).__name__} is kept as something else: {fact}"


def _carrier(subject: Subject) -> str:
    """The kind of subject that carries a marker; "" if its markers need no declaration."""
    named = {"unit": is_unit, "figure": is_figure, "side": is_side}
    found = next((kind for kind, fits in named.items() if fits(subject)), "")
    return "match" if subject == MATCH else found


def _check_value(match: Match, kind: MarkerKind, subject: Subject, value: ev.Scalar) -> None:
    if isinstance(kind.values, Amount):
        fits, meant = isinstance(value, int) and not isinstance(value, bool), "a whole number"
    elif isinstance(kind.values, OneOf):
        known = tuple(kind.values.known(match, subject).values())
        fits, meant = value in known, f"one of {', '.join(known)}"
    else:
        return
    assert fits, f"the marker {kind!r} is set to {value!r}: its value is {meant}"


GAMES = 3
"""Games checked against all laws."""
MOST = 20
"""The maximum number of short games."""
INPUTS = 250
"""The maximum inputs of a game."""
ENOUGH = 600
"""Short games are added until there are so many inputs in total."""
IN_LAWS = 60
"""Inputs of the game that is cut and continued after each of them."""
STEPS_BACK = 15
SHOWN = 7
"""The number of inputs between checks of the displays."""
ASKED = re.compile(r"asked in (\S+), line ([0-9]+)")
"""A table's note on an error: the line of the stage whose question failed."""


class RulesetFindings(Struct, frozen=True):
    """The errors of a ruleset, and remarks on the random games."""

    problems: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


class _Tried(Struct):
    """What occurred in random games."""

    inputs: int = 0
    ended: bool = False
    taken: set[str] = set()
    face_down: set[str] = set()
    turned: set[str] = set()


def check_plugin(plugin: Plugin) -> RulesetFindings:
    """Check the rules of a plug-in; without errors the findings are empty."""
    rules = plugin.ruleset
    if rules is None:
        return RulesetFindings((plugin.why,))
    texts = list_unreadable_texts(rules)
    declared = (*list_declaration_problems(rules), *texts, *(() if texts else _untold(rules)))
    module = plugin.module
    found = (
        *declared,
        *find_impurities(module),
        *list_idle_statements(module),
        *list_misspelt_ids(rules, module),
    )
    if found:
        return RulesetFindings(found)
    if rules.forces is None or not rules.forces.samples():
        return RulesetFindings(("It has no sample forces, so that no game can be tried.",))
    tried = _Tried()
    failed = (*_recorded(rules, module), *_games(rules, module, tried))
    return RulesetFindings(failed, () if failed else tuple(_remarks(rules, tried)))


def check_random_games(rules: Ruleset, module: str) -> RulesetFindings:
    """Check the declarations and random games of rules outside a plug-in; ``module`` is where they
    are defined.
    """
    found = (*list_declaration_problems(rules), *list_unreadable_texts(rules))
    if found or rules.forces is None or not rules.forces.samples():
        return RulesetFindings(found or ("It has no sample forces, so that no game can be tried.",))
    tried = _Tried()
    failed = tuple(_games(rules, module, tried))
    return RulesetFindings(failed, () if failed else tuple(_remarks(rules, tried)))


def _untold(rules: Ruleset) -> Iterator[str]:
    """Rules without a text that options or printed tables name."""
    texts = rules.rules()
    for option in rules.options:
        if texts and option.rule and option.rule not in texts:
            yield f"The option {option.name!r} names the rule {option.rule!r}, which has no text."


def _remarks(rules: Ruleset, tried: _Tried) -> Iterator[str]:
    """Things that never occurred, and should have in short games."""
    proposed = (one.id for one in rules.actions.values() if one.candidates is not propose_nothing)
    never = [f"{name!r}" for name in proposed if name not in tried.taken]
    if never:
        told = "its phases, candidates and bars say when"
        yield f"Nobody ever took {', '.join(never)} in the games by chance: {told}."
    for marker in sorted(tried.face_down - tried.turned):
        yield f"The marker {marker!r} is laid face down, and nothing ever turns it over."
    if not tried.ended:
        yield f"None of the games by chance came to an end within {INPUTS} inputs."


def _recorded(rules: Ruleset, module: str) -> Iterator[str]:
    """The recorded games that cannot be replayed."""
    try:
        for show in list_recorded_games(rules):
            title = show.setting.titles.finished
            try:
                play_all_lines(
                    begin_recorded_game(make_book(rules, random.Random(0)), title, show), show
                )
            except Exception as error:  # noqa: BLE001 - whatever rules of somebody else do
                yield f"The recorded game {title!r} fails{_where(error, module)}"
    except Exception as error:  # noqa: BLE001 - whatever texts of somebody else say
        yield f"Its recorded games cannot be read: {type(error).__name__}: {error}."


def _games(rules: Ruleset, module: str, tried: _Tried) -> Iterator[str]:
    """Errors in random games; only the first of each cause."""
    for seed in range(MOST):
        if seed >= GAMES and tried.inputs >= ENOUGH:
            return
        try:
            _play(rules, seed, tried)
        except Exception as error:  # noqa: BLE001 - whatever rules of somebody else do
            yield f"A game by chance ({seed}) fails{_where(error, module)}"
            return


def _play(rules: Ruleset, seed: int, tried: _Tried) -> None:
    """Play a game; slow checks run only in the first ones."""
    rng = random.Random(seed)
    game = random_game(rules, rng)
    check_match_display(rules, game.match)
    for n in range(INPUTS):
        if n == IN_LAWS and seed < GAMES:
            check_all(as_played(game))
        looked = next(game.history.iterate_backwards()).end
        try:
            if game.pending is not None:
                check_request(game.ruleset, game.pending.request)
            over = not say_something(game, rng)
            _look(game, tried, looked, shown=over or n % SHOWN == 0)
        except Exception as error:
            error.add_note(game.table.waiting_location)
            raise
        if over:
            tried.ended = True
            if n < IN_LAWS and seed < GAMES:
                check_all(as_played(game))
            break
    if seed < GAMES:
        check_game(game)
        check_taken_back(game, STEPS_BACK)


def _look(game: Game, tried: _Tried, looked: ev.Version, *, shown: bool) -> None:
    """Check the last input, its facts, and the automatic steps since then."""
    tried.inputs += 1
    entries = game.history.iterate_backwards()
    for entry in takewhile(lambda entry: entry.end > looked, entries):
        if isinstance(entry.input, ev.ActionTaken):
            tried.taken.add(entry.input.action)
        for fact in entry.facts:
            if isinstance(fact, ev.MarkerSet) and fact.hidden_from:
                tried.face_down.add(fact.marker)
            elif isinstance(fact, (ev.Revealed, ev.MarkerCleared)):
                tried.turned.add(fact.marker)
        check_facts(game.ruleset, game.match, entry.facts)
    if shown:
        check_match_display(game.ruleset, game.match)


def _where(error: Exception, module: str) -> str:
    """The error, and the author's line if one is involved."""
    said = str(error).partition("\n")[0].rstrip(".") or type(error).__name__
    if not isinstance(error, (AssertionError, Refused)):
        said = f"{type(error).__name__}: {said}"
    theirs = next(filter(None, (_line_of(each, module) for each in _causes(error))), "")
    return f"{theirs and ' in '}{theirs}: {said}."


def _causes(error: BaseException) -> Iterator[BaseException]:
    """An error and its causes."""
    known: BaseException | None = error
    while known is not None:
        yield known
        known = known.__cause__ or known.__context__


def _line_of(error: BaseException, module: str) -> str:
    """``coin.py, line 80``: the author's last line in an error, or the one that asked the faulty
    question.
    """
    frames = traceback.walk_tb(error.__traceback__)
    places = [(str(frame.f_globals.get("__name__")), line) for frame, line in frames]
    noted = map(ASKED.fullmatch, getattr(error, "__notes__", ()))
    places += [(found[1], int(found[2])) for found in noted if found]
    theirs = [(name, line) for name, line in places if is_same_package(name, module)]
    if not theirs:
        return ""
    name, line = theirs[-1]
    file = getattr(sys.modules.get(name), "__file__", None) or name
    return f"{Path(file).name}, line {line}"

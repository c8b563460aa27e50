"""Checks a ruleset for its author.

The checks cover declarations, texts, sample forces and imports. They also play random games, and
check that these obey the laws. Each finding is a sentence.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from inspect import signature
from itertools import islice, takewhile
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, ValidationError

from tracker.application.demo.demo_games import (
    begin_demo_game,
    list_demo_games_of_ruleset,
    play_all_demo_lines,
)
from tracker.application.errors import Refused
from tracker.application.match.game import Game
from tracker.input_parsing.line_parser import parse_typed_line
from tracker.input_parsing.line_syntax_tree import Line, format_line
from tracker.procedures.declared.marker_and_link_kinds import MarkerKind
from tracker.procedures.declared.marker_values import Amount, OneOf
from tracker.procedures.declared.player_actions import list_no_candidates
from tracker.procedures.declared.printed_tables import PrintedTable
from tracker.procedures.import_purity_check import (
    find_author_line_in_traceback,
    list_forbidden_imports,
)
from tracker.procedures.installed_rulesets import RulesetPlugin
from tracker.procedures.match_view import Match, UnknownName
from tracker.procedures.requests import Request
from tracker.procedures.ruleset import (
    Action,
    BlockingReason,
    Command,
    DueAction,
    Meaning,
    Objection,
    Reply,
    Ruleset,
    SubjectNotes,
)
from tracker.procedures.ruleset_declaration_check import (
    list_declaration_problems,
    list_text_and_sample_problems,
)
from tracker.procedures.ruleset_source_linter import (
    list_ineffective_statements,
    list_stage_argument_errors,
    list_undeclared_ids,
    list_unlisted_declarations,
    prefix_declaration_line,
)
from tracker.procedures.runners.live_table_runner import ReplayMismatch
from tracker.procedures.runners.request_answer_reading import InvalidAnswer
from tracker.testing.question_and_objection_laws import (
    check_fact_has_subjects,
    check_objection_is_complete,
    check_request_is_complete,
)
from tracker.testing.random_games import (
    begin_random_game,
    check_game,
    check_undo,
    make_book,
    play_random_input,
    replay_in_memory,
)
from tracker.testing.ruleset_laws import check_all_laws
from tracker.vocabulary import events as ev
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.match_event_codec import round_trip
from tracker.vocabulary.roll_needs import Need
from tracker.vocabulary.subject_ids import MATCH, Subject, is_figure, is_side, is_unit

MAX_CANDIDATES = 5
"""The maximum number of an action's candidates that are checked for objections."""


def check_match_display(rules: Ruleset, match: Match) -> None:
    """Build every display of a match, to check that no display raises an error."""
    for action in rules.actions.values():
        _check_action(rules, match, action)
    with _blame(rules.due, "due"):
        _check_all_have_type(rules.due(match), DueAction, "due")
    for phase in rules.phases:
        for grid in rules.grids(match, phase.id):
            _check_table_columns(grid)
    for unit in match.units():
        for who in match.figures(unit) if rules.by_figure else (unit,):
            rules.keys.cannot(match, who)
            _check_all_have_type((rules.sheet(match, who),), SubjectNotes, "sheet")
    for read in (rules.status, rules.points, rules.later):
        tuple(read(match))
    tuple(rules.under_way(match, None))


def _check_action(rules: Ruleset, match: Match, action: Action[Any]) -> None:
    where = f"of the action {action.id!r}"
    with _blame(action.bars, f"the bars {where}", "write yield BlockingReason(...)"):
        for unit in () if rules.by_figure else match.units():
            _check_all_have_type(action.bars(match, unit), BlockingReason, f"the bars {where}")
    with _blame(action.candidates, f"the candidates {where}", "give a tuple of parameters"):
        ways = tuple(islice(action.candidates(match), MAX_CANDIDATES))
        for _, params in ways:
            _check_all_have_type((params,), action.params, f"the candidates {where}")
    with _blame(action.objections, f"the objections {where}", "write yield Objection(...)"):
        for side, params in ways:
            _check_all_have_type(
                action.objections(match, side, params), Objection, f"the objections {where}"
            )
            for one in action.list_objections(match, side, params):
                check_objection_is_complete(rules, one)
    for side, params in ways if action.forms else ():
        check_line_round_trip(rules, match, action.make_command(side, params))


@contextmanager
def _blame(made_by: Any, what: str, mend: str = "") -> Iterator[None]:
    """Convert an error in a ``with`` block to an ``AssertionError`` that names its author's code.

    ``made_by`` is the function of the rules that the block calls.
    """
    try:
        yield
    except Exception as error:
        within = (made_by, *(getattr(made_by, name, None) for name in ("ways", "bars", "func")))
        theirs = next((fn for fn in within if hasattr(fn, "__code__")), None)
        told = isinstance(error, AssertionError)
        found = AssertionError(f"{error}" if told else f"{what} fail: {error}{mend and '; '}{mend}")
        if theirs is not None:
            found.add_note(f"asked in {theirs.__module__}, line {theirs.__code__.co_firstlineno}")
        raise found from error


def check_objections_keep_secrets(rules: Ruleset, match: Match, public_match: Match) -> None:
    """Check that no action's bars (blocking reasons) or objections reveal hidden markers.

    Both must be the same in ``public_match``, which lacks these markers' values.
    """
    for action in () if public_match is match else rules.actions.values():
        if match.phase not in action.phases:
            continue
        told = (
            f"of the action {action.id!r} reveal face-down values: say only that they exist, or"
            " reveal them first"
        )
        for unit in () if rules.by_figure else match.units():
            with _blame(action.bars, f"the bars {told}"):
                assert [*action.bars(match, unit)] == [*action.bars(public_match, unit)], (
                    f"the bars {told}"
                )
        for way in islice(action.candidates(match), MAX_CANDIDATES):
            with _blame(action.objections, f"the objections {told}"):
                said = [[*action.objections(each, *way)] for each in (match, public_match)]
                assert said[0] == said[1], f"the objections {told}"


def check_line_round_trip(rules: Ruleset, match: Match, command: Command) -> None:
    """Check that parsing an action's displayed line gives exactly that action."""
    line = rules.line_translator.make_line(match, command)
    text = format_line(line)
    said = f"the action {command.action!r} is shown as {text!r}"
    assert parse_typed_line(text, rules.lexicon) == line, f"{said}, which is parsed as another line"
    try:
        found = parse_single_command(rules, match, line)
    except (UnknownName, ValidationError) as error:
        raise AssertionError(f"{said}, which cannot be parsed: {error}") from error
    assert found == command, f"{said}, which is parsed as {found}, not as {command}"


def parse_single_command(rules: Ruleset, match: Match, line: Line) -> Command:
    found, *others = (
        _get_command(rules.line_translator.interpret_part(match, part)) for part in line.parts
    )
    for more in others:
        together = rules.line_translator.merge_commands(found, more)
        assert together is not None, f"{format_line(line)!r} contains two actions"
        found = together
    return found


def _get_command(meaning: Meaning) -> Command:
    command = meaning.asking_command if isinstance(meaning, Reply) else meaning
    assert isinstance(command, Command), f"{meaning} is not an action"
    return command


def _check_all_have_type(found: Iterable[Any], kind: type, what: str) -> None:
    for one in found:
        assert isinstance(one, kind), f"{what}: {type(one).__name__} instead of {kind.__name__}"


def _check_table_columns(grid: PrintedTable) -> None:
    _check_all_have_type((grid,), PrintedTable, "grids")
    for row in grid.rows:
        said = f"the table {grid.title!r} has {format_count(len(grid.head), 'column')}"
        cells = format_count(len(row), "cell")
        assert len(row) == len(grid.head), f"{said}, but its row {row[0]!r} has {cells}"


def check_facts_match_declarations(
    rules: Ruleset, match: Match, facts: Iterable[ev.AnyEvent]
) -> None:
    markers = {kind.id: kind for kind in rules.markers}
    for fact in facts:
        _check_survives_storage(fact)
        if isinstance(fact, ev.Fact):
            check_fact_has_subjects(fact)
        if isinstance(fact, ev.MatchEnded):
            known = fact.winner is None or fact.winner in match.sides
            assert known, f"the winner {fact.winner!r} is not a side: use one of match.sides"
        elif isinstance(fact, ev.MarkerSet):
            kind = markers[fact.marker]
            for subject in fact.subjects:
                on = _get_subject_kind(subject)
                assert on in ("", kind.on), f"the marker {kind!r} is for a {kind.on}, not a {on}"
                _check_marker_value(match, kind, subject, fact.value)
        elif isinstance(fact, ev.Linked):
            declared = fact.relation in rules.links
            assert declared, f"the link {fact.relation!r} is not declared: add it to links="


def _check_survives_storage(fact: ev.AnyEvent) -> None:
    try:
        same = round_trip(fact) == fact
    except (msgspec.MsgspecError, TypeError) as error:
        raise AssertionError(f"{type(fact).__name__} cannot be stored: {error}") from error
    assert same, f"{type(fact).__name__} changes when it is stored: {fact}"


def _get_subject_kind(subject: Subject) -> str:
    """Return the kind of a marker's subject, or "" for subjects that can bear any marker."""
    named = {"unit": is_unit, "figure": is_figure, "side": is_side}
    found = next((kind for kind, fits in named.items() if fits(subject)), "")
    return "match" if subject == MATCH else found


def _check_marker_value(match: Match, kind: MarkerKind, subject: Subject, value: ev.Scalar) -> None:
    if isinstance(kind.values, Amount):
        fits, meant = isinstance(value, int) and not isinstance(value, bool), "a whole number"
    elif isinstance(kind.values, OneOf):
        known = tuple(kind.values.known(match, subject).values())
        fits, meant = value in known, f"one of {', '.join(known)}"
    else:
        return
    assert fits, f"the marker {kind!r} is set to {value!r}: its value must be {meant}"


NO_FORCES = (
    "There are no sample forces, so no game can be tried: write one, such as [forces.patrol] with a"
    " title and units."
)
"""The finding for a game file without forces."""
GIVEN = {
    "stage": ("match", "side", "params"),
    "objections": ("match", "side", "params"),
    "candidates": ("match",),
    "bars": ("match", "unit"),
}
"""The arguments that are passed to the functions of an action."""
GAMES = 3
"""The number of games that are checked against all laws."""
MAX_GAMES = 20
"""The maximum number of short games."""
MAX_INPUTS = 250
"""The maximum number of inputs in a game."""
ENOUGH = 600
"""The total number of inputs after which no more short games are added."""
IN_LAWS = 60
"""The number of inputs after which a game is checked against all laws."""
STEPS_BACK = 15
DISPLAY_INTERVAL = 7
"""The number of inputs between two checks of the displays."""


class RulesetFindings(Struct, frozen=True):
    """The errors of a ruleset, and remarks on the random games."""

    problems: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


class _Occurrences(Struct):
    """A record of what has occurred in random games so far."""

    inputs: int = 0
    ended: bool = False
    taken: set[str] = set()
    face_down: set[str] = set()
    turned: set[str] = set()
    doing: str = ""
    asked: set[str] = set()
    marked: set[str] = set()
    added_up: dict[str, set[bool]] = {}


def check_plugin(plugin: RulesetPlugin) -> RulesetFindings:
    """Check the rules of a plug-in. If there are no errors, the findings can contain remarks."""
    rules = plugin.ruleset
    if rules is None:
        return RulesetFindings((plugin.why,))
    texts = list_text_and_sample_problems(rules)
    declared = (
        *list_declaration_problems(rules),
        *texts,
        *(() if texts else _list_options_without_text(rules)),
    )
    module = plugin.module
    found = (
        *(prefix_declaration_line(problem, module) for problem in declared),
        *list_forbidden_imports(module),
        *list_ineffective_statements(module),
        *list_stage_argument_errors(module),
        *list_undeclared_ids(rules, module),
        *list_unlisted_declarations(rules, module),
        *_list_functions_with_wrong_parameters(rules),
    )
    if found:
        return RulesetFindings(found)
    if rules.forces is None or not rules.forces.samples():
        return RulesetFindings(("There are no sample forces, so no game can be tried: add one.",))
    tried = _Occurrences()
    failed = (*_replay_recorded_games(rules, module), *_play_random_games(rules, module, tried))
    remarks = (
        ()
        if failed
        else (*_list_remarks(rules, tried), *_list_unused_markers_and_rolls(rules, tried))
    )
    return RulesetFindings(failed, tuple(prefix_declaration_line(each, module) for each in remarks))


def _list_functions_with_wrong_parameters(rules: Ruleset) -> Iterator[str]:
    """Yield a sentence for each function of an action that does not accept its arguments."""
    for action in rules.actions.values():
        for part, given in GIVEN.items():
            function = getattr(action, part)
            try:
                signature(function).bind(*given)
            except TypeError as error:
                expected = f"must accept the arguments ({', '.join(given)})"
                problem = f"the {part} of {action.id!r} {expected}: {error}."
                if code := getattr(function, "__code__", None):
                    problem = (
                        f"{Path(code.co_filename).name}, line {code.co_firstlineno}: {problem}"
                    )
                yield problem


def check_ruleset(rules: Ruleset, module: str) -> RulesetFindings:
    """Check rules in a ``module`` that is not a plug-in: their declarations and random games."""
    found = (*list_declaration_problems(rules), *list_text_and_sample_problems(rules))
    if found or rules.forces is None or not rules.forces.samples():
        return RulesetFindings(found or (NO_FORCES,))
    tried = _Occurrences()
    failed = _play_random_games(rules, module, tried)
    return RulesetFindings(failed, () if failed else tuple(_list_remarks(rules, tried)))


def _list_options_without_text(rules: Ruleset) -> Iterator[str]:
    """Yield a sentence for each option whose rule has no text."""
    texts = rules.rules()
    for option in rules.options:
        if texts and option.rule and option.rule not in texts:
            yield f"The option {option.name!r} names the rule {option.rule!r}, which has no text."


def _list_never_taken_actions(rules: Ruleset, tried: _Occurrences) -> list[str]:
    actions = (one for one in rules.actions.values() if one.candidates is not list_no_candidates)
    return [action.id for action in actions if action.id not in tried.taken]


def _list_remarks(rules: Ruleset, tried: _Occurrences) -> Iterator[str]:
    """Yield remarks about things that never happened, but should happen even in short games."""
    if never := _list_never_taken_actions(rules, tried):
        told = "phases, costs and bars" if rules.text else "phases, candidates and bars"
        whose = "their" if never[1:] else "its"
        yield f"No random game used {', '.join(map(repr, never))}. Check {whose} {told}."
    for marker in sorted(tried.face_down - tried.turned):
        yield f"The marker {marker!r} is placed face down, but nothing ever reveals it."
    if not tried.ended:
        yield f"No random game ended within {MAX_INPUTS} inputs."


def _list_unused_markers_and_rolls(rules: Ruleset, tried: _Occurrences) -> Iterator[str]:
    """Yield remarks on markers and rolls that were never used, and on needs that differ from the
    sum of their parts.

    If some actions were never taken, yield nothing.
    """
    if _list_never_taken_actions(rules, tried):
        return
    for marker in rules.markers:
        if marker not in tried.marked:
            yield f"No subject ever got the marker {marker.id!r} in the random games."
    for kind in rules.rolls:
        if kind.id not in tried.asked:
            yield (
                f"The roll {kind.id!r} was never asked for in the random games: no stage asks for"
                " it, or all faces have the same effect."
            )
        if len(tried.added_up.get(kind.id, ())) > 1:
            yield (
                f"The parts of {kind.id!r} do not always add up to its need: compute the need with"
                " compute_need(*parts, limits=...)."
            )


def _replay_recorded_games(rules: Ruleset, module: str) -> Iterator[str]:
    """Yield a sentence for each recorded game that cannot be replayed."""
    try:
        for show in list_demo_games_of_ruleset(rules):
            title = show.setting.titles.finished
            try:
                play_all_demo_lines(
                    begin_demo_game(make_book(rules, random.Random(0)), title, show),
                    show,
                )
            except Exception as error:  # noqa: BLE001 - whatever rules of somebody else do
                yield f"The recorded game {title!r} fails{_describe_error(error, module)}"
    except Exception as error:  # noqa: BLE001 - whatever texts of somebody else say
        yield f"The recorded games cannot be read: {type(error).__name__}: {error}."


def _play_random_games(rules: Ruleset, module: str, tried: _Occurrences) -> tuple[str, ...]:
    for seed in range(MAX_GAMES):
        if seed < GAMES or tried.inputs < ENOUGH:
            try:
                _play_game(rules, seed, tried)
            except Exception as error:  # noqa: BLE001 - whatever rules of somebody else do
                return (f"A random game ({seed}) fails{_describe_error(error, module)}",)
    return ()


def _play_game(rules: Ruleset, seed: int, tried: _Occurrences) -> None:
    """Play and check one random game. Slow checks run only in the first games."""
    rng = random.Random(seed)
    game = begin_random_game(rules, rng)
    check_match_display(rules, game.match)
    for n in range(1, MAX_INPUTS + 1):
        looked = next(game.history.iterate_path_entries_backwards()).end
        try:
            if game.pending is not None:
                check_request_is_complete(game.ruleset, game.pending.request)
                _record_question(game.pending.request, tried)
            over = not play_random_input(game, rng)
            _check_last_inputs(game, tried, looked, shown=over or n % DISPLAY_INTERVAL == 1)
        except Exception as error:
            check_match_display(rules, game.match)  # names the author's function if a display fails
            error.add_note(game.table.waiting_location)
            raise
        if seed < GAMES and (n == IN_LAWS or (over and n < IN_LAWS)):
            check_all_laws(replay_in_memory(game))
        if over:
            tried.ended = True
            break
    if seed < GAMES:
        check_game(game)
        check_undo(game, STEPS_BACK)


def _record_question(request: Request[Any], tried: _Occurrences) -> None:
    """Record that a question was asked, and whether its need is the sum of the need's parts."""
    tried.asked.add(request.id)
    needs = getattr(request, "needs", None)
    if isinstance(needs, Need) and needs.parts:
        same = needs.number == sum(part.value for part in needs.parts)
        tried.added_up.setdefault(request.id, set()).add(same)
        twice = next((part.name for part in needs.parts if needs.parts.count(part) > 1), "")
        assert not twice, f"the need of {request.id!r} counts {twice!r} twice"


def _check_last_inputs(game: Game, tried: _Occurrences, looked: ev.Version, *, shown: bool) -> None:
    """Check the last input with its facts, and the automatic actions since the last check."""
    tried.inputs += 1
    entries = game.history.iterate_path_entries_backwards()
    for entry in takewhile(lambda entry: entry.end > looked, entries):
        if isinstance(entry.input, ev.ActionTaken):
            tried.doing = entry.input.action
            tried.taken.add(tried.doing)
        for fact in entry.facts:
            if isinstance(fact, ev.MarkerSet):
                tried.marked.add(fact.marker)
                if fact.hidden_from:
                    tried.face_down.add(fact.marker)
            elif isinstance(fact, (ev.Revealed, ev.MarkerCleared)):
                tried.turned.add(fact.marker)
        known = game.ruleset.actions.get(tried.doing)
        with _blame(known and known.stage, "facts"):
            check_facts_match_declarations(game.ruleset, game.match, entry.facts)
    if shown:
        check_match_display(game.ruleset, game.match)
        check_objections_keep_secrets(game.ruleset, game.match, game.get_public_match())


def _describe_error(error: Exception, module: str) -> str:
    """Describe an error, with the author's line if one is involved."""
    said = str(error).partition("\n")[0].rstrip(".") or type(error).__name__
    if isinstance(error, (ReplayMismatch, InvalidAnswer)):
        said += "; a rule may use only the match and its arguments"
    elif not isinstance(error, (AssertionError, Refused)):
        said = f"{type(error).__name__}: {said}"
    theirs = find_author_line_in_traceback(error, module)
    return f"{theirs and ' in '}{theirs}: {said}."

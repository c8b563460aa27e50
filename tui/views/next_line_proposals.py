"""Proposals for the next line: usually the next unit due, with its last target."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from tracker.application.errors import Refused
from tracker.application.lines.line_and_script_play import parse_command
from tracker.application.match.game import Game
from tracker.input_parsing.line_parser import LineError, format_line, parse_typed_line
from tracker.input_parsing.line_syntax_tree import (
    DeclaredOutcome,
    Flag,
    How,
    KeyValueSetting,
    Line,
    LineSubjects,
    Option,
    SignedTerm,
    TypedDeed,
    TypedMeasure,
)
from tracker.procedures.declared.action_keys import KeyVerb
from tracker.procedures.match_view import UnknownName
from tracker.procedures.ruleset import Action, DueAction
from tracker.vocabulary.subject_ids import FigureId, SideId, Subject, is_figure, is_unit
from tui.views.last_unit_actions import (
    UnitMemory,
    describe_line_age,
    find_first_deed,
    format_action_line,
    list_typed_deeds,
)
from tui.views.pending_question_view import name_subject
from tui.views.turn_and_phase_view import do_units_act_in_turn
from tui.views.units_still_to_act import list_due_actions

__all__ = [
    "NEXT",
    "LineProposal",
    "find_first_deed",
    "format_action_line",
    "propose_for_unit",
    "propose_next_line",
]

NEXT = "next"


@dataclass(frozen=True)
class LineProposal:
    """A line that Enter plays. ``age`` describes how old its repeated values are.

    ``who`` is the actor, and ``whom`` the target, if there is one.
    """

    line: str
    age: str = ""
    who: str = ""
    whom: str = ""


def list_line_objections(game: Game, line: str | Line) -> tuple[str, ...] | None:
    """List the rules' objections to a line, or return None if it cannot be played at all."""
    try:
        against = game.list_objections(parse_command(game, line))
        return tuple(f"{found.text} ({found.rule})" for found in against)
    except (Refused, UnknownName):
        return None


def propose_next_line(
    game: Game, memory: UnitMemory, side: SideId | None, passed: int = 0, *, meant: bool = False
) -> LineProposal | None:
    """Propose the line for the next unit due, or the next step.

    The first ``passed`` units are moved to the end. If ``meant`` is true, only units of ``side``
    are proposed.
    """
    if game.match.ended is not None or game.pending is not None or game.rules_mismatch is not None:
        return None
    due = list_due_actions(game, side)
    if meant and due and all(item.side not in (None, side) for item in due):
        return None
    hurried = game.match.phase not in game.ruleset.keys.unhurried
    if not hurried and not passed and not any(item.compulsory for item in due):
        return LineProposal(NEXT)
    at = passed % len(due) if due else 0
    for item in (*due[at:], *due[:at]):
        found = _of_due(game, memory, item)
        if found is not None:
            return found
    return None if due and due[0].compulsory else LineProposal(NEXT)


def propose_after_open_action(
    game: Game, memory: UnitMemory, side: SideId | None
) -> LineProposal | None:
    """Propose a line for this side after the open action, or return None.

    If the sides' units alternate, the other side may be next, so nothing is proposed.
    """
    in_turn = do_units_act_in_turn(game)
    for item in game.ruleset.due(game.match):
        if in_turn and item.subject is not None and is_unit(item.subject):
            return None
        found = _of_due(game, memory, item) if side is None or item.side == side else None
        if found is not None:
            return found
    return None


def _of_due(game: Game, memory: UnitMemory, item: DueAction) -> LineProposal | None:
    """Propose repeating a due subject's usual action, or its first possible action."""
    subject = item.subject
    if subject is None or not (is_unit(subject) or is_figure(subject)):
        return _candidate(game, item.action, side=item.side)
    who = game.match.handle(subject)
    usual = game.ruleset.keys.find_usual_verb(game.match.phase)
    if usual is not None:
        found = _as_last(game, memory, who, usual) if is_figure(subject) else None
        if is_unit(subject) and not _has_done(game, memory, who, usual):
            due = _candidate(game, item.action, who) if item.compulsory else None
            found = propose_for_unit(game, memory, who, usual, due.whom if due is not None else "")
        if found is not None:
            return found
    found = _candidate(game, item.action, who)
    if found is None or not (is_figure(subject) and memory.has_acted(who)):
        return found
    return found if found.whom else None  # a figure that has acted needs a new destination


def _as_last(
    game: Game, memory: UnitMemory, who: str, verb: KeyVerb, whom: str = ""
) -> LineProposal | None:
    """Propose the last line with this verb again, if the rules still allow it."""
    last = memory.find_last_line(who, verb.verb, whom)
    if last is None or not memory.can_repeat(last):
        return None
    said = memory.fit_dice(last)
    if list_line_objections(game, said) != ():
        return None
    return LineProposal(format_line(said), describe_line_age(game, last.turn), who)


def _has_done(game: Game, memory: UnitMemory, who: str, verb: KeyVerb) -> bool:
    """Whether a subject used this verb in the current turn and is now due for another action."""
    last = memory.find_last_line(who, verb.verb)
    return (
        last is not None
        and last.turn == game.match.turn
        and not game.ruleset.actions[last.action].expected
    )


def propose_for_unit(
    game: Game, memory: UnitMemory, who: str, verb: KeyVerb, whom: str = ""
) -> LineProposal | None:
    """Propose the subject's last line with this verb, or its first possible action.

    In games with ranges, only the last line is proposed, since new targets have no known range.
    """
    found = _as_last(game, memory, who, verb, whom)
    if found is not None or game.ruleset.keys.until_moved:
        return found
    for action in game.ruleset.actions.values():
        if game.match.phase not in action.phases:
            continue
        found = _candidate(game, action.id, who, verb.verb, whom)
        if found is not None:
            return found
    return None


def _candidate(
    game: Game,
    action_id: str,
    who: str = "",
    verb: str | None = None,
    whom: str = "",
    side: SideId | None = None,
) -> LineProposal | None:
    """Propose an action's first candidate that the rules allow, for a unit or side."""
    action = game.ruleset.actions.get(action_id)
    if action is None:
        return None
    match = game.make_public_match()
    for whose, params in action.candidates(match):
        if side is not None and whose not in (None, side):
            continue
        line = action.make_line(match, whose, params)
        deed = next(list_typed_deeds(line), None)
        if verb is not None and (deed is None or deed.verb != verb):
            return None  # an action has only one verb
        if who and (deed is None or deed.who.names[:1] != (who,)):
            continue
        if whom and (deed is None or deed.whom is None or deed.whom.names != (whom,)):
            continue
        if line.parts and not any(action.list_objections(match, whose, params)):
            named = deed.whom.names if deed is not None and deed.whom is not None else ()
            return LineProposal(format_line(line), who=who, whom=named[0] if named else "")
    return None


def describe_proposal(game: Game, proposal: LineProposal) -> str:
    """Describe a proposal, such as ``3 Hammer ▸ 1 Claw pack, open``, or what ``next`` ends."""
    if proposal.line == NEXT:
        return describe_step_ending(game)
    read = parse_typed_line(proposal.line, game.ruleset.lexicon)
    deeds = () if isinstance(read, LineError) else read.parts
    word = _action_word(game, proposal.line)
    said: list[str] = []
    who: LineSubjects | None = None
    for deed in deeds:
        if not isinstance(deed, TypedDeed):
            return _ahead(game, proposal.line, word)
        own = len(deeds) > 1 or deed.verb == _chooses(game)
        verb = deed.verb if own else word or deed.verb
        said.append(_deed(game, deed, verb if deed.verb else "", named=deed.who != who))
        who = deed.who
    return " · ".join(said) or proposal.line


def _ahead(game: Game, line: str, word: str) -> str:
    """Describe a line that names no unit, such as ``usual orders and speeds: Blue``."""
    _, _, more = line.partition(" ")
    action = _action(game, line)
    if more and (action is None or not action.ahead):
        return line
    return f"{word}: {more}" if more else word.removeprefix("to ") or line


def describe_step_ending(game: Game) -> str:
    """Describe what the next step ends, such as ``end of Red's half of shooting``."""
    match = game.match
    group = _acting(game)
    if group:
        return f"{group} is done"
    phase = next((each for each in game.ruleset.phases if each.id == match.phase), None)
    if phase is None:
        return "go on"
    noun = phase.noun or phase.word
    if phase.order == "sides" and match.clock.side is not None:
        return f"end of {match.side_name(match.clock.side)}'s half of {noun}"
    return f"end of {noun}"


def _acting(game: Game) -> str:
    """Return the name of the group whose figures are acting one by one, or ""."""
    due = (item.subject for item in game.ruleset.due(game.match))
    figure = next((one for one in due if one is not None and is_figure(one)), None)
    return "" if figure is None else game.match.unit(game.match.figure(FigureId(figure)).unit).name


def _deed(game: Game, deed: TypedDeed, verb: str, *, named: bool) -> str:
    """Describe an action, such as ``1 Alpha ▸ 2 Dusk rifles, soft``. The actor may be omitted."""
    pieces = [_who(game, deed.who)] if named else []
    if deed.whom is None:
        return " ".join([*pieces, verb, *list_action_details(game, deed.how)]).strip()
    pieces += [verb or "▸", _whom(game, deed.whom)]
    return ", ".join([" ".join(pieces), *list_action_details(game, deed.how)])


def _who(game: Game, who: LineSubjects) -> str:
    if who.scope != "named":
        return "the rest" if who.scope == "rest" else "all"
    return ", ".join(
        name_subject(game.match, one) if one else name for name, one in _subjects(game, who)
    )


def _whom(game: Game, whom: LineSubjects) -> str:
    """Name the targets. Figures are named by their handles, and units by their names."""
    return ", ".join(
        game.match.tag(one)
        if one and is_figure(one)
        else name_subject(game.match, one)
        if one
        else name
        for name, one in _subjects(game, whom)
    )


def _subjects(game: Game, who: LineSubjects) -> Iterator[tuple[str, Subject | None]]:
    match = game.match
    known = {match.handle(one): one for one in (*match.all_units(), *match.all_figures())}
    for name in who.names:
        yield name, known.get(name.lower())


def list_action_details(game: Game, said: Iterable[How]) -> Iterator[str]:
    """Yield an action's details, such as ``30 cm``, ``2 AP``, ``with laser`` or ``12d6 4+``."""
    typed = [*said]
    terms = [how.text for how in typed if isinstance(how, SignedTerm)]
    if terms:
        yield " ".join(terms)
    for how in typed:
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


def _chooses(game: Game) -> str:
    """Return the verb that chooses a group, or "" in games without individual figures."""
    figures = game.ruleset.keys.figures
    return "" if figures is None else figures.choosing.verb


def _action_word(game: Game, line: str) -> str:
    """Describe a line's action, such as ``to move again``, or return "" if it cannot be played."""
    action = _action(game, line)
    return "" if action is None else action.ahead or action.word


def _action(game: Game, line: str) -> Action[Any] | None:
    """Return a line's action, or None if the line cannot be played."""
    try:
        return game.ruleset.actions.get(parse_command(game, line).action)
    except (Refused, UnknownName):
        return None

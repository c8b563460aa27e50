"""A line that Enter takes, in the words of the table: who does what to whom, or what ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tracker.application.errors import Refused
from tracker.application.lines.line import read_command
from tracker.application.match.game import Game
from tracker.input_parsing.line import Misread, parse
from tracker.input_parsing.syntax import (
    Deed,
    Flag,
    How,
    Measure,
    Option,
    Outcome,
    Setting,
    Term,
    Who,
)
from tracker.procedures.ruleset import Action
from tracker.procedures.view import UnknownName
from tracker.vocabulary.names import FigureId, Subject, is_figure
from tui.views.proposals import NEXT, Proposal
from tui.views.question import name_subject


def describe_proposal(game: Game, proposal: Proposal) -> str:
    """``3 Hammer ▸ 1 Claw pack, open``; of going on, what ends by it."""
    if proposal.line == NEXT:
        return describe_ending(game)
    read = parse(proposal.line, game.ruleset.lexicon)
    deeds = () if isinstance(read, Misread) else read.parts
    word = _action_word(game, proposal.line)
    said: list[str] = []
    who: Who | None = None
    for deed in deeds:
        if not isinstance(deed, Deed):
            return _ahead(game, proposal.line, word)
        own = len(deeds) > 1 or deed.verb == _chooses(game)
        verb = deed.verb if own else word or deed.verb
        said.append(_deed(game, deed, verb if deed.verb else "", named=deed.who != who))
        who = deed.who
    return " · ".join(said) or proposal.line


def _ahead(game: Game, line: str, word: str) -> str:
    """``usual orders and speeds: Blue``; a line with more to say that has no such words stays."""
    _, _, more = line.partition(" ")
    action = _action(game, line)
    if more and (action is None or not action.ahead):
        return line
    return f"{word}: {more}" if more else word or line


def describe_ending(game: Game) -> str:
    """``end of Red's half of shooting``, ``end of move``; where a group acts, its go."""
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
    """The group whose figures are acting one by one."""
    due = (item.subject for item in game.ruleset.due(game.match))
    figure = next((one for one in due if one is not None and is_figure(one)), None)
    return "" if figure is None else game.match.unit(game.match.figure(FigureId(figure)).unit).name


def _deed(game: Game, deed: Deed, verb: str, *, named: bool) -> str:
    """``1 Alpha ▸ 2 Dusk rifles, soft``; without its beginning where that was said just before."""
    pieces = [_who(game, deed.who)] if named else []
    if deed.whom is None:
        return " ".join([*pieces, verb, *list_manners(game, deed.how)]).strip()
    pieces += [verb or "▸", _whom(game, deed.whom)]
    return ", ".join([" ".join(pieces), *list_manners(game, deed.how)])


def _who(game: Game, who: Who) -> str:
    if who.scope != "named":
        return "the rest" if who.scope == "rest" else "all"
    return ", ".join(
        name_subject(game.match, one) if one else name for name, one in _subjects(game, who)
    )


def _whom(game: Game, whom: Who) -> str:
    """Figures of the other side by their handles, as they stand in strips; units by name."""
    return ", ".join(
        game.match.tag(one)
        if one and is_figure(one)
        else name_subject(game.match, one)
        if one
        else name
        for name, one in _subjects(game, whom)
    )


def _subjects(game: Game, who: Who) -> Iterator[tuple[str, Subject | None]]:
    match = game.match
    known = {match.handle(one): one for one in (*match.all_units(), *match.all_figures())}
    for name in who.names:
        yield name, known.get(name.lower())


def list_manners(game: Game, said: Iterable[How]) -> Iterator[str]:
    """How it is done: ``30 cm``, ``2 AP``, ``with laser``, ``hard``, ``12d6 4+ / 3+``."""
    typed = [*said]
    terms = [how.text for how in typed if isinstance(how, Term)]
    if terms:
        yield " ".join(terms)
    for how in typed:
        match how:
            case Measure(hundredths, unit):
                shown = unit if unit == game.state.info.words.unit_of_length else unit.upper()
                yield f"{hundredths / 100:g} {shown}"
            case Option(name, value):
                yield f"{name} {value.replace('-', ' ')}"
            case Setting(key, value):
                yield f"{key} {value}"
            case Flag(name):
                yield name.replace("-", " ")
            case Outcome(text):
                yield text
            case Term():
                continue  # said together before


def _chooses(game: Game) -> str:
    """The verb with which a group is chosen where figures act one by one."""
    figures = game.ruleset.keys.figures
    return "" if figures is None else figures.choosing.verb


def _action_word(game: Game, line: str) -> str:
    """``to move again``: what is done by a line; nothing where it cannot be taken as it stands."""
    action = _action(game, line)
    return "" if action is None else action.ahead or action.word


def _action(game: Game, line: str) -> Action[Any] | None:
    """What is done by a line; none where it cannot be taken as it stands."""
    try:
        return game.ruleset.actions.get(read_command(game, line).action)
    except (Refused, UnknownName):
        return None

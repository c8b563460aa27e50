"""Whom a click on the table types: a unit or figure, in the keys that say it here."""

from __future__ import annotations

from tracker.procedures.view import Match
from tracker.vocabulary.names import FigureId, SideId, Subject, UnitId, handle, is_figure
from tui.notices import Notice
from tui.prompt.keying import count_digits
from tui.prompt.prompt import Prompt

FIRST_WHO = "First click a unit of {side}, or type its number. Press Tab for the other side."


def type_name(prompt: Prompt, whom: Subject) -> str:
    """What is typed for somebody who was clicked; a sentence at the prompt where it cannot be."""
    match, side = prompt.game.match, prompt.side
    if prompt.pending is not None or side is None:
        return ""
    own = _side_of(match, whom) == side
    figures = prompt.game.ruleset.keys.figures
    if not own and not prompt.typed and (figures is None or figures.acting(match) is None):
        prompt.notice = Notice(FIRST_WHO.format(side=match.side_name(side)), "advice")
        return ""
    if figures is not None:
        return _of_figure(match, whom, own=own)
    number = handle(whom)[1:]
    return number.rjust(count_digits(match, _side_of(match, whom)), "0") if number.isdigit() else ""


def _of_figure(match: Match, whom: Subject, *, own: bool) -> str:
    """Of one's own the place in the group that acts, or the group; of others group and place."""
    number = match.handle(whom)[1:]
    if not own or not is_figure(whom):
        return number
    unit = match.figure(FigureId(whom)).unit
    group = match.handle(unit)[1:]
    return number.removeprefix(group).lstrip(".") if match.clock.subject == unit else group


def _side_of(match: Match, whom: Subject) -> SideId:
    unit = match.figure(FigureId(whom)).unit if is_figure(whom) else UnitId(whom)
    return match.side_of(unit)

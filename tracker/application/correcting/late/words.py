"""What people are told of something said late: where it was put, and what it cost."""

from __future__ import annotations

from collections.abc import Iterable

from tracker.application.correcting.rewrite import find_outcome
from tracker.application.errors import make_sentence
from tracker.application.log.wording import Names
from tracker.application.match import replaying
from tracker.application.match.game import Game
from tracker.application.match.match_entries import Entry
from tracker.application.match.step_previews import describe_entry
from tracker.input_parsing.line import show
from tracker.procedures.view import Match
from tracker.vocabulary import events as ev
from tracker.vocabulary.counts import count_of


def describe_place(game: Game, match: Match, after: Entry) -> str:
    """``Entered where it belongs: turn 2, shoot, Red (before line 41).``"""
    clock, names = match.clock, Names(game.state)
    words = [f"turn {clock.turn}", names.phase(clock.phase), names.side(clock.side)]
    place = ", ".join(word for word in words if word)
    return f"Inserted where it belongs: {place} (before line {after.number})."


def describe_before(game: Game, entry: Entry) -> str:
    """``Entered before line 41: r11 moves 2ap.``"""
    text = describe_action(game, entry)
    return make_sentence(f"inserted before line {entry.number}{f': {text}' if text else ''}")


def list_dropped(game: Game) -> tuple[Entry, ...]:
    """The lines that are not said again after what was said late, as far as it has come."""
    plan = replaying.plan_of(game.story)
    return find_outcome(game).dropped if plan is not None and plan.late else ()


def list_lost(game: Game, known: tuple[Entry, ...] = ()) -> tuple[str, ...]:
    """What of the later lines is not said again; those ``known`` were told before."""
    told = {entry.version for entry in known}
    new = [entry for entry in list_dropped(game) if entry.version not in told]
    return (make_sentence(f"no longer in the game: {_listed(game, new)}"),) if new else ()


def list_lost_ahead(sandbox: Game, ahead: Game) -> tuple[str, ...]:
    """What of the later lines is lost, told before it is kept; ``ahead`` is the sandbox past
    answers that are not known yet, where any are.
    """
    gone = _gone(ahead)
    if ahead is sandbox or not gone:
        return list_lost(sandbox)
    return (make_sentence(f"no longer in the game, whatever the dice: {_listed(ahead, gone)}"),)


NOWHERE = "Entered now and marked late: it fits nowhere earlier in this turn."


def explain_entered_now(after: Entry, ahead: Game) -> str:
    """Why something said late is not put where it belongs, with the lines that would not fit."""
    gone = _gone(ahead)
    lines = f": {_listed(ahead, gone)}" if gone else ""
    why = f"before line {after.number} it would change later lines{lines}"
    return make_sentence(f"entered now and marked late: {why}")


def _gone(ahead: Game) -> list[Entry]:
    """The lines that do not fit any more, but for windows in which nobody had come in between."""
    return [
        entry
        for entry in list_dropped(ahead)
        if not (isinstance(entry.input, ev.Chosen) and entry.input.value is False)
    ]


def _listed(game: Game, entries: Iterable[Entry]) -> str:
    return "; ".join(f"line {entry.number}, {_text(game, entry)}" for entry in entries)


def _text(game: Game, entry: Entry) -> str:
    match entry.input:
        case ev.Rolled(what=what, dice=dice, faces=faces):
            seen = f" ({' '.join(map(str, faces))})" if faces else ""
            return f"{count_of(len(dice), 'die', 'dice')} {what}{seen}"
        case ev.Chosen(what=what):
            return what
        case ev.ActionTaken():
            return describe_entry(game, entry)
        case ev.Corrected(reason=reason):
            return f"set right: {reason}"
    return "a note"


def describe_action(game: Game, entry: Entry) -> str:
    """An action as its line; nothing where the book did it by itself, it has none, or is secret."""
    taken = game.shown().story.get_entry(entry.version).input
    if not isinstance(taken, ev.ActionTaken) or entry.by_itself:
        return ""
    return show(game.ruleset.lines.show(game.match, taken))

"""Lines of the log that say one entry alone: the opening, notes, free rolls, what was set right."""

from __future__ import annotations

from tracker.application.log import roll_words
from tracker.application.log.wording import Names
from tracker.application.match.entering import BY_HAND
from tracker.application.match.free_rolls import describe_roll
from tracker.application.match.match_entries import Entry
from tracker.application.match.match_history import MatchHistory
from tracker.vocabulary import events as ev
from tracker.vocabulary.counts import count_of

MARKS = {
    "pause": "the clock is stopped",
    "on": "the clock runs again",
    "stands": "where things stand",
    "aside": "put aside",
    "back": "in the lists again",
}
"""What notes of their own kind begin with in the log."""


def describe_alone(names: Names, story: MatchHistory, entry: Entry) -> str:
    """What an entry that is a line for itself says; nothing for any other."""
    match entry.input:
        case ev.MatchOpened(title=title, played_on=day):
            sides = names.state.info.sides
            who = " v ".join(f"{s.name} ({s.player})" if s.player else s.name for s in sides)
            return " · ".join(part for part in (title, who, day) if part)
        case ev.ForceMustered(side=side, force=force, points=points, units=units):
            sizes = ", ".join(f"{unit.name} {len(unit.figures)}" for unit in units)
            cost = f", {count_of(points, 'point')}" if points else ""  # not every game has costs
            return f"{names.side(side)}: {force}{cost} · {sizes}"
        case ev.Rolled(subject=subject) as roll:
            whose = f"{names.name_subject(subject)}, " if subject is not None else ""
            return f"roll: {whose}{describe_roll(roll)}{roll_words.describe_app_dice(roll)}"
        case ev.Noted(mark=mark, text=text) if mark:
            return ": ".join(part for part in (MARKS[mark], text) if part)
        case ev.Noted(text=text, about=about, photo=photo) if photo:
            return f"photo{_about(story, about)}" + (f": {text}" if text else "")
        case ev.Noted(text=text, star=star, about=about):
            if star and not text:
                return f"★{_about(story, about)}"
            return f"{'★ ' if star else ''}note{_about(story, about)}: {text}"
    return ""


def describe_righted(story: MatchHistory, event: ev.Corrected, said: list[str]) -> str:
    """``Claw pack +1 figure, setting right line 38: we removed one too many``."""
    what = ", ".join(said)
    line = "set right by hand"
    if event.about is not None:
        line = f"setting right line {story.number_of(story.lines[event.about - 1].entry)}"
    why = "" if event.reason == BY_HAND else f": {event.reason}"
    return ", ".join(filter(None, (what, line))) + why


def _about(story: MatchHistory, version: ev.Version | None) -> str:
    if version is None:
        return ""
    return f" (line {story.number_of(story.lines[version - 1].entry)})"

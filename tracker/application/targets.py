"""Where taking back goes: versions on the path, worked out from the story alone."""

from __future__ import annotations

from tracker.application.errors import Refused
from tracker.application.free import is_free
from tracker.application.story import Entry, Story
from tracker.projection.history import before_entry
from tracker.vocabulary import events as ev
from tracker.vocabulary.events import Version


def floor(story: Story) -> Version:
    """The end of the last muster before the first action: where the game begins."""
    end = 0
    for line in story.path:
        opening = isinstance(line.event, (ev.MatchOpened, ev.ForceMustered))
        if line.version == line.entry and not opening:
            break
        end = line.version
    return end


def before_last(story: Story) -> Version:
    """Just before the last thing somebody said. Raises ``Refused``."""
    for entry in story.backwards():
        if not entry.by_itself:
            return before_entry(story.path, entry.version)
    raise Refused("Nothing has been entered yet.")


def before_action(story: Story) -> Version:
    """Before the last action in which somebody said something. Raises ``Refused``.

    An action that the book began by itself stays begun: its first question is asked again.
    """
    said = False
    for entry in story.backwards():
        said = said or not entry.by_itself
        if said and _begins(story, entry):
            return entry.end if entry.by_itself else before_entry(story.path, entry.version)
    raise Refused("No action has been taken yet.")


def before_late(story: Story) -> Version | None:
    """Where the game stood when somebody began to say something late that is still open."""
    if not story.amends or not story.amends[-1].late:
        return None
    begun = story.amends[-1]
    still_open = (story.lines[version - 1].event for version in story.state.now.open)
    if not any(isinstance(event, ev.ActionTaken) and event.late for event in still_open):
        return None
    if story.state.now.open[-1] < begun.version:
        return None
    return begun.later[-1].end if begun.later else story.entry(begun.amends).end


def _begins(story: Story, entry: Entry) -> bool:
    """Whether the entry stands for itself or begins an action that is not inside another."""
    if isinstance(entry.input, (ev.Corrected, ev.Noted)) or is_free(entry.input):
        return entry.action == 0
    if not isinstance(entry.input, ev.ActionTaken):
        return False
    return not story.state_at(before_entry(story.path, entry.version)).now.open


def start_of(story: Story, kind: type[ev.PhaseBegan | ev.TurnBegan]) -> Version:
    """Where this phase (or turn) began; when nothing was said in it, where the one before did."""
    said = False
    for entry in story.backwards():
        if said and any(isinstance(fact, kind) for fact in entry.facts):
            return entry.end
        said = said or not entry.by_itself
    return floor(story)


def end_of_line(story: Story, number: int) -> tuple[Version, ev.RewindWhy]:
    """The end of a line, and whether going there is back or to a way not taken.

    Raises ``Refused`` for a number that is no line, or a line that took something back.
    """
    version = story.version_of(number)
    if version is None:
        raise Refused(f"There is no line {number}; the last line is {story.last_number}.")
    entry = story.entry(version)
    if isinstance(entry.input, ev.Rewound):
        raise Refused(f"Line {number} took something back; name a line where something happened.")
    on_path = story.tree.is_ancestor(entry.end, story.tree.head)
    return entry.end, "undo" if on_path else "return"

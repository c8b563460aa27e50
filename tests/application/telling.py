"""A match written event by event, for tests of its log and exports."""

from __future__ import annotations

from tracker.application.match.match_history import MatchHistory
from tracker.projection.undo_history_tree import RecordedEvent
from tracker.rulesets.deathzap2 import RULESET
from tracker.testing.match_in_memory import BLUE, RED
from tracker.vocabulary import dice_bands
from tracker.vocabulary import events as ev
from tracker.vocabulary.ruleset_display_names import (
    ActionWord,
    LinkWord,
    MarkerWord,
    RollWord,
    Word,
    Words,
)
from tracker.vocabulary.subject_ids import SideId, make_figure_id, make_unit_id

WORDS = Words(
    phases=(Word("fire", "shoot"), Word("fight", "melee")),
    actions=(
        ActionWord("shoot", "shoots"),
        ActionWord("move", "moves"),
        ActionWord("again", "moves again"),
        ActionWord("blow", "fights", "▸"),
        ActionWord("next", "goes on"),
        ActionWord("order", "gets an order", tells=("order", "range")),
    ),
    rolls=(
        RollWord("to hit", "to hit", "hit", "hits"),
        RollWord("save", "save", "saved", "saved"),
        RollWord("armour", "armour", "saved", "saved", defends=True),
        RollWord("panic", "panic checks", stakes="panic"),
        RollWord("dice", "reaction test", together="reaction tests"),
    ),
    markers=(
        MarkerWord("down", "to remove", "-", "figure"),
        MarkerWord("panic", "PANIC", "P", "unit", "since", nerve=True),
        MarkerWord("order", "order", "o", "unit", "value"),
        MarkerWord("fired", "fired", "f", "unit"),
        MarkerWord("slow", "slow", "½", "unit", "times"),
        MarkerWord("secret", "secret", "", "unit", "hidden"),
        MarkerWord("rested", "rested", "e", "unit", quiet=True),
    ),
    links=(LinkWord("engaged", "melee"),),
    unit_of_length="in",
)


class Telling:
    """A match of units of five: r1 Alpha and r2 Bravo against b1 Claws and b2 Dusk."""

    def __init__(self) -> None:
        self.history = MatchHistory()
        self.history.find_actors_and_targets = RULESET.line_translator.find_actors_and_targets
        sides = (ev.Side(RED, "Red", "r", "Anna"), ev.Side(BLUE, "Blue", "b"))
        self.say(
            ev.MatchOpened(
                title="A test", ruleset="none", ruleset_version="1", sides=sides, words=WORDS
            )
        )
        self.say(force(RED, {"r1": "Alpha", "r2": "Bravo"}))
        self.say(force(BLUE, {"b1": "Claws", "b2": "Dusk"}))

    def say(self, event: ev.AnyInput, *facts: ev.AnyFact) -> int:
        """Write an entry, and return the version of its input."""
        version = self.history.version + 1
        still_open = self.history.state.current_values.open
        action = still_open[-1] if still_open else 0
        if isinstance(event, ev.ActionTaken):
            action = version
        at = self.history.entry_count * 1_000_000
        self.history.append_events_of_entry(
            [
                RecordedEvent(version + i, version, action, one, at, "x")
                for i, one in enumerate((event, *facts))
            ]
        )
        return version

    def act(self, action: str, *facts: ev.AnyFact, side: SideId = RED, **params: ev.Json) -> int:
        return self.say(ev.ActionTaken(action=action, side=side, params=params), *facts)

    def end(self, event: ev.AnyInput, *facts: ev.AnyFact) -> int:
        """Write the entry that ends the open action."""
        return self.say(
            event, *facts, ev.ActionEnded(action=self.history.state.current_values.open[-1])
        )


def force(side: SideId, units: dict[str, str]) -> ev.ForceMustered:
    return ev.ForceMustered(
        side=side,
        force="Force",
        points=100,
        profiles={"plain": {}},
        units=tuple(
            ev.MusteredUnit(
                make_unit_id(handle),
                name,
                tuple(ev.MusteredFigure(make_figure_id(handle, n), "plain") for n in range(1, 6)),
            )
            for handle, name in units.items()
        ),
    )


def pool(
    what: str,
    faces: str,
    need: int,
    side: SideId = RED,
    subject: str = "u:r1",
    target: str | None = "u:b1",
    *,
    counted: int | None = None,
) -> ev.Rolled:
    """Return a pool of D6. ``counted`` gives the successes instead of ``faces``."""
    bands = dice_bands.make_at_least_bands(need)
    read = tuple(int(face) for face in faces) if counted is None else ()
    result = (
        dice_bands.count_by_band(read, bands)
        if counted is None
        else (len(faces) - counted, counted)
    )
    return ev.Rolled(
        key=what,
        what=what,
        form="pool",
        dice=(6,) * len(faces),
        result=result,
        faces=read,
        bands=bands,
        need=f"{need}+",
        side=side,
        subject=subject,
        target=target,
        source="typed" if counted is None else "counted",
    )


def down(unit: str, *numbers: int) -> ev.MarkerSet:
    figures = tuple(make_figure_id(unit, n) for n in numbers)
    return ev.MarkerSet(subjects=figures, marker="down")

"""Adjusts several values by hand in one entry, from a typed line or a completed sheet.

Each part is interpreted in the match as changed by the previous parts, so that a whole sheet is
consistent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from tracker.application.errors import ReasonRequired, Refused, make_sentence
from tracker.application.match.game import Game
from tracker.application.match.match_entries import BY_HAND, MatchEntry
from tracker.application.match_setup import read_usable_roster
from tracker.application.typed_lines import line_interpreter, phase_skipping_and_action_closing
from tracker.application.typed_lines.outcomes_without_dice import find_innermost_open_action
from tracker.input_parsing.line_parser import parse_typed_line
from tracker.input_parsing.line_syntax_tree import LineError, Part, Word
from tracker.procedures.declared.line_part_meanings import ManualAdjustment
from tracker.procedures.declared.rosters_and_mustering import Roster
from tracker.procedures.match_view import Match, UnknownName
from tracker.procedures.pieces.manual_adjustments.adjustable_property import AdjustmentRow
from tracker.procedures.pieces.subject_lookup import find_side
from tracker.procedures.pieces.typed_fact_validation import validate_typed_facts
from tracker.projection.match_event_fold import apply_event
from tracker.vocabulary import events as ev
from tracker.vocabulary.name_normalisation import normalise_to_nfc
from tracker.vocabulary.subject_ids import (
    SideId,
    Subject,
    format_handle,
    make_figure_id,
    make_unit_id,
)

Key = tuple[Subject, str]
ROUNDS = 3
NOT_DONE = "not done:"
MAX_NAMED_LEFT = 4


class Adjustments(Struct, frozen=True):
    """The adjustments at the beginning of a line.

    ``parts`` is the number of adjustments, ``about`` is the number of the line that they correct,
    and ``skipped`` contains the actions that they skip.
    """

    facts: tuple[ev.AnyFact, ...]
    parts: int
    about: int | None = None
    skipped: tuple[str, ...] = ()


class _AdjustmentReader:
    """Reads adjustments one by one. Each is interpreted after the earlier ones have been
    applied.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        state = game.state.fork_state()
        self.facts: list[ev.AnyFact] = []

        def record(fact: ev.AnyFact) -> None:
            before = state.fork_state()
            apply_event(state, fact)
            if not isinstance(fact, ev.Renamed) or state != before:
                self.facts.append(fact)

        self.match = Match(state, record)
        self.skipped_actions: list[str] = []

    def read_adjustment(self, part: Part) -> line_interpreter.InterpretedAction | None:
        """Interpret a part of a line, or return None if it is not an adjustment. Raises ``Refused``
        if the part is invalid.
        """
        (saying,) = line_interpreter.interpret_parts_for_game(self.game, (part,), self.match)
        return saying if isinstance(saying.meaning, ManualAdjustment) else None

    def apply_adjustment(self, adjustment: ManualAdjustment) -> None:
        self.match.record(*adjustment.facts)
        self.skipped_actions += adjustment.skipped_actions

    def record_open_action_consequences(self) -> None:
        """Record the consequences of ending the open action with the adjusted values."""
        taken = find_innermost_open_action(self.game)
        if taken is not None:
            action = self.game.ruleset.actions[taken.action]
            action.settle(self.match, taken.side, action.decode_params(taken.params))


def read_leading_adjustments(game: Game, parts: tuple[Part, ...]) -> Adjustments | None:
    """Read the adjustments at the beginning of a line. Return None if there are none.

    Raises ``Refused`` if the adjustments have answers or refer to several lines.
    """
    ahead, about, many = _AdjustmentReader(game), None, 0
    for part in parts:
        saying = ahead.read_adjustment(part) if isinstance(part, Word) else None
        if saying is None or not isinstance(saying.meaning, ManualAdjustment):
            break
        if saying.answers:
            texts = " / ".join(map(line_interpreter.format_answer_as_typed, saying.answers))
            raise Refused(f"A correction cannot have answers. Remove {texts}.")
        if about is not None and saying.about not in (None, about):
            raise Refused("A correction can refer to only one line. Enter two corrections.")
        ahead.apply_adjustment(saying.meaning)
        about = about if saying.about is None else saying.about
        many += 1
    if not many:
        return None
    return Adjustments(tuple(ahead.facts), many, about, tuple(ahead.skipped_actions))


def list_adjustment_parts(game: Game, new_values: Mapping[Key, str]) -> tuple[str, ...]:
    """List the parts of a line that sets the given values. Values that are already set are left
    out.

    If a part also changes another value, a further part restores that value, unless the rules
    compute it. Raises ``Refused`` for an impossible value.
    """
    return _build_parts_that_set_values(game, new_values)[0]


def set_adjustable_values(
    game: Game,
    new_values: Mapping[Key, str],
    reason: str = "",
    *,
    about: ev.Version | None = None,
    ends_action: bool = False,
) -> list[MatchEntry]:
    """Set the given values in one entry. If all of them are already set, nothing is written.

    If ``ends_action`` is true, the open action also ends, even without changes. A roll that no rule
    asks for has no action to end. Raises ``Refused`` for an impossible value, and if the same
    question would be asked again.
    """
    ends_action = ends_action and bool(game.state.current_values.open)
    _, ahead = _build_parts_that_set_values(game, new_values)
    if ends_action:
        ahead.record_open_action_consequences()
    facts = tuple(ahead.facts)
    if not facts and not ends_action:
        return []

    def write(written_game: Game) -> list[MatchEntry]:
        return write_adjustments_and_close_actions(
            written_game, facts, reason, ahead.skipped_actions, about=about, ends_action=ends_action
        )

    if ends_action:
        _require_action_does_not_restart(game, write)
    return write(game)


def _require_action_does_not_restart(game: Game, write: Callable[[Game], list[MatchEntry]]) -> None:
    action = find_innermost_open_action(game)
    if action is None:
        return
    inputs = (entry.input for entry in write(game.make_sandbox()))
    taken = (event for event in inputs if isinstance(event, ev.ActionTaken))
    if any((again.action, again.params) == (action.action, action.params) for again in taken):
        what = make_sentence(game.ruleset.actions[action.action].word)[:-1]
        raise Refused(
            f"{what}: with these values, the same question would be asked again."
            " Answer the question instead."
        )


def write_adjustments_and_close_actions(
    game: Game,
    facts: tuple[ev.AnyFact, ...],
    reason: str,
    skipped_actions: Sequence[str] = (),
    *,
    about: ev.Version | None = None,
    ends_action: bool = False,
) -> list[MatchEntry]:
    """Write adjustments. If they end a step of the game, the open questions of this step are
    skipped.

    An open action that the rules have begun is closed if it is no longer due.

    In strict mode, raises ``ReasonRequired`` if no reason is given.
    """
    if not reason and game.state.info.mode == "strict":
        raise ReasonRequired(
            "Give a reason for the correction. In a line, type the reason after `#`."
        )
    passed: list[MatchEntry] = []
    changes_clock = phase_skipping_and_action_closing.do_facts_change_turn_or_phase(game, facts)
    why = build_adjustment_reason(game, reason, skipped_actions)
    if changes_clock and phase_skipping_and_action_closing.is_open_question_of_automatic_step(game):
        passed, ends_action = phase_skipping_and_action_closing.close_open_actions(game), False
    was_due = _is_open_action_due(game)
    written = game.adjust_by_hand(facts, why, about=about, ends_action=ends_action)
    if was_due and game.pending is not None and not _is_open_action_due(game):
        written += phase_skipping_and_action_closing.close_open_actions(game)
    return [*passed, *written, *(game.run_automatic_steps() if game.pending is None else ())]


def _is_open_action_due(game: Game) -> bool:
    """Return whether the rules would begin the open action now.

    The action ``next`` never counts as due.
    """
    due, begun = game.ruleset.automatic(game.match), find_innermost_open_action(game)
    if due is None or begun is None or due.action == ev.NEXT:
        return False
    return (due.action, due.side, due.params) == (begun.action, begun.side, begun.params)


def build_adjustment_reason(game: Game, reason: str, skipped_actions: Sequence[str]) -> str:
    """Return the reason to store. It names the skipped actions, unless the given ``reason`` already
    does.
    """
    if skipped_actions and game.names_skipped_steps and NOT_DONE not in reason:
        named = ", ".join(skipped_actions[:MAX_NAMED_LEFT])
        others = len(skipped_actions) - MAX_NAMED_LEFT
        more = f" and {others} more" if others > 0 else ""
        reason = "; ".join(filter(None, (reason, f"{NOT_DONE} {named}{more}")))
    return reason or BY_HAND


def _build_parts_that_set_values(
    game: Game, new_values: Mapping[Key, str]
) -> tuple[tuple[str, ...], _AdjustmentReader]:
    ahead = _AdjustmentReader(game)
    now = _map_adjustable_rows(ahead)
    goal = {key: row.value for key, row in now.items()} | dict(new_values)
    changed = {
        key[0] for key, value in new_values.items() if key in now and value != now[key].value
    }
    free = {key[0] for key in new_values if key in now and now[key].needs_other_changes}
    keys = [key for key in now if key[0] in changed and (key in new_values or key[0] not in free)]
    lines: list[str] = []
    for _ in range(ROUNDS):
        before = len(lines)
        for key in keys:
            text = _build_part_that_sets_value(now.get(key), goal[key], asked=key in new_values)
            if text:
                _apply_typed_adjustments(ahead, text)
                lines.append(text)
                now = _map_adjustable_rows(ahead)
        if len(lines) == before:
            break
    return tuple(lines), ahead


def _build_part_that_sets_value(row: AdjustmentRow | None, value: str, *, asked: bool) -> str:
    """Return the part of a line that sets a value, or "" if there is nothing to set.

    If ``asked`` is true, raises ``Refused`` for an impossible value.
    """
    if row is None or row.value == value:
        return ""
    if value not in row.values:
        if not asked:
            return ""  # such as two to remove with only one figure left
        raise Refused(f"{row.word} cannot be {value}; choose {row.values[0]} to {row.values[-1]}.")
    return row.get_line_part(value)


def _apply_typed_adjustments(ahead: _AdjustmentReader, text: str) -> None:
    line = parse_typed_line(text, ahead.game.ruleset.lexicon)
    assert not isinstance(line, LineError), text
    for part in line.parts:
        saying = ahead.read_adjustment(part)
        assert saying is not None, text
        assert isinstance(saying.meaning, ManualAdjustment), text
        ahead.apply_adjustment(saying.meaning)


def _map_adjustable_rows(ahead: _AdjustmentReader) -> dict[Key, AdjustmentRow]:
    rows = ahead.game.ruleset.setting_right.list_rows(ahead.match)
    return {(row.subject, row.word): row for row in rows}


Profiles = dict[str, dict[str, ev.Json]]


def add_roster_units(
    game: Game, side: str, text: str, source: str, reason: str = ""
) -> list[MatchEntry]:
    """Add all units of a roster to a side. Raises ``Refused``, with the faulty line, for an invalid
    roster.
    """
    try:
        whose = find_side(game.match, side)
        roster = read_usable_roster(
            game.ruleset, normalise_to_nfc(text), source, game.state.info.options
        )
        facts = tuple(_list_join_facts(game, whose, roster))
        validate_typed_facts(game.match, facts)
    except UnknownName as error:
        raise Refused(make_sentence(str(error))) from error
    return write_adjustments_and_close_actions(game, facts, reason)


def _list_join_facts(game: Game, side: SideId, roster: Roster) -> Iterator[ev.FiguresJoined]:
    """Yield the facts that add a roster's units to a side. The first fact contains the points of
    all units.
    """
    force = game.match.force(side)
    known = {} if force is None else force.profiles
    profiles = dict(known)
    names = {
        wish: _choose_profile_name(wish, body, profiles) for wish, body in roster.profiles.items()
    }
    fresh = {name: body for name, body in profiles.items() if name not in known}
    first = int(format_handle(game.match.new_unit(side)).removeprefix(format_handle(side)))
    for number, unit in enumerate(roster.units, first):
        called = f"{format_handle(side)}{number}"
        used = {names[figure.profile] for figure in unit.figures}
        yield ev.FiguresJoined(
            unit=make_unit_id(called),
            side=side,
            name=unit.name,
            figures=tuple(
                ev.MusteredFigure(make_figure_id(called, n), names[figure.profile], figure.name)
                for n, figure in enumerate(unit.figures, 1)
            ),
            profiles={name: fresh[name] for name in sorted(used & fresh.keys())},
            points=roster.points if number == first else 0,
        )


def _choose_profile_name(preferred: str, body: dict[str, ev.Json], profiles: Profiles) -> str:
    name, number = preferred, 1
    while profiles.setdefault(name, body) != body:
        name = f"further {preferred}{f' {number}' * (number > 1)}"
        number += 1
    return name

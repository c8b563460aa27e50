"""The choice of the side that acts first, by dice or by agreement."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct

from tracker.procedures.declared.action_line_forms import Asks
from tracker.procedures.declared.actorless_line_forms import (
    WordForm,
    make_fixed_questions,
    make_side_argument,
)
from tracker.procedures.declared.line_reader import Values
from tracker.procedures.declared.player_actions import Action, Objection
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.roll_offs import RollOff, resolve_roll_off
from tracker.procedures.requests import Asking, continue_with
from tracker.vocabulary.events import PhaseBegan
from tracker.vocabulary.subject_ids import SideId, format_handle


class FirstSideRoll(Struct, frozen=True, omit_defaults=True):
    """The parameters of the roll for the first side. ``agreed`` is the side that players chose
    without a roll.
    """

    agreed: SideId | None = None


def make_first_side_form(word: str, asks: Asks) -> WordForm:
    """Make the form for lines such as ``init`` (dice decide) or ``init red`` (players agree)."""

    def list_questions_unless_agreed(match: Match, values: Values) -> tuple[str, ...]:
        return () if values.get("agreed") else asks(match, values)

    return WordForm(word, (make_side_argument("agreed"),), asks=list_questions_unless_agreed)


def record_first_side(match: Match, first: SideId) -> None:
    """Record that a side is first. The other sides keep their order."""
    others = (one for one in match.clock.order or match.sides if one != first)
    record_side_order(match, (first, *others))


def make_first_side_action(
    roll_off: RollOff,
    word: str,
    phase: str,
    objection_text: str,
    *,
    proposal_word: str = "",
    line_word: str = "",
    order_stage: Callable[[Match], Asking[None]] | None = None,
    record_agreed_side: Callable[[Match, SideId], None] = record_first_side,
    question_ids: tuple[str, ...] = (),
    list_other_objections: Callable[[Match], Iterable[Objection]] = lambda _: (),
) -> Action[FirstSideRoll]:
    """Make the action that chooses the first side of a turn.

    ``objection_text`` is the objection to a second roll. By default, the winner of the roll-off is
    first. If ``order_stage`` is given and no side is agreed, this stage sets the order instead.
    ``record_agreed_side`` records the side that players agree on. ``question_ids`` are the ids of
    the stage's questions after the dice. ``line_word`` is the action's word in a line (by default,
    the words of the roll).
    """

    def stage(match: Match, _: SideId | None, params: FirstSideRoll) -> Asking[None]:
        if params.agreed is not None:
            return record_agreed_side(match, params.agreed)
        if order_stage is not None:
            return continue_with(order_stage, match)
        record_first_side(match, (yield from resolve_roll_off(match, roll_off)))
        return None

    def is_due(match: Match) -> bool:
        return match.phase == phase and not match.clock.order

    def objections(match: Match, _: SideId | None, __: FirstSideRoll) -> Iterator[Objection]:
        if not is_due(match):
            yield Objection(f"{phase}-rolled", roll_off.rule, objection_text)
        else:
            yield from list_other_objections(match)

    return Action(
        id=phase,
        word=word,
        ahead=proposal_word,
        params=FirstSideRoll,
        stage=stage,
        phases=(phase,),
        objections=objections,
        candidates=lambda match: ((None, FirstSideRoll()),) if is_due(match) else (),
        form=make_first_side_form(
            line_word or roll_off.words, make_fixed_questions(roll_off.kind.id, *question_ids)
        ),
        instead=lambda params: (
            "" if params.agreed is None else f"fix first {format_handle(params.agreed)}"
        ),
    )


def record_side_order(match: Match, order: tuple[SideId, ...]) -> None:
    clock = match.clock
    match.record(PhaseBegan(phase=clock.phase, side=clock.side, step=clock.step, order=order))

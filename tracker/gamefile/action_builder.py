"""Builds the actions of a game file: their parameters, forms, objections and stages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, partial
from typing import Any, Final

from msgspec import Struct, defstruct
from msgspec.structs import replace

from tracker.gamefile import game_file_step_execution as step_execution
from tracker.gamefile.card_draws_and_hands import list_cards_possibly_in_hand, make_card_play_facts
from tracker.gamefile.expression_context import (
    DIE_OF_ALL,
    ROLLS_LOW,
    ActionContext,
    Situation,
    add_weapon_to_context,
    count_weapon_bearers,
    list_units_in_contact,
    make_alternating_activation,
    make_unit_situation,
)
from tracker.gamefile.expressions import Expression
from tracker.gamefile.game_definition import (
    BEARERS,
    DISTANCE,
    ActionDefinition,
    GameDefinition,
    StepDefinition,
)
from tracker.gamefile.unit_changes_and_dice_pools import (
    MIXED_SIGNS,
    POOL_EXAMPLE,
    THIRD_IS_SAVE,
    TOO_MANY_NEEDS,
    DicePool,
    format_attack_needs,
    make_signed_terms_slot,
    parse_dice_pool,
)
from tracker.procedures.declared.action_key_types import KeyVerb, Whom
from tracker.procedures.declared.action_line_forms import Form
from tracker.procedures.declared.line_form_slots import (
    Slot,
    make_flag_slot,
    make_keyed_count_slot,
    make_known_name_slot,
    make_length_slot,
)
from tracker.procedures.declared.line_reader import LineReader, Values, is_reading_stored_lines
from tracker.procedures.match_view import Match, UnknownName
from tracker.procedures.pieces.acting_units import list_acting_units
from tracker.procedures.pieces.line_subject_fields import make_unit_field
from tracker.procedures.pieces.manual_adjustments.adjustable_property import format_fix_part
from tracker.procedures.pieces.subject_lookup import find_unit, get_force_profiles
from tracker.procedures.pieces.unit_activation import UNACTIVATED, has_acted_or_left
from tracker.procedures.requests import Asking, Interrupt, ask, continue_with
from tracker.procedures.ruleset import Action, BlockingReason, Interruptible, Objection
from tracker.vocabulary.count_wording import format_alternatives
from tracker.vocabulary.events import FiguresRemoved, Moved
from tracker.vocabulary.subject_ids import MATCH, SideId, UnitId

WHOM: Final[Mapping[str, Whom]] = {"": "nobody", "own": "own"}
PROPOSED_NEED: Final = "4+"
"""The needed number in the example of a typed dice pool."""


class FileActionBuilder:
    """The builder of one action of a game file: its parameters, form, objections and stages.

    ``in_turns`` is true if units act in turn in the action's phases. ``card`` is the name of the
    parameter for the card that the action plays, or "" for no card.
    """

    def __init__(self, game: GameDefinition, part: ActionDefinition) -> None:
        self.game, self.part = game, part
        self.activation = make_alternating_activation(game)
        self.in_turns = not {*part.phases}.isdisjoint(self.activation.phases)
        self.card = "" if part.plays is None else part.plays.name_in_expressions

    def make_action(self) -> Action[Any]:
        part = self.part
        expected = "" if part.once is None else _describe_state_after_action(part, " not")
        rolls = (
            step.roll_kind
            for step in part.steps
            if step.roll_kind is not None and step.when is None
        )
        return Action(
            part.id,
            part.word,
            self.params_type,
            self.begin_action,
            phases=list_action_phases(self.game, part),
            objections=self.list_objections,
            candidates=self.list_candidates,
            outcome=_make_loss_facts if part.at in {"enemy", "contact"} else None,
            form=self._make_form(),
            bars=self.list_blocking_reasons,
            expected=(UNACTIVATED if self.in_turns else expected)
            if part.phases and not part.breaks_in
            else "",
            breaks_in=part.breaks_in,
            tells=("weapon",) * bool(part.weapons) + (self.card,) * bool(self.card),
            rolls=tuple(dict.fromkeys(rolls)),
        )

    @cached_property
    def params_type(self) -> type[Struct]:
        part = self.part
        fields: list[Any] = [("unit", UnitId)]
        if part.at:
            fields.append(("target", UnitId))
        fields += [
            (flag.name_in_expressions, int, 0)
            if flag.number
            else (flag.name_in_expressions, bool, False)
            for flag in part.flags
        ]
        fields += [(name, str, "") for name in ("weapon" * bool(part.weapons), self.card) if name]
        if part.measured:
            fields.append(("length", int | None, None))
        if part.pool:
            fields.append(("pool", tuple[str, ...], ()))
        name = part.id.replace("-", " ").title().replace(" ", "")
        bases = (Interruptible if part.open_to else Struct,)
        return defstruct(name, fields, bases=bases, frozen=True)

    def _list_carried_weapons(self, match: Match, unit: UnitId) -> tuple[str, ...]:
        figures = match.figures(unit)
        return tuple(
            each for each in self.part.weapons if count_weapon_bearers(match, figures, each)
        )

    def _list_cards(self, match: Match, unit: UnitId) -> tuple[str, ...]:
        deck = self.part.plays
        return () if deck is None else list_cards_possibly_in_hand(match, deck, match.side_of(unit))

    def _compute_cost(self, match: Match, unit: UnitId) -> int:
        now = make_unit_situation(self.game, match, unit)
        return 1 if self.part.cost is None else max(now.evaluate_as_integer(self.part.cost), 0)

    def _is_barred(self, condition: Expression | None, situation: Situation) -> bool:
        unit = situation.context.unit
        if condition is None or unit is None or not situation.match.exists(unit):
            return False
        return bool(situation.evaluate_as_integer(condition))

    def _is_interrupting(self, match: Match) -> bool:
        return self.part.breaks_in and match.interrupted is not None

    # ------------------------------------------------------------------------------- stages

    def begin_action(self, match: Match, _: SideId | None, params: Any) -> None:
        """Record the action's costs, and then offer interrupts or resolve the action."""
        part = self.part
        if part.once is not None:
            match.record(part.once.set(params.unit))
        if part.plays is not None:
            card = getattr(params, self.card)
            match.record(*make_card_play_facts(match, part.plays, match.side_of(params.unit), card))
        if self.in_turns:
            cost = self._compute_cost(match, params.unit)
            self.activation.record_action(match, params.unit, cost, ends=part.ends)
        if part.open_to:
            return continue_with(self.offer_interrupts_and_resolve, match, params)
        return continue_with(self.resolve_action, match, params)

    def offer_interrupts_and_resolve(self, match: Match, params: Any) -> Asking[None]:
        """Let other units interrupt until none does, and then resolve the action if it is still
        possible.
        """
        part = self.part
        can = match.exists(params.unit) and not self._is_barred(
            part.bar, make_unit_situation(self.game, match, params.unit)
        )
        asked = Interrupt(
            what=f"before {match.tag(params.unit)} {part.word}",
            by=list_units_that_can_interrupt(self.game, part.open_to, match) if can else (),
            actions=part.open_to,
            side=match.other(match.side_of(params.unit)),
            target=params.unit,
            rule=part.rule,
        )
        if (yield from ask(asked)):
            return continue_with(self.offer_interrupts_and_resolve, match, params)
        if can:
            return continue_with(self.resolve_action, match, params)
        return self._run_steps(match, params, ())

    def resolve_action(self, match: Match, params: Any) -> None:
        if self.part.moves:
            match.record(Moved(unit=params.unit, length=params.length))
        return self._run_steps(match, params, self.part.steps)

    def _run_steps(self, match: Match, params: Any, steps: tuple[StepDefinition, ...]) -> None:
        """Run the steps, and then end the unit's activation if the unit has acted or left."""
        doing = self._make_context(match, params)
        ends = self.in_turns and has_acted_or_left(match, params.unit)
        run = step_execution.run_steps
        return continue_with(run, match, self.game, steps, doing, ends)

    def _make_context(self, match: Match, params: Any) -> ActionContext:
        part = self.part
        doing = ActionContext(
            match.side_of(params.unit), params.unit, getattr(params, "target", None)
        )
        for flag in part.flags:
            if value := getattr(params, flag.name_in_expressions):
                doing = doing.with_value(flag.name_in_expressions, int(value))
        if part.weapons:
            weapon = (
                params.weapon or (self._list_carried_weapons(match, params.unit) or part.weapons)[0]
            )
            doing = add_weapon_to_context(self.game, match, doing, weapon)
        if self.card:
            doing = doing.with_value(self.card, getattr(params, self.card))
        if part.measured and params.length is not None:
            doing = doing.with_value(DISTANCE, -(-params.length // 100))
        if part.pool and params.pool:
            default = f"{len(match.figures(params.unit))}d{self.game.die}"
            for name, value in _list_pool_values(parse_dice_pool(params.pool, default)):
                doing = doing.with_value(name, value)
        return doing

    # ---------------------------------------------------------------------------- candidates

    def list_candidates(self, match: Match) -> Iterator[tuple[SideId | None, Any]]:
        phases = list_action_phases(self.game, self.part)
        there: Iterable[UnitId] = list_acting_units(match) if match.phase in phases else ()
        if self._is_interrupting(match):
            there = list_units_that_can_interrupt(self.game, (self.part.id,), match)
        for unit in there:
            if not any(True for _ in self.list_blocking_reasons(match, unit)):
                yield from (
                    (match.side_of(unit), way) for way in self._list_possible_params(match, unit)
                )

    def _list_possible_params(self, match: Match, unit: UnitId) -> Iterator[Any]:
        part = self.part
        arms: list[dict[str, Any]] = [
            {"weapon": each} for each in self._list_carried_weapons(match, unit)
        ] or [{}]
        if self.card:
            cards = self._list_cards(match, unit)
            arms = [{**each, self.card: card} for each in arms for card in cards]
        if not part.at:
            yield from (self.params_type(unit=unit, **each) for each in arms)
            return
        side = match.side_of(unit)
        others = match.units(side if part.at == "own" else match.other(side))
        only_engages = {step.deed for step in part.steps} == {"engage"}
        if part.at == "contact" or only_engages:
            touching = list_units_in_contact(match, unit)
            others = tuple(one for one in others if (one in touching) is (part.at == "contact"))
        if self._is_interrupting(match):
            others = tuple(one for one in others if one == match.interrupted)
        many = min(len(match.figures(unit)), step_execution.MAX_DICE)
        dice = {"pool": (f"{many}d{self.game.die}", PROPOSED_NEED)} if part.pool else {}
        for other in others:
            now = make_unit_situation(self.game, match, unit, other)
            if other != unit and not self._is_barred(part.bar_at, now):
                yield from (
                    self.params_type(unit=unit, target=other, **dice, **each) for each in arms
                )

    # ------------------------------------------------------------------------------ the form

    def _make_form(self) -> Form:
        part = self.part
        target = make_unit_field("target", lacks=f"{part.verb} needs a target. Name the target")
        key = KeyVerb(
            part.key,
            text=part.word,
            whom=WHOM.get(part.at, "enemy"),
            amount=self.game.length if part.measured else "",
            more=self._describe_typed_details,
        )
        return Form(
            part.verb,
            make_unit_field(),
            target if part.at else None,
            tuple(self._list_slots()),
            # Without a verb, dice with a target are an attack.
            also={"": lambda said: said.whom is not None} if part.pool else {},
            key=key if part.key else None,
        )

    def _describe_typed_details(self, match: Match, unit: UnitId) -> str:
        """Describe details that players must type: numbers, and weapons other than the first."""
        first, *others = self._list_carried_weapons(match, unit) or self.part.weapons or ("",)
        weapons = f"with {format_alternatives(others)} instead of {first}" if others else ""
        numbers = (f"{flag.name_in_expressions}=1" for flag in self.part.flags if flag.number)
        return " · ".join(filter(None, (weapons, *numbers)))

    def _list_slots(self) -> Iterator[Slot]:
        part = self.part
        for flag in part.flags:
            yield (
                make_keyed_count_slot(flag.name_in_expressions)
                if flag.number
                else make_flag_slot(flag.name_in_expressions, flag.word)
            )
        if part.weapons:
            slot = make_known_name_slot("weapon", "with", part.weapons, "weapon")
            yield replace(slot, take=partial(self._read_weapon_or_choose_first, slot))
        if part.plays is not None:
            yield make_known_name_slot(self.card, "card", part.plays.names, "card")
        if part.measured:
            yield make_length_slot("length", self.game.length)
        if part.pool:
            first = next((step.roll.die for step in part.steps if step.roll), self.game.die)
            yield make_signed_terms_slot("pool", POOL_EXAMPLE, first)

    def _read_weapon_or_choose_first(self, slot: Slot, reader: LineReader) -> Values:
        """Read a weapon. If a typed line names none, return the first of the unit's several
        weapons.

        A stored line that names none means the first weapon that the unit carries.
        """
        named = slot.take(reader)
        if named or is_reading_stored_lines():
            return named
        unit = find_unit(reader.match, reader.who.names[0])
        carried = self._list_carried_weapons(reader.match, unit)
        return {"weapon": carried[0]} if carried[1:] else {}

    # ------------------------------------------------------------------------------ objections

    def list_blocking_reasons(
        self, match: Match, unit: UnitId, *, for_interrupt: bool = False
    ) -> Iterator[BlockingReason]:
        """Yield the reasons why a unit cannot act or, if ``for_interrupt`` is true, interrupt."""
        game, part = self.game, self.part
        bar = partial(BlockingReason, rule=part.rule)
        if (
            for_interrupt
            or self._is_interrupting(match)
            or (part.breaks_in and is_reading_stored_lines())
        ):
            # An interrupt happens in another unit's phase and turn. Old records are not checked.
            pass
        elif part.phases and match.phase not in part.phases:
            yield bar("phase", why=f"cannot do this in {match.phase or 'this phase'}")
        elif match.clock.side not in {None, match.side_of(unit)}:
            yield bar("turn", why="cannot act now: it is the other side's turn to act")
        if self.in_turns and not for_interrupt:
            cost = self._compute_cost(match, unit) if match.exists(unit) else 0
            yield from self.activation.list_blocking_reasons(match, unit, part.rule, cost)
        if part.once is not None and match.has(unit, part.once):
            yield bar("once", why=_describe_state_after_action(part))
        for marker in game.markers:
            on = {"side": match.side_of(unit), "match": MATCH}.get(marker.on, unit)
            if part.id in game.bars.get(marker.id, ()) and match.has(on, marker):
                barred = "cannot do this:"
                whose = {"side": f"{barred} its side is", "match": barred}.get(marker.on, "is")
                yield bar(marker.id, why=f"{whose} {marker.word}")
        touches = list_units_in_contact(match, unit)
        if game.contact is not None and touches and part.id in game.contact.bars:
            yield bar("contact", why=f"is in {game.contact.link.word}")
        elif part.at == "contact" and not touches:
            yield bar("contact", why="is not in contact with an enemy")
        if part.weapons and not self._list_carried_weapons(match, unit):
            yield bar("weapons", why="has no suitable weapon")
        if self.card and not self._list_cards(match, unit):
            yield bar("hand", why="has no card to play")
        if self._is_barred(part.bar, make_unit_situation(self.game, match, unit)):
            yield bar(_make_reason_id(part.why, "bar"), why=part.why)

    def list_objections(self, match: Match, _: SideId | None, params: Any) -> Iterator[Objection]:
        part, who = self.part, match.tag(params.unit)
        now = Situation(self.game, match, self._make_context(match, params))
        if part.at:
            yield from self._list_target_objections(now, params)
        if self._is_barred(part.bar, now) and not self._is_barred(part.bar, now.without_values()):
            yield Objection(_make_reason_id(part.why, "bar"), part.rule, f"{who} {part.why}")
        rolled = step_execution.count_dice_of_largest_roll(now, part.steps)
        most = step_execution.MAX_DICE
        if rolled > most and not is_reading_stored_lines():
            text = f"{who} can have {rolled} dice in one roll, of which only {most} are rolled"
            yield Objection("many-dice", part.rule, text)
        unreachable = step_execution.find_unreachable_first_need(now, part.steps)
        if unreachable and not is_reading_stored_lines():
            reason = f"no-die-can-roll-{unreachable.replace(' ', '-')}"
            text = f"{who} needs {unreachable}, which no die can roll"
            yield Objection(reason, part.rule, text, legal=True)
        if part.at == "contact" and params.target not in list_units_in_contact(match, params.unit):
            text = f"{who} is not in contact with {match.tag(params.target)}"
            yield Objection("no-contact", part.rule, text)
        if part.weapons:
            yield from self._list_weapon_objections(match, params)
        cards = self._list_cards(match, params.unit)
        if cards and getattr(params, self.card) not in cards:
            text = f"name a card that has not been played: card {format_alternatives(cards)}"
            yield Objection("no-card", part.rule, text)
        if part.pool:
            yield from self._list_pool_objections(match, params)
        if part.reach is not None and params.length is not None:
            reach = now.evaluate_as_integer(part.reach)
            if params.length > reach * 100:
                text = f"{who} can reach {reach} {self.game.length} at most"
                yield Objection("too-far", part.rule, text)

    def _list_pool_objections(self, match: Match, params: Any) -> Iterator[Objection]:
        """Yield an objection if the dice are missing. Raises ``UnknownName`` for missing dice in a
        new line, and for ``45+`` if all rolls of the action need a number or less.
        """
        if not params.pool:
            line = f"{match.handle(params.unit)} > {match.handle(params.target)}"
            text = f"to attack, type `{line} 4+`, or, with all rolls, `{line} {POOL_EXAMPLE}`"
            if not is_reading_stored_lines():
                raise UnknownName(text)
            yield Objection("no-dice", self.part.rule, text)
        elif not is_reading_stored_lines():
            need = parse_dice_pool(params.pool, f"1d{self.game.die}").needs[0]
            rolls = [step.roll for step in self.part.steps if step.roll is not None]
            if rolls and all(roll.low for roll in rolls) and not need.less:
                number = need.number
                raise UnknownName(
                    f"the dice need a number or less: type `{number}-`, not `{number}+`"
                )

    def _list_target_objections(self, now: Situation, params: Any) -> Iterator[Objection]:
        part, match = self.part, now.match
        target = match.tag(params.target)
        same = match.side_of(params.unit) == match.side_of(params.target)
        interrupts = self._is_interrupting(match) and not is_reading_stored_lines()
        if same is not (part.at == "own"):
            whose = "a friend" if same else "an enemy"
            yield Objection("whose", part.rule, f"{target} is {whose}")
        elif self._is_barred(part.bar_at, now):
            reason = _make_reason_id(part.why_at, "bar-at")
            yield Objection(reason, part.rule, f"{target} {part.why_at}")
        elif interrupts and params.target != match.interrupted:
            text = f"{target} is not the unit whose action is interrupted"
            yield Objection("not-interrupted", part.rule, text)

    def _list_weapon_objections(self, match: Match, params: Any) -> Iterator[Objection]:
        """Yield an objection to a weapon that no figure bears.

        Raises ``UnknownName`` if the unit carries other weapons, or if the steps need bearers of a
        weapon.
        """
        part, stored, figures = self.part, is_reading_stored_lines(), match.figures(params.unit)
        carried = self._list_carried_weapons(match, params.unit)
        needs_bearers = any(BEARERS in step.used_names for step in part.steps)
        if needs_bearers and not stored and not carried:
            raise UnknownName(self._explain_missing_bearers(match, params))
        if params.weapon and not count_weapon_bearers(match, figures, params.weapon):
            text = f"{match.tag(params.unit)} has no {params.weapon}"
            borne = carried or part.weapons
            if params.weapon not in borne and not stored:
                ways = [f"`with {weapon}`" for weapon in borne]
                raise UnknownName(f"{text}: type {format_alternatives(ways)}")
            yield Objection("no-weapon", part.rule, text)

    def _explain_missing_bearers(self, match: Match, params: Any) -> str:
        side, figures = match.side_of(params.unit), match.figures(params.unit)
        wanted = (params.weapon,) if params.weapon else self.part.weapons
        text = f"{match.tag(params.unit)} has nobody with {format_alternatives(wanted)}"
        known = map(match.figure, match.all_figures(side))
        own = {figure.profile for figure in known if figure.unit == params.unit}
        profiles = get_force_profiles(match, side)
        for name in sorted(profiles, key=lambda name: name not in own):
            weapons = profiles[name].get("weapons")
            if isinstance(weapons, (list, tuple)) and not {*wanted}.isdisjoint(weapons):
                new = format_fix_part(match, params.unit, "add", name, "1")
                gone = format_fix_part(match, figures[-1], "figures", "-1")
                return f"{text}: to give it to one of the figures, type `{new} | {gone}`"
        return f"{text}: type the dice instead, such as `{len(figures)}d6 4+`"


def _list_pool_values(pool: DicePool) -> Iterator[tuple[str, int]]:
    yield from (("pool", pool.dice), ("pool_die", pool.die))
    if pool.is_for_all:
        yield DIE_OF_ALL, pool.die
    if all(need.less for need in pool.needs):
        yield ROLLS_LOW, 1
    elif any(need.less for need in pool.needs):
        save = f"write a save with a minus in front: `-{pool.needs[-1].number}+`"
        raise UnknownName(save if not pool.needs[0].less else MIXED_SIGNS)
    typed = tuple(zip(pool.needs, pool.saves, strict=True))
    needs = [need.number for need, is_save in typed if not is_save]
    saves = [need.number for need, is_save in typed if is_save]
    if len(needs) == 3 and not saves:
        sign = "-" if pool.needs[0].less else "+"
        raise UnknownName(THIRD_IS_SAVE + format_attack_needs(f"{need}{sign}" for need in needs))
    if len(needs) > 2 or len(saves) > 1 or not needs:
        raise UnknownName(TOO_MANY_NEEDS)
    yield from zip(("to_hit", "to_wound"), needs, strict=False)
    yield from zip(("to_save",), saves, strict=False)


def _make_loss_facts(
    match: Match, _: SideId | None, params: Any, lost_count: int
) -> tuple[FiguresRemoved, ...]:
    figures = match.figures(params.target)[-lost_count:] if lost_count else ()
    return (FiguresRemoved(figures=figures, by=params.unit),) if figures else ()


def list_action_phases(game: GameDefinition, part: ActionDefinition) -> tuple[str, ...]:
    """List the phases in which an action is offered: by default, all phases of the turn."""
    if part.phases or part.breaks_in:
        return part.phases
    return tuple(phase.id for phase in game.phases if not phase.opening)


def _describe_state_after_action(part: ActionDefinition, adverb: str = "") -> str:
    """Describe a unit's state after an action, such as ``has fired`` or ``is done``."""
    assert part.once is not None
    return f"{'is' if part.word.startswith('is ') else 'has'}{adverb} {part.once.word}"


def _make_reason_id(reason: str, default_id: str) -> str:
    """Make the id of an objection from its reason in the file, such as ``is-pinned-down``."""
    return "-".join(re.findall(r"[a-z0-9]+", reason.lower())) or default_id


def list_units_that_can_interrupt(
    game: GameDefinition, actions: tuple[str, ...], match: Match
) -> tuple[UnitId, ...]:
    found = match.interrupted
    acting = match.clock.side if found is None else match.side_of(found)
    able = [FileActionBuilder(game, part) for part in game.actions if part.id in actions]
    enemies = [unit for unit in match.units() if match.side_of(unit) != acting]
    return tuple(
        unit
        for unit in enemies
        if any(not [*one.list_blocking_reasons(match, unit, for_interrupt=True)] for one in able)
    )

"""An action in the log, with its targets, attacks, checks, results and rulings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile

from msgspec import Struct, field
from msgspec.structs import replace

from tracker.application.log import fact_descriptions, roll_descriptions
from tracker.application.log.attack_roll_chains import belongs_to_attack, build_attack_chain
from tracker.application.log.log_line_beginnings import (
    NO_DETAILS,
    TargetDetails,
    build_details_by_target,
    build_log_line_beginning,
    describe_action_point_cost,
    filter_enemies,
)
from tracker.application.log.log_line_types import (
    EntryDetail,
    LogLine,
    append_notes_in_brackets,
    join_with_colon,
    make_log_line,
)
from tracker.application.log.match_display_names import MatchNames
from tracker.application.log.table_rulings import (
    NO_CHANGE,
    TableRuling,
    describe_objection_code,
    join_rulings_by_reason,
)
from tracker.application.match.match_entries import LEFT_UNDONE, SKIPPED, MatchEntry
from tracker.procedures.declared.action_line_forms import ActorsAndTargets
from tracker.projection.match_state import Clock
from tracker.rulesets import LOST_ACTION_TEXTS
from tracker.vocabulary import events as ev
from tracker.vocabulary.count_wording import make_verb_plural
from tracker.vocabulary.die_labels import group_by_row
from tracker.vocabulary.ruleset_display_names import MarkerWord
from tracker.vocabulary.subject_ids import FigureId, SideId, Subject, UnitId, is_figure, is_unit

LENGTH_UNIT = 100
"""The number of stored hundredths in one unit of length, such as an inch."""


class ActionTargets(Struct, gc=False):
    """The enemies that an action names. ``idle`` is true until the action has an effect.

    ``shaken`` contains the actors that lost their nerve during an interruption, and ``done`` the
    figures that have moved, made contact or fallen. ``lost_text`` says that an actor has done
    nothing, or is "".
    """

    enemies: tuple[Subject, ...]
    details: Mapping[Subject, TargetDetails]
    struck: set[Subject] = field(default_factory=set)
    idle: bool = True
    actors: frozenset[Subject] = frozenset()
    shaken: dict[Subject, None] = field(default_factory=dict)
    done: set[Subject] = field(default_factory=set)
    lost_text: str = ""

    def get_details_of_new_target(self, roll: ev.Rolled) -> TargetDetails:
        """Return the details of a roll's target, or no details if there has been a roll against it
        before.
        """
        target = roll.target or ""
        return NO_DETAILS if target in self.struck else self.details.get(target, NO_DETAILS)

    def mark_target_rolled_against(self, roll: ev.Rolled) -> None:
        self.idle = False
        if roll.target is not None:
            self.struck.add(roll.target)

    def record_whether_fact_has_effect(self, names: MatchNames, fact: ev.AnyFact) -> None:
        """Set ``idle`` to false if a fact has an effect. Markers that are hidden or omitted have
        none.
        """
        match fact:
            case ev.MarkerSet(marker=marker):
                word = names.get_marker_word(marker)
                self.idle = word.quiet or word.shown == "hidden"
            case ev.MarkerCleared() | ev.ActionEnded():
                pass
            case _:
                self.idle = False

    def record_lost_nerve_or_move(
        self, names: MatchNames, fact: ev.AnyFact, *, is_interrupted: bool
    ) -> None:
        match fact:
            case ev.MarkerSet(marker=marker, subjects=subjects) if is_interrupted:
                if names.get_marker_word(marker).nerve:
                    self.shaken |= dict.fromkeys(one for one in subjects if one in self.actors)
            case ev.Moved(figures=figures) | ev.FiguresRemoved(figures=figures):
                self.done.update(figures)
            case ev.Linked(a=a, b=b):
                self.done |= {a, b}

    def describe_lost_actions(self, names: MatchNames) -> tuple[str, ...]:
        """Describe actions that did not take place, as in ``R13 Vey does not move``."""
        lost = (one for one in self.shaken if self.lost_text and one not in self.done)
        return tuple(f"{names.name_subject(one)} {self.lost_text}" for one in lost)

    def describe_out_of_range_targets(self, names: MatchNames) -> str:
        """Describe targets out of range, as in ``no dice at b11 Halden at 200 cm``, or return "" if
        there are none.

        Targets without a distance are left out.
        """
        if not self.details:
            return ""
        if not self.idle and not self.struck & {*self.enemies}:
            return ""
        far = {one: self.details.get(one, NO_DETAILS).far for one in self.enemies}
        missed = [one for one in self.enemies if far[one] and one not in self.struck]
        if self.idle and len(self.enemies) == 1 == len(missed):
            return f"no dice at {far[missed[0]]}"
        return ", ".join(f"no dice at {names.name_subject(one)} at {far[one]}" for one in missed)


class RollClause(Struct, gc=False):
    """A part of a log line: the rolls of one attack, or another roll, with their results.

    ``details`` are those in the ``opening``, or None if the beginning of the line replaces it.
    ``effects`` maps affected subjects to texts, so that the losses of one unit can be added up.
    ``head`` describes an interrupt, and is omitted if the dice already show the interrupt.
    ``notes`` contains remarks. ``outcomes`` contains the result of each unit's check. ``alike``
    maps a text to the subjects that have got the same marker. ``waiting`` maps a subject and its
    new marker to the text about the marker.
    """

    opening: str = ""
    details: TargetDetails | None = None
    whose: str = ""
    about: UnitId | None = None
    rolls: list[ev.Rolled] = field(default_factory=list)
    brief_texts: list[str] = field(default_factory=list)
    effects: dict[str, str] = field(default_factory=dict)
    head: str = ""
    notes: list[str] = field(default_factory=list)
    outcomes: dict[UnitId, str] = field(default_factory=dict)
    alike: dict[str, tuple[Subject, ...]] = field(default_factory=dict)
    waiting: dict[tuple[Subject, str], str] = field(default_factory=dict)
    losses: dict[UnitId, tuple[FigureId, ...]] = field(default_factory=dict)
    tags: dict[Subject, str] = field(default_factory=dict)

    @property
    def has_only_effects(self) -> bool:
        return not (self.opening or self.whose or self.rolls or self.head)

    def render_text(self, names: MatchNames) -> str:
        effects = list(self.effects.values())
        if self.opening:
            said, effects = self._add_expected_value(names, effects)
        else:
            said = self._describe_rolls(names) if self.rolls else ""
            if said and effects and f"({self.rolls[-1].need}): " in said:  # morale 9 (7): breaks
                said, effects = ", ".join((said, *effects)), []
            if self.head:
                said = join_with_colon(self.head, said)
            elif self.whose and said:
                said = f"{self.whose} {said}"
        text = join_with_colon(said, ", ".join(effects))
        return append_notes_in_brackets(text, self.notes) if text else ""

    def _describe_rolls(self, names: MatchNames) -> str:
        if self.outcomes:
            by_app = roll_descriptions.describe_dice_rolled_by_app(self.rolls[-1])
            return f"{self.rolls[-1].what}: {', '.join(self.outcomes.values())}{by_app}"
        return roll_descriptions.describe_rolls(names, self.rolls, self.brief_texts, self.tags)

    def _add_expected_value(self, names: MatchNames, effects: list[str]) -> tuple[str, list[str]]:
        """Return an attack's text and effects, one of which includes the expected value.

        The expected value belongs to the losses, the only pool, or the whole attack.
        """
        found, opening, text = build_attack_chain(self.rolls), self.opening, ""
        if found is not None:
            mean = f"{float(found.expected_successes):.1f}"
            if found.saved and len(effects) == 1 and effects[0].startswith(f"{found.result} "):
                effects = [f"{effects[0]}, expected {mean}"]
            elif found.steps == 1:
                text = f"expected {mean}"
            else:
                done = "not " * found.saved + names.get_word_for_expected_successes(found.last)
                opening = f"{opening}, expected {mean} {done}"
        said = roll_descriptions.describe_rolls(
            names, self.rolls, self.brief_texts, self.tags, text
        )
        return f"{opening}: {said}", effects


def describe_nerve_outcomes(
    names: MatchNames, roll: ev.Rolled, facts: Iterable[ev.AnyFact]
) -> dict[UnitId, str]:
    """Describe the result of a nerve check for each unit that rolled, in the state before
    ``facts``.

    Return {} if the roll is not a nerve check.
    """
    stakes = names.get_roll_word(roll).stakes
    counted = all(label.row_subject in names.state.units and label.times for label in roll.labels)
    if not stakes or not counted or len(roll.labels) != len(roll.result):
        return {}
    word = names.get_marker_word(stakes)
    of_phase = takewhile(lambda fact: not isinstance(fact, ev.PhaseBegan), facts)
    lost = {
        subject
        for fact in of_phase
        if isinstance(fact, ev.MarkerSet) and fact.marker == stakes
        for subject in fact.subjects
    }
    found = {}
    for first, dice in group_by_row(roll.labels, roll.result):
        unit = UnitId(first.row_subject or "")
        had = (unit, stakes) in names.state.markers
        came = word.word if unit in lost else f"still {word.word}" if had else "calm"
        numbers = " v ".join(str(face * label.times) for label, face in dice)
        parts = ", ".join(f"{face}×{label.what}" for label, face in dice)
        found[unit] = f"{names.name_unit_with_handle(unit)} {came} {numbers} ({parts})"
    return found


def describe_lost_nerve(names: MatchNames, figures: Iterable[FigureId]) -> str:
    """Return the words for the figures' lost nerve, which is why they fall without a roll."""
    markers = names.state.markers
    words = {
        marker: names.get_marker_word(marker)
        for one in figures
        for who, marker in markers
        if who == one
    }
    return ", ".join(word.word for word in words.values() if word.nerve)


def _drop_repeated_verb(head: str, roll_name: str, text: str) -> str:
    """Remove the name of a roll if it repeats the verb before it, as in ``falls back: fall back
    7``.
    """
    words = head.split()
    ends = (make_verb_plural(" ".join(words[start:])) for start in range(1, len(words)))
    return text.removeprefix(f"{roll_name} ") if roll_name in ends else text


class LoggedActionGroup(Struct, gc=False):
    """The part of an action that belongs to one phase, and that has one line in the log.

    If another line already shows the number of ``first``, ``number`` is 0 until another entry
    begins in this part.
    """

    names: MatchNames
    first: MatchEntry
    clock: Clock
    side: SideId | None
    last: MatchEntry
    number: int = 0
    head: str = ""
    actors: frozenset[Subject] = frozenset()
    targets: frozenset[Subject] = frozenset()
    clauses: list[RollClause] = field(default_factory=list)
    details: list[EntryDetail] = field(default_factory=list)
    rulings: list[TableRuling] = field(default_factory=list)
    gone: tuple[MatchEntry, ...] = ()
    back: list[str] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    cost: str = ""
    far: str = ""
    aims: list[ActionTargets] = field(default_factory=list)
    parted: bool = False
    """Whether another action has interrupted this one."""
    stood: dict[UnitId, None] = field(default_factory=dict)
    """The units whose figures are counted by hidden marker when the action ends."""
    acting: frozenset[Subject] = frozenset()
    """The actors of the action that has begun most recently, which can be an interrupt."""
    struck: bool = False
    """Whether others rolled first, against the actor of an action without a target."""

    def render_text(self) -> str:
        said = [text for clause in self.clauses if (text := clause.render_text(self.names))]
        attacks = any(clause.opening for clause in self.clauses)
        if self.head and not attacks and not self.parted:
            rolls = (roll.what for clause in self.clauses for roll in clause.rolls)
            text = _drop_repeated_verb(self.head, next(rolls, ""), ", ".join(said))
            return join_with_colon(self._format_head(), text)
        if self.struck:
            said = [self._format_head(), *said]
        return " | ".join(said)

    def _format_head(self) -> str:
        """Return the beginning of the line with distance and cost, as in ``R13 Vey moves 12 cm (3
        AP spent)``.
        """
        spent = f" ({self.cost})" if self.cost else ""
        return f"{self.head}{self.far and ' '}{self.far}{spent}"

    def _get_verb_if_only_rulings(self) -> str:
        """Return the verb of the action if its line has nothing but table rulings, or "".

        A verb such as ``sets up`` follows the side's name. The end of a phase is a whole sentence.
        """
        taken = self.first.input
        if not self.rulings or not isinstance(taken, ev.ActionTaken):
            return ""
        skipped = (one.reason for one in taken.overrides if one.reason.endswith(SKIPPED))
        if taken.action == ev.NEXT and self.clock.phase:
            side = self.clock.side
            return next(skipped, f"{self.names.name_side(side)} is done" if side else "phase ended")
        verb = self.names.get_action_display_name(taken.action)
        has_subject = taken.side is not None and make_verb_plural(verb) != verb
        verb = f"{self.names.name_side(taken.side)} {verb}" if has_subject else verb
        return next(skipped, verb)

    def build_log_line(self, *, still_open: bool) -> LogLine | None:
        """Build the log line, or return None if the action has nothing to report."""
        text = (
            self.names.shorten_repeated_names(self.render_text())
            or self._get_verb_if_only_rulings()
        )
        if not text:
            return None
        notes = [
            *dict.fromkeys(self.notes),
            *join_rulings_by_reason(self.rulings),
            *self.marks,
            *self.back,
        ]
        text = append_notes_in_brackets(text, notes)
        return replace(
            make_log_line(self.names, self.clock, "action", text, self.first, self.last),
            number=self.number or self.first.number,
            side=self.side,
            details=tuple(self.details),
            rulings=tuple(dict.fromkeys([ruling.text for ruling in self.rulings])),
            taken_back=tuple(dict.fromkeys([entry.number for entry in self.gone])),
            gone=tuple([entry.version for entry in self.gone]),
            by_app=any(roll.app for clause in self.clauses for roll in clause.rolls),
            open=still_open,
            back=tuple(self.back),
        )

    def add_undone_lines(self, entries: tuple[MatchEntry, ...], text: str) -> None:
        self.gone += entries
        self.back += [text] if text else []

    def begin_action(
        self,
        event: ev.ActionTaken,
        acts: ActorsAndTargets,
        facts: tuple[ev.AnyFact, ...],
        marks: Sequence[str] = (),
    ) -> None:
        """Begin an action with its actors, targets and verb. If there are no actors, there is no
        verb.
        """
        who, whom = acts.who, acts.whom
        self.acting = frozenset(who)
        said = bool(who)
        head = build_log_line_beginning(self.names, event, who, whom) if said else ""
        if self.names.state.current_values.open:
            self._begin_interrupt_clause(head, marks)
        else:
            self.actors, self.targets, self.head = self.acting, frozenset(whom), head
            self.cost = describe_action_point_cost(self.names, who, facts)
            self.marks += marks
        enemies = filter_enemies(self.names.state, who, whom) if said else ()
        lost_texts = LOST_ACTION_TEXTS.get(self.names.state.info.ruleset, {})
        self.aims.append(
            ActionTargets(
                enemies,
                build_details_by_target(self.names, event, acts),
                actors=self.acting,
                lost_text=lost_texts.get(event.action, ""),
            )
        )
        for override in event.overrides:
            skipped = override.reason.endswith(SKIPPED)
            against = describe_objection_code(self.names, override.objection)
            if override.objection == NO_CHANGE and not all(
                isinstance(fact, ev.ActionEnded) for fact in facts
            ):
                against = "part of it changes nothing"
            ruling = TableRuling(against, "" if skipped else override.reason)
            if override.legal:
                self.notes.append(ruling.text)
            else:
                self.rulings.append(ruling)

    def _begin_interrupt_clause(self, head: str, marks: Sequence[str]) -> None:
        if self.head and not self.parted:
            self.clauses.append(RollClause(head=self._format_head()))
        self.clauses.append(RollClause(head=head, notes=[*marks]))
        self.parted = True
        for aims in self.aims:
            aims.idle = False

    def _end_action(self) -> None:
        """Report lost actions and targets out of range, and return to an interrupted action.

        The number of figures with each hidden marker is reported as well.
        """
        for unit in self.stood:
            each = fact_descriptions.describe_figure_counts_by_marker(
                self.names, unit, self._list_shown_parameters()
            )
            name = self.names.name_unit_with_handle(unit)
            self.clauses.append(RollClause(head=name, effects={text: text for text in each}))
        if not self.aims:
            return
        ended = self.aims.pop()
        for text in ended.describe_lost_actions(self.names):
            self.add_effect(text)
        if text := ended.describe_out_of_range_targets(self.names):
            self.add_effect(text)
        if self.aims:
            self.clauses.append(RollClause())

    def add_roll(self, roll: ev.Rolled, brief_text: str, facts: Iterable[ev.AnyFact]) -> None:
        rolled = any(clause.rolls for clause in self.clauses)
        if not self.head and not rolled:  # an automatic action belongs to the side that rolls
            self.side = self.names.find_rolling_side(roll)
        told = NO_DETAILS
        if self.aims:
            told = self.aims[-1].get_details_of_new_target(roll)
            self.aims[-1].mark_target_rolled_against(roll)
        last = self.clauses[-1] if self.clauses else None
        attack = roll_descriptions.is_attack_roll(roll)
        others = roll.subject not in self.actors and roll.target in self.actors and not self.targets
        self.struck |= bool(self.head) and others and not rolled and not self.parted
        fresh = last is not None and last.head and not last.opening and not last.rolls
        begun = self.head and last is not None and last.has_only_effects
        if not (attack and last and last.opening and belongs_to_attack(last.rolls, roll)):
            if last is None or not (attack and (begun or (fresh and self.aims[1:]))):
                self._add_reason_of_automatic_attack(roll)
                last = RollClause()
                if not attack and not self.head:
                    last.whose = roll_descriptions.name_roller_unless_labelled(self.names, roll)
                self.clauses.append(last)
            if attack:
                last.opening = self._describe_opening(roll, told)
                last.details = None if last.opening == self._format_head() else told
                last.about = self.names.find_unit(roll.target or "")
        last.rolls.append(roll)
        if last.details is not None and attack:
            describe = roll_descriptions.describe_roller_and_target
            last.opening = describe(self.names, last.rolls[0], last.details, last.rolls)
        last.brief_texts.append(brief_text)
        if roll.subject is not None:
            words = self.names.state.info.words
            last.tags[roll.subject] = words.format_display_handle(roll.subject)
        last.outcomes = describe_nerve_outcomes(self.names, roll, facts)
        ruling = roll_descriptions.describe_difference_from_asked_roll(roll)
        if ruling:
            self.rulings.append(TableRuling(ruling))

    def _describe_opening(self, roll: ev.Rolled, details: TargetDetails) -> str:
        """Describe who rolls against whom.

        If the target rolls first, return the beginning of the line instead.
        """
        rolled = any(clause.rolls for clause in self.clauses)
        answered = roll.subject in (self.targets or self.actors) and roll.target in self.actors
        if self.head and answered and not rolled and not self.parted:
            return self._format_head()
        return roll_descriptions.describe_roller_and_target(self.names, roll, details)

    def _add_reason_of_automatic_attack(self, roll: ev.Rolled) -> None:
        rolled = self.clauses[-1].rolls if self.clauses else []
        if not rolled or roll.subject is None or roll.subject != rolled[-1].target:
            return
        word = roll_descriptions.describe_meaning_of_last_face(rolled[-1])
        if word and not any(word in said for said in self.clauses[-1].effects):
            self.add_effect(f"{self.names.name_subject(roll.subject)} {word}")

    def add_reason_for_manual_outcome(self, reason: str) -> None:
        """Add the reason for an outcome that was entered by hand, unless it only says that a phase
        was skipped.
        """
        if self.first.is_automatic and not self.clauses and reason.endswith(SKIPPED):
            return
        for aims in self.aims:
            aims.idle = False
            aims.struck.update(aims.enemies)
        self.add_effect(reason if reason.startswith(LEFT_UNDONE) else f"by hand, {reason}")

    def consists_only_of_choice(self, choice: ev.Chosen) -> bool:
        """Return whether a choice is the whole action, as when a unit ``sweeps``."""
        taken = self.first.input
        return (
            bool(self.head)
            and isinstance(taken, ev.ActionTaken)
            and isinstance(choice.value, bool)
            and choice.key.startswith(f"{taken.action}:")
        )

    def add_basis_or_refusal_of_choice(self, choice: ev.Chosen) -> None:
        """Add what a decision is based on or, if the answer was no, the word for it."""
        _, _, rests_on = choice.what.partition(": ")
        text = (
            rests_on if choice.value else self.names.format_value(choice.value, whole=choice.whole)
        )
        if text:
            self.add_effect(text)

    def add_effect(self, text: str) -> None:
        self._get_or_begin_last_clause().effects[text] = text

    def _get_or_begin_last_clause(self) -> RollClause:
        if not self.clauses:
            self.clauses.append(RollClause())
        return self.clauses[-1]

    def add_fact(self, entry: MatchEntry, fact: ev.AnyFact) -> None:
        """Add the text of a fact unless the line already contains it."""
        self._record_effects_of_actions(fact)
        match fact:
            case ev.ActionEnded():
                self._end_action()
            case ev.MarkerSet():
                self._add_marker(entry, fact)
            case ev.MarkerCleared(subjects=subjects):
                if not all(one in self.acting and is_figure(one) for one in subjects):
                    self._remove_waiting_marker(fact)
                    self._add_description(fact)
            case ev.Moved() if self._does_line_contain_move(entry, fact) or self._is_rolled_move(
                entry, fact
            ):
                pass
            case ev.FiguresRemoved():
                self._add_losses(entry, fact)
            case ev.FiguresReturned():
                self._add_returned_figures(fact)
            case ev.Linked(relation=relation, a=a, b=b):
                self._remove_description(ev.Unlinked(relation=relation, a=a, b=b))
                told = a in self.actors and b in self.actors | self.targets
                if not (told and self._does_entry_begin_line(entry)):
                    self._add_link(fact)
            case ev.PointsScored(why=why) if why:
                self._drop_repeated_reason(f" for {why}")
                self._add_description(fact)
            case _:
                self._add_description(fact)

    def _record_effects_of_actions(self, fact: ev.AnyFact) -> None:
        if self.aims and self.aims[-1].idle:
            self.aims[-1].record_whether_fact_has_effect(self.names, fact)
        for aims in self.aims:
            is_interrupted = aims is not self.aims[-1]
            aims.record_lost_nerve_or_move(self.names, fact, is_interrupted=is_interrupted)

    def _add_description(self, fact: ev.AnyFact) -> None:
        clause = self._get_or_begin_last_clause()
        text = fact_descriptions.describe_fact(self.names, fact, clause.about)
        if text:
            clause.effects[text] = text

    def _remove_description(self, fact: ev.AnyFact) -> None:
        """Remove the text of an earlier fact in the last clause, because it no longer holds."""
        clause = self._get_or_begin_last_clause()
        clause.effects.pop(fact_descriptions.describe_fact(self.names, fact, clause.about), None)

    def _drop_repeated_reason(self, reason: str) -> None:
        """Remove a reason from the last effect, because the next points have the same reason."""
        effects = self._get_or_begin_last_clause().effects
        for last in [*effects][-1:]:
            effects[last] = effects[last].removesuffix(reason)

    def _does_entry_begin_line(self, entry: MatchEntry) -> bool:
        return bool(self.head) and isinstance(entry.input, ev.ActionTaken)

    def _add_marker(self, entry: MatchEntry, fact: ev.MarkerSet) -> None:
        word = self.names.get_marker_word(fact.marker)
        if word.shown == "hidden" and fact.marker in self._list_shown_parameters():
            units = map(self.names.find_unit, fact.subjects)
            self.stood |= {unit: None for unit in units if unit is not None}
        elif not self._does_line_contain_marker(word, entry, fact):
            fact = self._remove_subjects_with_reported_check(word, fact)
            if fact.subjects and all(map(is_unit, fact.subjects)):
                self._add_alike_marker(fact)
            elif all(map(is_figure, fact.subjects)) and not self.names.state.info.words.by_figure:
                self._add_marked_figures(fact)
            elif fact.subjects:
                self._add_description(fact)

    def _add_marked_figures(self, fact: ev.MarkerSet) -> None:
        """Report figures together with those that have got the same marker in the same clause."""
        clause = self._get_or_begin_last_clause()
        key = f"figures {fact_descriptions.describe_marker(self.names, fact)}"
        clause.alike[key] = tuple(dict.fromkeys((*clause.alike.get(key, ()), *fact.subjects)))
        together = replace(fact, subjects=clause.alike[key])
        text = fact_descriptions.describe_fact(self.names, together, clause.about)
        if text:
            clause.effects[key] = text

    def _add_link(self, fact: ev.Linked) -> None:
        """Add the text of a link. If the link counts something, the new count replaces the earlier
        one.
        """
        if not self.names.get_link_word(fact.relation).counts:
            self._add_description(fact)
        elif fact.value:
            text = fact_descriptions.describe_fact(self.names, fact)
            self._get_or_begin_last_clause().effects[f"{fact.relation} {fact.b}"] = text

    def _list_shown_parameters(self) -> tuple[str, ...]:
        taken = self.first.input
        if not isinstance(taken, ev.ActionTaken):
            return ()
        return self.names.list_parameters_shown_in_log(taken.action)

    def _add_alike_marker(self, fact: ev.MarkerSet) -> None:
        """Add subjects that have got the same marker. A later value of a marker replaces an earlier
        one.
        """
        text, clause = (
            fact_descriptions.describe_marker(self.names, fact),
            self._get_or_begin_last_clause(),
        )
        if text:
            self._remove_waiting_texts(clause, fact)
            them = dict.fromkeys((*clause.alike.get(text, ()), *fact.subjects))
            clause.alike[text] = tuple(them)
            clause.effects[text] = f"{self.names.name_subjects(them)} {text}"
            clause.waiting.update({(one, fact.marker): text for one in fact.subjects})

    def _remove_waiting_marker(self, fact: ev.MarkerCleared) -> None:
        """Remove the text about a marker that ends with the action, so that only its effect is
        reported.

        If the marker is counted, only the counts in the last clause are removed.
        """
        word = self.names.get_marker_word(fact.marker)
        clauses = self.clauses if word.waits else self.clauses[-1:] if word.shown == "times" else ()
        for clause in clauses:
            self._remove_waiting_texts(clause, fact)

    def _remove_waiting_texts(
        self, clause: RollClause, fact: ev.MarkerSet | ev.MarkerCleared
    ) -> None:
        for subject in fact.subjects:
            text = clause.waiting.pop((subject, fact.marker), "")
            if not text:
                continue
            left = tuple(one for one in clause.alike[text] if one != subject)
            clause.alike[text] = left
            if left:
                clause.effects[text] = f"{self.names.name_subjects(left)} {text}"
            else:
                del clause.effects[text]

    def _remove_subjects_with_reported_check(
        self, word: MarkerWord, fact: ev.MarkerSet
    ) -> ev.MarkerSet:
        clause = self._get_or_begin_last_clause()
        checked: set[Subject | None] = set()
        if word.nerve:
            checked |= clause.outcomes.keys()
        for roll in clause.rolls[-1:]:
            is_test = roll.bands and roll.form == "score"
            if is_test and self.names.get_roll_word(roll).stakes == fact.marker:
                checked.add(roll.subject)
        if checked.isdisjoint(fact.subjects):
            return fact
        return replace(fact, subjects=tuple(s for s in fact.subjects if s not in checked))

    def _add_losses(self, entry: MatchEntry, fact: ev.FiguresRemoved) -> None:
        clause = self._get_or_begin_last_clause()
        if self.names.state.info.words.by_figure:
            rolled = any(each.rolls for each in self.clauses)
            by_rule = fact.how == "killed" and not isinstance(entry.input, ev.Corrected)
            why = describe_lost_nerve(self.names, fact.figures) if by_rule and not rolled else ""
            text = fact_descriptions.describe_fact(self.names, fact)
            self.add_effect(f"{text} ({why})" if why else text)
            return
        for unit in self.names.count_subjects_by_unit(fact.figures):
            own = (one for one in fact.figures if self.names.find_unit(one) == unit)
            self._report_losses(unit, (*clause.losses.get(unit, ()), *own), fact.how)
            if fact.how == "destroyed" and len(self.names.state.units[unit].figures) <= 1:
                self._remove_conditions(unit)

    def _remove_conditions(self, unit: UnitId) -> None:
        """Remove the serious conditions of a destroyed vehicle, such as ``DISABLED``."""
        for clause in self.clauses:
            for subject, marker in [*clause.waiting]:
                if subject == unit and self.names.get_marker_word(marker).word.isupper():
                    cleared = ev.MarkerCleared(marker=marker, subjects=(unit,))
                    self._remove_waiting_texts(clause, cleared)

    def _report_losses(self, unit: UnitId, lost: tuple[FigureId, ...], how: ev.RemovedHow) -> None:
        """Replace the text about a unit's losses in the current clause."""
        clause = self._get_or_begin_last_clause()
        clause.losses[unit] = lost
        if not lost:
            del clause.effects[f"{unit} lost"]
        else:
            kinds = fact_descriptions.describe_fallen_kinds_if_mixed(self.names, unit, lost)
            text = fact_descriptions.describe_loss(self.names, unit, len(lost), how, kinds)
            clause.effects[f"{unit} lost"] = text

    def _add_returned_figures(self, fact: ev.FiguresReturned) -> None:
        """Report returned figures, or reduce the losses in the same clause."""
        lost_by_unit = self._get_or_begin_last_clause().losses
        new = list(fact.figures)
        for unit, lost in [*lost_by_unit.items()]:
            left = tuple(one for one in lost if one not in fact.figures)
            if left != lost:
                new = [one for one in new if one not in lost]
                how = self.names.state.figures[left[0]].gone if left else None
                self._report_losses(unit, left, how or "killed")
        if new:
            self._add_description(replace(fact, figures=tuple(new)))

    def _does_line_contain_marker(
        self, word: MarkerWord, entry: MatchEntry, fact: ev.MarkerSet
    ) -> bool:
        value, subjects, begins = fact.value, fact.subjects, self._does_entry_begin_line(entry)
        if self.actors.issuperset(subjects):
            if value in self.targets:
                return begins
            if self.struck:
                return word.word in self.head
        if not fact.until:
            return False
        if begins and (word.shown != "value" or value is True):
            return all(is_unit(one) or is_figure(one) for one in subjects)
        return _do_dice_show_value(entry.input, subjects, value)

    def _does_line_contain_move(self, entry: MatchEntry, fact: ev.Moved) -> bool:
        """Return whether the beginning of the line describes a move.

        The first distance is added to the beginning of the line.
        """
        figures, begins = fact.figures, self._does_entry_begin_line(entry)
        if fact.unit not in self.actors and not (figures and self.actors.issuperset(figures)):
            return False
        if not fact.length:
            return begins or self.parted
        if not (begins or self.struck) or self.targets or self.parted:
            return False
        far = self.names.format_length(fact.length)
        self.far = self.far or far
        return self.far == far

    def _is_rolled_move(self, entry: MatchEntry, fact: ev.Moved) -> bool:
        """Return whether the acting unit moved exactly the total of a roll that the line shows.

        The total of a test, which must reach a number, is not a distance.
        """
        roll = entry.input
        if not isinstance(roll, ev.Rolled) or roll.form != "score" or roll.need:
            return False
        is_same = (fact.length or 0) == sum(roll.result) * LENGTH_UNIT
        return is_same and fact.unit in self.actors and fact.unit == roll.subject


def _do_dice_show_value(
    said: ev.AnyInput, subjects: tuple[Subject, ...], value: ev.Scalar | None
) -> bool:
    """Return whether the dice of each subject show exactly the given value.

    If a subject has several dice, no die shows their total. If dice have no labels, any die can
    show the value. The dice of a pool show only successes, and therefore never the value.
    """
    if not isinstance(said, ev.Rolled) or said.form == "pool" or value is True:  # True equals 1
        return False
    labelled = [*zip(said.labels, said.result, strict=False)]
    theirs = ([face for label, face in labelled if label.subject == one] for one in subjects)
    return all(dice == [value] if dice else value in said.result for dice in theirs)

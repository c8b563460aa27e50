"""The panel of the prompt: the open question, its dice, the typed text and the last roll."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace
from textual.content import Content

from tracker.application.correcting.waiting_correction_lines_and_dice import count_lines_to_replay
from tracker.application.errors import Refused
from tracker.procedures.requests import Interrupt, Score
from tracker.procedures.ruleset import Ruleset
from tracker.vocabulary.count_wording import format_count, format_need
from tracker.vocabulary.events import Rolled
from tui.correcting.late_interrupts import name_sides_that_can_interrupt
from tui.key_bindings import ENTER
from tui.prompt.next_key_hints import NUMBER, list_allowed_whole_line_keys, list_next_key_hints
from tui.prompt.prompt_state import Notice, NoticeKind, PromptState
from tui.prompt.table_prompt import Prompt
from tui.table.panels.forecast_panel import ForecastCache
from tui.table.panels.typed_dice_and_roll_sheet import (
    CURSOR,
    build_preview_of_prompt_dice,
    draw_rolled_faces,
    list_sheet_sides,
    render_dice_before_reroll,
    render_roll_sheet,
    render_typed_dice,
)
from tui.terminal_text_fitting import (
    StyledText,
    count_cells,
    cut_text,
    fill_line,
    join_styled,
    pad_text,
    wrap_styled,
    wrap_text,
)
from tui.views.amount_question_table import build_amount_table
from tui.views.forecast_wording import describe_forecast
from tui.views.game_status_view import (
    describe_game_end,
    has_score,
    is_phase_alternating,
    list_due_sides,
    list_side_scores,
)
from tui.views.next_line_proposals import NEXT
from tui.views.open_action_description import list_open_action_details, name_actor_and_targets
from tui.views.pending_question_view import (
    PendingQuestionView,
    build_question_view,
    describe_dice,
    list_numbered_handles,
    name_subject,
)
from tui.views.roll_formatting import (
    format_roll_number_within_action,
    format_roll_parts,
    group_faces_in_fives,
    list_rolls_of_open_or_last_action,
)
from tui.widgets.clickable_text import (
    list_keys_in_label,
    list_keys_to_type,
    make_content_clickable,
    render_key_hint,
    render_key_hints,
)
from tui.widgets.large_characters import draw_big_number, place_number_beside_text
from tui.widgets.panel import Panel, PanelEdges

KEY_GAP = "   "


def render_next_keys(prompt: PromptState, width: int) -> list[Content]:
    """Render the keys that can follow, each with its meaning, as many per line as fit."""
    lines: list[list[StyledText]] = []
    used = width + 1
    for key, word in list_next_key_hints(prompt):
        hint_width = count_cells(f"{KEY_GAP}{key} {word}")
        if used + hint_width > width:
            lines.append(["  "])
            used, hint_width = 2, hint_width - len(KEY_GAP)
        hint = join_styled([(key, "$primary bold"), (f" {word}", "$quiet")])
        between = KEY_GAP if len(lines[-1]) > 1 else ""
        clickable = make_content_clickable(hint, list_keys_to_type(key))
        lines[-1] += [between, hint if key == NUMBER else clickable]
        used += hint_width
    return [join_styled(pieces) for pieces in lines]


def render_subject_names_or_number_hint(prompt: Prompt, width: int) -> list[Content]:
    """Render the names of the subjects whose numbers are typed, or a hint about numbers."""
    if prompt.pending is None:
        return []
    match, request = prompt.game.match, prompt.pending.request
    handles = list_numbered_handles(match, request)
    if not handles or not prompt.reader.accepts_character("0"):
        return []
    if not prompt.typed_text[:1].isdigit():
        numbers = [handle[1:] for handle in handles]
        if len(set(numbers)) < len(numbers):  # r1 and b1 differ only in their letters
            return []
        return [join_styled([(f"or their numbers: {','.join(numbers[:2])}", "$quiet")])]
    try:
        named_handles = prompt.reader.convert_typed_answer().split()
    except Refused:
        return []
    shares = getattr(request, "shares", ())
    chosen = (share.id for share in shares if match.handle(share.id) in named_handles)
    names = [name_subject(match, subject) for subject in chosen]
    return wrap_styled(", ".join(names) or "nobody", width, "$success")


ENTER_HINT = f"{CURSOR} Enter: "
MIN_WIDTH_BESIDE = 40


def render_input_or_proposal(prompt: Prompt, width: int) -> list[Content]:
    """Render the typed text with its meaning or, if nothing is typed, the proposal."""
    if prompt.typed_text:
        typed_proposal = prompt.reader.get_typed_line_with_defaults()
        problem = prompt.reader.explain_incomplete_line()
        pieces: list[StyledText] = [(prompt.typed_text, "bold"), (CURSOR, "$primary"), "   "]
        if problem and not typed_proposal.age:
            is_shown_below = prompt.notice is not None and prompt.notice.text == problem
            return _render_incomplete_line(pieces, "" if is_shown_below else problem, width)
        pieces.append((typed_proposal.line, "$secondary"))
        details = ", ".join(filter(None, (typed_proposal.age, prompt.reader.describe_move_limit())))
        pieces.append((f"  ({details})" if details else "", "$quiet"))
        is_confirming = bool(prompt.line_to_confirm)  # the advice says what Enter does
        enter = make_content_clickable(join_styled([("  Enter", "$success")]), ENTER[:1])
        return [fill_line(width, pieces, [] if is_confirming or problem else [enter])]
    if prompt.line_to_confirm not in ("", NEXT):
        return [fill_line(width, [(CURSOR, "$primary"), " ", (prompt.line_to_confirm, "bold")])]
    proposal = prompt.reader.get_proposal()
    if proposal is None:
        shown = "" if prompt.notice is not None else prompt.describe_action_due_at_phase_end()
        first, *rest = wrap_text(shown, width - 2) or [""]
        lines = [join_styled([(CURSOR, "$primary"), (f" {first}" if first else "", "$quiet")])]
        return [*lines, *(join_styled(["  ", (each, "$quiet")]) for each in rest)]
    age = f" ({proposal.age})" if proposal.age else ""
    words = wrap_text(prompt.reader.describe_proposal(proposal) + age, width - len(ENTER_HINT))
    last: list[StyledText] = [(words[-1].removesuffix(age), "bold")]
    last += [(age, "$quiet")] if words[-1].endswith(age) else []
    lines = [join_styled([(word, "bold")]) for word in words[:-1]]
    written = "" if proposal.line == NEXT else f"  {proposal.line}"
    fits = join_styled([*last, written]).cell_length <= width - len(ENTER_HINT)
    right: list[StyledText] = [(written, "$secondary")] if fits else []
    lines.append(fill_line(width - len(ENTER_HINT), last, right))
    head = join_styled([(CURSOR, "$primary"), (" Enter: ", "$success")])
    rows = [
        join_styled([" " * len(ENTER_HINT) if index else head, line])
        for index, line in enumerate(lines)
    ]
    return [make_content_clickable(row, ENTER[:1]) for row in rows]


def _render_incomplete_line(typed: list[StyledText], reason: str, width: int) -> list[Content]:
    typed_width = join_styled(typed).cell_length
    is_beside = width - typed_width >= MIN_WIDTH_BESIDE
    words = wrap_text(reason, width - (typed_width if is_beside else 2))
    first, rest = (words[:1], words[1:]) if is_beside else ([], words)
    indent = " " * (typed_width if is_beside else 2)
    return [
        fill_line(width, [*typed, *((each, "$quiet") for each in first)]),
        *(join_styled([indent, (each, "$quiet")]) for each in rest),
    ]


def render_alternative_keys(prompt: Prompt, width: int) -> Content:
    """Render the keys for alternatives to the proposal, as many as fit."""
    if (
        prompt.typed_text
        or prompt.game.open_action_mismatch is not None
        or prompt.game.match.ended is not None
    ):
        return Content("")
    keys, side = prompt.game.ruleset.keys.interrupts, name_sides_that_can_interrupt(prompt.game)
    interrupts = [(keys.key, f"{side} interrupts")] if keys and side else []
    interrupts += list_allowed_whole_line_keys(prompt.game)
    number = [("", "type a number")]
    hints = render_key_hints([*number, *interrupts], width)
    if len(hints.plain.split(" · ")) > len(interrupts):
        return hints
    return render_key_hints(interrupts, width)


RULES_CHANGED_HINTS = (("Esc", "undo that action"), ("!", "end it by hand"))
GAME_OVER_HINTS = (
    ("Enter", "show how it ended"),
    ("F4", "report"),
    ("u", "undo the last line"),
    ("q", "quit"),
)
MIN_SHEET_HEIGHT = 3  # two rows and the keys


class PromptPanel(Panel):
    def __init__(
        self,
        prompt: Prompt,
        forecast_cache: ForecastCache,
        edges: PanelEdges,
        *,
        is_large: bool = False,
    ) -> None:
        super().__init__(edges)
        self.prompt = prompt
        self.is_large = is_large
        self.forecast_cache = forecast_cache

    def _build_question(self) -> PendingQuestionView | None:
        pending = self.prompt.pending
        return build_question_view(self.prompt.game.match, pending) if pending else None

    def render_title(self) -> Iterable[StyledText]:
        question = self._build_question()
        game = self.prompt.game
        if self.prompt.free_roll is not None:
            return [("free roll", "bold")]
        if game.open_action_mismatch is not None:
            return [("the rules have changed", "$error bold")]
        if game.match.ended is not None:
            return [("result", "$success bold")]
        if question is None:
            due = self._render_sides_due()
            return [*due, ": who does what?"]
        sheet = self.prompt.dice.get_roll_sheet()
        if sheet is not None:
            return [(sheet.title, "bold")]
        actor, target = name_actor_and_targets(game)
        if target:
            details = "".join(f" · {detail}" for detail in list_open_action_details(game))
            return [(actor, "bold"), " ▸ ", (target, "bold"), details]
        return [(question.actor or question.side or question.what, "bold")]

    def _render_sides_due(self) -> list[StyledText]:
        """Render the side that typed numbers mean, and the other side if both can act now."""
        game, side = self.prompt.game, self.prompt.side
        match, sides = game.match, list_due_sides(game)
        has_both = match.clock.side is not None and side in sides
        has_both = has_both and not is_phase_alternating(game)
        others = [side_id for side_id in sides if side_id != side] if has_both else []
        pieces: list[StyledText] = []
        for side_id in (side, *others):
            if side_id is not None:
                name = (match.side_name(side_id), f"$side-{match.sides.index(side_id) + 1} bold")
                pieces += [", ", name] if pieces else [name]
        return pieces

    def render_right_title(self) -> Iterable[StyledText]:
        if self.prompt.pending is None and self.prompt.free_roll is None:
            title_width = join_styled(self.render_title()).cell_length + len("├─  ──  ─┤")
            return [render_alternative_keys(self.prompt, self.size.width - title_width)]
        if not self.prompt.wants_dice or self.prompt.free_roll is not None:
            return []
        sheet = self.prompt.dice.get_roll_sheet()
        if sheet is not None:
            roll_count = sum(row.dice > 0 for row in sheet.rows)
            return [f"{format_count(roll_count, 'roll')} on one sheet"]
        step = format_roll_number_within_action(self.prompt.game)
        step_text = step.removeprefix("roll ") if self.is_large and " of " in step else step
        return [step_text] if step_text else []

    def render_body(self, width: int, height: int) -> list[Content]:
        inner = width - 2
        question = self._build_question()
        if question is None:
            has_ended = self.prompt.game.match.ended is not None
            lines = (
                self._render_game_over(inner)
                if has_ended
                else self._render_without_question(inner, height)
            )
        elif question.is_roll:
            lines = self._render_dice(question, inner, height)
        else:
            lines = self._render_choice_question(question, inner, height)
        return [join_styled([" ", each]) for each in lines[:height]]

    def _render_dice(self, question: PendingQuestionView, width: int, height: int) -> list[Content]:
        roll_count = 3 if self.is_large else 1
        earlier = self._render_replay_note(width) or self._render_last_rolls(width, roll_count)
        reroll = self.prompt.dice.parse_typed_reroll()
        if reroll is not None:
            purpose = f"again: {question.what}"
            dice = describe_dice(reroll.roll.dice)
            question = replace(question, what=purpose, dice=dice, reason="")
        needed = self._render_needed_number(question, width)
        notice = _render_notice(self.prompt.notice, width)
        sheet = self.prompt.dice.get_roll_sheet()
        if sheet is not None:
            is_one_side = len(list_sheet_sides(self.prompt, sheet)) == 1
            lines = self._render_needed_number(
                question if is_one_side else replace(question, side=""), width
            )[:1]
            need = format_need(question.need)
            if self.is_large and need not in lines[0].plain:
                lines += wrap_styled(need, width, "bold")
            lines = [*self._render_replay_note(width), *lines]
            lines = lines if len(notice) + MIN_SHEET_HEIGHT < height else []
            room = max(height - len(lines) - len(notice), MIN_SHEET_HEIGHT)
            rows = render_roll_sheet(self.prompt, sheet, width, room)
            forecast_lines = self._render_forecast(width, "")[: room - len(rows)]
            return [*lines, *rows, *notice, *forecast_lines]
        is_short = len(needed) > 1 and not self.is_large
        gap_lines = [] if is_short else [Content("")]
        roller = f"{question.side} rolls" if question.side else ""
        is_roller_shown = self.is_large or any(roller in line.plain for line in needed)
        explanation = question.dice_explanation if reroll is None else ""
        if note := " · ".join(filter(None, ("" if is_roller_shown else roller, explanation))):
            gap_lines = wrap_styled(note, width, "$quiet")[: 1 if is_short else 2]
        head = [*needed, *render_dice_before_reroll(self.prompt, width)]
        dice_lines = render_typed_dice(self.prompt, width, large=self.is_large and not notice)
        dice_lines += _render_next_label(question, self.prompt, width)
        if notice:  # its keys matter more than the explanation
            room = height - len(head) - len(dice_lines) - len(notice)
            gap_lines = gap_lines[: max(room, 0)]
        lines = [*head, *gap_lines, *dice_lines]
        surplus = len(earlier) + len(lines) + len(notice) - height
        lines = [*earlier[max(surplus, 0) :], *lines, *notice]
        is_known = self._is_score_complete()  # the dice already show whether the test is passed
        footer = self._render_forecast(width, "" if is_known else question.expected)
        footer += wrap_styled(question.notation, width, "$quiet")
        gap = height - len(lines) - len(footer)
        return [*lines, *[Content("")] * max(0, min(gap, 1)), *footer]

    def _is_score_complete(self) -> bool:
        """Return whether all dice of a sum are typed, so that its outcome is shown beside them."""
        pending = self.prompt.pending
        is_score = pending is not None and isinstance(pending.request, Score)
        return is_score and build_preview_of_prompt_dice(self.prompt).is_ready

    def _render_replay_note(self, width: int) -> list[Content]:
        count = count_lines_to_replay(self.prompt.game) if self.prompt.free_roll is None else 0
        lines = "1 line follows" if count == 1 else f"{count} lines follow"
        return [fill_line(width, [(f"{lines} after this answer", "$warning")])] if count else []

    def _render_last_rolls(self, width: int, maximum: int) -> list[Content]:
        game = self.prompt.game
        rolls = list_rolls_of_open_or_last_action(game)[-maximum:]
        return [_render_old_roll(roll, width, game.ruleset) for roll in rolls]

    def _render_forecast(self, width: int, expected: str) -> list[Content]:
        is_of_action = self.prompt.free_roll is None
        forecast = self.forecast_cache.get_forecast_to_show() if is_of_action else None
        if self.is_large or forecast is None:
            return [fill_line(width, [(expected, "$quiet")])] if expected else []
        return [fill_line(width, [(describe_forecast(forecast, width), "$secondary")])]

    def _render_needed_number(self, question: PendingQuestionView, width: int) -> list[Content]:
        need = format_need(question.need)
        left: list[StyledText] = [(question.what.upper(), "$primary bold"), "   ", question.dice]
        left += ["   ", (need, "bold")] if need else []
        if question.special_results:
            left += ["   ", (question.special_results, "$warning bold")]
        roller = f"   {question.side} rolls" if question.side else ""
        why = join_styled(["  (", render_key_hint("w", "why"), (")", "$quiet")])
        reason_text = cut_text(question.reason, width - why.cell_length)
        reason = join_styled([(reason_text, "$quiet"), why])
        if not self.is_large:
            room = width - join_styled(left).cell_length - reason.cell_length - 2
            if room < 0:
                return [fill_line(width, left), fill_line(width, [], [reason])]
            roller = roller if count_cells(roller) <= room else ""
            return [fill_line(width, [*left, (roller, "$quiet")], ["  ", reason])]
        big = [join_styled([(row, "$primary bold")]) for row in draw_big_number(question.need)]
        hints = [("", roller.strip())] if roller else []
        words = [join_styled(left), render_key_hints([*hints, ("w", "why")], width)]
        number_width = max((row.cell_length + 2 for row in big), default=0)
        if join_styled(left).cell_length + number_width > width:
            words[:1] = [join_styled(left[:3]), join_styled(left[4:])]
        words += wrap_styled(question.reason, width - 14, "$quiet")
        return place_number_beside_text(words, big, width)

    def _render_choice_question(
        self, question: PendingQuestionView, width: int, height: int
    ) -> list[Content]:
        notice = _render_notice(self.prompt.notice, width)
        title_lines = _render_choice_title(question, width)
        lines = self._render_replay_note(width)
        if not lines and len(title_lines) == 1:
            lines = self._render_last_rolls(width, 1)
        lines += title_lines
        table = self._render_amount_table(width)
        if table:
            end = [*self._render_answer_below_table(width), *notice]
            lines = title_lines if len(lines) + len(table) > height - len(end) else lines
            room = max(height - len(lines) - len(end), 1)
            return [*lines, *table[:room], *end]
        if question.lettered_options:
            lines += _render_offers(question, width, height - len(lines) - len(notice) - 1)
        else:
            forms = ". ".join(filter(None, (question.notation, self._describe_interrupt_key())))
            form_lines = wrap_styled(forms, width, "$quiet")
            handle_lines = render_subject_names_or_number_hint(self.prompt, width)
            room = max(height - len(lines) - len(handle_lines) - len(notice) - 1, 1)
            if len(form_lines) > room:
                form_lines[room - 1 :] = [render_key_hint("?", "list everything you can type")]
            lines += [*form_lines, *handle_lines]
        answer: list[StyledText] = [(self.prompt.typed_text, "bold"), (CURSOR, "$primary")]
        if question.lettered_options and not self.prompt.typed_text:
            answer.append(("  a letter, or", "$quiet"))
        room = width - join_styled(answer).cell_length - 2
        text, style = self._describe_enter_answer(question.default)
        enter = make_content_clickable(join_styled([(cut_text(text, room), style)]), ENTER[:1])
        lines.append(fill_line(width, answer, [enter]))
        return [*lines, *notice]

    def _render_amount_table(self, width: int) -> list[Content]:
        """Render amounts with a row for each unit, or nothing if the question has no such table."""
        pending = self.prompt.pending
        table = build_amount_table(self.prompt.game.match, pending.request) if pending else None
        if table is None:
            return []
        heading, *rows = table.format_lines(width)
        hint = f"type a unit, a letter and a number, for example {table.example}"
        return [
            fill_line(width, [(heading, "$quiet")]),
            *(fill_line(width, [row]) for row in rows),
            *wrap_styled(hint, width, "$quiet"),
        ]

    def _render_answer_below_table(self, width: int) -> list[Content]:
        """Render the typed answer and, beside or below it, the answer that Enter gives."""
        assert self.prompt.pending is not None
        means = getattr(self.prompt.pending.request, "default_means", "")
        proposal = f"the numbers above ({means})" if means else "the numbers above"
        answer = join_styled([(self.prompt.typed_text, "bold"), (CURSOR, "$primary")])
        text, style = self._describe_enter_answer(proposal)
        lines = [
            make_content_clickable(each, ENTER[:1]) for each in wrap_styled(text, width, style)
        ]
        if len(lines) == 1 and answer.cell_length + 2 + lines[0].cell_length <= width:
            return [fill_line(width, [answer], lines)]
        return [answer, *lines]

    def _describe_interrupt_key(self) -> str:
        game = self.prompt.game
        keys, pending = game.ruleset.keys.interrupts, game.pending
        if keys is None or pending is None or not isinstance(pending.request, Interrupt):
            return ""
        first = next((game.match.handle(subject)[1:] for subject in pending.request.by), "")
        return f"Type {keys.key} and the number: {keys.key}{first}"

    def _describe_enter_answer(self, proposal: str) -> tuple[str, str]:
        """Return the text of the answer that Enter gives, and the style of the text."""
        if self.prompt.is_override_offered:  # Enter confirms the line of the warning
            return "", ""
        typed = self.prompt.typed_text
        answer = self.prompt.reader.describe_typed_choice() if typed else proposal
        if answer is None:
            return "no answer yet", "$quiet"
        return (f"Enter: {answer}" if answer else ""), "$success"

    def _render_without_question(self, width: int, height: int) -> list[Content]:
        game, prompt = self.prompt.game, self.prompt
        earlier = self._render_last_rolls(width, 3 if self.is_large else 2)
        if game.open_action_mismatch is not None:
            text = (
                f"Line {game.history.get_line_number(game.state.current_values.open[0])} "
                f"cannot continue: {game.open_action_mismatch}."
            )
            lines = wrap_styled(text, width, "$error")
            lines.append(render_key_hints([("", "Nothing is lost"), *RULES_CHANGED_HINTS], width))
            return lines + _render_notice(prompt.notice, width)
        lines = render_input_or_proposal(prompt, width)
        notice = _render_notice(prompt.notice, width)
        next_lines = notice or render_next_keys(prompt, width)
        surplus = len(earlier) + len(lines) + len(next_lines) - height
        return [*earlier[max(surplus, 0) :], *lines, *next_lines, *self._render_forecast(width, "")]

    def _render_game_over(self, width: int) -> list[Content]:
        game = self.prompt.game
        lines = wrap_styled(describe_game_end(game.state), width, "$success bold")
        for name, points in list_side_scores(game) if has_score(game) else ():
            score = f"{points} VP"
            force = cut_text(name, width - count_cells(score) - 2)
            lines.append(join_styled([f"{force}  ", (score, "bold")]))
        lines.append(render_key_hints(GAME_OVER_HINTS, width))
        return lines + _render_notice(self.prompt.notice, width)


def _render_old_roll(rolled: Rolled, width: int, rules: Ruleset) -> Content:
    name, dice, outcome = format_roll_parts(rolled, rules.find_roll_kind(rolled.key))
    if count_cells(name) + count_cells(dice) + count_cells(outcome) + 6 > width:
        if rolled.form == "score":  # its number is known from the question
            outcome = re.sub(r" \(.*\)", "", outcome)
        else:
            dice = group_faces_in_fives(dice)
    faces = draw_rolled_faces(rolled, dice)
    room = width - count_cells(name) - count_cells(dice) - 6
    outcome = cut_text(outcome, max(room, width // 2))
    return fill_line(width, [(f"{name}   ", "$quiet"), *faces], [("  " + outcome, "$quiet")])


def _render_choice_title(question: PendingQuestionView, width: int) -> list[Content]:
    """Render the question and who answers it. A long question takes several lines."""
    side = f" {question.side} answers" if question.side else ""
    what = question.what[:1].upper() + question.what[1:]
    about = f"   {question.about}" if question.about else ""
    right: list[StyledText] = [(side, "$quiet")]
    if count_cells(what + about + side) <= width:
        return [fill_line(width, [(what, "$primary bold"), (about, "bold")], right)]
    whole_question = " · ".join(filter(None, (what, question.about)))
    *lines, last = wrap_styled(whole_question, width, "$primary bold")
    if last.cell_length + count_cells(side) <= width:
        return [*lines, fill_line(width, [last], right)]
    return [*lines, last, fill_line(width, [], right)]


def _render_offers(question: PendingQuestionView, width: int, room: int) -> list[Content]:
    columns = -(-len(question.lettered_options) // max(room, 1))
    rows = -(-len(question.lettered_options) // columns)
    text_width = width // columns - 5
    lines = []
    for row in range(rows):
        pieces: list[StyledText] = []
        for letter, offer in question.lettered_options[row::rows]:
            text = pad_text(offer.text, text_width)
            offer_content = join_styled([(letter, "$primary bold"), "  ", text])
            pieces += ["  ", make_content_clickable(offer_content, list_keys_to_type(letter))]
        lines.append(fill_line(width, pieces))
    return lines


def _render_next_label(question: PendingQuestionView, prompt: Prompt, width: int) -> list[Content]:
    reading = prompt.parse_typed_dice()
    read_count = len(reading.faces) if reading is not None else 0
    if read_count >= len(question.labels):
        return []
    rest = question.labels[read_count:]
    later_text = f"   then {', '.join(rest[1:])}" if rest[1:] else ""
    return [fill_line(width, ["now: ", (rest[0], "bold"), (later_text, "$quiet")])]


NOTICE_SIGNS: Final[dict[NoticeKind, tuple[str, str]]] = {
    "said": ("✓ ", "$success"),
    "plain": ("· ", "$primary"),
    "advice": ("! ", "$warning"),
    "refused": ("× ", "$error"),
}


def _render_notice(notice: Notice | None, width: int) -> list[Content]:
    if notice is None:
        return []
    sign, style = NOTICE_SIGNS[notice.kind]
    lines = wrap_styled(notice.text, width - 2, style, head=(sign, f"{style} bold"))
    widest = max((len(key) for key, _ in notice.offered_keys), default=0)
    for key, text in notice.offered_keys:
        first, *others = wrap_text(text, width - widest - 4) or [""]
        hint = join_styled([(key.ljust(widest), "$primary bold"), "  ", first])
        lines.append(join_styled(["  ", make_content_clickable(hint, list_keys_in_label(key))]))
        lines += [join_styled([" " * (widest + 4), line]) for line in others]
    return lines

"""The prompt panel: the open question, its dice, the typed text and the last roll."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from textual.content import Content

from tracker.application.correcting.paused_correction_details import count_lines_to_replay
from tracker.application.errors import Refused
from tracker.procedures.requests import Interrupt
from tracker.procedures.ruleset import Ruleset
from tracker.vocabulary.count_wording import format_need
from tracker.vocabulary.events import Rolled
from tui.correcting.late_interrupts import find_interrupting_side
from tui.key_bindings import ENTER
from tui.prompt.next_key_hints import NUMBER, list_next_keys, list_whole_line_keys
from tui.prompt.prompt_state import PromptState
from tui.prompt.table_prompt import Prompt
from tui.status_notices import Kind, Notice
from tui.table.panels.forecast_panel import ForecastCache
from tui.table.panels.multi_roll_sheet import (
    CURSOR,
    draw_rolled_faces,
    list_sheet_sides,
    render_dice_before_reroll,
    render_roll_sheet,
    render_typed_dice,
)
from tui.terminal_text_fitting import (
    Piece,
    count_cells,
    cut_text,
    fill_line,
    join_pieces,
    pad_text,
    wrap_text,
)
from tui.views.answers_by_handle_number import list_numbered_handles
from tui.views.background_forecast import describe_forecast
from tui.views.next_line_proposals import NEXT
from tui.views.open_action_description import list_open_action_details, name_actor_and_targets
from tui.views.pending_question_view import (
    Question,
    build_question_view,
    describe_dice,
    name_subject,
)
from tui.views.roll_formatting import (
    describe_roll_step,
    format_roll_parts,
    group_faces_in_fives,
    list_last_rolls,
)
from tui.views.turn_and_phase_view import (
    describe_game_end,
    do_units_act_in_turn,
    has_score,
    list_side_scores,
    list_sides_due,
)
from tui.widgets.big_number import draw_big_number
from tui.widgets.big_number import place_number_beside_text as beside_big
from tui.widgets.clickable_text import (
    list_keys_of_sign,
    list_typing_keys,
    make_content_clickable,
    render_key_hint,
    render_key_hints,
)
from tui.widgets.panel import Panel, PanelEdges

BETWEEN = "   "


def render_next_keys(prompt: PromptState, width: int) -> list[Content]:
    """Render each key with its word, as many per line as fit."""
    lines: list[list[Piece]] = []
    used = width + 1
    for key, word in list_next_keys(prompt):
        room = count_cells(f"{BETWEEN}{key} {word}")
        if used + room > width:
            lines.append(["  "])
            used, room = 2, room - len(BETWEEN)
        told = join_pieces([(key, "$primary bold"), (f" {word}", "$quiet")])
        between = BETWEEN if len(lines[-1]) > 1 else ""
        lines[-1] += [
            between,
            told if key == NUMBER else make_content_clickable(told, list_typing_keys(key)),
        ]
        used += room
    return [join_pieces(pieces) for pieces in lines]


def render_numbered_handles(prompt: Prompt, width: int) -> list[Content]:
    """Render how to name subjects by number, or the subjects that the typed text names."""
    if prompt.pending is None:
        return []
    match, request = prompt.game.match, prompt.pending.request
    handles = list_numbered_handles(match, request)
    if not handles or not prompt.saying.accepts_character("0"):
        return []
    if not prompt.typed_text[:1].isdigit():
        numbers = [handle[1:] for handle in handles]
        if len(set(numbers)) < len(numbers):  # r1 and b1 differ only in their letters
            return []
        return [join_pieces([(f"or their numbers: {','.join(numbers[:2])}", "$quiet")])]
    try:
        meant = prompt.saying.read_answer().split()
    except Refused:
        return []
    shares = getattr(request, "shares", ())
    names = [name_subject(match, share.id) for share in shares if match.handle(share.id) in meant]
    return [
        join_pieces([(text, "$success")]) for text in wrap_text(", ".join(names) or "nobody", width)
    ]


ENTERS = f"{CURSOR} Enter: "
LEAST_BESIDE = 40


def render_answer_line(prompt: Prompt, width: int) -> list[Content]:
    """Render the typed text, or else what Enter would do, at the cursor."""
    if prompt.typed_text:
        said, lacks = prompt.saying.read_typed_line(), prompt.saying.explain_incomplete()
        pieces: list[Piece] = [(prompt.typed_text, "bold"), (CURSOR, "$primary"), "   "]
        if lacks and not said.age:
            refused = prompt.notice is not None and prompt.notice.text == lacks  # shown below
            return _list_lacking(pieces, "" if refused else lacks, width)
        pieces.append((said.line, "$secondary"))
        beside = ", ".join(filter(None, (said.age, prompt.saying.describe_move_limit())))
        pieces.append((f"  ({beside})" if beside else "", "$quiet"))
        asked = bool(prompt.asked_twice)  # the advice says what Enter does
        enter = make_content_clickable(join_pieces([("  Enter", "$success")]), ENTER[:1])
        return [fill_line(width, pieces, [] if asked or lacks else [enter])]
    if prompt.asked_twice not in ("", NEXT):
        return [fill_line(width, [(CURSOR, "$primary"), " ", (prompt.asked_twice, "bold")])]
    proposal = prompt.saying.make_proposal()
    if proposal is None:
        return [join_pieces([(CURSOR, "$primary")])]
    age = f" ({proposal.age})" if proposal.age else ""
    words = wrap_text(prompt.saying.describe_proposal(proposal) + age, width - len(ENTERS))
    last: list[Piece] = [(words[-1].removesuffix(age), "bold")]
    last += [(age, "$quiet")] if words[-1].endswith(age) else []
    lines = [join_pieces([(each, "bold")]) for each in words[:-1]]
    written = "" if proposal.line == NEXT else f"  {proposal.line}"
    fits = join_pieces([*last, written]).cell_length <= width - len(ENTERS)
    right: list[Piece] = [(written, "$secondary")] if fits else []
    lines.append(fill_line(width - len(ENTERS), last, right))
    head = join_pieces([(CURSOR, "$primary"), (" Enter: ", "$success")])
    told = [join_pieces([" " * len(ENTERS) if n else head, each]) for n, each in enumerate(lines)]
    return [make_content_clickable(each, ENTER[:1]) for each in told]


def _list_lacking(typed: list[Piece], why: str, width: int) -> list[Content]:
    """Render the typed text, with the reason why it is not a line yet beside or below it."""
    begins = join_pieces(typed).cell_length
    beside = width - begins >= LEAST_BESIDE
    words = wrap_text(why, width - (begins if beside else 2))
    first, rest = (words[:1], words[1:]) if beside else ([], words)
    indent = " " * (begins if beside else 2)
    return [
        fill_line(width, [*typed, *((each, "$quiet") for each in first)]),
        *(join_pieces([indent, (each, "$quiet")]) for each in rest),
    ]


def render_alternatives(prompt: Prompt, room: int) -> Content:
    """Render as many alternatives to the proposal as fit."""
    if (
        prompt.typed_text
        or prompt.game.rules_mismatch is not None
        or prompt.game.match.ended is not None
    ):
        return Content("")
    keys, side = prompt.game.ruleset.keys.interrupts, find_interrupting_side(prompt.game)
    interrupts = [(keys.key, f"{side} interrupts")] if keys and side else []
    interrupts += list_whole_line_keys(prompt.game)
    number = [("", "type a number")]
    both = render_key_hints([*number, *interrupts], room)
    return (
        both
        if len(both.plain.split(" · ")) > len(interrupts)
        else render_key_hints(interrupts, room)
    )


WHY = ("w", "why")
TROUBLE = (("Esc", "undoes that action"), ("!", "ends it by hand"))
OVER = (("Enter", "how it ended"), ("F4", "report"), ("u", "undoes the last line"), ("q", "leaves"))
LEAST_OF_A_SHEET = 3
"""The minimum height of a sheet in lines: two rows and the keys."""


class PromptPanel(Panel):
    """The panel that draws the prompt in all its states."""

    def __init__(
        self, prompt: Prompt, ahead: ForecastCache, edges: PanelEdges, *, big: bool = False
    ) -> None:
        super().__init__(edges, id="ask")
        self.prompt = prompt
        self.big = big
        self.ahead = ahead

    def _question(self) -> Question | None:
        pending = self.prompt.pending
        return build_question_view(self.prompt.game.match, pending) if pending else None

    def render_title(self) -> Iterable[Piece]:
        question = self._question()
        game = self.prompt.game
        if game.rules_mismatch is not None:
            return [("the rules have changed", "$error bold")]
        if game.match.ended is not None:
            return [("result", "$success bold")]
        if question is None:
            due = self._who_is_due()
            return [*due, ": who does what?" if len(due) > 1 else " who does what?"]
        if self.prompt.free is not None:
            return [("free roll", "bold")]
        sheet = self.prompt.dice.get_roll_sheet()
        if sheet is not None:
            return [(sheet.title, "bold")]
        who, whom = name_actor_and_targets(game)
        if whom:
            how = "".join(f" · {each}" for each in list_open_action_details(game))
            return [(who, "bold"), " ▸ ", (whom, "bold"), how]
        return [(question.who or question.side or question.what, "bold")]

    def _who_is_due(self) -> list[Piece]:
        """Render the side to which numbers refer, or both sides if both strike in the same step. If
        the sides' units act in turn, only one side is rendered.
        """
        match, side = self.prompt.game.match, self.prompt.side
        others = [one for one in list_sides_due(self.prompt.game) if one != side]
        both = match.clock.side is not None and len(others) < len(list_sides_due(self.prompt.game))
        both = both and not do_units_act_in_turn(self.prompt.game)
        pieces: list[Piece] = []
        for one in (side, *(others if both else ())):
            if one is not None:
                name = (match.side_name(one), f"$side-{match.sides.index(one) + 1} bold")
                pieces += [", ", name] if pieces else [name]
        return pieces

    def render_right_title(self) -> Iterable[Piece]:
        if self.prompt.pending is None and self.prompt.free is None:
            taken = join_pieces(self.render_title()).cell_length + len("├─  ──  ─┤")
            return [render_alternatives(self.prompt, self.size.width - taken)]
        if not self.prompt.wants_dice or self.prompt.free is not None:
            return []
        sheet = self.prompt.dice.get_roll_sheet()
        if sheet is not None:
            rolls = sum(row.dice > 0 for row in sheet.rows)
            return [f"{rolls} {'roll' if rolls == 1 else 'rolls'} on one sheet"]
        step = describe_roll_step(self.prompt.game)
        told = step.removeprefix("roll ") if self.big and " of " in step else step
        return [told] if told else []

    def render_body(self, width: int, height: int) -> list[Content]:
        inner = width - 2
        question = self._question()
        if self.prompt.game.match.ended is not None:
            lines = self._over(inner)
        elif question is None:
            lines = self._idle(inner)
        elif question.rolls:
            lines = self._dice(question, inner, height)
        else:
            lines = self._choice(question, inner, height)
        return [join_pieces([" ", each]) for each in lines[:height]]

    # --------------------------------------------------------------------------------- dice

    def _dice(self, question: Question, width: int, height: int) -> list[Content]:
        before = self._follows(width) or self._before(width, 3 if self.big else 1)
        again = self.prompt.dice.get_reroll()
        if again is not None:
            what = f"again: {question.what}"
            question = replace(question, what=what, dice=describe_dice(again.roll.dice), reason="")
        needed = self._needed(question, width)
        notice = _notice(self.prompt.notice, width)
        sheet = self.prompt.dice.get_roll_sheet()
        if sheet is not None:
            one = len(list_sheet_sides(self.prompt, sheet)) == 1
            lines = self._needed(question if one else replace(question, side=""), width)[:1]
            need = format_need(question.need)
            if self.big and need not in lines[0].plain:
                lines += [join_pieces([(text, "bold")]) for text in wrap_text(need, width)]
            lines = [*self._follows(width), *lines]
            lines = lines if len(notice) + LEAST_OF_A_SHEET < height else []
            room = max(height - len(lines) - len(notice), LEAST_OF_A_SHEET)
            rows = render_roll_sheet(self.prompt, sheet, width, room)
            ahead = self._ahead(width, "")[: room - len(rows)]
            return [*lines, *rows, *notice, *ahead]
        short = len(needed) > 1 and not self.big
        apart = [] if short else [Content("")]
        whose = f"{question.side} rolls" if question.side else ""
        told = self.big or any(whose in line.plain for line in needed)
        made_of = question.made_of if again is None else ""
        if below := " · ".join(filter(None, ("" if told else whose, made_of))):
            apart = [
                join_pieces([(t, "$quiet")]) for t in wrap_text(below, width)[: 1 if short else 2]
            ]
        lines = [*needed, *render_dice_before_reroll(self.prompt, width), *apart]
        lines += render_typed_dice(self.prompt, width, large=self.big and not notice)
        lines += _labels(question, self.prompt, width)
        over = len(before) + len(lines) + len(notice) - height
        lines = [*before[max(over, 0) if notice else 0 :], *lines, *notice]
        foot = self._ahead(width, question.expected)
        foot += [join_pieces([(text, "$quiet")]) for text in wrap_text(question.forms, width)]
        gap = height - len(lines) - len(foot)
        return [*lines, *[Content("")] * max(0, min(gap, 1)), *foot]

    def _follows(self, width: int) -> list[Content]:
        """Render a note that a correction waits for this answer, and how many lines follow."""
        count = count_lines_to_replay(self.prompt.game) if self.prompt.free is None else 0
        lines = "1 line follows" if count == 1 else f"{count} lines follow"
        return [fill_line(width, [(f"{lines} once this is answered", "$warning")])] if count else []

    def _before(self, width: int, most: int) -> list[Content]:
        """Render the last rolls, at most ``most`` of them."""
        game = self.prompt.game
        return [_old(each, width, game.ruleset) for each in list_last_rolls(game)[-most:]]

    def _ahead(self, width: int, expected: str) -> list[Content]:
        """Render the forecast in one line, unless a panel shows it."""
        found = self.ahead.current_forecast() if self.prompt.free is None else None
        if self.big or found is None:
            return [fill_line(width, [(expected, "$quiet")])] if expected else []
        return [fill_line(width, [(describe_forecast(found, width), "$secondary")])]

    def _needed(self, question: Question, width: int) -> list[Content]:
        need = format_need(question.need)
        left: list[Piece] = [(question.what.upper(), "$primary bold"), "   ", question.dice]
        left += ["   ", (need, "bold")] if need else []
        left += ["   ", (question.kinds, "$warning bold")] if question.kinds else []
        whose = f"   {question.side} rolls" if question.side else ""
        reason = join_pieces([(question.reason, "$quiet"), "  (" if question.reason else "("])
        reason = join_pieces([reason, render_key_hint("w", "why"), (")", "$quiet")])
        if not self.big:
            room = width - join_pieces(left).cell_length - reason.cell_length - 2
            whose = whose if count_cells(whose) <= room else ""
            if room < 0:
                whose = whose if count_cells(whose) <= width - join_pieces(left).cell_length else ""
                above = fill_line(width, [*left, (whose, "$quiet")])
                return [above, fill_line(width, [], [reason])]
            return [fill_line(width, [*left, (whose, "$quiet")], ["  ", reason])]
        big = [join_pieces([(row, "$primary bold")]) for row in draw_big_number(question.need)]
        words = [
            join_pieces(left),
            render_key_hints([*([("", whose.strip())] if whose else []), WHY], width),
        ]
        beside = max((row.cell_length + 2 for row in big), default=0)
        if join_pieces(left).cell_length + beside > width:
            words[:1] = [join_pieces(left[:3]), join_pieces(left[4:])]
        words += [
            join_pieces([(text, "$quiet")]) for text in wrap_text(question.reason, width - 14)[:2]
        ]
        return beside_big(words, big, width)

    # ------------------------------------------------------------------------------- choices

    def _choice(self, question: Question, width: int, height: int) -> list[Content]:
        lines = self._follows(width) or self._before(width, 1)
        notice = _notice(self.prompt.notice, width)
        side = f"{question.side} answers" if question.side else ""
        title = (question.what[:1].upper() + question.what[1:], "$primary bold")
        lines.append(fill_line(width, [title], [(side, "$quiet")]))
        if question.letters:
            lines += _offered(question, width, height - len(lines) - len(notice) - 1)
        else:
            forms = ". ".join(filter(None, (question.forms, self._key_of_an_interrupt())))
            asked = [join_pieces([(text, "$quiet")]) for text in wrap_text(forms, width)]
            ticked = render_numbered_handles(self.prompt, width)
            room = max(height - len(lines) - len(ticked) - len(notice) - 1, 1)
            if len(asked) > room:
                asked[room - 1 :] = [render_key_hint("?", "lists all that may be typed")]
            lines += [*asked, *ticked]
        answer: list[Piece] = [(self.prompt.typed_text, "bold"), (CURSOR, "$primary")]
        if question.letters and not self.prompt.typed_text:
            answer.append(("  a letter, or", "$quiet"))
        room = width - join_pieces(answer).cell_length - 2
        lines.append(fill_line(width, answer, [self._entered(question, room)]))
        return [*lines, *notice]

    def _key_of_an_interrupt(self) -> str:
        """Explain how to enter an interrupt, or return "" for other questions."""
        game = self.prompt.game
        keys, pending = game.ruleset.keys.interrupts, game.pending
        if keys is None or pending is None or not isinstance(pending.request, Interrupt):
            return ""
        first = next((game.match.handle(one)[1:] for one in pending.request.by), "")
        return f"Type {keys.key} and the number: {keys.key}{first}"

    def _entered(self, question: Question, room: int) -> Content:
        """Render the answer that Enter gives now: the typed text, or else the proposal."""
        takes = (
            self.prompt.saying.describe_choice_answer()
            if self.prompt.typed_text
            else question.default
        )
        if takes is None:
            return join_pieces([(cut_text("no answer yet", room), "$quiet")])
        told = join_pieces([(cut_text(f"Enter: {takes}", room), "$success")])
        return make_content_clickable(told, ENTER[:1]) if takes else Content("")

    # ----------------------------------------------------------------------- nothing is open

    def _idle(self, width: int) -> list[Content]:
        game, prompt = self.prompt.game, self.prompt
        before = self._before(width, 3 if self.big else 2)
        if game.rules_mismatch is not None:
            text = (
                f"Line {game.history.get_line_number(game.state.current_values.open[0])} "
                f"cannot go on: {game.rules_mismatch}."
            )
            lines = [join_pieces([(each, "$error")]) for each in wrap_text(text, width)]
            lines.append(render_key_hints([("", "Nothing is lost"), *TROUBLE], width))
            return lines + _notice(prompt.notice, width)
        lines = render_answer_line(prompt, width)
        notice = _notice(prompt.notice, width)
        goes_on = notice or render_next_keys(prompt, width)
        return [*before, *lines, *goes_on, *self._ahead(width, "")]

    def _over(self, width: int) -> list[Content]:
        game = self.prompt.game
        wrapped = wrap_text(describe_game_end(game.state), width)
        lines = [join_pieces([(text, "$success bold")]) for text in wrapped]
        for name, points in list_side_scores(game) if has_score(game) else ():
            lines.append(join_pieces([f"{name}  ", (f"{points} VP", "bold")]))
        lines.append(render_key_hints(OVER, width))
        return lines + _notice(self.prompt.notice, width)


def _old(rolled: Rolled, width: int, rules: Ruleset) -> Content:
    name, dice, outcome = format_roll_parts(rolled, rules.find_roll_kind(rolled.key))
    if count_cells(name) + count_cells(dice) + count_cells(outcome) + 6 > width:
        dice = group_faces_in_fives(dice)
    faces = draw_rolled_faces(rolled, dice)
    return fill_line(width, [(f"{name}   ", "$quiet"), *faces], [("  " + outcome, "$quiet")])


def _offered(question: Question, width: int, room: int) -> list[Content]:
    """Render the choices with their letters, in one column or in several if space is short."""
    columns = -(-len(question.letters) // max(room, 1))
    rows = -(-len(question.letters) // columns)
    wide = width // columns - 5
    lines = []
    for row in range(rows):
        pieces: list[Piece] = []
        for letter, offer in question.letters[row::rows]:
            told = join_pieces([(letter, "$primary bold"), "  ", pad_text(offer.text, wide)])
            pieces += ["  ", make_content_clickable(told, list_typing_keys(letter))]
        lines.append(fill_line(width, pieces))
    return lines


def _labels(question: Question, prompt: Prompt, width: int) -> list[Content]:
    """Render the name of the next die, if each die has a meaning of its own."""
    reading = prompt.read_typed_dice()
    seen = len(reading.faces) if reading is not None else 0
    if seen >= len(question.labels):
        return []
    rest = question.labels[seen:]
    more = f"   then {', '.join(rest[1:])}" if rest[1:] else ""
    return [fill_line(width, ["now: ", (rest[0], "bold"), (more, "$quiet")])]


SIGNS: Final[dict[Kind, tuple[str, str]]] = {
    "said": ("✓ ", "$success"),
    "plain": ("· ", "$primary"),
    "advice": ("! ", "$warning"),
    "refused": ("× ", "$error"),
}


def _notice(notice: Notice | None, width: int) -> list[Content]:
    if notice is None:
        return []
    sign, style = SIGNS[notice.kind]
    lines = [
        join_pieces([(sign if first else "  ", f"{style} bold"), (text, style)])
        for first, text in zip(
            [True, *[False] * 20], wrap_text(notice.text, width - 2), strict=False
        )
    ]
    widest = max((len(key) for key, _ in notice.offered_keys), default=0)
    for key, text in notice.offered_keys:
        first, *more = wrap_text(text, width - widest - 4) or [""]
        told = join_pieces([(key.ljust(widest), "$primary bold"), "  ", first])
        lines.append(join_pieces(["  ", make_content_clickable(told, list_keys_of_sign(key))]))
        lines += [join_pieces([" " * (widest + 4), each]) for each in more]
    return lines

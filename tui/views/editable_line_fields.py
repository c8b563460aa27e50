"""A recorded line, split into text fields for its action and for each answer."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.application.correcting.correction_preview import CorrectionPreview
from tracker.application.correcting.line_typo_fixes import RetypedParts, can_be_retyped
from tracker.application.log.log_line_types import LogLine
from tracker.application.match.game import Game
from tracker.application.match.match_entries import MatchEntry
from tracker.application.match_records.match_record_writer import propose_adjustment_rows
from tracker.input_parsing.line_syntax_tree import format_line
from tracker.projection import hidden_information
from tracker.vocabulary import events as ev
from tracker.vocabulary.count_wording import spell_number
from tui.views.last_unit_actions import build_action_line
from tui.views.open_action_description import format_retypable_answer, format_stored_choice
from tui.views.searchable_log_lines import list_line_entries
from tui.widgets.text_fields import TextField


def list_entries_with_fields(game: Game, line: LogLine) -> list[tuple[MatchEntry, TextField]]:
    """List a line's inputs, oldest first, each with a text field. A secret's field is empty."""
    entries = [entry for entry in list_line_entries(game, line) if can_be_retyped(entry)]
    if line.kind not in ("note", "set right"):
        entries = [e for e in entries if not isinstance(e.input, (ev.Noted, ev.Corrected))]
    public_game = game.get_public_game()
    return [
        (entry, _make_field(public_game, public_game.history.get_entry_beginning_at(entry.version)))
        for entry in entries
    ]


def _make_field(game: Game, entry: MatchEntry) -> TextField:
    match entry.input:
        case ev.ActionTaken(action=hidden_information.SECRET_ACTION):
            return TextField("line", "")
        case ev.ActionTaken() as taken:
            return TextField("line", format_line(build_action_line(game, taken)))
        case ev.Rolled() as rolled:
            return TextField(rolled.what, format_retypable_answer(rolled))
        case ev.Chosen(value=None) as chosen:
            return TextField(chosen.what, "")
        case ev.Chosen() as chosen:
            return TextField(chosen.what, format_stored_choice(chosen))
        case ev.Noted(text=text):
            return TextField("note", text)
        case ev.Corrected() as adjusted:
            before = game.live_match.copy_frozen(entry.version)
            row = next(propose_adjustment_rows(before, adjusted), "")
            return TextField("line", "" if row.startswith("@") else row)
    raise ValueError(f"line {entry.number} cannot be retyped")


def pair_entries_with_new_text(parts: Sequence[tuple[MatchEntry, TextField]]) -> RetypedParts:
    """Pair each entry with the text typed for it, or with None if the text is unchanged."""
    return [(entry, field.text.strip() if field.is_changed else None) for entry, field in parts]


def describe_correction_effects(preview: CorrectionPreview, line: LogLine) -> str:
    """Describe a correction's effect on later lines, and the rules that those lines then break."""
    breaches = [breach.description for breach in preview.breaches]
    return " ".join((_describe_effect(preview, line), *breaches))


def _describe_effect(preview: CorrectionPreview, line: LogLine) -> str:
    if preview.needs:
        first, *others = preview.needs
        text = f"Line {first} needs an answer"
        if others:
            number = spell_number(len(preview.needs)).capitalize()
            text = f"{number} lines need an answer, line {first} first"
        return f"{text}: you will be asked when you confirm. Later lines depend on the answer."
    if preview.opens_question:
        return "The line needs more dice or a choice: you will be asked at the table."
    own_numbers = {entry.number for entry in list_line_entries(preview.rewrite.game, line)}
    differ = sum(change.number not in own_numbers for change in preview.lines)
    if not differ:
        return "No line needs an answer. No later line changes."
    stay = f"{preview.unchanged} {'stays' if preview.unchanged == 1 else 'stay'} the same."
    reads = "line reads" if differ == 1 else "lines read"
    number = spell_number(differ).capitalize()
    return f"No line needs an answer. {number} later {reads} differently; {stay}"

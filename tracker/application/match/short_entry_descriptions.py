"""Describes an entry of a game in a few words, without secrets."""

from __future__ import annotations

from tracker.application.log import fact_descriptions, log_line_renderer, roll_descriptions
from tracker.application.log.manual_fact_descriptions import apply_and_describe_facts
from tracker.application.log.match_display_names import MatchNames
from tracker.application.match.amount_choice_notation import format_amounts_for_line
from tracker.application.match.game import Game
from tracker.application.match.match_entries import MatchEntry
from tracker.input_parsing.line_syntax_tree import format_line
from tracker.projection import hidden_information
from tracker.vocabulary import events as ev


def describe_match_entry(game: Game, entry: MatchEntry) -> str:
    """Describe an entry of a game in a few words, without secrets."""
    told = game.get_public_game()
    return describe_public_entry(told, told.history.get_entry_beginning_at(entry.version))


def describe_public_entry(game: Game, entry: MatchEntry) -> str:
    """Describe an entry of a game that has no secrets in a few words."""
    event, names = entry.input, MatchNames(game.state)
    match event:
        case ev.ActionTaken(action=hidden_information.SECRET_ACTION):
            facts = (fact for fact in entry.facts if not isinstance(fact, ev.Revealed))
            told = (fact_descriptions.describe_fact(names, fact) for fact in facts)
            return ", ".join(dict.fromkeys(filter(None, told)))
        case ev.ActionTaken(action=name):
            action = game.ruleset.actions.get(name)
            if action is None:
                return name
            line = format_line(game.ruleset.line_translator.make_line(game.match, event))
            return line or action.word
        case ev.Rolled(what=what, faces=faces):
            dice = " ".join(map(str, faces))
            return f"{what} : {dice or roll_descriptions.describe_roll_briefly(names, event)}"
        case ev.Chosen(what=what, value=value):
            named = log_line_renderer.describe_choice_if_named(names, event, entry.facts)
            amounts = (
                format_amounts_for_line(value) if isinstance(value, tuple) and value else "none"
            )
            return named or f"{what}: {amounts}"
        case ev.Corrected(facts=facts):
            state = game.history.get_state_before(entry.version)
            said = apply_and_describe_facts(state, entry.facts, facts)
            return log_line_renderer.describe_manual_correction(game.history, event, said)
        case ev.Noted():
            return log_line_renderer.describe_entry_with_own_line(names, game.history, entry)
    return type(event).__name__

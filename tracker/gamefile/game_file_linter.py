"""Finds mistakes in a game file that prevent only new games, and parts that nothing uses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tracker.gamefile.declaration_reader import WORD
from tracker.gamefile.expressions import (
    Expression,
    NameReference,
    Operation,
    list_name_occurrences,
    list_names_and_table_lookups,
)
from tracker.gamefile.force_roster_reader import list_sample_force_problems
from tracker.gamefile.game_definition import GameDefinition
from tracker.gamefile.game_file_field_reader import GameFileText, parse_dice_sizes
from tracker.gamefile.game_file_reader import read_game_file
from tracker.gamefile.implausible_expressions import PlacedProblems, list_implausible_expressions
from tracker.gamefile.python_actions import load_python_action_or_reason
from tracker.gamefile.ruleset_builder import map_keys_to_flag_words
from tracker.gamefile.step_definition_reader import NEEDS_TARGET
from tracker.procedures.pieces.unit_activation import ACTIVATED, DRAWN, SPENT
from tracker.vocabulary.closest_word import find_closest_word
from tracker.vocabulary.toml_reader import Problem, Table

COMMANDS: Final = frozenset({"undo", "redo", "next", "end", "pass"})
"""Verbs that an action should not have, because they are also commands."""


def list_mistakes_preventing_new_games(game_file_text: str) -> tuple[Problem, ...]:
    """List the mistakes that prevent new games with a readable game file.

    Stored matches can still be opened. Examples of mistakes are flags whose key has another
    meaning, Python actions that are not installed, unreadable sample forces, and implausible
    expressions. Raises ``InvalidGameFile`` if the file is not readable.
    """
    game, file = read_game_file(game_file_text), GameFileText(game_file_text)
    for found in (
        _list_flag_key_problems(game),
        _list_interrupt_problems(game),
        _list_engagement_problems(game),
        _list_rule_id_problems(game, file.top),
        _list_part_problems(game, file.top),
        _list_word_problems(file.top),
        _list_stat_problems(game, file.top),
        _list_words_that_cannot_roll(game),
        _list_incomplete_parts(game, file.top),
        list_implausible_expressions(game),
    ):
        for place, why, word in found:
            file.report_problem(place, why, word=word)
    return file.sort_problems()


def _list_flag_key_problems(game: GameDefinition) -> PlacedProblems:
    keys = map_keys_to_flag_words(game)
    for part in game.actions:
        for flag in part.flags:
            if not flag.key or keys.get(flag.key) == flag.word:
                continue
            owner = next((one for one in game.actions if one.key == flag.key), None)
            whose = f"the action {owner.id}" if owner else f"the flag {keys.get(flag.key)}"
            if owner is None and flag.key not in keys:
                continue  # an earlier action uses the same word with a key
            mend = f"choose another key for the flag {flag.word}"
            text = f"The key {flag.key!r} belongs to {whose}: {mend}."
            yield ("actions", part.id, "flags"), text, flag.word


def _list_interrupt_problems(game: GameDefinition) -> PlacedProblems:
    others = {part.id: part.at for part in game.actions if part.at != "enemy"}
    for part in game.actions:
        for name in part.open_to:
            if name in others:
                has = f'`at = "{others[name]}"`' if others[name] else "no target"
                text = f'{name!r} cannot interrupt: it needs `at = "enemy"`, but has {has}.'
                yield ("actions", part.id, "open_to"), text, name


def _list_engagement_problems(game: GameDefinition) -> PlacedProblems:
    aimed = {part.id for part in game.actions if part.at}
    for path, step in game.steps.items():
        if step.deed == "engage" and step.of == "actor":
            text = 'A unit cannot be in contact with itself: write `engage = "target"`.'
            yield (*path, "engage"), text if path[1] in aimed else NEEDS_TARGET, ""


def _list_rule_id_problems(game: GameDefinition, data: Table) -> PlacedProblems:
    """Yield a problem for each rule text whose id is probably a misspelt id of a rule.

    Other new ids are allowed.
    """
    prefix, given, known = f"{game.id.upper()}-", data.get("rules", {}), [*game.rules]
    added = []
    while known and known[-1] in given:
        added.append(known.pop())
    left = [one.removeprefix(prefix) for one in known if one not in given]
    for rule in added:
        if near := find_closest_word(rule.removeprefix(prefix), left):
            text = f"No rule is called {rule!r}: did you mean {prefix + near!r}?"
            yield ("rules", rule), text, rule


def _list_word_problems(data: Table) -> PlacedProblems:
    for key in ("stats", "weapon_stats", "markers"):
        for name, part in data.get(key, {}).items():
            for word in part.get("words", ()) if isinstance(part, dict) else ():
                if not isinstance(word, str) or not WORD.fullmatch(word):
                    text = (
                        f"{word!r} is not a valid word: use lower-case letters, or dice such as d3."
                    )
                    yield (key, name), text, str(word)


def _list_part_problems(game: GameDefinition, data: Table) -> PlacedProblems:
    for name in game.in_python:
        if why := load_python_action_or_reason(name)[1]:
            yield ("actions", name, "python"), why, ""
    for place, phase in enumerate(data["phases"]):
        if phase.get("first") is True and phase.get("order") in {"sides", "turns"}:
            why = "in this phase, a side acts before the sides have rolled"
            text = f"Put `first = true` in an earlier phase: {why}."
            yield ("phases", place, "first"), text, ""
    rolled = [phase.id for phase in game.phases if phase.opening and phase.first is not None]
    last = max((place for place, one in enumerate(game.phases) if one.id in rolled), default=0)
    if rolled and all(one.order == "both" for one in game.phases[last:] if one.opening):
        text = "This roll has no effect, because no side acts first in the rest of the opening."
        place = [one["id"] for one in data["phases"]].index(rolled[-1])
        yield ("phases", place, "first"), f"{text} Put `first = true` in a phase of the turn.", ""
    for force, unit, why in list_sample_force_problems(game):
        path = ("forces", force.removesuffix(".toml"), "units", unit)
        yield path, why if why.endswith("?") else f"{why}.", why.split(":")[0]
    for marker in game.markers:
        if marker.on == "match" and marker.id in game.secret:
            text = (
                "A marker on the table cannot be secret, because no side owns it. Remove `secret`."
            )
            yield ("markers", marker.id, "secret"), text, ""
    ties = [word for word, _ in game.end.ties]
    if "" in ties or len({*ties}) < len(ties):
        text = 'Each tie-break needs its own words, such as "figures left" = "side.figures".'
        yield ("end", "ties"), text, ""


def _list_incomplete_parts(game: GameDefinition, data: Table) -> PlacedProblems:
    """Yield parts that are too incomplete to have an effect, and verbs with another meaning."""
    for path, step in game.steps.items():
        if step.deed == "reveal" and step.marker and step.marker.id not in game.secret:
            text = f"{step.marker.id} is not secret, so it cannot be revealed."
            yield (*path, "reveal"), f"{text} Give the marker `secret = true`.", ""
    for option in game.options:
        if (option.low is None) is not (option.high is None):
            yield ("options", option.name), "`least` and `most` must be given together.", ""
    for name, table in data.get("tests", {}).items():
        if not {"dice", "need", "passes", "when", "pass", "fail"} & table.keys():
            yield ("tests", name), f"The test {name} needs `dice` and `need`.", ""
    for name, table in data.get("tables", {}).items():
        if len({len(row) for row in table.get("rows", ())}) > 1:
            yield ("tables", name, "rows"), "All rows must have the same number of values.", ""
    for part in game.actions:
        if "phases" in data["actions"][part.id] and not part.phases:
            yield ("actions", part.id, "phases"), "`phases` must name at least one phase.", ""
        if part.verb in COMMANDS:
            text = f"{part.verb!r} is a command in every game: choose another verb."
            yield ("actions", part.id, "verb"), text, ""


def _list_stat_problems(game: GameDefinition, data: Table) -> PlacedProblems:
    """Yield stats with more than two limits, and profiles and weapons that lack a stat of words."""
    for key in ("stats", "weapon_stats"):
        for name, limits in data.get(key, {}).items():
            if isinstance(limits, list) and len(limits) > 2:
                text = f"{name} takes only a lowest and a highest value, such as [2, 6]."
                yield (key, name), text, ""
    for part, stats in (("profiles", game.stats), ("weapons", game.weapon_stats)):
        for name, values in data.get(part, {}).items():
            for stat in stats:
                if stat.words and stat.default is None and stat.name not in values:
                    words = " or ".join(stat.words)
                    yield (part, name), f"[{part}.{name}] needs {stat.name}: {words}.", ""


def _list_words_that_cannot_roll(game: GameDefinition) -> PlacedProblems:
    summed = {*list_name_occurrences(*(step.stat for step in game.steps.values()))}
    kinds = (
        ("stats", ("", "target."), game.stats),
        ("weapon_stats", ("weapon.",), game.weapon_stats),
    )
    for key, owners, stats in kinds:
        for stat in stats:
            rolled = not summed.isdisjoint(f"{whose}{stat.name}" for whose in owners)
            for word in stat.words if rolled else ():
                if not parse_dice_sizes(word, game.die):
                    text = f"{word!r} cannot be rolled: write 1 to 10 dice with 2 to 100 sides."
                    yield (key, stat.name), text, word


def list_unused_declarations(game: GameDefinition) -> Iterator[str]:
    """Yield a sentence about each roll, marker, deck, test, table or stat that is not used."""
    steps = game.steps.values()
    asked = {
        name for expression in game.expressions.values() for name in _list_used_names(expression)
    }
    rolled = {step.roll_kind.id for step in steps if step.roll_kind is not None}
    rolled |= {action.plays.kind.id for action in game.actions if action.plays is not None}
    marked = {step.marker.id for step in steps if step.marker is not None}
    marked |= {action.once.id for action in game.actions if action.once is not None}
    tested = {step.test.id for step in steps if step.test is not None}
    tested |= {test.id for test in game.tests if test.when}
    made = {ACTIVATED, SPENT, DRAWN}
    made |= {kind for deck in game.decks for kind in (deck.out, deck.hand) if kind is not None}
    declared = {
        "roll": ({roll.kind.id for roll in game.rolls}, rolled),
        "marker": ({kind.id for kind in game.markers} - made, marked | asked),
        "deck": ({deck.kind.id for deck in game.decks}, rolled),
        "test": ({test.id for test in game.tests}, tested),
        "table": ({*game.tables}, asked),
        "stat": ({stat.name for stat in game.stats} - {"wounds"}, asked),
    }
    for what, (known, used) in declared.items():
        for name in sorted(known - used):
            by_hand = "; players can only set it with `fix`" if what == "marker" else ""
            yield f"Nothing in the file uses the {what} {name!r}{by_hand}."


def list_verbs_without_key(game: GameDefinition) -> tuple[str, ...]:
    """List the verbs of actions that players can only type, except for interrupts."""
    return tuple(action.verb for action in game.actions if not action.key and not action.breaks_in)


def _list_used_names(expression: Expression) -> Iterator[str]:
    for one in list_names_and_table_lookups(expression):
        if isinstance(one, NameReference):
            yield one.name.rpartition(".")[2].replace("_", "-")
            yield one.name.rpartition(".")[2]
        elif isinstance(one, Operation):
            yield one.what

"""The organiser's form for starting a pairing's game from a phone."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from tracker.application.book import Book
from tracker.application.campaigns.fixture_game_start_and_linking import FixtureGameStarter
from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.match_setup import Entrant
from tracker.application.roster_files_and_samples import (
    TYPED,
    list_local_rosters,
    read_roster_text_and_name,
)
from tracker.application.typed_forces import convert_typed_force_to_lines, suggest_typed_force
from tracker.procedures.ruleset import Ruleset

SIDES = ("Red", "Blue")


class NewGameForm(Struct, frozen=True):
    """A form that asks for the rules, unless ``chosen_rules`` is set, and then for both forces.

    ``forces`` are the available forces, or empty if both are ``ready_forces``. If
    ``typed_force_example`` is not empty, a force can also be typed like this example.
    """

    title: str
    players: tuple[str, ...]
    rules: tuple[tuple[str, str], ...]
    chosen_rules: str
    forces: tuple[tuple[str, str], ...]
    ready_forces: tuple[str, ...]
    typed_force_example: str


def build_new_game_form(
    book: Book, league: League, fixture_id: str, ruleset_id: str
) -> NewGameForm:
    """Build the form for a pairing's game. Raises ``Refused`` if the game cannot be started."""
    paired = FixtureGameStarter(book, league, fixture_id)
    choices = _map_playable_rules(book, paired)
    only = next(iter(choices.values())) if len(choices) == 1 else None
    chosen = choices.get(ruleset_id) or only
    forces = _map_force_files_to_names(chosen) if chosen is not None and not paired.ready else {}
    return NewGameForm(
        title=paired.title,
        players=tuple(paired.players),
        rules=tuple((one.id, one.title) for one in choices.values()),
        chosen_rules=chosen.id if chosen is not None else "",
        forces=tuple(forces.items()),
        ready_forces=tuple(one.name for one in paired.ready),
        typed_force_example=suggest_typed_force(chosen) if chosen is not None else "",
    )


def begin_paired_game(book: Book, league: League, fixture_id: str, form: Mapping[str, str]) -> None:
    """Start a pairing's game. Raises ``Refused`` before anything is written."""
    paired = FixtureGameStarter(book, league, fixture_id)
    rules = _map_playable_rules(book, paired).get(form.get("rules", ""))
    if rules is None:
        raise Refused("Choose the rules.")
    sides = paired.ready or [
        _read_entrant(side, player, rules, form, place)
        for place, (side, player) in enumerate(zip(SIDES, paired.players, strict=True), 1)
    ]
    paired.begin_and_link_game(rules.id, sides)


def _map_playable_rules(book: Book, paired: FixtureGameStarter) -> dict[str, Ruleset]:
    allowed = paired.rulesets
    playable = (one for one in book.list_selectable_rulesets().values() if one.forces is not None)
    return {rules.id: rules for rules in playable if not allowed or rules.id in allowed}


def _map_force_files_to_names(rules: Ruleset) -> dict[str, str]:
    """Map the files of forces to names: those shipped with the rules, and local roster files."""
    assert rules.forces is not None
    samples = {one.file: one.title for one in rules.forces.samples()}
    return samples | {path.name: path.stem for path in list_local_rosters(rules)}


def _read_entrant(
    side: str, player: str, rules: Ruleset, form: Mapping[str, str], place: int
) -> Entrant:
    force, units = form.get(f"force {place}", ""), form.get(f"units {place}", "").strip()
    if units:
        if text := convert_typed_force_to_lines(units, rules):
            return Entrant(side, text, player, source=TYPED)
        raise Refused(f"Enter the units of {player} like this: {suggest_typed_force(rules)}.")
    if force not in _map_force_files_to_names(rules):
        raise Refused(f"Choose a force for {player}.")
    text, name = read_roster_text_and_name(force, rules)
    return Entrant(side, text, player, source=name)

"""Begins games from command-line options: sides with rosters, players and house rules."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn, cast, get_args

from tracker.application.book import Book
from tracker.application.campaigns.fixture_game_start_and_linking import (
    FixtureGameStarter,
    begin_and_link_game_between_forces,
    describe_figures_awaiting_recovery,
)
from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.match.game import Game
from tracker.application.match_setup import Entrant, GameSettings
from tracker.application.roster_files_and_samples import (
    find_sample,
    read_ruleset_name,
    read_sample_text_and_file_name,
    refuse_if_army_list,
    refuse_if_foreign_roster,
)
from tracker.application.typed_forces import convert_typed_force_to_lines
from tracker.cli.file_input_and_output import read_file_or_stdin
from tracker.procedures.ruleset import Ruleset
from tracker.vocabulary import toml_reader
from tracker.vocabulary.events import Json, Mode, Scalar
from tracker.vocabulary.typed_numbers import is_whole_number

YES = frozenset(("yes", "on", "true", "y"))
NO = frozenset(("no", "off", "false", "n"))


@dataclass(frozen=True)
class MatchRequest:
    """The options of ``match new`` as typed."""

    ruleset: str
    sides: tuple[str, ...]
    players: tuple[str, ...]
    options: tuple[str, ...]
    house_rules: str
    mode: str
    played_on: str
    title: str


def begin_match_and_list_warnings(
    book: Book, request: MatchRequest, fixture: str = ""
) -> tuple[Game, tuple[str, ...]]:
    """Begin a game, and return it with warnings about its forces and their absent figures.

    A game for a pairing such as ``l1:f3`` has the pairing's players, and by default the forces
    enrolled for it. Raises ``Refused`` before anything is written.
    """
    ruleset, ready, paired = request.ruleset, list[Entrant](), None
    league: League | None = None
    if fixture:
        name, _, pairing = fixture.rpartition(":")
        if not name or not pairing:
            raise Refused(
                f"--fixture {fixture!r} cannot be read. Write LEAGUE:PAIRING, such as `l1:f3`."
            )
        league = book.open_league(book.find_league_id(name))
        paired = FixtureGameStarter(book, league, pairing)
        if not request.sides:
            ruleset, ready = league.matches.find_ruleset_and_sides(pairing)
    rules = book.get_ruleset(ruleset) if ready else find_ruleset_for_request(book, request)
    entrants = ready or read_entrants(rules, request, paired.players if paired else ())
    start = book.begin_match if paired is None else paired.begin_and_link_game
    game = start(rules.id, entrants, **read_match_settings(rules, request))
    absent = (
        () if league is None else tuple(describe_figures_awaiting_recovery(league, game.stream))
    )
    if rules.forces is None:
        return game, absent
    rosters = tuple(rules.forces.read(one.roster, game.state.info.options) for one in entrants)
    return game, (*absent, *rules.forces.together(rosters))


def read_match_settings(rules: Ruleset, request: MatchRequest) -> GameSettings:
    """Parse the typed settings of a game. Raises ``Refused``."""
    if request.mode not in get_args(Mode):
        raise Refused(f"There is no mode {request.mode!r}. Choose one of: strict, warn, free.")
    options, tables = _read_house_options_and_tables(rules, request.house_rules)
    for text in request.options:
        name, value = _split_at_equals(text, "--option")
        options[name] = _parse_option_value(rules, name, value)
    return {
        "title": request.title,
        "options": options,
        "tables": tables,
        "mode": cast(Mode, request.mode),
        "played_on": request.played_on,
    }


def begin_campaign_game(
    book: Book, campaign: League, home: str, away: str, request: MatchRequest
) -> Game:
    """Begin a campaign game between two forces in their current state. Raises ``Refused``."""
    ruleset, _ = campaign.matches.build_ruleset_and_sides(
        campaign.forces.build_fixture_outside_rounds(home, away)
    )
    how = read_match_settings(book.get_ruleset(ruleset), request)
    return begin_and_link_game_between_forces(book, campaign, home, away, **how)


def find_ruleset_for_request(book: Book, request: MatchRequest) -> Ruleset:
    """Return the named ruleset or, if none is named, the only one that fits all rosters.

    Raises ``Refused`` if no ruleset fits, or more than one.
    """
    if request.ruleset or not request.sides:
        return book.get_ruleset(request.ruleset)
    return find_ruleset_of_rosters(
        book, [_split_at_equals(text, "--side")[1] for text in request.sides]
    )


def find_ruleset_for_roster(book: Book, ruleset_name: str, path: str) -> Ruleset:
    """Return the named ruleset or, if none is named, the only one that fits the roster.

    Raises ``Refused``.
    """
    if ruleset_name:
        return book.get_ruleset(ruleset_name)
    return find_ruleset_of_rosters(book, [path])


def find_ruleset_of_rosters(book: Book, paths: Sequence[str]) -> Ruleset:
    """Return the only ruleset for which all of these rosters or samples are written.

    Raises ``Refused`` if there is none, or more than one.
    """
    rules_of = {path: found for path in paths if (found := list_fitting_rulesets(book, path))}
    if paths[0] not in rules_of:
        _refuse_roster_without_rules(book, paths[0])
    fitting = [one for one in rules_of[paths[0]] if all(one in each for each in rules_of.values())]
    if len(fitting) == 1:
        return book.get_ruleset(fitting[0])
    if fitting:
        asked = " or ".join(f"--ruleset {one}" for one in fitting)
        raise Refused(f"Several rulesets have {' and '.join(rules_of)}. Choose one with {asked}.")
    told = "; ".join(f"{path} is for {' and '.join(each)}" for path, each in rules_of.items())
    raise Refused(
        f"These forces are for different rules: {told}. Choose forces for the same rules."
    )


def list_fitting_rulesets(book: Book, path: str) -> list[str]:
    """List the ids of the rulesets for which a roster file or sample is written."""
    if file_exists(path):
        named = read_ruleset_name(read_file_or_stdin(path))
        return [named] if named else []
    return [
        rules.id
        for rules in book.list_selectable_rulesets().values()
        if rules.forces
        and any(path in (each.file, each.name, each.title) for each in rules.forces.samples())
    ]


def _refuse_roster_without_rules(book: Book, path: str) -> NoReturn:
    """Raise ``Refused`` for a roster that names no rules, comes from stdin, or does not exist."""
    refuse_if_foreign_roster(Path(path))
    if path == "-":
        raise Refused(
            "The rules cannot be read from a roster on stdin. Add --ruleset, or give the path of a"
            " roster file."
        )
    if not file_exists(path):
        raise Refused(
            f"There is no file and no sample called {path}. Give the path of a roster file."
        )
    text = read_file_or_stdin(path)
    try:
        toml_reader.load_toml(text)
    except toml_reader.InvalidToml as error:
        refuse_if_army_list(text)
        raise Refused(f"{path} is not TOML: {error}.") from error
    raise Refused(
        f"{path} does not name its rules. Set `ruleset` to one of:"
        f" {', '.join(book.list_selectable_rulesets())}."
    )


def read_entrants(
    rules: Ruleset, request: MatchRequest, default_players: Sequence[str]
) -> list[Entrant]:
    """Return the sides with their rosters and players. Raises ``Refused``."""
    if len(request.sides) < 2:
        raise Refused(
            "A game needs two sides: --side Red=iron-third.toml --side Blue=red-dusk.toml."
        )
    sides = [_split_at_equals(text, "--side") for text in request.sides]
    names = [name for name, _ in sides]
    players = _map_sides_to_players(request.players, names) or dict(
        zip(names, default_players, strict=False)
    )
    entrants = []
    for name, path in sides:
        roster, source = read_roster_text_and_source(rules, path)
        player = players.get(name) or (rules.forces.read(roster, {}).player if rules.forces else "")
        entrants.append(Entrant(name, roster, player, source))
    return entrants


def read_roster_text_and_source(rules: Ruleset, typed_source: str) -> tuple[str, str]:
    """Return the text and source of a roster file, or of a sample that ships with the rules.

    If the rules accept typed forces, ``typed_source`` may also be a comma-separated list of units.
    """
    refuse_if_foreign_roster(Path(typed_source))
    if typed_source == "-" or file_exists(typed_source):
        return read_file_or_stdin(typed_source), typed_source
    is_sample = find_sample(rules, typed_source) is not None
    units = "" if is_sample else convert_typed_force_to_lines(typed_source, rules)
    return (
        (units, "the typed force") if units else read_sample_text_and_file_name(rules, typed_source)
    )


def file_exists(path: str) -> bool:
    """Return whether a file exists. For a path that the system rejects, return False."""
    with suppress(OSError, ValueError):
        return Path(path).exists()
    return False


def _read_house_options_and_tables(
    rules: Ruleset, path: str
) -> tuple[dict[str, Scalar], dict[str, dict[str, Json]]]:
    if not path:
        return {}, {}
    try:
        data = toml_reader.load_toml(read_file_or_stdin(path))
    except toml_reader.InvalidToml as error:
        raise Refused(f"{path} is not TOML: {error}.") from error
    unknown = sorted(set(data) - {"options", "tables"})
    if unknown:
        raise Refused(
            f"{path}: [{unknown[0]}] is unknown. Write house rules under [options] and [tables]."
        )
    options = data.get("options", {})
    tables = data.get("tables", {})
    if not isinstance(options, dict) or not isinstance(tables, dict):
        raise Refused(f"{path}: write house rules under [options] and [tables].")
    if not all(isinstance(rows, dict) for rows in tables.values()):
        raise Refused(f"{path}: write each table row under a separate heading: [tables.orders.3].")
    values = {name: _parse_option_value(rules, name, str(value)) for name, value in options.items()}
    return values, cast(dict[str, dict[str, Json]], tables)


def _parse_option_value(rules: Ruleset, name: str, text: str) -> Scalar:
    """Convert text to an option's value. Unknown options are refused later."""
    word = text.strip().lower()
    option = next((option for option in rules.options if option.name == name), None)
    if option is not None and option.low is not None and is_whole_number(word):
        return int(word)
    for value in () if option is None else option.values:
        if isinstance(value, bool):
            if word in (YES if value else NO):
                return value
        elif str(value).lower() == word:
            return value
    return text


def _map_sides_to_players(texts: Sequence[str], sides: list[str]) -> dict[str, str]:
    """Map each side to its player, from texts such as ``Red=Anna``. Names may contain ``=``."""
    players: dict[str, str] = {}
    for text in texts:
        matching = [side for side in sides if text.startswith(f"{side}=")]
        if not matching:
            name, _ = _split_at_equals(text, "--player")
            raise Refused(f"No side is called {name!r}. Name a side of this game.")
        side = max(matching, key=len)
        player = text.removeprefix(f"{side}=").strip()
        players[side] = f"{players[side]}, {player}" if side in players else player
    return players


def _split_at_equals(text: str, option: str) -> tuple[str, str]:
    """Split text at the first ``=``, or at the last one for ``--side``.

    The name of a side may contain ``=``.
    """
    name, _, value = text.rpartition("=") if option == "--side" else text.partition("=")
    if not name.strip() or not value.strip():
        raise Refused(f"{option} {text!r} cannot be read. Write NAME=VALUE.")
    return name.strip(), value.strip()

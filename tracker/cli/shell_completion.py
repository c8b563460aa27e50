"""The command ``completion``, which completes command lines in four shells.

The shell passes the line as typed so far. Each line of the output contains a possible completion of
the current word, a tab, and a description. The line ``:files`` also requests file names.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import click

from tracker.application.errors import Refused
from tracker.application.text_cleaning import strip_control_characters
from tracker.cli.command_parameters import declare_argument, declare_option
from tracker.ledger.stream_summary import StreamSummary
from tracker.vocabulary.packaged_files import read_packaged_text

if TYPE_CHECKING:
    from tracker.application.book import Book
    from tracker.application.match.game import Game
    from tracker.leagues.league_events import LeagueKind
    from tracker.leagues.league_state import LeagueState

SCRIPTS = {"bash": "bash", "zsh": "zsh", "fish": "fish", "powershell": "ps1"}
FILES = ":files"
PAIRING_SYSTEMS = ("round robin", "Swiss")


class CompletionChoice(NamedTuple):
    """A possible completion and its description."""

    value: str
    text: str = ""


@dataclass(frozen=True)
class CompletionRequest:
    """The word being typed, and the earlier values by argument (``M``) or option.

    ``opened`` closes the ledger that was opened to look up completions.
    """

    typed: str
    values: dict[str, str]
    opened: ExitStack

    @cached_property
    def book(self) -> Book:
        """The ledger that the line names (by default, the user's ledger), opened read-only."""
        from tracker.application.book import open_book

        db = self.values.get("--db") or os.environ.get("WARLEDGER_DB")
        return self.opened.enter_context(open_book(db or None, only_reading=True))

    @property
    def league_state(self) -> LeagueState:
        """The state of the league that the line names, or of the last league."""
        names = (self.values.get(one) for one in ("L", "C", "M"))
        return self.book.open_league(next(filter(None, names), "last")).state

    @property
    def game(self) -> Game:
        """The game that the line names, without its secrets."""
        stream = self.book.find_game_stream(self.values["M"])
        return self.book.open_game_read_only(stream).get_public_game()


Finder = Callable[[CompletionRequest], Iterable[CompletionChoice]]


def print_completion_script_or_choices(
    shell: Annotated[str, declare_argument("SHELL", "bash, zsh, fish or powershell.")],
    line: Annotated[
        str | None, declare_option("Instead, print the possible next words of this line.")
    ] = None,
) -> None:
    """Print a script for tab completion of commands, games, players, samples and files."""
    if shell not in SCRIPTS:
        raise Refused(f"There is no completion for {shell!r}. Choose one of: {', '.join(SCRIPTS)}.")
    if line is None:
        name = f"warledger.{SCRIPTS[shell]}"
        sys.stdout.write(read_packaged_text("tracker.cli", "shells", name))
        return
    for choice in suggest_completions(
        click.get_current_context().find_root().command,
        line,
        word_breaks="=:" if shell == "bash" else "",
        escape_character="`" if shell == "powershell" else "\\",
    ):
        columns = map(strip_control_characters, choice)
        sys.stdout.write("\t".join(columns).rstrip("\t") + "\n")


def suggest_completions(
    root_command: Any, line: str, word_breaks: str = "", escape_character: str = "\\"
) -> list[CompletionChoice]:
    """Return the completions of a line's last word, for the commands below ``root_command``.

    If the shell splits words at one of ``word_breaks``, only the part after the last split is
    returned. ``escape_character`` is the shell's escape character.
    """
    words, quoted = _split_words_and_detect_quote(line, escape_character)
    *before, typed = words[1:] or [""]
    choices = [
        choice
        for choice in _list_next_words(root_command, before, typed)
        if choice.value == FILES or choice.value.casefold().startswith(typed.casefold())
    ]
    if not quoted:
        start = max((typed.rfind(character) + 1 for character in word_breaks), default=0)
        choices = [
            choice if choice.value == FILES else CompletionChoice(choice.value[start:], choice.text)
            for choice in choices
        ]
    return [*{choice.value: choice for choice in reversed(choices)}.values()][::-1]


def _split_words_and_detect_quote(line: str, escape: str) -> tuple[list[str], bool]:
    """Split a line into words, the last one unfinished, and return whether a quote is open."""
    for closing in ("", '"', "'"):
        with suppress(ValueError):
            lexer = shlex.shlex(line + closing, posix=True)
            lexer.whitespace_split, lexer.commenters, lexer.escape = True, "", escape
            words = list(lexer)
            is_finished = not closing and (not line or line[-1].isspace())
            return ([*words, ""] if is_finished else words), bool(closing)
    return [""], False


def _list_next_words(
    root: Any, finished_words: list[str], typed: str
) -> Iterator[CompletionChoice]:
    """Yield the words that may follow the finished words, regardless of the word being typed."""
    position = _CommandLinePosition(root, finished_words)
    if position.command is None:
        return
    if position.value_of is not None:
        yield from _list_parameter_values(position, position.value_of.opts[0], typed)
        return
    if typed.startswith("-") and not position.only_arguments:
        name, equals, value = typed.partition("=")
        if not equals:
            yield from position.list_unused_options()
        elif name in position.options_by_spelling:
            for choice in _list_parameter_values(position, name, value):
                yield (
                    choice
                    if choice.value == FILES
                    else CompletionChoice(f"{name}={choice.value}", choice.text)
                )
        return
    yield from position.list_visible_subcommands()
    if position.path == ["rules"]:  # "show" may be left out
        yield from _list_parameter_values(position, "RULESET", typed)
    if position.next_argument is not None:
        yield from _list_parameter_values(position, position.next_argument, typed)


class _CommandLinePosition:
    """The position in the command tree after the finished words, with the values of these words."""

    def __init__(self, root: Any, words: list[str]) -> None:
        self.path: list[str] = []
        self.values: dict[str, str] = {}
        self.command = root
        self.value_of: Any = None
        """The option whose value comes next, or None."""
        self.only_arguments = False
        self._positional: list[str] = []
        for word in words:
            self._consume(word)

    def _consume(self, word: str) -> None:
        if self.value_of is not None:
            self.values[self.value_of.opts[0]] = word
            self.value_of = None
        elif word == "--":
            self.only_arguments = True
        elif word.startswith("-") and not self.only_arguments:
            name, equals, value = word.partition("=")
            option = self.options_by_spelling.get(name)
            if option is not None and (equals or option.is_flag):
                self.values[option.opts[0]] = value
            else:
                self.value_of = option
        elif word in self._subcommands:
            self.command = self._subcommands[word]
            self.path.append(word)
        elif "show" in self._subcommands and self.path == ["rules"]:  # "show" may be left out
            self.command = self._subcommands["show"]
            self._positional.append(word)
        elif self._subcommands:
            self.command = None
        else:
            if self.next_argument is not None:
                self.values[self.next_argument] = word
            self._positional.append(word)

    @property
    def _subcommands(self) -> dict[str, Any]:
        return getattr(self.command, "commands", {})

    @property
    def options_by_spelling(self) -> dict[str, Any]:
        options = (one for one in self.command.params if one.param_type_name == "option")
        return {name: one for one in options for name in (*one.opts, *one.secondary_opts)}

    @property
    def next_argument(self) -> str | None:
        """The metavar of the next argument, or None if no argument follows."""
        every = [one for one in self.command.params if one.param_type_name == "argument"]
        place = len(self._positional)
        if place >= len(every) and not (every and every[-1].nargs == -1):
            return None
        metavar: str | None = every[min(place, len(every) - 1)].metavar
        return metavar

    def list_unused_options(self) -> Iterator[CompletionChoice]:
        for name, option in self.options_by_spelling.items():
            free = option.multiple or option.opts[0] not in self.values
            if name.startswith("--") and free and not option.hidden:
                yield CompletionChoice(name, option.help or "")

    def list_visible_subcommands(self) -> Iterator[CompletionChoice]:
        for name, command in self._subcommands.items():
            if not command.hidden:
                yield CompletionChoice(name, (command.help or "").partition("\n")[0])


def _list_parameter_values(
    position: _CommandLinePosition, called: str, typed: str
) -> Iterator[CompletionChoice]:
    """Yield the possible values of an argument or option.

    A function for this command's parameter takes precedence over one for all parameters of that
    name.
    """
    path = " ".join(position.path)
    find = VALUE_FINDERS.get(f"{path} {called}") or VALUE_FINDERS.get(called)
    if find is None:
        return
    with suppress(Exception), ExitStack() as opened:  # no completions if the ledger is unreadable
        yield from find(CompletionRequest(typed, position.values, opened))


# ------------------------------------------------------------------------------------- values


def _make_word_finder(*values: str) -> Finder:
    return lambda _: map(CompletionChoice, values)


def _request_files(_: CompletionRequest) -> Iterator[CompletionChoice]:
    yield CompletionChoice(FILES)


def _list_streams(
    request: CompletionRequest, rows: Iterable[StreamSummary]
) -> Iterator[CompletionChoice]:
    """Yield the ids of games or leagues. Once a word has been started, also yield their titles."""
    for one in rows:
        yield CompletionChoice(one.stream, one.title)
        if request.typed:
            yield CompletionChoice(one.title, one.stream)


def _find_recorded_games(request: CompletionRequest) -> Iterator[CompletionChoice]:
    rows = request.book.list_games(include_archived=True)
    yield from _list_streams(request, rows)
    if rows:
        yield CompletionChoice("last", "the last game")


def _make_league_finder(what: LeagueKind | None) -> Finder:
    return lambda request: _list_streams(
        request, request.book.list_leagues(what, include_archived=True)
    )


def _find_games_and_leagues(request: CompletionRequest) -> Iterator[CompletionChoice]:
    yield from _find_recorded_games(request)
    yield from _make_league_finder(None)(request)


def _find_exportable_items(request: CompletionRequest) -> Iterator[CompletionChoice]:
    yield from _find_games_and_leagues(request)
    yield CompletionChoice("all", "the whole ledger")


def _find_formats(request: CompletionRequest) -> Iterator[CompletionChoice]:
    from tracker.cli.export_commands import list_export_formats

    return map(CompletionChoice, list_export_formats(request.book, request.values["M"]))


def _find_players(request: CompletionRequest) -> Iterator[CompletionChoice]:
    return (CompletionChoice(one.name, one.id) for one in request.league_state.players.values())


def _list_pairings(state: LeagueState) -> Iterator[CompletionChoice]:
    for one in state.fixtures.values():
        if one.season == state.season.number:
            other = state.get_player_name(one.away) if one.away else "bye"
            text = f"{state.get_player_name(one.home)} – {other}, round {one.round}"
            yield CompletionChoice(one.id, text)


def _find_unplayed_pairings(request: CompletionRequest) -> Iterator[CompletionChoice]:
    """Yield the pairings without a result, such as ``l1:f3``."""
    named, colon, _ = request.typed.rpartition(":")
    for league in [named] if colon else [one.stream for one in request.book.list_leagues(None)]:
        state = request.book.open_league(league).state
        for one in _list_pairings(state):
            if state.fixtures[one.value].ended is None:
                yield CompletionChoice(f"{league}:{one.value}", one.text)


def _find_forces(request: CompletionRequest) -> Iterator[CompletionChoice]:
    state = request.league_state
    for one in state.forces.values():
        yield CompletionChoice(one.id, f"{one.name} ({state.get_player_name(one.player)})")


def _find_campaign_units(request: CompletionRequest) -> Iterator[CompletionChoice]:
    return (CompletionChoice(one.id, one.name) for one in request.league_state.units.values())


def _find_tie_breaks(request: CompletionRequest) -> Iterator[CompletionChoice]:
    state = request.league_state
    rules = state.get_scheme(state.season.number).tie_break_rules.values()
    return (CompletionChoice(one.name, one.short) for one in rules)


def _find_sides(request: CompletionRequest) -> Iterator[CompletionChoice]:
    match = request.game.match
    return (CompletionChoice(match.side_name(side)) for side in match.sides)


def _find_line_words(request: CompletionRequest) -> Iterator[CompletionChoice]:
    """Yield the possible next words of a game's line: units, verbs and details."""
    from tracker.application.typed_lines.line_completion import find_word_start_and_completions

    start, words = find_word_start_and_completions(request.game, request.typed)
    return (CompletionChoice(request.typed[:start] + word) for word in words)


def _find_answers(request: CompletionRequest) -> Iterator[CompletionChoice]:
    from tracker.application.match.choice_parser import list_choice_options

    pending = request.game.pending
    for one in list_choice_options(pending.request) if pending is not None else ():
        yield CompletionChoice(one.key, "" if one.key == one.text else one.text)


def _find_report_parts(_: CompletionRequest) -> Iterator[CompletionChoice]:
    from exports.league_report import PARTS

    return map(CompletionChoice, PARTS)


def _find_rulesets(request: CompletionRequest) -> Iterator[CompletionChoice]:
    from tracker.procedures.entry_points import list_entry_points
    from tracker.procedures.installed_rulesets import GROUP

    yield from (CompletionChoice(one.name) for one in list_entry_points(GROUP))
    yield from _find_game_files(request)


def _find_game_files(_: CompletionRequest) -> Iterator[CompletionChoice]:
    from tracker.application.game_definition_files import list_playable_game_file_ids

    return map(CompletionChoice, list_playable_game_file_ids())


def _find_rule_ids(request: CompletionRequest) -> Iterator[CompletionChoice]:
    from tracker.application.roster_files_and_samples import get_ruleset

    texts = get_ruleset(request.values["RULESET"]).rules()
    return (CompletionChoice(rule, text) for rule, text in texts.items())


def _find_samples(request: CompletionRequest) -> Iterator[CompletionChoice]:
    from tracker.application.roster_files_and_samples import list_samples_of_ruleset

    for rules, sample in list_samples_of_ruleset(request.values.get("--ruleset", "")):
        yield CompletionChoice(sample.name, f"{sample.title}, {rules.id}")


def _find_rosters(request: CompletionRequest) -> Iterator[CompletionChoice]:
    yield from _find_samples(request)
    yield CompletionChoice(FILES)


def _find_sides_and_rosters(request: CompletionRequest) -> Iterator[CompletionChoice]:
    name, equals, _ = request.typed.partition("=")
    if equals:
        yield from (
            CompletionChoice(f"{name}={one.value}", one.text) for one in _find_samples(request)
        )
        yield CompletionChoice(FILES)


def _find_division_pairings(request: CompletionRequest) -> Iterator[CompletionChoice]:
    """Yield a division's pairing systems, such as ``B=Swiss``, once its name has been typed."""
    name, equals, _ = request.typed.partition("=")
    if equals:
        yield from (CompletionChoice(f"{name}={system}") for system in PAIRING_SYSTEMS)


VALUE_FINDERS: dict[str, Finder] = {
    "M": _find_recorded_games,
    "export M": _find_exportable_items,
    "serve M": _find_games_and_leagues,
    "L": _make_league_finder("league"),
    "C": _make_league_finder("campaign"),
    "F": lambda request: _list_pairings(request.league_state),
    "PLAYER": _find_players,
    "OTHER": _find_players,
    "league enroll PLAYER": _make_word_finder(),
    "campaign enroll PLAYER": _find_players,
    "FORCE": _find_forces,
    "UNIT": _find_campaign_units,
    "DIVISION": lambda request: map(CompletionChoice, request.league_state.get_divisions().names),
    "TIE": _find_tie_breaks,
    "rules show ID": _find_rule_ids,
    "--encoding": _make_word_finder("utf-8", "utf-16", "cp1252", "cp1250", "cp1251"),
    "SIDE": _find_sides,
    "LINE": _find_line_words,
    "match answer TEXT": _find_answers,
    "RULESET": _find_rulesets,
    "match options M": lambda request: [*_find_recorded_games(request), *_find_rulesets(request)],
    "SHELL": _make_word_finder(*SCRIPTS),
    "KIND": _make_word_finder("full", "half", "none"),
    **dict.fromkeys(
        ("FILE", "DIR", "DAMAGED", "NEW", "FROM", "TO", "COPY", "SCHEME", "TARGET"), _request_files
    ),
    **dict.fromkeys(
        ("--db", "--file", "--house", "--output", "-o", "--picture", "--words", "--scheme"),
        _request_files,
    ),
    **dict.fromkeys(
        ("force check FILE", "force points FILE", "force sheet FILE", "match join FILE"),
        _find_rosters,
    ),
    "--roster": _find_rosters,
    "--fixture": _find_unplayed_pairings,
    "--side": _find_sides_and_rosters,
    "--sample": _find_samples,
    "--ruleset": _find_rulesets,
    "game new --from": _find_game_files,
    "--mode": _make_word_finder("strict", "warn", "free"),
    "--status": _make_word_finder("running", "ended"),
    "--bye": _make_word_finder("half", "none"),
    "export --format": _find_formats,
    "force sheet --format": _make_word_finder("text", "html"),
    "--only": _find_report_parts,
    **dict.fromkeys(("--pairing", "--method"), _make_word_finder(*PAIRING_SYSTEMS)),
    "league divide --pairing": _find_division_pairings,
    "--league": _make_league_finder("league"),
    "--campaign": _make_league_finder(None),
    **dict.fromkeys(("--by", "--explain", "export --player"), _find_players),
}

"""The command ``completion``, which completes command lines in four shells.

The shell passes the line as typed so far. Each line of the output contains a completion of the
current word, a tab, and its description. ``:files`` requests file names, too.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, suppress
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from tracker.cli.command_helpers import strip_control_characters
from tracker.cli.command_parameters import declare_argument, declare_option_without_default
from tracker.vocabulary.packaged_files import read_packaged_text

if TYPE_CHECKING:
    from tracker.application.book import Book
    from tracker.application.leagues.league import League
    from tracker.application.match.game import Game

SCRIPTS = {"bash": "bash", "zsh": "zsh", "fish": "fish", "powershell": "ps1"}
FILES = ":files"
MODES = ("strict", "warn", "free")


class CompletionChoice(NamedTuple):
    """A possible completion and its description."""

    value: str
    text: str = ""


class CompletionRequest(NamedTuple):
    """The word being typed, and the earlier values by argument (``M``) or option."""

    typed: str
    said: dict[str, str]

    def open_book(self) -> AbstractContextManager[Book]:
        """Open the ledger named in the line, or the default ledger, for reading."""
        from tracker.application.book import open_book

        db = self.said.get("--db") or os.environ.get("WARLEDGER_DB")
        return open_book(db or None, only_reading=True)


Find = Callable[[CompletionRequest], Iterable[CompletionChoice]]


def print_completion_script(
    ctx: typer.Context,
    shell: Annotated[str, declare_argument("SHELL", "bash, zsh, fish or powershell.")],
    line: Annotated[
        str | None,
        declare_option_without_default(
            "Print the possible next words of this line instead.", "--line"
        ),
    ] = None,
) -> None:
    """Print the script that lets a shell complete commands, games, players, samples and files."""
    from tracker.application.errors import Refused

    if shell not in SCRIPTS:
        raise Refused(f"There is no completion for {shell!r}. Choose one of: {', '.join(SCRIPTS)}.")
    if line is None:
        name = f"warledger.{SCRIPTS[shell]}"
        sys.stdout.write(read_packaged_text("tracker.cli", "shells", name))
        return
    for choice in suggest_completions(
        ctx.find_root().command, line, breaks="=:" if shell == "bash" else ""
    ):
        sys.stdout.write(
            f"{strip_control_characters(choice.value)}\t{strip_control_characters(choice.text)}".rstrip(
                "\t"
            )
            + "\n"
        )


def suggest_completions(root: Any, line: str, breaks: str = "") -> list[CompletionChoice]:
    """Return the completions of a line's last word, among the commands below ``root``.

    If the shell splits words at one of ``breaks``, only the part after it is returned.
    """
    words, quoted = _split(line)
    *before, typed = words[1:] or [""]
    found = [
        one
        for one in _next(root, before, typed)
        if one.value == FILES or one.value.casefold().startswith(typed.casefold())
    ]
    if not quoted:
        begins = max((typed.rfind(sign) + 1 for sign in breaks), default=0)
        found = [
            one if one.value == FILES else CompletionChoice(one.value[begins:], one.text)
            for one in found
        ]
    return [*{one.value: one for one in reversed(found)}.values()][::-1]


def _split(line: str) -> tuple[list[str], bool]:
    """Split a line into words, the last one unfinished, and return whether a quote is open."""
    for closing in ("", '"', "'"):
        with suppress(ValueError):
            words = shlex.split(line + closing)
            ended = not closing and (not line or line[-1].isspace())
            return ([*words, ""] if ended else words), bool(closing)
    return [""], False


def _next(root: Any, before: list[str], typed: str) -> Iterator[CompletionChoice]:
    """Yield what may follow the finished words, regardless of the word being typed."""
    at = _Position(root, before)
    if at.command is None:
        return
    if at.value_of is not None:
        yield from _values(at, at.value_of.opts[0], typed)
        return
    if typed.startswith("-") and not at.only_arguments:
        name, equals, value = typed.partition("=")
        if not equals:
            yield from at.options()
        elif name in at.named:
            for one in _values(at, name, value):
                yield (
                    one if one.value == FILES else CompletionChoice(f"{name}={one.value}", one.text)
                )
        return
    yield from at.commands()
    if at.path == ["rules"]:  # show may be left out
        yield from _values(at, "RULESET", typed)
    if at.argument is not None:
        yield from _values(at, at.argument, typed)


class _Position:
    """The position of the finished words in the command tree, with their values."""

    def __init__(self, root: Any, words: list[str]) -> None:
        self.path: list[str] = []
        self.said: dict[str, str] = {}
        self.command = root
        self.value_of: Any = None
        """The option whose value comes next, or None."""
        self.only_arguments = False
        self._positional: list[str] = []
        for word in words:
            self._take(word)

    def _take(self, word: str) -> None:
        if self.value_of is not None:
            self.said[self.value_of.opts[0]] = word
            self.value_of = None
        elif word == "--":
            self.only_arguments = True
        elif word.startswith("-") and not self.only_arguments:
            name, equals, value = word.partition("=")
            option = self.named.get(name)
            if option is not None and (equals or option.is_flag):
                self.said[option.opts[0]] = value
            else:
                self.value_of = option
        elif word in self._subcommands:
            self.command = self._subcommands[word]
            self.path.append(word)
        elif "show" in self._subcommands and self.path == ["rules"]:  # it may be left out
            self.command = self._subcommands["show"]
            self._positional.append(word)
        elif self._subcommands:
            self.command = None
        else:
            if self.argument is not None:
                self.said[self.argument] = word
            self._positional.append(word)

    @property
    def _subcommands(self) -> dict[str, Any]:
        return getattr(self.command, "commands", {})

    @property
    def named(self) -> dict[str, Any]:
        """The command's options by all their names."""
        options = (one for one in self.command.params if one.param_type_name == "option")
        return {name: one for one in options for name in (*one.opts, *one.secondary_opts)}

    @property
    def argument(self) -> str | None:
        """The next argument's name, or None."""
        every = [one for one in self.command.params if one.param_type_name == "argument"]
        place = len(self._positional)
        if place >= len(every) and not (every and every[-1].nargs == -1):
            return None
        metavar: str | None = every[min(place, len(every) - 1)].metavar
        return metavar

    def options(self) -> Iterator[CompletionChoice]:
        for name, option in self.named.items():
            free = option.multiple or option.opts[0] not in self.said
            if name.startswith("--") and free and not option.hidden:
                yield CompletionChoice(name, option.help or "")

    def commands(self) -> Iterator[CompletionChoice]:
        for name, command in self._subcommands.items():
            if not command.hidden:
                yield CompletionChoice(name, (command.help or "").partition("\n")[0])


def _values(at: _Position, called: str, typed: str) -> Iterator[CompletionChoice]:
    """Yield the values of an argument or option, found by command and name or by name only."""
    path = " ".join(at.path)
    find = VALUES.get(f"{path} {called}") or VALUES.get(called)
    if find is None:
        return
    with suppress(Exception):  # an unreadable ledger completes nothing
        yield from find(CompletionRequest(typed, at.said))


# ------------------------------------------------------------------------------------- values


def _words(*values: str) -> Find:
    return lambda _: map(CompletionChoice, values)


def _files(_: CompletionRequest) -> Iterator[CompletionChoice]:
    yield CompletionChoice(FILES)


def _matches(asked: CompletionRequest) -> Iterator[CompletionChoice]:
    with asked.open_book() as opened:
        rows = opened.list_games(include_archived=True)
        yield from (CompletionChoice(one.stream, one.title) for one in rows)
    if rows:
        yield CompletionChoice("last", "the last game")


def _leagues(what: Any) -> Find:
    def find(asked: CompletionRequest) -> Iterator[CompletionChoice]:
        with asked.open_book() as opened:
            leagues = opened.list_leagues(what, include_archived=True)
            yield from (CompletionChoice(one.stream, one.title) for one in leagues)

    return find


def _everything(asked: CompletionRequest) -> Iterator[CompletionChoice]:
    yield from _matches(asked)
    yield from _leagues(None)(asked)


def _exported(asked: CompletionRequest) -> Iterator[CompletionChoice]:
    yield from _everything(asked)
    yield CompletionChoice("all", "the whole ledger")


def _formats(asked: CompletionRequest) -> Iterator[CompletionChoice]:
    from tracker.cli.export_command import list_export_formats

    with asked.open_book() as opened:
        yield from map(CompletionChoice, list_export_formats(opened, asked.said["M"]))


def _league(opened: Book, asked: CompletionRequest) -> League:
    name = asked.said.get("L") or asked.said.get("C") or asked.said.get("M") or "last"
    return opened.open_league(name)


def _players(asked: CompletionRequest) -> Iterator[CompletionChoice]:
    with asked.open_book() as opened:
        players = _league(opened, asked).state.players.values()
        yield from (CompletionChoice(one.name, one.id) for one in players)


def _pairings(asked: CompletionRequest) -> Iterator[CompletionChoice]:
    with asked.open_book() as opened:
        state = _league(opened, asked).state
        for one in state.fixtures.values():
            if one.season == state.season.number:
                other = state.get_player_name(one.away) if one.away else "bye"
                yield CompletionChoice(
                    one.id, f"{state.get_player_name(one.home)} – {other}, round {one.round}"
                )


def _forces(asked: CompletionRequest) -> Iterator[CompletionChoice]:
    with asked.open_book() as opened:
        state = _league(opened, asked).state
        yield from (
            CompletionChoice(one.id, f"{one.name} ({state.get_player_name(one.player)})")
            for one in state.forces.values()
        )


def _war_units(asked: CompletionRequest) -> Iterator[CompletionChoice]:
    with asked.open_book() as opened:
        units = _league(opened, asked).state.units.values()
        yield from (CompletionChoice(one.id, one.name) for one in units)


def _divisions(asked: CompletionRequest) -> Iterator[CompletionChoice]:
    with asked.open_book() as opened:
        yield from map(CompletionChoice, _league(opened, asked).state.get_divisions().names)


def _game(opened: Book, asked: CompletionRequest) -> Game:
    return opened.open_game_read_only(opened.find_stream(asked.said["M"])).make_public_copy()


def _sides(asked: CompletionRequest) -> Iterator[CompletionChoice]:
    with asked.open_book() as opened:
        match = _game(opened, asked).match
        yield from (CompletionChoice(match.side_name(side)) for side in match.sides)


def _line(asked: CompletionRequest) -> Iterator[CompletionChoice]:
    """Yield the possible next words of a game's line: units, verbs and details."""
    from tracker.application.lines.line_completion import list_completions

    with asked.open_book() as opened:
        start, words = list_completions(_game(opened, asked), asked.typed)
    yield from (CompletionChoice(asked.typed[:start] + word) for word in words)


def _answers(asked: CompletionRequest) -> Iterator[CompletionChoice]:
    """Yield the options of the open choice."""
    from tracker.application.match.choice_parser import list_choice_offers

    with asked.open_book() as opened:
        pending = _game(opened, asked).pending
        for one in list_choice_offers(pending.request) if pending is not None else ():
            yield CompletionChoice(one.key, "" if one.key == one.text else one.text)


def _rulesets(_: CompletionRequest) -> Iterator[CompletionChoice]:
    from tracker.procedures.entry_points import list_entry_points
    from tracker.procedures.installed_rulesets import GROUP

    yield from (CompletionChoice(one.name) for one in list_entry_points(GROUP))


def _samples(asked: CompletionRequest) -> Iterator[CompletionChoice]:
    from tracker.application.roster_files import find_sample_forces

    for rules, sample in find_sample_forces(asked.said.get("--ruleset", "")):
        yield CompletionChoice(sample.name, f"{sample.title}, {rules.id}")


def _rosters(asked: CompletionRequest) -> Iterator[CompletionChoice]:
    yield from _samples(asked)
    yield CompletionChoice(FILES)


def _side_and_roster(asked: CompletionRequest) -> Iterator[CompletionChoice]:
    name, equals, _ = asked.typed.partition("=")
    if equals:
        yield from (CompletionChoice(f"{name}={one.value}", one.text) for one in _samples(asked))
        yield CompletionChoice(FILES)


VALUES: dict[str, Find] = {
    "M": _matches,
    "export M": _exported,
    "serve M": _everything,
    "L": _leagues("league"),
    "C": _leagues("campaign"),
    "F": _pairings,
    "PLAYER": _players,
    "OTHER": _players,
    "league enroll PLAYER": _words(),
    "campaign enroll PLAYER": _players,
    "FORCE": _forces,
    "UNIT": _war_units,
    "DIVISION": _divisions,
    "SIDE": _sides,
    "LINE": _line,
    "match answer TEXT": _answers,
    "RULESET": _rulesets,
    "match options M": lambda asked: [*_matches(asked), *_rulesets(asked)],
    "SHELL": _words(*SCRIPTS),
    "KIND": _words("full", "half", "none"),
    "FILE": _files,
    "DIR": _files,
    "DAMAGED": _files,
    "NEW": _files,
    "FROM": _files,
    "TO": _files,
    "COPY": _files,
    "SCHEME": _files,
    "force check FILE": _rosters,
    "force points FILE": _rosters,
    "force sheet FILE": _rosters,
    "match join FILE": _rosters,
    "--db": _files,
    "--file": _files,
    "--house": _files,
    "--output": _files,
    "-o": _files,
    "--picture": _files,
    "--words": _files,
    "--roster": _rosters,
    "--scheme": _files,
    "--side": _side_and_roster,
    "--sample": _samples,
    "--ruleset": _rulesets,
    "--mode": _words(*MODES),
    "--status": _words("running", "ended"),
    "--bye": _words("half", "none"),
    "export --format": _formats,
    "force sheet --format": _words("text", "html"),
    "--only": _words("standings", "bracket", "outlook", "rounds", "forces", "history", "luck"),
    "--pairing": _words("round robin", "Swiss"),
    "--league": _leagues("league"),
    "--campaign": _leagues(None),
    "--by": _players,
    "--explain": _players,
    "export --player": _players,
}

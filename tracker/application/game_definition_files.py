"""Finds and reads game files, both those that ship with Warledger and those in the user's folders.

Every match stores the text of its game file, so the file is not needed again for that match.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from msgspec import Struct

from tracker.application.errors import Refused
from tracker.application.text_file_decoding import decode_text, expand_home_folder, read_text_file
from tracker.procedures.installed_rulesets import load_shipped_ruleset
from tracker.procedures.ruleset import Ruleset
from tracker.vocabulary.toml_reader import Problem

FREE = "free"
"""The id of the built-in game "any game", for which players need no game file of their own."""
ENDING = ".toml"
SCHEMA = "warledger-game.schema.json"
"""The name of the schema file that lets editors complete the keys of a game file."""
MAX_FILES = 200
HEAD_SIZE = 4096
"""The number of bytes at the start of a file that are searched for its kind and id."""
_IS_GAME = re.compile(r"^ *warledger_game *=", re.MULTILINE)
_ID = re.compile(r"""^ *id *= *["']([^"'\n]*)["']""", re.MULTILINE)
_FIRST_TABLE = re.compile(r"^ *\[+[^\]\n]+\]+ *(#.*)?$", re.MULTILINE)
"""A heading such as ``[[phases]]``. Keys below it do not belong to the file itself."""
GAMEFILE = Path(__file__).parent.parent / "gamefile"
SHIPPED = GAMEFILE / "games"


class GameFile(Struct, frozen=True):
    path: Path
    id: str


def find_game_files_folder() -> Path:
    """Return the user's folder for game files, which the environment variable ``WARLEDGER_GAMES``
    can set.
    """
    if named := os.environ.get("WARLEDGER_GAMES"):
        return Path(named)
    from platformdirs import user_data_path

    return user_data_path("warledger") / "games"


def build_stored_game_ruleset(text: str, name: str) -> Ruleset:
    """Build the ruleset of a game file that a match has stored.

    Raises ``Refused``, with the first error, if the file is invalid.
    """
    from tracker.gamefile.game_file_reader import InvalidGameFile
    from tracker.gamefile.ruleset_builder import build_ruleset

    try:
        return build_ruleset(text)
    except InvalidGameFile as error:
        raise _make_game_file_error(name, error.problems) from error


def check_and_build_game_ruleset(text: str, name: str) -> Ruleset:
    """Check a game file for all known mistakes, and build its ruleset for a new game.

    Raises ``Refused``, with the first mistake, if there is any.
    """
    if found := list_game_file_problems(text):
        raise _make_game_file_error(name, found)
    return build_stored_game_ruleset(text, name)


def require_installed_python_actions(rules: Ruleset) -> Ruleset:
    """Return the given ruleset. Raises ``Refused`` if one of its Python actions is not
    installed.
    """
    from tracker.gamefile.game_file_reader import read_game_file
    from tracker.gamefile.python_actions import load_python_action_or_reason

    why = [load_python_action_or_reason(name)[1] for name in read_game_file(rules.text).in_python]
    if any(why):
        raise Refused(next(filter(None, why)))
    return rules


def _make_game_file_error(name: str, problems: tuple[Problem, ...]) -> Refused:
    more = len(problems) - 1
    rest = f" ({more} more: warledger game check {name})" if more else ""
    return Refused(f"{name}, {problems[0]}{rest}")


def list_local_game_files() -> Iterator[GameFile]:
    """Yield the game files in the current folder, then those in the user's folder. Each folder is
    in name order.
    """
    for folder in dict.fromkeys((Path.cwd(), find_game_files_folder().absolute())):
        yield from _list_game_files_in_folder(folder)


def list_shipped_game_files() -> Iterator[GameFile]:
    return _list_game_files_in_folder(SHIPPED)


def list_playable_game_file_ids() -> list[str]:
    """Return the ids of the game files that can be played: first local files, then shipped ones."""
    every = (*list_local_game_files(), *list_shipped_game_files())
    playable = []
    for name in dict.fromkeys(file.id for file in every):
        with suppress(Refused):
            find_ruleset_in_game_files(name)
            playable.append(name)
    return playable


def _list_game_files_in_folder(folder: Path) -> Iterator[GameFile]:
    for path, head in read_toml_heads(folder):
        own_keys = _FIRST_TABLE.split(head, maxsplit=1)[0]
        if _IS_GAME.search(head):
            said = _ID.search(own_keys)
            yield GameFile(path, said[1] if said else path.stem)


def read_toml_heads(folder: Path) -> Iterator[tuple[Path, str]]:
    """Yield the path and the beginning of each readable TOML file in a folder, in name order."""
    with suppress(OSError):
        for path in sorted(folder.glob(f"*{ENDING}"))[:MAX_FILES]:
            with suppress(OSError, Refused), path.open("rb") as file:
                yield path, decode_text(file.read(HEAD_SIZE), path.name, "replace")


def list_selectable_game_rulesets(taken_ids: Mapping[str, Ruleset]) -> dict[str, Ruleset]:
    """Return the rulesets of "any game" and of the playable local games by id.

    Local games whose ids are in ``taken_ids`` are left out.
    """
    found: dict[str, Ruleset] = {FREE: _load_shipped_game_ruleset(FREE)}
    for file in list_local_game_files():
        if file.id not in taken_ids and file.id not in found:
            with suppress(Refused):
                rules = load_ruleset_from_game_file(file.path)
                found[rules.id] = rules
    return found


def list_rulesets_with_shared_id(ignored_ids: Mapping[str, Ruleset]) -> list[tuple[str, Ruleset]]:
    """List the playable local games that share their id with another file in the same folder.

    Each game is listed with its file name, because its id alone is ambiguous. Ids in
    ``ignored_ids`` are left out, because they never refer to a file.
    """
    files_by_id: dict[str, list[GameFile]] = {}
    for file in list_local_game_files():
        files = files_by_id.setdefault(file.id, [])
        if not files or files[0].path.parent == file.path.parent:
            files.append(file)
    found = []
    for name, files in files_by_id.items():
        for file in files if len(files) > 1 and name not in {*ignored_ids, FREE} else ():
            with suppress(Refused):
                found.append((file.path.name, load_ruleset_from_game_file(file.path)))
    return found


def list_shipped_sample_rulesets(taken_ids: Mapping[str, Ruleset]) -> dict[str, Ruleset]:
    """Return the rulesets of the shipped sample games by id, without those in ``taken_ids``."""
    return {
        file.id: _load_shipped_game_ruleset(file.id)
        for file in list_shipped_game_files()
        if file.id not in taken_ids
    }


@lru_cache(maxsize=16)
def _load_shipped_game_ruleset(name: str) -> Ruleset:
    text = (SHIPPED / f"{name}{ENDING}").read_text(encoding="utf-8")
    return build_stored_game_ruleset(text, name)


def load_ruleset_from_game_file(path: Path) -> Ruleset:
    """Load the ruleset of a game file. Raises ``Refused`` if the file is unplayable."""
    return check_and_build_game_ruleset(read_text_file(path), path.name)


def explain_unplayable_game_file(file: GameFile) -> str:
    """Return a message about the first mistake that makes a game file unplayable, or "" if it is
    playable.
    """
    try:
        load_ruleset_from_game_file(file.path)
    except Refused as refused:
        return refused.message
    return ""


def require_id_unused_by_shipped_rules(rules: Ruleset) -> Ruleset:
    """Return the given ruleset. Raises ``Refused`` if other shipped rules already use its id."""
    is_taken = rules.id == FREE and rules.text != _load_shipped_game_ruleset(FREE).text
    if is_taken or load_shipped_ruleset(rules.id) is not None:
        raise Refused(
            f"The id {rules.id!r} is already used by other rules. Choose another id in the file."
        )
    return rules


def find_ruleset_in_game_files(name: str) -> Ruleset | None:
    """Return the ruleset of the game file with the given path, id or name, or None if there is no
    such file.

    Raises ``Refused`` if the file is unplayable.
    """
    file = find_game_file(name)
    if file is None:
        return None
    if file.path.parent == SHIPPED:
        return _load_shipped_game_ruleset(file.path.stem)
    return load_ruleset_from_game_file(file.path)


def find_game_file(name: str) -> GameFile | None:
    """Return the game file with the given path, id or name, or None if there is none.

    Raises ``Refused`` if several files in the same folder have the id ``name``.
    """
    path = expand_home_folder(name)
    with suppress(OSError, ValueError):
        if name.endswith(ENDING) and path.is_file():
            return GameFile(path, path.stem)
    every = (*list_local_game_files(), *list_shipped_game_files())
    found = [file for file in every if name and name in (file.id, file.path.stem)]
    if not found:
        return None
    folder = found[0].path.parent
    same = [file.path.name for file in found if file.id == name and file.path.parent == folder]
    if len(same) > 1:
        raise Refused(
            f"The id {name!r} is used by {' and '.join(same)}. Give the path of"
            " one file, or move a file to another folder."
        )
    return found[0]


def list_game_file_problems(text: str) -> tuple[Problem, ...]:
    """List all mistakes in the text of a game file, in the order of its lines."""
    from tracker.gamefile.game_file_linter import list_mistakes_preventing_new_games
    from tracker.gamefile.game_file_reader import InvalidGameFile
    from tracker.gamefile.ruleset_builder import build_ruleset

    try:
        rules = require_id_unused_by_shipped_rules(build_ruleset(text))
        is_sample = any(file.id == rules.id for file in list_shipped_game_files())
        if is_sample and rules.text != _load_shipped_game_ruleset(rules.id).text:
            why = f"The id {rules.id!r} is already used by a sample game."
            raise Refused(f"{why} Choose another id in the file.")
        return list_mistakes_preventing_new_games(text)
    except InvalidGameFile as error:
        return error.problems
    except Refused as error:
        line = next((n for n, said in enumerate(text.splitlines(), 1) if _ID.match(said)), 1)
        return (Problem(line, error.message),)

"""Finds and reads roster files and sample forces, and determines their ruleset."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from tracker.application import game_definition_files
from tracker.application.browser_folder_restriction import require_in_allowed_folder
from tracker.application.errors import Refused, make_sentence
from tracker.application.text_file_decoding import expand_home_folder, read_text_file
from tracker.application.typed_forces import convert_typed_force_to_lines, suggest_typed_force
from tracker.procedures.declared.rosters_and_mustering import Problem, Roster, Sample
from tracker.procedures.installed_rulesets import explain_missing_ruleset, load_playable_rulesets
from tracker.procedures.ruleset import Ruleset
from tracker.vocabulary import toml_reader

_SAYS_RULES = re.compile(r"""^ *ruleset *= *["'](?P<rules>[^"']*)["']""", re.MULTILINE)

_ARMY_LIST = re.compile(r"[\[(]\d+ ?(?:pts|points)[\])]", re.IGNORECASE)
_PAGE = "To write a record of a game or league, run: warledger export M --format record."
_NOT_RECORDS = {
    ".json": "If it is a roster, run: warledger force import {file}.",
    ".ics": "To import the dates of a league's or campaign's games, run: "
    "warledger league import-dates L {file}.",
    ".csv": "To import results or players, run: warledger league import-results L {file}, or: "
    "warledger league sign-up L {file}.",
    ".html": _PAGE,
    ".md": _PAGE,
}
"""The advice for each type of file that people often mistake for a record, by file extension."""
TYPED = "typed"


def find_roster_ruleset(text: str, ruleset_name: str = "") -> Ruleset:
    """Return the ruleset called ``ruleset_name`` or, if this is empty, the ruleset that the roster
    names.

    If only one ruleset is installed, it is the default. Raises ``Refused`` if no ruleset is named,
    or if it is unknown.
    """
    known = load_playable_rulesets()
    wanted = ruleset_name
    if not wanted:
        try:
            wanted = str(toml_reader.load_toml(text).get("ruleset", ""))
        except toml_reader.InvalidToml as error:
            wanted = read_ruleset_name(text)  # the reader of these rules reports the errors
            if not wanted and len(known) > 1:
                refuse_if_army_list(text)
                raise Refused(f"The roster cannot be read: {error}.") from error
    if not wanted and len(known) == 1:
        wanted = next(iter(known))
    if not wanted:
        raise Refused(
            f"The file does not name its rules. Set `ruleset` to one of: {', '.join(known)}."
        )
    return get_ruleset(wanted)


def get_ruleset(id_or_file: str) -> Ruleset:
    """Return the ruleset with the given id, or the ruleset of the given game file.

    Raises ``Refused``, with a list of all known ids, if the ruleset is unknown.
    """
    known = load_playable_rulesets()
    found = known.get(id_or_file) or game_definition_files.find_ruleset_in_game_files(id_or_file)
    if found is None:
        ids = [*known, *game_definition_files.list_playable_game_file_ids()]
        raise Refused(explain_missing_ruleset(id_or_file, ids))
    return found


def list_samples_of_ruleset(ruleset_name: str) -> tuple[tuple[Ruleset, Sample], ...]:
    """Return the sample forces of the given ruleset or, without a name, of all rulesets.

    All rulesets are the installed ones, and the games that can be named without a path. Raises
    ``Refused`` if the ruleset is unknown.
    """
    known = load_playable_rulesets()
    every = {**known, **game_definition_files.list_selectable_game_rulesets(known)}
    asked = [get_ruleset(ruleset_name)] if ruleset_name else every.values()
    return tuple((rules, one) for rules in asked if rules.forces for one in rules.forces.samples())


def get_ruleset_and_starting_roster_text(ruleset_name: str, sample: str) -> tuple[Ruleset, str]:
    """Return the ruleset and the text for a new roster, from a sample or from the ruleset's
    template.

    Raises ``Refused`` if the ruleset or the sample is unknown.
    """
    if sample:
        text = find_sample_text(sample, ruleset_name)
        if not text:
            there = ", ".join(one.name for _, one in list_samples_of_ruleset(ruleset_name))
            choices = f" Choose one of: {there}." if there else ""
            raise Refused(f"There is no sample {sample!r}.{choices}")
        return find_roster_ruleset(text, ruleset_name), text
    known = load_playable_rulesets()
    if not ruleset_name and len(known) > 1:
        raise Refused(f"Choose the rules of this roster with --ruleset: {', '.join(known)}.")
    rules = get_ruleset(ruleset_name or next(iter(known)))
    if rules.forces is None:
        raise Refused(f"{rules.title} does not use rosters.")
    return rules, rules.forces.get_template_text()


def read_ruleset_name(text: str) -> str:
    """Return the id of the ruleset that a roster names, or "" if it names none.

    The rest of the roster may be invalid.
    """
    said = _SAYS_RULES.search(text)
    return said["rules"] if said else ""


def list_local_rosters(rules: Ruleset) -> list[Path]:
    """Return the roster files in the current folder that use the given rules, in name order."""
    heads = game_definition_files.read_toml_heads(Path.cwd())
    return [path for path, head in heads if read_ruleset_name(head) == rules.id]


def is_roster_name(text: str, rules: Ruleset) -> bool:
    """Return whether a text is the name of a TOML file, or of a sample force of the given rules."""
    return text.strip().endswith(".toml") or find_sample(rules, text.strip()) is not None


def read_roster_text_and_name(path: str, rules: Ruleset) -> tuple[str, str]:
    """Return the text and name of a roster, which is given as a file, a sample or a typed force.

    Raises ``Refused`` if there is no such roster.
    """
    file = expand_home_folder(path)
    sample = None if file.exists() else find_sample(rules, path.strip())
    if sample is not None:
        return sample.text, path.strip()
    if typed := convert_typed_force_to_lines(path, rules):
        return typed, TYPED
    if rules.forces is not None and rules.forces.lines and not file.exists():
        raise Refused(explain_missing_force(rules, path.strip()))
    return read_roster_file(file), file.name


def describe_roster_problem(source: str, text: str, problem: Problem) -> str:
    """Describe an error in a roster together with its line or, in a typed force, its unit."""
    where = f"{source}, line {problem.line}"
    if source == TYPED and problem.line:
        where = f'"{text.splitlines()[problem.line - 1].strip()}"'
    return f"{where}: {make_sentence(problem.text)}"


def explain_missing_force(rules: Ruleset, name: str) -> str:
    """Explain that there is no force with the given name, how to type units, and which samples
    exist.
    """
    samples = rules.forces.samples() if rules.forces is not None else ()
    names = ", ".join(sample.name for sample in samples)
    example = suggest_typed_force(rules)
    how = f" Type units like this: {example.partition(',')[0]}." if example else ""
    listed = f" The samples are {names}." if names else ""
    return f"There is no file or sample called {name}.{how}{listed}"


def read_roster_file(file: Path) -> str:
    """Read the text of a user's roster file. Raises ``Refused`` if it cannot be read."""
    refuse_if_foreign_roster(file)
    require_in_allowed_folder(file)
    with suppress(OSError, ValueError):  # errors are reported when the file is read
        if file.exists() and not file.is_file():
            raise Refused(f"{file} is not a file. Give the path of a roster file.")
    return read_text_file(file)


def refuse_if_foreign_roster(file: Path) -> None:
    """Raise ``Refused`` for another program's roster. The message gives the command that converts
    the roster.
    """
    if file.suffix.lower() in (".ros", ".rosz"):
        raise Refused(
            f"{file.name} is a roster from another program. To convert it, run: "
            f"warledger force import {file} -o {file.stem}.toml."
        )


def refuse_if_army_list(text: str) -> None:
    """Raise ``Refused`` for an army list as plain text. The message suggests a format to export
    instead.
    """
    if _ARMY_LIST.search(text):
        raise Refused(
            "This is an army list as text. Export it from New Recruit or BattleScribe as .rosz or"
            " JSON instead. Then run: warledger force import LIST.rosz -o LIST.toml."
        )


def refuse_import_of_other_file(file: Path) -> None:
    """Raise ``Refused`` for a folder, or for a type of file that people often mistake for a record.

    The message gives the right command for such a file.
    """
    with suppress(OSError, ValueError):  # errors are reported when the file is read
        if file.is_dir():
            raise Refused(f"{file} is a folder. Give the path of a match or league record.")
    refuse_if_foreign_roster(file)
    what = _NOT_RECORDS.get(file.suffix.lower())
    if what is not None:
        raise Refused(f"{file.name} is not a record. {what.format(file=file)}")


def find_sample_text(name: str, ruleset_name: str = "") -> str:
    """Return the text of a sample force, or "" if there is none. Without a ruleset, all rulesets
    are searched.
    """
    samples = (sample for _, sample in list_samples_of_ruleset(ruleset_name))
    return next((one.text for one in samples if name in (one.file, one.name, one.title)), "")


def find_sample(rules: Ruleset, name: str) -> Sample | None:
    """Return the sample force of a ruleset with the given name, title or file name, or None if
    there is none.
    """
    samples = rules.forces.samples() if rules.forces else ()
    return next((one for one in samples if name in (one.file, one.name, one.title)), None)


def read_sample_text_and_file_name(rules: Ruleset, name: str) -> tuple[str, str]:
    """Return the text and the file name of a sample force. Raises ``Refused`` if the ruleset has no
    such sample.
    """
    sample = find_sample(rules, name)
    if sample is None:
        raise Refused(explain_missing_force(rules, name))
    return sample.text, sample.file


def read_rosters_with_warnings(
    rules: Ruleset, texts: Sequence[str]
) -> tuple[tuple[Roster, ...], tuple[str, ...]]:
    """Return the parsed rosters, and warnings about playing them against each other.

    Raises ``Refused`` if the ruleset does not use rosters.
    """
    if rules.forces is None:
        raise Refused(f"{rules.title} does not use rosters.")
    found = tuple(rules.forces.read(text, rules.map_options_to_defaults()) for text in texts)
    return found, rules.forces.together(found) if len(found) > 1 else ()

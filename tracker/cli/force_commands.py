"""The ``force`` commands, which create, check, convert and print rosters."""

from __future__ import annotations

import sys
from itertools import groupby
from pathlib import Path
from typing import Annotated

from exports.shapes import roster_json_types as shapes
from exports.shapes.json_base_type import make_shape
from tracker.application.errors import Refused
from tracker.cli.command_parameters import declare_argument, declare_option
from tracker.cli.command_registration import Answer, Group, register_command
from tracker.cli.file_input_and_output import read_file_or_stdin, write_output_file
from tracker.cli.messages_and_exit_codes import print_message
from tracker.cli.shared_options import Overwrite, declare_output_option
from tracker.vocabulary.count_wording import format_count

app = Group(help="Create, check, convert and print rosters.")
UNUSABLE = "{} cannot be played yet. Correct the mistakes listed above."
Files = Annotated[
    tuple[str, ...], declare_argument("FILE", "Roster files in TOML, or samples; - reads stdin.")
]
Rules = Annotated[
    str, declare_option("The id of the rosters' ruleset.", show_default="named in the file")
]


@register_command(app, "check")
def check_rosters(files: Files, ruleset: Rules = "") -> Answer:
    """List the mistakes in rosters, line by line. Exits with 1 if a roster cannot be used."""
    from tracker.cli import rules_and_odds_output

    shape = _read_rosters(files, ruleset)

    lines = []
    for roster in shape.forces:
        wrong = [
            line
            for line in rules_and_odds_output.list_roster_lines(roster)
            if line.startswith("  line ")
        ]
        verdict = "no mistakes, but note:" if wrong else "no mistakes"
        if any(problem.serious for problem in roster.problems):
            verdict = "has mistakes:"
        lines += [f"{roster.file}: {verdict}", *wrong]
    return _build_rosters_answer(shape, [*lines, *shape.together])


@register_command(app, "points")
def show_roster_points(files: Files, ruleset: Rules = "") -> Answer:
    """Add up the points of rosters, unit by unit."""
    from tracker.cli import rules_and_odds_output

    shape = _read_rosters(files, ruleset)
    rosters = map(rules_and_odds_output.list_roster_lines, shape.forces)
    return _build_rosters_answer(shape, [line for lines in rosters for line in lines])


@register_command(app, "list")
def list_sample_forces(
    ruleset: Annotated[str, declare_option("List only samples for the ruleset with this id.")] = "",
) -> Answer:
    """List the sample forces. You can play them, or start your own roster from a copy."""
    from tracker.application.roster_files_and_samples import list_samples_of_ruleset

    shape = shapes.SampleRostersShape(
        samples=[
            shapes.SampleRosterShape(ruleset=rules.id, name=sample.name, title=sample.title)
            for rules, sample in list_samples_of_ruleset(ruleset)
        ]
    )

    width = max((len(one.name) for one in shape.samples), default=0)
    lines = []
    for ruleset_id, samples in groupby(shape.samples, lambda one: one.ruleset):
        lines += [ruleset_id, *(f"  {one.name:<{width}}  {one.title}" for one in samples)]
    return Answer(shape, lambda: lines)


@register_command(app, "new")
def create_roster_file(
    file: Annotated[
        str, declare_argument("FILE", "The file to write.", show_default="stdout")
    ] = "",
    ruleset: Annotated[str, declare_option("The id of the roster's ruleset.")] = "",
    sample: Annotated[str, declare_option("Start from this sample force.")] = "",
    overwrite: Overwrite = False,
) -> Answer:
    """Write a new roster: a template that explains every key, or a copy of a sample force."""
    from tracker.application.roster_files_and_samples import get_ruleset_and_starting_roster_text

    rules, text = get_ruleset_and_starting_roster_text(ruleset, sample)
    if file:
        write_output_file(file, text, overwrite=overwrite)
    shape = shapes.NewRosterShape(ruleset=rules.id, file=file or None, text=None if file else text)
    hint = f"{file} was written. To check it after your changes, run: warledger force check {file}"
    return Answer(shape, lambda: [hint] if file else text.splitlines())


@register_command(app, "import")
def convert_foreign_roster(
    file: Annotated[str, declare_argument("FILE", "A .ros, .rosz or JSON file; - for stdin.")],
    ruleset: Annotated[str, declare_option("The id of the target ruleset.")] = "free",
    output: Annotated[str, declare_output_option("The file to write.")] = "",
    overwrite: Overwrite = False,
) -> Answer:
    """Convert a roster from New Recruit or BattleScribe, and list what was not converted."""
    from tracker.application.force_building.battlescribe_roster_conversion import (
        convert_battlescribe_roster,
    )
    from tracker.application.roster_files_and_samples import get_ruleset
    from tracker.cli import rules_and_odds_output

    rules = get_ruleset(ruleset)
    found = convert_battlescribe_roster(rules, _read_bytes(file), file)
    if output:
        write_output_file(output, found.text, overwrite=overwrite)
    shape = make_shape(
        shapes.RosterImportShape,
        found.roster,
        ruleset=rules.id,
        file=output or None,
        text=None if output else found.text,
        force=found.roster.name,
        units=rules_and_odds_output.build_roster_unit_rows(found.roster),
        left_out=found.left_out,
    )
    written = output or "the new roster"
    cost = f", {format_count(shape.points, 'point')}" if shape.points else ""
    units = f"{format_count(len(shape.units), 'unit')}{cost}"
    result = f"{output}: {shape.force}, {units}. To print it, run: warledger force sheet {output}"

    def list_lines() -> list[str]:
        for line in shape.left_out:  # the JSON contains these messages
            print_message(line)
        for problem in shape.problems:
            print_message(f"{written}, line {problem.line}: {problem.text}")
        return [result] if output else found.text.splitlines()

    messages = [] if found.roster.usable else [UNUSABLE.format(written)]
    return Answer(shape, list_lines, messages=messages, failed=not found.roster.usable)


@register_command(app, "sheet")
def show_force_sheet(
    file: Annotated[str, declare_argument("FILE", "A roster file, or a sample.")],
    format_name: Annotated[
        str, declare_option("text, or html with cards and labels to print.", "--format")
    ] = "text",
    side: Annotated[
        tuple[str, ...],
        declare_option(
            "A side for which the sheet has labels; repeat for each side.", show_default="Red, Blue"
        ),
    ] = (),
    ruleset: Rules = "",
) -> Answer:
    """Print a force sheet with the stats and weapons of every unit."""
    from exports.force_sheet_and_cards import (
        DEFAULT_SIDES,
        build_force_cards,
        build_force_sheet,
        render_force_cards_html,
        render_force_sheet_text,
    )
    from tracker.application.match_setup import read_usable_roster
    from tracker.application.roster_files_and_samples import find_roster_ruleset

    text = _read_roster_text(file, ruleset)
    rules = find_roster_ruleset(text, ruleset)
    if format_name not in ("text", "html"):
        raise Refused(f"There is no format {format_name!r}. Choose one of: text, html.")
    roster = read_usable_roster(rules, text, file, rules.map_options_to_defaults())
    shape = build_force_sheet(rules, roster)

    def list_lines() -> list[str]:
        if format_name == "text":
            return render_force_sheet_text(shape).splitlines()
        if sys.stdout.isatty():
            raise Refused(
                "A terminal cannot show an HTML sheet. Redirect the output to a file:"
                " … > cards.html"
            )
        cards = build_force_cards(rules, roster, side or DEFAULT_SIDES)
        return render_force_cards_html(cards).splitlines()

    return Answer(shape, list_lines)


def _read_bytes(file: str) -> bytes:
    from tracker.application.text_file_decoding import MAX_FILE_SIZE, read_file_bytes_up_to_limit

    if file == "-":
        return sys.stdin.buffer.read(MAX_FILE_SIZE + 1)
    return read_file_bytes_up_to_limit(Path(file))


def _read_roster_text(file: str, ruleset: str) -> str:
    from tracker.application.roster_files_and_samples import (
        find_sample_text,
        refuse_if_foreign_roster,
    )

    refuse_if_foreign_roster(Path(file))
    sample = "" if file == "-" or Path(file).exists() else find_sample_text(file, ruleset)
    return sample or read_file_or_stdin(file)


def _read_rosters(files: tuple[str, ...], ruleset: str) -> shapes.RostersShape:
    from tracker.application.roster_files_and_samples import (
        find_roster_ruleset,
        read_rosters_with_warnings,
    )
    from tracker.cli import rules_and_odds_output

    texts = [_read_roster_text(file, ruleset) for file in files]
    rules = find_roster_ruleset(texts[0], ruleset)
    rosters, together = read_rosters_with_warnings(rules, texts)
    return shapes.RostersShape(
        forces=[
            make_shape(
                shapes.RosterShape,
                roster,
                file=file,
                force=roster.name,
                units=rules_and_odds_output.build_roster_unit_rows(roster),
            )
            for file, roster in zip(files, rosters, strict=True)
        ],
        together=list(together),
    )


def _build_rosters_answer(shape: shapes.RostersShape, lines: list[str]) -> Answer:
    """Build the answer for checked rosters. The command fails if a roster cannot be used."""
    unusable = [roster.file for roster in shape.forces if not roster.usable]
    messages = [UNUSABLE.format(file) for file in unusable[:1]]
    return Answer(shape, lambda: lines, messages=messages, failed=bool(unusable))

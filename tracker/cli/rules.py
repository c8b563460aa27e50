"""``warledger rules``: which there are, what they say in our own words, and whether they hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from tracker.cli.context import FAILED, Json, answer, tell_once
from tracker.cli.parameters import argument

if TYPE_CHECKING:
    from exports.shapes.reports import RulesListShape
    from tracker.procedures.ruleset import Ruleset

Rules = Annotated[str, argument("RULESET", "The id of rules.")]


class ShowUnlessSaid(TyperGroup):
    """Commands of which ``show`` may be left out, and ``list`` where nothing is named."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if not args or args[0] not in {*self.commands, *ctx.help_option_names}:
            named = any(not each.startswith("-") for each in args)
            args = ["show" if named else "list", *args]
        return super().parse_args(ctx, args)


app = typer.Typer(cls=ShowUnlessSaid, help="The installed rules, and their texts.")


@app.command("list")
def list_rules(as_json: Json = False) -> None:
    """List the rules that are installed, and those not used because they fail."""
    shape = build_rules_list()

    def told() -> list[str]:
        return [
            *(f"{each.id} {each.version}  {each.title}" for each in shape.rulesets),
            *(
                f"not loaded: {each.name} of the package {each.package}: {each.why}"
                for each in shape.set_aside
            ),
        ]

    answer(shape, as_json, told)


@app.command("show")
def show(
    ruleset: Rules,
    rule: Annotated[str, argument("ID", "Only this rule.")] = "",
    as_json: Json = False,
) -> None:
    """Print all rules, or one of them, in our own words."""
    from exports.shapes.reports import RuleRowShape, RuleTextsShape
    from tracker.cli import text_output

    known = _known(ruleset)
    texts = known.rules()
    chosen = [_called(known, rule)] if rule else list(texts)
    rows = [RuleRowShape(rule=each, text=texts[each]) for each in chosen]
    shape = RuleTextsShape(ruleset=known.id, title=known.title, rules=rows)
    answer(shape, as_json, lambda: [text_output.format_rule(row) for row in rows])


@app.command("lines")
def show_lines(ruleset: Rules, as_json: Json = False) -> None:
    """List what can be typed in a line of the table, phase by phase."""
    from exports.shapes.reports import RuleLinesShape, SayablePhaseShape, SayableShape
    from tracker.cli import text_output
    from tracker.procedures.declared.lookup import list_sayable

    known = _known(ruleset)
    shape = RuleLinesShape(
        ruleset=known.id,
        title=known.title,
        phases=[
            SayablePhaseShape(
                phase=phase.phase,
                lines=[
                    SayableShape(action=one.action, typed=one.typed, also=list(one.also))
                    for one in phase.lines
                ],
            )
            for phase in list_sayable(known)
        ],
    )
    answer(shape, as_json, lambda: text_output.list_sayable_lines(shape))


@app.command("check")
def check(ruleset: Rules, as_json: Json = False) -> None:
    """Check rules for their author: declarations, texts, imports, random games."""
    from exports.shapes.reports import RulesCheckedShape
    from tracker.application.errors import Refused
    from tracker.procedures.installed import explain_missing, list_registered, load_installed
    from tracker.testing.whole_check import find_faults

    plugins = load_installed().named(ruleset)
    if not plugins:
        raise Refused(explain_missing(ruleset, list_registered()))
    found = [find_faults(plugin) for plugin in plugins]
    problems = [each for one in found for each in one.problems]
    remarks = [each for one in found for each in one.remarks]
    for plugin in plugins:
        tell_once(str(plugin))
    shape = RulesCheckedShape(
        ruleset=ruleset,
        package=", ".join(plugin.package for plugin in plugins),
        sound=not problems,
        problems=problems,
        remarks=remarks,
    )
    sound = f"{ruleset} of {shape.package}: no mistakes found."
    answer(shape, as_json, lambda: problems or [sound, *remarks])
    if problems:
        raise typer.Exit(FAILED)


def build_rules_list() -> RulesListShape:
    """All plug-ins, those that can be played and those that cannot, for a command to tell."""
    from exports.shapes.reports import RulesListShape, RulesRowShape, SetAsideRowShape
    from tracker.procedures.installed import list_registered, load_installed

    for each in load_installed().aside:
        tell_once(str(each))

    return RulesListShape(
        rulesets=[
            RulesRowShape(id=each.id, title=each.title, version=each.version)
            for each in list_registered().values()
        ],
        set_aside=[
            SetAsideRowShape(name=each.name, package=each.package, why=each.why)
            for each in load_installed().aside
        ],
    )


def _known(name: str) -> Ruleset:
    from tracker.application.rosters import find_ruleset

    return find_ruleset(name)


def _called(ruleset: Ruleset, name: str) -> str:
    """The id of a rule, however its letters are written. Raises ``Refused``."""
    from tracker.application.errors import Refused
    from tracker.vocabulary.closest_word import find_nearest

    wanted = name.upper()
    texts = ruleset.rules()
    if wanted in texts:
        return wanted
    near = find_nearest(wanted, texts)
    hint = f"; the nearest is {near}" if near else ""
    message = f"{ruleset.title} has no rule {name}{hint}."
    raise Refused(message)

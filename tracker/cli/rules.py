"""``warledger rules``: which there are, what they say in our own words, and whether they hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from tracker.cli.context import FAILED, Json, answer, tells

if TYPE_CHECKING:
    from exports.shapes.reports import (
        RulesListShape,
    )
    from tracker.procedures.ruleset import Ruleset

Rules = Annotated[str, typer.Argument(metavar="RULESET", help="The id of rules.")]


class ShowUnlessSaid(TyperGroup):
    """Commands of which ``show`` may be left out, and ``list`` where nothing is named."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if not args or args[0] not in {*self.commands, *ctx.help_option_names}:
            named = any(not each.startswith("-") for each in args)
            args = ["show" if named else "list", *args]
        return super().parse_args(ctx, args)


app = typer.Typer(cls=ShowUnlessSaid, help="Which rules there are, and what they say.")


@app.command("list")
def list_rules(as_json: Json = False) -> None:
    """List the rules that are installed, and those set aside because they fail."""
    shape = listed()

    def told() -> list[str]:
        return [
            *(f"{each.id} {each.version}  {each.title}" for each in shape.rulesets),
            *(
                f"not used: {each.name} of the package {each.package}: {each.why}"
                for each in shape.set_aside
            ),
        ]

    answer(shape, as_json, told)


@app.command("show")
def show(
    ruleset: Rules,
    rule: Annotated[str, typer.Argument(metavar="ID", help="Only this rule.")] = "",
    as_json: Json = False,
) -> None:
    """Say what rules there are, or what one of them says, in our own words."""
    from exports.shapes.reports import RuleRowShape, RuleTextsShape
    from tracker.cli import told

    known = _known(ruleset)
    texts = known.rules()
    chosen = [_called(known, rule)] if rule else list(texts)
    rows = [RuleRowShape(rule=each, text=texts[each]) for each in chosen]
    shape = RuleTextsShape(ruleset=known.id, title=known.title, rules=rows)
    answer(shape, as_json, lambda: [told.rule(row) for row in rows])


@app.command("lines")
def lines(ruleset: Rules, as_json: Json = False) -> None:
    """Say what can be typed in a line of the table, phase by phase."""
    from exports.shapes.reports import RuleLinesShape, SayablePhaseShape, SayableShape
    from tracker.cli import told
    from tracker.procedures.declared.lookup import sayable

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
            for phase in sayable(known)
        ],
    )
    answer(shape, as_json, lambda: told.sayable(shape))


@app.command("check")
def check(ruleset: Rules, as_json: Json = False) -> None:
    """Check rules for their author: declarations, texts, imports, games by chance."""
    from exports.shapes.reports import RulesCheckedShape
    from tracker.application.errors import Refused
    from tracker.procedures.installed import installed, missing, registered
    from tracker.testing.whole_check import found_in

    plugins = installed().named(ruleset)
    if not plugins:
        raise Refused(missing(ruleset, registered()))
    found = [found_in(plugin) for plugin in plugins]
    problems = [each for one in found for each in one.problems]
    remarks = [each for one in found for each in one.remarks]
    for plugin in plugins:
        tells(str(plugin))
    shape = RulesCheckedShape(
        ruleset=ruleset,
        package=", ".join(plugin.package for plugin in plugins),
        sound=not problems,
        problems=problems,
        remarks=remarks,
    )
    sound = f"{ruleset} of {shape.package}: nothing is wrong with it."
    answer(shape, as_json, lambda: problems or [sound, *remarks])
    if problems:
        raise typer.Exit(FAILED)


def listed() -> RulesListShape:
    """All plug-ins, those that can be played and those that cannot, for a command to tell."""
    from exports.shapes.reports import RulesListShape, RulesRowShape, SetAsideRowShape
    from tracker.procedures.installed import installed, registered

    for each in installed().aside:
        tells(str(each))

    return RulesListShape(
        rulesets=[
            RulesRowShape(id=each.id, title=each.title, version=each.version)
            for each in registered().values()
        ],
        set_aside=[
            SetAsideRowShape(name=each.name, package=each.package, why=each.why)
            for each in installed().aside
        ],
    )


def _known(name: str) -> Ruleset:
    from tracker.application.rosters import ruleset_called

    return ruleset_called(name)


def _called(ruleset: Ruleset, name: str) -> str:
    """The id of a rule, however its letters are written. Raises ``Refused``."""
    from tracker.application.errors import Refused
    from tracker.vocabulary.nearest import nearest

    wanted = name.upper()
    texts = ruleset.rules()
    if wanted in texts:
        return wanted
    near = nearest(wanted, texts)
    hint = f"; the nearest is {near}" if near else ""
    message = f"{ruleset.title} tells of no rule {name}{hint}."
    raise Refused(message)

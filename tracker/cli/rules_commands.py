"""The ``rules`` commands, which list, print and check rulesets."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any

from exports.shapes import rules_json_types as shapes
from exports.shapes.json_base_type import make_shape
from tracker.application.errors import Refused
from tracker.cli.command_parameters import declare_argument
from tracker.cli.command_registration import Answer, Group, register_command
from tracker.cli.messages_and_exit_codes import mark_message_printed

if TYPE_CHECKING:
    from tracker.procedures.ruleset import Ruleset

Rules = Annotated[str, declare_argument("RULESET", "The id of a ruleset, or a game file.")]
Plugin = Annotated[str, declare_argument("RULESET", "The id of a ruleset.")]


class DefaultShowGroup(Group):
    """A group that runs ``show`` if no command is named, or ``list`` without any arguments."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if not args or args[0] not in {*self.commands, *ctx.help_option_names}:
            named = any(not each.startswith("-") for each in args)
            args = ["show" if named else "list", *args]
        return super().parse_args(ctx, args)


app = DefaultShowGroup(help="List and check the installed rulesets.")


@register_command(app, "list")
def list_rulesets() -> Answer:
    """List the installed rulesets, and rulesets that could not be loaded."""
    shape = build_ruleset_list_shape()
    rulesets = [f"{each.id} {each.version}  {each.title}" for each in shape.rulesets]
    return Answer(shape, lambda: [*rulesets, *list_rejected_ruleset_lines(shape.set_aside)])


@register_command(app, "show")
def show_rule_texts(
    ruleset: Rules,
    rule: Annotated[str, declare_argument("ID", "Print only this rule.")] = "",
) -> Answer:
    """Print a ruleset's rules, or one rule, in our own words."""
    from tracker.application.roster_files_and_samples import get_ruleset
    from tracker.cli import rules_and_odds_output

    known = get_ruleset(ruleset)
    texts = known.rules()
    chosen = [_find_rule_id(known, rule)] if rule else list(texts)
    rows = [shapes.RuleRowShape(rule=each, text=texts[each]) for each in chosen]
    shape = shapes.RuleTextsShape(ruleset=known.id, title=known.title, rules=rows)
    return Answer(shape, lambda: map(rules_and_odds_output.format_rule, rows))


@register_command(app, "lines")
def show_line_syntax(ruleset: Rules) -> Answer:
    """List the syntax of typed lines, phase by phase."""
    from tracker.application.roster_files_and_samples import get_ruleset
    from tracker.cli import rules_and_odds_output
    from tracker.procedures.declared.line_syntax_reference import list_line_syntax

    known = get_ruleset(ruleset)
    shape = make_shape(
        shapes.RuleLinesShape, known, ruleset=known.id, phases=list_line_syntax(known)
    )
    return Answer(shape, lambda: rules_and_odds_output.list_syntax_lines(shape))


@register_command(app, "check")
def check_ruleset(ruleset: Plugin) -> Answer:
    """Check a ruleset that you are writing: declarations, texts, imports and random games."""
    from tracker.procedures.installed_rulesets import (
        explain_missing_ruleset,
        load_installed_rulesets,
        load_playable_rulesets,
    )
    from tracker.testing.ruleset_check import check_plugin

    plugins = load_installed_rulesets().find_plugins(ruleset)
    if not plugins:
        raise Refused(explain_missing_ruleset(ruleset, load_playable_rulesets()))
    found = [check_plugin(plugin) for plugin in plugins]
    problems = [each for one in found for each in one.problems]
    remarks = [each for one in found for each in one.remarks]
    for plugin in plugins:
        mark_message_printed(str(plugin))
    shape = shapes.RulesetCheckShape(
        ruleset=ruleset,
        package=", ".join(plugin.package for plugin in plugins),
        sound=not problems,
        problems=problems,
        remarks=remarks,
    )
    sound = f"{ruleset} in {shape.package}: no mistakes found."
    return Answer(shape, lambda: problems or [sound, *remarks], failed=bool(problems))


def build_ruleset_list_shape() -> shapes.RulesetListShape:
    """Build the JSON shape of the playable rulesets and of rulesets that could not be loaded."""
    from tracker.procedures.installed_rulesets import (
        load_installed_rulesets,
        load_playable_rulesets,
    )

    for each in load_installed_rulesets().disabled:
        mark_message_printed(str(each))

    return make_shape(
        shapes.RulesetListShape,
        rulesets=[*load_playable_rulesets().values()],
        set_aside=load_installed_rulesets().disabled,
    )


def list_rejected_ruleset_lines(rows: Iterable[shapes.RejectedRulesetShape]) -> list[str]:
    return [f"not loaded: {row.name} of the package {row.package}: {row.why}" for row in rows]


def _find_rule_id(ruleset: Ruleset, name: str) -> str:
    """Return a rule's id, ignoring upper and lower case. Raises ``Refused``."""
    from tracker.vocabulary.closest_word import find_closest_word

    wanted = name.upper()
    texts = ruleset.rules()
    if wanted in texts:
        return wanted
    near = find_closest_word(wanted, texts)
    hint = f"; the nearest is {near}" if near else ""
    raise Refused(f"{ruleset.title} has no rule {name}{hint}.")

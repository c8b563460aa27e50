"""``warledger rules``: what the rules say, in our own words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tracker.cli.context import Json, answer

if TYPE_CHECKING:
    from tracker.procedures.ruleset import Ruleset


def rules(
    ruleset: Annotated[str, typer.Argument(metavar="RULESET", help="The id of rules.")],
    rule: Annotated[str, typer.Argument(metavar="ID", help="Only this rule.")] = "",
    as_json: Json = False,
) -> None:
    """Say what rules there are, or what one of them says, in our own words."""
    from tracker.cli import shapes, told

    known = _known(ruleset)
    texts = known.rules()
    chosen = [_called(known, rule)] if rule else list(texts)
    rows = [shapes.RuleRow(rule=each, text=texts[each]) for each in chosen]
    shape = shapes.RuleTexts(ruleset=known.id, title=known.title, rules=rows)
    answer(shape, as_json, lambda: [told.rule(row) for row in rows])


def _known(name: str) -> Ruleset:
    from tracker.application.errors import Refused
    from tracker.procedures.ruleset import registered

    known = registered()
    if name not in known:
        message = f"There are no rules called {name!r}; there are {', '.join(known)}."
        raise Refused(message)
    return known[name]


def _called(ruleset: Ruleset, name: str) -> str:
    """The id of a rule, however its letters are written. Raises ``Refused``."""
    from difflib import get_close_matches

    from tracker.application.errors import Refused

    wanted = name.upper()
    texts = ruleset.rules()
    if wanted in texts:
        return wanted
    near = get_close_matches(wanted, texts, n=1, cutoff=0.0)
    hint = f"; the nearest is {near[0]}" if near else ""
    message = f"{ruleset.title} tells of no rule {name}{hint}."
    raise Refused(message)

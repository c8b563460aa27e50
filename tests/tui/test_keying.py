"""Keys, the line and the command line are one grammar: the same events come of all of them."""

from __future__ import annotations

import pytest

from tests.saying import say
from tests.tui.kit import RULES, TO_MOVE, TO_SHOOT, begin, book, key, prompt_at
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.procedures.declared.action_key_types import Keys, KeyVerb
from tracker.procedures.declared.action_line_forms import Form
from tui.prompt.table_prompt import Prompt

MELEE = (*TO_MOVE, "next", "b3 contacts r2", "next")

# where the game stands, the keys, the line they stand for
SAME = (
    (TO_SHOOT, "12s⏎", "r1 > b2 soft"),
    (TO_SHOOT, "1s2⏎", "r1 > b2 soft"),
    (TO_SHOOT, "12⏎", "r1 > b2"),
    (TO_SHOOT, "1>2⏎", "r1 > b2"),
    (TO_SHOOT, "21o⏎", "r2 > b1 open"),
    (TO_SHOOT, "13h⏎", "r1 > b3 hard"),
    (TO_SHOOT, "2m⏎", "r2 moves"),
    (TO_SHOOT, "1,2m⏎", "r1,r2 moves"),
    (TO_SHOOT, "3-⏎", "r3 holds"),
    (TO_SHOOT, "0-⏎", "all holds"),
    (TO_SHOOT, "31o/2s⏎", "r3 > b1 open with heavy-repeater | r3 > b2 soft with destroyer"),
    (TO_SHOOT, "3/1o2s⏎", "r3 > b1 open with heavy-repeater | r3 > b2 soft with destroyer"),
    (TO_SHOOT, "3/1o⏎", "r3 > b1 open with destroyer"),
    (TO_SHOOT, "12s⏎4516234612⏎", "r1 > b2 soft : 4516234612"),
    (TO_SHOOT, "12s⏎=5⏎-2⏎", "r1 > b2 soft : =5 / -2"),
    (TO_SHOOT, "12s⏎s5⏎f2⏎", "r1 > b2 soft : =5 / -2"),
    (TO_SHOOT, "12s⏎3x6 2x5 .⏎", "r1 > b2 soft : 3x6 2x5 ."),
    (TO_MOVE, "1m⏎", "r1 moves"),
    (TO_MOVE, "2c3⏎", "r2 contacts b3"),
    (TO_MOVE, "0m⏎", "all moves"),
    (TO_MOVE, "⏎", "next"),
)


@pytest.mark.parametrize(("lines", "keys", "line"), SAME)
def test_keys_write_what_the_line_writes(lines: tuple[str, ...], keys: str, line: str) -> None:
    typed, written = begin(book(), lines), begin(book(), lines)
    key(Prompt(typed), keys)
    done = play_line(written, line)
    assert done.error is None
    assert [entry.input for entry in typed.history.list_entries_on_path()] == [
        entry.input for entry in written.history.list_entries_on_path()
    ]
    assert typed.state == written.state


def test_the_echo_is_the_line_that_the_keys_stand_for() -> None:
    prompt = Prompt(begin(book(), TO_SHOOT))
    assert key(prompt, "12s").reader.expand_typed_line() == "r1 > b2 soft"
    assert key(prompt, "⏎4516").reader.expand_typed_line() == "r1 > b2 soft : 4516"
    assert key(prompt, "234612⏎426").reader.expand_typed_line() == "r1 > b2 soft : 4516234612 / 426"


@pytest.mark.parametrize(
    ("lines", "keys", "sentence"),
    [
        (TO_SHOOT, "9", "Red has no unit 9. Type 1, 2 or 3."),
        (TO_SHOOT, "17", "Blue has no unit 7. Type 1, 2 or 3."),
        (
            TO_SHOOT,
            "1m2",
            '"moves" takes no target or number. Press : to finish the line in words.',
        ),
        (TO_SHOOT, "12so3", "`3` is not a key here. Type s for soft, h for hard or o for open."),
        (TO_SHOOT, "21o/2o", "r2 cannot split this action among 2 targets."),
        (TO_SHOOT, "2c", "r2 makes contact with whom? Type a target."),
    ],
)
def test_keys_that_say_nothing_are_refused_and_kept(
    lines: tuple[str, ...], keys: str, sentence: str
) -> None:
    prompt = Prompt(begin(book(), lines))
    before = prompt.game.version
    key(prompt, keys + "⏎")
    assert prompt.notice is not None
    assert prompt.notice.text == sentence
    assert prompt.typed_text == keys
    assert prompt.game.version == before


@pytest.mark.parametrize("taken", ["u", "U", "?", ":", "1", "ab", ""])
def test_no_ruleset_can_take_a_key_that_means_the_same_everywhere(taken: str) -> None:
    with pytest.raises(ValueError, match="cannot be the key of 'moves': it "):
        Keys(verbs=(KeyVerb(taken, "moves"),))


def test_a_key_has_one_meaning() -> None:
    with pytest.raises(ValueError, match="key of 'strikes': it already means strikes"):
        Keys(verbs=(KeyVerb("s", "strikes"),), flags={"s": "soft"})


@pytest.mark.rule("DZ-MELEE-05")
def test_whom_a_unit_strikes_of_several_is_said_with_keys_and_shown_before_enter() -> None:
    game = begin(book(), TO_MOVE)
    say(game, "fix r1 melee b1,b2", "fix phase melee red")
    prompt = Prompt(game)
    assert key(prompt, "1").reader.expand_typed_line() == "r1 fights b1"
    assert key(prompt, "2").reader.expand_typed_line() == "r1 fights b2"


@pytest.mark.parametrize("ruleset", RULES)
def test_an_action_that_is_done_to_somebody_names_whom_with_keys(ruleset: str) -> None:
    forms = [form for action in RULES[ruleset].actions.values() for form in action.forms]
    done_to = [one for one in forms if isinstance(one, Form) and (one.whom or one.divided)]
    silent = [one.verb for one in done_to if one.key is not None and one.key.whom == "nobody"]
    assert done_to
    assert not silent


def test_keys_that_no_line_can_mean_are_explained_before_enter() -> None:
    """``3s1h`` was shown beside Enter as ``r3 > b1 soft hard``, and then refused."""
    prompt = key(prompt_at(TO_SHOOT), "3s1h")
    assert prompt.reader.explain_incomplete_line() == "Type either `soft` or `hard`, not both."
    prompt = key(prompt_at(TO_SHOOT), "3s1")
    assert prompt.reader.explain_incomplete_line() == ""

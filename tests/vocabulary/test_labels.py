"""Whose a die is: labels as data, and the texts that earlier programs stored."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

from tracker.procedures.installed_rulesets import load_playable_rulesets
from tracker.vocabulary import events as ev
from tracker.vocabulary import match_event_codec
from tracker.vocabulary.die_labels import Label, group_by_row
from tracker.vocabulary.match_event_codec import ROLLS, upcast_label


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("r1 Alpha: 5 left", Label("r1 Alpha", "5 left", "u:r1", times=5)),
        ("r2 Claw pack, alone", Label("r2 Claw pack, alone", subject="u:r2")),
        ("r13 +0", Label("r13", subject="f:r1.3", adds=0)),
        ("b14 Fen -1", Label("b14 Fen", subject="f:b1.4", adds=-1)),
        ("r1.10 +1", Label("r1.10", subject="f:r1.10", adds=1)),
        ("Red +2", Label("Red", adds=2)),
        ("Red: Jackals D6", Label("Red", "Jackals D6", adds=0)),
        ("2 panicked", Label(what="2 panicked", times=2)),
        ("1-3 rifle (g1), 4-6 repeater (g2)", Label(what="1-3 rifle (g1), 4-6 repeater (g2)")),
        ("first objective", Label("first objective")),
        ("nobody", Label("nobody")),
    ],
)
def test_a_label_stored_as_a_text_says_the_same(text: str, label: Label) -> None:
    assert upcast_label(text) == label
    assert label.text == text


def test_a_roll_of_an_earlier_program_is_read_and_keeps_its_first_form() -> None:
    body = {
        "key": "panic_dice:panic checks:#1", "what": "panic checks", "form": "faces",
        "dice": [6, 6], "result": [3, 1], "labels": ["r1 Alpha: 5 left", "r1 Alpha: 1 killed"],
    }  # fmt: skip
    roll = match_event_codec.decode("Rolled", 1, json.dumps(body).encode())
    assert isinstance(roll, ev.Rolled)
    assert [(label.subject, label.times) for label in roll.labels] == [("u:r1", 5), ("u:r1", 1)]
    assert match_event_codec.round_trip(roll) == roll
    assert json.loads(match_event_codec.encode_as_first_version(roll)) == body


def test_dice_of_one_row_stay_together() -> None:
    labels = [Label("r1 Alpha", "5 left", "u:r1", 5), Label("r1 Alpha", "1 killed", "u:r1", 1)]
    rows = list(group_by_row([*labels, Label("b2", subject="u:b2")], (3, 1, 6)))
    assert [(first.row_subject, [face for _, face in dice]) for first, dice in rows] == [
        ("u:r1", [3, 1]),
        ("u:b2", [6]),
    ]


def test_matches_of_before_have_the_words_that_their_rules_still_say() -> None:
    """Words of rolls were not copied into a match at first; they are those declared since.

    Those matches keep the order of names in which the log has always told them.
    """
    kinds = (kind for rules in load_playable_rulesets().values() for kind in rules.rolls)
    declared = {replace(kind.stored_names, defends=False) for kind in kinds}
    assert declared.issuperset(ROLLS)

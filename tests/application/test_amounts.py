"""Counted choices: how many of each, in one language whoever types it."""

from __future__ import annotations

import pytest

from tracker.application.errors import Refused
from tracker.application.match import amount_choice_notation
from tracker.application.match.amount_choice_notation import format_amounts_for_line
from tracker.application.match.choice_parser import (
    format_choice_as_typed,
    list_choice_options,
    list_example_answers,
    parse_choice_or_default,
)
from tracker.application.typed_lines.named_question_replies import explain_answer_required
from tracker.procedures.requests import Share, Split, Tally
from tracker.procedures.runners.live_table_runner import PendingQuestion
from tracker.procedures.runners.request_answer_reading import get_default_answer
from tracker.vocabulary.ruleset_display_names import Words

NEAR = Tally(
    what="others within 3 inches",
    shares=(
        Share("u:b1=regular/infantry/light", "A, Regular infantry, Light shields", 5),
        Share("u:b1=elite/infantry/heavy", "A, Elite infantry, Heavy shields", 2),
        Share("u:b2=regular/infantry/light", "Claw pack", 4),
        Share("u:r5=regular/infantry/light", "A", 7),
    ),
)
FALLS = Split(
    what="falls",
    total=2,
    shares=(Share("0", "rifle", 2), Share("1", "heavy: heavy repeater", 2)),
)
CONTACT = Tally(
    what="in contact and in support",
    shares=(
        Share("u:r4=u:b1=touch", "in contact", 2),
        Share("u:r4=u:b1=support", "in support", 2),
        Share("u:b1=u:r4=touch", "in contact", 1),
    ),
    default=(("u:r4=u:b1=touch", 2), ("u:b1=u:r4=touch", 1)),
)
B1, B1_ELITE, B2, R5 = (share.id for share in NEAR.shares)


def test_two_kinds_in_one_row_are_both_counted() -> None:
    shares = (Share("0", "trooper and gunner", 5), Share("1", "captain", 1))
    lost = Split(what="falls", total=3, shares=shares)
    assert format_choice_as_typed(lost, (("0", 3),)) == "3 troopers and gunners"
    assert format_choice_as_typed(lost, (("0", 1), ("1", 1))) == "1 trooper or gunner, 1 captain"
    assert parse_choice_or_default(lost, "2 trooper and gunner, 1 captain") == (("0", 2), ("1", 1))


@pytest.mark.parametrize(
    "text",
    [
        "2 R4a in contact, 1 B1 in contact",
        "2 R4 in contact, 1 B1 in contact",
        "in r4a 2 b1 1",
    ],
)
def test_a_row_may_have_a_word_in_its_name_that_leads_in_a_choice(text: str) -> None:
    assert parse_choice_or_default(CONTACT, text) == CONTACT.default
    assert format_choice_as_typed(CONTACT, CONTACT.default) == "2 R4 in contact, 1 B1 in contact"


def test_a_number_alone_goes_to_no_side_by_itself() -> None:
    points = Tally(what="points", shares=(Share("s:r", "Red", 20), Share("s:b", "Blue", 20)))
    assert list_example_answers(points) == ("r1", "none")
    assert parse_choice_or_default(points, "r1") == (("s:r", 1),)
    for text in ("3", "in 3", "03"):
        with pytest.raises(Refused, match="Type how many of each: r Red"):
            parse_choice_or_default(points, text)
    assert parse_choice_or_default(points, "3 1") == (("s:r", 3), ("s:b", 1))
    assert parse_choice_or_default(points, "3 b") == (("s:b", 3),)


def test_another_line_at_a_question_is_refused_with_an_answer_that_can_be_typed() -> None:
    points = Tally(what="points", shares=(Share("s:r", "Red", 20), Share("s:b", "Blue", 20)))
    assert explain_answer_required(PendingQuestion("points", points, 1), Words()) == (
        "Answer the open question first: points. "
        "Type r1, or none (as a line: `answer : r1`), or undo."
    )


def test_a_row_whose_name_begins_another_is_said_with_its_letter() -> None:
    two = Split(
        what="falls", total=2, shares=(Share("0", "claw", 1), Share("1", "claw, hunted", 1))
    )
    words = format_choice_as_typed(two, get_default_answer(two))
    assert (words, parse_choice_or_default(two, words)) == (
        "1 a claw, 1 claw, hunted",
        get_default_answer(two),
    )


@pytest.mark.parametrize(
    ("kind", "plural"),
    [
        ("rifleman", "riflemen"),
        ("raider with special weapons", "raiders with special weapons"),
        ("rifleman in contact", "riflemen in contact"),
        ("leaper supporting", "leapers supporting"),
        ("heavy: heavy repeater", "heavies: heavy repeater"),
        ("in contact with nobody", "in contact with nobody"),
        ("Jackals", "Jackals"),
    ],
)
def test_several_of_a_kind_are_in_the_plural(kind: str, plural: str) -> None:
    request = Split(what="falls", total=3, shares=(Share("0", kind, 2), Share("1", "ogre", 1)))
    default = get_default_answer(request)
    assert format_choice_as_typed(request, default) == f"2 {plural}, 1 ogre"
    for text in (f"2 {plural}, 1 ogre", f"2 {kind}, 1 ogre"):
        assert parse_choice_or_default(request, text) == default


def test_every_row_has_a_handle_of_its_own() -> None:
    """Units by their handle, two kinds of one unit told apart, kinds alone by a letter."""
    assert [offer.key for offer in list_choice_options(NEAR)] == ["b1a", "b1b", "b2", "r5"]
    assert [offer.key for offer in list_choice_options(FALLS)] == ["a", "b"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3 b2, 2 r5", ((B2, 3), (R5, 2))),
        ("3 b2 2 r5", ((B2, 3), (R5, 2))),
        ("b2 3, r5 2", ((B2, 3), (R5, 2))),
        ("b2 3 r5 2", ((B2, 3), (R5, 2))),
        ("in b2 3 and 2 r5", ((B2, 3), (R5, 2))),
        ("r5 2, b2 3", ((R5, 2), (B2, 3))),
        ("1 b1b", ((B1_ELITE, 1),)),
        ("B2", ((B2, 1),)),
        ("b2 r5", ((B2, 1), (R5, 1))),
        ("claw pack 4", ((B2, 4),)),
        ("4 B2 Claw pack", ((B2, 4),)),
        ("2 b1=elite/infantry/heavy", ((B1_ELITE, 2),)),  # as a match record has it
        ("in 3", ((B1, 3),)),
        ("in 3, r5 2", ((B1, 3), (R5, 2))),
        ("0 2", ((B1_ELITE, 2),)),
        ("0, 0, 1", ((B2, 1),)),
        ("b2, 3, r5, 2", ((B2, 3), (R5, 2))),
        ("none", ()),
        ("nobody", ()),
        ("-", ()),
        ("0", ()),
    ],
)
def test_amounts_are_read_in_either_order(text: str, value: object) -> None:
    assert parse_choice_or_default(NEAR, text) == value


def test_what_could_be_said_is_an_answer() -> None:
    assert (list_example_answers(NEAR), list_example_answers(FALLS)) == (
        ("1 b1a", "none"),
        ("2 a",),
    )
    assert parse_choice_or_default(FALLS, "2 a") == (("0", 2),)
    assert (parse_choice_or_default(NEAR, "1 b1a"), parse_choice_or_default(NEAR, "none")) == (
        ((B1, 1),),
        (),
    )


def test_letters_and_numbers_need_no_blanks_between() -> None:
    assert (
        parse_choice_or_default(FALLS, "1a1b")
        == parse_choice_or_default(FALLS, "a1b1")
        == (("0", 1), ("1", 1))
    )


def test_a_choice_in_a_line_reads_as_what_was_chosen_also_where_rows_are_left_out() -> None:
    """Kinds are numbered by their place among all: here the first has no room."""
    some = Split(what="hits on", total=3, shares=(Share("2", "gunner", 3), Share("1", "boss", 2)))
    chosen = (("2", 2), ("1", 1))
    assert format_amounts_for_line(chosen) == "c 2 b 1"
    assert parse_choice_or_default(some, format_amounts_for_line(chosen)) == chosen
    assert [offer.key for offer in list_choice_options(some)] == ["c", "b"]
    with pytest.raises(Refused, match=r"^Hits: there is no x here\."):
        parse_choice_or_default(some, "x 2")


def test_a_row_that_is_named_by_its_handle_has_it_once() -> None:
    near = Tally(what="near", shares=(Share("u:r3", "R3 Long Eyes", 3), Share("u:r6", "R6 Ram", 1)))
    assert [(one.key, one.text) for one in list_choice_options(near)] == [
        ("r3", "Long Eyes (at most 3)"),
        ("r6", "Ram"),
    ]
    with pytest.raises(Refused, match=r"^Near: R3 Long Eyes can have at most 3"):
        parse_choice_or_default(near, "4 r3")


@pytest.mark.parametrize(
    ("text", "because"),
    [
        ("b1 3", "b1 could mean b1a A, Regular infantry, Light shields or b1b A, Elite infantry"),
        ("b2 3 r5", "two ways"),  # 3 of b2 and one of r5, or one of b2 and 3 of r5
        ("3 r5 2", "Type how many of each"),
        ("b2 3, b2 1", "Type how many of each"),
        ("3, b1a 1", "Type how many of each"),  # the first row is b1a
        ("r5 8", "r5 A can have at most 7"),
        ("b9 1", "there is no b9 here. Type how many of each"),
        ("1 1 1 1 1", "Type how many of each"),
        ("3b21", "Type how many of each"),
    ],
)
def test_what_can_be_read_in_two_ways_is_refused(text: str, because: str) -> None:
    with pytest.raises(Refused) as refused:
        parse_choice_or_default(NEAR, text)
    assert because in refused.value.message
    assert refused.value.message.startswith("Others within 3 inches: ")


def test_a_share_of_losses_names_its_rows_by_letters() -> None:
    """A bare number is how many of the first row, and never which row."""
    assert (
        parse_choice_or_default(FALLS, "b 2")
        == parse_choice_or_default(FALLS, "2 b")
        == parse_choice_or_default(FALLS, "2b")
        == (("1", 2),)
    )
    assert parse_choice_or_default(FALLS, "1 rifle, 1 heavy") == (("0", 1), ("1", 1))
    assert (
        parse_choice_or_default(FALLS, "2")
        == parse_choice_or_default(FALLS, "2 rifle")
        == (("0", 2),)
    )
    for text in ("b", "1", "none", "3 b"):
        with pytest.raises(Refused, match=r"2 in total: a rifle .*, b heavy"):
            parse_choice_or_default(FALLS, text)


def test_what_can_be_read_in_two_ways_is_shown_with_the_rows_there_are() -> None:
    with pytest.raises(Refused, match=r"two ways\. Add commas, as in 3 a, 2 b\.$"):
        parse_choice_or_default(FALLS, "a 2 b")


def test_what_is_proposed_can_be_typed() -> None:
    for request in (NEAR, FALLS):
        default = get_default_answer(request)
        assert parse_choice_or_default(request, format_choice_as_typed(request, default)) == default
    every = tuple((share.id, share.most) for share in NEAR.shares)
    assert parse_choice_or_default(NEAR, format_choice_as_typed(NEAR, every)) == every
    assert format_choice_as_typed(NEAR, every).endswith("4 B2 Claw pack, 7 R5 A")


def test_so_many_rows_have_handles_of_two_letters() -> None:
    shares = tuple(Share(str(at), f"kind {at}", 1) for at in range(300))
    handles = [row.handle for row in amount_choice_notation.list_amount_rows(Tally(shares=shares))]
    assert len(set(handles)) == 300
    assert handles[16:18] == ["z", "aa"]


def test_a_word_alone_says_who_comes_first() -> None:
    """As many of those as there may be, then the others in their order; a letter is one of them."""
    of_three = Split(
        what="falls",
        total=3,
        shares=(
            Share("0", "guard supporting", 2),
            Share("1", "guard in contact", 3),
            Share("2", "leader in contact", 1),
        ),
    )
    assert parse_choice_or_default(of_three, "falls support") == (("0", 2), ("1", 1))
    assert parse_choice_or_default(of_three, "leader") == (("0", 2), ("2", 1))
    assert parse_choice_or_default(FALLS, "heavy") == (("1", 2),)
    for text, because in (
        ("guard", "guard could mean a guard supporting or b guard in"),
        ("lad", "3 in"),
    ):
        with pytest.raises(Refused, match=because):
            parse_choice_or_default(of_three, text)

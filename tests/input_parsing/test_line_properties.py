"""Every line prints to a text that reads back the same; any text is read."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from tests.input_parsing.lexicons import COMBAT_ZONE, EVERY_LINE
from tracker.input_parsing.line_parser import parse_typed_line
from tracker.input_parsing.line_syntax_tree import (
    Answer,
    CasualtyAnswer,
    DeclaredOutcome,
    Flag,
    InReachAnswer,
    KeyValueSetting,
    Line,
    LineError,
    LineSubjects,
    Option,
    Part,
    TypedAction,
    TypedAnswer,
    TypedDetail,
    TypedMeasure,
    Word,
    WordAnswer,
    format_line,
)

TEXT = st.text(
    st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), min_size=1, max_size=12
) | st.sampled_from(["all", "at", "rest", "soft", "moves", "R1", "a b", "#", "x=y", "!z", "4+4"])
HANDLES = st.from_regex(r"[rb][1-9][0-9]?(\.[1-9])?", fullmatch=True)
WHO = st.sampled_from([LineSubjects(scope="all"), LineSubjects(scope="rest")]) | st.lists(
    HANDLES | TEXT, min_size=1, max_size=3
).map(lambda names: LineSubjects(tuple(names)))


def one_of(words: frozenset[str]) -> st.SearchStrategy[str]:
    return st.sampled_from(sorted(words))


HOW: st.SearchStrategy[TypedDetail] = st.one_of(
    one_of(COMBAT_ZONE.flags).map(Flag),
    st.builds(TypedMeasure, st.integers(0, 99_999_999), one_of(COMBAT_ZONE.units)),
    st.builds(Option, one_of(COMBAT_ZONE.options), TEXT),
    st.builds(KeyValueSetting, st.from_regex(r"[a-z]{1,6}", fullmatch=True), TEXT),
    TEXT.map(DeclaredOutcome),
)
DICE = st.sampled_from(["45162346", "=9,3", "-2", "5x6 4x5 .", "4 5 r", "53241 v 44", "4516 4>3"])
ANSWERS: st.SearchStrategy[tuple[Answer, ...]] = st.lists(
    st.one_of(
        DICE.map(TypedAnswer),
        WHO.map(CasualtyAnswer),
        st.integers(0, 9999).map(InReachAnswer),
        st.sampled_from(
            [WordAnswer("first"), WordAnswer("second"), WordAnswer("yes"), WordAnswer("no")]
        ),
    ),
    max_size=4,
).map(tuple)
PARTS: st.SearchStrategy[Part] = st.one_of(
    st.builds(
        TypedAction,
        WHO,
        one_of(COMBAT_ZONE.verbs) | st.just(""),
        WHO | st.none(),
        st.lists(HOW, max_size=4).map(tuple),
        ANSWERS,
    ),
    st.builds(Word, one_of(COMBAT_ZONE.words), st.lists(TEXT, max_size=4).map(tuple), ANSWERS),
)
LINES = st.builds(Line, st.lists(PARTS, max_size=3).map(tuple), TEXT.map(str.strip) | st.just(""))


@given(LINES)
@example(
    Line((TypedAction(LineSubjects(scope="all"), "", None, (DeclaredOutcome('0"'),), ()),), "")
)
@example(Line((Word("vp", ('4"',)),), ""))
@example(Line((Word("vp", ("#x", "a/b", "k=v w", '"', "\\")),), "note"))
@example(
    Line(
        (
            TypedAction(
                LineSubjects(("r1",)),
                "",
                None,
                (),
                (CasualtyAnswer(LineSubjects(("All", "a/b", "R1"))),),
            ),
        )
    )
)
def test_what_is_shown_reads_back_the_same(line: Line) -> None:
    assert parse_typed_line(format_line(line), COMBAT_ZONE) == line


PIECES = st.lists(
    st.sampled_from(
        [
            *'|:/,>#"!=\\ \t\n',
            "r1",
            "b12",
            "at",
            "all",
            "moves",
            "soft",
            "shots",
            "18cm",
            "init",
            " ",
            " ",
            "falls",
            "in",
            "key=",
            "yes",
            "\u00a0",
            "\u202e",
        ]
    )
    | TEXT,
    max_size=14,
).map("".join)


@given(PIECES | st.text(max_size=30))
@example("0:#")
def test_any_text_is_a_line_or_one_sentence_with_its_column(text: str) -> None:
    read = parse_typed_line(text, COMBAT_ZONE)
    if isinstance(read, LineError):
        assert read.text == text
        assert 1 <= read.column <= len(text) + 1
        assert read.sentence
        assert "\n" not in read.sentence
    else:
        assert parse_typed_line(format_line(read), COMBAT_ZONE) == read


@given(st.sampled_from(EVERY_LINE), st.integers(0, 80))
def test_a_line_cut_short_never_fails(sample: tuple[object, str], length: int) -> None:
    text = sample[1]
    assert isinstance(parse_typed_line(text[:length], COMBAT_ZONE), Line | LineError)

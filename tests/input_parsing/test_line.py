"""Sample lines against trees written by hand, and what is said of lines that cannot be read."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.input_parsing.lexicons import COMBAT_ZONE, DEATHZAP, EVERY_LINE, TRIAL, XENOCIDE
from tracker.input_parsing.line_lexicon import Lexicon
from tracker.input_parsing.line_parser import parse_typed_line
from tracker.input_parsing.line_syntax_tree import (
    Answers,
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
    TypedMeasure,
    Word,
    WordAnswer,
    format_line,
)


def who(*names: str) -> LineSubjects:
    return LineSubjects(names)


def dice(*texts: str) -> Answers:
    return tuple(TypedAnswer(text) for text in texts)


def line(*parts: Part, note: str = "") -> Line:
    return Line(parts, note)


ALL = LineSubjects(scope="all")

EXPECTED: dict[str, tuple[Lexicon, Line]] = {
    "impetus : 4 2": (DEATHZAP, line(Word("impetus", (), dice("4 2")))),
    "orders r1 r2 r3 : 562": (DEATHZAP, line(Word("orders", ("r1", "r2", "r3"), dice("562")))),
    "skip orders": (DEATHZAP, line(Word("skip", ("orders",)))),
    "r1,r2 moves": (DEATHZAP, line(TypedAction(who("r1", "r2"), "moves"))),
    "b3 contacts r2": (DEATHZAP, line(TypedAction(who("b3"), "contacts", who("r2")))),
    "r1 > b2 soft : =5 / =3 / -2": (
        DEATHZAP,
        line(TypedAction(who("r1"), "", who("b2"), (Flag("soft"),), dice("=5", "=3", "-2"))),
    ),
    "r3 > b1 open with heavy-repeater : 231564 / 31562 / 5216 "
    "| r3 > b2 soft with destroyer : 4 / in 3 / 4263 / 156": (
        DEATHZAP,
        line(
            TypedAction(
                who("r3"),
                "",
                who("b1"),
                (Flag("open"), Option("with", "heavy-repeater")),
                dice("231564", "31562", "5216"),
            ),
            TypedAction(
                who("r3"),
                "",
                who("b2"),
                (Flag("soft"), Option("with", "destroyer")),
                (TypedAnswer("4"), InReachAnswer(3), TypedAnswer("4263"), TypedAnswer("156")),
            ),
        ),
    ),
    "b2 > r1 open !-1 # shouted across the table, dice not seen": (
        DEATHZAP,
        line(
            TypedAction(who("b2"), "", who("r1"), (Flag("open"), DeclaredOutcome("-1"))),
            note="shouted across the table, dice not seen",
        ),
    ),
    "b1 again": (DEATHZAP, line(TypedAction(who("b1"), "again"))),
    "fix b1 figures +1 # counted one too few in turn 1": (
        DEATHZAP,
        line(Word("fix", ("b1", "figures", "+1")), note="counted one too few in turn 1"),
    ),
    "coherent r1,b1": (COMBAT_ZONE, line(Word("coherent", ("r1", "b1")))),
    "init : 465 / second": (
        COMBAT_ZONE,
        line(Word("init", (), (TypedAnswer("465"), WordAnswer("second")))),
    ),
    "b12 > r13 20cm open shots 1 : 3": (
        COMBAT_ZONE,
        line(
            TypedAction(
                who("b12"),
                "",
                who("r13"),
                (TypedMeasure(2000, "cm"), Flag("open"), Option("shots", "1")),
                dice("3"),
            )
        ),
    ),
    "b13 moves 2ap | b13 > r13 16cm : 245 / =6": (
        COMBAT_ZONE,
        line(
            TypedAction(who("b13"), "moves", None, (TypedMeasure(200, "ap"),)),
            TypedAction(who("b13"), "", who("r13"), (TypedMeasure(1600, "cm"),), dice("245", "=6")),
        ),
    ),
    "r11 moves 2ap | b12 shoots r11 22cm open : 61 / 231": (
        COMBAT_ZONE,
        line(
            TypedAction(who("r11"), "moves", None, (TypedMeasure(200, "ap"),)),
            TypedAction(
                who("b12"),
                "shoots",
                who("r11"),
                (TypedMeasure(2200, "cm"), Flag("open")),
                dice("61", "231"),
            ),
        ),
    ),
    "r21 again : 8632 v 35 / 76": (
        COMBAT_ZONE,
        line(TypedAction(who("r21"), "again", answers=dice("8632 v 35", "76"))),
    ),
    "r13 drops | r14 door | all holds": (
        COMBAT_ZONE,
        line(
            TypedAction(who("r13"), "drops"),
            TypedAction(who("r14"), "door"),
            TypedAction(ALL, "holds"),
        ),
    ),
    "r16 routs !left": (
        COMBAT_ZONE,
        line(TypedAction(who("r16"), "routs", None, (DeclaredOutcome("left"),))),
    ),
    "orders red : r1 run r3 opp r5 1": (
        XENOCIDE,
        line(Word("orders", ("red",), dice("r1 run r3 opp r5 1"))),
    ),
    "r5 rams b5 side : 2 / 7 / 9": (
        XENOCIDE,
        line(TypedAction(who("r5"), "rams", who("b5"), (Flag("side"),), dice("2", "7", "9"))),
    ),
    "r5 moves 18in | r4 out": (
        XENOCIDE,
        line(
            TypedAction(who("r5"), "moves", None, (TypedMeasure(1800, "in"),)),
            TypedAction(who("r4"), "out"),
        ),
    ),
    "recover r2 b1 b3 : 52 4 6 # commander with r2": (
        XENOCIDE,
        line(Word("recover", ("r2", "b1", "b3"), dice("52 4 6")), note="commander with r2"),
    ),
    "r3 fires b2 standing !-1": (
        TRIAL,
        line(TypedAction(who("r3"), "fires", who("b2"), (Flag("standing"), DeclaredOutcome("-1")))),
    ),
    "sheet r1 4+4 r2 5 b1 3+3 r1 b1 4+2 r2": (
        TRIAL,
        line(Word("sheet", ("r1", "4+4", "r2", "5", "b1", "3+3", "r1", "b1", "4+2", "r2"))),
    ),
    "r2 fights b1 : =8 / =5 / 51264 / falls support": (
        TRIAL,
        line(
            TypedAction(
                who("r2"),
                "fights",
                who("b1"),
                (),
                (*dice("=8", "=5", "51264"), CasualtyAnswer(who("support"))),
            )
        ),
    ),
    "b1 flees : 25 | r1 sweeps : 44 | r2 sweeps : no": (
        TRIAL,
        line(
            TypedAction(who("b1"), "flees", answers=dice("25")),
            TypedAction(who("r1"), "sweeps", answers=dice("44")),
            TypedAction(who("r2"), "sweeps", answers=(WordAnswer("no"),)),
        ),
    ),
    "all piles": (TRIAL, line(TypedAction(ALL, "piles"))),
}


@pytest.mark.parametrize("text", EXPECTED)
def test_sample_reads_as_written_by_hand(text: str) -> None:
    lexicon, expected = EXPECTED[text]
    assert parse_typed_line(text, lexicon) == expected


def test_expected_trees_are_of_sample_lines() -> None:
    assert len(EVERY_LINE) == 60
    assert {(lexicon, text) for text, (lexicon, _) in EXPECTED.items()} <= set(EVERY_LINE)


@pytest.mark.parametrize(("lexicon", "text"), EVERY_LINE)
def test_sample_prints_and_reads_back(lexicon: Lexicon, text: str) -> None:
    read = parse_typed_line(text, lexicon)
    assert isinstance(read, Line)
    assert format_line(read) == text.replace("r1,b1", "r1 b1")
    assert parse_typed_line(format_line(read), lexicon) == read


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("r1 at b2 soft : =5/=3/-2", "r1 > b2 soft : =5 / =3 / -2"),
        ('r1 moves 4"', "r1 moves 4in"),
        ('r1 moves 7.5"|r2 moves 12"', "r1 moves 7.5in | r2 moves 12in"),
        ("r1 moves 4 in", "r1 moves 4in"),
        ("r1 > b2 15 IN soft", "r1 > b2 15in soft"),
        ('"Squad 4" > "Squad 5" 15" soft', '"Squad 4" > "Squad 5" 15in soft'),
        ('vp red 4" x', "vp red 4in x"),
        ('r1 moves : "a 4" / "b 5"', 'r1 moves : "a 4" / "b 5"'),
        ("R1>B2 Soft:=5/ =3 /-2", "r1 > b2 soft : =5 / =3 / -2"),
        ("r1 , r2 moves", "r1,r2 moves"),
        ("b3 contacts > r2", "b3 contacts r2"),
        ("Alpha > Dusk soft", '"Alpha" > "Dusk" soft'),
        ('r1 > b2 note=""', 'r1 > b2 note=""'),
        ('r1 > b2 7.50in with "long gun"', 'r1 > b2 7.5in with "long gun"'),
        ("r1 > b2 with long gun 7.5in", 'r1 > b2 with "long gun" 7.5in'),
        ("r1 > b2 with long gun guns 2 soft : 4", 'r1 > b2 with "long gun" guns 2 soft : 4'),
        ('r1 > b2 why="no sight"  !"fled, all"', 'r1 > b2 why="no sight" !"fled, all"'),
        ("r1  :  4   5  .", "r1 : 4 5 ."),
        ('r1 : falls "Old Tom",R1.2', 'r1 : falls "Old Tom",r1.2'),
        ("r1 : YES", "r1 : yes"),
        ("vp why=house 3", "vp why=house 3"),
        ("  # only a note # and a mark", "# only a note # and a mark"),
        ("", ""),
    ],
)
def test_other_spellings(text: str, same: str) -> None:
    read = parse_typed_line(text, DEATHZAP)
    assert isinstance(read, Line), read
    assert format_line(read) == same
    assert parse_typed_line(same, DEATHZAP) == read


def test_quotes_protect_every_mark() -> None:
    read = parse_typed_line(r'"a | b : c / \"d\" # e > f, g" > "all" : "x / y"', DEATHZAP)
    deed = TypedAction(who('a | b : c / "d" # e > f, g'), "", who("all"), (), dice('"x / y"'))
    assert read == line(deed)


def test_a_quoted_word_of_the_lexicon_is_a_name() -> None:
    read = parse_typed_line('"impetus" contacts "soft" key=1', DEATHZAP)
    assert read == line(
        TypedAction(who("impetus"), "contacts", who("soft"), (KeyValueSetting("key", "1"),))
    )


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("r1 > b2 sotf : 45", 9, "did you mean soft?"),
        ("r1 > : 45", 5, "whom is missing"),
        ("r1 > b2 soft :", 15, "answer is missing"),
        ("r1 > b2 : 4 / / 5", 15, "answer is missing"),
        ("r1 moves |", 11, "this part is empty"),
        (": 45", 1, "this part is empty"),
        ('r1 > "Dusk rifles', 6, "the closing"),
        ('r1 > b2 1"5 soft', 10, "the closing"),
        ('r1 moves 4 "', 12, "the closing"),
        ('r1 > b2"x" soft', 8, "a space before and after"),
        ("r1 : 4 : 5", 8, "only one colon in each part"),
        ("r1 > b2 with", 13, "a word or number after `with`"),
        ("r1 > b2 with rifle sotf", 20, "did you mean soft?"),
        ("r1, > b2", 5, "who is missing"),
        ("r1 > b2 > b3", 9, "between names"),
        ("vp red > 3", 8, "between a unit and its target"),
        ("r1 > b2 18cm", 9, "this game does not measure in cm: type `18in`"),
        ("r1 : falls a b", 14, "commas"),
        ("r1 moves\nr2 moves", 9, "line breaks"),
    ],
)
def test_misread_says_where_and_what(text: str, column: int, words: str) -> None:
    wrong = parse_typed_line(text, DEATHZAP)
    assert isinstance(wrong, LineError)
    assert (wrong.column, wrong.text) == (column, text)
    assert words in wrong.sentence
    assert str(wrong) == f"column {column}: {wrong.sentence}"


TERMS = replace(DEATHZAP, terms=True)


@pytest.mark.parametrize(("lexicon", "ends"), [(DEATHZAP, "target"), (TERMS, "`#` before a note")])
def test_a_quoted_word_that_is_unknown_gets_no_hint_about_quotes(
    lexicon: Lexicon, ends: str
) -> None:
    bare, quoted = (parse_typed_line(f"r1 > b2 {word}", lexicon) for word in ("milo", '"milo"'))
    assert isinstance(bare, LineError)
    assert bare.sentence.endswith(" and quotes around a name with spaces")
    assert isinstance(quoted, LineError)
    assert quoted.sentence.startswith('the word "milo" is unknown: put `>` before a target')
    assert quoted.sentence.endswith(ends)


@pytest.mark.parametrize("word", ["at", "Soft", "r1", "two words", "3cm", ""])
def test_lexicon_refuses_words_it_could_not_tell_apart(word: str) -> None:
    with pytest.raises(ValueError, match=r"line|handle"):
        Lexicon(verbs=frozenset({word}))


def test_lexicon_refuses_a_flag_that_takes_an_argument() -> None:
    with pytest.raises(ValueError, match="not both"):
        Lexicon(flags=frozenset({"guns"}), options=frozenset({"guns"}))


def test_lists_need_no_quotes() -> None:
    """``hands=sword,dagger``: close behind a comma is the next of the list."""
    read = parse_typed_line(
        'r21 charges b14 hands=sword,"long axe" spares=r11,r12 soft', COMBAT_ZONE
    )
    assert read == line(
        TypedAction(
            who("r21"),
            "charges",
            who("b14"),
            (
                KeyValueSetting("hands", "sword,long axe"),
                KeyValueSetting("spares", "r11,r12"),
                Flag("soft"),
            ),
        )
    )
    assert isinstance(read, Line)
    assert parse_typed_line(format_line(read), COMBAT_ZONE) == read
    apart = parse_typed_line("r21 charges b14 hands=sword, dagger", COMBAT_ZONE)
    assert isinstance(apart, LineError)
    assert apart.sentence == "a comma can only go between names; put `|` between two actions"


def test_inches_can_be_spelled_out() -> None:
    for distance in ("20in", "20 in", "20 inches", "20inches", "20 Inch"):
        read = parse_typed_line(f"r2 > b4 {distance}", XENOCIDE)
        assert isinstance(read, Line)
        (part,) = read.parts
        assert isinstance(part, TypedAction)
        assert part.details == (TypedMeasure(2000, "in"),)


def test_centimetres_can_be_spelled_out() -> None:
    for distance in ("20cm", "20 centimetres", "20centimeters", "20 Centimetre"):
        read = parse_typed_line(f"r21 shoots > b14 {distance}", COMBAT_ZONE)
        assert isinstance(read, Line)
        (part,) = read.parts
        assert isinstance(part, TypedAction)
        assert part.details == (TypedMeasure(2000, "cm"),)


def test_the_argument_of_a_word_can_be_spelled_out() -> None:
    lexicon = Lexicon(words=frozenset({"deploy"}), units=frozenset({"in"}))
    for distance in ("4in", "4 inches", "4inches", "4IN"):
        read = parse_typed_line(f"deploy red {distance}", lexicon)
        assert isinstance(read, Line)
        assert read.parts == (Word("deploy", ("red", "4in")),)


def test_a_weapon_may_begin_with_a_word_that_says_how_and_go_on_like_another() -> None:
    """laser is no slip of late, nor flamer of far."""
    for weapon in ("far laser", "light flamer"):
        read = parse_typed_line(f"r2 > b4 20in with {weapon}", XENOCIDE)
        assert isinstance(read, Line)
        (part,) = read.parts
        assert isinstance(part, TypedAction)
        assert part.details == (TypedMeasure(2000, "in"), Option("with", weapon))

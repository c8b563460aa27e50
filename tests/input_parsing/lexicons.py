"""A lexicon for each game, as its ruleset would declare it, and the sixty sample lines."""

from __future__ import annotations

from tracker.input_parsing.line_lexicon import BASE, Lexicon


def _lexicon(verbs: str, flags: str, options: str, units: str, words: str) -> Lexicon:
    return BASE | Lexicon(
        verbs=frozenset(verbs.split()),
        flags=frozenset(flags.split()),
        options=frozenset(options.split()),
        units=frozenset(units.split()),
        words=frozenset(words.split()),
    )


DEATHZAP = _lexicon(
    "moves contacts joins fights", "open soft hard", "guns", "in", "impetus orders panic morale"
)
COMBAT_ZONE = _lexicon(
    "activates opp moves shoots aims charges drops door holds routs",
    "open soft hard",
    "shots",
    "cm ap",
    "react coherent init",
)
XENOCIDE = _lexicon(
    "runs contacts snaps moves out rams fights",
    "light far individual side",
    "",
    "in",
    "orders broken init recover",
)
TRIAL = _lexicon(
    "moves stays fires charges tests fights flees sweeps consolidates piles",
    "standing",
    "",
    "in",
    "sheet cover",
)

SAMPLES: tuple[tuple[Lexicon, str], ...] = (
    (
        DEATHZAP,
        """\
impetus : 4 2
orders r1 r2 r3 : 562
skip orders
r1,r2 moves
b3 contacts r2
r1 joins r2 : 43
r1 > b2 soft : 45162346 / 42651 / 362
r1 > b2 soft : =5 / =3 / -2
r3 > b1 open with heavy-repeater : 231564 / 31562 / 5216 \
| r3 > b2 soft with destroyer : 4 / in 3 / 4263 / 156
b2 > r1 open !-1 # shouted across the table, dice not seen
b1 again
panic r1 b2 : 31 25
r2 fights b3 : 416523 / 624 / 2 / 3
morale b1 : 5
fix b1 figures +1 # counted one too few in turn 1""",
    ),
    (
        COMBAT_ZONE,
        """\
react b14 : 54
coherent r1,b1
init : 465 / second
b1 activates
b11 > r12 18cm soft : 536 / 654
b12 > r13 20cm open shots 1 : 3
b12 opp
b13 moves 2ap | b13 > r13 16cm : 245 / =6
r11 moves 2ap | b12 shoots r11 22cm open : 61 / 231
r14 aims b15 30cm hard : 4
r15 > b11 45cm soft shots 5 : 2x6 . / 442 / 665
r21 moves 2ap | r21 charges b14 : 53241 v 44 / 12
r21 again : 8632 v 35 / 76
r13 drops | r14 door | all holds
r16 routs !left""",
    ),
    (
        XENOCIDE,
        """\
orders red : r1 run r3 opp r5 1
orders blue : b1 opp b2 run b5 0
r2 > b1 15in light : 27194 / 36
b3 > r2 20in far : 381274 / 5
b4 > r3 22in with rocket : 2 / 37 / 941
r6 > b2 8in individual : =2 / -1
broken b3 : 6
init : 47 / first
r1 runs 7in | r1 contacts b1
b1 snaps r1 5in : 13806 / 9
r5 moves 18in | r4 out
r5 rams b5 side : 2 / 7 / 9
r5 > b5 20in with laser : 2 / 72
r1 fights b1 : 23951 v 36804 / 724 / 1
recover r2 b1 b3 : 52 4 6 # commander with r2""",
    ),
    (
        TRIAL,
        """\
r1,r2 moves | r3 stays
r3 fires b2 standing !-1
r1,r2 charges b1
r1 charges b1 : 25
b1 tests : 34
sheet r1 4+4 r2 5 b1 3+3 r1 b1 4+2 r2
cover b1 from r1
r2 fights b1 : =8 / =5 / 51264 / falls support
b1 fights r1 : 164235 / 521 / 3
r1 fights b1 : 4x6 4x5 5x4 . / =6 / 152364
r2 fights b1 with fist : 2364 / 152
r4 fights b1 : =9,3 / =4 / -2
b1 flees : 25 | r1 sweeps : 44 | r2 sweeps : no
r3 consolidates b2
all piles""",
    ),
)

EVERY_LINE = tuple((lexicon, text) for lexicon, lines in SAMPLES for text in lines.splitlines())

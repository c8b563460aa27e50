"""Reads and checks a game file. Every error has a line and a column."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final, TypeVar, cast

from msgspec import structs

from tracker.gamefile import game_file_schema as schema
from tracker.gamefile.expressions import Constant, Expression, LookupTable
from tracker.gamefile.game_definition import (
    BEARERS,
    DIE_NAMES,
    DISTANCE,
    ENGAGED,
    FALLEN,
    NATURALS,
    PASSED,
    ActionDefinition,
    ContactDefinition,
    DeckDefinition,
    EndConditions,
    FlagDefinition,
    GameDefinition,
    ObjectivesDefinition,
    PhaseDefinition,
    RollDefinition,
    Source,
    StatDefinition,
    StepDeed,
    StepDefinition,
    SubjectRole,
    TestDefinition,
)
from tracker.gamefile.game_file_field_reader import (
    DICE,
    FORMAT,
    MAX_NAMES,
    ZERO,
    GameFieldReader,
    NameScope,
)
from tracker.gamefile.game_file_schema import ID, NAME
from tracker.gamefile.totals_roll_sheet import build_totals_roll_sheet
from tracker.procedures.declared.marker_values import Amount, MarkerValues, OneOf, TextValue
from tracker.procedures.declared.markers import ON_OFF, LinkKind, MarkerKind
from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.pieces.objectives import OBJECTIVE
from tracker.procedures.pieces.roll_offs import RollOff, make_single_die_pools
from tracker.procedures.pieces.unit_activation import ACTIVATED, DRAWN, SPENT
from tracker.procedures.ruleset import HouseRule
from tracker.vocabulary.closest_word import find_closest_word
from tracker.vocabulary.toml_reader import Path, Problem, clean_name
from tracker.vocabulary.toml_reader import Table as Toml

T = TypeVar("T")
RESERVED_IDS: Final = {
    "an action": frozenset({"next", "end", "pass", "change", "dice"}),
    "a marker": frozenset({ACTIVATED, SPENT, "words"}),
}
"""The ids that every game already uses. A file cannot declare them."""
INPUTS: Final = ("unit", "target", "weapon", "length", "pool")
"""The inputs of an action, apart from its flags and numbers."""
POOL_NAMES: Final = ("pool", "pool_die", "to_hit", "to_wound", "to_save")
"""The names by which steps use the values of a typed pool. They are 0 if no pool was typed."""
BUILT_IN: Final[Mapping[str, Source]] = {
    **dict.fromkeys(("figures", "started", "lost", ENGAGED), "unit"),
    "points": "side",
    "turn": "game",
    **dict.fromkeys((DISTANCE, BEARERS, FALLEN, PASSED, NATURALS, *POOL_NAMES), "action"),
}
"""The names of values that every game has. A file cannot declare them."""
MEANINGS: Final = {"figures": "the number of figures", "turn": "the turn number"}
MARKER_SOURCES: Final[Mapping[str, Source]] = {
    "unit": "marker",
    "side": "side marker",
    "table": "table marker",
}
"""The source of a marker's value, by the kind of subject that has the marker."""
WORD: Final = re.compile(r"[a-z][a-z -]{0,19}|\d{0,2}d\d{1,3}")
"""The syntax of a stat's or marker's value: a word, or dice."""
MARKS: Final = ("mark", "clear", "reveal")
ASKING: Final = frozenset({"roll", "sum", "test", "ask", "draw"})
"""The kinds of steps that ask a question."""
PARTIES: Final = {
    **dict.fromkeys(("roll", "sum", "ask"), "by"),
    **dict.fromkeys(MARKS, "on"),
    "points": "to",
    "engage": "engage",
    "part": "part",
}
"""The key that names a step's subject, by kind of step. For other steps, the key is ``of``."""
AMOUNTS: Final = {"roll": "dice", "sum": "add", "mark": "amount", "draw": "amount"}
"""The key for a step's amount, by kind of step. For other steps, it is the name of the kind."""
NEEDS_TARGET: Final = 'engage needs a target: give the action at = "enemy".'
RESERVED_KEYS: Final = {"u": "undo", "U": "redo", "?": "the list of keys", ":": "lines"}
"""The keys that have another meaning in every game, and their purposes."""


class InvalidGameFile(Exception):
    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(str(problems[0]))
        self.problems = problems


def read_game_file(text: str) -> GameDefinition:
    """Read a game from the text of its file. Raises ``InvalidGameFile``."""
    reader = _Reader(text)
    game = reader.read_definition() if not reader.file.problems else None
    if game is None or reader.file.problems:
        raise InvalidGameFile(reader.file.sort_problems())
    return game


class _Reader:
    """Reads a game file from top to bottom. Later parts may refer to earlier parts."""

    def __init__(self, text: str) -> None:
        self.file = GameFieldReader(text)
        self.report, self.read = self.file.report_problem, self.file.read_fields
        self.read_named_tables = self.file.read_named_tables
        self.data = self.file.data
        self.rules: dict[str, str] = {}
        self.sources: dict[str, Source] = {**BUILT_IN}
        self.prefix = ""
        self.die = 6
        self.stats: tuple[StatDefinition, ...] = ()
        self.weapon_stats: tuple[StatDefinition, ...] = ()
        self.weapons: dict[str, Mapping[str, Any]] = self.file.declared["weapons"]
        self.tables: dict[str, LookupTable] = {}
        self.markers: dict[str, MarkerKind] = self.file.declared["markers"]
        self.rolls: dict[str, RollDefinition] = self.file.declared["rolls"]
        self.options: tuple[HouseRule, ...] = ()
        self.phases: tuple[PhaseDefinition, ...] = ()
        self.tests: dict[str, TestDefinition] = self.file.declared["tests"]
        self.in_python: list[str] = []
        self.open: list[str] = []
        self.breaking: set[str] = set()
        self.words: dict[str, tuple[str, ...]] = {}
        self.secret: frozenset[str] = frozenset()
        self.decks: dict[str, DeckDefinition] = self.file.declared["decks"]
        self.values: dict[str, Expression] = {}
        self.steps: dict[Path, StepDefinition] = {}

    def read_definition(self) -> GameDefinition:
        said = self._read_head()
        self.prefix, self.die = said.id.upper(), said.die
        cost = self._read_stats_and_tables()
        self.options = tuple(self._read_option(*one) for one in self.read_named_tables("options"))
        self.phases = tuple(sorted(self._read_phases(), key=lambda phase: not phase.opening))
        bars = dict(self._read_markers())
        self._read_rolls_decks_and_tests()
        actions = tuple(self._read_actions())
        contact = self._read_contact()
        barred: dict[Path, tuple[str, ...]] = {("markers", one): bars[one] for one in bars}
        barred |= {} if contact is None else {("contact",): contact.bars}
        for at, barring in barred.items():
            known = [action.id for action in actions]
            self.file.read_choices(at, {"bars": [*barring]}, "bars", known)
        objectives, end = self._read_objectives(), self._read_end()
        worn = {"points": schema.WORTH, "weapons": schema.WEAPON_REFS}
        return _make_part(
            GameDefinition,
            said,
            self,
            expressions=self.file.expressions,
            cost=cost,
            profiles={
                name: self._read_values(path, table, self.stats, f"The profile {name}", worn)
                for path, name, table in self.read_named_tables("profiles")
            },
            markers=(*self.markers.values(), *(deck.out for deck in self.decks.values())),
            bars=bars,
            rolls=tuple(self.rolls.values()),
            decks=tuple(self.decks.values()),
            actions=actions,
            in_python=tuple(self.in_python),
            tests=tuple(self.tests.values()),
            points=self._read_activation(),
            contact=contact,
            objectives=objectives,
            end=end,
            rules={**self.rules, **dict(self._read_texts("rules"))},
            glossary=dict(self._read_texts("glossary")),
            samples={
                f"{one[1]}.toml": self._read_force(*one) for one in self.read_named_tables("forces")
            },
        )

    def _read_head(self) -> Any:
        data = self.data
        if data.get("warledger_game") != FORMAT:
            what = "the version of the file format"
            text = f"The first line must be warledger_game = {FORMAT}, {what}."
            self.report(("warledger_game",), text)
        said = self.read(
            (), {**data, "warledger_game": FORMAT}, schema.TABLES["top"], "A game file"
        )
        if not ID.fullmatch(said.id) and said.id != "?":
            text = "id must be lower-case letters, digits and hyphens, such as my-game."
            self.report(("id",), text)
        return said

    def _read_stats_and_tables(self) -> Expression | None:
        """Read stats, weapons and look-up tables. Return the expression for a figure's cost."""
        self.stats = tuple(self._read_stats("stats", "profiles"))
        worth = NameScope(frozenset(stat.name for stat in self.stats))
        self.weapon_stats = tuple(self._read_stats("weapon_stats", "weapons"))
        for path, name, table in self.read_named_tables("weapons"):
            what = f"The weapon {name}"
            more = {"points": schema.WORTH}
            self.weapons[name] = self._read_values(path, table, self.weapon_stats, what, more)
        self.tables = {
            name: self._read_table(at, name, one)
            for at, name, one in self.read_named_tables("tables")
        }
        worth = structs.replace(worth, tables={name: t.across for name, t in self.tables.items()})
        return self.file.read_and_keep_expression((), self.data, "cost", worth)

    def _read_rolls_decks_and_tests(self) -> None:
        """Read rolls, decks, values and tests. Each can refer to those that are read before it."""
        for path, name, table in self.read_named_tables("rolls"):
            self._name(path, name, "roll")
            self.rolls[name] = self._read_roll(path, name, table)
        for path, name, table in self.read_named_tables("decks"):
            self._name(path, name, "deck")
            self.decks[name] = self._read_deck(path, name, table)
        self.values = dict(self._read_unit_values())
        for path, name, table in self.read_named_tables("tests"):
            self.tests[name] = self._read_test(path, name, table)

    # ------------------------------------------------------------------------------- names

    def _name(self, path: Path, name: str, source: Source) -> None:
        """Declare a name for expressions. Report a name that is already declared."""
        known = self.sources.setdefault(_make_expression_name(name), source)
        if known != source:
            article = "an" if known[0] in "ao" else "a"
            text = f"{name!r} is already the name of {article} {known}: choose another name."
            if use := MEANINGS.get(name, "a value" * (name in BUILT_IN)):
                text = f"{name!r} is Warledger's name for {use}: choose another name."
            self.report(path, text, word=name)

    def _require_unused(self, path: Path, name: str, what: str, *more: str) -> None:
        if name in RESERVED_IDS[what] or name in more:
            text = f"Every game already has {what} called {name!r}: choose another name."
            self.report(path, text, word=name)

    def _of(self, *sources: Source) -> frozenset[str]:
        return frozenset(word for word, source in self.sources.items() if source in sources)

    def _list_names_in_scope(
        self,
        *said: str,
        unit: bool = True,
        side: bool = False,
        target: bool = False,
        armed: bool = False,
    ) -> NameScope:
        own = self._of("stat", "marker", "unit", "value") if unit else frozenset[str]()
        found = self._of("option", "game", "table marker") | own | {*said}
        if unit or side:
            sides = self._of("side", "side marker") | {"figures", "started", "lost"}
            found |= {f"{whose}.{word}" for whose in ("side", "enemy") for word in sides}
        found |= {f"target.{word}" for word in own if target}
        found |= {f"weapon.{stat.name}" for stat in self.weapon_stats if armed}
        tables = {name: one.across for name, one in self.tables.items()}
        return NameScope(found, target, tables, armed=armed)

    def _add_rule(self, name: str, text: str, otherwise: str) -> str:
        rule = f"{self.prefix}-{name.upper()}"
        self.rules[rule] = text or f"{otherwise[:1].upper()}{otherwise[1:]}."
        return rule

    # ------------------------------------------------------------------------- declared first

    def _read_stats(self, key: str, owners: str) -> Iterator[StatDefinition]:
        if not self.data.get(key):
            yield from self._guess_stats(key, owners)
        for path, name, value in self.file.read_named_values(key):
            limits = value
            if isinstance(value, list):
                limits = dict(zip(("least", "most"), value, strict=False))
            if isinstance(value, list) and any(isinstance(one, str) for one in value):
                self.report(path, f"For a stat with words, write {name} = {{ words = [ … ] }}.")
                limits = {"words": value}
            elif not isinstance(limits, dict) or _lacks_limit(limits):
                text = f"{name} needs its lowest and highest value: {name} = [2, 6]."
                self.report(path, text)
                limits = {"least": -999, "most": 999, "usual": 0}
            if key == "stats":
                self._name(path, name, "stat")
            yield self._read_stat(path, name, limits)

    def _guess_stats(self, key: str, owners: str) -> Iterator[StatDefinition]:
        """Report once that stats of ``owners`` are not declared, and yield them for any value."""
        used: dict[str, tuple[Path, list[str]]] = {}
        for path, _, table in self.read_named_tables(owners):
            for name in [one for one in table if one not in {"points", "weapons"}]:
                words = used.setdefault(name, ((*path, name), []))[1]
                words += [table[name]] if isinstance(table[name], str) else []
        for first, (place, words) in [*used.items()][:1]:
            example = "{ words = [ … ] }" if words else "[2, 6]"
            names = ", ".join([*used][:MAX_NAMES])
            text = f"Declare these stats with [{key}], in the form {first} = {example}: {names}."
            self.report(place, text)
        for name, (place, words) in used.items():
            if key == "stats":
                self._name(place, name, "stat")
            yield StatDefinition(name, -999, 999, tuple(words), words[0] if words else 0)

    def _read_stat(self, path: Path, name: str, value: Toml) -> StatDefinition:
        file, default = self.file, value.get("usual")
        if "words" in value:
            file.report_unknown_keys(path, value, schema.TABLES["stat"], "A stat")
            words = self._read_words(path, name, value)
            if default is not None and default not in file.read_list(path, value, "words", 20):
                default = file.read_choice(path, value, "usual", words, words[0])
            return StatDefinition(name, words=words, default=default)
        minimum = self.read(path, value, schema.TABLES["stat"], "A stat").least
        maximum = file.read_number(path, value, "most", -999, 999)
        if maximum < minimum:
            self.report(path, f"{name}: write the lower value first, [{maximum}, {minimum}].")
            minimum, maximum = maximum, minimum
        if default is not None:
            default = file.read_number(path, value, "usual", minimum, maximum)
        return StatDefinition(name, minimum, maximum, default=default)

    def _read_words(self, path: Path, name: str, value: Toml) -> tuple[str, ...]:
        found = self.file.read_list(path, value, "words", 20)
        said = (one for one in found if isinstance(one, str))
        words = tuple(one for one in said if WORD.fullmatch(one))
        if not words:
            self.report(path, f"{name} needs its words: words = ['light', 'heavy'].")
        return words or ("none",)

    def _read_values(
        self,
        path: Path,
        table: Toml,
        stats: tuple[StatDefinition, ...],
        what: str,
        more: schema.Fields,
    ) -> dict[str, Any]:
        fields = {stat.name: schema.make_stat_schema(stat) for stat in stats} | {**more}
        said = vars(self.read(path, table, fields, what))
        needed = {stat.name for stat in stats if stat.default is None}
        return {key: value for key, value in said.items() if key in table or key in needed}

    def _read_table(self, path: Path, name: str, table: Toml) -> LookupTable:
        said = self.read(path, table, schema.TABLES["lookup"], "A table")
        if {"values", "rows"}.isdisjoint(table):
            self.report(path, f"[tables.{name}] needs values or rows.")
            return LookupTable(((0,),))
        given = [("rows", row) for row in said.rows] if "rows" in table else []
        rows = [self._read_row(path, *row) for row in given or [("values", said.values)]]
        if not all(rows):
            self.report(path, f"The table {name} needs numbers: values = [6, 5, 4].")
            rows = [(0,)]
        return LookupTable(tuple(rows), said.first, across=bool(given))

    def _read_row(self, path: Path, key: str, value: Any) -> tuple[int, ...]:
        fits = isinstance(value, list) and 1 <= len(value) <= 60
        if fits and all(isinstance(n, int) and abs(n) <= 9999 for n in value):
            return tuple(map(int, value))
        self.report((*path, key), f"{key} must be lists of 1 to 60 whole numbers.")
        return (0,)

    def _read_option(self, path: Path, name: str, table: Toml) -> HouseRule:
        said = self.read(
            path, table, schema.TABLES["option"], "An option", text=name.replace("_", " ")
        )
        self._name(path, name, "option")
        values = said.values
        fits = all(isinstance(one, int) and abs(one) <= 9999 for one in values)
        if not values or not fits or len({*values}) < len(values):
            text = "values must be different whole numbers, or true and false: [6, 4, 8]."
            self.report((*path, "values") if values else path, text)
            values = [0]
        rule = self._add_rule(name, "", said.text)
        option = HouseRule(
            name, tuple(values), rule, said.text, said.question, said.least, said.most
        )
        if not all(map(option.is_allowed, option.values)):
            self.report((*path, "values"), "values must lie between least and most.")
        return option

    def _read_phases(self) -> Iterator[PhaseDefinition]:
        found = self.data.get("phases", [])
        if not isinstance(found, list) or not 1 <= len(found) <= 12:
            many = f", but has {len(found)}" if len(found) > 12 else ": write [[phases]]"
            tables = found if isinstance(found, dict) else {}
            if name := next((key for key in tables if isinstance(tables[key], dict)), ""):
                many += f' and, below it, id = "{clean_name(name)}"'
            self.report(("phases",), f"A game needs 1 to 12 phases{many}.")
            return
        seen: dict[str, int] = {}
        for place, table in enumerate(found):
            path: Path = ("phases", place)
            if not isinstance(table, dict):
                self.report(path, "A phase must be a table: write [[phases]].")
                continue
            said = self.read(path, table, schema.TABLES["phase"], "A phase")
            if said.id == "?":
                continue
            if not ID.fullmatch(said.id):
                text = f"id must be lower-case letters, digits and hyphens, not {said.id!r}."
                self.report((*path, "id"), text)
            first_line = self.file.find_line(("phases", seen.setdefault(said.id, place), "id"))
            if seen[said.id] != place:
                text = f"The phase {said.id!r} is already in line {first_line}: choose another id."
                self.report((*path, "id"), text)
            word = said.word or said.id.replace("-", " ")
            first = self._read_roll_off(said.id, word) if said.first else None
            draw = None
            if said.order == "drawn":
                rule = self._add_rule(f"{said.id}-draw", "", f"who goes next is drawn: {said.draw}")
                draw = RollKind(f"{said.id}-draw", "who goes next", rule=rule)
            yield PhaseDefinition(said.id, word, said.order, said.opening, first, draw, said.draw)
            for name in [key for key in table if isinstance(table[key], dict)]:
                yield PhaseDefinition(name, name)  # reported as unknown, but meant as a phase
        if all(isinstance(one, dict) and one.get("opening") is True for one in found):
            self.report(("phases",), "A game needs at least one phase without opening = true.")

    def _read_phase_ids(self, path: Path, table: Toml, key: str, *more: str) -> tuple[str, ...]:
        """Read a list of phases. If the phases themselves have errors, return ()."""
        known = [*more, *(phase.id for phase in self.phases)]
        return self.file.read_choices(path, table, key, known) if self.phases else ()

    def _read_unit_values(self) -> Iterator[tuple[str, Expression]]:
        """Yield the named expressions of units. These cannot use each other, so they stay short."""
        found = [*self.file.read_named_values("values")]
        names = structs.replace(self._list_names_in_scope(), values={name for _, name, _ in found})
        for path, name, value in found:
            self._name(path, name, "value")
            yield (
                name,
                self.file.read_and_keep_expression(("values",), {name: value}, name, names) or ZERO,
            )

    def _read_deck(self, path: Path, name: str, table: Toml) -> DeckDefinition:
        said = self.read(path, table, schema.TABLES["deck"], "A deck", words=name.replace("_", " "))
        cards = () if said.hand else tuple(sorted(self._read_row(path, "cards", said.cards)))
        out = MarkerKind(
            f"{name}-cards",
            f"drawn from {said.words}",
            on="match",
            shown="value",
            quiet=bool(said.hand),
            until="" if said.shuffle == "empty" else said.shuffle,
            values=TextValue("the cards drawn"),
        )
        rule = self._add_rule(name, said.text, said.words)
        kind = RollKind(name.replace("_", "-"), said.words, rule=rule)
        deck = DeckDefinition(cards, kind, out)
        return self._add_names_and_hand(path, deck, said) if said.hand else deck

    def _add_names_and_hand(self, path: Path, deck: DeckDefinition, said: Any) -> DeckDefinition:
        names = tuple(one for one in said.cards if isinstance(one, str) and ID.fullmatch(one))
        if not names or len(names) < len(said.cards):
            text = 'The cards in a hand need names in lower-case letters: cards = ["rally"].'
            self.report((*path, "cards") if said.cards else path, text)
        self._name(path, f"{deck.name_in_expressions}_hand", "side marker")
        values = Amount("cards held", counts=True, high=said.hand)
        word = f"holds {said.words}"
        hand = MarkerKind(f"{deck.kind.id}-hand", word, "", "side", "times", values=values)
        self.markers[hand.id] = hand
        return structs.replace(deck, names=names, hand=hand, limit=said.hand)

    def _read_roll_off(self, phase: str, word: str) -> RollOff:
        rule = self._add_rule(phase, "", "both sides roll; the higher roll acts first this turn")
        dice = partial(make_single_die_pools, die_size=self.die)
        need, level = "the higher roll acts first", "tied: roll again"
        return RollOff(f"{phase}-roll", word, rule, dice, "acts first", level, need=need)

    def _read_markers(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Read the markers. Yield the actions that each marker prevents, to be checked later."""
        signs: dict[str, str] = {}
        if any(phase.order in {"alternating", "drawn"} for phase in self.phases):
            self.markers[ACTIVATED] = ACTIVATED
            if any(phase.draw and phase.lot == "cards" for phase in self.phases):
                self.markers[DRAWN] = DRAWN
            if "activation" in self.data:
                self.markers[SPENT] = SPENT
        for path, name, table in self.read_named_tables("markers"):
            word = name.replace("-", " ")
            said = self.read(
                path, table, schema.TABLES["marker"], "A marker", word=word, sign=name[:1]
            )
            self._name(path, name, MARKER_SOURCES[said.on])
            if said.on == "unit" and said.sign in signs:
                owner = signs[said.sign]
                text = f"The sign {said.sign!r} belongs to {owner!r}: choose another sign."
                self.report((*path, "sign") if "sign" in table else path, text)
            signs[said.sign] = name
            self._require_unused(path, name, "a marker", *self.markers)
            self.secret |= {name} if said.secret else frozenset[str]()
            self.markers[name] = MarkerKind(
                name,
                said.word,
                said.sign,
                "match" if said.on == "table" else said.on,
                "times" if said.counts else "value" if said.words else "word",
                until=said.until,
                quiet=said.quiet,
                nerve=said.nerve,
                lasting=said.lasting,
                values=self._read_marker_values(path, name, table, said),
            )
            yield name, tuple(one for one in said.bars if isinstance(one, str))
        for name in {ACTIVATED, SPENT, DRAWN} & {*self.markers}:
            self.sources.setdefault(name, "marker")

    def _read_marker_values(self, path: Path, name: str, table: Toml, said: Any) -> MarkerValues:
        if said.counts and "words" in table:
            text = f"{name} cannot have both words and counts. Remove one of the two."
            self.report((*path, "words"), text)
        if said.counts:
            return Amount(said.word, counts=True, high=said.most)
        if "words" not in table:
            return ON_OFF
        self.words[name] = self._read_words(path, name, table)
        known = {word.replace(" ", "-"): word for word in self.words[name]}
        return OneOf(said.word, lambda *_: known)

    def _read_roll(self, path: Path, name: str, table: Toml) -> RollDefinition:
        fields = {**schema.TABLES["roll"], "limits": schema.ANY}
        said = self.read(path, table, fields, "A roll", words=name.replace("-", " "))
        die, low = said.die or self.die, said.low
        usual = (1, die - 1) if low else (2, die)
        limits = said.limits if "limits" in table else usual
        is_pair = isinstance(limits, list | tuple) and len(limits) == 2
        fits = is_pair and all(isinstance(one, int) for one in limits)
        if not fits or not 0 <= limits[0] <= limits[1] <= die + 1:
            text = f"limits must be the lowest and highest need, from 0 to {die + 1}: [2, {die}]."
            self.report((*path, "limits"), text)
            limits = usual
        again, natural = said.again or 0, said.natural or 0
        worst, best = (limits[1], limits[0]) if low else (limits[0], limits[1])
        if again and (not worst < again <= die if low else again >= worst):
            text = f"again must be a face that always fails: outside the limit {worst}."
            self.report((*path, "again"), text)
        if natural and (natural > best if low else not best <= natural <= die):
            text = f"natural must be a face that always succeeds: the limit {best} or better."
            self.report((*path, "natural"), text)
        one = said.one or said.words
        rule = self._add_rule(name, said.text, said.words)
        many = said.many or (f"{one}s" if said.one and not one.endswith("ed") else one)
        kind = RollKind(name, said.words, one, many, rule=rule)
        return RollDefinition(kind, die, low, limits[0], limits[1], again, natural)

    # ---------------------------------------------------------------------- what units do

    def _read_test(self, path: Path, name: str, table: Toml) -> TestDefinition:
        names = self._list_names_in_scope()
        said = self.read(path, table, schema.TABLES["test"], "A test", names)
        if name in self.rolls:
            self.report(path, f"{name!r} is already the name of a roll: choose another name.")
        rolls = not {"dice", "need", "passes"}.isdisjoint(table)
        dice = self.file.read_dice_sizes(path, table, "dice", self.die) if rolls else ()
        names = self._list_names_in_scope(*(DIE_NAMES[: len(dice)] if "passes" in table else ()))
        passes = (
            self.file.read_and_keep_expression(path, table, "passes", names)
            if rolls
            else Constant(1)
        )
        if (said.need is None) is (passes is None):
            lacks = "needs the key need: the number to roll"
            text = lacks if passes is None else "cannot have both need and passes"
            self.report(path, f"The test {name} {text}.")
        rolled = {key: value for key, value in table.items() if key in {"words", "low", "text"}}
        roll = self._read_roll(path, name, rolled)
        if said.need is not None and len(dice) > 1:
            kind = structs.replace(roll.kind, sheet=build_totals_roll_sheet)
            roll = structs.replace(roll, kind=kind)
        return _make_part(
            TestDefinition,
            said,
            id=name,
            roll=roll,
            dice=dice,
            passes=passes,
            told=clean_name(said.passes) if isinstance(said.passes, str) else "",
            add=said.add or Constant(0),
            when=self._read_phase_ids(path, table, "when", "turn"),
            who=said.who or Constant(1),
            passed=self._read_steps(path, table, "pass", names, effects=True),
            failed=self._read_steps(path, table, "fail", names, effects=True),
        )

    def _read_actions(self) -> Iterator[ActionDefinition]:
        verbs: dict[str, str] = {}
        letters: dict[str, str] = {}
        found = tuple(self.read_named_tables("actions"))
        if not found and not self.file.problems:
            self.report((), "A game needs actions: write [actions.move].")
        self.open = [name for _, name, table in found if table.get("python") is not True]
        opened = (table.get("open_to") for _, _, table in found)
        self.breaking = {name for one in opened if isinstance(one, list) for name in map(str, one)}
        for path, name, table in found:
            if table.get("python") is True:
                self._require_unused(path, name, "an action")
                self.file.report_unknown_keys(path, table, ("python",), "An action in Python")
                self.in_python.append(name)
                continue
            action = self._read_action(path, name, table)
            for what, said, those in (("verb", action.verb, verbs), ("key", action.key, letters)):
                if said and those.setdefault(said, name) != name:
                    text = f"The {what} {said!r} belongs to {those[said]!r}: choose another."
                    self.report((*path, what) if what in table else path, text)
            yield action

    def _read_action(self, path: Path, name: str, table: Toml) -> ActionDefinition:
        file = self.file
        self._require_unused(path, name, "an action")
        flags = tuple(self._read_flags(path, table))
        plays = None
        if "plays" in table:
            held = {key: deck for key, deck in self.decks.items() if deck.hand is not None}
            plays = held.get(file.read_choice(path, table, "plays", held, "", "decks"))
        usual: dict[str, Any] = {
            "word": name.replace("-", " "),
            "measured": table.get("moves") is True or "reach" in table,
            "ends": "activation" not in self.data,
        }
        said = self.read(path, table, schema.TABLES["action"], "An action", **usual)
        known = [flag.name_in_expressions for flag in flags]
        known += [DISTANCE] * said.measured + [BEARERS] * bool(said.weapons)
        known += () if plays is None else (plays.name_in_expressions,)
        known += POOL_NAMES if said.pool else ()
        is_aimed, armed = table.get("at", "") != "", bool(said.weapons)
        names = self._list_names_in_scope(*known, target=is_aimed, armed=armed)
        vars(said).update(file.read_expressions(path, table, schema.TABLES["action"], names))
        self._check_key(path, table, said)
        self._require_contact(path, 'at = "contact"' if said.at == "contact" else "")
        once = self.markers.get(said.once)
        if said.once and said.once == table.get("once") and (once is None or once.on != "unit"):
            text = f"once needs a marker {said.once!r}: declare it with [markers.{said.once}]."
            self.report((*path, "once"), text, word=said.once)
        return _make_part(
            ActionDefinition,
            said,
            id=name,
            verb=self._read_verb(path, table, said),
            phases=self._read_phase_ids(path, table, "phases"),
            rule=self._add_rule(name, said.text, said.word),
            flags=flags,
            plays=plays,
            once=once,
            bar=file.read_and_keep_expression(path, table, "bar", self._list_names_in_scope()),
            open_to=file.read_choices(path, table, "open_to", self.open),
            breaks_in=name in self.breaking,
            steps=self._read_steps(path, table, "steps", names),
        )

    def _read_verb(self, path: Path, table: Toml, said: Any) -> str:
        """Read the verb of an action. The default is the first word of the action's name."""
        verb: str = said.verb or said.word.split()[0].lower()
        if not re.fullmatch(r"[a-z][a-z'-]*", verb) or verb in {"at", "all", "rest"}:
            where = (*path, "verb") if "verb" in table else path
            self.report(where, f"The verb {verb!r} must be one word in lower-case letters.")
        return verb

    def _check_key(self, path: Path, table: Toml, said: Any) -> None:
        is_read = said.key == table.get("key")
        if is_read and (not said.key.isascii() or said.key.isdigit() or said.key in RESERVED_KEYS):
            use = RESERVED_KEYS.get(said.key)
            why = f"it is the key for {use}" if use else "use another letter"
            self.report((*path, "key"), f"{said.key!r} cannot be a key: {why}.")

    def _read_flags(self, path: Path, table: Toml) -> Iterator[FlagDefinition]:
        given = table.get("flags")
        if isinstance(given, list):
            keys = ", ".join(f'{word} = "{str(word)[:1]}"' for word in given)
            self.report((*path, "flags"), f"Each flag needs a key: write flags = {{ {keys} }}.")
            given = {}
        given = self.file.read_table((*path, "flags"), given, "flags")
        for word, said in given.items():
            if not re.fullmatch(r"[a-z][a-z-]{1,19}", word) or word in {*INPUTS, "with"}:
                text = f"{word!r} cannot be a flag. Use another word in lower-case letters."
                self.report((*path, "flags"), text, word=word)
                continue
            key = said if isinstance(said, str) else "?"
            if len(key) > 1 or key.isdigit() or key in RESERVED_KEYS:
                self.report((*path, "flags"), f"{word} must have a letter as its key.")
            self._name((*path, "flags"), word, "flag")
            yield FlagDefinition(word, key)
        seen = {*INPUTS, *given}
        for word in self.file.read_list(path, table, "numbers", 9):
            if isinstance(word, str) and re.fullmatch(r"[a-z]{2,20}", word) and word not in seen:
                seen.add(word)
                self._name((*path, "numbers"), word, "flag")
                yield FlagDefinition(word, number=True)
            else:
                text = "numbers must list words in lower-case letters that are not flags."
                self.report((*path, "numbers"), text)

    # ------------------------------------------------------------------------------- steps

    def _read_steps(
        self, path: Path, table: Toml, key: str, names: NameScope, *, effects: bool = False
    ) -> tuple[StepDefinition, ...]:
        found: list[StepDefinition] = []
        given = self.file.read_list(path, table, key, 20)
        for place, one in enumerate(given):
            at: Path = (*path, key, place)
            rolls = [str(step.get("roll")) for step in given[place + 1 :] if isinstance(step, dict)]
            names = structs.replace(names, later=[*map(_make_expression_name, rolls)])
            if not isinstance(one, dict):
                self.report(at, "A step must be a table: { roll = … } or { lose = … }.")
                continue
            step = self._read_step(at, one, names, effects=effects)
            if step is None:
                break  # later steps may use its result
            questions = any(one.deed in ASKING or one.choose for one in found)
            asks = effects or "open_to" in table or questions
            if asks and step.deed == "mark" and step.marker in self.secret:
                # The input would be logged before the step and would reveal the secret.
                how = "set this marker in an action, before dice, questions and interrupts."
                self.report(at, f"{step.marker} is secret: {how}")
            if "against" in one and step.deed == "sum":
                found[-1:] = self._combine_opposed(at, one["against"], found[-1:], step)
            found.append(step)
            natural = {NATURALS} if step.roll is not None and step.roll.natural else set[str]()
            known = names.names | natural | ({step.result_name} - {""})
            names = structs.replace(names, names=known)
        asked: frozenset[str] = frozenset()
        for place in reversed(range(len(found))):
            found[place] = replace(found[place], later=asked)
            asked |= found[place].used_names
        self.steps |= {(*path, key, place): step for place, step in enumerate(found)}
        return tuple(found)

    def _read_step(
        self, path: Path, table: Toml, names: NameScope, *, effects: bool
    ) -> StepDefinition | None:
        deed, table = self._read_deed(path, table, effects=effects)
        if deed is None:
            return None
        fields = {**schema.STEPS[deed], "if": schema.EXPRESSION}
        what = f"{_name_step(path)} ({deed})"
        for other in table.keys() & schema.STEPS.keys() - fields.keys():
            text = f"{what} has no {other!r}: write {{ {other} = … }} as a separate step."
            self.report((*path, other), text, word=other)
        table = {key: table[key] for key in table if key in fields or key not in schema.STEPS}
        if deed == "ask" and "as" not in table:
            text = f"{_name_step(path)} needs the key as: a name for the number, such as near."
            self.report(path, text)
            table = {**table, "as": "near"}
        said = self.read(path, table, fields, what, names)
        amount = getattr(said, AMOUNTS.get(deed, deed), None)
        dice, stat = self._read_sum(path, table, names) if deed == "sum" else ((), None)
        step = _make_part(
            StepDefinition,
            said,
            deed=deed,
            of=self._read_subject_role(path, table, deed, names),
            amount=amount if isinstance(amount, Expression) else Constant(int(deed != "sum")),
            when=getattr(said, "if"),
            deck=getattr(said, "draw", None),
            dice=dice,
            stat=stat,
            marker=getattr(said, deed) if deed in MARKS else None,
            why=getattr(said, "why", getattr(said, "ask", "points")),
            word=getattr(said, "as", ""),
            most=getattr(said, "most", None) or 0,
        )
        if "roll" in fields:
            self._check_roll(path, step)
        self._check_step(path, table, step, effects=effects)
        return step

    def _read_deed(self, path: Path, table: Toml, *, effects: bool) -> tuple[StepDeed | None, Toml]:
        """Find the key that says what a step does, even if the key is misspelt.

        If the step has no such key, report the problem and return None.
        """
        deed = next((deed for deed in ("sum", *schema.STEPS) if deed in table), "")
        barred = {*ASKING, "engage"} if effects else set[str]()
        allowed = [one for one in schema.STEPS if one not in barred]
        if deed in allowed:
            return cast(StepDeed, deed), table
        what = _name_step(path)
        if deed:
            text = f"{what} cannot have {deed}: only the steps of an action can."
            self.report((*path, deed), text, word=deed)
            return None, table
        for key in table:
            if near := find_closest_word(key, allowed):
                text = f"{what} has no {key!r}: did you mean {near!r}?"
                self.report((*path, key), text, word=key)
                meant = {near if one == key else one: value for one, value in table.items()}
                return cast(StepDeed, near), meant
        self.report(path, f"{what} needs one of these keys: {', '.join(allowed)}.")
        return None, table

    def _check_step(self, path: Path, table: Toml, step: StepDefinition, *, effects: bool) -> None:
        if effects and "choose" in table:
            self.report((*path, "choose"), "choose is only allowed in actions. Remove choose.")
        if step.marker is not None:
            self._check_marker(path, table, step.marker, step)
        if "amount" in table and step.deck is not None and step.deck.hand is None:
            self.report((*path, "amount"), "amount is only for a deck with a hand. Remove amount.")
        if step.choose:
            self._add_rule("falls", "", "the owner of the unit chooses who falls")
        if step.deed == "ask":
            self._check_answer((*path, "as"), step)
        if step.deed == "wound" and "wounds" not in self._of("stat"):
            self.report(path, "wound needs a stat called wounds: declare it in [stats].")
        self._require_contact(path, step.deed if step.deed in {"engage", "part"} else "")

    def _read_sum(
        self, path: Path, table: Toml, names: NameScope
    ) -> tuple[tuple[int, ...], Expression | None]:
        name = str(table["sum"])
        stats = self.weapon_stats if name.startswith("weapon.") else self.stats
        words = next((one.words for one in stats if one.name == name.rpartition(".")[2]), ())
        if words and all(DICE.fullmatch(word) for word in words):
            return (), self.file.read_and_keep_expression(path, table, "sum", names)
        return self.file.read_dice_sizes(path, table, "sum", self.die), None

    def _combine_opposed(
        self, path: Path, against: object, before: list[StepDefinition], step: StepDefinition
    ) -> list[StepDefinition]:
        sums = [*before, step]
        if not before or [one.deed for one in sums] != ["sum", "sum"] or before[0].of == step.of:
            text = "against needs the sum of the other unit in the step before it."
        elif any(one.stat for one in sums):
            text = "sums rolled against each other need dice in digits, such as 2d6."
        elif any(one.need or one.when for one in sums):
            text = "sums rolled against each other cannot have need or if. Remove need and if."
        elif before[0].result_name != _make_expression_name(str(against)):
            text = f"against must name the roll of the step before: {before[0].result_name!r}."
        else:
            return [replace(before[0], versus=step.dice)]
        self.report((*path, "against"), text)
        return before

    def _check_roll(self, path: Path, step: StepDefinition) -> None:
        roll, need = step.roll, step.need
        if step.deed != "roll" or roll is None:
            return
        if need is None:
            self.report(path, "A roll needs the key need, the number that each die has to roll.")
        if need is ZERO or not isinstance(need, Constant):
            return
        if not roll.least <= need.value <= roll.most:
            text = f"need must be from {roll.least} to {roll.most}, the limits of {roll.kind.id}."
            self.report((*path, "need"), text)

    def _check_marker(
        self, path: Path, table: Toml, marker: MarkerKind, step: StepDefinition
    ) -> None:
        place = "side" if step.of in {"side", "enemy"} else "unit"
        if marker.on != ("match" if step.of == "table" else place):
            what = "the table" if marker.on == "match" else f"a {marker.on}"
            text = f"{marker.id} is a marker for {what}, so the key on must name {what}."
            self.report((*path, "on") if "on" in table else path, text)
        words = self.words.get(marker.id, ()) if step.deed == "mark" else ()
        if words:
            self.file.read_choice(path, table, "as", words, "")
        elif step.word:
            self.report((*path, "as"), "as is only for markers with words. Remove as.")

    def _check_answer(self, path: Path, step: StepDefinition) -> None:
        if step.word != "?" and not NAME.fullmatch(step.word):
            self.report(path, "as must be a name in lower-case letters, such as near.")
        self._name(path, step.word, "answer")
        self._add_rule(f"ask-{step.word}", "", step.why)

    def _require_contact(self, path: Path, what: str) -> None:
        if what and "contact" not in self.data:
            self.report(path, f"{what} needs contact: declare it with [contact].")

    def _read_subject_role(
        self, path: Path, table: Toml, deed: str, names: NameScope
    ) -> SubjectRole:
        key = PARTIES.get(deed, "of")
        units = ("actor", "target") if names.target else ("actor",)
        usual = units[-1] if deed in {"test", "lose", "wound"} else "actor"
        among: tuple[str, ...] = units
        if key == "on":
            among = (*units, "side", "enemy", "table")
        elif key == "to":
            among, usual = ("side", "enemy"), "side"
        if deed == "engage" and table[key] == "target" and not names.target:
            self.report((*path, key), NEEDS_TARGET)
            return "actor"
        return cast(SubjectRole, self.file.read_choice(path, table, key, among, usual))

    # --------------------------------------------------------------------- how it is decided

    def _read_only_table(
        self, name: str, fields: schema.Fields, scope: NameScope | None = None
    ) -> Any:
        table = self.file.read_table((name,), self.data.get(name), f"[{name}]")
        return self.read((name,), table, fields, f"[{name}]", scope)

    def _read_activation(self) -> Expression | None:
        said = self._read_only_table(
            "activation", schema.TABLES["activation"], self._list_names_in_scope()
        )
        if said.points is not None and SPENT not in self.markers:
            text = 'Points need a phase with order = "alternating".'
            self.report(("activation",), text)
        return cast("Expression | None", said.points)

    def _read_contact(self) -> ContactDefinition | None:
        if "contact" not in self.data:
            return None
        said = self._read_only_table("contact", schema.TABLES["contact"])
        if any(kind.sign == said.sign and kind.on == "unit" for kind in self.markers.values()):
            text = f"The sign {said.sign!r} belongs to a marker: choose another sign."
            self.report(("contact",), text)
        bars = tuple(one for one in said.bars if isinstance(one, str))
        return ContactDefinition(LinkKind("contact", said.word, said.sign), bars)

    def _read_objectives(self) -> ObjectivesDefinition | None:
        if "objectives" not in self.data:
            return None
        said = self._read_only_table("objectives", schema.TABLES["objectives"])
        if said.own:
            for path, name, _ in self.read_named_tables("actions"):
                self._require_unused(path, name, "an action", OBJECTIVE.id)
        elif said.count is None:
            self.report(("objectives",), "[objectives] needs count = 3, or own = true.")
        at_end = said.when == "end"
        when = "the game" if at_end else "a turn"
        what = f"objectives held at the end of {when} score"
        rule = self._add_rule("objectives", said.text, what)
        more = {"count": said.count or 0, "rule": rule, "what": said.ask, "at_end": at_end}
        return _make_part(ObjectivesDefinition, said, **more)

    def _read_end(self) -> EndConditions:
        said = self._read_only_table(
            "end", schema.TABLES["end"], self._list_names_in_scope(unit=False, side=True)
        )
        rule = self._add_rule("end", said.text, "how the game ends")
        table = self.file.read_table(("end",), self.data.get("end"), "[end]")
        out = self.file.read_and_keep_expression(
            ("end",), table, "out", self._list_names_in_scope()
        )
        if ("dice" in table) is (said.need is None):
            text = "dice and need must be given together: the game ends if the dice reach the need."
            self.report(("end",), text)
        return _make_part(
            EndConditions,
            said,
            turns=said.turns or Constant(6),
            out=out,
            ties=tuple(self._read_ties(table)),
            dice=self.file.read_dice_sizes(("end",), table, "dice", self.die)
            if "dice" in table
            else (),
            roll=RollKind("end-of-game", "the end of the game", rule=rule),
            rule=rule,
        )

    def _read_ties(self, table: Mapping[str, Any]) -> Iterator[tuple[str, Expression]]:
        names = self._list_names_in_scope(unit=False, side=True)
        given = self.file.read_table(("end", "ties"), table.get("ties"), "ties")
        if len(given) > 9 or any(len(word) > 40 for word in given):
            self.report(
                ("end", "ties"), "Give at most 9 tie-breakers, each at most 40 letters long."
            )
            given = {}
        for word in given:
            found = self.file.read_and_keep_expression(("end", "ties"), given, word, names)
            yield clean_name(word), found or ZERO

    def _read_texts(self, key: str) -> Iterator[tuple[str, str]]:
        table = self.file.read_table((key,), self.data.get(key), f"[{key}]")
        for name, text in [*table.items()][:200]:
            if isinstance(text, str) and text.strip() and len(text) <= 1000:
                yield name, " ".join(text.split())
            else:
                self.report((key, name), f"{name} must be text in quotes.")

    def _read_force(self, path: Path, name: str, table: Toml) -> str:
        """Read a sample force as text: a title, and then one unit per line."""
        said = self.read(
            path, table, schema.TABLES["force"], "A force", title=name.replace("-", " ")
        )
        if not all(isinstance(line, str) and len(line) <= 100 for line in said.units):
            self.report((*path, "units"), 'units must be lines such as "8 riflemen".')
            return ""
        return "\n".join([f"# {said.title}", *said.units])


def _make_part(kind: type[T], *said: object, **more: Any) -> T:
    """Make a part of the game. Each field gets the value that was read under its name."""
    known = {name: value for one in said for name, value in vars(one).items()} | more
    return kind(**{name: known[name] for name in kind.__annotations__ if name in known})


def _lacks_limit(value: Toml) -> bool:
    return value.keys() <= {"least", "most", "usual"} and not {"least", "most"} <= value.keys()


def _name_step(path: Path) -> str:
    """Name a step by its number and, in a test, by its list (``pass`` or ``fail``)."""
    *_, key, place = path
    return f"Step {int(place) + 1}{f' of {key}' if key != 'steps' else ''}"


def _make_expression_name(name: str) -> str:
    return name.replace("-", "_")

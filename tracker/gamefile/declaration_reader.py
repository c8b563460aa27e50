"""Reads what a game file declares: stats, tables, options, phases, markers, decks and rolls."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Final

from msgspec import structs

from tracker.gamefile import game_file_schema as schema
from tracker.gamefile.expressions import Expression, LookupTable
from tracker.gamefile.game_definition import (
    BEARERS,
    DISTANCE,
    ENGAGED,
    FALLEN,
    NATURALS,
    PASSED,
    DeckDefinition,
    PhaseDefinition,
    RollDefinition,
    Source,
    StatDefinition,
)
from tracker.gamefile.game_file_field_reader import (
    MAX_NAMES,
    ZERO,
    GameFileText,
    GameTableReader,
    NameScope,
)
from tracker.gamefile.game_file_schema import ID
from tracker.procedures.declared.marker_and_link_kinds import ON_OFF, MarkerKind
from tracker.procedures.declared.marker_values import Amount, MarkerValues, OneOf, TextValue
from tracker.procedures.declared.roll_kinds import RollKind
from tracker.procedures.pieces.roll_offs import RollOff, make_single_die_pools
from tracker.procedures.pieces.unit_activation import ACTIVATED, DRAWN, SPENT
from tracker.procedures.ruleset import HouseRule
from tracker.vocabulary.toml_reader import Path, Table, clean_name

RESERVED_IDS: Final = {
    "an action": frozenset({"next", "end", "pass", "change", "dice"}),
    "a marker": frozenset({ACTIVATED, SPENT, "words"}),
}
"""The ids that every game already uses. A file cannot declare them."""
POOL_NAMES: Final = ("pool", "pool_die", "to_hit", "to_wound", "to_save")
"""The names of a typed pool's values in expressions. The values are 0 if no pool was typed."""
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


class DeclarationReader:
    """The reader of a game file's declarations, which stores them for later parts of the file."""

    def __init__(self, text: str) -> None:
        self.file = GameFileText(text)
        self.read_named_tables = self.file.read_named_tables
        self.rules: dict[str, str] = {}
        self.sources: dict[str, Source] = {**BUILT_IN}
        self.prefix = ""
        self.die = 6
        self.stats: tuple[StatDefinition, ...] = ()
        self.weapon_stats: tuple[StatDefinition, ...] = ()
        self.weapons: dict[str, Mapping[str, Any]] = self.file.declared["weapons"]
        self.profiles: dict[str, Mapping[str, Any]] = {}
        self.cost: Expression | None = None
        self.tables: dict[str, LookupTable] = {}
        self.markers: dict[str, MarkerKind] = self.file.declared["markers"]
        self.bars: dict[str, tuple[str, ...]] = {}
        self.rolls: dict[str, RollDefinition] = self.file.declared["rolls"]
        self.options: tuple[HouseRule, ...] = ()
        self.phases: tuple[PhaseDefinition, ...] = ()
        self.words: dict[str, tuple[str, ...]] = {}
        self.secret: frozenset[str] = frozenset()
        self.decks: dict[str, DeckDefinition] = self.file.declared["decks"]
        self.values: dict[str, Expression] = {}

    def read_declarations(self, prefix: str, die: int) -> None:
        """Read all declarations. Ids of rules begin with ``prefix``. ``die`` is the default die."""
        self.prefix, self.die = prefix, die
        self._read_stats_and_tables()
        self.options = tuple(self._read_option(*one) for one in self.read_named_tables("options"))
        self.phases = tuple(sorted(self._read_phases(), key=lambda phase: not phase.opening))
        self.bars = dict(self._store_markers_and_yield_bars())
        self._read_rolls_decks_and_values()

    def _read_stats_and_tables(self) -> None:
        """Read stats, weapons, profiles, look-up tables, and the expression for a figure's cost."""
        self.stats = tuple(self._read_stats("stats", "profiles"))
        worth = NameScope(frozenset(stat.name for stat in self.stats))
        self.weapon_stats = tuple(self._read_stats("weapon_stats", "weapons"))
        more = {"points": schema.WORTH}
        for name, table in self.read_named_tables("weapons"):
            self.weapons[name] = _read_values(table, self.weapon_stats, f"The weapon {name}", more)
        worn = {**more, "weapons": schema.WEAPON_REFS}
        for name, table in self.read_named_tables("profiles"):
            self.profiles[name] = _read_values(table, self.stats, f"The profile {name}", worn)
        self.tables = {
            name: _read_table(name, one) for name, one in self.read_named_tables("tables")
        }
        worth = structs.replace(worth, tables={name: t.across for name, t in self.tables.items()})
        self.cost = self.file.top.read_and_keep_expression("cost", worth)

    def _read_rolls_decks_and_values(self) -> None:
        """Read rolls, decks and values in this order. Later ones can use earlier ones."""
        for name, table in self.read_named_tables("rolls"):
            self.declare_name_or_report(table.path, name, "roll")
            self.rolls[name] = self.read_roll(name, table)
        for name, table in self.read_named_tables("decks"):
            self.declare_name_or_report(table.path, name, "deck")
            self.decks[name] = self._read_deck(name, table)
        self.values = dict(self._read_unit_values())

    def declare_name_or_report(self, path: Path, name: str, source: Source) -> None:
        """Declare a name for expressions. Report a name that is declared for another source."""
        known = self.sources.setdefault(make_expression_name(name), source)
        if known != source:
            article = "an" if known[0] in "ao" else "a"
            text = f"{name!r} is already the name of {article} {known}: choose another name."
            if use := MEANINGS.get(name, "a value" * (name in BUILT_IN)):
                text = f"{name!r} is Warledger's name for {use}: choose another name."
            self.file.report_problem(path, text, word=name)

    def report_reserved_id(
        self, table: GameTableReader, name: str, kind: str, *more_reserved_ids: str
    ) -> None:
        if name in RESERVED_IDS[kind] or name in more_reserved_ids:
            text = f"Every game already has {kind} called {name!r}: choose another name."
            table.report_problem(text, word=name)

    def list_names_by_source(self, *sources: Source) -> frozenset[str]:
        return frozenset(word for word, source in self.sources.items() if source in sources)

    def make_name_scope(
        self,
        *more_names: str,
        unit: bool = True,
        side: bool = False,
        target: bool = False,
        armed: bool = False,
    ) -> NameScope:
        own = (
            self.list_names_by_source("stat", "marker", "unit", "value")
            if unit
            else frozenset[str]()
        )
        found = self.list_names_by_source("option", "game", "table marker") | own | {*more_names}
        if unit or side:
            sides = self.list_names_by_source("side", "side marker") | {
                "figures",
                "started",
                "lost",
            }
            found |= {f"{whose}.{word}" for whose in ("side", "enemy") for word in sides}
        found |= {f"target.{word}" for word in own if target}
        found |= {f"weapon.{stat.name}" for stat in self.weapon_stats if armed}
        tables = {name: one.across for name, one in self.tables.items()}
        return NameScope(found, target, tables, armed=armed)

    def add_rule(self, name: str, text: str, default_text: str) -> str:
        """Add the text of a rule, and return the rule's id."""
        rule = f"{self.prefix}-{name.upper()}"
        self.rules[rule] = text or f"{default_text[:1].upper()}{default_text[1:]}."
        return rule

    def _read_stats(self, key: str, owners: str) -> Iterator[StatDefinition]:
        if not self.file.top.get(key):
            yield from self._report_and_guess_undeclared_stats(key, owners)
        for path, name, value in self.file.read_named_values(key):
            limits = value
            if isinstance(value, list):
                limits = dict(zip(("least", "most"), value, strict=False))
            if isinstance(value, list) and any(isinstance(one, str) for one in value):
                text = f"For a stat whose values are words, write {name} = {{ words = [ … ] }}."
                self.file.report_problem(path, text)
                limits = {"words": value}
            elif not isinstance(limits, dict) or _is_missing_limit(limits):
                text = f"{name} needs its lowest and highest value: {name} = [2, 6]."
                self.file.report_problem(path, text)
                limits = {"least": -999, "most": 999, "usual": 0}
            if key == "stats":
                self.declare_name_or_report(path, name, "stat")
            yield _read_stat(name, self.file.make_table_reader(path, limits))

    def _report_and_guess_undeclared_stats(self, key: str, owners: str) -> Iterator[StatDefinition]:
        """Report undeclared stats of ``owners`` once, and yield stats that allow any value."""
        used: dict[str, tuple[Path, list[str]]] = {}
        for _, table in self.read_named_tables(owners):
            for name in [one for one in table if one not in {"points", "weapons"}]:
                words = used.setdefault(name, ((*table.path, name), []))[1]
                words += [table[name]] if isinstance(table[name], str) else []
        for first, (place, words) in [*used.items()][:1]:
            example = "{ words = [ … ] }" if words else "[2, 6]"
            names = ", ".join([*used][:MAX_NAMES])
            text = f"Declare these stats with [{key}], in the form {first} = {example}: {names}."
            self.file.report_problem(place, text)
        for name, (place, words) in used.items():
            if key == "stats":
                self.declare_name_or_report(place, name, "stat")
            yield StatDefinition(name, -999, 999, tuple(words), words[0] if words else 0)

    def _read_option(self, name: str, table: GameTableReader) -> HouseRule:
        said = table.read_fields(schema.TABLES["option"], "An option", text=name.replace("_", " "))
        self.declare_name_or_report(table.path, name, "option")
        values = said.values
        fits = all(isinstance(one, int) and abs(one) <= 9999 for one in values)
        if not values or not fits or len({*values}) < len(values):
            text = "`values` must be different whole numbers, or true and false: [6, 4, 8]."
            table.report_problem(text, *["values"] * bool(values))
            values = [0]
        rule = self.add_rule(name, "", said.text)
        option = HouseRule(
            name, tuple(values), rule, said.text, said.question, said.least, said.most
        )
        if not all(map(option.is_allowed, option.values)):
            table.report_problem("`values` must lie between `least` and `most`.", "values")
        return option

    def _read_phases(self) -> Iterator[PhaseDefinition]:
        top = self.file.top
        found = top.get("phases", [])
        if not isinstance(found, list) or not 1 <= len(found) <= 12:
            tables = found if isinstance(found, dict) else {}
            count = len(found if isinstance(found, list) else tables)
            many = f", but has {count}" if count > 12 else ": write [[phases]]"
            if name := next((key for key in tables if isinstance(tables[key], dict)), ""):
                many += f' and, below it, id = "{clean_name(name)}"'
            top.report_problem(f"A game needs 1 to 12 phases{many}.", "phases")
            return
        seen: dict[str, int] = {}
        for place, values in enumerate(found):
            if not isinstance(values, dict):
                text = "A phase must be a table: write [[phases]]."
                top.report_problem(text, "phases", place)
                continue
            table = self.file.make_table_reader(("phases", place), values)
            said = table.read_fields(schema.TABLES["phase"], "A phase")
            if said.id == "?":
                continue
            if not ID.fullmatch(said.id):
                text = f"`id` must be lower-case letters, digits and hyphens, not {said.id!r}."
                table.report_problem(text, "id")
            first_line = self.file.find_line(("phases", seen.setdefault(said.id, place), "id"))
            if seen[said.id] != place:
                text = f"The phase {said.id!r} is already in line {first_line}: choose another id."
                table.report_problem(text, "id")
            word = said.word or said.id.replace("-", " ")
            first = self._read_roll_off(said.id, word) if said.first else None
            draw = None
            if said.order == "drawn":
                rule = self.add_rule(f"{said.id}-draw", "", f"who goes next is drawn: {said.draw}")
                draw = RollKind(f"{said.id}-draw", "who goes next", rule=rule)
            yield PhaseDefinition(said.id, word, said.order, said.opening, first, draw, said.draw)
            for name in [key for key in table if isinstance(table[key], dict)]:
                yield PhaseDefinition(name, name)  # also reported as unknown
        if all(isinstance(one, dict) and one.get("opening") is True for one in found):
            text = "A game needs at least one phase without `opening = true`."
            top.report_problem(text, "phases")

    def _read_roll_off(self, phase: str, word: str) -> RollOff:
        rule = self.add_rule(phase, "", "both sides roll; the higher roll acts first this turn")
        dice = partial(make_single_die_pools, die_size=self.die)
        need, level = "the higher roll acts first", "tied: roll again"
        return RollOff(f"{phase}-roll", word, rule, dice, "acts first", level, need=need)

    def read_phase_ids(self, table: GameTableReader, key: str, *more_ids: str) -> tuple[str, ...]:
        """Read a list of phase ids, or return () if the phases themselves have errors."""
        known = [*more_ids, *(phase.id for phase in self.phases)]
        return table.read_choices(key, known) if self.phases else ()

    def _store_markers_and_yield_bars(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Read the markers, and yield each marker's id with the actions that it prevents."""
        signs: dict[str, str] = {}
        if any(phase.order in {"alternating", "drawn"} for phase in self.phases):
            self.markers[ACTIVATED] = ACTIVATED
            if any(phase.draw and phase.lot == "cards" for phase in self.phases):
                self.markers[DRAWN] = DRAWN
            if "activation" in self.file.top:
                self.markers[SPENT] = SPENT
        for name, table in self.read_named_tables("markers"):
            word = name.replace("-", " ")
            said = table.read_fields(schema.TABLES["marker"], "A marker", word=word, sign=name[:1])
            self.declare_name_or_report(table.path, name, MARKER_SOURCES[said.on])
            if said.on == "unit" and said.sign in signs:
                owner = signs[said.sign]
                text = f"The sign {said.sign!r} belongs to {owner!r}: choose another sign."
                table.report_problem_at_key("sign", text)
            signs[said.sign] = name
            self.report_reserved_id(table, name, "a marker", *self.markers)
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
                values=self._read_marker_values(name, table, said),
            )
            yield name, tuple(one for one in said.bars if isinstance(one, str))
        for name in {ACTIVATED, SPENT, DRAWN} & {*self.markers}:
            self.sources.setdefault(name, "marker")

    def _read_marker_values(self, name: str, table: GameTableReader, said: Any) -> MarkerValues:
        if said.counts and "words" in table:
            text = f"{name} cannot have both `words` and `counts`. Remove one of the two."
            table.report_problem(text, "words")
        if said.counts:
            return Amount(said.word, counts=True, high=said.most)
        if "words" not in table:
            return ON_OFF
        self.words[name] = _read_words(name, table)
        known = {word.replace(" ", "-"): word for word in self.words[name]}
        return OneOf(said.word, lambda *_: known)

    def read_roll(self, name: str, table: GameTableReader) -> RollDefinition:
        fields = {**schema.TABLES["roll"], "limits": schema.ANY}
        said = table.read_fields(fields, "A roll", words=name.replace("-", " "))
        die, low = said.die or self.die, said.low
        usual = (1, die - 1) if low else (2, die)
        limits = said.limits if "limits" in table else usual
        is_pair = isinstance(limits, list | tuple) and len(limits) == 2
        fits = is_pair and all(isinstance(one, int) for one in limits)
        if not fits or not 0 <= limits[0] <= limits[1] <= die + 1:
            text = f"`limits` must be the lowest and highest need, from 0 to {die + 1}: [2, {die}]."
            table.report_problem(text, "limits")
            limits = usual
        again, natural = said.again or 0, said.natural or 0
        worst, best = (limits[1], limits[0]) if low else (limits[0], limits[1])
        if again and (not worst < again <= die if low else again >= worst):
            text = f"`again` must be a face that always fails: outside the limit {worst}."
            table.report_problem(text, "again")
        if natural and (natural > best if low else not best <= natural <= die):
            text = f"`natural` must be a face that always succeeds: the limit {best} or better."
            table.report_problem(text, "natural")
        one = said.one or said.words
        rule = self.add_rule(name, said.text, said.words)
        many = said.many or (f"{one}s" if said.one and not one.endswith("ed") else one)
        kind = RollKind(name, said.words, one, many, rule=rule)
        return RollDefinition(kind, die, low, limits[0], limits[1], again, natural)

    def _read_deck(self, name: str, table: GameTableReader) -> DeckDefinition:
        said = table.read_fields(schema.TABLES["deck"], "A deck", words=name.replace("_", " "))
        cards = () if said.hand else tuple(sorted(_read_row(table, "cards", said.cards)))
        out = MarkerKind(
            f"{name}-cards",
            f"drawn from {said.words}",
            on="match",
            shown="value",
            quiet=bool(said.hand),
            until="" if said.shuffle == "empty" else said.shuffle,
            values=TextValue("the cards drawn"),
        )
        rule = self.add_rule(name, said.text, said.words)
        kind = RollKind(name.replace("_", "-"), said.words, rule=rule)
        deck = DeckDefinition(cards, kind, out)
        return self._add_names_and_hand(table, deck, said) if said.hand else deck

    def _add_names_and_hand(
        self, table: GameTableReader, deck: DeckDefinition, said: Any
    ) -> DeckDefinition:
        names = tuple(one for one in said.cards if isinstance(one, str) and ID.fullmatch(one))
        if not names or len(names) < len(said.cards):
            text = 'The cards in a hand need names in lower-case letters: cards = ["rally"].'
            table.report_problem(text, *["cards"] * bool(said.cards))
        self.declare_name_or_report(table.path, f"{deck.name_in_expressions}_hand", "side marker")
        values = Amount("cards held", counts=True, high=said.hand)
        word = f"holds {said.words}"
        hand = MarkerKind(f"{deck.kind.id}-hand", word, "", "side", "times", values=values)
        self.markers[hand.id] = hand
        return structs.replace(deck, names=names, hand=hand, limit=said.hand)

    def _read_unit_values(self) -> Iterator[tuple[str, Expression]]:
        """Yield the name and expression of each unit value. A value cannot use other values."""
        found = [*self.file.read_named_values("values")]
        names = structs.replace(self.make_name_scope(), values={name for _, name, _ in found})
        for path, name, value in found:
            self.declare_name_or_report(path, name, "value")
            table = self.file.make_table_reader(("values",), {name: value})
            yield name, table.read_and_keep_expression(name, names) or ZERO


def _read_stat(name: str, table: GameTableReader) -> StatDefinition:
    default = table.get("usual")
    if "words" in table:
        table.report_unknown_keys(schema.TABLES["stat"], "A stat")
        words = _read_words(name, table)
        if default is not None and default not in table.read_list("words", 20):
            default = table.read_choice("usual", words, words[0])
        return StatDefinition(name, words=words, default=default)
    minimum = table.read_fields(schema.TABLES["stat"], "A stat").least
    maximum = table.read_number("most", -999, 999)
    if maximum < minimum:
        table.report_problem(f"{name}: write the lower value first, [{maximum}, {minimum}].")
        minimum, maximum = maximum, minimum
    if default is not None:
        default = table.read_number("usual", minimum, maximum)
    return StatDefinition(name, minimum, maximum, default=default)


def _read_words(name: str, table: GameTableReader) -> tuple[str, ...]:
    found = table.read_list("words", 20)
    said = (one for one in found if isinstance(one, str))
    words = tuple(one for one in said if WORD.fullmatch(one))
    if not words:
        table.report_problem(f"{name} needs its words: words = ['light', 'heavy'].")
    return words or ("none",)


def _read_values(
    table: GameTableReader,
    stats: tuple[StatDefinition, ...],
    owner_name: str,
    more_fields: schema.Fields,
) -> dict[str, Any]:
    fields = {stat.name: schema.make_stat_schema(stat) for stat in stats} | {**more_fields}
    said = vars(table.read_fields(fields, owner_name))
    needed = {stat.name for stat in stats if stat.default is None}
    return {key: value for key, value in said.items() if key in table or key in needed}


def _read_table(name: str, table: GameTableReader) -> LookupTable:
    said = table.read_fields(schema.TABLES["lookup"], "A table")
    if {"values", "rows"}.isdisjoint(table):
        table.report_problem(f"[tables.{name}] needs `values` or `rows`.")
        return LookupTable(((0,),))
    given = [("rows", row) for row in said.rows] if "rows" in table else []
    rows = [_read_row(table, *row) for row in given or [("values", said.values)]]
    if not all(rows):
        table.report_problem(f"The table {name} needs numbers: values = [6, 5, 4].")
        rows = [(0,)]
    return LookupTable(tuple(rows), said.first, across=bool(given))


def _read_row(table: GameTableReader, key: str, value: Any) -> tuple[int, ...]:
    fits = isinstance(value, list) and 1 <= len(value) <= 60
    if fits and all(isinstance(n, int) and abs(n) <= 9999 for n in value):
        return tuple(map(int, value))
    table.report_problem(f"`{key}` must be lists of 1 to 60 whole numbers.", key)
    return (0,)


def _is_missing_limit(value: Table) -> bool:
    return value.keys() <= {"least", "most", "usual"} and not {"least", "most"} <= value.keys()


def make_expression_name(name: str) -> str:
    return name.replace("-", "_")

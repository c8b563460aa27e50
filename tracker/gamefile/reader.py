"""A game file from its text: every part checked, or the problems with their lines and columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, cast, get_args

from tracker.gamefile import keys
from tracker.gamefile.expressions import Constant, Expression, LookupTable, NameUsed, names_in
from tracker.gamefile.parts import (
    ActionPart,
    EndPart,
    FlagPart,
    GamePart,
    Objectives,
    Order,
    Party,
    PhasePart,
    RollPart,
    Source,
    StatPart,
    StepDeed,
    StepPart,
    TestPart,
)
from tracker.gamefile.reading import FORMAT, ID, NAME, GameProblem, GameReading, NameScope
from tracker.procedures.declared.markers import ON_OFF, Carrier, MarkerKind, Until
from tracker.procedures.declared.rolls import RollKind
from tracker.procedures.declared.values import Amount
from tracker.procedures.ruleset import OptionSpec
from tracker.vocabulary.events import RemovedHow
from tracker.vocabulary.toml import Path
from tracker.vocabulary.toml import Table as Toml

ACTIVATED: Final = "activated"
"""The marker of units that had their activation, in games that have such phases."""
SPENT: Final = "spent"
"""The marker with the points that a unit has spent in its activation."""
TAKEN: Final = {
    "an action": frozenset({"next", "end", "pass", "change", "dice"}),
    "a marker": frozenset({ACTIVATED, SPENT, "words"}),
}
"""Ids that every game has already."""
UNIT_WORDS: Final = ("figures", "started", "lost")
DISTANCE, FALLEN, PASSED, NATURALS = "distance", "fallen", "passed", "naturals"
POOL_NAMES: Final = ("pool", "pool_die", "to_hit", "to_wound", "to_save")
"""What is typed of a pool of dice, by the names that steps know it by; 0 where it is not."""
AMOUNTS: Final[dict[StepDeed, int]] = {"mark": 1, "points": 1, "lose": 1, "wound": 1}


class BadGame(Exception):
    """A game file that cannot be played, with all that is wrong in it."""

    def __init__(self, problems: tuple[GameProblem, ...]) -> None:
        super().__init__(str(problems[0]))
        self.problems = problems


def read_game(text: str) -> GamePart:
    """The game of a file. Raises ``BadGame``."""
    reader = _Reader(text)
    game = reader.game() if not reader.file.problems else None
    if game is None or reader.file.problems:
        raise BadGame(reader.file.sorted())
    return game


class _Reader:
    """A game file read from its top: what is declared first may be named later."""

    def __init__(self, text: str) -> None:
        self.file = GameReading(text)
        self.data = self.file.data
        self.rules: dict[str, str] = {}
        self.sources: dict[str, Source] = {}
        self.prefix = ""
        self.die = 6
        self.stats: tuple[StatPart, ...] = ()
        self.tables: dict[str, LookupTable] = {}
        self.markers: dict[str, MarkerKind] = {}
        self.rolls: dict[str, RollPart] = {}
        self.options: tuple[OptionSpec, ...] = ()
        self.phases: tuple[PhasePart, ...] = ()
        self.tests: dict[str, TestPart] = {}
        self.open: list[str] = []
        self.breaking: set[str] = set()

    def game(self) -> GamePart:
        file, data = self.file, self.data
        if data.get("warledger_game") != FORMAT:
            file.problem(
                ("warledger_game",),
                f"The first line must be warledger_game = {FORMAT}: the version of the format.",
            )
        file.only((), data, keys.TOP, "A game file")
        game_id = file.words((), data, "id", most=40)
        if not ID.fullmatch(game_id) and game_id != "?":
            file.problem(("id",), "id must be small letters, digits and hyphens, such as my-game.")
        self.prefix = game_id.upper()
        self.die = file.whole((), data, "die", 2, 100, 6)
        self.stats = tuple(self._stats())
        self.tables = dict(self._tables())
        self.options = tuple(self._options())
        self.phases = tuple(self._phases())
        bars = dict(self._markers())
        self.rolls = dict(self._rolls())
        self._built_in()
        self.tests = dict(self._tests())
        actions = tuple(self._actions())
        self._bars_known(bars, actions)
        objectives, end = self._objectives(), self._end()
        points = self._activation()
        return GamePart(
            id=game_id,
            title=file.words((), data, "title"),
            version=file.words((), data, "version", "1", most=20),
            length=file.one_of((), data, "length", ("in", "cm"), "in"),
            die=self.die,
            units=file.words((), data, "units", "units", most=20),
            stats=self.stats,
            profiles=dict(self._profiles()),
            options=self.options,
            markers=tuple(self.markers.values()),
            bars=bars,
            tables=self.tables,
            rolls=tuple(self.rolls.values()),
            phases=self.phases,
            actions=actions,
            tests=tuple(self.tests.values()),
            points=points,
            objectives=objectives,
            end=end,
            rules={**self.rules, **dict(self._texts("rules"))},
            glossary=dict(self._texts("glossary")),
            samples=dict(self._forces()),
            sources=self.sources,
        )

    # ------------------------------------------------------------------------------- names

    def _name(self, path: Path, name: str, source: Source) -> None:
        """A name that expressions may use, which is the name of nothing else."""
        word = name.replace("-", "_")
        known = self.sources.setdefault(word, source)
        if known != source:
            text = f"{name!r} is the name of a {known}, too: choose another name."
            self.file.problem(path, text, word=name)

    def _built_in(self) -> None:
        """Names that every game has; they are taken."""
        for word in UNIT_WORDS:
            self._name(("stats", word), word, "unit")
        for word, source in (("points", "side"), ("turn", "game")):
            self._name(("stats", word), word, cast(Source, source))
        for word in (DISTANCE, FALLEN, PASSED, NATURALS, *POOL_NAMES):
            self._name(("stats", word), word, "action")

    def _not_taken(self, path: Path, name: str, what: str) -> None:
        if name in TAKEN[what]:
            text = f"Every game has {what} called {name!r}: choose another name."
            self.file.problem(path, text, word=name)

    def _of(self, *sources: Source) -> frozenset[str]:
        return frozenset(word for word, source in self.sources.items() if source in sources)

    def _names(
        self, flags: frozenset[str] = frozenset(), *, unit: bool = True, target: bool = False
    ) -> NameScope:
        units = self._of("stat", "marker", "unit") if unit else frozenset[str]()
        plain = self._of("option", "game") | flags
        return NameScope(plain, units, self._of("side", "side marker") if unit else units, target)

    def _expression(self, path: Path, table: Toml, key: str, names: NameScope) -> Expression | None:
        across = {name: known.across for name, known in self.tables.items()}
        return self.file.expression(path, table, key, names, across)

    def _rule(self, path: Path, table: Toml, name: str, otherwise: str) -> str:
        """The id of the rule of a part; its text is the part's own, or what it is called."""
        rule = f"{self.prefix}-{name.upper()}"
        self.rules[rule] = self.file.text(path, table, "text") or otherwise
        return rule

    # ------------------------------------------------------------------------- declared first

    def _stats(self) -> Iterator[StatPart]:
        table = self.file.table(("stats",), self.data.get("stats"), "[stats]")
        if len(table) > 30:
            self.file.problem(("stats",), "At most 30 stats are allowed.")
            return
        for name, value in table.items():
            path: Path = ("stats", name)
            if not NAME.fullmatch(name):
                text = f"{name!r} cannot name a stat: use small letters, digits and underscores."
                self.file.problem(path, text)
                continue
            self._name(path, name, "stat")
            limits = value
            if isinstance(value, list):
                limits = dict(zip(("least", "most"), value, strict=False))
            if not isinstance(limits, dict):
                text = f"{name} must have its least and greatest number: {name} = [2, 6]."
                self.file.problem(path, text)
                continue
            yield self._stat(path, name, limits)

    def _stat(self, path: Path, name: str, value: Toml) -> StatPart:
        file = self.file
        file.only(path, value, keys.STAT, "A stat")
        if "words" in value:
            words = tuple(one for one in file.listed(path, value, "words", 20) if _is_word(one))
            if not words:
                file.problem(path, f"{name} needs its words: words = ['light', 'heavy'].")
                return StatPart(name, words=("none",))
            usual = value.get("usual")
            if usual is not None:
                usual = file.one_of(path, value, "usual", words, words[0])
            return StatPart(name, words=words, usual=usual)
        least = file.whole(path, value, "least", -999, 999)
        most = file.whole(path, value, "most", least, 999)
        given = value.get("usual")
        usual = None if given is None else file.whole(path, value, "usual", least, most)
        return StatPart(name, least, most, usual=usual)

    def _profiles(self) -> Iterator[tuple[str, Mapping[str, int | str]]]:
        for path, name, table in self.file.tables("profiles", "a profile", 100):
            yield name, self._profile(path, name, table)

    def _profile(self, path: Path, name: str, table: Toml) -> Mapping[str, int | str]:
        file = self.file
        known = [stat.name for stat in self.stats]
        file.only(path, table, (*known, "points"), f"The profile {name}")
        found: dict[str, int | str] = {}
        for stat in self.stats:
            if stat.name not in table and stat.usual is not None:
                continue
            if stat.words:
                found[stat.name] = file.one_of(path, table, stat.name, stat.words, stat.words[0])
            else:
                found[stat.name] = file.whole(path, table, stat.name, stat.least, stat.most)
        if "points" in table:
            found["points"] = file.whole(path, table, "points", 0, 10_000)
        return found

    def _tables(self) -> Iterator[tuple[str, LookupTable]]:
        for path, name, table in self.file.tables("tables", "a table", 30, NAME):
            self.file.only(path, table, keys.TABLE, "A table")
            first = self.file.whole(path, table, "first", -999, 999, 1)
            if "rows" in table:
                rows = [
                    self._row(path, "rows", row)
                    for row in self.file.listed(path, table, "rows", 60)
                ]
            else:
                rows = [self._row(path, "values", table.get("values"))]
            if not rows or not all(rows):
                self.file.problem(path, f"The table {name} needs numbers: values = [6, 5, 4].")
                rows = [(0,)]
            yield name, LookupTable(tuple(rows), first, across="rows" in table)

    def _row(self, path: Path, key: str, value: Any) -> tuple[int, ...]:
        fits = isinstance(value, list) and 1 <= len(value) <= 60
        if fits and all(isinstance(n, int) and abs(n) <= 9999 for n in value):
            return tuple(map(int, value))
        self.file.problem((*path, key), f"{key} must be lists of 1 to 60 whole numbers.")
        return (0,)

    def _options(self) -> Iterator[OptionSpec]:
        for path, name, table in self.file.tables("options", "an option", 30, NAME):
            self.file.only(path, table, keys.OPTION, "An option")
            self._name(path, name, "option")
            values = self.file.listed(path, table, "values", 20)
            fits = all(isinstance(one, int) and abs(one) <= 9999 for one in values)
            low = table.get("least") and self.file.whole(path, table, "least", 0, 9999)
            high = table.get("most") and self.file.whole(path, table, "most", 0, 9999)
            if not values or not fits or len({*values}) < len(values):
                text = "values must be different whole numbers or true and false, the usual first."
                self.file.problem((*path, "values") if values else path, text)
                values = [0]
            words = self.file.words(path, table, "text", name.replace("_", " "))
            rule = self._rule(path, {}, name, f"{words[:1].upper()}{words[1:]}.")
            question = self.file.text(path, table, "question")
            option = OptionSpec(name, tuple(values), rule, words, question, low, high)
            if not all(map(option.is_allowed, option.values)):
                self.file.problem((*path, "values"), "values must lie between least and most.")
            yield option

    def _phases(self) -> Iterator[PhasePart]:
        found = self.data.get("phases", [])
        if not isinstance(found, list) or not 1 <= len(found) <= 12:
            self.file.problem(("phases",), "A game needs 1 to 12 phases: write [[phases]].")
            return
        seen: set[str] = set()
        for place, table in enumerate(found):
            path: Path = ("phases", place)
            if not isinstance(table, dict):
                self.file.problem(path, "A phase must be a table: write [[phases]].")
                continue
            self.file.only(path, table, keys.PHASE, "A phase")
            name = self.file.words(path, table, "id", most=20)
            if name != "?" and (not ID.fullmatch(name) or name in seen):
                text = "The id of a phase must be small letters, and that of no other phase."
                self.file.problem((*path, "id"), text)
            seen.add(name)
            order = self.file.one_of(path, table, "order", get_args(Order), "both")
            word = self.file.words(path, table, "word", name.replace("-", " "), most=20)
            yield PhasePart(name, word, cast(Order, order))

    def _markers(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The markers; yields what each bars, which can be checked only once actions are read."""
        signs: dict[str, str] = {}
        alternating = any(phase.order == "alternating" for phase in self.phases)
        if alternating:
            self.markers[ACTIVATED] = MarkerKind(
                ACTIVATED, "activated", "•", until="turn", quiet=True
            )
        if alternating and "activation" in self.data:
            self.markers[SPENT] = MarkerKind(
                SPENT,
                "spent",
                shown="hidden",
                until="turn",
                row="points spent",
                values=Amount("points spent", counts=True),
            )
        for path, name, table in self.file.tables("markers", "a marker", 40):
            self.file.only(path, table, keys.MARKER, "A marker")
            on = self.file.one_of(path, table, "on", ("unit", "side"), "unit")
            self._name(path, name, "marker" if on == "unit" else "side marker")
            sign = self.file.words(path, table, "sign", name[:1], most=1)
            until = self.file.one_of(path, table, "until", get_args(Until), "")
            counts = self.file.flag(path, table, "counts")
            word = self.file.words(path, table, "word", name.replace("-", " "), most=20)
            most = self.file.whole(path, table, "most", 1, 99, 99)
            if on == "unit" and sign in signs:
                text = f"The sign {sign!r} is that of {signs[sign]!r}: choose another sign."
                self.file.problem((*path, "sign") if "sign" in table else path, text)
            signs[sign] = name
            kind = MarkerKind(
                name,
                word,
                sign,
                cast(Carrier, on),
                "times" if counts else "word",
                until=cast(Until, until),
                quiet=self.file.flag(path, table, "quiet"),
                nerve=self.file.flag(path, table, "nerve"),
                lasting=self.file.flag(path, table, "lasting"),
                values=Amount(word, counts=True, high=most) if counts else ON_OFF,
            )
            self._not_taken(path, name, "a marker")
            self.markers[name] = kind
            bars = self.file.listed(path, table, "bars", 30)
            yield name, tuple(one for one in bars if isinstance(one, str))
        for name in {ACTIVATED, SPENT} & {*self.markers}:
            self.sources.setdefault(name, "marker")

    def _bars_known(
        self, bars: Mapping[str, tuple[str, ...]], actions: tuple[ActionPart, ...]
    ) -> None:
        known = [action.id for action in actions]
        for name, barred in bars.items():
            self.file.among(("markers", name), {"bars": [*barred]}, "bars", known)

    def _rolls(self) -> Iterator[tuple[str, RollPart]]:
        for path, name, table in self.file.tables("rolls", "a roll", 40):
            self.file.only(path, table, keys.ROLL, "A roll")
            self._name(path, name, "roll")
            yield name, self._roll(path, name, table)

    def _roll(self, path: Path, name: str, table: Toml) -> RollPart:
        file = self.file
        die = file.whole(path, table, "die", 2, 100, self.die)
        low = file.flag(path, table, "low")
        usual = (1, die - 1) if low else (2, die)
        limits = file.listed(path, table, "limits", 2) if "limits" in table else usual
        fits = len(limits) == 2 and all(isinstance(one, int) for one in limits)
        if not fits or not 0 <= limits[0] <= limits[1] <= die + 1:
            text = f"limits must be the least and greatest need, from 0 to {die + 1}: [2, {die}]."
            file.problem((*path, "limits"), text)
            limits = usual
        words = file.words(path, table, "words", name.replace("-", " "), most=30)
        one = file.words(path, table, "one", words, most=20)
        many = file.words(path, table, "many", one, most=20)
        rule = self._rule(path, table, name, f"{words[:1].upper()}{words[1:]}.")
        again = file.whole(path, table, "again", 1, die) if "again" in table else 0
        natural = file.whole(path, table, "natural", 1, die) if "natural" in table else 0
        worst, best = (limits[1], limits[0]) if low else (limits[0], limits[1])
        if again and (again <= worst if low else again >= worst):
            text = f"again must be a face that always fails, beyond the limit {worst}."
            file.problem((*path, "again"), text)
        if natural and (natural > best if low else natural < best):
            text = f"natural must be a face that always succeeds, the limit {best} or better."
            file.problem((*path, "natural"), text)
        kind = RollKind(name, words, one, many, rule=rule)
        return RollPart(kind, die, low, limits[0], limits[1], again, natural)

    # ---------------------------------------------------------------------- what units do

    def _tests(self) -> Iterator[tuple[str, TestPart]]:
        ends = ("", "turn", *(phase.id for phase in self.phases))
        for path, name, table in self.file.tables("tests", "a test", 20):
            self.file.only(path, table, keys.TEST, "A test")
            if name in self.rolls:
                self.file.problem(path, f"A roll is called {name!r}, too: choose another name.")
            names = self._names()
            dice = self.file.dice(path, table, "dice", self.die)
            roll = self._roll(
                path, name, {k: v for k, v in table.items() if k in {"words", "low", "text"}}
            )
            need = self._expression(path, table, "need", names)
            if need is None:
                self.file.problem(path, f"The test {name} needs need: the number to be rolled.")
            yield (
                name,
                TestPart(
                    id=name,
                    roll=roll,
                    dice=dice,
                    need=need or Constant(1),
                    add=self._expression(path, table, "add", names) or Constant(0),
                    when=self.file.one_of(path, table, "when", ends, ""),
                    who=self._expression(path, table, "who", names) or Constant(1),
                    begins=self.file.flag(path, table, "begins"),
                    passed=self._steps(path, table, "pass", names, effects=True),
                    failed=self._steps(path, table, "fail", names, effects=True),
                ),
            )

    def _actions(self) -> Iterator[ActionPart]:
        verbs: dict[str, str] = {}
        letters: dict[str, str] = {}
        found = tuple(self.file.tables("actions", "an action", 30))
        if not found and not self.file.problems:
            self.file.problem((), "A game needs actions: write [actions.move].")
        self.open = [name for _, name, table in found if table.get("at") == "enemy"]
        opened = (table.get("open_to") for _, _, table in found)
        self.breaking = {name for one in opened if isinstance(one, list) for name in map(str, one)}
        for path, name, table in found:
            action = self._action(path, name, table)
            for what, said, those in (("verb", action.verb, verbs), ("key", action.key, letters)):
                if said and those.setdefault(said, name) != name:
                    text = f"The {what} {said!r} is that of {those[said]!r}: choose another."
                    self.file.problem((*path, what) if what in table else path, text)
            yield action

    def _action(self, path: Path, name: str, table: Toml) -> ActionPart:
        file = self.file
        file.only(path, table, keys.ACTION, "An action")
        self._not_taken(path, name, "an action")
        at = file.one_of(path, table, "at", ("", "enemy", "own"), "")
        word = file.words(path, table, "word", name.replace("-", " "), most=30)
        verb = file.words(path, table, "verb", word.split()[0].lower(), most=20)
        if not re.fullmatch(r"[a-z][a-z'-]*", verb) or verb in {"at", "all", "rest"}:
            where = (*path, "verb") if "verb" in table else path
            file.problem(where, f"The verb {verb!r} must be one word of small letters.")
        moves = file.flag(path, table, "moves")
        measured = file.flag(path, table, "measured", usual=moves or "reach" in table)
        flags = tuple(self._flags(path, table))
        said = frozenset(flag.word.replace("-", "_") for flag in flags)
        pool = file.flag(path, table, "pool")
        said |= {DISTANCE} if measured else set[str]()
        said |= {*POOL_NAMES} if pool else set[str]()
        names = self._names(said, target=bool(at))
        phases = file.among(path, table, "phases", [phase.id for phase in self.phases])
        once = file.words(path, table, "once", most=40) if "once" in table else ""
        if once and once not in self.markers:
            text = f"once names {once!r}: declare it below [markers.{once}]."
            file.problem((*path, "once"), text, word=once)
        key = file.words(path, table, "key", most=1) if "key" in table else ""
        if key and (not key.isascii() or key.isdigit() or key in "uU?:"):
            file.problem((*path, "key"), f"{key!r} cannot be a key: use another letter.")
        sentence = f"{word[:1].upper()}{word[1:]}."
        return ActionPart(
            name,
            word,
            verb,
            key,
            phases,
            self._rule(path, table, name, sentence),
            at=cast(Any, at),
            flags=flags,
            reach=self._expression(path, table, "reach", names),
            moves=moves,
            pool=pool,
            measured=measured,
            once=self.markers.get(once),
            bar=self._expression(path, table, "bar", self._names()),
            why=file.words(path, table, "why", "may not", most=40),
            ends=file.flag(path, table, "ends", usual="activation" not in self.data),
            cost=self._expression(path, table, "cost", names),
            open_to=file.among(path, table, "open_to", self.open),
            breaks_in=name in self.breaking,
            steps=self._steps(path, table, "steps", names),
        )

    def _flags(self, path: Path, table: Toml) -> Iterator[FlagPart]:
        given = self.file.table((*path, "flags"), table.get("flags"), "flags")
        for word, said in given.items():
            if not re.fullmatch(r"[a-z][a-z-]{1,19}", word):
                self.file.problem((*path, "flags"), f"The flag {word!r} must be a small word.")
                continue
            key = said if isinstance(said, str) else "?"
            if len(key) > 1 or key.isdigit() or key in {*"uU?:"}:
                self.file.problem((*path, "flags"), f"{word} must have a letter as its key.")
            self._name((*path, "flags"), word, "flag")
            yield FlagPart(word, key)

    # ------------------------------------------------------------------------------- steps

    def _steps(
        self, path: Path, table: Toml, key: str, names: NameScope, *, effects: bool = False
    ) -> tuple[StepPart, ...]:
        found: list[StepPart] = []
        for place, one in enumerate(self.file.listed(path, table, key, 20)):
            at: Path = (*path, key, place)
            if not isinstance(one, dict):
                self.file.problem(at, "A step must be a table: { roll = … } or { lose = … }.")
                continue
            step = self._step(at, one, names, effects=effects)
            if step is None:
                continue
            found.append(step)
            learnt = {FALLEN} if step.deed in {"lose", "wound"} else set[str]()
            learnt |= {PASSED} if step.deed == "test" else set[str]()
            if step.roll is not None:
                learnt.add(step.roll.kind.id.replace("-", "_"))
                learnt |= {NATURALS} if step.roll.natural else set[str]()
            names = NameScope(names.plain | learnt, names.units, names.sides, names.target)
        asked: frozenset[str] = frozenset()
        for place in reversed(range(len(found))):
            found[place] = replace(found[place], later=asked)
            asked |= _asked(found[place])
        return tuple(found)

    def _step(self, path: Path, table: Toml, names: NameScope, *, effects: bool) -> StepPart | None:
        deeds = [deed for deed in ("sum", *keys.STEPS) if deed in table]
        allowed = [
            deed for deed in keys.STEPS if not effects or deed not in {"roll", "sum", "test"}
        ]
        if not deeds or deeds[0] not in allowed:
            self.file.problem(path, f"A step here is one of these: {', '.join(allowed)}.")
            return None
        deed = deeds[0]
        self.file.only(path, table, (*keys.STEPS[deed], "if"), f"A step with {deed}")
        when = self._expression(path, table, "if", names)
        if deed in {"roll", "sum"}:
            return self._rolled(path, table, names, cast(StepDeed, deed), when)
        return self._effect(path, table, names, cast(StepDeed, deed), when)

    def _rolled(
        self, path: Path, table: Toml, names: NameScope, deed: StepDeed, when: Expression | None
    ) -> StepPart:
        name = self.file.one_of(path, table, "roll", self.rolls, "")
        if not self.rolls:
            self.file.problem(path, "Declare the roll first: [rolls.hit].")
        need = self._expression(path, table, "need", names)
        if deed == "roll" and need is None:
            self.file.problem(path, "A roll needs need: what each die has to show.")
        roll = self.rolls.get(name)
        value = need.value if isinstance(need, Constant) and deed == "roll" else None
        if roll is not None and value is not None and not roll.least <= value <= roll.most:
            text = f"need must be from {roll.least} to {roll.most}, the limits of {name}."
            self.file.problem((*path, "need"), text)
        key = "add" if deed == "sum" else "dice"
        amount = self._expression(path, table, key, names)
        return StepPart(
            deed,
            self._party(path, table, "by", names, "actor"),
            amount or Constant(0 if deed == "sum" else 1),
            when,
            roll,
            self.file.dice(path, table, "sum", self.die) if deed == "sum" else (),
            need,
        )

    def _effect(
        self, path: Path, table: Toml, names: NameScope, deed: StepDeed, when: Expression | None
    ) -> StepPart:
        hurt = "target" if names.target else "actor"
        key = {"mark": "on", "clear": "on", "points": "to"}.get(deed, "of")
        usual = {"points": "side", "test": hurt, "lose": hurt, "wound": hurt}.get(deed, "actor")
        of = self._party(path, table, key, names, usual)
        marker = None
        if deed in {"mark", "clear"}:
            marker = self.markers.get(self.file.one_of(path, table, deed, self.markers, ""))
            if marker is not None and (marker.on == "side") is not (of in {"side", "enemy"}):
                text = f"{marker.id} is a marker of a {marker.on}: write {key} accordingly."
                self.file.problem((*path, key) if key in table else path, text)
        test = self.file.one_of(path, table, "test", self.tests, "") if deed == "test" else ""
        if deed == "wound" and "wounds" not in self._of("stat"):
            self.file.problem(path, "wound needs a stat called wounds: declare it below [stats].")
        amount_key = "amount" if deed == "mark" else deed
        amount = None
        if deed in AMOUNTS:
            amount = self._expression(path, table, amount_key, names)
        how = self.file.one_of(path, table, "how", get_args(RemovedHow), "killed")
        return StepPart(
            deed,
            of,
            amount or Constant(1),
            when,
            marker=marker,
            test=test,
            why=self.file.words(path, table, "why", "points", most=40),
            how=cast(RemovedHow, how),
        )

    def _party(self, path: Path, table: Toml, key: str, names: NameScope, usual: str) -> Party:
        known = ("actor", "target") if names.target else ("actor",)
        sides = ("side", "enemy") if key in {"on", "to"} else ()
        among = sides if key == "to" else (*known, *sides)
        return cast(Party, self.file.one_of(path, table, key, among, usual))

    # --------------------------------------------------------------------- how it is decided

    def _activation(self) -> Expression | None:
        path: Path = ("activation",)
        table = self.file.table(path, self.data.get("activation"), "[activation]")
        self.file.only(path, table, keys.ACTIVATION, "[activation]")
        if not table:
            return None
        if SPENT not in self.markers:
            self.file.problem(path, 'Points are spent in a phase with order = "alternating".')
        return self._expression(path, table, "points", self._names())

    def _objectives(self) -> Objectives | None:
        if "objectives" not in self.data:
            return None
        path: Path = ("objectives",)
        table = self.file.table(path, self.data["objectives"], "[objectives]")
        self.file.only(path, table, keys.OBJECTIVES, "[objectives]")
        count = self.file.whole(path, table, "count", 1, 20)
        points = self.file.whole(path, table, "points", 1, 100, 1)
        rule = self._rule(path, table, "objectives", "Objectives held at the end of a turn score.")
        what = self.file.words(path, table, "ask", "objectives held", most=40)
        return Objectives(count, points, rule, what)

    def _end(self) -> EndPart:
        path: Path = ("end",)
        table = self.file.table(path, self.data.get("end"), "[end]")
        self.file.only(path, table, keys.END, "[end]")
        names = self._names(unit=False)
        turns = self._expression(path, table, "turns", names)
        return EndPart(
            turns or Constant(6),
            self._expression(path, table, "points", names),
            self.file.flag(path, table, "last_side", usual=True),
            self.file.flag(path, table, "offered"),
            self._rule(path, table, "end", "How the game ends."),
        )

    def _texts(self, key: str) -> Iterator[tuple[str, str]]:
        table = self.file.table((key,), self.data.get(key), f"[{key}]")
        for name, text in [*table.items()][:200]:
            if isinstance(text, str) and text.strip() and len(text) <= 1000:
                yield name, " ".join(text.split())
            else:
                self.file.problem((key, name), f"{name} must be a text in quotes.")

    def _forces(self) -> Iterator[tuple[str, str]]:
        """The sample forces, as rosters."""
        for path, name, table in self.file.tables("forces", "a force", 20):
            self.file.only(path, table, keys.FORCE, "A force")
            title = self.file.words(path, table, "title", name.replace("-", " "), most=40)
            lines = self.file.listed(path, table, "units", 40)
            for line in lines:
                if not isinstance(line, str) or len(line) > 100:
                    text = 'units must be lines such as "8 riflemen".'
                    self.file.problem((*path, "units"), text)
                    return
            yield f"{name}.toml", "\n".join([f"# {title}", *lines])


def _is_word(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(r"[a-z][a-z -]{0,19}", value) is not None


def _asked(step: StepPart) -> frozenset[str]:
    """The names that a step asks for."""
    every = (step.amount, step.when, step.need)
    found = (
        one.name
        for each in every
        if each is not None
        for one in names_in(each)
        if isinstance(one, NameUsed)
    )
    return frozenset(found)

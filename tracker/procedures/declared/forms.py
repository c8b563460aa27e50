"""The form of an action in a line: one declaration reads it, shows it and says who acts at whom.

This one reads ``r1 flees obstacles=2`` and says it again; its words are those of its slots.

>>> from tracker.procedures.declared.slots import extra
>>> from tracker.procedures.pieces.people import one_unit
>>> flight = Form("flees", one_unit(), how=(extra("obstacles"),))
>>> flight.field_names, flight.make_parts(match, {"unit": "u:r1", "obstacles": 2})[0].how
(('unit', 'obstacles'), (KeyValueSetting(key='obstacles', value='2'),))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from msgspec import NODEFAULT, Struct, field
from msgspec.structs import fields, replace

from tracker.input_parsing.line_lexicon import Lexicon
from tracker.input_parsing.line_syntax_tree import How, LineSubjects, Part, TypedDeed
from tracker.procedures.declared.keys import KeyVerb
from tracker.procedures.declared.said import SIDE, Said, Values
from tracker.procedures.declared.slots import Slot, collect_slot_lexicon, list_fields
from tracker.procedures.view import Match, UnknownName
from tracker.vocabulary.events import Json
from tracker.vocabulary.names import SideId, Subject

When = Callable[[Said], bool]
Asks = Callable[[Match, Values], tuple[str, ...]]


class ActorsAndTargets(NamedTuple):
    """Who acts, and at whom; how ``far`` away they are, and the ``cover`` they have, where told.

    ``unmeasured`` are those of whom neither distance nor band was told, where one matters.
    """

    who: tuple[Subject, ...] = ()
    whom: tuple[Subject, ...] = ()
    far: Mapping[Subject, int] = {}
    cover: Mapping[Subject, str] = {}
    unmeasured: tuple[Subject, ...] = ()


def always(_: Said) -> bool:
    """The ``when`` of a verb that means a form in every phase."""
    return True


class Named(Struct, frozen=True):
    """Somebody named in a part: one in a field, or several, as ``read`` finds them.

    ``one`` is the sentence for several where one is meant, ``lacks`` the one for nobody where
    somebody has to be named.
    """

    field: str
    read: Callable[[Said, LineSubjects, str], tuple[Subject, ...]]
    one: str = ""
    lacks: str = ""

    def take_subjects(self, said: Said, who: LineSubjects | None) -> Values:
        """The field with those of ``who``. Raises ``UnknownName`` with ``one`` or ``lacks``."""
        if who is None:
            if self.lacks:
                raise UnknownName(self.lacks)
            return {}
        found = self.read(said, who, self.one)
        if self.one and len(found) != 1:
            raise UnknownName(self.one)
        return {self.field: found[0] if self.one else found}

    def list_subjects(self, values: Mapping[str, Any]) -> tuple[Subject, ...]:
        """Those it names, from parameters in whatever form they are kept."""
        value = values.get(self.field) or ()
        return (value,) if isinstance(value, str) else tuple(value)

    def format_subjects(self, match: Match, values: Mapping[str, Any]) -> LineSubjects | None:
        """Those of the field as they are typed; None for nobody."""
        found = self.list_subjects(values)
        return LineSubjects(tuple(map(match.handle, found))) if found else None


class Divided(Struct, frozen=True):
    """What an action divides: each part of the line is a struct ``made`` for a field.

    ``whom`` and ``how`` fill its fields. ``several``: the field holds more than one of them.
    ``apart``: no two are at the same one, or they are not the same action. ``far`` and ``cover``
    are the fields that tell the distance (in hundredths) and the cover; cover at its default is
    none. ``assumes`` says what is taken where a slot said nothing; ``band`` tells how far away
    where ``far`` does not.
    """

    field: str
    made: type[Struct]
    whom: Named
    how: tuple[Slot, ...] = ()
    several: bool = True
    apart: bool = False
    far: str = ""
    band: str = ""
    cover: str = ""
    assumes: tuple[tuple[Slot, str], ...] = ()

    def list_assumed(self, said: Said) -> tuple[str, ...]:
        """What is taken as it was not said."""
        if said.whom is None:
            return ()
        silent = (
            text for slot, text in self.assumes if not any(map(_is_said, slot.take(said).values()))
        )
        return tuple(silent)

    def take_shares(self, said: Said) -> Values:
        """The field with what a part says. Raises ``UnknownName`` where nobody is named."""
        if said.whom is None and not self.whom.lacks:
            return {}
        made = make_struct(
            self.made, self.whom.take_subjects(said, said.whom) | take_slot_values(said, self.how)
        )
        return {self.field: (made,) if self.several else made}

    def list_shares(self, values: Mapping[str, Any]) -> tuple[Any, ...]:
        """What a field of parameters divides, in whatever form they are kept."""
        value = values.get(self.field) or ()
        return tuple(value) if self.several else (value,)

    def list_targets(self, values: Mapping[str, Any]) -> tuple[Subject, ...]:
        """Those at whom they are."""
        return tuple(name for one in self._each(values) for name in self.whom.list_subjects(one))

    def map_target_details(self, values: Mapping[str, Any], name: str) -> dict[Subject, Any]:
        """What the field ``name`` says of each at whom they are, where it is not at its default."""
        plain = list_defaults(self.made).get(name)
        every = ((one, one.get(name, plain)) for one in self._each(values) if name)
        return {
            at: said for one, said in every if said != plain for at in self.whom.list_subjects(one)
        }

    def list_unmeasured(self, values: Mapping[str, Any]) -> tuple[Subject, ...]:
        """Those of whom neither distance nor band was told."""
        known = {
            **self.map_target_details(values, self.far),
            **self.map_target_details(values, self.band),
        }
        return tuple(at for at in self.list_targets(values) if self.band and at not in known)

    def _each(self, values: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
        for one in self.list_shares(values):
            yield one if isinstance(one, Mapping) else list_fields(one)


class Form(Struct, frozen=True):
    """How a line says an action: ``who``, ``verb``, ``whom`` and ``how``, a slot for each detail.

    ``divided`` is what each part of the line has for itself. ``said``: the verb is written; else
    the phase says it. ``when`` the verb means this form where others have it too; ``also`` are
    other verbs that mean it, each with when it does ("": no verb said). ``asks`` are the questions
    that a part in this form names and answers, ``answer`` what the part itself answers to them.
    ``key`` is said for it where lines are keyed. ``also_at`` names fields with more of those at
    whom it is done.
    """

    verb: str
    who: Named
    whom: Named | None = None
    how: tuple[Slot, ...] = ()
    divided: Divided | None = None
    said: bool = True
    when: When = always
    also: Mapping[str, When] = field(default_factory=dict)
    also_at: tuple[str, ...] = ()
    asks: Asks | None = None
    answer: Callable[[Match, Values], str] | None = None
    key: KeyVerb | None = None

    @property
    def part_type(self) -> type[Part]:
        """The kind of part that it reads: somebody does something."""
        return TypedDeed

    @property
    def key_verb(self) -> KeyVerb | None:
        """Its key, with the verb that is written for it."""
        return self.key and replace(self.key, verb=self.verb if self.said else "")

    @property
    def spellings(self) -> Mapping[str, When]:
        """Its verbs as they are read, and when each means this form."""
        unsaid = {} if self.said else {"": self.when}
        return {self.verb: self.when, **unsaid, **self.also}

    @property
    def field_names(self) -> tuple[str, ...]:
        """The fields of the parameters that it and its slots name."""
        named = (one.field for one in (self.who, self.whom, self.divided) if one is not None)
        return (*named, *self.also_at, *(field for one in self.how for field in one.fields))

    @property
    def lexicon(self) -> Lexicon:
        """Its verbs, and the words of its slots."""
        slots = (*self.how, *(self.divided.how if self.divided else ()))
        verbs = frozenset({self.verb, *self.also} - {""})
        return Lexicon(verbs=verbs) | collect_slot_lexicon(slots)

    def take_values(self, said: Said) -> Values:
        """The fields a part says. Raises ``UnknownName`` with a sentence."""
        if said.whom is not None and self.whom is None and self.divided is None:
            message = f"{said.word or 'this action'} takes no target"
            raise UnknownName(message)
        values = self.who.take_subjects(said, said.who)
        if self.whom is not None:
            values |= self.whom.take_subjects(said, said.whom)
        if self.divided is not None:
            values |= self.divided.take_shares(said)
        return values | take_slot_values(said, self.how)

    def find_side(self, match: Match, values: Values) -> SideId | None:
        """The side of those who act."""
        return match.side_of(self.who.list_subjects(values)[0])

    def make_parts(self, match: Match, values: Values) -> tuple[Part, ...]:
        """The parts of the line; none where nobody is named."""
        who = self.who.format_subjects(match, values)
        if who is None:
            return ()
        verb = self.verb if self.said else ""
        more = tuple(_said(match, self.how, values))
        if self.divided is None:
            whom = None if self.whom is None else self.whom.format_subjects(match, values)
            return (TypedDeed(who, verb, whom, more),)
        parts: list[Part] = []
        for one in map(list_fields, self.divided.list_shares(values)):
            at, how = (
                self.divided.whom.format_subjects(match, one),
                _said(match, self.divided.how, one),
            )
            # What holds for all stands in the first.
            parts.append(TypedDeed(who, verb, at, (*how, *(() if parts else more))))
        return tuple(parts) or (TypedDeed(who, self.verb, None, more),)

    def find_actors(self, values: Mapping[str, Json]) -> ActorsAndTargets:
        """Who acts and at whom, how far away and in which cover, where that was told."""
        who = self.who.list_subjects(values)
        whom = () if self.whom is None else self.whom.list_subjects(values)
        far: dict[Subject, int] = {}
        cover: dict[Subject, str] = {}
        unmeasured: tuple[Subject, ...] = ()
        if self.divided is not None:
            whom = self.divided.list_targets(values)
            far = self.divided.map_target_details(values, self.divided.far)
            cover = self.divided.map_target_details(values, self.divided.cover)
            unmeasured = self.divided.list_unmeasured(values)
        for name in self.also_at:
            found = values.get(name) or ()
            whom = (*whom, *((found,) if isinstance(found, str) else found))  # type: ignore[misc]
        others = tuple(one for one in dict.fromkeys(whom) if one not in who)
        return ActorsAndTargets(who, others, far, cover, unmeasured)

    def merge_parts(self, first: Struct, second: Struct) -> Values | None:
        """One action of the parameters ``first`` and ``second``: their parts of what is divided.

        None where they are not one: they differ in anything else, or are at the same target.
        """
        if self.divided is None:
            return None
        one, more, key = list_fields(first), list_fields(second), self.divided.field
        if not self.divided.several or not one[key] or not more[key]:
            return None
        if self.divided.apart and {*self.divided.list_targets(one)} & {
            *self.divided.list_targets(more)
        }:
            return None
        plain = list_defaults(type(second))
        others = one.keys() - {key}
        same = all(more[name] in (one[name], plain.get(name, one[name])) for name in others)
        return {**one, key: (*one[key], *more[key])} if same else None


def _is_said(value: object) -> bool:
    return value is not None


def take_slot_values(said: Said, slots: Iterable[Slot]) -> Values:
    """What several slots take, one after the other."""
    values: Values = {}
    for one in slots:
        values |= one.take(said)
    return values


def make_struct(made: type[Struct], values: Values) -> Struct:
    """A struct of what was said; by the very defaults it knows what need not be written down.

    Raises ``UnknownName`` where something was not said without which it means nothing.
    """
    plain = list_defaults(made)
    for name in made.__struct_fields__:
        if name not in plain and name not in values:
            message = f"{name} is missing: add it"
            raise UnknownName(message)
    return made(
        **{
            name: value
            for name, value in values.items()
            if name != SIDE and (name not in plain or plain[name] != value)
        }
    )


@cache
def list_defaults(made: type[Struct]) -> Mapping[str, Any]:
    """The fields of a struct that have a default."""
    return {one.name: one.default for one in fields(made) if one.default is not NODEFAULT}


def _said(match: Match, slots: Iterable[Slot], values: Mapping[str, Any]) -> Iterator[How]:
    for one in slots:
        yield from one.say(match, values)

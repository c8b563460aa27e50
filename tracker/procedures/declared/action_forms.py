"""The form of an action in a line: one declaration parses it, formats it and names actors and
targets.

This form reads ``r1 flees obstacles=2`` and writes it again; its words are those of its slots.

>>> from tracker.procedures.declared.form_slots import extra
>>> from tracker.procedures.pieces.subject_fields import make_unit_field
>>> flight = Form("flees", make_unit_field(), how=(extra("obstacles"),))
>>> flight.field_names, flight.make_parts(match, {"unit": "u:r1", "obstacles": 2})[0].how
(('unit', 'obstacles'), (KeyValueSetting(key='obstacles', value='2'),))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import NODEFAULT, Struct, field
from msgspec.structs import fields, replace

from tracker.input_parsing.line_lexicon import Lexicon
from tracker.input_parsing.line_syntax_tree import How, LineSubjects, Part, TypedDeed
from tracker.procedures.declared.action_keys import KeyVerb
from tracker.procedures.declared.form_slots import Slot, collect_slot_lexicon, list_fields
from tracker.procedures.declared.line_reader import SIDE, LineReader, Values
from tracker.procedures.match_view import Match, UnknownName
from tracker.vocabulary.events import Json
from tracker.vocabulary.names import SideId, Subject
from tracker.vocabulary.renamed_names import make_alias_getter

When = Callable[[LineReader], bool]
Asks = Callable[[Match, Values], tuple[str, ...]]


class ActorsAndTargets(NamedTuple):
    """Actors and targets; their distance (``far``) and ``cover``, if given.

    ``unmeasured`` targets have neither a distance nor a range band, though one matters.
    """

    who: tuple[Subject, ...] = ()
    whom: tuple[Subject, ...] = ()
    far: Mapping[Subject, int] = {}
    cover: Mapping[Subject, str] = {}
    unmeasured: tuple[Subject, ...] = ()


def always(_: LineReader) -> bool:
    """The ``when`` of a verb that means a form in every phase."""
    return True


class SubjectField(Struct, frozen=True):
    """A subject named in a part, or several, as ``read`` finds them.

    ``one`` is the error for several if one is needed, ``lacks`` the error for none if somebody must
    be named.
    """

    field: str
    read: Callable[[LineReader, LineSubjects, str], tuple[Subject, ...]]
    one: str = ""
    lacks: str = ""

    def take_subjects(self, said: LineReader, who: LineSubjects | None) -> Values:
        """The field with the subjects in ``who``. Raises ``UnknownName`` with ``one`` or
        ``lacks``.
        """
        if who is None:
            if self.lacks:
                raise UnknownName(self.lacks)
            return {}
        found = self.read(said, who, self.one)
        if self.one and len(found) != 1:
            raise UnknownName(self.one)
        return {self.field: found[0] if self.one else found}

    def list_subjects(self, values: Mapping[str, Any]) -> tuple[Subject, ...]:
        """The subjects in parameters of any form."""
        value = values.get(self.field) or ()
        return (value,) if isinstance(value, str) else tuple(value)

    def format_subjects(self, match: Match, values: Mapping[str, Any]) -> LineSubjects | None:
        """The subjects of the field as people type them; None for none."""
        found = self.list_subjects(values)
        return LineSubjects(tuple(map(match.handle, found))) if found else None


class DividedField(Struct, frozen=True):
    """The divided part of an action: each part of the line fills a struct ``made`` of a field.

    ``whom`` and ``how`` fill its fields. ``several``: the field holds more than one. ``apart``: no
    two may have the same target in one action. ``far`` and ``cover`` are the fields for the
    distance (in hundredths) and the cover; cover at its default is none. ``assumes`` describes the
    default for a missing slot; ``band`` gives the range band if there is no ``far``.
    """

    field: str
    made: type[Struct]
    whom: SubjectField
    how: tuple[Slot, ...] = ()
    several: bool = True
    apart: bool = False
    far: str = ""
    band: str = ""
    cover: str = ""
    assumes: tuple[tuple[Slot, str], ...] = ()

    def list_assumed(self, said: LineReader) -> tuple[str, ...]:
        """The details that are assumed."""
        if said.whom is None:
            return ()
        silent = (
            text for slot, text in self.assumes if not any(map(_is_said, slot.take(said).values()))
        )
        return tuple(silent)

    def take_shares(self, said: LineReader) -> Values:
        """The field with the share of a part. Raises ``UnknownName`` if it names nobody."""
        if said.whom is None and not self.whom.lacks:
            return {}
        made = make_struct(
            self.made, self.whom.take_subjects(said, said.whom) | take_slot_values(said, self.how)
        )
        return {self.field: (made,) if self.several else made}

    def list_shares(self, values: Mapping[str, Any]) -> tuple[Any, ...]:
        """The shares in parameters of any form."""
        value = values.get(self.field) or ()
        return tuple(value) if self.several else (value,)

    def list_targets(self, values: Mapping[str, Any]) -> tuple[Subject, ...]:
        """The targets of the shares."""
        return tuple(name for one in self._each(values) for name in self.whom.list_subjects(one))

    def map_target_details(self, values: Mapping[str, Any], name: str) -> dict[Subject, Any]:
        """The value of the field ``name`` for each target, unless it is the default."""
        plain = list_defaults(self.made).get(name)
        every = ((one, one.get(name, plain)) for one in self._each(values) if name)
        return {
            at: said for one, said in every if said != plain for at in self.whom.list_subjects(one)
        }

    def list_unmeasured(self, values: Mapping[str, Any]) -> tuple[Subject, ...]:
        """The targets with neither distance nor range band."""
        known = {
            **self.map_target_details(values, self.far),
            **self.map_target_details(values, self.band),
        }
        return tuple(at for at in self.list_targets(values) if self.band and at not in known)

    def _each(self, values: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
        for one in self.list_shares(values):
            yield one if isinstance(one, Mapping) else list_fields(one)


class Form(Struct, frozen=True):
    """How a line expresses an action: ``who``, ``verb``, ``whom`` and ``how``, a slot for each
    detail.

    ``divided`` is what each part of the line has separately. ``said``: the verb is written; else
    the phase implies it. ``when`` the verb means this form, if other forms share it; ``also`` are
    other verbs for it, each with its condition ("": no verb). ``asks`` are the questions that a
    part in this form names and answers, ``answer`` is the part's own answer. ``key`` is its key, if
    lines can be keyed. ``also_at`` names fields with further targets.
    """

    verb: str
    who: SubjectField
    whom: SubjectField | None = None
    how: tuple[Slot, ...] = ()
    divided: DividedField | None = None
    said: bool = True
    when: When = always
    also: Mapping[str, When] = field(default_factory=dict)
    also_at: tuple[str, ...] = ()
    asks: Asks | None = None
    answer: Callable[[Match, Values], str] | None = None
    key: KeyVerb | None = None

    @property
    def part_type(self) -> type[Part]:
        """The kind of part that it parses: an action of somebody."""
        return TypedDeed

    @property
    def key_verb(self) -> KeyVerb | None:
        """Its key, with its written verb."""
        return self.key and replace(self.key, verb=self.verb if self.said else "")

    @property
    def spellings(self) -> Mapping[str, When]:
        """Its verbs, and when each means this form."""
        unsaid = {} if self.said else {"": self.when}
        return {self.verb: self.when, **unsaid, **self.also}

    @property
    def field_names(self) -> tuple[str, ...]:
        """The parameter fields that it and its slots use."""
        named = (one.field for one in (self.who, self.whom, self.divided) if one is not None)
        return (*named, *self.also_at, *(field for one in self.how for field in one.fields))

    @property
    def lexicon(self) -> Lexicon:
        """Its verbs, and the words of its slots."""
        slots = (*self.how, *(self.divided.how if self.divided else ()))
        verbs = frozenset({self.verb, *self.also} - {""})
        return Lexicon(verbs=verbs) | collect_slot_lexicon(slots)

    def take_values(self, said: LineReader) -> Values:
        """The fields of a part. Raises ``UnknownName`` with a sentence."""
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
        """The side of the actors."""
        return match.side_of(self.who.list_subjects(values)[0])

    def make_parts(self, match: Match, values: Values) -> tuple[Part, ...]:
        """The parts of the line; empty without actors."""
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
            # Details for all targets are in the first part.
            parts.append(TypedDeed(who, verb, at, (*how, *(() if parts else more))))
        return tuple(parts) or (TypedDeed(who, self.verb, None, more),)

    def find_actors(self, values: Mapping[str, Json]) -> ActorsAndTargets:
        """Actors and targets, with distance and cover if given."""
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
        """Merge the parameters ``first`` and ``second`` into one action: the parts of what is
        divided.

        None if they are separate actions: they differ in anything else, or have the same target.
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


def take_slot_values(said: LineReader, slots: Iterable[Slot]) -> Values:
    """The values of several slots, one after the other."""
    values: Values = {}
    for one in slots:
        values |= one.take(said)
    return values


def make_struct(made: type[Struct], values: Values) -> Struct:
    """A struct of the values; defaults are the identical objects, so that they need not be stored.

    Raises ``UnknownName`` if a required value is missing.
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


if not TYPE_CHECKING:  # which would take any name for one of this module
    __getattr__ = make_alias_getter(__name__, Named="SubjectField", Divided="DividedField")

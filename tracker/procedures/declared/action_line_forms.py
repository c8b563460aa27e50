"""The form of an action in a line. One declaration both parses and formats the line.

The form below parses and formats ``r1 flees obstacles=2``. Each slot adds its own words.

>>> from tracker.procedures.declared.line_form_slots import make_keyed_count_slot
>>> from tracker.procedures.pieces.line_subject_fields import make_unit_field
>>> flight = Form("flees", make_unit_field(), how=(make_keyed_count_slot("obstacles"),))
>>> flight.field_names, flight.make_line_parts(match, {"unit": "u:r1", "obstacles": 2})[0].details
(('unit', 'obstacles'), (KeyValueSetting(key='obstacles', value='2'),))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from msgspec import NODEFAULT, Struct, field
from msgspec.structs import fields, replace

from tracker.input_parsing.line_lexicon import Lexicon, merge_lexicons
from tracker.input_parsing.line_syntax_tree import LineSubjects, Part, TypedAction, TypedDetail
from tracker.procedures.declared.action_key_types import KeyVerb
from tracker.procedures.declared.line_form_slots import Slot, map_field_values
from tracker.procedures.declared.line_reader import SIDE, LineReader, Values
from tracker.procedures.match_view import Match, UnknownName
from tracker.vocabulary.events import Json
from tracker.vocabulary.renamed_names import keep_old_names
from tracker.vocabulary.subject_ids import SideId, Subject, UnitId, is_unit

When = Callable[[LineReader], bool]
Asks = Callable[[Match, Values], tuple[str, ...]]


class ActorsAndTargets(Struct, frozen=True):
    """The actors (``who``) and targets (``whom``) of an action.

    ``far`` and ``cover`` map targets to their distance and cover, if known. ``unmeasured`` targets
    have neither a distance nor a range band, although the rules need one of them.
    """

    who: tuple[Subject, ...] = ()
    whom: tuple[Subject, ...] = ()
    far: Mapping[Subject, int] = {}
    cover: Mapping[Subject, str] = {}
    unmeasured: tuple[Subject, ...] = ()


def applies_in_every_phase(_: LineReader) -> bool:
    """Return true. Verbs that have the same form in every phase use this function as ``when``."""
    return True


class SubjectField(Struct, frozen=True):
    """A field for the subjects that a part of a line names. ``read`` finds them by their names.

    If only one subject is allowed, ``one`` is the error text for several subjects. If a subject is
    required, ``lacks`` is the error text for a missing one.
    """

    field: str
    read: Callable[[LineReader, LineSubjects, str], tuple[Subject, ...]]
    one: str = ""
    lacks: str = ""

    def parse_subject_values(
        self, reader: LineReader, typed_subjects: LineSubjects | None
    ) -> Values:
        """Return the ``typed_subjects`` as the field's value, or {} if there are none.

        Raises ``UnknownName`` if a subject is unknown, or if a required subject is missing.
        """
        if typed_subjects is None:
            if self.lacks:
                raise UnknownName(self.lacks)
            return {}
        found = self.read(reader, typed_subjects, self.one)
        if self.one and len(found) != 1:
            raise UnknownName(self.one)
        return {self.field: found[0] if self.one else found}

    def list_subjects(self, values: Mapping[str, Any]) -> tuple[Subject, ...]:
        """List the field's subjects in an action's parameters."""
        value = values.get(self.field) or ()
        return (value,) if isinstance(value, str) else tuple(value)

    def format_subjects(self, match: Match, values: Mapping[str, Any]) -> LineSubjects | None:
        """Format the field's subjects as players type them. Returns None if there are none."""
        found = self.list_subjects(values)
        return LineSubjects(tuple(map(match.handle, found))) if found else None


class DividedField(Struct, frozen=True):
    """A field that is divided among several targets.

    Each part of the line makes a struct of the type ``made``. ``whom`` and ``how`` fill the fields
    of the struct. If ``several`` is true, the field contains more than one struct. If ``apart`` is
    true, no two structs of an action may have the same target. ``far`` and ``cover`` are the fields
    for the distance (in hundredths) and the cover. The default cover means no cover. ``assumes``
    describes the default of a missing slot. If ``is_settled`` returns true, the rules decide the
    value for this target, and ``assumes`` is not used. ``band`` is the field for the range band if
    there is no ``far``.
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
    is_settled: Callable[[Match, Subject], bool] = lambda *_: False

    def list_assumed_details(self, reader: LineReader) -> tuple[str, ...]:
        """List the details that are assumed because the line does not contain them."""
        if reader.whom is None or self._is_settled(reader):
            return ()
        silent = (
            text
            for slot, text in self.assumes
            if all(value is None for value in slot.take(reader).values())
        )
        return tuple(silent)

    def _is_settled(self, reader: LineReader) -> bool:
        try:
            whom = self.whom.parse_subject_values(reader, reader.whom)
        except UnknownName:  # the target has left the table since
            return False
        return any(self.is_settled(reader.match, one) for one in self.whom.list_subjects(whom))

    def parse_target_share(self, reader: LineReader) -> Values:
        """Parse a target's share of the field from a part of a line.

        Raises ``UnknownName`` if a required target is missing.
        """
        if reader.whom is None and not self.whom.lacks:
            return {}
        made = make_struct_without_defaults(
            self.made,
            self.whom.parse_subject_values(reader, reader.whom)
            | parse_slot_values(reader, self.how),
        )
        return {self.field: (made,) if self.several else made}

    def list_shares(self, values: Mapping[str, Any]) -> tuple[Any, ...]:
        """List the field's structs, one for each target, in an action's parameters."""
        value = values.get(self.field) or ()
        return tuple(value) if self.several else (value,)

    def list_targets(self, values: Mapping[str, Any]) -> tuple[Subject, ...]:
        """List the targets among which an action's parameters divide the field."""
        return tuple(
            name
            for one in self._iterate_share_values(values)
            for name in self.whom.list_subjects(one)
        )

    def map_targets_to_nondefault_values(
        self, values: Mapping[str, Any], field_name: str
    ) -> dict[Subject, Any]:
        """Map each target to its value for ``field_name``. Default values are left out."""
        if not field_name:
            return {}
        plain = map_field_defaults(self.made).get(field_name)
        every = ((one, one.get(field_name, plain)) for one in self._iterate_share_values(values))
        return {
            at: value
            for one, value in every
            if value != plain
            for at in self.whom.list_subjects(one)
        }

    def list_targets_without_range(self, values: Mapping[str, Any]) -> tuple[Subject, ...]:
        """List the targets that have neither a distance nor a range band."""
        if not self.band:
            return ()
        known = {
            **self.map_targets_to_nondefault_values(values, self.far),
            **self.map_targets_to_nondefault_values(values, self.band),
        }
        return tuple(at for at in self.list_targets(values) if at not in known)

    def _iterate_share_values(self, values: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
        for one in self.list_shares(values):
            yield one if isinstance(one, Mapping) else map_field_values(one)


class Form(Struct, frozen=True):
    """The form of an action in a line: ``who``, ``verb``, ``whom`` and ``how`` (slots for details).

    ``divided`` is the field that each part of the line fills separately. If ``said`` is false, the
    phase implies the verb, and the verb is not written. If several forms share a verb, ``when``
    returns whether the verb means this form. ``also`` maps other verbs of this form ("" for no
    verb) to their conditions. ``asks`` returns the questions that a part in this form answers, and
    ``answer`` returns the answer that the part contains. ``key`` is the form's key on the keyboard,
    if it has one. ``also_at`` lists other fields that contain targets.
    """

    verb: str
    who: SubjectField
    whom: SubjectField | None = None
    how: tuple[Slot, ...] = ()
    divided: DividedField | None = None
    said: bool = True
    when: When = applies_in_every_phase
    also: Mapping[str, When] = field(default_factory=dict)
    also_at: tuple[str, ...] = ()
    asks: Asks | None = None
    answer: Callable[[Match, Values], str] | None = None
    key: KeyVerb | None = None

    @property
    def part_type(self) -> type[Part]:
        """The type of part that this form parses: an action with an actor."""
        return TypedAction

    @property
    def key_verb(self) -> KeyVerb | None:
        """The form's key, with the verb as written in a line.

        If a part allows only one actor, each of several actors gets its own part.
        """
        verb = self.verb if self.said else ""
        return self.key and replace(self.key, verb=verb, each=bool(self.who.one) or self.key.each)

    @property
    def spellings(self) -> Mapping[str, When]:
        """The form's verbs, each with the condition under which it means this form."""
        unsaid = {} if self.said else {"": self.when}
        return {self.verb: self.when, **unsaid, **self.also}

    @property
    def field_names(self) -> tuple[str, ...]:
        """The parameter fields that the form and its slots fill."""
        named = (one.field for one in (self.who, self.whom, self.divided) if one is not None)
        return (*named, *self.also_at, *(field for one in self.how for field in one.fields))

    @property
    def lexicon(self) -> Lexicon:
        """The words of the form: its verbs, and the words of its slots."""
        verbs = frozenset({self.verb, *self.also} - {""})
        return merge_lexicons((Lexicon(verbs=verbs), *(slot.words for slot in self._slots)))

    @property
    def flags(self) -> frozenset[str]:
        """The words of the form that stand alone, such as ``soft``."""
        return frozenset[str]().union(*(slot.words.flags for slot in self._slots))

    @property
    def _slots(self) -> tuple[Slot, ...]:
        return (*self.how, *(self.divided.how if self.divided else ()))

    def parse_values(self, reader: LineReader) -> Values:
        """Return the parameter values in a part of a line.

        Raises ``UnknownName`` for an invalid part.
        """
        if reader.whom is not None and self.whom is None and self.divided is None:
            named = ", ".join(reader.whom.names) or reader.whom.scope
            for slot in self._slots:
                if slot.such_as.startswith(f"{named}="):
                    raise UnknownName(f"type `{named}` with its number: `{slot.such_as}`")
            raise UnknownName(
                f"{reader.word or 'this action'} takes no target: leave out `{named}`"
            )
        values = self.who.parse_subject_values(reader, reader.who)
        if self.whom is not None:
            values |= self.whom.parse_subject_values(reader, reader.whom)
        if self.divided is not None:
            values |= self.divided.parse_target_share(reader)
        return values | parse_slot_values(reader, self.how)

    def find_side(self, match: Match, values: Values) -> SideId | None:
        """Return the side of the actors."""
        return match.side_of(self.who.list_subjects(values)[0])

    def make_line_parts(self, match: Match, values: Values) -> tuple[Part, ...]:
        """Format parameters as the parts of a line. Returns no parts if there are no actors."""
        who = self.who.format_subjects(match, values)
        if who is None:
            return ()
        verb = self.verb if self.said else ""
        if self.key is not None and is_unit(actor := self.who.list_subjects(values)[0]):
            verb = self.key.find_other_verb(match, UnitId(actor)) or verb
        more = tuple(_format_details(match, self.how, values))
        if self.divided is None:
            whom = None if self.whom is None else self.whom.format_subjects(match, values)
            return (TypedAction(who, verb, whom, more),)
        parts: list[Part] = []
        for one in map(map_field_values, self.divided.list_shares(values)):
            at, how = (
                self.divided.whom.format_subjects(match, one),
                _format_details(match, self.divided.how, one),
            )
            # The first part contains the details that apply to all targets.
            parts.append(TypedAction(who, verb, at, (*how, *(() if parts else more))))
        return tuple(parts) or (TypedAction(who, self.verb, None, more),)

    def find_actors_and_targets(self, values: Mapping[str, Json]) -> ActorsAndTargets:
        """Return the actors and targets, with distance and cover if these are known."""
        who = self.who.list_subjects(values)
        whom = () if self.whom is None else self.whom.list_subjects(values)
        far: dict[Subject, int] = {}
        cover: dict[Subject, str] = {}
        unmeasured: tuple[Subject, ...] = ()
        if self.divided is not None:
            whom = self.divided.list_targets(values)
            far = self.divided.map_targets_to_nondefault_values(values, self.divided.far)
            cover = self.divided.map_targets_to_nondefault_values(values, self.divided.cover)
            unmeasured = self.divided.list_targets_without_range(values)
        for name in self.also_at:
            found = values.get(name) or ()
            whom = (*whom, *((found,) if isinstance(found, str) else found))  # type: ignore[misc]
        if whom:
            whom = tuple([one for one in dict.fromkeys(whom) if one not in who])
        return ActorsAndTargets(who, whom, far, cover, unmeasured)

    def merge_params(self, first: Struct, second: Struct) -> Values | None:
        """Merge the parameters ``first`` and ``second`` of two actions, and join divided fields.

        Returns None if the actions differ in another field. Also returns None if they have the same
        target and the form does not allow this.
        """
        if self.divided is None:
            return None
        one, more, key = map_field_values(first), map_field_values(second), self.divided.field
        if not self.divided.several or not one[key] or not more[key]:
            return None
        if self.divided.apart and {*self.divided.list_targets(one)} & {
            *self.divided.list_targets(more)
        }:
            return None
        plain = map_field_defaults(type(second))
        others = one.keys() - {key}
        same = all(more[name] in (one[name], plain.get(name, one[name])) for name in others)
        return {**one, key: (*one[key], *more[key])} if same else None


def parse_slot_values(reader: LineReader, slots: Iterable[Slot]) -> Values:
    values: Values = {}
    for one in slots:
        values |= one.take(reader)
    return values


def make_struct_without_defaults(struct_type: type[Struct], values: Values) -> Struct:
    """Make a struct from ``values``. Values that equal the defaults are left out.

    Raises ``UnknownName`` if a required value is missing.
    """
    plain = map_field_defaults(struct_type)
    for name in struct_type.__struct_fields__:
        if name not in plain and name not in values:
            raise UnknownName(f"{name} is missing: add it")
    return struct_type(
        **{
            name: value
            for name, value in values.items()
            if name != SIDE and (name not in plain or plain[name] != value)
        }
    )


@cache
def map_field_defaults(struct_type: type[Struct]) -> Mapping[str, Any]:
    return {one.name: one.default for one in fields(struct_type) if one.default is not NODEFAULT}


def _format_details(
    match: Match, slots: Iterable[Slot], values: Mapping[str, Any]
) -> Iterator[TypedDetail]:
    for one in slots:
        yield from one.say(match, values)


keep_old_names(__name__)

"""Face-down markers, such as orders. Until they are revealed, only their own side sees them.

>>> from warledger_coin import SHAKEN
>>> match.record(make_face_down_fact(match, SHAKEN, "u:r1", 2))
>>> match.marker("u:r1", SHAKEN).hidden_from
('s:b',)
>>> reveal_face_down_markers(match, SHAKEN)
>>> match.marker("u:r1", SHAKEN).hidden_from
()
"""

from __future__ import annotations

from tracker.procedures.declared.marker_and_link_kinds import MarkerKind
from tracker.procedures.match_view import Match
from tracker.vocabulary.events import MarkerSet, Scalar
from tracker.vocabulary.renamed_names import keep_old_names
from tracker.vocabulary.subject_ids import SideId, Subject, UnitId


def list_other_sides(match: Match, subject: Subject) -> tuple[SideId, ...]:
    """List all sides but the subject's own. These sides do not see its face-down markers."""
    own = match.side_of(subject)
    return tuple(side for side in match.sides if side != own)


def make_face_down_fact(match: Match, marker: MarkerKind, unit: UnitId, value: Scalar) -> MarkerSet:
    """Return the fact that a unit gets the marker with a ``value`` that only its own side sees."""
    return marker.set(unit, value=value, hidden_from=list_other_sides(match, unit))


def list_face_down_marker_bearers(match: Match, marker: MarkerKind) -> tuple[Subject, ...]:
    carried = ((one, match.marker(one, marker)) for one in match.marked(marker))
    return tuple(one for one, found in carried if found is not None and found.hidden_from)


def reveal_face_down_markers(match: Match, marker: MarkerKind) -> None:
    """Reveal all face-down markers of this kind."""
    if found := list_face_down_marker_bearers(match, marker):
        match.record(marker.make_reveal_fact(*found))


keep_old_names(__name__)

"""A parser of answers that choose units or figures by their numbers."""

from __future__ import annotations

import re
from typing import Any

from tracker.application.errors import Refused
from tracker.procedures.match_view import Match
from tracker.procedures.requests import Request, Tally
from tracker.vocabulary.count_wording import format_alternatives
from tracker.vocabulary.subject_ids import format_die_label, is_figure, is_unit


def list_numbered_handles(match: Match, request: Request[Any]) -> tuple[str, ...]:
    """List the handles that can be chosen by number, in display order, or () if none can."""
    if not isinstance(request, Tally) or any(share.most > 1 for share in request.shares):
        return ()
    if not all(is_unit(share.id) or is_figure(share.id) for share in request.shares):
        return ()
    return tuple(match.handle(share.id) for share in request.shares)


def convert_numbers_to_handles(match: Match, request: Request[Any], text: str) -> str:
    """Convert numbers such as ``16,14`` to handles. Raises ``Refused``."""
    handles = list_numbered_handles(match, request)
    if not handles or not text.strip() or text.strip() == "0":
        return text
    pieces = re.split(r"[\s,]+", text.strip(" ,"))
    return " ".join(_match_handle(handles, piece) for piece in pieces)


def _match_handle(handles: tuple[str, ...], piece: str) -> str:
    matches = [handle for handle in handles if piece == handle[1:]]
    if len(matches) == 1:
        return matches[0]
    if matches:
        raise Refused(f"{piece} could be {format_alternatives(matches)}. Type it with its letter.")
    names = format_alternatives([*map(format_die_label, handles), "0 for none"])
    raise Refused(f"{piece} cannot be chosen here. Type {names}.")

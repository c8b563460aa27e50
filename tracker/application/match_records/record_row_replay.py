"""Plays a row of a record in a dry run.

A row is a typed line, or an entry in stored form. docs/match-record.md lists the words after ``@``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import cast, get_args

import msgspec

from tracker.application.errors import Refused, make_sentence
from tracker.application.match.match_entries import LEFT_UNDONE
from tracker.application.match_records.dry_run_game import DryRunGame
from tracker.application.typed_lines.line_and_script_play import play_line
from tracker.application.typed_lines.outcomes_without_dice import NOT_SEEN
from tracker.procedures.declared.line_reader import lift_typed_line_limits
from tracker.procedures.match_view import UnknownName
from tracker.procedures.runners.request_answer_reading import InvalidAnswer
from tracker.vocabulary import events as ev
from tracker.vocabulary import match_event_codec
from tracker.vocabulary.events import Version

MAX_AT_WORDS = 20

BEFORE_A_LINE = ("because", "anew", "late")

_WORD = re.compile(r"@(?P<word>[a-z]+)(?:\s+(?P<rest>.*))?", re.IGNORECASE)
_QUOTED = re.compile(r'(?P<text>"(?:[^"\\]|\\.)*")\s*(?P<rest>.*)')
_NUMBER = re.compile(r"(?P<number>[0-9]{1,9})\s*(?P<rest>.*)")
_NOTE = re.compile(
    r"(?:about (?P<about>[0-9]{1,9}) )?(?P<star>star )?"
    r"(?:photo (?P<photo>[0-9a-f]{64}) )?#(?:\s(?P<text>.*))?"
)
_FIX = re.compile(
    r"(?:about (?P<about>[0-9]{1,9}) )?(?P<closes>closes )?(?P<facts>\[.*\]) #\s(?P<reason>.*)"
)
_LEFT = re.compile(rf"skip \S+ # (?P<reason>{LEFT_UNDONE}: .*|{NOT_SEEN})")
_BODY = re.compile(r"(?P<kind>[A-Za-z]+)\s+(?P<body>\{.*\})")


def play_record_row(dry_run: DryRunGame, text: str) -> None:
    """Play a row of a record. Raises ``Refused`` or ``LedgerError`` if it fails."""
    try:
        with lift_typed_line_limits():
            _play_row_text(dry_run, text)
    except (UnknownName, InvalidAnswer, msgspec.DecodeError, ValueError, KeyError) as error:
        raise Refused(make_sentence(str(error))) from error


def try_to_play_record_row(dry_run: DryRunGame, text: str) -> bool:
    """Play a row of a record, and return whether it made the next entry."""
    return dry_run.try_to_write_entry(lambda: play_record_row(dry_run, text))


def _play_row_text(dry_run: DryRunGame, text: str, because: str = "", depth: int = 0) -> None:
    left = _LEFT.fullmatch(text)
    if left is not None:  # earlier programs wrote this line, which at the table skips a whole phase
        text = f"@fix closes [] # {left['reason']}"
    match = _WORD.fullmatch(text)
    if match is None or depth > MAX_AT_WORDS:
        done = play_line(dry_run, text, override_reason=because)
        if done.error is not None:
            raise done.error
        return
    word, rest = match["word"].lower(), (match["rest"] or "").strip()
    if word == "because":
        reason = _match_or_refuse(_QUOTED, rest, '@because "reason", followed by the line')
        _play_row_text(dry_run, reason["rest"], _unquote(reason["text"]), depth + 1)
    elif word == "anew":
        form = "@anew 38, followed by the line as it should have been"
        version, line = _split_line_number(dry_run, rest, form)
        with dry_run.entry_context.mark_entries_as_replay(version):
            _play_row_text(dry_run, line, because, depth + 1)
    elif word == "late":
        form = "@late 19, followed by the line that was entered late"
        version, line = _split_line_number(dry_run, rest, form)
        with dry_run.entry_context.mark_actions_late_and_pause_steps(version):
            _play_row_text(dry_run, line, because, depth + 1)
        dry_run.run_automatic_steps()
    elif word in WORDS:
        WORDS[word](dry_run, rest)
    else:
        known = ", ".join(f"@{one}" for one in (*BEFORE_A_LINE, *WORDS))
        raise Refused(f"@{word} is unknown; use one of {known}.")


def _set_author(dry_run: DryRunGame, rest: str) -> None:
    dry_run.writer.author = _unquote(_match_or_refuse(_QUOTED, rest, '@author "Anna"')["text"])


def _add_note(dry_run: DryRunGame, rest: str) -> None:
    match = _match_or_refuse(_NOTE, rest, "@note about 41 # the text of the note")
    about = None if match["about"] is None else _get_version_of_line(dry_run, match["about"])
    star, photo = match["star"] is not None, match["photo"] or ""
    dry_run.add_note(match["text"] or "", about=about, star=star, photo=photo)


def _add_mark(dry_run: DryRunGame, rest: str) -> None:
    try:
        mark = msgspec.convert(rest, ev.NoteMark)
    except msgspec.ValidationError:
        known = ", ".join(one for one in get_args(ev.NoteMark) if one)
        raise Refused(f"Write @mark with one of {known}.") from None
    dry_run.add_note("", mark=mark)


def _rewind_to_line(dry_run: DryRunGame, rest: str) -> None:
    dry_run.rewind_to_line(int(_match_or_refuse(_NUMBER, rest, "@to 41")["number"]))


def _rewind_before(dry_run: DryRunGame, rest: str, why: ev.RewindWhy, form: str) -> None:
    version, _ = _split_line_number(dry_run, rest, form)
    dry_run.rewind_to(dry_run.history.find_end_of_preceding_line(version), why, amends=version)


def _run_automatic_steps(dry_run: DryRunGame, rest: str) -> None:
    if rest:
        raise Refused("Write @on without any other words.")
    dry_run.run_automatic_steps()


def _adjust_by_hand(dry_run: DryRunGame, rest: str) -> None:
    match = _match_or_refuse(_FIX, rest, "@fix about 38 [FACTS] # reason")
    facts = msgspec.json.decode(match["facts"], type=tuple[ev.AnyFact, ...])
    about = None if match["about"] is None else _get_version_of_line(dry_run, match["about"])
    closes, reason = match["closes"] is not None, match["reason"]
    if closes and reason.startswith(LEFT_UNDONE):
        with dry_run.entry_context.pause_automatic_steps():
            dry_run.adjust_by_hand(facts, reason, about=about, ends_action=True)
        return
    dry_run.adjust_by_hand(facts, reason, about=about, ends_action=closes)
    if dry_run.pending is None:
        dry_run.run_automatic_steps()


def _enter_input(dry_run: DryRunGame, rest: str) -> None:
    match = _match_or_refuse(_BODY, rest, "@input Noted {BODY}")
    dry_run.enter_input(_decode_input(match["kind"], match["body"].encode()))


class _EntryInStoredForm(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """An entry in stored form. Each item in ``facts`` has a kind, an action and a body."""

    kind: str
    action: int
    body: msgspec.Raw
    facts: tuple[tuple[str, int, msgspec.Raw], ...] = ()


def _write_stored_entry(dry_run: DryRunGame, rest: str) -> None:
    said = msgspec.json.decode(rest, type=_EntryInStoredForm)
    facts = [
        (cast(ev.AnyFact, _decode_event_body(kind, bytes(body))), action)
        for kind, action, body in said.facts
    ]
    if any(isinstance(fact, ev.Input) for fact, _ in facts):
        raise Refused("Only the first event of an entry can be player input.")
    event = _decode_input(said.kind, bytes(said.body))
    dry_run.writer.write_entry_unchecked(event, said.action, facts)


WORDS: dict[str, Callable[[DryRunGame, str], None]] = {
    "author": _set_author,
    "note": _add_note,
    "mark": _add_mark,
    "to": _rewind_to_line,
    "amend": partial(_rewind_before, why="amend", form="@amend 38"),
    "before": partial(_rewind_before, why="late", form="@before 19"),
    "on": _run_automatic_steps,
    "fix": _adjust_by_hand,
    "input": _enter_input,
    "entry": _write_stored_entry,
}


def _decode_input(kind: str, body: bytes) -> ev.AnyInput:
    if kind not in match_event_codec.INPUTS:
        known = ", ".join(sorted(match_event_codec.INPUTS))
        raise Refused(f"{kind} is not a player input; use one of {known}.")
    return cast(ev.AnyInput, _decode_event_body(kind, body))


def _decode_event_body(kind: str, body: bytes) -> ev.AnyEvent:
    return match_event_codec.decode(kind, match_event_codec.SCHEMAS.get(kind, 1), body)


def _match_or_refuse(pattern: re.Pattern[str], text: str, form: str) -> re.Match[str]:
    match = pattern.fullmatch(text)
    if match is None:
        raise Refused(f"Write this line as {form}.")
    return match


def _split_line_number(dry_run: DryRunGame, text: str, form: str) -> tuple[Version, str]:
    found = _match_or_refuse(_NUMBER, text, form)
    return _get_version_of_line(dry_run, found["number"]), found["rest"]


def _unquote(text: str) -> str:
    return msgspec.json.decode(text, type=str)


def _get_version_of_line(dry_run: DryRunGame, number: str) -> Version:
    return dry_run.history.find_line(int(number)).version

"""Describes rolls for the log, as in ``8 dice 5 hit, 5 dice 3 through, 3 dice 1 saved``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from tracker.application.log import attack_roll_chains
from tracker.application.log.log_line_beginnings import NO_DETAILS, TargetDetails
from tracker.application.log.match_display_names import MatchNames
from tracker.vocabulary import events as ev
from tracker.vocabulary.count_wording import format_count, format_need, singularise_noun
from tracker.vocabulary.dice_bands import (
    AGAIN,
    Bands,
    Modifier,
    describe_failed_roll,
    describe_special_counts,
    find_band,
    format_count_with_band_name,
    list_band_names,
)
from tracker.vocabulary.die_labels import Label, group_by_row
from tracker.vocabulary.roll_needs import BASE
from tracker.vocabulary.subject_ids import Subject, UnitId, format_die_label

_REROLLED = re.compile(rf", (\w+ )?{AGAIN}$")
LARGEST_POOL_DIE = 12
_MEANS = r"(\d)(?:-(\d))? ([^,]+)"


def is_attack_roll(roll: ev.Rolled) -> bool:
    """Return whether a roll has both a roller and a target."""
    return roll.subject is not None and roll.target is not None


def describe_roller_and_target(
    names: MatchNames,
    roll: ev.Rolled,
    details: TargetDetails = NO_DETAILS,
    rolls: Sequence[ev.Rolled] = (),
) -> str:
    """Describe attacker and target, as in ``Alpha ▸ Dusk rifles (45 cm, soft cover)``.

    The roller is the attacker or, if the roll defends (as a save does), the target.

    The brackets contain the details of the attack and the names of the modifiers. If the dice are
    added up, the brackets also contain the modifiers' values. If the attack has several ``rolls``
    of the same kind, only their common modifiers are named. ``Riders aboard Carrier`` describes
    subjects that roll because of their carrier and do not attack it.
    """
    assert roll.subject is not None
    assert roll.target is not None
    shown, valued = _list_shown_modifiers(roll)
    own = next(iter(_list_own_modifiers(rolls)), [])
    changes = [name for name in _name_modifiers(roll) if name not in own]
    cover = "" if valued and details.cover in {part.name for part in shown} else details.cover
    named = [details.shown_values, details.far, cover, *changes, details.unsaid]
    said = ", ".join(dict.fromkeys(part for part in named if part))
    how = f" ({said})" if said else ""
    if roll.subject == roll.target:
        return f"on {names.name_subject(roll.target)}{how}"
    tie = names.find_carrier_link(roll.subject, roll.target)
    pair, between = (roll.subject, roll.target), "▸" if tie is None else tie.word
    if tie is None and names.get_roll_word(roll).defends:
        pair = (roll.target, roll.subject)
    return f" {between} ".join(map(names.name_subject, pair)) + how


def _list_shown_modifiers(roll: ev.Rolled) -> tuple[Sequence[Modifier], bool]:
    """Return the modifiers that the log shows, and whether it shows their values."""
    is_sum = _do_modifiers_make_bonus(roll)
    shown = [part for part in roll.modifiers if part.value] if is_sum else roll.modifiers[1:]
    return shown, bool(roll.versus) or is_sum


def _name_modifiers(roll: ev.Rolled) -> list[str]:
    shown, valued = _list_shown_modifiers(roll)
    return [_name_modifier(part, valued=valued) for part in shown if part.name != BASE]


def _list_own_modifiers(rolls: Sequence[ev.Rolled]) -> list[list[str]]:
    """List the modifiers that each roll of an attack does not share with the other weapons' rolls.

    Only rolls of the same kind as the first are compared, such as all rolls to hit.
    """
    if not rolls or not is_attack_roll(rolls[0]):
        return [[] for _ in rolls]
    kinds = [(roll.what, roll.subject, roll.target) for roll in rolls]
    named = [_name_modifiers(roll) for roll in rolls]
    alike = [each for each, kind in zip(named, kinds, strict=True) if kind == kinds[0]]
    return [
        [name for name in each if kind == kinds[0] and not all(name in one for one in alike)]
        for each, kind in zip(named, kinds, strict=True)
    ]


def _do_modifiers_make_bonus(roll: ev.Rolled) -> bool:
    """Return whether the modifiers add up to the bonus of a sum. Otherwise, the first modifier is
    the base value of the needed number.
    """
    values = [part.value for part in roll.modifiers]
    return roll.form == "score" and not roll.versus and sum(values) == roll.bonus


def _name_modifier(part: Modifier, *, valued: bool) -> str:
    """Return the name of a modifier, such as ``soft cover``.

    The value of a characteristic is included, as in ``Power -3``.
    """
    return f"{part.name} {part.value:+d}" if valued or part.name[:1].isupper() else part.name


TagsBySubject = Mapping[Subject, str]
"""The handle that the log shows for each roller."""


def describe_rolls(
    names: MatchNames,
    rolls: Sequence[ev.Rolled],
    brief_texts: Sequence[str],
    tags: TagsBySubject,
    expected: str = "",
) -> str:
    """Describe consecutive rolls. If the app has rolled all of them, the text says so only once.

    If the rolls of several weapons have different modifiers, each roll's own modifiers follow it.
    ``brief_texts`` contains the brief descriptions of the rolls. ``expected`` is the text about the
    expected value of the last pool, and is added to the pool's description.
    """
    texts, whole = [*brief_texts], ""
    if len(rolls) > 1 and all(roll.app == len(roll.dice) for roll in rolls):
        texts, whole = [_describe_roll_result(names, roll) for roll in rolls], " (all by the app)"
    for at, own in enumerate(_list_own_modifiers(rolls)):
        texts[at] += f" ({', '.join(own)})" if own else ""
    if expected:
        pools = [at for at, roll in enumerate(rolls) if attack_roll_chains.is_success_pool(roll)]
        pool = rolls[pools[-1]]
        made = attack_roll_chains.count_successes(pool)
        if made or not describe_special_counts(pool.result, pool.bands):
            if pool is rolls[-1]:
                whole += f" ({expected})"
            else:
                texts[pools[-1]] += f" ({expected})"
    return _join_rolls(rolls, texts, tags) + whole


def _join_rolls(rolls: Sequence[ev.Rolled], texts: Sequence[str], tags: TagsBySubject) -> str:
    """Join the texts of rolls, as in ``attack 8 v 10, B12 wound 7`` or ``attack 15 v defence 9``.

    A different roller is named, unless it rolls against the total before it. If both sides make the
    same roll, as in a melee, both rollers are named.
    """
    said = "".join(texts[:1])
    for at, (before, roll, text) in enumerate(zip(rolls, rolls[1:], texts[1:], strict=False)):
        if roll.form == "score":
            other = roll.subject != rolls[0].subject
        else:
            others = (one.subject for one in rolls[: at + 1] if one.what == roll.what)
            other = roll.subject != before.subject and any(one != roll.subject for one in others)
        follows = before.subject != roll.subject and (
            before.what == roll.what or bool(before.versus)
        )
        if other and follows and roll.form == "score":
            said += f" v {text.removeprefix(before.what).strip()}"
        else:
            who = tags.get(roll.subject or "", "") if other else ""
            said += f", {who} {text}" if who else f", {text}"
    return said


def describe_roll_briefly(
    names: MatchNames, roll: ev.Rolled, facts: Iterable[ev.AnyFact] = ()
) -> str:
    """Describe a roll with its result, its rerolls, and the number of dice that the app rolled.

    ``facts`` are the consequences of the roll.
    """
    again = f" ({len(roll.again)} rolled again)" if roll.again else ""
    return _describe_roll_result(names, roll, facts) + again + describe_dice_rolled_by_app(roll)


def describe_dice_rolled_by_app(roll: ev.Rolled) -> str:
    if not roll.app:
        return ""
    return " (by the app)" if roll.app == len(roll.dice) else f" ({roll.app} by the app)"


def _describe_roll_result(
    names: MatchNames, roll: ev.Rolled, facts: Iterable[ev.AnyFact] = ()
) -> str:
    if roll.form == "score":
        if names.get_roll_word(roll).together and roll.faces:  # the only roll of a sheet
            return _format_sum(roll.what, roll.faces, roll.bonus)
        failure = _describe_unchanged_marker(names, roll, facts)
        return f"{roll.what} {describe_roll_total(roll, failure)}"
    if roll.form == "faces":
        return _format_faces(roll)
    dice = format_count(len(roll.dice), "die", "dice")
    if attack_roll_chains.is_success_pool(roll):
        made = attack_roll_chains.count_successes(roll)
        beside = describe_special_counts(roll.result, roll.bands)
        won = _REROLLED.sub("", names.get_word_for_successes(roll, made))
        words = [f"{made} {won}"] if made or not beside else []
        if len(roll.dice) == len(roll.faces) == 1 and roll.need and _is_single_face_shown(roll):
            special = _describe_special_band(roll)
            failed = special or ("missed" if won.startswith("hit") else "failed")
            outcome = ", ".join(filter(None, (won, special))) if made else failed
            return f"{roll.faces[0]} ({roll.need}): {outcome}"
        is_reroll = _REROLLED.search(roll.what)
        rolled = f"{len(roll.dice)} rerolled" if is_reroll else dice
        return f"{rolled} {', '.join([*words, *beside])}"
    if _has_plain_band(roll.bands):
        none = f"0 {names.get_word_for_successes(roll, 0)}"
        return f"{dice} {', '.join(describe_failed_roll(roll.result, roll.bands) or [none])}"
    if roll.faces and len(roll.faces) == len(roll.dice):
        return f"{roll.what} {', '.join(list_band_names(roll.faces, roll.bands))}"
    counts = zip(roll.result, roll.bands, strict=True)
    named = (format_count_with_band_name(n, band.name) for n, band in counts if n)
    return f"{roll.what} {', '.join(named)}"


def _is_single_face_shown(roll: ev.Rolled) -> bool:
    """Return whether the log shows the face of a single die.

    The log shows the face of a large die, and of a die without a target. A die with many faces is
    not part of a pool, and players compare its face with the needed number.
    """
    return roll.target is None or roll.dice[0] > LARGEST_POOL_DIE


def _describe_special_band(roll: ev.Rolled) -> str:
    """Describe the result of the first die if it is worth mentioning, or return ""."""
    band = roll.bands[find_band(roll.faces[0], roll.bands)]
    name = f"rolled {AGAIN}" if band.name == AGAIN else singularise_noun(band.name)
    return name if band.told else ""


def _has_plain_band(bands: Bands) -> bool:
    """Return whether the most likely result need not be mentioned, as for misses."""
    widths = sorted(band.count_faces() for band in bands)
    return widths[-1:] != widths[-2:-1] and not all(band.told for band in bands)


def _describe_unchanged_marker(
    names: MatchNames, roll: ev.Rolled, facts: Iterable[ev.AnyFact]
) -> str:
    """Return the marker at stake if the roller already has it, as in ``still falling
    back``, or "". A unit that ``facts`` remove has it no longer.
    """
    stakes = names.get_roll_word(roll).stakes
    removals = [fact.figures for fact in facts if isinstance(fact, ev.FiguresRemoved)]
    gone = {figure for figures in removals for figure in figures}
    unit = names.state.units.get(UnitId(roll.subject or ""))
    is_there = unit is None or not gone.issuperset(unit.figures)
    had = stakes and (roll.subject, stakes) in names.state.markers and is_there
    return f"still {names.get_marker_word(stakes).word}" if had else ""


def describe_roll_total(roll: ev.Rolled, failure: str = "") -> str:
    """Describe the total of a roll, as in ``7``, or of a test, as in ``7 (8 or less): holds``.

    If players have changed the required number, it is always included. ``failure`` is the text for
    a failed test if this is not the name of the result.
    """
    (total,) = roll.result
    if not roll.bands:
        return f"{total}{_describe_levels(total, roll.need) if roll.first_need else ''}"
    band = roll.bands[find_band(total, roll.bands)]
    return f"{total} ({roll.need}): {band.outcome if band.success else failure or band.outcome}"


def _describe_levels(total: int, need: str) -> str:
    """Describe a needed number with several levels, as in ``, no damage (12 to damage, 16
    major)``.
    """
    least, _, word = need.partition(",")[0].partition(" to ")
    missed = f", no {word}" if least.isdecimal() and total < int(least) else ""
    return f"{missed} ({need.replace(' (', '; ').removesuffix(')')})"


def _format_faces(roll: ev.Rolled) -> str:
    """Format faces, as in ``morale: Claw pack 5``. The dice of each unit are kept together."""
    if not roll.labels or (len(roll.labels) == 1 and not roll.labels[0].who):
        return f"{roll.what} {' '.join(map(str, roll.result))}"  # the purpose of the roll is enough
    rows = group_by_row(roll.labels, roll.result)
    return f"{roll.what}: " + ", ".join(_format_row(first, dice) for first, dice in rows)


def _format_row(first: Label, dice: list[tuple[Label, int]]) -> str:
    """Format a row of dice, which are either compared or added."""
    who = format_die_label(first.who)
    is_sum = not first.what or len(dice) > 1 or bool(first.adds)
    if first.adds is not None and is_sum and {label.what for label, _ in dice} == {first.what}:
        total = _format_sum(who, [face for _, face in dice], first.adds)
        return f"{total} ({first.what})" if first.what else total
    parts = [f"{face} ({label.what})" if label.what else str(face) for label, face in dice]
    join = " v " if first.times else " " if first.adds is None else " + "
    return f"{who}{':' if who[-1:].isdigit() else ''} {join.join(parts)}".strip()


def _format_sum(who: str, faces: Sequence[int], bonus: int) -> str:
    """Format dice that are added, and a modifier, as in ``R11 Brakk 2 + 4 + 2 = 8``."""
    sign = "−" if bonus < 0 else "+"
    added = f" {sign} {abs(bonus)}" if bonus else ""
    return f"{who} {' + '.join(map(str, faces))}{added} = {sum(faces) + bonus}"


def name_roller_unless_labelled(names: MatchNames, roll: ev.Rolled) -> str:
    """Return the name of the unit that rolls a sum, or else of the side that rolls.

    Return "" if labels name the owners of the dice.
    """
    if roll.form == "score" and roll.subject is not None:
        return names.name_subject(roll.subject)
    labelled = {names.find_die_owner(label) for label in roll.labels}
    if roll.form == "faces" and labelled != {roll.side}:
        return ""
    return names.name_side(roll.side)


def describe_meaning_of_last_face(roll: ev.Rolled) -> str:
    """Return the meaning of the last face, as in ``enraged`` if ``4-5 enraged`` is needed, or "" if
    it has none.
    """
    faces = roll.result if roll.form == "faces" else ()
    for low, high, word in re.findall(_MEANS, roll.need) if faces else ():
        if int(low) <= faces[-1] <= int(high or low):
            return str(word)
    return ""


def describe_roll_fully(roll: ev.Rolled, brief_text: str) -> str:
    """Describe a roll in full: its brief text, the number needed with its modifiers, and
    the faces.
    """
    said = [brief_text]
    if roll.need:
        said.append(f"{format_need(roll.need)}{_format_modifiers(roll)}")
    if roll.faces and roll.form == "pool" and not roll.again:
        said.append(f"dice {' '.join(map(str, roll.faces))}")
    if roll.again:
        said.append(f"dice {' '.join(map(str, roll.first))}, again {_describe_rerolls(roll)}")
    unread = len(roll.dice) - len(roll.faces)
    if unread and roll.form == "pool":
        said.append("only the successes were read" if not roll.faces else f"{unread} not read")
    return " · ".join(said)


def _describe_rerolls(roll: ev.Rolled) -> str:
    if len(roll.faces) < len(roll.dice):
        return f"{len(roll.again)}, not read"
    return " ".join(str(roll.faces[place]) for place in roll.again)


def _format_modifiers(roll: ev.Rolled) -> str:
    named = [f"{part.name} {part.value}" for part in roll.modifiers[:1]]
    named += [f"{part.name} {part.value:+d}" for part in roll.modifiers[1:]]
    return f" ({', '.join(named)})" if named else ""


def describe_difference_from_asked_roll(roll: ev.Rolled) -> str:
    """Describe how a roll differs from the one that the rules asked for, or return "" if it does
    not.
    """
    if roll.asked is None:
        return ""
    if len(roll.asked.dice) != len(roll.dice):
        changed = f"{format_count(len(roll.dice), 'die', 'dice')} instead of {len(roll.asked.dice)}"
    elif roll.asked.need and roll.asked.need != roll.need:
        changed = f"{roll.need} instead of {roll.asked.need}"
    else:
        changed = "different dice"
    told = roll.why and not roll.why.startswith("the table ")  # the change is mentioned already
    return f"{changed}, {roll.why}" if told else changed

"""What the rules say against a roster; it is played all the same if people wish."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tracker.rulesets.xenocide.data import tables
from tracker.rulesets.xenocide.data.tables import Gun, Profile
from tracker.vocabulary.toml import Path, Reading

Advice = tuple[str, str]
"""A sentence, and the rule it is from."""

SQUAD = (3, 10)


def on_profile(reading: Reading, path: Path, name: str, profile: Profile) -> None:
    """Weapons that one who carries them cannot use as the rules have it."""
    for text, rule in (*_guns(profile), *_blades(profile), *_combi(profile), *_mounts(profile)):
        reading.warn(path, f"{name}: {text}", rule)


def _guns(profile: Profile) -> Iterator[Advice]:
    for gun in profile.guns:
        s = gun.size - profile.capacity
        hands = tables.gun_row(gun, profile.capacity).hands
        if gun.integrated and s > 0:
            yield f"the {gun.id} is too big to be built in", "XF-FORCE-11"
        elif s <= tables.CARRIED and hands > profile.hands:
            yield f"the {gun.id} takes {hands} hands, and there are {profile.hands}", "XF-FORCE-09"
        if gun.thrown and s > tables.THROWN_SIZE:
            yield f"the {gun.id} is too big to be thrown", "XF-THROW-01"
    for gun in (*profile.guns, *(mount.gun for mount in _of_vehicle(profile))):
        if gun.long not in (None, tables.LOS) and gun.long <= gun.normal:
            yield f"the long range of the {gun.id} is no longer than its normal one", "XF-WPN-07"


def _blades(profile: Profile) -> Iterator[Advice]:
    for blade in profile.blades:
        row = tables.blade_row(blade, profile.capacity)
        if row is None:
            yield f"the {blade.id} is too big to be used", "XF-WPN-13"
        elif blade.integrated and blade.size > profile.capacity:
            yield f"the {blade.id} is too big to be built in", "XF-FORCE-11"
        elif row.hands > profile.hands:
            text = f"the {blade.id} takes {row.hands} hands, and there are {profile.hands}"
            yield text, "XF-FORCE-09"


def _combi(profile: Profile) -> Iterator[Advice]:
    """XF-FORCE-10: a smaller gap than two sizes is noticed, a bigger one is not."""
    guns = [gun for gun in profile.guns if gun.combi]
    blades = [blade for blade in profile.blades if blade.combi]
    for gun, blade in zip(guns, blades, strict=True):
        if abs(gun.size - blade.size) < tables.COMBI_GAP:
            text = f"the parts of {gun.id} and {blade.id} should be two sizes apart"
            yield text, "XF-FORCE-10"


def _mounts(profile: Profile) -> Iterator[Advice]:
    for mount in _of_vehicle(profile):
        if mount.gun.size - mount.capacity > 1:
            yield f"the mount is too small to ever fire the {mount.gun.id}", "XF-T14"


def _of_vehicle(profile: Profile) -> tuple[tables.Mount, ...]:
    return profile.vehicle.mounts if profile.vehicle is not None else ()


def on_squad(
    reading: Reading, path: Path, name: str, figures: Sequence[Profile], *, two: bool
) -> None:
    """XF-GEN-04; XF-FORCE-08: weapons that take several figures, ``two`` as the table has it."""
    fewest, most = SQUAD
    if not fewest <= len(figures) <= most:
        text = f"{name} has {len(figures)} figures; a squad as a rule has {fewest} to {most}"
        reading.warn(path, text, "XF-GEN-04")
    heavy = {
        gun.id: gun
        for profile in figures
        for gun in profile.guns
        if gun.size - profile.capacity > tables.CARRIED
    }
    for gun in heavy.values():
        for text, rule in _crew(gun, figures, two=two):
            reading.warn(path, f"{name}: {text}", rule)


def _crew(gun: Gun, figures: Sequence[Profile], *, two: bool) -> Iterator[Advice]:
    if not tables.crew_moves(gun.size, [profile.strength for profile in figures], two=two):
        several = "two figures or more, " if two else ""
        text = f"nobody can move the {gun.id}: it takes {several}Strength {gun.size} together"
        yield text, "XF-G91" if two else "XF-G90"
    hands, needed = sum(profile.hands for profile in figures), tables.GUNS[2].hands
    if hands < needed:
        yield f"the {gun.id} takes {needed} hands to fire, and there are {hands}", "XF-WPN-12"


def on_vehicle(reading: Reading, path: Path, name: str, profile: Profile, passengers: int) -> None:
    """XF-FORCE-16: who starts aboard; ``passengers`` are figures."""
    assert profile.vehicle is not None
    room = profile.vehicle.passengers
    if passengers > room:
        text = f"{name} carries {room}, and {passengers} start aboard"
        reading.warn(path, text, "XF-FORCE-16")
    if profile.vehicle.piloted and not passengers:
        reading.warn(path, f"{name} does nothing without a passenger to pilot it", "XF-G102")

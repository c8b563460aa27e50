"""Keys where figures act one by one: ``3m21316`` is ``b13 moves 2ap | b13 > r13 16cm``.

Who is the number in the group that acts, whom group and number; what follows a verb that names
nobody is done by the same figure, ``/`` begins another target of the same burst, and the other side
may come in between.
"""

from __future__ import annotations

from tracker.procedures.declared.keys import FigureKeys, Keys, KeyVerb
from tracker.procedures.view import Match
from tracker.vocabulary.names import SideId, UnitId, figure_id, handle, unit_id
from tracker.vocabulary.typed import is_number
from tui.prompt import chaining, keying
from tui.prompt.keying import EVERYBODY, Keyed, KeyedShare, KeysTyped, NotKeys

NOBODY = "Say who: the number of the figure in its group."
NO_FIGURE = "There is no figure {number} in this group."
NO_ENEMY = "Whom? Its group and its number: 12."
NO_UNIT = "There is no group {number} on this side."


def may_begin(match: Match, keys: Keys, character: str) -> bool:
    """Whether a letter begins what is typed: then the figure that acts is meant, or the unit that
    has just done something.
    """
    figures = keys.figures
    if figures is None:
        return keys.interrupts is not None and character == keys.interrupts.key
    if figures.acting(match) is None:
        return False
    return character == _key(keys) or keys.verb(character) is not None


def read(text: str, keys: Keys, match: Match, side: SideId, phase: str) -> Keyed:
    """What these keys say so far, whoever acts. Raises ``NotKeys``."""
    if keys.figures is None:
        read_units = chaining.read if keys.chained else keying.read
        return read_units(text, keys, match, side, phase)
    return _Reader(text, keys, keys.figures, match, side).read(phase)


def _key(keys: Keys) -> str:
    """The key with which somebody comes in between; a blank where nobody does."""
    return keys.interrupts.key if keys.interrupts else " "


class _Reader(KeysTyped):
    def __init__(
        self, text: str, keys: Keys, figures: FigureKeys, match: Match, side: SideId
    ) -> None:
        super().__init__(text, keys, match, side)
        self.figures = figures
        self.between = _key(keys)

    # ------------------------------------------------------------------------------ the line

    def read(self, phase: str) -> Keyed:
        subject = self.match.clock.subject
        if self.next == self.between:
            return self._break_in(self._acting())
        if subject is None:
            return self._unit()
        everybody, who = self._who(UnitId(subject))
        verb, share = self._part(phase)
        more = []
        first = verb
        while self.next and self.next != self.between and verb.whom == "nobody":
            again, further = self._part(phase)
            more.append(keying.part("all" if everybody else ",".join(who), again, further))
            verb = again
        while self.next == "/" and verb.whom == "enemy":
            self.take()
            further = KeyedShare(self._enemy(), tuple(self._hows()))
            more.append(keying.part(",".join(who), verb, further))
        if self.next == self.between:
            more.append(self._between(who[0] if who else ""))
        if self.next:
            raise NotKeys(self._stray())
        return Keyed(who, everybody, first, (share,), " | ".join(more))

    def _unit(self) -> Keyed:
        """Nobody acts yet: a number is that of a group, a Hero, a machine."""
        number = self.digits(2)
        unit = unit_id(f"{handle(self.side)}{number}")
        if not number or unit not in self.match.all_units(self.side):
            raise NotKeys(NO_UNIT.format(number=number or self.next))
        if self.next:
            raise NotKeys(self._stray())
        return Keyed((handle(unit),), verb=self.figures.choosing, shares=(KeyedShare(),))

    def _who(self, unit: UnitId) -> tuple[bool, tuple[str, ...]]:
        if self.next == EVERYBODY:
            self.take()
            return True, ()
        if not is_number(self.next):
            return False, (self._acting(),)
        who = [self._own(unit)]
        while self.next == ",":
            self.take()
            if not self.next:
                break
            who.append(self._own(unit))
        return False, tuple(who)

    def _own(self, unit: UnitId) -> str:
        """One digit, or two where the group has ten figures or more."""
        own = [f for f in self.match.all_figures(self.side) if self.match.figure(f).unit == unit]
        number = self.digits(1 if len(own) < 10 else 2)
        figure = figure_id(handle(unit), int(number)) if number else None
        if figure not in own:
            raise NotKeys(NO_FIGURE.format(number=number) if number else NOBODY)
        return self.match.handle(figure)

    def _acting(self) -> str:
        found = self.figures.acting(self.match)
        if found is None:
            raise NotKeys(NOBODY)
        return self.match.handle(found)

    # ------------------------------------------------------------------------------ its parts

    def _part(self, phase: str) -> tuple[KeyVerb, KeyedShare]:
        verb = self.keys.verb(self.next) if self.next else None
        if verb is not None:
            self.take()
        else:
            verb = self.keys.usual_verb(phase)
        if verb is None:
            raise NotKeys("Nobody acts in this phase; Enter goes on.")
        words: list[str] = []
        if verb.amount:
            amount = self.digits(1)
            words += [verb.measured(amount)] if amount else []
        whom = ""
        if verb.whom != "nobody":
            whom = self._enemy() if is_number(self.next) else ""
            words += self._hows()
        return verb, KeyedShare(whom, tuple(words))

    def _enemy(self) -> str:
        """Group and number, a digit each."""
        number = self.digits(2)
        letters = (handle(side) for side in self.match.sides if side != self.side)
        for letter in letters:
            figure = figure_id(f"{letter}{number[:1]}", int(number[1:] or 0))
            if figure in self.match.all_figures():
                return self.match.handle(figure)
        raise NotKeys(NO_ENEMY)

    def _hows(self) -> list[str]:
        """A distance, and then letters in any order."""
        distance = self.digits(4)
        found = [f"{distance}{self.figures.measure}"] if distance else []
        while self.next:
            if self.next in self.keys.flags:
                found.append(self.keys.flags[self.take()])
            elif self.next in self.figures.counts:
                word = self.figures.counts[self.take()]
                found.append(f"{word} {self.digits(2) or '1'}")
            else:
                break
        return found

    # ---------------------------------------------------------------------- coming in between

    def _break_in(self, whom: str) -> Keyed:
        """Typed by itself: at whoever acts."""
        who, share = self._breaks_in(whom)
        return Keyed((who,), verb=self._verb, shares=(share,))

    def _between(self, whom: str) -> str:
        """At whoever does what was typed before."""
        who, share = self._breaks_in(whom or self._acting())
        return keying.part(who, self._verb, share)

    def _breaks_in(self, whom: str) -> tuple[str, KeyedShare]:
        self.take()
        who = self._watcher()
        return who, KeyedShare(whom, tuple(self._hows()))

    @property
    def _verb(self) -> KeyVerb:
        assert self.keys.interrupts is not None
        return self.keys.interrupts.verb

    def _watcher(self) -> str:
        """The only one who may, else the one named."""
        watching = self.keys.interrupts.watching(self.match) if self.keys.interrupts else ()
        names = [self.match.handle(figure) for figure in watching]
        if len(names) == 1:
            return names[0]
        if not names:
            raise NotKeys(keying.NO_WATCHER)
        number = self.digits(2)
        found = next((name for name in names if name[1:] == number), None)
        if found is None:
            raise NotKeys(keying.WHICH_WATCHER.format(", ".join(names)))
        return found

    def _stray(self) -> str:
        flags = ", ".join(f"{key} {word}" for key, word in self.keys.flags.items())
        return f"{self.next} says nothing here." + (f" There are {flags}." if flags else "")

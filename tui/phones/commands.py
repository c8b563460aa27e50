"""The keys of the screen of links."""

from __future__ import annotations

from tui.commands import ENTER, Key

PHONES = (
    Key("serve", ENTER, "Enter", "begin, end", "start or stop showing it on phones"),
    Key("network", ("l",), "l", "network", "allow your whole network, or this machine only"),
    Key("up", ("up", "k"), "↑", "up", "the link above"),
    Key("down", ("down", "j"), "↓", "down", "the link below"),
    Key("anew", ("c",), "c", "new code", "revoke this link and make a new one, after asking"),
    Key("help", ("question_mark", "f1"), "?", "keys", "all keys"),
    Key("leave", ("escape", "q", "f6"), "Esc", "back", "go back; phones stay connected"),
)

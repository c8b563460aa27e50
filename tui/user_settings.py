"""The user's settings for the screens, stored in a small file: the theme and the use of ASCII."""

from __future__ import annotations

import tomllib
from pathlib import Path

from platformdirs import user_config_path


class UserSettings:
    """The user's settings. ``theme`` is the theme that was chosen last. If ``plain`` is true,
    screens are drawn in ASCII. ``ascii`` is true if the file asks for this. Without a file, the
    defaults apply and nothing is saved.
    """

    def __init__(self, file: Path | None = None) -> None:
        self.file = file
        self.theme = ""
        self.ascii = False
        self._read()
        self.plain = self.ascii

    def _read(self) -> None:
        try:
            text = self.file.read_text(encoding="utf-8") if self.file is not None else ""
            settings = tomllib.loads(text)
        except (OSError, ValueError):
            return
        theme, plain = settings.get("theme"), settings.get("ascii")
        self.theme = theme if isinstance(theme, str) else ""
        self.ascii = plain is True

    def save_theme(self, name: str) -> None:
        """Save the theme. If the file cannot be written, nothing is reported."""
        self.theme = name
        if self.file is None:
            return
        plain = "ascii = true\n" if self.ascii else ""
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.write_text(f'theme = "{name}"\n{plain}', encoding="utf-8")
        except OSError:
            return


def load_user_settings() -> UserSettings:
    return UserSettings(user_config_path("warledger") / "screens.toml")

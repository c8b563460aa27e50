"""Where the command ``warledger`` begins: the version is told before anything else is loaded."""

import os
import sys

from tracker import __version__

STDOUT = 1


def run() -> None:
    """The entry point of the command."""
    if sys.argv[1:] == ["--version"]:
        try:
            os.write(STDOUT, f"{__version__}\n".encode())
        except OSError:
            pass  # nobody listens: the program says that, as of any other command
        else:
            return
    from tracker.cli.main import run as run_command

    run_command()

"""Where the command ``warledger`` begins: the version is told before anything else is loaded."""

import sys

from tracker import __version__


def run() -> None:
    """The entry point of the command."""
    if sys.argv[1:] == ["--version"]:
        try:
            sys.stdout.write(f"{__version__}\n")
            sys.stdout.flush()
        except (AttributeError, OSError):
            pass  # nobody listens: the program says that, as of any other command
        else:
            return
    from tracker.cli.main import run as run_command

    run_command()

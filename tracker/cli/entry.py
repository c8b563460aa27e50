"""The entry point of ``warledger``. It prints the version before loading anything else."""

import gc
import os
import sys

from tracker import __version__

STDOUT = 1


def run() -> None:
    """Run the command. This is the entry point of the installed script."""
    if sys.argv[1:] == ["--version"]:
        try:
            os.write(STDOUT, f"{__version__}\n".encode())
        except OSError:
            pass  # nobody reads the output, which the program handles as for any command
        else:
            return
    gc.disable()  # what is loaded now is kept until the program ends
    from tracker.cli.main import run as run_command

    run_command()

"""The entry point of ``warledger``. It prints the version before loading anything else."""

import gc
import os
import sys

from tracker import __version__

STDOUT = 1


def run() -> None:
    """Run the ``warledger`` command. This is the entry point of the installed script."""
    if sys.argv[1:] == ["--version"]:
        try:
            os.write(STDOUT, f"{__version__}\n".encode())
        except OSError:
            pass  # stdout is closed; the whole program handles this as for any command
        else:
            return
    gc.disable()  # objects loaded now live until the program ends
    from tracker.cli.main import run as run_command

    run_command()

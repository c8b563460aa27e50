"""Run code as a user who cannot write protected files, even if the tests run as superuser."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def nobody() -> Iterator[None]:
    """Give up the superuser's rights while the context is active, if the tests have them."""
    was = os.geteuid()
    if was == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        if was == 0:
            os.seteuid(0)


@contextmanager
def folder_for_all() -> Iterator[Path]:
    """Return a folder that every user can reach and use."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o777)
    yield folder
    folder.chmod(0o777)
    shutil.rmtree(folder)

"""Files and folders that may not be written, also where the tests run as the superuser."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def nobody() -> Iterator[None]:
    """Without the rights of the superuser, where the tests run as one."""
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
    """A folder that everybody may use, on the way to it, too."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o777)
    yield folder
    folder.chmod(0o777)
    shutil.rmtree(folder)

"""The compiled build for the tests that compare it with the sources."""

import os
from pathlib import Path

import pytest

from games.fast import builder
from tests.compiled import FOLDER, make_build

NO_COMPILER = "No C compiler with Python's header files on this machine: the compiled build is NOT TESTED."


@pytest.fixture(scope="session")
def compiled() -> Path:
    """The folder of a build of the sources as they are."""
    try:
        builder.check_tools()
    except builder.BuildError as error:
        if os.environ.get("CI"):
            pytest.fail(str(error), pytrace=False)
        pytest.skip(NO_COMPILER)
    make_build()
    return FOLDER

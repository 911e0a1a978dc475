"""One compiled build for all tests that want it, made in a folder of its own: never the one that a developer uses."""

import fcntl
import os
from pathlib import Path

import pytest

from games.fast import make, use
from games.fast.modules import SWITCH, compiled_sources

FOLDER = use.BASE / "build" / "fast-tests"
NO_COMPILER = "No C compiler with Python's header files on this machine: the compiled build is NOT TESTED."


@pytest.fixture(scope="session")
def compiled() -> Path:
    """The folder of a build of the sources as they are; a build of an earlier run is good enough if it fits."""
    try:
        make.find_tools()
    except make.CannotBuild as error:
        if os.environ.get("CI"):
            pytest.fail(str(error), pytrace=False)
        pytest.skip(NO_COMPILER)
    FOLDER.parent.mkdir(exist_ok=True)
    with FOLDER.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # several runs of the tests may share a checkout
        manifest = use.read_manifest(FOLDER)
        wanted = {*compiled_sources(use.BASE), SWITCH}
        if manifest is None or manifest.sources.keys() != wanted or use.misfit(manifest):
            make.build(lambda step, seconds: None, FOLDER)
    return FOLDER

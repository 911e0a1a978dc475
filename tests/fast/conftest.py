"""One compiled build for all tests that want it, made in a folder of its own: never the one that a developer uses."""

import fcntl
import os
from pathlib import Path

import pytest

from games.fast import builder, loader
from games.fast.modules import SWITCH_MODULE, compiled_sources

FOLDER = loader.BASE / "build" / "fast-tests"
NO_COMPILER = "No C compiler with Python's header files on this machine: the compiled build is NOT TESTED."


@pytest.fixture(scope="session")
def compiled() -> Path:
    """The folder of a build of the sources as they are; a build of an earlier run is good enough if it fits."""
    try:
        builder.check_tools()
    except builder.BuildError as error:
        if os.environ.get("CI"):
            pytest.fail(str(error), pytrace=False)
        pytest.skip(NO_COMPILER)
    FOLDER.parent.mkdir(exist_ok=True)
    with FOLDER.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # several runs of the tests may share a checkout
        manifest = loader.read_manifest(FOLDER)
        wanted = {*compiled_sources(loader.BASE), SWITCH_MODULE}
        if manifest is None or manifest.sources.keys() != wanted or loader.incompatibility(manifest):
            builder.build(lambda step, seconds: None, FOLDER)
    return FOLDER

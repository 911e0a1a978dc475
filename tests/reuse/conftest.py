"""The wheel of games, and what installing it puts into a folder."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.project.sources import project_files, relative


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of a copy of the sources, built without a network."""
    copy = tmp_path_factory.mktemp("sources")
    for path in project_files():
        name = relative(path)
        if "/" not in name or name.startswith(("games/", "leagues/", "masques_site/")):
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy / name)
    build = "from setuptools.build_meta import build_wheel; build_wheel('made')"
    done = subprocess.run([sys.executable, "-c", build], cwd=copy, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    return next((copy / "made").glob("*.whl"))


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder to which the wheel is unpacked."""
    folder = tmp_path_factory.mktemp("installed")
    zipfile.ZipFile(wheel).extractall(folder)
    return folder

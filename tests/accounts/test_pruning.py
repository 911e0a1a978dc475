"""Remains of visits are deleted when their time is over, and those in use stay."""

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.utils import timezone

from games import clock
from masques_site.accounts import pruning
from masques_site.notices import cleaning
from masques_site.notices.models import OutboxMail
from tests.cast import person

pytestmark = pytest.mark.django_db


def logged_in(name: str) -> Client:
    client = Client()
    client.force_login(person(name))
    client.get("/")
    return client


def test_expired_sessions_and_their_browsers_go_and_others_stay():
    old, new = logged_in("anna"), logged_in("bruno")
    for client, name in ((old, "anna"), (new, "bruno")):
        key = client.session.session_key
        UserSession.objects.get_or_create(
            session_key=key, defaults={"user": person(name), "ip": "192.0.2.1", "user_agent": "a browser", "data": {}}
        )
    Session.objects.filter(pk=old.session.session_key).update(expire_date=timezone.now() - timedelta(seconds=1))
    pruning.prune()
    assert list(Session.objects.values_list("pk", flat=True)) == [new.session.session_key]
    assert list(UserSession.objects.values_list("user__username", flat=True)) == ["bruno"]


def test_values_of_the_cache_go_when_their_time_is_over(time_machine):
    time_machine.move_to(timezone.now())
    cache.set("short", 1, 10)
    cache.set("long", 1, 10_000)
    time_machine.shift(timedelta(minutes=1))
    pruning.prune()
    with connection.cursor() as cursor:
        cursor.execute("SELECT cache_key FROM site_cache")
        assert [key for (key,) in cursor.fetchall()] == [":1:long"]


def test_many_are_deleted_a_batch_at_a_time():
    for number in range(5):
        Session.objects.create(session_key=f"{number}", session_data="", expire_date=timezone.now() - timedelta(days=1))
    assert pruning.prune(batch=2, batches=2) == 4
    assert pruning.prune(batch=2, batches=2) == 1


def test_mails_of_the_embedded_site_are_on_show_for_a_month():
    now = clock.now()
    for days in (29, 31):
        OutboxMail.objects.create(to="a@example.org", subject=f"{days}", text="", created_at=now - timedelta(days=days))
    assert cleaning.prune_outbox() == 1
    assert OutboxMail.objects.get().subject == "29"

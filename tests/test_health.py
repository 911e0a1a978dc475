import pytest
from django.test import Client


@pytest.mark.django_db
def test_the_site_is_healthy_without_a_broker(client: Client) -> None:
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.json() == {"database": "ok", "broker": "down"}

"""The Celery app. Start workers and beat with `celery -A masques_site.celery_app`."""

import os
from pathlib import Path
from typing import Any

from celery import Celery
from celery.signals import beat_init, worker_ready

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "masques_site.settings")

app = Celery("masques_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_ready.connect
@beat_init.connect
def tell_that_we_are_ready(**_: Any) -> None:
    """Leave a sign for the process that started this one and waits for it."""
    if sign := os.environ.get("READY_FILE"):
        Path(sign).touch()

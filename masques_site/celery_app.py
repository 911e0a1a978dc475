"""The Celery app. Start workers and beat with `celery -A masques_site.celery_app`."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "masques_site.settings")

app = Celery("masques")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

"""The tools as a Django app, so that `manage.py` finds their commands."""

from django.apps import AppConfig


class BenchConfig(AppConfig):
    name = "bench"

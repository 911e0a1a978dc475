"""A project that adds games, with users of its own: the smallest that plays a match."""

from celery import Celery

app = Celery("carnival", broker="memory://", task_always_eager=True)  # a real project has workers and a beat

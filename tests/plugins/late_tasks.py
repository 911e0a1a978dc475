"""A module that makes the tasks of a worker that loads it begin late."""

import time

from celery.signals import task_prerun

from tests.plugins.delays import delay


@task_prerun.connect
def wait(**_signal: object) -> None:
    """Wait before a task."""
    time.sleep(delay())

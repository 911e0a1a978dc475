"""How soon the return of PostgreSQL is noticed, however long it was away."""

import os
import subprocess
import sys

from tests.project.sources import BASE

ASK = """
import django
django.setup()
from psycopg_pool.base import AttemptWithBackoff
attempt = AttemptWithBackoff(timeout=300)
waits = []
for second in range(20):
    attempt.update_delay(float(second))
    waits.append(attempt.delay)
print(max(waits))
"""


def test_a_database_that_is_gone_is_looked_for_every_second(tmp_path):
    grown = {
        "DATABASE_URL": "postgres://nobody@127.0.0.1:1/none",
        "SECRET_KEY": "for a test",
        "DATA_DIR": str(tmp_path),
    }
    environment = {**os.environ, **grown, "DJANGO_SETTINGS_MODULE": "masques_site.settings"}
    done = subprocess.run([sys.executable, "-c", ASK], cwd=BASE, env=environment, stdout=subprocess.PIPE, check=True)
    assert float(done.stdout) < 1.5

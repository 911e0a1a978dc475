"""Players are notified how a match changed their ratings, once, while it counts."""

from functools import partial

import pytest

from companion.models import Play
from companion.services.plays import announcing, answering
from games import clock, tasks
from games.models import Match
from games.services.match import play as match_play
from games.services.match.annul import annul
from leagues.core.rating import shown
from leagues.models import RatingChange
from leagues.services.ratings import ledger
from masques_site.accounts.services import delete_account
from masques_site.notices.kinds.ratings import PlayRated, RatingChanged
from masques_site.notices.models import Notice, OutboxMail, State
from masques_site.notices.services import finding
from masques_site.notices.topics import TOPICS, Topic
from tests.cast import person, play_to_end, running_match
from tests.companion.cast import moderator, recorded
from tests.growth.plans import full_scans
from tests.notices import sweeps
from tests.ratings import rate

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern", "stopped_clock")]


@pytest.fixture(autouse=True)
def wanted_by_mail(monkeypatch):
    monkeypatch.setitem(TOPICS, "rating", Topic("rating", "wanted by mail"))


def finished(*names: str, **more) -> Match:
    """A rated match of these people that is over and rated."""
    match = play_to_end(running_match("lantern", [person(name) for name in names], **{"is_rated": True, **more}))
    return rated(match)


def rated(match: Match) -> Match:
    tasks.announce(match.pk)
    ledger.rate_all_due()
    return match


def told() -> list[tuple[str, str]]:
    """Return who has a notice, and the state of its mail."""
    notices = Notice.objects.filter(kind=RatingChanged.code).order_by("user__username")
    return list(notices.values_list("user__username", "state"))


def mails() -> list[OutboxMail]:
    return list(OutboxMail.objects.filter(subject__contains="rating").order_by("to", "pk"))


def sweep(at, **passed: float) -> None:
    """Let the sweep run at that time, and once again, as it does every few seconds."""
    at(**passed)
    sweeps.notify_due()
    sweeps.notify_due()


def numbers(match: Match | Play, name: str) -> tuple[int, int]:
    """Return the number before and after the match, from the ledger."""
    line = RatingChange.objects.get(match=match.pk, player=person(name).pk)
    return shown(line.mu_before, line.sigma_before), shown(line.mu_after, line.sigma_after)


def test_each_player_is_notified_once_of_their_own_rating(at):
    for name, number in (("anna", 1500), ("bruno", 1650)):  # so far apart that a tie changes both numbers, too
        rate(person(name), number)
    match = finished("anna", "bruno")
    sweeps.notify_due()
    assert mails() == [], "it waits for the next match"
    sweep(at, minutes=1)
    assert told() == [("anna", State.PASSED), ("bruno", State.PASSED)]
    of_anna, of_bruno = mails()
    for mail, name, number in ((of_anna, "anna", 1500), (of_bruno, "bruno", 1650)):
        before, after = numbers(match, name)
        assert before == number != after
        assert mail.to == f"{name}@example.org"
        assert mail.subject == f"Your rating at Lantern: {after}"
        assert f"your rating at Lantern (Players only, Calm) went from {number} to {after}." in mail.text
        assert f"https://masques.example/matches/{match.pk}/" in mail.text
        assert "leaderboard" not in mail.text, "they were there before"


def test_the_first_match_says_that_the_rating_is_new(at):
    match = finished("anna", "bruno")
    sweep(at, minutes=1)
    number = numbers(match, "anna")[1]
    assert f"you have your first rating at Lantern (Players only, Calm): {number}." in mails()[0].text


def test_the_match_that_brings_a_player_onto_the_leaderboard_says_so(at):
    rate(person("anna"), 1500, matches=9)
    rate(person("bruno"), 1500, matches=8)
    finished("anna", "bruno")
    sweep(at, minutes=1)
    of_anna, of_bruno = mails()
    assert "You’re on the leaderboard now." in of_anna.text
    assert "leaderboard" not in of_bruno.text


def test_a_number_that_stays_says_so(at):
    rate(person("anna"), 1500)
    match = finished("anna", "bruno")
    line = RatingChange.objects.get(match=match.pk, player=person("anna").pk)
    RatingChange.objects.filter(pk=line.pk).update(mu_after=line.mu_before, sigma_after=line.sigma_before)
    sweep(at, minutes=1)
    assert "your rating at Lantern (Players only, Calm) stayed at 1500." in mails()[0].text


def test_matches_within_a_minute_are_one_mail(at):
    matches = [finished("anna", "bruno") for _match in range(2)]
    sweep(at, minutes=1)
    of_anna, of_bruno = mails()
    assert (of_anna.to, of_bruno.to) == ("anna@example.org", "bruno@example.org")
    assert of_anna.subject == "2 matches have changed your ratings"
    for match in matches:
        assert f"Your rating at Lantern: {numbers(match, 'anna')[1]}" in of_anna.text


def test_a_match_that_is_not_rated_changes_nothing(at):
    finished("anna", "bruno", is_rated=False)
    sweep(at, minutes=1)
    assert told() == []


def test_a_deleted_account_gets_none(at):
    match = running_match("lantern", [person("anna"), person("bruno")], is_rated=True)
    match = play_to_end(match)
    delete_account(person("bruno"))
    rated(match)
    sweep(at, minutes=1)
    assert told() == [("anna", State.PASSED)]


def test_a_player_who_resigned_is_notified_too(at):
    match = running_match("lantern", [person("anna"), person("bruno")], is_rated=True)
    match_play.resign(actor=person("anna"), match_id=match.pk, seat=0)
    rated(match)
    sweep(at, minutes=1)
    assert told() == [("anna", State.PASSED), ("bruno", State.PASSED)]


def test_a_match_that_is_annulled_meanwhile_is_moot(at):
    match = finished("anna", "bruno")
    sweeps.notify_due()
    annul(match_id=match.pk, reason="A test.", by="a test")
    tasks.announce(match.pk)
    sweep(at, minutes=1)
    assert told() == [("anna", State.MOOT), ("bruno", State.MOOT)]


def test_other_numbers_after_an_earlier_match_was_annulled_are_no_news(at):
    first = finished("anna", "bruno")
    at(seconds=1)
    second = finished("anna", "bruno")
    sweep(at, minutes=2)
    before = numbers(second, "anna")
    annul(match_id=first.pk, reason="A test.", by="a test")
    rated(first)
    assert numbers(second, "anna") != before
    sent = len(mails())
    finding.look_through_all()
    sweep(at, minutes=4)
    assert len(mails()) == sent


def test_a_muted_match_sends_none(at):
    match = finished("anna", "bruno")
    match.seats.filter(user=person("anna")).update(muted_at=clock.now())
    sweep(at, minutes=1)
    assert told() == [("anna", State.UNWANTED), ("bruno", State.PASSED)]


def test_one_of_long_ago_is_not_notified(at):
    finished("anna", "bruno")
    sweep(at, days=2, seconds=1)
    assert told() == []


def played_at_a_table(*, is_rated: bool = True) -> Play:
    """A play of Maskera that both players have confirmed, and that is rated if it is to be."""
    anna, bruno = person("anna"), person("bruno")
    play = recorded(anna, (anna, 1), (bruno, 2), title="maskera", is_rated=is_rated)
    answering.confirm(user=bruno, play_id=play.pk, version=1)
    announcing.announce_due()
    ledger.rate_all_due()
    return play


def test_a_rated_play_of_the_real_table_tells_its_players_too(at):
    play = played_at_a_table()
    sweep(at, minutes=1)
    rows = Notice.objects.filter(kind="play_rated").order_by("user__username")
    assert list(rows.values_list("user__username", "state")) == [("anna", State.PASSED), ("bruno", State.PASSED)]
    of_anna, of_bruno = mails()
    assert of_anna.subject == f"Your rating at Maskera: {numbers(play, 'anna')[1]}"
    assert f"you have your first rating at Maskera (Real table): {numbers(play, 'bruno')[1]}." in of_bruno.text
    assert f"https://masques.example/plays/{play.pk}/" in of_anna.text


def test_a_play_that_an_organiser_strikes_out_meanwhile_is_moot(at):
    play = played_at_a_table()
    answering.decide(actor=moderator(), play_id=play.pk, version=1, counts=False, reason="It was a joke.")
    announcing.announce_due()
    ledger.rate_all_due()
    sweep(at, minutes=1)
    assert mails() == []


def test_a_play_that_is_not_rated_changes_nothing(at):
    played_at_a_table(is_rated=False)
    sweep(at, minutes=1)
    assert not Notice.objects.filter(kind="play_rated").exists()


def test_no_sweep_reads_the_whole_ledger():
    finished("anna", "bruno")
    for kind in (RatingChanged, PlayRated):
        assert full_scans(partial(finding.notify, kind)) == []
    assert full_scans(sweeps.notify_due) == []

"""The remains of a deleted account: nothing that could identify its owner."""

import pytest
from allauth.account.models import EmailAddress
from django.core.management import call_command
from django.test import Client

from games.chance import nonce_digest
from games.models import Match, Seat
from games.selectors.proofs import proof_of
from games.services.waiting import tables
from masques_site.accounts.models import User
from masques_site.accounts.services import delete_account
from masques_site.notices.models import Delivery, Endpoint, OutboxMail, Timing, TopicChoice
from tests.accounts.cast import member
from tests.accounts.test_own_account import choose_notices
from tests.cast import play_to_end

pytestmark = pytest.mark.django_db(transaction=True)


def mail(to: str, text: str = "", **more: str) -> int:
    return OutboxMail.objects.create(to=to, subject=more.pop("subject", "news"), text=text, **more).pk


def test_deletion_takes_name_and_addresses_out_of_the_outbox():
    giulia = member("Giulia")
    EmailAddress.objects.create(user=giulia, email="giulia@elsewhere.example")
    for address in ("giulia@example.org", "Giulia <GIULIA@example.org>", "giulia@elsewhere.example"):
        mail(address)
    mail("old@example.org", "changed from old@example.org to giulia@example.org.")
    told = mail(
        "bianca@example.org", "Giulia and Giuliana: /people/Giulia/", subject="Giulia invites", html="<b>Giulia</b>"
    )
    mail("agiulia@example.org", "kept")
    delete_account(giulia)
    kept = OutboxMail.objects.get(pk=told)
    assert (kept.subject, kept.text, kept.html) == ("*** invites", "*** and Giuliana: /people/***/", "<b>***</b>")
    assert set(OutboxMail.objects.values_list("to", flat=True)) == {"bianca@example.org", "agiulia@example.org"}


def test_a_player_who_only_claimed_an_address_takes_no_mail_of_its_owner_along():
    member("Giulia")
    stranger = member("Celeste")
    EmailAddress.objects.create(user=stranger, email="giulia@example.org")
    kept = mail("giulia@example.org", "yours")
    delete_account(stranger)
    assert OutboxMail.objects.filter(pk=kept).exists()


def test_deletion_takes_channels_choices_and_deliveries_along():
    giulia, bianca = member("Giulia"), member("Bianca")
    for user in (giulia, bianca):
        choose_notices(user)
    delete_account(giulia)
    for model in (Endpoint, TopicChoice, Timing):
        assert set(model.objects.values_list("user", flat=True)) == {bianca.pk}
    assert set(Delivery.objects.values_list("endpoint__user", flat=True)) == {bianca.pk}


def finished_match(giulia: User, bianca: User, *, stored: str | None = None) -> Match:
    """A finished match to whose draws Giulia added words; `stored` is what a site from before would have stored."""
    match = tables.open_table(host=giulia, title="lantern", seats=2, settings={}, pace="standard", access="open")
    tables.add_nonce(user=giulia, match_id=match.pk, nonce="Giulia of the quay")
    if stored is not None:
        Seat.objects.filter(match=match, user=giulia).update(nonce=stored)
    tables.join_table(user=bianca, match_id=match.pk, nonce="rain")
    return play_to_end(match)


def faults_of(match: Match) -> list[str]:
    proof = proof_of(match, list(match.seats.all()))
    assert proof is not None
    return proof.faults


def test_words_of_chance_are_never_stored_and_the_proof_is_the_same_after_a_deletion(lantern):
    giulia, bianca = member("Giulia"), member("Bianca")
    match = finished_match(giulia, bianca)
    nonces = [nonce_digest("Giulia of the quay"), nonce_digest("rain")]
    assert [seat.nonce for seat in match.seats.order_by("index")] == nonces
    before = Client().get(f"/matches/{match.pk}/proof/?format=json").json()
    assert before["nonces"] == nonces
    delete_account(giulia)
    assert Client().get(f"/matches/{match.pk}/proof/?format=json").json() == before
    assert not faults_of(match)


def test_words_of_older_matches_are_shown_until_their_owner_is_gone(lantern, capsys):
    giulia, bianca = member("Giulia"), member("Bianca")
    match = finished_match(giulia, bianca, stored="old words")
    page = f"/matches/{match.pk}/proof/"
    assert "old words" in Client().get(page).content.decode()
    delete_account(giulia)
    call_command("verify_match", match.pk)
    for shown in (
        Client().get(page).content.decode(),
        Client().get(f"{page}?format=json").content.decode(),
        capsys.readouterr().out,
    ):
        assert "old words" not in shown
        assert nonce_digest("old words") in shown
    assert not faults_of(match)

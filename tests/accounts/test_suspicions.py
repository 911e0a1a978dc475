"""Moderators: flags with their evidence, reviewing them, and annulling matches for a reason."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import tasks
from games.models import Match
from games.services.match.play import resign
from games.services.seats.take_over import take_over
from leagues.core.integrity import Kind
from leagues.core.rating_fold import Fold
from leagues.models import IntegrityFlag, PlayerRating, RatedResult
from leagues.services.ratings import ledger
from masques_site.accounts.models import ModerationAct
from tests.accounts.cast import client_of, member
from tests.accounts.test_moderation import moderator
from tests.cast import fresh, play_to_end, running_match
from tests.leagues.cast import flag_about

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

PAGE = "/moderation/suspicions/"


def finished(*people, **more):
    match = play_to_end(running_match("lantern", list(people), is_rated=True, **more))
    tasks.announce(match.pk)
    return match


@pytest.fixture
def flagged():
    """Two people, three rated matches of theirs, and an open flag about these."""
    pair = member("Anna"), member("Bruno")
    matches = [finished(*pair) for _match in range(3)]
    ledger.rate_all_due()
    return pair, matches, flag_about(pair[0].pk, pair[1].pk, [match.pk for match in matches])


def page_of(client):
    return client.get(PAGE).content.decode()


def test_a_moderator_reads_who_what_and_which_matches(flagged):
    _pair, matches, _flag = flagged
    desk = client_of(moderator())
    page = page_of(desk)
    assert "Loses to one opponent" in page
    assert "once in 10⁵ comparisons" in page
    assert "Bruno finished ahead of Anna in 0 of 3 matches" in page
    assert 'href="/people/Anna/"' in page
    for match in matches:
        assert f'href="/matches/{match.pk}/"' in page
        assert f'href="/moderation/matches/{match.pk}/annul/"' in page
    assert "1 suspicion about results" in desk.get("/moderation/").content.decode()


def test_two_who_only_play_each_other_are_flagged_with_shares_not_odds(flagged):
    _pair, _matches, flag = flagged
    flag.kind = Kind.SECLUSION
    flag.numbers = {"matches": 40, "won": 23, "lost": 17, "elsewhere": 1, "elsewhere_helper": 0}
    flag.save()
    page = page_of(client_of(moderator()))
    assert "Only play each other" in page
    assert "Anna and Bruno played 40 rated matches with nobody but each other" in page
    assert "Anna finished ahead in 23 of them, Bruno in 17" in page
    assert "Rated matches with other players: Anna 1, Bruno 0." in page
    assert "By chance" not in page


def test_nobody_else_sees_a_flag(flagged):
    (anna, _bruno), matches, _flag = flagged
    client = client_of(anna)
    assert client.get(PAGE).status_code == 403
    pages = ["/", "/people/Anna/", "/account/export/", f"/matches/{matches[0].pk}/", "/account/settings/"]
    for path in pages:
        answer = client.get(path)
        assert answer.status_code == 200, path
        assert "loses to one" not in answer.content.decode().lower()
        assert "farming" not in answer.content.decode().lower()


def test_a_flag_is_reviewed_with_a_note_that_is_logged(flagged):
    _pair, _matches, flag = flagged
    zeno = moderator()
    desk, address = client_of(zeno), f"/moderation/suspicions/{flag.pk}/review/"
    for bad in ("", " ", "x" * 501):
        assert "Nothing was changed" in desk.post(address, {"note": bad}, follow=True).content.decode()
    assert desk.post("/moderation/suspicions/99999/review/", {"note": "x"}).status_code == 404
    assert not ModerationAct.objects.exists()
    for note in ("brothers", "twice"):
        assert desk.post(address, {"note": note}).status_code == 302
    flag.refresh_from_db()
    assert (flag.note, flag.reviewed_by) == ("brothers", zeno)
    (act,) = ModerationAct.objects.all()
    assert (act.kind, act.moderator, act.note) == ("review", zeno, "brothers")
    assert "No open suspicions." in page_of(desk)


def test_a_moderator_who_is_in_a_flag_sees_it_and_decides_nothing():
    zeno, bruno = moderator(), member("Bruno")
    own, other = finished(zeno, bruno), finished(bruno, member("Carla"))
    flag = flag_about(bruno.pk, zeno.pk, [own.pk, other.pk])
    desk = client_of(zeno)
    page = page_of(desk)
    assert "another moderator must decide" in page
    assert f"/suspicions/{flag.pk}/review/" not in page
    assert "/annul/" not in page
    answer = desk.post(f"/moderation/suspicions/{flag.pk}/review/", {"note": "fine"}, follow=True)
    assert "another moderator must decide" in answer.content.decode()
    for match in (own, other):
        address = f"/moderation/matches/{match.pk}/annul/"
        assert "<textarea" not in desk.get(address).content.decode()
        assert "another moderator must decide" in desk.post(address, {"note": "x"}, follow=True).content.decode()
        assert fresh(match).annulled_at is None
    flag.refresh_from_db()
    assert flag.reviewed_at is None
    assert not ModerationAct.objects.exists()


def test_a_moderator_who_gave_up_a_seat_in_a_match_decides_nothing_about_it():
    zeno, bruno = moderator(), member("Bruno")
    match = running_match("lantern", [zeno, bruno, member("Carla")])
    resign(actor=zeno, match_id=match.pk, seat=0)
    take_over(match_id=match.pk, seat=0, user=member("Dora"), by="olga")
    desk, address = client_of(zeno), f"/moderation/matches/{match.pk}/annul/"
    assert "<textarea" not in desk.get(address).content.decode()
    assert "another moderator must decide" in desk.post(address, {"note": "x"}, follow=True).content.decode()
    assert fresh(match).annulled_at is None
    assert not ModerationAct.objects.exists()


def test_annulling_says_what_happens_asks_for_a_reason_and_is_logged(flagged):
    _pair, matches, _flag = flagged
    zeno = moderator()
    desk, address = client_of(zeno), f"/moderation/matches/{matches[0].pk}/annul/"
    page = desk.get(address).content.decode()
    assert "Anna" in page
    assert "Ratings are recalculated" in page
    assert fresh(matches[0]).annulled_at is None
    for bad in ("", "  ", "x" * 501):
        assert desk.post(address, {"note": bad}).status_code == 422
    assert not ModerationAct.objects.exists()
    for reason in ("agreed upon", "twice"):
        assert desk.post(address, {"note": reason}).status_code == 302
    assert fresh(matches[0]).annulled_at is not None
    (act,) = ModerationAct.objects.all()
    assert (act.kind, act.moderator, act.person_name, act.note) == ("annul", zeno, matches[0].pk, "agreed upon")
    assert "already annulled" in desk.get(address).content.decode()
    assert f"annulled a match: {matches[0].pk}" in desk.get("/moderation/").content.decode()
    assert IntegrityFlag.objects.get().reviewed_at is None  # one does not follow from the other


def test_after_it_ratings_are_what_they_were_without_the_match(flagged):
    _pair, matches, _flag = flagged
    before = dict(PlayerRating.objects.values_list("player", "sigma"))
    client_of(moderator()).post(f"/moderation/matches/{matches[0].pk}/annul/", {"note": "agreed upon"})
    tasks.announce(matches[0].pk)
    ledger.rate_all_due()
    fold = Fold()
    fold.apply_all(row.rated_match for row in RatedResult.objects.exclude(pk=matches[0].pk))
    stored = {row.key: row.rating for row in PlayerRating.objects.all()}
    assert stored == fold.ratings
    assert dict(PlayerRating.objects.values_list("player", "sigma")) != before
    assert {row.rating.matches for row in PlayerRating.objects.all()} == {2}


def test_a_running_match_ends_and_its_page_reveals_nothing():
    match = running_match("lantern", [member("Anna"), member("Bruno")])
    desk, address = client_of(moderator()), f"/moderation/matches/{match.pk}/annul/"
    page = desk.get(address).content.decode()
    assert "The match ends now, and everyone ties." in page
    assert "no rating changes" in page
    desk.post(address, {"note": "two people acting as one"})
    assert Match.objects.get(pk=match.pk).status == "finished"
    assert len(set(fresh(match).outcome["places"])) == 1


def test_a_match_is_found_by_its_number_and_private_ones_are_not():
    pair = member("Anna"), member("Bruno")
    public, private = running_match("lantern", pair), running_match("lantern", pair, access="link")
    desk = client_of(moderator())
    assert desk.get(f"/moderation/annul/?match=%20{public.pk}").url == f"/moderation/matches/{public.pk}/annul/"
    for bad in (private.pk, "", "nosuch", "x" * 200):
        answer = desk.get(f"/moderation/annul/?match={bad}", follow=True)
        assert "There’s no public match with this number" in answer.content.decode()
    for method in (desk.get, desk.post):
        assert method(f"/moderation/matches/{private.pk}/annul/", {"note": "x"}).status_code == 404
    assert fresh(private).annulled_at is None


def test_the_page_costs_the_same_however_many_flags_there_are(flagged):
    (anna, bruno), matches, _flag = flagged
    desk = client_of(moderator())

    def statements():
        desk.get(PAGE)
        with CaptureQueriesContext(connection) as queries:
            assert desk.get(PAGE).status_code == 200
        return len(queries)

    one = statements()
    for number in range(5):
        flag_about(bruno.pk, anna.pk, [match.pk for match in matches], about=f"more-{number}")
    assert statements() == one

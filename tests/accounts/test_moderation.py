"""Blocks, reports, bans: from the profile page to the moderators' desk."""

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Permission
from django.test import Client

from games.policy import policy
from games.refusals import Forbidden
from games.services.waiting import tables
from masques_site.accounts.models import ModerationAct, Report, User
from tests.accounts.cast import client_of, member
from tests.cast import due, move, running_match

pytestmark = pytest.mark.django_db


def moderator(second_factor: bool = True) -> User:
    user = member("Zeno", is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="moderate"))
    if second_factor:
        Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={})
    return user


def open_table(host: User) -> str:
    table = tables.open_table(host=host, title="lantern", seats=2, settings={}, pace="standard", access="open")
    return table.pk


@pytest.mark.parametrize("blocker", ["Giulia", "Bianca"])
def test_blocked_people_are_not_seated_together_in_either_direction(lantern, blocker):
    giulia, bianca = member("Giulia"), member("Bianca")
    other = bianca if blocker == "Giulia" else giulia
    client = client_of(User.objects.get(username=blocker))
    assert client.post(f"/people/{other.username}/block/").status_code == 302
    table = open_table(giulia)
    with pytest.raises(Forbidden, match="can’t play together"):
        tables.join_table(user=bianca, match_id=table)
    with pytest.raises(Forbidden, match="can’t invite this player"):
        tables.invite(host=giulia, match_id=table, user=bianca)
    client.post(f"/people/{other.username}/unblock/")
    tables.join_table(user=bianca, match_id=table)


def test_the_profile_shows_the_block_to_the_blocker_only():
    giulia, bianca = member("Giulia"), member("Bianca")
    client_of(giulia).post("/people/Bianca/block/")
    assert "Unblock" in client_of(giulia).get("/people/Bianca/").content.decode()
    assert "Unblock" not in client_of(bianca).get("/people/Giulia/").content.decode()


def test_nobody_blocks_or_reports_themselves():
    client = client_of(member("Giulia"))
    assert "can’t block yourself" in client.post("/people/Giulia/block/", follow=True).content.decode()
    client.post("/people/Giulia/report/", {"reason": "abuse", "text": "x"})
    assert not Report.objects.exists()


def test_a_report_reaches_the_moderators_and_is_closed_with_a_note():
    giulia, bianca, zeno = member("Giulia"), member("Bianca"), moderator()
    form = {"reason": "abuse", "text": "<b>rude</b> words", "match_id": "abc"}
    assert client_of(giulia).post("/people/Bianca/report/", form).status_code == 302
    dashboard = client_of(zeno)
    page = dashboard.get("/moderation/").content.decode()
    assert "&lt;b&gt;rude&lt;/b&gt;" in page
    report = Report.objects.get()
    dashboard.post(f"/moderation/reports/{report.pk}/close/", {"note": "talked to her"})
    dashboard.post(f"/moderation/reports/{report.pk}/close/", {"note": "twice"})
    report.refresh_from_db()
    assert (report.closed_by, report.note, report.reported) == (zeno, "talked to her", bianca)
    assert ModerationAct.objects.count() == 1
    assert "rude" not in dashboard.get("/moderation/").content.decode()


def test_the_banned_watch_but_do_not_play(lantern):
    giulia, bianca, zeno = member("Giulia"), member("Bianca"), moderator()
    match = running_match("lantern", [giulia, bianca])
    dashboard = client_of(zeno)
    for person in ("Giulia", "Bianca"):
        dashboard.post(f"/moderation/people/{person}/ban/", {"note": "two people acting as one"})
    seat = due(match)[0]
    with pytest.raises(Forbidden, match="banned"):
        move(match, seat)
    assert client_of(seat.user).get("/account/settings/").content.decode().count("two people acting as one") == 1
    assert "banned" in Client().get("/people/Giulia/").content.decode()
    dashboard.post(f"/moderation/people/{seat.user.username}/unban/", {"note": "a mistake"})
    seat = due(match)[0]
    move(match, seat)
    assert list(ModerationAct.objects.values_list("kind", flat=True)).count("ban") == 2


def test_moderators_are_not_banned_and_a_ban_needs_a_reason():
    bianca, zeno = member("Bianca"), moderator()
    dashboard = client_of(zeno)
    dashboard.post("/moderation/people/Zeno/ban/", {"note": "oops"})
    dashboard.post("/moderation/people/Bianca/ban/", {"note": " "})
    assert not User.objects.filter(banned_at__isnull=False).exists()
    assert policy().refuse_to_play(bianca) is None


def test_the_desk_is_for_moderators_with_a_second_factor():
    assert Client().get("/moderation/").status_code == 302
    assert client_of(member("Giulia")).get("/moderation/").status_code == 403
    assert client_of(member("Anna", is_staff=True)).get("/moderation/").url == "/accounts/2fa/"
    zeno = moderator(second_factor=False)
    assert client_of(zeno).get("/moderation/").url == "/accounts/2fa/"
    assert client_of(zeno).get("/admin/").url == "/accounts/2fa/"
    Authenticator.objects.create(user=zeno, type=Authenticator.Type.TOTP, data={})
    assert client_of(zeno).get("/moderation/").status_code == 200
    assert client_of(zeno).get("/admin/").status_code == 200


def test_staff_who_are_no_moderators_do_nothing_at_the_desk():
    anna, bianca = member("Anna", is_staff=True), member("Bianca")
    Authenticator.objects.create(user=anna, type=Authenticator.Type.TOTP, data={})
    report = Report.objects.create(reported=bianca, reported_name="Bianca", reason="abuse", text="rude")
    client = client_of(anna)
    assert client.get("/moderation/").status_code == 403
    banned = member("Carla", banned_at=report.created_at)
    paths = ("people/Bianca/ban", "people/Carla/unban", f"reports/{report.pk}/close")
    assert [client.post(f"/moderation/{path}/", {"note": "x"}).status_code for path in paths] == [403, 403, 403]
    for row in (report, bianca, banned):
        row.refresh_from_db()
    assert (report.closed_at, bianca.is_banned, banned.is_banned) == (None, False, True)
    assert not ModerationAct.objects.exists()


@pytest.mark.parametrize(
    "path",
    [
        "/people/Bianca/block/",
        "/people/Bianca/unblock/",
        "/moderation/people/Bianca/ban/",
        "/moderation/people/Bianca/unban/",
        "/moderation/reports/1/close/",
        "/account/sessions/1/end/",
    ],
)
def test_every_change_is_a_form(path):
    member("Bianca")
    zeno = moderator()
    client = Client(enforce_csrf_checks=True)
    client.force_login(zeno, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(path).status_code == 405
    assert client.post(path, {"note": "x"}).status_code == 403
    anonymous = Client().post(path, {"note": "x"})
    assert anonymous.status_code == 302
    assert "/accounts/login/" in anonymous.url


@pytest.mark.parametrize(
    "path", ["/account/keep/", "/account/settings/", "/account/export/", "/account/delete/", "/people/Bianca/report/"]
)
def test_visitors_are_asked_to_log_in(path):
    member("Bianca")
    answer = Client().get(path)
    assert answer.status_code == 302
    assert answer.url.startswith("/accounts/login/")


@pytest.mark.parametrize("model", ["user", "report", "moderationact"])
def test_staff_with_a_second_factor_reach_the_records(model):
    zeno = moderator()
    User.objects.filter(pk=zeno.pk).update(is_superuser=True)
    client = client_of(zeno)
    assert client.get(f"/admin/accounts/{model}/").status_code == 200
    added = client.get(f"/admin/accounts/{model}/add/").status_code
    assert added == (200 if model == "user" else 403)
    assert client.get(f"/admin/accounts/user/{zeno.pk}/change/").status_code == 200


@pytest.fixture
def reported(lantern) -> tuple[str, Client]:
    """A public match about which Giulia has reported Bianca, and the desk of a moderator."""
    giulia, bianca = member("Giulia"), member("Bianca")
    match = running_match("lantern", [giulia, bianca])
    form = {"reason": "stalling", "text": "slow", "match_id": match.pk}
    client_of(giulia).post("/people/Bianca/report/", form)
    return match.pk, client_of(moderator())


def test_a_report_leads_to_its_match_and_to_what_can_be_done(reported):
    match_id, desk = reported
    page = desk.get("/moderation/").content.decode()
    for address in (
        f"/matches/{match_id}/",
        f"/moderation/matches/{match_id}/annul/",
        "/moderation/people/Bianca/ban/",
    ):
        assert f'"{address}"' in page, address
        assert desk.get(address).status_code == (405 if address.endswith("/ban/") else 200)
    desk.post("/moderation/people/Bianca/ban/", {"note": "stalls"})
    desk.post(f"/moderation/matches/{match_id}/annul/", {"note": "stalled"})
    page = desk.get("/moderation/").content.decode()
    assert '"/moderation/people/Bianca/unban/"' in page
    assert f'"/moderation/matches/{match_id}/annul/"' not in page


@pytest.mark.parametrize("number", ["", "nowhere", "../../x"], ids=["none", "no match", "no number"])
def test_a_report_without_a_match_that_can_be_seen_leads_to_none(lantern, number):
    giulia, bianca = member("Giulia"), member("Bianca")
    hidden = running_match("lantern", [giulia, bianca], access="link")
    for match_id in (number, hidden.pk):
        Report.objects.create(
            reporter=giulia, reported=bianca, reported_name="Bianca", reason="other", match_id=match_id
        )
    page = client_of(moderator()).get("/moderation/").content.decode()
    assert "/annul/" not in page.replace("/moderation/annul/", "")
    assert "See match" not in page

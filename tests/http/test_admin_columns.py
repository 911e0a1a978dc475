"""The admin shows, searches and filters declared columns of a match and its rows, no others. Staff are players too."""

import pytest
from django.contrib import admin
from django.test import RequestFactory

from games import models
from tests.http.town import Town

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lantern")]

SHOWN = {
    "match": (
        "id title rules_version seat_count settings status host access pace auto_start pause_nights pause_weekends "
        "pause_vacations rematch_of source is_rated rating_low rating_high is_demo commitment created_at expires_at "
        "started_at finished_at annulled_at ply rev deadline outcome"
    ),
    "seat": "index user bot joined_at vacated_at bank timeouts due_since deadline",
    "invitation": "match user created_at",
    "botfailure": "match seat level cause detail at",
    "breakglass": "match by reason at",
}
HIDDEN = (
    models.MatchKey,
    models.Event,
    models.Answer,
    models.Receipt,
    models.BotTurn,
    models.Spectator,
    models.StandingAnswer,
    models.Look,
)


@pytest.fixture
def request_of_superuser():
    town = Town()
    request = RequestFactory().get("/admin/")
    request.user = town.people["superuser"]
    request.user.refresh_from_db()
    return request


def columns(found) -> set[str]:
    return {str(name).lstrip("-^=@").partition("__")[0] for name in found}


def shown_by(page: admin.ModelAdmin, request) -> set[str]:
    """The columns that a list or a page of a model names, searches in or filters by."""
    fields = columns(page.get_fields(request)) | columns(page.get_readonly_fields(request))
    lists = columns(page.get_list_display(request)) | columns(page.get_list_filter(request))
    return fields | lists | columns(page.get_search_fields(request)) | columns(page.get_ordering(request))


def test_every_column_that_staff_see_of_matches_is_declared(request_of_superuser):
    pages = {model._meta.model_name: page for model, page in admin.site._registry.items() if is_of_games(model)}
    assert {*pages, "seat"} == set(SHOWN)
    for name, page in pages.items():
        assert shown_by(page, request_of_superuser) <= set(SHOWN[name].split()), name
        for inline in page.get_inline_instances(request_of_superuser):
            shown = columns(inline.get_fields(request_of_superuser))
            assert shown <= set(SHOWN[inline.model._meta.model_name].split()), inline


def is_of_games(model) -> bool:
    return bool(model._meta.app_label == "games")


def test_log_answers_keys_and_kept_moves_have_no_page(request_of_superuser):
    registered = set(admin.site._registry)
    inlines = {
        inline.model
        for page in admin.site._registry.values()
        for inline in page.get_inline_instances(request_of_superuser)
    }
    assert not (registered | inlines) & set(HIDDEN)


def test_nobody_changes_a_match_or_what_belongs_to_it_by_the_admin(request_of_superuser):
    for model, page in admin.site._registry.items():
        if not is_of_games(model):
            continue
        for one in (page, *page.get_inline_instances(request_of_superuser)):
            assert not one.has_change_permission(request_of_superuser), one
            assert not one.has_delete_permission(request_of_superuser), one
            adding = (None,) if isinstance(one, admin.options.InlineModelAdmin) else ()
            assert not one.has_add_permission(request_of_superuser, *adding), one
        assert set(page.get_actions(request_of_superuser)) == set(), model


def test_secret_columns_are_on_no_page_of_the_admin(client):
    town = Town()
    models.Match.objects.filter(pk=town.private.pk).update(link_token="TOKEN-OF-A-LINK")
    models.Seat.objects.filter(match=town.private).update(nonce="WORDS-OF-A-SEAT")
    for seat in town.private.seats.all():
        models.Look.objects.create(seat=seat, holder=seat.user_id, at=1_900_000_000, ply=987654)
    staff = town.client("superuser")
    for address in (
        f"/admin/games/match/{town.private.pk}/change/",
        f"/admin/games/match/{town.private.pk}/history/",
        "/admin/games/match/",
        "/admin/games/invitation/",
    ):
        page = staff.get(address).content.decode()
        assert "TOKEN-OF-A-LINK" not in page, address
        assert "WORDS-OF-A-SEAT" not in page, address
        assert "987654" not in page, address
        assert "987,654" not in page, address
    for guess in ("TOKEN-OF-A-LINK", "TOKEN-OF", "WORDS"):
        assert town.private.pk not in staff.get(f"/admin/games/match/?q={guess}").content.decode()


def test_leagues_have_no_page_in_the_admin():
    """Requests of members and answers of organisers are read in the league, by those whom they concern."""
    assert not {model for model in admin.site._registry if model._meta.app_label == "leagues"}

"""Running a league: roles, handover, the number of leagues per owner, and their names."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from bench.races import at_once
from games.refusals import BadInput, Conflict, Forbidden, Refusal, TooMany
from leagues.core.rules import Format
from leagues.models import League, Role
from leagues.models.rules import TERMS
from leagues.refusals import NoSuchLeague
from leagues.services.entering import entries
from leagues.services.organising import leagues, roles
from leagues.services.timetable import seasons, steps
from tests.accounts.cast import client_of
from tests.cast import person
from tests.leagues.cast import make_league, newest, opened

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


def held(league):
    """Return who has which role."""
    return dict(league.roles.values_list("user__username", "kind"))


def offer(league, name, kind, actor="olga"):
    roles.offer(actor=person(actor), league_id=league.pk, user=person(name), kind=kind)


def offers(league):
    """Return who is offered which role."""
    return dict(league.role_offers.filter(state="open").values_list("user__username", "kind"))


def accept(league, name, kind):
    roles.accept(user=person(name), offer_id=league.role_offers.get(user=person(name)).pk, kind=kind)


def decline(league, name):
    roles.decline(user=person(name), offer_id=league.role_offers.get(user=person(name)).pk)


def appoint(league, name, kind, actor="olga"):
    offer(league, name, kind, actor)
    accept(league, name, kind)


def test_a_role_counts_when_its_offer_is_accepted():
    league = make_league(Format.PODS, 3, admission="invitation")
    offer(league, "otto", "organiser")
    assert held(league) == {"olga": "owner"}
    assert offers(league) == {"otto": "organiser"}
    with pytest.raises(Forbidden):
        leagues.invite(actor=person("otto"), league_id=league.pk, user=person("anna"))
    accept(league, "otto", "organiser")
    assert held(league) == {"olga": "owner", "otto": "organiser"}
    assert leagues.invite(actor=person("otto"), league_id=league.pk, user=person("anna"))


def test_another_player_does_not_answer_an_offer():
    league = make_league(Format.PODS, 3)
    offer(league, "otto", "organiser")
    with pytest.raises(NoSuchLeague):
        roles.accept(user=person("nora"), offer_id=league.role_offers.get().pk, kind="organiser")
    with pytest.raises(NoSuchLeague):
        roles.decline(user=person("nora"), offer_id=league.role_offers.get().pk)
    assert offers(league) == {"otto": "organiser"}


def test_an_offer_is_accepted_for_what_the_page_showed():
    league = make_league(Format.PODS, 3)
    offer(league, "otto", "moderator")
    offer(league, "otto", "owner")
    with pytest.raises(Conflict, match="a different role"):
        accept(league, "otto", "moderator")
    assert held(league) == {"olga": "owner"}


def test_an_offer_that_was_taken_back_or_declined_is_accepted_no_more():
    league = make_league(Format.PODS, 3)
    offer(league, "otto", "organiser")
    roles.dismiss(actor=person("olga"), league_id=league.pk, user=person("otto"))
    with pytest.raises(Conflict, match="withdrawn"):
        accept(league, "otto", "organiser")
    offer(league, "nora", "organiser")
    for _twice in range(2):
        decline(league, "nora")
    with pytest.raises(Conflict, match="declined"):
        accept(league, "nora", "organiser")
    assert held(league) == {"olga": "owner"}


def test_a_player_who_has_declined_is_asked_again_after_thirty_days(travel):
    league = make_league(Format.PODS, 3)
    offer(league, "otto", "organiser")
    travel(timedelta(days=20))
    decline(league, "otto")
    travel(timedelta(days=9))
    with pytest.raises(Conflict, match="declined"):
        offer(league, "otto", "moderator")
    travel(timedelta(days=2))
    offer(league, "otto", "moderator")
    assert offers(league) == {"otto": "moderator"}
    assert told(league) == ["otto", "otto"]


def told(league):
    """Return who got a notice of an offer, once for each time."""
    lines = league.log.filter(verb="role_offered").order_by("pk")
    assert not lines.filter(is_public=True).exists()
    return list(lines.values_list("subject__username", flat=True))


def test_offers_made_and_taken_back_again_and_again_tell_once():
    league = make_league(Format.PODS, 3)
    for _time in range(4):
        offer(league, "otto", "moderator")
        offer(league, "otto", "organiser")
        roles.dismiss(actor=person("olga"), league_id=league.pk, user=person("otto"))
    assert told(league) == ["otto"]


def test_a_lower_role_counts_at_once_and_a_higher_one_is_asked_for():
    league = make_league(Format.PODS, 3)
    appoint(league, "otto", "organiser")
    offer(league, "otto", "moderator")
    assert held(league) == {"olga": "owner", "otto": "moderator"}
    assert offers(league) == {}
    offer(league, "otto", "organiser")
    assert held(league) == {"olga": "owner", "otto": "moderator"}


def test_a_player_who_was_an_organiser_when_asked_to_own_is_no_owner_once_dismissed():
    league = make_league(Format.PODS, 3)
    appoint(league, "otto", "organiser")
    offer(league, "otto", "owner")
    roles.dismiss(actor=person("olga"), league_id=league.pk, user=person("otto"))
    with pytest.raises(Conflict):
        accept(league, "otto", "owner")
    assert held(league) == {"olga": "owner"}


def test_an_offer_of_a_player_who_owns_the_league_no_more_is_void():
    league = make_league(Format.PODS, 3)
    offer(league, "otto", "organiser")
    appoint(league, "nora", "owner")
    with pytest.raises(Conflict, match="no longer owns"):
        accept(league, "otto", "organiser")
    assert held(league) == {"olga": "organiser", "nora": "owner"}


def test_the_owner_hands_the_league_over_and_stays_an_organiser():
    league = make_league(Format.PODS, 3)
    appoint(league, "nora", "owner")
    assert held(league) == {"olga": "organiser", "nora": "owner"}
    with pytest.raises(Forbidden):
        offer(league, "olga", "owner")
    offer(league, "olga", "moderator", actor="nora")
    assert held(league) == {"olga": "moderator", "nora": "owner"}


def test_a_league_handed_over_twice_at_once_has_one_owner():
    league = make_league(Format.PODS, 3)
    offer(league, "nora", "owner")
    offer(league, "otto", "owner")
    at_once(lambda: accept(league, "nora", "owner"), lambda: accept(league, "otto", "owner"))
    assert list(held(league).values()).count("owner") == 1
    assert held(league)["olga"] == "organiser"


def test_an_offer_accepted_twice_at_once_is_accepted_once():
    league = make_league(Format.PODS, 3)
    offer(league, "nora", "organiser")
    at_once(lambda: accept(league, "nora", "organiser"), lambda: accept(league, "nora", "organiser"))
    assert held(league) == {"olga": "owner", "nora": "organiser"}
    assert league.log.filter(verb="role_accepted").count() == 1


def test_only_the_owner_gives_and_takes_roles():
    league = make_league(Format.PODS, 3)
    appoint(league, "otto", "organiser")
    appoint(league, "mod", "moderator")
    for actor in ("otto", "mod", "anna"):
        with pytest.raises(Forbidden):
            offer(league, "anna", "moderator", actor=actor)
    with pytest.raises(Forbidden):
        roles.dismiss(actor=person("otto"), league_id=league.pk, user=person("mod"))
    roles.dismiss(actor=person("mod"), league_id=league.pk, user=person("mod"))
    roles.dismiss(actor=person("olga"), league_id=league.pk, user=person("otto"))
    roles.dismiss(actor=person("olga"), league_id=league.pk, user=person("otto"))
    assert held(league) == {"olga": "owner"}
    with pytest.raises(Conflict):
        roles.dismiss(actor=person("olga"), league_id=league.pk, user=person("olga"))
    with pytest.raises(Conflict):
        offer(league, "olga", "organiser")
    with pytest.raises(BadInput):
        offer(league, "anna", "emperor")
    with pytest.raises(NoSuchLeague):
        roles.offer(actor=person("olga"), league_id=4711, user=person("anna"), kind="organiser")


def test_guests_and_banned_people_have_no_roles():
    league = make_league(Format.PODS, 3)
    for facts in ({"is_guest": True}, {"banned_at": timezone.now()}):
        user = person("gina")
        for name, value in facts.items():
            setattr(user, name, value)
        with pytest.raises(Conflict):
            roles.offer(actor=person("olga"), league_id=league.pk, user=user, kind="organiser")
        with pytest.raises(Forbidden):
            make_league(Format.PODS, 3, owner=user, name="Of a guest")
    banned = person("olga")
    banned.banned_at = timezone.now()
    with pytest.raises(Forbidden):
        roles.offer(actor=banned, league_id=league.pk, user=person("anna"), kind="organiser")


def test_a_player_who_was_banned_since_takes_no_role():
    league = make_league(Format.PODS, 3)
    offer(league, "otto", "organiser")
    banned = person("otto")
    type(banned).objects.filter(pk=banned.pk).update(banned_at=timezone.now())
    with pytest.raises(Forbidden):
        accept(league, "otto", "organiser")
    assert held(league) == {"olga": "owner"}


def test_rights_of_each_role():
    season = opened(Format.PODS, 3, admission="approval", people=2)
    league = season.league
    appoint(league, "otto", "organiser")
    appoint(league, "mod", "moderator")
    first, second = season.entries.order_by("pk")
    entries.answer_entry(actor=person("mod"), entry_id=first.pk, accept=True)
    assert leagues.invite(actor=person("mod"), league_id=league.pk, user=person("anna"))
    with pytest.raises(Forbidden):
        steps.hold(actor=person("mod"), season_id=season.pk, reason="x")
    with pytest.raises(Forbidden):
        seasons.cancel(actor=person("mod"), season_id=season.pk, reason="x")
    with pytest.raises(Forbidden):
        leagues.close_league(actor=person("otto"), league_id=league.pk, reason="x")
    steps.hold(actor=person("otto"), season_id=season.pk, reason="x")
    roles.dismiss(actor=person("olga"), league_id=league.pk, user=person("mod"))
    with pytest.raises(Forbidden):
        entries.answer_entry(actor=person("mod"), entry_id=second.pk, accept=True)
    with pytest.raises(Forbidden):
        leagues.invite(actor=person("mod"), league_id=league.pk, user=person("bruno"))


def test_a_league_that_is_closed_cancels_what_has_not_begun_once():
    season = opened(Format.PODS, 3)
    for _time in range(2):
        leagues.close_league(actor=person("olga"), league_id=season.league_id, reason="done")
    season.refresh_from_db()
    assert season.state == "cancelled"
    assert season.league.log.filter(verb="closed").count() == 1
    with pytest.raises(Conflict):
        leagues.announce_next(actor=person("olga"), league_id=season.league_id)


def test_a_closed_league_is_opened_again_and_its_next_season_announced():
    season = opened(Format.PODS, 3)
    owner, league = person("olga"), season.league
    leagues.close_league(actor=owner, league_id=league.pk, reason="done")
    with pytest.raises(BadInput, match="Reason"):
        leagues.reopen_league(actor=owner, league_id=league.pk, reason=" ")
    with pytest.raises(Forbidden, match="owner"):
        leagues.reopen_league(actor=person("otto"), league_id=league.pk, reason="please")
    for _time in range(2):
        leagues.reopen_league(actor=owner, league_id=league.pk, reason="we go on")
    assert league.log.filter(verb="reopened").count() == 1
    season.refresh_from_db()
    assert season.state == "cancelled"
    leagues.announce_next(actor=owner, league_id=league.pk)
    assert newest(league).number == 2


def test_a_league_that_was_taken_down_stays_closed():
    league = make_league(Format.PODS, 3)
    leagues.take_down(league_id=league.pk)
    with pytest.raises(Conflict, match="moderators"):
        leagues.reopen_league(actor=person("olga"), league_id=league.pk, reason="we go on")


def test_nobody_opens_a_league_again_next_to_the_most_that_one_may_own(monkeypatch):
    monkeypatch.setattr(roles, "LEAGUES_PER_OWNER", 1)
    first = make_league(Format.PODS, 3, name="League 1")
    leagues.close_league(actor=person("olga"), league_id=first.pk, reason="enough")
    make_league(Format.PODS, 3, name="League 2")
    with pytest.raises(TooMany):
        leagues.reopen_league(actor=person("olga"), league_id=first.pk, reason="we go on")


def test_nobody_owns_more_leagues_than_the_most_not_even_by_gift(monkeypatch):
    monkeypatch.setattr(roles, "LEAGUES_PER_OWNER", 2)
    first = make_league(Format.PODS, 3, name="League 1")
    make_league(Format.PODS, 3, name="League 2")
    with pytest.raises(TooMany):
        make_league(Format.PODS, 3, name="League 3")
    gift = make_league(Format.PODS, 3, name="League 4", owner=person("nora"))
    offer(gift, "olga", "owner", actor="nora")
    with pytest.raises(TooMany):
        accept(gift, "olga", "owner")
    leagues.close_league(actor=person("olga"), league_id=first.pk, reason="enough")
    accept(gift, "olga", "owner")
    assert held(gift) == {"nora": "organiser", "olga": "owner"}


def test_simultaneous_new_leagues_stay_within_the_limit(monkeypatch):
    monkeypatch.setattr(roles, "LEAGUES_PER_OWNER", 2)
    owner = person("olga")
    at_once(*[lambda n=n: make_league(Format.PODS, 3, name=f"League {n}", owner=owner) for n in range(5)])
    assert Role.objects.filter(user=owner, kind="owner").count() == 2


@pytest.mark.parametrize(
    "name",
    [
        "",
        "  ",
        "ab",
        "x" * 61,
        "new",
        "New!",
        "calendar",
        "!!!",
        "日本語",
        "a\u202eb c",
        "a\0bc",
        "a\u200bbc",
        "....",
        "---",
    ],
)
def test_names_that_make_no_address_are_refused(name):
    with pytest.raises(BadInput):
        make_league(Format.PODS, 3, name=name)
    assert not League.objects.exists()


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Café Größe", "cafe-groe"),
        ("  The   Tuesday  League ", "the-tuesday-league"),
        ("Ⓐnna 日本語", "anna"),
        ("2026", "2026"),
        ("x" * 60, "x" * 40),
        ("'; DROP TABLE--", "drop-table"),
        ("<script>alert</script>", "scriptalertscript"),
    ],
)
def test_odd_names_have_plain_addresses(name, slug):
    league = make_league(Format.PODS, 3, name=name)
    assert league.slug == slug
    assert client_of(person("anna")).get(f"/leagues/{slug}/").status_code == 200


def test_a_name_is_given_once_whatever_its_accents_and_case():
    make_league(Format.PODS, 3, name="Café")
    for name in ("Cafe", "CAFÉ", "cafe!"):
        with pytest.raises(Conflict):
            make_league(Format.PODS, 3, name=name, owner=person("nora"))


def test_a_name_that_another_league_has_taken_by_changing_is_taken():
    league = make_league(Format.PODS, 3, name="First")
    season = newest(league)
    terms = leagues.Terms(title="lantern", rules=season.rules)
    about = {"description": "", "admission": "open", "is_listed": True, "repeats": True}
    leagues.change_league(actor=person("olga"), league_id=league.pk, terms=terms, name="Second", **about)
    with pytest.raises(Conflict):
        make_league(Format.PODS, 3, name="second", owner=person("nora"))
    league.refresh_from_db()
    assert (league.slug, league.name) == ("first", "Second")


def test_one_of_two_simultaneous_leagues_of_one_name_is_made():
    people = [person("nora"), person("otto"), person("olga")]
    found = at_once(*[lambda u=u: make_league(Format.PODS, 3, name="Same", owner=u) for u in people])
    assert sum(isinstance(one, League) for one in found) == 1
    assert all(isinstance(one, League | Refusal) for one in found)
    assert League.objects.count() == 1


def test_one_of_two_simultaneous_leagues_gets_the_name():
    people = [person("nora"), person("otto"), person("olga")]
    made = [make_league(Format.PODS, 3, name=f"League {user}", owner=user) for user in people]
    terms = leagues.Terms(title="lantern", rules=newest(made[0]).rules)
    about = {"description": "", "admission": "open", "is_listed": True, "repeats": True}

    def rename(league, user, name):
        return leagues.change_league(actor=user, league_id=league.pk, terms=terms, name=name, **about)

    calls = zip(made, people, ("Same", "same", "SAME"), strict=True)
    found = at_once(*[lambda league=league, u=u, name=name: rename(league, u, name) for league, u, name in calls])
    assert sum(isinstance(one, League) for one in found) == 1
    assert sum(isinstance(one, Conflict) for one in found) == 2
    assert League.objects.filter(name__iexact="same").count() == 1


def test_the_database_itself_refuses_a_second_league_of_a_name_even_of_a_closed_one():
    league = make_league(Format.PODS, 3, name="Lagoon")
    leagues.close_league(actor=person("olga"), league_id=league.pk, reason="enough")
    with pytest.raises(Conflict, match="Name"):
        make_league(Format.PODS, 3, name="LAGOON", owner=person("nora"))
    with pytest.raises(IntegrityError), transaction.atomic():
        League.objects.create(slug="other", name="lagoon", **{name: getattr(league, name) for name in TERMS})


def test_a_role_that_is_offered_twice_is_one_line_of_the_log():
    league = make_league(Format.PODS, 3)
    for _twice in range(2):
        offer(league, "otto", "organiser")
    assert league.log.filter(verb="role_offered").count() == 1


def test_a_player_who_is_invited_already_is_invited_however_many_are(monkeypatch):
    monkeypatch.setattr(leagues, "MOST_INVITATIONS", 1)
    league = make_league(Format.PODS, 3)
    found = [leagues.invite(actor=person("olga"), league_id=league.pk, user=person("anna")) for _ in range(2)]
    assert found == [True, False]
    with pytest.raises(TooMany):
        leagues.invite(actor=person("olga"), league_id=league.pk, user=person("bruno"))
    assert league.log.filter(verb="invited").count() == 1

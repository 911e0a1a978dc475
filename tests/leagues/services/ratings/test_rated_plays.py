"""The effect of plays of the real table on ratings: a pool of their own, in the order in which they were confirmed."""

from datetime import timedelta

import pytest
from django.test import Client

from companion.models import Play, PlaySeat
from companion.signals import play_confirmed
from games import clock, tasks
from leagues.models import PlayerRating, RatedResult, RatingChange
from leagues.services.ratings import dumps, ledger, recompute
from leagues.standalone import recompute_ratings
from masques_site.accounts.services import delete_account
from tests.cast import person, play_to_end, running_match
from tests.companion.cast import moderator
from tests.leagues.services.ratings.test_dumps import lines_of
from tests.leagues.tables import announce, confirm, recorded, strike

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


@pytest.fixture
def travel(monkeypatch):
    """Move the site's clock on."""
    start, passed = clock.now(), [timedelta(0)]
    monkeypatch.setattr(clock, "now", lambda: start + passed[0])

    def by(distance):
        passed[0] += distance

    return by


def rated(names, places, **facts):
    """Record, confirm and rate a play of these people."""
    play = recorded([person(name) for name in names], places, **{"is_rated": True, **facts})
    confirm(play)
    announce()
    ledger.rate_all_due()
    return play


def ratings(pool="table.calm"):
    """The means of everyone in a pool, rounded, by name."""
    names = {person(name).pk: name for name in ("anna", "bruno", "carla")}
    rows = PlayerRating.objects.filter(title="lantern", pool=pool)
    return {names[row.player]: round(row.mu, 2) for row in rows}


def faults():
    return recompute.compare(lambda done, total: None).faults


def test_a_rated_play_moves_the_ratings_of_the_real_table_alone(travel):
    match = play_to_end(running_match("lantern", [person("anna"), person("bruno")], is_rated=True))
    tasks.announce(match.pk)
    ledger.rate_all_due()
    on_site = ratings("people.calm")
    travel(timedelta(hours=1))
    play = rated(["anna", "bruno"], [2, 1])
    # Two new players: c² = 2 (sigma² + tau² + beta²), and half of (sigma² + tau²) / c is 2.64.
    assert ratings() == {"anna": 22.36, "bruno": 27.64}
    assert ratings("people.calm") == on_site
    row = RatedResult.objects.get(pk=play.pk)
    assert (row.pool, row.length, row.usual, row.is_agreed, row.verdict) == ("table.calm", 0, 0, False, "rated")
    rated(["anna", "bruno", "carla"], [1, 1, 3], settings={"wind": "storm"})
    assert set(ratings("table.storm")) == {"anna", "bruno", "carla"}
    assert ratings() == {"anna": 22.36, "bruno": 27.64}
    assert faults() == []


def test_a_play_that_is_not_rated_or_not_of_accounts_alone_moves_none():
    rated(["anna", "bruno"], [1, 2], is_rated=False)
    named = recorded([person("anna"), person("bruno")], [1, 2])
    Play.objects.filter(pk=named.pk).update(is_rated=True)
    PlaySeat.objects.create(play=named, index=2, name="Zia Rosa", place=3)
    confirm_all_but_names(named)
    assert not RatedResult.objects.exists()


def confirm_all_but_names(play):
    PlaySeat.objects.filter(play=play, user__isnull=False).update(answer="confirmed")
    Play.objects.filter(pk=play.pk).update(state="confirmed", confirmed_at=clock.now(), unannounced_since=clock.now())
    announce()


def test_a_second_announcement_changes_nothing_and_a_play_that_is_struck_out_counts_no_longer():
    play = rated(["anna", "bruno"], [1, 2])
    second = rated(["anna", "carla"], [1, 2])
    before = list(RatingChange.objects.values())
    play_confirmed.send(Play, play_id=play.pk)
    assert not RatedResult.objects.filter(is_due=True).exists()
    assert list(RatingChange.objects.values()) == before
    strike(play, moderator())
    ledger.rate_all_due()
    assert not RatedResult.objects.get(pk=play.pk).counts
    assert ratings() == {"anna": 27.64, "carla": 22.36}
    assert set(RatingChange.objects.values_list("match", flat=True)) == {second.pk}
    assert faults() == []


def test_plays_are_rated_in_the_order_in_which_they_were_confirmed(travel):
    first = rated(["anna", "bruno"], [1, 2])
    before = list(RatingChange.objects.values())
    travel(timedelta(days=2))
    long_ago = rated(["carla", "anna"], [1, 2], played_on=clock.now().date() - timedelta(days=400))
    assert RatedResult.objects.get(pk=long_ago.pk).finished_at == Play.objects.get(pk=long_ago.pk).confirmed_at
    assert list(RatingChange.objects.filter(match=first.pk).values()) == before


def test_a_deleted_account_stays_in_what_was_rated():
    play = rated(["anna", "bruno"], [1, 2])
    seats = RatedResult.objects.get(pk=play.pk).seats
    delete_account(person("bruno"))
    strike(play, moderator())
    assert RatedResult.objects.get(pk=play.pk).seats == seats
    assert not RatedResult.objects.get(pk=play.pk).counts


def test_the_dump_has_plays_and_its_program_comes_to_the_same_numbers(tmp_path):
    play = rated(["anna", "bruno"], [1, 2])
    rated(["bruno", "carla", "anna"], [1, 1, 3])
    struck = rated(["anna", "carla"], [2, 1])
    strike(struck, moderator())
    ledger.rate_all_due()
    path = tmp_path / "now.jsonl.gz"
    with path.open("w+b") as file:
        assert dumps.write_dump(file, clock.now() + timedelta(days=1)).matches == 3
    lines = lines_of(path)
    own = next(line for line in lines if line.get("match") == play.pk)
    assert (own["pool"], own["length"], own["verdict"]) == ("table.calm", 0, "rated")
    assert recompute_ratings.compare(iter(lines)).differences == 0


def test_the_profile_leads_to_the_play_and_the_leaderboards_have_its_pool():
    play = rated(["anna", "bruno"], [1, 2])
    client = Client()
    profile = client.get("/people/anna/").content.decode()
    assert f'href="/plays/{play.pk}/"' in profile
    assert f"/matches/{play.pk}/" not in profile
    assert client.get(f"/plays/{play.pk}/").status_code == 200
    assert "Lantern: Real table, Calm" in client.get("/ratings/lantern/table.calm/").content.decode()
    assert "Real table, Calm" in client.get("/ratings/").content.decode()

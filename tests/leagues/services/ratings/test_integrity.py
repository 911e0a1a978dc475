"""Flags: found in what was rated, stored once, reviewed by people, and open again only when there is more."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection

from games import clock
from games.refusals import BadInput, Forbidden, Missing
from leagues import tasks
from leagues.core.rating import RatedSeat
from leagues.models import IntegrityFlag, PlayerRating, RatedResult
from leagues.models.rating import seat_as_json
from leagues.services.ratings import integrity, ledger
from masques_site.accounts.services import delete_account
from tests.cast import person
from tests.leagues.cast import flag_about

pytestmark = pytest.mark.django_db(transaction=True)


def duel(number, winner, loser, *, days_ago=60, **more):
    """A rated duel; later numbers were played later."""
    ended = clock.now() - timedelta(days=days_ago) + timedelta(hours=number)
    seats = [seat_as_json(RatedSeat(winner, 1)), seat_as_json(RatedSeat(loser, 2))]
    facts = {"title": "lantern", "pool": "people.calm", "length": 16, "usual": 16}
    RatedResult.objects.create(match=f"d{number:05}", finished_at=ended, seats=seats, **facts | more)


def farm(count=30, **more):
    """Two who win every other match against others, and all of one's against the other."""
    anna, bruno = person("anna").pk, person("bruno").pk
    others = range(10**9 + 1, 10**9 + 9)  # no account of any test
    for number in range(0, 160, 4):
        one, other = others[number // 4 % 8], others[(number // 4 + 3) % 8]
        for step, player in enumerate((anna, bruno)):
            duel(number + step, *((player, one) if number % 8 else (one, player)), **more)
        duel(number + 2, one, other, **more)
        duel(number + 3, other, one, **more)
    for number in range(200, 200 + count):
        duel(number, anna, bruno, **more)
    ledger.rate_all_due()
    return anna, bruno


def test_a_farm_is_found_and_stored_once():
    anna, bruno = farm()
    assert integrity.find_flags() == 1
    flag = IntegrityFlag.objects.get()
    assert (flag.kind, flag.accounts, len(flag.matches), flag.reviewed_at) == ("farming", [anna, bruno], 30, None)
    seen = flag.last_seen
    assert integrity.find_flags() == 0
    flag.refresh_from_db()
    assert (flag.first_seen <= seen < flag.last_seen, IntegrityFlag.objects.count()) == (True, 1)


def test_a_farm_is_found_next_to_a_result_that_cannot_be_read():
    anna, bruno = farm()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE leagues_ratedresult SET pool = 'nonsense' WHERE match = 'd00200'")
    assert integrity.find_flags() == 1
    flag = IntegrityFlag.objects.get()
    assert (flag.kind, flag.accounts) == ("farming", [anna, bruno])
    assert len(flag.matches) == 29
    assert "d00200" not in flag.matches


def test_two_who_only_play_each_other_have_one_flag():
    anna, bruno = person("anna").pk, person("bruno").pk
    for number in range(31):
        duel(number, *((anna, bruno) if number % 2 else (bruno, anna)))
    ledger.rate_all_due()
    assert integrity.find_flags() == 1
    assert IntegrityFlag.objects.get().accounts == [bruno, anna]
    for number in (40, 41):
        duel(number, anna, bruno)
    ledger.rate_all_due()
    assert integrity.find_flags() == 0
    flag = IntegrityFlag.objects.get()
    assert (flag.kind, flag.accounts, flag.numbers["won"], flag.numbers["lost"]) == ("seclusion", [anna, bruno], 17, 16)


def test_nothing_follows_from_a_flag():
    farm()
    before = list(PlayerRating.objects.order_by("pk").values())
    tasks.find_flags()
    assert IntegrityFlag.objects.count() == 1
    assert list(PlayerRating.objects.order_by("pk").values()) == before
    assert not RatedResult.objects.filter(counts=False).exists()
    assert not person("anna").is_banned


OLD, UNCOUNTED, AT_A_TABLE = {"days_ago": 400}, {"counts": False}, {"pool": "table.calm"}


@pytest.mark.parametrize("more", [OLD, UNCOUNTED, AT_A_TABLE], ids=["long ago", "annulled", "real table"])
def test_old_or_uncounted_matches_and_plays_of_the_real_table_are_ignored(more):
    farm(**more)
    assert integrity.find_flags() == 0


def test_a_reviewed_flag_is_open_again_only_with_more_matches():
    anna, bruno = farm()
    integrity.find_flags()
    flag = IntegrityFlag.objects.get()
    integrity.review(flag_id=flag.pk, note=" brothers ", by=person("zeno").pk)
    assert integrity.find_flags() == 0
    duel(300, anna, bruno)
    ledger.rate_all_due()
    assert integrity.find_flags() == 0  # one match more is not new evidence
    flag.refresh_from_db()
    assert (flag.note, flag.reviewed_by, len(flag.matches)) == ("brothers", person("zeno"), 30)
    for number in (301, 302):
        duel(number, anna, bruno)
    ledger.rate_all_due()
    assert integrity.find_flags() == 1
    flag.refresh_from_db()
    assert (flag.note, flag.reviewed_at, len(flag.matches)) == ("brothers", None, 33)


def test_a_review_needs_a_note_a_flag_and_another_player():
    anna, bruno, zeno = person("anna"), person("bruno"), person("zeno")
    flag = flag_about(anna.pk, bruno.pk, ["a"])
    for note in ("", "  ", "x" * 501):
        with pytest.raises(BadInput):
            integrity.review(flag_id=flag.pk, note=note, by=zeno.pk)
    for own in (anna, bruno):
        with pytest.raises(Forbidden):
            integrity.review(flag_id=flag.pk, note="fine", by=own.pk)
    with pytest.raises(Missing):
        integrity.review(flag_id=flag.pk + 1, note="fine", by=zeno.pk)
    flag.refresh_from_db()
    assert flag.reviewed_at is None
    assert integrity.review(flag_id=flag.pk, note="fine", by=zeno.pk)[1]
    assert not integrity.review(flag_id=flag.pk, note="again", by=person("tullia").pk)[1]
    flag.refresh_from_db()
    assert (flag.note, flag.reviewed_by) == ("fine", zeno)


def test_an_account_that_is_deleted_stays_in_the_evidence():
    anna, bruno = farm()
    delete_account(person("bruno"))
    assert integrity.find_flags() == 1
    assert IntegrityFlag.objects.get().accounts == [anna, bruno]


def test_the_command_says_how_many():
    farm()
    said = StringIO()
    call_command("find_flags", stdout=said, stderr=StringIO())
    assert said.getvalue() == "1 flags are new or open again\n"

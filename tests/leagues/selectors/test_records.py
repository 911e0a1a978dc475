"""The matches that count in a player's record, and how."""

import random
from datetime import timedelta

import pytest

from games import tasks
from games.models import FormerHolder, Match, Seat
from games.services.clocks import deadlines
from games.services.keeping import sealed_rows
from games.services.match import play
from games.services.match.annul import annul
from games.services.seats.take_over import take_over
from leagues.core.reply_times import parse
from leagues.models import ReplyTimes
from leagues.selectors.played import played_by, played_together
from leagues.selectors.records import meetings_of, record_of
from masques_site.accounts.services import delete_account
from tests.cast import due, move, person, play_to_end, running_match
from tests.leagues.cast import play_on

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


def started(*names, **more):
    return running_match("lantern", [person(name) for name in names], **more)


def finish(match):
    match = play_to_end(match)
    tasks.announce(match.pk)
    return match


def resign(match, seat):
    holder = match.seats.select_related("user").get(index=seat)
    play.resign(actor=holder.user, match_id=match.pk, seat=seat)


def test_a_finished_match_counts_for_all_who_played_it_as_it_ended():
    match = finish(started("anna", "bruno", "carla"))
    places = match.outcome["places"]
    for index, name in enumerate(("anna", "bruno", "carla")):
        (found,) = played_by(person(name))
        assert (found.match, found.place, found.number) == (match.pk, places[index], index)
        (row,) = (row for _game, row in record_of(person(name)).titles)
        assert (row.seats, row.played, row.first) == (3, 1, places[index] == 1)


def test_running_private_and_annulled_matches_do_not_count():
    started("anna", "bruno")
    finish(started("anna", "bruno", access="link"))
    annulled = finish(started("anna", "bruno"))
    annul(match_id=annulled.pk, reason="A test.", by="test")
    stopped = started("anna", "bruno")
    annul(match_id=stopped.pk, reason="A test.", by="test")
    assert played_by(person("anna")) == []
    record = record_of(person("anna"))
    assert [*record.form, *record.titles, *record.opponents] == []
    assert record.reliability is None


def test_a_deleted_opponent_counts_at_the_table_and_has_no_record():
    match = finish(started("anna", "bruno", "carla"))
    before = played_by(person("anna"))[0].behind()
    delete_account(person("bruno"))
    record = record_of(person("anna"))
    assert [one.name for one in record.opponents] == ["carla"]
    assert len(record.form[0].match.seats) == 3
    assert record.form[0].match.behind() == before
    assert record.form[0].match.match == match.pk


def test_a_match_that_cannot_be_read_is_left_out():
    well, broken, more = (finish(started("anna", "bruno")) for _match in range(3))
    sealed_rows.update(Match.objects.filter(pk=broken.pk), outcome={"places": [7], "reason": "?"})
    sealed_rows.update(Seat.objects.filter(match=more.pk, index=1), index=9)
    assert [match.match for match in played_by(person("anna"))] == [well.pk]


def test_a_substitute_plays_for_nobodys_record_and_the_leaver_gave_up():
    match = started("anna", "bruno", "carla")
    resign(match, 1)
    take_over(match_id=match.pk, seat=1, user=person("dora"), by="test")
    play_on(match)
    assert FormerHolder.objects.count() == 1
    assert played_by(person("dora")) == []
    (found,) = played_by(person("bruno"))
    assert found.place is None
    assert record_of(person("bruno")).reliability.given_up == 1
    others = {one.name: one.meetings for one in record_of(person("anna")).opponents}
    assert (others["bruno"].together, others["bruno"].before) == (1, 1)
    assert set(others) == {"bruno", "carla"}


def test_a_player_who_leaves_a_match_for_two_has_lost_it():
    match = started("anna", "bruno")
    resign(match, 0)
    tasks.announce(match.pk)
    record = record_of(person("anna"))
    assert record.form[0].match.place is None
    assert record.reliability.given_up == record.reliability.matches
    assert [one.meetings.behind for one in record.opponents] == [1]
    assert record_of(person("bruno")).form[0].match.place == 1


def test_time_outs_are_counted_for_who_held_the_seat_then(travel):
    match = started("anna", "bruno", "carla")
    (late,) = due(match)
    travel(timedelta(days=4))
    deadlines.expire(match.pk)  # the first time a bot decides
    play_on(match)
    assert record_of(late.user).reliability.ran_out == 1
    for name in {"anna", "bruno", "carla"} - {late.user.username}:
        assert record_of(person(name)).reliability.ran_out == 0


def test_head_to_head_says_the_same_from_both_sides():
    for seed in range(4):
        tasks.announce(play_to_end(started("anna", "bruno", "carla"), seed=seed).pk)
    finish(started("anna", "carla"))
    finish(started("anna", "bruno", access="link"))
    totals, meetings = meetings_of(person("anna"), person("bruno"))
    mirrored, mirror = meetings_of(person("bruno"), person("anna"))
    assert len(meetings) == totals[0].together == 4
    assert [row.before for row in totals] == [row.behind for row in mirrored]
    assert [row.level for row in totals] == [row.level for row in mirrored]
    assert [(one.match.match, one.own, one.their, one.order) for one in meetings] == [
        (one.match.match, one.their, one.own, -one.order) for one in mirror
    ]
    assert meetings_of(person("anna"), person("dora")) == ([], [])


def test_a_substitute_has_not_met_the_others():
    match = started("anna", "bruno", "carla")
    resign(match, 1)
    take_over(match_id=match.pk, seat=1, user=person("dora"), by="test")
    play_on(match)
    assert played_together(person("dora"), person("anna")) == []
    assert played_together(person("anna"), person("dora")) == []
    assert len(played_together(person("bruno"), person("anna"))) == 1


def test_replies_are_stored_once_for_each_person_of_a_public_match(travel):
    match, rng = started("anna", "bruno", "carla"), random.Random(2)
    for _turn in range(4):
        travel(timedelta(hours=1))
        for seat in due(match):
            move(match, seat, rng=rng)
    ended = finish(match)
    rows = ReplyTimes.objects.filter(match=match.pk)
    decided = ended.events.filter(kind="move", actor__isnull=False)
    assert sum(sum(parse(row.counts)) for row in rows) == decided.count()
    assert set(rows.values_list("player", flat=True)) == set(decided.values_list("actor", flat=True))
    assert set(rows.values_list("title", "pace", "finished_at")) == {("lantern", "standard", ended.finished_at)}
    before = list(rows.values())
    Match.objects.update(end_announced_at=None)
    tasks.announce(match.pk)
    assert list(rows.values()) == before


def test_replies_of_private_and_annulled_matches_and_of_deleted_accounts_are_not_kept():
    finish(started("anna", "bruno", access="link"))
    assert not ReplyTimes.objects.exists()
    match = finish(started("anna", "bruno"))
    delete_account(person("bruno"))
    assert set(ReplyTimes.objects.values_list("player", flat=True)) == {person("anna").pk}
    annul(match_id=match.pk, reason="A test.", by="test")
    tasks.announce(match.pk)
    assert not ReplyTimes.objects.exists()


def test_quartiles_are_of_the_last_hundred_matches_of_a_pace():
    finish(started("anna", "bruno"))
    (mine,) = ReplyTimes.objects.filter(player=person("anna").pk)
    old = [
        ReplyTimes(
            match=f"old{number}",
            player=mine.player,
            title="lantern",
            pace="fast",
            finished_at=mine.finished_at - timedelta(days=number),
            counts=[0, 0, 0, 5] if number < 100 else [100],
        )
        for number in range(120)
    ]
    broken = ReplyTimes(match="broken", player=mine.player, title="lantern", pace="live", counts={"x": 1})
    broken.finished_at = mine.finished_at
    ReplyTimes.objects.bulk_create([*old, broken])
    standard, fast = record_of(person("anna")).replies
    assert (standard.pace.slug, fast.pace.slug) == ("standard", "fast")
    assert standard.count == sum(mine.counts)
    assert fast.count == 500
    assert 2 <= fast.quartiles[25].total_seconds() < fast.quartiles[75].total_seconds() < 2.9

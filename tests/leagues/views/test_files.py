"""Files of leagues for other programs, each read by a program of that kind: a calendar, a feed, a spreadsheet."""

import csv
from datetime import UTC, datetime, timedelta
from io import StringIO

import feedparser
import pytest
from django.test import Client
from icalendar import Calendar

from games import clock, tasks
from leagues.core.rules import Format
from leagues.core.timetable import StepKind
from leagues.models import CalendarEvent, LogEntry
from leagues.policy import policy
from leagues.services.timetable import steps
from masques_site.accounts import pauses
from masques_site.accounts.models import User
from masques_site.accounts.services import create_guest, delete_account
from tests.accounts.cast import client_of, member
from tests.cast import due, person, play_to_end, running_match
from tests.leagues.cast import begun, newest, opened, play_all

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

HOUR = timedelta(hours=1)


def calendar_of(user, **headers):
    """The calendar as a program reads it that has only its address."""
    user = User.objects.get(pk=user.pk)
    response = Client(headers=headers).get(f"/leagues/calendar/{policy().calendar_token(user)}.ics")
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "text/calendar; charset=utf-8"
    return Calendar.from_ical(response.content)


def events_of(user):
    return {str(event["uid"]): event for event in calendar_of(user).walk("VEVENT")}


def test_a_deadline_is_an_event_with_an_alarm_and_the_calendar_says_how_it_is_read(travel):
    match = running_match("lantern", [member("Giulia"), member("Bruno")], pace="standard")
    seat = due(match)[0]
    found = calendar_of(seat.user)
    (event,) = found.walk("VEVENT")
    assert event.decoded("dtend") == seat.deadline.replace(microsecond=0)
    assert event.decoded("dtend") - event.decoded("dtstart") == HOUR
    assert str(event["uid"]) == f"deadline-{match.pk}-{match.decision}@masques"
    assert event["url"] == f"http://testserver/matches/{match.pk}/"
    (alarm,) = event.walk("VALARM")
    assert (alarm["action"], alarm.decoded("trigger")) == ("DISPLAY", -HOUR)
    assert str(found["name"]) == str(found["x-wr-calname"]) == "My deadlines on Masques"
    assert found["refresh-interval"].to_ical() == found["x-published-ttl"].to_ical() == b"PT1H"
    assert found["version"] == "2.0"


def test_moved_events_have_a_higher_sequence_and_a_time(travel):
    match = running_match("lantern", [member("Giulia"), member("Bruno")], pace="standard")
    user = due(match)[0].user
    uid = f"deadline-{match.pk}-{match.decision}@masques"
    first = events_of(user)[uid]
    travel(HOUR)
    same = events_of(user)[uid]
    assert [one.decoded("sequence") for one in (first, same)] == [0, 0]
    assert same.decoded("last-modified") == same.decoded("dtstamp") == first.decoded("dtstamp")
    pauses.plan_vacation(user, clock.now().date() + timedelta(days=1), 2)
    pauses.apply_pending()
    travel(HOUR)
    moved = events_of(user)[uid]
    assert moved.decoded("dtstart") > first.decoded("dtstart")
    assert moved.decoded("sequence") == 1
    assert moved.decoded("last-modified") == moved.decoded("dtstamp") == clock.now().replace(microsecond=0)


def test_the_timetable_moves_with_its_sequence_and_a_moment_has_no_end(travel):
    season = opened(Format.PODS, 3, 3)
    player = season.entries.order_by("pk").first().user
    step = season.steps.filter(done_at=None).order_by("position").first()
    before = events_of(player)[f"step-{step.pk}@masques"]
    assert before["summary"] == "Lantern League: sign-up closes"
    assert before.decoded("dtstart") == step.at.replace(microsecond=0)
    assert "dtend" not in before
    steps.move(actor=person("olga"), season_id=season.pk, at=step.at + timedelta(days=1), reason="a feast")
    after = events_of(player)[f"step-{step.pk}@masques"]
    assert after.decoded("dtstart") - before.decoded("dtstart") == timedelta(days=1)
    assert (before.decoded("sequence"), after.decoded("sequence")) == (0, 1)


def test_a_calendar_speaks_the_language_of_its_owner_not_of_who_asks(travel):
    user = member("Giulia", language="it")
    running_match("lantern", [user, member("Bruno")])
    found = calendar_of(user, accept_language="en")
    assert str(found["x-wr-calname"]) == "Le mie scadenze su Masques"
    english = calendar_of(member("Carla", language=""), accept_language="it")
    assert str(english["x-wr-calname"]) == "My deadlines on Masques"


def test_finished_work_is_deleted_with_the_account(travel):
    match = running_match("lantern", [member("Giulia"), member("Bruno")])
    user = due(match)[0].user
    events_of(user)
    assert CalendarEvent.objects.count() == 1
    play_to_end(match)
    assert events_of(user) == {}
    assert not CalendarEvent.objects.exists()
    running_match("lantern", [user, member("Carla")])
    events_of(user)
    delete_account(User.objects.get(pk=user.pk))
    assert not CalendarEvent.objects.exists()


@pytest.mark.parametrize("who", ["member", "guest"])
def test_everybody_finds_the_address_in_the_settings(who):
    user = member("Giulia") if who == "member" else create_guest()
    page = client_of(user).get("/account/settings/").content.decode()
    assert f"/leagues/calendar/{policy().calendar_token(User.objects.get(pk=user.pk))}.ics" in page


def feed_of(league, **headers):
    response = Client(headers=headers).get(f"/leagues/{league.slug}/log.atom")
    found = feedparser.parse(response.content)
    assert not found.bozo, found.get("bozo_exception")
    return found


def test_each_line_of_the_feed_has_a_name_an_author_and_a_place(travel):
    season = begun(travel, Format.PODS, 3, 5, division_size=4)
    found = feed_of(season.league)
    assert found.version == "atom10"
    assert found.feed.author == "Lantern League"
    lines = list(LogEntry.objects.filter(is_public=True))
    assert len(found.entries) == len(lines) > 3
    for entry, line in zip(found.entries, lines, strict=True):
        assert (
            entry.id
            == entry.link
            == f"http://testserver/leagues/{season.league.slug}/log/?line={line.pk}#line-{line.pk}"
        )
        assert datetime(*entry.updated_parsed[:6], tzinfo=UTC) == line.at.replace(microsecond=0)
        page = Client().get(entry.link.removeprefix("http://testserver"))
        assert f'id="line-{line.pk}"' in page.content.decode()
    assert len({entry.id for entry in found.entries}) == len(lines)


def test_a_reason_is_text_in_the_feed():
    league = opened(Format.PODS, 3).league
    LogEntry.objects.create(league=league, verb="rules_changed", reason="1 < 2 & <b>3</b>")
    source = Client().get(f"/leagues/{league.slug}/log.atom").content.decode()
    assert "1 &amp;lt; 2 &amp;amp; &amp;lt;b&amp;gt;3&amp;lt;/b&amp;gt;" in source


def test_an_old_line_is_found_on_its_page_of_the_log():
    league = opened(Format.PODS, 3).league
    LogEntry.objects.all().delete()
    now = clock.now()
    for minutes in range(250):
        LogEntry.objects.create(league=league, verb="drawn", at=now - timedelta(minutes=minutes // 2))
    lines = list(LogEntry.objects.order_by("-at", "-pk"))
    for place in (0, 99, 100, 101, 199, 200, 249):
        page = Client().get(f"/leagues/{league.slug}/log/", {"line": lines[place].pk})
        assert page.context["page"].number == place // 100 + 1
        assert f'id="line-{lines[place].pk}"' in page.content.decode()


@pytest.mark.parametrize("line", ["0", "-1", "x", "9" * 30, "٣", "12345678"])
def test_a_line_that_is_not_there_shows_the_newest(line):
    league = opened(Format.PODS, 3).league
    page = Client().get(f"/leagues/{league.slug}/log/", {"line": line})
    assert (page.status_code, page.context["page"].number) == (200, 1)


def test_a_line_that_one_may_not_read_is_not_looked_for():
    league = opened(Format.PODS, 3).league
    now = clock.now()
    for minutes in range(150):
        LogEntry.objects.create(league=league, verb="drawn", at=now + timedelta(minutes=minutes))
    hidden = LogEntry.objects.create(league=league, verb="drawn", is_public=False, at=now)
    assert Client().get(f"/leagues/{league.slug}/log/", {"line": hidden.pk}).context["page"].number == 1
    assert (
        client_of(person("olga")).get(f"/leagues/{league.slug}/log/", {"line": hidden.pk}).context["page"].number == 2
    )


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_standings_open_in_a_spreadsheet_with_the_same_headings_for_everybody(travel, language):
    season = begun(travel, Format.PODS, 3, 5, division_size=4)
    play_all(season)
    first = season.entries.order_by("pk").first()
    User.objects.filter(pk=first.user_id).update(username="Žofie Ångström")
    content = Client(headers={"accept-language": language}).get(f"/leagues/{season.league.slug}/season.csv").content
    assert content.startswith(b"\xef\xbb\xbf")
    text = content.decode("utf-8-sig")
    rows = list(csv.reader(StringIO(text), csv.Sniffer().sniff(text)))
    assert rows[0][:6] == ["division", "rank", "player", "played", "points", "wins"]
    assert "Žofie Ångström" in [row[2] for row in rows]
    assert {len(row) for row in rows} == {len(rows[0])}
    assert "1" in [row[1] for row in rows[1:]]


def test_an_outage_of_minutes_is_no_line_and_one_of_hours_is(travel):
    season = opened(Format.PODS, 3, 3)
    travel(timedelta(minutes=30), down=True)
    tasks.sweep()
    assert not LogEntry.objects.filter(verb="outage").exists()
    travel(timedelta(hours=5), down=True)
    tasks.sweep()
    assert LogEntry.objects.filter(verb="outage", is_public=True).count() == 1
    said = feed_of(season.league).entries[0].title
    assert said == "The site was down, or its clock was changed, so all time limits were moved by 5\xa0hours."


@pytest.mark.parametrize(
    ("minutes", "said"), [(1, "1\xa0minute"), (-90, "1\xa0hour, 30\xa0minutes"), ("x", "–"), (None, "–"), (10**30, "–")]
)
def test_lines_of_outages_from_before_are_said_in_words(minutes, said):
    season = opened(Format.PODS, 3)
    LogEntry.objects.create(
        league=season.league, season=season, verb="outage", details={"minutes": minutes}, at=clock.now() + HOUR
    )
    assert feed_of(season.league).entries[0].title.endswith(f"moved by {said}.")


def test_a_timetable_names_its_steps_in_the_calendar_of_a_running_season(travel):
    season = newest(begun(travel, Format.PODS, 3, 5, division_size=4).league)
    player = season.entries.order_by("pk").first().user
    kinds = {step.kind for step in season.steps.filter(done_at=None)}
    assert StepKind.FINISH in kinds
    names = {str(event["summary"]) for event in calendar_of(player).walk("VEVENT")}
    assert "Lantern League: final standings, promotion and relegation" in names

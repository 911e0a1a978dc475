"""Importing plays: a preview first, people by choice, each play once, and a part at a time."""

import json
import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from companion.models import Play, PlayFile
from companion.services.plays import answering, files, recording
from companion.tasks import prune
from games import clock
from games.refusals import Stale
from masques_site.accounts import moderation
from tests.accounts.cast import client_of, member
from tests.companion.cast import recorded

pytestmark = pytest.mark.django_db(transaction=True)

EXPORT = (Path(__file__).parent / "BGStatsExport.json").read_bytes()


@pytest.fixture
def anna():
    return member("Anna")


@pytest.fixture
def bruno():
    return member("Bruno")


def send(client: Client, content: bytes, name: str = "export.json"):
    return client.post("/plays/files/", {"file": SimpleUploadedFile(name, content)})


def confirm(client: Client, sent: dict[str, str]):
    """Send the form of the page that shows the file, filled in with `sent`."""
    page = client.get("/plays/files/check/").content.decode()
    shown = re.search(r'name="file" value="([^"]*)"', page)
    return client.post("/plays/files/check/", {"file": shown[1] if shown else "", **sent})


def take(user, handled: int, choices: dict[str, int]) -> None:
    """Import a part of the file that `user` keeps now."""
    files.import_part(user=user, file=PlayFile.objects.get(user=user).name, handled=handled, choices=choices)


def text(response) -> str:
    return " ".join(response.content.decode().split())


def test_nothing_is_stored_before_the_preview_is_confirmed(anna):
    client = client_of(anna)
    assert send(client, EXPORT)["Location"] == "/plays/files/check/"
    page = text(client.get("/plays/files/check/"))
    assert "2 plays to import" in page
    assert "1 play of another game is left out." in page
    assert "<code>plays[3].playDate</code> Date: write it as year-month-day." in page
    assert "<code>plays[4].playerScores[0].score</code> Score: enter a whole number." in page
    assert not Play.objects.exists()


def test_names_become_accounts_by_choice_alone(anna, bruno):
    tom = member("Tom")  # has an account with a name of the file, which nobody chose
    client = client_of(anna)
    send(client, EXPORT)
    confirm(client, {"handled": "0", "me": "0", "account_1": "bruno"})
    first, second = Play.objects.order_by("played_on")
    assert list(first.seats.values_list("user", "name", "place", "score")) == [
        (anna.pk, "", 1, 13),
        (bruno.pk, "", 2, 6),
        (None, "Tom", 3, 2),
    ]
    assert list(second.seats.values_list("user", "place")) == [(anna.pk, 2), (bruno.pk, 1)]
    assert (first.place, first.minutes, first.note, first.state) == ("Café", 40, "First time.", "waiting")
    assert not tom.played_seats.exists()
    assert "2 plays imported" in text(client.get("/plays/files/check/"))


def test_the_file_s_own_word_for_its_owner_is_only_proposed(anna):
    client = client_of(anna)
    send(client, EXPORT)
    assert '<option value="0" selected>Anna</option>' in text(client.get("/plays/files/check/"))
    confirm(client, {"handled": "0", "me": ""})
    assert not Play.objects.exists()
    page = text(client.get("/plays/files/check/"))
    assert page.count("Players: only players who sat at the table can record the result.") == 2


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"account_1": "Brunno"}, "There’s no player with this name."),
        ({"account_1": "Anna"}, "This account is chosen for another name already."),
        ({"me": "7"}, "Select a valid choice."),
    ],
)
def test_a_wrong_choice_is_named_and_nothing_is_imported(anna, bruno, sent, words):
    client = client_of(anna)
    send(client, EXPORT)
    response = confirm(client, {"handled": "0", "me": "0", **sent})
    assert response.status_code == 422
    assert words in text(response)
    assert not Play.objects.exists()


def test_the_same_file_again_imports_nothing_twice(anna):
    client = client_of(anna)
    for _twice in range(2):
        send(client, EXPORT)
        confirm(client, {"handled": "0", "me": "0"})
    assert Play.objects.count() == 2
    send(client, EXPORT)
    page = text(client.get("/plays/files/check/"))
    assert "0 plays to import" in page
    assert "2 plays are here already." in page


def test_one_s_own_export_is_known(anna, bruno):
    answering.confirm(user=bruno, play_id=recorded(anna, (anna, 1), (bruno, 2)).pk, version=1)
    client = client_of(anna)
    for path in ("/plays/files/BGStatsExport.json", "/plays/files/plays.csv"):
        send(client, client.get(path).content)
        assert "1 play is here already." in text(client.get("/plays/files/check/")), path


def test_an_export_gives_another_account_the_same_plays(anna, bruno):
    facts = {"place": "Café", "minutes": 75, "note": "=Rain"}
    recorded(anna, (anna, 2, 40), (bruno, 1, 52), ("Tom", 3, 10), **facts)
    recorded(anna, (bruno, 1, 13), (anna, 2, 4), title="mascarade", settings={"turn_limit": "40"})
    expected = {
        "masons": ([("Anna", 2, 40), ("Bruno", 1, 52), ("Tom", 3, 10)], "Café", 75, "=Rain"),
        "mascarade": ([("Bruno", 1, 13), ("Anna", 2, 4)], "", None, ""),
    }
    for number, path in enumerate(("/plays/files/BGStatsExport.json", "/plays/files/plays.csv")):
        other = member(f"Other{number}")
        client = client_of(other)
        send(client, client_of(anna).get(path).content)
        names = files.preview(other).reading.names()
        confirm(client, {"handled": "0", "me": str(names.index("Anna"))})
        plays = Play.objects.filter(recorder=other)
        assert plays.count() == 2, path
        for play in plays:
            seats = [("Anna" if seat.user == other else seat.name, seat.place, seat.score) for seat in play.seats.all()]
            assert (seats, play.place, play.minutes, play.note) == expected[play.title], path
        if path.endswith("csv"):  # the form of BG Stats has no room for them
            assert plays.get(title="mascarade").settings["turn_limit"] == "40"


def many(count: int) -> bytes:
    rows = [
        f"p{number},2026-03-14,Maskera,1,Anna,1,,,,,\np{number},2026-03-14,Maskera,2,Tom,2,,,,,"
        for number in range(count)
    ]
    return ("play,date,title,seat,name,place,score,minutes,location,note,settings\n" + "\n".join(rows)).encode()


@pytest.fixture
def ten_at_a_time(monkeypatch):
    monkeypatch.setattr(files, "AT_A_TIME", 10)


def test_a_long_file_is_imported_part_by_part(anna, ten_at_a_time):
    client = client_of(anna)
    send(client, many(13), "plays.csv")
    confirm(client, {"handled": "0", "me": "0"})
    page = text(client.get("/plays/files/check/"))
    assert "10 of 13 looked at, 10 plays imported." in page
    assert "Import the next part" in page
    confirm(client, {"handled": "10"})
    assert "13 of 13 looked at, 13 plays imported." in text(client.get("/plays/files/check/"))
    assert Play.objects.count() == 13


def test_a_part_that_was_taken_is_not_taken_again(anna):
    files.keep(user=anna, content=many(3))
    take(anna, 0, {"Anna": anna.pk})
    with pytest.raises(Stale):
        take(anna, 0, {"Anna": anna.pk})
    assert Play.objects.count() == 3


def test_a_part_that_was_interrupted_is_sent_again_and_nothing_is_lost_or_twice(anna, monkeypatch):
    files.keep(user=anna, content=many(5))
    record, recorded_so_far = recording.record, []

    def dies_at_the_third(**arguments):
        if len(recorded_so_far) == 2:
            raise SystemExit
        recorded_so_far.append(record(**arguments))

    monkeypatch.setattr(recording, "record", dies_at_the_third)
    with pytest.raises(SystemExit):
        take(anna, 0, {"Anna": anna.pk})
    monkeypatch.setattr(recording, "record", record)
    assert Play.objects.count() == 2
    take(anna, 0, {})  # who is who was said the first time
    file = PlayFile.objects.get()
    assert (file.handled, file.imported, file.failures) == (5, 5, [])
    assert Play.objects.filter(seats__user=anna).count() == 5


def test_a_play_that_another_request_has_just_imported_is_no_failure(anna):
    files.keep(user=anna, content=many(2))
    seen = files.preview(anna)
    take(anna, 0, {"Anna": anna.pk})
    assert files._record(anna, seen, seen.reading.drafts, {"Anna": anna.pk}) == []
    assert Play.objects.count() == 2


def test_the_choices_for_one_file_never_count_for_another(anna, bruno):
    client = client_of(anna)
    send(client, EXPORT)
    shown = PlayFile.objects.get().name
    send(client, many(2), "plays.csv")  # in another tab
    response = client.post("/plays/files/check/", {"file": shown, "handled": "0", "me": "0", "account_1": "Bruno"})
    assert response.status_code == 409
    assert "Another file has taken the place of this one." in text(response)
    assert "2 plays to import" in text(response)
    assert not Play.objects.exists()


def test_the_choices_of_the_first_part_hold_for_the_others(anna, bruno, ten_at_a_time):
    files.keep(user=anna, content=many(11))
    take(anna, 0, {"Anna": anna.pk})
    take(anna, 10, {"Anna": bruno.pk})
    assert set(Play.objects.values_list("seats__user", flat=True)) == {anna.pk, None}


def test_what_cannot_be_recorded_is_listed_with_its_reason_and_the_rest_is_stored(anna, bruno):
    moderation.block(blocker=bruno, blocked=anna)
    client = client_of(anna)
    send(client, EXPORT)
    confirm(client, {"handled": "0", "me": "0", "account_1": "Bruno"})
    assert not Play.objects.exists()
    assert text(client.get("/plays/files/check/")).count("You can’t record a play with one of these players.") == 2


def test_results_that_the_rules_cannot_give_are_named_before(anna):
    content = many(1).replace(b"Tom,2", b"Tom,1")
    client = client_of(anna)
    send(client, content, "plays.csv")
    page = text(client.get("/plays/files/check/"))
    assert "Places: this title has one winner." in page
    assert "0 plays to import" in page


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"junk", "File: This table has neither this site’s columns nor those of BoardGameGeek’s plays."),
        (b"", "The submitted file is empty."),
        (b"x" * 2_000_001, "File: This file is too large: up to 2 MB can be imported at a time."),
    ],
)
def test_another_file_is_refused(anna, content, words):
    response = send(client_of(anna), content)
    assert response.status_code == 422
    assert words in text(response)
    assert not PlayFile.objects.exists()


def test_a_file_is_seen_by_its_user_alone_and_forgotten_after_a_day(anna, bruno, monkeypatch):
    send(client_of(anna), EXPORT)
    assert client_of(bruno).get("/plays/files/check/")["Location"] == "/plays/files/"
    later = clock.now() + timedelta(hours=25)
    monkeypatch.setattr(clock, "now", lambda: later)
    prune()
    assert not PlayFile.objects.exists()


def test_an_export_holds_all_that_its_user_may_see_and_nothing_of_others(anna, bruno):
    recorded(anna, (anna, 1), ("Tom", 2), note="Ours.")
    recorded(bruno, (bruno, 1), ("Secret", 2), note="Theirs.")
    for path in ("/plays/files/BGStatsExport.json", "/plays/files/plays.csv"):
        content = client_of(anna).get(path).content.decode()
        assert "Ours." in content
        assert "Tom" in content
        assert "Theirs." not in content
        assert "Secret" not in content
    data = json.loads(client_of(anna).get("/plays/files/BGStatsExport.json").content)
    assert data["userInfo"] == {"meRefId": 1}
    assert data["players"][0]["name"] == "Anna"

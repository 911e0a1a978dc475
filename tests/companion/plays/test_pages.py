"""The pages of plays: what each viewer sees, and what their forms do."""

import json
import re
from datetime import timedelta
from urllib.parse import unquote

import pytest
from django.test import Client

from companion.models import Play, PlayLine, PlaySeat
from companion.services.plays import answering, claiming
from games import clock
from games.services.match import play as match_play
from tests.accounts.cast import client_of, member
from tests.cast import play_to_end, running_match
from tests.companion.cast import moderator, recorded

pytestmark = pytest.mark.django_db(transaction=True)

SECRETS = ("Tom of the corner", "Via Roma 3", "At Bruno’s.")


@pytest.fixture
def anna():
    return member("Anna")


@pytest.fixture
def bruno():
    return member("Bruno")


@pytest.fixture
def play(anna, bruno):
    """A play of anna, bruno and a player without an account, with a place and a note."""
    rows = ((anna, 1, 52), (bruno, 2, 40), ("Tom of the corner", 3, 10))
    return recorded(anna, *rows, place="Via Roma 3", note="At Bruno’s.", minutes=75)


def text(client: Client, path: str, status: int = 200) -> str:
    response = client.get(path)
    assert response.status_code == status, path
    return " ".join(response.content.decode().replace("\u2068", "").replace("\u2069", "").split())


def test_those_who_sat_there_see_everything(anna, bruno, play):
    for user in (anna, bruno):
        page = text(client_of(user), f"/plays/{play.pk}/")
        for words in (*SECRETS, "75 minutes", "52", "waiting to be confirmed"):
            assert words in page, words


def test_nobody_else_learns_of_a_result_that_is_not_confirmed(play):
    for client in (Client(), client_of(member("Carla"))):
        text(client, f"/plays/{play.pk}/", 404)
        assert "Masons" not in text(client, "/archive/").split("<main")[1].split("</form>")[1]


def test_everybody_sees_a_confirmed_result_but_no_name_of_people_without_an_account(anna, bruno, play):
    answering.confirm(user=bruno, play_id=play.pk, version=1)
    claiming.renew_code(user=anna, play_id=play.pk)
    code = Play.objects.get(pk=play.pk).code
    stranger = client_of(member("Carla"))
    for client in (Client(), stranger):
        for path in (f"/plays/{play.pk}/", "/archive/", "/people/Anna/", "/people/Anna/against/Bruno/"):
            page = text(client, path)
            assert "Masons" in page, path
            for secret in (*SECRETS, code, f"{code[:3]} {code[3:]}"):
                assert secret not in page, (path, secret)
        assert "a player without an account" in text(client, f"/plays/{play.pk}/")
        assert "a player without an account" in text(client, "/archive/")
    assert "Tom of the corner" in text(client_of(anna), "/archive/")
    assert "real table" in text(stranger, "/archive/")
    assert "real table" in text(stranger, "/people/Bruno/")
    assert "real table" in text(stranger, "/people/Anna/against/Bruno/")


def test_a_disputed_result_is_shown_as_such_to_its_people_and_to_moderators_alone(anna, bruno, play):
    answering.dispute(user=bruno, play_id=play.pk, version=1, text="Tom was second.")
    for user in (anna, bruno, moderator()):
        page = text(client_of(user), f"/plays/{play.pk}/")
        assert "This result is disputed, so it counts nowhere:" in page
        assert "Bruno: Tom was second." in page
    text(client_of(member("Carla")), f"/plays/{play.pk}/", 404)
    assert "real table" not in text(Client(), "/people/Anna/")


def test_an_objection_of_a_deleted_account_is_nobody_elses(anna, bruno, play):
    """Tom, who has no account either, said nothing."""
    answering.dispute(user=bruno, play_id=play.pk, version=1, text="Tom was second.")
    bruno.delete()
    page = text(client_of(anna), f"/plays/{play.pk}/")
    assert "<li>deleted account</li>" in page
    assert "Tom was second." not in page


def test_the_log_says_who_did_what_in_whose_words(anna, bruno, play):
    answering.dispute(user=bruno, play_id=play.pk, version=1, text="Tom was second.")
    answering.decide(actor=moderator(), play_id=play.pk, version=1, counts=True, reason="Two others saw it.")
    tom = member("Tommaso")
    claiming.claim(user=tom, code=claiming.renew_code(user=anna, play_id=play.pk), index=2, version=1)
    log = text(client_of(anna), f"/plays/{play.pk}/").split('<h2 id="log">')[1]
    lines = [re.sub("<[^>]+>", "", line) for line in re.findall("<li>(.*?)<span", log)]
    assert [line.strip() for line in lines] == [
        "Anna recorded the result",
        "Bruno said what’s wrong: Tom was second.",
        "Zeno decided that the result counts: Two others saw it.",
        "Tommaso took over a name at the table: Tom of the corner",
    ]


def test_only_the_recorder_is_asked_to_take_back_a_claim_and_only_of_others(anna, bruno, play):
    code = claiming.renew_code(user=bruno, play_id=play.pk)
    tom = member("Tommaso")
    claiming.claim(user=tom, code=code, index=2, version=1)
    pages = {user.username: text(client_of(user), f"/plays/{play.pk}/") for user in (anna, bruno, tom)}
    asked = {name: re.findall(f"/plays/{play.pk}/seats/([0-9])/release/", page) for name, page in pages.items()}
    assert asked == {"Anna": ["2"], "Bruno": [], "Tommaso": []}


def test_a_code_offers_the_names_that_nobody_has_claimed(anna, bruno):
    """Not one that has an account by now, nor the empty place of a deleted account."""
    gone = member("Gone")
    play = recorded(anna, (anna, 1), (gone, 2), ("Tom of the corner", 3), ("Ugo", 4))
    code = claiming.renew_code(user=anna, play_id=play.pk)
    claiming.claim(user=member("Tommaso"), code=code, index=2, version=1)
    gone.delete()
    page = text(client_of(bruno), f"/plays/code/{code}/")
    assert re.findall('name="seat" value="([0-9]+)"', page) == ["3"]
    assert "Ugo" in page
    assert "Tom of the corner" not in page


def test_my_plays_are_those_in_which_one_sat_and_those_that_one_recorded(anna, bruno, play):
    carla = member("Carla")
    Play.objects.filter(pk=play.pk).update(recorder=carla)
    people = (anna, bruno, carla, member("Dora"))
    shown = {user.username: play.pk in text(client_of(user), "/plays/") for user in people}
    assert shown == {"Anna": True, "Bruno": True, "Carla": True, "Dora": False}


def test_only_settings_that_differ_are_shown_in_words(anna, bruno):
    usual = recorded(anna, (anna, 1, 13), (bruno, 2, 4), title="mascarade")
    assert '<dl class="facts">' not in text(client_of(anna), f"/plays/{usual.pk}/")
    short = recorded(anna, (anna, 1, 13), (bruno, 2, 4), title="mascarade", settings={"turn_limit": "40"})
    facts = text(client_of(anna), f"/plays/{short.pk}/").split('<dl class="facts">')[1].split("</dl>")[0]
    assert re.sub("<[^>]+>", " ", facts).split() == ["Last", "turn", "40"]


def test_what_waits_for_an_answer_comes_first(anna, bruno, play):
    assert "Waiting for you" not in text(client_of(anna), "/plays/")
    page = text(client_of(bruno), "/plays/")
    assert "Waiting for you" in page
    assert "Waiting for you" not in text(client_of(member("Carla")), "/plays/")


def fields(**more: str) -> dict[str, str]:
    values = {"title": "masons", "seats": "3", "played_on": "2026-03-14"}
    values |= {"name_1": "Anna", "account_1": "on", "place_1": "2", "score_1": "40"}
    values |= {"name_2": "bruno", "account_2": "on", "place_2": "1", "score_2": "52"}
    return values | {"name_3": "Tom", "place_3": "3", "score_3": "10"} | more


def test_the_form_records_accounts_by_choice_and_other_names_as_they_are(anna, bruno):
    member("Tom")  # has an account of that name, which nobody meant
    response = client_of(anna).post("/plays/new/", fields(where="Café", minutes="75", note="Rain."))
    play = Play.objects.get()
    assert response["Location"] == f"/plays/{play.pk}/"
    rows = list(play.seats.values_list("user", "name", "place", "score"))
    assert rows == [(anna.pk, "", 2, 40), (bruno.pk, "", 1, 52), (None, "Tom", 3, 10)]
    assert (play.place, play.minutes, play.note) == ("Café", 75, "Rain.")


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"name_2": "Brunno"}, "There’s no player with this name."),
        ({"place_2": "2"}, "Places: begin with 1."),
        ({"score_2": "39"}, "Points: a player with fewer points can’t be ahead of one with more."),
        ({"played_on": "2999-01-01"}, "Date: enter a day from 1950 to today."),
        ({"name_3": "ANNA", "account_3": "on"}, "Players: each one can sit at the table only once."),
        ({"name_1": "Bruno", "name_2": "Carla"}, "only players who sat at the table"),
        ({"rated": "on"}, "Rated: all players of a rated result need an account."),
        ({"place_1": "x"}, "Enter a whole number."),
        ({"played_on": "yesterday"}, "Enter a valid date."),
    ],
)
def test_a_wrong_field_is_named_and_nothing_is_stored(anna, bruno, more, words):
    member("Carla")
    response = client_of(anna).post("/plays/new/", fields(**more))
    assert response.status_code == 422
    assert words in response.content.decode()
    assert not Play.objects.exists()


def test_the_form_of_a_correction_shows_what_is_recorded(anna, bruno, play):
    client = client_of(anna)
    page = text(client, f"/plays/{play.pk}/correct/")
    for value in (
        'value="Anna"',
        'value="Tom of the corner"',
        'value="52"',
        'value="2026-03-14"',
        'value="Via Roma 3"',
    ):
        assert value in page, value
    sent = fields(name_3="Tomaso", version="1")
    assert client.post(f"/plays/{play.pk}/correct/", sent).status_code == 302
    assert list(play.seats.values_list("name", "place")) == [("", 2), ("", 1), ("Tomaso", 3)]
    assert client.post(f"/plays/{play.pk}/correct/", sent).status_code == 422
    assert Play.objects.get(pk=play.pk).version == 2


def test_three_phones_confirm_by_list_letters_and_name(anna, bruno, play):
    """Bruno from his list, the third by the letters, with an account that he made for it."""
    anna_phone, bruno_phone, tom_phone = client_of(anna), client_of(bruno), client_of(member("Tommaso"))
    anna_phone.post(f"/plays/{play.pk}/code/")
    code = Play.objects.get(pk=play.pk).code
    assert f"{code[:3]} {code[3:]}" in text(anna_phone, f"/plays/{play.pk}/")
    bruno_phone.post(f"/plays/{play.pk}/confirm/", {"version": "1"})
    typed = tom_phone.post("/plays/code/", {"code": f"{code[:3]} {code[3:]}".lower()})
    assert typed["Location"] == f"/plays/code/{code}/"
    assert "Tom of the corner" in text(tom_phone, typed["Location"])
    tom_phone.post(typed["Location"], {"seat": "2", "version": "1"})
    assert Play.objects.get(pk=play.pk).state == "confirmed"
    assert PlaySeat.objects.get(play=play, index=2).user.username == "Tommaso"


def test_a_wrong_code_says_so_and_too_many_are_stopped(settings, play):
    settings.ACCOUNT_RATE_LIMITS = {"room_code": "3/10m/key"}
    guesser = client_of(member("Guesser"))
    codes = [guesser.post("/plays/code/", {"code": f"ABCDE{letter}"}).status_code for letter in "ABCDEF"]
    assert codes == [422, 422, 422, 429, 429, 429]
    assert guesser.get("/plays/code/ABCDEF/").status_code == 429
    elsewhere = client_of(member("Other"))
    elsewhere.defaults["REMOTE_ADDR"] = "192.0.2.7"
    assert elsewhere.post("/plays/code/", {"code": "ABCDEF"}).status_code == 422


def test_right_codes_are_tried_as_often_as_one_likes(settings, anna, play):
    settings.ACCOUNT_RATE_LIMITS = {"room_code": "3/10m/key"}
    code = claiming.renew_code(user=anna, play_id=play.pk)
    phone = client_of(member("Tommaso"))
    assert {phone.get(f"/plays/code/{code}/").status_code for _time in range(6)} == {200}


def test_the_letters_of_a_play_are_found_in_either_form(anna, play):
    code = claiming.renew_code(user=anna, play_id=play.pk)
    typed = client_of(member("Tommaso")).post("/room/", {"code": code})
    assert typed["Location"] == f"/plays/code/{code}/"


def test_a_code_of_yesterday_leads_nowhere(anna, play, monkeypatch):
    code = claiming.renew_code(user=anna, play_id=play.pk)
    later = clock.now() + timedelta(hours=25)
    monkeypatch.setattr(clock, "now", lambda: later)
    assert client_of(member("Tommaso")).get(f"/plays/code/{code}/").status_code == 404


@pytest.mark.parametrize("sent", [{}, {"seat": "x", "version": "1"}, {"seat": "2"}, {"seat": "9" * 40, "version": "1"}])
def test_a_claim_without_a_choice_is_refused(anna, play, sent):
    code = claiming.renew_code(user=anna, play_id=play.pk)
    assert client_of(member("Tommaso")).post(f"/plays/code/{code}/", sent).status_code == 400
    assert play.seats.get(index=2).user is None


def test_a_row_that_cannot_be_read_breaks_nothing_but_itself(anna, bruno, play):
    answering.confirm(user=bruno, play_id=play.pk, version=1)
    other = recorded(anna, (anna, 1), (bruno, 2), title="maskera")
    answering.confirm(user=bruno, play_id=other.pk, version=1)
    PlaySeat.objects.filter(play=play, index=0).update(answer="perhaps")
    client = client_of(anna)
    for path in ("/plays/", "/archive/", "/people/Anna/", "/people/Anna/against/Bruno/", "/account/export/"):
        assert other.pk in text(client, path), path
    text(client, f"/plays/{play.pk}/", 404)
    assert client.post(f"/plays/{play.pk}/confirm/", {"version": "1"}).status_code == 404


@pytest.mark.parametrize("column", [{"facts": [1]}, {"verb": "sang"}])
def test_a_line_of_the_log_that_cannot_be_read_breaks_no_other_play(anna, bruno, play, column):
    other = recorded(anna, (anna, 1), (bruno, 2), title="maskera")
    PlayLine.objects.filter(play=play).update(**column)
    text(client_of(anna), f"/plays/{play.pk}/", 503)
    for path in (f"/plays/{other.pk}/", "/plays/"):
        text(client_of(anna), path)
    client_of(bruno).post(f"/plays/{play.pk}/confirm/", {"version": "1"})
    assert Play.objects.get(pk=play.pk).state == "confirmed"


def test_a_play_of_an_unknown_title_is_left_out(anna, bruno, play):
    answering.confirm(user=bruno, play_id=play.pk, version=1)
    Play.objects.update(title="forgotten")
    for path in ("/plays/", "/archive/", "/people/Anna/"):
        assert play.pk not in text(client_of(anna), path), path
    text(client_of(anna), f"/plays/{play.pk}/", 404)


def test_the_link_to_bg_stats_carries_what_the_viewer_may_see(anna, bruno, play):
    answering.confirm(user=bruno, play_id=play.pk, version=1)
    links = {}
    for name, client in (("anna", client_of(anna)), ("stranger", Client())):
        page = client.get(f"/plays/{play.pk}/").content.decode()
        links[name] = unquote(re.search(r'href="https://app.bgstatsapp.com/createPlay.html[?]data=([^"]+)"', page)[1])
    for secret in SECRETS:
        assert secret in links["anna"], secret
        assert secret not in links["stranger"], secret
    assert '"comments":""' in links["stranger"]
    assert '"name":"a player without an account"' in links["stranger"]
    assert '"name":"Anna"' in links["stranger"]


def bgstats_data(response) -> dict:
    """Return what the address of the app BG Stats carries that a response leads to."""
    app, data = response["Location"].split("?data=")
    assert app == "https://app.bgstatsapp.com/createPlay.html"
    return json.loads(unquote(data))


@pytest.mark.parametrize("access", ["open", "link"])
def test_a_finished_match_goes_to_bg_stats_by_its_players(anna, bruno, access):
    match = running_match("masons", [anna, bruno], access=access)
    path = f"/matches/{match.pk}/play/to-bgstats/"
    assert client_of(anna).get(path).status_code == 409  # it has no result yet
    assert path not in text(client_of(anna), f"/matches/{match.pk}/")
    play_to_end(match)
    match.refresh_from_db()
    assert path in text(client_of(anna), f"/matches/{match.pk}/")
    sent = bgstats_data(client_of(anna).get(path))
    assert sent["game"]["name"] == "Masons"
    assert [(seat["name"], seat["rank"], seat["score"]) for seat in sent["players"]] == [
        ("Anna", match.outcome["places"][0], match.outcome["scores"][0]),
        ("Bruno", match.outcome["places"][1], match.outcome["scores"][1]),
    ]
    stranger = client_of(member("Dario"))
    assert stranger.get(path).status_code == (403 if access == "open" else 404)
    assert Client().get(path)["Location"].startswith("/accounts/login/")


def test_a_match_has_one_name_in_bg_stats_before_and_after_it_is_recorded(anna, bruno):
    match = running_match("maskera", [anna, bruno], access="link")
    match_play.resign(actor=anna, match_id=match.pk, seat=0)
    client = client_of(anna)
    before = bgstats_data(client.get(f"/matches/{match.pk}/play/to-bgstats/"))["sourcePlayId"]
    page = client.post(f"/matches/{match.pk}/play/", {"attempt": "x"})["Location"]
    data = re.search(r"createPlay.html[?]data=([^\"]+)", client.get(page).content.decode())[1]
    assert json.loads(unquote(data))["sourcePlayId"] == before
    exported = json.loads(client.get("/plays/files/BGStatsExport.json").content)
    assert [each["uuid"] for each in exported["plays"]] == [before]

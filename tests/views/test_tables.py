"""Tables through the front door: lobby, opening, joining, leaving, starting, and every refusal in words."""

import re

import pytest
from django.contrib.messages import get_messages
from django.urls import reverse

from games.chance import nonce_digest
from games.clock import OFFERED
from games.models import Access, Invitation, Match, Seat, Status
from games.services.waiting import tables
from masques_site.accounts.models import Block
from tests.cast import fresh, person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lantern")]

NEW = {
    "title": "lantern",
    "seats": "3",
    "option_wind": "storm",
    "option_memory": "kept",
    "pace": "fast",
    "access": "open",
    "auto_start": "yes",
    "seat_2": "",
    "seat_3": "easy",
}


@pytest.fixture
def anna(client):
    user = person("anna")
    client.force_login(user)
    return user


@pytest.fixture
def bruno():
    return person("bruno")


def table(host, seats=3, access="open", **more):
    return tables.open_table(
        host=host, title="lantern", seats=seats, settings={}, pace="standard", access=access, **more
    )


def act(client, match, action, data=None, *args):
    return client.post(reverse(f"games:{action}", args=[match.pk, *args]), data or {})


def said(response):
    """The messages that the next page will show."""
    return " ".join(str(message) for message in get_messages(response.wsgi_request))


def page_of(client, match, query=""):
    return client.get(reverse("games:match", args=[match.pk]) + query)


def without_tokens(response):
    """The page without the form tokens, which differ each time."""
    return re.sub(r'name="(csrfmiddlewaretoken|attempt)" value="\w+"', "", response.content.decode())


# The lobby.


def test_a_row_says_title_people_free_seats_pace_options_and_usual_length(client, bruno):
    table(bruno, bots=["easy"])
    page = client.get(reverse("games:lobby")).content.decode()
    for words in ("Lantern", "bruno", "1 seat free", "Standard", "Calm", "equally likely", "3 to 5 minutes"):
        assert words in page


def test_a_stranger_is_not_taken_for_the_bot_that_sits_there(client, bruno):
    """Neither of the two has a user."""
    match = table(bruno, bots=["easy"])
    lobby = client.get(reverse("games:lobby"))
    assert [summary.mine for summary in lobby.context["summaries"]] == [None]
    assert "You’re at this table" not in lobby.content.decode()
    page = page_of(client, match)
    assert page.context["summary"].mine is None
    assert reverse("games:leave", args=[match.pk]) not in page.content.decode()


def test_private_and_full_tables_are_not_in_the_lobby(client, bruno):
    table(bruno, access="link")
    table(bruno, access="invited")
    table(bruno, bots=["easy", "easy"], auto_start=False)
    assert client.get(reverse("games:lobby")).context["summaries"] == []


def test_the_lobby_is_narrowed_by_title_pace_and_seats(client, bruno):
    three, two = table(bruno, 3), table(bruno, 2)
    lobby = reverse("games:lobby")
    assert [summary.match for summary in client.get(lobby, {"seats": "2"}).context["summaries"]] == [two]
    assert [summary.match for summary in client.get(lobby, {"title": "lantern"}).context["summaries"]] == [two, three]
    assert client.get(lobby, {"pace": "live"}).context["summaries"] == []


def test_junk_in_the_filter_shows_every_table(client, bruno):
    table(bruno)
    assert (
        len(client.get(reverse("games:lobby"), {"seats": "many", "title": "no such title"}).context["summaries"]) == 1
    )


def test_the_lobby_asks_the_same_number_of_questions_however_many_tables(client, bruno, django_assert_max_num_queries):
    for _count in range(8):
        table(bruno)
    with django_assert_max_num_queries(4):
        client.get(reverse("games:lobby"))


# Opening.


def test_a_table_is_opened_in_two_steps_without_a_script(client, anna):
    address = reverse("games:new_table")
    assert "3 seats" in client.get(address).content.decode()
    form = client.get(address, {"title": "lantern", "seats": "3"}).content.decode()
    assert "twice as likely" in form
    assert all(str(pace.summary) in form for pace in OFFERED)
    response = client.post(address, NEW)
    match = Match.objects.get()
    assert response.url == reverse("games:match", args=[match.pk])
    assert (match.title, match.seat_count, match.settings, match.pace) == (
        "lantern",
        3,
        {"wind": "storm", "memory": "kept"},
        "fast",
    )
    assert list(match.seats.values_list("index", "user__username", "bot")) == [(0, "anna", ""), (2, None, "easy")]


def test_the_start_can_be_left_to_the_host(client, anna):
    client.post(reverse("games:new_table"), {**NEW, "auto_start": "no", "seat_2": "easy"})
    assert Match.objects.get().status == Status.OPEN


@pytest.mark.parametrize(
    "wrong", [{"pace": "hasty"}, {"access": ""}, {"option_wind": "gale"}, {"seat_3": "genius"}, {"auto_start": ""}]
)
def test_a_wrong_field_is_marked_and_no_table_is_opened(client, anna, wrong):
    response = client.post(reverse("games:new_table"), {**NEW, **wrong})
    assert response.status_code == 422
    assert 'class="errorlist"' in response.content.decode() or 'class="errors"' in response.content.decode()
    assert not Match.objects.exists()


@pytest.mark.parametrize("wrong", [{"title": "chess"}, {"seats": "9"}, {"seats": "x"}])
def test_an_unknown_title_or_number_of_seats_leads_back_to_the_choice(client, anna, wrong):
    response = client.post(reverse("games:new_table"), {**NEW, **wrong})
    assert response.status_code == 400
    assert not Match.objects.exists()


def test_a_stranger_logs_in_before_opening_a_table(client):
    assert client.get(reverse("games:new_table")).url.startswith(reverse("account_login"))


# Playing a bot.


def test_a_match_against_bots_starts_at_once(client, anna):
    address = reverse("games:play_bot")
    assert "How strong" in client.get(address, {"title": "lantern"}).content.decode()
    response = client.post(address, {"title": "lantern", "seats": "3", "level": "easy"})
    match = Match.objects.get()
    assert response.url == reverse("games:match", args=[match.pk])
    assert (match.status, match.access, match.pace) == (Status.RUNNING, Access.LINK, "standard")
    assert sorted(match.seats.values_list("bot", flat=True)) == ["", "easy", "easy"]


def test_looking_at_the_bot_page_starts_nothing(client, anna):
    client.get(reverse("games:play_bot"), {"title": "lantern", "level": "easy"})
    assert not Match.objects.exists()


def test_a_stranger_is_offered_a_guest_account_on_the_way_to_the_bots(client):
    address = reverse("games:play_bot") + "?title=lantern"
    page = client.get(address).content.decode()
    assert f'action="{reverse("accounts:guest")}"' in page
    assert f'value="{address}"' in page
    response = client.post(reverse("games:play_bot"), {"title": "lantern", "level": "easy", "seats": "2"})
    assert response.url.startswith(reverse("account_login"))


# The page of a table.


def test_the_page_says_pace_options_length_expiry_and_the_seal_of_the_deal(client, anna, bruno):
    match = table(bruno)
    page = page_of(client, match).content.decode()
    for words in ("3 days each", "Calm", "3 to 5 minutes", "Open until", match.commitment, "Sit down"):
        assert words in page


def test_only_the_host_sees_the_private_link(client, anna, bruno):
    match = table(anna, access="link")
    assert match.link_token in page_of(client, match).content.decode()
    tables.join_table(user=bruno, match_id=match.pk, link_token=match.link_token)
    client.force_login(bruno)
    assert match.link_token not in page_of(client, match).content.decode()


def test_the_private_link_lets_one_in_and_is_remembered_for_sitting_down(client, anna, bruno):
    match = table(bruno, access="link")
    assert page_of(client, match).status_code == 404
    assert page_of(client, match, f"?link={match.link_token}").status_code == 200
    act(client, match, "join")
    assert Seat.objects.filter(match=match, user=anna).exists()


def test_a_private_table_looks_like_none_to_others(client, anna, bruno):
    match = table(bruno, access="invited")
    for action in ("join", "leave", "start", "close", "invite", "add_bot"):
        data = {"name": "anna", "level": "easy"}
        answer = act(client, match, action, data)
        missing = client.post(reverse(f"games:{action}", args=["222222222222"]), data)
        assert answer.status_code == missing.status_code == 404
        assert without_tokens(answer).replace(match.pk, "222222222222") == without_tokens(missing)


def test_joining_with_ones_own_words_keeps_them_for_the_deal(client, anna, bruno):
    match = table(bruno)
    assert act(client, match, "join", {"nonce": "a cat on the quay"}).status_code == 302
    assert Seat.objects.get(match=match, user=anna).nonce == nonce_digest("a cat on the quay")


def test_words_that_are_too_long_are_refused_with_the_reason(client, anna, bruno):
    match = table(bruno)
    response = act(client, match, "join", {"nonce": "x" * 65})
    assert "64 plain characters" in said(response)
    assert not Seat.objects.filter(match=match, user=anna).exists()


def test_the_host_too_may_mix_words_in_and_change_them_until_the_start(client, anna, bruno):
    match = table(anna)
    act(client, match, "nonce", {"nonce": "rain"})
    act(client, match, "nonce", {"nonce": "sun"})
    assert Seat.objects.get(match=match, user=anna).nonce == nonce_digest("sun")
    assert nonce_digest("sun") in client.get(f"/matches/{match.pk}/proof/").content.decode()
    act(client, match, "nonce", {"nonce": ""})
    assert Seat.objects.get(match=match, user=anna).nonce == ""


def test_only_those_at_the_table_mix_words_in(client, anna, bruno):
    match = table(bruno)
    assert "You’re not at this table" in said(act(client, match, "nonce", {"nonce": "rain"}))


def test_the_last_seat_starts_the_match(client, anna, bruno):
    match = table(bruno, 2)
    act(client, match, "join")
    match.refresh_from_db()
    assert match.status == Status.RUNNING


def test_a_full_table_is_refused_with_the_reason(client, anna, bruno):
    match = table(bruno, 2, auto_start=False)
    tables.join_table(user=person("carla"), match_id=match.pk)
    response = act(client, match, "join")
    assert "All seats at this table are taken." in said(response)


def test_leaving_frees_the_seat(client, anna, bruno):
    match = table(bruno)
    act(client, match, "join")
    assert act(client, match, "leave").url == reverse("games:lobby")
    assert not Seat.objects.filter(match=match, user=anna).exists()


def test_the_host_starts_a_full_table_and_nobody_else(client, anna, bruno):
    match = table(bruno, 2, auto_start=False)
    act(client, match, "join")
    assert "Only the host" in said(act(client, match, "start"))
    client.force_login(bruno)
    act(client, match, "start", {"rev": fresh(match).rev})
    match.refresh_from_db()
    assert match.status == Status.RUNNING


def test_a_table_with_a_free_seat_does_not_start_and_says_why(client, anna):
    match = table(anna, auto_start=False)
    assert "still free" in said(act(client, match, "start"))


def field(page, name):
    """The value of the one field `name` of a page."""
    (value,) = re.findall(rf'name="{name}" value="([^"]*)"', page.content.decode())
    return value


def test_a_table_whose_people_have_changed_since_the_page_was_drawn_does_not_start(client, anna, bruno):
    match = table(anna, 2, auto_start=False)
    tables.join_table(user=bruno, match_id=match.pk)
    seen = {"rev": field(page_of(client, match), "rev")}
    tables.leave_table(user=bruno, match_id=match.pk)
    tables.join_table(user=person("carla"), match_id=match.pk)
    for stale in (seen, {}, {"rev": "1"}):
        assert "The table has changed. Check who’s there now" in said(act(client, match, "start", stale))
    assert fresh(match).status == Status.OPEN
    act(client, match, "start", {"rev": field(page_of(client, match), "rev")})
    assert fresh(match).status == Status.RUNNING


def test_a_bot_is_sent_away_only_if_it_is_the_one_that_the_page_showed(client, anna):
    match = table(anna, bots=["easy"])
    assert field(page_of(client, match), "level") == "easy"
    Seat.objects.filter(match=match, index=2).update(bot="hard")
    for stale in ("easy", "", "junk"):
        assert "This bot isn’t in that seat." in said(act(client, match, "remove_bot", {"level": stale}, 2))
    assert Seat.objects.filter(match=match, index=2).exists()
    act(client, match, "remove_bot", {"level": "hard"}, 2)
    assert not Seat.objects.filter(match=match, index=2).exists()


def test_the_host_closes_the_table_and_its_page_says_so(client, anna):
    match = table(anna)
    act(client, match, "close")
    assert "closed before the match could start" in page_of(client, match).content.decode()


def test_the_host_invites_by_name_in_any_case(client, anna, bruno):
    match = table(anna, access="invited")
    assert "bruno has been invited" in said(act(client, match, "invite", {"name": "BRUNO"}))
    assert Invitation.objects.get(match=match).user == bruno
    assert "Invited: bruno" in page_of(client, match).content.decode()


@pytest.mark.parametrize(
    ("name", "words"), [("nobody", "no player called"), ("", "enter the name"), ("\0", "enter the name")]
)
def test_an_invitation_to_nobody_says_so(client, anna, name, words):
    match = table(anna)
    assert words in said(act(client, match, "invite", {"name": name}))


def test_the_host_seats_a_bot_and_sends_it_away(client, anna):
    match = table(anna, 3)
    act(client, match, "add_bot", {"level": "medium"})
    assert Seat.objects.get(match=match, index=1).bot == "medium"
    act(client, match, "remove_bot", {"level": "medium"}, 1)
    assert not Seat.objects.filter(match=match, index=1).exists()


@pytest.mark.parametrize("level", ["genius", "novice"])
def test_a_level_that_the_title_does_not_have_is_refused_with_the_reason(client, anna, level):
    match = table(anna)
    assert "no such level" in said(act(client, match, "add_bot", {"level": level}))
    assert match.seats.count() == 1


def test_each_title_offers_its_own_levels_and_no_others(client, anna):
    client.force_login(anna)
    for title, has_novice in {"masques": True, "maskera": False, "lantern": False}.items():
        against_bots = client.get(reverse("games:play_bot"), {"title": title}).content.decode()
        own_table = client.get(reverse("games:new_table"), {"title": title, "seats": 2}).content.decode()
        assert ('value="novice"' in against_bots, 'value="novice"' in own_table) == (has_novice, has_novice), title
        assert 'value="medium"' in against_bots
        assert 'value="medium"' in own_table


def test_a_program_gets_the_reason_as_json(client, anna, bruno):
    match = table(bruno)
    address = reverse("games:start", args=[match.pk])
    response = client.post(address, headers={"accept": "application/json"})
    assert response.status_code == 403
    assert response.json()["code"] == "forbidden"


def test_a_stranger_who_joins_is_asked_to_log_in_and_comes_back_to_the_table(client, bruno):
    match = table(bruno)
    response = act(client, match, "join")
    assert response.url == f"{reverse('account_login')}?next={reverse('games:match', args=[match.pk])}"


@pytest.mark.parametrize("action", ["join", "leave", "start", "close", "invite", "add_bot", "rematch"])
def test_looking_at_the_address_of_an_action_does_nothing(client, anna, action):
    match = table(anna, 2)
    response = client.get(reverse(f"games:{action}", args=[match.pk]))
    assert response.status_code == 405
    assert response.headers["Allow"] == "POST"
    assert b"POST" in response.content


def test_the_page_knows_its_revision_and_where_to_ask_for_a_newer_one(client, anna):
    match = table(anna)
    page = page_of(client, match).content.decode()
    assert f'data-rev="{match.rev}"' in page
    assert f'data-rev-url="{reverse("games:rev", args=[match.pk])}"' in page
    act(client, match, "add_bot", {"level": "easy"})
    assert client.get(reverse("games:rev", args=[match.pk])).json()["rev"] > match.rev


def test_the_lobby_shows_no_table_at_which_a_player_sits_whom_a_block_keeps_away(client, anna, bruno):
    match = table(bruno)
    assert match.pk in client.get("/tables/").content.decode()
    Block.objects.create(blocker=bruno, blocked=anna)
    assert match.pk not in client.get("/tables/").content.decode()


def test_the_host_alone_reads_the_link_and_who_was_invited(client, anna, bruno):
    match = table(bruno, seats=4, access="link")
    for name in ("carla", "zeno"):
        tables.invite(host=bruno, match_id=match.pk, user=person(name))
    tables.join_table(user=person("carla"), match_id=match.pk)
    for name, reads in (("bruno", True), ("carla", False), ("zeno", False), ("anna", False)):
        client.force_login(person(name))
        page = page_of(client, match, f"?link={match.link_token}" if name == "anna" else "")
        shown = without_tokens(page)
        assert page.status_code == 200
        assert (f"?link={match.link_token}" in page.context["link"]) == reads
        assert page.context["asked"] == (["zeno"] if reads else [])
        if name != "zeno":
            assert ("zeno" in shown) == reads
        if name in ("carla", "zeno"):
            assert match.link_token not in shown


@pytest.mark.parametrize("access", ["open", "invited"])
def test_a_table_that_no_link_opens_shows_none(client, anna, access):
    match = table(anna, access=access)
    assert page_of(client, match).context["link"] == ""
    assert match.link_token not in page_of(client, match).content.decode()


def test_a_table_that_was_closed_shows_its_link_to_nobody(client, anna):
    match = table(anna, access="link")
    tables.close_table(user=anna, match_id=match.pk)
    assert match.link_token not in page_of(client, match).content.decode()

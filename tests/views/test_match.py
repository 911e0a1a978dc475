"""The page of a match: composing, confirming, what it tells whom, and how it says no."""

import random
import re

import pytest
from django.test import Client
from django.urls import reverse

from games.core.log import Position
from games.models import Event, Match, Seat, Status
from games.selectors import matches as selectors
from games.services.deadlines import expire
from tests.cast import due, fresh, move, person, play_to_end, running_match, stored_log
from tests.lantern import view as lantern_view
from tests.views.pages import Page, decide, page, steady

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]
FRAGMENT = {"HTTP_HX_REQUEST": "true", "HTTP_HX_REQUEST_TYPE": "partial"}


@pytest.fixture
def match() -> Match:
    return running_match("lantern", [person("anna"), person("bruno"), person("carla")])


def client_of(seat: Seat) -> Client:
    client = Client()
    client.force_login(seat.user)
    return client


def turn(match: Match) -> Seat:
    (seat,) = due(match)
    return seat


def idle(match: Match) -> Seat:
    return match.seats.select_related("user").filter(due_decision=None).first()


def at(match: Match, name: str = "match") -> str:
    return reverse(f"games:{name}", args=[match.pk])


def whole_move(match: Match, seat: Seat) -> dict[str, str]:
    """A good move's form fields, as the confirm page of `seat` holds them."""
    client, shown = client_of(seat), page(client_of(seat), at(match))
    while not shown.forms["compose"].buttons:
        shown = page(client, shown.addresses("choice")[0])
    form = shown.forms["compose"]
    return {**form.values, "text": form.buttons[0][1]}


# Composing.


def test_the_seat_on_turn_is_offered_its_choices_and_nobody_else_is(match):
    seat = turn(match)
    assert page(client_of(seat), at(match)).addresses("choice")
    for other in match.seats.exclude(pk=seat.pk).select_related("user"):
        assert not page(client_of(other), at(match)).addresses("choice")
    assert not page(Client(), at(match)).addresses("choice")


def test_what_the_drawing_makes_clickable_leads_where_the_choices_lead(match):
    shown = page(client_of(turn(match)), at(match))
    assert set(shown.addresses("part")) == set(shown.addresses("choice"))


def test_composing_writes_nothing_until_it_is_confirmed(match):
    seat, before = turn(match), stored_log(match)
    fields = whole_move(match, seat)
    assert stored_log(match) == before
    response = client_of(seat).post(at(match, "move"), fields)
    assert (response.status_code, response["Location"]) == (303, at(match))
    assert stored_log(match)[-1].text == fields["text"]


def test_a_step_back_and_starting_over_are_offered(match):
    client = client_of(turn(match))
    first = page(client, at(match)).addresses("choice")[0]
    second = page(client, page(client, first).addresses("choice")[0])
    backs = [address for kind, address, _label in second.links if "quiet live" in kind]
    assert backs == [first, f"{at(match)}?move="]


def test_a_word_that_is_not_possible_keeps_what_was_good_and_says_why(match):
    client = client_of(turn(match))
    first = page(client, at(match)).addresses("choice")[0]
    response = client.get(first + ",zz")
    assert response.status_code == 422
    shown = Page(response)
    assert "“zz” is not possible here." in shown.text
    assert shown.addresses("choice") == page(client, first).addresses("choice")


@pytest.mark.parametrize("query", ["move=%00", "move=%ff%fe", "move=" + "x" * 5000, "move=1,a,b,c", "move=<script>"])
def test_a_garbled_composition_is_refused_with_the_choices_in_place(match, query):
    response = client_of(turn(match)).get(f"{at(match)}?{query}")
    assert response.status_code == 422
    assert b"<script>," not in response.content
    assert Page(response).forms["compose"]


def test_the_script_gets_the_same_match_without_the_frame(match):
    client = client_of(turn(match))
    page(client, at(match))
    whole, part = client.get(at(match)), client.get(at(match), **FRAGMENT)
    assert part["X-Fragment"] == "match"
    assert part.content.strip().startswith(b"<section")
    assert steady(part).strip() in steady(whole)


def test_without_confirming_the_last_choice_sends_the_move(match):
    seat = turn(match)
    seat.user.confirm_moves = False
    seat.user.save()
    client = client_of(seat)
    shown = page(client, page(client, at(match)).addresses("choice")[0])
    form = shown.forms["compose"]
    assert len(form.buttons) == 3  # the three bridges
    assert client.post(form.action, {**form.values, "text": form.buttons[1][1]}).status_code == 303
    assert stored_log(match)[-1].text == form.buttons[1][1]


def test_a_whole_match_is_played_with_links_and_forms_alone():
    match = running_match("lantern", [person("anna"), person("bruno")])
    rng = random.Random(3)
    clients = {seat.index: client_of(seat) for seat in match.seats.select_related("user")}
    for _decision in range(100):
        owing = due(match)
        if not owing:
            break
        for seat in owing:
            decide(clients[seat.index], at(match), rng.choice)
    match = fresh(match)
    assert match.status == Status.FINISHED
    shown = page(clients[0], at(match))
    assert "The match is over" in shown.text
    assert reverse("games:rematch", args=[match.pk]) in shown.forms


# Sealed answers.


def test_a_sealed_answer_is_shown_to_its_seat_alone_and_may_be_changed(match):
    move(match, turn(match))
    seat, other = due(match)
    client = client_of(seat)
    fields = whole_move(match, seat)
    client.post(at(match, "move"), {**fields, "text": "blow"})
    shown = page(client, at(match))
    assert "stays sealed until all are: Blow" in shown.text
    assert not shown.addresses("choice")
    assert "sealed until" not in page(client_of(other), at(match)).text
    again = page(client, at(match) + "?move=let").forms["compose"]
    assert client.post(again.action, {**again.values, "text": "let"}).status_code == 303
    assert "stays sealed until all are: Let it shine" in page(client, at(match)).text


def test_who_answered_is_no_longer_waited_for(match):
    move(match, turn(match))
    seat, other = due(match)
    move(match, seat, "let")
    shown = page(Client(), at(match))
    assert f"{other.user.username} answers the lantern." in shown.text
    assert f"{seat.user.username} answers" not in shown.text


def test_what_a_sealed_answer_says_changes_no_byte_for_anybody_else(match):
    move(match, turn(match))
    seat, other = due(match)
    watchers = [Client(), client_of(other)]
    page(watchers[1], at(match))  # what is new to them is no longer new
    seen = []
    for text in ("blow", "let"):
        move(match, seat, text, client_move_id=f"answer-{text}")
        seen.append(
            [steady(client.get(at(match, name))) for client in watchers for name in ("match", "history", "rev")]
        )
    assert seen[0] == seen[1]


# What must not be told.


def swapped_hands(match: Match, seats: tuple[int, int]) -> list:
    """The log of a match of which only the deal is played, with the hands of two seats exchanged."""
    first, second = seats
    names = {f"deal/{first}.": f"deal/{second}.", f"deal/{second}.": f"deal/{first}."}
    tokens = {event.text.partition("=")[0]: event.text.partition("=")[2] for event in stored_log(match)}
    twin = []
    for event in stored_log(match):
        place = event.text.partition("=")[0]
        other = next((place.replace(old, new) for old, new in names.items() if place.startswith(old)), place)
        twin.append(type(event)(event.kind, event.seat, f"{place}={tokens[other]}"))
    return twin


def all_that_is_told(client: Client, match: Match, seat: Seat | None) -> list[bytes]:
    """Every page, fragment and file of a match, the whole first move's composing included."""
    addresses = [at(match), at(match, "history"), at(match, "record"), at(match, "proof"), at(match, "rev")]
    addresses += [f"{at(match, 'history')}?ply={ply}" for ply in range(match.ply + 1)]
    answers = [steady(client.get(address)) for address in addresses]
    answers.append(steady(client.get(at(match), **FRAGMENT)))
    composing = [f"{at(match)}?move={words}" for card in "1234" for words in (card, f"{card},a", f"{card},z")]
    answers += [steady(client.get(address)) for address in composing]
    if seat is not None:
        answers += [steady(client.post(at(match, "move"), {"text": text, "seen": "0", "client_move_id": "x"}))
                    for text in ("1a", "4c", "9z")]  # fmt: skip
    return answers


def differing_hands(people: list[str]) -> tuple[Match, Seat, list]:
    """A match at its first turn, the seat on turn, and a log in which the two others hold different cards."""
    for _attempt in range(20):
        match = running_match("lantern", [person(name) for name in people])
        seat = turn(match)
        others = tuple(index for index in range(3) if index != seat.index)
        twin = swapped_hands(match, others)
        if twin != stored_log(match):
            return match, seat, twin
    raise AssertionError("twenty deals in a row gave two seats the same cards")


def tell_twice(match: Match, seat: Seat | None, twin: list, monkeypatch) -> tuple[list[bytes], list[bytes]]:
    client = Client() if seat is None else client_of(seat)
    page(client, at(match))  # what is new to them is no longer new
    true = all_that_is_told(client, match, seat)
    monkeypatch.setattr(selectors, "log_of", lambda match, ply=None: twin[:ply])
    return true, all_that_is_told(client, match, seat)


@pytest.mark.parametrize("as_spectator", [False, True])
def test_other_hands_change_no_byte_of_page_preview_refusal_or_record(monkeypatch, as_spectator):
    match, seat, twin = differing_hands(["anna", "bruno", "carla"])
    one, two = tell_twice(match, None if as_spectator else seat, twin, monkeypatch)
    assert one == two


def test_the_comparison_of_twins_finds_a_planted_leak(monkeypatch):
    match, seat, twin = differing_hands(["anna", "bruno", "carla"])
    honest = lantern_view.view_of

    def leaky(state, viewer):
        view = honest(state, viewer)
        return {
            **view,
            "breath": [sum(6**card * state.held(each, card) for card in range(1, 5)) for each in range(state.seats)],
        }

    monkeypatch.setattr(lantern_view, "view_of", leaky)
    one, two = tell_twice(match, seat, twin, monkeypatch)
    assert one != two


def test_the_preview_is_drawn_from_the_view_and_not_from_the_position(match, monkeypatch):
    """Deal everything anew that the seat does not know: the preview must not notice."""
    seat = turn(match)
    client = client_of(seat)
    first = page(client, at(match)).addresses("choice")[0]
    addresses = [first, page(client, first).addresses("choice")[0]]
    true = [steady(client.get(address)) for address in addresses]
    honest = selectors.position_after
    for seed in range(5):

        def redealt(match, events, seed=seed):
            position = honest(match, events)
            return Position(position.state.redeal(seat.index, seed), position.decision)

        monkeypatch.setattr(selectors, "position_after", redealt)
        assert [steady(client.get(address)) for address in addresses] == true


def test_seat_pages_are_not_kept_by_any_cache(match):
    for name in ("match", "history", "record", "proof", "rev"):
        assert "no-store" in client_of(turn(match)).get(at(match, name))["Cache-Control"]


# Who may see it.


@pytest.mark.parametrize("name", ["match", "history", "record", "proof", "rev"])
def test_a_private_match_looks_like_none_to_strangers(name):
    match = running_match("lantern", [person("anna"), person("bruno")], access="link")
    stranger = Client()
    stranger.force_login(person("zeno"))
    nowhere = reverse(f"games:{name}", args=["2" * 12])
    for client in (Client(), stranger):
        hidden, missing = client.get(at(match, name)), client.get(nowhere)
        assert hidden.status_code == missing.status_code == 404
        assert steady(hidden).replace(match.pk.encode(), b"") == steady(missing).replace(b"2" * 12, b"")


def test_whoever_brings_the_private_link_may_watch_and_come_back_without_it():
    match = running_match("lantern", [person("anna"), person("bruno")], access="link")
    client = Client()
    assert client.get(f"{at(match)}?link=wrong").status_code == 404
    assert client.get(f"{at(match)}?link={match.link_token}").status_code == 200
    assert client.get(at(match)).status_code == 200
    assert match.link_token not in client.get(at(match)).content.decode()


# Saying no.


def test_a_refused_move_shows_the_reason_on_the_page_of_the_match(match):
    seat = turn(match)
    fields = whole_move(match, seat)
    response = client_of(seat).post(at(match, "move"), {**fields, "text": "no such"})
    assert response.status_code == 422
    assert "is not a move of this title" in Page(response).text
    assert Page(response).addresses("choice")


def test_programs_get_the_reason_as_json(match):
    seat = turn(match)
    fields = whole_move(match, seat)
    response = client_of(seat).post(at(match, "move"), {**fields, "text": "9z"}, HTTP_ACCEPT="application/json")
    assert response.status_code == 422
    assert response.json()["code"] == "illegal"
    good = client_of(seat).post(at(match, "move"), fields, HTTP_ACCEPT="application/json")
    assert (good.status_code, good.json()["repeated"]) == (200, False)
    again = client_of(seat).post(at(match, "move"), fields, HTTP_ACCEPT="application/json")
    assert again.json() == {"rev": good.json()["rev"], "repeated": True}


def test_a_move_for_a_decision_that_is_closed_is_told_what_is_open_now(match):
    seat = turn(match)
    fields = whole_move(match, seat)
    move(match, seat)
    response = client_of(seat).post(at(match, "move"), {**fields, "client_move_id": "late"})
    assert response.status_code == 409
    assert "That decision is closed." in Page(response).text


@pytest.mark.parametrize(
    ("change", "status", "says"),
    [
        ({"text": None}, 400, "text"),
        ({"text": "x" * 201}, 413, "text"),
        ({"text": "1a\x00"}, 400, "text"),
        ({"text": b"1a\xff"}, 400, "text"),
        ({"seen": None}, 400, "seen"),
        ({"seen": "soon"}, 400, "seen"),
        ({"seen": "-1"}, 400, "seen"),
        ({"seen": "²"}, 400, "seen"),
        ({"seen": "9" * 40}, 413, "seen"),
        ({"client_move_id": None}, 400, "client_move_id"),
        ({"client_move_id": "x" * 65}, 413, "client_move_id"),
        ({"client_move_id": "a b"}, 400, "client_move_id"),
    ],
)
def test_a_wrong_field_is_named_and_nothing_moves(match, change, status, says):
    seat, before = turn(match), stored_log(match)
    fields = {name: value for name, value in {**whole_move(match, seat), **change}.items() if value is not None}
    body = b"&".join(
        name.encode() + b"=" + "".join(f"%{byte:02x}" for byte in (v if isinstance(v, bytes) else v.encode())).encode()
        for name, v in fields.items()
    )
    response = client_of(seat).post(at(match, "move"), body, content_type="application/x-www-form-urlencoded")
    assert response.status_code == status
    assert says in Page(response).text
    assert stored_log(match) == before


def test_a_body_that_is_no_form_is_refused_in_words(match):
    response = client_of(turn(match)).post(at(match, "move"), "{]", content_type="application/json")
    assert response.status_code == 400
    assert "text" in Page(response).text


def test_another_seat_and_a_stranger_may_not_move(match):
    fields = whole_move(match, turn(match))
    assert client_of(idle(match)).post(at(match, "move"), fields).status_code == 409
    stranger = Client()
    stranger.force_login(person("zeno"))
    assert stranger.post(at(match, "move"), fields).status_code == 403
    assert Client().post(at(match, "move"), fields)["Location"].startswith(reverse("account_login"))
    assert Client().post(at(match, "move"), fields, HTTP_ACCEPT="application/json").status_code == 403


def test_a_move_without_its_token_is_refused(match):
    seat = turn(match)
    fields = whole_move(match, seat)
    client = Client(enforce_csrf_checks=True)
    client.force_login(seat.user)
    assert client.post(at(match, "move"), fields).status_code == 403
    assert not Event.objects.filter(match=match, kind="move").exists()


@pytest.mark.parametrize("name", ["match", "move", "resign", "rev", "history", "record", "proof"])
def test_a_wrong_method_is_answered_in_words(match, name):
    response = client_of(turn(match)).put(at(match, name))
    assert response.status_code == 405
    assert "requests only" in Page(response).text
    assert response["Allow"]


def test_a_move_after_the_end_says_that_the_match_is_over(match):
    seat = turn(match)
    fields = whole_move(match, seat)
    play_to_end(match)
    response = client_of(seat).post(at(match, "move"), {**fields, "client_move_id": "late"})
    assert response.status_code == 409
    assert "This match is over." in Page(response).text


# Words about the match.


def test_the_title_of_the_page_says_whose_turn_it_is(match):
    assert re.search("<title>.*Your turn", client_of(turn(match)).get(at(match)).content.decode(), re.DOTALL)
    assert "Your turn" not in client_of(idle(match)).get(at(match)).content.decode()


def test_time_that_ran_out_is_told_in_the_log(match):
    seat = turn(match)
    Match.objects.filter(pk=match.pk).update(deadline=match.created_at)
    Seat.objects.filter(pk=seat.pk).update(deadline=match.created_at)
    shown = page(Client(), at(match))
    assert f"{seat.user.username} ran out of time: a bot makes this one decision." in shown.text
    assert "a bot makes this one decision for you" in page(client_of(seat), at(match)).text
    assert not expire(match.pk)


def test_resigning_asks_first_and_is_told_to_all():
    match = running_match("lantern", [person("anna"), person("bruno")])
    anna = client_of(match.seats.get(index=0))
    assert "You lose this match at once" in page(anna, at(match, "resign")).text
    assert fresh(match).status == Status.RUNNING
    assert anna.post(at(match, "resign")).status_code == 303
    shown = page(Client(), at(match))
    assert "bruno wins." in shown.text
    assert "the other side resigned" in shown.text
    assert "anna resigned." in shown.text
    assert "You win." in page(client_of(match.seats.get(index=1)), at(match)).text


def test_only_seats_may_resign(match):
    stranger = Client()
    stranger.force_login(person("zeno"))
    assert stranger.post(at(match, "resign")).status_code == 403
    assert Client().post(at(match, "resign")).status_code == 302


def test_the_page_marks_what_is_new_since_the_last_visit(match):
    watcher = client_of(idle(match))
    page(watcher, at(match))
    move(match, turn(match))
    assert 'class="new"' in page(watcher, at(match)).source
    assert 'class="new"' not in page(watcher, at(match)).source


def test_looking_at_the_page_is_noted_for_the_holder_of_the_seat_only(match):
    seat = turn(match)
    page(Client(), at(match))
    page(client_of(idle(match)), at(match))
    assert Seat.objects.get(pk=seat.pk).looked_at is None
    page(client_of(seat), at(match))
    assert Seat.objects.get(pk=seat.pk).looked_at is not None


def test_the_heartbeat_of_an_up_to_date_page_keeps_its_reader_present(match):
    seat = turn(match)
    client_of(seat).get(at(match, "rev") + f"?seen={match.rev - 1}")
    assert Seat.objects.get(pk=seat.pk).looked_at is None
    client_of(seat).get(at(match, "rev") + f"?seen={match.rev}")
    assert Seat.objects.get(pk=seat.pk).looked_at is not None


def test_the_heartbeat_tells_the_revision_and_whether_one_owes(match):
    assert client_of(turn(match)).get(at(match, "rev")).json() == {"rev": match.rev, "due": True, "status": "running"}
    assert Client().get(at(match, "rev")).json()["due"] is False
    before = match.rev
    move(match, turn(match))
    assert Client().get(at(match, "rev")).json()["rev"] > before


def test_a_match_whose_log_does_not_replay_is_set_aside(match):
    Event.objects.create(match=match, ply=match.ply, kind="move", seat=0, text="9z", at=match.created_at, hash=b"")
    Match.objects.filter(pk=match.pk).update(ply=match.ply + 1)
    response = Client().get(at(match))
    assert response.status_code == 503
    assert "set aside" in Page(response).text
    assert fresh(match).status == Status.QUARANTINED


def test_a_repeated_form_counts_once(match):
    seat = turn(match)
    fields = whole_move(match, seat)
    client = client_of(seat)
    assert [client.post(at(match, "move"), fields).status_code for _try in range(2)] == [303, 303]
    assert Event.objects.filter(match=match, kind="move").count() == 1

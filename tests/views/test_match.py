"""The page of a match: composing, confirming, and what it tells."""

import random
import re

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from games.core.text import _
from games.core.title.presenter import Stop
from games.models import Event, Match, Seat, Status
from games.selectors.matches import position
from games.services.clocks.deadlines import expire
from games.services.match import play
from tests.cast import due, fresh, move, person, running_match, stored_log
from tests.looks import forget, seen
from tests.views.pages import FRAGMENT, Page, at, client_of, decide, idle, page, steady, turn, whole_move

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


@pytest.fixture
def match() -> Match:
    """A match of three in which the seat on turn holds lanterns of more than one brightness: a real choice."""
    while True:
        begun = running_match("lantern", [person("anna"), person("bruno"), person("carla")])
        if len(set(view_of(begun)["hand"])) > 1:
            return begun
        begun.delete()


# Composing.


def test_the_seat_on_turn_is_offered_its_choices_and_nobody_else_is(match):
    seat = turn(match)
    assert page(client_of(seat), at(match)).addresses("choice")
    for other in match.seats.exclude(pk=seat.pk).select_related("user"):
        assert not page(client_of(other), at(match)).addresses("choice")
    assert not page(Client(), at(match)).addresses("choice")


def test_clickable_drawings_lead_where_the_choices_lead(match):
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
    backs = {label: address for _kind, address, label in second.links if label in ("Back", "Start over")}
    assert backs == {"Back": first, "Start over": f"{at(match)}?move="}


def test_a_word_that_is_not_possible_keeps_what_was_good_and_says_why(match):
    client = client_of(turn(match))
    first = page(client, at(match)).addresses("choice")[0]
    response = client.get(first + ",zz")
    assert response.status_code == 422
    shown = Page(response)
    assert "That’s not possible here." in shown.text
    assert shown.addresses("choice") == page(client, first).addresses("choice")


@pytest.mark.parametrize("query", ["move=%01", "move=%ff%fe", "move=" + "x" * 5000, "move=1,a,b,c", "move=<script>"])
def test_a_garbled_composition_is_refused_with_the_choices_in_place(match, query):
    response = client_of(turn(match)).get(f"{at(match)}?{query}")
    assert response.status_code == 422
    assert b"<script>," not in response.content
    assert Page(response).forms["compose"]


def test_a_composition_with_a_nul_is_refused_like_every_address_with_one(match):
    response = client_of(turn(match)).get(f"{at(match)}?move=%00")
    assert response.status_code == 400
    assert "couldn’t be read" in Page(response).text


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


# Words about the match.


def test_the_title_of_the_page_says_whose_turn_it_is(match):
    assert re.search("<title>.*Your turn", client_of(turn(match)).get(at(match)).content.decode(), re.DOTALL)
    assert "Your turn" not in client_of(idle(match)).get(at(match)).content.decode()


def test_a_time_out_is_in_the_log(match):
    seat = turn(match)
    Match.objects.filter(pk=match.pk).update(deadline=match.created_at)
    Seat.objects.filter(pk=seat.pk).update(deadline=match.created_at)
    shown = page(Client(), at(match))
    assert f"{seat.user.username} ran out of time, so a bot makes this one decision." in shown.text
    assert "a bot is making this one decision for you" in page(client_of(seat), at(match)).text
    assert not expire(match.pk)


def test_resigning_asks_first_and_is_shown_to_all():
    match = running_match("lantern", [person("anna"), person("bruno")])
    anna = client_of(match.seats.get(index=0))
    assert "You lose this match immediately" in page(anna, at(match, "resign")).text
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


def test_news_stay_marked_until_ones_next_decision(news):
    match, seat = news
    client, own = client_of(seat), own_ply(match, seat)
    for _visit in range(2):  # a reload and another device see the same
        news_lines = news_of(client, match)
        assert len(news_lines) == fresh(match).ply - own - folded_away(news_lines)
        assert min(line["ply"] for line in news_lines) > own
        assert news_lines[0]["ply"] == fresh(match).ply
    while own_ply(match, seat) == own:
        move(match, due(match)[0])
    assert all(line["ply"] > own_ply(match, seat) for line in news_of(client, match))


def test_looking_at_the_page_is_noted_for_the_holder_of_the_seat_only(match):
    seat = turn(match)
    page(Client(), at(match))
    page(client_of(idle(match)), at(match))
    assert seen(seat).at is None
    page(client_of(seat), at(match))
    assert seen(seat).at is not None


def test_the_heartbeat_of_an_up_to_date_page_keeps_its_reader_present(match):
    seat = turn(match)
    client_of(seat).get(at(match, "rev") + f"?seen={match.rev - 1}")
    assert seen(seat).at is None
    client_of(seat).get(at(match, "rev") + f"?seen={match.rev}")
    assert seen(seat).at is not None


def test_the_heartbeat_tells_the_revision_and_whether_one_owes(match):
    told = client_of(turn(match)).get(at(match, "rev")).json()
    assert told == {"rev": match.rev, "due": True, "status": "running", "present": "", "here": []}
    assert Client().get(at(match, "rev")).json()["due"] is False
    before = match.rev
    move(match, turn(match))
    assert Client().get(at(match, "rev")).json()["rev"] > before


def test_the_heartbeat_confirms_a_sent_move(match):
    mover, other = turn(match), idle(match)

    def taken(client, sent="one"):
        return client.get(at(match, "rev"), {"sent": sent}).json().get("taken")

    assert taken(client_of(mover)) is False
    move(match, mover, client_move_id="one")
    assert taken(client_of(mover)) is True
    assert taken(client_of(mover), "two") is False
    assert taken(client_of(other)) is False
    assert taken(Client()) is None
    assert "taken" not in client_of(mover).get(at(match, "rev")).json()
    for wrong in ("", "no name!", "ü", "x" * 65):
        assert taken(client_of(mover), wrong) is False


def test_the_heartbeat_calls_nobody_to_a_decision_that_the_bot_of_a_seat_given_up_owes(match):
    seat = turn(match)
    play.resign(actor=seat.user, match_id=match.pk, seat=seat.index)
    assert turn(fresh(match)).pk == seat.pk
    assert client_of(seat).get(at(match, "rev")).json()["due"] is False


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


# What a tap on the board says.


def test_a_tap_on_what_is_no_choice_names_the_rule_and_keeps_the_move():
    match = running_match("maskera", [person("anna"), person("bruno")])
    client = client_of(turn(match))
    shown = page(client, f"{at(match)}?move=&tap=discards")
    assert "On your turn you draw two cards or play one from your hand." in shown.text
    assert shown.addresses("choice") == page(client, at(match)).addresses("choice")


def test_a_tap_on_anything_else_is_answered_without_a_rule(match):
    shown = page(client_of(turn(match)), f"{at(match)}?tap=" + "x" * 500)
    assert "You can’t choose that now." in shown.text


def test_changes_since_ones_own_decision_stay_marked_through_the_next():
    match = running_match("maskera", [person("anna"), person("bruno")])
    first = turn(match)
    (other,) = match.seats.exclude(pk=first.pk).select_related("user")
    draw, play_card = 0, 1
    move(match, first, whole_move(match, first, draw)["text"])
    move(match, other, whole_move(match, other, draw)["text"])
    move(match, first, whole_move(match, first, play_card)["text"])
    reader = client_of(other)
    own_cards = {"pile": None, f"hand-of-{other.index}": None}  # what one's own decision brought
    assert changed(reader.get(at(match))) == {**own_cards, "trial": first.index}
    word = page(reader, at(match)).addresses("choice")[1]
    for again in (reader.get(word), reader.get(word, **FRAGMENT), reader.get(at(match))):
        assert changed(again)["trial"] == first.index
    assert changed(Client().get(at(match))) == {}


def changed(response: HttpResponse) -> dict[str, int | None]:
    return response.context["drawn"]["fresh"]


# What happened since one's own decision.


@pytest.fixture
def news(match) -> tuple[Match, Seat]:
    """A match in which a seat has decided, and the other two after it."""
    seat = turn(match)
    move(match, seat)
    while seat not in due(match):
        move(match, due(match)[0])
    return match, seat


def test_one_line_tells_what_the_others_did_since_ones_own_decision(news):
    match, seat = news
    client = client_of(seat)
    told = client.get(at(match)).context["told"]
    lines = news_of(client, match)
    assert {line["text"].partition(" (And ")[0] for line in lines} <= {line.text for line in told.lines}
    assert len(told.lines) == len(lines) + folded_away(lines)
    assert told.short in page(client, at(match)).text
    assert client.get(at(match)).context["told"].ply == own_ply(match, seat)
    assert Client().get(at(match)).context["told"] is None


def news_of(client: Client, match: Match) -> list[dict]:
    return [line for line in client.get(at(match)).context["lines"] if line["is_new"]]


def folded_away(lines: list[dict]) -> int:
    """How many sentences the log does not say because they are like the one before."""
    return sum(
        int(found[1]) for line in lines if (found := re.search(r"\(And (\d+) more like this\.\)$", line["text"]))
    )


def own_ply(match: Match, seat: Seat) -> int:
    return max(
        ply for ply, event in enumerate(stored_log(match), 1) if event.seat == seat.index and event.kind == "move"
    )


def test_recent_events_can_be_replayed_step_by_step_from_ones_own_seat(news):
    match, seat = news
    client = client_of(seat)
    told = client.get(at(match)).context["told"]
    address, seen = f"{at(match)}?at={told.steps[0]}", []
    while address:
        shown = client.get(address)
        seen.append(shown.context["step"]["ply"])
        assert shown.context["drawn"]["view"]["viewer"] == seat.index
        assert "compose" not in Page(shown).forms
        address = shown.context["step"]["forward"]
    assert seen == told.steps
    assert f"{at(match)}?move=" in page(client, f"{at(match)}?at={seen[-1]}").addresses("primary")


@pytest.mark.parametrize("step", ["0", "1", "99999", "-1", "x", "9" * 40, "1e3"])
def test_an_invalid_step_shows_the_current_table(news, step):
    match, seat = news
    assert "step" not in client_of(seat).get(f"{at(match)}?at={step}").context


def test_spectators_have_no_decision_of_their_own_to_look_back_to(news):
    match, seat = news
    step = client_of(seat).get(at(match)).context["told"].steps[0]
    assert "step" not in Client().get(f"{at(match)}?at={step}").context


def test_a_round_that_ended_is_looked_at_first_and_only_once(news, monkeypatch):
    match, seat = news
    monkeypatch.setattr(
        type(match.game.presenter),
        "stop",
        lambda _self, effect: (
            Stop(_("The end"), (_("One"), _("Two"))) if effect.format() == stored_log(match)[-1].text else None
        ),
    )
    client = client_of(seat)
    first = client.get(at(match))
    assert first.context["unseen_stop"] == fresh(match).ply
    assert "data-stop" in first.content.decode()
    shown = page(client, f"{at(match)}?at={fresh(match).ply}")
    assert "The end" in shown.text
    forget(pk=seat.pk)
    shown_until = str(fresh(match).ply)
    assert "step" not in client.get(at(match), HTTP_X_STOPS=shown_until, **FRAGMENT).context
    forget(pk=seat.pk)
    assert client.get(at(match), HTTP_X_STOPS="0", **FRAGMENT).context["step"]["ply"] == fresh(match).ply
    for again in ("0", "x", "9" * 40):
        assert "step" not in client.get(at(match), HTTP_X_STOPS=again, **FRAGMENT).context
    for words, is_shown in (("", True), ("x", False)):  # it ended while one looked at the round before, or was choosing
        forget(pk=seat.pk)
        part = client.get(at(match), {"move": words}, HTTP_X_STOPS="0", **FRAGMENT)
        assert ("step" in part.context) == is_shown
        assert "data-stop" not in part.content.decode(), "only a page that is opened follows it"
    assert "data-stop" not in page(client, at(match)).source
    assert "The last round" in page(client, at(match)).text


# A part that is the only choice.


def test_a_part_with_one_possible_choice_is_chosen_already_and_said_so():
    match = running_match("lantern", [person("anna"), person("bruno")])
    while view_of(match)["phase"] != "hang" or len(view_of(match)["hand"]) > 1:
        move(match, due(match)[0])
    shown = page(client_of(due(match)[0]), at(match))
    assert "Only one choice: A lantern of brightness" in shown.text
    assert {label for _c, _a, label in shown.links if label == "Back"} == set()
    client = client_of(due(match)[0])
    whole = page(client, shown.addresses("choice")[0])
    assert whole.forms["compose"].buttons
    (back,) = [address for _c, address, label in whole.links if label == "Back"]
    assert page(client, back).addresses("choice") == shown.addresses("choice")


def view_of(match: Match) -> dict:
    return position(fresh(match)).state.view(due(match)[0].index)


# What leaves the board.


def test_leaving_pieces_are_animated_only_on_a_visible_table(match, monkeypatch):
    monkeypatch.setattr(
        type(match.game.presenter), "leaving", lambda _self, _view, entries: {"told": [entry.text for entry in entries]}
    )
    move(match, turn(match))
    for client in (Client(), client_of(due(match)[0])):
        assert client.get(at(match)).context["drawn"]["leaving"] == {"told": []}
        part = client.get(at(match), **FRAGMENT)
        assert part.context["drawn"]["leaving"]["told"]
        assert f'data-ply="{fresh(match).ply}"' in part.content.decode()
    history = Client().get(f"{at(match, 'history')}?ply=1", **FRAGMENT)
    assert history.context["drawn"]["leaving"]["told"] != part.context["drawn"]["leaving"]["told"]
    assert 'data-ply="1"' in history.content.decode()


# The frame around it.


def test_the_frame_can_follow_a_table_that_is_brought_up_to_date(match):
    client = client_of(turn(match))
    header = client.get(at(match)).content.decode().partition("</header>")[0]
    words = 'data-one="match is waiting for you" data-other="matches are waiting for you"'
    assert f'<span id="waiting-count" class="badge count" data-url="/waiting/" {words}><span>1</span>' in header
    assert '<p id="next-match" class="next-match">' in header
    part = client.get(at(match), **FRAGMENT).content.decode()
    assert 'data-waiting="1"' in part
    move(match, turn(match))
    waits = next(seat for seat in match.seats.select_related("user") if seat not in due(match))
    client = client_of(waits)
    header = client.get(at(match)).content.decode().partition("</header>")[0]
    assert f'<span id="waiting-count" class="badge count" data-url="/waiting/" {words} hidden>' in header
    assert '<p id="next-match" class="next-match" hidden>' in header
    assert 'data-waiting="0"' in client.get(at(match), **FRAGMENT).content.decode()


def test_the_shared_drawing_counts_nobodys_matches(match):
    owner = turn(match)
    other = running_match("lantern", [owner.user, person("dora")])
    watching = person("ezio")
    for client in (Client(), client_of(owner)):
        client.get(at(other), **FRAGMENT)
    spectator = Client()
    spectator.force_login(watching)
    for reader in (spectator, Client()):
        assert "data-waiting" not in reader.get(at(match), **FRAGMENT).content.decode()


# The answer to a move.


def test_the_pages_script_gets_the_new_table_with_the_answer_to_its_move(match):
    seat = turn(match)
    client, fields = client_of(seat), whole_move(match, seat)
    answer = client.post(at(match, "move"), fields, HTTP_X_ANSWER="table", **FRAGMENT)
    assert answer.status_code == 200
    assert stored_log(match)[-1].text == fields["text"]
    table = client.get(at(match), **FRAGMENT)
    assert answer["X-Fragment"] == table["X-Fragment"] == "match"
    present = re.compile(rb'(id="match-present"[^>]*>)[^<]*')  # by then it counts who has just moved
    assert present.sub(rb"\1", steady(answer)) == present.sub(rb"\1", steady(table))
    assert seen(seat).ply == fresh(match).ply
    again = client.post(at(match, "move"), fields, HTTP_X_ANSWER="table", **FRAGMENT)  # a retry
    assert again.status_code == 200
    assert len(stored_log(match)) == fresh(match).ply


def test_without_the_script_and_for_other_programs_a_move_leads_to_the_match(match):
    seat = turn(match)
    fields = whole_move(match, seat)
    assert client_of(seat).post(at(match, "move"), fields, HTTP_X_ANSWER="table").status_code == 303
    assert client_of(seat).post(at(match, "move"), fields, **FRAGMENT).status_code == 303


def test_a_move_that_is_refused_is_answered_with_the_table_and_the_reason_for_any_request(match):
    seat = turn(match)
    fields = {**whole_move(match, seat), "text": "no such move"}
    answer = client_of(seat).post(at(match, "move"), fields, HTTP_X_ANSWER="table", **FRAGMENT)
    assert answer.status_code == 422
    assert "notice bad" in answer.content.decode()

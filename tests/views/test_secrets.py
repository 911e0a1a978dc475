"""Facts that the pages of a match must not reveal: sealed answers, other hands, private matches."""

import random

import pytest
from django.test import Client
from django.urls import reverse

from games.core.engine import log
from games.core.engine.events import Entry
from games.core.engine.log import Position
from games.models import Match, Seat
from games.registry import TITLES
from games.selectors import matches as selectors
from games.services.waiting import tables
from games.views import log_text
from tests.cast import NAMES, due, fresh, move, person, running_match, stored_log
from tests.lantern.rules import state as lantern_state
from tests.looks import have_seen
from tests.sampling import sampled
from tests.views.pages import FRAGMENT, at, client_of, page, steady, turn, whole_move

LARGEST = [(game.slug, max(game.seats)) for game in TITLES.values()]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


@pytest.fixture
def match() -> Match:
    return running_match("lantern", [person("anna"), person("bruno"), person("carla")])


# Sealed answers.


def test_a_sealed_answer_is_shown_to_its_seat_alone_and_may_be_changed(match):
    move(match, turn(match))
    seat, other = due(match)
    client = client_of(seat)
    fields = whole_move(match, seat)
    client.post(at(match, "move"), {**fields, "text": "blow"})
    shown = page(client, at(match))
    assert "stays sealed until everyone has answered: Blow" in shown.text
    assert not shown.addresses("choice")
    assert "sealed until" not in page(client_of(other), at(match)).text
    again = page(client, at(match) + "?move=let").forms["compose"]
    assert client.post(again.action, {**again.values, "text": "let"}).status_code == 303
    assert "stays sealed until everyone has answered: Let it shine" in page(client, at(match)).text


def test_a_player_who_answered_is_no_longer_waited_for(match):
    move(match, turn(match))
    seat, other = due(match)
    move(match, seat, "let")
    shown = page(Client(), at(match))
    assert f"{other.user.username} answers the lantern." in shown.text
    assert f"{seat.user.username} answers" not in shown.text


def test_a_sealed_answer_changes_no_byte_for_others(match):
    move(match, turn(match))
    seat, other = due(match)
    watchers = [Client(), client_of(other)]
    page(watchers[1], at(match))  # what is new to them is no longer new
    seen = []
    names = ("match", "hand", "screen", "history", "rev")
    for text in ("blow", "let"):
        move(match, seat, text, client_move_id=f"answer-{text}")
        seen.append([steady(client.get(at(match, name))) for client in watchers for name in names])
    assert seen[0] == seen[1]


@pytest.mark.parametrize("title", ["lantern", "maskera", "masques"])
def test_a_stranger_looks_through_no_seat_that_has_no_user(title):
    """A bot has none, and neither has a deleted account."""
    match = tables.open_table(host=person("anna"), title=title, seats=2, pace="standard", access="open", bots=["easy"])
    Seat.objects.filter(match=match, index=0).update(user=None)
    match = fresh(match)
    stranger, watcher = Client(), client_of(Seat(user=person("zeno")))
    for address in (at(match), at(match, "history")):
        shown = stranger.get(address).context
        assert shown["drawn"]["view"]["viewer"] is None
        assert [card.is_viewer for card in shown["cards"]] == [False, False]
    for seat in range(2):
        assert stranger.get(f"{at(match, 'history')}?as={seat}").status_code == 403
    assert stranger.get(at(match, "record")).content == watcher.get(at(match, "record")).content
    assert stranger.get(at(match, "rev")).json()["due"] is False


# Facts that must not be revealed.


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
    names = ("match", "hand", "screen", "history", "record", "proof", "rev")
    addresses = [at(match, name) for name in names]
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
    honest = lantern_state.view_of

    def leaky(state, viewer):
        view = honest(state, viewer)
        return {
            **view,
            "breath": [sum(6**card * state.held(each, card) for card in range(1, 5)) for each in range(state.seats)],
        }

    monkeypatch.setattr(lantern_state, "view_of", leaky)
    one, two = tell_twice(match, seat, twin, monkeypatch)
    assert one != two


def test_the_preview_is_drawn_from_the_view_and_not_from_the_position(match, monkeypatch):
    """Re-deal everything that the seat does not know: the preview must not notice."""
    seat = turn(match)
    client = client_of(seat)
    addresses, shown = [], page(client, at(match))
    while choices := shown.addresses("choice"):
        addresses.append(choices[0])
        shown = page(client, choices[0])
    assert addresses
    true = [steady(client.get(address)) for address in addresses]
    for seed in range(5):
        deal_anew(monkeypatch, seat.index, seed)
        assert [steady(client.get(address)) for address in addresses] == true


def deal_anew(patch: pytest.MonkeyPatch, seat: int, seed: int) -> None:
    """Make pages from positions in which everything is re-dealt that `seat` cannot know, from now on."""

    def redealt(match: Match, events: list) -> Position:
        position = log.replay(match.game, match.seat_count, match.settings, events)
        return Position(position.state.redeal(seat, seed), position.decision)

    patch.setattr(selectors, "position_after", redealt)


@pytest.mark.parametrize(("title", "seats"), sampled(LARGEST, [("mascarade", 13), ("masons", 4)]))
def test_pages_of_every_title_change_no_byte_when_the_unknown_is_redealt(title, seats, monkeypatch):
    match, rng = running_match(title, [person(name) for name in NAMES[:seats]]), random.Random(11)
    clients = {seat.index: client_of(seat) for seat in match.seats.select_related("user")}
    for _decision in range(8):
        for seat in due(match):
            move(match, seat, rng=rng)
        index = rng.randrange(seats)
        client = clients[index]
        page(client, at(match))  # what is new is no longer new
        addresses = [at(match), at(match, "history"), *page(client, at(match)).addresses("choice")[:2]]
        watchers = [(client, address) for address in addresses] + [(Client(), at(match))]
        true = [steady(watcher.get(address)) for watcher, address in watchers]
        with monkeypatch.context() as patch:
            deal_anew(patch, index, seed=rng.getrandbits(32))
            assert [steady(watcher.get(address)) for watcher, address in watchers] == true


def test_seat_pages_are_not_kept_by_any_cache(match):
    for name in ("match", "hand", "screen", "history", "record", "proof", "rev"):
        assert "no-store" in client_of(turn(match)).get(at(match, name))["Cache-Control"]


# Who may see it.


@pytest.mark.parametrize("name", ["match", "hand", "screen", "history", "record", "proof", "rev"])
def test_a_private_match_looks_like_none_to_strangers(name):
    match = running_match("lantern", [person("anna"), person("bruno")], access="link")
    stranger = Client()
    stranger.force_login(person("zeno"))
    nowhere = reverse(f"games:{name}", args=["2" * 12])
    for client in (Client(), stranger):
        hidden, missing = client.get(at(match, name)), client.get(nowhere)
        assert hidden.status_code == missing.status_code == 404
        assert steady(hidden).replace(match.pk.encode(), b"") == steady(missing).replace(b"2" * 12, b"")


def test_a_player_who_brings_the_private_link_may_watch_and_come_back_without_it():
    match = running_match("lantern", [person("anna"), person("bruno")], access="link")
    client = Client()
    assert client.get(f"{at(match)}?link=wrong").status_code == 404
    assert client.get(f"{at(match)}?link={match.link_token}").status_code == 200
    assert client.get(at(match)).status_code == 200
    assert match.link_token not in client.get(at(match)).content.decode()


@pytest.mark.parametrize("title", ["maskera", "masques"])
@pytest.mark.parametrize("reader", [None, 0, 1])
def test_digest_marks_and_animation_follow_from_the_readers_knowledge(title, reader, monkeypatch):
    """A page hands its presenter redacted entries only, whatever becomes of them."""
    people = [person(name) for name in NAMES[: 2 if title == "maskera" else 3]]
    match = running_match(title, people)
    client = Client()
    if reader is not None:
        client.force_login(people[reader])
    client.get(at(match))
    for _round in range(4):
        for seat in due(match):
            move(match, seat)
    given: list[Entry] = []
    presenter = type(match.game.presenter)
    monkeypatch.setattr(presenter, "touched", lambda _self, entries: given.extend(entries) or ())
    monkeypatch.setattr(presenter, "leaving", lambda _self, _view, entries: given.extend(entries) or [])
    told = log_text.newest

    def newest(game, entries, *more):
        given.extend(entries)
        return told(game, entries, *more)

    monkeypatch.setattr(log_text, "newest", newest)
    have_seen(match, 1)
    for address, more in ((at(match), {}), (at(match), FRAGMENT), (at(match, "history") + "?ply=9", FRAGMENT)):
        before = len(given)
        assert client.get(address, **more).status_code == 200
        assert len(given) > before or "ply=" in address, "an early ply may have nothing to play out"
    assert all(entry.redact(reader) == entry for entry in given)
    whole = selectors.entries_after(match, stored_log(match))
    assert any(entry.redact(reader) != entry for entry in whole)

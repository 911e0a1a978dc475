"""Reading a match again: steps, seats, record and proof."""

import hashlib
import hmac
import json
import random
import re
from itertools import pairwise
from typing import Any

import pytest
from django.test import Client

from games.core.engine.events import Entry, EventKind
from games.models import Match, MatchKey
from games.selectors.matches import entries_after, position_after
from games.services.match import play
from games.services.waiting import tables
from games.views import history_list
from tests.cast import due, fresh, move, person, play_to_end, running_match, stored_log
from tests.redaction import redacted
from tests.views.pages import FRAGMENT, Page, at, client_of, page, turn

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


@pytest.fixture
def match() -> Match:
    return running_match("lantern", [person("anna"), person("bruno"), person("carla")])


@pytest.fixture
def finished(match) -> Match:
    return play_to_end(match)


def read(client: Client, match: Match, query: str = "") -> Page:
    return page(client, f"{at(match, 'history')}{query}")


def steps(shown: Page) -> dict[str, str]:
    return {label: address for kind, address, label in shown.links if "button step" in kind}


def told(shown: Page) -> str:
    said = shown.source.partition('role="status" tabindex="0">')[2].partition("</div>")[0]
    return " ".join(re.sub("<[^>]+>", " ", said).split())


# Stepping.


def test_the_steps_lead_from_the_first_sentence_to_the_last(finished):
    shown, sentences = read(Client(), finished, "?ply=0"), []
    assert told(shown) == "Before the first card."
    while "Forward" in steps(shown):
        shown = page(Client(), steps(shown)["Forward"])
        sentences.append(told(shown))
    assert len(sentences) == len(plies_of_log(shown))
    when = r"[A-Z][a-z]+\.? \d+, \d{4}, ([\d:]+ [ap]\.m\.|noon|midnight)"
    assert re.search(rf"The night is over\. {when}$", sentences[-1])
    assert "Last" not in steps(shown)


def test_the_first_step_is_the_first_decision(finished):
    first = next(ply for ply, event in enumerate(stored_log(finished)) if event.kind == EventKind.MOVE)
    assert first > 1
    shown = page(Client(), steps(read(Client(), finished))["First"])
    assert f'data-ply="{first}"' in shown.source
    assert "Step 1 of" in shown.text
    assert "Back" not in steps(shown)


def test_reading_a_match_again_begins_at_its_first_decision(finished):
    first = next(ply for ply, event in enumerate(stored_log(finished)) if event.kind == EventKind.MOVE)
    again = {label: address for _kind, address, label in page(Client(), at(finished)).links}["Watch the replay"]
    assert again == f"{at(finished, 'history')}?ply={first}"
    assert "Step 1 of" in page(Client(), again).text


def test_draws_that_follow_one_another_are_one_step():
    chance, engine, decided = EventKind.CHANCE, EventKind.ENGINE, EventKind.MOVE
    kinds = [(0, chance), (1, chance), (2, decided), (3, chance), (4, chance), (4, engine), (5, decided), (6, chance)]
    said = [Entry(ply, kind, None, None) for ply, kind in kinds]
    assert history_list.stops(said, first=2, last=7) == [2, 3, 5, 6, 7]


def test_a_step_over_several_draws_tells_them_all():
    """In a match of Masons that is over: everybody draws after a town, without a decision between."""
    people = [person("anna"), person("bruno")]
    matches = (play_to_end(running_match("masons", people), seed) for seed in range(20))
    match, ply = next((match, ply) for match in matches for ply in draws_in_a_row(match) if ply > 30)
    assert read(Client(), match, f"?ply={ply + 2}&as=all").source.count("draws") > 1


def draws_in_a_row(match: Match) -> list[int]:
    """The plies of draws right after which there is another one."""
    entries = match.game.read_log(2, match.settings, stored_log(match))
    return [one.ply for one, other in pairwise(entries) if one.kind == other.kind == EventKind.CHANCE]


def plies_of_log(shown: Page) -> set[str]:
    """Where the sentences of the log lead."""
    log = shown.source.partition('<ol class="log"')[2].partition("</ol>")[0]
    return set(re.findall(r"\?ply=(\d+)&", log))


def test_back_undoes_forward_and_first_and_last_jump(finished):
    middle = read(Client(), finished, f"?ply={finished.ply // 2}")
    forward = page(Client(), steps(middle)["Forward"])
    back = page(Client(), steps(forward)["Back"])
    assert "Back" not in steps(page(Client(), steps(middle)["First"]))
    assert "Forward" not in steps(page(Client(), steps(middle)["Last"]))
    assert told(back)


def test_the_table_is_drawn_as_it_was_then(match):
    move(match, turn(match), None)
    card, bridge = stored_log(match)[-1].text
    before, after = read(Client(), match, f"?ply={fresh(match).ply - 1}"), read(Client(), match)
    assert f'<strong class="lantern">{card}</strong>' not in before.source
    assert f'<strong class="lantern">{card}</strong>' in after.source
    assert bridge in "abc"


@pytest.mark.parametrize("title", ["lantern", "maskera", "masques"])
def test_each_position_shows_who_decided_then_and_the_last_one_who_still_owes(title):
    match = running_match(title, [person("anna"), person("bruno")])
    for _decision in range(5):
        move(match, due(match)[0])
    match, log = fresh(match), stored_log(match)
    differing = 0
    for ply in range(match.ply + 1):
        shown = Client().get(f"{at(match, 'history')}?ply={ply}").context["drawn"]["view"]["deciders"]
        owing = [seat.index for seat in due(match)]
        expected = owing if ply == match.ply else list(position_after(match, log[:ply]).state.deciders())
        assert shown == expected
        differing += expected != owing
    assert differing


def test_pieces_leaving_at_a_ply_left_with_the_event_before():
    match = running_match("masques", [person("anna"), person("bruno")])
    for seed in range(24):
        for seat in due(match):
            move(match, seat, rng=random.Random(seed))
    match, log = fresh(match), stored_log(match)
    entries = redacted(entries_after(match, log), None)

    def leaving(ply: int, until: int) -> dict[str, Any]:
        view = position_after(match, log[:ply]).state.view(None)
        return match.game.presenter.leaving(view, [entry for entry in entries if entry.ply < until])

    telling = [ply for ply in range(match.ply) if leaving(ply, ply) != leaving(ply, ply + 1)]
    assert telling
    for ply in telling[-3:]:
        shown = Client().get(f"{at(match, 'history')}?ply={ply}", **FRAGMENT).context["drawn"]["leaving"]
        assert shown == leaving(ply, ply)


def test_every_line_of_the_match_page_links_to_its_ply(finished):
    lines = [address for _kind, address, _label in page(Client(), at(finished)).links if "history/?ply=" in address]
    assert lines
    for address in lines[:5]:
        assert told(page(Client(), address))


def test_a_ply_beyond_the_end_is_the_end_and_junk_is_refused(finished):
    beyond = read(Client(), finished, "?ply=99999")
    assert re.search(r"Step (\d+) of \1\.", beyond.text)
    assert f'data-ply="{finished.ply}"' in beyond.source
    for junk in ("-1", "1.5", "x", "%01", "1234567", "²"):
        response = Client().get(f"{at(finished, 'history')}?ply={junk}")
        assert response.status_code == 400
        assert "ply" in Page(response).text
    assert Client().get(f"{at(finished, 'history')}?ply=%00").status_code == 400  # by the site, for every address


def test_the_link_to_this_ply_leads_back_here(finished):
    shown = read(Client(), finished, "?ply=4&as=1")
    link = f"http://testserver{at(finished, 'history')}?ply=4&amp;as=1"
    assert f'value="{link}"' in shown.source


def test_the_script_gets_the_same_history_without_the_frame(finished):
    part = Client().get(at(finished, "history"), **FRAGMENT)
    assert part["X-Fragment"] == "history"
    assert part.content.strip().startswith(b"<section")


# Whose eyes.


def test_while_it_runs_one_looks_through_ones_own_seat_or_as_a_spectator(match):
    seat, client = turn(match), client_of(turn(match))
    assert read(client, match, f"?as={seat.index}").text == read(client, match).text
    assert read(client, match, "?as=public").text
    for other in {0, 1, 2} - {seat.index}:
        assert client.get(f"{at(match, 'history')}?as={other}").status_code == 403
    assert client.get(f"{at(match, 'history')}?as=all").status_code == 403
    assert Client().get(f"{at(match, 'history')}?as={seat.index}").status_code == 403


def test_a_player_who_gave_up_a_seat_looks_through_it_alone_until_the_match_is_over(match):
    gone = match.seats.get(index=0)
    play.resign(actor=gone.user, match_id=match.pk, seat=0)
    client, path = client_of(gone), at(match, "history")
    assert read(client, match).text == read(client, match, "?as=0").text
    for other in ("1", "2", "all"):
        assert client.get(f"{path}?as={other}").status_code == 403
        assert client.get(f"{at(match, 'record')}?as={other}").status_code == 403
    for seat in ("0", "1", "2", "all"):
        assert Client().get(f"{path}?as={seat}").status_code == 403
        assert Client().get(f"{at(match, 'record')}?as={seat}").status_code == 403
    entries = redacted(entries_after(match, stored_log(match)), 0)
    record = client.get(at(match, "record")).content.decode()
    assert all(entry.token in record.replace("\n", " ") for entry in entries)
    whole = entries_after(match, stored_log(match))
    hidden = {entry.token for entry in whole} - {entry.token for entry in entries}
    assert hidden
    assert not any(token in record for token in hidden)


def test_a_running_history_shows_the_hand_of_ones_own_seat_only(match):
    seat = turn(match)
    assert 'aria-label="Your lanterns"' in read(client_of(seat), match).source
    assert 'aria-label="Your lanterns"' not in read(Client(), match).source


def test_once_it_is_over_any_seat_may_be_looked_through(finished):
    for seat in range(3):
        assert 'aria-label="Your lanterns"' in read(Client(), finished, f"?ply=9&as={seat}").source
    assert read(Client(), finished, "?as=all")


@pytest.mark.parametrize("junk", ["3", "-1", "x", "%00", "²"])
def test_a_seat_that_is_none_is_refused(finished, junk):
    assert Client().get(f"{at(finished, 'history')}?as={junk}").status_code == 400


def test_an_open_table_has_no_history_yet():
    table = tables.open_table(
        host=person("anna"), title="lantern", seats=2, settings={}, pace="standard", access="open"
    )
    assert Client().get(at(table, "history"))["Location"] == at(table)
    assert Client().get(at(table, "record")).status_code == 409


# The record.


def test_the_record_of_a_finished_match_replays_through_the_rules(finished):
    response = Client().get(at(finished, "record"))
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert f"lantern-{finished.pk}.txt" in response["Content-Disposition"]
    record = finished.game.read_record(response.content.decode())
    assert [event for event in record.events if event.kind == "move"] == [
        event for event in stored_log(finished) if event.kind == "move"
    ]
    assert record.tags["Seat0"] == "anna"


def test_the_record_of_a_running_match_hides_what_its_reader_may_not_know(match):
    seat = turn(match)
    public = Client().get(at(match, "record")).content.decode()
    assert "{deal 0=?? 1=?? 2=??}" in public
    own = client_of(seat).get(at(match, "record")).content.decode()
    assert f"{seat.index}=??" not in own
    assert own.count("=??") == 2


# The proof.


def test_before_the_end_there_is_a_promise_and_no_key(match):
    key = bytes(MatchKey.objects.get(match=match).key).hex()
    shown = page(Client(), at(match, "proof"))
    assert match.commitment in shown.text
    assert key not in shown.source
    answer = Client().get(at(match, "proof") + "?format=json").json()
    assert (answer["key"], answer["events"]) == (None, None)


def test_after_the_end_the_key_is_shown_and_every_draw_recomputed(finished):
    shown = page(Client(), at(finished, "proof"))
    assert bytes(MatchKey.objects.get(match=finished).key).hex() in shown.text
    assert "the key matches the commitment" in shown.text
    answer = Client().get(at(finished, "proof") + "?format=json").json()
    assert len(answer["events"]) == finished.ply


def test_the_proof_file_is_enough_to_recompute_promise_and_chain(finished):
    """As the page describes it, with nothing of the site's."""
    proof = Client().get(at(finished, "proof") + "?format=json").json()
    key = bytes.fromhex(proof["key"])
    assert hashlib.sha256(proof["match"].encode() + key).hexdigest() == proof["commitment"]
    previous = b""
    for event in proof["events"]:
        salt = hmac.digest(key, json.dumps(["salt", event["ply"]], separators=(",", ":")).encode(), "sha256")
        assert salt.hex() == event["salt"]
        fields = [event["ply"], event["kind"], event["seat"], event["text"]]
        body = json.dumps(fields, separators=(",", ":")).encode()
        previous = hashlib.sha256(previous + salt + body).digest()
        assert previous.hex() == event["hash"]


def test_a_log_that_does_not_follow_from_the_key_is_named(finished):
    MatchKey.objects.filter(match=finished).update(key=b"\x00" * 32)
    shown = page(Client(), at(finished, "proof"))
    assert "Something’s wrong with this match." in shown.text
    assert "the key does not match the commitment" in shown.text

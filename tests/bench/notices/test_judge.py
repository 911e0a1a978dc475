"""The judge of simulated notices: a true history passes, and each kind of violation that is planted in it is found."""

from dataclasses import replace

import pytest

from bench.notices.facts import (
    DAY,
    HOUR,
    Facts,
    Owed,
    Reader,
    Receipt,
    Silence,
    StoredDelivery,
    StoredEndpoint,
    StoredNotice,
    rows,
)
from bench.notices.judge import PATIENCE, judge
from bench.notices.people import Persona
from bench.notices.table import due_at, table, totals

EPOCH = 1_788_220_800.0  # midnight, UTC
SPEED = 3_600.0  # an hour of the site in a second
NOON = 12 * HOUR
PEOPLE = {"ada": Persona(quiet=(22, 7), has_browser=True), "lea": Persona(has_room=True, room_format="slack")}
MATCH = "3kX9aQ"
TEXT = f"Your turn: /matches/{MATCH}/"


def receipt(hours=NOON / HOUR + 1, place="mail:ada", key="notice-1", **more):
    """A message that a place took, this many hours after the beginning."""
    at = EPOCH + hours
    return Receipt(place, at, at + 0.1, **{"accepted": True, "answer": "250", "key": key, "text": TEXT, **more})


def delivery(number=1, endpoint=1, **more):
    at = EPOCH + NOON
    values = {"notice": 1, "topic": "turn", "is_gathered": False, "state": "sent", "due_at": None, "attempts": 1}
    values |= {"message": f"notice-{number}", "sent_at": at + HOUR, "said": "250 OK", "created_at": at}
    return StoredDelivery(id=number, endpoint=endpoint, **{**values, **more})


def notice(**more):
    at = EPOCH + NOON
    values = {"user": 1, "match": MATCH, "seat": 0, "decision": 5, "kind": "your_turn", "topic": "turn"}
    values |= {"is_response": False, "state": "sent", "created_at": at, "due_at": at, "passed_at": at, "endpoint": None}
    return StoredNotice(**{"id": 1, **values, **more})


def endpoint(number, channel, user=1, **more):
    values = {"url": "", "is_signed": True, "created_at": EPOCH, "failing_since": None, "off_at": None}
    return StoredEndpoint(number, user, channel, **{**values, "off_because": "", **more})


@pytest.fixture
def facts():
    """A turn of Ada, of which she heard by mail and in her browser."""
    return Facts(
        epoch=EPOCH,
        speed=SPEED,
        now=EPOCH + 9 * DAY,
        receipts=[receipt(), receipt(place="push:ada", key="notice-2")],
        readers=[
            Reader(1, "ada", "ada@example.org", "UTC", (22, 7), 18, {}),
            Reader(2, "lea", "lea@example.org", "UTC", None, 18, {}),
        ],
        endpoints=[
            endpoint(1, "mail"),
            endpoint(2, "push"),
            endpoint(3, "mail", user=2),
            endpoint(4, "webhook", user=2, is_signed=False),
        ],
        notices=[notice()],
        deliveries=[delivery(), delivery(2, endpoint=2)],
        owed=[Owed(1, MATCH, 0, 5, EPOCH + NOON, EPOCH + 4 * DAY)],
        secrets={MATCH: ["foscari"], "": ["of-a-webhook"]},
        hosts={MATCH: 2},
    )


def found(facts):
    return {check: problems for check, problems in judge(facts, PEOPLE).items() if problems}


def test_a_true_history_passes(facts):
    assert found(facts) == {}


def test_the_facts_survive_json(facts):
    stored = facts.to_json()
    assert rows(Reader, stored["readers"]) == facts.readers
    assert rows(Receipt, stored["receipts"]) == facts.receipts


def late(facts):
    return facts.now - PATIENCE * SPEED - 1


def mail_is(facts, **values):
    facts.deliveries[0] = replace(facts.deliveries[0], **values)


def plant_waiting_delivery(facts):
    mail_is(facts, state="waiting", due_at=late(facts))


def plant_waiting_notice(facts):
    facts.notices.append(notice(id=2, state="waiting", due_at=late(facts), passed_at=None, decision=6))


def plant_missing_notice(facts):
    facts.missing["your_turn"] = 1


def plant_failure_for_no_reason(facts):
    mail_is(facts, state="failed", said="")


def plant_untold_decision(facts):
    facts.owed.append(replace(facts.owed[0], decision=6))


def plant_notice_put_away(facts):
    facts.notices[0] = notice(state="moot", passed_at=None)


def plant_missing_delivery(facts):
    del facts.deliveries[1], facts.receipts[1]


def plant_missing_reminder(facts):
    facts.notices[0] = notice(topic="tenth")


def plant_message_that_nobody_took(facts):
    del facts.receipts[0]


def plant_room_that_took_too_little(facts):
    facts.deliveries.append(delivery(3, endpoint=4))


def plant_message_that_counts_as_failed(facts):
    mail_is(facts, state="failed")


def plant_double(facts):
    facts.receipts.append(receipt(NOON / HOUR + 9))


def plant_double_in_a_room(facts):
    facts.receipts += [receipt(hours, "room:lea", "") for hours in (13, 14)]
    facts.kills.append(("notices", EPOCH + 13.5))


def plant_two_deliveries(facts):
    facts.deliveries.append(delivery(3))
    facts.receipts.append(receipt(key="notice-3"))


def plant_message_at_night(facts):
    facts.receipts[0] = receipt(26)


def plant_message_in_silence(facts):
    facts.silences.append(Silence(1, EPOCH, EPOCH + 2 * DAY))


def plant_message_about_muted_match(facts):
    facts.silences.append(Silence(1, EPOCH, EPOCH + 9 * DAY, match=MATCH))


def plant_invitation_of_blocked_host(facts):
    facts.notices[0] = notice(kind="invited", topic="invitation", decision=0)
    facts.deliveries = [replace(each, topic="invitation") for each in facts.deliveries]
    facts.owed.clear()
    facts.silences.append(Silence(1, EPOCH, EPOCH + 9 * DAY, host=2))


def plant_hidden_fact(facts):
    facts.receipts[0] = receipt(text=f"{TEXT} foscari")


def plant_secret(facts):
    facts.receipts[0] = receipt(text="of-a-webhook")


def plant_wrong_signature(facts):
    facts.receipts[1] = replace(facts.receipts[1], fault="the signature is wrong")


def plant_followed_redirect(facts):
    facts.strays = 1


def plant_impatience(facts):
    facts.receipts.insert(0, receipt(12.9, accepted=False, answer="429", wait=1_800.0))


def plant_refusal_for_good(facts):
    facts.receipts.append(receipt(20, accepted=False, answer="550", key=""))


def plant_message_after_the_end(facts):
    facts.endpoints[0] = endpoint(1, "mail", off_at=EPOCH + 2 * HOUR, off_because="bounced")


def plant_message_to_gone_browser(facts):
    facts.endpoints = [each for each in facts.endpoints if each.id != 2]
    facts.deliveries = facts.deliveries[:1]
    facts.receipts.insert(0, receipt(3, "push:ada", "notice-0", accepted=False, answer="410"))


def plant_forgotten_browser(facts):
    facts.endpoints = [each for each in facts.endpoints if each.id != 2]
    facts.deliveries = facts.deliveries[:1]


def plant_endless_patience(facts):
    facts.receipts += [receipt(hours, accepted=False, answer="451", key="") for hours in (24, 24 * 8)]


def plant_impatience_with_an_endpoint(facts):
    failures = [receipt(hours, accepted=False, answer="451", key="") for hours in (24, 48)]
    facts.receipts += failures
    facts.endpoints[0] = endpoint(1, "mail", off_at=EPOCH + 2 * DAY, off_because="failed")
    facts.notices.append(notice(id=2, kind="endpoint_off", topic="account", endpoint=1, match=None, decision=0))
    facts.deliveries.append(delivery(3, endpoint=2, notice=2, topic="account"))
    facts.receipts.append(receipt(place="push:ada", key="notice-3"))


def plant_endpoint_off_without_notice(facts):
    facts.receipts += [receipt(hours, accepted=False, answer="451", key="") for hours in (24, 24 * 7)]
    facts.endpoints[0] = endpoint(1, "mail", off_at=EPOCH + 7 * DAY, off_because="failed")


def plant_end_that_was_not_staged(facts):
    facts.now = EPOCH + 21 * DAY
    facts.endpoints[3] = replace(facts.endpoints[3], off_at=EPOCH, off_because="gone")


PLANTED = {
    plant_waiting_delivery: "nothing left behind",
    plant_waiting_notice: "nothing left behind",
    plant_missing_notice: "nothing left behind",
    plant_failure_for_no_reason: "nothing left behind",
    plant_untold_decision: "every decision was told",
    plant_notice_put_away: "every decision was told",
    plant_missing_delivery: "every wanted notice was delivered",
    plant_missing_reminder: "every wanted notice was delivered",
    plant_message_that_nobody_took: "what was sent arrived",
    plant_room_that_took_too_little: "what was sent arrived",
    plant_message_that_counts_as_failed: "what was sent arrived",
    plant_double: "nothing came twice",
    plant_double_in_a_room: "nothing came twice",
    plant_two_deliveries: "nothing came twice",
    plant_message_at_night: "nothing in quiet hours",
    plant_message_in_silence: "nothing against a wish",
    plant_message_about_muted_match: "nothing against a wish",
    plant_invitation_of_blocked_host: "nothing against a wish",
    plant_hidden_fact: "nothing hidden",
    plant_secret: "nothing hidden",
    plant_wrong_signature: "receivers are content",
    plant_followed_redirect: "receivers are content",
    plant_impatience: "pauses are kept",
    plant_refusal_for_good: "endpoints are as expected",
    plant_message_after_the_end: "endpoints are as expected",
    plant_message_to_gone_browser: "endpoints are as expected",
    plant_forgotten_browser: "endpoints are as expected",
    plant_endless_patience: "endpoints are as expected",
    plant_impatience_with_an_endpoint: "endpoints are as expected",
    plant_endpoint_off_without_notice: "endpoints are as expected",
    plant_end_that_was_not_staged: "endpoints are as expected",
}


@pytest.mark.parametrize(("plant", "check"), PLANTED.items(), ids=lambda each: getattr(each, "__name__", ""))
def test_a_planted_violation_is_found(facts, plant, check):
    plant(facts)
    assert check in found(facts)


# What is no violation.


def test_a_sender_that_was_killed_may_repeat_a_message_with_its_key(facts):
    facts.receipts.append(receipt(NOON / HOUR + 9))
    facts.kills.append(("notices", EPOCH + 14))
    assert found(facts) == {}


def test_the_last_reminder_may_come_at_night(facts):
    mail_is(facts, topic="tenth")
    facts.notices[0] = notice(topic="tenth")
    facts.deliveries += [delivery(number, endpoint=number - 2, topic="turn", state="moot") for number in (3, 4)]
    facts.deliveries[1] = delivery(2, endpoint=2, topic="tenth")
    facts.receipts[0] = receipt(26)
    assert found(facts) == {}


def test_the_last_reminder_may_come_at_night_to_a_room_without_keys(facts):
    facts.readers[1] = replace(facts.readers[1], quiet=(22, 7))
    facts.deliveries.append(delivery(3, endpoint=4, topic="tenth", sent_at=EPOCH + 26 * HOUR))
    facts.receipts.append(receipt(26, "room:lea", "", text="2 matches are waiting for you"))
    assert found(facts) == {}
    facts.deliveries[-1] = replace(facts.deliveries[-1], topic="turn")
    assert "nothing in quiet hours" in found(facts)


def test_a_reminder_that_was_too_late_needs_no_delivery(facts):
    facts.notices[0] = notice(topic="tenth", due_at=EPOCH + 2 * DAY)
    assert found(facts) == {}


def test_a_message_that_came_while_the_site_was_asked_is_not_judged(facts):
    facts.receipts.append(replace(receipt(key="notice-9"), at=facts.now - 1, heard_at=facts.clock.real(facts.now) + 1))
    assert "what was sent arrived" not in found(facts)


def test_a_refusal_that_the_site_has_not_stored_yet_is_not_judged(facts):
    asked_at = facts.clock.real(facts.now)
    refused = receipt(20, accepted=False, answer="550", key="")
    facts.receipts.append(replace(refused, at=asked_at - 2, heard_at=asked_at - 1))
    assert found(facts) == {}
    facts.receipts[-1] = replace(refused, at=asked_at - 13, heard_at=asked_at - 12)
    assert found(facts) == {"endpoints are as expected": ["mail:ada has refused for good, and is on"]}
    facts.kills.append(("notices", asked_at - 11))
    assert found(facts) == {}


def test_a_message_on_its_way_may_arrive_when_it_has_become_quiet(facts):
    facts.receipts[0] = receipt(23)
    assert found(facts) == {}


# Figures.


def test_times_count_from_the_end_of_quiet_hours_and_from_digests(facts):
    ada = facts.readers[0]
    at_night = delivery(created_at=EPOCH + 23 * HOUR)
    assert due_at(facts, ada, at_night, "mail") == EPOCH + 31 * HOUR
    digest = replace(ada, choices={"turn mail": "digest"})
    assert due_at(facts, digest, delivery(), "mail") == EPOCH + 18 * HOUR
    assert due_at(facts, ada, replace(at_night, topic="tenth"), "mail") == EPOCH + 23 * HOUR


def test_the_table_has_a_row_for_each_channel_and_topic(facts):
    assert table(facts)[1:] == [
        ("mail", "turn", "1", "1.0 s", "1.0 s", "1", "0", "0"),
        ("push", "turn", "1", "1.0 s", "1.0 s", "1", "0", "0"),
    ]
    assert ("messages taken", "1 mail, 1 push") in totals(facts)

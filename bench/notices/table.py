"""The figures of a simulation of notices: messages by channel and topic, and how long they took."""

from collections import Counter, defaultdict
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from bench.figures import percentile
from bench.notices.facts import Facts, Reader, StoredDelivery
from bench.notices.judge import Case
from masques_site.notices.hours import Hours

HEADER = ("channel", "topic", "notices delivered", "median", "95 of 100", "attempts", "no longer needed", "given up")


def table(facts: Facts) -> list[tuple[str, ...]]:
    """Return the rows of the table; times are real seconds from when a notice was due to when it came."""
    case = Case(facts)
    took: dict[tuple[str, str], list[float]] = defaultdict(list)
    states: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for delivery in facts.deliveries:
        endpoint = case.endpoints[delivery.endpoint]
        if endpoint.user not in case.readers:
            continue
        row = (endpoint.channel, delivery.topic)
        states[row][delivery.state] += 1
        states[row]["attempts"] += delivery.attempts
        receipts = case.accepted.get((case.place_of(endpoint), delivery.message), [])
        if delivery.state == "sent" and receipts:
            due = due_at(facts, case.readers[endpoint.user], delivery, endpoint.channel)
            took[row].append(max(0.0, receipts[0].at - facts.clock.real(due)))
    found: list[tuple[str, ...]] = [HEADER]
    for row in sorted(states):
        seconds, counts = took[row], states[row]
        times = [f"{percentile(seconds, share):.1f} s" if seconds else "" for share in (50, 95)]
        numbers = (counts["sent"], counts["attempts"], counts["moot"], counts["failed"] + counts["unknown"])
        sent, attempts, moot, failed = map(str, numbers)
        found.append((*row, sent, *times, attempts, moot, failed))
    return found


def due_at(facts: Facts, reader: Reader, delivery: StoredDelivery, channel: str) -> float:
    """Return when a delivery was due, by the site's clock: after a digest, quiet hours and silence."""
    silences = [each for each in facts.silences if each.user == reader.id and not each.match and each.host is None]
    begin, end = reader.quiet or (None, None)
    hours = Hours(ZoneInfo(reader.zone), begin, end, reader.digest_hour)
    moment = datetime.fromtimestamp(delivery.created_at, UTC)
    if reader.choices.get(f"{delivery.topic} {channel}") == "digest":
        moment = hours.next_digest(moment)
    for _again in range(3):
        ends = [each.until for each in silences if each.since <= moment.timestamp() < each.until]
        if ends:
            moment = datetime.fromtimestamp(max(ends), UTC)
        moment = hours.held_until(moment, costs_a_seat=delivery.topic == "tenth") or moment
    return moment.timestamp()


def totals(facts: Facts) -> list[tuple[str, str]]:
    """Return figures of the whole simulation."""
    places = Counter(receipt.place.partition(":")[0] for receipt in facts.receipts if receipt.accepted)
    answers = Counter(receipt.answer for receipt in facts.receipts if not receipt.accepted)
    kills = Counter(what for what, _at in facts.kills)
    notices = Counter(notice.state for notice in facts.notices)
    days = (facts.now - facts.epoch) / 86_400
    return [
        ("days of the site", f"{days:.1f}, {facts.speed:.0f} times faster"),
        ("notices", _counted(notices)),
        ("messages taken", _counted(places)),
        ("messages refused, by answer", _counted(answers)),
        ("processes killed", _counted(kills)),
    ]


def _counted(numbers: Counter[str]) -> str:
    return ", ".join(f"{number:,} {word}" for word, number in numbers.most_common()) or "none"

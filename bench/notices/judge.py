"""The judge of a simulation of notices. It reads what the receivers got, what people did and what is stored, and uses
no code of the site."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from itertools import pairwise
from zoneinfo import ZoneInfo

from bench.notices.facts import (
    DAY,
    HOUR,
    Facts,
    Reader,
    Receipt,
    StoredDelivery,
    StoredEndpoint,
    StoredNotice,
)
from bench.notices.people import PEOPLE, Persona

TOLERANCE = 2.5  # real seconds: messages may be on their way when an hour strikes, or a person changes their mind
PATIENCE = 25.0  # real seconds in which everything due is done, processes that were killed included
SOON = 10.0  # real seconds in which a notice is stored and passed on while no process is killed
LEASE = 30.0  # real seconds after which a message of a killed worker is sent again
ENDURANCE = 5 * DAY  # of failures, after which an endpoint is off
DEFAULT_OFF = {(topic, channel) for topic in ("rating", "away") for channel in ("mail", "push", "webhook")} | {
    ("half", "mail"),
    ("half", "webhook"),
}
REPLACED = {"half": "tenth"}  # by what a topic is replaced that comes late
ENDED = ("sent", "moot", "failed", "unknown")
LONG_ENOUGH = 20  # days after which everything that was to go wrong has gone wrong


@dataclass
class Case:
    """The facts, with their rows by what they are asked for."""

    facts: Facts
    people: Mapping[str, Persona] = field(default_factory=lambda: PEOPLE)

    @cached_property
    def readers(self) -> dict[int, Reader]:
        """The people by key."""
        return {reader.id: reader for reader in self.facts.readers}

    @cached_property
    def by_name(self) -> dict[str, Reader]:
        """The people by name."""
        return {reader.name: reader for reader in self.facts.readers}

    @cached_property
    def places(self) -> dict[str, StoredEndpoint]:
        """The endpoints by place, as receipts name it."""
        return {self.place_of(endpoint): endpoint for endpoint in self.facts.endpoints if endpoint.user in self.readers}

    def place_of(self, endpoint: StoredEndpoint) -> str:
        """Return the place of an endpoint."""
        word = {"mail": "mail", "push": "push", "webhook": "room"}[endpoint.channel]
        return f"{word}:{self.readers[endpoint.user].name}"

    @cached_property
    def notices(self) -> dict[int, StoredNotice]:
        """The notices by key."""
        return {notice.id: notice for notice in self.facts.notices}

    @cached_property
    def endpoints(self) -> dict[int, StoredEndpoint]:
        """The endpoints by key."""
        return {endpoint.id: endpoint for endpoint in self.facts.endpoints}

    @cached_property
    def messages(self) -> dict[tuple[str, str], list[StoredDelivery]]:
        """The deliveries by place and key of their message."""
        found = defaultdict(list)
        for delivery in self.facts.deliveries:
            endpoint = self.endpoints[delivery.endpoint]
            if delivery.message and endpoint.user in self.readers:
                found[self.place_of(endpoint), delivery.message].append(delivery)
        return dict(found)

    @cached_property
    def accepted(self) -> dict[tuple[str, str], list[Receipt]]:
        """The accepted receipts by place and key; those without a key by their text."""
        found = defaultdict(list)
        for receipt in sorted(self.facts.receipts, key=lambda receipt: receipt.at):
            if receipt.accepted:
                found[receipt.place, receipt.key or receipt.text].append(receipt)
        return dict(found)

    def site(self, receipt: Receipt) -> float:
        """Return when a message came, by the site's clock."""
        return self.facts.clock.site(receipt.at)

    def real_seconds(self, seconds: float) -> float:
        """Return real seconds as seconds of the site."""
        return seconds * self.facts.speed

    def deliveries_of(self, receipt: Receipt) -> list[StoredDelivery]:
        """Return the deliveries of a message; none if it has no key."""
        return self.messages.get((receipt.place, receipt.key), [])

    def is_urgent(self, receipt: Receipt) -> bool:
        """Return whether a message only says that a tenth of the time is left. Of one without a key, whether one that
        was sent at that time does; of one to a place that is forgotten, whether it says so."""
        if deliveries := self.deliveries_of(receipt):
            return _is_last_reminder(deliveries)
        if "only a tenth" in receipt.text.lower():
            return True
        moment, tolerance = self.site(receipt), self.real_seconds(TOLERANCE)
        return any(
            _is_last_reminder(deliveries) and any(abs((each.sent_at or 0) - moment) < tolerance for each in deliveries)
            for (place, _key), deliveries in self.messages.items()
            if place == receipt.place
        )

    def reader_of(self, receipt: Receipt) -> Reader:
        """Return whose place a message came to."""
        return self.by_name[receipt.place.partition(":")[2]]

    def killed_between(self, since: float, until: float) -> bool:
        """Return whether a sender was killed between these real moments."""
        return any(what == "notices" and since <= at <= until for what, at in self.facts.kills)

    def wants(self, reader: Reader, topic: str, channel: str) -> bool:
        """Return whether a person wants a topic over a channel, at once or in a digest."""
        chosen = reader.choices.get(f"{topic} {channel}")
        return chosen != "off" if chosen else (topic, channel) not in DEFAULT_OFF


def _is_last_reminder(deliveries: Iterable[StoredDelivery]) -> bool:
    topics = {delivery.topic for delivery in deliveries}
    return topics <= {"tenth", "test"} and bool(topics)


Check = Callable[[Case], Iterator[str]]


def nothing_left_behind(case: Case) -> Iterator[str]:
    """Find what was due and has not been done."""
    late = case.facts.now - case.real_seconds(PATIENCE)
    for delivery in case.facts.deliveries:
        if delivery.state not in ENDED and (delivery.due_at is None or delivery.due_at < late):
            yield f"the delivery {delivery.id} ({delivery.topic}) is {delivery.state}, due at {delivery.due_at}"
        if delivery.state == "failed" and not delivery.said:
            yield f"the delivery {delivery.id} has failed for no reason"
    for notice in case.facts.notices:
        if notice.state == "waiting" and notice.due_at < late:
            yield f"the notice {notice.id} ({notice.kind}) has waited since {notice.due_at}"
    for kind, number in case.facts.missing.items():
        yield f"{number} notices of the kind {kind} are owed and were not stored"


def every_decision_was_told(case: Case) -> Iterator[str]:
    """Find decisions that a person owed for long, and that have no notice which was passed on."""
    told = {(each.user, each.match, each.seat, each.decision): each for each in case.facts.notices if each.decision}
    for owed in case.facts.owed:
        since, until = case.facts.clock.real(owed.since), case.facts.clock.real(owed.until)
        is_disturbed = any(since - PATIENCE < at < until for _what, at in case.facts.kills)
        if until - since < (PATIENCE if is_disturbed else SOON):
            continue
        notice = told.get((owed.user, owed.match, owed.seat, owed.decision))
        if notice is None:
            yield f"nothing was stored about {owed}"
        elif notice.passed_at is None and notice.state != "unwanted":
            yield f"the notice {notice.id} about {owed} was never passed on: {notice.state}"


def every_wanted_notice_was_delivered(case: Case) -> Iterator[str]:
    """Find notices that were passed on without a delivery to each place where their reader wants them."""
    stored = {(each.notice, each.endpoint, each.topic) for each in case.facts.deliveries}
    for notice in case.facts.notices:
        if notice.passed_at is None or notice.user not in case.readers:
            continue
        first = ("answer" if notice.is_response else "turn") if notice.kind == "your_turn" else notice.topic
        # A reminder that comes too late, or for which no clock runs, is put away without being passed on.
        is_last = notice.state == "sent" and notice.passed_at >= notice.due_at
        topics = {first, notice.topic} if is_last else {first}
        for endpoint in case.facts.endpoints:
            is_on = endpoint.off_at is None or endpoint.off_at > notice.passed_at
            if endpoint.user != notice.user or not is_on or endpoint.created_at > notice.created_at:
                continue
            for topic in topics:
                told = {(notice.id, endpoint.id, each) for each in (topic, REPLACED.get(topic, topic))}
                if case.wants(case.readers[notice.user], topic, endpoint.channel) and not told & stored:
                    yield f"the notice {notice.id} ({topic}) never left for {case.place_of(endpoint)}"


def what_was_sent_arrived(case: Case) -> Iterator[str]:
    """Compare the messages that receivers took with those that the site calls delivered."""
    counts: dict[str, set[str]] = defaultdict(set)
    for (place, key), deliveries in case.messages.items():
        is_sent = any(delivery.state == "sent" for delivery in deliveries)
        if not _has_keys(case, place):
            counts[place] |= {key} if is_sent else set()
        elif is_sent and (place, key) not in case.accepted:
            yield f"{place} never took {key}, which counts as delivered"
    for place, keys in counts.items():
        taken = sum(len(found) for (where, _text), found in case.accepted.items() if where == place)
        if taken < len(keys):
            yield f"{place} took {taken} messages, and {len(keys)} count as delivered"
    for (place, key), receipts in case.accepted.items():
        if place not in case.places or not _has_keys(case, place):
            continue
        states = {delivery.state for delivery in case.messages.get((place, key), [])}
        if states <= {"sending"} and receipts[-1].heard_at > case.facts.clock.real(case.facts.now) - PATIENCE:
            continue  # the site went on while it was asked
        if "sent" not in states and not case.killed_between(receipts[0].at, receipts[-1].heard_at + LEASE):
            yield f"{place} took {key}, which is {', '.join(sorted(states)) or 'unknown to the site'}"


def _has_keys(case: Case, place: str) -> bool:
    """Return whether the messages that come to a place carry a key."""
    return place not in case.places or case.places[place].is_signed


def nothing_came_twice(case: Case) -> Iterator[str]:
    """Find messages that came twice, unless their sender was killed in between and the receiver can recognise them."""
    for (place, key), receipts in case.accepted.items():
        for one, other in pairwise(receipts):
            if _has_keys(case, place) and not case.killed_between(one.at, other.at):
                yield f"{place} took {key} twice, after {other.at - one.at:.1f} s, and no sender was killed"
    asked_at = case.facts.clock.real(case.facts.now)  # others came while the site was asked
    for place in case.places:
        left = sum(where == place for where, _key in case.messages)
        taken = sum(each.accepted and each.place == place and each.at < asked_at for each in case.facts.receipts)
        if taken > left and not _has_keys(case, place):
            yield f"{place} took {taken} messages of {left}"
    seen: dict[tuple[int | None, int, str], int] = {}
    for delivery in case.facts.deliveries:
        if delivery.notice is not None:
            place_and_topic = (delivery.notice, delivery.endpoint, delivery.topic)
            if place_and_topic in seen:
                yield f"the deliveries {seen[place_and_topic]} and {delivery.id} are of one notice to one place"
            seen[place_and_topic] = delivery.id


def nothing_in_quiet_hours(case: Case) -> Iterator[str]:
    """Find messages in quiet hours that are not the last reminder."""
    tolerance = case.real_seconds(TOLERANCE)
    for receipt in case.facts.receipts:
        reader = case.reader_of(receipt)
        if not receipt.accepted or reader.quiet is None or case.is_urgent(receipt):
            continue
        since = quiet_since(reader, case.site(receipt))
        if since is not None and since > tolerance:
            topics = sorted(delivery.topic for delivery in case.deliveries_of(receipt))
            hours = since / HOUR
            yield f"{receipt.place} got {receipt.key} ({', '.join(topics)}) {hours:.1f} hours after it became quiet"


def quiet_since(reader: Reader, moment: float) -> float | None:
    """Return for how many seconds it has been quiet for a person; None if it is not."""
    if reader.quiet is None:
        return None
    local = datetime.fromtimestamp(moment, ZoneInfo(reader.zone))
    begin, end = reader.quiet
    since = ((local.hour - begin) % 24) * HOUR + local.minute * 60 + local.second
    return since if since < ((end - begin) % 24) * HOUR else None


def nothing_against_a_wish(case: Case) -> Iterator[str]:
    """Find messages to people who wanted silence: about all, a match, or a person."""
    tolerance = case.real_seconds(TOLERANCE)
    for receipt in case.facts.receipts:
        reader = case.reader_of(receipt)
        moment = case.site(receipt)
        for silence in case.facts.silences:
            if silence.user != reader.id or not silence.since + tolerance < moment < silence.until:
                continue
            if not receipt.accepted:
                continue
            if silence.match and f"/matches/{silence.match}/" in receipt.text and not _is_invitation(case, receipt):
                yield f"{receipt.place} got {receipt.key} about {silence.match}, which {reader.name} has muted"
            elif silence.host is not None:
                for delivery in case.deliveries_of(receipt):
                    notice = case.notices.get(delivery.notice or 0)
                    if notice and notice.kind == "invited" and case.facts.hosts.get(notice.match or "") == silence.host:
                        yield f"{receipt.place} got an invitation of one whom {reader.name} has blocked"
            elif not silence.match:
                days = (moment - silence.since) / DAY
                yield f"{receipt.place} got {receipt.key}, {days:.1f} days after {reader.name} asked for silence"


def _is_invitation(case: Case, receipt: Receipt) -> bool:
    return any(delivery.topic == "invitation" for delivery in case.deliveries_of(receipt))


def nothing_hidden(case: Case) -> Iterator[str]:
    """Find hidden facts in messages: those of the matches that they are about, and secrets of the site."""
    nowhere = case.facts.secrets.get("", [])
    for receipt in case.facts.receipts:
        for match, words in case.facts.secrets.items():
            if match and match in receipt.text:
                yield from (f"{receipt.place} got {word!r} of {match}" for word in words if word in receipt.text)
        yield from (f"{receipt.place} got {word[:12]!r}…" for word in nowhere if word in receipt.text)


def receivers_are_content(case: Case) -> Iterator[str]:
    """Find messages that are not readable or not signed as the standards say, and redirects that were followed."""
    yield from (f"{receipt.place}: {receipt.fault}" for receipt in case.facts.receipts if receipt.fault)
    if case.facts.strays:
        yield f"{case.facts.strays} requests went to where only a redirect led"


def pauses_are_kept(case: Case) -> Iterator[str]:
    """Find messages that came again before the pause that their receiver had asked for was over."""
    for one in case.facts.receipts:
        for other in case.facts.receipts if one.wait else ():
            is_again = (other.place, other.key) == (one.place, one.key) and other.at > one.at
            if is_again and case.site(other) - case.facts.clock.site(one.heard_at) < one.wait - 1:
                yield f"{one.place} asked for {one.wait:.0f} s and got {one.key} again before"


def endpoints_are_as_expected(case: Case) -> Iterator[str]:
    """Find endpoints that are on although they failed for days, refused for good or are gone, and the reverse."""
    tolerance = case.real_seconds(TOLERANCE)
    by_place: dict[str, list[Receipt]] = defaultdict(list)
    for receipt in sorted(case.facts.receipts, key=lambda receipt: receipt.at):
        by_place[receipt.place].append(receipt)
    for place, receipts in by_place.items():
        endpoint = case.places.get(place)
        ended = [receipt for receipt in receipts if receipt.answer in ("410", "550")]
        is_known = any(_was_stored(case, receipt) for receipt in ended)
        if is_known and endpoint is not None and endpoint.off_because not in ("bounced", "gone"):
            yield f"{place} has refused for good, and is {endpoint.off_because or 'on'}"
        off_at = case.site(ended[0]) if ended else endpoint.off_at if endpoint else None
        if endpoint is None and not ended:
            yield f"{place} is forgotten, and never said that it is gone"
        if off_at is not None and (last := case.site(receipts[-1])) > off_at + tolerance:
            yield f"{place} is off, and got a message {(last - off_at) / HOUR:.1f} hours later"
        if endpoint is not None:
            yield from _endurance(case, place, endpoint, receipts)
    if case.facts.now - case.facts.epoch >= LONG_ENOUGH * DAY:
        yield from _ends(case)
    told = {notice.endpoint for notice in case.facts.notices if notice.endpoint is not None}
    late = case.facts.now - case.real_seconds(PATIENCE)
    for endpoint in case.facts.endpoints:
        if endpoint.off_because == "failed" and endpoint.id not in told and (endpoint.off_at or 0) < late:
            yield f"nobody got a notice that {case.place_of(endpoint)} is off"


def _was_stored(case: Case, receipt: Receipt) -> bool:
    """Return whether the site must have stored its answer: it had the time before it was asked, and was not killed."""
    asked_at = case.facts.clock.real(case.facts.now)
    return receipt.heard_at <= asked_at - SOON and not case.killed_between(receipt.at, receipt.heard_at + SOON)


def _endurance(case: Case, place: str, endpoint: StoredEndpoint, receipts: list[Receipt]) -> Iterator[str]:
    """Compare the failures in a row with what is stored about the endpoint."""
    longest = began = 0.0
    for receipt in receipts:
        began = 0.0 if receipt.accepted else began or case.site(receipt)
        longest = max(longest, case.site(receipt) - began if began else 0.0)
    slack = case.real_seconds(TOLERANCE)
    if endpoint.off_because == "failed" and longest < ENDURANCE - slack:
        yield f"{place} is off after {longest / DAY:.1f} days of failures"
    if not endpoint.off_because and longest > ENDURANCE + slack:
        yield f"{place} is on after {longest / DAY:.1f} days of failures"


def _ends(case: Case) -> Iterator[str]:
    """Compare the ends that were staged with what is stored."""
    for name, persona in case.people.items():
        words = {"mail": "mail", "push": "push", "webhook": "room"}
        channels = ["mail", *(["push"] * persona.has_browser), *(["webhook"] * persona.has_room)]
        for channel in channels:
            endpoint = case.places.get(f"{words[channel]}:{name}")
            found = "gone" if endpoint is None else endpoint.off_because
            if found != persona.ends.get(channel, ""):
                yield f"{channel} of {name} is {found or 'on'} instead of {persona.ends.get(channel, '') or 'on'}"


CHECKS: tuple[Check, ...] = (
    nothing_left_behind,
    every_decision_was_told,
    every_wanted_notice_was_delivered,
    what_was_sent_arrived,
    nothing_came_twice,
    nothing_in_quiet_hours,
    nothing_against_a_wish,
    nothing_hidden,
    receivers_are_content,
    pauses_are_kept,
    endpoints_are_as_expected,
)


def judge(facts: Facts, people: Mapping[str, Persona] = PEOPLE) -> dict[str, list[str]]:
    """Return the violations by check."""
    case = Case(facts, people)
    return {check.__name__.replace("_", " "): list(check(case)) for check in CHECKS}

"""Checks of a ladder: its places once more, from what is in the log and the results, by the rule in docs/leagues.md. It
imports nothing of the site."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from bench.seasons.facts import ABOUT_RESULTS, Data, Facts, players

REACH = 3  # places up
DAY = 86_400.0
ANSWER, REST = 3 * DAY, 7 * DAY


@dataclass(slots=True)
class Places:
    """A ladder from the top, and for each challenge the two places before and after it: (challenger's, challenged's),
    counted from 0."""

    order: list[int] = field(default_factory=list)
    before: dict[int, tuple[int, int]] = field(default_factory=dict)
    after: dict[int, tuple[int, int]] = field(default_factory=dict)
    stayed: list[int] = field(default_factory=list)  # challenges whose new result came too late

    def of(self, pair: tuple[int, int]) -> tuple[int, int] | None:
        """Return the places of two; None unless both are here."""
        if not set(pair) <= set(self.order):
            return None
        return self.order.index(pair[0]), self.order.index(pair[1])

    def give(self, winner: int, loser: int) -> None:
        """Give the loser's place to a winner from below; everyone in between moves down one."""
        if self.order.index(winner) > self.order.index(loser):
            self.order.remove(winner)
            self.order.insert(self.order.index(loser), winner)

    def first_result(self, key: int, pair: tuple[int, int], winner: int | None) -> None:
        """Settle a challenge."""
        found = self.of(pair)
        if found is None:
            return
        self.before[key] = found
        self._won(key, pair, winner)

    def new_result(self, key: int, pair: tuple[int, int], winner: int | None) -> None:
        """Settle a challenge again: as if this had been the first result, if both players are still where that one put
        them."""
        if key not in self.before:
            return
        lower = pair[0] if self.before[key][0] > self.before[key][1] else pair[1]
        had_risen = self.after[key][pair.index(lower)] < self.before[key][pair.index(lower)]
        rises = winner == lower
        if had_risen == rises:
            return
        if self.of(pair) != self.after[key]:
            self.stayed.append(key)
            return
        if had_risen:
            self.order.remove(lower)
            self.order.insert(self.before[key][pair.index(lower)], lower)
        self._won(key, pair, lower if rises else None)

    def _won(self, key: int, pair: tuple[int, int], winner: int | None) -> None:
        if winner is not None:
            self.give(winner, pair[1] if winner == pair[0] else pair[0])
        found = self.of(pair)
        assert found is not None, "both are here"
        self.after[key] = found


def places_follow(facts: Facts) -> list[str]:
    """Check that the ladder on the page follows from who came and left, and from all results in order."""
    if facts.format != "ladder":
        return []
    challenges = facts.inside["challenges"]
    places = Places()
    for _at, happening in sorted(_happenings(facts), key=lambda one: one[0]):
        _apply(places, challenges, happening)
    names = {entry["id"]: entry["name"] for entry in facts.season["entries"]}
    expected = [names[player] for player in places.order]
    found = (
        [] if list(facts.ladder) == expected else [f"the page has {list(facts.ladder)}, and it should be {expected}"]
    )
    for key, challenge in enumerate(challenges):
        for what, known in (("before", places.before), ("after", places.after)):
            if tuple(challenge[what]) != known.get(key, (None, None)):
                found.append(f"{what} challenge {key} its two were at {known.get(key)}, not {challenge[what]}")
    stayed = sum(line["verb"] == "places_stay" for line in facts.inside["log"])
    if stayed != len(places.stayed):
        found.append(f"{stayed} results came too late, by the log; it should be {len(places.stayed)}")
    return found


Happening = tuple[str, int, int | None]
"""An event that moves places: `came` or `left` with an entry; `yielded`, `result` or `again` with a challenge, and who
won."""


def _apply(places: Places, challenges: Sequence[Data], happening: Happening) -> None:
    what, key, winner = happening
    if what == "came":
        places.order.append(key)
        return
    if what == "left":
        places.order.remove(key)
        return
    pair = (challenges[key]["challenger"], challenges[key]["challenged"])
    if what == "result":
        places.first_result(key, pair, winner)
    elif what == "again":
        places.new_result(key, pair, winner)
    elif places.of(pair) is not None:
        places.give(*pair)


def _happenings(facts: Facts) -> Iterator[tuple[float, Happening]]:
    """Yield every event that moves places, with its moment."""
    entries = {entry["name"]: entry["id"] for entry in facts.season["entries"]}
    verbs = {"signed_up": "came", "withdrew": "left", "expelled": "left"}
    challenges = facts.inside["challenges"]
    for line in facts.inside["log"]:
        if line["verb"] in verbs:
            yield line["at"], (verbs[line["verb"]], entries[line["subject"]], None)
        elif line["verb"] in ("challenge_declined", "challenge_unanswered"):
            yield line["at"], ("yielded", _last_without_match(challenges, entries[line["subject"]], line["at"]), None)
    seats = {match["number"]: match["seats"] for match in facts.matches()}
    verbs_of_results = (*ABOUT_RESULTS, "undone")
    lines = {line["reason"]: line["at"] for line in facts.inside["log"] if line["verb"] in verbs_of_results}
    for key, challenge in enumerate(challenges):
        if challenge["number"] is not None and challenge["ended_at"] is not None:
            yield from _results(facts, key, challenge, seats[challenge["number"]], lines)


def _last_without_match(challenges: Sequence[Data], challenged: int, at: float) -> int:
    """Return the challenge of a player that ended last, of those without a match."""
    ended = [
        (challenge["ended_at"], key)
        for key, challenge in enumerate(challenges)
        if challenge["challenged"] == challenged and challenge["number"] is None and (challenge["ended_at"] or at) <= at
    ]
    return max(ended)[1]


def _results(
    facts: Facts, key: int, challenge: Data, seats: Sequence[Data], lines: dict[str, float]
) -> Iterator[tuple[float, Happening]]:
    """Yield the first result of a challenge, and what the organiser made of it. Only corrections were taken back."""
    acts = [act for act in facts.acts if act.number == challenge["number"] and act.verb in ABOUT_RESULTS]
    results = [*(list(act.before) for act in acts), list(seats)]  # before each act, and at the end
    yield challenge["ended_at"], ("result", key, _winner(results[0]))
    for act, after in zip(acts, results[1:], strict=True):
        if act.undone:
            meanwhile = [
                {**seat, "kind": "played", "place": place} for seat, place in zip(act.before, act.places, strict=True)
            ]
            yield lines[act.reason], ("again", key, _winner(meanwhile))
        yield lines[act.undone or act.reason], ("again", key, _winner(after))


def _winner(seats: Sequence[Data]) -> int | None:
    won = [
        seat["entry"]
        for seat in seats
        if seat["kind"] == "won_by_forfeit" or (seat["kind"] == "played" and seat["place"] == 1)
    ]
    return won[0] if len(won) == 1 else None


def challenges_allowed(facts: Facts) -> list[str]:
    """Check that each challenge goes up at most three places, and is between two players who had no other one and had
    not played each other for a week; and that it is answered in time or the place is lost, and its match is between the
    two."""
    if facts.format != "ladder":
        return []
    challenges = facts.inside["challenges"]
    places = Places()
    happenings = [(at, 0, happening) for at, happening in _happenings(facts)]
    made = [(challenge["at"], 1, ("made", key, None)) for key, challenge in enumerate(challenges)]
    found: list[str] = []
    for _at, _order, happening in sorted([*happenings, *made], key=lambda one: one[:2]):
        if happening[0] != "made":
            _apply(places, challenges, happening)
        else:
            found += _faults_when_made(places, challenges, happening[1])
    seats = {match["number"]: players(match) for match in facts.matches()}
    for key, challenge in enumerate(challenges):
        found += [f"challenge {key}: {fault}" for fault in _faults_of_answer(challenge, seats)]
    return found


def _faults_when_made(places: Places, challenges: Sequence[Data], key: int) -> Iterator[str]:
    challenge = challenges[key]
    pair = (challenge["challenger"], challenge["challenged"])
    stood = places.of(pair)
    if stood is None or not 1 <= stood[0] - stood[1] <= REACH:
        yield f"challenge {key} was made from place {stood}"
    for earlier in challenges[:key]:
        both = {earlier["challenger"], earlier["challenged"]}
        ended = earlier["ended_at"] or float("inf")
        if ended > challenge["at"] and both & set(pair):
            yield f"challenge {key} was made during another one"
        elif both == set(pair) and earlier["number"] is not None and challenge["at"] < ended + REST:
            yield f"challenge {key} was made {challenge['at'] - ended:.0f} s after a match of the two"


def _faults_of_answer(challenge: Data, seats: dict[int, list[int]]) -> Iterator[str]:
    if challenge["ended_at"] is None:
        yield "it has not ended"
    if challenge["answer_by"] < challenge["at"] + ANSWER:
        yield "there was less time for an answer"
    accepted = challenge["accepted_at"]
    if (accepted is None) != (challenge["number"] is None):
        yield "it was accepted without a match, or played without being accepted"
    elif accepted is not None and accepted > challenge["answer_by"]:
        yield "it was accepted too late"
    elif accepted is not None and set(seats[challenge["number"]]) != {challenge["challenger"], challenge["challenged"]}:
        yield f"its match was played by {seats[challenge['number']]}"

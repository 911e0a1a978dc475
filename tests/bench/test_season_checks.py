"""The checks of a simulated season that tell who got in, what an organiser decided, and how a ladder moved: each finds
the fault that it is for, in seasons written down by hand."""

import pytest

from bench.seasons import checks, decisions, ladder, pairings, results
from bench.seasons.facts import Act, Attendance, Facts, Verb

MONDAY, TUESDAY, WEDNESDAY = (f"2026-11-{day}T12:00:00.000000+00:00" for day in (23, 24, 25))
NOON = 1_795_435_200.0  # of that Monday
DAY = 86_400.0


def entry(number, name, state="entered", left_at=None, left_round=None):
    return {"id": number, "name": name, "state": state, "left_at": left_at, "left_round": left_round, "division": "0.0"}


def seat(player, kind="played", place=None):
    return {"entry": player, "kind": kind, "place": place, "score": None, "timeouts": 0}


def match(number, *seats, at=0, settled_at=TUESDAY):
    return {
        "number": number,
        "round": at,
        "state": "settled",
        "settled_at": settled_at,
        "match": f"m{number}",
        "seats": list(seats),
    }


def line(key, verb, reason="", subject=None, at=NOON, **details):
    return {"id": key, "verb": verb, "reason": reason, "subject": subject, "actor": None, "at": at, "details": details}


def fixture(number, match, former=()):
    ids = [*former, match]
    return {
        "number": number,
        "match": match,
        "former": list(former),
        "state": "settled",
        "needs_upkeep": False,
        "matches": [{"id": one, "status": "finished", "annulled": one in former} for one in ids],
    }


def season(format="round_robin", seats=2, entries=(), matches=()):
    return {
        "season": 1,
        "rules": {"format": format, "seats": seats},
        "started_at": MONDAY,
        "entries": list(entries),
        "divisions": [{"name": "0.0", "per_match": False, "matches": list(matches)}],
    }


def inside(log=(), fixtures=(), challenges=()):
    return {"log": list(log), "fixtures": list(fixtures), "challenges": list(challenges)}


# Who got in.


def test_refused_entries_are_named_with_the_answer():
    attendance = Attendance(
        people=("anna", "bruno", "carla", "dario", "elena"),
        substitutes=("fabio", "gina"),
        answers={"dario": "Sign-up for this season is closed.", "bruno": ""},
    )
    there = [entry(1, "anna"), entry(2, "carla", "withdrawn", TUESDAY), entry(3, "elena", "asked")]
    facts = Facts(season(entries=there), inside([line(1, "joined_bench", subject="gina")]), attendance=attendance)
    assert checks.everybody_in(facts) == [
        "bruno did not get in; the last answer was: none",
        "dario did not get in; the last answer was: Sign-up for this season is closed.",
        "elena did not get in; the last answer was: none",
        "fabio is no substitute; the last answer was: none",
    ]


def test_nobody_is_missing():
    attendance = Attendance(people=("anna", "bruno"), substitutes=("carla",))
    there = [entry(1, "anna"), entry(2, "bruno", "removed", TUESDAY)]
    facts = Facts(season(entries=there), inside([line(1, "joined_bench", subject="carla")]), attendance=attendance)
    assert checks.everybody_in(facts) == []


# Decisions.


BEFORE = (seat(1, "played", 1), seat(2, "played", 2))
PAIR = (entry(1, "anna"), entry(2, "bruno"))
CORRECTED = Act(Verb.CORRECTED, "wrong (1)", number=1, match="m1", before=BEFORE, places=(2, 1))
UNDONE = Act(Verb.CORRECTED, "wrong (1)", "right (2)", number=1, match="m1", before=BEFORE, places=(2, 1))
FORFEITED = Act(Verb.FORFEITED, "absent (1)", number=1, match="m1", forfeited=(0,))
ANNULLED = Act(Verb.ANNULLED, "void (1)", number=1, match="m1", before=BEFORE)
REPLAYED = Act(Verb.REPLAYED, "again (1)", number=1, match="old", before=BEFORE)


def decided(act, *seats, former=()):
    """Return the faults of the result of a season's only match after `act`."""
    row = fixture(1, "m1", former)
    facts = Facts(season(entries=PAIR, matches=[match(1, *seats)]), inside(fixtures=[row]), acts=(act,))
    return decisions.results_as_decided(facts)


@pytest.mark.parametrize(
    ("act", "right", "wrong"),
    [
        (CORRECTED, (seat(1, "played", 2), seat(2, "played", 1)), BEFORE),
        (UNDONE, BEFORE, (seat(1, "played", 2), seat(2, "played", 1))),
        (FORFEITED, (seat(1, "forfeited"), seat(2, "won_by_forfeit")), BEFORE),
        (FORFEITED, (seat(1, "forfeited"), seat(2, "forfeited")), (seat(1, "won_by_forfeit"), seat(2, "forfeited"))),
        (ANNULLED, (seat(1, "annulled", 1), seat(2, "annulled", 2)), BEFORE),
    ],
)
def test_the_decided_result_is_kept(act, right, wrong):
    assert decided(act, *right) == []
    assert decided(act, *wrong) != []


def test_a_replay_is_a_new_match_and_the_annulled_one_stays():
    assert decided(REPLAYED, *BEFORE, former=["old"]) == []
    assert decided(REPLAYED, *BEFORE) == ["again (1): old was not replaced: m1, formerly []"]
    annulled = (seat(1, "annulled", 1), seat(2, "annulled", 2))
    assert decided(REPLAYED, *annulled, former=["old"]) == ["again (1): the new match counts for nobody"]
    row = fixture(1, "m1", ["old"])
    played = season(entries=PAIR, matches=[match(1, *BEFORE)])
    assert checks.one_match_each(Facts(played, inside(fixtures=[row]))) == []
    row["matches"][0]["annulled"] = False
    assert checks.one_match_each(Facts(played, inside(fixtures=[row]))) == ["match old is replayed and not annulled"]
    row["matches"].pop(0)
    assert checks.one_match_each(Facts(played, inside(fixtures=[row]))) == [
        "fixture 1 has ['old', 'm1'], and of its source there are ['m1']"
    ]


def test_each_decision_is_in_the_log_once():
    lines = [line(7, "corrected", "wrong (1)", number=1), line(8, "undone", "right (2)", line=7)]
    assert decisions.decided_once(Facts(season(), inside(lines), acts=(UNDONE,))) == []
    assert decisions.decided_once(Facts(season(), inside(lines * 2), acts=(UNDONE,))) == [
        "corrected (wrong (1)) is 2 times in the log",
        "undone (right (2)) is 2 times in the log",
    ]
    assert decisions.decided_once(Facts(season(), inside(lines[:1]), acts=(UNDONE,))) == [
        "undone (right (2)) is 0 times in the log"
    ]
    assert decisions.decided_once(Facts(season(), inside(lines), acts=(CORRECTED,))) == [
        "undone (right (2)) is in the log, and nobody did it"
    ]
    other = [lines[0], line(8, "undone", "right (2)", line=6)]
    assert decisions.decided_once(Facts(season(), inside(other), acts=(UNDONE,))) == [
        "right (2): another line was taken back"
    ]


def test_a_step_is_moved_back_to_where_it_was_but_for_an_outage():
    lines = [line(7, "moved", "later (1)", at=NOON), line(8, "undone", "back (2)", at=NOON + 3600, line=7)]
    for step, found in (((5.0, 5.0), []), ((5.0, 7205.0), ["later (1): the step was at 5 and is moved back to 7205"])):
        act = Act(Verb.MOVED, "later (1)", "back (2)", step=step)
        assert decisions.decided_once(Facts(season(), inside(lines), acts=(act,))) == found
    outage = [*lines, line(9, "outage", at=NOON + 1800)]
    assert decisions.decided_once(Facts(season(), inside(outage), acts=(act,))) == []


EXPELLED = Act(Verb.EXPELLED, "rude (1)", name="bruno")


def expelled(*matches, state="removed", format="swiss", **more):
    people = [entry(1, "anna"), entry(2, "bruno", state, TUESDAY, left_round=1)]
    return decisions.expelled_stay_out(
        Facts(season(format, entries=people, matches=matches), inside(), acts=(EXPELLED,), **more)
    )


def test_a_player_who_was_expelled_plays_no_more():
    before = match(1, *BEFORE, settled_at=TUESDAY)
    after = match(1, *BEFORE, settled_at=WEDNESDAY)
    given_up = match(1, seat(1, "won_by_forfeit"), seat(2, "forfeited"), settled_at=WEDNESDAY)
    later = match(2, seat(1, "won_by_forfeit"), seat(2, "forfeited"), at=1, settled_at=WEDNESDAY)
    assert expelled(before) == expelled(given_up) == []
    assert expelled(after) == ["bruno was expelled, and has played match 1"]
    assert expelled(before, later) == ["bruno was expelled, and is in round 1"]
    assert expelled(before, state="entered") == ["bruno is entered, and was expelled"]
    assert expelled(before, later={"entries": [entry(9, "bruno")]}) == ["bruno is removed, and was expelled"]
    assert expelled(before, ladder=("anna", "bruno")) == ["bruno is removed, and was expelled"]


def test_an_extended_match_is_not_decided_before_its_time():
    act = Act(Verb.EXTENDED, "later (1)", number=1, match="m1", until={1: NOON + 2 * DAY})
    played = season("swiss", entries=PAIR, matches=[match(1, *BEFORE, settled_at=WEDNESDAY)])

    def found(*lines):
        return decisions.extended_in_time(Facts(played, inside(lines), acts=(act,)))

    assert found(line(1, "adjudicated", at=NOON + 2 * DAY, fixture=1)) == []
    assert found(line(1, "adjudicated", at=NOON + DAY, fixture=1)) == [
        f"match 1 was decided at {NOON + DAY:.0f}, before {NOON + 2 * DAY:.0f}"
    ]
    assert found(line(1, "round_drawn", at=NOON + 3 * DAY, number=2)) == []
    assert found(line(1, "round_drawn", at=NOON + DAY, number=2)) == ["round 2 was drawn before match 1 was over"]


def test_matches_that_an_organiser_annulled_are_not_removed_with_a_leaver():
    people = [entry(1, "anna"), entry(2, "bruno", "withdrawn", WEDNESDAY), entry(3, "carla")]
    matches = [match(1, seat(1, "annulled", 1), seat(2, "annulled", 2), seat(3, "annulled", 3))]
    played = season("pods", 3, people, matches)
    assert results.leavers_settled(Facts(played, inside())) == ["match 1 is removed with 2"]
    assert results.leavers_settled(Facts(played, inside(), acts=(ANNULLED,))) == []


# Swiss with pods.


def test_nobody_has_a_second_smaller_table_before_everybody_had_one():
    def table(number, at, *people):
        return match(number, *(seat(player, "played", 1) for player in people), at=at)

    first = [table(1, 0, 1, 2, 3, 4), table(2, 0, 5, 6, 7)]
    right, wrong = [table(3, 1, 5, 6, 7, 1), table(4, 1, 2, 3, 4)], [table(3, 1, 1, 2, 3, 6), table(4, 1, 4, 5, 7)]
    for second, found in (
        (right, []),
        (wrong, ["5 has another smaller table in round 1", "7 has another smaller table in round 1"]),
    ):
        facts = Facts(season("pod_swiss", 4, matches=[*first, *second]), inside())
        assert pairings.smaller_tables_go_round(facts) == found


# A ladder. Anna, Bruno, Carla and Dario are on it in this order when it begins.


LADDER = tuple(entry(number, name) for number, name in enumerate(("anna", "bruno", "carla", "dario"), start=1))
CAME = [line(number, "signed_up", subject=one["name"], at=NOON + number) for number, one in enumerate(LADDER, start=1)]


def challenge(challenger, challenged, number=None, at=DAY, ended=2 * DAY, before=(None, None), after=(None, None)):
    return {
        "challenger": challenger,
        "challenged": challenged,
        "number": number,
        "at": NOON + at,
        "answer_by": NOON + at + 3 * DAY,
        "accepted_at": None if number is None else NOON + at,
        "ended_at": NOON + ended,
        "before": list(before),
        "after": list(after),
    }


def on_ladder(names, challenges=(), matches=(), lines=(), acts=(), entries=LADDER):
    return Facts(
        season("ladder", entries=entries, matches=matches),
        inside([*CAME, *lines], challenges=challenges),
        acts=acts,
        ladder=tuple(names.split()),
    )


WON = match(1, seat(4, "played", 1), seat(2, "played", 2))
UP = challenge(4, 2, 1, before=(3, 1), after=(1, 2))


def test_a_winner_from_below_takes_the_place_and_those_between_move_down():
    assert ladder.places_follow(on_ladder("anna dario bruno carla", [UP], [WON])) == []
    assert ladder.places_follow(on_ladder("dario anna bruno carla", [UP], [WON])) == [
        "the page has ['dario', 'anna', 'bruno', 'carla'], and it should be ['anna', 'dario', 'bruno', 'carla']"
    ]
    wrong = challenge(4, 2, 1, before=(3, 1), after=(1, 3))
    assert ladder.places_follow(on_ladder("anna dario bruno carla", [wrong], [WON])) == [
        "after challenge 0 its two were at (1, 2), not [1, 3]"
    ]


def test_a_challenged_player_who_wins_keeps_the_place():
    kept = challenge(4, 2, 1, before=(3, 1), after=(3, 1))
    lost = match(1, seat(4, "forfeited"), seat(2, "won_by_forfeit"))
    assert ladder.places_follow(on_ladder("anna bruno carla dario", [kept], [lost])) == []


@pytest.mark.parametrize("verb", ["challenge_declined", "challenge_unanswered"])
def test_a_challenge_that_is_not_accepted_gives_the_place(verb):
    lines = [line(9, verb, subject="bruno", at=NOON + 2 * DAY + 5)]
    assert ladder.places_follow(on_ladder("anna dario bruno carla", [challenge(4, 2)], lines=lines)) == []
    assert ladder.places_follow(on_ladder("anna bruno carla dario", [challenge(4, 2)], lines=lines)) != []


def test_a_challenge_that_ends_because_a_player_leaves_moves_nobody_else():
    lines = [line(9, "withdrew", subject="bruno", at=NOON + 2 * DAY + 5)]
    assert ladder.places_follow(on_ladder("anna carla dario", [challenge(4, 2)], lines=lines)) == []
    back = [*lines, line(10, "signed_up", subject="bruno", at=NOON + 3 * DAY)]
    assert ladder.places_follow(on_ladder("anna carla dario bruno", [challenge(4, 2)], lines=back)) == []


SET = Act(Verb.CORRECTED, "wrong (1)", number=1, match="m1", before=tuple(WON["seats"]), places=(2, 1))
REVERSED = match(1, seat(4, "played", 2), seat(2, "played", 1))
SET_LINE = line(9, "corrected", "wrong (1)", at=NOON + 4 * DAY, number=1)


def test_a_corrected_result_puts_the_two_back():
    back = challenge(4, 2, 1, before=(3, 1), after=(3, 1))
    assert (
        ladder.places_follow(on_ladder("anna bruno carla dario", [back], [REVERSED], lines=[SET_LINE], acts=(SET,)))
        == []
    )
    assert ladder.places_follow(
        on_ladder("anna dario bruno carla", [UP], [REVERSED], lines=[SET_LINE], acts=(SET,))
    ) == [
        "the page has ['anna', 'dario', 'bruno', 'carla'], and it should be ['anna', 'bruno', 'carla', 'dario']",
        "after challenge 0 its two were at (3, 1), not [1, 2]",
    ]


def test_a_result_that_is_corrected_after_one_of_the_two_has_moved_moves_nobody():
    second = match(2, seat(3, "played", 1), seat(4, "played", 2))
    up_again = challenge(3, 4, 2, at=2.5 * DAY, ended=3 * DAY, before=(3, 1), after=(1, 2))
    facts = [UP, up_again], [REVERSED, second]
    said = line(10, "places_stay", at=NOON + 4 * DAY, number=1)
    assert ladder.places_follow(on_ladder("anna carla dario bruno", *facts, [SET_LINE, said], (SET,))) == []
    assert ladder.places_follow(on_ladder("anna carla dario bruno", *facts, [SET_LINE], (SET,))) == [
        "0 results came too late, by the log; it should be 1"
    ]


def test_challenges_that_break_the_rule_are_found():
    five = (*LADDER, entry(5, "elena"))
    came = line(8, "signed_up", subject="elena", at=NOON + 5)
    played = match(1, seat(5, "played", 2), seat(4, "played", 1))

    def found(*challenges):
        return ladder.challenges_allowed(on_ladder("", challenges, [played], [came], entries=five))

    last = challenge(5, 4, 1)
    assert found(last, challenge(3, 1, at=3 * DAY, ended=6 * DAY)) == []
    assert found(challenge(5, 1)) == ["challenge 0 was made from place (4, 0)"]
    assert found(challenge(1, 2)) == ["challenge 0 was made from place (0, 1)"]
    assert found(last, challenge(4, 3, at=1.5 * DAY, ended=3 * DAY)) == ["challenge 1 was made during another one"]
    assert found(last, challenge(5, 4, at=3 * DAY, ended=6 * DAY)) == [
        "challenge 1 was made 86400 s after a match of the two"
    ]
    assert found({**last, "accepted_at": NOON + 5 * DAY}) == ["challenge 0: it was accepted too late"]
    assert found({**last, "answer_by": NOON + 2 * DAY}) == ["challenge 0: there was less time for an answer"]
    assert found({**last, "accepted_at": None}) == [
        "challenge 0: it was accepted without a match, or played without being accepted"
    ]
    assert found({**last, "challenged": 3}) == ["challenge 0: its match was played by [5, 4]"]
    assert found({**challenge(4, 3), "ended_at": None}) == ["challenge 0: it has not ended"]


def test_the_same_two_change_seats_on_a_ladder():
    first, again = match(1, seat(4), seat(2)), match(2, seat(4), seat(2))
    turned = match(2, seat(2), seat(4))
    assert pairings.seats_even(on_ladder("", matches=[first, turned])) == []
    assert pairings.seats_even(on_ladder("", matches=[first, again])) == [
        "[4, 2] have the same seats in match 2 as before"
    ]

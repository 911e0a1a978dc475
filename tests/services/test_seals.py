"""Stored facts are sealed or follow from the log: whatever is altered, the audit names the row and the field."""

import random
import re

import pytest
from django.db import connection

from games.audit import faults_of
from games.models import Answer, BotTurn, Event, Seat
from games.services import play, tables
from games.services.bots import play_bots
from tests.cast import due, fresh, move, person, play_to_end, running_match
from tests.services.flips import random_flip

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


def bot_match(title="lantern", bots=("easy", "easy")):
    """A match of anna against bots, at a decision that bots owe."""
    match = tables.open_table(
        host=person("anna"),
        title=title,
        seats=1 + len(bots),
        settings={},
        pace="standard",
        access="open",
        bots=bots,
    )
    for _turn in range(12):
        if BotTurn.objects.filter(match=match, closed_at__isnull=False).exists() and bots_owe(match):
            break
        for seat in due(match):
            move(match, seat) if seat.user_id else play_bots(match.pk)
    return fresh(match)


def bots_owe(match):
    return BotTurn.objects.filter(match=match, closed_at=None).exists()


def window_match():
    """A match in a sealed window that one seat has answered."""
    match = running_match("lantern", [person(name) for name in ("anna", "bruno", "carla")])
    move(match, due(match)[0])
    move(match, due(match)[0], "let")
    return fresh(match)


def played(title, people, moves, seed, **more):
    """A running match after so many moves."""
    match, rng = running_match(title, [person(name) for name in people], **more), random.Random(seed)
    for _move in range(moves):
        move(match, due(match)[0], rng=rng)
    return fresh(match)


@pytest.fixture
def matches(settings):
    """Matches in every state, of the test title and of a real one."""
    settings.BOT_PAUSE = 0.0
    resigned = played("lantern", ["anna", "bruno", "carla"], 2, 3)
    play.resign(actor=person("carla"), match_id=resigned.pk, seat=2)
    table = tables.open_table(
        host=person("dora"), title="lantern", seats=3, settings={}, pace="fast", access="link", bots=["easy"]
    )
    return [
        played("lantern", ["anna", "bruno"], 3, 1, wind="storm"),
        play_to_end(running_match("lantern", [person("bruno"), person("carla")], pace="live")),
        window_match(),
        bot_match(),
        fresh(resigned),
        played("maskera", ["anna", "bruno"], 6, 2),
        fresh(table),
    ]


def named(faults, before, after, field):
    """Whether a fault names the row, as it was or as it is now, and the field."""
    places = "|".join(re.escape(place) for place in (before, after))
    return any(re.match(rf"({places}): .*\b{field}\b", fault) for fault in faults)


def label(row):
    """How a fault names a row."""
    match row:
        case Seat():
            return f"seat {row.index}"
        case Event():
            return f"event {row.ply}"
        case Answer():
            return f"answer of seat {row.seat} in window {row.window}"
        case BotTurn():
            return f"bot turn of seat {row.seat} at decision {row.decision}"
    return "match"


def test_of_200_random_alterations_at_least_199_are_named_by_row_and_field(matches, unfrozen):
    for match in matches:
        assert faults_of(match) == []
    rng = random.Random(20)
    count, missed = 0, []
    while count < 200:
        match = rng.choice(matches)
        flip = random_flip(match, rng)
        if flip is None:
            continue
        with flip.applied() as done:
            if not done:
                continue
            count += 1
            now = type(flip.row).objects.get(pk=flip.row.pk)
            faults = faults_of(match)
            if not named(faults, label(flip.row), label(now), flip.field.removesuffix("_id")):
                missed.append(f"{flip}: {faults}")
    assert len(missed) <= 1, "\n".join(missed)
    assert connection.in_atomic_block is False

"""Twins of a match that a league has arranged: no page of leagues tells them apart, while it is played."""

import random
from itertools import count, pairwise

import pytest

from leagues.core.rules import Format
from leagues.services.playing import standings
from leagues.views import drawn, exports
from tests.lantern.game import LANTERN
from tests.sampling import sampled
from tests.twins.compare import leaks
from tests.twins.histories import Search, Secrets, played
from tests.twins.season_stage import SeasonStage
from tests.twins.test_planted_leaks import hidden, wrap

PAIRS = 1
FORMATS = [(Format.PODS, 3), (Format.LADDER, 2), (Format.DOUBLE_ROUND_ROBIN, 2)]


def cases(seats: int, staged, format: Format, wanted: int):
    """Stages at a decision, each with a viewer and a pair of histories that are one to this seat."""
    rng, found = random.Random(f"{format} {seats}"), 0
    secrets = Secrets(rng)
    for number in count():
        history = played(LANTERN, seats, number, "uniform")
        secrets.learn(history)
        steps = list(pairwise(history.decisions()))
        decision, ply = steps[len(steps) * 2 // 3]
        before = history.begun(history.events[:ply])
        viewer = rng.randrange(seats)
        twin = Search(before, viewer, secrets.classes, rng).twin()
        if twin is None:
            continue
        stage = staged(history, kind=SeasonStage, format=format)
        stage.advance(history, decision)
        yield stage, viewer, before, twin
        found += 1
        if found == wanted:
            return


@pytest.mark.slow
@pytest.mark.parametrize(("format", "seats"), sampled(FORMATS, FORMATS[:1]))
def test_hidden_facts_of_a_match_change_no_byte_of_its_leagues_pages(format, seats, staged):
    for stage, viewer, one, other in cases(seats, staged, format, PAIRS):
        told = stage.told(one, viewer)
        assert len(told.told) > 200, "some pages were looked at"
        found = leaks(told, stage.told(other, viewer))
        assert not found, "\n".join(map(str, found[:5]))


def in_json(patch: pytest.MonkeyPatch) -> None:
    wrap(patch, exports, "season_data", lambda honest, *args: {**honest(*args), "extra": hidden()})


def in_the_order_of_the_standings(patch: pytest.MonkeyPatch) -> None:
    wrap(patch, drawn, "divisions_of", lambda honest, *args: turned(honest(*args)))


def turned(found: list) -> list:
    for division in found:
        random.Random(hidden()).shuffle(division.lines)
    return found


def in_the_outlook(patch: pytest.MonkeyPatch) -> None:
    def betray(honest, *args):
        found = honest(*args)
        for said in found.values():
            said["chances"] = dict.fromkeys(said["chances"], hidden() % 97 / 97)
        return found

    wrap(patch, standings, "outlook_of", betray)


@pytest.mark.parametrize(
    ("plant", "channel"),
    sampled(
        [(in_json, "json"), (in_the_order_of_the_standings, "league"), (in_the_outlook, "league")],
        [(in_the_order_of_the_standings, "league")],
    ),
    ids=lambda value: getattr(value, "__name__", value),
)
def test_a_page_that_betrays_something_is_caught(plant, channel, staged):
    for stage, viewer, one, other in cases(3, staged, Format.PODS, 4):
        stage.only = (channel,)
        plant(stage.patch)
        found = leaks(stage.told(one, viewer), stage.told(other, viewer))
        stage.patch.undo()
        if found:
            assert any(channel in leak.channel for leak in found), found
            return
    raise AssertionError("nothing was found")

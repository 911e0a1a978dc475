"""The animation of the end of a round: who wins which token, and what was there until then."""

from pathlib import Path

import pytest

from games.core.engine.events import Entry
from games.core.engine.log import replay
from games.titles.masques.page.departures import departures
from games.titles.masques.rules.effects import PalaceCleared, PalaceResolved
from tests.titles.masques.positions import GAME, entry

RECORDS = sorted((Path(__file__).parent / "records").glob("*.txt"))


def moves(*texts: str) -> list[Entry]:
    return [entry(ply, f"0:{text}") for ply, text in enumerate(texts)]


def engine(ply: int, *texts: str) -> list[Entry]:
    return [entry(ply, f"{{{text}}}") for text in texts]


def view(size: int = 16) -> dict:
    return {"tokens": [None] * size}


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_leaving_tokens_were_there_and_go_to_their_collector(path):
    record = GAME.read_record(path.read_text())
    entries = GAME.read_log(record.seats, record.settings, record.events)
    effects = [each.effect for each in entries]
    resolutions = [at for at, effect in enumerate(effects) if isinstance(effect, PalaceResolved) and effect.gains]
    assert resolutions
    for at in resolutions[:3]:
        ply = entries[at].ply
        last = record.events[ply].text
        if "x" in last:
            continue  # the last move itself has changed what lies there
        before = replay(GAME, record.seats, record.settings, record.events[:ply]).state.view(None)
        upto = [each for each in entries if each.ply <= ply]
        left = departures(before, upto)
        assert left["ply"] == str(ply)
        for token in left["tokens"]:
            lay = before["tokens"][int(token["from"].removeprefix("mq-palace-"))]
            assert lay == {"token": token["kind"], "down": False}
        if any(isinstance(each.effect, PalaceCleared) for each in upto[at:]):
            stood = [card for card in before["hallways"] if card]
            stands = [{"card": card["name"], "down": card["down"]} for card in left["cards"]]
            assert len(stands) == len(stood) + (last != "pass")
            assert all(stands.count(card) >= stood.count(card) for card in stood)


def test_the_last_card_and_what_it_did_are_seen_before_all_leave():
    told = [*moves("C4@0", "D2@3", "F3@1", "GO@2x3-0"), *engine(3, "res p1 2+ME", "clean first=1", "round 2")]
    left = departures(view(), told)
    assert [(card["name"], card["down"]) for card in left["cards"]] == [
        ("D2", False),
        ("F3", False),
        ("GO", False),
        ("C4", False),
    ]
    assert [(token["from"], token["kind"], token["goal"]) for token in left["tokens"]] == [
        ("mq-palace-1", "ME", "seat-2")
    ]


def test_a_called_guest_and_one_turned_facedown_keep_their_places():
    told = [*moves("C4@3", "AS@2x3", "CO@11x12=M4"), *engine(2, "forced 3:M4@12", "res p12 1+du", "clean first=1")]
    cards = {card["name"]: card["down"] for card in departures(view(), told)["cards"]}
    assert cards == {"C4": True, "AS": False, "CO": False, "M4": False}


def test_cards_stay_when_the_resolution_ends_the_match():
    told = [*moves("C4@0"), *engine(0, "res p1 0+ME", "win 0 ME4")]
    left = departures(view(), told)
    assert left["cards"] == []
    assert len(left["tokens"]) == 1


def test_nothing_leaves_once_a_player_has_moved_again():
    told = [*moves("C4@0"), *engine(0, "res p1 0+ME", "clean first=1"), entry(9, "1:+C4")]
    assert departures(view(), told) == {}
    assert departures(view(), moves("C4@0")) == {}

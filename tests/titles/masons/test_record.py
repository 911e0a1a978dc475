"""Whole matches in the file form, and what a viewer may read of them."""

import re
from pathlib import Path

import pytest

from games.core.engine.events import Entry
from games.core.errors import BadRecord
from games.titles.masons.game import Masons

MASONS = Masons()
RECORDS = sorted((Path(__file__).parent / "records").glob("*.txt"))
TAGS = (
    '[Game "Masons"]\n[Players "2"]\n[Board "masons-strip-42"]\n[First "1"]\n'
    '[Hands "1=TS1,OW,NT,TP,OTC,OHb 2=TS2,OW,NT,TP,OTC,OHg"]\n'
)
BEGUN = "1. 1: W:a1a2 D:W/r? B:a1=W,a2=G;A2=r 2. 2: W:a1b2 D:K/bb B:b2=K;A1=b,A2=b"
SCORED = BEGUN + " 3. 1: W:a2b2 D:G/yp B:;A2=y,A3=p"
"""Towns of one space: the first player closes A2, whose houses are r, b, y."""


def match(body: str, tags: str = TAGS) -> str:
    return f"{tags}\n{body}\n"


def entries(text: str) -> list[Entry]:
    record = MASONS.read_record(text)
    return MASONS.read_log(record.seats, record.settings, record.events)


def written(text: str, viewer: int | None) -> str:
    """The record as `viewer` may read it while the match is running."""
    shown = [seen for entry in entries(text) if (seen := entry.redact(viewer))]
    return MASONS.write_record({}, MASONS.read_record(text).seats, shown)


def refused(text: str) -> BadRecord:
    with pytest.raises(BadRecord) as found:
        MASONS.read_record(text)
    return found.value


def plain(body: str) -> str:
    """The tokens without notes."""
    return " ".join(re.sub(r"\{[^}]*\}", "", body).split())


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_sample_record_replays_and_exports_again_token_for_token(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = MASONS.read_record(text)
    again = MASONS.read_log(record.seats, record.settings, record.events)
    assert MASONS.write_record(record.tags, record.seats, again) == text


def test_there_are_three_samples_for_every_number_of_seats() -> None:
    assert sorted(int(path.stem.split("-")[0]) for path in RECORDS) == sorted(3 * [2, 3, 4])


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_notes_may_be_left_out_and_others_are_comments(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    tags, body = text.split("\n\n")
    bare = MASONS.read_record(f"{tags}\n\n{plain(body)}")
    assert bare.events == MASONS.read_record(text).events
    lines = "\n".join(f"{line} {{as you like}}" for line in body.splitlines())
    assert MASONS.read_record(f"{tags}\n\n{lines}").events == bare.events


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_note_of_the_form_that_is_wrong_is_refused(path: Path) -> None:
    """Every result, changed in its last number, is refused with the one that is due."""
    text = path.read_text(encoding="utf-8")
    notes = list(re.finditer(r"\{[^}]*\}", text))
    assert notes
    for found in notes:
        wrong = re.sub(r"\d+(?=\D*\}$)", lambda number: str(int(number[0]) + 1), found[0])
        error = refused(text[: found.start()] + wrong + text[found.end() :])
        assert (error.token, str(error.rule)) == (wrong, f"According to the rules, {found[0]} must come here.")


@pytest.mark.parametrize("path", RECORDS[::2], ids=lambda path: path.stem)
def test_a_token_that_is_missing_is_refused(path: Path) -> None:
    tags, body = path.read_text(encoding="utf-8").split("\n\n")
    tokens = plain(body).split()
    for at in range(0, len(tokens) - 1, 5):
        refused(f"{tags}\n\n{' '.join(tokens[:at] + tokens[at + 1 :])}")


@pytest.mark.parametrize("body", ["", BEGUN, "1. 1: W:a1a2 D:W/r?", SCORED, SCORED + " 1:S:TS1"])
def test_a_record_may_end_at_any_decision(body: str) -> None:
    text = match(body)
    assert plain(written(text, None).split("\n\n")[1]) == plain(body)


@pytest.mark.parametrize(
    "body",
    [
        "1. 1: W:a1a2",
        SCORED + " 1:S:TS1 2:S:OW",
        SCORED + " 1:S:TS1 2:S:OW 1:R:ORS",
        SCORED + " 1:X:TS1 2:S:OW 1:R:ORS",
    ],
)
def test_a_record_may_not_end_while_something_is_drawn(body: str) -> None:
    assert str(refused(match(body)).rule) in (
        "The record ends before the move is complete.",
        "Not all outcomes are listed.",
    )


@pytest.mark.parametrize(
    ("body", "token", "rule"),
    [
        ("2. 1: W:a1a2", "2.", "According to the rules, 1. must come here"),
        ("1. 2: W:a1a2", "2:", "According to the rules, 1: must come here"),
        ("1. 1: W:a1a9", "W:a1a9", "There’s no line"),
        ("1. 1: nonsense", "nonsense", "isn’t a move"),
        ("1. 1: D:W/rr", "D:W/rr", "isn’t a move"),
        ("1. 1: W:a1a2 B:;", "B:;", "A draw should be here"),
        ("1. 1: W:a1a2 D:W/r? B:a1=K,a2=G;A2=r", "B:a1=K,a2=G;A2=r", "must have the tone on the die"),
        (BEGUN + " 3. 1: W:a1a2", "W:a1a2", "There’s already a wall there"),
        (SCORED + " M:-", "M:-", "You can only play one or two cards"),
        (SCORED + " 2:S:TS2", "2:S:TS2", "Seat 1 must decide here"),
        (SCORED + " 1:S:TS3", "1:S:TS3", "You don’t have these cards"),
        (SCORED + " 1:S:OW+TS1", "1:S:OW+TS1", "in the order of the rules page"),
        (SCORED + " 1:S:-", "1:S:-", "isn’t a move"),
        (SCORED + " 1:S:TS1 2:S:OW 2:R:ORS", "2:R:ORS", "According to the rules, 1:R:ORS must come here"),
        (SCORED + " 1:S:TS1 2:S:OW 1:R:ORS,ORM", "1:R:ORS,ORM", "There are more draws"),
        (SCORED + " 1:S:TS1 2:S:OW 1:R:OW", "1:R:OW", "can’t be drawn here"),
        (SCORED + " 1:S:TS1 2:S:OW 1:R:ORS 2:R:ORM 1:E:-", "1:E:-", "Seat 2 must decide here"),
        (SCORED + " 1:S:TS1 2:S:OW 1:R:ORS 2:R:ORM 2:E:TS2,NT>ORN", "2:E:TS2,NT>ORN", "Not all outcomes"),
        (BEGUN + " {site 3 resigned}", "{site 3 resigned}", "no such seat"),
    ],
)
def test_a_record_that_breaks_a_rule_is_refused_with_token_and_rule(body: str, token: str, rule: str) -> None:
    error = refused(match(body))
    assert rule in str(error.rule)
    assert error.token == token


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ('"Masons"', '"Maskera"', "The tag Game must say “Masons”."),
        ('"masons-strip-42"', '"another"', "The tag Board must say “masons-strip-42”."),
        ('"2"]', '"5"]', "a number from 2 to 4"),
        ('First "1"', 'First "3"', "can’t be drawn here"),
        ("1=TS1,OW", "1=OW", "six cards for each seat"),
        ("1=TS1,OW", "2=TS1,OW", "six cards for each seat"),
        ("1=TS1,OW", "1=XX,OW", "six cards for each seat"),
        ("2=TS2,OW", "2=OW,OW", "can’t be drawn here"),
    ],
)
def test_tags_that_are_wrong_are_refused(old: str, new: str, rule: str) -> None:
    assert rule in str(refused(match("", TAGS.replace(old, new, 1))).rule)


def sample(name: str) -> str:
    return (Path(__file__).parent / "records" / f"{name}.txt").read_text(encoding="utf-8")


def test_a_deck_agrees_with_the_hands_and_the_draws_up_to_the_first_shuffle() -> None:
    text = sample("2-merger-3")
    deck = re.search(r'\[Deck "([^"]+)"', text)
    assert deck is not None
    cards = deck[1].split(",")
    for one, other, rule in (
        (0, 59, "The tags Deck and Hands don’t match."),
        (12, 40, "According to the tag Deck"),
        (30, 31, "Deck"),
    ):
        changed = cards[:]
        changed[one], changed[other] = changed[other], changed[one]
        assert rule in str(refused(text.replace(deck[1], ",".join(changed))).rule)
    assert "all sixty cards" in str(refused(text.replace(deck[1], ",".join(cards[:-1]))).rule)


def test_a_result_is_compared_with_the_end_of_the_match() -> None:
    text = sample("2-closer-1")
    assert MASONS.read_record(text.replace("\n\n", '\n[Result "1=40/1 2=31/1"]\n\n'))
    error = refused(text.replace("\n\n", '\n[Result "1=40/2 2=31/1"]\n\n'))
    assert "1=40/1 2=31/1" in str(error.rule)


def test_an_exchange_is_one_token_with_its_draws() -> None:
    body = SCORED + " 1:S:TS1 2:S:OW 1:R:ORS 2:R:ORM 2:E:TS2,NT>ORN,OHr"
    record = MASONS.read_record(match(body))
    assert [event.text for event in record.events[-3:]] == ["E:TS2,NT", "exchange/3.1.0=ORN", "exchange/3.1.1=OHr"]
    again = MASONS.write_record(record.tags, 2, entries(match(body)))
    assert plain(again.split("\n\n")[1]) == plain(body)


@pytest.mark.parametrize(
    ("viewer", "tokens"),
    [
        (0, ["1:S:TS1", "2:X:?", "1:R:ORS", "2:R:?,?", "2:E:2"]),
        (1, ["1:S:TS1", "2:X:TS2", "1:R:?", "2:R:ORM,TS3", "2:E:OW,NT>ORN,OHr"]),
        (None, ["1:S:TS1", "2:X:?", "1:R:?", "2:R:?,?", "2:E:2"]),
    ],
)
def test_a_running_match_shows_each_viewer_its_own_cards_alone(viewer: int | None, tokens: list[str]) -> None:
    body = SCORED + " 1:S:TS1 2:X:TS2 1:R:ORS 2:R:ORM,TS3 2:E:OW,NT>ORN,OHr"
    text = written(match(body), viewer)
    assert plain(text.split("\n\n")[1]).split()[-5:] == tokens
    hands = re.search(r'\[Hands "([^"]+)"', text)
    assert hands is not None
    for seat, hand in enumerate(hands[1].split()):
        assert ("?" in hand) == (seat != viewer)


def test_the_site_s_notes_are_read_and_written() -> None:
    record = MASONS.read_record(match(BEGUN + " {site 2 vacated}"))
    assert (record.events[-1].seat, record.events[-1].text) == (1, "vacated")
    assert "{site 2 vacated}" in MASONS.write_record({}, 2, entries(match(BEGUN + " {site 2 vacated}")))

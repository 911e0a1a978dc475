"""Files of other programs: what is found in them, and what is wrong, by line or path and field."""

import io
import json
import random
import zipfile
from datetime import date
from pathlib import Path

import pytest

from companion.core.files import bgstats, tables
from companion.core.files.drafts import Draft, DraftSeat, WrongFileError, places_of, score_of
from companion.core.files.reading import read
from games.registry import TITLES

HERE = Path(__file__).parent
GAMES = list(TITLES.values())


def sample(name: str) -> bytes:
    return (HERE / name).read_bytes()


def problems(reading) -> list[tuple[str, str]]:
    return [(problem.where, str(problem.reason)) for problem in reading.problems]


def test_an_export_of_bg_stats():
    format, reading = read(sample("BGStatsExport.json"), GAMES)
    assert format == "bgstats"
    assert reading.drafts == [
        Draft(
            "DDDD0000-0000-4000-8000-000000000001",
            "mascarade",
            (DraftSeat("Anna", 1, 13), DraftSeat("Bruno B.", 2, 6), DraftSeat("Tom", 3, 2)),
            date(2024, 1, 5),
            "Café",
            40,
            "First time.",
        ),
        Draft(
            "DDDD0000-0000-4000-8000-000000000003",
            "masons",
            (DraftSeat("Anna", 2, 41), DraftSeat("Bruno B.", 1, 52)),
            date(2024, 1, 7),
        ),
    ]
    assert (reading.others, reading.me) == (1, "Anna")
    assert reading.names() == ["Anna", "Bruno B.", "Tom"]
    assert problems(reading) == [
        ("plays[3].playDate", "Date: write it as year-month-day."),
        ("plays[4].playerScores[0].score", "Score: enter a whole number."),
    ]


def test_a_table_of_boardgamegeek():
    format, reading = read(sample("bgg-plays.csv"), GAMES)
    assert format == "csv"
    assert reading.drafts == [
        Draft(
            "900001",
            "masons",
            (DraftSeat("Bruno", 1, 52), DraftSeat("Anna", 1, 52), DraftSeat("Tom", 3, 31)),
            date(2024, 3, 2),
            "Home, sweet home",
            55,
            'Close to the end, a "tie"',
        ),
        Draft("900005", "maskera", (DraftSeat("Anna", 2), DraftSeat("brunob", 1)), date(2024, 3, 6), "", 20),
    ]
    assert reading.others == 1
    assert problems(reading) == [
        ("line 6", "Quantity: enter each play by itself."),
        ("line 7", "Incomplete: an unfinished play has no result."),
    ]


OWN = [
    Draft(
        "k7m2p9q4r5t6",
        "masons",
        (DraftSeat("Anna", 1, 52), DraftSeat("Tom", 2, 40)),
        date(2026, 3, 14),
        "Café",
        75,
        "=SUM(A1)",
    ),
    Draft(
        "z3x4c5v6b7n8",
        "mascarade",
        (DraftSeat("Anna", 2, 4), DraftSeat("@bruno", 1, 13)),
        date(2026, 3, 15),
        settings={"turn_limit": "40"},
    ),
]


def test_a_table_of_this_site_is_read_and_written_the_same():
    assert read(sample("plays.csv"), GAMES)[1].drafts == OWN
    assert tables.write(OWN, TITLES).replace("\r\n", "\n").encode() == sample("plays.csv")


def test_a_mark_of_utf_8_semicolons_and_another_order_of_columns():
    text = "\ufeffName;Win;Game;Date;PlayID\r\nAnna;1;Maskera;2024-01-01;1\r\nBruno;0;Maskera;2024-01-01;1\r\n"
    (draft,) = read(text.encode(), GAMES)[1].drafts
    assert draft.seats == (DraftSeat("Anna", 1), DraftSeat("Bruno", 2))


def tricky() -> list[Draft]:
    words = ["=1+1", "'quoted", "''", "a,b;c", 'say "hi"', "two\nlines", "דנה", "+39", "\ttab", "-"]
    return [
        Draft(
            f"key{number}",
            "masons",
            (DraftSeat(words[number], 1, -number), DraftSeat("Anna", 2, -number - 1)),
            date(1999, 12, number + 1),
            words[-1 - number].strip(),
            number or None,
            words[number - 3].strip(),
        )
        for number in range(len(words))
    ]


def test_whatever_is_written_is_read_again():
    cleaned = [
        Draft(
            draft.key,
            draft.title,
            tuple(DraftSeat(seat.name.strip(), seat.place, seat.score) for seat in draft.seats),
            draft.played_on,
            draft.place,
            draft.minutes,
            draft.note,
        )
        for draft in tricky()
    ]
    assert tables.read(tables.write(tricky(), TITLES), GAMES).drafts == cleaned
    from datetime import UTC, datetime

    text = bgstats.write(tricky(), TITLES, datetime(2026, 3, 14, tzinfo=UTC), "Anna")
    assert bgstats.read(text, GAMES).drafts == cleaned
    assert bgstats.read(text, GAMES).me == "Anna"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"{", "This file isn’t readable JSON."),
        (b"[]", "This JSON file isn’t one of BG Stats"),
        (b'{"plays": 7}', "This JSON file isn’t one of BG Stats"),
        (b'{"plays": [NaN]}', "This file isn’t readable JSON."),
        (b"[" * 100_000, "This file isn’t readable JSON."),
        (b"", "This table has neither"),
        (b"a,b\n1,2\n", "This table has neither"),
        (b'play,date\n"open', "This table has neither"),
        (b"\xff\xfe\x00", "This file isn’t text in UTF-8."),
        (b"PK\x03\x04broken", "This archive can’t be read."),
        (b"x" * 2_000_001, "This file is too large"),
        (b'{"plays": [' + b"1," * 2_000 + b"1]}", "This file has too many plays"),
    ],
)
def test_another_file_is_refused_with_the_reason(content, words):
    with pytest.raises(WrongFileError, match=words):
        read(content, GAMES)


def zipped(*files: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, content in enumerate(files):
            archive.writestr(f"file{number}.json", content)
    return out.getvalue()


def test_an_archive_of_one_file_is_opened():
    assert read(zipped(sample("BGStatsExport.json")), GAMES) == read(sample("BGStatsExport.json"), GAMES)


def test_an_archive_that_grows_or_holds_several_files_is_refused():
    with pytest.raises(WrongFileError, match="too large"):
        read(zipped(b" " * 50_000_000), GAMES)
    with pytest.raises(WrongFileError, match="exactly one file"):
        read(zipped(b"{}", b"{}"), GAMES)


def test_no_file_breaks_the_readers():
    """Any part of a right file replaced by junk gives drafts, problems or a refusal."""
    pick = random.Random(5)
    junk = [None, True, -1, 2**70, 1.5, "", "x" * 3000, [], {}, "\ud800", "\0", [[]], {"a": {}}]

    def spoil(value):
        if pick.random() < 0.06:
            return pick.choice(junk)
        if isinstance(value, dict):
            return {key: spoil(inner) for key, inner in value.items()}
        return [spoil(inner) for inner in value] if isinstance(value, list) else value

    right = json.loads(sample("BGStatsExport.json"))
    lines = sample("bgg-plays.csv").decode().splitlines()
    for _number in range(150):
        texts = [json.dumps(spoil(right))]
        cells = [
            ",".join(pick.choice(["", "9" * 5000, '"', "\0", "²", cell]) for cell in line.split(",")) for line in lines
        ]
        texts.append("\n".join([lines[0], *cells]))
        for text in texts:
            try:
                _format, reading = read(text.encode("utf-8", "surrogatepass"), GAMES)
            except WrongFileError:
                continue
            for draft in reading.drafts:
                assert draft.seats
                json.dumps([seat.name for seat in draft.seats], ensure_ascii=False).encode()


@pytest.mark.parametrize(
    ("written", "score"), [("", None), ("12", 12), ("-3", -3), ("10+3", 13), (" 4 + 5 - 1 ", 8), ("7.0", 7)]
)
def test_scores_may_be_sums(written, score):
    assert score_of(written) == score


@pytest.mark.parametrize("written", ["x", "1.5", "1e9", "٣", "1++2", "9" * 10, "+", "1" + "+1" * 60])
def test_other_scores_are_refused(written):
    with pytest.raises(ValueError, match="no score"):
        score_of(written)


@pytest.mark.parametrize(
    ("ranks", "scores", "winners", "places"),
    [
        ([2, 1, 2], [None] * 3, [False] * 3, (2, 1, 2)),
        ([1, 3, 7], [None] * 3, [False] * 3, (1, 2, 3)),
        ([None] * 3, [10, 30, 10], [False, True, False], (2, 1, 2)),
        ([None] * 2, [10, 30], [False, False], (2, 1)),
        ([None] * 2, [10, 30], [True, False], (1, 2)),  # the Cheater: the winner is who the file says
        ([None] * 3, [None] * 3, [True, False, False], (1, 2, 2)),
        ([None] * 2, [None] * 2, [True, True], (1, 1)),
        ([None] * 2, [None] * 2, [False, False], None),
        ([1, None], [5, None], [False, False], None),
    ],
)
def test_places_are_those_that_the_file_tells(ranks, scores, winners, places):
    assert places_of(ranks, scores, winners) == places


def test_the_link_to_the_app_is_in_its_own_form():
    draft = OWN[0]
    link = bgstats.link(draft, TITLES["masons"], "Masques")
    assert link.startswith("https://app.bgstatsapp.com/createPlay.html?data=%7B%22sourceName%22%3A%22Masques%22")
    from urllib.parse import unquote

    data = json.loads(unquote(link.partition("data=")[2]))
    assert data["game"] == {"name": "Masons", "sourceGameId": "masons", "highestWins": True, "noPoints": False}
    assert (data["playDate"], data["durationMin"], data["location"]) == ("2026-03-14 00:00:00", 75, "Café")
    assert [(row["name"], row["rank"], row["winner"], row["score"]) for row in data["players"]] == [
        ("Anna", 1, True, 52),
        ("Tom", 2, False, 40),
    ]

"""The file form, its redactions, and what is refused."""

from pathlib import Path

import pytest

from games.core.engine.events import Entry, EventKind
from games.core.errors import BadRecord
from tests.titles.masques.positions import GAME

RECORDS = sorted((Path(__file__).parent / "records").glob("*.txt"))
DRAFTED = (Path(__file__).parent / "records" / "3-facedown-5.txt").read_text()
TWO = (Path(__file__).parent / "records" / "2-uniform-34.txt").read_text()


def entries_of(text: str) -> list[Entry]:
    record = GAME.read_record(text)
    return GAME.read_log(record.seats, record.settings, record.events)


def redacted(text: str, seat: int | None) -> str:
    """A record as `seat` would be given it while the match runs."""
    record = GAME.read_record(text)
    seen = [each for entry in entries_of(text) if (each := entry.redact(seat)) is not None]
    return GAME.write_record(record.tags, record.seats, seen)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_sample_records_replay_and_are_written_the_same_again(path: Path) -> None:
    text = path.read_text()
    record = GAME.read_record(text)
    assert GAME.write_record(record.tags, record.seats, entries_of(text)) == text


def test_a_seat_reads_its_own_packet_picks_and_what_it_was_passed() -> None:
    lines = redacted(DRAFTED, 2).splitlines()
    assert "{deal 0=??,??,??,?? 1=??,??,??,?? 2=V2,V4,F2,F4}" in lines[8]
    assert lines[9:16:2] == ["0:+?? 1:+?? 2:+V2", "0:+?? 1:+?? 2:+D2", "0:+?? 1:+?? 2:+V3", "0:+?? 1:+?? 2:+F4"]
    assert lines[10:16:2] == ["{pack 2 C3,D2,F3}", "{pack 2 C2,V3}", "{pack 2 F4}"]


def test_a_spectator_reads_hidden_guests_covered() -> None:
    text = redacted(DRAFTED, None)
    assert "{pack" not in text
    assert "0:+?? 1:+?? 2:+??" in text
    assert "{deal 0=??,??,??,?? 1=??,??,??,?? 2=??,??,??,??}" in text
    assert "{forced 2:V3@7}" in text


def test_cards_set_aside_are_covered_for_everybody() -> None:
    for seat in (0, 1, None):
        assert "{aside ??,??,??,??,??,??,??,??}" in redacted(TWO, seat)
    assert "{deal 0=??,??,??,?? 1=C2,C3,C4,M3}" in redacted(TWO, 1)


def test_packets_passed_on_are_never_in_a_full_record() -> None:
    assert "{pack" not in GAME.write_record({}, 3, entries_of(DRAFTED))


def test_site_events_stay_in_the_record() -> None:
    text = DRAFTED.replace("0:TH@5xp6 1:CO", "0:TH@5xp6\n{site 1 resigned}\n1:CO")
    record = GAME.read_record(text)
    assert GAME.write_record(record.tags, 3, GAME.read_log(3, {}, record.events)) == text


def test_site_events_may_be_among_forced_tokens() -> None:
    text = DRAFTED.replace("{forced 2:V3@7}", "{site 1 resigned} {forced 2:V3@7}").replace(
        "{round 2}", "{site 0 vacated} {round 2}"
    )
    events = GAME.read_record(text).events
    assert [event.text for event in events if event.kind == EventKind.SITE] == ["resigned", "vacated"]
    assert tuple(event for event in events if event.kind != EventKind.SITE) == GAME.read_record(DRAFTED).events


def test_the_note_that_is_due_is_named_after_a_note_of_the_site_too() -> None:
    cut = DRAFTED[: DRAFTED.index(" {forced 2:V3@7}")] + " {site 1 resigned}"
    with pytest.raises(BadRecord, match=r"According to the rules, \{forced 2:V3@7\} must come here") as caught:
        GAME.read_record(cut + " {forced 1:V3@7}")
    assert caught.value.token == "{forced 1:V3@7}"


@pytest.mark.parametrize("note", ["{forced 2:V3@7} ", " {win 1 all5}", "{round 2} "])
def test_consequences_of_the_rules_may_be_left_out(note: str) -> None:
    assert note in DRAFTED
    assert GAME.read_record(DRAFTED.replace(note, "", 1)).events == GAME.read_record(DRAFTED).events
    remarked = DRAFTED.replace(note, " {a remark} ", 1)
    assert GAME.read_record(remarked).events == GAME.read_record(DRAFTED).events


def test_a_doubled_tag_is_refused() -> None:
    with pytest.raises(BadRecord, match="twice"):
        GAME.read_record(DRAFTED.replace('[Seat1 "seat 1"]', '[Seat1 "seat 1"]\n[Seat1 "seat 1"]'))


def test_other_tags_are_kept_and_quotes_are_escaped() -> None:
    text = DRAFTED.replace('[Seat0 "seat 0"]', '[Seat0 "Ada \\"the\\" \\\\ first"]\n[Site "here"]')
    record = GAME.read_record(text)
    assert record.tags["Seat0"] == 'Ada "the" \\ first'
    assert record.tags["Site"] == "here"
    assert GAME.read_record(GAME.write_record(record.tags, 3, entries_of(text))).tags == record.tags


def test_line_breaks_are_not_significant() -> None:
    head, _, body = DRAFTED.partition("\n\n")
    assert GAME.read_record(head + "\n" + body.replace("\n", " ")).events == GAME.read_record(DRAFTED).events


@pytest.mark.parametrize(
    ("old", "new", "token", "rule"),
    [
        ('[Agents "agents-v1"]', '[Agents "agents-v2"]', "tags", "The tag Agents must say “agents-v1”."),
        ('[Seat1 "seat 1"]\n', "", "tags", "The tag Seat1 is missing."),
        ('[Players "3"]', '[Players "5"]', "tags", "The tag Players must be a number from 2 to 4."),
        ("0:TH@5xp6", "1:TH@5xp6", "1:TH@5xp6", "Seat 0 must decide here."),
        ("0:TH@5xp6", "0:TH@5xp9", "0:TH@5xp9", "Palace card 9 isn’t next to hallway 5."),
        (
            "{forced 2:V3@7}",
            "{forced 1:V3@7}",
            "{forced 1:V3@7}",
            "According to the rules, {forced 2:V3@7} must come here.",
        ),
        ("{round 2} {ducat p3", "{round 2} {ducat p1 p3", "{ducat p1 p3 p9 p11}", "{ducat p3 p9 p11} must come here"),
        ("p4=CL p8=MI p10=VI}", "p4=CL p8=MI}", "{favor p4=CL p8=MI}", "Not all outcomes are listed."),
        ("p4=CL p8=MI p10=VI}", "p4=CL p8=MI p9=VI}", "{favor p4=CL p8=MI p9=VI}", "p10=VI} must come here"),
        ("0=C2,C4,D3,V3", "0=C4,C2,D3,V3", "{deal 0=C4,C2,D3,V3 1=C3,D2,D4,F3 2=V2,V4,F2,F4}", "must come here"),
        ("0=C2,C4,D3,V3", "0=??,??,??,??", "{deal 0=??,??,??,?? 1=C3,D2,D4,F3 2=V2,V4,F2,F4}", "isn’t an outcome"),
        ("0=C2,C4,D3,V3", "0=C2,C2,D3,V3", "{deal 0=C2,C2,D3,V3 1=C3,D2,D4,F3 2=V2,V4,F2,F4}", "can’t be drawn"),
        ("{win 1 all5}", "{win 1 MI4}", "{win 1 MI4}", "According to the rules, {win 1 all5} must come here."),
        ("{win 1 all5}", "{win 1 all5} 0:pass", "0:pass", "The match is over: nothing can follow."),
        ("0:+C4 1:+D4 2:+V2", "1:+D4 0:+C4 2:+V2", "1:+D4", "According to the rules, 0:+C4 must come here."),
        ("0:+C2 1:+F3 2:+F4", "0:+C2 1:+F4 2:+F3", "1:+F4", "According to the rules, 1:+F3 must come here."),
    ],
)
def test_a_false_record_is_refused_with_token_and_rule(old: str, new: str, token: str, rule: str) -> None:
    assert old in DRAFTED
    with pytest.raises(BadRecord) as caught:
        GAME.read_record(DRAFTED.replace(old, new, 1))
    assert caught.value.token == token
    assert rule in str(caught.value.rule)


def test_a_record_that_ends_within_a_draft_line_is_refused() -> None:
    with pytest.raises(BadRecord, match="before everyone has answered"):
        GAME.read_record(DRAFTED[: DRAFTED.index(" 1:+D4")])


def test_a_record_may_end_while_the_match_runs() -> None:
    record = GAME.read_record(DRAFTED[: DRAFTED.index(" 2:V2@11")])
    assert record.events[-1].text == "CO@8x7=V3"

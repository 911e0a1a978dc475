"""Whole matches in the file form, and what a viewer may read of them."""

import re
from pathlib import Path

import pytest

from games.core.engine.events import Entry, Event, EventKind
from games.core.errors import BadRecord
from tests.titles.maskera.positions import MASKERA

RECORDS = sorted((Path(__file__).parent / "records").glob("*.txt"))
DEAL = "{deal 0=PPSBA 1=RRSBA area0=PS area1=BB first=0}"


def lines(*body: str) -> str:
    return "\n".join(['[Game "maskera-1"]', '[Seat0 "seat 0"]', '[Seat1 "seat 1"]', "", *body])


def entries(*body: str) -> list[Entry]:
    record = MASKERA.read_record(lines(*body))
    return MASKERA.read_log(record.seats, record.settings, record.events)


def redacted(seat: int | None, *body: str) -> str:
    """The body of a record as `seat` may read it, on one line."""
    shown = [seen for entry in entries(*body) if (seen := entry.redact(seat))]
    return " ".join(MASKERA.write_record({}, 2, shown).split("\n\n")[1].split())


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_sample_record_replays_and_exports_again_token_for_token(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = MASKERA.read_record(text)
    written = MASKERA.read_log(record.seats, record.settings, record.events)
    assert MASKERA.write_record(record.tags, record.seats, written) == text


def test_the_samples_end_in_all_three_ways() -> None:
    ends = {path.read_text(encoding="utf-8").split("{")[-1].strip().rstrip("}").split()[-1] for path in RECORDS}
    assert ends >= {"all5", "300"}


def test_tags_keep_quotes_and_backslashes() -> None:
    tags = {"Seat0": 'Ann "the Doge"', "Seat1": "back\\slash"}
    written = MASKERA.write_record(tags, 2, entries(DEAL))
    assert '[Seat0 "Ann \\"the Doge\\""]' in written
    assert MASKERA.read_record(written).tags == {"Game": "maskera-1"} | tags


def test_line_breaks_and_repeated_blanks_mean_nothing() -> None:
    loose = DEAL.replace(" ", "\n  ") + "   0:dr\n\n{draw   0\nPP}"
    assert MASKERA.read_record(lines(loose)).events == MASKERA.read_record(lines(DEAL, "0:dr {draw 0 PP}")).events


def test_notes_of_the_site_are_kept_and_change_nothing() -> None:
    body = [DEAL, "0:dr {draw 0 PP} {site 1 resigned}"]
    record = MASKERA.read_record(lines(*body))
    assert record.events[-1] == Event(EventKind.SITE, 1, "resigned")
    assert MASKERA.write_record({}, 2, entries(*body)) == lines(*body) + "\n"


def test_notes_of_the_site_may_be_among_forced_tokens() -> None:
    body = DEAL + " 0:pl=P 1:ct=S {rev 0 P} {site 1 resigned} {miss} 1:di=R {site 0 vacated} {draw 0 AA}"
    record = MASKERA.read_record(lines(body))
    assert [event.text for event in record.events if event.kind == EventKind.SITE] == ["resigned", "vacated"]
    plain = re.sub(r" \{site [^}]*\}", "", body)
    played = tuple(event for event in record.events if event.kind != EventKind.SITE)
    assert played == MASKERA.read_record(lines(plain)).events


@pytest.mark.parametrize(
    "notes", ["", "{rev 0 P}", "{miss}", "{rev 0 P} {miss}", "{rev 0 P} {site 1 resigned}", "{bold}"]
)
def test_consequences_of_the_rules_may_be_left_out(notes: str) -> None:
    events = MASKERA.read_record(lines(DEAL, f"0:pl=P 1:ct=S {notes} 1:di=R {{draw 0 AA}}")).events
    assert [event.text for event in events if event.kind == EventKind.MOVE] == ["pl=P", "ct=S", "di=R"]


@pytest.mark.parametrize(
    ("body", "token", "due"),
    [
        ("0:pl=P 1:ct=S {rev 0 S}", "{rev 0 S}", "{rev 0 P}"),
        ("0:pl=P 1:ct=S {hit}", "{hit}", "{rev 0 P}"),
        ("0:pl=P 1:ct=S {miss} {rev 0 P}", "{rev 0 P}", ""),
        ("0:pl=S 1:ok {rev 0 S} {draw 0 P} {peek 0 PPPPP}", "{peek 0 PPPPP}", "{peek 0 RRSBA}"),
    ],
)
def test_stated_consequences_must_be_right(body: str, token: str, due: str) -> None:
    rule = f"According to the rules, {due} must come here." if due else "Seat 1 must decide here."
    with pytest.raises(BadRecord, match=re.escape(rule)) as refusal:
        MASKERA.read_record(lines(DEAL, body))
    assert refusal.value.token == token


def test_automatic_decisions_are_no_events() -> None:
    record = MASKERA.read_record(RECORDS[-1].read_text(encoding="utf-8"))
    moves = [event.text for event in record.events if event.kind == EventKind.MOVE]
    written = [e for e in MASKERA.read_log(2, {}, record.events) if e.kind == EventKind.MOVE]
    assert len(moves) < len(written)


@pytest.mark.parametrize(
    ("body", "token", "rule"),
    [
        ("0:dr", "0:dr", "The deal should be here"),
        ("{deal 0=SPPBA 1=RRSBA area0=PS area1=BB first=0}", None, "According to the rules, {deal 0=PPSBA"),
        ("{deal 0=PPPPP 1=PPPPR area0=PS area1=BB first=0}", None, "can’t be drawn here"),
        (DEAL + " 1:dr", "1:dr", "Seat 0 must decide here"),
        (DEAL + " dr", "dr", "Seat 0 must decide here"),
        (DEAL + " 0:pl=R", "0:pl=R", "isn’t in your hand"),
        (DEAL + " 0:pl=?", "0:pl=?", "isn’t a move"),
        (DEAL + " 0:dr {draw 0 SP}", "{draw 0 SP}", "According to the rules, {draw 0 PS} must come here"),
        (DEAL + " 0:dr {draw 1 PS}", "{draw 1 PS}", "According to the rules, {draw 0 PS} must come here"),
        (DEAL + " 0:dr {draw 0 P}", "{draw 0 P}", "Not all outcomes"),
        (DEAL + " 0:dr {draw 0 PPP}", "{draw 0 PPP}", "more draws"),
        (DEAL + " 0:dr {draw 0 ??}", "{draw 0 ??}", "The cards drawn should be here"),
        (DEAL + " 0:pl=S 1:ok {rev 0 P}", "{rev 0 P}", "According to the rules, {rev 0 S} must come here"),
        (DEAL + " 0:pl=S 1:ct=S {rev 0 S} {miss}", "{miss}", "According to the rules, {hit} must come here"),
        (
            DEAL + " 0:pl=S 1:ok {rev 0 S} {draw 0 R} {peek 0 RRSB}",
            "{peek 0 RRSB}",
            "rules, {peek 0 RRSBA} must come here",
        ),
        (DEAL + " 0:pl=B 1:ok {rev 0 B} {rand 1 P}", "{rand 1 P}", "can’t be drawn here"),
        (DEAL + " 0:dr", "", "ends before"),
        (DEAL + " 0:dr {draw 0 PP", "{", "The cards drawn should be here"),
        ("", "", "ends before"),
    ],
)
def test_a_record_that_breaks_a_rule_is_refused_with_token_and_rule(body: str, token: str | None, rule: str) -> None:
    with pytest.raises(BadRecord, match=re.escape(rule)) as refusal:
        MASKERA.read_record(lines(body))
    assert token is None or refusal.value.token == token
    assert refusal.value.ply >= 0


def test_a_draw_that_ran_past_a_reshuffle_has_to_be_split() -> None:
    text = RECORDS[1].read_text(encoding="utf-8")
    joined = text.replace("{draw 0 S} {shuffle 26} {draw 0 P}", "{draw 0 PS} {shuffle 26}")
    assert joined != text
    with pytest.raises(BadRecord):
        MASKERA.read_record(joined)


@pytest.mark.parametrize("tags", ['[Game "masques-1"]', '[Seat0 "Ada"]', ""])
def test_a_record_must_say_that_it_is_of_this_title(tags: str) -> None:
    with pytest.raises(BadRecord, match="The tag Game must say “maskera-1”"):
        MASKERA.read_record(f"{tags}\n\n{DEAL}")


@pytest.mark.parametrize("name", ["Seat0", "Seat1"])
def test_a_record_without_the_tag_of_a_seat_is_refused(name: str) -> None:
    text = re.sub(rf"\[{name} .*\n", "", lines(DEAL))
    with pytest.raises(BadRecord, match=f"The tag {name} is missing"):
        MASKERA.read_record(text)


@pytest.mark.parametrize("name", ["Game", "Seat1"])
def test_a_repeated_tag_is_refused(name: str) -> None:
    doubled = re.sub(rf"(\[{name} .*\n)", r"\1\1", lines(DEAL))
    with pytest.raises(BadRecord, match="appears twice") as refusal:
        MASKERA.read_record(doubled)
    assert refusal.value.token.startswith(f"[{name} ")


def test_a_record_is_written_with_a_name_for_every_seat() -> None:
    assert MASKERA.write_record({"Site": "here"}, 2, []).splitlines()[:4] == [
        '[Game "maskera-1"]',
        '[Seat0 "seat 0"]',
        '[Seat1 "seat 1"]',
        '[Site "here"]',
    ]


def test_nothing_follows_the_end() -> None:
    text = RECORDS[0].read_text(encoding="utf-8")
    with pytest.raises(BadRecord):
        MASKERA.read_record(text + " 1:dr")


# Redaction.


def test_a_deal_shows_a_seat_its_own_hand_and_a_spectator_none() -> None:
    assert redacted(0, DEAL) == "{deal 0=PPSBA 1=????? area0=PS area1=BB first=0}"
    assert redacted(1, DEAL) == "{deal 0=????? 1=RRSBA area0=PS area1=BB first=0}"
    assert redacted(None, DEAL) == "{deal 0=????? 1=????? area0=PS area1=BB first=0}"


def test_cards_drawn_are_as_many_question_marks_for_others() -> None:
    body = (DEAL, "0:dr {draw 0 PS}")
    assert redacted(0, *body).endswith("{draw 0 PS}")
    assert redacted(1, *body).endswith("0:dr {draw 0 ??}")
    assert redacted(None, *body).endswith("0:dr {draw 0 ??}")


def test_a_facedown_card_stays_a_question_mark_until_its_reveal() -> None:
    body = (DEAL, "0:pl=P 1:ct=S {rev 0 P} {miss} 1:di=R {draw 0 AA}")
    expected = "0:pl=? 1:ct=S {rev 0 P} {miss} 1:di=R {draw 0 ??}"
    assert redacted(1, *body).endswith(expected)
    assert redacted(None, *body).endswith(expected)
    assert "0:pl=P" in redacted(0, *body)


def test_the_card_a_recruiter_keeps_is_hidden_and_the_rejects_are_not() -> None:
    body = (DEAL, "0:dr {draw 0 RS} 1:pl=R 0:ok {rev 1 R} {draw 1 PPRSA} 1:ke=A {rej 1 PPRS}")
    assert redacted(0, *body).endswith("1:pl=? 0:ok {rev 1 R} {draw 1 ?????} 1:ke=? {rej 1 PPRS}")
    assert redacted(1, *body).endswith("1:pl=R 0:ok {rev 1 R} {draw 1 PPRSA} 1:ke=A {rej 1 PPRS}")


def test_a_spys_look_is_open_to_both_seats_and_hidden_from_spectators() -> None:
    body = (DEAL, "0:pl=S 1:ok {rev 0 S} {draw 0 P} {peek 0 RRSBA}")
    assert redacted(0, *body).endswith("{draw 0 P} {peek 0 RRSBA}")
    assert redacted(1, *body).endswith("{draw 0 ?} {peek 0 RRSBA}")
    assert redacted(None, *body).endswith("{draw 0 ?} {peek 0 ?????}")

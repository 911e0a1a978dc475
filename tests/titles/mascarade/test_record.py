"""Whole matches in the file form, and what a viewer may read of them."""

import re
from pathlib import Path

import pytest

from games.core.engine.events import Entry, Event, EventKind
from games.core.engine.log import chance_event
from games.core.errors import BadRecord
from games.core.kit.simulation import Simulation
from tests.titles.mascarade.table import MASCARADE, Line, position, settings

RECORDS = sorted((Path(__file__).parent / "records").glob("*.txt"))
TAGS = (
    '[Game "Mascarade"]\n[Players "4"]\n[Script "standard"]\n[First "1"]\n'
    '[Deal "1=JU 2=TR 3=EM 4=KI C1=TH C2=CH"]\n'
    '[Options "log_masks=on challenge_mode=sealed reveal_lock=announce turn_limit=240"]\n'
)
BEGUN = "0. 1:M 2:M 3:M 4:M 1. 1: X>2+ 2. 2: X>3- 3. 3: X>4+ 4. 4: X>C1-"


def match(*body: str, tags: str = TAGS) -> str:
    return "\n".join([tags, *body]) + "\n"


def entries(text: str) -> list[Entry]:
    record = MASCARADE.read_record(text)
    return MASCARADE.read_log(record.seats, record.settings, record.events)


def written(text: str, viewer: int | None, *, faded: bool = False) -> str:
    """The record as `viewer` may read it while the match is running."""
    shown = [seen for entry in entries(text) if (seen := entry.redact(viewer))]
    return MASCARADE.write_record({}, 4, [entry.fade() for entry in shown] if faded else shown)


def refused(text: str) -> BadRecord:
    with pytest.raises(BadRecord) as found:
        MASCARADE.read_record(text)
    return found.value


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_sample_record_replays_and_exports_again_token_for_token(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = MASCARADE.read_record(text)
    again = MASCARADE.read_log(record.seats, record.settings, record.events)
    assert MASCARADE.write_record(record.tags, record.seats, again) == text


def test_there_are_three_samples_for_every_number_of_seats() -> None:
    assert sorted(int(path.stem.split("-")[0]) for path in RECORDS) == sorted(3 * list(range(2, 14)))


@pytest.mark.parametrize("path", RECORDS[::9], ids=lambda path: path.stem)
def test_a_result_that_is_not_what_the_rules_say_is_refused(path: Path) -> None:
    """Every note, changed in one place, with the note that is due."""
    text = path.read_text(encoding="utf-8")
    for found in re.finditer(r"\{[^}]*\}", text):
        note = found[0]
        wrong = re.sub(r"\d+(?=\D*\}$)", lambda number: str(int(number[0]) + 1), note)
        if wrong == note:
            wrong = note.replace("{", "{1 +1, ", 1)
        error = refused(text[: found.start()] + wrong + text[found.end() :])
        assert note in str(error.rule) or "Seat" in str(error.rule)


@pytest.mark.parametrize("path", RECORDS[::9], ids=lambda path: path.stem)
def test_results_may_be_left_out_but_not_the_masks_that_were_shown(path: Path) -> None:
    """Shown masks are compulsory, because the rest of a record is read by them."""
    text = path.read_text(encoding="utf-8")
    shown = re.compile(r" \{(\d+[LMR]?|C\d)=\S+ [^}]*\}")
    events = MASCARADE.read_record(text).events
    for found in re.finditer(r" \{[^}]*\}", text):
        without = text[: found.start()] + text[found.end() :]
        if shown.fullmatch(found[0]):
            assert found[0].strip() in str(refused(without).rule)
        else:
            assert MASCARADE.read_record(without).events == events


@pytest.mark.parametrize("path", RECORDS[::9], ids=lambda path: path.stem)
def test_other_notes_are_comments(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    tags, body = text.split("\n\n")
    lines = "\n".join(f"{{so}} {line} {{as you like}}" for line in body.splitlines())
    assert MASCARADE.read_record(f"{tags}\n\n{lines}").events == MASCARADE.read_record(text).events


@pytest.mark.parametrize("path", RECORDS[::9], ids=lambda path: path.stem)
def test_a_token_that_is_missing_is_refused(path: Path) -> None:
    tags, body = path.read_text(encoding="utf-8").split("\n\n")
    tokens = re.findall(r"\{[^}]*\}|\S+", body)
    needed = [at for at, token in enumerate(tokens[:-1]) if not token.startswith("{")]
    for at in needed[::6]:
        refused(f"{tags}\n\n{' '.join(tokens[:at] + tokens[at + 1 :])}")


@pytest.mark.parametrize("body", ["", "0. 1:M 2:M 3:M 4:M", BEGUN, BEGUN + " 5. 1: A:TR 2:N 3:N 4:N"])
def test_a_record_may_end_at_any_decision(body: str) -> None:
    text = match(body)
    assert " ".join(MASCARADE.write_record({}, 4, entries(text)).split()) == " ".join(text.split())


@pytest.mark.parametrize("body", ["0. 1:M", "0. 1:M 2:M 3:M", BEGUN + " 5. 1: A:KI 2:N", BEGUN + " 5. 1: A:KI 2:C 3:N"])
def test_a_record_may_not_end_within_a_window(body: str) -> None:
    assert "before everyone has answered" in str(refused(match(body)).rule)


def test_sealed_answers_are_stored_by_seat_and_written_clockwise() -> None:
    body = BEGUN + " 5. 1: X>3- 6. 2: A:CH 3:N 4:C 1:N {2=JU 4=EM} {fines 2,4}"
    record = MASCARADE.read_record(match(body))
    assert [(event.seat, event.text) for event in record.events[-3:]] == [(0, "N"), (2, "N"), (3, "C")]
    again = MASCARADE.write_record(record.tags, 4, entries(match(body)))
    assert " ".join(again.split("\n\n")[1].split()) == body


@pytest.mark.parametrize(
    ("body", "token", "rule"),
    [
        ("1. 1: X>2+", "1.", "According to the rules, 0. must come here"),
        ("0. 1:M 2:M 3:M 3:M", "3:M", "Seat 4 must decide here"),
        ("0. 2:M 1:M 3:M 4:M", "2:M", "According to the rules, 1:M must come here"),
        ("0. 1:M 2:M 3:M 4:N", "4:N", "You can only confirm that you’ve memorised"),
        (BEGUN + " 5. 2: X>3+", "2:", "According to the rules, 1: must come here"),
        (BEGUN + " 6. 1: X>3+", "6.", "According to the rules, 5. must come here"),
        (BEGUN + " 1: X>3+", "1:", "According to the rules, 5. must come here"),
        (BEGUN + " 5. X>3+", "X>3+", "According to the rules, 1: must come here"),
        (BEGUN + " 5. 1: X>3?", "X>3?", "isn’t a move"),
        (BEGUN + " 5. 1: X>1+", "X>1+", "not your own"),
        (BEGUN + " 5. 1: V", "V", "According to the rules, V=TR must come here"),
        (BEGUN + " 5. 1: V=JU", "V=JU", "According to the rules, V=TR must come here"),
        ("0. 1:M 2:M 3:M 4:M 1. 1: A:KI", "A:KI", "first four turns"),
        (BEGUN + " 5. 1: A:KI 3:N 2:N 4:N 1:P {1 +2}", "3:N", "According to the rules, 2:N must come here"),
        (BEGUN + " 5. 1: A:KI 2:N 3:N 4:N 2:P {1 +2}", "2:P", "According to the rules, 1:P must come here"),
        (BEGUN + " 5. 1: A:KI 2:N 3:N 4:N 1:P {1 +3}", "{1 +3}", "According to the rules, {1 +2} must come here"),
        (BEGUN + " 5. 1: A:KI 2:N 3:N 4:N 1:P>2 {1 +2}", "1:P>2", "According to the rules, 1:P must come here"),
        (BEGUN + " 5. 1: A:KI 2:N 3:N 4:N", "", "ends where 1:P should come next"),
        (BEGUN + " 5. 1: A:TR 2:N 3:N 4:N 1:P", "1:P", "isn’t a move"),
        (BEGUN + " nonsense", "nonsense", "According to the rules, 5. must come here"),
        (BEGUN + " {1 +2}", "{1 +2}", "According to the rules, 5. must come here"),
        (BEGUN + " 5. 1: A:CH 2:C 3:N 4:N", "", "ends where {1=TR 2=JU} should come next"),
        (BEGUN + " {site 5 resigned}", "{site 5 resigned}", "no such seat"),
    ],
)
def test_a_record_that_breaks_a_rule_is_refused_with_token_and_rule(body: str, token: str, rule: str) -> None:
    error = refused(match(body))
    assert rule in str(error.rule)
    assert error.token == token


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ('"Mascarade"', '"Maskera"', "The tag Game must say “Mascarade”."),
        ('[Players "4"]\n', "", "The tag Players must be a number from 2 to 13."),
        ('"4"', '"14"', "The tag Players must be a number from 2 to 13."),
        ('"standard"', '"random"', "The tag Script must be standard, advanced or custom."),
        ('"standard"', '"advanced"', "can’t be drawn here"),
        ('[First "1"]', '[First "5"]', "can’t be drawn here"),
        ('[First "1"]\n', "", "can’t be drawn here"),
        ("C1=TH C2=CH", "C2=TH C1=CH", "The tag Deal must list every slot in order, with its mask."),
        ("C1=TH C2=CH", "C1=TH C2=??", "The tag Deal must list every slot in order, with its mask."),
        (" C2=CH", "", "can’t be drawn here"),
        ("C2=CH", "C2=TH", "can’t be drawn here"),
        ("turn_limit=240", "turn_limit=1001", "The tag Options must list log_masks, challenge_mode"),
        ("turn_limit=240", "turn_limit=0", "The tag Options must list log_masks, challenge_mode"),
        ("log_masks=on ", "", "The tag Options must list log_masks, challenge_mode"),
        ('"standard"]', '"standard"]\n[Drawn "yes"]', "The tag Drawn doesn’t fit the script."),
    ],
)
def test_tags_that_do_not_fit_are_refused(old: str, new: str, rule: str) -> None:
    tags = TAGS.replace(old, new)
    assert tags != TAGS
    assert rule in str(refused(match(BEGUN, tags=tags)).rule)


def test_a_custom_script_in_a_record_keeps_the_rules_of_scripts() -> None:
    tags = TAGS.replace("standard", "custom").replace("1=JU", "1=SO")
    assert str(refused(match(tags=tags)).rule) == "The Judge is always in play."
    tags = TAGS.replace("standard", "custom").replace("2=TR", "2=SO")
    assert MASCARADE.read_record(match(tags=tags)).settings["masks"] == "CH EM JU KI SO TH"


def test_a_script_that_chance_makes_up_has_as_many_masks_as_the_standard_one() -> None:
    tags = TAGS.replace('"standard"]', '"custom"]\n[Drawn "script"]')
    assert MASCARADE.read_record(match(BEGUN, tags=tags)).settings["script"] == "random"
    assert "can’t be drawn here" in str(refused(match(BEGUN, tags=tags.replace(" C1=TH C2=CH", ""))).rule)


def test_a_script_that_chance_has_drawn_is_named_and_the_draw_is_kept() -> None:
    simulation = Simulation(MASCARADE, 7, settings(7, script="random", turn_limit="4"), 1, "uniform")
    while simulation.step():
        pass
    log = MASCARADE.read_log(7, simulation.settings, simulation.events)
    text = MASCARADE.write_record({}, 7, log)
    assert '[Script "random"]' not in text
    assert '[Drawn "script"]' in text
    record = MASCARADE.read_record(text)
    assert (record.settings, list(record.events)) == (simulation.settings, simulation.events)


def test_tags_of_the_site_follow_those_of_the_match() -> None:
    text = MASCARADE.write_record({"Seat0": 'Ann "the Doge"', "Game": "else"}, 4, entries(match(BEGUN)))
    assert text.startswith(TAGS + '[Seat0 "Ann \\"the Doge\\""]\n\n0. ')
    assert MASCARADE.read_record(text).tags["Seat0"] == 'Ann "the Doge"'


def test_nothing_is_written_but_the_table_before_the_deal() -> None:
    assert MASCARADE.write_record({"Site": "here"}, 4, []) == '[Game "Mascarade"]\n[Players "4"]\n[Site "here"]\n\n'


def test_notes_of_the_site_count_seats_from_one_and_change_nothing() -> None:
    body = BEGUN + " {site 2 resigned} {site aborted}"
    record = MASCARADE.read_record(match(body))
    assert record.events[-2:] == (
        Event(EventKind.SITE, 1, "resigned"),
        Event(EventKind.SITE, None, "aborted"),
    )
    assert "{site 2 resigned} {site aborted}" in MASCARADE.write_record({}, 4, entries(match(body)))


@pytest.mark.parametrize(
    "body",
    [
        "0. {site 1 vacated} 1:M 2:M 3:M 4:M",
        BEGUN + " 5. 1: A:KI {site 3 vacated} 2:N 3:N 4:N 1:P {1 +2}",
        BEGUN + " 5. 1: A:KI 2:N 3:N {site 3 vacated} 4:N 1:P {1 +2}",
        BEGUN + " 5. 1: A:KI 2:N 3:N 4:N {site 3 vacated} 1:P {1 +2}",
        BEGUN + " 5. {site 3 vacated} 1: X>2+",
    ],
)
def test_notes_of_the_site_may_be_anywhere(body: str) -> None:
    noted = MASCARADE.read_record(match(body)).events
    plain = MASCARADE.read_record(match(re.sub(r"\{site [^}]*\} ", "", body))).events
    assert tuple(event for event in noted if event.kind != EventKind.SITE) == plain


def test_nothing_follows_the_end() -> None:
    text = RECORDS[0].read_text(encoding="utf-8").rstrip()
    assert "The match is over" in str(refused(text + " 1:N").rule)


def test_line_breaks_and_blanks_mean_nothing() -> None:
    body = BEGUN + " 5. 1: A:CH 2:C 3:N 4:N {1=TR 2=JU} {fines 1,2}"
    loose = body.replace(" ", "\n   ")
    assert MASCARADE.read_record(match(loose)).events == MASCARADE.read_record(match(body)).events


# What a power has brought before its targets are chosen stands after its token.


def test_a_running_record_waits_for_the_targets_of_a_power() -> None:
    line = Line(position("FO TR EM KI SO JU")).follow("9. 1: A:FO 2:N 3:N 4:N 5:N 6:N")
    assert line.read_by(None) == "9. 1: A:FO 2:N 3:N 4:N 5:N 6:N"
    assert [entry.text for entry in line.entries[-2:]] == ["applied 1 FO unchallenged", "1 +1"]


# Redaction.


def test_exchanges_are_question_marks_for_all_others() -> None:
    body = written(match(BEGUN), None).split("\n\n")[1]
    assert body.splitlines()[1:] == ["1. 1: X>2?", "2. 2: X>3?", "3. 3: X>4?", "4. 4: X>C1?"]
    assert "2. 2: X>3-" in written(match(BEGUN), 1)
    assert "1. 1: X>2?" in written(match(BEGUN), 1)


@pytest.mark.parametrize("path", RECORDS[::3], ids=lambda path: path.stem)
def test_redacted_records_of_real_and_pretended_swaps_are_of_equal_size(path: Path) -> None:
    record = MASCARADE.read_record(path.read_text(encoding="utf-8"))
    final = MASCARADE.write_record(
        record.tags, record.seats, MASCARADE.read_log(record.seats, record.settings, record.events)
    )
    log = MASCARADE.read_log(record.seats, record.settings, record.events)
    for viewer in (*range(record.seats), None):
        shown = [seen for entry in log if (seen := entry.redact(viewer))]
        text = MASCARADE.write_record(record.tags, record.seats, shown)
        plain = re.sub(r"V(@[LMR])?=..", lambda found: "V" + (found[1] or ""), final)
        assert len(re.sub(r"V(@[LMR])?=..", lambda found: "V" + (found[1] or ""), text)) == len(plain)


# What has faded.


def test_faded_a_record_withholds_masks_and_nothing_else() -> None:
    body = BEGUN + " 5. 1: V=TR 6. 2: A:CH 3:N 4:C 1:N {2=JU 4=EM} {fines 2,4}"
    text = written(match(body), 0, faded=True)
    assert "[Deal" not in text
    assert "[Masks" not in text
    assert "5. 1: V\n6. 2: A:CH 3:N 4:C 1:N {2=?? 4=??} {fines 2,4}" in text
    assert "1. 1: X>2+" in text


def test_faded_the_masks_of_a_custom_script_stay_named() -> None:
    tags = TAGS.replace("standard", "custom").replace("2=TR", "2=SO")
    assert '[Masks "CH EM JU KI SO TH"]' in written(match(BEGUN, tags=tags), 0, faded=True)


@pytest.mark.parametrize(
    ("masks", "line", "faded"),
    [
        (
            "SP TR EM KI SO JU",
            "9. 1: A:SP 2:N 3:N 4:N 5:N 6:N 1:P>4 {1=SP 4=KI} 1:B+",
            "9. 1: A:SP 2:N 3:N 4:N 5:N 6:N 1:P>4 {1=?? 4=??} 1:B+",
        ),
        (
            "PR TR EM KI SO JU",
            "9. 1: A:PR 2:N 3:N 4:N 5:N 6:N 1:P>5 {1 +2, 5=SO}",
            "9. 1: A:PR 2:N 3:N 4:N 5:N 6:N 1:P>5 {1 +2, 5=??}",
        ),
        (
            "GU TR EM TH SO JU FO KI",
            "9. 1: A:GU 2:N 3:N 4:N 5:N 6:N 7:N 8:N 1:P>4 4:G=KI {4=TH, 4→1 4}",
            "9. 1: A:GU 2:N 3:N 4:N 5:N 6:N 7:N 8:N 1:P>4 4:G=KI {4=??, 4→1 4}",
        ),
    ],
)
def test_q21_faded_notes_lose_masks_and_own_bits_stay(masks: str, line: str, faded: str) -> None:
    played = Line(position(masks)).follow(line)
    assert played.read_by(0, faded=True) == faded


def test_redacting_and_fading_twice_changes_nothing_more() -> None:
    for path in RECORDS[::4]:
        for entry in entries(path.read_text(encoding="utf-8")):
            assert entry.fade().fade() == entry.fade()
            for viewer in (0, 1, None):
                seen = entry.redact(viewer)
                assert seen is not None
                assert seen.redact(viewer) == seen
                faded = seen.fade()
                assert MASCARADE.parse_effect(faded.kind, faded.seat, faded.text) == faded.effect


def test_chance_is_described_when_all_of_it_has_been_drawn() -> None:
    annotator = MASCARADE.annotator(4, settings(4))
    told = []
    while annotator.state.to_move() < 0:
        event = chance_event(MASCARADE, annotator.state, annotator.state.chance_step().outcomes[0])
        told.append([entry.text for entry in annotator.read(event)])
    assert told[:-1] == [[]] * 6
    options = "log_masks=on challenge_mode=sealed reveal_lock=announce turn_limit=240"
    assert told[-1] == [f"deal 1=CH 2=EM 3=JU 4=KI C1=TH C2=TR first=1 script=standard drawn=no masks= {options}"]

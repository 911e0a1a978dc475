"""Golden playthroughs: the titles still behave as their files say, line by line."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.core.kit.playthrough import read_events, read_heading, record, rewrite
from games.registry import TITLES
from tests.lantern.game import LANTERN, Lantern

FOLDER = Path(__file__).parents[2] / "playthroughs"
FILES = sorted(FOLDER.glob("*/*.txt"))
GAMES = {**TITLES, LANTERN.slug: LANTERN}


@pytest.mark.parametrize("path", FILES, ids=[f"{path.parent.name}/{path.stem}" for path in FILES])
def test_a_title_behaves_as_its_playthrough_says(path: Path) -> None:
    golden = path.read_text(encoding="utf-8")
    assert path.parent.name == read_heading(golden).title
    assert read_heading(golden).about, "the first line says what the playthrough shows"
    now = rewrite(GAMES[path.parent.name], golden)
    for number, (mine, theirs) in enumerate(zip(now.splitlines(), golden.splitlines(), strict=False), start=1):
        assert mine == theirs, f"{path.name}, line {number}"
    assert now == golden


@pytest.mark.parametrize("slug", GAMES)
def test_every_title_has_a_playthrough_for_each_number_of_seats(slug: str) -> None:
    shown = {read_heading(path.read_text(encoding="utf-8")).seats for path in FILES if path.parent.name == slug}
    assert shown == set(GAMES[slug].seats)


def test_a_hidden_card_is_only_under_the_seat_that_holds_it() -> None:
    text = record(LANTERN, 2, {"wind": "calm"}, seed=4, strategy="uniform", plies=7)
    hands = [line.split() for line in text.splitlines() if " hand " in line]
    assert ["seat", "0", "hand"] in [words[:3] for words in hands]
    assert [words for words in hands if words[0] == "all"] == [["all", "hand", "null"]]
    assert "  seat 1 reads {deal 0=??? 1=" in text
    assert "  all    reads {deal 0=??? 1=???}" in text


def test_a_change_of_the_rules_shows_as_a_difference() -> None:
    text = record(LANTERN, 2, {"wind": "calm"}, seed=4, strategy="uniform")
    assert rewrite(LANTERN, text) == text
    altered = text.replace("“The night is over.”", "“Good night.”")
    assert altered != text
    assert rewrite(LANTERN, altered) == text


def test_events_that_the_rules_no_longer_allow_are_marked_as_broken() -> None:
    text = record(LANTERN, 2, {"wind": "calm"}, seed=4, strategy="uniform")
    move = next(event for event in read_events(text) if event.seat is not None)
    altered = text.replace(f"move {move.seat} {move.text}", f"move {move.seat} let", 1)
    assert "  broken move 'let'" in rewrite(LANTERN, altered)


def test_the_command_writes_a_file_and_regenerates_it(lantern: Lantern, tmp_path: Path) -> None:
    path = tmp_path / "storm.txt"
    call_command(
        "record_playthrough", "lantern", "--seats=3", "--option=wind=storm", "--about=A storm.", "-o", str(path)
    )
    text = path.read_text(encoding="utf-8")
    assert text.startswith("# A storm.\ntitle lantern\nseats 3\nsettings wind=storm memory=kept\n")
    assert "  over   places" in text
    path.write_text(text.replace("owes", "owed"), encoding="utf-8")
    call_command("record_playthrough", "lantern", "--again", str(path))
    assert path.read_text(encoding="utf-8") == text


def test_the_command_leaves_a_file_alone_that_the_rules_no_longer_allow(lantern: Lantern, tmp_path: Path) -> None:
    path = tmp_path / "broken.txt"
    golden = record(LANTERN, 2, {"wind": "calm"}, seed=4, strategy="uniform")
    move = next(event for event in read_events(golden) if event.seat is not None)
    altered = golden.replace(f"move {move.seat} {move.text}", f"move {move.seat} let", 1)
    path.write_text(altered, encoding="utf-8")
    with pytest.raises(CommandError, match=r"^broken\.txt stays as it is: move 'let' .+\. Record another match\.$"):
        call_command("record_playthrough", "lantern", "--again", str(path))
    assert path.read_text(encoding="utf-8") == altered


def test_the_command_prints_when_no_file_is_named(lantern: Lantern) -> None:
    out = StringIO()
    call_command("record_playthrough", "lantern", "--plies=1", stdout=out)
    assert "ply 0 chance first/0=" in out.getvalue()
    with pytest.raises(CommandError, match="not by 9"):
        call_command("record_playthrough", "lantern", "--seats=9")

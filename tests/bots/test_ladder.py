"""Ladders: differences in Elo, sequential tests, and the tables in the documentation."""

import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.bots.ladder import (
    doubled_effort_duels,
    elo,
    log_likelihood_ratio,
    neighbour_duels,
    replace_section,
    sprt_result,
)
from games.bots.levels import LEVELS
from games.fast import loader
from games.registry import TITLES
from tests.lantern.game import Lantern


def test_elo_points_are_the_usual_ones() -> None:
    assert elo(0.5, 100) == 0
    assert elo(10 / 11, 1000) == pytest.approx(400)
    assert elo(1 / 11, 1000) == pytest.approx(-400)


def test_a_clean_sweep_counts_as_if_half_a_match_had_been_lost() -> None:
    assert elo(1.0, 50) == elo(0.99, 50) == pytest.approx(798.2, abs=0.1)
    assert elo(0.0, 50) == pytest.approx(-798.2, abs=0.1)


def test_every_level_meets_the_one_below_and_levels_with_effort_meet_their_doubles() -> None:
    assert neighbour_duels(["random", "easy", "medium"]) == [("easy", "random"), ("medium", "easy")]
    assert doubled_effort_duels(list(LEVELS)) == [(f"{level}*2", level) for level in list(LEVELS)[1:]]


def test_the_sequential_test_waits_for_evidence_and_then_takes_sides() -> None:
    strong, even = [1.0, 0.5, 1.0, 0.5, 0.5], [0.5, 0.0, 1.0, 0.5, 0.5]
    assert sprt_result(strong, 0, 50) == 0, "five blocks tell nothing about the spread"
    assert sprt_result(strong * 20, 0, 50) == 1
    assert sprt_result(even * 40, 0, 50) == -1
    assert log_likelihood_ratio(even * 10, -50, 50) == pytest.approx(0)


def test_a_table_takes_the_place_of_the_one_written_before() -> None:
    text = replace_section("# Bots\n", "ladder: lantern", ["old"])
    text = replace_section(text + "\nThe end.\n", "ladder: lantern", ["new"])
    assert text == "# Bots\n\n<!-- ladder: lantern -->\nnew\n<!-- end of ladder: lantern -->\n\nThe end.\n"


def test_the_ladder_is_printed_and_written_with_random_at_zero(lantern: Lantern, tmp_path: Path) -> None:
    page, out = tmp_path / "bots.md", StringIO()
    arguments = ("--levels=random,easy,hard", "--blocks=40", "--quick", f"--write={page}")
    call_command("arena", "lantern", "--ladder", *arguments, stdout=out, stderr=StringIO())
    printed = out.getvalue().strip()
    assert printed in page.read_text()
    assert printed.startswith("Lantern, 2 seats, 5 blocks a step, seed 1, ")
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in printed.splitlines() if line.startswith("|")]
    assert len({len(row) for row in rows}) == 1
    assert [row[:3] for row in rows[2:]] == [
        ["random", "0", ""],
        ["easy", rows[3][1], "random"],
        ["hard", rows[4][1], "easy"],
    ]
    assert int(rows[4][1]) == pytest.approx(int(rows[3][1]) + int(rows[4][5]), abs=1)
    assert rows[4][-2:] == ["8 candidates, 8 worlds", "10"]


def test_twice_the_effort_has_a_table_of_its_own(lantern: Lantern) -> None:
    out = StringIO()
    call_command("arena", "lantern", "--doubled", "--levels=hard,expert", "--blocks=1", stdout=out, stderr=StringIO())
    rows = [line.split("|")[1:4] for line in out.getvalue().splitlines()[4:]]
    assert [[cell.strip() for cell in row] for row in rows] == [["hard*2", "", "hard"], ["expert*2", "", "expert"]]


def test_a_sequential_duel_stops_early_and_says_what_it_found(lantern: Lantern) -> None:
    out, progress = StringIO(), StringIO()
    call_command("arena", "lantern", "--sprt=0,50", "--blocks=400", stdout=out, stderr=progress)
    assert out.getvalue().splitlines()[-1].startswith("Is easy 50 Elo stronger rather than 0? stronger (log-likelihood")
    assert int(out.getvalue().split(" matches")[0].split()[-1]) < 800


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--sprt=50"], "takes two numbers"),
        (["--sprt=50,0"], "its first number is the smaller one"),
        (["--sprt=0,50", "--seats=3", "--levels=easy,random,medium"], "compares two levels"),
        (["--ladder", "--levels=hard"], "Name two levels or more"),
    ],
)
def test_ladders_and_tests_that_make_no_sense_are_refused(lantern: Lantern, arguments: list[str], words: str) -> None:
    with pytest.raises(CommandError, match=words):
        call_command("arena", "lantern", *arguments, stdout=StringIO(), stderr=StringIO())


def ladders_of(page: str) -> dict[tuple[str, int], dict[str, int]]:
    """The Elo column of every ladder on a page, by title and number of seats."""
    found = {}
    for slug, seats, table in re.findall(r"<!-- ladder: (\w+), (\d+) seats -->(.*?)<!-- end of", page, re.DOTALL):
        rows = [[cell.strip() for cell in line.split("|")[1:3]] for line in table.splitlines() if line.startswith("|")]
        found[slug, int(seats)] = {level: int(elo) for level, elo in rows[2:]}
    return found


def test_titles_know_the_elo_points_of_the_tables_in_the_documentation() -> None:
    told = ladders_of((loader.BASE / "docs" / "bots.md").read_text())
    for (slug, seats), points in told.items():
        assert (dict(TITLES[slug].ladder[seats]), tuple(points)) == (points, TITLES[slug].levels), (slug, seats)


def test_every_size_was_measured_or_lies_between_two_that_were() -> None:
    told = ladders_of((loader.BASE / "docs" / "bots.md").read_text())
    measured = {slug: [seats for name, seats in told if name == slug] for slug in TITLES}
    assert measured == {
        "masques": [2, 3, 4],
        "maskera": [2],
        "mascarade": [2, 4, 6, 8, 13],
        "masons": [2, 3, 4],
    }

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.lantern.game import Lantern


def test_the_arena_prints_a_line_for_every_level(lantern: Lantern) -> None:
    out, progress = StringIO(), StringIO()
    call_command("arena", "lantern", "--blocks=5", "--seed=3", "--option=wind=storm", stdout=out, stderr=progress)
    lines = out.getvalue().splitlines()
    assert lines[0] == "Lantern, 2 seats, 10 matches, seed 3: easy, random"
    assert [line.split()[0] for line in lines[1:]] == ["level", "random", "easy"]
    assert "5 of 5 blocks" in progress.getvalue()


def test_an_attacker_plays_alone_against_the_level_that_it_knows(lantern: Lantern) -> None:
    out = StringIO()
    arguments = ("--attack=easy", "--worlds=3", "--seats=3", "--blocks=2")
    call_command("arena", "lantern", *arguments, stdout=out, stderr=StringIO())
    lines = out.getvalue().splitlines()
    assert lines[0] == "Lantern, 3 seats, 6 matches, seed 1: best:easy@3, easy, easy"
    assert [line.split()[0] for line in lines[1:]] == ["level", "easy", "best:easy@3"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["lantern", "--attack=hard"], "Lantern has no attacker on hard"),
        (["lantern", "--attack=newcomer"], "Name two levels or more"),
        (["lantern", "--levels=easy,best:easy@0"], "Name two levels or more"),
        (["lantern", "--attack=easy", "--worlds=0"], "must be at least 1"),
        (["chess"], "There is no title “chess”"),
        (["lantern", "--seats=5"], "is played by 2, 3, 4, not by 5"),
        (["lantern", "--levels=easy"], "Name two levels or more"),
        (["lantern", "--levels=easy,random,medium"], "at most one a seat"),
        (["lantern", "--option=wind"], "NAME=VALUE"),
        (["lantern", "--option=wind=gale"], "isn’t a valid value for that option"),
    ],
)
def test_the_arena_refuses_what_it_cannot_play(lantern: Lantern, arguments: list[str], words: str) -> None:
    with pytest.raises(CommandError, match=words):
        call_command("arena", *arguments, stdout=StringIO(), stderr=StringIO())

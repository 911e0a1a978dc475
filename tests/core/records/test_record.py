"""The common part of all file forms: tags, tokens, and a reader that says where a record breaks which rule."""

import re

import pytest

from games.core.engine.state import CHANCE
from games.core.errors import BadRecord
from games.core.kit.simulation import Simulation
from games.core.records import record
from games.core.records.record import split_tags, tag_lines, tokens_of
from games.core.title.game import Game
from games.registry import TITLES
from tests.lantern.game import LANTERN

TAGS = {"Seat0": "Ada", "Seat1": "Zeno"}


def written(plies: int = 99) -> str:
    simulation = Simulation(LANTERN, 2, {"wind": "calm"}, 5, "uniform")
    while len(simulation.events) < plies and simulation.step():
        pass
    entries = LANTERN.read_log(2, {"wind": "calm"}, simulation.events)
    return LANTERN.write_record(TAGS, 2, entries)


def refused(text: str) -> BadRecord:
    with pytest.raises(BadRecord) as caught:
        LANTERN.read_record(text)
    return caught.value


def test_tags_keep_quotes_backslashes_and_one_line() -> None:
    tags = {"Seat0": 'Ada "the\\ lamp"', "Event": "two\nlines"}
    text = "\n".join(tag_lines(tags))
    assert len(text.splitlines()) == 2
    assert split_tags(text + "\n\n0:3a") == ({**tags, "Event": "two lines"}, "\n\n0:3a")


def test_a_doubled_tag_is_refused() -> None:
    error = refused('[Seat0 "A"]\n' + written())
    assert "twice" in str(error.rule)
    assert error.token == '[Seat0 "Ada"]'


class CountedPattern:
    """The pattern of a tag. Counts the characters it is asked to look at: those of its matches."""

    def __init__(self, honest: re.Pattern[str]) -> None:
        self.honest = honest
        self.characters = 0

    def match(self, text: str, start: int = 0) -> re.Match[str] | None:
        found = self.honest.match(text, start)
        self.characters += (found.end() if found else len(text)) - start
        return found


@pytest.mark.parametrize("game", [LANTERN, *TITLES.values()], ids=lambda game: game.slug)
def test_the_work_grows_with_the_tags_and_no_faster(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = CountedPattern(record._TAG)
    monkeypatch.setattr(record, "_TAG", counted)
    simulation = Simulation(game, 2, game.complete_settings({}, 2), 1, "uniform")
    while simulation.state.to_move() == CHANCE:  # some deals are in tags
        simulation.step()
    own = game.write_record(TAGS, 2, game.read_log(2, simulation.settings, simulation.events)).rstrip()
    for tags in (100, 3000):
        more = tag_lines({f"Tag{number}": "x" * 40 for number in range(tags)})
        text = "\n".join([*more, own, "nonsense"])
        counted.characters = 0
        with pytest.raises(BadRecord) as caught:
            game.read_record(text)
        assert caught.value.token == "nonsense"
        assert counted.characters <= len(text)


def test_all_of_many_tags_are_kept() -> None:
    tags = {f"Tag{number}": "x" * 40 for number in range(5000)}
    assert split_tags("\n".join(tag_lines(tags)))[0] == tags


@pytest.mark.parametrize("name", ["Game", "Seat1"])
def test_a_record_without_its_tags_is_refused(name: str) -> None:
    lines = [line for line in written().splitlines() if not line.startswith(f"[{name} ")]
    assert refused("\n".join(lines)).ply == 0


def test_blanks_within_braces_count_as_one() -> None:
    assert tokens_of("{deal  0=1\n 1=2}  0:3a{wind 5}") == ["{deal 0=1 1=2}", "0:3a", "{wind 5}"]


def test_a_note_of_the_form_may_be_left_out_but_not_be_wrong() -> None:
    text = written()
    before, _brace, end = text.rstrip().rpartition(" {end")
    assert LANTERN.read_record(before).events == LANTERN.read_record(text).events
    error = refused(f"{before} {{end 0=99 1=99}}")
    assert (error.token, str(error.rule)) == ("{end 0=99 1=99}", f"According to the rules, {{end{end} must come here.")
    error = refused(text + " {end 0=99 1=99}")
    assert "The match is over" in str(error.rule)


def test_a_note_of_the_form_must_be_in_its_place() -> None:
    text = written()
    out = re.search(r" (\{out [^}]*\})", text)
    assert out is not None
    moved = text[: out.start()] + text[out.end() :].rstrip() + out[0]
    assert refused(moved).token == out[1]


def test_any_other_note_is_a_comment_everywhere() -> None:
    text = written()
    tags, body = text.split("\n\n")
    chatty = " {well played} ".join([*tokens_of(body), ""])
    assert LANTERN.read_record(f"{tags}\n\n{chatty}").events == LANTERN.read_record(text).events
    assert "well played" not in LANTERN.write_record(
        TAGS, 2, LANTERN.read_log(2, {"wind": "calm"}, LANTERN.read_record(text).events)
    )


def test_a_draw_may_not_be_left_out() -> None:
    text = written()
    deal = re.search(r"\{deal [^}]*\}", text)
    assert deal is not None
    assert "A draw should be here" in str(refused(text.replace(deal[0], "")).rule)


def test_site_events_may_be_anywhere_even_among_forced_tokens() -> None:
    text = written()
    head, end = text.rstrip().rsplit(" {end", 1)
    found = LANTERN.read_record(f"{head} {{site 1 resigned}} {{end{end}\n")
    assert [event.text for event in found.events if event.kind == "site"] == ["resigned"]
    again = LANTERN.write_record(found.tags, 2, LANTERN.read_log(2, found.settings, found.events))
    assert "{site 1 resigned}" in again


@pytest.mark.parametrize(
    ("addition", "words"),
    [
        ("0:3a", "The match is over"),
        ("{wind 3}", "The match is over"),
        ("nonsense", "The match is over"),
        ("{site 2 resigned}", "There’s no such seat"),
    ],
)
def test_nothing_follows_the_end(addition: str, words: str) -> None:
    assert words in str(refused(written() + addition).rule)


def test_a_record_may_stop_at_a_decision_but_not_within_a_window() -> None:
    simulation = Simulation(LANTERN, 3, {"wind": "calm"}, 5, "uniform")
    while not (simulation.state.sealed() and len(simulation.state.deciders()) == 2):
        simulation.step()
    tags = TAGS | {"Seat2": "Cleo"}

    def text() -> str:
        return LANTERN.write_record(tags, 3, LANTERN.read_log(3, {"wind": "calm"}, simulation.events))

    assert len(LANTERN.read_record(text()).events) == len(simulation.events)
    simulation.step()
    assert "before everyone has answered" in str(refused(text()).rule)


@pytest.mark.parametrize(
    ("token", "words"),
    [("nonsense", "must decide"), ("0:zz", "isn’t a move"), ("{wind 3}", "must decide")],
)
def test_a_token_that_is_no_move_is_refused_by_name(token: str, words: str) -> None:
    simulation = Simulation(LANTERN, 2, {"wind": "calm"}, 5, "uniform")
    while simulation.state.to_move() != 0:
        simulation.step()
    text = LANTERN.write_record(TAGS, 2, LANTERN.read_log(2, {"wind": "calm"}, simulation.events))
    error = refused(text + token)
    assert (error.ply, error.token) == (len(simulation.events), token)
    assert words in str(error.rule)

"""The drawn examples of the rules page show what the rules do; the expected places are handwritten."""

import re
from collections.abc import Iterator

import pytest

from games.titles.maskera.page import examples, figures
from games.titles.maskera.page.examples import Figure, Step, Story
from games.titles.maskera.page.figures import LABELS, beginning
from games.titles.maskera.rules.components import LETTERS
from games.titles.maskera.rules.effects import letters
from games.titles.maskera.rules.state import MaskeraState
from games.titles.maskera.text.names import NAMES
from tests.titles.maskera.positions import MASKERA, area, counts, discards, follow, hand

FIGURES = {name.lower(): figure for name, figure in vars(examples).items() if isinstance(figure, Figure)}
FIGURES |= examples.MASKS
DRAWN = {
    "play": ("~trial=P area0=RS hand0=B", "area0=PRS hand0=SBA"),
    "miss": ("~trial=B area1=PS hand0=PRA", "area1=PSB hand0=R discards=PA"),
    "hit": ("~trial=B area1=PS hand0=PRA", "area1=PS hand0=RSSA discards=PB"),
    "wins": ("area0=PPPPS", "area0=PRSBA"),
    "deal": ("~hand1=RRSBA area1=BB", "area0=PS hand0=PPSBA pile=26"),
    "no_win": ("~trial=P area0=PPPS hand0=R", "area0=PPPS hand0= discards=BRP"),
    "win_first": ("~trial=A area0=PRSSB ~hand1=RA", "area0=PRSSBA ~hand1=RA"),
    "draw": ("hand0=PRSBA pile=26", "hand0=PPRSSBA pile=24"),
    "empty": ("area0=P hand1=", "area0=PB hand1="),
    "spied": ("~trial=S area0=P ~hand1=RA", "area0=PS hand1=A discards=R"),
    "struck": ("~trial=P area1=PPPS hand0=RA", "area1=PPS hand0=R discards=APP"),
    "shuffle": ("pile=1 discards=PRSBAA hand0=S", "pile=5 discards= hand0=PSA"),
    "seen": ("trial=P hand0=BA", "~trial=P ~hand0=BA"),
    "politician": ("hand0=PB", "hand0=SBA"),
    "recruiter": ("aside=PPSBA hand0=B", "hand0=BA discards=PPSB"),
    "spy": ("~hand1=PRA hand0=SB", "hand1=PRA hand0=PB"),
    "brute": ("~hand1=PRA", "~hand1=PA discards=R"),
    "assassin": ("area1=PPR", "area1=PR discards=P"),
}
"""By figure, for each step: the zones that are drawn, and what lies there; ``~`` where backs are drawn."""
STORIES = [
    pytest.param(story, id=f"{name}-{at}")
    for name, figure in FIGURES.items()
    for at, story in enumerate(figure.stories)
]
NAMES_OF_ZONES = {str(label): name for name, label in LABELS.items()}


def positions(story: Story) -> Iterator[MaskeraState]:
    """The position at each step; every note of the record has to be what the rules say, and none may be missing."""
    state = beginning(story) if story.position else MASKERA.initial_state(2, {})
    for step in story.steps:
        if step.record:
            follow(state, step.record)
        yield state


def lying(state: MaskeraState, zone: str) -> str:
    """Return the contents of a zone, as written above."""
    if zone == "pile":
        return str(state.pile_size)
    if zone == "discards":
        return discards(state)
    if zone == "trial":
        return LETTERS[state.trial]
    if zone == "aside":
        return letters([mask for mask, count in enumerate(state.aside) for _copy in range(count)])
    return (hand if zone.startswith("hand") else area)(state, int(zone[-1]))


def zones(line: str) -> dict[str, str]:
    """A line of the table above by zone, ``~`` included."""
    return dict(item.split("=") for item in line.split())


@pytest.mark.parametrize("name", FIGURES)
def test_every_zone_holds_what_is_expected_when_its_story_is_followed(name: str) -> None:
    steps = [state.copy() for story in FIGURES[name].stories for state in positions(story)]
    assert len(steps) == len(DRAWN[name])
    for state, line in zip(steps, DRAWN[name], strict=True):
        assert {zone: lying(state, zone.lstrip("~")) for zone in zones(line)} == zones(line)


@pytest.mark.parametrize("name", FIGURES)
def test_every_zone_is_drawn_as_expected(name: str) -> None:
    steps = figures.figure(MASKERA, FIGURES[name])["steps"]
    assert len(steps) == len(DRAWN[name])
    for step, line in zip(steps, DRAWN[name], strict=True):
        drawn = [
            (NAMES_OF_ZONES[str(zone["label"])], zone.get("count"), [card["letter"] for card in zone["cards"]])
            for zone in step["zones"]
        ]
        assert drawn == [cards_of(zone, cards) for zone, cards in zones(line).items()]


def cards_of(zone: str, cards: str) -> tuple[str, int | None, list[str]]:
    """A zone of the table above as it is drawn: its name, the number of cards of a pile, the letter of each card."""
    if zone == "pile":
        return zone, int(cards), [""]
    return zone.lstrip("~"), None, ["" if zone.startswith("~") else letter for letter in cards]


@pytest.mark.parametrize("story", STORIES)
def test_nothing_is_open_that_you_may_not_see(story: Story) -> None:
    for state, step in zip(positions(story), story.steps, strict=True):
        view = state.view(0)
        if "hand1" in step.zones.split() and hand(state, 1):
            assert view["peek"] is not None
            assert view["peek"]["cards"] == counts(hand(state, 1))
        if "trial" in step.zones.split():
            assert view["trial"]["mask"] == LETTERS[state.trial]


def test_a_rival_sees_backs_where_the_rules_hide_cards() -> None:
    [story] = examples.SEEN.stories
    theirs = next(positions(story)).view(1)
    assert theirs["trial"]["mask"] is None
    assert theirs["hands"][0]["cards"] is None
    assert DRAWN["seen"] == ("trial=P hand0=BA", "~trial=P ~hand0=BA")


@pytest.mark.parametrize(("story", "reason"), list(zip(examples.WINS.stories, ("four", "five"), strict=True)))
def test_the_two_ways_to_win_are_wins(story: Story, reason: str) -> None:
    [state] = positions(story)
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0,), reason)


@pytest.mark.parametrize("name", FIGURES)
def test_a_caption_names_masks_that_occur(name: str) -> None:
    told = FIGURES[name]
    parts = [part for story in told.stories for step in story.steps for part in re.split(r"[ {}]", step.record)]
    held = "".join(cards for line in DRAWN[name] for zone, cards in zones(line).items() if zone != "pile")
    occurring = {letter for part in parts for letter in part if letter in LETTERS} | set(held)
    named = {letter for letter, mask in zip(LETTERS, NAMES, strict=True) if str(mask) in str(told.caption)}
    assert named <= occurring
    assert named or name in ("deal", "shuffle"), "those are about cards of any mask"


@pytest.mark.parametrize("name", examples.MASKS)
def test_the_example_of_a_mask_plays_that_mask(name: str) -> None:
    [story] = examples.MASKS[name].stories
    letter = LETTERS[[str(mask).lower() for mask in NAMES].index(name)]
    assert f"0:pl={letter} 1:ok" in " ".join(step.record for step in story.steps)


def test_cards_that_have_come_are_marked_and_hidden_ones_are_backs() -> None:
    before = Step(examples.TRIAL, "", "area1 ~hand1")
    after = Step(examples.TRIAL, "1:pl=P 0:ok {rev 1 P} {draw 1 AA}", "area1 ~hand1 pile")
    story = Story("hand0=S hand1=PB area0=RR area1=PRS", (before, after), active=1)
    [_, drawn] = figures.figure(MASKERA, Figure(examples.TRIAL, (story,)))["steps"]
    own, other, pile = drawn["zones"]
    assert [(card["letter"], card["new"]) for card in own["cards"]] == [
        ("P", False),
        ("P", True),
        ("R", False),
        ("S", False),
    ]
    assert [(card["letter"], card["new"]) for card in other["cards"]] == [("", False), ("", True), ("", True)]
    assert (len(pile["cards"]), pile["count"]) == (1, 30)

"""The drawn examples of the rules page are true: each is followed with the rules, and what is drawn lies there."""

import re

import pytest

from games.titles.maskera.page import examples, figures
from games.titles.maskera.page.examples import Figure, Step, Story, Zone
from games.titles.maskera.rules.components import LETTERS
from games.titles.maskera.rules.effects import letters
from games.titles.maskera.rules.state import MaskeraState
from games.titles.maskera.text.names import NAMES
from tests.titles.maskera.positions import MASKERA, area, counts, discards, follow, hand, position

FIGURES = {name: figure for name, figure in vars(examples).items() if isinstance(figure, Figure)} | examples.MASKS
STORIES = [
    pytest.param(story, id=f"{name}-{at}")
    for name, figure in FIGURES.items()
    for at, story in enumerate(figure.stories)
]


def beginning(story: Story) -> MaskeraState:
    """The position that a story begins with."""
    if story.steps[0].record.startswith("{deal"):
        return MASKERA.initial_state(2, {})
    return position(
        hand0=story.hand0,
        hand1=story.hand1,
        area0=story.area0,
        area1=story.area1,
        discards=story.discards,
        pile=story.pile,
        active=story.active,
    )


def lying(state: MaskeraState, zone: str) -> str:
    """What lies in a zone, as examples write it."""
    if zone == "pile":
        return str(state.pile_size)
    if zone == "discards":
        return discards(state)
    if zone == "trial":
        return LETTERS[state.trial]
    if zone == "aside":
        return letters([mask for mask, count in enumerate(state.aside) for _copy in range(count)])
    return (hand if zone.startswith("hand") else area)(state, int(zone[-1]))


@pytest.mark.parametrize("story", STORIES)
def test_every_zone_holds_what_is_drawn(story: Story) -> None:
    state = beginning(story)
    for step in story.steps:
        if step.record:
            follow(state, step.record)
        assert {zone.name: zone.cards for zone in step.zones} == {
            zone.name: lying(state, zone.name) for zone in step.zones
        }


@pytest.mark.parametrize("story", STORIES)
def test_nothing_is_open_that_you_may_not_see(story: Story) -> None:
    state = beginning(story)
    for step in story.steps:
        if step.record:
            follow(state, step.record)
        view = state.view(0)
        for zone in step.zones:
            if zone.name == "hand1" and zone.cards and not zone.hidden:
                assert view["peek"] is not None
                assert view["peek"]["cards"] == counts(zone.cards)
            if zone.name == "trial" and not zone.hidden:
                assert view["trial"]["mask"] == zone.cards


def test_what_your_rival_sees_is_backs_where_the_rules_hide_cards() -> None:
    [story] = examples.SEEN.stories
    state = beginning(story)
    follow(state, story.steps[0].record)
    theirs = state.view(1)
    assert theirs["trial"]["mask"] is None
    assert theirs["hands"][0]["cards"] is None
    assert [zone.hidden for zone in story.steps[0].zones] == [False, False]
    assert [zone.hidden for zone in story.steps[1].zones] == [True, True]


@pytest.mark.parametrize(("story", "reason"), list(zip(examples.WINS.stories, ("four", "five"), strict=True)))
def test_the_two_ways_to_win_are_wins(story: Story, reason: str) -> None:
    state = beginning(story)
    follow(state, story.steps[-1].record)
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0,), reason)


@pytest.mark.parametrize("name", FIGURES)
def test_a_caption_names_masks_that_occur(name: str) -> None:
    told = FIGURES[name]
    parts = [part for story in told.stories for step in story.steps for part in re.split(r"[ {}]", step.record)]
    held = "".join(zone.cards for story in told.stories for step in story.steps for zone in step.zones)
    occurring = {letter for part in parts for letter in part if letter in LETTERS} | set(held)
    named = {letter for letter, mask in zip(LETTERS, NAMES, strict=True) if str(mask) in str(told.caption)}
    assert named <= occurring
    assert named or name in ("DEAL", "SHUFFLE"), "those are about cards of any mask"


@pytest.mark.parametrize("name", examples.MASKS)
def test_the_example_of_a_mask_plays_that_mask(name: str) -> None:
    [story] = examples.MASKS[name].stories
    letter = LETTERS[[str(mask).lower() for mask in NAMES].index(name)]
    assert f"0:pl={letter} 1:ok" in " ".join(step.record for step in story.steps)


def test_cards_that_have_come_are_marked_and_hidden_ones_are_backs() -> None:
    before = Step(examples.TRIAL, "", (Zone("area0", "PRS"), Zone("hand1", "AA", hidden=True)))
    after = Step(examples.TRIAL, "", (Zone("area0", "PPRS"), Zone("hand1", "AAA", hidden=True), Zone("pile", "7")))
    [_, drawn] = figures.figure(Figure(examples.TRIAL, (Story((before, after)),)))["steps"]
    own, other, pile = drawn["zones"]
    assert [(card["letter"], card["new"]) for card in own["cards"]] == [
        ("P", False),
        ("P", True),
        ("R", False),
        ("S", False),
    ]
    assert [(card["letter"], card["new"]) for card in other["cards"]] == [("", False), ("", False), ("", True)]
    assert (len(pile["cards"]), pile["count"]) == (1, "7")

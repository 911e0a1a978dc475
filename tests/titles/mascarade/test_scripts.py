"""Which masks may be in play together, at every number of players."""

from fractions import Fraction
from itertools import combinations

import pytest

from games.core.engine.state import CHANCE
from games.core.errors import MoveError
from games.titles.mascarade.rules.components import ADVANCED, CUSTOM, SCRIPTED, SCRIPTS, STANDARD, script_masks
from games.titles.mascarade.rules.masks import CODES, MIN_SEATS
from games.titles.mascarade.text.scripts import script_refusal
from games.titles.mascarade.text.settings import expanded, other_scripts
from tests.titles.mascarade.table import MASCARADE, settings

ALL_SEATS = range(2, 14)


def refused(seats: int, masks: str) -> str:
    return str(script_refusal(seats, masks.split()))


@pytest.mark.parametrize("seats", ALL_SEATS)
@pytest.mark.parametrize("script", [STANDARD, ADVANCED])
def test_the_ready_made_scripts_keep_the_rules_of_custom_ones(script: int, seats: int) -> None:
    masks = SCRIPTS[script][seats].split()
    assert script_refusal(seats, masks) is None
    assert len(masks) == max(6, seats)
    assert [CODES[mask] for mask in script_masks(script, seats)] == sorted(masks)


def test_q1_two_to_thirteen_players() -> None:
    assert MASCARADE.seats == tuple(range(2, 14))
    for seats in MASCARADE.seats:
        assert MASCARADE.complete_settings({}, seats)["turn_limit"] == str(60 * seats)


@pytest.mark.parametrize(
    ("seats", "masks", "reason"),
    [
        (8, "TR KI EM PA SO TH SP BE", "The Judge is always in play."),
        (8, "JU PE KI EM TR SO TH SP", "Choose both Peasants, or neither."),
        (8, "JU PE PE PE KI EM SO TH", "There are only 2 copies of this mask: Peasant."),
        (8, "JU JU KI EM PA SO TH SP", "There’s only 1 copy of this mask: Judge."),
        (8, "JU KI TR CH BE SO TH SP", "At least a third of the masks must bring money from the bank: 1 of 8 do."),
        (7, "JU KI EM TR SO TH SP CH BE", "2 of 9 do."),
        (7, "JU PE PE KI EM TR SO", "This mask needs at least 8 players: Peasant."),
        (7, "JU GU KI EM PA TR SO", "This mask needs at least 8 players: Guru."),
        (5, "JU PR KI EM TR SO", "This mask needs at least 6 players: Princess."),
        (4, "JU PU KI EM TR SO", "This mask needs at least 6 players: Puppeteer."),
        (2, "JU KI EM TR SO", "With two or three players, choose exactly six masks; you have 5."),
        (3, "JU KI EM TR SO TH WI", "With two or three players, choose exactly six masks; you have 7."),
        (4, "JU KI EM", "With 4 players, choose 4 to 6 masks; you have 3."),
        (4, "JU KI EM TR SO TH WI", "With 4 players, choose 4 to 6 masks; you have 7."),
        (5, "JU KI EM TR", "With 5 players, choose 5 to 7 masks; you have 4."),
        (5, "JU KI EM TR SO TH WI PA", "With 5 players, choose 5 to 7 masks; you have 8."),
        (6, "JU KI EM TR SO", "With 6 players, choose 6 to 8 masks; you have 5."),
        (6, "JU KI EM TR SO TH WI PA FO", "With 6 players, choose 6 to 8 masks; you have 9."),
        (13, "JU KI EM TR SO TH WI PA FO GU PR PU", "With 13 players, choose 13 to 15 masks; you have 12."),
        (
            13,
            "JU KI EM TR SO TH WI PA FO GU PR PU BE CH SP PE PE",
            "With 13 players, choose 13 to 15 masks; you have 17.",
        ),
        (8, "", "The Judge is always in play."),
    ],
)
def test_a_refusal_says_what_is_missing(seats: int, masks: str, reason: str) -> None:
    assert refused(seats, masks).endswith(reason)


@pytest.mark.parametrize(
    ("seats", "masks"),
    [
        (2, "JU BE CH FO PA WI"),
        (3, "JU EM PA TH SP WI"),
        (4, "JU EM KI SO"),
        (4, "JU EM PA TH SP"),
        (4, "JU EM PA TH SP WI"),
        (5, "JU EM PA TH SP"),
        (5, "JU KI EM TR SO TH WI"),
        (6, "JU PR PU KI EM TR SO TH"),
        (7, "JU PR PU KI EM TR SO TH CH"),
        (8, "JU PE PE GU EM KI TR SO TH SP"),
        (9, "JU PE PE GU EM TR SO TH SP"),
        (10, "JU PE PE GU EM KI TR SO TH SP CH BE"),
        (11, "JU PE PE GU EM KI TR SO TH SP CH"),
        (12, "JU PE PE GU EM KI TR SO TH SP CH BE"),
        (13, "JU PE PE GU EM KI TR SO TH SP CH BE PU PR FO"),
    ],
)
def test_a_script_within_the_rules_is_accepted_and_played(seats: int, masks: str) -> None:
    assert script_refusal(seats, masks.split()) is None
    chosen = " ".join(code for code in CODES if code in masks.split())
    state = MASCARADE.initial_state(seats, settings(seats, script="custom", masks=chosen))
    view = state.view(None)
    assert view["script"] == sorted(masks.split())
    assert len(view["slots"]) == len(masks.split())


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_every_mask_is_refused_below_its_number_of_players_and_nowhere_else(seats: int) -> None:
    for mask, code in enumerate(CODES):
        needs = refused(seats, f"JU KI EM PA WI {code} {code if code == 'PE' else ''}")
        assert ("players: " in needs) == (MIN_SEATS[mask] > seats)


def test_the_ready_made_scripts_are_drawn_before_the_deal() -> None:
    for outcome, name in ((STANDARD, "standard"), (ADVANCED, "advanced")):
        state = MASCARADE.initial_state(8, settings(8, script="random"))
        step = state.chance_step()
        assert (step.purpose, step.index, step.weights) == ("script", (0,), (1, 1, 1))
        assert state.view(None)["script"] == []
        state.choose_chance(outcome)
        assert state.view(None)["script_name"] == name
        assert state.view(None)["script"] == sorted(SCRIPTS[outcome][8].split())
        assert state.chance_step().purpose == "deal"


def scripts_that_fit(seats: int, size: int) -> list[tuple[str, ...]]:
    """All scripts of this size that a host might choose among the masks of the ready-made ones."""
    words = [code for code in sorted(SCRIPTED) if code not in ("JU", "PE")]
    found = []
    for peasants in ((), ("PE", "PE")):
        for others in combinations(words, size - 1 - len(peasants)):
            masks = tuple(sorted(("JU", *peasants, *others)))
            if script_refusal(seats, masks) is None:
                found.append(masks)
    return found


def chance_of(seats: int, masks: tuple[str, ...]) -> Fraction:
    """How likely chance makes up this script, and that it is in play then."""
    state = MASCARADE.initial_state(seats, settings(seats, script="random"))
    state.choose_chance(CUSTOM)
    found = Fraction(1)
    while (step := state.chance_step()).purpose == "mask":
        assert step.outcomes == (0, 1)
        taken = CODES[step.index[0]] in masks
        found *= Fraction(step.weights[taken], sum(step.weights))
        state.choose_chance(int(taken))
    assert state.view(None)["script_name"] == "custom"
    assert tuple(state.view(None)["script"]) == masks
    return found


@pytest.mark.parametrize(("seats", "size"), [(2, 6), (4, 6), (6, 6), (7, 7), (8, 8), (13, 13)])
def test_a_script_that_chance_makes_up_is_any_that_fits_each_as_likely(seats: int, size: int) -> None:
    fitting = scripts_that_fit(seats, size)
    for masks in (fitting[0], fitting[len(fitting) // 2], fitting[-1]):
        assert chance_of(seats, masks) == Fraction(1, len(fitting))


def test_scripts_by_chance_are_of_all_three_kinds() -> None:
    names = set()
    for seed in range(30):
        state = MASCARADE.initial_state(8, settings(8, script="random"))
        state.seed(seed)
        while state.to_move() == CHANCE:
            state.random_chance()
        names.add(state.view(None)["script_name"])
        assert script_refusal(8, state.view(None)["script"]) is None
    assert names == {"standard", "advanced", "custom"}


def test_the_deal_is_a_mask_a_slot_and_then_the_first_seat() -> None:
    state = MASCARADE.initial_state(8, settings(8))
    places = []
    while state.to_move() == CHANCE:
        step = state.chance_step()
        places.append((step.purpose, step.index))
        assert sum(step.weights) == (8 - len(places) + 1 if step.purpose == "deal" else 8)
        state.choose_chance(step.outcomes[-1])
    assert places == [*(("deal", (slot,)) for slot in range(8)), ("first", (0,))]
    assert sorted(CODES[mask] for mask in state.mask) == sorted(SCRIPTS[STANDARD][8].split())


def test_settling_deals_all_masks_of_the_script() -> None:
    for seed in range(20):
        state = MASCARADE.initial_state(10, settings(10, script="random"))
        state.seed(seed)
        state.settle_chance()
        assert sorted(CODES[mask] for mask in state.dealt) == state.view(None)["script"]
        if state.script != CUSTOM:
            assert state.view(None)["script"] == sorted(SCRIPTS[int(state.script)][10].split())
        assert list(state.mask) == list(state.dealt)


# The settings.


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_the_usual_settings(seats: int) -> None:
    assert settings(seats) == {
        "script": "standard",
        "masks": "",
        "log_masks": "on",
        "challenge_mode": "sealed",
        "reveal_lock": "announce",
        "turn_limit": str(60 * seats),
    }


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_the_usual_choice_of_the_host_is_the_standard_script(seats: int) -> None:
    state = MASCARADE.initial_state(seats, settings(seats, script="custom"))
    assert state.view(None)["script"] == sorted(SCRIPTS[STANDARD][seats].split())


@pytest.mark.parametrize("seats", ALL_SEATS)
def test_the_scripts_that_tests_try_are_allowed(seats: int) -> None:
    for words in other_scripts(seats):
        assert script_refusal(seats, expanded(words)) is None
    assert len(expanded(other_scripts(seats)[1])) == (6 if seats < 4 else seats + 2)


def test_one_word_means_both_peasants() -> None:
    chosen = settings(8, script="custom", masks="PE JU KI EM TR SO TH")
    assert chosen["masks"] == "EM JU KI PE SO TH TR"
    assert MASCARADE.initial_state(8, chosen).view(None)["script"].count("PE") == 2


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"script": "custom", "masks": "KI EM TR SO TH CH"}, "The Judge is always in play."),
        ({"script": "custom", "masks": "JU KI EM TR SO XX"}, "isn’t one of the choices"),
        ({"turn_limit": "0"}, "enter a number from 1 to 1000"),
        ({"turn_limit": "1001"}, "enter a number from 1 to 1000"),
        ({"log_masks": "maybe"}, "isn’t a valid value for that option"),
        ({"colour": "red"}, "has no option"),
    ],
)
def test_settings_that_cannot_be_are_refused(given: dict[str, str], reason: str) -> None:
    with pytest.raises(MoveError, match=reason):
        settings(6, **given)

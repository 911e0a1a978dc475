"""The table of agents: whatever depends on it has a row for every kind, and a new kind is never taken for another."""

import random
import sys
from copy import deepcopy
from types import ModuleType

import pytest
from django.template.loader import render_to_string

from games.core.engine.card_table import check_table
from games.core.engine.sets import members
from games.core.kit.conformance.context import internal_state
from games.titles.masques.page.preview import show_ability
from games.titles.masques.rules import abilities, action
from games.titles.masques.rules.agents import (
    AGENTS,
    FIRST_TARGET,
    KINDS,
    NO_TARGET,
    PRICES,
    SECOND_TARGET,
    Agent,
    one_step,
)
from games.titles.masques.rules.codes import AGENT_CODES
from games.titles.masques.rules.components import GUESTS, HALL, HIRE, MOST_PLACES, NO_ABILITY, NONE, PALACE, PASS
from games.titles.masques.rules.view import CardView, TokenView
from tests.project.sources import BASE
from tests.titles.masques.positions import AGENTS_OF_THE_BOX, dealt, position

RULES = "games.titles.masques.rules"


def test_the_agents_are_those_of_the_box() -> None:
    assert tuple(AGENT_CODES) == AGENTS_OF_THE_BOX


def test_every_kind_has_a_row_in_every_table() -> None:
    assert KINDS == len(AGENTS) == len(FIRST_TARGET) == len(SECOND_TARGET) == len(PRICES) // 4
    for agent in AGENTS:
        two_steps = agent.second != NO_TARGET
        assert bool(agent.words.second_prompt) == bool(agent.words.second_click) == two_steps
        assert len(agent.prices) == 3


@pytest.mark.parametrize("agent", AGENTS, ids=AGENT_CODES)
def test_every_agent_is_drawn(agent: Agent) -> None:
    drawn = render_to_string("titles/masques/_defs.html")
    assert f'<symbol id="mq-figure-{agent.code}"' in drawn, f"{agent.code} has no drawing in _defs.html"


@pytest.mark.parametrize("agent", AGENTS, ids=AGENT_CODES)
def test_every_ability_is_shown_before_it_is_confirmed(agent: Agent) -> None:
    """Where both of its targets hold a guest and a token, all face up or all facedown."""
    shown = []
    for down in (False, True):
        hallways: list[CardView | None] = [{"card": "C4", "down": down}, {"card": "D3", "down": down}]
        tokens: list[TokenView | None] = [{"token": "CL", "down": down}, {"token": "du", "down": down}]
        before = deepcopy((hallways, tokens))
        show_ability(int(agent.number), hallways, tokens, 0, 1)
        shown.append((hallways, tokens) != before)
    assert any(shown), f"page/preview.py shows nothing of {agent.code}"


@pytest.mark.parametrize("field", ["name", "ability", "hire", "hired", "effect", "first_prompt", "first_click"])
def test_words_that_a_row_lacks_are_said(field: str) -> None:
    last = AGENTS[-1]._replace(words=AGENTS[-1].words._replace(**{field: ""}))
    with pytest.raises(ValueError, match=rf"^Agents: {last.code} has no words\.{field}\.$"):
        check_table("Agents", [*AGENTS[:-1], last], KINDS)


def test_a_kind_without_a_row_is_said() -> None:
    said = rf"^Agents: there are {KINDS + 1} numbers and {KINDS} rows; the last row is {AGENTS[-1].code}\.$"
    with pytest.raises(ValueError, match=said):
        check_table("Agents", AGENTS, KINDS + 1)


def ranges_of(components: ModuleType, kinds: int) -> list[range]:
    """The numbers of all parts, sort by sort."""
    return [
        range(components.GUESTS),
        range(components.HIRE, components.HIRE + kinds),
        range(components.PASS, components.PASS + 1),
        range(components.HALL, components.HALL + components.MOST_PLACES),
        range(components.PALACE, components.PALACE + components.MOST_PLACES),
        range(components.NO_ABILITY, components.NO_ABILITY + 1),
    ]


def loaded(monkeypatch: pytest.MonkeyPatch, name: str, *changes: tuple[str, str]) -> ModuleType:
    """A module of the rules from its source, with changes, in the place of the true one while the test lasts."""
    source = (BASE / "games" / "titles" / "masques" / "rules" / f"{name}.py").read_text()
    for old, new in changes:
        assert old in source
        source = source.replace(old, new, 1)
    module = ModuleType(f"{RULES}.{name}")
    monkeypatch.setitem(sys.modules, f"{RULES}.{name}", module)
    exec(source, module.__dict__)
    return module


def test_a_seventh_kind_takes_no_number_of_anything_else(monkeypatch: pytest.MonkeyPatch) -> None:
    row = '    Agent(KINDS - 1, "SP", (2, 2, 2), GUEST, AgentWords(*"abcdefg")),\n'
    change = ("KINDS: Final = TRADER + 1", "KINDS: Final = TRADER + 2"), (")\ncheck_table(", row + ")\ncheck_table(")
    agents = loaded(monkeypatch, "agents", *change)
    components = loaded(monkeypatch, "components")
    codes = loaded(monkeypatch, "codes")
    assert agents.KINDS == KINDS + 1
    ranges = ranges_of(components, agents.KINDS)
    numbers = [number for each in ranges for number in each]
    assert numbers == list(range(len(numbers))), "one range follows the other, none overlap"
    assert components.CARDS == components.FIRST_AGENT + 3 * agents.KINDS
    assert len(components.INFLUENCE) == len(components.FAMILY) == components.CARDS + 1
    assert codes.card_code(components.CARDS - 1) == "SP"
    offers = agents.affordable([0] * agents.KINDS)
    assert [KINDS in members(kinds) for kinds in offers] == [False, False, True, True, True, True]


def test_parts_have_the_numbers_that_they_always_had() -> None:
    assert (GUESTS, HIRE, PASS, HALL, PALACE, NO_ABILITY, MOST_PLACES) == (15, 15, 21, 22, 38, 54, 16)


def test_an_unknown_kind_is_an_error_and_nothing_else() -> None:
    state = position(4, "H: 3=C2", "hand 0: V4", "du 0: 9")
    for change in (abilities.change_palace, abilities.restore_palace):
        with pytest.raises(AssertionError):
            change(state, KINDS, 3, 4)
    with pytest.raises(AssertionError):
        show_ability(int(KINDS), [None] * 16, [None] * 16, 3, 4)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_ability_in_reach_can_be_taken_back(seats: int) -> None:
    generator = random.Random(seats)
    tried = set()
    for seed in range(12):
        state = dealt(seats, seed)
        while state.phase == dealt(seats, seed).phase and seats > 2:
            state.choose(state.to_move(), state.random_option(state.to_move()))
        for _turn in range(seats * 3):
            for hall in members(state.vacant):
                for kind in range(KINDS):
                    for first in [action.place_of(part) for part in abilities.first_targets(state, kind, hall)]:
                        tried.add(kind)
                        check_taken_back(state, kind, hall, first, generator)
            state.random_move(state.mover)
    assert tried == set(range(KINDS))


def check_taken_back(state: object, kind: int, hall: int, first: int, generator: random.Random) -> None:
    before = internal_state(state)
    second = NONE
    if not one_step(kind):
        second = action.place_of(generator.choice(abilities.second_targets(state, kind, hall, first)))
    abilities.change_palace(state, kind, first, second)
    abilities.restore_palace(state, kind, first, second)
    assert internal_state(state) == before

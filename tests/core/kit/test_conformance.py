"""All titles of the registry, and Lantern, keep the laws; and a title that breaks one is found."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

import pytest

from games.core.engine.events import Effect, Entry, Event, EventKind, Memory
from games.core.engine.log import apply_event
from games.core.engine.state import CHANCE, State
from games.core.kit.conformance import LawBroken, check_match
from games.core.kit.conformance.budget import FULL, SAMPLE, Budget, budget_of, matches_of
from games.core.title.game import Game
from games.registry import TITLES
from tests.lantern.game import LANTERN, Lantern
from tests.lantern.rules import turn
from tests.lantern.rules.components import BLOW, BLOW_PART, DONE, HANG, LET_PART, WAITING
from tests.lantern.rules.effects import Dealt, Hung
from tests.lantern.rules.state import LanternState
from tests.lantern.text.annotator import LanternAnnotator

STRATEGIES = ("uniform", "skewed", "mostly-first", "mostly-last")
OF_THE_RUN = {FULL: replace(FULL, plies=8, histories=8), SAMPLE: replace(SAMPLE, plies=6, histories=3)}
"""By the budget of a title what the run looks at: plies of each match, of all its phases, and changed events."""


def cases() -> Iterator[Any]:
    """Each match, in the tier with the budget of its title. The run looks at less of each, and at every second
    match; but at all of Lantern's."""
    for game in [LANTERN, *TITLES.values()]:
        for number, (seats, settings, strategy) in enumerate(matches_of(game, STRATEGIES)):
            name = "-".join([game.slug, str(seats), *settings.values(), strategy])
            match = (game, seats, settings, strategy)
            budget = budget_of(game)
            if game is LANTERN:
                yield pytest.param(*match, budget, id=name)
            else:
                yield pytest.param(*match, budget, id=f"{name}-in-full", marks=pytest.mark.reliability)
                if (number + number // len(STRATEGIES)) % 2:  # by turns each half of the strategies
                    yield pytest.param(*match, OF_THE_RUN[budget], id=name)


@pytest.mark.parametrize(("game", "seats", "settings", "strategy", "budget"), list(cases()))
def test_a_title_keeps_the_laws(
    game: Game, seats: int, settings: dict[str, str], strategy: str, budget: Budget
) -> None:
    check_match(game, seats, settings, sum(map(ord, strategy)), strategy, budget)


def test_a_card_played_openly_that_ends_a_round_is_no_leak() -> None:
    """It is in the log for all to read, and in no view any more."""
    check_match(TITLES["masques"], 2, {}, 0, "uniform", replace(FULL, plies=1))


def chi_square(counts: Mapping[int, int], weights: Mapping[int, float]) -> float:
    """How far counts are from what weights promise, in units of the number of outcomes."""
    total, whole = sum(counts.values()), sum(weights.values())
    assert set(counts) <= set(weights)
    expected = {outcome: total * weight / whole for outcome, weight in weights.items()}
    return sum((counts.get(outcome, 0) - mean) ** 2 / mean for outcome, mean in expected.items()) / len(weights)


def positions(game: Game, seats: int, wanted: int) -> Iterator[State]:
    """Some positions of random play."""
    state = game.initial_state(seats, game.complete_settings({}, seats))
    state.seed(99)
    for _ply in range(wanted):
        if state.outcome() is not None:
            return
        yield state.copy()
        if state.to_move() == CHANCE:
            state.random_chance()
        else:
            state.choose(state.to_move(), state.random_option(state.to_move()))


@pytest.mark.parametrize("game", [LANTERN, *TITLES.values()], ids=lambda game: game.slug)
def test_random_options_are_uniform(game: Game) -> None:
    checked = 0
    for state in positions(game, game.seats[-1], 120):
        seat = state.to_move()
        if seat == CHANCE or len(state.options(seat)) < 2:
            continue
        counts: dict[int, int] = {}
        for _draw in range(600):
            part = state.random_option(seat)
            counts[part] = counts.get(part, 0) + 1
        assert chi_square(counts, dict.fromkeys(state.options(seat), 1.0)) < 5
        checked += 1
    assert checked >= 5


def check_matches(game: Game, seats: int) -> None:
    """A handful of matches: enough for any of the faults below."""
    for seed in range(5):
        check_match(game, seats, {}, seed)


class Leaky(LanternState):
    """Shows the mover's hand to everybody."""

    def view(self, seat: int | None) -> dict[str, Any]:
        return super().view(seat) | {"hint": [self.held(self.mover, card) for card in range(1, 5)]}

    def copy(self) -> "Leaky":
        return Leaky(self)


class Peeking(LanternState):
    """Re-deals from a seed that depends on what its seat may not know."""

    def redeal(self, seat: int, seed: int) -> LanternState:
        hidden = sum(number * (place + 1) for place, number in enumerate(self.hand))
        return super().redeal(seat, seed + hidden)

    def copy(self) -> "Peeking":
        return Peeking(self)


class Dealing(LanternState):
    """Forgets to re-deal the other hands, and gives everything to its seat."""

    def redeal(self, seat: int, seed: int) -> LanternState:
        world = super().redeal(seat, seed)
        world.hand[seat * 5 + 1] += 1
        return world

    def copy(self) -> "Dealing":
        return Dealing(self)


class Unsealed(LanternState):
    """Shows answers before all are in."""

    def view(self, seat: int | None) -> dict[str, Any]:
        return super().view(seat) | {"blown": self.phase == BLOW and turn.blowers(self) > 0}

    def copy(self) -> "Unsealed":
        return Unsealed(self)


class Hasty(LanternState):
    """Lets the first to blow close the window for the others."""

    def choose(self, seat: int, part: int) -> None:
        if self.phase == BLOW and part == BLOW_PART:
            for other in range(seat + 1, self.seats):
                if self.answer[other] == WAITING:
                    self.answer[other] = LET_PART
        super().choose(seat, part)

    def copy(self) -> "Hasty":
        return Hasty(self)


class Shared(LanternState):
    """Copies that share a row."""

    def copy(self) -> "Shared":
        twin = Shared(self)
        twin.light = self.light
        return twin


class Descending(LanternState):
    """Lists options the wrong way round."""

    def options(self, seat: int) -> list[int]:
        return super().options(seat)[::-1]

    def copy(self) -> "Descending":
        return Descending(self)


class Counting(LanternState):
    """Remembers that it was asked."""

    asked = 0

    def deciders(self) -> list[int]:
        self.asked = self.asked + 1
        return super().deciders()

    def copy(self) -> "Counting":
        return Counting(self)


class Endless(LanternState):
    """Never comes to its end: a seat that has hung a lantern gets another."""

    def choose(self, seat: int, part: int) -> None:
        super().choose(seat, part)
        self.go_on()

    def choose_chance(self, outcome: int) -> None:
        super().choose_chance(outcome)
        self.go_on()

    def go_on(self) -> None:
        """The end of the night is the beginning of a turn."""
        if self.phase == DONE:
            self.hand[self.mover * 5 + 1] += 1
            self.phase = HANG

    def copy(self) -> "Endless":
        return Endless(self)


@pytest.mark.parametrize(
    ("kind", "law"),
    [
        (Leaky, "keeps the view"),
        (Peeking, "give the same world"),
        (Dealing, "keeps the view"),
        (Unsealed, "nobody can tell what seat"),
        (Hasty, "answer|deciders|order"),
        (Shared, "a copy is independent"),
        (Descending, "ascend"),
        (Counting, "queries change nothing|leaves the position"),
        (Endless, "goes on after"),
    ],
)
def test_a_state_that_breaks_a_law_is_found(kind: type[LanternState], law: str) -> None:
    class Broken(Lantern):
        def initial_state(self, seats: int, settings: Mapping[str, str]) -> State:
            return kind(seats=seats, storm=settings["wind"] == "storm")

    with pytest.raises(LawBroken, match=law):
        check_matches(Broken(), 4)


class OpenDeal(Dealt):
    """Shows seat 1 the whole deal in the log."""

    def redact(self, viewer: int | None) -> Dealt:
        return self if viewer == 1 else OpenDeal(super().redact(viewer).hands)


class TelltaleAnnotator(LanternAnnotator):
    def dealt(self) -> Dealt:
        return OpenDeal(super().dealt().hands)


class Telltale(Lantern):
    """Writes the deal in a way that seat 1 may read."""

    def annotator(self, seats: int, settings: Mapping[str, str]) -> LanternAnnotator:
        return TelltaleAnnotator(self, seats, settings)

    def parse_effect(self, kind: EventKind, seat: int | None, text: str) -> Effect:
        effect = super().parse_effect(kind, seat, text)
        return OpenDeal(effect.hands) if isinstance(effect, Dealt) else effect


class Misread(Lantern):
    """Takes a bridge for another when it reads an entry."""

    def parse_effect(self, kind: EventKind, seat: int | None, text: str) -> Effect:
        return super().parse_effect(
            kind, seat, text[:1] + text[1:].replace("b", "a") if kind == EventKind.MOVE else text
        )


class Loud(Lantern):
    """Takes a lantern on another bridge for a secret."""

    def alternatives(self, state: State, event: Event) -> Sequence[Event]:
        return [replace(event, text=event.text[0] + "b")] if event.text.endswith("a") else ()


class Late(Lantern):
    """Takes an answer that opens the window for a secret."""

    def alternatives(self, state: State, event: Event) -> Sequence[Event]:
        return [replace(event, text="blow")] if event.text == "let" and len(state.deciders()) == 1 else ()


class Cheating(Lantern):
    """Takes a lantern that nobody holds for a secret."""

    def alternatives(self, state: State, event: Event) -> Sequence[Event]:
        return [replace(event, text="9a")] if event.text.endswith("a") else ()


class Mistaken(Lantern):
    """Takes the answer of one seat for that of another."""

    def alternatives(self, state: State, event: Event) -> Sequence[Event]:
        return [replace(other, seat=1 - event.seat) for other in super().alternatives(state, event)]


class Idle(Lantern):
    """Takes the move itself for another."""

    def alternatives(self, state: State, event: Event) -> Sequence[Event]:
        return [event] if super().alternatives(state, event) else ()


class Mumbling(Lantern):
    """Two cards of one name."""

    def part_word(self, state: State, seat: int, part: int) -> str:
        return super().part_word(state, seat, part).replace("b", "a")


class Forgetful(Lantern):
    """Never writes the deal down: a record cannot be read."""

    def write_record(self, tags: Mapping[str, str], seats: int, entries: Any) -> str:
        return super().write_record(tags, seats, [entry for entry in entries if not entry.text.startswith("deal")])


class Peeping(Lantern):
    """Its answers in advance depend on a hand."""

    def keys_in_advance(self, state: State, seat: int) -> Sequence[str]:
        return super().keys_in_advance(state, seat)[: 1 + cast(LanternState, state).held(seat, 1)]


class Deaf(Lantern):
    """Offers an answer that it does not know."""

    def parse_in_advance(self, state: State, seat: int, key: str, text: str) -> str:
        return super().parse_in_advance(state, seat, key, text.replace("blow", "blew"))


class Bold(Lantern):
    """Makes a move of an answer that is none."""

    def move_in_advance(self, state: State, seat: int, text: str) -> str | None:
        return "9z" if text == "blow" else super().move_in_advance(state, seat, text)


class Clairvoyant(Lantern):
    """Answers by another player's hand."""

    def move_in_advance(self, state: State, seat: int, text: str) -> str | None:
        lantern = cast(LanternState, state)
        return "let" if lantern.held((seat + 1) % lantern.seats, 1) else "blow"


@pytest.mark.parametrize(
    ("kind", "law"),
    [
        (Peeping, "keys_in_advance.. follow from public facts"),
        (Deaf, "the answer in advance 'blow' for 'a' is one"),
        (Bold, "the answer in advance 'blow' for '.' is one"),
        (Clairvoyant, "move_in_advance.. knows no more than the seat"),
        (Misread, "gives the effect that wrote it"),
        (Telltale, r"1 reads at ply \d+, where deal/"),
        (Loud, "an alternative leaves the view"),
        (Late, "an alternative leaves the view|reads the same"),
        (Cheating, "an alternative is legal"),
        (Mistaken, "an alternative is the same seat's"),
        (Idle, "an alternative is another move"),
        (Mumbling, "words of parts are distinct"),
        (Forgetful, "a record that we wrote is refused"),
    ],
)
def test_a_game_that_breaks_a_law_is_found(kind: type[Lantern], law: str) -> None:
    with pytest.raises(LawBroken, match=law):
        check_matches(kind(), 3)


def test_a_broken_law_says_how_to_see_it_again() -> None:
    where = r"lantern, 2 seats, \{'wind': 'calm', 'memory': 'kept'\}, seed 3, strategy last, ply \d+"
    with pytest.raises(LawBroken, match=where):
        check_match(Mumbling(), 2, {}, 3, "last")


# What fades.


@dataclass(frozen=True, slots=True)
class Lingering(Hung):
    """Takes a second time to be forgotten."""

    def fade(self) -> "Lingering":
        return replace(self, card=self.card // 2)


class LingeringAnnotator(LanternAnnotator):
    def annotate(self, event: Event, effects: Sequence[int]) -> list[Entry]:
        return [replace(entry, effect=lingering(entry.effect)) for entry in super().annotate(event, effects)]


def lingering(effect: Effect) -> Effect:
    return Lingering(effect.seat, effect.card, effect.bridge) if isinstance(effect, Hung) else effect


class Slow(Lantern):
    """Forgets a lantern bit by bit."""

    def annotator(self, seats: int, settings: Mapping[str, str]) -> LanternAnnotator:
        return LingeringAnnotator(self, seats, settings)

    def parse_effect(self, kind: EventKind, seat: int | None, text: str) -> Effect:
        return lingering(super().parse_effect(kind, seat, text))


class Flighty(Lantern):
    """Remembers what it had forgotten."""

    def memory(self, settings: Mapping[str, str], entries: Sequence[Entry], viewer: int | None) -> Memory:
        return Memory(entries_from=len(entries) // 2 if len(entries) % 2 else 0)


class Foreseeing(Lantern):
    """Has forgotten what is still to come."""

    def memory(self, settings: Mapping[str, str], entries: Sequence[Entry], viewer: int | None) -> Memory:
        return Memory(positions_from=len(entries) + 100)


class Betraying(Lantern):
    """Forgets sooner if seat 0 was dealt a lantern of brightness 2 or more."""

    def memory(self, settings: Mapping[str, str], entries: Sequence[Entry], viewer: int | None) -> Memory:
        deals = [entry for entry in entries if isinstance(entry.effect, Dealt) and max(entry.effect.hands[0]) > 1]
        return Memory(entries_from=deals[0].ply) if deals else Memory()


class Missing(Lantern):
    """Takes the hand out of an earlier view."""

    def faded(self, view: Any) -> Any:
        return {key: value for key, value in view.items() if key != "hand"}


class Spending(Lantern):
    """Forgets in the view it is given."""

    def faded(self, view: Any) -> Any:
        view["light"] = [[None] * view["seats"] for _bridge in view["light"]]
        return view


class Shrinking(Lantern):
    """Forgets one lantern of the hand at a time."""

    def faded(self, view: Any) -> Any:
        return {**view, "hand": view["hand"] and view["hand"][1:]}


class Blank(Lantern):
    """Remembers positions in which nobody is on turn."""

    def faded(self, view: Any) -> Any:
        return {**view, "deciders": [], "phase": "deal"}


@pytest.mark.parametrize(
    ("kind", "law"),
    [
        (Slow, "what has faded stays as it is"),
        (Flighty, "does not go back"),
        (Foreseeing, "does not go back"),
        (Betraying, "memory follows from public facts alone"),
        (Missing, "keeps the keys"),
        (Spending, "leaves the view as it was"),
        (Shrinking, "what has faded of a view stays as it is"),
        (Blank, "keeps what the site reads"),
    ],
)
def test_a_game_that_forgets_wrongly_is_found(kind: type[Lantern], law: str) -> None:
    with pytest.raises(LawBroken, match=law):
        check_matches(kind(), 3)


def test_the_answers_of_lantern_are_secret_until_the_last_is_in() -> None:
    state = LANTERN.initial_state(3, LANTERN.complete_settings({}, 3))
    state.settle_chance()
    hung = Event(EventKind.MOVE, state.to_move(), f"{state.options(state.to_move())[0]}a")
    assert LANTERN.alternatives(state, hung) == ()
    apply_event(LANTERN, state, hung)
    first, last = state.deciders()
    assert LANTERN.alternatives(state, Event(EventKind.MOVE, first, "let")) == (Event(EventKind.MOVE, first, "blow"),)
    apply_event(LANTERN, state, Event(EventKind.MOVE, first, "blow"))
    assert LANTERN.alternatives(state, Event(EventKind.MOVE, last, "let")) == ()

"""Words of moves: every one round-trips, and a refusal names its rule."""

import pytest

from games.core.engine.events import Event, EventKind
from games.core.engine.state import CHANCE, OVER
from games.core.errors import Illegal, Unreadable
from games.core.kit.simulation import Simulation
from games.titles.mascarade.text.refusals import OWED
from tests.titles.mascarade.table import MASCARADE, follow, position, refusal, settings

SIX = "JU TR EM KI SO CH"


@pytest.mark.parametrize("seats", range(2, 14))
@pytest.mark.parametrize("script", ["standard", "advanced"])
def test_every_move_round_trips(seats: int, script: str) -> None:
    state = MASCARADE.initial_state(seats, settings(seats, script=script))
    state.seed(seats)
    while (seat := state.to_move()) != OVER:
        if seat == CHANCE:
            state.random_chance()
            continue
        before = state.copy()
        parts: list[int] = []
        while not parts or state.composing(seat):
            parts.append(state.random_option(seat))
            state.choose(seat, parts[-1])
        text = MASCARADE.format_move(before, seat, parts)
        assert MASCARADE.parse_move(before, seat, text) == parts


def moves(game_seats: int, **given: str) -> set[str]:
    """The texts of the moves of some matches, each seat's number replaced by a hash sign."""
    found = set()
    for seed in range(30):
        simulation = Simulation(MASCARADE, game_seats, settings(game_seats, **given), seed, "uniform")
        while event := simulation.step():
            if event.kind == EventKind.MOVE:
                found.add("".join("#" if sign.isdigit() else sign for sign in event.text))
    return found


def test_words_of_all_kinds_occur() -> None:
    every = "BE CH EM FO GU JU KI PA PR PU SO SP TR"
    found = moves(13, script="custom", masks=every, turn_limit="300")
    assert {"M", "X>#+", "X>##-", "V", "A:JU", "N", "C", "P>#", "P>#,##", "P>#,##+", "B-"} <= found
    assert any(text.startswith("G=") for text in found)
    assert {"P-", "P>#", "X>C#+"} <= moves(5)


@pytest.mark.parametrize(
    "text",
    ["", "?", "X", "X>", "X>3", "X>3?", "X>3++", "x>3+", "X@L", "A", "A:", "A:K", "V=KI", "P>1,2,3", "P>", "B", "B?",
     "G=", "G", "C@", "C@X", "NN", "M\n", " N", "1:N", "P>C3", "\0"],
)  # fmt: skip
def test_text_without_a_move_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable, match="isn’t a move"):
        MASCARADE.parse_move(position(SIX), 0, text)


OTHER_MOVES = {"memorise": "M", "action": "X>2+", "challenge": "N", "choose": "P>2", "guess": "G=KI", "swap": "B+"}


@pytest.mark.parametrize(
    ("masks", "line", "phase"),
    [
        (SIX, "", "action"),
        ("SP TR EM KI SO JU", "9. 1: A:SP 2:N 3:N 4:N 5:N 6:N", "choose"),
        ("SP TR EM KI SO JU", "9. 1: A:SP 2:N 3:N 4:N 5:N 6:N 1:P>2 {1=SP 2=TR}", "swap"),
        ("GU TR EM KI SO JU FO CH", "9. 1: A:GU 2:N 3:N 4:N 5:N 6:N 7:N 8:N 1:P>2", "guess"),
    ],
)
def test_a_refusal_names_the_decision_that_is_owed(masks: str, line: str, phase: str) -> None:
    state = follow(position(masks), line)
    seat = int(state.to_move())
    assert state.view(None)["phase"] == phase
    for other, text in OTHER_MOVES.items():
        if other != phase:
            with pytest.raises(Illegal) as found:
                MASCARADE.parse_move(state, seat, text)
            assert found.value.reason == OWED[state.phase]


def test_in_windows_a_refusal_names_what_is_asked() -> None:
    state = MASCARADE.initial_state(6, settings(6))
    state.settle_chance()
    assert refusal(state, 1, "X>2+") == "You can only confirm that you’ve memorised the masks now."
    state = position(SIX)
    for part in MASCARADE.parse_move(state, 0, "A:EM"):
        state.choose(0, part)
    assert refusal(state, 2, "X>3+") == "You can only challenge the announcement or not now."


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("X>1+", "Swap with another player’s mask or one in the centre, not your own."),
        ("X>7+", "There’s no mask at “7” in this match."),
        ("X>C1+", "There’s no mask at “C1” in this match."),
        ("X>2L+", "There’s no mask at “2L” in this match."),
        ("X>0+", "There’s no mask at “0” in this match."),
        ("X>02+", "There’s no mask at “02” in this match."),
        ("A:ZZ", "There’s no mask with the code “ZZ”."),
        ("A:WI", "You can only name masks in this match’s script."),
        ("X@L>2+", "Players have one mask each in this match: don’t write a letter."),
    ],
)
def test_a_refusal_names_the_rule(text: str, reason: str) -> None:
    assert refusal(position(SIX), 1, text) == reason


def test_chance_has_words() -> None:
    state = MASCARADE.initial_state(4, settings(4, script="random"))
    said = []
    while state.to_move() == CHANCE:
        outcome = state.chance_step().outcomes[0]
        word = MASCARADE.format_chance(state, outcome)
        assert MASCARADE.parse_chance(state, word) == outcome
        with pytest.raises(Unreadable):
            MASCARADE.parse_chance(state, "?")
        said.append(word)
        state.choose_chance(outcome)
    assert said == ["standard", "CH", "EM", "JU", "KI", "TH", "TR", "1"]


# What else could have happened in secret.


@pytest.mark.parametrize(
    ("text", "other"),
    [("X>3+", "X>3-"), ("X@L>2R-", "X@L>2R+"), ("P>1,4-", "P>1,4+"), ("B+", "B-"), ("B-", "B+")],
)
def test_a_secret_swap_has_an_alternative(text: str, other: str) -> None:
    event = Event(EventKind.MOVE, 2, text)
    assert MASCARADE.alternatives(position(SIX), event) == (Event(EventKind.MOVE, 2, other),)


@pytest.mark.parametrize("text", ["P-", "N", "C", "C@L", "V", "A:EM", "P>3", "P>3,4", "G=KI", "M"])
def test_public_events_have_no_alternative(text: str) -> None:
    assert MASCARADE.alternatives(position(SIX), Event(EventKind.MOVE, 2, text)) == ()


def test_chance_has_no_alternative() -> None:
    assert MASCARADE.alternatives(position(SIX), Event(EventKind.CHANCE, None, "deal/0=JU")) == ()

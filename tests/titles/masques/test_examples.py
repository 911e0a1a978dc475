"""The drawn examples of the rules page are true: each is built with the rules, and what its caption says happens."""

import re
from typing import Any

import pytest
from django.template.loader import render_to_string

from games.core.engine.sets import SIZE
from games.core.engine.state import CHANCE
from games.titles.masques.page import examples, figures
from games.titles.masques.page.examples import Deal, Draft, Ring, Stretch, Tally, Turn
from games.titles.masques.page.figures import drawings
from games.titles.masques.rules import draft, preparation
from games.titles.masques.rules.agents import AGENTS as AGENT_TABLE
from games.titles.masques.rules.codes import FAMILY_CODES, GUEST_CODES, GUILD_CODES, guest_number
from games.titles.masques.rules.components import INFLUENCE, NOBODY
from games.titles.masques.rules.state import MasquesState
from games.titles.masques.text import names
from games.titles.masques.text.agents import AGENTS
from tests.titles.masques.positions import collector, dealt, favours, play, position, tokens

FIGHTS = [examples.FIGHT, examples.TIE, examples.LOW, examples.CORNER, examples.LAST_FAVOUR, *examples.PAIRS]
ALL_TURNS = [*examples.TURNS, *examples.AGENT_TURNS.values()]
SEATS = dict.fromkeys(examples.PAIRS, 2)
"""Of the examples that are not about four."""
FAVOURS = {examples.LAST_FAVOUR: "ME3"}
"""What the seat that leads Venier has before."""
MOVES = {
    examples.PLAYED: ("C4@2", 0),
    examples.HIRED: ("TH@2xp2", 1),
    examples.AGENT_TURNS["assassin"]: ("AS@3x2", 2),
    examples.AGENT_TURNS["courtesan"]: ("CO@1x2=V2", 1),
    examples.AGENT_TURNS["gondolier"]: ("GO@2x1-3", 2),
    examples.AGENT_TURNS["guard"]: ("GU@2x1-3", 2),
    examples.AGENT_TURNS["thief"]: ("TH@2xp2", 1),
    examples.AGENT_TURNS["trader"]: ("TR@2xp2-p3", 3),
}
"""The move that each turn shows, and what it costs in ducats."""
PURSE = 5
INFLUENCES = re.compile(r"(Contarini|Dandolo|Morosini|Venier|Foscari) (\d)")


def pieces(stretch: Stretch) -> dict[str, str]:
    """Return the piece at each place of a stretch, "" where there is none."""
    return {item.partition("=")[0]: item.partition("=")[2] for item in stretch.ring.split()}


def lines(stretch: Stretch) -> list[str]:
    """A stretch as the shorthand of positions has it."""
    placed = [(place, piece) for place, piece in pieces(stretch).items() if piece]
    halls, palace = (" ".join(f"{p[1:]}={piece}" for p, piece in placed if p[0] == kind) for kind in "hp")
    return [f"H: {halls}", f"P: {palace}"]


def collected(stretch: Stretch) -> dict[int, str]:
    """Return who collects what, as in the example: a family by palace card, "-" where the token stays."""
    return {int(place[1:]): who for place, who in (item.split("=") for item in stretch.collects.split())}


def family(state: MasquesState, seat: int) -> str:
    """A family of `seat`; "-" for nobody."""
    return "-" if seat == NOBODY else FAMILY_CODES[list(state.owner).index(seat)]


@pytest.mark.parametrize(
    "example", [*FIGHTS, *(turn.before for turn in ALL_TURNS), *(turn.after for turn in ALL_TURNS)]
)
def test_every_token_goes_where_the_example_says(example: Stretch) -> None:
    state = position(SEATS.get(example, 4), *lines(example))
    for place, who in collected(example).items():
        assert family(state, collector(state, place)) == who


@pytest.mark.parametrize("example", FIGHTS)
def test_a_round_that_ends_so_is_resolved_as_the_example_says(example: Stretch) -> None:
    shown, seat_count, favour = pieces(example), SEATS.get(example, 4), FAVOURS.get(example, "")
    size = 4 * seat_count
    last = next(hall for hall in range(size) if f"h{hall}" not in shown)
    rest = [f"{hall}=F2" for hall in range(size) if f"h{hall}" not in shown and hall != last]
    halls, palace = lines(example)
    venier = seat_count - 1
    before = [f"fav {venier}: {favour}"] if favour else []
    state = position(seat_count, f"{halls} {' '.join(rest)}", palace, "hand 0: F2", *before)
    seats = {family(state, seat): seat for seat in range(seat_count)}
    written = play(state, f"0:F2@{last}")
    who = {place: family for place, family in sorted(collected(example).items()) if family != "-"}
    gains = "".join(f" p{place} {seats[family]}+{shown[f'p{place}']}" for place, family in who.items())
    assert written[1] == f"{{res{gains}}}" if gains else "{res}"
    won = f"{{win {venier} {favour[:2]}4}}" if favour else ""
    assert (won in written) == bool(favour)
    left = {place for place in range(size) if f"p{place}" in shown} - set(who)
    assert all(tokens(state).get(place) for place in left), "what nobody collects stays"


@pytest.mark.parametrize("turn", ALL_TURNS, ids=lambda turn: MOVES[turn][0])
def test_a_move_does_what_its_pictures_show(turn: Turn) -> None:
    move, price = MOVES[turn]
    state = position(4, *lines(turn.before), "hand 0: C4 F2", "hand 3: V2", f"du 0: {PURSE}")
    play(state, f"0:{move}")
    after = position(4, *lines(turn.after))
    view, wanted = state.view(None), after.view(None)
    assert view["hallways"] == wanted["hallways"]
    assert view["tokens"] == wanted["tokens"]
    assert list(pieces(turn.before)) == list(pieces(turn.after))
    assert state.ducats[0] == PURSE - price


@pytest.mark.parametrize(("example", "reason"), list(zip(examples.WINS, ("guild", "all5"), strict=True)))
def test_the_last_favour_wins_in_the_way_the_example_says(example: Tally, reason: str) -> None:
    counts = {item[:2]: int(item[2:]) for item in example.favours.split()}
    before = " ".join(f"{guild}{count - (guild == example.gain)}" for guild, count in counts.items())
    halls = " ".join(f"{hall}={'C4' if hall == 1 else 'F2'}" for hall in range(16) if hall != 9)
    state = position(4, f"H: {halls}", f"P: 2={example.gain}", f"fav 0: {before}", "hand 0: F3")
    play(state, "0:F3@9")
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0,), reason)
    assert favours(state, 0) == counts


@pytest.mark.parametrize(
    ("ring", "seats", "corners"),
    [
        (examples.RINGS[0], 4, (0, 4, 8, 12)),
        (examples.RINGS[1], 3, (0, 3, 6, 9)),
        (examples.RINGS[2], 2, (0, 2, 4, 6)),
        (examples.NUMBERED, 2, (0, 2, 4, 6)),
    ],
)
def test_a_ring_has_as_many_places_as_there_are(ring: Ring, seats: int, corners: tuple[int, ...]) -> None:
    state = dealt(seats)
    assert state.size == ring.places
    drawn = figures.ring(ring)
    far = drawn["size"] - figures.CELL
    rooms = [cell for cell in drawn["cells"] if cell["kind"] != "hall"]
    assert [cell["number"] for cell in rooms] == list(range(ring.places))
    assert len(drawn["cells"]) == 2 * ring.places
    assert tuple(cell["number"] for cell in rooms if {cell["x"], cell["y"]} <= {0, far}) == corners
    laid = [token["token"] == "du" for token in state.view(None)["tokens"] if token]
    assert [cell["kind"] == "purse" for cell in rooms] == laid


def test_the_preparation_fills_what_is_vacant_and_nothing_else() -> None:
    before, after = examples.LEFT_OVER
    state = position(4, *lines(before))
    far = [place for place in range(state.size) if f"p{place}" not in pieces(before)]
    for place in far:
        state.token[place] = GUILD_CODES.index("MI")
    preparation.prepare(state)
    for favour in [piece for place, piece in pieces(after).items() if place[0] == "p" and piece not in ("du", "ME")]:
        assert state.to_move() == CHANCE
        state.choose_chance(GUILD_CODES.index(favour))
    shown = {place: piece for place, piece in tokens(state).items() if place not in far}
    assert shown == {int(place[1:]): piece for place, piece in pieces(after).items() if place[0] == "p"}


def test_packets_go_round_as_the_draft_is_drawn() -> None:
    example: Draft = examples.DRAFT
    state = position(4)
    for at, name in enumerate(" ".join(example.packets).split()):
        state.packet[at] = guest_number(name)
    state.drafted = 0
    draft.open_draft(state)
    rows = figures.draft(example)["rows"]
    for row, picks in zip(rows, example.picks, strict=False):
        assert sorted(card["name"] for card in row["cards"]) == sorted(state.view(0)["packet"])
        assert [card["name"] for card in row["cards"] if card["kept"]] == picks.split()[:1]
        for seat, name in enumerate(picks.split()):
            state.choose(seat, guest_number(name))
    kept = [card["name"] for row in rows for card in row["cards"] if card["kept"]]
    assert len(rows[3]["cards"]) == 1
    assert sorted(kept) == sorted(state.view(0)["hand"])


@pytest.mark.parametrize(("example", "round_number"), list(zip(examples.HALVES, (1, 2), strict=True)))
def test_two_seats_are_dealt_halves_of_the_guests(example: Deal, round_number: int) -> None:
    state = dealt(2)
    while state.round < round_number or state.to_move() == CHANCE:
        if state.to_move() == CHANCE:
            state.random_chance()
        else:
            state.random_move(state.to_move())
    assert [SIZE[cards] for cards in state.hand] == [example.dealt, example.dealt]
    assert sum(state.deck) == example.aside


def test_captions_name_the_cards_that_are_drawn() -> None:
    for example in FIGHTS:
        check_caption(str(example.caption), example)
    for turn in ALL_TURNS:
        check_caption(str(turn.caption), turn.after, turn.before)


def check_caption(caption: str, *stretches: Stretch) -> None:
    """Check that every guest that a caption names by its number is drawn, and every drawn agent is named."""
    cards = {piece.lstrip("~") for stretch in stretches for piece in pieces(stretch).values()}
    told = {name[0] + number for name, number in INFLUENCES.findall(caption)}
    assert told
    assert told <= cards
    for code in cards & set(AGENTS):
        assert AGENTS[code].name.lower() in caption.lower()


def test_the_numbers_below_palace_cards_are_those_of_the_rules() -> None:
    for guest in GUEST_CODES:
        assert figures.influence({"name": guest, "down": False, "agent": False}) == INFLUENCE[guest_number(guest)]
    assert figures.influence({"name": "TH", "down": False, "agent": True}) == INFLUENCE[len(GUEST_CODES)]
    assert figures.influence({"name": "C4", "down": True, "agent": False}) == 0


def test_the_pointer_is_on_the_winners_side() -> None:
    spots = {spot["place"]: spot for spot in figures.stretch(examples.FIGHT)["spots"]}
    assert (spots["p2"]["verdict"], spots["p2"]["winner"], spots["p2"]["way"]) == ("4 > 3", "C", "way-left")
    around = {spot["place"]: spot for spot in figures.stretch(examples.CORNER)["spots"]}
    assert (around["p0"]["way"], around["p15"]["way"]) == ("way-down", "way-up")
    assert (around["p1"]["verdict"], around["p1"]["winner"]) == ("3 > 2", "")
    assert around["h15"]["y"] < around["p15"]["y"] < around["h14"]["y"], "clockwise is up on this side"


def test_the_prices_of_the_rules_page_are_those_of_the_piles() -> None:
    html = render_to_string("titles/masques/rules.html")
    told = re.findall(r'<h3 id="of-(\w+)">.*?<span class="muted">([\d, ]+) ducats</span>', html)
    piles = {agent.words.name.lower(): ", ".join(map(str, agent.prices)) for agent in AGENT_TABLE}
    assert dict(told) == piles


def test_everything_is_drawn_from_what_there_is() -> None:
    box: list[dict[str, Any]] = [piece for row in drawings()["box"] for piece in row]
    assert {piece["card"] for piece in box if "card" in piece} >= set(AGENTS)
    assert {piece["token"] for piece in box if "token" in piece} == set(names.TOKEN_BY_CODE)
    assert {str(piece["name"]) for piece in box} >= set(names.FAMILIES)

"""The drawings and words of the page."""

import re

from django.template.loader import render_to_string

from games.core.engine.events import EventKind
from games.core.title.compose import compose
from games.core.title.presenter import Composition
from games.titles.masques.page import elements
from games.titles.masques.rules.state import MasquesState
from games.translation import translate_tree
from tests.titles.masques.positions import GAME, dealt, entry, position

PRESENTER = GAME.presenter


def composed(state: MasquesState, seat: int, *words: str) -> Composition:
    return compose(GAME, state, seat, words)


def page(state: MasquesState, viewer: int | None, composition: Composition | None, url: str = "") -> str:
    """The board, the tray and the table in words, as one page has them."""
    view = state.view(viewer)
    board = translate_tree(PRESENTER.board(view, composition))
    context = {"board": board, "compose_url": url, "view": view, "seats": [], "fresh": {}}
    templates = (PRESENTER.template, PRESENTER.tray_template, PRESENTER.facts_template)
    return "".join(render_to_string(template, context) for template in templates)


def test_exactly_the_offered_parts_with_a_place_on_the_table_are_links() -> None:
    state = position(4, "H: 3=D2 9=~M4", "P: 0=ME 1=du 4=~CL", "hand 0: C4 F3", "hand 1: V2", "du 0: 2")
    html = page(state, 0, composed(state, 0), "/m?move=")
    assert re.findall(r'href="/m\?move=([^"]*)"', html) == ["AS", "CO", "GO", "GU", "TH", "C4", "F3"]
    step = page(state, 0, composed(state, 0, "AS", "2"), "/m?move=AS,2,")
    assert re.findall(r'href="/m\?move=AS,2,([^"]*)"', step) == ["x3"]


def test_nothing_is_a_link_without_an_address() -> None:
    state = position(4, "hand 0: C4", "du 0: 2")
    assert "<a " not in page(state, 0, composed(state, 0))
    assert "<a " not in page(state, None, None)


def test_each_place_has_its_number_on_the_board_whatever_lies_there() -> None:
    state = position(4, "H: 3=D2 9=~M4 11=TH", "P: 0=ME 1=du 4=~CL", "hand 0: C4 F3")
    html = page(state, 0, composed(state, 0, "C4"), "/m?move=C4,")
    drawn = re.findall(r'class="(place|hall) .*?<span class="no" aria-hidden="true">(\d+)</span>', html, re.DOTALL)
    numbers = [str(number) for number in range(16)]
    assert [number for kind, number in drawn if kind == "place"] == numbers
    assert [number for kind, number in drawn if kind == "hall"] == numbers


def test_ids_are_unique_on_every_page() -> None:
    for state, viewer in [(dealt(4), 2), (dealt(3), 1), (dealt(2), None)]:
        ids = re.findall(r'\bid="([^"]+)"', page(state, viewer, None))
        assert len(ids) == len(set(ids))


def test_the_table_in_words_says_what_lies_where() -> None:
    state = position(4, "H: 0=M4 3=~D2 5=TH", "P: 0=SC 4=~CL 5=du", "hand 0: C4")
    html = page(state, None, None)
    for words in (
        "3: Dandolo 2, facedown",
        "5: Thief",
        "4: favour of the clergy, facedown",
        "5: ducat",
        "0: favour of the scribes (seat 3 leads, 4 against 0)",
        "6: no one yet",
    ):
        assert f"<td>{words}</td>" in html


def test_a_preview_shows_the_chosen_parts_where_they_will_be() -> None:
    state = position(4, "H: 3=D2 12=V4", "P: 2=ME 7=du", "hand 0: C4 F3", "hand 1: V2", "du 0: 9")
    shown = PRESENTER.board(state.view(0), composed(state, 0, "C4", "5"))
    assert shown["halls"][5]["name"] == "C4"
    assert [card["name"] for card in shown["cards"]] == ["F3"]
    swap = PRESENTER.board(state.view(0), composed(state, 0, "GO", "2", "x3", "12"))
    assert [swap["halls"][hall]["name"] for hall in (2, 3, 12)] == ["GO", "V4", "D2"]
    trade = PRESENTER.board(state.view(0), composed(state, 0, "TR", "6", "xp7", "p2"))
    assert [trade["palace"][place]["token"] for place in (7, 2)] == ["ME", "du"]
    turned = PRESENTER.board(state.view(0), composed(state, 0, "AS", "2", "x3"))
    assert turned["halls"][3]["down"]
    covered = PRESENTER.board(state.view(0), composed(state, 0, "TH", "7", "xp7"))
    assert covered["palace"][7]["down"]
    called = PRESENTER.board(state.view(0), composed(state, 0, "CO", "8", "x9", "V2"))
    assert called["halls"][9]["name"] == "V2"


def test_a_preview_pays_for_an_agent_and_keeps_a_picked_guest() -> None:
    state = position(4, "H: 3=D2", "hand 0: C4 F3", "du 0: 9")
    before, after = (PRESENTER.board(state.view(0), composed(state, 0, *words)) for words in ((), ("TR", "7")))
    price = int(before["piles"][-1]["price"])
    assert after["bank"] == before["bank"] + price
    assert str(after["seats"][0]["ducats_text"]) == f"{9 - price} ducats"
    assert (before["piles"][-1]["left"], after["piles"][-1]["left"]) == (3, 2)
    drafting = dealt(4)
    (name, *rest) = drafting.view(2)["packet"]
    picked = PRESENTER.board(drafting.view(2), composed(drafting, 2, name))
    assert [card["name"] for card in picked["cards"]] == rest
    assert [(card["name"], card["marked"]) for card in picked["kept"]] == [(name, True)]


def test_every_link_says_what_it_does() -> None:
    state = position(4, "H: 3=D2", "P: 0=ME", "hand 0: C4", "hand 1: V2", "du 0: 2")
    begin = page(state, 0, composed(state, 0), "/m?move=")
    assert 'aria-label="Play: Contarini 4"' in begin
    assert 'aria-label="Hire: Thief: 1 ducat, 3 cards left"' in begin
    assert 'aria-label="Place here: Hallway 7: no one yet"' in page(state, 0, composed(state, 0, "C4"), "/m?move=C4,")
    target = page(state, 0, composed(state, 0, "AS", "2"), "/m?move=AS,2,")
    assert 'aria-label="Turn facedown: Hallway 3: Dandolo 2"' in target


def test_every_thing_on_the_table_is_explained() -> None:
    state = position(4, "H: 3=D2 9=~M4 5=AS", "P: 0=ME 1=du", "hand 0: C4 F3", "du 0: 2")
    view = state.view(0)
    keys = {word.key for word in PRESENTER.glossary(view)}
    assert set(re.findall(r'data-card="([^"]*)"', page(state, 0, None))) <= keys


def test_a_refused_tap_names_its_rule() -> None:
    state = position(4, "H: 3=D2 9=~M4 5=TH 12=V4", "P: 0=ME 1=~du", "hand 0: C4", "hand 1: V2", "du 0: 2")

    def why(element: str, *words: str) -> str:
        return str(PRESENTER.forbidden(state.view(0), composed(state, 0, *words), element))

    assert why("mq-hall-3") == "Choose a guest or an agent first, then a hallway."
    assert why("mq-hall-3", "C4") == "A hallway holds one card: choose an empty one."
    assert why("mq-agent-TR") == "This costs 3 ducats, and you have 2 ducats."
    assert why("mq-hall-12", "AS", "4") == "Only the two hallways next to it are in reach."
    assert why("mq-hall-5", "AS", "4") == "Agents are never targets."
    assert why("mq-palace-1", "TH", "0") == "That token is already facedown."
    assert PRESENTER.forbidden(state.view(0), composed(state, 0), "mq-hall-99") is None


def test_changes_are_known_from_the_log() -> None:
    tokens = ["0:C4@7", "{clean first=2}", "{favor p0=ME p2=SC}", "0:GO@5x6-12", "0:TH@3xp4"]
    entries = [entry(ply, token) for ply, token in enumerate(tokens)]
    places = {"mq-palace-0", "mq-palace-2", "mq-palace-4"}
    halls = {"mq-hall-5", "mq-hall-6", "mq-hall-12", "mq-hall-3"}
    assert PRESENTER.touched(entries) == {**dict.fromkeys(places | halls, 0), "mq-palace-0": None, "mq-palace-2": None}
    assert PRESENTER.touched([entry(0, "{res p0 0+ME p3 1+du}")]).keys() >= {"seat-0", "seat-1"}


def test_every_offered_part_has_its_element_on_the_table() -> None:
    state = position(4, "H: 3=D2", "P: 0=ME", "hand 0: C4", "hand 1: V2", "du 0: 9")
    html = page(state, 0, None)
    for words in [(), ("AS",), ("TH", "0"), ("AS", "2")]:
        for word in composed(state, 0, *words).offered:
            element = elements.element(words, word)
            assert not element or f'id="{element}"' in html


def test_a_move_to_confirm_says_what_it_costs_and_what_follows() -> None:
    full = "H: " + " ".join(f"{hall}=F2" for hall in range(15))
    state = position(4, full, "hand 0: C4", "du 0: 3")
    view = state.view(0)
    assert str(PRESENTER.describe_move(view, 0, "C4@15")) == (
        "Play Contarini 4 in hallway 15. This fills the last hallway, so the palace is resolved next."
    )
    assert str(PRESENTER.describe_move(view, 0, "AS@15x14")).startswith(
        "Hire an assassin for 2 ducats in hallway 15. The guest in hallway 14 is turned facedown."
    )
    assert str(PRESENTER.describe_move(view, 0, "+F3")) == "Keep Foscari 3 and pass the rest on."


def test_choices_say_what_lies_next_to_a_hallway() -> None:
    state = position(4, "H: 3=D2", "P: 4=ME 5=du", "hand 0: C4", "du 0: 0")
    choice = PRESENTER.choice(state.view(0), composed(state, 0, "C4"), "4")
    assert str(choice.help) == (
        "Next to palace cards 4 (favour of the merchants, against Dandolo 2) and 5 (ducat, against no one yet)."
    )


def test_log_entries_are_sentences() -> None:
    def told(text: str, kind: EventKind = EventKind.ENGINE, seat: int | None = None) -> str:
        return str(PRESENTER.describe_effect(GAME.parse_effect(kind, seat, text)))

    assert told("C4@7", EventKind.MOVE, 1) == "seat 1 plays Contarini 4 in hallway 7."
    assert told("CO@8x9=V3", EventKind.MOVE, 0).endswith("Venier 3 is called to hallway 9.")
    assert told("TR@7xp7-p2", EventKind.MOVE, 0).endswith("The tokens on palace cards 7 and 2 swap places.")
    assert told("+??", EventKind.MOVE, 2) == "seat 2 keeps a guest."
    assert told("forced 2:V3@9") == "seat 2 must place Venier 3 in hallway 9."
    assert told("res p0 0+ME p3 1+du p5 1+CL") == "The palace is resolved. seat 0: 1 token, seat 1: 2 tokens."
    assert told("res") == "No one collects anything."
    assert told("deal 0=??,??,??,?? 1=C4,D3,V2,F3") == "seat 1 is dealt Contarini 4, Dandolo 3, Venier 2, Foscari 3."
    assert told("setup first=2 fam=0:V,1:C,2:D out=M").endswith(
        "The Morosini family stays at home. seat 2 is first player."
    )
    assert told("win 3 all5") == "seat 3 has a favour of each guild and wins."


def test_families_and_guilds_are_told_apart_without_their_colours() -> None:
    drawn = render_to_string("titles/masques/_defs.html")
    for kind, codes in {"family": "CDMVF", "token": ["CL", "VI", "ME", "MI", "SC", "du"]}.items():
        symbols = [re.search(rf'<symbol id="mq-{kind}-{code}".*?</symbol>', drawn, re.DOTALL) for code in codes]
        shapes = {tuple(sorted(re.findall(r'\b(?:d|width|height|r)="[^"]*"', found[0]))) for found in symbols if found}
        assert len(shapes) == len(codes)


def test_a_courtesan_s_guests_lie_in_the_tray_instead_of_the_hand() -> None:
    state = position(4, "H: 5=D2", "hand 0: C4", "hand 1: V2 M3 F3", "hand 2: F3", "du 0: 2")
    html = page(state, 0, composed(state, 0, "CO", "2", "x1"), "/m?move=CO,2,x1,")
    assert re.findall(r'href="/m\?move=CO,2,x1,([^"]*)"', html) == ["C4", "M3", "V2", "F3"]
    assert re.findall(r'<li id="(mq-guest-[^"]*)"', html) == [f"mq-guest-{name}-0" for name in ("C4", "M3", "V2", "F3")]
    for words in ((), ("CO",), ("CO", "2")):
        step = page(state, 0, composed(state, 0, *words), "/m?move=")
        assert re.findall(r'<li id="(mq-guest-[^"]*)"', step) == ["mq-guest-C4-0"]

"""The drawn board and the sentences: what a person meets."""

import re
from pathlib import Path

import polib
import pytest
from django.template.loader import render_to_string
from django.utils.translation import gettext, ngettext, override

from games.core.engine.events import Entry, EventKind, SiteNote
from games.core.title.compose import compose
from games.core.title.presenter import Composition
from games.titles import maskera
from games.titles.maskera.rules.effects import ENTRIES, Removed
from games.titles.maskera.rules.state import MaskeraState
from tests.titles.maskera.positions import MASKERA, follow, position
from tests.titles.maskera.test_record import RECORDS

PRESENTER = MASKERA.presenter


def composing(state: MaskeraState, *words: str) -> Composition:
    return compose(MASKERA, state, state.to_move(), words)


def choices(state: MaskeraState) -> dict[str, tuple[str, str]]:
    """Element and label of every choice, by word."""
    composition = composing(state)
    view = state.view(state.to_move())
    found = [PRESENTER.choice(view, composition, word) for word in composition.offered]
    return {choice.word: (choice.element, str(choice.label)) for choice in found}


def page(state: MaskeraState, viewer: int | None, *words: str, fresh: dict[str, int | None] | None = None) -> str:
    """The board, the tray and the table in words as HTML."""
    decides = viewer is not None and viewer in state.deciders()
    composition = composing(state, *words) if decides else None
    view = state.view(viewer)
    names = ["Zanetta", "Fosco"]
    context = {
        "board": PRESENTER.board(view, composition),
        "view": view,
        "seats": [{"index": seat, "name": name} for seat, name in enumerate(names)],
        "compose_url": "?move=" if decides and not words else "",
        "fresh": fresh or {},
    }
    parts = (PRESENTER.template, PRESENTER.tray_template, PRESENTER.facts_template)
    return "".join(render_to_string(part, context) for part in parts)


def links(html: str) -> list[str]:
    return re.findall(r'href="\?move=([^"]*)"', html)


TURN = position(hand0="PPS", hand1="RA", area0="B", area1="RB")
STATES = {
    "turn": TURN,
    "answer": follow(position(hand0="PPS", hand1="RA", area0="B", area1="RB"), "0:pl=S"),
    "penalty": follow(position(hand0="PPS", hand1="RA", area0="B"), "0:pl=S 1:ct=P {rev 0 S} {miss}"),
    "hit": follow(position(hand0="PPS", hand1="RA", area0="B"), "0:pl=S 1:ct=S {rev 0 S} {hit}"),
    "keep": follow(position(hand0="RS", hand1="RA"), "0:pl=R 1:ok {rev 0 R} {draw 0 PPPSB}"),
    "remove": follow(position(hand0="AS", hand1="RA", area1="RB"), "0:pl=A 1:ok {rev 0 A}"),
}


def test_every_choice_has_a_place_on_the_table_and_a_name() -> None:
    assert choices(STATES["turn"]) == {
        "dr": ("pile", "Draw two cards"),
        "pl=P": ("hand-P", "Play the Politician"),
        "pl=S": ("hand-S", "Play the Spy"),
    }
    assert choices(STATES["answer"])["ct=B"] == ("name-B", "Counter: “Brute”")
    assert choices(STATES["answer"])["ok"] == ("pass", "Let it pass")
    assert choices(STATES["penalty"])["di=A"] == ("hand-A", "Discard the Assassin")
    assert choices(STATES["hit"])["di=A"] == ("hand-A", "Discard and use the Assassin")
    assert choices(STATES["keep"])["ke=B"] == ("aside-B", "Keep the Brute")
    assert choices(STATES["remove"])["as=R"] == ("area-1-R", "Discard the Recruiter")


@pytest.mark.parametrize("name", STATES)
def test_every_choice_can_be_clicked_on_the_drawing_and_nothing_else(name: str) -> None:
    state = STATES[name]
    html = page(state, state.to_move())
    assert sorted(links(html)) == sorted(word.replace("=", "%3D") for word in composing(state).offered)
    for element, _label in choices(state).values():
        assert html.count(f'id="{element}"') == 1


@pytest.mark.parametrize("name", STATES)
def test_nothing_can_be_clicked_by_those_who_wait_or_once_the_move_is_complete(name: str) -> None:
    state = STATES[name]
    assert links(page(state, 1 - state.to_move())) == []
    assert links(page(state, None)) == []
    assert links(page(state, state.to_move(), composing(state).offered[-1])) == []


@pytest.mark.parametrize("name", STATES)
def test_the_drawing_has_no_doubled_id_no_inline_style_and_no_script(name: str) -> None:
    html = page(STATES[name], STATES[name].to_move())
    ids = re.findall(r'\bid="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    assert "style=" not in html
    assert "<script" not in html
    assert "%(" not in html


def test_the_viewer_sits_below_and_a_spectator_behind_seat_0() -> None:
    for viewer, below in [(0, 0), (1, 1), (None, 0)]:
        sides = PRESENTER.board(TURN.view(viewer), None)["sides"]
        assert [side["seat"] for side in sides] == [1 - below, below]


def test_a_preview_lays_the_card_on_trial() -> None:
    board = PRESENTER.board(TURN.view(0), composing(TURN, "pl=S"))
    assert (board["trial"]["letter"], board["trial"]["open"]) == ("S", False)
    assert board["sides"][1]["hand_size"] == 2
    assert [stack["id"] for stack in board["sides"][1]["hand"] if stack["chosen"]] == ["hand-S"]


def test_a_preview_takes_the_assassins_victim_away() -> None:
    board = PRESENTER.board(STATES["remove"].view(0), composing(STATES["remove"], "as=R"))
    assert [stack["count"] for stack in board["sides"][0]["columns"]] == [0, 0, 0, 1, 0]
    assert board["discards"]["top"] == "R"


def test_the_drawing_shows_a_hidden_hand_as_backs_only() -> None:
    html = page(TURN, 1)
    assert html.count('<use href="#mask-back"/>') == 3 + 1  # the hand and the pile
    assert 'id="hand-P"' in html
    assert "Politician</th>" in html


def test_the_table_in_words_tells_the_same() -> None:
    rows = {str(row["name"]): row["counts"] for row in PRESENTER.board(TURN.view(0), None)["rows"]}
    assert rows["seat 1’s area"] == [0, 1, 0, 1, 0]
    assert rows["seat 0’s hand"] == [2, 0, 1, 0, 0]
    assert rows["seat 1’s hand"] == ["?"] * 5


def test_a_winning_play_is_described_as_such() -> None:
    state = position(hand0="PS", hand1="R", area0="PPPS")
    assert "you win" in str(PRESENTER.describe_move(state.view(0), 0, "pl=P"))
    assert str(PRESENTER.describe_move(state.view(0), 0, "pl=S")) == (
        "Play the Spy facedown. If it isn’t countered: Spy: draw a card, then look at the other hand."
    )


def test_the_log_reads_like_sentences() -> None:
    deal = "{deal 0=PPSBA 1=RRSBA area0=PS area1=BB first=0}"
    record = MASKERA.read_record(
        '[Game "maskera-1"]\n[Seat0 "A"]\n[Seat1 "B"]\n\n'
        f"{deal} 0:pl=P 1:ct=S {{rev 0 P}} {{miss}} 1:di=R {{draw 0 AA}} 1:dr {{draw 1 PR}}"
    )
    entries = [entry.redact(1) for entry in MASKERA.read_log(2, {}, record.events)]
    assert [str(PRESENTER.describe_effect(entry.effect)) for entry in entries if entry] == [
        (
            "Each player gets five cards in hand (seat 1: 2 × Recruiter, Spy, Brute, Assassin), and two face "
            "up: seat 0 (Politician, Spy) and seat 1 (2 × Brute). seat 0 goes first."
        ),
        "seat 0 plays a card facedown.",
        "seat 1 tries to counter: “Spy!”",
        "seat 0’s card is revealed: Politician.",
        "The guess is wrong: the card stays.",
        "seat 1 discards the Recruiter.",
        "seat 0 draws 2 cards.",
        "seat 1 draws instead of playing.",
        "seat 1 draws Politician, Recruiter.",
    ]


def test_every_entry_of_the_samples_has_a_sentence_for_every_viewer() -> None:
    for path in RECORDS:
        record = MASKERA.read_record(path.read_text(encoding="utf-8"))
        for entry in MASKERA.read_log(2, {}, record.events):
            for viewer in (0, 1, None):
                redacted = entry.redact(viewer)
                assert redacted is not None
                assert str(PRESENTER.describe_effect(redacted.effect)).endswith((".", "”"))


def test_the_site_tells_its_own_events() -> None:
    assert PRESENTER.describe_effect(SiteNote(1, "resigned")) is None


@pytest.mark.parametrize("reason", ["four", "five", "stop"])
def test_every_ending_has_words(reason: str) -> None:
    assert str(PRESENTER.reasons[reason])


def test_the_rules_page_has_a_place_for_every_ruling_and_mask() -> None:
    html = render_to_string(PRESENTER.rules_template, {"game": MASKERA})
    for anchor in [f"k{number}" for number in range(1, 16)] + ["politician", "assassin", "credits", "notation"]:
        assert f'id="{anchor}"' in html
    assert "Pierre Canali" in html


def test_the_italian_catalogue_is_complete_and_compiled() -> None:
    folder = Path(maskera.__file__).parent / "locale" / "it" / "LC_MESSAGES"
    catalogue = polib.pofile(str(folder / "django.po"))
    assert catalogue.percent_translated() == 100
    compiled = {entry.msgid: entry.msgstr for entry in polib.mofile(str(folder / "django.mo"))}
    assert {entry.msgid: entry.msgstr for entry in catalogue} == compiled


def test_the_table_speaks_italian() -> None:
    with override("it"):
        html = page(TURN, 0)
        assert "Il tavolo a parole" in html
        label = PRESENTER.choice(TURN.view(0), composing(TURN), "pl=P").label
        assert label.render(gettext, ngettext, str) == "Gioca: Politico"


def test_every_thing_on_the_table_is_explained() -> None:
    keys = {word.key for word in PRESENTER.glossary(TURN.view(0))}
    for name, state in STATES.items():
        assert set(re.findall(r'data-card="([^"]*)"', page(state, state.to_move()))) <= keys, name


def test_a_refused_tap_names_its_rule() -> None:
    def why(name: str, element: str) -> str:
        state = STATES[name]
        return str(PRESENTER.forbidden(state.view(state.to_move()), composing(state), element))

    assert why("turn", "hand-A") == "You don’t have this card in hand: Assassin."
    assert why("answer", "hand-R") == "You can only answer now: let the card pass, or name a mask."
    assert why("remove", "area-1-P") == "There’s no Politician there."
    assert why("remove", "area-0-A") == "Choose a card in the other area for your Assassin."
    assert PRESENTER.forbidden(TURN.view(0), composing(TURN), "nowhere") is None


def test_a_preview_lays_out_what_a_recruiter_keeps() -> None:
    board = PRESENTER.board(STATES["keep"].view(0), composing(STATES["keep"], "ke=B"))
    assert board["aside"] is None
    assert [stack["count"] for stack in board["sides"][1]["hand"]] == [0, 0, 1, 1, 0]
    assert (board["discards"]["count"], board["discards"]["top"]) == (4, "S")


def test_a_preview_of_drawing_shows_unknown_cards() -> None:
    before, after = (PRESENTER.board(TURN.view(0), composing(TURN, *words)) for words in ((), ("dr",)))
    assert after["pile"]["count"] == before["pile"]["count"] - 2
    assert (len(after["sides"][1]["backs"]), after["sides"][1]["hand_size"]) == (2, 5)
    assert after["sides"][1]["hand"][0]["count"] == 2


def test_changes_are_known_from_the_log() -> None:
    texts = ["rev 0 B", "miss", "rev 1 S", "hit", "draw 0 ??", "shuffle 6"]
    entries = [Entry(0, EventKind.ENGINE, None, ENTRIES.parse(EventKind.ENGINE, None, text)) for text in texts]
    assert PRESENTER.touched(entries) == dict.fromkeys(("area-0-B", "discards", "pile", "hand-of-0"))
    played = [Entry(0, EventKind.MOVE, 0, ENTRIES.parse_move(0, "pl=B")), *entries]
    assert PRESENTER.touched(played) == dict.fromkeys(("trial", "area-0-B", "discards", "pile", "hand-of-0"), 0)
    assert PRESENTER.touched([Entry(0, EventKind.MOVE, 1, Removed(1, 0))]) == {"area-0-P": 1, "discards": 1}


def test_only_a_seats_changes_have_its_ribbon() -> None:
    html = page(TURN, 0, fresh={"discards": 1, "pile": None})
    assert re.findall(r'class="ribbon maskera-by-(\w+)"', html) == ["none", "1"]
    assert "ribbon" not in page(TURN, 0)


def test_a_seats_progress_is_that_of_the_nearer_win() -> None:
    def told(area: str) -> tuple[str, bool]:
        first = PRESENTER.progress(position(hand0="P", hand1="RA", area0=area).view(None))[0]
        return first.short, first.near

    assert told("B") == ("1/4", False)
    assert told("PPB") == ("2/4", False)
    assert told("PPPB") == ("3/4", True)
    assert told("PRSB") == ("4/5", True)
    assert told("PPRS") == ("2/4", False)


def test_in_an_answer_the_own_cards_are_under_the_possible_names() -> None:
    state = STATES["answer"]
    tray = page(state, 1).partition('class="answers"')[2]
    names = re.findall(r'id="(?:name-)?(\w+)"', tray.partition("</ul>")[0])
    assert names == ["pass", "P", "R", "S", "B", "A"]
    own = re.findall(r'data-piece="(\w)"', tray.partition("</ul>")[0])
    assert own == ["R", "A"]  # the answering seat's hand


def test_nothing_on_the_board_moves_when_a_recruiters_cards_come() -> None:
    def places(state: MaskeraState, viewer: int | None) -> list[str]:
        board = page(state, viewer).partition('class="table-maskera own')[0]
        return re.findall(r'<(?:li|div|section|p) id="([^"]+)"', board)

    before = follow(position(hand0="RS", hand1="RA"), "0:pl=R")
    for viewer in (0, 1, None):
        assert places(before, viewer) == places(STATES["keep"], viewer)


def test_masks_are_told_apart_without_their_colours() -> None:
    drawn = render_to_string(PRESENTER.setting_template)
    faces = [re.search(rf'<symbol id="mask-{letter}".*?</symbol>', drawn, re.DOTALL) for letter in "PRSBA"]
    assert len({tuple(re.findall(r' d="[^"]*"', face[0])) for face in faces if face}) == 5
    for letter in "PRSBA":
        assert f'id="emblem-{letter}"' in drawn


def test_a_preview_of_letting_pass_lays_the_card_unseen_into_the_area_of_its_seat() -> None:
    state = STATES["answer"]
    board = PRESENTER.board(state.view(1), composing(state, "ok"))
    assert [side["coming"] for side in board["sides"]] == [True, False]
    assert board["trial"]["empty"]
    assert "revealed in its area" in str(board["trial"]["text"])
    before, after = page(state, 1), page(state, 1, "ok")
    assert 'id="coming"' in after
    assert 'id="coming"' not in before
    assert after.count('data-piece="back"') == before.count('data-piece="back"')
    assert 'id="coming"' not in page(state, 1, "ct=P")


def test_letting_pass_looks_alike_whatever_the_card_is() -> None:
    states = [follow(position(hand0="PPS", hand1="RA", area0="B", area1="RB"), f"0:pl={mask}") for mask in "PS"]
    assert page(states[0], 1, "ok") == page(states[1], 1, "ok")

"""The views of a position: the only way out of it, with what each viewer may see."""

from typing import TypedDict

from games.core.engine.outcome import Outcome
from games.core.engine.state import OVER
from games.core.engine.view import View
from games.titles.mascarade.rules.components import (
    ACTION,
    ACTION_NAMES,
    ANSWERS,
    CHALLENGED,
    CHOOSE,
    DEALING,
    DRAWING_MASKS,
    DRAWING_SCRIPT,
    ENDINGS,
    FINISHED,
    FIRST_SEAT,
    GUESS,
    LETTERS,
    MEMORISE,
    NO,
    NONE,
    NOT_ASKED,
    OPEN,
    RECORD,
    SCRIPT_NAMES,
    SHOWN,
    SWAP,
)
from games.titles.mascarade.rules.endings import ranking
from games.titles.mascarade.rules.fields import MascaradeFields
from games.titles.mascarade.rules.knowing import Known, known_slots
from games.titles.mascarade.rules.masks import CODES
from games.titles.mascarade.rules.powers import spy_slot
from games.titles.mascarade.rules.slots import slot_words

PHASES = {
    DRAWING_SCRIPT: "script",
    DRAWING_MASKS: "script",
    DEALING: "deal",
    FIRST_SEAT: "first",
    MEMORISE: "memorise",
    ACTION: "action",
    ANSWERS: "challenge",
    CHOOSE: "choose",
    GUESS: "guess",
    SWAP: "swap",
    FINISHED: "over",
}
STEPS = {CHOOSE: "choose", GUESS: "guess", SWAP: "swap"}


class OptionsView(TypedDict):
    """The host's choices that everyone needs to know."""

    log_masks: bool
    sealed: bool
    reveal_lock: str
    turn_limit: int


class SlotView(TypedDict):
    """A place for a mask; the mask only while the viewer may see it face up, `open` if all may."""

    slot: str
    seat: int | None
    mask: str | None
    open: bool


class AnnouncedView(TypedDict):
    """The announcement of the active seat this turn."""

    seat: int
    mask: str
    slot: str


class ShownView(TypedDict):
    """A mask that was shown: the mask only for those who saw it, as long as they may remember it."""

    slot: str
    mask: str | None
    turn: int


class PowerView(TypedDict):
    """The power that is being applied: its user, its mask, what is decided next, and the slots that it is applied to so
    far."""

    seat: int
    mask: str
    step: str
    targets: list[str]


class LookView(TypedDict):
    """A mask that the viewer's Spy sees just now."""

    slot: str
    mask: str


class LastView(TypedDict):
    """The last public action: an exchange, a view or an announcement, with what its power was aimed at, and the mask
    that a Guru's victim named."""

    turn: int
    seat: int
    kind: str
    slots: list[str]
    mask: str | None
    targets: list[str]
    player: int | None
    guess: str | None


class ReasonView(TypedDict):
    """The reason for the viewer's knowledge of a slot."""

    kind: str
    turn: int
    seat: int | None
    slot: str | None


class KnowledgeView(TypedDict):
    """The viewer's knowledge of a slot: the masks that may lie there, ascending by code."""

    slot: str
    masks: list[str]
    reason: ReasonView


class WinsView(TypedDict):
    """How the match has ended, and who has won."""

    reason: str
    seats: list[int]


class MascaradeView(View):
    """A view of Mascarade. Masks are codes, seats count from 0, slots are words of the notation."""

    options: OptionsView
    script_name: str
    script: list[str]
    turn: int
    active: int | None
    first: int | None
    slots: list[SlotView]
    coins: list[int]
    justice: int
    locked: list[int]
    announced: AnnouncedView | None
    answers: list[str | None]
    shown: list[ShownView]
    power: PowerView | None
    look: list[LookView] | None
    last: LastView | None
    knowledge: list[KnowledgeView] | None
    wins: WinsView | None
    places: list[int] | None


def view_of(state: MascaradeFields, seat: int | None) -> MascaradeView:
    """Return the view of `seat` (None: a spectator)."""
    words = slot_words(int(state.seats), int(state.places))
    places = [int(place) for place in ranking(state)] if state.phase == FINISHED else None
    return {
        "seats": int(state.seats),
        "viewer": seat,
        "phase": PHASES[state.phase],
        "deciders": [int(one) for one in state.deciders()],
        "over": state.to_move() == OVER,
        "options": {
            "log_masks": bool(state.log_masks),
            "sealed": bool(state.sealed_answers),
            "reveal_lock": "exchange_only" if state.exchange_only else "announce",
            "turn_limit": int(state.turn_limit),
        },
        "script_name": SCRIPT_NAMES[state.script],
        "script": _script(state),
        "turn": int(state.turns),
        "active": _seat(state.active),
        "first": _seat(state.first),
        "slots": [_slot(state, slot, word) for slot, word in enumerate(words)],
        "coins": [int(coins) for coins in state.coins],
        "justice": int(state.justice),
        "locked": _locked(state),
        "announced": _announced(state, words),
        "answers": [_answer(state, one) for one in range(state.seats)],
        "shown": _shown(state, seat, words),
        "power": _power(state, words),
        "look": _look(state, seat, words),
        "last": _last(state, words),
        "knowledge": _knowledge(state, seat, words),
        "wins": None
        if places is None
        else {
            "reason": ENDINGS[state.ending],
            "seats": [one for one, place in enumerate(places) if place == 1],
        },
        "places": places,
    }


def _seat(seat: int) -> int | None:
    return None if seat == NONE else int(seat)


def _script(state: MascaradeFields) -> list[str]:
    """Return the masks in play, as often as they are; none before chance has chosen a script."""
    if state.phase < DEALING:
        return []
    return [CODES[mask] for mask in state.kinds for _copy in range(state.script_counts[mask])]


def _slot(state: MascaradeFields, slot: int, word: str) -> SlotView:
    """Return what the viewer sees of a slot: all masks until everyone has memorised them, and when the match is
    over."""
    seen = state.phase <= MEMORISE or state.phase == FINISHED
    mask = int(state.mask[slot])
    return {
        "slot": word,
        "seat": _seat(state.owner[slot]),
        "mask": CODES[mask] if seen and mask != NONE else None,
        "open": seen and mask != NONE,
    }


def _locked(state: MascaradeFields) -> list[int]:
    """Return the active seat, if its mask was shown in the turn before; and the next one, if it was in this turn."""
    if state.turns == 0 or state.phase == FINISHED:
        return []
    active = int(state.active)
    following = (active + 1) % int(state.seats)
    found = [active] if state.locked(active) else []
    return sorted(found + ([following] if state.shown_turn[following] == state.turns else []))


def _announced(state: MascaradeFields, words: tuple[str, ...]) -> AnnouncedView | None:
    if state.announced == NONE:
        return None
    return {"seat": int(state.active), "mask": CODES[state.announced], "slot": words[state.pointed]}


def _answer(state: MascaradeFields, seat: int) -> str | None:
    """Return what a viewer sees of an answer: while sealed, only that it was given; "" if it is due, None if it is not
    asked."""
    answer = state.answer[seat]
    if answer == NOT_ASKED:
        return None
    if answer == OPEN:
        return ""
    if state.sealed():
        return "given"
    if answer == NO:
        return "N"
    return f"C@{LETTERS[int(state.seats)][answer - CHALLENGED]}" if state.hand > 1 else "C"


def _shown(state: MascaradeFields, seat: int | None, words: tuple[str, ...]) -> list[ShownView]:
    """Return what was shown in this turn or the one before, oldest first."""
    found: list[ShownView] = []
    history = state.history
    for at in range(len(history) - RECORD, -1, -RECORD):
        kind, turn, slot, _second, but, mask = (int(each) for each in history[at : at + RECORD])
        if turn < state.turns - 1:
            break
        if kind == SHOWN:
            seen = mask != NONE and _saw(seat, but)
            seen = seen and (state.log_masks or seat is None or at >= state.decided[seat])
            found.append({"slot": words[slot], "mask": CODES[mask] if seen else None, "turn": turn})
    return found[::-1]


def _saw(seat: int | None, but: int) -> bool:
    """Return whether `seat` saw a mask that was shown to everybody but `but`. Spectators see what all seats see."""
    return but == NONE if seat is None else seat != but


def _power(state: MascaradeFields, words: tuple[str, ...]) -> PowerView | None:
    if state.phase not in STEPS:
        return None
    targets = [] if state.target == NONE else [words[state.target]]
    return {
        "seat": int(state.user),
        "mask": CODES[state.announced],
        "step": STEPS[state.phase],
        "targets": targets,
    }


def _look(state: MascaradeFields, seat: int | None, words: tuple[str, ...]) -> list[LookView] | None:
    """Return both masks, while the Spy's user decides what to do with them; None for other viewers and at other
    times."""
    if state.phase != SWAP or seat != state.user:
        return None
    return [{"slot": words[slot], "mask": CODES[state.mask[slot]]} for slot in (spy_slot(state), state.target)]


def _last(state: MascaradeFields, words: tuple[str, ...]) -> LastView | None:
    if state.last_kind == NONE:
        return None
    return {
        "turn": int(state.last_turn),
        "seat": int(state.last_seat),
        "kind": ACTION_NAMES[state.last_kind],
        "slots": [words[slot] for slot in (state.last_first, state.last_second) if slot != NONE],
        "mask": _code(state.last_mask),
        "targets": [words[slot] for slot in (state.last_target, state.last_other) if slot != NONE],
        "player": _seat(state.last_player),
        "guess": _code(state.last_guess),
    }


def _code(mask: int) -> str | None:
    return None if mask == NONE else CODES[mask]


def _knowledge(state: MascaradeFields, seat: int | None, words: tuple[str, ...]) -> list[KnowledgeView] | None:
    """Return the knowledge by slot; None for spectators, and before all masks are dealt."""
    if seat is None or state.phase < MEMORISE:
        return None
    return [_known(word, known, words) for word, known in zip(words, known_slots(state, seat), strict=True)]


def _known(word: str, known: Known, words: tuple[str, ...]) -> KnowledgeView:
    reason = known.reason
    return {
        "slot": word,
        "masks": [CODES[mask] for mask in known.masks],
        "reason": {
            "kind": reason.kind,
            "turn": int(reason.turn),
            "seat": None if reason.seat is None else int(reason.seat),
            "slot": None if reason.slot is None else words[reason.slot],
        },
    }


def outcome_of(state: MascaradeFields) -> Outcome | None:
    """Return places and the named reason once the rules have ended the match, else None."""
    if state.phase != FINISHED:
        return None
    return Outcome(tuple(int(place) for place in ranking(state)), ENDINGS[state.ending])

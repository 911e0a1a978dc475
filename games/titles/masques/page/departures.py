"""The end of a round, shown again: the palace before it, who won what, and what leaves the table."""

from collections.abc import Sequence
from typing import Any

from games.core.engine.events import Entry, EventKind
from games.core.text import SeatName, _
from games.titles.masques.page import elements, palace, preview, ring
from games.titles.masques.page.leads import against, lead
from games.titles.masques.rules import effects
from games.titles.masques.rules.agents import AGENTS, on_palace
from games.titles.masques.rules.codes import AGENT_CODES, TOKEN_CODES, guest_code
from games.titles.masques.rules.components import INFLUENCE
from games.titles.masques.rules.view import CardView, MasquesView, TokenView

Hallways = list[CardView | None]


def departures(view: MasquesView, entries: Sequence[Entry]) -> dict[str, Any]:
    """Return the tokens that the resolution at the end of the redacted `entries` collected, in the order of the ring,
    and the cards that leave with them; empty once a seat has moved again."""
    found = last_resolution(entries)
    if found is None:
        return {}
    at, resolved = found
    size = len(view["tokens"])
    cleared = any(isinstance(entry.effect, effects.PalaceCleared) for entry in entries[at:])
    return {
        "ply": str(entries[at].ply),
        "tokens": [token(size, gain) for gain in resolved.gains],
        "cards": [
            {**palace.hall_card(stood), "cell": ring.hall_cell(size, hall).classes}
            for hall, stood in enumerate(hallways(size, entries[:at]))
            if stood and cleared
        ],
    }


def settled(view: MasquesView, entries: Sequence[Entry]) -> dict[str, Any]:
    """Return the palace before the resolution at the end of the redacted `entries`: each token with who takes it, and
    by how much; empty once a seat has moved again. `view` is that after the round: what has been laid since then is
    left out."""
    found = last_resolution(entries)
    if found is None:
        return {}
    at, resolved = found
    size = len(view["tokens"])
    shown: MasquesView = {
        **view,
        "hallways": hallways(size, entries[:at]),
        "tokens": lying(view["tokens"], resolved, entries[at:]),
    }
    decided = {each.place: each for each in resolved.comparisons}
    takers = {gain.place: gain.seat for gain in resolved.gains}
    return {
        "palace": [
            {**palace.palace_card(shown, place), **verdict(shown, place, decided.get(place), takers.get(place))}
            for place in range(size)
        ],
        "halls": [palace.hallway(shown, hall) for hall in range(size)],
    }


def verdict(view: MasquesView, place: int, decided: effects.Comparison | None, taker: int | None) -> dict[str, Any]:
    """Return the decision about the token on `place`, if any: `score` with the stronger side first, and the winning
    family."""
    label = palace.place_label(view, place)
    if decided is None:
        return {"lead": "", "label": label}
    weak, strong = sorted((INFLUENCE[decided.one], INFLUENCE[decided.other]))
    won = None if taker is None else lead(view, decided.one, decided.other)
    score = against(strong, weak)
    if won is None:
        label = _("%(what)s. It stays, %(score)s", what=label, score=score)
    else:
        label = _("%(what)s. %(seat)s takes it, %(score)s", what=label, seat=SeatName(won.seat), score=score)
    return {
        "lead": "",
        "label": label,
        "score": f"{strong}:{weak}",
        "winner": won and {"letter": won.family, "seat": won.seat},
    }


def lying(
    tokens: list[TokenView | None], resolved: effects.PalaceResolved, later: Sequence[Entry]
) -> list[TokenView | None]:
    """Return the tokens that lay on the palace before `resolved`, after which `later` has happened."""
    lay = list(tokens)
    for entry in later:
        match entry.effect:
            case effects.DucatsLaid(places):
                for place in places:
                    lay[place] = None
            case effects.FavoursLaid(favours):
                for place, _guild in favours:
                    lay[place] = None
    for place in resolved.covered:
        stays = lay[place]
        lay[place] = stays and {"token": stays["token"], "down": True}
    for gain in resolved.gains:
        lay[gain.place] = {"token": TOKEN_CODES[gain.token], "down": False}
    return lay


def last_resolution(entries: Sequence[Entry]) -> tuple[int, effects.PalaceResolved] | None:
    """Return the resolution after the last move and its index; None if there is none."""
    for at in range(len(entries) - 1, -1, -1):
        if entries[at].kind == EventKind.MOVE:
            return None
        effect = entries[at].effect
        if isinstance(effect, effects.PalaceResolved):
            return at, effect
    return None


def hallways(size: int, entries: Sequence[Entry]) -> Hallways:
    """Return the occupants of the hallways at the end of `entries`, which end in the middle of a round."""
    halls: Hallways = [None] * size
    for entry in entries:
        match entry.effect:
            case effects.PalaceCleared():
                halls = [None] * size
            case effects.GuestPlayed(guest=guest, hall=hall) | effects.GuestForced(guest=guest, hall=hall):
                halls[hall] = {"card": guest_code(guest), "down": False}
            case effects.AgentHired(kind=kind, hall=hall, first=first, second=second):
                halls[hall] = {"card": AGENT_CODES[kind], "down": False}
                if first is not None and not on_palace(AGENTS[kind].first):
                    preview.show_ability(kind, halls, [], first, second)
    return halls


def token(size: int, gain: effects.Gain) -> dict[str, str]:
    """Return a collected token where it lay, and whose it is now."""
    return {
        "cell": ring.palace_cell(size, gain.place).classes,
        "kind": TOKEN_CODES[gain.token],
        "from": elements.palace_id(gain.place),
        "goal": elements.seat_id(gain.seat),
    }

"""The unfinished move: the view with the parts chosen so far where they will be."""

from collections.abc import Sequence

from games.titles.masques.page.elements import element, hall_id
from games.titles.masques.rules.agents import ASSASSIN, COURTESAN, GONDOLIER, GUARD, THIEF, TRADER, one_step
from games.titles.masques.rules.codes import AGENT_CODES, guest_code, guest_number
from games.titles.masques.rules.view import CardView, MasquesView, PileView, TokenView


def preview(view: MasquesView, chosen: Sequence[str]) -> tuple[MasquesView, set[str]]:
    """Return the view with the parts chosen so far where they will be, and the ids of what the move touches."""
    if not chosen or chosen[0] == "pass":
        return view, set()
    code = chosen[0]
    if view["phase"] == "draft":
        kept = [*view["kept"], code]
        return {**view, "packet": without(view["packet"], code), "kept": kept}, {f"mq-kept-{len(kept) - 1}"}
    if len(chosen) == 1:
        return view, {element((), code)}
    shown: MasquesView = {**view, "tokens": list(view["tokens"]), "hallways": list(view["hallways"])}
    hall = int(chosen[1])
    shown["hallways"][hall] = {"card": code, "down": False}
    pay(shown, code)
    marked = {hall_id(hall)}
    if len(chosen) > 2 and chosen[2] != "no":
        marked |= {element(chosen[:2], word) for word in chosen[2:]}
        kind = AGENT_CODES.index(code)
        if one_step(kind) or len(chosen) == 4:
            words = [word.removeprefix("x") for word in chosen[2:]]
            targets = [target_of(word) for word in words]
            show_ability(kind, shown["hallways"], shown["tokens"], targets[0], targets[-1])
            if kind == COURTESAN and words[-1] in shown["hand"]:
                pay(shown, words[-1])  # hiring her gives up a called guest first
    return shown, marked


def target_of(word: str) -> int:
    """Return the place or guest behind a target's word: ``8``, ``p4``, ``V3``."""
    place = word.removeprefix("p")
    return int(place) if place.isdigit() else guest_number(place)


def pay(shown: MasquesView, code: str) -> None:
    """Take the placed card from where it came: a guest out of the hand, an agent off its pile for its price."""
    viewer = shown["viewer"]
    if code not in AGENT_CODES:
        shown["hand"] = without(shown["hand"], code)
        shown["hand_sizes"] = [size - (seat == viewer) for seat, size in enumerate(shown["hand_sizes"])]
        return
    price = next(pile["prices"][0] for pile in shown["piles"] if pile["agent"] == code)
    shown["ducats"] = [purse - price * (seat == viewer) for seat, purse in enumerate(shown["ducats"])]
    shown["bank"] += price
    shown["piles"] = [bought_from(pile) if pile["agent"] == code else pile for pile in shown["piles"]]


def bought_from(pile: PileView) -> PileView:
    """Return a pile after its top card was bought."""
    return {"agent": pile["agent"], "prices": pile["prices"][1:]}


def without(guests: list[str], code: str) -> list[str]:
    """Return `guests` after one `code` has left them."""
    at = guests.index(code)
    return guests[:at] + guests[at + 1 :]


def show_ability(
    kind: int,
    hallways: list[CardView | None],
    tokens: list[TokenView | None],
    first: int,
    second: int | None,
) -> None:
    """Change `hallways` and `tokens` as the ability does. The hand from which a called guest comes stays as it is."""
    if kind == ASSASSIN:
        card = hallways[first]
        assert card is not None
        hallways[first] = {"card": card["card"], "down": True}
    elif kind == THIEF:
        token = tokens[first]
        assert token is not None
        tokens[first] = {"token": token["token"], "down": True}
    elif second is None:
        raise AssertionError("this ability has two targets")
    elif kind == COURTESAN:
        hallways[first] = {"card": guest_code(second), "down": False}
    elif kind in (GONDOLIER, GUARD):
        hallways[first], hallways[second] = hallways[second], hallways[first]
    elif kind == TRADER:
        tokens[first], tokens[second] = tokens[second], tokens[first]
    else:
        raise AssertionError("no drawing for this kind of agent")

"""The ids of drawn things, the words of their parts, and what a move of the log has changed."""

from games.titles.mascarade.rules.view import MascaradeView


def slot_id(word: str) -> str:
    """Return the id of the drawn slot with this word: “3”, “2R”, “C1”."""
    return f"slot-{word}"


def purse_id(seat: int) -> str:
    """Return the id of a seat's coins; where a seat has several slots, its name is next to them."""
    return f"purse-{seat + 1}"


def mask_id(code: str) -> str:
    """Return the id of a mask of the script that may be named."""
    return f"mask-{code}"


def own_slot(view: MascaradeView, seat: int, word: str) -> str:
    """Return the word of the seat's slot that a part such as ``X@L`` or ``C@R`` names, or of its only one."""
    _action, _at, letter = word.partition("@")
    return f"{seat + 1}{letter}"


def element(view: MascaradeView, seat: int, words: tuple[str, ...], word: str) -> str:
    """Return the id of the drawn thing for the part `word` after the parts `words`; "" if there is none."""
    if word in view["script"]:
        return mask_id(word)
    if word.startswith("V"):
        return ""  # a tap on an own slot exchanges it
    if "@" in word:
        return slot_id(own_slot(view, seat, word))
    if word in {slot["slot"] for slot in view["slots"]}:
        return slot_id(word)
    if word.isdigit() and 0 < int(word) <= view["seats"]:
        return purse_id(int(word) - 1)
    return ""

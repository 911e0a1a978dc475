"""Help texts for every choice at every decision."""

from typing import Final

from games.core.text import Text, _, ngettext
from games.core.title.presenter import Composition
from games.titles.masons.page.closing import enclosed, ends_of
from games.titles.masons.page.hand import open_values, worth
from games.titles.masons.rules.names import BOARD_FILE, LINE_NUMBERS
from games.titles.masons.rules.view import MasonsView
from games.titles.masons.text.names import CARDS, COLOURS, HOUSES, MEANINGS, TONES

ALONE: Final = _("It stays a separate town and counts as one.")
PLAY_ALONE: Final = _("Score with it and draw one card.")
DISCARD: Final = _("It’s discarded facedown and scores nothing. You draw two cards.")
NO_TOWN: Final = _("Town cards score nothing then; all others do.")
KEEP: Final = _("Your hand stays as it is.")
SWAP: Final = _("They’re discarded facedown. You draw as many.")
NOTHING_PLAYED: Final = _("You score nothing more.")
NOTHING_BUILT: Final = _("There’s nothing left in the supply to build here.")
LONE_WALL: Final = _("It doesn’t touch another wall.")
LONGER_WALL: Final = _("It makes a wall longer.")
JOINING_WALL: Final = _("It connects walls.")


def explain(view: MasonsView, composition: Composition, word: str) -> Text:
    """Return what the offered part `word` does."""
    if word in LINE_NUMBERS:
        return of_wall(view, word)
    if "=" in word:
        return _of_piece(view, composition, word)
    if word in CARDS:
        why = worth(view, open_values(view, composition), word)["why"]
        return why if why == MEANINGS[word] else _("%(meaning)s %(why)s", meaning=MEANINGS[word], why=why)
    if word.startswith("T"):
        return _of_town(view, word)
    bare = {"alone": PLAY_ALONE, "discard": DISCARD, "0": NO_TOWN}
    return bare.get(word) or _of_nothing(view["phase"], composition)


def of_wall(view: MasonsView, line: str) -> Text:
    """Return a sentence that says whether a wall on `line` closes a town, else what it touches."""
    if town := enclosed(view["walls"], line):
        return ngettext("It closes a town: %(n)s space.", "It closes a town: %(n)s spaces.", len(town))
    touched = ends_of(tuple(view["walls"])).intersection(BOARD_FILE.lines[line])
    return (LONE_WALL, LONGER_WALL, JOINING_WALL)[len(touched)]


def _of_piece(view: MasonsView, composition: Composition, word: str) -> Text:
    """Return how many are left of a piece that may be built."""
    code = word[-1]
    left = view["supply"]["houses" if code in HOUSES else "towers"][code]
    left -= sum(other.endswith(f"={code}") for other in composition.words)
    return _("In the supply, %(colour)s: %(n)s.", colour=COLOURS[code] if code in HOUSES else TONES[code], n=left)


def _of_town(view: MasonsView, town: str) -> Text:
    """Return how large a town is, or would be with the new one."""
    sizes = {each["id"]: len(each["spaces"]) for each in view["towns"]}
    if view["phase"] != "merge":
        return ngettext("It has %(n)s space.", "It has %(n)s spaces.", sizes[town])
    return _("Together they have %(n)s spaces.", n=sizes[town] + sizes[view["new_town"] or town])


def _of_nothing(phase: str, composition: Composition) -> Text:
    """Return what stopping here means."""
    match phase:
        case "merge":
            return ALONE
        case "exchange":
            return SWAP if composition.words else KEEP
        case "final":
            return NOTHING_PLAYED
    return NOTHING_BUILT

"""Help texts for every choice at every decision, in the words of the rules page."""

from typing import Final

from games.core.text import SeatName, Text, _, text_of
from games.core.title.presenter import Composition
from games.titles.mascarade.page import words
from games.titles.mascarade.rules.effects import owner_of
from games.titles.mascarade.rules.masks import MASK_ROWS
from games.titles.mascarade.rules.rows import PLAYER_OR_NONE
from games.titles.mascarade.rules.view import MascaradeView, PowerView
from games.titles.mascarade.text.names import aim_of, holder_name, slot_name

ABILITIES: Final = {mask.code: text_of(mask.ability) for mask in MASK_ROWS}
"""The ability of each mask, for its user."""
GLANCES: Final = {mask.code: text_of(mask.glance) for mask in MASK_ROWS}
"""The same in a few words, shown on the table while an announcement may be challenged."""
TURN: Final = {
    "X": _("With any other player or the centre, really or not. Only you know which."),
    "V": _("Only you see it; this takes your turn."),
    "A": _("Say which mask you are, truthfully or not. If no one challenges you, you use its power."),
}
"""By the first letter of a turn's first part."""
BITS: Final = {
    "+": _("The two masks swap places. Only you know."),
    "-": _("The two masks stay where they are. Only you know."),
}
MEMORISED: Final = _("Once everyone is ready, all the masks are turned facedown.")
WITH_PLAYER: Final = _("Swap masks with this player, or pretend to: you choose that next. You don’t see what you get.")
WITH_CENTRE: Final = _("No one wears it. Swap it for yours, or pretend to: you choose that next.")
POINTED: Final = _("If someone challenges, this one is shown.")
CHALLENGE: Final = _(
    "You claim to be this mask. Everyone who claims it shows their mask: the real one uses its power, "
    "the others pay 1 coin."
)
GUESS: Final = _("You show your mask to everyone. If it’s a different one, you pay 4 coins.")


def explain(view: MascaradeView, composition: Composition, word: str) -> Text:
    """Return what the offered part `word` does."""
    if view["phase"] == "memorise":
        return MEMORISED
    if view["power"] is not None:
        return _of_power(view, view["power"], composition, word)
    if view["announced"] is not None:
        return CHALLENGE if word.startswith("C") else _let_it_be(view)
    if word in BITS:
        return BITS[word]
    if not composition.words:
        return TURN[word[0]]
    if composition.words[0] == "A":
        return ABILITIES.get(word, POINTED)
    return WITH_CENTRE if owner_of(word) is None else WITH_PLAYER


def _let_it_be(view: MascaradeView) -> Text:
    """Return what happens if nobody challenges the announced mask."""
    announced = view["announced"]
    assert announced is not None
    return _(
        "If no one challenges, %(seat)s uses the power: %(power)s",
        seat=SeatName(announced["seat"]),
        power=ABILITIES[announced["mask"]],
    )


def _of_power(view: MascaradeView, power: PowerView, composition: Composition, word: str) -> Text:
    """Return what a choice of a power's user does, or the answer of the Guru's victim."""
    if power["step"] == "guess":
        return GUESS
    aim = aim_of(power["mask"])
    if word in BITS and aim.target != PLAYER_OR_NONE:
        return BITS[word]
    mine = words.coins(view["coins"][power["seat"]])
    if word == "-":
        return _("You keep your %(coins)s.", coins=mine)
    if composition.words and aim.second:
        return text_of(aim.second, first=holder_name(composition.words[0]))
    owner = owner_of(word)
    theirs = words.coins(0 if owner is None else view["coins"][owner])
    return text_of(aim.help, theirs=theirs, mine=mine, mask=slot_name(word))

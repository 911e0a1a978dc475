"""What each choice does, in the words of the rules page: a help of its own for every choice at every decision."""

from typing import Final

from games.core.presenter import Composition
from games.core.text import SeatName, Text, _
from games.titles.mascarade.page import words
from games.titles.mascarade.rules.effects import owner_of
from games.titles.mascarade.rules.view import MascaradeView, PowerView
from games.titles.mascarade.text.names import holder_name, slot_name

ABILITIES: Final = {
    "BE": _("Clockwise from your left, each player who has more coins than you at that moment pays you 1."),
    "CH": _("If you have 10 coins or more, you win at once."),
    "EM": _("Take 3 coins from the bank."),
    "FO": _("Take 1 coin from the bank. Exchange the masks of two other players, or pretend to, without looking."),
    "GU": _("Choose a player, who names a mask and shows their own. If they are wrong, they pay you 4 coins."),
    "JU": _("Take all coins of the justice board."),
    "KI": _("Take 2 coins from the bank."),
    "PA": _("Take 3 coins from the bank; each of your neighbours takes 1."),
    "PE": _("Take 1 coin from the bank. If both Peasants are shown, each takes 2."),
    "PR": _("Take 2 coins from the bank. Choose a player, who shows their mask to all others without seeing it."),
    "PU": _("Choose two players. Each pays you 1 coin; then they exchange their masks and all their coins."),
    "SO": _("Exchange all your coins with those of a player, if you like."),
    "SP": _("Look at your mask and at one of another player or of the centre; then exchange the two, or pretend to."),
    "TH": _("Take 1 coin from each of your neighbours."),
    "TR": _("Take 2 coins from the richest other player; if several are, choose one of them."),
    "WI": _("If you have fewer than 10 coins, take so many from the bank that you have 10."),
}
"""What each mask does, for whoever uses it."""
GLANCES: Final = {
    "BE": _("1 coin from everybody who is richer"),
    "CH": _("Wins at once with 10 coins"),
    "EM": _("3 coins"),
    "FO": _("1 coin; exchanges two others, or not"),
    "GU": _("4 coins from whoever names a wrong mask"),
    "JU": _("All coins of the justice board"),
    "KI": _("2 coins"),
    "PA": _("3 coins, and 1 for each neighbour"),
    "PE": _("1 coin; 2 for each if both are shown"),
    "PR": _("2 coins; somebody shows their mask"),
    "PU": _("1 coin from two, who exchange everything"),
    "SO": _("Exchanges all coins with somebody"),
    "SP": _("Looks at two masks, exchanges them or not"),
    "TH": _("1 coin from each neighbour"),
    "TR": _("2 coins from the richest"),
    "WI": _("Coins up to 10"),
}
"""The same in a few words, shown on the table while an announcement may be challenged."""
TURN: Final = {
    "X": _("With any other player or the centre: really, or only pretending. Nobody else knows which."),
    "V": _("You alone see it; that is your turn."),
    "A": _("Say which mask you are, truly or not. If nobody challenges you, you use its power."),
}
"""By the first letter of a turn's first part."""
BITS: Final = {
    "+": _("The two masks change places. Only you know."),
    "-": _("The two masks stay where they are. Only you know."),
}
MEMORISED: Final = _("When everybody has said so, all masks are turned facedown.")
WITH_PLAYER: Final = _("You exchange your masks, or only pretend to: that comes next. You do not see what you get.")
WITH_CENTRE: Final = _("Nobody wears it. You exchange it for yours, or only pretend to: that comes next.")
POINTED: Final = _("If somebody challenges, this one is shown.")
CHALLENGE: Final = _(
    "You say that you are it yourself. All who say so show their masks: who has it uses it, the others pay 1 coin."
)
GUESS: Final = _("You show your mask to all. If it is another one, you pay 4 coins.")


def explain(view: MascaradeView, composition: Composition, word: str) -> Text:
    """What the offered part `word` does."""
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
    """What happens if nobody challenges the announced mask."""
    announced = view["announced"]
    assert announced is not None
    return _(
        "If all others let it be too, %(seat)s uses it: %(power)s",
        seat=SeatName(announced["seat"]),
        power=ABILITIES[announced["mask"]],
    )


def _of_power(view: MascaradeView, power: PowerView, composition: Composition, word: str) -> Text:
    """What a choice of a power's user does, or the answer of the Guru's victim."""
    if power["step"] == "guess":
        return GUESS
    if word in BITS and power["mask"] != "SO":
        return BITS[word]
    mine = words.coins(view["coins"][power["seat"]])
    if word == "-":
        return _("You go on with %(coins)s.", coins=mine)
    owner = owner_of(word)
    theirs = words.coins(0 if owner is None else view["coins"][owner])
    match power["mask"]:
        case "SO":
            return _("You would have %(theirs)s, and they %(mine)s.", theirs=theirs, mine=mine)
        case "TR":
            return _("Has %(coins)s: 2 of them become yours.", coins=theirs)
        case "GU":
            return _("Has %(coins)s: 4 of them become yours if the mask is not the one they name.", coins=theirs)
        case "PR":
            return _("Everybody but this player sees %(mask)s, you too.", mask=slot_name(word))
        case "SP":
            return _("You see %(mask)s and your own, then exchange the two or pretend to.", mask=slot_name(word))
        case "PU":
            return _("Has %(coins)s: 1 is yours, the rest and the mask go to the other of the two.", coins=theirs)
    if composition.words:
        first = holder_name(composition.words[0])
        return _("The mask changes places with that of %(first)s, or only seems to.", first=first)
    return _("The mask changes places with that of the player you choose next, or only seems to.")

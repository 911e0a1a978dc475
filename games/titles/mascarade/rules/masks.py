"""The masks: a number, and a row with all that is known of each. Every table of masks derives from the rows."""

from itertools import pairwise
from typing import Final

from games.core.engine.card_table import check_table
from games.core.engine.marked import marked as _
from games.core.engine.rows import Int, Row, vec
from games.titles.mascarade.rules.rows import (
    ANY_SLOT,
    NOTHING,
    PLAYER_OR_NONE,
    RICHEST,
    SLOT_OF_OTHER,
    TWO_SLOTS,
    TWO_UNSEEN,
    Aim,
    Example,
    Mask,
)

# Masks, by their codes. Both Peasants are one mask, of which there are two copies.
BEGGAR: Final = 0
CHEATER: Final = BEGGAR + 1
EMPRESS: Final = CHEATER + 1
FOOL: Final = EMPRESS + 1
GURU: Final = FOOL + 1
JUDGE: Final = GURU + 1
KING: Final = JUDGE + 1
PATRON: Final = KING + 1
PEASANT: Final = PATRON + 1
PRINCESS: Final = PEASANT + 1
PUPPETEER: Final = PRINCESS + 1
SORCERESS: Final = PUPPETEER + 1
SPY: Final = SORCERESS + 1
THIEF: Final = SPY + 1
TRICKSTER: Final = THIEF + 1
WIDOW: Final = TRICKSTER + 1
MASKS: Final = WIDOW + 1

SIX: Final = "JU TR EM KI SO CH"
QUIET: Final = "2:N 3:N 4:N 5:N 6:N"
QUIET_OF_EIGHT: Final = "2:N 3:N 4:N 5:N 6:N 7:N 8:N"

MASK_ROWS: Final = (
    Mask(
        BEGGAR,
        "BE",
        _("Beggar"),
        power=_("Each other player with more coins than the Beggar at that moment pays a coin, one at a time."),
        ability=_("Clockwise from your left, each player with more coins than you at that moment pays you 1."),
        glance=_("1 coin from each richer player"),
        example=Example(
            _("Ada and then Cleo are richer than you when you reach them, so each pays 1. Ben isn’t."),
            "BE TR EM KI SO JU",
            f"9. 1: A:BE {QUIET} 1:P {{2→1 1, 4→1 1}}",
            "1 2 3 4",
            coins=(4, 6, 4, 7, 4, 4),
        ),
    ),
    Mask(
        CHEATER,
        "CH",
        _("Cheater"),
        power=_("Wins immediately with ten or more coins."),
        ability=_("If you have 10 or more coins, you win immediately."),
        glance=_("Wins immediately with 10 coins"),
        example=Example(
            _("With 10 coins, the Cheater wins immediately, even though Ada has 12."),
            "CH TR EM KI SO JU",
            f"9. 1: A:CH {QUIET} 1:P {{end cheater 1; places 1,2,3,3,3,3}}",
            "1 2",
            coins=(10, 12),
        ),
    ),
    Mask(
        EMPRESS,
        "EM",
        _("Empress"),
        power=_("Three coins from the bank."),
        ability=_("Take 3 coins from the bank."),
        glance=_("3 coins"),
        example=Example(
            _("The Empress takes 3 coins from the bank."),
            "EM TR JU KI SO CH",
            f"9. 1: A:EM {QUIET} 1:P {{1 +3}}",
            "1",
        ),
        gain=3,
        brings_money=True,
    ),
    Mask(
        FOOL,
        "FO",
        _("Fool"),
        power=_("One coin from the bank; then two other players’ masks are secretly swapped, or not."),
        ability=_("Take 1 coin from the bank. Swap two other players’ masks, or pretend to, without looking."),
        glance=_("1 coin; swaps two others, or not"),
        example=Example(
            _("The Fool takes 1 coin and swaps Ada’s and Cleo’s masks, or pretends to. Here you swap them."),
            "FO TR EM KI SO JU",
            f"9. 1: A:FO {QUIET} 1:P>2,4+ {{1 +1}}",
            "1 2 4",
        ),
        aim=Aim(
            TWO_UNSEEN,
            _("Choose two other players whose masks you’ll swap, or pretend to."),
            _("%(seat)s must choose two players for the Fool."),
            _("The Fool: %(target)s"),
            _("Swap this mask with that of the player you choose next, or pretend to."),
            _("Really swap %(target)s’s and %(other)s’s masks. No one else will know."),
            second=_("Swap this mask with that of %(first)s, or pretend to."),
            pretend=_("Only pretend to swap %(target)s’s and %(other)s’s masks."),
        ),
        gain=1,
        brings_money=True,
    ),
    Mask(
        GURU,
        "GU",
        _("Guru"),
        power=_("Another player names their own mask and shows it; a wrong name costs four coins."),
        ability=_("Choose a player, who names a mask and shows their own. If they’re wrong, they pay you 4 coins."),
        glance=_("4 coins from a player who names a wrong mask"),
        example=Example(
            _("You ask Cleo, who says “Empress” but is the Thief: her mask is shown to everyone, and she pays you 4."),
            "GU TR EM TH SO JU PE PE",
            f"9. 1: A:GU {QUIET_OF_EIGHT} 1:P>4 4:G=EM {{4=TH, 4→1 4}}",
            "1 4",
        ),
        aim=Aim(
            SLOT_OF_OTHER,
            _("Choose a player to name their mask."),
            _("%(seat)s must choose a player for the Guru."),
            _("%(target)s must name a mask"),
            _("Has %(theirs)s: you get 4 of them if the mask isn’t the one they name."),
            _("%(target)s must name their own mask, and pays you 4 coins if they’re wrong."),
        ),
        price=4,
        least_seats=8,
    ),
    Mask(
        JUDGE,
        "JU",
        _("Judge"),
        power=_("All coins on the justice board. Always in play."),
        ability=_("Take all the coins on the justice board."),
        glance=_("All coins on the justice board"),
        example=Example(
            _("The Judge takes all 4 coins on the justice board."),
            SIX,
            f"9. 1: A:JU {QUIET} 1:P {{J→1 4}}",
            "1",
            justice=4,
        ),
    ),
    Mask(
        KING,
        "KI",
        _("King"),
        power=_("Two coins from the bank."),
        ability=_("Take 2 coins from the bank."),
        glance=_("2 coins"),
        example=Example(
            _("The King takes 2 coins from the bank."),
            "KI TR EM JU SO CH",
            f"9. 1: A:KI {QUIET} 1:P {{1 +2}}",
            "1",
        ),
        gain=2,
        brings_money=True,
    ),
    Mask(
        PATRON,
        "PA",
        _("Patron"),
        power=_("Three coins from the bank, and one for each neighbour."),
        ability=_("Take 3 coins from the bank; each of your neighbours takes 1."),
        glance=_("3 coins, and 1 for each neighbour"),
        example=Example(
            _("The Patron takes 3 coins; then Ada on your left and Elsa on your right take 1 each."),
            "PA TR EM KI SO JU",
            f"9. 1: A:PA {QUIET} 1:P {{1 +3, 2 +1, 6 +1}}",
            "6 1 2",
        ),
        gain=3,
        brings_money=True,
    ),
    Mask(
        PEASANT,
        "PE",
        _("Peasant"),
        power=_("One coin from the bank, or two each if both Peasants were shown. Both are in play, or neither."),
        ability=_("Take 1 coin from the bank. If both Peasants are shown, each takes 2 instead."),
        glance=_("1 coin, or 2 each if both are shown"),
        example=Example(
            _("You and Cleo both claim to be a Peasant, and you both are: each of you takes 2 coins, and no one pays."),
            "PE TR EM PE SO JU FO KI",
            "9. 1: A:PE 2:N 3:N 4:C 5:N 6:N 7:N 8:N {1=PE 4=PE} 1:P 4:P {1 +2, 4 +2}",
            "1 4",
        ),
        gain=1,
        brings_money=True,
        copies=2,
        least_seats=8,
    ),
    Mask(
        PRINCESS,
        "PR",
        _("Princess"),
        power=_("Two coins from the bank; then another player shows their mask to everyone else without seeing it."),
        ability=_(
            "Take 2 coins from the bank. Choose a player, who shows their mask to everyone else without seeing it."
        ),
        glance=_("2 coins; a player shows their mask"),
        example=Example(
            _("The Princess takes 2 coins. Cleo shows her mask to everyone else without seeing it."),
            "PR TR EM KI SO JU",
            f"9. 1: A:PR {QUIET} 1:P>4 {{1 +2, 4=KI}}",
            "1 4",
        ),
        aim=Aim(
            SLOT_OF_OTHER,
            _("Choose a player to show their mask to everyone else."),
            _("%(seat)s must choose a player for the Princess."),
            _("%(target)s shows their mask"),
            _("Everyone except this player sees %(mask)s, including you."),
            _("%(target)s shows their mask to everyone else without seeing it."),
        ),
        gain=2,
        brings_money=True,
        least_seats=6,
    ),
    Mask(
        PUPPETEER,
        "PU",
        _("Puppeteer"),
        power=_("Two other players pay a coin each, then swap masks and all their coins."),
        ability=_("Choose two players. Each pays you 1 coin; then they swap masks and all their coins."),
        glance=_("1 coin from two players, who swap everything"),
        example=Example(
            _("Ada and Cleo pay you 1 coin each, then swap masks and coins, for everyone to see."),
            "PU TR EM KI SO JU",
            f"9. 1: A:PU {QUIET} 1:P>2,4 {{2→1 1, 4→1 1, 2↔4}}",
            "1 2 4",
            coins=(6, 9, 6, 4),
        ),
        aim=Aim(
            TWO_SLOTS,
            _("Choose two other players to swap masks and coins."),
            _("%(seat)s must choose two players for the Puppeteer."),
            _("The Puppeteer: %(target)s"),
            _("Has %(theirs)s: you get 1; the rest and the mask go to the other player."),
            _("%(target)s and %(other)s pay you 1 coin each. Then they swap masks and all their coins."),
        ),
        price=1,
        least_seats=6,
    ),
    Mask(
        SORCERESS,
        "SO",
        _("Sorceress"),
        power=_("Swaps all coins with another player, or declines."),
        ability=_("Swap all your coins with another player’s, if you like."),
        glance=_("Swaps all coins with a player"),
        example=Example(
            _("You swap all your coins with Ada’s."),
            "SO TR EM KI JU CH",
            f"9. 1: A:SO {QUIET} 1:P>2 {{1↔2}}",
            "1 2",
            coins=(3, 9),
        ),
        aim=Aim(
            PLAYER_OR_NONE,
            _("Choose a player to swap all your coins with."),
            _("%(seat)s can swap coins with the Sorceress."),
            _("Swap coins with %(target)s"),
            _("You’d have %(theirs)s, and they’d have %(mine)s."),
            _("Swap all your coins with %(target)s’s."),
        ),
    ),
    Mask(
        SPY,
        "SP",
        _("Spy"),
        power=_("Looks at their own mask and another one (the centre counts too), then secretly swaps them, or not."),
        ability=_(
            "Look at your mask and one other (a player’s or one in the centre); then swap the two, or pretend to."
        ),
        glance=_("Looks at two masks, swaps them or not"),
        example=Example(
            _("You look at your mask and Ada’s, and swap them because hers is better. No one sees whether you do."),
            "SP TR EM KI SO JU",
            f"9. 1: A:SP {QUIET} 1:P>2 {{1=SP 2=TR}} 1:B+",
            "1 2",
        ),
        aim=Aim(
            ANY_SLOT,
            _("Choose another mask to look at besides your own."),
            _("%(seat)s must choose a mask for the Spy to look at."),
            _("Look at %(target)s"),
            _("You see %(mask)s and your own, then swap the two or pretend to."),
            _("Look at your mask and %(slot)s. Then swap them or not."),
        ),
    ),
    Mask(
        THIEF,
        "TH",
        _("Thief"),
        power=_("One coin from each neighbour."),
        ability=_("Take 1 coin from each of your neighbours."),
        glance=_("1 coin from each neighbour"),
        example=Example(
            _("The Thief takes 1 coin from Ada on the left and 1 from Elsa on the right."),
            "TH TR EM KI SO JU",
            f"9. 1: A:TH {QUIET} 1:P {{2→1 1, 6→1 1}}",
            "6 1 2",
        ),
    ),
    Mask(
        TRICKSTER,
        "TR",
        _("Trickster"),
        power=_("Two coins from the richest other player."),
        ability=_("Take 2 coins from the richest other player; if there’s a tie, choose one of them."),
        glance=_("2 coins from the richest"),
        example=Example(
            _("Ben is the richest of the other players and pays you 2."),
            "TR JU EM KI SO CH",
            f"9. 1: A:TR {QUIET} 1:P {{3→1 2}}",
            "1 2 3",
            coins=(5, 8, 9),
        ),
        aim=Aim(
            RICHEST,
            _("Choose which of the richest players pays you 2 coins."),
            _("%(seat)s must choose who pays the Trickster."),
            _("%(target)s pays you"),
            _("Has %(theirs)s: you get 2 of them."),
            _("%(target)s pays you 2 coins."),
        ),
        price=2,
    ),
    Mask(
        WIDOW,
        "WI",
        _("Widow"),
        power=_("Raised to ten coins from the bank."),
        ability=_("If you have fewer than 10 coins, take coins from the bank until you have 10."),
        glance=_("Coins up to 10"),
        example=Example(
            _("With 4 coins, the Widow takes 6 from the bank, so she has 10."),
            "WI TR EM KI SO JU",
            f"9. 1: A:WI {QUIET} 1:P {{1 +6}}",
            "1",
            coins=(4,),
        ),
        brings_money=True,
    ),
)
check_table("Masks", MASK_ROWS, MASKS)

CODES: Final = tuple([mask.code for mask in MASK_ROWS])
for before, after in pairwise(CODES):
    if before > after:  # silence names the first of them
        raise ValueError(f"Masks: they must be sorted by their codes, but {after} comes after {before}.")
COPIES: Final[Row] = vec[Int]([mask.copies for mask in MASK_ROWS])
MIN_SEATS: Final[Row] = vec[Int]([mask.least_seats for mask in MASK_ROWS])
GAINS: Final[Row] = vec[Int]([mask.gain for mask in MASK_ROWS])
PRICES: Final[Row] = vec[Int]([mask.price for mask in MASK_ROWS])
TARGETS: Final[Row] = vec[Int]([mask.aim.target if mask.aim else NOTHING for mask in MASK_ROWS])
BRINGS_MONEY: Final[Row] = vec[Int]([1 if mask.brings_money else 0 for mask in MASK_ROWS])

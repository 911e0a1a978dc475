"""The row of a mask with all its properties. The rows are in masks.py."""

from typing import Final, NamedTuple

# The choices of a power's user.
NOTHING: Final = 0
PLAYER_OR_NONE: Final = 1  # any other player, or nobody
RICHEST: Final = 2  # one of the richest others, if there are several
SLOT_OF_OTHER: Final = 3
ANY_SLOT: Final = 4  # of another player or of the centre
TWO_SLOTS: Final = 5  # of others
TWO_UNSEEN: Final = 6  # and whether they are exchanged


class Aim(NamedTuple):
    """The target of a power, and its words."""

    target: int
    """One of the kinds above."""
    question: str
    waiting: str
    """For everybody else: takes `seat`."""
    label: str
    """A choice, as short as a button: takes `target`."""
    help: str
    """What a choice does: takes `theirs` and `mine`, coins in words, or `mask`."""
    confirm: str
    """The whole choice: takes `target`, which is a player, or `slot`; and `other`, the second one."""
    second: str = ""
    """In place of `help` for the second target: takes `first`. Empty if it is the same."""
    pretend: str = ""
    """In place of `confirm` where the masks are not exchanged."""


class Example(NamedTuple):
    """You, in seat 1, announce a mask that you have and use its power: drawn before and after."""

    caption: str
    masks: str
    """By slot."""
    record: str
    drawn: str
    """The slots that are drawn."""
    coins: tuple[int, ...] = ()
    """By seat, where they are not those of the start."""
    justice: int | None = None
    """The coins on the justice board before, where they are drawn."""


class Mask(NamedTuple):
    """A mask. The part of its power beyond `gain` is in powers.py, its drawing in the template setting.html."""

    number: int
    code: str
    name: str
    power: str
    """What it does, for the host who chooses masks."""
    ability: str
    """The same for its user."""
    glance: str
    """The same in a few words, on the table."""
    example: Example
    aim: Aim | None = None
    gain: int = 0
    """Coins from the bank, at once."""
    price: int = 0
    """Coins that each target pays."""
    brings_money: bool = False
    """Whether coins come from the bank: a third of all masks in play bring some."""
    copies: int = 1
    least_seats: int = 2
    """It is in play from this many players on."""

"""The names of slots in the notation, on the board and in views."""

from functools import cache

from games.titles.mascarade.rules.components import LETTERS


@cache
def slot_words(seats: int, places: int) -> tuple[str, ...]:
    """Return the words of all slots, in their order: seats from 1, letters where a seat has several slots, then the
    centre.

    >>> slot_words(4, 6)
    ('1', '2', '3', '4', 'C1', 'C2')
    >>> slot_words(3, 6)
    ('1L', '1R', '2L', '2R', '3L', '3R')
    """
    letters = LETTERS.get(seats, ("",))
    own = [f"{seat + 1}{letter}" for seat in range(seats) for letter in letters]
    return (*own, *(f"C{number + 1}" for number in range(places - len(own))))


@cache
def slot_numbers(seats: int, places: int) -> dict[str, int]:
    """Return the slots by their words."""
    return {word: slot for slot, word in enumerate(slot_words(seats, places))}

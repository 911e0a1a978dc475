"""Phases of a match, the parts moves are made of, and the notes of forced consequences: numbers with names."""

from typing import Final

# Phases, in the order of a match.
SETUP: Final = 0
FAVOURS: Final = 1  # preparation: favour tokens
DEAL: Final = 2  # preparation: guests
DRAFT: Final = 3
ACTION: Final = 4
ENDED: Final = 5

# Parts of moves. A guest stands for itself (0 to 14).
HIRE: Final = 15  # plus the kind of agent
PASS: Final = 21
HALL: Final = 22  # plus the hallway
PALACE: Final = 38  # plus the palace card
NO_ABILITY: Final = 54

# The journal's notes and what they hold.
FIRST_SEAT: Final = 0  # seat
FAMILY_DEALT: Final = 1  # seat, family
SET_UP: Final = 2
ROUND: Final = 3  # round
DUCAT_LAID: Final = 4  # palace card
DUCATS_LAID: Final = 5
FAVOUR_LAID: Final = 6  # palace card, guild
FAVOURS_LAID: Final = 7
GUEST_DEALT: Final = 8  # seat, guest
DEALT: Final = 9
PASSED_ON: Final = 10  # picks completed: packets moved one seat to the left
FOURTH_PICK: Final = 11  # seat, guest
FORCED: Final = 12  # seat, guest, hallway: called by a courtesan
PASSED: Final = 13  # seat: nothing else was possible
COLLECTED: Final = 14  # palace card, seat, token
RESOLVED: Final = 15
WON: Final = 16  # seat, guild (GUILDS: one of each)
CLEANED: Final = 17  # first seat of the next round
STOPPED: Final = 18  # round

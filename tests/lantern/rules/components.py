"""The components in the box of Lantern, and the numbers for phases, parts and effects."""

from typing import Final

BRIGHTEST: Final = 4  # lanterns of brightness 1 to 4
COPIES: Final = 5  # of each brightness
BRIDGES: Final = 3
BREATHS: Final = 2  # for each seat

BRIDGE_CODES: Final = "abc"
PHASE_CODES: Final = ("first", "deal", "hang", "blow", "wind", "done")

# Phases.
FIRST: Final = 0  # chance: who begins
DEAL: Final = 1  # chance: one card
HANG: Final = 2  # the seat on turn hangs a lantern
BLOW: Final = 3  # the window: all others with a breath left let it shine or blow
WIND: Final = 4  # chance: does the lantern go out?
DONE: Final = 5

# Parts of moves: a brightness is itself; then the bridge; or the answer in the window.
BRIDGE_PART: Final = 10
LET_PART: Final = 20
BLOW_PART: Final = 21

# `answer[seat]` in the window.
ABSENT: Final = 0  # is not asked
WAITING: Final = 1

# Effects that the rules record.
EFFECT_SET_UP: Final = 1  # who begins
EFFECT_DEALT: Final = 2
EFFECT_WIND: Final = 3  # face of the die
EFFECT_OUT: Final = 4  # seat, brightness, bridge
EFFECT_ENDED: Final = 5

"""The weights of `features.py`, fitted by `manage.py train masques`. Do not edit: run the command again.

Matches: 800 each with 2, 3, 4 seats, seed 1
Level: hard
"""

from typing import Final

WEIGHTS: Final = [
    0.0690,
    0.0626,
    0.3861,
    0.0690,
    0.1313,
    0.1947,
    0.7373,
    0.3861,
    0.2992,
    0.0696,
    0.0360,
    0.0000,
    0.3949,
    -0.4419,
    0.3064,
    0.2699,
    0.5035,
    0.2844,
    0.1189,
    0.4728,
    0.0852,
    0.0352,
    0.0000,
]

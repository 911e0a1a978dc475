"""The site around the games. Every process of it imports this package first."""

import gc

# The garbage collector runs when this many objects have been made and not freed; Python's default is 700. A start makes
# hundreds of thousands, which all stay, and the collector took a quarter of its time. A page leaves almost no garbage.
GARBAGE_EVERY = 10_000
gc.set_threshold(GARBAGE_EVERY, 10, 10)

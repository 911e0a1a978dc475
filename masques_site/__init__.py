"""The site around the games. Every process of it imports this package first."""

import gc

# Python looks for garbage whenever so many objects were made that are not freed by themselves; its own choice is 700.
# A start makes hundreds of thousands, all of which stay, and looking through them took a quarter of it. A page leaves
# almost nothing that is not freed by itself.
GARBAGE_EVERY = 10_000
gc.set_threshold(GARBAGE_EVERY, 10, 10)

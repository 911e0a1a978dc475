"""Search over dealt worlds: what a title supplies (guide), and two ways to use it (tree, flat)."""

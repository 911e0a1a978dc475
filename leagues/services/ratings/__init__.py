"""From matches to ratings, and what else is made of results."""

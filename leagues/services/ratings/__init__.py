"""From matches to ratings, dumps, flags and reply times."""

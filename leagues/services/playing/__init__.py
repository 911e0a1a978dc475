"""From fixtures to matches, and from matches to results and standings."""

"""A title as a whole: `Game`, and the presenter, bots' knowledge and thinkers that it brings along."""

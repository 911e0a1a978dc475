"""Who holds a seat, and what the seat knows of its holder."""

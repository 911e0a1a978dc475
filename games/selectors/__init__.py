"""Read-only queries for pages. Selectors run a fixed number of statements."""

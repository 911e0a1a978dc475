"""Questions about the companion's rows, for pages and for the apps above."""

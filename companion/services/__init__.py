"""The verbs of the companion: the only code that changes its rows."""

"""How strong the levels are, as the arena has measured it: the tables of docs/bots.md."""

ELO = {
    2: {"random": 0, "easy": 436, "medium": 558, "hard": 687, "expert": 808},
}
"""By number of seats and level; random has 0."""

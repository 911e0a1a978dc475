"""How strong the levels are, as the arena has measured it: the tables of docs/bots.md."""

ELO = {
    2: {"random": 0, "easy": 330, "medium": 426, "hard": 541, "expert": 664},
}
"""By number of seats and level; random has 0."""

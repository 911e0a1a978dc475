"""How strong the levels are, as the arena has measured it: the tables of docs/bots.md."""

ELO = {
    2: {"random": 0, "easy": 346, "medium": 568, "hard": 697, "expert": 817},
}
"""By number of seats and level; random has 0."""

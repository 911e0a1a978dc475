"""How strong the levels are, as the arena has measured it: the tables of docs/bots.md."""

ELO = {
    2: {"random": 0, "easy": 323, "medium": 493, "hard": 640, "expert": 853},
    3: {"random": 0, "easy": 345, "medium": 461, "hard": 560, "expert": 714},
    4: {"random": 0, "easy": 325, "medium": 410, "hard": 497, "expert": 610},
}
"""By number of seats and level; random has 0."""

"""How strong the levels are, as the arena has measured it: the tables of docs/bots.md."""

ELO = {
    2: {"random": 0, "easy": 363, "medium": 607, "hard": 754, "expert": 966},
    3: {"random": 0, "easy": 376, "medium": 545, "hard": 644, "expert": 798},
    4: {"random": 0, "easy": 339, "medium": 500, "hard": 587, "expert": 700},
}
"""By number of seats and level; random has 0."""

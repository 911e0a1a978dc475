"""How strong the levels are, as the arena has measured it: the tables of docs/bots.md."""

ELO = {
    2: {"random": 0, "easy": 590, "medium": 844, "hard": 1108, "expert": 1261},
    3: {"random": 0, "easy": 598, "medium": 832, "hard": 1017, "expert": 1219},
    4: {"random": 0, "easy": 500, "medium": 763, "hard": 904, "expert": 1018},
}
"""By number of seats and level; random has 0."""

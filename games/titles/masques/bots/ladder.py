"""How strong the levels are, as the arena has measured it: the tables of docs/bots.md."""

ELO = {
    2: {"random": 0, "easy": 330, "medium": 1030, "hard": 1293, "expert": 1447},
    3: {"random": 0, "easy": 335, "medium": 902, "hard": 1050, "expert": 1251},
    4: {"random": 0, "easy": 309, "medium": 746, "hard": 893, "expert": 1007},
}
"""By number of seats and level; random has 0."""

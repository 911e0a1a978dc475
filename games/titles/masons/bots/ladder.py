"""How strong the levels are, as the arena has measured it: the tables of docs/bots.md."""

ELO = {
    2: {"random": 0, "easy": 368, "medium": 554, "hard": 776, "expert": 1025},
    3: {"random": 0, "easy": 326, "medium": 477, "hard": 563, "expert": 726},
    4: {"random": 0, "easy": 294, "medium": 456, "hard": 578, "expert": 698},
}
"""By number of seats and level; random has 0."""

"""How strong the levels are, as the arena has measured it: the tables of docs/bots.md."""

ELO = {
    4: {"random": 0, "easy": 223, "medium": 350, "hard": 482, "expert": 600},
    6: {"random": 0, "easy": 203, "medium": 325, "hard": 377, "expert": 427},
    8: {"random": 0, "easy": 195, "medium": 289, "hard": 346, "expert": 433},
    13: {"random": 0, "easy": 109, "medium": 160, "hard": 261, "expert": 357},
}
"""By number of seats and level; random has 0."""

"""How strong the levels are, as the arena has measured it: the tables of docs/bots.md."""

ELO = {
    2: {"random": 0, "easy": 387, "medium": 625, "hard": 783, "expert": 1032},
    3: {"random": 0, "easy": 301, "medium": 514, "hard": 632, "expert": 793},
    4: {"random": 0, "easy": 269, "medium": 455, "hard": 526, "expert": 619},
}
"""By number of seats and level; random has 0."""

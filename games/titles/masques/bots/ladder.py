"""How strong the levels are, as the arena has measured it: the tables of docs/bots.md."""

ELO = {
    2: {"random": 0, "easy": 277, "novice": 506, "improver": 725, "medium": 951, "hard": 1148, "expert": 1363},
    3: {"random": 0, "easy": 327, "novice": 499, "improver": 615, "medium": 788, "hard": 936, "expert": 1137},
    4: {"random": 0, "easy": 317, "novice": 439, "improver": 565, "medium": 680, "hard": 827, "expert": 941},
}
"""By number of seats and level; random has 0."""

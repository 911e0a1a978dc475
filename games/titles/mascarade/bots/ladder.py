"""How strong the levels are, as the arena has measured it: the tables of docs/bots.md."""

from games.core.title.strengths import interpolated

MEASURED = {
    2: {"random": 0, "easy": 920, "medium": 1035, "hard": 1150, "expert": 1305},
    3: {"random": 0, "easy": 776, "medium": 904, "hard": 1020, "expert": 1124},
    4: {"random": 0, "easy": 632, "medium": 773, "hard": 889, "expert": 1017},
    6: {"random": 0, "easy": 246, "medium": 343, "hard": 421, "expert": 493},
    8: {"random": 0, "easy": 171, "medium": 307, "hard": 401, "expert": 541},
    13: {"random": 0, "easy": 128, "medium": 337, "hard": 488, "expert": 568},
}
"""By number of seats and level; random has 0. Three seats were not measured: they are half way between four, and two
with the expert that plays on without its network (1231)."""

ELO = interpolated(MEASURED, (4, 6), (6, 8), (8, 13))

"""The training of Mascarade's duellist: many matches of two against itself at once, in arrays (`manage.py school`)."""

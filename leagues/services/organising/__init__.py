"""Making and running a league: its rules, its people, its log."""

"""The verbs of notices, in the order of a notice's life: find what is owed, pass it on, deliver it; and what users do
with the places where they get notices."""

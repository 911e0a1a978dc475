"""Time in a match: banks, deadlines, pauses, and when a bot's move is published. Moments come in as arguments."""

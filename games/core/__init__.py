"""The engine's interface, in pure Python: states, games, logs, chance. Nothing here imports Django."""

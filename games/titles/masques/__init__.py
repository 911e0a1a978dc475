"""Masques: noble families at a ball, hallways full of guests and agents, five guilds to win over."""

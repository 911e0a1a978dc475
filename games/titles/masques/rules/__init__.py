"""The rules of Masques: no words, no bots, no framework."""

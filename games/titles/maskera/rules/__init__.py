"""The rules of Maskera: no words, no bots, no framework."""
